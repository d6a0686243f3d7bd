// What becomes of a piece of a step: one table, two verbs, one switch.
//
// A stage that cannot go on says why (step_context.why) and ends the attempt; nothing of the state has changed then,
// and what the attempt found out is in step_facts. step_reasons says what follows: the same piece AGAIN, of which one
// more fact is known; or both halves of it, which are SHORTER. A reason has its verb up to `most` times while as much
// work is left as it needs, and then `then`. Where that is TAKE the stage asks first (step_may), and goes on by itself.
//
// Of the verb AGAIN times are counted at the piece, in facts.tries. Of SHORTER they are counted in the pieces that it
// is a half of: piece.depth down to h/64, whatever for; beside that piece.cuts for what passes through, down to h/4096,
// and piece.refusals for energy.
//
//   POOR         In a packing that collapses step after step the whole costs more than its halves: where these were
//                hard, the next step begins with its halves (world_state.halved), and so on until they are easy.
//   UNSETTLED    The note of a step that ends for it names the joint.
//   PASSES       Up to 512 pieces a step.
//   MOTOR_LIMIT  When the work is spent, all motors that have limits get rows at once (mechanism_forces.c).
//   OUTRAN       When nothing is left, or after so many times, contacts are looked for as far as all can come.
//   ENERGY       The halves stay if they gain less, otherwise the whole is taken after all (energy_halves.c). Where
//                links turn far it is not counted as a refusal.
//   NO_FORCES    With a budget of its own.
//
// What an answer is worth, by its certificate:
//
//   within settings.tolerance   exact: taken. (Of a fast motion that is world.tolerance, by travel.c.)
//   within settings.accept      approximate: taken, if no time is left for a better one: the solve ran into the end of
//                               its budget, half of a solve's work is spent, the piece is the smallest, or the problem
//                               is so large that `auto` stops there by itself. A method that gave up early leaves time,
//                               and then both halves are tried.
//   beyond                      POOR.
//
// A step that failed is made once more as a whole, forced, with the work of one solve, where that is the better end:
// its whole had been within settings.accept, which the pieces were not; or settings.on_fail says to go on. A forced
// step takes the best answer, whatever it is worth, and asks for nothing but rows of motors.
//
// What is thrown away counts as work (iterations), not as an answer. Step doubling for accuracy stands beside this
// (accuracy.c): its pieces come here.

#include "world/energy/energy.h"

#include "base/arena.h"
#include "base/error.h"

#include <stdio.h>

enum
{
    LARGE_ROWS = 5000 // of a packing: what is within `accept` would take as long again to be exact, in halves as well
};

const step_reason step_reasons[WHY_COUNT] = {
    [WHY_NOT] = {"nothing", STEP_TAKE, 0, STEP_FORCED, STEP_TAKE},
    [WHY_POOR] = {"poor answer", STEP_SHORTER, STEP_HALVINGS, STEP_SOME, STEP_FAIL},
    [WHY_UNSETTLED] = {"unsettled", STEP_SHORTER, STEP_HALVINGS, STEP_SOME, STEP_FAIL},
    [WHY_ROD] = {"rod unsettled", STEP_AGAIN, 2, STEP_FORCED, STEP_FAIL},
    [WHY_PASSES] = {"passes through", STEP_SHORTER, STEP_CUTS, STEP_HALF, STEP_TAKE},
    [WHY_MOTOR_LIMIT] = {"motor at limit", STEP_AGAIN, STEP_ALWAYS, STEP_FORCED, STEP_FAIL},
    [WHY_CROSSED] = {"fibres crossed", STEP_AGAIN, 4, STEP_SOME, STEP_TAKE},
    [WHY_OUTRAN] = {"came farther", STEP_AGAIN, 16, STEP_SOME, STEP_TAKE},
    [WHY_JUMPED] = {"velocity jumped", STEP_AGAIN, 3, STEP_SPENT, STEP_TAKE},
    [WHY_OPENED] = {"end came off", STEP_AGAIN, 3, STEP_SPENT, STEP_TAKE},
    [WHY_TOO_FAR] = {"went too far", STEP_SHORTER, STEP_HALVINGS, STEP_HALF, STEP_TAKE},
    [WHY_REBOUND] = {"rebound gains", STEP_AGAIN, STEP_ALWAYS, STEP_SPENT, STEP_TAKE},
    [WHY_ENERGY] = {"energy rose", STEP_SHORTER, STEP_REFUSALS, STEP_HALF, STEP_TAKE},
    [WHY_NO_FORCES] = {"no forces", STEP_AGAIN, 1, STEP_FORCED, STEP_FAIL},
};

/// Whether a reason has its verb.
static bool has_verb(const step_piece *piece, const step_facts *facts, step_why why)
{
    const step_reason *reason = &step_reasons[why];
    if (piece->left < reason->needs) return false;
    if (reason->verb == STEP_AGAIN) return facts->tries[why] < reason->most;
    if (why == WHY_PASSES) return piece->cuts < reason->most;
    bool refused = why == WHY_ENERGY && piece->refusals - facts->far >= reason->most;
    return piece->depth < STEP_HALVINGS && !refused;
}

bool step_may(const step_context *step, step_why why)
{
    return has_verb(step->piece, step->facts, why);
}

step_why step_judge(const step_context *step, const hf_report *report)
{
    hf_world *world = step->world;
    const hf_settings *settings = &world->settings;
    if (report->residual.natural <= world->tolerance || step->piece->left == STEP_FORCED) return WHY_NOT;
    if (!(report->residual.natural <= settings->solver.accept)) return WHY_POOR;
    bool ran_out = report->outcome == HF_OUTCOME_LIMIT && settings->solver.max_iterations == 0;
    bool large = step->contact_row_count > LARGE_ROWS && settings->solver.effort <= HF_EFFORT_LOW;
    if (!step_may(step, WHY_POOR) || ran_out || large || step_budget_late(step->run)) return WHY_NOT;
    return WHY_POOR;
}

/// What becomes of the piece after an attempt. Stages asked before they gave a reason whose rest is TAKE.
static step_verb decide(const step_piece *piece, const step_facts *facts)
{
    const step_reason *reason = &step_reasons[facts->why];
    return reason->then == STEP_FAIL && !has_verb(piece, facts, facts->why) ? STEP_FAIL : reason->verb;
}

/// The next attempt begins with what the last one found out.
static void learn(step_run *run, step_facts *facts)
{
    facts->tries[facts->why]++;
    facts->iterations += run->report->solve.iterations;
    if (facts->why != WHY_NO_FORCES) return;
    facts->mode = HF_INTEGRATOR_MOREAU;
    run->impulses = true;
    step_budget_renew(run);
}

static hf_status take_memory(hf_world *world, step_facts *facts)
{
    facts->motor_rows = ARENA_ZEROED(world->workspace, bool, world->model->mechanism.actuator_count);
    facts->least_reach = ARENA_ZEROED(world->workspace, double, world->model->body_count);
    facts->implicit = ARENA_ZEROED(world->workspace, bool, world->model->object_count);
    facts->expected = ARENA_ZEROED(world->workspace, double, world->model->own_v_count);
    facts->rebounds = ARENA_ZEROED(world->workspace, step_rebound, world->model->body_count);
    bool all = facts->motor_rows && facts->least_reach && facts->implicit && facts->expected && facts->rebounds;
    return all ? HF_STATUS_OK : HF_STATUS_NO_MEMORY;
}

/// The report of the last attempt: all work, and a note where another mode had to take over.
static void close_report(const step_run *run, const step_facts *facts)
{
    hf_report *solve = &run->report->solve;
    solve->iterations += facts->iterations;
    if (facts->mode != run->world->settings.step.integrator && !run->budget.forced)
        snprintf(solve->note, sizeof solve->note,
                 "forces do not last, or do not exist, at t = %g s: a step with impulses", run->world->state.time);
}

/// The last attempt's: the worst certificate of all pieces, and the sums of what they cost.
static void add_report(step_run *run, const step_facts *facts)
{
    const hf_report *piece = &run->report->solve;
    hf_report *sum = &run->sum;
    long iterations = piece->iterations + sum->iterations;
    bool first = run->report->substeps == 0 || facts->why == WHY_UNSETTLED;
    if (first || !(piece->residual.natural <= sum->residual.natural)) *sum = *piece;
    sum->iterations = iterations;
}

/// A piece that was made. Rises of pieces add up; the body is that of the largest.
static void add_piece(step_run *run, const step_facts *facts)
{
    hf_step_report *report = run->report;
    add_report(run, facts);
    report->quality = HF_STEP_EXACT; // so far
    report->substeps++;
    report->energy_balance += facts->balance;
    if (!(facts->rise > 0.0)) return;
    if (facts->rise > report->energy_rise) report->energy_rise_body = facts->rise_body;
    report->energy_rise += facts->rise;
}

static step_left work_left(const step_run *run)
{
    if (run->budget.forced) return STEP_FORCED;
    if (step_budget_over(run)) return STEP_SPENT;
    return step_budget_half(run) ? STEP_SOME : STEP_HALF;
}

/// What is left for the next attempt, or to decide with: never more than before.
static void look_at_work(const step_run *run, step_piece *piece)
{
    step_left now = work_left(run);
    if (now < piece->left) piece->left = now;
}

/// How the first attempt at a piece integrates: halves of what chatters with impulses, too.
static hf_integrator first_mode(const step_run *run, const step_piece *piece)
{
    hf_integrator set = run->world->settings.step.integrator;
    bool impulses = run->budget.forced || (run->impulses && piece->depth > 0);
    return impulses && set == HF_INTEGRATOR_BARAFF ? HF_INTEGRATOR_MOREAU : set;
}

/// The whole of a step, which pieces for settings.travel or an accuracy are not.
static bool is_whole(const step_run *run, const step_piece *piece)
{
    const hf_settings *settings = &run->world->settings;
    return piece->depth == 0 && piece->cuts == 0 && settings->step.travel == 0.0 && settings->step.accuracy == 0.0;
}

/// In the place of a piece whose answer is poor.
static void note_poor(step_run *run, const step_piece *piece)
{
    const hf_world *world = run->world;
    if (piece->depth > 0 || piece->cuts > 0) return;
    run->acceptable = run->report->solve.residual.natural <= world->settings.solver.accept;
    bool large = world->problem && hf_problem_describe(world->problem).dimension > LARGE_ROWS; // forces have none
    if (large && is_whole(run, piece)) step_budget_halve(run);
}

hf_status step_halves(step_run *run, step_piece half)
{
    hf_status status = HF_STATUS_OK;
    run->report->quality = HF_STEP_EXACT; // so far
    for (int k = 0; k < 2 && status == HF_STATUS_OK && run->report->quality != HF_STEP_FAILED; k++)
        status = step_make_piece(run, half);
    return status;
}

/// What takes the place of a piece that is made shorter.
static hf_status shorten(step_run *run, const step_piece *piece, const step_facts *facts)
{
    step_piece half = *piece;
    half.h = 0.5 * piece->h;
    *(facts->why == WHY_PASSES ? &half.cuts : &half.depth) += 1;
    run->sum.iterations += run->report->solve.iterations;
    if (facts->why == WHY_ENERGY) return energy_halves(run, piece, half, facts);
    if (facts->why == WHY_POOR) note_poor(run, piece);
    return step_halves(run, half);
}

hf_status step_make_piece(step_run *run, step_piece piece)
{
    hf_world *world = run->world;
    if (world->state.halved && is_whole(run, &piece))
    {
        step_budget_halve(run);
        return step_halves(run, (step_piece){.h = 0.5 * piece.h, .depth = 1, .left = STEP_HALF});
    }
    if (run->report->substeps >= STEP_PIECES) piece.cuts = STEP_CUTS;
    piece.left = work_left(run);
    step_facts facts = {.mode = first_mode(run, &piece), .unsettled_fibre = -1};
    arena_mark mark = arena_begin(world->workspace);
    hf_status status = take_memory(world, &facts);
    if (status != HF_STATUS_OK) (void)error_no_memory(run->error);
    step_verb verb = STEP_AGAIN;
    while (verb == STEP_AGAIN && status == HF_STATUS_OK)
    {
        status = step_attempt(run, &piece, &facts);
        look_at_work(run, &piece);
        verb = decide(&piece, &facts);
        if (verb == STEP_AGAIN) learn(run, &facts);
    }
    arena_end(world->workspace, mark);
    if (status != HF_STATUS_OK) return status;
    close_report(run, &facts);
    switch (verb)
    {
    case STEP_TAKE: add_piece(run, &facts); break;
    case STEP_SHORTER: return shorten(run, &piece, &facts);
    case STEP_AGAIN:
    case STEP_FAIL:
        add_report(run, &facts);
        run->report->quality = HF_STEP_FAILED;
        break;
    }
    return HF_STATUS_OK;
}
