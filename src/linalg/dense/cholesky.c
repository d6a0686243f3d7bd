// Cholesky factors, with and without the choice of pivots.
//
// Columns are taken 16 at a time. Without pivots a block first takes all that the columns before it owe it (one
// product), and is then factored column by column.
// With complete pivoting (Hammarling, Higham, Lucas 2007) what is to the right must be known to choose from: the
// diagonal d of what is left is kept up to date, a column takes its terms from the present block when it is chosen, and
// the others from a product at the end of each block.
// Entries take their terms in the order of the columns: blocks cannot be seen in the bits.
// Cost: n³/3 operations.

#include "linalg/dense.h"
#include "linalg/dense/product.h"

#include <float.h>
#include <math.h>

enum
{
    BLOCK = 16
};

static size_t block_end(size_t begin, size_t n)
{
    return n - begin < BLOCK ? n : begin + BLOCK;
}

static void scale(size_t n, double s, double *x)
{
    for (size_t k = 0; k < n; k++) x[k] *= s;
}

int dense_cholesky(int count, double *A, int ld)
{
    size_t n = (size_t)count, lda = (size_t)ld;
    for (size_t begin = 0; begin < n; begin += BLOCK)
    {
        size_t end = block_end(begin, n);
        dense_view rows = {A + begin, 1, ld}, across = {A + begin, ld, 1}; // across(p, j) = L(begin + j, p)
        dense_product_add(true, n - begin, end - begin, begin, -1.0, rows, across, A + begin + lda * begin, lda);
        for (size_t k = begin; k < end; k++)
        {
            double *column = A + lda * k;
            if (!(column[k] > 0.0)) return (int)k + 1;
            column[k] = sqrt(column[k]);
            scale(n - k - 1, 1.0 / column[k], column + k + 1);
            for (size_t j = k + 1; j < end; j++) dense_subtract_scaled(n - j, column[j], column + j, A + lda * j + j);
        }
    }
    return 0;
}

void dense_cholesky_solve(int n, const double *L, int lda, int count, double *B, int ldb)
{
    dense_trsm(true, false, false, n, count, L, lda, B, ldb);
    dense_trsm(true, true, false, n, count, L, lda, B, ldb);
}

// ---- with pivots ----

static void exchange(double *x, double *y)
{
    double t = *x;
    *x = *y;
    *y = t;
}

/// Rows and columns k < p of a symmetric matrix whose first k columns are those of L change places.
static void exchange_both(size_t n, size_t k, size_t p, double *A, size_t lda)
{
    for (size_t j = 0; j < k; j++) exchange(A + k + lda * j, A + p + lda * j);
    exchange(A + k + lda * k, A + p + lda * p);
    for (size_t j = k + 1; j < p; j++) exchange(A + j + lda * k, A + p + lda * j);
    for (size_t i = p + 1; i < n; i++) exchange(A + i + lda * k, A + i + lda * p);
}

/// The first of the largest entries d_k … d_n-1.
static size_t largest(size_t k, size_t n, const double *d)
{
    size_t best = k;
    for (size_t i = k + 1; i < n; i++)
        if (d[i] > d[best]) best = i;
    return best;
}

int dense_cholesky_pivoted(int count, double *A, int ld, double tolerance, int *pivot, double *work)
{
    size_t n = (size_t)count, lda = (size_t)ld;
    double *d = work; // what is left of the diagonal
    for (size_t i = 0; i < n; i++)
    {
        d[i] = A[i + lda * i];
        pivot[i] = (int)i;
    }
    if (tolerance < 0.0 && n > 0) tolerance = (double)n * (DBL_EPSILON / 2) * d[largest(0, n, d)];
    for (size_t begin = 0; begin < n; begin += BLOCK)
    {
        size_t end = block_end(begin, n);
        for (size_t k = begin; k < end; k++)
        {
            double *column = A + lda * k;
            size_t p = largest(k, n, d);
            if (!(d[p] > tolerance) || !(d[p] > 0.0)) return (int)k;
            if (p != k) exchange_both(n, k, p, A, lda);
            exchange(d + k, d + p);
            int name = pivot[k];
            pivot[k] = pivot[p];
            pivot[p] = name;
            column[k] = sqrt(d[k]);
            dense_product_add(false, n - k - 1, 1, k - begin, -1.0, (dense_view){A + lda * begin + k + 1, 1, ld},
                              (dense_view){A + lda * begin + k, ld, 1}, column + k + 1, lda);
            scale(n - k - 1, 1.0 / column[k], column + k + 1);
            for (size_t i = k + 1; i < n; i++) d[i] -= column[i] * column[i];
        }
        if (end == n) break;
        dense_view L = {A + lda * begin + end, 1, ld}, transposed = {A + lda * begin + end, ld, 1};
        dense_product_add(true, n - end, n - end, end - begin, -1.0, L, transposed, A + end + lda * end, lda);
    }
    return count;
}
