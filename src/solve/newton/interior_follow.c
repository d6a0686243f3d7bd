// The curve of the interior points, followed through its turns (Keller 1977).
//
// With dr(σ) the step towards r ∘ y = σ τ e, K = dr(1) leads to the curve at the same τ, and D = dr(1) - dr(0) along it
// as ln τ grows by 1. Near a turn both grow without bound, K - (K·D / D·D) D does not: so corrections go across (D, 1),
// steps along it, and τ goes where it likes. Lengths are those of the scaling, in which r and y of a block on the curve
// have length √τ: they measure changes in proportion, and mean the same at all τ.
// Which way is on is told by the last tangent. A step that does not lead back to the curve is undone and made shorter.

#include "solve/newton/interior_run.h"

#include <math.h>
#include <string.h>

enum
{
    CORRECTIONS = 4,         // after a step along the curve; then it was too long
    CENTRE_CORRECTIONS = 25, // to find the curve
    SHORTENINGS = 30,        // of a step that leaves a cone
    EASY_STEPS = 2           // in a row, and fast ones are tried again
};
static const double NEAR = 0.2; // lengths √τ off: on the curve
// A point whose r ∘ y has no eigenvalue below this, relative to τ, finds the way back to the curve.
static const double NEAR_ENOUGH = 0.05;
static const double RAISE = 30.0;                                      // of τ, to get back above a turn …
static const double RAISE_STEP = 10.0;                                 // … and at most so much in one step
static const double FAST_AGAIN = 0.1;                                  // of τ at the turn
static const double ARC_FIRST = 0.1, ARC_MOST = 1.5, ARC_LEAST = 1e-4; // in √cones, the length of d ln τ = 1 or so
static const double INSIDE = 0.95;                                     // of the way to the edge

void interior_save(interior_run *run)
{
    for (int i = 0; i < run->problem->block_count; i++) run->blocks[i].saved = run->blocks[i].at;
    memcpy(run->saved, run->r, (size_t)run->problem->dimension * sizeof *run->r);
}

static void restore(interior_run *run)
{
    for (int i = 0; i < run->problem->block_count; i++) run->blocks[i].at = run->blocks[i].saved;
    memcpy(run->r, run->saved, (size_t)run->problem->dimension * sizeof *run->r);
}

// ---- lengths ----

/// x · y of two steps of a block.
static double metric(const interior_block *b, const interior_pair *x, const interior_pair *y)
{
    double sum = 0.0, p[CONE_DIM_MAX], q[CONE_DIM_MAX];
    for (int k = 0; b->role == ROLE_BOX && k < 2; k++)
        if (b->at.y[k] > 0.0)
            sum += x->r[k] * y->r[k] * b->at.y[k] / b->at.r[k] + x->y[k] * y->y[k] * b->at.r[k] / b->at.y[k];
    if (b->role != ROLE_CONE) return sum;
    cone_apply(b->d, &b->scaling, 1, x->r, p);
    cone_apply(b->d, &b->scaling, 1, y->r, q);
    for (int k = 0; k < b->d; k++) sum += p[k] * q[k];
    cone_apply(b->d, &b->scaling, -1, x->y, p);
    cone_apply(b->d, &b->scaling, -1, y->y, q);
    for (int k = 0; k < b->d; k++) sum += p[k] * q[k];
    return sum;
}

/// x + t y.
static interior_pair combined(const interior_pair *x, double t, const interior_pair *y)
{
    interior_pair sum;
    for (int k = 0; k < CONE_DIM_MAX; k++)
    {
        sum.r[k] = x->r[k] + t * y->r[k];
        sum.y[k] = x->y[k] + t * y->y[k];
    }
    return sum;
}

/// The least eigenvalue of r ∘ y, in τ: 1 on the curve.
static double centred(const interior_run *run)
{
    double least = 1.0;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        const double *lambda = b->scaling.lambda;
        double t = 0.0;
        for (int k = 0; b->role == ROLE_BOX && k < 2; k++)
            if (b->at.y[k] > 0.0) least = fmin(least, b->at.y[k] * b->at.r[k] / run->tau);
        if (b->role != ROLE_CONE) continue;
        for (int k = 1; k < b->d; k++) t += lambda[k] * lambda[k];
        t = lambda[0] - sqrt(t);
        least = fmin(least, t * t / run->tau);
    }
    return least;
}

// ---- the curve as seen from where we are ----

/// K into `kept`, D into `step`. *found: whether there are such steps.
static hf_status find_steps(interior_run *run, bool *found, hf_error *error)
{
    const hf_problem *p = run->problem;
    double reach;
    *found = false;
    hf_status status = interior_step(run, (interior_aim){.share = 1.0}, &reach, error);
    if (status != HF_STATUS_OK || reach == 0.0) return status;
    for (int i = 0; i < p->block_count; i++) run->blocks[i].kept = run->blocks[i].step;
    memcpy(run->kept, run->dr, (size_t)p->dimension * sizeof *run->dr);
    status = interior_step(run, (interior_aim){.share = 0.0}, &reach, error);
    if (status != HF_STATUS_OK || reach == 0.0) return status;
    for (int i = 0; i < p->block_count; i++)
        run->blocks[i].step = combined(&run->blocks[i].kept, -1.0, &run->blocks[i].step);
    for (int k = 0; k < p->dimension; k++) run->dr[k] = run->kept[k] - run->dr[k];
    *found = true;
    return status;
}

/// Lengths are in √τ.
typedef struct curve_view
{
    double length; // of (D, 1)
    double along;  // of K, in (D, 1)
    double off;    // how far the curve is, across: of the block that is farthest
    double ahead;  // 1 or -1: which way along (D, 1) leads on
} curve_view;

static curve_view look(const interior_run *run)
{
    double square = 0.0, along = 0.0, dot = 0.0, off = 0.0;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        square += metric(b, &b->step, &b->step);
        along += metric(b, &b->step, &b->kept);
        dot += metric(b, &b->step, &b->tangent);
    }
    square = square / run->tau + 1.0;
    along /= run->tau * square;
    dot = dot / run->tau + run->tangent_tau;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        interior_pair across = combined(&b->kept, -along, &b->step);
        off = fmax(off, metric(b, &across, &across));
    }
    bool on = run->tangent_tau != 0.0 && dot >= 0.0; // the first time towards smaller τ
    return (curve_view){.length = sqrt(square), .along = along, .off = sqrt(off / run->tau), .ahead = on ? 1.0 : -1.0};
}

/// step ◄ K + t D.
static void choose(interior_run *run, double t)
{
    for (int i = 0; i < run->problem->block_count; i++)
        run->blocks[i].step = combined(&run->blocks[i].kept, t, &run->blocks[i].step);
    for (int k = 0; k < run->problem->dimension; k++) run->dr[k] = run->kept[k] + t * run->dr[k];
}

/// How far K + t D may go.
static double reach_of(const interior_run *run, double t)
{
    double reach = INFINITY;
    for (int i = 0; i < run->problem->block_count; i++)
    {
        const interior_block *b = &run->blocks[i];
        interior_pair step = combined(&b->kept, t, &b->step);
        reach = fmin(reach, interior_block_reach(b, &step));
    }
    return reach;
}

// ---- off the curve ----

static void move_inside(interior_run *run)
{
    interior_move(run, fmin(1.0, INSIDE * interior_reach(run)));
}

/// To the curve at the target, which is above the turn.
static void find_curve(interior_run *run)
{
    if (run->corrections <= CENTRE_CORRECTIONS)
    {
        double raise = run->target > run->tau ? fmin(run->target / run->tau, RAISE_STEP) : 1.0;
        choose(run, raise - 1.0);
        move_inside(run);
        return;
    }
    run->lost = run->restarted; // once more from the start, where the curve is near
    run->restarted = true;
    run->corrections = 0;
    run->target = 0.0;
    interior_restart(run);
}

static void correct(interior_run *run, curve_view view)
{
    if (run->corrections <= CORRECTIONS && isfinite(view.off))
    {
        choose(run, -view.along);
        move_inside(run);
        return;
    }
    restore(run);
    run->corrections = 0;
    run->arc *= 0.4;
    run->lost = run->arc < ARC_LEAST * sqrt(run->cones);
}

// ---- on the curve ----

static void keep_tangent(interior_run *run, curve_view view)
{
    static const interior_pair none = {{0.0}, {0.0}};
    run->tangent_tau = view.ahead / view.length;
    for (int i = 0; i < run->problem->block_count; i++)
        run->blocks[i].tangent = combined(&none, run->tangent_tau, &run->blocks[i].step);
    interior_save(run);
}

static void step_along(interior_run *run, curve_view view)
{
    double reach = 0.0, t = 0.0;
    for (int k = 0; k < SHORTENINGS && INSIDE * reach < 1.0; k++)
    {
        if (k > 0) run->arc *= 0.7;
        t = view.ahead * run->arc / view.length - view.along;
        reach = reach_of(run, t);
    }
    choose(run, t);
    move_inside(run);
}

static void go_on(interior_run *run, curve_view view)
{
    static const double growth[] = {2.0, 1.4, 1.0, 0.6, 0.6};
    if (run->mode == MODE_FOLLOW) run->arc = fmin(ARC_MOST * sqrt(run->cones), growth[run->corrections] * run->arc);
    run->easy_steps = run->mode == MODE_FOLLOW && run->corrections == 0 ? run->easy_steps + 1 : 0;
    run->corrections = 0;
    run->mode = MODE_FOLLOW;
    keep_tangent(run, view);
    if (run->easy_steps >= EASY_STEPS && run->tangent_tau < 0.0 && run->tau < run->fast_below)
        run->mode = MODE_FAST; // from the next system on
    step_along(run, view);
}

hf_status interior_follow(interior_run *run, hf_error *error)
{
    bool found;
    hf_status status = find_steps(run, &found, error);
    run->lost = !found;
    if (status != HF_STATUS_OK || !found) return status;
    curve_view view = look(run);
    bool below = run->mode == MODE_CENTRE && run->target > 1.5 * run->tau;
    if (view.off <= NEAR && !below)
    {
        go_on(run, view);
        return status;
    }
    run->corrections++;
    if (run->mode == MODE_CENTRE) find_curve(run);
    else correct(run, view);
    return status;
}

void interior_turn(interior_run *run)
{
    run->corrections = run->easy_steps = run->short_steps = 0;
    run->fast_below = FAST_AGAIN * run->tau;
    restore(run);
    interior_measure(run);
    if (run->tangent_tau != 0.0) // from a place on the curve that is known
    {
        run->mode = MODE_FOLLOW;
        return;
    }
    run->mode = MODE_CENTRE;
    run->arc = ARC_FIRST * sqrt(run->cones);
    run->target = RAISE * run->tau;
}

void interior_keep_near(interior_run *run)
{
    if (run->tangent_tau == 0.0 && centred(run) > NEAR_ENOUGH) interior_save(run);
}
