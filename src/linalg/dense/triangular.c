// Triangular systems, T X = B, by halves:
//
//     ( T11     ) ( X1 )   ( B1 )      X1 = T11⁻¹ B1,   B2 ◄ B2 - T21 X1,   X2 = T22⁻¹ B2
//     ( T21 T22 ) ( X2 ) = ( B2 )
//
// so that nearly all the work is products. An upper T is solved from the last unknown to the first in the same way. The
// terms of an unknown are subtracted in the order in which the others are found, which for an upper T is from the last:
// the bits do not depend on where the halves meet.

#include "linalg/dense.h"
#include "linalg/dense/product.h"
#include "linalg/dense/tile.h"

enum
{
    SMALL = 16,  // unknowns that are found one by one
    TOGETHER = 8 // right-hand sides in step with each other
};

/// The unknowns of a small system in the order in which they are found. Strides are negative for an upper T.
typedef struct small_system
{
    size_t n;
    bool unit;
    dense_view T; // lower, in that order
    ptrdiff_t step;
} small_system;

/// x_i ◄ (x_i - Σ_k<i T_ik x_k) / T_ii for eight right-hand sides: `count` vectors of `width` numbers.
#define SUBSTITUTE(vector, width, count, s, x)                                                                         \
    for (size_t k = 0; k < (s)->n; k++)                                                                                \
    {                                                                                                                  \
        const double *diagonal = (s)->T.at + (ptrdiff_t)k * ((s)->T.row + (s)->T.column);                              \
        vector found[count];                                                                                           \
        UNROLLED for (size_t r = 0; r < (count); r++)                                                                  \
        {                                                                                                              \
            found[r] = *(const vector##_anywhere *)((x)[k] + (width)*r);                                               \
            if (!(s)->unit) found[r] /= *diagonal;                                                                     \
            *(vector##_anywhere *)((x)[k] + (width)*r) = found[r];                                                     \
        }                                                                                                              \
        for (size_t i = k + 1; i < (s)->n; i++)                                                                        \
        {                                                                                                              \
            double t = diagonal[(ptrdiff_t)(i - k) * (s)->T.row];                                                      \
            UNROLLED for (size_t r = 0; r < (count); r++) * (vector##_anywhere *)((x)[i] + (width)*r) -= found[r] * t; \
        }                                                                                                              \
    }

static void substitute_narrow(const small_system *s, double x[SMALL][TOGETHER])
{
    SUBSTITUTE(pair, 2, 4, s, x)
}

#if defined(__x86_64__) && defined(__GNUC__)
__attribute__((target("avx2"))) static void substitute_wide(const small_system *s, double x[SMALL][TOGETHER])
{
    SUBSTITUTE(quad, 4, 2, s, x)
}
#else
static void substitute_wide(const small_system *s, double x[SMALL][TOGETHER])
{
    substitute_narrow(s, x);
}
#endif

/// Up to eight right-hand sides.
static void solve_together(const small_system *s, size_t count, double *X, size_t ldx)
{
    double x[SMALL][TOGETHER];
    for (size_t j = 0; j < TOGETHER; j++) // the last one fills up
        for (size_t i = 0; i < s->n; i++)
            x[i][j] = X[(ptrdiff_t)i * s->step + (ptrdiff_t)(ldx * (j < count ? j : count - 1))];
    if (dense_tile_choose() == dense_tile_narrow) substitute_narrow(s, x);
    else substitute_wide(s, x);
    for (size_t j = 0; j < count; j++)
        for (size_t i = 0; i < s->n; i++) X[(ptrdiff_t)i * s->step + (ptrdiff_t)(ldx * j)] = x[i][j];
}

static void solve_one(const small_system *s, double *x)
{
    for (size_t k = 0; k < s->n; k++)
    {
        const double *diagonal = s->T.at + (ptrdiff_t)k * (s->T.row + s->T.column);
        double *here = x + (ptrdiff_t)k * s->step;
        if (!s->unit) *here /= *diagonal;
        for (ptrdiff_t i = 1; i < (ptrdiff_t)(s->n - k); i++) here[i * s->step] -= diagonal[i * s->T.row] * *here;
    }
}

static void solve_small(bool lower, bool unit, size_t n, size_t count, dense_view T, double *X, size_t ldx)
{
    small_system s = {n, unit, T, 1};
    if (!lower) // from the last
    {
        s.T.at += (ptrdiff_t)(n - 1) * (T.row + T.column);
        s.T.row = -T.row;
        s.T.column = -T.column;
        s.step = -1;
        X += n - 1;
    }
    if (count == 1) solve_one(&s, X);
    else
        for (size_t j = 0; j < count; j += TOGETHER)
            solve_together(&s, count - j < TOGETHER ? count - j : TOGETHER, X + ldx * j, ldx);
}

void dense_triangular_solve(bool lower, bool unit, size_t n, size_t count, dense_view T, double *X, size_t ldx)
{
    if (n <= SMALL)
    {
        if (n > 0 && count > 0) solve_small(lower, unit, n, count, T, X, ldx);
        return;
    }
    size_t first = (n / 2 + SMALL - 1) / SMALL * SMALL, second = n - first;
    const double *corner = T.at + (ptrdiff_t)first * (T.row + T.column),
                 *last = corner + (ptrdiff_t)(second - 1) * T.column;
    dense_view T22 = {corner, T.row, T.column};
    if (lower)
    {
        dense_view T21 = {T.at + (ptrdiff_t)first * T.row, T.row, T.column}, X1 = {X, 1, (ptrdiff_t)ldx};
        dense_triangular_solve(lower, unit, first, count, T, X, ldx);
        dense_product_add(false, second, count, first, -1.0, T21, X1, X + first, ldx);
        dense_triangular_solve(lower, unit, second, count, T22, X + first, ldx);
        return;
    }
    dense_view T12 = {last - (ptrdiff_t)first * T.row, T.row, -T.column}, X2 = {X + n - 1, -1, (ptrdiff_t)ldx};
    dense_triangular_solve(lower, unit, second, count, T22, X + first, ldx);
    dense_product_add(false, first, count, second, -1.0, T12, X2, X, ldx);
    dense_triangular_solve(lower, unit, first, count, T, X, ldx);
}

void dense_trsm(bool lower, bool transpose_T, bool unit_diagonal, int n, int count, const double *T, int ldt, double *B,
                int ldb)
{
    dense_view view = transpose_T ? (dense_view){T, ldt, 1} : (dense_view){T, 1, ldt};
    dense_triangular_solve(lower != transpose_T, unit_diagonal, (size_t)n, (size_t)count, view, B, (size_t)ldb);
}
