// Banded L D Lᵀ, column by column: what column j leaves to the next `width` ones is subtracted at once.

#include "linalg/banded.h"

#include "linalg/lane3.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// ---- kernels ----
//
// A column below its diagonal is a few whole vectors; what stands behind the band is taken along as zeros. Each kernel
// is made once for every width, and once more for those of rods (12 and 8), where loops over a constant are unrolled
// and vectors are wide: the same operations in the same order, so that no bit differs.

/// to -= a from for `count` numbers, rounded up to whole vectors.
INLINED void subtract(int count, double a, const double *from, double *to)
{
    for (int m = 0; m < count; m += LANES) *(lanes *)(to + m) -= a * *(const lanes *)(from + m);
}

INLINED int factor(const banded *A, const int w, int *negative)
{
    const int n = A->n, stride = w + 1;
    double from[2 * BANDED_WIDEST] = {0}; // the column below its diagonal, and zeros
    int below = 0;
    for (int j = 0; j < n; j++)
    {
        double *column = A->values + (size_t)j * (size_t)stride, pivot = column[0], inverse = 1 / pivot;
        if (pivot == 0 || !isfinite(pivot)) return j;
        below += pivot < 0;
        for (int m = 0; m < w; m += LANES) *(lanes *)(from + m) = *(const lanes *)(column + 1 + m);
        for (int k = 0; k < w && k < n - 1 - j; k++) // A(j + 1 + k + m, j + 1 + k) -= l_k a_{k+m}
            subtract(w - k, from[k] * inverse, from + k, column + (size_t)(k + 1) * (size_t)stride);
        for (int m = 0; m < w; m += LANES) *(lanes *)(column + 1 + m) = *(const lanes *)(from + m) * inverse;
    }
    if (negative) *negative = below;
    return -1;
}

// Solutions go four columns at a time: what they do to each other is done by numbers, what they do to the next w rows
// by vectors that begin where those of the last four did. (Column by column a vector is read that two others have just
// been written to, for which the processor waits.)

/// What is left of a vector of column q of four, at the end of its band.

static const lane_mask in_band[LANES] = {{-1}, {-1, -1}, {-1, -1, -1}, {-1, -1, -1, -1}};

/// Rows j + LANES + m … of column j + q.
INLINED void take_entries(const double *columns, const int w, int q, int m, lanes *values)
{
    *values = *(const lanes *)(columns + (size_t)q * (size_t)w + LANES + m); // q (w + 1) + LANES - q + m
    if (m + LANES == w) *values = (lanes)((lane_mask)*values & in_band[q]);
}

/// x ◄ what column j leaves of the rows below.
INLINED void forward_one(const banded *L, const int w, int j, double *x)
{
    const double *column = L->values + (size_t)j * (size_t)(w + 1);
    for (int k = 1; k <= w && k < L->n - j; k++) x[j + k] -= column[k] * x[j];
}

INLINED void forward(const banded *L, const int w, int first, double *x)
{
    int j = first;
    for (; j + LANES + w <= L->n; j += LANES)
    {
        const double *columns = L->values + (size_t)j * (size_t)(w + 1);
        for (int q = 0; q < LANES; q++)
            for (int k = q + 1; k < LANES; k++) x[j + k] -= columns[q * w + k] * x[j + q]; // q (w + 1) + k - q
        for (int m = 0; m < w; m += LANES)
        {
            lanes *to = (lanes *)(x + j + LANES + m), rest = *to, column;
            for (int q = 0; q < LANES; q++)
            {
                take_entries(columns, w, q, m, &column);
                rest -= x[j + q] * column;
            }
            *to = rest;
        }
    }
    for (; j < L->n; j++) forward_one(L, w, j, x);
}

INLINED void forward_four(const banded *L, const int w, double (*x)[LANES])
{
    for (int j = 0; j < L->n; j++)
    {
        const double *column = L->values + (size_t)j * (size_t)(w + 1);
        lanes y = *(const lanes *)x[j], *below = (lanes *)x[j];
        if (j + w < L->n)
            for (int k = 1; k <= w; k++) below[k] -= column[k] * y;
        else
            for (int k = 1; k < L->n - j; k++) below[k] -= column[k] * y;
    }
}

/// x_j, where all rows below are known.
INLINED void backward_one(const banded *L, const int w, int j, double *x)
{
    const double *column = L->values + (size_t)j * (size_t)(w + 1);
    double sum = 0;
    for (int k = 1; k <= w && k < L->n - j; k++) sum += column[k] * x[j + k];
    x[j] -= sum;
}

INLINED void backward(const banded *L, const int w, double *x)
{
    int j = L->n - 1;
    for (; j >= 0 && j + 1 + w > L->n; j--) backward_one(L, w, j, x);
    lanes next = {0}; // the four below, which are not read from where they have just been written one by one
    if (j + 1 >= LANES) next = *(const lanes *)(x + j + 1);
    for (; j + 1 >= LANES; j -= LANES)
    {
        int at = j + 1 - LANES;
        const double *columns = L->values + (size_t)at * (size_t)(w + 1);
        double y[LANES];
        for (int q = 0; q < LANES; q++)
        {
            lanes part = {0}, column;
            for (int m = 0; m < w; m += LANES)
            {
                take_entries(columns, w, q, m, &column);
                part += column * (m ? *(const lanes *)(x + at + LANES + m) : next);
            }
            y[q] = x[at + q] - ((part[0] + part[1]) + (part[2] + part[3]));
        }
        for (int q = LANES - 2; q >= 0; q--)
            for (int k = LANES - 1; k > q; k--) y[q] -= columns[q * w + k] * y[k];
        next = (lanes){y[0], y[1], y[2], y[3]};
        *(lanes *)(x + at) = next;
    }
    for (; j >= 0; j--) backward_one(L, w, j, x);
}

WIDE static int factor_12(const banded *A, int *negative)
{
    return factor(A, 12, negative);
}

WIDE static int factor_8(const banded *A, int *negative)
{
    return factor(A, 8, negative);
}

WIDE static void forward_12(const banded *L, int first, double *x)
{
    forward(L, 12, first, x);
}

WIDE static void forward_8(const banded *L, int first, double *x)
{
    forward(L, 8, first, x);
}

WIDE static void forward_four_12(const banded *L, double (*x)[LANES])
{
    forward_four(L, 12, x);
}

WIDE static void forward_four_8(const banded *L, double (*x)[LANES])
{
    forward_four(L, 8, x);
}

WIDE static void backward_12(const banded *L, double *x)
{
    backward(L, 12, x);
}

WIDE static void backward_8(const banded *L, double *x)
{
    backward(L, 8, x);
}

/// The width whose kernels serve; 0: that of any.
static int kernel_of(const banded *A)
{
    assert(A->width % LANES == 0 && A->width <= BANDED_WIDEST);
    return (A->width == 12 || A->width == 8) && wide_runs() ? A->width : 0;
}

// ---- the factor ----

int banded_factor(const banded *A, int *negative)
{
    int w = kernel_of(A);
    return w == 12 ? factor_12(A, negative) : w == 8 ? factor_8(A, negative) : factor(A, A->width, negative);
}

void banded_forward(const banded *L, int first, double *x)
{
    int w = kernel_of(L);
    if (w == 12) forward_12(L, first, x);
    else if (w == 8) forward_8(L, first, x);
    else forward(L, L->width, first, x);
}

void banded_forward_four(const banded *L, double (*x)[LANES])
{
    int w = kernel_of(L);
    if (w == 12) forward_four_12(L, x);
    else if (w == 8) forward_four_8(L, x);
    else forward_four(L, L->width, x);
}

void banded_backward(const banded *L, double *x)
{
    int w = kernel_of(L);
    if (w == 12) backward_12(L, x);
    else if (w == 8) backward_8(L, x);
    else backward(L, L->width, x);
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
