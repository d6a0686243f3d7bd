#include "solve/frame.h"

#include "base/error.h"
#include "solve/report.h"
#include "solve/work.h"

#include <math.h>
#include <string.h>

hf_status solve_options_check(const hf_solve_options *options, hf_error *error)
{
    if (!(options->tolerance > 0.0) || isinf(options->tolerance))
        return error_set(error, HF_STATUS_INVALID, "options.tolerance = %g: must be finite and > 0",
                         options->tolerance);
    if (options->max_iterations < 0)
        return error_set(error, HF_STATUS_INVALID, "options.max_iterations = %ld: must be >= 0",
                         options->max_iterations);
    if (options->budget < 0)
        return error_set(error, HF_STATUS_INVALID, "options.budget = %lld: must be >= 0", (long long)options->budget);
    return HF_STATUS_OK;
}

hf_status solve_cones_only(const hf_problem *problem, const char *method, hf_error *error)
{
    if (problem_has_moments(problem)) return solve_no_moments(method, error);
    if (!problem->polygon) return HF_STATUS_OK;
    char text[HF_FRICTION_TEXT];
    return error_set(error, HF_STATUS_UNSUPPORTED, "'%s' knows the friction cone only, and not %s", method,
                     hf_friction_write(&problem->polygon->law, text));
}

hf_status solve_no_moments(const char *method, hf_error *error)
{
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "the solver '%s' does not know contacts with torsional or rolling friction (4 or 6 rows); auto, "
                     "hybrid, momentum and proximal do",
                     method);
}

/// answer ◄ the start: zeros, or a copy of r if it is finite.
static hf_status place_start(solve_frame *frame)
{
    for (int k = 0; k < frame->problem->dimension; k++)
    {
        frame->answer[k] = frame->options->warm_start ? frame->r[k] : 0.0;
        if (!isfinite(frame->answer[k]))
            return error_set(frame->error, HF_STATUS_INVALID, "r[%d] = %g: a warm start must be finite", k,
                             frame->r[k]);
    }
    if (frame->given->elliptic) problem_enter_round(frame->given, frame->answer);
    return HF_STATUS_OK;
}

static void release(solve_frame *frame)
{
    arena_end(frame->workspace, frame->mark);
    hf_workspace_destroy(frame->temporary);
}

hf_status solve_begin(solve_frame *frame, const hf_problem *problem, const hf_solve_options *options, double *r,
                      hf_workspace *workspace, hf_report *report, hf_error *error)
{
    frame->given = frame->problem = problem;
    frame->options = options;
    frame->r = r;
    frame->workspace = workspace;
    frame->report = report ? report : &frame->unwanted;
    frame->error = error;
    report_begin(frame->report);
    hf_status status = workspace_enter(&frame->workspace, &frame->temporary, error);
    if (status != HF_STATUS_OK) return status;
    frame->mark = arena_begin(frame->workspace);
    if (problem->elliptic) status = problem_round(problem, frame->workspace, &frame->problem, error);
    frame->answer = ARENA_ARRAY(frame->workspace, double, problem->dimension);
    if (status == HF_STATUS_OK) status = frame->answer ? place_start(frame) : error_no_memory(error);
    if (status != HF_STATUS_OK) release(frame);
    return status;
}

/// A method that overflowed leaves no number to anybody.
static hf_status keep_finite(solve_frame *frame)
{
    bool finite = true;
    for (int k = 0; k < frame->problem->dimension; k++) finite = finite && isfinite(frame->answer[k]);
    if (finite) return HF_STATUS_OK;
    hf_status status = place_start(frame);
    if (status != HF_STATUS_OK) return status;
    hf_report *report = frame->report;
    hf_outcome outcome = report->outcome == HF_OUTCOME_CONVERGED ? HF_OUTCOME_STALLED : report->outcome;
    report_note(report, "the impulses overflowed; this is where it began");
    return report_finish(frame->problem, frame->options, frame->answer, frame->workspace, outcome, report,
                         frame->error);
}

/// A method whose budget ended on the way may be farther off than where it began.
static hf_status keep_better(solve_frame *frame)
{
    hf_report *report = frame->report;
    size_t bytes = (size_t)frame->problem->dimension * sizeof *frame->answer;
    if (frame->options->budget == 0 || report->outcome != HF_OUTCOME_LIMIT || bytes == 0) return HF_STATUS_OK;
    arena_mark mark = arena_begin(frame->workspace);
    double *found = ARENA_ARRAY(frame->workspace, double, frame->problem->dimension);
    hf_residual start;
    hf_status status = found ? HF_STATUS_OK : error_no_memory(frame->error);
    if (found) memcpy(found, frame->answer, bytes);
    if (found) status = place_start(frame);
    if (status == HF_STATUS_OK)
        status = hf_residual_compute(frame->problem, frame->answer, frame->workspace, &start, frame->error);
    if (status == HF_STATUS_OK && start.natural < report->residual.natural) report->residual = start;
    else if (found) memcpy(frame->answer, found, bytes);
    report->work += (int64_t)work_of_look(frame->problem);
    arena_end(frame->workspace, mark);
    return status;
}

hf_status solve_end(solve_frame *frame, hf_status status)
{
    size_t bytes = (size_t)frame->problem->dimension * sizeof *frame->r;
    if (status == HF_STATUS_OK) status = keep_finite(frame);
    if (status == HF_STATUS_OK) status = keep_better(frame);
    status = workspace_leave(frame->workspace, status, frame->error);
    if (frame->given->elliptic) problem_leave_round(frame->given, frame->answer);
    if (status == HF_STATUS_OK && bytes > 0) memcpy(frame->r, frame->answer, bytes);
    release(frame);
    return status;
}
