// Several motors at one joint that has a force range of its own: the range is that of their sum. What tendons, sites
// and cranks do there by forces that are known before the step counts as a motor, too; what they do by rows does not.
//
//   T(u) = clamp_J ( Σ_k clamp_k (a_k - κ_k u) ) impulse on the joint, u its velocity after the step; clamp_k the
//   motor's own range
//
// T falls with u, in straight pieces. A function like that is a sum of one clamped line for each piece that is not
// level,
//
//   T(u) = Σ_p clamp (A_p - κ_p u, lo_p, hi_p), the last piece with its own bounds, the others from 0 to how much T
//   falls along them,
//
// and each of these is a box row with compliance 1/κ_p on the joint's velocity: exact in whatever combination motors
// reach their limits. Motors without ranges of their own make one row. Where T is level all along it is a known force.

#include "world/rows/motor_sum.h"
#include "model/rows/transmission.h"

#include "base/sort.h"

#include <math.h>

enum
{
    SUM_ROWS = 3 // places of a hinge or slide for impulses; further pieces begin at a poor guess
};

/// A motor of the sum: its impulse on the joint is clamp(a - κ u).
typedef struct line
{
    double a, kappa, least, most;
} line;

/// The motors of one joint.
typedef struct motor_sum
{
    int joint, count;
    line *lines;    // [count]
    double *breaks; // [2 count] velocities at which a motor comes to a limit, ascending
    int break_count;
    double least, most; // of the joint
} motor_sum;

bool motor_is_shared(const step_context *step, int actuator)
{
    const hf_actuator_def *def = &step->model->mechanism.actuators[actuator];
    return def->transmission == HF_TRANSMISSION_JOINT && step->mechanism->summed[def->target];
}

static int count_motors(const mechanism *m, int joint)
{
    int count = 0;
    for (int k = 0; k < m->actuator_count; k++)
        count += m->actuators[k].transmission == HF_TRANSMISSION_JOINT && m->actuators[k].target == joint;
    return count;
}

void motor_sums_begin(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        if (!def->force_limited || def->kind == HF_JOINT_BALL) continue;
        int v = m->joint_place_v[j];
        s->summed[j] = s->drive[v] != 0.0 || count_motors(m, j) > 1;
        if (!s->summed[j]) continue;
        s->shared[j] = s->drive[v];
        s->drive[v] = 0.0;
    }
    for (int v = 0; v < m->tree_v_count; v++) step->objects->force[v] += s->drive[v];
}

static double own_clamp(const hf_actuator_def *def, double force)
{
    return def->force_limited ? fmin(fmax(force, def->force_range[0]), def->force_range[1]) : force;
}

/// The actuator's force within its own limits, at this place and velocity of the joint.
static double own_force(const step_context *step, int actuator, double q, double v)
{
    const hf_actuator_def *def = &step->model->mechanism.actuators[actuator];
    const double *c = step->mechanism->laws[actuator];
    return own_clamp(def, c[0] + def->gear[0] * (c[1] * q + c[2] * v));
}

/// Without spring and damper, or where it feeds energy in, it is known from the state.
static bool is_known(const step_context *step, int actuator)
{
    const double *c = step->mechanism->laws[actuator];
    return c[1] > 0.0 || c[2] > 0.0 || (c[1] == 0.0 && c[2] == 0.0);
}

static double known_force(const step_context *step, int actuator)
{
    const mechanism *m = &step->model->mechanism;
    int joint = m->actuators[actuator].target;
    double q = step->objects->middle.q[m->joint_place_q[joint]];
    return own_force(step, actuator, q, step->world->state.v[m->joint_place_v[joint]]);
}

double motor_shared_force(const step_context *step, int actuator)
{
    const mechanism *m = &step->model->mechanism;
    int joint = m->actuators[actuator].target;
    if (is_known(step, actuator)) return known_force(step, actuator);
    return own_force(step, actuator, mechanism_spring_place(step, joint),
                     step->objects->v_after[m->joint_place_v[joint]]);
}

static line line_of(const step_context *step, int actuator)
{
    const mechanism *m = &step->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    int object = step->model->dof_object[m->joint_place_v[def->target]];
    double gear = def->gear[0], h = step->h, theta = object_spring_weight(step->objects, object);
    double rate = step->world->state.v[m->joint_place_v[def->target]];
    if (is_known(step, actuator))
    {
        double known = h * gear * known_force(step, actuator);
        return (line){.a = known, .least = known, .most = known};
    }
    const double *c = step->mechanism->laws[actuator];
    double q = step->objects->start.q[m->joint_place_q[def->target]];
    double length = gear * (q + theta * (1.0 - theta) * h * rate);
    line l = {.a = h * gear * (c[0] + c[1] * length),
              .kappa = -h * gear * gear * (theta * theta * h * c[1] + c[2]),
              .least = -INFINITY,
              .most = INFINITY};
    if (def->force_limited)
    {
        double x = h * gear * def->force_range[0], y = h * gear * def->force_range[1];
        l.least = fmin(x, y);
        l.most = fmax(x, y);
    }
    return l;
}

static double value(const line *l, double u)
{
    return fmin(fmax(l->a - l->kappa * u, l->least), l->most);
}

static double clamp_sum(const motor_sum *sum, double u)
{
    double total = 0.0;
    for (int k = 0; k < sum->count; k++) total += value(&sum->lines[k], u);
    return fmin(fmax(total, sum->least), sum->most);
}

static int compare_velocities(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static void add_break(motor_sum *sum, double u)
{
    if (isfinite(u)) sum->breaks[sum->break_count++] = u;
}

/// The motors of a joint, and what drives it from elsewhere. False if its range limits no sum, or memory is short.
static bool gather(step_context *step, int joint, motor_sum *sum)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    if (!s->summed[joint] || s->rows.failed) return false;
    size_t most = (size_t)count_motors(m, joint) + 1;
    *sum = (motor_sum){.joint = joint};
    sum->lines = ARENA_ARRAY(step->workspace, line, most);
    sum->breaks = ARENA_ARRAY(step->workspace, double, 2 * most);
    s->rows.failed |= !sum->lines || !sum->breaks;
    if (s->rows.failed) return false;
    sum->least = step->h * m->joints[joint].force_range[0];
    sum->most = step->h * m->joints[joint].force_range[1];
    double drive = step->h * s->shared[joint];
    sum->lines[sum->count++] = (line){.a = drive, .least = drive, .most = drive};
    for (int k = 0; k < m->actuator_count; k++)
    {
        if (m->actuators[k].transmission != HF_TRANSMISSION_JOINT || m->actuators[k].target != joint) continue;
        const line *l = &sum->lines[sum->count];
        sum->lines[sum->count++] = line_of(step, k);
        if (!(l->kappa > 0.0)) continue;
        add_break(sum, (l->a - l->most) / l->kappa);
        add_break(sum, (l->a - l->least) / l->kappa);
    }
    sort_items(sum->breaks, (size_t)sum->break_count, sizeof *sum->breaks, compare_velocities);
    return true;
}

/// A piece of T between two velocities, in which it falls from `hi` to `lo` by `kappa` a velocity; A - κ u is its line.
typedef struct piece
{
    double A, kappa, lo, hi;
} piece;

/// Piece number k of 0 … break_count. False if T is level there.
static bool piece_of(const motor_sum *sum, int k, piece *p)
{
    double from = k > 0 ? sum->breaks[k - 1] : -INFINITY, to = k < sum->break_count ? sum->breaks[k] : INFINITY;
    *p = (piece){0};
    for (int i = 0; i < sum->count; i++)
    {
        const line *l = &sum->lines[i];
        // between two breaks a motor is free all along, or not at all
        bool is_free = l->kappa > 0.0 && (l->a - l->most) / l->kappa <= from && (l->a - l->least) / l->kappa >= to;
        double inside = isfinite(from) ? from : to;
        p->kappa += is_free ? l->kappa : 0.0;
        p->A += is_free ? l->a : l->kappa > 0.0 ? value(l, inside) : l->a;
    }
    if (!(p->kappa > 0.0)) return false;
    p->hi = isfinite(from) ? clamp_sum(sum, from) : sum->most;
    p->lo = isfinite(to) ? clamp_sum(sum, to) : sum->least;
    return p->hi > p->lo;
}

static bool is_level(const motor_sum *sum)
{
    piece p;
    for (int k = 0; k <= sum->break_count; k++)
        if (piece_of(sum, k, &p)) return false;
    return true;
}

void motor_sums_that_are_known(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    for (int k = 0; k < m->joint_count; k++)
    {
        motor_sum sum;
        if (!gather(step, k, &sum) || !is_level(&sum)) continue;
        step->objects->force[m->joint_place_v[sum.joint]] += clamp_sum(&sum, 0.0) / step->h;
    }
}

static void add_row(step_context *step, const motor_sum *sum, const piece *p, bool last, int number)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    double base = last ? 0.0 : p->lo;
    int place = joint_row(sum->joint) + JOINT_ROWS - 1 - (number < SUM_ROWS ? number : SUM_ROWS - 1);
    rows_open(&s->rows, HF_LAW_BOX, 1, place);
    rows_joint(&s->rows, 0, m->joint_place_v[sum->joint], 1.0);
    row_block *block = rows_close(&s->rows, &step->objects->middle, &step->objects->mass);
    if (!block) return;
    block->lo = p->lo - base;
    block->hi = p->hi - base;
    block->compliance = 1.0 / p->kappa;
    block->known = p->A - base;
    block->b[0] = step->objects->v_free[m->joint_place_v[sum->joint]] - (p->A - base) / p->kappa;
}

void motor_sum_rows(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    for (int k = 0; k < m->joint_count; k++)
    {
        motor_sum sum;
        if (!gather(step, k, &sum)) continue;
        bool last = true;
        int number = 0;
        for (int i = sum.break_count; i >= 0; i--) // from the fast end, where T is least
        {
            piece p;
            if (!piece_of(&sum, i, &p)) continue;
            add_row(step, &sum, &p, last, number++);
            last = false;
        }
    }
}
