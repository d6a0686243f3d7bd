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

#include "solve/methods.h"
#include "solve/report.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/tasks.h"
#include "problem/islands.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

static const double GOOD = 10.0; // times the target: what is below is not worth a finish
/// Times the target, for islands with more than LARGE_ROWS rows, where steps cost more.
static const double LARGE_TARGET = 100.0;
enum
{
    LARGE_ROWS = 600
};
enum
{
    WORTH_WAKING = 300 // rows to work on: fewer are done before other threads are awake
};

hf_auto_options hf_auto_options_default(void)
{
    return (hf_auto_options){.tolerance = 1e-8, .max_restarts = 100};
}

hf_status hf_auto_options_check(const hf_auto_options *o, hf_error *error)
{
    if (!(o->tolerance > 0.0) || isinf(o->tolerance))
        return error_set(error, HF_STATUS_INVALID, "auto options: tolerance = %g must be finite and > 0", o->tolerance);
    if (o->max_iterations < 0)
        return error_set(error, HF_STATUS_INVALID, "auto options: max_iterations = %ld must be >= 0",
                         o->max_iterations);
    if (o->max_restarts < 0)
        return error_set(error, HF_STATUS_INVALID, "auto options: max_restarts = %d must be >= 0", o->max_restarts);
    if (!(o->target_tolerance >= 0.0))
        return error_set(error, HF_STATUS_INVALID, "auto options: target_tolerance = %g must be >= 0",
                         o->target_tolerance);
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

/// The whole problem and what it falls into.
typedef struct parts
{
    const hf_auto_options *options;
    hf_workspace *workspace;
    hf_report *report;
    auto_island whole;
    island_list list;
    int count;
    auto_island *islands;
    int *order;       // largest first: they shall not be begun last
    int *active;      // those that the stage works on, in this order
    auto_counts done; // of the whole solve; iterations stand in the report
    bool in_order;    // one after the other: an observer watches, or iterations are counted off from a limit
    bool warm;        // r is more than zeros
    const stage *stage;
} parts;

static bool all_done(const parts *p)
{
    return p->done.stopped || p->done.limited || p->done.no_solution || p->whole.natural <= p->whole.tolerance;
}

// ---- islands ----

/// Shares of the tolerance: squares add up over islands, so that Σ (share)² = 1.
static void set_shares(const hf_auto_options *options, const hf_problem *whole, int dimension, double norm_b,
                       auto_island *island)
{
    double share = dimension == whole->dimension ? 1.0 : sqrt((double)dimension / whole->dimension);
    share *= (1.0 + whole->norm_b) / (1.0 + norm_b);
    double target = options->target_tolerance * (dimension > LARGE_ROWS ? LARGE_TARGET : 1.0);
    if (target == 0.0 || target > options->tolerance) target = options->tolerance;
    island->tolerance = options->tolerance * share;
    island->target_tolerance = target * share;
    island->good = fmin(GOOD * island->target_tolerance, island->tolerance);
}

/// What the residual at r of the whole says about each island, before any is taken out.
static hf_status judge_islands(parts *p, hf_error *error)
{
    const hf_problem *whole = p->whole.problem;
    arena_mark mark = arena_begin(p->workspace);
    double *u = ARENA_ARRAY(p->workspace, double, whole->dimension);
    double *v = ARENA_ARRAY(p->workspace, double, whole->rows.dof_count);
    double *norm_b = ARENA_ZEROED(p->workspace, double, p->count);
    hf_status status = u && v && norm_b ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        problem_velocity(whole, p->whole.r, v, u);
        for (int i = 0; i < whole->block_count; i++)
        {
            int k = p->list.island[i], at = whole->offset[i];
            p->islands[k].natural += law_natural_square(whole, i, p->whole.r + at, u + at);
            for (int n = at; n < whole->offset[i + 1]; n++) norm_b[k] += whole->b[n] * whole->b[n];
        }
        for (int k = 0; k < p->count; k++)
        {
            double norm = fmin(sqrt(norm_b[k]), whole->norm_b), natural = sqrt(p->islands[k].natural) / (1.0 + norm);
            p->islands[k].natural = isnan(natural) ? INFINITY : natural; // squares may overflow
            set_shares(p->options, whole, p->islands[k].rows, norm, &p->islands[k]);
        }
    }
    arena_end(p->workspace, mark);
    return status;
}

/// Takes an island out of the whole, with its share of r; it outlasts the task.
static hf_status take_out(parts *p, int k, hf_workspace *scratch, hf_error *error)
{
    auto_island *island = &p->islands[k];
    const hf_problem *whole = p->whole.problem;
    hf_problem *part;
    hf_status status = islands_extract(whole, &p->list, k, arena_lasting(scratch), scratch, &part, error);
    if (status != HF_STATUS_OK) return status;
    island->problem = part;
    islands_gather(whole, &p->list, k, p->whole.r, island->r);
    return HF_STATUS_OK;
}

/// An island and its rows.
typedef struct island_size
{
    int island;
    int rows;
} island_size;

static int compare_sizes(const void *a, const void *b)
{
    const island_size *x = a, *y = b;
    return x->rows != y->rows ? y->rows - x->rows : x->island - y->island;
}

static hf_status order_islands(parts *p, hf_error *error)
{
    arena_mark mark = arena_begin(p->workspace);
    island_size *sizes = ARENA_ARRAY(p->workspace, island_size, p->count);
    hf_status status = sizes ? HF_STATUS_OK : error_no_memory(error);
    for (int k = 0; sizes && k < p->count; k++) sizes[k] = (island_size){.island = k, .rows = p->islands[k].rows};
    if (sizes) sort_items(sizes, (size_t)p->count, sizeof *sizes, compare_sizes);
    for (int k = 0; sizes && k < p->count; k++) p->order[k] = sizes[k].island;
    arena_end(p->workspace, mark);
    return status;
}

static hf_status take_apart(parts *p, hf_error *error)
{
    const hf_problem *whole = p->whole.problem;
    hf_status status = islands_find(whole, p->workspace, &p->list, error);
    if (status != HF_STATUS_OK) return status;
    p->count = p->list.count;
    p->islands = ARENA_ZEROED(p->workspace, auto_island, p->count);
    p->order = ARENA_ZEROED(p->workspace, int, p->count);
    p->active = ARENA_ZEROED(p->workspace, int, p->count);
    if (!p->islands || !p->order || !p->active) return error_no_memory(error);
    if (p->count == 1)
    {
        p->islands[0] = p->whole;
        p->islands[0].rows = whole->dimension;
        return HF_STATUS_OK;
    }
    double *r = ARENA_ARRAY(p->workspace, double, whole->dimension);
    if (!r) return error_no_memory(error);
    for (int k = 0; k < p->count; k++)
    {
        p->islands[k].r = r;
        p->islands[k].rows = islands_dimension(whole, &p->list, k);
        r += p->islands[k].rows;
    }
    status = judge_islands(p, error);
    return status == HF_STATUS_OK ? order_islands(p, error) : status;
}

/// r of the whole, and its certificate.
static hf_status put_together(parts *p, hf_error *error)
{
    if (p->count == 1)
    {
        p->whole.natural = p->islands[0].natural;
        return HF_STATUS_OK;
    }
    for (int k = 0; k < p->count; k++)
        if (p->islands[k].problem) islands_scatter(p->whole.problem, &p->list, k, p->islands[k].r, p->whole.r);
    hf_residual residual;
    hf_status status = hf_residual_compute(p->whole.problem, p->whole.r, p->workspace, &residual, error);
    p->whole.natural = residual.natural;
    return status;
}

// ---- stages ----

static void add_counts(parts *p, const auto_counts *done)
{
    hf_report *report = p->report;
    if (!p->stage->together) report->iterations += done->iterations;
    else if (report->iterations < done->iterations) report->iterations = done->iterations; // it is the first stage
    report->local_solves += done->local_solves;
    report->failsafe_solves += done->failsafe_solves;
    report->local_failures += done->local_failures;
    p->done.stopped |= done->stopped;
    p->done.limited |= done->limited;
}

/// The sweep's note, with a number of a block that the caller knows.
static void note_no_solution(parts *p, int k)
{
    int first = p->list.block[p->list.begin[k]], blocks = p->list.begin[k + 1] - p->list.begin[k];
    if (p->count == 1) report_note(p->report, "%s", p->islands[k].note);
    else if (blocks == 1) report_note(p->report, "block %d has no solution, whatever the others do", first);
    else
        report_note(p->report, "one of the %d blocks that act on block %d has no solution, whatever the others do",
                    blocks, first);
}

/// A stage on one island. The first one that works on it takes it out of the whole.
static hf_status run_one(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    parts *p = context;
    auto_island *island = &p->islands[p->active[index]];
    if (p->in_order && (p->done.stopped || p->done.limited)) return HF_STATUS_OK;
    auto_run run = {.options = p->options, .workspace = scratch};
    if (!p->stage->together) run.before = p->report->iterations;
    hf_status status = island->problem ? HF_STATUS_OK : take_out(p, p->active[index], scratch, error);
    if (status != HF_STATUS_OK) return status;
    run.trial = ARENA_ARRAY(scratch, double, island->rows);
    if (!run.trial) return error_no_memory(error);
    status = p->stage->run(&run, island, error);
    island->done = run.done;
    if (p->in_order) add_counts(p, &run.done);
    return status;
}

/// Lists the islands that the stage works on; returns how many there are, and their rows.
static int find_active(parts *p, double *rows)
{
    int count = 0;
    auto_run run = {.options = p->options, .done = p->done};
    *rows = 0.0;
    for (int k = 0; k < p->count; k++)
    {
        auto_island *island = &p->islands[p->order[k]];
        island->done = (auto_counts){0};
        if (p->stage->beyond ? !auto_wants_finish(&run, island) : auto_done(&run, island)) continue;
        if (p->stage->late && auto_gives_up_early(&run, island)) continue;
        p->active[count++] = p->order[k];
        *rows += island->rows;
    }
    return count;
}

/// One stage over all islands that are not solved. An island that has no solution does not keep the others from theirs.
static hf_status run_stage(parts *p, const stage *s, hf_error *error)
{
    long before = p->report->iterations;
    p->stage = s;
    p->in_order = p->options->observer || (p->options->max_iterations > 0 && !s->together);
    double rows;
    int active = find_active(p, &rows);
    hf_status status = p->in_order || rows < WORTH_WAKING ? tasks_run_in_order(p->workspace, active, run_one, p, error)
                                                          : tasks_run(p->workspace, active, run_one, p, error);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < p->count; k++)
    {
        auto_island *island = &p->islands[k];
        if (!p->in_order) add_counts(p, &island->done);
        if (island->done.no_solution && !p->done.no_solution) note_no_solution(p, k);
        p->done.no_solution |= island->done.no_solution;
    }
    if (p->report->iterations == before && !s->together) return HF_STATUS_OK;
    status = put_together(p, error);
    if (status == HF_STATUS_OK) report_phase(p->report, s->name, p->report->iterations - before, p->whole.natural);
    return status;
}

static hf_status run_stages(parts *p, hf_error *error)
{
    const int count = sizeof stages / sizeof *stages;
    arena_mark mark = arena_begin(p->workspace);
    hf_status status = take_apart(p, error);
    if (status == HF_STATUS_OK && p->warm) status = run_stage(p, &resume, error);
    for (int s = 0; s < count && status == HF_STATUS_OK && !all_done(p); s++) status = run_stage(p, &stages[s], error);
    if (status == HF_STATUS_OK && all_done(p)) status = run_stage(p, &finish, error);
    int too_large = 0;
    for (int k = 0; status == HF_STATUS_OK && k < p->count; k++) too_large += p->islands[k].too_large;
    if (too_large > 0 && !all_done(p))
        report_note(p->report, "%d of %d islands are too large for Newton steps", too_large, p->count);
    arena_end(p->workspace, mark);
    return status;
}

static hf_outcome outcome_of(const parts *p)
{
    if (p->done.no_solution) return HF_OUTCOME_NO_SOLUTION;
    return p->done.stopped || p->done.limited ? HF_OUTCOME_LIMIT : HF_OUTCOME_STALLED;
}

/// Whether r is more than zeros.
static bool is_guess(const hf_problem *problem, const double *r)
{
    for (int k = 0; k < problem->dimension; k++)
        if (r[k] != 0.0) return true;
    return false;
}

static hf_status solve(const hf_problem *problem, const hf_auto_options *options, const hf_solve_options *common,
                       double *r, hf_workspace *workspace, hf_report *report, hf_error *error)
{
    parts p = {.options = options,
               .workspace = workspace,
               .report = report,
               .whole = {.problem = problem, .r = r},
               .warm = is_guess(problem, r)};
    set_shares(options, problem, problem->dimension, problem->norm_b, &p.whole);
    hf_residual residual;
    hf_status status = hf_residual_compute(problem, r, workspace, &residual, error);
    p.whole.natural = residual.natural;
    if (p.warm) report_phase(report, "guess", 0, p.whole.natural);
    if (status == HF_STATUS_OK && !(p.whole.natural <= p.whole.good)) status = run_stages(&p, error);
    if (status != HF_STATUS_OK) return status;
    if (p.done.limited) report_note(report, "%ld iterations are the limit", options->max_iterations);
    if (p.done.stopped) report_note(report, "stopped by the observer after %ld iterations", report->iterations);
    status = report_finish(problem, common, r, workspace, outcome_of(&p), report, error);
    if (report->outcome == HF_OUTCOME_CONVERGED) report->note[0] = '\0';
    return status;
}

// ---- the two ways in ----

static hf_status solve_typed(const void *context, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    return solve(problem, context, common, r, workspace, report, error);
}

hf_status hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r, hf_workspace *workspace,
                        hf_report *report, hf_error *error)
{
    hf_auto_options defaults = hf_auto_options_default();
    if (!options) options = &defaults;
    hf_status status = hf_auto_options_check(options, error);
    if (status != HF_STATUS_OK) return status;
    hf_solve_options common = {.tolerance = options->tolerance,
                               .max_iterations = options->max_iterations,
                               .warm_start = options->warm_start,
                               .observer = options->observer,
                               .observer_context = options->observer_context};
    return solve_protected(solve_typed, options, problem, &common, r, workspace, report, error);
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    hf_auto_options options = hf_auto_options_default();
    options.tolerance = common->tolerance;
    options.max_iterations = common->max_iterations;
    options.observer = common->observer;
    options.observer_context = common->observer_context;
    return solve(problem, &options, common, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "auto",
     .paper = "ours: docs/auto.md",
     .summary = "the default: sweeps, then proximal Newton steps, island by island; nothing to tune",
     .exact = true},
};

const solver_family auto_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
