// Stage SOLVE: the impulses, certified.

#include "world/patch.h"
#include "world/step.h"
#include "world/step_budget.h"
#include "world/step_mechanism.h"

#include "holdfast/solve.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "problem/problem.h"
#include "solve/methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// An answer within the tolerance is polished to this share of it where that is cheap: near the edge of a cone an r
/// within the tolerance can still let a contact creep a hundred times faster than the tolerance says.
static const double AIM = 1e-4;
/// Of sweeps over a packing in a piece that was halved already: its halves would cost more than so much longer sweeps.
static const double PATIENCE = 2.0;
static const double ROUNDING = 1e-14; // of the largest impulse: no solver gets below
enum
{
    JAMMED_DEPTH = 1, // times that a piece is halved before contacts yield: halves have other gaps, and often an answer
    POLISH_STEPS = 20 // iterations of a solver other than `auto`
};

static hf_status keep_answer(step_context *step)
{
    hf_world *world = step->world;
    size_t n = (size_t)hf_problem_describe(world->problem).dimension;
    if (n > world->r_capacity || !world->r)
    {
        double *r = MEMORY_ARRAY(double, n + n / 2 + 3);
        if (!r) return error_no_memory(step->error);
        free(world->r);
        world->r = r;
        world->r_capacity = n + n / 2 + 3;
    }
    if (n) memcpy(world->r, step->r, n * sizeof *world->r);
    world->stood = step->report->solve.stood;
    world->moved = step->report->solve.moved;
    return HF_STATUS_OK;
}

static double largest_impulse(const step_context *step)
{
    return largest_of(hf_problem_describe(step->world->problem).dimension, step->r);
}

/// Of a budget after so much work; 0: there is none.
static int64_t what_is_left(int64_t budget, int64_t work)
{
    if (budget == 0) return 0;
    return budget > work ? budget - work : 1;
}

/// Adds what a second solve from the same answer took, and takes its certificate: never worse, a solver returns its
/// best iterate.
static void add_solve(hf_report *report, const hf_report *again)
{
    report->iterations += again->iterations;
    report->work += again->work;
    report->residual = again->residual;
}

/// Another solver than `auto`: goes on from an answer that is good enough, for about as long as it took to find it.
static hf_status polish(step_context *step, const hf_solve_options *accepted)
{
    hf_report *report = &step->report->solve;
    hf_solve_options options = *accepted;
    options.tolerance = fmax(AIM * accepted->tolerance, ROUNDING * largest_impulse(step));
    if (report->residual.natural <= fmax(10.0 * AIM * accepted->tolerance, options.tolerance)) return HF_STATUS_OK;
    if (accepted->max_iterations > 0 && report->iterations >= accepted->max_iterations) return HF_STATUS_OK;
    options.max_iterations = POLISH_STEPS;
    options.budget = what_is_left(accepted->budget, report->work);
    options.warm_start = true;
    hf_report again;
    hf_status status = hf_solve(step->world->settings.solver.name, step->world->problem, &options, step->r,
                                step->workspace, &again, step->error);
    if (status == HF_STATUS_OK) add_solve(report, &again);
    return status;
}

/// The certificate of a step is the worst of its solves.
static void add_impacts(step_context *step)
{
    hf_report *report = &step->report->solve;
    long iterations = report->iterations + step->impact.iterations;
    if (step->impact.residual.natural > report->residual.natural) *report = step->impact;
    report->iterations = iterations;
}

/// `auto` goes on beyond the tolerance by itself, island by island.
static hf_auto_options auto_options(const step_context *step)
{
    const hf_settings *settings = &step->world->settings;
    hf_auto_options options = hf_auto_options_default();
    options.common.tolerance = step->world->tolerance;
    options.common.max_iterations = settings->solver.max_iterations;
    options.common.budget = step_budget_take(step->run, hf_problem_describe(step->world->problem).dimension);
    options.common.warm_start = !settings->solver.cold_start;
    options.target_tolerance = AIM * step->world->tolerance;
    options.give_up_early = step_may(step, WHY_POOR);
    options.patience = step->piece->depth > 0 ? PATIENCE : 1.0;
    bool at_length = settings->solver.effort == HF_EFFORT_HIGH || settings->solver.effort == HF_EFFORT_EXACT;
    options.selection = settings->solver.selection == HF_SELECTION_ANY ? HF_SELECTION_ANY : HF_SELECTION_COMPLIANT;
    options.guess_selected = true;
    options.unselected = step->unselected;
    options.stressed = step->stressed;
    options.accept = at_length ? 0.0 : settings->solver.accept;
    return options;
}

static hf_solve_options other_options(const step_context *step)
{
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = step->world->tolerance;
    options.max_iterations = step->world->settings.solver.max_iterations;
    options.budget = step_budget_take(step->run, hf_problem_describe(step->world->problem).dimension);
    options.warm_start = !step->world->settings.solver.cold_start;
    return options;
}

/// *before ◄ velocities of the blocks at the beginning of the step, as the problem measures them; those of mechanisms
/// count as none.
static hf_status velocities_before(const step_context *step, const double **before)
{
    double *u = ARENA_ZEROED(step->workspace, double, step->world->problem->dimension);
    if (!u) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        vec3 axis[3], v = contact_velocity(step, &c->record, step->before),
                      spin = contact_spin(&c->record, step->before);
        contact_axes(&c->record, axis);
        for (int j = 0; j < c->row_count; j++)
        {
            double own = step->scale ? step->scale[c->row + j] : 1.0;
            u[c->row + j] = own * (j < 3 ? v3_dot(axis[j], v) : v3_dot(axis[j - 3], spin));
        }
    }
    *before = u;
    return HF_STATUS_OK;
}

/// What options of `auto` do not have from settings: compliances of shapes, and velocities at the beginning.
static hf_status describe_bodies(step_context *step, hf_auto_options *options)
{
    hf_status status = patch_compliances(step, &options->compliance);
    return status == HF_STATUS_OK ? velocities_before(step, &options->before) : status;
}

/// Which of the answers another solver has found is chance: `auto` selects from it, but for an answer that is the
/// guess. (Methods of pyramids keep their own:
/// sweeps of `4sides` from a selected answer may take longer than from the one they found.)
static hf_status select_answer(step_context *step, int64_t budget)
{
    hf_report *report = &step->report->solve, again;
    size_t bytes = (size_t)hf_problem_describe(step->world->problem).dimension * sizeof *step->r;
    hf_auto_options options = auto_options(step);
    options.common.budget = what_is_left(budget, report->work);
    options.common.warm_start = true;
    options.guess_selected = memcmp(step->guess, step->r, bytes) == 0;
    hf_status status = describe_bodies(step, &options);
    if (status == HF_STATUS_OK)
        status = hf_auto_solve(step->world->problem, &options, step->r, step->workspace, &again, step->error);
    if (status != HF_STATUS_OK) return status;
    add_solve(report, &again);
    report->unselected = again.unselected;
    report->stood = again.stood;
    report->moved = again.moved;
    return HF_STATUS_OK;
}

static hf_status solve_by_name(step_context *step)
{
    const hf_settings *settings = &step->world->settings;
    const hf_problem *problem = step->world->problem;
    hf_report *report = &step->report->solve;
    hf_solve_options options = other_options(step);
    hf_status status =
        hf_solve(settings->solver.name, problem, &options, step->r, step->workspace, report, step->error);
    if (status != HF_STATUS_OK || !(report->residual.natural <= step->world->tolerance)) return status;
    bool selects = settings->solver.selection != HF_SELECTION_ANY && strcmp(settings->solver.name, "auto/any") != 0;
    if (selects && problem->dimension > 0 && !problem->polygon) return select_answer(step, options.budget);
    return polish(step, &options);
}

/// Contacts yield where an answer is not exact, rebounds are not to blame, and the halves of the step were as hard as
/// the whole.
static hf_status try_yielding(step_context *step)
{
    const hf_settings *settings = &step->world->settings;
    hf_report *report = &step->report->solve;
    bool poor = step->why == WHY_POOR, beyond = !(report->residual.natural <= settings->solver.accept);
    double known = fmax(report->residual.natural, TURN_ROUNDING * largest_impulse(step)); // as far as can be told
    bool halves = step_may(step, WHY_POOR) && step->piece->depth < JAMMED_DEPTH, within;
    yielding y = {0};
    if (known <= step->world->tolerance || step->piece->left == STEP_FORCED) return HF_STATUS_OK;
    if (poor && beyond && step_may(step, WHY_REBOUND) && rebounds_lose(step)) step->why = WHY_REBOUND;
    if (step->why == WHY_REBOUND || step->model->mechanism.joint_count == 0) return HF_STATUS_OK;
    if (poor && (beyond ? halves : step_may(step, WHY_POOR))) return HF_STATUS_OK;
    if (!name_after(settings->solver.name, "auto")) return HF_STATUS_OK;
    hf_status status = yielding_answer(step, &y);
    if (status != HF_STATUS_OK || !(y.found && (poor || y.better))) return status;
    within = y.residual.natural <= settings->solver.accept;
    if (!within && !poor && step_may(step, WHY_REBOUND) && rebounds_lose(step)) step->why = WHY_REBOUND;
    else if (!within && !poor && halves) step->why = WHY_POOR;
    else yielding_take(step, &y);
    return status;
}

hf_status stage_solve(step_context *step)
{
    const hf_settings *settings = &step->world->settings;
    hf_report *report = &step->report->solve;
    bool frictionless;
    hf_status status = frictionless_answer(step, &frictionless);
    if (status != HF_STATUS_OK) return status;
    if (frictionless)
    {
        add_impacts(step);
        return keep_answer(step);
    }
    if (name_after(settings->solver.name, "auto") && !name_after(settings->solver.name, "auto/any"))
    {
        hf_auto_options options = auto_options(step);
        (void)auto_read_name(settings->solver.name, &options);
        status = describe_bodies(step, &options);
        if (status == HF_STATUS_OK)
            status = hf_auto_solve(step->world->problem, &options, step->r, step->workspace, report, step->error);
    }
    else status = solve_by_name(step);
    if (status != HF_STATUS_OK) return status;
    step_name_note(step, NULL, report);
    step_budget_spend(step->run, report->work);
    step->why = step_judge(step, report);
    if (step->piece->left == STEP_FORCED && !(report->residual.natural <= settings->solver.accept))
        status = forced_answer(step);
    if (status != HF_STATUS_OK) return status;
    status = try_yielding(step);
    if (status != HF_STATUS_OK) return status;
    add_impacts(step);
    return keep_answer(step);
}
