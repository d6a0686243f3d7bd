// Islands solved apart: what every method does that takes a problem to pieces which no entry of W connects.
//
//     islands_apart apart;
//     islands_begin(&apart, problem, r, natural, options, workspace, error);   // what there is, and how large
//     islands_run(&apart, &run, solve_one, &context, error); // solve_one(context, k, …) for the islands that `run`
//     lists
//     islands_join(&apart, error);                                             // r of the whole, and its certificate
//
// Shares of the tolerance. natural² of the whole is Σ over blocks of ‖F_i‖², divided by (1 + ‖b‖)²; so squares add up
// over islands, and an island of n of N rows that keeps natural_k <= share_k · tolerance with share_k = √(n/N) (1 +
// ‖b‖)/(1 + ‖b_k‖) does its part: all of them together keep the tolerance.
//
// Threads. In hair an island that has more than half of all rows comes first, by itself, so that its sweeps have all
// threads (sweep_rounds.c). The others are begun in the order that `run` lists them in, side by side on the threads of
// the workspace where there are rows enough. An island sees nothing of the others, and limits on iterations and on work
// are divided before the run (by rows, at least one each while there are enough): the bits do not depend on the number
// of threads, and all islands together never take more than the limits. The observer is called by one island at a time;
// when it says stop, the others end at their next look.

#ifndef HF_SOLVE_ISLANDS_APART_H
#define HF_SOLVE_ISLANDS_APART_H

#include "holdfast/solve.h"

#include "problem/islands.h"
#include "problem/problem.h"

/// One island, or a problem that has only one.
typedef struct island_part
{
    // NULL until islands_take; the whole itself if it is the only island.
    const hf_problem *problem;
    int rows;
    // 1 + ‖b‖ of the island.
    double norm;
    // Its tolerance is this times that of the whole.
    double share;
    // rows: its part of r; whoever works on it keeps the best iterate here. Not filled before islands_take.
    double *r;
    // Natural residual at r, of the island as a problem of its own. At the start: what the r of the whole says about
    // it.
    double natural;
    // Iterations and units of work that the run under way leaves it; 0 units: no limit.
    long budget;
    int64_t work;
    // What the observer has been shown of it in the run under way.
    long shown;
    double shown_natural;
} island_part;

typedef struct islands_apart
{
    const hf_problem *whole;
    // dimension: brought up to date by islands_join.
    double *r;
    // Natural residual of the whole at r.
    double natural;
    // The caller's observer and tolerance are looked at.
    const hf_solve_options *options;
    hf_workspace *workspace;
    island_list list;
    int count;
    island_part *parts;
    // All islands, the largest first: they shall not be begun last.
    int *order;
    // The observer has said stop.
    bool stopped;
    const struct island_run *run;
} islands_apart;

/// One pass over some of the islands.
typedef struct island_run
{
    const int *active;
    int active_count;
    // Iterations that these islands may take together; LONG_MAX: no limit.
    long limit;
    // Units of work that they may take together; 0: no limit.
    int64_t work;
    // One iteration of all islands counts as one: each may take `limit`. Otherwise those of the islands add up.
    bool together;
    // Iterations of the solve before this run, for the observer.
    long before;
} island_run;

/// What island k is solved to by a method that looks at it once: its share of options->tolerance, less a hundredth for
/// the rounding between its own measure and the certificate of the whole.
double islands_tolerance(const islands_apart *apart, int k);

/// Works on island k. `scratch` is empty, and emptied afterwards.
typedef hf_status (*island_work)(void *context, int k, hf_workspace *scratch, hf_error *error);

/// Work of islands_begin, and of islands_take for all of them.
double islands_work(const hf_problem *whole);

/// Finds the islands and judges each at r. `natural` is the residual of the whole there. Everything lives in the
/// workspace, and r, options and workspace are kept; HF_STATUS_NO_MEMORY is all that can go wrong. O(entries of W).
hf_status islands_begin(islands_apart *apart, const hf_problem *whole, double *r, double natural,
                        const hf_solve_options *options, hf_workspace *workspace, hf_error *error);

/// Inside a run: makes island k a problem of its own, if it is none yet, with its part of r. It outlasts the run.
hf_status islands_take(islands_apart *apart, int k, hf_workspace *scratch, hf_error *error);

/// Runs `work` for the active islands, on several threads if that pays. Islands that are not begun when the observer
/// says stop are left out.
hf_status islands_run(islands_apart *apart, const island_run *run, island_work work, void *context, hf_error *error);

/// r of the whole from those of the islands that were taken, and `natural` by the certificate.
hf_status islands_join(islands_apart *apart, hf_error *error);

/// What a method that works on one island gets as its observer's context.
typedef struct island_watch
{
    islands_apart *apart;
    int island;
    hf_workspace *scratch;
    // Shown in place of the method's own; NULL leaves that.
    const char *phase;
    // Iterations of this island in this run before the method began.
    long before;
    // This island has been told to stop.
    bool stopped;
} island_watch;

/// The observer of a method that works on one island, with an island_watch: tells the caller's observer about the
/// whole, one island at a time. A method is given it only if the caller has an observer.
bool islands_observe(void *watch, const hf_progress *progress);

#endif
