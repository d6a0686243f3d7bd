// Products with the rows of one block of a factored problem, over the degrees of freedom that they share: n of them,
// ascending, and mostly side by side. Rows go three at a time, so that what is loaded serves all of them and no sum
// waits for another; every sum has the order that it has row by row.

#ifndef HF_PROBLEM_BLOCK_ROWS_H
#define HF_PROBLEM_BLOCK_ROWS_H

#include "linalg/vector.h"

#include <stddef.h>

/// Where the run of degrees of freedom side by side that begins at k ends.
static inline size_t block_run_end(const int *dof, size_t k, size_t n)
{
    size_t end = k + 1;
    if (dof[n - 1] - dof[k] == (int)(n - 1 - k)) return n; // they ascend
    while (dof[end] == dof[end - 1] + 1) end++;
    return end;
}

/// v += Gᵀ x of three rows. Zeros add nothing: v has no -0, as nothing has that begins at 0.
INLINED void block_rows_push3(size_t n, const int *dof, const double *restrict G, const double *x, double *restrict v)
{
    double x0 = x[0], x1 = x[1], x2 = x[2];
    if (x0 == 0.0 && x1 == 0.0 && x2 == 0.0) return; // open, as most of them are
    for (size_t k = 0, end; k < n; k = end)
    {
        end = block_run_end(dof, k, n);
        double *restrict at = v + dof[k];
        const double *g0 = G + k, *g1 = g0 + n, *g2 = g1 + n;
        for (size_t j = 0; j < end - k; j++) at[j] = at[j] + g0[j] * x0 + g1[j] * x1 + g2[j] * x2;
    }
}

/// x += H v of three rows.
INLINED void block_rows_read3(size_t n, const int *dof, const double *restrict H, const double *v, double *restrict x)
{
    double x0 = x[0], x1 = x[1], x2 = x[2];
    for (size_t k = 0, end; k < n; k = end)
    {
        end = block_run_end(dof, k, n);
        const double *at = v + dof[k], *h0 = H + k, *h1 = h0 + n, *h2 = h1 + n;
        for (size_t j = 0; j < end - k; j++) x0 += h0[j] * at[j], x1 += h1[j] * at[j], x2 += h2[j] * at[j];
    }
    x[0] = x0, x[1] = x1, x[2] = x2;
}

/// v += Gᵀ x of any number of rows.
INLINED void block_rows_push(int rows, size_t n, const int *dof, const double *G, const double *x, double *restrict v)
{
    for (; rows >= 3; rows -= 3, G += 3 * n, x += 3) block_rows_push3(n, dof, G, x, v);
    for (; rows > 0; rows--, G += n, x++)
        for (size_t k = 0; k < n && *x != 0.0; k++) v[dof[k]] += G[k] * *x;
}

/// x += H v of any number of rows.
INLINED void block_rows_read(int rows, size_t n, const int *dof, const double *H, const double *v, double *restrict x)
{
    for (; rows >= 3; rows -= 3, H += 3 * n, x += 3) block_rows_read3(n, dof, H, v, x);
    for (; rows > 0; rows--, H += n, x++)
        for (size_t k = 0; k < n; k++) *x += H[k] * v[dof[k]];
}

#endif
