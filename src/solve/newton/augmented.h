// The augmented Lagrangian method over the velocities of bodies, for `auto`: see augmented.c.

#ifndef HF_SOLVE_NEWTON_AUGMENTED_H
#define HF_SOLVE_NEWTON_AUGMENTED_H

#include "holdfast/solve.h"

#include "problem/problem.h"

/// Solves a factored problem from r (the guess, or zeros) and leaves the best iterate there. options->max_iterations
/// counts linear systems, and must be > 0; the report is begun here. HF_STATUS_UNSUPPORTED where the factors would be
/// too large.
hf_status augmented_solve(const hf_problem *problem, const hf_solve_options *options, double *r,
                          hf_workspace *workspace, hf_report *report, hf_error *error);

#endif
