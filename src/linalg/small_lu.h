// LU with row exchanges for matrices so small that calls and blocks cost more than the arithmetic.

#ifndef HF_LINALG_SMALL_LU_H
#define HF_LINALG_SMALL_LU_H

#include <stdbool.h>

enum
{
    SMALL_LU_MAX = 64 // beyond, the blocks of dense_lu win
};

/// A, n × n by columns, becomes its factors; pivot: n. False if A is singular or not finite; solving is not allowed
/// then.
bool small_lu_factor(int n, double *A, int *pivot);

/// x ◄ A⁻¹ x.
void small_lu_solve(int n, const double *LU, const int *pivot, double *x);

#endif
