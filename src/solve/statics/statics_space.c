// See statics_space.h.

#include "solve/statics/statics_space.h"

#include "solve/system/body_factors.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/dense.h"
#include "problem/bodies.h"

#include <math.h>
#include <string.h>

enum
{
    DENSE_MOST = 700, // unknowns of dense matrices
    ROWS_MOST = 450,  // of an assembled problem
    FREEDOMS_FEW = 48 // unknowns up to which a dense matrix is faster than blocks of bodies
};
static const double DEPENDENT = 3e-15; // of W_kk: what is left of a row that follows from others

struct statics_space
{
    const hf_problem *problem;
    const double *d;
    work_meter *work;
    hf_workspace *workspace;
    int count, stride;

    // Dense.
    double *B;            // count × rows, column-major: column k is row k of B
    double *left, *right; // the same of rows of B and D⁻¹ J B that are not zero
    double *N;            // count², column-major
    int *pivot;

    // Over the bodies.
    hf_problem twin; // the problem with B in the place of H and G
    body_lu *bodies;
    block_move *moves;
    int *first;
    double *T;
    double shift;
};

// ---- dense ----

/// Columns of unit length in the metric of D⁻¹; empty ones stay.
static void scale_columns(statics_space *s)
{
    const hf_problem *p = s->problem;
    size_t m = (size_t)s->count;
    for (size_t j = 0; j < m; j++)
    {
        double sum = 0.0;
        for (int i = 0; i < p->block_count; i++)
            for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
                sum += s->B[(size_t)k * m + j] * s->B[(size_t)k * m + j] / s->d[i];
        double scale = sum > 0.0 ? 1.0 / sqrt(sum) : 0.0;
        for (size_t k = 0; k < (size_t)p->dimension; k++) s->B[k * m + j] *= scale;
    }
}

static bool take_dense(statics_space *s, int count)
{
    size_t m = (size_t)count, n = (size_t)s->problem->dimension;
    s->count = count;
    s->B = ARENA_ZEROED(s->workspace, double, m *n);
    s->left = ARENA_ARRAY(s->workspace, double, m *n);
    s->right = ARENA_ARRAY(s->workspace, double, m *n);
    s->N = ARENA_ARRAY(s->workspace, double, m *m);
    s->pivot = ARENA_ARRAY(s->workspace, int, m);
    return s->B && s->left && s->right && s->N && s->pivot;
}

static hf_status create_freedoms(statics_space *s, hf_error *error)
{
    const factored_rows *rows = &s->problem->rows;
    if (!take_dense(s, rows->dof_count)) return error_no_memory(error);
    for (int i = 0; i < s->problem->block_count; i++)
    {
        size_t width = rows->begin[i + 1] - rows->begin[i];
        for (int a = 0; a < s->problem->size[i]; a++)
            for (size_t k = 0; k < width; k++)
                s->B[(size_t)(s->problem->offset[i] + a) * (size_t)s->count + (size_t)rows->dof[rows->begin[i] + k]] =
                    rows->H[rows->at[i] + (size_t)a * width + k];
    }
    scale_columns(s);
    return HF_STATUS_OK;
}

/// A ◄ the symmetric part of W, with rows and columns scaled to a diagonal of ones.
static void fill_scaled(const hf_problem *p, double *A, double *scale)
{
    size_t n = (size_t)p->dimension;
    memset(A, 0, n * n * sizeof *A);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            const double *block = p->W.values + block_at(p, k);
            int j = p->W.col[k], columns = p->size[j];
            for (int a = 0; a < p->size[i]; a++)
                for (int c = 0; c < columns; c++)
                {
                    size_t row = (size_t)(p->offset[i] + a), column = (size_t)(p->offset[j] + c);
                    A[row + n * column] += 0.5 * block[a * columns + c];
                    A[column + n * row] += 0.5 * block[a * columns + c];
                }
        }
    for (size_t k = 0; k < n; k++) scale[k] = A[k * (n + 1)] > 0.0 ? 1.0 / sqrt(A[k * (n + 1)]) : 0.0;
    for (size_t j = 0; j < n; j++)
        for (size_t k = 0; k < n; k++) A[k + n * j] *= scale[k] * scale[j];
}

static hf_status create_rows(statics_space *s, bool *fits, hf_error *error)
{
    size_t n = (size_t)s->problem->dimension;
    double *A = ARENA_ARRAY(s->workspace, double, n *n), *scale = ARENA_ARRAY(s->workspace, double, 3 * n);
    int *order = ARENA_ARRAY(s->workspace, int, n);
    if (!A || !scale || !order) return error_no_memory(error);
    *fits = work_afford(s->work, work_price.dense_flop * (double)(n * n) * (double)n / 3.0);
    if (!*fits) return HF_STATUS_OK;
    fill_scaled(s->problem, A, scale);
    int rank = dense_cholesky_pivoted((int)n, A, (int)n, DEPENDENT * (double)n, order, scale + n);
    if (rank > DENSE_MOST)
    {
        *fits = false;
        return HF_STATUS_OK;
    }
    if (!take_dense(s, rank)) return error_no_memory(error);
    for (size_t k = 0; k < n; k++)
        for (size_t j = 0; j < (size_t)rank && j <= k; j++)
        {
            size_t row = (size_t)order[k];
            s->B[row * (size_t)rank + j] = scale[row] > 0.0 ? A[k + n * j] / scale[row] : 0.0;
        }
    scale_columns(s);
    return HF_STATUS_OK;
}

/// row ◄ row a of D⁻¹ J B of a block. False: it is zero.
static bool fill_row(const statics_space *s, int i, int a, const double *J, double *row)
{
    const hf_problem *p = s->problem;
    size_t m = (size_t)s->count;
    bool any = false;
    for (int b = 0; b < p->size[i]; b++)
    {
        double x = J[a * p->size[i] + b] / s->d[i];
        const double *B = s->B + (size_t)(p->offset[i] + b) * m;
        if (x == 0.0) continue;
        if (!any) memset(row, 0, m * sizeof *row);
        for (size_t j = 0; j < m; j++) row[j] += x * B[j];
        any = true;
    }
    return any;
}

/// N ◄ Bᵀ (D⁻¹ J) B + shift, from the rows that are not zero, and its factors.
static bool factor_dense(statics_space *s, const block_set *sets, const double *J, double shift)
{
    const hf_problem *p = s->problem;
    size_t m = (size_t)s->count;
    int used = 0;
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i] && sets[i].kind != SET_ZERO && sets[i].kind != SET_FIXED; a++)
        {
            if (!fill_row(s, i, a, J + (size_t)i * (size_t)s->stride, s->right + (size_t)used * m)) continue;
            memcpy(s->left + (size_t)used * m, s->B + (size_t)(p->offset[i] + a) * m, m * sizeof *s->left);
            used++;
        }
    double flops = 2.0 * (double)m * (double)m * (used + (double)m / 3.0);
    if (!work_afford(s->work, work_price.dense_flop * flops)) return false;
    dense_gemm(false, true, s->count, s->count, used, 1.0, s->left, s->count, s->right, s->count, 0.0, s->N, s->count);
    for (size_t j = 0; j < m; j++) s->N[j * (m + 1)] += shift;
    return dense_lu_within(s->workspace, s->count, s->N, s->count, s->pivot) == 0;
}

// ---- over the bodies ----

static hf_status create_bodies(statics_space *s, hf_error *error)
{
    const hf_problem *p = s->problem;
    size_t dofs = (size_t)p->rows.dof_count, entries = p->rows.at[p->block_count];
    double *scale = ARENA_ZEROED(s->workspace, double, dofs), *B = ARENA_ARRAY(s->workspace, double, entries);
    s->count = p->rows.dof_count;
    s->moves = ARENA_ARRAY(s->workspace, block_move, p->block_count);
    s->first = ARENA_ARRAY(s->workspace, int, p->block_count + 1);
    s->T = ARENA_ARRAY(s->workspace, double, p->dimension);
    if (!scale || !B || !s->moves || !s->first || !s->T) return error_no_memory(error);
    for (int pass = 0; pass < 2; pass++)
    {
        for (int i = 0; i < p->block_count; i++)
        {
            size_t first = p->rows.begin[i], width = p->rows.begin[i + 1] - first;
            for (int a = 0; a < p->size[i]; a++)
                for (size_t k = 0; k < width; k++)
                {
                    size_t at = p->rows.at[i] + (size_t)a * width + k;
                    double x = p->rows.H[at], *column = &scale[p->rows.dof[first + k]];
                    if (pass == 0) *column += x * x / s->d[i];
                    else B[at] = x * *column;
                }
        }
        for (size_t k = 0; pass == 0 && k < dofs; k++) scale[k] = scale[k] > 0.0 ? 1.0 / sqrt(scale[k]) : 0.0;
    }
    s->twin = *p;
    s->twin.rows.H = s->twin.rows.G = B;
    return body_lu_create(&s->twin, s->workspace, &s->bodies) ? HF_STATUS_OK : error_no_memory(error);
}

static void fill_moves(statics_space *s, const block_set *sets, const double *J, double shift)
{
    const hf_problem *p = s->problem;
    int unknowns = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        block_move *move = &s->moves[i];
        int size = p->size[i];
        const double *own = J + (size_t)i * (size_t)s->stride;
        move->free = sets[i].kind == SET_ZERO || sets[i].kind == SET_FIXED ? 0 : size;
        move->unit = false;
        s->first[i] = unknowns;
        for (int k = 0; k < move->free; k++) s->T[unknowns++] = shift * s->d[i];
        if (move->free == 0) continue;
        memcpy(move->Z, own, (size_t)(size * size) * sizeof *own);
        for (int k = 0; k < size * size; k++) move->Y[k] = k % (size + 1) == 0 ? 1.0 : 0.0;
    }
    s->first[p->block_count] = unknowns;
}

/// Bᵀ (D⁻¹ J) B + shift = shift (1 + Bᵀ J (shift D)⁻¹ B), which is what body_lu factors.
static hf_status factor_bodies(statics_space *s, const block_set *sets, const double *J, double shift, bool *regular,
                               hf_error *error)
{
    fill_moves(s, sets, J, shift);
    const system_unknowns unknowns = {
        .moves = s->moves, .first = s->first, .count = s->first[s->problem->block_count], .work = s->work};
    s->shift = shift;
    return body_lu_factor(s->bodies, &unknowns, s->T, regular, error);
}

// ---- either ----

/// Rigid bodies in space, or in the plane: what body_lu is for.
static bool comes_in_bodies(const hf_problem *p)
{
    return body_in_sixes(p) || p->rows.begin[p->block_count] <= (size_t)(2 * BLOCK6 * p->block_count);
}

bool space_fits(const hf_problem *p)
{
    if (!p->factored) return p->dimension <= ROWS_MOST;
    return p->rows.dof_count <= DENSE_MOST || comes_in_bodies(p);
}

hf_status space_create(const hf_problem *p, const double *d, work_meter *work, hf_workspace *workspace,
                       statics_space **space, hf_error *error)
{
    bool fits = true;
    statics_space *s = ARENA_ZEROED(workspace, statics_space, 1);
    *space = NULL;
    if (!s) return error_no_memory(error);
    *s = (statics_space){.problem = p, .d = d, .work = work, .workspace = workspace, .stride = p->diagonal_area};
    hf_status status = HF_STATUS_OK;
    if (!p->factored) status = create_rows(s, &fits, error);
    else
    {
        if (p->rows.dof_count > FREEDOMS_FEW && comes_in_bodies(p)) status = create_bodies(s, error);
        fits = s->bodies || p->rows.dof_count <= DENSE_MOST;
        if (status == HF_STATUS_OK && !s->bodies && fits) status = create_freedoms(s, error);
    }
    if (status == HF_STATUS_OK && fits) *space = s;
    return status;
}

int space_count(const statics_space *s)
{
    return s->count;
}

int space_stride(const statics_space *s)
{
    return s->stride;
}

void space_press(const statics_space *s, const double *z, double *w)
{
    const hf_problem *p = s->problem;
    size_t m = (size_t)s->count;
    for (int i = 0; i < p->block_count; i++)
    {
        double *own = w + p->offset[i];
        if (s->bodies) body_gather(&s->twin, i, z, own);
        for (int a = 0; a < p->size[i]; a++)
        {
            const double *B = s->B + (size_t)(p->offset[i] + a) * m;
            double sum = s->bodies ? own[a] : 0.0;
            for (size_t j = 0; !s->bodies && j < m; j++) sum += B[j] * z[j];
            own[a] = sum / s->d[i];
        }
    }
    work_charge(s->work, s->bodies ? work_of_product(p) : work_price.dense_flop * 2.0 * (double)m * p->dimension);
}

void space_load(const statics_space *s, const double *r, double *load)
{
    const hf_problem *p = s->problem;
    size_t m = (size_t)s->count;
    memset(load, 0, m * sizeof *load);
    if (s->bodies)
        for (int i = 0; i < p->block_count; i++) body_scatter(&s->twin, i, r + p->offset[i], load);
    else
        for (size_t k = 0; k < (size_t)p->dimension; k++)
            for (size_t j = 0; r[k] != 0.0 && j < m; j++) load[j] += s->B[k * m + j] * r[k];
    work_charge(s->work, s->bodies ? work_of_product(p) : work_price.dense_flop * 2.0 * (double)m * p->dimension);
}

hf_status space_factor(statics_space *s, const block_set *sets, const double *J, double shift, bool *regular,
                       hf_error *error)
{
    *regular = false;
    if (s->bodies) return factor_bodies(s, sets, J, shift, regular, error);
    *regular = factor_dense(s, sets, J, shift);
    return HF_STATUS_OK;
}

void space_solve(statics_space *s, double *x)
{
    if (s->bodies)
    {
        work_charge(s->work, body_lu_solve_work(s->bodies));
        body_lu_solve(s->bodies, x);
        for (int k = 0; k < s->count; k++) x[k] /= s->shift;
        return;
    }
    work_charge(s->work, work_price.column_flop * 2.0 * (double)s->count * s->count);
    dense_lu_solve(false, s->count, s->N, s->count, s->pivot, 1, x, s->count);
}

void space_release(statics_space *s)
{
    if (s && s->bodies) body_lu_release(s->bodies);
}
