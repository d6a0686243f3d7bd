// holdfast demo: what the tool can do, on problems made on the spot.

#include "bench.h"
#include "commands.h"
#include "console.h"
#include "history.h"
#include "make_problem.h"
#include "output.h"
#include "shared_options.h"
#include "watch.h"

#include "holdfast/files.h"
#include "holdfast/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    DISH_COUNT = 9,
    PLOTTED = 2, // of the dishes
    HISTORY_REPETITIONS = 3,
};

typedef struct demo_dish
{
    const char *name;
    problem_recipe recipe;
    hf_generated made;
} demo_dish;

static problem_recipe random_recipe(int contacts, int dimension, unsigned long long seed)
{
    problem_recipe recipe = {.random = hf_random_options_default()};
    recipe.random.contact_count = contacts;
    recipe.random.dimension = dimension;
    recipe.random.seed = seed;
    return recipe;
}

static problem_recipe pile_recipe(int contacts, int dimension, hf_pile_shape shape, unsigned long long seed)
{
    problem_recipe recipe = {.pile = true, .piled = hf_pile_options_default()};
    recipe.piled.contact_count = contacts;
    recipe.piled.dimension = dimension;
    recipe.piled.shape = shape;
    recipe.piled.seed = seed;
    return recipe;
}

/// From easy to hard: each shows one thing that makes contact problems what they are.
static void write_menu(demo_dish *dishes, unsigned long long seed)
{
    dishes[0] = (demo_dish){.name = "one-contact", .recipe = random_recipe(1, 3, seed)};
    dishes[1] = (demo_dish){.name = "planar-100", .recipe = random_recipe(100, 2, seed)};
    dishes[2] = (demo_dish){.name = "random-200", .recipe = random_recipe(200, 3, seed)};
    dishes[3] = (demo_dish){.name = "redundant-200", .recipe = random_recipe(200, 3, seed)};
    dishes[3].recipe.random.redundancy = 6.0;
    dishes[4] = (demo_dish){.name = "unsymmetric-200", .recipe = random_recipe(200, 3, seed)};
    dishes[4].recipe.random.unsymmetric = 0.05;
    dishes[5] = (demo_dish){.name = "masses-1e4-200", .recipe = random_recipe(200, 3, seed)};
    dishes[5].recipe.random.mass_spread = 1e4;
    dishes[6] = (demo_dish){.name = "grid-1000", .recipe = random_recipe(1000, 3, seed)};
    dishes[6].recipe.random.connectivity = HF_CONNECTIVITY_GRID;
    dishes[7] = (demo_dish){.name = "wall-320", .recipe = pile_recipe(320, 3, HF_PILE_BRICKS, seed)};
    dishes[8] = (demo_dish){.name = "spheres-100", .recipe = pile_recipe(100, 3, HF_PILE_SPHERES, seed)};
}

/// Makes the problems, and the files where this build can write them.
static bool cook(demo_dish *dishes, const char *folder, bench_table *table)
{
    bool writable = true;
    for (int k = 0; k < DISH_COUNT; k++)
    {
        hf_error error = {0};
        if (make_problem(&dishes[k].recipe, &dishes[k].made, &error) != HF_STATUS_OK)
        {
            tool_error("%s: %s", dishes[k].name, error.message);
            return false;
        }
        table->files[k] = tool_text("%s/%s.hdf5", folder, dishes[k].name);
        table->infos[k] = hf_problem_describe(dishes[k].made.problem);
        table->file_count++;
        hf_fclib_info info;
        writable = writable && hf_fclib_describe("", &info, &error) != HF_STATUS_UNSUPPORTED;
        if (writable && !write_problem(table->files[k], &dishes[k].recipe, &dishes[k].made)) return false;
    }
    if (!writable) puts("(this build cannot write FCLIB files: the problems stay in memory)");
    return true;
}

/// Every solver on every dish, each in its own process.
static void taste(const demo_dish *dishes, bench_table *table)
{
    progress_line progress = progress_begin();
    bench_head(table);
    for (int f = 0; f < table->file_count && !interrupted(); f++)
    {
        for (int s = 0; s < table->solver_count; s++)
        {
            trial_plan plan = {.solver = table->solvers[s],
                               .tolerance = table->tolerance,
                               .max_seconds = table->max_seconds,
                               .repeat = 1};
            if (progress_due(&progress)) progress_show(&progress, "%s by %s", dishes[f].name, plan.solver);
            table->trials[f * table->solver_count + s] = trial_run(dishes[f].made.problem, &plan);
        }
        progress_clear(&progress);
        table->done++;
        bench_row(table, f);
    }
    bench_summary_table(table);
}

/// Solves a few times in this process, and keeps the history of the fastest: other programs on the machine only ever
/// add time.
static solve_watch remember(const demo_dish *dish, const bench_table *table, const char *solver, double *r)
{
    solve_watch best = {0};
    double least = INFINITY;
    for (int k = 0; k < HISTORY_REPETITIONS; k++)
    {
        solve_watch watch = watch_begin(dish->name, table->max_seconds, true, NULL);
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = table->tolerance;
        options.observer = watch_observe;
        options.observer_context = &watch;
        hf_report report;
        hf_status status = hf_solve(solver, dish->made.problem, &options, r, NULL, &report, NULL);
        double seconds = clock_now() - watch.started;
        if (status == HF_STATUS_OK) watch_finish(&watch, &report, seconds);
        bool better = seconds < least;
        watch_free(better ? &best : &watch);
        if (better) best = watch;
        least = fmin(least, seconds);
    }
    return best;
}

/// Draws how the residual of the plotted dish falls under each solver.
static bool draw(const demo_dish *dish, const bench_table *table, const char *path)
{
    output_file output;
    if (!output_begin(&output, path)) return false;
    int dimension = hf_problem_describe(dish->made.problem).dimension;
    double *r = tool_allocate((size_t)dimension, sizeof *r);
    solve_watch *watches = tool_allocate((size_t)table->solver_count, sizeof *watches);
    history *histories = tool_allocate((size_t)table->solver_count, sizeof *histories);
    for (int s = 0; s < table->solver_count; s++)
    {
        watches[s] = remember(dish, table, table->solvers[s], r);
        histories[s] = (history){.name = table->solvers[s], .watch = &watches[s]};
    }
    char subtitle[200];
    snprintf(subtitle, sizeof subtitle, "%s: random contacts between rigid bodies, %d rows of W", dish->name,
             dimension);
    FILE *stream = output_open(&output);
    if (stream)
        convergence_plot(stream, "How the residual falls", subtitle, table->tolerance, true, histories,
                         table->solver_count);
    bool well = stream && output_commit(&output, stream);
    output_drop(&output);
    for (int s = 0; s < table->solver_count; s++) watch_free(&watches[s]);
    free(histories);
    free(watches);
    free(r);
    return well;
}

static bool draw_profile(const bench_table *table, const char *path)
{
    output_file output;
    if (!output_begin(&output, path)) return false;
    FILE *stream = output_open(&output);
    if (stream) bench_profile(stream, table);
    bool well = stream && output_commit(&output, stream);
    output_drop(&output);
    return well;
}

/// Whether the first solver solved every dish.
static bool first_solved_all(const bench_table *table)
{
    for (int f = 0; f < table->file_count; f++)
        if (bench_trial(table, f, 0)->end != TRIAL_SOLVED) return false;
    return true;
}

/// Why auto is not the fastest everywhere.
static void say_selection(const bench_table *table)
{
    for (int s = 0; s < table->solver_count; s++)
    {
        if (strcmp(table->solvers[s], DEFAULT_SOLVER) != 0) continue;
        puts("\nauto also chooses among the answers of redundant contacts (docs/selection.md), which takes part of its "
             "time\n"
             "on some of these; auto/any does not");
    }
}

static int serve(demo_dish *dishes, bench_table *table, const char *folder)
{
    printf("%d contact problems, made on the spot (in %s), solved to a certified %g\n\n", DISH_COUNT, folder,
           table->tolerance);
    fflush(stdout);
    if (!cook(dishes, folder, table)) return EXIT_ERROR;
    taste(dishes, table);
    if (interrupted()) return EXIT_INTERRUPTED;
    char *convergence = tool_text("%s/convergence.svg", folder), *profile = tool_text("%s/profile.svg", folder);
    bool drawn = draw(&dishes[PLOTTED], table, convergence) && draw_profile(table, profile);
    if (drawn) printf("\nconvergence on %s: %s\nperformance profile: %s\n", dishes[PLOTTED].name, convergence, profile);
    if (drawn) say_selection(table);
    if (drawn && access(table->files[PLOTTED], R_OK) == 0)
        printf("\nnext: %s solve %s\n", tool_word(), table->files[PLOTTED]);
    free(convergence);
    free(profile);
    return !drawn ? EXIT_ERROR : first_solved_all(table) ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
}

static int run(const argument_set *arguments)
{
    const char *folder = option_text(arguments, "output");
    demo_dish dishes[DISH_COUNT];
    bench_table table = {.tolerance = option_number(arguments, "tol"),
                         .max_seconds = option_number(arguments, "max-seconds")};
    if (!make_folder(folder)) return EXIT_ERROR;
    bench_solvers(&table, option_text(arguments, "solvers"));
    table.files = tool_allocate(DISH_COUNT, sizeof *table.files);
    table.infos = tool_allocate(DISH_COUNT, sizeof *table.infos);
    table.trials = tool_allocate((size_t)DISH_COUNT * (size_t)table.solver_count, sizeof *table.trials);
    write_menu(dishes, (unsigned long long)option_number(arguments, "seed"));
    interrupt_watch();
    int code = serve(dishes, &table, folder);
    for (int k = 0; k < DISH_COUNT; k++) hf_generated_destroy(&dishes[k].made);
    bench_free(&table);
    return code;
}

static const option_def options[] = {
    {.name = "output",
     .argument = "FOLDER",
     .kind = OPTION_FILE,
     .fallback = "holdfast-demo",
     .help = "where problems and plots go"},
    SHARED_SOLVERS(DEFAULT_SOLVER ",auto/any,mfb+enum,dac+enum,4sides"),
    SHARED_TOLERANCE(NATURAL_TOLERANCE),
    SHARED_PLUGIN,
    {.name = "max-seconds", .argument = "S", .kind = OPTION_POSITIVE, .fallback = "5", .help = "time for one solve"},
    SHARED_SEED("the same seed gives the same problems"),
};

static const example_def examples[] = {
    {"demo", "problems, a table and two plots in the folder holdfast-demo"},
    {"demo --output here --solvers hybrid,enum --tol 1e-10", "with other solvers"},
};

const command_def demo_command = {
    .name = "demo",
    .operands = "",
    .summary = "make a set of problems, solve it with several solvers, draw the convergence",
    .details = "Makes nine contact problems, from a single contact to a wall of bricks and a pile of spheres, writes "
               "them as files, solves each with several solvers in processes of their own, prints the times, and draws "
               "how the residual falls on one of them, as well as the performance profile. One of the solvers has an "
               "approximate friction law, to show what the certificate makes of it.",
    .exits = "0 if the first solver solved all of them, 2 if it did not, 1 if there was an error.",
    COMMAND_TABLES,
};
