// Proximal point iterations with a semismooth Newton method inside.
//
// W is singular, so a Newton step on the contact problem itself is not defined: along W's null space nothing holds r.
// The proximal problem
//     u = W r + b + εD (r - c),     laws as before,                 D = diag(w_i), w_i = ‖W_ii‖
// is nonsingular for every ε > 0 and has the solution r = c exactly where c solves the original one. So: solve it by
// Newton steps (proximal_laws.c, newton_system.h), move the centre c there, make ε smaller, repeat (Rockafellar 1976).
// Three things that make it fast and robust, found by measurement (docs/auto.md):
//  - Steps are not damped. A line search on a nonsmooth merit function stops at kinks that a full step jumps over.
//  - ε falls tenfold when a proximal problem was easy (EASY_STEPS), stays when it was hard, and rises when it failed;
//    it does not look at
//    the residual of the original problem. While the wrong contacts stick, that residual stands still and the centre
//    drifts along the null
//    space by a length ~ 1/ε until a contact changes its state: a smaller ε is what brings the change about.
//  - When the centre drifts one way, the slow pace jumps ahead along the drift, twice as far each time.
//  - Weights w_i make all of it invariant to the scale of masses.
// The friction law is not monotone, so convergence is not guaranteed; the certificate decides, the best iterate is
// kept.

#include "holdfast/proximal.h"

#include "solve/best.h"
#include "solve/frame.h"
#include "solve/methods.h"
#include "solve/newton/proximal.h"
#include "solve/report.h"
#include "solve/system/newton_system.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    MAX_STEPS = 300, // unless the caller has a limit
    EASY_STEPS = 4,  // a proximal problem solved in so few steps was easy
    ENOUGH_STEPS = 2 // without a gain, where the residual is enough already
};
static const double EPSILON_MIN = 1e-11; // below, εD drowns in the rounding of W
static const double EPSILON_MAX = 1e3;   // above, a step is shorter than a sweep's: give up
static const double EXPLODED = 1e6;      // growth of the residual at which a proximal problem is given up
static const double ROUNDING = 1e-14;    // of r: no residual can be asked to be smaller
static const double EPSILON_MACHINE = 2.3e-16;
static const double TOLERANCE_MIN = 1e-12; // what rounding leaves of ordinary problems
static const double HIDDEN_LEAST = 1e-4; // of the natural residual: more of it must not be hidden by the rounding of r
static const double FARTHEST = 1e8;      // lengths of a drift to jump at once, at most
static const double STRAIGHT = 0.9;      // cosine of two moves of the centre that counts as a drift

/// How fast ε falls, and how long a proximal problem is tried.
typedef struct pacing
{
    double fall, rise;  // factors of ε after an easy problem and after a failure
    double inner_share; // a proximal problem is solved to this share of its own shift ‖εD (r - c)‖
    int trial_steps;    // after so many steps the residual must have fallen by half, or the problem is given up
    int max_inner;      // Newton steps for one proximal problem
    bool extrapolate;   // jump ahead along a drift
} pacing;

static const pacing paces[HF_PROXIMAL_PACE_COUNT] = {
    [HF_PROXIMAL_FAST] = {.fall = 0.1, .rise = 5.0, .inner_share = 0.1, .trial_steps = 4, .max_inner = 10},
    [HF_PROXIMAL_SLOW] =
        {.fall = 0.5, .rise = 2.0, .inner_share = 0.3, .trial_steps = 6, .max_inner = 20, .extrapolate = true},
};

hf_proximal_options hf_proximal_options_default(void)
{
    return (hf_proximal_options){.common = hf_solve_options_default(), .epsilon = 1e-4};
}

hf_status hf_proximal_options_check(const hf_proximal_options *o, hf_error *error)
{
    hf_status status = solve_options_check(&o->common, error);
    if (status != HF_STATUS_OK) return status;
    if (o->stall_steps < 0)
        return error_set(error, HF_STATUS_INVALID, "options.stall_steps = %ld: must be >= 0", o->stall_steps);
    if (!(o->enough >= 0.0)) return error_set(error, HF_STATUS_INVALID, "options.enough = %g: must be >= 0", o->enough);
    if ((unsigned)o->pace >= HF_PROXIMAL_PACE_COUNT)
        return error_set(error, HF_STATUS_INVALID, "options.pace = %d is no pace", (int)o->pace);
    if (!(o->epsilon > 0.0 && o->epsilon <= 1.0))
        return error_set(error, HF_STATUS_INVALID, "options.epsilon = %g: must be > 0 and <= 1", o->epsilon);
    return HF_STATUS_OK;
}

typedef struct proximal_run
{
    const hf_problem *problem;
    const hf_proximal_options *options;
    const pacing *pace;
    long max_steps;
    hf_report *report;
    work_meter work;

    double *weight; // w_i [1/kg]
    double *r;      // iterate
    double *center; // c
    double *solved; // the last proximal solution
    double *drift;  // the move of the centre that led there; zero after a failure
    double *u;      // W r + b
    double *dr;
    block_move *moves;
    newton_system *system;
    best_iterate best;

    double epsilon;
    double reach;    // of the next jump, in lengths of the drift
    bool jumped;     // the centre is not a proximal solution but lies ahead of one
    double natural;  // of r
    double residual; // √Σ w_i ‖F_i‖², of the proximal problem
    double shift;    // √Σ w_i ‖ε (r - c)‖²: how far the proximal problem is from the original one
    double scale;    // √Σ w_i ‖r_i‖²
    bool stopped;    // by the observer
    double level;    // the best residual when it last fell tenfold, and the step
    long level_at;
} proximal_run;

static bool begin(proximal_run *run, hf_workspace *workspace)
{
    const hf_problem *p = run->problem;
    run->weight = ARENA_ARRAY(workspace, double, p->block_count);
    run->r = ARENA_ARRAY(workspace, double, p->dimension);
    run->center = ARENA_ARRAY(workspace, double, p->dimension);
    run->solved = ARENA_ARRAY(workspace, double, p->dimension);
    run->drift = ARENA_ZEROED(workspace, double, p->dimension);
    run->u = ARENA_ARRAY(workspace, double, p->dimension);
    run->dr = ARENA_ARRAY(workspace, double, p->dimension);
    run->moves = ARENA_ARRAY(workspace, block_move, p->block_count);
    run->system = newton_system_create(p, &run->work, workspace);
    if (!run->weight || !run->r || !run->center || !run->solved || !run->drift || !run->u || !run->dr || !run->moves ||
        !run->system)
        return false;
    problem_weights(p, run->weight);
    return best_begin(&run->best, p, workspace);
}

/// u, the residuals and the next step's moves at r.
static void evaluate(proximal_run *run)
{
    const hf_problem *p = run->problem;
    newton_system_velocity(run->system, run->r, run->u);
    work_charge(&run->work, work_price.step_block * p->block_count);
    double natural = 0.0, residual = 0.0, shift = 0.0, scale = 0.0, fastest = 0.0, largest = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        const double *r = run->r + p->offset[i], *u = run->u + p->offset[i], *c = run->center + p->offset[i];
        double w = run->weight[i], pulled[BLOCK_SIZE_MAX];
        for (int k = 0; k < p->size[i]; k++)
        {
            double pull = run->epsilon * (r[k] - c[k]);
            pulled[k] = u[k] + w * pull; // u + εD (r - c)
            shift += w * pull * pull;
            scale += w * r[k] * r[k];
            fastest = fmax(fastest, w * fabs(r[k]));
            largest = fmax(largest, fabs(r[k]));
        }
        natural += law_natural_square(p, i, r, u);
        residual += w * proximal_law(p, i, 1.0 / w, r, pulled, &run->moves[i]);
    }
    run->natural = sqrt(natural) / (1.0 + p->norm_b);
    run->residual = sqrt(residual);
    run->shift = sqrt(shift);
    run->scale = sqrt(scale);
    // An r so large that u drowns in its rounding would look good by chance: it counts for no better than what rounding
    // may hide.
    double hidden = EPSILON_MACHINE * fmax(fastest, largest) / (1.0 + p->norm_b);
    bool sound = hidden <= HIDDEN_LEAST &&
                 EPSILON_MACHINE * fastest <= fmax(run->options->common.tolerance, TOLERANCE_MIN) * (1.0 + p->norm_b);
    if (isfinite(run->residual)) best_offer(&run->best, p, run->r, sound ? run->natural : fmax(run->natural, hidden));
}

typedef enum inner_result
{
    INNER_SOLVED,
    INNER_FAILED,
    INNER_DONE
} inner_result;

/// Steps without a gain after which it ends; 0: never.
static long patience(const proximal_run *run)
{
    return run->best.natural <= run->options->enough ? ENOUGH_STEPS : run->options->stall_steps;
}

/// Whether the residual has not fallen tenfold for too long.
static bool stalled(proximal_run *run)
{
    if (run->level_at == 0 || run->best.natural <= 0.1 * run->level)
    {
        run->level = run->best.natural;
        run->level_at = run->report->iterations;
    }
    return patience(run) > 0 && run->report->iterations - run->level_at >= patience(run);
}

static bool finished(proximal_run *run)
{
    return work_over(&run->work) || stalled(run) || run->best.natural <= run->options->common.tolerance ||
           run->stopped || run->report->iterations >= run->max_steps;
}

/// Newton steps on the proximal problem of the centre. *steps: how many.
static hf_status solve_proximal(proximal_run *run, int *steps, inner_result *result, hf_error *error)
{
    const hf_problem *p = run->problem;
    size_t bytes = (size_t)p->dimension * sizeof *run->r;
    memcpy(run->r, run->center, bytes);
    evaluate(run);
    double first = run->residual,
           least = INFINITY; // of the steps: the first one raises it where a block changes its state
    *result = INNER_FAILED;
    for (*steps = 0; *steps < run->pace->max_inner;)
    {
        bool solved;
        hf_status status =
            newton_system_solve(run->system, run->moves, run->epsilon, run->weight, run->dr, &solved, error);
        if (status != HF_STATUS_OK || !solved) return status;
        for (int k = 0; k < p->dimension; k++) run->r[k] += run->dr[k];
        evaluate(run);
        (*steps)++;
        run->report->iterations++;
        run->stopped =
            !report_observe(&run->options->common, "proximal", run->report->iterations, run->best.natural, false);

        *result = INNER_DONE;
        if (finished(run)) return HF_STATUS_OK;
        *result = INNER_SOLVED;
        if (run->residual <= run->pace->inner_share * run->shift || run->residual <= ROUNDING * run->scale)
            return HF_STATUS_OK;
        *result = INNER_FAILED;
        if (!(run->residual <= EXPLODED * first)) return HF_STATUS_OK;
        if (*steps >= run->pace->trial_steps && run->residual > 0.5 * least) return HF_STATUS_OK;
        least = fmin(least, run->residual);
    }
    return HF_STATUS_OK;
}

/// Cosine of the angle between two moves, in the metric D.
static double cosine(const proximal_run *run, const double *x, const double *y)
{
    const hf_problem *p = run->problem;
    double xx = 0.0, xy = 0.0, yy = 0.0;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++)
        {
            xx += run->weight[i] * x[k] * x[k];
            xy += run->weight[i] * x[k] * y[k];
            yy += run->weight[i] * y[k] * y[k];
        }
    return xx > 0.0 && yy > 0.0 ? xy / sqrt(xx * yy) : 0.0;
}

/// The centre moves to the proximal solution. Where it keeps drifting one way, it moves ahead to where a block changes
/// its state: nothing else ends a drift; or, if no block would, twice as far each time that goes well.
static void move_center(proximal_run *run, int steps)
{
    size_t n = (size_t)run->problem->dimension;
    for (size_t k = 0; k < n; k++) run->dr[k] = run->r[k] - run->center[k];
    bool drifts = run->pace->extrapolate && cosine(run, run->dr, run->drift) > STRAIGHT;
    memcpy(run->drift, run->dr, n * sizeof *run->dr);
    memcpy(run->solved, run->r, n * sizeof *run->r);
    memcpy(run->center, run->r, n * sizeof *run->r);
    double ahead = drifts ? proximal_reach(run->problem, run->moves, run->r, run->drift) : 0.0;
    run->reach = drifts && run->jumped ? 2.0 * run->reach : 1.0;
    if (ahead > run->reach && ahead <= FARTHEST) run->reach = ahead;
    run->jumped = drifts;
    if (drifts)
        for (size_t k = 0; k < n; k++) run->center[k] += run->reach * run->drift[k];
    else if (steps <= EASY_STEPS) run->epsilon = fmax(run->pace->fall * run->epsilon, EPSILON_MIN);
}

/// Back to the last proximal solution; if we were there already, ε rises.
static void step_back(proximal_run *run)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->r;
    if (!run->jumped) run->epsilon *= run->pace->rise;
    run->jumped = false;
    memcpy(run->center, run->solved, bytes);
    memset(run->drift, 0, bytes);
}

static hf_status iterate(proximal_run *run, hf_outcome *otherwise, hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->r;
    *otherwise = HF_OUTCOME_STALLED;
    run->epsilon = run->options->epsilon;
    run->reach = 1.0;
    memcpy(run->r, run->center, bytes);
    memcpy(run->solved, run->center, bytes);
    evaluate(run);
    while (!finished(run))
    {
        int steps;
        inner_result result;
        hf_status status = solve_proximal(run, &steps, &result, error);
        if (status != HF_STATUS_OK) return status;
        if (result == INNER_SOLVED) move_center(run, steps);
        if (result == INNER_FAILED) step_back(run);
        if (run->epsilon > EPSILON_MAX) return HF_STATUS_OK;
    }
    if (work_over(&run->work) || !stalled(run)) *otherwise = HF_OUTCOME_LIMIT;
    return HF_STATUS_OK;
}

/// From r, which receives the best iterate.
static hf_status solve_from(proximal_run *run, double *r, hf_outcome *otherwise, hf_workspace *workspace,
                            hf_error *error)
{
    size_t bytes = (size_t)run->problem->dimension * sizeof *r;
    if (!begin(run, workspace)) return error_no_memory(error);
    memcpy(run->center, r, bytes);
    hf_status status = iterate(run, otherwise, error);
    newton_system_release(run->system);
    if (status != HF_STATUS_OK) return status;
    memcpy(r, run->best.r, bytes);
    report_phase(run->report, "proximal", run->report->iterations, run->best.natural);
    if (*otherwise == HF_OUTCOME_STALLED && run->epsilon > EPSILON_MAX)
        report_note(run->report, "no proximal weight up to %g helps any more", EPSILON_MAX);
    else if (*otherwise == HF_OUTCOME_STALLED)
        report_note(run->report, "the residual has not fallen tenfold in %ld steps", patience(run));
    return HF_STATUS_OK;
}

hf_status proximal_solve(const hf_problem *problem, const hf_proximal_options *options, double *r,
                         hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    proximal_run run = {.problem = problem,
                        .options = options,
                        .pace = &paces[options->pace],
                        .max_steps = solve_limit(&options->common, MAX_STEPS),
                        .report = report,
                        .work = work_begin(problem, &options->common, workspace)};
    report_begin(report);
    hf_outcome otherwise = HF_OUTCOME_LIMIT;
    if (!work_over(&run.work)) status = solve_from(&run, r, &otherwise, workspace, error);
    if (status == HF_STATUS_OK)
        status = work_finish(&run.work, problem, &options->common, r, workspace, otherwise, report, error);
    arena_end(workspace, mark);
    return status;
}

// ---- the two ways in ----

hf_status hf_proximal_solve(const hf_problem *problem, const hf_proximal_options *options, double *r,
                            hf_workspace *workspace, hf_report *report, hf_error *error)
{
    solve_frame frame;
    hf_proximal_options defaults = hf_proximal_options_default();
    if (!options) options = &defaults;
    hf_status status = hf_proximal_options_check(options, error);
    if (status == HF_STATUS_OK) status = solve_begin(&frame, problem, &options->common, r, workspace, report, error);
    if (status != HF_STATUS_OK) return status;
    status = proximal_solve(frame.problem, options, frame.answer, frame.workspace, frame.report, error);
    return solve_end(&frame, status);
}

static const name_option name_options[] = {
    {{"stall", "steps within which the residual has to fall by ten; 0: any number [0]"},
     NAME_LONG,
     offsetof(hf_proximal_options, stall_steps),
     0,
     1e9},
    {{"enough", "residual below which slow progress ends the solve, >= 0 [0]"},
     NAME_REAL,
     offsetof(hf_proximal_options, enough),
     0,
     1e300},
    {{"pace", "at which the weight falls: 0 fast, 1 slow [0]"},
     NAME_COUNT,
     offsetof(hf_proximal_options, pace),
     0,
     HF_PROXIMAL_PACE_COUNT - 1},
    {{"epsilon", "initial proximal weight, > 0 to 1 [1e-4]"},
     NAME_REAL,
     offsetof(hf_proximal_options, epsilon),
     1e-300,
     1},
};

enum
{
    NAME_OPTIONS = sizeof name_options / sizeof *name_options
};

static bool read_name(const char *name, hf_proximal_options *options)
{
    const char *rest = name_after(name, "proximal");
    *options = hf_proximal_options_default();
    return rest && *name_options_read(rest, name_options, NAME_OPTIONS, options) == '\0';
}

static bool accepts(const char *name)
{
    return read_name(name, &(hf_proximal_options){0});
}

static hf_status run_by_name(const char *name, const hf_problem *problem, const hf_solve_options *common, double *r,
                             hf_workspace *workspace, hf_report *report, hf_error *error)
{
    hf_proximal_options options;
    if (!read_name(name, &options)) return error_set(error, HF_STATUS_INVALID, "'%s' is no solver", name);
    options.common = *common;
    return proximal_solve(problem, &options, r, workspace, report, error);
}

static const hf_solver listed[] = {
    {.name = "proximal",
     .paper = "ours; proximal points after Rockafellar 1976, function of Alart and Curnier 1991",
     .summary = "second-order finish for redundant contacts; a handful of linear systems from a fair guess",
     .exact = true},
};

const solver_family proximal_family = {.listed = listed,
                                       .listed_count = 1,
                                       .options = name_options,
                                       .option_count = NAME_OPTIONS,
                                       .accepts = accepts,
                                       .solves = solver_knows_pyramids,
                                       .moments = solver_knows_moments,
                                       .run = run_by_name};
