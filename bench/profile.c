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

/// A solver's curve, and what orders it.
typedef struct curve
{
    int solver, family;
    size_t solved;
    double area; // Σ log of the ratios, to order those that solve as many
    double *x, *y;
    size_t count;
} curve;

/// By family, then by the number of problems solved, then by speed.
static int by_result(const void *left, const void *right)
{
    const curve *a = left, *b = right;
    if (a->family != b->family) return a->family - b->family;
    if (a->solved != b->solved) return a->solved < b->solved ? 1 : -1;
    if (a->area != b->area) return a->area > b->area ? 1 : -1;
    return a->solver - b->solver;
}

/// "#rrggbb" of a hue, a saturation and a lightness, both from 0 to 1.
static void hue_colour(double hue, double saturation, double lightness, char *text)
{
    double chroma = saturation * (1.0 - fabs(2.0 * lightness - 1.0));
    double part[3];
    for (int k = 0; k < 3; k++) // red, green, blue: trapezes over the circle, a third apart
    {
        double h = fmod(hue / 60.0 + 6.0 - 2.0 * k, 6.0), d = fmin(h, 6.0 - h);
        part[k] = lightness - 0.5 * chroma + chroma * fmax(0.0, fmin(1.0, 2.0 - d));
    }
    snprintf(text, 8, "#%02x%02x%02x", (unsigned)lround(255.0 * part[0]) & 0xffu,
             (unsigned)lround(255.0 * part[1]) & 0xffu, (unsigned)lround(255.0 * part[2]) & 0xffu);
}

static void fill_curve(curve *c, int solver_count, int problem_count, const double *seconds, double most)
{
    c->count = stairs(c->solver, solver_count, problem_count, seconds, c->x, c->y);
    c->solved = c->count - 1;
    c->area = 0.0;
    for (size_t k = 1; k < c->count; k++) c->area += log(c->x[k]);
    c->x[c->count] = most; // the last step goes on to the edge
    c->y[c->count] = c->y[c->count - 1];
    c->count++;
}

/// What a series needs beside its points.
typedef struct dress
{
    char colour[8], name[64];
} dress;

/// The curve of rank `rank` among `members` of its family.
static plot_series dress_curve(const curve *c, const profile_family *family, const char *name, int rank, int members,
                               dress *d)
{
    static const char *const dashes[] = {"", "6 3", "2 2.5", "9 3 2 3"};
    double share = members > 1 ? (double)rank / (members - 1) : 0.0;
    hue_colour(fmax(0.0, family->hue), family->hue < 0.0 ? 0.0 : 0.75, 0.32 + 0.36 * share, d->colour);
    snprintf(d->name, sizeof d->name, "%zu  %s", c->solved, name);
    return (plot_series){.name = d->name,
                         .x = c->x,
                         .y = c->y,
                         .count = c->count,
                         .colour = d->colour,
                         .dash = dashes[rank % 4],
                         .width = family->bold ? 4.0 : 1.7,
                         .heading = rank == 0 ? family->name : NULL};
}

bool bench_profile(FILE *out, const char *subtitle, const profile_family *families, int solver_count,
                   const profile_solver *solvers, int problem_count, const double *seconds)
{
    const double MOST = 1e4; // beyond a factor of ten thousand nobody waits
    size_t room = (size_t)problem_count + 2, n = (size_t)solver_count;
    double *points = calloc(2 * room * n + 1, sizeof *points);
    curve *curves = calloc(n + 1, sizeof *curves);
    plot_series *series = calloc(n + 1, sizeof *series);
    dress *dresses = calloc(n + 1, sizeof *dresses);
    bool fits = points && curves && series && dresses;
    for (int s = 0; s < solver_count && fits; s++)
    {
        double *x = points + 2 * room * (size_t)s;
        curves[s] = (curve){.solver = s, .family = solvers[s].family, .x = x, .y = x + room};
        fill_curve(&curves[s], solver_count, problem_count, seconds, MOST);
    }
    if (fits) qsort(curves, n, sizeof *curves, by_result);
    for (int s = 0, rank = 0; s < solver_count && fits; s++)
    {
        int family = curves[s].family, members = 0;
        rank = s > 0 && curves[s - 1].family == family ? rank + 1 : 0;
        for (int k = 0; k < solver_count; k++) members += curves[k].family == family;
        series[s] =
            dress_curve(&curves[s], &families[family], solvers[curves[s].solver].name, rank, members, &dresses[s]);
    }
    plot_def plot = {
        .title = "Performance profile",
        .subtitle = subtitle,
        .x = {.label = "time, as a multiple of the fastest solver's", .logarithmic = true, .least = 1.0, .most = MOST},
        .y = {.label = "share of problems solved", .percent = true, .least = 0.0, .most = 1.0},
        .steps = true,
        .series = series,
        .series_count = solver_count,
        .crowded = solver_count > 12};
    if (fits) plot_write(out, &plot);
    free(dresses);
    free(series);
    free(curves);
    free(points);
    return fits;
}
