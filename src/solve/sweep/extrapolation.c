// Anderson's extrapolation of a fixed-point iteration g, here a few dozen sweeps (Anderson 1965; type II in Fang and Saad 2009).
//
//   f_k = g(x_k) - x_k;   ΔF, ΔG: the last differences of f and g;   γ = argmin ‖ f_k - ΔF γ ‖;   guess = g(x_k) - ΔG γ
//
// Once open, stick and slip no longer change, sweeps converge linearly with a few modes near one: BoxesStack1 gains a digit every 30,000
// sweeps without it. On such a tail the guess kills those modes. While the sets still change it is worthless, and the caller finds that out by the
// certificate, at the cost of one product with W. The guess is projected onto the sets of the laws, as the sweeps' own iterates are in them.
// Where impulses drift at constant speed along a null space of W, until a contact opens or slips, differences vanish and there is no γ; then
// straight on, by strides that grow as long as they succeed, is the way (fc2d_granularflowonwall_07002 drifts for 1e5 sweeps).
// γ from the normal equations by Cholesky with diagonal 1 + 1e-10: dependent columns lose their weight instead of exploding.
// Cost: 2 depth vectors kept, (depth + 2) scalar products a pass.

#include "solve/sweep/extrapolation.h"

#include "base/arena.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

static const double RIDGE = 1e-10; // of the diagonal of the normal equations

bool extrapolate_begin(extrapolation *e, const hf_problem *problem, hf_workspace *workspace)
{
    *e = (extrapolation){.problem = problem, .newest = EXTRAPOLATE_DEPTH - 1};
    e->x = ARENA_ZEROED(workspace, double, problem->dimension);
    e->step = ARENA_ARRAY(workspace, double, problem->dimension);
    e->image = ARENA_ARRAY(workspace, double, problem->dimension);
    bool all = e->x && e->step && e->image;
    for (int k = 0; k < EXTRAPOLATE_DEPTH; k++)
    {
        e->step_change[k] = ARENA_ARRAY(workspace, double, problem->dimension);
        e->image_change[k] = ARENA_ARRAY(workspace, double, problem->dimension);
        all = all && e->step_change[k] && e->image_change[k];
    }
    return all;
}

void extrapolate_from(extrapolation *e, const double *r)
{
    if (e->problem->dimension > 0) memcpy(e->x, r, (size_t)e->problem->dimension * sizeof *r);
}

void extrapolate_forget(extrapolation *e)
{
    e->count = 0;
    e->newest = EXTRAPOLATE_DEPTH - 1; // the next one is the first
    e->begun = false;
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += a[k] * b[k];
    return sum;
}

void extrapolate_remember(extrapolation *e, const double *r)
{
    int n = e->problem->dimension;
    if (e->begun)
    {
        e->newest = (e->newest + 1) % EXTRAPOLATE_DEPTH;
        if (e->count < EXTRAPOLATE_DEPTH) e->count++;
    }
    double *df = e->step_change[e->newest], *dg = e->image_change[e->newest]; // written from the second pass on
    for (int k = 0; k < n; k++)
    {
        double step = r[k] - e->x[k];
        if (e->begun)
        {
            df[k] = step - e->step[k];
            dg[k] = r[k] - e->image[k];
        }
        e->step[k] = step;
        e->image[k] = r[k];
    }
    e->begun = true;
}

/// γ ◄ (ΔFᵀΔF + ridge)⁻¹ ΔFᵀ f; false if the differences vanish.
static bool weights(const extrapolation *e, double *gamma)
{
    int m = e->count, n = e->problem->dimension;
    double A[EXTRAPOLATE_DEPTH][EXTRAPOLATE_DEPTH], scale[EXTRAPOLATE_DEPTH];
    for (int a = 0; a < m; a++)
    {
        double square = dot(n, e->step_change[a], e->step_change[a]);
        if (!(square > 0.0) || !isfinite(square)) return false;
        scale[a] = 1.0 / sqrt(square);
    }
    for (int a = 0; a < m; a++)
    {
        gamma[a] = dot(n, e->step_change[a], e->step) * scale[a];
        for (int b = 0; b <= a; b++) A[a][b] = dot(n, e->step_change[a], e->step_change[b]) * scale[a] * scale[b];
        A[a][a] = 1.0 + RIDGE;
    }
    for (int a = 0; a < m; a++) // A = L Lᵀ in place
    {
        for (int b = 0; b <= a; b++)
        {
            for (int c = 0; c < b; c++) A[a][b] -= A[a][c] * A[b][c];
            if (b < a) A[a][b] /= A[b][b];
        }
        if (!(A[a][a] > 0.0)) return false;
        A[a][a] = sqrt(A[a][a]);
    }
    for (int a = 0; a < m; a++)
    {
        for (int b = 0; b < a; b++) gamma[a] -= A[a][b] * gamma[b];
        gamma[a] /= A[a][a];
    }
    for (int a = m - 1; a >= 0; a--)
    {
        for (int b = a + 1; b < m; b++) gamma[a] -= A[b][a] * gamma[b];
        gamma[a] /= A[a][a];
    }
    for (int a = 0; a < m; a++) gamma[a] *= scale[a];
    return true;
}

/// Every block back into the set of its law.
static void project(const hf_problem *p, double *r)
{
    for (int i = 0; i < p->block_count; i++)
    {
        double *r_i = r + p->offset[i];
        switch (p->kind[i])
        {
        case HF_LAW_CONTACT:
            if (p->size[i] == 3) law_project3(p->mu[i], r_i);
            else law_project2(p->mu[i], r_i);
            break;
        case HF_LAW_UNILATERAL: r_i[0] = fmax(0.0, r_i[0]); break;
        case HF_LAW_BOX: r_i[0] = fmin(p->hi[i], fmax(p->lo[i], r_i[0])); break;
        default: break;
        }
    }
}

bool extrapolate_guess(const extrapolation *e, double *guess)
{
    double gamma[EXTRAPOLATE_DEPTH];
    if (e->count == 0 || !weights(e, gamma)) return false;
    int n = e->problem->dimension;
    memcpy(guess, e->image, (size_t)n * sizeof *guess);
    for (int a = 0; a < e->count; a++)
        for (int k = 0; k < n; k++) guess[k] -= gamma[a] * e->image_change[a][k];
    project(e->problem, guess);
    return true;
}

void extrapolate_straight(const extrapolation *e, double stride, double *guess)
{
    for (int k = 0; k < e->problem->dimension; k++) guess[k] = e->image[k] + stride * e->step[k];
    project(e->problem, guess);
}
