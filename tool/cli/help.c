// --help, from the tables.

#include "console.h"
#include "options.h"

#include "holdfast/status.h"

#include <string.h>

enum
{
    HELP_WIDTH = 100,
    HELP_INDENT = 2,
    HELP_COLUMN = 28, // where the explanation of an option begins
};

/// Words of `text` set in lines of HELP_WIDTH columns; the cursor stands at `column`, and further lines begin at
/// `indent`.
static void fill(FILE *out, const char *text, int column, int indent)
{
    bool first = true;
    while (*text)
    {
        size_t length = strcspn(text, " \n");
        char word[128];
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        int width = text_width(word);
        if (!first && column + 1 + width > HELP_WIDTH)
        {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
            first = true;
        }
        fprintf(out, "%s%s", first ? "" : " ", word);
        column += width + !first;
        first = false;
        text += length;
        if (text[0] == '\n' && text[1] == '\n')
        {
            fprintf(out, "\n\n%*s", indent, "");
            column = indent;
            first = true;
        }
        text += strspn(text, " \n");
    }
    fputc('\n', out);
}

static void write_option(FILE *out, const option_def *option)
{
    int used = fprintf(out, "%*s--%s", HELP_INDENT, "", option->name);
    if (option->argument) used += fprintf(out, " %s", option->argument);
    if (used + 2 > HELP_COLUMN) used = fprintf(out, "\n") - 1;
    fprintf(out, "%*s", HELP_COLUMN - used, "");
    char text[800];
    int length = snprintf(text, sizeof text, "%s", option->help);
    if (option->choices)
        length += snprintf(text + length, sizeof text - (size_t)length, "; one of %s", option->choices);
    if (option->fallback) snprintf(text + length, sizeof text - (size_t)length, " [%s]", option->fallback);
    fill(out, text, HELP_COLUMN, HELP_COLUMN);
}

/// Whether an option is among those that are shown first.
static bool is_usual(const command_def *command, const option_def *option)
{
    char name[64];
    for (int k = 0; list_item(command->usual, k, name, sizeof name); k++)
        if (strcmp(name, option->name) == 0) return true;
    return false;
}

static int unusual_count(const command_def *command)
{
    int count = 0;
    for (int k = 0; k < command->option_count; k++) count += !is_usual(command, &command->options[k]);
    return count;
}

void help_command(FILE *out, const command_def *command, bool all)
{
    fprintf(out, "holdfast %s: %s\n\nusage: holdfast %s%s%s [options]\n\n", command->name, command->summary,
            command->name, *command->operands ? " " : "", command->operands);
    fill(out, command->details, 0, 0);
    bool some = command->usual && !all;
    fprintf(out, "\n%s (defaults in brackets):\n", some ? "the usual options" : "options");
    for (int k = 0; k < command->option_count; k++)
    {
        const option_def *option = &command->options[k];
        if (some && !is_usual(command, option)) continue;
        if (!some && option->subject) fprintf(out, "\n %s:\n", option->subject);
        write_option(out, option);
    }
    if (command->usual)
        write_option(out,
                     &(option_def){.name = "help", .argument = "[all]", .help = "say this, or all options by subject"});
    else write_option(out, &(option_def){.name = "help", .help = "say this"});
    if (some) fprintf(out, "\n'holdfast %s --help all' has %d more.\n", command->name, unusual_count(command));
    fprintf(out, "\nexamples:\n");
    for (int k = 0; k < command->example_count; k++)
        fprintf(out, "  holdfast %s\n      %s\n", command->examples[k].line, command->examples[k].says);
    fprintf(out, "\nexit code: ");
    fill(out, command->exits, 11, 11);
}

void help_overview(FILE *out)
{
    fprintf(out, "holdfast %s: contact problems with exact Coulomb friction, solved and certified\n\n", hf_version());
    fprintf(out, "usage: holdfast COMMAND [operands] [options]\n\ncommands:\n");
    for (int k = 0; k < command_count; k++) fprintf(out, "  %-10s %s\n", commands[k]->name, commands[k]->summary);
    fprintf(out, "\n  holdfast help COMMAND   options and examples of a command\n");
    fprintf(out, "  holdfast --version      the version\n");
    fprintf(out, "  holdfast --man          the manual page, for man -l\n");
    fprintf(out, "  holdfast --completion   completion for bash, to be sourced\n");
}
