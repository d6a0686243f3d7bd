#include "profile.h"

#include "svg.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/// The ratios of solver s to the fastest, ascending, as the points of its stairs. Returns how many.
static size_t stairs(int s, int solver_count, int problem_count, const double *seconds, double *x, double *y)
{
    size_t count = 0;
    for (int p = 0; p < problem_count; p++)
    {
        const double *row = &seconds[(size_t)p * (size_t)solver_count];
        double fastest = INFINITY;
        for (int k = 0; k < solver_count; k++) fastest = fmin(fastest, row[k]);
        if (isfinite(row[s])) x[1 + count++] = row[s] / fastest;
    }
    qsort(x + 1, count, sizeof *x, by_value);
    for (size_t k = 0; k < count; k++) y[1 + k] = (double)(k + 1) / problem_count;
    x[0] = 1.0;
    y[0] = 0.0;
    return count + 1;
}

bool bench_profile(FILE *out, const char *subtitle, int solver_count, const char *const *names, int problem_count,
                   const double *seconds)
{
    const double MOST = 1e4; // beyond a factor of ten thousand nobody waits
    size_t room = (size_t)problem_count + 2;
    double *points = calloc(2 * room * (size_t)solver_count + 1, sizeof *points);
    plot_series *series = calloc((size_t)solver_count + 1, sizeof *series);
    bool fits = points && series;
    for (int s = 0; s < solver_count && fits; s++)
    {
        double *x = points + 2 * room * (size_t)s, *y = x + room;
        size_t count = stairs(s, solver_count, problem_count, seconds, x, y);
        x[count] = MOST; // the last step goes on to the edge
        y[count] = y[count - 1];
        series[s] = (plot_series){.name = names[s], .x = x, .y = y, .count = count + 1};
    }
    plot_def plot = {
        .title = "Performance profile",
        .subtitle = subtitle,
        .x = {.label = "time, as a multiple of the fastest solver's", .logarithmic = true, .least = 1.0, .most = MOST},
        .y = {.label = "share of problems solved", .percent = true, .least = 0.0, .most = 1.0},
        .steps = true,
        .series = series,
        .series_count = solver_count};
    if (fits) plot_write(out, &plot);
    free(series);
    free(points);
    return fits;
}
