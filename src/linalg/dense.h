// Dense linear algebra in plain C (linalg/dense/), in the manner of BLAS and LAPACK.
//
// Every entry of a result takes its terms one by one, in an order that the head of each file names: the bits depend
// neither on the machine, nor on the compiler, nor on the sizes of blocks. A tuned BLAS does not promise that (its
// kernels fuse products and sums where the processor can), which is why none is called. Measured on an AMD EPYC beside
// OpenBLAS 0.3.21 on one thread: LU of 10 to 100 rows takes 0.5 to 0.8 of its time, of 200 1.2 times, of 1,000 1.3
// times; products 1.2 to 1.4 times.
//
// Storage is Fortran's throughout: COLUMN-MAJOR, entry (i, j) of a matrix with leading dimension ld stands at A[i + ld
// * j]. A row-major m × n matrix of ours (blocks of W, H, G) is therefore the column-major n × m matrix Aᵀ with ld = n;
// pass it with `transposed` turned round. Symmetric matrices and Cholesky factors use the LOWER triangle; the upper one
// is neither read nor written.
// Nothing here allocates: scratch is the caller's, and its size is told by the *_work functions. An empty matrix is
// fine everywhere.

#ifndef HF_LINALG_DENSE_H
#define HF_LINALG_DENSE_H

#include "holdfast/workspace.h"

#include <stdbool.h>
#include <stddef.h>

/// How much scratch a factorization wants.
typedef struct dense_work
{
    size_t doubles;
    size_t ints;
} dense_work;

// ---- products and triangular solves ----

/// C ◄ alpha op(A) op(B) + beta C; C is m × n, op(A) is m × k.
void dense_gemm(bool transpose_A, bool transpose_B, int m, int n, int k, double alpha, const double *A, int lda,
                const double *B, int ldb, double beta, double *C, int ldc);

/// y ◄ alpha op(A) x + beta y; A is m × n before op. Strides are 1.
void dense_gemv(bool transpose_A, int m, int n, double alpha, const double *A, int lda, const double *x, double beta,
                double *y);

/// Lower triangle of C ◄ alpha A Aᵀ + beta C (transpose_A: Aᵀ A); C is n × n, the inner dimension is k.
void dense_syrk(bool transpose_A, int n, int k, double alpha, const double *A, int lda, double beta, double *C,
                int ldc);

/// B ◄ op(T)⁻¹ B; T is n × n triangular, lower or upper, with a diagonal of its own or of ones; B is n × count.
void dense_trsm(bool lower, bool transpose_T, bool unit_diagonal, int n, int count, const double *T, int ldt, double *B,
                int ldb);

// ---- LU with row exchanges ----

/// A ◄ its factors L and U, PA = LU. pivot: n entries, the row that each row changed places with. Returns 0, or k > 0
/// if U(k, k) (counted from 1) is exactly zero.
int dense_lu(int n, double *A, int lda, int *pivot);

/// LU of matrices of thousands of rows: the interrupt of `workspace` is looked at between parts that take milliseconds.
/// Returns a number > 0 where that ends it.
int dense_lu_within(hf_workspace *workspace, int n, double *A, int lda, int *pivot);

/// B ◄ A⁻¹ B from the factors; B is n × count.
void dense_lu_solve(int n, const double *LU, int lda, const int *pivot, int count, double *B, int ldb);

// ---- Cholesky ----

/// Lower triangle of A ◄ L, A = L Lᵀ. Returns 0, or k > 0 if the leading k × k part is not positive definite.
int dense_cholesky(int n, double *A, int lda);

/// B ◄ A⁻¹ B from L; B is n × count.
void dense_cholesky_solve(int n, const double *L, int lda, int count, double *B, int ldb);

/// Lower triangle of A ◄ L, Pᵀ A P = L Lᵀ, with complete pivoting: row and column pivot[k] (counted from 0) come k-th.
/// Stops when no pivot exceeds `tolerance` (negative: n · eps · largest diagonal entry) and returns the rank. work: 2
/// n.
int dense_cholesky_pivoted(int n, double *A, int lda, double tolerance, int *pivot, double *work);

// ---- least squares, any rank ----

dense_work dense_least_squares_qr_work(int m, int n, int count);

/// B ◄ the minimum-norm x of min ‖A x - b‖ for `count` right-hand sides, by a complete orthogonal factorization. B has
/// max(m, n) rows;
/// A is destroyed. What is below tolerance · largest (negative: machine precision) counts as zero for the rank. ints of
/// the work are the column pivots.
void dense_least_squares_qr(int m, int n, int count, double *A, int lda, double *B, int ldb, double tolerance,
                            int *rank, dense_work size, double *work, int *iwork);

// ---- eigenvalues ----

dense_work dense_symmetric_eigen_work(int n);

/// Eigenvalues of symmetric A (lower triangle), ascending; its columns become the eigenvectors. False if it did not
/// converge.
bool dense_symmetric_eigen(int n, double *A, int lda, double *eigenvalues, dense_work size, double *work, int *iwork);

#endif
