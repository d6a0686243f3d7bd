// Newton systems of small problems: W is multiplied out once for a solve, and everything else runs down its columns.
//
//     W = H Gᵀ            column j: Σ over the degrees of freedom d of row j of  G_jd H_d,  H_d the column of H, dense
//     u = W r + b         a sum of columns
//     K = Yᵀ (W + εD) Z   column by column: (W + εD) z, then the few rows that Y leaves of it
//
// Blocks of a robot's contact problem are few and nearly all act on each other: patterns, block by block, cost more
// than the arithmetic. All loops go along columns, where the compiler may take several entries at once without changing
// the order of any sum.
// Cost: rows² × degrees of freedom a row to begin, rows² a velocity, rows × unknowns and a factorization a step.

#include "solve/system/system_kinds.h"

#include "base/arena.h"
#include "linalg/dense.h"
#include "linalg/small_lu.h"
#include "linalg/vector.h"

#include <string.h>

/// Unknowns that follow each other and are impulses of rows that do.
typedef struct row_run
{
    int first, row, count;
} row_run;

typedef struct dense_state
{
    const hf_problem *problem;
    size_t n;       // dimension
    double *W;      // n × n, by columns
    double *K;      // the same room, for unknowns
    double *column; // n
    int *pivot;     // n
    row_run *runs;  // block_count: unknowns that are impulses themselves
    int *bent;      // block_count: blocks of the others
    int run_count, bent_count;
} dense_state;

INLINED void add_scaled(size_t n, double s, const double *restrict x, double *restrict y)
{
    for (size_t k = 0; k < n; k++) y[k] += s * x[k];
}

/// to ◄ Σ_k g_k times column dof_k of H; columns are `stride` apart, and as long. Sums go side by side.
INLINED void add_columns(size_t count, const int *dof, const double *g, const double *H, size_t stride, double *to)
{
    size_t m = 0;
    for (; m + 4 * LANES <= stride; m += 4 * LANES)
    {
        lanes s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (size_t k = 0; k < count; k++)
        {
            const lanes *x = (const lanes *)(H + (size_t)dof[k] * stride + m);
            s0 += g[k] * x[0], s1 += g[k] * x[1], s2 += g[k] * x[2], s3 += g[k] * x[3];
        }
        lanes *out = (lanes *)(to + m);
        out[0] = s0, out[1] = s1, out[2] = s2, out[3] = s3;
    }
    for (; m < stride; m += LANES)
    {
        lanes sum = {0};
        for (size_t k = 0; k < count; k++) sum += g[k] * *(const lanes *)(H + (size_t)dof[k] * stride + m);
        *(lanes *)(to + m) = sum;
    }
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
            if (wide) add_columns_wide(width, dof, rows->G + at, H, stride, column);
            else add_columns(width, dof, rows->G + at, H, stride, column);
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
    dense->W = (problem->factored ? arena_take : arena_take_zeroed)(workspace, n * n, sizeof(double));
    dense->K = arena_take(workspace, n * n, sizeof(double));
    dense->column = ARENA_ARRAY(workspace, double, n);
    dense->pivot = ARENA_ARRAY(workspace, int, n);
    dense->runs = ARENA_ARRAY(workspace, row_run, problem->block_count);
    dense->bent = ARENA_ARRAY(workspace, int, problem->block_count);
    if (!dense->W || !dense->K || !dense->column || !dense->pivot || !dense->runs || !dense->bent) return NULL;
    if (problem->factored) return multiply_out(dense, workspace) ? dense : NULL;
    copy_blocks(dense);
    return dense;
}

/// u += W r.
INLINED void add_product(size_t n, const double *W, const double *r, double *u)
{
    for (size_t k = 0; k < n; k++)
        if (r[k] != 0.0) add_scaled(n, r[k], W + k * n, u);
}

WIDE static void add_product_wide(size_t n, const double *W, const double *r, double *u)
{
    add_product(n, W, r, u);
}

static void velocity(const void *state, const double *r, double *u)
{
    const dense_state *dense = state;
    if (dense->n > 0) memcpy(u, dense->problem->b, dense->n * sizeof *u);
    if (wide_runs()) add_product_wide(dense->n, dense->W, r, u);
    else add_product(dense->n, dense->W, r, u);
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
INLINED void take_column(const dense_state *dense, const block_move *move, int j, int k, double shift, double *column)
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

/// Runs of unknowns that are impulses, and the blocks whose unknowns are not.
static void sort_unknowns(dense_state *dense, const system_unknowns *u)
{
    const hf_problem *p = dense->problem;
    dense->run_count = dense->bent_count = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &u->moves[i];
        row_run *last = dense->run_count > 0 ? &dense->runs[dense->run_count - 1] : NULL;
        if (move->free == 0) continue;
        if (!move->unit) dense->bent[dense->bent_count++] = i;
        else if (last && last->first + last->count == u->first[i] && last->row + last->count == p->offset[i])
            last->count += move->free;
        else dense->runs[dense->run_count++] = (row_run){u->first[i], p->offset[i], move->free};
    }
}

/// out ◄ Yᵀ x of one block. Sums go side by side, each in the order of the rows.
INLINED void reduce_block(int size, int free, const double *Y, const double *x, double *out)
{
    double sum[BLOCK_SIZE_MAX] = {0};
    for (int a = 0; a < size; a++)
        for (int k = 0; k < free; k++) sum[k] += Y[a * free + k] * x[a];
    for (int k = 0; k < free; k++) out[k] = sum[k];
}

/// What Yᵀ leaves of a column.
INLINED void reduce_column(const dense_state *dense, const system_unknowns *u, const double *column, double *out)
{
    const hf_problem *p = dense->problem;
    for (const row_run *run = dense->runs; run < dense->runs + dense->run_count; run++)
        for (int m = 0; m < run->count; m++) out[run->first + m] = column[run->row + m];
    for (int b = 0; b < dense->bent_count; b++)
    {
        int i = dense->bent[b];
        const double *x = column + p->offset[i], *Y = u->moves[i].Y;
        double *to = out + u->first[i];
        switch (u->moves[i].free) // with a constant the sums are in registers
        {
        case 1: reduce_block(p->size[i], 1, Y, x, to); break;
        case 2: reduce_block(p->size[i], 2, Y, x, to); break;
        case 3: reduce_block(p->size[i], 3, Y, x, to); break;
        case 4: reduce_block(p->size[i], 4, Y, x, to); break;
        case 5: reduce_block(p->size[i], 5, Y, x, to); break;
        default: reduce_block(p->size[i], u->moves[i].free, Y, x, to); break;
        }
    }
}

/// K ◄ Yᵀ (W + εD) Z and what is added to its diagonal.
INLINED void fill_matrix(const dense_state *dense, const system_unknowns *u)
{
    const hf_problem *p = dense->problem;
    for (int j = 0; j < p->block_count; j++)
        for (int k = 0; k < u->moves[j].free; k++)
        {
            const block_move *move = &u->moves[j];
            double *out = dense->K + (size_t)(u->first[j] + k) * (size_t)u->count, shift = system_shift(u, j);
            if (!move->unit) take_column(dense, move, j, k, shift, dense->column);
            reduce_column(dense, u, move->unit ? dense->W + (size_t)(p->offset[j] + k) * dense->n : dense->column, out);
            if (move->unit) out[u->first[j] + k] += shift;
            out[u->first[j] + k] += move->stiffness[k];
        }
}

WIDE static void fill_matrix_wide(const dense_state *dense, const system_unknowns *u)
{
    fill_matrix(dense, u);
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
    *regular = false;
    if (!work_afford(u->work, factor_work(dense->problem, u->count))) return HF_STATUS_OK;
    sort_unknowns(dense, u);
    if (wide_runs()) fill_matrix_wide(dense, u);
    else fill_matrix(dense, u);
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
    else dense_lu_solve(u->count, dense->K, u->count, dense->pivot, 1, y, u->count);
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
