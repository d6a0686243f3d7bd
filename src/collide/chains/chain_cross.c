// Whether two segments pass through each other on their way, and the contact that forbids it.
//
// Ends move along straight lines from where they are to where a step would take them. Four points are in one plane
// where
//
//   f(t) = (b0 - a0) · (a1 - a0) × (b1 - b0) = 0, a cubic in t, (Provot 1997; Bridson et al. 2002)
//
// and the centre lines meet at such a t in (0, 1] if the point where they cross then lies on both. The cubic is taken
// in Bernstein form: coefficients of one sign mean no root, which settles nearly all pairs. Otherwise roots are between
// the extrema of f, and are found by bisection: always the same ones, to the last bit.
//
// The contact that is made of it speaks of the two points that meet. Its normal is across both lines where they meet,
// on the side on which the points were at the beginning, and its gap is how far apart they were along that. With gap/h
// added to u_N, as for every contact that does not touch yet, the points come as far as touching and no farther. Radii
// are part of the gap: the surfaces stop, and thin fibres are not cut by each other by less than all of their
// thickness.
//
// Lines that are in one plane all the time (two that are parallel, side by side) have no f; they have contacts at their
// corners (chain_narrow.c).
// Segments meet at corners of their fibres: a crossing counts that is beyond an end by less than CORNER_SLACK.
// Cost: a broad phase of the ways that were made, and 60 multiplications for each pair of it.

#include "collide/broad/scene.h"

#include "base/arena.h"
#include "base/error.h"
#include "collide/chains/chain_cross.h"
#include "collide/narrow/segment.h"

#include <math.h>

static const double CORNER_SLACK = 1e-6; // of a segment
enum
{
    BISECTIONS = 60
};

typedef struct crossing
{
    const line_way *a, *b;
} crossing;

/// An end at time t.
static vec3 end_at(const line_way *way, int e, double t)
{
    return v3_mix(way->end[e][0], way->end[e][1], t);
}

/// Bernstein coefficients of f over (0, 1): the triple product of three vectors that are linear in t, its mixed terms
/// symmetrized.
static void bernstein(const crossing *c, double f[4])
{
    vec3 u[2], v[2], w[2];
    for (int k = 0; k < 2; k++)
    {
        u[k] = v3_sub(c->b->end[0][k], c->a->end[0][k]);
        v[k] = v3_sub(c->a->end[1][k], c->a->end[0][k]);
        w[k] = v3_sub(c->b->end[1][k], c->b->end[0][k]);
    }
    vec3 v0w0 = v3_cross(v[0], w[0]), v0w1 = v3_cross(v[0], w[1]), v1w0 = v3_cross(v[1], w[0]),
         v1w1 = v3_cross(v[1], w[1]);
    f[0] = v3_dot(u[0], v0w0);
    f[1] = (v3_dot(u[1], v0w0) + v3_dot(u[0], v1w0) + v3_dot(u[0], v0w1)) / 3.0;
    f[2] = (v3_dot(u[0], v1w1) + v3_dot(u[1], v0w1) + v3_dot(u[1], v1w0)) / 3.0;
    f[3] = v3_dot(u[1], v1w1);
}

static double value_at(const double f[4], double t)
{
    double s = 1.0 - t;
    return s * s * (s * f[0] + 3.0 * t * f[1]) + t * t * (3.0 * s * f[2] + t * f[3]);
}

/// Where f' is zero, ascending, within (0, 1).
static int extrema(const double f[4], double t[2])
{
    double d0 = f[1] - f[0], d1 = f[2] - f[1], d2 = f[3] - f[2]; // f'/3 = d0 (1-t)² + 2 d1 t (1-t) + d2 t²
    double A = d0 - 2.0 * d1 + d2, B = d1 - d0, C = d0, D = B * B - A * C;
    int count = 0;
    if (!(D >= 0.0)) return 0;
    double q = -(B + (B < 0.0 ? -sqrt(D) : sqrt(D)));
    double roots[2] = {q != 0.0 ? C / q : -1.0, A != 0.0 ? q / A : -1.0};
    if (roots[1] < roots[0])
    {
        double swap = roots[0];
        roots[0] = roots[1], roots[1] = swap;
    }
    for (int k = 0; k < 2; k++)
        if (roots[k] > 0.0 && roots[k] < 1.0) t[count++] = roots[k];
    return count;
}

/// The root between two places where f has other signs.
static double bisect(const double f[4], double low, double high)
{
    bool negative = value_at(f, low) < 0.0;
    for (int k = 0; k < BISECTIONS; k++)
    {
        double middle = 0.5 * (low + high);
        if ((value_at(f, middle) < 0.0) == negative) low = middle;
        else high = middle;
    }
    return 0.5 * (low + high);
}

/// Whether the lines meet on both segments at time t; where, as shares of them.
static bool meet_at(const crossing *c, double t, double *s_a, double *s_b)
{
    vec3 a0 = end_at(c->a, 0, t), a = v3_sub(end_at(c->a, 1, t), a0);
    vec3 b0 = end_at(c->b, 0, t), b = v3_sub(end_at(c->b, 1, t), b0);
    vec3 n = v3_cross(a, b), w = v3_sub(b0, a0);
    double n2 = v3_norm2(n);
    if (!(n2 > 1e-18 * v3_norm2(a) * v3_norm2(b))) return false;
    *s_a = v3_dot(v3_cross(w, b), n) / n2;
    *s_b = v3_dot(v3_cross(w, a), n) / n2;
    return *s_a >= -CORNER_SLACK && *s_a <= 1.0 + CORNER_SLACK && *s_b >= -CORNER_SLACK && *s_b <= 1.0 + CORNER_SLACK;
}

/// The first time at which the segments meet; false if they do not.
static bool first_meeting(const crossing *c, double *time, double *s_a, double *s_b)
{
    double f[4], at[4] = {0.0}, roots[2];
    bernstein(c, f);
    bool positive = f[0] > 0.0 && f[1] > 0.0 && f[2] > 0.0 && f[3] > 0.0;
    bool negative = f[0] < 0.0 && f[1] < 0.0 && f[2] < 0.0 && f[3] < 0.0;
    if (positive || negative) return false;
    int count = 1;
    for (int k = 0, n = extrema(f, roots); k < n; k++) at[count++] = roots[k];
    at[count++] = 1.0;
    for (int k = 0; k + 1 < count; k++)
    {
        double low = value_at(f, at[k]), high = value_at(f, at[k + 1]);
        if (low == 0.0 || (low < 0.0) == (high < 0.0)) continue; // what begins in one plane goes off on either side
        *time = bisect(f, at[k], at[k + 1]);
        if (meet_at(c, *time, s_a, s_b)) return true;
    }
    return false;
}

bool chain_crossing(const line_way *a, const line_way *b, double radii, contact_point *point)
{
    crossing c = {a, b};
    double time, s, t;
    if (!first_meeting(&c, &time, &s, &t)) return false;
    vec3 along_a = v3_sub(end_at(a, 1, time), end_at(a, 0, time)),
         along_b = v3_sub(end_at(b, 1, time), end_at(b, 0, time));
    vec3 on_a = v3_mix(a->end[0][0], a->end[1][0], s), on_b = v3_mix(b->end[0][0], b->end[1][0], t);
    vec3 d = v3_sub(on_a, on_b), n = v3_unit_or(v3_cross(along_a, along_b), v3_unit_or(d, v3(0, 0, 1)));
    if (v3_dot(n, d) < 0.0) n = v3_negate(n);
    v3_store(point->point, v3_mix(on_a, on_b, 0.5));
    v3_store(point->normal, n);
    point->gap = v3_dot(n, d) - radii;
    return true;
}
