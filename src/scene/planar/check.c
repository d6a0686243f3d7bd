// Whether points make a polygon, and how large it is.
//
// Edges of one ring meet in their common corner alone, edges of different rings nowhere; holes are inside the outer
// ring and not in each other. Every pair of edges is looked at: n² is nothing for what people draw. Points count as
// equal to within 1e-12 of the extent.

#include "scene/planar/parts.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const double NOTHING = 1e-12; // of the extent, or of its square

static double turn(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static double ring_area(const polygon_rings *r, int ring)
{
    double sum = 0.0;
    int begin = r->begin[ring], end = r->begin[ring + 1];
    for (int k = begin; k < end; k++)
    {
        const double *a = r->point[k], *b = r->point[k + 1 < end ? k + 1 : begin], *o = r->point[begin];
        sum += turn(o, a, b);
    }
    return 0.5 * sum;
}

static double extent_of(const polygon_rings *r)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int k = r->begin[0]; k < r->begin[1]; k++)
        for (int i = 0; i < 2; i++)
        {
            low[i] = fmin(low[i], r->point[k][i]);
            high[i] = fmax(high[i], r->point[k][i]);
        }
    return fmax(high[0] - low[0], high[1] - low[1]);
}

/// Whether p lies on the segment a b, which it is in line with.
static bool within(const double *a, const double *b, const double *p)
{
    return p[0] >= fmin(a[0], b[0]) && p[0] <= fmax(a[0], b[0]) && p[1] >= fmin(a[1], b[1]) && p[1] <= fmax(a[1], b[1]);
}

static bool segments_meet(const double *a, const double *b, const double *c, const double *d)
{
    double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
    if (((abc > 0 && abd < 0) || (abc < 0 && abd > 0)) && ((cda > 0 && cdb < 0) || (cda < 0 && cdb > 0))) return true;
    return (abc == 0 && within(a, b, c)) || (abd == 0 && within(a, b, d)) || (cda == 0 && within(c, d, a)) ||
           (cdb == 0 && within(c, d, b));
}

static int next_in(const polygon_rings *r, int ring, int k)
{
    return k + 1 < r->begin[ring + 1] ? k + 1 : r->begin[ring];
}

static hf_status check_ring(const polygon_rings *r, int ring, double extent, const char *label, hf_error *error)
{
    int begin = r->begin[ring], end = r->begin[ring + 1];
    const char *what = ring == 0 ? "points" : "a hole";
    for (int k = begin; k < end; k++)
        if (!isfinite(r->point[k][0]) || !isfinite(r->point[k][1]))
            return error_set(error, HF_STATUS_INVALID, "%s: point %d of %s is not finite", label, k - begin, what);
    if (end - begin > POLYGON_MOST)
        return error_set(error, HF_STATUS_INVALID, "%s: %s: %d points, at most %d are read; simplify it", label, what,
                         end - begin, POLYGON_MOST);
    if (end - begin < 3)
        return error_set(error, HF_STATUS_INVALID, "%s: %s: a polygon has 3 points at least, not %d", label, what,
                         end - begin);
    for (int k = begin; k < end; k++)
    {
        const double *a = r->point[k], *b = r->point[next_in(r, ring, k)];
        if (fmax(fabs(a[0] - b[0]), fabs(a[1] - b[1])) <= NOTHING * extent)
            return error_set(error, HF_STATUS_INVALID, "%s: %s: point %d (%g, %g) is written twice; leave one out",
                             label, what, k - begin, a[0], a[1]);
    }
    if (fabs(ring_area(r, ring)) <= NOTHING * extent * extent)
        return error_set(error, HF_STATUS_INVALID, "%s: %s: a polygon without area", label, what);
    return HF_STATUS_OK;
}

static hf_status check_crossings(const polygon_rings *r, const char *label, hf_error *error)
{
    for (int p = 0; p < r->count; p++)
        for (int k = r->begin[p]; k < r->begin[p + 1]; k++)
            for (int q = p; q < r->count; q++)
                for (int j = q == p ? k + 1 : r->begin[q]; j < r->begin[q + 1]; j++)
                {
                    int kn = next_in(r, p, k), jn = next_in(r, q, j);
                    const double *a = r->point[k], *b = r->point[kn], *c = r->point[j], *d = r->point[jn];
                    // Edges with a common corner may not fold back onto each other.
                    bool joined = q == p && (kn == j || jn == k);
                    const double *o = kn == j ? b : a, *far1 = kn == j ? a : b, *far2 = kn == j ? d : c;
                    bool folds = joined && turn(far1, o, far2) == 0 &&
                                 (far1[0] - o[0]) * (far2[0] - o[0]) + (far1[1] - o[1]) * (far2[1] - o[1]) > 0;
                    if (joined ? !folds : !segments_meet(a, b, c, d)) continue;
                    return error_set(
                        error, HF_STATUS_INVALID,
                        "%s: the edge from (%g, %g) to (%g, %g) crosses or touches the one from (%g, %g) to "
                        "(%g, %g): a polygon must not cross itself; draw it as several",
                        label, a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]);
                }
    return HF_STATUS_OK;
}

/// Whether a point is inside a ring, which it is not on.
static bool is_inside(const polygon_rings *r, int ring, const double *p)
{
    bool inside = false;
    for (int k = r->begin[ring]; k < r->begin[ring + 1]; k++)
    {
        const double *a = r->point[k], *b = r->point[next_in(r, ring, k)];
        if ((a[1] > p[1]) == (b[1] > p[1])) continue;
        if ((turn(a, b, p) > 0) == (b[1] > a[1])) inside = !inside;
    }
    return inside;
}

hf_status polygon_check(const polygon_rings *r, const char *label, hf_error *error)
{
    double extent = extent_of(r);
    for (int k = 0; k < r->count; k++) TRY(check_ring(r, k, extent, label, error));
    TRY(check_crossings(r, label, error));
    for (int k = 1; k < r->count; k++)
    {
        const double *p = r->point[r->begin[k]];
        bool inside = is_inside(r, 0, p);
        for (int j = 1; j < r->count; j++) inside = inside && (j == k || !is_inside(r, j, p));
        if (!inside)
            return error_set(error, HF_STATUS_INVALID,
                             "%s: the hole that begins at (%g, %g) is not inside the polygon, or is in another hole",
                             label, p[0], p[1]);
    }
    return HF_STATUS_OK;
}

polygon_moments polygon_measure(const polygon_rings *r)
{
    polygon_moments m = {0};
    for (int ring = 0; ring < r->count; ring++)
    {
        double sign = (ring_area(r, ring) > 0) == (ring == 0) ? 1.0 : -1.0;
        for (int k = r->begin[ring]; k < r->begin[ring + 1]; k++)
        {
            const double *a = r->point[k], *b = r->point[next_in(r, ring, k)];
            double w = sign * (a[0] * b[1] - a[1] * b[0]);
            m.area += w / 2;
            m.x += w * (a[0] + b[0]) / 6;
            m.y += w * (a[1] + b[1]) / 6;
            m.xx += w * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]) / 12;
            m.yy += w * (a[1] * a[1] + a[1] * b[1] + b[1] * b[1]) / 12;
            m.xy += w * (a[0] * b[1] + 2 * a[0] * a[1] + 2 * b[0] * b[1] + b[0] * a[1]) / 24;
        }
    }
    return m;
}
