// What the methods of the Lemke family share: judging a basis by the certificate, proofs of infeasibility, bounds.

#include "papers/yamane2008/lemke_run.h"

#include "problem/lcp.h"
#include "solve/report.h"

#include "linalg/dense.h"

#include <math.h>
#include <string.h>

enum
{
    REFINEMENTS = 3 // of M_αα z_α = -q_α; each gains the digits that the condition number leaves
};

/// An infeasibility proof holds in floating point if -qᵀ y > PROOF_CLEAR ‖y‖ and Mᵀ y <= -PROOF_SLACK qᵀ y: by 0 <= yᵀ
/// w = zᵀ Mᵀ y + qᵀ y a solution would then need ‖z‖ > 1 / PROOF_SLACK (both with M and q divided by their largest
/// entries).
static const double PROOF_CLEAR = 1e-9;
static const double PROOF_SLACK = 1e-8;

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
