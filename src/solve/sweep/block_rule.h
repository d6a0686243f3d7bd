// One block of a sweep: given u_i = W_i· r + b_i with the present r, the r_i that satisfies the block's own law while
// all others stay.
//
//   g = u - W_ii r_i  is what the others do to the block;  the new r_i solves  u' = W_ii r_i' + g  and the law.
//
// All is done in units in which W_ii has trace 1: x = u / size. Coulomb's law is a cone, so it does not change.

#ifndef HF_SOLVE_SWEEP_BLOCK_RULE_H
#define HF_SOLVE_SWEEP_BLOCK_RULE_H

#include "problem/problem.h"
#include "solve/sweep/local/local.h"
#include "solve/work.h"

#include "linalg/block.h"

/// What a visit needs to know of a block, gathered in one place in memory.
typedef struct block_rule
{
    double W[PLAIN_AREA_MAX];       // W_ii / size
    double inverse[PLAIN_AREA_MAX]; // of that; pseudo-inverse at bilateral blocks
    double mu;
    double size;         // trace of W_ii at contacts and scalars, norm at bilateral blocks [1/kg]; 0: nothing moves it
    double inverse_size; // 1 / size, or 0
    bool invertible;     // contacts: `inverse` can be trusted
} block_rule;

/// How contacts are solved, and what happened.
typedef struct block_solver
{
    local_solve first3, first2;   // never NULL
    local_solve second3, second2; // NULL: no fail-safe
    bool first_exact, second_exact;
    bool paper_exact;                // r = 0 where both fail, however nearly
    const friction_polygon *polygon; // of the problem; NULL: the cone
    bool direct;                     // take-off, stick and slip by stored inverses first
    double tolerance;
    work_meter *work;
    long solves, failsafe, failures;
} block_solver;

void block_rule_begin(block_rule *rule, const hf_problem *problem, int i);

/// The contact by the local solvers, g = (u - W_ii r) / size. LOCAL_SOLVED: r is the answer.
/// Otherwise it is counted as a failure, and r is the best that was found, or zero (algorithm 1).
local_verdict block_contact(block_solver *solver, const block_rule *rule, int d, const double *g, double *r);

/// A contact of three rows whose cone is a pyramid, by cases (local/pyramid.h), or by the caller's solver if that is
/// made for it. u as in block_visit3.
local_verdict block_pyramid(block_solver *solver, const block_rule *rule, const double *u, double *r);

/// A contact with moments, block i of the problem, whose parts are round.
local_verdict block_parts(block_solver *solver, const block_rule *rule, const hf_problem *problem, int i,
                          const double *u, double *r);

/// Unilateral, box and bilateral blocks. r is changed.
local_verdict block_other(block_solver *solver, const block_rule *rule, const hf_problem *problem, int i,
                          const double *u, double *r);

/// Slip with a Newton iteration on the direction of friction, d = 3: true if r is a solution. See block_rule.c.
bool block_slide3(const block_rule *rule, const double *g, const double *guess, double *r);

/// A contact's three cases, where they can be decided cheaply and surely; y receives the sticking impulse.
static inline bool block_direct3(const block_rule *rule, const double *x, const double *g, double *r)
{
    if (g[0] >= 0.0) // take-off
    {
        r[0] = r[1] = r[2] = 0.0;
        return true;
    }
    if (!rule->invertible) return false;
    const double *B = rule->inverse;
    double y[3] = {r[0] - (B[0] * x[0] + B[1] * x[1] + B[2] * x[2]), // y = r - W⁻¹ u = -W⁻¹ g
                   r[1] - (B[3] * x[0] + B[4] * x[1] + B[5] * x[2]), r[2] - (B[6] * x[0] + B[7] * x[1] + B[8] * x[2])};
    double limit = rule->mu * y[0];
    if (y[0] >= 0.0 && y[1] * y[1] + y[2] * y[2] <= limit * limit) // stick
    {
        r[0] = y[0], r[1] = y[1], r[2] = y[2];
        return true;
    }
    return block_slide3(rule, g, y, r);
}

/// A contact in the plane by cases: slip has two directions and takes no iteration.
static inline bool block_direct2(const block_rule *rule, const double *x, const double *g, double *r)
{
    if (g[0] >= 0.0)
    {
        r[0] = r[1] = 0.0;
        return true;
    }
    if (!rule->invertible) return false;
    const double *W = rule->W, *B = rule->inverse;
    double y[2] = {r[0] - (B[0] * x[0] + B[1] * x[1]), r[1] - (B[2] * x[0] + B[3] * x[1])};
    if (y[0] >= 0.0 && fabs(y[1]) <= rule->mu * y[0])
    {
        r[0] = y[0], r[1] = y[1];
        return true;
    }
    for (int k = 0; k < 2; k++)
    {
        double t = (k == 0) == (y[1] >= 0.0) ? 1.0 : -1.0; // first the side to which sticking pulls
        double w = W[0] + rule->mu * t * W[1];
        if (!(w > 1e-12)) continue;
        double normal = -g[0] / w;                                              // u_N = 0
        if (t * (normal * (W[2] + rule->mu * t * W[3]) + g[1]) > 0.0) continue; // slip must oppose friction
        r[0] = normal, r[1] = rule->mu * t * normal;
        return true;
    }
    return false;
}

/// One visit of a contact: r is changed.
static inline local_verdict block_visit3(block_solver *solver, const block_rule *rule, const double *u, double *r)
{
    solver->solves++;
    const double *W = rule->W;
    double x[3] = {u[0] * rule->inverse_size, u[1] * rule->inverse_size, u[2] * rule->inverse_size};
    double g[3] = {x[0] - (W[0] * r[0] + W[1] * r[1] + W[2] * r[2]), x[1] - (W[3] * r[0] + W[4] * r[1] + W[5] * r[2]),
                   x[2] - (W[6] * r[0] + W[7] * r[1] + W[8] * r[2])};
    if (solver->direct && rule->size > 0.0 && block_direct3(rule, x, g, r)) return LOCAL_SOLVED;
    return block_contact(solver, rule, 3, rule->size > 0.0 ? g : u, r);
}

static inline local_verdict block_visit2(block_solver *solver, const block_rule *rule, const double *u, double *r)
{
    solver->solves++;
    const double *W = rule->W;
    double x[2] = {u[0] * rule->inverse_size, u[1] * rule->inverse_size};
    double g[2] = {x[0] - (W[0] * r[0] + W[1] * r[1]), x[1] - (W[2] * r[0] + W[3] * r[1])};
    if (solver->direct && rule->size > 0.0 && block_direct2(rule, x, g, r)) return LOCAL_SOLVED;
    return block_contact(solver, rule, 2, rule->size > 0.0 ? g : u, r);
}

#endif
