// Convex shapes as the narrow phase sees them.

#include "collide/narrow/convex.h"

enum
{
    SCAN_BELOW = 16, // vertices: up to here looking at all is quicker than climbing
};

// ---- the topology of small polytopes ----

// Box: vertex k has +x iff k & 1, +y iff k & 2, +z iff k & 4. Faces -x +x -y +y -z +z.
static const int box_face_begin[] = {0, 4, 8, 12, 16, 20, 24};
static const int box_face_vertices[] = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6};
static const double box_normals[] = {-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1};
static const hull_edge box_edges[] = {
    {{0, 1}, {2, 4}}, {{2, 3}, {4, 3}}, {{4, 5}, {5, 2}}, {{6, 7}, {3, 5}}, // along x
    {{0, 2}, {4, 0}}, {{1, 3}, {1, 4}}, {{4, 6}, {0, 5}}, {{5, 7}, {5, 1}}, // along y
    {{0, 4}, {0, 2}}, {{1, 5}, {2, 1}}, {{2, 6}, {3, 0}}, {{3, 7}, {1, 3}}, // along z
};
static const int box_face_edges[] = {8, 6, 10, 4, 5, 11, 7, 9, 0, 9, 2, 8, 10, 3, 11, 1, 4, 1, 5, 0, 2, 7, 3, 6};
static const int box_vertex_begin[] = {0, 3, 6, 9, 12, 15, 18, 21, 24};
static const int box_vertex_faces[] = {0, 2, 4, 1, 2, 4, 0, 3, 4, 1, 3, 4, 0, 2, 5, 1, 2, 5, 0, 3, 5, 1, 3, 5};
static const int box_vertex_next[] = {1, 2, 4, 0, 3, 5, 3, 0, 6, 2, 1, 7, 5, 6, 0, 4, 7, 1, 7, 4, 2, 6, 5, 3};

static const int triangle_face_begin[] = {0, 3, 6};
static const int triangle_face_vertices[] = {0, 1, 2, 0, 2, 1};
static const int triangle_face_edges[] = {0, 1, 2, 2, 1, 0};
static const hull_edge triangle_edges[] = {{{0, 1}, {0, 1}}, {{1, 2}, {0, 1}}, {{2, 0}, {0, 1}}};
static const int triangle_vertex_begin[] = {0, 2, 4, 6};
static const int triangle_vertex_faces[] = {0, 1, 0, 1, 0, 1};
static const int triangle_vertex_next[] = {1, 2, 2, 0, 0, 1};

static const hull_edge segment_edge[] = {{{0, 1}, {-1, -1}}};

static void own_vertex(convex *c, int k, double x, double y, double z)
{
    c->own_vertices[3 * k] = x, c->own_vertices[3 * k + 1] = y, c->own_vertices[3 * k + 2] = z;
}

static void make_box(convex *c)
{
    for (int k = 0; k < 8; k++)
        own_vertex(c, k, k & 1 ? c->size[0] : -c->size[0], k & 2 ? c->size[1] : -c->size[1],
                   k & 4 ? c->size[2] : -c->size[2]);
    c->own = (convex_hull){.vertex_count = 8,
                           .vertices = c->own_vertices,
                           .face_count = 6,
                           .face_begin = box_face_begin,
                           .face_vertices = box_face_vertices,
                           .face_edges = box_face_edges,
                           .face_normals = box_normals,
                           .edge_count = 12,
                           .edges = box_edges,
                           .vertex_begin = box_vertex_begin,
                           .vertex_faces = box_vertex_faces,
                           .vertex_next = box_vertex_next};
}

/// A few vertices are asked for more often than there are.
static void place_vertices(convex *c)
{
    for (int v = 0; v < c->polytope->vertex_count; v++) c->at[v] = convex_vertex(c, v);
    c->placed = true;
}

void convex_make(convex *c, const shape_view *view, vec3 origin)
{
    c->core = CORE_POLYTOPE;
    c->placed = false;
    c->center = v3_sub(view->center, origin);
    c->radius = 0;
    c->extent = view->extent;
    c->names = NULL;
    c->polytope = &c->own;
    c->last = &c->own_last;
    c->own_last = 0;
    for (int k = 0; k < 3; k++) c->axis[k] = view->axis[k], c->size[k] = view->size[k];
    switch (view->kind)
    {
    case HF_SHAPE_SPHERE:
        c->radius = c->size[0];
        own_vertex(c, 0, 0, 0, 0);
        c->own = (convex_hull){.vertex_count = 1, .vertices = c->own_vertices};
        break;
    case HF_SHAPE_CAPSULE:
        c->radius = c->size[0];
        own_vertex(c, 0, 0, 0, -c->size[1]);
        own_vertex(c, 1, 0, 0, c->size[1]);
        c->own = (convex_hull){.vertex_count = 2, .vertices = c->own_vertices, .edge_count = 1, .edges = segment_edge};
        break;
    case HF_SHAPE_BOX: make_box(c); break;
    case HF_SHAPE_CYLINDER: c->core = CORE_CYLINDER; break;
    case HF_SHAPE_ELLIPSOID: c->core = CORE_ELLIPSOID; break;
    default: c->polytope = view->hull; break;
    }
    if (c->core == CORE_POLYTOPE && c->polytope->vertex_count <= 8 && c->polytope->vertex_count >= 4) place_vertices(c);
}

void convex_make_triangle(convex *c, const vec3 corner[3], vec3 normal, const triangle_names *names)
{
    c->core = CORE_POLYTOPE;
    c->placed = false;
    c->center = v3_zero();
    c->axis[0] = v3(1, 0, 0), c->axis[1] = v3(0, 1, 0), c->axis[2] = v3(0, 0, 1);
    c->radius = 0;
    c->extent = fmax(v3_distance(corner[0], corner[1]), v3_distance(corner[0], corner[2]));
    c->names = names;
    for (int k = 0; k < 3; k++) v3_store(&c->own_vertices[3 * k], corner[k]);
    v3_store(c->own_normals, normal);
    v3_store(c->own_normals + 3, v3_negate(normal));
    c->own = (convex_hull){.vertex_count = 3,
                           .vertices = c->own_vertices,
                           .face_count = 2,
                           .face_begin = triangle_face_begin,
                           .face_vertices = triangle_face_vertices,
                           .face_edges = triangle_face_edges,
                           .face_normals = c->own_normals,
                           .edge_count = 3,
                           .edges = triangle_edges,
                           .vertex_begin = triangle_vertex_begin,
                           .vertex_faces = triangle_vertex_faces,
                           .vertex_next = triangle_vertex_next};
    c->polytope = &c->own;
}

// ---- support ----

static int scan(const convex_hull *p, vec3 d)
{
    int best = 0;
    double most = v3_dot(d, v3_load(p->vertices));
    for (int v = 1; v < p->vertex_count; v++)
    {
        double along = v3_dot(d, v3_load(&p->vertices[3 * v]));
        if (along > most) most = along, best = v;
    }
    return best;
}

/// From a vertex to the highest neighbour until none is higher: on a convex polytope that is the top. Directions are
/// asked for one near the other, so that the last top is a good start.
static int climb(const convex_hull *p, int from, vec3 d)
{
    int at = from;
    double most = v3_dot(d, v3_load(&p->vertices[3 * from]));
    for (int before = -1; before != at;)
    {
        before = at;
        for (int k = p->vertex_begin[before]; k < p->vertex_begin[before + 1]; k++)
        {
            double along = v3_dot(d, v3_load(&p->vertices[3 * p->vertex_next[k]]));
            if (along > most) most = along, at = p->vertex_next[k];
        }
    }
    return at;
}

vec3 convex_support(const convex *c, vec3 direction, int *vertex)
{
    if (vertex) *vertex = 0;
    if (c->core == CORE_POLYTOPE && c->polytope->vertex_count == 1) return c->center;
    vec3 d = convex_turn_back(c, direction), x;
    if (c->core == CORE_POLYTOPE)
    {
        int v;
        if (c->polytope->vertices == c->own_vertices && c->polytope->vertex_count == 8)
            v = (d.x > 0) | (d.y > 0) << 1 | (d.z > 0) << 2; // a box
        else if (c->polytope->vertex_count < SCAN_BELOW) v = scan(c->polytope, d);
        else v = *c->last = climb(c->polytope, *c->last, d);
        if (vertex) *vertex = v;
        return convex_vertex(c, v);
    }
    if (c->core == CORE_CYLINDER)
    {
        double across = sqrt(d.x * d.x + d.y * d.y), ratio = across > 1e-150 ? c->size[0] / across : 0;
        x = v3(ratio * d.x, ratio * d.y, d.z >= 0 ? c->size[1] : -c->size[1]);
    }
    else // D² d / |D d|
    {
        vec3 e = v3(c->size[0] * d.x, c->size[1] * d.y, c->size[2] * d.z);
        double norm = v3_norm(e), ratio = norm > 1e-150 ? 1 / norm : 0;
        x = v3(ratio * c->size[0] * e.x, ratio * c->size[1] * e.y, ratio * c->size[2] * e.z);
    }
    return v3_add(c->center, convex_turn(c, x));
}

vec3 convex_curvature(const convex *c, vec3 normal, vec3 tangent)
{
    if (c->core == CORE_POLYTOPE) return v3_zero();
    vec3 n = convex_turn_back(c, normal), t = convex_turn_back(c, tangent), x;
    if (c->core == CORE_CYLINDER) // r/ρ τ τᵀ with τ around the axis
    {
        double across = sqrt(n.x * n.x + n.y * n.y);
        if (across < 1e-12) return v3_zero();
        vec3 around = v3(-n.y / across, n.x / across, 0);
        x = v3_scale(c->size[0] / across * v3_dot(around, t), around);
    }
    else // (D² - D²n nᵀD² / h²) / h
    {
        vec3 square = v3(c->size[0] * c->size[0], c->size[1] * c->size[1], c->size[2] * c->size[2]);
        vec3 p = v3(square.x * n.x, square.y * n.y, square.z * n.z);
        double h = sqrt(v3_dot(p, n));
        vec3 q = v3(square.x * t.x, square.y * t.y, square.z * t.z);
        x = v3_scale(1 / h, v3_add_scaled(q, -v3_dot(p, t) / (h * h), p));
    }
    return convex_turn(c, x);
}
