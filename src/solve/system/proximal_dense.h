// Newton systems of small problems, with W as one dense matrix.

#ifndef HF_SOLVE_SYSTEM_PROXIMAL_DENSE_H
#define HF_SOLVE_SYSTEM_PROXIMAL_DENSE_H

#include "solve/newton/proximal.h"

typedef struct proximal_dense proximal_dense;

/// Whether a problem is so small that a dense W is the fastest. Free bodies are as fast by blocks of six (proximal_blocks.c).
bool proximal_dense_suits(const hf_problem *problem);

/// NULL if memory is short.
proximal_dense *proximal_dense_create(const hf_problem *problem, hf_workspace *workspace);

/// u ◄ W r + b.
void proximal_dense_velocity(const proximal_dense *dense, const double *r, double *u);

/// g_i += Σ_j W_ij fixed_j for all blocks.
void proximal_dense_fixed(const proximal_dense *dense, const block_move *moves, double *g);

/// y ◄ K⁻¹ y, K = Yᵀ (W + εD) Z + diag(stiffness); first: first unknown of each block. Returns whether the matrix was regular.
bool proximal_dense_solve(proximal_dense *dense, const block_move *moves, const int *first, double epsilon,
                          const double *weight, double *y);

#endif
