#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void report_begin(hf_report *report)
{
    memset(report, 0, sizeof *report);
    report->outcome = HF_OUTCOME_STALLED;
    report->residual.natural = INFINITY;
    report->residual.worst_block = -1;
}

void report_phase(hf_report *report, const char *name, long iterations, double natural)
{
    if (report->phase_count < HF_PHASE_CAPACITY)
    {
        report->phases[report->phase_count++] = (hf_phase){.name = name, .iterations = iterations, .natural = natural};
        return;
    }
    hf_phase *last = &report->phases[HF_PHASE_CAPACITY - 1];
    last->name = name;
    last->iterations += iterations;
    last->natural = natural;
}

void report_note(hf_report *report, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report->note, sizeof report->note, format, arguments);
    va_end(arguments);
}

bool report_observe(const hf_solve_options *options, const char *phase, long iteration, double natural, bool estimated)
{
    if (!options->observer) return true;
    hf_progress progress = {.phase = phase, .iteration = iteration, .natural = natural, .estimated = estimated};
    return options->observer(options->observer_context, &progress);
}

hf_status report_finish(const hf_problem *problem, const hf_solve_options *options, const double *r,
                        hf_workspace *workspace, hf_outcome otherwise, hf_report *report, hf_error *error)
{
    hf_status status = hf_residual_compute(problem, r, workspace, &report->residual, error);
    report->outcome = report->residual.natural <= options->tolerance ? HF_OUTCOME_CONVERGED : otherwise;
    return status;
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

/// A method that overflowed leaves no number to anybody: its answer is then the start, with the certificate of that.
static hf_status keep_finite(const hf_problem *problem, const hf_solve_options *options, const double *r,
                             double *answer, hf_workspace *workspace, hf_report *report, hf_error *error)
{
    bool finite = true;
    for (int k = 0; k < problem->dimension; k++) finite = finite && isfinite(answer[k]);
    if (finite) return HF_STATUS_OK;
    hf_status status = begin_guess(problem, options, r, answer, error);
    if (status != HF_STATUS_OK) return status;
    hf_outcome outcome = report->outcome == HF_OUTCOME_CONVERGED ? HF_OUTCOME_STALLED : report->outcome;
    report_note(report, "the impulses overflowed; this is where it began");
    return report_finish(problem, options, answer, workspace, outcome, report, error);
}

hf_status solve_protected(solve_body body, const void *context, const hf_problem *problem,
                          const hf_solve_options *options, double *r, hf_workspace *workspace, hf_report *report,
                          hf_error *error)
{
    hf_report unwanted;
    if (!report) report = &unwanted;
    report_begin(report);

    hf_workspace *temporary;
    hf_status status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    double *answer = ARENA_ARRAY(workspace, double, problem->dimension);
    status = answer ? begin_guess(problem, options, r, answer, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) status = body(context, problem, options, answer, workspace, report, error);
    if (status == HF_STATUS_OK) status = keep_finite(problem, options, r, answer, workspace, report, error);
    if (status == HF_STATUS_OK && problem->dimension > 0) memcpy(r, answer, (size_t)problem->dimension * sizeof *r);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}

bool best_begin(best_iterate *best, const hf_problem *problem, hf_workspace *workspace)
{
    best->natural = INFINITY;
    best->r = ARENA_ZEROED(workspace, double, problem->dimension);
    return best->r != NULL;
}

void best_offer(best_iterate *best, const hf_problem *problem, const double *r, double natural)
{
    if (!(natural < best->natural)) return;
    best->natural = natural;
    memcpy(best->r, r, (size_t)problem->dimension * sizeof *r);
}
