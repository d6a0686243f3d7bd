// The factored form W = H M⁻¹ Hᵀ: making it, and assembling W from it.

#include "problem/problem.h"

#include "base/error.h"
#include "base/sort.h"

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

/// A run of degrees of freedom that both blocks touch: its length, and its first one within the rows of each.
typedef struct common_run
{
    size_t length, x, y;
} common_run;

/// out += H Gᵀ over the run; rows of H have n_i entries and rows of G n_j. Blocks of three, which are nearly all, are summed in registers.
static void add_run(const double *H, size_t n_i, int rows, const double *G, size_t n_j, int cols, common_run run,
                    double *out)
{
    H += run.x;
    G += run.y;
    if (rows == 3 && cols == 3)
    {
        double sum[9];
        memcpy(sum, out, sizeof sum);
        for (size_t k = 0; k < run.length; k++)
            for (size_t s = 0; s < 3; s++)
                for (size_t t = 0; t < 3; t++) sum[3 * s + t] += H[s * n_i + k] * G[t * n_j + k];
        memcpy(out, sum, sizeof sum);
        return;
    }
    for (size_t k = 0; k < run.length; k++)
        for (int s = 0; s < rows; s++)
            for (int t = 0; t < cols; t++) out[s * cols + t] += H[(size_t)s * n_i + k] * G[(size_t)t * n_j + k];
}

/// out += H_i G_jᵀ over the degrees of freedom that both touch, run by run: those of one object follow one another in both.
static void add_product(const hf_problem *p, int i, int j, double *out)
{
    const factored_rows *rows = &p->rows;
    const int *a = rows->dof + rows->begin[i], *c = rows->dof + rows->begin[j];
    size_t n_i = rows->begin[i + 1] - rows->begin[i], n_j = rows->begin[j + 1] - rows->begin[j], x = 0, y = 0;
    while (x < n_i && y < n_j)
    {
        if (a[x] < c[y]) x++;
        else if (a[x] > c[y]) y++;
        else
        {
            common_run run = {.length = 1, .x = x, .y = y};
            while (x + run.length < n_i && y + run.length < n_j && a[x + run.length] == c[y + run.length]) run.length++;
            add_run(rows->H + rows->at[i], n_i, p->size[i], rows->G + rows->at[j], n_j, p->size[j], run, out);
            x += run.length;
            y += run.length;
        }
    }
}

static hf_status derive_diagonal(hf_problem *p, hf_error *error)
{
    for (int i = 0; i < p->block_count; i++)
    {
        double *W = problem_diagonal(p, i);
        int m = p->size[i];
        size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
        add_run(p->rows.H + p->rows.at[i], n, m, p->rows.G + p->rows.at[i], n, m, (common_run){.length = n}, W);
        for (int s = 0; s < m; s++)
            for (int t = 0; t < m; t++)
            {
                if (!isfinite(W[s * m + t]))
                    return error_set(error, HF_STATUS_INVALID, "H M⁻¹ Hᵀ overflows at block %d, entry (%d, %d)", i, s,
                                     t);
                double size = fabs(W[s * m + t]), off = fabs(W[s * m + t] - W[t * m + s]);
                if (size > p->largest) p->largest = size;
                if (off > p->asymmetry) p->asymmetry = off;
            }
    }
    return problem_take_norm(p, error);
}

/// The caller's arrays become the problem's; they live in its home, and are not written.
static void adopt_rows(hf_problem *p, const hf_factored_rows *rows)
{
    p->rows.begin = (size_t *)(uintptr_t)rows->begin;
    p->rows.dof = (int *)(uintptr_t)rows->dof;
    p->rows.H = (double *)(uintptr_t)rows->H;
    p->rows.G = (double *)(uintptr_t)rows->G;
}

static bool copy_rows(hf_problem *p, const hf_factored_rows *rows)
{
    size_t n = (size_t)p->block_count;
    p->rows.begin = problem_copy(p->home, rows->begin, n + 1, sizeof *rows->begin);
    p->rows.dof = problem_copy(p->home, rows->dof, rows->begin[n], sizeof *rows->dof);
    p->rows.H = problem_copy(p->home, rows->H, p->rows.at[n], sizeof(double));
    p->rows.G = problem_copy(p->home, rows->G, p->rows.at[n], sizeof(double));
    p->owned_b = problem_copy(p->home, p->b, (size_t)p->dimension, sizeof(double));
    p->b = p->owned_b;
    return p->rows.begin && p->rows.dof && p->rows.H && p->rows.G && p->owned_b;
}

static hf_status take_factored(hf_problem *p, const hf_factored_rows *rows, bool adopt, hf_error *error)
{
    hf_status status = check_factored(p, rows, error);
    if (status != HF_STATUS_OK) return status;

    size_t n = (size_t)p->block_count;
    p->factored = true;
    p->rows.dof_count = rows->dof_count;
    p->rows.at = problem_take(p->home, n + 1, sizeof *p->rows.at);
    if (!p->rows.at) return error_no_memory(error);
    for (size_t i = 0; i < n; i++)
        p->rows.at[i + 1] = p->rows.at[i] + (size_t)p->size[i] * (rows->begin[i + 1] - rows->begin[i]);

    status = check_numbers(p, rows, error);
    if (status != HF_STATUS_OK) return status;
    if (adopt) adopt_rows(p, rows);
    else if (!copy_rows(p, rows)) return error_no_memory(error);
    return derive_diagonal(p, error);
}

hf_status problem_create_factored(hf_workspace *home, const hf_laws *laws, const hf_factored_rows *rows, bool adopt,
                                  hf_problem **problem, hf_error *error)
{
    assert(home || !adopt); // the heap's are freed one by one
    hf_status status = problem_begin(home, laws, problem, error);
    if (status == HF_STATUS_OK) status = take_factored(*problem, rows, adopt, error);
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
    return problem_create_factored(NULL, laws, rows, false, problem, error);
}

// ---- assembling ----

bool problem_find_touching(hf_workspace *home, const hf_problem *p, problem_touching *t)
{
    const factored_rows *rows = &p->rows;
    size_t dofs = (size_t)rows->dof_count, entries = rows->begin[p->block_count];
    t->begin = problem_take(home, dofs + 2, sizeof *t->begin);
    t->block = problem_take(home, entries, sizeof *t->block);
    if (!t->begin || !t->block) return false;
    for (size_t k = 0; k < entries; k++) t->begin[rows->dof[k] + 2]++;
    for (size_t d = 0; d < dofs; d++) t->begin[d + 2] += t->begin[d + 1];
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = rows->begin[i]; k < rows->begin[i + 1]; k++) t->block[t->begin[rows->dof[k] + 1]++] = i;
    return true;
}

/// Whether the same blocks touch d as d - 1: most velocities of one object are met together.
static bool touched_alike(const problem_touching *t, int d)
{
    size_t before = t->begin[d] - t->begin[d - 1], count = t->begin[d + 1] - t->begin[d];
    return before == count && memcmp(t->block + t->begin[d - 1], t->block + t->begin[d], count * sizeof *t->block) == 0;
}

/// Blocks that share a degree of freedom with block i, ascending, at `col` if it is not NULL; returns how many.
static size_t neighbours(const hf_problem *p, const problem_touching *t, int i, int *marker, int stamp, int *col)
{
    size_t count = 0;
    for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
    {
        int d = p->rows.dof[k];
        if (k > p->rows.begin[i] && p->rows.dof[k - 1] == d - 1 && touched_alike(t, d)) continue;
        for (size_t s = t->begin[d]; s < t->begin[d + 1]; s++)
        {
            int j = t->block[s];
            if (marker[j] == stamp) continue;
            marker[j] = stamp;
            if (col) col[count] = j;
            count++;
        }
    }
    if (col) sort_ints(col, count);
    return count;
}

/// W by rows, while it is made.
typedef struct product
{
    int *marker;
    size_t *begin;
    int *col;
    double *values;
} product;

static bool multiply_out(hf_workspace *home, const hf_problem *p, const problem_touching *t, product *W)
{
    size_t n = (size_t)p->block_count, value_count = 0;
    W->marker = problem_take(home, n, sizeof *W->marker);
    W->begin = problem_take(home, n + 1, sizeof *W->begin);
    if (!W->marker || !W->begin) return false;
    for (int i = 0; i < p->block_count; i++)
        W->begin[i + 1] = W->begin[i] + neighbours(p, t, i, W->marker, i + 1, NULL);
    W->col = problem_take(home, W->begin[n], sizeof *W->col);
    if (!W->col) return false;
    for (int i = 0; i < p->block_count; i++) neighbours(p, t, i, W->marker, -i - 1, W->col + W->begin[i]);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++) value_count += (size_t)(p->size[i] * p->size[W->col[k]]);
    W->values = problem_take(home, value_count, sizeof *W->values);
    if (!W->values) return false;

    value_count = 0;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = W->begin[i]; k < W->begin[i + 1]; k++)
        {
            add_product(p, i, W->col[k], W->values + value_count); // W_ij = H_i G_jᵀ
            value_count += (size_t)(p->size[i] * p->size[W->col[k]]);
        }
    return true;
}

/// Values are not copied once more where a home keeps them anyway.
static hf_status create_product(hf_workspace *home, const hf_problem *p, const product *W, hf_problem **assembled,
                                hf_error *error)
{
    hf_laws laws = hf_problem_laws(p);
    if (home) laws.b = problem_copy(home, p->b, (size_t)p->dimension, sizeof *p->b);
    if (!laws.b && p->dimension > 0) return error_no_memory(error);
    hf_block_rows rows = {.begin = W->begin, .col = W->col, .values = W->values};
    return problem_create(home, &laws, &rows, home != NULL, assembled, error);
}

hf_status problem_assemble(hf_workspace *home, const hf_problem *p, hf_problem **assembled, hf_error *error)
{
    *assembled = NULL;
    if (!p->factored)
    {
        hf_laws laws = hf_problem_laws(p);
        hf_block_rows W = hf_problem_block_rows(p);
        return problem_create(home, &laws, &W, false, assembled, error);
    }
    problem_touching t = {0};
    product W = {0};
    hf_status status = problem_find_touching(home, p, &t) && multiply_out(home, p, &t, &W)
                           ? create_product(home, p, &W, assembled, error)
                           : error_no_memory(error);
    problem_give(home, t.begin), problem_give(home, t.block);
    problem_give(home, W.marker), problem_give(home, W.begin), problem_give(home, W.col), problem_give(home, W.values);
    return status;
}

hf_status hf_problem_assemble(const hf_problem *p, hf_problem **assembled, hf_error *error)
{
    return problem_assemble(NULL, p, assembled, error);
}
