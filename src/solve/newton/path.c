// Solutions followed along a path, through its turning points.
//
// The regularized problem  u = (W + εD) r + b, laws as before, D = diag ‖W_ii‖, has a solution for every ε > 0, and
//                          only one for ε large
// enough. From there the solutions for all ε form a curve, along which ε does not always fall: friction is not
// monotone, so the curve turns back, as often as it likes, before it comes down to ε = 0. Methods that only make ε
// smaller (`proximal`, Tikhonov's) lose it at the first turn, and so do continuations in mu. Following the curve itself
// does not.
//
// Two walks (path_walk.c):
//   push     u = (W + ε₀D) r + b + t e, e_N > 0: for t large enough nothing touches and r = 0. t falls to 0, as in
//            Lemke's algorithm,
//            of which this is the twin with the exact cone. It cannot run off to infinity, W + ε₀D being positive
//            definite.
//   weight   ln ε falls from ln ε₀. It cannot run off either if some motion of the bodies separates all contacts (Acary
//            et al. 2011).
// Both are generically curves, smooth but for the points where one block changes what it does (path_pieces.c). If a
// walk is lost after all (two blocks change at once, steps too short, a jump to another curve), the next attempt draws
// other D and e.
//
// Cost: about four sparse LU of the free unknowns for each piece of the path; the pieces are some times the number of
// contacts on most problems, and may be many more. For islands of some hundred contacts that nothing else solves.

#include "solve/newton/path.h"

#include "solve/frame.h"
#include "solve/methods.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "base/random.h"

#include <math.h>
#include <string.h>

enum
{
    ATTEMPTS = 8,
    MAX_SYSTEMS = 40000 // of all attempts
};
static const double FIRST_WEIGHT = 0.1; // ε₀
static const double LAST_WEIGHT = 1e-13;
static const double FIRST_REACH = 0.3; // length of the first step
static const double SPREAD = 1.0;      // of ln D and ln e at further attempts
static const double VANISHING = 1e-12; // a diagonal block smaller than this share of the largest counts as this share

static bool begin_points(path_run *run, hf_workspace *workspace)
{
    path_point *points[] = {&run->here, &run->there, &run->crossing};
    for (int k = 0; k < 3; k++)
    {
        points[k]->x = ARENA_ZEROED(workspace, double, run->problem->dimension);
        points[k]->angle = ARENA_ZEROED(workspace, double, run->problem->block_count);
        points[k]->u = ARENA_ZEROED(workspace, double, run->problem->dimension);
        if (!points[k]->x || !points[k]->angle || !points[k]->u) return false;
    }
    return true;
}

static bool begin(path_run *run, hf_workspace *workspace)
{
    const hf_problem *p = run->problem;
    int n = p->dimension;
    run->laws = ARENA_ARRAY(workspace, path_law, p->block_count);
    run->pieces = ARENA_ARRAY(workspace, path_piece, p->block_count);
    run->scale = ARENA_ARRAY(workspace, double, p->block_count);
    run->moves = ARENA_ARRAY(workspace, block_move, p->block_count);
    run->A = ARENA_ARRAY(workspace, double, block_at(p, p->W.begin[p->block_count]));
    run->system = newton_system_create_contacts(p, run->A, &run->work, workspace);
    double **vectors[] = {&run->q, &run->push, &run->along, &run->tangent, &run->border, &run->rhs, &run->dx, &run->du};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; k++)
        if (!(*vectors[k] = ARENA_ZEROED(workspace, double, n + 1))) return false;
    return run->laws && run->pieces && run->scale && run->moves && begin_points(run, workspace) && run->A &&
           run->system && best_begin(&run->best, p, workspace);
}

/// s_i = 1/√w_i, times a factor by lot at further attempts.
static void find_scales(path_run *run, int attempt, random_state *random)
{
    const hf_problem *p = run->problem;
    double floor = p->largest > 0.0 ? VANISHING * p->largest : 1.0;
    for (int i = 0; i < p->block_count; i++)
    {
        const double *W = problem_diagonal(p, i);
        double sum = 0.0, factor = attempt > 0 ? real_exp(random_between(random, -0.5 * SPREAD, 0.5 * SPREAD)) : 1.0;
        for (int k = 0; k < p->size[i] * p->size[i]; k++) sum += W[k] * W[k];
        run->scale[i] = factor / sqrt(fmax(sqrt(sum), floor));
    }
}

/// A, q, laws and push in scaled variables. False if b is zero throughout.
static bool scale_problem(path_run *run, int attempt)
{
    const hf_problem *p = run->problem;
    random_state random = random_seed((unsigned)attempt);
    find_scales(run, attempt, &random);
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            size_t at = block_at(p, k), area = (size_t)(p->size[i] * p->size[j]);
            for (size_t e = at; e < at + area; e++) run->A[e] = run->scale[i] * run->scale[j] * p->W.values[e];
        }
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
        {
            run->q[k] = run->scale[i] * p->b[k];
            sum += run->q[k] * run->q[k];
        }
    }
    run->unit = sqrt(sum / fmax(1.0, p->dimension));
    if (!(run->unit > 0.0) || !isfinite(run->unit)) return false;
    for (int k = 0; k < p->dimension; k++) run->q[k] /= run->unit;
    for (int i = 0; i < p->block_count; i++)
    {
        run->scale[i] *= run->unit;
        run->laws[i] = (path_law){.kind = p->kind[i],
                                  .size = p->size[i],
                                  .mu = p->mu[i],
                                  .lo = p->lo[i] / run->scale[i],
                                  .hi = p->hi[i] / run->scale[i]};
        run->push[p->offset[i]] = real_exp(random_between(&random, -SPREAD, SPREAD));
    }
    return true;
}

/// Nothing touches, boxes are at a bound, and only what always holds is free.
static void place_blocks(path_run *run)
{
    const hf_problem *p = run->problem;
    memset(run->here.x, 0, (size_t)p->dimension * sizeof *run->here.x);
    memset(run->here.angle, 0, (size_t)p->block_count * sizeof *run->here.angle);
    for (int i = 0; i < p->block_count; i++)
    {
        const path_law *law = &run->laws[i];
        int k = p->offset[i];
        run->pieces[i] = PATH_LOW;
        if (law->kind == HF_LAW_BILATERAL) run->pieces[i] = PATH_FREE;
        if (law->kind == HF_LAW_BOX)
        {
            bool low = isfinite(law->lo), high = isfinite(law->hi);
            run->pieces[i] = low ? PATH_LOW : high ? PATH_EDGE : PATH_FREE;
            run->here.x[k] = low ? law->lo : high ? law->hi : 0.0;
            if (!low) run->push[k] = -run->push[k];
        }
        if (run->pieces[i] == PATH_FREE) run->push[k] = 0.0;
    }
}

/// The t at which the first block is about to change, and which: everything is at rest beyond. Zero if nothing needs
/// pushing apart.
static void find_start(path_run *run)
{
    const hf_problem *p = run->problem;
    run->grown.block = PATH_NO_EVENT;
    run->here.parameter = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        path_event events[PATH_EVENTS];
        int k = p->offset[i];
        path_events(&run->laws[i], run->pieces[i], run->here.x + k, 0.0, run->here.u + k, events);
        if (!events[0].of_velocity) continue; // free throughout
        double t = -events[0].value / fabs(run->push[k]);
        if (!(t > run->here.parameter)) continue;
        run->here.parameter = t;
        run->grown = (path_mark){.block = i};
    }
}

static hf_status push(path_run *run, path_end *end, hf_error *error)
{
    bool regular;
    run->kind = PATH_PUSH;
    run->epsilon = FIRST_WEIGHT;
    run->end = 0.0;
    run->reach = FIRST_REACH;
    place_blocks(run);
    run->here.parameter = 0.0;
    hf_status status = path_relax(run, &run->here, &regular, error);
    *end = PATH_LOST;
    if (status != HF_STATUS_OK || !regular) return status;
    find_start(run);
    *end = PATH_ARRIVED;
    if (run->grown.block == PATH_NO_EVENT) return HF_STATUS_OK;
    path_evaluate(run, &run->here);
    int i = run->grown.block, k = run->problem->offset[i];
    run->grown.which =
        path_cross(&run->laws[i], &run->pieces[i], 0, run->here.x + k, run->here.u + k, &run->here.angle[i]);
    return path_walk(run, end, error);
}

static hf_status attempt(path_run *run, int number, path_end *end, hf_error *error)
{
    *end = PATH_SOLVED; // by r = 0
    if (!scale_problem(run, number)) return HF_STATUS_OK;
    hf_status status = push(run, end, error);
    if (status != HF_STATUS_OK || *end != PATH_ARRIVED) return status;
    run->kind = PATH_WEIGHT;
    run->here.parameter = real_log(FIRST_WEIGHT);
    run->end = real_log(LAST_WEIGHT);
    run->grown.block = PATH_NO_EVENT;
    run->reach = FIRST_REACH;
    return path_walk(run, end, error);
}

/// `problem` is assembled; the certificate is that of the `original`.
static hf_status solve_assembled(const hf_problem *problem, const hf_problem *original, path_attempts attempts,
                                 const hf_solve_options *common, double *r, hf_workspace *workspace, hf_report *report,
                                 hf_error *error)
{
    path_run run = {.problem = problem,
                    .common = common,
                    .report = report,
                    .work = work_begin(original, common, workspace),
                    .max_systems = solve_limit(common, MAX_SYSTEMS)};
    if (original != problem)
        work_charge(&run.work, 6.0 * work_price.assemble_pair * (double)problem->W.begin[problem->block_count]);
    if (!begin(&run, workspace)) return error_no_memory(error);
    path_end end = PATH_LOST;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < attempts.count && !work_over(&run.work) && status == HF_STATUS_OK &&
                    (end == PATH_LOST || end == PATH_ARRIVED);
         k++)
        status = attempt(&run, attempts.first + k, &end, error);
    newton_system_release(run.system);
    if (status != HF_STATUS_OK) return status;
    memcpy(r, run.best.r, (size_t)problem->dimension * sizeof *r);
    report_phase(report, "path", report->iterations, run.best.natural);
    if (end == PATH_LOST) report_note(report, "the path was lost %d times", attempts.count);
    if (end == PATH_ARRIVED) report_note(report, "the path ends at a weight of %g", LAST_WEIGHT);
    hf_outcome otherwise = end == PATH_STOPPED ? HF_OUTCOME_LIMIT : HF_OUTCOME_STALLED;
    return work_finish(&run.work, original, common, r, workspace, otherwise, report, error);
}

hf_status path_solve(const hf_problem *problem, path_attempts attempts, const hf_solve_options *options, double *r,
                     hf_workspace *workspace, hf_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    hf_problem *assembled = NULL;
    report_begin(report);
    hf_status status = problem->factored ? problem_assemble(workspace, problem, &assembled, error) : HF_STATUS_OK;
    if (status == HF_STATUS_OK)
        status =
            solve_assembled(assembled ? assembled : problem, problem, attempts, options, r, workspace, report, error);
    arena_end(workspace, mark);
    return status;
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    const path_attempts all = {.count = ATTEMPTS};
    (void)name;
    return path_solve(problem, all, common, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "path",
     .paper = "ours; after Lemke 1965 and Keller 1977, with the exact cone",
     .summary =
         "follows the solutions of regularized problems through their turning points; slow, where nothing else helps",
     .exact = true},
};

const solver_family path_family = {.listed = listed, .listed_count = 1, .run = run_by_name};
