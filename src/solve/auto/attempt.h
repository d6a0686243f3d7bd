// Attempts of `auto`: what a row of the plan does to one island. An attempt works on a copy, and the island takes it
// over if the certificate says that it is better.
//
// What an attempt may spend is counted in sweeps and Newton steps, never in seconds: the answer does not depend on the
// machine.

#ifndef HF_SOLVE_AUTO_ATTEMPT_H
#define HF_SOLVE_AUTO_ATTEMPT_H

#include "holdfast/solve.h"

#include "solve/islands_apart.h"

#include "problem/problem.h"

/// What attempts have done.
typedef struct auto_counts
{
    long iterations, local_solves, failsafe_solves, local_failures;
    int64_t work;
    // The island's share of max_iterations, or of the budget of work, is used up.
    bool limited;
    // Something did not fit into its share of the budget; what takes less may.
    bool starved;
    // Shown by a sweep.
    bool no_solution;
} auto_counts;

/// One island, or a problem that has only one.
typedef struct auto_island
{
    island_part *part;
    // Its twin for the Newton steps, if it is factored and has many degrees of freedom; made on demand.
    hf_problem *assembled;
    // Its share.
    double tolerance;
    // What rows beyond the tolerance try for, <= tolerance.
    double target_tolerance;
    // What it is left with once sweeps with momentum had their turn: its share of options.accept, if it is a packing; 0
    // before.
    double accept;
    // Between the two tolerances: what is below is not worth going on.
    double good;
    // For Newton steps: its W or the factors would not be linear in memory any more.
    bool too_large;
    // Units of work of all rows so far.
    int64_t spent;
    // r is the selected answer (selection.c); the guess was within the tolerance, and is kept as such.
    bool selected, kept;
    // The guess needs prestress, and in the end the answer.
    bool stressed;
    // Of the only island: room for a copy of what selection has certified, whether it has, and the certificate.
    double *certified;
    bool known;
    hf_residual certificate;
    // The guess, and an answer at rest that needs prestress; NULL.
    double *guess, *standing;
    // Both solve it, and which of them was taken.
    bool stood, moved;
    // In the row under way.
    auto_counts done;
    // Why it has no solution; NULL.
    const char *note;
} auto_island;

/// One island in one row, on one thread: nothing here is shared with other islands.
typedef struct auto_run
{
    const hf_auto_options *options;
    const struct plan_row *row;
    hf_workspace *workspace;
    // Of the attempt under way.
    island_watch watch;
    // Iterations that the attempt under way may take.
    long offered;
    // As long as r: where attempts work.
    double *trial;
    auto_counts done;
} auto_run;

// ---- methods, as the plan's rows name them ----

// By sweeps: attempt_sweeps.c.
hf_status auto_hybrid(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_momentum(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_clusters(auto_run *run, auto_island *island, hf_error *error);

// By Newton steps: attempt_newton.c.
hf_status auto_proximal(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_augmented(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_path(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_from_random(auto_run *run, auto_island *island, hf_error *error);

// The selected answer: selection.c.
hf_status auto_rest(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_springs(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_select(auto_run *run, auto_island *island, hf_error *error);

/// The problem that Newton steps work on; *problem is NULL if it would be too large. Of small problems they make their
/// own W.
hf_status attempt_newton_problem(auto_run *run, auto_island *island, const hf_problem **problem, hf_error *error);

// ---- what they share: attempt.c ----

/// Whether nothing more is to be done for this island in this row.
bool attempt_is_over(const auto_run *run, const auto_island *island);

/// What the row tries for: the tolerance, or beyond it the target or what rounding leaves of the best answer.
double attempt_goal(const auto_run *run, const auto_island *island);

/// Options of an attempt that begins now: `wanted` iterations, or what is left of them; where nothing is left `limited`
/// is set, and the attempt shall not begin.
hf_solve_options attempt_begin(auto_run *run, const auto_island *island, double tolerance, long wanted);

/// Charges work of the attempt that no method counts, if the island's share allows it; otherwise it is starved.
bool attempt_affords(auto_run *run, const auto_island *island, double units);

/// trial ◄ start; zeros if that is NULL.
void attempt_from(auto_run *run, const auto_island *island, const double *start);

/// Counts what an attempt has done, and takes its answer over if that is better.
void attempt_end(auto_run *run, auto_island *island, const hf_report *part);

/// So few degrees of freedom for its rows that factors over the bodies are cheap, even where bodies are many.
bool auto_very_redundant(const hf_problem *problem);

#endif
