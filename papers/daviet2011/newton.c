// Newton's method over all contacts: mfb/global, dac/global, pac/global.
//
// Islands of W are solved apart (solve/islands_apart.h, newton_run.c): a long search in one does not hold up the
// others, and none pays for the factorization of all.
// Daviet, Bertails-Descoubes and Boissieux 2011, sections 5.2 and 7, appendix A.

#include "holdfast/newton.h"

#include "base/arena.h"
#include "base/error.h"
#include "papers/daviet2011/newton_run.h"
#include "papers/families.h"
#include "problem/problem.h"
#include "solve/frame.h"
#include "solve/islands_apart.h"
#include "solve/report.h"
#include "solve/work.h"

#include <limits.h>
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
    const hf_newton_options *options;
    const char *phase;
    islands_apart apart;
    newton_result *results; // one for each island
} newton_all;

static hf_status solve_island(void *context, int k, hf_workspace *scratch, hf_error *error)
{
    newton_all *all = context;
    island_part *part = &all->apart.parts[k];
    hf_newton_options options = *all->options;
    island_watch watch = {.apart = &all->apart, .island = k, .scratch = scratch};
    bool limited = options.common.max_iterations > 0;
    all->results[k] = (newton_result){.outcome = HF_OUTCOME_LIMIT, .note = "no iterations are left"};
    if (limited && part->budget == 0) return HF_STATUS_OK;
    options.common.tolerance = islands_tolerance(&all->apart, k);
    options.common.max_iterations = limited ? part->budget : 0;
    options.common.budget = part->work;
    options.common.observer = options.common.observer ? islands_observe : NULL;
    options.common.observer_context = &watch;
    TRY(islands_take(&all->apart, k, scratch, error));
    TRY(newton_run(part->problem, &options, all->phase, part->r, scratch, &all->results[k], error));
    part->natural = all->results[k].natural;
    return HF_STATUS_OK;
}

/// The outcome and the note of the first island that failed; a limit counts before all else.
static hf_outcome collect(const newton_all *all, hf_report *report)
{
    int failed = 0;
    const char *note = NULL;
    hf_outcome outcome = HF_OUTCOME_STALLED;
    for (int k = 0; k < all->apart.count; k++)
    {
        const newton_result *result = &all->results[k];
        report->iterations += result->iterations;
        report->work += result->work;
        if (result->note && failed++ == 0)
        {
            note = result->note;
            outcome = result->outcome;
        }
        if (result->outcome == HF_OUTCOME_LIMIT) outcome = HF_OUTCOME_LIMIT;
    }
    if (note && all->apart.count > 1) report_note(report, "%s (%d of %d islands)", note, failed, all->apart.count);
    else if (note) report_note(report, "%s", note);
    return outcome;
}

/// An assembled problem. r holds the guess and receives the answer.
static hf_status solve_islands(const hf_problem *problem, const hf_newton_options *options, double *r,
                               hf_workspace *workspace, hf_report *report, hf_outcome *outcome, hf_error *error)
{
    newton_all all = {.options = options, .phase = phase_name(options)};
    hf_residual residual;
    hf_status status = hf_residual_compute(problem, r, workspace, &residual, error);
    if (status == HF_STATUS_OK)
        status = islands_begin(&all.apart, problem, r, residual.natural, &options->common, workspace, error);
    if (status != HF_STATUS_OK) return status;
    all.results = ARENA_ZEROED(workspace, newton_result, all.apart.count);
    if (!all.results) return error_no_memory(error);
    for (int k = 0; k < all.apart.count; k++) all.results[k].outcome = HF_OUTCOME_LIMIT; // if it is not begun
    report->work = (int64_t)(islands_work(problem) + 3.0 * work_of_look(problem));
    const island_run run = {.active = all.apart.order,
                            .active_count = all.apart.count,
                            .limit = solve_limit(&options->common, LONG_MAX),
                            .work = work_rest(options->common.budget, report->work)};
    status = islands_run(&all.apart, &run, solve_island, &all, error);
    if (status == HF_STATUS_OK) status = islands_join(&all.apart, error);
    if (status == HF_STATUS_OK) *outcome = collect(&all, report);
    return status;
}

/// Any problem, with the certificate of the problem as it was given.
static hf_status solve_any(const hf_problem *problem, const hf_newton_options *options, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_outcome outcome = HF_OUTCOME_STALLED;
    hf_problem *assembled = NULL;
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    if (problem->factored) status = problem_assemble(workspace, problem, &assembled, error);
    if (status == HF_STATUS_OK)
        status = solve_islands(assembled ? assembled : problem, options, r, workspace, report, &outcome, error);
    if (assembled && report->note[0] == '\0')
        report_note(report, "W was assembled: %zu blocks", hf_problem_describe(assembled).nonzero_block_count);
    arena_end(workspace, mark);
    if (status != HF_STATUS_OK) return status;
    status = report_finish(problem, &options->common, r, workspace, outcome, report, error);
    report_phase(report, phase_name(options), report->iterations, report->residual.natural);
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
    if (status == HF_STATUS_OK) status = solve_cones_only(problem, "global", error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = solve_any(frame.problem, options, frame.answer, frame.workspace, frame.report, error);
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

static const name_option name_options[] = {
    {{"restarts", "new starts after a stall [4]"}, NAME_COUNT, offsetof(hf_newton_options, restarts), 0, 1e6},
    {{"damped", "1: line search; 0: pure steps [1, 0 for pac]"}, NAME_FLAG, offsetof(hf_newton_options, damped), 0, 1},
    {{"regularization", "initial weight that is added to W, 0 to 1 [0.1]"},
     NAME_REAL,
     offsetof(hf_newton_options, regularization),
     0,
     1},
    {{"regularization_min", "its least value, 0 to 1 [1e-12]"},
     NAME_REAL,
     offsetof(hf_newton_options, regularization_min),
     0,
     1},
};

enum
{
    NAME_OPTIONS = sizeof name_options / sizeof *name_options
};

static bool read_name(const char *name, hf_newton_options *options)
{
    for (int k = 0; k < (int)(sizeof listed / sizeof *listed); k++)
    {
        const char *rest = name_after(name, listed[k].name);
        if (!rest) continue;
        *options = hf_newton_options_default();
        options->function = k == 0 ? HF_NEWTON_FISCHER_BURMEISTER : HF_NEWTON_ALART_CURNIER;
        options->damped = k != 2;
        return *name_options_read(rest, name_options, NAME_OPTIONS, options) == '\0';
    }
    return false;
}

static bool accepts(const char *name)
{
    return read_name(name, &(hf_newton_options){0});
}

static hf_status run_named(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_newton_options options;
    if (!read_name(name, &options)) return error_set(error, HF_STATUS_INVALID, "'%s' is no solver", name);
    options.common = *common;
    return solve_any(problem, &options, r, workspace, report, error);
}

const solver_family newton_family = {.listed = listed,
                                     .listed_count = sizeof listed / sizeof listed[0],
                                     .options = name_options,
                                     .option_count = NAME_OPTIONS,
                                     .accepts = accepts,
                                     .run = run_named};
