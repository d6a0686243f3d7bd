// A tree of links with the velocities of its joints.
//
//   q_m = q ⊕ (1 - θ) h v                                               the middle of the step
//   M̂ (v⁺ - v) = h (τ - bias(q_m, v_m)) - h D v - h K (q + θ h v - q_0) + Hᵀ r,     v_m = (v + v⁺) / 2
//   M̂ = M(q_m) + armature + h D + θ² h² K
//   q⁺ = q_m ⊕ θ h v⁺
//
// With θ = 1/2 and no velocity in the forces this is the leapfrog method, which is symplectic; the bias makes it implicit in v_m alone: a few
// evaluations with the same factors. Springs are taken by the implicit midpoint rule, dampers fully implicitly. Energy of smooth motion
// is kept to O(h²) without drift. v⁺ in v_m includes what impulses did in the last step, scaled to this one, so that loops and contacts
// that last do not spoil the order.
//
// Where velocities jump θ = 1 is taken for the move: q⁺ = q ⊕ h v⁺.

#include "model/model.h"
#include "model/object_tree.h"

#include "base/error.h"

#include <string.h>

enum
{
    BIAS_ROUNDS = 3 // of v_m; each gains an order of h
};

static const model_tree *tree_at(const object_step *step, int object, int *tree)
{
    *tree = step->model->objects[object].index;
    return &step->model->mechanism.trees[*tree];
}

// ---- FREE ----

static void twists_at(const object_step *step, int tree, const double *v, double share, double (*twists)[6])
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    articulated_base base = tree_base_middle(step, tree, share);
    articulated_velocities(t->articulated, step->scratch->middle[tree], &base, v);
    tree_read_twists(step->model, tree, step->scratch->middle[tree], twists);
}

static hf_status reduced_begin(object_step *step, int object)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    const double *v = step->v + t->v;
    memcpy(step->middle.q + t->q, step->start.q + t->q, (size_t)t->q_count * sizeof(double));
    articulated_integrate(t->articulated, step->middle.q + t->q, v, (1.0 - step->theta) * step->h);
    tree_pose(&step->middle, tree);
    tree_read_before(step, tree);
    twists_at(step, tree, v, 0.0, step->half);
    return HF_STATUS_OK;
}

/// Forces and torques on links, at their centres of mass. NULL if memory is short.
static double *link_wrenches(const object_step *step, const model_tree *t)
{
    double *wrench = ARENA_ZEROED(step->workspace, double, 6 * (size_t)t->link_count);
    for (int k = 0; wrench && k < t->link_count; k++)
    {
        int body = step->model->mechanism.links[t->link_begin + k];
        vec3 force, torque;
        object_forces(step, body, v3_load(step->before[body]), v3_load(step->before[body] + 3), &force, &torque);
        v3_store(wrench + 6 * k, force);
        v3_store(wrench + 6 * k + 3, torque);
    }
    return wrench;
}

/// change ◄ the changes of velocity that are given, of prescribed joints.
static void prescribe(const object_step *step, const model_tree *t, double *change)
{
    const mechanism *m = &step->model->mechanism;
    for (int k = 0; k < t->joint_count; k++)
    {
        int j = m->tree_joints[t->joint_begin + k];
        if (!m->joints[j].prescribed) continue;
        double v = (tree_prescribed_goal(step, j) - step->start.q[m->joint_place_q[j]]) / step->h;
        change[m->joint_place_v[j] - t->v] = v - step->v[m->joint_place_v[j]];
    }
}

static bool any_prescribed(const articulated_tree *tree)
{
    for (int k = 0; k < tree->v_count; k++)
        if (tree->prescribed[k]) return true;
    return false;
}

static hf_status factor(object_step *step, int tree, double *diag)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    double h = step->h, theta = step->theta;
    for (int k = 0; k < t->v_count; k++)
        diag[k] = h * step->damping[t->v + k] + theta * theta * h * h * step->stiffness[t->v + k];
    return articulated_factor(t->articulated, step->scratch->middle[tree], diag, step->error);
}

/// The rounds of v_m.
static hf_status reduced_free(object_step *step, int object)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    articulated_scratch *scratch = step->scratch->middle[tree];
    size_t n = (size_t)t->v_count;
    double *diag = ARENA_ARRAY(step->workspace, double, n), *bias = ARENA_ARRAY(step->workspace, double, n);
    double *rhs = ARENA_ARRAY(step->workspace, double, n), *change = ARENA_ZEROED(step->workspace, double, n);
    double *mean = ARENA_ARRAY(step->workspace, double, n), *wrench = link_wrenches(step, t);
    if (!diag || !bias || !rhs || !change || !mean || !wrench) return error_no_memory(step->error);
    hf_status status = factor(step, tree, diag);
    if (status != HF_STATUS_OK) return status;

    const double *v = step->v + t->v, *last = step->impulse + t->v;
    bool tracks = any_prescribed(t->articulated);
    articulated_base base = tree_base_middle(step, tree, 0.5);
    for (int round = 0; round < BIAS_ROUNDS; round++)
    {
        for (size_t k = 0; k < n; k++) mean[k] = v[k] + 0.5 * (change[k] + (round ? step->again * last[k] : 0.0));
        articulated_velocities(t->articulated, scratch, &base, mean);
        articulated_bias(t->articulated, scratch, &base, mean, v3_load(step->settings->gravity), wrench, bias);
        for (size_t k = 0; k < n; k++) rhs[k] = step->h * (step->force[(size_t)t->v + k] - bias[k]);
        prescribe(step, t, change);
        if (tracks) articulated_track(t->articulated, scratch, rhs, change);
        else articulated_solve(t->articulated, scratch, rhs, change);
    }
    for (size_t k = 0; k < n; k++) step->v_free[(size_t)t->v + k] = v[k] + change[k];
    twists_at(step, tree, step->v_free + t->v, 1.0, step->free);
    return HF_STATUS_OK;
}

// ---- rows ----

static int reduced_dofs(const hf_model *model, int body, int *dofs)
{
    const mechanism *m = &model->mechanism;
    return articulated_branch(m->trees[m->body_tree[body]].articulated, m->body_link[body], dofs);
}

static void reduced_point(const configuration *at, int body, vec3 arm, vec3 d, double scale, double *H, int *dofs,
                          double *row)
{
    const mechanism *m = &at->model->mechanism;
    int tree = m->body_tree[body], link = m->body_link[body];
    const articulated_scratch *scratch = at->trees[tree];
    int n = articulated_row(m->trees[tree].articulated, scratch, link, v3_add(scratch->bodies[link].center, arm), d,
                            dofs, row);
    for (int k = 0; k < n; k++) H[dofs[k]] += scale * row[k];
}

static void reduced_turn(const configuration *at, int body, vec3 d, double scale, double *H, int *dofs, double *row)
{
    const mechanism *m = &at->model->mechanism;
    int tree = m->body_tree[body];
    int n = articulated_row_angular(m->trees[tree].articulated, at->trees[tree], m->body_link[body], d, dofs, row);
    for (int k = 0; k < n; k++) H[dofs[k]] += scale * row[k];
}

static int reduced_half(const inverse_mass *mass, int object, int count, const int *dofs, const double *H, int *out,
                        double *h, double *g)
{
    int tree = mass->model->objects[object].index;
    const articulated_tree *t = mass->model->mechanism.trees[tree].articulated;
    return articulated_half_sparse(t, mass->trees[tree], count, dofs, H, out, h, g);
}

static void reduced_respond(const inverse_mass *mass, int object, const double *z, double *dv)
{
    int tree = mass->model->objects[object].index;
    articulated_half_apply(mass->model->mechanism.trees[tree].articulated, mass->trees[tree], z, dv);
}

static int reduced_joint_dofs(const hf_model *model, int place_v, int *dofs)
{
    dofs[0] = place_v - model->objects[model->dof_object[place_v]].v;
    return 1;
}

static void reduced_joint(const configuration *at, int place_v, double scale, double *H)
{
    H[place_v - at->model->objects[at->model->dof_object[place_v]].v] += scale;
}

static int reduced_side(const object_step *step, int body, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    const hf_model *m = step->model;
    const model_object *object = &m->objects[m->body_object[body]];
    const articulated_scratch *scratch = step->scratch->middle[object->index];
    int link = m->mechanism.body_link[body], *own = dof ? dof : step->dof_scratch;
    int n = articulated_half_rows(m->mechanism.trees[object->index].articulated, scratch, link,
                                  v3_add(scratch->bodies[link].center, arm), 1, &d, false, own, h, g);
    for (int k = 0; k < n; k++) own[k] += object->dof;
    return n;
}

static void reduced_push(const object_step *step, int body, bool turn, vec3 arm, vec3 F, double *to)
{
    const hf_model *m = step->model;
    int object = m->body_object[body], n = m->objects[object].dof_count;
    double *dense = step->dense, *row = step->dense + n;
    for (int i = 0; i < n; i++) dense[i] = 0.0;
    if (turn) reduced_turn(&step->middle, body, F, 1.0, dense, step->dof_scratch, row);
    else reduced_point(&step->middle, body, arm, F, 1.0, dense, step->dof_scratch, row);
    for (int i = 0; i < n; i++) to[m->objects[object].v + i] += dense[i];
}

// ---- MOVE ----

static void reduced_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)p;
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    reduced_respond(&step->mass, object, z, z);
    for (int k = 0; k < t->v_count; k++) step->v_after[t->v + k] = step->v_free[t->v + k] + z[k];
    twists_at(step, tree, step->v_after + t->v, 1.0, after);
}

/// Prescribed joints are where they were sent, whatever θ.
static void land_prescribed(object_step *step, const model_tree *t)
{
    const mechanism *m = &step->model->mechanism;
    for (int k = 0; k < t->joint_count; k++)
    {
        int j = m->tree_joints[t->joint_begin + k];
        if (m->joints[j].prescribed) step->after.q[m->joint_place_q[j]] = tree_prescribed_goal(step, j);
    }
}

static hf_status reduced_move(object_step *step, int object, double theta)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    double *q = step->after.q + t->q;
    bool smooth = theta == step->theta;
    memcpy(q, (smooth ? step->middle.q : step->start.q) + t->q, (size_t)t->q_count * sizeof *q);
    articulated_integrate(t->articulated, q, step->v_after + t->v, smooth ? step->theta * step->h : step->h);
    land_prescribed(step, t);
    tree_pose_moving(&step->after, tree, step->v_after);
    return HF_STATUS_OK;
}

static hf_status reduced_displace(object_step *step, int object, double *z)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    reduced_respond(&step->mass, object, z, z);
    articulated_integrate(t->articulated, step->after.q + t->q, z, 1.0);
    tree_pose_moving(&step->after, tree, step->v_after);
    return HF_STATUS_OK;
}

static hf_status reduced_stand(object_step *step, int object)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    reduced_begin(step, object);
    tree_pose_moving(&step->after, tree, step->v_after);
    return articulated_factor(t->articulated, step->scratch->middle[tree], NULL, step->error);
}

const object_methods object_reduced = {.name = "reduced",
                                       .q_size = 7,
                                       .v_size = 6,
                                       .create = tree_scratch_create,
                                       .destroy = tree_scratch_destroy,
                                       .begin = reduced_begin,
                                       .free = reduced_free,
                                       .dofs = reduced_dofs,
                                       .point = reduced_point,
                                       .turn = reduced_turn,
                                       .joint_dofs = reduced_joint_dofs,
                                       .joint = reduced_joint,
                                       .half = reduced_half,
                                       .respond = reduced_respond,
                                       .side = reduced_side,
                                       .push = reduced_push,
                                       .take = reduced_take,
                                       .move = reduced_move,
                                       .displace = reduced_displace,
                                       .stand = reduced_stand,
                                       .start = tree_start,
                                       .read = tree_read,
                                       .write = tree_write,
                                       .mass_matrix = tree_mass_matrix,
                                       .bias = tree_bias,
                                       .energy = tree_energy,
                                       .place = tree_place};
