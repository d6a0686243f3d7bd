// A quadrilateral is cut along its shorter diagonal, as readers of OBJ do: of a bent one the diagonal decides the
// volume. More corners: ear clipping (Meisters 1975) in the plane that the polygon covers best. Cost n² as a rule, n³
// at worst, so beyond EAR_LIMIT corners it is a fan: such polygons are the caps of round things, which are convex.

#include "scene/mesh/polygon.h"

#include "linalg/vec3.h"

#include <stdbool.h>
#include <string.h>

enum
{
    EAR_LIMIT = 200
};

/// Twice the area of the triangle in the projection along `axis`, positive if it turns as the polygon does.
static double turn(const double *a, const double *b, const double *c, int axis, double sign)
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return sign * ((b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]));
}

/// Newell's normal, which is that of the best plane.
static vec3 polygon_normal(const double *vertices, const int *corners, int count)
{
    vec3 normal = v3_zero();
    for (int k = 0; k < count; k++)
        normal = v3_add(normal,
                        v3_cross(v3_load(&vertices[3 * corners[k]]), v3_load(&vertices[3 * corners[(k + 1) % count]])));
    return normal;
}

static bool is_ear(const double *vertices, const int *corners, int count, int k, int axis, double sign)
{
    int before = corners[(k + count - 1) % count], here = corners[k], after = corners[(k + 1) % count];
    const double *a = &vertices[3 * before], *b = &vertices[3 * here], *c = &vertices[3 * after];
    if (!(turn(a, b, c, axis, sign) > 0)) return false;
    for (int i = 0; i < count; i++)
    {
        if (corners[i] == before || corners[i] == here || corners[i] == after) continue;
        const double *p = &vertices[3 * corners[i]];
        if (turn(a, b, p, axis, sign) >= 0 && turn(b, c, p, axis, sign) >= 0 && turn(c, a, p, axis, sign) >= 0)
            return false;
    }
    return true;
}

static int *put(int *triangles, int a, int b, int c)
{
    triangles[0] = a, triangles[1] = b, triangles[2] = c;
    return triangles + 3;
}

static double distance(const double *vertices, int a, int b)
{
    return v3_distance(v3_load(&vertices[3 * a]), v3_load(&vertices[3 * b]));
}

static void cut_quad(const double *vertices, const int *c, int *triangles)
{
    bool across = distance(vertices, c[0], c[2]) < distance(vertices, c[1], c[3]);
    triangles = put(triangles, c[0], c[1], across ? c[2] : c[3]);
    put(triangles, across ? c[0] : c[1], c[2], c[3]);
}

void polygon_cut(const double *vertices, int *corners, int count, int *triangles)
{
    if (count == 4)
    {
        cut_quad(vertices, corners, triangles);
        return;
    }
    vec3 normal = polygon_normal(vertices, corners, count), size = v3_abs(normal);
    int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    double sign = v3_at(normal, axis) < 0 ? -1 : 1;
    while (count > 3 && count <= EAR_LIMIT)
    {
        int ear = 1; // where there is none
        for (int k = 0; k < count; k++)
        {
            int candidate = (k + 1) % count;
            if (!is_ear(vertices, corners, count, candidate, axis, sign)) continue;
            ear = candidate;
            break;
        }
        triangles = put(triangles, corners[(ear + count - 1) % count], corners[ear], corners[(ear + 1) % count]);
        count--;
        memmove(&corners[ear], &corners[ear + 1], (size_t)(count - ear) * sizeof *corners);
    }
    for (int k = 1; k < count - 1; k++) triangles = put(triangles, corners[0], corners[k], corners[k + 1]); // a fan
}
