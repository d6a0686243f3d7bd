// The linear systems of Newton's methods over all blocks of a problem, each block as its block_move says:
//
//     K y = target - Yᵀ (W + εD) fixed,     K = Yᵀ (W + εD) Z + diag(stiffness), δr = fixed + Z y, D = diag(weight).
//
// One interface, three implementations; which one is decided when a system is created, by the problem alone:
//
//     dense      up to 100 rows that are not those of free bodies, nor of three times as few degrees of freedom: W as
//                one dense matrix (dense_system.c)
//     bodies     other factored problems: one row a degree of freedom, six a body, W is never formed (body_system.c)
//     contacts   assembled problems: K in the sparsity of W; the only one that takes a border (contact_system.c)
//
// proximal and interior take what newton_system_create chooses; path has bordered systems over the contacts of its
// scaled W. Newton's method of Daviet et al. 2011 has full blocks ∂f/∂r in place of `stiffness`, so it shares the
// matrix and the factors below the third one (contact_matrix.h), not the moves.
//
// A factorization keeps what it learned of the pattern while blocks with unknowns stay the same, and gives it back when
// they change. All memory is in the workspace, above what was taken when the system was created: what a caller takes
// between two calls must be given back before the next one.

#ifndef HF_SOLVE_SYSTEM_NEWTON_SYSTEM_H
#define HF_SOLVE_SYSTEM_NEWTON_SYSTEM_H

#include "solve/system/block_move.h"
#include "solve/work.h"

typedef struct newton_system newton_system;

/// NULL if memory is short. All that the system does is charged to `work`.
newton_system *newton_system_create(const hf_problem *problem, work_meter *work, hf_workspace *workspace);

/// Over the contacts whatever the size, with `W` in place of problem->W.values; they may change between factorizations.
/// The problem is assembled.
newton_system *newton_system_create_contacts(const hf_problem *problem, const double *W, work_meter *work,
                                             hf_workspace *workspace);

/// Gives back what factors take. Before the marks of the workspace below them end.
void newton_system_release(newton_system *system);

/// u ◄ W r + b.
void newton_system_velocity(newton_system *system, const double *r, double *u);

/// Factors K for W + epsilon diag(weight). *regular: whether that worked; false, too, where it does not fit into the
/// work that is left, which then has ended. HF_STATUS_UNSUPPORTED where factors would take too much memory or too long.
hf_status newton_system_factor(newton_system *system, const block_move *moves, double epsilon, const double *weight,
                               bool *regular, hf_error *error);

/// dr ◄ the step, with the factors. `fixed` and `target` of the moves may have changed since, nothing else. *solved:
/// whether it is finite.
hf_status newton_system_step(newton_system *system, const block_move *moves, double *dr, bool *solved, hf_error *error);

/// Both at once.
hf_status newton_system_solve(newton_system *system, const block_move *moves, double epsilon, const double *weight,
                              double *dr, bool *solved, hf_error *error);

/// y ◄ B⁻¹ y with the bordered matrix
///     B = [ K   Yᵀ along ]      along: dimension, how u follows one more unknown;
///         [ row          ]      row: as many entries as y,
/// which is regular where K alone is singular at a turn (Keller 1977). Weights are 1. Systems of
/// newton_system_create_contacts only.
hf_status newton_system_bordered(newton_system *system, const block_move *moves, double epsilon, const double *along,
                                 const double *row, double *y, bool *regular, hf_error *error);

/// Numbers the unknowns of these moves, block by block: block_count + 1 entries, the last one their count. Every call
/// returns one and the same array.
const int *newton_system_number(newton_system *system, const block_move *moves);

/// Whether a problem is so small that W is taken as one dense matrix.
bool newton_system_is_dense(const hf_problem *problem);

#endif
