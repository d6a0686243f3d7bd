// What looks on while a solver works: the clock, the progress line, and the history for traces and plots.

#ifndef HF_TOOL_WATCH_H
#define HF_TOOL_WATCH_H

#include "console.h"
#include "holdfast/solve.h"

#include <stdbool.h>
#include <stddef.h>

/// One word from a solver.
typedef struct watch_point
{
    double seconds;
    double natural;
    long iteration;
    const char *phase; // static string
    bool estimated;
} watch_point;

typedef struct solve_watch
{
    double started;
    double limit; // seconds; 0: none
    bool timed_out;
    const char *name;        // of what is being solved, for the progress line
    progress_line *progress; // NULL: none
    bool keep;               // the history is wanted
    watch_point *points;
    size_t count, capacity;
} solve_watch;

/// Starts the clock. `progress` may be NULL.
solve_watch watch_begin(const char *name, double limit, bool keep, progress_line *progress);

/// The hf_observer; its context is a watch.
bool watch_observe(void *context, const hf_progress *progress);

/// Adds the certificate at the end of a solve to the history.
void watch_finish(solve_watch *watch, const hf_report *report, double seconds);
void watch_free(solve_watch *watch);

#endif
