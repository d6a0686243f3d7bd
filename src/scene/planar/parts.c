// A polygon with holes, cut into convex parts.
//
//   1 holes are joined to the outer ring by bridges, to a corner that sees them: one ring that passes some corners
//   twice
//   2 ears are clipped (Meisters 1975), the one with the largest least angle first, so that slivers are few
//   3 triangles are merged across diagonals while the union stays convex (Hertel and Mehlhorn 1983): at most four times
//   as many parts as are possible
// Corners are the given ones, to the last bit, so that parts share edges exactly (collide/flat/outline.c finds seams by
// that).
// Cost: n³ for ears, with n corners, n² beyond CHOOSY.

#include "scene/planar/parts.h"

#include "base/elementary.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CHOOSY = 300 // rings with more corners lose the first ear that is found: n² in place of n³
};
static const double STRAIGHT = 1e-9; // sine: corners with less turn do not become corners of a part by merging

/// A ring of corners that is being built or clipped.
typedef struct ring
{
    int count;
    double (*point)[2];
} ring;

static double turn(const double *a, const double *b, const double *c)
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool same(const double *a, const double *b)
{
    return a[0] == b[0] && a[1] == b[1];
}

// ---- 1 bridges ----

static double signed_area(const double (*p)[2], int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += turn(p[0], p[k], p[(k + 1) % count]);
    return sum;
}

/// Whether the open segment a b meets an edge of a ring elsewhere than in its ends.
static bool blocked(const double *a, const double *b, const double (*p)[2], int count)
{
    for (int k = 0; k < count; k++)
    {
        const double *c = p[k], *d = p[(k + 1) % count];
        if (same(c, a) || same(c, b) || same(d, a) || same(d, b)) continue;
        double abc = turn(a, b, c), abd = turn(a, b, d), cda = turn(c, d, a), cdb = turn(c, d, b);
        if ((abc >= 0) != (abd > 0) && (cda >= 0) != (cdb > 0)) return true;
        if (abc == 0 && (c[0] - a[0]) * (c[0] - b[0]) + (c[1] - a[1]) * (c[1] - b[1]) < 0) return true;
    }
    return false;
}

/// Whether the way from corner k of a counter-clockwise ring to p begins inside the ring.
static bool opens_towards(const ring *r, int k, const double *p)
{
    const double *a = r->point[(k + r->count - 1) % r->count], *b = r->point[k], *c = r->point[(k + 1) % r->count];
    bool left_of_in = turn(a, b, p) > 0, left_of_out = turn(b, c, p) > 0;
    return turn(a, b, c) > 0 ? left_of_in && left_of_out : left_of_in || left_of_out;
}

/// The corner of `outer` nearest to the hole's corner `h` that sees it past everything; -1 if none does.
static int find_bridge(const ring *outer, const double *h, const polygon_rings *rings)
{
    int best = -1;
    double least = INFINITY;
    for (int k = 0; k < outer->count; k++)
    {
        const double *p = outer->point[k];
        double d = (p[0] - h[0]) * (p[0] - h[0]) + (p[1] - h[1]) * (p[1] - h[1]);
        if (d >= least || !opens_towards(outer, k, h)) continue;
        bool clear = !blocked(h, p, (const double(*)[2])outer->point, outer->count);
        for (int q = 1; q < rings->count && clear; q++)
            clear = !blocked(h, p, rings->point + rings->begin[q], rings->begin[q + 1] - rings->begin[q]);
        if (clear) least = d, best = k;
    }
    return best;
}

/// outer ◄ outer with the hole let in: … p, h, (the hole clockwise), h, p …
static void let_in(ring *outer, int at, const double (*hole)[2], int count, int from, bool clockwise)
{
    int added = count + 2;
    memmove(outer->point + at + 1 + added, outer->point + at + 1,
            (size_t)(outer->count - at - 1) * sizeof *outer->point);
    double(*to)[2] = outer->point + at + 1;
    for (int k = 0; k <= count; k++) memcpy(to[k], hole[(from + (clockwise ? k : count - k)) % count], sizeof *to);
    memcpy(to[count + 1], outer->point[at], sizeof *to);
    outer->count += added;
}

/// The order in which holes are joined: by the corner with the greatest x.
static bool join_next_hole(ring *outer, const polygon_rings *rings, bool *joined)
{
    for (int h = 1; h < rings->count; h++)
    {
        if (joined[h]) continue;
        const double(*hole)[2] = rings->point + rings->begin[h];
        int count = rings->begin[h + 1] - rings->begin[h];
        for (int k = 0; k < count; k++)
        {
            int at = find_bridge(outer, hole[k], rings);
            if (at < 0) continue;
            let_in(outer, at, hole, count, k, signed_area(hole, count) < 0);
            joined[h] = true;
            return true;
        }
    }
    return false;
}

static hf_status join_holes(const polygon_rings *rings, ring *outer, hf_error *error)
{
    int total = rings->begin[rings->count] + 2 * rings->count, count = rings->begin[1];
    outer->point = memory_zeroed((size_t)total, sizeof *outer->point);
    bool *joined = MEMORY_ARRAY(bool, (size_t)rings->count);
    hf_status status = outer->point && joined ? HF_STATUS_OK : error_no_memory(error);
    bool turned = signed_area(rings->point, count) < 0;
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
        memcpy(outer->point[k], rings->point[turned ? count - 1 - k : k], sizeof *outer->point);
    outer->count = count;
    for (int h = 1; h < rings->count && status == HF_STATUS_OK; h++)
        if (!join_next_hole(outer, rings, joined))
            status = error_set(error, HF_STATUS_INVALID, "a hole touches the polygon's edge; draw it as several");
    free(joined);
    return status;
}

// ---- 2 ears ----

/// The least sine of a triangle's angles, or -1 if the corner k is no ear.
static double ear_quality(const ring *r, int k)
{
    const double *a = r->point[(k + r->count - 1) % r->count], *b = r->point[k], *c = r->point[(k + 1) % r->count];
    double area = turn(a, b, c);
    if (!(area > 0)) return -1;
    for (int i = 0; i < r->count; i++)
    {
        const double *p = r->point[i];
        if (same(p, a) || same(p, b) || same(p, c)) continue;
        if (turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0) return -1;
    }
    double ab = real_hypot(b[0] - a[0], b[1] - a[1]), bc = real_hypot(c[0] - b[0], c[1] - b[1]),
           ca = real_hypot(a[0] - c[0], a[1] - c[1]);
    return fmin(area / (ab * bc), fmin(area / (bc * ca), area / (ca * ab)));
}

/// The ear to clip next; where there is none, a corner without turn.
static int choose_ear(const ring *r)
{
    int best = -1;
    double most = 0.0;
    for (int k = 0; k < r->count; k++)
    {
        double quality = ear_quality(r, k);
        if (quality > most) most = quality, best = k;
        if (best >= 0 && r->count > CHOOSY) break;
    }
    for (int k = 0; k < r->count && best < 0; k++)
        if (turn(r->point[(k + r->count - 1) % r->count], r->point[k], r->point[(k + 1) % r->count]) == 0) best = k;
    return best;
}

static void add_triangle(polygon_part *parts, int *count, const double *a, const double *b, const double *c)
{
    if (!(turn(a, b, c) > 0)) return;
    polygon_part *part = &parts[(*count)++];
    const double *corner[3] = {a, b, c};
    part->count = 3;
    for (int k = 0; k < 3; k++) memcpy(part->point[k], corner[k], sizeof part->point[k]);
}

/// Triangles; false if the ring is none that can be clipped.
static bool clip_ears(ring *r, polygon_part *parts, int *count)
{
    while (r->count > 3)
    {
        int k = choose_ear(r);
        if (k < 0) return false;
        add_triangle(parts, count, r->point[(k + r->count - 1) % r->count], r->point[k], r->point[(k + 1) % r->count]);
        r->count--;
        memmove(r->point + k, r->point + k + 1, (size_t)(r->count - k) * sizeof *r->point);
    }
    add_triangle(parts, count, r->point[0], r->point[1], r->point[2]);
    return true;
}

// ---- 3 merging ----

/// Whether a corner turns enough to be one.
static bool is_corner(const double *a, const double *b, const double *c)
{
    double ab = real_hypot(b[0] - a[0], b[1] - a[1]), bc = real_hypot(c[0] - b[0], c[1] - b[1]);
    return turn(a, b, c) > STRAIGHT * ab * bc;
}

/// p ◄ p with q, if they share an edge and stay convex.
static bool merge(polygon_part *p, const polygon_part *q)
{
    if (p->count + q->count - 2 > PART_MOST) return false;
    for (int i = 0; i < p->count; i++)
        for (int j = 0; j < q->count; j++)
        {
            int in = (i + 1) % p->count, jn = (j + 1) % q->count;
            if (!same(p->point[i], q->point[jn]) || !same(p->point[in], q->point[j])) continue;
            const double *before = p->point[(i + p->count - 1) % p->count], *after = p->point[(in + 1) % p->count];
            const double *first = q->point[(jn + 1) % q->count], *last = q->point[(j + q->count - 1) % q->count];
            if (!is_corner(before, p->point[i], first) || !is_corner(last, p->point[in], after)) return false;
            polygon_part merged = {0};
            for (int k = 0; k < p->count; k++)
                memcpy(merged.point[merged.count++], p->point[(in + k) % p->count], sizeof merged.point[0]);
            for (int k = 1; k + 1 < q->count; k++)
                memcpy(merged.point[merged.count++], q->point[(jn + k) % q->count], sizeof merged.point[0]);
            *p = merged;
            return true;
        }
    return false;
}

static void merge_parts(polygon_part *parts, int *count)
{
    for (int p = 0; p < *count; p++)
        for (int q = p + 1; q < *count; q++)
        {
            if (!merge(&parts[p], &parts[q])) continue;
            memmove(parts + q, parts + q + 1, (size_t)(*count - q - 1) * sizeof *parts);
            (*count)--;
            q = p; // its neighbours have changed
        }
}

hf_status polygon_parts(const polygon_rings *rings, polygon_part **parts, int *count, hf_error *error)
{
    ring outer = {0};
    *parts = NULL;
    *count = 0;
    hf_status status = join_holes(rings, &outer, error);
    if (status == HF_STATUS_OK)
    {
        *parts = MEMORY_ARRAY(polygon_part, (size_t)outer.count);
        if (!*parts) status = error_no_memory(error);
    }
    if (status == HF_STATUS_OK && !clip_ears(&outer, *parts, count))
        status = error_set(error, HF_STATUS_INVALID, "the polygon cannot be cut into triangles; does it touch itself?");
    if (status == HF_STATUS_OK) merge_parts(*parts, count);
    if (status != HF_STATUS_OK)
    {
        free(*parts);
        *parts = NULL;
    }
    free(outer.point);
    return status;
}
