// Systems of two and three unknowns in closed form; matrices are row-major.

#ifndef HF_LINALG_SMALL_SOLVE_H
#define HF_LINALG_SMALL_SOLVE_H

#include <stdbool.h>

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

/// x ◄ A⁻¹ y, d = 2 or 3, with one step of refinement, which makes up for Cramer's rule on ill-conditioned systems.
static inline double small_refined(int d, const double *A, const double *y, double *x)
{
    double det = d == 3 ? small_solve3(A, y, x) : small_solve2(A, y, x);
    if (det == 0.0) return 0.0;
    double rest[3], dx[3] = {0.0};
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

/// dr of least ‖J dr + f‖² + damping² ‖J‖² ‖dr‖² (‖J‖ Frobenius): Levenberg and Marquardt's step. Near the least
/// solution of J dr = -f where J is singular, and always downhill. f and J may have weighted rows.
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

#endif
