// The exact derivative: the step is made once more in the probe, which shows what it had at hand when it succeeded, and
// the equations of exact.h are differentiated there.

#include "world/derivative/exact.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/union_find.h"
#include "linalg/dense.h"
#include "model/rows/actuator.h"
#include "world/patch.h"

#include <math.h>
#include <string.h>

static const double CORRECTED = 1e-4;  // accuracy where positions were corrected
static const double DIFFERENCE = 1e-9; // … and of central differences of smooth functions

// ---- sets ----

/// Which set each object is in: those that pressing contacts connect, by the first of its objects.
static hf_status find_sets(exact *e)
{
    const step_context *step = e->step;
    const hf_model *m = step->model;
    int *parent = ARENA_ARRAY(e->w, int, e->object_count);
    if (!parent) return error_no_memory(e->task->error);
    union_find_begin(parent, e->object_count);
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        int a = m->body_object[c->body_a], b = m->body_object[c->body_b];
        if (c->r[0] > 0.0 && a >= 0 && b >= 0) union_find_join(parent, a, b);
    }
    for (int o = 0; o < e->object_count; o++) e->objects[o].set = union_find_root(parent, o);
    return HF_STATUS_OK;
}

/// The set of objects that begins with `first`, without rows.
static hf_status set_begin(exact *e, int first, exact_set *set)
{
    *set = (exact_set){.objects = ARENA_ARRAY(e->w, int, e->object_count)};
    if (!set->objects) return error_no_memory(e->task->error);
    set->objects[set->object_count++] = first; // its name
    e->objects[first].at = 0;
    set->n = e->objects[first].n;
    for (int o = 0; o < e->object_count; o++)
    {
        if (o == first || e->objects[o].set != first) continue;
        e->objects[o].at = set->n;
        set->n += e->objects[o].n;
        set->objects[set->object_count++] = o;
    }
    set->columns = 2 * set->n + e->signals;
    for (int k = 0; k < e->contact_count; k++) set->capacity += 6;
    set->capacity += e->step->mechanism->rows.count;
    size_t n = (size_t)set->n;
    set->K = ARENA_ZEROED(e->w, double, n *n);
    set->rhs = ARENA_ZEROED(e->w, double, n *(size_t)set->columns);
    set->rows = ARENA_ARRAY(e->w, exact_row, set->capacity);
    set->slips = ARENA_ARRAY(e->w, exact_slip, set->capacity);
    return arena_whole(e->w) ? HF_STATUS_OK : error_no_memory(e->task->error);
}

/// Where column c of an object is in its set.
static int column_of(const exact_set *set, const exact_object *o, int c)
{
    if (c < o->n) return o->at + c;
    if (c < 2 * o->n) return set->n + o->at + c - o->n;
    return 2 * set->n + c - 2 * o->n;
}

static void put_object(exact_set *set, const exact_object *o, int signals)
{
    int n = o->n;
    for (int j = 0; j < n; j++)
        memcpy(set->K + (size_t)(o->at + j) * (size_t)set->n + o->at, o->M + (size_t)j * (size_t)n,
               (size_t)n * sizeof *o->M);
    for (int c = 0; c < 2 * n + signals; c++)
    {
        double *to = set->rhs + (size_t)column_of(set, o, c) * (size_t)set->n + o->at;
        for (int i = 0; i < n; i++) to[i] += o->rhs[(size_t)c * (size_t)n + i];
    }
}

// ---- where it comes to ----

/// Own q and v of an object are columns of their own: unit vectors.
static void unit_columns(const exact_set *set, const exact_object *o, double *own_q, double *own_v)
{
    for (int i = 0; i < o->n; i++)
    {
        own_q[(size_t)(o->at + i) * (size_t)o->n + i] = 1.0;
        own_v[(size_t)(set->n + o->at + i) * (size_t)o->n + i] = 1.0;
    }
}

static hf_status move_object(exact *e, const exact_set *set, const exact_object *o, double *dq, double *dv)
{
    size_t n = (size_t)o->n, columns = (size_t)set->columns;
    arena_mark mark = arena_begin(e->w);
    double *own_q = ARENA_ZEROED(e->w, double, n *columns), *own_v = ARENA_ZEROED(e->w, double, n *columns);
    double *q = ARENA_ARRAY(e->w, double, n *columns), *v = ARENA_ARRAY(e->w, double, n *columns);
    if (!arena_whole(e->w)) return error_no_memory(e->task->error);
    unit_columns(set, o, own_q, own_v);
    for (size_t c = 0; c < columns; c++) memcpy(v + c * n, set->dv + c * (size_t)set->n + o->at, n * sizeof *v);
    exact_move(e, o, set->columns, own_q, own_v, q, v);
    for (size_t c = 0; c < columns; c++)
    {
        memcpy(dq + c * (size_t)set->n + o->at, q + c * n, n * sizeof *q);
        memcpy(dv + c * (size_t)set->n + o->at, v + c * n, n * sizeof *v);
    }
    arena_end(e->w, mark);
    return HF_STATUS_OK;
}

// ---- from the coordinates of objects to those of mechanism.h ----

/// Velocity of an object in the layout of mechanism.h.
static int place_in_layout(const exact *e, const exact_object *o, int k)
{
    const hf_model *m = e->step->model;
    const mechanism *mech = &m->mechanism;
    const model_object *object = &m->objects[o->object];
    if (!o->tree) return mech->body_v[object->body] + k;
    const model_tree *t = &mech->trees[object->index];
    if (t->floating && k < 6) return mech->body_v[object->body] + k;
    for (int i = 0; i < t->joint_count; i++)
    {
        int j = mech->tree_joints[t->joint_begin + i], at = mech->joint_place_v[j] - t->v;
        if (k >= at && k < at + joint_v_size(mech->joints[j].kind)) return mech->joint_v[j] + k - at;
    }
    return -1;
}

/// Where the frame of a rigid body and its centre are, and how it turns.
typedef struct body_frame
{
    quat turn;
    vec3 arm, w; // from the frame's origin to the centre
} body_frame;

static body_frame frame_of(const hf_model *m, const body_state *s, int body)
{
    vec3 position;
    body_frame f;
    rigid_frame(&m->rigid[body], s->x, s->q, &position, &f.turn);
    f.arm = v3_sub(v3_load(s->x), position);
    f.w = v3_load(s->w);
    return f;
}

/// dx, θ, dv, dω of the centre from those of the frame: columns of the layout.
static void frame_to_center(const body_frame *f, const double *q, const double *v, double *dq, double *dv)
{
    vec3 turn = quat_rotate(f->turn, v3_load(q + 3)),
         w = v3_add(quat_rotate(f->turn, v3_load(v + 3)), v3_cross(turn, f->w));
    vec3 swing = v3_cross(turn, f->arm);
    v3_store(dq, v3_add(v3_load(q), swing));
    v3_store(dq + 3, turn);
    v3_store(dv, v3_add(v3_load(v), v3_add(v3_cross(w, f->arm), v3_cross(f->w, swing))));
    v3_store(dv + 3, w);
}

static void center_to_frame(const body_frame *f, double *dq, double *dv)
{
    vec3 turn = v3_load(dq + 3), w = v3_load(dv + 3), swing = v3_cross(turn, f->arm);
    v3_store(dq, v3_sub(v3_load(dq), swing));
    v3_store(dv, v3_sub(v3_load(dv), v3_add(v3_cross(w, f->arm), v3_cross(f->w, swing))));
    v3_store(dq + 3, quat_rotate_back(f->turn, turn));
    v3_store(dv + 3, quat_rotate_back(f->turn, v3_sub(w, v3_cross(turn, f->w))));
}

/// Columns (`rows` entries each) of q and v of a rigid body ◄ those of the layout.
static hf_status take_columns(exact *e, const exact_set *set, const exact_object *o, int rows, double *matrix)
{
    int body = e->step->model->objects[o->object].index;
    body_frame f = frame_of(e->step->model, &e->step->world->state.bodies[body], body);
    size_t n = (size_t)rows;
    arena_mark mark = arena_begin(e->w);
    double *was = ARENA_ARRAY(e->w, double, 12 * n);
    if (!was) return error_no_memory(e->task->error);
    double *at[2] = {matrix + (size_t)o->at * n, matrix + (size_t)(set->n + o->at) * n};
    for (int half = 0; half < 2 && n > 0; half++) memcpy(was + (size_t)half * 6 * n, at[half], 6 * n * sizeof *was);
    for (int k = 0; k < 12; k++)
    {
        double unit[12] = {0}, by[12], *to = at[k / 6] + (size_t)(k % 6) * n;
        unit[k] = 1.0;
        frame_to_center(&f, unit, unit + 6, by, by + 6);
        for (size_t i = 0; i < n; i++) to[i] = 0.0;
        for (int l = 0; l < 12; l++)
            for (size_t i = 0; i < n && by[l] != 0.0; i++) to[i] += by[l] * was[(size_t)l * n + i];
    }
    arena_end(e->w, mark);
    return HF_STATUS_OK;
}

/// The column of A (0 … x_count - 1), or x_count + that of B and P, of a column of a set.
static hf_status columns_of_set(exact *e, const exact_set *set, int *column)
{
    const hf_linearization *out = e->task->out;
    for (int i = 0; i < set->object_count; i++)
    {
        const exact_object *o = &e->objects[set->objects[i]];
        for (int k = 0; k < o->n; k++)
        {
            int place = place_in_layout(e, o, k);
            column[o->at + k] = place;
            column[set->n + o->at + k] = out->v_count + place;
        }
    }
    for (int k = 0; k < e->signals; k++) column[2 * set->n + k] = 2 * out->v_count + k;
    return HF_STATUS_OK;
}

static void put_entry(const derivative_task *t, double *const by[3], int row, int column, double value)
{
    const hf_linearization *out = t->out;
    const int count[3] = {out->x_count, out->u_count, out->p_count};
    int which = 0;
    while (column >= count[which]) column -= count[which++];
    by[which][(size_t)row * (size_t)count[which] + (size_t)column] = value;
}

static hf_status put_states(exact *e, const exact_set *set, const int *column, double *dq, double *dv)
{
    derivative_task *t = e->task;
    const step_context *step = e->step;
    double *const by[3] = {t->A, t->B, t->P};
    if (!t->A) return HF_STATUS_OK;
    for (int i = 0; i < set->object_count; i++)
    {
        const exact_object *o = &e->objects[set->objects[i]];
        if (o->tree || o->small) continue;
        int body = step->model->objects[o->object].index;
        TRY(take_columns(e, set, o, set->n, dq));
        TRY(take_columns(e, set, o, set->n, dv));
        body_frame f = frame_of(step->model, &step->next[body], body);
        for (int c = 0; c < set->columns; c++)
            center_to_frame(&f, dq + (size_t)c * (size_t)set->n + o->at, dv + (size_t)c * (size_t)set->n + o->at);
    }
    for (int c = 0; c < set->columns; c++)
        for (int k = 0; k < set->n; k++)
        {
            size_t at = (size_t)c * (size_t)set->n + (size_t)k;
            put_entry(t, by, column[k], column[c], dq[at]);
            put_entry(t, by, column[set->n + k], column[c], dv[at]);
        }
    return HF_STATUS_OK;
}

/// dr of rows, and of friction that slides, in terms of all columns: `out` of one impulse.
static void slip_impulse(const exact_set *set, const exact_slip *s, int k, double *out)
{
    int m = set->row_count, n = set->n;
    for (int c = 0; c < set->columns; c++)
    {
        double change = -set->dr[(size_t)c * (size_t)m + s->normal] * s->size[k] * s->toward[k];
        for (int l = 0; l < s->count && s->count > 1; l++)
        {
            double part = (k == l ? 1.0 : 0.0) - s->toward[k] * s->toward[l], du = s->gamma[l][c];
            for (int i = 0; i < n; i++) du += s->H[l][i] * set->dv[(size_t)c * (size_t)n + i];
            change -= s->pressing * s->size[k] * part * s->size[l] * du / s->speed;
        }
        if (s->by_law[k]) change -= s->pressing * s->by_law[k][c];
        out[c] = change;
    }
}

static hf_status put_impulses(exact *e, const exact_set *set, const int *column)
{
    derivative_task *t = e->task;
    if (!t->impulse[0]) return HF_STATUS_OK;
    int slips = 0;
    for (int p = 0; p < set->slip_count; p++) slips += set->slips[p].count;
    size_t rows = (size_t)(set->row_count + slips), columns = (size_t)set->columns;
    double *matrix = ARENA_ARRAY(e->w, double, rows *columns), *line = ARENA_ARRAY(e->w, double, columns);
    int *impulse = ARENA_ARRAY(e->w, int, rows), at = set->row_count;
    if (!arena_whole(e->w)) return error_no_memory(e->task->error);
    for (int k = 0; k < set->row_count; k++)
    {
        impulse[k] = set->rows[k].impulse;
        for (size_t c = 0; c < columns; c++)
            matrix[c * rows + (size_t)k] = set->dr[c * (size_t)set->row_count + (size_t)k];
    }
    for (int p = 0; p < set->slip_count; p++)
        for (int k = 0; k < set->slips[p].count; k++, at++)
        {
            slip_impulse(set, &set->slips[p], k, line);
            impulse[at] = set->slips[p].impulse[k];
            for (size_t c = 0; c < columns; c++) matrix[c * rows + (size_t)at] = line[c];
        }
    for (int i = 0; i < set->object_count; i++)
        if (!e->objects[set->objects[i]].tree && !e->objects[set->objects[i]].small)
            TRY(take_columns(e, set, &e->objects[set->objects[i]], (int)rows, matrix));
    for (size_t c = 0; c < columns; c++)
        for (size_t k = 0; k < rows; k++) put_entry(t, t->impulse, impulse[k], column[c], matrix[c * rows + k]);
    return HF_STATUS_OK;
}

/// Motors at joints of a set.
static hf_status put_motors(exact *e, const exact_set *set, const int *column)
{
    derivative_task *t = e->task;
    const mechanism *m = &e->step->model->mechanism;
    double *line = ARENA_ARRAY(e->w, double, set->columns);
    if (!line) return error_no_memory(t->error);
    for (int k = 0; t->impulse[0] && k < m->actuator_count; k++)
    {
        const hf_actuator_def *def = &m->actuators[k];
        motor_way way = e->step->mechanism->ways[k];
        if (def->disabled || def->transmission == HF_TRANSMISSION_NONE) continue;
        if (way != MOTOR_IMPLICIT && way != MOTOR_ROW) continue; // known before the step: no impulse of it
        bool tendon = def->transmission == HF_TRANSMISSION_TENDON;
        int joint = tendon ? m->tendons[def->target].items[0] : def->target;
        int object = e->step->model->dof_object[m->joint_place_v[joint]];
        if (e->objects[e->object_of[object]].set != set->objects[0]) continue;
        TRY(exact_motor_impulse(e, set, k, line));
        for (int c = 0; c < set->columns; c++)
            put_entry(t, t->impulse, 6 * e->step->contact_count + actuator_row(m, k), column[c], line[c]);
    }
    return HF_STATUS_OK;
}

// ---- one set, and all ----

static hf_status differentiate_set(exact *e, int first)
{
    exact_set set;
    TRY(set_begin(e, first, &set));
    for (int i = 0; i < set.object_count; i++) put_object(&set, &e->objects[set.objects[i]], e->signals);
    for (int k = 0; k < e->contact_count; k++)
    {
        const exact_side *side = e->contacts[k].side;
        if (e->objects[side[side[0].object >= 0 ? 0 : 1].object].set == first)
            TRY(exact_contact_rows(e, &set, &e->contacts[k]));
    }
    if (e->step->rules.joints) TRY(exact_mechanism_rows(e, &set));
    TRY(exact_solve(e, &set));
    if (e->why) return HF_STATUS_OK;
    size_t size = (size_t)set.n * (size_t)set.columns;
    double *dq = ARENA_ARRAY(e->w, double, size), *dv = ARENA_ARRAY(e->w, double, size);
    int *column = ARENA_ARRAY(e->w, int, set.columns);
    if (!arena_whole(e->w)) return error_no_memory(e->task->error);
    for (int i = 0; i < set.object_count; i++) TRY(move_object(e, &set, &e->objects[set.objects[i]], dq, dv));
    TRY(exact_hold(e, &set, dq, dv));
    TRY(columns_of_set(e, &set, column));
    TRY(put_impulses(e, &set, column));
    if (e->task->impulse[2]) exact_parameter_impulses(e, &set);
    if (e->step->rules.joints) TRY(put_motors(e, &set, column));
    return put_states(e, &set, column, dq, dv);
}

/// Activations after the step by activations and controls: differences of their own laws.
static void differentiate_activations(const exact *e)
{
    const double WIDTH = 1e-6;
    const mechanism *m = &e->step->model->mechanism;
    derivative_task *t = e->task;
    double *control = e->step->world->state.control, *state = e->step->world->state.activation;
    double *const by[3] = {t->A, t->B, t->P};
    for (int k = 0; k < m->actuator_count && t->A; k++)
    {
        int a = m->activation[k], row = 2 * t->out->v_count + a;
        if (a < 0) continue;
        for (int which = 0; which < 2; which++)
        {
            double *place = which == 0 ? &state[a] : &control[k], was = *place, now = state[a], side[2];
            double width = WIDTH * (1.0 + fabs(was));
            for (int way = 0; way < 2; way++)
            {
                *place = was + (way == 0 ? width : -width);
                side[way] = state[a];
                actuator_advance(m, k, control, 0.0, 0.0, e->step->h, &side[way]);
            }
            *place = was;
            state[a] = now;
            put_entry(t, by, row, which == 0 ? row : t->out->x_count + k, (side[0] - side[1]) / (2.0 * width));
        }
    }
}

/// Velocities after the solve, which MOVE and CORRECT have changed since.
static hf_status find_solved(exact *e)
{
    const hf_model *m = e->step->model;
    const object_step *s = e->step->objects;
    double *z, *p;
    e->v_solved = ARENA_ZEROED(e->w, double, m->own_v_count);
    if (!e->v_solved) return error_no_memory(e->task->error);
    if (!e->step->rules.joints) return HF_STATUS_OK;
    TRY(mechanism_sum_impulses(e->step, &z, &p));
    for (int o = 0; o < m->object_count; o++)
    {
        const model_object *object = &m->objects[o];
        if (object->kind != OBJECT_REDUCED) continue;
        object_of(m, o)->rows->respond(&s->mass, o, z + object->dof, z + object->dof);
        for (int k = 0; k < object->v_count; k++)
            e->v_solved[object->v + k] = s->v_free[object->v + k] + z[object->dof + k];
    }
    return HF_STATUS_OK;
}

static hf_status differentiate_step(exact *e)
{
    const hf_model *m = e->step->model;
    exact_look(e);
    if (e->why) return HF_STATUS_OK;
    TRY(find_solved(e));
    exact_look_at_moves(e);
    if (e->why) return HF_STATUS_OK;
    e->object_of = ARENA_ARRAY(e->w, int, m->object_count);
    if (!e->object_of) return error_no_memory(e->task->error);
    for (int o = 0; o < m->object_count; o++) e->object_of[o] = o;
    TRY(patch_compliances(e->step, &e->compliance));
    TRY(exact_parameters_begin(e));
    TRY(exact_objects_begin(e));
    if (e->why) return HF_STATUS_OK;
    TRY(find_sets(e));
    TRY(exact_contacts_begin(e));
    if (e->why) return HF_STATUS_OK;
    if (!derivative_take_impulses(e->task, e->step->contact_count)) return error_no_memory(e->task->error);
    for (int o = 0; o < e->object_count; o++)
    {
        arena_mark mark = arena_begin(e->w);
        if (e->objects[o].set == o) TRY(differentiate_set(e, o));
        arena_end(e->w, mark);
    }
    differentiate_activations(e);
    return e->step->rules.joints ? exact_mechanism_borders(e) : HF_STATUS_OK;
}

// ---- the step ----

/// What the onlooker of an attempt is given.
typedef struct onlooker
{
    derivative_task *task;
    const char *why;
    int seen; // attempts at the whole step that succeeded
} onlooker;

static hf_status see_attempt(void *context, struct step_context *step)
{
    onlooker *w = context;
    derivative_task *t = w->task;
    if (step->piece->depth > 0 || step->piece->cuts > 0 || step->h != t->out->h) return HF_STATUS_OK;
    exact e = {.task = t,
               .step = step,
               .w = step->workspace,
               .tangents = t->tangents,
               .signals = t->out->activation_count + t->out->u_count + t->out->p_count};
    arena_mark mark = arena_begin(step->workspace);
    hf_status status = differentiate_step(&e);
    arena_end(step->workspace, mark);
    w->why = e.why;
    w->seen++;
    if (e.contact_count > 0) t->out->numeric |= HF_NUMERIC_GEOMETRY;
    if (step->displaced) t->out->numeric |= HF_NUMERIC_CORRECTION;
    if (e.rough > 0.0) t->out->numeric |= HF_NUMERIC_MOTION;
    t->out->accuracy = e.rough;
    if (e.laws) t->out->numeric |= HF_NUMERIC_FORCES;
    return status;
}

hf_status derivative_by_equations(derivative_task *t, const char **why)
{
    onlooker w = {.task = t};
    TRY(derivative_begin(t));
    t->probe->onlooker = see_attempt;
    t->probe->onlooker_context = &w;
    hf_status status = hf_world_step(t->probe, t->out->h, &t->out->report, t->error);
    t->probe->onlooker = NULL;
    if (status != HF_STATUS_OK) return status;
    *why = w.why;
    if (w.seen != 1 || t->out->report.substeps != 1) *why = "a step that is cut into pieces";
    if (*why) return HF_STATUS_OK;
    t->out->method = HF_LINEARIZE_EXACT;
    if (t->out->numeric & HF_NUMERIC_CORRECTION) t->out->accuracy = fmax(t->out->accuracy, CORRECTED);
    if (t->out->numeric) t->out->accuracy = fmax(t->out->accuracy, DIFFERENCE);
    return derivative_read_borders(t);
}
