// The plan of `auto`: one table of rows, walked from the top (plan.c has the table, auto.c the loop, docs/auto.md the
// table in print).

#ifndef HF_SOLVE_AUTO_PLAN_H
#define HF_SOLVE_AUTO_PLAN_H

#include "holdfast/proximal.h"

#include "solve/auto/attempt.h"

/// Where a row's method begins, and with that for which islands the row is.
typedef enum plan_start
{
    // The caller's guess. Only where there is one; islands that are solved, but not to the target, take part.
    PLAN_GUESS,
    // The best iterate so far. This and the next two are for islands that are not solved.
    PLAN_BEST,
    // r = 0: what misled the rows before does not mislead this one.
    PLAN_ZERO,
    // The answer, when all is solved: on to the target.
    PLAN_ANSWER,
} plan_start;

/// A condition on islands beside their size, and how the table puts it.
typedef struct plan_condition
{
    const char *words;
    bool (*holds)(const auto_island *island);
} plan_condition;

enum
{
    // plan_row.early: huge islands leave the row out where the caller gives up early.
    PLAN_LEFT_OUT = -1
};

typedef struct plan_row
{
    // Method and start. The report's phase has this name, too.
    const char *name;
    hf_status (*run)(auto_run *run, auto_island *island, hf_error *error);
    plan_start start;
    // Of proximal steps.
    hf_proximal_pace pace;
    double epsilon;
    // Iterations of an attempt at most; 0: the method has its own rule.
    long budget;
    // Sweeps with momentum before they may be found slow, and how many more they may seem to need.
    long least, patience;
    // Where the caller gives up early, the budget of huge islands; 0: the same; or PLAN_LEFT_OUT.
    long early;
    // Proximal steps are given up where so many do not gain a factor of ten; 0: never.
    long stall;
    // budget × rows at most, so that large islands end, too; 0: no such bound. See plan_steps.
    double work;
    // Attempts that differ in what they draw or in the curve they follow.
    int attempts;
    // All islands once are one iteration.
    bool together;
    // The method knows contacts of one coefficient only: islands with moments leave the row out.
    bool plain;
    // The method knows contacts whose cones are pyramids.
    bool pyramids;
    // It selects an answer; beside the table (selection.c).
    bool selects;
    // Islands of more rows than `above` and at most `up_to`; 0: no bound. And those that `when` holds for; NULL: all.
    int above, up_to;
    const plan_condition *when;
} plan_row;

/// The table.
const plan_row *plan_rows(int *count);

/// Whether the row is for islands such as this one, as far as that can be said before it is taken out of the whole.
/// `early`: the caller gives up early.
bool plan_fits(const plan_row *row, const auto_island *island, bool early);

/// So large, and with so many degrees of freedom, that Newton steps over all bodies are dear.
bool plan_is_packing(const auto_island *island);

/// Wide rows, which sweeps visit in tasks: fibres in contact. Factors over blocks of 16 are dear, sweeps are cheap.
bool plan_is_hair(const auto_island *island);

/// Whether the row takes islands beyond their tolerance, to the target.
bool plan_is_beyond(const plan_row *row);

/// The row's budget for this island.
long plan_budget(const plan_row *row, const auto_island *island, bool early);

/// `most` iterations, or what row->work leaves of them.
long plan_steps(const plan_row *row, const auto_island *island, long most);

// ---- selection.c ----

/// The two passes of selection: before the plan and after it.
extern const plan_row selection_at_rest, selection_from_guess, selection_from_answer;

/// Whether the pass is for this island.
bool selection_is_due(const plan_row *row, const auto_island *island);

/// Islands that could have been selected and were not. Marks their blocks (options->unselected), and
/// those of islands that need prestress.
int selection_count_missing(const hf_auto_options *options, const island_list *list, const auto_island *islands);

/// Adds islands that both stand and move to the report, by what was taken.
void selection_count_motions(const island_list *list, const auto_island *islands, hf_report *report);

/// Whether the guess of a block of island k, or of any block, is an answer that was not selected; or needs prestress.
bool selection_is_missing(const hf_auto_options *options, const island_list *list, int k);
bool selection_is_stressed(const hf_auto_options *options, const island_list *list, int k);
bool selection_any_missing(const hf_auto_options *options, const hf_problem *problem);

/// Nothing is unselected or needs prestress.
void selection_clear(const hf_auto_options *options, const hf_problem *problem);

/// `auto` with another plan: for tests. See auto.c; r holds zeros or the guess, options and report are as in a
/// solver_family's run.
hf_status auto_walk(const plan_row *rows, int row_count, const hf_problem *problem, const hf_auto_options *options,
                    double *r, hf_workspace *workspace, hf_report *report, hf_error *error);

#endif
