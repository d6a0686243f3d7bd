// Equal parts of a polyline, found in one walk along it; lengths by fast projection.

#include "bodies/fibre/chain.h"

#include <stddef.h>

static vec3 point_of(const double *points, int i)
{
    return v3_load(points + 3 * (size_t)i);
}

static double length_of(int count, const double *points)
{
    double length = 0;
    for (int i = 0; i + 1 < count; i++) length += v3_distance(point_of(points, i), point_of(points, i + 1));
    return length;
}

/// Where a walk along a polyline is.
typedef struct walk
{
    int at;
    double before; // length up to that point
} walk;

/// The point at arc length s, not before where the walk is.
static vec3 walk_to(walk *w, int count, const double *points, double s)
{
    for (;;)
    {
        vec3 a = point_of(points, w->at), b = point_of(points, w->at + 1);
        double step = v3_distance(a, b);
        if (s <= w->before + step || w->at + 2 >= count)
            return step > 0 ? v3_mix(a, b, fmin((s - w->before) / step, 1)) : a;
        w->before += step;
        w->at++;
    }
}

void chain_divide(int count, const double *points, int n, vec3 *x)
{
    walk w = {0};
    double part = length_of(count, points) / n;
    for (int i = 0; i < n; i++) x[i] = walk_to(&w, count, points, i * part);
    x[n] = point_of(points, count - 1);
}

double chain_distance(int count, const double *points, int n, const vec3 *x)
{
    walk w = {0};
    double part = length_of(count, points) / n, worst = 0;
    for (int i = 0; i <= n; i++)
    {
        vec3 at = i < n ? walk_to(&w, count, points, i * part) : point_of(points, count - 1);
        worst = fmax(worst, v3_distance(at, x[i]));
    }
    return worst;
}

// ---- lengths ----

// Of an edge: what positions of a metre can tell of an edge of a millimetre.
static const double LENGTH_ENOUGH = 1e-12;

enum
{
    LENGTH_ROUNDS = 30 // a rope thrown together takes 5
};

/// One division after the other is what this waits for: the inverses stand beside, for the way back.
void chain_solve(int n, double *diagonal, const double *beside, double *x)
{
    for (int i = 1; i < n; i++)
    {
        double pivot = diagonal[i - 1], inverse = 1 / pivot;
        diagonal[i] -= beside[i - 1] * beside[i - 1] / pivot;
        x[i] -= beside[i - 1] * inverse * x[i - 1];
        diagonal[i - 1] = inverse;
    }
    x[n - 1] /= diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--) x[i] = (x[i] - beside[i] * x[i + 1]) * diagonal[i];
}

/// 1 / mass of a point.
static double lightness(int n, bool floating, int i)
{
    return i == 0 ? (floating ? 2 : 0) : i == n ? 2 : 1;
}

/// One round; returns how far the worst edge was off, by its length.
static double project_round(int n, double length, bool floating, double *scratch, vec3 *x)
{
    double *diagonal = scratch, *beside = scratch + n, *c = scratch + 2 * (size_t)n, worst = 0, scale = 1 / length;
    vec3 before = v3_zero();
    for (int i = 0; i < n; i++)
    {
        vec3 e = v3_scale(scale, v3_sub(x[i + 1], x[i]));
        double square = v3_norm2(e);
        c[i] = 0.5 * length * (square - 1);
        if (!(fabs(0.5 * (square - 1)) <= worst)) worst = fabs(0.5 * (square - 1)); // not a number counts
        diagonal[i] = square * (lightness(n, floating, i) + lightness(n, floating, i + 1));
        if (i > 0) beside[i - 1] = -v3_dot(before, e) * lightness(n, floating, i);
        before = e;
    }
    if (worst <= LENGTH_ENOUGH || !isfinite(worst)) return worst;
    chain_solve(n, diagonal, beside, c);
    vec3 next = x[0];
    for (int i = 0; i < n; i++)
    {
        vec3 e = v3_scale(scale, v3_sub(x[i + 1], next));
        next = x[i + 1];
        x[i] = v3_add_scaled(x[i], c[i] * lightness(n, floating, i), e);
        x[i + 1] = v3_add_scaled(x[i + 1], -c[i] * lightness(n, floating, i + 1), e);
    }
    return worst;
}

void chain_project(int n, double length, bool floating, double *scratch, vec3 *x)
{
    for (int round = 0; round < LENGTH_ROUNDS; round++)
    {
        double worst = project_round(n, length, floating, scratch, x);
        if (!(worst > LENGTH_ENOUGH)) return;
    }
}
