// Figure 7 of Daviet, Bertails-Descoubes and Boissieux 2011: the free end of a fibre on a ball that turns to and fro
// comes to a periodic orbit, one for all solvers of the exact law, another for the approximate ones.
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
    const char *what, *letter, *ours; // as published, and ours; NULL: there is none
    bool exact, small;                // small: in the smallest form, too
} orbit_solver;

static const orbit_solver solvers[] = {
    {"MFB + Enum", "mfb+enum/paper", "mfb+enum", true, true},
    {"MFB, global", "mfb/global", NULL, true, false},
    {"DAC, global", "dac/global", NULL, true, false},
    {"MFB in sweeps", "mfb/paper", "mfb", true, true},
    {"DAC in sweeps", "dac/paper", "dac", true, false},
    {"Enum in sweeps", "enum/paper", "enum", true, false},
    {"Duriez08 in sweeps", "duriez08/paper", "duriez08", true, false},
    {"4sides: a pyramid", "4sides/paper", NULL, false, true},
    {"Duriez06, from no impulse", "duriez06/paper", NULL, false, false},
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
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", solver);
    // An approximate answer of the exact law is what two of them are about.
    settings.solver.on_fail = HF_ON_FAIL_CONTINUE;
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
        o->speed[at] = (tip[1] - y) / settings.step.timestep;
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
    plot_series series[SOLVERS + 1];
    for (int k = 0; k < SOLVERS; k++)
        series[k] = (plot_series){.name = solvers[k].letter,
                                  .x = orbits[k].x[1],
                                  .y = orbits[k].speed,
                                  .count = PERIOD,
                                  .dash = solvers[k].exact ? "" : "7 4",
                                  .width = 1.6};
    series[SOLVERS] = (plot_series){.name = "auto", // under the others
                                    .x = orbits[SOLVERS].x[1],
                                    .y = orbits[SOLVERS].speed,
                                    .count = PERIOD,
                                    .colour = "#c9ced4",
                                    .width = 7.0};
    plot_def plot = {
        .title = "Periodic orbit of the tip",
        .subtitle = "a fibre on a ball that turns to and fro, µ = 1, the last period; dashed: approximate friction",
        .x = {.label = "y [m]"},
        .y = {.label = "speed along y [m/s]"},
        .curve = true,
        .series = series,
        .series_count = SOLVERS + 1};
    paper_figure(report, &plot);
}

/// One row; the orbit as published goes to `last`.
static bool run_solver(paper_report *report, const orbit_solver *s, int periods, const orbit *reference, orbit *other,
                       orbit *last)
{
    double letter = NAN, ours = NAN;
    if (s->ours && !follow(report, s->ours, periods, other)) return false;
    if (s->ours) ours = distance(reference, other);
    if (s->letter && !follow(report, paper_method(report, s->letter), periods, last)) return false;
    if (s->letter) letter = distance(reference, last);
    paper_value(report, s->what, NAN, letter, ours, "published: %s (a picture without numbers)",
                s->exact ? "the same orbit" : "visibly another orbit");
    for (int side = SIDE_AS_PUBLISHED; side <= SIDE_OURS; side++)
    {
        bool there = side == SIDE_OURS ? s->ours != NULL : s->letter != NULL;
        if (there && s->exact) paper_expect(report, (paper_side)side, 0, 0.0, 1e-3);
        else if (there) paper_expect(report, (paper_side)side, 0, 0.02, 1.0);
    }
    return true;
}

static bool run(paper_report *report, paper_size size)
{
    int periods = size == PAPER_SMALL ? 1 : 8;
    orbit *orbits = tool_allocate(SOLVERS + 2, sizeof *orbits);
    orbit *reference = &orbits[SOLVERS], *other = reference + 1;
    bool good = follow(report, "auto", periods, reference);
    if (good) paper_table(report, "Distance of the tip from the orbit of `auto`, over its swing", NULL);
    for (int k = 0; k < SOLVERS && good; k++)
    {
        if (size == PAPER_SMALL && !solvers[k].small) continue;
        paper_progress(report, "solvers", k, SOLVERS);
        good = run_solver(report, &solvers[k], periods, reference, other, &orbits[k]);
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
        "of 1 ms. The paper does not give its sizes. Every step is solved by the named solver alone: as published "
        "(algorithm 1 with the local solver, /paper), and by ours of the same name.\n\n"
        "Duriez06 as the paper describes its ancestor: normal first, then friction cut to the cone, each contact "
        "from no impulse. The solver of the same name without /paper starts from the last impulse, and is exact.",
    .run = run,
};
