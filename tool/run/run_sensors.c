#include "run_sensors.h"

#include "console.h"

#include <stdlib.h>

/// NAME of a sensor with one number, NAME.x … of one with three, NAME.w … of a quaternion, NAME.0 … of others.
static void put_head(const sensor_table *table)
{
    static const char *const axes[] = {"w", "x", "y", "z"};
    FILE *out = table->stream;
    fputs("time", out);
    for (int k = 0; k < hf_model_sensor_count(table->model); k++)
    {
        hf_sensor_def def = hf_model_sensor(table->model, k);
        int size = hf_model_sensor_size(table->model, k);
        for (int i = 0; i < size; i++)
        {
            if (def.name) fprintf(out, ",%s", def.name);
            else fprintf(out, ",%s_%d", hf_sensor_kind_name(def.kind), k);
            if (size == 3 || size == 4) fprintf(out, ".%s", axes[size == 3 ? i + 1 : i]);
            else if (size > 1) fprintf(out, ".%d", i);
        }
    }
    fputc('\n', out);
}

bool sensor_table_begin(sensor_table *table, const char *path, const hf_model *model)
{
    table->model = model;
    if (!output_begin(&table->file, path)) return false;
    if (!path) return true;
    if (hf_model_sensor_count(model) == 0)
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
