// Free motion of trees, and where impulses take them.
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

#include "world/step_mechanism.h"
#include "model/rows/transmission.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    BIAS_ROUNDS = 3 // of v_m; each gains an order of h
};

// ---- memory ----

static bool take_placement(hf_workspace *w, const hf_model *m, configuration *p)
{
    p->model = m;
    p->bodies = ARENA_ARRAY(w, rigid_state, m->body_count);
    p->q = ARENA_ARRAY(w, double, m->mechanism.tree_q_count);
    return p->bodies && p->q;
}

static bool take_memory(step_context *step)
{
    const hf_model *m = step->model;
    hf_workspace *w = step->workspace;
    size_t n = (size_t)m->body_count, v = (size_t)m->mechanism.tree_v_count;
    step_mechanism *s = step->mechanism = ARENA_ZEROED(w, step_mechanism, 1);
    if (!s || !take_placement(w, m, &s->middle)) return false;
    world_state *state = &step->world->state;
    s->start = (configuration){.model = m, .bodies = state->bodies, .q = state->q};
    s->middle.trees = step->world->middle;
    s->mass = (inverse_mass){
        .model = m, .inverse = step->inverse, .trees = step->world->middle, .maximal = step->world->maximal};
    s->after = (configuration){.model = m, .bodies = step->next, .trees = step->world->probe};
    s->after.q = ARENA_ARRAY(w, double, m->mechanism.tree_q_count);
    s->half = arena_take_zeroed(w, n, sizeof *s->half);
    s->extra = arena_take_zeroed(w, n, sizeof *s->extra);
    s->v_free = ARENA_ZEROED(w, double, v);
    s->force = ARENA_ZEROED(w, double, v);
    s->drive = ARENA_ZEROED(w, double, v);
    s->shared = ARENA_ZEROED(w, double, m->mechanism.joint_count);
    s->summed = ARENA_ZEROED(w, bool, m->mechanism.joint_count);
    s->stiffness = ARENA_ZEROED(w, double, v);
    s->damping = ARENA_ZEROED(w, double, v);
    s->v = ARENA_ZEROED(w, double, v);
    s->reactions = ARENA_ZEROED(w, double, m->mechanism.row_count);
    s->ways = ARENA_ZEROED(w, motor_way, m->mechanism.actuator_count);
    s->dof_scratch = ARENA_ARRAY(w, int, m->dof_count);
    return s->dof_scratch && s->drive && s->summed && s->shared && s->after.q && s->half && s->extra && s->v_free &&
           s->force && s->stiffness && s->damping && s->v && s->reactions && s->ways;
}

// ---- the middle ----

static void place_bodies(step_context *step)
{
    const hf_model *m = step->model;
    step_mechanism *s = step->mechanism;
    double ahead = (1.0 - step->theta) * step->h;
    memcpy(s->middle.bodies, s->start.bodies, (size_t)m->body_count * sizeof *s->middle.bodies);
    memcpy(s->half, step->before, (size_t)m->body_count * sizeof *s->half);
    for (int k = 0; k < m->body_count && ahead > 0.0; k++)
    {
        rigid_state *body = &s->middle.bodies[k];
        if (m->mechanism.body_tree[k] >= 0 || m->rigid[k].motion == HF_MOTION_STATIC) continue;
        if (m->rigid[k].motion == HF_MOTION_PRESCRIBED)
        {
            rigid_prescribed(&m->bodies[k], step->world->state.time + ahead, body);
            continue;
        }
        v3_store(body->x, v3_add_scaled(v3_load(body->x), ahead, v3_load(step->before[k])));
        quat_store(body->q, quat_integrate(quat_load(body->q), v3_load(step->before[k] + 3), ahead));
    }
}

articulated_base mechanism_base(const step_context *step, int tree, double share)
{
    articulated_base base = configuration_base(&step->mechanism->middle, tree);
    int body = step->model->mechanism.trees[tree].base;
    if (body < 0 || step->model->rigid[body].motion == HF_MOTION_STATIC) return base;
    const double *a = step->before[body], *b = step->free[body];
    base.linear = v3_mix(v3_load(a), v3_load(b), share);
    base.angular = v3_mix(v3_load(a + 3), v3_load(b + 3), share);
    base.linear_acceleration = v3_scale(1.0 / step->h, v3_sub(v3_load(b), v3_load(a)));
    base.angular_acceleration = v3_scale(1.0 / step->h, v3_sub(v3_load(b + 3), v3_load(a + 3)));
    return base;
}

/// twists ◄ velocities of the links' centres of mass, and angular, from the scratch.
static void read_twists(const hf_model *model, int tree, const articulated_scratch *scratch, double (*twists)[6])
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

static void twists_at(step_context *step, int tree, const double *v, double share, double (*twists)[6])
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    articulated_base base = mechanism_base(step, tree, share);
    articulated_velocities(t->articulated, step->world->middle[tree], &base, v);
    read_twists(step->model, tree, step->world->middle[tree], twists);
}

static hf_status pose_tree(step_context *step, int tree)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    if (t->maximal) return maximal_pose_middle(step, tree);
    step_mechanism *s = step->mechanism;
    const double *v = step->world->state.v + t->v;
    memcpy(s->middle.q + t->q, s->start.q + t->q, (size_t)t->q_count * sizeof(double));
    articulated_integrate(t->articulated, s->middle.q + t->q, v, (1.0 - step->theta) * step->h);
    configuration_pose_tree(&s->middle, tree);
    for (int k = 0; k < t->link_count; k++)
    {
        int body = step->model->mechanism.links[t->link_begin + k];
        const rigid_state *now = &step->world->state.bodies[body];
        v3_store(step->before[body], v3_load(now->v));
        v3_store(step->before[body] + 3, v3_load(now->L));
    }
    twists_at(step, tree, v, 0.0, s->half);
    return HF_STATUS_OK;
}

// ---- springs of joints ----

/// force ◄ -K (q + θ h v - q_0) of all joints; stiffness and damping go to M̂.
static void joint_springs(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    double ahead = step->theta * step->h;
    for (int j = 0; j < m->joint_count; j++)
    {
        const hf_joint_def *def = &m->joints[j];
        int v = m->joint_place_v[j], n = joint_v_size(def->kind);
        const double *q = s->start.q + m->joint_place_q[j], *rate = step->world->state.v + v;
        vec3 turn = def->kind == HF_JOINT_BALL ? quat_log(quat_load(q)) : v3(q[0] - def->spring, 0, 0);
        for (int k = 0; k < n; k++)
        {
            s->stiffness[v + k] += def->stiffness;
            s->damping[v + k] += def->damping;
            s->force[v + k] -= def->stiffness * (v3_at(turn, k) + ahead * rate[k]) + def->damping * rate[k];
        }
    }
}

// ---- velocities ----

/// Forces and torques on links, at their centres of mass. NULL where there are none.
static double *link_wrenches(step_context *step, int tree)
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    double *wrench = ARENA_ZEROED(step->workspace, double, 6 * (size_t)t->link_count);
    for (int k = 0; wrench && k < t->link_count; k++)
    {
        int body = m->links[t->link_begin + k];
        vec3 force, torque;
        body_forces(step, body, v3_load(step->before[body]), v3_load(step->before[body] + 3), &force, &torque);
        v3_store(wrench + 6 * k, force);
        v3_store(wrench + 6 * k + 3, torque);
    }
    return wrench;
}

/// On the straight way to where it is sent. The last piece is as long as what is left of the
/// step, any other at most half of it, whatever rounding does to times.
double mechanism_prescribed_goal(const step_context *step, int joint)
{
    const world_state *state = &step->world->state;
    double q = state->q[step->model->mechanism.joint_place_q[joint]], left = step->world->end - state->time;
    return left < 1.5 * step->h ? state->track[joint] : q + (state->track[joint] - q) * (step->h / left);
}

/// rhs ◄ the changes of velocity that are given, of prescribed joints.
static void prescribe(const step_context *step, const model_tree *t, double *change)
{
    const mechanism *m = &step->model->mechanism;
    const world_state *state = &step->world->state;
    for (int k = 0; k < t->joint_count; k++)
    {
        int j = m->tree_joints[t->joint_begin + k];
        if (!m->joints[j].prescribed) continue;
        double v = (mechanism_prescribed_goal(step, j) - state->q[m->joint_place_q[j]]) / step->h;
        change[m->joint_place_v[j] - t->v] = v - state->v[m->joint_place_v[j]];
    }
}

static bool any_prescribed(const articulated_tree *tree)
{
    for (int k = 0; k < tree->v_count; k++)
        if (tree->prescribed[k]) return true;
    return false;
}

static hf_status factor_tree(step_context *step, int tree, double *diag)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    const step_mechanism *s = step->mechanism;
    double h = step->h, theta = step->theta;
    for (int k = 0; k < t->v_count; k++)
        diag[k] = h * s->damping[t->v + k] + theta * theta * h * h * s->stiffness[t->v + k];
    return articulated_factor(t->articulated, step->world->middle[tree], diag, step->error);
}

/// v_free of a tree: the rounds of v_m.
static hf_status free_tree(step_context *step, int tree)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    step_mechanism *s = step->mechanism;
    const world_state *state = &step->world->state;
    articulated_scratch *scratch = step->world->middle[tree];
    size_t n = (size_t)t->v_count;
    double *diag = ARENA_ARRAY(step->workspace, double, n), *bias = ARENA_ARRAY(step->workspace, double, n);
    double *rhs = ARENA_ARRAY(step->workspace, double, n), *change = ARENA_ZEROED(step->workspace, double, n);
    double *mean = ARENA_ARRAY(step->workspace, double, n), *wrench = link_wrenches(step, tree);
    if (!diag || !bias || !rhs || !change || !mean || !wrench) return error_no_memory(step->error);
    hf_status status = factor_tree(step, tree, diag);
    if (status != HF_STATUS_OK) return status;

    const double *v = state->v + t->v, *last = state->impulse + t->v;
    double again = state->last_h > 0.0 ? step->h / state->last_h : 0.0;
    bool tracks = any_prescribed(t->articulated);
    articulated_base base = mechanism_base(step, tree, 0.5);
    for (int round = 0; round < BIAS_ROUNDS; round++)
    {
        for (size_t k = 0; k < n; k++) mean[k] = v[k] + 0.5 * (change[k] + (round ? again * last[k] : 0.0));
        articulated_velocities(t->articulated, scratch, &base, mean);
        articulated_bias(t->articulated, scratch, &base, mean, v3_load(step->world->settings.gravity), wrench, bias);
        for (size_t k = 0; k < n; k++) rhs[k] = step->h * (s->force[(size_t)t->v + k] - bias[k]);
        prescribe(step, t, change);
        if (tracks) articulated_track(t->articulated, scratch, rhs, change);
        else articulated_solve(t->articulated, scratch, rhs, change);
    }
    for (size_t k = 0; k < n; k++) s->v_free[(size_t)t->v + k] = v[k] + change[k];
    twists_at(step, tree, s->v_free + t->v, 1.0, step->free);
    return HF_STATUS_OK;
}

/// Forces of site actuators on bodies that are no links.
static void push_free_bodies(step_context *step)
{
    const hf_model *m = step->model;
    for (int k = 0; k < m->body_count; k++)
    {
        const double *extra = step->mechanism->extra[k];
        bool any = false;
        for (int i = 0; i < 6; i++) any |= extra[i] != 0.0;
        if (!any || m->rigid[k].motion != HF_MOTION_FREE) continue;
        vec3 v = v3_add_scaled(v3_load(step->free[k]), step->h * m->rigid[k].inverse_mass, v3_load(extra));
        vec3 L = v3_add_scaled(v3_load(step->spin[k]), step->h, v3_load(extra + 3));
        v3_store(step->free[k], v);
        v3_store(step->free[k] + 3, m3_times(step->inverse[k], L));
        v3_store(step->spin[k], L);
    }
}

hf_status mechanism_free_motion(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    if (!take_memory(step)) return error_no_memory(step->error);
    place_bodies(step);
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < m->tree_count && status == HF_STATUS_OK; t++) status = pose_tree(step, t);
    if (status != HF_STATUS_OK) return status;
    joint_springs(step);
    if (!rows_begin(&step->mechanism->rows, step->model, step->workspace)) return error_no_memory(step->error);
    mechanism_forces(step);
    if (step->mechanism->rows.failed) return error_no_memory(step->error);
    push_free_bodies(step);
    for (int t = 0; t < m->tree_count && status == HF_STATUS_OK; t++)
        status = m->trees[t].maximal ? maximal_free_motion(step, t) : free_tree(step, t);
    return status;
}

// ---- after the solve ----

/// z += G r, p += H r over all blocks of the problem; z and p over the dofs of all objects.
static void sum_rows(const step_context *step, double *z, double *p)
{
    hf_factored_rows rows = hf_problem_factored_rows(step->world->problem);
    hf_laws laws = hf_problem_laws(step->world->problem);
    const int *offset = hf_problem_offsets(step->world->problem);
    size_t at = 0;
    for (int i = 0; i < laws.block_count; i++)
    {
        size_t n = rows.begin[i + 1] - rows.begin[i];
        for (int row = 0; row < laws.size[i]; row++, at += n)
        {
            double r = step->r[offset[i] + row];
            for (size_t k = 0; k < n; k++)
            {
                int dof = step->dof_back[rows.dof[rows.begin[i] + k]];
                if (dof < 0) continue; // compliance
                z[dof] += rows.G[at + k] * r;
                if (i >= step->contact_count) p[dof] += step->unit_mass * rows.H[at + k] * r;
            }
        }
    }
}

/// Rows of mechanisms act on free bodies, too.
static void push_rigid(step_context *step, const model_object *object, const double *p)
{
    rigid_state *next = &step->next[object->index];
    bool any = false;
    for (int k = 0; k < 6; k++) any |= p[k] != 0.0;
    if (!any) return;
    double inverse = step->model->rigid[object->index].inverse_mass;
    v3_store(next->v, v3_add_scaled(v3_load(next->v), inverse, v3_load(p)));
    v3_store(next->L, v3_add(v3_load(next->L), v3_load(p + 3)));
}

hf_status mechanism_take_impulses(step_context *step, double (*after)[6])
{
    const hf_model *m = step->model;
    step_mechanism *s = step->mechanism;
    double *z = ARENA_ZEROED(step->workspace, double, m->dof_count);
    double *p = ARENA_ZEROED(step->workspace, double, m->dof_count);
    if (!z || !p) return error_no_memory(step->error);
    sum_rows(step, z, p);
    for (int o = 0; o < m->object_count; o++)
    {
        const model_object *object = &m->objects[o];
        if (object->kind == OBJECT_RIGID)
        {
            push_rigid(step, object, p + object->dof);
            continue;
        }
        if (object->kind == OBJECT_MAXIMAL)
        {
            maximal_take_impulses(step, o, z + object->dof, after);
            continue;
        }
        const model_tree *t = &m->mechanism.trees[object->index];
        object_respond(&s->mass, o, z + object->dof, z + object->dof);
        for (int k = 0; k < t->v_count; k++) s->v[t->v + k] = s->v_free[t->v + k] + z[object->dof + k];
        twists_at(step, object->index, s->v + t->v, 1.0, after);
    }
    const int *offset = hf_problem_offsets(step->world->problem) + step->contact_count;
    for (int b = 0; b < s->rows.count; b++)
    {
        const row_block *block = &s->rows.blocks[b];
        const double *r = step->r + offset[b];
        for (int k = 0; k < block->size; k++)
            s->reactions[block->place + block->row[k]] = step->unit_mass * block->scale * r[k];
    }
    step->again = !mechanism_actuator_forces(step);
    return HF_STATUS_OK;
}

/// Prescribed joints are where they were sent, whatever θ.
static void land_prescribed(step_context *step, const model_tree *t)
{
    const mechanism *m = &step->model->mechanism;
    for (int k = 0; k < t->joint_count; k++)
    {
        int j = m->tree_joints[t->joint_begin + k];
        if (m->joints[j].prescribed) step->mechanism->after.q[m->joint_place_q[j]] = mechanism_prescribed_goal(step, j);
    }
}

void mechanism_pose_after(step_context *step, int tree)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    step_mechanism *s = step->mechanism;
    configuration_pose_tree(&s->after, tree);
    articulated_base base = configuration_base(&s->after, tree);
    if (t->base >= 0)
    {
        base.linear = v3_load(step->next[t->base].v);
        base.angular = v3_load(step->next[t->base].L);
    }
    articulated_velocities(t->articulated, step->world->probe[tree], &base, s->v + t->v);
    configuration_take_velocities(&s->after, tree);
}

void mechanism_take_over(step_context *step)
{
    const mechanism *m = &step->model->mechanism;
    const step_mechanism *s = step->mechanism;
    world_state *state = &step->world->state;
    memcpy(state->q, s->after.q, (size_t)m->tree_q_count * sizeof *state->q);
    memcpy(state->v, s->v, (size_t)m->tree_v_count * sizeof *state->v);
    for (int k = 0; k < m->tree_v_count; k++) state->impulse[k] = s->v[k] - s->v_free[k];
    memcpy(state->reactions, s->reactions, (size_t)m->row_count * sizeof *state->reactions);
}

hf_status mechanism_move(step_context *step, const double *theta)
{
    const mechanism *m = &step->model->mechanism;
    step_mechanism *s = step->mechanism;
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < m->tree_count && status == HF_STATUS_OK; t++)
    {
        const model_tree *tree = &m->trees[t];
        double *q = s->after.q + tree->q;
        double share = theta[m->links[tree->link_begin]];
        if (tree->maximal)
        {
            status = maximal_move(step, t, share);
            continue;
        }
        bool smooth = share == step->theta;
        memcpy(q, (smooth ? s->middle.q : s->start.q) + tree->q, (size_t)tree->q_count * sizeof *q);
        articulated_integrate(tree->articulated, q, s->v + tree->v, smooth ? step->theta * step->h : step->h);
        land_prescribed(step, tree);
        mechanism_pose_after(step, t);
    }
    return status;
}

hf_status mechanism_displace(step_context *step, int object, double *z)
{
    const model_object *o = &step->model->objects[object];
    const model_tree *t = &step->model->mechanism.trees[o->index];
    bool any = false;
    for (int k = 0; k < o->dof_count; k++) any |= z[k] != 0.0;
    if (!any) return HF_STATUS_OK;
    if (o->kind == OBJECT_MAXIMAL) return maximal_displace(step, object, z);
    object_respond(&step->mechanism->mass, object, z, z);
    articulated_integrate(t->articulated, step->mechanism->after.q + t->q, z, 1.0);
    mechanism_pose_after(step, o->index);
    return HF_STATUS_OK;
}

// ---- the start ----

enum
{
    CLOSING_ROUNDS = 60
};

hf_status world_close_loops(hf_world *world, double *gap, hf_error *error)
{
    const hf_model *m = world->model;
    hf_step_report report = {0};
    step_context step = {.world = world,
                         .model = m,
                         .at = world->state.bodies,
                         .h = world->settings.timestep,
                         .theta = 1.0,
                         .workspace = world->workspace,
                         .report = &report,
                         .error = error,
                         .unit_mass = 1.0};
    arena_mark mark = arena_begin(world->workspace);
    size_t n = (size_t)m->body_count;
    step.inverse = arena_take_zeroed(step.workspace, n, sizeof *step.inverse);
    step.before = arena_take_zeroed(step.workspace, n, sizeof *step.before);
    step.free = arena_take_zeroed(step.workspace, n, sizeof *step.free);
    step.next = ARENA_ARRAY(step.workspace, rigid_state, n);
    hf_status status = HF_STATUS_OK;
    if (!step.inverse || !step.before || !step.free || !step.next || !take_memory(&step))
        status = error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        memcpy(step.next, world->state.bodies, n * sizeof *step.next);
        memcpy(step.mechanism->after.q, world->state.q, (size_t)m->mechanism.tree_q_count * sizeof(double));
        memcpy(step.mechanism->v, world->state.v, (size_t)m->mechanism.tree_v_count * sizeof(double));
        for (int k = 0; k < m->body_count; k++)
            if (m->rigid[k].motion == HF_MOTION_FREE)
                rigid_inverse_inertia(&m->rigid[k], quat_load(step.next[k].q), step.inverse[k]);
        place_bodies(&step);
    }
    for (int t = 0; t < m->mechanism.tree_count && status == HF_STATUS_OK; t++)
    {
        if (m->mechanism.trees[t].maximal)
        {
            status = maximal_stand(&step, t);
            continue;
        }
        pose_tree(&step, t);
        mechanism_pose_after(&step, t);
        status = articulated_factor(m->mechanism.trees[t].articulated, world->middle[t], NULL, error);
    }
    if (status == HF_STATUS_OK) status = correct_positions(&step, CLOSING_ROUNDS, gap);
    if (status == HF_STATUS_OK)
    {
        memcpy(world->state.bodies, step.next, n * sizeof *step.next);
        memcpy(world->state.q, step.mechanism->after.q, (size_t)m->mechanism.tree_q_count * sizeof(double));
        memcpy(world->state.v, step.mechanism->v, (size_t)m->mechanism.tree_v_count * sizeof(double));
    }
    arena_end(world->workspace, mark);
    return status;
}

/// The loop with the widest gap.
static int worst_loop(const configuration *at)
{
    int worst = 0;
    double widest = -1.0, gap[6];
    for (int l = 0; l < at->model->mechanism.loop_count; l++)
    {
        if (!at->model->mechanism.loops[l].active) continue;
        int n = loop_gaps(at, l, gap);
        for (int k = 0; k < n; k++)
            if (fabs(gap[k]) > widest) widest = fabs(gap[k]), worst = l;
    }
    return worst;
}

hf_status model_close_loops(hf_model *model, hf_error *error)
{
    const double TOO_WIDE = 1e-8; // [m or rad]
    hf_world *world = NULL;
    double gap = 0.0;
    hf_status status = world_create_unchecked(model, &world, error);
    if (status == HF_STATUS_OK) status = world_close_loops(world, &gap, error);
    if (status == HF_STATUS_OK)
    {
        const configuration at = {.model = model, .bodies = world->state.bodies, .q = world->state.q};
        double widest = mechanism_gap(&at);
        char label[LABEL_SIZE];
        int worst = worst_loop(&at);
        if (!(widest <= TOO_WIDE))
            status = error_set(error, HF_STATUS_INVALID,
                               "%s cannot be closed at the start: the nearest configuration leaves a gap of %g",
                               label_make(label, "loop", worst, model->mechanism.loops[worst].name), widest);
        for (int k = 0; status == HF_STATUS_OK && k < model->body_count; k++)
        {
            rigid_state *start = &model->initial[k];
            memcpy(start->x, world->state.bodies[k].x, sizeof start->x);
            memcpy(start->q, world->state.bodies[k].q, sizeof start->q);
        }
        if (status == HF_STATUS_OK)
            memcpy(model->initial_q, world->state.q, (size_t)model->mechanism.tree_q_count * sizeof(double));
    }
    hf_world_destroy(world);
    return status;
}
