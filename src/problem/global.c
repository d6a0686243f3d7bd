// From the global form  M v = Hᵀ r + f,  u = H v + w  to the reduced one:  b = w + H M⁻¹ f  and
//   factored    H_i and G_i = (M⁻¹ H_iᵀ)ᵀ over the degrees of freedom of the parts of M (mass.h) that block i touches
//   assembled   W_ij = H_i M⁻¹ H_jᵀ, a column of blocks at a time: only the blocks that share a part with j are
//               visited, and G is never
//               stored
// Cost: for each row of H one solve with each part that it touches; assembled besides the nonzeros of H once for each
// block of W.

#include "holdfast/problem.h"

#include "base/error.h"
#include "base/memory.h"
#include "problem/mass.h"
#include "problem/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- checks ----

static hf_status check_mass(const hf_global *g, hf_error *error)
{
    if (g->dof_count < 0) return error_set(error, HF_STATUS_INVALID, "global.dof_count = %d is negative", g->dof_count);
    if (!g->M_begin || g->M_begin[0] != 0)
        return error_set(error, HF_STATUS_INVALID, "global.M_begin is missing or does not start at 0");
    for (int j = 0; j < g->dof_count; j++)
        if (g->M_begin[j + 1] < g->M_begin[j])
            return error_set(error, HF_STATUS_INVALID, "global.M_begin[%d] is less than the entry before", j + 1);
    if (g->M_begin[g->dof_count] > 0 && (!g->M_row || !g->M))
        return error_set(error, HF_STATUS_INVALID, "global.%s is NULL", g->M_row ? "M" : "M_row");
    for (int j = 0; j < g->dof_count; j++)
        for (int k = g->M_begin[j]; k < g->M_begin[j + 1]; k++)
        {
            if (g->M_row[k] < 0 || g->M_row[k] >= g->dof_count)
                return error_set(error, HF_STATUS_INVALID, "global.M_row[%d] = %d (column %d): M has %d rows", k,
                                 g->M_row[k], j, g->dof_count);
            if (!isfinite(g->M[k]))
                return error_set(error, HF_STATUS_INVALID, "global.M[%d] = %g (row %d, column %d) is not finite", k,
                                 g->M[k], g->M_row[k], j);
        }
    for (int d = 0; g->f && d < g->dof_count; d++)
        if (!isfinite(g->f[d]))
            return error_set(error, HF_STATUS_INVALID, "global.f[%d] = %g is not finite", d, g->f[d]);
    return HF_STATUS_OK;
}

static hf_status check_rows(const hf_problem *p, const hf_global *g, hf_error *error)
{
    if (!g->H_begin || g->H_begin[0] != 0)
        return error_set(error, HF_STATUS_INVALID, "global.H_begin is missing or does not start at 0");
    for (int k = 0; k < p->dimension; k++)
        if (g->H_begin[k + 1] < g->H_begin[k])
            return error_set(error, HF_STATUS_INVALID, "global.H_begin[%d] is less than the entry before", k + 1);
    if (g->H_begin[p->dimension] > 0 && (!g->H_dof || !g->H))
        return error_set(error, HF_STATUS_INVALID, "global.%s is NULL", g->H_dof ? "H" : "H_dof");
    for (int row = 0; row < p->dimension; row++)
    {
        for (size_t k = g->H_begin[row]; k < g->H_begin[row + 1]; k++)
        {
            if (g->H_dof[k] < 0 || g->H_dof[k] >= g->dof_count)
                return error_set(error, HF_STATUS_INVALID,
                                 "global.H_dof[%zu] = %d (row %d): there are %d degrees of freedom", k, g->H_dof[k],
                                 row, g->dof_count);
            if (!isfinite(g->H[k]))
                return error_set(error, HF_STATUS_INVALID, "global.H[%zu] = %g (row %d) is not finite", k, g->H[k],
                                 row);
        }
        if (!isfinite(p->b[row]))
            return error_set(error, HF_STATUS_INVALID, "laws.b[%d] = %g (w of the global form) is not finite", row,
                             p->b[row]);
    }
    return HF_STATUS_OK;
}

hf_status global_check(const hf_problem *laws, const hf_global *global, hf_error *error)
{
    hf_status status = check_mass(global, error);
    return status == HF_STATUS_OK ? check_rows(laws, global, error) : status;
}

// ---- what both forms need ----

/// Everything at hand during a reduction. `laws` is a checked copy without a matrix.
typedef struct reduction
{
    const hf_global *g;
    hf_problem *laws;
    mass *M;
    double *v;           // BLOCK_SIZE_MAX vectors of dof_count, zero between uses
    double *b;           // dimension
    size_t *touch_begin; // block_count + 1
    int *touch;          // the parts that each block touches, ascending
    int *stamp;          // one for each part, or each block: the last visitor
    size_t *part_begin;  // part_count + 1
    int *part_block;     // the blocks that touch each part, ascending
    size_t *begin;       // the result: rows or blocks
    int *index;          // dof, or col
    double *values[2];   // H and G, or W
    size_t *row;         // assembled: where the next block of each row of W goes
} reduction;

static void end_reduction(reduction *z)
{
    hf_problem_destroy(z->laws);
    mass_destroy(z->M);
    free(z->v);
    free(z->b);
    free(z->touch_begin);
    free(z->touch);
    free(z->stamp);
    free(z->part_begin);
    free(z->part_block);
    free(z->begin);
    free(z->index);
    free(z->values[0]);
    free(z->values[1]);
    free(z->row);
}

static hf_status begin_reduction(reduction *z, const hf_laws *laws, const hf_global *global, hf_error *error)
{
    z->g = global;
    hf_status status = problem_begin(NULL, laws, &z->laws, error);
    if (status == HF_STATUS_OK) status = global_check(z->laws, global, error);
    if (status == HF_STATUS_OK) status = mass_create(global, &z->M, error);
    if (status != HF_STATUS_OK) return status;
    size_t n = (size_t)z->laws->block_count, parts = (size_t)mass_part_count(z->M);
    z->v = MEMORY_ARRAY(double, BLOCK_SIZE_MAX *(size_t)global->dof_count);
    z->b = MEMORY_ARRAY(double, (size_t)z->laws->dimension);
    z->touch_begin = MEMORY_ARRAY(size_t, n + 1);
    z->touch = MEMORY_ARRAY(int, global->H_begin[z->laws->dimension]);
    z->stamp = MEMORY_ARRAY(int, n > parts ? n : parts);
    z->begin = MEMORY_ARRAY(size_t, n + 1);
    bool complete = z->v && z->b && z->touch_begin && z->touch && z->stamp && z->begin;
    return complete ? HF_STATUS_OK : error_no_memory(error);
}

/// H_row v.
static double row_dot(const hf_global *g, int row, const double *v)
{
    double sum = 0.0;
    for (size_t k = g->H_begin[row]; k < g->H_begin[row + 1]; k++) sum += g->H[k] * v[g->H_dof[k]];
    return sum;
}

/// v += H_rowᵀ r.
static void add_row(const hf_global *g, int row, double r, double *v)
{
    for (size_t k = g->H_begin[row]; k < g->H_begin[row + 1]; k++) v[g->H_dof[k]] += g->H[k] * r;
}

/// b = w + H M⁻¹ f.
static void find_free_velocity(reduction *z)
{
    const hf_global *g = z->g;
    if (g->f && g->dof_count > 0) memcpy(z->v, g->f, (size_t)g->dof_count * sizeof *z->v);
    for (int c = 0; c < mass_part_count(z->M); c++) mass_solve_part(z->M, c, z->v);
    for (int row = 0; row < z->laws->dimension; row++) z->b[row] = z->laws->b[row] + row_dot(g, row, z->v);
    if (g->dof_count > 0) memset(z->v, 0, (size_t)g->dof_count * sizeof *z->v);
}

static int compare_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/// For each block, the parts that it touches.
static void find_touched(reduction *z)
{
    const hf_problem *p = z->laws;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t count = z->touch_begin[i];
        for (size_t k = z->g->H_begin[p->offset[i]]; k < z->g->H_begin[p->offset[i + 1]]; k++)
        {
            int part = mass_part_of(z->M, z->g->H_dof[k]);
            if (z->stamp[part] == i + 1) continue;
            z->stamp[part] = i + 1;
            z->touch[count++] = part;
        }
        qsort(z->touch + z->touch_begin[i], count - z->touch_begin[i], sizeof *z->touch, compare_int);
        z->touch_begin[i + 1] = count;
    }
}

/// v_a = M⁻¹ H_iaᵀ for each row a of block i, a dense vector each.
static void solve_block(reduction *z, int i)
{
    const hf_problem *p = z->laws;
    for (int a = 0; a < p->size[i]; a++)
    {
        double *v = z->v + (size_t)a * (size_t)z->g->dof_count;
        add_row(z->g, p->offset[i] + a, 1.0, v);
        for (size_t k = z->touch_begin[i]; k < z->touch_begin[i + 1]; k++) mass_solve_part(z->M, z->touch[k], v);
    }
}

static void clear_block(reduction *z, int i)
{
    for (size_t k = z->touch_begin[i]; k < z->touch_begin[i + 1]; k++)
    {
        int count;
        const int *dof = mass_part(z->M, z->touch[k], &count);
        for (int a = 0; a < z->laws->size[i]; a++)
            for (int d = 0; d < count; d++) z->v[(size_t)a * (size_t)z->g->dof_count + (size_t)dof[d]] = 0.0;
    }
}

// ---- factored ----

/// Writes H_i and G_i at `at`; the pattern of row i is there.
static void write_factored_block(reduction *z, int i, size_t at)
{
    const hf_problem *p = z->laws;
    size_t n = z->begin[i + 1] - z->begin[i], dofs = (size_t)z->g->dof_count;
    const int *dof = z->index + z->begin[i];
    for (int a = 0; a < p->size[i]; a++)
    {
        double *v = z->v + (size_t)a * dofs;
        add_row(z->g, p->offset[i] + a, 1.0, v);
        for (size_t k = 0; k < n; k++) z->values[0][at + (size_t)a * n + k] = v[dof[k]];
        for (size_t k = 0; k < n; k++) v[dof[k]] = 0.0;
    }
    solve_block(z, i);
    for (int a = 0; a < p->size[i]; a++)
        for (size_t k = 0; k < n; k++) z->values[1][at + (size_t)a * n + k] = z->v[(size_t)a * dofs + (size_t)dof[k]];
    clear_block(z, i);
}

static hf_status make_factored(reduction *z, const hf_laws *laws, hf_problem **problem, hf_error *error)
{
    const hf_problem *p = z->laws;
    size_t value_count = 0, at = 0;
    int count;
    for (int i = 0; i < p->block_count; i++)
    {
        z->begin[i + 1] = z->begin[i];
        for (size_t k = z->touch_begin[i]; k < z->touch_begin[i + 1]; k++)
        {
            mass_part(z->M, z->touch[k], &count);
            z->begin[i + 1] += (size_t)count;
        }
        value_count += (size_t)p->size[i] * (z->begin[i + 1] - z->begin[i]);
    }
    z->index = MEMORY_ARRAY(int, z->begin[p->block_count]);
    z->values[0] = MEMORY_ARRAY(double, value_count);
    z->values[1] = MEMORY_ARRAY(double, value_count);
    if (!z->index || !z->values[0] || !z->values[1]) return error_no_memory(error);

    for (int i = 0; i < p->block_count; i++)
    {
        int *dof = z->index + z->begin[i];
        for (size_t k = z->touch_begin[i]; k < z->touch_begin[i + 1]; k++)
        {
            const int *part = mass_part(z->M, z->touch[k], &count);
            memcpy(dof, part, (size_t)count * sizeof *dof);
            dof += count;
        }
        size_t n = z->begin[i + 1] - z->begin[i];
        qsort(z->index + z->begin[i], n, sizeof *z->index, compare_int);
        write_factored_block(z, i, at);
        at += (size_t)p->size[i] * n;
    }
    hf_factored_rows rows = {
        .dof_count = z->g->dof_count, .begin = z->begin, .dof = z->index, .H = z->values[0], .G = z->values[1]};
    return hf_problem_create_factored(laws, &rows, problem, error);
}

// ---- assembled ----

/// For each part, the blocks that touch it.
static bool find_visitors(reduction *z)
{
    size_t parts = (size_t)mass_part_count(z->M), entries = z->touch_begin[z->laws->block_count];
    z->part_begin = MEMORY_ARRAY(size_t, parts + 2);
    z->part_block = MEMORY_ARRAY(int, entries);
    if (!z->part_begin || !z->part_block) return false;
    for (size_t k = 0; k < entries; k++) z->part_begin[z->touch[k] + 2]++;
    for (size_t c = 0; c < parts; c++) z->part_begin[c + 2] += z->part_begin[c + 1];
    for (int i = 0; i < z->laws->block_count; i++)
        for (size_t k = z->touch_begin[i]; k < z->touch_begin[i + 1]; k++)
            z->part_block[z->part_begin[z->touch[k] + 1]++] = i;
    return true;
}

/// Blocks that share a part with block i, ascending, at `col` if it is not NULL; returns how many. `mark` differs
/// between calls.
static size_t neighbours(reduction *z, int i, int mark, int *col)
{
    size_t count = 0;
    for (size_t k = z->touch_begin[i]; k < z->touch_begin[i + 1]; k++)
        for (size_t s = z->part_begin[z->touch[k]]; s < z->part_begin[z->touch[k] + 1]; s++)
        {
            int j = z->part_block[s];
            if (z->stamp[j] == mark) continue;
            z->stamp[j] = mark;
            if (col) col[count] = j;
            count++;
        }
    if (col) qsort(col, count, sizeof *col, compare_int);
    return count;
}

/// Column j of W. Columns come in ascending order and the pattern is symmetric, so that each row is filled from left to
/// right.
static void write_column(reduction *z, int j)
{
    const hf_problem *p = z->laws;
    int n = p->size[j];
    solve_block(z, j);
    for (size_t k = z->begin[j]; k < z->begin[j + 1]; k++)
    {
        int i = z->index[k];
        double *W = z->values[0] + z->row[i];
        for (int s = 0; s < p->size[i]; s++)
            for (int t = 0; t < n; t++) // W_ij = H_i (M⁻¹ H_jᵀ)
                W[s * n + t] = row_dot(z->g, p->offset[i] + s, z->v + (size_t)t * (size_t)z->g->dof_count);
        z->row[i] += (size_t)(p->size[i] * n);
    }
    clear_block(z, j);
}

static hf_status make_assembled(reduction *z, const hf_laws *laws, hf_problem **problem, hf_error *error)
{
    const hf_problem *p = z->laws;
    size_t n = (size_t)p->block_count, value_count = 0;
    if (!find_visitors(z)) return error_no_memory(error);
    memset(z->stamp, 0, n * sizeof *z->stamp);
    for (int i = 0; i < p->block_count; i++) z->begin[i + 1] = z->begin[i] + neighbours(z, i, i + 1, NULL);
    z->index = MEMORY_ARRAY(int, z->begin[n]);
    z->row = MEMORY_ARRAY(size_t, n);
    if (!z->index || !z->row) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
    {
        neighbours(z, i, -i - 1, z->index + z->begin[i]);
        z->row[i] = value_count;
        for (size_t k = z->begin[i]; k < z->begin[i + 1]; k++)
            value_count += (size_t)(p->size[i] * p->size[z->index[k]]);
    }
    z->values[0] = MEMORY_ARRAY(double, value_count);
    if (!z->values[0]) return error_no_memory(error);
    for (int j = 0; j < p->block_count; j++) write_column(z, j);
    hf_block_rows W = {.begin = z->begin, .col = z->index, .values = z->values[0]};
    return hf_problem_create(laws, &W, problem, error);
}

// ---- the public functions ----

hf_status hf_problem_reduce(const hf_laws *laws, const hf_global *global, bool assemble, hf_problem **problem,
                            hf_error *error)
{
    *problem = NULL;
    reduction z = {0};
    hf_status status = begin_reduction(&z, laws, global, error);
    if (status == HF_STATUS_OK)
    {
        find_free_velocity(&z);
        find_touched(&z);
        hf_laws reduced = *laws;
        reduced.b = z.b;
        status = assemble ? make_assembled(&z, &reduced, problem, error) : make_factored(&z, &reduced, problem, error);
    }
    end_reduction(&z);
    return status;
}

hf_status hf_global_velocity(const hf_laws *laws, const hf_global *global, const double *r, double *v, hf_error *error)
{
    reduction z = {0};
    hf_status status = begin_reduction(&z, laws, global, error);
    if (status == HF_STATUS_OK)
    {
        for (int d = 0; d < global->dof_count; d++) v[d] = global->f ? global->f[d] : 0.0;
        for (int row = 0; row < z.laws->dimension; row++) add_row(global, row, r[row], v);
        for (int c = 0; c < mass_part_count(z.M); c++) mass_solve_part(z.M, c, v);
    }
    end_reduction(&z);
    return status;
}
