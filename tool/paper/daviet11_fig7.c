// Figure 7 of Daviet, Bertails-Descoubes and Boissieux 2011: the free end of a fibre on a ball that turns to and fro
// comes to a periodic orbit, the same for all solvers of the exact law, another for the approximate ones.
//
// The orbits are compared over their last period, moment by moment: the distance of the tip from where `auto` has it,
// over how far the tip goes to and fro. The figure has the paper's plane: place and speed of the tip, along y.

#include "console.h"
#include "paper.h"

#include "holdfast/fibre.h"
#include "holdfast/scene.h"
#include "holdfast/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    PERIOD = 1000, // steps of 1 ms
    POINTS = 64,   // of a fibre, at most
};

typedef struct orbit_solver
{
    const char *name, *published;
    bool exact, small; // small: in the smallest form, too
} orbit_solver;

static const orbit_solver solvers[] = {
    {"auto", "ours, to which the others are compared", true, true},
    {"mfb+enum", "the paper's pair", true, true},
    {"mfb/global", "MFB, global", true, false},
    {"dac/global", "DAC, global", true, false},
    {"mfb", "MFB in sweeps", true, true},
    {"dac", "DAC in sweeps", true, false},
    {"enum", "Enum in sweeps", true, false},
    {"duriez08", "Duriez08 in sweeps", true, false},
    {"4sides", "4sides: a pyramid with four sides", false, true},
    {"duriez06/paper", "Duriez06 as published, each contact from no impulse", false, false},
};

enum
{
    SOLVERS = sizeof solvers / sizeof *solvers
};

/// The tip over one period.
typedef struct orbit
{
    double x[3][PERIOD], speed[PERIOD];
} orbit;

static bool follow(paper_report *report, const char *solver, int periods, orbit *o)
{
    hf_model *model;
    hf_error error = {0};
    hf_world *world = paper_world(report, "fibre_orbit", &model);
    if (!world) return false;
    hf_settings settings = hf_model_settings(model);
    snprintf(settings.solver, sizeof settings.solver, "%s", solver);
    settings.on_fail = HF_ON_FAIL_CONTINUE; // an approximate answer of the exact law is what two of them are about
    bool good = hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK;
    int last = hf_model_fibre_vertex_count(model, 0) - 1;
    double points[3 * POINTS], y = NAN;
    for (int k = 0; k < periods * PERIOD && good && !interrupted(); k++)
    {
        good = hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK;
        hf_world_fibre_points(world, 0, points);
        const double *tip = points + 3 * last;
        int at = k % PERIOD;
        for (int c = 0; c < 3; c++) o->x[c][at] = tip[c];
        o->speed[at] = (tip[1] - y) / settings.timestep;
        y = tip[1];
    }
    if (!good) paper_error(report, &error);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good && !interrupted();
}

/// The largest distance of two orbits at the same moment, over how far the first goes along y.
static double distance(const orbit *a, const orbit *b)
{
    double most = 0.0, low = INFINITY, high = -INFINITY;
    for (int k = 0; k < PERIOD; k++)
    {
        double square = 0.0;
        for (int c = 0; c < 3; c++) square += (a->x[c][k] - b->x[c][k]) * (a->x[c][k] - b->x[c][k]);
        most = fmax(most, sqrt(square));
        low = fmin(low, a->x[1][k]);
        high = fmax(high, a->x[1][k]);
    }
    return most / (high - low);
}

static void draw(paper_report *report, const orbit *orbits)
{
    plot_series series[SOLVERS];
    for (int k = 0; k < SOLVERS; k++) // `auto` comes last, under the others
        series[SOLVERS - 1 - k] = (plot_series){.name = solvers[k].name,
                                                .x = orbits[k].x[1],
                                                .y = orbits[k].speed,
                                                .count = PERIOD,
                                                .colour = k == 0 ? "#c9ced4" : NULL,
                                                .dash = solvers[k].exact ? "" : "7 4",
                                                .width = k == 0 ? 7.0 : 1.6};
    plot_def plot = {
        .title = "Periodic orbit of the tip",
        .subtitle = "a fibre on a ball that turns to and fro, µ = 1, the last period; dashed: approximate friction",
        .x = {.label = "y [m]"},
        .y = {.label = "speed along y [m/s]"},
        .curve = true,
        .series = series,
        .series_count = SOLVERS};
    paper_figure(report, &plot);
}

static bool run(paper_report *report, paper_size size)
{
    int periods = size == PAPER_SMALL ? 1 : 8;
    orbit *orbits = tool_allocate(SOLVERS, sizeof *orbits);
    bool good = true;
    paper_table(report, "Distance of the tip from the orbit of `auto`, over its swing", NULL);
    for (int k = 0; k < SOLVERS && good; k++)
    {
        const orbit_solver *s = &solvers[k];
        if (size == PAPER_SMALL && !s->small) continue;
        good = follow(report, s->name, periods, &orbits[k]);
        if (!good || k == 0) continue;
        paper_value(report, s->name, s->exact ? 0.0 : NAN, distance(&orbits[0], &orbits[k]), "%s; published: %s",
                    s->published, s->exact ? "the same orbit" : "visibly another orbit (a picture without numbers)");
        if (s->exact) paper_expect(report, 0, -INFINITY, 1e-3);
        else paper_expect(report, 0, 0.02, INFINITY);
    }
    if (good && size != PAPER_SMALL) draw(report, orbits);
    free(orbits);
    return good;
}

const paper_experiment daviet11_fig7 = {
    .name = "daviet11-fig7",
    .paper = "Daviet, Bertails-Descoubes and Boissieux 2011",
    .title = "figure 7: exact solvers reach one orbit, approximate ones another",
    .setting =
        "Scene fibre_orbit: a super-helix of 20 cm is clamped at one end; the other is dropped on a ball of 8 cm that "
        "swings 25 degrees to each side once a second about an axis 30 degrees from the vertical; µ = 1, steps "
        "of 1 ms. The paper does not give its sizes. Every step is solved by the named solver alone.\n\n"
        "Duriez06 as the paper describes its ancestor: normal first, then friction cut to the cone, each contact "
        "from no impulse. The solver of the same name without /paper starts from the last impulse, and is exact.",
    .run = run,
};
