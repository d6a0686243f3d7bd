// Creating a world, looking at it, setting it.

#include "world/world.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- creating ----

static void set_initial_state(const hf_model *model, world_state *state)
{
    for (int k = 0; k < model->body_count; k++)
    {
        const hf_body_def *def = &model->bodies[k];
        const rigid_constants *c = &model->rigid[k];
        rigid_state *s = &state->bodies[k];
        *s = model->initial[k];
        if (c->motion != HF_MOTION_FREE) continue;
        v3_store(s->v, v3_load(def->velocity));
        v3_store(s->L, rigid_momentum(c, quat_load(s->q), v3_load(def->angular_velocity)));
    }
}

/// Of a floating base: from the definition of its body, which tells of the centre of mass and of world axes.
static void set_base_velocity(const hf_model *model, const model_tree *tree, world_state *state)
{
    const mechanism *m = &model->mechanism;
    const hf_body_def *def = &model->bodies[m->links[tree->link_begin]];
    quat turn = quat_load(state->q + tree->q + 3);
    vec3 w = v3_load(def->angular_velocity), arm = quat_rotate(turn, v3_load(def->center));
    v3_store(state->v + tree->v, v3_sub(v3_load(def->velocity), v3_cross(w, arm)));
    v3_store(state->v + tree->v + 3, quat_rotate_back(turn, w));
}

static void set_initial_coordinates(hf_world *world)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    world_state *state = &world->state;
    memcpy(state->q, model->initial_q, (size_t)m->tree_q_count * sizeof *state->q);
    for (int t = 0; t < m->tree_count; t++)
        if (m->trees[t].floating) set_base_velocity(model, &m->trees[t], state);
    for (int j = 0; j < m->joint_count; j++)
    {
        if (m->joints[j].kind == HF_JOINT_BALL) continue;
        state->v[m->joint_place_v[j]] = m->joints[j].initial_velocity;
        state->track[j] = state->q[m->joint_place_q[j]];
    }
    for (int k = 0; k < m->actuator_count; k++) state->control[k] = m->actuators[k].control;
    world_pose_links(world);
}

/// Kinematics of the trees.
static hf_status scratches_create(hf_world *world, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    world->middle = MEMORY_ARRAY(articulated_scratch *, (size_t)m->tree_count);
    world->probe = MEMORY_ARRAY(articulated_scratch *, (size_t)m->tree_count);
    world->maximal = MEMORY_ARRAY(maximal_scratch *, (size_t)m->tree_count);
    if (!world->middle || !world->probe || !world->maximal) return error_no_memory(error);
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < m->tree_count && status == HF_STATUS_OK; t++)
    {
        status = articulated_scratch_create(m->trees[t].articulated, &world->middle[t], error);
        if (status == HF_STATUS_OK)
            status = articulated_scratch_create(m->trees[t].articulated, &world->probe[t], error);
        if (status == HF_STATUS_OK && m->trees[t].maximal)
            status = maximal_scratch_create(m->trees[t].maximal, &world->maximal[t], error);
    }
    return status;
}

static bool state_create(const hf_model *model, world_state *state)
{
    const mechanism *m = &model->mechanism;
    state->bodies = MEMORY_ARRAY(rigid_state, (size_t)model->body_count);
    state->push = memory_zeroed((size_t)model->body_count, sizeof *state->push);
    state->coordinates = MEMORY_ARRAY(double, state_coordinate_count(model));
    if (!state->bodies || !state->push || !state->coordinates) return false;
    state->q = state->coordinates;
    state->v = state->q + m->tree_q_count;
    state->impulse = state->v + m->tree_v_count;
    state->control = state->impulse + m->tree_v_count;
    state->track = state->control + m->actuator_count;
    state->reactions = state->track + m->joint_count;
    return true;
}

/// What is no state but is looked at.
static bool views_create(hf_world *world)
{
    const mechanism *m = &world->model->mechanism;
    world->view_q = MEMORY_ARRAY(double, (size_t)m->q_count);
    world->view_v = MEMORY_ARRAY(double, (size_t)m->v_count);
    world->actuator_force = MEMORY_ARRAY(double, (size_t)m->actuator_count);
    return world->view_q && world->view_v && world->actuator_force;
}

static void state_free(world_state *state)
{
    free(state->bodies);
    free(state->push);
    free(state->warm);
    free(state->coordinates);
}

/// What only the default can do.
static hf_status check_integrator(const hf_model *model, const hf_settings *settings, hf_error *error)
{
    if (settings->integrator == HF_INTEGRATOR_BARAFF && model_has_mechanism(model))
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "integrator: the acceleration-level mode knows free bodies only; models with joints, loops or "
                         "actuators take time stepping");
    return HF_STATUS_OK;
}

hf_status world_create_unchecked(const hf_model *model, hf_world **world, hf_error *error)
{
    hf_world *w = *world = MEMORY_ARRAY(hf_world, 1);
    if (!w) return error_no_memory(error);
    w->model = model;
    w->settings = model->settings;
    hf_status status = state_create(model, &w->state) && state_create(model, &w->backup) && views_create(w)
                           ? HF_STATUS_OK
                           : error_no_memory(error);
    if (status == HF_STATUS_OK) status = check_integrator(model, &w->settings, error);
    if (status == HF_STATUS_OK) status = scratches_create(w, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&w->workspace, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&w->problem_arena, error);
    if (status == HF_STATUS_OK) status = collide_state_create(model->scene, &w->collide, error);
    if (status == HF_STATUS_OK) set_initial_state(model, &w->state);
    if (status == HF_STATUS_OK && model_has_mechanism(model)) set_initial_coordinates(w);
    if (status == HF_STATUS_OK && model->start >= 0) status = hf_world_set_key(w, model->start, error);
    if (status == HF_STATUS_OK) return HF_STATUS_OK;
    hf_world_destroy(w);
    *world = NULL;
    return status;
}

hf_status hf_world_create(const hf_model *model, hf_world **world, hf_error *error)
{
    hf_status status = world_create_unchecked(model, world, error);
    if (status == HF_STATUS_OK) status = world_check_overlap(*world, error);
    if (status == HF_STATUS_OK || !*world) return status;
    hf_world_destroy(*world);
    *world = NULL;
    return status;
}

void hf_world_destroy(hf_world *w)
{
    if (!w) return;
    state_free(&w->state);
    state_free(&w->backup);
    collide_state_destroy(w->collide);
    hf_workspace_destroy(w->workspace);
    hf_workspace_destroy(w->problem_arena);
    free(w->contacts);
    free(w->r);
    for (int t = 0; t < w->model->mechanism.tree_count; t++)
    {
        if (w->middle) articulated_scratch_destroy(w->middle[t]);
        if (w->probe) articulated_scratch_destroy(w->probe[t]);
        if (w->maximal) maximal_scratch_destroy(w->maximal[t]);
    }
    free(w->middle);
    free(w->probe);
    free(w->maximal);
    free(w->view_q);
    free(w->view_v);
    free(w->actuator_force);
    free(w);
}

// ---- looking ----

double hf_world_time(const hf_world *world)
{
    return world->state.time;
}

hf_body_state hf_world_body(const hf_world *world, int body)
{
    const rigid_constants *c = &world->model->rigid[body];
    const rigid_state *s = &world->state.bodies[body];
    vec3 position;
    quat orientation;
    rigid_frame(c, s, &position, &orientation);
    hf_body_state out;
    v3_store(out.position, position);
    quat_store(out.orientation, orientation);
    v3_store(out.velocity, v3_load(s->v));
    v3_store(out.angular_velocity, rigid_angular_velocity(c, s));
    return out;
}

int hf_world_contact_count(const hf_world *world)
{
    return world->contact_count;
}

hf_contact hf_world_contact(const hf_world *world, int index)
{
    return world->contacts[index];
}

const hf_problem *hf_world_problem(const hf_world *world, const double **r)
{
    if (r) *r = world->r;
    return world->problem;
}

void world_energy(const hf_world *world, double *kinetic, double *potential)
{
    const hf_model *m = world->model;
    vec3 gravity = v3_load(world->settings.gravity);
    *kinetic = *potential = 0.0;
    for (int k = 0; k < m->body_count; k++)
    {
        const rigid_constants *c = &m->rigid[k];
        const rigid_state *s = &world->state.bodies[k];
        if (c->motion != HF_MOTION_FREE) continue;
        vec3 force = v3_add_scaled(v3_load(m->bodies[k].force), c->mass * c->gravity_scale, gravity);
        *kinetic += rigid_kinetic(c, s);
        *potential -= v3_dot(force, v3_load(s->x));
    }
    if (model_has_mechanism(m)) world_tree_energy(world, kinetic, potential);
}

// ---- setting ----

static hf_status check_free(const hf_world *world, const char *what, int body, hf_error *error)
{
    const hf_model *m = world->model;
    if (body < 0 || body >= m->body_count)
        return error_set(error, HF_STATUS_INVALID, "%s: there is no body %d among %d", what, body, m->body_count);
    char label[LABEL_SIZE];
    if (!body_yields(m, body))
        return error_set(error, HF_STATUS_INVALID, "%s: %s is not free to move", what,
                         label_make(label, "body", body, m->bodies[body].name));
    return HF_STATUS_OK;
}

static bool all_finite(const double *x, int count)
{
    for (int k = 0; k < count; k++)
        if (!isfinite(x[k])) return false;
    return true;
}

hf_status hf_world_set_body(hf_world *world, int body, const hf_body_state *state, hf_error *error)
{
    hf_status status = check_free(world, "set body", body, error);
    if (status != HF_STATUS_OK) return status;
    quat q = quat_load(state->orientation);
    double norm = quat_norm(q);
    if (!all_finite(state->position, 3) || !all_finite(state->velocity, 3) || !all_finite(state->angular_velocity, 3))
        return error_set(error, HF_STATUS_INVALID, "set body %d: a position or velocity is not finite", body);
    if (!isfinite(norm) || !(norm > 1e-10))
        return error_set(error, HF_STATUS_INVALID, "set body %d: orientation = %g %g %g %g is no quaternion", body, q.w,
                         q.x, q.y, q.z);
    if (world->model->mechanism.body_tree[body] >= 0) return world_set_base(world, body, state, error);
    const rigid_constants *c = &world->model->rigid[body];
    rigid_state *s = &world->state.bodies[body];
    rigid_place(c, v3_load(state->position), norm == 1.0 ? q : quat_normalize(q), s);
    v3_store(s->v, v3_load(state->velocity));
    v3_store(s->L, rigid_momentum(c, quat_load(s->q), v3_load(state->angular_velocity)));
    return HF_STATUS_OK;
}

hf_status hf_world_set_wrench(hf_world *world, int body, const double force[3], const double torque[3], hf_error *error)
{
    hf_status status = check_free(world, "push", body, error);
    if (status != HF_STATUS_OK) return status;
    if ((force && !all_finite(force, 3)) || (torque && !all_finite(torque, 3)))
        return error_set(error, HF_STATUS_INVALID, "push body %d: a force or torque is not finite", body);
    for (int k = 0; k < 3; k++)
    {
        world->state.push[body][k] = force ? force[k] : 0.0;
        world->state.push[body][3 + k] = torque ? torque[k] : 0.0;
    }
    return HF_STATUS_OK;
}

hf_status hf_world_set(hf_world *world, const hf_settings *settings, hf_error *error)
{
    hf_status status = settings_check(settings, error);
    if (status == HF_STATUS_OK) status = check_integrator(world->model, settings, error);
    if (status == HF_STATUS_OK && settings->coordinates != world->model->settings.coordinates)
        status = error_set(
            error, HF_STATUS_INVALID, "settings: coordinates = %s: the model was built for %s ones; build it anew",
            hf_coordinates_name(settings->coordinates), hf_coordinates_name(world->model->settings.coordinates));
    if (status == HF_STATUS_OK) world->settings = *settings;
    return status;
}

int hf_world_set_threads(hf_world *world, int threads)
{
    return hf_workspace_set_threads(world->workspace, threads);
}

void hf_world_observe(hf_world *world, hf_stage_observer observer, void *context)
{
    world->observer = observer;
    world->observer_context = context;
}
