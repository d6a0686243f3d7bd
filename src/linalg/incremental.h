// Factorizations of a square matrix that grows and shrinks by one row and column at a time, each in O(n²).
//
//   llt      A = L Lᵀ, A symmetric positive definite. Rows leave by a rank-one update of what stands behind them, so
//            the factor
//            stays as accurate as a new one.
//   inverse  X = B⁻¹ for B without symmetry, by bordering. Errors pile up: the owner watches a residual and calls
//            inverse_factor again when it has grown.
//
// Both live in memory of the caller's; nothing allocates. Column-major, leading dimension = capacity.

#ifndef HF_LINALG_INCREMENTAL_H
#define HF_LINALG_INCREMENTAL_H

#include <stdbool.h>

// ---- symmetric positive definite ----

typedef struct llt
{
    int capacity;
    int count; // rows now
    double *L; // capacity × capacity, lower triangle
} llt;

/// Factors the count × count matrix whose lower triangle stands in f->L. A row whose pivot is not above `tolerance`
/// times its own diagonal entry depends on the rows before it: it is left out, and L closes up. kept[i] tells which
/// rows remain; the return value is how many (= f->count).
int llt_factor(llt *f, int count, double tolerance, bool *kept);

/// Adds a row: `column` holds its count off-diagonal entries (destroyed). False, and nothing changed, if the row
/// depends on those that are there (pivot not above tolerance · diagonal).
bool llt_append(llt *f, double *column, double diagonal, double tolerance);

/// Takes row `at` out; those behind it move up by one.
void llt_remove(llt *f, int at, double *work); // work: capacity

/// x ◄ A⁻¹ x.
void llt_solve(const llt *f, double *x);

// ---- general ----

typedef struct inverse
{
    int capacity;
    int count;
    double *X; // capacity × capacity
} inverse;

/// X ◄ B⁻¹ for the count × count matrix at B (leading dimension = capacity; destroyed). pivot: count. False if B is
/// singular.
bool inverse_factor(inverse *f, int count, double *B, int *pivot);

/// The pivot that adding (row, column, diagonal) would give, relative to what it is the difference of: |d - rᵀX c| /
/// (|d| + Σ|r_i (Xc)_i|).
/// y ◄ X c (count entries), to be handed to inverse_append.
double inverse_pivot(const inverse *f, const double *row, const double *column, double diagonal, double *y);

/// Adds them. y as left by inverse_pivot; z: count of scratch.
void inverse_append(inverse *f, const double *row, double diagonal, const double *y, double *z);

/// Takes row and column `at` out; the last one moves to its place. False, and nothing changed, if what remains is
/// singular.
bool inverse_remove(inverse *f, int at, double tolerance);

/// Column `at` of B ◄ column. y: count of scratch. False, and nothing changed, if B becomes singular.
bool inverse_replace(inverse *f, int at, const double *column, double tolerance, double *y);

/// y ◄ X x.
void inverse_apply(const inverse *f, const double *x, double *y);

#endif
