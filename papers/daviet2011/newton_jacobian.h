// The linear systems of Newton's method over all contacts: J = A + B (S W S + ε), scaled, in the sparsity of W.

#ifndef HF_PAPERS_DAVIET2011_NEWTON_JACOBIAN_H
#define HF_PAPERS_DAVIET2011_NEWTON_JACOBIAN_H

#include "base/arena.h"
#include "papers/daviet2011/newton_laws.h"
#include "problem/problem.h"
#include "solve/system/contact_matrix.h"

/// Blocks are scaled, r_i = s_i x_i and s_i u_i = v_i with s_i = 1/√w_i, w_i the mean of W_ii's diagonal: Coulomb's law
/// is a cone and does not notice, all unknowns get one unit (the ρ of eq. 7), and ε can be a plain number. All of it is
/// in the arena.
typedef struct newton_jacobian
{
    const hf_problem *problem; // assembled
    newton_law *laws;          // block_count, scaled
    double *scale;             // s_i
    double *A, *B;             // PLAIN_AREA_MAX each
    contact_matrix matrix;     // J
} newton_jacobian;

/// What is done with it is charged to `work`.
hf_status newton_jacobian_begin(newton_jacobian *jacobian, const hf_problem *problem, work_meter *work,
                                hf_workspace *workspace, hf_error *error);
void newton_jacobian_end(newton_jacobian *jacobian);

/// Takes s_i = √(rho/w_i) from here on: rho weighs u against r (eq. 7) and is 1 at the beginning.
void newton_jacobian_set_rho(newton_jacobian *jacobian, double rho);

/// x ◄ S⁻¹ r.
void newton_jacobian_scale(const newton_jacobian *jacobian, const double *r, double *x);

/// f at (x, v), v = S u; with `partials` also A and B. Returns ½‖f‖².
double newton_jacobian_evaluate(newton_jacobian *jacobian, hf_newton_function function, const double *x,
                                const double *u, double *f, bool partials);

/// dx ◄ -J⁻¹ f with the last A and B. *usable is false if J is singular to working precision. HF_STATUS_UNSUPPORTED if
/// J has more entries than the factorization can count.
hf_status newton_jacobian_solve(newton_jacobian *jacobian, double epsilon, const double *f, double *dx, bool *usable,
                                hf_error *error);

/// g ◄ Jᵀ f for ε = 0: the gradient of ½‖f‖² in x. `scratch`: dimension.
void newton_jacobian_gradient(const newton_jacobian *jacobian, const double *f, double *scratch, double *g);

/// du ◄ W S dx, and if Jdx is not NULL also Jdx ◄ A dx + B S du. `scratch`: dimension.
void newton_jacobian_apply(const newton_jacobian *jacobian, const double *dx, double *scratch, double *du, double *Jdx);

#endif
