// Batches: many worlds, a task for each. Worlds are all that tasks write to, so that bits are those of single worlds.

#include "holdfast/batch.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/tasks.h"
#include "holdfast/sense.h"
#include "world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct hf_batch
{
    const hf_model *model;
    int count;
    hf_world **worlds;
    hf_workspace *pool;
};

hf_status hf_batch_create(const hf_model *model, int count, int threads, hf_batch **batch, hf_error *error)
{
    *batch = NULL;
    if (count < 1) return error_set(error, HF_STATUS_INVALID, "batch: count = %d must be >= 1", count);
    if (threads < 1) return error_set(error, HF_STATUS_INVALID, "batch: threads = %d must be >= 1", threads);
    hf_batch *b = memory_zeroed(1, sizeof *b);
    if (!b) return error_no_memory(error);
    *b = (hf_batch){.model = model, .count = count, .worlds = memory_zeroed((size_t)count, sizeof(hf_world *))};
    hf_status status = b->worlds ? hf_workspace_create(&b->pool, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) hf_workspace_set_threads(b->pool, threads < count ? threads : count);
    if (status == HF_STATUS_OK) status = hf_world_create(model, &b->worlds[0], error);
    for (int k = 1; k < count && status == HF_STATUS_OK; k++)
        status = hf_world_clone(b->worlds[0], &b->worlds[k], error);
    if (status == HF_STATUS_OK) *batch = b;
    else hf_batch_destroy(b);
    return status;
}

void hf_batch_destroy(hf_batch *batch)
{
    if (!batch) return;
    for (int k = 0; batch->worlds && k < batch->count; k++) hf_world_destroy(batch->worlds[k]);
    free(batch->worlds);
    hf_workspace_destroy(batch->pool);
    free(batch);
}

int hf_batch_count(const hf_batch *batch)
{
    return batch->count;
}

hf_world *hf_batch_world(hf_batch *batch, int index)
{
    return index >= 0 && index < batch->count ? batch->worlds[index] : NULL;
}

hf_batch_step_def hf_batch_step_def_default(void)
{
    return (hf_batch_step_def){.step_count = 1};
}

// ---- one world ----

typedef struct batch_run
{
    const hf_batch *batch;
    const hf_batch_step_def *def;
} batch_run;

static hf_status set_controls(const batch_run *all, hf_world *world, int k, hf_error *error)
{
    int count = hf_model_count(all->batch->model, HF_ITEM_ACTUATOR);
    hf_status status = HF_STATUS_OK;
    for (int i = 0; all->def->controls && i < count && status == HF_STATUS_OK; i++)
        status = hf_world_set_control(world, i, all->def->controls[(size_t)k * (size_t)count + (size_t)i], error);
    return status;
}

static hf_status make_steps(const batch_run *all, hf_world *world, hf_step_quality *worst, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    for (int i = 0; i < all->def->step_count && status == HF_STATUS_OK; i++)
    {
        hf_step_report report;
        status = hf_world_step(world, all->def->timestep, &report, error);
        if (status != HF_STATUS_OK) break;
        if (report.quality > *worst) *worst = report.quality;
        if (report.quality == HF_STEP_FAILED && report.substeps == 0) break;
    }
    return status;
}

static hf_status show(const batch_run *all, hf_world *world, int k, hf_error *error)
{
    const hf_batch_step_def *def = all->def;
    const hf_model *model = all->batch->model;
    size_t at = (size_t)k, nq = (size_t)hf_model_q_count(model), nv = (size_t)hf_model_v_count(model);
    if (def->q && nq) memcpy(def->q + at * nq, hf_world_q(world), nq * sizeof(double));
    if (def->v && nv) memcpy(def->v + at * nv, hf_world_v(world), nv * sizeof(double));
    if (def->times) def->times[k] = hf_world_time(world);
    if (def->energies) world_energy(world, &def->energies[2 * at], &def->energies[2 * at + 1]);
    if (!def->sensors) return HF_STATUS_OK;
    return hf_world_sensors(world, def->sensors + at * (size_t)hf_model_sensor_total(model), error);
}

static bool ask(void *context)
{
    return workspace_interrupted(context);
}

static hf_status step_one(void *context, int k, hf_workspace *scratch, hf_error *error)
{
    const batch_run *all = context;
    hf_world *world = all->batch->worlds[k];
    hf_step_quality worst = HF_STEP_EXACT;
    hf_status status = HF_STATUS_OK;
    if (!all->def->chosen || all->def->chosen[k])
    {
        hf_world_set_interrupt(world, ask, scratch);
        status = set_controls(all, world, k, error);
        if (status == HF_STATUS_OK) status = make_steps(all, world, &worst, error);
        hf_world_set_interrupt(world, NULL, NULL);
    }
    if (all->def->quality) all->def->quality[k] = (int)worst;
    if (status == HF_STATUS_OK) status = show(all, world, k, error);
    if (status == HF_STATUS_OK || status == HF_STATUS_INTERRUPTED || !error) return status;
    hf_error inner = *error;
    return error_set(error, status, "world %d: %.280s", k, inner.message);
}

hf_status hf_batch_step(hf_batch *batch, const hf_batch_step_def *def, hf_error *error)
{
    if (def->step_count < 0)
        return error_set(error, HF_STATUS_INVALID, "batch: step_count = %d must be >= 0", def->step_count);
    if (!(def->timestep >= 0.0) || !isfinite(def->timestep))
        return error_set(error, HF_STATUS_INVALID, "batch: timestep = %g must be finite and >= 0", def->timestep);
    batch_run all = {.batch = batch, .def = def};
    hf_workspace_set_interrupt(batch->pool, def->interrupt, def->interrupt_context);
    hf_status status = tasks_run(batch->pool, batch->count, step_one, &all, error);
    return workspace_leave(batch->pool, status, error);
}
