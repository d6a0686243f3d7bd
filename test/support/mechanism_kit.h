// Helpers for tests of mechanisms: short ways to put one together. Everything that can fail ends the case.

#ifndef HF_TEST_MECHANISM_KIT_H
#define HF_TEST_MECHANISM_KIT_H

#include "support/harness.h"

#include "holdfast/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_error error;

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        hf_status status_ = (call);                                                                                    \
        if (status_ != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", #call, error.message);                 \
    } while (0)

typedef struct kit
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    hf_step_report report;
} kit;

__attribute__((unused)) static kit kit_begin(void)
{
    kit k = {0};
    OK(hf_builder_create(&k.builder, &error));
    return k;
}

__attribute__((unused)) static void kit_build(kit *k)
{
    OK(hf_model_build(k->builder, &k->model, &error));
    OK(hf_world_create(k->model, &k->world, &error));
}

__attribute__((unused)) static void kit_end(kit *k)
{
    hf_world_destroy(k->world);
    hf_model_destroy(k->model);
    hf_builder_destroy(k->builder);
    *k = (kit){0};
}

__attribute__((unused)) static void kit_step(kit *k)
{
    OK(hf_world_step(k->world, 0.0, &k->report, &error));
    CHECK(k->report.certified);
}

/// A link with the inertia of a thin rod along x, from the parent's point `at`.
__attribute__((unused)) static int add_rod(kit *k, int parent, double x, double y, double z, double mass, double length)
{
    hf_body_def def = hf_body_def_default();
    def.parent = parent;
    def.position[0] = x, def.position[1] = y, def.position[2] = z;
    def.mass = mass;
    def.center[0] = 0.5 * length;
    double i = mass * length * length / 12.0;
    def.inertia[0] = 1e-3 * i, def.inertia[1] = i, def.inertia[2] = i;
    int index = 0;
    OK(hf_builder_add_body(k->builder, &def, &index, &error));
    return index;
}

__attribute__((unused)) static hf_joint_def hinge_y(int body) // a positive turn lowers what points along x
{
    hf_joint_def def = hf_joint_def_default();
    def.body = body;
    def.axis[0] = 0, def.axis[1] = 1, def.axis[2] = 0;
    return def;
}

__attribute__((unused)) static int add_joint(kit *k, hf_joint_def def)
{
    int index = 0;
    OK(hf_builder_add_joint(k->builder, &def, &index, &error));
    return index;
}

__attribute__((unused)) static void set_timestep(kit *k, double h)
{
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    OK(hf_builder_set(k->builder, &settings, &error));
}

#endif
