// `auto`: one default that needs no tuning (docs/auto.md tells how it was found, and what failed).
//
//   resume         where there is a guess: a few Newton steps from it
//   sweeps         a few of `hybrid`: most small problems end here
//   augmented      walls and stacks: Newton steps on convex problems over the bodies, from r = 0
//   island sweeps  on while they converge fast; with momentum (momentum.c) where islands are larger
//   brisk          `proximal` from there: a handful of linear systems finish what sweeps only crawl towards, where islands are small
//   clusters       very large islands: sweeps with momentum, and exact solves of the places where they are stuck (clusters.c)
//   steady         `proximal`, patient, from there, where they are larger
//   cold           `proximal`, brisk and then patient, from r = 0: what misled the sweeps does not mislead this
//   path           `path`, up to 300 rows: through the turning points at which the others stop
//   others         small islands: `pivot`, `robust` and Newton over all contacts
//   more sweeps    and
//   patient        `proximal`, patient, from the best so far, and
//   polish         with a small weight, for masses that differ a lot
//   restarts       `proximal`, brisk and patient, from random impulses
//   finish         where more than the tolerance is asked for: a few Newton steps on what is solved
//
// A stage goes over all islands (blocks that no entry of W connects, each with its share of the tolerance) that are not solved yet, side by side on
// the threads of the workspace; the whole problem is certified after each. Everything is counted in sweeps and steps, never in seconds, and an
// island does not see the others: the answer depends neither on the machine nor on the number of threads. Stages: auto_stages.c.

#include "solve/auto/auto.h"

#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"

#include <limits.h>
#include <math.h>

static const double GOOD = 10.0; // times the target: what is below is not worth a finish
/// Times the target, for islands with more than LARGE_ROWS rows, where steps cost more.
static const double LARGE_TARGET = 100.0;
enum
{
    LARGE_ROWS = 600
};

hf_auto_options hf_auto_options_default(void)
{
    return (hf_auto_options){.common = hf_solve_options_default(), .max_restarts = 100};
}

hf_status hf_auto_options_check(const hf_auto_options *o, hf_error *error)
{
    hf_status status = solve_options_check(&o->common, error);
    if (status != HF_STATUS_OK) return status;
    if (o->max_restarts < 0)
        return error_set(error, HF_STATUS_INVALID, "options.max_restarts = %d: must be >= 0", o->max_restarts);
    if (!(o->target_tolerance >= 0.0))
        return error_set(error, HF_STATUS_INVALID, "options.target_tolerance = %g: must be >= 0", o->target_tolerance);
    return HF_STATUS_OK;
}

typedef struct stage
{
    const char *name;
    hf_status (*run)(auto_run *run, auto_island *island, hf_error *error);
    bool together; // all islands once are one iteration; otherwise those of the islands add up
    bool beyond;   // for islands that are solved, too, but not to the target
    bool late;     // takes minutes on huge islands, and gets through once in a while: left out in a hurry
} stage;

/// Where there is a guess.
static const stage resume = {"resume", auto_resume, false, true, false};

static const stage stages[] = {
    {"sweeps", auto_first_sweeps, true, false, false},
    {"augmented", auto_augmented, false, false, false},
    {"island sweeps", auto_sweeps, false, false, false},
    {"brisk", auto_brisk, false, false, false},
    {"clusters", auto_clusters, false, false, false},
    {"steady", auto_steady, false, false, false},
    {"interior", auto_interior, false, false, false},
    {"steady", auto_more_steady, false, false, false},
    {"clusters", auto_more_clusters, false, false, false},
    {"cold", auto_cold, false, false, true},
    {"path", auto_path, false, false, false},
    {"others", auto_others, false, false, false},
    {"more sweeps", auto_more_sweeps, false, false, true},
    {"patient", auto_patient, false, false, true},
    {"polish", auto_polish, false, false, true},
    {"restarts", auto_restarts, false, false, true},
};

static const stage finish = {"finish", auto_finish, false, true, false};

/// The whole solve.
typedef struct auto_solve
{
    const hf_auto_options *options;
    hf_workspace *workspace;
    hf_report *report;
    islands_apart apart;
    auto_island *islands; // one for each part
    int *active;          // those that the stage works on, the largest first
    auto_counts done;     // of the whole solve; iterations stand in the report
    bool cut_short;       // an island used up its share of max_iterations
    const stage *stage;
} auto_solve;

static bool all_done(const auto_solve *p)
{
    return p->apart.stopped || p->done.limited || p->done.no_solution ||
           p->apart.natural <= p->options->common.tolerance;
}

/// What natural residual is not worth a finish, and the target of one, times 1 / share.
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
    for (int k = 0; k < p->apart.count; k++)
    {
        auto_island *island = &p->islands[k];
        island->part = &p->apart.parts[k];
        island->tolerance = p->options->common.tolerance * island->part->share;
        island->target_tolerance = target_of(p->options, island->part->rows) * island->part->share;
        island->good = fmin(GOOD * island->target_tolerance, island->tolerance);
    }
    return HF_STATUS_OK;
}

// ---- stages ----

static void add_counts(auto_solve *p, const auto_counts *done)
{
    hf_report *report = p->report;
    if (!p->stage->together) report->iterations += done->iterations;
    else if (report->iterations < done->iterations) report->iterations = done->iterations; // it is the first stage
    report->local_solves += done->local_solves;
    report->failsafe_solves += done->failsafe_solves;
    report->local_failures += done->local_failures;
    p->cut_short |= done->limited;
}

/// The sweep's note, with a number of a block that the caller knows.
static void note_no_solution(auto_solve *p, int k)
{
    int first = p->apart.list.block[p->apart.list.begin[k]],
        blocks = p->apart.list.begin[k + 1] - p->apart.list.begin[k];
    if (p->apart.count == 1) report_note(p->report, "%s", p->islands[k].note);
    else if (blocks == 1) report_note(p->report, "block %d has no solution, whatever the others do", first);
    else
        report_note(p->report, "one of the %d blocks that act on block %d has no solution, whatever the others do",
                    blocks, first);
}

/// A stage on one island. The first one that works on it takes it out of the whole.
static hf_status run_one(void *context, int k, hf_workspace *scratch, hf_error *error)
{
    auto_solve *p = context;
    auto_island *island = &p->islands[k];
    auto_run run = {
        .options = p->options, .workspace = scratch, .watch = {.apart = &p->apart, .island = k, .scratch = scratch}};
    hf_status status = islands_take(&p->apart, k, scratch, error);
    if (status != HF_STATUS_OK) return status;
    run.trial = ARENA_ARRAY(scratch, double, island->part->rows);
    if (!run.trial) return error_no_memory(error);
    status = p->stage->run(&run, island, error);
    island->done = run.done;
    return status;
}

/// Lists the islands that the stage works on, the largest first; returns how many there are.
static int find_active(auto_solve *p)
{
    int count = 0;
    auto_run run = {.options = p->options, .watch.stopped = p->apart.stopped, .done = p->done};
    for (int k = 0; k < p->apart.count; k++)
    {
        auto_island *island = &p->islands[p->apart.order[k]];
        island->done = (auto_counts){0};
        if (p->stage->beyond ? !auto_wants_finish(&run, island) : auto_done(&run, island)) continue;
        if (p->stage->late && auto_gives_up_early(&run, island)) continue;
        p->active[count++] = p->apart.order[k];
    }
    return count;
}

/// Adds up what the islands have done. One that has no solution does not keep the others from theirs.
static void collect(auto_solve *p)
{
    for (int k = 0; k < p->apart.count; k++)
    {
        const auto_counts *done = &p->islands[k].done;
        add_counts(p, done);
        if (done->no_solution && !p->done.no_solution) note_no_solution(p, k);
        p->done.no_solution |= done->no_solution;
    }
}

/// One stage over all islands that are not solved.
static hf_status run_stage(auto_solve *p, const stage *s, hf_error *error)
{
    long before = p->report->iterations, most = p->options->common.max_iterations;
    p->stage = s;
    const island_run run = {.active = p->active,
                            .active_count = find_active(p),
                            .limit = most > 0 ? most - before : LONG_MAX,
                            .together = s->together,
                            .before = before};
    p->done.limited |= run.active_count > 0 && run.limit <= 0;
    if (p->done.limited) return HF_STATUS_OK;
    hf_status status = islands_run(&p->apart, &run, run_one, p, error);
    if (status != HF_STATUS_OK) return status;
    collect(p);
    if (p->report->iterations == before && !s->together) return HF_STATUS_OK;
    status = islands_join(&p->apart, error);
    if (status == HF_STATUS_OK) report_phase(p->report, s->name, p->report->iterations - before, p->apart.natural);
    return status;
}

/// All stages. `warm`: r is a guess.
static hf_status run_stages(auto_solve *p, bool warm, hf_error *error)
{
    const int count = sizeof stages / sizeof *stages;
    hf_status status = warm ? run_stage(p, &resume, error) : HF_STATUS_OK;
    for (int s = 0; s < count && status == HF_STATUS_OK && !all_done(p); s++) status = run_stage(p, &stages[s], error);
    if (status == HF_STATUS_OK && all_done(p)) status = run_stage(p, &finish, error);
    int too_large = 0;
    for (int k = 0; status == HF_STATUS_OK && k < p->apart.count; k++) too_large += p->islands[k].too_large;
    if (too_large > 0 && !all_done(p))
        report_note(p->report, "%d of %d islands are too large for Newton steps", too_large, p->apart.count);
    return status;
}

static hf_outcome outcome_of(const auto_solve *p)
{
    if (p->done.no_solution) return HF_OUTCOME_NO_SOLUTION;
    return p->apart.stopped || p->done.limited || p->cut_short ? HF_OUTCOME_LIMIT : HF_OUTCOME_STALLED;
}

/// Whether r is more than zeros.
static bool is_guess(const hf_problem *problem, const double *r)
{
    for (int k = 0; k < problem->dimension; k++)
        if (r[k] != 0.0) return true;
    return false;
}

static hf_status solve(const hf_problem *problem, const hf_auto_options *options, double *r, hf_workspace *workspace,
                       hf_report *report, hf_error *error)
{
    auto_solve p = {.options = options, .workspace = workspace, .report = report};
    bool warm = is_guess(problem, r);
    hf_residual residual;
    hf_status status = hf_residual_compute(problem, r, workspace, &residual, error);
    if (status != HF_STATUS_OK) return status;
    if (warm) report_phase(report, "guess", 0, residual.natural);
    if (!(residual.natural <= fmin(GOOD * target_of(options, problem->dimension), options->common.tolerance)))
    {
        arena_mark mark = arena_begin(workspace);
        status = take_apart(&p, problem, r, residual.natural, error);
        if (status == HF_STATUS_OK) status = run_stages(&p, warm, error);
        arena_end(workspace, mark);
    }
    if (status != HF_STATUS_OK) return status;
    if (p.done.limited || p.cut_short)
        report_note(report, "%ld iterations are the limit", options->common.max_iterations);
    if (p.apart.stopped) report_note(report, "stopped by the observer after %ld iterations", report->iterations);
    status = report_finish(problem, &options->common, r, workspace, outcome_of(&p), report, error);
    if (report->outcome == HF_OUTCOME_CONVERGED) report->note[0] = '\0';
    return status;
}

// ---- the two ways in ----

hf_status hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r, hf_workspace *workspace,
                        hf_report *report, hf_error *error)
{
    solve_frame frame;
    hf_auto_options defaults = hf_auto_options_default();
    if (!options) options = &defaults;
    hf_status status = hf_auto_options_check(options, error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = solve(problem, options, frame.answer, frame.workspace, frame.report, error);
    return solve_end(&frame, status);
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    hf_auto_options options = hf_auto_options_default();
    options.common = *common;
    return solve(problem, &options, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "auto",
     .paper = "ours: docs/auto.md",
     .summary = "the default: sweeps, then proximal Newton steps, island by island; nothing to tune",
     .exact = true},
};

const solver_family auto_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
