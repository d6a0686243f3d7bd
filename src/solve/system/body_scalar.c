// The matrix of body_factors.h by compressed columns, and its sparse LU: the way out where pivots that stay inside a body fail, and the way for degrees of freedom
// that are not those of bodies. Cost: linear in the blocks, and the factors.

#include "solve/system/body_factors.h"

#include "solve/system/body_pattern.h"
#include "solve/system/contact_matrix.h"

#include "base/error.h"
#include "base/sort.h"

#include <limits.h>
#include <string.h>

typedef struct columns
{
    int *begin; // dof_count + 1
    int *row;   // ascending in a column
    double *values;
} columns;

/// Rows of a column, ascending, at `out` if it is not NULL; returns how many.
static int find_rows(const hf_problem *p, const block_move *moves, const problem_touching *t, int column, int *marker,
                     int stamp, int *out)
{
    int count = 1;
    marker[column] = stamp;
    if (out) out[0] = column;
    for (size_t k = t->begin[column]; k < t->begin[column + 1]; k++)
    {
        int i = t->block[k];
        for (size_t s = p->rows.begin[i]; moves[i].free > 0 && s < p->rows.begin[i + 1]; s++)
        {
            int d = p->rows.dof[s];
            if (marker[d] == stamp) continue;
            marker[d] = stamp;
            if (out) out[count] = d;
            count++;
        }
    }
    if (out) sort_ints(out, (size_t)count);
    return count;
}

static hf_status find_pattern(const hf_problem *p, const block_move *moves, hf_workspace *workspace, columns *m,
                              hf_error *error)
{
    int n = p->rows.dof_count;
    problem_touching touching;
    m->begin = ARENA_ZEROED(workspace, int, n + 1);
    int *marker = ARENA_ZEROED(workspace, int, n);
    if (!m->begin || !marker || !problem_find_touching(workspace, p, &touching)) return error_no_memory(error);
    double entries = 0.0;
    for (int c = 0; c < n; c++)
    {
        int count = find_rows(p, moves, &touching, c, marker, c + 1, NULL);
        entries += count;
        if (entries > INT_MAX)
            return error_set(error, HF_STATUS_UNSUPPORTED, "a Newton system of %.3g entries is too large", entries);
        m->begin[c + 1] = m->begin[c] + count;
    }
    m->row = ARENA_ARRAY(workspace, int, m->begin[n]);
    m->values = ARENA_ZEROED(workspace, double, m->begin[n]);
    if (!m->row || !m->values) return error_no_memory(error);
    for (int c = 0; c < n; c++) find_rows(p, moves, &touching, c, marker, -c - 1, m->row + m->begin[c]);
    return HF_STATUS_OK;
}

/// D ◄ Z T⁻¹ Yᵀ.
static void find_weights(int size, const block_move *move, const double *T, double *D)
{
    memset(D, 0, BLOCK_AREA_MAX * sizeof *D);
    for (int k = 0; k < move->free; k++)
        for (int a = 0; a < size; a++)
            for (int b = 0; b < size; b++)
                D[a * size + b] += move->Z[a * move->free + k] * move->Y[b * move->free + k] / T[k];
}

/// The values: the identity, then block by block. element: room for that of the widest block.
static void add_blocks(const hf_problem *p, const system_unknowns *u, const double *T, double *element, columns *m)
{
    for (int c = 0; c < p->rows.dof_count; c++)
        for (int k = m->begin[c]; k < m->begin[c + 1]; k++) m->values[k] = m->row[k] == c ? 1.0 : 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        if (u->moves[i].free == 0) continue;
        size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
        const int *dof = p->rows.dof + p->rows.begin[i];
        double D[BLOCK_AREA_MAX];
        const double *from = element;
        find_weights(p->size[i], &u->moves[i], T + u->first[i], D);
        body_element(p, i, D, element);
        for (size_t c = 0; c < n; c++)
            for (size_t r = 0, k = (size_t)m->begin[dof[c]]; r < n; r++, k++) // both lists ascend
            {
                while (m->row[k] != dof[r]) k++;
                m->values[k] += *from++;
            }
    }
}

static size_t widest_element(const hf_problem *p)
{
    size_t most = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
        if (n * n > most) most = n * n;
    }
    return most;
}

hf_status body_scalar_factor(const hf_problem *p, const system_unknowns *u, const double *T, hf_workspace *workspace,
                             sparse_lu **lu, bool *regular, hf_error *error)
{
    columns m = {0};
    bool singular = true;
    *regular = false;
    hf_status status = find_pattern(p, u->moves, workspace, &m, error);
    if (status != HF_STATUS_OK) return status;
    double *element = ARENA_ARRAY(workspace, double, widest_element(p));
    if (!element) return error_no_memory(error);
    add_blocks(p, u, T, element, &m);
    status = sparse_lu_create_in(workspace, p->rows.dof_count, m.begin, m.row, lu, error);
    if (status == HF_STATUS_OK) status = factors_affordable(*lu, error);
    if (status == HF_STATUS_OK) status = sparse_lu_try(*lu, m.values, &singular, error);
    *regular = status == HF_STATUS_OK && !singular;
    return status;
}
