// Interior points of the exact contact problem: friction is not made convex.
//
// With r' = (mu r_N, r_T) and y = (u_N / mu + ‖u_T‖, u_T) Coulomb's law is a complementarity of second-order cones, r',
// y ∈ L, r' · y = 0: the change of variables behind the natural map of the certificate (De Saxcé and Feng 1998; Acary
// et al. 2011). Points inside the cones with
//
//     r' ∘ y = τ e,     y_N - ‖y_T‖ = u_N / mu, y_T = u_T, u = W r + b (∘: Jordan's product)
//
// form a curve, at whose end τ = 0 there is an answer. Steps go as in Mehrotra's method for convex problems (1992; for
// these cones Nesterov and Todd 1997): a first one aims at τ = 0, how far that gets says which τ to aim at, and the
// second corrects for what the first one bent. Two things differ from the convex case:
//  - ‖y_T‖ is differentiated, too. It is rounded at 0 by a speed that falls with τ: sticking contacts have y_T -> 0,
//    and its direction is noise there.
//  - Friction is not monotone, so the curve may turn back. Then steps become short; from the last place near the curve
//    it is followed
//    through its turns (interior_follow.c).
// Twenty to thirty systems lead from nothing to 1e-9 where there is no turn, and each turn takes ten to thirty more. On
// packings of a hundred contacts that have nearly come to rest this is the only way that nearly always gets there
// (docs/auto.md): all contacts approach their states at once, none is decided too early. With the size the turns become
// more, and one of them is lost in the end. Several curves (where they begin, how ‖y_T‖ is rounded) lead to an answer;
// where one is lost, the next is tried.

#include "solve/newton/interior_run.h"

#include "solve/methods.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    ALONE_SYSTEMS = 250, // of each curve, by name
    SHORT_STEPS = 3      // in a row: the curve turns
};
static const double SHORT = 0.1;       // step
static const double LONG_ENOUGH = 0.2; // step: no other direction is tried
static const double INSIDE = 0.95;     // of the way to the edge
static const double KEEP = 0.3;        // share of τ to aim at where the first aim leads nowhere …
static const double CENTRE = 0.8;      // … and where nothing else does
static const double LOST = 1e3;        // τ at the start: a curve that gets here has led back

/// Predictor and corrector, with the factors at hand.
static hf_status advance(interior_run *run, hf_error *error)
{
    double reach;
    interior_keep_near(run);
    hf_status status = interior_step(run, (interior_aim){.share = 0.0}, &reach, error);
    double first = fmin(1.0, reach), share = (1.0 - first) * (1.0 - first) * (1.0 - first), length = 0.0;
    const interior_aim aims[] = {{share, 1.0}, {fmax(share, KEEP), first}, {CENTRE, 0.0}};
    for (size_t k = 0; k < sizeof aims / sizeof *aims && status == HF_STATUS_OK && length < LONG_ENOUGH; k++)
    {
        status = interior_step(run, aims[k], &reach, error);
        length = fmin(1.0, INSIDE * reach);
    }
    if (status != HF_STATUS_OK) return status;
    run->lost = !(length > 0.0);
    interior_move(run, length);
    run->short_steps = length < SHORT ? run->short_steps + 1 : 0;
    if (run->short_steps == SHORT_STEPS) interior_turn(run);
    return status;
}

static hf_status one_system(interior_run *run, hf_error *error)
{
    bool regular;
    hf_status status = interior_factor(run, &regular, error);
    run->lost = !regular;
    if (status == HF_STATUS_OK && regular)
        status = run->mode == MODE_FAST ? advance(run, error) : interior_follow(run, error);
    return status;
}

static hf_status iterate(interior_run *run, hf_outcome *otherwise, hf_error *error)
{
    const hf_solve_options *options = run->options;
    interior_measure(run);
    double highest = LOST * run->tau;
    while (run->best.natural > options->tolerance)
    {
        *otherwise = HF_OUTCOME_LIMIT;
        if (run->report->iterations >= options->max_iterations || work_over(&run->work)) return HF_STATUS_OK;
        hf_status status = one_system(run, error);
        if (status != HF_STATUS_OK) return status;
        run->report->iterations++;
        interior_measure(run);
        if (!report_observe(options, "interior", run->report->iterations, run->best.natural, false))
            return HF_STATUS_OK;
        *otherwise = HF_OUTCOME_STALLED;
        if (run->lost || !(run->tau <= highest)) return HF_STATUS_OK;
    }
    return HF_STATUS_OK;
}

/// r ◄ the best iterate of the curve.
static hf_status follow_curve(interior_run *run, double *r, hf_outcome *otherwise, hf_error *error)
{
    const hf_problem *p = run->problem;
    hf_status status = interior_begin(run) ? iterate(run, otherwise, error) : error_no_memory(error);
    if (run->system) newton_system_release(run->system);
    if (status != HF_STATUS_OK) return status;
    if (p->dimension > 0) memcpy(r, run->best.r, (size_t)p->dimension * sizeof *r);
    report_phase(run->report, "interior", run->report->iterations, run->best.natural);
    return HF_STATUS_OK;
}

hf_status interior_solve(const hf_problem *problem, interior_curve curve, const hf_solve_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    interior_run run = {.problem = problem,
                        .options = options,
                        .curve = curve,
                        .workspace = workspace,
                        .report = report,
                        .work = work_begin(problem, options, workspace)};
    hf_outcome otherwise = HF_OUTCOME_STALLED;
    hf_status status = HF_STATUS_OK;
    report_begin(report);
    if (!work_over(&run.work)) status = follow_curve(&run, r, &otherwise, error);
    else memset(r, 0, (size_t)problem->dimension * sizeof *r);
    if (status == HF_STATUS_OK)
        status = work_finish(&run.work, problem, options, r, workspace, otherwise, report, error);
    arena_end(workspace, mark);
    return status;
}

const interior_curve interior_curves[INTERIOR_CURVES] = {
    {.start = 10.0, .smooth = 0.1}, {.start = 1.0, .smooth = 0.3},  {.start = 3.0, .smooth = 0.03},
    {.start = 1.0, .smooth = 1.0},  {.start = 30.0, .smooth = 0.1}, {.start = 1.0, .smooth = 0.01},
};

/// One curve after the other, until one gets there.
static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    (void)name;
    hf_solve_options options = *common;
    long left = common->max_iterations > 0 ? common->max_iterations : (long)INTERIOR_CURVES * ALONE_SYSTEMS;
    long done = 0;
    int64_t work = 0;
    double natural = INFINITY, *trial = ARENA_ARRAY(workspace, double, problem->dimension);
    hf_report part;
    hf_status status = trial ? HF_STATUS_OK : error_no_memory(error);
    for (int k = 0; k < INTERIOR_CURVES && status == HF_STATUS_OK && left > done; k++)
    {
        options.max_iterations = left - done < ALONE_SYSTEMS ? left - done : ALONE_SYSTEMS;
        options.budget = work_rest(common->budget, work);
        status = interior_solve(problem, interior_curves[k], &options, trial, workspace, &part, error);
        if (status != HF_STATUS_OK) return status;
        done += part.iterations;
        work += part.work;
        if (part.residual.natural < natural)
        {
            natural = part.residual.natural;
            memcpy(r, trial, (size_t)problem->dimension * sizeof *r);
            *report = part;
        }
        // By the observer, or the budget.
        bool stopped = part.outcome == HF_OUTCOME_LIMIT && part.iterations < options.max_iterations;
        if (part.outcome == HF_OUTCOME_CONVERGED || stopped) break;
    }
    report->iterations = done;
    report->work = work;
    return status;
}

static const hf_solver listed[] = {
    {.name = "interior",
     .paper = "ours; after Mehrotra 1992, Nesterov and Todd 1997, Keller 1977",
     .summary = "interior points of the exact law, followed around turns; packings near rest, to 300 contacts",
     .exact = true},
};

const solver_family interior_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
