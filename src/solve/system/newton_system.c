// What all three implementations share: which one suits, unknowns and their numbers, the right-hand side, and the step
// that y stands for.

#include "solve/system/newton_system.h"

#include "solve/system/system_kinds.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/bodies.h"

#include <math.h>

enum
{
    DENSE_ROWS = 100,  // beyond, factoring a dense K costs more than patterns do
    FREEDOMS_SHARE = 3 // rows a degree of freedom from which on a matrix over these is cheaper
};

struct newton_system
{
    const hf_problem *problem;
    const system_kind *kind;
    void *state;
    work_meter *work;
    int *first;               // block_count + 1: first unknown of each block
    system_unknowns unknowns; // of the factors
    double *y;                // dimension
    double *g;                // dimension: what the fixed part of the step does to u
    double *v;                // dof_count: scratch
};

bool newton_system_is_dense(const hf_problem *p)
{
    if (p->factored && FREEDOMS_SHARE * p->rows.dof_count <= p->dimension) return false;
    return p->dimension <= DENSE_ROWS && !(p->factored && body_in_sixes(p)); // free bodies are as fast by blocks of six
}

newton_system *newton_system_of(const system_kind *kind, void *state, const hf_problem *problem, work_meter *work,
                                hf_workspace *workspace)
{
    newton_system *s = ARENA_ARRAY(workspace, newton_system, 1);
    if (!s || !state) return NULL;
    *s = (newton_system){.problem = problem,
                         .kind = kind,
                         .state = state,
                         .work = work,
                         .first = ARENA_ARRAY(workspace, int, problem->block_count + 1),
                         .y = ARENA_ARRAY(workspace, double, problem->dimension),
                         .g = ARENA_ARRAY(workspace, double, problem->dimension),
                         .v = ARENA_ARRAY(workspace, double, problem->rows.dof_count)};
    if (kind->create_work) work_charge(work, kind->create_work(problem));
    return s->first && s->y && s->g && s->v ? s : NULL;
}

newton_system *newton_system_create(const hf_problem *p, work_meter *work, hf_workspace *workspace)
{
    if (newton_system_is_dense(p))
        return newton_system_of(&dense_system, dense_system_create(p, workspace), p, work, workspace);
    if (p->factored) return newton_system_of(&body_system, body_system_create(p, workspace), p, work, workspace);
    return newton_system_create_contacts(p, p->W.values, work, workspace);
}

newton_system *newton_system_create_contacts(const hf_problem *p, const double *W, work_meter *work,
                                             hf_workspace *workspace)
{
    return newton_system_of(&contact_system, contact_system_create(p, W, workspace), p, work, workspace);
}

void newton_system_release(newton_system *s)
{
    s->kind->release(s->state);
}

void newton_system_velocity(newton_system *s, const double *r, double *u)
{
    work_charge(s->work, s->kind->velocity_work ? s->kind->velocity_work(s->problem) : work_of_product(s->problem));
    if (s->kind->velocity) s->kind->velocity(s->state, r, u);
    else problem_velocity(s->problem, r, s->v, u);
}

const int *newton_system_number(newton_system *s, const block_move *moves)
{
    s->first[0] = 0;
    for (int i = 0; i < s->problem->block_count; i++) s->first[i + 1] = s->first[i] + moves[i].free;
    return s->first;
}

/// Takes the moves up as those of the next factors.
static void begin_factors(newton_system *s, const block_move *moves, double epsilon, const double *weight)
{
    const int *first = newton_system_number(s, moves);
    s->unknowns = (system_unknowns){.moves = moves,
                                    .first = first,
                                    .count = first[s->problem->block_count],
                                    .epsilon = epsilon,
                                    .weight = weight,
                                    .work = s->work};
}

hf_status newton_system_factor(newton_system *s, const block_move *moves, double epsilon, const double *weight,
                               bool *regular, hf_error *error)
{
    *regular = false;
    begin_factors(s, moves, epsilon, weight);
    hf_status status = s->kind->factor(s->state, &s->unknowns, regular, error);
    if (!*regular) work_poll(s->work); // an interrupt looks like a singular matrix
    return status;
}

/// y ◄ target - Yᵀ (W + εD) fixed.
static void reduce_rhs(newton_system *s)
{
    const hf_problem *p = s->problem;
    const block_move *moves = s->unknowns.moves;
    bool fixed = false;
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i]; a++)
        {
            s->g[p->offset[i] + a] = system_shift(&s->unknowns, i) * moves[i].fixed[a];
            fixed = fixed || moves[i].fixed[a] != 0.0;
        }
    if (fixed) s->kind->push(s->state, moves, s->g);
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *row = &moves[i];
        for (int k = 0; k < row->free; k++)
        {
            double sum = row->target[k];
            for (int a = 0; a < p->size[i]; a++) sum -= row->Y[a * row->free + k] * s->g[p->offset[i] + a];
            s->y[s->first[i] + k] = sum;
        }
    }
}

/// δr = fixed + Z y; false if an entry is not finite.
static bool expand(const newton_system *s, double *dr)
{
    const hf_problem *p = s->problem;
    bool finite = true;
    for (int i = 0; i < p->block_count; i++)
    {
        const block_move *move = &s->unknowns.moves[i];
        for (int a = 0; a < p->size[i]; a++)
        {
            double sum = move->fixed[a];
            for (int k = 0; k < move->free; k++) sum += move->Z[a * move->free + k] * s->y[s->first[i] + k];
            dr[p->offset[i] + a] = sum;
            finite &= isfinite(sum) != 0;
        }
    }
    return finite;
}

hf_status newton_system_step(newton_system *s, const block_move *moves, double *dr, bool *solved, hf_error *error)
{
    s->unknowns.moves = moves;
    work_charge(s->work, work_of_product(s->problem) + work_price.step_block * s->problem->block_count);
    reduce_rhs(s);
    hf_status status = s->kind->solve(s->state, &s->unknowns, s->y, solved, error);
    if (status == HF_STATUS_OK && *solved) *solved = expand(s, dr);
    return status;
}

hf_status newton_system_solve(newton_system *s, const block_move *moves, double epsilon, const double *weight,
                              double *dr, bool *solved, hf_error *error)
{
    hf_status status = newton_system_factor(s, moves, epsilon, weight, solved, error);
    if (status == HF_STATUS_OK && *solved) status = newton_system_step(s, moves, dr, solved, error);
    return status;
}

hf_status newton_system_bordered(newton_system *s, const block_move *moves, double epsilon, const double *along,
                                 const double *row, double *y, bool *regular, hf_error *error)
{
    *regular = false;
    begin_factors(s, moves, epsilon, NULL);
    return contact_system_bordered(s->state, &s->unknowns, along, row, y, regular, error);
}
