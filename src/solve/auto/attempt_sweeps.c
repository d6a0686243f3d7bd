// Attempts by sweeps: `hybrid`, sweeps with momentum, and these with exact solves of clusters.

#include "solve/auto/plan.h"

#include "solve/auto/clusters.h"
#include "solve/sweep/gauss_seidel.h"
#include "solve/sweep/momentum.h"
#include "solve/system/newton_system.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "problem/bodies.h"

#include <math.h>
#include <string.h>

enum
{
    CHEAP_ROWS = 600, // up to so many Newton steps are worth less than a hundred sweeps
};
static const double SHARE = 0.15;  // of the budget, for sweeps with momentum that seem slow
static const double HURRY = 0.6;   // of the patience, for an answer that is merely good enough
static const double NEARLY = 10.0; // times the goal: not worth sweeps beyond the tolerance

/// A proof that no impulses obey the laws of some block, kept for the report.
static hf_status note_no_solution(auto_run *run, auto_island *island, const hf_report *part, hf_error *error)
{
    run->done.no_solution = true;
    char *note = arena_take(arena_lasting(run->workspace), sizeof part->note, 1);
    if (!note) return error_no_memory(error);
    island->note = memcpy(note, part->note, sizeof part->note);
    return HF_STATUS_OK;
}

hf_status auto_hybrid(auto_run *run, auto_island *island, hf_error *error)
{
    double goal = attempt_goal(run, island);
    if (plan_is_beyond(run->row) && island->part->natural <= NEARLY * goal) return HF_STATUS_OK;
    hf_hybrid_options options = hf_hybrid_options_default();
    options.common = attempt_begin(run, island, goal, run->row->budget);
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    attempt_from(run, island, island->part->r);
    hf_status status =
        gauss_seidel_solve(island->part->problem, &options, local_default, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_OK && part.outcome == HF_OUTCOME_NO_SOLUTION)
        status = note_no_solution(run, island, &part, error);
    if (status == HF_STATUS_OK) attempt_end(run, island, &part);
    return status;
}

/// Sweeps before they may be found slow: as the row says, but of islands that Newton steps solve cheaply no more than a
/// share of the budget, which is better spent on these.
static long least_sweeps(const auto_run *run, const auto_island *island)
{
    const hf_problem *p = island->part->problem;
    if (island->part->work == 0 || p->dimension > CHEAP_ROWS) return run->row->least;
    double price = 1.5 * work_of_product(p) + (work_price.visit + work_price.momentum) * p->block_count;
    double most = SHARE * (double)island->part->work / fmax(1.0, price);
    return most < (double)run->row->least ? (long)most + 1 : run->row->least;
}

/// Linear in the contacts, and soon near enough for Newton steps.
hf_status auto_momentum(auto_run *run, auto_island *island, hf_error *error)
{
    const hf_auto_options *o = run->options;
    bool hurries = o->give_up_early && plan_is_packing(island);
    double times = hurries ? o->patience : 1.0;
    if (plan_is_packing(island)) island->accept = o->accept * island->part->share;
    const momentum_pace pace = {.least = least_sweeps(run, island),
                                .patience = (double)run->row->patience,
                                .accept = island->accept,
                                .accept_patience = times * HURRY * (double)run->row->patience};
    long sweeps = (long)(times * (double)plan_budget(run->row, island, o->give_up_early));
    hf_solve_options options = attempt_begin(run, island, island->tolerance, sweeps);
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    attempt_from(run, island, island->part->r);
    hf_status status = momentum_solve(island->part->problem, pace, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_OK) attempt_end(run, island, &part);
    return status;
}

/// Where momentum is stuck in a few places of a packing so large that Newton steps over all of it are dear.
hf_status auto_clusters(auto_run *run, auto_island *island, hf_error *error)
{
    double goal = attempt_goal(run, island);
    if (island->part->natural <= goal) return HF_STATUS_OK;
    long sweeps = plan_budget(run->row, island, run->options->give_up_early);
    hf_solve_options options = attempt_begin(run, island, goal, sweeps);
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    attempt_from(run, island, island->part->r);
    hf_status status = clusters_solve(island->part->problem, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_OK) attempt_end(run, island, &part);
    return status;
}
