// The subcommands and their options as tables. Parsing, --help, the man page and the completion of the shell all read
// the same tables, so that none of them can say something else than the others.

#ifndef HF_TOOL_OPTIONS_H
#define HF_TOOL_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

typedef enum option_kind
{
    OPTION_FLAG,     // takes no argument
    OPTION_TEXT,     // anything
    OPTION_MANY,     // anything, as often as wanted; option_text has them one a line
    OPTION_FILE,     // a path
    OPTION_POSITIVE, // a finite number > 0
    OPTION_NUMBER,   // a finite number in [least, most]
    OPTION_COUNT,    // a whole number in [least, most]
    OPTION_CHOICE,   // one of `choices`
    OPTION_SOLVER,   // a solver's name
    OPTION_SOLVERS,  // several of them, separated by commas
} option_kind;

typedef struct option_def
{
    const char *name;     // without the dashes
    const char *argument; // how help calls its argument; NULL for a flag
    option_kind kind;
    const char *fallback; // the value if it is not given, as the user would type it; NULL: none
    const char *help;
    const char *choices; // "this|that"
    double least, most;
    const char *subject; // heading of `--help all` from this option on; NULL: the one before
} option_def;

typedef struct example_def
{
    const char *line; // without the leading "holdfast "
    const char *says;
} example_def;

enum
{
    OPTION_CAPACITY = 96,
    ANY_NUMBER = -1,
};

struct argument_set;

typedef struct command_def
{
    const char *name;
    const char *operands; // "FILE..."; "" if there are none
    int operand_least;
    int operand_most;    // or ANY_NUMBER
    const char *summary; // one line
    const char *details; // paragraphs, separated by empty lines
    const char *exits;   // what the exit codes mean, beside those that all commands share
    const option_def *options;
    int option_count;
    const char *usual; // names of what --help shows, separated by commas; NULL: all, and there is no `--help all`
    const example_def *examples;
    int example_count;
    int (*run)(const struct argument_set *arguments);
} command_def;

/// What was typed. Options that were not given hold their fallback.
typedef struct argument_set
{
    const command_def *command;
    bool given[OPTION_CAPACITY];
    const char *texts[OPTION_CAPACITY];
    double numbers[OPTION_CAPACITY];
    char *many[OPTION_CAPACITY]; // heap; of OPTION_MANY
    const char **operands;       // heap
    int operand_count;
    bool help;     // --help was among them; nothing else has been checked then
    bool help_all; // --help all
} argument_set;

/// Reads the words after the subcommand's name. False after having said on stderr what is wrong, and the remedy.
bool arguments_parse(argument_set *arguments, const command_def *command, int count, char *const *words);
void arguments_free(argument_set *arguments);

/// By the option's name, which must be in the command's table.
bool option_given(const argument_set *arguments, const char *name);
const char *option_text(const argument_set *arguments, const char *name); // NULL if absent
double option_number(const argument_set *arguments, const char *name);    // 0 if absent
long option_count(const argument_set *arguments, const char *name);       // 0 if absent

/// The k-th of a list separated by commas, copied into `item`. False when there are no more. Empty items are items.
bool list_item(const char *list, int k, char *item, size_t size);

/// The word of `words` that `typed` was probably meant to be, or NULL if none is near.
const char *nearest_word(const char *typed, const char *const *words, int count);

/// The subcommands, in the order of the help.
extern const command_def *const commands[];
extern const int command_count;
const command_def *find_command(const char *name);

/// What is written from the tables.
void help_overview(FILE *out);
void help_command(FILE *out, const command_def *command,
                  bool all); // or the usual options only, where a command says which
void man_page(FILE *out);
void bash_completion(FILE *out);

enum
{
    SOLVER_NAME = 128 // room for a name with its options, as in hf_settings
};

/// The solver's name with what --option a=1 --option b=2,c=3 adds to it ("/a=1/b=2/c=3"). False after an error message.
bool solver_with_options(const char *solver, const argument_set *arguments, char name[SOLVER_NAME]);

#endif
