// holdfast verify: whether a proof of a run is true.

#include "commands.h"
#include "console.h"
#include "json.h"
#include "shared_options.h"

#include "holdfast/run_proof.h"

#include <stdlib.h>

static void write_json(const char *file, const hf_run_verdict *v, bool passed)
{
    json_writer json = json_begin(stdout);
    json_text(&json, "file", file);
    json_text(&json, "outcome", passed ? "true" : "false");
    json_text(&json, "what", v->what);
    json_integer(&json, "step", v->step);
    json_integer(&json, "complete", v->complete);
    json_integer(&json, "steps", v->step_count);
    json_integer(&json, "exact", v->exact_count);
    json_integer(&json, "approximate", v->approximate_count);
    json_integer(&json, "failed", v->failed_count);
    json_integer(&json, "contacts", v->contact_count);
    json_integer(&json, "impacts", v->impact_count);
    json_number(&json, "momentum", v->momentum);
    json_number(&json, "approach", v->approach);
    json_number(&json, "outside", v->outside);
    json_number(&json, "friction", v->wrong);
    json_number(&json, "corrected", v->corrected);
    json_end(&json);
}

static void write_lines(const hf_run_verdict *v, bool passed)
{
    console_cell(stdout, passed ? "true" : "false", 0, passed ? COLOUR_GOOD : COLOUR_BAD);
    if (!v->is_true) printf(": step %ld: %s", v->step, v->what);
    else if (!v->complete) printf(passed ? ", as far as it goes" : ": the file ends without its end");
    printf("\n\n%ld steps: %ld exact, %ld approximate, %ld failed; %ld pieces, %ld contacts, %ld impacts\n",
           v->step_count, v->exact_count, v->approximate_count, v->failed_count, v->piece_count, v->contact_count,
           v->impact_count);
    printf("states set from outside: %ld\n", v->given_count);
    printf("momentum that nothing accounts for   %.3g of what acts\n", v->momentum);
    printf("approach of contacts                 %.3g m/s\n", v->approach);
    printf("impulses outside of friction         %.3g N s\n", v->outside);
    printf("friction against slip                %.3g J\n", v->wrong);
    printf("rows of mechanisms off their law     %.3g m/s\n", v->rows);
    printf("positions corrected by               %.3g m\n", v->corrected);
}

static int run(const argument_set *arguments)
{
    hf_run_verdict verdict;
    hf_error error = {0};
    const char *file = arguments->operands[0];
    if (hf_run_proof_verify(file, &verdict, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return EXIT_ERROR;
    }
    bool passed = verdict.is_true && (verdict.complete || option_given(arguments, "partial"));
    if (option_given(arguments, "json")) write_json(file, &verdict, passed);
    else write_lines(&verdict, passed);
    return passed ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
}

static const option_def options[] = {
    {.name = "partial",
     .kind = OPTION_FLAG,
     .help = "a file without its end, as a killed run leaves it, is true as far as it goes"},
    SHARED_JSON("one JSON object"),
};

static const example_def examples[] = {
    {"run rocks --duration 1 --proof rocks.hfp", "writes a proof"},
    {"verify rocks.hfp", "says true, or the step that is false"},
};

const command_def verify_command = {
    .name = "verify",
    .operands = "F.hfp",
    .operand_least = 1,
    .operand_most = 1,
    .summary = "say whether a proof of a run is true",
    .details = "Evaluates the equations of docs/proof.md with the numbers of a proof that 'holdfast run --proof' "
               "wrote, and says "
               "'true', or which step is false and what in it. verify/holdfast_verify.py does the same and shares "
               "nothing with holdfast.",
    .exits = "0 if the proof is true, 2 if it is false or has no end, 1 if there was an error.",
    COMMAND_TABLES,
};
