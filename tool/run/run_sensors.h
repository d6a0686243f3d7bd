// The table of sensors that `run --sensors` leaves.

#ifndef HF_TOOL_RUN_SENSORS_H
#define HF_TOOL_RUN_SENSORS_H

#include "output.h"

#include "holdfast/sense.h"

typedef struct sensor_table
{
    output_file file;
    FILE *stream; // NULL: none is wanted
    const hf_model *model;
    double *values;
} sensor_table;

/// path NULL: none is wanted. Each returns false after an error message.
bool sensor_table_begin(sensor_table *table, const char *path, const hf_model *model);
bool sensor_table_row(const sensor_table *table, const hf_world *world);
bool sensor_table_end(sensor_table *table);
void sensor_table_drop(sensor_table *table);

#endif
