// Equal parts of a polyline, found in one walk along it.

#include "bodies/fibre/polyline.h"

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

void polyline_divide(int count, const double *points, int n, vec3 *x)
{
    walk w = {0};
    double part = length_of(count, points) / n;
    for (int i = 0; i < n; i++) x[i] = walk_to(&w, count, points, i * part);
    x[n] = point_of(points, count - 1);
}

double polyline_distance(int count, const double *points, int n, const vec3 *x)
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
