// The distance of two convex cores.

#ifndef HF_COLLIDE_NARROW_GJK_H
#define HF_COLLIDE_NARROW_GJK_H

#include "collide/narrow/convex.h"

typedef enum gjk_result
{
    GJK_APART = 0, // distance found
    GJK_FAR,       // certainly farther apart than the limit along gap->normal; nothing else is known
    GJK_OVERLAP,   // they overlap, or touch within rounding
} gjk_result;

/// point_a, point_b and the unit normal from b to a are filled in if the result is GJK_APART.
gjk_result gjk_distance(const convex *a, const convex *b, double limit, convex_gap *gap);

/// Barycentric weights of the point of a triangle nearest to the origin.
void gjk_nearest_on_triangle(vec3 a, vec3 b, vec3 c, double weight[3]);

#endif
