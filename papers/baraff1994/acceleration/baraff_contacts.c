// Contacts of a configuration in the acceleration-level mode (baraff.c), and how they drift.
//
//   d(H)/dt v  = n · (c_a - c_b), c = v̇ + ω̇ × r + ω × (ω × r) where bodies neither slip nor roll on each other, and
//              where
//                                                                        detection loses the contact: of material
//                                                                        points, v̇ and ω̇ at constant
//                                                                        velocities of the objects, by a difference
//                                                                        over a moment
//              =  (u(a moment later) - u(now)) / moment otherwise, by detection: it knows the curvature of every shape
//
// The first one is linear in the points: contacts on opposite sides of what is held fast do not contradict each other
// by what a difference of detections leaves of digits, which no force makes up for.

#include "papers/baraff1994/acceleration/baraff.h"
#include "world/rows/contact_rows.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "model/acceleration/acceleration.h"

#include <math.h>
#include <string.h>

hf_status baraff_detect(const baraff_scene *f, const double *reach, contact_point **points, int *count)
{
    const step_context *at = &f->at;
    return collide_detect(at->model->scene, at->world->collide, at->poses, reach, at->workspace, points, count,
                          at->error);
}

/// Points that may come to touch in a time h.
static hf_status detect(const baraff_scene *f, double h, contact_point **points, int *count)
{
    const step_context *at = &f->at;
    const hf_model *m = at->model;
    double *reach = ARENA_ARRAY(at->workspace, double, m->body_count),
           g = v3_norm(v3_load(at->world->settings.physics.gravity));
    if (!reach) return error_no_memory(at->error);
    for (int k = 0; k < m->body_count; k++)
    {
        double spin = v3_norm(v3_load(at->before[k] + 3));
        reach[k] = 0.0;
        if (m->bodies[k].motion == HF_MOTION_STATIC) continue;
        reach[k] = 10.0 * BARAFF_TOUCHING + h * (v3_norm(v3_load(at->before[k])) + h * g);
        if (spin > 0.0) reach[k] += h * spin * m->radius[k];
    }
    return baraff_detect(f, reach, points, count);
}

static bool any_free(const step_context *step, const hf_contact *c)
{
    return body_yields(step->model, c->body_a) || body_yields(step->model, c->body_b);
}

static void slip_of(const baraff_scene *f, hf_contact *c)
{
    vec3 axis[3], v = contact_velocity(&f->at, c, f->at.before);
    contact_axes(c, axis);
    for (int j = 0; j < 3; j++) c->u[j] = v3_dot(axis[j], v);
}

// ---- which contacts last ----

static hf_status find_lasting(baraff_scene *f)
{
    step_context *at = &f->at;
    contact_point *points;
    int count;
    hf_status status = detect(f, f->h, &points, &count);
    if (status != HF_STATUS_OK) return status;
    at->contacts = ARENA_ZEROED(at->workspace, step_contact, count);
    f->apart = ARENA_ARRAY(at->workspace, hf_contact, count);
    if (!at->contacts || !f->apart) return error_no_memory(at->error);
    for (int k = 0; k < count; k++)
    {
        step_contact *c = &at->contacts[at->contact_count];
        *c = (step_contact){0};
        contact_describe(at, &points[k], &c->record);
        if (!any_free(at, &c->record)) continue;
        slip_of(f, &c->record);
        c->row_count = contact_row_count(at->model, &c->record);
        if (contact_adds_nothing(at->model, at->contacts, at->contact_count + 1)) continue;
        if (c->record.gap <= BARAFF_TOUCHING && c->record.u[0] <= BARAFF_STILL) at->contact_count++;
        else f->apart[f->apart_count++] = c->record;
    }
    return HF_STATUS_OK;
}

/// The point among those of its pair that has the contact's name, otherwise the nearest; NULL if there is none. Both
/// lists ascend; *p goes along.
static const contact_point *same_point(const contact_point *points, int count, const hf_contact *c, int *p)
{
    while (*p < count &&
           (points[*p].shape_a < c->shape_a || (points[*p].shape_a == c->shape_a && points[*p].shape_b < c->shape_b)))
        (*p)++;
    const contact_point *best = NULL;
    double least = INFINITY;
    for (int k = *p; k < count && points[k].shape_a == c->shape_a && points[k].shape_b == c->shape_b; k++)
    {
        if (points[k].id == c->id) return &points[k];
        double distance = v3_distance(v3_load(points[k].point), v3_load(c->point));
        if (distance >= least) continue;
        least = distance;
        best = &points[k];
    }
    return best;
}

/// The contacts that the piece began with, where they are now: it is the same law all along.
static hf_status follow_contacts(baraff_scene *f, const baraff_scene *first)
{
    step_context *at = &f->at;
    contact_point *points;
    int count, p = 0;
    hf_status status = detect(f, f->h, &points, &count);
    if (status != HF_STATUS_OK) return status;
    at->contacts = ARENA_ZEROED(at->workspace, step_contact, first->at.contact_count);
    if (!at->contacts) return error_no_memory(at->error);
    at->contact_count = first->at.contact_count;
    for (int k = 0; k < at->contact_count; k++)
    {
        const step_contact *old = &first->at.contacts[k];
        step_contact *c = &at->contacts[k];
        const contact_point *point = same_point(points, count, &old->record, &p);
        if (point) contact_describe(at, point, &c->record);
        else c->record = old->record;
        c->record.id = old->record.id;
        c->row_count = old->row_count;
        slip_of(f, &c->record);
    }
    return HF_STATUS_OK;
}

/// The time after which a gap closes that opens at a rate u, which itself grows at a rate a; INFINITY if it does not.
/// It may come so far beyond as touching does: what parts by rounding would otherwise come back at once, and again.
static double closing_time(double gap, double u, double a)
{
    gap = fmax(gap, 0.0) + 0.5 * BARAFF_TOUCHING;
    double root = u * u - 2.0 * a * gap;
    if (a < 0.0) return (u + sqrt(root)) / -a;
    return u < 0.0 && root >= 0.0 ? 2.0 * gap / (-u + sqrt(root)) : INFINITY;
}

hf_status baraff_find_closings(baraff_scene *f)
{
    const hf_model *m = f->at.model;
    double(*twists)[6] = arena_take_zeroed(f->at.workspace, (size_t)m->body_count, sizeof *twists);
    if (!twists) return error_no_memory(f->at.error);
    for (int o = 0; o < m->object_count; o++)
        object_of(m, o)->acceleration->twists(f->at.objects, o, f->answer + m->objects[o].dof, twists);
    for (int k = 0; k < f->apart_count; k++)
    {
        const hf_contact *c = &f->apart[k];
        double a = v3_dot(v3_load(c->normal), contact_velocity(&f->at, c, twists));
        f->until = fmin(f->until, closing_time(c->gap, c->u[0], a));
    }
    return HF_STATUS_OK;
}

/// Friction is dynamic where a contact slips. Within a piece it stays what it was at the beginning.
static hf_status choose_friction(baraff_scene *f, const baraff_scene *first)
{
    f->friction = ARENA_ARRAY(f->at.workspace, hf_pivot_friction, f->at.contact_count);
    f->slip = arena_take_zeroed(f->at.workspace, (size_t)f->at.contact_count, sizeof *f->slip);
    if (!f->friction || !f->slip) return error_no_memory(f->at.error);
    for (int k = 0; k < f->at.contact_count; k++)
    {
        const hf_contact *c = &f->at.contacts[k].record;
        bool slips = real_hypot(c->u[1], c->u[2]) > f->slipping;
        vec3 axis[3];
        contact_axes(c, axis);
        f->friction[k] = first ? first->friction[k] : slips ? HF_PIVOT_DYNAMIC : HF_PIVOT_STATIC;
        v3_store(f->slip[k],
                 first ? v3_load(first->slip[k]) : v3_add_scaled(v3_scale(c->u[1], axis[1]), c->u[2], axis[2]));
    }
    return HF_STATUS_OK;
}

hf_status baraff_find_contacts(baraff_scene *f, const baraff_scene *first)
{
    hf_status status = first ? follow_contacts(f, first) : find_lasting(f);
    return status == HF_STATUS_OK ? choose_friction(f, first) : status;
}

// ---- d(H)/dt v ----

/// Whether its bodies neither slip nor roll on each other.
static bool holds_fast(const baraff_scene *f, const hf_contact *c)
{
    const hf_model *m = f->at.model;
    double size = fmin(m->radius[c->body_a], m->radius[c->body_b]);
    vec3 turn = v3_sub(v3_load(f->at.before[c->body_a] + 3), v3_load(f->at.before[c->body_b] + 3));
    return real_hypot(c->u[1], c->u[2]) <= f->slipping && size * v3_norm(turn) <= f->slipping;
}

/// The acceleration of the point of a body that is at the contact, at constant velocities of its object.
static vec3 carried_acceleration(const baraff_scene *f, int body, const hf_contact *c)
{
    const double *now = f->at.before[body], *then = f->later->at.before[body];
    double moment = f->at.objects->h;
    vec3 arm = v3_sub(v3_load(c->point), v3_load(f->at.at[body].x)), w = v3_load(now + 3);
    vec3 linear = v3_scale(1.0 / moment, v3_sub(v3_load(then), v3_load(now)));
    vec3 angular = v3_scale(1.0 / moment, v3_sub(v3_load(then + 3), w));
    return v3_add(linear, v3_add(v3_cross(angular, arm), v3_cross(w, v3_cross(w, arm))));
}

hf_status baraff_contact_drifts(baraff_scene *f)
{
    const step_context *at = &f->at, *then = &f->later->at;
    double moment = at->objects->h;
    contact_point *points = NULL;
    int count = 0, p = 0;
    f->drift = arena_take_zeroed(at->workspace, (size_t)at->contact_count, sizeof *f->drift);
    if (!f->drift) return error_no_memory(at->error);
    hf_status status = at->contact_count > 0 ? detect(f->later, f->h, &points, &count) : HF_STATUS_OK;
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < at->contact_count; k++)
    {
        const hf_contact *now = &at->contacts[k].record;
        vec3 axis[3], push = contact_velocity(at, now, f->a_bodies); // H is linear: accelerations in, acceleration out
        contact_axes(now, axis);
        const contact_point *point = same_point(points, count, now, &p);
        if (holds_fast(f, now) || !point || point->id != now->id)
        {
            vec3 c = v3_sub(carried_acceleration(f, now->body_a, now), carried_acceleration(f, now->body_b, now));
            for (int j = 0; j < 3; j++) f->drift[k][j] = v3_dot(axis[j], c);
        }
        else
        {
            hf_contact next;
            contact_describe(at, point, &next);
            vec3 u = contact_velocity(at, now, at->before), v = contact_velocity(then, &next, then->before);
            f->drift[k][0] = (v3_dot(v3_load(next.normal), v) - v3_dot(axis[0], u)) / moment;
            for (int j = 1; j < 3; j++) f->drift[k][j] = v3_dot(axis[j], v3_sub(v, u)) / moment;
        }
        for (int j = 0; j < 3; j++) f->drift[k][j] += v3_dot(axis[j], push);
    }
    return HF_STATUS_OK;
}
