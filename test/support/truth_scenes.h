// Helpers for tests of mechanics: short ways to put a world together. Everything that can fail ends the case.

#ifndef HF_TEST_TRUTH_SCENES_H
#define HF_TEST_TRUTH_SCENES_H

#include "support/harness.h"

#include "holdfast/world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double G = 9.81;

/// A scene while it is put together, and then while it runs.
typedef struct scene
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    hf_step_report last;
    double worst_natural;     // of all steps so far
    double worst_penetration; // [m]
    int most_substeps;
} scene;

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        hf_error error_ = {0};                                                                                         \
        hf_error *error = &error_;                                                                                     \
        if ((call) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", #call, error_.message);                 \
    } while (0)

__attribute__((unused)) static scene scene_begin(void)
{
    scene s = {0};
    MUST(hf_builder_create(&s.builder, error));
    return s;
}

__attribute__((unused)) static void scene_settings(scene *s, hf_settings settings)
{
    MUST(hf_builder_set(s->builder, &settings, error));
}

__attribute__((unused)) static int add_body(scene *s, hf_body_def def)
{
    int index = -1;
    MUST(hf_builder_add_body(s->builder, &def, &index, error));
    return index;
}

__attribute__((unused)) static int add_shape(scene *s, hf_shape_def def)
{
    int index = -1;
    MUST(hf_builder_add_shape(s->builder, &def, &index, error));
    return index;
}

/// A half-space whose surface goes through the origin, turned by `angle` about -y, so that it rises towards +x.
__attribute__((unused)) static int add_plane(scene *s, double angle, double mu)
{
    hf_shape_def def = hf_shape_def_default();
    def.kind = HF_SHAPE_PLANE;
    def.orientation[0] = cos(angle / 2);
    def.orientation[2] = -sin(angle / 2);
    def.friction = mu;
    return add_shape(s, def);
}

__attribute__((unused)) static hf_body_def body_at(double x, double y, double z)
{
    hf_body_def def = hf_body_def_default();
    def.position[0] = x;
    def.position[1] = y;
    def.position[2] = z;
    return def;
}

__attribute__((unused)) static int add_box(scene *s, hf_body_def def, double a, double b, double c, double mu)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(s, def);
    shape.kind = HF_SHAPE_BOX;
    shape.size[0] = a;
    shape.size[1] = b;
    shape.size[2] = c;
    shape.friction = mu;
    add_shape(s, shape);
    return shape.body;
}

/// A body of half the height `half` that lies on the plane of that angle, above the origin.
__attribute__((unused)) static hf_body_def body_on_plane(double angle, double half)
{
    hf_body_def def = body_at(-half * sin(angle), 0, half * cos(angle));
    def.orientation[0] = cos(angle / 2);
    def.orientation[2] = -sin(angle / 2);
    return def;
}

__attribute__((unused)) static int add_ball(scene *s, hf_body_def def, double radius, double mu, double restitution)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(s, def);
    shape.kind = HF_SHAPE_SPHERE;
    shape.size[0] = radius;
    shape.friction = mu;
    shape.restitution = restitution;
    add_shape(s, shape);
    return shape.body;
}

__attribute__((unused)) static void scene_start(scene *s)
{
    MUST(hf_model_build(s->builder, &s->model, error));
    MUST(hf_world_create(s->model, &s->world, error));
}

__attribute__((unused)) static void scene_end(scene *s)
{
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
    hf_builder_destroy(s->builder);
}

/// What holds in every step of every scene: the certificate, the cone, complementarity, friction against the slip.
__attribute__((unused)) static void check_law(const scene *s)
{
    const hf_problem *problem = hf_world_problem(s->world, NULL);
    hf_friction_law law = {0};
    if (problem) law = hf_problem_laws(problem).friction; // without impulses there is none
    double reach = law.kind == HF_FRICTION_OUTER_PYRAMID ? 1.0 / cos(acos(-1.0) / law.sides) : 1.0;
    for (int k = 0; k < hf_world_contact_count(s->world); k++)
    {
        hf_contact c = hf_world_contact(s->world, k);
        double r_t = hypot(c.r[1], c.r[2]), scale = 1e-7 * (1 + fabs(c.r[0]));
        CHECK(c.r[0] >= -scale);
        CHECK(r_t <= reach * c.mu * c.r[0] + scale);
        if (!c.collided) CHECK(c.r[1] * c.u[1] + c.r[2] * c.u[2] <= scale * (1 + hypot(c.u[1], c.u[2])));
    }
}

__attribute__((unused)) static void scene_step(scene *s)
{
    MUST(hf_world_step(s->world, 0, &s->last, error));
    if (!s->last.certified)
        harness_fail(__FILE__, __LINE__, "not certified at t = %g: natural %g, %s", s->last.time,
                     s->last.solve.residual.natural, s->last.solve.note);
    s->worst_natural = fmax(s->worst_natural, s->last.solve.residual.natural);
    s->worst_penetration = fmax(s->worst_penetration, s->last.penetration);
    if (s->last.substeps > s->most_substeps) s->most_substeps = s->last.substeps;
    check_law(s);
}

__attribute__((unused)) static void scene_run(scene *s, double duration)
{
    double end = hf_world_time(s->world) + duration - 1e-9;
    while (hf_world_time(s->world) < end) scene_step(s);
}

__attribute__((unused)) static double distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

#endif
