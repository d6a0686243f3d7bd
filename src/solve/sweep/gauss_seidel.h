// Gauss–Seidel sweeps to the end: when to certify, when to stop. See gauss_seidel.c.

#ifndef HF_SOLVE_SWEEP_GAUSS_SEIDEL_H
#define HF_SOLVE_SWEEP_GAUSS_SEIDEL_H

#include "holdfast/hybrid.h"

#include "solve/sweep/local/local.h"

/// r holds the start and receives the best iterate. `locals` are options->local and options->failsafe (local_default
/// goes with the default options). The options are valid; an iteration is a sweep; the report is begun and finished
/// here.
hf_status gauss_seidel_solve(const hf_problem *problem, const hf_hybrid_options *options, local_pair locals, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error);

#endif
