// The frame around every public solve: options, guess, workspace and report on the way in, the answer on the way out.
//
//     hf_status status = xxx_options_check(options, error);
//     if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
//     if (status != HF_STATUS_OK) return status;
//     status = xxx_solve(frame.problem, options, frame.answer, frame.workspace, frame.report, error);
//     return solve_end(&frame, status);
//
// A method works on a copy of r, which the caller receives only when all went well. Inside the library one method calls
// another by its xxx_solve, which needs no frame: r holds the start and receives the best iterate, the report is begun
// and finished (report.h), and options, workspace and report are never NULL.

#ifndef HF_SOLVE_FRAME_H
#define HF_SOLVE_FRAME_H

#include "holdfast/solve.h"

#include "base/arena.h"
#include "problem/problem.h"

typedef struct solve_frame
{
    const hf_problem *given;   // the caller's
    const hf_problem *problem; // what the method solves: the same, with every ellipse a disc (problem/friction_parts.h)
    const hf_solve_options *options;
    double *r;      // the caller's; touched by solve_end alone
    double *answer; // dimension: the guess if options->warm_start, zeros otherwise; the method leaves its answer here
    hf_workspace *workspace; // the caller's, or a temporary one
    hf_workspace *temporary; // NULL if the caller has his own
    arena_mark mark;
    hf_report *report; // the caller's, or `unwanted`
    hf_report unwanted;
    hf_error *error;
} solve_frame;

/// HF_STATUS_INVALID, with the field's name and value, if one is out of its range.
hf_status solve_options_check(const hf_solve_options *options, hf_error *error);

/// HF_STATUS_UNSUPPORTED if the problem has pyramids or contacts with moments, of which `method` knows nothing.
hf_status solve_cones_only(const hf_problem *problem, const char *method, hf_error *error);

/// The error that says so of moments.
hf_status solve_no_moments(const char *method, hf_error *error);

/// The caller's limit on iterations, or the method's own where he has set none.
static inline long solve_limit(const hf_solve_options *options, long own)
{
    return options->max_iterations > 0 ? options->max_iterations : own;
}

/// `workspace` and `report` may be NULL. A warm start must be finite. After an error there is nothing to end.
hf_status solve_begin(solve_frame *frame, const hf_problem *problem, const hf_solve_options *options, double *r,
                      hf_workspace *workspace, hf_report *report, hf_error *error);

/// `status` is the method's. Where it is HF_STATUS_OK, r receives the answer; an answer that has overflowed is replaced
/// by the start, with the certificate of that.
hf_status solve_end(solve_frame *frame, hf_status status);

#endif
