// Batches and what runs have otherwise: the bits of single worlds, for any number of threads.

#include "support/scene_text.h"

#include "holdfast/batch.h"
#include "holdfast/derivative.h"
#include "holdfast/query.h"
#include "holdfast/sense.h"

#include <string.h>

enum
{
    RUNS = 6,
    STEPS = 12
};

static const char slope[] =
    "<mujoco><option gravity='0 0 -9.81'/><worldbody><geom name='floor' type='plane' size='0 0 1' zaxis='0.5 0 1'/>"
    "<body name='box' pos='0 0 0.1119'><freejoint/><geom name='side' type='box' size='0.1 0.1 0.1' "
    "axisangle='0 1 0 26.56505117707799'/></body><body name='arm' pos='0 2 1'><joint name='hinge' axis='0 1 0'/>"
    "<geom size='0.1' pos='0.3 0 0'/></body></worldbody><actuator><motor name='motor' joint='hinge'/></actuator>"
    "<sensor><jointpos joint='hinge'/></sensor></mujoco>";

static hf_model *slope_model(void)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_error error;
    CHECK(hf_scene_read(slope, sizeof slope - 1, NULL, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return model;
}

static const hf_parameter varied[] = {
    {HF_PARAMETER_FRICTION, 0, 0}, {HF_PARAMETER_FRICTION, 1, 0}, {HF_PARAMETER_MASS, 1, 0},
    {HF_PARAMETER_GRAVITY, 0, 2},  {HF_PARAMETER_GAIN, 0, 0},     {HF_PARAMETER_DAMPING, 0, 0},
};

enum
{
    VARIED = sizeof varied / sizeof varied[0]
};

static void fill(double values[RUNS][VARIED])
{
    for (int k = 0; k < RUNS; k++)
    {
        const double row[VARIED] = {0.1 * k, 0.05 * k, 1.0 + k, -9.81 + k, 2.0 * k, 0.3 * k};
        memcpy(values[k], row, sizeof row);
    }
}

/// Each run by itself, with the functions that parameters stand for.
static hf_world *single(const hf_model *model, const double *values)
{
    hf_world *world = NULL;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    for (int k = 0; k < 2; k++)
    {
        hf_shape_def shape = hf_model_shape(hf_world_model(world), k);
        shape.friction = values[k];
        CHECK(hf_world_set_shape(world, k, &shape, &error) == HF_STATUS_OK);
    }
    CHECK(hf_world_set_mass(world, 1, values[2], &error) == HF_STATUS_OK);
    hf_settings settings = hf_model_settings(model);
    settings.physics.gravity[2] = values[3];
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    hf_actuator_def motor = hf_model_actuator(hf_world_model(world), 0);
    motor.gain[0] = values[4];
    CHECK(hf_world_set_actuator(world, 0, &motor, &error) == HF_STATUS_OK);
    hf_joint_def joint = hf_model_joint(hf_world_model(world), 0);
    joint.damping = values[5];
    CHECK(hf_world_set_joint(world, 0, &joint, &error) == HF_STATUS_OK);
    return world;
}

static void step(hf_world *world, int count)
{
    hf_error error;
    for (int k = 0; k < count; k++) CHECK(hf_world_step(world, 0, NULL, &error) == HF_STATUS_OK);
}

TEST(runs_with_parameters_are_single_worlds)
{
    hf_model *model = slope_model();
    double values[RUNS][VARIED];
    fill(values);
    uint64_t hashes[RUNS], found[RUNS];
    double energies[RUNS][STEPS + 1][2], sensors[RUNS][STEPS + 1];
    int counts[RUNS][STEPS + 1];
    hf_contact contacts[RUNS][STEPS + 1][4];
    for (int k = 0; k < RUNS; k++)
    {
        hf_world *world = single(model, values[k]);
        step(world, STEPS);
        hashes[k] = hf_world_hash(world);
        hf_world_destroy(world);
    }
    for (int threads = 1; threads <= 3; threads++)
    {
        hf_rollout_def def = hf_rollout_def_default();
        def.run_count = RUNS, def.step_count = STEPS, def.threads = threads, def.contact_capacity = 4;
        def.parameters = varied, def.parameter_count = VARIED, def.values = values[0];
        hf_rollout_result result = {.hash = found,
                                    .energies = energies[0][0],
                                    .sensors = sensors[0],
                                    .contact_counts = counts[0],
                                    .contacts = contacts[0][0]};
        hf_error error;
        CHECK(hf_rollout(model, &def, &result, &error) == HF_STATUS_OK);
        for (int k = 0; k < RUNS; k++) CHECK(found[k] == hashes[k]);
        CHECK(counts[3][0] == 0 && counts[3][STEPS] >= 1);
        CHECK_NEAR(contacts[3][STEPS][0].mu, 0.3, 1e-15); // the larger of 0.3 and 0.15
        CHECK(energies[3][STEPS][0] > 0);
        CHECK(sensors[5][0] == 0 && sensors[5][STEPS] > 0); // the arm falls
    }
    hf_model_destroy(model);
}

TEST(a_batch_is_single_worlds)
{
    hf_model *model = slope_model();
    double values[RUNS][VARIED], controls[RUNS], q[RUNS][8];
    fill(values);
    CHECK(hf_model_q_count(model) == 8 && hf_model_count(model, HF_ITEM_ACTUATOR) == 1);
    for (int threads = 1; threads <= 3; threads += 2)
    {
        hf_batch *batch = NULL;
        hf_error error;
        int quality[RUNS];
        bool chosen[RUNS] = {true, true, false, true, true, true};
        CHECK(hf_batch_create(model, RUNS, threads, &batch, &error) == HF_STATUS_OK);
        CHECK(hf_batch_count(batch) == RUNS && !hf_batch_world(batch, RUNS) && !hf_batch_world(batch, -1));
        for (int k = 0; k < RUNS; k++)
        {
            controls[k] = 0.5 * k;
            for (int i = 0; i < VARIED; i++)
                CHECK(hf_world_set_parameter(hf_batch_world(batch, k), &varied[i], values[k][i], &error) ==
                      HF_STATUS_OK);
        }
        hf_batch_step_def def = hf_batch_step_def_default();
        def.step_count = STEPS, def.controls = controls, def.q = q[0], def.quality = quality, def.chosen = chosen;
        CHECK(hf_batch_step(batch, &def, &error) == HF_STATUS_OK);
        for (int k = 0; k < RUNS; k++)
        {
            hf_world *world = single(model, values[k]);
            if (chosen[k]) CHECK(hf_world_set_control(world, 0, controls[k], &error) == HF_STATUS_OK);
            if (chosen[k]) step(world, STEPS);
            CHECK(hf_world_hash(world) == hf_world_hash(hf_batch_world(batch, k)));
            CHECK(memcmp(q[k], hf_world_q(world), sizeof q[k]) == 0 && quality[k] == HF_STEP_EXACT);
            hf_world_destroy(world);
        }
        hf_batch_destroy(batch);
    }
    hf_model_destroy(model);
}

TEST(starts_from_states_and_a_model_for_each_run)
{
    hf_model *model = slope_model(), *other = slope_model();
    hf_world *world = NULL;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    step(world, 7);
    size_t size = hf_world_state_size(world);
    char *state = malloc(size);
    CHECK(state);
    hf_world_state_save(world, state);
    step(world, 5);
    const void *states[2] = {state, NULL};
    const hf_model *models[2] = {model, other};
    size_t sizes[2] = {size, 0};
    uint64_t hash[2];
    hf_rollout_def def = hf_rollout_def_default();
    def.run_count = 2, def.step_count = 5, def.states = states, def.state_sizes = sizes;
    CHECK(hf_rollout(model, &def, &(hf_rollout_result){.hash = hash}, &error) == HF_STATUS_OK);
    CHECK(hash[0] == hf_world_hash(world) && hash[1] != hash[0]);
    def.models = models;
    uint64_t again[2];
    CHECK(hf_rollout(model, &def, &(hf_rollout_result){.hash = again}, &error) == HF_STATUS_OK);
    CHECK(again[0] == hash[0] && again[1] == hash[1]);
    hf_builder *builder = NULL;
    hf_model *empty = NULL;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK &&
          hf_model_build(builder, &empty, &error) == HF_STATUS_OK);
    models[1] = empty;
    CHECK(hf_rollout(model, &def, &(hf_rollout_result){.hash = again}, &error) == HF_STATUS_INVALID);
    CHECK(strcmp(error.message, "rollout: the model of run 1 has 0 coordinates, the first has 8") == 0);
    hf_builder_destroy(builder);
    hf_world_destroy(world);
    free(state);
    hf_model_destroy(empty);
    hf_model_destroy(other);
    hf_model_destroy(model);
}

TEST(what_is_wrong_is_named)
{
    hf_model *model = slope_model();
    hf_world *world = NULL;
    hf_batch *batch = NULL;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    const struct
    {
        hf_parameter parameter;
        double value;
        const char *message;
    } wrong[] = {
        {{HF_PARAMETER_KIND_COUNT, 0, 0}, 1, ""}, {{HF_PARAMETER_FRICTION, 9, 0}, 1, "9"},
        {{HF_PARAMETER_GRAVITY, 0, 3}, 1, "3"},   {{HF_PARAMETER_FRICTION, 0, 0}, -1, "friction"},
        {{HF_PARAMETER_MASS, 1, 0}, 0, "mass"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        CHECK(hf_world_set_parameter(world, &wrong[k].parameter, wrong[k].value, &error) == HF_STATUS_INVALID);
        if (!strstr(error.message, wrong[k].message)) harness_fail(__FILE__, __LINE__, "%s", error.message);
    }
    CHECK(hf_batch_create(model, 0, 1, &batch, &error) == HF_STATUS_INVALID && !batch);
    CHECK(hf_batch_create(model, 1, 0, &batch, &error) == HF_STATUS_INVALID && !batch);
    CHECK(strcmp(hf_parameter_kind_name(HF_PARAMETER_JOINT_FRICTION), "joint_friction") == 0);
    hf_world_destroy(world);
    for (long k = 0;; k++)
    {
        fail_allocation(k);
        hf_status status = hf_batch_create(model, 3, 2, &batch, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (status == HF_STATUS_NO_MEMORY && !batch)); // without a thread it goes as well
        hf_batch_destroy(batch);
        batch = NULL;
        if (!failed) break;
    }
    hf_model_destroy(model);
}
