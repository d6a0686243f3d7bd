// Outlines of prisms: which hulls are prisms along their z axis.

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

/// The corner with the least x, and of these the least y, comes first: the order does not depend on how the hull was
/// found.
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
    return true;
}
