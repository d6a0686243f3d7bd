// The blocks of the interior point method: where they start, what is missing of their equations, and their Newton step.
//
// Each system is W + C with a block of C for each contact, so it is one of newton_system.h: with the axes Q of the
// scaling, B² = Q Λ Qᵀ,
//     Z = T⁻¹ Q,   Y = T⁻¹ Eᵀ Q,   stiffness Λ,     T = diag(mu, 1, 1),   E = 1 + e_N dᵀ,   d = ∂‖y_T‖.
// Unilateral blocks are half lines, boxes two of them, bilateral blocks have no cone. Cost: linear in the blocks, and
// the system.

#include "solve/newton/interior_run.h"

#include "base/arena.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

static const double EPSILON = 1e-13;   // proximal weight: below what cones have where certificates end
static const double BILATERAL = 1e-11; // proximal weight of blocks without a cone: W is singular

// ---- start ----

static void start_box(interior_run *run, int i, double speed)
{
    const hf_problem *p = run->problem;
    interior_block *b = &run->blocks[i];
    double lo = p->lo[i], hi = p->hi[i], width = speed / run->weight[i], *r = run->r + p->offset[i];
    bool below = isfinite(lo), above = isfinite(hi);
    b->role = below && above && !(hi - lo > 0.0) ? ROLE_FIXED : ROLE_BOX;
    b->d = 2;
    r[0] = below && above ? 0.5 * lo + 0.5 * hi : below ? lo + width : above ? hi - width : 0.0;
    if (b->role == ROLE_FIXED) return;
    b->at.r[0] = below ? r[0] - lo : INFINITY;
    b->at.r[1] = above ? hi - r[0] : INFINITY;
    for (int k = 0; k < 2; k++) b->at.y[k] = isfinite(b->at.r[k]) ? speed : 0.0;
    run->cones += below + above;
}

static void start_block(interior_run *run, int i, double speed)
{
    const hf_problem *p = run->problem;
    interior_block *b = &run->blocks[i];
    *b = (interior_block){.role = ROLE_CONE, .d = p->size[i], .normal = 1.0};
    for (int k = 0; k < p->size[i]; k++) run->r[p->offset[i] + k] = 0.0;
    switch (p->kind[i])
    {
    case HF_LAW_BOX: start_box(run, i, speed); return;
    case HF_LAW_BILATERAL: b->role = ROLE_FREE; return;
    case HF_LAW_CONTACT:
        if (p->mu[i] > 0.0) b->normal = p->mu[i];
        else b->d = 1;
        break;
    default: break;
    }
    b->at.r[0] = speed / run->weight[i];
    b->at.y[0] = speed;
    run->r[p->offset[i]] = b->at.r[0] / b->normal;
    run->cones++;
}

void interior_restart(interior_run *run)
{
    const hf_problem *p = run->problem;
    double speed = run->curve.start * p->norm_b / sqrt(fmax(1.0, p->dimension));
    run->cones = 0;
    for (int i = 0; i < p->block_count; i++) start_block(run, i, speed);
}

bool interior_begin(interior_run *run)
{
    const hf_problem *p = run->problem;
    hf_workspace *w = run->workspace;
    run->blocks = ARENA_ARRAY(w, interior_block, p->block_count);
    run->moves = ARENA_ARRAY(w, block_move, p->block_count);
    run->weight = ARENA_ARRAY(w, double, p->block_count);
    run->r = ARENA_ARRAY(w, double, p->dimension);
    run->u = ARENA_ARRAY(w, double, p->dimension);
    run->dr = ARENA_ARRAY(w, double, p->dimension);
    run->kept = ARENA_ARRAY(w, double, p->dimension);
    run->saved = ARENA_ARRAY(w, double, p->dimension);
    run->system = newton_system_create(p, &run->work, w);
    if (!run->blocks || !run->moves || !run->weight || !run->r || !run->u || !run->dr || !run->kept || !run->saved ||
        !run->system)
        return false;
    problem_weights(p, run->weight);
    interior_restart(run);
    interior_save(run);
    return best_begin(&run->best, p, w);
}

// ---- where we are ----

/// `round`: rounding of ‖y_T‖ at 0, which grows with τ.
static void measure_cone(interior_block *b, const double *u, double round)
{
    const double *y = b->at.y;
    double square = round * round;
    for (int k = 1; k < b->d; k++) square += y[k] * y[k];
    double speed = b->d > 1 ? sqrt(square) : 0.0;
    for (int k = 1; k < b->d; k++)
    {
        b->slope[k - 1] = y[k] / speed;
        b->rest[k] = u[k] - y[k];
    }
    b->rest[0] = u[0] / b->normal + speed - y[0];
    b->rest_tau = b->d > 1 ? round * round / speed : 0.0;
}

void interior_measure(interior_run *run)
{
    const hf_problem *p = run->problem;
    double natural = 0.0, gap = 0.0, pressing = 0.0;
    work_charge(&run->work, work_price.cone_block * p->block_count);
    newton_system_velocity(run->system, run->r, run->u);
    for (int i = 0; i < p->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        natural += law_natural_square(p, i, run->r + p->offset[i], run->u + p->offset[i]);
        if (b->role == ROLE_FREE || b->role == ROLE_FIXED) continue;
        for (int k = 0; k < b->d; k++)
            if (b->at.y[k] != 0.0) gap += b->at.r[k] * b->at.y[k];
        if (b->role == ROLE_CONE) pressing += run->weight[i] * b->at.r[0];
    }
    run->tau = gap / fmax(1.0, run->cones);
    double round = pressing > 0.0 ? run->curve.smooth * run->tau * run->cones / pressing : 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        const double *u = run->u + p->offset[i];
        if (b->role == ROLE_CONE) measure_cone(b, u, round * run->weight[i]);
        if (b->role == ROLE_BOX) b->rest[0] = u[0] - (b->at.y[0] - b->at.y[1]);
    }
    best_offer(&run->best, p, run->r, sqrt(natural) / (1.0 + p->norm_b));
}

// ---- the system ----

static void scale_cone(int size, interior_block *b, const double *r, block_move *move)
{
    int d = b->d;
    const cone_scaling *s = &b->scaling;
    cone_scale(d, b->at.r, b->at.y, &b->scaling);
    move->free = d;
    move->unit = false;
    for (int a = 0; a < size; a++)
    {
        for (int k = 0; k < d; k++)
        {
            double q = a < d ? s->Q[a * d + k] : 0.0;
            move->Z[a * d + k] = a == 0 ? q / b->normal : q;
            move->Y[a * d + k] = a == 0 ? q / b->normal : a < d ? q + b->slope[a - 1] * s->Q[k] : 0.0;
        }
        move->fixed[a] = a < d ? 0.0 : -r[a]; // friction where mu = 0
    }
    for (int k = 0; k < d; k++) move->stiffness[k] = s->root[k] * s->root[k];
}

static void scale_box(const interior_block *b, block_move *move)
{
    *move = (block_move){.free = 1, .Z = {1.0}, .Y = {1.0}};
    for (int k = 0; k < 2; k++) move->stiffness[0] += b->at.y[k] / b->at.r[k]; // 0 without a bound
}

static void scale_free(int size, double weight, block_move *move)
{
    *move = (block_move){.free = size};
    for (int k = 0; k < size; k++)
    {
        move->Z[k * size + k] = move->Y[k * size + k] = 1.0;
        move->stiffness[k] = BILATERAL * weight;
    }
}

hf_status interior_factor(interior_run *run, bool *regular, hf_error *error)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        block_move *move = &run->moves[i];
        switch (b->role)
        {
        case ROLE_CONE: scale_cone(p->size[i], b, run->r + p->offset[i], move); break;
        case ROLE_BOX: scale_box(b, move); break;
        case ROLE_FREE: scale_free(p->size[i], run->weight[i], move); break;
        case ROLE_FIXED: *move = (block_move){.free = 0}; break;
        }
    }
    return newton_system_factor(run->system, run->moves, EPSILON, run->weight, regular, error);
}

// ---- a step ----

/// push ◄ B (λ \ (share τ e - λ ∘ λ - bend (B step.r) ∘ (B⁻¹ step.y))).
static void push_cone(interior_block *b, interior_aim aim, double tau)
{
    int d = b->d;
    double wanted[CONE_DIM_MAX], x[CONE_DIM_MAX], y[CONE_DIM_MAX], bent[CONE_DIM_MAX];
    cone_product(d, b->scaling.lambda, b->scaling.lambda, wanted);
    for (int k = 0; k < d; k++) wanted[k] = (k == 0 ? aim.share * tau : 0.0) - wanted[k];
    if (aim.bend > 0.0)
    {
        cone_apply(d, &b->scaling, 1, b->step.r, x);
        cone_apply(d, &b->scaling, -1, b->step.y, y);
        cone_product(d, x, y, bent);
        for (int k = 0; k < d; k++) wanted[k] -= aim.bend * bent[k];
    }
    cone_divide(d, b->scaling.lambda, wanted, x);
    cone_apply(d, &b->scaling, 1, x, b->push);
}

static void aim_cone(interior_block *b, interior_aim aim, double tau, double *target)
{
    int d = b->d;
    double rest[CONE_DIM_MAX];
    push_cone(b, aim, tau);
    for (int k = 0; k < d; k++) rest[k] = b->rest[k];
    rest[0] += (aim.share - 1.0) * b->rest_tau;
    for (int k = 1; k < d; k++) rest[0] += b->slope[k - 1] * rest[k]; // E
    for (int k = 0; k < d; k++)
    {
        target[k] = 0.0;
        for (int a = 0; a < d; a++) target[k] += b->scaling.Q[a * d + k] * (b->push[a] - rest[a]);
    }
}

static void aim_box(interior_block *b, interior_aim aim, double tau, double *target)
{
    for (int k = 0; k < 2; k++)
    {
        double bent = aim.bend > 0.0 ? aim.bend * b->step.r[k] * b->step.y[k] : 0.0;
        b->push[k] = b->at.y[k] > 0.0 ? (aim.share * tau - bent) / b->at.r[k] - b->at.y[k] : 0.0;
    }
    target[0] = b->push[0] - b->push[1] - b->rest[0];
}

/// `step` of a block, from its dr in N s.
static void take_step(interior_block *b, const double *dr)
{
    double pulled[CONE_DIM_MAX];
    if (b->role == ROLE_CONE)
    {
        for (int k = 0; k < b->d; k++) b->step.r[k] = (k == 0 ? b->normal : 1.0) * dr[k];
        cone_apply(b->d, &b->scaling, 2, b->step.r, pulled);
        for (int k = 0; k < b->d; k++) b->step.y[k] = b->push[k] - pulled[k];
    }
    for (int k = 0; b->role == ROLE_BOX && k < 2; k++)
    {
        b->step.r[k] = k == 0 ? dr[0] : -dr[0];
        b->step.y[k] = b->at.y[k] > 0.0 ? b->push[k] - b->at.y[k] / b->at.r[k] * b->step.r[k] : 0.0;
    }
}

hf_status interior_step(interior_run *run, interior_aim aim, double *reach, hf_error *error)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        double *target = run->moves[i].target;
        if (b->role == ROLE_CONE) aim_cone(b, aim, run->tau, target);
        if (b->role == ROLE_BOX) aim_box(b, aim, run->tau, target);
        for (int k = 0; b->role == ROLE_FREE && k < p->size[i]; k++) target[k] = -run->u[p->offset[i] + k];
    }
    bool solved;
    work_charge(&run->work, work_price.cone_block * p->block_count);
    hf_status status = newton_system_step(run->system, run->moves, run->dr, &solved, error);
    *reach = 0.0;
    if (status != HF_STATUS_OK || !solved) return status;
    for (int i = 0; i < p->block_count; i++) take_step(&run->blocks[i], run->dr + p->offset[i]);
    *reach = interior_reach(run);
    return status;
}

double interior_block_reach(const interior_block *b, const interior_pair *step)
{
    double reach = INFINITY;
    if (b->role == ROLE_CONE) reach = fmin(cone_reach(b->d, b->at.r, step->r), cone_reach(b->d, b->at.y, step->y));
    for (int k = 0; b->role == ROLE_BOX && k < 2; k++)
        reach = fmin(reach, fmin(cone_reach(1, b->at.r + k, step->r + k), cone_reach(1, b->at.y + k, step->y + k)));
    return reach;
}

double interior_reach(const interior_run *run)
{
    double reach = INFINITY;
    for (int i = 0; i < run->problem->block_count; i++)
        reach = fmin(reach, interior_block_reach(&run->blocks[i], &run->blocks[i].step));
    return reach;
}

void interior_move(interior_run *run, double length)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        double *r = run->r + p->offset[i];
        for (int k = 0; k < CONE_DIM_MAX; k++)
        {
            b->at.r[k] += length * b->step.r[k];
            b->at.y[k] += length * b->step.y[k];
        }
        for (int k = 0; k < p->size[i]; k++) r[k] += length * run->dr[p->offset[i] + k];
        for (int k = 0; b->role == ROLE_CONE && k < b->d; k++) r[k] = b->at.r[k] / (k == 0 ? b->normal : 1.0);
    }
}
