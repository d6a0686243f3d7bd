// The bodies behind the degrees of freedom of a factored problem, W = H M⁻¹ Hᵀ and G = H M⁻ᵀ, and sums over its blocks
// Σ_i G_iᵀ D_i H_i as front_lu wants them.

#ifndef HF_PROBLEM_BODIES_H
#define HF_PROBLEM_BODIES_H

#include "linalg/sparse/front_lu.h"
#include "problem/problem.h"

/// Nodes: runs of degrees of freedom that every block takes together or not at all, of `most` at most. node_of, size:
/// dof_count entries at most. Returns how many.
int body_nodes(const hf_problem *problem, int most, int *node_of, int *size);

/// Blocks as elements over such nodes. The arrays live in the workspace.
typedef struct body_elements
{
    front_pattern pattern;
    int *node_of; // the node of each degree of freedom
    int *block;   // of each element
} body_elements;

/// Elements are the blocks that are used (NULL: all).
hf_status body_elements_find(const hf_problem *problem, int most, const bool *used, hf_workspace *workspace,
                             body_elements *elements, hf_error *error);

/// values ◄ G_iᵀ D H_i, column-major; D: size_i × size_i, row-major.
void body_element(const hf_problem *problem, int i, const double *D, double *values);

/// Whether degrees of freedom come in sixes, as those of free bodies do.
bool body_in_sixes(const hf_problem *problem);

/// v += G_iᵀ x, x of size_i entries.
void body_scatter(const hf_problem *problem, int i, const double *x, double *v);

/// x ◄ H_i v.
void body_gather(const hf_problem *problem, int i, const double *v, double *x);

#endif
