// Rollouts: one model, many runs, a task for each.
//
// Every thread has one world, which begins each of its runs by loading the model's start. The state is all that decides
// what follows (world.h), so that a run has the same bits whichever world it is made in, and whatever ran there before.
// What a world has learnt to hold (workspaces, contacts) it keeps: after its first run a thread hardly allocates.

#include "holdfast/derivative.h"
#include "holdfast/query.h"
#include "holdfast/sense.h"
#include "holdfast/world.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hf_rollout_def hf_rollout_def_default(void)
{
    return (hf_rollout_def){.run_count = 1, .step_count = 1, .sample_every = 1, .threads = 1};
}

int hf_rollout_sample_count(const hf_rollout_def *def)
{
    return 1 + def->step_count / def->sample_every;
}

static hf_status check_def(const hf_rollout_def *def, hf_error *error)
{
    if (def->run_count < 0)
        return error_set(error, HF_STATUS_INVALID, "rollout: run_count = %d must be >= 0", def->run_count);
    if (def->step_count < 0)
        return error_set(error, HF_STATUS_INVALID, "rollout: step_count = %d must be >= 0", def->step_count);
    if (def->sample_every < 1)
        return error_set(error, HF_STATUS_INVALID, "rollout: sample_every = %d must be >= 1", def->sample_every);
    if (def->threads < 1)
        return error_set(error, HF_STATUS_INVALID, "rollout: threads = %d must be >= 1", def->threads);
    if (def->parameter_count < 0 || def->contact_capacity < 0)
        return error_set(error, HF_STATUS_INVALID, "rollout: parameter_count and contact_capacity must be >= 0");
    if (!(def->timestep >= 0.0) || !isfinite(def->timestep))
        return error_set(error, HF_STATUS_INVALID, "rollout: timestep = %g must be finite and >= 0", def->timestep);
    return HF_STATUS_OK;
}

static int count_actuators(const hf_model *model)
{
    return hf_model_count(model, HF_ITEM_ACTUATOR);
}

/// Models that take the arrays of one.
static hf_status check_models(const hf_model *model, const hf_rollout_def *def, hf_error *error)
{
    int (*const counts[])(const hf_model *) = {hf_model_q_count, hf_model_v_count, count_actuators,
                                               hf_model_activation_count, hf_model_sensor_total};
    static const char *const names[] = {"coordinates", "velocities", "actuators", "activations", "numbers of sensors"};
    for (int run = 0; def->models && run < def->run_count; run++)
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
            if (counts[k](def->models[run]) != counts[k](model))
                return error_set(error, HF_STATUS_INVALID, "rollout: the model of run %d has %d %s, the first has %d",
                                 run, counts[k](def->models[run]), names[k], counts[k](model));
    return HF_STATUS_OK;
}

typedef struct rollout
{
    const hf_model *model;
    const hf_rollout_def *def;
    const hf_rollout_result *result;
    int world_count;
    hf_world **worlds; // one a thread
    hf_settings settings;
    void *start; // state that every run begins with
    size_t start_size;
    int done; // runs; written by one task at a time
} rollout;

// ---- one run ----

static size_t sample_at(const rollout *all, int run, int sample)
{
    return (size_t)run * (size_t)hf_rollout_sample_count(all->def) + (size_t)sample;
}

static void put_contacts(const rollout *all, const hf_world *world, size_t at)
{
    int capacity = all->def->contact_capacity, count = hf_world_contact_count(world);
    if (all->result->contact_counts) all->result->contact_counts[at] = count;
    if (all->result->contacts && capacity > 0)
        hf_world_contacts(world, capacity, all->result->contacts + at * (size_t)capacity);
}

static hf_status put_sample(const rollout *all, hf_world *world, int run, int sample, hf_error *error)
{
    size_t at = sample_at(all, run, sample);
    const hf_rollout_result *out = all->result;
    size_t nq = (size_t)hf_model_q_count(all->model), nv = (size_t)hf_model_v_count(all->model);
    if (out->q && nq) memcpy(out->q + at * nq, hf_world_q(world), nq * sizeof(double));
    if (out->v && nv) memcpy(out->v + at * nv, hf_world_v(world), nv * sizeof(double));
    if (out->energies) world_energy(world, &out->energies[2 * at], &out->energies[2 * at + 1]);
    put_contacts(all, world, at);
    if (!out->sensors) return HF_STATUS_OK;
    return hf_world_sensors(world, out->sensors + at * (size_t)hf_model_sensor_total(all->model), error);
}

/// The samples of a run that ended early.
static void put_nothing(const rollout *all, int run, int sample)
{
    size_t from = sample_at(all, run, sample), end = sample_at(all, run + 1, 0);
    const struct
    {
        double *values;
        size_t size;
    } parts[] = {{all->result->q, (size_t)hf_model_q_count(all->model)},
                 {all->result->v, (size_t)hf_model_v_count(all->model)},
                 {all->result->sensors, (size_t)hf_model_sensor_total(all->model)},
                 {all->result->energies, 2}};
    for (size_t p = 0; p < sizeof parts / sizeof parts[0]; p++)
        for (size_t k = from * parts[p].size; parts[p].values && k < end * parts[p].size; k++) parts[p].values[k] = NAN;
    for (size_t k = from; all->result->contact_counts && k < end; k++) all->result->contact_counts[k] = 0;
}

static hf_status set_parameters(const rollout *all, hf_world *world, int run, hf_error *error)
{
    const hf_rollout_def *def = all->def;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < def->parameter_count && status == HF_STATUS_OK; k++)
        status = hf_world_set_parameter(world, &def->parameters[k],
                                        def->values[(size_t)run * (size_t)def->parameter_count + (size_t)k], error);
    return status;
}

static hf_status begin_run(const rollout *all, hf_world *world, int run, hf_error *error)
{
    const hf_rollout_def *def = all->def;
    const void *own = def->states ? def->states[run] : NULL;
    hf_status status = HF_STATUS_OK;
    if (!def->models)
    {
        // what a control callback changed in another run of this world does not last
        if (!world_forget_changes(world, all->model)) return error_no_memory(error);
        status = hf_world_set_settings(world, &all->settings, error);
        if (status == HF_STATUS_OK && !own) status = hf_world_state_load(world, all->start, all->start_size, error);
    }
    else if (def->settings) status = hf_world_set_settings(world, def->settings, error);
    if (status == HF_STATUS_OK) status = set_parameters(all, world, run, error);
    if (status == HF_STATUS_OK && own) status = hf_world_state_load(world, own, def->state_sizes[run], error);
    const double *q = def->q ? def->q + (size_t)run * (size_t)hf_model_q_count(all->model) : NULL;
    const double *v = def->v ? def->v + (size_t)run * (size_t)hf_model_v_count(all->model) : NULL;
    size_t na = (size_t)hf_model_activation_count(all->model);
    if (status == HF_STATUS_OK && (q || v)) status = hf_world_set_q(world, q, v, error);
    if (status == HF_STATUS_OK && def->activations && na)
        status = hf_world_set_activations(world, def->activations + (size_t)run * na, error);
    return status;
}

static hf_status set_controls(const rollout *all, hf_world *world, int run, int step, hf_error *error)
{
    const hf_rollout_def *def = all->def;
    int count = hf_model_count(all->model, HF_ITEM_ACTUATOR);
    size_t at = ((size_t)run * (size_t)def->step_count + (size_t)step) * (size_t)count;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; def->controls && k < count && status == HF_STATUS_OK; k++)
        status = hf_world_set_control(world, k, def->controls[at + (size_t)k], error);
    if (status == HF_STATUS_OK && def->control) status = def->control(def->control_context, run, step, world, error);
    return status;
}

/// Puts run and step before the message of an error.
static hf_status name_run(int run, int step, hf_status status, hf_error *error)
{
    if (status == HF_STATUS_OK || status == HF_STATUS_INTERRUPTED || !error) return status;
    hf_error inner = *error;
    return error_set(error, status, "run %d, step %d: %.280s", run, step, inner.message);
}

static hf_status make_run(const rollout *all, hf_world *world, int run, hf_error *error)
{
    const hf_rollout_def *def = all->def;
    hf_run_quality quality = {0};
    int step = 0;
    bool failed = false;
    hf_status status = begin_run(all, world, run, error);
    if (status == HF_STATUS_OK) status = put_sample(all, world, run, 0, error);
    while (step < def->step_count && status == HF_STATUS_OK && !failed)
    {
        hf_step_report report;
        status = set_controls(all, world, run, step, error);
        if (status == HF_STATUS_OK) status = hf_world_step(world, def->timestep, &report, error);
        if (status != HF_STATUS_OK) break;
        hf_run_quality_add(&quality, &report);
        failed = report.quality == HF_STEP_FAILED && report.substeps == 0;
        if (!failed && ++step % def->sample_every == 0)
            status = put_sample(all, world, run, step / def->sample_every, error);
    }
    if (failed) put_nothing(all, run, step / def->sample_every + 1);
    if (all->result->steps) all->result->steps[run] = step;
    if (all->result->quality) all->result->quality[run] = quality;
    if (all->result->hash) all->result->hash[run] = hf_world_hash(world);
    return name_run(run, step, status, error);
}

static bool ask(void *context)
{
    return workspace_interrupted(context);
}

static hf_status run_task(void *context, int run, hf_workspace *scratch, hf_error *error)
{
    rollout *all = context;
    hf_world *world = all->worlds[tasks_lane(scratch)], *own = NULL;
    hf_status status = HF_STATUS_OK;
    if (all->def->models) status = name_run(run, 0, hf_world_create(all->def->models[run], &own, error), error);
    if (own) world = own;
    hf_world_set_interrupt(world, ask, scratch);
    if (status == HF_STATUS_OK) status = make_run(all, world, run, error);
    hf_world_set_interrupt(world, NULL, NULL);
    hf_world_destroy(own);
    tasks_turn_begin(scratch);
    all->done++;
    if (status == HF_STATUS_OK && all->def->progress) all->def->progress(all->def->progress_context, all->done);
    tasks_turn_end(scratch);
    return status;
}

// ---- all of them ----

static hf_status make_worlds(rollout *all, hf_error *error)
{
    all->worlds = memory_zeroed((size_t)all->world_count, sizeof(hf_world *));
    if (!all->worlds) return error_no_memory(error);
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < all->world_count && status == HF_STATUS_OK; k++)
    {
        status = hf_world_create(all->model, &all->worlds[k], error);
        if (status == HF_STATUS_OK && all->def->settings)
            status = hf_world_set_settings(all->worlds[k], all->def->settings, error);
    }
    if (status != HF_STATUS_OK) return status;
    all->settings = all->worlds[0]->settings;
    all->start_size = hf_world_state_size(all->worlds[0]);
    all->start = MEMORY_ARRAY(char, all->start_size);
    if (!all->start) return error_no_memory(error);
    hf_world_state_save(all->worlds[0], all->start);
    return HF_STATUS_OK;
}

hf_status hf_rollout(const hf_model *model, const hf_rollout_def *def, const hf_rollout_result *result, hf_error *error)
{
    hf_status status = check_def(def, error);
    if (status == HF_STATUS_OK) status = check_models(model, def, error);
    if (status != HF_STATUS_OK || def->run_count == 0) return status;
    rollout all = {.model = model, .def = def, .result = result};
    hf_workspace *pool = NULL;
    status = hf_workspace_create(&pool, error);
    if (status == HF_STATUS_OK)
    {
        int wanted = def->threads < def->run_count ? def->threads : def->run_count;
        all.world_count = hf_workspace_set_threads(pool, wanted);
        hf_workspace_set_interrupt(pool, def->interrupt, def->interrupt_context);
        status = make_worlds(&all, error);
    }
    if (status == HF_STATUS_OK) status = tasks_run(pool, def->run_count, run_task, &all, error);
    if (pool) status = workspace_leave(pool, status, error);
    for (int k = 0; all.worlds && k < all.world_count; k++) hf_world_destroy(all.worlds[k]);
    free(all.worlds);
    free(all.start);
    hf_workspace_destroy(pool);
    return status;
}
