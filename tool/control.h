// Controls of actuators: constants, and tables over time.

#ifndef HF_TOOL_CONTROL_H
#define HF_TOOL_CONTROL_H

#include "holdfast/world.h"

/// Rows of a CSV file: time, then the controls of the actuators that the head names. A row holds until the next.
typedef struct control_table
{
    int column_count;
    int *actuator; // of each column
    size_t row_count, capacity;
    double *time;   // ascending
    double *values; // row by row
} control_table;

/// False after having said on stderr what is wrong, with file and line.
bool control_read(const char *path, const hf_model *model, control_table *table);
void control_free(control_table *table);

/// The controls at the world's time; those before the first row stay as they are.
bool control_apply(const control_table *table, hf_world *world);

/// "NAME=VALUE,...": constants. False after having said what is wrong.
bool control_set(const char *list, hf_world *world, const hf_model *model);

#endif
