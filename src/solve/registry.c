// The solvers by name.

#include "solve/family.h"
#include "solve/methods.h"
#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const solver_family *const families[] = {
    &hybrid_family,
    &newton_family,
    &lemke_family,
};

enum
{
    FAMILY_COUNT = sizeof families / sizeof families[0]
};

const char *hf_outcome_name(hf_outcome outcome)
{
    switch (outcome)
    {
    case HF_OUTCOME_CONVERGED: return "converged";
    case HF_OUTCOME_STALLED: return "stalled";
    case HF_OUTCOME_LIMIT: return "limit";
    case HF_OUTCOME_NO_SOLUTION: return "no_solution";
    }
    return "unknown outcome";
}

hf_solve_options hf_solve_options_default(void)
{
    return (hf_solve_options){.tolerance = 1e-8};
}

int hf_solver_count(void)
{
    int count = 0;
    for (int f = 0; f < FAMILY_COUNT; f++) count += families[f]->listed_count;
    return count;
}

const hf_solver *hf_solver_at(int index)
{
    for (int f = 0; f < FAMILY_COUNT; f++)
    {
        if (index >= 0 && index < families[f]->listed_count) return &families[f]->listed[index];
        index -= families[f]->listed_count;
    }
    return NULL;
}

static bool family_accepts(const solver_family *family, const char *name)
{
    for (int k = 0; k < family->listed_count; k++)
        if (strcmp(family->listed[k].name, name) == 0) return true;
    return family->accepts && family->accepts(name);
}

static const solver_family *find_family(const char *name)
{
    for (int f = 0; f < FAMILY_COUNT; f++)
        if (family_accepts(families[f], name)) return families[f];
    return NULL;
}

hf_status hf_solver_check(const char *name, hf_error *error)
{
    if (find_family(name)) return HF_STATUS_OK;
    char names[200] = "";
    size_t used = 0;
    for (int k = 0; k < hf_solver_count() && used < sizeof names; k++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", k ? ", " : "", hf_solver_at(k)->name);
    return error_set(error, HF_STATUS_INVALID, "there is no solver '%s'; there are %s", name, names);
}

static hf_status check_options(const hf_solve_options *options, hf_error *error)
{
    if (!(options->tolerance > 0.0) || isinf(options->tolerance))
        return error_set(error, HF_STATUS_INVALID, "options.tolerance = %g: must be finite and > 0",
                         options->tolerance);
    if (options->max_iterations < 0)
        return error_set(error, HF_STATUS_INVALID, "options.max_iterations = %ld: must be >= 0",
                         options->max_iterations);
    return HF_STATUS_OK;
}

/// Puts the start into `guess`: zeros, or a copy of r if it is finite.
static hf_status begin_guess(const hf_problem *problem, const hf_solve_options *options, const double *r, double *guess,
                             hf_error *error)
{
    for (int k = 0; k < problem->dimension; k++)
    {
        guess[k] = options->warm_start ? r[k] : 0.0;
        if (!isfinite(guess[k]))
            return error_set(error, HF_STATUS_INVALID, "r[%d] = %g: a warm start must be finite", k, r[k]);
    }
    return HF_STATUS_OK;
}

hf_status hf_solve(const char *name, const hf_problem *problem, const hf_solve_options *options, double *r,
                   hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_solve_options defaults = hf_solve_options_default();
    hf_report unwanted;
    if (!options) options = &defaults;
    if (!report) report = &unwanted;
    report_begin(report);

    hf_status status = hf_solver_check(name, error);
    if (status == HF_STATUS_OK) status = check_options(options, error);
    if (status != HF_STATUS_OK) return status;

    hf_workspace *temporary;
    status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    double *answer = ARENA_ARRAY(workspace, double, problem->dimension); // r is touched only when all went well
    status = answer ? begin_guess(problem, options, r, answer, error) : error_no_memory(error);
    if (status == HF_STATUS_OK)
        status = find_family(name)->run(name, problem, options, answer, workspace, report, error);
    if (status == HF_STATUS_OK && problem->dimension > 0) memcpy(r, answer, (size_t)problem->dimension * sizeof *r);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}
