// One run of a sweep: the scene with its values, simulated to the end, and the row of the table that is made of it.

#ifndef HF_TOOL_SWEEP_RUN_H
#define HF_TOOL_SWEEP_RUN_H

#include "sweep_plan.h"

#include "holdfast/world.h"

enum
{
    SWEEP_PREFIX_SIZE = (SWEEP_AXES_MAX + 1) * SWEEP_VALUE_SIZE
};

/// What all runs share.
typedef struct sweep_job
{
    const sweep_plan *plan;
    const char *scene;    // as typed
    double duration;      // [s]; < 0: the scene's
    double timestep;      // [s]; 0: the scene's
    double tolerance;     // 0: the scene's
    const char *solver;   // NULL: the scene's
    uint64_t seed;        // of scenes, where it does not vary
    const char *measures; // --measure; NULL: none
    uint64_t fingerprint; // of all that decides what the rows are: a column of its own
} sweep_job;

/// The head of the table: "run", the axes, what is measured, without an end of line; heap.
char *sweep_head(const sweep_job *job);

/// How the row of a run begins: its number, the fingerprint and its values.
void sweep_prefix(const sweep_job *job, int64_t run, char *prefix, size_t size);

/// The row of a run, heap; NULL if Ctrl-C ended it. An error of the run is a row, too. Times say what a run took in all
/// and what its steps took [s].
char *sweep_row(const sweep_job *job, int64_t run, double *seconds, double *stepping);

/// Whether axes, scene and measures make sense: tries to build the first run. False after having said what is wrong.
bool sweep_check(const sweep_job *job);

#endif
