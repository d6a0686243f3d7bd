// The two passes (Yamane and Nakamura 2008, section IV-C): without friction first, and from its active set with
// friction.

#include "papers/yamane2008/polyhedral.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Friction below this share of its limit is none, and above the other one full.
static const double NO_FRICTION = 1e-9, FULL_FRICTION = 1 - 1e-6;

static long lmax(long a, long b)
{
    return a > b ? a : b;
}

static bool without_friction(const column *c)
{
    return c->role == COLUMN_NORMAL || c->role == COLUMN_RANGE;
}

/// The rows and columns without friction, as an LCP of their own; `index` receives their places. False if memory is
/// short.
static bool take_smooth_part(const polyhedral *p, hf_workspace *workspace, int *index, hf_lcp *part)
{
    size_t n = (size_t)p->lcp.dimension, m = 0;
    for (size_t j = 0; j < n; j++)
        if (without_friction(&p->columns[j])) index[m++] = (int)j;
    double *M = ARENA_ARRAY(workspace, double, m *m), *q = ARENA_ARRAY(workspace, double, m);
    if (!M || !q) return false;
    for (size_t i = 0; i < m; i++)
    {
        q[i] = p->lcp.q[index[i]];
        for (size_t j = 0; j < m; j++) M[i * m + j] = p->M[(size_t)index[i] * n + (size_t)index[j]];
    }
    *part = (hf_lcp){.dimension = (int)m, .M = M, .q = q};
    return true;
}

static hf_status first_pass(const polyhedral *p, lemke_method method, const hf_lcp_options *options, double *smooth,
                            hf_workspace *workspace, polyhedral_passes *passes, hf_error *error)
{
    int n = p->lcp.dimension;
    int *index = ARENA_ARRAY(workspace, int, n);
    double *z = ARENA_ARRAY(workspace, double, n);
    hf_lcp part;
    if (!index || !z || !take_smooth_part(p, workspace, index, &part)) return error_no_memory(error);
    hf_status status = lemke_solve(method, &part, options, z, workspace, &passes->first, error);
    if (status != HF_STATUS_OK) return status;
    memset(smooth, 0, (size_t)n * sizeof *smooth);
    for (int i = 0; i < part.dimension; i++) smooth[index[i]] = z[i];
    passes->frictionless = part.dimension == n;
    return HF_STATUS_OK;
}

/// Whether building M and q (sums over sides, eliminated equalities) stayed in the range of numbers. The problem was
/// finite: it is no error of the caller's if not.
static bool in_range(const polyhedral *p)
{
    size_t n = (size_t)p->lcp.dimension;
    for (size_t k = 0; k < n * n; k++)
        if (!isfinite(p->M[k])) return false;
    for (size_t k = 0; k < n; k++)
        if (!isfinite(p->lcp.q[k])) return false;
    return true;
}

/// Sides and multiplier of the contact whose cone is column k, for the impulse r: friction lies between two sides, and
/// is full if the contact slides.
static void guess_friction(const polyhedral *p, int k, const double *r, unsigned char *guess)
{
    const column *cone = &p->columns[k], *sides = &p->columns[cone->partner + 1];
    int count = k - cone->partner - 1;
    double full = cone->limit * r[p->rows[p->columns[cone->partner].row]], x = r[p->rows[sides->row]];
    double y = sides->count > 1 ? r[p->rows[sides->row + 1]] : 0.0;
    for (int m = 0; m < count; m++)
    {
        const double *a = sides[m].coefficient, *b = sides[(m + 1) % count].coefficient;
        double det = sides->count > 1 ? a[0] * b[1] - a[1] * b[0] : 1.0;
        double at = sides->count > 1 ? (x * b[1] - y * b[0]) / det : x * a[0];
        double next = sides->count > 1 ? (a[0] * y - a[1] * x) / det : 0.0;
        if (at < 0.0 || next < 0.0) continue;
        guess[cone->partner + 1 + m] |= at > NO_FRICTION * full;
        guess[cone->partner + 1 + (m + 1) % count] |= next > NO_FRICTION * full;
        guess[k] = at + next >= FULL_FRICTION * full;
        return;
    }
}

/// The variables that are positive where the impulse is r.
static void guess_from(const polyhedral *p, const double *r, unsigned char *guess)
{
    for (int j = 0; j < p->lcp.dimension; j++)
    {
        const column *c = &p->columns[j];
        if (c->role == COLUMN_NORMAL) guess[j] = c->count > 0 && r[p->rows[c->row]] > 0.0;
        if (c->role == COLUMN_CONE && guess[c->partner]) guess_friction(p, j, r, guess);
    }
}

hf_status polyhedral_solve(const polyhedral *p, lemke_method method, const hf_lcp_options *options, const double *warm,
                           double *smooth, double *z, hf_workspace *workspace, polyhedral_passes *passes,
                           hf_error *error)
{
    int n = p->lcp.dimension;
    memset(passes, 0, sizeof *passes);
    memset(smooth, 0, (size_t)n * sizeof *smooth);
    if (!in_range(p))
    {
        memset(z, 0, (size_t)n * sizeof *z);
        passes->second.failure = HF_LCP_ERROR;
        passes->second.residual.natural = INFINITY;
        return HF_STATUS_OK;
    }
    arena_mark mark = arena_begin(workspace);
    hf_status status = warm ? HF_STATUS_OK : first_pass(p, method, options, smooth, workspace, passes, error);
    if (status == HF_STATUS_OK && passes->frictionless)
    {
        memcpy(z, smooth, (size_t)n * sizeof *z);
        passes->second = passes->first;
    }
    else if (status == HF_STATUS_OK)
    {
        hf_lcp_options second = *options;
        unsigned char *guess = ARENA_ZEROED(workspace, unsigned char, n);
        bool known = warm || passes->first.failure == HF_LCP_SOLVED;
        if (guess && warm) guess_from(p, warm, guess);
        for (int j = 0; guess && known && !warm && j < n; j++) guess[j] = smooth[j] > 0.0;
        second.guess = known ? guess : NULL;
        if (options->common.max_iterations > 0) // what the first pass has left
            second.common.max_iterations = lmax(1, options->common.max_iterations - passes->first.pivots);
        second.common.budget = work_rest(options->common.budget, passes->first.work);
        status = guess ? lemke_solve(method, &p->lcp, &second, z, workspace, &passes->second, error)
                       : error_no_memory(error);
    }
    arena_end(workspace, mark);
    return status;
}

hf_status hf_lcp_from_problem(const hf_problem *problem, int sides, hf_lcp **lcp, hf_error *error)
{
    *lcp = NULL;
    if (sides < POLYHEDRAL_SIDES_MIN || sides > POLYHEDRAL_SIDES_MAX)
        return error_set(error, HF_STATUS_INVALID, "sides = %d: must be %d to %d", sides, POLYHEDRAL_SIDES_MIN,
                         POLYHEDRAL_SIDES_MAX);
    int count = hf_problem_describe(problem).block_count;
    hf_workspace *workspace;
    hf_status status = hf_workspace_create(&workspace, error);
    if (status != HF_STATUS_OK) return status;
    int *blocks = ARENA_ARRAY(workspace, int, count);
    for (int i = 0; blocks && i < count; i++) blocks[i] = i;
    polyhedral p;
    const hf_friction_law law = {.kind = HF_FRICTION_PYRAMID, .sides = sides};
    status = blocks ? polyhedral_build(&p, problem, blocks, count, &law, workspace, error) : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        size_t n = (size_t)p.lcp.dimension;
        char *bytes = malloc(sizeof **lcp + (n * n + n) * sizeof(double)); // n <= POLYHEDRAL_DIMENSION_MAX
        if (bytes)
        {
            double *M = (double *)(void *)(bytes + sizeof **lcp);
            if (n > 0) memcpy(M, p.lcp.M, n * n * sizeof *M);
            if (n > 0) memcpy(M + n * n, p.lcp.q, n * sizeof *M);
            *lcp = (hf_lcp *)(void *)bytes;
            **lcp = (hf_lcp){.dimension = (int)n, .M = M, .q = M + n * n};
        }
        else status = error_no_memory(error);
    }
    hf_workspace_destroy(workspace);
    return status;
}

void hf_lcp_destroy(hf_lcp *lcp)
{
    free(lcp);
}
