// LU with row exchanges, by halves (Toledo 1997):
//
//     ( A1 A2 )      factor A1 (all rows, half the columns), exchange rows of A2, U12 = L11⁻¹ A12, A22 ◄ A22 - L21 U12,
//                    factor A22.
//
// Eight columns are factored one by one. The pivot is the first of the largest entries of its column. Every entry takes
// its terms in the order of the pivots, and columns of L are multiplied by the inverse of the pivot: the bits are those
// of the elimination by the book, wherever the halves meet.
// Cost: 2/3 n³ operations, nearly all in products.

#include "linalg/dense.h"
#include "linalg/dense/product.h"

#include "base/arena.h"

#include <float.h>
#include <math.h>

enum
{
    PANEL = 8,                  // columns that are factored one by one
    STRIP_OPERATIONS = 20000000 // multiplications between two looks at the interrupt
};

static size_t largest(size_t begin, size_t n, const double *column)
{
    size_t best = begin;
    double most = fabs(column[begin]);
    for (size_t k = begin + 1; k < n; k++)
        if (fabs(column[k]) > most)
        {
            best = k;
            most = fabs(column[k]);
        }
    return best;
}

/// Exchanges row k with row pivot[k], begin <= k < end, in `count` columns.
static void exchange_rows(size_t begin, size_t end, const int *pivot, size_t count, double *A, size_t lda)
{
    for (size_t j = 0; j < count; j++, A += lda)
        for (size_t k = begin; k < end; k++)
        {
            double t = A[k];
            A[k] = A[pivot[k]];
            A[pivot[k]] = t;
        }
}

/// A few columns, m >= n. Returns the first zero pivot, counted from 1, or 0.
static int factor_panel(size_t m, size_t n, double *A, size_t lda, int *pivot)
{
    int zero = 0;
    for (size_t k = 0; k < n; k++)
    {
        double *column = A + k * lda;
        pivot[k] = (int)largest(k, m, column);
        exchange_rows(k, k + 1, pivot, n, A, lda);
        double p = column[k], inverse = 1.0 / p;
        if (p == 0.0)
        {
            if (zero == 0) zero = (int)k + 1;
            continue; // the column is zero from here on
        }
        if (fabs(p) >= DBL_MIN)
            for (size_t i = k + 1; i < m; i++) column[i] *= inverse;
        else // whose inverse may be infinite
            for (size_t i = k + 1; i < m; i++) column[i] /= p;
        for (size_t j = k + 1; j < n; j++)
            dense_subtract_scaled(m - k - 1, A[j * lda + k], column + k + 1, A + j * lda + k + 1);
    }
    return zero;
}

/// Who may end a factorization.
typedef struct lu_watch
{
    hf_workspace *workspace; // NULL: nobody
    bool stopped;
} lu_watch;

/// Columns of a part whose product with an m × k matrix takes some milliseconds.
static size_t strip_of(const lu_watch *watch, size_t m, size_t k, size_t columns)
{
    size_t strip = STRIP_OPERATIONS / (m * k + 1) + PANEL;
    return watch->workspace && strip < columns ? strip : columns;
}

/// A22 and A12 after the first half: strip by strip.
static void update(lu_watch *watch, size_t m, size_t first, size_t second, double *A, size_t lda)
{
    size_t strip = strip_of(watch, m, first, second);
    for (size_t at = 0; at < second && !watch->stopped; at += strip)
    {
        size_t count = at + strip < second ? strip : second - at;
        double *A12 = A + (first + at) * lda, *A22 = A12 + first;
        dense_triangular_solve(true, true, first, count, (dense_view){A, 1, (ptrdiff_t)lda}, A12, lda);
        dense_product_add(false, m - first, count, first, -1.0, (dense_view){A + first, 1, (ptrdiff_t)lda},
                          (dense_view){A12, 1, (ptrdiff_t)lda}, A22, lda);
        watch->stopped = strip < second && workspace_interrupted(watch->workspace);
    }
}

static int factor(lu_watch *watch, size_t m, size_t n, double *A, size_t lda, int *pivot)
{
    if (n <= PANEL) return factor_panel(m, n, A, lda, pivot);
    size_t first = (n / 2 + PANEL - 1) / PANEL * PANEL, second = n - first;
    int zero = factor(watch, m, first, A, lda, pivot);
    if (watch->stopped) return 1;
    exchange_rows(0, first, pivot, second, A + first * lda, lda);
    update(watch, m, first, second, A, lda);
    if (watch->stopped) return 1;
    int later = factor(watch, m - first, second, A + first * lda + first, lda, pivot + first);
    if (watch->stopped) return 1;
    for (size_t k = first; k < n; k++) pivot[k] += (int)first;
    exchange_rows(first, n, pivot, first, A, lda);
    return zero == 0 && later > 0 ? later + (int)first : zero;
}

int dense_lu_within(hf_workspace *workspace, int n, double *A, int lda, int *pivot)
{
    lu_watch watch = {.workspace = workspace};
    return n > 0 ? factor(&watch, (size_t)n, (size_t)n, A, (size_t)lda, pivot) : 0;
}

int dense_lu(int n, double *A, int lda, int *pivot)
{
    return dense_lu_within(NULL, n, A, lda, pivot);
}

void dense_lu_solve(int n, const double *LU, int lda, const int *pivot, int count, double *B, int ldb)
{
    size_t rows = (size_t)n, columns = (size_t)count;
    exchange_rows(0, rows, pivot, columns, B, (size_t)ldb); // P A = L U
    dense_trsm(true, false, true, n, count, LU, lda, B, ldb);
    dense_trsm(false, false, false, n, count, LU, lda, B, ldb);
}
