// Right-looking elimination down the columns. Rows are exchanged from the pivot's column on, and columns of L stay as
// they were made: a right-hand side goes through the same exchanges and multiples one after the other. Loops go along
// columns: the compiler may take several entries at once without changing the order of any sum.
// Cost: n³/3 multiplications and additions.

#include "linalg/small_lu.h"

#include "linalg/vector.h"

#include <math.h>
#include <stddef.h>

INLINED void subtract_scaled(size_t n, double s, const double *restrict x, double *restrict y)
{
    for (size_t k = 0; k < n; k++) y[k] -= s * x[k];
}

INLINED size_t largest(size_t begin, size_t n, const double *column)
{
    size_t best = begin;
    for (size_t k = begin + 1; k < n; k++)
        if (fabs(column[k]) > fabs(column[best])) best = k;
    return best;
}

static inline void exchange(double *x, double *y)
{
    double t = *x;
    *x = *y;
    *y = t;
}

INLINED void factor(int count, double *A, int *pivot, bool *regular)
{
    *regular = false;
    size_t n = (size_t)count;
    for (size_t k = 0; k < n; k++)
    {
        double *column = A + k * n;
        size_t p = largest(k, n, column);
        if (!(fabs(column[p]) > 0.0) || isinf(column[p])) return;
        pivot[k] = (int)p;
        for (size_t j = k; p != k && j < n; j++) exchange(A + j * n + k, A + j * n + p);
        double inverse = 1.0 / column[k];
        for (size_t i = k + 1; i < n; i++) column[i] *= inverse;
        for (size_t j = k + 1; j < n; j++)
            if (A[j * n + k] != 0.0) subtract_scaled(n - k - 1, A[j * n + k], column + k + 1, A + j * n + k + 1);
    }
    *regular = true;
}

WIDE static void factor_wide(int count, double *A, int *pivot, bool *regular)
{
    factor(count, A, pivot, regular);
}

bool small_lu_factor(int count, double *A, int *pivot)
{
    bool regular;
    if (wide_runs()) factor_wide(count, A, pivot, &regular);
    else factor(count, A, pivot, &regular);
    return regular;
}

INLINED void solve(int count, const double *LU, const int *pivot, double *x)
{
    size_t n = (size_t)count;
    for (size_t k = 0; k < n; k++) // L x = x
    {
        if ((size_t)pivot[k] != k) exchange(x + k, x + pivot[k]);
        if (x[k] != 0.0) subtract_scaled(n - k - 1, x[k], LU + k * n + k + 1, x + k + 1);
    }
    for (size_t k = n; k-- > 0;) // U x = x
    {
        x[k] /= LU[k * n + k];
        subtract_scaled(k, x[k], LU + k * n, x);
    }
}

WIDE static void solve_wide(int count, const double *LU, const int *pivot, double *x)
{
    solve(count, LU, pivot, x);
}

void small_lu_solve(int count, const double *LU, const int *pivot, double *x)
{
    if (wide_runs()) solve_wide(count, LU, pivot, x);
    else solve(count, LU, pivot, x);
}
