// How much work a step may take.
//
// Work is counted in units of hf_report.work, the visit of a 3 × 3 block of W, about 10 ns; never in seconds, so that
// the same state gives the same bits.
//
//   one solve        B = settings.budget, or by settings.effort UNITS · rows, at least FLOOR, and FLOOR up to SMALL
//                    rows: small problems may take what nobody notices, and large ones a time in proportion to their
//                    size. Beyond SMALL rows, at normal effort, a step has MIDDLE on top, for its first solves: a few
//                    of them are hard, and worth a time that is seen to be exact. An impact on a wall of bricks is as
//                    hard in the halves of its step as in the whole
//   the whole step   SOLVES · B, of the largest problem that it had so far, and what is on top: all pieces, all
//                    attempts and corrections together; impacts have as much of their own, for their rounds end where
//                    it does, and the step goes on (impact.c). With an accuracy it is ACCURATE times that, and where
//                    settings.travel cuts the step as much for each piece: 64 pieces, each once whole and once as
//                    halves, take the work of a solve each then
//                    A method that pivots to its end has what it has at high effort
//   forces           the acceleration-level mode: B of a solve in proportion to its rows, whatever their number, and
//                    SOLVES of them. Where they are not found in that, impulses are
//   a forced step    one more B, and at least FORCED · rows: what settings.on_fail makes of a step that failed. So much
//                    takes some tens of sweeps, without
//                    which bodies at rest would gather speed while the correction of positions holds them up
//
// An attempt costs more than its solves: contacts are looked for, rows are made, bodies are moved. That has a price,
// too, so that attempts that hardly solve anything end as well. A solve gets B or what is left of the whole, and one
// unit at least: it then returns what it started with, with its certificate.

#include "world/step_budget.h"

#include "solve/family.h"

enum
{
    SOLVES = 8,
    ACCURATE = 24,
    FORCED = 300,       // units for each row
    HARD = 4,           // of a solve's budget, the part that halves take where the next whole is not to be had
    FLOOR = 1500000,    // units: 20 ms where a unit takes most, 13 ns (bench_hard)
    SMALL = 300,        // rows
    MIDDLE = 110000000, // units beyond: a second
    BODY_PRICE = 20,    // units of an attempt for each body: kinematics, broad phase
    CONTACT_PRICE = 100 // and for each contact: narrow phase, rows
};

/// Of settings.accept: a packing that is solved to less has sweeps that reach the tolerance, or nearly so, as a whole
/// as well.
static const double EASY = 0.1;
/// Units for each row.
static const int64_t UNITS[HF_EFFORT_COUNT] = {
    [HF_EFFORT_NORMAL] = 6667, [HF_EFFORT_LOW] = 1500, [HF_EFFORT_HIGH] = 100000};

static bool unlimited(const hf_settings *settings)
{
    return settings->solver.budget == 0 && settings->solver.effort == HF_EFFORT_EXACT;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/// What settings.effort is to the method: a direct one has nothing to show before its end, so that it may take what it
/// takes at high effort.
static hf_effort effort_of(const hf_settings *settings)
{
    bool direct = settings->solver.effort != HF_EFFORT_EXACT && solver_is_direct(settings->solver.name);
    return direct ? HF_EFFORT_HIGH : settings->solver.effort;
}

/// Of a solve of so many rows, by effort.
static int64_t solve_budget(hf_effort effort, int rows)
{
    if (effort == HF_EFFORT_NORMAL && rows <= SMALL) return FLOOR;
    return larger(FLOOR, UNITS[effort] * rows);
}

static int64_t times_solves(int64_t solve)
{
    return solve > INT64_MAX / SOLVES ? INT64_MAX : SOLVES * solve;
}

int64_t step_budget_whole(const step_run *run)
{
    int64_t whole = run->budget.whole, pieces = run->budget.pieces > 1 ? run->budget.pieces : 1;
    int64_t times = pieces * (run->world->settings.step.accuracy > 0.0 ? ACCURATE : 1);
    return whole > INT64_MAX / times ? INT64_MAX : times * whole;
}

/// Of a step that is under way.
static int64_t left(const step_run *run)
{
    const step_budget *b = &run->budget;
    return b->forced ? b->solve - (b->spent - b->before_force) : step_budget_whole(run) - b->spent;
}

void step_budget_begin(step_run *run)
{
    const hf_settings *settings = &run->world->settings;
    int64_t solve = settings->solver.budget > 0 ? settings->solver.budget : FLOOR;
    run->budget = (step_budget){.before_half = -1, .solve = solve, .whole = times_solves(solve)};
}

void step_budget_piece(step_run *run)
{
    run->budget.pieces++;
}

/// `solve` for one solve, of a step that may take `whole`, or what is left.
static int64_t take(step_run *run, int64_t solve, int64_t whole, int rows)
{
    int64_t set = run->world->settings.solver.budget;
    if (unlimited(&run->world->settings)) return 0;
    if (set > 0) solve = set, whole = times_solves(set);
    run->budget.solve = larger(solve, run->budget.solve);
    run->budget.whole = larger(whole, run->budget.whole);
    int64_t least = run->budget.forced ? (int64_t)FORCED * rows : 1;
    return smaller(larger(solve, least), larger(left(run), least));
}

int64_t step_budget_take(step_run *run, int rows)
{
    hf_effort effort = effort_of(&run->world->settings);
    int64_t solve = solve_budget(effort, rows), whole = times_solves(solve);
    if (effort != HF_EFFORT_NORMAL || rows <= SMALL) return take(run, solve, whole, rows);
    return take(run, larger(solve, MIDDLE - run->budget.spent), MIDDLE + whole, rows);
}

bool step_budget_impacts_over(const step_run *run)
{
    return !unlimited(&run->world->settings) && run->budget.impacts >= step_budget_whole(run);
}

int64_t step_budget_take_impact(step_run *run, int rows)
{
    int64_t most = step_budget_take(run, rows), rest = step_budget_whole(run) - run->budget.impacts;
    if (most == 0 || run->budget.forced) return most;
    hf_effort effort = effort_of(&run->world->settings);
    int64_t solve =
        run->world->settings.solver.budget > 0 ? run->world->settings.solver.budget : solve_budget(effort, rows);
    return smaller(solve, larger(rest, 1));
}

int64_t step_budget_take_forces(step_run *run, int rows)
{
    int64_t solve = solve_budget(effort_of(&run->world->settings), rows);
    return take(run, solve, times_solves(solve), rows);
}

void step_budget_spend(step_run *run, int64_t work)
{
    run->budget.work += work;
    run->budget.spent += work;
}

void step_budget_spend_impact(step_run *run, int64_t work)
{
    if (run->budget.forced) step_budget_spend(run, work);
    else
    {
        run->budget.work += work;
        run->budget.impacts += work;
    }
}

void step_budget_attempt(step_run *run, int contacts)
{
    run->budget.spent += (int64_t)BODY_PRICE * run->world->model->body_count + (int64_t)CONTACT_PRICE * contacts;
}

bool step_budget_over(const step_run *run)
{
    return !unlimited(&run->world->settings) && left(run) <= 0;
}

bool step_budget_half(const step_run *run)
{
    return !unlimited(&run->world->settings) && left(run) <= run->budget.spent;
}

bool step_budget_late(const step_run *run)
{
    if (unlimited(&run->world->settings)) return false;
    if (run->world->settings.solver.budget > 0 || run->budget.solve <= FLOOR)
        return run->budget.spent >= run->budget.solve / 2;
    return step_budget_half(run);
}

void step_budget_halve(step_run *run)
{
    run->budget.before_half = run->budget.work;
}

bool step_budget_halves_next(const step_run *run, double natural)
{
    const step_budget *b = &run->budget;
    bool hard = b->work - b->before_half > b->solve / HARD && natural > EASY * run->world->settings.solver.accept;
    return hard && b->before_half >= 0 && !b->forced && !unlimited(&run->world->settings);
}

void step_budget_renew(step_run *run)
{
    run->budget.spent = 0;
}

void step_budget_force(step_run *run)
{
    run->budget.forced = true;
    run->budget.before_force = run->budget.spent;
}
