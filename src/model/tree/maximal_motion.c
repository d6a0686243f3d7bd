// How a tree in maximal coordinates moves (object_maximal.c): free motion, impulses, moving, and closing their joints.
//
//   x_m = x + (1 - θ) h v,  turned freely by the angular momentum L                       every unit on its own
//   M_m V⁺ = M_m V + h F + J_mᵀ λ + Hᵀ r,     M_m V = (m v, L): momentum is what is kept
//   J_m V⁺ + (J_m V - J V) = 0                                                            to second order J⁺ V⁺ = 0
//   x⁺ = x_m + θ h v⁺,  turned on by L⁺;  then x⁺ and V⁺ ◄ the nearest, in the metric of mass, with closed joints
//
// V⁺ enters linearly: no rounds. Forces of joints act in pairs on the same line, so that linear momentum is kept to
// rounding, and angular momentum but for what the last projection moves (of third order in h). The joints' own
// velocities at the end are values of rows, v⁺ = (S⁺)_m V⁺ + ((S⁺)_m V - v): armature, springs and dampers, limits,
// motors and friction all see these.
//
// Where velocities jump the move is x⁺ = x + h v⁺, as for other objects. Coordinates q are read from where the links
// have come.

#include "model/model.h"
#include "model/tree/object_tree.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    CLOSING = 12 // rounds; the gap after a step is of third order, each round squares it
};
static const double CLOSED = 1e-13; // [m or rad]
static const double OPEN = 1e-6;    // [m or rad]: wider gaps say that the motion of the piece is not known

// ---- units and links ----

static vec3 unit_turning(const maximal_tree *t, const maximal_scratch *s, int unit)
{
    const rigid_state *state = &s->units[unit];
    return rigid_angular_velocity(&t->units[unit].constants, quat_load(state->q), v3_load(state->L));
}

/// V ◄ velocities of the units' states.
static void read_velocities(const maximal_tree *t, const maximal_scratch *s, double *V)
{
    for (int u = 0; u < t->unit_count; u++)
    {
        memcpy(V + 6 * u, s->units[u].v, 3 * sizeof *V);
        v3_store(V + 6 * u + 3, unit_turning(t, s, u));
    }
}

/// Velocity of the centre of mass and angular velocity of link k at velocities V of the units.
static void link_twist(const maximal_tree *t, const maximal_scratch *s, int k, const double *V, double twist[6])
{
    int u = t->link_unit[k];
    maximal_pose frame = maximal_link_pose(t, s, k);
    vec3 center = v3_add(frame.position, quat_rotate(frame.orientation, t->links->links[k].center));
    vec3 w = v3_load(V + 6 * u + 3);
    v3_store(twist, v3_add(v3_load(V + 6 * u), v3_cross(w, v3_sub(center, v3_load(s->units[u].x)))));
    v3_store(twist + 3, w);
}

static void link_twists(const object_step *step, int tree, const double *V, double (*twists)[6])
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    for (int k = 0; k < t->link_count; k++)
        link_twist(t->maximal, step->scratch->maximal[tree], k, V, twists[m->links[t->link_begin + k]]);
}

/// Poses of links in a configuration from the units' states.
static void place_links(const configuration *at, int tree, const maximal_scratch *s)
{
    const mechanism *m = &at->model->mechanism;
    const model_tree *t = &m->trees[tree];
    for (int k = 0; k < t->link_count; k++)
    {
        int body = m->links[t->link_begin + k];
        maximal_pose frame = maximal_link_pose(t->maximal, s, k);
        rigid_place(&at->model->rigid[body], frame.position, frame.orientation, &at->bodies[body]);
    }
}

/// The units' states from the links of the state.
static void take_units(const object_step *step, int tree)
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    const configuration *at = &step->start;
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        int body = m->links[t->link_begin + t->maximal->units[u].head];
        const body_state *link = &at->bodies[body];
        maximal_pose head;
        configuration_frame(at, body, &head.position, &head.orientation);
        vec3 w = v3_load(link->w);
        vec3 v = v3_add(v3_load(link->v), v3_cross(w, v3_sub(head.position, v3_load(link->x))));
        maximal_place_unit(t->maximal, step->scratch->maximal[tree], u, head, v, w);
    }
}

// ---- closing ----

/// The joint of a velocity that is prescribed.
static int joint_at(const mechanism *m, const model_tree *t, int dof)
{
    int j = m->tree_joints[t->joint_begin];
    for (int k = 0; k < t->joint_count; k++)
        if (m->joint_place_v[m->tree_joints[t->joint_begin + k]] - t->v <= dof) j = m->tree_joints[t->joint_begin + k];
    return j;
}

/// q and gaps (c, by rows; hard ones) of the joints at the units' states. *widest: the largest of them. Joints that are
/// prescribed shall be where the step sends them.
static hf_status read_joints(object_step *step, int tree, const articulated_base *base, double *q, double *widest)
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    *widest = 0.0;
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        int above = t->articulated->links[unit->head].parent;
        maximal_pose head = maximal_link_pose(t->maximal, s, unit->head);
        maximal_pose parent = {base->position, base->orientation};
        double *gap = s->c + 6 * u;
        if (unit->floating)
        {
            v3_store(q, head.position);
            quat_store(q + 3, head.orientation);
            continue;
        }
        if (above >= 0) parent = maximal_link_pose(t->maximal, s, above);
        memset(gap, 0, 6 * sizeof *gap);
        if (!maximal_joint_read(t->maximal, u, parent, head, q, gap))
            return error_set(step->error, HF_STATUS_INVALID,
                             "link %d: its joints have come to depend on each other: maximal coordinates cannot tell "
                             "them apart; use reduced ones",
                             unit->head);
        for (int k = 0; k < unit->freedom; k++)
        {
            if (!t->articulated->prescribed[unit->dof + k]) continue;
            int j = joint_at(m, t, unit->dof + k);
            gap[6 - unit->freedom + k] = q[m->joint_place_q[j] - t->q] - tree_prescribed_goal(step, j);
        }
        for (int k = 0; k < 6; k++) *widest = fmax(*widest, fabs(gap[k]));
    }
    return HF_STATUS_OK;
}

/// Moves the units by displacements (shift, turn) of each; momenta stay.
static void shift_units(const maximal_tree *t, maximal_scratch *s, const double *delta)
{
    for (int u = 0; u < t->unit_count; u++)
    {
        rigid_state *unit = &s->units[u];
        v3_store(unit->x, v3_add(v3_load(unit->x), v3_load(delta + 6 * u)));
        quat_store(unit->q, quat_integrate(quat_load(unit->q), v3_load(delta + 6 * u + 3), 1.0));
    }
}

/// Units ◄ the nearest, in the metric of mass, whose joints are closed; then joints' rows and factors there.
static hf_status close_units(object_step *step, int tree, const articulated_base *base, double *q)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    size_t bytes = 6 * (size_t)t->maximal->unit_count * sizeof(double);
    double widest, last = INFINITY;
    for (int round = 0;; round++)
    {
        hf_status status = read_joints(step, tree, base, q, &widest);
        if (status != HF_STATUS_OK) return status;
        bool done = widest <= CLOSED || round == CLOSING || !(widest < 0.5 * last);
        if (round == 0 || done)
        {
            status = maximal_pose_joints(t->maximal, s, base, q, step->error);
            if (status == HF_STATUS_OK) status = maximal_factor(t->maximal, s, NULL, step->error);
        }
        if (done && !(widest <= OPEN)) step->unsettled = t->v;
        if (status != HF_STATUS_OK || done) return status;
        last = widest;
        memset(s->P, 0, bytes);
        maximal_solve(t->maximal, s, s->P, s->c, s->half);
        shift_units(t->maximal, s, s->half);
    }
}

// ---- the middle ----

/// Loops may depend on each other as long as joints are closed, and only then (Bricard's linkage): with them, the
/// middle is taken where q leads.
static bool has_loops(const mechanism *m)
{
    for (int l = 0; l < m->loop_count; l++)
        if (m->loops[l].active && (m->loops[l].kind == HF_LOOP_CONNECT || m->loops[l].kind == HF_LOOP_WELD))
            return true;
    return false;
}

/// A unit on its own for a time h.
static void advance(const rigid_constants *c, rigid_state *unit, double h)
{
    if (!(h > 0.0)) return;
    v3_store(unit->x, v3_add_scaled(v3_load(unit->x), h, v3_load(unit->v)));
    quat_store(unit->q, rigid_turn(c, quat_load(unit->q), v3_load(unit->L), h));
}

/// Units in the middle of the step, and links there; momenta stay.
static void place_middle(object_step *step, int tree)
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    const configuration *middle = &step->middle;
    maximal_scratch *s = step->scratch->maximal[tree];
    double ahead = (1.0 - step->theta) * step->h;
    bool loops = has_loops(m);
    memcpy(middle->q + t->q, step->start.q + t->q, (size_t)t->q_count * sizeof(double));
    articulated_integrate(t->articulated, middle->q + t->q, step->v + t->v, ahead);
    if (loops) tree_pose(middle, tree);
    for (int u = 0; u < t->maximal->unit_count && ahead > 0.0; u++)
    {
        const rigid_constants *c = &t->maximal->units[u].constants;
        rigid_state *unit = &s->units[u];
        maximal_pose head;
        if (loops)
        {
            configuration_frame(middle, m->links[t->link_begin + t->maximal->units[u].head], &head.position,
                                &head.orientation);
            maximal_set_pose(t->maximal, s, u, head);
            continue;
        }
        advance(c, unit, ahead);
    }
    place_links(middle, tree, s);
}

hf_status maximal_begin(object_step *step, int object)
{
    int tree = step->model->objects[object].index;
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    const double *v = step->v + t->v;
    take_units(step, tree);
    place_middle(step, tree);
    tree_read_before(step, tree);
    read_velocities(t->maximal, s, s->half);
    link_twists(step, tree, s->half, step->half);
    articulated_base base = tree_base_middle(step, tree, 0.0);
    TRY(maximal_pose_joints(t->maximal, s, &base, step->middle.q + t->q, step->error));
    maximal_values(t->maximal, s, &base, s->half, s->turn);
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        for (int k = 0; !unit->floating && k < unit->freedom; k++)
            s->turn[6 * u + 6 - unit->freedom + k] -= v[unit->dof + k];
    }
    return HF_STATUS_OK;
}

// ---- free motion ----

/// P ◄ M V + h F of every unit.
static void momenta(object_step *step, int tree)
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    double h = step->h;
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        const rigid_constants *c = &t->maximal->units[u].constants;
        double weight = c->mass * c->gravity_scale;
        vec3 p = v3_scale(c->mass, v3_load(s->units[u].v));
        v3_store(s->P + 6 * u, v3_add_scaled(p, h * weight, v3_load(step->settings->physics.gravity)));
        v3_store(s->P + 6 * u + 3, v3_load(s->units[u].L));
    }
    for (int k = 0; k < t->link_count; k++)
    {
        int body = m->links[t->link_begin + k], u = t->maximal->link_unit[k];
        const double *extra = step->extra[body];
        double *P = s->P + 6 * u,
               scale = t->articulated->links[k].mass *
                       (t->articulated->links[k].gravity_scale - t->maximal->units[u].constants.gravity_scale);
        vec3 force, torque, arm = v3_sub(v3_load(step->middle.bodies[body].x), v3_load(s->units[u].x));
        object_forces(step, body, v3_load(step->before[body]), v3_load(step->before[body] + 3), &force, &torque);
        force = v3_add_scaled(v3_add(force, v3_load(extra)), scale, v3_load(step->settings->physics.gravity));
        torque = v3_add(v3_add(torque, v3_load(extra + 3)), v3_cross(arm, force));
        v3_store(P, v3_add_scaled(v3_load(P), h, force));
        v3_store(P + 3, v3_add_scaled(v3_load(P + 3), h, torque));
    }
    maximal_add_torques(t->maximal, s, step->force + t->v, h, s->P);
}

/// c -= the velocities of prescribed joints.
static void prescribe(const object_step *step, const model_tree *t, double *c)
{
    const mechanism *m = &step->model->mechanism;
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        for (int k = 0; !unit->floating && k < unit->freedom; k++)
        {
            if (!t->articulated->prescribed[unit->dof + k]) continue;
            int j = joint_at(m, t, unit->dof + k);
            double rate = (tree_prescribed_goal(step, j) - step->start.q[m->joint_place_q[j]]) / step->h;
            c[6 * u + 6 - unit->freedom + k] -= rate;
        }
    }
}

/// v ◄ the joints' velocities at the end of the step, with velocities V in the middle; those of a floating base are not
/// written.
static void joint_velocities(const object_step *step, int tree, const double *V, double *v)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    articulated_base base = tree_base_middle(step, tree, 1.0);
    maximal_values(t->maximal, s, &base, V, s->c);
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        int row = 6 * u + 6 - unit->freedom;
        for (int k = 0; !unit->floating && k < unit->freedom; k++) v[unit->dof + k] = s->c[row + k] + s->turn[row + k];
    }
}

hf_status maximal_free(object_step *step, int object)
{
    int tree = step->model->objects[object].index;
    const model_tree *t = &step->model->mechanism.trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    size_t units = 6 * (size_t)t->maximal->unit_count;
    double *extra = ARENA_ARRAY(step->workspace, double, t->v_count);
    double *still = ARENA_ZEROED(step->workspace, double, units);
    if (!extra || !still) return error_no_memory(step->error);
    for (int k = 0; k < t->v_count; k++)
        extra[k] = step->h * step->damping[t->v + k] +
                   step->theta * step->theta * step->h * step->h * step->stiffness[t->v + k];
    TRY(maximal_factor(t->maximal, s, extra, step->error));
    momenta(step, tree);
    articulated_base base = tree_base_middle(step, tree, 1.0);
    maximal_values(t->maximal, s, &base, still, s->c); // the base alone
    for (size_t k = 0; k < units; k++) s->c[k] += s->turn[k];
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        for (int k = unit->hard_count; k < unit->row_count; k++)
            s->c[6 * u + unit->rows[k]] -= step->v[t->v + unit->dof + unit->rows[k] - (6 - unit->freedom)];
    }
    prescribe(step, t, s->c);
    maximal_solve(t->maximal, s, s->P, s->c, s->V);
    joint_velocities(step, tree, s->V, step->v_free + t->v);
    link_twists(step, tree, s->V, step->free);
    return HF_STATUS_OK;
}

// ---- after the solve ----

void maximal_take(object_step *step, int object, double *z, const double *p, double (*after)[6])
{
    (void)p;
    int tree = step->model->objects[object].index;
    const model_tree *t = &step->model->mechanism.trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    object_maximal.rows->respond(&step->mass, object, z, z);
    for (int u = 0; u < t->maximal->unit_count; u++)
        for (int k = 0; k < 6; k++) s->V[6 * u + k] += z[t->maximal->place[u] + k];
    joint_velocities(step, tree, s->V, step->v_after + t->v);
    link_twists(step, tree, s->V, after);
}

/// Velocities ◄ the nearest that fit the joints where they are now. Momentum stays: the impulses act in pairs.
static void fit_velocities(object_step *step, int tree, const articulated_base *base)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    int units = t->maximal->unit_count;
    read_velocities(t->maximal, s, s->V);
    maximal_values(t->maximal, s, base, s->V, s->c);
    for (int u = 0; u < units; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        for (int k = unit->hard_count; k < unit->row_count; k++) s->c[6 * u + unit->rows[k]] = 0.0;
    }
    prescribe(step, t, s->c);
    memset(s->P, 0, 6 * (size_t)units * sizeof *s->P);
    maximal_solve(t->maximal, s, s->P, s->c, s->half);
    for (int k = 0; k < 6 * units; k++) s->V[k] += s->half[k];
    for (int u = 0; u < units; u++)
    {
        memcpy(s->units[u].v, s->V + 6 * u, 3 * sizeof(double));
        v3_store(s->units[u].L,
                 rigid_momentum(&t->maximal->units[u].constants, quat_load(s->units[u].q), v3_load(s->V + 6 * u + 3)));
    }
}

/// The velocities of joints and of a floating base, as they now are; links where their units are.
static void hand_over(object_step *step, int tree, const articulated_base *base)
{
    const mechanism *m = &step->model->mechanism;
    const model_tree *t = &m->trees[tree];
    const maximal_scratch *s = step->scratch->maximal[tree];
    double *v = step->v_after + t->v;
    maximal_values(t->maximal, s, base, s->V, s->c);
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        const maximal_unit *unit = &t->maximal->units[u];
        for (int k = 0; !unit->floating && k < unit->freedom; k++)
            v[unit->dof + k] = s->c[6 * u + 6 - unit->freedom + k];
        if (!unit->floating) continue;
        maximal_pose head = maximal_link_pose(t->maximal, s, unit->head);
        vec3 w = v3_load(s->V + 6 * u + 3), arm = v3_sub(head.position, v3_load(s->units[u].x));
        v3_store(v, v3_add(v3_load(s->V + 6 * u), v3_cross(w, arm)));
        v3_store(v + 3, quat_rotate_back(head.orientation, w));
    }
    memcpy(step->v_free + t->v, v, (size_t)t->v_count * sizeof *v); // nothing to expect of the next step
    place_links(&step->after, tree, s);
    for (int k = 0; k < t->link_count; k++)
    {
        double twist[6];
        body_state *link = &step->after.bodies[m->links[t->link_begin + k]];
        link_twist(t->maximal, s, k, s->V, twist);
        memcpy(link->v, twist, sizeof link->v);
        memcpy(link->w, twist + 3, sizeof link->w);
    }
}

static hf_status close_joints(object_step *step, int tree)
{
    const model_tree *t = &step->model->mechanism.trees[tree];
    articulated_base base = tree_base(&step->after, tree);
    TRY(close_units(step, tree, &base, step->after.q + t->q));
    fit_velocities(step, tree, &base);
    hand_over(step, tree, &base);
    return HF_STATUS_OK;
}

hf_status maximal_move(object_step *step, int object, double theta)
{
    int tree = step->model->objects[object].index;
    const model_tree *t = &step->model->mechanism.trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    bool smooth = theta == step->theta;
    double h = smooth ? step->theta * step->h : step->h, *q = step->after.q + t->q;
    for (int u = 0; u < t->maximal->unit_count; u++) // with the inertia of the solve
        maximal_momentum(t->maximal, s, u, s->V + 6 * u, s->P + 6 * u);
    take_units(step, tree);
    for (int u = 0; u < t->maximal->unit_count; u++)
    {
        rigid_state *unit = &s->units[u];
        if (smooth) advance(&t->maximal->units[u].constants, unit, (1.0 - step->theta) * step->h);
        memcpy(unit->v, s->V + 6 * u, sizeof unit->v);
        memcpy(unit->L, s->P + 6 * u + 3, sizeof unit->L);
        advance(&t->maximal->units[u].constants, unit, h);
    }
    memcpy(q, (smooth ? step->middle.q : step->start.q) + t->q, (size_t)t->q_count * sizeof *q);
    articulated_integrate(t->articulated, q, step->v_after + t->v, h);
    return close_joints(step, tree);
}

hf_status maximal_displace(object_step *step, int object, double *z)
{
    int tree = step->model->objects[object].index;
    const model_tree *t = &step->model->mechanism.trees[tree];
    maximal_scratch *s = step->scratch->maximal[tree];
    object_maximal.rows->respond(&step->mass, object, z, z);
    for (int u = 0; u < t->maximal->unit_count; u++) memcpy(s->half + 6 * u, z + t->maximal->place[u], 6 * sizeof *z);
    shift_units(t->maximal, s, s->half);
    return close_joints(step, tree);
}

hf_status maximal_way(object_step *step, int object, const double *z, double *way)
{
    const hf_model *m = step->model;
    const model_tree *t = &m->mechanism.trees[m->objects[object].index];
    arena_mark mark = arena_begin(step->workspace);
    double *v = ARENA_ARRAY(step->workspace, double, m->objects[object].dof_count), radius = 0.0;
    if (v) object_maximal.rows->respond(&step->mass, object, z, v);
    for (int k = 0; k < t->link_count; k++) radius = fmax(radius, m->radius[m->mechanism.links[t->link_begin + k]]);
    *way = 0.0;
    for (int u = 0; v && u < t->maximal->unit_count; u++)
    {
        const double *shift = v + t->maximal->place[u];
        double unit = v3_norm(v3_load(shift)) + radius * v3_norm(v3_load(shift + 3));
        *way = unit > *way || isnan(unit) ? unit : *way;
    }
    bool well = v != NULL;
    arena_end(step->workspace, mark);
    return well ? HF_STATUS_OK : error_no_memory(step->error);
}

hf_status maximal_stand(object_step *step, int object)
{
    TRY(maximal_begin(step, object));
    return close_joints(step, step->model->objects[object].index);
}
