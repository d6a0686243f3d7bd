// Sweeps with momentum, and exact solves of the neighbourhoods where they get stuck: see clusters.c.

#ifndef HF_SOLVE_AUTO_CLUSTERS_H
#define HF_SOLVE_AUTO_CLUSTERS_H

#include "holdfast/solve.h"

#include "problem/problem.h"

/// Works on from r (the guess, or zeros) and leaves the best iterate there. options->max_iterations counts sweeps over
/// the whole, and must be > 0; the report is begun here.
hf_status clusters_solve(const hf_problem *problem, const hf_solve_options *options, double *r, hf_workspace *workspace,
                         hf_report *report, hf_error *error);

#endif
