// Dot products and sums of vectors, inline: for the short columns of incremental factorizations a call costs more than
// the work. They take the vectors of the function that they are part of: in one that is marked WIDE those of AVX2,
// without a change of bits, since the order of every sum is written down.

#ifndef HF_LINALG_VECTOR_H
#define HF_LINALG_VECTOR_H

#include <stdbool.h>

#define INLINED static inline __attribute__((always_inline))

#if defined(__x86_64__) && defined(__GNUC__)
#define WIDE __attribute__((target("avx2")))

/// Whether this machine runs what is marked WIDE.
static inline bool wide_runs(void)
{
    return __builtin_cpu_supports("avx2");
}
#else
#define WIDE

static inline bool wide_runs(void)
{
    return false;
}
#endif

enum
{
    LANES = 4
};

/// Neighbouring numbers anywhere in memory, taken at once: with vectors and without, the same operations on each.
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double)), may_alias));

/// Whether all entries are equal.
static inline bool vector_equal(int n, const double *x, const double *y)
{
    for (int i = 0; i < n; i++)
        if (x[i] != y[i]) return false;
    return true;
}

/// Σ x_i y_i in eight interleaved partial sums: vectorizes without -ffast-math, and the order is fixed.
INLINED double vector_dot(int n, const double *restrict x, const double *restrict y)
{
    double part[8] = {0};
    int i = 0;
    for (; i + 8 <= n; i += 8)
        for (int l = 0; l < 8; l++) part[l] += x[i + l] * y[i + l];
    double sum = ((part[0] + part[4]) + (part[2] + part[6])) + ((part[1] + part[5]) + (part[3] + part[7]));
    for (; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/// y += a x.
INLINED void vector_add(int n, double a, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) y[i] += a * x[i];
}

/// y += a0 x0 + a1 x1 + a2 x2 + a3 x3: y is read and written once instead of four times.
INLINED void vector_add4(int n, const double *a, const double *restrict x0, const double *restrict x1,
                         const double *restrict x2, const double *restrict x3, double *restrict y)
{
    for (int i = 0; i < n; i++) y[i] += (a[0] * x0[i] + a[1] * x1[i]) + (a[2] * x2[i] + a[3] * x3[i]);
}

/// Four dot products with the same y: y is read once instead of four times.
INLINED void vector_dot4(int n, const double *restrict x0, const double *restrict x1, const double *restrict x2,
                         const double *restrict x3, const double *restrict y, double *out)
{
    double part[4][4] = {{0}};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int l = 0; l < 4; l++)
        {
            part[0][l] += x0[i + l] * y[i + l];
            part[1][l] += x1[i + l] * y[i + l];
            part[2][l] += x2[i + l] * y[i + l];
            part[3][l] += x3[i + l] * y[i + l];
        }
    for (int k = 0; k < 4; k++) out[k] = (part[k][0] + part[k][2]) + (part[k][1] + part[k][3]);
    for (; i < n; i++)
    {
        out[0] += x0[i] * y[i];
        out[1] += x1[i] * y[i];
        out[2] += x2[i] * y[i];
        out[3] += x3[i] * y[i];
    }
}

#endif
