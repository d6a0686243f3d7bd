// The innermost loop of every dense product: C ◄ C + A B for a tile C of 8 rows and 4 columns, held in registers.
//
// Entry (i, j) takes its terms one by one in the order of k: the bits are those of the plain triple loop, whatever the
// width of the machine's vectors. Products and sums are rounded separately on every machine (no fused multiply-add).

#ifndef HF_LINALG_DENSE_TILE_H
#define HF_LINALG_DENSE_TILE_H

#include <stddef.h>

// Vectors of GCC and clang, and as they stand in arrays.
typedef double pair __attribute__((vector_size(16)));
typedef double pair_anywhere __attribute__((vector_size(16), aligned(8), may_alias));
typedef double quad __attribute__((vector_size(32)));
typedef double quad_anywhere __attribute__((vector_size(32), aligned(8), may_alias));

#define UNROLLED _Pragma("GCC unroll 8")

enum
{
    TILE_ROWS = 8,
    TILE_COLUMNS = 4
};

/// A(i, p) = A[i + stride p], B(p, j) = B[4 p + j], C(i, j) = C[i + ldc j].
typedef void (*dense_tile)(size_t k, const double *A, size_t stride, const double *B, double *C, size_t ldc);

/// The widest that this machine runs.
dense_tile dense_tile_choose(void);

/// The one that every machine runs.
void dense_tile_narrow(size_t k, const double *A, size_t stride, const double *B, double *C, size_t ldc);

#endif
