// The dense routines to the last bit: tiles, panels and halves give what the loops of a textbook give, entry by entry,
// at sizes on both sides of every edge. Hence the bits depend neither on the width of the machine's vectors nor on the
// sizes of blocks.

#include "support/harness.h"

#include "base/random.h"
#include "linalg/dense.h"
#include "linalg/dense/tile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const int sizes[] = {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 24, 31, 33, 64, 65, 100, 130, 150};
enum
{
    SIZES = sizeof sizes / sizeof *sizes,
    LARGEST = 150,
    ROOM = (LARGEST + 3) * (LARGEST + 3)
};

typedef struct matrices
{
    random_state random;
    double *A, *B, *C, *D;
    int pivot[LARGEST], plain_pivot[LARGEST];
} matrices;

static matrices *begin(uint64_t seed)
{
    matrices *m = calloc(1, sizeof *m);
    m->random = random_seed(seed);
    double **parts[4] = {&m->A, &m->B, &m->C, &m->D};
    for (int p = 0; p < 4; p++)
    {
        *parts[p] = calloc(ROOM, sizeof(double));
        for (int k = 0; k < ROOM; k++) (*parts[p])[k] = random_normal(&m->random);
    }
    return m;
}

static void end(matrices *m)
{
    free(m->A), free(m->B), free(m->C), free(m->D);
    free(m);
}

static bool same(const double *x, const double *y, size_t count)
{
    return memcmp(x, y, count * sizeof *x) == 0;
}

// ---- products ----

static double entry(bool transposed, const double *A, int ld, int i, int j)
{
    return transposed ? A[j + ld * i] : A[i + ld * j];
}

TEST(gemm_is_the_triple_loop)
{
    matrices *s = begin(1);
    for (int k = 0; k < 200; k++)
    {
        int m = sizes[random_below(&s->random, SIZES)], n = sizes[random_below(&s->random, SIZES)];
        int depth = sizes[random_below(&s->random, SIZES)], ld = LARGEST + random_below(&s->random, 4);
        bool tA = random_below(&s->random, 2), tB = random_below(&s->random, 2);
        double alpha = random_below(&s->random, 2) ? -1.0 : random_normal(&s->random);
        double beta = random_below(&s->random, 3) - 1.0;
        memcpy(s->D, s->C, ROOM * sizeof *s->C);
        dense_gemm(tA, tB, m, n, depth, alpha, s->A, ld, s->B, ld, beta, s->C, ld);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++)
            {
                double sum = beta == 0.0 ? 0.0 : beta == 1.0 ? s->D[i + ld * j] : beta * s->D[i + ld * j];
                for (int p = 0; p < depth; p++) sum += entry(tA, s->A, ld, i, p) * (alpha * entry(tB, s->B, ld, p, j));
                s->D[i + ld * j] = sum;
            }
        CHECK(same(s->C, s->D, ROOM));
    }
    end(s);
}

TEST(gemv_and_syrk_are_gemm)
{
    matrices *s = begin(2);
    for (int k = 0; k < SIZES; k++)
        for (int t = 0; t < 2; t++)
        {
            int n = sizes[k], depth = sizes[(7 * k + 3) % SIZES], ld = LARGEST;
            memcpy(s->D, s->C, ROOM * sizeof *s->C);
            dense_gemv(t, t ? depth : n, t ? n : depth, -1.5, s->A, ld, s->B, 1.0, s->C);
            dense_gemm(t, false, n, 1, depth, -1.5, s->A, ld, s->B, ld, 1.0, s->D, ld);
            CHECK(same(s->C, s->D, ROOM));
            dense_syrk(t, n, depth, -1.0, s->A, ld, 1.0, s->C, ld);
            memcpy(s->B, s->D, ROOM * sizeof *s->D);
            dense_gemm(t, !t, n, n, depth, -1.0, s->A, ld, s->A, ld, 1.0, s->D, ld);
            for (int j = 0; j < n; j++) // above the diagonal nothing was written
                memcpy(s->D + ld * j, s->B + ld * j, (size_t)j * sizeof *s->D);
            CHECK(same(s->C, s->D, ROOM));
        }
    end(s);
}

TEST(tiles_agree)
{
    enum
    {
        DEPTH = 37
    };
    matrices *s = begin(3);
    memcpy(s->D, s->C, ROOM * sizeof *s->C);
    dense_tile_choose()(DEPTH, s->A, TILE_ROWS, s->B, s->C, 11);
    dense_tile_narrow(DEPTH, s->A, TILE_ROWS, s->B, s->D, 11);
    CHECK(same(s->C, s->D, ROOM));
    end(s);
}

// ---- triangles ----

/// Unknown by unknown, from the first of a lower triangle or from the last of an upper one.
static void substitute(bool lower, bool transposed, bool unit, int n, const double *T, int ld, double *x)
{
    for (int a = 0; a < n; a++)
    {
        int i = lower ? a : n - 1 - a;
        for (int b = 0; b < a; b++)
        {
            int k = lower ? b : n - 1 - b;
            x[i] -= entry(transposed, T, ld, i, k) * x[k];
        }
        if (!unit) x[i] /= T[i + ld * i];
    }
}

TEST(triangles_are_substitution)
{
    matrices *s = begin(4);
    int ld = LARGEST;
    for (int k = 0; k < LARGEST * LARGEST; k++) s->A[k] *= k % (ld + 1) == 0 ? 1.0 : 0.02;
    for (int k = 0; k < SIZES; k++)
        for (int variant = 0; variant < 8; variant++)
        {
            bool lower = variant & 1, transposed = variant & 2, unit = variant & 4;
            int n = sizes[k], count = 1 + (5 * k + variant) % 11;
            for (int i = 0; i < ROOM; i++) s->C[i] = s->D[i] = random_normal(&s->random);
            dense_trsm(lower, transposed, unit, n, count, s->A, ld, s->C, ld);
            for (int j = 0; j < count; j++)
                substitute(lower != transposed, transposed, unit, n, s->A, ld, s->D + ld * j);
            CHECK(same(s->C, s->D, ROOM));
        }
    end(s);
}

// ---- factors ----

/// Column by column, as in every textbook.
static void eliminate(int n, double *A, int ld, int *pivot)
{
    for (int k = 0; k < n; k++)
    {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i + ld * k]) > fabs(A[p + ld * k])) p = i;
        pivot[k] = p;
        for (int j = 0; j < n; j++)
        {
            double t = A[k + ld * j];
            A[k + ld * j] = A[p + ld * j];
            A[p + ld * j] = t;
        }
        double inverse = 1.0 / A[k + ld * k];
        for (int i = k + 1; i < n; i++) A[i + ld * k] *= inverse;
        for (int j = k + 1; j < n; j++)
            for (int i = k + 1; i < n; i++) A[i + ld * j] -= A[i + ld * k] * A[k + ld * j];
    }
}

TEST(lu_is_elimination)
{
    matrices *s = begin(5);
    for (int k = 0; k < SIZES; k++)
    {
        int n = sizes[k], ld = LARGEST;
        for (int i = 0; i < ROOM; i++) s->C[i] = s->D[i] = random_normal(&s->random);
        CHECK(dense_lu(n, s->C, ld, s->pivot) == 0);
        eliminate(n, s->D, ld, s->plain_pivot);
        CHECK(same(s->C, s->D, ROOM) && memcmp(s->pivot, s->plain_pivot, (size_t)n * sizeof(int)) == 0);
    }
    memset(s->C, 0, ROOM * sizeof *s->C);
    for (int k = 0; k < 40; k++) s->C[k + 40 * k] = k == 23 || k == 31 ? 0.0 : 1.0;
    CHECK(dense_lu(40, s->C, 40, s->pivot) == 24); // the first zero pivot, counted from 1
    double tiny[4] = {0x1p-1060, 0x1p-1061, 0.0, 1.0};
    CHECK(dense_lu(2, tiny, 2, s->pivot) == 0 && tiny[1] == 0.5);
    end(s);
}

/// Lower triangle of A + n 1 with A = G Gᵀ.
static void fill_definite(matrices *s, int n, int rank, double *A, int ld)
{
    for (int i = 0; i < ROOM; i++) A[i] = random_normal(&s->random);
    dense_syrk(false, n, rank, 1.0, s->A, ld, 0.0, A, ld);
}

static void cholesky(int n, double *A, int ld)
{
    for (int k = 0; k < n; k++)
    {
        A[k + ld * k] = sqrt(A[k + ld * k]);
        double inverse = 1.0 / A[k + ld * k];
        for (int i = k + 1; i < n; i++) A[i + ld * k] *= inverse;
        for (int j = k + 1; j < n; j++)
            for (int i = j; i < n; i++) A[i + ld * j] -= A[i + ld * k] * A[j + ld * k];
    }
}

TEST(cholesky_is_elimination)
{
    matrices *s = begin(6);
    for (int k = 0; k < SIZES; k++)
    {
        int n = sizes[k], ld = LARGEST;
        fill_definite(s, n, n, s->C, ld);
        for (int i = 0; i < n; i++) s->C[i + ld * i] += n;
        memcpy(s->D, s->C, ROOM * sizeof *s->C);
        CHECK(dense_cholesky(n, s->C, ld) == 0);
        cholesky(n, s->D, ld);
        CHECK(same(s->C, s->D, ROOM));
    }
    end(s);
}

/// With pivots: the same as exchanging first and factoring then; and the rank is found.
TEST(pivoted_cholesky_is_cholesky_of_the_exchanged)
{
    matrices *s = begin(7);
    double work[2 * LARGEST];
    for (int k = 0; k < SIZES; k++)
    {
        int n = sizes[k], ld = LARGEST, rank = 1 + 2 * n / 3 < n ? 1 + 2 * n / 3 : n;
        fill_definite(s, n, rank, s->C, ld);
        memcpy(s->B, s->C, ROOM * sizeof *s->C);
        CHECK(dense_cholesky_pivoted(n, s->C, ld, 1e-9 * n, s->pivot, work) == rank);
        memcpy(s->D, s->B, ROOM * sizeof *s->B);
        for (int j = 0; j < n; j++)
            for (int i = j; i < n; i++)
            {
                int a = s->pivot[i], b = s->pivot[j];
                s->D[i + ld * j] = a > b ? s->B[a + ld * b] : s->B[b + ld * a];
            }
        cholesky(n, s->D, ld); // beyond the rank it divides by rounding
        for (int j = 0; j < rank; j++) CHECK(same(s->C + j + ld * j, s->D + j + ld * j, (size_t)(n - j)));
        for (int i = 0; i + 1 < rank; i++) CHECK(s->C[i + ld * i] >= s->C[i + 1 + ld * (i + 1)]);
    }
    end(s);
}

// ---- least squares and eigenvalues of more than a few rows ----

TEST(least_squares_of_many_rows)
{
    enum
    {
        M = 60,
        N = 45
    };
    matrices *s = begin(8);
    dense_work size = dense_least_squares_qr_work(M, N, 2);
    double *work = calloc(size.doubles, sizeof *work), gradient[2 * N] = {0};
    int *iwork = calloc(size.ints, sizeof *iwork), rank;
    for (double unit = 1e-200; unit < 1e201; unit *= 1e100)
    {
        for (int k = 0; k < M * N; k++) s->C[k] = unit * s->A[k];
        memcpy(s->D, s->B, 2 * M * sizeof *s->B);
        dense_least_squares_qr(M, N, 2, s->C, M, s->D, M, -1.0, &rank, size, work, iwork);
        CHECK(rank == N);
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < N; k++) s->D[k + M * j] *= unit;
        double residual[2 * M];
        memcpy(residual, s->B, sizeof residual);
        dense_gemm(false, false, M, 2, N, -1.0, s->A, M, s->D, M, 1.0, residual, M);
        dense_gemm(true, false, N, 2, M, 1.0, s->A, M, residual, M, 0.0, gradient, N);
        for (int k = 0; k < 2 * N; k++) CHECK_NEAR(gradient[k], 0.0, 1e-11);
    }
    memset(s->C, 0, M * N * sizeof *s->C);
    dense_least_squares_qr(M, N, 2, s->C, M, s->D, M, -1.0, &rank, size, work, iwork);
    CHECK(rank == 0 && s->D[0] == 0.0 && s->D[N - 1 + M] == 0.0);
    free(work), free(iwork);
    end(s);
}

TEST(eigenvalues_of_many_rows)
{
    enum
    {
        N = 40
    };
    matrices *s = begin(9);
    double values[N], trace = 0.0, sum = 0.0;
    fill_definite(s, N, N, s->C, N);
    memcpy(s->B, s->C, ROOM * sizeof *s->C);
    CHECK(dense_symmetric_eigen(N, s->C, N, values, dense_symmetric_eigen_work(N), s->D, NULL));
    for (int k = 0; k < N; k++)
    {
        trace += s->B[k + N * k];
        sum += values[k];
        CHECK(k == 0 || values[k] >= values[k - 1]);
    }
    CHECK_NEAR(sum, trace, 1e-11);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++)
        {
            double product = 0.0;
            for (int k = 0; k < N; k++) product += s->C[k + N * i] * s->C[k + N * j];
            CHECK_NEAR(product, i == j, 1e-13);
        }
    s->C[0] = NAN;
    CHECK(!dense_symmetric_eigen(N, s->C, N, values, dense_symmetric_eigen_work(N), s->D, NULL));
    end(s);
}
