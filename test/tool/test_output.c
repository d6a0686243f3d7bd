// Files that appear whole or not at all, plots, and text in columns.

#include "support/harness.h"

#include "console.h"
#include "history.h"
#include "output.h"
#include "svg.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

static const char *fresh_folder(void)
{
    snprintf(folder, sizeof folder, "/tmp/holdfast-test-XXXXXX");
    CHECK(mkdtemp(folder));
    return folder;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/// Runs `begin` with stderr kept quiet.
static bool begin_quietly(output_file *output, const char *path)
{
    int kept = dup(STDERR_FILENO), quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, STDERR_FILENO);
    bool well = output_begin(output, path);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(quiet);
    return well;
}

TEST(whole_or_not_at_all)
{
    fresh_folder();
    char *path = tool_text("%s/file.txt", folder);
    output_file output;
    CHECK(output_begin(&output, path));
    CHECK(!exists(path));
    output_drop(&output);
    CHECK(rmdir(folder) == 0); // nothing is left behind
    CHECK(mkdir(folder, 0755) == 0);
    CHECK(output_begin(&output, path));
    FILE *stream = output_open(&output);
    fputs("complete\n", stream);
    CHECK(!exists(path));
    CHECK(output_commit(&output, stream));
    CHECK(exists(path));
    struct stat status;
    CHECK(stat(path, &status) == 0 && status.st_size == 9);
    unlink(path);
    CHECK(rmdir(folder) == 0);
    free(path);
}

/// A process that begins an output and is killed; its number.
static pid_t begin_and_die(const char *path)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
    {
        output_file output;
        if (output_begin(&output, path)) kill(getpid(), SIGKILL);
        _exit(1);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status));
    return child;
}

TEST(what_killed_runs_left_is_removed)
{
    char host[64] = "";
    output_file output;
    fresh_folder();
    CHECK(gethostname(host, sizeof host - 1) == 0);
    char *path = tool_text("%s/a.csv", folder), *other = tool_text("%s/a.csv.txt", folder);
    char *alive = tool_text("%s.%s.%ld.part", path, host, (long)getppid());
    pid_t dead = begin_and_die(path), dead_too = begin_and_die(other);
    char *left = tool_text("%s.%s.%ld.part", path, host, (long)dead);
    char *stays = tool_text("%s.%s.%ld.part", other, host, (long)dead_too);
    int file = open(alive, O_WRONLY | O_CREAT, 0600);
    CHECK(file >= 0 && close(file) == 0 && exists(left) && exists(stays));
    CHECK(output_begin(&output, path));
    CHECK(!exists(left) && exists(alive) && exists(stays)); // of another output, or of somebody who writes
    output_drop(&output);
    CHECK(output_begin(&output, other) && !exists(stays));
    output_drop(&output);
    CHECK(unlink(alive) == 0 && rmdir(folder) == 0);
    free(path), free(other), free(alive), free(left), free(stays);
}

TEST(unwritable_is_said_at_once)
{
    output_file output;
    CHECK(!begin_quietly(&output, "/nowhere/at/all/file.txt"));
    CHECK(!begin_quietly(&output, "/tmp"));
    CHECK(output_begin(&output, NULL)); // nothing was asked for
    output_drop(&output);
}

TEST(folders_are_made_with_those_above)
{
    fresh_folder();
    char *deep = tool_text("%s/a/b", folder), *upper = tool_text("%s/a", folder);
    CHECK(make_folder(deep) && is_folder(deep) && make_folder(deep));
    rmdir(deep);
    rmdir(upper);
    rmdir(folder);
    free(deep);
    free(upper);
}

TEST(names_are_shortened_in_the_middle)
{
    char text[64];
    shorten("short", 10, text, sizeof text);
    CHECK(strcmp(text, "short") == 0);
    shorten("abcdefghijklmnop", 9, text, sizeof text);
    CHECK(strcmp(text, "abcd…mnop") == 0 && text_width(text) == 9);
    shorten("µµµµµµµµµµ", 5, text, sizeof text);
    CHECK(strcmp(text, "µµ…µµ") == 0 && text_width(text) == 5);
}

TEST(times_have_units)
{
    char text[32];
    format_seconds(1.234e-5, text, sizeof text);
    CHECK(strcmp(text, "12.3 us") == 0);
    format_seconds(0.0456, text, sizeof text);
    CHECK(strcmp(text, "45.6 ms") == 0);
    format_seconds(7.0, text, sizeof text);
    CHECK(strcmp(text, "7 s") == 0);
    format_seconds(INFINITY, text, sizeof text);
    CHECK(strcmp(text, "-") == 0);
}

static char *draw(const plot_def *plot)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    plot_write(stream, plot);
    fclose(stream);
    return text;
}

/// Every number that a plot can be handed gives a picture without NaN or infinity in it.
TEST(plots_survive_any_numbers)
{
    double x[] = {1, 2, NAN, 4, 5, INFINITY}, y[] = {1.0, 0.0, 1e-3, -1.0, INFINITY, 1e-9};
    plot_series series[] = {{.name = "a<b>&\"c\"", .x = x, .y = y, .count = 6},
                            {.name = "empty", .x = x, .y = y},
                            {.name = "one", .x = x, .y = y, .count = 1}};
    for (int k = 0; k < 4; k++)
    {
        plot_def plot = {.title = "<&>",
                         .x = {.label = "x", .logarithmic = k & 1},
                         .y = {.label = "y", .logarithmic = k & 2},
                         .reference = 1e-8,
                         .series = series,
                         .series_count = 3,
                         .steps = k == 3};
        char *text = draw(&plot);
        bool clean = !strstr(text, "nan") && !strstr(text, "inf") && strstr(text, "a&lt;b&gt;&amp;&quot;c&quot;");
        bool closed = strstr(text, "</svg>") != NULL;
        free(text);
        CHECK(clean && closed);
        plot.series_count = 0;
        text = draw(&plot);
        clean = !strstr(text, "nan") && !strstr(text, "inf");
        free(text);
        CHECK(clean);
    }
}

TEST(long_histories_make_small_files)
{
    enum
    {
        COUNT = 200000
    };
    double *x = tool_allocate(COUNT, sizeof *x), *y = tool_allocate(COUNT, sizeof *y);
    for (int k = 0; k < COUNT; k++)
    {
        x[k] = k + 1.0;
        y[k] = exp(-1e-4 * k) * (1.5 + sin(k));
    }
    plot_series series = {.name = "long", .x = x, .y = y, .count = COUNT};
    plot_def plot = {.title = "t",
                     .x = {.label = "x", .logarithmic = true},
                     .y = {.label = "y", .logarithmic = true},
                     .series = &series,
                     .series_count = 1};
    char *text = draw(&plot);
    size_t length = strlen(text);
    free(text);
    free(x);
    free(y);
    CHECK(length < 120000);
}

TEST(a_crowded_plot_has_headings_and_a_frame_as_tall_as_its_legend)
{
    enum
    {
        COUNT = 30
    };
    double x[2] = {1.0, 2.0}, y[2] = {0.1, 0.9};
    plot_series series[COUNT];
    for (int k = 0; k < COUNT; k++)
        series[k] = (plot_series){.name = "curve",
                                  .x = x,
                                  .y = y,
                                  .count = 2,
                                  .colour = "#123456",
                                  .dash = "5 5",
                                  .width = 1.5,
                                  .heading = k % 10 == 0 ? "family" : NULL};
    plot_def plot = {.title = "t",
                     .x = {.label = "x"},
                     .y = {.label = "y"},
                     .series = series,
                     .series_count = COUNT,
                     .crowded = true};
    char *text = draw(&plot);
    int headings = 0;
    for (const char *at = text; (at = strstr(at, ">family<")) != NULL; at++) headings++;
    CHECK(headings == 3 && strstr(text, "stroke=\"#123456\" stroke-width=\"1.5\""));
    CHECK(strstr(text, "stroke-dasharray=\"5 5\"") && strstr(text, "viewBox=\"0 0 900 645\"")); // 72 + 15 · 34.2 + 60
    free(text);
}

TEST(csv_fields_are_quoted)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    csv_text(stream, "plain");
    csv_text(stream, "a,\"b\"");
    fclose(stream);
    bool right = strcmp(text, "plain\"a,\"\"b\"\"\"") == 0;
    free(text);
    CHECK(right);
}
