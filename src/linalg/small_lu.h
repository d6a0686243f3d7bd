// LU with row exchanges for matrices so small that LAPACK's calls cost more than its arithmetic.

#ifndef HF_LINALG_SMALL_LU_H
#define HF_LINALG_SMALL_LU_H

#include <stdbool.h>

enum
{
    SMALL_LU_MAX = 64 // beyond, LAPACK's blocks win
};

/// A, n × n by columns, becomes its factors, and x ◄ A⁻¹ x. False if A is singular or not finite.
bool small_lu_solve(int n, double *A, double *x);

#endif
