// Steps as short, and answers as strict, as the motion asks for (Daviet et al. 2011, sections 7.1 and 7.3: steps of 1
// to 4 ms, tolerances of 1e-4 in fast motion to 1e-6 at rest).
//
// The way of a step of length h is h times the fastest point of any body at its beginning, |v| + R |ω| at most, R the
// body's radius. A step whose way is more than settings.travel is taken in pieces: the first of h/2, h/4 … h/64 whose
// way is within it, and after each piece that is asked anew, so that pieces become longer when the motion becomes
// gentle. Ends fall on multiples of h/64: all pieces are exact shares of h, and the step ends where it would as a
// whole. Nothing is remembered from step to step; the state decides, and a resumed run has the same bits.
//
// A piece that came farther than that all the same, by what happened in it (soft fibres that an impact whips round), is
// made in halves (TOO_FAR), down to h/64.
//
// The tolerance of a piece lies between settings.tolerance, at rest, and settings.fast_tolerance, where the way of the
// whole step is settings.travel or more:
//
//   log tol = (1 - w) log tolerance + w log fast_tolerance,   w = min(1, way / travel) .
//
// What is beyond that is judged as always (step_control.c). Cost: a pass over the bodies for each piece.

#include "world/step.h"
#include "world/step_budget.h"

#include "base/elementary.h"

#include <math.h>

enum
{
    SHARES = 64 // pieces of a step, at most
};

/// The fastest point of any body [m/s].
static double largest_speed(const hf_world *world)
{
    double most = 0.0;
    for (int k = 0; k < world->model->body_count; k++)
    {
        const body_state *body = &world->state.bodies[k];
        if (world->model->bodies[k].motion == HF_MOTION_STATIC) continue;
        double spin = v3_norm(v3_load(body->w)), turn = spin > 0.0 ? spin * world->model->radius[k] : 0.0;
        most = fmax(most, v3_norm(v3_load(body->v)) + turn);
    }
    return most;
}

/// How far any point of a body came from `from` to `to`, at most [m].
static double way_between(const hf_model *model, int body, const body_state *from, const body_state *to)
{
    quat turn = quat_multiply(quat_conjugate(quat_load(from->q)), quat_load(to->q));
    double half = sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z), radius = model->radius[body];
    return v3_norm(v3_sub(v3_load(to->x), v3_load(from->x))) + (half > 0.0 ? 2.0 * half * radius : 0.0);
}

void step_check_travel(step_context *step)
{
    const double FARTHER = 1.01; // of settings.travel: what gravity adds in a piece is no reason
    const hf_model *m = step->model;
    double travel = step->world->settings.step.travel, whole = step->world->end - step->world->backup.time;
    bool may = travel > 0.0 && step_may(step, WHY_TOO_FAR) && step->h > 1.5 * whole / SHARES;
    for (int k = 0; may && k < m->body_count; k++)
    {
        const body_state *from = &step->world->state.bodies[k], *to = &step->next[k];
        if (body_yields(m, k) && way_between(m, k, from, to) > FARTHER * travel) step->why = WHY_TOO_FAR;
    }
}

/// The tolerance of the pieces to come; `way` is that of the whole step.
static void set_tolerance(step_run *run, double way)
{
    hf_world *world = run->world;
    const hf_settings *s = &world->settings;
    world->tolerance = s->solver.tolerance;
    if (s->step.fast_tolerance > s->solver.tolerance && way > 0.0)
    {
        double share = way < s->step.travel ? way / s->step.travel : 1.0, low = real_log(s->solver.tolerance);
        world->tolerance = real_exp(low + share * (real_log(s->step.fast_tolerance) - low));
    }
    run->report->tolerance = fmin(run->report->tolerance, world->tolerance);
}

void step_begin_tolerance(step_run *run, double h)
{
    run->report->tolerance = INFINITY;
    set_tolerance(run, run->world->settings.step.travel > 0.0 ? h * largest_speed(run->world) : 0.0);
}

hf_status step_by_travel(step_run *run, double h)
{
    hf_world *world = run->world;
    double travel = world->settings.step.travel, accuracy = world->settings.step.accuracy;
    hf_status status = HF_STATUS_OK;
    for (int left = SHARES; left > 0 && status == HF_STATUS_OK;)
    {
        int shares = SHARES;
        double way = travel > 0.0 ? h * largest_speed(world) : 0.0;
        while (shares > 1 && way * shares > travel * SHARES) shares /= 2;
        if (shares > left) shares = left;
        double part = (double)shares / SHARES, length = h * part;
        set_tolerance(run, way);
        step_budget_piece(run);
        status = accuracy > 0.0 ? step_accurately(run, length, accuracy * part, 0)
                                : step_make_piece(run, (step_piece){.h = length, .left = STEP_HALF});
        if (run->report->quality == HF_STEP_FAILED) break;
        left -= shares;
    }
    return status;
}
