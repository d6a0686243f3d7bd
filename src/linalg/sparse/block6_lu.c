// Right-looking LU by blocks:   D_k ◄ D_k⁻¹, L_ik ◄ A_ik D_k, A_ij ◄ A_ij - L_ik U_kj for all i, j below k in the
//                               pattern.
//
// Rows below the diagonal of column k are neighbours of each other in the factor, so that the target of i and j > i
// stands in column i, and the places of all j there are found by one walk along both lists. Lower and upper target have
// the same place.
// Cost: 864 operations for each pair of blocks in a column, 432 where A is symmetric; nothing is looked up inside the
// products. A symmetric A has U_kj = A_jkᵀ, as A_jk is when column k is eliminated: no upper target is ever needed.

#include "linalg/sparse/block6_lu.h"

#include "base/arena.h"
#include "linalg/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// What is left of a row of six after four lanes.
typedef double last_two __attribute__((vector_size(2 * sizeof(double)), aligned(sizeof(double)), may_alias));

// Products of blocks between two looks at the interrupt: some milliseconds.
static const double PRODUCTS_BETWEEN = 5e4;

bool block6_lu_begin(const elimination *pattern, hf_workspace *workspace, block6_lu *lu)
{
    size_t n = (size_t)pattern->n, entries = pattern->begin[n];
    *lu = (block6_lu){.pattern = pattern,
                      .workspace = workspace,
                      .diagonal = ARENA_ARRAY(workspace, double, BLOCK6_AREA *n),
                      .lower = ARENA_ARRAY(workspace, double, BLOCK6_AREA *entries),
                      .upper = ARENA_ARRAY(workspace, double, BLOCK6_AREA *entries),
                      .x = ARENA_ARRAY(workspace, double, BLOCK6 *n)};
    return lu->diagonal && lu->lower && lu->upper && lu->x;
}

void block6_lu_clear(block6_lu *lu, bool symmetric)
{
    lu->symmetric = symmetric;
    size_t n = (size_t)lu->pattern->n, bytes = BLOCK6_AREA * lu->pattern->begin[n] * sizeof(double);
    memset(lu->diagonal, 0, BLOCK6_AREA * n * sizeof(double));
    memset(lu->lower, 0, bytes);
    if (!symmetric) memset(lu->upper, 0, bytes);
}

double *block6_lu_at(block6_lu *lu, int i, int j)
{
    const elimination *e = lu->pattern;
    int row = e->place[i], column = e->place[j];
    if (row == column) return lu->diagonal + BLOCK6_AREA * (size_t)row;
    int outer = row < column ? row : column, inner = row < column ? column : row;
    size_t low = e->begin[outer], high = e->begin[outer + 1];
    while (high - low > 1)
    {
        size_t middle = low + (high - low) / 2;
        if (e->row[middle] <= inner) low = middle;
        else high = middle;
    }
    return (row > column ? lu->lower : lu->upper) + BLOCK6_AREA * low;
}

/// C -= A B. A row is four numbers at once and two more.
INLINED void subtract_product(const double *restrict A, const double *restrict B, double *restrict C)
{
    for (int i = 0; i < BLOCK6; i++)
    {
        double *row = C + (size_t)(BLOCK6 * i);
        lanes first = *(const lanes *)row;
        last_two last = *(const last_two *)(row + LANES);
        for (int k = 0; k < BLOCK6; k++)
        {
            double a = A[BLOCK6 * i + k];
            first -= a * *(const lanes *)(B + (size_t)(BLOCK6 * k));
            last -= a * *(const last_two *)(B + (size_t)(BLOCK6 * k + LANES));
        }
        *(lanes *)row = first;
        *(last_two *)(row + LANES) = last;
    }
}

/// y -= A x.
static inline void subtract_times(const double *restrict A, const double *restrict x, double *restrict y)
{
    for (int i = 0; i < BLOCK6; i++)
    {
        double sum = 0.0;
        for (int j = 0; j < BLOCK6; j++) sum += A[BLOCK6 * i + j] * x[j];
        y[i] -= sum;
    }
}

/// A ◄ A B.
INLINED void multiply_right(double *A, const double *B)
{
    double product[BLOCK6_AREA] = {0.0};
    subtract_product(A, B, product);
    for (int k = 0; k < BLOCK6_AREA; k++) A[k] = -product[k];
}

/// A ◄ A⁻¹ by Gauss and Jordan with row pivots. False if it is singular.
static bool invert(double *A)
{
    double B[BLOCK6][2 * BLOCK6] = {{0.0}};
    for (int i = 0; i < BLOCK6; i++)
    {
        memcpy(B[i], A + (size_t)(BLOCK6 * i), BLOCK6 * sizeof *A);
        B[i][BLOCK6 + i] = 1.0;
    }
    for (int k = 0; k < BLOCK6; k++)
    {
        int best = k;
        for (int i = k + 1; i < BLOCK6; i++)
            if (fabs(B[i][k]) > fabs(B[best][k])) best = i;
        double pivot = B[best][k];
        if (!(fabs(pivot) > 0.0) || !isfinite(pivot)) return false;
        for (int j = 0; j < 2 * BLOCK6; j++)
        {
            double value = B[best][j];
            B[best][j] = B[k][j];
            B[k][j] = value / pivot;
        }
        for (int i = 0; i < BLOCK6; i++)
        {
            double factor = B[i][k];
            if (i == k || factor == 0.0) continue;
            for (int j = 0; j < 2 * BLOCK6; j++) B[i][j] -= factor * B[k][j];
        }
    }
    for (int i = 0; i < BLOCK6; i++) memcpy(A + (size_t)(BLOCK6 * i), B[i] + BLOCK6, BLOCK6 * sizeof *A);
    return true;
}

INLINED void transpose(const double *restrict A, double *restrict T)
{
    for (int i = 0; i < BLOCK6; i++)
        for (int j = 0; j < BLOCK6; j++) T[BLOCK6 * j + i] = A[BLOCK6 * i + j];
}

/// L_ik of column k, and what it takes from all that come after.
INLINED void eliminate(block6_lu *lu, int k, bool symmetric)
{
    const elimination *e = lu->pattern;
    size_t end = e->begin[k + 1];
    for (size_t s = e->begin[k]; s < end; s++)
    {
        if (symmetric) transpose(lu->lower + BLOCK6_AREA * s, lu->upper + BLOCK6_AREA * s);
        multiply_right(lu->lower + BLOCK6_AREA * s, lu->diagonal + BLOCK6_AREA * (size_t)k);
    }
    for (size_t s = e->begin[k]; s < end; s++)
    {
        int i = e->row[s];
        const double *L_i = lu->lower + BLOCK6_AREA * s, *U_i = lu->upper + BLOCK6_AREA * s;
        subtract_product(L_i, U_i, lu->diagonal + BLOCK6_AREA * (size_t)i);
        size_t target = e->begin[i];
        for (size_t t = s + 1; t < end; t++, target++)
        {
            while (e->row[target] != e->row[t]) target++;
            assert(target < e->begin[i + 1]); // what couples k's neighbours is in the pattern
            subtract_product(lu->lower + BLOCK6_AREA * t, U_i, lu->lower + BLOCK6_AREA * target);
            if (!symmetric) subtract_product(L_i, lu->upper + BLOCK6_AREA * t, lu->upper + BLOCK6_AREA * target);
        }
    }
}

static void eliminate_narrow(block6_lu *lu, int k)
{
    if (lu->symmetric) eliminate(lu, k, true);
    else eliminate(lu, k, false);
}

WIDE static void eliminate_wide(block6_lu *lu, int k)
{
    if (lu->symmetric) eliminate(lu, k, true);
    else eliminate(lu, k, false);
}

bool block6_lu_factor(block6_lu *lu)
{
    bool wide = wide_runs();
    const elimination *e = lu->pattern;
    double since = 0.0; // products since the last look at the interrupt
    for (int k = 0; k < e->n; k++)
    {
        double below = (double)(e->begin[k + 1] - e->begin[k]);
        since += below * below;
        if (since > PRODUCTS_BETWEEN)
        {
            if (workspace_interrupted(lu->workspace)) return false;
            since = 0.0;
        }
        double *D = lu->diagonal + BLOCK6_AREA * (size_t)k;
        if (!invert(D)) return false;
        (wide ? eliminate_wide : eliminate_narrow)(lu, k);
    }
    return true;
}

void block6_lu_solve(block6_lu *lu, double *x)
{
    const elimination *e = lu->pattern;
    double *y = lu->x;
    for (int k = 0; k < e->n; k++) memcpy(y + BLOCK6 * (size_t)k, x + BLOCK6 * (size_t)e->order[k], BLOCK6 * sizeof *x);
    for (int k = 0; k < e->n; k++) // L y = x
        for (size_t s = e->begin[k]; s < e->begin[k + 1]; s++)
            subtract_times(lu->lower + BLOCK6_AREA * s, y + BLOCK6 * (size_t)k, y + BLOCK6 * (size_t)e->row[s]);
    for (int k = e->n - 1; k >= 0; k--) // U x = y
    {
        double rest[BLOCK6], *y_k = y + BLOCK6 * (size_t)k;
        for (size_t s = e->begin[k]; s < e->begin[k + 1]; s++)
            subtract_times(lu->upper + BLOCK6_AREA * s, y + BLOCK6 * (size_t)e->row[s], y_k);
        for (int j = 0; j < BLOCK6; j++) rest[j] = -y_k[j];
        memset(y_k, 0, BLOCK6 * sizeof *y_k);
        subtract_times(lu->diagonal + BLOCK6_AREA * (size_t)k, rest, y_k);
    }
    for (int k = 0; k < e->n; k++) memcpy(x + BLOCK6 * (size_t)e->order[k], y + BLOCK6 * (size_t)k, BLOCK6 * sizeof *x);
}
