// A problem from scalar entries: compressed rows or a dense matrix, gathered into blocks.
//
// Two passes over each block row with one marker per block column: count the distinct block columns, then fill.
// O(entries + blocks log blocks).

#include "problem/problem.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct gather
{
    const hf_problem *frame; // laws only: gives sizes and offsets
    const size_t *begin;     // scalar rows
    const int *col;
    const double *values;

    int *block_of;  // dimension: block of each scalar column
    int *marker;    // block_count: last block row that met this column, plus one
    size_t *slot;   // block_count: where the block of this column starts in `blocks`
    size_t *row;    // block_count + 1
    int *block_col; // row[block_count]
    double *blocks;
} gather;

static void gather_free(gather *g)
{
    free(g->block_of);
    free(g->marker);
    free(g->slot);
    free(g->row);
    free(g->block_col);
    free(g->blocks);
}

static int compare_int(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/// The distinct block columns of block row i, ascending, at `columns`; returns how many.
static size_t distinct_columns(gather *g, int i, int *columns)
{
    const hf_problem *p = g->frame;
    size_t count = 0;
    for (size_t k = g->begin[p->offset[i]]; k < g->begin[p->offset[i + 1]]; k++)
    {
        int j = g->block_of[g->col[k]];
        if (g->marker[j] == i + 1) continue;
        g->marker[j] = i + 1;
        columns[count++] = j;
    }
    qsort(columns, count, sizeof *columns, compare_int);
    return count;
}

static hf_status find_pattern(gather *g, hf_error *error)
{
    const hf_problem *p = g->frame;
    size_t n = (size_t)p->block_count;
    g->block_of = MEMORY_ARRAY(int, (size_t)p->dimension);
    g->marker = MEMORY_ARRAY(int, n);
    g->slot = MEMORY_ARRAY(size_t, n);
    g->row = MEMORY_ARRAY(size_t, n + 1);
    g->block_col = MEMORY_ARRAY(int, g->begin[p->dimension]); // at most one block per scalar entry
    if (!g->block_of || !g->marker || !g->slot || !g->row || !g->block_col) return error_no_memory(error);

    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) g->block_of[k] = i;
    for (int i = 0; i < p->block_count; i++)
        g->row[i + 1] = g->row[i] + distinct_columns(g, i, g->block_col + g->row[i]);
    return HF_STATUS_OK;
}

static hf_status fill_blocks(gather *g, hf_error *error)
{
    const hf_problem *p = g->frame;
    size_t value_count = 0;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
            value_count += (size_t)(p->size[i] * p->size[g->block_col[k]]);
    g->blocks = MEMORY_ARRAY(double, value_count);
    if (!g->blocks) return error_no_memory(error);

    size_t at = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        for (size_t k = g->row[i]; k < g->row[i + 1]; k++)
        {
            g->slot[g->block_col[k]] = at;
            at += (size_t)(p->size[i] * p->size[g->block_col[k]]);
        }
        for (int row = p->offset[i]; row < p->offset[i + 1]; row++)
            for (size_t k = g->begin[row]; k < g->begin[row + 1]; k++)
            {
                int j = g->block_of[g->col[k]];
                int place = (row - p->offset[i]) * p->size[j] + g->col[k] - p->offset[j];
                g->blocks[g->slot[j] + (size_t)place] += g->values[k];
            }
    }
    return HF_STATUS_OK;
}

static hf_status check_rows(const hf_problem *p, const size_t *begin, const int *col, const double *values,
                            hf_error *error)
{
    if (!begin || begin[0] != 0)
        return error_set(error, HF_STATUS_INVALID, "W: row pointers are missing or do not start at 0");
    for (int row = 0; row < p->dimension; row++)
        if (begin[row + 1] < begin[row])
            return error_set(error, HF_STATUS_INVALID, "W: row pointer %d is less than the one before", row + 1);
    if (begin[p->dimension] > 0 && (!col || !values))
        return error_set(error, HF_STATUS_INVALID, "W has no columns or no values");
    for (int row = 0; row < p->dimension; row++)
        for (size_t k = begin[row]; k < begin[row + 1]; k++)
        {
            if (col[k] < 0 || col[k] >= p->dimension)
                return error_set(error, HF_STATUS_INVALID, "W: row %d has an entry in column %d, but there are %d", row,
                                 col[k], p->dimension);
            if (!isfinite(values[k]))
                return error_set(error, HF_STATUS_INVALID, "W(%d, %d) = %g is not finite", row, col[k], values[k]);
        }
    return HF_STATUS_OK;
}

hf_status hf_problem_create_csr(const hf_laws *laws, const size_t *begin, const int *col, const double *values,
                                hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    hf_problem *frame;
    hf_status status = problem_begin(NULL, laws, &frame, error);
    if (status != HF_STATUS_OK) return status;

    gather g = {.frame = frame, .begin = begin, .col = col, .values = values};
    status = check_rows(frame, begin, col, values, error);
    if (status == HF_STATUS_OK) status = find_pattern(&g, error);
    if (status == HF_STATUS_OK) status = fill_blocks(&g, error);
    if (status == HF_STATUS_OK)
    {
        hf_block_rows W = {.begin = g.row, .col = g.block_col, .values = g.blocks};
        status = hf_problem_create(laws, &W, problem, error);
    }
    gather_free(&g);
    hf_problem_destroy(frame);
    return status;
}

hf_status hf_problem_create_dense(const hf_laws *laws, const double *W, hf_problem **problem, hf_error *error)
{
    *problem = NULL;
    hf_problem *frame;
    hf_status status = problem_begin(NULL, laws, &frame, error);
    if (status != HF_STATUS_OK) return status;
    size_t n = (size_t)frame->dimension;
    hf_problem_destroy(frame);
    if (n > 0 && !W) return error_set(error, HF_STATUS_INVALID, "W is NULL");

    size_t *begin = MEMORY_ARRAY(size_t, n + 1);
    int *col = MEMORY_ARRAY(int, n *n);
    double *values = MEMORY_ARRAY(double, n *n);
    if (begin && col && values)
    {
        size_t count = 0;
        for (size_t row = 0; row < n; row++)
        {
            for (size_t c = 0; c < n; c++)
                if (W[row * n + c] != 0.0)
                {
                    col[count] = (int)c;
                    values[count++] = W[row * n + c];
                }
            begin[row + 1] = count;
        }
        status = hf_problem_create_csr(laws, begin, col, values, problem, error);
    }
    else
    {
        status = error_no_memory(error);
    }
    free(begin);
    free(col);
    free(values);
    return status;
}
