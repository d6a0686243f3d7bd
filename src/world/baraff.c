// The acceleration-level mode: forces, not impulses, while contacts last (Baraff 1994); Runge–Kutta 4 in time.
//
//   contacts at rest     a = A f + b,   A = H M⁻¹ Hᵀ,   b = H M⁻¹ (F - gyroscopic) + d(H)/dt v          (eqs. 3, 4)
//                        static friction where the slip is 0, dynamic against it elsewhere               (eqs. 15, 16, 21, 24)
//   collisions           impulses with Newton's restitution and exact friction, before forces are computed
//   unbounded ray        no forces exist (Painlevé): the piece is done by a time step with impulses instead  (section 6)
//
// A step is cut where the forces change their law: where a gap closes and where a slip comes to rest; there dynamic friction becomes static, and what
// is left of the slip is projected out. d(H)/dt v is a difference over a short time along the motion, so that it knows the curvature of every shape.
// Cost: eight detections a piece, and the pivoting of a dense matrix: for small scenes. The certificate of a piece is the pivot's own check
// of the paper's conditions, or of exact friction where all of it is static.

#include "world/world.h"

#include "holdfast/pivot.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/problem.h"

#include <math.h>
#include <string.h>

enum
{
    EVENTS = 200 // pieces that a step may be cut into
};
static const double TOUCHING = 1e-7;  // [m]: a smaller gap is none
static const double STILL = 1e-7;     // [m/s]: a smaller normal speed is none
static const double SLIPPING = 1e-5;  // [m/s]: a smaller slip is none
static const double ALONG = 1e-4;     // of the step: time over which d(H)/dt v is differenced
static const double SHORTEST = 1e-12; // [s]: events this close are one

/// What happens at a configuration: contacts at rest, their forces, and how long that lasts.
typedef struct scene_forces
{
    step_context at; // a context whose configuration is this one
    double (*velocity)[6];
    hf_contact *contacts; // at rest; r holds forces [N]
    int count;
    hf_pivot_friction *friction; // of each of them
    double until;                // [s]: the first event, from now
    bool ray;
} scene_forces;

/// Time derivative of all bodies.
typedef struct body_rate
{
    vec3 x, v, L;
    quat q;
} body_rate;

// ---- configurations ----

static bool configure(const step_context *step, const rigid_state *bodies, scene_forces *f)
{
    const hf_model *m = step->model;
    size_t n = (size_t)m->body_count;
    *f = (scene_forces){.at = *step, .until = INFINITY};
    f->at.at = bodies;
    f->at.inverse = arena_take_zeroed(step->workspace, n, sizeof *f->at.inverse);
    f->at.poses = ARENA_ARRAY(step->workspace, pose, n);
    f->velocity = arena_take_zeroed(step->workspace, n, sizeof *f->velocity);
    if (!f->at.inverse || !f->at.poses || !f->velocity) return false;
    for (int k = 0; k < m->body_count; k++)
    {
        if (m->rigid[k].motion == HF_MOTION_FREE)
            rigid_inverse_inertia(&m->rigid[k], quat_load(bodies[k].q), f->at.inverse[k]);
        v3_store(f->velocity[k], v3_load(bodies[k].v));
        v3_store(f->velocity[k] + 3, rigid_angular_velocity(&m->rigid[k], &bodies[k]));
    }
    poses_of(m, bodies, f->at.poses);
    return true;
}

static hf_status detect(const step_context *step, const scene_forces *f, double h, contact_point **points, int *count)
{
    const hf_model *m = step->model;
    double *reach = ARENA_ARRAY(step->workspace, double, m->body_count);
    if (!reach) return error_no_memory(step->error);
    vec3 gravity = v3_load(step->world->settings.gravity);
    for (int k = 0; k < m->body_count; k++)
    {
        double spin = v3_norm(v3_load(f->velocity[k] + 3));
        reach[k] = 0.0;
        if (m->rigid[k].motion == HF_MOTION_STATIC) continue;
        reach[k] = TOUCHING + h * (v3_norm(v3_load(f->velocity[k])) + h * v3_norm(gravity));
        if (spin > 0.0) reach[k] += h * spin * m->radius[k];
    }
    return collide_detect(m->scene, step->world->collide, f->at.poses, reach, step->workspace, points, count,
                          step->error);
}

static bool any_free(const step_context *step, const hf_contact *c)
{
    return step->model->rigid[c->body_a].motion == HF_MOTION_FREE ||
           step->model->rigid[c->body_b].motion == HF_MOTION_FREE;
}

/// External acceleration of a free body: linear, and angular with the gyroscopic term.
static void external(const step_context *step, const scene_forces *f, int k, double a[6])
{
    const rigid_constants *c = &step->model->rigid[k];
    const hf_body_def *def = &step->model->bodies[k];
    const double *push = step->world->state.push[k];
    memset(a, 0, 6 * sizeof *a);
    if (c->motion != HF_MOTION_FREE) return;
    vec3 force = v3_add(v3_load(def->force), v3_load(push));
    vec3 torque = v3_add(v3_load(def->torque), v3_load(push + 3));
    vec3 gravity = v3_scale(c->gravity_scale, v3_load(step->world->settings.gravity));
    vec3 w = v3_load(f->velocity[k] + 3), L = v3_load(f->at.at[k].L);
    v3_store(a, v3_add_scaled(gravity, c->inverse_mass, force));
    v3_store(a + 3, m3_times(f->at.inverse[k], v3_sub(torque, v3_cross(w, L)))); // I ω' = τ - ω × L
}

// ---- d(H)/dt v ----

/// The bodies a moment later, moving on at the same velocities.
static hf_status moment_later(const step_context *step, const scene_forces *f, double delta, scene_forces *later)
{
    int n = step->model->body_count;
    rigid_state *moved = ARENA_ARRAY(step->workspace, rigid_state, n);
    if (!moved) return error_no_memory(step->error);
    memcpy(moved, f->at.at, (size_t)n * sizeof *moved);
    for (int k = 0; k < n; k++)
    {
        v3_store(moved[k].x, v3_add_scaled(v3_load(moved[k].x), delta, v3_load(f->velocity[k])));
        quat_store(moved[k].q, quat_integrate(quat_load(moved[k].q), v3_load(f->velocity[k] + 3), delta));
    }
    return configure(step, moved, later) ? HF_STATUS_OK : error_no_memory(step->error);
}

static int compare_contacts(const hf_contact *c, const contact_point *p)
{
    if (c->shape_a != p->shape_a) return c->shape_a < p->shape_a ? -1 : 1;
    if (c->shape_b != p->shape_b) return c->shape_b < p->shape_b ? -1 : 1;
    return (c->id > p->id) - (c->id < p->id);
}

/// drift ◄ d(H)/dt v of each contact, in its axes.
static hf_status drifts(const step_context *step, const scene_forces *f, double *drift)
{
    double delta = ALONG * step->h;
    scene_forces later;
    contact_point *points;
    int count, p = 0;
    hf_status status = moment_later(step, f, delta, &later);
    if (status == HF_STATUS_OK) status = detect(step, &later, step->h, &points, &count);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *now = &f->contacts[k];
        while (p < count && compare_contacts(now, &points[p]) > 0) p++;
        if (p == count || compare_contacts(now, &points[p]) != 0) continue; // it leaves: no force can hold it longer
        hf_contact then;
        contact_describe(step->model, &points[p], &then);
        vec3 axis[3], u = contact_velocity(&f->at, now, f->velocity);
        vec3 v = contact_velocity(&later.at, &then, f->velocity);
        contact_axes(now, axis);
        drift[3 * k] = (v3_dot(v3_load(then.normal), v) - v3_dot(axis[0], u)) / delta;
        for (int j = 1; j < 3; j++) drift[3 * k + j] = v3_dot(axis[j], v3_sub(v, u)) / delta;
    }
    return HF_STATUS_OK;
}

static int compare_records(const hf_contact *a, const hf_contact *b)
{
    const contact_point key = {.shape_a = b->shape_a, .shape_b = b->shape_b, .id = b->id};
    return compare_contacts(a, &key);
}

// ---- problems ----

/// The problem over contacts of a configuration, with right-hand side b. `bilateral`: every block asks for u = 0.
static hf_status make_problem(const step_context *step, const scene_forces *f, const double *b, bool bilateral,
                              hf_problem **problem)
{
    size_t n = (size_t)f->count;
    hf_workspace *w = step->workspace;
    size_t *begin = ARENA_ARRAY(w, size_t, n + 1);
    int *size = ARENA_ARRAY(w, int, n), *dof = ARENA_ARRAY(w, int, 12 * n);
    hf_kind *kind = ARENA_ARRAY(w, hf_kind, n);
    double *mu = ARENA_ARRAY(w, double, n);
    double *H = ARENA_ARRAY(w, double, 36 * n), *G = ARENA_ARRAY(w, double, 36 * n);
    if (!begin || !size || !dof || !kind || !mu || !H || !G) return error_no_memory(step->error);
    begin[0] = 0;
    for (size_t k = 0; k < n; k++)
    {
        vec3 axis[3];
        contact_axes(&f->contacts[k], axis);
        size_t dofs = 0;
        for (size_t row = 0; row < 3; row++)
        {
            double *at = H + 3 * begin[k] + row * dofs;
            dofs = (size_t)contact_row(&f->at, &f->contacts[k], axis[row], dof + begin[k], at, G + (at - H));
        }
        begin[k + 1] = begin[k] + dofs;
        size[k] = 3;
        kind[k] = bilateral ? HF_KIND_BILATERAL : HF_KIND_CONTACT;
        mu[k] = f->contacts[k].mu;
    }
    const hf_laws laws = {.block_count = f->count, .size = size, .kind = kind, .mu = mu, .b = b};
    const hf_factored_rows rows = {.dof_count = step->model->dof_count, .begin = begin, .dof = dof, .H = H, .G = G};
    return problem_create_factored(w, &laws, &rows, true, problem, step->error);
}

// ---- impulses ----

/// Solves for impulses by `auto` and applies them to `bodies`; b is the velocity that should be pushed above 0 (or to 0).
static hf_status apply_impulses(step_context *step, scene_forces *f, const double *b, bool bilateral,
                                rigid_state *bodies)
{
    hf_problem *problem = NULL;
    double *r = ARENA_ZEROED(step->workspace, double, 3 * f->count);
    if (!r) return error_no_memory(step->error);
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = step->world->settings.tolerance;
    hf_report report;
    hf_status status = make_problem(step, f, b, bilateral, &problem);
    if (status == HF_STATUS_OK) status = hf_solve("auto", problem, &options, r, step->workspace, &report, step->error);
    if (status != HF_STATUS_OK) return status;
    if (report.outcome != HF_OUTCOME_CONVERGED)
    {
        step->report->solve = report;
        step->report->certified = false;
        return HF_STATUS_OK;
    }
    for (int k = 0; k < f->count; k++)
    {
        memcpy(f->contacts[k].r, r + 3 * k, 3 * sizeof *r);
        contact_apply(&f->at, &f->contacts[k], bodies);
    }
    return HF_STATUS_OK;
}

static void slip_of(const scene_forces *f, const hf_contact *c, double u[3])
{
    vec3 axis[3], v = contact_velocity(&f->at, c, f->velocity);
    contact_axes(c, axis);
    for (int j = 0; j < 3; j++) u[j] = v3_dot(axis[j], v);
}

/// Contacts that touch and do not part; the first moment at which another gap closes.
static hf_status find_contacts(const step_context *step, double horizon, scene_forces *f)
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
        contact_describe(step->model, &points[k], &c);
        if (!any_free(step, &c)) continue;
        slip_of(f, &c, c.u);
        if (c.gap <= TOUCHING && c.u[0] <= STILL) f->contacts[f->count++] = c;
        else if (c.u[0] < 0.0 && c.gap > 0.0) f->until = fmin(f->until, c.gap / -c.u[0]);
    }
    return HF_STATUS_OK;
}

/// Collisions, then what is left of slips that have come to rest. Velocities of `bodies` change; f is configured anew by the caller.
static hf_status settle(step_context *step, scene_forces *f, rigid_state *bodies)
{
    double *b = ARENA_ZEROED(step->workspace, double, 3 * f->count);
    if (!b) return error_no_memory(step->error);
    bool collides = false;
    double bounce = v3_norm(v3_load(step->world->settings.gravity)) * ALONG * step->h; // slower ones do not rebound
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        for (int j = 0; j < 3; j++) b[3 * k + j] = c->u[j];
        collides |= c->u[0] < -STILL;
        if (c->u[0] < -bounce) b[3 * k] += c->restitution * c->u[0];
    }
    return collides ? apply_impulses(step, f, b, false, bodies) : HF_STATUS_OK;
}

// ---- forces ----

typedef struct force_problem
{
    double *b, *slip, *r, *ray;
} force_problem;

/// Where friction is dynamic, and against what. Within a piece a contact that slipped at its beginning slips on: friction of a slip that is
/// just coming to rest keeps the direction that it had.
static void choose_friction(const scene_forces *f, const scene_forces *first, force_problem *p)
{
    int j = 0;
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        const double *u = c->u;
        double slip[2] = {u[1], u[2]};
        bool slips = hypot(u[1], u[2]) > SLIPPING;
        while (first && j < first->count && compare_records(&first->contacts[j], c) < 0) j++;
        if (!slips && first && j < first->count && compare_records(&first->contacts[j], c) == 0 &&
            first->friction[j] == HF_PIVOT_DYNAMIC)
        {
            vec3 axis[3], old[3];
            contact_axes(c, axis);
            contact_axes(&first->contacts[j], old);
            const double *v = first->contacts[j].u;
            vec3 world = v3_add_scaled(v3_scale(v[1], old[1]), v[2], old[2]);
            slip[0] = v3_dot(axis[1], world);
            slip[1] = v3_dot(axis[2], world);
            slips = hypot(slip[0], slip[1]) > 0.0;
        }
        f->friction[k] = slips ? HF_PIVOT_DYNAMIC : HF_PIVOT_STATIC;
        if (slips) memcpy(p->slip + 3 * k + 1, slip, sizeof slip);
    }
}

static hf_status pose_forces(const step_context *step, const scene_forces *first, scene_forces *f, force_problem *p)
{
    size_t n = (size_t)f->count;
    hf_workspace *w = step->workspace;
    *p = (force_problem){.b = ARENA_ZEROED(w, double, 3 * n),
                         .slip = ARENA_ZEROED(w, double, 3 * n),
                         .r = ARENA_ZEROED(w, double, 3 * n),
                         .ray = ARENA_ZEROED(w, double, 3 * n)};
    f->friction = ARENA_ARRAY(w, hf_pivot_friction, n);
    double(*a)[6] = arena_take(w, (size_t)step->model->body_count, sizeof *a);
    if (!p->b || !p->slip || !p->r || !p->ray || !f->friction || !a) return error_no_memory(step->error);
    hf_status status = drifts(step, f, p->b);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < step->model->body_count; k++) external(step, f, k, a[k]);
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        vec3 axis[3], push = contact_velocity(&f->at, c, a); // H is linear: accelerations in, acceleration out
        contact_axes(c, axis);
        for (int j = 0; j < 3; j++) p->b[3 * k + j] += v3_dot(axis[j], push);
    }
    choose_friction(f, first, p);
    return HF_STATUS_OK;
}

/// The time after which a slip that friction brakes comes to rest.
static void find_stops(const double *a, scene_forces *f)
{
    for (int k = 0; k < f->count; k++)
    {
        const double *u = f->contacts[k].u;
        double speed = hypot(u[1], u[2]);
        if (f->friction[k] != HF_PIVOT_DYNAMIC || speed == 0.0) continue;
        double rate = (u[1] * a[3 * k + 1] + u[2] * a[3 * k + 2]) / speed;
        if (rate < 0.0) f->until = fmin(f->until, speed / -rate);
    }
}

/// `first`: the beginning of the piece, or NULL if this is it.
static hf_status solve_forces(step_context *step, const scene_forces *first, scene_forces *f)
{
    if (f->count == 0) return HF_STATUS_OK;
    force_problem p;
    hf_problem *problem = NULL;
    hf_status status = pose_forces(step, first, f, &p);
    if (status == HF_STATUS_OK) status = make_problem(step, f, p.b, false, &problem);
    hf_pivot_options options = hf_pivot_options_default();
    options.tolerance = step->world->settings.tolerance;
    options.max_pivots = step->world->settings.max_iterations;
    options.friction = f->friction;
    options.slip = p.slip;
    hf_pivot_result result;
    hf_report *report = &step->report->solve;
    double *a = ARENA_ARRAY(step->workspace, double, 3 * f->count);
    if (status == HF_STATUS_OK && !a) status = error_no_memory(step->error);
    if (status == HF_STATUS_OK)
        status = hf_pivot_solve(problem, &options, p.r, NULL, p.ray, step->workspace, report, &result, step->error);
    if (status == HF_STATUS_OK) status = hf_problem_velocity(problem, p.r, a, step->workspace, step->error);
    hf_pivot_conditions conditions = {0};
    if (status == HF_STATUS_OK)
        status = hf_pivot_check(problem, &options, p.r, step->workspace, &conditions, step->error);
    if (status != HF_STATUS_OK) return status;
    f->ray = result.end == HF_PIVOT_RAY;
    report->residual.natural = conditions.worst; // the exact law is not what dynamic friction obeys
    if (!f->ray && report->outcome != HF_OUTCOME_CONVERGED) step->report->certified = false;
    for (int k = 0; k < f->count; k++) memcpy(f->contacts[k].r, p.r + 3 * k, 3 * sizeof *p.r);
    find_stops(a, f);
    return HF_STATUS_OK;
}

// ---- Runge–Kutta ----

static void rates_of(const step_context *step, const scene_forces *f, body_rate *rate)
{
    for (int k = 0; k < step->model->body_count; k++)
    {
        const rigid_constants *c = &step->model->rigid[k];
        rate[k] = (body_rate){0};
        if (c->motion != HF_MOTION_FREE) continue;
        const hf_body_def *def = &step->model->bodies[k];
        const double *push = step->world->state.push[k];
        double a[6];
        external(step, f, k, a);
        vec3 w = v3_load(f->velocity[k] + 3);
        quat q = quat_multiply((quat){0, w.x, w.y, w.z}, quat_load(f->at.at[k].q));
        rate[k] = (body_rate){.x = v3_load(f->velocity[k]),
                              .v = v3_load(a),
                              .L = v3_add(v3_load(def->torque), v3_load(push + 3)),
                              .q = {0.5 * q.w, 0.5 * q.x, 0.5 * q.y, 0.5 * q.z}};
    }
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        vec3 force = contact_impulse(c);
        for (int s = 0; s < 2; s++)
        {
            int body = s == 0 ? c->body_a : c->body_b;
            const rigid_constants *rigid = &step->model->rigid[body];
            if (rigid->motion != HF_MOTION_FREE) continue;
            double sign = s == 0 ? 1.0 : -1.0;
            vec3 arm = v3_sub(v3_load(c->point), v3_load(f->at.at[body].x));
            rate[body].v = v3_add_scaled(rate[body].v, sign * rigid->inverse_mass, force);
            rate[body].L = v3_add_scaled(rate[body].L, sign, v3_cross(arm, force));
        }
    }
}

/// to ◄ from + h rate; prescribed bodies go where they are told to be at time t.
static void advance(const step_context *step, const rigid_state *from, double h, const body_rate *rate, double t,
                    rigid_state *to)
{
    for (int k = 0; k < step->model->body_count; k++)
    {
        to[k] = from[k];
        if (step->model->rigid[k].motion == HF_MOTION_PRESCRIBED) rigid_prescribed(&step->model->bodies[k], t, &to[k]);
        if (step->model->rigid[k].motion != HF_MOTION_FREE) continue;
        quat q = quat_load(from[k].q), d = rate[k].q;
        v3_store(to[k].x, v3_add_scaled(v3_load(from[k].x), h, rate[k].x));
        v3_store(to[k].v, v3_add_scaled(v3_load(from[k].v), h, rate[k].v));
        v3_store(to[k].L, v3_add_scaled(v3_load(from[k].L), h, rate[k].L));
        quat_store(to[k].q, quat_normalize((quat){q.w + h * d.w, q.x + h * d.x, q.y + h * d.y, q.z + h * d.z}));
    }
}

static void add_rate(int n, double weight, const body_rate *rate, body_rate *sum)
{
    for (int k = 0; k < n; k++)
    {
        sum[k].x = v3_add_scaled(sum[k].x, weight, rate[k].x);
        sum[k].v = v3_add_scaled(sum[k].v, weight, rate[k].v);
        sum[k].L = v3_add_scaled(sum[k].L, weight, rate[k].L);
        sum[k].q = (quat){sum[k].q.w + weight * rate[k].q.w, sum[k].q.x + weight * rate[k].q.x,
                          sum[k].q.y + weight * rate[k].q.y, sum[k].q.z + weight * rate[k].q.z};
    }
}

/// Rates at a configuration within the piece that began with `first`.
static hf_status rates_at(step_context *step, const scene_forces *first, const rigid_state *bodies, double horizon,
                          body_rate *rate, bool *ray)
{
    scene_forces f;
    if (!configure(step, bodies, &f)) return error_no_memory(step->error);
    hf_status status = find_contacts(step, horizon, &f);
    if (status == HF_STATUS_OK) status = solve_forces(step, first, &f);
    if (status != HF_STATUS_OK) return status;
    *ray = f.ray;
    rates_of(step, &f, rate);
    return HF_STATUS_OK;
}

/// One piece of length h from `bodies`, in place; `first` has the forces at its beginning.
static hf_status runge_kutta(step_context *step, const scene_forces *first, double t, double h, rigid_state *bodies,
                             bool *ray)
{
    int n = step->model->body_count;
    body_rate *rate = ARENA_ARRAY(step->workspace, body_rate, n), *sum = ARENA_ZEROED(step->workspace, body_rate, n);
    rigid_state *middle = ARENA_ARRAY(step->workspace, rigid_state, n);
    if (!rate || !sum || !middle) return error_no_memory(step->error);
    rates_of(step, first, rate);
    add_rate(n, 1.0 / 6.0, rate, sum);
    static const double shares[3] = {0.5, 0.5, 1.0}, weights[3] = {1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
    for (int stage = 0; stage < 3; stage++)
    {
        advance(step, bodies, shares[stage] * h, rate, t + shares[stage] * h, middle);
        hf_status status = rates_at(step, first, middle, h, rate, ray);
        if (status != HF_STATUS_OK || !step->report->certified || *ray) return status;
        add_rate(n, weights[stage], rate, sum);
    }
    memcpy(middle, bodies, (size_t)n * sizeof *middle);
    advance(step, middle, h, sum, t + h, bodies);
    return HF_STATUS_OK;
}

// ---- the stage ----

/// Projects out what is left of slips that came to rest: contacts that stick by the forces, and slip by less than SLIPPING.
static hf_status project_slips(step_context *step, scene_forces *f, rigid_state *bodies, bool *changed)
{
    scene_forces stuck = *f;
    stuck.count = 0;
    stuck.contacts = ARENA_ARRAY(step->workspace, hf_contact, f->count);
    double *b = ARENA_ARRAY(step->workspace, double, 3 * f->count);
    if (!stuck.contacts || !b) return error_no_memory(step->error);
    double worst = 0.0;
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        double slip = hypot(c->u[1], c->u[2]), friction = hypot(c->r[1], c->r[2]);
        if (!(c->r[0] > 0.0) || slip > SLIPPING || friction >= (1.0 - 1e-9) * c->mu * c->r[0]) continue;
        worst = fmax(worst, fmax(slip, fabs(c->u[0])));
        memcpy(b + 3 * stuck.count, c->u, 3 * sizeof *b);
        stuck.contacts[stuck.count++] = *c;
    }
    *changed = worst > 1e-3 * step->world->settings.tolerance;
    return *changed ? apply_impulses(step, &stuck, b, true, bodies) : HF_STATUS_OK;
}

/// Contacts and forces at the beginning of a piece, collisions and slips settled.
static hf_status begin_piece(step_context *step, rigid_state *bodies, double horizon, scene_forces *f)
{
    if (!configure(step, bodies, f)) return error_no_memory(step->error);
    hf_status status = find_contacts(step, horizon, f);
    if (status == HF_STATUS_OK) status = settle(step, f, bodies);
    if (status != HF_STATUS_OK || !step->report->certified) return status;
    for (int again = 0; again < 2; again++) // with the forces it is known which slips have come to rest
    {
        bool changed = false;
        if (!configure(step, bodies, f)) return error_no_memory(step->error);
        status = find_contacts(step, horizon, f);
        if (status == HF_STATUS_OK) status = solve_forces(step, NULL, f);
        if (status != HF_STATUS_OK || !step->report->certified || f->ray) return status;
        if (again == 0) status = project_slips(step, f, bodies, &changed);
        if (status != HF_STATUS_OK || !step->report->certified || !changed) return status;
    }
    return HF_STATUS_OK;
}

/// What the step leaves behind: the contacts of the last piece, with their forces as impulses over the step.
static hf_status keep_contacts(step_context *step, const scene_forces *f)
{
    int n = step->model->body_count;
    rigid_state *at = ARENA_ARRAY(step->workspace, rigid_state, n);
    step->contacts = ARENA_ZEROED(step->workspace, step_contact, f->count);
    if (!at || !step->contacts) return error_no_memory(step->error);
    memcpy(at, f->at.at, (size_t)n * sizeof *at);
    step->at = at;
    step->contact_count = f->count;
    for (int k = 0; k < f->count; k++)
    {
        hf_contact *c = &step->contacts[k].record;
        *c = f->contacts[k];
        for (int j = 0; j < 3; j++) c->r[j] *= step->h;
        c->status = contact_classify(c);
    }
    return HF_STATUS_OK;
}

hf_status stage_baraff(step_context *step)
{
    int n = step->model->body_count;
    double t = step->world->state.time, left = step->h;
    memcpy(step->next, step->world->state.bodies, (size_t)n * sizeof *step->next);
    for (int events = 0; left > SHORTEST; events++)
    {
        if (events == EVENTS)
        {
            step->report->certified = false;
            return HF_STATUS_OK;
        }
        scene_forces f;
        bool ray = false;
        hf_status status = begin_piece(step, step->next, left, &f);
        if (status != HF_STATUS_OK || !step->report->certified) return status;
        ray = f.ray;
        double h = fmin(left, fmax(f.until, 1e-3 * SHORTEST));
        if (left - h < SHORTEST) h = left;
        if (!ray) status = keep_contacts(step, &f);
        if (status == HF_STATUS_OK && !ray) status = runge_kutta(step, &f, t, h, step->next, &ray);
        if (status != HF_STATUS_OK || !step->report->certified) return status;
        if (ray)
        {
            step->ray = true;
            return HF_STATUS_OK;
        }
        left -= h;
        t += h;
    }
    return HF_STATUS_OK;
}
