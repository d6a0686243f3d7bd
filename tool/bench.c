// holdfast bench: many solvers on many files, each solve in a process of its own.

#include "bench.h"

#include "commands.h"
#include "console.h"
#include "load.h"
#include "output.h"
#include "shared_options.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_file(bench_table *table, char *path)
{
    table->files = tool_reallocate(table->files, (size_t)table->file_count + 1, sizeof *table->files);
    table->files[table->file_count++] = path;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

/// All problems in a folder, by name.
static bool add_folder(bench_table *table, const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
    {
        tool_error("%s: the folder cannot be read (%s)", path, strerror(errno));
        return false;
    }
    int first = table->file_count;
    size_t length = strlen(path);
    const char *slash = length > 0 && path[length - 1] == '/' ? "" : "/";
    for (struct dirent *entry; (entry = readdir(folder));)
        if (ends_with(entry->d_name, ".hdf5") || ends_with(entry->d_name, ".h5"))
            add_file(table, tool_text("%s%s%s", path, slash, entry->d_name));
    closedir(folder);
    if (table->file_count == first)
    {
        tool_error("%s: no problems in this folder (files that end in .hdf5)", path);
        return false;
    }
    qsort(&table->files[first], (size_t)(table->file_count - first), sizeof *table->files, compare_names);
    return true;
}

static bool find_files(bench_table *table, const argument_set *arguments)
{
    for (int k = 0; k < arguments->operand_count; k++)
    {
        const char *path = arguments->operands[k];
        if (!is_folder(path)) add_file(table, tool_text("%s", path));
        else if (!add_folder(table, path)) return false;
    }
    table->infos = tool_allocate((size_t)table->file_count, sizeof *table->infos);
    return true;
}

/// All solvers on one file.
static void bench_file(bench_table *table, int file, const trial_plan *plan, const char *form, progress_line *progress)
{
    trial_result *trials = &table->trials[(size_t)file * (size_t)table->solver_count];
    const char *path = table->files[file];
    trial_result unread;
    hf_problem *problem = NULL;
    hf_error error = {0};
    bool readable = trial_readable(path, form, &unread);
    if (readable && !load_problem(path, form, NULL, &problem, &error)) // it was readable a moment ago
    {
        readable = false;
        unread.end = TRIAL_UNREADABLE;
        snprintf(unread.message, sizeof unread.message, "%s", error.message);
    }
    if (problem) table->infos[file] = hf_problem_describe(problem);
    for (int s = 0; s < table->solver_count; s++)
    {
        trial_plan this = *plan;
        this.solver = table->solvers[s];
        this.command = table->commands[s];
        if (progress_due(progress))
            progress_show(progress, "file %d of %d: %s by %s", file + 1, table->file_count, base_name(path),
                          this.solver);
        trials[s] = readable ? trial_run(problem, &this) : unread;
        if (readable && interrupted()) trials[s].end = TRIAL_CANCELLED;
    }
    progress_clear(progress);
    hf_problem_destroy(problem);
}

static bool has_failed(const bench_table *table)
{
    for (int k = 0; k < table->done * table->solver_count; k++)
    {
        trial_end end = table->trials[k].end;
        if (end != TRIAL_SOLVED && end != TRIAL_STALLED && end != TRIAL_LIMIT && end != TRIAL_NONE) return true;
    }
    return false;
}

static bool write_outputs(const bench_table *table, output_file *csv, output_file *profile)
{
    bool well = true;
    if (csv->path)
    {
        FILE *stream = output_open(csv);
        if (stream) bench_csv(stream, table);
        well = stream && output_commit(csv, stream);
    }
    if (profile->path)
    {
        FILE *stream = output_open(profile);
        if (stream) bench_profile(stream, table);
        well = stream && output_commit(profile, stream) && well;
    }
    return well;
}

static void bench_files(bench_table *table, const argument_set *arguments)
{
    bool as_json = option_given(arguments, "json");
    trial_plan plan = {.tolerance = table->tolerance,
                       .max_seconds = table->max_seconds,
                       .max_iterations = option_count(arguments, "max-iterations"),
                       .repeat = (int)option_count(arguments, "repeat")};
    progress_line progress = progress_begin();
    if (!as_json) bench_head(table);
    for (int f = 0; f < table->file_count && !interrupted(); f++)
    {
        bench_file(table, f, &plan, option_text(arguments, "form"), &progress);
        table->done++;
        if (as_json) bench_json(table, f);
        else bench_row(table, f);
    }
    if (as_json) bench_summary_json(table);
    else bench_summary_table(table);
}

static int run(const argument_set *arguments)
{
    bench_table table = {.tolerance = option_number(arguments, "tol"),
                         .max_seconds = option_number(arguments, "max-seconds")};
    output_file csv = {0}, profile = {0};
    int code = EXIT_ERROR;
    bench_solvers(&table, option_text(arguments, "solvers"));
    const char *outputs[] = {option_text(arguments, "csv"), option_text(arguments, "profile")};
    if (bench_externals(&table, option_text(arguments, "external")) && find_files(&table, arguments) &&
        outputs_differ(outputs, 2) && output_begin(&csv, option_text(arguments, "csv")) &&
        output_begin(&profile, option_text(arguments, "profile")))
    {
        table.trials = tool_allocate((size_t)table.file_count * (size_t)table.solver_count, sizeof *table.trials);
        interrupt_watch();
        bench_files(&table, arguments);
        bool written = write_outputs(&table, &csv, &profile);
        code = interrupted() ? EXIT_INTERRUPTED : !written || has_failed(&table) ? EXIT_ERROR : EXIT_SUCCESS;
    }
    output_drop(&csv);
    output_drop(&profile);
    bench_free(&table);
    return code;
}

static const option_def options[] = {
    SHARED_SOLVERS(DEFAULT_SOLVER),
    SHARED_PLUGIN,
    {.name = "external",
     .argument = "COMMAND",
     .kind = OPTION_MANY,
     .help = "a program as one more solver, as often as wanted: it reads the file {problem} (FCLIB) and writes r to "
             "{answer}, as an FCLIB solution or as numbers; its time has its start and its files in it"},
    SHARED_TOLERANCE(NATURAL_TOLERANCE),
    {.name = "max-seconds",
     .argument = "S",
     .kind = OPTION_POSITIVE,
     .fallback = "10",
     .help = "time for one solve; a process that does not stop by itself is killed a little later"},
    SHARED_MAX_ITERATIONS,
    {.name = "repeat",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1000,
     .fallback = "1",
     .help =
         "repeat each successful solve at least N times, and in any case until 10 ms have gone by; the fastest counts"},
    SHARED_FORM,
    {.name = "csv", .argument = "F.csv", .kind = OPTION_FILE, .help = "write a row for each file and solver"},
    {.name = "profile",
     .argument = "F.svg",
     .kind = OPTION_FILE,
     .help = "draw the performance profile (Dolan and Moré)"},
    SHARED_JSON("one JSON object for each file and solver, then one summary for each solver"),
};

static const example_def examples[] = {
    {"bench problems --solvers mfb,enum,mfb+enum --tol 1e-8 --max-seconds 10",
     "all problems of a folder, a table in the form of Daviet et al. 2011, table 2"},
    {"bench dumped --solvers mfb/paper,enum/paper,mfb+enum/paper --tol 1e-6 --max-iterations 2000",
     "problems that 'run ponytail:n=40 --dump-problems dumped' wrote, with a limit that a busy machine does not move"},
    {"bench a.hdf5 b.hdf5 --solvers mfb+enum,dac+enum --csv times.csv --profile times.svg", "two files, with a plot"},
    {"bench problems --plugin ./mine.so --solvers auto,mine", "a solver of your own, by its shared object"},
    {"bench problems --external 'python3 mine.py {problem} {answer}'", "the same by a program in any language"},
};

const command_def bench_command = {
    .name = "bench",
    .operands = "FOLDER|FILE...",
    .operand_least = 1,
    .operand_most = ANY_NUMBER,
    .summary = "compare solvers on many problems, each solve in its own process",
    .details = "Of a folder all files that end in .hdf5 are taken. Every solve runs in a process of its own, on one "
               "thread, so that a crash or a hang costs one row: it is reported as crashed or timeout, and the rest "
               "goes on. The answer that a process hands back is certified again outside of it; an answer that its "
               "solver calls converged and the certificate does not is reported as refuted.\n\nTimes are those of the "
               "solve alone, without reading the file.",
    .exits = "0 if everything was measured (a solver that misses the tolerance is a result), 1 if a file could not be "
             "read, or a solver failed, crashed, had to be killed or was refuted.",
    COMMAND_TABLES,
};
