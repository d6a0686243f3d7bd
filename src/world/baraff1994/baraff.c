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

#include "world/baraff1994/baraff.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

enum
{
    EVENTS = 200 // pieces that a step may be cut into
};
static const double SHORTEST = 1e-12; // [s]: events this close are one

/// Projects out what is left of slips that came to rest: contacts that stick by the forces, and slip by less than BARAFF_SLIPPING.
static hf_status project_slips(step_context *step, baraff_scene *f, const configuration *bodies, bool *changed)
{
    baraff_scene stuck = *f;
    stuck.count = 0;
    stuck.contacts = ARENA_ARRAY(step->workspace, hf_contact, f->count);
    double *b = ARENA_ARRAY(step->workspace, double, 3 * f->count);
    if (!stuck.contacts || !b) return error_no_memory(step->error);
    double worst = 0.0;
    for (int k = 0; k < f->count; k++)
    {
        const hf_contact *c = &f->contacts[k];
        double slip = real_hypot(c->u[1], c->u[2]), friction = real_hypot(c->r[1], c->r[2]);
        if (!(c->r[0] > 0.0) || slip > BARAFF_SLIPPING || friction >= (1.0 - 1e-9) * c->mu * c->r[0]) continue;
        worst = fmax(worst, fmax(slip, fabs(c->u[0])));
        memcpy(b + 3 * stuck.count, c->u, 3 * sizeof *b);
        stuck.contacts[stuck.count++] = *c;
    }
    *changed = worst > 1e-3 * step->world->tolerance;
    return *changed ? baraff_impulses(step, &stuck, b, true, bodies) : HF_STATUS_OK;
}

/// Contacts and forces at the beginning of a piece, collisions and slips settled.
static hf_status begin_piece(step_context *step, const configuration *bodies, double horizon, baraff_scene *f)
{
    if (!baraff_configure(step, bodies, f)) return error_no_memory(step->error);
    hf_status status = baraff_find_contacts(step, horizon, f);
    if (status == HF_STATUS_OK) status = baraff_collide(step, f, bodies);
    if (status != HF_STATUS_OK || step->redo != STEP_ACCEPT) return status;
    for (int again = 0; again < 2; again++) // with the forces it is known which slips have come to rest
    {
        bool changed = false;
        if (!baraff_configure(step, bodies, f)) return error_no_memory(step->error);
        status = baraff_find_contacts(step, horizon, f);
        if (status == HF_STATUS_OK) status = baraff_forces(step, NULL, f);
        if (status != HF_STATUS_OK || step->redo != STEP_ACCEPT) return status;
        if (again == 0) status = project_slips(step, f, bodies, &changed);
        if (status != HF_STATUS_OK || step->redo != STEP_ACCEPT || !changed) return status;
    }
    return HF_STATUS_OK;
}

/// What the step leaves behind: the contacts of the last piece, with their forces as impulses over the step.
static hf_status keep_contacts(step_context *step, const baraff_scene *f)
{
    int n = step->model->body_count;
    body_state *at = ARENA_ARRAY(step->workspace, body_state, n);
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
        c->status = contact_classify(c, 1.0);
    }
    return HF_STATUS_OK;
}

hf_status stage_baraff(step_context *step)
{
    const configuration *bodies = &step->objects->after;
    double t = step->world->state.time, left = step->h;
    size_t n = (size_t)step->model->body_count;
    memcpy(bodies->bodies, step->world->state.bodies, n * sizeof *bodies->bodies);
    memcpy(bodies->momentum, step->world->state.momentum, n * sizeof *bodies->momentum);
    for (int events = 0; left > SHORTEST; events++)
    {
        if (events == EVENTS)
        {
            step->redo = STEP_HALVE;
            return HF_STATUS_OK;
        }
        baraff_scene f;
        hf_status status = begin_piece(step, bodies, left, &f);
        if (status != HF_STATUS_OK || step->redo != STEP_ACCEPT) return status;
        double h = fmin(left, fmax(f.until, 1e-3 * SHORTEST));
        if (left - h < SHORTEST) h = left;
        status = keep_contacts(step, &f);
        if (status == HF_STATUS_OK) status = baraff_move(step, &f, t, h, bodies);
        if (status != HF_STATUS_OK || step->redo != STEP_ACCEPT) return status;
        left -= h;
        t += h;
    }
    return HF_STATUS_OK;
}
