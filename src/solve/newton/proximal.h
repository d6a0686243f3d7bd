// The proximal Newton method: what proximal.c, proximal_laws.c and proximal_system.c share.

#ifndef HF_SOLVE_NEWTON_PROXIMAL_H
#define HF_SOLVE_NEWTON_PROXIMAL_H

#include "holdfast/proximal.h"

#include "linalg/sparse/sparse_lu.h"
#include "problem/problem.h"

/// One block in one Newton step: δr_i = fixed + Z y_i with `free` unknowns y_i, and as many equations
///     Yᵀ δu_i + diag(stiffness) y_i = target.
typedef struct block_move
{
    int free;                 // 0 … size
    bool unit;                // Z and Y are unit matrices
    double Z[BLOCK_AREA_MAX]; // size × free, row-major
    double Y[BLOCK_AREA_MAX]; // size × free, row-major
    double fixed[BLOCK_SIZE_MAX];
    double stiffness[BLOCK_SIZE_MAX];
    double target[BLOCK_SIZE_MAX];
} block_move;

/// The Alart–Curnier function of block i at (r, u), and its Newton step. rho [kg] > 0. Returns ‖F_i‖² [(N s)²].
double proximal_law(const hf_problem *problem, int i, double rho, const double *r, const double *u, block_move *move);

/// How many lengths of the drift d the impulses go on from r until a block changes its state: a sticking contact meets the edge of its cone, a pressing one
/// opens, a box meets a bound. Infinite if none ever does. `moves` says how the blocks are at r.
double proximal_reach(const hf_problem *problem, const block_move *moves, const double *r, const double *d);

/// The linear systems of one solve. Scratch lives in the arena.
typedef struct proximal_system proximal_system;

/// NULL if memory is short.
proximal_system *proximal_system_create(const hf_problem *problem, hf_workspace *workspace);

/// u ◄ W r + b; for a factored problem `v` is scratch of dof_count entries.
void proximal_system_velocity(const proximal_system *system, const double *r, double *v, double *u);

/// Factors the system of all blocks' Newton step, for W + epsilon diag(weight). *regular: whether that worked. The factors live in the workspace, above the
/// caller's mark, until proximal_system_end. Only where proximal_system_in_parts says so: tiny systems are solved in one go.
bool proximal_system_in_parts(const proximal_system *system);
hf_status proximal_system_factor(proximal_system *system, const block_move *moves, double epsilon, const double *weight,
                                 bool *regular, hf_error *error);
void proximal_system_end(proximal_system *system);

/// dr ◄ the step, with the factors. `fixed` and `target` of the moves may have changed since, nothing else. *solved: whether it is finite.
hf_status proximal_system_step(proximal_system *system, const block_move *moves, double epsilon, const double *weight,
                               double *dr, bool *solved, hf_error *error);

/// Both at once: dr ◄ the Newton step of all blocks, for W + epsilon diag(weight). *solved: whether the matrix was regular and the step is finite.
hf_status proximal_system_solve(proximal_system *system, const block_move *moves, double epsilon, const double *weight,
                                double *dr, bool *solved, hf_error *error);

/// HF_STATUS_UNSUPPORTED, with the numbers, where factors would take too much memory or a factorization too long to be worth it.
hf_status proximal_affordable(const sparse_lu *lu, hf_error *error);

#endif
