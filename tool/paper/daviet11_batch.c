// The batch of table 2 and figure 11 (daviet11_batch.h).

#include "daviet11_batch.h"

#include "console.h"

#include "holdfast/scene.h"
#include "holdfast/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const batch_solver batch_solvers[] = {
    {"4sides", "4sides/paper", NULL, NAN, 0, 0, 575, 6497, false,
     "measured by the exact law, which it does not solve; published: by the length of its steps"},
    {"duriez06", "duriez06/paper", NULL, NAN, NAN, INFINITY, INFINITY, NAN, false,
     "each contact from no impulse; published: prompt divergence"},
    {"duriez08", "duriez08/paper", "duriez08", NAN, 2.45, 50, 267, 4336, true, NULL},
    {"pac", "pac/paper", "pac", NAN, 0.43, 19.3, 163, 1265, true, NULL},
    {"dac", "dac/paper", "dac", NAN, 0.26, 0.33, 60, 874, true, NULL},
    {"mfb", "mfb/paper", "mfb", NAN, 0.13, 4.9, 72, 484, true, NULL},
    {"enum", "enum/paper", "enum", NAN, 0.0005, 1, 67, 1044, true, NULL},
    {"4sides+enum", "4sides+enum/paper", "4sides+enum", 38.7, 0.001, 0, 47, 763, true,
     "a pyramid's answer is never that of the cone to 1e-12, our local tolerance (published: 1e-7)"},
    {"duriez08+enum", "duriez08+enum/paper", "duriez08+enum", 51, 0.0007, 0.33, 90, 1447, true, NULL},
    {"pac+enum", "pac+enum/paper", "pac+enum", 0.1, 1e-5, 0, 62, 543, true, NULL},
    {"dac+enum", "dac+enum/paper", "dac+enum", 0.09, 1e-6, 0, 57, 789, true, NULL},
    {"mfb+enum", "mfb+enum/paper", "mfb+enum", 0.07, 1e-6, 0, 41, 312, true,
     "ours: direct cases in front of the pair, extrapolation"},
    {"auto", NULL, "auto", NAN, NAN, NAN, NAN, NAN, true, "sweeps with momentum"},
};
const int batch_solver_count = sizeof batch_solvers / sizeof *batch_solvers;

const double batch_coarser[BATCH_COARSER] = {1e-4, 1e-5};
static const double TOLERANCE = 1e-6;
static const double FINEST = 1e-10;  // what errors are measured from
static const double PRESSING = 1e-3; // of the largest impulse: a smaller one has no relative error

/// How many problems of how many fibres, from which step on.
typedef struct batch_size
{
    int problems, fibres, skip;
} batch_size;

static batch_size choose(paper_size size)
{
    if (size == PAPER_SMALL) return (batch_size){4, 6, 140};
    return size == PAPER_QUICK ? (batch_size){40, 20, 150} : (batch_size){300, 40, 150};
}

/// What a batch is solved with.
typedef struct batch_work
{
    batch *b;
    paper_report *report;
    const hf_problem *problem;
    hf_solve_options options;
    double *r, *finest; // dimension
    hf_error error;
} batch_work;

static bool solve_by(batch_work *w, const char *name, batch_tally *t)
{
    hf_report solved;
    memset(w->r, 0, (size_t)hf_problem_describe(w->problem).dimension * sizeof *w->r);
    double start = paper_seconds();
    if (hf_solve(name, w->problem, &w->options, w->r, NULL, &solved, &w->error) != HF_STATUS_OK) return false;
    t->seconds += paper_seconds() - start;
    t->solves += (double)solved.local_solves;
    t->alt += (double)solved.failsafe_solves;
    t->fail += (double)solved.local_failures;
    t->sweeps += (double)solved.iterations;
    bool reached = solved.residual.natural <= w->options.tolerance;
    t->beyond += !reached;
    t->sweeps_of[w->b->problems] = reached ? (double)solved.iterations : INFINITY;
    return true;
}

/// The mean over contacts that press of ‖r - finest‖ / ‖finest‖.
static double relative_error(const batch_work *w)
{
    const int *offset = hf_problem_offsets(w->problem);
    int blocks = hf_problem_describe(w->problem).block_count, pressing = 0;
    double sum = 0.0, largest = 0.0;
    for (int k = 0; k < offset[blocks]; k++) largest = fmax(largest, fabs(w->finest[k]));
    for (int i = 0; i < blocks; i++)
    {
        double size = 0.0, apart = 0.0;
        for (int k = offset[i]; k < offset[i + 1]; k++)
        {
            size += w->finest[k] * w->finest[k];
            apart += (w->r[k] - w->finest[k]) * (w->r[k] - w->finest[k]);
        }
        if (!(sqrt(size) > PRESSING * largest)) continue;
        sum += sqrt(apart / size);
        pressing++;
    }
    return pressing > 0 ? sum / pressing : 0.0;
}

/// The pair as published to several tolerances from no impulse, and how far each answer is from its own much finer one.
static bool solve_coarser(batch_work *w)
{
    const double tolerances[BATCH_COARSER + 2] = {FINEST, TOLERANCE, batch_coarser[1], batch_coarser[0]};
    size_t size = (size_t)hf_problem_describe(w->problem).dimension * sizeof *w->r;
    for (int k = 0; k < BATCH_COARSER + 2 && !interrupted(); k++)
    {
        hf_report solved;
        int coarser = BATCH_COARSER + 1 - k;
        memset(w->r, 0, size);
        w->options.tolerance = tolerances[k];
        if (k == 0) w->options.max_iterations = 10 * BATCH_MOST_SWEEPS;
        const char *name = k == 0 ? "mfb+enum/paper" : paper_method(w->report, "mfb+enum/paper");
        if (hf_solve(name, w->problem, &w->options, w->r, NULL, &solved, &w->error) != HF_STATUS_OK) return false;
        w->options.max_iterations = BATCH_MOST_SWEEPS;
        if (k == 0) memcpy(w->finest, w->r, size);
        else if (k == 1) w->b->finest_error += relative_error(w);
        else
        {
            w->b->coarser_sweeps[coarser] += (double)solved.iterations;
            w->b->coarser_error[coarser] += relative_error(w);
        }
    }
    return true;
}

static bool solve(batch *b, const hf_problem *problem, paper_report *report)
{
    size_t n = (size_t)hf_problem_describe(problem).dimension;
    batch_work w = {.b = b, .report = report, .problem = problem, .options = hf_solve_options_default()};
    w.r = tool_allocate(2 * n, sizeof *w.r);
    w.finest = w.r + n;
    w.options.tolerance = TOLERANCE;
    w.options.max_iterations = BATCH_MOST_SWEEPS;
    bool good = true;
    for (int k = 0; k < 2 * batch_solver_count && good && !interrupted(); k++)
    {
        const batch_solver *s = &batch_solvers[k / 2];
        const char *name = k % 2 == 0 ? s->letter : s->ours;
        if (name) good = solve_by(&w, k % 2 == 0 ? paper_method(report, name) : name, &b->of[k % 2][k / 2]);
    }
    good = good && solve_coarser(&w);
    free(w.r);
    return good || paper_error(report, &w.error);
}

static void count_contacts(batch *b, const hf_problem *problem)
{
    int contacts = hf_problem_describe(problem).block_count;
    if (b->problems == 0 || contacts < b->contacts_least) b->contacts_least = contacts;
    if (contacts > b->contacts_most) b->contacts_most = contacts;
}

/// One problem a step.
static bool collect(batch *b, hf_world *world, batch_size chosen, paper_report *report)
{
    hf_error error = {0};
    for (int k = 0; k < chosen.skip + chosen.problems && !interrupted(); k++)
    {
        paper_progress(report, "steps", k, chosen.skip + chosen.problems);
        if (hf_world_step(world, 0.0, NULL, &error) != HF_STATUS_OK) return paper_error(report, &error);
        const hf_problem *problem = k < chosen.skip ? NULL : hf_world_problem(world, NULL);
        if (!problem) continue;
        count_contacts(b, problem);
        if (!solve(b, problem, report)) return false;
        b->problems++;
    }
    return !interrupted();
}

bool batch_run(batch *b, paper_report *report, paper_size size)
{
    batch_size chosen = choose(size);
    hf_model *model;
    char scene[64];
    *b = (batch){.fibres = chosen.fibres};
    for (int side = 0; side < 2; side++)
    {
        b->of[side] = tool_allocate((size_t)batch_solver_count, sizeof *b->of[side]);
        for (int k = 0; k < batch_solver_count; k++)
            b->of[side][k].sweeps_of = tool_allocate((size_t)chosen.problems, sizeof(double));
    }
    snprintf(scene, sizeof scene, "ponytail:n=%d", chosen.fibres);
    hf_world *world = paper_world(report, scene, &model);
    bool good = world && collect(b, world, chosen, report);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

void batch_free(batch *b)
{
    for (int side = 0; side < 2; side++)
    {
        for (int k = 0; k < batch_solver_count && b->of[side]; k++) free(b->of[side][k].sweeps_of);
        free(b->of[side]);
    }
}
