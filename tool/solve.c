// holdfast solve: one solver on one or many files, each answer with its certificate.

#include "commands.h"
#include "console.h"
#include "history.h"
#include "load.h"
#include "output.h"
#include "result.h"
#include "shared_options.h"
#include "watch.h"

#include "holdfast/files.h"
#include "holdfast/solve.h"

#include <stdlib.h>
#include <string.h>

/// Everything that lives as long as the command.
typedef struct solve_job
{
    const argument_set *arguments;
    const char *solver;
    const char *form;
    double tolerance;
    double max_seconds;
    hf_workspace *workspace;
    progress_line progress;
    output_file trace, plot, solution;
    const char *folder; // --output is a folder, for the solutions of several files
    FILE *trace_stream;
    solve_watch *watches; // one per file if there is a plot
    int code;
} solve_job;

static void fail(solve_result *result, const hf_error *error)
{
    result->failed = true;
    result->error = *error;
}

/// Solves, and puts report and time into the result.
static bool solve_problem(solve_job *job, const hf_problem *problem, double *r, solve_watch *watch,
                          solve_result *result)
{
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = job->tolerance;
    options.max_iterations = option_count(job->arguments, "max-iterations");
    options.budget = option_count(job->arguments, "budget");
    options.warm_start = option_given(job->arguments, "warm-start");
    options.observer = watch_observe;
    options.observer_context = watch;
    hf_error error = {0};
    double since = 0.0;
    hf_workspace_set_interrupt(job->workspace, interrupt_waited, &since);
    hf_status status = hf_solve(job->solver, problem, &options, r, job->workspace, &result->report, &error);
    hf_workspace_set_interrupt(job->workspace, NULL, NULL);
    result->seconds = clock_now() - watch->started;
    if (status != HF_STATUS_OK)
    {
        fail(result, &error);
        return false;
    }
    hf_report *report = &result->report;
    if (report->outcome == HF_OUTCOME_LIMIT && watch->timed_out)
        snprintf(report->note, sizeof report->note, "stopped by --max-seconds %g", job->max_seconds);
    else if (report->outcome == HF_OUTCOME_LIMIT && interrupted())
        snprintf(report->note, sizeof report->note, "interrupted");
    watch_finish(watch, report, result->seconds);
    return true;
}

/// Writes r as the solution beside a copy of the problem, or beside the problem as it was solved if --friction has
/// changed it. `output` has been begun.
static void write_solution(const char *file, bool changed, const hf_problem *problem, const double *r,
                           output_file *output, solve_result *result)
{
    hf_error error = {0};
    bool empty = result->info.dimension == 0; // FCLIB keeps no empty solutions
    bool there = changed ? hf_fclib_write(output->temporary, problem, NULL, &error) == HF_STATUS_OK
                         : copy_file(file, output->temporary, &error);
    if (!there || (!empty && hf_fclib_write_solution(output->temporary, problem, r, NULL, &error) != HF_STATUS_OK))
    {
        output_message(output, error.message);
        fail(result, &error);
    }
    else if (!output_commit(output, NULL))
        fail(result, &(hf_error){.status = HF_STATUS_FILE, .message = "the solution could not be written"});
    output_drop(output);
}

/// Writes the solution to --output: to the file that was begun before the first solve, or into the folder.
static void save_solution(solve_job *job, const char *file, const hf_problem *problem, const double *r,
                          solve_result *result)
{
    bool changed = option_given(job->arguments, "friction");
    if (!job->folder)
    {
        if (job->solution.path) write_solution(file, changed, problem, r, &job->solution, result);
        return;
    }
    output_file output;
    char *path = tool_text("%s/%s", job->folder, base_name(file));
    if (output_begin(&output, path)) write_solution(file, changed, problem, r, &output, result);
    else fail(result, &(hf_error){.status = HF_STATUS_FILE, .message = "the solution could not be written"});
    free(path);
}

static solve_result solve_file(solve_job *job, int index)
{
    const char *file = job->arguments->operands[index];
    solve_result result = {.file = file, .solver = job->solver, .tolerance = job->tolerance};
    hf_problem *problem;
    hf_error error = {0};
    double begun = clock_now();
    if (!load_problem(file, job->form, option_text(job->arguments, "friction"), &problem, &error))
    {
        fail(&result, &error);
        return result;
    }
    result.read_seconds = clock_now() - begun;
    result.info = hf_problem_describe(problem);
    double *r = tool_allocate((size_t)result.info.dimension, sizeof *r);
    solve_watch watch = {0};
    if (option_given(job->arguments, "warm-start") && !load_guess(file, problem, r, &error)) fail(&result, &error);
    else
    {
        watch = watch_begin(base_name(file), job->max_seconds, job->trace.path || job->plot.path, &job->progress);
        if (solve_problem(job, problem, r, &watch, &result)) save_solution(job, file, problem, r, &result);
        if (!result.failed && job->trace_stream) trace_rows(job->trace_stream, file, job->solver, &watch);
    }
    progress_clear(&job->progress);
    if (job->watches) job->watches[index] = watch;
    else watch_free(&watch);
    free(r);
    hf_problem_destroy(problem);
    return result;
}

static void note_outcome(solve_job *job, const solve_result *result)
{
    if (result->failed) job->code = EXIT_ERROR;
    else if (result->report.outcome != HF_OUTCOME_CONVERGED && job->code == EXIT_SUCCESS)
        job->code = EXIT_NOT_CONVERGED;
}

static void solve_files(solve_job *job)
{
    const argument_set *arguments = job->arguments;
    bool as_json = option_given(arguments, "json");
    file_column column = file_column_of(arguments->operands, arguments->operand_count);
    if (!as_json)
    {
        printf("solver %s, tolerance %g\n\n", job->solver, job->tolerance);
        result_head(&column);
    }
    for (int k = 0; k < arguments->operand_count && !interrupted(); k++)
    {
        solve_result result = solve_file(job, k);
        note_outcome(job, &result);
        if (as_json) result_json(&result);
        else result_row(&result, &column);
        if (!as_json && arguments->operand_count == 1) result_details(&result);
    }
    if (interrupted()) job->code = EXIT_INTERRUPTED;
}

static bool write_plot(solve_job *job)
{
    FILE *stream = output_open(&job->plot);
    if (!stream) return false;
    const argument_set *arguments = job->arguments;
    history *histories = tool_allocate((size_t)arguments->operand_count, sizeof *histories);
    int count = 0;
    for (int k = 0; k < arguments->operand_count; k++)
        if (job->watches[k].count > 0)
            histories[count++] = (history){.name = base_name(arguments->operands[k]), .watch = &job->watches[k]};
    char title[200];
    snprintf(title, sizeof title, "Convergence of %s", job->solver);
    bool over_seconds = strcmp(option_text(arguments, "plot-over"), "seconds") == 0;
    convergence_plot(stream, title, NULL, job->tolerance, over_seconds, histories, count);
    free(histories);
    return output_commit(&job->plot, stream);
}

/// In a folder an answer has the name of its problem's file; two problems of one name would leave one answer.
static bool answers_differ(const solve_job *job)
{
    const argument_set *arguments = job->arguments;
    for (int a = 0; a < arguments->operand_count; a++)
        for (int b = 0; b < a; b++)
            if (strcmp(base_name(arguments->operands[a]), base_name(arguments->operands[b])) == 0)
            {
                tool_error("%s and %s: both answers would be %s/%s; solve them one by one", arguments->operands[b],
                           arguments->operands[a], job->folder, base_name(arguments->operands[a]));
                return false;
            }
    return true;
}

/// --output names a file for one problem, and a folder for several.
static bool begin_solution(solve_job *job, const char *path)
{
    if (!path) return true;
    size_t length = strlen(path);
    bool several = job->arguments->operand_count > 1;
    if (!several && !is_folder(path) && path[length - 1] != '/') return output_begin(&job->solution, path);
    job->folder = path;
    return answers_differ(job) && make_folder(path);
}

/// Everything that can fail before the first file is read.
static bool begin(solve_job *job)
{
    const argument_set *arguments = job->arguments;
    const char *outputs[] = {option_text(arguments, "trace"), option_text(arguments, "plot"),
                             option_text(arguments, "output")};
    if (!outputs_differ(outputs, 3)) return false;
    if (!output_begin(&job->trace, option_text(arguments, "trace"))) return false;
    if (!output_begin(&job->plot, option_text(arguments, "plot"))) return false;
    if (!begin_solution(job, option_text(arguments, "output"))) return false;
    hf_error error;
    if (hf_workspace_create(&job->workspace, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    if (job->plot.path) job->watches = tool_allocate((size_t)arguments->operand_count, sizeof *job->watches);
    if (job->trace.path)
    {
        job->trace_stream = output_open(&job->trace);
        if (!job->trace_stream) return false;
        trace_head(job->trace_stream);
    }
    return true;
}

static void end(solve_job *job)
{
    output_drop(&job->trace);
    output_drop(&job->plot);
    output_drop(&job->solution);
    for (int k = 0; job->watches && k < job->arguments->operand_count; k++) watch_free(&job->watches[k]);
    free(job->watches);
    hf_workspace_destroy(job->workspace);
}

static int run(const argument_set *arguments)
{
    char name[SOLVER_NAME];
    if (!solver_with_options(option_text(arguments, "solver"), arguments, name)) return EXIT_ERROR;
    solve_job job = {.arguments = arguments,
                     .solver = name,
                     .form = option_text(arguments, "form"),
                     .tolerance = option_number(arguments, "tol"),
                     .max_seconds = option_number(arguments, "max-seconds"),
                     .progress = progress_begin(),
                     .code = EXIT_SUCCESS};
    if (!begin(&job))
    {
        end(&job);
        return EXIT_ERROR;
    }
    interrupt_watch();
    solve_files(&job);
    if (job.trace_stream && !output_commit(&job.trace, job.trace_stream)) job.code = EXIT_ERROR;
    if (job.plot.path && !write_plot(&job)) job.code = EXIT_ERROR;
    end(&job);
    return job.code;
}

static const option_def options[] = {
    {.name = "solver",
     .argument = "S",
     .kind = OPTION_SOLVER,
     .fallback = DEFAULT_SOLVER,
     .help = "the method; 'holdfast solvers' lists them"},
    SHARED_SOLVER_OPTION,
    SHARED_PLUGIN,
    SHARED_TOLERANCE(NATURAL_TOLERANCE),
    {.name = "max-seconds",
     .argument = "S",
     .kind = OPTION_POSITIVE,
     .help = "stop a solve after S seconds and report its best iterate"},
    SHARED_MAX_ITERATIONS,
    SHARED_BUDGET,
    SHARED_FORM,
    FRICTION_OF_FILE,
    {.name = "warm-start",
     .kind = OPTION_FLAG,
     .help = "start from the solution in the file, or from its first guess if it has no solution"},
    {.name = "output",
     .argument = "SOL.hdf5",
     .kind = OPTION_FILE,
     .help = "write the problem with its solution; with several files this is a folder, and the solutions have the "
             "names of the problems"},
    SHARED_JSON("one JSON object a file, one file a line"),
    {.name = "trace", .argument = "F.csv", .kind = OPTION_FILE, .help = "write the history of each solve"},
    {.name = "plot", .argument = "F.svg", .kind = OPTION_FILE, .help = "draw the residual's history, one line a file"},
    {.name = "plot-over",
     .argument = "X",
     .kind = OPTION_CHOICE,
     .choices = "iterations|seconds",
     .fallback = "iterations",
     .help = "what the plot's horizontal axis shows"},
};

static const example_def examples[] = {
    {"solve box.hdf5", "the default solver, with the certificate in full"},
    {"solve problems/*.hdf5 --tol 1e-10 --max-seconds 10 --json", "a folder of problems, for a script"},
    {"solve box.hdf5 --output box-solved.hdf5", "keep the answer, for holdfast check"},
    {"solve tower.hdf5 --solver dac+enum --plot tower.svg --trace tower.csv", "how the residual fell"},
};

const command_def solve_command = {
    .name = "solve",
    .operands = "FILE...",
    .operand_least = 1,
    .operand_most = ANY_NUMBER,
    .summary = "solve contact problems and certify the answers",
    .details = "Reads FCLIB problems (HDF5, local or global form, 2D or 3D), solves each, and says how it ended: "
               "converged (the certificate, computed from the problem and the answer alone, is within the tolerance), "
               "stalled, limit or no_solution. The answer is always the best iterate by the certificate. A file that "
               "cannot be read gets a row that says why, and the others are solved all the same.\n\n"
               "A W that is not symmetric is solved as it is, and the report says by how much it is not. Ctrl-C stops "
               "the solve that is running and reports what it had.",
    .exits = "0 if all converged, 2 if one did not, 1 if there was an error.",
    COMMAND_TABLES,
};
