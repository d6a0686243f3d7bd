// What implicit.c (options, islands, report) and implicit_island.c (the iteration) share.

#ifndef HF_SOLVE_IMPLICIT_H
#define HF_SOLVE_IMPLICIT_H

#include "holdfast/implicit.h"

#include "base/arena.h"

/// The solve as a whole, seen from one island.
typedef struct implicit_solve
{
    const hf_implicit_options *options;
    const hf_solve_options *common;
    hf_implicit_counts counts;
    double norm;       // 1 + ‖b‖ of the whole problem
    double others;     // Σ ‖F_i‖² over the blocks outside of the island, at what is their answer now
    long limit;        // iterations of all islands together
    bool stopped;      // by the observer, or the limit
    bool stuck;        // an island ended at a local minimum
    bool out_of_steps; // an island reached its limit
} implicit_solve;

/// Solves an assembled problem until Σ ‖F_i‖² <= target². r: the guess if options->warm_start, and the answer, the best iterate.
/// *square ◄ its Σ ‖F_i‖².
hf_status implicit_island(implicit_solve *solve, const hf_problem *problem, const double *bias, double target,
                          double *r, double *square, hf_workspace *workspace, hf_error *error);

#endif
