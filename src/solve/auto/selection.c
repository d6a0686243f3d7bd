// Selection: of the answers of an island the one that equally stiff points would give (newton/compliance.h, docs/selection.md).
//
// Two passes beside the plan. From a guess, before it: where states have not changed since the last step, the selected answer is a few Newton steps away, and nothing else needs to
// be solved. From the answer, after it, for what the plan has solved.

#include "solve/auto/plan.h"

#include "solve/newton/compliance.h"

#include "base/arena.h"
#include "base/error.h"

#include <string.h>

enum
{
    SERIES_ROWS = 300, // a series takes 20 to 60 systems
    STEPS = 1000,      // of Newton's method: more than any series takes
    MOST_ROWS = 20000  // factors over more rows take longer than all that a step does besides
};
static const int64_t AFFORD = 200000;  // units, about 1 ms
static const double SHARE = 0.25;      // of the work that solving the island took
static const double NEAR_GUESS = 1e-1; // natural residual of a guess that is worth a look

const plan_row selection_from_guess = {
    .name = "selection from guess", .run = auto_select, .start = PLAN_GUESS, .budget = STEPS, .selects = true};
const plan_row selection_from_answer = {
    .name = "selection from answer", .run = auto_select, .start = PLAN_ANSWER, .budget = STEPS, .selects = true};

bool selection_is_due(const plan_row *row, const auto_island *island)
{
    const island_part *part = island->part;
    if (island->selected || island->kept) return false;
    if (row->start == PLAN_ANSWER) return part->natural <= island->tolerance;
    return part->natural > island->tolerance && part->natural <= NEAR_GUESS;
}

/// What a selection may take of the work that is left. From one step to the next (guess_selected) it is no more than AFFORD, or a share of what solving took: heaps that
/// collapse have another answer in each step, and nobody looks at the forces of one. What starts from nothing, such as the first step of what stands, has all the time there is.
static int64_t affordable(const auto_run *run, const auto_island *island, int64_t left)
{
    if (!run->options->guess_selected || !run->options->common.warm_start) return left;
    int64_t most = (int64_t)(SHARE * (double)island->spent);
    if (most < AFFORD) most = AFFORD;
    return left == 0 || left > most ? most : left;
}

/// Compliances of the island's blocks; *given stays NULL where all are the same.
static hf_status gather(const auto_run *run, const double **given, hf_error *error)
{
    const islands_apart *apart = run->watch.apart;
    const double *all = run->options->compliance;
    int k = run->watch.island, first = apart->list.begin[k], count = apart->list.begin[k + 1] - first;
    *given = NULL;
    if (!all) return HF_STATUS_OK;
    double *own = ARENA_ARRAY(run->workspace, double, count);
    if (!own) return error_no_memory(error);
    for (int j = 0; j < count; j++) own[j] = all[apart->list.block[first + j]];
    *given = own;
    return HF_STATUS_OK;
}

hf_status auto_select(auto_run *run, auto_island *island, hf_error *error)
{
    island_part *part = island->part;
    const hf_problem *problem;
    bool answer = run->row->start == PLAN_ANSWER;
    compliance_options options = {.near = true,
                                  .guess = !answer,
                                  .series = answer && part->rows <= SERIES_ROWS,
                                  .series_first = !run->options->guess_selected};
    if (part->problem->block_count < 2 || part->rows > MOST_ROWS || plan_is_packing(island) || plan_is_hair(island))
        return HF_STATUS_OK;
    hf_status status = attempt_newton_problem(run, island, &problem, error);
    if (status == HF_STATUS_OK) status = gather(run, &options.compliance, error);
    if (status != HF_STATUS_OK || !problem) return status;
    options.common = attempt_begin(run, island, island->tolerance, run->row->budget);
    options.common.budget = affordable(run, island, options.common.budget);
    options.target_tolerance = island->target_tolerance;
    if (run->done.limited) return HF_STATUS_OK;
    hf_report report;
    attempt_from(run, island, part->r);
    status = compliance_solve(problem, &options, run->trial, run->workspace, &report, error);
    if (status == HF_STATUS_UNSUPPORTED) island->too_large = true;
    if (status != HF_STATUS_OK) return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
    run->done.iterations += report.iterations;
    run->done.work += report.work;
    if (report.outcome != HF_OUTCOME_CONVERGED) return HF_STATUS_OK;
    island->selected = true;
    part->natural = report.residual.natural;
    memcpy(part->r, run->trial, (size_t)part->rows * sizeof *part->r);
    if (problem != run->watch.apart->whole || !island->certified) return HF_STATUS_OK;
    memcpy(island->certified, run->trial, (size_t)part->rows * sizeof *part->r);
    island->certificate = report.residual;
    island->known = true;
    return HF_STATUS_OK;
}

// ---- what is not selected ----

/// Whether a block of island k has a guess that was not selected.
static bool was_missing(const bool *unselected, const island_list *list, int k)
{
    for (int j = list->begin[k]; unselected && j < list->begin[k + 1]; j++)
        if (unselected[list->block[j]]) return true;
    return false;
}

static void mark(bool *unselected, const island_list *list, int k, bool missing)
{
    for (int j = list->begin[k]; unselected && j < list->begin[k + 1]; j++) unselected[list->block[j]] = missing;
}

int selection_count_missing(const hf_auto_options *options, const island_list *list, const auto_island *islands)
{
    int count = 0;
    for (int k = 0; k < list->count; k++)
    {
        const auto_island *island = &islands[k];
        bool alone = list->begin[k + 1] - list->begin[k] < 2;
        bool missing = !island->selected && !alone && (!island->kept || was_missing(options->unselected, list, k));
        mark(options->unselected, list, k, missing);
        count += missing;
    }
    return count;
}

hf_status selection_count_kept(const hf_auto_options *options, const hf_problem *problem, hf_workspace *workspace,
                               int *missing, hf_error *error)
{
    island_list list;
    bool any = false;
    *missing = 0;
    for (int i = 0; options->unselected && i < problem->block_count; i++) any |= options->unselected[i];
    if (!any) return HF_STATUS_OK;
    arena_mark at = arena_begin(workspace);
    hf_status status = islands_find(problem, workspace, &list, error);
    for (int k = 0; status == HF_STATUS_OK && k < list.count; k++)
    {
        bool was = was_missing(options->unselected, &list, k) && list.begin[k + 1] - list.begin[k] > 1;
        mark(options->unselected, &list, k, was);
        *missing += was;
    }
    arena_end(workspace, at);
    return status;
}

void selection_clear(const hf_auto_options *options, const hf_problem *problem)
{
    for (int i = 0; options->unselected && i < problem->block_count; i++) options->unselected[i] = false;
}
