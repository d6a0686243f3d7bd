// Making a triangle mesh, and a plane against it.

#include "collide/shapes/mesh.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/sort.h"

#include <stdlib.h>

static hf_status check_mesh(const hf_mesh_def *def, const char *name, hf_error *error)
{
    if (def->vertex_count < 3 || def->triangle_count < 1)
        return error_set(error, HF_STATUS_INVALID, "mesh %s: empty, %d vertices and %d triangles", name,
                         def->vertex_count, def->triangle_count);
    if (def->triangle_count > FEATURE_NONE / 16)
        return error_set(error, HF_STATUS_INVALID, "mesh %s: %d triangles are too many", name, def->triangle_count);
    for (int i = 0; i < 3 * def->vertex_count; i++)
        if (!(fabs(def->vertices[i]) <= 1e150))
            return error_set(error, HF_STATUS_INVALID, "mesh %s: vertex %d has the coordinate %g", name, i / 3,
                             def->vertices[i]);
    for (int i = 0; i < 3 * def->triangle_count; i++)
        if (def->triangles[i] < 0 || def->triangles[i] >= def->vertex_count)
            return error_set(error, HF_STATUS_INVALID, "mesh %s: triangle %d names vertex %d, of %d", name, i / 3,
                             def->triangles[i], def->vertex_count);
    return HF_STATUS_OK;
}

static void measure(triangle_mesh *mesh)
{
    mesh->low = mesh->high = v3_load(mesh->vertices);
    for (int i = 1; i < mesh->vertex_count; i++)
    {
        mesh->low = v3_min(mesh->low, v3_load(&mesh->vertices[3 * i]));
        mesh->high = v3_max(mesh->high, v3_load(&mesh->vertices[3 * i]));
    }
    mesh->extent = 0.5 * v3_norm(v3_sub(mesh->high, mesh->low));
}

/// Normals of all triangles; returns how many have one. A height below 1e-12 of the longest edge is no area.
static int compute_normals(triangle_mesh *mesh)
{
    int count = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        vec3 a = mesh_corner(mesh, t, 0), ab = v3_sub(mesh_corner(mesh, t, 1), a),
             ac = v3_sub(mesh_corner(mesh, t, 2), a);
        vec3 cross = v3_cross(ab, ac);
        double longest2 = fmax(fmax(v3_norm2(ab), v3_norm2(ac)), v3_norm2(v3_sub(ac, ab)));
        bool has_area = v3_norm(cross) > 1e-12 * longest2;
        v3_store(&mesh->normals[3 * t], has_area ? v3_unit_or(cross, v3_zero()) : v3_zero());
        count += has_area;
    }
    return count;
}

/// Six times the volume that the triangles enclose, negative if they look inwards.
static double signed_volume(const triangle_mesh *mesh)
{
    double volume = 0;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        vec3 a = v3_sub(mesh_corner(mesh, t, 0), mesh->low), b = v3_sub(mesh_corner(mesh, t, 1), mesh->low);
        volume += v3_dot(a, v3_cross(b, v3_sub(mesh_corner(mesh, t, 2), mesh->low)));
    }
    return volume;
}

/// Turns a closed mesh that is inside out. False if memory is short.
static bool turn_outwards(triangle_mesh *mesh)
{
    if (!mesh->closed || signed_volume(mesh) >= 0) return true;
    mesh->turned = memory_copy(mesh->triangles, 3 * (size_t)mesh->triangle_count, sizeof(int));
    if (!mesh->turned) return false;
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        int *v = &mesh->turned[3 * t], swap = v[1];
        v[1] = v[2], v[2] = swap;
    }
    mesh->triangles = mesh->turned;
    compute_normals(mesh);
    free(mesh->welded), free(mesh->neighbors), free(mesh->names), free(mesh->ring_begin), free(mesh->ring);
    mesh->welded = mesh->neighbors = mesh->ring_begin = mesh->ring = NULL;
    mesh->names = NULL;
    return mesh_connect(mesh);
}

static hf_status create(const hf_mesh_def *def, bool deforming, triangle_mesh **mesh, hf_error *error)
{
    *mesh = NULL;
    const char *name = def->name ? def->name : "(unnamed)";
    hf_status status = check_mesh(def, name, error);
    if (status != HF_STATUS_OK) return status;
    triangle_mesh *made = MEMORY_ARRAY(triangle_mesh, 1);
    if (!made) return error_no_memory(error);
    made->vertex_count = def->vertex_count, made->vertices = def->vertices;
    made->triangle_count = def->triangle_count, made->triangles = def->triangles;
    made->deforming = deforming;
    measure(made);
    made->normals = MEMORY_ARRAY(double, 3 * (size_t)def->triangle_count);
    bool built = made->normals != NULL;
    if (built && compute_normals(made) == 0)
        status = error_set(error, HF_STATUS_INVALID, "mesh %s: none of its %d triangles has an area", name,
                           def->triangle_count);
    else if (!built || !mesh_connect(made) || !turn_outwards(made) || !mesh_plant(made))
        status = error_no_memory(error);
    if (status != HF_STATUS_OK) mesh_destroy(made);
    else *mesh = made;
    return status;
}

hf_status mesh_create(const hf_mesh_def *def, triangle_mesh **mesh, hf_error *error)
{
    return create(def, false, mesh, error);
}

hf_status mesh_create_deforming(const hf_mesh_def *def, triangle_mesh **mesh, hf_error *error)
{
    return create(def, true, mesh, error);
}

void mesh_destroy(triangle_mesh *mesh)
{
    if (!mesh) return;
    free(mesh->turned), free(mesh->welded), free(mesh->normals), free(mesh->neighbors), free(mesh->names);
    free(mesh->ring_begin), free(mesh->ring), free(mesh->nodes), free(mesh->order);
    free(mesh);
}

// ---- what the narrow functions share ----

/// Does u stick out beyond the level of v along n?
static bool sticks_out(vec3 u, vec3 v, vec3 n, double size)
{
    return v3_dot(n, v3_sub(u, v)) > 1e-9 * (size + v3_distance(u, v));
}

/// The corner of the neighbour across edge k that is not on the edge sticks out.
static bool neighbor_sticks_out(const triangle_mesh *mesh, int triangle, int k, vec3 n, double size)
{
    int g = mesh->neighbors[3 * triangle + k];
    vec3 on_edge = mesh_corner(mesh, triangle, k);
    for (int i = 0; i < 3 && g >= 0; i++)
        if (sticks_out(mesh_corner(mesh, g, i), on_edge, n, size)) return true;
    return false;
}

bool mesh_supports(const triangle_mesh *mesh, int triangle, vec3 facing, vec3 n)
{
    vec3 corner[3];
    double height[3], top = -INFINITY;
    for (int k = 0; k < 3; k++) corner[k] = mesh_corner(mesh, triangle, k), height[k] = v3_dot(n, corner[k]);
    for (int k = 0; k < 3; k++) top = fmax(top, height[k]);
    double size = fmax(v3_distance(corner[0], corner[1]), v3_distance(corner[0], corner[2]));
    bool is_top[3];
    int tops = 0;
    for (int k = 0; k < 3; k++) is_top[k] = height[k] > top - 1e-9 * size, tops += is_top[k];
    if (tops == 3) return v3_dot(n, facing) > 0; // the face itself
    for (int k = 0; k < 3 && tops == 2; k++)     // an edge: its other triangle
        if (is_top[k] && is_top[(k + 1) % 3]) return !neighbor_sticks_out(mesh, triangle, k, n, size);
    for (int k = 0; k < 3; k++) // a vertex: all around it
    {
        if (!is_top[k]) continue;
        int v = mesh->welded[mesh->triangles[3 * triangle + k]];
        for (int i = mesh->ring_begin[v]; i < mesh->ring_begin[v + 1]; i++)
            if (sticks_out(v3_load(&mesh->vertices[3 * mesh->ring[i]]), corner[k], n, size)) return false;
    }
    return true;
}

static int compare_points(const void *p, const void *q)
{
    const manifold_point *a = p, *b = q;
    uint64_t name_a = a->feature & ~MESH_SECOND_CHOICE, name_b = b->feature & ~MESH_SECOND_CHOICE;
    if (name_a != name_b) return name_a < name_b ? -1 : 1;
    if (a->feature != b->feature) return a->feature < b->feature ? -1 : 1; // first choice first
    if (a->gap != b->gap) return a->gap > b->gap ? -1 : 1;
    if (a->point.x != b->point.x) return a->point.x < b->point.x ? -1 : 1;
    if (a->point.y != b->point.y) return a->point.y < b->point.y ? -1 : 1;
    return (a->point.z > b->point.z) - (a->point.z < b->point.z);
}

void mesh_unique_points(manifold *out, int first, double same)
{
    if (out->count <= first) return;
    manifold_point *points = out->points;
    sort_items(points + first, (size_t)(out->count - first), sizeof *points, compare_points);
    int kept = first;
    for (int k = first; k < out->count; k++)
    {
        points[k].feature &= ~MESH_SECOND_CHOICE;
        bool known = kept > first && points[k].feature == points[kept - 1].feature;
        for (int i = first; i < kept && !known; i++) // on an edge, found from both its faces
            known = v3_distance(points[k].point, points[i].point) < same &&
                    v3_distance(points[k].normal, points[i].normal) < 1e-6;
        if (!known) points[kept++] = points[k];
    }
    out->count = kept;
}

// ---- plane and mesh ----

/// Every corner within the margin, unless it lies inside a flat part of the surface, where it carries nothing that
/// others do not.
static void plane_against_mesh(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    const triangle_mesh *mesh = b->mesh;
    vec3 up = a->axis[2], local_up = view_turn_back(b, up);
    double offset = v3_dot(up, v3_sub(b->center, a->center));
    int stack[64], depth = 0, first = out->count;
    stack[depth++] = 0;
    while (depth > 0)
    {
        int index = stack[--depth];
        const mesh_node *node = &mesh->nodes[index];
        vec3 lowest = v3(local_up.x > 0 ? node->low.x : node->high.x, local_up.y > 0 ? node->low.y : node->high.y,
                         local_up.z > 0 ? node->low.z : node->high.z);
        if (offset + v3_dot(local_up, lowest) > margin) continue;
        if (node->count == 0) stack[depth++] = node->first, stack[depth++] = index + 1;
        for (int i = node->first; i < node->first + node->count; i++)
            for (int k = 0; k < 3; k++)
            {
                uint32_t name = mesh->names[mesh->order[i]].vertex[k];
                vec3 x = mesh_corner(mesh, mesh->order[i], k);
                double gap = offset + v3_dot(local_up, x);
                if (gap > margin || name == FEATURE_NONE) continue;
                manifold_add(out, v3_add_scaled(view_to_world(b, x), -0.5 * gap, up), v3_negate(up), gap,
                             feature_pair(0, name));
            }
    }
    mesh_unique_points(out, first, 0);
}

void narrow_mesh(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    if (a->kind == HF_SHAPE_PLANE) plane_against_mesh(a, b, margin, out);
    else if (a->kind == HF_SHAPE_MESH) mesh_against_mesh(a, a->mesh, b, b->mesh, margin, out);
    else mesh_against_convex(a, b, b->mesh, margin, out);
}
