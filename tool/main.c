// holdfast, the command-line tool: finds the subcommand, reads its options, runs it.

#include "console.h"
#include "options.h"

#include "holdfast/status.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

static int say_unknown_command(const char *word)
{
    const char *names[16];
    int count = 0;
    for (; count < command_count && count < 15; count++) names[count] = commands[count]->name;
    names[count++] = "help";
    const char *near = nearest_word(word, names, count);
    if (near) tool_error("there is no command '%s'; did you mean '%s'?", word, near);
    else tool_error("there is no command '%s'; 'holdfast help' lists them", word);
    return EXIT_ERROR;
}

static int run_command(const command_def *command, int count, char **words)
{
    tool_error_prefix(command->name);
    argument_set arguments;
    int code = EXIT_ERROR;
    if (arguments_parse(&arguments, command, count, words))
    {
        if (arguments.help)
        {
            help_command(stdout, command, arguments.help_all);
            code = EXIT_SUCCESS;
        }
        else code = command->run(&arguments);
    }
    arguments_free(&arguments);
    return code;
}

static int run_help(int count, char **words)
{
    if (count == 0)
    {
        help_overview(stdout);
        return EXIT_SUCCESS;
    }
    const command_def *command = find_command(words[0]);
    if (!command) return say_unknown_command(words[0]);
    help_command(stdout, command, count > 1 && strcmp(words[1], "all") == 0);
    return EXIT_SUCCESS;
}

static int dispatch(int count, char **words)
{
    const char *word = count > 0 ? words[0] : "help";
    if (strcmp(word, "help") == 0 || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        return run_help(count > 0 ? count - 1 : 0, words + 1);
    const command_def *command = find_command(word);
    if (command) return run_command(command, count - 1, words + 1);
    if (strcmp(word, "--version") == 0) printf("holdfast %s\n", hf_version());
    else if (strcmp(word, "--man") == 0) man_page(stdout);
    else if (strcmp(word, "--completion") == 0) bash_completion(stdout);
    else return say_unknown_command(word);
    return EXIT_SUCCESS;
}

int main(int count, char **words)
{
#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN); // a reader that goes away shows as a failed write
#endif
    tool_called_as(words[0]);
    int code = dispatch(count - 1, words + 1);
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    if (errno != EPIPE) tool_error("the output cannot be written: %s", strerror(errno));
    return code == EXIT_SUCCESS ? EXIT_ERROR : code;
}
