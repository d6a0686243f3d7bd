// Contacts of a configuration in the acceleration-level mode (baraff.c), and how they drift: d(H)/dt v by a difference over a moment along the
// motion, so that it knows the curvature of every shape.

#include "world/baraff1994/baraff.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

static const double TOUCHING = 1e-7; // [m]: a smaller gap is none

// ---- configurations ----

bool baraff_configure(const step_context *step, const configuration *bodies, baraff_scene *f)
{
    const hf_model *m = step->model;
    size_t n = (size_t)m->body_count;
    *f = (baraff_scene){.at = *step, .until = INFINITY};
    f->at.at = bodies->bodies;
    f->momentum = bodies->momentum;
    f->at.inverse = arena_take_zeroed(step->workspace, n, sizeof *f->at.inverse);
    f->at.objects = ARENA_ARRAY(step->workspace, object_step, 1);
    f->at.poses = ARENA_ARRAY(step->workspace, pose, n);
    f->velocity = arena_take_zeroed(step->workspace, n, sizeof *f->velocity);
    if (!f->at.inverse || !f->at.objects || !f->at.poses || !f->velocity) return false;
    *f->at.objects = *step->objects;
    f->at.objects->mass.inverse = f->at.inverse;
    for (int k = 0; k < m->body_count; k++)
    {
        const body_state *body = &bodies->bodies[k];
        v3_store(f->velocity[k], v3_load(body->v));
        v3_store(f->velocity[k] + 3, v3_load(body->w));
        if (m->body_object[k] < 0) continue;
        rigid_inverse_inertia(&m->rigid[k], quat_load(body->q), f->at.inverse[k]);
        v3_store(f->velocity[k] + 3, m3_times(f->at.inverse[k], v3_load(bodies->momentum[k])));
    }
    poses_of(m, bodies->bodies, f->at.poses);
    return true;
}

static hf_status detect(const step_context *step, const baraff_scene *f, double h, contact_point **points, int *count)
{
    const hf_model *m = step->model;
    double *reach = ARENA_ARRAY(step->workspace, double, m->body_count);
    if (!reach) return error_no_memory(step->error);
    vec3 gravity = v3_load(step->world->settings.gravity);
    for (int k = 0; k < m->body_count; k++)
    {
        double spin = v3_norm(v3_load(f->velocity[k] + 3));
        reach[k] = 0.0;
        if (m->bodies[k].motion == HF_MOTION_STATIC) continue;
        reach[k] = TOUCHING + h * (v3_norm(v3_load(f->velocity[k])) + h * v3_norm(gravity));
        if (spin > 0.0) reach[k] += h * spin * m->radius[k];
    }
    return collide_detect(m->scene, step->world->collide, f->at.poses, reach, step->workspace, points, count,
                          step->error);
}

static bool any_free(const step_context *step, const hf_contact *c)
{
    return body_yields(step->model, c->body_a) || body_yields(step->model, c->body_b);
}

void baraff_acceleration(const step_context *step, const baraff_scene *f, int k, double a[6])
{
    const rigid_constants *c = &step->model->rigid[k];
    const hf_body_def *def = &step->model->bodies[k];
    const double *push = step->world->state.push[k];
    memset(a, 0, 6 * sizeof *a);
    if (!body_yields(step->model, k)) return;
    vec3 force = v3_add(v3_load(def->force), v3_load(push));
    vec3 torque = v3_add(v3_load(def->torque), v3_load(push + 3));
    vec3 gravity = v3_scale(c->gravity_scale, v3_load(step->world->settings.gravity));
    vec3 w = v3_load(f->velocity[k] + 3), L = v3_load(f->momentum[k]);
    v3_store(a, v3_add_scaled(gravity, c->inverse_mass, force));
    v3_store(a + 3, m3_times(f->at.inverse[k], v3_sub(torque, v3_cross(w, L)))); // I ω' = τ - ω × L
}

// ---- which contacts last ----

static void slip_of(const baraff_scene *f, const hf_contact *c, double u[3])
{
    vec3 axis[3], v = contact_velocity(&f->at, c, f->velocity);
    contact_axes(c, axis);
    for (int j = 0; j < 3; j++) u[j] = v3_dot(axis[j], v);
}

hf_status baraff_find_contacts(const step_context *step, double horizon, baraff_scene *f)
{
    contact_point *points;
    int count;
    hf_status status = detect(step, f, horizon, &points, &count);
    if (status != HF_STATUS_OK) return status;
    f->contacts = ARENA_ARRAY(step->workspace, hf_contact, count);
    if (!f->contacts) return error_no_memory(step->error);
    for (int k = 0; k < count; k++)
    {
        hf_contact c;
        contact_describe(step, &points[k], &c);
        if (!any_free(step, &c)) continue;
        slip_of(f, &c, c.u);
        if (c.gap <= TOUCHING && c.u[0] <= BARAFF_STILL) f->contacts[f->count++] = c;
        else if (c.u[0] < 0.0 && c.gap > 0.0) f->until = fmin(f->until, c.gap / -c.u[0]);
    }
    return HF_STATUS_OK;
}

// ---- d(H)/dt v ----

/// The bodies a moment later, moving on at the same velocities.
static hf_status moment_later(const step_context *step, const baraff_scene *f, double delta, baraff_scene *later)
{
    int n = step->model->body_count;
    body_state *moved = ARENA_ARRAY(step->workspace, body_state, n);
    if (!moved) return error_no_memory(step->error);
    memcpy(moved, f->at.at, (size_t)n * sizeof *moved);
    for (int k = 0; k < n; k++)
    {
        v3_store(moved[k].x, v3_add_scaled(v3_load(moved[k].x), delta, v3_load(f->velocity[k])));
        quat_store(moved[k].q, quat_integrate(quat_load(moved[k].q), v3_load(f->velocity[k] + 3), delta));
    }
    const configuration there = {.model = step->model, .bodies = moved, .momentum = f->momentum};
    return baraff_configure(step, &there, later) ? HF_STATUS_OK : error_no_memory(step->error);
}

hf_status baraff_drifts(const step_context *step, const baraff_scene *f, double *drift)
{
    double delta = BARAFF_ALONG * step->h;
    baraff_scene later;
    contact_point *points;
    int count, p = 0;
    hf_status status = moment_later(step, f, delta, &later);
    if (status == HF_STATUS_OK) status = detect(step, &later, step->h, &points, &count);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *now = &f->contacts[k];
        int order = -1;
        for (; p < count; p++)
        {
            order = contact_order(points[p].shape_a, points[p].shape_b, points[p].id, now);
            if (order >= 0) break;
        }
        if (order != 0) continue; // it leaves: no force can hold it longer
        hf_contact then;
        contact_describe(step, &points[p], &then);
        vec3 axis[3], u = contact_velocity(&f->at, now, f->velocity);
        vec3 v = contact_velocity(&later.at, &then, f->velocity);
        contact_axes(now, axis);
        drift[3 * k] = (v3_dot(v3_load(then.normal), v) - v3_dot(axis[0], u)) / delta;
        for (int j = 1; j < 3; j++) drift[3 * k + j] = v3_dot(axis[j], v3_sub(v, u)) / delta;
    }
    return HF_STATUS_OK;
}
