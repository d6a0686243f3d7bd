// Objects in a step: the arrays that they share with the stages, and their part of each stage.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/tasks.h"

#include <math.h>
#include <string.h>

enum
{
    OBJECTS_BETWEEN = 64, // two looks at the interrupt
    OBJECTS_A_TASK = 16,  // of those whose methods run side by side
    OBJECTS_FOR_TASKS = 64
};

static bool take_memory(step_context *step)
{
    const hf_model *m = step->model;
    hf_workspace *w = step->workspace;
    size_t n = (size_t)m->body_count, v = (size_t)m->own_v_count;
    object_step *o = step->objects = ARENA_ZEROED(w, object_step, 1);
    step->mechanism = ARENA_ZEROED(w, step_mechanism, 1);
    if (!o) return false;
    step->before = arena_take_zeroed(w, (size_t)m->twist_count, sizeof *step->before);
    step->free = arena_take_zeroed(w, (size_t)m->twist_count, sizeof *step->free);
    step->momentum = arena_take_zeroed(w, n, sizeof *step->momentum);
    step->spin = arena_take_zeroed(w, n, sizeof *step->spin);
    step->pressure = ARENA_ZEROED(w, double, n);
    step->inverse = arena_take_zeroed(w, n, sizeof *step->inverse);
    step->next = ARENA_ARRAY(w, body_state, n);
    o->after.q = ARENA_ARRAY(w, double, m->own_q_count);
    o->after.momentum = arena_take(w, n, sizeof *o->after.momentum);
    o->v_before = ARENA_ARRAY(w, double, v);
    o->v_free = ARENA_ZEROED(w, double, v);
    o->v_mean = ARENA_ZEROED(w, double, v);
    o->v_after = ARENA_ZEROED(w, double, v);
    o->drive = ARENA_ZEROED(w, double, m->object_count);
    return step->mechanism && step->before && step->free && step->momentum && step->spin && step->pressure &&
           step->inverse && step->next && o->after.q && o->after.momentum && o->v_before && o->v_free && o->v_mean &&
           o->v_after && o->drive;
}

hf_status objects_begin(step_context *step)
{
    const hf_model *m = step->model;
    hf_world *world = step->world;
    const world_state *state = &world->state;
    if (!take_memory(step)) return error_no_memory(step->error);
    object_step *o = step->objects;
    o->model = m;
    o->settings = &world->settings;
    o->workspace = step->workspace;
    o->error = step->error;
    o->h = step->h;
    o->theta = step->theta;
    o->time = state->time;
    o->end = world->end;
    o->implicit = step->facts ? step->facts->implicit : NULL;
    o->limp = step->facts && step->facts->limp;
    o->expected = step->facts && step->facts->tries[WHY_OPENED] > 0 ? step->facts->expected : NULL;
    o->again = state->last_h > 0.0 ? step->h / state->last_h : 0.0;
    o->scratch = &world->scratch;
    o->start = world_configuration(world);
    o->unsettled = o->unsettled_loop = -1;
    o->push = world_pushes(world, step->workspace);
    if (!o->push) return error_no_memory(step->error);
    hf_status status = adhesion_push(step, &o->push);
    if (status != HF_STATUS_OK) return status;
    o->v = state->v;
    o->impulse = state->impulse;
    o->track = state->track;
    o->before = step->before;
    o->momentum = step->momentum;
    o->free = step->free;
    o->spin = step->spin;
    o->pressure = step->pressure;
    o->mass = (inverse_mass){.model = m,
                             .inverse = step->inverse,
                             .trees = world->scratch.middle,
                             .maximal = world->scratch.maximal,
                             .fibres = world->scratch.fibres,
                             .constraint_trees = world->scratch.constraint_trees,
                             .forms = world->scratch.forms};
    o->after.model = m;
    o->after.bodies = step->next;
    o->after.trees = world->scratch.probe;
    o->after.fibres = world->scratch.fibre_probes;
    memcpy(step->next, state->bodies, (size_t)m->body_count * sizeof *step->next);
    memcpy(o->v_before, state->v, (size_t)m->own_v_count * sizeof *state->v);
    memcpy(o->after.momentum, state->momentum, (size_t)m->body_count * sizeof *state->momentum);
    return HF_STATUS_OK;
}

/// A prescribed body is where it is told to be after the step. Contacts see its velocities at both ends, which are
/// continuous: what (1 - θ) v + θ v⁺ misses of the way is of third order, and
/// taken back by stage CORRECT (sticking.c). With θ = 1 they see the mean velocity.
static void prescribed_body(step_context *step, int k)
{
    const body_state *s = &step->world->state.bodies[k];
    body_state *next = &step->next[k];
    model_prescribed(step->model, k, step->world->state.time + step->h, next);
    vec3 mean = v3_scale(1.0 / step->h, v3_sub(v3_load(next->x), v3_load(s->x)));
    v3_store(step->before[k], v3_load(s->v));
    v3_store(step->before[k] + 3, v3_load(s->w));
    v3_store(step->free[k], step->theta < 1.0 ? v3_load(next->v) : mean);
    v3_store(step->free[k] + 3, v3_load(next->w));
}

// ---- methods of all objects ----

/// A method of every object, with what it is given.
typedef struct object_call
{
    step_context *step;
    hf_status (*run)(const struct object_call *call, object_step *step, int object);
    const double *theta;
    double *z;
    const double *p;
    double (*after)[6];

    /// object_count: what a method found unsettled; -1: nothing.
    int *unsettled;
} object_call;

/// Objects OBJECTS_A_TASK · index and so on, of those that do not disturb each other.
static hf_status call_some(void *context, int index, hf_workspace *scratch, hf_error *error)
{
    const object_call *call = context;
    const hf_model *m = call->step->model;
    int end = (index + 1) * OBJECTS_A_TASK < m->object_count ? (index + 1) * OBJECTS_A_TASK : m->object_count;
    hf_status status = HF_STATUS_OK;
    for (int o = index * OBJECTS_A_TASK; o < end && status == HF_STATUS_OK; o++)
    {
        if (!object_of(m, o)->apart) continue;
        object_step own = *call->step->objects;
        own.workspace = scratch;
        own.error = error;
        own.unsettled = -1;
        status = call->run(call, &own, o);
        call->unsettled[o] = own.unsettled;
    }
    return status;
}

/// The call for every object: one by one, and side by side of kinds whose methods touch nothing but their own.
static hf_status call_all(object_call *call)
{
    step_context *step = call->step;
    const hf_model *m = step->model;
    int apart = 0;
    for (int o = 0; o < m->object_count; o++) apart += object_of(m, o)->apart;
    bool tasks = apart >= OBJECTS_FOR_TASKS;
    hf_status status = HF_STATUS_OK;
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
    {
        if (tasks && object_of(m, o)->apart) continue;
        status = call->run(call, step->objects, o);
        if (status == HF_STATUS_OK && o % OBJECTS_BETWEEN == 0) status = workspace_poll(step->workspace, step->error);
    }
    if (status != HF_STATUS_OK || !tasks) return status;
    call->unsettled = ARENA_ARRAY(step->workspace, int, m->object_count);
    if (!call->unsettled) return error_no_memory(step->error);
    for (int o = 0; o < m->object_count; o++) call->unsettled[o] = -1;
    status = tasks_run(step->workspace, (m->object_count + OBJECTS_A_TASK - 1) / OBJECTS_A_TASK, call_some, call,
                       step->error);
    for (int o = 0; o < m->object_count; o++)
        if (call->unsettled[o] >= 0) step->objects->unsettled = call->unsettled[o];
    return status;
}

static hf_status call_begin(const object_call *call, object_step *step, int object)
{
    (void)call;
    return object_of(step->model, object)->motion->begin(step, object);
}

static hf_status call_free(const object_call *call, object_step *step, int object)
{
    (void)call;
    return object_of(step->model, object)->motion->free(step, object);
}

static hf_status call_take(const object_call *call, object_step *step, int object)
{
    int dof = step->model->objects[object].dof;
    object_of(step->model, object)
        ->motion->take(step, object, call->z ? call->z + dof : NULL, call->p ? call->p + dof : NULL, call->after);
    return HF_STATUS_OK;
}

static hf_status call_move(const object_call *call, object_step *step, int object)
{
    return object_of(step->model, object)->motion->move(step, object, call->theta[step->model->objects[object].body]);
}

static hf_status call_settle(const object_call *call, object_step *step, int object)
{
    (void)call;
    const object_methods *kind = object_of(step->model, object);
    if (kind->motion->settle) kind->motion->settle(step, object);
    return HF_STATUS_OK;
}

hf_status objects_free_motion(step_context *step)
{
    const hf_model *m = step->model;
    bool rows = step->rules.joints;
    hf_status status = objects_begin(step);
    for (int k = 0; k < m->body_count && status == HF_STATUS_OK; k++)
        if (m->bodies[k].motion == HF_MOTION_PRESCRIBED && m->body_object[k] < 0) prescribed_body(step, k);
    if (status == HF_STATUS_OK && rows) status = mechanism_begin(step);
    if (status == HF_STATUS_OK) status = call_all(&(object_call){.step = step, .run = call_begin});
    if (status == HF_STATUS_OK && rows) status = mechanism_load(step);
    if (status == HF_STATUS_OK) status = call_all(&(object_call){.step = step, .run = call_free});
    return status;
}

void objects_coast(step_context *step)
{
    for (int o = 0; o < step->model->object_count; o++)
        if (object_of(step->model, o)->motion->coast) object_of(step->model, o)->motion->coast(step->objects, o);
}

hf_status objects_take_impulses(step_context *step, double (*after)[6])
{
    const hf_model *m = step->model;
    double *z = NULL, *p = NULL;
    bool rows = step->rules.joints;
    hf_status status = rows ? mechanism_sum_impulses(step, &z, &p) : HF_STATUS_OK;
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < m->body_count; k++)
        if (m->body_object[k] < 0) memcpy(after[k], step->free[k], sizeof after[k]);
    status = call_all(&(object_call){.step = step, .run = call_take, .z = z, .p = p, .after = after});
    if (status != HF_STATUS_OK) return status;
    return rows ? mechanism_read_reactions(step) : HF_STATUS_OK;
}

hf_status objects_move(step_context *step, const double *theta)
{
    return call_all(&(object_call){.step = step, .run = call_move, .theta = theta});
}

static hf_status call_displace(const object_call *call, object_step *step, int object)
{
    const model_object *o = &step->model->objects[object];
    bool any = false;
    for (int k = 0; k < o->dof_count; k++) any |= call->z[o->dof + k] != 0.0;
    return any ? object_of(step->model, object)->motion->displace(step, object, call->z + o->dof) : HF_STATUS_OK;
}

hf_status objects_displace(step_context *step, double *z)
{
    step->displaced = true;
    return call_all(&(object_call){.step = step, .run = call_displace, .z = z});
}

/// Whether everything at the end is a number.
static bool all_finite(const step_context *step)
{
    const hf_model *m = step->model;
    const configuration *after = &step->objects->after;
    for (int k = 0; k < m->body_count; k++)
    {
        const double *x = after->bodies[k].x; // and all that follows
        for (int j = 0; j < BODY_RECORD; j++)
            if (!isfinite(x[j])) return false;
        for (int j = 0; j < 3; j++)
            if (!isfinite(after->momentum[k][j])) return false;
    }
    return true;
}

hf_status objects_settle(step_context *step)
{
    hf_status status = call_all(&(object_call){.step = step, .run = call_settle});
    step->finite = status == HF_STATUS_OK && all_finite(step);
    return status;
}

void objects_take_over(step_context *step)
{
    const hf_model *m = step->model;
    const object_step *o = step->objects;
    world_state *state = &step->world->state;
    memcpy(state->bodies, step->next, (size_t)m->body_count * sizeof *state->bodies);
    memcpy(state->momentum, o->after.momentum, (size_t)m->body_count * sizeof *state->momentum);
    memcpy(state->q, o->after.q, (size_t)m->own_q_count * sizeof *state->q);
    memcpy(state->v, o->v_after, (size_t)m->own_v_count * sizeof *state->v);
    for (int k = 0; k < m->own_v_count; k++)
    {
        // what jumped does not do so again: an impact in the mean velocity of the next step would be a force of its own
        bool jumped = step->thetas && step->thetas[m->objects[m->dof_object[k]].body] != step->theta;
        state->impulse[k] = jumped ? 0.0 : o->v_after[k] - o->v_free[k];
    }
    if (step->rules.joints) mechanism_activate(step);
    if (m->mechanism.row_count > 0)
        memcpy(state->reactions, step->mechanism->reactions, (size_t)m->mechanism.row_count * sizeof *state->reactions);
}
