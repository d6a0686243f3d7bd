#include "history.h"

#include "svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void csv_text(FILE *out, const char *text)
{
    if (!text[strcspn(text, ",\"\n\r")])
    {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
    {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

void trace_head(FILE *out)
{
    fputs("file,solver,iteration,seconds,natural,estimated,phase\n", out);
}

void trace_rows(FILE *out, const char *file, const char *solver, const solve_watch *watch)
{
    for (size_t k = 0; k < watch->count; k++)
    {
        const watch_point *point = &watch->points[k];
        csv_text(out, file);
        fputc(',', out);
        csv_text(out, solver);
        fprintf(out, ",%ld,%.9g,%.17g,%d,", point->iteration, point->seconds, point->natural, point->estimated);
        csv_text(out, point->phase);
        fputc('\n', out);
    }
}

void convergence_plot(FILE *out, const char *title, const char *subtitle, double tolerance, bool over_seconds,
                      const history *histories, int count)
{
    size_t total = 0;
    for (int k = 0; k < count; k++) total += histories[k].watch->count;
    double *x = tool_allocate(total, sizeof *x), *y = tool_allocate(total, sizeof *y);
    plot_series *series = tool_allocate((size_t)count, sizeof *series);
    size_t at = 0;
    for (int s = 0; s < count; s++)
    {
        const solve_watch *watch = histories[s].watch;
        series[s] = (plot_series){.name = histories[s].name, .x = &x[at], .y = &y[at], .count = watch->count};
        for (size_t k = 0; k < watch->count; k++, at++)
        {
            const watch_point *point = &watch->points[k];
            x[at] = over_seconds ? point->seconds : fmax(1.0, (double)point->iteration); // the start sits at 1
            y[at] = point->natural;
        }
    }
    char label[64];
    snprintf(label, sizeof label, "tolerance %.3g", tolerance);
    plot_def plot = {.title = title,
                     .subtitle = subtitle,
                     .x = {.label = over_seconds ? "seconds" : "iterations", .logarithmic = true},
                     .y = {.label = "natural residual", .logarithmic = true},
                     .reference = tolerance,
                     .reference_label = label,
                     .series = series,
                     .series_count = count};
    plot_write(out, &plot);
    free(series);
    free(y);
    free(x);
}
