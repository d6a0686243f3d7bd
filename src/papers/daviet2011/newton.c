// Newton's method over all contacts: mfb/global, dac/global, pac/global.
//
// Islands of W are solved apart (newton_run.c), each to its share of the tolerance: natural is a root of a sum of squares over all blocks,
// so n islands get 1/√n each. A long search in one then does not hold up the others, and none pays for the factorization of all.
// Daviet, Bertails-Descoubes and Boissieux 2011, sections 5.2 and 7, appendix A.

#include "holdfast/newton.h"

#include "base/arena.h"
#include "base/error.h"
#include "papers/daviet2011/newton_run.h"
#include "problem/islands.h"
#include "problem/law.h"
#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/report.h"

#include <math.h>
#include <string.h>

// ---- options ----

const char *hf_newton_function_name(hf_newton_function function)
{
    static const char *const names[] = {"fischer_burmeister", "alart_curnier"};
    return (unsigned)function < HF_NEWTON_FUNCTION_COUNT ? names[function] : "unknown function";
}

hf_newton_options hf_newton_options_default(void)
{
    return (hf_newton_options){.common = hf_solve_options_default(),
                               .restarts = 4,
                               .function = HF_NEWTON_FISCHER_BURMEISTER,
                               .damped = true,
                               .regularization = 0.1,
                               .regularization_min = 1e-12};
}

hf_status hf_newton_options_check(const hf_newton_options *o, hf_error *error)
{
    hf_status status = solve_options_check(&o->common, error);
    if (status != HF_STATUS_OK) return status;
    if (o->restarts < 0) return error_set(error, HF_STATUS_INVALID, "options.restarts = %d: must be >= 0", o->restarts);
    if ((unsigned)o->function >= HF_NEWTON_FUNCTION_COUNT)
        return error_set(error, HF_STATUS_INVALID, "options.function = %d is no function", (int)o->function);
    if (!(o->regularization >= 0.0 && o->regularization <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "options.regularization = %g: must be between 0 and 1",
                         o->regularization);
    if (!(o->regularization_min >= 0.0 && o->regularization_min <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "options.regularization_min = %g: must be between 0 and 1",
                         o->regularization_min);
    return HF_STATUS_OK;
}

static const char *phase_name(const hf_newton_options *options)
{
    if (options->function == HF_NEWTON_FISCHER_BURMEISTER) return "mfb/global";
    return options->damped ? "dac/global" : "pac/global";
}

// ---- island by island ----

typedef struct newton_all
{
    const hf_problem *problem; // assembled
    const hf_newton_options *options;
    const char *phase;
    island_list islands;
    double *part;     // r of the island at work
    double *square;   // Σ‖F_i‖² of each island at the start
    double total;     // of all other islands, for the observer
    double part_norm; // 1 + ‖b‖ of the island at work
    long iterations;  // of the islands before
} newton_all;

static hf_status begin_all(newton_all *all, const double *r, hf_workspace *workspace, hf_error *error)
{
    const hf_problem *p = all->problem;
    double *u = ARENA_ARRAY(workspace, double, p->dimension);
    all->part = ARENA_ARRAY(workspace, double, p->dimension);
    if (!u || !all->part) return error_no_memory(error);
    hf_status status = islands_find(p, workspace, &all->islands, error);
    if (status != HF_STATUS_OK) return status;
    all->square = ARENA_ZEROED(workspace, double, all->islands.count);
    if (!all->square) return error_no_memory(error);
    problem_velocity(p, r, NULL, u);
    for (int i = 0; i < p->block_count; i++)
    {
        double square = law_natural_square(p, i, r + p->offset[i], u + p->offset[i]);
        all->square[all->islands.island[i]] += square;
        all->total += square;
    }
    return HF_STATUS_OK;
}

/// What the whole problem looks like from inside one island.
static bool observe_island(void *context, const hf_progress *progress)
{
    const newton_all *all = context;
    double own = progress->natural * all->part_norm;
    double natural = sqrt(fmax(all->total, 0.0) + own * own) / (1.0 + all->problem->norm_b);
    return report_observe(&all->options->common, progress->phase, all->iterations + progress->iteration, natural,
                          false);
}

static hf_status solve_part(newton_all *all, const hf_problem *part, double *r, hf_workspace *workspace,
                            newton_result *result, hf_error *error)
{
    hf_newton_options options = *all->options;
    double share = 0.99 / sqrt((double)all->islands.count); // 0.99: sums round
    all->part_norm = 1.0 + part->norm_b;
    if (all->islands.count > 1) options.common.tolerance *= share * (1.0 + all->problem->norm_b) / all->part_norm;
    options.common.observer = all->options->common.observer ? observe_island : NULL;
    options.common.observer_context = all;
    arena_mark mark = arena_begin(workspace);
    hf_status status = newton_run(part, &options, all->phase, r, workspace, result, error);
    arena_end(workspace, mark);
    return status;
}

static hf_status solve_island(newton_all *all, int island, double *r, hf_workspace *workspace, newton_result *result,
                              hf_error *error)
{
    if (all->islands.count == 1) return solve_part(all, all->problem, r, workspace, result, error);
    hf_problem *part;
    arena_mark mark = arena_begin(workspace);
    hf_status status = islands_extract(all->problem, &all->islands, island, workspace, workspace, &part, error);
    if (status == HF_STATUS_OK)
    {
        islands_gather(all->problem, &all->islands, island, r, all->part);
        status = solve_part(all, part, all->part, workspace, result, error);
    }
    if (status == HF_STATUS_OK) islands_scatter(all->problem, &all->islands, island, all->part, r);
    arena_end(workspace, mark);
    return status;
}

/// r holds the guess and receives the answer.
static hf_status solve_islands(newton_all *all, double *r, hf_workspace *workspace, hf_report *report,
                               hf_outcome *outcome, hf_error *error)
{
    hf_status status = begin_all(all, r, workspace, error);
    int failed = 0;
    const char *note = NULL;
    *outcome = HF_OUTCOME_STALLED;
    for (int c = 0; c < all->islands.count && status == HF_STATUS_OK; c++)
    {
        newton_result result;
        all->total -= all->square[c];
        status = solve_island(all, c, r, workspace, &result, error);
        if (status != HF_STATUS_OK) break;
        double norm = result.natural * all->part_norm;
        all->total += norm * norm;
        all->iterations += result.iterations;
        if (result.note && failed++ == 0)
        {
            note = result.note;
            *outcome = result.outcome;
        }
        if (result.outcome == HF_OUTCOME_LIMIT) *outcome = HF_OUTCOME_LIMIT;
        if (result.stopped) break;
    }
    if (note && all->islands.count > 1) report_note(report, "%s (%d of %d islands)", note, failed, all->islands.count);
    else if (note) report_note(report, "%s", note);
    return status;
}

/// Any problem, with the certificate of the problem as it was given.
static hf_status solve_any(const hf_problem *problem, const hf_newton_options *options, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_outcome outcome = HF_OUTCOME_STALLED;
    hf_problem *assembled = NULL;
    hf_status status = HF_STATUS_OK;
    newton_all all = {.problem = problem, .options = options, .phase = phase_name(options)};
    arena_mark mark = arena_begin(workspace);
    if (problem->factored)
    {
        status = problem_assemble(workspace, problem, &assembled, error);
        all.problem = assembled;
    }
    if (status == HF_STATUS_OK) status = solve_islands(&all, r, workspace, report, &outcome, error);
    if (assembled && report->note[0] == '\0')
        report_note(report, "W was assembled: %zu blocks", hf_problem_describe(assembled).nonzero_block_count);
    arena_end(workspace, mark);
    if (status != HF_STATUS_OK) return status;
    status = report_finish(problem, &options->common, r, workspace, outcome, report, error);
    report->iterations = all.iterations;
    report_phase(report, all.phase, all.iterations, report->residual.natural);
    return status;
}

hf_status hf_newton_solve(const hf_problem *problem, const hf_newton_options *options, double *r,
                          hf_workspace *workspace, hf_report *report, hf_error *error)
{
    solve_frame frame;
    hf_newton_options defaults = hf_newton_options_default();
    if (!options) options = &defaults;
    if (report) report_begin(report);
    hf_status status = hf_newton_options_check(options, error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = solve_any(problem, options, frame.answer, frame.workspace, frame.report, error);
    return solve_end(&frame, status);
}

// ---- the family ----

static const char *const paper = "Daviet, Bertails-Descoubes and Boissieux 2011";

static const hf_solver listed[] = {
    {.name = "mfb/global",
     .paper = paper,
     .summary = "Newton over all contacts, modified Fischer-Burmeister function, damped; fast from a fair guess",
     .exact = true},
    {.name = "dac/global",
     .paper = paper,
     .summary = "Newton over all contacts, Alart-Curnier function, damped",
     .exact = true},
    {.name = "pac/global",
     .paper = paper,
     .summary = "Newton over all contacts, Alart-Curnier function, pure steps",
     .exact = true},
};

static hf_status run_named(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_newton_options options = hf_newton_options_default();
    options.common = *common;
    if (strcmp(name, "mfb/global") != 0) options.function = HF_NEWTON_ALART_CURNIER;
    options.damped = strcmp(name, "pac/global") != 0;
    return solve_any(problem, &options, r, workspace, report, error);
}

const solver_family newton_family = {
    .listed = listed, .listed_count = sizeof listed / sizeof listed[0], .run = run_named};
