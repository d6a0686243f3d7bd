// Inverse articulated-body inertias between contact links, on which the contact model of Yamane and Nakamura 2008 rests
// (section IV-A, eqs. 9 and 10): by assembly and disassembly on threads, as their references 12 and 18 have it, against
// rows of unit forces one by one, as their reference 13.

#include "console.h"
#include "paper.h"

#include "holdfast/inertia.h"
#include "holdfast/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    HANDLES = 8,
    THREADS = 4, // at most
    REPEATS = 31,
};

typedef enum tree_form
{
    FORM_CHAIN,
    FORM_BINARY,
    FORM_COUNT,
} tree_form;

static const char *const form_names[FORM_COUNT] = {"chain", "binary tree"};

/// A tree of rods on balls, in a pose that is neither straight nor flat.
static bool build_tree(paper_report *report, tree_form form, int links, hf_model **model, hf_world **world)
{
    hf_builder *builder = NULL;
    hf_error error = {0};
    bool good = hf_builder_create(&builder, &error) == HF_STATUS_OK;
    for (int k = 0; k < links && good; k++)
    {
        hf_body_def body = hf_body_def_default();
        hf_joint_def joint = hf_joint_def_default();
        int index;
        body.parent = k == 0 ? 0 : 1 + (form == FORM_CHAIN ? k - 1 : (k - 1) / 2);
        body.mass = 0.5 + 0.1 * (k % 7);
        body.position[0] = 0.07 * ((k % 3) - 1);
        body.position[1] = 0.05 * ((k % 5) - 2);
        body.position[2] = -0.1;
        body.center[2] = -0.05;
        for (int i = 0; i < 3; i++) body.inertia[i] = 1e-3 * (1 + (k + i) % 3);
        joint.kind = HF_JOINT_BALL;
        good = hf_builder_add_body(builder, &body, &index, &error) == HF_STATUS_OK;
        joint.body = index;
        good = good && hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK;
    }
    good = good && hf_model_build(builder, model, &error) == HF_STATUS_OK &&
           hf_world_create(*model, world, &error) == HF_STATUS_OK;
    hf_builder_destroy(builder);
    return good || paper_error(report, &error);
}

/// What one tree came to.
typedef struct tree_times
{
    double rows, assembly[THREADS + 1]; // by the clock [s]; by number of threads
    double work[THREADS + 1];           // the same, processor time of all threads
    double depth, difference, bits;
} tree_times;

/// Phi by a method, and the best of some times: by the clock, and the processor time of all threads.
static bool measure(paper_report *report, hf_inertia *inertia, hf_inertia_method method, const int *bodies, double *Phi,
                    double *seconds, double *work)
{
    hf_error error = {0};
    *seconds = *work = INFINITY;
    for (int k = 0; k < REPEATS && !interrupted(); k++)
    {
        double start = clock_now(), used = paper_seconds_of_all();
        if (hf_inertia_between(inertia, method, HANDLES, bodies, Phi, &error) != HF_STATUS_OK)
            return paper_error(report, &error);
        *work = fmin(*work, paper_seconds_of_all() - used);
        *seconds = fmin(*seconds, clock_now() - start);
    }
    return !interrupted();
}

/// Largest difference, as a share of the largest entry.
static double difference_of(const double *a, const double *b, size_t count)
{
    double most = 0.0, apart = 0.0;
    for (size_t k = 0; k < count; k++)
    {
        most = fmax(most, fabs(a[k]));
        apart = fmax(apart, fabs(a[k] - b[k]));
    }
    return apart / most;
}

static bool compare(paper_report *report, hf_inertia *inertia, const int *bodies, tree_times *t)
{
    const size_t count = 36 * HANDLES * HANDLES;
    double *rows = tool_allocate(3 * count, sizeof *rows), *alone = rows + count, *together = alone + count;
    bool good = measure(report, inertia, HF_INERTIA_ROWS, bodies, rows, &t->rows, &t->work[0]);
    for (int threads = 1; threads <= THREADS && good; threads *= 2)
    {
        double *Phi = threads == 1 ? alone : together;
        hf_inertia_set_threads(inertia, threads);
        good = measure(report, inertia, HF_INERTIA_ASSEMBLY, bodies, Phi, &t->assembly[threads], &t->work[threads]);
        for (size_t k = 0; k < count && good; k++) t->bits += Phi[k] != alone[k];
    }
    if (strcmp(paper_method(report, "assembly"), "assembly") != 0) // free bodies in the place of articulated ones
        for (size_t k = 0; k < count; k++)
            if (k % (size_t)(6 * HANDLES) / 6 != k / (size_t)(36 * HANDLES)) alone[k] = 0.0;
    t->depth = hf_inertia_depth(inertia);
    t->difference = difference_of(alone, rows, count);
    free(rows);
    return good;
}

static bool run_tree(paper_report *report, tree_form form, int links, tree_times *t)
{
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_inertia *inertia = NULL;
    hf_error error = {0};
    int bodies[HANDLES];
    *t = (tree_times){0};
    for (int k = 0; k < HANDLES; k++) bodies[k] = 1 + (int)((long)(links - 1) * (k + 1) / HANDLES); // the last one, too
    bool good = build_tree(report, form, links, &model, &world);
    if (good && (hf_inertia_create(model, 1, &inertia, &error) != HF_STATUS_OK ||
                 hf_inertia_update(inertia, world, &error) != HF_STATUS_OK))
        good = paper_error(report, &error);
    good = good && compare(report, inertia, bodies, t);
    hf_inertia_destroy(inertia);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

/// Exponent of the time over the links, between the smallest tree and the largest.
static double exponent(const double *time, const int *links, int count)
{
    return log(time[count - 1] / time[0]) / log((double)links[count - 1] / links[0]);
}

static void draw(paper_report *report, tree_form form, const int *links, int count, const tree_times *times)
{
    static const char *const names[] = {"row by row", "assembly, 1 thread", "2 threads", "4 threads"};
    static const char *const colours[] = {"#8c8c8c", "#4c78a8", "#f58518", "#54a24b"};
    double x[8], y[4][8];
    plot_series series[4];
    char title[80];
    for (int s = 0; s < 4; s++)
    {
        for (int k = 0; k < count; k++)
        {
            x[k] = links[k];
            y[s][k] = 1e6 * (s == 0 ? times[k].rows : times[k].assembly[s == 3 ? 4 : s]);
        }
        series[s] =
            (plot_series){.name = names[s], .x = x, .y = y[s], .count = count, .colour = colours[s], .width = 2.0};
    }
    snprintf(title, sizeof title, "Inverse inertias between %d links of a %s", HANDLES, form_names[form]);
    plot_def plot = {.title = title,
                     .subtitle = "the best of 31 times, by the clock",
                     .x = {.label = "links", .logarithmic = true},
                     .y = {.label = "µs", .logarithmic = true},
                     .series = series,
                     .series_count = 4};
    paper_figure(report, &plot);
}

static bool run_form(paper_report *report, tree_form form, const int *links, int count, bool drawn)
{
    char title[100], what[40];
    tree_times times[8];
    double assembly[8], rows[8];
    snprintf(title, sizeof title, "A %s: between %d links, the last one among them", form_names[form], HANDLES);
    paper_table(report, title, "depth of mergers|difference|other bits|1 thread [µs]|2 threads [µs]|4 threads [µs]");
    for (int k = 0; k < count; k++)
    {
        tree_times *t = &times[k];
        if (!run_tree(report, form, links[k], t)) return false;
        double letter[] = {
            t->depth, t->difference, t->bits, 1e6 * t->assembly[1], 1e6 * t->assembly[2], 1e6 * t->assembly[4]};
        double ours[] = {NAN, NAN, NAN, 1e6 * t->rows, NAN, NAN};
        snprintf(what, sizeof what, "%d links", links[k]);
        paper_row(report, what, NULL, letter, ours, "log₂ n = %.3g; published as O(log n), without times",
                  log2(links[k]));
        paper_expect(report, SIDE_AS_PUBLISHED, 0, log2(links[k]), 2 * log2(links[k]) + 6);
        paper_expect(report, SIDE_AS_PUBLISHED, 1, 0, 1e-9);
        paper_expect(report, SIDE_AS_PUBLISHED, 2, 0, 0);
        assembly[k] = t->assembly[1];
        rows[k] = t->rows;
    }
    paper_table(report, "Orders", NULL);
    paper_value(report, "exponent of the time over n", NAN, exponent(assembly, links, count),
                exponent(rows, links, count), "work O(n) on one processor; %d to %d links; a row is O(its branch)",
                links[0], links[count - 1]);
    paper_expect(report, SIDE_AS_PUBLISHED, 0, 0.3, 1.3);
    const tree_times *largest = &times[count - 1];
    paper_value(report, "processor time of two threads over that of one", NAN, largest->work[2] / largest->work[1], NAN,
                "the largest tree: what is shared out is not done twice, and nobody waits long for others");
    if (drawn) paper_expect(report, SIDE_AS_PUBLISHED, 0, 0.5, 1.75); // twice the work would be 2
    double best = fmin(largest->assembly[2], largest->assembly[4]);
    paper_value(report, "threads: how many times as fast", NAN, largest->work[1] / best, NAN,
                "processor time of one over the clock of the better of 2 and 4, on what processors were free");
    if (drawn) draw(report, form, links, count, times);
    return true;
}

static bool run(paper_report *report, paper_size size)
{
    static const int links[] = {16, 64, 256, 1024, 4096};
    int count = size == PAPER_SMALL ? 3 : size == PAPER_QUICK ? 4 : 5;
    for (int form = 0; form < FORM_COUNT; form++)
        if (!run_form(report, (tree_form)form, links, count, size != PAPER_SMALL)) return false;
    return true;
}

const paper_experiment yamane08_iabi = {
    .name = "yamane08-iabi",
    .paper = "Yamane and Nakamura 2008",
    .title = "section IV-A: inverse articulated-body inertias by assembly and disassembly, in parallel",
    .setting =
        "A chain and a binary tree of rods on ball joints; Φ between 8 links by hf_inertia (holdfast/inertia.h). Rows: "
        "six unit forces a link, each up its branch to the base, as a step of ours does. Assembly: links joined two by "
        "two over a balanced tree, and taken apart again, on 1, 2 and 4 threads; the bits have to be the same. The "
        "paper uses the method and gives its order, no times of it.\n\n"
        "Times are the best of 31 by the clock, so that they tell something where as many processors are free as there "
        "are threads; processor time tells on any machine what threads cost. Assembly does about forty products of 6 x "
        "6 matrices a link, so that rows win on one thread "
        "where "
        "links "
        "are few: they are what steps use. Mergers behind one another are published as O(log n); the number beside "
        "ours is log₂ n.",
    .run = run,
};
