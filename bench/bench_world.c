// Steps of built-in scenes: what one costs, where the time goes, and the certificate beside it.
//   bench_world [--steps N] [--max-seconds S] [--tol T] [--solver S] [--threads N] [--wall] [--each] [SCENE…]
// A scene is a name, perhaps with parameters: sphere_pile:count=500. Without any, those of `default_scenes`.
// Every scene is a process of its own, stopped at a limit; what a stopped run has reached is reported as it is. Time is
// the processor's, so that a busy machine does not change the picture; --wall, and more threads than one, take the
// clock on the wall. --each prints a line a step, in this process.

#include "bench.h"

#include <holdfast/holdfast.h>
#include <holdfast/scene.h>
#include <holdfast/world.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
    STEPS_MAX = 200000,
    DEFAULT_STEPS = 200
};
static const char *const default_scenes[] = {"box_wall",         "pyramid:base=20",         "pyramid:base=40",
                                             "pyramid:base=100", "sphere_pile:spacing=2.1", "rocks"};

typedef struct task
{
    const char *scene;
    long steps; // 0: the scene's own duration
    double limit, tolerance;
    int threads;
    const char *solver;
    bool wall, each;
} task;

typedef struct result
{
    hf_error error; // what went wrong; an empty message: nothing
    long steps, planned, certified, cut;
    bool failed; // the last step
    double contact_sum, residual, penetration, energy_rise;
    int contact_most;
    double stage[HF_STAGE_COUNT]; // seconds
    uint64_t hash;
    double seconds[STEPS_MAX];
} result;

typedef struct stopwatch
{
    bool wall;
    double last;
    int stage;
    double *sums; // HF_STAGE_COUNT
} stopwatch;

static double read_clock(bool wall)
{
    struct timespec t;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void watch_stage(void *context, hf_stage stage)
{
    stopwatch *w = context;
    double now = read_clock(w->wall);
    if (w->stage >= 0) w->sums[w->stage] += now - w->last;
    w->last = now;
    w->stage = stage < HF_STAGE_COUNT ? (int)stage : -1;
}

/// The phases of a solve in one line: name iterations natural, …
static void print_step(const hf_step_report *report, long number, double seconds, const stopwatch *w)
{
    printf("%6ld %8.3f ms (solve %.3f) %6d contacts %5d islands  natural %.1e  overlap %.1e  %s", number, 1e3 * seconds,
           1e3 * w->sums[HF_STAGE_SOLVE], report->contact_count, report->island_count, report->solve.residual.natural,
           report->penetration, report->certified ? "" : "approximate ");
    if (report->substeps != 1) printf("[%d pieces] ", report->substeps);
    for (int k = 0; k < report->solve.phase_count; k++)
        printf("%s %ld (%.0e) ", report->solve.phases[k].name, report->solve.phases[k].iterations,
               report->solve.phases[k].natural);
    printf("%s\n", report->solve.note);
}

static void add_step(result *r, const hf_step_report *report, double seconds, double *least_energy)
{
    double energy = report->kinetic + report->potential;
    if (r->steps == 0) *least_energy = energy;
    r->energy_rise = fmax(r->energy_rise, energy - *least_energy);
    *least_energy = fmin(*least_energy, energy);
    r->certified += report->certified;
    r->cut += report->substeps > 1;
    r->contact_sum += report->contact_count;
    if (report->contact_count > r->contact_most) r->contact_most = report->contact_count;
    r->residual = fmax(r->residual, report->solve.residual.natural);
    r->penetration = fmax(r->penetration, report->penetration);
    r->seconds[r->steps++] = seconds;
}

static hf_status simulate(const task *t, hf_world *world, result *r, hf_error *error)
{
    stopwatch watch = {.wall = t->wall, .stage = -1, .sums = r->stage};
    double begun = read_clock(t->wall), least_energy = 0.0;
    hf_world_observe(world, watch_stage, &watch);
    while (r->steps < r->planned && read_clock(t->wall) - begun < t->limit)
    {
        hf_step_report report;
        double parts[HF_STAGE_COUNT] = {0}, before = read_clock(t->wall);
        if (t->each) watch.sums = parts;
        hf_status status = hf_world_step(world, 0.0, &report, error);
        if (status != HF_STATUS_OK) return status;
        double seconds = read_clock(t->wall) - before;
        add_step(r, &report, seconds, &least_energy);
        r->hash = hf_world_hash(world);
        if (t->each)
        {
            print_step(&report, r->steps, seconds, &watch);
            for (int s = 0; s < HF_STAGE_COUNT; s++) r->stage[s] += parts[s];
        }
        r->failed = report.quality == HF_STEP_FAILED;
        if (r->failed) break; // the state stays as it was: the next step would fail alike
    }
    return HF_STATUS_OK;
}

static hf_status run_scene(const task *t, result *r, hf_error *error)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_status status = hf_scene_open(t->scene, 1, NULL, NULL, &builder, error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, error);
    if (status == HF_STATUS_OK) status = hf_world_create(model, &world, error);
    if (status == HF_STATUS_OK)
    {
        hf_settings settings = hf_model_settings(model);
        if (t->tolerance > 0.0) settings.solver.tolerance = t->tolerance;
        hf_world_set_threads(world, t->threads);
        if (t->solver) snprintf(settings.solver.name, sizeof settings.solver.name, "%s", t->solver);
        long all = lround(settings.step.duration / settings.step.timestep);
        r->planned = t->steps > 0 ? t->steps : all;
        if (r->planned > STEPS_MAX) r->planned = STEPS_MAX;
        status = hf_world_set_settings(world, &settings, error);
    }
    if (status == HF_STATUS_OK) status = simulate(t, world, r, error);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    return status;
}

static void job(void *context, void *out)
{
    result *r = out;
    if (run_scene(context, r, &r->error) == HF_STATUS_OK) r->error.message[0] = '\0';
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_head(void)
{
    printf("%-14s %6s %9s %4s %8s %7s %8s %8s %8s  %8s %8s %8s   %s\n", "scene", "steps", "certified", "cut",
           "contacts", "max", "residual", "overlap", "rise J", "ms mean", "p95", "max",
           "shares: free detect assemble solve move correct");
}

static void print_result(const task *t, result *r, bench_end end)
{
    double sum = 0.0, first = r->steps > 0 ? r->seconds[0] : 0.0;
    size_t n = (size_t)r->steps;
    for (size_t k = 0; k < n; k++) sum += r->seconds[k];
    qsort(r->seconds, n, sizeof *r->seconds, compare);
    double steps = n > 0 ? (double)n : 1.0;
    printf("%-14s %6ld %9ld %4ld %8.1f %7d %8.1e %8.1e %8.1e  %8.3f %8.3f %8.3f  ", t->scene, r->steps, r->certified,
           r->cut, r->contact_sum / steps, r->contact_most, r->residual, r->penetration, r->energy_rise,
           1e3 * sum / steps, n ? 1e3 * r->seconds[(size_t)(0.95 * (double)(n - 1))] : 0.0,
           n ? 1e3 * r->seconds[n - 1] : 0.0);
    for (int s = 0; s < HF_STAGE_COUNT; s++) printf(" %3.0f%%", sum > 0.0 ? 100.0 * r->stage[s] / sum : 0.0);
    printf("  first %.1f ms, state %016" PRIx64, 1e3 * first, r->hash);
    if (end == BENCH_CRASH) printf("  CRASHED");
    else if (end == BENCH_TIMEOUT || (r->steps < r->planned && !r->failed)) printf("  out of time");
    if (r->failed) printf("  FAILED in step %ld", r->steps);
    if (r->error.message[0]) printf("  %s", r->error.message);
    putchar('\n');
    fflush(stdout);
}

static int usage(void)
{
    fprintf(stderr,
            "usage: bench_world [--steps N] [--max-seconds S] [--tol T] [--solver S] [--threads N] [--wall] [--each] "
            "[SCENE...]\n  --steps 0 runs each scene to its end; --all names every built-in scene\n");
    return 2;
}

/// Takes the options; returns the index of the first scene, 0 if they make no sense.
static int parse(int argc, char **argv, task *t, bool *all)
{
    int k = 1;
    for (; k < argc && strncmp(argv[k], "--", 2) == 0; k++)
    {
        const char *name = argv[k] + 2;
        if (strcmp(name, "wall") == 0) t->wall = true;
        else if (strcmp(name, "each") == 0) t->each = true;
        else if (strcmp(name, "all") == 0) *all = true;
        else if (k + 1 == argc) return 0;
        else if (strcmp(name, "steps") == 0) t->steps = strtol(argv[++k], NULL, 10);
        else if (strcmp(name, "max-seconds") == 0) t->limit = strtod(argv[++k], NULL);
        else if (strcmp(name, "tol") == 0) t->tolerance = strtod(argv[++k], NULL);
        else if (strcmp(name, "threads") == 0) t->threads = (int)strtol(argv[++k], NULL, 10);
        else if (strcmp(name, "solver") == 0) t->solver = argv[++k];
        else return 0;
    }
    return t->steps >= 0 && t->limit > 0.0 ? k : 0;
}

static void run_task(task *t, result *r, const char *scene)
{
    t->scene = scene;
    memset(r, 0, sizeof *r);
    bench_end end = BENCH_DONE;
    if (t->each) job(t, r);
    else end = bench_isolated(job, t, r, sizeof *r, 3.0 * t->limit + 10.0);
    print_result(t, r, end);
}

int main(int argc, char **argv)
{
    task t = {.steps = DEFAULT_STEPS, .limit = 60.0, .threads = 1};
    bool all = false;
    int first = parse(argc, argv, &t, &all);
    result *r = malloc(sizeof *r);
    if (first == 0 || !r)
    {
        free(r);
        return usage();
    }
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    bench_print_machine();
    if (t.threads > 1) t.wall = true; // the processor's time adds up over threads
    printf("one step of a scene, %s time, %d thread%s; every scene stopped after %g s\n\n",
           t.wall ? "wall" : "processor", t.threads, t.threads == 1 ? "" : "s", t.limit);
    print_head();
    for (int k = 0; all && k < hf_builtin_count(); k++) run_task(&t, r, hf_builtin_at(k)->name);
    for (int k = first; k < argc; k++) run_task(&t, r, argv[k]);
    if (!all && first == argc)
        for (size_t k = 0; k < sizeof default_scenes / sizeof *default_scenes; k++) run_task(&t, r, default_scenes[k]);
    free(r);
    return 0;
}
