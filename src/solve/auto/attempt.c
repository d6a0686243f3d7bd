#include "solve/auto/attempt.h"

#include "solve/auto/plan.h"
#include "solve/work.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

static const double ROUNDING = 1e-14; // of all impulses: no answer gets below
static const double MACHINE = 2.3e-16;
// Contacts that no joint moves but for rounding would be "solved" by impulses of 1e17 and more, which hide every
// velocity.
static const double HIDDEN_LEAST = 1e-4;
static const double VERY_REDUNDANT = 0.4;

bool attempt_is_over(const auto_run *run, const auto_island *island)
{
    double enough = plan_is_beyond(run->row) ? island->good : fmax(island->tolerance, island->accept);
    if (run->watch.stopped || run->done.limited || run->done.no_solution) return true;
    if (run->row->selects) return !selection_is_due(run->row, island);
    return island->selected || island->part->natural <= enough;
}

/// The target, or what rounding leaves of the best answer.
static double finest(const auto_island *island)
{
    const hf_problem *p = island->part->problem;
    const double *r = island->part->r;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        // u_N has terms of this size times r_N, and r has r_N
        double w = problem_diagonal(p, i)[0];
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) sum += (1.0 + w * w) * r[k] * r[k];
    }
    double rounding = ROUNDING * sqrt(sum) / (1.0 + p->norm_b);
    return isfinite(rounding) ? fmax(island->target_tolerance, rounding) : island->tolerance;
}

double attempt_goal(const auto_run *run, const auto_island *island)
{
    return plan_is_beyond(run->row) ? finest(island) : fmax(island->tolerance, island->accept);
}

hf_solve_options attempt_begin(auto_run *run, const auto_island *island, double tolerance, long wanted)
{
    long left = island->part->budget - run->done.iterations;
    int64_t work = island->part->work;
    bool spent = work > 0 && run->done.work >= work;
    run->done.starved |= spent;
    run->done.limited = left <= 0 || spent || workspace_interrupted(run->workspace);
    run->offered = left < wanted ? left : wanted;
    run->watch.phase = run->row->name;
    run->watch.before = run->done.iterations;
    return (hf_solve_options){.tolerance = tolerance,
                              .max_iterations = run->offered,
                              .budget = work_rest(work, run->done.work),
                              .observer = run->options->common.observer ? islands_observe : NULL,
                              .observer_context = &run->watch};
}

bool attempt_affords(auto_run *run, const auto_island *island, double units)
{
    int64_t work = island->part->work, price = (int64_t)ceil(units);
    bool fits = work == 0 || price <= work - run->done.work;
    if (fits) run->done.work += price;
    run->done.starved |= !fits;
    return fits;
}

void attempt_from(auto_run *run, const auto_island *island, const double *start)
{
    size_t bytes = (size_t)island->part->rows * sizeof *start;
    if (start) memcpy(run->trial, start, bytes);
    else memset(run->trial, 0, bytes);
}

/// The part of the natural residual that the rounding of impulses as large as these may hide; 0 where it is less than
/// HIDDEN_LEAST.
static double hidden_by_rounding(const hf_problem *p, const double *r)
{
    double largest = 0.0;
    for (int k = 0; k < p->dimension; k++) largest = fmax(largest, fabs(r[k]));
    double hidden = MACHINE * largest / (1.0 + p->norm_b);
    return hidden > HIDDEN_LEAST ? hidden : 0.0;
}

void attempt_end(auto_run *run, auto_island *island, const hf_report *part)
{
    run->done.iterations += part->iterations;
    run->done.work += part->work;
    run->done.starved |= island->part->work > 0 && part->outcome == HF_OUTCOME_LIMIT &&
                         part->iterations < run->offered && !run->watch.stopped;
    run->done.local_solves += part->local_solves;
    run->done.failsafe_solves += part->failsafe_solves;
    run->done.local_failures += part->local_failures;
    double natural = fmax(part->residual.natural, hidden_by_rounding(island->part->problem, run->trial));
    if (!(natural < island->part->natural)) return;
    island->part->natural = natural;
    memcpy(island->part->r, run->trial, (size_t)island->part->rows * sizeof *island->part->r);
}

bool auto_very_redundant(const hf_problem *p)
{
    return p->factored && p->rows.dof_count <= VERY_REDUNDANT * p->dimension;
}
