// Two meshes: their triangles in pairs, found over both trees.
//
// A pair of triangles is a convex pair, whose normal holds if both surfaces end there (mesh_supports, each along its
// own outward direction). If not, the triangles' own normals are tried, when they face each other: the one along which
// they overlap less makes points where corners and edges of one lie over the other. Such a point is deep inside if
// nothing of either mesh lies on its way out; that tells a corner that has sunk in from the far side of a thin plate.
// Sunk triangles need not meet any other, so pairs are looked for down to a depth of SINK times the smaller mesh's
// size.
//
// Open meshes have no inside: both sides of theirs are touched, the one where the other triangle's middle is, and
// nothing sinks into them.

#include "collide/shapes/mesh.h"

enum
{
    MAX_STACK = 256,
};

static const double SINK = 0.05; // of the smaller extent: depth to which triangles are looked for beyond the margin

typedef struct mesh_side
{
    const shape_view *view;
    const triangle_mesh *mesh;
} mesh_side;

typedef struct mesh_pair
{
    mesh_side a, b;
    double margin, reach, sink;
    manifold *out;
} mesh_pair;

/// World box of a node (or any box), by the middle and half sizes turned.
static void world_box(const shape_view *view, vec3 low, vec3 high, vec3 *middle, vec3 *half)
{
    vec3 h = v3_scale(0.5, v3_sub(high, low));
    *middle = view_to_world(view, v3_mix(low, high, 0.5));
    *half = v3_add(v3_add(v3_scale(h.x, v3_abs(view->axis[0])), v3_scale(h.y, v3_abs(view->axis[1]))),
                   v3_scale(h.z, v3_abs(view->axis[2])));
}

static bool nodes_meet(const mesh_pair *p, const mesh_node *a, const mesh_node *b)
{
    vec3 middle_a, half_a, middle_b, half_b;
    world_box(p->a.view, a->low, a->high, &middle_a, &half_a);
    world_box(p->b.view, b->low, b->high, &middle_b, &half_b);
    vec3 d = v3_abs(v3_sub(middle_a, middle_b)), h = v3_add(half_a, half_b);
    return d.x <= h.x + p->reach && d.y <= h.y + p->reach && d.z <= h.z + p->reach;
}

/// Is the way out of a deep point free in both meshes?
static bool way_out(const mesh_pair *p, const manifold_point *q)
{
    if (q->gap >= -1e-9 * (p->a.mesh->extent + p->b.mesh->extent)) return true;
    vec3 on_a = v3_add_scaled(q->point, 0.5 * q->gap, q->normal),
         on_b = v3_add_scaled(q->point, -0.5 * q->gap, q->normal);
    vec3 way = v3_scale(-q->gap, q->normal); // from the point of a, inside b, to b's surface
    return !mesh_blocks(p->b.mesh, view_to_local(p->b.view, on_a), view_turn_back(p->b.view, way)) &&
           !mesh_blocks(p->a.mesh, view_to_local(p->a.view, on_b), view_turn_back(p->a.view, v3_negate(way)));
}

typedef struct placed_triangle
{
    convex shape;
    vec3 middle; // relative to the pair's origin
    vec3 normal; // world, as the mesh has it
    vec3 facing; // world, towards the other
} placed_triangle;

static void place(const mesh_side *side, int t, vec3 origin, placed_triangle *out)
{
    vec3 corner[3];
    for (int k = 0; k < 3; k++) corner[k] = v3_sub(view_to_world(side->view, mesh_corner(side->mesh, t, k)), origin);
    out->normal = out->facing = view_turn(side->view, v3_load(&side->mesh->normals[3 * t]));
    out->middle = v3_scale(1.0 / 3, v3_add(v3_add(corner[0], corner[1]), corner[2]));
    convex_make_triangle(&out->shape, corner, out->normal, &side->mesh->names[t]);
}

static void turn_to(const mesh_side *side, placed_triangle *t, vec3 towards)
{
    if (!side->mesh->closed && v3_dot(t->normal, v3_sub(towards, t->middle)) < 0) t->facing = v3_negate(t->normal);
}

static bool supports(const mesh_side *side, int t, vec3 facing, vec3 n)
{
    return mesh_supports(side->mesh, t, view_turn_back(side->view, facing), view_turn_back(side->view, n));
}

/// The triangles' own normals, where the pair's does not hold.
static void own_normals(const mesh_pair *p, const placed_triangle *a, const placed_triangle *b, bool apart, vec3 found,
                        vec3 origin)
{
    if (v3_dot(a->facing, b->facing) > -0.05) return; // they do not face each other
    convex_gap gap = {.normal = b->facing, .separation = convex_separation(&a->shape, &b->shape, b->facing)};
    double along_a = convex_separation(&a->shape, &b->shape, v3_negate(a->facing));
    if (along_a > gap.separation + 1e-10 * (a->shape.extent + b->shape.extent))
        gap.normal = v3_negate(a->facing), gap.separation = along_a;
    bool sunk = apart && v3_dot(found, gap.normal) < 0;
    if (sunk && !(p->a.mesh->closed && p->b.mesh->closed)) return;
    int first = p->out->count, kept = first;
    convex_patch(&a->shape, &b->shape, &gap, origin, p->margin, false, p->out);
    for (int k = first; k < p->out->count; k++)
    {
        manifold_point q = p->out->points[k];
        q.feature |= MESH_SECOND_CHOICE;
        if (q.gap >= -p->sink && way_out(p, &q)) p->out->points[kept++] = q;
    }
    p->out->count = kept;
}

static void meet(const mesh_pair *p, int ta, int tb)
{
    placed_triangle a, b;
    vec3 origin = view_to_world(p->b.view, mesh_corner(p->b.mesh, tb, 0));
    place(&p->a, ta, origin, &a);
    place(&p->b, tb, origin, &b);
    turn_to(&p->a, &a, b.middle);
    turn_to(&p->b, &b, a.middle);
    convex_gap gap;
    if (!convex_direction(&a.shape, &b.shape, p->reach, p->out, &gap)) return;
    if (gap.separation <= p->margin && supports(&p->b, tb, b.facing, gap.normal) &&
        supports(&p->a, ta, a.facing, v3_negate(gap.normal)))
        convex_patch(&a.shape, &b.shape, &gap, origin, p->margin, true, p->out);
    else own_normals(p, &a, &b, gap.separation > 0, gap.normal, origin);
}

static void meet_leaves(const mesh_pair *p, const mesh_node *a, const mesh_node *b)
{
    for (int i = a->first; i < a->first + a->count; i++)
        for (int j = b->first; j < b->first + b->count; j++) meet(p, p->a.mesh->order[i], p->b.mesh->order[j]);
}

void mesh_against_mesh(const shape_view *a, const triangle_mesh *mesh_a, const shape_view *b,
                       const triangle_mesh *mesh_b, double margin, manifold *out)
{
    mesh_pair p = {{a, mesh_a}, {b, mesh_b}, margin, margin, SINK * fmin(mesh_a->extent, mesh_b->extent), out};
    if (mesh_a->closed && mesh_b->closed) p.reach = fmax(margin, p.sink);
    int stack[MAX_STACK][2], depth = 0, first = out->count;
    stack[depth][0] = stack[depth][1] = 0, depth++;
    while (depth > 0)
    {
        depth--;
        int i = stack[depth][0], j = stack[depth][1];
        const mesh_node *na = &mesh_a->nodes[i], *nb = &mesh_b->nodes[j];
        if (!nodes_meet(&p, na, nb)) continue;
        if (na->count > 0 && nb->count > 0)
        {
            meet_leaves(&p, na, nb);
            continue;
        }
        // The larger one is opened.
        bool open_a = nb->count > 0 ||
                      (na->count == 0 && v3_norm2(v3_sub(na->high, na->low)) >= v3_norm2(v3_sub(nb->high, nb->low)));
        stack[depth][0] = open_a ? na->first : i, stack[depth][1] = open_a ? j : nb->first, depth++;
        stack[depth][0] = open_a ? i + 1 : i, stack[depth][1] = open_a ? j : j + 1, depth++;
    }
    mesh_unique_points(out, first, merge_distance(a, b));
}
