// holdfast solvers: what there is to choose from.

#include "commands.h"
#include "console.h"
#include "json.h"
#include "shared_options.h"

#include "holdfast/solve.h"

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

static int run(const argument_set *arguments)
{
    if (option_given(arguments, "names")) list_names();
    else if (option_given(arguments, "json")) list_json();
    else list_table();
    return EXIT_ALL_WELL;
}

static const option_def options[] = {
    SHARED_JSON("one JSON object a line: name, paper, summary, exact"),
    SHARED_NAMES,
};

static const example_def examples[] = {
    {"solvers", "a table for people"},
    {"solvers --names", "for scripts"},
};

const command_def solvers_command = {
    .name = "solvers",
    .operands = "",
    .summary = "list the solvers: name, paper, what each is good for",
    .details = "Every name can be given to --solver and --solvers. Names that combine, such as dac+enum (a one-contact "
               "solver and its fail-safe), are understood even where they are not listed.",
    .exits = "0.",
    COMMAND_TABLES,
};
