// holdfast lcp: a linear complementarity problem from Matrix Market files.

#include "commands.h"
#include "console.h"
#include "json.h"
#include "output.h"
#include "shared_options.h"
#include "watch.h"

#include "holdfast/files.h"
#include "holdfast/lemke.h"
#include "holdfast/pivot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct lcp_job
{
    const argument_set *arguments;
    const char *solver;
    hf_matrix M, q;
    double *z;
    hf_lcp_report report;
    double seconds;
    hf_error error;
} lcp_job;

static bool fail(lcp_job *job, hf_status status, const char *file, const char *what)
{
    job->error.status = status;
    snprintf(job->error.message, sizeof job->error.message, "%s: %s", file, what);
    return false;
}

/// M must be square, and q a column (or a row) that fits.
static bool read_problem(lcp_job *job)
{
    const char *const *files = job->arguments->operands;
    char what[120];
    if (hf_matrix_market_read(files[0], &job->M, &job->error) != HF_STATUS_OK) return false;
    if (hf_matrix_market_read(files[1], &job->q, &job->error) != HF_STATUS_OK) return false;
    if (job->M.rows != job->M.cols)
    {
        snprintf(what, sizeof what, "M is %d x %d; it must be square", job->M.rows, job->M.cols);
        return fail(job, HF_STATUS_INVALID, files[0], what);
    }
    bool column = job->q.cols == 1 && job->q.rows == job->M.rows;
    bool row = job->q.rows == 1 && job->q.cols == job->M.rows;
    if (column || row) return true;
    snprintf(what, sizeof what, "q is %d x %d; it must be a column of %d entries, as M has rows", job->q.rows,
             job->q.cols, job->M.rows);
    return fail(job, HF_STATUS_INVALID, files[1], what);
}

/// Pivoting is for symmetric M: rounding apart, which counts as a share of the largest entry.
static bool is_symmetric(const hf_lcp *lcp)
{
    double largest = 0.0, apart = 0.0;
    size_t n = (size_t)lcp->dimension;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
        {
            largest = fmax(largest, fabs(lcp->M[i * n + k]));
            apart = fmax(apart, fabs(lcp->M[i * n + k] - lcp->M[k * n + i]));
        }
    return apart <= 1e-10 * largest;
}

/// The method of Baraff 1994, section 4, certified as the others are.
static hf_status solve_by_pivoting(lcp_job *job, const hf_lcp *lcp, const hf_solve_options *common,
                                   hf_workspace *workspace)
{
    hf_pivot_options options = hf_pivot_options_default();
    hf_pivot_result result;
    hf_lcp_report *report = &job->report;
    options.common = *common;
    options.one_by_one = strcmp(job->solver, "pivot/paper") == 0;
    if (!is_symmetric(lcp))
    {
        fail(job, HF_STATUS_INVALID, job->arguments->operands[0],
             "M is not symmetric; pivot needs that, robust does not");
        return HF_STATUS_INVALID;
    }
    hf_status status = hf_lcp_check(lcp, &job->error);
    if (status == HF_STATUS_OK)
        status = hf_pivot_solve_dense(lcp->dimension, lcp->M, lcp->q, NULL, NULL, &options, job->z, NULL, NULL,
                                      workspace, &result, &job->error);
    if (status == HF_STATUS_OK)
        status = hf_lcp_residual_compute(lcp, job->z, NULL, workspace, &report->residual, &job->error);
    if (status != HF_STATUS_OK) return status;
    bool solved = report->residual.natural <= common->tolerance, ray = result.end == HF_PIVOT_RAY;
    report->pivots = result.pivots + result.block_moves;
    report->refactorizations = result.refactorizations;
    report->infeasible = !solved && ray && result.ray_is_proof;
    report->failure = solved                         ? HF_LCP_SOLVED
                      : ray                          ? HF_LCP_NO_SOLUTION
                      : result.end == HF_PIVOT_LIMIT ? HF_LCP_LIMIT
                                                     : HF_LCP_ERROR;
    report->outcome = solved               ? HF_OUTCOME_CONVERGED
                      : report->infeasible ? HF_OUTCOME_NO_SOLUTION
                      : result.stopped     ? HF_OUTCOME_LIMIT
                                           : HF_OUTCOME_STALLED;
    snprintf(report->note, sizeof report->note, "%ld calls of drive-to-zero, %ld block moves", result.drives,
             result.block_moves);
    return HF_STATUS_OK;
}

static bool by_pivoting(const char *solver)
{
    return strcmp(solver, "pivot") == 0 || strcmp(solver, "pivot/paper") == 0;
}

static bool solve_problem(lcp_job *job)
{
    const argument_set *arguments = job->arguments;
    progress_line progress = progress_begin();
    solve_watch watch =
        watch_begin(base_name(arguments->operands[0]), option_number(arguments, "max-seconds"), false, &progress);
    hf_lcp lcp = {.dimension = job->M.rows, .M = job->M.values, .q = job->q.values};
    hf_lcp_options options = hf_lcp_options_default();
    options.common.tolerance = option_number(arguments, "tol");
    options.common.max_iterations = option_count(arguments, "max-pivots");
    options.common.observer = watch_observe;
    options.common.observer_context = &watch;
    job->z = tool_allocate((size_t)lcp.dimension, sizeof *job->z);
    watch.started = clock_now();
    hf_workspace *workspace;
    double since = 0.0;
    hf_status status = hf_workspace_create(&workspace, &job->error);
    if (status == HF_STATUS_OK)
    {
        hf_workspace_set_interrupt(workspace, interrupt_waited, &since);
        status = by_pivoting(job->solver)
                     ? solve_by_pivoting(job, &lcp, &options.common, workspace)
                     : hf_lcp_solve(job->solver, &lcp, &options, job->z, workspace, &job->report, &job->error);
        hf_workspace_destroy(workspace);
    }
    job->seconds = clock_now() - watch.started;
    progress_clear(&progress);
    return status == HF_STATUS_OK;
}

static bool write_answer(lcp_job *job, output_file *output)
{
    if (!output->path) return true;
    hf_matrix z = {.rows = job->M.rows, .cols = 1, .values = job->z};
    if (hf_matrix_market_write(output->temporary, &z, &job->error) == HF_STATUS_OK) return output_commit(output, NULL);
    output_message(output, job->error.message);
    return false;
}

static void write_json(const lcp_job *job, bool failed)
{
    const hf_lcp_report *report = &job->report;
    json_writer json = json_begin(stdout);
    json_text(&json, "file", job->arguments->operands[0]);
    json_text(&json, "q", job->arguments->operands[1]);
    json_text(&json, "solver", job->solver);
    if (failed)
    {
        json_text(&json, "outcome", "error");
        json_text(&json, "status", hf_status_name(job->error.status));
        json_text(&json, "error", job->error.message);
        json_end(&json);
        return;
    }
    json_text(&json, "outcome", hf_outcome_name(report->outcome));
    json_text(&json, "failure", hf_lcp_failure_name(report->failure));
    json_boolean(&json, "infeasible", report->infeasible);
    json_number(&json, "natural", report->residual.natural);
    json_number(&json, "tolerance", option_number(job->arguments, "tol"));
    json_integer(&json, "pivots", report->pivots);
    json_number(&json, "seconds", job->seconds);
    json_integer(&json, "dimension", job->M.rows);
    json_number(&json, "natural_max", report->residual.natural_max);
    json_number(&json, "negative_z", report->residual.negative_z);
    json_number(&json, "negative_w", report->residual.negative_w);
    json_number(&json, "complementarity", report->residual.complementarity);
    json_integer(&json, "worst_row", report->residual.worst_row);
    json_integer(&json, "nodes", report->nodes);
    json_integer(&json, "returns", report->returns);
    json_integer(&json, "refactorizations", report->refactorizations);
    json_text(&json, "note", report->note);
    json_end(&json);
}

static void write_lines(const lcp_job *job)
{
    const hf_lcp_report *report = &job->report;
    const hf_lcp_residual *residual = &report->residual;
    bool solved = report->outcome == HF_OUTCOME_CONVERGED;
    char time[40];
    format_seconds(job->seconds, time, sizeof time);
    console_cell(stdout, solved ? "solved" : hf_lcp_failure_name(report->failure), 0,
                 solved ? COLOUR_GOOD : COLOUR_POOR);
    printf(" by %s: %d rows, %ld pivots, %s\n\n", job->solver, job->M.rows, report->pivots, time);
    printf("  certificate   |min(z, w)| %.3e (largest %.2e, at row %d), z below 0 by %.2e, w by %.2e, z.w %.2e\n",
           residual->natural, residual->natural_max, residual->worst_row, residual->negative_z, residual->negative_w,
           residual->complementarity);
    if (report->infeasible) puts("  infeasible    there is a proof that no z >= 0 gives w >= 0");
    if (report->note[0]) printf("  note          %s\n", report->note);
}

static int run_job(lcp_job *job, output_file *output)
{
    bool as_json = option_given(job->arguments, "json");
    if (!by_pivoting(job->solver) && hf_lcp_solver_check(job->solver, &job->error) != HF_STATUS_OK)
    {
        tool_error("--solver: %s, pivot, pivot/paper", job->error.message);
        return EXIT_ERROR;
    }
    if (!output_begin(output, option_text(job->arguments, "output"))) return EXIT_ERROR;
    bool well = read_problem(job) && solve_problem(job) && write_answer(job, output);
    if (as_json) write_json(job, !well);
    if (!well)
    {
        if (job->error.status == HF_STATUS_INTERRUPTED) return EXIT_INTERRUPTED;
        if (job->error.message[0]) tool_error("%s", job->error.message);
        return EXIT_ERROR;
    }
    if (!as_json) write_lines(job);
    if (interrupted()) return EXIT_INTERRUPTED;
    return job->report.outcome == HF_OUTCOME_CONVERGED ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
}

static int run(const argument_set *arguments)
{
    char name[SOLVER_NAME];
    if (!solver_with_options(option_text(arguments, "solver"), arguments, name)) return EXIT_ERROR;
    lcp_job job = {.arguments = arguments, .solver = name};
    output_file output = {0};
    interrupt_watch();
    int code = run_job(&job, &output);
    output_drop(&output);
    hf_matrix_free(&job.M);
    hf_matrix_free(&job.q);
    free(job.z);
    return code;
}

static const option_def options[] = {
    {.name = "solver",
     .argument = "S",
     .kind = OPTION_TEXT,
     .fallback = "robust",
     .help = "lemke, lexico, lexico:DELTA (ratios this close are a tie), robust, robust/paper (its published order), "
             "or for symmetric M pivot and pivot/paper (one row at a time)"},
    SHARED_SOLVER_OPTION,
    SHARED_TOLERANCE("tolerance on |min(z, w)| / (1 + |q|)"),
    {.name = "max-pivots",
     .argument = "N",
     .kind = OPTION_COUNT,
     .least = 1,
     .most = 1e15,
     .help = "stop after N pivots (50 n + 1000 otherwise)"},
    {.name = "max-seconds", .argument = "S", .kind = OPTION_POSITIVE, .help = "stop after S seconds"},
    {.name = "output", .argument = "Z.mtx", .kind = OPTION_FILE, .help = "write z"},
    SHARED_JSON("one JSON object"),
};

static const example_def examples[] = {
    {"lcp M.mtx q.mtx", "find z >= 0 with w = M z + q >= 0 and z.w = 0"},
    {"lcp M.mtx q.mtx --solver lexico --json", "by the lexicographic form of Lemke's algorithm, for a script"},
};

const command_def lcp_command = {
    .name = "lcp",
    .operands = "M.mtx q.mtx",
    .operand_least = 2,
    .operand_most = 2,
    .summary = "solve a linear complementarity problem from Matrix Market files",
    .details = "Finds z >= 0 with w = M z + q >= 0 and z.w = 0. M need be neither symmetric nor definite. The methods "
               "are those of Yamane and Nakamura 2008, and pivot, that of Baraff 1994 for symmetric M; where they find "
               "no solution, the report says why in that "
               "paper's words: no solution, cycle, error. The certificate is computed from M, q and z alone.",
    .exits = "0 if a certified solution was found, 2 if not, 1 if there was an error.",
    COMMAND_TABLES,
};
