// What a controller asks: all bodies at once, places of sites, Jacobians, forward and inverse dynamics. Objects answer
// (object.h); each computes in memory of its own, so that several threads may ask one world.

#include "holdfast/query.h"

#include "world/world.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- everything at once ----

void hf_world_poses(const hf_world *world, double *position, double *orientation, double *velocity,
                    double *angular_velocity)
{
    for (int k = 0; k < world->model->body_count; k++)
    {
        const body_state *s = &world->state.bodies[k];
        vec3 place;
        quat turn;
        rigid_frame(&world->model->rigid[k], s->x, s->q, &place, &turn);
        if (position) v3_store(position + 3 * k, place);
        if (orientation) quat_store(orientation + 4 * k, turn);
        if (velocity) memcpy(velocity + 3 * k, s->v, sizeof s->v);
        if (angular_velocity) memcpy(angular_velocity + 3 * k, s->w, sizeof s->w);
    }
}

int hf_world_contacts(const hf_world *world, int capacity, hf_contact *contacts)
{
    int count = capacity < world->contact_count ? capacity : world->contact_count;
    if (count > 0) memcpy(contacts, world->contacts, (size_t)count * sizeof *contacts);
    return world->contact_count;
}

// ---- places ----

static hf_status find_site(const hf_world *world, int site, vec3 *position, quat *orientation, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    if (site < 0 || site >= m->site_count)
        return error_set(error, HF_STATUS_INVALID, "there is no site %d among %d", site, m->site_count);
    const hf_site_def *def = &m->sites[site];
    const body_state *s = &world->state.bodies[def->body];
    vec3 place;
    quat turn;
    rigid_frame(&world->model->rigid[def->body], s->x, s->q, &place, &turn);
    *position = v3_add(place, quat_rotate(turn, v3_load(def->position)));
    *orientation = quat_multiply(turn, quat_load(def->orientation));
    return HF_STATUS_OK;
}

hf_status hf_world_site(const hf_world *world, int site, double position[3], double orientation[4], hf_error *error)
{
    vec3 place = v3_zero();
    quat turn = {1.0, 0.0, 0.0, 0.0};
    hf_status status = find_site(world, site, &place, &turn, error);
    if (status != HF_STATUS_OK) return status;
    if (position) v3_store(position, place);
    if (orientation) quat_store(orientation, turn);
    return HF_STATUS_OK;
}

// ---- Jacobians ----

static hf_status check_body(const hf_world *world, const char *what, int body, hf_error *error)
{
    if (body >= 0 && body < world->model->body_count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: there is no body %d among %d", what, body,
                     world->model->body_count);
}

static hf_status jacobian(const hf_world *world, int body, vec3 point, double *linear, double *angular, hf_error *error)
{
    const object_methods *kind = object_of_body(world->model, body);
    if (kind && !kind->queries->jacobian)
        return error_set(error, HF_STATUS_UNSUPPORTED, "jacobian: body %d belongs to a %s, which has none", body,
                         kind->name);
    const configuration at = world_configuration(world);
    size_t n = (size_t)world->model->mechanism.v_count;
    double *J = memory_zeroed(6 * n, sizeof *J);
    if (!J) return error_no_memory(error);
    hf_status status = kind ? kind->queries->jacobian(&at, body, point, J, n, error) : HF_STATUS_OK;
    if (status == HF_STATUS_OK && linear) memcpy(linear, J, 3 * n * sizeof *J);
    if (status == HF_STATUS_OK && angular) memcpy(angular, J + 3 * n, 3 * n * sizeof *J);
    free(J);
    return status;
}

hf_status hf_world_jacobian(const hf_world *world, int body, const double point[3], double *linear, double *angular,
                            hf_error *error)
{
    hf_status status = check_body(world, "jacobian", body, error);
    return status == HF_STATUS_OK ? jacobian(world, body, v3_load(point), linear, angular, error) : status;
}

hf_status hf_world_site_jacobian(const hf_world *world, int site, double *linear, double *angular, hf_error *error)
{
    vec3 place = v3_zero();
    quat turn = {1.0, 0.0, 0.0, 0.0};
    hf_status status = find_site(world, site, &place, &turn, error);
    if (status != HF_STATUS_OK) return status;
    return jacobian(world, world->model->mechanism.sites[site].body, place, linear, angular, error);
}

// ---- dynamics ----

static hf_status dynamics(const hf_world *world, bool inverse, double *force, double *a, hf_error *error)
{
    const configuration at = world_configuration(world);
    hf_status status = HF_STATUS_OK;
    for (int o = 0; o < world->model->object_count && status == HF_STATUS_OK; o++)
    {
        const object_methods *kind = object_of(world->model, o);
        if (!kind->queries->dynamics)
            return error_set(error, HF_STATUS_UNSUPPORTED, "dynamics: object %d is a %s, whose dynamics are its own", o,
                             kind->name);
        status = kind->queries->dynamics(&at, world->state.v, &world->settings, o, inverse, force, a, error);
    }
    return status;
}

/// Objects write where they are told to: the caller's array gets the answer when all have succeeded.
static hf_status dynamics_to(const hf_world *world, bool inverse, const double *in, double *out, hf_error *error)
{
    size_t n = (size_t)world->model->mechanism.v_count;
    double *both = MEMORY_ARRAY(double, 2 * n), *answer = both + n;
    if (!both) return error_no_memory(error);
    memcpy(both, in, n * sizeof *in);
    hf_status status = dynamics(world, inverse, inverse ? answer : both, inverse ? both : answer, error);
    if (status == HF_STATUS_OK) memcpy(out, answer, n * sizeof *out);
    free(both);
    return status;
}

hf_status hf_world_forward_dynamics(const hf_world *world, const double *force, double *a, hf_error *error)
{
    return dynamics_to(world, false, force, a, error);
}

hf_status hf_world_inverse_dynamics(const hf_world *world, const double *a, double *force, hf_error *error)
{
    return dynamics_to(world, true, a, force, error);
}

// ---- forces ----

/// Free bodies with six velocities, floating bases among them, take generalized forces as a push.
static bool takes_applied(const hf_model *model, int body)
{
    return model->mechanism.body_v[body] >= 0 && object_of_body(model, body)->v_size == 6;
}

hf_status hf_world_set_forces(hf_world *world, const double *force, hf_error *error)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    bool any = false;
    for (int k = 0; force && k < m->v_count; k++)
    {
        if (!isfinite(force[k]))
            return error_set(error, HF_STATUS_INVALID, "forces: number %d of %d is not finite", k, m->v_count);
        any |= force[k] != 0.0;
    }
    for (int b = 0; any && b < model->body_count; b++)
    {
        char label[LABEL_SIZE];
        bool pushed = false;
        int size = m->body_v[b] >= 0 && !takes_applied(model, b) ? object_of_body(model, b)->v_size : 0;
        for (int k = 0; k < size; k++) pushed |= force[m->body_v[b] + k] != 0.0;
        if (pushed)
            return error_set(error, HF_STATUS_UNSUPPORTED,
                             "forces: %s is a %s object, which takes hf_world_set_wrench alone",
                             label_make(label, "body", b, model->bodies[b].name), object_of_body(model, b)->name);
    }
    if (any) memcpy(world->state.applied, force, (size_t)m->v_count * sizeof *force);
    else memset(world->state.applied, 0, (size_t)m->v_count * sizeof *world->state.applied);
    world->state.any_applied = any;
    return HF_STATUS_OK;
}

const double *hf_world_forces(const hf_world *world)
{
    return world->state.applied;
}

hf_status hf_world_set_joint_force(hf_world *world, int joint, const double *force, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    if (joint < 0 || joint >= m->joint_count)
        return error_set(error, HF_STATUS_INVALID, "force: there is no joint %d among %d", joint, m->joint_count);
    double *to = world->state.applied + m->joint_v[joint];
    int size = joint_v_size(m->joints[joint].kind);
    for (int k = 0; k < size; k++)
        if (!isfinite(force[k]))
            return error_set(error, HF_STATUS_INVALID, "force: %g at joint %d is not finite", force[k], joint);
    memcpy(to, force, (size_t)size * sizeof *force);
    world->state.any_applied = false;
    for (int k = 0; k < m->v_count; k++) world->state.any_applied |= world->state.applied[k] != 0.0;
    return HF_STATUS_OK;
}

void world_push(const hf_world *world, int body, double push[6])
{
    const hf_model *model = world->model;
    const world_state *state = &world->state;
    memcpy(push, state->push[body], sizeof state->push[body]);
    if (!state->any_applied || !takes_applied(model, body)) return;
    const double *f = state->applied + model->mechanism.body_v[body];
    vec3 origin, force = v3_load(f);
    quat turn;
    rigid_frame(&model->rigid[body], state->bodies[body].x, state->bodies[body].q, &origin, &turn);
    vec3 torque = v3_add(quat_rotate(turn, v3_load(f + 3)), // power F · v_origin + τ · ω, ω in the body's axes
                         v3_cross(v3_sub(origin, v3_load(state->bodies[body].x)), force));
    v3_store(push, v3_add(v3_load(push), force));
    v3_store(push + 3, v3_add(v3_load(push + 3), torque));
}

const double (*world_pushes(const hf_world *world, hf_workspace *workspace))[6]
{
    const hf_model *model = world->model;
    const world_state *state = &world->state;
    if (!state->any_applied) return (const double(*)[6])state->push;
    double(*push)[6] = arena_take(workspace, (size_t)model->body_count, sizeof *push);
    if (!push) return NULL;
    for (int b = 0; b < model->body_count; b++) world_push(world, b, push[b]);
    return (const double(*)[6])push;
}

hf_status hf_world_set_force(hf_world *world, int body, const double force[3], const double point[3], hf_error *error)
{
    hf_status status = check_body(world, "force", body, error);
    if (status != HF_STATUS_OK) return status;
    double torque[3];
    vec3 arm = v3_sub(v3_load(point), v3_load(world->state.bodies[body].x));
    v3_store(torque, v3_cross(arm, v3_load(force)));
    return hf_world_set_wrench(world, body, force, torque, error);
}
