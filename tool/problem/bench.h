// The results of a benchmark: files × solvers.

#ifndef HF_TOOL_BENCH_H
#define HF_TOOL_BENCH_H

#include "trial.h"

#include "holdfast/problem.h"

#include <stdio.h>

typedef struct bench_table
{
    char **files;
    hf_problem_info *infos; // of each file; zeros if it cannot be read
    int file_count;
    char **solvers;
    char **commands; // of programs (external.h), NULL of solvers
    int solver_count;
    trial_result *trials; // of file f and solver s at f * solver_count + s
    double tolerance;
    double max_seconds;
    int done; // files that are complete
} bench_table;

/// Takes the solvers from a list separated by commas.
void bench_solvers(bench_table *table, const char *list);

/// Adds programs, one a line. False after an error message.
bool bench_externals(bench_table *table, const char *lines);
void bench_free(bench_table *table);

const trial_result *bench_trial(const bench_table *table, int file, int solver);

/// One line of the paper's table 2, over the files that could be read.
typedef struct bench_summary
{
    double failsafe_percent; // of the one-contact problems, handed to the fail-safe; NAN if the solver has none
    double failure_percent;  // of the one-contact problems, solved by neither; NAN if the solver does not count them
    double unsolved_percent; // of the files
    double mean_iterations;  // over the files that it ran on, solved or not; NAN if none
    double mean_seconds;     // the same
    double common_seconds;   // mean over the files that every solver of the table solved; NAN if none
    double solved_seconds;   // sum over the files that it solved
    int solved;
    int crashed; // or killed
} bench_summary;

/// On stdout: a row when a file is done, and the summary.
void bench_head(const bench_table *table);
void bench_row(const bench_table *table, int file);
void bench_summary_table(const bench_table *table);
void bench_json(const bench_table *table, int file);
void bench_summary_json(const bench_table *table);

void bench_csv(FILE *out, const bench_table *table);

/// The performance profile of Dolan and Moré 2002: for each solver the share of files solved within a factor of the
/// fastest.
void bench_profile(FILE *out, const bench_table *table);

#endif
