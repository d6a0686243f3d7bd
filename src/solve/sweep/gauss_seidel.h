// The loop around the sweeps: when to certify, when to stop.

#ifndef HF_SOLVE_SWEEP_GAUSS_SEIDEL_H
#define HF_SOLVE_SWEEP_GAUSS_SEIDEL_H

#include "holdfast/hybrid.h"

/// r holds the start and receives the best iterate. The options are valid; the report has been begun and is finished here.
hf_status hybrid_loop(const hf_problem *problem, const hf_hybrid_options *options, double *r, hf_workspace *workspace,
                      hf_report *report, hf_error *error);

#endif
