// Every reason to do a part of a step again, and the rule of each.
//
//   HALVE           The answer of a piece is not good enough (step_judge). Both halves take its place, down to h/64 and
//                   while there is work left; otherwise the step has failed. In a packing that collapses step after
//                   step ends so, and the whole costs more than its halves: where these were hard, the next step
//                   begins with its halves (world_state.halved), and so on until they are easy.
//   OPENED          Ends of fibres come off what holds them (ends.c). The same piece with Euler's rule for these
//   fibres, and rounds that know what impulses
//                   did in the attempt before; STEP_ENDS times, and then it is halved like SUNK.
//   UNSETTLED       Links turn so far in the piece that the rounds of their free motion do not settle
//                   (object_reduced.c),
//                   or their joints do not close after it (maximal_motion.c). Halved like HALVE; the note of a step
//                   that
//                   ends for it names the joint. Rods are tried once by Euler's rule before that.
//   CUT_FOR_SPEED   A body turns so far in the piece that it passes through another, or comes deep into it
//                   (tunneling.c),
//                   or a contact presses where shapes miss each other (misses.c).
//                   Both halves take its place, down to h/4096, up to 512 pieces and while half of the work
//                   is left; then a piece is taken as it is.
//   SUNK            Bodies sank into each other by more than a hundredth of the smaller one, and the correction of
//                   positions
//                   did not help (correct.c); or a rod gained energy (object_fibre.c). Halved like HALVE; the smallest
//                   piece is taken as it is.
//   FAR             A point of a body came farther than settings.travel (travel.c). Halved like SUNK.
//   MOTOR_LIMITS    A motor whose spring is part of M̂ turned out to be beyond its limits (mechanism_forces.c). The
//                   same piece again with a row for it. Every such attempt adds a motor to the rows, so that it ends;
//                   when the work is spent, all motors that have limits get rows at once.
//   OUTRAN          Impacts threw a body, or a mechanism that held something came, farther than contacts were looked
//                   for
//                   (reach.c), or a push carried a body through what it was not looked for with (tunneling.c). The same
//                   piece again, looking as far
//                   as it now comes; LOOKS times, and then the contacts that were found have to do.
//   CROSSED         Fibres passed through each other (fibre_contacts.c). The same piece again with a contact for each
//                   crossing; four times, and then it is cut like CUT_FOR_SPEED.
//   JUMPED          A fibre, or a spring that the step does not resolve, was stepped by the midpoint rule, and its
//                   velocities
//                   jump, or the elastic energy of a fibre (object_fibre.c, object_reduced.c). The same piece
//                   with Euler's rule for it; STEP_JUMPS times, and then it is taken as it is.
//   REBOUND         Mechanisms rebound with friction, and gain energy or have no answer (rebounds.c). The same piece
//                   with less of it; three times.
//   ENERGY          Energy rose without a reason (energy_watch.c). Both halves, if they are better, otherwise the whole
//                   after all (energy_halves.c); STEP_REFUSALS times, one within the other.
//   NO_FORCES       The acceleration-level mode finds no forces that last (baraff.c). The same piece with impulses, and
//                   a budget of its own.
//
// What an answer is worth, by its certificate:
//
//   within settings.tolerance   exact: taken. (Of a fast motion that is world.tolerance, by travel.c.)
//   within settings.accept      approximate: taken, if no time is left for a better one: the solve ran into the end of
//                               its
//                               budget, half of a solve's work is spent, the piece is the smallest, or the problem is
//                               so
//                               large that `auto` stops there by itself. A method that gave up early leaves time, and
//                               then both halves are tried.
//   beyond                      HALVE.
//
// A step that failed is made once more as a whole, forced, with the work of one solve, where that is the better end:
// its whole had been within settings.accept, which the pieces were not; or settings.on_fail says to go on. A forced
// step takes the best answer, whatever it is worth, and asks for nothing but rows of motors.
//
// A stage says which (step_context.redo) and ends the attempt with it; nothing of the state has changed then. What is
// thrown away counts as work (iterations), not as an answer. Step doubling for accuracy stands beside this
// (accuracy.c): its pieces come here.

#include "world/energy/energy.h"
#include "world/step_budget.h"

#include "base/arena.h"
#include "base/error.h"

#include <stdio.h>
#include <string.h>

enum
{
    LOOKS = 16,       // detections beyond the first, where impacts make slow bodies fast
    LARGE_ROWS = 5000 // of a packing: what is within `accept` would take as long again to be exact, in halves as well
};

redo step_judge(const step_context *step, const hf_report *report)
{
    hf_world *world = step->world;
    const hf_settings *settings = &world->settings;
    const step_piece *piece = step->piece;
    if (report->residual.natural <= world->tolerance || piece->forced) return STEP_ACCEPT;
    if (!(report->residual.natural <= settings->accept)) return STEP_HALVE;
    bool ran_out = report->outcome == HF_OUTCOME_LIMIT && settings->max_iterations == 0;
    bool large = step->contact_row_count > LARGE_ROWS && settings->effort <= HF_EFFORT_LOW;
    if (!piece->may_halve || ran_out || large || step_budget_late(world)) return STEP_ACCEPT;
    return STEP_HALVE;
}

/// Motors that were taken to be within their limits: the last attempt has a row for each that has any.
static bool more_motors(const hf_world *world, step_piece *piece)
{
    int count = world->model->mechanism.actuator_count;
    for (int k = 0; step_budget_over(world) && k < count; k++) piece->motor_rows[k] = true;
    return ++piece->motor_attempts <= count;
}

/// Whether the same piece is attempted again; it is changed by what was asked for.
static bool attempt_again(hf_world *world, step_piece *piece, const hf_step_report *report)
{
    switch (piece->asked)
    {
    case STEP_MOTOR_LIMITS: // MOVE has marked the motor
        if (!more_motors(world, piece)) return false;
        break;
    case STEP_OUTRAN: // IMPACT or MOVE has written how far to look
        piece->may_look = ++piece->looks < LOOKS && !step_budget_over(world);
        break;
    case STEP_CROSSED: // MOVE has listed the contacts
        piece->crossing_looks++;
        piece->may_look &= !step_budget_over(world);
        break;
    case STEP_REBOUND: // shares are less than they were: it ends
        break;
    case STEP_OPENED: // MOVE has kept what impulses did
        piece->end_attempts++;
        break;
    case STEP_JUMPED: // MOVE has marked the objects
        piece->jump_attempts++;
        break;
    case STEP_NO_FORCES:
        piece->mode = HF_INTEGRATOR_MOREAU;
        world->budget.no_forces = true;
        step_budget_renew(world);
        break;
    case STEP_UNSETTLED:
        if (!piece->alone && piece->unsettled_fibre >= 0) // once with Euler's rule, expecting nothing
        {
            piece->alone = piece->implicit[piece->unsettled_fibre] = true;
            piece->end_attempts = piece->end_attempts == 0 ? 1 : STEP_ENDS;
            memset(piece->expected, 0, (size_t)world->model->own_v_count * sizeof *piece->expected);
            break;
        }
        if (piece->may_halve || piece->limp || !world->model->fibre_count) return false;
        piece->limp = true;
        break;
    case STEP_ACCEPT:
    case STEP_HALVE:
    case STEP_SUNK:
    case STEP_FAR:
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
    piece->implicit = ARENA_ZEROED(world->workspace, bool, world->model->object_count);
    piece->expected = ARENA_ZEROED(world->workspace, double, world->model->own_v_count);
    piece->rebounds = ARENA_ZEROED(world->workspace, step_rebound, world->model->body_count);
    return piece->motor_rows && piece->least_reach && piece->implicit && piece->expected && piece->rebounds;
}

/// The report of the last attempt: all work, and a note where another mode had to take over.
static void close_report(const hf_world *world, const step_piece *piece, hf_report *solve)
{
    solve->iterations += piece->iterations;
    if (piece->mode != world->settings.integrator && !piece->forced)
        snprintf(solve->note, sizeof solve->note,
                 "forces do not last, or do not exist, at t = %g s: a step with impulses", world->state.time);
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

/// A piece as its attempts begin.
static step_piece begin_piece(const hf_world *world, double h, int depth, int cuts)
{
    bool forced = world->budget.forced, again = !forced && !step_budget_over(world);
    bool early = again && depth < STEP_HALVINGS && !step_budget_half(world);
    bool impulses = forced || (world->budget.no_forces && depth > 0); // halves of what chatters do so, too
    return (step_piece){.h = h,
                        .unsettled_fibre = -1,
                        .depth = depth,
                        .mode = impulses && world->settings.integrator == HF_INTEGRATOR_BARAFF
                                    ? HF_INTEGRATOR_MOREAU
                                    : world->settings.integrator,
                        .may_halve = again && depth < STEP_HALVINGS,
                        .may_cut = again && cuts > 0 && !step_budget_half(world),
                        .may_look = again,
                        .may_refuse = early && world->refusals > 0,
                        .may_shorten = early,
                        .forced = forced};
}

/// Attempts at a piece, until it is taken or has to be cut.
static hf_status attempt_piece(hf_world *world, step_piece *piece, hf_step_report *report, hf_error *error)
{
    arena_mark mark = arena_begin(world->workspace);
    hf_status status = take_memory(world, piece) ? HF_STATUS_OK : error_no_memory(error);
    while (status == HF_STATUS_OK)
    {
        status = step_attempt(world, piece, report, error);
        if (status != HF_STATUS_OK || !attempt_again(world, piece, report)) break;
    }
    arena_end(world->workspace, mark);
    if (status == HF_STATUS_OK) close_report(world, piece, &report->solve);
    return status;
}

/// The halves of a piece, one after the other.
static hf_status take_halves(hf_world *world, double h, int depth, int cuts, hf_report *sum, hf_step_report *report,
                             hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    report->quality = HF_STEP_EXACT; // so far
    for (int k = 0; k < 2 && status == HF_STATUS_OK && report->quality != HF_STEP_FAILED; k++)
        status = step_controlled(world, 0.5 * h, depth, cuts, sum, report, error);
    return status;
}

/// The whole of a step, which pieces for settings.travel or an accuracy are not.
static bool is_whole(const hf_world *world, int depth, int cuts)
{
    return depth == 0 && cuts == STEP_CUTS && !world->budget.forced && world->settings.travel == 0.0 &&
           world->settings.accuracy == 0.0;
}

hf_status step_controlled(hf_world *world, double h, int depth, int cuts, hf_report *sum, hf_step_report *report,
                          hf_error *error)
{
    bool whole = is_whole(world, depth, cuts);
    if (whole && world->state.halved)
    {
        step_budget_halve(world);
        return take_halves(world, h, depth + 1, cuts, sum, report, error);
    }
    step_piece piece = begin_piece(world, h, depth, report->substeps < STEP_PIECES ? cuts : 0);
    hf_status status = attempt_piece(world, &piece, report, error);
    if (status != HF_STATUS_OK) return status;
    if (piece.asked == STEP_ENERGY)
    {
        sum->iterations += report->solve.iterations;
        return energy_halves(world, &piece, depth, sum, report, error);
    }
    const hf_settings *settings = &world->settings;
    bool taken = piece.asked == STEP_ACCEPT, cut = piece.asked == STEP_CUT_FOR_SPEED;
    bool unsettled = piece.asked == STEP_UNSETTLED, poor = piece.asked == STEP_HALVE;
    bool sunk = piece.asked == STEP_SUNK || piece.asked == STEP_FAR;
    bool halve = sunk || ((poor || unsettled) && piece.may_halve && !step_budget_over(world));
    if (halve && poor && depth == 0 && cuts == STEP_CUTS)
        world->budget.acceptable = report->solve.residual.natural <= settings->accept;
    report->quality = taken ? HF_STEP_EXACT : HF_STEP_FAILED; // so far
    if (!cut && !halve)
    {
        add_report(sum, &report->solve, report->substeps == 0 || unsettled);
        report->substeps += taken;
        if (taken && piece.rise > 0.0) add_rise(&piece, report);
        if (taken) report->energy_balance += piece.balance;
        return HF_STATUS_OK;
    }
    sum->iterations += report->solve.iterations;
    bool large = world->problem && hf_problem_describe(world->problem).dimension > LARGE_ROWS; // forces have none
    if (whole && poor && large) step_budget_halve(world);
    return take_halves(world, h, depth + halve, cuts - cut, sum, report, error);
}
