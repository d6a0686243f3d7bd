// Contacts of the exact derivative: how points, normals and arms change, and what rows and impulses change by that.
//
//   u_k = axis_k · (v_A + ω_A × arm_A - v_B - ω_B × arm_B) + shift        v of centres of mass, as solved
//   γ_k = δaxis_k · u + axis_k · (ω_A × δarm_A - ω_B × δarm_B + what q_m changes of v and ω) + δshift
//   force on A: Σ r_k δaxis_k at its arm, and δarm × f
//
// A contact follows both bodies where these move as one: δp = way of B there, δn = θ_B × n. What one does against the
// other changes it by 6 × 7 numbers of the two shapes and their features: central differences of the narrow phase at
// the same features, of pairs with what does not move all at once.

#include "world/derivative/exact.h"

#include "bodies/articulated/articulated_spatial.h"
#include "model/tree/object_tree.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

static const double WIDTH = 1e-6; // of the differences [m and rad]
static const double NEAR = 1e-4;  // of the smaller shape's width: points of one pair that are nearer are one

// ---- sides ----

static bool side_take(hf_workspace *w, int count, bool turns, exact_side *s)
{
    size_t n = (size_t)count;
    s->count = count;
    s->dof = ARENA_ARRAY(w, int, n);
    s->line = ARENA_ARRAY(w, vec3, n);
    s->turn = ARENA_ARRAY(w, vec3, n);
    s->shift = ARENA_ARRAY(w, vec3, n);
    s->spin = ARENA_ARRAY(w, vec3, n);
    s->line_q = turns ? ARENA_ZEROED(w, vec3, n) : NULL;
    s->turn_q = turns ? ARENA_ZEROED(w, vec3, n) : NULL;
    return arena_whole(w);
}

static bool side_of_body(const exact *e, exact_side *s)
{
    if (!side_take(e->w, 6, false, s)) return false;
    for (int k = 0; k < 6; k++)
    {
        vec3 axis = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2);
        s->dof[k] = k;
        s->line[k] = k < 3 ? axis : v3_cross(axis, s->arm);
        s->turn[k] = s->spin[k] = k < 3 ? v3_zero() : axis;
        s->shift[k] = k < 3 ? axis : v3_zero();
    }
    return true;
}

/// Velocity of a motion S, given at `origin`, at a point.
static vec3 at_point(spatial S, vec3 origin, vec3 point)
{
    return v3_add(S.l, v3_cross(S.a, v3_sub(point, origin)));
}

/// What moves with dof d of link i turns and moves as one: by how much that changes velocity and angular velocity of a
/// point that the link carries. `before`: the motion of what stands before the joint.
static void change_by_dof(const articulated_scratch *at, int link, int i, int d, spatial before, vec3 origin,
                          exact_side *s, int k)
{
    const spatial S = at->inner->dofs[d].S;
    const articulated_body *body = &at->bodies[link];
    vec3 center = body->center;
    vec3 v = v3_add(body->linear, v3_cross(body->angular, v3_sub(center, body->position)));
    vec3 ahead = v3_sub(v, at_point(before, origin, center));
    vec3 change = v3_add(v3_cross(S.a, ahead), v3_cross(before.a, at_point(S, at->bodies[i].position, center)));
    s->turn_q[k] = v3_cross(S.a, v3_sub(body->angular, before.a));
    s->line_q[k] = v3_add(change, v3_cross(s->turn_q[k], s->arm));
}

/// Changes by all dofs of link i, of which `k` are before that of its first.
static void changes_by_link(const articulated_tree *tree, const articulated_scratch *at, const articulated_base *base,
                            const double *v, int link, int i, exact_side *s, int k)
{
    const inner_link *own = &at->inner->links[i];
    const articulated_body *parent = own->parent >= 0 ? &at->bodies[own->parent] : NULL;
    vec3 origin = parent ? parent->position : base->position, here = at->bodies[i].position;
    spatial before = parent ? (spatial){parent->angular, parent->linear} : (spatial){base->angular, base->linear};
    if (tree->floating && i == 0)
    {
        before = (spatial){v3_zero(), v3_load(v)};
        for (int d = 3; d < 6; d++) change_by_dof(at, link, 0, d, before, here, s, k + d);
        return; // shifts of the base change nothing
    }
    before.l = at_point(before, origin, here);
    for (int j = own->joint_begin; j < own->joint_end; j++)
    {
        int d = tree->joints[j].v, end = d + (tree->joints[j].kind == HF_JOINT_BALL ? 3 : 1);
        spatial after = before;
        for (int l = d; l < end; l++)
        {
            change_by_dof(at, link, i, l, before, here, s, k + l - own->v_begin);
            after = spatial_add_scaled(after, v[l], at->inner->dofs[l].S);
        }
        before = after;
    }
}

/// line_q and turn_q ◄ for the velocities that the kinematics in the middle have.
static void find_changes(const exact *e, const exact_object *o, const articulated_base *base, const double *v,
                         exact_side *s)
{
    const object_step *step = e->step->objects;
    const mechanism *m = &step->model->mechanism;
    int index = step->model->objects[o->object].index, link = m->body_link[s->body];
    const articulated_tree *tree = m->trees[index].articulated;
    for (int i = link, k = s->count; i >= 0; i = tree->links[i].parent)
    {
        k -= tree->links[i].v_count;
        changes_by_link(tree, step->scratch->middle[index], base, v, link, i, s, k);
    }
}

static bool side_of_link(const exact *e, const exact_object *o, exact_side *s)
{
    const object_step *step = e->step->objects;
    const mechanism *m = &step->model->mechanism;
    int index = step->model->objects[o->object].index, link = m->body_link[s->body];
    const articulated_tree *tree = m->trees[index].articulated;
    const articulated_scratch *now = step->scratch->middle[index], *start = step->scratch->start[index];
    if (!side_take(e->w, articulated_depth(tree, link), true, s)) return false;
    (void)articulated_branch(tree, link, s->dof);
    articulated_base base = tree_base_middle(step, index, 1.0);
    vec3 point = v3_add(now->bodies[link].center, s->arm);
    for (int i = link, k = s->count; i >= 0; i = tree->links[i].parent)
    {
        k -= tree->links[i].v_count;
        for (int l = 0; l < tree->links[i].v_count; l++)
        {
            spatial S = now->inner->dofs[tree->links[i].v_begin + l].S;
            spatial S0 = start->inner->dofs[tree->links[i].v_begin + l].S;
            s->line[k + l] = at_point(S, now->bodies[i].position, point);
            s->turn[k + l] = S.a;
            s->shift[k + l] = at_point(S0, start->bodies[i].position, start->bodies[link].center);
            s->spin[k + l] = S0.a;
        }
    }
    find_changes(e, o, &base, e->v_solved + m->trees[index].v, s);
    return true;
}

static bool side_begin(const exact *e, int body, vec3 arm, exact_side *s)
{
    const step_context *step = e->step;
    int object = step->model->body_object[body];
    *s = (exact_side){.object = object >= 0 && body_yields(step->model, body) ? e->object_of[object] : -1,
                      .body = body,
                      .center = v3_load(step->at[body].x),
                      .arm = arm,
                      .w = v3_load(step->solved[body] + 3)};
    if (s->object < 0) return true;
    const exact_object *o = &e->objects[s->object];
    return o->tree ? side_of_link(e, o, s) : side_of_body(e, s);
}

// ---- geometry ----

/// The body where it would be: moved by a shift and a turn about its centre.
static pose moved_pose(const step_context *step, int body, int k, double by)
{
    pose out = step->poses[body];
    vec3 along = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2), center = v3_load(step->at[body].x);
    if (k < 3)
    {
        v3_store(out.position, v3_add_scaled(v3_load(out.position), by, along));
        return out;
    }
    double R[9];
    quat turn = quat_exp(v3_scale(by, along));
    quat_to_matrix(turn, R);
    m3_multiply(R, step->poses[body].rotation, out.rotation);
    v3_store(out.position, v3_add(center, quat_rotate(turn, v3_sub(v3_load(out.position), center))));
    return out;
}

/// A perturbed look at some pairs, `first` … end - 1 of the contacts.
typedef struct look
{
    exact *e;
    uint64_t *keys;
    int first, end;
    pose *poses;
    bool *found; // contact_count × 2
    vec3 *at;    // contact_count × 4: points and normals of both sides of a difference
    double *gap; // contact_count × 2
} look;

/// Whether a pair is looked at with all the others: only one of its bodies moves.
static bool is_grounded(const exact_contact *c)
{
    return c->side[0].object < 0 || c->side[1].object < 0;
}

/// The point of a contact: that of its name, or the nearest of its pair where corners on edges have changed theirs.
static const contact_point *find_seen(const step_context *step, const contact_point *points, int count,
                                      const hf_contact *c)
{
    const contact_point *best = NULL;
    double width = collide_pair_width(step->model->scene, c->shape_a, c->shape_b), least = 2.0 * WIDTH;
    if (isfinite(width)) least = fmax(least, NEAR * width);
    for (int k = 0; k < count; k++)
    {
        if (points[k].shape_a != c->shape_a || points[k].shape_b != c->shape_b) continue;
        if (points[k].id == c->id) return &points[k];
        double distance = v3_distance(v3_load(points[k].point), v3_load(c->point));
        if (!(distance < least)) continue;
        least = distance;
        best = &points[k];
    }
    return best;
}

static hf_status look_once(look *l, int k, int way)
{
    const step_context *step = l->e->step;
    int count = 0, point_count;
    contact_point *points;
    for (int i = l->first; i < l->end; i++)
    {
        const exact_contact *c = &l->e->contacts[i];
        const hf_contact *r = &step->contacts[c->index].record;
        uint64_t key = (uint64_t)r->shape_a << 32 | (uint64_t)r->shape_b;
        int body = c->side[c->moved].body;
        if (l->end - l->first > 1 && !is_grounded(c)) continue;
        l->poses[body] = moved_pose(step, body, k, way == 0 ? WIDTH : -WIDTH);
        if (count == 0 || l->keys[count - 1] != key) l->keys[count++] = key;
    }
    TRY(collide_again(step->model->scene, step->world->collide, l->poses, step->reach, l->keys, count, l->e->w, &points,
                      &point_count, step->error));
    for (int i = l->first; i < l->end; i++)
    {
        const exact_contact *c = &l->e->contacts[i];
        const hf_contact *r = &step->contacts[c->index].record;
        int place = 2 * i + way;
        if (l->end - l->first > 1 && !is_grounded(c)) continue;
        l->poses[c->side[c->moved].body] = step->poses[c->side[c->moved].body];
        const contact_point *point = find_seen(step, points, point_count, r);
        l->found[place] = point != NULL;
        if (!point) continue;
        hf_contact seen = *r;
        contact_set_normal(step->model, v3_load(point->normal), &seen);
        l->at[2 * place] = v3_load(point->point);
        l->at[2 * place + 1] = v3_load(seen.normal);
        l->gap[place] = point->gap;
    }
    return HF_STATUS_OK;
}

/// Differences of contact i along k; of one side where the other is not found. False if neither is.
static bool take_difference(const look *l, exact_contact *c, int i, int k)
{
    const hf_contact *r = &l->e->step->contacts[c->index].record;
    const bool *found = l->found + 2 * i;
    if (!found[0] && !found[1]) return false;
    vec3 point[2], normal[2];
    double gap[2], width = found[0] && found[1] ? 2.0 * WIDTH : WIDTH;
    for (int way = 0; way < 2; way++)
    {
        point[way] = found[way] ? l->at[2 * (2 * i + way)] : v3_load(r->point);
        normal[way] = found[way] ? l->at[2 * (2 * i + way) + 1] : v3_load(r->normal);
        gap[way] = found[way] ? l->gap[2 * i + way] : r->gap;
    }
    c->point[k] = v3_scale(1.0 / width, v3_sub(point[0], point[1]));
    c->normal[k] = v3_scale(1.0 / width, v3_sub(normal[0], normal[1]));
    c->gap[k] = (gap[0] - gap[1]) / width;
    return true;
}

static hf_status look_around(look *l)
{
    exact *e = l->e;
    for (int k = 0; k < 6; k++)
    {
        arena_mark mark = arena_begin(e->w);
        for (int way = 0; way < 2; way++) TRY(look_once(l, k, way));
        for (int i = l->first; i < l->end; i++)
        {
            if (l->end - l->first > 1 && !is_grounded(&e->contacts[i])) continue;
            if (!take_difference(l, &e->contacts[i], i, k)) e->why = "a contact point that is there in this pose alone";
        }
        arena_end(e->w, mark);
    }
    return HF_STATUS_OK;
}

static hf_status find_geometry(exact *e)
{
    size_t n = (size_t)e->contact_count, bodies = (size_t)e->step->model->body_count;
    look l = {.e = e,
              .end = e->contact_count,
              .keys = ARENA_ARRAY(e->w, uint64_t, n),
              .poses = ARENA_ARRAY(e->w, pose, bodies),
              .found = ARENA_ZEROED(e->w, bool, 2 * n),
              .at = ARENA_ARRAY(e->w, vec3, 4 * n),
              .gap = ARENA_ARRAY(e->w, double, 2 * n)};
    if (!arena_whole(e->w)) return error_no_memory(e->task->error);
    memcpy(l.poses, e->step->poses, bodies * sizeof *l.poses);
    bool alone = e->contact_count == 1;
    if (!alone) TRY(look_around(&l));
    for (int i = 0; i < e->contact_count; i++)
    {
        if (!alone && is_grounded(&e->contacts[i])) continue;
        l.first = i;
        l.end = i + 1;
        TRY(look_around(&l));
    }
    return HF_STATUS_OK;
}

/// How the first tangent follows the normal.
static void find_tangent(const exact *e, exact_contact *c)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    for (int k = 0; k < 2; k++)
    {
        vec3 t[2];
        for (int way = 0; way < 2; way++)
        {
            hf_contact seen = *r;
            vec3 n = v3_add_scaled(c->axis[0], way == 0 ? WIDTH : -WIDTH, c->axis[1 + k]);
            contact_set_normal(e->step->model, v3_unit_or(n, c->axis[0]), &seen);
            t[way] = v3_load(seen.tangent);
        }
        c->tangent_by[k] = v3_scale(0.5 / WIDTH, v3_sub(t[0], t[1]));
    }
}

/// Kinematics at both configurations, with the velocities of the solve.
static void place_trees(const exact *e)
{
    const object_step *s = e->step->objects;
    const mechanism *m = &s->model->mechanism;
    for (int k = 0; k < e->object_count; k++)
    {
        if (!e->objects[k].tree) continue;
        int index = s->model->objects[e->objects[k].object].index;
        const model_tree *t = &m->trees[index];
        articulated_base start = tree_base(&s->start, index), middle = tree_base_middle(s, index, 1.0);
        articulated_kinematics(t->articulated, s->scratch->start[index], &start, s->start.q + t->q);
        articulated_velocities(t->articulated, s->scratch->middle[index], &middle, e->v_solved + t->v);
    }
}

hf_status exact_contacts_begin(exact *e)
{
    const step_context *step = e->step;
    place_trees(e);
    e->contacts = ARENA_ARRAY(e->w, exact_contact, step->contact_count);
    if (!e->contacts) return error_no_memory(e->task->error);
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *r = &step->contacts[k].record;
        if (!(r->r[0] > 0.0)) continue;
        exact_contact *c = &e->contacts[e->contact_count++];
        vec3 arm[2];
        *c = (exact_contact){.index = k};
        contact_arms(step, r, arm);
        contact_axes(r, c->axis);
        find_tangent(e, c);
        if (!side_begin(e, r->body_a, arm[0], &c->side[0]) || !side_begin(e, r->body_b, arm[1], &c->side[1]))
            return error_no_memory(e->task->error);
        c->moved = c->side[0].object >= 0 ? 0 : 1;
    }
    return e->contact_count > 0 ? find_geometry(e) : HF_STATUS_OK;
}

// ---- what moves with one coordinate ----

typedef struct contact_change
{
    vec3 axis[3], arm[2];
    double gap;
} contact_change;

/// By coordinate k of side s, where contacts are described.
static contact_change change_of(const exact_contact *c, const hf_contact *r, int s, int k)
{
    const exact_side *own = &c->side[s];
    contact_change d;
    vec3 p = v3_load(r->point), n = c->axis[0], shift = own->shift[k], spin = own->spin[k];
    vec3 point = v3_zero(), normal = v3_zero();
    if (s != c->moved) // all goes along with it, and the other one comes from there
    {
        point = v3_add(shift, v3_cross(spin, v3_sub(p, own->center)));
        normal = v3_cross(spin, n);
        shift = v3_negate(v3_add(shift, v3_cross(spin, v3_sub(c->side[c->moved].center, own->center))));
        spin = v3_negate(spin);
    }
    const double by[6] = {shift.x, shift.y, shift.z, spin.x, spin.y, spin.z};
    d.gap = 0.0;
    for (int j = 0; j < 6; j++)
    {
        point = v3_add_scaled(point, by[j], c->point[j]);
        normal = v3_add_scaled(normal, by[j], c->normal[j]);
        d.gap += by[j] * c->gap[j];
    }
    normal = v3_add_scaled(normal, -v3_dot(normal, n), n);
    d.axis[0] = normal;
    d.axis[1] = v3_add(v3_scale(v3_dot(normal, c->axis[1]), c->tangent_by[0]),
                       v3_scale(v3_dot(normal, c->axis[2]), c->tangent_by[1]));
    d.axis[2] = v3_add(v3_cross(normal, c->axis[1]), v3_cross(n, d.axis[1]));
    for (int i = 0; i < 2; i++) d.arm[i] = i == s ? v3_sub(point, own->shift[k]) : point;
    return d;
}

// ---- rows ----

/// All of a contact in the system of a set: rows 0 … 5, whether they are obeyed or not.
typedef struct contact_rows
{
    int count;
    double *H[6], *gamma[6];
} contact_rows;

static bool contact_rows_take(const exact *e, const exact_set *set, int count, contact_rows *rows)
{
    rows->count = count;
    for (int k = 0; k < count; k++)
    {
        rows->H[k] = ARENA_ZEROED(e->w, double, set->n);
        rows->gamma[k] = ARENA_ZEROED(e->w, double, set->columns);
    }
    return arena_whole(e->w);
}

static void fill_rows(const exact *e, const exact_set *set, const exact_contact *c, contact_rows *rows)
{
    (void)set;
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        double sign = s == 0 ? 1.0 : -1.0;
        if (side->object < 0) continue;
        int at = e->objects[side->object].at;
        for (int i = 0; i < side->count; i++)
            for (int k = 0; k < rows->count; k++)
                rows->H[k][at + side->dof[i]] += sign * v3_dot(c->axis[k % 3], k < 3 ? side->line[i] : side->turn[i]);
    }
}

/// What q_m changes of the velocities that rows speak of.
static bool add_middle(const exact *e, const exact_set *set, const exact_contact *c, contact_rows *rows)
{
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        if (side->object < 0 || !side->line_q) continue;
        const exact_object *o = &e->objects[side->object];
        arena_mark mark = arena_begin(e->w);
        double *row = ARENA_ARRAY(e->w, double, o->n), *by_q = ARENA_ARRAY(e->w, double, o->n);
        double *by_v = ARENA_ARRAY(e->w, double, o->n);
        if (!arena_whole(e->w)) return false;
        for (int k = 0; k < rows->count; k++)
        {
            for (int i = 0; i < o->n; i++) row[i] = 0.0;
            for (int i = 0; i < side->count; i++)
                row[side->dof[i]] =
                    (s == 0 ? 1.0 : -1.0) * v3_dot(c->axis[k % 3], k < 3 ? side->line_q[i] : side->turn_q[i]);
            shift_map_pull(&o->middle, o->n, row, by_q, by_v);
            for (int i = 0; i < o->n; i++) rows->gamma[k][o->at + i] += by_q[i];
            for (int i = 0; i < o->n; i++) rows->gamma[k][set->n + o->at + i] += by_v[i];
        }
        arena_end(e->w, mark);
    }
    return true;
}

/// What the law adds to u_N by the gap, for a unit of it (contact_closing_shift).
static double shift_slope(double gap, double h)
{
    const double FAR = 10.0 * GAP_SLACK;
    if (gap >= FAR) return 1.0 / h;
    return gap > GAP_SLACK ? FAR / (FAR - GAP_SLACK) / h : 0.0;
}

/// A motion of what a contact is between: of the points against each other, and of both bodies.
typedef struct contact_motion
{
    vec3 u, spin, w[2];
    double slope; // of the shift by the gap
} contact_motion;

static void add_row_changes(const exact_contact *c, const contact_motion *is, const contact_change *d, int column,
                            contact_rows *rows)
{
    vec3 swing = v3_sub(v3_cross(is->w[0], d->arm[0]), v3_cross(is->w[1], d->arm[1]));
    for (int k = 0; k < rows->count && k < 3; k++)
        rows->gamma[k][column] += v3_dot(d->axis[k], is->u) + v3_dot(c->axis[k], swing);
    for (int k = 3; k < rows->count; k++) rows->gamma[k][column] += v3_dot(d->axis[k - 3], is->spin);
    rows->gamma[0][column] += is->slope * d->gap;
}

/// Forces that impulses are, as axes and arms change.
static void add_force_changes(const exact *e, exact_set *set, const exact_contact *c, const contact_change *d,
                              int column)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    vec3 f = contact_impulse(r), df = v3_zero(), dm = v3_zero();
    for (int k = 0; k < 3; k++) df = v3_add_scaled(df, r->r[k], d->axis[k]);
    for (int k = 0; k < 3; k++) dm = v3_add_scaled(dm, r->moment[k], d->axis[k]);
    for (int t = 0; t < 2; t++)
    {
        const exact_side *to = &c->side[t];
        vec3 moment = v3_add(v3_cross(d->arm[t], f), dm);
        if (to->object < 0) continue;
        double *out = set->rhs + (size_t)column * (size_t)set->n + e->objects[to->object].at;
        for (int j = 0; j < to->count; j++)
            out[to->dof[j]] += (t == 0 ? 1.0 : -1.0) * (v3_dot(to->line[j], df) + v3_dot(to->turn[j], moment));
    }
}

/// What places change: of the rows, and with `forces` of the forces that impulses are.
static void add_places(const exact *e, exact_set *set, const exact_contact *c, const contact_motion *is, bool forces,
                       contact_rows *rows)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < c->side[s].count; i++)
        {
            int column = e->objects[c->side[s].object].at + c->side[s].dof[i];
            contact_change d = change_of(c, r, s, i);
            add_row_changes(c, is, &d, column, rows);
            if (forces) add_force_changes(e, set, c, &d, column);
        }
}

/// The motion of the step's answer.
static contact_motion motion_of_step(const exact *e, const exact_contact *c)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    contact_motion out = {.w = {c->side[0].w, c->side[1].w}, .slope = shift_slope(r->gap, e->step->h)};
    for (int k = 0; k < 3; k++)
    {
        out.u = v3_add_scaled(out.u, r->u[k], c->axis[k]);
        out.spin = v3_add_scaled(out.spin, r->spin[k], c->axis[k]);
    }
    return out;
}

/// The motion that velocities z of a set are.
static contact_motion motion_of(const exact *e, const exact_contact *c, const double *z)
{
    contact_motion out = {0};
    for (int s = 0; s < 2; s++)
    {
        const exact_side *side = &c->side[s];
        vec3 u = v3_zero();
        for (int k = 0; k < side->count; k++)
        {
            double own = z[e->objects[side->object].at + side->dof[k]];
            u = v3_add_scaled(u, own, side->line[k]);
            out.w[s] = v3_add_scaled(out.w[s], own, side->turn[k]);
        }
        out.u = s == 0 ? u : v3_sub(out.u, u);
    }
    out.spin = v3_sub(out.w[0], out.w[1]);
    return out;
}

/// What a unit of the impulse of row k counts in the selection: in the units of the problem.
static double row_weight(const exact *e, const exact_contact *c, int k)
{
    const step_context *step = e->step;
    double own = step->scale ? step->scale[step->contacts[c->index].row + k] : 1.0;
    return (e->compliance ? e->compliance[c->index] : 1.0) / (own * own);
}

/// Rows first … first + count - 1 are friction that sticks, or slides with sizes s against w.
static bool add_part(exact *e, exact_set *set, const exact_contact *c, const contact_rows *rows, int normal, int first,
                     int count, const double *coefficient, const double *u, bool slides)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    if (!slides)
    {
        for (int k = first; k < first + count; k++)
        {
            exact_row *row = exact_row_add(e, set, 6 * c->index + k);
            if (!row) return false;
            row->H = row->C = rows->H[k];
            row->gamma = rows->gamma[k];
            row->weight = row_weight(e, c, k);
        }
        return true;
    }
    exact_slip *slip = &set->slips[set->slip_count++];
    *slip = (exact_slip){.normal = normal, .count = count, .contact = c->index, .pressing = r->r[0]};
    double w[2] = {0.0, 0.0};
    for (int k = 0; k < count; k++) w[k] = coefficient[k] * u[k];
    slip->speed = sqrt(w[0] * w[0] + w[1] * w[1]);
    double *C = set->rows[normal].C;
    for (int k = 0; k < count; k++)
    {
        slip->size[k] = coefficient[k];
        slip->toward[k] = w[k] / slip->speed;
        slip->H[k] = rows->H[first + k];
        slip->gamma[k] = rows->gamma[first + k];
        slip->impulse[k] = 6 * c->index + first + k;
        double share = slip->size[k] * slip->toward[k];
        set->rows[normal].weight += share * share * row_weight(e, c, first + k);
        for (int i = 0; i < set->n; i++) C[i] -= share * slip->H[k][i];
    }
    return true;
}

/// Whether a moment is at its bound and the bodies turn.
static bool moment_slides(const double *coefficient, const double *m, const double *spin, int count, double pressing)
{
    const double INSIDE = 1e-9, STILL = 1e-8; // as of contact_classify; [rad/s]
    double share = 0.0, speed = 0.0;
    for (int k = 0; k < count; k++)
    {
        double part = m[k] / (coefficient[k] * pressing);
        share += part * part;
        speed += spin[k] * spin[k];
    }
    return sqrt(share) >= 1.0 - INSIDE && sqrt(speed) > STILL;
}

static bool add_friction(exact *e, exact_set *set, const exact_contact *c, const contact_rows *rows, int normal)
{
    const hf_contact *r = &e->step->contacts[c->index].record;
    const hf_friction_coefficients *f = &r->coefficients;
    const double disc[2] = {r->mu, r->mu},
                 *tangent = f->tangent[0] != f->tangent[1] && rows->count > 2 ? f->tangent : disc;
    int tangents = rows->count < 3 ? rows->count - 1 : 2;
    bool well = true;
    if (tangents > 0 && tangent[0] > 0.0)
        well = add_part(e, set, c, rows, normal, 1, tangents, tangent, r->u + 1, r->status == HF_CONTACT_SLIP);
    if (well && rows->count > 3 && f->torsion > 0.0)
        well = add_part(e, set, c, rows, normal, 3, 1, &f->torsion, r->spin,
                        moment_slides(&f->torsion, r->moment, r->spin, 1, r->r[0]));
    if (well && rows->count > 4 && f->rolling[0] > 0.0 && f->rolling[1] > 0.0)
        well = add_part(e, set, c, rows, normal, 4, 2, f->rolling, r->spin + 1,
                        moment_slides(f->rolling, r->moment + 1, r->spin + 1, 2, r->r[0]));
    return well;
}

hf_status exact_contact_rows(exact *e, exact_set *set, const exact_contact *c)
{
    contact_rows rows;
    if (!contact_rows_take(e, set, e->step->contacts[c->index].row_count, &rows))
        return error_no_memory(e->task->error);
    contact_motion is = motion_of_step(e, c);
    fill_rows(e, set, c, &rows);
    add_places(e, set, c, &is, true, &rows);
    int normal = set->row_count;
    exact_row *row = add_middle(e, set, c, &rows) ? exact_row_add(e, set, 6 * c->index) : NULL;
    if (!row) return error_no_memory(e->task->error);
    row->H = rows.H[0];
    row->gamma = rows.gamma[0];
    row->weight = row_weight(e, c, 0);
    row->C = ARENA_ARRAY(e->w, double, set->n);
    if (!row->C) return error_no_memory(e->task->error);
    memcpy(row->C, row->H, (size_t)set->n * sizeof *row->C);
    return add_friction(e, set, c, &rows, normal) ? HF_STATUS_OK : error_no_memory(e->task->error);
}

// ---- where impulses are not unique ----

/// Kinematics in the middle with velocities z of a set, and what q_m changes of them.
static hf_status place_changes(const exact *e, const exact_set *set, const double *z)
{
    const object_step *s = e->step->objects;
    const articulated_base still = articulated_base_fixed();
    for (int i = 0; i < set->object_count; i++)
    {
        const exact_object *o = &e->objects[set->objects[i]];
        if (!o->tree) continue;
        int index = s->model->objects[o->object].index;
        articulated_base base = tree_base_middle(s, index, 0.0);
        base.linear = base.angular = still.linear;
        articulated_velocities(s->model->mechanism.trees[index].articulated, s->scratch->middle[index], &base,
                               z + o->at);
        for (int k = 0; k < e->contact_count; k++)
            for (int t = 0; t < 2; t++)
                if (e->contacts[k].side[t].object == set->objects[i])
                    find_changes(e, o, &base, z + o->at, &e->contacts[k].side[t]);
    }
    return HF_STATUS_OK;
}

/// Rows of a contact into those of the set that it has: sticking ones as they are, friction that slides by the normal.
static hf_status put_bends(exact *e, exact_set *set, const exact_contact *c, const contact_rows *rows, const double *z)
{
    int normal = -1;
    for (int k = 0; k < set->row_count; k++)
    {
        int own = set->rows[k].impulse - 6 * c->index;
        if (own < 0 || own >= rows->count) continue;
        set->rows[k].bend = rows->gamma[own];
        if (own == 0) normal = k;
    }
    for (int p = 0; p < set->slip_count; p++)
    {
        const exact_slip *s = &set->slips[p];
        exact_row *row = &set->rows[normal];
        if (s->contact != c->index) continue;
        if (!row->lean) row->lean = ARENA_ZEROED(e->w, double, set->n);
        if (!row->lean) return error_no_memory(e->task->error);
        for (int k = 0; k < s->count; k++)
        {
            const double *bend = rows->gamma[s->impulse[k] - 6 * c->index];
            double along = 0.0;
            for (int i = 0; i < set->n; i++) along += s->H[k][i] * z[i];
            for (int i = 0; i < set->columns; i++) row->bend[i] -= s->size[k] * s->toward[k] * bend[i];
            for (int l = 0; l < s->count && s->count > 1; l++)
            {
                double part = (k == l ? 1.0 : 0.0) - s->toward[k] * s->toward[l];
                double by = s->size[k] * along * part * s->size[l] / s->speed;
                for (int i = 0; i < set->n; i++) row->lean[i] += by * s->H[l][i];
                for (int i = 0; i < set->columns; i++) row->bend[i] -= by * s->gamma[l][i];
            }
        }
    }
    return HF_STATUS_OK;
}

hf_status exact_contact_bends(exact *e, exact_set *set, const double *z)
{
    TRY(place_changes(e, set, z));
    for (int k = 0; k < e->contact_count; k++)
    {
        const exact_contact *c = &e->contacts[k];
        const exact_side *side = &c->side[c->side[0].object >= 0 ? 0 : 1];
        contact_rows rows;
        if (e->objects[side->object].set != set->objects[0]) continue;
        if (!contact_rows_take(e, set, e->step->contacts[c->index].row_count, &rows))
            return error_no_memory(e->task->error);
        contact_motion is = motion_of(e, c, z);
        add_places(e, set, c, &is, false, &rows);
        if (!add_middle(e, set, c, &rows)) return error_no_memory(e->task->error);
        TRY(put_bends(e, set, c, &rows, z));
    }
    return HF_STATUS_OK;
}
