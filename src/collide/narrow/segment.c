// Two segments: nearest points and manifold.
//
// Nearest points: the common perpendicular where it meets both segments, otherwise the best of the four ends against
// the other segment. The perpendicular comes from the cross product of the directions, not from 1 - (u·v)², which would
// lose half the digits when they are nearly parallel.
//
// Manifold: where the directions differ by more than NEARLY_PARALLEL one point is all there is. Otherwise the contact
// is a stretch, the nearest point is badly placed on it, and the ends of the stretch are what carries: every end that
// lies beside the other segment gives a point with its own distance and normal. The nearest points themselves stay if
// no end is as near.
// Crossing segments (distance 0): the normal is at right angles to both; the side is that of the middles.

#include "collide/narrow/segment.h"

static const double NEARLY_PARALLEL = 0.1; // [rad]
static const double PARALLEL = 1e-12;      // sine below which a cross product has no direction

double segment_closest(const segment *a, const segment *b, double *at_a, double *at_b)
{
    vec3 n = v3_cross(a->unit, b->unit);
    vec3 w = v3_sub(b->middle, a->middle);
    double sine2 = v3_norm2(n);
    if (sine2 > PARALLEL * PARALLEL)
    {
        double s = v3_dot(v3_cross(w, b->unit), n) / sine2;
        double t = v3_dot(v3_cross(w, a->unit), n) / sine2;
        if (fabs(s) <= a->half && fabs(t) <= b->half)
        {
            *at_a = s, *at_b = t;
            return v3_norm2(v3_sub(segment_at(a, s), segment_at(b, t)));
        }
    }
    double best = INFINITY;
    for (int end = 0; end < 4; end++)
    {
        double s, t;
        if (end < 2)
        {
            s = end == 0 ? -a->half : a->half;
            t = segment_nearest(b, segment_at(a, s));
        }
        else
        {
            t = end == 2 ? -b->half : b->half;
            s = segment_nearest(a, segment_at(b, t));
        }
        double distance2 = v3_norm2(v3_sub(segment_at(a, s), segment_at(b, t)));
        if (distance2 < best)
        {
            best = distance2;
            *at_a = s, *at_b = t;
        }
    }
    return best;
}

/// The unit vector from b to a at two points of them.
static vec3 normal_between(const segment *a, const segment *b, vec3 on_a, vec3 on_b)
{
    vec3 d = v3_sub(on_a, on_b);
    double distance = v3_norm(d);
    if (distance > PARALLEL * (a->half + b->half)) return v3_scale(1 / distance, d);
    vec3 n = v3_cross(a->unit, b->unit);
    if (v3_norm(n) <= PARALLEL) return v3_perpendicular(a->unit);
    n = v3_unit_or(n, a->unit);
    return v3_dot(n, v3_sub(a->middle, b->middle)) < 0 ? v3_negate(n) : n;
}

typedef struct pair_context
{
    const segment *a, *b;
    double radius_a, radius_b;
    double margin;
    vec3 normal; // at the nearest points
    uint32_t feature_b;
    manifold *out;
} pair_context;

/// Returns the gap; infinite if the point is on the other side (segments that cross at a small angle), where it would
/// contradict the nearest.
static double add_point(const pair_context *pair, double s, double t, uint32_t feature_a)
{
    vec3 on_a = segment_at(pair->a, s), on_b = segment_at(pair->b, t);
    vec3 n = normal_between(pair->a, pair->b, on_a, on_b);
    if (v3_dot(n, pair->normal) < 0.5) return INFINITY;
    double gap = v3_dot(n, v3_sub(on_a, on_b)) - pair->radius_a - pair->radius_b;
    vec3 point = v3_add_scaled(on_b, pair->radius_b + 0.5 * gap, n);
    if (gap <= pair->margin) manifold_add(pair->out, point, n, gap, feature_pair(feature_a, pair->feature_b));
    return gap;
}

void segment_manifold(const segment *a, double radius_a, uint32_t feature_a, const segment *b, double radius_b,
                      uint32_t feature_b, double margin, double delta, manifold *out)
{
    double s = 0, t = 0;
    double nearest = sqrt(segment_closest(a, b, &s, &t)) - radius_a - radius_b;
    if (nearest > margin) return;
    vec3 normal = normal_between(a, b, segment_at(a, s), segment_at(b, t));
    pair_context pair = {a, b, radius_a, radius_b, margin, normal, feature_b, out};

    double best_end = INFINITY;
    if (v3_norm(v3_cross(a->unit, b->unit)) < NEARLY_PARALLEL)
    {
        for (int k = 0; k < 2; k++) // ends of a beside b
        {
            double end = k == 0 ? -a->half : a->half;
            double beside = v3_dot(b->unit, v3_sub(segment_at(a, end), b->middle));
            if (fabs(beside) > b->half + delta) continue;
            best_end = fmin(best_end, add_point(&pair, end, segment_clamp(b, beside), feature_a + 1 + (uint32_t)k));
        }
        for (int k = 0; k < 2; k++) // ends of b beside a, unless they are where an end of a is
        {
            double end = k == 0 ? -b->half : b->half;
            double beside = v3_dot(a->unit, v3_sub(segment_at(b, end), a->middle));
            if (fabs(beside) > a->half - delta) continue;
            pair.feature_b = feature_b + 1 + (uint32_t)k;
            best_end = fmin(best_end, add_point(&pair, beside, end, feature_a));
            pair.feature_b = feature_b;
        }
    }
    if (best_end - nearest > 1e-3 * delta) add_point(&pair, s, t, feature_a);
}

double segment_drop(double radius, double from, double sine)
{
    double cosine = sqrt(fmax(0.0, 1.0 - sine * sine)), aside = from * cosine;
    if (aside >= radius * sine) return radius / cosine; // where level: radius
    return from * sine + sqrt(radius * radius - aside * aside);
}

double segment_far_drop(double radius, double length, double sine)
{
    bool side = length * length * (1.0 - sine * sine) >= radius * radius * sine * sine;
    return side ? segment_drop(radius, length, sine) : radius;
}
