// Mechanisms in the world: pendulums keep their energy, limits stop, motors stall, loops stay closed.

#include "harness.h"

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

static kit kit_begin(void)
{
    kit k = {0};
    OK(hf_builder_create(&k.builder, &error));
    return k;
}

static void kit_build(kit *k)
{
    OK(hf_model_build(k->builder, &k->model, &error));
    OK(hf_world_create(k->model, &k->world, &error));
}

static void kit_end(kit *k)
{
    hf_world_destroy(k->world);
    hf_model_destroy(k->model);
    hf_builder_destroy(k->builder);
    *k = (kit){0};
}

static void kit_step(kit *k)
{
    OK(hf_world_step(k->world, 0.0, &k->report, &error));
    CHECK(k->report.certified);
}

/// A link with the inertia of a thin rod along x, from the parent's point `at`.
static int add_rod(kit *k, int parent, double x, double y, double z, double mass, double length)
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

static hf_joint_def hinge_y(int body)
{
    hf_joint_def def = hf_joint_def_default();
    def.body = body;
    def.axis[0] = 0, def.axis[1] = 1, def.axis[2] = 0;
    return def;
}

static int add_joint(kit *k, hf_joint_def def)
{
    int index = 0;
    OK(hf_builder_add_joint(k->builder, &def, &index, &error));
    return index;
}

static void set_timestep(kit *k, double h)
{
    hf_settings settings = hf_settings_default();
    settings.timestep = h;
    OK(hf_builder_set(k->builder, &settings, &error));
}

// ---- pendulums ----

TEST(pendulum_has_its_period_and_keeps_its_energy)
{
    kit k = kit_begin();
    int rod = add_rod(&k, 0, 0, 0, 0, 1.0, 1.0);
    hf_joint_def def = hinge_y(rod);
    def.has_initial = true;
    def.initial = 1.5707963267948966 - 0.1; // hangs at pi/2: the rod points along x at 0
    add_joint(&k, def);
    set_timestep(&k, 1e-3);
    kit_build(&k);
    CHECK(hf_model_q_count(k.model) == 1);
    // small swings: w² = m g (l/2) / (m l²/3) = 3 g / (2 l)
    double w = sqrt(1.5 * 9.81), period = 2 * 3.14159265358979 / w * (1 + 0.1 * 0.1 / 16);
    double e0 = NAN, worst = 0, last = -0.1, crossed = 0;
    int crossings = 0;
    for (int i = 0; i < 10000; i++)
    {
        kit_step(&k);
        double e = k.report.kinetic + k.report.potential, a = hf_world_q(k.world)[0] - 1.5707963267948966;
        if (isnan(e0)) e0 = e;
        worst = fmax(worst, fabs(e - e0));
        if (last < 0 && a >= 0)
        {
            crossings++;
            crossed = hf_world_time(k.world) - 1e-3 * a / (a - last);
        }
        last = a;
    }
    // from rest at the left the first upward crossing is after a quarter of a period
    CHECK_NEAR(crossed, (crossings - 0.75) * period, 1e-3);
    CHECK(worst < 1e-5 * 0.5 * 9.81 * 0.005);
    kit_end(&k);
}

static double swing_chain(int links, double h, double time, double *scale)
{
    kit k = kit_begin();
    int parent = 0;
    for (int i = 0; i < links; i++)
    {
        parent = add_rod(&k, parent, i == 0 ? 0 : 0.5, 0, 0, 1.0, 0.5);
        add_joint(&k, hinge_y(parent));
    }
    set_timestep(&k, h);
    kit_build(&k);
    double e0 = NAN, worst = 0;
    for (double t = 0; t < time; t += h)
    {
        kit_step(&k);
        double e = k.report.kinetic + k.report.potential;
        if (isnan(e0)) e0 = e;
        worst = fmax(worst, fabs(e - e0));
        *scale = fmax(*scale, k.report.kinetic);
    }
    kit_end(&k);
    return worst;
}

TEST(chain_keeps_its_energy_to_second_order)
{
    double scale = 0;
    double coarse = swing_chain(3, 1e-3, 2.0, &scale), fine = swing_chain(3, 5e-4, 2.0, &scale);
    CHECK(coarse < 1e-3 * scale);
    CHECK(fine < 0.35 * coarse);
}
