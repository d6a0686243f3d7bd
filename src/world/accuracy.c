// Steps as short as the accuracy of positions asks for.
//
// A piece of length h is taken once whole and once as two halves, from the same state. The largest difference that any
// point of any body has then, at most |x - x'| + R φ with the distance x - x' of the centres of mass, the angle φ
// between the orientations and the body's radius R, estimates the error of the whole: for a method of order p it is (1
// - 2⁻ᵖ) of it, and what is left in the halves is 1/(2ᵖ - 1) of the estimate. The halves are kept if the estimate is
// within what is allowed: they are states whose contacts are certified, which an extrapolation of both is not.
// Otherwise each half becomes a piece with half of the allowance, down to h/64, or until the work of the step is spent
// (step_budget.c).
//
// Impacts are taken at the beginning of a piece, across the gap g that is left: bodies then fly off as if they had met
// g/u earlier, which displaces them by up to (u + e u) g/u <= 2 g. Whole and halves agree on that where it happens in
// the first half, so that 2 g counts beside the difference.
//
// A whole that had to be cut, for its certificate or for thin bodies, may be the same as its halves to the bit: it says
// nothing of the error, and the halves become pieces. Cost: three times a piece if it is accepted at once, and three
// more for each one that is halved.

#include "world/step.h"
#include "world/step_budget.h"

#include "base/arena.h"
#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

/// The largest distance between places of one point.
static double distance(const hf_model *model, const body_state *a, const body_state *b)
{
    double most = 0.0;
    for (int k = 0; k < model->body_count; k++)
    {
        if (model->bodies[k].motion == HF_MOTION_STATIC) continue;
        quat turn = quat_multiply(quat_conjugate(quat_load(a[k].q)), quat_load(b[k].q));
        double angle = 2.0 * real_atan2(sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z), fabs(turn.w));
        double way = v3_norm(v3_sub(v3_load(a[k].x), v3_load(b[k].x)));
        most = fmax(most, way + (angle > 0.0 ? model->radius[k] * angle : 0.0));
    }
    return most;
}

/// What impacts in the last piece displaced.
static double impact_error(const hf_world *world)
{
    double widest = 0.0;
    for (int k = 0; k < world->contact_count; k++)
    {
        const hf_contact *c = &world->contacts[k];
        if (c->collided || (c->r[0] > 0.0 && c->u[0] > 0.0)) widest = fmax(widest, c->gap);
    }
    return 2.0 * widest;
}

/// Whole, then as two halves, which stay; *estimate of the error [m].
static hf_status take_twice(step_run *run, const step_piece *piece, const step_place *from, body_state *whole,
                            double *estimate)
{
    hf_world *world = run->world;
    hf_status status = step_make_piece(run, *piece);
    if (status != HF_STATUS_OK || run->report->quality == HF_STEP_FAILED) return status;
    double impacts = 0.0;
    bool cut = run->report->substeps - from->report.substeps > 1;
    memcpy(whole, world->state.bodies, (size_t)world->model->body_count * sizeof *whole);
    status = step_go_back(run, from);
    const step_piece half = {.h = 0.5 * piece->h, .depth = piece->depth + 1, .left = STEP_HALF};
    for (int k = 0; k < 2 && status == HF_STATUS_OK && (k == 0 || run->report->quality != HF_STEP_FAILED); k++)
    {
        status = step_make_piece(run, half);
        impacts += impact_error(world);
    }
    *estimate = cut ? INFINITY : fmax(impacts, distance(world->model, whole, world->state.bodies));
    return status;
}

static hf_status refine(step_run *run, double h, double allowed, int depth)
{
    hf_world *world = run->world;
    step_place from;
    body_state *whole = ARENA_ARRAY(world->workspace, body_state, world->model->body_count);
    if (!whole) return error_no_memory(run->error);
    const step_piece piece = {.h = h, .depth = depth, .left = STEP_HALF};
    double estimate = 0.0;
    hf_status status = step_keep(run, &from);
    if (status == HF_STATUS_OK) status = take_twice(run, &piece, &from, whole, &estimate);
    if (status != HF_STATUS_OK || run->report->quality == HF_STEP_FAILED) return status;
    if (estimate <= allowed || depth + 1 == STEP_HALVINGS || step_budget_over(run))
    {
        run->report->error += estimate;
        return HF_STATUS_OK;
    }
    status = step_go_back(run, &from);
    for (int half = 0; half < 2 && status == HF_STATUS_OK && (half == 0 || run->report->quality != HF_STEP_FAILED);
         half++)
        status = step_accurately(run, 0.5 * h, 0.5 * allowed, depth + 1);
    return status;
}

hf_status step_accurately(step_run *run, double h, double allowed, int depth)
{
    arena_mark mark = arena_begin(run->world->workspace);
    hf_status status = refine(run, h, allowed, depth);
    arena_end(run->world->workspace, mark);
    return status;
}
