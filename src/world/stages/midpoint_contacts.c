// Contacts that last while bodies turn are described in the middle of the step.
//
// A contact that rolls, or a corner that a body turns on, has its arm at another place at the end of a step than at its
// beginning. With arms of the beginning the velocity after the step obeys u_0(v+) = 0, and the work of the contact in
// the step, r·u_0 of the mean of v and v+, is ½ r·u_0(v): of first order in h, and of one sign for discs that whirl.
// Second order takes forces at the middle and velocities that agree with the contact at each end:
//
//   force along H_m,      u_1(v+) = u_m(v+) + d ∈ Coulomb's law,      d = u_m(v) - u_0(v) ≈ u_1(v+) - u_m(v+),
//
// then r·u_m(½ (v + v+)) = ½ r·(d - d) = 0. H_m and I_m⁻¹ are taken where the bodies are after half a step at the
// velocities before it; the points are found there by the same narrow phase, so that every shape knows its curvature. d
// is a number before the solve: W stays symmetric.
//
// Which: contacts that pressed in the last step and touch still, of bodies that turn, where nothing comes to press
// anew. Everything else, and all that rests, is as it was, to the last bit. There are two ways to the middle:
//
//   carried    Both bodies turn together, as what lies on a turning table and what a turning hand holds: point and
//              normal go along with them. Any kind of object: trees,
//              fibres and bodies that change their shape have their rows in the middle of the step anyway, and say
//              where they are there (object_step.middle, half).
//   found      One turns against the other, as what rolls: the narrow phase looks there, of models without joints, and
//              of two links that come on to each other at a contact that lasts. Points that go along with a body that
//              rolls say nothing of the gap where the step ends: stage CORRECT asks the narrow phase for it.
//
// Links have their rows in the middle of the step, whatever touches them. So what else touches of two links has its
// point there, too, without d: one point in space for both. With the arms of the beginning the two points would lie
// ½ h (v_A - v_B) apart, links that turn as one would part or meet by ω times that, and where friction wedges them no
// impulse would be an answer.
//
// With arms of the beginning, v⁺ of what is carried round is the velocity that the table had a step before: it creeps
// outwards by h ω² R t.
// Cost: two narrow phases of pairs that roll.

#include "world/trace.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/union_find.h"

#include <math.h>
#include <string.h>

static const double TURNING = 1e-5;   // [rad] in a step: less is none
static const double LARGE_TURN = 0.1; // [rad]: more is too much to follow
// Limit relative to the height that a point of a ball gains by turning: whirling discs move their contact faster.
static const double CURVED = 10.0;

typedef struct midpoint_context
{
    double *angle; // body_count: how far it turns in the step
    double *most;  // object_count: how far a body of it does, at most
    int *parent;   // body_count: sets of bodies that press on each other
    bool *hit;     // body_count, at roots: something in the set comes to press in this step
    int *fate;     // contact_count
    int *way;      // contact_count
    uint64_t *keys;
    int key_count;
    pose *poses;
} midpoint_context;

/// How a contact comes to the middle.
typedef enum middle_way
{
    WAY_NONE = 0,
    WAY_CARRIED,
    WAY_FOUND,
} middle_way;

static bool is_rigid(const hf_model *m, int body)
{
    const object_methods *kind = object_of_body(m, body);
    return kind && kind->travels;
}

/// Whether a body is a link: its rows are those of the middle of the step, whatever its contacts are.
static bool is_link(const step_context *step, int body)
{
    const hf_model *m = step->model;
    return body_yields(m, body) && step->objects->middle.bodies &&
           object_of(m, m->body_object[body])->make == MADE_OF_LINKS;
}

static bool turns(const midpoint_context *m, int body)
{
    return m->angle[body] > TURNING;
}

/// Whether two bodies turn as one: a contact then goes along with both.
static bool turn_together(const step_context *step, int a, int b)
{
    vec3 apart = v3_sub(v3_load(step->before[a] + 3), v3_load(step->before[b] + 3));
    return step->h * v3_norm(apart) <= TURNING;
}

/// How far a body may fall in the step [m].
static double fall(const step_context *step, int body)
{
    if (step->model->body_object[body] < 0) return 0.0;
    return step->h * v3_norm(v3_sub(v3_load(step->free[body]), v3_load(step->before[body])));
}

/// How far a body's turning takes a point of it off a straight line in the step [m], and the same once more: where
/// the last step was made with arms of its beginning, that much is left to come.
static double bend(const step_context *step, const midpoint_context *m, int body)
{
    double speed = v3_norm(v3_load(step->before[body])), radius = step->model->radius[body];
    double turn = m->angle[body] > 0.0 && isfinite(radius) ? radius * m->angle[body] : 0.0;
    return 2.0 * m->angle[body] * (step->h * speed + turn);
}

/// How far a body may fall in the step, and the arm of its contact turn away [m]. Of a link the arm is that of all
/// joints on the way to it.
static double closeness(const step_context *step, const midpoint_context *m, int body)
{
    double most = is_link(step, body) ? m->most[step->model->body_object[body]] : 0.0;
    if (!is_rigid(step->model, body)) return most > 0.0 ? CURVED * most * most * step->model->radius[body] : 0.0;
    return fall(step, body) + CURVED * m->angle[body] * m->angle[body] * step->model->radius[body];
}

/// Whether a body moves so little in the step that its contacts can be followed.
static bool is_slow(const step_context *step, const midpoint_context *m, int body)
{
    double way = step->h * v3_norm(v3_load(step->before[body]));
    return m->angle[body] <= LARGE_TURN && (!is_rigid(step->model, body) || way <= step->model->radius[body]);
}

typedef enum contact_fate
{
    FATE_OTHER = 0, // does not press, or hardly
    FATE_LASTS,     // pressed in the last step, and touches still
    FATE_HITS,      // comes to press
} contact_fate;

static contact_fate fate_of(const step_context *step, const midpoint_context *m, const step_contact *c)
{
    const hf_contact *r = &c->record;
    bool together = turn_together(step, r->body_a, r->body_b);
    double most = together ? fmax(fall(step, r->body_a), fall(step, r->body_b)) +
                                 fmax(bend(step, m, r->body_a), bend(step, m, r->body_b))
                           : fmax(closeness(step, m, r->body_a), closeness(step, m, r->body_b));
    bool near = fabs(r->gap) <= fmax(most, GAP_SLACK),
         slow = is_slow(step, m, r->body_a) && is_slow(step, m, r->body_b);
    // What pressed while it closed comes on at the speed that was left to it: it lands, and does not roll.
    bool lands = c->approach * step->h < -fmax(most, GAP_SLACK);
    if (c->impact_impulse[0] > 0.0 || c->rebounds) return FATE_HITS;
    if (c->last && near && slow && !lands) return v3_norm2(v3_load(c->last->impulse)) > 0.0 ? FATE_LASTS : FATE_OTHER;
    if (!c->last && together && near && !lands && r->gap <= GAP_SLACK) return FATE_LASTS; // it has no past, but rests
    double u = v3_dot(v3_load(r->normal), contact_velocity(step, r, step->free));
    return u + c->shift < 0.0 ? FATE_HITS : FATE_OTHER;
}

/// Whether two links come on to each other at a contact that lasts. With arms of the beginning that would be a blow in
/// each step, which takes energy and moves the links by what they are to have at its end.
static bool links_come_on(const step_context *step, const step_contact *c)
{
    const hf_contact *r = &c->record;
    return step->h * c->approach < -GAP_SLACK && is_link(step, r->body_a) && is_link(step, r->body_b);
}

static middle_way way_of(const step_context *step, const midpoint_context *m, const step_contact *contact)
{
    const hf_contact *c = &contact->record;
    if (!turns(m, c->body_a) && !turns(m, c->body_b)) return WAY_NONE;
    if (turn_together(step, c->body_a, c->body_b)) return WAY_CARRIED;
    if (links_come_on(step, contact)) return WAY_FOUND;
    bool rigid = is_rigid(step->model, c->body_a) || is_rigid(step->model, c->body_b);
    return rigid && step->rules.midpoint_contacts ? WAY_FOUND : WAY_NONE;
}

/// A body of the object that a body belongs to, by which sets know it; -1: it has none.
static int member(const hf_model *m, int body)
{
    return m->body_object[body] < 0 ? -1 : m->objects[m->body_object[body]].body;
}

/// way ◄ which contacts, and how. Where something in a set of bodies hits, the whole set is moved by its new
/// velocities (stage MOVE), and nothing of it is described in the middle. Returns whether there is one.
static bool find_lasting(step_context *step, midpoint_context *m)
{
    const hf_model *model = step->model;
    union_find_begin(m->parent, model->body_count);
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        int a = member(model, c->body_a), b = member(model, c->body_b);
        m->fate[k] = fate_of(step, m, &step->contacts[k]);
        if (m->fate[k] != FATE_OTHER && a >= 0 && b >= 0) union_find_join(m->parent, a, b);
    }
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        const int of[2] = {member(model, c->body_a), member(model, c->body_b)};
        for (int s = 0; s < 2 && m->fate[k] == FATE_HITS; s++)
            if (of[s] >= 0) m->hit[union_find_root(m->parent, of[s])] = true;
    }
    bool any = false;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        int a = member(model, c->body_a), b = member(model, c->body_b);
        bool hit =
            (a >= 0 && m->hit[union_find_root(m->parent, a)]) || (b >= 0 && m->hit[union_find_root(m->parent, b)]);
        if (m->fate[k] == FATE_LASTS && !hit) m->way[k] = way_of(step, m, &step->contacts[k]);
        any |= m->way[k] != WAY_NONE;
    }
    return any;
}

/// Where a body is in the middle of the step, in `middle`.
static void move_body(step_context *step, int body, body_state *middle)
{
    const hf_model *m = step->model;
    object_step *o = step->objects;
    if (is_rigid(m, body))
    {
        object_of_body(m, body)->motion->half_way(o, m->body_object[body], middle);
        if (o->half) memcpy(o->half[body], o->before[body], sizeof o->half[body]);
    }
    else if (o->middle.bodies) middle[body] = o->middle.bodies[body];
    else if (m->bodies[body].motion == HF_MOTION_PRESCRIBED)
        model_prescribed(m, body, o->time + 0.5 * step->h, &middle[body]);
}

/// moved ◄ the bodies of contacts between two links. Returns whether there are any.
static bool find_shared(const step_context *step, bool *moved)
{
    bool any = false;
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        if (!is_link(step, c->body_a) || !is_link(step, c->body_b)) continue;
        any = moved[c->body_a] = moved[c->body_b] = true;
    }
    return any;
}

/// The bodies of these contacts half a step on, where they stand in `middle`; keys ◄ pairs of shapes that are looked at
/// there.
static void move_bodies(step_context *step, midpoint_context *m, body_state *middle, bool *moved)
{
    for (int k = 0; k < step->contact_count; k++)
    {
        const hf_contact *c = &step->contacts[k].record;
        if (m->way[k] == WAY_NONE) continue;
        moved[c->body_a] = moved[c->body_b] = true;
        uint64_t key = (uint64_t)c->shape_a << 32 | (uint64_t)c->shape_b;
        if (m->way[k] == WAY_FOUND && (m->key_count == 0 || m->keys[m->key_count - 1] != key))
            m->keys[m->key_count++] = key;
    }
    for (int k = 0; k < step->model->body_count; k++)
        if (moved[k]) move_body(step, k, middle);
}

void contact_carry_point(const step_context *step, hf_contact *c)
{
    if (!step->start) return;
    vec3 a = v3_sub(v3_load(step->at[c->body_a].x), v3_load(step->start[c->body_a].x));
    vec3 b = v3_sub(v3_load(step->at[c->body_b].x), v3_load(step->start[c->body_b].x));
    bool both = body_yields(step->model, c->body_a) && body_yields(step->model, c->body_b);
    v3_store(c->point, v3_add_scaled(v3_load(c->point), both ? 0.5 : 1.0, v3_add(a, b)));
}

/// Velocities before, in the configuration in the middle.
static double (*middle_velocities(const step_context *step))[6]
{
    return step->objects->half ? step->objects->half : step->before;
}

/// A contact is at a place in the middle of the step, where its velocity at the beginning was `start`.
static void describe_anew(step_context *step, step_contact *c, vec3 place, vec3 normal, vec3 start)
{
    hf_contact *record = &c->record;
    vec3 axis[3];
    v3_store(record->point, place);
    contact_set_normal(step->model, normal, record);
    contact_axes(record, axis);
    vec3 u = contact_velocity(step, record, middle_velocities(step));
    c->rolls = true;
    for (int j = 0; j < 3; j++) c->drift[j] = v3_dot(axis[j], u) - v3_dot(axis[j], start);
    c->drift[0] = v3_dot(axis[0], u) - c->approach;
}

/// Point and normal go along with both bodies, half with each.
static void carry_contact(step_context *step, const body_state *start, step_contact *c, vec3 u)
{
    hf_contact *record = &c->record;
    const int body[2] = {record->body_a, record->body_b};
    vec3 point = v3_zero(), normal = v3_zero();
    for (int s = 0; s < 2; s++)
    {
        const body_state *from = &start[body[s]], *to = &step->at[body[s]];
        quat turn = quat_multiply(quat_load(to->q), quat_conjugate(quat_load(from->q)));
        vec3 arm = v3_sub(v3_load(record->point), v3_load(from->x));
        point = v3_add_scaled(point, 0.5, v3_add(v3_load(to->x), quat_rotate(turn, arm)));
        normal = v3_add(normal, quat_rotate(turn, v3_load(record->normal)));
    }
    describe_anew(step, c, point, v3_unit_or(normal, v3_load(record->normal)), u);
}

/// The point of a contact among those that were found anew, from *next on; NULL if it is not among them. Both lists
/// ascend.
static const contact_point *find_point(const hf_contact *c, const contact_point *points, int count, int *next)
{
    for (; *next < count; ++*next)
    {
        const contact_point *point = &points[*next];
        int order = contact_order(point->shape_a, point->shape_b, point->id, c);
        if (order >= 0) return order == 0 ? point : NULL;
    }
    return NULL;
}

static bool take(step_context *step, midpoint_context *m)
{
    size_t bodies = (size_t)step->model->body_count, contacts = (size_t)step->contact_count;
    hf_workspace *w = step->workspace;
    *m = (midpoint_context){.angle = ARENA_ARRAY(w, double, bodies),
                            .most = ARENA_ZEROED(w, double, step->model->object_count),
                            .parent = ARENA_ARRAY(w, int, bodies),
                            .hit = ARENA_ZEROED(w, bool, bodies),
                            .fate = ARENA_ARRAY(w, int, contacts),
                            .way = ARENA_ZEROED(w, int, contacts),
                            .keys = ARENA_ARRAY(w, uint64_t, contacts),
                            .poses = ARENA_ARRAY(w, pose, bodies)};
    if (!m->angle || !m->most || !m->parent || !m->hit || !m->fate || !m->way || !m->keys || !m->poses) return false;
    for (size_t k = 0; k < bodies; k++)
    {
        int object = step->model->body_object[k];
        m->angle[k] = step->h * v3_norm(v3_load(step->before[k] + 3));
        if (object >= 0) m->most[object] = fmax(m->most[object], m->angle[k]);
    }
    return true;
}

/// Contacts that are found in the middle by the narrow phase.
static hf_status find_points(step_context *step, midpoint_context *m, const body_state *middle, contact_point **points,
                             int *count)
{
    *points = NULL;
    *count = 0;
    if (m->key_count == 0) return HF_STATUS_OK;
    poses_of(step->model, middle, step->world->state.q, m->poses);
    return collide_again(step->model->scene, step->world->collide, m->poses, step->reach, m->keys, m->key_count,
                         step->workspace, points, count, step->error);
}

hf_status contacts_to_middle(step_context *step)
{
    int n = step->model->body_count, point_count, p = 0;
    if (step->contact_count == 0 || step->theta > 0.5) return HF_STATUS_OK;
    midpoint_context m;
    bool *moved = ARENA_ZEROED(step->workspace, bool, n);
    if (!take(step, &m) || !moved) return error_no_memory(step->error);
    bool lasting = !step->facts->at_start && find_lasting(step, &m), shared = find_shared(step, moved);
    if (!lasting && !shared) return HF_STATUS_OK;

    const body_state *start = step->at;
    body_state *middle = ARENA_ARRAY(step->workspace, body_state, n);
    vec3 *u = ARENA_ARRAY(step->workspace, vec3, step->contact_count);
    if (!middle || !u) return error_no_memory(step->error);
    for (int k = 0; k < step->contact_count; k++)
        u[k] = contact_velocity(step, &step->contacts[k].record, step->before);
    memcpy(middle, start, (size_t)n * sizeof *middle);
    move_bodies(step, &m, middle, moved);
    contact_point *points;
    hf_status status = trace_normals(step);
    if (status == HF_STATUS_OK) status = find_points(step, &m, middle, &points, &point_count);
    if (status != HF_STATUS_OK) return status;
    step->at = middle;
    step->start = start;
    step->rolling = m.keys;
    step->rolling_count = m.key_count;
    for (int k = 0; k < step->contact_count; k++)
    {
        step_contact *c = &step->contacts[k];
        v3_store(c->origin, v3_load(c->record.point));
        const contact_point *point = m.way[k] == WAY_FOUND ? find_point(&c->record, points, point_count, &p) : NULL;
        c->found = point != NULL;
        if (point) describe_anew(step, c, v3_load(point->point), v3_load(point->normal), u[k]);
        else if (m.way[k] == WAY_CARRIED) carry_contact(step, start, c, u[k]);
        else contact_carry_point(step, &c->record);
    }
    return HF_STATUS_OK;
}

hf_status rolling_gaps(step_context *step)
{
    int point_count, p = 0;
    if (step->rolling_count == 0) return HF_STATUS_OK;
    pose *poses = ARENA_ARRAY(step->workspace, pose, step->model->body_count);
    contact_point *points;
    if (!poses) return error_no_memory(step->error);
    poses_of(step->model, step->next, step->objects->after.q, poses);
    hf_status status = collide_again(step->model->scene, step->world->collide, poses, step->reach, step->rolling,
                                     step->rolling_count, step->workspace, &points, &point_count, step->error);
    for (int k = 0; k < step->contact_count && status == HF_STATUS_OK; k++)
    {
        step_contact *c = &step->contacts[k];
        if (!c->found) continue;
        const contact_point *point = find_point(&c->record, points, point_count, &p);
        double opens = fmax(0.0, c->record.u[0]) * 0.5 * step->h; // of one that is not found there
        c->bias = (point ? point->gap : c->record.gap + opens) - carried_gap(step, c);
    }
    return status;
}
