// The certificate. Used by every solver's last line, by `holdfast check`, and by nothing that decides otherwise.
//
//   natural map of a block:   F_i = r_i - P_K( r_i - ũ_i ),   ũ = u + mu ‖u_T‖ e_N        (De Saxcé and Feng 1998; FCLIB)
//   P onto K_mu, for x = (x_N, x_T):   x                                   if ‖x_T‖ <= mu x_N
//                                      0                                   if mu ‖x_T‖ <= -x_N
//                                      s (1, mu x_T/‖x_T‖),  s = (x_N + mu ‖x_T‖)/(1 + mu²)   otherwise

#include "holdfast/residual.h"

#include "problem/law.h"
#include "problem/problem.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>

static double tangent_norm(int d, const double *x)
{
    return d == 3 ? hypot(x[1], x[2]) : fabs(x[1]);
}

static void worst(double *so_far, double value)
{
    if (value > *so_far) *so_far = value;
}

static void measure_contact(int d, double mu, const double *r, const double *u, hf_residual *out)
{
    double slip = tangent_norm(d, u);
    double friction = tangent_norm(d, r);
    worst(&out->approach, -u[0]);
    worst(&out->cone, fmax(friction - mu * r[0], -r[0]));
    worst(&out->complementarity, fabs(r[0] * u[0]));
    double sum = 0.0;
    for (int k = 1; k < d; k++)
    {
        double defect = mu * r[0] * u[k] + slip * r[k];
        sum += defect * defect;
    }
    worst(&out->misalignment, sqrt(sum));
}

static void measure_scalar(hf_kind kind, double lo, double hi, double r, double u, hf_residual *out)
{
    if (kind == HF_KIND_UNILATERAL)
    {
        worst(&out->approach, -u);
        worst(&out->cone, -r);
        worst(&out->complementarity, fabs(r * u));
    }
    else
    {
        worst(&out->cone, fmax(lo - r, r - hi));
    }
}

/// The first block whose r or u is not finite, or -1. Projections hide a NaN (fmax drops it), so this is asked first.
static int not_finite(const hf_problem *p, const double *r, const double *u)
{
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            if (!isfinite(r[k]) || !isfinite(u[k])) return i;
    return -1;
}

hf_residual hf_residual_of(const hf_problem *p, const double *r, const double *u)
{
    hf_residual out = {.worst_block = not_finite(p, r, u)};
    if (out.worst_block >= 0)
    {
        out.natural = out.approach = out.cone = out.complementarity = out.misalignment = INFINITY;
        return out;
    }
    double sum = 0.0, largest = -1.0;
    for (int i = 0; i < p->block_count; i++)
    {
        const double *r_i = r + p->offset[i], *u_i = u + p->offset[i];
        double square = law_natural_square(p, i, r_i, u_i);
        sum += square;
        if (square > largest)
        {
            largest = square;
            out.worst_block = i;
        }
        if (p->kind[i] == HF_KIND_CONTACT) measure_contact(p->size[i], p->mu[i], r_i, u_i, &out);
        else if (p->kind[i] == HF_KIND_BILATERAL)
            for (int k = 0; k < p->size[i]; k++) worst(&out.approach, fabs(u_i[k]));
        else measure_scalar(p->kind[i], p->lo[i], p->hi[i], r_i[0], u_i[0], &out);
    }
    out.natural = sqrt(sum) / (1.0 + p->norm_b);
    return out;
}

hf_status hf_residual_compute(const hf_problem *p, const double *r, hf_workspace *workspace, hf_residual *residual,
                              hf_error *error)
{
    hf_workspace *temporary;
    hf_status status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    double *u = ARENA_ARRAY(workspace, double, p->dimension);
    status = u ? hf_problem_velocity(p, r, u, workspace, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) *residual = hf_residual_of(p, r, u);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}
