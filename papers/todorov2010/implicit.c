// Implicit nonlinear complementarity (Todorov 2010): options, islands, report. The iteration is in implicit_island.c,
// the laws as functions of x in implicit_law.c, the linear systems in implicit_newton.c, the line search in
// implicit_line.c.
//
// Sets of blocks that W does not connect are solved apart (solve/islands_apart.h): they do not share λ, steps or local
// minima, and linear systems are smaller.

#include "holdfast/implicit.h"

#include "papers/families.h"
#include "papers/todorov2010/implicit.h"
#include "solve/frame.h"
#include "solve/islands_apart.h"
#include "solve/report.h"

#include "base/error.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum
{
    ISLAND_ITERATIONS = 1000 // of each island, unless the caller has a limit
};

// Fraction of the tolerance that a whole aims at, for the rounding between its own measure and the
// certificate.
static const double MARGIN = 0.99;

hf_implicit_options hf_implicit_options_default(void)
{
    return (hf_implicit_options){.common = hf_solve_options_default(),
                                 .lambda = 1e-6,
                                 .acceptance = 0.5,
                                 .max_rescalings = 1,
                                 .shift = 0.1,
                                 .islands = true,
                                 .scaled = true};
}

hf_implicit_options hf_implicit_options_paper(void)
{
    hf_implicit_options options = hf_implicit_options_default();
    options.max_rescalings = 0;
    options.shift = 0.0;
    options.islands = options.scaled = false;
    return options;
}

hf_status hf_implicit_options_check(const hf_implicit_options *o, hf_error *error)
{
    const struct
    {
        const char *name;
        double value;
        bool good;
        const char *range;
    } checks[] = {
        {"lambda", o->lambda, o->lambda > 0.0 && o->lambda <= 1.0, "> 0 and <= 1"},
        {"acceptance", o->acceptance, o->acceptance >= 0.0 && o->acceptance <= 1.0, "within 0 and 1"},
        {"max_rescalings", o->max_rescalings, o->max_rescalings >= 0, ">= 0"},
        {"shift", o->shift, o->shift >= 0.0 && o->shift <= 1000.0, "within 0 and 1000"},
    };
    for (size_t k = 0; k < sizeof checks / sizeof *checks; k++)
        if (!checks[k].good)
            return error_set(error, HF_STATUS_INVALID, "options.%s = %g: must be %s", checks[k].name, checks[k].value,
                             checks[k].range);
    return solve_options_check(&o->common, error);
}

/// The problem with the bias taken off b: the law of problem.h for u - β e_N. It borrows all but b.
static hf_status shift(const hf_problem *problem, const double *bias, hf_workspace *workspace, hf_problem *shifted,
                       hf_error *error)
{
    *shifted = *problem;
    if (!bias) return HF_STATUS_OK;
    double *b = ARENA_ARRAY(workspace, double, problem->dimension);
    if (!b) return error_no_memory(error);
    for (int i = 0; i < problem->block_count; i++)
        for (int k = problem->offset[i]; k < problem->offset[i + 1]; k++)
        {
            bool pushes = problem->kind[i] == HF_LAW_CONTACT || problem->kind[i] == HF_LAW_UNILATERAL;
            b[k] = problem->b[k] - (pushes && k == problem->offset[i] ? bias[i] : 0.0);
            if (!isfinite(b[k]))
                return error_set(error, HF_STATUS_INVALID, "options.bias[%d] = %g: must be finite", i, bias[i]);
        }
    shifted->b = b;
    return problem_take_norm(shifted, error);
}

/// All islands of one solve.
typedef struct implicit_all
{
    const hf_implicit_options *options;
    const hf_problem *problem; // assembled, with its own b
    islands_apart apart;       // of the same with the bias taken off b
    implicit_solve *solves;    // one for each island
} implicit_all;

static void add_counts(hf_implicit_counts *sum, const hf_implicit_counts *part)
{
    sum->iterations += part->iterations;
    sum->newton += part->newton;
    sum->between += part->between;
    sum->descent += part->descent;
    sum->failed += part->failed;
    sum->edges += part->edges;
    sum->rescalings += part->rescalings;
    sum->shifts += part->shifts;
}

static hf_status solve_part(void *context, int k, hf_workspace *scratch, hf_error *error)
{
    implicit_all *all = context;
    island_part *part = &all->apart.parts[k];
    const island_list *islands = &all->apart.list;
    hf_implicit_options options = *all->options;
    island_watch watch = {.apart = &all->apart, .island = k, .scratch = scratch};
    implicit_solve *solve = &all->solves[k];
    options.common.budget = part->work;
    options.common.observer = options.common.observer ? islands_observe : NULL;
    options.common.observer_context = &watch;
    *solve = (implicit_solve){.options = &options,
                              .limit = options.common.max_iterations > 0 ? part->budget : ISLAND_ITERATIONS,
                              .target = islands_tolerance(&all->apart, k) * part->norm,
                              .norm = part->norm};
    hf_status status = islands_take(&all->apart, k, scratch, error);
    int count = islands->begin[k + 1] - islands->begin[k];
    double *b = ARENA_ARRAY(scratch, double, part->rows), *bias = ARENA_ARRAY(scratch, double, count);
    if (status == HF_STATUS_OK && (!b || !bias)) status = error_no_memory(error);
    if (status != HF_STATUS_OK) return status;
    hf_problem own = *part->problem; // as it was, the bias beside it
    islands_gather(all->problem, islands, k, all->problem->b, b);
    for (int t = 0; t < count && options.bias; t++) bias[t] = options.bias[islands->block[islands->begin[k] + t]];
    own.b = b;
    status = implicit_island(solve, &own, options.bias ? bias : NULL, part->r, scratch, error);
    solve->options = all->options;
    if (status == HF_STATUS_OK) part->natural = sqrt(solve->square) / part->norm;
    return status;
}

/// sum ◄ what the islands have done.
static hf_status solve_islands(implicit_all *all, const hf_problem *shifted, double *r, hf_workspace *workspace,
                               implicit_solve *sum, hf_error *error)
{
    const hf_solve_options *common = &all->options->common;
    hf_residual residual;
    hf_status status = hf_residual_compute(shifted, r, workspace, &residual, error);
    if (status == HF_STATUS_OK)
        status = islands_begin(&all->apart, shifted, r, residual.natural, common, workspace, error);
    if (status != HF_STATUS_OK) return status;
    all->solves = ARENA_ZEROED(workspace, implicit_solve, all->apart.count);
    if (!all->solves) return error_no_memory(error);
    sum->work.used = islands_work(shifted) + 4.0 * work_of_look(shifted);
    const island_run run = {.active = all->apart.order,
                            .active_count = all->apart.count,
                            .limit = solve_limit(common, LONG_MAX),
                            .work = work_rest(common->budget, (int64_t)sum->work.used)};
    status = islands_run(&all->apart, &run, solve_part, all, error);
    if (status == HF_STATUS_OK) status = islands_join(&all->apart, error);
    for (int k = 0; k < all->apart.count && status == HF_STATUS_OK; k++)
    {
        add_counts(&sum->counts, &all->solves[k].counts);
        sum->work.used += all->solves[k].work.used;
        sum->starved |= work_over(&all->solves[k].work);
        sum->stuck |= all->solves[k].stuck;
        sum->out_of_steps |= all->solves[k].out_of_steps;
    }
    sum->stopped = all->apart.stopped;
    sum->counts.islands = all->apart.count;
    return status;
}

/// The islands side by side, or the whole.
static hf_status solve_parts(const hf_implicit_options *options, const hf_problem *p, const hf_problem *shifted,
                             double *r, hf_workspace *workspace, implicit_solve *solve, hf_error *error)
{
    implicit_all all = {.options = options, .problem = p};
    if (options->islands) return solve_islands(&all, shifted, r, workspace, solve, error);
    *solve = (implicit_solve){.options = options,
                              .limit = solve_limit(&options->common, ISLAND_ITERATIONS),
                              .target = MARGIN * options->common.tolerance * (1.0 + shifted->norm_b),
                              .norm = 1.0 + shifted->norm_b,
                              .counts.islands = 1};
    hf_status status = implicit_island(solve, p, options->bias, r, workspace, error);
    solve->starved = work_over(&solve->work);
    return status;
}

static void note(const implicit_solve *solve, hf_report *report)
{
    const hf_implicit_counts *c = &solve->counts;
    const char *why = solve->stuck ? "local minimum; " : solve->out_of_steps || solve->stopped ? "limit; " : "";
    report_note(report,
                "%s%ld Newton points (%.0f %%), %ld between, %ld descents, %ld on edges, %ld rescalings, %ld shifts, "
                "%d islands",
                why, c->newton, c->iterations ? 100.0 * (double)c->newton / (double)c->iterations : 100.0, c->between,
                c->descent, c->edges, c->rescalings, c->shifts, c->islands);
}

static hf_status solve_all(const hf_problem *problem, const hf_implicit_options *options, double *r,
                           hf_workspace *workspace, hf_report *report, hf_implicit_counts *counts, hf_error *error)
{
    hf_problem *assembled = NULL;
    arena_mark mark = arena_begin(workspace);
    hf_status status = problem->factored ? problem_assemble(workspace, problem, &assembled, error) : HF_STATUS_OK;
    if (status != HF_STATUS_OK)
    {
        arena_end(workspace, mark);
        return status;
    }
    const hf_problem *p = assembled ? assembled : problem;
    implicit_solve solve = {0};
    hf_problem shifted, certified; // both with the bias taken off b; the second in the caller's form
    status = shift(p, options->bias, workspace, &shifted, error);
    certified = *problem;
    certified.b = shifted.b;
    certified.norm_b = shifted.norm_b;
    if (status == HF_STATUS_OK) status = solve_parts(options, p, &shifted, r, workspace, &solve, error);
    if (status == HF_STATUS_OK)
    {
        report->iterations = solve.counts.iterations;
        report->work = (int64_t)ceil(solve.work.used);
        bool limited = solve.stopped || solve.starved || (solve.out_of_steps && options->common.max_iterations > 0);
        hf_outcome otherwise = solve.stuck && !limited ? HF_OUTCOME_STALLED : HF_OUTCOME_LIMIT;
        if (solve.starved)
            report_note(report, "the budget of %lld units of work has ended", (long long)options->common.budget);
        else note(&solve, report);
        status = report_finish(&certified, &options->common, r, workspace, otherwise, report, error);
        report_phase(report, "implicit", report->iterations, report->residual.natural);
        if (counts) *counts = solve.counts;
    }
    arena_end(workspace, mark);
    return status;
}

// ---- the two ways in ----

hf_status hf_implicit_solve(const hf_problem *problem, const hf_implicit_options *options, double *r,
                            hf_workspace *workspace, hf_report *report, hf_implicit_counts *counts, hf_error *error)
{
    solve_frame frame;
    hf_implicit_options defaults = hf_implicit_options_default();
    if (!options) options = &defaults;
    hf_status status = hf_implicit_options_check(options, error);
    if (status == HF_STATUS_OK) status = solve_cones_only(problem, "implicit", error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = solve_all(frame.problem, options, frame.answer, frame.workspace, frame.report, counts, error);
    return solve_end(&frame, status);
}

static const name_option name_options[] = {
    {{"lambda", "initial Levenberg-Marquardt weight, > 0 to 1 [1e-6]"},
     NAME_REAL,
     offsetof(hf_implicit_options, lambda),
     1e-300,
     1},
    {{"acceptance", "share of the promised improvement that a Newton point must reach, 0 to 1 [0.5]"},
     NAME_REAL,
     offsetof(hf_implicit_options, acceptance),
     0,
     1},
    {{"rescalings", "of the residual at local minima, at most [1]"},
     NAME_COUNT,
     offsetof(hf_implicit_options, max_rescalings),
     0,
     1e6},
    {{"shift", "proximal weight at local minima, 0 to 1000; 0 gives up there [0.1]"},
     NAME_REAL,
     offsetof(hf_implicit_options, shift),
     0,
     1000},
    {{"islands", "1: solve islands apart; 0: all at once [1]"},
     NAME_FLAG,
     offsetof(hf_implicit_options, islands),
     0,
     1},
    {{"scaled", "1: blocks are scaled by their masses; 0: as published, the units decide [1]"},
     NAME_FLAG,
     offsetof(hf_implicit_options, scaled),
     0,
     1},
};

enum
{
    NAME_OPTIONS = sizeof name_options / sizeof *name_options
};

/// "implicit" or "implicit/paper", perhaps with options; false if it means nothing.
static bool read_name(const char *name, hf_implicit_options *options)
{
    const char *paper = name_after(name, "implicit/paper"), *rest = paper ? paper : name_after(name, "implicit");
    *options = paper ? hf_implicit_options_paper() : hf_implicit_options_default();
    return rest && *name_options_read(rest, name_options, NAME_OPTIONS, options) == '\0';
}

static bool accepts(const char *name)
{
    hf_implicit_options options;
    return read_name(name, &options);
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_implicit_options options;
    if (!read_name(name, &options)) return error_set(error, HF_STATUS_INVALID, "'%s' is no solver", name);
    options.common = *common;
    return solve_all(problem, &options, r, workspace, report, NULL, error);
}

static const hf_solver listed[] = {
    {.name = "implicit",
     .paper = "Todorov 2010",
     .summary = "impulse and velocity as functions of one vector; nonsmooth Gauss-Newton, edge-aware line search",
     .exact = true},
    {.name = "implicit/paper",
     .paper = "Todorov 2010",
     .summary = "the same as published: all islands at once, ends at local minima",
     .exact = true},
};

const solver_family implicit_family = {.listed = listed,
                                       .listed_count = sizeof listed / sizeof *listed,
                                       .options = name_options,
                                       .option_count = NAME_OPTIONS,
                                       .accepts = accepts,
                                       .run = run_by_name};
