// Inverses, pseudo-inverses and singular vectors of blocks of sizes 1 to 3, row-major.

#ifndef HF_LINALG_BLOCK_INVERSE_H
#define HF_LINALG_BLOCK_INVERSE_H

#include <stdbool.h>

/// B ◄ A⁻¹ by cofactors; false, and B untouched, if |det A| is too small beside ‖A‖^d to trust it. d = 2 or 3.
bool block_inverse(int d, const double *A, double *B);

/// B ◄ A⁺ (Moore–Penrose), d = 1 … 3. Singular values below 1e-12 of the largest count as zero.
void block_pseudo_inverse(int d, const double *A, double *B);

/// A V = C: V is orthogonal, and the columns of C are, too; their lengths are the singular values of A, in no order.
void block_singular_vectors(int d, const double *A, double *C, double *V);

#endif
