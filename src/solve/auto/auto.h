// `auto` inside: the run that auto.c leads through its stages, and the stages of auto_stages.c.

#ifndef HF_SOLVE_AUTO_AUTO_H
#define HF_SOLVE_AUTO_AUTO_H

#include "holdfast/auto.h"

#include "solve/islands_apart.h"

#include "problem/problem.h"

/// What an attempt has done.
typedef struct auto_counts
{
    long iterations, local_solves, failsafe_solves, local_failures;
    bool limited;     // by max_iterations, or by the island's share of them
    bool no_solution; // shown by a sweep
} auto_counts;

/// One island, or a problem that has only one.
typedef struct auto_island
{
    island_part *part;
    hf_problem *assembled;   // its twin for the Newton steps, if it is factored; made on demand
    double tolerance;        // its share
    double target_tolerance; // what the finish tries for, <= tolerance
    double good;             // between the two: what is below is not worth the finish
    bool too_large;          // for Newton steps: its W or the factors would not be linear in memory any more
    auto_counts done;        // in the stage under way
    const char *note;        // why it has no solution; NULL
} auto_island;

/// One island in one stage, on one thread: nothing here is shared with other islands.
typedef struct auto_run
{
    const hf_auto_options *options;
    hf_workspace *workspace;
    island_watch watch; // of the attempt under way
    double *trial;      // as long as r: where attempts work
    auto_counts done;   // in this stage
} auto_run;

/// Whether nothing more is to be done for this island, or for any.
bool auto_done(const auto_run *run, const auto_island *island);

/// Whether the caller has another way out, and the island is so large that late stages take minutes.
bool auto_gives_up_early(const auto_run *run, const auto_island *island);

/// Whether a finish is worth its while.
bool auto_wants_finish(const auto_run *run, const auto_island *island);

/// The stages, in this order. Each leaves the best iterate in the island.
hf_status auto_resume(auto_run *run, auto_island *island, hf_error *error);       // proximal, from a guess
hf_status auto_first_sweeps(auto_run *run, auto_island *island, hf_error *error); // a few
hf_status auto_sweeps(auto_run *run, auto_island *island, hf_error *error);       // while they converge fast
hf_status auto_augmented(auto_run *run, auto_island *island, hf_error *error);    // walls and stacks, from r = 0
hf_status auto_brisk(auto_run *run, auto_island *island, hf_error *error);        // proximal, from there
hf_status auto_steady(auto_run *run, auto_island *island, hf_error *error);       // proximal and patient, from there
hf_status auto_interior(auto_run *run, auto_island *island,
                        hf_error *error); // along curves inside the cones, from nothing
hf_status auto_more_steady(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_clusters(auto_run *run, auto_island *island, hf_error *error); // where islands are very large
hf_status auto_more_clusters(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_cold(auto_run *run, auto_island *island, hf_error *error);   // proximal and patient, from r = 0
hf_status auto_path(auto_run *run, auto_island *island, hf_error *error);   // along the regularized solutions
hf_status auto_others(auto_run *run, auto_island *island, hf_error *error); // pivoting and such, if it is small
hf_status auto_more_sweeps(auto_run *run, auto_island *island, hf_error *error);
hf_status auto_patient(auto_run *run, auto_island *island, hf_error *error);  // proximal and patient, from there
hf_status auto_polish(auto_run *run, auto_island *island, hf_error *error);   // the same with a small weight
hf_status auto_restarts(auto_run *run, auto_island *island, hf_error *error); // proximal, from random starts
hf_status auto_finish(auto_run *run, auto_island *island, hf_error *error);   // proximal, beyond the tolerance

#endif
