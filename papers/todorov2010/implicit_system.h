// The scaled problem that `implicit` works on, its residual, and the linear systems of its steps.
//
// The residual (15) adds impulses and velocities, so A should be of order one. Blocks are scaled, each by one number:
//     r_i = s_i f_i,   s_i u_i = v_i, A_ij = s_i s_j W_ij, v0_i = s_i b_i, s_i = 1 / √w_i, w_i the mean of W_ii's
//                      diagonal.
// A is symmetric if W is, its diagonal is one on average in every block, and all laws are cones (or boxes, whose bounds
// are scaled, too), so that f and v obey them exactly where r and u do.
//
// To get away from local minima (implicit_recover.c) the equation can be changed in two ways: rows are weighted, ℓ =
// ½‖Dρ‖², and A f is replaced by A f + ε (f - c), the proximal problem of a centre c. Everything below is about the
// changed equation.

#ifndef HF_PAPERS_TODOROV2010_IMPLICIT_SYSTEM_H
#define HF_PAPERS_TODOROV2010_IMPLICIT_SYSTEM_H

#include "base/arena.h"
#include "papers/todorov2010/implicit_law.h"
#include "solve/work.h"

typedef struct implicit_system
{
    const hf_problem *problem; // assembled
    work_meter *work;
    hf_workspace *workspace;
    implicit_law *laws; // block_count
    double *scale;      // s_i
    double *A;          // in the pattern of the problem's W
    double *v0;
    double *weight; // D², dimension; ones at first
    double shift;   // ε; 0 at first
    double *center; // c, dimension
} implicit_system;

/// What one step takes each block for.
typedef struct implicit_choice
{
    implicit_edge edge;       // active edge, EDGE_NONE if there is none
    int free;                 // columns of B
    bool absorbed;            // F B = 0: its x enters the residual through v alone, and its own rows only
    double F[PLAIN_AREA_MAX]; // size × size, row-major
    double B[PLAIN_AREA_MAX]; // size × free, row-major
} implicit_choice;

/// `bias`: β per block [m/s], NULL for zeros; not `scaled`: s_i = 1, as published. False if memory is short. What the
/// system does is charged to `work`.
bool implicit_system_begin(implicit_system *system, const hf_problem *problem, const double *bias, bool scaled,
                           work_meter *work, hf_workspace *workspace);

/// y ◄ (A + ε) f.
void implicit_product(const implicit_system *system, const double *f, double *y);

/// y ◄ (A + ε)ᵀ f.
void implicit_product_transposed(const implicit_system *system, const double *f, double *y);

/// f(x) of all blocks, and rho ◄ A f + ε (f - c) + v0 - v with v = f + x, eq. (14, 15). Returns ½ Σ D² ρ², eq. (19).
double implicit_residual(const implicit_system *system, const double *x, double *f, double *rho);

/// step ◄ -B (Bᵀ H B)⁻¹ Bᵀ g, eq. (28): the move to the Newton point. *solved: whether the matrix could be factored,
/// within the work that is left, and the step is finite.
hf_status implicit_newton(const implicit_system *system, const implicit_choice *choices, double lambda,
                          const double *rho, double *step, bool *solved, hf_error *error);

/// f ◄ A† (v - v0), the impulses of least norm that make every block stick at velocity v (section III.F).
hf_status implicit_all_stick(const implicit_system *system, const double *v, double *f, hf_error *error);

#endif
