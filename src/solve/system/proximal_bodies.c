// The Newton system of a factored problem, W = H M⁻¹ Hᵀ, in the space of the degrees of freedom.
//
// K = C B + T with C = YᵀH, B = M⁻¹HᵀZ = GᵀZ, and T = εD + diag(stiffness), which is diagonal because YᵀZ = 1 in every state of a block
// (proximal_laws.c). With z = B y, the change of velocity, K y = f reads (Sherman, Morrison and Woodbury)
//
//     (1 + B T⁻¹ C) z = B T⁻¹ f,      y = T⁻¹ (f - C z):
//
// a system with a row for each degree of freedom, six a body, in which each contact couples its two bodies and no more: a wall of bricks with
// eight contacts a pair has 4 times fewer rows, and no cliques of contacts. T⁻¹ ~ 1/ε makes it worse conditioned by that factor, and the
// last difference cancels; up to REFINEMENTS steps of iterative refinement over the contacts give the digits back.
// Where the degrees of freedom are those of rigid bodies the matrix is factored by blocks of 6 × 6 (proximal_blocks.c); where that fails, or they are
// others, by a scalar sparse LU with free pivots.
// Cost: the LU of the bodies' graph; assembly is linear in the contacts.

#include "solve/system/proximal_bodies.h"

#include "solve/system/proximal_blocks.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "linalg/sparse/sparse_lu.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum
{
    REFINEMENTS = 3 // at most
};
static const double EXACT = 1e-9; // what is left of the right-hand side: refined enough
static const double FAIR = 1e-4;  // enough for a Newton step

struct proximal_bodies
{
    const hf_problem *problem;
    hf_workspace *workspace;
    size_t *touch_begin;     // dof_count + 1: for each degree of freedom, where it stands in the rows of blocks
    size_t *touch;           // an index into rows.dof
    int *block_of;           // the block of each index into rows.dof
    double *T;               // dimension: the diagonal of T, unknown by unknown
    double *z;               // dof_count
    double *f;               // dimension: right-hand side of a refinement
    double *rest;            // dimension: what y leaves of it
    double *correction;      // dimension
    proximal_blocks *blocks; // where degrees of freedom come in sixes, otherwise NULL
    sparse_lu *lu;           // the factors at work; NULL: those of the blocks
};

static void find_touching(proximal_bodies *b)
{
    const hf_problem *p = b->problem;
    size_t dofs = (size_t)p->rows.dof_count;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
        {
            b->block_of[k] = i;
            b->touch_begin[p->rows.dof[k] + 2]++;
        }
    for (size_t d = 0; d < dofs; d++) b->touch_begin[d + 2] += b->touch_begin[d + 1];
    for (size_t k = 0; k < p->rows.begin[p->block_count]; k++) b->touch[b->touch_begin[p->rows.dof[k] + 1]++] = k;
}

proximal_bodies *proximal_bodies_create(const hf_problem *problem, hf_workspace *workspace)
{
    proximal_bodies *b = ARENA_ARRAY(workspace, proximal_bodies, 1);
    if (!b) return NULL;
    size_t entries = problem->rows.begin[problem->block_count];
    b->problem = problem;
    b->workspace = workspace;
    b->touch_begin = ARENA_ZEROED(workspace, size_t, problem->rows.dof_count + 2);
    b->touch = ARENA_ARRAY(workspace, size_t, entries);
    b->block_of = ARENA_ARRAY(workspace, int, entries);
    b->T = ARENA_ARRAY(workspace, double, problem->dimension);
    b->z = ARENA_ARRAY(workspace, double, problem->rows.dof_count);
    b->f = ARENA_ARRAY(workspace, double, problem->dimension);
    b->rest = ARENA_ARRAY(workspace, double, problem->dimension);
    b->correction = ARENA_ARRAY(workspace, double, problem->dimension);
    if (!b->touch_begin || !b->touch || !b->block_of || !b->T || !b->z || !b->f || !b->rest || !b->correction)
        return NULL;
    find_touching(b);
    return proximal_blocks_create(problem, workspace, &b->blocks) ? b : NULL;
}

/// z += G_iᵀ x, x of size_i entries.
static void scatter(const hf_problem *p, int i, const double *x, double *z)
{
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const int *dof = p->rows.dof + p->rows.begin[i];
    for (int a = 0; a < p->size[i]; a++)
    {
        const double *G = p->rows.G + p->rows.at[i] + (size_t)a * n;
        for (size_t k = 0; k < n; k++) z[dof[k]] += G[k] * x[a];
    }
}

/// x += H_i z.
static void gather(const hf_problem *p, int i, const double *z, double *x)
{
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const int *dof = p->rows.dof + p->rows.begin[i];
    for (int a = 0; a < p->size[i]; a++)
    {
        const double *H = p->rows.H + p->rows.at[i] + (size_t)a * n;
        double sum = 0.0;
        for (size_t k = 0; k < n; k++) sum += H[k] * z[dof[k]];
        x[a] += sum;
    }
}

void proximal_bodies_fixed(proximal_bodies *b, const block_move *moves, double *g)
{
    const hf_problem *p = b->problem;
    memset(b->z, 0, (size_t)p->rows.dof_count * sizeof *b->z);
    for (int i = 0; i < p->block_count; i++) scatter(p, i, moves[i].fixed, b->z);
    for (int i = 0; i < p->block_count; i++)
        if (moves[i].free > 0) gather(p, i, b->z, g + p->offset[i]);
}

/// z ◄ B y.
static void velocity_of(proximal_bodies *b, const block_move *moves, const int *first, const double *y)
{
    const hf_problem *p = b->problem;
    memset(b->z, 0, (size_t)p->rows.dof_count * sizeof *b->z);
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &moves[i];
        if (move->free == 0) continue;
        double x[BLOCK_SIZE_MAX] = {0.0};
        for (int a = 0; a < p->size[i]; a++)
            for (int k = 0; k < move->free; k++) x[a] += move->Z[a * move->free + k] * y[first[i] + k];
        scatter(p, i, x, b->z);
    }
}

/// out ◄ f - C z - (with_T ? T y : 0).
static void residual_of(const proximal_bodies *b, const block_move *moves, const int *first, const double *f,
                        const double *y, bool with_T, double *out)
{
    const hf_problem *p = b->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &moves[i];
        if (move->free == 0) continue;
        double x[BLOCK_SIZE_MAX] = {0.0};
        gather(p, i, b->z, x);
        for (int k = 0; k < move->free; k++)
        {
            int row = first[i] + k;
            double sum = f[row] - (with_T ? b->T[row] * y[row] : 0.0);
            for (int a = 0; a < p->size[i]; a++) sum -= move->Y[a * move->free + k] * x[a];
            out[row] = sum;
        }
    }
}

/// y ◄ T⁻¹ (f - C (1 + B T⁻¹ C)⁻¹ B T⁻¹ f), one solve with the factors.
static void solve_once(proximal_bodies *b, const block_move *moves, const int *first, int count, const double *f,
                       double *y)
{
    for (int row = 0; row < count; row++) y[row] = f[row] / b->T[row];
    velocity_of(b, moves, first, y);
    if (b->lu) sparse_lu_solve(b->lu, b->z, 1);
    else proximal_blocks_solve(b->blocks, b->z);
    residual_of(b, moves, first, f, NULL, false, y);
    for (int row = 0; row < count; row++) y[row] /= b->T[row];
}

// ---- the matrix ----

/// 1 + Σ_i (G_iᵀ Z_i) T_i⁻¹ (Y_iᵀ H_i) by compressed columns.
typedef struct body_matrix
{
    int *begin; // dof_count + 1
    int *row;
    double *values;
    double *sum; // dof_count: the column at work
    int *marker; // dof_count
} body_matrix;

/// Adds block i's part of the column of its place `at` (an index into rows.dof) to m->sum; new rows go to row[count …].
static int add_block(const proximal_bodies *b, const block_move *move, int i, size_t at, const double *T, int column,
                     body_matrix *m, int count)
{
    const hf_problem *p = b->problem;
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i], place = at - p->rows.begin[i];
    const int *dof = p->rows.dof + p->rows.begin[i];
    double x[BLOCK_SIZE_MAX] = {0.0}; // Z_i T_i⁻¹ Y_iᵀ H_i, this column
    for (int k = 0; k < move->free; k++)
    {
        double q = 0.0;
        for (int a = 0; a < p->size[i]; a++)
            q += move->Y[a * move->free + k] * p->rows.H[p->rows.at[i] + (size_t)a * n + place];
        q /= T[k];
        for (int a = 0; a < p->size[i]; a++) x[a] += move->Z[a * move->free + k] * q;
    }
    for (size_t s = 0; s < n; s++)
    {
        double value = 0.0;
        for (int a = 0; a < p->size[i]; a++) value += p->rows.G[p->rows.at[i] + (size_t)a * n + s] * x[a];
        if (m->marker[dof[s]] != column + 1)
        {
            m->marker[dof[s]] = column + 1;
            m->sum[dof[s]] = 0.0;
            if (m->row) m->row[m->begin[column] + count] = dof[s];
            count++;
        }
        m->sum[dof[s]] += value;
    }
    return count;
}

/// One column: its rows (and values, if there is room for them); returns how many.
static int build_column(const proximal_bodies *b, const block_move *moves, const int *first, int column, body_matrix *m)
{
    m->marker[column] = column + 1;
    m->sum[column] = 1.0; // the identity
    if (m->row) m->row[m->begin[column]] = column;
    int count = 1;
    for (size_t t = b->touch_begin[column]; t < b->touch_begin[column + 1]; t++)
    {
        int i = b->block_of[b->touch[t]];
        if (moves[i].free == 0) continue;
        count = add_block(b, &moves[i], i, b->touch[t], b->T + first[i], column, m, count);
    }
    if (!m->row) return count;
    int *rows = m->row + m->begin[column];
    sort_ints(rows, (size_t)count);
    for (int k = 0; k < count; k++) m->values[m->begin[column] + k] = m->sum[rows[k]];
    return count;
}

static hf_status build_matrix(proximal_bodies *b, const block_move *moves, const int *first, body_matrix *m,
                              hf_error *error)
{
    int n = b->problem->rows.dof_count;
    m->begin = ARENA_ZEROED(b->workspace, int, n + 1);
    m->sum = ARENA_ARRAY(b->workspace, double, n);
    m->marker = ARENA_ZEROED(b->workspace, int, n);
    if (!m->begin || !m->sum || !m->marker) return error_no_memory(error);
    double entries = 0.0;
    for (int c = 0; c < n; c++)
    {
        int count = build_column(b, moves, first, c, m);
        entries += count;
        if (entries > INT_MAX)
            return error_set(error, HF_STATUS_UNSUPPORTED, "a Newton system of %.3g entries is too large", entries);
        m->begin[c + 1] = m->begin[c] + count;
    }
    m->row = ARENA_ARRAY(b->workspace, int, m->begin[n]);
    m->values = ARENA_ARRAY(b->workspace, double, m->begin[n]);
    if (!m->row || !m->values) return error_no_memory(error);
    memset(m->marker, 0, (size_t)n * sizeof *m->marker);
    for (int c = 0; c < n; c++) build_column(b, moves, first, c, m);
    return HF_STATUS_OK;
}

/// T: ε w_i + stiffness, unknown by unknown.
static void find_T(proximal_bodies *b, const block_move *moves, const int *first, double epsilon, const double *weight)
{
    for (int i = 0; i < b->problem->block_count; i++)
        for (int k = 0; k < moves[i].free; k++) b->T[first[i] + k] = epsilon * weight[i] + moves[i].stiffness[k];
}

static double norm_of(const double *x, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/// y ◄ K⁻¹ f with the factors at work, refined. False if refining does not help: the factors are no good.
static bool solve_refined(proximal_bodies *b, const block_move *moves, const int *first, int count, double *y)
{
    double size = norm_of(b->f, count), before = INFINITY;
    solve_once(b, moves, first, count, b->f, y);
    for (int refinement = 0;; refinement++)
    {
        velocity_of(b, moves, first, y);
        residual_of(b, moves, first, b->f, y, true, b->rest);
        double left = norm_of(b->rest, count);
        if (left <= EXACT * size) return true;
        if (refinement == REFINEMENTS || !(left <= 0.5 * before))
            return left <= FAIR * size; // rounding is all that is left
        before = left;
        solve_once(b, moves, first, count, b->rest, b->correction);
        for (int row = 0; row < count; row++) y[row] += b->correction[row];
    }
}

/// Scalar factors with free pivots.
static hf_status factor_scalar(proximal_bodies *b, const block_move *moves, const int *first, bool *regular,
                               hf_error *error)
{
    body_matrix m = {0};
    bool singular = true;
    hf_status status = build_matrix(b, moves, first, &m, error);
    if (status == HF_STATUS_OK)
        status = sparse_lu_create_in(b->workspace, b->problem->rows.dof_count, m.begin, m.row, &b->lu, error);
    if (status == HF_STATUS_OK) status = proximal_affordable(b->lu, error);
    if (status == HF_STATUS_OK) status = sparse_lu_try(b->lu, m.values, &singular, error);
    *regular = status == HF_STATUS_OK && !singular;
    return status;
}

hf_status proximal_bodies_factor(proximal_bodies *b, const block_move *moves, const int *first, double epsilon,
                                 const double *weight, bool *regular, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    b->lu = NULL;
    *regular = false;
    find_T(b, moves, first, epsilon, weight);
    if (b->blocks) status = proximal_blocks_factor(b->blocks, moves, first, b->T, regular, error);
    if (status == HF_STATUS_OK && !*regular) status = factor_scalar(b, moves, first, regular, error);
    return status;
}

void proximal_bodies_end(proximal_bodies *b)
{
    sparse_lu_destroy(b->lu);
    b->lu = NULL;
}

hf_status proximal_bodies_solve(proximal_bodies *b, const block_move *moves, const int *first, double *y, bool *solved,
                                hf_error *error)
{
    int count = first[b->problem->block_count];
    memcpy(b->f, y, (size_t)count * sizeof *y);
    *solved = true;
    if (solve_refined(b, moves, first, count, y) || b->lu) return HF_STATUS_OK; // of scalar ones there is no better way
    // Pivots that stay inside a body were not good enough.
    hf_status status = factor_scalar(b, moves, first, solved, error);
    if (status == HF_STATUS_OK && *solved) (void)solve_refined(b, moves, first, count, y);
    return status;
}
