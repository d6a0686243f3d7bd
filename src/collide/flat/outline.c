// Outlines of prisms: which hulls are prisms along their z axis, and which edges of the parts of a concave body are seams.
//
// A concave polygon is cut into convex parts (scene/planar/). A corner that slides along it must not feel the cuts: an edge that two parts share is a seam and never
// pushes, and a corner at a seam pushes only in directions that the whole has there, between the normals of the whole's own edges before and after it. These are
// found by walking round the corner from part to part. Parts are recognized by equal corners, to the last bit.
// Cost: the square of the number of edges of a body, once.

#include "collide/flat/flat.h"

#include "collide/shapes/hull.h"

#include <math.h>
#include <string.h>

static const double EVEN = 1e-12; // of the extent: the two ends of a prism agree so well

/// The corners at the upper end, in the order of the face there; false if no face is the upper end.
static bool read_top(const convex_hull *hull, double top, flat_outline *o)
{
    for (int f = 0; f < hull->face_count; f++)
    {
        if (hull->face_normals[3 * f + 2] < 1.0 - EVEN) continue;
        int begin = hull->face_begin[f], count = hull->face_begin[f + 1] - begin;
        if (count > FLAT_MOST || 2 * count != hull->vertex_count) return false;
        for (int k = 0; k < count; k++)
        {
            const double *at = &hull->vertices[3 * hull->face_vertices[begin + k]];
            if (at[2] != top) return false;
            o->point[k][0] = at[0];
            o->point[k][1] = at[1];
        }
        o->count = count;
        return true;
    }
    return false;
}

/// Whether each corner has one below it.
static bool stands_upright(const convex_hull *hull, double bottom, const flat_outline *o)
{
    for (int k = 0; k < o->count; k++)
    {
        bool found = false;
        for (int v = 0; v < hull->vertex_count && !found; v++)
        {
            const double *at = &hull->vertices[3 * v];
            found = at[2] == bottom && at[0] == o->point[k][0] && at[1] == o->point[k][1];
        }
        if (!found) return false;
    }
    return true;
}

static void edge_normal(const flat_outline *o, int k, double n[2])
{
    const double *from = o->point[k], *to = o->point[(k + 1) % o->count];
    double x = to[0] - from[0], y = to[1] - from[1], length = sqrt(x * x + y * y);
    n[0] = y / length;
    n[1] = -x / length;
}

/// The corner with the least x, and of these the least y, comes first: the order does not depend on how the hull was found.
static void begin_lowest(flat_outline *o)
{
    int first = 0;
    for (int k = 1; k < o->count; k++)
        if (o->point[k][0] < o->point[first][0] ||
            (o->point[k][0] == o->point[first][0] && o->point[k][1] < o->point[first][1]))
            first = k;
    double copy[FLAT_MOST][2];
    for (int k = 0; k < o->count; k++) memcpy(copy[k], o->point[(first + k) % o->count], sizeof copy[k]);
    memcpy(o->point, copy, sizeof copy[0] * (size_t)o->count);
}

bool flat_outline_of(const convex_hull *hull, flat_outline *o)
{
    double low = INFINITY, high = -INFINITY;
    for (int v = 0; v < hull->vertex_count; v++)
    {
        low = fmin(low, hull->vertices[3 * v + 2]);
        high = fmax(high, hull->vertices[3 * v + 2]);
    }
    *o = (flat_outline){.half = 0.5 * (high - low), .middle = 0.5 * (high + low)};
    if (!read_top(hull, high, o) || !stands_upright(hull, low, o)) return false;
    begin_lowest(o);
    for (int k = 0; k < o->count; k++)
    {
        edge_normal(o, k, o->after[k]);
        memcpy(o->before[(k + 1) % o->count], o->after[k], sizeof o->after[k]);
    }
    return true;
}

// ---- seams ----

static bool same_corner(const double a[2], const double b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

/// The part and its edge that runs the other way along edge `k` of part p; false if there is none.
static bool find_neighbour(flat_outline *const *parts, int count, int p, int k, int *other, int *edge)
{
    const flat_outline *o = parts[p];
    const double *from = o->point[k], *to = o->point[(k + 1) % o->count];
    for (int q = 0; q < count; q++)
        for (int j = 0; q != p && j < parts[q]->count; j++)
            if (same_corner(parts[q]->point[j], to) && same_corner(parts[q]->point[(j + 1) % parts[q]->count], from))
            {
                *other = q;
                *edge = j;
                return true;
            }
    return false;
}

/// The whole's edge that begins (or ends) where edge k of part p does, past all seams.
static void walk_round(flat_outline *const *parts, int count, int p, int k, bool begins, double n[2])
{
    for (int turn = 0; turn < count; turn++) // a walk that comes back is inside the whole
    {
        int q, j;
        if (!parts[p]->inner[k] || !find_neighbour(parts, count, p, k, &q, &j)) break;
        p = q;
        k = begins ? (j + 1) % parts[q]->count : (j + parts[q]->count - 1) % parts[q]->count;
    }
    edge_normal(parts[p], k, n);
}

void flat_outline_join(flat_outline *const *parts, int count)
{
    for (int p = 0; p < count; p++)
        for (int k = 0; k < parts[p]->count; k++)
        {
            int other, edge;
            parts[p]->inner[k] = find_neighbour(parts, count, p, k, &other, &edge);
        }
    for (int p = 0; p < count; p++)
        for (int k = 0; k < parts[p]->count; k++)
        {
            walk_round(parts, count, p, k, true, parts[p]->after[k]);
            walk_round(parts, count, p, (k + parts[p]->count - 1) % parts[p]->count, false, parts[p]->before[k]);
        }
}
