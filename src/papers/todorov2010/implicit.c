// Implicit nonlinear complementarity (Todorov 2010): options, islands, report. The iteration is in implicit_island.c, the laws as functions
// of x in implicit_law.c, the linear systems in implicit_newton.c, the line search in implicit_line.c.
//
// Sets of blocks that W does not connect are solved apart: they do not share λ, steps or local minima, and linear systems are smaller. Each is given
// a share of the tolerance by its number of rows, so that all of them together keep it.

#include "holdfast/implicit.h"

#include "papers/todorov2010/implicit.h"
#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/report.h"

#include "base/error.h"
#include "base/sort.h"
#include "problem/islands.h"
#include "problem/law.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum
{
    ISLAND_ITERATIONS = 1000 // of each island, unless the caller has a limit
};

// Islands aim at this fraction of the tolerance, for the rounding between an island's certificate
// and that of the whole.
static const double MARGIN = 0.99;

hf_implicit_options hf_implicit_options_default(void)
{
    return (hf_implicit_options){.common = hf_solve_options_default(),
                                 .lambda = 1e-6,
                                 .acceptance = 0.5,
                                 .max_rescalings = 1,
                                 .shift = 0.1,
                                 .islands = true};
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

/// Σ ‖F_i‖² of each island at r.
static hf_status begin_squares(const hf_problem *shifted, const island_list *islands, const double *r, double *squares,
                               hf_workspace *workspace, hf_error *error)
{
    double *u = ARENA_ARRAY(workspace, double, shifted->dimension);
    if (!u) return error_no_memory(error);
    problem_velocity(shifted, r, NULL, u);
    memset(squares, 0, (size_t)islands->count * sizeof *squares);
    for (int i = 0; i < shifted->block_count; i++)
        squares[islands->island[i]] += law_natural_square(shifted, i, r + shifted->offset[i], u + shifted->offset[i]);
    return HF_STATUS_OK;
}

/// Island k of the assembled problem; r is the whole.
static hf_status solve_part(implicit_solve *solve, const hf_problem *p, const island_list *islands, int k,
                            double target, double *r, double *square, hf_workspace *workspace, hf_error *error)
{
    const double *bias = solve->options->bias;
    if (islands->count == 1) return implicit_island(solve, p, bias, target, r, square, workspace, error);
    int count = islands->begin[k + 1] - islands->begin[k], rows = islands_dimension(p, islands, k);
    hf_problem *part = NULL;
    double *part_r = ARENA_ARRAY(workspace, double, rows);
    double *part_bias = ARENA_ARRAY(workspace, double, count);
    hf_status status = part_r && part_bias ? islands_extract(p, islands, k, workspace, workspace, &part, error)
                                           : error_no_memory(error);
    if (status != HF_STATUS_OK) return status;
    for (int t = 0; t < count; t++) part_bias[t] = bias ? bias[islands->block[islands->begin[k] + t]] : 0.0;
    islands_gather(p, islands, k, r, part_r);
    status = implicit_island(solve, part, bias ? part_bias : NULL, target, part_r, square, workspace, error);
    if (status == HF_STATUS_OK) islands_scatter(p, islands, k, part_r, r);
    return status;
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
    return x->rows != y->rows ? x->rows - y->rows : x->island - y->island;
}

/// Smallest first: if a limit ends the solve, most of the blocks have their answer.
static island_size *order_islands(const hf_problem *p, const island_list *islands, hf_workspace *workspace)
{
    island_size *order = ARENA_ARRAY(workspace, island_size, islands->count);
    if (!order) return NULL;
    for (int k = 0; k < islands->count; k++)
        order[k] = (island_size){.island = k, .rows = islands_dimension(p, islands, k)};
    sort_items(order, (size_t)islands->count, sizeof *order, compare_sizes);
    return order;
}

static hf_status solve_islands(implicit_solve *solve, const hf_problem *p, const hf_problem *shifted, double *r,
                               hf_workspace *workspace, hf_error *error)
{
    island_list islands;
    hf_status status = islands_find(p, workspace, &islands, error);
    if (status != HF_STATUS_OK) return status;
    solve->counts.islands = islands.count;
    double *squares = ARENA_ARRAY(workspace, double, islands.count);
    const island_size *order = order_islands(p, &islands, workspace);
    if (!squares || !order) return error_no_memory(error);
    status = begin_squares(shifted, &islands, r, squares, workspace, error);
    if (status != HF_STATUS_OK) return status;
    double *after = ARENA_ARRAY(workspace, double, islands.count + 1); // Σ ‖F_i‖² of the islands after this one
    if (!after) return error_no_memory(error);
    after[islands.count] = 0.0;
    for (int t = islands.count - 1; t >= 0; t--) after[t] = after[t + 1] + squares[order[t].island];
    double before = 0.0;
    for (int t = 0; t < islands.count && status == HF_STATUS_OK && !solve->stopped; t++)
    {
        int k = order[t].island;
        double target =
            MARGIN * solve->options->common.tolerance * solve->norm * sqrt((double)order[t].rows / p->dimension);
        solve->others = before + after[t + 1];
        arena_mark mark = arena_begin(workspace);
        status = solve_part(solve, p, &islands, k, target, r, &squares[k], workspace, error);
        arena_end(workspace, mark);
        before += squares[k];
    }
    return status;
}

/// The islands one by one, or the whole.
static hf_status solve_parts(implicit_solve *solve, const hf_problem *p, const hf_problem *shifted, double *r,
                             hf_workspace *workspace, hf_error *error)
{
    const hf_implicit_options *options = solve->options;
    if (options->islands) return solve_islands(solve, p, shifted, r, workspace, error);
    double square;
    solve->counts.islands = 1;
    return implicit_island(solve, p, options->bias, MARGIN * options->common.tolerance * solve->norm, r, &square,
                           workspace, error);
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
    implicit_solve solve = {.options = options,
                            .limit = solve_limit(&options->common, LONG_MAX),
                            .island_limit = solve_limit(&options->common, ISLAND_ITERATIONS)};
    hf_problem shifted, certified; // both with the bias taken off b; the second in the caller's form
    status = shift(p, options->bias, workspace, &shifted, error);
    certified = *problem;
    certified.b = shifted.b;
    certified.norm_b = shifted.norm_b;
    solve.norm = 1.0 + shifted.norm_b;
    if (status == HF_STATUS_OK) status = solve_parts(&solve, p, &shifted, r, workspace, error);
    if (status == HF_STATUS_OK)
    {
        report->iterations = solve.counts.iterations;
        hf_outcome otherwise = solve.stuck && !solve.stopped ? HF_OUTCOME_STALLED : HF_OUTCOME_LIMIT;
        note(&solve, report);
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
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = solve_all(problem, options, frame.answer, frame.workspace, frame.report, counts, error);
    return solve_end(&frame, status);
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    hf_implicit_options options = hf_implicit_options_default();
    options.common = *common;
    return solve_all(problem, &options, r, workspace, report, NULL, error);
}

static const hf_solver listed[] = {
    {.name = "implicit",
     .paper = "Todorov 2010",
     .summary = "impulse and velocity as functions of one vector; nonsmooth Gauss-Newton, edge-aware line search",
     .exact = true},
};

const solver_family implicit_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
