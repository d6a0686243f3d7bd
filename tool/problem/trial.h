// One solver on one problem, measured in a process of its own and certified here.

#ifndef HF_TOOL_TRIAL_H
#define HF_TOOL_TRIAL_H

#include "holdfast/problem.h"
#include "holdfast/solve.h"

#include <stdbool.h>

typedef enum trial_end
{
    TRIAL_SOLVED,    // the certificate computed here is within the tolerance
    TRIAL_STALLED,   // the child reports it
    TRIAL_LIMIT,     // its own time or iteration limit
    TRIAL_NONE,      // it has shown that there is no solution
    TRIAL_REFUTED,   // the child said converged, and the certificate computed here says no
    TRIAL_ERROR,     // the solver returned an error
    TRIAL_CRASHED,   // a signal, or an exit without a result
    TRIAL_TIMEOUT,   // did not stop when it should, and was killed
    TRIAL_CANCELLED, // the user pressed Ctrl-C
    TRIAL_UNREADABLE // the file
} trial_end;

/// "converged", "stalled", …, "crashed", "timeout".
const char *trial_end_name(trial_end end);

typedef struct trial_result
{
    trial_end end;
    hf_report report;
    hf_residual residual; // computed here
    double seconds;       // the fastest repetition
    int repetitions;
    char message[320]; // of an error or a crash; "" otherwise
} trial_result;

typedef struct trial_plan
{
    const char *solver;
    const char *command; // of a program (external.h) in the place of a solver; NULL: the solver
    double tolerance;
    double max_seconds; // of one solve
    long max_iterations;
    int repeat; // repetitions at least
} trial_plan;

trial_result trial_run(const hf_problem *problem, const trial_plan *plan);

/// Whether a process survives reading the file. False with the end and a message in `trial`.
bool trial_readable(const char *path, const char *form, trial_result *trial);

#endif
