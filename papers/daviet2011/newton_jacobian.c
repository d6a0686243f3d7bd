// Assembling and factoring J = A + B (S W S + ε I) for Newton's method over all contacts.
//
// A and B are block diagonal, so J has W's blocks and those on the diagonal. Its pattern is analyzed once; each
// factorization fills in values: O(blocks of W). ε > 0 stands in for the directions of r that W does not see (a
// proximal step: r moves little along them).

#include "papers/daviet2011/newton_jacobian.h"

#include "base/error.h"
#include "linalg/block.h"

#include <math.h>
#include <string.h>

/// Below this spread of the pivots the solution is noise.
static const double CONDITION_MIN = 1e-15;

void newton_jacobian_set_rho(newton_jacobian *z, double rho)
{
    const hf_problem *p = z->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        int d = p->size[i];
        double trace = 0.0;
        for (int k = 0; k < d; k++) trace += problem_diagonal(p, i)[k * (d + 1)];
        double s = trace > 0.0 ? sqrt(rho * d / trace) : 1.0;
        z->scale[i] = s;
        z->laws[i] = (newton_law){
            .kind = p->kind[i], .size = d, .mu = p->mu[i], .lo = p->lo[i] / s, .hi = p->hi[i] / s}; // r = s x
    }
}

hf_status newton_jacobian_begin(newton_jacobian *z, const hf_problem *p, work_meter *work, hf_workspace *workspace,
                                hf_error *error)
{
    size_t n = (size_t)p->block_count;
    *z = (newton_jacobian){.problem = p};
    z->laws = ARENA_ARRAY(workspace, newton_law, n);
    z->scale = ARENA_ARRAY(workspace, double, n);
    z->A = ARENA_ARRAY(workspace, double, PLAIN_AREA_MAX *n);
    z->B = ARENA_ARRAY(workspace, double, PLAIN_AREA_MAX *n);
    if (!z->laws || !z->scale || !z->A || !z->B || !contact_matrix_begin(&z->matrix, p, workspace))
        return error_no_memory(error);
    z->matrix.any_cost = true;
    z->matrix.work = work;
    newton_jacobian_set_rho(z, 1.0);
    return HF_STATUS_OK;
}

void newton_jacobian_end(newton_jacobian *z)
{
    contact_matrix_release(&z->matrix);
}

void newton_jacobian_scale(const newton_jacobian *z, const double *r, double *x)
{
    const hf_problem *p = z->problem;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) x[k] = r[k] / z->scale[i];
}

double newton_jacobian_evaluate(newton_jacobian *z, hf_newton_function function, const double *x, const double *u,
                                double *f, bool partials)
{
    const hf_problem *p = z->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], d = p->size[i];
        size_t area = (size_t)PLAIN_AREA_MAX * (size_t)i;
        double v[PLAIN_SIZE_MAX];
        for (int k = 0; k < d; k++) v[k] = z->scale[i] * u[at + k];
        newton_law_evaluate(function, &z->laws[i], x + at, v, f + at, partials ? z->A + area : NULL,
                            partials ? z->B + area : NULL);
        for (int k = 0; k < d; k++) sum += f[at + k] * f[at + k];
    }
    return 0.5 * sum;
}

typedef struct jacobian_context
{
    const newton_jacobian *jacobian;
    double epsilon;
} jacobian_context;

/// block ◄ B_i (s_i W_ij s_j), and A_i + ε B_i added where i = j.
static void jacobian_block(const void *context, int i, int j, const double *W, double *block)
{
    const jacobian_context *c = context;
    const newton_jacobian *z = c->jacobian;
    int m = z->problem->size[i], n = z->problem->size[j];
    const double *A = z->A + (size_t)PLAIN_AREA_MAX * (size_t)i, *B = z->B + (size_t)PLAIN_AREA_MAX * (size_t)i;
    double s = z->scale[i] * z->scale[j];
    for (int a = 0; a < m; a++)
        for (int t = 0; t < n; t++)
        {
            double sum = 0.0;
            for (int k = 0; k < m; k++) sum += B[a * m + k] * W[k * n + t];
            block[a * n + t] = s * sum;
            if (i == j) block[a * n + t] += A[a * m + t] + c->epsilon * B[a * m + t];
        }
}

hf_status newton_jacobian_solve(newton_jacobian *z, double epsilon, const double *f, double *dx, bool *usable,
                                hf_error *error)
{
    const hf_problem *p = z->problem;
    const jacobian_context context = {.jacobian = z, .epsilon = epsilon};
    bool regular;
    *usable = false;
    hf_status status =
        contact_matrix_factor(&z->matrix, p->offset, p->W.values, jacobian_block, &context, NULL, &regular, error);
    if (status != HF_STATUS_OK || !regular) return status;
    if (sparse_lu_reciprocal_condition(z->matrix.lu) < CONDITION_MIN) return status;
    for (int k = 0; k < p->dimension; k++) dx[k] = -f[k];
    work_charge(z->matrix.work, factors_solve_work(z->matrix.lu));
    sparse_lu_solve(z->matrix.lu, dx, 1);
    *usable = true;
    for (int k = 0; k < p->dimension; k++)
        if (!isfinite(dx[k])) *usable = false;
    return HF_STATUS_OK;
}

void newton_jacobian_gradient(const newton_jacobian *z, const double *f, double *scratch, double *g)
{
    const hf_problem *p = z->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], m = p->size[i];
        const double *A = z->A + (size_t)PLAIN_AREA_MAX * (size_t)i, *B = z->B + (size_t)PLAIN_AREA_MAX * (size_t)i;
        for (int t = 0; t < m; t++)
        {
            double by_A = 0.0, by_B = 0.0;
            for (int a = 0; a < m; a++)
            {
                by_A += A[a * m + t] * f[at + a];
                by_B += B[a * m + t] * f[at + a];
            }
            g[at + t] = by_A;                     // Aᵀ f
            scratch[at + t] = z->scale[i] * by_B; // S Bᵀ f
        }
    }
    for (int i = 0; i < p->block_count; i++) // g += S Wᵀ (S Bᵀ f)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k], m = p->size[i], n = p->size[j];
            const double *W = p->W.values + block_at(p, k), *y = scratch + p->offset[i];
            for (int t = 0; t < n; t++)
            {
                double sum = 0.0;
                for (int a = 0; a < m; a++) sum += W[a * n + t] * y[a];
                g[p->offset[j] + t] += z->scale[j] * sum;
            }
        }
}

void newton_jacobian_apply(const newton_jacobian *z, const double *dx, double *scratch, double *du, double *Jdx)
{
    const hf_problem *p = z->problem;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) scratch[k] = z->scale[i] * dx[k];
    memset(du, 0, (size_t)p->dimension * sizeof *du);
    for (int i = 0; i < p->block_count; i++) // du = W S dx
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            block_gemv(p->size[i], p->size[j], p->W.values + block_at(p, k), scratch + p->offset[j], du + p->offset[i]);
        }
    for (int i = 0; Jdx && i < p->block_count; i++)
    {
        int at = p->offset[i], m = p->size[i];
        size_t area = (size_t)PLAIN_AREA_MAX * (size_t)i;
        double v[PLAIN_SIZE_MAX];
        for (int k = 0; k < m; k++)
        {
            v[k] = z->scale[i] * du[at + k];
            Jdx[at + k] = 0.0;
        }
        block_gemv(m, m, z->A + area, dx + at, Jdx + at);
        block_gemv(m, m, z->B + area, v, Jdx + at);
    }
}
