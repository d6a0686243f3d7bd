// Two widths of one loop, by the vectors of GCC and clang: 4 numbers where the machine has AVX2, 2 otherwise (SSE2,
// NEON). The choice is made when the program runs, so that one binary is quick on both; it cannot be seen in the
// numbers. Measured on an AMD EPYC at about 3 GHz: 45 GFlop/s and 16; a fused multiply-add would bring nothing there,
// since products and sums have units of their own.

#include "linalg/dense/tile.h"

/// The body of a tile of `count` vectors of `width` numbers, times 4 columns.
#define TILE(vector, width, count, k, A, stride, B, C, ldc)                                                            \
    do {                                                                                                               \
        vector c[TILE_COLUMNS][count], a[count];                                                                       \
        UNROLLED for (size_t j = 0; j < TILE_COLUMNS; j++) UNROLLED for (size_t r = 0; r < (count); r++) c[j][r] =     \
            *(const vector##_anywhere *)((C) + j * (ldc) + (width)*r);                                                 \
        for (size_t p = 0; p < (k); p++)                                                                               \
        {                                                                                                              \
            UNROLLED for (size_t r = 0; r < (count); r++) a[r] =                                                       \
                *(const vector##_anywhere *)((A) + p * (stride) + (width)*r);                                          \
            UNROLLED for (size_t j = 0; j < TILE_COLUMNS; j++) UNROLLED for (size_t r = 0; r < (count); r++)           \
                c[j][r] += a[r] * (B)[TILE_COLUMNS * p + j];                                                           \
        }                                                                                                              \
        UNROLLED for (size_t j = 0; j < TILE_COLUMNS; j++) UNROLLED for (size_t r = 0; r < (count); r++) *             \
            (vector##_anywhere *)((C) + j * (ldc) + (width)*r) = c[j][r];                                              \
    } while (0)

void dense_tile_narrow(size_t k, const double *A, size_t stride, const double *B, double *C, size_t ldc)
{
    TILE(pair, 2, 2, k, A, stride, B, C, ldc); // 8 vectors of sums: with the factors, all that 16 registers hold
    A += TILE_ROWS / 2;
    C += TILE_ROWS / 2;
    TILE(pair, 2, 2, k, A, stride, B, C, ldc);
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void tile_wide(size_t k, const double *A, size_t stride, const double *B,
                                                      double *C, size_t ldc)
{
    TILE(quad, 4, 2, k, A, stride, B, C, ldc);
}

dense_tile dense_tile_choose(void)
{
    return __builtin_cpu_supports("avx2") ? tile_wide : dense_tile_narrow;
}
#else
dense_tile dense_tile_choose(void)
{
    return dense_tile_narrow;
}
#endif
