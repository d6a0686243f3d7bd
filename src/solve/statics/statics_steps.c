// Newton steps of statics on (1) of statics.c, and the way to springs.
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
//
// What needs prestress has it from step to step, and keeps it: with s the impulses of the step before,
// w = s + D⁻¹ H z, and the least of φ is the answer nearest to s. From z = 0 that is one Newton step or two.

#include "solve/statics/statics_run.h"

#include <string.h>

enum
{
    SPRING_STEPS = 12,  // on springs
    IDLE_STEPS = 3,     // of these that may go by without a gain
    CONVEX_STEPS = 40,  // on φ
    REST_STEPS = 12,    // the same where nothing may hold: 59,800 contacts of a pyramid take 5
    BOUNDED_STEPS = 12, // the same with bounds: more are taken only where nothing holds
    FINE_STEPS = 3,     // the same where bounds are good already
    BOUNDED_PASSES = 6,
    HALVINGS = 30, // of a line search
    SPRING_HALVINGS = 4
};
static const double ROUNDING = 1e-14; // of the load: no step gains below
// Of the load, left by normals that set bounds: Newton's method follows; no bounds hold; these normals are good enough;
// near the least of φ. Of what the pass before left: what better normals leave.
static const double FOLLOWS = 0.35, NOT_HELD = 1e-1, GOOD_BOUNDS = 3e-2, NEAR_LEAST = 2e-2;
static const double BETTER = 0.1;
// Times the impulses that would hold everything: a jammed wedge needs a tenth of that.
static const double IMPOSSIBLE = 1e4;
// N has a diagonal of about one. φ: shifts by the load that is left; more where the line search cuts a step short.
static const double SHIFT = 1e-12, LEAST_SHIFT = 1e-7, MORE_SHIFT = 30.0, MOST_SHIFT = 1.0, SHORT = 0.3;
static const double SLOPE = 1e-4; // of the load that a step would gain: Armijo's rule
static const double FLAT = 0.1;   // of φ' at the beginning of a step: near the least of φ on it

// ---- one step ----

/// w, r and J of `law` at z, and the load that is left; returns Σ d_i ψ_i - g·z.
static double evaluate(statics_run *run, spring_law law, const double *z)
{
    const hf_problem *p = run->problem;
    double sum = 0.0;
    int m = space_count(run->space);
    space_press(run->space, z, run->w);
    for (int k = 0; run->stress && k < p->dimension; k++) run->w[k] += run->stress[k];
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

bool statics_count_step(statics_run *run)
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
    if (!statics_count_step(run)) return false;
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
        if (statics_norm(run->rest, m) < (1.0 - SLOPE * along) * before) return true;
    }
    return before <= STATICS_SETTLED * run->size;
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
        double left = k == 0 && recalled ? INFINITY : statics_norm(run->rest, m);
        bool gained = left < 0.5 * least;
        if (left < least)
        {
            memcpy(run->best, run->r, bytes);
            least = left;
        }
        idle = gained ? 0 : idle + 1;
        if (least <= ROUNDING * run->size || (least <= STATICS_SETTLED * run->size && !gained)) break;
        if (k == SPRING_STEPS) break;
        if (k > 0 && left <= STATICS_SETTLED * run->size) solve_again(run);
        else if (!newton_step(run, SPRINGS_COULOMB, SHIFT, &status, error)) break;
        if (!step_springs(run, recalled ? INFINITY : left)) break;
        if (k == 0 && recalled) memcpy(run->start, run->z, (size_t)m * sizeof *run->z);
    }
    *settled = status == HF_STATUS_OK && least <= STATICS_SETTLED * run->size;
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
/// What is left of the load comes below `enough` of it, or as low as rounding lets it where that is STATICS_SETTLED.
static hf_status minimize(statics_run *run, spring_law law, double value, double enough, int most, hf_error *error)
{
    int m = space_count(run->space);
    double before = INFINITY, shift = LEAST_SHIFT;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < most && !work_over(&run->work); k++)
    {
        double left = statics_norm(run->rest, m);
        bool done = left <= enough * run->size;
        if (left <= ROUNDING * run->size || (done && (enough > STATICS_SETTLED || !(left < 0.5 * before)))) break;
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
    return statics_norm(run->rest, space_count(run->space)) <= share * run->size;
}

/// Steps towards the least of φ: of an answer it is known to exist, rest may be impossible.
static int most_steps(const statics_run *run)
{
    return isfinite(run->held) ? REST_STEPS : CONVEX_STEPS;
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
    hf_status status = minimize(run, SPRINGS_NEAREST, value, NEAR_LEAST, most_steps(run), error);
    *near = status == HF_STATUS_OK && !run->impossible && leaves(run, NEAR_LEAST);
    return status;
}

/// z and r ◄ the least of φ, from near it. *settled: it was found.
static hf_status find_nearest(statics_run *run, bool *settled, hf_error *error)
{
    double value = evaluate(run, SPRINGS_NEAREST, run->z);
    hf_status status = minimize(run, SPRINGS_NEAREST, value, STATICS_SETTLED, most_steps(run), error);
    *settled = status == HF_STATUS_OK && leaves(run, STATICS_SETTLED);
    return status;
}

/// run->answer ◄ the answer nearest to what the step before carried. *kept: it was found.
static hf_status keep_stress(statics_run *run, bool *kept, hf_error *error)
{
    memset(run->z, 0, (size_t)space_count(run->space) * sizeof *run->z);
    run->stress = run->options->recall;
    hf_status status = find_nearest(run, kept, error);
    run->stress = NULL;
    memcpy(run->answer, run->r, (size_t)run->problem->dimension * sizeof *run->r);
    return status;
}

/// From near the least of φ to springs: friction gets bounds from normals, and normals follow from these bounds, until
/// Newton's method follows on springs. *settled: it got there; otherwise z is as it was.
static hf_status find_springs(statics_run *run, bool *settled, hf_error *error)
{
    const hf_problem *p = run->problem;
    int m = space_count(run->space);
    size_t bytes = (size_t)m * sizeof *run->z;
    double before = INFINITY;
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
        double value = evaluate(run, SPRINGS_BOUNDED, run->z), left = statics_norm(run->rest, m) / run->size;
        bool fine = left <= GOOD_BOUNDS; // Newton's method does not follow yet: normals are to be better
        if (fine && !(left < before)) break;
        before = left;
        status = minimize(run, SPRINGS_BOUNDED, value, fine ? BETTER * left : GOOD_BOUNDS,
                          fine ? FINE_STEPS : BOUNDED_STEPS, error);
        if (!leaves(run, NOT_HELD)) break;
    }
    memcpy(run->z, run->nearest, bytes);
    return status;
}

// ---- all of it ----

/// Newton steps from the states that impulses tell.
static hf_status settle_from(statics_run *run, const double *states, bool *settled, hf_error *error)
{
    memcpy(run->r, states, (size_t)run->problem->dimension * sizeof *run->r);
    return settle(run, true, settled, error);
}

/// Springs from nothing, or the least of φ; `kept`: run->answer has what is taken where there are no springs, and at
/// once where there were none in the step before. Bounds of friction go to and fro for long where there are none: the
/// least of φ gets half as much work as they had, so that no budget decides whether something stands.
static hf_status carry_from_nothing(statics_run *run, bool known, bool kept, bool *settled, bool *springs,
                                    hf_error *error)
{
    bool near = false, stays = kept && run->options->stressed;
    hf_status status = stays ? HF_STATUS_OK : approach_nearest(run, known, &near, error);
    *springs = false;
    double left = run->work.limit - run->work.used;
    if (near && status == HF_STATUS_OK) status = find_springs(run, springs, error);
    *settled = *springs;
    if (near && !*springs && !kept && status == HF_STATUS_OK)
    {
        if (isfinite(left)) work_grant(&run->work, 0.5 * left);
        status = find_nearest(run, settled, error);
    }
    if (*springs || !kept) return status;
    memcpy(run->r, run->answer, (size_t)run->problem->dimension * sizeof *run->r);
    *settled = true;
    return status;
}

hf_status statics_carry(statics_run *run, const double *answer, statics_end *end, hf_error *error)
{
    bool settled = false, springs = true, kept = false;
    bool known = run->options->recall && statics_largest(run->options->recall, run->problem->dimension) > 0.0;
    hf_status status = HF_STATUS_OK;
    *end = STATICS_UNKNOWN;
    bool again = known && (!answer || !run->options->stressed); // otherwise its states have not led to springs
    if (again) status = settle_from(run, run->options->recall, &settled, error);
    if (known && answer && !settled && status == HF_STATUS_OK) status = settle_from(run, answer, &settled, error);
    if (known && !settled && status == HF_STATUS_OK) status = keep_stress(run, &kept, error);
    if (!settled && !run->impossible && status == HF_STATUS_OK)
        status = carry_from_nothing(run, known, kept, &settled, &springs, error);
    if (run->impossible) *end = STATICS_MOVES;
    if (status == HF_STATUS_OK && settled) *end = springs ? STATICS_FOUND : STATICS_PRESTRESS;
    return status;
}
