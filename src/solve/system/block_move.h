// One block in one Newton step: what every Newton method here says about a block, and all that a linear system asks of
// it.
//
// A block i (a contact, a limit, a joint) has impulses r_i and velocities u_i = Σ_j W_ij r_j + b_i. A Newton step
// linearizes its law at (r_i, u_i), and whatever the law and whatever the method, that leaves two things:
//
//     where r_i may go     δr_i = fixed + Z y_i             `free` unknowns y_i; the rest of the step is known already
//     what holds there     Yᵀ δu_i + diag(stiffness) y_i = target     as many equations as unknowns
//
// A state of a block is a choice of these few numbers; its size is at most 3, or 6 with moments:
//
//     open contact         free = 0    fixed = -r                                     it leaves the system
//     sticking contact     free = 3    Z = Y = 1, stiffness 0, target -u              δu = -u
//     sliding contact      free = 2 Z = (e_N + mu e, p), Y = (e_N, p) e: direction of friction, which follows the
//                          normal; p: across it, with
//                                                                                     the stiffness by which friction
//                                                                                     turns
//     closed, frictionless free = 1    Z = Y = e_N, fixed = -r_T
//     box at a bound       free = 0    fixed = bound - r;       between them  free = 1
//     bilateral            free = size as a sticking contact
//     interior point       free = 3 Z, Y: axes of the cone's scaling, stiffness: its squares; no state is decided, all
//                          are approached (interior_blocks.c)
//     piece of a path      as above, with the angle of friction among the unknowns (path_pieces.c)
//
// With δu = (W + εD) δr the blocks together are one linear system in all unknowns y,
//
//     K y = target - Yᵀ (W + εD) fixed,     K = Yᵀ (W + εD) Z + diag(stiffness), (newton_system.h)
//
// with Y, Z block diagonal. So laws know nothing of matrices, and systems nothing of laws: a new law is one function
// that fills a block_move, a new factorization works for every method. The reduction is also where the speed comes
// from: an open contact costs nothing, a sliding one two rows instead of six.
// Three properties that systems rely on:
//   - Z has full rank, so that y is determined; entries of Z, Y beyond size × free are not read.
//   - YᵀZ = 1 or ε is below rounding, and stiffness + ε w > 0: T = εD + diag(stiffness) can be divided by, unknown by
//     unknown (body_system.c).
//   - `fixed` and `target` are right-hand sides: they may change while factors stay.

#ifndef HF_SOLVE_SYSTEM_BLOCK_MOVE_H
#define HF_SOLVE_SYSTEM_BLOCK_MOVE_H

#include "problem/problem.h"

typedef struct block_move
{
    int free;  // 0 … size
    bool unit; // Z and Y are unit matrices
    double fixed[BLOCK_SIZE_MAX];
    double stiffness[BLOCK_SIZE_MAX];
    double target[BLOCK_SIZE_MAX];
    double Z[BLOCK_AREA_MAX]; // size × free, row-major
    double Y[BLOCK_AREA_MAX]; // size × free, row-major
} block_move;

/// Whether unknowns of the block change nothing: Z is zero. It stays in the pattern, for the next step may have it.
static inline bool move_is_idle(const block_move *move, int size)
{
    for (int k = 0; k < size * move->free; k++)
        if (move->Z[k] != 0.0) return false;
    return true;
}

#endif
