// Sparse LU of square matrices, symbolic and numeric work apart: analyze once a pattern, factor once a set of values,
// solve many times.
//
// Behind it stand a left-looking sparse LU, and the dense LU where that is faster (a few dozen rows, or so much fill
// that scalar loops lose). One thread at a time: a solve uses scratch of the factorization.

#ifndef HF_LINALG_SPARSE_SPARSE_LU_H
#define HF_LINALG_SPARSE_SPARSE_LU_H

#include "holdfast/workspace.h"

#include <stdbool.h>

typedef struct sparse_lu sparse_lu;

typedef enum sparse_lu_kind
{
    SPARSE_LU_BEST = 0, // by size and expected fill
    SPARSE_LU_DENSE,    // dense_lu
    SPARSE_LU_LEFT,     // ours: left-looking, in the workspace alone
} sparse_lu_kind;

/// Analyzes a pattern in compressed columns (begin: n + 1; row indices ascending in a column). Nothing of it is kept by
/// reference.
hf_status sparse_lu_create(int n, const int *begin, const int *row, sparse_lu **lu, hf_error *error);

/// Analysis in a workspace, for a factorization that ends before its mark. The pattern is kept by reference.
hf_status sparse_lu_create_in(hf_workspace *home, int n, const int *begin, const int *row, sparse_lu **lu,
                              hf_error *error);

/// In a workspace, or in the heap if `home` is NULL, with a method of the caller's choice.
hf_status sparse_lu_create_kind(hf_workspace *home, sparse_lu_kind kind, int n, const int *begin, const int *row,
                                sparse_lu **lu, hf_error *error);

/// Which method was chosen, never SPARSE_LU_BEST.
sparse_lu_kind sparse_lu_kind_of(const sparse_lu *lu);

/// Entries that both factors are expected to have (exact unless pivots move off the diagonal).
double sparse_lu_fill(const sparse_lu *lu);

/// Expected cost of a factorization, in floating point operations of the dense LU.
double sparse_lu_cost(const sparse_lu *lu);

/// Factors values given in the order of the pattern; they must be finite. *singular tells of a zero pivot; solving is
/// not allowed then.
/// Pivots of the last factorization are tried again first, and given up where they are too small.
hf_status sparse_lu_factor(sparse_lu *lu, const double *values, bool *singular, hf_error *error);

/// sparse_lu_factor for a matrix that an iteration has made: numbers that are not finite count as singular, and are no
/// error of the caller's.
hf_status sparse_lu_try(sparse_lu *lu, const double *values, bool *singular, hf_error *error);

/// Cheap estimate of the reciprocal condition number of the last factorization; 0 if singular.
double sparse_lu_reciprocal_condition(const sparse_lu *lu);

/// x ◄ A⁻¹ x for `count` right-hand sides of n entries, one after the other.
void sparse_lu_solve(const sparse_lu *lu, double *x, int count);

void sparse_lu_destroy(sparse_lu *lu);

#endif
