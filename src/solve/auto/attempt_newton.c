// Attempts by Newton steps: `proximal` from various starts, `augmented` and `path`. Which problem they work
// on is decided here: that of the bodies, or W.

#include "solve/auto/plan.h"

#include "solve/newton/augmented.h"
#include "solve/newton/path.h"
#include "solve/newton/proximal.h"
#include "solve/system/newton_system.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/random.h"
#include "problem/bodies.h"

#include <math.h>

static const double GUESS_EPSILON_MAX = 1e-2;
static const double NEARLY = 10.0;          // times the goal: not worth a step beyond the tolerance
static const double REDUNDANT = 0.8;        // degrees of freedom a row: fewer, and Newton steps work over the bodies
static const double REDUNDANT_BODIES = 2.0; // degrees of freedom a row of rigid bodies: factors by blocks are cheap
static const double SHARED_PAIRS_MAX = 5e7; // of a factored problem: its assembled twin takes 600 MB

/// A run of proximal steps.
typedef struct newton_steps
{
    hf_proximal_pace pace;
    double epsilon;
    long steps, stall;
} newton_steps;

// Where a curve ends, the answer is near.
// Where fast steps from a random start are lost.
static const newton_steps random_slow = {.pace = HF_PROXIMAL_SLOW, .epsilon = 0.1, .steps = 400};
enum
{
    RANDOM_STARTS = 100
};
static const newton_steps after_path = {.pace = HF_PROXIMAL_FAST, .epsilon = 1e-6, .steps = 60, .stall = 20};

// ---- the problem ----

/// Fewer degrees of freedom than rows, or not too many in blocks: Newton steps work over the bodies, and W is never
/// formed.
static bool is_redundant(const hf_problem *p)
{
    if (!p->factored) return false;
    double share = (double)p->rows.dof_count / fmax(1.0, p->dimension);
    return share <= REDUNDANT || (share <= REDUNDANT_BODIES && body_in_sixes(p));
}

/// Σ over degrees of freedom of (blocks that touch it)²: the block pairs that an assembled twin of a factored problem
/// would hold, each counted once for every degree of freedom that it shares. Negative if memory is short.
static double shared_pairs(const hf_problem *p, hf_workspace *workspace)
{
    arena_mark mark = arena_begin(workspace);
    int *count = ARENA_ZEROED(workspace, int, p->rows.dof_count);
    double sum = count ? 0.0 : -1.0;
    if (count)
    {
        for (size_t k = 0; k < p->rows.begin[p->block_count]; k++) count[p->rows.dof[k]]++;
        for (int k = 0; k < p->rows.dof_count; k++) sum += (double)count[k] * count[k];
    }
    arena_end(workspace, mark);
    return sum;
}

hf_status attempt_newton_problem(auto_run *run, auto_island *island, const hf_problem **problem, hf_error *error)
{
    const hf_problem *own = island->part->problem;
    *problem = NULL;
    if (island->too_large) return HF_STATUS_OK;
    if (own->factored && !island->assembled && !newton_system_is_dense(own) && !is_redundant(own))
    {
        double pairs = shared_pairs(own, run->workspace);
        if (pairs < 0.0) return error_no_memory(error);
        island->too_large = pairs > SHARED_PAIRS_MAX;
        if (island->too_large || !attempt_affords(run, island, work_price.assemble_pair * pairs)) return HF_STATUS_OK;
        hf_status status = problem_assemble(arena_lasting(run->workspace), own, &island->assembled, error);
        if (status != HF_STATUS_OK) return status;
    }
    *problem = island->assembled ? island->assembled : own;
    return HF_STATUS_OK;
}

/// What a method's status means here: factors that would not fit end Newton steps on this island, and are no error.
static hf_status finish_attempt(auto_run *run, auto_island *island, hf_status status, const hf_report *part)
{
    if (status == HF_STATUS_OK) attempt_end(run, island, part);
    if (status != HF_STATUS_UNSUPPORTED) return status;
    island->too_large = true;
    return HF_STATUS_OK;
}

// ---- proximal ----

/// Steps from `trial` to `goal`.
static hf_status take_steps(auto_run *run, auto_island *island, const newton_steps *how, double goal, hf_error *error)
{
    const hf_problem *problem;
    hf_status status = attempt_newton_problem(run, island, &problem, error);
    if (status != HF_STATUS_OK || !problem) return status;
    hf_proximal_options options = hf_proximal_options_default();
    options.common = attempt_begin(run, island, goal, how->steps);
    if (run->done.limited) return HF_STATUS_OK;
    options.pace = how->pace;
    options.epsilon = how->epsilon;
    options.stall_steps = how->stall;
    if (newton_system_is_dense(problem)) options.enough = island->tolerance;
    hf_report part;
    status = proximal_solve(problem, &options, run->trial, run->workspace, &part, error);
    return finish_attempt(run, island, status, &part);
}

/// From a guess: as far as it is off, so that blocks that have to change their states do so one after the other; where
/// it is nearly right the row's own.
static double first_epsilon(const plan_row *row, const auto_island *island)
{
    if (row->start != PLAN_GUESS) return row->epsilon;
    return fmin(GUESS_EPSILON_MAX, fmax(row->epsilon, island->part->natural));
}

hf_status auto_proximal(auto_run *run, auto_island *island, hf_error *error)
{
    const plan_row *row = run->row;
    double goal = attempt_goal(run, island);
    if (plan_is_beyond(row) && island->part->natural <= NEARLY * goal) return HF_STATUS_OK;
    const newton_steps how = {.pace = row->pace,
                              .epsilon = first_epsilon(row, island),
                              .steps = plan_budget(row, island, run->options->give_up_early),
                              .stall = row->stall};
    attempt_from(run, island, row->start == PLAN_ZERO ? NULL : island->part->r);
    hf_status status = take_steps(run, island, &how, goal, error);
    // What ended because it gained nothing any more would gain nothing from the answer, either.
    if (row->start == PLAN_GUESS && newton_system_is_dense(island->part->problem) &&
        island->part->natural <= island->tolerance)
        island->good = fmax(island->good, island->part->natural);
    return status;
}

// ---- other methods ----

/// Convex problems over the bodies: walls and stacks, with many contacts a body and friction that behaves.
hf_status auto_augmented(auto_run *run, auto_island *island, hf_error *error)
{
    hf_solve_options options = attempt_begin(run, island, island->tolerance, run->row->budget);
    if (run->done.limited) return HF_STATUS_OK;
    hf_report part;
    attempt_from(run, island, NULL);
    hf_status status = augmented_solve(island->part->problem, &options, run->trial, run->workspace, &part, error);
    if (status == HF_STATUS_UNSUPPORTED) return HF_STATUS_OK; // other systems may fit all the same
    if (status == HF_STATUS_OK) attempt_end(run, island, &part);
    return status;
}

/// The path of regularized solutions, which leads around the turns that stop the rows before. Where masses differ a
/// lot, rounding ends it short of the tolerance; a few proximal steps finish.
hf_status auto_path(auto_run *run, auto_island *island, hf_error *error)
{
    for (int k = 0; k < run->row->attempts && !attempt_is_over(run, island); k++)
    {
        hf_solve_options options = attempt_begin(run, island, island->tolerance, run->row->budget);
        if (run->done.limited) return HF_STATUS_OK;
        hf_report part;
        attempt_from(run, island, NULL);
        hf_status status = path_solve(island->part->problem, (path_attempts){.first = k, .count = 1}, &options,
                                      run->trial, run->workspace, &part, error);
        if (status == HF_STATUS_UNSUPPORTED) return HF_STATUS_OK;
        if (status != HF_STATUS_OK) return status;
        attempt_end(run, island, &part);
        if (!attempt_is_over(run, island)) status = take_steps(run, island, &after_path, island->tolerance, error);
        if (status != HF_STATUS_OK) return status;
    }
    return HF_STATUS_OK;
}

// ---- random starts ----

/// What it takes to stop block i alone, for a velocity like the others'. Infinite where nothing moves it.
static double stopping_impulse(const hf_problem *p, int i)
{
    const double *W = problem_diagonal(p, i);
    double trace = 0.0;
    for (int k = 0; k < p->size[i]; k++) trace += W[k * p->size[i] + k];
    return p->norm_b / sqrt((double)p->dimension) * p->size[i] / trace;
}

/// Start number k: impulses inside their cones, up to twice as large as in the best iterate (odd k; that one's zeros
/// remain near zero), or as would stop each block alone (even k).
static void random_start(const auto_island *island, int k, double *r)
{
    const hf_problem *p = island->part->problem;
    const double *best = island->part->r;
    random_state random = random_seed((unsigned)k);
    double largest = 0.0;
    for (int n = 0; n < p->dimension; n++) largest = fmax(largest, fabs(best[n]));
    for (int i = 0; i < p->block_count; i++)
    {
        double size = k % 2 == 0 ? stopping_impulse(p, i) : 0.0, *x = r + p->offset[i];
        if (k % 2 == 1)
            for (int n = p->offset[i]; n < p->offset[i + 1]; n++) size = fmax(size, fabs(best[n]));
        if (size == 0.0 || !isfinite(size)) size = 0.1 * largest;
        bool contact = p->kind[i] == HF_LAW_CONTACT;
        x[0] = contact || p->kind[i] == HF_LAW_UNILATERAL ? random_between(&random, 0.0, 2.0 * size)
                                                          : random_between(&random, -size, size);
        double radius = contact ? p->mu[i] * x[0] : size;
        for (int n = 1; n < p->size[i]; n++) x[n] = random_between(&random, -radius, radius);
        if (problem_friction_parts(p, i)) friction_parts_project(&p->parts[i], x);
        for (int n = 0; n < p->size[i]; n++)
            if (!isfinite(x[n])) x[n] = 0.0; // mu = 1e300 leaves the range of numbers
    }
}

/// From each start fast steps, as the row says, and slow ones where these are lost.
hf_status auto_from_random(auto_run *run, auto_island *island, hf_error *error)
{
    const plan_row *row = run->row;
    const newton_steps fast = {.pace = row->pace, .epsilon = row->epsilon, .steps = row->budget, .stall = row->stall};
    long left = plan_steps(row, island, RANDOM_STARTS * (fast.steps + random_slow.steps));
    for (int k = 1; k <= RANDOM_STARTS && left > 0 && !island->too_large && !attempt_is_over(run, island); k++)
    {
        long before = run->done.iterations;
        random_start(island, k, run->trial);
        hf_status status = take_steps(run, island, &fast, island->tolerance, error);
        if (status == HF_STATUS_OK && !attempt_is_over(run, island))
        {
            random_start(island, k, run->trial);
            status = take_steps(run, island, &random_slow, island->tolerance, error);
        }
        if (status != HF_STATUS_OK) return status;
        left -= run->done.iterations - before;
    }
    return HF_STATUS_OK;
}
