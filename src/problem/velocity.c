// u = W r + b, for both forms of W.

#include "problem/problem.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/tasks.h"
#include "linalg/block.h"
#include "problem/block_rows.h"

#include <stdint.h>
#include <string.h>

static void velocity_assembled3(const hf_problem *p, const double *r, double *u)
{
    for (int i = 0; i < p->block_count; i++)
    {
        double g[3] = {p->b[3 * i], p->b[3 * i + 1], p->b[3 * i + 2]};
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++) // g = b_i + Σ_j W_ij r_j
            block3_gemv(p->W.values + 9 * k, r + 3 * p->W.col[k], g);
        memcpy(u + 3 * i, g, sizeof g);
    }
}

static void velocity_assembled(const hf_problem *p, const double *r, double *u)
{
    memcpy(u, p->b, (size_t)p->dimension * sizeof *u);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            block_gemv(p->size[i], p->size[j], p->W.values + block_at(p, k), r + p->offset[j], u + p->offset[i]);
        }
}

// ---- factored: v = M⁻¹ Hᵀ r, then u = H v + b ----

/// Degrees of freedom that a thread pushes to, first … end - 1; those of a block ascend.
typedef struct dof_range
{
    int first, end;
} dof_range;

/// v += G_iᵀ r_i, of the degrees of freedom in range.
static void push_any(const hf_problem *p, const double *r, dof_range in, double *v)
{
    const factored_rows *rows = &p->rows;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t n = rows->begin[i + 1] - rows->begin[i], first = 0, end = n;
        const int *dof = rows->dof + rows->begin[i];
        while (first < n && dof[first] < in.first) first++;
        while (end > first && dof[end - 1] >= in.end) end--;
        if (end - first == n)
        {
            block_rows_push(p->size[i], n, dof, rows->G + rows->at[i], r + p->offset[i], v);
            continue;
        }
        for (int a = 0; a < p->size[i]; a++)
        {
            const double *G = rows->G + rows->at[i] + (size_t)a * n;
            double ra = r[p->offset[i] + a];
            for (size_t k = first; k < end; k++) v[dof[k]] += G[k] * ra;
        }
    }
}

/// u_i = b_i + H_i v, of some blocks.
static void read_any(const hf_problem *p, int first, int end, const double *v, double *u)
{
    const factored_rows *rows = &p->rows;
    for (int i = first; i < end; i++)
    {
        size_t n = rows->begin[i + 1] - rows->begin[i];
        double *x = u + p->offset[i];
        for (int a = 0; a < p->size[i]; a++) x[a] = p->b[p->offset[i] + a];
        block_rows_read(p->size[i], n, rows->dof + rows->begin[i], rows->H + rows->at[i], v, x);
    }
}

/// v += Gᵀ r for blocks of three rows: what is loaded serves all of them. Sums have the order of push.
INLINED void push3(const hf_problem *p, const double *r, dof_range in, double *restrict v)
{
    const factored_rows *rows = &p->rows;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t n = rows->begin[i + 1] - rows->begin[i];
        const int *dof = rows->dof + rows->begin[i];
        const double *restrict G = rows->G + rows->at[i], *x = r + 3 * (size_t)i;
        double x0 = x[0], x1 = x[1], x2 = x[2];
        if (x0 == 0.0 && x1 == 0.0 && x2 == 0.0) continue; // open, as most of them are
        for (size_t k = 0, end; k < n; k = end)
        {
            end = block_run_end(dof, k, n);
            size_t from = k, to = end;
            if (dof[k] < in.first) from += (size_t)(dof[end - 1] < in.first ? (int)(end - k) : in.first - dof[k]);
            if (dof[end - 1] >= in.end) to = dof[k] >= in.end ? from : k + (size_t)(in.end - dof[k]);
            if (from >= to) continue;
            double *restrict at = v + dof[from];
            const double *g0 = G + from, *g1 = g0 + n, *g2 = g1 + n;
            for (size_t j = 0; j < to - from; j++) at[j] = at[j] + g0[j] * x0 + g1[j] * x1 + g2[j] * x2;
        }
    }
}

INLINED void read3(const hf_problem *p, int first, int last, const double *v, double *restrict u)
{
    const factored_rows *rows = &p->rows;
    for (int i = first; i < last; i++)
    {
        size_t n = rows->begin[i + 1] - rows->begin[i];
        const double *b = p->b + 3 * (size_t)i;
        double x[3] = {b[0], b[1], b[2]};
        block_rows_read3(n, rows->dof + rows->begin[i], rows->H + rows->at[i], v, x);
        u[3 * i] = x[0], u[3 * i + 1] = x[1], u[3 * i + 2] = x[2];
    }
}

WIDE static void push_wide3(const hf_problem *p, const double *r, dof_range in, double *v)
{
    push3(p, r, in, v);
}

WIDE static void read_wide3(const hf_problem *p, int first, int end, const double *v, double *u)
{
    read3(p, first, end, v, u);
}

static void push_blocks(const hf_problem *p, const double *r, dof_range in, double *v)
{
    if (in.end > in.first) memset(v + in.first, 0, (size_t)(in.end - in.first) * sizeof *v);
    if (p->uniform != 3) push_any(p, r, in, v);
    else if (wide_runs()) push_wide3(p, r, in, v);
    else push3(p, r, in, v);
}

static void read_blocks(const hf_problem *p, int first, int end, const double *v, double *u)
{
    if (p->uniform != 3) read_any(p, first, end, v, u);
    else if (wide_runs()) read_wide3(p, first, end, v, u);
    else read3(p, first, end, v, u);
}

void problem_velocity(const hf_problem *p, const double *r, double *v, double *u)
{
    if (p->factored)
    {
        push_blocks(p, r, (dof_range){0, p->rows.dof_count}, v);
        read_blocks(p, 0, p->block_count, v, u);
    }
    else if (p->uniform == 3) velocity_assembled3(p, r, u);
    else velocity_assembled(p, r, u);
}

// ---- large ones, on all threads ----

enum
{
    BLOCKS_A_TASK = 512,
    BLOCKS_FOR_TASKS = 2048,
    RANGES = 8 // of degrees of freedom: each goes through all blocks
};

typedef struct product
{
    const hf_problem *problem;
    const double *r;
    double *v, *u;
    int ranges;
} product;

/// v of one range of degrees of freedom: every thread goes through all blocks, and adds in their order.
static void push_some(void *context, int task)
{
    const product *of = context;
    int64_t dofs = of->problem->rows.dof_count;
    dof_range in = {(int)(dofs * task / of->ranges), (int)(dofs * (task + 1) / of->ranges)};
    push_blocks(of->problem, of->r, in, of->v);
}

static void read_some(void *context, int task)
{
    const product *of = context;
    int first = task * BLOCKS_A_TASK, end = first + BLOCKS_A_TASK, count = of->problem->block_count;
    read_blocks(of->problem, first, end < count ? end : count, of->v, of->u);
}

void problem_velocity_shared(const hf_problem *p, const double *r, double *v, double *u, hf_workspace *workspace)
{
    if (!p->factored || p->block_count < BLOCKS_FOR_TASKS)
    {
        problem_velocity(p, r, v, u);
        return;
    }
    int threads = tasks_round_threads(workspace);
    product of = {.problem = p, .r = r, .v = v, .u = u, .ranges = threads < RANGES ? threads : RANGES};
    tasks_run_round(workspace, of.ranges, push_some, &of);
    tasks_run_round(workspace, (p->block_count + BLOCKS_A_TASK - 1) / BLOCKS_A_TASK, read_some, &of);
}

hf_status hf_problem_velocity(const hf_problem *p, const double *r, double *u, hf_workspace *workspace, hf_error *error)
{
    if (!p->factored)
    {
        problem_velocity(p, r, NULL, u);
        return HF_STATUS_OK;
    }
    hf_workspace *temporary;
    hf_status status = workspace_enter(&workspace, &temporary, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(workspace);
    double *v = ARENA_ARRAY(workspace, double, p->rows.dof_count);
    if (v) problem_velocity_shared(p, r, v, u, workspace);
    else status = error_no_memory(error);
    arena_end(workspace, mark);
    hf_workspace_destroy(temporary);
    return status;
}
