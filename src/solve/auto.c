// `auto`: one default that needs no tuning (docs/auto.md tells how it was found, and what failed).
//
//   whole problem    sweeps of `hybrid`, a few: most small problems end here
//   islands          blocks that no entry of W connects, each on its own and to its share of the tolerance:
//     round 1        sweeps worth about two Newton steps, and on while they converge fast; then `proximal` at a brisk pace
//     later rounds   more sweeps (fourfold) from the best iterate, then `proximal`, patient from round PATIENT_ROUND on
//   whole problem    the certificate
//
// Sweeps find which contacts are open, stick and slip, and cost little; but where contacts are redundant they crawl. Proximal Newton steps
// finish those in a handful of linear systems. What each may spend is counted in sweeps and steps, never in seconds: the answer does not
// depend on the machine. Best iterates are kept by the certificate from one phase to the next.

#include "holdfast/auto.h"

#include "holdfast/hybrid.h"
#include "holdfast/proximal.h"

#include "solve/methods.h"
#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/islands.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

enum
{
    FIRST_SWEEPS = 40, // over the whole problem
    BATCH = 50, // sweeps between two looks at how fast they converge: about the price of one Newton step, whatever the
                // problem (measured: 37 to 150)
    PATIENCE = 500,       // as long as the sweeps look like ending within so many more, they go on
    BRISK_STEPS = 60,     // Newton steps of a round at a brisk pace
    PATIENT_STEPS = 4000, // and at a patient one
    PATIENT_ROUND = 3,    // the first patient round
    SWEEPS_MAX = 20000,   // of a round
};
static const double PATIENT_EPSILON = 1e-2; // a patient round starts with a stronger pull
static const double SWEEP_GROWTH = 4.0;     // of the least number of sweeps, from round to round
static const double MARGIN = 1.2;           // on the sweeps that seem to be left

hf_auto_options hf_auto_options_default(void)
{
    return (hf_auto_options){.tolerance = 1e-8, .max_rounds = 6};
}

hf_status hf_auto_options_check(const hf_auto_options *o, hf_error *error)
{
    if (!(o->tolerance > 0.0) || isinf(o->tolerance))
        return error_set(error, HF_STATUS_INVALID, "auto options: tolerance = %g must be finite and > 0", o->tolerance);
    if (o->max_rounds < 1)
        return error_set(error, HF_STATUS_INVALID, "auto options: max_rounds = %d must be >= 1", o->max_rounds);
    return HF_STATUS_OK;
}

typedef struct auto_run
{
    const hf_auto_options *options;
    const hf_solve_options *common;
    hf_workspace *workspace;
    hf_report *report;
    long sweeps;  // so far, all islands
    long newton;  //
    bool stopped; // by the observer
    bool no_solution;
} auto_run;

// ---- observing: phases count from where the ones before ended ----

typedef struct relay
{
    auto_run *run;
    long before;
} relay;

static bool relay_observer(void *context, const hf_progress *progress)
{
    relay *r = context;
    hf_progress shifted = *progress;
    shifted.iteration += r->before;
    const hf_solve_options *common = r->run->common;
    if (common->observer && !common->observer(common->observer_context, &shifted)) r->run->stopped = true;
    return !r->run->stopped;
}

static void add_counts(auto_run *run, const hf_report *part)
{
    run->report->iterations += part->iterations;
    run->report->local_solves += part->local_solves;
    run->report->failsafe_solves += part->failsafe_solves;
    run->report->local_failures += part->local_failures;
}

// ---- the two phases ----

static hf_status sweep(auto_run *run, const hf_problem *problem, double tolerance, long sweeps, double *r,
                       double *natural, hf_error *error)
{
    relay link = {.run = run, .before = run->report->iterations};
    hf_hybrid_options options = hf_hybrid_options_default();
    options.tolerance = tolerance;
    options.max_sweeps = sweeps;
    options.warm_start = true;
    options.observer = relay_observer;
    options.observer_context = &link;
    hf_report part;
    hf_status status = hf_hybrid_solve(problem, &options, r, run->workspace, &part, error);
    if (status != HF_STATUS_OK) return status;
    *natural = part.residual.natural;
    run->sweeps += part.iterations;
    run->no_solution |= part.outcome == HF_OUTCOME_NO_SOLUTION;
    add_counts(run, &part);
    return HF_STATUS_OK;
}

static hf_status finish(auto_run *run, const hf_problem *problem, double tolerance, bool patient, double *r,
                        double *natural, hf_error *error)
{
    relay link = {.run = run, .before = run->report->iterations};
    hf_proximal_options options = hf_proximal_options_default();
    options.tolerance = tolerance;
    options.max_steps = patient ? PATIENT_STEPS : BRISK_STEPS;
    options.pace = patient ? HF_PROXIMAL_PATIENT : HF_PROXIMAL_BRISK;
    if (patient) options.epsilon = PATIENT_EPSILON;
    options.warm_start = true;
    options.observer = relay_observer;
    options.observer_context = &link;
    hf_report part;
    hf_status status = hf_proximal_solve(problem, &options, r, run->workspace, &part, error);
    if (status != HF_STATUS_OK) return status;
    *natural = part.residual.natural;
    run->newton += part.iterations;
    add_counts(run, &part);
    return HF_STATUS_OK;
}

/// At least `least` sweeps, and more while they promise to end soon.
static hf_status sweep_while_fast(auto_run *run, const hf_problem *problem, double tolerance, long least, double *r,
                                  double *natural, hf_error *error)
{
    long done = 0, batch = BATCH;
    while (*natural > tolerance && !run->stopped && !run->no_solution)
    {
        double before = *natural;
        hf_status status = sweep(run, problem, tolerance, batch, r, natural, error);
        if (status != HF_STATUS_OK) return status;
        done += batch;
        double rate = log(before / *natural) / (double)batch; // per sweep; 0 if nothing was gained
        double left = rate > 0.0 ? log(*natural / tolerance) / rate : INFINITY;
        if (left <= PATIENCE) batch = (long)(MARGIN * left) + 1;
        else if (done >= least) return HF_STATUS_OK;
        else batch = BATCH;
    }
    return HF_STATUS_OK;
}

/// One island, or a problem that has only one. `natural` is the residual that r came with.
static hf_status solve_island(auto_run *run, const hf_problem *problem, double tolerance, double *r, double natural,
                              hf_error *error)
{
    double least = 2 * BATCH;
    for (int round = 1; round <= run->options->max_rounds; round++)
    {
        hf_status status = sweep_while_fast(run, problem, tolerance, (long)least, r, &natural, error);
        if (status != HF_STATUS_OK || natural <= tolerance || run->stopped || run->no_solution) return status;
        status = finish(run, problem, tolerance, round >= PATIENT_ROUND, r, &natural, error);
        if (status != HF_STATUS_OK || natural <= tolerance || run->stopped) return status;
        least = fmin(SWEEP_GROWTH * least, SWEEPS_MAX);
    }
    return HF_STATUS_OK;
}

// ---- islands ----

static hf_status solve_part(auto_run *run, const hf_problem *whole, const island_list *islands, int k, double *r,
                            hf_error *error)
{
    hf_problem *part = NULL;
    arena_mark mark = arena_begin(run->workspace);
    hf_status status = islands_extract(whole, islands, k, run->workspace, &part, error);
    double *r_part = status == HF_STATUS_OK ? ARENA_ARRAY(run->workspace, double, part->dimension) : NULL;
    if (status == HF_STATUS_OK && !r_part) status = error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        // Shares of the tolerance: squares add up over islands, so that Σ (share)² = 1.
        double share = sqrt((double)part->dimension / whole->dimension);
        double tolerance = run->options->tolerance * share * (1.0 + whole->norm_b) / (1.0 + part->norm_b);
        hf_residual residual;
        islands_gather(whole, islands, k, r, r_part);
        status = hf_residual_compute(part, r_part, run->workspace, &residual, error);
        if (status == HF_STATUS_OK && residual.natural > tolerance)
            status = solve_island(run, part, tolerance, r_part, residual.natural, error);
        if (status == HF_STATUS_OK) islands_scatter(whole, islands, k, r_part, r);
    }
    arena_end(run->workspace, mark);
    hf_problem_destroy(part);
    return status;
}

static hf_status solve_islands(auto_run *run, const hf_problem *problem, double *r, double natural, hf_error *error)
{
    arena_mark mark = arena_begin(run->workspace);
    island_list islands;
    hf_status status = islands_find(problem, run->workspace, &islands, error);
    if (status == HF_STATUS_OK && islands.count <= 1)
        status = solve_island(run, problem, run->options->tolerance, r, natural, error);
    else
        for (int k = 0; status == HF_STATUS_OK && k < islands.count && !run->stopped; k++)
            status = solve_part(run, problem, &islands, k, r, error);
    arena_end(run->workspace, mark);
    return status;
}

static hf_status solve(const hf_problem *problem, const hf_auto_options *options, const hf_solve_options *common,
                       double *r, hf_workspace *workspace, hf_report *report, hf_error *error)
{
    auto_run run = {.options = options, .common = common, .workspace = workspace, .report = report};
    double natural = INFINITY;
    hf_status status = sweep(&run, problem, options->tolerance, FIRST_SWEEPS, r, &natural, error);
    if (status != HF_STATUS_OK) return status;
    report_phase(report, "sweeps", run.sweeps, natural);
    long first = run.sweeps;
    if (natural > options->tolerance && !run.stopped)
    {
        status = solve_islands(&run, problem, r, natural, error);
        if (status != HF_STATUS_OK) return status;
    }
    hf_outcome otherwise = run.no_solution ? HF_OUTCOME_NO_SOLUTION
                           : run.stopped   ? HF_OUTCOME_LIMIT
                                           : HF_OUTCOME_STALLED;
    status = report_finish(problem, common, r, workspace, otherwise, report, error);
    if (run.sweeps > first) report_phase(report, "island sweeps", run.sweeps - first, report->residual.natural);
    if (run.newton > 0) report_phase(report, "proximal", run.newton, report->residual.natural);
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
    return solve(problem, &options, common, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "auto",
     .paper = "ours: docs/auto.md",
     .summary = "the default: sweeps, then proximal Newton steps, island by island; nothing to tune",
     .exact = true},
};

const solver_family auto_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
