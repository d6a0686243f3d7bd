// What a sweep varies: axes, and the values that each run has on them.
//
//   mu=0.1:1:0.05       a range, both ends included
//   solver=auto,mfb     a list of words
//   mu~0.1:1            a number by lot, for each of --samples; mu~log:1e-3:1 by the logarithm
//
// Run k has the values of a number in mixed digits: the last axis varies fastest, samples come last of all. Numbers by
// lot depend on the seed, the run and the axis, and on nothing else.

#ifndef HF_TOOL_SWEEP_PLAN_H
#define HF_TOOL_SWEEP_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum
{
    SWEEP_AXES_MAX = 16,
    SWEEP_VALUE_SIZE = 64, // characters of a value
};

typedef enum sweep_axis_kind
{
    SWEEP_RANGE,
    SWEEP_LIST,
    SWEEP_LOT,
    SWEEP_LOT_LOG,
} sweep_axis_kind;

typedef struct sweep_axis
{
    char name[SWEEP_VALUE_SIZE];
    sweep_axis_kind kind;
    double first, last, step; // range, or ends of what is drawn
    const char *list;         // in the text of the plan
    int64_t count;            // values; 1 of a lot
} sweep_axis;

typedef struct sweep_plan
{
    char *text; // --vary, heap
    int axis_count;
    sweep_axis axes[SWEEP_AXES_MAX];
    int64_t samples;
    uint64_t seed;
    int64_t run_count;
} sweep_plan;

/// Reads the lines of --vary. False after having said what is wrong.
bool sweep_plan_read(const char *lines, int64_t samples, uint64_t seed, sweep_plan *plan);
void sweep_plan_free(sweep_plan *plan);

/// The value of an axis in a run, as the user would type it.
void sweep_plan_value(const sweep_plan *plan, int64_t run, int axis, char value[SWEEP_VALUE_SIZE]);

/// Index of an axis by its name; -1 if there is none.
int sweep_plan_find(const sweep_plan *plan, const char *name);

#endif
