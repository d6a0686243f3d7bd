// Rollouts: every run has the bits of a single world, whatever the number of threads.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    RUNS = 7,
    STEPS = 60
};

/// A slider pushed along a rail of friction, and a free block beside it on the ground.
static hf_model *make_model(void)
{
    hf_error error;
    hf_builder *builder;
    hf_model *model;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_shape_def ground = hf_shape_def_default();
    ground.kind = HF_SHAPE_PLANE;
    ground.friction = 0.5;
    CHECK(hf_builder_add_shape(builder, &ground, NULL, &error) == HF_STATUS_OK);
    hf_body_def block = hf_body_def_default();
    block.position[2] = 0.1;
    block.velocity[0] = 1.0;
    hf_shape_def box = hf_shape_def_default();
    box.kind = HF_SHAPE_BOX;
    box.size[0] = box.size[1] = box.size[2] = 0.1;
    box.friction = 0.0;
    CHECK(hf_builder_add_body(builder, &block, &box.body, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_shape(builder, &box, NULL, &error) == HF_STATUS_OK);
    hf_body_def slider = hf_body_def_default();
    slider.parent = 0;
    slider.position[1] = 2.0;
    slider.position[2] = 0.3;
    CHECK(hf_builder_add_body(builder, &slider, &box.body, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_shape(builder, &box, NULL, &error) == HF_STATUS_OK);
    hf_joint_def rail = hf_joint_def_default();
    rail.body = box.body;
    rail.kind = HF_JOINT_SLIDE;
    rail.axis[0] = 1.0;
    rail.axis[2] = 0.0;
    hf_actuator_def motor = hf_actuator_def_default();
    CHECK(hf_builder_add_joint(builder, &rail, &motor.target, &error) == HF_STATUS_OK);
    CHECK(hf_builder_add_actuator(builder, &motor, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return model;
}

typedef struct rollout_data
{
    double *q, *v, *controls; // what goes in
    double *out_q, *out_v;
    int steps[RUNS];
    hf_run_quality quality[RUNS];
    uint64_t hash[RUNS];
} rollout_data;

/// Starts and controls of every run: another height and speed of the block, another force on the slider.
static rollout_data make_data(const hf_model *model, int samples)
{
    size_t nq = (size_t)hf_model_q_count(model), nv = (size_t)hf_model_v_count(model);
    rollout_data d = {.q = calloc(RUNS * nq, sizeof(double)),
                      .v = calloc(RUNS * nv, sizeof(double)),
                      .controls = calloc((size_t)RUNS * STEPS, sizeof(double)),
                      .out_q = calloc(RUNS * (size_t)samples * nq, sizeof(double)),
                      .out_v = calloc(RUNS * (size_t)samples * nv, sizeof(double))};
    for (size_t run = 0; run < RUNS; run++)
    {
        double *q = d.q + run * nq;
        q[2] = 0.1 + 0.01 * (double)run;
        q[3] = 1.0;
        d.v[run * nv] = 1.0 + 0.1 * (double)run;
        for (size_t step = 0; step < STEPS; step++) d.controls[run * STEPS + step] = (double)run - 0.1 * (double)step;
    }
    return d;
}

static void free_data(rollout_data *d)
{
    free(d->q);
    free(d->v);
    free(d->controls);
    free(d->out_q);
    free(d->out_v);
}

static hf_rollout_def def_of(const rollout_data *d, int threads)
{
    hf_rollout_def def = hf_rollout_def_default();
    def.run_count = RUNS;
    def.step_count = STEPS;
    def.sample_every = 20;
    def.threads = threads;
    def.q = d->q;
    def.v = d->v;
    def.controls = d->controls;
    return def;
}

static hf_rollout_result result_of(rollout_data *d)
{
    return (hf_rollout_result){.q = d->out_q, .v = d->out_v, .steps = d->steps, .quality = d->quality, .hash = d->hash};
}

/// The same run in a world of its own; returns its hash.
static uint64_t single_run(const hf_model *model, const rollout_data *d, int run, double *q)
{
    hf_error error;
    hf_world *world;
    size_t nq = (size_t)hf_model_q_count(model), nv = (size_t)hf_model_v_count(model);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_q(world, d->q + (size_t)run * nq, d->v + (size_t)run * nv, &error) == HF_STATUS_OK);
    for (int step = 0; step < STEPS; step++)
    {
        CHECK(hf_world_set_control(world, 0, d->controls[run * STEPS + step], &error) == HF_STATUS_OK);
        CHECK(hf_world_step(world, 0, NULL, &error) == HF_STATUS_OK);
    }
    uint64_t hash = hf_world_hash(world);
    memcpy(q, hf_world_q(world), nq * sizeof *q);
    hf_world_destroy(world);
    return hash;
}

TEST(runs_have_the_bits_of_single_worlds_for_any_number_of_threads)
{
    hf_error error;
    hf_model *model = make_model();
    const int threads[] = {1, 2, 5};
    double q[8]; // 7 of the block, 1 of the slider
    CHECK(hf_model_q_count(model) == 8);
    for (int k = 0; k < 3; k++)
    {
        hf_rollout_def def = def_of(&(rollout_data){0}, threads[k]);
        int samples = hf_rollout_sample_count(&def);
        CHECK(samples == 4);
        rollout_data d = make_data(model, samples);
        def = def_of(&d, threads[k]);
        hf_rollout_result result = result_of(&d);
        CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
        for (int run = 0; run < RUNS; run++)
        {
            CHECK(d.steps[run] == STEPS);
            CHECK(d.quality[run].of[HF_STEP_EXACT].count == STEPS);
            CHECK(d.hash[run] == single_run(model, &d, run, q));
            CHECK(memcmp(q, d.out_q + (run * samples + samples - 1) * 8, sizeof q) == 0);
            CHECK_NEAR(d.out_q[run * samples * 8 + 2], 0.1 + 0.01 * run, 0.0); // the first sample is the start
        }
        free_data(&d);
    }
    hf_model_destroy(model);
}

static hf_status push_by_hand(void *context, int run, int step, hf_world *world, hf_error *error)
{
    const rollout_data *d = context;
    return hf_world_set_control(world, 0, d->controls[run * STEPS + step], error);
}

TEST(a_controller_does_what_a_table_does)
{
    hf_error error;
    hf_model *model = make_model();
    rollout_data d = make_data(model, 4);
    hf_rollout_def def = def_of(&d, 2);
    hf_rollout_result result = result_of(&d);
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
    uint64_t table[RUNS];
    memcpy(table, d.hash, sizeof table);
    def.controls = NULL;
    def.control = push_by_hand;
    def.control_context = &d;
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
    CHECK(memcmp(table, d.hash, sizeof table) == 0);
    free_data(&d);
    hf_model_destroy(model);
}

TEST(an_error_names_the_run_and_the_step)
{
    hf_error error;
    hf_model *model = make_model();
    rollout_data d = make_data(model, 4);
    d.controls[3 * STEPS + 11] = NAN;
    hf_rollout_def def = def_of(&d, 2);
    hf_rollout_result result = result_of(&d);
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "run 3, step 11: control 0") != NULL);
    def.sample_every = 0;
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "sample_every = 0") != NULL);
    def = def_of(&d, 0);
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "threads = 0") != NULL);
    free_data(&d);
    hf_model_destroy(model);
}

/// A run whose step fails ends there, and the others go on.
TEST(a_run_that_fails_ends_alone)
{
    hf_error error;
    hf_model *model = make_model();
    rollout_data d = make_data(model, 4);
    for (int run = 0; run < RUNS; run++) d.q[8 * run + 2] = run == 2 ? 0.1 : 5.0; // only this one meets the ground
    hf_settings settings = hf_model_settings(model);
    strcpy(settings.solver.name, "mfb");
    settings.solver.max_iterations = 1;
    settings.solver.accept = 0.0;
    settings.solver.tolerance = 1e-300;
    hf_rollout_def def = def_of(&d, 2);
    def.settings = &settings;
    hf_rollout_result result = result_of(&d);
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
    for (int run = 0; run < RUNS; run++)
    {
        CHECK((d.steps[run] < STEPS) == (run == 2));
        CHECK((isnan(d.out_q[(run * 4 + 3) * 8]) != 0) == (run == 2));
    }
    free_data(&d);
    hf_model_destroy(model);
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

static void count_runs(void *context, int done)
{
    int *last = context;
    CHECK(done == *last + 1);
    *last = done;
}

TEST(it_can_be_interrupted_and_tells_how_far_it_is)
{
    hf_error error;
    hf_model *model = make_model();
    rollout_data d = make_data(model, 4);
    hf_rollout_def def = def_of(&d, 2);
    hf_rollout_result result = result_of(&d);
    int done = 0;
    def.progress = count_runs;
    def.progress_context = &done;
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
    CHECK(done == RUNS);
    def.progress = NULL;
    def.interrupt = at_once;
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_INTERRUPTED);
    free_data(&d);
    hf_model_destroy(model);
}

TEST(every_allocation_may_fail)
{
    hf_error error;
    hf_model *model = make_model();
    rollout_data d = make_data(model, 4);
    hf_rollout_def def = def_of(&d, 1);
    def.run_count = 2;
    def.step_count = 3;
    hf_rollout_result result = {.hash = d.hash};
    hf_status status = HF_STATUS_NO_MEMORY;
    long k = 0;
    for (; status == HF_STATUS_NO_MEMORY && k < 3000; k++)
    {
        fail_allocation(k);
        status = hf_rollout(model, &def, &result, &error);
        if (k >= fail_allocation_count()) break;
        CHECK(status == HF_STATUS_OK || status == HF_STATUS_NO_MEMORY);
        status = HF_STATUS_NO_MEMORY;
    }
    fail_allocation(-1);
    CHECK(k > 20 && k < 3000);
    free_data(&d);
    hf_model_destroy(model);
}

/// Runs 1, 4, … change friction, a mass, a pair and the step on the way: others, made in the same world afterwards,
/// know nothing of it.
static hf_status change(void *context, int run, int step, hf_world *world, hf_error *error)
{
    (void)context;
    if (run % 3 != 1 || step != 10) return HF_STATUS_OK;
    hf_shape_def ground = hf_model_shape(hf_world_model(world), 0);
    ground.friction = 0.1;
    hf_settings settings = hf_model_settings(hf_world_model(world));
    settings.step.timestep = 0.001;
    hf_status status = hf_world_set_shape(world, 0, &ground, error);
    if (status == HF_STATUS_OK) status = hf_world_set_mass(world, 1, 50.0, error);
    if (status == HF_STATUS_OK && run == 4) status = hf_world_exclude(world, 0, 1, true, error);
    return status == HF_STATUS_OK ? hf_world_set_settings(world, &settings, error) : status;
}

TEST(changes_last_for_their_run)
{
    hf_model *model = make_model();
    hf_error error;
    uint64_t plain[RUNS], changed[3][RUNS];
    hf_rollout_def def = hf_rollout_def_default();
    def.run_count = RUNS;
    def.step_count = STEPS;
    hf_rollout_result result = {.hash = plain};
    CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
    def.control = change;
    static const int threads[3] = {1, 2, 5};
    for (int k = 0; k < 3; k++)
    {
        def.threads = threads[k];
        result.hash = changed[k];
        CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
        CHECK(memcmp(changed[k], changed[0], sizeof plain) == 0);
        for (int run = 0; run < RUNS; run++) CHECK((changed[k][run] == plain[run]) == (run % 3 != 1));
    }
    CHECK(changed[0][1] != changed[0][4]);
    hf_model_destroy(model);
}
