// The Newton point of `implicit`: the Levenberg–Marquardt step within the active edges, Todorov 2010, eq. (21), (22)
// and (28).
//
//     min over ξ   Σ_k D²_k (ρ + J B ξ)²_k + λ ‖ξ‖²,        J = (A + ε) F - (F + I)
//
// Where F B = 0 (open contacts, blocks at a bound, moves within the plane x_N = β) a variable enters its own row alone,
// with -1. It can be eliminated by hand: what is left is the same problem in the other variables, with D²_k λ / (D²_k +
// λ) in place of D²_k in that row:
//     ξ_k = D²_k / (D²_k + λ) (ρ + J ξ)_k.
// So the system has only as many unknowns as there are rows that stick or slide.
//
// Dense: normal equations and Cholesky, n m² + m³/3 flops for n rows and m unknowns. Sparse: the augmented matrix
//     [ 1          √ω J B ] [ w ]   [ -√ω ρ ]
//     [ (√ω J B)ᵀ  -λ     ] [ ξ ] = [ 0     ]            ω: the weights of the rows
// which does not square the condition number and keeps W's sparsity, by sparse LU.

#include "papers/todorov2010/implicit_system.h"

#include "base/error.h"
#include "linalg/block.h"
#include "linalg/dense.h"
#include "linalg/sparse/sparse_lu.h"
#include "solve/system/contact_matrix.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum
{
    DENSE_ROWS = 400, // up to so many unknowns the blocked dense factorization wins whatever the pattern
    PSEUDOINVERSE_ROWS = 300, // up to so many rows A† is an orthogonal factorization; beyond, its limit (AᵀA + λ)⁻¹ Aᵀ
};
static const double DENSE_SHARE = 0.1;     // above this share of nonzeros the sparse factors fill up anyway
static const double START_LAMBDA = 1e-10;  // of that limit; A is of order one
static const double START_RANK = 1e-10;    // singular values below this share of the largest count as zero
static const double STEP_RANK = 1e-15;     // singular values of a step: the rounding of J
static const double ORTHOGONAL_WORK = 6.0; // of that factorization, over an LU
static const double LAMBDA_FLOOR = 1e-12;  // λ that has fallen so far stands for no distrust of the model
static const double LAMBDA_SHARE = 1e-3;   // of the least eigenvalue of JᵀJ, which a larger λ changes

/// The reduced problem: the weights of all rows, the unknowns and J B.
typedef struct step_system
{
    const implicit_system *system;
    const implicit_choice *choices;
    double lambda;
    int *first;   // block_count + 1: first unknown of each block
    double *root; // √ω
    double *rhs;  // -√ω ρ
    size_t entries;
} step_system;

static bool begin_step(step_system *t, const double *rho)
{
    const implicit_system *s = t->system;
    const hf_problem *p = s->problem;
    t->first = ARENA_ARRAY(s->workspace, int, p->block_count + 1);
    t->root = ARENA_ARRAY(s->workspace, double, p->dimension);
    t->rhs = ARENA_ARRAY(s->workspace, double, p->dimension);
    if (!t->first || !t->root || !t->rhs) return false;
    t->first[0] = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        const implicit_choice *c = &t->choices[i];
        t->first[i + 1] = t->first[i] + (c->absorbed ? 0 : c->free);
        int fixed = p->size[i] - c->free; // on an active plane the normal stays, and it comes first
        for (int a = 0; a < p->size[i]; a++)
        {
            int k = p->offset[i] + a;
            double omega = s->weight[k];
            if (c->absorbed && a >= fixed) omega *= t->lambda / (omega + t->lambda);
            t->root[k] = sqrt(omega);
            t->rhs[k] = -t->root[k] * rho[k];
        }
    }
    t->entries = 0;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
            if (!t->choices[p->W.col[k]].absorbed) t->entries += (size_t)(p->size[i] * t->choices[p->W.col[k]].free);
    return true;
}

/// block ◄ √ω_i (A_ij F_j + δ_ij (ε F_j - F_j - I)) B_j, size_i × free_j, row-major. `A` may be NULL: zero.
static void form_block(const step_system *t, int i, int j, const double *A, double *block)
{
    const hf_problem *p = t->system->problem;
    const implicit_choice *c = &t->choices[j];
    int m = p->size[i], n = p->size[j];
    for (int e = 0; e < m * c->free; e++) block[e] = 0.0;
    for (int b = 0; b < n; b++)
        for (int l = 0; l < c->free; l++)
        {
            double FB = 0.0;
            for (int d = 0; d < n; d++) FB += c->F[b * n + d] * c->B[d * c->free + l];
            if (A)
                for (int a = 0; a < m; a++) block[a * c->free + l] += A[a * n + b] * FB;
            if (i == j) block[b * c->free + l] -= (1.0 - t->system->shift) * FB + c->B[b * c->free + l];
        }
    for (int a = 0; a < m; a++)
        for (int l = 0; l < c->free; l++) block[a * c->free + l] *= t->root[p->offset[i] + a];
}

typedef void (*block_sink)(void *context, int i, int j, const double *block);

/// Hands all blocks of √ω J B to the sink, row by row and by ascending columns.
static void each_block(const step_system *t, block_sink sink, void *context)
{
    const hf_problem *p = t->system->problem;
    double block[PLAIN_AREA_MAX];
    for (int i = 0; i < p->block_count; i++)
    {
        bool diagonal = t->choices[i].absorbed; // nothing to do for it
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            if (!diagonal && j > i)
            {
                form_block(t, i, i, NULL, block);
                sink(context, i, i, block);
                diagonal = true;
            }
            diagonal |= i == j;
            if (t->choices[j].absorbed) continue;
            form_block(t, i, j, t->system->A + block_at(p, k), block);
            sink(context, i, j, block);
        }
        if (diagonal) continue;
        form_block(t, i, i, NULL, block);
        sink(context, i, i, block);
    }
}

// ---- dense ----

typedef struct dense_target
{
    const step_system *step;
    double *J; // √ω J B, n × m, column-major
    int n;
} dense_target;

static void put_dense(void *context, int i, int j, const double *block)
{
    dense_target *t = context;
    const hf_problem *p = t->step->system->problem;
    int free = t->step->choices[j].free;
    for (int l = 0; l < free; l++)
        for (int a = 0; a < p->size[i]; a++)
            t->J[(size_t)(t->step->first[j] + l) * (size_t)t->n + (size_t)(p->offset[i] + a)] = block[a * free + l];
}

/// xi ◄ argmin without λ, by a complete orthogonal factorization of J, which is lost.
static hf_status solve_orthogonal(const step_system *t, double *J, double *xi, hf_error *error)
{
    int n = t->system->problem->dimension, m = t->first[t->system->problem->block_count], rank;
    dense_work size = dense_least_squares_qr_work(n, m, 1);
    double *work = ARENA_ARRAY(t->system->workspace, double, size.doubles);
    double *answer = ARENA_ARRAY(t->system->workspace, double, n);
    int *iwork = ARENA_ARRAY(t->system->workspace, int, size.ints);
    if (!work || !answer || !iwork) return error_no_memory(error);
    memcpy(answer, t->rhs, (size_t)n * sizeof *answer);
    dense_least_squares_qr(n, m, 1, J, n, answer, n, STEP_RANK, &rank, size, work, iwork);
    memcpy(xi, answer, (size_t)m * sizeof *xi);
    return HF_STATUS_OK;
}

/// Whether λ, as small as it gets, would still shorten the step of a proximal problem: ε² is the least eigenvalue of
/// its JᵀJ along the null space of A.
static bool lambda_matters(const step_system *t)
{
    double least = t->system->shift * t->system->shift;
    return least > 0.0 && t->lambda <= LAMBDA_FLOOR && t->lambda > LAMBDA_SHARE * least;
}

/// xi ◄ argmin, by H ξ = -g with H = JᵀJ + λ.
static hf_status solve_dense(const step_system *t, double *xi, bool *solved, hf_error *error)
{
    const hf_problem *p = t->system->problem;
    int n = p->dimension, m = t->first[p->block_count];
    dense_target target = {.step = t, .n = n};
    // J by columns, JᵀJ, and half an LU.
    *solved = false;
    if (!work_afford(t->system->work, work_price.dense_flop * n * (double)m * m + 0.5 * work_of_dense_lu(m) +
                                          2.0 * work_price.column_flop * n * (double)m +
                                          work_price.put_block * (double)t->entries / PLAIN_AREA_MAX))
        return HF_STATUS_OK;
    target.J = arena_take_zeroed(t->system->workspace, (size_t)n * (size_t)m, sizeof(double));
    double *H = arena_take(t->system->workspace, (size_t)m * (size_t)m, sizeof(double));
    if (!target.J || !H) return error_no_memory(error);
    each_block(t, put_dense, &target);
    if (lambda_matters(t) && work_afford(t->system->work, ORTHOGONAL_WORK * work_of_dense_lu(n)))
    {
        *solved = true;
        return solve_orthogonal(t, target.J, xi, error);
    }
    dense_syrk(true, m, n, 1.0, target.J, n, 0.0, H, m);
    for (int k = 0; k < m; k++) H[(size_t)k * (size_t)m + (size_t)k] += t->lambda;
    dense_gemv(true, n, m, 1.0, target.J, n, t->rhs, 0.0, xi); // -g = Jᵀ (-ρ)
    *solved = dense_cholesky(m, H, m) == 0;
    if (*solved) dense_cholesky_solve(m, H, m, 1, xi, m);
    return HF_STATUS_OK;
}

// ---- sparse ----

/// The augmented matrix by compressed columns: w first, then ξ.
typedef struct sparse_target
{
    const step_system *step;
    int rows;   // of J: unknowns w
    int *begin; // rows + m + 1
    int *next;  // rows + m
    int *row;
    double *values;
} sparse_target;

static void count_sparse(void *context, int i, int j, const double *block)
{
    (void)block;
    sparse_target *t = context;
    const hf_problem *p = t->step->system->problem;
    int free = t->step->choices[j].free;
    for (int a = 0; a < p->size[i]; a++) t->begin[p->offset[i] + a + 1] += free;
    for (int l = 0; l < free; l++) t->begin[t->rows + t->step->first[j] + l + 1] += p->size[i];
}

static void put_entry(sparse_target *t, int row, int column, double value)
{
    int at = t->next[column]++;
    t->row[at] = row;
    t->values[at] = value;
}

static void put_sparse(void *context, int i, int j, const double *block)
{
    sparse_target *t = context;
    const hf_problem *p = t->step->system->problem;
    int free = t->step->choices[j].free, first = t->rows + t->step->first[j];
    for (int l = 0; l < free; l++)
        for (int a = 0; a < p->size[i]; a++)
        {
            put_entry(t, p->offset[i] + a, first + l, block[a * free + l]);
            put_entry(t, first + l, p->offset[i] + a, block[a * free + l]);
        }
}

static hf_status fill_sparse(sparse_target *t, hf_error *error)
{
    const step_system *step = t->step;
    const hf_problem *p = step->system->problem;
    hf_workspace *workspace = step->system->workspace;
    int m = step->first[p->block_count], total = t->rows + m;
    size_t missing = (size_t)PLAIN_AREA_MAX * (size_t)p->block_count; // diagonal blocks that W does not store
    size_t entries = (size_t)total + 2 * (step->entries + missing);
    if (entries > INT_MAX)
        return error_set(error, HF_STATUS_UNSUPPORTED, "a Newton system of %zu entries is too large", entries);
    t->begin = ARENA_ZEROED(workspace, int, total + 1);
    t->next = ARENA_ARRAY(workspace, int, total);
    t->row = ARENA_ARRAY(workspace, int, entries);
    t->values = ARENA_ARRAY(workspace, double, entries);
    if (!t->begin || !t->next || !t->row || !t->values) return error_no_memory(error);
    for (int k = 0; k < total; k++) t->begin[k + 1] = 1; // the diagonal
    each_block(step, count_sparse, t);
    for (int k = 0; k < total; k++) t->begin[k + 1] += t->begin[k];
    memcpy(t->next, t->begin, (size_t)total * sizeof *t->next);
    for (int k = 0; k < t->rows; k++) put_entry(t, k, k, 1.0); // first in its column
    each_block(step, put_sparse, t);
    for (int k = 0; k < m; k++) put_entry(t, t->rows + k, t->rows + k, -step->lambda); // last in its column
    return HF_STATUS_OK;
}

static hf_status solve_sparse(const step_system *t, double *xi, bool *solved, hf_error *error)
{
    const hf_problem *p = t->system->problem;
    int n = p->dimension, m = t->first[p->block_count];
    sparse_target target = {.step = t, .rows = n};
    sparse_lu *lu = NULL;
    double *y = ARENA_ZEROED(t->system->workspace, double, n + m);
    hf_status status = y ? fill_sparse(&target, error) : error_no_memory(error);
    *solved = false;
    if (status == HF_STATUS_OK && !work_afford(t->system->work, factors_graph_work(target.begin[n + m]))) return status;
    if (status == HF_STATUS_OK)
        status = sparse_lu_create_in(t->system->workspace, n + m, target.begin, target.row, &lu, error);
    bool singular = true;
    if (status == HF_STATUS_OK) work_charge(t->system->work, factors_pattern_work(lu) + factors_solve_work(lu));
    if (status == HF_STATUS_OK && work_afford(t->system->work, factors_work(lu)))
        status = sparse_lu_try(lu, target.values, &singular, error);
    *solved = status == HF_STATUS_OK && !singular;
    if (*solved)
    {
        memcpy(y, t->rhs, (size_t)n * sizeof *y);
        sparse_lu_solve(lu, y, 1);
        memcpy(xi, y + n, (size_t)m * sizeof *xi);
    }
    sparse_lu_destroy(lu);
    return status;
}

// ---- both ----

/// step ◄ B ξ, and the eliminated variables. False if an entry is not finite.
static bool expand(const step_system *t, const double *rho, const double *xi, double *scratch, double *step)
{
    const implicit_system *s = t->system;
    const hf_problem *p = s->problem;
    bool finite = true;
    for (int i = 0; i < p->block_count; i++)
    {
        const implicit_choice *c = &t->choices[i];
        int n = p->size[i];
        double *d = step + p->offset[i], *F_d = scratch + p->offset[i];
        memset(d, 0, (size_t)n * sizeof *d);
        if (!c->absorbed) block_gemv(n, c->free, c->B, xi + t->first[i], d);
        memset(F_d, 0, (size_t)n * sizeof *F_d);
        block_gemv(n, n, c->F, d, F_d);
    }
    double *moved = t->rhs; // no more needed
    implicit_product(s, scratch, moved);
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i]; a++)
        {
            const implicit_choice *c = &t->choices[i];
            int k = p->offset[i] + a;
            if (c->absorbed && a >= p->size[i] - c->free)
                step[k] = s->weight[k] / (s->weight[k] + t->lambda) * (rho[k] + moved[k]);
            finite &= isfinite(step[k]) != 0;
        }
    return finite;
}

hf_status implicit_newton(const implicit_system *s, const implicit_choice *choices, double lambda, const double *rho,
                          double *step, bool *solved, hf_error *error)
{
    const hf_problem *p = s->problem;
    arena_mark mark = arena_begin(s->workspace);
    step_system t = {.system = s, .choices = choices, .lambda = lambda};
    double *xi = ARENA_ARRAY(s->workspace, double, p->dimension);
    double *scratch = ARENA_ARRAY(s->workspace, double, p->dimension);
    *solved = false;
    hf_status status = xi && scratch && begin_step(&t, rho) ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        double m = t.first[p->block_count];
        bool dense = m <= DENSE_ROWS || (double)t.entries > DENSE_SHARE * m * p->dimension;
        status = dense ? solve_dense(&t, xi, solved, error) : solve_sparse(&t, xi, solved, error);
    }
    if (*solved) *solved = expand(&t, rho, xi, scratch, step);
    arena_end(s->workspace, mark);
    return status;
}

// ---- the start ----

/// A† (v - v0) by a complete orthogonal factorization.
static hf_status pseudoinverse(const implicit_system *s, const double *v, double *f, hf_error *error)
{
    const hf_problem *p = s->problem;
    int n = p->dimension, rank;
    dense_work size = dense_least_squares_qr_work(n, n, 1);
    double *A = ARENA_ZEROED(s->workspace, double, n *n);
    double *work = ARENA_ARRAY(s->workspace, double, size.doubles);
    int *iwork = ARENA_ARRAY(s->workspace, int, size.ints);
    if (!A || !work || !iwork) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            const double *block = s->A + block_at(p, k);
            for (int a = 0; a < p->size[i]; a++)
                for (int c = 0; c < p->size[j]; c++)
                    A[(p->offset[j] + c) * n + p->offset[i] + a] = block[a * p->size[j] + c];
        }
    for (int k = 0; k < n; k++) f[k] = v[k] - s->v0[k];
    work_charge(s->work, ORTHOGONAL_WORK * work_of_dense_lu(n));
    dense_least_squares_qr(n, n, 1, A, n, f, n, START_RANK, &rank, size, work, iwork);
    return HF_STATUS_OK;
}

/// (AᵀA + λ)⁻¹ Aᵀ (v - v0): the Newton step (28) from x = v if all blocks stick.
static hf_status regularized_inverse(const implicit_system *s, const double *v, double *f, hf_error *error)
{
    const hf_problem *p = s->problem;
    implicit_choice *choices = ARENA_ARRAY(s->workspace, implicit_choice, p->block_count);
    double *rho = ARENA_ARRAY(s->workspace, double, p->dimension);
    if (!choices || !rho) return error_no_memory(error);
    for (int i = 0; i < p->block_count; i++)
    {
        choices[i].edge = EDGE_NONE;
        choices[i].absorbed = false;
        implicit_derivative(&s->laws[i], REGION_STICK, NULL, choices[i].F);
        choices[i].free = implicit_tangent(&s->laws[i], EDGE_NONE, NULL, choices[i].B);
    }
    for (int k = 0; k < p->dimension; k++) rho[k] = s->v0[k] - v[k];
    bool solved;
    hf_status status = implicit_newton(s, choices, START_LAMBDA, rho, f, &solved, error);
    for (int k = 0; k < p->dimension; k++) f[k] = solved ? -f[k] : 0.0; // x = v - f moved by the step
    return status;
}

hf_status implicit_all_stick(const implicit_system *s, const double *v, double *f, hf_error *error)
{
    arena_mark mark = arena_begin(s->workspace);
    hf_status status = s->problem->dimension <= PSEUDOINVERSE_ROWS ? pseudoinverse(s, v, f, error)
                                                                   : regularized_inverse(s, v, f, error);
    arena_end(s->workspace, mark);
    return status;
}
