// The linear system of a proximal Newton step, reduced to the free unknowns y of all blocks:
//
//     K y = target - Yᵀ (W + εD) fixed,     K = Yᵀ (W + εD) Z + diag(stiffness),     δr = fixed + Z y.
//
// Small problems have W as one dense matrix (proximal_dense.c), other factored ones are solved over their degrees of freedom
// (proximal_bodies.c). Otherwise K has the block pattern of W less the blocks that are not free. Up to DENSE_ROWS unknowns, or where K is nearly full, it is factored by
// LAPACK's blocked LU in the arena; beyond, by the sparse LU (whose pattern is analyzed anew, since the free set moves).
// Cost: O(blocks of W) to assemble, the factorization to solve.

#include "solve/newton/proximal.h"

#include "solve/system/proximal_bodies.h"
#include "solve/system/proximal_dense.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "linalg/block.h"
#include "linalg/dense.h"
#include "linalg/sparse/sparse_lu.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum
{
    DENSE_ROWS = 150, // below, a blocked dense LU beats the sparse one whatever the pattern (measured: docs/auto.md)
};
static const double FILL_MAX =
    6e7; // entries of the sparse factors: 0.7 GB with their indices, and as much again while they grow
static const double COST_MAX =
    1e11; // operations of LAPACK's: ten seconds, for which sweeps in their thousands are the better use
static const double DENSE_SHARE = 0.15; // above this share of nonzeros the sparse factors fill up anyway

hf_status proximal_affordable(const sparse_lu *lu, hf_error *error)
{
    double fill = sparse_lu_fill(lu), cost = sparse_lu_cost(lu);
    if (fill <= FILL_MAX && cost <= COST_MAX) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "the factors of a Newton system would have %.3g entries and cost %.3g operations", fill, cost);
}

struct proximal_system
{
    const hf_problem *problem;
    hf_workspace *workspace;
    int *first;              // block_count + 1: first unknown of each block
    double *rhs;             // dimension
    double *g;               // dimension: what the fixed part of the step does to u
    proximal_dense *dense;   // of a small problem, otherwise NULL
    proximal_bodies *bodies; // of a larger factored one, otherwise NULL
    double *K;               // dense factors over the contacts, their pivots, or …
    int *pivot;
    sparse_lu *lu; // … sparse ones
};

proximal_system *proximal_system_create(const hf_problem *problem, hf_workspace *workspace)
{
    proximal_system *s = ARENA_ZEROED(workspace, proximal_system, 1);
    if (!s) return NULL;
    s->problem = problem;
    s->workspace = workspace;
    s->first = ARENA_ARRAY(workspace, int, problem->block_count + 1);
    s->rhs = ARENA_ARRAY(workspace, double, problem->dimension);
    s->g = ARENA_ARRAY(workspace, double, problem->dimension);
    bool small = proximal_dense_suits(problem), bodies = problem->factored && !small;
    s->dense = small ? proximal_dense_create(problem, workspace) : NULL;
    s->bodies = bodies ? proximal_bodies_create(problem, workspace) : NULL;
    return s->first && s->rhs && s->g && (s->dense || !small) && (s->bodies || !bodies) ? s : NULL;
}

bool proximal_system_in_parts(const proximal_system *s)
{
    return !s->dense;
}

void proximal_system_velocity(const proximal_system *s, const double *r, double *v, double *u)
{
    if (s->dense) proximal_dense_velocity(s->dense, r, u);
    else problem_velocity(s->problem, r, v, u);
}

/// block ◄ Y_iᵀ W_ij Z_j, free_i × free_j row-major, with εD and the stiffness added where i = j.
static void reduce_block(const hf_problem *p, int i, int j, const double *W, const block_move *moves, double shift,
                         double *block)
{
    const block_move *row = &moves[i], *col = &moves[j];
    int m = p->size[i], n = p->size[j];
    double WZ[BLOCK_AREA_MAX] = {0.0};
    for (int a = 0; a < m; a++) // W_ij Z_j
        for (int c = 0; c < n; c++)
        {
            double w = W[a * n + c] + (i == j && a == c ? shift : 0.0);
            for (int k = 0; k < col->free; k++) WZ[a * col->free + k] += w * col->Z[c * col->free + k];
        }
    for (int k = 0; k < row->free; k++)
        for (int l = 0; l < col->free; l++)
        {
            double sum = i == j && k == l ? row->stiffness[k] : 0.0;
            for (int a = 0; a < m; a++) sum += row->Y[a * row->free + k] * WZ[a * col->free + l];
            block[k * col->free + l] = sum;
        }
}

/// g ◄ (W + εD) fixed at the blocks with unknowns.
static void push_fixed(proximal_system *s, const block_move *moves, double epsilon, const double *weight)
{
    const hf_problem *p = s->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        double *g = s->g + p->offset[i];
        for (int a = 0; a < p->size[i]; a++) g[a] = epsilon * weight[i] * moves[i].fixed[a];
        if (s->dense || s->bodies || moves[i].free == 0) continue;
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            block_gemv(p->size[i], p->size[j], p->W.values + block_at(p, k), moves[j].fixed, g);
        }
    }
    if (s->dense) proximal_dense_fixed(s->dense, moves, s->g);
    if (s->bodies) proximal_bodies_fixed(s->bodies, moves, s->g);
}

/// rhs ◄ target - Yᵀ (W + εD) fixed.
static void reduce_rhs(proximal_system *s, const block_move *moves, double epsilon, const double *weight)
{
    const hf_problem *p = s->problem;
    push_fixed(s, moves, epsilon, weight);
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *row = &moves[i];
        for (int k = 0; k < row->free; k++)
        {
            double sum = row->target[k];
            for (int a = 0; a < p->size[i]; a++) sum -= row->Y[a * row->free + k] * s->g[p->offset[i] + a];
            s->rhs[s->first[i] + k] = sum;
        }
    }
}

/// Numbers the unknowns.
static void number_unknowns(proximal_system *s, const block_move *moves)
{
    s->first[0] = 0;
    for (int i = 0; i < s->problem->block_count; i++) s->first[i + 1] = s->first[i] + moves[i].free;
}

/// The entries of K.
static size_t count_entries(const proximal_system *s, const block_move *moves)
{
    const hf_problem *p = s->problem;
    size_t entries = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        if (moves[i].free == 0) continue;
        int columns = 0;
        bool diagonal = false;
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            columns += moves[p->W.col[k]].free;
            diagonal |= p->W.col[k] == i;
        }
        entries += (size_t)moves[i].free * (size_t)(columns + (diagonal ? 0 : moves[i].free));
    }
    return entries;
}

typedef void (*block_sink)(void *context, int i, int j, const double *block);

/// Hands every block of K to the sink, row by row; a missing diagonal block of W counts as zero.
static void each_block(const hf_problem *p, const block_move *moves, double epsilon, const double *weight,
                       block_sink sink, void *context)
{
    static const double zero[BLOCK_AREA_MAX] = {0.0};
    double block[BLOCK_AREA_MAX];
    for (int i = 0; i < p->block_count; i++)
    {
        if (moves[i].free == 0) continue;
        bool diagonal = false;
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            diagonal |= j == i;
            if (moves[j].free == 0) continue;
            reduce_block(p, i, j, p->W.values + block_at(p, k), moves, epsilon * weight[i], block);
            sink(context, i, j, block);
        }
        if (diagonal) continue;
        reduce_block(p, i, i, zero, moves, epsilon * weight[i], block);
        sink(context, i, i, block);
    }
}

// ---- dense ----

typedef struct dense_target
{
    const proximal_system *system;
    const block_move *moves;
    double *K; // column-major
    int n;
} dense_target;

static void put_dense(void *context, int i, int j, const double *block)
{
    dense_target *t = context;
    const int *first = t->system->first;
    int m = t->moves[i].free, n = t->moves[j].free;
    for (int l = 0; l < n; l++)
        for (int k = 0; k < m; k++)
            t->K[(size_t)(first[j] + l) * (size_t)t->n + (size_t)(first[i] + k)] = block[k * n + l];
}

static hf_status factor_dense(proximal_system *s, const block_move *moves, double epsilon, const double *weight,
                              bool *regular, hf_error *error)
{
    int n = s->first[s->problem->block_count];
    s->K = arena_take_zeroed(s->workspace, (size_t)n * (size_t)n, sizeof(double));
    s->pivot = ARENA_ARRAY(s->workspace, int, n);
    if (!s->K || !s->pivot) return error_no_memory(error);
    dense_target target = {.system = s, .moves = moves, .K = s->K, .n = n};
    each_block(s->problem, moves, epsilon, weight, put_dense, &target);
    *regular = dense_lu(n, s->K, n, s->pivot) == 0;
    return HF_STATUS_OK;
}

// ---- sparse ----

/// K by compressed columns. Rows come in ascending order because blocks are handed over row by row.
typedef struct sparse_target
{
    const proximal_system *system;
    const block_move *moves;
    int *begin; // n + 1
    int *next;  // n: where the next entry of a column goes
    int *row;
    double *values;
} sparse_target;

static void count_sparse(void *context, int i, int j, const double *block)
{
    (void)block;
    sparse_target *t = context;
    for (int l = 0; l < t->moves[j].free; l++) t->begin[t->system->first[j] + l + 1] += t->moves[i].free;
}

static void put_sparse(void *context, int i, int j, const double *block)
{
    sparse_target *t = context;
    int m = t->moves[i].free, n = t->moves[j].free;
    for (int l = 0; l < n; l++)
    {
        int *next = &t->next[t->system->first[j] + l];
        for (int k = 0; k < m; k++)
        {
            t->row[*next] = t->system->first[i] + k;
            t->values[(*next)++] = block[k * n + l];
        }
    }
}

static hf_status factor_sparse(proximal_system *s, const block_move *moves, double epsilon, const double *weight,
                               size_t entries, bool *regular, hf_error *error)
{
    int n = s->first[s->problem->block_count];
    sparse_target t = {.system = s, .moves = moves};
    t.begin = ARENA_ZEROED(s->workspace, int, n + 1);
    t.next = ARENA_ARRAY(s->workspace, int, n);
    t.row = ARENA_ARRAY(s->workspace, int, entries);
    t.values = ARENA_ARRAY(s->workspace, double, entries);
    if (!t.begin || !t.next || !t.row || !t.values) return error_no_memory(error);
    each_block(s->problem, moves, epsilon, weight, count_sparse, &t);
    for (int c = 0; c < n; c++) t.begin[c + 1] += t.begin[c];
    memcpy(t.next, t.begin, (size_t)n * sizeof *t.next);
    each_block(s->problem, moves, epsilon, weight, put_sparse, &t);
    hf_status status = sparse_lu_create_in(s->workspace, n, t.begin, t.row, &s->lu, error);
    if (status == HF_STATUS_OK) status = proximal_affordable(s->lu, error);
    bool singular = true;
    if (status == HF_STATUS_OK) status = sparse_lu_try(s->lu, t.values, &singular, error);
    *regular = status == HF_STATUS_OK && !singular;
    return status;
}

// ---- both ----

/// δr = fixed + Z y; false if an entry is not finite.
static bool expand(const proximal_system *s, const block_move *moves, double *dr)
{
    const hf_problem *p = s->problem;
    bool finite = true;
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i]; a++)
        {
            double sum = moves[i].fixed[a];
            for (int k = 0; k < moves[i].free; k++) sum += moves[i].Z[a * moves[i].free + k] * s->rhs[s->first[i] + k];
            dr[p->offset[i] + a] = sum;
            finite &= isfinite(sum) != 0;
        }
    return finite;
}

/// K over the contacts, dense or sparse.
static hf_status factor_contacts(proximal_system *s, const block_move *moves, double epsilon, const double *weight,
                                 bool *regular, hf_error *error)
{
    size_t entries = count_entries(s, moves);
    double n = s->first[s->problem->block_count];
    if (entries > INT_MAX)
        return error_set(error, HF_STATUS_UNSUPPORTED, "a Newton system of %zu entries is too large", entries);
    bool dense = n <= DENSE_ROWS || (n * n <= FILL_MAX && (double)entries > DENSE_SHARE * n * n);
    return dense ? factor_dense(s, moves, epsilon, weight, regular, error)
                 : factor_sparse(s, moves, epsilon, weight, entries, regular, error);
}

hf_status proximal_system_factor(proximal_system *s, const block_move *moves, double epsilon, const double *weight,
                                 bool *regular, hf_error *error)
{
    *regular = false;
    s->K = NULL;
    s->lu = NULL;
    number_unknowns(s, moves);
    return s->bodies ? proximal_bodies_factor(s->bodies, moves, s->first, epsilon, weight, regular, error)
                     : factor_contacts(s, moves, epsilon, weight, regular, error);
}

void proximal_system_end(proximal_system *s)
{
    if (s->bodies) proximal_bodies_end(s->bodies);
    sparse_lu_destroy(s->lu);
    s->lu = NULL;
}

hf_status proximal_system_step(proximal_system *s, const block_move *moves, double epsilon, const double *weight,
                               double *dr, bool *solved, hf_error *error)
{
    int n = s->first[s->problem->block_count];
    hf_status status = HF_STATUS_OK;
    reduce_rhs(s, moves, epsilon, weight);
    *solved = true;
    if (s->bodies) status = proximal_bodies_solve(s->bodies, moves, s->first, s->rhs, solved, error);
    else if (s->lu) sparse_lu_solve(s->lu, s->rhs, 1);
    else dense_lu_solve(false, n, s->K, n, s->pivot, 1, s->rhs, n);
    if (status == HF_STATUS_OK && *solved) *solved = expand(s, moves, dr);
    return status;
}

hf_status proximal_system_solve(proximal_system *s, const block_move *moves, double epsilon, const double *weight,
                                double *dr, bool *solved, hf_error *error)
{
    if (s->dense) // in one go
    {
        number_unknowns(s, moves);
        reduce_rhs(s, moves, epsilon, weight);
        *solved = proximal_dense_solve(s->dense, moves, s->first, epsilon, weight, s->rhs) && expand(s, moves, dr);
        return HF_STATUS_OK;
    }
    arena_mark mark = arena_begin(s->workspace);
    hf_status status = proximal_system_factor(s, moves, epsilon, weight, solved, error);
    if (status == HF_STATUS_OK && *solved) status = proximal_system_step(s, moves, epsilon, weight, dr, solved, error);
    proximal_system_end(s);
    arena_end(s->workspace, mark);
    return status;
}
