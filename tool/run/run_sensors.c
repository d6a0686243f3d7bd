#include "run_sensors.h"

#include "console.h"
#include "joint_table.h"

#include <stdlib.h>

static void put_head(const sensor_table *table)
{
    int all = hf_model_signal_count(table->model);
    fputs("time", table->stream);
    signal_names(table->stream, table->model, all - hf_model_sensor_total(table->model), all);
    fputc('\n', table->stream);
}

bool sensor_table_begin(sensor_table *table, const char *path, const hf_model *model)
{
    table->model = model;
    if (!output_begin(&table->file, path)) return false;
    if (!path) return true;
    if (hf_model_count(model, HF_ITEM_SENSOR) == 0)
    {
        tool_error("--sensors: the scene has no sensors");
        return false;
    }
    table->values = calloc((size_t)hf_model_sensor_total(model) + 1, sizeof *table->values);
    table->stream = output_open(&table->file);
    if (!table->values) tool_error("out of memory");
    if (!table->values || !table->stream) return false;
    put_head(table);
    return true;
}

bool sensor_table_row(const sensor_table *table, const hf_world *world)
{
    hf_error error;
    if (!table->stream) return true;
    if (hf_world_sensors(world, table->values, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    fprintf(table->stream, "%.17g", hf_world_time(world));
    for (int k = 0; k < hf_model_sensor_total(table->model); k++) fprintf(table->stream, ",%.17g", table->values[k]);
    fputc('\n', table->stream);
    if (!ferror(table->stream)) return true;
    tool_error("%s: cannot be written", table->file.path);
    return false;
}

bool sensor_table_end(sensor_table *table)
{
    FILE *open = table->stream;
    table->stream = NULL;
    return !table->file.path || !open || output_commit(&table->file, open);
}

void sensor_table_drop(sensor_table *table)
{
    if (table->stream) fclose(table->stream);
    table->stream = NULL;
    output_drop(&table->file);
    free(table->values);
    table->values = NULL;
}
