// Fibres that are shaken hard keep their sides: no two centre lines pass through each other in any step.
//
// Sixteen rods stand in two combs across each other, whose holders go to and fro by keyframes at more than a metre a
// second, through each other's rods. What the world says is checked from outside: the vertices before and after each
// step, by the test of chain_cross.c for all pairs.

#include "support/harness.h"

#include "collide/chains/chain_cross.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static hf_error error;

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        if ((call) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", #call, error.message);                  \
    } while (0)

enum
{
    RODS = 8, // of each comb
    SEGMENTS = 10,
    KEYS = 9
};

/// A prescribed body that goes along x to and fro by `way`, starting at x.
static int add_holder(hf_builder *builder, double x, double z, double way)
{
    hf_body_def body = hf_body_def_default();
    double times[KEYS], positions[3 * KEYS];
    body.motion = HF_MOTION_PRESCRIBED;
    body.position[0] = x, body.position[2] = z;
    int index;
    OK(hf_builder_add_body(builder, &body, &index, &error));
    for (int k = 0; k < KEYS; k++)
    {
        times[k] = 0.05 + 0.06 * k;
        positions[3 * k] = x + (k % 2 ? way : 0.0);
        positions[3 * k + 1] = 0.0, positions[3 * k + 2] = z;
    }
    hf_motion_def motion = {.body = index, .key_count = KEYS, .times = times, .positions = positions};
    OK(hf_builder_add_motion(builder, &motion, &error));
    return index;
}

/// A comb: rods of 5 cm from a holder, which hang down side by side along y, or lie along y one over the other.
static void add_comb(hf_builder *builder, int holder, double x, bool lying)
{
    for (int k = 0; k < RODS; k++)
    {
        hf_fibre_def def = hf_fibre_def_default();
        const double hanging[6] = {x, 0.004 * k, 0.06, x, 0.004 * k, 0.01};
        const double across[6] = {x, -0.01, 0.015 + 0.004 * k, x, 0.04, 0.015 + 0.004 * k};
        const double *points = lying ? across : hanging;
        def.kind = HF_FIBRE_DER;
        def.element_count = SEGMENTS;
        def.point_count = 2, def.points = points;
        def.section[0] = def.section[1] = 2e-4;
        def.young = 1e9;
        def.ends[0] = (hf_fibre_end){.hold = HF_HOLD_CLAMPED, .body = holder};
        OK(hf_builder_add_fibre(builder, &def, NULL, &error));
    }
}

static int count_crossings(int fibres, double (*from)[3 * (SEGMENTS + 1)], double (*to)[3 * (SEGMENTS + 1)])
{
    int count = 0;
    for (int i = 0; i < fibres * SEGMENTS; i++)
        for (int j = i + 1; j < fibres * SEGMENTS; j++)
        {
            int a = i / SEGMENTS, b = j / SEGMENTS, s = i % SEGMENTS, t = j % SEGMENTS;
            line_way p, q;
            contact_point point;
            if (a == b && t - s < 2) continue;
            for (int e = 0; e < 2; e++)
            {
                p.end[e][0] = v3_load(from[a] + 3 * (s + e)), p.end[e][1] = v3_load(to[a] + 3 * (s + e));
                q.end[e][0] = v3_load(from[b] + 3 * (t + e)), q.end[e][1] = v3_load(to[b] + 3 * (t + e));
            }
            count += chain_crossing(&p, &q, 0.0, &point);
        }
    return count;
}

TEST(combs_through_each_other)
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    OK(hf_builder_create(&builder, &error));
    hf_settings settings = hf_builder_settings(builder);
    settings.step.timestep = 0.004;
    settings.solver.tolerance = 1e-6;
    settings.solver.accept = 1e-3;
    OK(hf_builder_set(builder, &settings, &error));
    int left = add_holder(builder, 0.0, 0.06, 0.05), right = add_holder(builder, 0.02, 0.0, -0.05);
    add_comb(builder, left, 0.0, false);
    add_comb(builder, right, 0.02, true);
    OK(hf_model_build(builder, &model, &error));
    OK(hf_world_create(model, &world, &error));
    int fibres = hf_model_count(model, HF_ITEM_FIBRE), touched = 0, crossings = 0, failed = 0, cut = 0;
    double(*from)[3 * (SEGMENTS + 1)] = calloc((size_t)fibres, sizeof *from),
                                  (*to)[3 * (SEGMENTS + 1)] = calloc((size_t)fibres, sizeof *to);
    CHECK(fibres == 2 * RODS && from && to);
    for (int n = 0; n < 150; n++)
    {
        hf_step_report report;
        for (int f = 0; f < fibres; f++) hf_world_fibre_points(world, f, from[f]);
        OK(hf_world_step(world, 0.0, &report, &error));
        for (int f = 0; f < fibres; f++) hf_world_fibre_points(world, f, to[f]);
        failed += report.quality == HF_STEP_FAILED;
        touched = touched > report.contact_count ? touched : report.contact_count;
        cut += report.substeps > 1;
        crossings += report.substeps == 1 ? count_crossings(fibres, from, to) : 0;
    }
    printf("      %d contacts at most, %d crossings, %d steps cut, %d failed\n", touched, crossings, cut, failed);
    CHECK(touched > 5);
    CHECK(crossings == 0);
    CHECK(failed == 0);
    free(from), free(to);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}
