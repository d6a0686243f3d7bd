// What both kinds of trees share: poses and velocities of links from joint coordinates, where the base is, and the
// coordinates as others see them.

#include "model/tree/object_tree.h"
#include "model/model.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// ---- links ----

/// Centres and orientations of links, from the kinematics.
static void take_links(const configuration *at, int tree)
{
    const mechanism *m = &at->model->mechanism;
    const model_tree *t = &m->trees[tree];
    const articulated_body *links = at->trees[tree]->bodies;
    for (int k = 0; k < t->link_count; k++)
    {
        int body = m->links[t->link_begin + k];
        v3_store(at->bodies[body].x, links[k].center);
        quat_store(at->bodies[body].q,
                   quat_multiply(links[k].orientation, quat_load(at->model->rigid[body].principal)));
    }
}

void tree_read_twists(const hf_model *model, int tree, const articulated_scratch *scratch, double (*twists)[6])
{
    const mechanism *m = &model->mechanism;
    const model_tree *t = &m->trees[tree];
    for (int k = 0; k < t->link_count; k++)
    {
        const articulated_body *link = &scratch->bodies[k];
        double *twist = twists[m->links[t->link_begin + k]];
        v3_store(twist, v3_add(link->linear, v3_cross(link->angular, v3_sub(link->center, link->position))));
        v3_store(twist + 3, link->angular);
    }
}

/// Their velocities, after articulated_velocities.
static void take_velocities(const configuration *at, int tree)
{
    const mechanism *m = &at->model->mechanism;
    const model_tree *t = &m->trees[tree];
    for (int k = 0; k < t->link_count; k++)
    {
        const articulated_body *link = &at->trees[tree]->bodies[k];
        body_state *body = &at->bodies[m->links[t->link_begin + k]];
        v3_store(body->v, v3_add(link->linear, v3_cross(link->angular, v3_sub(link->center, link->position))));
        v3_store(body->w, link->angular);
    }
}

// ---- the base ----

/// Its pose; velocities are zero.
static articulated_base base_at_rest(const configuration *at, int tree)
{
    articulated_base base = articulated_base_fixed();
    int body = at->model->mechanism.trees[tree].base;
    if (body >= 0) configuration_frame(at, body, &base.position, &base.orientation);
    return base;
}

articulated_base tree_base(const configuration *at, int tree)
{
    articulated_base base = base_at_rest(at, tree);
    int body = at->model->mechanism.trees[tree].base;
    if (body < 0) return base;
    base.linear = v3_load(at->bodies[body].v);
    base.angular = v3_load(at->bodies[body].w);
    return base;
}

articulated_base tree_base_middle(const object_step *step, int tree, double share)
{
    articulated_base base = base_at_rest(&step->middle, tree);
    int body = step->model->mechanism.trees[tree].base;
    if (body < 0 || step->model->bodies[body].motion == HF_MOTION_STATIC) return base;
    const double *a = step->before[body], *b = step->free[body];
    base.linear = v3_mix(v3_load(a), v3_load(b), share);
    base.angular = v3_mix(v3_load(a + 3), v3_load(b + 3), share);
    base.linear_acceleration = v3_scale(1.0 / step->h, v3_sub(v3_load(b), v3_load(a)));
    base.angular_acceleration = v3_scale(1.0 / step->h, v3_sub(v3_load(b + 3), v3_load(a + 3)));
    return base;
}

// ---- poses ----

void tree_pose(const configuration *at, int tree)
{
    const model_tree *t = &at->model->mechanism.trees[tree];
    articulated_base base = base_at_rest(at, tree);
    articulated_kinematics(t->articulated, at->trees[tree], &base, at->q + t->q);
    take_links(at, tree);
}

void tree_pose_moving(const configuration *at, int tree, const double *v)
{
    const model_tree *t = &at->model->mechanism.trees[tree];
    tree_pose(at, tree);
    articulated_base base = tree_base(at, tree);
    articulated_velocities(t->articulated, at->trees[tree], &base, v + t->v);
    take_velocities(at, tree);
}

void tree_read_before(object_step *step, int tree)
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    for (int k = 0; k < t->link_count; k++)
    {
        int body = m->links[t->link_begin + k];
        const body_state *now = &step->start.bodies[body];
        v3_store(step->before[body], v3_load(now->v));
        v3_store(step->before[body] + 3, v3_load(now->w));
    }
}

/// On the straight way to where it is sent. The last piece is as long as what is left of the
/// step, any other at most half of it, whatever rounding does to times.
double tree_prescribed_goal(const object_step *step, int joint)
{
    double q = step->start.q[step->model->mechanism.joint_place_q[joint]], left = step->end - step->time;
    return left < 1.5 * step->h ? step->track[joint] : q + (step->track[joint] - q) * (step->h / left);
}

// ---- scratch ----

hf_status tree_scratch_create(const hf_model *model, int object, object_scratch *scratch, hf_error *error)
{
    int tree = model->objects[object].index;
    const articulated_tree *links = model->mechanism.trees[tree].articulated;
    TRY(articulated_scratch_create(links, &scratch->middle[tree], error));
    TRY(articulated_scratch_create(links, &scratch->probe[tree], error));
    return articulated_scratch_create(links, &scratch->start[tree], error);
}

void tree_scratch_destroy(const hf_model *model, int object, object_scratch *scratch)
{
    int tree = model->objects[object].index;
    articulated_scratch_destroy(scratch->middle[tree]);
    articulated_scratch_destroy(scratch->probe[tree]);
    articulated_scratch_destroy(scratch->start[tree]);
}

// ---- coordinates ----

/// The velocity of a floating base from that of its body's centre of mass, in world axes.
static void set_base_velocity(const hf_model *model, const model_tree *tree, vec3 velocity, vec3 w, quat turn,
                              double *v)
{
    const hf_body_def *def = &model->bodies[model->mechanism.links[tree->link_begin]];
    vec3 arm = quat_rotate(turn, v3_load(def->center));
    v3_store(v + tree->v, v3_sub(velocity, v3_cross(w, arm)));
    v3_store(v + tree->v + 3, quat_rotate_back(turn, w));
}

static void tree_start(const configuration *at, double *v, int object)
{
    const mechanism *m = &at->model->mechanism;
    int tree = at->model->objects[object].index;
    const model_tree *t = &m->trees[tree];
    const hf_body_def *def = &at->model->bodies[m->links[t->link_begin]];
    if (t->floating)
        set_base_velocity(at->model, t, v3_load(def->velocity), v3_load(def->angular_velocity),
                          quat_load(at->q + t->q + 3), v);
    for (int k = 0; k < t->joint_count; k++)
    {
        int j = m->tree_joints[t->joint_begin + k];
        if (m->joints[j].kind != HF_JOINT_BALL) v[m->joint_place_v[j]] = m->joints[j].initial_velocity;
    }
    tree_pose_moving(at, tree, v);
}

/// Copies between own coordinates and those of the layout of mechanism.h; `out`: to the layout.
static void copy_places(const mechanism *m, const model_tree *tree, const double *from_q, const double *from_v,
                        double *to_q, double *to_v, bool out)
{
    if (tree->floating)
    {
        int body = m->links[tree->link_begin], q = m->body_q[body], v = m->body_v[body];
        memcpy(to_q + (out ? q : tree->q), from_q + (out ? tree->q : q), 7 * sizeof(double));
        memcpy(to_v + (out ? v : tree->v), from_v + (out ? tree->v : v), 6 * sizeof(double));
    }
    for (int k = 0; k < tree->joint_count; k++)
    {
        int j = m->tree_joints[tree->joint_begin + k];
        size_t nq = (size_t)joint_q_size(m->joints[j].kind), nv = (size_t)joint_v_size(m->joints[j].kind);
        int q = m->joint_q[j], v = m->joint_v[j], tq = m->joint_place_q[j], tv = m->joint_place_v[j];
        memcpy(to_q + (out ? q : tq), from_q + (out ? tq : q), nq * sizeof(double));
        memcpy(to_v + (out ? v : tv), from_v + (out ? tv : v), nv * sizeof(double));
    }
}

static void tree_read(const configuration *at, const double *v, int object, double *q, double *out)
{
    const mechanism *m = &at->model->mechanism;
    copy_places(m, &m->trees[at->model->objects[object].index], at->q, v, q, out, true);
}

static void tree_write(const configuration *at, double *v, int object, const double *q, const double *in)
{
    const mechanism *m = &at->model->mechanism;
    int tree = at->model->objects[object].index;
    copy_places(m, &m->trees[tree], q, in, at->q, v, false);
    tree_pose_moving(at, tree, v);
}

static hf_status tree_place(const configuration *at, double *v, int body, const hf_body_state *state, hf_error *error)
{
    const mechanism *m = &at->model->mechanism;
    int tree = m->body_tree[body];
    const model_tree *t = &m->trees[tree];
    char label[LABEL_SIZE];
    if (!t->floating || m->body_link[body] != 0)
        return error_set(error, HF_STATUS_INVALID, "set body: %s moves by its joints: set q",
                         label_make(label, "body", body, at->model->bodies[body].name));
    quat turn = quat_normalize(quat_load(state->orientation));
    v3_store(at->q + t->q, v3_load(state->position));
    quat_store(at->q + t->q + 3, turn);
    set_base_velocity(at->model, t, v3_load(state->velocity), v3_load(state->angular_velocity), turn, v);
    tree_pose_moving(at, tree, v);
    return HF_STATUS_OK;
}

// ---- mass matrix, bias, energy ----

/// Places and velocities of a tree in `scratch`; the configuration stays as it is.
static articulated_base probe(const configuration *at, int tree, const double *v, articulated_scratch *scratch)
{
    const model_tree *t = &at->model->mechanism.trees[tree];
    articulated_base base = tree_base(at, tree);
    articulated_kinematics(t->articulated, scratch, &base, at->q + t->q);
    if (v) articulated_velocities(t->articulated, scratch, &base, v + t->v);
    return base;
}

/// global ◄ where each velocity of a tree stands in the layout of mechanism.h.
static void find_places(const mechanism *m, const model_tree *tree, int *global)
{
    for (int k = 0; k < 6 && tree->floating; k++) global[k] = m->body_v[m->links[tree->link_begin]] + k;
    for (int i = 0; i < tree->joint_count; i++)
    {
        int j = m->tree_joints[tree->joint_begin + i];
        for (int k = 0; k < joint_v_size(m->joints[j].kind); k++)
            global[m->joint_place_v[j] - tree->v + k] = m->joint_v[j] + k;
    }
}

/// In memory of its own, so that several threads may ask one world.
static hf_status tree_mass_matrix(const configuration *at, int object, double *M, size_t all, hf_error *error)
{
    const mechanism *m = &at->model->mechanism;
    int t = at->model->objects[object].index;
    const model_tree *tree = &m->trees[t];
    size_t n = (size_t)tree->v_count;
    double *own = MEMORY_ARRAY(double, n *n);
    int *global = MEMORY_ARRAY(int, n);
    articulated_scratch *scratch = NULL;
    hf_status status = own && global ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = articulated_scratch_create(tree->articulated, &scratch, error);
    if (status == HF_STATUS_OK)
    {
        find_places(m, tree, global);
        probe(at, t, NULL, scratch);
        articulated_mass_matrix(tree->articulated, scratch, own);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) M[(size_t)global[i] * all + (size_t)global[j]] = own[i * n + j];
    }
    articulated_scratch_destroy(scratch);
    free(own);
    free(global);
    return status;
}

static hf_status tree_bias(const configuration *at, const double *v, const hf_settings *settings, int object,
                           double *bias, hf_error *error)
{
    const mechanism *m = &at->model->mechanism;
    int t = at->model->objects[object].index;
    const model_tree *tree = &m->trees[t];
    double *own = MEMORY_ARRAY(double, (size_t)tree->v_count);
    int *global = MEMORY_ARRAY(int, (size_t)tree->v_count);
    articulated_scratch *scratch = NULL;
    hf_status status = own && global ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = articulated_scratch_create(tree->articulated, &scratch, error);
    if (status == HF_STATUS_OK)
    {
        find_places(m, tree, global);
        articulated_base base = probe(at, t, v, scratch);
        articulated_bias(tree->articulated, scratch, &base, v + tree->v, v3_load(settings->physics.gravity), NULL, own);
        for (int k = 0; k < tree->v_count; k++) bias[global[k]] = own[k];
    }
    articulated_scratch_destroy(scratch);
    free(own);
    free(global);
    return status;
}

/// Columns of the degrees of freedom on the way from the base to the body.
static hf_status tree_jacobian(const configuration *at, int body, vec3 point, double *J, size_t n, hf_error *error)
{
    const mechanism *m = &at->model->mechanism;
    int t = m->body_tree[body], link = m->body_link[body];
    const model_tree *tree = &m->trees[t];
    double *H = MEMORY_ARRAY(double, (size_t)tree->v_count);
    int *global = MEMORY_ARRAY(int, 2 * (size_t)tree->v_count), *dofs = global + tree->v_count;
    articulated_scratch *scratch = NULL;
    hf_status status = H && global ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = articulated_scratch_create(tree->articulated, &scratch, error);
    if (status == HF_STATUS_OK)
    {
        find_places(m, tree, global);
        probe(at, t, NULL, scratch);
        for (size_t i = 0; i < 6; i++)
        {
            const vec3 axis = {i % 3 == 0, i % 3 == 1, i % 3 == 2};
            int count = i < 3 ? articulated_row(tree->articulated, scratch, link, point, axis, dofs, H)
                              : articulated_row_angular(tree->articulated, scratch, link, axis, dofs, H);
            for (int k = 0; k < count; k++) J[i * n + (size_t)global[dofs[k]]] = H[k];
        }
    }
    articulated_scratch_destroy(scratch);
    free(H);
    free(global);
    return status;
}

/// a ◄ M⁻¹ (force - bias), 0 of prescribed joints, or force ◄ M a + bias.
static hf_status own_dynamics(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                              const double *v, vec3 gravity, bool inverse, double *force, double *a, hf_error *error)
{
    articulated_inverse_dynamics(tree, scratch, base, v, inverse ? a : NULL, gravity, NULL, inverse ? force : a);
    if (inverse) return HF_STATUS_OK;
    hf_status status = articulated_factor(tree, scratch, NULL, error);
    for (int k = 0; k < tree->v_count; k++) a[k] = force[k] - a[k];
    if (status == HF_STATUS_OK) articulated_solve(tree, scratch, a, a);
    return status;
}

static hf_status tree_dynamics(const configuration *at, const double *v, const hf_settings *settings, int object,
                               bool inverse, double *force, double *a, hf_error *error)
{
    const mechanism *m = &at->model->mechanism;
    int t = at->model->objects[object].index;
    const model_tree *tree = &m->trees[t];
    double *own = MEMORY_ARRAY(double, 2 * (size_t)tree->v_count), *own_a = own + tree->v_count;
    int *global = MEMORY_ARRAY(int, (size_t)tree->v_count);
    articulated_scratch *scratch = NULL;
    hf_status status = own && global ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK) status = articulated_scratch_create(tree->articulated, &scratch, error);
    if (status == HF_STATUS_OK)
    {
        find_places(m, tree, global);
        articulated_base base = probe(at, t, v, scratch);
        const double *from = inverse ? a : force;
        double *in = inverse ? own_a : own, *to = inverse ? force : a, *out = inverse ? own : own_a;
        for (int k = 0; k < tree->v_count; k++) in[k] = from[global[k]];
        status = own_dynamics(tree->articulated, scratch, &base, v + tree->v, v3_load(settings->physics.gravity),
                              inverse, own, own_a, error);
        for (int k = 0; k < tree->v_count && status == HF_STATUS_OK; k++) to[global[k]] = out[k];
    }
    articulated_scratch_destroy(scratch);
    free(own);
    free(global);
    return status;
}

static void tree_energy(const configuration *at, const double *v, const hf_settings *settings, int object,
                        double *kinetic, double *potential)
{
    const mechanism *m = &at->model->mechanism;
    int t = at->model->objects[object].index;
    const model_tree *tree = &m->trees[t];
    probe(at, t, v, at->trees[t]);
    *kinetic += articulated_kinetic(tree->articulated, at->trees[t], v + tree->v);
    *potential += articulated_potential(tree->articulated, at->trees[t], v3_load(settings->physics.gravity));
    for (int k = 0; k < tree->link_count; k++)
    {
        int body = m->links[tree->link_begin + k];
        *potential -= v3_dot(v3_load(at->model->bodies[body].force), v3_load(at->bodies[body].x));
    }
}

const object_state tree_state_methods = {
    .start = tree_start, .read = tree_read, .write = tree_write, .place = tree_place};

const object_queries tree_query_methods = {.mass_matrix = tree_mass_matrix,
                                           .bias = tree_bias,
                                           .jacobian = tree_jacobian,
                                           .dynamics = tree_dynamics,
                                           .energy = tree_energy};
