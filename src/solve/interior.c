// Interior points of the exact contact problem, friction not convexified.
//
// With r' = (mu r_N, r_T) and y = (u_N / mu + ‖u_T‖, u_T) Coulomb's law is a complementarity of second-order cones, r', y ∈ L, r' · y = 0 (Acary et al. 2011, whose
// change of variables makes the certificate's natural map). Points inside the cones with
//
//     r' ∘ y = τ e,     y_N - ‖y_T‖ = u_N / mu,   y_T = u_T,     u = W r + b                                                      (∘: Jordan's product)
//
// form a curve, at whose end τ = 0 there is an answer. Steps go along it as in Mehrotra's method for convex problems (1992; for these cones Nesterov and Todd 1997): a first
// step aims at τ = 0, how far that gets sets the τ to aim at, and the second step corrects for what the first one bent. Two things differ from the convex case:
//  - ‖y_T‖ is differentiated, too. It is rounded at 0 by a speed that falls with τ: sticking contacts have y_T -> 0, and its direction is all noise there.
//  - The curve may turn back, since friction is not monotone. Then steps become short, and the solve ends: other starts lead along other curves.
// Twenty to thirty systems lead to 1e-5 … 1e-6 from nothing, where it takes sweeps in their thousands or Newton steps in their hundreds on packings that have nearly come
// to rest (docs/auto.md): all contacts approach their states at once, none is decided too early.
//
// Each system is W + C with a block of C for each contact, so it is one of proximal_system.c: with the axes Q of the scaling B, B² = Q Λ Qᵀ,
//     Z = T⁻¹ Q,   Y = T⁻¹ Eᵀ Q,   stiffness Λ,     T = diag(mu, 1, 1),   E = 1 + e_N dᵀ,   d = ∂‖y_T‖.
// Unilateral blocks are half lines, boxes two of them, bilateral blocks have no cone.

#include "solve/interior.h"

#include "solve/interior_cone.h"
#include "solve/methods.h"
#include "solve/proximal.h"
#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/law.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ALONE_SYSTEMS = 100, // of each curve, by name
    SHORT_STEPS = 3,     // in a row: the curve turns
    CORRECTIONS = 4
};
static const double EPSILON = 1e-11;  // proximal weight: bilateral blocks have no other, and W is singular
static const double SHORT = 0.1;      // step
static const double LONG_ENOUGH = 0.2; // step: no other direction is tried
static const double INSIDE = 0.95;    // of the way to the edge
static const double NEAR_CURVE = 0.5, ARC_LEAST = 1e-3, ARC_MOST = 10.0;
static const double SAVED = 0.05;
static const double CENTRE = 0.8;     // share of τ to keep where nothing else works

typedef enum block_role
{
    ROLE_CONE, // contacts and unilateral blocks
    ROLE_BOX,  // two half lines: r - lo and hi - r
    ROLE_FREE, // bilateral
    ROLE_FIXED // a box without width
} block_role;

typedef struct interior_block
{
    block_role role;
    int d;         // dimension of the cone; sides of a box
    double normal; // mu; 1 without friction
    double r[CONE_DIM_MAX], y[CONE_DIM_MAX];
    double dr[CONE_DIM_MAX], dy[CONE_DIM_MAX];
    double slope[CONE_DIM_MAX - 1]; // d
    double rest[CONE_DIM_MAX];      // E (u' - y'), what is missing of the equations of y
    double push[CONE_DIM_MAX];      // dy = push - B² dr
    double kept_r[CONE_DIM_MAX], kept_y[CONE_DIM_MAX]; // another step: to the centre, at the same τ
    double tangent_r[CONE_DIM_MAX], tangent_y[CONE_DIM_MAX]; // of the curve, as the last step found it
    double saved_r[CONE_DIM_MAX], saved_y[CONE_DIM_MAX];     // where that was
    cone_scaling scaling;
} interior_block;

typedef enum interior_mode
{
    MODE_FAST,   // predictor and corrector
    MODE_CENTRE, // to the curve
    MODE_FOLLOW  // along it
} interior_mode;

typedef struct interior_run
{
    const hf_problem *problem;
    const hf_solve_options *options;
    interior_curve curve;
    hf_workspace *workspace;
    hf_report *report;
    interior_block *blocks;
    block_move *moves;
    proximal_system *system;
    double *weight;
    double *r, *u, *v, *dr;
    double *kept, *saved;
    double tangent_tau; // of the curve at `saved`: d ln τ; 0: not known
    double arc, lowest, target;
    int tries, raises;
    interior_mode mode;
    bool restored;
    int cones;  // half lines of boxes counted one by one
    double tau; // mean r · y of a cone
    best_iterate best;
    bool stopped;
} interior_run;

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
    b->r[0] = below ? r[0] - lo : INFINITY;
    b->r[1] = above ? hi - r[0] : INFINITY;
    for (int k = 0; k < 2; k++) b->y[k] = isfinite(b->r[k]) ? speed : 0.0;
    run->cones += below + above;
}

static void start_block(interior_run *run, int i, double speed)
{
    const hf_problem *p = run->problem;
    interior_block *b = &run->blocks[i];
    *b = (interior_block){.role = ROLE_CONE, .d = p->size[i], .normal = 1.0};
    switch (p->kind[i])
    {
    case HF_KIND_BOX: start_box(run, i, speed); return;
    case HF_KIND_BILATERAL: b->role = ROLE_FREE; return;
    case HF_KIND_CONTACT:
        if (p->mu[i] > 0.0) b->normal = p->mu[i];
        else b->d = 1;
        break;
    default: break;
    }
    b->r[0] = speed / run->weight[i];
    b->y[0] = speed;
    run->r[p->offset[i]] = b->r[0] / b->normal;
    run->cones++;
}

static bool begin(interior_run *run)
{
    const hf_problem *p = run->problem;
    hf_workspace *w = run->workspace;
    run->blocks = ARENA_ARRAY(w, interior_block, p->block_count);
    run->moves = ARENA_ARRAY(w, block_move, p->block_count);
    run->weight = ARENA_ARRAY(w, double, p->block_count);
    run->r = ARENA_ZEROED(w, double, p->dimension);
    run->u = ARENA_ARRAY(w, double, p->dimension);
    run->dr = ARENA_ARRAY(w, double, p->dimension);
    run->kept = ARENA_ARRAY(w, double, p->dimension);
    run->saved = ARENA_ARRAY(w, double, p->dimension);
    run->v = ARENA_ARRAY(w, double, p->rows.dof_count);
    run->system = proximal_system_create(p, w);
    if (!run->blocks || !run->moves || !run->weight || !run->r || !run->u || !run->dr || !run->v || !run->system)
        return false;
    problem_weights(p, run->weight);
    double speed = run->curve.start * p->norm_b / sqrt(fmax(1.0, p->dimension));
    for (int i = 0; i < p->block_count; i++) start_block(run, i, speed);
    return best_begin(&run->best, p, w);
}

// ---- where we are ----

/// rest and slope of a cone; `round`: rounding of ‖y_T‖.
static void measure_cone(interior_block *b, const double *u, double round)
{
    double square = round * round, along = 0.0;
    for (int k = 1; k < b->d; k++) square += b->y[k] * b->y[k];
    double speed = b->d > 1 ? sqrt(square) : 0.0;
    for (int k = 1; k < b->d; k++)
    {
        b->slope[k - 1] = b->y[k] / speed;
        b->rest[k] = u[k] - b->y[k];
        along += b->slope[k - 1] * b->rest[k];
    }
    b->rest[0] = u[0] / b->normal + speed - b->y[0] + along;
}

/// Velocities, τ, and what is missing of all equations. Offers r to the certificate.
static void measure(interior_run *run)
{
    const hf_problem *p = run->problem;
    double natural = 0.0, gap = 0.0, pressing = 0.0;
    proximal_system_velocity(run->system, run->r, run->v, run->u);
    for (int i = 0; i < p->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        natural += law_natural_square(p, i, run->r + p->offset[i], run->u + p->offset[i]);
        if (b->role == ROLE_FREE || b->role == ROLE_FIXED) continue;
        for (int k = 0; k < b->d; k++)
            if (b->y[k] != 0.0) gap += b->r[k] * b->y[k]; // a box without a bound has y = 0 there
        if (b->role == ROLE_CONE) pressing += run->weight[i] * b->r[0];
    }
    run->tau = gap / fmax(1.0, run->cones);
    double round = run->curve.smooth * run->tau / fmax(pressing / fmax(1.0, run->cones), 1e-300);
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        const double *u = run->u + p->offset[i];
        if (b->role == ROLE_CONE) measure_cone(b, u, round * run->weight[i]);
        if (b->role == ROLE_BOX) b->rest[0] = u[0] - (b->y[0] - b->y[1]);
    }
    best_offer(&run->best, p, run->r, sqrt(natural) / (1.0 + p->norm_b));
}

// ---- the system ----

static void scale_cone(int size, interior_block *b, const double *r, block_move *move)
{
    int d = b->d;
    cone_scale(d, b->r, b->y, &b->scaling);
    move->free = d;
    for (int a = 0; a < size; a++)
    {
        double t = a == 0 ? b->normal : 1.0;
        for (int k = 0; k < d; k++)
        {
            double q = a < d ? b->scaling.Q[a * d + k] : 0.0;
            move->Z[a * d + k] = q / t;
            move->Y[a * d + k] = a == 0 ? q / t : a < d ? q + b->slope[a - 1] * b->scaling.Q[k] : 0.0;
        }
        move->fixed[a] = a < d ? 0.0 : -r[a]; // friction where there is none
    }
    for (int k = 0; k < d; k++) move->stiffness[k] = b->scaling.root[k] * b->scaling.root[k];
}

static void scale_others(int size, interior_block *b, block_move *move)
{
    move->free = size;
    memset(move->Z, 0, sizeof move->Z);
    for (int k = 0; k < size; k++)
    {
        move->Z[k * size + k] = 1.0;
        move->fixed[k] = move->stiffness[k] = 0.0;
    }
    memcpy(move->Y, move->Z, sizeof move->Z);
    if (b->role != ROLE_BOX) return;
    for (int k = 0; k < 2; k++) move->stiffness[0] += b->y[k] / b->r[k]; // 0 without a bound
}

static void scale(interior_run *run)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        if (b->role == ROLE_CONE) scale_cone(p->size[i], b, run->r + p->offset[i], &run->moves[i]);
        else if (b->role != ROLE_FIXED) scale_others(p->size[i], b, &run->moves[i]);
        else
        {
            run->moves[i].free = 0;
            run->moves[i].fixed[0] = 0.0;
        }
    }
}

/// Where a step aims: r ∘ y = share τ e, with so much of what the last step bent taken into account.
typedef struct interior_aim
{
    double share, bend;
} interior_aim;

/// push: B (λ \ (share τ e - λ ∘ λ - bend (B dr) ∘ (B⁻¹ dy))).
static void push_cone(interior_block *b, interior_aim aim, double tau)
{
    int d = b->d;
    double wanted[CONE_DIM_MAX], x[CONE_DIM_MAX], y[CONE_DIM_MAX], bent[CONE_DIM_MAX];
    cone_product(d, b->scaling.lambda, b->scaling.lambda, wanted);
    for (int k = 0; k < d; k++) wanted[k] = (k == 0 ? aim.share * tau : 0.0) - wanted[k];
    if (aim.bend > 0.0)
    {
        cone_apply(d, &b->scaling, 1, b->dr, x);
        cone_apply(d, &b->scaling, -1, b->dy, y);
        cone_product(d, x, y, bent);
        for (int k = 0; k < d; k++) wanted[k] -= aim.bend * bent[k];
    }
    cone_divide(d, b->scaling.lambda, wanted, x);
    cone_apply(d, &b->scaling, 1, x, b->push);
}

static void push_box(interior_block *b, interior_aim aim, double tau)
{
    for (int k = 0; k < 2; k++)
        b->push[k] = b->y[k] > 0.0 ? (aim.share * tau - aim.bend * b->dr[k] * b->dy[k]) / b->r[k] - b->y[k] : 0.0;
}

static void set_target(interior_run *run, int i, interior_aim aim)
{
    interior_block *b = &run->blocks[i];
    block_move *move = &run->moves[i];
    const double *u = run->u + run->problem->offset[i];
    if (b->role == ROLE_CONE)
    {
        push_cone(b, aim, run->tau);
        for (int k = 0; k < b->d; k++)
        {
            move->target[k] = 0.0;
            for (int a = 0; a < b->d; a++) move->target[k] += b->scaling.Q[a * b->d + k] * (b->push[a] - b->rest[a]);
        }
    }
    if (b->role == ROLE_BOX)
    {
        push_box(b, aim, run->tau);
        move->target[0] = b->push[0] - b->push[1] - b->rest[0];
    }
    for (int k = 0; b->role == ROLE_FREE && k < run->problem->size[i]; k++) move->target[k] = -u[k];
}

/// dr and dy of a block, from its dr in N s.
static void take_step(interior_block *b, const double *dr)
{
    if (b->role == ROLE_CONE)
    {
        double pulled[CONE_DIM_MAX];
        for (int k = 0; k < b->d; k++) b->dr[k] = (k == 0 ? b->normal : 1.0) * dr[k];
        cone_apply(b->d, &b->scaling, 2, b->dr, pulled);
        for (int k = 0; k < b->d; k++) b->dy[k] = b->push[k] - pulled[k];
    }
    if (b->role == ROLE_BOX)
        for (int k = 0; k < 2; k++)
        {
            b->dr[k] = k == 0 ? dr[0] : -dr[0];
            b->dy[k] = b->y[k] > 0.0 ? b->push[k] - b->y[k] / b->r[k] * b->dr[k] : 0.0;
        }
}

static double reach_of(const interior_block *b)
{
    double reach = INFINITY;
    if (b->role == ROLE_CONE) reach = fmin(cone_reach(b->d, b->r, b->dr), cone_reach(b->d, b->y, b->dy));
    for (int k = 0; b->role == ROLE_BOX && k < 2; k++)
        reach = fmin(reach, fmin(cone_reach(1, b->r + k, b->dr + k), cone_reach(1, b->y + k, b->dy + k)));
    return reach;
}

/// The step towards `aim`, and how far it may go (0 if there is none).
static hf_status step_towards(interior_run *run, interior_aim aim, double *reach, hf_error *error)
{
    const hf_problem *p = run->problem;
    bool solved;
    for (int i = 0; i < p->block_count; i++) set_target(run, i, aim);
    hf_status status = proximal_system_in_parts(run->system)
                           ? proximal_system_step(run->system, run->moves, EPSILON, run->weight, run->dr, &solved, error)
                           : proximal_system_solve(run->system, run->moves, EPSILON, run->weight, run->dr, &solved, error);
    *reach = 0.0;
    if (status != HF_STATUS_OK || !solved) return status;
    *reach = INFINITY;
    for (int i = 0; i < p->block_count; i++)
    {
        take_step(&run->blocks[i], run->dr + p->offset[i]);
        *reach = fmin(*reach, reach_of(&run->blocks[i]));
    }
    return status;
}

// ---- along the curve ----

static void save(interior_run *run);
static double centred(const interior_run *run);


/// Predictor and corrector with the factors at hand; *length of the step that is left in dr.
static hf_status find_step(interior_run *run, double *length, hf_error *error)
{
    double reach;
    double cent = centred(run);
    if (getenv("ITR")) printf("centred %.3g ", cent);
    if (cent > SAVED) save(run);
    hf_status status = step_towards(run, (interior_aim){0}, &reach, error);
    double first = fmin(1.0, reach), share = (1.0 - first) * (1.0 - first) * (1.0 - first);
    const interior_aim aims[] = {{share, 1.0}, {fmax(share, 0.3), first}, {CENTRE, 0.0}};
    *length = 0.0;
    for (size_t k = 0; k < sizeof aims / sizeof *aims && status == HF_STATUS_OK && *length < LONG_ENOUGH; k++)
    {
        status = step_towards(run, aims[k], &reach, error);
        *length = fmin(1.0, INSIDE * reach);
    }
    return status;
}

// ---- around the turns ----

/// x · y of two steps in the metric of the scaling, in which r and y of a block on the curve have length √τ.
static double metric(const interior_block *b, const double *r1, const double *y1, const double *r2, const double *y2)
{
    double sum = 0.0, a[CONE_DIM_MAX], c[CONE_DIM_MAX];
    if (b->role == ROLE_BOX)
        for (int k = 0; k < 2; k++)
            if (b->y[k] > 0.0) sum += r1[k] * r2[k] * b->y[k] / b->r[k] + y1[k] * y2[k] * b->r[k] / b->y[k];
    if (b->role != ROLE_CONE) return sum;
    cone_apply(b->d, &b->scaling, 1, r1, a);
    cone_apply(b->d, &b->scaling, 1, r2, c);
    for (int k = 0; k < b->d; k++) sum += a[k] * c[k];
    cone_apply(b->d, &b->scaling, -1, y1, a);
    cone_apply(b->d, &b->scaling, -1, y2, c);
    for (int k = 0; k < b->d; k++) sum += a[k] * c[k];
    return sum;
}

/// Two steps with the factors at hand: to the curve at the same τ (kept), and along the curve for d ln τ = 1 (dr, dy).
static hf_status find_two_steps(interior_run *run, bool *found, hf_error *error)
{
    const hf_problem *p = run->problem;
    double reach;
    *found = false;
    hf_status status = step_towards(run, (interior_aim){.share = 1.0}, &reach, error);
    if (status != HF_STATUS_OK || reach == 0.0) return status;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        memcpy(b->kept_r, b->dr, sizeof b->dr);
        memcpy(b->kept_y, b->dy, sizeof b->dy);
    }
    memcpy(run->kept, run->dr, (size_t)p->dimension * sizeof *run->dr);
    status = step_towards(run, (interior_aim){.share = 0.0}, &reach, error);
    if (status != HF_STATUS_OK || reach == 0.0) return status;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        for (int k = 0; k < CONE_DIM_MAX; k++)
        {
            b->dr[k] = b->kept_r[k] - b->dr[k];
            b->dy[k] = b->kept_y[k] - b->dy[k];
        }
    }
    for (int k = 0; k < p->dimension; k++) run->dr[k] = run->kept[k] - run->dr[k];
    *found = true;
    return status;
}

/// The curve as seen from where we are. Lengths are in √τ, and (D, 1) is its direction: D for ln τ that grows by 1.
typedef struct curve_view
{
    double length; // of (D, 1)
    double along;  // what the step to the curve goes along it, in (D, 1)
    double off;    // how far the curve is, across
    double ahead;  // 1 or -1: which way along (D, 1) leads on
} curve_view;

static curve_view look_at_curve(const interior_run *run)
{
    double square = 0.0, along = 0.0, across = 0.0, dot = 0.0;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        square += metric(b, b->dr, b->dy, b->dr, b->dy);
        along += metric(b, b->dr, b->dy, b->kept_r, b->kept_y);
        across += metric(b, b->kept_r, b->kept_y, b->kept_r, b->kept_y);
        dot += metric(b, b->dr, b->dy, b->tangent_r, b->tangent_y);
    }
    square = square / run->tau + 1.0;
    along /= run->tau * square;
    dot = dot / run->tau + run->tangent_tau;
    bool on = run->tangent_tau == 0.0 ? false : dot >= 0.0; // the first time towards smaller τ
    return (curve_view){.length = sqrt(square),
                        .along = along,
                        .off = sqrt(fmax(0.0, across / run->tau - along * along * square)),
                        .ahead = on ? 1.0 : -1.0};
}

static void save(interior_run *run)
{
    for (int i = 0; i < run->problem->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        memcpy(b->saved_r, b->r, sizeof b->r);
        memcpy(b->saved_y, b->y, sizeof b->y);
    }
    memcpy(run->saved, run->r, (size_t)run->problem->dimension * sizeof *run->r);
}

/// The least eigenvalue of λ², in τ: 1 on the curve.
static double centred(const interior_run *run)
{
    double least = 1.0;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        const double *l = b->scaling.lambda;
        double t = 0.0;
        if (b->role == ROLE_BOX)
            for (int k = 0; k < 2; k++) if (b->y[k] > 0.0) least = fmin(least, b->y[k] * b->r[k] / run->tau);
        if (b->role != ROLE_CONE) continue;
        for (int k = 1; k < b->d; k++) t += l[k] * l[k];
        t = l[0] - sqrt(t);
        least = fmin(least, t * t / run->tau);
    }
    return least;
}

static void keep_tangent(interior_run *run, curve_view view)
{
    double scale = view.ahead / view.length;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        for (int k = 0; k < CONE_DIM_MAX; k++)
        {
            b->tangent_r[k] = scale * b->dr[k];
            b->tangent_y[k] = scale * b->dy[k];
        }
    }
    run->tangent_tau = scale;
    save(run);
}

static void restore(interior_run *run)
{
    for (int i = 0; i < run->problem->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        memcpy(b->r, b->saved_r, sizeof b->r);
        memcpy(b->y, b->saved_y, sizeof b->y);
    }
    memcpy(run->r, run->saved, (size_t)run->problem->dimension * sizeof *run->r);
}

/// dr, dy ◄ kept + t (dr, dy). Returns how far they may go.
static double combine(interior_run *run, double t, bool apply)
{
    double reach = INFINITY;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        interior_block *b = &run->blocks[i], c = *b;
        for (int k = 0; k < CONE_DIM_MAX; k++)
        {
            c.dr[k] = b->kept_r[k] + t * b->dr[k];
            c.dy[k] = b->kept_y[k] + t * b->dy[k];
        }
        reach = fmin(reach, reach_of(&c));
        if (!apply) continue;
        memcpy(b->dr, c.dr, sizeof c.dr);
        memcpy(b->dy, c.dy, sizeof c.dy);
    }
    for (int k = 0; apply && k < run->problem->dimension; k++) run->dr[k] = run->kept[k] + t * run->dr[k];
    return reach;
}

static hf_status follow(interior_run *run, double *length, hf_error *error)
{
    const hf_problem *p = run->problem;
    bool found;
    *length = 0.0;
    hf_status status = find_two_steps(run, &found, error);
    if (status != HF_STATUS_OK || !found) return status;
    curve_view view = look_at_curve(run);
    if (run->mode == MODE_CENTRE && run->target > 1.5 * run->tau) view.off = fmax(view.off, 1.0);
    if (getenv("ITR")) printf("  tau %.2e off %.3g along %.3g length %.3g ahead %+g arc %.3g tries %d mode %d\n", run->tau, view.off, view.along, view.length, view.ahead, run->arc, run->tries, run->mode);
    if (!(view.off <= NEAR_CURVE))
    {
        run->tries++;
        if (run->mode == MODE_FOLLOW && (run->tries > CORRECTIONS || !isfinite(view.off)))
        {
            restore(run);
            run->tries = 0;
            run->arc *= 0.4;
            *length = run->arc < ARC_LEAST ? 0.0 : 1e-300;
            run->restored = true;
            return status;
        }
        if (run->mode == MODE_CENTRE && run->tries > 25)
        {
            if (++run->raises > 1) return status;
            run->tries = 0;
            double speed = run->curve.start * p->norm_b / sqrt(fmax(1.0, p->dimension));
            run->cones = 0;
            for (int i = 0; i < p->block_count; i++) start_block(run, i, speed);
            run->target = 0.0;
            run->restored = true;
            *length = 1e-300;
            return status;
        }
        *length = fmin(1.0, INSIDE * combine(run, run->mode == MODE_CENTRE ? run->target > run->tau ? fmin(run->target / run->tau, 10.0) - 1.0 : 0.0 : -view.along, true));
        return status;
    }
    // on the curve
    if (run->tries == 0) run->arc = fmin(ARC_MOST, run->arc * (view.off < 0.1 ? 2.0 : view.off < 0.25 ? 1.4 : 1.0));
    run->tries = 0;
    keep_tangent(run, view);
    run->mode = MODE_FOLLOW;
    double reach = 0.0, t = 0.0;
    for (int k = 0; k < 30; k++)
    {
        t = view.ahead * run->arc / view.length - view.along;
        reach = combine(run, t, false);
        if (INSIDE * reach >= 1.0 || run->arc < ARC_LEAST) break;
        run->arc *= 0.7;
    }
    combine(run, t, true);
    *length = fmin(1.0, INSIDE * reach);
    return status;
}

static void move_on(interior_run *run, double length)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        interior_block *b = &run->blocks[i];
        double *r = run->r + p->offset[i];
        for (int k = 0; k < b->d; k++)
        {
            b->r[k] += length * b->dr[k];
            b->y[k] += length * b->dy[k];
        }
        for (int k = 0; k < p->size[i]; k++) r[k] += length * run->dr[p->offset[i] + k];
        for (int k = 0; b->role == ROLE_CONE && k < b->d; k++) r[k] = b->r[k] / (k == 0 ? b->normal : 1.0);
    }
}

static hf_status one_system(interior_run *run, double *length, hf_error *error)
{
    bool parts = proximal_system_in_parts(run->system), regular = true;
    arena_mark mark = arena_begin(run->workspace);
    hf_status status = HF_STATUS_OK;
    scale(run);
    if (parts) status = proximal_system_factor(run->system, run->moves, EPSILON, run->weight, &regular, error);
    *length = 0.0;
    if (status == HF_STATUS_OK && regular) status = run->mode != MODE_FAST ? follow(run, length, error) : find_step(run, length, error);
    if (parts) proximal_system_end(run->system);
    arena_end(run->workspace, mark);
    return status;
}

static hf_status iterate(interior_run *run, hf_outcome *otherwise, hf_error *error)
{
    const hf_solve_options *options = run->options;
    int slow = 0;
    *otherwise = HF_OUTCOME_STALLED;
    measure(run);
    run->lowest = INFINITY;
    while (run->best.natural > options->tolerance && slow < SHORT_STEPS && !run->stopped)
    {
        *otherwise = HF_OUTCOME_LIMIT;
        if (run->report->iterations >= options->max_iterations) return HF_STATUS_OK;
        double length;
        hf_status status = one_system(run, &length, error);
        if (status != HF_STATUS_OK) return status;
        run->report->iterations++;
        *otherwise = HF_OUTCOME_STALLED;
        if (!(length > 0.0) || !isfinite(run->tau)) return HF_STATUS_OK;
        if (run->restored) run->restored = false;
        else move_on(run, length);
        measure(run);
        slow = run->mode == MODE_FAST && length < SHORT ? slow + 1 : 0;
        if (getenv("ITR") && run->mode == MODE_FAST) printf("%ld length %.3f tau %.2e nat %.2e\n", run->report->iterations, length, run->tau, run->best.natural);
        if (slow == SHORT_STEPS && run->tau <= run->lowest)
        {
            run->lowest = run->tau;
            run->mode = MODE_CENTRE;
            restore(run);
            measure(run);
            run->target = 30.0 * run->tau;
            run->tangent_tau = 0.0;
            run->arc = 1.0;
            run->tries = run->raises = 0;
            slow = 0;
        }
        run->stopped = !report_observe(options, "interior", run->report->iterations, run->best.natural, false);
    }
    return HF_STATUS_OK;
}

hf_status interior_solve(const hf_problem *problem, interior_curve curve, const hf_solve_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    interior_run run = {.problem = problem, .options = options, .curve = curve, .workspace = workspace, .report = report};
    hf_outcome otherwise = HF_OUTCOME_STALLED;
    report_begin(report);
    hf_status status = begin(&run) ? iterate(&run, &otherwise, error) : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        if (problem->dimension > 0) memcpy(r, run.best.r, (size_t)problem->dimension * sizeof *r);
        report_phase(report, "interior", report->iterations, run.best.natural);
        status = report_finish(problem, options, r, workspace, otherwise, report, error);
    }
    arena_end(workspace, mark);
    return status;
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    hf_solve_options options = *common;
    if (options.max_iterations == 0) options.max_iterations = ALONE_SYSTEMS;
    const interior_curve curve = {.start = getenv("IST") ? atof(getenv("IST")) : 1.0, .smooth = getenv("ISM") ? atof(getenv("ISM")) : 0.1};
    return interior_solve(problem, curve, &options, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "interior",
     .paper = "ours; after Mehrotra 1992, Nesterov and Todd 1997, Acary et al. 2011",
     .summary = "interior points of the exact law: twenty to forty systems from nothing; packings near rest",
     .exact = true},
};

const solver_family interior_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
