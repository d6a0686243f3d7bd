// The proximal Newton method: what proximal.c and proximal_laws.c share.

#ifndef HF_SOLVE_NEWTON_PROXIMAL_H
#define HF_SOLVE_NEWTON_PROXIMAL_H

#include "holdfast/proximal.h"

#include "solve/system/block_move.h"

/// Works on from r (the guess, or zeros) and leaves the best iterate there. The options are valid; an iteration is a
/// Newton step; the report is begun here.
hf_status proximal_solve(const hf_problem *problem, const hf_proximal_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error);

/// The Alart–Curnier function of block i at (r, u), and its Newton step. rho [kg] > 0. Returns ‖F_i‖² [(N s)²].
double proximal_law(const hf_problem *problem, int i, double rho, const double *r, const double *u, block_move *move);

/// How many lengths of the drift d the impulses go on from r until a block changes its state: a sticking contact meets
/// the edge of its cone, a pressing one opens, a box meets a bound. Infinite if none ever does. `moves` says how the
/// blocks are at r.
double proximal_reach(const hf_problem *problem, const block_move *moves, const double *r, const double *d);

#endif
