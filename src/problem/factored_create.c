// The factored form W = H M⁻¹ Hᵀ: looked at, copied, and its diagonal blocks found. Large ones on all threads.

#include "problem/problem.h"

#include "base/error.h"
#include "base/tasks.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

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
    return HF_STATUS_OK;
}

/// Whether the degrees of freedom of block i ascend, and exist.
static bool dofs_fit(const hf_factored_rows *rows, int i)
{
    int before = -1;
    for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; before = rows->dof[k++])
        if (rows->dof[k] <= before) return false;
    return before < rows->dof_count;
}

/// What is wrong with them, of the first block of which something is.
static hf_status check_dofs(const hf_problem *p, const hf_factored_rows *rows, hf_error *error)
{
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

/// Whether all are: without a branch a number, so that several are looked at at once. Infinities and what is no number
/// have all bits of the exponent; one more carries into the sign.
static bool all_finite(const double *x, size_t count)
{
    const uint64_t exponent = 0x7ff0000000000000u, one = 0x0010000000000000u;
    uint64_t seen = 0;
    for (size_t k = 0; k < count; k++)
    {
        uint64_t bits;
        memcpy(&bits, x + k, sizeof bits);
        seen |= (bits & exponent) + one;
    }
    return !(seen >> 63);
}

/// The first number that is not finite.
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

/// The product below of three rows of n, as contacts have them, with its sums in registers; in the same order.
static void diagonal_product_3(size_t n, const double *H, const double *G, double *W)
{
    double sum[9];
    memcpy(sum, W, sizeof sum);
    for (size_t k = 0; k < n; k++)
        for (size_t s = 0; s < 3; s++)
            for (size_t t = 0; t < 3; t++) sum[3 * s + t] += H[s * n + k] * G[t * n + k];
    memcpy(W, sum, sizeof sum);
}

/// W += H_i G_iᵀ.
static void diagonal_product(const hf_problem *p, int i, double *W)
{
    int m = p->size[i];
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const double *H = p->rows.H + p->rows.at[i], *G = p->rows.G + p->rows.at[i];
    if (m == 3)
    {
        diagonal_product_3(n, H, G, W);
        return;
    }
    for (size_t k = 0; k < n; k++)
        for (int s = 0; s < m; s++)
            for (int t = 0; t < m; t++) W[s * m + t] += H[(size_t)s * n + k] * G[(size_t)t * n + k];
}

/// The first block at which H M⁻¹ Hᵀ overflows.
static hf_status check_diagonal(const hf_problem *p, hf_error *error)
{
    for (int i = 0; i < p->block_count; i++)
        for (int k = 0, m = p->size[i]; k < m * m; k++)
            if (!isfinite(problem_diagonal(p, i)[k]))
                return error_set(error, HF_STATUS_INVALID, "H M⁻¹ Hᵀ overflows at block %d, entry (%d, %d)", i, k / m,
                                 k % m);
    return HF_STATUS_OK;
}

/// The caller's arrays become the problem's; they live in its home, and are not written.
static void adopt_rows(hf_problem *p, const hf_factored_rows *rows)
{
    p->rows.begin = (size_t *)(uintptr_t)rows->begin;
    p->rows.dof = (int *)(uintptr_t)rows->dof;
    p->rows.H = (double *)(uintptr_t)rows->H;
    p->rows.G = (double *)(uintptr_t)rows->G;
}

/// Room for copies of the rows, and a copy of all else.
static bool take_rows(hf_problem *p, const hf_factored_rows *rows)
{
    size_t n = (size_t)p->block_count;
    p->rows.begin = problem_copy(p->home, rows->begin, n + 1, sizeof *rows->begin);
    p->rows.dof = problem_room(p->home, rows->begin[n], sizeof *rows->dof);
    p->rows.H = problem_room(p->home, p->rows.at[n], sizeof(double));
    p->rows.G = problem_room(p->home, p->rows.at[n], sizeof(double));
    p->owned_b = problem_copy(p->home, p->b, (size_t)p->dimension, sizeof(double));
    p->b = p->owned_b;
    return p->rows.begin && p->rows.dof && p->rows.H && p->rows.G && p->owned_b;
}

// ---- rows of some blocks, on all threads if there are many ----

enum
{
    BLOCKS_A_TASK = 512,
    BLOCKS_FOR_TASKS = 2048
};

/// What a task finds.
typedef struct taken_part
{
    double largest, asymmetry;
    bool wrong; // something is: what, is asked afterwards
} taken_part;

typedef struct taking
{
    hf_problem *problem;
    const hf_factored_rows *rows;
    bool adopt;
    taken_part *parts;
} taking;

static void copy_block(const hf_problem *p, const hf_factored_rows *rows, int i)
{
    size_t begin = rows->begin[i], n = rows->begin[i + 1] - begin, at = p->rows.at[i], count = p->rows.at[i + 1] - at;
    if (count == 0) return;
    memcpy(p->rows.dof + begin, rows->dof + begin, n * sizeof *rows->dof);
    memcpy(p->rows.H + at, rows->H + at, count * sizeof(double));
    memcpy(p->rows.G + at, rows->G + at, count * sizeof(double));
}

/// Looks at block i, copies it, and finds W_ii.
static void take_block(const taking *t, int i, taken_part *part)
{
    hf_problem *p = t->problem;
    double *W = problem_diagonal(p, i);
    size_t at = p->rows.at[i], count = p->rows.at[i + 1] - at;
    int m = p->size[i];
    bool fits = count == 0 || ((t->adopt || dofs_fit(t->rows, i)) && all_finite(t->rows->H + at, count) &&
                               all_finite(t->rows->G + at, count));
    part->wrong |= !fits || !all_finite(p->b + p->offset[i], (size_t)m);
    if (!t->adopt) copy_block(p, t->rows, i);
    diagonal_product(p, i, W);
    part->wrong |= !all_finite(W, (size_t)(m * m));
    for (int s = 0; s < m; s++)
        for (int k = 0; k < m; k++)
        {
            double size = fabs(W[s * m + k]), off = fabs(W[s * m + k] - W[k * m + s]);
            if (size > part->largest) part->largest = size;
            if (off > part->asymmetry) part->asymmetry = off;
        }
}

static void take_some(void *context, int task)
{
    const taking *t = context;
    taken_part part = {0};
    int end = (task + 1) * BLOCKS_A_TASK, count = t->problem->block_count;
    for (int i = task * BLOCKS_A_TASK; i < end && i < count; i++) take_block(t, i, &part);
    t->parts[task] = part;
}

/// All blocks. The parts of tasks are scratch of the home, which stays there.
static hf_status take_blocks(taking *t, hf_workspace *threads, hf_error *error)
{
    hf_problem *p = t->problem;
    int tasks = (p->block_count + BLOCKS_A_TASK - 1) / BLOCKS_A_TASK;
    taken_part whole = {0};
    t->parts = problem_take(p->home, (size_t)tasks, sizeof *t->parts);
    if (!t->parts) return error_no_memory(error);
    if (threads && p->block_count >= BLOCKS_FOR_TASKS) tasks_run_round(threads, tasks, take_some, t);
    else
        for (int k = 0; k < tasks; k++) take_some(t, k);
    for (int k = 0; k < tasks; k++)
    {
        if (t->parts[k].largest > whole.largest) whole.largest = t->parts[k].largest;
        if (t->parts[k].asymmetry > whole.asymmetry) whole.asymmetry = t->parts[k].asymmetry;
        whole.wrong |= t->parts[k].wrong;
    }
    problem_give(p->home, t->parts);
    p->largest = whole.largest;
    p->asymmetry = whole.asymmetry;
    hf_status status = whole.wrong ? check_dofs(p, t->rows, error) : HF_STATUS_OK;
    if (status == HF_STATUS_OK && whole.wrong) status = check_numbers(p, t->rows, error);
    if (status == HF_STATUS_OK && whole.wrong) status = check_diagonal(p, error);
    return status == HF_STATUS_OK ? problem_take_norm(p, error) : status;
}

static hf_status take_factored(hf_problem *p, hf_workspace *threads, const hf_factored_rows *rows, bool adopt,
                               hf_error *error)
{
    // Rows that are adopted are our own: what they are made of needs no look, their numbers do.
    hf_status status = adopt ? HF_STATUS_OK : check_factored(p, rows, error);
    assert(!adopt || check_factored(p, rows, error) == HF_STATUS_OK);
    if (status != HF_STATUS_OK) return status;

    size_t n = (size_t)p->block_count;
    p->factored = true;
    p->rows.dof_count = rows->dof_count;
    p->rows.at = problem_take(p->home, n + 1, sizeof *p->rows.at);
    if (!p->rows.at) return error_no_memory(error);
    for (size_t i = 0; i < n; i++)
        p->rows.at[i + 1] = p->rows.at[i] + (size_t)p->size[i] * (rows->begin[i + 1] - rows->begin[i]);
    if (adopt) adopt_rows(p, rows);
    else if (!take_rows(p, rows)) return error_no_memory(error);
    taking t = {.problem = p, .rows = rows, .adopt = adopt};
    return take_blocks(&t, threads, error);
}

hf_status problem_create_factored(hf_workspace *home, hf_workspace *threads, const hf_laws *laws,
                                  const hf_factored_rows *rows, bool adopt, hf_problem **problem, hf_error *error)
{
    assert(home || !adopt); // the heap's are freed one by one
    hf_status status = problem_begin(home, laws, problem, error);
    if (status == HF_STATUS_OK) status = take_factored(*problem, threads, rows, adopt, error);
    if (status != HF_STATUS_OK)
    {
        hf_problem_destroy(*problem);
        *problem = NULL;
    }
    assert(!*problem || problem_is_sound(*problem));
    return status;
}

hf_status hf_problem_create_factored(const hf_laws *laws, const hf_factored_rows *rows, hf_problem **problem,
                                     hf_error *error)
{
    return problem_create_factored(NULL, NULL, laws, rows, false, problem, error);
}
