// Ten thousand random problems that have an answer, and ten thousand that contradict themselves, as a step solves them:
// each ends within its budget of work.

#include "support/hard_problems.h"
#include "support/harness.h"

#include <holdfast/holdfast.h>

#include <stdio.h>

enum
{
    COUNT = 10000
};

/// How many converged, and how many of the others are within 1e-4.
typedef struct tally
{
    int converged, accepted;
    long long most_work;
} tally;

static void count(tally *t, const hf_problem *p)
{
    double *r = calloc((size_t)hf_problem_describe(p).dimension + 1, sizeof *r);
    const hf_auto_options options = hard_options();
    hf_report report;
    CHECK(r && hf_auto_solve(p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.work <= HARD_MOST_WORK);
    if (report.outcome == HF_OUTCOME_CONVERGED) t->converged++;
    else if (report.residual.natural <= 1e-4) t->accepted++;
    if (report.work > t->most_work) t->most_work = report.work;
    free(r);
}

static void show(const tally *t)
{
    printf("      %d converged, %d within 1e-4; at most %lld units\n", t->converged, t->accepted, t->most_work);
}

TEST(problems_that_have_an_answer)
{
    tally t = {0};
    for (unsigned long long seed = 1; seed <= COUNT; seed++)
    {
        hf_random_options o = auto_mix(seed);
        hf_generated made;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        count(&t, made.problem);
        hf_generated_destroy(&made);
    }
    show(&t);
    CHECK(t.converged + t.accepted >= COUNT - COUNT / 100);
}

TEST(problems_that_contradict_themselves)
{
    tally t = {0};
    for (unsigned long long seed = 1; seed <= COUNT; seed++)
    {
        hf_generated made;
        CHECK(hard_mix(seed, &made, NULL) == HF_STATUS_OK);
        count(&t, made.problem);
        hf_generated_destroy(&made);
    }
    show(&t);
    CHECK(t.converged >= COUNT / 2);
}
