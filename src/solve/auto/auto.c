// `auto`: one default that needs no tuning. It walks down a plan (plan.c), which starts cheap, goes on with
// second-order methods and ends with random starts.
//
// A row of the plan goes over all islands (blocks that no entry of W connects, each with its share of the tolerance:
// islands_apart.h) that are not solved yet, side by side on the threads of the workspace; the whole problem is
// certified after each row. Everything is counted in sweeps and steps, never in seconds, and an island does not see the
// others: the answer depends neither on the machine nor on the number of threads. docs/auto.md has the plan in print,
// docs/notes how it was found.

#include "solve/auto/plan.h"

#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/report.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/error.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const double GOOD = 10.0; // times the target: what is below is not worth going on
/// Times the target, for islands with more than LARGE_ROWS rows, where steps cost more.
static const double LARGE_TARGET = 100.0;
enum
{
    LARGE_ROWS = 600
};

hf_auto_options hf_auto_options_default(void)
{
    return (hf_auto_options){.common = hf_solve_options_default(), .patience = 1.0};
}

hf_status hf_auto_options_check(const hf_auto_options *o, hf_error *error)
{
    hf_status status = solve_options_check(&o->common, error);
    if (status != HF_STATUS_OK) return status;
    if (!(o->target_tolerance >= 0.0))
        return error_set(error, HF_STATUS_INVALID, "options.target_tolerance = %g: must be >= 0", o->target_tolerance);
    if ((unsigned)o->selection >= HF_SELECTION_COUNT)
        return error_set(error, HF_STATUS_INVALID, "options.selection = %d is no selection", (int)o->selection);
    if (o->selection == HF_SELECTION_AREA)
        return error_set(error, HF_STATUS_INVALID,
                         "options.selection = area: a problem has no patches; give areas by options.compliance");
    if (!(o->patience >= 1.0) || isinf(o->patience))
        return error_set(error, HF_STATUS_INVALID, "options.patience = %g: must be finite and >= 1", o->patience);
    if (!(o->accept >= 0.0)) return error_set(error, HF_STATUS_INVALID, "options.accept = %g: must be >= 0", o->accept);
    return HF_STATUS_OK;
}

/// The whole solve.
typedef struct auto_solve
{
    const hf_auto_options *options;
    hf_workspace *workspace;
    hf_report *report;
    islands_apart apart;
    auto_island *islands; // one for each part
    int *active;          // those that the row works on, the largest first
    const plan_row *row;
    bool warm;        // r is more than zeros
    bool limited;     // max_iterations, or the budget of work, are used up
    bool cut_short;   // an island has used up its share of them
    bool starved;     // the budget of work has kept something from being done
    bool no_solution; // an island has none
    bool known;       // the certificate of r
    hf_residual certificate;
} auto_solve;

/// What rows beyond the tolerance try for, before shares.
static double target_of(const hf_auto_options *options, int rows)
{
    double target = options->target_tolerance * (rows > LARGE_ROWS ? LARGE_TARGET : 1.0);
    return target == 0.0 || target > options->common.tolerance ? options->common.tolerance : target;
}

static hf_status take_apart(auto_solve *p, const hf_problem *problem, double *r, double natural, hf_error *error)
{
    hf_status status = islands_begin(&p->apart, problem, r, natural, &p->options->common, p->workspace, error);
    if (status != HF_STATUS_OK) return status;
    p->islands = ARENA_ZEROED(p->workspace, auto_island, p->apart.count);
    p->active = ARENA_ZEROED(p->workspace, int, p->apart.count);
    if (!p->islands || !p->active) return error_no_memory(error);
    if (p->apart.count == 1) p->islands[0].certified = ARENA_ARRAY(p->workspace, double, problem->dimension);
    if (p->apart.count == 1 && !p->islands[0].certified) return error_no_memory(error);
    for (int k = 0; k < p->apart.count; k++)
    {
        auto_island *island = &p->islands[k];
        island->part = &p->apart.parts[k];
        island->tolerance = p->options->common.tolerance * island->part->share;
        island->target_tolerance = target_of(p->options, island->part->rows) * island->part->share;
        island->good = fmin(GOOD * island->target_tolerance, island->tolerance);
        island->kept = p->warm && p->options->guess_selected && island->part->natural <= island->tolerance &&
                       !selection_is_missing(p->options, &p->apart.list, k);
        island->stressed = selection_is_stressed(p->options, &p->apart.list, k);
    }
    return HF_STATUS_OK;
}

// ---- one row ----

/// A row on one island. The first one that works on it takes it out of the whole.
static hf_status try_island(void *context, int k, hf_workspace *scratch, hf_error *error)
{
    auto_solve *p = context;
    auto_island *island = &p->islands[k];
    auto_run run = {.options = p->options,
                    .row = p->row,
                    .workspace = scratch,
                    .watch = {.apart = &p->apart, .island = k, .scratch = scratch}};
    hf_status status = islands_take(&p->apart, k, scratch, error);
    if (status != HF_STATUS_OK || !plan_fits(p->row, island, p->options->give_up_early)) return status;
    run.trial = ARENA_ARRAY(scratch, double, island->part->rows);
    if (!run.trial) return error_no_memory(error);
    status = p->row->run(&run, island, error);
    island->done = run.done;
    return status;
}

/// Lists the islands that the row works on, the largest first; returns how many there are.
static int find_active(auto_solve *p)
{
    int count = 0;
    const auto_run run = {.row = p->row, .watch.stopped = p->apart.stopped || p->limited || p->no_solution};
    for (int k = 0; k < p->apart.count; k++)
    {
        auto_island *island = &p->islands[p->apart.order[k]];
        island->done = (auto_counts){0};
        if (attempt_is_over(&run, island) || !plan_fits(p->row, island, p->options->give_up_early)) continue;
        p->active[count++] = p->apart.order[k];
    }
    return count;
}

/// The sweep's note, with a number of a block that the caller knows.
static void note_no_solution(auto_solve *p, int k)
{
    const island_list *list = &p->apart.list;
    int first = list->block[list->begin[k]], blocks = list->begin[k + 1] - list->begin[k];
    if (p->apart.count == 1) report_note(p->report, "%s", p->islands[k].note);
    else if (blocks == 1) report_note(p->report, "block %d has no solution, whatever the others do", first);
    else
        report_note(p->report, "one of the %d blocks that act on block %d has no solution, whatever the others do",
                    blocks, first);
}

/// Adds up what the islands have done. One that has no solution does not keep the others from theirs.
static void collect(auto_solve *p)
{
    hf_report *report = p->report;
    long before = report->iterations, most = 0;
    for (int k = 0; k < p->apart.count; k++)
    {
        const auto_counts *done = &p->islands[k].done;
        report->iterations += done->iterations;
        if (done->iterations > most) most = done->iterations;
        report->local_solves += done->local_solves;
        report->failsafe_solves += done->failsafe_solves;
        report->local_failures += done->local_failures;
        report->work += done->work;
        p->islands[k].spent += done->work;
        p->cut_short |= done->limited;
        p->starved |= done->starved;
        if (done->no_solution && !p->no_solution) note_no_solution(p, k);
        p->no_solution |= done->no_solution;
    }
    if (p->row->together) report->iterations = before + most;
}

/// What is left of the budget for a row, without the certificates after it; 0: there is no budget, -1: nothing is left.
static int64_t work_for_row(const auto_solve *p)
{
    if (p->options->common.budget == 0) return 0;
    int64_t left = p->options->common.budget - p->report->work - (int64_t)(3.0 * work_of_look(p->apart.whole));
    return left > 0 ? left : -1;
}

static hf_status run_row(auto_solve *p, const plan_row *row, hf_error *error)
{
    long before = p->report->iterations, most = p->options->common.max_iterations;
    p->row = row;
    const island_run run = {.active = p->active,
                            .active_count = find_active(p),
                            .limit = most > 0 ? most - before : LONG_MAX,
                            .work = work_for_row(p),
                            .together = row->together,
                            .before = before};
    p->starved |= run.active_count > 0 && run.work < 0;
    p->limited |= run.active_count > 0 && (run.limit <= 0 || run.work < 0);
    if (p->limited || run.active_count == 0) return HF_STATUS_OK;
    hf_status status = islands_run(&p->apart, &run, try_island, p, error);
    if (status != HF_STATUS_OK) return status;
    collect(p);
    if (p->report->iterations == before) return HF_STATUS_OK;
    status = islands_join(&p->apart, error);
    if (p->apart.count > 1) p->report->work += (int64_t)work_of_look(p->apart.whole);
    if (status == HF_STATUS_OK) report_phase(p->report, row->name, p->report->iterations - before, p->apart.natural);
    return status;
}

// ---- the plan ----

static const plan_row no_row; // it is not its turn

static bool is_done(const auto_solve *p)
{
    return p->apart.stopped || p->limited || p->no_solution || p->apart.natural <= p->options->common.tolerance;
}

/// Whether it is the row's turn.
static bool is_due(const auto_solve *p, const plan_row *row)
{
    if (row->start == PLAN_GUESS) return p->warm;
    return is_done(p) == (row->start == PLAN_ANSWER);
}

/// The row after `k` others: selection before and after the plan; NULL: there is none.
static const plan_row *next_row(const auto_solve *p, const plan_row *rows, int row_count, int k)
{
    bool selects = p->options->selection == HF_SELECTION_COMPLIANT;
    if (k == 0) return selects ? &selection_at_rest : &no_row;
    if (k == 1) return selects && p->warm ? &selection_from_guess : &no_row;
    if (k < row_count + 2) return is_due(p, &rows[k - 2]) ? &rows[k - 2] : &no_row;
    return k == row_count + 2 && selects ? &selection_from_answer : NULL;
}

/// What the walk says beside its answer.
static void note_islands(auto_solve *p, hf_status status)
{
    if (p->options->selection == HF_SELECTION_COMPLIANT)
        p->report->unselected = selection_count_missing(p->options, &p->apart.list, p->islands);
    selection_count_motions(&p->apart.list, p->islands, p->report);
    int too_large = 0;
    for (int k = 0; status == HF_STATUS_OK && k < p->apart.count; k++) too_large += p->islands[k].too_large;
    if (too_large > 0 && !is_done(p))
        report_note(p->report, "%d of %d islands are too large for Newton steps", too_large, p->apart.count);
}

/// Whether the answer is the one that selection has certified, to the bit: then it is not looked at again.
static void recall_certificate(auto_solve *p)
{
    const auto_island *island = p->islands;
    if (p->apart.count != 1 || !island->known) return;
    p->known = memcmp(island->certified, p->apart.r, (size_t)island->part->rows * sizeof(double)) == 0;
    p->certificate = island->certificate;
}

static hf_outcome outcome_of(const auto_solve *p)
{
    if (p->no_solution) return HF_OUTCOME_NO_SOLUTION;
    return p->apart.stopped || p->limited || p->cut_short || p->starved ? HF_OUTCOME_LIMIT : HF_OUTCOME_STALLED;
}

/// Whether r is more than zeros.
static bool is_guess(const hf_problem *problem, const double *r)
{
    for (int k = 0; k < problem->dimension; k++)
        if (r[k] != 0.0) return true;
    return false;
}

hf_status auto_walk(const plan_row *rows, int row_count, const hf_problem *problem, const hf_auto_options *options,
                    double *r, hf_workspace *workspace, hf_report *report, hf_error *error)
{
    auto_solve p = {.options = options, .workspace = workspace, .report = report, .warm = is_guess(problem, r)};
    hf_residual residual;
    if (options->selection == HF_SELECTION_ANY || !p.warm || !options->guess_selected)
        selection_clear(options, problem);
    hf_status status = hf_residual_compute(problem, r, workspace, &residual, error);
    if (status != HF_STATUS_OK) return status;
    report->work = 2 * (int64_t)work_of_look(problem); // this one, and the certificate of the answer
    if (p.warm) report_phase(report, "guess", 0, residual.natural);
    bool selected = p.warm && options->guess_selected && !selection_any_missing(options, problem);
    bool kept = options->selection == HF_SELECTION_ANY || selected || problem->block_count < 2;
    if (!kept || !(residual.natural <= fmin(GOOD * target_of(options, problem->dimension), options->common.tolerance)))
    {
        arena_mark mark = arena_begin(workspace);
        report->work += (int64_t)islands_work(problem);
        status = take_apart(&p, problem, r, residual.natural, error);
        bool apart = status == HF_STATUS_OK;
        const plan_row *row;
        for (int k = 0; status == HF_STATUS_OK && (row = next_row(&p, rows, row_count, k)); k++)
            if (row != &no_row) status = run_row(&p, row, error);
        if (apart) note_islands(&p, status);
        if (status == HF_STATUS_OK) recall_certificate(&p);
        arena_end(workspace, mark);
    }
    else
    {
        p.known = true;
        p.certificate = residual;
    }
    if (status != HF_STATUS_OK) return status;
    if ((p.limited || p.cut_short) && !p.starved)
        report_note(report, "%ld iterations are the limit", options->common.max_iterations);
    if (p.starved) report_note(report, "the budget of %lld units of work has ended", (long long)options->common.budget);
    if (p.apart.stopped) report_note(report, "stopped by the observer after %ld iterations", report->iterations);
    if (p.known) report_finish_known(&p.certificate, &options->common, outcome_of(&p), report);
    else status = report_finish(problem, &options->common, r, workspace, outcome_of(&p), report, error);
    if (report->outcome == HF_OUTCOME_CONVERGED) report->note[0] = '\0';
    return status;
}

// ---- the two ways in ----

hf_status hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r, hf_workspace *workspace,
                        hf_report *report, hf_error *error)
{
    int row_count;
    const plan_row *rows = plan_rows(&row_count);
    solve_frame frame;
    hf_auto_options defaults = hf_auto_options_default();
    if (!options) options = &defaults;
    hf_status status = hf_auto_options_check(options, error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = auto_walk(rows, row_count, frame.problem, options, frame.answer, frame.workspace, frame.report, error);
    return solve_end(&frame, status);
}

static const name_option name_options[] = {
    {{"target", "residual that a few more Newton steps try for, >= 0 [0: none]"},
     NAME_REAL,
     offsetof(hf_auto_options, target_tolerance),
     0,
     1e300},
    {{"accept", "residual with which large packings are left to be, >= 0 [0: the tolerance]"},
     NAME_REAL,
     offsetof(hf_auto_options, accept),
     0,
     1e300},
    {{"give_up_early", "1: large islands skip stages that rarely help them [0]"},
     NAME_FLAG,
     offsetof(hf_auto_options, give_up_early),
     0,
     1},
};

enum
{
    NAME_OPTIONS = sizeof name_options / sizeof *name_options
};

bool auto_read_name(const char *name, hf_auto_options *options)
{
    const char *any = name_after(name, "auto/any"), *rest = any ? any : name_after(name, "auto");
    if (any) options->selection = HF_SELECTION_ANY;
    return rest && *name_options_read(rest, name_options, NAME_OPTIONS, options) == '\0';
}

static bool accepts(const char *name)
{
    return auto_read_name(name, &(hf_auto_options){0});
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    int row_count;
    const plan_row *rows = plan_rows(&row_count);
    hf_auto_options options = hf_auto_options_default();
    options.common = *common;
    if (!auto_read_name(name, &options)) return error_set(error, HF_STATUS_INVALID, "'%s' is no solver", name);
    return auto_walk(rows, row_count, problem, &options, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "auto",
     .paper = "ours: docs/auto.md",
     .summary = "the default: sweeps, then proximal Newton steps, island by island; nothing to tune",
     .exact = true},
    {.name = "auto/any",
     .paper = "ours: docs/auto.md",
     .summary = "the same without selection: where an answer is not unique, whichever is found first",
     .exact = true},
};

const solver_family auto_family = {.listed = listed,
                                   .listed_count = 2,
                                   .options = name_options,
                                   .option_count = NAME_OPTIONS,
                                   .accepts = accepts,
                                   .solves = solver_knows_pyramids,
                                   .moments = solver_knows_moments,
                                   .run = run_by_name};
