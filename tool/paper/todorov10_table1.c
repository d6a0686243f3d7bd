// Table 1 of Todorov 2010: balls of different radii in a cube, one contact problem a step, each from a cold start.
// Iterations are the median of a run of 200 steps, averaged over the runs of a cell; Newton points are the share of all
// iterations that took the Newton point without a line search. A last table has the problems of our own worlds.

#include "console.h"
#include "todorov10_balls.h"

#include "holdfast/implicit.h"
#include "holdfast/model.h"
#include "holdfast/world.h"

#include <math.h>
#include <stdlib.h>

enum
{
    STEPS = 200,
    CELLS = 12,
};

static const double STEP = 0.005; // [s]

// Iterations may be so many times those published.
static const double SHARE = 1.5;

// The share of a world's steps that may have no answer because a ball is locked, with µ = 2; implicit/paper leaves up
// to a third.
static const double LOCKED = 0.03;

/// A cell as published. The text has µ = 0.2 where the table has 0.5.
typedef struct cell
{
    int balls;
    double mu, contacts, iterations, newton;
} cell;

static const cell cells[CELLS] = {
    {5, 0.1, 7, 3.8, 99},   {5, 0.5, 7, 2.6, 95},   {5, 1.0, 7, 2.8, 90},    {5, 2.0, 7, 2.9, 88},
    {10, 0.1, 16, 4.8, 98}, {10, 0.5, 16, 5.3, 85}, {10, 1.0, 16, 4.9, 71},  {10, 2.0, 16, 4.6, 71},
    {15, 0.1, 27, 6.5, 90}, {15, 0.5, 27, 7.5, 73}, {15, 1.0, 27, 10.2, 60}, {15, 2.0, 27, 16.2, 55},
};

/// What one method did in a cell.
typedef struct tally
{
    double steps, contacts, medians, iterations, newton, unsolved;
} tally;

static int compare_longs(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}

/// Solves the problem of a step, NULL without contacts, and makes the step with what comes out.
static bool step(paper_report *report, balls *s, const hf_problem *problem, const hf_implicit_options *options,
                 tally *t, long *iterations)
{
    hf_implicit_counts counts = {0};
    hf_report solved = {.outcome = HF_OUTCOME_CONVERGED};
    hf_error error = {0};
    double r[3 * BALLS_CONTACTS] = {0};
    if (problem && hf_implicit_solve(problem, options, r, NULL, &solved, &counts, &error) != HF_STATUS_OK)
        return paper_error(report, &error);
    balls_move(s, r, STEP);
    *iterations = counts.iterations;
    t->contacts += s->contact_count;
    t->iterations += (double)counts.iterations;
    t->newton += (double)counts.newton;
    t->unsolved += solved.outcome != HF_OUTCOME_CONVERGED;
    return true;
}

static bool run_once(paper_report *report, const cell *c, uint64_t seed, const hf_implicit_options *options, tally *t)
{
    char scene[64];
    balls s;
    long iterations[STEPS];
    snprintf(scene, sizeof scene, "balls:n=%d,side=3,spread=0.5", c->balls);
    bool good = balls_begin(&s, report, scene, seed);
    for (int k = 0; k < STEPS && good && !interrupted(); k++)
    {
        hf_problem *problem = balls_problem(&s, report, c->mu, STEP);
        good = (problem || s.contact_count == 0) && step(report, &s, problem, options, t, &iterations[k]);
        hf_problem_destroy(problem);
    }
    if (!good || interrupted()) return false;
    qsort(iterations, STEPS, sizeof *iterations, compare_longs);
    t->steps += STEPS;
    const long *middle = iterations + STEPS / 2;
    t->medians += 0.5 * (double)(middle[-1] + middle[0]);
    return true;
}

/// All cells with one method; medians to `out`.
static bool run_method(paper_report *report, paper_size size, const hf_implicit_options *options, bool ours,
                       double *out)
{
    int runs = size == PAPER_SMALL ? 2 : 10;
    for (int k = 0; k < CELLS; k++)
    {
        const cell *c = &cells[k];
        if (size == PAPER_SMALL && c->balls != 10) continue;
        tally t = {0};
        paper_progress(report, ours ? "implicit, cells" : "implicit/paper, cells", k, CELLS);
        for (int seed = 1; seed <= runs; seed++)
            if (!run_once(report, c, (uint64_t)seed, options, &t)) return false;
        char what[40];
        snprintf(what, sizeof what, "%d balls, µ = %g", c->balls, c->mu);
        double published[] = {c->contacts, c->iterations, c->newton, NAN};
        double numbers[] = {t.contacts / t.steps, t.medians / runs, 100.0 * t.newton / t.iterations, t.unsolved};
        out[k] = numbers[1];
        paper_row(report, what, published, numbers, "of %g", t.steps);
        if (!ours) continue;
        paper_expect(report, 1, 0.0, SHARE * c->iterations);
        paper_expect(report, 3, 0.0, 0.0);
    }
    return true;
}

// ---- problems of our worlds ----

/// Steps of a world with `auto`, and how many of their problems each method leaves.
typedef struct world_tally
{
    double problems, unsolved, unsolved_by_auto;
} world_tally;

static bool is_solved(paper_report *report, const char *solver, const hf_problem *problem, bool *solved)
{
    hf_report done;
    hf_error error = {0};
    double *r = tool_allocate((size_t)hf_problem_describe(problem).dimension, sizeof *r);
    bool good = hf_solve(solver, problem, NULL, r, NULL, &done, &error) == HF_STATUS_OK;
    *solved = done.outcome == HF_OUTCOME_CONVERGED;
    free(r);
    return good || paper_error(report, &error);
}

static bool follow_world(paper_report *report, const char *scene, uint64_t seed, world_tally *t)
{
    hf_model *model;
    hf_world *world = paper_world_of_seed(report, scene, seed, &model);
    if (!world) return false;
    hf_settings settings = hf_model_settings(model);
    hf_error error = {0};
    settings.timestep = STEP;
    settings.on_fail = HF_ON_FAIL_CONTINUE;
    bool good = hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK || paper_error(report, &error);
    for (int k = 0; k < STEPS && good && !interrupted(); k++)
    {
        good = hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK || paper_error(report, &error);
        const hf_problem *problem = good ? hf_world_problem(world, NULL) : NULL;
        if (!problem || hf_problem_describe(problem).block_count == 0) continue;
        bool solved = true, by_auto = true;
        good = is_solved(report, "implicit", problem, &solved);
        if (good && !solved) good = is_solved(report, "auto", problem, &by_auto);
        t->problems++;
        t->unsolved += !solved;
        t->unsolved_by_auto += !by_auto;
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good && !interrupted();
}

static bool run_worlds(paper_report *report, paper_size size)
{
    int runs = size == PAPER_FULL ? 10 : 2;
    paper_table(report, "Problems of our worlds, with gaps: the scene balls without restitution",
                "problems|unsolved|neither by auto");
    for (int k = 0; k < CELLS; k++)
    {
        const cell *c = &cells[k];
        if (size == PAPER_SMALL && (c->balls != 5 || c->mu < 1.0)) continue;
        world_tally t = {0};
        char what[40], scene[80];
        snprintf(scene, sizeof scene, "balls:n=%d,side=3,spread=0.5,e=0,mu=%g", c->balls, c->mu);
        paper_progress(report, "problems of our worlds, cells", k, CELLS);
        for (int seed = 1; seed <= runs; seed++)
            if (!follow_world(report, scene, (uint64_t)seed, &t)) return false;
        snprintf(what, sizeof what, "%d balls, µ = %g", c->balls, c->mu);
        paper_row(report, what, (double[]){NAN, NAN, NAN}, (double[]){t.problems, t.unsolved, t.unsolved_by_auto}, "%s",
                  c->mu > 1.0 && t.unsolved > 0 ? "balls that lock themselves in a corner" : "");
        paper_expect(report, 1, 0.0, c->mu > 1.0 ? LOCKED * t.problems : 0.0);
    }
    return true;
}

static void draw(paper_report *report, const double *ours)
{
    static const double x[3] = {5, 10, 15};
    static const char *const colours[] = {"#4c78a8", "#f58518", "#54a24b", "#b279a2"};
    double y[8][3];
    char names[8][32];
    plot_series series[8];
    for (int k = 0; k < 8; k++)
    {
        int mu = k / 2, published = k % 2;
        for (int n = 0; n < 3; n++) y[k][n] = published ? cells[4 * n + mu].iterations : ours[4 * n + mu];
        snprintf(names[k], sizeof names[k], "µ = %g%s", cells[mu].mu, published ? ", published" : "");
        series[k] = (plot_series){.name = names[k],
                                  .x = x,
                                  .y = y[k],
                                  .count = 3,
                                  .colour = colours[mu],
                                  .dash = published ? "6 4" : "",
                                  .width = published ? 1.2 : 2.2};
    }
    plot_def plot = {.title = "Iterations of a step",
                     .subtitle = "balls in a cube, medians of runs, from a cold start",
                     .x = {.label = "balls"},
                     .y = {.label = "iterations"},
                     .series = series,
                     .series_count = 8};
    paper_figure(report, &plot);
}

static bool run(paper_report *report, paper_size size)
{
    double medians[CELLS], paper_medians[CELLS];
    hf_implicit_options ours = hf_implicit_options_default(), paper = hf_implicit_options_paper();
    ours.islands = false;
    paper_table(report, "implicit, all islands at once: 200 steps of 5 ms from a cold start",
                "contacts|iterations|Newton points [%]|unsolved");
    if (!run_method(report, size, &ours, true, medians)) return false;
    paper_table(report, "implicit/paper: the same, and nothing is done at local minima",
                "contacts|iterations|Newton points [%]|unsolved");
    if (!run_method(report, size, &paper, false, paper_medians)) return false;
    if (!run_worlds(report, size)) return false;
    if (size != PAPER_SMALL) draw(report, medians);
    return true;
}

const paper_experiment todorov10_table1 = {
    .name = "todorov10-table1",
    .paper = "Todorov 2010",
    .title = "table 1: iterations on balls in a cube",
    .setting =
        "Balls of 2 to 4 cm in a cube of 30 cm, at random places and with random velocities up to 3 m/s along each "
        "axis, in the paper's own kind of simulator: a contact where balls touch or overlap, b = 0, explicit motion. "
        "The paper does not give its sizes and speeds; ours are such that contacts are about as many. Every "
        "problem is solved from r = 0 to a natural residual of 1e-8; the paper does not give its tolerance. A "
        "problem counts as unsolved if the certificate is beyond it.\n\n"
        "In our worlds, contacts have gaps or overlaps: u_N >= -gap / h. A ball in a right angle locks itself where "
        "the "
        "line from one contact to the other lies in both cones, which it does from µ = 1 on. With µ = 1 the answer "
        "then "
        "has impulses a hundred times those of the weight; with µ = 2 an overlap of some micrometres leaves "
        "a problem without an answer: on the islands of two contacts every mode (open, stick, slide in any direction, "
        "at each) was "
        "looked through, and none comes below 4e-6.",
    .run = run,
};
