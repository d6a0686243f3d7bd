// Where contacts of the exact derivative are, and how they move with the coordinates of both sides.
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

static const double NEAR = 1e-4; // of the smaller shape's width: points of one pair that are nearer are one

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

static bool side_of_small(const exact *e, const exact_object *o, exact_side *s)
{
    if (!side_take(e->w, o->n, false, s)) return false;
    for (int k = 0; k < o->n; k++)
    {
        double v[SMALL_BODY_MOST] = {0}, twist[6];
        v[k] = 1.0;
        if (o->small->admit) o->small->admit(e->step->model, s->body, v);
        o->small->twist(e->step->model, s->body, v, twist);
        s->dof[k] = k;
        s->shift[k] = v3_load(twist);
        s->turn[k] = s->spin[k] = v3_load(twist + 3);
        s->line[k] = v3_add(s->shift[k], v3_cross(s->turn[k], s->arm));
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

void exact_side_changes(const exact *e, const exact_object *o, const articulated_base *base, const double *v,
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
    exact_side_changes(e, o, &base, e->v_solved + m->trees[index].v, s);
    return true;
}

static bool side_begin(const exact *e, int body, vec3 arm, exact_side *s)
{
    const step_context *step = e->step;
    int object = step->model->body_object[body];
    *s = (exact_side){.object = object >= 0 && body_yields(step->model, body) ? e->object_of[object] : -1,
                      .body = body,
                      .center = exact_center(step, body),
                      .arm = arm,
                      .w = v3_load(step->solved[body] + 3)};
    if (s->object < 0) return true;
    const exact_object *o = &e->objects[s->object];
    if (o->small) return side_of_small(e, o, s);
    return o->tree ? side_of_link(e, o, s) : side_of_body(e, s);
}

// ---- geometry ----

vec3 exact_origin(const step_context *step, int contact)
{
    const step_contact *c = &step->contacts[contact];
    return v3_load(step->start ? c->origin : c->record.point);
}

vec3 exact_center(const step_context *step, int body)
{
    return v3_load((step->start ? step->start : step->at)[body].x);
}

/// The body where it would be: moved by a shift and a turn about its centre.
static pose moved_pose(const step_context *step, int body, int k, double by)
{
    pose out = step->poses[body];
    vec3 along = v3(k % 3 == 0, k % 3 == 1, k % 3 == 2), center = exact_center(step, body);
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

const contact_point *exact_find_seen(const step_context *step, const contact_point *points, int count, int contact)
{
    const hf_contact *c = &step->contacts[contact].record;
    const contact_point *best = NULL;
    double width = collide_pair_width(step->model->scene, c->shape_a, c->shape_b), least = 2.0 * LOOK_WIDTH;
    if (isfinite(width)) least = fmax(least, NEAR * width);
    for (int k = 0; k < count; k++)
    {
        if (points[k].shape_a != c->shape_a || points[k].shape_b != c->shape_b) continue;
        if (points[k].id == c->id) return &points[k];
        double distance = v3_distance(v3_load(points[k].point), exact_origin(step, contact));
        if (!(distance < least)) continue;
        least = distance;
        best = &points[k];
    }
    return best;
}

/// Whether the bodies of a contact can be moved along, or turned about, world axis k: what stays in a plane is not
/// looked at out of it.
static bool can_move(const exact_contact *c, int k)
{
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < c->side[s].count; i++)
        {
            vec3 way = k < 3 ? v3_abs(c->side[s].shift[i]) : v3_abs(c->side[s].spin[i]);
            if (v3_at(way, k % 3) > 0.0) return true;
            if (k < 3 && v3_norm2(c->side[s].spin[i]) > 0.0 && c->side[0].object >= 0 && c->side[1].object >= 0)
            {
                vec3 swing = v3_cross(c->side[s].spin[i], v3_sub(c->side[0].center, c->side[1].center));
                if (fabs(v3_at(swing, k)) > 0.0) return true;
            }
        }
    return false;
}

/// Whether any of those that are looked at can.
static bool any_can_move(const look *l, int k)
{
    for (int i = l->first; i < l->end; i++)
        if (can_move(&l->e->contacts[i], k)) return true;
    return false;
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
        if ((l->end - l->first > 1 && !is_grounded(c)) || !can_move(c, k)) continue;
        l->poses[body] = moved_pose(step, body, k, way == 0 ? LOOK_WIDTH : -LOOK_WIDTH);
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
        const contact_point *point = exact_find_seen(step, points, point_count, c->index);
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
    double gap[2], width = found[0] && found[1] ? 2.0 * LOOK_WIDTH : LOOK_WIDTH;
    for (int way = 0; way < 2; way++)
    {
        point[way] = found[way] ? l->at[2 * (2 * i + way)] : exact_origin(l->e->step, c->index);
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
        if (!any_can_move(l, k)) continue;
        for (int way = 0; way < 2; way++) TRY(look_once(l, k, way));
        for (int i = l->first; i < l->end; i++)
        {
            if (l->end - l->first > 1 && !is_grounded(&e->contacts[i])) continue;
            if (!can_move(&e->contacts[i], k)) continue;
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
            vec3 n = v3_add_scaled(c->axis[0], way == 0 ? LOOK_WIDTH : -LOOK_WIDTH, c->axis[1 + k]);
            contact_set_normal(e->step->model, v3_unit_or(n, c->axis[0]), &seen);
            t[way] = v3_load(seen.tangent);
        }
        c->tangent_by[k] = v3_scale(0.5 / LOOK_WIDTH, v3_sub(t[0], t[1]));
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
    if (e->contact_count == 0) return HF_STATUS_OK;
    TRY(find_geometry(e));
    return exact_parameters_at_contacts(e);
}
