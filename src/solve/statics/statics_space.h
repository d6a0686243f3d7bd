// The space of the bodies: one unknown z_j for each degree of freedom (docs/selection.md).
//
//     w = D⁻¹ B z,   load = Bᵀ r,   N = Bᵀ diag(J_i / d_i) B + shift,   B = H, columns of length one by D⁻¹
//
// Masses do not enter. Three ways to have B:
//
//     bodies   a factored problem of many free bodies: rows of H, N by blocks of bodies or in fronts
//              (solve/system/body_lu.c)
//     freedoms a factored problem of few degrees of freedom: rows of H, N as one dense matrix
//     rows     an assembled problem: the columns of L, W = L Lᵀ by Cholesky's method with pivots, which span the same
//              space

#ifndef HF_SOLVE_STATICS_STATICS_SPACE_H
#define HF_SOLVE_STATICS_STATICS_SPACE_H

#include "solve/statics/statics_sets.h"
#include "solve/work.h"

typedef struct statics_space statics_space;

/// Whether a problem is small enough, as far as its sizes tell.
bool space_fits(const hf_problem *problem);

/// *space stays NULL where the problem is too large, or the work that is left does not suffice. d: block_count.
hf_status space_create(const hf_problem *problem, const double *d, work_meter *work, hf_workspace *workspace,
                       statics_space **space, hf_error *error);

/// Unknowns.
int space_count(const statics_space *space);

/// Doubles between the J of two blocks.
int space_stride(const statics_space *space);

/// w ◄ D⁻¹ B z.
void space_press(const statics_space *space, const double *z, double *w);

/// load ◄ Bᵀ r.
void space_load(const statics_space *space, const double *r, double *load);

/// Factors N. `symmetric`: J is, but for rounding. *regular: whether that worked; false, too, where the work does not
/// suffice.
hf_status space_factor(statics_space *space, const block_set *sets, const double *J, bool symmetric, double shift,
                       bool *regular, hf_error *error);

/// x ◄ N⁻¹ x.
void space_solve(statics_space *space, double *x);

void space_release(statics_space *space);

#endif
