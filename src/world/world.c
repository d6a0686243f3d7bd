// Creating a world, looking at it, setting it.

#include "world/world.h"

#include "model/variant/variant.h"

#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- creating ----

static void set_initial_state(hf_world *world)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    world_state *state = &world->state;
    const configuration at = world_configuration(world);
    memcpy(state->bodies, model->initial, (size_t)model->body_count * sizeof *state->bodies);
    memcpy(state->q, model->initial_q, (size_t)model->own_q_count * sizeof *state->q);
    for (int o = 0; o < model->object_count; o++) object_of(model, o)->state->start(&at, state->v, o);
    for (int j = 0; j < m->joint_count; j++)
        if (m->joints[j].kind != HF_JOINT_BALL) state->track[j] = state->q[m->joint_place_q[j]];
    for (int k = 0; k < m->actuator_count; k++) state->control[k] = m->actuators[k].control;
    for (int k = 0; k < m->actuator_count; k++)
        if (m->activation[k] >= 0) state->activation[m->activation[k]] = m->actuators[k].activation;
    delay_begin(world);
    for (int k = 0; k < model->body_count; k++) world_mark_placed(world, k);
}

bool state_create(const hf_model *model, world_state *state)
{
    const mechanism *m = &model->mechanism;
    state->bodies = MEMORY_ARRAY(body_state, (size_t)model->body_count);
    state->momentum = memory_zeroed((size_t)model->body_count, sizeof *state->momentum);
    state->push = memory_zeroed((size_t)model->body_count, sizeof *state->push);
    state->applied = MEMORY_ARRAY(double, (size_t)m->v_count);
    state->coordinates = MEMORY_ARRAY(double, state_coordinate_count(model));
    state->placed = memory_zeroed((size_t)model->body_count, sizeof *state->placed);
    if (!state->bodies || !state->momentum || !state->push || !state->applied || !state->coordinates || !state->placed)
        return false;
    state->q = state->coordinates;
    state->v = state->q + model->own_q_count;
    state->impulse = state->v + model->own_v_count;
    state->control = state->impulse + model->own_v_count;
    state->activation = state->control + m->actuator_count;
    state->track = state->activation + m->activation_count;
    state->reactions = state->track + m->joint_count;
    state->history = state->reactions + m->row_count;
    state->input = m->history_count > 0 ? state->history + m->history_count : state->control;
    return true;
}

/// What is no state but is looked at.
static bool views_create(hf_world *world)
{
    const mechanism *m = &world->model->mechanism;
    world->view_q = MEMORY_ARRAY(double, (size_t)m->q_count);
    world->view_v = MEMORY_ARRAY(double, (size_t)m->v_count);
    world->actuator_force = MEMORY_ARRAY(double, (size_t)m->actuator_count);
    world->energy = memory_zeroed((size_t)world->model->object_count, sizeof *world->energy);
    if (world->model->adheres)
        world->adhesion = memory_zeroed((size_t)world->model->body_count, sizeof *world->adhesion);
    return world->view_q && world->view_v && world->actuator_force && world->energy &&
           (world->adhesion || !world->model->adheres);
}

void state_free(world_state *state)
{
    free(state->bodies);
    free(state->momentum);
    free(state->push);
    free(state->applied);
    free(state->warm);
    free(state->moment);
    free(state->unselected);
    free(state->stressed);
    free(state->ignored);
    free(state->placed);
    free(state->coordinates);
}

/// What only the default can do.
static hf_status check_integrator(const hf_model *model, const hf_settings *settings, hf_error *error)
{
    char label[LABEL_SIZE];
    if (settings->step.integrator == HF_INTEGRATOR_MOREAU) return HF_STATUS_OK;
    if (model->deform_count > 0)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "integrator: meshes with keyframes are known to time stepping only; use moreau");
    for (int o = 0; o < model->object_count; o++)
    {
        const object_methods *kind = object_of(model, o);
        int body = model->objects[o].body;
        if (kind->acceleration) continue;
        return error_set(
            error, HF_STATUS_UNSUPPORTED,
            "integrator: %s is part of an object of the kind \"%s\", which is known to time stepping only; use "
            "moreau, or build the model with %s",
            label_make(label, "body", body, model->bodies[body].name), kind->name, kind->instead_of_stepping);
    }
    const mechanism *m = &model->mechanism;
    for (int j = 0; j < m->joint_count; j++)
    {
        int motors = 0;
        for (int k = 0; k < m->actuator_count; k++)
            motors += m->actuators[k].transmission == HF_TRANSMISSION_JOINT && m->actuators[k].target == j;
        if (!m->joints[j].force_limited || motors < 2) continue;
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "integrator: %s has a force range that several motors share, which is known to time stepping "
                         "only; use moreau, or give ranges to the motors",
                         label_make(label, "joint", j, m->joints[j].name));
    }
    return HF_STATUS_OK;
}

/// Moments and ellipses are known to the cone, to time stepping, and moments to some solvers.
static hf_status check_friction(const hf_model *model, const hf_settings *settings, hf_error *error)
{
    bool ellipses = model->grains;
    for (int k = 0; k < model->pair_count; k++)
    {
        const shape_pair *pair = &model->pairs[k];
        ellipses |= pair->condim > 1 && pair->friction.tangent[0] != pair->friction.tangent[1];
    }
    if (!model->moments && !ellipses) return HF_STATUS_OK;
    if (settings->step.integrator != HF_INTEGRATOR_MOREAU)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "integrator: contacts of baraff and first-order have one coefficient; condim 4 and 6, and "
                         "friction that differs along the tangents, take time stepping");
    if (hf_settings_friction(settings).kind != HF_FRICTION_CONE)
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "friction: condim 4 and 6, and friction that differs along the tangents, are of the cone; "
                         "take friction = cone and a solver such as auto, or condim 3");
    if (model->moments && !hf_solver_moments(settings->solver.name))
        return error_set(error, HF_STATUS_UNSUPPORTED,
                         "solver: '%s' does not know torsional and rolling friction (condim 4 and 6); auto, hybrid, "
                         "momentum and proximal do",
                         settings->solver.name);
    return HF_STATUS_OK;
}

hf_status world_check(const hf_model *model, const hf_settings *settings, hf_error *error)
{
    hf_status status = check_integrator(model, settings, error);
    return status == HF_STATUS_OK ? check_friction(model, settings, error) : status;
}

hf_status world_create_unseen(const hf_model *model, hf_world **world, hf_error *error)
{
    hf_world *w = *world = MEMORY_ARRAY(hf_world, 1);
    if (!w) return error_no_memory(error);
    w->model = model;
    w->settings = model->settings;
    w->tolerance = model->settings.solver.tolerance;
    hf_status status = state_create(model, &w->state) && state_create(model, &w->backup) && views_create(w)
                           ? HF_STATUS_OK
                           : error_no_memory(error);
    if (status == HF_STATUS_OK) status = world_check(model, &w->settings, error);
    if (status == HF_STATUS_OK) status = object_scratch_create(model, &w->scratch, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&w->workspace, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&w->problem_arena, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&w->impact_arena, error);
    if (status == HF_STATUS_OK) status = collide_state_create(model->scene, &w->collide, error);
    if (status == HF_STATUS_OK) status = world_deforms_create(w, error);
    if (status == HF_STATUS_OK) collide_reduce(w->collide, w->settings.step.reduction);
    if (status == HF_STATUS_OK) set_initial_state(w);
    if (status == HF_STATUS_OK) world_show(w);
    if (status == HF_STATUS_OK && model->start >= 0) status = hf_world_set_key(w, model->start, error);
    if (status == HF_STATUS_OK) return HF_STATUS_OK;
    hf_world_destroy(w);
    *world = NULL;
    return status;
}

hf_status hf_world_create(const hf_model *model, hf_world **world, hf_error *error)
{
    hf_status status = world_create_unseen(model, world, error);
    if (status == HF_STATUS_OK) status = hf_world_find_overlaps(*world, error);
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
    hf_workspace_destroy(w->impact_arena);
    free(w->contacts);
    free(w->overlaps);
    free(w->crossings);
    world_deforms_destroy(w);
    free(w->r);
    object_scratch_destroy(w->model, &w->scratch);
    model_variant_destroy(w->own);
    free(w->view_q);
    free(w->view_v);
    free(w->actuator_force);
    free(w->energy);
    free(w->adhesion);
    free(w);
}

// ---- looking ----

double hf_world_time(const hf_world *world)
{
    return world->state.time;
}

hf_body_state hf_world_body(const hf_world *world, int body)
{
    if (!is_item(body, world->model->body_count))
        return (hf_body_state){{NAN, NAN, NAN}, {NAN, NAN, NAN, NAN}, {NAN, NAN, NAN}, {NAN, NAN, NAN}};
    const configuration at = world_configuration(world);
    const body_state *s = &world->state.bodies[body];
    vec3 position;
    quat orientation;
    configuration_frame(&at, body, &position, &orientation);
    hf_body_state out;
    v3_store(out.position, position);
    quat_store(out.orientation, orientation);
    v3_store(out.velocity, v3_load(s->v));
    v3_store(out.angular_velocity, v3_load(s->w));
    return out;
}

void hf_world_body_map(const hf_world *world, int body, double map[9])
{
    for (int k = 0; k < 9; k++) map[k] = NAN;
    if (!is_item(body, world->model->body_count)) return;
    const configuration at = world_configuration(world);
    vec3 position;
    configuration_map(&at, body, &position, map);
}

int hf_world_contact_count(const hf_world *world)
{
    return world->contact_count;
}

hf_contact hf_world_contact(const hf_world *world, int index)
{
    return ITEM_AT(hf_contact, world->contacts, world->contact_count, index);
}

const hf_problem *hf_world_problem(const hf_world *world, const double **r)
{
    if (r) *r = world->impact_shown ? world->impact_r : world->r;
    return world->impact_shown ? world->impact_problem : world->problem;
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
    const configuration at = world_configuration(world);
    hf_body_state before =
        hf_world_body(world, body); // who sets a velocity alone hands back the pose that he was given
    status = object_of_body(world->model, body)->state->place(&at, world->state.v, body, state, error);
    if (!vector_equal(3, before.position, state->position) || !vector_equal(4, before.orientation, state->orientation))
        world_mark_placed(world, body);
    world_show(world);
    return status;
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

hf_status hf_world_set_settings(hf_world *world, const hf_settings *settings, hf_error *error)
{
    hf_status status = settings_check(settings, error);
    if (status == HF_STATUS_OK) status = world_check(world->model, settings, error);
    if (status == HF_STATUS_OK && settings->step.coordinates != world->model->settings.step.coordinates)
        status = error_set(error, HF_STATUS_INVALID,
                           "settings: coordinates = %s: the model was built for %s ones; build it anew",
                           hf_coordinates_name(settings->step.coordinates),
                           hf_coordinates_name(world->model->settings.step.coordinates));
    if (status == HF_STATUS_OK) world->settings = *settings;
    if (status == HF_STATUS_OK) world->tolerance = settings->solver.tolerance;
    if (status == HF_STATUS_OK) collide_reduce(world->collide, settings->step.reduction);
    world->energy_known = world->still = false; // gravity may be another
    world->changes++;
    return status;
}

hf_settings hf_world_settings(const hf_world *world)
{
    return world->settings;
}

void hf_world_set_interrupt(hf_world *world, hf_interrupt interrupt, void *context)
{
    hf_workspace_set_interrupt(world->workspace, interrupt, context);
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
