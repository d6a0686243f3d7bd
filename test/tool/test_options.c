// The option tables: what is parsed, what is refused, and that the texts made from the tables say all of it.

#include "support/harness.h"

#include "options.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int run_nothing(const argument_set *arguments)
{
    return arguments->operand_count;
}

static const option_def options[] = {
    {.name = "tol", .argument = "T", .kind = OPTION_POSITIVE, .fallback = "1e-8", .help = "tolerance"},
    {.name = "repeat", .argument = "N", .kind = OPTION_COUNT, .least = 1, .most = 10, .fallback = "2", .help = "times"},
    {.name = "share", .argument = "S", .kind = OPTION_NUMBER, .least = 0, .most = 1, .help = "share"},
    {.name = "form", .argument = "F", .kind = OPTION_CHOICE, .choices = "one|another", .help = "form"},
    {.name = "output", .argument = "FILE", .kind = OPTION_FILE, .help = "file"},
    {.name = "json", .kind = OPTION_FLAG, .help = "flag"},
    {.name = "solver", .argument = "S", .kind = OPTION_SOLVER, .help = "solver"},
    {.name = "solvers", .argument = "A,B", .kind = OPTION_SOLVERS, .help = "solvers"},
};

static const command_def sample = {
    .name = "sample",
    .operands = "FILE...",
    .operand_least = 1,
    .operand_most = 2,
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .run = run_nothing,
};

enum
{
    WORDS_MAX = 8
};

/// Parses a line of words separated by blanks, with stderr kept quiet.
static bool parse(argument_set *arguments, const char *line)
{
    static char text[512];
    char *words[WORDS_MAX];
    int count = 0;
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word && count < WORDS_MAX; word = strtok(NULL, " ")) words[count++] = word;
    fflush(stderr);
    int kept = dup(STDERR_FILENO), quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, STDERR_FILENO);
    bool well = arguments_parse(arguments, &sample, count, words);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(quiet);
    return well;
}

static void check_refused(const char *line)
{
    argument_set arguments;
    bool well = parse(&arguments, line);
    arguments_free(&arguments);
    if (well) harness_fail(__FILE__, __LINE__, "'%s' was accepted", line);
}

TEST(values_and_fallbacks)
{
    argument_set arguments;
    CHECK(parse(&arguments, "a.hdf5 --tol 1e-3 --share=0.5 --json b.hdf5"));
    CHECK(arguments.operand_count == 2);
    CHECK(strcmp(arguments.operands[0], "a.hdf5") == 0 && strcmp(arguments.operands[1], "b.hdf5") == 0);
    CHECK_NEAR(option_number(&arguments, "tol"), 1e-3, 0.0);
    CHECK_NEAR(option_number(&arguments, "share"), 0.5, 0.0);
    CHECK(option_count(&arguments, "repeat") == 2 && !option_given(&arguments, "repeat"));
    CHECK(option_given(&arguments, "json") && option_given(&arguments, "tol"));
    CHECK(option_text(&arguments, "output") == NULL);
    arguments_free(&arguments);
}

TEST(last_value_wins_and_dashes_end_options)
{
    argument_set arguments;
    CHECK(parse(&arguments, "--tol 1 --tol 2 -- --json -"));
    CHECK_NEAR(option_number(&arguments, "tol"), 2.0, 0.0);
    CHECK(arguments.operand_count == 2 && strcmp(arguments.operands[0], "--json") == 0);
    CHECK(!option_given(&arguments, "json"));
    arguments_free(&arguments);
}

TEST(solvers_are_checked)
{
    argument_set arguments;
    CHECK(parse(&arguments, "x --solver mfb+enum --solvers mfb+enum,mfb+enum"));
    arguments_free(&arguments);
    check_refused("x --solver mfb+enun");
    check_refused("x --solvers mfb+enum,");
    check_refused("x --solvers mfb+enum,nobody");
}

TEST(bad_words_are_refused)
{
    check_refused("");                // an operand is missing
    check_refused("a b c");           // one too many
    check_refused("x --tolerance 1"); // unknown
    check_refused("x -j");
    check_refused("x --tol");
    check_refused("x --tol nan");
    check_refused("x --tol 0");
    check_refused("x --tol -1e-8");
    check_refused("x --tol 1e-8x");
    check_refused("x --tol inf");
    check_refused("x --repeat 2.5");
    check_refused("x --repeat 0");
    check_refused("x --repeat 11");
    check_refused("x --share 1.01");
    check_refused("x --form on");
    check_refused("x --form one|another");
    check_refused("x --output=");
    check_refused("x --json=yes");
}

TEST(help_wins)
{
    argument_set arguments;
    CHECK(parse(&arguments, "--help") && arguments.help);
    arguments_free(&arguments);
}

TEST(nearest_word_is_near)
{
    const char *const words[] = {"solve", "check", "bench"};
    CHECK(strcmp(nearest_word("slove", words, 3), "solve") == 0);
    CHECK(strcmp(nearest_word("chek", words, 3), "check") == 0);
    CHECK(nearest_word("frobnicate", words, 3) == NULL);
    CHECK(nearest_word("", words, 3) == NULL);
}

TEST(list_items)
{
    char item[8];
    CHECK(list_item("a,,longer-than-that", 0, item, sizeof item) && strcmp(item, "a") == 0);
    CHECK(list_item("a,,longer-than-that", 1, item, sizeof item) && strcmp(item, "") == 0);
    CHECK(list_item("a,,longer-than-that", 2, item, sizeof item) && strcmp(item, "longer-") == 0);
    CHECK(!list_item("a,,longer-than-that", 3, item, sizeof item));
}

/// All that a function writes.
static char *written(void (*write)(FILE *))
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    write(stream);
    fclose(stream);
    return text;
}

/// The tables are complete, and the man page and the completion name every option of every command.
TEST(tables_are_told_in_full)
{
    char *man = written(man_page), *completion = written(bash_completion), *overview = written(help_overview);
    for (int c = 0; c < command_count; c++)
    {
        const command_def *command = commands[c];
        CHECK(command->summary && command->details && command->exits && command->example_count > 0 && command->run);
        CHECK(command->option_count <= OPTION_CAPACITY);
        CHECK(strstr(overview, command->name) && strstr(man, command->name) && strstr(completion, command->name));
        for (int k = 0; k < command->option_count; k++)
        {
            const option_def *option = &command->options[k];
            CHECK(option->help && *option->help);
            CHECK((option->kind == OPTION_FLAG) == (option->argument == NULL));
            CHECK((option->kind == OPTION_CHOICE) == (option->choices != NULL));
            char name[80];
            snprintf(name, sizeof name, "--%s", option->name);
            CHECK(strstr(completion, name));
        }
    }
    free(man);
    free(completion);
    free(overview);
}
