// holdfast sweep: many runs of one scene, with parameters that vary; one row of a table for each.

#include "commands.h"
#include "console.h"
#include "json.h"
#include "scene_options.h"
#include "shared_options.h"
#include "sweep_plot.h"
#include "sweep_pool.h"
#include "system.h"

#include "holdfast/solve.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// All that decides what rows are, hashed (FNV-1a).
static uint64_t fingerprint_of(const sweep_job *job, const char *vary, int64_t samples, uint64_t seed)
{
    char *text = tool_text("%s|%s|%lld|%llu|%.17g|%.17g|%.17g|%s|%s", job->scene, vary ? vary : "", (long long)samples,
                           (unsigned long long)seed, job->duration, job->timestep, job->tolerance,
                           job->solver ? job->solver : "", job->measures ? job->measures : "");
    uint64_t hash = 0xcbf29ce484222325;
    for (const char *c = text; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
    free(text);
    return hash;
}

static sweep_job job_of(const argument_set *arguments, const sweep_plan *plan)
{
    sweep_job job = {.plan = plan,
                     .scene = arguments->operands[0],
                     .duration = option_given(arguments, "duration") ? option_number(arguments, "duration") : -1.0,
                     .timestep = option_number(arguments, "dt"),
                     .tolerance = option_number(arguments, "tol"),
                     .solver = option_text(arguments, "solver"),
                     .seed = (uint64_t)option_count(arguments, "seed"),
                     .measures = option_text(arguments, "measure")};
    job.fingerprint = fingerprint_of(&job, option_text(arguments, "vary"), plan->samples, plan->seed);
    return job;
}

/// "K/N", from 1 on.
static bool read_part(const char *text, sweep_work *work)
{
    work->part_count = 1;
    if (!text) return true;
    char *slash, *end;
    long k = strtol(text, &slash, 10), n = *slash == '/' ? strtol(slash + 1, &end, 10) : 0;
    if (slash != text && n >= 1 && !*end && k >= 1 && k <= n && n <= 1000000)
    {
        work->part = (int)k - 1;
        work->part_count = (int)n;
        return true;
    }
    tool_error("--part %s: K/N is needed with 1 <= K <= N, as in 3/16", text);
    return false;
}

static bool merge(sweep_table *table, const char *list)
{
    char path[4096];
    for (int k = 0; list && list_item(list, k, path, sizeof path); k++)
        if (!sweep_table_merge(table, path)) return false;
    return true;
}

static void tell_progress(const argument_set *arguments, const sweep_work *work, int64_t all, int64_t done)
{
    double wall = clock_now() - work->begun, share = work->seconds > 0.0 ? work->stepping / work->seconds : 0.0;
    const char *out = option_text(arguments, "out");
    if (option_given(arguments, "json"))
    {
        json_writer json = json_begin(stdout);
        json_text(&json, "out", out);
        json_integer(&json, "runs", (long long)all);
        json_integer(&json, "done", (long long)done);
        json_integer(&json, "made", (long long)work->made);
        json_integer(&json, "not_well", (long long)work->failed);
        json_number(&json, "seconds", wall);
        json_number(&json, "stepping_share", share);
        json_end(&json);
        return;
    }
    char time[32];
    format_seconds(wall, time, sizeof time);
    printf("%s: %lld of %lld runs, %lld of them made now in %s", out, (long long)done, (long long)all,
           (long long)work->made, time);
    if (work->made > 0) printf(", %.0f %% of it in steps", 100.0 * share);
    putchar('\n');
    if (work->failed > 0)
        printf("%lld runs did not end well: the columns status and message say how\n", (long long)work->failed);
}

/// The whole sweep where the table is: in the only process, or on rank 0.
static int lead(const argument_set *arguments, const sweep_job *job, bool by_mpi)
{
    sweep_table table = {0};
    sweep_work work = {.job = job, .table = &table, .progress = progress_begin(), .begun = clock_now()};
    work.threads = (int)option_count(arguments, "threads");
    if (work.threads == 0) work.threads = system_processors();
    if (work.threads < 1) work.threads = 1;
    const char *out = option_text(arguments, "out"), *plot = option_text(arguments, "plot");
    bool good = read_part(option_text(arguments, "part"), &work) && sweep_check(job) &&
                sweep_table_begin(&table, job, out) && merge(&table, option_text(arguments, "merge"));
    if (by_mpi)
    {
        work.broken = !good;
        sweep_mpi_lead(&work); // the others wait to be told to end in any case
    }
    else if (good) sweep_run_threads(&work);
    int64_t all = 0, done = 0;
    progress_clear(&work.progress);
    if (good) sweep_counts(&work, &all, &done);
    bool finished = good && !work.broken && done == all && sweep_table_finish(&table);
    if (good) tell_progress(arguments, &work, all, done);
    if (finished && plot) finished = sweep_plot(job->plan, out, plot);
    sweep_table_close(&table);
    if (good && !work.broken && interrupted()) return EXIT_INTERRUPTED;
    if (!finished) return EXIT_ERROR;
    return work.failed > 0 ? EXIT_NOT_CONVERGED : EXIT_SUCCESS;
}

static int run(const argument_set *arguments)
{
    sweep_plan plan;
    int rank = 0, code = EXIT_SUCCESS;
    if (!option_text(arguments, "out"))
    {
        tool_error("--out F.csv is missing: where the results go");
        return EXIT_ERROR;
    }
    if (!sweep_plan_read(option_text(arguments, "vary"), option_count(arguments, "samples"),
                         (uint64_t)option_count(arguments, "seed"), &plan))
    {
        sweep_plan_free(&plan);
        return EXIT_ERROR;
    }
    sweep_job job = job_of(arguments, &plan);
    bool by_mpi = sweep_mpi_begin(&rank);
    interrupt_watch();
    if (rank == 0) code = lead(arguments, &job, by_mpi);
    else sweep_mpi_follow(&job);
    sweep_mpi_end();
    sweep_plan_free(&plan);
    return code;
}

static const option_def options[] = {
    {.name = "vary",
     .argument = "NAME=VALUES",
     .kind = OPTION_MANY,
     .help =
         "what varies, as often as wanted; all combinations are run. VALUES: a range FIRST:LAST:STEP, a list A,B,C, "
         "or with ~ in place of = a number by lot, LEAST:MOST or log:LEAST:MOST. NAME: a parameter of a built-in "
         "scene, an actuator of a file, or seed, dt, solver, tol, key"},
    {.name = "samples",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1e9,
     .fallback = "1",
     .help = "runs for each combination, with other numbers by lot"},
    {.name = "out",
     .argument = "F.csv|F.h5",
     .kind = OPTION_FILE,
     .help = "the table of results, one row a run, as CSV or as columns in HDF5; the same command again goes on where "
             "it was stopped"},
    SCENE_STEPPING,
    {.name = "measure",
     .argument = "BODY.WHAT,...",
     .kind = OPTION_TEXT,
     .help = "columns with what a body has at the end: x, y, z, vx, vy, vz, speed, or travel (its way from the start)"},
    {.name = "threads",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 0,
     .most = 1024,
     .fallback = "0",
     .help = "runs at a time; 0: one for each processor"},
    {.name = "part",
     .argument = "K/N",
     .kind = OPTION_TEXT,
     .help = "make the K-th of N parts alone, for job arrays; --merge puts the tables together"},
    {.name = "merge",
     .argument = "F.csv,...",
     .kind = OPTION_TEXT,
     .help = "take over the rows of other tables of this sweep"},
    {.name = "plot",
     .argument = "X:Y:F.svg",
     .kind = OPTION_TEXT,
     .help = "draw column Y over column X; a line for each set of other values, mean over the seed"},
    SCENE_SEED,
    SHARED_PLUGIN,
    SHARED_JSON("the summary as one JSON object"),
};

static const example_def examples[] = {
    {"sweep incline --vary mu=0.1:1:0.05 --vary angle=10:40:5 --out incline.csv --plot mu:travel:incline.svg",
     "a grid, and a plot of it"},
    {"sweep pinch.xml --vary dt=0.001,0.002,0.004 --vary solver=auto,mfb+enum --out pinch.csv", "steps and solvers"},
    {"sweep rocks --vary mu~0.2:0.9 --vary seed=1:20 --samples 5 --out rocks.csv", "coefficients by lot"},
    {"sweep rocks --vary seed=1:1000 --part 3/16 --out rocks.3.csv", "a part, in a job array"},
};

const command_def sweep_command = {
    .name = "sweep",
    .operands = "SCENE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "run a scene many times with parameters that vary; a table of results",
    .details =
        "Every run is a row: its values, how it ended, how good its steps were, energies, the longest way and the "
        "largest speed of any body at the end, the state's hash. Runs that fail are rows, too, with a message. "
        "Rows are the same whatever the number of threads or machines.\n\n"
        "A sweep that was stopped in whatever way goes on when the same command is given again, and does nothing "
        "twice. mpirun -n 8 holdfast sweep ... spreads it over machines, if this build has MPI.",
    .exits = "0 if every run made now was well, 2 if one was not, 1 if there was an error, 130 after Ctrl-C.",
    COMMAND_TABLES,
};
