// Meshes whose vertices move: copies that share topology, names and the shape of the tree with the mesh as it was
// defined.
//
// Boxes of the tree are refitted from its leaves up; triangles stay in the leaves that they were put in, so that the
// tree is as good as the shape is like the first. A triangle that loses its area keeps the normal that it had.

#include "collide/shapes/mesh.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

triangle_mesh *mesh_copy_deforming(const triangle_mesh *mesh)
{
    triangle_mesh *copy = memory_copy(mesh, 1, sizeof *copy);
    if (!copy) return NULL;
    double *vertices = memory_copy(mesh->vertices, 3 * (size_t)mesh->vertex_count, sizeof *vertices);
    copy->vertices = copy->moved = vertices;
    copy->normals = memory_copy(mesh->normals, 3 * (size_t)mesh->triangle_count, sizeof *copy->normals);
    copy->nodes = memory_copy(mesh->nodes, (size_t)mesh->node_count, sizeof *copy->nodes);
    if (vertices && copy->normals && copy->nodes) return copy;
    mesh_destroy_deforming(copy);
    return NULL;
}

void mesh_destroy_deforming(triangle_mesh *copy)
{
    if (!copy) return;
    free(copy->moved), free(copy->normals), free(copy->nodes);
    free(copy);
}

static void move_normals(triangle_mesh *mesh)
{
    for (int t = 0; t < mesh->triangle_count; t++)
    {
        vec3 a = mesh_corner(mesh, t, 0), ab = v3_sub(mesh_corner(mesh, t, 1), a),
             ac = v3_sub(mesh_corner(mesh, t, 2), a);
        vec3 cross = v3_cross(ab, ac);
        double longest2 = fmax(fmax(v3_norm2(ab), v3_norm2(ac)), v3_norm2(v3_sub(ac, ab)));
        if (v3_norm(cross) > 1e-12 * longest2) v3_store(&mesh->normals[3 * t], v3_unit_or(cross, v3_zero()));
    }
}

/// A node's children come after it.
static void refit(triangle_mesh *mesh)
{
    for (int k = mesh->node_count - 1; k >= 0; k--)
    {
        mesh_node *node = &mesh->nodes[k];
        if (node->count == 0)
        {
            const mesh_node *a = &mesh->nodes[k + 1], *b = &mesh->nodes[node->first];
            node->low = v3_min(a->low, b->low), node->high = v3_max(a->high, b->high);
            continue;
        }
        node->low = node->high = mesh_corner(mesh, mesh->order[node->first], 0);
        for (int i = 3 * node->first; i < 3 * (node->first + node->count); i++)
        {
            vec3 x = mesh_corner(mesh, mesh->order[i / 3], i % 3);
            node->low = v3_min(node->low, x), node->high = v3_max(node->high, x);
        }
    }
}

void mesh_move(triangle_mesh *mesh, const double *vertices)
{
    memcpy(mesh->moved, vertices, 3 * (size_t)mesh->vertex_count * sizeof *vertices);
    move_normals(mesh);
    refit(mesh);
    mesh->low = mesh->nodes[0].low, mesh->high = mesh->nodes[0].high;
    mesh->extent = 0.5 * v3_norm(v3_sub(mesh->high, mesh->low));
}

// ---- the nearest triangle ----

typedef struct search
{
    const triangle_mesh *mesh;
    vec3 x;
    double best;
    int triangle;
    double weights[3];
} search;

/// The place of an edge that is nearest to x, as a share of it.
static double along(vec3 a, vec3 b, vec3 x)
{
    vec3 d = v3_sub(b, a);
    double length2 = v3_norm2(d), s = length2 > 0.0 ? v3_dot(v3_sub(x, a), d) / length2 : 0.0;
    return s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
}

static void keep(search *s, int t, vec3 at, const double weights[3])
{
    double distance = v3_distance(s->x, at);
    if (distance > s->best || (distance == s->best && s->triangle >= 0 && t > s->triangle)) return;
    s->best = distance, s->triangle = t;
    memcpy(s->weights, weights, sizeof s->weights);
}

static void look(void *context, int t)
{
    search *s = context;
    vec3 p[3], n = v3_load(&s->mesh->normals[3 * t]);
    for (int k = 0; k < 3; k++) p[k] = mesh_corner(s->mesh, t, k);
    vec3 foot = v3_add_scaled(s->x, -v3_dot(n, v3_sub(s->x, p[0])), n);
    double w[3], sum = 0.0;
    for (int k = 0; k < 3; k++)
    {
        w[k] = v3_dot(n, v3_cross(v3_sub(p[(k + 2) % 3], p[(k + 1) % 3]), v3_sub(foot, p[(k + 1) % 3])));
        sum += w[k];
    }
    if (sum > 0.0 && w[0] >= 0.0 && w[1] >= 0.0 && w[2] >= 0.0)
    {
        for (int k = 0; k < 3; k++) w[k] /= sum;
        keep(s, t, foot, w);
        return;
    }
    for (int k = 0; k < 3; k++)
    {
        double part = along(p[k], p[(k + 1) % 3], s->x), edge[3] = {0};
        edge[k] = 1.0 - part, edge[(k + 1) % 3] = part;
        keep(s, t, v3_mix(p[k], p[(k + 1) % 3], part), edge);
    }
}

bool mesh_nearest(const triangle_mesh *mesh, vec3 x, double reach, int *triangle, double weights[3])
{
    search s = {.mesh = mesh, .x = x, .best = reach, .triangle = -1};
    vec3 pad = v3(reach, reach, reach);
    mesh_visit(mesh, v3_sub(x, pad), v3_add(x, pad), look, &s);
    *triangle = s.triangle;
    memcpy(weights, s.weights, sizeof s.weights);
    return s.triangle >= 0;
}
