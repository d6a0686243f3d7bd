#define _POSIX_C_SOURCE 200809L // getline

#include "control.h"

#include "console.h"
#include "options.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- names ----

/// Blanks and quotes around a word go away.
static char *trimmed(char *text)
{
    text += strspn(text, " \t\"");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n\"", text[length - 1])) text[--length] = 0;
    return text;
}

static int find_actuator(const hf_model *model, const char *name, const char *where)
{
    int index = hf_model_find_actuator(model, name), count = hf_model_actuator_count(model);
    if (index >= 0) return index;
    const char **names = tool_allocate((size_t)count, sizeof *names);
    int named = 0;
    for (int k = 0; k < count; k++)
    {
        const char *own = hf_model_actuator(model, k).name;
        if (own) names[named++] = own;
    }
    const char *near = nearest_word(name, names, named);
    if (near) tool_error("%s: there is no actuator '%s'; did you mean '%s'?", where, name, near);
    else tool_error("%s: there is no actuator '%s'; holdfast info lists them", where, name);
    free(names);
    return -1;
}

static bool read_number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end != text && !*end && isfinite(*value);
}

// ---- tables ----

static bool read_head(const char *path, char *line, const hf_model *model, control_table *table)
{
    char *place = tool_text("%s:1", path);
    bool well = true;
    int columns = 1;
    for (const char *s = line; *s; s++) columns += *s == ',';
    table->actuator = tool_allocate((size_t)columns, sizeof *table->actuator);
    int column = 0;
    for (char *word = line, *comma = line; comma && well; word = comma + 1, column++)
    {
        comma = strchr(word, ',');
        if (comma) *comma = 0;
        char *name = trimmed(word);
        if (column > 0) well = (table->actuator[table->column_count++] = find_actuator(model, name, place)) >= 0;
        else if (strcmp(name, "time") != 0)
        {
            tool_error("%s: the first column is called time, not '%s'", place, name);
            well = false;
        }
    }
    if (well && table->column_count == 0)
    {
        tool_error("%s: there are no columns beside time; name the actuators", place);
        well = false;
    }
    free(place);
    return well;
}

static void grow(control_table *table)
{
    if (table->row_count < table->capacity) return;
    size_t capacity = table->capacity ? 2 * table->capacity : 64, columns = (size_t)table->column_count;
    double *time = tool_allocate(capacity, sizeof *time), *values = tool_allocate(capacity * columns, sizeof *values);
    if (table->row_count > 0)
    {
        memcpy(time, table->time, table->row_count * sizeof *time);
        memcpy(values, table->values, table->row_count * columns * sizeof *values);
    }
    free(table->time);
    free(table->values);
    table->time = time;
    table->values = values;
    table->capacity = capacity;
}

static bool read_row(const char *path, long number, char *line, control_table *table)
{
    grow(table);
    double *row = table->values + table->row_count * (size_t)table->column_count;
    int column = 0;
    for (char *word = line, *comma = line; comma; word = comma + 1, column++)
    {
        double value;
        comma = strchr(word, ',');
        if (comma) *comma = 0;
        if (!read_number(trimmed(word), &value))
        {
            tool_error("%s:%ld: '%s' is no number", path, number, trimmed(word));
            return false;
        }
        if (column > table->column_count) continue;
        if (column == 0) table->time[table->row_count] = value;
        else row[column - 1] = value;
    }
    if (column != table->column_count + 1)
    {
        tool_error("%s:%ld: %d numbers, the head names %d columns", path, number, column, table->column_count + 1);
        return false;
    }
    if (table->row_count > 0 && !(table->time[table->row_count] >= table->time[table->row_count - 1]))
    {
        tool_error("%s:%ld: time goes back from %g to %g", path, number, table->time[table->row_count - 1],
                   table->time[table->row_count]);
        return false;
    }
    table->row_count++;
    return true;
}

bool control_read(const char *path, const hf_model *model, control_table *table)
{
    *table = (control_table){0};
    FILE *file = fopen(path, "r");
    if (!file)
    {
        tool_error("%s: cannot be read: %s", path, strerror(errno));
        return false;
    }
    char *line = NULL;
    size_t size = 0;
    bool well = true;
    for (long number = 1; well && getline(&line, &size, file) >= 0; number++)
    {
        if (number == 1) well = read_head(path, line, model, table);
        else if (*trimmed(line)) well = read_row(path, number, line, table);
    }
    free(line);
    fclose(file);
    if (well && table->row_count == 0)
    {
        tool_error("%s: has no rows: a head (time and names of actuators), then numbers", path);
        well = false;
    }
    return well;
}

void control_free(control_table *table)
{
    free(table->actuator);
    free(table->time);
    free(table->values);
    *table = (control_table){0};
}

static bool set_one(hf_world *world, int actuator, double value)
{
    hf_error error = {0};
    if (hf_world_set_control(world, actuator, value, &error) == HF_STATUS_OK) return true;
    tool_error("%s", error.message);
    return false;
}

bool control_apply(const control_table *table, hf_world *world)
{
    double now = hf_world_time(world);
    now += 1e-9 * fmax(1.0, fabs(now));      // a time that is a sum of steps may fall short of the row's
    size_t low = 0, high = table->row_count; // rows before `low` have begun
    while (low < high)
    {
        size_t middle = low + (high - low) / 2;
        if (table->time[middle] <= now) low = middle + 1;
        else high = middle;
    }
    bool well = true;
    for (int c = 0; low > 0 && c < table->column_count && well; c++)
        well = set_one(world, table->actuator[c], table->values[(low - 1) * (size_t)table->column_count + (size_t)c]);
    return well;
}

// ---- constants ----

bool control_set(const char *list, hf_world *world, const hf_model *model)
{
    char item[256];
    for (int k = 0; list_item(list, k, item, sizeof item); k++)
    {
        char *equals = strrchr(item, '=');
        double value = 0;
        if (equals) *equals = 0;
        if (!equals || !read_number(trimmed(equals + 1), &value))
        {
            tool_error("--set: '%s' is not NAME=VALUE, with the name of an actuator", item);
            return false;
        }
        int actuator = find_actuator(model, trimmed(item), "--set");
        if (actuator < 0 || !set_one(world, actuator, value)) return false;
    }
    return true;
}
