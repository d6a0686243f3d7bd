// Contacts of shapes that meet in a plane: prisms, discs and capsules of bodies that stay in one plane, as polygons
// with a radius.

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

/// An edge of a whole: a polygon that may be concave and have holes, of one or more convex parts. Seams, where
/// two parts meet, are none of its edges.
typedef struct whole_edge
{
    /// Where it begins, in the frame of the shape; where it ends the next one begins.
    double from[2];

    /// Outward unit vector. Along the edge is (-n[1], n[0]): the inside is to the left.
    double n[2];
    double length;

    /// Edges of the whole that begin where it ends, and end where it begins.
    int next, last;
} whole_edge;

typedef struct flat_whole
{
    int count;
    whole_edge *edges; // of one part after the other
} flat_whole;

/// A prism along the z axis of its shape. Corners run counter-clockwise seen against z.
typedef struct flat_outline
{
    int count;

    /// Half of its depth, and the middle of it, along z [m].
    double half, middle;
    double point[FLAT_MOST][2];

    /// What it is a part of, NULL if it stands alone, and its own edges there.
    flat_whole *whole;
    int first, own;
} flat_outline;

/// Whether a hull is such a prism.
bool flat_outline_of(const convex_hull *hull, flat_outline *outline);

/// Makes wholes of the parts that share edges, among those of one body and one frame. False if memory is short.
bool flat_whole_join(flat_outline *const *parts, int count);

/// Frees the whole of an outline, once for all its parts.
void flat_whole_free(flat_outline *outlines, int count);

/// Directions in the plane: e1 is the x axis laid into it, or the y axis where x is far out of it.
flat_frame flat_frame_of(vec3 normal);

/// The manifold of two shapes whose bodies stay in this plane (or do not move). False if one of them
/// is no prism along the normal, disc or capsule within it: then nothing was done.
bool flat_pair(const shape_view *a, const shape_view *b, const flat_frame *frame, double margin, manifold *out);

#endif
