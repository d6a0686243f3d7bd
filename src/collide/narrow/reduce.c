// Fewer points, the same contact.
//
// Rule 1: two points nearer than δ, with one normal and gaps that differ by less than δ, are one; the smaller feature stays. (Corners that lie on corners.)
// Rule 2, for more than SMALL points: among points with one normal, a point goes if others that stay say all that it says. Let x, y be coordinates
// across the normal. The normal velocity of two rigid bodies is affine in (x, y); so if a point is a convex combination of others with a gap no smaller
// than theirs combined, its condition follows from theirs, and any force at it is the same wrench as forces at them. Hence: the corners of the convex
// hull in (x, y) stay, all of them; a point inside goes only if its gap is at least what the triangle of hull corners around it interpolates
// (less δ). Points that are nearer than that stay, too. No supporting point is ever removed, and the support polygon does not change.
// Cost: O(n log n + n h), h corners of the hull.

#include "collide/narrow/reduce.h"

#include "base/arena.h"
#include "base/sort.h"

enum
{
    SMALL = 8, // a patch of two faces of boxes: all its points are corners of the hull
};

static const double SAME_NORMAL = 1 - 1e-10; // cosine: 1.4e-5 rad, the noise of normals from single-precision meshes

typedef struct planar
{
    double x, y, height, gap;
    int index; // in the manifold
    bool corner;
} planar;

static int compare_planar(const void *p, const void *q)
{
    const planar *a = p, *b = q;
    if (a->x != b->x) return a->x < b->x ? -1 : 1;
    if (a->y != b->y) return a->y < b->y ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

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

/// Rule 1. `sorted`: the points by x, so that only neighbours are compared.
static void merge(manifold *m, double delta, planar *sorted, bool *gone)
{
    for (int k = 0; k < m->count; k++) sorted[k] = (planar){.x = m->points[k].point.x, .index = k};
    if (m->count > SMALL) sort_items(sorted, (size_t)m->count, sizeof *sorted, compare_planar);
    for (int i = 0; i < m->count; i++)
        for (int j = i + 1; j < m->count; j++)
        {
            if (m->count > SMALL && sorted[j].x > sorted[i].x + delta) break;
            int p = sorted[i].index, q = sorted[j].index;
            if (gone[p] || gone[q] || !same(&m->points[p], &m->points[q], delta)) continue;
            gone[m->points[p].feature < m->points[q].feature ? q : p] = true;
        }
}

static double turn(const planar *a, const planar *b, const planar *c)
{
    return (b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x);
}

/// Convex hull of sorted points, counter-clockwise (Andrew's monotone chain). Returns the number of corners.
static int convex_chain(const planar *points, int count, int *hull)
{
    int size = 0;
    for (int pass = 0; pass < 2; pass++)
    {
        int start = size;
        for (int k = 0; k < count; k++)
        {
            int at = pass == 0 ? k : count - 1 - k;
            while (size >= start + 2 && turn(&points[hull[size - 2]], &points[hull[size - 1]], &points[at]) <= 0)
                size--;
            hull[size++] = at;
        }
        size--; // the last is the first of the other pass
    }
    return size;
}

/// Whether the hull's corners say all that the point says: it lies in a triangle of the fan, at a gap no smaller than there.
static bool implied(const planar *points, const int *hull, int size, const planar *p, double delta)
{
    const planar *a = &points[hull[0]];
    for (int k = 1; k + 1 < size; k++)
    {
        const planar *b = &points[hull[k]], *c = &points[hull[k + 1]];
        double area = turn(a, b, c), u = turn(a, p, c), v = turn(a, b, p);
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
        group[count++] = (planar){v3_dot(d, t), v3_dot(d, b), v3_dot(d, n), m->points[k].gap, k, false};
    }
    if (count <= SMALL) return;
    sort_items(group, (size_t)count, sizeof *group, compare_planar);
    int size = convex_chain(group, count, hull);
    if (size < 3) return; // a line, or rounding: keep them all
    for (int k = 0; k < size; k++) group[hull[k]].corner = true;
    for (int k = 0; k < count; k++)
        if (!group[k].corner && implied(group, hull, size, &group[k], delta)) gone[group[k].index] = true;
}

void manifold_reduce(manifold *m, double delta)
{
    if (m->count < 2) return;
    planar local_planar[SMALL];
    bool local_gone[SMALL] = {0};
    if (m->count <= SMALL)
    {
        merge(m, delta, local_planar, local_gone);
        compact(m, local_gone);
        return;
    }
    arena_mark mark = arena_begin(m->workspace);
    int count = m->count;
    planar *points = ARENA_ARRAY(m->workspace, planar, count);
    bool *gone = ARENA_ZEROED(m->workspace, bool, count);
    bool *grouped = ARENA_ZEROED(m->workspace, bool, count);
    int *hull = ARENA_ARRAY(m->workspace, int, 2 * (size_t)count + 2);
    if (!points || !gone || !grouped || !hull) m->failed = true;
    else
    {
        merge(m, delta, points, gone);
        compact(m, gone);
        for (int k = 0; k < count; k++) gone[k] = false;
        for (int k = 0; k < m->count; k++)
            if (!grouped[k]) reduce_group(m, k, delta, points, hull, grouped, gone);
        compact(m, gone);
    }
    arena_end(m->workspace, mark);
}
