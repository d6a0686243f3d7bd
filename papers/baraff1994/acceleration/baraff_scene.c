// A configuration of the acceleration-level mode (baraff.c): where everything is, and its accelerations without the
// forces of rows.

#include "papers/baraff1994/acceleration/baraff.h"

#include "base/arena.h"
#include "base/error.h"
#include "model/acceleration/acceleration.h"

#include <math.h>
#include <string.h>

// ---- states ----

static const acceleration_methods *methods(const hf_model *m, int object)
{
    return object_of(m, object)->acceleration;
}

bool baraff_flatten(const step_context *step, const configuration *at, const double *v, baraff_state *state)
{
    const hf_model *m = step->model;
    state->count = 0;
    for (int o = 0; o < m->object_count; o++) state->count += methods(m, o)->count(m, o);
    state->y = ARENA_ARRAY(step->workspace, double, state->count);
    double *y = state->y;
    for (int o = 0; y && o < m->object_count; y += methods(m, o)->count(m, o), o++) methods(m, o)->flatten(at, v, o, y);
    return state->y;
}

void baraff_place(const step_context *step, const baraff_state *state, double time, const configuration *at, double *v)
{
    const hf_model *m = step->model;
    const double *y = state->y;
    for (int k = 0; k < m->body_count; k++)
    {
        if (m->body_object[k] >= 0) continue;
        at->bodies[k] = step->world->state.bodies[k];
        if (m->bodies[k].motion == HF_MOTION_PRESCRIBED) model_prescribed(m, k, time, &at->bodies[k]);
    }
    for (int o = 0; o < m->object_count; y += methods(m, o)->count(m, o), o++) methods(m, o)->unflatten(at, v, o, y);
}

void baraff_rates(const baraff_scene *f, const double *a, bool moving, double *rates)
{
    const hf_model *m = f->here.model;
    for (int o = 0; o < m->object_count; rates += methods(m, o)->count(m, o), o++)
        methods(m, o)->rate(&f->here, f->v, o, moving, a + m->objects[o].dof, rates);
}

hf_status baraff_kick(const baraff_scene *f, const double *dv, const baraff_state *state)
{
    double *jump = ARENA_ARRAY(f->at.workspace, double, state->count);
    if (!jump) return error_no_memory(f->at.error);
    baraff_rates(f, dv, false, jump);
    for (int k = 0; k < state->count; k++) state->y[k] += jump[k];
    return HF_STATUS_OK;
}

// ---- scenes ----

static bool take_memory(baraff_scene *f)
{
    const hf_model *m = f->at.model;
    hf_workspace *w = f->at.workspace;
    size_t n = (size_t)m->body_count, v = (size_t)m->own_v_count, rows = (size_t)m->mechanism.row_count;
    object_step *o = f->at.objects = ARENA_ARRAY(w, object_step, 1);
    f->at.mechanism = ARENA_ZEROED(w, step_mechanism, 1);
    f->here.bodies = ARENA_ARRAY(w, body_state, n);
    f->here.momentum = arena_take_zeroed(w, n, sizeof *f->here.momentum);
    f->here.q = ARENA_ARRAY(w, double, m->own_q_count);
    f->v = ARENA_ZEROED(w, double, v);
    f->at.poses = ARENA_ARRAY(w, pose, n);
    f->at.inverse = arena_take_zeroed(w, n, sizeof *f->at.inverse);
    f->at.before = arena_take_zeroed(w, n, sizeof *f->at.before);
    f->at.free = arena_take_zeroed(w, n, sizeof *f->at.free);
    f->a = ARENA_ZEROED(w, double, m->dof_count);
    f->answer = ARENA_ZEROED(w, double, m->dof_count);
    f->a_own = ARENA_ZEROED(w, double, v);
    f->a_bodies = arena_take_zeroed(w, n, sizeof *f->a_bodies);
    f->rate = ARENA_ZEROED(w, double, rows);
    f->force = ARENA_ZEROED(w, double, rows);
    f->on = ARENA_ZEROED(w, bool, rows);
    f->stiff = ARENA_ZEROED(w, bool, v + (size_t)(m->mechanism.actuator_count + m->mechanism.tendon_count));
    f->sign = ARENA_ZEROED(w, int, rows);
    if (!o || !f->at.mechanism || !f->here.bodies || !f->here.momentum || !f->here.q || !f->v || !f->at.poses)
        return false;
    *o = (object_step){.force = ARENA_ZEROED(w, double, v),
                       .extra = arena_take_zeroed(w, n, sizeof *o->extra),
                       .dof_scratch = ARENA_ARRAY(w, int, m->dof_count),
                       .dense = ARENA_ARRAY(w, double, 2 * (size_t)m->dof_count)};
    return o->force && o->extra && o->dof_scratch && o->dense && f->at.inverse && f->at.before && f->at.free && f->a &&
           f->answer && f->a_own && f->a_bodies && f->rate && f->force && f->on && f->stiff && f->sign &&
           rows_begin(&f->at.mechanism->rows, m, w);
}

/// The step as objects see it, standing here.
static void show_objects(const step_context *step, baraff_scene *f, double moment)
{
    object_step *o = f->at.objects, own = *o;
    *o = *step->objects;
    o->force = own.force;
    o->extra = own.extra;
    o->dof_scratch = own.dof_scratch;
    o->dense = own.dense;
    o->h = moment;
    o->time = f->time;
    o->start = o->middle = f->here;
    o->v = f->v;
    o->before = o->half = f->at.before;
    o->free = f->at.free;
    o->mass.inverse = f->at.inverse;
}

/// Velocities of all bodies, and of driven ones a moment later.
static void read_twists(const step_context *step, baraff_scene *f, double moment)
{
    const hf_model *m = step->model;
    for (int k = 0; k < m->body_count; k++)
    {
        const body_state *s = &f->here.bodies[k];
        body_state then = *s;
        bool driven = m->bodies[k].motion == HF_MOTION_PRESCRIBED && m->body_object[k] < 0;
        if (driven) model_prescribed(m, k, f->time + moment, &then);
        v3_store(f->at.before[k], v3_load(s->v));
        v3_store(f->at.before[k] + 3, v3_load(s->w));
        v3_store(f->at.free[k], v3_load(then.v));
        v3_store(f->at.free[k] + 3, v3_load(then.w));
    }
}

static hf_status make_scene(const step_context *step, const baraff_state *state, double time,
                            articulated_scratch **trees, baraff_scene *f)
{
    double moment = BARAFF_ALONG * step->h;
    *f = (baraff_scene){.at = *step, .time = time, .until = INFINITY};
    f->slipping =
        fmax(BARAFF_SLIPPING, BARAFF_CREEP * step->h * v3_norm(v3_load(step->world->settings.physics.gravity)));
    f->at.contacts = NULL;
    f->at.contact_count = 0;
    if (!take_memory(f)) return error_no_memory(step->error);
    f->here.model = step->model;
    f->here.trees = trees;
    baraff_place(step, state, time, &f->here, f->v);
    f->at.at = f->here.bodies;
    read_twists(step, f, moment);
    show_objects(step, f, moment);
    poses_of(step->model, f->here.bodies, f->here.q, f->at.poses);
    return HF_STATUS_OK;
}

/// Everything a moment later, at the same velocities.
static hf_status make_later(baraff_scene *f, const baraff_state *state)
{
    double moment = f->at.objects->h;
    baraff_state ahead = {.count = state->count, .y = ARENA_ARRAY(f->at.workspace, double, state->count)};
    f->later = ARENA_ARRAY(f->at.workspace, baraff_scene, 1);
    if (!ahead.y || !f->later) return error_no_memory(f->at.error);
    baraff_rates(f, f->a, true, ahead.y); // a is zero so far
    for (int k = 0; k < state->count; k++) ahead.y[k] = state->y[k] + moment * ahead.y[k];
    return make_scene(&f->at, &ahead, f->time + moment, f->at.world->scratch.probe, f->later);
}

hf_status baraff_configure(const step_context *step, const baraff_state *state, double time, double h, baraff_scene *f)
{
    const hf_model *m = step->model;
    hf_status status = make_scene(step, state, time, step->world->scratch.middle, f);
    if (status == HF_STATUS_OK) status = make_later(f, state);
    f->h = h;
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
        status = methods(m, o)->factor(f->at.objects, o);
    return status;
}

hf_status baraff_configure_still(const step_context *step, const baraff_state *state, double time, double h,
                                 baraff_scene *f)
{
    hf_status status = baraff_configure(step, state, time, h, f);
    if (status != HF_STATUS_OK) return status;
    // The velocity of what drives a tree stands where its acceleration would: m v of the links that it carries along is
    // part of f = m v.
    object_step *o = f->at.objects;
    size_t n = (size_t)step->model->body_count;
    o->before = arena_take_zeroed(step->workspace, n, sizeof *o->before);
    o->free = arena_take_zeroed(step->workspace, n, sizeof *o->free);
    if (!o->before || !o->free) return error_no_memory(step->error);
    for (size_t k = 0; k < n; k++)
        for (int j = 0; j < 6 && step->model->body_object[k] < 0; j++) o->free[k][j] = o->h * f->at.before[k][j];
    f->first_order = true;
    return HF_STATUS_OK;
}

// ---- accelerations ----

hf_status baraff_accelerate(baraff_scene *f, const baraff_scene *first)
{
    const hf_model *m = f->at.model;
    hf_status status = baraff_known_forces(f, first);
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
    {
        const model_object *object = &m->objects[o];
        double *a = f->a + object->dof;
        status = methods(m, o)->accelerate(f->at.objects, o, a);
        if (status != HF_STATUS_OK) break;
        methods(m, o)->twists(f->at.objects, o, a, f->a_bodies);
        memcpy(f->a_own + object->v, a, (size_t)object->v_count * sizeof *a);
    }
    return status;
}
