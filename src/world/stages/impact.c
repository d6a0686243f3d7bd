// Stage IMPACT: what collides in this step, with restitution, round by round until nothing approaches.
//
// One simultaneous problem for all contacts cannot tell Newton's cradle from a lump: with u+ >= 0 at contacts that
// merely touch, five balls leave together. Impacts therefore travel. A round takes the contacts that approach *now*, V,
// and solves one contact problem for them alone,
//
//   u+ = u + W r,   Coulomb's law between r and u+ - t e_N,     t = -e u_N   (e > 0),     t = -gap/h   (e = 0),
//
// Newton's law with exact friction; contacts that do not approach take no part and may approach afterwards: they are
// the next round. For one coefficient e and no friction this is the generalized reflection of Smith, Kaufman, Vouga,
// Tamstorf, Grinspun 2012 (Reflections on simultaneous impact), but every contact may have its own e.
//
// Energy. Without friction r_N > 0 only where u_N+ = t, so a round changes it by ½ Σ r_N (u_N + u_N+) = ½ Σ (1 - e) r_N
// u_N <= 0: nothing is lost at e = 1, nothing is ever gained, whatever the e's. With friction Newton's law can gain
// energy (Kane); the same problem with e = 0 cannot, for then r·u+ <= 0 and r·u <= r·u+ - r·W r. So where a set of
// connected contacts gains, its impulses are mixed with those of e = 0 as far as it takes to gain nothing: energy is
// convex along the mixture, the cone is convex, and no contact approaches after it.
//
// Heights of bounces. The step goes on from the place where it began, with the velocities after the impacts (stage
// MOVE). t is the speed that has there the energy of Newton's law at the moment of impact: with u_impact² = u² - 2 a
// gap,
//   t² = e² u_impact² + 2 a gap. (a: free acceleration of u_N)
//
// What does not rebound. Approach slower than what free acceleration makes in a step, or than SLOWEST of the fastest of
// the first round, or than the tolerance (no impulse would be an answer to it, round after round), and rebounds that
// would come back within the step are left to the problem of the step, which has e = 0 and all contacts: a ball with e
// < 1 comes to rest. With e < 1 rounds get slower by a factor; there are at most ROUNDS + ROUNDS_A_CONTACT for each
// contact with e > 0 (a row of n balls takes n at e = 1), within a budget of their own (step_budget.c), for light
// bodies between heavy ones take a hundred; the rest is left to the problem of the step, too. It loses energy, never
// gains. So is a round that is not solved, where the piece cannot be halved for it. hf_step_report.impacts_left counts
// these.
// Which of many answers a round has is of no account: its impulses are no part of the warm start, and selection would
// take most of the time.
// A body that was slow may leave a round fast, farther than contacts were looked for: then detection and rounds are
// done again with what is now known of its speed (OUTRAN).
// Cost of a round: a pass over the contacts, and a solve over V. Scenes without restitution pay nothing.

#include "world/rows/problem_rows.h"
#include "world/step_budget.h"
#include "world/trace.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/union_find.h"

#include <math.h>
#include <string.h>

enum
{
    ROUNDS = 64,
    ROUNDS_A_CONTACT = 4,
    POLISH_STEPS = 8,
};
static const double SLOWEST = 1e-6;
static const double OUTRUN = 1e-3;    // of a body's radius: so much farther it may come without a second look
static const double AHEAD = 1.1;      // of the way it now comes: what is looked at then
static const double AIM = 1e-4;       // of the tolerance: what is tried for beyond it
static const double ROUNDING = 1e-13; // of what a round exchanges: a smaller gain of energy is none

/// One round.
typedef struct impact_round
{
    int number;     // 1, 2 …
    int count;      // contacts that collide
    int *index;     // of them, in step->contacts
    int *row;       // count + 1: first row of each
    int *of;        // rows: the contact, 0 … count - 1
    double *u;      // rows: before
    double *after;  // rows: after the impulses r
    double *target; // count: t
    double *r;      // rows, in units of `unit`
    int *parent;    // count: sets of contacts that share free bodies
    double unit;    // [kg], as step->unit_mass
    bool mixed;     // some of r are between those of the targets and those of e = 0
    bool scaled;    // r and `after` are in the units of …
    double *scale;  // rows: … problem_rows.scale
} impact_round;

/// What lasts over the rounds.
typedef struct impact_state
{
    bool *lively;   // body_count: free, with a contact of e > 0
    int *slot;      // body_count: scratch; -1
    double slowest; // [m/s]
    int most;       // rounds
} impact_state;

static bool is_free(const step_context *step, int body)
{
    const object_methods *kind = object_of_body(step->model, body);
    return kind && kind->travels;
}

// ---- who collides ----

/// t: the normal velocity that a contact has at least after the round.
static double target_of(const step_context *step, const step_contact *c, double u)
{
    double e = c->record.restitution, gap = fmax(c->record.gap, 0.0), lift = 2.0 * c->acceleration * gap;
    return e == 0.0 ? -gap / step->h : sqrt(fmax(0.0, e * e * (u * u - lift) + lift));
}

static bool collides(const step_context *step, const step_contact *c, double u, double target, double slowest)
{
    double a = c->acceleration, h = step->h;
    if (!(-u > slowest) || !(-u > fabs(a) * h) || c->record.gap + h * (u + 0.5 * a * h) > 0.0) return false;
    return c->record.restitution == 0.0 || target + a * h > 0.0;
}

/// Fills the round with what collides. Returns whether anything of it rebounds, or may hand its push on to what does.
static bool select_contacts(const step_context *step, const impact_state *state, impact_round *round)
{
    bool rebounds = false;
    round->count = 0;
    round->row[0] = 0;
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        if (!c->travels) continue;
        vec3 axis[3], v = contact_velocity(step, &c->record, step->before);
        double u = v3_dot(v3_load(c->record.normal), v);
        double target = target_of(step, c, u);
        if (!collides(step, c, u, target, state->slowest)) continue;
        contact_axes(&c->record, axis);
        int n = round->count, row = round->row[n];
        vec3 spin = contact_spin(&c->record, step->before);
        for (int j = 0; j < c->row_count; j++)
        {
            round->u[row + j] = j < 3 ? v3_dot(axis[j], v) : v3_dot(axis[j - 3], spin);
            round->of[row + j] = n;
        }
        round->target[n] = target;
        round->index[n] = k;
        round->row[n + 1] = row + c->row_count;
        round->count++;
        rebounds |= c->record.restitution > 0.0 || state->lively[c->record.body_a] || state->lively[c->record.body_b];
    }
    return rebounds;
}

// ---- the problem of a round ----

/// t; `soft`: as if e = 0.
static double target_in(const step_context *step, const impact_round *round, int k, bool soft)
{
    return soft ? -fmax(step->contacts[round->index[k]].record.gap, 0.0) / step->h : round->target[k];
}

static hf_status make_problem(step_context *step, impact_round *round, bool soft, hf_workspace *arena,
                              hf_problem **problem)
{
    rows_room room = {0};
    problem_rows rows;
    for (int k = 0; k < round->count; k++)
    {
        const step_contact *c = &step->contacts[round->index[k]];
        room_for_contact(&room, step->model, &c->record, c->row_count);
    }
    if (!problem_rows_take(&rows, &room, step->workspace)) return error_no_memory(step->error);
    rows.friction = hf_settings_friction(&step->world->settings);
    for (int k = 0; k < round->count; k++)
    {
        const step_contact *c = &step->contacts[round->index[k]];
        double b[6]; // u+ - t e_N = W r + (u - t e_N)
        for (int j = 0; j < c->row_count; j++) b[j] = round->u[round->row[k] + j];
        b[0] -= target_in(step, round, k, soft);
        problem_rows_add_contact(&rows, step, &c->record, c->row_count, HF_LAW_CONTACT, b);
    }
    size_t count = (size_t)round->row[round->count];
    round->scaled = rows.scale != NULL;
    if (rows.scale) memcpy(round->scale, rows.scale, count * sizeof *round->scale);
    round->unit = problem_rows_unit(&rows);
    problem_rows_scale(&rows, round->unit);
    int dof_count = problem_rows_number(&rows, step->model, NULL, step->workspace);
    if (dof_count < 0) return error_no_memory(step->error);
    return problem_rows_create(&rows, dof_count, arena, step->workspace, true, problem, step->error);
}

/// Goes on from an answer within the tolerance for a few steps of Newton's method, so that e = 1 keeps energy to
/// rounding.
static hf_status polish(step_context *step, const hf_problem *problem, const hf_solve_options *accepted, double *r,
                        hf_report *report)
{
    hf_solve_options options = *accepted;
    options.tolerance = AIM * accepted->tolerance;
    double natural = report->residual.natural;
    if (!(natural <= accepted->tolerance) || natural <= options.tolerance || accepted->max_iterations > 0)
        return HF_STATUS_OK;
    options.max_iterations = POLISH_STEPS;
    options.warm_start = true;
    if (options.budget > 0) options.budget = options.budget > report->work ? options.budget - report->work : 1;
    hf_report again;
    hf_status status = hf_solve("proximal", problem, &options, r, step->workspace, &again, step->error);
    if (status != HF_STATUS_OK) return status;
    report->iterations += again.iterations;
    report->work += again.work;
    report->residual = again.residual; // never worse: a solver returns its best iterate
    return HF_STATUS_OK;
}

/// The worst round of a step that is beyond the tolerance, for hf_world_problem.
static hf_status keep_worst(step_context *step, impact_round *round, bool soft, const double *r, double natural)
{
    hf_world *world = step->world;
    if (natural <= fmax(world->tolerance, world->impact_natural)) return HF_STATUS_OK;
    arena_mark mark = arena_begin(step->workspace);
    size_t rows = (size_t)round->row[round->count];
    world->impact_problem = NULL;
    arena_end(world->impact_arena, (arena_mark){0, 0});
    hf_status status = make_problem(step, round, soft, world->impact_arena, &world->impact_problem);
    arena_end(step->workspace, mark);
    if (status == HF_STATUS_OK) world->impact_r = ARENA_ARRAY(world->impact_arena, double, rows);
    if (status == HF_STATUS_OK && !world->impact_r) status = error_no_memory(step->error);
    if (status != HF_STATUS_OK)
    {
        world->impact_problem = NULL;
        return status;
    }
    memcpy(world->impact_r, r, rows * sizeof *r);
    world->impact_natural = natural;
    return HF_STATUS_OK;
}

/// Impacts are solved by `auto` without selection where a step is solved by `auto`.
static const char *solver_of(const hf_settings *settings)
{
    return strcmp(settings->solver.name, "auto") == 0 ? "auto/any" : settings->solver.name;
}

/// Whether a round is taken, or ends the rounds: it is beyond what is accepted, and the piece is not halved for it.
static bool gives_up(step_context *step, const hf_report *report)
{
    bool beyond = !(report->residual.natural <= fmax(step->world->tolerance, step->world->settings.solver.accept));
    bool halves = step->why == WHY_POOR && step_may(step, WHY_POOR) && !step_budget_impacts_over(step->run);
    if (!beyond || halves) return false;
    step->why = WHY_NOT;
    step->impacts_left = true;
    return true;
}

/// r ◄ the impulses, after ◄ u + W r; the step's certificate is the worst of all solves.
static hf_status solve_round(step_context *step, impact_round *round, bool soft, double *r, double *after)
{
    arena_mark mark = arena_begin(step->workspace);
    const hf_settings *settings = &step->world->settings;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = step->world->tolerance;
    options.max_iterations = settings->solver.max_iterations;
    options.budget = step_budget_take_impact(step->run, round->row[round->count]);
    hf_report report = {0};
    hf_problem *problem = NULL;
    hf_status status = make_problem(step, round, soft, step->workspace, &problem);
    if (status == HF_STATUS_OK)
        status = hf_solve(solver_of(settings), problem, &options, r, step->workspace, &report, step->error);
    if (status == HF_STATUS_OK) status = polish(step, problem, &options, r, &report);
    if (status == HF_STATUS_OK) status = hf_problem_velocity(problem, r, after, step->workspace, step->error);
    arena_end(step->workspace, mark);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < round->count; k++) after[round->row[k]] += target_in(step, round, k, soft);
    step_name_note(step, round->index, &report);
    step_budget_spend_impact(step->run, report.work);
    step->why = step_judge(step, &report);
    hf_report *worst = &step->impact;
    long iterations = worst->iterations + report.iterations;
    if (!gives_up(step, &report) && !(report.residual.natural <= worst->residual.natural)) *worst = report;
    worst->iterations = iterations;
    return keep_worst(step, round, soft, r, report.residual.natural);
}

// ---- energy ----

/// Sets of contacts that share free bodies.
static void join_contacts(const step_context *step, impact_state *state, impact_round *round)
{
    union_find_begin(round->parent, round->count);
    for (int pass = 0; pass < 2; pass++) // the second leaves the slots as they were
        for (int k = 0; k < 2 * round->count; k++)
        {
            const hf_contact *c = &step->contacts[round->index[k / 2]].record;
            int body = k % 2 ? c->body_b : c->body_a, *slot = &state->slot[body];
            if (!is_free(step, body)) continue;
            if (pass == 0 && *slot >= 0) union_find_join(round->parent, k / 2, *slot);
            *slot = pass == 0 ? k / 2 : -1;
        }
}

/// energy[root] += ½ r·(u + after), the work of the impulses; `size` likewise of what is summed.
static void add_work(const impact_round *round, const double *r, const double *after, double *energy, double *size)
{
    for (int k = 0; k < round->row[round->count]; k++)
    {
        int root = union_find_root(round->parent, round->of[k]);
        double u = round->scaled ? round->scale[k] * round->u[k] : round->u[k];
        energy[root] += 0.5 * round->unit * r[k] * (u + after[k]);
        if (size) size[root] += 0.5 * round->unit * fabs(r[k]) * (fabs(u) + fabs(after[k]));
    }
}

/// The largest s for which soft + s slope + s² bend <= 0, where soft <= 0 and the value at s = 1 is > 0.
static double largest_share(double soft, double slope, double bend)
{
    double denominator = slope + sqrt(fmax(0.0, slope * slope - 4.0 * bend * soft));
    return denominator > 0.0 ? fmin(1.0, fmax(0.0, -2.0 * soft / denominator)) : 0.0;
}

/// Where a set of contacts gains energy: r ◄ soft + s (r - soft), with the largest s that gains none.
static hf_status bound_energy(step_context *step, impact_state *state, impact_round *round)
{
    size_t n = (size_t)round->count, rows = (size_t)round->row[round->count];
    double *gain = ARENA_ZEROED(step->workspace, double, 4 * n), *size = gain + n;
    double *soft_gain = gain + 2 * n, *bend = gain + 3 * n;
    double *soft = ARENA_ZEROED(step->workspace, double, 2 * rows), *soft_after = soft + rows;
    if (!gain || !soft) return error_no_memory(step->error);
    join_contacts(step, state, round);
    add_work(round, round->r, round->after, gain, size);
    bool any = false;
    for (size_t k = 0; k < n; k++) any |= gain[k] > ROUNDING * size[k];
    if (!any) return HF_STATUS_OK;
    hf_status status = solve_round(step, round, true, soft, soft_after);
    if (status != HF_STATUS_OK || step->why != WHY_NOT || step->impacts_left) return status;
    add_work(round, soft, soft_after, soft_gain, NULL);
    for (size_t k = 0; k < rows; k++) // ½ d·W d of the difference d
        bend[union_find_root(round->parent, round->of[k])] +=
            0.5 * round->unit * (round->r[k] - soft[k]) * (round->after[k] - soft_after[k]);
    for (size_t k = 0; k < rows; k++)
    {
        int root = union_find_root(round->parent, round->of[k]);
        if (!(gain[root] > ROUNDING * size[root])) continue;
        double s = largest_share(fmin(0.0, soft_gain[root]), gain[root] - soft_gain[root] - bend[root], bend[root]);
        round->r[k] = soft[k] + s * (round->r[k] - soft[k]);
        round->mixed = true;
    }
    return HF_STATUS_OK;
}

// ---- velocities ----

/// Velocities before the step, and without contact after it, as if the step began after the impact.
static void apply_impact_impulse(step_context *step, const hf_contact *c, int body, bool turn, vec3 impulse)
{
    if (!is_free(step, body)) return;
    vec3 arm = v3_sub(v3_load(c->point), v3_load(step->at[body].x));
    object_of_body(step->model, body)->motion->impact_impulse(step->objects, body, turn, arm, impulse);
}

static void apply_impact_impulses(step_context *step, const impact_round *round)
{
    for (int k = 0; k < round->count; k++)
    {
        step_contact *c = &step->contacts[round->index[k]];
        vec3 axis[3], impulse = v3_zero(), moment = v3_zero();
        contact_axes(&c->record, axis);
        for (int j = 0; j < c->row_count; j++)
        {
            double r = round->unit * round->r[round->row[k] + j];
            if (round->scaled) r *= round->scale[round->row[k] + j];
            c->impact_impulse[j] += r;
            if (j < 3) impulse = v3_add_scaled(impulse, r, axis[j]);
            else moment = v3_add_scaled(moment, r, axis[j - 3]);
        }
        apply_impact_impulse(step, &c->record, c->record.body_a, false, impulse);
        apply_impact_impulse(step, &c->record, c->record.body_b, false, v3_negate(impulse));
        if (c->row_count <= 3) continue;
        apply_impact_impulse(step, &c->record, c->record.body_a, true, moment);
        apply_impact_impulse(step, &c->record, c->record.body_b, true, v3_negate(moment));
    }
}

// ---- the rounds ----

static bool bounces(const step_contact *c)
{
    return c->travels && c->record.restitution > 0.0;
}

/// False if there is no restitution, or memory is short (then *status says so).
static bool begin_rounds(step_context *step, impact_state *state, impact_round *round, hf_status *status)
{
    int n = step->contact_count, rows = step->contact_row_count, bodies = step->model->body_count, lively = 0;
    for (int k = 0; k < n; k++) lively += bounces(&step->contacts[k]);
    if (lively == 0) return false;
    hf_workspace *w = step->workspace;
    *state = (impact_state){.lively = ARENA_ZEROED(w, bool, bodies),
                            .slot = ARENA_ARRAY(w, int, bodies),
                            .slowest = step->world->tolerance,
                            .most = ROUNDS + ROUNDS_A_CONTACT * lively};
    *round = (impact_round){.index = ARENA_ARRAY(w, int, n),
                            .row = ARENA_ARRAY(w, int, n + 1),
                            .of = ARENA_ARRAY(w, int, rows),
                            .u = ARENA_ARRAY(w, double, rows),
                            .after = ARENA_ARRAY(w, double, rows),
                            .target = ARENA_ARRAY(w, double, n),
                            .r = ARENA_ARRAY(w, double, rows),
                            .scale = ARENA_ARRAY(w, double, rows),
                            .parent = ARENA_ARRAY(w, int, n)};
    if (!state->lively || !state->slot || !round->index || !round->row || !round->of || !round->u || !round->after ||
        !round->target || !round->r || !round->scale || !round->parent)
    {
        *status = error_no_memory(step->error);
        return false;
    }
    for (int k = 0; k < bodies; k++) state->slot[k] = -1;
    for (int k = 0; k < n; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        if (!bounces(&step->contacts[k])) continue;
        state->lively[c->body_a] |= is_free(step, c->body_a);
        state->lively[c->body_b] |= is_free(step, c->body_b);
    }
    return true;
}

static hf_status run_round(step_context *step, impact_state *state, impact_round *round)
{
    memset(round->r, 0, (size_t)round->row[round->count] * sizeof *round->r);
    round->mixed = false;
    hf_status status = solve_round(step, round, false, round->r, round->after);
    arena_mark mark = arena_begin(step->workspace);
    bool goes_on = step->why == WHY_NOT && !step->impacts_left;
    if (status == HF_STATUS_OK && goes_on) status = bound_energy(step, state, round);
    arena_end(step->workspace, mark);
    goes_on = step->why == WHY_NOT && !step->impacts_left;
    if (status == HF_STATUS_OK && goes_on) apply_impact_impulses(step, round);
    if (status == HF_STATUS_OK && goes_on)
        status = trace_round(step, round->count, round->index, round->mixed, round->unit);
    return status;
}

/// Asks for PASSES where shapes that are to collide miss each other.
static hf_status look_for_misses(step_context *step, const impact_round *round)
{
    bool misses = false;
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < round->count && !misses && status == HF_STATUS_OK && step_may(step, WHY_PASSES); k++)
        status = impact_misses(step, &step->contacts[round->index[k]].record, round->u[round->row[k]], &misses);
    if (misses) step->why = WHY_PASSES;
    return status;
}

static hf_status run_rounds(step_context *step)
{
    impact_state state;
    impact_round round;
    hf_status status = HF_STATUS_OK;
    if (!begin_rounds(step, &state, &round, &status)) return status;
    for (round.number = 1;; round.number++)
    {
        if (!select_contacts(step, &state, &round)) break;
        step->impacts_left = round.number > state.most || (round.number > 1 && step_budget_impacts_over(step->run));
        if (step->impacts_left) break;
        if (round.number == 1)
            for (int k = 0; k < round.count; k++) state.slowest = fmax(state.slowest, -SLOWEST * round.u[round.row[k]]);
        status = look_for_misses(step, &round);
        if (status == HF_STATUS_OK && step->why == WHY_NOT) status = run_round(step, &state, &round);
        if (status != HF_STATUS_OK || step->why != WHY_NOT) return status;
        if (step->impacts_left) break;
    }
    for (int k = 0; k < step->contact_count && round.number > 1; k++)
    {
        step_contact *c = &step->contacts[k];
        c->approach = v3_dot(v3_load(c->record.normal), contact_velocity(step, &c->record, step->before));
    }
    return HF_STATUS_OK;
}

/// Whether some body now comes farther in the step than contacts were looked for; least_reach ◄ how far.
static bool outran(step_context *step)
{
    bool any = false;
    for (int k = 0; k < step->model->body_count; k++)
    {
        double way = body_way(step, k), radius = step->model->radius[k];
        if (!is_free(step, k) || !(way > step->reach[k] + OUTRUN * radius)) continue;
        step->facts->least_reach[k] = AHEAD * way;
        any = true;
    }
    return any;
}

hf_status stage_impact(step_context *step)
{
    hf_status status = run_rounds(step);
    if (status == HF_STATUS_OK && step->why == WHY_NOT) status = impact_chain(step);
    if (status != HF_STATUS_OK) return status;
    rebounds_scale(step);
    if (step->why == WHY_NOT && step_may(step, WHY_OUTRAN) && outran(step)) step->why = WHY_OUTRAN;
    if (step->why != WHY_NOT) step->report->solve = step->impact;
    return HF_STATUS_OK;
}
