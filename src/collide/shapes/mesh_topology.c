// Who is whose neighbour in a mesh, and what its features are called.
//
// Vertices at the same place are one (files with a triangle's corners written out have no others). An edge with exactly
// two triangles, which run along it in opposite directions, joins them; any other is a border. Where the joined
// triangles lie in one plane the edge is flat: it is no feature, and its triangles belong to one face. A vertex among
// triangles of one face only, without a border, is none either. So a contact keeps its name while it slides over a flat
// surface, however that is cut up.

#include "collide/shapes/mesh.h"

#include "base/memory.h"
#include "base/union_find.h"

#include <stdlib.h>

// Edges whose neighbour's corner is lower than this over the plane count as flat, relative to the
// edge's length and to the extent.
static const double FLAT = 1e-7;

typedef struct placed_vertex
{
    double x[3];
    int vertex;
} placed_vertex;

typedef struct half_edge
{
    int low, high; // welded vertices
    int triangle, k;
} half_edge;

static int compare_placed(const void *p, const void *q)
{
    const placed_vertex *a = p, *b = q;
    for (int k = 0; k < 3; k++)
        if (a->x[k] != b->x[k]) return a->x[k] < b->x[k] ? -1 : 1;
    return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

static int compare_edges(const void *p, const void *q)
{
    const half_edge *a = p, *b = q;
    if (a->low != b->low) return a->low < b->low ? -1 : 1;
    if (a->high != b->high) return a->high < b->high ? -1 : 1;
    if (a->triangle != b->triangle) return a->triangle < b->triangle ? -1 : 1;
    return (a->k > b->k) - (a->k < b->k);
}

static bool weld(triangle_mesh *mesh)
{
    placed_vertex *placed = MEMORY_ARRAY(placed_vertex, (size_t)mesh->vertex_count);
    if (!placed) return false;
    for (int v = 0; v < mesh->vertex_count; v++)
    {
        placed[v].vertex = v;
        for (int k = 0; k < 3; k++) placed[v].x[k] = mesh->vertices[3 * v + k] + 0.0; // -0 is 0
    }
    qsort(placed, (size_t)mesh->vertex_count, sizeof *placed, compare_placed);
    for (int i = 0, first = 0; i < mesh->vertex_count; i++)
    {
        for (int k = 0; k < 3; k++)
            if (placed[i].x[k] != placed[first].x[k]) first = i;
        mesh->welded[placed[i].vertex] = placed[first].vertex;
    }
    free(placed);
    return true;
}

static int corner_vertex(const triangle_mesh *mesh, int t, int k)
{
    return mesh->welded[mesh->triangles[3 * t + k % 3]];
}

static bool has_area(const triangle_mesh *mesh, int t)
{
    return v3_norm2(v3_load(&mesh->normals[3 * t])) > 0;
}

/// Is the edge k of t, which g joins, flat?
static bool is_flat(const triangle_mesh *mesh, int t, int k, int g)
{
    if (!has_area(mesh, t) || !has_area(mesh, g)) return true;
    if (mesh->deforming) return false;
    vec3 n = v3_load(&mesh->normals[3 * t]), m = v3_load(&mesh->normals[3 * g]), a = mesh_corner(mesh, t, k);
    if (v3_dot(n, m) < 0.999) return false;
    double edge = v3_distance(a, mesh_corner(mesh, t, (k + 1) % 3)), off = 0, back = 0, far = edge;
    for (int i = 0; i < 3; i++)
    {
        off = fmax(off, fabs(v3_dot(n, v3_sub(mesh_corner(mesh, g, i), a))));
        back = fmax(back, fabs(v3_dot(m, v3_sub(mesh_corner(mesh, t, i), a))));
        far = fmax(far, v3_distance(mesh_corner(mesh, g, i), a));
    }
    return fmax(off, back) <= FLAT * far;
}

static void join_edges(triangle_mesh *mesh, const half_edge *edges, int count)
{
    mesh->open_count = 0;
    uint32_t number = 0;
    for (int i = 0, end; i < count; i = end, number++)
    {
        for (end = i + 1; end < count && edges[end].low == edges[i].low && edges[end].high == edges[i].high;) end++;
        int t = edges[i].triangle, k = edges[i].k;
        bool joined = false, flat = false;
        if (end == i + 2)
        {
            int g = edges[i + 1].triangle, j = edges[i + 1].k;
            joined = corner_vertex(mesh, t, k) == corner_vertex(mesh, g, j + 1) && t != g;
            flat = joined && is_flat(mesh, t, k, g);
            if (joined) mesh->neighbors[3 * t + k] = g, mesh->neighbors[3 * g + j] = t;
        }
        // A closed mesh uses each edge as often forwards as backwards; more than one pair where
        // parts touch along an edge.
        int balance = 0;
        for (int e = i; e < end; e++)
            balance += corner_vertex(mesh, edges[e].triangle, edges[e].k) == edges[e].low ? 1 : -1;
        if (balance != 0 && edges[i].low != edges[i].high && mesh->open_count++ == 0)
            mesh->open_edge[0] = edges[i].low, mesh->open_edge[1] = edges[i].high;
        for (int e = i; e < end; e++)
            mesh->names[edges[e].triangle].edge[edges[e].k] = flat ? FEATURE_NONE : number << 2 | 1;
    }
    mesh->closed = mesh->open_count == 0;
}

/// Faces are the sets of triangles joined by flat edges; the smallest triangle's number names one.
static void name_faces(triangle_mesh *mesh, int *parent)
{
    union_find_begin(parent, mesh->triangle_count);
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
        {
            int g = mesh->neighbors[3 * t + k];
            if (g < 0 || mesh->names[t].edge[k] != FEATURE_NONE || !has_area(mesh, t) || !has_area(mesh, g)) continue;
            union_find_join(parent, t, g);
        }
    for (int t = 0; t < mesh->triangle_count; t++) mesh->names[t].face = (uint32_t)union_find_root(parent, t) << 2 | 2;
}

/// A vertex is named unless no edge at it is.
static void name_vertices(triangle_mesh *mesh, int *has_name)
{
    for (int v = 0; v < mesh->vertex_count; v++) has_name[v] = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            if (mesh->names[t].edge[k] != FEATURE_NONE)
                has_name[corner_vertex(mesh, t, k)] = has_name[corner_vertex(mesh, t, k + 1)] = 1;
    for (int t = 0; t < mesh->triangle_count; t++)
        for (int k = 0; k < 3; k++)
        {
            int v = corner_vertex(mesh, t, k);
            mesh->names[t].vertex[k] = has_name[v] ? (uint32_t)v << 2 : FEATURE_NONE;
        }
}

/// Neighbours of each welded vertex: one entry for each distinct edge and end.
static bool list_rings(triangle_mesh *mesh, const half_edge *edges, int count)
{
    int distinct = 0;
    for (int i = 0; i < count; i++)
    {
        if (i > 0 && edges[i].low == edges[i - 1].low && edges[i].high == edges[i - 1].high) continue;
        distinct++;
        mesh->ring_begin[edges[i].low + 1]++;
        mesh->ring_begin[edges[i].high + 1]++;
    }
    mesh->ring = MEMORY_ARRAY(int, 2 * (size_t)distinct);
    if (!mesh->ring) return false;
    for (int v = 0; v < mesh->vertex_count; v++) mesh->ring_begin[v + 1] += mesh->ring_begin[v];
    for (int i = 0; i < count; i++)
    {
        if (i > 0 && edges[i].low == edges[i - 1].low && edges[i].high == edges[i - 1].high) continue;
        mesh->ring[mesh->ring_begin[edges[i].low]++] = edges[i].high;
        mesh->ring[mesh->ring_begin[edges[i].high]++] = edges[i].low;
    }
    for (int v = mesh->vertex_count; v > 0; v--) mesh->ring_begin[v] = mesh->ring_begin[v - 1];
    mesh->ring_begin[0] = 0;
    return true;
}

bool mesh_connect(triangle_mesh *mesh)
{
    size_t n = (size_t)mesh->triangle_count, v = (size_t)mesh->vertex_count;
    mesh->welded = MEMORY_ARRAY(int, v);
    mesh->neighbors = MEMORY_ARRAY(int, 3 * n);
    mesh->names = MEMORY_ARRAY(triangle_names, n);
    mesh->ring_begin = MEMORY_ARRAY(int, v + 1);
    half_edge *edges = MEMORY_ARRAY(half_edge, 3 * n);
    int *scratch = MEMORY_ARRAY(int, n > v ? n : v);
    bool ok = mesh->welded && mesh->neighbors && mesh->names && mesh->ring_begin && edges && scratch && weld(mesh);
    if (ok)
    {
        int count = 0;
        for (int t = 0; t < mesh->triangle_count; t++)
            for (int k = 0; k < 3; k++)
            {
                int p = corner_vertex(mesh, t, k), q = corner_vertex(mesh, t, k + 1);
                mesh->neighbors[3 * t + k] = -1;
                edges[count++] = (half_edge){p < q ? p : q, p < q ? q : p, t, k};
            }
        qsort(edges, (size_t)count, sizeof *edges, compare_edges);
        join_edges(mesh, edges, count);
        name_faces(mesh, scratch);
        name_vertices(mesh, scratch);
        ok = list_rings(mesh, edges, count);
    }
    free(edges), free(scratch);
    return ok;
}
