// Sweeps with momentum, for `auto` and by name: see momentum.c.

#ifndef HF_SOLVE_SWEEP_MOMENTUM_H
#define HF_SOLVE_SWEEP_MOMENTUM_H

#include "holdfast/solve.h"

#include "problem/problem.h"

/// How long to go on. Counted in sweeps.
typedef struct momentum_pace
{
    long least;             // at least so many
    double patience;        // then for as long as, at the present rate, fewer than this would lead to the tolerance
    double accept;          // where they would not: a residual that is good enough; 0: none
    double accept_patience; // the patience for that
} momentum_pace;

/// Sweeps from r (the guess, or zeros) and leaves the best iterate there. options->max_iterations counts sweeps, and
/// must be > 0; the report is begun here.
hf_status momentum_solve(const hf_problem *problem, momentum_pace pace, const hf_solve_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error);

#endif
