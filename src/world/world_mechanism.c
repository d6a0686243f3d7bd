// Looking at and setting mechanisms: coordinates, controls, tracking, mass matrix and bias.

#include "model/rows/transmission.h"
#include "world/step_mechanism.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- all coordinates ----

configuration world_configuration(const hf_world *world)
{
    return (configuration){.model = world->model,
                           .bodies = world->state.bodies,
                           .momentum = world->state.momentum,
                           .q = world->state.q,
                           .trees = world->scratch.probe,
                           .fibres = world->scratch.fibre_probes};
}

void world_show(hf_world *world)
{
    world->energy_known = world->stepped = world->still = false;
    const configuration at = world_configuration(world);
    for (int o = 0; o < world->model->object_count; o++)
        object_of(world->model, o)->state->read(&at, world->state.v, o, world->view_q, world->view_v);
}

static void write_coordinates(hf_world *world, const double *q, const double *v)
{
    const mechanism *m = &world->model->mechanism;
    const configuration at = world_configuration(world);
    for (int o = 0; o < world->model->object_count; o++)
        object_of(world->model, o)->state->write(&at, world->state.v, o, q, v);
    for (int j = 0; j < m->joint_count; j++)
        if (m->joints[j].prescribed) world->state.track[j] = world->state.q[m->joint_place_q[j]];
}

const double *hf_world_q(const hf_world *world)
{
    return world->view_q;
}

const double *hf_world_v(const hf_world *world)
{
    return world->view_v;
}

static hf_status check_numbers(const char *what, const double *x, int count, hf_error *error)
{
    for (int k = 0; x && k < count; k++)
        if (!isfinite(x[k]))
            return error_set(error, HF_STATUS_INVALID, "%s: number %d of %d is not finite", what, k, count);
    return HF_STATUS_OK;
}

static hf_status check_quaternion(const char *what, const double *q, hf_error *error)
{
    double norm = quat_norm(quat_load(q));
    if (norm > 1e-10 && isfinite(norm)) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "%s: %g %g %g %g is no quaternion", what, q[0], q[1], q[2], q[3]);
}

/// Whether the coordinates of a free body are a position and a quaternion.
static bool has_orientation(const hf_model *model, int body)
{
    int size = object_of_body(model, body)->q_size;
    return size == 7 || size == 8; // with a scale
}

static hf_status check_q(const hf_model *model, const double *q, hf_error *error)
{
    const mechanism *m = &model->mechanism;
    char label[LABEL_SIZE];
    hf_status status = check_numbers("q", q, m->q_count, error);
    for (int k = 0; q && k < model->body_count && status == HF_STATUS_OK; k++)
        if (m->body_q[k] >= 0 && has_orientation(model, k))
            status =
                check_quaternion(label_make(label, "q of body", k, model->bodies[k].name), q + m->body_q[k] + 3, error);
    for (int j = 0; q && j < m->joint_count && status == HF_STATUS_OK; j++)
        if (m->joints[j].kind == HF_JOINT_BALL)
            status = check_quaternion(label_make(label, "q of joint", j, m->joints[j].name), q + m->joint_q[j], error);
    return status;
}

/// The bodies as they are, in the workspace.
static body_state *copy_bodies(hf_world *world)
{
    body_state *copy = ARENA_ARRAY(world->workspace, body_state, world->model->body_count);
    if (copy) memcpy(copy, world->state.bodies, (size_t)world->model->body_count * sizeof *copy);
    return copy;
}

static void set_coordinates(hf_world *world, const double *q, const double *v)
{
    const mechanism *m = &world->model->mechanism;
    if (q && q != world->view_q) memcpy(world->view_q, q, (size_t)m->q_count * sizeof *q);
    if (v && v != world->view_v) memcpy(world->view_v, v, (size_t)m->v_count * sizeof *v);
    for (int j = 0; q && j < m->joint_count; j++)
        if (m->joints[j].kind == HF_JOINT_BALL)
        {
            double *ball = world->view_q + m->joint_q[j];
            if (quat_norm(quat_load(ball)) != 1.0) quat_store(ball, quat_normalize(quat_load(ball)));
        }
    write_coordinates(world, world->view_q, world->view_v);
    world_show(world); // quaternions are normalized on the way
}

hf_status hf_world_set_q(hf_world *world, const double *q, const double *v, hf_error *error)
{
    hf_status status = check_q(world->model, q, error);
    if (status == HF_STATUS_OK) status = check_numbers("v", v, world->model->mechanism.v_count, error);
    if (status != HF_STATUS_OK) return status;
    arena_mark mark = arena_begin(world->workspace);
    body_state *before = copy_bodies(world);
    if (before)
    {
        set_coordinates(world, q, v);
        world_mark_moved(world, before);
    }
    arena_end(world->workspace, mark);
    return before ? HF_STATUS_OK : error_no_memory(error);
}

// ---- keyframes, controls, tracking ----

static hf_status check_index(const char *what, int index, int count, hf_error *error)
{
    if (index >= 0 && index < count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "there is no %s %d among %d", what, index, count);
}

hf_status hf_world_set_key(hf_world *world, int key, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    hf_status status = check_index("keyframe", key, m->key_count, error);
    if (status != HF_STATUS_OK) return status;
    const hf_key_def *def = &m->keys[key];
    status = hf_world_set_q(world, def->q, def->v, error);
    if (status != HF_STATUS_OK) return status;
    if (def->control) memcpy(world->state.control, def->control, (size_t)m->actuator_count * sizeof(double));
    if (def->activation) memcpy(world->state.activation, def->activation, (size_t)m->activation_count * sizeof(double));
    world->state.time = def->time;
    delay_begin(world);
    if (m->loop_count == 0) return HF_STATUS_OK;
    arena_mark mark = arena_begin(world->workspace);
    body_state *before = copy_bodies(world);
    double gap;
    status = before ? world_close_loops(world, &gap, error) : error_no_memory(error); // keyframes may violate them
    if (before) world_mark_moved(world, before);
    arena_end(world->workspace, mark);
    world_show(world);
    return status;
}

hf_status hf_world_set_control(hf_world *world, int actuator, double u, hf_error *error)
{
    hf_status status = check_index("actuator", actuator, world->model->mechanism.actuator_count, error);
    if (status == HF_STATUS_OK && !isfinite(u))
        status = error_set(error, HF_STATUS_INVALID, "control %d = %g is not finite", actuator, u);
    if (status != HF_STATUS_OK) return status;
    world->state.control[actuator] = u;
    delay_set(world, actuator);
    return HF_STATUS_OK;
}

double hf_world_control(const hf_world *world, int actuator)
{
    return is_item(actuator, world->model->mechanism.actuator_count) ? world->state.control[actuator] : NAN;
}

hf_status hf_world_set_activation(hf_world *world, int actuator, double a, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    hf_status status = check_index("actuator", actuator, m->actuator_count, error);
    if (status == HF_STATUS_OK && !isfinite(a))
        status = error_set(error, HF_STATUS_INVALID, "activation %d = %g is not finite", actuator, a);
    char label[LABEL_SIZE];
    if (status == HF_STATUS_OK && m->activation[actuator] < 0)
        status = error_set(error, HF_STATUS_INVALID, "%s has no activation",
                           label_make(label, "actuator", actuator, m->actuators[actuator].name));
    if (status == HF_STATUS_OK) world->state.activation[m->activation[actuator]] = a;
    return status;
}

double hf_world_activation(const hf_world *world, int actuator)
{
    if (!is_item(actuator, world->model->mechanism.actuator_count)) return NAN;
    int place = world->model->mechanism.activation[actuator];
    return place >= 0 ? world->state.activation[place] : 0.0;
}

const double *hf_world_activations(const hf_world *world)
{
    return world->state.activation;
}

hf_status hf_world_set_activations(hf_world *world, const double *a, hf_error *error)
{
    int count = world->model->mechanism.activation_count;
    hf_status status = check_numbers("activations", a, count, error);
    if (status == HF_STATUS_OK && count > 0) memcpy(world->state.activation, a, (size_t)count * sizeof *a);
    return status;
}

double hf_world_actuator_force(const hf_world *world, int actuator)
{
    return is_item(actuator, world->model->mechanism.actuator_count) ? world->actuator_force[actuator] : NAN;
}

hf_status hf_world_track(hf_world *world, int joint, double q, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    hf_status status = check_index("joint", joint, m->joint_count, error);
    if (status != HF_STATUS_OK) return status;
    char label[LABEL_SIZE];
    if (!m->joints[joint].prescribed)
        return error_set(error, HF_STATUS_INVALID, "track: %s is not prescribed",
                         label_make(label, "joint", joint, m->joints[joint].name));
    if (!isfinite(q)) return error_set(error, HF_STATUS_INVALID, "track: q = %g is not finite", q);
    world->state.track[joint] = q;
    return HF_STATUS_OK;
}

// ---- mass matrix and bias ----

hf_status hf_world_mass_matrix(const hf_world *world, double *M, hf_error *error)
{
    const configuration at = world_configuration(world);
    size_t n = (size_t)world->model->mechanism.v_count;
    memset(M, 0, n * n * sizeof *M);
    hf_status status = HF_STATUS_OK;
    for (int o = 0; o < world->model->object_count && status == HF_STATUS_OK; o++)
        status = object_of(world->model, o)->queries->mass_matrix(&at, o, M, n, error);
    return status == HF_STATUS_OK ? world_add_tendon_armature(world, M, error) : status;
}

hf_status hf_world_bias(const hf_world *world, double *bias, hf_error *error)
{
    const configuration at = world_configuration(world);
    hf_status status = HF_STATUS_OK;
    for (int o = 0; o < world->model->object_count && status == HF_STATUS_OK; o++)
        status = object_of(world->model, o)->queries->bias(&at, world->state.v, &world->settings, o, bias, error);
    return status == HF_STATUS_OK ? world_add_tendon_bias(world, bias, error) : status;
}

// ---- loops ----

double hf_world_loop_gap(const hf_world *world)
{
    const configuration at = world_configuration(world);
    return mechanism_gap(&at, false);
}
