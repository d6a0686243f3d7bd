// How much work a step may take, and what is left of it (step_budget.c).

#ifndef HF_WORLD_STEP_BUDGET_H
#define HF_WORLD_STEP_BUDGET_H

#include "world/world.h"

/// Work of the step under way, in units of hf_report.work; step_budget.c has the rules.
typedef struct step_budget
{
    int64_t solve;        // that one solve of the largest problem so far may take
    int64_t whole;        // that the whole step may take of such a problem, in one piece
    int64_t spent;        // by everything
    int64_t work;         // by solvers, impacts included
    int64_t impacts;      // by rounds of impacts, which `spent` does not hold
    int pieces;           // for settings.travel, that have begun
    int64_t before_force; // of it, before the step was forced
    bool forced;          // the step is made with the best answer that one more solve finds
    int64_t before_half;  // of `work`, before halves took the place of a large whole; -1: they did not
} step_budget;

/// The step under way, from its beginning to its end: on the stack of hf_world_step.
typedef struct step_run
{
    hf_world *world;
    hf_step_report *report;
    hf_error *error;
    hf_report sum; // the worst certificate of its pieces, and the sums of what they cost
    step_budget budget;
    bool impulses;    // a piece went over to impulses (acceleration-level mode): halves begin with them
    bool acceptable;  // the whole had an answer within settings.accept, but there was time to look for a better one
    double ends_off;  // the largest gap at ends of fibres that came off in a piece [m]; 0: none did
    double ends_left; // the largest where the last piece ended, of those that are off by as much
    size_t mark;      // of the witness, before the step
} step_run;

/// Nothing is spent yet.
void step_budget_begin(step_run *run);

/// A piece for settings.travel begins: the whole may take as much for each of them.
void step_budget_piece(step_run *run);

/// What a solve of so many rows may take now (hf_solve_options.budget): at least 1; 0: no limit.
int64_t step_budget_take(step_run *run, int rows);

/// Budget of forces of the acceleration-level mode, which impulses can take the place of: no more for a heap than in
/// proportion to its rows.
int64_t step_budget_take_forces(step_run *run, int rows);

/// Budget of a round of impacts, and whether that is spent: it is as much as the whole step may take beside them.
int64_t step_budget_take_impact(step_run *run, int rows);
bool step_budget_impacts_over(const step_run *run);

/// What the whole step may take.
int64_t step_budget_whole(const step_run *run);

/// A solve took that.
void step_budget_spend(step_run *run, int64_t work);

/// A round of impacts did.
void step_budget_spend_impact(step_run *run, int64_t work);

/// An attempt ended that had so many contacts: what it took beside its solves.
void step_budget_attempt(step_run *run, int contacts);

/// Whether all is spent that a whole step may take: nothing is tried again then.
bool step_budget_over(const step_run *run);

/// Whether half of it is spent: no piece is cut for speed any more, so that the pieces that there are get their share.
bool step_budget_half(const step_run *run);

/// Whether the step has taken so much that smaller pieces cannot be exact in time: of small problems half a solve, of
/// others half of the whole.
bool step_budget_late(const step_run *run);

/// The halves of the whole step begin, of a problem so large that the whole is not tried again where they are hard,
/// too.
void step_budget_halve(step_run *run);

/// Whether the next step begins with its halves. `natural`: the worst certificate of this one.
bool step_budget_halves_next(const step_run *run, double natural);

/// The search for forces has ended without them: the step with impulses that takes its place has a budget of its own.
void step_budget_renew(step_run *run);

/// The step is made once more as a whole, with what one more solve finds.
void step_budget_force(step_run *run);

#endif
