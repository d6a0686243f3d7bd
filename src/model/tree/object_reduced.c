// A tree of links with the velocities of its joints.
//
//   q_m = q ⊕ (1 - θ) h v                                               the middle of the step
//   M̂ (v⁺ - v) = h (τ - bias(q_m, v_m)) - h D v - h K (q + θ h v - q_0) + Hᵀ r,     v_m = (v + v⁺) / 2
//   M̂ = M(q_m) + armature + h D + θ² h² K
//   q⁺ = q_m ⊕ θ h v⁺
//
// With θ = 1/2 and no velocity in the forces this is the leapfrog method, which is symplectic; the bias makes it
// implicit in v_m alone: a few evaluations with the same factors. Springs are taken by the implicit midpoint rule,
// dampers fully implicitly. Energy of smooth motion is kept to O(h²) without drift. v⁺ in v_m includes what impulses
// did in the last step, scaled to this one, so that loops and contacts that last do not spoil the order.
//
// Where velocities jump the tree is moved by h v⁺. A spring that swings faster than the step can tell, taken in the
// middle, would then be strained by what was never its way: such steps are made again with springs at the end, θ = 1 in
// the place of θ (`fits_jump`).
//
// The rounds of v_m are a fixed-point iteration whose rate is about h ω, by how much links turn in the step. Each says
// how far it moved in the metric of mass without a product by M̂, for M̂ Δv = Δ(h f): |Δv|² = Δv · Δ(h f). Three rounds
// do for what turns slowly; otherwise there are more, until the last one moved less than SETTLED of the change of
// velocity, or than STILL of the velocity itself. Where they do not get there the motion of the piece is not known
// (`unsettled`), and the step is cut.
//
// These are the equations of the problem: how the tree moves with what they give stands in reduced_motion.c.

#include "model/acceleration/acceleration.h"
#include "model/model.h"
#include "model/tree/object_tree.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    BIAS_ROUNDS = 3, // of v_m; each gains an order of h
    // Where links turn so far that three do not do: a rate of up to 0.4, beyond which the method is not accurate.
    MOST_ROUNDS = 6
};
static const double SETTLED = 1e-2; // share of the change of velocity: what is left is smaller by the rate, …
static const double STILL = 1e-6;   // … and share of the velocity itself, where hardly anything changes

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

static hf_status factor(object_step *step, int object, double *diag)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    double h = step->h, theta = object_spring_weight(step, object);
    for (int k = 0; k < t->v_count; k++)
        diag[k] = h * step->damping[t->v + k] + theta * theta * h * h * step->stiffness[t->v + k];
    return articulated_factor(t->articulated, step->scratch->middle[tree], diag, step->error);
}

/// What the rounds of v_m work on; v_count each.
typedef struct bias_rounds
{
    double *mean, *bias;
    double *rhs, *change;           // of this round: h f, and the change of velocity
    double *rhs_last, *change_last; // of the one before
    double *wrench;
} bias_rounds;

static bool rounds_take(const object_step *step, const model_tree *t, bias_rounds *r)
{
    hf_workspace *w = step->workspace;
    size_t n = (size_t)t->v_count;
    *r = (bias_rounds){.mean = ARENA_ARRAY(w, double, n),
                       .bias = ARENA_ARRAY(w, double, n),
                       .rhs = ARENA_ARRAY(w, double, n),
                       .change = ARENA_ZEROED(w, double, n),
                       .rhs_last = ARENA_ARRAY(w, double, n),
                       .change_last = ARENA_ARRAY(w, double, n),
                       .wrench = link_wrenches(step, t)};
    return arena_whole(w);
}

/// One round: the change of velocity, from the bias at the mean that the last one found.
static void bias_round(const object_step *step, int tree, const articulated_base *base, bool first, bias_rounds *r)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    articulated_scratch *scratch = step->scratch->middle[tree];
    const double *v = step->v + t->v, *last = step->impulse + t->v, *force = step->force + t->v;
    int n = t->v_count;
    double *swap = r->rhs; // what was is kept for `settled`
    r->rhs = r->rhs_last;
    r->rhs_last = swap;
    memcpy(r->change_last, r->change, (size_t)n * sizeof *r->change);
    for (int k = 0; k < n; k++) r->mean[k] = v[k] + 0.5 * (r->change[k] + (first ? 0.0 : step->again * last[k]));
    articulated_velocities(t->articulated, scratch, base, r->mean);
    articulated_bias(t->articulated, scratch, base, r->mean, v3_load(step->settings->physics.gravity), r->wrench,
                     r->bias);
    for (int k = 0; k < n; k++) r->rhs[k] = step->h * (force[k] - r->bias[k]);
    prescribe(step, t, r->change);
    if (any_prescribed(t->articulated)) articulated_track(t->articulated, scratch, r->rhs, r->change);
    else articulated_solve(t->articulated, scratch, r->rhs, r->change);
}

/// Whether the last round hardly moved. False of what is no number.
static bool settled(const object_step *step, int tree, const bias_rounds *r)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    double moved = 0.0, change = 0.0;
    for (int k = 0; k < t->v_count; k++)
    {
        moved += (r->change[k] - r->change_last[k]) * (r->rhs[k] - r->rhs_last[k]);
        change += r->change[k] * r->rhs[k];
    }
    if (!isfinite(change)) return false;
    if (moved <= SETTLED * SETTLED * fabs(change)) return true;
    return moved <= STILL * STILL * 2.0 * articulated_kinetic(t->articulated, step->scratch->middle[tree], r->mean);
}

/// The velocity that the last round moved most, among own velocities; one that is no number comes first.
static int most_moved(const model_tree *t, const bias_rounds *r)
{
    int worst = 0;
    double most = -1.0;
    for (int k = 0; k < t->v_count; k++)
    {
        double moved = fabs(r->change[k] - r->change_last[k]);
        if (isnan(moved)) return t->v + k;
        if (moved > most) most = moved, worst = k;
    }
    return t->v + worst;
}

static hf_status reduced_free(object_step *step, int object)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    size_t n = (size_t)t->v_count;
    double *diag = ARENA_ARRAY(step->workspace, double, n);
    bias_rounds r;
    if (!rounds_take(step, t, &r) || !diag) return error_no_memory(step->error);
    TRY(factor(step, object, diag));

    articulated_base base = tree_base_middle(step, tree, 0.5);
    bool done = n == 0;
    for (int round = 0; round < MOST_ROUNDS && !done; round++)
    {
        bias_round(step, tree, &base, round == 0, &r);
        done = round + 1 >= BIAS_ROUNDS && settled(step, tree, &r);
    }
    if (!done) step->unsettled = most_moved(t, &r);
    if (n > 0) memcpy(step->v_mean + t->v, r.mean, n * sizeof *r.mean);
    step->drive[object] = 0.0;
    for (size_t k = 0; k < n; k++) step->drive[object] += r.change[k] * r.rhs[k];
    for (size_t k = 0; k < n; k++) step->v_free[(size_t)t->v + k] = step->v[(size_t)t->v + k] + r.change[k];
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

static int reduced_side(const object_step *step, int body, bool turn, vec3 arm, vec3 d, int *dof, double *h, double *g)
{
    const hf_model *m = step->model;
    const model_object *object = &m->objects[m->body_object[body]];
    const articulated_scratch *scratch = step->scratch->middle[object->index];
    int link = m->mechanism.body_link[body], *own = dof ? dof : step->dof_scratch;
    int n = articulated_half_rows(m->mechanism.trees[object->index].articulated, scratch, link,
                                  v3_add(scratch->bodies[link].center, arm), 1, &d, turn, own, h, g);
    for (int k = 0; k < n; k++) own[k] += object->dof;
    return n;
}

static int reduced_sides(const object_step *step, int body, vec3 arm, int count, const vec3 *d, int stride, int *dof,
                         double *h, double *g)
{
    const hf_model *m = step->model;
    const model_object *object = &m->objects[m->body_object[body]];
    const articulated_scratch *scratch = step->scratch->middle[object->index];
    const articulated_tree *tree = m->mechanism.trees[object->index].articulated;
    int link = m->mechanism.body_link[body];
    if (count == 0) return articulated_depth(tree, link);
    int n = articulated_half_rows_apart(tree, scratch, link, v3_add(scratch->bodies[link].center, arm), count, d, false,
                                        stride, dof, h, g);
    for (int k = 0; k < n; k++) dof[k] += object->dof;
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
    double *v = step->v_after + t->v, fastest = 0.0, free = 0.0;
    for (int k = 0; k < t->v_count; k++)
    {
        v[k] = step->v_free[t->v + k] + z[k];
        fastest = fmax(fastest, fabs(v[k]));
        free = fmax(free, fabs(step->v_free[t->v + k]));
    }
    if (fastest <= MOTION_ROUNDING * free) memset(v, 0, (size_t)t->v_count * sizeof *v); // held, as rigid_take says
    twists_at(step, tree, v, 1.0, after);
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
    hf_status status = smooth ? reduced_move_smoothly(step, tree) : reduced_jump(step, tree);
    tree_pose_moving(&step->after, tree, step->v_after);
    return status;
}

/// Springs that the step resolves fit as they are.
static bool reduced_fits_jump(const object_step *step, int object)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    double theta = object_spring_weight(step, object);
    for (int k = 0; k < t->v_count && theta < 1.0; k++)
    {
        double spring = theta * theta * step->h * step->h * step->stiffness[t->v + k];
        double whole = articulated_felt(step->scratch->middle[tree], k);
        if (spring > SPRING_RESOLVED * (whole - spring - 0.5 * step->h * step->damping[t->v + k])) return false;
    }
    return true;
}

static hf_status reduced_displace(object_step *step, int object, double *z)
{
    int tree;
    tree_at(step, object, &tree);
    reduced_respond(&step->mass, object, z, z);
    hf_status status = reduced_keep_momenta(step, tree, z);
    tree_pose_moving(&step->after, tree, step->v_after);
    return status;
}

static hf_status reduced_way(object_step *step, int object, const double *z, double *way)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    const hf_model *m = step->model;
    arena_mark mark = arena_begin(step->workspace);
    double *v = ARENA_ARRAY(step->workspace, double, m->objects[object].dof_count);
    double(*twists)[6] = arena_take(step->workspace, (size_t)m->body_count, sizeof *twists);
    *way = 0.0;
    if (v && twists)
    {
        articulated_base base = tree_base_middle(step, tree, 0.0);
        base.linear = base.angular = v3_zero();
        reduced_respond(&step->mass, object, z, v);
        articulated_velocities(t->articulated, step->scratch->middle[tree], &base, v);
        tree_read_twists(m, tree, step->scratch->middle[tree], twists);
    }
    for (int k = 0; v && twists && k < t->link_count; k++)
    {
        int body = m->mechanism.links[t->link_begin + k];
        double link = v3_norm(v3_load(twists[body])) + m->radius[body] * v3_norm(v3_load(twists[body] + 3));
        *way = link > *way || isnan(link) ? link : *way;
    }
    bool well = v && twists;
    arena_end(step->workspace, mark);
    return well ? HF_STATUS_OK : error_no_memory(step->error);
}

static hf_status reduced_stand(object_step *step, int object)
{
    int tree;
    const model_tree *t = tree_at(step, object, &tree);
    reduced_begin(step, object);
    tree_pose_moving(&step->after, tree, step->v_after);
    return articulated_factor(t->articulated, step->scratch->middle[tree], NULL, step->error);
}

static const object_motion motion_methods = {.begin = reduced_begin,
                                             .free = reduced_free,
                                             .take = reduced_take,
                                             .move = reduced_move,
                                             .fits_jump = reduced_fits_jump,
                                             .displace = reduced_displace,
                                             .way = reduced_way,
                                             .stand = reduced_stand};

static const object_rows row_methods = {.dofs = reduced_dofs,
                                        .point = reduced_point,
                                        .turn = reduced_turn,
                                        .joint_dofs = reduced_joint_dofs,
                                        .joint = reduced_joint,
                                        .half = reduced_half,
                                        .respond = reduced_respond,
                                        .side = reduced_side,
                                        .sides = reduced_sides,
                                        .push = reduced_push};

const object_methods object_reduced = {.name = "reduced",
                                       .make = MADE_OF_LINKS,
                                       .drives = true,
                                       .acceleration = &tree_acceleration,
                                       .q_size = 7,
                                       .v_size = 6,
                                       .create = tree_scratch_create,
                                       .destroy = tree_scratch_destroy,
                                       .motion = &motion_methods,
                                       .rows = &row_methods,
                                       .state = &tree_state_methods,
                                       .queries = &tree_query_methods};
