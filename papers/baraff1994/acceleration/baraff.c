// The acceleration-level mode: forces, not impulses, while contacts last (Baraff 1994); Runge–Kutta 4 in time.
//
//   rows at rest         a = A f + b,   A = H M⁻¹ Hᵀ,   b = H M⁻¹ (F - bias) + d(H)/dt v                 (eqs. 3, 4)
//                        static friction where the slip is 0, dynamic against it elsewhere (eqs. 15, 16, 21, 24)
//   mechanisms           loops, limits, motors, springs and dry friction are rows beside the contacts (baraff_rows.c)
//   collisions           impulses with Newton's restitution and exact friction, before forces are computed
//   unbounded ray        no forces exist (Painlevé): an impulse along the ray until a slip ends          (section 6)
//
// A step is cut where the forces change their law: where a gap closes and where a slip comes to rest; there dynamic
// friction becomes static, and what is left of the slip is projected out. d(H)/dt v is a difference over a short time
// along the motion, so that it knows the curvature of every shape.
// Cost: eight detections a piece, and the pivoting of a dense matrix: for small scenes.
//
// A piece that would end at once again and again (balls that come to rest by bouncing, chattering), and one whose rays
// do not end, is done by a time step with impulses instead (NO_FORCES), which the report counts.

#include "papers/baraff1994/acceleration/baraff.h"
#include "papers/baraff1994/acceleration/stages.h"

#include "base/arena.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    EVENTS = 16, // pieces that a step may be cut into
    KICKS = 16   // collisions, rays and projections at one moment
};
static const double SHORTEST = 1e-12; // [s]: events this close are one

/// What happens at once: one collision, ray or projection. *settled: nothing was left to do, and f has the forces.
static hf_status settle_once(step_context *step, const baraff_state *state, double time, double left, int round,
                             baraff_scene *f, bool *settled)
{
    bool changed = false, ray = false;
    *settled = false;
    hf_status status = baraff_configure(step, state, time, left, f);
    if (status == HF_STATUS_OK) status = baraff_find_contacts(f, NULL);
    if (status == HF_STATUS_OK) status = baraff_forces(step, NULL, f, &ray);
    if (status == HF_STATUS_OK) status = baraff_collide(step, f, state, &changed);
    if (status != HF_STATUS_OK || step->why != WHY_NOT || changed) return status;
    if (ray) status = baraff_ray_impulse(step, f, state, &changed);
    else if (round < KICKS / 2) status = baraff_stick(step, f, state, &changed);
    if (ray && !changed) step->why = WHY_NO_FORCES;
    *settled = !changed && !ray;
    return status;
}

/// Contacts and forces at the beginning of a piece, collisions and slips settled.
static hf_status begin_piece(step_context *step, const baraff_state *state, double time, double left, baraff_scene *f)
{
    bool settled = false;
    hf_status status = HF_STATUS_OK;
    for (int round = 0; round < KICKS && !settled && status == HF_STATUS_OK && step->why == WHY_NOT; round++)
        status = settle_once(step, state, time, left, round, f, &settled);
    if (!settled && step->why == WHY_NOT) step->why = WHY_NO_FORCES;
    return status;
}

void baraff_keep(step_context *step, const baraff_scene *f)
{
    step->at = f->at.at;
    step->contacts = f->at.contacts;
    step->contact_count = f->at.contact_count;
    for (int k = 0; k < step->contact_count; k++)
    {
        hf_contact *c = &step->contacts[k].record;
        for (int j = 0; j < 3; j++) c->r[j] *= step->h;
        c->status = contact_classify(c, 1.0);
    }
    for (int k = 0; k < step->model->mechanism.row_count && step->rules.joints; k++)
        step->mechanism->reactions[k] = step->h * f->force[k];
    for (int k = 0; k < step->model->mechanism.actuator_count; k++)
        step->world->actuator_force[k] = f->force[actuator_row(&step->model->mechanism, k)];
}

void baraff_end(step_context *step, const baraff_state *state, double time)
{
    object_step *o = step->objects;
    baraff_place(step, state, time, &o->after, o->v_after);
    memcpy(o->v_free, o->v_after, (size_t)step->model->own_v_count * sizeof *o->v_free); // no impulse is expected again
}

hf_status stage_baraff(step_context *step)
{
    double t = step->world->state.time, left = step->h;
    baraff_state state;
    if (!baraff_flatten(step, &step->objects->start, step->world->state.v, &state)) return error_no_memory(step->error);
    for (int events = 0; left > SHORTEST; events++)
    {
        baraff_scene f;
        if (events == EVENTS || (events > 0 && step_budget_half(step->run)))
        {
            step->why = WHY_NO_FORCES;
            return HF_STATUS_OK;
        }
        arena_mark mark = arena_begin(step->workspace);
        hf_status status = begin_piece(step, &state, t, left, &f);
        if (status != HF_STATUS_OK || step->why != WHY_NOT) return status;
        double h = fmin(left, fmax(f.until, 1e-3 * SHORTEST));
        bool last = left - h < SHORTEST;
        if (last) h = left;
        status = baraff_move(step, &f, h, &state);
        if (status != HF_STATUS_OK || step->why != WHY_NOT) return status;
        left -= h;
        t += h;
        if (last) baraff_keep(step, &f);
        else arena_end(step->workspace, mark); // what the last piece found stays
    }
    baraff_end(step, &state, t);
    return HF_STATUS_OK;
}
