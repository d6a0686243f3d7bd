// The certificate of a large problem on all threads.

#ifndef HF_PROBLEM_RESIDUAL_H
#define HF_PROBLEM_RESIDUAL_H

#include "holdfast/solve.h"

/// hf_residual_of; the blocks of a large problem on all threads of the workspace, with the same bits. NULL: on the
/// calling thread.
hf_residual residual_shared(const hf_problem *problem, const double *r, const double *u, hf_workspace *workspace);

#endif
