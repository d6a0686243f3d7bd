// Banded L D Lᵀ, column by column: what column j leaves to the next `width` ones is subtracted at once.

#include "linalg/banded.h"

#include <math.h>
#include <string.h>

static int least(int a, int b)
{
    return a < b ? a : b;
}

void banded_fix(const banded *A, int k, double diagonal)
{
    int w = A->width;
    double *column = banded_at(A, k, k);
    memset(column, 0, sizeof(double) * ((size_t)w + 1));
    column[0] = diagonal;
    for (int j = k > w ? k - w : 0; j < k; j++) *banded_at(A, k, j) = 0;
}

int banded_factor(const banded *A, int *negative)
{
    const int n = A->n, w = A->width, stride = w + 1;
    int below = 0;
    for (int j = 0; j < n; j++)
    {
        double *column = A->values + (size_t)j * (size_t)stride, pivot = column[0];
        if (pivot == 0 || !isfinite(pivot)) return j;
        below += pivot < 0;
        int rows = least(w, n - 1 - j);
        double inverse = 1 / pivot;
        for (int k = 1; k <= rows; k++)
        {
            if (column[k] == 0) continue;
            double l = column[k] * inverse;
            double *restrict to = column + (size_t)k * (size_t)stride;
            const double *restrict from = column + k;
            for (int m = 0; m <= rows - k; m++) to[m] -= l * from[m]; // A(j + k + m, j + k) -= l_k a_{k+m}
        }
        for (int k = 1; k <= rows; k++) column[k] *= inverse;
    }
    if (negative) *negative = below;
    return -1;
}

void banded_forward(const banded *L, int first, double *x)
{
    const int n = L->n, w = L->width, stride = w + 1;
    for (int j = first; j < n; j++)
    {
        const double *restrict column = L->values + (size_t)j * (size_t)stride;
        double a = x[j];
        if (a == 0) continue;
        double *restrict to = x + j;
        int rows = least(w, n - 1 - j);
        for (int k = 1; k <= rows; k++) to[k] -= column[k] * a;
    }
}

void banded_backward(const banded *L, double *x)
{
    const int n = L->n, w = L->width, stride = w + 1;
    for (int j = n - 1; j >= 0; j--)
    {
        const double *column = L->values + (size_t)j * (size_t)stride, *later = x + j;
        double sum[4] = {0}; // side by side: the next row waits for this one
        int rows = least(w, n - 1 - j), k = 1;
        for (; k + 3 <= rows; k += 4)
            for (int m = 0; m < 4; m++) sum[m] += column[k + m] * later[k + m];
        for (; k <= rows; k++) sum[0] += column[k] * later[k];
        x[j] -= (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }
}

void banded_divide(const banded *L, int first, double *x)
{
    const size_t stride = (size_t)L->width + 1;
    for (int j = first; j < L->n; j++) x[j] /= L->values[(size_t)j * stride];
}

void banded_solve(const banded *L, double *x)
{
    banded_forward(L, 0, x);
    banded_divide(L, 0, x);
    banded_backward(L, x);
}

void banded_multiply(const banded *A, const double *x, double *y)
{
    const int n = A->n, w = A->width, stride = w + 1;
    memset(y, 0, sizeof(double) * (size_t)n);
    for (int j = 0; j < n; j++)
    {
        const double *column = A->values + (size_t)j * (size_t)stride;
        y[j] += column[0] * x[j];
        int rows = least(w, n - 1 - j);
        for (int k = 1; k <= rows; k++)
        {
            y[j + k] += column[k] * x[j];
            y[j] += column[k] * x[j + k];
        }
    }
}
