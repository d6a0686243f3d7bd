// How much work a step may take, and what is left of it (step_budget.c).

#ifndef HF_WORLD_STEP_BUDGET_H
#define HF_WORLD_STEP_BUDGET_H

#include "world/world.h"

/// Nothing is spent yet.
void step_budget_begin(hf_world *world);

/// A piece for settings.travel begins: the whole may take as much for each of them.
void step_budget_piece(hf_world *world);

/// What a solve of so many rows may take now (hf_solve_options.budget): at least 1; 0: no limit.
int64_t step_budget_take(hf_world *world, int rows);

/// The same of forces of the acceleration-level mode, which impulses can take the place of: no more for a heap than in
/// proportion to its rows.
int64_t step_budget_take_forces(hf_world *world, int rows);

/// The same of a round of impacts, and whether their own budget is spent: as much as the whole step may take beside
/// them.
int64_t step_budget_take_impact(hf_world *world, int rows);
bool step_budget_impacts_over(const hf_world *world);

/// What the whole step may take.
int64_t step_budget_whole(const hf_world *world);

/// A solve took that.
void step_budget_spend(hf_world *world, int64_t work);

/// A round of impacts did.
void step_budget_spend_impact(hf_world *world, int64_t work);

/// An attempt ended that had so many contacts: what it took beside its solves.
void step_budget_attempt(hf_world *world, int contacts);

/// Whether all is spent that a whole step may take: nothing is tried again then.
bool step_budget_over(const hf_world *world);

/// Whether half of it is spent: no piece is cut for speed any more, so that the pieces that there are get their share.
bool step_budget_half(const hf_world *world);

/// Whether the step has taken so much that smaller pieces cannot be exact in time: of small problems half a solve, of
/// others half of the whole.
bool step_budget_late(const hf_world *world);

/// The halves of the whole step begin, of a problem so large that the whole is not tried again where they are hard,
/// too.
void step_budget_halve(hf_world *world);

/// Whether the next step begins with its halves. `natural`: the worst certificate of this one.
bool step_budget_halves_next(const hf_world *world, double natural);

/// The search for forces has ended without them: the step with impulses that takes its place has a budget of its own.
void step_budget_renew(hf_world *world);

/// The step is made once more as a whole, with what one more solve finds.
void step_budget_force(hf_world *world);

#endif
