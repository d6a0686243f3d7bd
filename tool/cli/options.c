#include "options.h"

#include "console.h"
#include "holdfast/solve.h"
#include "plugin.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    WORD_MAX = 63 // longer words are not worth a guess
};

/// Levenshtein's distance: insertions, deletions, substitutions.
static int distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > WORD_MAX || m > WORD_MAX) return WORD_MAX;
    int row[WORD_MAX + 1];
    for (size_t j = 0; j <= m; j++) row[j] = (int)j;
    for (size_t i = 1; i <= n; i++)
    {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++)
        {
            int substituted = diagonal + (a[i - 1] != b[j - 1]);
            int moved = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = substituted < moved ? substituted : moved;
        }
    }
    return row[m];
}

/// How many slips of the finger still let a word be recognised.
static int forgiven(const char *typed)
{
    size_t length = strlen(typed);
    return length <= 3 ? 1 : length <= 6 ? 2 : 3;
}

const char *nearest_word(const char *typed, const char *const *words, int count)
{
    const char *best = NULL;
    int least = forgiven(typed) + 1;
    for (int k = 0; k < count; k++)
    {
        int d = distance(typed, words[k]);
        if (d < least)
        {
            least = d;
            best = words[k];
        }
    }
    return best;
}

/// The listed solver that `typed` was probably meant to be, or NULL.
static const char *nearest_solver(const char *typed)
{
    int count = hf_solver_count();
    const char **names = tool_allocate((size_t)count, sizeof *names);
    for (int k = 0; k < count; k++) names[k] = hf_solver_at(k)->name;
    const char *best = nearest_word(typed, names, count);
    free(names);
    return best;
}

const command_def *find_command(const char *name)
{
    for (int k = 0; k < command_count; k++)
        if (strcmp(commands[k]->name, name) == 0) return commands[k];
    return NULL;
}

bool list_item(const char *list, int k, char *item, size_t size)
{
    for (; k > 0; k--)
    {
        list = strchr(list, ',');
        if (!list) return false;
        list++;
    }
    size_t length = strcspn(list, ",");
    if (length >= size) length = size - 1;
    memcpy(item, list, length);
    item[length] = '\0';
    return true;
}

static int find_option(const command_def *command, const char *name, size_t length)
{
    for (int k = 0; k < command->option_count; k++)
        if (strlen(command->options[k].name) == length && strncmp(command->options[k].name, name, length) == 0)
            return k;
    return -1;
}

static bool say_unknown_option(const command_def *command, const char *word, size_t length)
{
    char name[WORD_MAX + 1];
    size_t copied = length < WORD_MAX ? length : WORD_MAX;
    memcpy(name, word, copied);
    name[copied] = '\0';
    const char *names[OPTION_CAPACITY + 1];
    for (int k = 0; k < command->option_count; k++) names[k] = command->options[k].name;
    names[command->option_count] = "help";
    const char *near = nearest_word(name, names, command->option_count + 1);
    if (near) tool_error("there is no option '--%s'; did you mean '--%s'?", name, near);
    else tool_error("there is no option '--%s'; 'holdfast %s --help' lists them", name, command->name);
    return false;
}

static bool is_choice(const char *choices, const char *text)
{
    size_t length = strlen(text);
    for (const char *at = choices; *at;)
    {
        size_t next = strcspn(at, "|");
        if (next == length && strncmp(at, text, length) == 0) return true;
        at += next + (at[next] == '|');
    }
    return false;
}

static bool check_solver(const option_def *option, const char *name)
{
    hf_error error = {0};
    if (hf_solver_check(name, &error) == HF_STATUS_OK) return true;
    const char *near = nearest_solver(name);
    if (strchr(name, '='))
    {
        tool_error("--%s: %s", option->name, error.message);
        return false;
    }
    if (near)
        tool_error("--%s: there is no solver '%s'; did you mean '%s'? 'holdfast solvers' lists them", option->name,
                   name, near);
    else tool_error("--%s: there is no solver '%s'; 'holdfast solvers' lists them", option->name, name);
    return false;
}

static bool check_solvers(const option_def *option, const char *list)
{
    char name[WORD_MAX + 1];
    for (int k = 0; list_item(list, k, name, sizeof name); k++)
        if (!check_solver(option, name)) return false;
    return true;
}

static bool read_number(const option_def *option, const char *text, double *number)
{
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    bool whole = option->kind == OPTION_COUNT;
    if (end == text || *end != '\0' || !isfinite(value) || (whole && value != floor(value)))
    {
        tool_error("--%s %s: must be a %snumber", option->name, text, whole ? "whole " : "");
        return false;
    }
    *number = value;
    if (option->kind == OPTION_POSITIVE)
    {
        if (value > 0.0) return true;
        tool_error("--%s %s: must be greater than 0", option->name, text);
        return false;
    }
    if (value >= option->least && value <= option->most) return true;
    tool_error("--%s %s: must be between %.15g and %.15g", option->name, text, option->least, option->most);
    return false;
}

/// Checks a value against its option, and keeps it.
/// One more of an option that may come several times.
static bool add_line(argument_set *arguments, int k, const char *text)
{
    char *before = arguments->many[k];
    arguments->many[k] = before ? tool_text("%s\n%s", before, text) : tool_text("%s", text);
    arguments->texts[k] = arguments->many[k];
    free(before);
    return true;
}

static bool take_value(argument_set *arguments, int k, const char *text)
{
    const option_def *option = &arguments->command->options[k];
    arguments->texts[k] = text;
    switch (option->kind)
    {
    case OPTION_FLAG:
    case OPTION_TEXT: return true;
    case OPTION_MANY: return add_line(arguments, k, text);
    case OPTION_FILE:
        if (*text) return true;
        tool_error("--%s: the name of the file is empty", option->name);
        return false;
    case OPTION_POSITIVE:
    case OPTION_NUMBER:
    case OPTION_COUNT: return read_number(option, text, &arguments->numbers[k]);
    case OPTION_CHOICE:
        if (is_choice(option->choices, text)) return true;
        tool_error("--%s %s: must be one of %s", option->name, text, option->choices);
        return false;
    case OPTION_SOLVER: return check_solver(option, text);
    case OPTION_SOLVERS: return check_solvers(option, text);
    }
    return false;
}

/// An option at words[*at], "--name value" or "--name=value". Leaves *at at its last word.
static bool parse_option(argument_set *arguments, int count, char *const *words, int *at)
{
    const char *word = words[*at] + 2;
    size_t length = strcspn(word, "=");
    int k = find_option(arguments->command, word, length);
    if (k < 0) return say_unknown_option(arguments->command, word, length);
    const option_def *option = &arguments->command->options[k];
    const char *value = word[length] == '=' ? word + length + 1 : NULL;
    if (option->kind == OPTION_FLAG)
    {
        if (value) tool_error("--%s takes no value", option->name);
        arguments->given[k] = true;
        return !value;
    }
    if (!value)
    {
        if (*at + 1 >= count)
        {
            tool_error("--%s needs a value: --%s %s", option->name, option->name, option->argument);
            return false;
        }
        value = words[++*at];
    }
    arguments->given[k] = true;
    return take_value(arguments, k, value);
}

static bool check_operands(const argument_set *arguments)
{
    const command_def *command = arguments->command;
    if (arguments->operand_count < command->operand_least)
        tool_error("what is missing: %s; usage: holdfast %s %s [options]", command->operands, command->name,
                   command->operands);
    else if (command->operand_most != ANY_NUMBER && arguments->operand_count > command->operand_most)
        tool_error("'%s' is one word too many; 'holdfast %s --help' says what there can be",
                   arguments->operands[command->operand_most], command->name);
    else return true;
    return false;
}

bool arguments_parse(argument_set *arguments, const command_def *command, int count, char *const *words)
{
    assert(command->option_count <= OPTION_CAPACITY);
    *arguments = (argument_set){.command = command};
    arguments->operands = tool_allocate((size_t)count + 1, sizeof *arguments->operands);
    for (int k = 0; k < command->option_count; k++)
        if (command->options[k].fallback && !take_value(arguments, k, command->options[k].fallback)) return false;
    if (find_option(command, "plugin", strlen("plugin")) >= 0 && !plugins_load(count, words)) return false;
    bool only_operands = false;
    for (int k = 0; k < count; k++)
    {
        const char *word = words[k];
        if (!only_operands && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0))
        {
            arguments->help_all = k + 1 < count && strcmp(words[k + 1], "all") == 0;
            return arguments->help = true;
        }
        if (!only_operands && strcmp(word, "--") == 0) only_operands = true;
        else if (!only_operands && word[0] == '-' && word[1] == '-')
        {
            if (!parse_option(arguments, count, words, &k)) return false;
        }
        else if (!only_operands && word[0] == '-' && word[1] != '\0')
        {
            tool_error("'%s': options begin with two dashes; 'holdfast %s --help' lists them", word, command->name);
            return false;
        }
        else arguments->operands[arguments->operand_count++] = word;
    }
    return check_operands(arguments);
}

void arguments_free(argument_set *arguments)
{
    for (int k = 0; k < OPTION_CAPACITY; k++) free(arguments->many[k]);
    free(arguments->operands);
    arguments->operands = NULL;
}

static int index_of(const argument_set *arguments, const char *name)
{
    int k = find_option(arguments->command, name, strlen(name));
    assert(k >= 0 && "an option that the command's table lacks");
    return k;
}

bool option_given(const argument_set *arguments, const char *name)
{
    return arguments->given[index_of(arguments, name)];
}

const char *option_text(const argument_set *arguments, const char *name)
{
    return arguments->texts[index_of(arguments, name)];
}

double option_number(const argument_set *arguments, const char *name)
{
    return arguments->numbers[index_of(arguments, name)];
}

long option_count(const argument_set *arguments, const char *name)
{
    return (long)option_number(arguments, name);
}

bool solver_with_options(const char *solver, const argument_set *arguments, char name[SOLVER_NAME])
{
    const char *added = option_text(arguments, "option");
    int length = snprintf(name, SOLVER_NAME, "%s%s%s", solver, added ? "/" : "", added ? added : "");
    for (char *at = name; added && *at; at++)
        if (*at == ',' || *at == '\n') *at = '/';
    if (!added || (length < SOLVER_NAME && hf_solver_check(name, NULL) == HF_STATUS_OK)) return true;
    tool_error("--option: %s has no such option, or the value is out of range, in '%s'; 'holdfast solvers %s' lists "
               "them",
               solver, name, solver);
    return false;
}
