// What the one-contact solvers share: the frictionless case, and closed-form 2 × 2 and 3 × 3 systems.

#ifndef HF_SOLVE_SWEEP_LOCAL_SMALL_H
#define HF_SOLVE_SWEEP_LOCAL_SMALL_H

#include "solve/sweep/local/local.h"

#include "linalg/block.h"

#include <float.h>
#include <stdbool.h>
#include <string.h>

/// x = A⁻¹ y by Cramer's rule. Returns det A; x is written only if it is not zero.
static inline double small_solve3(const double *A, const double *y, double *x)
{
    double c00 = A[4] * A[8] - A[5] * A[7]; // cofactors
    double c01 = A[5] * A[6] - A[3] * A[8];
    double c02 = A[3] * A[7] - A[4] * A[6];
    double det = A[0] * c00 + A[1] * c01 + A[2] * c02;
    if (det == 0.0) return 0.0;
    double inverse = 1.0 / det;
    double c10 = A[2] * A[7] - A[1] * A[8], c11 = A[0] * A[8] - A[2] * A[6], c12 = A[1] * A[6] - A[0] * A[7];
    double c20 = A[1] * A[5] - A[2] * A[4], c21 = A[2] * A[3] - A[0] * A[5], c22 = A[0] * A[4] - A[1] * A[3];
    x[0] = (c00 * y[0] + c10 * y[1] + c20 * y[2]) * inverse;
    x[1] = (c01 * y[0] + c11 * y[1] + c21 * y[2]) * inverse;
    x[2] = (c02 * y[0] + c12 * y[1] + c22 * y[2]) * inverse;
    return det;
}

static inline double small_solve2(const double *A, const double *y, double *x)
{
    double det = A[0] * A[3] - A[1] * A[2];
    if (det == 0.0) return 0.0;
    double inverse = 1.0 / det;
    x[0] = (A[3] * y[0] - A[1] * y[1]) * inverse;
    x[1] = (A[0] * y[1] - A[2] * y[0]) * inverse;
    return det;
}

/// The same, d = 2 or 3, with one step of refinement, which makes up for Cramer's rule on ill-conditioned systems.
static inline double small_refined(int d, const double *A, const double *y, double *x)
{
    double det = d == 3 ? small_solve3(A, y, x) : small_solve2(A, y, x);
    if (det == 0.0) return 0.0;
    double rest[3], dx[3];
    for (int i = 0; i < d; i++)
    {
        rest[i] = y[i];
        for (int j = 0; j < d; j++) rest[i] -= A[d * i + j] * x[j];
    }
    if (d == 3) small_solve3(A, rest, dx);
    else small_solve2(A, rest, dx);
    for (int i = 0; i < d; i++) x[i] += dx[i];
    return det;
}

/// dr of least ‖J dr + f‖² + damping² ‖J‖² ‖dr‖² (‖J‖ Frobenius): Levenberg and Marquardt's step. Near the least solution of J dr = -f where J is
/// singular, and always downhill. f and J may have weighted rows.
static inline bool small_damped3(const double *J, const double *f, double damping, double *dr)
{
    double A[9], g[3], norm = 0.0;
    for (int k = 0; k < 9; k++) norm += J[k] * J[k];
    for (int i = 0; i < 3; i++)
    {
        g[i] = -(J[i] * f[0] + J[3 + i] * f[1] + J[6 + i] * f[2]);
        for (int j = 0; j < 3; j++) A[3 * i + j] = J[i] * J[j] + J[3 + i] * J[3 + j] + J[6 + i] * J[6 + j];
        A[4 * i] += damping * damping * norm;
    }
    return small_solve3(A, g, dr) > 0.0;
}

static inline bool small_damped2(const double *J, const double *f, double damping, double *dr)
{
    double A[4], g[2], norm = 0.0;
    for (int k = 0; k < 4; k++) norm += J[k] * J[k];
    for (int i = 0; i < 2; i++)
    {
        g[i] = -(J[i] * f[0] + J[2 + i] * f[1]);
        for (int j = 0; j < 2; j++) A[2 * i + j] = J[i] * J[j] + J[2 + i] * J[2 + j];
        A[3 * i] += damping * damping * norm;
    }
    return small_solve2(A, g, dr) > 0.0;
}

/// u = W r + b.
static inline void small_velocity3(const double *W, const double *b, const double *r, double *u)
{
    u[0] = b[0] + (W[0] * r[0] + W[1] * r[1] + W[2] * r[2]);
    u[1] = b[1] + (W[3] * r[0] + W[4] * r[1] + W[5] * r[2]);
    u[2] = b[2] + (W[6] * r[0] + W[7] * r[1] + W[8] * r[2]);
}

static inline void small_velocity2(const double *W, const double *b, const double *r, double *u)
{
    u[0] = b[0] + (W[0] * r[0] + W[1] * r[1]);
    u[1] = b[1] + (W[2] * r[0] + W[3] * r[1]);
}

/// Is the contact solved, given its natural residual ‖r - P(r - ũ)‖ and ‖r‖? Where ε‖r‖ exceeds the tolerance, ũ has drowned in r and the
/// residual means nothing.
static inline bool small_solves(double residual, double norm, double tolerance)
{
    return residual <= tolerance && DBL_EPSILON * norm <= tolerance;
}

/// mu = 0:  0 <= w_N r_N + b_N ⟂ r_N >= 0, r_T = 0  (eq. 8a). LOCAL_NO_SOLUTION, r untouched, if w_N = 0 > b_N.
static inline local_verdict small_frictionless(int d, const double *W, const double *b, double tolerance, double *r)
{
    double x[3] = {0.0, 0.0, 0.0};
    if (b[0] < 0.0)
    {
        if (!(W[0] > 0.0)) return LOCAL_NO_SOLUTION;
        x[0] = -b[0] / W[0];
    }
    memcpy(r, x, (size_t)d * sizeof(double));
    return small_solves(local_residual(d, W, b, 0.0, x), x[0], tolerance) ? LOCAL_SOLVED : LOCAL_FAILED;
}

#endif
