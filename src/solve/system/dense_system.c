// Newton systems of small problems: W is multiplied out once for a solve, and everything else runs down its columns.
//
//     W = H Gᵀ            column j: Σ over the degrees of freedom d of row j of  G_jd H_d,  H_d the column of H, dense
//     u = W r + b         a sum of columns
//     K = Yᵀ (W + εD) Z   column by column: (W + εD) z, then the few rows that Y leaves of it
//
// Blocks of a robot's contact problem are few and nearly all act on each other: patterns, block by block, cost more than the arithmetic. All loops go along columns, where
// the compiler may take several entries at once without changing the order of any sum.
// Cost: rows² × degrees of freedom a row to begin, rows² a velocity, rows × unknowns and a factorization a step.

#include "solve/system/system_kinds.h"

#include "base/arena.h"
#include "linalg/dense.h"
#include "linalg/small_lu.h"
#include "linalg/vector.h"

#include <string.h>

typedef struct dense_state
{
    const hf_problem *problem;
    size_t n;       // dimension
    double *W;      // n × n, by columns
    double *K;      // the same room, for unknowns
    double *column; // n
    int *pivot;     // n
    int *row;       // n: of each unknown that is an impulse itself, its row; of others the first of their block
    int *bent;      // block_count: blocks of these others
} dense_state;

static inline void add_scaled(size_t n, double s, const double *restrict x, double *restrict y)
{
    for (size_t k = 0; k < n; k++) y[k] += s * x[k];
}

/// to ◄ Σ_k g_k times LANES entries of column dof_k of H, which are `stride` apart.
INLINED void add_columns(size_t count, const int *dof, const double *g, const double *H, size_t stride, double *to)
{
    lanes sum = {0};
    for (size_t k = 0; k < count; k++) sum += g[k] * *(const lanes *)(H + (size_t)dof[k] * stride);
    *(lanes *)to = sum;
}

WIDE static void add_columns_wide(size_t count, const int *dof, const double *g, const double *H, size_t stride,
                                  double *to)
{
    add_columns(count, dof, g, H, stride, to);
}

/// From H and G. False if memory is short.
static bool multiply_out(dense_state *dense, hf_workspace *workspace)
{
    const hf_problem *p = dense->problem;
    const factored_rows *rows = &p->rows;
    const size_t n = dense->n, stride = (n + LANES - 1) / LANES * LANES;
    const bool wide = wide_runs();
    arena_mark mark = arena_begin(workspace);
    double *H = arena_take_zeroed(workspace, stride * (size_t)rows->dof_count, sizeof *H); // by columns
    double *column = ARENA_ARRAY(workspace, double, stride);
    bool room = H && column;
    for (int i = 0; room && i < p->block_count; i++)
    {
        size_t width = rows->begin[i + 1] - rows->begin[i], at = rows->at[i];
        for (int row = p->offset[i]; row < p->offset[i + 1]; row++)
            for (size_t k = 0; k < width; k++, at++)
                H[(size_t)rows->dof[rows->begin[i] + k] * stride + (size_t)row] = rows->H[at];
    }
    for (int j = 0; room && j < p->block_count; j++)
    {
        size_t width = rows->begin[j + 1] - rows->begin[j], at = rows->at[j];
        for (int row = p->offset[j]; row < p->offset[j + 1]; row++, at += width)
        {
            const int *dof = rows->dof + rows->begin[j];
            for (size_t m = 0; m < stride; m += LANES)
                if (wide) add_columns_wide(width, dof, rows->G + at, H + m, stride, column + m);
                else add_columns(width, dof, rows->G + at, H + m, stride, column + m);
            memcpy(dense->W + (size_t)row * n, column, n * sizeof *column);
        }
    }
    arena_end(workspace, mark);
    return room;
}

static void copy_blocks(dense_state *dense)
{
    const hf_problem *p = dense->problem;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            const double *block = p->W.values + block_at(p, k);
            for (int a = 0; a < p->size[i]; a++)
                for (int c = 0; c < p->size[j]; c++)
                    dense->W[(size_t)(p->offset[j] + c) * dense->n + (size_t)(p->offset[i] + a)] = *block++;
        }
}

void *dense_system_create(const hf_problem *problem, hf_workspace *workspace)
{
    dense_state *dense = ARENA_ARRAY(workspace, dense_state, 1);
    if (!dense) return NULL;
    size_t n = (size_t)problem->dimension;
    *dense = (dense_state){.problem = problem, .n = n};
    dense->W = arena_take_zeroed(workspace, n * n, sizeof(double));
    dense->K = arena_take(workspace, n * n, sizeof(double));
    dense->column = ARENA_ARRAY(workspace, double, n);
    dense->pivot = ARENA_ARRAY(workspace, int, n);
    dense->row = ARENA_ARRAY(workspace, int, n);
    dense->bent = ARENA_ARRAY(workspace, int, problem->block_count);
    if (!dense->W || !dense->K || !dense->column || !dense->pivot || !dense->row || !dense->bent) return NULL;
    if (problem->factored) return multiply_out(dense, workspace) ? dense : NULL;
    copy_blocks(dense);
    return dense;
}

static void velocity(const void *state, const double *r, double *u)
{
    const dense_state *dense = state;
    size_t n = dense->n;
    if (n > 0) memcpy(u, dense->problem->b, n * sizeof *u);
    for (size_t k = 0; k < n; k++)
        if (r[k] != 0.0) add_scaled(n, r[k], dense->W + k * n, u);
}

static double velocity_work(const hf_problem *p)
{
    return work_price.column_flop * p->dimension * p->dimension;
}

static double create_work(const hf_problem *p)
{
    double entries = p->factored ? (double)p->rows.at[p->block_count] : 3.0 * p->dimension;
    return work_price.column_flop * p->dimension * entries;
}

static void push(void *state, const block_move *moves, double *g)
{
    const dense_state *dense = state;
    const hf_problem *p = dense->problem;
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i]; a++)
            if (moves[i].fixed[a] != 0.0)
                add_scaled(dense->n, moves[i].fixed[a], dense->W + (size_t)(p->offset[i] + a) * dense->n, g);
}

/// column ◄ (W + εD) z, z column k of Z of block j.
static void take_column(const dense_state *dense, const block_move *move, int j, int k, double shift, double *column)
{
    const hf_problem *p = dense->problem;
    const double *W = dense->W + (size_t)p->offset[j] * dense->n;
    memset(column, 0, dense->n * sizeof *column);
    for (int a = 0; a < p->size[j]; a++, W += dense->n)
    {
        double z = move->Z[a * move->free + k];
        if (z == 0.0) continue;
        add_scaled(dense->n, z, W, column);
        column[p->offset[j] + a] += shift * z;
    }
}

/// Rows of unknowns, and the blocks whose unknowns are no impulses; returns how many of these there are.
static int sort_unknowns(dense_state *dense, const system_unknowns *u)
{
    const hf_problem *p = dense->problem;
    int bent = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &u->moves[i];
        for (int k = 0; k < move->free; k++) dense->row[u->first[i] + k] = p->offset[i] + (move->unit ? k : 0);
        if (move->free > 0 && !move->unit) dense->bent[bent++] = i;
    }
    return bent;
}

/// What Yᵀ leaves of a column.
static void reduce_column(const dense_state *dense, const system_unknowns *u, int bent, const double *column,
                          double *out)
{
    const hf_problem *p = dense->problem;
    for (int m = 0; m < u->count; m++) out[m] = column[dense->row[m]];
    for (int b = 0; b < bent; b++)
    {
        int i = dense->bent[b];
        const double *x = column + p->offset[i];
        const block_move *row = &u->moves[i];
        for (int k = 0; k < row->free; k++)
        {
            double sum = 0.0;
            for (int a = 0; a < p->size[i]; a++) sum += row->Y[a * row->free + k] * x[a];
            out[u->first[i] + k] = sum;
        }
    }
}

/// Columns that are put together, and the factors.
static double factor_work(const hf_problem *p, double unknowns)
{
    return (3.0 * work_price.column_flop * p->dimension + work_price.step_block) * unknowns +
           work_of_dense_lu(unknowns);
}

static hf_status factor(void *state, const system_unknowns *u, bool *regular, hf_error *error)
{
    (void)error;
    dense_state *dense = state;
    const hf_problem *p = dense->problem;
    *regular = false;
    if (!work_afford(u->work, factor_work(p, u->count))) return HF_STATUS_OK;
    int bent = sort_unknowns(dense, u);
    for (int j = 0; j < p->block_count; j++)
        for (int k = 0; k < u->moves[j].free; k++)
        {
            const block_move *move = &u->moves[j];
            double *out = dense->K + (size_t)(u->first[j] + k) * (size_t)u->count, shift = system_shift(u, j);
            if (!move->unit) take_column(dense, move, j, k, shift, dense->column);
            reduce_column(dense, u, bent, move->unit ? dense->W + (size_t)(p->offset[j] + k) * dense->n : dense->column,
                          out);
            if (move->unit) out[u->first[j] + k] += shift;
            out[u->first[j] + k] += move->stiffness[k];
        }
    *regular = u->count <= SMALL_LU_MAX ? small_lu_factor(u->count, dense->K, dense->pivot)
                                        : dense_lu(u->count, dense->K, u->count, dense->pivot) == 0;
    return HF_STATUS_OK;
}

static hf_status solve(void *state, const system_unknowns *u, double *y, bool *solved, hf_error *error)
{
    (void)error;
    dense_state *dense = state;
    *solved = true;
    work_charge(u->work, 2.0 * work_price.column_flop * u->count * u->count);
    if (u->count <= SMALL_LU_MAX) small_lu_solve(u->count, dense->K, dense->pivot, y);
    else dense_lu_solve(false, u->count, dense->K, u->count, dense->pivot, 1, y, u->count);
    return HF_STATUS_OK;
}

static void release(void *state)
{
    (void)state; // nothing is taken for factors
}

const system_kind dense_system = {.velocity = velocity,
                                  .velocity_work = velocity_work,
                                  .create_work = create_work,
                                  .push = push,
                                  .factor = factor,
                                  .solve = solve,
                                  .release = release};
