// A step that goes on from the one before: the limit of vanishing compliance, from a guess (compliance.c).

#ifndef HF_SOLVE_NEWTON_COMPLIANCE_H
#define HF_SOLVE_NEWTON_COMPLIANCE_H

#include "holdfast/solve.h"

#include "problem/problem.h"

typedef struct compliance_options
{
    // The tolerance is that of the exact problem; an iteration is a Newton step.
    hf_solve_options common;
    // block_count: compliance of each block relative to the others, > 0. NULL: the same at every contact.
    const double *compliance;
    // What Newton steps on the exact problem try for once the limit is known, <= tolerance.
    double target_tolerance;
} compliance_options;

/// Converged: r is the limit, and certified. Otherwise r is as it was. The report is begun here.
hf_status compliance_solve(const hf_problem *problem, const compliance_options *options, double *r,
                           hf_workspace *workspace, hf_report *report, hf_error *error);

#endif
