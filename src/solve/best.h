// The best iterate so far by the certificate: every method ends with it, whatever its last step did.

#ifndef HF_SOLVE_BEST_H
#define HF_SOLVE_BEST_H

#include "holdfast/workspace.h"

#include "problem/problem.h"

typedef struct best_iterate
{
    double natural; // INFINITY until there is one
    double *r;      // dimension, in the arena; zeros until there is one
} best_iterate;

/// False if memory is short.
bool best_begin(best_iterate *best, const hf_problem *problem, hf_workspace *workspace);

/// Takes r over if `natural` is smaller.
void best_offer(best_iterate *best, const hf_problem *problem, const double *r, double natural);

#endif
