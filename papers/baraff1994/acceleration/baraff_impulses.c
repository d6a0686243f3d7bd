// Impulses of the acceleration-level mode (baraff.c): collisions, what is left of slips that came to rest, and the ray
// of section 6.

#include "papers/baraff1994/acceleration/baraff.h"
#include "world/step_budget.h"

#include "model/acceleration/acceleration.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <stdio.h>

static const double LEFT = 1e-3; // of the tolerance: velocities that are projected out [m/s or rad/s]

/// Solves for impulses that leave velocities of `goal`; dv += what they do.
static hf_status solve(step_context *step, baraff_scene *f, baraff_problem *p, double goal, double *dv)
{
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = fmin(goal, step->world->tolerance); // which no impulses at all may be within
    options.budget = step_budget_take(step->run, p->rows.row_count);
    hf_report report;
    hf_status status = hf_solve("auto", p->problem, &options, p->r, step->workspace, &report, step->error);
    if (status != HF_STATUS_OK) return status;
    step_budget_spend(step->run, report.work);
    hf_report *sum = &step->report->solve;
    sum->iterations += report.iterations;
    sum->residual.natural = fmax(sum->residual.natural, report.residual.natural);
    if (!(report.residual.natural <= step->world->tolerance)) step->why = baraff_not_good(step);
    return baraff_respond(f, p, p->r, dv);
}

/// The largest approach of contacts and limits, and rate of loops, in what p asks for.
static double widest(const baraff_problem *p)
{
    double worst = 0.0;
    for (int b = 0, row = 0; b < p->rows.block_count; b++)
        for (int j = 0; j < p->rows.size[b]; j++, row++)
        {
            bool pushes = p->rows.kind[b] == HF_LAW_CONTACT || p->rows.kind[b] == HF_LAW_UNILATERAL;
            if (pushes && j > 0) continue;
            worst = fmax(worst, pushes ? -p->rows.b[row] : fabs(p->rows.b[row]));
        }
    return worst;
}

/// Impulses of all islands in which more than `least` is asked for.
static hf_status apply(step_context *step, baraff_scene *f, baraff_ask ask, double least, const baraff_state *state,
                       bool *changed)
{
    const hf_model *m = step->model;
    double *dv = ARENA_ZEROED(step->workspace, double, m->dof_count);
    hf_status status = dv ? HF_STATUS_OK : error_no_memory(step->error);
    *changed = false;
    for (int o = 0; o < m->object_count && status == HF_STATUS_OK; o++)
    {
        baraff_problem p;
        if (f->island_rows[o] == 0) continue;
        status = baraff_pose(f, ask, o, &p);
        if (status != HF_STATUS_OK || !(widest(&p) > least)) continue;
        status = solve(step, f, &p, least, dv);
        *changed = true;
    }
    return *changed && status == HF_STATUS_OK ? baraff_kick(f, dv, state) : status;
}

hf_status baraff_collide(step_context *step, baraff_scene *f, const baraff_state *state, bool *changed)
{
    return apply(step, f, BARAFF_COLLIDE, BARAFF_STILL, state, changed);
}

hf_status baraff_stick(step_context *step, baraff_scene *f, const baraff_state *state, bool *changed)
{
    return apply(step, f, BARAFF_STICK, LEFT * step->world->tolerance, state, changed);
}

hf_status baraff_ray_impulse(step_context *step, baraff_scene *f, const baraff_state *state, bool *applied)
{
    const hf_model *m = step->model;
    double(*twists)[6] = arena_take_zeroed(step->workspace, (size_t)m->body_count, sizeof *twists), longest = INFINITY;
    if (!twists) return error_no_memory(step->error);
    for (int o = 0; o < m->object_count; o++)
        object_of(m, o)->acceleration->twists(f->at.objects, o, f->answer + m->objects[o].dof, twists);
    for (int k = 0; k < f->at.contact_count; k++)
    {
        const hf_contact *c = &f->at.contacts[k].record;
        vec3 axis[3], du = contact_velocity(&f->at, c, twists);
        double speed = real_hypot(c->u[1], c->u[2]);
        if (f->friction[k] != HF_PIVOT_DYNAMIC || !(speed > 0.0)) continue;
        contact_axes(c, axis);
        double less = -(c->u[1] * v3_dot(axis[1], du) + c->u[2] * v3_dot(axis[2], du)) / speed;
        if (less > 0.0) longest = fmin(longest, speed / less);
    }
    *applied = isfinite(longest);
    if (!*applied) return HF_STATUS_OK;
    for (int k = 0; k < m->dof_count; k++) f->answer[k] *= longest;
    step->rays++;
    snprintf(step->report->solve.note, sizeof step->report->solve.note,
             "no forces exist at t = %g s: an impulse along the ray of dynamic friction", f->time);
    return baraff_kick(f, f->answer, state);
}
