// A convex shape against the triangles of a mesh: each triangle as a convex pair of its own, with a say of its
// neighbours in the normal.
//
// A triangle alone does not know that its edges lead on. So the normal that the pair proposes holds only if the surface
// near the triangle ends there (mesh_supports: no neighbour sticks out that way); a normal over a flat or hollow edge
// does not, and gives way to the triangle's own. Then a shape that slides over a flat surface never catches on an edge
// inside it. Points carry the names of mesh_topology.c, and one of each name is kept.
//
// Sides: a closed mesh is touched from outside. Of an open one each triangle is touched from the side where the shape's
// centre is, if the centre sees the triangle, and from the other one where the mesh is in between: behind a ridge the
// far slope faces away. A triangle's own normal with the shape behind it is a deep overlap if nothing lies between the
// shape's point and the triangle, and none of the triangle's business otherwise (the far side of a thin plate). A shape
// that is wholly inside a closed mesh is led out, as far as the margin looks.

#include "collide/narrow/gjk.h"
#include "collide/shapes/mesh.h"

static const double INWARD = 0.05; // of the way to a triangle's middle

typedef struct search
{
    const shape_view *view_b;
    const triangle_mesh *mesh;
    const convex *a;
    vec3 origin; // of the convex pair
    vec3 center; // of the shape, in the mesh's frame
    double margin;
    manifold *out;
    int inside; // is the shape's centre inside a closed mesh? -1: not asked yet
    int deep;   // the triangle that a shape with no points overlaps least along the triangle's own normal, -1
    double depth;
} search;

/// Points made with the triangle's own normal that are deep: only where the way out is free, and, of a triangle that
/// the shape does not touch, where the point is inside: over an edge of the surface it is behind the triangle's plane
/// in free air.
static void drop_blocked(const search *s, int first, bool apart)
{
    int kept = first;
    for (int k = first; k < s->out->count; k++)
    {
        manifold_point p = s->out->points[k];
        vec3 on_a = view_to_local(s->view_b, v3_add_scaled(p.point, 0.5 * p.gap, p.normal));
        bool deep = p.gap < -1e-9 * s->mesh->extent;
        bool blocked = deep && mesh_blocks(s->mesh, on_a, view_turn_back(s->view_b, v3_scale(-p.gap, p.normal)));
        bool outside = deep && apart && s->mesh->closed && !blocked && !mesh_contains(s->mesh, on_a);
        p.feature |= MESH_SECOND_CHOICE;
        if (!blocked && !outside) s->out->points[kept++] = p;
    }
    s->out->count = kept;
}

/// Whether the mesh is between the shape's centre and the part of a triangle that is nearest to it.
static bool is_hidden(const search *s, int t)
{
    vec3 corner[3], near = v3_zero(), middle = v3_zero();
    double weight[3];
    for (int k = 0; k < 3; k++) corner[k] = v3_sub(mesh_corner(s->mesh, t, k), s->center);
    gjk_nearest_on_triangle(corner[0], corner[1], corner[2], weight);
    for (int k = 0; k < 3; k++)
    {
        near = v3_add_scaled(near, weight[k], corner[k]);
        middle = v3_add_scaled(middle, 1.0 / 3.0, corner[k]);
    }
    return mesh_blocks(s->mesh, s->center,
                       v3_mix(near, middle, INWARD)); // from within the triangle: edges are the neighbours', too
}

/// A shape that touches no triangle is inside the mesh if its centre is. Asked only where it matters.
static bool is_inside(search *s)
{
    if (s->inside < 0) s->inside = s->mesh->closed && mesh_contains(s->mesh, s->center);
    return s->inside;
}

static vec3 edge_of(const triangle_mesh *mesh, int t, int k)
{
    return v3_sub(mesh_corner(mesh, t, (k + 1) % 3), mesh_corner(mesh, t, k));
}

/// The best normal between two, by golden section: s along the arc has one top, and this is the rare way.
static void try_between(const search *s, const convex *triangle, convex_gap *best, vec3 from, vec3 to)
{
    const double ratio = 0.61803398874989484820;
    double low = 0, high = 1;
    for (int k = 0; k < 60; k++)
    {
        double x = high - ratio * (high - low), y = low + ratio * (high - low);
        double at_x = convex_separation(s->a, triangle, v3_unit_or(v3_mix(from, to, x), from));
        double at_y = convex_separation(s->a, triangle, v3_unit_or(v3_mix(from, to, y), from));
        if (at_x < at_y) low = x;
        else high = y;
    }
    vec3 n = v3_unit_or(v3_mix(from, to, 0.5 * (low + high)), from);
    if (low == 0) n = from;
    if (high == 1) n = to;
    double separation = convex_separation(s->a, triangle, n);
    if (separation > best->separation + 1e-10 * s->a->extent) best->normal = n, best->separation = separation;
}

/// The best normal that the surface allows at an overlapping triangle: its own, one between it and that of the
/// neighbour across an edge that sticks out, or that of a face of the shape.
static void allowed_normal(const search *s, int t, const convex *triangle, vec3 facing, convex_gap *gap)
{
    const triangle_mesh *mesh = s->mesh;
    gap->normal = view_turn(s->view_b, facing);
    gap->separation = convex_separation(s->a, triangle, gap->normal);
    for (int k = 0; k < 3; k++)
    {
        int g = mesh->neighbors[3 * t + k];
        if (g < 0 || !mesh->closed || mesh->names[t].edge[k] == FEATURE_NONE) continue;
        vec3 other = v3_load(&mesh->normals[3 * g]), inward = v3_cross(facing, edge_of(mesh, t, k));
        if (v3_dot(other, inward) >= 0) continue; // hollow
        try_between(s, triangle, gap, view_turn(s->view_b, facing), view_turn(s->view_b, other));
    }
    int faces = s->a->core == CORE_POLYTOPE ? s->a->polytope->face_count : s->a->core == CORE_CYLINDER ? 2 : 0;
    for (int f = 0; f < faces; f++)
    {
        vec3 m = s->a->core == CORE_POLYTOPE ? convex_face_normal(s->a, f) : v3_scale(f ? 1 : -1, s->a->axis[2]);
        double separation = convex_separation(s->a, triangle, v3_negate(m));
        if (separation <= gap->separation + 1e-10 * s->a->extent) continue;
        if (!mesh_supports(mesh, t, facing, view_turn_back(s->view_b, v3_negate(m)))) continue;
        gap->normal = v3_negate(m), gap->separation = separation;
    }
}

static void meet(void *context, int t)
{
    search *s = context;
    const triangle_mesh *mesh = s->mesh;
    vec3 corner[3], facing = v3_load(&mesh->normals[3 * t]);
    bool behind = v3_dot(facing, v3_sub(s->center, mesh_corner(mesh, t, 0))) < 0;
    if (behind && !mesh->closed) facing = v3_negate(facing), behind = false;
    for (int k = 0; k < 3; k++) corner[k] = v3_sub(view_to_world(s->view_b, mesh_corner(mesh, t, k)), s->origin);
    vec3 normal = view_turn(s->view_b, facing);
    convex triangle;
    convex_make_triangle(&triangle, corner, view_turn(s->view_b, v3_load(&mesh->normals[3 * t])), &mesh->names[t]);
    convex_gap gap;
    bool below = mesh->solid_below && t < mesh->top_count && behind;
    bool found = convex_direction(s->a, &triangle, s->margin, s->out, &gap);
    if (!found && !below) return;
    if (!mesh->closed && is_hidden(s, t))
    {
        facing = v3_negate(facing), behind = true;
        normal = view_turn(s->view_b, facing);
    }
    if (found && mesh_supports(mesh, t, facing, view_turn_back(s->view_b, gap.normal)))
    {
        convex_patch(s->a, &triangle, &gap, s->origin, s->margin, true, s->out);
        return;
    }
    bool apart = !found || gap.separation > s->a->radius;
    bool under = !behind && mesh->closed; // a corner that went through the surface beside this triangle
    if (apart && !below && !under && v3_dot(gap.normal, normal) < 0 && !is_inside(s)) return;
    int first = s->out->count;
    gap.normal = normal;
    if (apart) gap.separation = convex_separation(s->a, &triangle, normal);
    else allowed_normal(s, t, &triangle, facing, &gap);
    convex_patch(s->a, &triangle, &gap, s->origin, s->margin, s->deep == t, s->out);
    if (s->deep != t) drop_blocked(s, first, apart);
    if (!apart && (s->deep < 0 || gap.separation > s->depth)) s->deep = t, s->depth = gap.separation;
}

void mesh_against_convex(const shape_view *a, const shape_view *b, const triangle_mesh *mesh, double margin,
                         manifold *out)
{
    convex shape;
    convex_make(&shape, a, a->center);
    search s = {b, mesh, &shape, a->center, view_to_local(b, a->center), margin, out, -1, -1, 0};
    if (shape.core == CORE_POLYTOPE &&
        shape.polytope->vertex_count > 2) // the middle, not the frame's origin, decides the side
    {
        vec3 sum = v3_zero();
        for (int v = 0; v < shape.polytope->vertex_count; v++) sum = v3_add(sum, convex_vertex(&shape, v));
        s.center = view_to_local(b, v3_add_scaled(a->center, 1.0 / shape.polytope->vertex_count, sum));
    }
    double low[3], high[3], pad = shape.radius + margin;
    vec3 offset = view_to_local(b, a->center);
    for (int k = 0; k < 3; k++)
    {
        vec3 axis = b->axis[k];
        high[k] = v3_at(offset, k) + v3_dot(axis, convex_support(&shape, axis, NULL)) + pad;
        low[k] = v3_at(offset, k) + v3_dot(axis, convex_support(&shape, v3_negate(axis), NULL)) - pad;
    }
    if (mesh->solid_below) high[2] = fmax(high[2], mesh->high.z);
    int first = out->count;
    mesh_visit(mesh, v3_load(low), v3_load(high), meet, &s);
    if (out->count == first && s.deep >= 0)
        meet(&s, s.deep); // deep over an edge: no face is below, but there must be a way out
    mesh_unique_points(out, first, merge_distance(a, b));
}
