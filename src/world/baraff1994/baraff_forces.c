// Forces and impulses of the acceleration-level mode (baraff.c): a = A f + b by pivoting (Baraff 1994, eqs. 3, 4), collisions by `auto`.

#include "world/baraff1994/baraff.h"
#include "world/rows/problem_rows.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

// ---- problems ----

/// The problem over contacts of a configuration, with right-hand side b. `bilateral`: every block asks for u = 0.
static hf_status make_problem(const step_context *step, const baraff_scene *f, const double *b, bool bilateral,
                              hf_problem **problem)
{
    hf_law_kind kind = bilateral ? HF_LAW_BILATERAL : HF_LAW_CONTACT;
    rows_room room = {0};
    problem_rows rows;
    for (int k = 0; k < f->count; k++) room_for_contact(&room, step->model, &f->contacts[k], 3);
    if (!problem_rows_take(&rows, &room, step->workspace)) return error_no_memory(step->error);
    for (int k = 0; k < f->count; k++) problem_rows_add_contact(&rows, &f->at, &f->contacts[k], 3, kind, b + 3 * k);
    return problem_rows_create(&rows, step->model->dof_count, step->workspace, true, problem, step->error);
}

// ---- impulses ----

hf_status baraff_impulses(step_context *step, baraff_scene *f, const double *b, bool bilateral,
                          const configuration *bodies)
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
        step->redo = STEP_HALVE;
        return HF_STATUS_OK;
    }
    for (int k = 0; k < f->count; k++)
    {
        memcpy(f->contacts[k].r, r + 3 * k, 3 * sizeof *r);
        contact_apply(&f->at, &f->contacts[k], bodies);
    }
    return HF_STATUS_OK;
}

hf_status baraff_collide(step_context *step, baraff_scene *f, const configuration *bodies)
{
    double *b = ARENA_ZEROED(step->workspace, double, 3 * f->count);
    if (!b) return error_no_memory(step->error);
    bool collides = false;
    double bounce =
        v3_norm(v3_load(step->world->settings.gravity)) * BARAFF_ALONG * step->h; // slower ones do not rebound
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        for (int j = 0; j < 3; j++) b[3 * k + j] = c->u[j];
        collides |= c->u[0] < -BARAFF_STILL;
        if (c->u[0] < -bounce) b[3 * k] += c->restitution * c->u[0];
    }
    return collides ? baraff_impulses(step, f, b, false, bodies) : HF_STATUS_OK;
}

// ---- forces ----

typedef struct force_problem
{
    double *b, *slip, *r, *ray;
} force_problem;

/// Where friction is dynamic, and against what. Within a piece a contact that slipped at its beginning slips on: friction of a slip that is
/// just coming to rest keeps the direction that it had.
static void choose_friction(const baraff_scene *f, const baraff_scene *first, force_problem *p)
{
    int j = 0;
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        const double *u = c->u;
        double slip[2] = {u[1], u[2]};
        bool slips = real_hypot(u[1], u[2]) > BARAFF_SLIPPING;
        int order = -1;
        for (; first && j < first->count; j++)
        {
            const hf_contact *old = &first->contacts[j];
            order = contact_order(old->shape_a, old->shape_b, old->id, c);
            if (order >= 0) break;
        }
        if (!slips && order == 0 && first->friction[j] == HF_PIVOT_DYNAMIC)
        {
            vec3 axis[3], old[3];
            contact_axes(c, axis);
            contact_axes(&first->contacts[j], old);
            const double *v = first->contacts[j].u;
            vec3 world = v3_add_scaled(v3_scale(v[1], old[1]), v[2], old[2]);
            slip[0] = v3_dot(axis[1], world);
            slip[1] = v3_dot(axis[2], world);
            slips = real_hypot(slip[0], slip[1]) > 0.0;
        }
        f->friction[k] = slips ? HF_PIVOT_DYNAMIC : HF_PIVOT_STATIC;
        if (slips) memcpy(p->slip + 3 * k + 1, slip, sizeof slip);
    }
}

static hf_status pose_forces(const step_context *step, const baraff_scene *first, baraff_scene *f, force_problem *p)
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
    hf_status status = baraff_drifts(step, f, p->b);
    if (status != HF_STATUS_OK) return status;
    for (int k = 0; k < step->model->body_count; k++) baraff_acceleration(step, f, k, a[k]);
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
static void find_stops(const double *a, baraff_scene *f)
{
    for (int k = 0; k < f->count; k++)
    {
        const double *u = f->contacts[k].u;
        double speed = real_hypot(u[1], u[2]);
        if (f->friction[k] != HF_PIVOT_DYNAMIC || speed == 0.0) continue;
        double rate = (u[1] * a[3 * k + 1] + u[2] * a[3 * k + 2]) / speed;
        if (rate < 0.0) f->until = fmin(f->until, speed / -rate);
    }
}

hf_status baraff_forces(step_context *step, const baraff_scene *first, baraff_scene *f)
{
    if (f->count == 0) return HF_STATUS_OK;
    force_problem p;
    hf_problem *problem = NULL;
    hf_status status = pose_forces(step, first, f, &p);
    if (status == HF_STATUS_OK) status = make_problem(step, f, p.b, false, &problem);
    hf_pivot_options options = hf_pivot_options_default();
    options.common.tolerance = step->world->settings.tolerance;
    options.common.max_iterations = step->world->settings.max_iterations;
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
    report->residual.natural = conditions.worst; // the exact law is not what dynamic friction obeys
    if (result.end == HF_PIVOT_RAY) step->redo = STEP_NO_FORCES;
    else if (report->outcome != HF_OUTCOME_CONVERGED) step->redo = STEP_HALVE;
    for (int k = 0; k < f->count; k++) memcpy(f->contacts[k].r, p.r + 3 * k, 3 * sizeof *p.r);
    find_stops(a, f);
    return HF_STATUS_OK;
}
