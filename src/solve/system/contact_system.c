// Newton systems over the contacts of an assembled problem: K has the block pattern of W less the blocks that have no
// unknowns.
//
// Cost: O(blocks of W) to assemble, the factorization to solve.

#include "solve/system/contact_matrix.h"
#include "solve/system/system_kinds.h"

#include "linalg/block.h"

#include <math.h>
#include <string.h>

typedef struct contact_state
{
    const hf_problem *problem;
    const double *W; // as problem->W.values
    contact_matrix matrix;
    double *column; // dimension: of the border
} contact_state;

void *contact_system_create(const hf_problem *problem, const double *W, hf_workspace *workspace)
{
    contact_state *s = ARENA_ARRAY(workspace, contact_state, 1);
    if (!s) return NULL;
    *s = (contact_state){.problem = problem, .W = W, .column = ARENA_ARRAY(workspace, double, problem->dimension)};
    return s->column && contact_matrix_begin(&s->matrix, problem, workspace) ? s : NULL;
}

static void push(void *state, const block_move *moves, double *g)
{
    const contact_state *s = state;
    const hf_problem *p = s->problem;
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; moves[i].free > 0 && k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            block_gemv(p->size[i], p->size[j], s->W + block_at(p, k), moves[j].fixed, g + p->offset[i]);
        }
}

typedef struct reduction
{
    const hf_problem *problem;
    const system_unknowns *unknowns;
} reduction;

/// block ◄ Y_iᵀ W_ij Z_j, with εD and the stiffness added where i = j.
static void reduce_block(const void *context, int i, int j, const double *W, double *block)
{
    const reduction *r = context;
    const block_move *row = &r->unknowns->moves[i], *col = &r->unknowns->moves[j];
    int m = r->problem->size[i], n = r->problem->size[j];
    double WZ[BLOCK_AREA_MAX], shift = i == j ? system_shift(r->unknowns, i) : 0.0;
    memset(WZ, 0, (size_t)(m * col->free) * sizeof *WZ);
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

static hf_status factor_with(contact_state *s, const system_unknowns *u, const contact_border *border, bool *regular,
                             hf_error *error)
{
    reduction context = {.problem = s->problem, .unknowns = u};
    s->matrix.work = u->work;
    return contact_matrix_factor(&s->matrix, u->first, s->W, reduce_block, &context, border, regular, error);
}

static hf_status factor(void *state, const system_unknowns *u, bool *regular, hf_error *error)
{
    return factor_with(state, u, NULL, regular, error);
}

static hf_status solve(void *state, const system_unknowns *u, double *y, bool *solved, hf_error *error)
{
    (void)error;
    const contact_state *s = state;
    *solved = true;
    work_charge(u->work, factors_solve_work(s->matrix.lu));
    sparse_lu_solve(s->matrix.lu, y, 1);
    return HF_STATUS_OK;
}

hf_status contact_system_bordered(void *state, const system_unknowns *u, const double *along, const double *row,
                                  double *y, bool *regular, hf_error *error)
{
    contact_state *s = state;
    const hf_problem *p = s->problem;
    for (int i = 0; i < p->block_count; i++)
        for (int k = 0; k < u->moves[i].free; k++) // Yᵀ along
        {
            const block_move *move = &u->moves[i];
            double sum = 0.0;
            for (int a = 0; a < p->size[i]; a++) sum += move->Y[a * move->free + k] * along[p->offset[i] + a];
            s->column[u->first[i] + k] = sum;
        }
    contact_border border = {.column = s->column, .row = row};
    hf_status status = factor_with(s, u, &border, regular, error);
    if (status != HF_STATUS_OK || !*regular) return status;
    work_charge(u->work, factors_solve_work(s->matrix.lu));
    sparse_lu_solve(s->matrix.lu, y, 1);
    for (int k = 0; k <= u->count; k++) *regular &= isfinite(y[k]) != 0;
    return HF_STATUS_OK;
}

static void release(void *state)
{
    contact_state *s = state;
    contact_matrix_release(&s->matrix);
}

const system_kind contact_system = {.push = push, .factor = factor, .solve = solve, .release = release};
