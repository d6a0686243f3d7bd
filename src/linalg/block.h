// Small blocks, row-major, sizes 1 to 3, inline so that they stay in registers.

#ifndef HF_LINALG_BLOCK_H
#define HF_LINALG_BLOCK_H

#include <math.h>

/// y += A x, A is 3 × 3.
static inline void block3_gemv(const double *A, const double *x, double *y)
{
    y[0] += A[0] * x[0] + A[1] * x[1] + A[2] * x[2];
    y[1] += A[3] * x[0] + A[4] * x[1] + A[5] * x[2];
    y[2] += A[6] * x[0] + A[7] * x[1] + A[8] * x[2];
}

/// y += A x, A is 2 × 2.
static inline void block2_gemv(const double *A, const double *x, double *y)
{
    y[0] += A[0] * x[0] + A[1] * x[1];
    y[1] += A[2] * x[0] + A[3] * x[1];
}

/// y += A x, A is m × n.
static inline void block_gemv(int m, int n, const double *A, const double *x, double *y)
{
    for (int i = 0; i < m; i++)
    {
        double sum = 0.0;
        for (int j = 0; j < n; j++) sum += A[i * n + j] * x[j];
        y[i] += sum;
    }
}

static inline double dot2(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1];
}

static inline double dot3(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double norm2(const double *a)
{
    return sqrt(dot2(a, a));
}

static inline double norm3(const double *a)
{
    return sqrt(dot3(a, a));
}

#endif
