// How far apart two shapes are along the normal that a contact between them had some time before.
//
// With h the support function of a shape, s(n) = -h_A(-n) - h_B(n) is the separation of convex shapes along the unit
// vector n from b to a: never more than their distance. Where s(n) stays above zero while shapes move, they are on the
// sides on which they were. The normal may stay in the world or turn with either shape; the largest s of the three
// counts.
// A half-space, a height field and the larger of two shapes of which one is a mesh have no such h: the plane through
// the point of the contact on them, which moves and turns with them, takes their place, and the normal turns with it.
// Cost: a support point of each shape; all vertices of a mesh.

#include "collide/broad/deformed_hull.h"
#include "collide/narrow/convex.h"
#include "collide/shapes/mesh.h"

#include <math.h>

/// A shape at some time.
typedef struct side
{
    shape_view view;
    bool foot; // it is represented by a plane through `at`
    vec3 at;
} side;

static side place_side(const collide_scene *scene, int shape, const pose *body)
{
    const scene_shape *s = &scene->shapes[shape];
    side placed = {.view = s->view};
    if (s->form != HF_FORM_RIGID)
    {
        deformed_hull_place(s, body, NULL, &placed.view); // supports of hulls need no axes of a rotation
        return placed;
    }
    placed.view.center = v3_add(v3_load(body->position), m3_times(body->rotation, s->position));
    for (int i = 0; i < 3; i++)
        placed.view.axis[i] = m3_times(body->rotation, v3(s->rotation[i], s->rotation[3 + i], s->rotation[6 + i]));
    return placed;
}

/// max d·x over the shape.
static double support(const side *s, vec3 d)
{
    if (s->foot) return v3_dot(d, s->at);
    if (s->view.kind == HF_SHAPE_MESH)
    {
        const triangle_mesh *mesh = s->view.mesh;
        vec3 local = view_turn_back(&s->view, d);
        double most = -INFINITY;
        for (int v = 0; v < mesh->vertex_count; v++) most = fmax(most, v3_dot(local, v3_load(&mesh->vertices[3 * v])));
        return most + v3_dot(d, s->view.center);
    }
    convex c;
    convex_make(&c, &s->view, s->view.center);
    return v3_dot(d, convex_support(&c, d, NULL)) + c.radius + v3_dot(d, s->view.center);
}

static double separation(const side *a, const side *b, vec3 n)
{
    return -support(a, v3_negate(n)) - support(b, n);
}

/// Whether a shape is represented by the plane of the contact.
static bool needs_foot(const shape_view *shape, const shape_view *other)
{
    bool mesh = shape->kind == HF_SHAPE_MESH;
    return shape->kind == HF_SHAPE_PLANE || shape->kind == HF_SHAPE_FIELD || (mesh && shape->extent > other->extent);
}

/// A direction, and a place, that go along with a body; a stretch makes the direction longer, and another, which is as
/// good.
static vec3 turned(const pose *from, const pose *to, vec3 d)
{
    return m3_times(to->rotation, m3_transpose_times(from->rotation, d));
}

static vec3 carried(const pose *from, const pose *to, vec3 x)
{
    return v3_add(v3_load(to->position), turned(from, to, v3_sub(x, v3_load(from->position))));
}

double collide_separation(const collide_scene *scene, const contact_point *point, const pose from[2], const pose to[2])
{
    side a = place_side(scene, point->shape_a, &to[0]), b = place_side(scene, point->shape_b, &to[1]);
    vec3 n = v3_load(point->normal), middle = v3_load(point->point);
    a.foot = needs_foot(&a.view, &b.view);
    b.foot = needs_foot(&b.view, &a.view);
    a.at = carried(&from[0], &to[0], v3_add_scaled(middle, 0.5 * point->gap, n));
    b.at = carried(&from[1], &to[1], v3_add_scaled(middle, -0.5 * point->gap, n));
    vec3 with_a = turned(&from[0], &to[0], n), with_b = turned(&from[1], &to[1], n);
    if (scene->shapes[point->shape_a].form != HF_FORM_RIGID) with_a = v3_unit_or(with_a, n);
    if (scene->shapes[point->shape_b].form != HF_FORM_RIGID) with_b = v3_unit_or(with_b, n);
    if (a.foot) return separation(&a, &b, with_a);
    if (b.foot) return separation(&a, &b, with_b);
    return fmax(separation(&a, &b, n), fmax(separation(&a, &b, with_a), separation(&a, &b, with_b)));
}
