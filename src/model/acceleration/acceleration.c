// Rigid bodies at the level of accelerations; trees are in tree_acceleration.c, planar bodies and particles in
// small_body.c.

#include "model/acceleration/acceleration.h"
#include "model/model.h"
#include "model/object_rigid.h"

#include <string.h>

// ---- rigid bodies ----

enum
{
    RIGID_X = 0,
    RIGID_Q = 3,
    RIGID_V = 7,
    RIGID_L = 10,
    RIGID_COUNT = 13
};

static int rigid_count(const hf_model *model, int object)
{
    (void)model, (void)object;
    return RIGID_COUNT;
}

static void rigid_flatten(const configuration *at, const double *v, int object, double *y)
{
    (void)v;
    int k = at->model->objects[object].index;
    const body_state *s = &at->bodies[k];
    memcpy(y + RIGID_X, s->x, sizeof s->x);
    memcpy(y + RIGID_Q, s->q, sizeof s->q);
    memcpy(y + RIGID_V, s->v, sizeof s->v);
    memcpy(y + RIGID_L, at->momentum[k], 3 * sizeof *y);
}

static void rigid_unflatten(const configuration *at, double *v, int object, const double *y)
{
    (void)v;
    int k = at->model->objects[object].index;
    body_state *s = &at->bodies[k];
    memcpy(s->x, y + RIGID_X, sizeof s->x);
    quat_store(s->q, quat_normalize(quat_load(y + RIGID_Q)));
    memcpy(s->v, y + RIGID_V, sizeof s->v);
    memcpy(at->momentum[k], y + RIGID_L, 3 * sizeof *y);
    rigid_body_settle(at, k);
}

/// ½ ω q, ω in world axes.
static void turning(const double *q, vec3 w, double *rate)
{
    quat d = quat_multiply((quat){0, w.x, w.y, w.z}, quat_load(q));
    quat_store(rate, (quat){0.5 * d.w, 0.5 * d.x, 0.5 * d.y, 0.5 * d.z});
}

static void rigid_rate(const configuration *at, const double *v, int object, bool moving, const double *a, double *rate)
{
    (void)v;
    int k = at->model->objects[object].index;
    const body_state *s = &at->bodies[k];
    vec3 L = rigid_momentum(&at->model->rigid[k], quat_load(s->q), v3_load(a + 3));
    memset(rate, 0, RIGID_COUNT * sizeof *rate);
    v3_store(rate + RIGID_V, v3_load(a));
    if (moving)
    {
        vec3 w = v3_load(s->w);
        v3_store(rate + RIGID_X, v3_load(s->v));
        turning(s->q, w, rate + RIGID_Q);
        L = v3_add(L, v3_cross(w, v3_load(at->momentum[k])));
    }
    v3_store(rate + RIGID_L, L);
}

static hf_status rigid_factor(object_step *step, int object)
{
    int k = step->model->objects[object].index;
    rigid_inverse_inertia(&step->model->rigid[k], quat_load(step->middle.bodies[k].q), step->mass.inverse[k]);
    return HF_STATUS_OK;
}

/// What acts on a body, gravity and actuators included: linear acceleration, and torque.
static void forces_on(const object_step *step, int k, vec3 *linear, vec3 *torque)
{
    const rigid_constants *c = &step->model->rigid[k];
    const body_state *s = &step->middle.bodies[k];
    vec3 force;
    object_forces(step, k, v3_load(s->v), v3_load(s->w), &force, torque);
    force = v3_add(force, v3_load(step->extra[k]));
    *torque = v3_add(*torque, v3_load(step->extra[k] + 3));
    *linear =
        v3_add_scaled(v3_scale(c->gravity_scale, v3_load(step->settings->physics.gravity)), c->inverse_mass, force);
}

static hf_status rigid_accelerate(object_step *step, int object, double *a)
{
    int k = step->model->objects[object].index;
    vec3 linear, torque;
    forces_on(step, k, &linear, &torque);
    torque = v3_sub(torque, v3_cross(v3_load(step->middle.bodies[k].w), v3_load(step->middle.momentum[k])));
    v3_store(a, linear);
    v3_store(a + 3, m3_times(step->mass.inverse[k], torque));
    return HF_STATUS_OK;
}

static void rigid_twists(const object_step *step, int object, const double *a, double (*twists)[6])
{
    memcpy(twists[step->model->objects[object].index], a, sizeof *twists);
}

const acceleration_methods rigid_acceleration = {.count = rigid_count,
                                                 .flatten = rigid_flatten,
                                                 .unflatten = rigid_unflatten,
                                                 .rate = rigid_rate,
                                                 .factor = rigid_factor,
                                                 .accelerate = rigid_accelerate,
                                                 .twists = rigid_twists};
