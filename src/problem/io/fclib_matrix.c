// FCLIB's matrices: triplets, compressed columns, compressed rows; all are walked as triplets.

#include "problem/io/fclib.h"

#include "base/arena.h"

#include <assert.h>
#include <limits.h>

bool fclib_indices_fit(const int *index, int count, int end, int *first_bad)
{
    for (int k = 0; k < count; k++)
        if (index[k] < 0 || index[k] >= end)
        {
            *first_bad = k;
            return false;
        }
    return true;
}

bool fclib_matrix_take(fclib_matrix *A, int m, int n, int nz, size_t entries, hf_workspace *arena)
{
    assert(entries <= INT_MAX && nz < 0);
    *A = (fclib_matrix){.m = m, .n = n, .nz = nz, .nzmax = (int)entries};
    A->p = ARENA_ZEROED(arena, int, (size_t)(nz == -1 ? n : m) + 1);
    A->i = ARENA_ARRAY(arena, int, entries);
    A->x = ARENA_ARRAY(arena, double, entries);
    return A->p && A->i && A->x;
}

static int entry_count(const fclib_matrix *A)
{
    if (A->nz >= 0) return A->nz;
    return A->p[A->nz == -1 ? A->n : A->m];
}

/// Row and column of entry k. `line` remembers the compressed line between calls with ascending k; it starts at 0.
static void entry_at(const fclib_matrix *A, int k, int *line, int *row, int *col)
{
    if (A->nz >= 0)
    {
        *row = A->i[k];
        *col = A->p[k];
        return;
    }
    while (A->p[*line + 1] <= k) (*line)++;
    *row = A->nz == -1 ? A->i[k] : *line;
    *col = A->nz == -1 ? *line : A->i[k];
}

// ---- rows ----

static void place(const fclib_part *part, int k, int *line, int *row, int *col)
{
    int i, j;
    entry_at(part->matrix, k, line, &i, &j);
    *row = part->row + (part->transposed ? j : i);
    *col = part->col + (part->transposed ? i : j);
}

/// Counting sort by row; within a row the entries stay in the order of the parts.
bool fclib_gather_rows(const fclib_part *parts, int part_count, int row_count, hf_workspace *arena, fclib_rows *rows)
{
    size_t total = 0;
    for (int q = 0; q < part_count; q++) total += (size_t)entry_count(parts[q].matrix);
    rows->begin = ARENA_ZEROED(arena, size_t, (size_t)row_count + 2);
    rows->col = ARENA_ARRAY(arena, int, total);
    rows->values = ARENA_ARRAY(arena, double, total);
    if (!rows->begin || !rows->col || !rows->values) return false;

    int row, col;
    for (int q = 0; q < part_count; q++)
        for (int k = 0, line = 0; k < entry_count(parts[q].matrix); k++)
        {
            place(&parts[q], k, &line, &row, &col);
            rows->begin[row + 2]++;
        }
    for (int i = 0; i < row_count; i++) rows->begin[i + 2] += rows->begin[i + 1];
    for (int q = 0; q < part_count; q++)
        for (int k = 0, line = 0; k < entry_count(parts[q].matrix); k++)
        {
            place(&parts[q], k, &line, &row, &col);
            size_t at = rows->begin[row + 1]++;
            rows->col[at] = col;
            rows->values[at] = parts[q].matrix->x[k];
        }
    return true;
}
