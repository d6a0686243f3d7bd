// Eigenvalues of symmetric matrices by Jacobi's rotations (Golub, Van Loan 2013, 8.5): each makes one entry off the
// diagonal zero; sweeps over all of them until none is above rounding. Accurate, short and slow (about 8 sweeps of 6 n³
// operations): moments of inertia are 3 × 3, and nothing else asks.

#include "linalg/dense.h"

#include <float.h>
#include <math.h>

enum
{
    SWEEPS_MAX = 60 // 8 are usual
};

dense_work dense_symmetric_eigen_work(int n)
{
    size_t rows = n > 0 ? (size_t)n : 1;
    return (dense_work){.doubles = rows * rows, .ints = 1};
}

/// (x, y) ◄ (c x - s y, s x + c y), entry by entry.
static void rotate(size_t n, double c, double s, double *x, double *y, size_t step)
{
    for (size_t k = 0; k < n * step; k += step)
    {
        double a = x[k], b = y[k];
        x[k] = c * a - s * b;
        y[k] = s * a + c * b;
    }
}

/// Makes S(p, q) zero; the columns of V turn along.
static void annihilate(size_t n, size_t p, size_t q, double *S, double *V, size_t ldv)
{
    double theta = (S[q + n * q] - S[p + n * p]) / (2.0 * S[p + n * q]);
    double t = copysign(1.0 / (fabs(theta) + sqrt(theta * theta + 1.0)), theta), c = 1.0 / sqrt(t * t + 1.0);
    rotate(n, c, t * c, S + n * p, S + n * q, 1);
    rotate(n, c, t * c, S + p, S + q, n);
    S[p + n * q] = S[q + n * p] = 0.0;
    rotate(n, c, t * c, V + ldv * p, V + ldv * q, 1);
}

/// S ◄ A in full, A ◄ 1. Returns the largest entry, or NAN if one is no number.
static double set_up(size_t n, double *A, size_t lda, double *S)
{
    double most = 0.0;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
        {
            S[i + n * j] = S[j + n * i] = A[i + lda * j];
            double size = fabs(A[i + lda * j]);
            if (size > most || isnan(size)) most = size;
            if (isnan(most)) return most;
        }
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++) A[i + lda * j] = i == j ? 1.0 : 0.0;
    return most;
}

/// Eigenvalues in ascending order, their vectors with them.
static void sort(size_t n, double *values, double *V, size_t ldv)
{
    for (size_t k = 0; k < n; k++)
    {
        size_t least = k;
        for (size_t j = k + 1; j < n; j++)
            if (values[j] < values[least]) least = j;
        double t = values[k];
        values[k] = values[least];
        values[least] = t;
        for (size_t i = 0; i < n && least != k; i++)
        {
            t = V[i + ldv * k];
            V[i + ldv * k] = V[i + ldv * least];
            V[i + ldv * least] = t;
        }
    }
}

bool dense_symmetric_eigen(int count, double *A, int ld, double *eigenvalues, dense_work size, double *work, int *iwork)
{
    (void)size;
    (void)iwork;
    size_t n = (size_t)count, lda = (size_t)ld;
    double limit = DBL_EPSILON / 2 * set_up(n, A, lda, work);
    bool again = true;
    if (!isfinite(limit)) return false;
    for (int sweep = 0; again && sweep < SWEEPS_MAX; sweep++)
    {
        again = false;
        for (size_t p = 0; p < n; p++)
            for (size_t q = p + 1; q < n; q++)
                if (fabs(work[p + n * q]) > limit)
                {
                    annihilate(n, p, q, work, A, lda);
                    again = true;
                }
    }
    for (size_t k = 0; k < n; k++) eigenvalues[k] = work[k + n * k];
    sort(n, eigenvalues, A, lda);
    return !again;
}
