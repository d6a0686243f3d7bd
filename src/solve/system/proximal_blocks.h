// The matrix 1 + B T⁻¹ C of proximal_bodies.c by blocks of 6 × 6, one row of blocks a rigid body, and its factors. Works in the arena alone.

#ifndef HF_SOLVE_SYSTEM_PROXIMAL_BLOCKS_H
#define HF_SOLVE_SYSTEM_PROXIMAL_BLOCKS_H

#include "solve/newton/proximal.h"

typedef struct proximal_blocks proximal_blocks;

/// Degrees of freedom that belong together. *blocks stays NULL where they do not come in sixes, or nearly. False if memory is short.
bool proximal_blocks_create(const hf_problem *problem, hf_workspace *workspace, proximal_blocks **blocks);

/// Builds and factors the matrix; T: the diagonal of T, unknown by unknown. *factored is false where a pivot vanishes. The factors live in the
/// workspace, above the caller's mark. HF_STATUS_UNSUPPORTED where they would be too large.
hf_status proximal_blocks_factor(proximal_blocks *blocks, const block_move *moves, const int *first, const double *T,
                                 bool *factored, hf_error *error);

/// z ◄ (1 + B T⁻¹ C)⁻¹ z, dof_count numbers.
void proximal_blocks_solve(proximal_blocks *blocks, double *z);

#endif
