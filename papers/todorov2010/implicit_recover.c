// Away from local minima: Todorov 2010, section V.A, and beyond.
//
// A local minimum of ℓ = ½‖ρ‖² that is no solution has Jᵀρ = 0 with a singular J; on edges it is common when μ is
// large, since the determinant of J may change its sign across one. It shows when no better point is found, when the
// model promises next to nothing, or when ℓ hardly falls for a while. The paper offers two remedies, untested: another
// point, or the equation Dρ = 0 with another positive diagonal D.
//   1. D. First the inverse row sums of A, then random numbers (the same in every run). Measured: it moves the minimum
//      along its edge, seldom away.
//   2. Another point. The proximal problem A f + ε (f - c) + v0 = v(x) with c = f there has, for ε large enough, no
//      local minima; its solution
//      is the point from which to go on: c moves there, ε falls if that was easy. If it has a local minimum itself, ε
//      rises, and x goes back to where c
//      was taken. A fixed point, f = c, solves the original equation. Measured on piles of 27 contacts with μ = 2: with
//      1. alone 23 of 50 end there, with 2. none.
//   3. A far one. Where A is singular, proximal problems may be easy and lead nowhere: ε falls to its least, and f
//      grows along a null space within the cones, by as
//      much each time. Then the whole begins again from impulses by lot (the same in every run): first none, then of
//      the size of v0.

#include "papers/todorov2010/implicit.h"

#include "base/elementary.h"

#include <math.h>
#include <string.h>

enum
{
    PLAIN_WINDOW = 15,  // iterations in which ℓ must fall to FALL_SHARE,
    SHIFTED_WINDOW = 6, // and on a proximal problem, which should be easy
    EASY_STEPS = 5,     // a proximal problem solved in so few iterations was easy
    FAR_STEPS = 3,      // so many of the least ε, one after the other, are a way to nowhere
    STARTS = 8,         // by lot, at most
};
static const double FALL_SHARE = 0.5;
static const double PROMISE = 1e-3; // a smaller share of ℓ is next to nothing
static const double SPREAD = 1.0;   // random D lie between 10^-SPREAD and 10^SPREAD
static const double LOG_10 = 2.302585092994046;
static const double ROW_MIN = 1e-6; // smaller sums of a row of A (of order one) count as this
static const double SHIFT_FALL = 0.3, SHIFT_RISE = 5.0;
static const double SHIFT_MIN = 1e-11; // below, ε drowns in the rounding of A
static const double SHIFT_MAX = 1e3;   // above, a proximal step is shorter than a sweep's: give up
static const double INNER_SHARE = 0.1; // a proximal problem is solved when ‖ρ‖ is this share of ε ‖f - c‖,
static const double ROUNDING = 1e-14;  // or this share of ‖f‖ + ‖v0‖

static void begin_window(implicit_run *run)
{
    run->window_value = run->value;
    run->window_iterations = 0;
}

bool island_is_stuck(implicit_run *run)
{
    if (run->predicted < PROMISE * run->value) return true;
    if (++run->window_iterations < (run->system.shift > 0.0 ? SHIFTED_WINDOW : PLAIN_WINDOW)) return false;
    bool slow = !(run->value <= FALL_SHARE * run->window_value);
    begin_window(run);
    return slow;
}

/// Another D.
static void rescale(implicit_run *run)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        double d = real_exp(random_between(&run->random, -SPREAD, SPREAD) * LOG_10);
        if (run->rescalings == 0) // the inverse of the mean row sum
        {
            double sum = 0.0;
            for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
                for (int e = 0; e < p->size[i] * p->size[p->W.col[k]]; e++)
                    sum += fabs(run->system.A[block_at(p, k) + (size_t)e]);
            d = p->size[i] / fmax(sum, ROW_MIN);
        }
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) run->system.weight[k] = d * d;
    }
    run->rescalings++;
    run->solve->counts.rescalings++;
}

/// The first proximal problem, or the same one again with a larger weight. False if that would be too large.
static bool raise_shift(implicit_run *run)
{
    implicit_system *s = &run->system;
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->x;
    if (s->shift == 0.0)
    {
        s->shift = run->solve->options->shift;
        memcpy(s->center, run->f, bytes);
        memcpy(run->anchor, run->x, bytes);
    }
    else
    {
        s->shift *= SHIFT_RISE;
        memcpy(run->x, run->anchor, bytes);
    }
    for (int k = 0; k < run->problem->dimension; k++) s->weight[k] = 1.0;
    run->age = 0;
    run->solve->counts.shifts++;
    return s->shift <= SHIFT_MAX;
}

bool island_recover(implicit_run *run)
{
    const hf_implicit_options *options = run->solve->options;
    bool shifted = run->system.shift > 0.0;
    if (!shifted && run->rescalings < options->max_rescalings) rescale(run);
    else if (options->shift == 0.0 || !raise_shift(run)) return false;
    run->lambda = options->lambda;
    island_evaluate(run);
    begin_window(run);
    return true;
}

/// x of other impulses: none at first, then random ones that the laws allow.
static void draw_start(implicit_run *run)
{
    const hf_problem *p = run->problem;
    implicit_system *s = &run->system;
    double size = 0.0;
    for (int k = 0; k < p->dimension; k++) size = fmax(size, fabs(s->v0[k]));
    if (run->starts == 0) size = 0.0;
    for (int k = 0; k < p->dimension; k++) run->y[k] = random_between(&run->random, -size, size);
    for (int i = 0; i < p->block_count; i++) implicit_force(&s->laws[i], run->y + p->offset[i], run->f + p->offset[i]);
    implicit_product(s, run->f, run->x);
    for (int k = 0; k < p->dimension; k++) run->x[k] += s->v0[k] - run->f[k];
}

/// Everything anew. False if that has been done often enough.
static bool begin_elsewhere(implicit_run *run)
{
    implicit_system *s = &run->system;
    if (run->starts == STARTS) return false;
    s->shift = 0.0;
    for (int k = 0; k < run->problem->dimension; k++) s->weight[k] = 1.0;
    draw_start(run);
    run->starts++;
    run->rescalings = run->far = 0;
    run->lambda = run->solve->options->lambda;
    island_evaluate(run);
    begin_window(run);
    return true;
}

bool island_settle(implicit_run *run)
{
    implicit_system *s = &run->system;
    if (s->shift == 0.0) return true;
    run->age++;
    double moved = 0.0, size = 0.0;
    for (int k = 0; k < run->problem->dimension; k++)
    {
        double d = run->f[k] - s->center[k];
        moved += d * d;
        size += run->f[k] * run->f[k] + s->v0[k] * s->v0[k];
    }
    double target = fmax(INNER_SHARE * INNER_SHARE * s->shift * s->shift * moved, ROUNDING * ROUNDING * size);
    if (!(2.0 * run->value <= target)) return true;
    run->far = s->shift > SHIFT_MIN ? 0 : run->far + 1;
    if (run->far == FAR_STEPS) return begin_elsewhere(run);
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->x;
    memcpy(s->center, run->f, bytes);
    memcpy(run->anchor, run->x, bytes);
    if (run->age <= EASY_STEPS) s->shift = fmax(SHIFT_MIN, SHIFT_FALL * s->shift);
    run->age = 0;
    island_evaluate(run);
    begin_window(run);
    return true;
}
