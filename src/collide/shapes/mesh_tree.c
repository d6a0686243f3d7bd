// A mesh's tree of boxes: built once, from the top, each node cut at the median of its triangles' middles along its
// longest side. Depth is at most log2 of the number of triangles, so fixed stacks suffice. A node's first child follows
// it; the second one is named.

#include "collide/shapes/mesh.h"

#include "base/memory.h"

#include <math.h>

enum
{
    LEAF = 4,
    MAX_DEPTH = 64,
};

static void triangle_box(const triangle_mesh *mesh, int t, vec3 *low, vec3 *high)
{
    vec3 a = mesh_corner(mesh, t, 0), b = mesh_corner(mesh, t, 1), c = mesh_corner(mesh, t, 2);
    *low = v3_min(a, v3_min(b, c));
    *high = v3_max(a, v3_max(b, c));
}

static double middle(const triangle_mesh *mesh, int t, int axis)
{
    vec3 low, high;
    triangle_box(mesh, t, &low, &high);
    return v3_at(low, axis) + v3_at(high, axis);
}

static bool before(const triangle_mesh *mesh, int axis, int s, int t)
{
    double p = middle(mesh, s, axis), q = middle(mesh, t, axis);
    return p < q || (p == q && s < t);
}

/// Quickselect: order[half] is what it would be if sorted, smaller ones before it.
static void split_at(const triangle_mesh *mesh, int axis, int *order, int count, int half)
{
    int low = 0, high = count - 1;
    while (low < high)
    {
        int pivot = order[low + (high - low) / 2], i = low, j = high;
        while (i <= j)
        {
            while (before(mesh, axis, order[i], pivot)) i++;
            while (before(mesh, axis, pivot, order[j])) j--;
            if (i > j) break;
            int swap = order[i];
            order[i++] = order[j], order[j--] = swap;
        }
        if (half <= j) high = j;
        else if (half >= i) low = i;
        else return;
    }
}

typedef struct build_task
{
    int first, count, parent; // parent: of a second child, -1 otherwise
} build_task;

bool mesh_plant(triangle_mesh *mesh)
{
    mesh->order = MEMORY_ARRAY(int, (size_t)mesh->triangle_count);
    mesh->nodes = MEMORY_ARRAY(mesh_node, 2 * (size_t)mesh->triangle_count);
    if (!mesh->order || !mesh->nodes) return false;
    int used = 0; // triangles with an area
    for (int t = 0; t < mesh->triangle_count; t++)
        if (v3_norm2(v3_load(&mesh->normals[3 * t])) > 0) mesh->order[used++] = t;
    build_task stack[MAX_DEPTH];
    int depth = 0, node_count = 0;
    stack[depth++] = (build_task){0, used, -1};
    while (depth > 0)
    {
        build_task task = stack[--depth];
        int index = node_count++;
        mesh_node *node = &mesh->nodes[index];
        if (task.parent >= 0) mesh->nodes[task.parent].first = index;
        triangle_box(mesh, mesh->order[task.first], &node->low, &node->high);
        for (int i = task.first + 1; i < task.first + task.count; i++)
        {
            vec3 low, high;
            triangle_box(mesh, mesh->order[i], &low, &high);
            node->low = v3_min(node->low, low), node->high = v3_max(node->high, high);
        }
        node->first = task.first;
        node->count = task.count <= LEAF ? task.count : 0;
        if (node->count > 0) continue;
        vec3 size = v3_sub(node->high, node->low);
        int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2, half = task.count / 2;
        split_at(mesh, axis, mesh->order + task.first, task.count, half);
        stack[depth++] = (build_task){task.first + half, task.count - half, index};
        stack[depth++] = (build_task){task.first, half, -1};
    }
    mesh->node_count = node_count;
    return true;
}

static bool boxes_meet(vec3 low_a, vec3 high_a, vec3 low_b, vec3 high_b)
{
    return low_a.x <= high_b.x && low_b.x <= high_a.x && low_a.y <= high_b.y && low_b.y <= high_a.y &&
           low_a.z <= high_b.z && low_b.z <= high_a.z;
}

void mesh_visit(const triangle_mesh *mesh, vec3 low, vec3 high, mesh_visitor visit, void *context)
{
    int stack[MAX_DEPTH], depth = 0;
    stack[depth++] = 0;
    while (depth > 0)
    {
        int index = stack[--depth];
        const mesh_node *node = &mesh->nodes[index];
        if (!boxes_meet(node->low, node->high, low, high)) continue;
        if (node->count == 0) stack[depth++] = node->first, stack[depth++] = index + 1;
        for (int i = node->first; i < node->first + node->count; i++)
        {
            vec3 least, most;
            triangle_box(mesh, mesh->order[i], &least, &most);
            if (boxes_meet(least, most, low, high)) visit(context, mesh->order[i]);
        }
    }
}

// ---- rays ----

/// Möller and Trumbore 1997: where the line p + t d meets a triangle, which is larger by `slack` of its edges; NAN if
/// it does not.
static double line_meets(const triangle_mesh *mesh, int triangle, vec3 p, vec3 d, double slack)
{
    vec3 a = mesh_corner(mesh, triangle, 0), ab = v3_sub(mesh_corner(mesh, triangle, 1), a);
    vec3 ac = v3_sub(mesh_corner(mesh, triangle, 2), a), from = v3_sub(p, a);
    vec3 across = v3_cross(d, ac);
    double det = v3_dot(ab, across);
    if (fabs(det) <= 1e-12 * v3_norm(ab) * v3_norm(across)) return NAN;
    double u = v3_dot(from, across) / det;
    vec3 q = v3_cross(from, ab);
    double v = v3_dot(d, q) / det;
    return u >= -slack && v >= -slack && u + v <= 1.0 + slack ? v3_dot(ac, q) / det : NAN;
}

typedef struct ray
{
    const triangle_mesh *mesh;
    vec3 start, along;
    double low, high; // the part of it that counts
    int count;
} ray;

static void meet_triangle(void *context, int triangle)
{
    ray *r = context;
    double at = line_meets(r->mesh, triangle, r->start, r->along, 0.0);
    r->count += at > r->low && at < r->high;
}

/// Whether the part 0 … t of a ray passes through a box.
static bool ray_meets_box(vec3 p, vec3 d, double t, vec3 low, vec3 high)
{
    double enter = 0.0, leave = t;
    for (int k = 0; k < 3; k++)
    {
        double x = v3_at(p, k), slope = v3_at(d, k), least = v3_at(low, k), most = v3_at(high, k);
        if (slope == 0.0)
        {
            if (x < least || x > most) return false;
            continue;
        }
        double first = (least - x) / slope, second = (most - x) / slope;
        enter = fmax(enter, fmin(first, second));
        leave = fmin(leave, fmax(first, second));
    }
    const double ROUNDING = 1e-12; // a flat box of triangles is not missed
    return enter <= leave + ROUNDING * fabs(leave);
}

int mesh_ray(const triangle_mesh *mesh, vec3 p, vec3 d, double *t)
{
    const double SLACK = 1e-12; // a ray does not slip through where two triangles meet
    int stack[MAX_DEPTH], depth = 0, best = -1;
    stack[depth++] = 0;
    while (depth > 0)
    {
        int index = stack[--depth];
        const mesh_node *node = &mesh->nodes[index];
        if (!ray_meets_box(p, d, *t, node->low, node->high)) continue;
        if (node->count == 0) stack[depth++] = node->first, stack[depth++] = index + 1;
        for (int i = node->first; i < node->first + node->count; i++)
        {
            int triangle = mesh->order[i];
            double at = line_meets(mesh, triangle, p, d, SLACK);
            if (!(at >= 0.0 && (at < *t || (at == *t && (best < 0 || triangle < best))))) continue;
            *t = at;
            best = triangle;
        }
    }
    return best;
}

static int count_hits(const triangle_mesh *mesh, vec3 p, vec3 d, double low, double high)
{
    ray r = {mesh, p, d, low, high, 0};
    vec3 end = v3_add(p, d);
    mesh_visit(mesh, v3_min(p, end), v3_max(p, end), meet_triangle, &r);
    return r.count;
}

bool mesh_blocks(const triangle_mesh *mesh, vec3 p, vec3 d)
{
    return count_hits(mesh, p, d, 0.001, 0.999) > 0; // its ends lie on surfaces
}

bool mesh_contains(const triangle_mesh *mesh, vec3 p)
{
    if (p.x < mesh->low.x || p.y < mesh->low.y || p.z < mesh->low.z) return false;
    if (p.x > mesh->high.x || p.y > mesh->high.y || p.z > mesh->high.z) return false;
    double length = 2 * mesh->extent; // steep, so that few boxes are on the way, but off every likely edge
    return count_hits(mesh, p, v3(0.00314159 * length, 0.00271828 * length, length), 0, 2) % 2 == 1;
}
