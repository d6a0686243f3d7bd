// Forces of actuators and of tendons' springs, and where each goes:
//
//   force = c0 + c1 length + c2 velocity, clamped
//
//   no spring, no damper (c1 = c2 = 0)         known before the step: a generalized force
//   spring or damper, at a hinge or slide      into M̂ and the free motion ("folded"): no row, as long as it keeps
//                                              within its limits
//   spring or damper otherwise                 a row with compliance (mechanism_rows.c): exact where it saturates
//   c1 > 0 or c2 > 0 (it feeds energy in)      explicit
//   at a joint with a range, not alone         the range is that of the sum (motor_sum.c)
//
// A motor with limits is folded if it was within them in the last step. Its force is known after the solve: if it is
// beyond them, the step is done again with a row for it. Both ways are the same equations as long as the force is
// within, so this decides about speed alone: n motors of a robot that stands would take n rows of its contact problem.

#include "model/passive/power.h"
#include "model/rows/actuator.h"
#include "model/rows/transmission.h"
#include "world/rows/motor_sum.h"
#include "world/step_mechanism.h"

#include "base/error.h"

#include <math.h>

void mechanism_add_force(step_context *step, double f, double *to)
{
    const row_set *set = &step->mechanism->rows;
    object_step *o = step->objects;
    for (int k = 0; k < set->term_count; k++)
    {
        const row_term *t = &set->terms[k];
        if (t->body < 0)
        {
            to[t->dof] += t->scale * f;
            continue;
        }
        const object_methods *kind = object_of_body(step->model, t->body);
        if (!kind) continue;
        vec3 F = v3_scale(t->scale * f, t->d);
        if (kind->rows->push)
        {
            kind->rows->push(o, t->body, t->turn, t->arm, F, to);
            continue;
        }
        double *extra = o->extra[t->body];
        if (!t->turn) v3_store(extra, v3_add(v3_load(extra), F));
        v3_store(extra + 3, v3_add(v3_load(extra + 3), t->turn ? F : v3_cross(t->arm, F)));
    }
}

/// laws ◄ what every actuator does in this step: its force by length and velocity.
static void find_laws(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    const configuration *middle = &step->objects->middle;
    const world_state *state = &step->world->state;
    const actuator_signals signals = {state->input, state->activation, step->h, true};
    for (int k = 0; k < m->actuator_count; k++)
    {
        double length = 0.0, rate = 0.0;
        if (actuator_needs_place(m, k))
        {
            rows_open_single(&s->rows);
            actuator_terms(&s->rows, middle, k, 0);
            length = actuator_length(middle, k);
            rate = rows_velocity(&s->rows, 0, step->objects->half, step->world->state.v);
        }
        actuator_law(middle, k, &signals, length, rate, s->laws[k]);
    }
}

/// A spring and damper at a joint become part of M̂.
static void fold(step_context *step, int actuator, const double c[3])
{
    const mechanism *m = &step->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    int v = m->joint_place_v[def->target];
    double gear = def->gear[0], q = step->objects->start.q[m->joint_place_q[def->target]],
           rate = step->world->state.v[v];
    double theta = object_spring_weight(step->objects, step->model->dof_object[v]);
    double length = gear * (q + theta * step->h * rate);
    step->objects->force[v] += gear * (c[0] + c[1] * length + c[2] * gear * rate);
    step->objects->stiffness[v] -= gear * gear * c[1];
    step->objects->damping[v] -= gear * gear * c[2];
}

/// Whether the force of the last step was so near a limit that this one may reach it.
static bool was_at_limit(const step_context *step, int actuator, const double range[2])
{
    const double NEAR = 0.01; // of the range
    const world_state *state = &step->world->state;
    double impulse = state->reactions[actuator_row(&step->model->mechanism, actuator)];
    double force = state->last_h > 0.0 ? impulse / state->last_h : 0.0;
    double margin = isinf(range[1] - range[0]) ? 0.0 : NEAR * (range[1] - range[0]);
    return force <= range[0] + margin || force >= range[1] - margin;
}

static motor_way choose_way(const step_context *step, int actuator, const double c[3])
{
    const mechanism *m = &step->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    if (motor_is_shared(step, actuator)) return MOTOR_SHARED;
    if (c[1] > 0.0 || c[2] > 0.0 || (c[1] == 0.0 && c[2] == 0.0)) return MOTOR_KNOWN;
    if (def->transmission != HF_TRANSMISSION_JOINT || m->joints[def->target].kind == HF_JOINT_BALL) return MOTOR_ROW;
    double range[2];
    actuator_range(m, actuator, range);
    bool limited = !isinf(range[0]) || !isinf(range[1]);
    return limited && (step->facts->motor_rows[actuator] || was_at_limit(step, actuator, range)) ? MOTOR_ROW
                                                                                                 : MOTOR_IMPLICIT;
}

/// A force that is known before the step; returns it.
static double push(step_context *step, int actuator, const double c[3], double *to)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    double range[2];
    rows_open(&s->rows, HF_LAW_BOX, 1, 0);
    actuator_terms(&s->rows, &step->objects->middle, actuator, 0);
    double rate = rows_velocity(&s->rows, 0, step->objects->half, step->world->state.v);
    double force = c[0] + c[1] * actuator_length(&step->objects->middle, actuator) + c[2] * rate;
    actuator_range(m, actuator, range);
    force = fmin(fmax(force, range[0]), range[1]);
    step->world->actuator_force[actuator] = force;
    mechanism_add_force(step, force, to);
    return force;
}

/// A control or a gain so large that the force is no number is the caller's: it would be everyone's at once.
static hf_status no_number(const step_context *step, int actuator, double force)
{
    const hf_actuator_def *def = &step->model->mechanism.actuators[actuator];
    char label[LABEL_SIZE];
    return error_set(step->error, HF_STATUS_INVALID, "%s: its force at control %g is %g, not a finite number",
                     label_make(label, "actuator", actuator, def->name), step->world->state.control[actuator], force);
}

void tendon_law(step_context *step, int tendon, double c[3])
{
    const mechanism *m = &step->model->mechanism;
    const hf_tendon_def *def = &m->tendons[tendon];
    row_set *rows = &step->mechanism->rows;
    double length = tendon_length(&step->objects->middle, tendon);
    double x = length - fmin(fmax(length, def->spring[0]), fmax(def->spring[0], def->spring[1]));
    bool slack = x == 0.0 && def->spring[0] < def->spring[1];
    rows_open(rows, HF_LAW_BILATERAL, 1, tendon_row(m, tendon) + 3);
    tendon_terms(rows, &step->objects->middle, tendon, 0, 1.0);
    double rate = rows_velocity(rows, 0, step->objects->half, step->world->state.v);
    double k = slack ? 0.0 : spring_slope(def->stiffness, def->stiffness_power, x);
    double d = damper_slope(def->damping, def->damping_power, rate);
    c[0] = k * length - spring_pull(def->stiffness, def->stiffness_power, x) + d * rate -
           damper_drag(def->damping, def->damping_power, rate);
    c[1] = -k;
    c[2] = -d;
}

/// Tendons with powers that neither hold nor brake here: a force that is known.
static void push_tendons(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    for (int t = 0; t < m->tendon_count; t++)
    {
        double c[3];
        if (power_is_linear(m->tendons[t].stiffness_power) && power_is_linear(m->tendons[t].damping_power)) continue;
        tendon_law(step, t, c);
        if (c[1] == 0.0 && c[2] == 0.0 && c[0] != 0.0) mechanism_add_force(step, c[0], step->mechanism->drive);
    }
}

hf_status mechanism_forces(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    find_laws(step);
    push_tendons(step);
    // what comes from elsewhere counts where a joint limits the sum, so it comes first
    for (int at_joints = 0; at_joints < 2; at_joints++)
    {
        for (int k = 0; k < m->actuator_count; k++)
        {
            const double *c = s->laws[k];
            if ((m->actuators[k].transmission == HF_TRANSMISSION_JOINT) != (at_joints == 1)) continue;
            if (!isfinite(c[0] + c[1] + c[2])) return no_number(step, k, c[0] + c[1] + c[2]);
            s->ways[k] = choose_way(step, k, c);
            if (s->ways[k] == MOTOR_IMPLICIT) fold(step, k, c);
            if (s->ways[k] != MOTOR_KNOWN) continue;
            double force = push(step, k, c, at_joints ? step->objects->force : s->drive);
            if (!isfinite(force)) return no_number(step, k, force);
        }
        if (!at_joints) motor_sums_begin(step);
    }
    motor_sums_that_are_known(step);
    return HF_STATUS_OK;
}

double mechanism_spring_place(const step_context *step, int joint)
{
    const mechanism *m = &step->model->mechanism;
    int v = m->joint_place_v[joint];
    double theta = object_spring_weight(step->objects, step->model->dof_object[v]);
    double before = step->world->state.v[v], after = step->objects->v_after[v];
    return step->objects->start.q[m->joint_place_q[joint]] + theta * step->h * ((1.0 - theta) * before + theta * after);
}

/// The force that the step made of a motor that is part of M̂.
static double folded_force(const step_context *step, int actuator)
{
    const mechanism *m = &step->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    double after = step->objects->v_after[m->joint_place_v[def->target]], q = mechanism_spring_place(step, def->target);
    const double *c = step->mechanism->laws[actuator];
    return c[0] + def->gear[0] * (c[1] * q + c[2] * after);
}

/// Length in the middle of the step and the velocity at its end, at a joint; that of the beginning at others.
static void motor_place(step_context *step, int actuator, double *length, double *rate)
{
    const mechanism *m = &step->model->mechanism;
    const hf_actuator_def *def = &m->actuators[actuator];
    row_set *rows = &step->mechanism->rows;
    bool joint = def->transmission == HF_TRANSMISSION_JOINT && m->joints[def->target].kind != HF_JOINT_BALL;
    *length = actuator_length(&step->objects->middle, actuator);
    if (joint)
    {
        *rate = def->gear[0] * step->objects->v_after[m->joint_place_v[def->target]];
        return;
    }
    rows_open_single(rows);
    actuator_terms(rows, &step->objects->middle, actuator, 0);
    *rate = rows_velocity(rows, 0, step->objects->half, step->world->state.v);
}

void mechanism_activate(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    world_state *state = &step->world->state;
    for (int k = 0; k < m->actuator_count; k++)
        if (m->activation[k] >= 0)
        {
            double length = 0.0, rate = 0.0;
            if (m->actuators[k].dynamics == HF_ACTIVATION_DCMOTOR) motor_place(step, k, &length, &rate);
            actuator_advance(m, k, state->input, length, rate, step->h, &state->activation[m->activation[k]]);
        }
}

hf_status mechanism_actuator_forces(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    for (int k = 0; k < m->actuator_count; k++)
    {
        double range[2], *force = &step->world->actuator_force[k], *impulse = &s->reactions[actuator_row(m, k)];
        if (s->ways[k] == MOTOR_ROW) *force = *impulse / step->h;
        if (s->ways[k] == MOTOR_SHARED) *force = motor_shared_force(step, k);
        if (s->ways[k] == MOTOR_IMPLICIT) *force = folded_force(step, k);
        if (!isfinite(*force)) return no_number(step, k, *force);
        if (s->ways[k] != MOTOR_IMPLICIT) continue;
        *impulse = step->h * *force;
        actuator_range(m, k, range);
        if (*force >= range[0] && *force <= range[1]) continue;
        step->facts->motor_rows[k] = true; // the next attempt has a row for it, so that attempts end
        step->why = WHY_MOTOR_LIMIT;
    }
    bool all = step->why == WHY_MOTOR_LIMIT && step_budget_over(step->run); // those that have limits, at once
    for (int k = 0; all && k < m->actuator_count; k++) step->facts->motor_rows[k] = true;
    return HF_STATUS_OK;
}
