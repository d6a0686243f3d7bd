// A = L Lᵀ with rows in and out.
//
// factor   right-looking by panels of PANEL columns; a dependent row is left out as it is met: its row and column of L
//          become those of
//          the identity, so that nothing after it sees it, and at the end L closes up over the gaps.     n³/3
// append   l = L⁻¹ c, pivot d - l·l                                                                       n²
// remove   [L11; l21 l22; L31 l32 L33] without its middle row: L33' L33'ᵀ = L33 L33ᵀ + l32 l32ᵀ,
//          a rank-one update by rotations (Gill, Golub, Murray and Saunders 1974, method C1)              2 (n - at)²

#include "linalg/incremental.h"

#include "linalg/dense.h"
#include "linalg/vector.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

enum
{
    PANEL = 32 // columns: the diagonal block (8 KB) stays in the first-level cache
};

static double *column_of(const llt *f, int j)
{
    return f->L + (size_t)f->capacity * (size_t)j;
}

/// Makes row and column j those of the identity.
static void leave_out(llt *f, int count, int j)
{
    for (int c = 0; c < j; c++) column_of(f, c)[j] = 0.0;
    double *L = column_of(f, j);
    L[j] = 1.0;
    for (int i = j + 1; i < count; i++) L[i] = 0.0;
}

/// Column j, all updates from the columns before it done: its pivot, and the division by it.
INLINED void factor_column(llt *f, int count, int j, double least, bool *kept)
{
    double *L = column_of(f, j);
    kept[j] = L[j] > least;
    if (!kept[j])
    {
        leave_out(f, count, j);
        return;
    }
    double pivot = sqrt(L[j]), scale = 1.0 / pivot;
    L[j] = pivot;
    for (int i = j + 1; i < count; i++) L[i] *= scale;
}

/// Factors columns begin … end-1 down to the last row, all updates from columns before `begin` done. Four columns at a
/// time are finished among themselves, and then taken off those behind them together. Columns left out are zero below,
/// and change nothing.
INLINED void factor_panel(llt *f, int count, int begin, int end, const double *least, bool *kept)
{
    for (int j = begin; j < end; j += 4)
    {
        int stop = j + 4 < end ? j + 4 : end;
        for (int k = j; k < stop; k++)
        {
            factor_column(f, count, k, least[k - begin], kept);
            const double *L = column_of(f, k);
            for (int c = k + 1; c < stop; c++) vector_add(count - c, -L[c], L + c, column_of(f, c) + c); // A ◄ A - l lᵀ
        }
        if (stop < j + 4) break;
        const double *L0 = column_of(f, j), *L1 = column_of(f, j + 1), *L2 = column_of(f, j + 2),
                     *L3 = column_of(f, j + 3);
        for (int c = j + 4; c < end; c++)
        {
            double minus[4] = {-L0[c], -L1[c], -L2[c], -L3[c]};
            vector_add4(count - c, minus, L0 + c, L1 + c, L2 + c, L3 + c, column_of(f, c) + c);
        }
    }
}

static WIDE void factor_panel_wide(llt *f, int count, int begin, int end, const double *least, bool *kept)
{
    factor_panel(f, count, begin, end, least, kept);
}

/// Closes L up over the rows that were left out.
static int close_up(llt *f, int count, const bool *kept)
{
    int to = 0;
    for (int j = 0; j < count; j++)
    {
        if (!kept[j]) continue;
        const double *from = column_of(f, j);
        double *L = column_of(f, to);
        int row = to;
        for (int i = j; i < count; i++)
            if (kept[i]) L[row++] = from[i];
        to++;
    }
    return to;
}

int llt_factor(llt *f, int count, double tolerance, bool *kept)
{
    assert(count >= 0 && count <= f->capacity);
    // What each pivot must exceed is kept above the diagonal, in the first row: that triangle is free, and so is the
    // last entry's own diagonal once it is read.
    double least[PANEL];
    bool all = true, wide = wide_runs();
    for (int j = 1; j < count; j++) column_of(f, j)[0] = column_of(f, j)[j];
    double first = count > 0 ? f->L[0] : 0.0;
    for (int begin = 0; begin < count; begin += PANEL)
    {
        int end = begin + PANEL < count ? begin + PANEL : count;
        for (int j = begin; j < end; j++) least[j - begin] = tolerance * (j ? column_of(f, j)[0] : first);
        if (wide) factor_panel_wide(f, count, begin, end, least, kept);
        else factor_panel(f, count, begin, end, least, kept);
        if (end < count) // A22 ◄ A22 - L21 L21ᵀ
            dense_syrk(false, count - end, end - begin, -1.0, column_of(f, begin) + end, f->capacity, 1.0,
                       column_of(f, end) + end, f->capacity);
    }
    for (int j = 0; j < count; j++) all = all && kept[j];
    f->count = all ? count : close_up(f, count, kept);
    return f->count;
}

INLINED void forward(const llt *f, double *x) // x ◄ L⁻¹ x, four columns at a time
{
    int n = f->count, j = 0;
    for (; j + 4 <= n; j += 4)
    {
        const double *L0 = column_of(f, j), *L1 = column_of(f, j + 1), *L2 = column_of(f, j + 2),
                     *L3 = column_of(f, j + 3);
        x[j] /= L0[j];
        x[j + 1] = (x[j + 1] - L0[j + 1] * x[j]) / L1[j + 1];
        x[j + 2] = (x[j + 2] - L0[j + 2] * x[j] - L1[j + 2] * x[j + 1]) / L2[j + 2];
        x[j + 3] = (x[j + 3] - L0[j + 3] * x[j] - L1[j + 3] * x[j + 1] - L2[j + 3] * x[j + 2]) / L3[j + 3];
        double minus[4] = {-x[j], -x[j + 1], -x[j + 2], -x[j + 3]};
        vector_add4(n - j - 4, minus, L0 + j + 4, L1 + j + 4, L2 + j + 4, L3 + j + 4, x + j + 4);
    }
    for (; j < n; j++)
    {
        const double *L = column_of(f, j);
        x[j] /= L[j];
        vector_add(n - j - 1, -x[j], L + j + 1, x + j + 1);
    }
}

INLINED void backward(const llt *f, double *x) // x ◄ L⁻ᵀ x
{
    int n = f->count, j = n - 1;
    for (; j >= 0 && (j + 1) % 4 != 0; j--)
    {
        const double *L = column_of(f, j);
        x[j] = (x[j] - vector_dot(n - j - 1, L + j + 1, x + j + 1)) / L[j];
    }
    for (; j >= 3; j -= 4) // columns j-3 … j
    {
        const double *L0 = column_of(f, j - 3), *L1 = column_of(f, j - 2), *L2 = column_of(f, j - 1),
                     *L3 = column_of(f, j);
        double d[4];
        vector_dot4(n - j - 1, L0 + j + 1, L1 + j + 1, L2 + j + 1, L3 + j + 1, x + j + 1, d);
        x[j] = (x[j] - d[3]) / L3[j];
        x[j - 1] = (x[j - 1] - d[2] - L2[j] * x[j]) / L2[j - 1];
        x[j - 2] = (x[j - 2] - d[1] - L1[j] * x[j] - L1[j - 1] * x[j - 1]) / L1[j - 2];
        x[j - 3] = (x[j - 3] - d[0] - L0[j] * x[j] - L0[j - 1] * x[j - 1] - L0[j - 2] * x[j - 2]) / L0[j - 3];
    }
}

static WIDE void forward_wide(const llt *f, double *x)
{
    forward(f, x);
}

static WIDE void backward_wide(const llt *f, double *x)
{
    backward(f, x);
}

bool llt_append(llt *f, double *column, double diagonal, double tolerance)
{
    assert(f->count < f->capacity);
    int n = f->count;
    if (wide_runs()) forward_wide(f, column);
    else forward(f, column);
    double pivot = diagonal - vector_dot(n, column, column);
    if (!(pivot > tolerance * diagonal)) return false;
    for (int j = 0; j < n; j++) column_of(f, j)[n] = column[j];
    column_of(f, n)[n] = sqrt(pivot);
    f->count++;
    return true;
}

void llt_remove(llt *f, int at, double *x)
{
    assert(at >= 0 && at < f->count);
    int n = f->count, m = n - at - 1;
    for (int j = 0; j < at; j++) memmove(column_of(f, j) + at, column_of(f, j) + at + 1, (size_t)m * sizeof(double));
    memcpy(x, column_of(f, at) + at + 1, (size_t)m * sizeof(double));
    for (int j = 0; j < m; j++)
    {
        const double *from = column_of(f, at + 1 + j) + at + 1 + j;
        double *L = column_of(f, at + j) + at + j;
        double r = sqrt(from[0] * from[0] + x[j] * x[j]), c = from[0] / r, s = x[j] / r;
        L[0] = r;
        for (int i = 1; i < m - j; i++) // (L, x) ◄ (c L + s x, c x - s L), a rotation
        {
            double l = from[i], t = x[j + i];
            L[i] = c * l + s * t;
            x[j + i] = c * t - s * l;
        }
    }
    f->count--;
}

void llt_solve(const llt *f, double *x)
{
    if (wide_runs())
    {
        forward_wide(f, x);
        backward_wide(f, x);
        return;
    }
    forward(f, x);
    backward(f, x);
}
