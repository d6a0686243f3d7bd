// The walk along the path: a step along the tangent, Newton steps back to it, and at the end of a piece a crossing into
// the next.
//
// Steps reach a little beyond the first event that the tangent predicts, and are shortened where Newton's method
// converges slowly or to a place too far from the prediction, which may be another path. In the plane pieces are
// straight while ε is fixed, and the walk is Lemke's algorithm.

#include "solve/newton/path.h"

#include <math.h>
#include <string.h>

enum
{
    QUICK_STEPS = 2,   // Newton steps after which the next step may be twice as long
    CROSSING_TRIES = 4 // events tried as the first one, where several lie within a step
};
static const double OVERSHOOT = 1.02; // of the predicted length to the first event
static const double NUDGE = 1e-9;     // at least, so that it is crossed
static const double STRAY = 0.3;      // a correction longer than this share of the step may lead to another path
static const double SHORTER = 0.3;    // factor of a step that failed
static const double REACH_MAX = 4.0;  // of a step, relative to 1 + the root mean square of x
static const double REACH_MIN = 1e-3; // to begin with after a crossing
static const double RUNAWAY = 1e9;    // an x so large will not come back
static const double SHORTEST = 1e-12; // below, the path is lost
static const double SLACK = 1e-9;     // by which other events may be passed at a crossing
static const double GRAZE = 1e-11;    // by which the event crossed last may seem to fall, by rounding

/// How far along the tangent the first event seems to be.
static double first_event(path_run *run)
{
    const hf_problem *p = run->problem;
    double least = INFINITY, speed = run->tangent[run->unknowns];
    for (int i = 0; i < p->block_count; i++)
        for (int a = 0; a < p->size[i]; a++)
        {
            double sum = 0.0;
            for (int k = 0; k < run->moves[i].free; k++)
                sum += run->moves[i].Z[a * run->moves[i].free + k] * run->tangent[run->first[i] + k];
            run->dx[p->offset[i] + a] = sum;
        }
    work_charge(&run->work, work_of_look(p) + work_price.step_block * p->block_count);
    path_product(run, path_epsilon(run, &run->here), run->dx, run->du);
    for (int i = 0; i < p->block_count; i++)
        for (int e = 0; e < PATH_EVENTS; e++)
        {
            path_mark mark = {.block = i, .which = e};
            path_event event = path_event_at(run, &run->here, mark);
            if (isinf(event.value) || path_same(mark, run->grown)) continue;
            double slope = 0.0;
            for (int a = 0; a < p->size[i]; a++)
            {
                int k = p->offset[i] + a;
                slope += event.direction[a] * (event.of_velocity ? run->du[k] + speed * run->along[k] : run->dx[k]);
            }
            if (slope < 0.0) least = fmin(least, fmax(event.value, 0.0) / -slope);
        }
    if (speed < 0.0) least = fmin(least, (run->here.parameter - run->end) / -speed);
    return least;
}

/// Of the events passed between `here` and `there`, the first one after `after` (a share of the step). *share: where it
/// lies.
static path_mark first_passed(const path_run *run, double after, double *share)
{
    path_mark first = {.block = PATH_NO_EVENT};
    *share = INFINITY;
    for (int i = PATH_ARRIVAL; i < run->problem->block_count; i++)
        for (int e = 0; e < (i == PATH_ARRIVAL ? 1 : PATH_EVENTS); e++)
        {
            path_mark mark = {.block = i, .which = e};
            double value = path_event_at(run, &run->there, mark).value;
            if (!(value < 0.0) || path_same(mark, run->grown)) continue;
            double before = fmax(path_event_at(run, &run->here, mark).value, 0.0), s = before / (before - value);
            if (s > after && s < *share)
            {
                first = mark;
                *share = s;
            }
        }
    return first;
}

static bool clean_crossing(const path_run *run, path_mark crossed)
{
    for (int i = PATH_ARRIVAL; i < run->problem->block_count; i++)
        for (int e = 0; e < (i == PATH_ARRIVAL ? 1 : PATH_EVENTS); e++)
        {
            path_mark mark = {.block = i, .which = e};
            if (!path_same(mark, crossed) && path_event_at(run, &run->crossing, mark).value < -SLACK) return false;
        }
    return true;
}

// ---- the walk ----

/// Takes a point over as `here`.
static void arrive(path_run *run, path_point *point)
{
    path_point old = run->here;
    run->here = *point;
    *point = old;
}

/// Into the next piece. `here` is at the event.
static void cross(path_run *run, path_mark mark)
{
    int i = mark.block, k = run->problem->offset[i];
    run->grown.block = i;
    run->grown.which =
        path_cross(&run->laws[i], &run->pieces[i], mark.which, run->here.x + k, run->here.u + k, &run->here.angle[i]);
    path_evaluate(run, &run->here);
    path_renew(run);
    run->reach = fmax(run->reach, REACH_MIN);
}

/// Looks for the place where a piece ended between `here` and `there`, and crosses. *crossed: whether it was found.
static hf_status find_crossing(path_run *run, double length, bool *crossed, path_end *end, hf_error *error)
{
    double share = -1.0;
    *crossed = false;
    for (int n = 0; n < CROSSING_TRIES; n++)
    {
        path_mark mark = first_passed(run, share, &share);
        if (mark.block == PATH_NO_EVENT) return HF_STATUS_OK;
        path_copy(run, &run->here, &run->crossing);
        path_step(run, run->tangent, share * length, &run->crossing);
        int steps;
        double moved;
        hf_status status = path_correct(run, &run->crossing, mark, &steps, &moved, error);
        if (status != HF_STATUS_OK) return status;
        if (steps < 0 || moved > STRAY * length + NUDGE * path_size(run, &run->here) || !clean_crossing(run, mark))
            continue;
        arrive(run, &run->crossing);
        path_offer(run, &run->here);
        *crossed = true;
        if (mark.block == PATH_ARRIVAL) *end = PATH_ARRIVED;
        else cross(run, mark);
        return HF_STATUS_OK;
    }
    return HF_STATUS_OK;
}

static bool finished(const path_run *run)
{
    return run->best.natural <= run->common->tolerance;
}

/// One step along the tangent, or into the next piece. *length is that of the step tried; it is shorter the next time
/// if *moved is false.
static hf_status advance(path_run *run, double *length, bool *moved, path_end *end, hf_error *error)
{
    static const path_mark none = {.block = PATH_NO_EVENT};
    int steps;
    double correction, share;
    path_copy(run, &run->here, &run->there);
    path_step(run, run->tangent, *length, &run->there);
    hf_status status = path_correct(run, &run->there, none, &steps, &correction, error);
    // A contact that has just begun to stick may have crossed its whole cone: `grown` has grown and fallen again.
    bool through = run->grown.block != PATH_NO_EVENT && path_event_at(run, &run->there, run->grown).value < -GRAZE;
    double size = path_size(run, &run->here);
    *moved = steps >= 0 && correction <= STRAY * *length + NUDGE * size && !through;
    if (status != HF_STATUS_OK || !*moved) return status;
    if (first_passed(run, -1.0, &share).block != PATH_NO_EVENT) return find_crossing(run, *length, moved, end, error);
    arrive(run, &run->there);
    path_offer(run, &run->here);
    run->grown.block = PATH_NO_EVENT;
    if (*length >= run->reach && steps <= QUICK_STEPS)
        run->reach = fmin(2.0 * run->reach, REACH_MAX * size / sqrt((double)run->problem->dimension));
    return HF_STATUS_OK;
}

hf_status path_walk(path_run *run, path_end *end, hf_error *error)
{
    path_evaluate(run, &run->here);
    path_renew(run);
    memset(run->tangent, 0, (size_t)run->unknowns * sizeof *run->tangent);
    run->tangent[run->unknowns] = -1.0;
    path_offer(run, &run->here);
    *end = PATH_SOLVED;
    while (!finished(run))
    {
        *end = PATH_LOST;
        bool regular, moved = false;
        path_evaluate(run, &run->here);
        hf_status status = path_tangent(run, &regular, error);
        if (status != HF_STATUS_OK || !regular) return status;
        double event = first_event(run), length = fmin(run->reach, OVERSHOOT * event + NUDGE);
        bool ray = isinf(event) && run->tangent[run->unknowns] > 0.0; // back to where all began
        if (ray || path_size(run, &run->here) > RUNAWAY) return HF_STATUS_OK;
        while (!moved && length > SHORTEST)
        {
            *end = PATH_SOLVED;
            status = advance(run, &length, &moved, end, error);
            if (status != HF_STATUS_OK || *end == PATH_ARRIVED) return status;
            run->stopped = !report_observe(run->common, "path", run->report->iterations, run->best.natural, false);
            *end = PATH_STOPPED;
            if (run->stopped || run->report->iterations >= run->max_systems || work_over(&run->work))
                return HF_STATUS_OK;
            if (!moved) run->reach = length *= SHORTER;
        }
        *end = PATH_LOST;
        if (!moved) return HF_STATUS_OK;
        *end = PATH_SOLVED;
    }
    return HF_STATUS_OK;
}
