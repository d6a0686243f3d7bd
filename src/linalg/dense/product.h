// The product behind gemm, syrk, the triangular solves and the factors: general strides, so that transposing, and
// running through k backwards, cost nothing.

#ifndef HF_LINALG_DENSE_PRODUCT_H
#define HF_LINALG_DENSE_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>

/// Entry (i, j) stands at at[row i + column j]; strides may be negative.
typedef struct dense_view
{
    const double *at;
    ptrdiff_t row, column;
} dense_view;

/// C ◄ C + alpha A B: C(i, j) takes alpha B(p, j) A(i, p) one after the other, p = 0 … k - 1. A is m × k, B k × n, C
/// column-major.
/// lower: entries above the diagonal of C are left alone. C overlaps neither A nor B.
void dense_product_add(bool lower, size_t m, size_t n, size_t k, double alpha, dense_view A, dense_view B, double *C,
                       size_t ldc);

/// X ◄ T⁻¹ X; T as it is seen through the view is lower or upper, its diagonal of ones where `unit`.
void dense_triangular_solve(bool lower, bool unit, size_t n, size_t count, dense_view T, double *X, size_t ldx);

/// y ◄ y - s x.
static inline void dense_subtract_scaled(size_t n, double s, const double *restrict x, double *restrict y)
{
    for (size_t k = 0; k < n; k++) y[k] -= s * x[k];
}

#endif
