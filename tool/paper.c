// holdfast paper: the experiments of the papers, published numbers beside ours.

#include "paper.h"
#include "commands.h"
#include "console.h"
#include "output.h"
#include "shared_options.h"

#include <stdlib.h>
#include <string.h>

static void list(void)
{
    int width = 0;
    for (int k = 0; k < paper_experiment_count; k++)
        if (text_width(paper_experiments[k]->name) > width) width = text_width(paper_experiments[k]->name);
    for (int k = 0; k < paper_experiment_count; k++)
    {
        console_cell(stdout, paper_experiments[k]->name, width + 2, COLOUR_BOLD);
        puts(paper_experiments[k]->title);
    }
    puts("\nholdfast paper NAME runs one, holdfast paper all --html DIR all of them.");
}

static const paper_experiment *find(const char *name)
{
    const char **names = tool_allocate((size_t)paper_experiment_count + 1, sizeof *names);
    const paper_experiment *found = NULL;
    names[paper_experiment_count] = "all";
    for (int k = 0; k < paper_experiment_count; k++)
    {
        names[k] = paper_experiments[k]->name;
        if (strcmp(names[k], name) == 0) found = paper_experiments[k];
    }
    const char *near = found ? NULL : nearest_word(name, names, paper_experiment_count + 1);
    if (!found)
        tool_error("there is no experiment '%s'%s%s%s", name, near ? "; did you mean '" : "", near ? near : "",
                   near ? "'?" : "; 'holdfast paper' lists them");
    free(names);
    return found;
}

/// The page that was asked for: a file, or a folder with index.html and the figures.
typedef struct page_output
{
    output_file file;
    char *path;
    const char *folder; // NULL: a file, with the figures in it
} page_output;

/// Proves that it can be written, before any work is done. False after an error message.
static bool page_begin(page_output *page, const char *path, bool folder)
{
    *page = (page_output){.folder = path && folder ? path : NULL};
    if (!path) return true;
    if (page->folder && !make_folder(path)) return false;
    page->path = folder ? tool_text("%s/index.html", path) : tool_text("%s", path);
    return output_begin(&page->file, page->path);
}

static bool page_write(page_output *page, const paper_report *const *reports, int count, const char *note)
{
    if (!page->path) return true;
    FILE *stream = output_open(&page->file);
    if (!stream) return false;
    if (!paper_page(stream, reports, count, note, page->folder))
    {
        fclose(stream);
        return false;
    }
    return output_commit(&page->file, stream);
}

static void page_end(page_output *page)
{
    output_drop(&page->file);
    free(page->path);
}

static paper_size size_of(const argument_set *arguments)
{
    if (option_given(arguments, "small")) return PAPER_SMALL;
    return option_given(arguments, "quick") ? PAPER_QUICK : PAPER_FULL;
}

/// "METHOD=OTHER"; false after an error message.
static bool read_instead(const argument_set *arguments, char **text, paper_instead *instead)
{
    const char *given = option_text(arguments, "instead");
    *text = given ? tool_text("%s", given) : NULL;
    *instead = (paper_instead){0};
    if (!*text) return true;
    char *equals = strchr(*text, '=');
    if (!equals || equals == *text || equals[1] == '\0')
    {
        tool_error("--instead %s: must be METHOD=OTHER", given);
        return false;
    }
    *equals = '\0';
    *instead = (paper_instead){.method = *text, .other = equals + 1};
    return true;
}

/// Runs one and says what came out.
static paper_report *run_one(const paper_experiment *experiment, const argument_set *arguments, paper_instead *instead)
{
    paper_report *report = paper_run(experiment, size_of(arguments), instead->method ? instead : NULL);
    const char *failure = paper_report_failure(report);
    if (option_given(arguments, "json")) paper_print_json(stdout, report);
    else paper_print(stdout, report);
    fflush(stdout);
    if (failure && !interrupted()) tool_error("%s: %s", experiment->name, failure);
    return report;
}

static int run_all(const paper_experiment *const *experiments, int count, bool folder, const argument_set *arguments)
{
    page_output page;
    paper_instead instead;
    char *text;
    bool well = true, talks = !option_given(arguments, "json");
    bool ready = read_instead(arguments, &text, &instead);
    if (!page_begin(&page, ready ? option_text(arguments, "html") : NULL, folder) || !ready)
    {
        page_end(&page);
        free(text);
        return EXIT_ERROR;
    }
    paper_report **reports = tool_allocate((size_t)count, sizeof(void *));
    int done = 0;
    interrupt_watch();
    for (; done < count && !interrupted(); done++)
    {
        if (done > 0 && talks) putchar('\n');
        reports[done] = run_one(experiments[done], arguments, &instead);
        well = well && !paper_report_failure(reports[done]) && paper_report_totals(reports[done]).short_of == 0;
    }
    int code = interrupted() ? EXIT_INTERRUPTED : well ? EXIT_SUCCESS : EXIT_NOT_CONVERGED;
    if (!page_write(&page, (const paper_report *const *)reports, done, option_text(arguments, "note")))
        code = EXIT_ERROR;
    else if (page.path && talks) printf("\n%s written\n", page.path);
    if (code != EXIT_INTERRUPTED && instead.method && instead.asked == 0)
    {
        tool_error("--instead %s: no experiment that ran has such a method", instead.method);
        code = EXIT_ERROR;
    }
    page_end(&page);
    for (int k = 0; k < done; k++) paper_report_free(reports[k]);
    free(reports);
    free(text);
    return code;
}

static int run(const argument_set *arguments)
{
    if (option_given(arguments, "names"))
        for (int k = 0; k < paper_experiment_count; k++) puts(paper_experiments[k]->name);
    else if (arguments->operand_count == 0) list();
    else if (strcmp(arguments->operands[0], "all") == 0)
        return run_all(paper_experiments, paper_experiment_count, true, arguments);
    else
    {
        const paper_experiment *one = find(arguments->operands[0]);
        return one ? run_all(&one, 1, false, arguments) : EXIT_ERROR;
    }
    return EXIT_SUCCESS;
}

static const option_def options[] = {
    {.name = "quick", .kind = OPTION_FLAG, .help = "smaller scenes and fewer runs: a minute or less each"},
    {.name = "small", .kind = OPTION_FLAG, .help = "the smallest form, some seconds each, as the tests run it"},
    {.name = "html",
     .argument = "OUT",
     .kind = OPTION_FILE,
     .help =
         "write a page with tables and figures: a file, or with 'all' a folder (index.html and the figures as SVG)"},
    {.name = "note", .argument = "TEXT", .kind = OPTION_TEXT, .help = "a word for the head of the page, as a commit"},
    {.name = "instead",
     .argument = "METHOD=OTHER",
     .kind = OPTION_TEXT,
     .help = "run another method where an experiment has METHOD, a wrong one for instance, which has to fall short"},
    SHARED_JSON("one JSON object a line for each experiment"),
    SHARED_NAMES,
};

static const example_def examples[] = {
    {"paper", "what there is"},
    {"paper daviet11-fig7 --html fig7.html", "one figure of a paper, drawn with our solvers"},
    {"paper all --quick --html report", "everything, in a few minutes"},
    {"paper daviet11-table2 --quick --instead mfb+enum/paper=4sides", "whether its bounds notice a wrong method"},
};

const command_def paper_command = {
    .name = "paper",
    .operands = "[NAME|all]",
    .operand_most = 1,
    .summary = "run the experiments of the papers: published numbers beside ours",
    .details = "Tables and figures of the five papers whose methods are here, from scenes that are built in. Each row "
               "has what the paper prints, what its algorithm as published comes to here, what our own method comes "
               "to, and a remark. Where the original data cannot be had, a stand-in "
               "is described, and ratios and orders are to be compared, not numbers. Numbers that tell a right method "
               "from a wrong one have to lie in a range: those that do not are marked.",
    .exits = "0 if every number is where it has to be, 2 if one is not or an experiment could not be finished, 1 if "
             "there was an error, 130 after Ctrl-C.",
    COMMAND_TABLES,
};
