// How a benchmark is told: table, summary, CSV, JSON, performance profile.

#include "bench.h"

#include "console.h"
#include "external.h"
#include "history.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "result.h"
#include "svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    CELL_WIDTH = 11,
};

const trial_result *bench_trial(const bench_table *table, int file, int solver)
{
    return &table->trials[(size_t)file * (size_t)table->solver_count + (size_t)solver];
}

/// Takes both strings.
static void add_solver(bench_table *table, char *name, char *command)
{
    size_t count = (size_t)table->solver_count + 1;
    table->solvers = tool_reallocate(table->solvers, count, sizeof *table->solvers);
    table->commands = tool_reallocate(table->commands, count, sizeof *table->commands);
    table->solvers[count - 1] = name;
    table->commands[count - 1] = command;
    table->solver_count++;
}

void bench_solvers(bench_table *table, const char *list)
{
    char name[64];
    for (int k = 0; list_item(list, k, name, sizeof name); k++) add_solver(table, tool_text("%s", name), NULL);
}

bool bench_externals(bench_table *table, const char *lines)
{
    while (lines && *lines)
    {
        size_t length = strcspn(lines, "\n");
        char *command = tool_text("%.*s", (int)length, lines);
        add_solver(table, external_name(command), command);
        if (!external_check(command)) return false;
        lines += length + (lines[length] == '\n');
    }
    return true;
}

void bench_free(bench_table *table)
{
    for (int k = 0; k < table->file_count; k++) free(table->files[k]);
    for (int k = 0; k < table->solver_count; k++) free(table->solvers[k]), free(table->commands[k]);
    free(table->files);
    free(table->solvers);
    free(table->commands);
    free(table->infos);
    free(table->trials);
}

static text_colour end_colour(trial_end end)
{
    return end == TRIAL_SOLVED                                               ? COLOUR_GOOD
           : end == TRIAL_STALLED || end == TRIAL_LIMIT || end == TRIAL_NONE ? COLOUR_POOR
                                                                             : COLOUR_BAD;
}

/// Whether every solver solved the file.
static bool is_common(const bench_table *table, int file)
{
    for (int s = 0; s < table->solver_count; s++)
        if (bench_trial(table, file, s)->end != TRIAL_SOLVED) return false;
    return true;
}

static double ratio(double part, double whole)
{
    return whole > 0.0 ? part / whole : NAN;
}

static bench_summary summarize(const bench_table *table, int solver)
{
    bench_summary sum = {0};
    double local = 0.0, failsafe = 0.0, failed = 0.0, iterations = 0.0, seconds = 0.0, common = 0.0;
    int files = 0, timed = 0, common_files = 0;
    for (int f = 0; f < table->done; f++)
    {
        const trial_result *trial = bench_trial(table, f, solver);
        if (trial->end == TRIAL_UNREADABLE || trial->end == TRIAL_CANCELLED) continue;
        files++;
        local += (double)trial->report.local_solves;
        failsafe += (double)trial->report.failsafe_solves;
        failed += (double)trial->report.local_failures;
        sum.crashed += trial->end == TRIAL_CRASHED || trial->end == TRIAL_TIMEOUT;
        sum.solved += trial->end == TRIAL_SOLVED;
        if (trial->end == TRIAL_SOLVED) sum.solved_seconds += trial->seconds;
        if (is_common(table, f))
        {
            common += trial->seconds;
            common_files++;
        }
        if (trial->end == TRIAL_CRASHED || trial->end == TRIAL_ERROR) continue; // took no time that means anything
        iterations += (double)trial->report.iterations;
        seconds += trial->end == TRIAL_TIMEOUT ? table->max_seconds : trial->seconds; // killed: at least that
        timed++;
    }
    bool has_failsafe = strchr(table->solvers[solver], '+') != NULL || failsafe > 0.0;
    sum.failsafe_percent = has_failsafe ? ratio(100.0 * failsafe, local) : NAN;
    sum.failure_percent = ratio(100.0 * failed, local);
    sum.unsolved_percent = ratio(100.0 * (files - sum.solved), files);
    sum.mean_iterations = ratio(iterations, timed);
    sum.mean_seconds = ratio(seconds, timed);
    sum.common_seconds = ratio(common, common_files);
    return sum;
}

static file_column names_column(const bench_table *table)
{
    return file_column_of((const char *const *)table->files, table->file_count);
}

static int cell_width(const bench_table *table, int solver)
{
    int width = text_width(table->solvers[solver]) + 2;
    return width > CELL_WIDTH ? width : CELL_WIDTH;
}

void bench_head(const bench_table *table)
{
    printf("time of each solve that reached %g, or how it ended and the residual that it reached\n\n",
           table->tolerance);
    file_column column = names_column(table);
    console_cell(stdout, "file", column.width + 1, COLOUR_DIM);
    console_cell(stdout, "contacts", -8, COLOUR_DIM);
    for (int s = 0; s < table->solver_count; s++)
        console_cell(stdout, table->solvers[s], -cell_width(table, s), COLOUR_DIM);
    fputc('\n', stdout);
}

static void write_cell(const trial_result *trial, int width)
{
    char text[40];
    switch (trial->end)
    {
    case TRIAL_SOLVED: format_seconds(trial->seconds, text, sizeof text); break;
    case TRIAL_STALLED: snprintf(text, sizeof text, "st %.0e", trial->residual.natural); break;
    case TRIAL_LIMIT: snprintf(text, sizeof text, "lim %.0e", trial->residual.natural); break;
    case TRIAL_NONE: snprintf(text, sizeof text, "no sol."); break;
    default: snprintf(text, sizeof text, "%s", trial_end_name(trial->end)); break;
    }
    console_cell(stdout, text, -width, end_colour(trial->end));
}

void bench_row(const bench_table *table, int file)
{
    file_column column = names_column(table);
    file_cell(&column, table->files[file]);
    const trial_result *first = bench_trial(table, file, 0);
    if (first->end == TRIAL_UNREADABLE)
    {
        console_cell(stdout, "-", -8, COLOUR_PLAIN);
        fputs("  ", stdout);
        console_cell(stdout, "error", 6, COLOUR_BAD);
        printf("%s\n", first->message);
        return;
    }
    printf("%8d", table->infos[file].contact_count);
    for (int s = 0; s < table->solver_count; s++) write_cell(bench_trial(table, file, s), cell_width(table, s));
    fputc('\n', stdout);
    for (int s = 0; s < table->solver_count; s++) // what a word in a cell cannot say
    {
        const trial_result *trial = bench_trial(table, file, s);
        const char *says = trial->message[0] || trial->end != TRIAL_STALLED ? trial->message : trial->report.note;
        if (says[0]) printf("%*s%s: %s\n", column.width + 3, "", table->solvers[s], says);
    }
    fflush(stdout);
}

/// A number or a dash.
static void write_number(double value, int width, const char *format)
{
    char text[40] = "-";
    if (isfinite(value)) snprintf(text, sizeof text, format, value);
    console_cell(stdout, text, -width, COLOUR_PLAIN);
}

static bool is_approximate(const char *name)
{
    for (int k = 0; k < hf_solver_count(); k++)
        if (strcmp(hf_solver_at(k)->name, name) == 0) return !hf_solver_at(k)->exact;
    return false;
}

static int readable_count(const bench_table *table)
{
    int count = 0;
    for (int f = 0; f < table->done; f++) count += bench_trial(table, f, 0)->end != TRIAL_UNREADABLE;
    return count;
}

void bench_summary_table(const bench_table *table)
{
    int width = 6;
    for (int s = 0; s < table->solver_count; s++)
        if (text_width(table->solvers[s]) > width) width = text_width(table->solvers[s]);
    fputc('\n', stdout);
    console_cell(stdout, "solver", width + 3, COLOUR_DIM);
    console_cell(stdout, "% fail-safe", -13, COLOUR_DIM);
    console_cell(stdout, "% local fail", -14, COLOUR_DIM);
    console_cell(stdout, "% > tol", -10, COLOUR_DIM);
    console_cell(stdout, "solved", -11, COLOUR_DIM);
    console_cell(stdout, "mean iters", -13, COLOUR_DIM);
    console_cell(stdout, "mean time ms", -14, COLOUR_DIM);
    console_cell(stdout, "common ms", -12, COLOUR_DIM);
    console_cell(stdout, "crashed", -9, COLOUR_DIM);
    fputc('\n', stdout);
    bool approximate = false;
    for (int s = 0; s < table->solver_count; s++)
    {
        bench_summary sum = summarize(table, s);
        char text[80];
        snprintf(text, sizeof text, "%s%s", table->solvers[s], is_approximate(table->solvers[s]) ? " *" : "");
        approximate = approximate || is_approximate(table->solvers[s]);
        console_cell(stdout, text, width + 3, COLOUR_BOLD);
        write_number(sum.failsafe_percent, 13, "%.3g");
        write_number(sum.failure_percent, 14, "%.3g");
        write_number(sum.unsolved_percent, 10, "%.3g");
        snprintf(text, sizeof text, "%d of %d", sum.solved, readable_count(table));
        console_cell(stdout, text, -11, COLOUR_PLAIN);
        write_number(sum.mean_iterations, 13, "%.0f");
        write_number(1e3 * sum.mean_seconds, 14, "%.4g");
        write_number(1e3 * sum.common_seconds, 12, "%.4g");
        snprintf(text, sizeof text, "%d", sum.crashed);
        console_cell(stdout, text, -9, sum.crashed ? COLOUR_BAD : COLOUR_PLAIN);
        fputc('\n', stdout);
    }
    puts("\n% fail-safe: one-contact problems handed to the fail-safe; % local fail: solved by neither; % > tol: files "
         "not\n"
         "solved to the tolerance; means are over all files, solved or not; common: over the files that every solver "
         "solved");
    if (approximate) puts("* solves an approximate friction law, measured against the exact one");
}

static void write_trial_json(const bench_table *table, int file, int solver)
{
    const trial_result *trial = bench_trial(table, file, solver);
    json_writer json = json_begin(stdout);
    json_text(&json, "file", table->files[file]);
    json_text(&json, "solver", table->solvers[solver]);
    json_text(&json, "outcome", trial_end_name(trial->end));
    if (trial->message[0]) json_text(&json, "error", trial->message);
    if (trial->end != TRIAL_UNREADABLE)
    {
        json_number(&json, "natural", trial->residual.natural);
        json_number(&json, "tolerance", table->tolerance);
        json_integer(&json, "iterations", trial->report.iterations);
        json_integer(&json, "work", trial->report.work);
        json_number(&json, "seconds", trial->seconds);
        json_integer(&json, "repetitions", trial->repetitions);
        json_problem(&json, &table->infos[file]);
        json_residual(&json, &trial->residual);
        json_integer(&json, "local_solves", trial->report.local_solves);
        json_integer(&json, "failsafe_solves", trial->report.failsafe_solves);
        json_integer(&json, "local_failures", trial->report.local_failures);
        json_text(&json, "note", trial->report.note);
    }
    json_end(&json);
}

void bench_json(const bench_table *table, int file)
{
    for (int s = 0; s < table->solver_count; s++) write_trial_json(table, file, s);
}

void bench_summary_json(const bench_table *table)
{
    for (int s = 0; s < table->solver_count; s++)
    {
        bench_summary sum = summarize(table, s);
        json_writer json = json_begin(stdout);
        json_text(&json, "summary", table->solvers[s]);
        json_integer(&json, "files", table->done);
        json_integer(&json, "solved", sum.solved);
        json_integer(&json, "crashed", sum.crashed);
        json_number(&json, "failsafe_percent", sum.failsafe_percent);
        json_number(&json, "local_failure_percent", sum.failure_percent);
        json_number(&json, "unsolved_percent", sum.unsolved_percent);
        json_number(&json, "mean_iterations", sum.mean_iterations);
        json_number(&json, "mean_seconds", sum.mean_seconds);
        json_number(&json, "common_seconds", sum.common_seconds);
        json_number(&json, "solved_seconds", sum.solved_seconds);
        json_end(&json);
    }
}

void bench_csv(FILE *out, const bench_table *table)
{
    fputs("file,contacts,dimension,solver,outcome,natural,iterations,work,seconds,repetitions,local_solves,failsafe_"
          "solves,"
          "local_failures,message\n",
          out);
    for (int f = 0; f < table->done; f++)
        for (int s = 0; s < table->solver_count; s++)
        {
            const trial_result *trial = bench_trial(table, f, s);
            csv_text(out, table->files[f]);
            fprintf(out, ",%d,%d,", table->infos[f].contact_count, table->infos[f].dimension);
            csv_text(out, table->solvers[s]);
            fprintf(out, ",%s,%.17g,%ld,%lld,%.9g,%d,%ld,%ld,%ld,", trial_end_name(trial->end), trial->residual.natural,
                    trial->report.iterations, (long long)trial->report.work, trial->seconds, trial->repetitions,
                    trial->report.local_solves, trial->report.failsafe_solves, trial->report.local_failures);
            csv_text(out, trial->message);
            fputc('\n', out);
        }
}

/// The fastest solve of a file; INFINITY if nobody solved it.
static double fastest(const bench_table *table, int file)
{
    double least = INFINITY;
    for (int s = 0; s < table->solver_count; s++)
    {
        const trial_result *trial = bench_trial(table, file, s);
        if (trial->end == TRIAL_SOLVED) least = fmin(least, trial->seconds);
    }
    return least;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The factors of one solver over the fastest, ascending; returns how many.
static int factors(const bench_table *table, int solver, double *factor)
{
    int count = 0;
    for (int f = 0; f < table->done; f++)
    {
        const trial_result *trial = bench_trial(table, f, solver);
        if (trial->end == TRIAL_SOLVED) factor[count++] = trial->seconds / fmax(fastest(table, f), 1e-9);
    }
    qsort(factor, (size_t)count, sizeof *factor, compare_numbers);
    return count;
}

void bench_profile(FILE *out, const bench_table *table)
{
    int files = readable_count(table);
    size_t points = (size_t)table->done + 2; // from (1, 0), a step a file, to the right end
    double *x = tool_allocate(points * (size_t)table->solver_count, sizeof *x);
    double *y = tool_allocate(points * (size_t)table->solver_count, sizeof *y);
    plot_series *series = tool_allocate((size_t)table->solver_count, sizeof *series);
    double end = 10.0;
    for (int s = 0; s < table->solver_count; s++)
    {
        double *at = &x[points * (size_t)s], *share = &y[points * (size_t)s];
        int count = factors(table, s, at + 1);
        at[0] = 1.0;
        for (int k = 0; k < count; k++) share[k + 1] = (k + 1.0) / files;
        if (count > 0) end = fmax(end, 1.2 * at[count]);
        series[s] = (plot_series){.name = table->solvers[s], .x = at, .y = share, .count = (size_t)count + 2};
    }
    for (int s = 0; s < table->solver_count; s++)
    {
        size_t last = points * (size_t)s + series[s].count - 1;
        x[last] = end;
        y[last] = y[last - 1];
    }
    char subtitle[160];
    snprintf(subtitle, sizeof subtitle, "%d problems, certified to %g, at most %g s each", files, table->tolerance,
             table->max_seconds);
    plot_def plot = {
        .title = "Performance profile",
        .subtitle = subtitle,
        .x = {.label = "time, as a multiple of the fastest solver's", .logarithmic = true, .least = 1.0, .most = end},
        .y = {.label = "share of problems solved", .percent = true, .least = 0.0, .most = 1.0},
        .steps = true,
        .series = series,
        .series_count = table->solver_count};
    plot_write(out, &plot);
    free(series);
    free(y);
    free(x);
}
