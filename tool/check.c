// holdfast check: the certificate of an answer, whoever found it. No solver is involved, and none is linked to by this
// file.

#include "check_derivative.h"
#include "commands.h"
#include "console.h"
#include "json.h"
#include "load.h"
#include "result.h"
#include "scene_options.h"
#include "shared_options.h"

#include "holdfast/files.h"
#include "holdfast/margin.h"
#include "holdfast/solve.h"

#include <stdlib.h>

typedef struct check_result
{
    const char *file, *solution;
    double tolerance;
    hf_problem_info info;
    hf_residual residual;
    bool passed;
} check_result;

static bool certify(check_result *check, const char *form, const char *friction, hf_error *error)
{
    hf_problem *problem;
    if (!load_problem(check->file, form, friction, &problem, error)) return false;
    check->info = hf_problem_describe(problem);
    double *r = tool_allocate((size_t)check->info.dimension, sizeof *r);
    bool empty = check->info.dimension == 0; // FCLIB keeps no solution then, and none is needed
    bool well = (empty || hf_fclib_read_solution(check->solution, problem, r, NULL, error) == HF_STATUS_OK) &&
                hf_residual_compute(problem, r, NULL, &check->residual, error) == HF_STATUS_OK;
    check->passed = well && check->residual.natural <= check->tolerance;
    free(r);
    hf_problem_destroy(problem);
    return well;
}

static void write_json(const check_result *check, const hf_error *error)
{
    json_writer json = json_begin(stdout);
    json_text(&json, "file", check->file);
    json_text(&json, "solution", check->solution);
    if (error)
    {
        json_text(&json, "outcome", "error");
        json_text(&json, "status", hf_status_name(error->status));
        json_text(&json, "error", error->message);
    }
    else
    {
        json_text(&json, "outcome", check->passed ? "passed" : "failed");
        json_number(&json, "natural", check->residual.natural);
        json_number(&json, "tolerance", check->tolerance);
        json_problem(&json, &check->info);
        json_residual(&json, &check->residual);
    }
    json_end(&json);
}

static void write_lines(const check_result *check)
{
    console_cell(stdout, check->passed ? "passed" : "failed", 0, check->passed ? COLOUR_GOOD : COLOUR_BAD);
    printf(": natural %.3e, tolerance %g\n\n", check->residual.natural, check->tolerance);
    residual_details(&check->info, &check->residual);
}

/// A proof of 'holdfast margin'.
static int check_proof(const char *file, double tolerance, bool as_json)
{
    hf_proof_report report;
    hf_error error = {0};
    if (hf_proof_check(file, tolerance, &report, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return EXIT_ERROR;
    }
    bool passed = report.claim_count > 0 && report.true_count == report.claim_count;
    if (as_json)
    {
        json_writer json = json_begin(stdout);
        json_text(&json, "file", file);
        json_text(&json, "outcome", passed ? "passed" : "failed");
        json_integer(&json, "claims", report.claim_count);
        json_integer(&json, "true", report.true_count);
        json_number(&json, "balance", report.balance);
        json_number(&json, "cone", report.cone);
        json_number(&json, "resistance", report.resistance);
        json_text(&json, "message", report.message);
        json_end(&json);
        return passed ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
    }
    console_cell(stdout, passed ? "passed" : "failed", 0, passed ? COLOUR_GOOD : COLOUR_BAD);
    printf(": %d of %d claims are true%s%s\n", report.true_count, report.claim_count, report.message[0] ? ": " : "",
           report.message);
    printf("forces: load that is left %.3e, outside of friction %.3e; motions: resistance %.3e\n", report.balance,
           report.cone, report.resistance);
    return passed ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
}

static int run(const argument_set *arguments)
{
    if (option_given(arguments, "derivative")) return check_derivative(arguments);
    if (hf_proof_is(arguments->operands[0]))
        return check_proof(arguments->operands[0],
                           option_given(arguments, "tol") ? option_number(arguments, "tol") : 0.0,
                           option_given(arguments, "json"));
    check_result check = {.file = arguments->operands[0], .tolerance = option_number(arguments, "tol")};
    check.solution = option_text(arguments, "solution");
    if (!check.solution) check.solution = check.file;
    bool as_json = option_given(arguments, "json");
    hf_error error = {0};
    if (!certify(&check, option_text(arguments, "form"), option_text(arguments, "friction"), &error))
    {
        if (as_json) write_json(&check, &error);
        tool_error("%s", error.message);
        return EXIT_ERROR;
    }
    if (as_json) write_json(&check, NULL);
    else write_lines(&check);
    return check.passed ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
}

static const option_def options[] = {
    {.name = "solution",
     .argument = "SOL.hdf5",
     .kind = OPTION_FILE,
     .help = "the file that holds the solution (FILE itself otherwise)"},
    SHARED_TOLERANCE(NATURAL_TOLERANCE),
    SHARED_FORM,
    FRICTION_OF_FILE,
    {.name = "derivative",
     .kind = OPTION_FLAG,
     .help = "FILE is a scene: the derivative of a step beside one-sided differences of whole steps"},
    {.name = "at",
     .argument = "T",
     .kind = OPTION_NUMBER,
     .least = 0,
     .most = 1e9,
     .fallback = "0.1",
     .help = "with --derivative: run the scene to this time first [s]"},
    SCENE_FLOATING,
    SCENE_SEED,
    SHARED_JSON("one JSON object"),
};

static const example_def examples[] = {
    {"check box.hdf5 --solution box-solved.hdf5", "what 'holdfast solve box.hdf5 --output box-solved.hdf5' wrote"},
    {"check box.hdf5 --solution theirs.hdf5 --tol 1e-6 --json", "another program's answer"},
    {"check --derivative incline:mu=0.3,angle=30 --at 0.2", "is the derivative of that step right, and on which side"},
    {"check arch.proof", "what 'holdfast margin arch --gravity --proof arch.proof' wrote"},
};

const command_def check_command = {
    .name = "check",
    .operands = "FILE",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "certify a solution, whoever found it",
    .details =
        "Computes the certificate from the problem in FILE and the r of the solution, and from nothing else: "
        "the natural-map residual of FCLIB and Siconos, and the worst contact's approach speed, distance from "
        "the friction cone, r_N u_N and misalignment of slip and friction in SI units. No solver is involved.\n\n"
        "A file of 'holdfast margin --proof' is checked from its own numbers: forces are within friction and "
        "balance the load, motions are resisted by nothing.\n\n"
        "With --derivative FILE is a scene: each column of the derivative of the next step is compared with what whole "
        "steps do from either side. Where they part, the contact or limit that changes its state within the difference "
        "is "
        "named, or that it is the correction of positions; otherwise the derivative is wrong, and the exit code 2.",
    .exits = "0 if the residual is within the tolerance, 2 if it is not, 1 if there was an error.",
    COMMAND_TABLES,
};
