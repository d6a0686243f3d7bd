// The Fortran side of dense.h. Prototypes are declared here, since neither LAPACKE nor cblas headers need be installed; each CHARACTER
// argument brings a hidden length at the end, as gfortran passes it.

#include "linalg/dense.h"

#include <math.h>

typedef size_t length;

// clang-format off
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *, const int *,
            const double *, const int *, const double *, double *, const int *, length, length);
void dgemv_(const char *, const int *, const int *, const double *, const double *, const int *, const double *, const int *,
            const double *, double *, const int *, length);
void dsyrk_(const char *, const char *, const int *, const int *, const double *, const double *, const int *, const double *,
            double *, const int *, length, length);
void dtrsm_(const char *, const char *, const char *, const char *, const int *, const int *, const double *, const double *,
            const int *, double *, const int *, length, length, length, length);
void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
void dgetrs_(const char *, const int *, const int *, const double *, const int *, const int *, double *, const int *, int *,
             length);
void dpotrf_(const char *, const int *, double *, const int *, int *, length);
void dpotrs_(const char *, const int *, const int *, const double *, const int *, double *, const int *, int *, length);
void dpstrf_(const char *, const int *, double *, const int *, int *, int *, const double *, double *, int *, length);
void dgelsy_(const int *, const int *, const int *, double *, const int *, double *, const int *, int *, const double *,
             int *, double *, const int *, int *);
void dsyevd_(const char *, const char *, const int *, double *, const int *, double *, double *, const int *, int *,
             const int *, int *, length, length);
// clang-format on

/// LAPACK wants leading dimensions of at least 1, also where there is nothing.
static int at_least_one(int n)
{
    return n > 1 ? n : 1;
}

static const char *op(bool transpose)
{
    return transpose ? "T" : "N";
}

// ---- products and triangular solves ----

void dense_gemm(bool transpose_A, bool transpose_B, int m, int n, int k, double alpha, const double *A, int lda,
                const double *B, int ldb, double beta, double *C, int ldc)
{
    if (m == 0 || n == 0) return;
    lda = at_least_one(lda);
    ldb = at_least_one(ldb);
    dgemm_(op(transpose_A), op(transpose_B), &m, &n, &k, &alpha, A, &lda, B, &ldb, &beta, C, &ldc, 1, 1);
}

void dense_gemv(bool transpose_A, int m, int n, double alpha, const double *A, int lda, const double *x, double beta,
                double *y)
{
    const int one = 1;
    int y_count = transpose_A ? n : m, x_count = transpose_A ? m : n;
    if (x_count == 0) // dgemv returns at once then, without the beta
        for (int i = 0; i < y_count; i++) y[i] = beta == 0.0 ? 0.0 : beta * y[i];
    if (m == 0 || n == 0) return;
    dgemv_(op(transpose_A), &m, &n, &alpha, A, &lda, x, &one, &beta, y, &one, 1);
}

void dense_syrk(bool transpose_A, int n, int k, double alpha, const double *A, int lda, double beta, double *C, int ldc)
{
    if (n == 0) return;
    lda = at_least_one(lda);
    dsyrk_("L", op(transpose_A), &n, &k, &alpha, A, &lda, &beta, C, &ldc, 1, 1);
}

void dense_trsm(bool lower, bool transpose_T, bool unit_diagonal, int n, int count, const double *T, int ldt, double *B,
                int ldb)
{
    const double one = 1.0;
    if (n == 0 || count == 0) return;
    dtrsm_("L", lower ? "L" : "U", op(transpose_T), unit_diagonal ? "U" : "N", &n, &count, &one, T, &ldt, B, &ldb, 1, 1,
           1, 1);
}

// ---- LU ----

int dense_lu(int n, double *A, int lda, int *pivot)
{
    int info = 0;
    if (n > 0) dgetrf_(&n, &n, A, &lda, pivot, &info);
    return info;
}

void dense_lu_solve(bool transposed, int n, const double *LU, int lda, const int *pivot, int count, double *B, int ldb)
{
    int info = 0;
    if (n > 0 && count > 0) dgetrs_(op(transposed), &n, &count, LU, &lda, pivot, B, &ldb, &info, 1);
}

// ---- Cholesky ----

int dense_cholesky(int n, double *A, int lda)
{
    int info = 0;
    if (n > 0) dpotrf_("L", &n, A, &lda, &info, 1);
    return info;
}

void dense_cholesky_solve(int n, const double *L, int lda, int count, double *B, int ldb)
{
    int info = 0;
    if (n > 0 && count > 0) dpotrs_("L", &n, &count, L, &lda, B, &ldb, &info, 1);
}

int dense_cholesky_pivoted(int n, double *A, int lda, double tolerance, int *pivot, double *work)
{
    int rank = 0, info = 0;
    if (n == 0) return 0;
    dpstrf_("L", &n, A, &lda, pivot, &rank, &tolerance, work, &info, 1);
    for (int k = 0; k < n; k++) pivot[k]--; // Fortran counts from 1
    return rank;
}

// ---- least squares ----

static int larger(int m, int n)
{
    return m > n ? m : n;
}

dense_work dense_least_squares_qr_work(int m, int n, int count)
{
    const int query = -1;
    int ld = at_least_one(larger(m, n)), lda = at_least_one(m), rank = 0, info = 0, unused_pivot = 0;
    double doubles = 1.0, tolerance = 0.0, unused = 0.0;
    dgelsy_(&m, &n, &count, &unused, &lda, &unused, &ld, &unused_pivot, &tolerance, &rank, &doubles, &query, &info);
    return (dense_work){.doubles = (size_t)fmax(doubles, 1.0), .ints = (size_t)at_least_one(n)};
}

void dense_least_squares_qr(int m, int n, int count, double *A, int lda, double *B, int ldb, double tolerance,
                            int *rank, dense_work size, double *work, int *iwork)
{
    int info = 0, doubles = (int)size.doubles;
    *rank = 0;
    if (tolerance < 0.0) tolerance = 2.220446049250313e-16 * (double)larger(m, n);
    for (int j = 0; j < n; j++) iwork[j] = 0; // every column may be exchanged
    if (m > 0 && n > 0)
    {
        dgelsy_(&m, &n, &count, A, &lda, B, &ldb, iwork, &tolerance, rank, work, &doubles, &info);
        return;
    }
    for (int j = 0; j < count; j++)
        for (int i = 0; i < n; i++) B[(size_t)ldb * (size_t)j + (size_t)i] = 0.0;
}

// ---- eigenvalues ----

dense_work dense_symmetric_eigen_work(int n)
{
    const int query = -1;
    int lda = at_least_one(n), ints = 1, info = 0;
    double doubles = 1.0, unused = 0.0;
    dsyevd_("V", "L", &n, &unused, &lda, &unused, &doubles, &query, &ints, &query, &info, 1, 1);
    return (dense_work){.doubles = (size_t)fmax(doubles, 1.0), .ints = (size_t)at_least_one(ints)};
}

bool dense_symmetric_eigen(int n, double *A, int lda, double *eigenvalues, dense_work size, double *work, int *iwork)
{
    int info = 0, doubles = (int)size.doubles, ints = (int)size.ints;
    if (n == 0) return true;
    dsyevd_("V", "L", &n, A, &lda, eigenvalues, work, &doubles, iwork, &ints, &info, 1, 1);
    return info == 0;
}
