// The factored form W = H M⁻¹ Hᵀ: making it, and assembling W from it.

#include "problem/problem.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static hf_status check_factored(const hf_problem *p, const hf_factored_rows *rows, hf_error *error)
{
    if (rows->dof_count < 0)
        return error_set(error, HF_STATUS_INVALID, "rows.dof_count = %d is negative", rows->dof_count);
    if (!rows->begin || rows->begin[0] != 0)
        return error_set(error, HF_STATUS_INVALID, "rows.begin is missing or does not start at 0");
    for (int i = 0; i < p->block_count; i++)
        if (rows->begin[i + 1] < rows->begin[i])
            return error_set(error, HF_STATUS_INVALID, "rows.begin[%d] is less than the entry before", i + 1);
    if (rows->begin[p->block_count] > 0 && (!rows->dof || !rows->H || !rows->G))
        return error_set(error, HF_STATUS_INVALID, "rows.dof, rows.H or rows.G is NULL");
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++)
        {
            if (rows->dof[k] < 0 || rows->dof[k] >= rows->dof_count)
                return error_set(error, HF_STATUS_INVALID, "rows.dof[%zu] = %d (block %d): there are %d", k,
                                 rows->dof[k], i, rows->dof_count);
            if (k > rows->begin[i] && rows->dof[k] <= rows->dof[k - 1])
                return error_set(error, HF_STATUS_INVALID, "rows.dof[%zu] = %d (block %d) is not above the one before",
                                 k, rows->dof[k], i);
        }
    return HF_STATUS_OK;
}

static hf_status check_numbers(const hf_problem *p, const hf_factored_rows *rows, hf_error *error)
{
    for (int i = 0; i < p->block_count; i++)
    {
        for (size_t k = p->rows.at[i]; k < p->rows.at[i + 1]; k++)
            if (!isfinite(rows->H[k]) || !isfinite(rows->G[k]))
                return error_set(error, HF_STATUS_INVALID, "rows.%c[%zu] (block %d) is not finite",
                                 isfinite(rows->H[k]) ? 'G' : 'H', k, i);
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
            if (!isfinite(p->b[k]))
                return error_set(error, HF_STATUS_INVALID, "b[%d] = %g (block %d) is not finite", k, p->b[k], i);
    }
    return HF_STATUS_OK;
}

/// out += H_i G_jᵀ over the degrees of freedom that both touch; returns whether there are any.
static bool add_product(const hf_problem *p, int i, int j, double *out)
{
    const factored_rows *rows = &p->rows;
    size_t a = rows->begin[i], a_end = rows->begin[i + 1], n_i = a_end - a;
    size_t c = rows->begin[j], c_end = rows->begin[j + 1], n_j = c_end - c;
    const double *H = rows->H + rows->at[i], *G = rows->G + rows->at[j];
    bool met = false;
    while (a < a_end && c < c_end)
    {
        if (rows->dof[a] < rows->dof[c]) a++;
        else if (rows->dof[a] > rows->dof[c]) c++;
        else
        {
            size_t x = a++ - rows->begin[i], y = c++ - rows->begin[j];
            for (int s = 0; s < p->size[i]; s++)
                for (int t = 0; t < p->size[j]; t++)
                    out[s * p->size[j] + t] += H[(size_t)s * n_i + x] * G[(size_t)t * n_j + y];
            met = true;
        }
    }
    return met;
}

static hf_status derive_diagonal(hf_problem *p, hf_error *error)
{
    for (int i = 0; i < p->block_count; i++)
    {
        double *W = p->diagonal + (size_t)BLOCK_AREA_MAX * (size_t)i;
        int m = p->size[i];
        add_product(p, i, i, W);
        for (int s = 0; s < m; s++)
            for (int t = 0; t < m; t++)
            {
                if (!isfinite(W[s * m + t]))
                    return error_set(error, HF_STATUS_INVALID, "H M⁻¹ Hᵀ overflows at block %d, entry (%d, %d)", i, s,
                                     t);
                p->largest = fmax(p->largest, fabs(W[s * m + t]));
                p->asymmetry = fmax(p->asymmetry, fabs(W[s * m + t] - W[t * m + s]));
            }
    }
    return problem_take_norm(p, error);
}

static hf_status take_factored(hf_problem *p, const hf_factored_rows *rows, hf_error *error)
{
    hf_status status = check_factored(p, rows, error);
    if (status != HF_STATUS_OK) return status;

    size_t n = (size_t)p->block_count;
    p->factored = true;
    p->rows.dof_count = rows->dof_count;
    p->rows.begin = memory_copy(rows->begin, n + 1, sizeof *rows->begin);
    p->rows.dof = memory_copy(rows->dof, rows->begin[n], sizeof *rows->dof);
    p->rows.at = MEMORY_ARRAY(size_t, n + 1);
    p->owned_b = memory_copy(p->b, (size_t)p->dimension, sizeof(double));
    if (!p->rows.begin || !p->rows.dof || !p->rows.at || !p->owned_b) return error_no_memory(error);
    for (size_t i = 0; i < n; i++)
        p->rows.at[i + 1] = p->rows.at[i] + (size_t)p->size[i] * (rows->begin[i + 1] - rows->begin[i]);

    status = check_numbers(p, rows, error);
    if (status != HF_STATUS_OK) return status;
    p->b = p->owned_b;
    p->rows.H = memory_copy(rows->H, p->rows.at[n], sizeof(double));
    p->rows.G = memory_copy(rows->G, p->rows.at[n], sizeof(double));
    if (!p->rows.H || !p->rows.G) return error_no_memory(error);
    return derive_diagonal(p, error);
}

hf_status hf_problem_create_factored(const hf_laws *laws, const hf_factored_rows *rows, hf_problem **problem,
                                     hf_error *error)
{
    hf_status status = problem_begin(laws, problem, error);
    if (status == HF_STATUS_OK) status = take_factored(*problem, rows, error);
    if (status != HF_STATUS_OK)
    {
        hf_problem_destroy(*problem);
        *problem = NULL;
    }
    return status;
}

// ---- assembling ----

/// For each degree of freedom, the blocks that touch it.
typedef struct touching
{
    size_t *begin; // dof_count + 1
    int *block;
} touching;

static bool find_touching(const hf_problem *p, touching *t)
{
    const factored_rows *rows = &p->rows;
    size_t dofs = (size_t)rows->dof_count, entries = rows->begin[p->block_count];
    t->begin = MEMORY_ARRAY(size_t, dofs + 2);
    t->block = MEMORY_ARRAY(int, entries);
    if (!t->begin || !t->block) return false;
    for (size_t k = 0; k < entries; k++) t->begin[rows->dof[k] + 2]++;
    for (size_t d = 0; d < dofs; d++) t->begin[d + 2] += t->begin[d + 1];
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) t->block[t->begin[rows->dof[k] + 1]++] = i;
    return true;
}

static int compare_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/// Blocks that share a degree of freedom with block i, ascending, at `col` if it is not NULL; returns how many.
static size_t neighbours(const hf_problem *p, const touching *t, int i, int *marker, int stamp, int *col)
{
    size_t count = 0;
    for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
        for (size_t s = t->begin[p->rows.dof[k]]; s < t->begin[p->rows.dof[k] + 1]; s++)
        {
            int j = t->block[s];
            if (marker[j] == stamp) continue;
            marker[j] = stamp;
            if (col) col[count] = j;
            count++;
        }
    if (col) qsort(col, count, sizeof *col, compare_int);
    return count;
}

static hf_status assemble_rows(const hf_problem *p, const touching *t, hf_problem **assembled, hf_error *error)
{
    size_t n = (size_t)p->block_count;
    hf_status status = HF_STATUS_NO_MEMORY;
    int *marker = MEMORY_ARRAY(int, n);
    size_t *begin = MEMORY_ARRAY(size_t, n + 1);
    int *col = NULL;
    double *values = NULL;
    size_t value_count = 0;
    if (!marker || !begin) goto done;

    for (int i = 0; i < p->block_count; i++) begin[i + 1] = begin[i] + neighbours(p, t, i, marker, i + 1, NULL);
    col = MEMORY_ARRAY(int, begin[n]);
    if (!col) goto done;
    for (int i = 0; i < p->block_count; i++) neighbours(p, t, i, marker, -i - 1, col + begin[i]);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = begin[i]; k < begin[i + 1]; k++) value_count += (size_t)(p->size[i] * p->size[col[k]]);
    values = MEMORY_ARRAY(double, value_count);
    if (!values) goto done;

    value_count = 0;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = begin[i]; k < begin[i + 1]; k++)
        {
            add_product(p, i, col[k], values + value_count); // W_ij = H_i G_jᵀ
            value_count += (size_t)(p->size[i] * p->size[col[k]]);
        }
    hf_laws laws = hf_problem_laws(p);
    status = hf_problem_create(&laws, &(hf_block_rows){.begin = begin, .col = col, .values = values}, assembled, error);
done:
    free(marker);
    free(begin);
    free(col);
    free(values);
    return status == HF_STATUS_NO_MEMORY ? error_no_memory(error) : status;
}

hf_status hf_problem_assemble(const hf_problem *p, hf_problem **assembled, hf_error *error)
{
    *assembled = NULL;
    if (!p->factored)
    {
        hf_laws laws = hf_problem_laws(p);
        hf_block_rows W = hf_problem_block_rows(p);
        return hf_problem_create(&laws, &W, assembled, error);
    }
    touching t = {0};
    hf_status status = find_touching(p, &t) ? assemble_rows(p, &t, assembled, error) : error_no_memory(error);
    free(t.begin);
    free(t.block);
    return status;
}
