// A = L D Lᵀ of a symmetric matrix with a band, in place and without pivoting.
//
// Problem: A(i, j) = 0 for |i - j| > width. Definite matrices, and quasi-definite ones (a positive definite block, a
//          negative one, anything between them), have such a factor in any order (Vanderbei 1995).
// Width:   a multiple of 4, at most BANDED_WIDEST: columns are read in vectors of four.
// Layout:  column j holds A(j, j), A(j + 1, j) … A(j + width, j), one after the other; places past the last row are
//          there
//          and zero. In the factor the diagonal holds D, the rest L.
// Inertia: the number of negative pivots is the number of negative eigenvalues (Sylvester). A pivot that is exactly
// zero,
//          or not a number, ends the factor; the caller has to say what that means.
// Cost:    n width² / 2 multiplications to factor, 2 n width to solve; a right side that begins at row k costs n - k.

#ifndef HF_LINALG_BANDED_H
#define HF_LINALG_BANDED_H

#include <stddef.h>

enum
{
    BANDED_WIDEST = 16
};

typedef struct banded
{
    int n, width;

    /// (width + 1) n numbers.
    double *values;
} banded;

/// Numbers that n rows take.
static inline size_t banded_size(int n, int width)
{
    return (size_t)n * ((size_t)width + 1);
}

/// A(i, j), i >= j.
static inline double *banded_at(const banded *A, int i, int j)
{
    return &A->values[(size_t)j * ((size_t)A->width + 1) + (size_t)(i - j)];
}

/// A(i, j) += a, in whichever half it is.
static inline void banded_add(const banded *A, int i, int j, double a)
{
    *(i >= j ? banded_at(A, i, j) : banded_at(A, j, i)) += a;
}

/// A ◄ its factors. Returns -1, or the row whose pivot is zero or not a number; *negative ◄ the number of negative
/// pivots (may be NULL).
int banded_factor(const banded *A, int *negative);

/// x ◄ L⁻¹ x, x zero before row `first`.
void banded_forward(const banded *L, int first, double *x);

/// banded_forward of four right sides, number by number side by side. Each has the bits that it has alone, in little
/// more than the time of one.
void banded_forward_four(const banded *L, double (*x)[4]);

/// x ◄ L⁻ᵀ x.
void banded_backward(const banded *L, double *x);

/// x ◄ D⁻¹ x from row `first` on.
void banded_divide(const banded *L, int first, double *x);

/// x ◄ A⁻¹ x.
void banded_solve(const banded *L, double *x);

#endif
