// FCLIB's matrices: triplets, compressed columns, compressed rows; all are walked as triplets.

#include "problem/fclib.h"

#include "base/memory.h"

#include <stdlib.h>

int fclib_entry_count(const struct fclib_matrix *A)
{
    if (A->nz >= 0) return A->nz;
    return A->p[A->nz == -1 ? A->n : A->m];
}

void fclib_entry_at(const struct fclib_matrix *A, int k, int *line, int *row, int *col)
{
    if (A->nz >= 0)
    {
        *row = A->p[k];
        *col = A->i[k];
        return;
    }
    while (A->p[*line + 1] <= k) (*line)++;
    *row = A->nz == -1 ? A->i[k] : *line;
    *col = A->nz == -1 ? *line : A->i[k];
}

void fclib_multiply(const struct fclib_matrix *A, const double *x, double *y)
{
    for (int k = 0, line = 0; k < fclib_entry_count(A); k++)
    {
        int row, col;
        fclib_entry_at(A, k, &line, &row, &col);
        y[row] += A->x[k] * x[col];
    }
}

// ---- rows ----

static void place(const fclib_part *part, int k, int *line, int *row, int *col)
{
    int i, j;
    fclib_entry_at(part->matrix, k, line, &i, &j);
    *row = part->row + (part->transposed ? j : i);
    *col = part->col + (part->transposed ? i : j);
}

/// Counting sort by row; within a row the entries stay in the order of the parts.
bool fclib_gather_rows(const fclib_part *parts, int part_count, int row_count, fclib_rows *rows)
{
    size_t total = 0;
    for (int q = 0; q < part_count; q++) total += (size_t)fclib_entry_count(parts[q].matrix);
    rows->begin = MEMORY_ARRAY(size_t, (size_t)row_count + 2);
    rows->col = MEMORY_ARRAY(int, total);
    rows->values = MEMORY_ARRAY(double, total);
    if (!rows->begin || !rows->col || !rows->values) return false;

    int row, col;
    for (int q = 0; q < part_count; q++)
        for (int k = 0, line = 0; k < fclib_entry_count(parts[q].matrix); k++)
        {
            place(&parts[q], k, &line, &row, &col);
            rows->begin[row + 2]++;
        }
    for (int i = 0; i < row_count; i++) rows->begin[i + 2] += rows->begin[i + 1];
    for (int q = 0; q < part_count; q++)
        for (int k = 0, line = 0; k < fclib_entry_count(parts[q].matrix); k++)
        {
            place(&parts[q], k, &line, &row, &col);
            size_t at = rows->begin[row + 1]++;
            rows->col[at] = col;
            rows->values[at] = parts[q].matrix->x[k];
        }
    return true;
}

void fclib_rows_free(fclib_rows *rows)
{
    free(rows->begin);
    free(rows->col);
    free(rows->values);
}

// ---- columns ----

/// Rows of A, walked in order, fall into columns with ascending rows; a duplicate is then the last entry of its column.
bool fclib_gather_columns(const struct fclib_matrix *A, fclib_columns *columns)
{
    fclib_rows rows = {0};
    bool good = fclib_gather_rows(&(fclib_part){A, 0, 0, false}, 1, A->m, &rows);
    int *filled = MEMORY_ARRAY(int, (size_t)A->n); // entries in a column so far
    size_t total = (size_t)fclib_entry_count(A);
    columns->begin = MEMORY_ARRAY(int, (size_t)A->n + 1);
    columns->row = MEMORY_ARRAY(int, total);
    columns->values = MEMORY_ARRAY(double, total);
    good = good && filled && columns->begin && columns->row && columns->values;
    if (good)
    {
        for (size_t k = 0; k < total; k++) columns->begin[rows.col[k] + 1]++; // an upper bound, closed up below
        for (int j = 0; j < A->n; j++) columns->begin[j + 1] += columns->begin[j];
        for (int i = 0; i < A->m; i++)
            for (size_t k = rows.begin[i]; k < rows.begin[i + 1]; k++)
            {
                int j = rows.col[k], at = columns->begin[j] + filled[j];
                if (filled[j] > 0 && columns->row[at - 1] == i)
                {
                    columns->values[at - 1] += rows.values[k];
                    continue;
                }
                columns->row[at] = i;
                columns->values[at] = rows.values[k];
                filled[j]++;
            }
        int at = 0;
        for (int j = 0; j < A->n; j++)
        {
            int from = columns->begin[j];
            columns->begin[j] = at;
            for (int k = 0; k < filled[j]; k++, at++)
            {
                columns->row[at] = columns->row[from + k];
                columns->values[at] = columns->values[from + k];
            }
        }
        columns->begin[A->n] = at;
    }
    free(filled);
    fclib_rows_free(&rows);
    return good;
}

void fclib_columns_free(fclib_columns *columns)
{
    free(columns->begin);
    free(columns->row);
    free(columns->values);
}
