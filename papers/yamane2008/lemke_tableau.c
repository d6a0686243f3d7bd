// The dictionary of the Lemke family. A pivot is one rank-1 update, n (n + 2) multiply-adds over whole rows; rows whose
// entry in the pivot column is zero are left alone, which in contact problems is most of those of the friction cone's
// multipliers.
//
// Pivot on (s, r), p = M'_sr (the incremental form of Yamane and Nakamura 2008, eqs. 6 and 7):
//     row s      ◄ -row s / p,  entry r ◄ 1 / p
//     row i ≠ s  ◄ row i + M'_ir · (new row s),  entry r ◄ M'_ir / p

#include "papers/yamane2008/lemke_tableau.h"

#include "base/elementary.h"
#include "linalg/vector.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// A pivot below this (relative to M's largest entry) is taken for rounding: about n eps for the n of a few hundred
/// that dense pivoting is for.
static const double SINGULAR_PIVOT = 1e-13;

/// Rows that differ by no more are not worth balancing: contact problems stay as they are, in the units of their
/// friction.
static const double BALANCED = 64.0;

enum
{
    BALANCE_SWEEPS = 4
};

/// A guessed variable enters only by a pivot above this: a guess is there to save time, not to condition the whole path
/// badly.
static const double GUESS_PIVOT = 1e-8;

/// The power of two at or below the largest entry: dividing by it rounds nothing.
static double scale_of(const double *x, size_t count)
{
    double most = 0.0;
    for (size_t k = 0; k < count; k++) most = fabs(x[k]) > most ? fabs(x[k]) : most;
    return most > 0.0 ? ldexp(1.0, ilogb(most)) : 1.0;
}

/// Largest entry of each row and column i of D M D together.
static void sizes_of(const hf_lcp *lcp, const double *d, double *size)
{
    int n = lcp->dimension;
    memset(size, 0, (size_t)n * sizeof *size);
    for (int i = 0; i < n; i++)
    {
        const double *row = lcp->M + (size_t)i * (size_t)n;
        double most = 0.0;
        for (int j = 0; j < n; j++)
        {
            double entry = fabs(row[j]) * d[i] * d[j];
            most = entry > most ? entry : most;
            size[j] = entry > size[j] ? entry : size[j];
        }
        size[i] = most > size[i] ? most : size[i];
    }
}

/// D by symmetric scaling (Ruiz 2001), which keeps what is definite or copositive so; left alone if M is balanced to
/// BALANCED already. `size` is scratch.
static void balance_rows(const hf_lcp *lcp, double *d, double *size)
{
    int n = lcp->dimension;
    for (int sweep = 0; sweep < BALANCE_SWEEPS; sweep++)
    {
        double least = INFINITY, most = 0.0;
        sizes_of(lcp, d, size);
        for (int i = 0; i < n; i++)
        {
            if (size[i] == 0.0) continue;
            least = fmin(least, size[i]);
            most = fmax(most, size[i]);
        }
        if (!(most > BALANCED * least)) return;
        for (int i = 0; i < n; i++)
            if (size[i] > 0.0)
                d[i] = fmin(fmax(d[i] * ldexp(1.0, -(int)round(0.5 * real_log(size[i]) / real_log(2.0))),
                                 DBL_EPSILON * DBL_EPSILON),
                            1.0 / (DBL_EPSILON * DBL_EPSILON)); // no overflow, whatever M holds
    }
}

bool tableau_begin(tableau *t, const hf_lcp *lcp, tableau_scaling scaling, hf_workspace *workspace)
{
    int n = lcp->dimension;
    *t = (tableau){.lcp = lcp, .n = n, .stride = ((size_t)n + 2 + 7) / 8 * 8};
    t->T = ARENA_ZEROED(workspace, double, (size_t)n * t->stride);
    t->d = ARENA_ARRAY(workspace, double, n);
    t->Mt = ARENA_ARRAY(workspace, double, (size_t)n *(size_t)n);
    t->c = ARENA_ZEROED(workspace, double, n);
    t->q = ARENA_ARRAY(workspace, double, n);
    t->basic = ARENA_ARRAY(workspace, int, n);
    t->nonbasic = ARENA_ARRAY(workspace, int, n + 1);
    t->place = ARENA_ARRAY(workspace, int, 2 * n + 1);
    t->root = ARENA_ARRAY(workspace, int, n);
    t->values = ARENA_ARRAY(workspace, double, 2 * n + 1);
    t->moves = ARENA_ARRAY(workspace, int, 4 * n + 1);
    if (!t->T || !t->d || !t->Mt || !t->c || !t->q || !t->basic || !t->nonbasic || !t->place || !t->root ||
        !t->values || !t->moves)
        return false;

    for (int i = 0; i < n; i++) t->d[i] = 1.0;
    if (scaling == TABLEAU_BALANCED) balance_rows(lcp, t->d, t->values);
    for (int i = 0; i < n; i++)
    {
        t->q[i] = lcp->q[i] * t->d[i];
        t->root[i] = i;
        for (int j = 0; j < n; j++)
            t->Mt[(size_t)j * (size_t)n + (size_t)i] = lcp->M[(size_t)i * (size_t)n + (size_t)j] * t->d[i] * t->d[j];
    }
    t->scale_M = scaling == TABLEAU_AS_IS ? 1.0 : scale_of(t->Mt, (size_t)n * (size_t)n);
    t->scale_q = scaling == TABLEAU_AS_IS ? 1.0 : scale_of(t->q, (size_t)n);
    for (int i = 0; i < n; i++) t->q[i] /= t->scale_q;
    for (size_t k = 0; k < (size_t)n * (size_t)n; k++) t->Mt[k] /= t->scale_M;
    tableau_reset(t);
    return true;
}

void tableau_reset(tableau *t)
{
    int n = t->n;
    for (int i = 0; i < n; i++)
    {
        double *row = row_of(t, i);
        const double *M_i = t->lcp->M + (size_t)i * (size_t)n;
        for (int j = 0; j < n; j++) row[j] = M_i[j] * t->d[i] * t->d[j] / t->scale_M;
        row[n] = t->c[i];
        row[n + 1] = t->q[i];
        t->basic[i] = i;
        t->nonbasic[i] = n + i;
        t->place[i] = i;
        t->place[n + i] = ~i;
    }
    t->nonbasic[n] = 2 * n;
    t->place[2 * n] = ~n;
}

/// row ◄ row + factor · pivot_row, over the whole padded row.
INLINED void add_row(double *restrict row, double factor, const double *restrict pivot_row, size_t stride)
{
    for (size_t j = 0; j < stride; j++) row[j] += factor * pivot_row[j];
}

/// All rows but s with the new row s, p the old pivot.
INLINED void add_to_others(tableau *t, int s, int r, double p)
{
    const double *pivot_row = row_of(t, s);
    for (int i = 0; i < t->n; i++)
    {
        if (i == s) continue;
        double *row = row_of(t, i);
        double factor = row[r];
        if (factor == 0.0) continue;
        add_row(row, factor, pivot_row, t->stride);
        row[r] = factor / p;
    }
}

WIDE static void add_to_others_wide(tableau *t, int s, int r, double p)
{
    add_to_others(t, s, r, p);
}

static void add_to_others_narrow(tableau *t, int s, int r, double p)
{
    add_to_others(t, s, r, p);
}

/// defect ◄ defect - M z, z behind the n values of w in `x`.
INLINED void subtract_columns(const tableau *t, const double *x, double *defect)
{
    size_t n = (size_t)t->n;
    for (size_t j = 0; j < n; j++)
        if (x[n + j] != 0.0) add_row(defect, -x[n + j], t->Mt + j * n, n);
}

WIDE static void subtract_columns_wide(const tableau *t, const double *x, double *defect)
{
    subtract_columns(t, x, defect);
}

static void subtract_columns_narrow(const tableau *t, const double *x, double *defect)
{
    subtract_columns(t, x, defect);
}

/// The work has ended.
static bool is_over(const tableau *t)
{
    return t->work && work_over(t->work);
}

double tableau_work(const tableau *t)
{
    return work_price.column_flop * t->n * (double)t->stride + t->n;
}

void tableau_pivot(tableau *t, int s, int r)
{
    double *pivot_row = row_of(t, s);
    double p = pivot_row[r];
    if (t->work) work_charge(t->work, tableau_work(t));
    for (size_t j = 0; j < t->stride; j++) pivot_row[j] = -pivot_row[j] / p;
    pivot_row[r] = 0.0; // so that add_row leaves column r alone
    (wide_runs() ? add_to_others_wide : add_to_others_narrow)(t, s, r, p);
    pivot_row[r] = 1.0 / p;

    int leaving = t->basic[s], entering = t->nonbasic[r];
    t->basic[s] = entering;
    t->nonbasic[r] = leaving;
    t->place[entering] = s;
    t->place[leaving] = ~r;
    t->pivots++;
}

/// The original covering vector that is `cover` in the basis reached: w = M z + c z0 + q with x_B = cover for z0 = 1,
/// x_N = 0 and q = 0, so c = w - M z of that point.
static void cover_root(tableau *t, const double *cover)
{
    int n = t->n;
    for (int i = 0; i < n; i++)
    {
        row_of(t, i)[n] = cover ? cover[i] : 1.0;
        t->c[i] = is_basic(t, i) ? row_of(t, i)[n] : 0.0;
    }
    for (int j = 0; j < n; j++)
        if (is_basic(t, n + j)) add_row(t->c, -row_of(t, t->place[n + j])[n], t->Mt + (size_t)j * (size_t)n, (size_t)n);
}

/// Principal pivots, the largest first: of dependent rows only as many come in as are independent.
static int enter_one_by_one(tableau *t, const unsigned char *guess)
{
    for (int entered = 0;; entered++)
    {
        int best = -1;
        double size = GUESS_PIVOT;
        for (int i = 0; i < t->n; i++)
            if (guess[i] && t->basic[i] == i && fabs(row_of(t, i)[i]) > size)
            {
                best = i;
                size = fabs(row_of(t, i)[i]);
            }
        if (best < 0 || is_over(t)) return entered;
        tableau_pivot(t, best, best);
    }
}

/// What zero diagonals kept out may come in by twos: the pair i, j with the largest of the smaller one of |M'_ij|,
/// |M'_ji|.
static bool enter_pair(tableau *t, const unsigned char *guess)
{
    int first = -1, second = -1;
    double size = GUESS_PIVOT;
    for (int i = 0; i < t->n; i++)
        for (int j = 0; guess[i] && t->basic[i] == i && j < i; j++)
        {
            double both = guess[j] && t->basic[j] == j ? fmin(fabs(row_of(t, i)[j]), fabs(row_of(t, j)[i])) : 0.0;
            if (both <= size) continue;
            size = both;
            first = i;
            second = j;
        }
    if (first < 0 || is_over(t)) return false;
    tableau_pivot(t, first, second); // w_first and z_second change places …
    tableau_pivot(t, second, first); // … and w_second and z_first
    int *basic = t->basic, a = basic[first];
    double *row = row_of(t, first), *other = row_of(t, second); // rows and columns back into the order of the indices
    basic[first] = basic[second];
    basic[second] = a;
    for (size_t k = 0; k < t->stride; k++)
    {
        double x = row[k];
        row[k] = other[k];
        other[k] = x;
    }
    t->place[basic[first]] = first;
    t->place[basic[second]] = second;
    for (int i = 0; i < t->n; i++)
    {
        double x = row_of(t, i)[first];
        row_of(t, i)[first] = row_of(t, i)[second];
        row_of(t, i)[second] = x;
    }
    a = t->nonbasic[first];
    t->nonbasic[first] = t->nonbasic[second];
    t->nonbasic[second] = a;
    t->place[t->nonbasic[first]] = ~first;
    t->place[t->nonbasic[second]] = ~second;
    return true;
}

int tableau_root(tableau *t, const unsigned char *guess, const double *cover)
{
    int n = t->n, entered = 0;
    memset(t->c, 0, (size_t)n * sizeof *t->c);
    tableau_reset(t);
    if (guess)
    {
        do entered += enter_one_by_one(t, guess);
        while (enter_pair(t, guess));
    }
    for (int i = 0; i < n; i++) t->root[i] = t->basic[i];
    cover_root(t, cover);
    return entered;
}

bool tableau_move(tableau *t, const unsigned char *wanted)
{
    int n = t->n, count = 0;
    int *rows = t->moves, *columns = t->moves + n;
    for (int i = 0; i < n; i++)
        if (!wanted[t->basic[i]]) rows[count++] = i;
    int missing = 0;
    for (int j = 0; j <= n; j++)
        if (wanted[t->nonbasic[j]]) columns[missing++] = j;
    while (count > 0)
    {
        if (is_over(t)) return false;
        int at_row = 0, at_column = 0;
        double size = -1.0;
        for (int a = 0; a < count; a++)
        {
            const double *row = row_of(t, rows[a]);
            for (int b = 0; b < count; b++)
                if (fabs(row[columns[b]]) > size)
                {
                    size = fabs(row[columns[b]]);
                    at_row = a;
                    at_column = b;
                }
        }
        if (!(size > SINGULAR_PIVOT)) return false;
        tableau_pivot(t, rows[at_row], columns[at_column]);
        count--;
        rows[at_row] = rows[count];
        columns[at_column] = columns[count];
    }
    return true;
}

void tableau_defect(tableau *t, bool direction, int column, double *defect)
{
    int n = t->n;
    double *x = t->values;
    memset(x, 0, (size_t)(2 * n + 1) * sizeof *x);
    int entry = direction ? column : n + 1;
    for (int i = 0; i < n; i++) x[t->basic[i]] = row_of(t, i)[entry];
    if (direction) x[t->nonbasic[column]] = 1.0;

    for (int i = 0; i < n; i++) defect[i] = x[i] - x[2 * n] * t->c[i] - (direction ? 0.0 : t->q[i]);
    (wide_runs() ? subtract_columns_wide : subtract_columns_narrow)(t, x, defect);
}

void tableau_point(const tableau *t, double *z)
{
    for (int i = 0; i < t->n; i++)
        z[i] = is_basic(t, t->n + i) ? right_side(t, t->place[t->n + i]) * unscale(t, i) : 0.0;
}
