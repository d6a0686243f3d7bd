// What stands behind sparse_lu: two sets of functions on a state of their own. n > 0 in all of them.

#ifndef HF_LINALG_SPARSE_SPARSE_LU_BACKEND_H
#define HF_LINALG_SPARSE_SPARSE_LU_BACKEND_H

#include "linalg/sparse/sparse_lu.h"

typedef struct lu_backend
{
    sparse_lu_kind kind;
    /// NULL if memory is short. `begin` and `row` outlive the state, which lives in `home`, or in the heap if that is
    /// NULL.
    void *(*analyze)(hf_workspace *home, int n, int *begin, int *row);
    /// Expected cost of a factorization in floating point operations of the dense LU. NULL: it is the dense LU.
    double (*cost)(const void *state);
    /// Expected entries of both factors. NULL: n².
    double (*fill)(const void *state);
    /// *reciprocal_condition is 0 where a pivot is zero. HF_STATUS_OK or HF_STATUS_NO_MEMORY.
    hf_status (*factor)(void *state, const double *values, double *reciprocal_condition);
    void (*solve)(const void *state, double *x, int count);
    void (*destroy)(void *state);
} lu_backend;

extern const lu_backend lu_backend_dense; // sparse_lu_dense.c
extern const lu_backend lu_backend_left;  // sparse_lu_left.c

#endif
