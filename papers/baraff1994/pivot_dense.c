// hf_pivot_solve_dense: checks, defaults, and the sets that a caller need not care for.

#include "papers/baraff1994/pivot.h"
#include "solve/frame.h"

#include "base/error.h"

#include <stddef.h>

hf_pivot_options hf_pivot_options_default(void)
{
    return (hf_pivot_options){.common = hf_solve_options_default(), .exact = true};
}

hf_pivot_options hf_pivot_options_paper(void)
{
    return (hf_pivot_options){.common = hf_solve_options_default(), .one_by_one = true};
}

const char *hf_pivot_end_name(hf_pivot_end end)
{
    switch (end)
    {
    case HF_PIVOT_SOLVED: return "solved";
    case HF_PIVOT_LIMIT: return "limit";
    case HF_PIVOT_RAY: return "ray";
    case HF_PIVOT_STALLED: return "stalled";
    }
    return "unknown end";
}

enum
{
    TILE = 16 // both triangles of a tile fit the first-level cache
};

/// Finite, symmetric, and no negative diagonal entry: what can be told without factoring.
static hf_status check_matrix(int n, const double *A, hf_error *error)
{
    double largest = 0.0, part[8] = {0};
    size_t size = (size_t)n * (size_t)n, whole = size / 8 * 8;
    for (size_t k = 0; k < whole; k += 8) // 0 · A is zero or NaN; eight sums vectorize
        for (int l = 0; l < 8; l++) part[l] += A[k + l] * 0.0;
    for (size_t k = whole; k < size; k++) part[0] += A[k] * 0.0;
    double sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
    if (sum != 0.0)
        for (size_t k = 0; k < size; k++)
            if (!isfinite(A[k]))
                return error_set(error, HF_STATUS_INVALID, "A[%zu] = %g (row %zu) is not finite", k, A[k],
                                 k / (size_t)n);
    for (int i = 0; i < n; i++)
    {
        double d = A[(size_t)n * (size_t)i + (size_t)i];
        if (d < 0.0)
            return error_set(error, HF_STATUS_INVALID, "A(%d, %d) = %g: A is not positive semidefinite", i, i, d);
        largest = d > largest ? d : largest;
    }
    const double most = 1e-10 * largest; // of asymmetry: assembled in two orders, rounding stays far below
    for (int i0 = 0; i0 < n; i0 += TILE)
        for (int j0 = 0; j0 <= i0; j0 += TILE)
            for (int i = i0; i < n && i < i0 + TILE; i++)
                for (int j = j0; j < i && j < j0 + TILE; j++)
                {
                    double x = A[(size_t)n * (size_t)i + (size_t)j], y = A[(size_t)n * (size_t)j + (size_t)i];
                    if (fabs(x - y) > most)
                        return error_set(error, HF_STATUS_INVALID, "A(%d, %d) = %g, but A(%d, %d) = %g: not symmetric",
                                         i, j, x, j, i, y);
                }
    return HF_STATUS_OK;
}

static hf_status check_vectors(int n, const double *b, const double *lo, const double *hi, hf_error *error)
{
    for (int i = 0; i < n; i++)
    {
        double l = lo ? lo[i] : 0.0, h = hi ? hi[i] : INFINITY;
        if (!isfinite(b[i])) return error_set(error, HF_STATUS_INVALID, "b[%d] = %g is not finite", i, b[i]);
        if (!(l <= h) || l == INFINITY || h == -INFINITY)
            return error_set(error, HF_STATUS_INVALID, "lo[%d] = %g, hi = %g: no f lies between", i, l, h);
    }
    return HF_STATUS_OK;
}

static hf_status check_options(const hf_pivot_options *options, const hf_pivot_set *sets, int n, hf_error *error)
{
    hf_status status = solve_options_check(&options->common, error);
    if (status != HF_STATUS_OK) return status;
    if (options->common.warm_start && !sets)
        return error_set(error, HF_STATUS_INVALID, "options.warm_start without sets");
    for (int i = 0; options->common.warm_start && i < n; i++)
        if ((unsigned)sets[i] > HF_PIVOT_HELD)
            return error_set(error, HF_STATUS_INVALID, "sets[%d] = %d is no set", i, (int)sets[i]);
    return HF_STATUS_OK;
}

/// With everything checked.
static hf_status solve(scalar_lcp lcp, const hf_pivot_options *options, double *f, hf_pivot_set *sets, double *ray,
                       hf_workspace *workspace, hf_pivot_result *result, hf_error *error)
{
    int n = lcp.n;
    double *bounds = ARENA_ARRAY(workspace, double, 4 * (size_t)n);
    hf_pivot_set *end = ARENA_ARRAY(workspace, hf_pivot_set, n);
    if (!bounds || !end) return error_no_memory(error);
    double *lo = bounds, *hi = bounds + n, *answer = bounds + 2 * (size_t)n, *direction = bounds + 3 * (size_t)n;
    for (int i = 0; i < n; i++)
    {
        lo[i] = lcp.lo ? lcp.lo[i] : 0.0;
        hi[i] = lcp.hi ? lcp.hi[i] : INFINITY;
        end[i] = options->common.warm_start ? sets[i] : HF_PIVOT_LOWER;
        answer[i] = direction[i] = 0.0;
    }
    work_meter work = work_unlimited(workspace);
    if (options->common.budget > 0) work.limit = (double)options->common.budget;
    lcp.lo = lo;
    lcp.hi = hi;
    lcp.work = &work;
    TRY(pivot_scalar(&lcp, options, end, answer, direction, workspace, result, error));
    for (int i = 0; i < n; i++)
    {
        f[i] = answer[i];
        if (sets) sets[i] = end[i];
        if (ray) ray[i] = direction[i];
    }
    return HF_STATUS_OK;
}

hf_status hf_pivot_solve_dense(int n, const double *A, const double *b, const double *lo, const double *hi,
                               const hf_pivot_options *options, double *f, hf_pivot_set *sets, double *ray,
                               hf_workspace *workspace, hf_pivot_result *result, hf_error *error)
{
    hf_pivot_options defaults = hf_pivot_options_default();
    hf_pivot_result unwanted;
    if (!options) options = &defaults;
    if (!result) result = &unwanted;
    *result = (hf_pivot_result){.end = HF_PIVOT_STALLED, .ray_row = -1};
    if (n < 0) return error_set(error, HF_STATUS_INVALID, "n = %d is negative", n);
    hf_status status = check_options(options, sets, n, error);
    if (status == HF_STATUS_OK) status = check_matrix(n, A, error);
    if (status == HF_STATUS_OK) status = check_vectors(n, b, lo, hi, error);
    if (status != HF_STATUS_OK) return status;

    hf_workspace *temporary;
    status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    scalar_lcp lcp = {.n = n, .A = A, .b = b, .lo = lo, .hi = hi};
    status = solve(lcp, options, f, sets, ray, workspace, result, error);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}
