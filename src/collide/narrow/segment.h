// Segments of lines: the skeletons of capsules, the edges of boxes.

#ifndef HF_COLLIDE_NARROW_SEGMENT_H
#define HF_COLLIDE_NARROW_SEGMENT_H

#include "collide/narrow/narrow.h"

/// middle + s unit, |s| <= half.
typedef struct segment
{
    vec3 middle;
    vec3 unit;
    double half;
} segment;

static inline double segment_clamp(const segment *s, double at)
{
    return at < -s->half ? -s->half : at > s->half ? s->half : at;
}

static inline vec3 segment_at(const segment *s, double at)
{
    return v3_add_scaled(s->middle, at, s->unit);
}

/// Parameter of the point nearest to p.
static inline double segment_nearest(const segment *s, vec3 p)
{
    return segment_clamp(s, v3_dot(s->unit, v3_sub(p, s->middle)));
}

/// Parameters of the nearest points of two segments; returns the square of their distance. Parallel ones: an end of one
/// of them.
double segment_closest(const segment *a, const segment *b, double *at_a, double *at_b);

/// How much two segments lie beside each other rather than end to end: 1 where they are parallel and at right angles to
/// the way d between them.
/// Among edges that share the nearest corner the one with the largest value stands for it.
static inline double segment_beside(const segment *a, const segment *b, vec3 d)
{
    double distance = v3_norm(d);
    double slant = fabs(v3_dot(d, a->unit)) + fabs(v3_dot(d, b->unit));
    return fabs(v3_dot(a->unit, b->unit)) - (distance > 0 ? slant / distance : 0);
}

/// The manifold of two segments with skins of radius_a and radius_b: the nearest points, and if the segments are nearly
/// parallel the ends of the stretch along which they run beside each other. Features: (feature_a, feature_b) for the
/// nearest points, feature_a + 1 or + 2 for an end of a, feature_b + 1 or + 2 for an end of b.
void segment_manifold(const segment *a, double radius_a, uint32_t feature_a, const segment *b, double radius_b,
                      uint32_t feature_b, double margin, double delta, manifold *out);

/// How far the surface of a fattened segment is from a point of its axis, along a direction: `from` the end that is
/// farther along it [m], to which the axis rises by `sine` >= 0. Near that end it is the cap that is there.
double segment_drop(double radius, double from, double sine);

/// The same from the end that is farther back; the radius where that looks at the other end's cap.
double segment_far_drop(double radius, double length, double sine);

#endif
