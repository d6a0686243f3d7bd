// Assembling and factoring J = A + B (S W S + ε I) for Newton's method over all contacts.
//
// A and B are block diagonal, so J has W's blocks and those on the diagonal. Its pattern is analyzed once; each factorization fills in
// values: O(blocks of W). ε > 0 stands in for the directions of r that W does not see (a proximal step: r moves little along them).

#include "papers/daviet2011/newton_system.h"

#include "base/error.h"
#include "linalg/block.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/// Below this spread of the pivots the solution is noise.
static const double CONDITION_MIN = 1e-15;

void newton_system_set_rho(newton_system *z, double rho)
{
    const hf_problem *p = z->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        int d = p->size[i];
        double trace = 0.0;
        for (int k = 0; k < d; k++) trace += p->diagonal[(size_t)BLOCK_AREA_MAX * (size_t)i + (size_t)(k * (d + 1))];
        double s = trace > 0.0 ? sqrt(rho * d / trace) : 1.0;
        z->scale[i] = s;
        z->laws[i] = (newton_law){
            .kind = p->kind[i], .size = d, .mu = p->mu[i], .lo = p->lo[i] / s, .hi = p->hi[i] / s}; // r = s x
    }
}

/// Whether block row i of W stores its diagonal block.
static bool stores_diagonal(const hf_problem *p, int i)
{
    for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        if (p->W.col[k] == i) return true;
    return false;
}

/// Rows in each block column, into `height`; returns the entries of J.
static size_t measure_columns(const hf_problem *p, int *height)
{
    size_t entries = 0;
    memset(height, 0, (size_t)p->block_count * sizeof *height);
    for (int i = 0; i < p->block_count; i++)
    {
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) height[p->W.col[k]] += p->size[i];
        if (!stores_diagonal(p, i)) height[i] += p->size[i];
    }
    for (int j = 0; j < p->block_count; j++) entries += (size_t)height[j] * (size_t)p->size[j];
    return entries;
}

/// Writes the rows of block i into block column j from `place` on.
static void write_rows(newton_system *z, int i, int j, int place)
{
    const hf_problem *p = z->problem;
    for (int t = p->offset[j]; t < p->offset[j + 1]; t++)
        for (int s = 0; s < p->size[i]; s++) z->row[z->begin[t] + place + s] = p->offset[i] + s;
}

/// Rows are visited in order, so that every column is filled from the top. `height` holds the rows of each block column.
static void write_pattern(newton_system *z, int *height)
{
    const hf_problem *p = z->problem;
    z->begin[0] = 0;
    for (int j = 0; j < p->block_count; j++)
    {
        for (int t = p->offset[j]; t < p->offset[j + 1]; t++) z->begin[t + 1] = z->begin[t] + height[j];
        height[j] = 0; // from here on: rows written
        z->diagonal[j] = -1;
    }
    for (int i = 0; i < p->block_count; i++)
    {
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            z->place[k] = height[j];
            if (j == i) z->diagonal[i] = height[j];
            write_rows(z, i, j, height[j]);
            height[j] += p->size[i];
        }
        if (z->diagonal[i] >= 0) continue;
        z->diagonal[i] = height[i];
        write_rows(z, i, i, height[i]);
        height[i] += p->size[i];
    }
}

hf_status newton_system_begin(newton_system *z, const hf_problem *p, hf_workspace *workspace, hf_error *error)
{
    size_t n = (size_t)p->block_count;
    *z = (newton_system){.problem = p};
    int *height = ARENA_ARRAY(workspace, int, n);
    if (!height) return error_no_memory(error);
    size_t entries = measure_columns(p, height);
    if (entries > INT_MAX)
        return error_set(error, HF_STATUS_UNSUPPORTED, "the Jacobian has %zu entries, more than a factorization takes",
                         entries);
    z->laws = ARENA_ARRAY(workspace, newton_law, n);
    z->scale = ARENA_ARRAY(workspace, double, n);
    z->A = ARENA_ARRAY(workspace, double, BLOCK_AREA_MAX *n);
    z->B = ARENA_ARRAY(workspace, double, BLOCK_AREA_MAX *n);
    z->begin = ARENA_ARRAY(workspace, int, p->dimension + 1);
    z->row = ARENA_ARRAY(workspace, int, entries);
    z->values = ARENA_ARRAY(workspace, double, entries);
    z->place = ARENA_ARRAY(workspace, int, p->W.begin[n]);
    z->diagonal = ARENA_ARRAY(workspace, int, n);
    if (!z->laws || !z->scale || !z->A || !z->B || !z->begin || !z->row || !z->values || !z->place || !z->diagonal)
        return error_no_memory(error);
    newton_system_set_rho(z, 1.0);
    write_pattern(z, height);
    return sparse_lu_create_in(workspace, p->dimension, z->begin, z->row, &z->lu, error);
}

void newton_system_end(newton_system *z)
{
    sparse_lu_destroy(z->lu);
    z->lu = NULL;
}

void newton_system_scale(const newton_system *z, const double *r, double *x)
{
    const hf_problem *p = z->problem;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) x[k] = r[k] / z->scale[i];
}

double newton_system_evaluate(newton_system *z, hf_newton_function function, const double *x, const double *u,
                              double *f, bool partials)
{
    const hf_problem *p = z->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], d = p->size[i];
        size_t area = (size_t)BLOCK_AREA_MAX * (size_t)i;
        double v[BLOCK_SIZE_MAX];
        for (int k = 0; k < d; k++) v[k] = z->scale[i] * u[at + k];
        newton_law_evaluate(function, &z->laws[i], x + at, v, f + at, partials ? z->A + area : NULL,
                            partials ? z->B + area : NULL);
        for (int k = 0; k < d; k++) sum += f[at + k] * f[at + k];
    }
    return 0.5 * sum;
}

/// J_ij ◄ B_i (s_i W_ij s_j).
static void write_block(newton_system *z, int i, int j, int place, const double *W)
{
    const hf_problem *p = z->problem;
    int m = p->size[i], n = p->size[j];
    const double *B = z->B + (size_t)BLOCK_AREA_MAX * (size_t)i;
    double s = z->scale[i] * z->scale[j];
    for (int t = 0; t < n; t++)
    {
        double *column = z->values + z->begin[p->offset[j] + t] + place;
        for (int a = 0; a < m; a++)
        {
            double sum = 0.0;
            for (int k = 0; k < m; k++) sum += B[a * m + k] * W[k * n + t];
            column[a] = s * sum;
        }
    }
}

/// J_ii += A_i + ε B_i.
static void add_diagonal(newton_system *z, int i, double epsilon)
{
    const hf_problem *p = z->problem;
    int m = p->size[i];
    const double *A = z->A + (size_t)BLOCK_AREA_MAX * (size_t)i, *B = z->B + (size_t)BLOCK_AREA_MAX * (size_t)i;
    for (int t = 0; t < m; t++)
    {
        double *column = z->values + z->begin[p->offset[i] + t] + z->diagonal[i];
        for (int a = 0; a < m; a++) column[a] += A[a * m + t] + epsilon * B[a * m + t];
    }
}

static void clear_diagonal(newton_system *z, int i)
{
    const hf_problem *p = z->problem;
    for (int t = p->offset[i]; t < p->offset[i + 1]; t++)
        for (int a = 0; a < p->size[i]; a++) z->values[z->begin[t] + z->diagonal[i] + a] = 0.0;
}

hf_status newton_system_solve(newton_system *z, double epsilon, const double *f, double *dx, bool *usable,
                              hf_error *error)
{
    const hf_problem *p = z->problem;
    bool singular;
    for (int i = 0; i < p->block_count; i++)
    {
        clear_diagonal(z, i); // W may not store it
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
            write_block(z, i, p->W.col[k], z->place[k], p->W.values + block_at(p, k));
        add_diagonal(z, i, epsilon);
    }
    *usable = false;
    hf_status status = sparse_lu_try(z->lu, z->values, &singular, error);
    if (status != HF_STATUS_OK || singular || sparse_lu_reciprocal_condition(z->lu) < CONDITION_MIN) return status;
    for (int k = 0; k < p->dimension; k++) dx[k] = -f[k];
    sparse_lu_solve(z->lu, dx, 1);
    *usable = true;
    for (int k = 0; k < p->dimension; k++)
        if (!isfinite(dx[k])) *usable = false;
    return HF_STATUS_OK;
}

void newton_system_gradient(const newton_system *z, const double *f, double *scratch, double *g)
{
    const hf_problem *p = z->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        int at = p->offset[i], m = p->size[i];
        const double *A = z->A + (size_t)BLOCK_AREA_MAX * (size_t)i, *B = z->B + (size_t)BLOCK_AREA_MAX * (size_t)i;
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

void newton_system_apply(const newton_system *z, const double *dx, double *scratch, double *du, double *Jdx)
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
        size_t area = (size_t)BLOCK_AREA_MAX * (size_t)i;
        double v[BLOCK_SIZE_MAX];
        for (int k = 0; k < m; k++)
        {
            v[k] = z->scale[i] * du[at + k];
            Jdx[at + k] = 0.0;
        }
        block_gemv(m, m, z->A + area, dx + at, Jdx + at);
        block_gemv(m, m, z->B + area, v, Jdx + at);
    }
}
