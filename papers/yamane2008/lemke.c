// Lemke's algorithm and its lexicographic form.
//   w = M z + c z0 + q,  c = 1                                           (Yamane and Nakamura 2008, eq. 8)
//   step 0  q >= 0: done. Otherwise z0 takes the place of the smallest q_i / c_i; the driving variable is the
//           complement of what left.
//   step 1  m' = the driving variable's column. m' >= 0: a ray. Otherwise s = argmin { -q'_i / m'_i : m'_i < 0 }.
//   step 2  pivot. z0 left: done. Otherwise the complement of what left drives.
// Ties of step 1: `lemke` takes the smallest row. `lexico` takes z0 if it is among them, and otherwise compares further
// columns with the threshold Δ (section V-A): row i stands for (q'_i, β_i1, …, β_in) / -m'_i, β = the inverse of the
// basis, whose columns are those of the variables that were basic at the root (negated), or unit vectors while they
// still are.
// Failures: no solution (ray), cycle (a basis came back), error (the certificate does not confirm), limit.
// Cost: one rank-1 update a pivot, 2 n² flops; `lexico` adds what its ties need, at most n² a pivot.

#include "papers/yamane2008/lemke_run.h"

#include <math.h>

bool lemke_step0(lemke_run *run, bool last_of_ties, double tie, int *driving)
{
    tableau *t = &run->t;
    int r = -1, z0 = column_of(t, z0_of(t));
    double least = 0.0;
    for (int i = 0; i < t->n; i++) least = fmin(least, right_side(t, i) / row_of(t, i)[z0]);
    if (least >= 0.0) return false;
    for (int i = 0; i < t->n; i++)
        if (right_side(t, i) / row_of(t, i)[z0] <= least + tie && (r < 0 || last_of_ties)) r = i;
    *driving = complement(t, t->basic[r]);
    tableau_pivot(t, r, z0);
    return true;
}

static double ratio(const tableau *t, int row, int column)
{
    return -right_side(t, row) / row_of(t, row)[column];
}

/// Step 1 of `lemke`; -1 on a ray.
static int first_of_least(const tableau *t, int column, double zero)
{
    int s = -1;
    double least = INFINITY;
    for (int i = 0; i < t->n; i++)
        if (row_of(t, i)[column] < -zero && ratio(t, i, column) < least)
        {
            least = ratio(t, i, column);
            s = i;
        }
    return s;
}

/// Column k of the lexicographic order at a row: 0 is q', k > 0 is that of root variable k - 1 in the inverse of the
/// basis.
static double lexico_entry(const tableau *t, int k, int row, int column)
{
    double m = row_of(t, row)[column];
    if (k == 0) return -right_side(t, row) / m;
    int variable = t->root[k - 1];
    if (is_basic(t, variable)) return t->place[variable] == row ? -1.0 / m : 0.0;
    return row_of(t, row)[column_of(t, variable)] / m; // β = -entry, divided by -m
}

/// Step 1 of `lexico`. `rows` is scratch of n entries.
static int lexico_least(const tableau *t, int column, double zero, double tie, int *rows)
{
    int count = 0;
    for (int i = 0; i < t->n; i++)
        if (row_of(t, i)[column] < -zero) rows[count++] = i;
    int s = count > 0 ? rows[0] : -1;
    for (int k = 0; k <= t->n && count > 1; k++)
    {
        double least = INFINITY;
        for (int a = 0; a < count; a++)
        {
            double value = lexico_entry(t, k, rows[a], column);
            if (value < least)
            {
                least = value;
                s = rows[a];
            }
        }
        int kept = 0;
        for (int a = 0; a < count; a++)
        {
            if (lexico_entry(t, k, rows[a], column) > least + tie) continue;
            if (t->basic[rows[a]] == z0_of(t)) return rows[a];
            rows[kept++] = rows[a];
        }
        count = kept;
    }
    return s;
}

static pivot_set present_set(const tableau *t)
{
    pivot_set set = {{0, 0}};
    for (int i = 0; i < t->n; i++) set = pivot_set_toggle(set, t->basic[i]);
    return set;
}

hf_lcp_failure lemke_follow(lemke_run *run, bool lexico)
{
    tableau *t = &run->t;
    const char *phase = lexico ? "lexico" : "lemke";
    int driving;
    if (!lemke_step0(run, lexico, lexico ? run->options->tie : 0.0, &driving))
        return lemke_accept(run) ? HF_LCP_SOLVED : HF_LCP_ERROR;
    pivot_set set = present_set(t);
    for (;;)
    {
        switch (visited_add(&run->seen, set))
        {
        case VISITED_NEW: break;
        case VISITED_BEFORE: return HF_LCP_CYCLE;
        case VISITED_NO_MEMORY: run->status = HF_STATUS_NO_MEMORY; return HF_LCP_ERROR;
        }
        run->report->nodes++;
        if (lemke_must_stop(run, phase)) return HF_LCP_LIMIT;
        int column = column_of(t, driving);
        work_charge(&run->work, tableau_work(t));
        int s = lexico ? lexico_least(t, column, run->pivot_zero, run->options->tie, t->moves)
                       : first_of_least(t, column, run->pivot_zero);
        if (s < 0)
        {
            lemke_offer_point(run);
            (void)lemke_ray_proves(run, column);
            return HF_LCP_NO_SOLUTION;
        }
        int leaving = t->basic[s];
        tableau_pivot(t, s, column);
        if (leaving == z0_of(t)) return lemke_accept(run) ? HF_LCP_SOLVED : HF_LCP_ERROR;
        set = pivot_set_toggle(pivot_set_toggle(set, driving), leaving);
        driving = complement(t, leaving);
    }
}
