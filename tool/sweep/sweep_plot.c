#include "sweep_plot.h"
#include "sweep_table.h"

#include "console.h"
#include "options.h"
#include "output.h"
#include "svg.h"
#include "system.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

typedef struct plot_row
{
    char *name; // of its line, heap
    double x, y;
} plot_row;

typedef struct plot_rows
{
    plot_row *rows;
    size_t count, capacity;
} plot_rows;

/// Which field of a line has this name; -1 if none.
static int find_field(const char *line, const char *name)
{
    char item[256];
    for (int k = 0; list_item(line, k, item, sizeof item); k++)
        if (strcmp(item, name) == 0) return k;
    return -1;
}

/// Cuts a line at its commas; returns how many fields there are.
static int split(char *line, char **fields, int most)
{
    int count = 0;
    line[strcspn(line, "\r\n")] = 0;
    for (char *field = line; field && count < most;)
    {
        fields[count++] = field;
        field = strchr(field, ',');
        if (field) *field++ = 0;
    }
    return count;
}

enum
{
    FIELDS_MAX = 256,
    FIRST_AXIS = 2 // fields before the axes: run, sweep
};

/// What tells the lines of the plot apart: the values of all axes but x and the seed.
static char *line_name(const sweep_plan *plan, char *const *fields, int x)
{
    char *name = tool_text("%s", "");
    for (int k = 0; k < plan->axis_count; k++)
    {
        const sweep_axis *axis = &plan->axes[k];
        if (FIRST_AXIS + k == x || axis->kind >= SWEEP_LOT || axis->count == 1 || strcmp(axis->name, "seed") == 0)
            continue;
        char *longer = tool_text("%s%s%s = %s", name, *name ? ", " : "", axis->name, fields[FIRST_AXIS + k]);
        free(name);
        name = longer;
    }
    return name;
}

static void add_row(plot_rows *all, const sweep_plan *plan, char *line, int x, int y)
{
    char *fields[FIELDS_MAX], *end_x, *end_y;
    int count = split(line, fields, FIELDS_MAX);
    if (x >= count || y >= count) return;
    double vx = strtod(fields[x], &end_x), vy = strtod(fields[y], &end_y);
    if (end_x == fields[x] || end_y == fields[y]) return; // an empty field of a run that failed
    if (all->count == all->capacity)
    {
        all->capacity = 2 * all->capacity + 256;
        all->rows = tool_reallocate(all->rows, all->capacity, sizeof *all->rows);
    }
    all->rows[all->count++] = (plot_row){.name = line_name(plan, fields, x), .x = vx, .y = vy};
}

static int compare_rows(const void *a, const void *b)
{
    const plot_row *p = a, *q = b;
    int names = strcmp(p->name, q->name);
    return names ? names : (p->x > q->x) - (p->x < q->x);
}

/// Rows of one line and one x become their mean. Returns the number of lines.
static int average(plot_rows *all)
{
    int lines = 0;
    size_t kept = 0;
    for (size_t k = 0; k < all->count;)
    {
        size_t end = k + 1;
        double sum = all->rows[k].y;
        for (; end < all->count && compare_rows(&all->rows[k], &all->rows[end]) == 0; end++) sum += all->rows[end].y;
        lines += kept == 0 || strcmp(all->rows[kept - 1].name, all->rows[k].name) != 0;
        plot_row mean = {.name = all->rows[k].name, .x = all->rows[k].x, .y = sum / (double)(end - k)};
        for (size_t i = k + 1; i < end; i++) free(all->rows[i].name);
        all->rows[kept++] = mean;
        k = end;
    }
    all->count = kept;
    return lines;
}

static bool draw(const plot_rows *all, int lines, const char *x, const char *y, const char *path)
{
    output_file output = {0};
    if (!output_begin(&output, path)) return false;
    FILE *out = output_open(&output);
    double *points = tool_allocate(2 * all->count + 1, sizeof *points);
    plot_series *series = tool_allocate((size_t)lines + 1, sizeof *series);
    int count = 0;
    for (size_t k = 0; k < all->count; k++)
    {
        points[k] = all->rows[k].x, points[all->count + k] = all->rows[k].y;
        if (k == 0 || strcmp(all->rows[k - 1].name, all->rows[k].name) != 0)
            series[count++] = (plot_series){
                .name = *all->rows[k].name ? all->rows[k].name : y, .x = points + k, .y = points + all->count + k};
        series[count - 1].count++;
    }
    char *title = tool_text("%s over %s", y, x);
    plot_def plot = {.title = title,
                     .x = {.label = x},
                     .y = {.label = y},
                     .series = series,
                     .series_count = count,
                     .crowded = count > 8};
    if (out) plot_write(out, &plot);
    bool good = out && output_commit(&output, out);
    output_drop(&output);
    free(title);
    free(series);
    free(points);
    return good;
}

bool sweep_plot(const sweep_plan *plan, const char *table, const char *text)
{
    char x[128], y[128];
    const char *first = strchr(text, ':'), *second = first ? strchr(first + 1, ':') : NULL;
    if (!second || (size_t)(first - text) >= sizeof x || (size_t)(second - first - 1) >= sizeof y || !second[1])
    {
        tool_error("--plot '%s': two columns and a file are needed, as in mu:travel:plot.svg", text);
        return false;
    }
    snprintf(x, sizeof x, "%.*s", (int)(first - text), text);
    snprintf(y, sizeof y, "%.*s", (int)(second - first - 1), first + 1);
    FILE *file = sweep_table_lines(table);
    char *line = NULL;
    size_t size = 0;
    if (!file || system_read_line(file, &line, &size) == 0)
    {
        tool_error("%s: %s", table, strerror(errno));
        if (file) fclose(file);
        return false;
    }
    line[strcspn(line, "\r\n")] = 0;
    int at_x = find_field(line, x), at_y = find_field(line, y);
    bool good = at_x >= 0 && at_y >= 0;
    if (!good) tool_error("--plot: there is no column '%s'; there are %s", at_x < 0 ? x : y, line);
    plot_rows all = {0};
    while (good && system_read_line(file, &line, &size) > 0) add_row(&all, plan, line, at_x, at_y);
    fclose(file);
    free(line);
    if (all.count) qsort(all.rows, all.count, sizeof *all.rows, compare_rows);
    good = good && draw(&all, average(&all), x, y, second + 1);
    for (size_t k = 0; k < all.count; k++) free(all.rows[k].name);
    free(all.rows);
    return good;
}
