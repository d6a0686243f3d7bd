// The Newton system of a factored problem, W = H M⁻¹ Hᵀ, in the space of the degrees of freedom.
//
// K = C B + T with C = YᵀH, B = M⁻¹HᵀZ = GᵀZ, and T = εD + diag(stiffness), which is diagonal because YᵀZ = 1 in every
// state of a block (block_move.h). With z = B y, the change of velocity, K y = f reads (Sherman, Morrison and Woodbury)
//
//     (1 + B T⁻¹ C) z = B T⁻¹ f,      y = T⁻¹ (f - C z):
//
// a system with a row for each degree of freedom, six a body, in which each contact couples its two bodies and no more:
// a wall of bricks with eight contacts a pair has 4 times fewer rows, and no cliques of contacts. T⁻¹ ~ 1/ε makes it
// worse conditioned by that factor, and the last difference cancels; up to REFINEMENTS steps of iterative refinement
// over the contacts give the digits back.
// Where the degrees of freedom are those of rigid bodies the matrix is factored by blocks of 6 × 6 or in fronts
// (body_lu.c); where they are others and few, as those of a hand and what it holds, as one dense matrix; and where that
// fails, or they are many, by a scalar sparse LU with free pivots.
// Cost: the LU of the bodies' graph; assembly is linear in the contacts.

#include "solve/system/body_factors.h"
#include "solve/system/contact_matrix.h"

#include "linalg/small_lu.h"
#include "linalg/sparse/element_columns.h"
#include "problem/bodies.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum
{
    REFINEMENTS = 3 // at most
};
static const double EXACT = 1e-9; // what is left of the right-hand side: refined enough
static const double FAIR = 1e-4;  // enough for a Newton step

typedef struct body_state
{
    const hf_problem *problem;
    hf_workspace *workspace;
    double *T;          // dimension: the diagonal of T, unknown by unknown
    double *z;          // dof_count
    double *f;          // dimension: right-hand side of a refinement
    double *rest;       // dimension: what y leaves of it
    double *correction; // dimension
    body_lu *bodies;    // where degrees of freedom come in sixes, otherwise NULL
    double *A;          // dof_count², by columns, where they are few and do not; otherwise NULL
    double *element;    // as large: what one block adds to it
    int *pivot;         // dof_count
    bool *used;         // block_count: whether a block has unknowns
    bool scalar;        // the scalar factors are at work
    arena_mark mark;    // before them
    sparse_lu *lu;
} body_state;

static bool has_few_freedoms(const hf_problem *p)
{
    return p->rows.dof_count <= SMALL_LU_MAX && !body_in_sixes(p);
}

static bool take_dense(body_state *b, hf_workspace *workspace)
{
    size_t n = (size_t)b->problem->rows.dof_count;
    b->A = ARENA_ARRAY(workspace, double, n *n);
    b->element = ARENA_ARRAY(workspace, double, n *n);
    b->pivot = ARENA_ARRAY(workspace, int, n);
    return b->A && b->element && b->pivot;
}

void *body_system_create(const hf_problem *problem, hf_workspace *workspace)
{
    body_state *b = ARENA_ARRAY(workspace, body_state, 1);
    if (!b) return NULL;
    *b = (body_state){.problem = problem,
                      .workspace = workspace,
                      .T = ARENA_ARRAY(workspace, double, problem->dimension),
                      .z = ARENA_ARRAY(workspace, double, problem->rows.dof_count),
                      .f = ARENA_ARRAY(workspace, double, problem->dimension),
                      .rest = ARENA_ARRAY(workspace, double, problem->dimension),
                      .correction = ARENA_ARRAY(workspace, double, problem->dimension),
                      .used = ARENA_ARRAY(workspace, bool, problem->block_count)};
    if (!b->T || !b->z || !b->f || !b->rest || !b->correction || !b->used) return NULL;
    if (has_few_freedoms(problem)) return take_dense(b, workspace) ? b : NULL;
    return body_lu_create(problem, workspace, &b->bodies) ? b : NULL;
}

/// g += H Gᵀ fixed.
static void push(void *state, const block_move *moves, double *g)
{
    body_state *b = state;
    const hf_problem *p = b->problem;
    memset(b->z, 0, (size_t)p->rows.dof_count * sizeof *b->z);
    for (int i = 0; i < p->block_count; i++) body_scatter(p, i, moves[i].fixed, b->z);
    for (int i = 0; i < p->block_count; i++)
    {
        double x[BLOCK_SIZE_MAX];
        if (moves[i].free == 0) continue;
        body_gather(p, i, b->z, x);
        for (int a = 0; a < p->size[i]; a++) g[p->offset[i] + a] += x[a];
    }
}

/// z ◄ B y.
static void velocity_of(body_state *b, const system_unknowns *u, const double *y)
{
    const hf_problem *p = b->problem;
    memset(b->z, 0, (size_t)p->rows.dof_count * sizeof *b->z);
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &u->moves[i];
        if (move->free == 0) continue;
        double x[BLOCK_SIZE_MAX] = {0.0};
        for (int a = 0; a < p->size[i] && !move->unit; a++)
            for (int k = 0; k < move->free; k++) x[a] += move->Z[a * move->free + k] * y[u->first[i] + k];
        body_scatter(p, i, move->unit ? y + u->first[i] : x, b->z);
    }
}

/// out ◄ f - C z - (y ? T y : 0).
static void residual_of(const body_state *b, const system_unknowns *u, const double *f, const double *y, double *out)
{
    const hf_problem *p = b->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &u->moves[i];
        if (move->free == 0) continue;
        double x[BLOCK_SIZE_MAX];
        body_gather(p, i, b->z, x);
        for (int k = 0; k < move->free; k++)
        {
            int row = u->first[i] + k;
            double sum = f[row] - (y ? b->T[row] * y[row] : 0.0);
            if (move->unit) sum -= x[k];
            for (int a = 0; a < p->size[i] && !move->unit; a++) sum -= move->Y[a * move->free + k] * x[a];
            out[row] = sum;
        }
    }
}

static double solve_work(const body_state *b)
{
    double n = b->problem->rows.dof_count;
    if (b->scalar) return factors_solve_work(b->lu);
    return b->A ? 2.0 * work_price.column_flop * n * n : body_lu_solve_work(b->bodies);
}

/// y ◄ T⁻¹ (f - C (1 + B T⁻¹ C)⁻¹ B T⁻¹ f), one solve with the factors.
static void solve_once(body_state *b, const system_unknowns *u, const double *f, double *y)
{
    work_charge(u->work, solve_work(b));
    for (int row = 0; row < u->count; row++) y[row] = f[row] / b->T[row];
    velocity_of(b, u, y);
    if (b->scalar) sparse_lu_solve(b->lu, b->z, 1);
    else if (b->A) small_lu_solve(b->problem->rows.dof_count, b->A, b->pivot, b->z);
    else body_lu_solve(b->bodies, b->z);
    residual_of(b, u, f, NULL, y);
    for (int row = 0; row < u->count; row++) y[row] /= b->T[row];
}

static double norm_of(const double *x, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

/// y ◄ K⁻¹ f with the factors at work, refined. False if refining does not help: the factors are no good.
static bool solve_refined(body_state *b, const system_unknowns *u, double *y)
{
    double size = norm_of(b->f, u->count), before = INFINITY;
    solve_once(b, u, b->f, y);
    for (int refinement = 0;; refinement++)
    {
        work_charge(u->work, 2.0 * work_of_product(b->problem)); // in the solve, and here
        velocity_of(b, u, y);
        residual_of(b, u, b->f, y, b->rest);
        double left = norm_of(b->rest, u->count);
        if (left <= EXACT * size) return true;
        if (refinement == REFINEMENTS || !(left <= 0.5 * before))
            return left <= FAIR * size; // rounding is all that is left
        before = left;
        solve_once(b, u, b->rest, b->correction);
        for (int row = 0; row < u->count; row++) y[row] += b->correction[row];
    }
}

static void release_scalar(body_state *b)
{
    if (!b->scalar) return;
    sparse_lu_destroy(b->lu);
    b->lu = NULL;
    b->scalar = false;
    arena_end(b->workspace, b->mark);
}

bool body_sum_element(const void *context, int e, double *values)
{
    const body_sum *sum = context;
    int i = sum->block[e], size = sum->problem->size[i];
    const block_move *move = &sum->unknowns->moves[i];
    const double *T = sum->T + sum->unknowns->first[i];
    double D[BLOCK_AREA_MAX]; // Z T⁻¹ Yᵀ
    if (move_is_idle(move, size)) return false;
    memset(D, 0, (size_t)(size * size) * sizeof *D);
    for (int k = 0; k < move->free; k++)
        for (int c = 0; c < size; c++)
        {
            double y = move->Y[c * move->free + k];
            for (int a = 0; a < size && y != 0.0; a++) D[a * size + c] += move->Z[a * move->free + k] * y / T[k];
        }
    body_element(sum->problem, i, D, values);
    return true;
}

/// A ◄ factors of 1 + B T⁻¹ C.
static bool factor_dense(body_state *b, const system_unknowns *u)
{
    const hf_problem *p = b->problem;
    size_t n = (size_t)p->rows.dof_count;
    double pairs = 0.0;
    memset(b->A, 0, n * n * sizeof *b->A);
    for (size_t d = 0; d < n; d++) b->A[d * n + d] = 1.0;
    for (int i = 0; i < p->block_count; i++)
    {
        size_t width = p->rows.begin[i + 1] - p->rows.begin[i];
        const int *dof = p->rows.dof + p->rows.begin[i];
        const body_sum sum = {.problem = p, .block = &i, .unknowns = u, .T = b->T};
        if (!body_sum_element(&sum, 0, b->element)) continue;
        for (size_t column = 0; column < width; column++)
            for (size_t row = 0; row < width; row++)
                b->A[(size_t)dof[column] * n + (size_t)dof[row]] += b->element[column * width + row];
        pairs += (double)(width * width);
    }
    work_charge(u->work, work_price.put_pair * pairs);
    return work_afford(u->work, work_of_dense_lu((double)n)) && small_lu_factor((int)n, b->A, b->pivot);
}

/// What putting elements into columns takes.
static double columns_work(const front_pattern *p)
{
    double pairs = 0.0;
    for (int e = 0; e < p->element_count; e++)
    {
        double size = 0.0;
        for (size_t k = p->begin[e]; k < p->begin[e + 1]; k++) size += p->size[p->node[k]];
        pairs += size * size;
    }
    return work_price.put_pair * pairs;
}

/// b->lu ◄ scalar factors of 1 + B T⁻¹ C, with free pivots.
static hf_status build_scalar(body_state *b, const system_unknowns *u, bool *regular, hf_error *error)
{
    body_elements used;
    element_columns m;
    bool singular = true;
    *regular = false;
    for (int i = 0; i < b->problem->block_count; i++) b->used[i] = u->moves[i].free > 0;
    hf_status status = body_elements_find(b->problem, INT_MAX, b->used, b->workspace, &used, error);
    if (status != HF_STATUS_OK) return status;
    if (!work_afford(u->work, columns_work(&used.pattern))) return HF_STATUS_OK;
    body_sum sum = {.problem = b->problem, .block = used.block, .unknowns = u, .T = b->T};
    status = element_columns_find(&used.pattern, 1.0, body_sum_element, &sum, b->workspace, &m, error);
    if (status != HF_STATUS_OK || !work_afford(u->work, factors_graph_work(m.begin[m.n]))) return status;
    status = sparse_lu_create_in(b->workspace, m.n, m.begin, m.row, &b->lu, error);
    if (status == HF_STATUS_OK) work_charge(u->work, factors_pattern_work(b->lu));
    if (status == HF_STATUS_OK) status = factors_affordable(b->lu, error);
    if (status == HF_STATUS_OK && work_afford(u->work, factors_work(b->lu)))
        status = sparse_lu_try(b->lu, m.values, &singular, error);
    *regular = status == HF_STATUS_OK && !singular;
    return status;
}

/// Factors that were not made (no work left, a singular matrix) are not left at work: a caller may step with what there
/// was before.
static hf_status factor_scalar(body_state *b, const system_unknowns *u, bool *regular, hf_error *error)
{
    b->mark = arena_begin(b->workspace);
    b->scalar = true;
    hf_status status = build_scalar(b, u, regular, error);
    if (status != HF_STATUS_OK || !*regular) release_scalar(b);
    return status;
}

static hf_status factor(void *state, const system_unknowns *u, bool *regular, hf_error *error)
{
    body_state *b = state;
    hf_status status = HF_STATUS_OK;
    release_scalar(b);
    for (int i = 0; i < b->problem->block_count; i++)
        for (int k = 0; k < u->moves[i].free; k++)
            b->T[u->first[i] + k] = system_shift(u, i) + u->moves[i].stiffness[k];
    if (b->A) *regular = factor_dense(b, u);
    if (b->bodies) status = body_lu_factor(b->bodies, u, b->T, regular, error);
    if (!*regular) work_poll(u->work); // an interrupt looks like a singular matrix
    if (status == HF_STATUS_OK && !*regular && !work_over(u->work)) status = factor_scalar(b, u, regular, error);
    return status;
}

static hf_status solve(void *state, const system_unknowns *u, double *y, bool *solved, hf_error *error)
{
    body_state *b = state;
    memcpy(b->f, y, (size_t)u->count * sizeof *y);
    *solved = true;
    if (solve_refined(b, u, y) || b->scalar) return HF_STATUS_OK; // of scalar ones there is no better way
    // Pivots that stay inside a body were not good enough.
    *solved = false;
    if (work_over(u->work)) return HF_STATUS_OK;
    hf_status status = factor_scalar(b, u, solved, error);
    if (status == HF_STATUS_OK && *solved) (void)solve_refined(b, u, y);
    return status;
}

static void release(void *state)
{
    body_state *b = state;
    release_scalar(b);
    if (b->bodies) body_lu_release(b->bodies);
}

const system_kind body_system = {.push = push, .factor = factor, .solve = solve, .release = release};
