// The world without inertia: f = m v in the place of f = m a.
//
//     M v = F(q) + Hᵀ f,     u = H v + gap/h: the laws of contacts, loops, limits, motors and dry friction between f
//                            and u, q⁺ = q ⊕ h v
//
// Velocities follow from forces and are forgotten with the step: nothing swings, nothing collides, and what no force
// moves stands still. It is the world in which one drags parts of a mechanism: where they jam, static friction holds
// against any pull within its cone. The laws are those of a time step with the mass of a second's worth of momentum:
// the unit of time in which a force of m newtons makes a velocity of 1 m/s is the second. Springs and dampers are taken
// at the end of the step (baraff_rows.c).
//
// Which contacts may close depends on the velocities that are asked for: these are looked for as far as free motion
// goes, and again where the answer goes farther.

#include "papers/baraff1994/acceleration/baraff.h"
#include "papers/baraff1994/acceleration/stages.h"
#include "world/rows/contact_rows.h"
#include "world/step_budget.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"
#include "model/acceleration/acceleration.h"

#include <math.h>
#include <string.h>

enum
{
    LOOKS = 8 // for contacts
};
static const double AHEAD = 1.5; // times the way of the answer: where contacts are looked for then

/// The state with all velocities 0.
static hf_status stand_still(const step_context *step, baraff_state *state)
{
    const hf_model *m = step->model;
    size_t n = (size_t)m->body_count;
    configuration at = step->objects->start;
    double *v = ARENA_ZEROED(step->workspace, double, m->own_v_count);
    at.bodies = ARENA_ARRAY(step->workspace, body_state, n);
    at.momentum = arena_take_zeroed(step->workspace, n, sizeof *at.momentum);
    if (!v || !at.bodies || !at.momentum) return error_no_memory(step->error);
    memcpy(at.bodies, step->objects->start.bodies, n * sizeof *at.bodies);
    for (size_t k = 0; k < n; k++)
    {
        memset(at.bodies[k].v, 0, sizeof at.bodies[k].v);
        memset(at.bodies[k].w, 0, sizeof at.bodies[k].w);
    }
    return baraff_flatten(step, &at, v, state) ? HF_STATUS_OK : error_no_memory(step->error);
}

/// reach ◄ at least so far as bodies come with these twists, and with what they are driven by. False if it was as far
/// already.
static bool look_ahead(const baraff_scene *f, double (*twists)[6], double share, double *reach)
{
    const hf_model *m = f->at.model;
    bool farther = false;
    for (int k = 0; k < m->body_count; k++)
    {
        vec3 v = v3_add(v3_load(twists[k]), v3_load(f->at.before[k]));
        double spin = v3_norm(v3_add(v3_load(twists[k] + 3), v3_load(f->at.before[k] + 3)));
        double way = f->h * (v3_norm(v) + (spin > 0.0 ? spin * m->radius[k] : 0.0));
        if (way <= reach[k]) continue;
        reach[k] = share * way;
        farther = true;
    }
    return farther;
}

/// All points within reach, with the velocity that they would have without forces as `drift`.
static hf_status find_contacts(baraff_scene *f, const double *reach)
{
    step_context *at = &f->at;
    contact_point *points;
    int count;
    hf_status status = baraff_detect(f, reach, &points, &count);
    if (status != HF_STATUS_OK) return status;
    at->contact_count = 0;
    at->contacts = ARENA_ZEROED(at->workspace, step_contact, count);
    f->friction = ARENA_ZEROED(at->workspace, hf_pivot_friction, count);
    f->drift = arena_take_zeroed(at->workspace, (size_t)count, sizeof *f->drift);
    f->slip = arena_take_zeroed(at->workspace, (size_t)count, sizeof *f->slip);
    if (!at->contacts || !f->friction || !f->drift || !f->slip) return error_no_memory(at->error);
    for (int k = 0; k < count; k++)
    {
        step_contact *c = &at->contacts[at->contact_count];
        vec3 axis[3];
        *c = (step_contact){0};
        contact_describe(at, &points[k], &c->record);
        if (!body_yields(at->model, c->record.body_a) && !body_yields(at->model, c->record.body_b)) continue;
        c->row_count = contact_row_count(at->model, &c->record);
        if (contact_adds_nothing(at->model, at->contacts, at->contact_count + 1)) continue;
        vec3 u = v3_add(contact_velocity(at, &c->record, f->a_bodies), contact_velocity(at, &c->record, at->before));
        contact_axes(&c->record, axis);
        double *drift = f->drift[at->contact_count++];
        for (int j = 0; j < 3; j++) drift[j] = v3_dot(axis[j], u);
        drift[0] += contact_closing_shift(c->record.gap, f->h);
    }
    return HF_STATUS_OK;
}

static hf_status solve(step_context *step, baraff_scene *f)
{
    hf_report *sum = &step->report->solve, report = {.outcome = HF_OUTCOME_CONVERGED};
    memcpy(f->answer, f->a, (size_t)step->model->dof_count * sizeof *f->a);
    *sum = report;
    hf_status status = baraff_find_islands(f);
    for (int o = 0; o < step->model->object_count && status == HF_STATUS_OK; o++)
    {
        baraff_problem p;
        if (f->island_rows[o] == 0) continue;
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = step->world->tolerance;
        options.warm_start = !step->world->settings.solver.cold_start;
        status = baraff_pose(f, BARAFF_FORCES, o, &p);
        if (status != HF_STATUS_OK) break;
        options.budget = step_budget_take(step->run, p.rows.row_count);
        if (options.warm_start) baraff_guess(f, NULL, &p);
        status = hf_solve("auto", p.problem, &options, p.r, step->workspace, &report, step->error);
        if (status != HF_STATUS_OK) break;
        step_budget_spend(step->run, report.work);
        long iterations = sum->iterations + report.iterations;
        if (!(report.residual.natural <= sum->residual.natural)) *sum = report; // the worst
        sum->iterations = iterations;
        baraff_read(f, &p);
        status = baraff_respond(f, &p, p.r, f->answer);
    }
    return status;
}

/// Velocities at contacts, by the answer.
static void read_slips(baraff_scene *f, double (*twists)[6])
{
    for (int k = 0; k < f->at.contact_count; k++)
    {
        hf_contact *c = &f->at.contacts[k].record;
        vec3 axis[3], u = v3_add(contact_velocity(&f->at, c, twists), contact_velocity(&f->at, c, f->at.before));
        contact_axes(c, axis);
        for (int j = 0; j < 3; j++) c->u[j] = v3_dot(axis[j], u);
    }
}

/// q⁺ = q ⊕ h v, and v is kept for who looks.
static hf_status move(step_context *step, baraff_scene *f, baraff_state *state, double time)
{
    double *rates = ARENA_ARRAY(step->workspace, double, state->count);
    double *none = ARENA_ZEROED(step->workspace, double, step->model->dof_count);
    if (!rates || !none) return error_no_memory(step->error);
    hf_status status = baraff_kick(f, f->answer, state);
    if (status != HF_STATUS_OK) return status;
    baraff_place(step, state, time, &f->here, f->v);
    baraff_rates(f, none, true, rates);
    for (int k = 0; k < state->count; k++) state->y[k] += step->h * rates[k];
    return HF_STATUS_OK;
}

hf_status stage_first_order(step_context *step)
{
    const hf_model *m = step->model;
    double time = step->world->state.time;
    double *reach = ARENA_ZEROED(step->workspace, double, m->body_count);
    double(*twists)[6] = arena_take_zeroed(step->workspace, (size_t)m->body_count, sizeof *twists);
    baraff_scene f = {0};
    baraff_state state;
    hf_status status = reach && twists ? stand_still(step, &state) : error_no_memory(step->error);
    if (status == HF_STATUS_OK) status = baraff_configure_still(step, &state, time, step->h, &f);
    if (status == HF_STATUS_OK) status = baraff_accelerate(&f, NULL);
    if (status == HF_STATUS_OK) status = baraff_find_rows(&f, NULL);
    if (status == HF_STATUS_OK) look_ahead(&f, f.a_bodies, 1.0, reach);
    for (int look = 0; look < LOOKS && status == HF_STATUS_OK; look++)
    {
        status = find_contacts(&f, reach);
        if (status == HF_STATUS_OK) status = solve(step, &f);
        for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
            object_of(m, o)->acceleration->twists(f.at.objects, o, f.answer + m->objects[o].dof, twists);
        if (status != HF_STATUS_OK || !look_ahead(&f, twists, AHEAD, reach)) break;
    }
    if (status != HF_STATUS_OK) return status;
    step->why = step_judge(step, &step->report->solve);
    read_slips(&f, twists);
    baraff_keep(step, &f);
    status = move(step, &f, &state, time);
    if (status == HF_STATUS_OK) baraff_end(step, &state, time + step->h);
    return status;
}
