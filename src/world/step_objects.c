// Objects in a step: the arrays that they share with the stages, and their part of each stage.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    OBJECTS_BETWEEN = 64 // two looks at the interrupt
};

static bool take_memory(step_context *step)
{
    const hf_model *m = step->model;
    hf_workspace *w = step->workspace;
    size_t n = (size_t)m->body_count, v = (size_t)m->own_v_count;
    object_step *o = step->objects = ARENA_ZEROED(w, object_step, 1);
    step->mechanism = ARENA_ZEROED(w, step_mechanism, 1);
    if (!o) return false;
    step->before = arena_take_zeroed(w, n, sizeof *step->before);
    step->free = arena_take_zeroed(w, n, sizeof *step->free);
    step->momentum = arena_take_zeroed(w, n, sizeof *step->momentum);
    step->spin = arena_take_zeroed(w, n, sizeof *step->spin);
    step->inverse = arena_take_zeroed(w, n, sizeof *step->inverse);
    step->next = ARENA_ARRAY(w, body_state, n);
    o->after.q = ARENA_ARRAY(w, double, m->own_q_count);
    o->after.momentum = arena_take(w, n, sizeof *o->after.momentum);
    o->v_before = ARENA_ARRAY(w, double, v);
    o->v_free = ARENA_ZEROED(w, double, v);
    o->v_after = ARENA_ZEROED(w, double, v);
    o->drive = ARENA_ZEROED(w, double, m->object_count);
    return step->mechanism && step->before && step->free && step->momentum && step->spin && step->inverse &&
           step->next && o->after.q && o->after.momentum && o->v_before && o->v_free && o->v_after && o->drive;
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
    o->implicit = step->piece ? step->piece->implicit : NULL;
    o->again = state->last_h > 0.0 ? step->h / state->last_h : 0.0;
    o->scratch = &world->scratch;
    o->start = world_configuration(world);
    o->unsettled = o->unsettled_loop = -1;
    o->push = (const double(*)[6])state->push;
    o->v = state->v;
    o->impulse = state->impulse;
    o->track = state->track;
    o->before = step->before;
    o->momentum = step->momentum;
    o->free = step->free;
    o->spin = step->spin;
    o->mass = (inverse_mass){.model = m,
                             .inverse = step->inverse,
                             .trees = world->scratch.middle,
                             .maximal = world->scratch.maximal,
                             .fibres = world->scratch.fibres,
                             .joined = world->scratch.joined};
    o->after.model = m;
    o->after.bodies = step->next;
    o->after.trees = world->scratch.probe;
    o->after.fibres = world->scratch.fibre_probes;
    memcpy(step->next, state->bodies, (size_t)m->body_count * sizeof *step->next);
    memcpy(o->v_before, state->v, (size_t)m->own_v_count * sizeof *state->v);
    memcpy(o->after.momentum, state->momentum, (size_t)m->body_count * sizeof *state->momentum);
    return HF_STATUS_OK;
}

/// The velocity w that makes (1 - θ) v + θ w carry a prescribed body exactly where it is told to be after the step.
static void prescribed_body(step_context *step, int k)
{
    const body_state *s = &step->world->state.bodies[k];
    body_state *next = &step->next[k];
    model_prescribed(step->model, k, step->world->state.time + step->h, next);
    vec3 mean = v3_scale(1.0 / step->h, v3_sub(v3_load(next->x), v3_load(s->x))), v = v3_load(s->v);
    v3_store(step->before[k], v);
    v3_store(step->before[k] + 3, v3_load(s->w));
    v3_store(step->free[k], v3_scale(1.0 / step->theta, v3_add_scaled(mean, step->theta - 1.0, v)));
    v3_store(step->free[k] + 3, v3_load(next->w));
}

hf_status objects_free_motion(step_context *step)
{
    const hf_model *m = step->model;
    bool rows = step->rules.joints;
    hf_status status = objects_begin(step);
    for (int k = 0; k < m->body_count && status == HF_STATUS_OK; k++)
        if (m->bodies[k].motion == HF_MOTION_PRESCRIBED && m->body_object[k] < 0) prescribed_body(step, k);
    if (status == HF_STATUS_OK && rows) status = mechanism_begin(step);
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
        status = object_of(m, o)->begin(step->objects, o);
    if (status == HF_STATUS_OK && rows) status = mechanism_load(step);
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
    {
        status = object_of(m, o)->free(step->objects, o);
        if (status == HF_STATUS_OK && o % OBJECTS_BETWEEN == 0) status = workspace_poll(step->workspace, step->error);
    }
    return status;
}

void objects_coast(step_context *step)
{
    for (int o = 0; o < step->model->object_count; o++)
        if (object_of(step->model, o)->coast) object_of(step->model, o)->coast(step->objects, o);
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
    for (int o = 0; o < m->object_count; o++)
    {
        int dof = m->objects[o].dof;
        object_of(m, o)->take(step->objects, o, z ? z + dof : NULL, p ? p + dof : NULL, after);
    }
    return rows ? mechanism_read_reactions(step) : HF_STATUS_OK;
}

hf_status objects_move(step_context *step, const double *theta)
{
    const hf_model *m = step->model;
    hf_status status = HF_STATUS_OK;
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
        status = object_of(m, o)->move(step->objects, o, theta[m->objects[o].body]);
    return status;
}

hf_status objects_displace(step_context *step, double *z)
{
    const hf_model *m = step->model;
    hf_status status = HF_STATUS_OK;
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
    {
        const model_object *object = &m->objects[o];
        bool any = false;
        for (int k = 0; k < object->dof_count; k++) any |= z[object->dof + k] != 0.0;
        if (any) status = object_of(m, o)->displace(step->objects, o, z + object->dof);
    }
    return status;
}

bool objects_settle(step_context *step)
{
    const hf_model *m = step->model;
    const configuration *after = &step->objects->after;
    for (int o = 0; o < m->object_count; o++)
        if (object_of(m, o)->settle) object_of(m, o)->settle(step->objects, o);
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
    if (m->mechanism.row_count > 0)
        memcpy(state->reactions, step->mechanism->reactions, (size_t)m->mechanism.row_count * sizeof *state->reactions);
}
