// Volume, centre and inertia of what a triangle mesh encloses.
//
// A triangle (D, E, F) and a point p span a tetrahedron of volume v = n·(c - p) A/3 with c the triangle's centre, A its
// area, n its normal. Over tetrahedra with one corner at the origin
//   P_jk = Σ v/20 (2 (D_j D_k + E_j E_k + F_j F_k) + D_j E_k + D_k E_j + D_j F_k + D_k F_j + E_j F_k + E_k F_j), I =
//   tr(P) 1 - P.
// EXACT takes v with its sign; LEGACY, MuJoCo's default, its absolute value seen from the middle of the surface and
// then from the centre of mass, which is the same for convex meshes and too much for others; SHELL takes v = A and 12
// for 20. CONVEX is EXACT on the hull.

#include "base/arena.h"
#include "base/error.h"
#include "scene/mesh/mesh_read.h"

#include <math.h>
#include <stdlib.h>

typedef struct facet
{
    vec3 corner[3];
    vec3 middle;
    vec3 normal; // times twice the area
    double area;
} facet;

static facet facet_at(const double *vertices, const int *triangle, vec3 origin)
{
    facet f;
    for (int i = 0; i < 3; i++) f.corner[i] = v3_sub(v3_load(&vertices[3 * triangle[i]]), origin);
    f.middle = v3_scale(1.0 / 3, v3_add(v3_add(f.corner[0], f.corner[1]), f.corner[2]));
    f.normal = v3_cross(v3_sub(f.corner[1], f.corner[0]), v3_sub(f.corner[2], f.corner[0]));
    f.area = v3_norm(f.normal) / 2;
    return f;
}

/// Mean of the triangles' centres, weighted by area; total area in *area.
static vec3 surface_middle(const double *vertices, const int *triangles, int count, double *area)
{
    vec3 sum = v3_zero();
    *area = 0;
    for (int t = 0; t < count; t++)
    {
        facet f = facet_at(vertices, &triangles[3 * t], v3_zero());
        sum = v3_add_scaled(sum, f.area, f.middle);
        *area += f.area;
    }
    return *area > 0 ? v3_scale(1 / *area, sum) : sum;
}

static double facet_volume(const facet *f, mesh_inertia_kind kind)
{
    if (kind == MESH_INERTIA_SHELL) return f->area;
    double volume = v3_dot(f->normal, f->middle) / 6;
    return kind == MESH_INERTIA_LEGACY ? fabs(volume) : volume;
}

static double second_moment(const facet *f, int j, int k)
{
    const vec3 *c = f->corner;
    double sum = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) sum += (a == b ? 2 : 1) * v3_at(c[a], j) * v3_at(c[b], k);
    return sum;
}

static void add_inertia(const double P[6], double inertia[6])
{
    inertia[0] = P[1] + P[2];
    inertia[1] = P[0] + P[2];
    inertia[2] = P[0] + P[1];
    for (int i = 3; i < 6; i++) inertia[i] = -P[i];
}

mesh_mass mesh_mass_compute(const double *vertices, const int *triangles, int triangle_count, mesh_inertia_kind kind)
{
    mesh_mass mass = {0};
    double area, volume = 0;
    vec3 middle = surface_middle(vertices, triangles, triangle_count, &area), sum = v3_zero();
    for (int t = 0; t < triangle_count; t++)
    {
        facet f = facet_at(vertices, &triangles[3 * t], middle);
        double v = facet_volume(&f, kind);
        sum = v3_add_scaled(sum, 0.75 * v, f.middle); // the tetrahedron's centre, seen from `middle`
        volume += v;
    }
    bool shell = kind == MESH_INERTIA_SHELL;
    mass.center = shell || volume == 0 ? middle : v3_add_scaled(middle, 1 / volume, sum);
    static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    double P[6] = {0};
    for (int t = 0; t < triangle_count; t++)
    {
        facet f = facet_at(vertices, &triangles[3 * t], mass.center);
        double v = facet_volume(&f, kind);
        mass.volume += v;
        for (int i = 0; i < 6; i++) P[i] += v / (shell ? 12 : 20) * second_moment(&f, pairs[i][0], pairs[i][1]);
    }
    add_inertia(P, mass.inertia);
    return mass;
}

typedef struct directed_edge
{
    int low, high;
    bool forward;
} directed_edge;

static int compare_edges(const void *a, const void *b)
{
    const directed_edge *p = a, *q = b;
    if (p->low != q->low) return p->low < q->low ? -1 : 1;
    if (p->high != q->high) return p->high < q->high ? -1 : 1;
    return p->forward - q->forward;
}

hf_status mesh_is_closed(const int *triangles, int triangle_count, hf_workspace *arena, bool *closed, hf_error *error)
{
    arena_mark mark = arena_begin(arena);
    size_t n = 3 * (size_t)triangle_count;
    directed_edge *edges = ARENA_ARRAY(arena, directed_edge, n);
    if (!edges) return error_no_memory(error);
    for (size_t k = 0; k < n; k++)
    {
        int from = triangles[k], to = triangles[k % 3 == 2 ? k - 2 : k + 1];
        edges[k] = (directed_edge){from < to ? from : to, from < to ? to : from, from < to};
    }
    qsort(edges, n, sizeof *edges, compare_edges);
    *closed = n > 0 && n % 2 == 0;
    for (size_t k = 0;
         k < n && *closed;) // as often forwards as backwards; more than one pair where parts touch along an edge
    {
        long balance = 0;
        size_t end = k;
        while (end < n && edges[end].low == edges[k].low && edges[end].high == edges[k].high)
            balance += edges[end++].forward ? 1 : -1;
        *closed = balance == 0;
        k = end;
    }
    arena_end(arena, mark);
    return HF_STATUS_OK;
}
