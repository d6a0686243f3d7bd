// The bodies behind the degrees of freedom of a factored problem, W = H M⁻¹ Hᵀ and G = H M⁻ᵀ, and sums over its blocks  Σ_i G_iᵀ D_i H_i  as front_lu wants them.

#ifndef HF_SOLVE_SYSTEM_BODY_PATTERN_H
#define HF_SOLVE_SYSTEM_BODY_PATTERN_H

#include "linalg/sparse/front_lu.h"
#include "problem/problem.h"

/// Nodes: runs of degrees of freedom that every block takes together or not at all, of `most` at most. node_of, size: dof_count entries at most. Returns how many.
int body_nodes(const hf_problem *problem, int most, int *node_of, int *size);

/// Nodes of any size; an element is a block. The arrays live in the workspace.
hf_status body_pattern(const hf_problem *problem, hf_workspace *workspace, front_pattern *pattern, hf_error *error);

/// values ◄ G_iᵀ D H_i, column-major; D: size_i × size_i, row-major.
void body_element(const hf_problem *problem, int i, const double *D, double *values);

/// Whether degrees of freedom come in sixes, as those of free bodies do.
bool body_in_sixes(const hf_problem *problem);

/// v += G_iᵀ x, x of size_i entries.
void body_scatter(const hf_problem *problem, int i, const double *x, double *v);

/// x ◄ H_i v.
void body_gather(const hf_problem *problem, int i, const double *v, double *x);

#endif
