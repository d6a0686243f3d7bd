// Sparse LU of square matrices, symbolic and numeric work apart: analyze once a pattern, factor once a set of values, solve many times.
//
// Behind it stands KLU where SuiteSparse was found, and LAPACK's dense LU otherwise.

#ifndef HF_LINALG_SPARSE_LU_H
#define HF_LINALG_SPARSE_LU_H

#include "holdfast/status.h"

#include <stdbool.h>

typedef struct sparse_lu sparse_lu;

/// Analyzes a pattern in compressed columns (begin: n + 1; row indices ascending in a column). Nothing of it is kept by reference.
hf_status sparse_lu_create(int n, const int *begin, const int *row, sparse_lu **lu, hf_error *error);

/// Factors values given in the order of the pattern. *singular tells of a zero pivot; solving is not allowed then.
hf_status sparse_lu_factor(sparse_lu *lu, const double *values, bool *singular, hf_error *error);

/// Cheap estimate of the reciprocal condition number of the last factorization; 0 if singular.
double sparse_lu_reciprocal_condition(const sparse_lu *lu);

/// x ◄ A⁻¹ x for `count` right-hand sides of n entries, one after the other.
void sparse_lu_solve(const sparse_lu *lu, double *x, int count);

/// x ◄ A⁻ᵀ x.
void sparse_lu_solve_transposed(const sparse_lu *lu, double *x, int count);

void sparse_lu_destroy(sparse_lu *lu);

#endif
