// Strands with a given number of points, at equal distances along the polygon.
//
// Point j of n lies at arc length j L ∕ (n - 1); ends stay where they are. Radii are interpolated in the same way.
// Neighbours differ afterwards but where a polygon turns back on itself, or is closed and asked for two points; such a
// point is left out, as those that repeat in the file, and so is a strand of which one point remains.

#include "scene/curves/curves.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double distance(const double *p, const double *q)
{
    double x = p[0] - q[0], y = p[1] - q[1], z = p[2] - q[2];
    return sqrt(x * x + y * y + z * z);
}

/// One strand: `count` points with radii to `n`.
static void resample(const double *points, const double *radii, size_t count, int n, double *to, double *to_radii)
{
    double length = 0.0, passed = 0.0;
    for (size_t k = 1; k < count; k++) length += distance(&points[3 * k], &points[3 * k - 3]);
    size_t k = 1;
    double edge = distance(&points[3], points);
    for (int j = 0; j < n; j++)
    {
        double at = length * j / (n - 1);
        while (k + 1 < count && passed + edge < at)
        {
            passed += edge;
            k++;
            edge = distance(&points[3 * k], &points[3 * k - 3]);
        }
        double part = edge > 0.0 ? fmin(fmax((at - passed) / edge, 0.0), 1.0) : 0.0;
        if (j == n - 1) k = count - 1, part = 1.0;
        for (size_t d = 0; d < 3; d++)
            to[3 * j + (int)d] = (1.0 - part) * points[3 * (k - 1) + d] + part * points[3 * k + d];
        to_radii[j] = (1.0 - part) * radii[k - 1] + part * radii[k];
    }
}

/// Points `begin` … `end` without those that repeat the one before; the new end.
static size_t drop_repeated(double *points, double *radii, size_t begin, size_t end)
{
    size_t kept = begin;
    for (size_t k = begin; k < end; k++)
    {
        const double *p = &points[3 * k], *last = &points[3 * kept] - 3;
        if (kept > begin && p[0] == last[0] && p[1] == last[1] && p[2] == last[2]) continue;
        memmove(&points[3 * kept], p, 3 * sizeof(double));
        radii[kept++] = radii[k];
    }
    return kept;
}

hf_status curves_resample(hf_curves *c, int n, hf_error *error)
{
    size_t total = c->count * (size_t)n, kept = 0;
    double *points = MEMORY_ARRAY(double, 3 * total), *radii = MEMORY_ARRAY(double, total);
    size_t *begin = MEMORY_ARRAY(size_t, c->count + 1);
    if (!points || !radii || !begin)
    {
        free(points);
        free(radii);
        free(begin);
        return error_no_memory(error);
    }
    size_t strands = 0;
    for (size_t s = 0; s < c->count; s++)
    {
        size_t from = c->begin[s], first = kept;
        resample(&c->points[3 * from], &c->radii[from], c->begin[s + 1] - from, n, &points[3 * first], &radii[first]);
        kept = drop_repeated(points, radii, first, first + (size_t)n);
        begin[strands] = first;
        strands += kept - first >= 2;
        c->info.short_strands += kept - first < 2;
        if (kept - first < 2) kept = first;
    }
    begin[strands] = kept;
    free(c->points);
    free(c->radii);
    free(c->begin);
    c->points = points, c->radii = radii, c->begin = begin;
    c->strand_room = c->count + 1, c->point_room = total;
    c->count = strands, c->point_count = kept;
    return HF_STATUS_OK;
}
