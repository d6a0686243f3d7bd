// Products of dense matrices, by tiles of 8 × 4 (linalg/dense/tile.h).
//
//     for each 128 columns of A  ► for each 64 rows: copied to panels of 8 rows, one column after the other (64 kB, on
//                                the stack)
//       for each 4 columns of B  ► copied to rows of 4, times alpha (4 kB)
//         for each panel         ► one tile
//
// C is read and written once for each 128 columns of A. Since a stored sum has the bits of one in a register, C(i, j)
// is
//
//     (((C(i, j) + A(i, 0) αB(0, j)) + A(i, 1) αB(1, j)) + …)
//
// for any size of blocks: these may be tuned without a change of bits. What is smaller than some tiles is done by the
// plain loop, with the same bits.
// Cost: 2 m n k operations, m k (n / all) + k n (m / 64) numbers copied.

#include "linalg/dense/product.h"

#include "linalg/dense.h"
#include "linalg/dense/tile.h"

enum
{
    DEPTH = 128,       // columns of A at a time
    ROWS = 64,         // rows of A at a time
    PLAIN_FLOPS = 400, // below, copying costs more than tiles gain
    PLAIN_COLUMNS = 2  // tiles of 4 columns would be more than half empty
};

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/// y ◄ y + Σ_p s_p A(:, p) down the columns of A, four at a time; term by term in the order of p.
static void add_columns(size_t m, size_t k, double alpha, dense_view A, const double *x, ptrdiff_t step,
                        double *restrict y)
{
    size_t p = 0;
    for (; p + 4 <= k; p += 4)
    {
        const double *a = A.at + (ptrdiff_t)p * A.column, *b = a + A.column, *c = b + A.column, *d = c + A.column;
        const double *s = x + (ptrdiff_t)p * step;
        double s0 = alpha * s[0], s1 = alpha * s[step], s2 = alpha * s[2 * step], s3 = alpha * s[3 * step];
        for (size_t i = 0; i < m; i++) y[i] = (((y[i] + a[i] * s0) + b[i] * s1) + c[i] * s2) + d[i] * s3;
    }
    for (; p < k; p++)
    {
        const double *a = A.at + (ptrdiff_t)p * A.column;
        double s = alpha * x[(ptrdiff_t)p * step];
        for (size_t i = 0; i < m; i++) y[i] += a[i] * s;
    }
}

/// y += alpha A x along rows of A, four rows at a time: four sums that do not wait for each other.
static void add_rows(size_t m, size_t k, double alpha, dense_view A, const double *x, ptrdiff_t step, double *y)
{
    size_t i = 0;
    for (; i + 4 <= m; i += 4)
    {
        const double *a = A.at + (ptrdiff_t)i * A.row, *b = a + A.row, *c = b + A.row, *d = c + A.row;
        double y0 = y[i], y1 = y[i + 1], y2 = y[i + 2], y3 = y[i + 3];
        for (size_t p = 0; p < k; p++)
        {
            double s = alpha * x[(ptrdiff_t)p * step];
            ptrdiff_t at = (ptrdiff_t)p * A.column;
            y0 += a[at] * s;
            y1 += b[at] * s;
            y2 += c[at] * s;
            y3 += d[at] * s;
        }
        y[i] = y0;
        y[i + 1] = y1;
        y[i + 2] = y2;
        y[i + 3] = y3;
    }
    for (; i < m; i++)
        for (size_t p = 0; p < k; p++)
            y[i] += A.at[(ptrdiff_t)i * A.row + (ptrdiff_t)p * A.column] * (alpha * x[(ptrdiff_t)p * step]);
}

/// Column by column of C, without copies.
static void plain(bool lower, size_t m, size_t n, size_t k, double alpha, dense_view A, dense_view B, double *C,
                  size_t ldc)
{
    for (size_t j = 0; j < n; j++)
    {
        size_t first = lower ? smaller(j, m) : 0;
        dense_view below = {A.at + (ptrdiff_t)first * A.row, A.row, A.column};
        const double *x = B.at + (ptrdiff_t)j * B.column;
        if (A.row == 1) add_columns(m - first, k, alpha, below, x, B.row, C + j * ldc + first);
        else add_rows(m - first, k, alpha, below, x, B.row, C + j * ldc + first);
    }
}

/// Panels of 8 rows of A(:, 0 … k - 1), the last filled up with zeros.
static void pack_rows(size_t m, size_t k, dense_view A, double *restrict panel)
{
    for (size_t i = 0; i < m; i += TILE_ROWS)
    {
        size_t rows = smaller(TILE_ROWS, m - i);
        for (size_t p = 0; p < k; p++, panel += TILE_ROWS)
        {
            const double *a = A.at + (ptrdiff_t)i * A.row + (ptrdiff_t)p * A.column;
            if (rows == TILE_ROWS && A.row == 1)
                for (size_t r = 0; r < TILE_ROWS; r++) panel[r] = a[r];
            else
                for (size_t r = 0; r < TILE_ROWS; r++) panel[r] = r < rows ? a[(ptrdiff_t)r * A.row] : 0.0;
        }
    }
}

/// α B(:, 0 … n - 1) for n <= 4, by rows of 4 that are filled up with zeros.
static void pack_columns(size_t n, size_t k, double alpha, dense_view B, double *restrict sliver)
{
    const double *b[TILE_COLUMNS];
    for (size_t j = 0; j < TILE_COLUMNS; j++) b[j] = B.at + (ptrdiff_t)(j < n ? j : 0) * B.column;
    for (size_t p = 0; p < k; p++)
        for (size_t j = 0; j < TILE_COLUMNS; j++) sliver[TILE_COLUMNS * p + j] = alpha * b[j][(ptrdiff_t)p * B.row];
    for (size_t j = n; j < TILE_COLUMNS; j++)
        for (size_t p = 0; p < k; p++) sliver[TILE_COLUMNS * p + j] = 0.0;
}

/// A tile that C holds in part only: by way of a copy. Entries (i, j) with i + below < j are not written.
static void tile_at_edge(dense_tile tile, size_t k, const double *A, const double *B, size_t rows, size_t columns,
                         ptrdiff_t below, double *C, size_t ldc)
{
    double copy[TILE_ROWS * TILE_COLUMNS] = {0};
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < rows; i++) copy[i + TILE_ROWS * j] = C[i + ldc * j];
    tile(k, A, TILE_ROWS, B, copy, TILE_ROWS);
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < rows; i++)
            if ((ptrdiff_t)i + below >= (ptrdiff_t)j) C[i + ldc * j] = copy[i + TILE_ROWS * j];
}

/// Rows `begin` … begin + m - 1 of C, whose panels are packed.
static void add_panels(bool lower, dense_tile tile, size_t begin, size_t m, size_t n, size_t k, double alpha,
                       const double *panels, dense_view B, double *C, size_t ldc)
{
    double sliver[TILE_COLUMNS * DEPTH];
    for (size_t j = 0; j < n && (!lower || j < begin + m); j += TILE_COLUMNS)
    {
        size_t columns = smaller(TILE_COLUMNS, n - j);
        pack_columns(columns, k, alpha, (dense_view){B.at + (ptrdiff_t)j * B.column, B.row, B.column}, sliver);
        for (size_t i = 0; i < m; i += TILE_ROWS)
        {
            size_t rows = smaller(TILE_ROWS, m - i);
            ptrdiff_t below =
                lower ? (ptrdiff_t)(begin + i) - (ptrdiff_t)j : TILE_COLUMNS; // the diagonal is at i + below = j
            double *c = C + (begin + i) + ldc * j;
            if (below <= -TILE_ROWS) continue;
            if (rows == TILE_ROWS && columns == TILE_COLUMNS && below >= TILE_COLUMNS - 1)
                tile(k, panels + i * k, TILE_ROWS, sliver, c, ldc);
            else tile_at_edge(tile, k, panels + i * k, sliver, rows, columns, below, c, ldc);
        }
    }
}

void dense_product_add(bool lower, size_t m, size_t n, size_t k, double alpha, dense_view A, dense_view B, double *C,
                       size_t ldc)
{
    if (n <= PLAIN_COLUMNS || m * n * k < PLAIN_FLOPS)
    {
        plain(lower, m, n, k, alpha, A, B, C, ldc);
        return;
    }
    dense_tile tile = dense_tile_choose();
    double panels[ROWS * DEPTH];
    for (size_t p = 0; p < k; p += DEPTH)
        for (size_t i = 0; i < m; i += ROWS)
        {
            size_t depth = smaller(DEPTH, k - p), rows = smaller(ROWS, m - i);
            dense_view a = {A.at + (ptrdiff_t)i * A.row + (ptrdiff_t)p * A.column, A.row, A.column};
            pack_rows(rows, depth, a, panels);
            add_panels(lower, tile, i, rows, n, depth, alpha, panels,
                       (dense_view){B.at + (ptrdiff_t)p * B.row, B.row, B.column}, C, ldc);
        }
}

// ---- the interface ----

static dense_view view(bool transposed, const double *A, int ld)
{
    return transposed ? (dense_view){A, ld, 1} : (dense_view){A, 1, ld};
}

/// C ◄ beta C; whatever C holds is forgotten where beta is zero.
static void scale(bool lower, size_t m, size_t n, double beta, double *C, size_t ldc)
{
    if (beta == 1.0) return;
    for (size_t j = 0; j < n; j++)
        for (size_t i = lower ? j : 0; i < m; i++) C[i + ldc * j] = beta == 0.0 ? 0.0 : beta * C[i + ldc * j];
}

void dense_gemm(bool transpose_A, bool transpose_B, int m, int n, int k, double alpha, const double *A, int lda,
                const double *B, int ldb, double beta, double *C, int ldc)
{
    scale(false, (size_t)m, (size_t)n, beta, C, (size_t)ldc);
    dense_product_add(false, (size_t)m, (size_t)n, (size_t)k, alpha, view(transpose_A, A, lda),
                      view(transpose_B, B, ldb), C, (size_t)ldc);
}

void dense_gemv(bool transpose_A, int m, int n, double alpha, const double *A, int lda, const double *x, double beta,
                double *y)
{
    size_t rows = (size_t)(transpose_A ? n : m), k = (size_t)(transpose_A ? m : n);
    scale(false, rows, 1, beta, y, rows);
    dense_product_add(false, rows, 1, k, alpha, view(transpose_A, A, lda), (dense_view){x, 1, 0}, y, rows);
}

void dense_syrk(bool transpose_A, int n, int k, double alpha, const double *A, int lda, double beta, double *C, int ldc)
{
    scale(true, (size_t)n, (size_t)n, beta, C, (size_t)ldc);
    dense_product_add(true, (size_t)n, (size_t)n, (size_t)k, alpha, view(transpose_A, A, lda),
                      view(!transpose_A, A, lda), C, (size_t)ldc);
}
