// What each block may carry, with its state given, and how equal springs load it (docs/selection.md).
//
// A displacement z of the bodies presses the springs of block i by w_i = (H z)_i / d_i. What they carry is one of
//
//     Coulomb   r_N = max(0, w_N), each part of friction cut to its disc mu r_N: the definition
//     nearest   the point of the set that is nearest to w, a convex problem: slip presses bodies apart
//     bounded   Coulomb's with discs mu n_i of given n_i (Tresca's law), a convex problem, too
//
// Blocks that move have part of their answer given: a part of friction that slides follows the normal along its own
// direction, an open contact carries nothing, a box that moves stays at its bound.

#ifndef HF_SOLVE_STATICS_STATICS_SETS_H
#define HF_SOLVE_STATICS_STATICS_SETS_H

#include "problem/problem.h"
#include "solve/system/block_move.h"

typedef enum set_kind
{
    SET_ZERO,     // an open contact or limit
    SET_ALL,      // bilateral
    SET_HALF,     // unilateral
    SET_INTERVAL, // a box
    SET_FIXED,    // a box that moves: r stays along[0]
    SET_CONTACT,
} set_kind;

typedef struct block_set
{
    set_kind kind;
    unsigned slides;              // bits of the parts that do
    double bound;                 // n_i
    double along[BLOCK_SIZE_MAX]; // r_k / r_N of rows whose part slides
} block_set;

typedef enum spring_law
{
    SPRINGS_COULOMB,
    SPRINGS_NEAREST,
    SPRINGS_BOUNDED,
} spring_law;

/// Whether what springs carry there depends on how they are pressed.
static inline bool set_may_press(const block_set *set)
{
    return set->kind != SET_ZERO && set->kind != SET_FIXED;
}

/// Sets of a problem at rest: nothing slides, every contact and limit may press.
void sets_at_rest(const hf_problem *problem, block_set *sets);

/// Sets of an answer (r, u): what moves faster than `still` keeps its state. r ◄ its nearest point in them.
void sets_of_answer(const hf_problem *problem, double still, double *r, const double *u, block_set *sets);

/// One block at w: r ◄ what it carries, J ◄ the derivative (size × size, row-major; NULL: not wanted). Returns
/// w·r - r·r/2, whose derivative by w is r but for Coulomb's law.
double set_carry(const hf_problem *problem, const block_set *set, int i, spring_law law, const double *w, double *r,
                 double *J);

/// Sets of what a guess loads, as far as a small change of it goes: what it does not load, or has at a bound, stays as
/// it is (SET_ZERO), and friction on the edge of its disc follows the normal.
void sets_of_loaded(const hf_problem *problem, const double *r, block_set *sets);

/// The move of a block that is to stand still, within its set.
void set_hold(const hf_problem *problem, const block_set *set, int i, const double *u, block_move *move);

/// J of a block whose impulse is r, as if springs had brought it there: inside its law, on the edge, or without load.
void set_recall(const hf_problem *problem, const block_set *set, int i, const double *r, double *J);

#endif
