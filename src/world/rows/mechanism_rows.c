// Rows of loops, limits, dry friction, motors and tendons in the velocity problem of a step.
//
//   loop        u = J_m v⁺ + (J_m - J) v = 0 J_m in the middle, J at the beginning: to second order J(q⁺) v⁺ = 0, so
//               that the velocities after the
//                                                   step belong to the configuration after it, and impulses along J_m
//                                                   do no work
//   limit       0 <= v⁺ + gap/h  ⟂  r >= 0
//   friction    -h f <= r <= h f                    a box on the joint's velocity
//   motor       r = h (c0 + c1 length + c2 u) clamped, with the length that the step makes of it. With κ = -h (c2 + θ²
//               h c1):
//               u + r/κ - h F0/κ = 0 within the box: compliance 1/κ on the diagonal of W. The certificate covers it
//               like any other row
//   tendon      limits, friction and springs likewise; armature a:  a (u - J v) + r = 0, compliance 1/a, u as of a loop

#include "model/passive/power.h"
#include "model/rows/actuator.h"
#include "model/rows/loop_geometry.h"
#include "model/rows/transmission.h"
#include "world/rows/motor_sum.h"
#include "world/step_mechanism.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const double NEAR = 2.0; // limits take part if twice the speed would reach them within the step

// ---- loops ----

static void loop_block(step_context *step, int loop, int first, int size)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    const double *v = step->world->state.v;
    double turning[3];
    rows_open(&s->rows, HF_LAW_BILATERAL, size, loop_row(m, loop) + first);
    loop_terms(&s->rows, &step->objects->start, loop, first, size);
    for (int k = 0; k < size; k++) turning[k] = -rows_velocity(&s->rows, k, step->before, v);
    rows_open(&s->rows, HF_LAW_BILATERAL, size, loop_row(m, loop) + first);
    loop_terms(&s->rows, &step->objects->middle, loop, first, size);
    row_block *block = rows_close(&s->rows, &step->objects->middle, &step->objects->mass);
    for (int k = 0; block && k < size; k++)
    {
        turning[k] += rows_velocity(&s->rows, k, step->objects->half, v);
        block->b[k] = rows_velocity(&s->rows, k, step->free, step->objects->v_free) + turning[k];
    }
}

static void collect_loops(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    for (int k = 0; k < m->loop_count; k++)
    {
        if (!loop_is_auxiliary(m, k)) continue;
        int n = loop_row_count(m->loops[k].kind);
        for (int first = 0; first < n; first += 3) loop_block(step, k, first, n - first < 3 ? n - first : 3);
    }
}

// ---- limits ----

/// The open block is the rate of the gap: it becomes a row if the gap may close.
static void limit_block(step_context *step, double gap)
{
    step_mechanism *s = step->mechanism;
    double before = rows_velocity(&s->rows, 0, step->objects->half, step->world->state.v);
    double free = rows_velocity(&s->rows, 0, step->free, step->objects->v_free);
    if (gap > NEAR * step->h * fmax(fabs(before), fabs(free))) return;
    row_block *block = rows_close(&s->rows, &step->objects->middle, &step->objects->mass);
    if (!block) return;
    block->b[0] = free + fmax(gap, 0.0) / step->h;
    block->approach = before;
    block->acceleration = (free - before) / step->h;
    block->gap = gap;
}

/// How far a ball is turned, and the axis about which it is, in the child's axes.
static double ball_angle(const double *q, vec3 *axis)
{
    vec3 turn = quat_log(quat_load(q));
    double angle = v3_norm(turn);
    *axis = angle > 0.0 ? v3_scale(1.0 / angle, turn) : v3(1, 0, 0);
    return angle;
}

static double joint_limit_gap(const configuration *at, int joint, int side)
{
    const mechanism *m = &at->model->mechanism;
    const hf_joint_def *def = &m->joints[joint];
    const double *q = at->q + m->joint_place_q[joint];
    vec3 axis;
    if (def->kind == HF_JOINT_BALL) return def->range[1] - ball_angle(q, &axis);
    return side == 0 ? q[0] - def->range[0] : def->range[1] - q[0];
}

double joint_limit_terms(row_set *set, const configuration *at, int joint, int side)
{
    const mechanism *m = &at->model->mechanism;
    int v = m->joint_place_v[joint];
    if (m->joints[joint].kind == HF_JOINT_BALL)
    {
        vec3 axis;
        (void)ball_angle(at->q + m->joint_place_q[joint], &axis);
        for (int k = 0; k < 3; k++) rows_joint(set, 0, v + k, -v3_at(axis, k));
    }
    else rows_joint(set, 0, v, side == 0 ? 1.0 : -1.0);
    return joint_limit_gap(at, joint, side);
}

double tendon_limit_terms(row_set *set, const configuration *at, int tendon, int side)
{
    const hf_tendon_def *def = &at->model->mechanism.tendons[tendon];
    double length = tendon_length(at, tendon);
    tendon_terms(set, at, tendon, 0, side == 0 ? 1.0 : -1.0);
    return side == 0 ? length - def->range[0] : def->range[1] - length;
}

/// Whether a hinge or slide is so far from a limit that twice its speed does not reach it: most are, and need not be
/// asked for a row.
static bool out_of_reach(const step_context *step, int joint, int side)
{
    const mechanism *m = &step->model->mechanism;
    int v = m->joint_place_v[joint];
    double speed = fmax(fabs(step->world->state.v[v]), fabs(step->objects->v_free[v]));
    return m->joints[joint].kind != HF_JOINT_BALL &&
           joint_limit_gap(&step->objects->start, joint, side) > NEAR * step->h * speed;
}

static void collect_limits(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        if (!def->limited || def->prescribed) continue;
        for (int side = def->kind == HF_JOINT_BALL; side < 2; side++)
        {
            double start;
            if (out_of_reach(step, j, side)) continue;
            rows_open(&s->rows, HF_LAW_UNILATERAL, 1, joint_row(j) + side);
            start = joint_limit_terms(&s->rows, &step->objects->start, j, side);
            limit_block(step, start);
        }
    }
    for (int t = 0; t < m->tendon_count; t++)
        for (int side = 0; side < 2 && m->tendons[t].limited; side++)
        {
            rows_open(&s->rows, HF_LAW_UNILATERAL, 1, tendon_row(m, t) + side);
            double start = tendon_limit_terms(&s->rows, &step->objects->start, t, side);
            rows_open(&s->rows, HF_LAW_UNILATERAL, 1, tendon_row(m, t) + side);
            tendon_limit_terms(&s->rows, &step->objects->middle, t, side);
            limit_block(step, start);
        }
}

// ---- dry friction ----

static void friction_block(step_context *step, double force)
{
    step_mechanism *s = step->mechanism;
    row_block *block = rows_close(&s->rows, &step->objects->middle, &step->objects->mass);
    if (!block) return;
    block->lo = -step->h * force;
    block->hi = step->h * force;
    block->b[0] = rows_velocity(&s->rows, 0, step->free, step->objects->v_free);
}

static void collect_friction(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        if (!(def->friction > 0.0) || def->prescribed) continue;
        for (int k = 0; k < joint_v_size(def->kind); k++)
        {
            rows_open(&s->rows, HF_LAW_BOX, 1, joint_row(j) + 2 + k);
            rows_joint(&s->rows, 0, m->joint_place_v[j] + k, 1.0);
            friction_block(step, def->friction);
        }
    }
    for (int t = 0; t < m->tendon_count; t++)
    {
        if (!(m->tendons[t].friction > 0.0)) continue;
        rows_open(&s->rows, HF_LAW_BOX, 1, tendon_row(m, t) + 2);
        tendon_terms(&s->rows, &step->objects->middle, t, 0, 1.0);
        friction_block(step, m->tendons[t].friction);
    }
}

// ---- springs and dampers ----

/// The open block, with force = c0 + c1 length + c2 rate in a range. `length` is that at the beginning.
static void spring_block(step_context *step, double length, const double c[3], const double range[2])
{
    step_mechanism *s = step->mechanism;
    double h = step->h, rate = rows_velocity(&s->rows, 0, step->objects->half, step->world->state.v);
    row_block *block = rows_close(&s->rows, &step->objects->middle, &step->objects->mass);
    if (!block) return;
    double theta = fmax(object_spring_weight(step->objects, block->object[0]),
                        object_spring_weight(step->objects, block->object[1]));
    double known = c[0] + c[1] * (length + theta * (1.0 - theta) * h * rate); // F0
    double kappa = -h * (theta * theta * h * c[1] + c[2]);
    block->spring = -theta * theta * h * h * c[1];
    block->known = h * known;
    block->kind = isinf(range[0]) && isinf(range[1]) ? HF_LAW_BILATERAL : HF_LAW_BOX;
    block->lo = h * range[0];
    block->hi = h * range[1];
    block->compliance = 1.0 / kappa;
    block->b[0] = rows_velocity(&s->rows, 0, step->free, step->objects->v_free) - h * known / kappa;
}

static void collect_actuators(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    for (int k = 0; k < m->actuator_count; k++)
    {
        double range[2];
        if (s->ways[k] != MOTOR_ROW) continue;
        actuator_range(m, k, range);
        rows_open(&s->rows, HF_LAW_BOX, 1, actuator_row(m, k));
        actuator_terms(&s->rows, &step->objects->middle, k, 0);
        spring_block(step, actuator_length(&step->objects->start, k), s->laws[k], range);
    }
    motor_sum_rows(step);
}

/// Between the two lengths of rest a tendon's spring is slack.
static void tendon_spring(step_context *step, int tendon)
{
    const mechanism *m = &step->model->mechanism;
    const hf_tendon_def *def = &m->tendons[tendon];
    step_mechanism *s = step->mechanism;
    const double all[2] = {-INFINITY, INFINITY};
    double length = tendon_length(&step->objects->start, tendon);
    if (!power_is_linear(def->stiffness_power) || !power_is_linear(def->damping_power))
    {
        double law[3];
        tendon_law(step, tendon, law);
        if (law[1] == 0.0 && law[2] == 0.0) return; // a force that was known (mechanism_forces.c)
        spring_block(step, length, law, all);
        return;
    }
    double rest = fmin(fmax(length, def->spring[0]), fmax(def->spring[0], def->spring[1]));
    double k = length == rest && def->spring[0] < def->spring[1] ? 0.0 : def->stiffness; // inside: no force
    if (!(k > 0.0) && !(def->damping > 0.0)) return;
    const double c[3] = {k * rest, -k, -def->damping};
    rows_open(&s->rows, HF_LAW_BILATERAL, 1, tendon_row(m, tendon) + 3);
    tendon_terms(&s->rows, &step->objects->middle, tendon, 0, 1.0);
    spring_block(step, length, c, all);
}

static void tendon_armature(step_context *step, int tendon)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    double armature = m->tendons[tendon].armature;
    if (!(armature > 0.0)) return;
    const double *v = step->world->state.v;
    rows_open(&s->rows, HF_LAW_BILATERAL, 1, tendon_row(m, tendon) + 4);
    tendon_terms(&s->rows, &step->objects->start, tendon, 0, 1.0);
    double before = rows_velocity(&s->rows, 0, step->before, v);
    rows_open(&s->rows, HF_LAW_BILATERAL, 1, tendon_row(m, tendon) + 4);
    tendon_terms(&s->rows, &step->objects->middle, tendon, 0, 1.0);
    row_block *block = rows_close(&s->rows, &step->objects->middle, &step->objects->mass);
    if (!block) return;
    double turning = rows_velocity(&s->rows, 0, step->objects->half, v) - before; // J' v in half a step, as of loops
    block->compliance = 1.0 / armature;
    block->b[0] = rows_velocity(&s->rows, 0, step->free, step->objects->v_free) + turning - before;
}

hf_status mechanism_collect_rows(step_context *step)
{
    step_mechanism *s = step->mechanism;
    s->guess = ARENA_ARRAY(step->workspace, double, step->model->mechanism.row_count);
    if (!s->guess) return error_no_memory(step->error);
    memcpy(s->guess, step->world->state.reactions, (size_t)step->model->mechanism.row_count * sizeof *s->guess);
    collect_loops(step);
    TRY(loops_drop_dependent(&s->rows, s->guess, step->error));
    collect_limits(step);
    collect_friction(step);
    collect_actuators(step);
    for (int t = 0; t < step->model->mechanism.tendon_count; t++)
    {
        tendon_spring(step, t);
        tendon_armature(step, t);
    }
    return s->rows.failed ? error_no_memory(step->error) : HF_STATUS_OK;
}

// ---- positions ----

double mechanism_position_rows(step_context *step, row_set *set)
{
    const mechanism *m = &step->model->mechanism;
    const configuration *at = &step->objects->after;
    double widest = 0.0;
    for (int l = 0; l < m->loop_count; l++)
    {
        double gap[LOOP_ROWS];
        if (!loop_is_auxiliary(m, l)) continue;
        int n = loop_gaps(at, l, gap);
        for (int first = 0; first < n; first += 3)
        {
            int size = n - first < 3 ? n - first : 3;
            rows_open(set, HF_LAW_BILATERAL, size, LOOP_ROWS * l + first);
            loop_terms(set, at, l, first, size);
            row_block *block = rows_close(set, at, &step->objects->mass);
            for (int k = 0; block && k < size; k++)
            {
                block->b[k] = gap[first + k];
                widest = fmax(widest, fabs(gap[first + k]));
            }
        }
    }
    for (int pass = 0; pass < 2; pass++)
        for (int j = 0; j < (pass ? m->tendon_count : m->joint_count); j++)
        {
            bool limited = pass ? m->tendons[j].limited : m->joints[j].limited && !m->joints[j].prescribed;
            bool ball = !pass && m->joints[j].kind == HF_JOINT_BALL;
            for (int side = ball; side < 2 && limited; side++)
            {
                rows_open(set, HF_LAW_UNILATERAL, 1, 2 * (pass ? m->joint_count + j : j) + side);
                double gap = pass ? tendon_limit_terms(set, at, j, side) : joint_limit_terms(set, at, j, side);
                if (gap > 0.1) continue; // cannot be reached by a correction
                row_block *block = rows_close(set, at, &step->objects->mass);
                if (!block) continue;
                block->b[0] = gap;
                widest = fmax(widest, -gap);
            }
        }
    return widest;
}

double mechanism_position_gaps(const step_context *step, row_set *set)
{
    double widest = 0.0, gap[LOOP_ROWS];
    for (int b = 0; b < set->count; b++)
    {
        row_block *block = &set->blocks[b];
        if (block->kind != HF_LAW_BILATERAL) continue;
        loop_gaps(&step->objects->after, block->place / LOOP_ROWS, gap);
        for (int k = 0; k < block->size; k++)
        {
            block->b[k] = gap[block->place % LOOP_ROWS + k];
            widest = fmax(widest, fabs(block->b[k]));
        }
    }
    return widest;
}

double mechanism_gap(const configuration *at, bool auxiliary)
{
    const mechanism *m = &at->model->mechanism;
    double widest = 0.0, gap[6];
    for (int l = 0; l < m->loop_count; l++)
    {
        if (auxiliary ? !loop_is_auxiliary(m, l) : !m->loops[l].active) continue;
        int n = loop_gaps(at, l, gap);
        for (int k = 0; k < n; k++) widest = fmax(widest, fabs(gap[k]));
    }
    return widest;
}

double mechanism_overlap(const configuration *at, int *limit)
{
    const mechanism *m = &at->model->mechanism;
    double deepest = 0.0;
    *limit = -1;
    for (int j = 0; j < m->joint_count; j++)
    {
        if (!m->joints[j].limited || m->joints[j].prescribed) continue;
        for (int side = m->joints[j].kind == HF_JOINT_BALL; side < 2; side++)
        {
            double passed = -joint_limit_gap(at, j, side);
            if (passed > deepest) deepest = passed, *limit = 2 * j + side;
        }
    }
    for (int t = 0; t < m->tendon_count; t++)
    {
        if (!m->tendons[t].limited) continue;
        double length = tendon_length(at, t);
        const double passed[2] = {m->tendons[t].range[0] - length, length - m->tendons[t].range[1]};
        for (int side = 0; side < 2; side++)
            if (passed[side] > deepest) deepest = passed[side], *limit = 2 * (m->joint_count + t) + side;
    }
    return deepest;
}
