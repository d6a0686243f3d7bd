// The batch of table 2 and figure 11 (daviet11_batch.h).

#include "daviet11_batch.h"

#include "console.h"

#include "holdfast/scene.h"
#include "holdfast/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const batch_solver batch_solvers[] = {
    {"4sides/paper", NAN, 0, 0, 575, 6497, false,
     "measured by the exact law, which it does not solve; published: by the length of its steps"},
    {"duriez06/paper", NAN, NAN, INFINITY, INFINITY, NAN, false,
     "each contact from no impulse; published: prompt divergence"},
    {"duriez08/paper", NAN, 2.45, 50, 267, 4336, true, NULL},
    {"pac/paper", NAN, 0.43, 19.3, 163, 1265, true, NULL},
    {"dac/paper", NAN, 0.26, 0.33, 60, 874, true, NULL},
    {"mfb/paper", NAN, 0.13, 4.9, 72, 484, true, NULL},
    {"enum/paper", NAN, 0.0005, 1, 67, 1044, true, NULL},
    {"4sides+enum/paper", 38.7, 0.001, 0, 47, 763, true,
     "a pyramid's answer is never that of the cone to 1e-12, our local tolerance (published: 1e-7)"},
    {"duriez08+enum/paper", 51, 0.0007, 0.33, 90, 1447, true, NULL},
    {"pac+enum/paper", 0.1, 1e-5, 0, 62, 543, true, NULL},
    {"dac+enum/paper", 0.09, 1e-6, 0, 57, 789, true, NULL},
    {"mfb+enum/paper", 0.07, 1e-6, 0, 41, 312, true, NULL},
    {"mfb+enum", NAN, NAN, NAN, NAN, NAN, true, "ours: direct cases in front of the pair, extrapolation"},
    {"auto", NAN, NAN, NAN, NAN, NAN, true, "ours: sweeps with momentum"},
};
const int batch_solver_count = sizeof batch_solvers / sizeof *batch_solvers;

const double batch_coarser[BATCH_COARSER] = {1e-4, 1e-5};
static const double TOLERANCE = 1e-6;

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

static bool solve(batch *b, const hf_problem *problem, paper_report *report)
{
    int n = hf_problem_describe(problem).dimension;
    double *r = tool_allocate((size_t)n, sizeof *r);
    hf_solve_options options = hf_solve_options_default();
    hf_error error = {0};
    bool good = true;
    options.tolerance = TOLERANCE;
    options.max_iterations = BATCH_MOST_SWEEPS;
    for (int k = 0; k < batch_solver_count && good && !interrupted(); k++)
    {
        batch_tally *t = &b->of[k];
        hf_report solved;
        memset(r, 0, (size_t)n * sizeof *r);
        double start = paper_seconds();
        good = hf_solve(batch_solvers[k].name, problem, &options, r, NULL, &solved, &error) == HF_STATUS_OK;
        t->seconds += paper_seconds() - start;
        t->solves += (double)solved.local_solves;
        t->alt += (double)solved.failsafe_solves;
        t->fail += (double)solved.local_failures;
        t->sweeps += (double)solved.iterations;
        bool reached = solved.outcome == HF_OUTCOME_CONVERGED;
        t->beyond += !reached;
        t->sweeps_of[b->problems] = reached ? (double)solved.iterations : INFINITY;
    }
    for (int k = 0; k < BATCH_COARSER && good && !interrupted(); k++)
    {
        hf_report solved;
        memset(r, 0, (size_t)n * sizeof *r);
        options.tolerance = batch_coarser[k];
        good = hf_solve("mfb+enum/paper", problem, &options, r, NULL, &solved, &error) == HF_STATUS_OK;
        b->coarser_sweeps[k] += (double)solved.iterations;
    }
    free(r);
    return good || paper_error(report, &error);
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
    *b = (batch){.fibres = chosen.fibres, .of = tool_allocate((size_t)batch_solver_count, sizeof *b->of)};
    for (int k = 0; k < batch_solver_count; k++)
        b->of[k].sweeps_of = tool_allocate((size_t)chosen.problems, sizeof *b->of[k].sweeps_of);
    snprintf(scene, sizeof scene, "ponytail:n=%d", chosen.fibres);
    hf_world *world = paper_world(report, scene, &model);
    bool good = world && collect(b, world, chosen, report);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return good;
}

void batch_free(batch *b)
{
    for (int k = 0; k < batch_solver_count && b->of; k++) free(b->of[k].sweeps_of);
    free(b->of);
}
