// Statics in the bodies' space.
//
// With the state of every block given, impulses with the same effect g = Hᵀ r form a convex set. Springs of compliance
// d_i at the points of contact, pressed by a displacement z of the bodies, carry  r = Q(D⁻¹ H z)  (statics_sets.h),
// and the answer is the one with
//
//     Hᵀ Q(D⁻¹ H z) = g:                                                                     (1)
//
// one unknown for each degree of freedom, whatever the number of contacts. Masses do not enter. Newton's method on (1)
// has the matrix N = Hᵀ diag(Q'/d) H; all maps here are homogeneous but for constants, r = Q'w + c, so that a step is
// z ◄ N⁻¹ (g - Hᵀ c) and needs states only, no z.
//
// From a good start that is one step, or two or three where friction on an edge turns. Elsewhere the way is by convex
// problems: with P, the projection on the sets, in the place of Q, (1) is the gradient of
//
//     φ(z) = Σ d_i (w_i·P(w_i) - ½ P(w_i)·P(w_i)) - g·z,
//
// convex and C¹, which Newton's method with a line search minimizes. Where no block ends outside of both its set and
// the polar of it, P and Q agree and that is the answer. Otherwise friction gets the bounds that the last normal
// impulses set (Tresca's law): convex as well, and its normals set the next bounds, until Newton's method follows on Q.
// Where such bounds hold nothing, springs that were not stressed before do not carry the load with these states; the
// least of φ does, and is what is taken: it needs prestress.

#include "solve/statics/statics.h"

#include "solve/statics/statics_sets.h"
#include "solve/statics/statics_space.h"

#include "solve/newton/proximal.h"
#include "solve/report.h"
#include "solve/system/newton_system.h"
#include "solve/work.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/law.h"

#include <math.h>
#include <string.h>

enum
{
    SPRING_STEPS = 12,  // on springs
    IDLE_STEPS = 3,     // of these that may go by without a gain
    CONVEX_STEPS = 40,  // on φ
    REST_STEPS = 12,    // the same where nothing may hold: 59,800 contacts of a pyramid take 5
    BOUNDED_STEPS = 12, // the same with bounds: more are taken only where nothing holds
    BOUNDED_PASSES = 4,
    HALVINGS = 30, // of a line search
    SPRING_HALVINGS = 4,
    POLISH_STEPS = 4, // on the exact problem
    HOLD_TERMS = 6    // of the impulses that hold everything
};
// Tolerances: slower blocks count as at rest, so that answers of different solvers have the same states.
static const double STILL = 100.0;
// Of the load: no step gains below; good enough where steps gain no more.
static const double ROUNDING = 1e-14, SETTLED = 1e-9;
// Of the load, left by normals that set bounds: Newton's method follows; no bounds hold; these normals are good enough.
static const double FOLLOWS = 0.35, NOT_HELD = 1e-1, GOOD_BOUNDS = 3e-2, NEAR_LEAST = 2e-2;
// Times the impulses that would hold everything: a jammed wedge needs a tenth of that.
static const double IMPOSSIBLE = 1e4;
// N has a diagonal of about one. φ: shifts by the load that is left; more where the line search cuts a step short.
static const double SHIFT = 1e-12, LEAST_SHIFT = 1e-7, MORE_SHIFT = 30.0, MOST_SHIFT = 1.0, SHORT = 0.3;
// Of the mean weight: by which blocks yield while what holds them is found. Of the velocities: they stand still then;
// of the largest: as still as rounding lets them be.
static const double YIELD = 1e-7, HELD = 1e-12, FINELY_HELD = 1e-13;
static const double POLISH_EPSILON = 1e-6;
static const double SLOPE = 1e-4; // of the load that a step would gain: Armijo's rule
static const double FLAT = 0.1;   // of φ' at the beginning of a step: near the least of φ on it

typedef struct statics_run
{
    const hf_problem *problem;
    const statics_options *options;
    work_meter work;
    hf_workspace *workspace;
    statics_space *space;
    block_set *sets;
    double *d;               // block_count: compliances
    double *w, *r, *J;       // at z
    double *z, *step, *rest; // rest: g - load of r
    double *load;            // g
    double *constant;        // rows: r - J w
    double *trial, *start;   // z of a line search, and of a guess or a law with bounds
    double *nearest;         // z near the least of φ
    double *best;            // r with the least residual so far
    double size;             // ‖g‖
    double *answer;          // r that sets are of
    double *u, *v;           // velocities of blocks, and of degrees of freedom
    long steps;
    bool stopped;    // the observer has said stop
    double natural;  // at the start
    double held;     // ‖r‖_D of impulses of either sign that hold everything; INFINITY: not known
    bool impossible; // no impulses carry the load
} statics_run;

/// Compliances in the units of W: the mean weight of contacts, times those of the caller, whose mean stiffness is 1
/// here. Other blocks have their own weight.
static void fill_compliances(const hf_problem *p, const double *given, double *d)
{
    double sum = 0.0, stiffness = 0.0;
    int count = 0;
    problem_weights(p, d);
    for (int i = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT)
        {
            sum += d[i];
            stiffness += given ? 1.0 / given[i] : 1.0;
            count++;
        }
    for (int i = 0; i < p->block_count; i++)
        if (p->kind[i] == HF_LAW_CONTACT) d[i] = sum / count * (given ? given[i] * (stiffness / count) : 1.0);
}

static double norm_of(const double *x, int count)
{
    double sum = 0.0;
    for (int k = 0; k < count; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static double largest(const double *x, int count)
{
    double most = 0.0;
    for (int k = 0; k < count; k++) most = fmax(most, fabs(x[k]));
    return most;
}

static bool begin(statics_run *run)
{
    const hf_problem *p = run->problem;
    hf_workspace *workspace = run->workspace;
    size_t n = (size_t)p->dimension, blocks = (size_t)p->block_count;
    run->d = ARENA_ARRAY(workspace, double, blocks);
    run->sets = ARENA_ARRAY(workspace, block_set, blocks);
    run->w = ARENA_ZEROED(workspace, double, n);
    run->r = ARENA_ARRAY(workspace, double, n);
    run->best = ARENA_ARRAY(workspace, double, n);
    run->constant = ARENA_ARRAY(workspace, double, n);
    run->J = ARENA_ARRAY(workspace, double, blocks *(size_t)p->diagonal_area);
    run->u = ARENA_ARRAY(workspace, double, n);
    run->answer = ARENA_ARRAY(workspace, double, n);
    run->v = ARENA_ARRAY(workspace, double, p->factored ? p->rows.dof_count : 0);
    if (!run->u || !run->v || !run->answer) return false;
    return run->d && run->sets && run->w && run->r && run->best && run->constant && run->J;
}

static bool begin_unknowns(statics_run *run)
{
    size_t m = (size_t)space_count(run->space);
    run->z = ARENA_ZEROED(run->workspace, double, m);
    run->step = ARENA_ARRAY(run->workspace, double, m);
    run->rest = ARENA_ARRAY(run->workspace, double, m);
    run->load = ARENA_ARRAY(run->workspace, double, m);
    run->trial = ARENA_ARRAY(run->workspace, double, m);
    run->start = ARENA_ARRAY(run->workspace, double, m);
    run->nearest = ARENA_ARRAY(run->workspace, double, m);
    return run->start && run->nearest && run->z && run->step && run->rest && run->load && run->trial;
}

// ---- one step ----

/// w, r and J of `law` at z, and the load that is left; returns Σ d_i ψ_i - g·z.
static double evaluate(statics_run *run, spring_law law, const double *z)
{
    const hf_problem *p = run->problem;
    double sum = 0.0;
    int m = space_count(run->space);
    space_press(run->space, z, run->w);
    for (int i = 0; i < p->block_count; i++)
        sum += run->d[i] * set_carry(p, &run->sets[i], i, law, run->w + p->offset[i], run->r + p->offset[i],
                                     run->J + (size_t)i * (size_t)p->diagonal_area);
    space_load(run->space, run->r, run->rest);
    for (int k = 0; k < m; k++)
    {
        run->rest[k] = run->load[k] - run->rest[k];
        sum -= run->load[k] * z[k];
    }
    work_charge(&run->work, work_price.step_block * p->block_count);
    return sum;
}

/// Counts a step. False: the caller wants no more of them.
static bool count_step(statics_run *run)
{
    const hf_solve_options *o = &run->options->common;
    if (run->stopped || (o->max_iterations > 0 && run->steps >= o->max_iterations)) return false;
    run->steps++;
    const hf_progress progress = {
        .phase = "statics", .iteration = run->steps, .natural = run->natural, .estimated = true};
    run->stopped = o->observer && !o->observer(o->observer_context, &progress);
    return !run->stopped;
}

/// Whether J is symmetric: no friction on an edge follows its normal.
static bool is_symmetric(const statics_run *run)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        const double *J = run->J + (size_t)i * (size_t)p->diagonal_area;
        for (int a = 0; a < p->size[i]; a++)
            for (int b = 0; b < a; b++)
                if (J[a * p->size[i] + b] != J[b * p->size[i] + a]) return false;
    }
    return true;
}

/// Factors N at J. False: it is singular, or there is no work left.
static bool factor(statics_run *run, spring_law law, double shift, hf_status *status, hf_error *error)
{
    bool regular;
    *status = HF_STATUS_OK;
    if (!count_step(run)) return false;
    *status = space_factor(run->space, run->sets, run->J, law != SPRINGS_COULOMB || is_symmetric(run), shift, &regular,
                           error);
    return *status == HF_STATUS_OK && regular;
}

/// δz = N⁻¹ rest, with the factors at hand and rest as evaluated.
static void solve_again(statics_run *run)
{
    memcpy(run->step, run->rest, (size_t)space_count(run->space) * sizeof *run->step);
    space_solve(run->space, run->step);
}

/// Newton's step on (1) from the states that J has.
static bool newton_step(statics_run *run, spring_law law, double shift, hf_status *status, hf_error *error)
{
    if (!factor(run, law, shift, status, error)) return false;
    solve_again(run);
    return true;
}

/// J ◄ the states that impulses tell, and what is left of the load without what they hold whatever z is.
static void recall(statics_run *run)
{
    const hf_problem *p = run->problem;
    int m = space_count(run->space);
    memset(run->z, 0, (size_t)m * sizeof *run->z);
    for (int i = 0; i < p->block_count; i++)
    {
        double *J = run->J + (size_t)i * (size_t)p->diagonal_area;
        set_recall(p, &run->sets[i], i, run->r + p->offset[i], J);
        bool bound = run->sets[i].kind == SET_FIXED || (run->sets[i].kind == SET_INTERVAL && J[0] == 0.0);
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) run->constant[k] = bound ? run->r[k] : 0.0;
    }
    space_load(run->space, run->constant, run->rest);
    for (int k = 0; k < m; k++) run->rest[k] = run->load[k] - run->rest[k];
}

/// z ◄ z + a step, or a part of it: as much as leaves less of the load. False: none does.
static bool step_springs(statics_run *run, double before)
{
    int m = space_count(run->space);
    double along = 1.0;
    memcpy(run->trial, run->z, (size_t)m * sizeof *run->z);
    for (int halving = 0; halving <= SPRING_HALVINGS; halving++, along *= 0.5)
    {
        for (int j = 0; j < m; j++) run->z[j] = run->trial[j] + along * run->step[j];
        (void)evaluate(run, SPRINGS_COULOMB, run->z);
        if (norm_of(run->rest, m) < (1.0 - SLOPE * along) * before) return true;
    }
    return before <= SETTLED * run->size;
}

/// Newton steps on springs from z, or from the states of r where `recalled`. *settled: r carries the load but for
/// rounding. Where it does already, the factors at hand are good enough.
static hf_status settle(statics_run *run, bool recalled, bool *settled, hf_error *error)
{
    int m = space_count(run->space), idle = 0;
    size_t bytes = (size_t)run->problem->dimension * sizeof *run->r;
    double least = INFINITY;
    hf_status status = HF_STATUS_OK;
    if (recalled) recall(run);
    else (void)evaluate(run, SPRINGS_COULOMB, run->z);
    for (int k = 0; k <= SPRING_STEPS && idle < IDLE_STEPS && !work_over(&run->work); k++)
    {
        double left = k == 0 && recalled ? INFINITY : norm_of(run->rest, m);
        bool gained = left < 0.5 * least;
        if (left < least)
        {
            memcpy(run->best, run->r, bytes);
            least = left;
        }
        idle = gained ? 0 : idle + 1;
        if (least <= ROUNDING * run->size || (least <= SETTLED * run->size && !gained)) break;
        if (k == SPRING_STEPS) break;
        if (k > 0 && left <= SETTLED * run->size) solve_again(run);
        else if (!newton_step(run, SPRINGS_COULOMB, SHIFT, &status, error)) break;
        if (!step_springs(run, recalled ? INFINITY : left)) break;
        if (k == 0 && recalled) memcpy(run->start, run->z, (size_t)m * sizeof *run->z);
    }
    *settled = status == HF_STATUS_OK && least <= SETTLED * run->size;
    if (*settled) memcpy(run->r, run->best, bytes);
    return status;
}

// ---- the way there ----

/// J ◄ all that may press does: where nothing is pressed yet.
static void press_all(statics_run *run)
{
    const hf_problem *p = run->problem;
    for (int i = 0; i < p->block_count; i++)
    {
        double *J = run->J + (size_t)i * (size_t)p->diagonal_area;
        bool none = !set_may_press(&run->sets[i]);
        for (int j = 0; j < p->size[i] * p->size[i]; j++) J[j] = !none && j % (p->size[i] + 1) == 0 ? 1.0 : 0.0;
    }
}

/// -φ' along the step at z + along step, which becomes trial.
static double slope_at(statics_run *run, spring_law law, double along, double *value)
{
    int m = space_count(run->space);
    double slope = 0.0;
    for (int j = 0; j < m; j++) run->trial[j] = run->z[j] + along * run->step[j];
    *value = evaluate(run, law, run->trial);
    for (int j = 0; j < m; j++) slope += run->rest[j] * run->step[j];
    return slope;
}

/// z ◄ z + along step, near the least of φ on the way, which is short where a step leads far along what nothing
/// presses yet. φ' increases along it.
static double search_line(statics_run *run, spring_law law, double *value)
{
    int m = space_count(run->space);
    double first = 0.0, low = 0.0, high = 1.0, along = 1.0, next;
    for (int j = 0; j < m; j++) first += run->rest[j] * run->step[j];
    for (int k = 0; k < HALVINGS; k++)
    {
        double slope = slope_at(run, law, along, &next);
        if (fabs(slope) <= FLAT * first || (along == 1.0 && slope >= 0.0)) break;
        if (slope > 0.0) low = along;
        else high = along;
        along = low > 0.0 ? 0.5 * (low + high) : high / 8.0;
    }
    *value = next;
    memcpy(run->z, run->trial, (size_t)m * sizeof *run->z);
    return along;
}

/// Whether the direction of the last step proves that no impulses carry the load but ones that are IMPOSSIBLE times as
/// large as what holds everything: for all r in the sets,
///     g·δ = Σ r_i·(H δ)_i <= Σ_boxes max(lo x, hi x) + ‖r‖_D ‖P(D⁻¹ H δ)‖_D,     x = (H δ)_i.
/// δ is a motion that nothing resists. Overwrites w and r.
static bool is_impossible(statics_run *run)
{
    const hf_problem *p = run->problem;
    double resisted = 0.0, gain = 0.0;
    int m = space_count(run->space);
    for (int k = 0; k < m; k++) gain += run->load[k] * run->step[k];
    space_press(run->space, run->step, run->w);
    for (int i = 0; i < p->block_count; i++)
    {
        const double *w = run->w + p->offset[i];
        double *r = run->r + p->offset[i], d = run->d[i];
        if (run->sets[i].kind == SET_INTERVAL || run->sets[i].kind == SET_FIXED)
        {
            bool fixed = run->sets[i].kind == SET_FIXED;
            double lo = fixed ? run->sets[i].along[0] : p->lo[i], hi = fixed ? lo : p->hi[i];
            gain -= w[0] == 0.0 ? 0.0 : d * (w[0] > 0.0 ? hi * w[0] : lo * w[0]);
            continue;
        }
        (void)set_carry(p, &run->sets[i], i, SPRINGS_NEAREST, w, r, NULL);
        for (int k = 0; k < p->size[i]; k++) resisted += d * r[k] * r[k];
    }
    return gain > IMPOSSIBLE * run->held * sqrt(resisted);
}

/// Newton steps with a line search from z on the convex problem of a law, which J, r and rest are of, as is `value`.
/// What is left of the load comes below `enough` of it, or as low as rounding lets it where that is SETTLED.
static hf_status minimize(statics_run *run, spring_law law, double value, double enough, int most, hf_error *error)
{
    int m = space_count(run->space);
    double before = INFINITY, shift = LEAST_SHIFT;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < most && !work_over(&run->work); k++)
    {
        double left = norm_of(run->rest, m);
        bool done = left <= enough * run->size;
        if (left <= ROUNDING * run->size || (done && (enough > SETTLED || !(left < 0.5 * before)))) break;
        if (k > 0 && done) solve_again(run);
        else if (!newton_step(run, law, SHIFT + shift * fmin(1.0, left / run->size), &status, error)) break;
        run->impossible = law == SPRINGS_NEAREST && !done && is_impossible(run);
        if (run->impossible) break;
        double along = search_line(run, law, &value);
        shift = along < SHORT ? fmin(MOST_SHIFT, MORE_SHIFT * shift) : fmax(LEAST_SHIFT, shift / MORE_SHIFT);
        before = left;
    }
    return status;
}

static bool leaves(const statics_run *run, double share)
{
    return norm_of(run->rest, space_count(run->space)) <= share * run->size;
}

/// z and r ◄ near the least of φ, from nothing, or from run->start where it is better. *near: it is.
static hf_status approach_nearest(statics_run *run, bool given, bool *near, hf_error *error)
{
    size_t bytes = (size_t)space_count(run->space) * sizeof *run->z;
    double other = given ? evaluate(run, SPRINGS_NEAREST, run->start) : INFINITY;
    memset(run->z, 0, bytes);
    double value = evaluate(run, SPRINGS_NEAREST, run->z);
    if (other < value)
    {
        memcpy(run->z, run->start, bytes);
        value = evaluate(run, SPRINGS_NEAREST, run->z);
    }
    else press_all(run);
    int most = isfinite(run->held) ? REST_STEPS : CONVEX_STEPS; // an answer is known to exist, rest is not
    hf_status status = minimize(run, SPRINGS_NEAREST, value, NEAR_LEAST, most, error);
    *near = status == HF_STATUS_OK && !run->impossible && leaves(run, NEAR_LEAST);
    return status;
}

/// z and r ◄ the least of φ, from near it. *settled: it was found.
static hf_status find_nearest(statics_run *run, bool *settled, hf_error *error)
{
    double value = evaluate(run, SPRINGS_NEAREST, run->z);
    hf_status status = minimize(run, SPRINGS_NEAREST, value, SETTLED, CONVEX_STEPS, error);
    *settled = status == HF_STATUS_OK && leaves(run, SETTLED);
    return status;
}

/// From near the least of φ to springs: friction gets bounds from normals, and normals follow from these bounds, until
/// Newton's method follows on springs. *settled: it got there; otherwise z is as it was.
static hf_status find_springs(statics_run *run, bool *settled, hf_error *error)
{
    const hf_problem *p = run->problem;
    int m = space_count(run->space);
    size_t bytes = (size_t)m * sizeof *run->z;
    hf_status status = HF_STATUS_OK;
    memcpy(run->nearest, run->z, bytes);
    *settled = false;
    for (int pass = 0; pass <= BOUNDED_PASSES && status == HF_STATUS_OK && !work_over(&run->work); pass++)
    {
        for (int i = 0; i < p->block_count; i++) run->sets[i].bound = fmax(0.0, run->r[p->offset[i]]);
        memcpy(run->start, run->z, bytes);
        (void)evaluate(run, SPRINGS_COULOMB, run->z);
        if (leaves(run, FOLLOWS)) status = settle(run, false, settled, error);
        if (*settled || status != HF_STATUS_OK) return status;
        memcpy(run->z, run->start, bytes);
        double value = evaluate(run, SPRINGS_BOUNDED, run->z);
        status = minimize(run, SPRINGS_BOUNDED, value, GOOD_BOUNDS, BOUNDED_STEPS, error);
        if (!leaves(run, NOT_HELD)) break;
    }
    memcpy(run->z, run->nearest, bytes);
    return status;
}

// ---- of an answer ----

static double natural(const hf_problem *p, const double *r, const double *u)
{
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++) sum += law_natural_square(p, i, r + p->offset[i], u + p->offset[i]);
    return sqrt(sum) / (1.0 + p->norm_b);
}

/// Room for everything that is used whatever is asked for: what factors take comes above it.
static hf_status begin_run(statics_run *run, hf_error *error)
{
    const hf_problem *p = run->problem;
    if (!begin(run)) return error_no_memory(error);
    fill_compliances(p, run->options->compliance, run->d);
    return HF_STATUS_OK;
}

/// u ◄ W r + b; returns the natural residual.
static double look(statics_run *run, const double *r)
{
    problem_velocity(run->problem, r, run->v, run->u);
    work_charge(&run->work, work_of_look(run->problem));
    return natural(run->problem, r, run->u);
}

/// The space, and the load of run->r.
static hf_status begin_space(statics_run *run, hf_error *error)
{
    hf_status status = space_create(run->problem, run->d, &run->work, run->workspace, &run->space, error);
    if (status != HF_STATUS_OK || !run->space) return status;
    if (!begin_unknowns(run)) return error_no_memory(error);
    space_load(run->space, run->r, run->load);
    run->size = norm_of(run->load, space_count(run->space));
    return HF_STATUS_OK;
}

/// Newton steps from the states that impulses tell.
static hf_status settle_from(statics_run *run, const double *states, bool *settled, hf_error *error)
{
    memcpy(run->r, states, (size_t)run->problem->dimension * sizeof *run->r);
    return settle(run, true, settled, error);
}

/// r ◄ what carries the load: springs from the states of the step before, where they are known, and of the answer;
/// springs from nothing; or the least of φ. Where springs have several roots, the one from nothing is that of all ways
/// there, and one step goes on from another.
static hf_status carry_load(statics_run *run, const double *answer, statics_end *end, hf_error *error)
{
    bool settled = false, springs = true, near = false;
    bool known = run->options->recall && largest(run->options->recall, run->problem->dimension) > 0.0;
    hf_status status = HF_STATUS_OK;
    *end = STATICS_UNKNOWN;
    if (known) status = settle_from(run, run->options->recall, &settled, error);
    if (known && answer && !settled && status == HF_STATUS_OK) status = settle_from(run, answer, &settled, error);
    if (!settled && status == HF_STATUS_OK)
    {
        status = approach_nearest(run, known, &near, error);
        if (near && status == HF_STATUS_OK) status = find_springs(run, &springs, error);
        settled = springs = springs && near;
        if (near && !springs && status == HF_STATUS_OK) status = find_nearest(run, &settled, error);
    }
    if (run->impossible) *end = STATICS_MOVES;
    if (status == HF_STATUS_OK && settled) *end = springs ? STATICS_FOUND : STATICS_PRESTRESS;
    return status;
}

/// run->r ◄ the answer nearby, by steps on the exact problem. What r was made from was within the tolerance only, and
/// r inherits that.
static hf_status polish(statics_run *run, bool *solved, hf_error *error)
{
    hf_proximal_options options = hf_proximal_options_default();
    hf_report report;
    long most = run->options->common.max_iterations, left = most > 0 ? most - run->steps : POLISH_STEPS;
    *solved = false;
    if (left <= 0 || run->stopped || work_over(&run->work)) return HF_STATUS_OK;
    options.common = run->options->common;
    options.common.budget = work_left(&run->work);
    options.common.max_iterations = left < POLISH_STEPS ? left : POLISH_STEPS;
    options.common.warm_start = true;
    options.common.observer = NULL;
    options.epsilon = POLISH_EPSILON;
    options.pace = HF_PROXIMAL_BRISK;
    hf_status status = proximal_solve(run->problem, &options, run->r, run->workspace, &report, error);
    *solved = status == HF_STATUS_OK && report.outcome == HF_OUTCOME_CONVERGED;
    if (status != HF_STATUS_OK) return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
    work_charge(&run->work, (double)report.work);
    run->steps += report.iterations;
    return status;
}

/// r ◄ the answer on springs with the states of r, if it is within the tolerance.
static hf_status select_answer(statics_run *run, double *r, bool *selected, hf_error *error)
{
    const hf_problem *p = run->problem;
    size_t bytes = (size_t)p->dimension * sizeof *r;
    statics_end end = STATICS_UNKNOWN;
    *selected = false;
    if (!space_fits(p)) return HF_STATUS_OK;
    hf_status status = begin_run(run, error);
    if (status != HF_STATUS_OK) return status;
    (void)look(run, r);
    memcpy(run->r, r, bytes);
    sets_of_answer(p, STILL * run->options->common.tolerance * (1.0 + p->norm_b), run->r, run->u, run->sets);
    memcpy(run->answer, run->r, bytes);
    status = begin_space(run, error);
    if (status == HF_STATUS_OK && run->space) status = carry_load(run, run->answer, &end, error);
    if (run->space) space_release(run->space);
    if (status != HF_STATUS_OK || (end != STATICS_FOUND && end != STATICS_PRESTRESS)) return status;
    *selected = look(run, run->r) <= run->options->common.tolerance;
    if (!*selected) status = polish(run, selected, error);
    if (*selected) memcpy(r, run->r, bytes);
    return status;
}

// ---- at rest ----

/// The largest |u| of blocks that are to stand still.
static double fastest(const statics_run *run)
{
    const hf_problem *p = run->problem;
    double most = 0.0;
    for (int i = 0; i < p->block_count; i++)
        if (run->sets[i].kind != SET_ZERO) most = fmax(most, largest(run->u + p->offset[i], p->size[i]));
    return most;
}

/// run->r += impulses of either sign that hold every block whose set is not zero, by terms of (W + εD)⁻¹. *held: there
/// are such, as good as rounding lets them be: loads are made of them. They are the least by D: the change of what
/// springs carry while no state changes.
static hf_status hold(statics_run *run, bool *held, hf_error *error)
{
    const hf_problem *p = run->problem;
    bool good;
    double goal = HELD * (1.0 + p->norm_b), fine = FINELY_HELD * largest(p->b, p->dimension), before = INFINITY;
    arena_mark mark = arena_begin(run->workspace);
    block_move *moves = ARENA_ARRAY(run->workspace, block_move, p->block_count);
    double *dr = ARENA_ARRAY(run->workspace, double, p->dimension);
    newton_system *system = newton_system_create(p, &run->work, run->workspace);
    *held = false;
    if (!moves || !dr || !system) return error_no_memory(error);
    (void)look(run, run->r);
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < HOLD_TERMS; k++)
    {
        double now = fastest(run);
        if (now > before)
            for (int j = 0; j < p->dimension; j++) run->r[j] -= dr[j];
        if (now > before) (void)look(run, run->r);
        *held = fmin(now, before) <= goal;
        if ((*held && k == 0) || now <= fine || !(now < 0.5 * before)) break;
        before = now;
        for (int i = 0; i < p->block_count; i++) set_hold(p, &run->sets[i], i, run->u + p->offset[i], &moves[i]);
        if (k == 0 && !count_step(run)) break;
        if (k == 0) status = newton_system_factor(system, moves, YIELD, run->d, &good, error);
        if (status != HF_STATUS_OK || !good) break;
        status = newton_system_step(system, moves, dr, &good, error);
        if (status != HF_STATUS_OK || !good) break;
        for (int j = 0; j < p->dimension; j++) run->r[j] += dr[j];
        (void)look(run, run->r);
    }
    newton_system_release(system);
    arena_end(run->workspace, mark);
    return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
}

/// ‖r‖_D
static double spring_norm(const statics_run *run, const double *r)
{
    const hf_problem *p = run->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1]; k++) sum += run->d[i] * r[k] * r[k];
    return sqrt(sum);
}

/// The guess, changed by what holds the blocks that it loads: exact where none of them is, or comes, to the edge of its law.
static hf_status mend(statics_run *run, const double *guess, bool *mended, hf_error *error)
{
    const hf_problem *p = run->problem;
    memcpy(run->r, guess, (size_t)p->dimension * sizeof *guess);
    sets_of_loaded(p, guess, run->sets);
    law_project_all(p, run->r); // friction that drifts off the edge of its cone
    hf_status status = hold(run, mended, error);
    run->impossible = !*mended && !work_over(&run->work); // all blocks even less, where friction was free to change
    for (int i = 0; i < p->block_count; i++) run->impossible &= run->sets[i].slides == 0;
    if (status != HF_STATUS_OK || !*mended) return status;
    law_project_all(p, run->r);
    *mended = look(run, run->r) <= run->options->common.tolerance;
    double little = SETTLED * largest(run->r, p->dimension);
    for (int i = 0; i < p->block_count && *mended; i++)
        for (int k = p->offset[i]; k < p->offset[i + 1] && run->sets[i].slides; k++)
            *mended &= fabs(run->r[k] - guess[k]) <= little;
    return status;
}

static hf_status find_rest(statics_run *run, double *r, statics_end *end, hf_error *error)
{
    const hf_problem *p = run->problem;
    size_t bytes = (size_t)p->dimension * sizeof *r;
    bool held = false, guess = largest(r, p->dimension) > 0.0;
    if (!space_fits(p)) return HF_STATUS_OK;
    hf_status status = begin_run(run, error);
    if (status == HF_STATUS_OK && guess) status = mend(run, r, &held, error);
    if (status == HF_STATUS_OK && held)
    {
        memcpy(r, run->r, bytes);
        *end = STATICS_FOUND;
    }
    if (run->impossible) *end = STATICS_MOVES;
    if (status != HF_STATUS_OK || held || run->impossible || run->options->mend) return status;
    sets_at_rest(p, run->sets);
    memset(run->r, 0, bytes);
    status = hold(run, &held, error);
    if (status != HF_STATUS_OK || !held) return status;
    if (natural(p, run->r, run->u) <= run->options->common.tolerance) // springs that all stick carry just that
    {
        memcpy(r, run->r, (size_t)p->dimension * sizeof *r);
        *end = STATICS_FOUND;
        return status;
    }
    run->held = spring_norm(run, run->r);
    status = begin_space(run, error);
    if (status == HF_STATUS_OK && run->space) status = carry_load(run, NULL, end, error);
    if (run->space) space_release(run->space);
    if (status != HF_STATUS_OK || *end == STATICS_UNKNOWN || *end == STATICS_MOVES) return status;
    if (!(look(run, run->r) <= run->options->common.tolerance)) *end = STATICS_UNKNOWN;
    else memcpy(r, run->r, (size_t)p->dimension * sizeof *r);
    return status;
}

// ---- the two ways in ----

static statics_run run_of(const hf_problem *problem, const statics_options *options, hf_workspace *workspace)
{
    return (statics_run){.problem = problem,
                         .options = options,
                         .workspace = workspace,
                         .held = INFINITY,
                         .work = work_begin(problem, &options->common, workspace)};
}

/// The certificate. Converged is what `found` an answer on springs, not merely one.
static hf_status finish(statics_run *run, const double *r, bool found, hf_report *report, hf_error *error)
{
    const hf_solve_options *common = &run->options->common;
    report->iterations = run->steps;
    hf_status status =
        work_finish(&run->work, run->problem, common, r, run->workspace, HF_OUTCOME_STALLED, report, error);
    if (status == HF_STATUS_OK && !found && report->outcome == HF_OUTCOME_CONVERGED)
        report->outcome = HF_OUTCOME_STALLED;
    return status;
}

hf_status statics_select(const hf_problem *problem, const statics_options *options, double *r, hf_workspace *workspace,
                         hf_report *report, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    statics_run run = run_of(problem, options, workspace);
    bool selected = false;
    report_begin(report);
    if (!work_over(&run.work)) status = select_answer(&run, r, &selected, error);
    if (status == HF_STATUS_OK) status = finish(&run, r, selected, report, error);
    arena_end(workspace, mark);
    return status;
}

hf_status statics_rest(const hf_problem *problem, const statics_options *options, double *r, hf_workspace *workspace,
                       statics_end *end, hf_report *report, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    arena_mark mark = arena_begin(workspace);
    statics_run run = run_of(problem, options, workspace);
    report_begin(report);
    *end = STATICS_UNKNOWN;
    if (!work_over(&run.work)) status = find_rest(&run, r, end, error);
    if (status == HF_STATUS_OK)
        status = finish(&run, r, *end == STATICS_FOUND || *end == STATICS_PRESTRESS, report, error);
    arena_end(workspace, mark);
    return status;
}
