// Fibres in a world: ends, contacts, states that resume, threads, and what is refused.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        hf_error error_ = {0};                                                                                         \
        hf_error *error = &error_;                                                                                     \
        if ((call) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error_.message);                            \
    } while (0)

typedef struct scene
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
} scene;

static scene begin(void)
{
    scene s = {0};
    OK(hf_builder_create(&s.builder, error));
    return s;
}

static void start(scene *s)
{
    OK(hf_model_build(s->builder, &s->model, error));
    OK(hf_world_create(s->model, &s->world, error));
}

static void end(scene *s)
{
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
    hf_builder_destroy(s->builder);
}

/// A soft rod of 0.3 m along x, 3 mm thick, half a metre up.
static hf_fibre_def rod(void)
{
    hf_fibre_def def = hf_fibre_def_default();
    def.length = 0.3;
    def.section[0] = def.section[1] = 1.5e-3;
    def.position[2] = 0.5;
    def.damping = 0.01;
    return def;
}

static void add_plane(scene *s, double mu)
{
    hf_shape_def plane = hf_shape_def_default();
    plane.kind = HF_SHAPE_PLANE;
    plane.friction = mu;
    OK(hf_builder_add_shape(s->builder, &plane, NULL, error));
}

static hf_step_report step(scene *s, double h)
{
    hf_step_report report;
    OK(hf_world_step(s->world, h, &report, error));
    return report;
}

TEST(clamped_rod_hangs_and_comes_to_rest)
{
    scene s = begin();
    hf_fibre_def def = rod();
    def.ends[0].hold = HF_HOLD_CLAMPED;
    def.drag[0] = def.drag[1] = 0.1;
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    double x[3 * 19], last = INFINITY;
    CHECK(hf_model_fibre_count(s.model) == 1 && hf_model_fibre_vertex_count(s.model, 0) == 19);
    for (int k = 0; k < 1500; k++)
    {
        hf_step_report r = step(&s, 0.002);
        CHECK(r.kinetic + r.potential < last + 1e-9);
        last = r.kinetic + r.potential;
    }
    hf_world_fibre_points(s.world, 0, x);
    CHECK_NEAR(x[0], 0, 1e-15);
    CHECK_NEAR(x[2], 0.5, 1e-15);
    CHECK(x[3 * 18 + 2] < 0.3);
    for (int b = 1; b <= 18; b++) CHECK(fabs(hf_world_body(s.world, b).velocity[2]) < 1e-6);
    end(&s);
}

TEST(free_rod_falls_and_lies_still)
{
    scene s = begin();
    hf_fibre_def def = rod();
    def.position[2] = 0.05;
    def.friction = 0.5;
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    add_plane(&s, 0.5);
    start(&s);
    for (int k = 0; k < 400; k++)
    {
        hf_step_report r = step(&s, 0.002);
        CHECK(r.certified);
        CHECK(r.penetration < 1e-5);
    }
    double x[3 * 19];
    hf_world_fibre_points(s.world, 0, x);
    for (int j = 0; j < 19; j++) CHECK_NEAR(x[3 * j + 2], 1.5e-3, 1e-6);
    for (int b = 1; b <= 18; b++)
        for (int k = 0; k < 3; k++) CHECK(fabs(hf_world_body(s.world, b).velocity[k]) < 1e-6);
    end(&s);
}
