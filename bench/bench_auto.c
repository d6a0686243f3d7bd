// `auto` on generated piles of growing size: time, memory and certificate. Every solve is a process of its own, stopped
// at a limit, so that its peak memory can be read and the program ends in minutes; what a stopped solve has reached is
// reported as it is.

#include "bench.h"
#include "svg.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum
{
    SIZE_COUNT = 4,
    SHAPE_COUNT = 3,
    LEVEL_COUNT = 2
};
static const int sizes[SIZE_COUNT] = {300, 1000, 10000, 50000};
static const char *const shapes[SHAPE_COUNT] = {"grid", "bricks", "spheres"};
static const double levels[LEVEL_COUNT] = {1e-3, 1e-8}; // residuals whose times are plotted

typedef struct task
{
    int shape, contacts;
    double limit; // seconds
} task;

typedef struct result
{
    double seconds, natural, memory; // [MB], of the process: problem and solve
    double reached[LEVEL_COUNT];     // seconds until the residual, or the method's estimate of it, was as small
    long iterations;
    hf_outcome outcome;
    char last[24]; // phase
} result;

/// Processor time of this process: one thread, so that a busy machine does not change the picture.
static double processor_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct watch
{
    double begin, end;
    result *result;
} watch;

static bool look(void *context, const hf_progress *progress)
{
    watch *w = context;
    double now = processor_seconds();
    for (int k = 0; k < LEVEL_COUNT; k++)
        if (progress->natural <= levels[k]) w->result->reached[k] = fmin(w->result->reached[k], now - w->begin);
    return now < w->end;
}

static hf_status make(const task *t, hf_generated *made, hf_error *error)
{
    if (t->shape == 0) // bodies in a cubic grid, an answer is known
    {
        hf_random_options o = hf_random_options_default();
        o.contact_count = t->contacts;
        o.connectivity = HF_CONNECTIVITY_GRID;
        o.factored = true;
        return hf_generate_random(&o, made, error);
    }
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = t->contacts;
    o.shape = t->shape == 1 ? HF_PILE_BRICKS : HF_PILE_SPHERES;
    o.factored = true;
    return hf_generate_pile(&o, made, error);
}

static void run(void *context, void *out)
{
    const task *t = context;
    result *r = out;
    hf_generated made;
    hf_error error;
    if (make(t, &made, &error) != HF_STATUS_OK) exit(1);
    double *impulses = calloc((size_t)hf_problem_describe(made.problem).dimension + 1, sizeof *impulses);
    if (!impulses) exit(1);
    watch w = {.begin = processor_seconds(), .result = r};
    w.end = w.begin + t->limit;
    hf_solve_options options = hf_solve_options_default();
    options.observer = look;
    options.observer_context = &w;
    hf_report report;
    if (hf_solve("auto", made.problem, &options, impulses, NULL, &report, &error) != HF_STATUS_OK) exit(1);
    r->seconds = processor_seconds() - w.begin;
    for (int k = 0; k < LEVEL_COUNT; k++)
        if (report.residual.natural <= levels[k]) r->reached[k] = fmin(r->reached[k], r->seconds);
        else r->reached[k] = INFINITY; // an estimate that the certificate does not bear out
    r->natural = report.residual.natural;
    r->outcome = report.outcome;
    r->iterations = report.iterations;
    snprintf(r->last, sizeof r->last, "%s", report.phase_count ? report.phases[report.phase_count - 1].name : "");
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) == 0) r->memory = (double)usage.ru_maxrss / 1024.0;
    free(impulses);
    hf_generated_destroy(&made);
}

static void write_plot(const char *path, double limit, result results[SHAPE_COUNT][SIZE_COUNT])
{
    FILE *out = fopen(path, "w");
    if (!out) return;
    double x[SIZE_COUNT], y[SHAPE_COUNT * LEVEL_COUNT][SIZE_COUNT];
    char names[SHAPE_COUNT * LEVEL_COUNT][48], subtitle[120];
    plot_series series[SHAPE_COUNT * LEVEL_COUNT];
    for (int k = 0; k < SIZE_COUNT; k++) x[k] = sizes[k];
    int count = 0;
    for (int l = 0; l < LEVEL_COUNT; l++)
        for (int s = 0; s < SHAPE_COUNT; s++)
        {
            bool any = false;
            for (int k = 0; k < SIZE_COUNT; k++)
            {
                y[count][k] = results[s][k].reached[l];
                any |= isfinite(y[count][k]) != 0;
            }
            if (!any) continue;
            snprintf(names[count], sizeof names[count], "%s to %.0e", shapes[s], levels[l]);
            series[count] = (plot_series){.name = names[count], .x = x, .y = y[count], .count = SIZE_COUNT};
            count++;
        }
    snprintf(subtitle, sizeof subtitle,
             "generated piles in space, one thread; stopped after %g s; missing points were not reached", limit);
    plot_def plot = {.title = "auto on piles of growing size",
                     .subtitle = subtitle,
                     .x = {.label = "contacts", .logarithmic = true},
                     .y = {.label = "processor time [s]", .logarithmic = true},
                     .series = series,
                     .series_count = count};
    plot_write(out, &plot);
    fclose(out);
}

int main(int argc, char **argv)
{
    double limit = argc > 1 ? strtod(argv[1], NULL) : 35.0;
    const char *path = argc > 2 ? argv[2] : NULL;
    if (!(limit > 0.0))
    {
        fprintf(stderr, "usage: bench_auto [SECONDS [FILE.svg]]\n");
        return 2;
    }
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    bench_print_machine();
    printf("auto on generated piles in factored form, tolerance 1e-8, stopped after %g s of processor time\n\n", limit);
    printf("%-8s %9s  %-10s %9s %10s %10s %11s %10s  %s\n", "pile", "contacts", "outcome", "natural", "time", "to 1e-3",
           "iterations", "memory MB", "last stage");
    static result results[SHAPE_COUNT][SIZE_COUNT];
    for (int s = 0; s < SHAPE_COUNT; s++)
        for (int k = 0; k < SIZE_COUNT; k++)
        {
            task t = {.shape = s, .contacts = sizes[k], .limit = limit};
            result *r = &results[s][k];
            *r = (result){.seconds = INFINITY, .natural = INFINITY, .reached = {INFINITY, INFINITY}};
            bench_end end =
                bench_isolated(run, &t, r, sizeof *r, 20.0 * limit + 60.0); // a Newton step may take a while
            char time[16], coarse[16];
            printf("%-8s %9d  %-10s %9.1e %10s %10s %11ld %10.0f  %s\n", shapes[s], sizes[k],
                   end == BENCH_DONE ? hf_outcome_name(r->outcome) : "killed", r->natural,
                   bench_format_seconds(r->seconds, time), bench_format_seconds(r->reached[0], coarse), r->iterations,
                   r->memory, r->last);
            fflush(stdout);
        }
    if (path) write_plot(path, limit, results);
    return 0;
}
