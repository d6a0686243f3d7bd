// `auto`: one default that needs no tuning (docs/auto.md tells how it was found, and what failed).
//
//   sweeps         a few of `hybrid` over the whole problem: most small problems end here
//   island sweeps  blocks that no entry of W connects, each on its own and to its share of the tolerance; on while they converge fast
//   brisk          `proximal` from there: a handful of linear systems finish what sweeps only crawl towards
//   cold           `proximal`, brisk and then patient, from r = 0: what misled the sweeps does not mislead this
//   others         small islands: `pivot`, `robust` and Newton over all contacts
//   more sweeps    and
//   patient        `proximal`, patient, from the best so far, and
//   polish         with a small weight, for masses that differ a lot
//   restarts       `proximal`, brisk and patient, from random impulses
//
// A stage goes over all islands that are not solved yet; the whole problem is certified after each. Everything is counted in sweeps
// and steps, never in seconds: the answer does not depend on the machine. Stages: auto_stages.c.

#include "solve/auto.h"

#include "solve/methods.h"
#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/islands.h"

#include <math.h>
#include <string.h>

hf_auto_options hf_auto_options_default(void)
{
    return (hf_auto_options){.tolerance = 1e-8, .max_restarts = 100};
}

hf_status hf_auto_options_check(const hf_auto_options *o, hf_error *error)
{
    if (!(o->tolerance > 0.0) || isinf(o->tolerance))
        return error_set(error, HF_STATUS_INVALID, "auto options: tolerance = %g must be finite and > 0", o->tolerance);
    if (o->max_iterations < 0)
        return error_set(error, HF_STATUS_INVALID, "auto options: max_iterations = %ld must be >= 0",
                         o->max_iterations);
    if (o->max_restarts < 0)
        return error_set(error, HF_STATUS_INVALID, "auto options: max_restarts = %d must be >= 0", o->max_restarts);
    return HF_STATUS_OK;
}

typedef struct stage
{
    const char *name;
    hf_status (*run)(auto_run *run, auto_island *island, hf_error *error);
} stage;

static const stage island_stages[] = {
    {"island sweeps", auto_sweeps},    {"brisk", auto_brisk},     {"cold", auto_cold},     {"others", auto_others},
    {"more sweeps", auto_more_sweeps}, {"patient", auto_patient}, {"polish", auto_polish}, {"restarts", auto_restarts},
};

/// The whole problem and what it falls into.
typedef struct parts
{
    const hf_problem *whole;
    island_list list;
    int count;
    auto_island *islands;
} parts;

static void destroy_problems(auto_island *island)
{
    hf_problem_destroy(island->owned);
    hf_problem_destroy(island->assembled);
    island->owned = island->assembled = NULL;
}

/// Takes island k out of the whole, with its share of r and of the tolerance.
static hf_status take_out(auto_run *run, parts *p, int k, const double *r, double *r_part, hf_error *error)
{
    auto_island *island = &p->islands[k];
    hf_status status = islands_extract(p->whole, &p->list, k, run->workspace, &island->owned, error);
    if (status != HF_STATUS_OK) return status;
    island->problem = island->owned;
    island->r = r_part;
    islands_gather(p->whole, &p->list, k, r, r_part);
    // Shares of the tolerance: squares add up over islands, so that Σ (share)² = 1.
    double share = sqrt((double)island->problem->dimension / p->whole->dimension);
    island->tolerance = run->options->tolerance * share * (1.0 + p->whole->norm_b) / (1.0 + island->problem->norm_b);
    hf_residual residual;
    status = hf_residual_compute(island->problem, r_part, run->workspace, &residual, error);
    island->natural = residual.natural;
    if (status == HF_STATUS_OK && island->natural <= island->tolerance) destroy_problems(island);
    return status;
}

static hf_status take_apart(auto_run *run, const auto_island *whole, parts *p, hf_error *error)
{
    *p = (parts){.whole = whole->problem};
    hf_status status = islands_find(whole->problem, run->workspace, &p->list, error);
    if (status != HF_STATUS_OK) return status;
    p->islands = ARENA_ZEROED(run->workspace, auto_island, p->list.count);
    double *r = ARENA_ARRAY(run->workspace, double, whole->problem->dimension);
    if (!p->islands || !r) return error_no_memory(error);
    if (p->list.count == 1)
    {
        p->islands[0] = *whole;
        p->count = 1;
        return HF_STATUS_OK;
    }
    for (; p->count < p->list.count; p->count++)
    {
        status = take_out(run, p, p->count, whole->r, r, error);
        if (status != HF_STATUS_OK) return status;
        r += islands_dimension(whole->problem, &p->list, p->count);
    }
    return HF_STATUS_OK;
}

/// r of the whole, and its certificate.
static hf_status put_together(auto_run *run, const parts *p, auto_island *whole, hf_error *error)
{
    if (p->list.count == 1)
    {
        whole->natural = p->islands[0].natural;
        return HF_STATUS_OK;
    }
    for (int k = 0; k < p->count; k++) islands_scatter(p->whole, &p->list, k, p->islands[k].r, whole->r);
    hf_residual residual;
    hf_status status = hf_residual_compute(whole->problem, whole->r, run->workspace, &residual, error);
    whole->natural = residual.natural;
    return status;
}

/// One stage over all islands that are not solved.
static hf_status run_stage(auto_run *run, const stage *s, parts *p, auto_island *whole, hf_error *error)
{
    long before = run->report->iterations;
    for (int k = 0; k < p->count; k++)
    {
        if (auto_done(run, &p->islands[k])) continue;
        hf_status status = s->run(run, &p->islands[k], error);
        if (status != HF_STATUS_OK) return status;
        if (p->islands[k].natural <= p->islands[k].tolerance) destroy_problems(&p->islands[k]);
    }
    hf_status status = put_together(run, p, whole, error);
    if (status == HF_STATUS_OK && run->report->iterations > before)
        report_phase(run->report, s->name, run->report->iterations - before, whole->natural);
    return status;
}

static hf_status run_stages(auto_run *run, auto_island *whole, hf_error *error)
{
    const int count = sizeof island_stages / sizeof *island_stages;
    parts p;
    arena_mark mark = arena_begin(run->workspace);
    hf_status status = take_apart(run, whole, &p, error);
    for (int s = 0; s < count && status == HF_STATUS_OK && !auto_done(run, whole); s++)
        status = run_stage(run, &island_stages[s], &p, whole, error);
    int too_large = 0;
    for (int k = 0; k < p.count; k++) too_large += p.islands[k].too_large;
    if (status == HF_STATUS_OK && too_large > 0 && !auto_done(run, whole))
        report_note(run->report, "%d of %d islands are too large for Newton steps", too_large, p.count);
    for (int k = 0; k < p.list.count && p.islands; k++) destroy_problems(&p.islands[k]);
    arena_end(run->workspace, mark);
    return status;
}

static hf_outcome outcome_of(const auto_run *run)
{
    if (run->no_solution) return HF_OUTCOME_NO_SOLUTION;
    return run->stopped || run->limited ? HF_OUTCOME_LIMIT : HF_OUTCOME_STALLED;
}

static hf_status solve(const hf_problem *problem, const hf_auto_options *options, const hf_solve_options *common,
                       double *r, hf_workspace *workspace, hf_report *report, hf_error *error)
{
    auto_run run = {.options = options, .workspace = workspace, .report = report};
    auto_island whole = {.problem = problem, .tolerance = options->tolerance, .r = r, .natural = INFINITY};
    run.trial = ARENA_ARRAY(workspace, double, problem->dimension);
    if (!run.trial) return error_no_memory(error);
    hf_status status = auto_first_sweeps(&run, &whole, error);
    if (status != HF_STATUS_OK) return status;
    report_phase(report, "sweeps", report->iterations, whole.natural);
    if (!auto_done(&run, &whole)) status = run_stages(&run, &whole, error);
    if (status != HF_STATUS_OK) return status;
    if (run.limited) report_note(report, "%ld iterations are the limit", options->max_iterations);
    if (run.stopped) report_note(report, "stopped by the observer after %ld iterations", report->iterations);
    status = report_finish(problem, common, r, workspace, outcome_of(&run), report, error);
    if (report->outcome == HF_OUTCOME_CONVERGED) report->note[0] = '\0';
    return status;
}

// ---- the two ways in ----

static hf_status solve_typed(const void *context, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    return solve(problem, context, common, r, workspace, report, error);
}

hf_status hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r, hf_workspace *workspace,
                        hf_report *report, hf_error *error)
{
    hf_auto_options defaults = hf_auto_options_default();
    if (!options) options = &defaults;
    hf_status status = hf_auto_options_check(options, error);
    if (status != HF_STATUS_OK) return status;
    hf_solve_options common = {.tolerance = options->tolerance,
                               .max_iterations = options->max_iterations,
                               .warm_start = options->warm_start,
                               .observer = options->observer,
                               .observer_context = options->observer_context};
    return solve_protected(solve_typed, options, problem, &common, r, workspace, report, error);
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    hf_auto_options options = hf_auto_options_default();
    options.tolerance = common->tolerance;
    options.max_iterations = common->max_iterations;
    options.observer = common->observer;
    options.observer_context = common->observer_context;
    return solve(problem, &options, common, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "auto",
     .paper = "ours: docs/auto.md",
     .summary = "the default: sweeps, then proximal Newton steps, island by island; nothing to tune",
     .exact = true},
};

const solver_family auto_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
