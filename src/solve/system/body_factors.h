// Factors of the matrix of body_system.c,
//
//     A = 1 + Σ_i G_iᵀ (Z_i T_i⁻¹ Y_iᵀ) H_i,     T: diagonal, unknown by unknown,
//
// by blocks of 6 × 6, one row of blocks a rigid body (body_blocks.c), or as a scalar matrix with free pivots (body_scalar.c). Both work in the arena alone.

#ifndef HF_SOLVE_SYSTEM_BODY_FACTORS_H
#define HF_SOLVE_SYSTEM_BODY_FACTORS_H

#include "solve/system/system_kinds.h"

#include "linalg/sparse/sparse_lu.h"

typedef struct body_blocks body_blocks;

/// *blocks stays NULL where degrees of freedom do not come in sixes, or nearly. False if memory is short.
bool body_blocks_create(const hf_problem *problem, hf_workspace *workspace, body_blocks **blocks);

/// Builds and factors A. *regular is false where a pivot vanishes. HF_STATUS_UNSUPPORTED where the factors would be too large.
hf_status body_blocks_factor(body_blocks *blocks, const system_unknowns *unknowns, const double *T, bool *regular,
                             hf_error *error);

/// z ◄ A⁻¹ z, dof_count numbers.
void body_blocks_solve(body_blocks *blocks, double *z);
void body_blocks_release(body_blocks *blocks);

/// *lu ◄ scalar factors of A, which live in the workspace above the caller's mark. *regular: whether that worked.
hf_status body_scalar_factor(const hf_problem *problem, const system_unknowns *unknowns, const double *T,
                             hf_workspace *workspace, sparse_lu **lu, bool *regular, hf_error *error);

#endif
