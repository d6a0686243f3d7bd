// The linear systems of `path`: the reduced matrix of a piece, bordered by the parameter's column and a row of the caller's. The bordered matrix
// stays regular where the path turns back in its parameter and K alone is singular (Keller 1977).

#include "solve/newton/path.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/block.h"

#include <limits.h>
#include <string.h>

/// Entries of the matrix at most: all of A's, a diagonal that it may lack, and the border.
static size_t most_entries(const hf_problem *p)
{
    size_t count = 2 * (size_t)p->dimension + 1;
    for (int i = 0; i < p->block_count; i++)
    {
        count += (size_t)(p->size[i] * p->size[i]);
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) count += (size_t)(p->size[i] * p->size[p->W.col[k]]);
    }
    return count;
}

bool path_system_begin(path_system *s, const hf_problem *p, hf_workspace *workspace)
{
    size_t entries = most_entries(p), n = (size_t)p->dimension + 1;
    *s = (path_system){.problem = p, .workspace = workspace};
    s->A = ARENA_ARRAY(workspace, double, entries);
    s->first = ARENA_ARRAY(workspace, int, p->block_count + 1);
    s->begin = ARENA_ARRAY(workspace, int, n + 1);
    s->next = ARENA_ARRAY(workspace, int, n);
    s->row = ARENA_ARRAY(workspace, int, entries);
    s->values = ARENA_ARRAY(workspace, double, entries);
    return entries <= INT_MAX && s->A && s->first && s->begin && s->next && s->row && s->values;
}

void path_system_end(path_system *s)
{
    if (!s->lu) return;
    sparse_lu_destroy(s->lu);
    s->lu = NULL;
    arena_end(s->workspace, s->mark);
}

void path_system_renew(path_system *s, const block_move *moves)
{
    path_system_end(s);
    s->first[0] = 0;
    for (int i = 0; i < s->problem->block_count; i++) s->first[i + 1] = s->first[i] + moves[i].free;
    s->unknowns = s->first[s->problem->block_count];
}

/// block ◄ Y_iᵀ (A_ij + shift) Z_j + diag(stiffness), free_i × free_j row-major; shift and stiffness at the diagonal alone.
static void reduce_block(int m, int n, const double *A, const block_move *row, const block_move *col, bool diagonal,
                         double shift, double *block)
{
    for (int l = 0; l < col->free; l++)
    {
        double column[BLOCK_SIZE_MAX] = {0.0};
        for (int a = 0; a < m; a++)
        {
            for (int c = 0; c < n; c++) column[a] += A[a * n + c] * col->Z[c * col->free + l];
            if (diagonal) column[a] += shift * col->Z[a * col->free + l];
        }
        for (int k = 0; k < row->free; k++)
        {
            double sum = diagonal && k == l ? row->stiffness[k] : 0.0;
            for (int a = 0; a < m; a++) sum += row->Y[a * row->free + k] * column[a];
            block[k * col->free + l] = sum;
        }
    }
}

typedef void (*block_sink)(path_system *s, const block_move *moves, int i, int j, const double *block);

/// Every block of K to the sink, row by row; a diagonal block that A lacks counts as zero.
static void each_block(path_system *s, const block_move *moves, double epsilon, block_sink sink)
{
    static const double zero[BLOCK_AREA_MAX] = {0.0};
    const hf_problem *p = s->problem;
    double block[BLOCK_AREA_MAX];
    for (int i = 0; i < p->block_count; i++)
    {
        if (moves[i].free == 0) continue;
        bool diagonal = false;
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            diagonal |= j == i;
            if (moves[j].free == 0) continue;
            reduce_block(p->size[i], p->size[j], s->A + block_at(p, k), &moves[i], &moves[j], i == j, epsilon, block);
            sink(s, moves, i, j, block);
        }
        if (diagonal) continue;
        reduce_block(p->size[i], p->size[i], zero, &moves[i], &moves[i], true, epsilon, block);
        sink(s, moves, i, i, block);
    }
}

static void count_block(path_system *s, const block_move *moves, int i, int j, const double *block)
{
    (void)block;
    for (int l = 0; l < moves[j].free; l++) s->begin[s->first[j] + l + 1] += moves[i].free;
}

static void put_block(path_system *s, const block_move *moves, int i, int j, const double *block)
{
    int m = moves[i].free, n = moves[j].free;
    for (int l = 0; l < n; l++)
    {
        int *next = &s->next[s->first[j] + l];
        for (int k = 0; k < m; k++)
        {
            s->row[*next] = s->first[i] + k;
            s->values[(*next)++] = block[k * n + l];
        }
    }
}

/// Compressed columns of the bordered matrix.
static void assemble(path_system *s, const block_move *moves, double epsilon, const double *column,
                     const double *border)
{
    int n = s->unknowns;
    memset(s->begin, 0, ((size_t)n + 2) * sizeof *s->begin);
    each_block(s, moves, epsilon, count_block);
    for (int c = 0; c < n; c++) s->begin[c + 1] += s->begin[c] + 1; // one more for the border
    s->begin[n + 1] = s->begin[n] + n + 1;
    memcpy(s->next, s->begin, ((size_t)n + 1) * sizeof *s->next);
    each_block(s, moves, epsilon, put_block);
    for (int c = 0; c <= n; c++)
    {
        if (c == n)
            for (int k = 0; k < n; k++)
            {
                s->row[s->next[n]] = k;
                s->values[s->next[n]++] = column[k];
            }
        s->row[s->next[c]] = n;
        s->values[s->next[c]] = border[c];
    }
}

hf_status path_system_factor(path_system *s, const block_move *moves, double epsilon, const double *column,
                             const double *border, bool *regular, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    bool singular = true;
    assemble(s, moves, epsilon, column, border);
    if (!s->lu)
    {
        s->mark = arena_begin(s->workspace);
        status = sparse_lu_create_in(s->workspace, s->unknowns + 1, s->begin, s->row, &s->lu, error);
        if (!s->lu) arena_end(s->workspace, s->mark);
        if (status == HF_STATUS_OK) status = proximal_affordable(s->lu, error);
    }
    if (status == HF_STATUS_OK) status = sparse_lu_try(s->lu, s->values, &singular, error);
    *regular = !singular;
    return status;
}

void path_product(const path_system *s, double epsilon, const double *x, double *y)
{
    const hf_problem *p = s->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        double *y_i = y + p->offset[i];
        for (int a = 0; a < p->size[i]; a++) y_i[a] = epsilon * x[p->offset[i] + a];
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            block_gemv(p->size[i], p->size[j], s->A + block_at(p, k), x + p->offset[j], y_i);
        }
    }
}

/// row_j += scale · Z_jᵀ g.
static void add_reduced(const block_move *move, int size, double scale, const double *g, double *row)
{
    for (int k = 0; k < move->free; k++)
        for (int a = 0; a < size; a++) row[k] += scale * g[a] * move->Z[a * move->free + k];
}

void path_gradient(const path_system *s, const block_move *moves, double epsilon, const double *along, int i,
                   const path_event *event, double *row)
{
    const hf_problem *p = s->problem;
    const double *v = event->direction;
    int m = p->size[i];
    memset(row, 0, ((size_t)s->unknowns + 1) * sizeof *row);
    add_reduced(&moves[i], m, event->of_velocity ? epsilon : 1.0, v, row + s->first[i]);
    if (!event->of_velocity) return;
    for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
    {
        int j = p->W.col[k], n = p->size[j];
        const double *A = s->A + block_at(p, k);
        double g[BLOCK_SIZE_MAX] = {0.0};
        for (int a = 0; a < m; a++)
            for (int c = 0; c < n; c++) g[c] += v[a] * A[a * n + c]; // A_ijᵀ v
        add_reduced(&moves[j], n, 1.0, g, row + s->first[j]);
    }
    for (int a = 0; a < m; a++) row[s->unknowns] += v[a] * along[p->offset[i] + a];
}
