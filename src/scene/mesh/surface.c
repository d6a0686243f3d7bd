// Surfaces for pictures (holdfast/visual.h), made simpler where they are large.
//
// Space is cut into cubes, and all points in a cube become one: the one that is nearest to the planes of the triangles
// that were there (Lindstrom 2000, "Out-of-core simplification of large polygonal models"). With n the unit normal of a
// triangle of area a, and p a corner, the sum of a (n · (x - p))² over them is xᵀ A x - 2 bᵀ x + c with A = Σ a n nᵀ, b
// = Σ a n (n · p). Where A is singular, as in a plane, x stays near the mean m of the points: (A + ε tr(A) 1) (x - m) =
// b - A m. It never leaves the cube by more than half its size. Triangles whose corners are in three cubes stay, one
// for each three:
// of a surface with much detail most triangles go from one cube to the next, many of them between the same three.
// Surfaces that face other octants have cubes of their own. Cubes are halved or doubled until there are about as many
// triangles as wanted. Linear in the mesh for each size of cubes.

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "holdfast/visual.h"
#include "linalg/quat.h"
#include "scene/mesh/mesh_read.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double NEARNESS = 1e-3; // ε above
static const double STRAY = 0.5;     // of a cube: how far its point may lie outside

typedef struct cube
{
    int64_t key; // of its place; -1: free
    double A[6], b[3], sum[3];
    int points, index; // in the simpler mesh, -1: not there yet
} cube;

typedef struct grid
{
    double low[3], size;
    int64_t across[3];
    cube *cubes;
    size_t capacity;        // a power of two
    unsigned char *octant;  // that the surface faces at each vertex
    int (*triples)[3];      // cubes of the triangles that stay, the least first; -1: free
    size_t triple_capacity; // a power of two
} grid;

static uint64_t mixed(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xFF51AFD7ED558CCDu;
    x ^= x >> 33;
    return x;
}

/// The cube of a point: surfaces that face other octants have cubes of their own, so that the two sides of a thin wall
/// stay apart.
static cube *cube_at(grid *g, const mesh_data *mesh, int vertex)
{
    const double *point = &mesh->vertices[3 * vertex];
    int64_t place[3];
    for (int i = 0; i < 3; i++)
    {
        double at = floor((point[i] - g->low[i]) / g->size);
        place[i] = (int64_t)fmax(0, fmin(at, (double)(g->across[i] - 1)));
    }
    int64_t key = 8 * ((place[2] * g->across[1] + place[1]) * g->across[0] + place[0]) + g->octant[vertex];
    size_t slot = (size_t)mixed((uint64_t)key) & (g->capacity - 1);
    while (g->cubes[slot].key >= 0 && g->cubes[slot].key != key) slot = (slot + 1) & (g->capacity - 1);
    g->cubes[slot].key = key;
    return &g->cubes[slot];
}

/// Whether the triangle between these cubes stays: it is one, and there was none like it before.
static bool triangle_stays(grid *g, cube *const c[3])
{
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) return false;
    int first = c[0] < c[1] ? (c[0] < c[2] ? 0 : 2) : (c[1] < c[2] ? 1 : 2), own[3];
    uint64_t key = 0;
    for (int i = 0; i < 3; i++)
    {
        own[i] = (int)(c[(first + i) % 3] - g->cubes);
        key = mixed(key + (uint64_t)own[i]);
    }
    size_t slot = (size_t)key & (g->triple_capacity - 1);
    for (; g->triples[slot][0] >= 0; slot = (slot + 1) & (g->triple_capacity - 1))
        if (memcmp(g->triples[slot], own, sizeof own) == 0) return false;
    memcpy(g->triples[slot], own, sizeof own);
    return true;
}

static void add_plane(cube *c, vec3 normal, double area, vec3 corner)
{
    double n[3] = {normal.x, normal.y, normal.z}, d = v3_dot(normal, corner);
    static const int rows[6] = {0, 1, 2, 0, 0, 1}, columns[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++) c->A[k] += area * n[rows[k]] * n[columns[k]];
    for (int i = 0; i < 3; i++) c->b[i] += area * n[i] * d;
}

/// Where the points of a cube go.
static vec3 best_point(const cube *c, double size)
{
    vec3 mean = v3_scale(1.0 / c->points, v3_load(c->sum));
    double raise = NEARNESS * (c->A[0] + c->A[1] + c->A[2]);
    if (!(raise > 0)) return mean;
    double a = c->A[0] + raise, d = c->A[1] + raise, f = c->A[2] + raise, b = c->A[3], e = c->A[4], g = c->A[5];
    double r[3] = {c->b[0] - (c->A[0] * mean.x + b * mean.y + e * mean.z),
                   c->b[1] - (b * mean.x + c->A[1] * mean.y + g * mean.z),
                   c->b[2] - (e * mean.x + g * mean.y + c->A[2] * mean.z)};
    double m00 = d * f - g * g, m01 = e * g - b * f, m02 = b * g - d * e, det = a * m00 + b * m01 + e * m02;
    if (!(det > 0)) return mean;
    double m11 = a * f - e * e, m12 = b * e - a * g, m22 = a * d - b * b;
    vec3 step = v3((m00 * r[0] + m01 * r[1] + m02 * r[2]) / det, (m01 * r[0] + m11 * r[1] + m12 * r[2]) / det,
                   (m02 * r[0] + m12 * r[1] + m22 * r[2]) / det);
    double length = v3_norm(step), most = STRAY * size;
    return v3_add(mean, length > most ? v3_scale(most / length, step) : step);
}

static void measure(const mesh_data *mesh, double low[3], double extent[3])
{
    for (int i = 0; i < 3; i++) low[i] = INFINITY, extent[i] = -INFINITY;
    for (int k = 0; k < 3 * mesh->vertex_count; k++)
    {
        low[k % 3] = fmin(low[k % 3], mesh->vertices[k]);
        extent[k % 3] = fmax(extent[k % 3], mesh->vertices[k]);
    }
    for (int i = 0; i < 3; i++) extent[i] -= low[i];
}

/// Empties the grid and gives its cubes a size.
static void lay_grid(grid *g, const double extent[3], double size)
{
    g->size = size;
    for (int i = 0; i < 3; i++) g->across[i] = (int64_t)fmax(1, floor(extent[i] / size) + 1);
    for (size_t k = 0; k < g->capacity; k++) g->cubes[k] = (cube){.key = -1, .index = -1};
    for (size_t k = 0; k < g->triple_capacity; k++) g->triples[k][0] = -1;
}

/// How many triangles would stay.
static int count_triangles(const mesh_data *mesh, grid *g)
{
    int count = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        cube *c[3];
        for (int i = 0; i < 3; i++) c[i] = cube_at(g, mesh, mesh->triangles[3 * t + i]);
        count += triangle_stays(g, c);
    }
    return count;
}

static void gather(const mesh_data *mesh, grid *g)
{
    for (int k = 0; k < mesh->vertex_count; k++)
    {
        cube *c = cube_at(g, mesh, k);
        for (int i = 0; i < 3; i++) c->sum[i] += mesh->vertices[3 * k + i];
        c->points++;
    }
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        vec3 p[3];
        for (int i = 0; i < 3; i++) p[i] = v3_load(&mesh->vertices[3 * mesh->triangles[3 * t + i]]);
        vec3 normal = v3_cross(v3_sub(p[1], p[0]), v3_sub(p[2], p[0]));
        double area = v3_norm(normal);
        if (!(area > 0)) continue;
        normal = v3_scale(1 / area, normal);
        for (int i = 0; i < 3; i++) add_plane(cube_at(g, mesh, mesh->triangles[3 * t + i]), normal, area, p[i]);
    }
}

/// The simpler mesh, in place: it never has more of anything.
static hf_status collapse(mesh_data *mesh, grid *g, hf_workspace *arena, hf_error *error)
{
    double *vertices = ARENA_ARRAY(arena, double, 3 * (size_t)mesh->vertex_count);
    if (!vertices) return error_no_memory(error);
    gather(mesh, g);
    int count = 0, kept = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        cube *c[3];
        for (int i = 0; i < 3; i++) c[i] = cube_at(g, mesh, mesh->triangles[3 * t + i]);
        if (!triangle_stays(g, c)) continue;
        for (int i = 0; i < 3; i++)
        {
            if (c[i]->index < 0)
            {
                c[i]->index = count++;
                v3_store(&vertices[3 * c[i]->index], best_point(c[i], g->size));
            }
            mesh->triangles[3 * kept + i] = c[i]->index;
        }
        if (mesh->texture) memmove(&mesh->texture[6 * (size_t)kept], &mesh->texture[6 * (size_t)t], 6 * sizeof(double));
        kept++;
    }
    mesh->vertices = vertices;
    mesh->vertex_count = count;
    mesh->triangle_count = mesh->first_part_count = kept;
    return HF_STATUS_OK;
}

/// Where the surface faces at each vertex: the signs of the sum of its triangles' normals.
static bool find_octants(const mesh_data *mesh, grid *g, hf_workspace *arena)
{
    vec3 *normal = ARENA_ZEROED(arena, vec3, mesh->vertex_count);
    g->octant = ARENA_ARRAY(arena, unsigned char, mesh->vertex_count);
    if (!normal || !g->octant) return false;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        const int *c = &mesh->triangles[3 * t];
        vec3 p = v3_load(&mesh->vertices[3 * c[0]]);
        vec3 n = v3_cross(v3_sub(v3_load(&mesh->vertices[3 * c[1]]), p), v3_sub(v3_load(&mesh->vertices[3 * c[2]]), p));
        for (int i = 0; i < 3; i++) normal[c[i]] = v3_add(normal[c[i]], n);
    }
    for (int k = 0; k < mesh->vertex_count; k++)
        g->octant[k] = (unsigned char)((normal[k].x > 0) + 2 * (normal[k].y > 0) + 4 * (normal[k].z > 0));
    return true;
}

static hf_status simplify(mesh_data *mesh, int most, hf_workspace *arena, hf_error *error)
{
    double low[3], extent[3];
    measure(mesh, low, extent);
    double longest = fmax(extent[0], fmax(extent[1], extent[2]));
    grid g = {.capacity = 64, .triple_capacity = 64};
    memcpy(g.low, low, sizeof low);
    while (g.capacity < 2 * (size_t)mesh->vertex_count) g.capacity *= 2;
    while (g.triple_capacity < 2 * (size_t)mesh->triangle_count) g.triple_capacity *= 2;
    g.cubes = ARENA_ARRAY(arena, cube, g.capacity);
    g.triples = (int(*)[3])ARENA_ARRAY(arena, int, 3 * g.triple_capacity);
    if (!g.cubes || !g.triples || !find_octants(mesh, &g, arena)) return error_no_memory(error);
    // A surface of n cubes a side has some 6 n² points, and twice as many triangles. From there on the size is found by
    // halving an interval.
    double fine = longest / 4096, coarse = longest, size = longest / fmax(2, sqrt(most / 12.0));
    for (int k = 0; k < 12; k++)
    {
        lay_grid(&g, extent, size);
        int count = count_triangles(mesh, &g);
        if (count > most) fine = size;
        else coarse = size;
        if (count <= most && count > 0.9 * most) break;
        size = sqrt(fine * coarse);
    }
    lay_grid(&g, extent, coarse);
    return collapse(mesh, &g, arena, error);
}

// ---- to the caller ----

typedef struct corner
{
    int vertex;
    double uv[2];
    int at; // among the corners
} corner;

static int compare_corners(const void *a, const void *b)
{
    const corner *p = a, *q = b;
    if (p->vertex != q->vertex) return p->vertex < q->vertex ? -1 : 1;
    for (int i = 0; i < 2; i++)
        if (p->uv[i] != q->uv[i]) return p->uv[i] < q->uv[i] ? -1 : 1;
    return p->at < q->at ? -1 : p->at > q->at;
}

/// Points that have several texture coordinates become several.
static hf_status give_mapped(const mesh_data *mesh, hf_workspace *arena, hf_surface *out, hf_error *error)
{
    size_t n = 3 * (size_t)mesh->triangle_count;
    corner *corners = ARENA_ARRAY(arena, corner, n);
    out->vertices = MEMORY_ARRAY(double, 3 * n);
    out->texture = MEMORY_ARRAY(double, 2 * n);
    out->triangles = MEMORY_ARRAY(int, n);
    if (!corners || !out->vertices || !out->texture || !out->triangles) return error_no_memory(error);
    for (size_t k = 0; k < n; k++)
        corners[k] = (corner){mesh->triangles[k], {mesh->texture[2 * k], mesh->texture[2 * k + 1]}, (int)k};
    qsort(corners, n, sizeof *corners, compare_corners);
    for (size_t k = 0; k < n; k++)
    {
        const corner *c = &corners[k], *last = k > 0 ? c - 1 : NULL;
        bool same = last && last->vertex == c->vertex && last->uv[0] == c->uv[0] && last->uv[1] == c->uv[1];
        if (!same)
        {
            int v = out->vertex_count++;
            memcpy(&out->vertices[3 * v], &mesh->vertices[3 * c->vertex], 3 * sizeof(double));
            memcpy(&out->texture[2 * v], c->uv, sizeof c->uv);
        }
        out->triangles[c->at] = out->vertex_count - 1;
    }
    return HF_STATUS_OK;
}

static hf_status give(const mesh_data *mesh, hf_workspace *arena, hf_surface *out, hf_error *error)
{
    out->triangle_count = mesh->triangle_count;
    if (mesh->texture) return give_mapped(mesh, arena, out, error);
    out->vertex_count = mesh->vertex_count;
    out->vertices = memory_copy(mesh->vertices, 3 * (size_t)mesh->vertex_count, sizeof(double));
    out->triangles = memory_copy(mesh->triangles, 3 * (size_t)mesh->triangle_count, sizeof(int));
    return out->vertices && out->triangles ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status take(const hf_visual_mesh_def *def, hf_workspace *arena, mesh_data *mesh, hf_error *error)
{
    *mesh = (mesh_data){.vertex_count = def->vertex_count, .triangle_count = def->triangle_count};
    if (def->file) return mesh_read(def->file, arena, mesh, error);
    mesh->vertices = ARENA_ARRAY(arena, double, 3 * (size_t)def->vertex_count);
    mesh->triangles = ARENA_ARRAY(arena, int, 3 * (size_t)def->triangle_count);
    if (!mesh->vertices || !mesh->triangles) return error_no_memory(error);
    if (def->vertex_count) memcpy(mesh->vertices, def->vertices, 3 * (size_t)def->vertex_count * sizeof(double));
    if (def->triangle_count) memcpy(mesh->triangles, def->triangles, 3 * (size_t)def->triangle_count * sizeof(int));
    return HF_STATUS_OK;
}

hf_status hf_surface_read(const hf_visual_mesh_def *def, int most, hf_surface *surface, hf_error *error)
{
    *surface = (hf_surface){0};
    hf_workspace *arena;
    mesh_data mesh;
    hf_status status = hf_workspace_create(&arena, error);
    if (status != HF_STATUS_OK) return status;
    status = take(def, arena, &mesh, error);
    if (status == HF_STATUS_OK) mesh_place(&mesh, def->scale, def->offset, def->turn);
    if (status == HF_STATUS_OK && most > 0 && mesh.triangle_count > most) status = simplify(&mesh, most, arena, error);
    if (status == HF_STATUS_OK) status = give(&mesh, arena, surface, error);
    if (status != HF_STATUS_OK) hf_surface_free(surface);
    hf_workspace_destroy(arena);
    return status;
}

void hf_surface_free(hf_surface *surface)
{
    free(surface->vertices);
    free(surface->texture);
    free(surface->triangles);
    *surface = (hf_surface){0};
}
