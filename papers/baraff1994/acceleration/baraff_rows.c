// Mechanisms in the acceleration-level mode (baraff.c): loops, limits, dry friction, springs and motors at a
// configuration.
//
//   loop        u̇ = J v̇ + d(J)/dt v = 0
//   limit       0 <= u̇ ⟂ f >= 0                    where it touches and does not part
//   friction    -F <= f <= F against u̇             at rest; otherwise F against the velocity, known
//   spring      f = c0 + c1 length + c2 u, clamped: known. Where it is stiff (h (h k + d) more than STIFF of the mass
//               that it moves, so that
//               Runge–Kutta 4 would have to take steps of its own) it is taken at the end of the piece,
//                   f = c0 + c1 (length + h u + h² u̇) + c2 (u + h u̇): u̇ + f/κ - F0/κ = 0 in its box, κ = -h (c2 + h
//                   c1)
//   armature    a u̇ + f = 0 of a tendon
//
// In the first-order world (first_order.c) velocities take the place of u̇: f = c0 + c1 (length + h u) + c2 u, κ = -(c2
// + h c1), all in rows.

#include "papers/baraff1994/acceleration/baraff.h"

#include "model/passive/bend.h"
#include "model/passive/power.h"
#include "model/rows/actuator.h"
#include "model/rows/loop_geometry.h"
#include "model/rows/transmission.h"

#include "base/error.h"

#include <math.h>

static const double STIFF = 0.3;

static row_set *rows_of(baraff_scene *f)
{
    return &f->at.mechanism->rows;
}

/// The rate of a row of the open block.
static double rate_of(const baraff_scene *f, int row)
{
    return rows_velocity(&f->at.mechanism->rows, row, f->at.before, f->v);
}

/// u̇ of a row of the open block without forces, but for the turning of the row itself.
static double rise_of(const baraff_scene *f, int row)
{
    return rows_velocity(&f->at.mechanism->rows, row, f->a_bodies, f->a_own);
}

/// What is added to that: the turning of the row by the motion, by the rate of a moment later; in the first-order world
/// what driven bodies make of the rate.
static double rest_of(const baraff_scene *f, double rate, double later)
{
    return f->first_order ? rate : (later - rate) / f->at.objects->h;
}

// ---- springs and motors ----

/// A force along the open row, c0 + c1 length + c2 rate within a range; `index` among `stiff`, `place` of its force.
typedef struct spring
{
    int index, place;
    double length, c[3], range[2];
} spring;

static double clamped(const spring *s, double force)
{
    return fmin(fmax(force, s->range[0]), s->range[1]);
}

static double spring_mass(const baraff_scene *f, const spring *s)
{
    double c1 = s->c[1], c2 = s->c[2];
    return f->first_order ? -(c2 + f->h * c1) : -f->h * (c2 + f->h * c1);
}

/// The first pass: it is known, and acts; or it is stiff, and marked.
static void spring_force(baraff_scene *f, const baraff_scene *first, const spring *s)
{
    row_set *set = rows_of(f);
    double kappa = spring_mass(f, s), rate = rate_of(f, 0);
    bool feeds = s->c[1] > 0.0 || s->c[2] > 0.0;
    if (first) f->stiff[s->index] = first->stiff[s->index];
    else if (kappa > 0.0 && !feeds)
    {
        const row_block *block = rows_close(set, &f->here, &f->at.objects->mass);
        if (!block) return;
        f->stiff[s->index] = f->first_order || kappa * block_diagonal(block) > STIFF;
        set->count--; // its terms are still open
    }
    if (f->stiff[s->index]) return;
    double force = clamped(s, s->c[0] + s->c[1] * s->length + s->c[2] * rate);
    f->force[s->place] = force;
    mechanism_add_force(&f->at, force, f->at.objects->force);
}

/// The second pass: rows of what is stiff. `later`: the rate of the same row a moment later.
static void spring_row(baraff_scene *f, const spring *s, double later)
{
    if (!f->stiff[s->index]) return;
    double rate = rate_of(f, 0), rise = rise_of(f, 0), kappa = spring_mass(f, s);
    row_block *block = rows_close(rows_of(f), &f->here, &f->at.objects->mass);
    if (!block) return;
    double known = s->c[0] + s->c[1] * s->length;
    if (!f->first_order) known += (s->c[1] * f->h + s->c[2]) * rate;
    bool free = isinf(s->range[0]) && isinf(s->range[1]);
    block->kind = free ? HF_LAW_BILATERAL : HF_LAW_BOX;
    block->lo = s->range[0];
    block->hi = s->range[1];
    block->compliance = 1.0 / kappa;
    block->b[0] = rise + rest_of(f, rate, later) - known / kappa;
    block->approach = NAN; // velocities do not hold it
}

/// The spring (power 1) or damper (2) of a law has this force at `at`, and this slope.
static void add_tangent(spring *s, int power, double at, double force, double slope)
{
    s->c[0] += slope * at - force;
    s->c[power] = -slope;
}

static void add_damper(spring *s, double damping, const double power[2], double rate)
{
    add_tangent(s, 2, rate, damper_drag(damping, power, rate), damper_slope(damping, power, rate));
}

static spring joint_spring(const baraff_scene *f, int j, int k)
{
    const mechanism *m = &f->here.model->mechanism;
    const hf_joint_def *def = &m->joints[j];
    const double *q = f->here.q + m->joint_place_q[j];
    bool ball = def->kind == HF_JOINT_BALL;
    vec3 turn = ball ? ball_strain(def, q) : v3(q[0] - def->spring, 0, 0);
    spring s = {.index = m->joint_place_v[j] + k,
                .place = joint_row(j) + JOINT_ROWS - 1,
                .length = v3_at(turn, k),
                .c = {0.0, -def->stiffness, -def->damping},
                .range = {-INFINITY, INFINITY}};
    double x = ball ? v3_norm(turn) : turn.x, pull = spring_pull(def->stiffness, def->stiffness_power, x);
    double along = x != 0.0 ? pull * s.length / x : 0.0;
    if (!power_is_linear(def->stiffness_power)) add_tangent(&s, 1, s.length, along, fmax(0.0, x != 0.0 ? pull / x : 0));
    if (ball_bends(def))
    {
        vec3 change;
        double slope[3], back = v3_at(bend_pull(def->bending, ball_bend(def, q), v3_zero(), &change, slope), k);
        s.c[0] += slope[k] * s.length - back;
        s.c[1] -= slope[k];
    }
    if (!power_is_linear(def->damping_power)) add_damper(&s, def->damping, def->damping_power, f->v[s.index]);
    return s;
}

static spring actuator_spring(const baraff_scene *f, int k)
{
    const mechanism *m = &f->here.model->mechanism;
    spring s = {
        .index = f->here.model->own_v_count + k, .place = actuator_row(m, k), .length = actuator_length(&f->here, k)};
    const hf_world *world = f->at.world;
    const actuator_signals signals = {world->state.input, world->state.activation, f->h, true};
    actuator_law(&f->here, k, &signals, s.length, 0.0, s.c); // of a muscle the tangent at rest
    actuator_range(m, k, s.range);
    return s;
}

/// Between the two lengths of rest a tendon's spring is slack.
static spring tendon_spring(const baraff_scene *f, int t)
{
    const mechanism *m = &f->here.model->mechanism;
    const hf_tendon_def *def = &m->tendons[t];
    double length = tendon_length(&f->here, t);
    double rest = fmin(fmax(length, def->spring[0]), fmax(def->spring[0], def->spring[1]));
    double k = length == rest && def->spring[0] < def->spring[1] ? 0.0 : def->stiffness, x = length - rest;
    spring s = {.index = f->here.model->own_v_count + m->actuator_count + t,
                .place = tendon_row(m, t) + 3,
                .length = length,
                .c = {k * rest, -k, -def->damping},
                .range = {-INFINITY, INFINITY}};
    if (power_is_linear(def->stiffness_power) && power_is_linear(def->damping_power)) return s;
    rows_open(&f->at.mechanism->rows, HF_LAW_BOX, 1, s.place);
    tendon_terms(&f->at.mechanism->rows, &f->here, t, 0, 1.0);
    s.c[0] = 0.0;
    add_tangent(&s, 1, length, spring_pull(def->stiffness, def->stiffness_power, x),
                x == 0.0 ? 0.0 : spring_slope(def->stiffness, def->stiffness_power, x));
    add_damper(&s, def->damping, def->damping_power, rate_of(f, 0));
    return s;
}

/// Opens the row of a joint's velocity, an actuator or a tendon at `at`.
static void open_joint(baraff_scene *f, int j, int k)
{
    rows_open(rows_of(f), HF_LAW_BOX, 1, joint_row(j) + JOINT_ROWS - 1);
    rows_joint(rows_of(f), 0, f->here.model->mechanism.joint_place_v[j] + k, 1.0);
}

static void open_actuator(baraff_scene *f, const configuration *at, int k)
{
    rows_open(rows_of(f), HF_LAW_BOX, 1, actuator_row(&at->model->mechanism, k));
    actuator_terms(rows_of(f), at, k, 0);
}

static void open_tendon(baraff_scene *f, const configuration *at, int t, int place, double scale)
{
    rows_open(rows_of(f), HF_LAW_BOX, 1, tendon_row(&at->model->mechanism, t) + place);
    tendon_terms(rows_of(f), at, t, 0, scale);
}

/// The rate of the open row with the velocities of a moment later, where its terms were taken there.
static double rate_later(const baraff_scene *f)
{
    return rows_velocity(&f->at.mechanism->rows, 0, f->later->at.before, f->v);
}

static void all_springs(baraff_scene *f, const baraff_scene *first, bool forces)
{
    const mechanism *m = &f->here.model->mechanism;
    if (forces) mechanism_applied(&f->at);
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        bool none = def->stiffness == 0.0 && def->damping == 0.0 && !ball_bends(def) &&
                    power_is_linear(def->stiffness_power) && power_is_linear(def->damping_power);
        if (def->prescribed || none) continue;
        for (int k = 0; k < joint_v_size(def->kind); k++)
        {
            spring s = joint_spring(f, j, k);
            open_joint(f, j, k);
            if (forces) spring_force(f, first, &s);
            else spring_row(f, &s, rate_of(f, 0));
        }
    }
    for (int k = 0; k < m->actuator_count; k++)
    {
        spring s = actuator_spring(f, k);
        double later = 0.0;
        if (!forces && f->stiff[s.index])
        {
            open_actuator(f, &f->later->here, k);
            later = rate_later(f);
        }
        open_actuator(f, &f->here, k);
        if (forces) spring_force(f, first, &s);
        else spring_row(f, &s, later);
    }
    for (int t = 0; t < m->tendon_count; t++)
    {
        spring s = tendon_spring(f, t);
        double later = 0.0;
        if (s.c[0] == 0.0 && s.c[1] == 0.0 && s.c[2] == 0.0) continue;
        if (!forces && f->stiff[s.index])
        {
            open_tendon(f, &f->later->here, t, 3, 1.0);
            later = rate_later(f);
        }
        open_tendon(f, &f->here, t, 3, 1.0);
        if (forces) spring_force(f, first, &s);
        else spring_row(f, &s, later);
    }
}

// ---- dry friction ----

/// The open row has so much of it: known where it slides, otherwise a row in the second pass.
static void friction(baraff_scene *f, const baraff_scene *first, bool forces, int place, double most, double later)
{
    double rate = rate_of(f, 0);
    if (forces)
    {
        bool slides = fabs(rate) > f->slipping && !f->first_order;
        f->sign[place] = first ? first->sign[place] : slides ? (rate > 0.0 ? 1 : -1) : 0;
        if (f->sign[place] == 0) return;
        f->rate[place] = rate;
        f->force[place] = -f->sign[place] * most;
        mechanism_add_force(&f->at, f->force[place], f->at.objects->force);
        return;
    }
    if (f->sign[place] != 0) return;
    double rise = rise_of(f, 0);
    row_block *block = rows_close(rows_of(f), &f->here, &f->at.objects->mass);
    if (!block) return;
    block->lo = -most;
    block->hi = most;
    block->b[0] = rise + rest_of(f, rate, later);
    block->approach = rate;
}

static void all_frictions(baraff_scene *f, const baraff_scene *first, bool forces)
{
    const mechanism *m = &f->here.model->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        if (!(def->friction > 0.0) || def->prescribed) continue;
        for (int k = 0; k < joint_v_size(def->kind); k++)
        {
            rows_open(rows_of(f), HF_LAW_BOX, 1, joint_row(j) + 2 + k);
            rows_joint(rows_of(f), 0, m->joint_place_v[j] + k, 1.0);
            friction(f, first, forces, joint_row(j) + 2 + k, def->friction, rate_of(f, 0));
        }
    }
    for (int t = 0; t < m->tendon_count; t++)
    {
        if (!(m->tendons[t].friction > 0.0)) continue;
        open_tendon(f, &f->later->here, t, 2, 1.0);
        double later = rate_later(f);
        open_tendon(f, &f->here, t, 2, 1.0);
        friction(f, first, forces, tendon_row(m, t) + 2, m->tendons[t].friction, later);
    }
}

hf_status baraff_known_forces(baraff_scene *f, const baraff_scene *first)
{
    all_springs(f, first, true);
    all_frictions(f, first, true);
    return rows_of(f)->failed ? error_no_memory(f->at.error) : HF_STATUS_OK;
}

void baraff_find_rests(baraff_scene *f)
{
    const mechanism *m = &f->here.model->mechanism;
    for (int j = 0; j < m->joint_count; j++)
        for (int k = 0; k < joint_v_size(m->joints[j].kind); k++)
        {
            int place = joint_row(j) + 2 + k, v = m->joint_place_v[j] + k;
            const model_object *object = &f->here.model->objects[f->here.model->dof_object[v]];
            double a = f->answer[object->dof + v - object->v];
            if (f->sign[place] == 0 || !(f->sign[place] * a < 0.0)) continue;
            f->until = fmin(f->until, f->rate[place] / -a);
        }
}

// ---- loops ----

static void loop_block(baraff_scene *f, int loop, int first, int size)
{
    const mechanism *m = &f->here.model->mechanism;
    row_set *set = rows_of(f);
    int place = loop_row(m, loop) + first;
    double later[3];
    rows_open(set, HF_LAW_BILATERAL, size, place);
    loop_terms(set, &f->later->here, loop, first, size);
    for (int k = 0; k < size; k++) later[k] = rows_velocity(set, k, f->later->at.before, f->v);
    rows_open(set, HF_LAW_BILATERAL, size, place);
    loop_terms(set, &f->here, loop, first, size);
    row_block *block = rows_close(set, &f->here, &f->at.objects->mass);
    for (int k = 0; block && k < size; k++)
    {
        f->rate[place + k] = rate_of(f, k);
        block->b[k] = rise_of(f, k) + rest_of(f, f->rate[place + k], later[k]);
    }
}

// ---- limits ----

/// The open block is the rate of a gap, `later` that of a moment later.
static void limit_block(baraff_scene *f, const baraff_scene *first, int place, double gap, double later)
{
    double rate = rate_of(f, 0), rise = rise_of(f, 0);
    bool touches = gap <= BARAFF_TOUCHING && rate <= BARAFF_STILL;
    f->on[place] = first ? first->on[place] : touches || f->first_order;
    if (!f->on[place])
    {
        if (rate < 0.0 && gap > 0.0) f->until = fmin(f->until, gap / -rate);
        return;
    }
    row_block *block = rows_close(rows_of(f), &f->here, &f->at.objects->mass);
    if (!block) return;
    block->b[0] = rise + rest_of(f, rate, later) + (f->first_order ? fmax(gap, 0.0) / f->h : 0.0);
    block->approach = rate;
    block->gap = gap;
}

static void all_limits(baraff_scene *f, const baraff_scene *first)
{
    const mechanism *m = &f->here.model->mechanism;
    row_set *set = rows_of(f);
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        for (int side = def->kind == HF_JOINT_BALL; side < 2 && def->limited && !def->prescribed; side++)
        {
            rows_open(set, HF_LAW_UNILATERAL, 1, joint_row(j) + side);
            joint_limit_terms(set, &f->later->here, j, side);
            double later = rate_later(f);
            rows_open(set, HF_LAW_UNILATERAL, 1, joint_row(j) + side);
            double gap = joint_limit_terms(set, &f->here, j, side);
            limit_block(f, first, joint_row(j) + side, gap, later);
        }
    }
    for (int t = 0; t < m->tendon_count; t++)
        for (int side = 0; side < 2 && m->tendons[t].limited; side++)
        {
            rows_open(set, HF_LAW_UNILATERAL, 1, tendon_row(m, t) + side);
            tendon_limit_terms(set, &f->later->here, t, side);
            double later = rate_later(f);
            rows_open(set, HF_LAW_UNILATERAL, 1, tendon_row(m, t) + side);
            double gap = tendon_limit_terms(set, &f->here, t, side);
            limit_block(f, first, tendon_row(m, t) + side, gap, later);
        }
}

static void all_armatures(baraff_scene *f)
{
    const mechanism *m = &f->here.model->mechanism;
    for (int t = 0; t < m->tendon_count; t++)
    {
        double armature = m->tendons[t].armature;
        if (!(armature > 0.0)) continue;
        open_tendon(f, &f->later->here, t, 4, 1.0);
        double later = rate_later(f);
        open_tendon(f, &f->here, t, 4, 1.0);
        double rate = rate_of(f, 0), rise = rise_of(f, 0);
        row_block *block = rows_close(rows_of(f), &f->here, &f->at.objects->mass);
        if (!block) continue;
        block->kind = HF_LAW_BILATERAL;
        block->compliance = 1.0 / armature;
        block->b[0] = rise + rest_of(f, rate, later);
        block->approach = NAN;
    }
}

hf_status baraff_find_rows(baraff_scene *f, const baraff_scene *first)
{
    const mechanism *m = &f->here.model->mechanism;
    row_set *set = rows_of(f);
    for (int l = 0; l < m->loop_count; l++)
    {
        if (!loop_is_auxiliary(m, l)) continue;
        int n = loop_row_count(m->loops[l].kind);
        for (int row = 0; row < n; row += 3) loop_block(f, l, row, n - row < 3 ? n - row : 3);
    }
    hf_status status = loops_drop_dependent(set, NULL, f->at.error);
    if (status != HF_STATUS_OK) return status;
    all_limits(f, first);
    all_frictions(f, first, false);
    all_springs(f, first, false);
    all_armatures(f);
    return set->failed ? error_no_memory(f->at.error) : HF_STATUS_OK;
}
