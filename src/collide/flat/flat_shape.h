// Shapes in their plane, and what is known where two of them meet: for the files that find their points.

#ifndef HF_COLLIDE_FLAT_FLAT_SHAPE_H
#define HF_COLLIDE_FLAT_FLAT_SHAPE_H

#include "collide/flat/flat.h"

/// A convex polygon with a radius: two corners are a segment, one is a disc.
typedef struct flat_shape
{
    int count;
    double x[FLAT_MOST][2];
    double radius, low, high;
    const flat_outline *outline; // NULL: no prism

    /// Of a prism: where the origin of its frame is, and its first axis, in the plane.
    double origin[2], axis[2];
} flat_shape;

typedef struct flat_meeting
{
    const flat_frame *frame;
    double margin, depth, slack, tie;
    manifold *out;
} flat_meeting;

/// Adds a point; n from b to a.
void flat_add_point(const flat_meeting *m, const double at[2], const double n[2], double gap, uint64_t feature);

/// The points of two shapes of which at least one is a part of a whole (concave.c).
void flat_meet_wholes(const flat_meeting *m, const flat_shape *a, const flat_shape *b);

static inline uint32_t corner_feature(int corner)
{
    return 2u * (uint32_t)corner;
}

static inline uint32_t edge_feature(int edge)
{
    return 2u * (uint32_t)edge + 1u;
}

#endif
