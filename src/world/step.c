// The step: a table of stages, and what is done when its answer cannot be certified. docs/step.md explains each stage.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CUTS = 2 // times that one is cut for thin and fast bodies (fast.c)
};

/// A mode is its list of stages.
typedef struct step_mode
{
    int count;
    const step_stage *stages;
} step_mode;

static const step_stage moreau_stages[] = {
    {HF_STAGE_FREE, stage_free},   {HF_STAGE_DETECT, stage_detect}, {HF_STAGE_ASSEMBLE, stage_assemble},
    {HF_STAGE_SOLVE, stage_solve}, {HF_STAGE_MOVE, stage_move},     {HF_STAGE_CORRECT, stage_correct},
};

static const step_stage baraff_stages[] = {
    {HF_STAGE_FREE, stage_free},
    {HF_STAGE_SOLVE, stage_baraff},
    {HF_STAGE_CORRECT, stage_correct},
};

static const step_mode modes[] = {
    [HF_INTEGRATOR_MOREAU] = {sizeof moreau_stages / sizeof *moreau_stages, moreau_stages},
    [HF_INTEGRATOR_BARAFF] = {sizeof baraff_stages / sizeof *baraff_stages, baraff_stages},
};

const char *hf_stage_name(hf_stage stage)
{
    static const char *const names[HF_STAGE_COUNT] = {"free", "detect", "assemble", "solve", "move", "correct"};
    return (unsigned)stage < HF_STAGE_COUNT ? names[stage] : "unknown stage";
}

static void observe(const hf_world *world, hf_stage stage)
{
    if (world->observer) world->observer(world->observer_context, stage);
}

// ---- one piece ----

static void begin_piece(step_context *step, hf_world *world, double h, hf_step_report *report, hf_error *error)
{
    *step = (step_context){.world = world,
                           .model = world->model,
                           .at = world->state.bodies,
                           .h = h,
                           .theta = world->settings.theta,
                           .workspace = world->workspace,
                           .report = report,
                           .error = error,
                           .unit_mass = 1.0};
    report->certified = true;
}

/// Room for what the step leaves behind, before anything is changed.
static bool reserve(hf_world *world, int contact_count)
{
    if (contact_count > world->contact_capacity)
    {
        int capacity = contact_count + contact_count / 2;
        hf_contact *contacts = MEMORY_ARRAY(hf_contact, (size_t)capacity);
        if (!contacts) return false;
        free(world->contacts);
        world->contacts = contacts;
        world->contact_capacity = capacity;
        world->contact_count = 0;
    }
    return state_reserve(&world->state, contact_count);
}

static bool all_finite(const step_context *step)
{
    for (int k = 0; k < step->model->body_count; k++)
    {
        const double *x = step->next[k].x; // 13 doubles
        for (int j = 0; j < 13; j++)
            if (!isfinite(x[j])) return false;
    }
    return true;
}

/// Takes the new state over.
static hf_status end_piece(step_context *step)
{
    hf_world *world = step->world;
    world_state *state = &world->state;
    if (!all_finite(step))
        return error_set(step->error, HF_STATUS_INVALID, "motion leaves the range of numbers at t = %g s", state->time);
    if (!reserve(world, step->contact_count)) return error_no_memory(step->error);
    objects_take_over(step);
    state->time += step->h;
    state->last_h = step->h;
    state->warm_count = 0;
    for (int k = 0; k < step->contact_count; k++)
    {
        hf_contact c = step->contacts[k].record;
        world->contacts[k] = c;
        for (int j = 0; j < 3; j++) // an impact is not what the next step expects
            c.r[j] = step->lasting ? step->lasting[3 * k + j] : c.r[j] - step->contacts[k].impact_impulse[j];
        warm_impulse *warm = &state->warm[state->warm_count++];
        *warm = (warm_impulse){.shape_a = c.shape_a, .shape_b = c.shape_b, .id = c.id};
        v3_store(warm->impulse, contact_impulse(&c));
    }
    world->contact_count = step->contact_count;
    step->report->contact_count = step->contact_count;
    step->report->penetration = fmax(step->report->penetration, step->penetration);
    return HF_STATUS_OK;
}

/// The stages of a mode, once. `pieces`, if not NULL: it ends after DETECT where thin and fast bodies ask for more than one.
static hf_status run_stages(step_context *step, const step_mode *mode, int *pieces)
{
    hf_status status = HF_STATUS_OK;
    for (int s = 0; s < mode->count && status == HF_STATUS_OK && step->report->certified && !step->ray && !step->again;
         s++)
    {
        observe(step->world, mode->stages[s].name);
        status = mode->stages[s].run(step); // the order of the table is the algorithm: docs/step.md
        if (!pieces || status != HF_STATUS_OK || mode->stages[s].name != HF_STAGE_DETECT) continue;
        *pieces = fast_pieces(step);
        if (*pieces > 1) break;
    }
    return status;
}

/// One step of length h through all stages, and once more where motors turn out to reach their limits; the new state is taken over only when every
/// stage succeeded and the answer is certified. `pieces`, if not NULL: nothing is taken over where thin and fast bodies ask for more than one.
static hf_status run_mode(hf_world *world, hf_integrator mode, double h, hf_step_report *report, bool *ray, int *pieces,
                          hf_error *error)
{
    step_context step;
    arena_mark mark = arena_begin(world->workspace);
    bool *as_rows = ARENA_ZEROED(world->workspace, bool, world->model->mechanism.actuator_count);
    hf_status status = as_rows ? HF_STATUS_OK : error_no_memory(error);
    long iterations = 0;
    for (bool again = true; again && status == HF_STATUS_OK;)
    {
        arena_mark attempt = arena_begin(world->workspace);
        begin_piece(&step, world, h, report, error);
        step.as_rows = as_rows;
        status = run_stages(&step, &modes[mode], pieces);
        again = status == HF_STATUS_OK && step.again;
        if (again) iterations += report->solve.iterations; // work, though not an answer
        else if (status == HF_STATUS_OK && report->certified && !step.ray && !(pieces && *pieces > 1))
            status = end_piece(&step);
        *ray = step.ray;
        arena_end(world->workspace, attempt);
    }
    report->solve.iterations += iterations;
    arena_end(world->workspace, mark);
    return status;
}

static hf_status run_piece(hf_world *world, double h, hf_step_report *report, int *pieces, hf_error *error)
{
    bool ray = false;
    hf_status status = run_mode(world, world->settings.integrator, h, report, &ray, pieces, error);
    if (status != HF_STATUS_OK || !ray) return status;
    status = run_mode(world, HF_INTEGRATOR_MOREAU, h, report, &ray, NULL, error);
    snprintf(report->solve.note, sizeof report->solve.note, "no forces exist at t = %g s: a step with impulses",
             world->state.time);
    return status;
}

// ---- the whole ----

/// Keeps the worst certificate of all pieces, and the sums of what they cost.
static void add_report(hf_report *sum, const hf_report *piece, bool first)
{
    long iterations = piece->iterations + sum->iterations;
    if (first || !(piece->residual.natural <= sum->residual.natural)) *sum = *piece;
    sum->iterations = iterations;
}

/// A piece, or if it is not certified its two halves, and so on. It is first cut into as many as thin and fast bodies ask for, and these again, for an
/// impact may make them faster; `cuts` times at most.
static hf_status run_halving(hf_world *world, double h, int depth, int cuts, hf_report *sum, hf_step_report *report,
                             hf_error *error)
{
    int pieces = 1;
    world->may_cut = depth < STEP_HALVINGS;
    hf_status status = run_piece(world, h, report, cuts > 0 ? &pieces : NULL, error);
    for (int k = 0; pieces > 1 && k < pieces && status == HF_STATUS_OK && report->certified; k++)
        status = run_halving(world, h / pieces, depth, cuts - 1, sum, report, error);
    if (status != HF_STATUS_OK || pieces > 1) return status;
    if (report->certified || depth == STEP_HALVINGS)
    {
        add_report(sum, &report->solve, report->substeps == 0);
        report->substeps += report->certified;
        return HF_STATUS_OK;
    }
    sum->iterations += report->solve.iterations; // what is thrown away counts as work, not as an answer
    for (int half = 0; half < 2; half++)
    {
        status = run_halving(world, 0.5 * h, depth + 1, 0, sum, report, error);
        if (status != HF_STATUS_OK || !report->certified) return status;
    }
    return HF_STATUS_OK;
}

hf_status step_piece(hf_world *world, double h, int depth, hf_report *sum, hf_step_report *report, hf_error *error)
{
    return run_halving(world, h, depth, CUTS, sum, report, error);
}

hf_status hf_world_step(hf_world *world, double h, hf_step_report *report, hf_error *error)
{
    hf_step_report unused;
    if (!report) report = &unused;
    *report = (hf_step_report){.time = world->state.time};
    if (h == 0.0) h = world->settings.timestep;
    if (!(h > 0.0) || isinf(h))
        return error_set(error, HF_STATUS_INVALID, "step: h = %g s: must be finite and > 0, or 0 for the model's", h);
    if (!state_copy(world->model, &world->state, &world->backup)) return error_no_memory(error);

    double accuracy = world->settings.accuracy;
    world->end = world->state.time + h;
    hf_report sum = {0};
    hf_status status = accuracy > 0.0 ? step_accurately(world, h, accuracy, 0, &sum, report, error)
                                      : step_piece(world, h, 0, &sum, report, error);
    report->solve = sum;
    if (status != HF_STATUS_OK || !report->certified)
    {
        world_state failed = world->state; // the arrays change places
        world->state = world->backup;
        world->backup = failed;
        report->certified = false;
    }
    else world->state.time = world->end; // pieces add up with rounding
    report->time = world->state.time;
    world_energy(world, &report->kinetic, &report->potential);
    observe(world, HF_STAGE_COUNT);
    return status;
}
