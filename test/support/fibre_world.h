// Fibres in worlds, for tests: scenes of a few lines, and the capstan.

#ifndef HF_TEST_FIBRE_WORLD_H
#define HF_TEST_FIBRE_WORLD_H

#include "support/ok.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

typedef struct scene
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
} scene;

static inline scene begin(void)
{
    scene s = {0};
    OK(hf_builder_create(&s.builder, error));
    return s;
}

/// The same without weight.
static inline scene begin_weightless(void)
{
    scene s = begin();
    hf_settings settings = hf_builder_settings(s.builder);
    memset(settings.physics.gravity, 0, sizeof settings.physics.gravity);
    OK(hf_builder_set(s.builder, &settings, error));
    return s;
}

static inline void start(scene *s)
{
    OK(hf_model_build(s->builder, &s->model, error));
    OK(hf_world_create(s->model, &s->world, error));
}

static inline void end(scene *s)
{
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
    hf_builder_destroy(s->builder);
}

/// A soft rod of 0.3 m along x, 3 mm thick, half a metre up.
static inline hf_fibre_def rod(hf_fibre_kind kind)
{
    hf_fibre_def def = hf_fibre_def_default();
    def.kind = kind;
    def.length = 0.3;
    def.section[0] = def.section[1] = 1.5e-3;
    def.position[2] = 0.5;
    def.damping = 0.01;
    return def;
}

static inline void add_plane(scene *s, double mu)
{
    hf_shape_def plane = hf_shape_def_default();
    plane.kind = HF_SHAPE_PLANE;
    plane.friction = mu;
    OK(hf_builder_add_shape(s->builder, &plane, NULL, error));
}

static inline hf_step_report step(scene *s, double h)
{
    hf_step_report report;
    OK(hf_world_step(s->world, h, &report, error));
    return report;
}

/// A thin rope round half a drum, pulled at both ends: how far the end comes from 30 to 50 ms, at a ratio of tensions.
/// It slips iff the ratio is more than exp(μ π), but for the moment of friction about its middle (radius 0.002 of the
/// drum's) and its stiffness (EI/R² is 1.3e-4 of the lower tension).
static inline double capstan_slip(hf_fibre_kind kind, int turns, double mu, double ratio)
{
    enum
    {
        TURNS = 60 // the most vertices that turn
    };
    CHECK(turns <= TURNS);
    const double drum = 0.1, radius = 2e-4, delta = pi / turns, middle = drum + radius, T = 1e-3;
    double points[3 * (TURNS + 2)];
    double edge = 2 * middle * tan(0.5 * delta);
    for (int i = 0; i < turns; i++)
    {
        double at = (i + 0.5) * delta, r = middle / cos(0.5 * delta);
        points[3 * i + 3] = r * cos(at), points[3 * i + 4] = 0, points[3 * i + 5] = r * sin(at);
    }
    const double first[3] = {middle, 0, points[5] - edge}, last[3] = {-middle, 0, points[5] - edge};
    memcpy(points, first, sizeof first);
    memcpy(points + 3 * (turns + 1), last, sizeof last);
    scene s = begin_weightless();
    hf_fibre_def def = rod(kind);
    def.section[0] = def.section[1] = radius;
    def.young = 1e6;
    def.point_count = turns + 2, def.points = points, def.element_count = turns + 1;
    def.friction = mu;
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_CYLINDER;
    shape.size[0] = drum, shape.size[1] = 0.05;
    shape.orientation[0] = sqrt(0.5), shape.orientation[1] = sqrt(0.5); // its axis along y
    shape.friction = mu;
    OK(hf_builder_add_shape(s.builder, &shape, NULL, error));
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    const double low[3] = {0, 0, -T}, high[3] = {0, 0, -T * ratio};
    OK(hf_world_set_wrench(s.world, hf_model_fibre_body(s.model, 0, 0), low, (const double[3]){0}, error));
    OK(hf_world_set_wrench(s.world, hf_model_fibre_body(s.model, 0, turns), high, (const double[3]){0}, error));
    double x[3 * (TURNS + 2)], before;
    for (int i = 0; i < 30; i++) step(&s, 1e-3);
    hf_world_fibre_points(s.world, 0, x);
    before = x[3 * (turns + 1) + 2];
    for (int i = 0; i < 20; i++) step(&s, 1e-3);
    hf_world_fibre_points(s.world, 0, x);
    end(&s);
    return before - x[3 * (turns + 1) + 2];
}

#endif
