// Two seconds of a ponytail on a head that turns, with the tolerances of Daviet et al. 2011: no step fails, less than
// one in fifty is beyond its tolerance (the paper's bound), hair stays hair, and the state has the same bits on one
// thread and on two, and after resuming.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum
{
    STEPS = 1000, // of 2 ms
    RESUMED = 100 // steps that are made again from a saved state
};

static hf_world *ponytail(hf_model **model)
{
    hf_builder *builder;
    hf_world *world;
    CHECK(hf_builtin_make("ponytail", "n=60", 1, &builder, NULL) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, NULL) == HF_STATUS_OK);
    CHECK(hf_world_create(*model, &world, NULL) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    hf_settings settings = hf_model_settings(*model);
    settings.step.timestep = 0.002;
    settings.step.travel = 0.004;
    settings.solver.tolerance = 1e-6;
    settings.step.fast_tolerance = 1e-4;
    CHECK(hf_world_set_settings(world, &settings, NULL) == HF_STATUS_OK);
    return world;
}

TEST(two_seconds_of_a_ponytail)
{
    hf_model *models[2];
    hf_world *world = ponytail(&models[0]), *again = ponytail(&models[1]);
    CHECK(hf_world_set_threads(world, 2) == 2);
    void *state = NULL;
    size_t size = 0;
    long beyond = 0, contacts = 0;
    for (int k = 0; k < STEPS; k++)
    {
        hf_step_report report;
        if (k == STEPS - RESUMED)
        {
            size = hf_world_state_size(world);
            CHECK((state = malloc(size)));
            hf_world_state_save(world, state);
        }
        CHECK(hf_world_step(world, 0.0, &report, NULL) == HF_STATUS_OK && report.quality != HF_STEP_FAILED);
        CHECK(isfinite(report.kinetic) && report.kinetic < 0.01); // 1 g of hair at 4 m/s
        beyond += !report.certified;
        contacts += report.contact_count;
    }
    printf("      %ld contacts a step, %ld of %d steps beyond their tolerance\n", contacts / STEPS, beyond, STEPS);
    CHECK(50 * beyond < STEPS && contacts > 300L * STEPS);

    CHECK(hf_world_state_load(again, state, size, NULL) == HF_STATUS_OK);
    for (int k = 0; k < RESUMED; k++) CHECK(hf_world_step(again, 0.0, NULL, NULL) == HF_STATUS_OK);
    CHECK(hf_world_hash(again) == hf_world_hash(world));
    free(state);
    hf_world_destroy(world);
    hf_world_destroy(again);
    hf_model_destroy(models[0]);
    hf_model_destroy(models[1]);
}
