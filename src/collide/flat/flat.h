// Contacts of shapes that meet in a plane: prisms, discs and capsules of bodies that stay in one plane, as polygons with a radius.

#ifndef HF_COLLIDE_FLAT_FLAT_H
#define HF_COLLIDE_FLAT_FLAT_H

#include "collide/narrow/narrow.h"

enum
{
    FLAT_MOST = 32 // corners of a polygon; a prism with more is met as a hull
};

/// A plane: its normal, and two directions in it; right-handed.
typedef struct flat_frame
{
    vec3 e1, e2, n;
} flat_frame;

/// A prism along the z axis of its shape, as part of what may be a concave whole. Corners run
/// counter-clockwise seen against z.
typedef struct flat_outline
{
    int count;

    /// Half of its depth, and the middle of it, along z [m].
    double half, middle;
    double point[FLAT_MOST][2];

    /// Edge k, from corner k to the next, lies inside the whole: another part begins there.
    bool inner[FLAT_MOST];

    /// Outward normals of the whole's edges that end and begin at a corner.
    double before[FLAT_MOST][2], after[FLAT_MOST][2];
} flat_outline;

/// Whether a hull is such a prism; all edges are outer ones then.
bool flat_outline_of(const convex_hull *hull, flat_outline *outline);

/// Finds edges that two parts of one body share, exactly, and the normals of the whole.
void flat_outline_join(flat_outline *const *parts, int count);

/// Directions in the plane: e1 is the x axis laid into it, or the y axis where x is far out of it.
flat_frame flat_frame_of(vec3 normal);

/// The manifold of two shapes whose bodies stay in this plane (or do not move). False if one of them
/// is no prism along the normal, disc or capsule within it: then nothing was done.
bool flat_pair(const shape_view *a, const shape_view *b, const flat_frame *frame, double margin, manifold *out);

#endif
