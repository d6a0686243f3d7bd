// Figures 8 and 10 of Daviet, Bertails-Descoubes and Boissieux 2011 as numbers, where the paper has pictures: friction
// keeps hair together while the head is shaken, and contacts keep the volume of curls.
//
//   coherence   fibres that are neighbours at the start move alike: the speed of their tips against each other, over that
//               of all tips, in the mean of the motion. Without friction they slip past each other.
//   volume      cells of a centimetre that a fibre passes through, over those at the start: hair that passed through
//               hair would come to lie in fewer.

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
    POINTS = 64, // of a fibre, at most
    FRAME = 50,  // steps between two looks
};

static const double CELL = 0.01; // [m]

// Sweeps of a solve at most, by paper_size: three times what the paper's longest take in the mean; fewer fibres take fewer.
static const int sweeps_of[] = {1000, 1000, 200};

/// A run of a scene by one method.
typedef struct hairstyle
{
    hf_model *model;
    hf_world *world;
    int fibres, steps, beyond;
    double *tips, *before; // 3 of each fibre, at the last look and the one before it
    int *neighbour;        // of each, at the start
} hairstyle;

static bool begin(paper_report *report, const char *scene, const char *solver, int sweeps, hairstyle *h)
{
    hf_error error = {0};
    *h = (hairstyle){0};
    h->world = paper_world(report, scene, &h->model);
    if (!h->world) return false;
    hf_settings settings = hf_model_settings(h->model);
    snprintf(settings.solver.name, sizeof settings.solver.name, "%s", solver);
    settings.solver.selection = HF_SELECTION_ANY;
    settings.step.travel = 0.004; // as daviet11-table1 has them
    settings.step.fast_tolerance = 1e-4;
    settings.solver.max_iterations = sweeps;
    settings.solver.on_fail = HF_ON_FAIL_CONTINUE; // what is not solved is counted
    h->fibres = hf_model_count(h->model, HF_ITEM_FIBRE);
    h->tips = tool_allocate(3 * (size_t)h->fibres, sizeof *h->tips);
    h->before = tool_allocate(3 * (size_t)h->fibres, sizeof *h->before);
    h->neighbour = tool_allocate((size_t)h->fibres, sizeof *h->neighbour);
    return hf_world_set_settings(h->world, &settings, &error) == HF_STATUS_OK || paper_error(report, &error);
}

static void end(hairstyle *h)
{
    free(h->tips);
    free(h->before);
    free(h->neighbour);
    hf_world_destroy(h->world);
    hf_model_destroy(h->model);
}

static bool advance(paper_report *report, hairstyle *h, double until)
{
    hf_error error = {0};
    for (int k = 0; k < FRAME && !interrupted(); k++)
    {
        hf_step_report step;
        if (hf_world_step(h->world, 0.0, &step, &error) != HF_STATUS_OK) return paper_error(report, &error);
        h->steps++;
        h->beyond += step.quality != HF_STEP_EXACT;
    }
    paper_progress(report, "seconds", hf_world_time(h->world), until);
    return !interrupted();
}

// ---- coherence ----

static void look_at_tips(hairstyle *h)
{
    double points[3 * POINTS];
    memcpy(h->before, h->tips, 3 * (size_t)h->fibres * sizeof *h->tips);
    for (int f = 0; f < h->fibres; f++)
    {
        hf_world_fibre_points(h->world, f, points);
        memcpy(h->tips + 3 * f, points + 3 * (hf_model_fibre_vertex_count(h->model, f) - 1), 3 * sizeof *points);
    }
}

static double apart(const double *a, const double *b)
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void find_neighbours(hairstyle *h)
{
    for (int f = 0; f < h->fibres; f++)
    {
        double least = INFINITY;
        for (int g = 0; g < h->fibres; g++)
        {
            double distance = apart(h->tips + 3 * f, h->tips + 3 * g);
            if (g != f && distance < least) least = distance, h->neighbour[f] = g;
        }
    }
}

/// Ways of neighbours against each other since the last look, and ways.
static void add_ways(const hairstyle *h, double *against, double *all)
{
    for (int f = 0; f < h->fibres; f++)
    {
        double own[3], other[3];
        for (int c = 0; c < 3; c++)
        {
            int g = h->neighbour[f];
            own[c] = h->tips[3 * f + c] - h->before[3 * f + c];
            other[c] = h->tips[3 * g + c] - h->before[3 * g + c];
        }
        *against += apart(own, other);
        *all += apart(own, (double[3]){0});
    }
}

/// *incoherence ◄ of the motion from 0.2 s on; *beyond: share of steps beyond their tolerance.
static bool shake(paper_report *report, const char *scene, const char *solver, int sweeps, double duration,
                  double *incoherence, double *beyond)
{
    hairstyle h;
    double against = 0.0, all = 0.0;
    bool good = begin(report, scene, solver, sweeps, &h);
    if (good) look_at_tips(&h), find_neighbours(&h);
    while (good && hf_world_time(h.world) < duration - 1e-9)
    {
        good = advance(report, &h, duration);
        look_at_tips(&h);
        if (hf_world_time(h.world) > 0.2) add_ways(&h, &against, &all);
    }
    *incoherence = against / all;
    *beyond = (double)h.beyond / fmax(1, h.steps);
    end(&h);
    return good;
}

static bool run_coherence(paper_report *report, paper_size size)
{
    static const int fibres[] = {334, 60, 30};
    static const double durations[] = {2.0, 0.9, 0.7};
    const char *const solvers[2] = {paper_method(report, "mfb+enum/paper"), "auto"};
    double found[2][2][2]; // solver; without and with friction; incoherence and share of steps beyond tolerance
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 2; k++)
        {
            char scene[80];
            snprintf(scene, sizeof scene, "ponytail:n=%d,mu=%s", fibres[size], k ? "0.3" : "0");
            if (!shake(report, scene, solvers[s], sweeps_of[size], durations[size], &found[s][k][0], &found[s][k][1]))
                return false;
        }
    paper_table(report, "Motion of neighbours against each other, over their motion",
                "incoherence|steps beyond tolerance");
    paper_row(report, "without friction", NULL, found[0][0], found[1][0],
              "published: \"artificially clean and light\"");
    paper_row(report, "friction 0.3", NULL, found[0][1], found[1][1], "published: \"much more coherent\"");
    for (int s = 0; s < 2; s++)
    {
        paper_side side = s == 0 ? SIDE_AS_PUBLISHED : SIDE_OURS;
        paper_expect(report, side, 0, 0.0, 0.8 * found[s][0][0]);
        paper_expect(report, side, 1, 0.0, 0.02);
    }
    return true;
}

const paper_experiment daviet11_fig8 = {
    .name = "daviet11-fig8",
    .paper = "Daviet, Bertails-Descoubes and Boissieux 2011",
    .title = "figure 8: with friction hair moves more coherently",
    .setting =
        "The ponytail on a head that is shaken, without friction of hair on hair and with 0.3; the paper has pictures "
        "of a fast head movement. Each tip is compared with that of the fibre whose tip was nearest at the start: "
        "how far the two go apart in a tenth of a second, over how far tips go, summed from 0.2 s on.",
    .run = run_coherence,
};

// ---- volume ----

static int compare_cells(const void *a, const void *b)
{
    const int *x = a, *y = b;
    for (int c = 0; c < 3; c++)
        if (x[c] != y[c]) return x[c] < y[c] ? -1 : 1;
    return 0;
}

/// Cells that have a point of a fibre; points are a third of a cell apart.
static double count_cells(const hairstyle *h)
{
    enum
    {
        BETWEEN = 16
    };
    size_t room = (size_t)h->fibres * POINTS * BETWEEN, count = 0;
    int(*cells)[3] = tool_allocate(room, sizeof *cells);
    double points[3 * POINTS];
    for (int f = 0; f < h->fibres; f++)
    {
        int last = hf_model_fibre_vertex_count(h->model, f) - 1;
        hf_world_fibre_points(h->world, f, points);
        for (int k = 0; k < last * BETWEEN; k++, count++)
            for (int c = 0; c < 3; c++)
            {
                const double *p = points + 3 * (k / BETWEEN) + c;
                cells[count][c] = (int)floor((p[0] + (double)(k % BETWEEN) / BETWEEN * (p[3] - p[0])) / CELL);
            }
    }
    qsort(cells, count, sizeof *cells, compare_cells);
    double different = count > 0;
    for (size_t k = 1; k < count; k++) different += compare_cells(cells[k - 1], cells[k]) != 0;
    free(cells);
    return different;
}

static bool run_volume(paper_report *report, paper_size size)
{
    static const int fibres[] = {1920, 150, 80};
    static const double durations[] = {1.5, 1.2, 0.6};
    const char *const solvers[2] = {paper_method(report, "mfb+enum/paper"), "auto"};
    double found[2][2];
    for (int s = 0; s < 2; s++)
    {
        char scene[80];
        hairstyle h;
        snprintf(scene, sizeof scene, "curls:n=%d", fibres[size]);
        bool good = begin(report, scene, solvers[s], sweeps_of[size], &h);
        double whole = good ? count_cells(&h) : 1.0, least = whole;
        while (good && hf_world_time(h.world) < durations[size] - 1e-9)
        {
            good = advance(report, &h, durations[size]);
            least = fmin(least, count_cells(&h));
        }
        found[s][0] = least / whole;
        found[s][1] = (double)h.beyond / fmax(1, h.steps);
        end(&h);
        if (!good) return false;
    }
    paper_table(report, "Cells of 1 cm with hair, the fewest in the motion, over those at the start",
                "volume|steps beyond tolerance");
    paper_row(report, "curls", NULL, found[0], found[1], "published: \"preserved throughout the simulation\"");
    for (int s = 0; s < 2; s++)
    {
        paper_side side = s == 0 ? SIDE_AS_PUBLISHED : SIDE_OURS;
        paper_expect(report, side, 0, 0.8, 1.05);
        paper_expect(report, side, 1, 0.0, 0.02);
    }
    return true;
}

const paper_experiment daviet11_fig10 = {
    .name = "daviet11-fig10",
    .paper = "Daviet, Bertails-Descoubes and Boissieux 2011",
    .title = "figure 10: curly hair keeps its volume",
    .setting =
        "Curls on a head that is shaken, from where they start on. The paper has pictures; the number is of cells of "
        "a grid of 1 cm through which hair passes.",
    .run = run_volume,
};
