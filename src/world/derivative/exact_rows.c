// Mechanisms of the exact derivative: forces of springs and motors, and rows of limits, dry friction and motors.
//
//   spring       f = -K (q + θ h v - q_0) - D v
//   motor        f = gear (c0 + c1 length + c2 rate), c the law at its activation or control, at the place in the
//                middle: folded into M̂, known before the step, or a row r = h F0 - κ H v⁺ (mechanism_rows.c)
//   limit        H v⁺ = -gap/h where it presses
//   friction     H v⁺ = 0 inside its bounds; at a bound r is constant
//
// Laws are differentiated by their own four numbers, control, activation, length and rate, by differences: of what is
// linear in these, that is exact.

#include "world/derivative/exact.h"

#include "model/passive/bend.h"
#include "model/rows/actuator.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const double STEP = 1e-6; // of the numbers of a law, relative to 1 + their size

// ---- springs ----

/// By the place of a ball: the inverse of the right Jacobian, 1 + ½ [s] + c [s]².
static vec3 ball_slope(vec3 s, vec3 x)
{
    return bend_turn(s, 0.5, bend_factor(v3_norm(s)), x);
}

static void joint_spring(const exact *e, const exact_object *o, int j)
{
    const object_step *s = e->step->objects;
    const mechanism *m = &s->model->mechanism;
    const hf_joint_def *def = &m->joints[j];
    int n = o->n, at = m->joint_place_v[j] - s->model->objects[o->object].v;
    double ahead = o->theta * s->h, k = def->stiffness, d = def->damping;
    bool ball = def->kind == HF_JOINT_BALL;
    vec3 strain = ball ? ball_strain(def, s->start.q + m->joint_place_q[j]) : v3_zero();
    for (int i = 0; i < joint_v_size(def->kind); i++)
    {
        double *by_q = o->force + (size_t)(at + i) * (size_t)n + at;
        vec3 slope = ball ? ball_slope(strain, v3(i == 0, i == 1, i == 2)) : v3(1, 0, 0);
        for (int l = 0; l < joint_v_size(def->kind); l++) by_q[l] -= k * v3_at(slope, l);
        o->force[(size_t)(n + at + i) * (size_t)n + at + i] -= k * ahead + d;
    }
}

// ---- motors ----

/// What a motor pulls at: a hinge or slide, or those of a fixed tendon.
typedef struct motor_arms
{
    const exact_object *object;
    int count, *at; // of the object's degrees of freedom
    double *arm;    // length = arm · q
} motor_arms;

static bool motor_arms_of(const exact *e, int k, motor_arms *out)
{
    const hf_model *model = e->step->model;
    const mechanism *m = &model->mechanism;
    const hf_actuator_def *def = &m->actuators[k];
    bool tendon = def->transmission == HF_TRANSMISSION_TENDON;
    const hf_tendon_def *t = tendon ? &m->tendons[def->target] : NULL;
    out->count = tendon ? t->count : 1;
    out->at = ARENA_ARRAY(e->w, int, out->count);
    out->arm = ARENA_ARRAY(e->w, double, out->count);
    if (!arena_whole(e->w)) return false;
    for (int i = 0; i < out->count; i++)
    {
        int v = m->joint_place_v[tendon ? t->items[i] : def->target];
        out->object = &e->objects[e->object_of[model->dof_object[v]]];
        out->at[i] = v - model->objects[out->object->object].v;
        out->arm[i] = def->gear[0] * (tendon ? t->coefficient[i] : 1.0);
    }
    return true;
}

/// arm · x of own numbers of an object.
static double along(const motor_arms *arms, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < arms->count; i++) sum += arms->arm[i] * x[arms->at[i]];
    return sum;
}

/// Where the motor is: its length and rate when the step begins, in the middle and at the end of the solve.
typedef struct motor_place
{
    double start, middle, before, after;
} motor_place;

static motor_place place_of(const exact *e, const motor_arms *arms)
{
    const object_step *s = e->step->objects;
    const model_object *o = &s->model->objects[arms->object->object]; // of hinges and slides: places of q are found
    const mechanism *m = &s->model->mechanism;
    motor_place out = {.before = along(arms, s->v + o->v), .after = along(arms, e->v_solved + o->v)};
    for (int i = 0; i < arms->count; i++)
    {
        int j = 0;
        while (m->joint_place_v[j] != o->v + arms->at[i]) j++;
        out.start += arms->arm[i] * s->start.q[m->joint_place_q[j]];
        out.middle += arms->arm[i] * s->middle.q[m->joint_place_q[j]];
    }
    return out;
}

/// The law of a motor and its derivatives.
typedef struct motor_slopes
{
    double c[3], by[4][3]; // by control, activation, length, rate
    double (*by_p)[3];     // by parameters
} motor_slopes;

/// What a law is asked at.
typedef struct motor_question
{
    const configuration *at;
    int motor;
    actuator_signals signals;
    double length, rate;
} motor_question;

/// by ◄ the law by the number at `place`, one of those that it is asked at; NULL: nothing.
static void slope_by(const motor_question *ask, double *place, double by[3])
{
    if (!place) return;
    double side[2][3], was = *place, width = STEP * (1.0 + fabs(was));
    for (int way = 0; way < 2; way++)
    {
        *place = was + (way == 0 ? width : -width);
        actuator_law(ask->at, ask->motor, &ask->signals, ask->length, ask->rate, side[way]);
    }
    *place = was;
    for (int l = 0; l < 3; l++) by[l] = (side[0][l] - side[1][l]) / (2.0 * width);
}

static bool motor_read(const exact *e, int k, const motor_place *where, motor_slopes *out)
{
    const step_context *step = e->step;
    int a = step->model->mechanism.activation[k], parameters = e->task->out->p_count;
    double *control = step->world->state.control, *state = step->world->state.activation;
    motor_question ask = {&step->objects->middle, k, {control, state, step->h, true}, where->middle, where->before};
    double *place[4] = {&control[k], a >= 0 ? &state[a] : NULL, &ask.length, &ask.rate};
    *out = (motor_slopes){.by_p = arena_take(e->w, (size_t)parameters + 1, sizeof *out->by_p)};
    if (!out->by_p) return false;
    actuator_law(ask.at, k, &ask.signals, ask.length, ask.rate, out->c);
    for (int i = 0; i < 4; i++) slope_by(&ask, place[i], out->by[i]);
    for (int p = 0; p < parameters; p++)
    {
        memset(out->by_p[p], 0, sizeof out->by_p[p]);
        slope_by(&ask, exact_parameter_gain(e, k, p), out->by_p[p]);
    }
    return true;
}

/// Columns of (q, v, signals) of the object that a motor's law depends on.
typedef struct motor_columns
{
    int count, *column;
    double (*by)[3]; // of c
} motor_columns;

static bool motor_where(const exact *e, int k, const motor_arms *arms, const motor_slopes *slopes, motor_columns *out)
{
    const step_context *step = e->step;
    const mechanism *m = &step->model->mechanism;
    int n = arms->object->n, parameters = e->task->out->p_count, most = 2 * arms->count + 2 + parameters;
    double ahead = (1.0 - step->theta) * step->h;
    *out =
        (motor_columns){.column = ARENA_ARRAY(e->w, int, most), .by = arena_take(e->w, (size_t)most, sizeof *out->by)};
    if (!arena_whole(e->w)) return false;
    for (int i = 0; i < arms->count; i++, out->count += 2)
    {
        out->column[out->count] = arms->at[i];
        out->column[out->count + 1] = n + arms->at[i];
        for (int l = 0; l < 3; l++)
        {
            out->by[out->count][l] = arms->arm[i] * slopes->by[2][l];
            out->by[out->count + 1][l] = arms->arm[i] * (ahead * slopes->by[2][l] + slopes->by[3][l]);
        }
    }
    out->column[out->count] = 2 * n + m->activation_count + k;
    memcpy(out->by[out->count++], slopes->by[0], sizeof *out->by);
    for (int p = 0; p < parameters; p++)
    {
        if (!exact_parameter_gain(e, k, p)) continue;
        out->column[out->count] = 2 * n + exact_first_parameter(e) + p;
        memcpy(out->by[out->count++], slopes->by_p[p], sizeof *out->by);
    }
    if (m->activation[k] < 0) return true;
    out->column[out->count] = 2 * n + m->activation[k];
    memcpy(out->by[out->count++], slopes->by[1], sizeof *out->by);
    return true;
}

static hf_status diagonal_needed(const exact *e, exact_object *o)
{
    if (o->diag) return HF_STATUS_OK;
    o->diag = ARENA_ZEROED(e->w, double, (size_t)o->n *(2 * (size_t)o->n + (size_t)e->signals));
    return o->diag ? HF_STATUS_OK : error_no_memory(e->task->error);
}

/// Everything about a motor.
typedef struct motor
{
    motor_arms arms;
    motor_place place;
    motor_slopes law;
    motor_columns columns;
} motor;

static hf_status motor_begin(const exact *e, int k, motor *out)
{
    *out = (motor){0};
    if (!motor_arms_of(e, k, &out->arms)) return error_no_memory(e->task->error);
    out->place = place_of(e, &out->arms);
    if (!motor_read(e, k, &out->place, &out->law)) return error_no_memory(e->task->error);
    return motor_where(e, k, &out->arms, &out->law, &out->columns) ? HF_STATUS_OK : error_no_memory(e->task->error);
}

/// A motor that is part of M̂, at a joint, or whose force is known.
static hf_status motor_force(exact *e, int k)
{
    const step_context *step = e->step;
    motor a;
    TRY(motor_begin(e, k, &a));
    exact_object *o = &e->objects[a.arms.object - e->objects];
    size_t n = (size_t)o->n;
    bool folded = step->mechanism->ways[k] == MOTOR_IMPLICIT;
    const double *c = a.law.c;
    double h = step->h, range[2], force = c[0] + c[1] * a.place.middle + c[2] * a.place.before;
    double ahead = folded ? o->theta * h : (1.0 - step->theta) * h; // where it takes its length
    double length = a.place.start + ahead * a.place.before;
    actuator_range(&step->model->mechanism, k, range);
    if (!folded && !(force > range[0] && force < range[1])) return HF_STATUS_OK;
    for (int i = 0; i < a.arms.count; i++)
    {
        size_t at = (size_t)a.arms.at[i];
        double arm = a.arms.arm[i];
        for (int j = 0; j < a.arms.count; j++)
        {
            size_t to = (size_t)a.arms.at[j];
            o->force[to * n + at] += arm * a.arms.arm[j] * c[1];
            o->force[(n + to) * n + at] += arm * a.arms.arm[j] * (ahead * c[1] + c[2]);
        }
        for (int l = 0; l < a.columns.count; l++)
        {
            const double *by = a.columns.by[l];
            double drive = -arm * arm * (h * by[2] + o->theta * o->theta * h * h * by[1]);
            size_t place = (size_t)a.columns.column[l] * n + at;
            o->force[place] += arm * (by[0] + by[1] * length + by[2] * a.place.before);
            if (!folded || drive == 0.0) continue;
            TRY(diagonal_needed(e, o));
            o->diag[place] += drive;
        }
    }
    return HF_STATUS_OK;
}

hf_status exact_forces(exact *e)
{
    const step_context *step = e->step;
    const mechanism *m = &step->model->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        int object = step->model->dof_object[m->joint_place_v[j]];
        joint_spring(e, &e->objects[e->object_of[object]], j);
    }
    for (int k = 0; k < m->actuator_count; k++)
    {
        const hf_actuator_def *def = &m->actuators[k];
        motor_way way = step->mechanism->ways[k];
        if (def->disabled || def->transmission == HF_TRANSMISSION_NONE) continue;
        e->laws |= def->gain_kind != HF_GAIN_AFFINE || def->bias_kind != HF_GAIN_AFFINE;
        if (way == MOTOR_IMPLICIT || way == MOTOR_KNOWN) TRY(motor_force(e, k));
    }
    return exact_parameter_forces(e);
}

// ---- rows ----

/// The object of a set that a joint belongs to; NULL: it is in another one.
static exact_object *object_in(const exact *e, const exact_set *set, int joint)
{
    const hf_model *m = e->step->model;
    exact_object *o = &e->objects[e->object_of[m->dof_object[m->mechanism.joint_place_v[joint]]]];
    return set == NULL || o->set == set->objects[0] ? o : NULL;
}

/// Column of a set from one of an object.
static int column_in(const exact_set *set, const exact_object *o, int column)
{
    if (column < o->n) return o->at + column;
    if (column < 2 * o->n) return set->n + o->at + column - o->n;
    return 2 * set->n + column - 2 * o->n;
}

/// A row of one joint that is obeyed. NULL if memory is short.
static exact_row *joint_row_add(exact *e, exact_set *set, const row_block *block, int place)
{
    exact_row *row = exact_row_add(e, set, place);
    double weight = 1.0 / (block->scale * block->scale);
    row->H = row->C = ARENA_ZEROED(e->w, double, set->n);
    row->gamma = ARENA_ZEROED(e->w, double, set->columns);
    row->weight = weight;
    return row->H && row->gamma ? row : NULL;
}

static hf_status limit_row(exact *e, exact_set *set, const row_block *block, int joint, int side, int place)
{
    const step_context *step = e->step;
    const mechanism *m = &step->model->mechanism;
    const exact_object *o = object_in(e, set, joint);
    int at = m->joint_place_v[joint] - step->model->objects[o->object].v;
    exact_row *row = joint_row_add(e, set, block, place);
    if (!row) return error_no_memory(e->task->error);
    double sign = side == 0 ? 1.0 : -1.0;
    row->H[o->at + at] = sign;
    if (block->gap > 0.0) row->gamma[o->at + at] = sign / step->h;
    return HF_STATUS_OK;
}

/// Dry friction inside its bounds.
static hf_status friction_row(exact *e, exact_set *set, const row_block *block, int joint, int axis, int place)
{
    const hf_model *m = e->step->model;
    const exact_object *o = object_in(e, set, joint);
    exact_row *row = joint_row_add(e, set, block, place);
    if (!row) return error_no_memory(e->task->error);
    row->H[o->at + m->mechanism.joint_place_v[joint] - m->objects[o->object].v + axis] = 1.0;
    return HF_STATUS_OK;
}

/// q_a - c q_b = constant: a row that is obeyed, and a place that is kept.
static hf_status gear_row(exact *e, exact_set *set, const row_block *block, const hf_loop_def *def, int place)
{
    const hf_model *m = e->step->model;
    const exact_object *o = object_in(e, set, def->joint_a);
    exact_row *row = joint_row_add(e, set, block, place);
    int first = o ? o->at - m->objects[o->object].v : 0;
    if (!row) return error_no_memory(e->task->error);
    row->H[first + m->mechanism.joint_place_v[def->joint_a]] = 1.0;
    if (def->joint_b >= 0) row->H[first + m->mechanism.joint_place_v[def->joint_b]] -= def->coefficient[1];
    return HF_STATUS_OK;
}

/// A motor within its bounds: r = h F0 - κ H v⁺ goes into K and the right-hand side.
static hf_status motor_row(exact *e, exact_set *set, int k)
{
    motor a;
    TRY(motor_begin(e, k, &a));
    const exact_object *o = a.arms.object;
    size_t n = (size_t)set->n;
    const double *c = a.law.c;
    double h = e->step->h, theta = o->theta, ahead = theta * (1.0 - theta) * h;
    double length = a.place.start + ahead * a.place.before, kappa = -h * (theta * theta * h * c[1] + c[2]);
    for (int i = 0; i < a.arms.count; i++)
    {
        size_t row = (size_t)(o->at + a.arms.at[i]);
        double arm = a.arms.arm[i];
        for (int j = 0; j < a.arms.count; j++)
        {
            size_t to = (size_t)(o->at + a.arms.at[j]);
            set->K[to * n + row] += arm * a.arms.arm[j] * kappa;
            set->rhs[to * n + row] += h * arm * a.arms.arm[j] * c[1];
            set->rhs[(n + to) * n + row] += h * arm * a.arms.arm[j] * c[1] * ahead;
        }
        for (int l = 0; l < a.columns.count; l++)
        {
            const double *by = a.columns.by[l];
            double slope = -h * (theta * theta * h * by[1] + by[2]);
            set->rhs[(size_t)column_in(set, o, a.columns.column[l]) * n + row] +=
                arm * (h * (by[0] + by[1] * length) - slope * a.place.after);
        }
    }
    return HF_STATUS_OK;
}

bool exact_is_inside(double r, const row_block *b)
{
    const double INSIDE = 1e-9; // of the width
    double slack = isinf(b->hi - b->lo) ? 0.0 : INSIDE * (b->hi - b->lo);
    return r > b->lo + slack && r < b->hi - slack;
}

hf_status exact_mechanism_rows(exact *e, exact_set *set)
{
    const step_context *step = e->step;
    const mechanism *m = &step->model->mechanism;
    int first = 6 * step->contact_count;
    for (int b = 0; b < step->mechanism->rows.count; b++)
    {
        const row_block *block = &step->mechanism->rows.blocks[b];
        int place = block->place, joint = place / JOINT_ROWS, which = place % JOINT_ROWS;
        double r = step->mechanism->reactions[place];
        if (e->objects[e->object_of[block->object[0]]].set != set->objects[0]) continue;
        if (place >= actuator_row(m, 0))
        {
            if (exact_is_inside(r, block)) TRY(motor_row(e, set, place - actuator_row(m, 0)));
            continue;
        }
        if (place >= loop_row(m, 0))
        {
            TRY(gear_row(e, set, block, &m->loops[(place - loop_row(m, 0)) / LOOP_ROWS], first + place));
            continue;
        }
        if (place >= JOINT_ROWS * m->joint_count) continue; // limits of tendons that are not reached
        if (block->kind == HF_LAW_UNILATERAL)
        {
            if (r > 0.0) TRY(limit_row(e, set, block, joint, which, first + place));
        }
        else if (exact_is_inside(r, block)) TRY(friction_row(e, set, block, joint, which - 2, first + place));
        else exact_parameter_friction(e, set, joint, which - 2, r);
    }
    return HF_STATUS_OK;
}

// ---- impulses of motors ----

/// out (columns of a set) ◄ those of the impulse of motor k, h times its force at the end of the step; 0 at its bounds.
/// Forces that are known before the step are no impulses.
hf_status exact_motor_impulse(const exact *e, const exact_set *set, int k, double *out)
{
    motor a;
    TRY(motor_begin(e, k, &a));
    const exact_object *o = a.arms.object;
    const double *c = a.law.c;
    double h = e->step->h, theta = o->theta, range[2], early = theta * h * (1.0 - theta), late = theta * theta * h;
    double length = a.place.start + early * a.place.before + late * a.place.after;
    double force = c[0] + c[1] * length + c[2] * a.place.after;
    actuator_range(&e->step->model->mechanism, k, range);
    for (int i = 0; i < set->columns; i++) out[i] = 0.0;
    if (!(force > range[0] && force < range[1])) return HF_STATUS_OK;
    for (int i = 0; i < a.arms.count; i++)
    {
        int row = o->at + a.arms.at[i];
        double by_after = h * a.arms.arm[i] * (c[1] * late + c[2]);
        for (int j = 0; j < set->columns; j++) out[j] += by_after * set->dv[(size_t)j * (size_t)set->n + (size_t)row];
        out[row] += h * a.arms.arm[i] * c[1];
        out[set->n + row] += h * a.arms.arm[i] * c[1] * early;
    }
    for (int l = 0; l < a.columns.count; l++)
    {
        const double *by = a.columns.by[l];
        out[column_in(set, o, a.columns.column[l])] += h * (by[0] + by[1] * length + by[2] * a.place.after);
    }
    return HF_STATUS_OK;
}

// ---- borders ----

/// The rate that a block speaks of after the solve, of a joint's row.
static double rate_of(const exact *e, const row_block *block)
{
    const mechanism *m = &e->step->model->mechanism;
    int place = block->place, joint = place / JOINT_ROWS, which = place % JOINT_ROWS;
    if (place >= actuator_row(m, 0))
    {
        motor_arms arms;
        if (!motor_arms_of(e, place - actuator_row(m, 0), &arms)) return 0.0;
        return along(&arms, e->v_solved + e->step->model->objects[arms.object->object].v);
    }
    if (joint >= m->joint_count) return 0.0; // of a tendon
    double v = e->v_solved[m->joint_place_v[joint] + (which < 2 ? 0 : which - 2)];
    return which == 1 ? -v : v;
}

static hf_border border_of(const exact *e, const row_block *block, int index)
{
    const double *border = e->task->options->border;
    double r = e->step->mechanism->reactions[block->place], rate = rate_of(e, block);
    hf_border b = {.index = index, .impulse = INFINITY, .gap = INFINITY, .slip = INFINITY};
    bool limit = block->kind == HF_LAW_UNILATERAL;
    b.kind = limit ? HF_BLOCK_LIMIT : block->kind == HF_LAW_BOX ? HF_BLOCK_BOX : HF_BLOCK_CLOSURE;
    b.state = HF_BLOCK_STICKS;
    if (limit && !(r > 0.0))
    {
        b.state = HF_BLOCK_OPEN;
        b.gap = fmax(0.0, block->gap) + e->step->h * rate;
    }
    else if (limit) b.impulse = r;
    else if (block->kind == HF_LAW_BOX && exact_is_inside(r, block)) b.impulse = fmin(r - block->lo, block->hi - r);
    else if (block->kind == HF_LAW_BOX)
    {
        b.state = HF_BLOCK_AT_BOUND;
        b.slip = fabs(rate);
    }
    b.at_border = b.impulse <= border[0] * fabs(r) || b.gap <= border[1] || b.slip <= border[2];
    return b;
}

hf_status exact_mechanism_borders(exact *e)
{
    const row_set *rows = &e->step->mechanism->rows;
    e->task->row_count = rows->count;
    e->task->rows = ARENA_ARRAY(e->task->room, hf_border, rows->count);
    if (!e->task->rows) return error_no_memory(e->task->error);
    for (int b = 0; b < rows->count; b++) e->task->rows[b] = border_of(e, &rows->blocks[b], b);
    return HF_STATUS_OK;
}
