// The child has the problem already, as a copy of the parent's memory, and hands back report and r. The parent believes
// neither: it computes the certificate from its own copy of the problem and the r that came through the pipe.
//
// Small problems take microseconds, and the first solve pays for cold caches and growing memory. So a solve is repeated
// until MEASURE_SECONDS have gone by, and the fastest one counts: noise only ever adds time.

#include "trial.h"

#include "console.h"
#include "external.h"
#include "isolate.h"
#include "load.h"
#include "system.h"
#include "watch.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const double MEASURE_SECONDS = 0.01;
static const double READ_SECONDS = 60.0; // more than any file takes
static const double GRACE_SECONDS = 1.0; // for a child to stop by itself, beyond a tenth of its time

enum
{
    REPETITIONS_MAX = 10000,
};

const char *trial_end_name(trial_end end)
{
    static const char *const names[] = {"converged", "stalled", "limit",   "no_solution", "refuted",
                                        "error",     "crashed", "timeout", "cancelled",   "unreadable"};
    return names[end];
}

typedef struct trial_work
{
    const hf_problem *problem;
    const trial_plan *plan;
    int dimension;
    const char *path, *form; // for reading
    char *folder;            // for the files of a command
} trial_work;

/// What goes through the pipe, before r. The names of phases are pointers to static strings, which are at the same
/// place in the parent: the child is a fork and runs the same image.
typedef struct trial_message
{
    hf_status status;
    hf_error error;
    hf_report report;
    double seconds;
    int repetitions;
    int signal; // that ended a command
} trial_message;

static hf_status solve_once(const trial_work *work, hf_workspace *workspace, double *r, trial_message *message,
                            double *seconds)
{
    solve_watch watch = watch_begin("", work->plan->max_seconds, false, NULL);
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = work->plan->tolerance;
    options.max_iterations = work->plan->max_iterations;
    options.observer = watch_observe;
    options.observer_context = &watch;
    watch.started = clock_now();
    hf_status status =
        hf_solve(work->plan->solver, work->problem, &options, r, workspace, &message->report, &message->error);
    *seconds = clock_now() - watch.started;
    return status;
}

/// What a program answers is an answer and no more: how good it is the parent finds.
static bool command_in_child(void *context, isolated_pipe *pipe)
{
    const trial_work *work = context;
    trial_message message = {.seconds = INFINITY};
    double *r = tool_allocate((size_t)work->dimension, sizeof *r);
    for (bool well = true; well && message.repetitions < work->plan->repeat; message.repetitions++)
    {
        external_run run;
        well = external_solve(work->plan->command, work->folder, work->problem, r, &run);
        message.seconds = fmin(message.seconds, run.seconds);
        message.signal = run.signal;
        message.status = well ? HF_STATUS_OK : HF_STATUS_INVALID;
        snprintf(message.error.message, sizeof message.error.message, "%s", run.message);
    }
    return isolated_put(pipe, &message, sizeof message) && isolated_put(pipe, r, (size_t)work->dimension * sizeof *r);
}

static bool solve_in_child(void *context, isolated_pipe *pipe)
{
    const trial_work *work = context;
    trial_message message = {.seconds = INFINITY};
    hf_workspace *workspace = NULL;
    double *r = tool_allocate((size_t)work->dimension, sizeof *r);
    message.status = hf_workspace_create(&workspace, &message.error);
    double begun = clock_now();
    bool again = message.status == HF_STATUS_OK;
    while (again)
    {
        double seconds;
        message.status = solve_once(work, workspace, r, &message, &seconds);
        message.seconds = fmin(message.seconds, seconds);
        message.repetitions++;
        bool well = message.status == HF_STATUS_OK && message.report.outcome == HF_OUTCOME_CONVERGED;
        bool measured = clock_now() - begun >= MEASURE_SECONDS && message.repetitions >= work->plan->repeat;
        again = well && !measured && message.repetitions < REPETITIONS_MAX;
    }
    return isolated_put(pipe, &message, sizeof message) && isolated_put(pipe, r, (size_t)work->dimension * sizeof *r);
}

static trial_end end_of(const trial_message *message, const hf_residual *residual, const trial_plan *plan)
{
    if (plan->command) return residual->natural <= plan->tolerance ? TRIAL_SOLVED : TRIAL_STALLED;
    if (message->report.outcome == HF_OUTCOME_CONVERGED)
        return residual->natural <= plan->tolerance ? TRIAL_SOLVED : TRIAL_REFUTED;
    switch (message->report.outcome)
    {
    case HF_OUTCOME_LIMIT: return TRIAL_LIMIT;
    case HF_OUTCOME_NO_SOLUTION: return TRIAL_NONE;
    default: return TRIAL_STALLED;
    }
}

static void say_signal(int signal, trial_result *trial)
{
    trial->end = TRIAL_CRASHED;
    snprintf(trial->message, sizeof trial->message, "signal %d (%s)", signal, system_signal_name(signal));
}

/// Reads the message and certifies.
static void judge(const trial_work *work, const isolated_result *result, trial_result *trial)
{
    trial_message message;
    size_t r_bytes = (size_t)work->dimension * sizeof(double);
    if (result->byte_count != sizeof message + r_bytes)
    {
        trial->end = TRIAL_CRASHED;
        snprintf(trial->message, sizeof trial->message, "the child handed back %zu bytes instead of %zu",
                 result->byte_count, sizeof message + r_bytes);
        return;
    }
    memcpy(&message, result->bytes, sizeof message);
    hf_status status = message.status;
    hf_error error = message.error;
    if (message.signal)
    {
        say_signal(message.signal, trial);
        return;
    }
    if (status == HF_STATUS_OK)
    {
        double *r = tool_allocate((size_t)work->dimension, sizeof *r);
        if (r_bytes > 0) memcpy(r, (const char *)result->bytes + sizeof message, r_bytes);
        status = hf_residual_compute(work->problem, r, NULL, &trial->residual, &error);
        free(r);
    }
    if (status != HF_STATUS_OK)
    {
        trial->end = TRIAL_ERROR;
        snprintf(trial->message, sizeof trial->message, "%s", error.message);
        return;
    }
    trial->report = message.report;
    trial->seconds = message.seconds;
    trial->repetitions = message.repetitions;
    trial->end = end_of(&message, &trial->residual, work->plan);
}

/// How a process ended that has nothing to say for itself.
static void judge_silence(const isolated_result *result, double seconds, trial_result *trial)
{
    switch (result->end)
    {
    case ISOLATED_TIMEOUT:
        trial->end = TRIAL_TIMEOUT;
        snprintf(trial->message, sizeof trial->message, "killed after %.3g s", seconds);
        break;
    case ISOLATED_INTERRUPTED: trial->end = TRIAL_CANCELLED; break;
    case ISOLATED_FAILED:
        trial->end = TRIAL_ERROR;
        snprintf(trial->message, sizeof trial->message, "no process could be started");
        break;
    default:
        trial->end = TRIAL_CRASHED;
        if (result->signal) say_signal(result->signal, trial);
        else snprintf(trial->message, sizeof trial->message, "ended without a result");
        break;
    }
}

trial_result trial_run(const hf_problem *problem, const trial_plan *plan)
{
    trial_result trial = {.seconds = INFINITY, .residual = {.natural = INFINITY, .worst_block = -1}};
    trial_work work = {.problem = problem, .plan = plan, .dimension = hf_problem_describe(problem).dimension};
    double limit = plan->repeat * (1.1 * plan->max_seconds) + GRACE_SECONDS;
    if (plan->command && !(work.folder = external_folder()))
    {
        trial.end = TRIAL_ERROR;
        snprintf(trial.message, sizeof trial.message, "no folder for its files can be made in $TMPDIR or /tmp");
        return trial;
    }
    isolated_result result = isolate(plan->command ? command_in_child : solve_in_child, &work, limit);
    if (result.end == ISOLATED_DONE) judge(&work, &result, &trial);
    else judge_silence(&result, limit, &trial);
    free(result.bytes);
    if (work.folder) external_clean(work.folder);
    return trial;
}

static bool read_in_child(void *context, isolated_pipe *pipe)
{
    const trial_work *work = context;
    hf_error error = {0};
    hf_problem *problem;
    bool well = load_problem(work->path, work->form, NULL, &problem, &error);
    if (!well && error.status == HF_STATUS_OK) error.status = HF_STATUS_FORMAT;
    return isolated_put(pipe, &error, sizeof error);
}

bool trial_readable(const char *path, const char *form, trial_result *trial)
{
    *trial = (trial_result){.seconds = INFINITY, .residual = {.natural = INFINITY, .worst_block = -1}};
    trial_work work = {.path = path, .form = form};
    isolated_result result = isolate(read_in_child, &work, READ_SECONDS);
    hf_error error = {.status = HF_STATUS_FORMAT};
    if (result.end == ISOLATED_DONE && result.byte_count == sizeof error) memcpy(&error, result.bytes, sizeof error);
    else judge_silence(&result, READ_SECONDS, trial);
    bool done = result.end == ISOLATED_DONE;
    free(result.bytes);
    if (done && error.status == HF_STATUS_OK) return true;
    if (done)
    {
        trial->end = TRIAL_UNREADABLE;
        snprintf(trial->message, sizeof trial->message, "%s", error.message);
    }
    return false;
}
