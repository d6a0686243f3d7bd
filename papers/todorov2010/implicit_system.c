// Scaling, residual and products of `implicit`: see implicit_system.h.

#include "papers/todorov2010/implicit_system.h"

#include "linalg/block.h"

#include <math.h>
#include <string.h>

// Diagonal blocks below this fraction of the largest entry count as this fraction.
static const double VANISHING = 1e-12;

/// s_i = 1 / √w_i; 1 as published.
static void find_scales(const hf_problem *p, bool scaled, double *scale)
{
    double floor = p->largest > 0.0 ? VANISHING * p->largest : 1.0;
    for (int i = 0; i < p->block_count; i++)
    {
        scale[i] = 1.0;
        if (!scaled) continue;
        const double *W = problem_diagonal(p, i);
        int n = p->size[i];
        double sum = 0.0;
        for (int k = 0; k < n; k++) sum += fabs(W[k * n + k]);
        scale[i] = 1.0 / sqrt(fmax(sum / n, floor));
    }
}

static void scale_matrix(implicit_system *s)
{
    const hf_problem *p = s->problem;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) // A_ij = s_i s_j W_ij
        {
            int j = p->W.col[k], area = p->size[i] * p->size[j];
            double factor = s->scale[i] * s->scale[j];
            size_t at = block_at(p, k);
            for (int e = 0; e < area; e++) s->A[at + (size_t)e] = factor * p->W.values[at + (size_t)e];
        }
}

static size_t value_count(const hf_problem *p)
{
    size_t count = 0;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) count += (size_t)(p->size[i] * p->size[p->W.col[k]]);
    return count;
}

bool implicit_system_begin(implicit_system *s, const hf_problem *p, const double *bias, bool scaled, work_meter *work,
                           hf_workspace *workspace)
{
    s->problem = p;
    s->work = work;
    work_charge(work, 2.0 * work_of_product(p));
    s->workspace = workspace;
    s->laws = ARENA_ARRAY(workspace, implicit_law, p->block_count);
    s->scale = ARENA_ARRAY(workspace, double, p->block_count);
    s->A = ARENA_ARRAY(workspace, double, value_count(p));
    s->v0 = ARENA_ARRAY(workspace, double, p->dimension);
    s->weight = ARENA_ARRAY(workspace, double, p->dimension);
    s->center = ARENA_ZEROED(workspace, double, p->dimension);
    s->shift = 0.0;
    if (!s->laws || !s->scale || !s->A || !s->v0 || !s->weight || !s->center) return false;

    find_scales(p, scaled, s->scale);
    scale_matrix(s);
    for (int i = 0; i < p->block_count; i++)
    {
        double scale = s->scale[i];
        bool pushes = p->kind[i] == HF_LAW_CONTACT || p->kind[i] == HF_LAW_UNILATERAL;
        s->laws[i] = (implicit_law){.kind = p->kind[i],
                                    .size = p->size[i],
                                    .mu = p->mu[i],
                                    .bias = pushes && bias ? scale * bias[i] : 0.0,
                                    .lo = p->lo[i] / scale,
                                    .hi = p->hi[i] / scale};
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
        {
            s->v0[k] = scale * p->b[k];
            s->weight[k] = 1.0;
        }
    }
    return true;
}

void implicit_product(const implicit_system *s, const double *f, double *y)
{
    const hf_problem *p = s->problem;
    work_charge(s->work, work_of_product(p));
    for (int i = 0; i < p->block_count; i++)
    {
        double sum[PLAIN_SIZE_MAX] = {0.0};
        for (int a = 0; a < p->size[i]; a++) sum[a] = s->shift * f[p->offset[i] + a];
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) // y_i = ε f_i + Σ_j A_ij f_j
        {
            int j = p->W.col[k];
            const double *A = s->A + block_at(p, k), *f_j = f + p->offset[j];
            if (p->uniform == 3) block3_gemv(A, f_j, sum);
            else block_gemv(p->size[i], p->size[j], A, f_j, sum);
        }
        memcpy(y + p->offset[i], sum, (size_t)p->size[i] * sizeof *y);
    }
}

void implicit_product_transposed(const implicit_system *s, const double *f, double *y)
{
    const hf_problem *p = s->problem;
    work_charge(s->work, work_of_product(p));
    for (int k = 0; k < p->dimension; k++) y[k] = s->shift * f[k];
    for (int i = 0; i < p->block_count; i++)
    {
        const double *f_i = f + p->offset[i];
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) // y_j += A_ijᵀ f_i
        {
            int j = p->W.col[k], n = p->size[j];
            const double *A = s->A + block_at(p, k);
            double *y_j = y + p->offset[j];
            for (int a = 0; a < p->size[i]; a++)
                for (int c = 0; c < n; c++) y_j[c] += A[a * n + c] * f_i[a];
        }
    }
}

double implicit_residual(const implicit_system *s, const double *x, double *f, double *rho)
{
    const hf_problem *p = s->problem;
    work_charge(s->work, work_price.step_block * p->block_count);
    for (int i = 0; i < p->block_count; i++) implicit_force(&s->laws[i], x + p->offset[i], f + p->offset[i]);
    implicit_product(s, f, rho);
    double sum = 0.0;
    for (int k = 0; k < p->dimension; k++)
    {
        rho[k] += s->v0[k] - s->shift * s->center[k] - (f[k] + x[k]);
        sum += s->weight[k] * rho[k] * rho[k];
    }
    return 0.5 * sum;
}
