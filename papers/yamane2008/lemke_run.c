// What the methods of the Lemke family share: judging a basis by the certificate, proofs of infeasibility, bounds.

#include "papers/yamane2008/lemke_run.h"

#include "problem/lcp.h"
#include "solve/report.h"

#include "linalg/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum
{
    REFINEMENTS = 3 // of M_αα z_α = -q_α; each gains the digits that the condition number leaves
};

/// The rank of M ends at a pivot below this many times n ε.
static const double RANK_NOISE = 16.0;

/// … and what counts as zero stays below this share of the last pivot before.
static const double CLEAR_OF_LAST = 0.1;

/// An infeasibility proof holds in floating point if -qᵀ y > PROOF_CLEAR ‖y‖ and Mᵀ y <= -PROOF_SLACK qᵀ y: by 0 <= yᵀ
/// w = zᵀ Mᵀ y + qᵀ y a solution would then need ‖z‖ > 1 / PROOF_SLACK (both with M and q divided by their largest
/// entries).
static const double PROOF_CLEAR = 1e-9;
static const double PROOF_SLACK = 1e-8;

/// The rest of M in complete pivoting: rows and columns that are taken are zero.
typedef struct rank_state
{
    int n;
    double *M, *most; // n × n by columns; the largest entry of each column
    int *at;          // its row
} rank_state;

static void find_largest(rank_state *s, int column)
{
    const double *x = s->M + (size_t)column * (size_t)s->n;
    double most = 0.0;
    for (int i = 0; i < s->n; i++) most = fabs(x[i]) > most ? fabs(x[i]) : most;
    int at = 0;
    while (at + 1 < s->n && fabs(x[at]) != most) at++;
    s->most[column] = most;
    s->at[column] = at;
}

/// The column with the largest entry that is left.
static int largest_column(const rank_state *s)
{
    int best = 0;
    for (int j = 1; j < s->n; j++)
        if (s->most[j] > s->most[best]) best = j;
    return best;
}

/// Takes the largest entry of a column as a pivot; returns how many columns changed.
static int eliminate(rank_state *s, int column)
{
    const size_t n = (size_t)s->n;
    const int row = s->at[column];
    double *taken = s->M + (size_t)column * n, pivot = taken[row];
    int changed = 0;
    for (int j = 0; j < s->n; j++)
    {
        double *other = s->M + (size_t)j * n, share = other[row] / pivot;
        if (j == column || share == 0.0) continue;
        for (size_t i = 0; i < n; i++) other[i] -= share * taken[i];
        other[row] = 0.0;
        find_largest(s, j);
        changed++;
    }
    memset(taken, 0, n * sizeof *taken);
    s->most[column] = 0.0;
    return changed;
}

/// What counts as zero, from the largest entry, the last pivot before the rank ends, and the first after it.
static double zero_of(int n, double first, double last, double left, bool full)
{
    double noise = fmax(left, n * DBL_EPSILON * first) / first, least = last / first;
    return first * fmin(full ? noise / (least * least) : sqrt(noise / least), CLEAR_OF_LAST * least);
}

bool lemke_pivot_zero(lemke_run *run, double *zero)
{
    const tableau *t = &run->t;
    const size_t n = (size_t)t->n;
    arena_mark mark = arena_begin(run->workspace);
    rank_state s = {.n = t->n,
                    .M = ARENA_ARRAY(run->workspace, double, n *n),
                    .most = ARENA_ARRAY(run->workspace, double, n),
                    .at = ARENA_ARRAY(run->workspace, int, n)};
    double first = 0.0, last = 0.0, left = 0.0;
    int rank = 0;
    if (!s.M || !s.most || !s.at) return false;
    if (n > 0) memcpy(s.M, t->Mt, n * n * sizeof *s.M);
    for (int j = 0; j < t->n; j++) find_largest(&s, j);
    for (; rank < t->n; rank++)
    {
        int column = largest_column(&s);
        left = s.most[column];
        if (rank == 0) first = left;
        if (!(left > RANK_NOISE * (double)n * DBL_EPSILON * first)) break;
        last = left;
        left = 0.0;
        work_charge(&run->work, (double)n + 2.0 * work_price.column_flop * (double)n * eliminate(&s, column));
    }
    arena_end(run->workspace, mark);
    *zero = last > 0.0 ? zero_of(t->n, first, last, left, rank == t->n) : 0.0;
    return true;
}

long lemke_pivot_bound(int n)
{
    return 50L * n + 1000L;
}

bool lemke_must_stop(const lemke_run *run, const char *phase)
{
    const tableau *t = &run->t;
    if (t->pivots >= run->max_pivots || work_over(&run->work)) return true;
    double z0 = is_basic(t, z0_of(t)) ? right_side(t, t->place[z0_of(t)]) : 0.0;
    return !report_observe(&run->options->common, phase, t->pivots, fabs(z0), true);
}

/// Takes `trial` over if the certificate finds it better than what there is.
static void offer(lemke_run *run)
{
    lcp_velocity(run->lcp, run->trial, run->w);
    hf_lcp_residual residual = hf_lcp_residual_of(run->lcp, run->trial, run->w);
    if (!(residual.natural < run->best.natural)) return;
    run->best = residual;
    memcpy(run->z, run->trial, (size_t)run->lcp->dimension * sizeof *run->z);
}

static void clip(double *z, int n)
{
    for (int i = 0; i < n; i++) z[i] = fmax(z[i], 0.0);
}

void lemke_offer_point(lemke_run *run)
{
    tableau_point(&run->t, run->trial);
    clip(run->trial, run->lcp->dimension);
    offer(run);
}

/// rest = -q_α - M_αα z_α, for the scaled data; index lists α.
static void remainder_of(const tableau *t, const int *index, int count, const double *z, double *rest)
{
    for (int a = 0; a < count; a++) rest[a] = -t->q[index[a]];
    for (int b = 0; b < count; b++)
    {
        const double *column = t->Mt + (size_t)index[b] * (size_t)t->n;
        for (int a = 0; a < count; a++) rest[a] -= column[index[a]] * z[b];
    }
}

/// Solves M_αα z_α = -q_α for the basis of the tableau into `trial`. False if the matrix is singular.
static bool solve_afresh(lemke_run *run)
{
    const tableau *t = &run->t;
    int n = t->n, count = 0;
    size_t room = (size_t)n;
    int *index = ARENA_ARRAY(run->workspace, int, room), *pivot = ARENA_ARRAY(run->workspace, int, room);
    double *z = ARENA_ZEROED(run->workspace, double, room), *rest = ARENA_ARRAY(run->workspace, double, room);
    if (!index || !pivot || !z || !rest) goto no_memory;
    for (int i = 0; i < n; i++)
        if (is_basic(t, n + i)) index[count++] = i;
    double *LU = ARENA_ARRAY(run->workspace, double, (size_t)count *(size_t)count);
    if (!LU) goto no_memory;
    for (int b = 0; b < count; b++)
        for (int a = 0; a < count; a++)
            LU[(size_t)b * (size_t)count + (size_t)a] = t->Mt[(size_t)index[b] * room + (size_t)index[a]];
    work_charge(&run->work, work_of_dense_lu(count) + (2.0 * REFINEMENTS + 3.0) * tableau_work(t));
    if (dense_lu(count, LU, count > 0 ? count : 1, pivot) != 0) return false;
    for (int k = 0; k < REFINEMENTS; k++)
    {
        remainder_of(t, index, count, z, rest);
        dense_lu_solve(count, LU, count > 0 ? count : 1, pivot, 1, rest, count > 0 ? count : 1);
        for (int a = 0; a < count; a++) z[a] += rest[a];
    }
    memset(run->trial, 0, room * sizeof *run->trial);
    for (int a = 0; a < count; a++) run->trial[index[a]] = z[a] * unscale(t, index[a]);
    return true;

no_memory:
    run->status = HF_STATUS_NO_MEMORY;
    return false;
}

bool lemke_accept(lemke_run *run)
{
    double tolerance = run->options->common.tolerance;
    arena_mark mark = arena_begin(run->workspace);
    if (solve_afresh(run))
    {
        offer(run);
        clip(run->trial, run->lcp->dimension);
        offer(run);
    }
    arena_end(run->workspace, mark);
    if (run->best.natural > tolerance)
    {
        tableau_point(&run->t, run->trial);
        offer(run);
        lemke_offer_point(run);
    }
    return run->best.natural <= tolerance;
}

bool lemke_ray_proves(lemke_run *run, int column)
{
    tableau *t = &run->t;
    int n = t->n;
    double *y = run->trial;
    double size = 0.0, product = 0.0;
    for (int i = 0; i < n; i++)
    {
        int z = n + i;
        y[i] = is_basic(t, z) ? fmax(row_of(t, t->place[z])[column], 0.0) : t->nonbasic[column] == z ? 1.0 : 0.0;
        size += y[i];
        product += t->q[i] * y[i];
    }
    if (!(product < -PROOF_CLEAR * size)) return false;
    for (int j = 0; j < n; j++) // (Mᵀ y)_j
    {
        const double *M_j = t->Mt + (size_t)j * (size_t)n;
        double sum = 0.0;
        for (int i = 0; i < n; i++) sum += M_j[i] * y[i];
        if (sum > -PROOF_SLACK * product) return false;
    }
    run->report->infeasible = true;
    return true;
}
