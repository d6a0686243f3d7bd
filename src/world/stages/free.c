// Stage FREE: every body on its own, as if nothing touched.

#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"
#include "bodies/fluid.h"

#include <string.h>

static void store6(double *out, vec3 v, vec3 w)
{
    v3_store(out, v);
    v3_store(out + 3, w);
}

/// What acts on a body beside gravity, contacts and joints: its own constant force, what pushes it, and the medium.
void body_forces(const step_context *step, int k, vec3 v, vec3 w, vec3 *force, vec3 *torque)
{
    const hf_world *world = step->world;
    const hf_body_def *def = &step->model->bodies[k];
    const double *push = world->state.push[k];
    *force = v3_add(v3_load(def->force), v3_load(push));
    *torque = v3_add(v3_load(def->torque), v3_load(push + 3));
    if (!(world->settings.density > 0.0) && !(world->settings.viscosity > 0.0)) return;
    vec3 drag, twist;
    fluid_drag(&step->model->rigid[k], quat_load(world->state.bodies[k].q), v, w, &world->settings, &drag, &twist);
    *force = v3_add(*force, drag);
    *torque = v3_add(*torque, twist);
}

/// v_f = v + h M⁻¹ f,  L_f = L + h τ. The gyroscopic term is in the turning of the inertia, not in L (bodies/rigid.c).
static void free_body(step_context *step, int k)
{
    const hf_world *world = step->world;
    const rigid_constants *c = &step->model->rigid[k];
    const rigid_state *s = &world->state.bodies[k];
    vec3 v = v3_load(s->v), L = v3_load(s->L), force, torque;
    body_forces(step, k, v, rigid_angular_velocity(c, s), &force, &torque);
    vec3 a = v3_add_scaled(v3_scale(c->gravity_scale, v3_load(world->settings.gravity)), c->inverse_mass, force);
    vec3 L_free = v3_add_scaled(L, step->h, torque);
    rigid_inverse_inertia(c, quat_load(s->q), step->inverse[k]);
    store6(step->before[k], v, m3_times(step->inverse[k], L));
    store6(step->free[k], v3_add_scaled(v, step->h, a), m3_times(step->inverse[k], L_free));
    v3_store(step->momentum[k], L);
    v3_store(step->spin[k], L_free);
}

/// The velocity w that makes (1 - θ) v + θ w carry a prescribed body exactly where it is told to be after the step.
static void prescribed_body(step_context *step, int k)
{
    const rigid_state *s = &step->world->state.bodies[k];
    rigid_state *next = &step->next[k];
    rigid_prescribed(&step->model->bodies[k], step->world->state.time + step->h, next);
    vec3 mean = v3_scale(1.0 / step->h, v3_sub(v3_load(next->x), v3_load(s->x))), v = v3_load(s->v);
    vec3 w = v3_scale(1.0 / step->theta, v3_add_scaled(mean, step->theta - 1.0, v));
    store6(step->before[k], v, v3_load(s->L));
    store6(step->free[k], w, v3_load(next->L));
    memset(step->inverse[k], 0, sizeof step->inverse[k]);
}

void poses_of(const hf_model *model, const rigid_state *bodies, pose *poses)
{
    for (int k = 0; k < model->body_count; k++)
    {
        vec3 position;
        quat orientation;
        rigid_frame(&model->rigid[k], &bodies[k], &position, &orientation);
        v3_store(poses[k].position, position);
        quat_to_matrix(orientation, poses[k].rotation);
    }
}

hf_status stage_free(step_context *step)
{
    const hf_model *m = step->model;
    size_t n = (size_t)m->body_count;
    if (!step->least_reach) step->least_reach = ARENA_ZEROED(step->workspace, double, n);
    step->before = arena_take_zeroed(step->workspace, n, sizeof *step->before);
    step->free = arena_take_zeroed(step->workspace, n, sizeof *step->free);
    step->momentum = arena_take_zeroed(step->workspace, n, sizeof *step->momentum);
    step->spin = arena_take_zeroed(step->workspace, n, sizeof *step->spin);
    step->inverse = arena_take_zeroed(step->workspace, n, sizeof *step->inverse);
    step->poses = ARENA_ARRAY(step->workspace, pose, n);
    step->next = ARENA_ARRAY(step->workspace, rigid_state, n);
    if (!step->least_reach || !step->before || !step->momentum || !step->free || !step->spin || !step->inverse ||
        !step->poses || !step->next)
        return error_no_memory(step->error);
    memcpy(step->next, step->world->state.bodies, n * sizeof *step->next);
    for (int k = 0; k < m->body_count; k++)
    {
        if (m->rigid[k].motion == HF_MOTION_FREE) free_body(step, k);
        if (m->rigid[k].motion == HF_MOTION_PRESCRIBED && m->mechanism.body_tree[k] < 0) prescribed_body(step, k);
    }
    poses_of(m, step->at, step->poses);
    return model_has_mechanism(m) ? mechanism_free_motion(step) : HF_STATUS_OK;
}
