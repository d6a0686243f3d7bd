// Every reason to do a part of a step again, and the rule of each.
//
//   HALVE           The answer of a piece is not certified. Both halves take its place, down to h/64; a piece of that
//                   size that is not certified either ends the step.
//   UNSETTLED       Links turn so far in the piece that the rounds of their free motion do not settle (object_reduced.c),
//                   or their joints do not close after it (maximal_motion.c). Halved like HALVE; the note of a step that
//                   ends for it names the joint.
//   CUT_FOR_SPEED   A body turns so far in the piece that it passes through another, or comes deep into it (tunneling.c).
//                   Both halves take its place, down to h/4096 and up to 512 pieces; what is left then is
//                   taken as it is.
//   MOTOR_LIMITS    A motor whose spring is part of M̂ turned out to be beyond its limits (mechanism_forces.c). The
//                   same piece again with a row for it. Every such attempt adds a motor to the rows, so that it ends.
//   OUTRAN          Impacts threw a body farther than contacts were looked for. The same piece again, looking as far
//                   as it now comes; LOOKS times, and then the contacts that were found have to do.
//   ENERGY          Energy rose without a reason (energy_watch.c). Both halves, if they are better, otherwise the whole
//                   after all (energy_halves.c); STEP_REFUSALS times, one within the other.
//   NO_FORCES       The acceleration-level mode has no answer (Painlevé). The same piece with impulses.
//
// A stage says which (step_context.redo) and ends the attempt with it; nothing of the state has changed then. What is
// thrown away counts as work (iterations), not as an answer. Step doubling for accuracy stands beside this
// (accuracy.c): its pieces come here.

#include "world/energy.h"

#include "base/arena.h"
#include "base/error.h"

#include <stdio.h>

enum
{
    LOOKS = 4 // detections beyond the first, where impacts make slow bodies fast
};

/// Whether the same piece is attempted again; it is changed by what was asked for.
static bool attempt_again(step_piece *piece, const hf_step_report *report)
{
    switch (piece->asked)
    {
    case STEP_MOTOR_LIMITS: break; // MOVE has marked the motor
    case STEP_OUTRAN:              // IMPACT has written how far to look
        piece->may_look = ++piece->looks < LOOKS;
        break;
    case STEP_NO_FORCES: piece->mode = HF_INTEGRATOR_MOREAU; break;
    case STEP_ACCEPT:
    case STEP_HALVE:
    case STEP_UNSETTLED:
    case STEP_ENERGY:
    case STEP_CUT_FOR_SPEED: return false;
    }
    piece->iterations += report->solve.iterations;
    return true;
}

static bool take_memory(hf_world *world, step_piece *piece)
{
    piece->motor_rows = ARENA_ZEROED(world->workspace, bool, world->model->mechanism.actuator_count);
    piece->least_reach = ARENA_ZEROED(world->workspace, double, world->model->body_count);
    return piece->motor_rows && piece->least_reach;
}

/// The report of the last attempt: all work, and a note where another mode had to take over.
static void close_report(const hf_world *world, const step_piece *piece, hf_report *solve)
{
    solve->iterations += piece->iterations;
    if (piece->mode != world->settings.integrator)
        snprintf(solve->note, sizeof solve->note, "no forces exist at t = %g s: a step with impulses",
                 world->state.time);
}

/// Keeps the worst certificate of all pieces, and the sums of what they cost.
static void add_report(hf_report *sum, const hf_report *piece, bool first)
{
    long iterations = piece->iterations + sum->iterations;
    if (first || !(piece->residual.natural <= sum->residual.natural)) *sum = *piece;
    sum->iterations = iterations;
}

/// Rises of pieces add up; the body is that of the largest.
static void add_rise(const step_piece *piece, hf_step_report *report)
{
    if (piece->rise > report->energy_rise) report->energy_rise_body = piece->rise_body;
    report->energy_rise += piece->rise;
}

hf_status step_controlled(hf_world *world, double h, int depth, int cuts, hf_report *sum, hf_step_report *report,
                          hf_error *error)
{
    step_piece piece = {.h = h,
                        .mode = world->settings.integrator,
                        .may_halve = (depth < STEP_HALVINGS),
                        .may_cut = (cuts > 0 && report->substeps < STEP_PIECES),
                        .may_look = true,
                        .may_refuse = (depth < STEP_HALVINGS && world->refusals > 0)};
    arena_mark mark = arena_begin(world->workspace);
    hf_status status = take_memory(world, &piece) ? HF_STATUS_OK : error_no_memory(error);
    while (status == HF_STATUS_OK)
    {
        status = step_attempt(world, &piece, report, error);
        if (!attempt_again(&piece, report)) break;
    }
    arena_end(world->workspace, mark);
    if (status != HF_STATUS_OK) return status;
    close_report(world, &piece, &report->solve);

    if (piece.asked == STEP_ENERGY)
    {
        sum->iterations += report->solve.iterations;
        return energy_halves(world, &piece, depth, sum, report, error);
    }
    report->certified = piece.asked == STEP_ACCEPT;
    bool cut = piece.asked == STEP_CUT_FOR_SPEED;
    bool halve = piece.may_halve && (piece.asked == STEP_HALVE || piece.asked == STEP_UNSETTLED);
    if (!cut && !halve)
    {
        add_report(sum, &report->solve, report->substeps == 0 || piece.asked == STEP_UNSETTLED);
        report->substeps += report->certified;
        if (report->certified && piece.rise > 0.0) add_rise(&piece, report);
        return HF_STATUS_OK;
    }
    sum->iterations += report->solve.iterations;
    report->certified = true; // so far
    for (int k = 0; k < 2 && status == HF_STATUS_OK && report->certified; k++)
        status = step_controlled(world, 0.5 * h, depth + halve, cuts - cut, sum, report, error);
    return status;
}
