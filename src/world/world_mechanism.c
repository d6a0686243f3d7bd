// Looking at and setting mechanisms: coordinates, controls, tracking, mass matrix and bias.

#include "model/rows/transmission.h"
#include "world/step_mechanism.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the coordinates of a body that is free ----

static void read_free_body(const rigid_constants *c, const rigid_state *s, double *q, double *v)
{
    vec3 position, w = rigid_angular_velocity(c, s);
    quat turn;
    rigid_frame(c, s, &position, &turn);
    v3_store(q, position);
    quat_store(q + 3, turn);
    vec3 arm = v3_sub(position, v3_load(s->x));
    v3_store(v, v3_add(v3_load(s->v), v3_cross(w, arm)));
    v3_store(v + 3, quat_rotate_back(turn, w));
}

static void write_free_body(const rigid_constants *c, const double *q, const double *v, rigid_state *s)
{
    quat turn = quat_load(q + 3);
    if (quat_norm(turn) != 1.0) turn = quat_normalize(turn);
    rigid_place(c, v3_load(q), turn, s);
    vec3 w = quat_rotate(turn, v3_load(v + 3)), arm = v3_sub(v3_load(s->x), v3_load(q));
    v3_store(s->v, v3_add(v3_load(v), v3_cross(w, arm)));
    v3_store(s->L, rigid_momentum(c, quat_load(s->q), w));
}

// ---- all coordinates ----

/// Hands (place in the layout of mechanism.h, place among the trees' coordinates, how many) of every joint and base to `copy`.
static void for_each_place(const mechanism *m, const double *from_q, const double *from_v, double *to_q, double *to_v,
                           bool out)
{
    for (int t = 0; t < m->tree_count; t++)
    {
        const model_tree *tree = &m->trees[t];
        if (!tree->floating) continue;
        int body = m->links[tree->link_begin], q = m->body_q[body], v = m->body_v[body];
        memcpy(to_q + (out ? q : tree->q), from_q + (out ? tree->q : q), 7 * sizeof(double));
        memcpy(to_v + (out ? v : tree->v), from_v + (out ? tree->v : v), 6 * sizeof(double));
    }
    for (int j = 0; j < m->joint_count; j++)
    {
        size_t nq = (size_t)joint_q_size(m->joints[j].kind), nv = (size_t)joint_v_size(m->joints[j].kind);
        int q = m->joint_q[j], v = m->joint_v[j], tq = m->joint_place_q[j], tv = m->joint_place_v[j];
        memcpy(to_q + (out ? q : tq), from_q + (out ? tq : q), nq * sizeof(double));
        memcpy(to_v + (out ? v : tv), from_v + (out ? tv : v), nv * sizeof(double));
    }
}

void world_read_coordinates(const hf_world *world, double *q, double *v)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    for (int k = 0; k < model->body_count; k++)
        if (m->body_q[k] >= 0 && m->body_tree[k] < 0)
            read_free_body(&model->rigid[k], &world->state.bodies[k], q + m->body_q[k], v + m->body_v[k]);
    for_each_place(m, world->state.q, world->state.v, q, v, true);
}

static void write_coordinates(hf_world *world, const double *q, const double *v)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    for (int k = 0; k < model->body_count; k++)
        if (m->body_q[k] >= 0 && m->body_tree[k] < 0)
            write_free_body(&model->rigid[k], q + m->body_q[k], v + m->body_v[k], &world->state.bodies[k]);
    for_each_place(m, q, v, world->state.q, world->state.v, false);
    for (int j = 0; j < m->joint_count; j++)
        if (m->joints[j].prescribed) world->state.track[j] = world->state.q[m->joint_place_q[j]];
    world_pose_links(world);
}

void world_pose_links(hf_world *world)
{
    const mechanism *m = &world->model->mechanism;
    const configuration at = {
        .model = world->model, .bodies = world->state.bodies, .q = world->state.q, .trees = world->probe};
    for (int t = 0; t < m->tree_count; t++)
    {
        const model_tree *tree = &m->trees[t];
        configuration_pose_tree(&at, t);
        articulated_base base = configuration_base(&at, t);
        if (tree->base >= 0)
        {
            base.linear = v3_load(world->state.bodies[tree->base].v);
            base.angular = v3_load(world->state.bodies[tree->base].L);
        }
        articulated_velocities(tree->articulated, world->probe[t], &base, world->state.v + tree->v);
        configuration_take_velocities(&at, t);
    }
}

hf_status world_set_base(hf_world *world, int body, const hf_body_state *state, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    const model_tree *tree = &m->trees[m->body_tree[body]];
    char label[LABEL_SIZE];
    if (!tree->floating || m->body_link[body] != 0)
        return error_set(error, HF_STATUS_INVALID, "set body: %s moves by its joints: set q",
                         label_make(label, "body", body, world->model->bodies[body].name));
    quat turn = quat_normalize(quat_load(state->orientation));
    vec3 w = v3_load(state->angular_velocity);
    vec3 arm = quat_rotate(turn, v3_load(world->model->bodies[body].center));
    v3_store(world->state.q + tree->q, v3_load(state->position));
    quat_store(world->state.q + tree->q + 3, turn);
    v3_store(world->state.v + tree->v, v3_sub(v3_load(state->velocity), v3_cross(w, arm)));
    v3_store(world->state.v + tree->v + 3, quat_rotate_back(turn, w));
    world_pose_links(world);
    return HF_STATUS_OK;
}

const double *hf_world_q(const hf_world *world)
{
    world_read_coordinates(world, world->view_q, world->view_v);
    return world->view_q;
}

const double *hf_world_v(const hf_world *world)
{
    world_read_coordinates(world, world->view_q, world->view_v);
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

static hf_status check_q(const hf_model *model, const double *q, hf_error *error)
{
    const mechanism *m = &model->mechanism;
    char label[LABEL_SIZE];
    hf_status status = check_numbers("q", q, m->q_count, error);
    for (int k = 0; q && k < model->body_count && status == HF_STATUS_OK; k++)
        if (m->body_q[k] >= 0)
            status =
                check_quaternion(label_make(label, "q of body", k, model->bodies[k].name), q + m->body_q[k] + 3, error);
    for (int j = 0; q && j < m->joint_count && status == HF_STATUS_OK; j++)
        if (m->joints[j].kind == HF_JOINT_BALL)
            status = check_quaternion(label_make(label, "q of joint", j, m->joints[j].name), q + m->joint_q[j], error);
    return status;
}

hf_status hf_world_set_q(hf_world *world, const double *q, const double *v, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    hf_status status = check_q(world->model, q, error);
    if (status == HF_STATUS_OK) status = check_numbers("v", v, m->v_count, error);
    if (status != HF_STATUS_OK) return status;
    world_read_coordinates(world, world->view_q, world->view_v);
    if (q && q != world->view_q) memcpy(world->view_q, q, (size_t)m->q_count * sizeof *q);
    if (v && v != world->view_v) memcpy(world->view_v, v, (size_t)m->v_count * sizeof *v);
    for (int j = 0; q && j < m->joint_count; j++)
        if (m->joints[j].kind == HF_JOINT_BALL)
        {
            double *ball = world->view_q + m->joint_q[j];
            if (quat_norm(quat_load(ball)) != 1.0) quat_store(ball, quat_normalize(quat_load(ball)));
        }
    write_coordinates(world, world->view_q, world->view_v);
    return HF_STATUS_OK;
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
    world->state.time = def->time;
    double gap;
    return m->loop_count > 0 ? world_close_loops(world, &gap, error) : HF_STATUS_OK; // keyframes may violate them
}

hf_status hf_world_set_control(hf_world *world, int actuator, double u, hf_error *error)
{
    hf_status status = check_index("actuator", actuator, world->model->mechanism.actuator_count, error);
    if (status == HF_STATUS_OK && !isfinite(u))
        status = error_set(error, HF_STATUS_INVALID, "control %d = %g is not finite", actuator, u);
    if (status == HF_STATUS_OK) world->state.control[actuator] = u;
    return status;
}

double hf_world_control(const hf_world *world, int actuator)
{
    return world->state.control[actuator];
}

double hf_world_actuator_force(const hf_world *world, int actuator)
{
    return world->actuator_force[actuator];
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

/// M ◄ the 6 × 6 block of a free body at (at, at) of a matrix with n columns.
static void free_body_mass(const hf_body_def *def, quat turn, double *M, size_t n)
{
    double R[9], S[9];
    quat_to_matrix(turn, R);
    vec3 c = v3_load(def->center), arm = quat_rotate(turn, c);
    const double cross[9] = {0, -arm.z, arm.y, arm.z, 0, -arm.x, -arm.y, arm.x, 0};
    m3_multiply(cross, R, S);
    const double *J = def->inertia, m = def->mass;
    const double I[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    const double cc[3] = {c.x, c.y, c.z};
    for (size_t i = 0; i < 3; i++)
    {
        M[i * n + i] = m;
        for (size_t j = 0; j < 3; j++)
        {
            M[i * n + 3 + j] = M[(3 + j) * n + i] = -m * S[3 * i + j];
            M[(3 + i) * n + 3 + j] = I[3 * i + j] + m * ((i == j ? v3_dot(c, c) : 0.0) - cc[i] * cc[j]);
        }
    }
}

/// Coriolis and weight of a free body: force on the frame's origin in world axes, torque about it in the body's.
static void free_body_bias(const hf_body_def *def, quat turn, vec3 w, vec3 gravity, double *bias)
{
    const double *J = def->inertia;
    const double I[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
    vec3 c = v3_load(def->center), arm = quat_rotate(turn, c), own = quat_rotate_back(turn, w);
    vec3 force = v3_scale(def->mass, v3_add_scaled(v3_cross(w, v3_cross(w, arm)), -def->gravity_scale, gravity));
    v3_store(bias, force);
    v3_store(bias + 3, v3_add(v3_cross(own, m3_times(I, own)), v3_cross(c, quat_rotate_back(turn, force))));
}

/// global ◄ where each velocity of a tree stands in the layout of mechanism.h.
static void tree_layout(const mechanism *m, const model_tree *tree, int *global)
{
    for (int k = 0; k < 6 && tree->floating; k++) global[k] = m->body_v[m->links[tree->link_begin]] + k;
    for (int i = 0; i < tree->joint_count; i++)
    {
        int j = m->tree_joints[tree->joint_begin + i];
        for (int k = 0; k < joint_v_size(m->joints[j].kind); k++)
            global[m->joint_place_v[j] - tree->v + k] = m->joint_v[j] + k;
    }
}

/// Places and velocities of a tree in the present state, in the probe.
static articulated_base probe_tree(const hf_world *world, int t)
{
    const model_tree *tree = &world->model->mechanism.trees[t];
    const configuration at = {.model = world->model, .bodies = world->state.bodies};
    articulated_base base = configuration_base(&at, t);
    if (tree->base >= 0)
    {
        base.linear = v3_load(world->state.bodies[tree->base].v);
        base.angular = v3_load(world->state.bodies[tree->base].L);
    }
    articulated_kinematics(tree->articulated, world->probe[t], &base, world->state.q + tree->q);
    articulated_velocities(tree->articulated, world->probe[t], &base, world->state.v + tree->v);
    return base;
}

static hf_status tree_mass_matrix(const hf_world *world, int t, double *M, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    const model_tree *tree = &m->trees[t];
    size_t n = (size_t)tree->v_count, all = (size_t)m->v_count;
    double *own = MEMORY_ARRAY(double, n *n);
    int *global = MEMORY_ARRAY(int, n);
    hf_status status = own && global ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        tree_layout(m, tree, global);
        probe_tree(world, t);
        articulated_mass_matrix(tree->articulated, world->probe[t], own);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) M[(size_t)global[i] * all + (size_t)global[j]] = own[i * n + j];
    }
    free(own);
    free(global);
    return status;
}

static hf_status tree_bias(const hf_world *world, int t, double *bias, hf_error *error)
{
    const mechanism *m = &world->model->mechanism;
    const model_tree *tree = &m->trees[t];
    double *own = MEMORY_ARRAY(double, (size_t)tree->v_count);
    int *global = MEMORY_ARRAY(int, (size_t)tree->v_count);
    hf_status status = own && global ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        tree_layout(m, tree, global);
        articulated_base base = probe_tree(world, t);
        articulated_bias(tree->articulated, world->probe[t], &base, world->state.v + tree->v,
                         v3_load(world->settings.gravity), NULL, own);
        for (int k = 0; k < tree->v_count; k++) bias[global[k]] = own[k];
    }
    free(own);
    free(global);
    return status;
}

hf_status hf_world_mass_matrix(const hf_world *world, double *M, hf_error *error)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    size_t n = (size_t)m->v_count;
    memset(M, 0, n * n * sizeof *M);
    for (int k = 0; k < model->body_count; k++)
    {
        if (m->body_v[k] < 0 || m->body_tree[k] >= 0) continue;
        vec3 position;
        quat turn;
        rigid_frame(&model->rigid[k], &world->state.bodies[k], &position, &turn);
        free_body_mass(&model->bodies[k], turn, M + (size_t)m->body_v[k] * (n + 1), n);
    }
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < m->tree_count && status == HF_STATUS_OK; t++) status = tree_mass_matrix(world, t, M, error);
    return status;
}

hf_status hf_world_bias(const hf_world *world, double *bias, hf_error *error)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    for (int k = 0; k < model->body_count; k++)
    {
        if (m->body_v[k] < 0 || m->body_tree[k] >= 0) continue;
        vec3 position;
        quat turn;
        rigid_frame(&model->rigid[k], &world->state.bodies[k], &position, &turn);
        vec3 w = rigid_angular_velocity(&model->rigid[k], &world->state.bodies[k]);
        free_body_bias(&model->bodies[k], turn, w, v3_load(world->settings.gravity), bias + m->body_v[k]);
    }
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < m->tree_count && status == HF_STATUS_OK; t++) status = tree_bias(world, t, bias, error);
    return status;
}

// ---- energy ----

static double spring_energy(const hf_world *world)
{
    const mechanism *m = &world->model->mechanism;
    const configuration at = {.model = world->model, .bodies = world->state.bodies, .q = world->state.q};
    double sum = 0.0;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        const double *q = world->state.q + m->joint_place_q[j];
        vec3 turn = def->kind == HF_JOINT_BALL ? quat_log(quat_load(q)) : v3(q[0] - def->spring, 0, 0);
        sum += 0.5 * def->stiffness * v3_norm2(turn);
    }
    for (int t = 0; t < m->tendon_count; t++)
    {
        const hf_tendon_def *def = &m->tendons[t];
        if (!(def->stiffness > 0.0)) continue;
        double length = tendon_length(&at, t);
        double beyond = fmax(0.0, fmax(def->spring[0] - length, length - fmax(def->spring[0], def->spring[1])));
        sum += 0.5 * def->stiffness * beyond * beyond;
    }
    return sum;
}

void world_tree_energy(const hf_world *world, double *kinetic, double *potential)
{
    const hf_model *model = world->model;
    const mechanism *m = &model->mechanism;
    for (int t = 0; t < m->tree_count; t++)
    {
        const model_tree *tree = &m->trees[t];
        probe_tree(world, t);
        *kinetic += articulated_kinetic(tree->articulated, world->probe[t], world->state.v + tree->v);
        *potential += articulated_potential(tree->articulated, world->probe[t], v3_load(world->settings.gravity));
        for (int k = 0; k < tree->link_count; k++)
        {
            int body = m->links[tree->link_begin + k];
            *potential -= v3_dot(v3_load(model->bodies[body].force), v3_load(world->state.bodies[body].x));
        }
    }
    *potential += spring_energy(world);
}

// ---- loops ----

double hf_world_loop_gap(const hf_world *world)
{
    const configuration at = {.model = world->model, .bodies = world->state.bodies, .q = world->state.q};
    return mechanism_gap(&at);
}
