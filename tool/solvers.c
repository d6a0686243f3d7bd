// holdfast solvers: what there is to choose from.

#include "commands.h"
#include "console.h"
#include "json.h"
#include "shared_options.h"

#include "holdfast/solve.h"

#include <string.h>

static void list_names(void)
{
    for (int k = 0; k < hf_solver_count(); k++) puts(hf_solver_at(k)->name);
}

static void list_json(void)
{
    for (int k = 0; k < hf_solver_count(); k++)
    {
        const hf_solver *solver = hf_solver_at(k);
        json_writer json = json_begin(stdout);
        json_text(&json, "name", solver->name);
        json_text(&json, "paper", solver->paper);
        json_text(&json, "summary", solver->summary);
        json_boolean(&json, "exact", solver->exact);
        json_boolean(&json, "moments", hf_solver_moments(solver->name));
        json_end(&json);
    }
}

static void list_table(void)
{
    int name_width = 4, paper_width = 5;
    for (int k = 0; k < hf_solver_count(); k++)
    {
        const hf_solver *solver = hf_solver_at(k);
        if (text_width(solver->name) > name_width) name_width = text_width(solver->name);
        if (text_width(solver->paper) > paper_width) paper_width = text_width(solver->paper);
    }
    console_cell(stdout, "name", name_width + 2, COLOUR_DIM);
    console_cell(stdout, "paper", paper_width + 2, COLOUR_DIM);
    console_cell(stdout, "what it is good for", 0, COLOUR_DIM);
    fputc('\n', stdout);
    bool approximate = false;
    for (int k = 0; k < hf_solver_count(); k++)
    {
        const hf_solver *solver = hf_solver_at(k);
        console_cell(stdout, solver->name, name_width + 2, COLOUR_BOLD);
        console_cell(stdout, solver->paper, paper_width + 2, COLOUR_PLAIN);
        printf("%s%s%s\n", solver->summary, solver->exact ? "" : " *", hf_solver_moments(solver->name) ? " +" : "");
        approximate = approximate || !solver->exact;
    }
    puts("\n+ knows torsional and rolling friction (contacts of 4 and 6 rows); the others refuse it");
    if (approximate)
        puts("* approximate friction; with a pyramid in the place of the cone, worlds have that law, and certificates "
             "are of it");
}

/// One solver, and the options that may follow its name; with `names` those alone.
static bool show(const char *name, bool names)
{
    hf_error error = {0};
    if (hf_solver_check(name, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    int count = hf_solver_option_count(name), width = 0;
    for (int k = 0; k < count; k++)
    {
        if (names) puts(hf_solver_option_at(name, k)->name);
        int length = text_width(hf_solver_option_at(name, k)->name);
        if (length > width) width = length;
    }
    if (names) return true;
    for (int k = 0; k < hf_solver_count(); k++)
        if (strcmp(hf_solver_at(k)->name, name) == 0)
            printf("%s: %s (%s)\n", name, hf_solver_at(k)->summary, hf_solver_at(k)->paper);
    for (int k = 0; k < count; k++)
    {
        fputs("  ", stdout);
        console_cell(stdout, hf_solver_option_at(name, k)->name, width + 2, COLOUR_BOLD);
        puts(hf_solver_option_at(name, k)->summary);
    }
    if (count == 0) puts("  no options of its own");
    else
        printf("\n--option %s=VALUE sets one, or the name itself does: %s/%s=VALUE\n",
               hf_solver_option_at(name, 0)->name, name, hf_solver_option_at(name, 0)->name);
    return true;
}

static int run(const argument_set *arguments)
{
    if (arguments->operand_count > 0)
        return show(arguments->operands[0], option_given(arguments, "names")) ? EXIT_SUCCESS : EXIT_ERROR;
    if (option_given(arguments, "names")) list_names();
    else if (option_given(arguments, "json")) list_json();
    else list_table();
    return EXIT_SUCCESS;
}

static const option_def options[] = {
    SHARED_JSON("one JSON object a line: name, paper, summary, exact"),
    SHARED_NAMES,
    SHARED_PLUGIN,
};

static const example_def examples[] = {
    {"solvers", "a table for people"},
    {"solvers implicit", "one of them, with its options"},
    {"solvers --names", "for scripts"},
};

const command_def solvers_command = {
    .name = "solvers",
    .operands = "[NAME]",
    .operand_most = 1,
    .summary = "list the solvers: name, paper, what each is good for",
    .details = "Every name can be given to --solver and --solvers. Names that combine, such as dac+enum (a one-contact "
               "solver and its fail-safe), are understood even where they are not listed.",
    .exits = "0, 1 if there is no such solver.",
    COMMAND_TABLES,
};
