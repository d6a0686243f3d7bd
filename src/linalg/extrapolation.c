// Anderson's extrapolation of a fixed-point iteration g (Anderson 1965; type II in Fang and Saad 2009).
//
//   f_k = g(x_k) - x_k;   ΔF, ΔG: the last differences of f and g;   γ = argmin ‖ f_k - ΔF γ ‖;   guess = g(x_k) - ΔG γ
//
// Where the iteration converges linearly with a few modes near one, the guess kills those modes. Where it drifts at
// constant speed, differences vanish and there is no γ;
// then straight on is the way.
// γ from the normal equations by Cholesky with diagonal 1 + 1e-10: dependent columns lose their weight instead of
// exploding.
// Cost: 2 depth vectors kept, (depth + 2) scalar products a pass.

#include "linalg/extrapolation.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

static const double RIDGE = 1e-10; // of the diagonal of the normal equations

bool extrapolate_begin(extrapolation *e, int dimension, hf_workspace *workspace)
{
    *e = (extrapolation){.dimension = dimension, .newest = EXTRAPOLATE_DEPTH - 1};
    e->x = ARENA_ZEROED(workspace, double, dimension);
    e->step = ARENA_ARRAY(workspace, double, dimension);
    e->image = ARENA_ARRAY(workspace, double, dimension);
    bool all = e->x && e->step && e->image;
    for (int k = 0; k < EXTRAPOLATE_DEPTH; k++)
    {
        e->step_change[k] = ARENA_ARRAY(workspace, double, dimension);
        e->image_change[k] = ARENA_ARRAY(workspace, double, dimension);
        all = all && e->step_change[k] && e->image_change[k];
    }
    return all;
}

void extrapolate_from(extrapolation *e, const double *r)
{
    if (e->dimension > 0) memcpy(e->x, r, (size_t)e->dimension * sizeof *r);
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
    int n = e->dimension;
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
    int m = e->count, n = e->dimension;
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

bool extrapolate_guess(const extrapolation *e, double *guess)
{
    double gamma[EXTRAPOLATE_DEPTH];
    if (e->count == 0 || !weights(e, gamma)) return false;
    int n = e->dimension;
    memcpy(guess, e->image, (size_t)n * sizeof *guess);
    for (int a = 0; a < e->count; a++)
        for (int k = 0; k < n; k++) guess[k] -= gamma[a] * e->image_change[a][k];
    return true;
}

void extrapolate_straight(const extrapolation *e, double stride, double *guess)
{
    for (int k = 0; k < e->dimension; k++) guess[k] = e->image[k] + stride * e->step[k];
}
