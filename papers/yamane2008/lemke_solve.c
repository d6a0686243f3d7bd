// The LCP solvers by name: checks, the run, and the certificate at its end.

#include "papers/yamane2008/lemke_run.h"
#include "solve/frame.h"

#include "base/error.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const hf_solver solvers[LEMKE_METHOD_COUNT] = {
    [LEMKE_PLAIN] = {"lemke", "Lemke and Howson 1964", "one path, smallest ratio", true},
    [LEMKE_LEXICO] = {"lexico", "Cottle and Dantzig 1968", "one path, lexicographic ratio", true},
    [LEMKE_ROBUST] = {"robust", "Yamane and Nakamura 2008", "search over pivot sequences", true},
};

const char *const lemke_method_names[LEMKE_METHOD_COUNT] = {"lemke", "lexico", "robust"};

const char *hf_lcp_failure_name(hf_lcp_failure failure)
{
    switch (failure)
    {
    case HF_LCP_SOLVED: return "solved";
    case HF_LCP_NO_SOLUTION: return "no solution";
    case HF_LCP_CYCLE: return "cycle";
    case HF_LCP_ERROR: return "error";
    case HF_LCP_LIMIT: return "limit";
    }
    return "unknown failure";
}

hf_lcp_options hf_lcp_options_default(void)
{
    return (hf_lcp_options){.common = hf_solve_options_default(),
                            .tie = 1e-10,
                            .epsilon = 1e-6,
                            .error_max = 1e-6,
                            .depth_reward = 1.0,
                            .pivot_zero = -1.0,
                            .starts = LEMKE_STARTS};
}

int hf_lcp_solver_count(void)
{
    return LEMKE_METHOD_COUNT;
}

const hf_solver *hf_lcp_solver_at(int index)
{
    return index >= 0 && index < LEMKE_METHOD_COUNT ? &solvers[index] : NULL;
}

/// ε and e_max of section V, the order of the queue of section III, and one place to set out from.
static void as_published(hf_lcp_options *options)
{
    options->epsilon = options->error_max = 1e-3;
    options->depth_reward = 0.0;
    options->starts = 1;
}

const name_option lemke_name_options[LEMKE_NAME_OPTIONS] = {
    {{"tie", "of lexico: ratios closer than this are ties, relative, >= 0 [1e-10]"},
     NAME_REAL,
     offsetof(hf_lcp_options, tie),
     0,
     1e300},
    {{"epsilon", "of robust: pivots with q_min above minus this are kept, relative, > 0 [1e-6]"},
     NAME_REAL,
     offsetof(hf_lcp_options, epsilon),
     1e-300,
     1e300},
    {{"error_max", "of robust: pivots with an error below this are kept, relative, > 0 [1e-6]"},
     NAME_REAL,
     offsetof(hf_lcp_options, error_max),
     1e-300,
     1e300},
    {{"depth_reward", "of robust: how much a pivot lowers the cost, 0 (as published) to 1 [1]"},
     NAME_REAL,
     offsetof(hf_lcp_options, depth_reward),
     0,
     1},
    {{"pivot_zero", "entries of M' above minus this are no pivots, >= 0; 0: as published; -1: from the data [-1]"},
     NAME_REAL,
     offsetof(hf_lcp_options, pivot_zero),
     -1,
     1e300},
    {{"starts", "of robust: places to set out from, 1 (as published) to 96 [96]"},
     NAME_COUNT,
     offsetof(hf_lcp_options, starts),
     1,
     LEMKE_STARTS},
    {{"absolute", "1: the LCP is taken as it is, and the thresholds are in its units, as published; 0: relative [0]"},
     NAME_FLAG,
     offsetof(hf_lcp_options, absolute),
     0,
     1},
};

const char *lemke_read_name(const char *name, lemke_method *method, hf_lcp_options *options)
{
    for (int k = 0; k < LEMKE_METHOD_COUNT; k++)
    {
        size_t length = strlen(lemke_method_names[k]);
        if (strncmp(lemke_method_names[k], name, length) != 0) continue;
        *method = (lemke_method)k;
        name += length;
        if (k == LEMKE_ROBUST && strncmp(name, "/paper", 6) == 0)
        {
            as_published(options);
            name += 6;
        }
        if (k != LEMKE_LEXICO || *name != ':') return name;
        char *end;
        double value = strtod(name + 1, &end);
        if (end == name + 1 || !(value >= 0.0 && value < 1.0)) return name;
        options->tie = value;
        return end;
    }
    return NULL;
}

/// Whether the name is all read.
static bool read_whole(const char *name, lemke_method *method, hf_lcp_options *options)
{
    const char *rest = lemke_read_name(name, method, options);
    return rest && *name_options_read(rest, lemke_name_options, LEMKE_NAME_OPTIONS, options) == '\0';
}

hf_status hf_lcp_solver_check(const char *name, hf_error *error)
{
    lemke_method method;
    hf_lcp_options options;
    if (read_whole(name, &method, &options)) return HF_STATUS_OK;
    return error_set(
        error, HF_STATUS_INVALID,
        "there is no LCP solver '%s'; there are lemke, lexico, lexico:Δ (Δ < 1), robust, robust/paper, perhaps with "
        "options (robust/epsilon=1e-4)",
        name);
}

static hf_status check_positive(const char *field, double value, hf_error *error)
{
    if (value > 0.0 && !isinf(value)) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "options.%s = %g: must be finite and > 0", field, value);
}

static hf_status check_options(const hf_lcp_options *options, hf_error *error)
{
    hf_status status = solve_options_check(&options->common, error);
    if (status == HF_STATUS_OK) status = check_positive("epsilon", options->epsilon, error);
    if (status == HF_STATUS_OK) status = check_positive("error_max", options->error_max, error);
    if (status != HF_STATUS_OK) return status;
    if (!(options->tie >= 0.0) || isinf(options->tie))
        return error_set(error, HF_STATUS_INVALID, "options.tie = %g: must be finite and >= 0", options->tie);
    if (isnan(options->pivot_zero) || isinf(options->pivot_zero))
        return error_set(error, HF_STATUS_INVALID, "options.pivot_zero = %g: must be finite", options->pivot_zero);
    if (options->starts < 1 || options->starts > LEMKE_STARTS)
        return error_set(error, HF_STATUS_INVALID, "options.starts = %d: must be in [1, %d]", options->starts,
                         (int)LEMKE_STARTS);
    if (!(options->depth_reward >= 0.0 && options->depth_reward <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "options.depth_reward = %g: must be in [0, 1]",
                         options->depth_reward);
    return HF_STATUS_OK;
}

static bool begin_run(lemke_run *run, lemke_method method)
{
    size_t n = (size_t)run->lcp->dimension;
    run->max_pivots = solve_limit(&run->options->common, lemke_pivot_bound(run->lcp->dimension));
    run->work = work_unlimited(run->workspace);
    if (run->options->common.budget > 0) run->work.limit = (double)run->options->common.budget;
    run->z = ARENA_ZEROED(run->workspace, double, n);
    run->trial = ARENA_ZEROED(run->workspace, double, n);
    run->w = ARENA_ARRAY(run->workspace, double, n);
    tableau_scaling scaling = run->options->absolute ? TABLEAU_AS_IS : TABLEAU_BALANCED;
    if (!run->z || !run->trial || !run->w || !tableau_begin(&run->t, run->lcp, scaling, run->workspace) ||
        !visited_begin(&run->seen, run->workspace, 4 * n))
        return false;
    run->t.work = &run->work;
    run->pivot_zero = run->options->pivot_zero >= 0.0 ? run->options->pivot_zero : ROBUST_PIVOT_ZERO;
    if (run->options->pivot_zero < 0.0 && method != LEMKE_ROBUST && !lemke_pivot_zero(run, &run->pivot_zero))
        return false;
    work_charge(&run->work,
                5.0 * tableau_work(&run->t)); // the tableau, and the certificates of the first and the last point
    run->best = hf_lcp_residual_of(run->lcp, run->z, run->lcp->q); // z = 0, w = q: what there is before the first pivot
    return true;
}

static void finish_report(const lemke_run *run, hf_lcp_failure failure)
{
    hf_lcp_report *report = run->report;
    bool solved = run->best.natural <= run->options->common.tolerance;
    report->residual = run->best;
    report->pivots = run->t.pivots;
    report->work = (int64_t)ceil(run->work.used);
    report->failure = solved ? HF_LCP_SOLVED : failure;
    report->outcome = solved                    ? HF_OUTCOME_CONVERGED
                      : report->infeasible      ? HF_OUTCOME_NO_SOLUTION
                      : failure == HF_LCP_LIMIT ? HF_OUTCOME_LIMIT
                                                : HF_OUTCOME_STALLED;
    if (solved) return;
    if (report->infeasible)
        snprintf(report->note, sizeof report->note, "infeasible: a vector y >= 0 with M'y <= 0, q'y < 0 was found");
    else if (failure == HF_LCP_NO_SOLUTION)
        snprintf(report->note, sizeof report->note,
                 "ended on a ray: there is no solution, or this method cannot find it");
    else if (failure == HF_LCP_LIMIT && work_over(&run->work))
        snprintf(report->note, sizeof report->note, "the budget of %lld units of work has ended",
                 (long long)run->options->common.budget);
    else if (failure == HF_LCP_LIMIT)
        snprintf(report->note, sizeof report->note, "stopped after %ld pivots of at most %ld", run->t.pivots,
                 run->max_pivots);
    else if (failure == HF_LCP_CYCLE)
        snprintf(report->note, sizeof report->note, "a set of pivots came back after %ld pivots", run->t.pivots);
    else
        snprintf(report->note, sizeof report->note, "the pivots ended, but the certificate is %.2e", run->best.natural);
}

hf_status lemke_solve(lemke_method method, const hf_lcp *lcp, const hf_lcp_options *options, double *z,
                      hf_workspace *workspace, hf_lcp_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    lemke_run run = {.lcp = lcp, .options = options, .workspace = workspace, .report = report};
    hf_lcp_failure failure = HF_LCP_ERROR;
    *report = (hf_lcp_report){.outcome = HF_OUTCOME_STALLED, .failure = HF_LCP_ERROR};
    if (!begin_run(&run, method)) run.status = HF_STATUS_NO_MEMORY;
    else if (method == LEMKE_ROBUST) failure = robust_search(&run);
    else
    {
        tableau_root(&run.t, options->guess, NULL);
        failure = lemke_follow(&run, method == LEMKE_LEXICO);
    }
    if (run.status == HF_STATUS_OK)
    {
        finish_report(&run, failure);
        if (lcp->dimension > 0) memcpy(z, run.z, (size_t)lcp->dimension * sizeof *z);
    }
    arena_end(workspace, mark);
    return run.status == HF_STATUS_OK ? HF_STATUS_OK : error_no_memory(error);
}

hf_status hf_lcp_solve(const char *name, const hf_lcp *lcp, const hf_lcp_options *options, double *z,
                       hf_workspace *workspace, hf_lcp_report *report, hf_error *error)
{
    hf_lcp_options chosen = options ? *options : hf_lcp_options_default();
    hf_lcp_report unwanted;
    if (!report) report = &unwanted;
    *report = (hf_lcp_report){.outcome = HF_OUTCOME_STALLED, .failure = HF_LCP_ERROR};

    hf_status status = hf_lcp_solver_check(name, error);
    if (status != HF_STATUS_OK) return status;
    lemke_method method;
    (void)read_whole(name, &method, &chosen);
    status = check_options(&chosen, error);
    if (status == HF_STATUS_OK) status = hf_lcp_check(lcp, error);
    if (status != HF_STATUS_OK) return status;

    hf_workspace *temporary;
    status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    status = lemke_solve(method, lcp, &chosen, z, workspace, report, error);
    status = workspace_leave(workspace, status, error);
    hf_workspace_destroy(temporary);
    return status;
}
