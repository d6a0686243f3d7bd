// From the triangles of a hull to its faces: triangles in one plane are merged, corners inside faces and edges vanish,
// and neighbours are listed.
//
// A face grows from the largest triangle not yet taken over neighbours whose corners are all within COPLANAR of the
// seed's plane; the seed's plane, not the last one's, so that a finely faceted ball does not melt into one face. Its
// border is one loop of edges; a corner of the loop where the same two faces meet on both sides lies on a straight edge
// and is left out. Should a border not be one loop (rounding), merging is given up and every triangle is a face: still
// a valid hull, only with more points in its manifolds.

#include "collide/shapes/hull.h"

#include "base/memory.h"

#include <stdlib.h>

static const double COPLANAR = 1e-8; // of the extent

typedef struct merger
{
    const vec3 *points;
    const hull_triangles *t;
    int *region;   // of each triangle
    int *order;    // triangles, largest first
    double *area;  // of each triangle
    int *loop;     // corners of all faces (indices of points), then compacted
    int *beyond;   // parallel: the region beyond the edge from this corner
    int *begin;    // of each face in loop
    int *after;    // per point: next corner of the region's border, -1
    int *opposite; // per point: the region beyond the edge that starts here
    int *number;   // of each point among the hull's vertices, -1
    int region_count;
} merger;

static vec3 triangle_vector(const merger *m, int t)
{
    const int *v = &m->t->vertices[3 * t];
    vec3 a = m->points[v[0]];
    return v3_cross(v3_sub(m->points[v[1]], a), v3_sub(m->points[v[2]], a));
}

/// A heap sort by (area, index), because qsort would need a global to see the areas.
static void sort_by_area(merger *m)
{
    int n = m->t->count;
    int *heap = m->order;
    for (int i = 0; i < n; i++) heap[i] = i;
#define BEFORE(x, y) (m->area[x] < m->area[y] || (m->area[x] == m->area[y] && (x) > (y))) // x belongs nearer the end
    for (int size = n, root = n / 2 - 1; size > 1;)
    {
        int i;
        if (root >= 0) i = root--;
        else
        {
            int last = heap[--size];
            heap[size] = heap[0];
            heap[0] = last;
            i = 0;
        }
        for (int child; (child = 2 * i + 1) < size; i = child)
        {
            if (child + 1 < size && BEFORE(heap[child + 1], heap[child])) child++;
            if (!BEFORE(heap[child], heap[i])) break;
            int swap = heap[i];
            heap[i] = heap[child], heap[child] = swap;
        }
    }
#undef BEFORE
}

static bool in_plane(const merger *m, int t, vec3 normal, double offset, double tolerance)
{
    for (int k = 0; k < 3; k++)
        if (fabs(v3_dot(normal, m->points[m->t->vertices[3 * t + k]]) - offset) > tolerance) return false;
    return true;
}

static void grow_regions(merger *m, double tolerance, int *stack)
{
    m->region_count = 0;
    for (int t = 0; t < m->t->count; t++) m->region[t] = -1;
    for (int i = 0; i < m->t->count; i++)
    {
        int seed = m->order[i];
        if (m->region[seed] >= 0) continue;
        int region = m->region_count++, depth = 0;
        vec3 normal = v3_unit_or(triangle_vector(m, seed), v3_zero());
        double offset = v3_dot(normal, m->points[m->t->vertices[3 * seed]]);
        m->region[seed] = region;
        stack[depth++] = seed;
        while (depth > 0)
        {
            int t = stack[--depth];
            for (int k = 0; k < 3; k++)
            {
                int g = m->t->neighbors[3 * t + k];
                if (m->region[g] >= 0 || !in_plane(m, g, normal, offset, tolerance)) continue;
                m->region[g] = region;
                stack[depth++] = g;
            }
        }
    }
}

/// Borders of all regions into loop, beyond, begin; false if one of them is not a single loop. `members`: triangles by
/// region.
static bool find_loops(merger *m, const int *members, const int *member_begin)
{
    int used = 0;
    for (int r = 0; r < m->region_count; r++)
    {
        int first = -1, edges = 0;
        bool simple = true;
        m->begin[r] = used;
        for (int i = member_begin[r]; i < member_begin[r + 1]; i++)
            for (int k = 0; k < 3; k++)
            {
                int t = members[i], g = m->t->neighbors[3 * t + k];
                if (m->region[g] == r) continue;
                int a = m->t->vertices[3 * t + k];
                simple = simple && m->after[a] < 0;
                m->after[a] = m->t->vertices[3 * t + (k + 1) % 3];
                m->opposite[a] = m->region[g];
                if (first < 0 || a < first) first = a;
                edges++;
            }
        int a = first, walked = 0;
        while (simple && a >= 0 && m->after[a] >= 0)
        {
            int b = m->after[a];
            m->loop[used] = a;
            m->beyond[used++] = m->opposite[a];
            m->after[a] = -1;
            walked++;
            a = b;
        }
        if (!simple || walked != edges || a != first || edges < 3) return false;
    }
    m->begin[m->region_count] = used;
    return true;
}

/// Leaves out the corners on straight edges; returns false if a face would keep fewer than three.
static bool drop_straight(merger *m)
{
    int used = 0, from = 0;
    for (int r = 0; r < m->region_count; r++)
    {
        int end = m->begin[r + 1], start = used;
        int before = m->beyond[end - 1]; // of the edge that ends in the first corner
        for (int i = from; i < end; i++)
        {
            int now = m->beyond[i];
            if (now != before) m->loop[used] = m->loop[i], m->beyond[used++] = now;
            before = now;
        }
        from = end;
        m->begin[r] = start;
        if (used - start < 3) return false;
    }
    m->begin[m->region_count] = used;
    return true;
}

static void every_triangle_a_face(merger *m)
{
    m->region_count = m->t->count;
    for (int t = 0; t < m->t->count; t++)
    {
        m->begin[t] = 3 * t;
        m->region[t] = t;
        for (int k = 0; k < 3; k++)
        {
            m->loop[3 * t + k] = m->t->vertices[3 * t + k];
            m->beyond[3 * t + k] = m->t->neighbors[3 * t + k];
        }
    }
    m->begin[m->t->count] = 3 * m->t->count;
}

/// Every edge must be walked once each way, or the loops do not fit together (a corner left out on one side only).
static bool fits_together(const merger *m, int point_count, int *scratch)
{
    // scratch[p]: corners at p in all loops. A corner that is kept must have at least three faces.
    for (int p = 0; p < point_count; p++) scratch[p] = 0;
    for (int i = 0; i < m->begin[m->region_count]; i++) scratch[m->loop[i]]++;
    for (int i = 0; i < m->begin[m->region_count]; i++)
        if (scratch[m->loop[i]] < 3) return false;
    int vertices = 0;
    for (int p = 0; p < point_count; p++) vertices += scratch[p] > 0;
    int edges = m->begin[m->region_count] / 2;
    return vertices - edges + m->region_count == 2 && m->begin[m->region_count] % 2 == 0;
}

static bool merge_faces(merger *m, double tolerance, int point_count, int *stack, int *members, int *member_begin)
{
    sort_by_area(m);
    grow_regions(m, tolerance, stack);
    if (m->region_count < 4) return false;
    for (int r = 0; r <= m->region_count; r++) member_begin[r] = 0;
    for (int t = 0; t < m->t->count; t++) member_begin[m->region[t] + 1]++;
    for (int r = 0; r < m->region_count; r++) member_begin[r + 1] += member_begin[r];
    for (int t = 0; t < m->t->count; t++) members[member_begin[m->region[t]]++] = t;
    for (int r = m->region_count; r > 0; r--) member_begin[r] = member_begin[r - 1];
    member_begin[0] = 0;
    return find_loops(m, members, member_begin) && drop_straight(m) && fits_together(m, point_count, stack);
}

// ---- the hull's arrays ----

typedef struct hull_arrays
{
    double *vertices, *normals;
    int *triangles, *face_begin, *face_vertices, *face_edges, *vertex_begin, *vertex_faces, *vertex_next;
    hull_edge *edges;
} hull_arrays;

static bool allocate_arrays(hull_arrays *a, size_t vertices, size_t corners, size_t faces)
{
    a->vertices = MEMORY_ARRAY(double, 3 * vertices);
    a->normals = MEMORY_ARRAY(double, 3 * faces);
    a->triangles = MEMORY_ARRAY(int, 3 * (corners - 2 * faces));
    a->face_begin = MEMORY_ARRAY(int, faces + 1);
    a->face_vertices = MEMORY_ARRAY(int, corners);
    a->face_edges = MEMORY_ARRAY(int, corners);
    a->vertex_begin = MEMORY_ARRAY(int, vertices + 1);
    a->vertex_faces = MEMORY_ARRAY(int, corners);
    a->vertex_next = MEMORY_ARRAY(int, corners);
    a->edges = MEMORY_ARRAY(hull_edge, corners / 2);
    return a->vertices && a->normals && a->triangles && a->face_begin && a->face_vertices && a->face_edges &&
           a->vertex_begin && a->vertex_faces && a->vertex_next && a->edges;
}

static vec3 polygon_normal(const double *vertices, const int *corner, int count) // Newell
{
    vec3 sum = v3_zero(), origin = v3_load(&vertices[3 * corner[0]]);
    for (int i = 1; i + 1 < count; i++)
        sum = v3_add(sum, v3_cross(v3_sub(v3_load(&vertices[3 * corner[i]]), origin),
                                   v3_sub(v3_load(&vertices[3 * corner[i + 1]]), origin)));
    return v3_unit_or(sum, v3(0, 0, 1));
}

static void fill_vertex_lists(const merger *m, hull_arrays *a, int vertex_count, int corner_count)
{
    for (int i = 0; i < corner_count; i++) a->vertex_begin[a->face_vertices[i] + 1]++;
    for (int v = 0; v < vertex_count; v++) a->vertex_begin[v + 1] += a->vertex_begin[v];
    for (int f = 0; f < m->region_count; f++)
        for (int i = m->begin[f]; i < m->begin[f + 1]; i++)
        {
            int place = a->vertex_begin[a->face_vertices[i]]++;
            a->vertex_faces[place] = f;
            a->vertex_next[place] = a->face_vertices[i + 1 < m->begin[f + 1] ? i + 1 : m->begin[f]];
        }
    for (int v = vertex_count; v > 0; v--) a->vertex_begin[v] = a->vertex_begin[v - 1];
    a->vertex_begin[0] = 0;
}

/// An edge is made by the corner with the smaller vertex first, and found again from the other side around its far
/// vertex.
static bool fill_edges(const merger *m, hull_arrays *a, int *edge_count)
{
    int count = 0, corners = m->begin[m->region_count];
    for (int f = 0; f < m->region_count; f++)
        for (int i = m->begin[f]; i < m->begin[f + 1]; i++)
        {
            int v = a->face_vertices[i], w = a->face_vertices[i + 1 < m->begin[f + 1] ? i + 1 : m->begin[f]];
            if (v > w) continue;
            int g = m->beyond[i], j = m->begin[g];
            while (j < m->begin[g + 1] &&
                   (a->face_vertices[j] != w || a->face_vertices[j + 1 < m->begin[g + 1] ? j + 1 : m->begin[g]] != v))
                j++;
            if (j == m->begin[g + 1] || 2 * count + 2 > corners) return false;
            a->edges[count] = (hull_edge){{v, w}, {f, g}};
            a->face_edges[i] = a->face_edges[j] = count++;
        }
    *edge_count = count;
    return 2 * count == corners;
}

static bool fill_hull(merger *m, const double *originals, int point_count, convex_hull *hull, bool *fits)
{
    int corners = m->begin[m->region_count], vertex_count = 0, triangle_count = 0;
    for (int p = 0; p < point_count; p++) m->number[p] = -1;
    for (int i = 0; i < corners; i++) m->number[m->loop[i]] = 0;
    for (int p = 0; p < point_count; p++)
        if (m->number[p] == 0) m->number[p] = vertex_count++;
    hull_arrays a = {0};
    bool ok = allocate_arrays(&a, (size_t)vertex_count, (size_t)corners, (size_t)m->region_count);
    *hull = (convex_hull){vertex_count,
                          a.vertices,
                          corners - 2 * m->region_count,
                          a.triangles,
                          m->region_count,
                          a.face_begin,
                          a.face_vertices,
                          a.face_edges,
                          a.normals,
                          0,
                          a.edges,
                          a.vertex_begin,
                          a.vertex_faces,
                          a.vertex_next};
    if (!ok) return false;
    for (int p = 0; p < point_count; p++)
        for (int k = 0; k < 3 && m->number[p] >= 0; k++) a.vertices[3 * m->number[p] + k] = originals[3 * p + k];
    for (int f = 0; f <= m->region_count; f++) a.face_begin[f] = m->begin[f];
    for (int i = 0; i < corners; i++) a.face_vertices[i] = m->number[m->loop[i]];
    for (int f = 0; f < m->region_count; f++)
    {
        const int *corner = &a.face_vertices[m->begin[f]];
        int count = m->begin[f + 1] - m->begin[f];
        v3_store(&a.normals[3 * f], polygon_normal(a.vertices, corner, count));
        for (int i = 1; i + 1 < count; i++, triangle_count++)
        {
            a.triangles[3 * triangle_count] = corner[0];
            a.triangles[3 * triangle_count + 1] = corner[i];
            a.triangles[3 * triangle_count + 2] = corner[i + 1];
        }
    }
    fill_vertex_lists(m, &a, vertex_count, corners);
    *fits = fill_edges(m, &a, &hull->edge_count);
    return true;
}

static void free_arrays(convex_hull *h)
{
    free((void *)h->vertices), free((void *)h->triangles), free((void *)h->face_begin), free((void *)h->face_vertices);
    free((void *)h->face_edges), free((void *)h->face_normals), free((void *)h->edges);
    free((void *)h->vertex_begin), free((void *)h->vertex_faces), free((void *)h->vertex_next);
    *h = (convex_hull){0};
}

void hull_destroy(convex_hull *hull)
{
    if (!hull) return;
    free_arrays(hull);
    free(hull);
}

bool hull_build(const vec3 *points, const double *originals, int point_count, const hull_triangles *triangles,
                double extent, convex_hull *hull)
{
    size_t n = (size_t)triangles->count, p = (size_t)point_count;
    merger m = {.points = points, .t = triangles};
    m.region = MEMORY_ARRAY(int, n), m.order = MEMORY_ARRAY(int, n), m.area = MEMORY_ARRAY(double, n);
    m.loop = MEMORY_ARRAY(int, 3 * n), m.beyond = MEMORY_ARRAY(int, 3 * n), m.begin = MEMORY_ARRAY(int, n + 1);
    m.after = MEMORY_ARRAY(int, p), m.opposite = MEMORY_ARRAY(int, p), m.number = MEMORY_ARRAY(int, p);
    int *stack = MEMORY_ARRAY(int, n + p), *members = MEMORY_ARRAY(int, n), *member_begin = MEMORY_ARRAY(int, n + 1);
    bool ok = m.region && m.order && m.area && m.loop && m.beyond && m.begin && m.after && m.opposite && m.number &&
              stack && members && member_begin;
    if (ok)
    {
        for (size_t i = 0; i < p; i++) m.after[i] = -1;
        for (int t = 0; t < triangles->count; t++) m.area[t] = v3_norm(triangle_vector(&m, t));
        bool fits = false;
        if (merge_faces(&m, COPLANAR * extent, point_count, stack, members, member_begin))
            ok = fill_hull(&m, originals, point_count, hull, &fits);
        if (ok && !fits)
        {
            free_arrays(hull);
            every_triangle_a_face(&m);
            ok = fill_hull(&m, originals, point_count, hull, &fits);
        }
        if (!ok) free_arrays(hull);
    }
    free(m.region), free(m.order), free(m.area), free(m.loop), free(m.beyond), free(m.begin);
    free(m.after), free(m.opposite), free(m.number), free(stack), free(members), free(member_begin);
    return ok;
}
