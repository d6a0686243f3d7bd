// Inverses and pseudo-inverses of the diagonal blocks, sizes 1 to 3, row-major. Made once a solve.

#ifndef HF_SOLVE_SWEEP_BLOCK_INVERSE_H
#define HF_SOLVE_SWEEP_BLOCK_INVERSE_H

#include <stdbool.h>

/// B ◄ A⁻¹ by cofactors; false, and B untouched, if |det A| is too small beside ‖A‖^d to trust it. d = 2 or 3.
bool block_inverse(int d, const double *A, double *B);

/// B ◄ A⁺ (Moore–Penrose), d = 1 … 3. Singular values below 1e-12 of the largest count as zero.
void block_pseudo_inverse(int d, const double *A, double *B);

#endif
