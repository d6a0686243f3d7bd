// What each row of the plan of `auto` is worth: the plan without it, over populations. A row stays that solves a
// problem in 1,000 which is unsolved without it, or saves 3 % of the work (docs/auto.md).
//
//     bench_plan [--random N] [--piles N] [--steps N] [--problems DIR] [--from SEED] [--move ROW:BEFORE] [--without
//     ROW] [--whole]
//                [--verbose]
//
// `random`: problems of every sort by lot, every other one with a guess nearby (the answer, with impulses changed by up
// to a tenth). `piles`: walls of bricks and piles of spheres, 20 to 1,000 contacts. `files`: what the folder holds.
// `steps`: solves as built-in scenes make them, with guess and options.
// Only the plan is measured, so that selection is off. --move and --without change the plan itself, and
// --whole leaves out no row, for orders to be compared by their sums.
//
// Columns: solves that reached the row; without it, how many more are unsolved; work over that of the whole plan, in
// the geometric mean over all solves, and in sum.
// A solve that never reached a row is the same without it, and is not made again.

#include "bench.h"

#include "base/random.h"
#include "problem/problem.h"
#include "solve/auto/plan.h"
#include "solve/report.h"
#include "support/auto_mix.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    ROW_CAPACITY = 40,
    POPULATIONS = 4
};
static const long long MOST_WORK = 200000000; // two seconds: what takes more counts as unsolved

typedef enum population
{
    RANDOM,
    PILES,
    FILES,
    STEPS
} population;
static const char *const population_names[POPULATIONS] = {"random", "piles", "files", "steps"};

/// Over a population, with a row left out or (the last place) with all of them.
typedef struct tally
{
    long solves, unsolved, tried;
    double work, ratio, level; // ratio: sum of the logarithms of work over that of the whole plan; level: of work
} tally;

static plan_row rows[ROW_CAPACITY];
static int row_count;
static tally tallies[POPULATIONS][ROW_CAPACITY + 1];
static bool verbose, only_whole;

typedef struct outcome
{
    bool solved;
    double work;
    unsigned long long reached; // rows that iterated
} outcome;

static unsigned long long reached_rows(const hf_report *report)
{
    if (report->phase_count == HF_PHASE_CAPACITY) return ~0ull; // some were merged
    unsigned long long reached = 0;
    for (int p = 0; p < report->phase_count; p++)
        for (int k = 0; k < row_count; k++)
            if (strcmp(report->phases[p].name, rows[k].name) == 0) reached |= 1ull << k;
    return reached;
}

/// The plan without row `left_out` (-1: all of it), from r, which is left as it is.
static outcome solve_without(int left_out, const hf_problem *problem, const hf_auto_options *options, const double *r,
                             double *answer)
{
    static hf_workspace *workspace;
    plan_row plan[ROW_CAPACITY];
    int count = 0;
    for (int k = 0; k < row_count; k++)
        if (k != left_out) plan[count++] = rows[k];
    hf_auto_options any = *options;
    any.selection = HF_SELECTION_ANY;
    any.unselected = NULL;
    any.common.observer = NULL;
    any.common.budget = any.common.budget > 0 && any.common.budget < MOST_WORK ? any.common.budget : MOST_WORK;
    hf_report report;
    hf_error error = {0};
    size_t size = (size_t)hf_problem_describe(problem).dimension * sizeof(double);
    double *own = malloc(size + 8);
    if (!own || (!workspace && hf_workspace_create(&workspace, NULL) != HF_STATUS_OK)) exit(1);
    memcpy(own, r, size);
    report_begin(&report);
    if (auto_walk(plan, count, problem, &any, own, workspace, &report, &error) != HF_STATUS_OK)
    {
        fprintf(stderr, "bench_plan: %s\n", error.message);
        exit(1);
    }
    if (answer) memcpy(answer, own, size);
    free(own);
    double accept = any.accept > any.common.tolerance ? any.accept : any.common.tolerance;
    return (outcome){report.residual.natural <= accept, (double)report.work, reached_rows(&report)};
}

static void add(tally *t, const outcome *o, const outcome *whole, bool tried)
{
    t->solves++;
    t->unsolved += !o->solved;
    t->work += o->work;
    t->level += log(o->work);
    t->ratio += log(o->work / whole->work);
    t->tried += tried;
}

static void measure(population where, const char *name, const hf_problem *problem, const hf_auto_options *options,
                    const double *r, double *answer)
{
    outcome whole = solve_without(-1, problem, options, r, answer);
    add(&tallies[where][row_count], &whole, &whole, true);
    if (verbose && !whole.solved) printf("unsolved: %s %s\n", population_names[where], name);
    for (int k = 0; k < row_count && !only_whole; k++)
    {
        bool tried = whole.reached >> k & 1;
        outcome without = tried ? solve_without(k, problem, options, r, NULL) : whole;
        add(&tallies[where][k], &without, &whole, tried);
    }
}

// ---- populations ----

static void measure_generated(population where, const char *name, hf_generated *made, bool guess,
                              unsigned long long seed)
{
    hf_auto_options options = hf_auto_options_default();
    int n = hf_problem_describe(made->problem).dimension;
    double *r = calloc(2 * (size_t)n + 1, sizeof *r), *answer = r + n;
    if (!r) exit(1);
    measure(where, name, made->problem, &options, r, answer);
    if (guess)
    {
        random_state draw = random_seed(seed);
        for (int k = 0; k < n; k++) r[k] = answer[k] * (1.0 + 0.1 * (2.0 * random_unit(&draw) - 1.0));
        measure(where, name, made->problem, &options, r, NULL);
    }
    free(r);
    hf_generated_destroy(made);
}

static void measure_random(unsigned long long from, long count)
{
    for (long k = 0; k < count; k++)
    {
        hf_generated made;
        char name[32];
        snprintf(name, sizeof name, "%llu", from + (unsigned long long)k);
        hf_random_options o = auto_mix(from + (unsigned long long)k);
        if (hf_generate_random(&o, &made, NULL) != HF_STATUS_OK) exit(1);
        measure_generated(RANDOM, name, &made, k % 2 == 1, from + (unsigned long long)k);
    }
}

static void measure_piles(unsigned long long from, long count)
{
    for (long k = 0; k < count; k++)
    {
        hf_generated made;
        char name[64];
        random_state draw = random_seed(from + (unsigned long long)k);
        hf_pile_options o = hf_pile_options_default();
        o.shape = k % 2 ? HF_PILE_SPHERES : HF_PILE_BRICKS;
        o.contact_count = (int)auto_mix_log(&draw, 20.0, 1000.0);
        o.mu = auto_mix_log(&draw, 0.1, 2.0);
        o.seed = from + (unsigned long long)k;
        o.factored = true;
        snprintf(name, sizeof name, "%s of %d, mu %g, seed %llu", k % 2 ? "spheres" : "bricks", o.contact_count, o.mu,
                 o.seed);
        if (hf_generate_pile(&o, &made, NULL) != HF_STATUS_OK) exit(1);
        measure_generated(PILES, name, &made, k % 4 >= 2, o.seed);
    }
}

static void measure_files(const char *folder)
{
    DIR *all = opendir(folder);
    if (!all)
    {
        printf("files: skipped: %s is absent\n", folder);
        return;
    }
    for (struct dirent *entry = readdir(all); entry; entry = readdir(all))
    {
        char path[1024];
        hf_problem *problem;
        hf_error error = {0};
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (!strstr(entry->d_name, ".hdf5") || hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error) != HF_STATUS_OK)
            continue;
        hf_auto_options options = hf_auto_options_default();
        double *r = calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof *r);
        if (!r) exit(1);
        measure(FILES, entry->d_name, problem, &options, r, NULL);
        free(r);
        hf_problem_destroy(problem);
    }
    closedir(all);
}

// Solves of steps: the linker sends the engine's calls here (bench/CMakeLists.txt).

static bool listening;
static long heard, every, wanted;

hf_status __real_hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r,
                               hf_workspace *workspace, hf_report *report, hf_error *error);
hf_status __wrap_hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r,
                               hf_workspace *workspace, hf_report *report, hf_error *error);

hf_status __wrap_hf_auto_solve(const hf_problem *problem, const hf_auto_options *options, double *r,
                               hf_workspace *workspace, hf_report *report, hf_error *error)
{
    if (listening && hf_problem_describe(problem).block_count > 0 && heard++ % every == 0 && wanted > 0)
    {
        double *from = calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof *from);
        if (!from) exit(1);
        if (options->common.warm_start) memcpy(from, r, (size_t)hf_problem_describe(problem).dimension * sizeof *from);
        measure(STEPS, "a step", problem, options, from, NULL);
        free(from);
        wanted--;
    }
    return __real_hf_auto_solve(problem, options, r, workspace, report, error);
}

typedef struct scene
{
    const char *name; // built in, or a file with its controls, NULL: none
    const char *controls;
    double seconds;
} scene;

static void measure_scene(const scene *s, long steps)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_controls *controls = NULL;
    hf_error error = {0};
    FILE *file = strchr(s->name, '/') ? fopen(s->name, "r") : NULL;
    if (strchr(s->name, '/') && !file)
    {
        printf("steps: skipped: %s is absent\n", s->name);
        return;
    }
    if (file) fclose(file);
    if (hf_scene_open(s->name, 1, NULL, NULL, &builder, &error) != HF_STATUS_OK ||
        hf_model_build(builder, &model, &error) != HF_STATUS_OK ||
        hf_world_create(model, &world, &error) != HF_STATUS_OK ||
        (s->controls && hf_controls_read(s->controls, model, &controls, &error) != HF_STATUS_OK))
    {
        fprintf(stderr, "bench_plan: %s: %s\n", s->name, error.message);
        exit(1);
    }
    double h = hf_model_settings(model).step.timestep;
    long count = (long)(s->seconds / h);
    tally before = tallies[STEPS][row_count];
    listening = true, heard = 0, wanted = steps, every = count > steps ? count / steps : 1;
    for (long k = 0; k < count && wanted > 0; k++)
    {
        hf_step_report report;
        if (controls && hf_controls_apply(controls, world, &error) != HF_STATUS_OK) break;
        if (hf_world_step(world, h, &report, &error) != HF_STATUS_OK) break;
    }
    listening = false;
    const tally *all = &tallies[STEPS][row_count];
    long solves = all->solves - before.solves;
    if (verbose)
        printf("%s: %ld solves, units a solve: %.4g in the geometric mean, %.4g in the mean\n", s->name, solves,
               exp((all->level - before.level) / fmax(1.0, (double)solves)),
               (all->work - before.work) / fmax(1.0, (double)solves));
    hf_controls_destroy(controls);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

static void measure_steps(long count)
{
#define SHARED HOLDFAST_SOURCE_DIR "/../shared/"
#define OWN HOLDFAST_SOURCE_DIR "/scenes/"
    static const scene scenes[] = {
        {"balls", NULL, 3.0},
        {"balls:n=250", NULL, 3.0},
        {"rocks", NULL, 1.0},
        {"dominoes", NULL, 2.0},
        {"grasp", NULL, 2.0},
        {"jack", NULL, 1.0},
        {"box_wall", NULL, 0.2},
        {"kapla", NULL, 0.2},
        {"towers", NULL, 1.0},
        {"card_house", NULL, 0.5},
        {"pyramid", NULL, 0.5},
        {"jansen", NULL, 1.0},
        {"geneva", NULL, 1.0},
        {"sphere_pile", NULL, 0.05},
        {"wisp", NULL, 0.2},
        {"capstan", NULL, 1.0},
        {"ponytail:n=60", NULL, 0.1},
        {OWN "humanoid.xml", OWN "humanoid_squat.csv", 3.0},
        {OWN "gripper.xml", OWN "gripper.csv", 4.0},
        {OWN "tray.xml", OWN "tray.csv", 4.0},
        {SHARED "scenes/leap_can.xml", SHARED "scenes/leap_can.csv", 4.0},
        {SHARED "scenes/shadow_ball.xml", SHARED "scenes/shadow_ball.csv", 4.0},
    };
    int n = (int)(sizeof scenes / sizeof *scenes);
    for (int k = 0; k < n; k++) measure_scene(&scenes[k], count / n + 1);
}

// ---- the table ----

static int find_row(const char *name, size_t length)
{
    for (int k = 0; k < row_count; k++)
        if (strlen(rows[k].name) == length && strncmp(rows[k].name, name, length) == 0) return k;
    fprintf(stderr, "bench_plan: the plan has no row '%.*s'\n", (int)length, name);
    exit(1);
}

static void leave_out(const char *name)
{
    int k = find_row(name, strlen(name));
    memmove(rows + k, rows + k + 1, (size_t)(--row_count - k) * sizeof *rows);
}

static void move_row(const char *text) // ROW:BEFORE
{
    const char *colon = strchr(text, ':');
    if (!colon) exit(1);
    int from = find_row(text, (size_t)(colon - text));
    plan_row moved = rows[from];
    memmove(rows + from, rows + from + 1, (size_t)(row_count - 1 - from) * sizeof *rows);
    row_count--;
    int to = find_row(colon + 1, strlen(colon + 1));
    memmove(rows + to + 1, rows + to, (size_t)(row_count - to) * sizeof *rows);
    rows[to] = moved;
    row_count++;
}

static void print_table(void)
{
    printf("%-32s", "without");
    for (int p = 0; p < POPULATIONS; p++) printf(" | %-6s tried  unsolved    mean   total", population_names[p]);
    printf("\n");
    for (int k = 0; k < row_count && !only_whole; k++)
    {
        bool stays = false;
        printf("%-32s", rows[k].name);
        for (int p = 0; p < POPULATIONS; p++)
        {
            const tally *t = &tallies[p][k], *all = &tallies[p][row_count];
            double worse = all->solves ? 1e3 * (double)(t->unsolved - all->unsolved) / (double)all->solves : 0.0;
            double work = all->work > 0.0 ? 100.0 * (t->work / all->work - 1.0) : 0.0;
            double mean = all->solves ? 100.0 * (exp(t->ratio / (double)all->solves) - 1.0) : 0.0;
            stays |= worse >= 1.0 || work >= 3.0 || mean >= 3.0;
            printf(" | %12ld %+7.2f ‰ %+6.1f %% %+5.0f %%", t->tried, worse, mean, work);
        }
        printf("  %s\n", stays ? "stays" : "-");
    }
    for (int p = 0; p < POPULATIONS; p++)
    {
        const tally *all = &tallies[p][row_count];
        double n = fmax(1.0, (double)all->solves);
        printf("%-8s %ld solves, %ld unsolved, units a solve: %.4g in the geometric mean, %.4g in the mean\n",
               population_names[p], all->solves, all->unsolved, exp(all->level / n), all->work / n);
    }
}

int main(int argc, char **argv)
{
    long random = 20000, piles = 200, steps = 2000;
    unsigned long long from = 1000000;
    const char *folder = getenv("HOLDFAST_PROBLEMS");
    if (!folder) folder = "../shared/problems";
    const plan_row *table = plan_rows(&row_count);
    memcpy(rows, table, (size_t)row_count * sizeof *rows);
    for (int k = 1; k < argc; k++)
    {
        const char *value = k + 1 < argc ? argv[k + 1] : "";
        if (strcmp(argv[k], "--verbose") == 0) verbose = true;
        else if (strcmp(argv[k], "--whole") == 0) only_whole = true;
        else if (strcmp(argv[k], "--random") == 0) random = atol(value), k++;
        else if (strcmp(argv[k], "--piles") == 0) piles = atol(value), k++;
        else if (strcmp(argv[k], "--steps") == 0) steps = atol(value), k++;
        else if (strcmp(argv[k], "--problems") == 0) folder = value, k++;
        else if (strcmp(argv[k], "--from") == 0) from = strtoull(value, NULL, 10), k++;
        else if (strcmp(argv[k], "--move") == 0) move_row(value), k++;
        else if (strcmp(argv[k], "--without") == 0) leave_out(value), k++;
        else
        {
            fprintf(stderr, "bench_plan: %s? The head of bench_plan.c has the options\n", argv[k]);
            return 1;
        }
    }
    if (random > 0) measure_random(from, random);
    if (piles > 0) measure_piles(from, piles);
    if (*folder) measure_files(folder);
    if (steps > 0) measure_steps(steps);
    print_table();
    return 0;
}
