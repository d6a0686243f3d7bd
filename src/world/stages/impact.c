// Impacts: what collides in this step, with restitution, round by round until nothing approaches.
//
// One simultaneous problem for all contacts cannot tell Newton's cradle from a lump: with u+ >= 0 at contacts that merely touch, five balls leave
// together. Impacts therefore travel. A round takes the contacts that approach *now*, V, and solves one contact problem for them alone,
//
//   u+ = u + W r,   Coulomb's law between r and u+ - t e_N,     t = -e u_N   (e > 0),     t = -gap/h   (e = 0),
//
// Newton's law with exact friction; contacts that do not approach take no part and may approach afterwards: they are the next round. For one
// coefficient e and no friction this is the generalized reflection of Smith, Kaufman, Vouga, Tamstorf, Grinspun 2012 (Reflections on simultaneous
// impact), but every contact may have its own e.
//
// Energy. Without friction r_N > 0 only where u_N+ = t, so a round changes it by ½ Σ r_N (u_N + u_N+) = ½ Σ (1 - e) r_N u_N <= 0: nothing is lost at
// e = 1, nothing is ever gained, whatever the e's. With friction Newton's law can gain energy (Kane); the same problem with e = 0 cannot, for then
// r·u+ <= 0 and r·u <= r·u+ - r·W r. So where a set of connected contacts gains, its impulses are mixed with those of e = 0 as far as it takes
// to gain nothing: energy is convex along the mixture, the cone is convex, and no contact approaches after it.
//
// Heights of bounces. The step goes on from the place where it began, with the velocities after the impacts (stage MOVE). t is the speed that has
// there the energy of Newton's law at the moment of impact: with u_impact² = u² - 2 a gap,
//   t² = e² u_impact² + 2 a gap.                                                             (a: free acceleration of u_N)
//
// What does not rebound. Approach slower than what free acceleration makes in a step, or than SLOWEST of the fastest of the first round, and rebounds
// that would come back within the step are left to the problem of the step, which has e = 0 and all contacts: a ball with e < 1 comes to rest. With
// e < 1 rounds get slower by a factor; there are at most ROUNDS + ROUNDS_A_CONTACT for each contact with e > 0 (a row of n balls takes n at e = 1);
// the rest is left to the problem of the step, too. It loses energy, never gains.
// A body that was slow may leave a round fast, farther than contacts were looked for: then detection and rounds are done again with what is now known
// of its speed (impacts_outran).
// Cost of a round: a pass over the contacts, and a solve over V. Scenes without restitution pay nothing.

#include "world/step.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/union_find.h"
#include "problem/problem.h"

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
    double *u;      // 3 × count: before
    double *after;  // 3 × count: after the impulses r
    double *target; // count: t
    double *r;      // 3 × count, in units of `unit`
    int *parent;    // count: sets of contacts that share free bodies
    double unit;    // [kg], as step->unit_mass
} impact_round;

/// What lasts over the rounds.
typedef struct impact_state
{
    bool *lively;   // body_count: free, with a contact of e > 0
    int *slot;      // body_count: scratch; -1
    int *dof_slot;  // dof_count: likewise
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
    for (int k = 0; k < step->contact_count; k++)
    {
        const step_contact *c = &step->contacts[k];
        if (!c->travels) continue;
        vec3 axis[3], v = contact_velocity(step, &c->record, step->before);
        double u = v3_dot(v3_load(c->record.normal), v);
        double target = target_of(step, c, u);
        if (!collides(step, c, u, target, state->slowest)) continue;
        contact_axes(&c->record, axis);
        for (int j = 0; j < 3; j++) round->u[3 * round->count + j] = v3_dot(axis[j], v);
        round->target[round->count] = target;
        round->index[round->count++] = k;
        rebounds |= c->record.restitution > 0.0 || state->lively[c->record.body_a] || state->lively[c->record.body_b];
    }
    return rebounds;
}

// ---- the problem of a round ----

typedef struct round_rows
{
    size_t *begin;
    int *size, *dof;
    double *mu, *b, *H, *G;
} round_rows;

static bool rows_take(hf_workspace *w, size_t n, round_rows *rows)
{
    *rows = (round_rows){.begin = ARENA_ARRAY(w, size_t, n + 1),
                         .size = ARENA_ARRAY(w, int, n),
                         .dof = ARENA_ARRAY(w, int, 12 * n),
                         .mu = ARENA_ARRAY(w, double, n),
                         .b = ARENA_ARRAY(w, double, 3 * n),
                         .H = ARENA_ARRAY(w, double, 36 * n),
                         .G = ARENA_ARRAY(w, double, 36 * n)};
    return rows->begin && rows->size && rows->dof && rows->mu && rows->b && rows->H && rows->G;
}

/// A power of two near the smallest effective mass.
static double unit_of(const round_rows *rows, int count)
{
    double largest = 0.0;
    for (size_t k = 0; k < (size_t)count; k++)
    {
        size_t n = rows->begin[k + 1] - rows->begin[k];
        for (size_t row = 3 * rows->begin[k]; row < 3 * rows->begin[k + 1]; row += n)
        {
            double sum = 0.0;
            for (size_t j = 0; j < n; j++) sum += rows->H[row + j] * rows->G[row + j];
            largest = fmax(largest, sum);
        }
    }
    return largest > 0.0 && isfinite(largest) ? ldexp(1.0, -ilogb(largest)) : 1.0;
}

/// Numbers the degrees of freedom of the round from 0 on; returns how many there are.
static int number_dofs(const step_context *step, impact_state *state, size_t count, int *dof)
{
    int used = 0;
    for (size_t k = 0; k < count; k++) state->dof_slot[dof[k]] = 0;
    for (int k = 0; k < step->model->dof_count; k++)
        if (state->dof_slot[k] == 0) state->dof_slot[k] = used++;
    for (size_t k = 0; k < count; k++) dof[k] = state->dof_slot[dof[k]];
    for (int k = 0; k < step->model->dof_count; k++) state->dof_slot[k] = -1;
    return used;
}

/// t; `soft`: as if e = 0.
static double target_in(const step_context *step, const impact_round *round, int k, bool soft)
{
    return soft ? -fmax(step->contacts[round->index[k]].record.gap, 0.0) / step->h : round->target[k];
}

static hf_status make_problem(step_context *step, impact_state *state, impact_round *round, bool soft,
                              hf_problem **problem)
{
    round_rows rows;
    if (!rows_take(step->workspace, (size_t)round->count, &rows)) return error_no_memory(step->error);
    rows.begin[0] = 0;
    for (size_t k = 0; k < (size_t)round->count; k++)
    {
        const hf_contact *c = &step->contacts[round->index[k]].record;
        vec3 axis[3];
        contact_axes(c, axis);
        size_t dofs = 0;
        for (size_t row = 0; row < 3; row++)
        {
            double *at = rows.H + 3 * rows.begin[k] + row * dofs;
            dofs = (size_t)contact_row(step, c, axis[row], rows.dof + rows.begin[k], at, rows.G + (at - rows.H));
        }
        for (size_t j = 0; j < 3; j++) rows.b[3 * k + j] = round->u[3 * k + j];
        rows.b[3 * k] -= target_in(step, round, (int)k, soft); // u+ - t e_N = W r + (u - t e_N)
        rows.begin[k + 1] = rows.begin[k] + dofs;
        rows.size[k] = 3;
        rows.mu[k] = c->mu;
    }
    round->unit = unit_of(&rows, round->count);
    for (size_t k = 0; k < 3 * rows.begin[round->count]; k++) rows.G[k] *= round->unit;
    const hf_laws laws = {.block_count = round->count, .size = rows.size, .mu = rows.mu, .b = rows.b};
    const hf_factored_rows factored = {.dof_count = number_dofs(step, state, rows.begin[round->count], rows.dof),
                                       .begin = rows.begin,
                                       .dof = rows.dof,
                                       .H = rows.H,
                                       .G = rows.G};
    return problem_create_factored(step->workspace, &laws, &factored, true, problem, step->error);
}

/// Goes on from an answer within the tolerance for a few steps of Newton's method, so that e = 1 keeps energy to rounding.
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
    hf_report again;
    hf_status status = hf_solve("proximal", problem, &options, r, step->workspace, &again, step->error);
    if (status != HF_STATUS_OK) return status;
    report->iterations += again.iterations;
    report->residual = again.residual; // never worse: a solver returns its best iterate
    return HF_STATUS_OK;
}

/// r ◄ the impulses, after ◄ u + W r; the step's certificate is the worst of all solves.
static hf_status solve_round(step_context *step, impact_state *state, impact_round *round, bool soft, double *r,
                             double *after)
{
    arena_mark mark = arena_begin(step->workspace);
    const hf_settings *settings = &step->world->settings;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = settings->tolerance;
    options.max_iterations = settings->max_iterations;
    hf_report report = {0};
    hf_problem *problem = NULL;
    hf_status status = make_problem(step, state, round, soft, &problem);
    if (status == HF_STATUS_OK)
        status = hf_solve(settings->solver, problem, &options, r, step->workspace, &report, step->error);
    if (status == HF_STATUS_OK) status = polish(step, problem, &options, r, &report);
    if (status == HF_STATUS_OK) status = hf_problem_velocity(problem, r, after, step->workspace, step->error);
    arena_end(step->workspace, mark);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < round->count; k++) after[3 * k] += target_in(step, round, k, soft);
    hf_report *worst = &step->impact;
    long iterations = worst->iterations + report.iterations;
    if (!(report.residual.natural <= worst->residual.natural)) *worst = report;
    worst->iterations = iterations;
    if (!(report.residual.natural <= settings->tolerance)) step->report->certified = false;
    return HF_STATUS_OK;
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
    for (int k = 0; k < 3 * round->count; k++)
    {
        int root = union_find_root(round->parent, k / 3);
        energy[root] += 0.5 * round->unit * r[k] * (round->u[k] + after[k]);
        if (size) size[root] += 0.5 * round->unit * fabs(r[k]) * (fabs(round->u[k]) + fabs(after[k]));
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
    size_t n = (size_t)round->count;
    double *gain = ARENA_ZEROED(step->workspace, double, 4 * n), *size = gain + n;
    double *soft_gain = gain + 2 * n, *bend = gain + 3 * n;
    double *soft = ARENA_ZEROED(step->workspace, double, 6 * n), *soft_after = soft + 3 * n;
    if (!gain || !soft) return error_no_memory(step->error);
    join_contacts(step, state, round);
    add_work(round, round->r, round->after, gain, size);
    bool any = false;
    for (size_t k = 0; k < n; k++) any |= gain[k] > ROUNDING * size[k];
    if (!any) return HF_STATUS_OK;
    hf_status status = solve_round(step, state, round, true, soft, soft_after);
    if (status != HF_STATUS_OK || !step->report->certified) return status;
    add_work(round, soft, soft_after, soft_gain, NULL);
    for (size_t k = 0; k < 3 * n; k++) // ½ d·W d of the difference d
        bend[union_find_root(round->parent, (int)k / 3)] +=
            0.5 * round->unit * (round->r[k] - soft[k]) * (round->after[k] - soft_after[k]);
    for (size_t k = 0; k < 3 * n; k++)
    {
        int root = union_find_root(round->parent, (int)k / 3);
        if (!(gain[root] > ROUNDING * size[root])) continue;
        double s = largest_share(fmin(0.0, soft_gain[root]), gain[root] - soft_gain[root] - bend[root], bend[root]);
        round->r[k] = soft[k] + s * (round->r[k] - soft[k]);
    }
    return HF_STATUS_OK;
}

// ---- velocities ----

/// Velocities before the step, and without contact after it, as if the step began after the impact.
static void kick_body(step_context *step, const hf_contact *c, int body, vec3 impulse)
{
    if (!is_free(step, body)) return;
    vec3 arm = v3_sub(v3_load(c->point), v3_load(step->at[body].x));
    object_of_body(step->model, body)->kick(step->objects, body, arm, impulse);
}

static void apply_impact_impulses(step_context *step, const impact_round *round)
{
    for (int k = 0; k < round->count; k++)
    {
        step_contact *c = &step->contacts[round->index[k]];
        vec3 axis[3], impulse = v3_zero();
        contact_axes(&c->record, axis);
        for (int j = 0; j < 3; j++)
        {
            double r = round->unit * round->r[3 * k + j];
            c->impact_impulse[j] += r;
            impulse = v3_add_scaled(impulse, r, axis[j]);
        }
        kick_body(step, &c->record, c->record.body_a, impulse);
        kick_body(step, &c->record, c->record.body_b, v3_negate(impulse));
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
    int n = step->contact_count, bodies = step->model->body_count, lively = 0;
    for (int k = 0; k < n; k++) lively += bounces(&step->contacts[k]);
    if (lively == 0) return false;
    hf_workspace *w = step->workspace;
    *state = (impact_state){.lively = ARENA_ZEROED(w, bool, bodies),
                            .slot = ARENA_ARRAY(w, int, bodies),
                            .dof_slot = ARENA_ARRAY(w, int, step->model->dof_count),
                            .most = ROUNDS + ROUNDS_A_CONTACT * lively};
    *round = (impact_round){.index = ARENA_ARRAY(w, int, n),
                            .u = ARENA_ARRAY(w, double, 3 * n),
                            .after = ARENA_ARRAY(w, double, 3 * n),
                            .target = ARENA_ARRAY(w, double, n),
                            .r = ARENA_ARRAY(w, double, 3 * n),
                            .parent = ARENA_ARRAY(w, int, n)};
    if (!state->lively || !state->slot || !state->dof_slot || !round->index || !round->u || !round->after ||
        !round->target || !round->r || !round->parent)
    {
        *status = error_no_memory(step->error);
        return false;
    }
    for (int k = 0; k < bodies; k++) state->slot[k] = -1;
    for (int k = 0; k < step->model->dof_count; k++) state->dof_slot[k] = -1;
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
    memset(round->r, 0, 3 * (size_t)round->count * sizeof *round->r);
    hf_status status = solve_round(step, state, round, false, round->r, round->after);
    arena_mark mark = arena_begin(step->workspace);
    if (status == HF_STATUS_OK && step->report->certified) status = bound_energy(step, state, round);
    arena_end(step->workspace, mark);
    if (status == HF_STATUS_OK && step->report->certified) apply_impact_impulses(step, round);
    return status;
}

hf_status impact_rounds(step_context *step)
{
    impact_state state;
    impact_round round;
    hf_status status = HF_STATUS_OK;
    if (!begin_rounds(step, &state, &round, &status)) return status;
    for (round.number = 1; round.number <= state.most; round.number++)
    {
        if (!select_contacts(step, &state, &round)) break;
        if (round.number == 1)
            for (int k = 0; k < round.count; k++) state.slowest = fmax(state.slowest, -SLOWEST * round.u[3 * k]);
        status = run_round(step, &state, &round);
        if (!step->report->certified) step->report->solve = step->impact;
        if (status != HF_STATUS_OK || !step->report->certified) return status;
    }
    for (int k = 0; k < step->contact_count && round.number > 1; k++)
    {
        step_contact *c = &step->contacts[k];
        c->approach = v3_dot(v3_load(c->record.normal), contact_velocity(step, &c->record, step->before));
    }
    return HF_STATUS_OK;
}

bool impacts_outran(step_context *step)
{
    bool outran = false;
    for (int k = 0; k < step->model->body_count; k++)
    {
        double way = body_way(step, k), radius = step->model->radius[k];
        if (!is_free(step, k) || !(way > step->reach[k] + OUTRUN * radius)) continue;
        step->least_reach[k] = AHEAD * way;
        outran = true;
    }
    return outran;
}
