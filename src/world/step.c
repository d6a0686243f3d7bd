// The step: its stages in order, and what is taken over when all of them
// succeeded. docs/step.md explains each stage, step_control.c when a part is
// done again.

#include "world/energy/energy.h"
#include "world/step_budget.h"
#include "world/trace.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static integrator_stage integrators[HF_INTEGRATOR_COUNT];

void step_add_integrator(hf_integrator integrator, integrator_stage stage)
{
    integrators[integrator] = stage;
}

const char *hf_stage_name(hf_stage stage)
{
    static const char *const names[HF_STAGE_COUNT] = {"free",  "detect", "impact", "assemble",
                                                      "solve", "move",   "correct"};
    return (unsigned)stage < HF_STAGE_COUNT ? names[stage] : "unknown stage";
}

const char *hf_step_quality_name(hf_step_quality quality)
{
    static const char *const names[HF_STEP_QUALITY_COUNT] = {"exact", "approximate", "failed"};
    return (unsigned)quality < HF_STEP_QUALITY_COUNT ? names[quality] : "unknown quality";
}

static void observe(const hf_world *world, hf_stage stage)
{
    if (world->observer) world->observer(world->observer_context, stage);
}

// ---- taking over ----

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

/// Of a step in pieces, the worst.
static void report_overlap(hf_step_report *report, const overlap *found)
{
    overlap worst = {report->penetration, report->penetration_relative, report->penetration_shape_a,
                     report->penetration_shape_b};
    overlap_add(&worst, found);
    report->penetration = worst.depth;
    report->penetration_relative = worst.relative;
    report->penetration_shape_a = worst.shape_a;
    report->penetration_shape_b = worst.shape_b;
}

/// The limit that is passed farthest, of a step in pieces at the worst of their ends.
static void report_limit(hf_step_report *report, const step_context *step)
{
    int place = step->passed_limit / 2, joints = step->model->mechanism.joint_count;
    if (!(step->passed > report->limit_passed)) return;
    report->limit_passed = step->passed;
    report->limit_joint = place < joints ? place : -1;
    report->limit_tendon = place < joints ? -1 : place - joints;
}

/// What the next step knows of a contact: an impact is not what it expects. An impulse that has changed by no more than
/// the turn into the contact's frame and back rounds is the last one, so that what rests repeats itself.
static warm_impulse remember(const step_context *step, const step_contact *contact, double moment[3])
{
    hf_contact c = contact->record;
    for (int j = 0; j < 3; j++) c.r[j] -= contact->impact_impulse[j];
    for (int j = 0; step->lasting && j < contact->row_count && j < 3; j++) c.r[j] = step->lasting[contact->row + j];
    for (int j = 3; j < contact->row_count; j++)
        c.moment[j - 3] =
            step->lasting ? step->lasting[contact->row + j] : c.moment[j - 3] - contact->impact_impulse[j];
    v3_store(moment, contact_moment(&c));
    warm_impulse warm = {.shape_a = c.shape_a, .shape_b = c.shape_b, .id = c.id, .sticks = contact->sticks};
    vec3 now = contact_impulse(&c), last = contact->last ? v3_load(contact->last->impulse) : now;
    v3_store(warm.impulse, v3_norm(v3_sub(now, last)) <= TURN_ROUNDING * v3_norm(last) ? last : now);
    memcpy(warm.place, c.point, sizeof warm.place);
    memcpy(warm.creep, contact->creep, sizeof warm.creep);
    return warm;
}

/// The new state, and what the next step starts with.
static hf_status take_over(step_context *step)
{
    hf_world *world = step->world;
    world_state *state = &world->state;
    size_t count = (size_t)step->contact_count;
    if (!step->finite)
        return error_set(step->error, HF_STATUS_INVALID, "motion leaves the range of numbers at t = %g s", state->time);
    keep_creep(step);
    warm_impulse *warm = ARENA_ARRAY(step->workspace, warm_impulse, count); // contacts point at those of the last step
    double(*moment)[3] = arena_take(step->workspace, count, sizeof *moment);
    if (!warm || !moment) return error_no_memory(step->error);
    for (size_t k = 0; k < count; k++) warm[k] = remember(step, &step->contacts[k], moment[k]);
    if (!reserve(world, step->contact_count)) return error_no_memory(step->error);
    hf_status status = trace_piece(step);
    if (status != HF_STATUS_OK) return status;
    objects_take_over(step);
    if (step->energy) memcpy(world->energy, step->energy, (size_t)step->model->object_count * sizeof *step->energy);
    state->time += step->h;
    state->last_h = step->h;
    state->warm_count = world->contact_count = step->report->contact_count = step->contact_count;
    for (size_t k = 0; k < count; k++)
    {
        world->contacts[k] = step->contacts[k].record;
        state->warm[k] = warm[k];
        memcpy(state->moment[k], moment[k], sizeof moment[k]);
        state->unselected[k] = step->unselected && step->unselected[k];
        state->stressed[k] = step->stressed && step->stressed[k];
    }
    step->report->rays += step->rays;
    step->report->impacts_left += step->impacts_left || step->facts->rebounds_lost;
    step->report->impulse_pieces +=
        world->settings.step.integrator != HF_INTEGRATOR_MOREAU && step->facts->mode == HF_INTEGRATOR_MOREAU;
    report_overlap(step->report, &step->overlap);
    report_limit(step->report, step);
    return HF_STATUS_OK;
}

// ---- the stages ----

step_rules step_rules_of(const hf_model *model)
{
    const mechanism *m = &model->mechanism;
    bool joints = model_has_rows(model);
    return (step_rules){.impacts_travel = m->loop_count + m->tendon_count + m->actuator_count == 0,
                        .midpoint_contacts = !joints,
                        .joints = joints};
}

#ifndef NDEBUG
static bool finite_array(const double *x, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(x[k])) return false;
    return true;
}

/// What is promised to the stage that follows. Motion that leaves the range of numbers is an error of the caller's:
/// DETECT, of bodies that have shapes, and take_over say so.
static bool promises_hold(const step_context *step, hf_stage next)
{
    bool hold = true;
    for (int k = 0; next == HF_STAGE_IMPACT && k < step->model->body_count; k++)
        if (step->model->radius[k] > 0.0) hold &= finite_array(step->before[k], 6) && finite_array(step->free[k], 6);
    if (next == HF_STAGE_MOVE)
        hold = finite_array(step->r, (size_t)hf_problem_describe(step->world->problem).dimension);
    return hold;
}
#endif

/// Whether the stages go on, with `next`.
static bool goes_on(const step_context *step, hf_status *status, hf_stage next)
{
    if (*status == HF_STATUS_OK) *status = workspace_poll(step->workspace, step->error);
    if (*status != HF_STATUS_OK || step->why != WHY_NOT) return false;
    assert(promises_hold(step, next));
    observe(step->world, next);
    return true;
}

/// Where MOVE left the bodies, for the energy watch to know what CORRECT lifts.
static hf_status keep_moved(step_context *step)
{
    size_t n = (size_t)step->model->body_count;
    step->moved = ARENA_ARRAY(step->workspace, body_state, n);
    step->strain = arena_take_zeroed(step->workspace, (size_t)step->model->object_count, sizeof *step->strain);
    if (!step->moved || !step->strain) return error_no_memory(step->error);
    strain_of_objects(&step->objects->after, step->strain);
    if (n) memcpy(step->moved, step->next, n * sizeof *step->moved);
    return HF_STATUS_OK;
}

/// After the stages: what is watched at the end, and the new state.
static hf_status end_stages(step_context *step)
{
    if (step->objects->unsettled >= 0 || step->objects->unsettled_loop >= 0)
    {
        step_unsettled(step);
        return HF_STATUS_OK;
    }
    double left, open = open_ends(step, &left);
    hf_status status = objects_settle(step);
    if (status == HF_STATUS_OK && step->why == WHY_NOT) status = energy_watch(step);
    if (status != HF_STATUS_OK || step->why != WHY_NOT) return status;
    step->run->ends_off = fmax(step->run->ends_off, open);
    step->run->ends_left = left;
    if (step->world->onlooker) status = step->world->onlooker(step->world->onlooker_context, step);
    return status == HF_STATUS_OK ? take_over(step) : status;
}

hf_status step_attempt(step_run *run, const step_piece *piece, step_facts *facts)
{
    hf_world *world = run->world;
    step_context step = {.world = world,
                         .model = world->model,
                         .at = world->state.bodies,
                         .h = piece->h,
                         .theta = world->settings.step.theta,
                         .workspace = world->workspace,
                         .report = run->report,
                         .error = run->error,
                         .run = run,
                         .piece = piece,
                         .facts = facts,
                         .rules = step_rules_of(world->model),
                         .unit_mass = 1.0};
    arena_mark mark = arena_begin(world->workspace);
    run->report->solve = (hf_report){0};
    hf_status status = trace_begin(&step);

    // The order of the calls is the algorithm.
    if (goes_on(&step, &status, HF_STAGE_FREE)) status = stage_free(&step);
    if (facts->mode == HF_INTEGRATOR_MOREAU)
    {
        if (goes_on(&step, &status, HF_STAGE_DETECT)) status = stage_detect(&step);
        if (goes_on(&step, &status, HF_STAGE_IMPACT)) status = stage_impact(&step);
        if (goes_on(&step, &status, HF_STAGE_ASSEMBLE)) status = stage_assemble(&step);
        if (goes_on(&step, &status, HF_STAGE_SOLVE)) status = stage_solve(&step);
        if (goes_on(&step, &status, HF_STAGE_MOVE)) status = stage_move(&step);
        if (status == HF_STATUS_OK && step.why == WHY_NOT) step_check_travel(&step);
    }
    else if (goes_on(&step, &status, HF_STAGE_SOLVE)) status = integrators[facts->mode](&step);
    if (status == HF_STATUS_OK && step.why == WHY_NOT) status = keep_moved(&step);
    if (goes_on(&step, &status, HF_STAGE_CORRECT)) status = stage_correct(&step);
    if (status == HF_STATUS_OK && step.why == WHY_NOT) status = end_stages(&step);

    arena_end(world->workspace, mark);
    step_budget_attempt(run, step.contact_count);
    facts->why = step.why;
    return status;
}

// ---- the whole ----

hf_step_report step_report_begin(const hf_world *world)
{
    return (hf_step_report){.time = world->state.time,
                            .penetration_shape_a = -1,
                            .penetration_shape_b = -1,
                            .limit_joint = -1,
                            .limit_tendon = -1,
                            .energy_rise_body = -1,
                            .slid_shape_a = -1,
                            .slid_shape_b = -1};
}

/// How far ends of fibres came off what holds them in a piece of the step, or are off at its end [m].
static double ends_off(const step_run *run)
{
    return fmax(run->ends_off, run->ends_left);
}

/// What the worst certificate of a step makes of it. Where a rod overlaps something by more than a width the law of
/// its contacts is not that of what came through; where ends are off what holds them it is not what they obey.
static hf_step_quality grade(const step_run *run)
{
    const hf_world *world = run->world;
    const hf_step_report *report = run->report;
    const collide_scene *scene = world->model->scene;
    double natural = run->sum.residual.natural;
    int a = report->penetration_shape_a, b = report->penetration_shape_b;
    bool through = report->penetration_relative >= 1.0 && a >= 0 && b >= 0 &&
                   (collide_is_segment(scene, a) || collide_is_segment(scene, b));
    if (natural <= report->tolerance) return through || ends_off(run) > 0.0 ? HF_STEP_APPROXIMATE : HF_STEP_EXACT;
    bool made = natural <= world->settings.solver.accept || report->yielded > 0.0;
    return made ? HF_STEP_APPROXIMATE : HF_STEP_FAILED;
}

/// A step that failed, once more as a whole with the best answer, where that is the better end (step_control.c).
static hf_status force_step(step_run *run, double h)
{
    hf_world *world = run->world;
    if (!run->acceptable && world->settings.solver.on_fail == HF_ON_FAIL_STOP) return HF_STATUS_OK;
    if (!state_copy(world->model, &world->backup, &world->state)) return error_no_memory(run->error);
    trace_back(world, run->mark);
    hf_status status = world_settle_overlaps(world, run->error);
    if (status != HF_STATUS_OK) return status;
    run->sum = (hf_report){.iterations = run->sum.iterations};
    *run->report = step_report_begin(world);
    step_begin_tolerance(run, h);
    run->report->error = world->settings.step.accuracy > 0.0 ? INFINITY : 0.0;
    world->energy_known = false; // it was that of another state
    step_budget_force(run);
    return step_make_piece(run, (step_piece){.h = h, .depth = STEP_HALVINGS, .cuts = STEP_CUTS, .left = STEP_FORCED});
}

/// What the pieces of a step certify and cost, in its report.
static void close_step(step_run *run)
{
    hf_step_report *report = run->report;
    if (report->quality != HF_STEP_FAILED) report->quality = grade(run);
    run->sum.work = run->budget.work;
    if (ends_off(run) > 0.0)
        snprintf(run->sum.note, sizeof run->sum.note, "ends of fibres are up to %g m off what holds them",
                 ends_off(run));
    report->solve = run->sum;
    report->work = run->sum.work;
}

/// A controller that steps its own world is not called again by that. It may put another one in its place, or none.
static hf_status call_controller(hf_world *world, double h, hf_error *error)
{
    if (!world->controller || world->controlled) return HF_STATUS_OK;
    world->controlled = true;
    hf_status status = world->controller(world->controller_context, world, h, error);
    world->controlled = false;
    return status;
}

// ---- what repeats itself ----

/// Whether motion depends on the time itself.
static bool follows_time(const hf_model *model)
{
    return model->motion_count + model->deform_count > 0;
}

/// A step is a function of the state. One that has changed nothing is not made again.
static bool repeats(const hf_world *world, double h)
{
    return world->still && h == world->state.last_h && state_equal(world->model, &world->state, &world->backup);
}

static void repeat_step(hf_world *world, double h, hf_step_report *report)
{
    world->backup.time = world->state.time;
    world->state.time += h;
    *report = world->repeated;
    report->time = world->state.time;
    report->work = report->solve.work = report->solve.iterations = 0;
    observe(world, HF_STAGE_COUNT);
}

/// After a step that was made.
static void watch_for_rest(hf_world *world, const hf_step_report *report)
{
    world->still = report->quality == HF_STEP_EXACT && report->substeps == 1 && !world->settings.solver.cold_start &&
                   !follows_time(world->model) && state_equal(world->model, &world->state, &world->backup);
    if (world->still) world->repeated = *report;
}

/// The state is that after the step, or before it if it failed.
static void keep_or_give_back(const step_run *run, hf_status status)
{
    hf_world *world = run->world;
    hf_step_report *report = run->report;
    bool goes_on = run->budget.forced && world->settings.solver.on_fail != HF_ON_FAIL_STOP && report->substeps > 0;
    if (status != HF_STATUS_OK || (report->quality == HF_STEP_FAILED && !goes_on))
    {
        trace_back(world, run->mark);
        world_state failed = world->state; // the arrays change places
        world->state = world->backup;
        world->backup = failed;
        report->quality = HF_STEP_FAILED;
        report->substeps = 0;
        return;
    }
    world->state.time = world->end; // pieces add up with rounding
    delay_keep(world, world->backup.time);
    world->state.halved = step_budget_halves_next(run, report->solve.residual.natural);
    world_clear_placed(world);
}

/// What the world shows after a step.
static void show_step(hf_world *world, hf_step_report *report)
{
    report->certified = report->quality == HF_STEP_EXACT;
    world->impact_shown =
        world->impact_problem &&
        (report->impacts_left > 0 || (!report->certified && world->impact_natural >= report->solve.residual.natural));
    report->time = world->state.time;
    bool known = world->energy_known && report->substeps > 0;
    world_show(world);
    world->energy_known = known;
    world->stepped = report->substeps > 0;
    world_energy(world, &report->kinetic, &report->potential);
    watch_for_rest(world, report);
    observe(world, HF_STAGE_COUNT);
}

hf_status hf_world_step(hf_world *world, double h, hf_step_report *report, hf_error *error)
{
    hf_step_report unused;
    if (!report) report = &unused;
    *report = step_report_begin(world);
    if (h == 0.0) h = world->settings.step.timestep;
    if (!(h > 0.0) || isinf(h))
        return error_set(error, HF_STATUS_INVALID, "step: h = %g s: must be finite and > 0, or 0 for the model's", h);
    hf_status status = call_controller(world, h, error);
    if (status != HF_STATUS_OK) return status;
    if (repeats(world, h))
    {
        repeat_step(world, h, report);
        return HF_STATUS_OK;
    }
    if (!state_copy(world->model, &world->state, &world->backup)) return error_no_memory(error);

    step_run run = {.world = world, .report = report, .error = error, .mark = trace_mark(world)};
    world->end = world->state.time + h;
    world->impact_problem = NULL;
    world->impact_natural = 0.0;
    step_budget_begin(&run);
    step_begin_tolerance(&run, h);
    status = world_settle_overlaps(world, error);
    bool pieces = world->settings.step.travel > 0.0 || world->settings.step.accuracy > 0.0;
    const step_piece whole = {.h = h, .left = STEP_HALF};
    if (status == HF_STATUS_OK) status = pieces ? step_by_travel(&run, h) : step_make_piece(&run, whole);
    if (status == HF_STATUS_OK && report->quality == HF_STEP_FAILED) status = force_step(&run, h);
    close_step(&run);
    status = workspace_leave(world->workspace, status, error);
    keep_or_give_back(&run, status);
    show_step(world, report);
    return status;
}
