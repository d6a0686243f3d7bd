// The linear complementarity problem: checks, and the certificate ‖min(z, w)‖.

#include "problem/lcp.h"

#include "base/arena.h"
#include "base/error.h"

#include <float.h>
#include <math.h>

hf_status hf_lcp_check(const hf_lcp *lcp, hf_error *error)
{
    int n = lcp->dimension;
    if (n < 0) return error_set(error, HF_STATUS_INVALID, "lcp.dimension = %d: must be >= 0", n);
    if (n > 0 && !lcp->M) return error_set(error, HF_STATUS_INVALID, "lcp.M is NULL");
    if (n > 0 && !lcp->q) return error_set(error, HF_STATUS_INVALID, "lcp.q is NULL");
    for (int i = 0; i < n; i++)
    {
        if (!isfinite(lcp->q[i])) return error_set(error, HF_STATUS_INVALID, "q[%d] = %g: not finite", i, lcp->q[i]);
        const double *row = lcp->M + (size_t)i * (size_t)n;
        int bad = 0;
        for (int j = 0; j < n; j++)
            bad |= !(fabs(row[j]) <= DBL_MAX); // without a way out, so that it is done in vectors
        for (int j = 0; bad && j < n; j++)
            if (!isfinite(row[j]))
                return error_set(error, HF_STATUS_INVALID, "M[%d][%d] = %g: not finite", i, j, row[j]);
    }
    return HF_STATUS_OK;
}

static hf_lcp_residual nothing_is_right(int row)
{
    return (hf_lcp_residual){.natural = INFINITY,
                             .natural_max = INFINITY,
                             .negative_z = INFINITY,
                             .negative_w = INFINITY,
                             .complementarity = INFINITY,
                             .worst_row = row};
}

hf_lcp_residual hf_lcp_residual_of(const hf_lcp *lcp, const double *z, const double *w)
{
    hf_lcp_residual out = {.worst_row = -1};
    double square = 0.0, square_q = 0.0, product = 0.0, largest = -1.0;
    for (int i = 0; i < lcp->dimension; i++)
    {
        if (!isfinite(z[i]) || !isfinite(w[i])) return nothing_is_right(i);
        double defect = fabs(fmin(z[i], w[i]));
        square += defect * defect;
        square_q += lcp->q[i] * lcp->q[i];
        product += z[i] * w[i];
        out.negative_z = fmax(out.negative_z, -z[i]);
        out.negative_w = fmax(out.negative_w, -w[i]);
        if (defect > largest)
        {
            largest = defect;
            out.worst_row = i;
        }
    }
    double unit = 1.0 + sqrt(square_q);
    out.natural = sqrt(square) / unit;
    out.natural_max = fmax(largest, 0.0) / unit;
    out.negative_z /= unit;
    out.negative_w /= unit;
    out.complementarity = fabs(product) / unit;
    return out;
}

/// Σ row_j z_j in eight interleaved sums: a fixed order that fills vector registers.
static double dot(const double *row, const double *z, int n)
{
    double sum[8] = {0};
    int j = 0;
    for (; j + 8 <= n; j += 8)
        for (int k = 0; k < 8; k++) sum[k] += row[j + k] * z[j + k];
    for (int k = 0; j < n; j++, k++) sum[k] += row[j] * z[j];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

void lcp_velocity(const hf_lcp *lcp, const double *z, double *w)
{
    int n = lcp->dimension;
    for (int i = 0; i < n; i++) w[i] = lcp->q[i] + dot(lcp->M + (size_t)i * (size_t)n, z, n);
}

hf_status hf_lcp_residual_compute(const hf_lcp *lcp, const double *z, double *w, hf_workspace *workspace,
                                  hf_lcp_residual *residual, hf_error *error)
{
    hf_status status = hf_lcp_check(lcp, error);
    if (status != HF_STATUS_OK) return status;
    if (w)
    {
        lcp_velocity(lcp, z, w);
        *residual = hf_lcp_residual_of(lcp, z, w);
        return HF_STATUS_OK;
    }
    hf_workspace *temporary;
    status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    w = ARENA_ARRAY(workspace, double, lcp->dimension);
    if (w)
    {
        lcp_velocity(lcp, z, w);
        *residual = hf_lcp_residual_of(lcp, z, w);
    }
    else status = error_no_memory(error);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}
