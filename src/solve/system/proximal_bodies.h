// Newton systems of factored problems, solved over the degrees of freedom instead of over the contacts.

#ifndef HF_SOLVE_SYSTEM_PROXIMAL_BODIES_H
#define HF_SOLVE_SYSTEM_PROXIMAL_BODIES_H

#include "solve/newton/proximal.h"

typedef struct proximal_bodies proximal_bodies;

/// NULL if memory is short. The problem is factored.
proximal_bodies *proximal_bodies_create(const hf_problem *problem, hf_workspace *workspace);

/// g_i += H_i Σ_j G_jᵀ fixed_j for all blocks: what the fixed part of the step does to u. g: dimension.
void proximal_bodies_fixed(proximal_bodies *bodies, const block_move *moves, double *g);

/// Factors K = Yᵀ (W + εD) Z + diag(stiffness); first: first unknown of each block. *regular: whether that worked. What it takes lives above the
/// caller's mark, until proximal_bodies_end.
hf_status proximal_bodies_factor(proximal_bodies *bodies, const block_move *moves, const int *first, double epsilon,
                                 const double *weight, bool *regular, hf_error *error);
void proximal_bodies_end(proximal_bodies *bodies);

/// y ◄ K⁻¹ y. *solved: whether the matrix was regular.
hf_status proximal_bodies_solve(proximal_bodies *bodies, const block_move *moves, const int *first, double *y,
                                bool *solved, hf_error *error);

#endif
