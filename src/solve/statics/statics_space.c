// See statics_space.h.

#include "solve/statics/statics_space.h"

#include "solve/system/body_factors.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/dense.h"
#include "linalg/vector.h"
#include "problem/bodies.h"

#include <math.h>
#include <string.h>

enum
{
    DENSE_MOST = 700, // unknowns of dense matrices
    ROWS_MOST = 450,  // of an assembled problem
    STRIP = 32,       // columns of the lower triangle that are put together at once
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
    double *left, *right; // rows of B and of D⁻¹ J B that are not zero
    double *N;            // count², column-major
    int *pivot;
    bool symmetric; // the factors at hand: L Lᵀ

    // Of a factored problem.
    hf_problem twin; // the problem with B in the place of H and G
    double *element; // what one block adds to a dense N
    body_lu *bodies; // NULL: N is dense
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
    double *scale = s->N; // not in use yet
    memset(scale, 0, m * sizeof *scale);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = (size_t)p->offset[i]; k < (size_t)p->offset[i + 1]; k++)
            for (size_t j = 0; j < m; j++) scale[j] += s->B[k * m + j] * s->B[k * m + j] / s->d[i];
    for (size_t j = 0; j < m; j++) scale[j] = scale[j] > 0.0 ? 1.0 / sqrt(scale[j]) : 0.0;
    for (size_t k = 0; k < (size_t)p->dimension; k++)
        for (size_t j = 0; j < m; j++) s->B[k * m + j] *= scale[j];
}

/// w ◄ B z.
INLINED void dense_press(int rows, int m, const double *B, const double *z, double *w)
{
    for (int k = 0; k < rows; k++) w[k] = vector_dot(m, B + (size_t)k * (size_t)m, z);
}

WIDE static void dense_press_wide(int rows, int m, const double *B, const double *z, double *w)
{
    dense_press(rows, m, B, z, w);
}

/// load ◄ load + Bᵀ r.
INLINED void dense_load(int rows, int m, const double *B, const double *r, double *load)
{
    for (int k = 0; k < rows; k++)
        if (r[k] != 0.0) vector_add(m, r[k], B + (size_t)k * (size_t)m, load);
}

WIDE static void dense_load_wide(int rows, int m, const double *B, const double *r, double *load)
{
    dense_load(rows, m, B, r, load);
}

static bool take_matrix(statics_space *s, int count)
{
    size_t m = (size_t)count;
    s->count = count;
    s->N = ARENA_ARRAY(s->workspace, double, m *m);
    s->pivot = ARENA_ARRAY(s->workspace, int, m);
    return s->N && s->pivot;
}

static bool take_rows(statics_space *s, int count)
{
    size_t m = (size_t)count, n = (size_t)s->problem->dimension;
    if (!take_matrix(s, count)) return false;
    s->B = ARENA_ZEROED(s->workspace, double, m *n);
    s->left = ARENA_ARRAY(s->workspace, double, m *n);
    s->right = ARENA_ARRAY(s->workspace, double, m *n);
    return s->B && s->left && s->right;
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
    if (!take_rows(s, rank)) return error_no_memory(error);
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

/// N ◄ Bᵀ (D⁻¹ J) B of an assembled problem, from the rows that are not zero; returns operations.
static double fill_by_rows(statics_space *s, const block_set *sets, const double *J)
{
    const hf_problem *p = s->problem;
    size_t m = (size_t)s->count;
    int used = 0;
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i] && set_may_press(&sets[i]); a++)
        {
            if (!fill_row(s, i, a, J + (size_t)i * (size_t)s->stride, s->right + (size_t)used * m)) continue;
            memcpy(s->left + (size_t)used * m, s->B + (size_t)(p->offset[i] + a) * m, m * sizeof *s->left);
            used++;
        }
    int strip = s->symmetric ? STRIP : s->count; // of columns, from the diagonal down
    for (int at = 0; at < s->count; at += strip)
    {
        int first = s->symmetric ? at : 0, columns = at + strip < s->count ? strip : s->count - at;
        dense_gemm(false, true, s->count - first, columns, used, 1.0, s->left + first, s->count, s->right + at,
                   s->count, 0.0, s->N + (size_t)at * m + (size_t)first, s->count);
    }
    return (s->symmetric ? 1.0 : 2.0) * (double)m * (double)m * used;
}

/// N of a factored problem, block by block over its own degrees of freedom; returns operations.
static double fill_by_blocks(statics_space *s, const block_set *sets, const double *J)
{
    const hf_problem *p = s->problem;
    size_t m = (size_t)s->count;
    double pairs = 0.0;
    memset(s->N, 0, m * m * sizeof *s->N);
    for (int i = 0; i < p->block_count; i++)
    {
        size_t first = p->rows.begin[i], width = p->rows.begin[i + 1] - first;
        const double *own = J + (size_t)i * (size_t)s->stride;
        double D[BLOCK_AREA_MAX], any = 0.0;
        for (int k = 0; k < p->size[i] * p->size[i]; k++) any += fabs(D[k] = own[k] / s->d[i]);
        if (any == 0.0 || !set_may_press(&sets[i])) continue;
        body_element(&s->twin, i, D, s->element);
        const double *element = s->element;
        for (size_t column = 0; column < width; column++, element += width)
        {
            double *N = s->N + m * (size_t)p->rows.dof[first + column];
            for (size_t row = 0; row < width; row++) N[p->rows.dof[first + row]] += element[row];
        }
        pairs += (double)(width * width);
    }
    return 8.0 * pairs;
}

static bool factor_dense(statics_space *s, const block_set *sets, const double *J, double shift)
{
    double flops = s->B ? fill_by_rows(s, sets, J) : fill_by_blocks(s, sets, J), m = s->count;
    for (size_t j = 0; j < (size_t)s->count; j++) s->N[j * (size_t)(s->count + 1)] += shift;
    if (!work_afford(s->work, work_price.dense_flop * (flops + (s->symmetric ? 1.0 : 2.0) / 3.0 * m * m * m)))
        return false;
    if (s->symmetric) return dense_cholesky(s->count, s->N, s->count) == 0;
    return dense_lu_within(s->workspace, s->count, s->N, s->count, s->pivot) == 0;
}

// ---- factored problems ----

/// Degrees of freedom of the block that has most.
static size_t widest(const hf_problem *p)
{
    size_t most = 0;
    for (int i = 0; i < p->block_count; i++)
        if (p->rows.begin[i + 1] - p->rows.begin[i] > most) most = p->rows.begin[i + 1] - p->rows.begin[i];
    return most;
}

static hf_status create_bodies(statics_space *s, hf_error *error)
{
    s->moves = ARENA_ARRAY(s->workspace, block_move, s->problem->block_count);
    s->first = ARENA_ARRAY(s->workspace, int, s->problem->block_count + 1);
    s->T = ARENA_ARRAY(s->workspace, double, s->problem->dimension);
    if (!s->moves || !s->first || !s->T) return error_no_memory(error);
    return body_lu_create(&s->twin, s->workspace, &s->bodies) ? HF_STATUS_OK : error_no_memory(error);
}

static hf_status create_factored(statics_space *s, bool bodies, hf_error *error)
{
    const hf_problem *p = s->problem;
    size_t dofs = (size_t)p->rows.dof_count, entries = p->rows.at[p->block_count];
    double *scale = ARENA_ZEROED(s->workspace, double, dofs), *B = ARENA_ARRAY(s->workspace, double, entries);
    s->count = p->rows.dof_count;
    if (!scale || !B) return error_no_memory(error);
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
    if (bodies) return create_bodies(s, error);
    size_t width = widest(p);
    s->element = ARENA_ARRAY(s->workspace, double, width *width);
    return s->element && take_matrix(s, s->count) ? HF_STATUS_OK : error_no_memory(error);
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
        move->free = set_may_press(&sets[i]) ? size : 0;
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
    const system_unknowns unknowns = {.moves = s->moves,
                                      .first = s->first,
                                      .count = s->first[s->problem->block_count],
                                      .symmetric = s->symmetric,
                                      .work = s->work};
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
        bool bodies = p->rows.dof_count > FREEDOMS_FEW && comes_in_bodies(p);
        fits = bodies || p->rows.dof_count <= DENSE_MOST;
        if (fits) status = create_factored(s, bodies, error);
        fits &= !bodies || s->bodies;
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

/// Work of a product with B.
static double product_work(const statics_space *s)
{
    if (!s->B) return work_of_product(s->problem);
    return work_price.dense_flop * 2.0 * (double)s->count * s->problem->dimension;
}

void space_press(const statics_space *s, const double *z, double *w)
{
    const hf_problem *p = s->problem;
    if (s->B && wide_runs()) dense_press_wide(p->dimension, s->count, s->B, z, w);
    else if (s->B) dense_press(p->dimension, s->count, s->B, z, w);
    for (int i = 0; i < p->block_count; i++)
    {
        double *own = w + p->offset[i];
        if (!s->B) body_gather(&s->twin, i, z, own);
        for (int a = 0; a < p->size[i]; a++) own[a] /= s->d[i];
    }
    work_charge(s->work, product_work(s));
}

void space_load(const statics_space *s, const double *r, double *load)
{
    const hf_problem *p = s->problem;
    memset(load, 0, (size_t)s->count * sizeof *load);
    for (int i = 0; i < p->block_count && !s->B; i++) body_scatter(&s->twin, i, r + p->offset[i], load);
    if (s->B && wide_runs()) dense_load_wide(p->dimension, s->count, s->B, r, load);
    else if (s->B) dense_load(p->dimension, s->count, s->B, r, load);
    work_charge(s->work, product_work(s));
}

static hf_status factor(statics_space *s, const block_set *sets, const double *J, double shift, bool *regular,
                        hf_error *error)
{
    *regular = false;
    if (s->bodies) return factor_bodies(s, sets, J, shift, regular, error);
    *regular = factor_dense(s, sets, J, shift);
    return HF_STATUS_OK;
}

hf_status space_factor(statics_space *s, const block_set *sets, const double *J, bool symmetric, double shift,
                       bool *regular, hf_error *error)
{
    s->symmetric = symmetric;
    hf_status status = factor(s, sets, J, shift, regular, error);
    if (status != HF_STATUS_OK || *regular || !symmetric) return status;
    s->symmetric = false; // rounding has made N, whose shift is small, indefinite
    return factor(s, sets, J, shift, regular, error);
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
    if (s->symmetric) dense_cholesky_solve(s->count, s->N, s->count, 1, x, s->count);
    else dense_lu_solve(s->count, s->N, s->count, s->pivot, 1, x, s->count);
}

void space_release(statics_space *s)
{
    if (s && s->bodies) body_lu_release(s->bodies);
}
