// The bodies behind the degrees of freedom of a factored problem, as front_lu wants to know them, and what a Newton step over them costs.

#ifndef HF_SOLVE_SYSTEM_BODY_PATTERN_H
#define HF_SOLVE_SYSTEM_BODY_PATTERN_H

#include "linalg/sparse/front_lu.h"
#include "problem/problem.h"

/// Nodes are degrees of freedom that every block takes together or not at all; an element is a block. The arrays live in the workspace.
hf_status body_pattern(const hf_problem *problem, hf_workspace *workspace, front_pattern *pattern, hf_error *error);

/// *price ◄ sweeps over all blocks that take as long as a Newton step over the bodies, roughly; infinite where the factors would not fit.
hf_status body_price(const hf_problem *problem, hf_workspace *workspace, double *price, hf_error *error);

/// Whether degrees of freedom come in sixes, as those of free bodies do.
bool body_in_sixes(const hf_problem *problem);

#endif
