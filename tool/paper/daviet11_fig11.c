// Figure 11 of Daviet, Bertails-Descoubes and Boissieux 2011: the share of one-step problems that take more than so
// many sweeps.

#include "daviet11_batch.h"

#include "console.h"

#include <math.h>
#include <stdlib.h>

enum
{
    CURVE_POINTS = 80
};

/// Share of the problems that need more than `sweeps`.
static double share_beyond(const batch *b, int side, int solver, double sweeps)
{
    int count = 0;
    for (int p = 0; p < b->problems; p++) count += b->of[side][solver].sweeps_of[p] > sweeps;
    return b->problems > 0 ? (double)count / b->problems : 0.0;
}

static void draw(paper_report *report, const batch *b)
{
    double *x = tool_allocate(CURVE_POINTS, sizeof *x);
    double *y = tool_allocate((size_t)batch_solver_count * CURVE_POINTS, sizeof *y);
    plot_series *series = tool_allocate((size_t)batch_solver_count, sizeof *series);
    for (int k = 0; k < CURVE_POINTS; k++) x[k] = pow(BATCH_MOST_SWEEPS, k / (CURVE_POINTS - 1.0));
    for (int s = 0; s < batch_solver_count; s++)
    {
        int side = batch_solvers[s].letter ? 0 : 1;
        for (int k = 0; k < CURVE_POINTS; k++) y[s * CURVE_POINTS + k] = share_beyond(b, side, s, x[k]);
        series[s] = (plot_series){.name = side == 0 ? batch_solvers[s].letter : batch_solvers[s].ours,
                                  .x = x,
                                  .y = y + (size_t)s * CURVE_POINTS,
                                  .count = CURVE_POINTS};
    }
    plot_def plot = {.title = "Problems that take more than so many sweeps",
                     .subtitle = "one-step problems of a ponytail, to 1e-6 from r = 0",
                     .x = {.label = "sweeps", .logarithmic = true},
                     .y = {.label = "share of the problems", .percent = true, .least = 0, .most = 1},
                     .steps = true,
                     .series = series,
                     .series_count = batch_solver_count};
    paper_figure(report, &plot);
    free(series);
    free(y);
    free(x);
}

static bool run(paper_report *report, paper_size size)
{
    static const double marks[] = {50, 100, 300, 1000};
    enum
    {
        MARKS = sizeof marks / sizeof *marks
    };
    batch b;
    bool good = batch_run(&b, report, size);
    paper_table(report, "Share of the problems beyond 1e-6 after so many sweeps [%]", "50|100|300|1000");
    for (int s = 0; s < batch_solver_count && good; s++)
    {
        const batch_solver *one = &batch_solvers[s];
        double found[2][MARKS], published[MARKS];
        for (int m = 0; m < MARKS; m++)
        {
            for (int side = 0; side < 2; side++) found[side][m] = 100.0 * share_beyond(&b, side, s, marks[m]);
            published[m] = NAN;
        }
        published[MARKS - 1] = one->beyond;
        paper_row(report, one->what, published, one->letter ? found[0] : NULL, one->ours ? found[1] : NULL,
                  "published: in the end (table 2); the figure has no numbers");
        if (one->exact && one->alt >= 0.0) paper_expect(report, SIDE_AS_PUBLISHED, MARKS - 1, 0.0, 5.0);
        if (one->exact && one->alt >= 0.0) paper_expect(report, SIDE_OURS, MARKS - 1, 0.0, 5.0);
        if (!one->exact) paper_expect(report, SIDE_AS_PUBLISHED, MARKS - 1, 99.0, 100.0);
    }
    if (good) draw(report, &b);
    batch_free(&b);
    return good;
}

const paper_experiment daviet11_fig11 = {
    .name = "daviet11-fig11",
    .paper = "Daviet, Bertails-Descoubes and Boissieux 2011",
    .title = "figure 11: problems that take more than so many sweeps",
    .setting = "The problems of daviet11-table2, and how many sweeps each local solver takes for each of them. A curve "
               "that ends above "
               "zero belongs to a solver that leaves problems unsolved.",
    .run = run,
};
