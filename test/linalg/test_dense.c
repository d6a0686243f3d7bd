// The dense routines: each against the definition of what it computes. test_dense_bits has larger matrices.

#include "support/harness.h"

#include "base/random.h"
#include "linalg/dense.h"

#include <math.h>
#include <string.h>

enum
{
    N = 7,
    M = 11
};

static void fill(random_state *random, double *A, int count)
{
    for (int k = 0; k < count; k++) A[k] = random_normal(random);
}

/// A (n × n) = B Bᵀ with B of n × rank.
static void fill_semidefinite(random_state *random, int n, int rank, double *A)
{
    double B[M * M];
    fill(random, B, n * rank);
    dense_gemm(false, true, n, n, rank, 1.0, B, n, B, n, 0.0, A, n);
}

TEST(gemm_is_column_major)
{
    const double A[6] = {1, 2, 3, 4, 5, 6}; // 2 × 3: [1 3 5; 2 4 6]
    const double B[3] = {1, 10, 100};       // 3 × 1
    double C[4] = {1, 1, 7, 7};
    dense_gemm(false, false, 2, 1, 3, 1.0, A, 2, B, 3, 2.0, C, 2);
    CHECK(C[0] == 533.0 && C[1] == 644.0 && C[2] == 7.0);
    double T[6];
    dense_gemm(true, true, 3, 2, 2, 1.0, A, 2, (const double[]){1, 0, 0, 1}, 2, 0.0, T, 3); // Aᵀ
    CHECK(T[0] == 1.0 && T[1] == 3.0 && T[2] == 5.0 && T[3] == 2.0);
    double y[3] = {NAN, NAN, NAN};
    dense_gemv(true, 2, 3, 1.0, A, 2, (const double[]){1, -1}, 0.0, y);
    CHECK(y[0] == -1.0 && y[1] == -1.0 && y[2] == -1.0);
    double empty[2] = {3, 4};
    dense_gemv(false, 2, 0, 1.0, A, 2, A, 0.5, empty);
    CHECK(empty[0] == 1.5 && empty[1] == 2.0);
    dense_gemm(false, false, 0, 0, 0, 1.0, NULL, 0, NULL, 0, 0.0, NULL, 0);
}

TEST(syrk_and_trsm)
{
    random_state random = random_seed(3);
    double A[N * N], S[N * N] = {0}, full[N * N], B[2 * N], x[2 * N];
    fill(&random, A, N * N);
    dense_syrk(false, N, N, 1.0, A, N, 0.0, S, N);
    dense_gemm(false, true, N, N, N, 1.0, A, N, A, N, 0.0, full, N);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) CHECK_NEAR(S[i + N * j], i >= j ? full[i + N * j] : 0.0, 1e-13);
    for (int variant = 0; variant < 8; variant++)
    {
        bool lower = variant & 1, transpose = variant & 2, unit = variant & 4;
        double T[N * N] = {0};
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                if (lower ? i >= j : i <= j) T[i + N * j] = i == j ? (unit ? 1.0 : 3.0) : A[i + N * j] / N;
        fill(&random, x, 2 * N);
        dense_gemm(transpose, false, N, 2, N, 1.0, T, N, x, N, 0.0, B, N);
        dense_trsm(lower, transpose, unit, N, 2, T, N, B, N);
        for (int k = 0; k < 2 * N; k++) CHECK_NEAR(B[k], x[k], 1e-12);
    }
    dense_syrk(false, 0, 0, 1.0, NULL, 0, 0.0, NULL, 0);
    dense_trsm(true, false, false, 0, 0, NULL, 1, NULL, 1);
}

TEST(lu_solves_both_ways)
{
    random_state random = random_seed(5);
    double A[N * N], LU[N * N], x[3 * N], B[3 * N];
    int pivot[N];
    fill(&random, A, N * N);
    fill(&random, x, 3 * N);
    memcpy(LU, A, sizeof A);
    CHECK(dense_lu(N, LU, N, pivot) == 0);
    dense_gemm(false, false, N, 3, N, 1.0, A, N, x, N, 0.0, B, N);
    dense_lu_solve(N, LU, N, pivot, 3, B, N);
    for (int k = 0; k < 3 * N; k++) CHECK_NEAR(B[k], x[k], 1e-10);
    double singular[4] = {1, 2, 2, 4};
    CHECK(dense_lu(2, singular, 2, pivot) == 2);
    CHECK(dense_lu(0, NULL, 1, NULL) == 0);
    dense_lu_solve(0, NULL, 1, NULL, 1, NULL, 1);
}

TEST(cholesky_and_its_pivoted_form)
{
    random_state random = random_seed(7);
    double A[N * N], L[N * N], x[N], B[N], work[2 * N];
    int pivot[N];
    fill_semidefinite(&random, N, N, A);
    fill(&random, x, N);
    memcpy(L, A, sizeof A);
    CHECK(dense_cholesky(N, L, N) == 0);
    dense_gemv(false, N, N, 1.0, A, N, x, 0.0, B);
    dense_cholesky_solve(N, L, N, 1, B, N);
    for (int k = 0; k < N; k++) CHECK_NEAR(B[k], x[k], 1e-7);
    double indefinite[4] = {1, 2, 2, 1};
    CHECK(dense_cholesky(2, indefinite, 2) == 2);

    fill_semidefinite(&random, N, 4, A);
    memcpy(L, A, sizeof A);
    CHECK(dense_cholesky_pivoted(N, L, N, -1.0, pivot, work) == 4);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
        {
            double sum = 0.0;
            for (int k = 0; k < 4; k++) sum += (k <= i ? L[i + N * k] : 0.0) * (k <= j ? L[j + N * k] : 0.0);
            CHECK_NEAR(sum, A[pivot[i] + N * pivot[j]], 1e-12);
        }
    CHECK(dense_cholesky_pivoted(0, NULL, 1, -1.0, NULL, NULL) == 0);
    CHECK(dense_cholesky(0, NULL, 1) == 0);
    dense_cholesky_solve(0, NULL, 1, 0, NULL, 1);
}

/// The shortest x is unique: Aᵀ (A x - b) = 0, and x is in the range of Aᵀ. A = L R with R of full rank, so that range
/// is that of Rᵀ.
TEST(least_squares_of_deficient_rank)
{
    enum
    {
        RANK = 4
    };
    random_state random = random_seed(11);
    double left[M * RANK], right[RANK * N], A[M * N], copy[M * N], b[M], x[M], work[4096];
    int iwork[N], rank;
    fill(&random, left, M * RANK);
    fill(&random, right, RANK * N);
    fill(&random, b, M);
    dense_gemm(false, false, M, N, RANK, 1.0, left, M, right, RANK, 0.0, A, M);

    dense_work size = dense_least_squares_qr_work(M, N, 1);
    CHECK(size.doubles <= 4096 && size.ints == N);
    memcpy(copy, A, sizeof A);
    memcpy(x, b, sizeof b);
    dense_least_squares_qr(M, N, 1, copy, M, x, M, 1e-10, &rank, size, work, iwork);
    CHECK(rank == RANK);
    double r[M], g[N], gram[RANK * RANK], y[RANK], back[N];
    memcpy(r, b, sizeof b);
    dense_gemv(false, M, N, 1.0, A, M, x, -1.0, r);
    dense_gemv(true, M, N, 1.0, A, M, r, 0.0, g);
    for (int k = 0; k < N; k++) CHECK_NEAR(g[k], 0.0, 1e-11);
    dense_syrk(false, RANK, N, 1.0, right, RANK, 0.0, gram,
               RANK); // back = Rᵀ (R Rᵀ)⁻¹ R x, the projection to that range
    dense_gemv(false, RANK, N, 1.0, right, RANK, x, 0.0, y);
    CHECK(dense_cholesky(RANK, gram, RANK) == 0);
    dense_cholesky_solve(RANK, gram, RANK, 1, y, RANK);
    dense_gemv(true, RANK, N, 1.0, right, RANK, y, 0.0, back);
    for (int k = 0; k < N; k++) CHECK_NEAR(back[k], x[k], 1e-11);

    memcpy(copy, A, sizeof A);
    memcpy(x, b, sizeof b);
    dense_least_squares_qr(M, N, 1, copy, M, x, M, -1.0, &rank, size, work, iwork);
    CHECK(rank >= RANK);
    double zero[2] = {5, 5};
    dense_least_squares_qr(0, 2, 1, NULL, 1, zero, 2, -1.0, &rank, size, work, iwork);
    CHECK(rank == 0 && zero[0] == 0.0 && zero[1] == 0.0);
}

TEST(eigenvalues_ascend_and_reproduce)
{
    random_state random = random_seed(13);
    double A[N * N], V[N * N], d[N], work[4096];
    int iwork[1024];
    fill_semidefinite(&random, N, 5, A);
    memcpy(V, A, sizeof A);
    dense_work size = dense_symmetric_eigen_work(N);
    CHECK(size.doubles <= 4096 && size.ints <= 1024);
    CHECK(dense_symmetric_eigen(N, V, N, d, size, work, iwork));
    CHECK_NEAR(d[0], 0.0, 1e-12);
    CHECK_NEAR(d[1], 0.0, 1e-12);
    CHECK(d[2] > 1e-6);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
        {
            double sum = 0.0;
            for (int k = 0; k < N; k++) sum += V[i + N * k] * d[k] * V[j + N * k];
            CHECK_NEAR(sum, A[i + N * j], 1e-12);
        }
    CHECK(dense_symmetric_eigen(0, NULL, 1, NULL, size, work, iwork));
}
