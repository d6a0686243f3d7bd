// Fewer points, the same contact.
//
// Rule 1: two points nearer than δ, with one normal and gaps that differ by less than δ, are one; the smaller feature
// stays. (Corners that lie on corners.)
// With a reduction distance (Yamane and Nakamura 2008, section IV-C) the same goes for points within it: of two the one
// with the smaller gap stays, since it is the one that is met first.
// That is the caller's choice to lose supporting points.
// Rule 2, for more than SMALL points: among points with one normal, a point goes if others that stay say all that it
// says. Let x, y be coordinates across the normal. The normal velocity of two rigid bodies is affine in (x, y); so if a
// point is a convex combination of others with a gap no smaller than theirs combined, its condition follows from
// theirs, and any force at it is the same wrench as forces at them. Hence: the corners of the convex hull in (x, y)
// stay, all of them; a point inside goes only if its gap is at least what the triangle of hull corners around it
// interpolates (less δ). Points that are nearer than that stay, too. No supporting point is ever removed, and the
// support polygon does not change.
// Cost: O(n log n + n h), h corners of the hull.

#include "collide/narrow/reduce.h"

#include "base/arena.h"
#include "base/sort.h"
#include "linalg/flat_hull.h"

enum
{
    SMALL = 8, // a patch of two faces of boxes: all its points are corners of the hull
};

static const double SAME_NORMAL = 1 - 1e-10; // cosine: 1.4e-5 rad, the noise of normals from single-precision meshes

typedef struct planar
{
    flat_point at; // index: in the manifold
    double height, gap;
    bool corner;
} planar;

static bool same(const manifold_point *p, const manifold_point *q, double delta)
{
    return fabs(p->gap - q->gap) <= delta && fabs(p->point.x - q->point.x) <= delta &&
           fabs(p->point.y - q->point.y) <= delta && fabs(p->point.z - q->point.z) <= delta &&
           v3_dot(p->normal, q->normal) >= SAME_NORMAL;
}

static void compact(manifold *m, const bool *gone)
{
    int kept = 0;
    for (int k = 0; k < m->count; k++)
        if (!gone[k]) m->points[kept++] = m->points[k];
    m->count = kept;
}

/// Rule 1. `sorted`: the points by x, so that only neighbours are compared; `deepest`: of two the one with the smaller
/// gap stays.
static void merge(manifold *m, double delta, bool deepest, planar *sorted, bool *gone)
{
    for (int k = 0; k < m->count; k++) sorted[k] = (planar){.at = {.x = m->points[k].point.x, .index = k}};
    if (m->count > SMALL) sort_items(sorted, (size_t)m->count, sizeof *sorted, flat_compare);
    for (int i = 0; i < m->count; i++)
        for (int j = i + 1; j < m->count; j++)
        {
            if (m->count > SMALL && sorted[j].at.x > sorted[i].at.x + delta) break;
            int p = sorted[i].at.index, q = sorted[j].at.index;
            if (gone[p] || gone[q] || !same(&m->points[p], &m->points[q], delta)) continue;
            bool first = m->points[p].feature < m->points[q].feature;
            if (deepest && m->points[p].gap != m->points[q].gap) first = m->points[p].gap < m->points[q].gap;
            gone[first ? q : p] = true;
        }
}

/// Whether the hull's corners say all that the point says: it lies in a triangle of the fan, at a gap no smaller than
/// there.
static bool implied(const planar *points, const int *hull, int size, const planar *p, double delta)
{
    const planar *a = &points[hull[0]];
    for (int k = 1; k + 1 < size; k++)
    {
        const planar *b = &points[hull[k]], *c = &points[hull[k + 1]];
        double area = flat_turn(&a->at, &b->at, &c->at), u = flat_turn(&a->at, &p->at, &c->at),
               v = flat_turn(&a->at, &b->at, &p->at);
        double slack = 1e-9 * area;
        if (area <= 0 || u < -slack || v < -slack || u + v > area + slack) continue;
        double wb = u / area, wc = v / area, wa = 1 - wb - wc;
        double gap = wa * a->gap + wb * b->gap + wc * c->gap;
        double height = wa * a->height + wb * b->height + wc * c->height;
        return p->gap >= gap - delta && fabs(p->height - height) <= fabs(p->gap - gap) + delta;
    }
    return false;
}

/// Rule 2 for the points that share the normal of `first`.
static void reduce_group(const manifold *m, int first, double delta, planar *group, int *hull, bool *grouped,
                         bool *gone)
{
    vec3 n = m->points[first].normal, t = v3_perpendicular(n), b = v3_cross(n, t);
    vec3 origin = m->points[first].point;
    int count = 0;
    for (int k = first; k < m->count; k++)
    {
        if (grouped[k] || v3_dot(m->points[k].normal, n) < SAME_NORMAL) continue;
        grouped[k] = true;
        vec3 d = v3_sub(m->points[k].point, origin);
        group[count++] = (planar){{v3_dot(d, t), v3_dot(d, b), k}, v3_dot(d, n), m->points[k].gap, false};
    }
    if (count <= SMALL) return;
    sort_items(group, (size_t)count, sizeof *group, flat_compare);
    int size = flat_hull(group, sizeof *group, count, hull);
    if (size < 3) return; // a line, or rounding: keep them all
    for (int k = 0; k < size; k++) group[hull[k]].corner = true;
    for (int k = 0; k < count; k++)
        if (!group[k].corner && implied(group, hull, size, &group[k], delta)) gone[group[k].at.index] = true;
}

void manifold_reduce(manifold *m, double delta, double reduction)
{
    if (m->count < 2) return;
    bool asked = reduction > delta;
    double near = asked ? reduction : delta;
    planar local_planar[SMALL];
    bool local_gone[SMALL] = {0};
    if (m->count <= SMALL)
    {
        merge(m, near, asked, local_planar, local_gone);
        compact(m, local_gone);
        return;
    }
    arena_mark mark = arena_begin(m->workspace);
    int count = m->count;
    planar *points = ARENA_ARRAY(m->workspace, planar, count);
    bool *gone = ARENA_ZEROED(m->workspace, bool, count);
    bool *grouped = ARENA_ZEROED(m->workspace, bool, count);
    int *hull = ARENA_ARRAY(m->workspace, int, 2 * (size_t)count);
    if (!points || !gone || !grouped || !hull) m->failed = true;
    else
    {
        merge(m, near, asked, points, gone);
        compact(m, gone);
        for (int k = 0; k < count; k++) gone[k] = false;
        for (int k = 0; k < m->count; k++)
            if (!grouped[k]) reduce_group(m, k, delta, points, hull, grouped, gone);
        compact(m, gone);
    }
    arena_end(m->workspace, mark);
}
