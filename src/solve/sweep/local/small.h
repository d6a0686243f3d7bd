// What the one-contact solvers share: velocities, when a contact counts as solved, the frictionless case.

#ifndef HF_SOLVE_SWEEP_LOCAL_SMALL_H
#define HF_SOLVE_SWEEP_LOCAL_SMALL_H

#include "solve/sweep/local/local.h"

#include "linalg/block.h"
#include "linalg/small_solve.h"

#include <float.h>
#include <stdbool.h>
#include <string.h>

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

/// Is the contact solved, given its natural residual ‖r - P(r - ũ)‖ and ‖r‖? Where ε‖r‖ exceeds the tolerance, ũ has
/// drowned in r and the residual means nothing.
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
