// What a unit of work takes: nanoseconds a unit (docs/work.md) of every method, on problems of several sizes and forms.
// Prices are right where the last column is near 10.
//
//     bench_work [method]        all methods, or those whose names begin so

#include "bench.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include "solve/newton/augmented.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct subject
{
    const char *name;
    const hf_problem *problem;
    int rows;
} subject;

typedef struct method
{
    const char *name;
    long iterations; // at most
    int least, most; // rows of the problems that it is tried on
} method;

static const method methods[] = {
    {"mfb+enum", 100, 0, 200000}, {"mfb", 30, 0, 20000},       {"enum", 30, 0, 20000},
    {"momentum", 100, 0, 200000}, {"proximal", 20, 0, 60000},  {"augmented", 20, 600, 60000},
    {"interior", 15, 0, 10000},   {"path", 200, 0, 600},       {"clusters", 600, 3000, 60000},
    {"auto", 0, 0, 2000},         {"mfb/global", 20, 0, 3000}, {"dac/global", 20, 0, 3000},
    {"implicit", 20, 0, 1000},    {"pivot", 0, 0, 600},        {"lemke", 0, 0, 400},
    {"lexico", 0, 0, 400},        {"robust", 0, 0, 400},
};

typedef struct job
{
    const subject *subject;
    const method *method;
    hf_workspace *workspace;
    double *r;
    hf_report report;
    hf_status status;
} job;

static double run(void *context)
{
    job *j = context;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = 1e-12;
    options.max_iterations = j->method->iterations;
    memset(j->r, 0, (size_t)j->subject->rows * sizeof *j->r);
    double begun = bench_processor();
    if (strcmp(j->method->name, "augmented") == 0)
        j->status = augmented_solve(j->subject->problem, &options, j->r, j->workspace, &j->report, NULL);
    else j->status = hf_solve(j->method->name, j->subject->problem, &options, j->r, j->workspace, &j->report, NULL);
    return bench_processor() - begun;
}

static void measure(const subject *s, const char *only)
{
    for (size_t k = 0; k < sizeof methods / sizeof *methods; k++)
    {
        const method *m = &methods[k];
        bool factored = hf_problem_describe(s->problem).factored;
        if (strncmp(m->name, only, strlen(only)) != 0 || s->rows < m->least || s->rows > m->most) continue;
        if (strcmp(m->name, "augmented") == 0 && !factored) continue;
        job j = {.subject = s, .method = m, .r = calloc((size_t)s->rows, sizeof(double))};
        if (!j.r || hf_workspace_create(&j.workspace, NULL) != HF_STATUS_OK) return;
        (void)run(&j); // memory grows once
        double seconds = bench_least(run, &j);
        char text[16];
        if (j.status == HF_STATUS_OK)
            printf("%-26s %-11s %6d rows %8ld iterations %12lld units %10s %8.1f ns\n", s->name, m->name, s->rows,
                   j.report.iterations, (long long)j.report.work, bench_format_seconds(seconds, text),
                   1e9 * seconds / (double)j.report.work);
        fflush(stdout);
        hf_workspace_destroy(j.workspace);
        free(j.r);
    }
}

static void random_problem(const char *name, int contacts, bool factored, double redundancy, const char *only)
{
    hf_generated made;
    hf_random_options o = hf_random_options_default();
    o.contact_count = contacts;
    o.factored = factored;
    o.redundancy = redundancy;
    if (hf_generate_random(&o, &made, NULL) != HF_STATUS_OK) return;
    subject s = {.name = name, .problem = made.problem, .rows = hf_problem_describe(made.problem).dimension};
    measure(&s, only);
    hf_generated_destroy(&made);
}

static void pile(const char *name, hf_pile_shape shape, int contacts, bool factored, const char *only)
{
    hf_generated made;
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = contacts;
    o.shape = shape;
    o.factored = factored;
    if (hf_generate_pile(&o, &made, NULL) != HF_STATUS_OK) return;
    subject s = {.name = name, .problem = made.problem, .rows = hf_problem_describe(made.problem).dimension};
    measure(&s, only);
    hf_generated_destroy(&made);
}

int main(int count, char **words)
{
    const char *only = count > 1 ? words[1] : "";
    bench_print_machine();
    random_problem("random 3", 3, true, 1.0, only);
    random_problem("random 10", 10, true, 1.0, only);
    random_problem("random 30", 30, true, 1.0, only);
    random_problem("random 30, W", 30, false, 1.0, only);
    random_problem("random 100", 100, true, 1.5, only);
    random_problem("random 100, W", 100, false, 1.5, only);
    pile("bricks 300", HF_PILE_BRICKS, 300, true, only);
    pile("spheres 100", HF_PILE_SPHERES, 100, true, only);
    pile("spheres 300, W", HF_PILE_SPHERES, 300, false, only);
    pile("spheres 1000", HF_PILE_SPHERES, 1000, true, only);
    pile("spheres 1000, W", HF_PILE_SPHERES, 1000, false, only);
    pile("bricks 10000", HF_PILE_BRICKS, 10000, true, only);
    pile("spheres 10000", HF_PILE_SPHERES, 10000, true, only);
    return 0;
}
