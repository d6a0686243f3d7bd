// What came out of one file and one solver, and how it is told: a row of a table, lines of detail, or JSON.

#ifndef HF_TOOL_RESULT_H
#define HF_TOOL_RESULT_H

#include "console.h"
#include "json.h"

#include "holdfast/problem.h"
#include "holdfast/solve.h"

#include <stdbool.h>

typedef struct solve_result
{
    const char *file;
    const char *solver;
    double tolerance;
    bool failed;    // there is an error and nothing else
    hf_error error; // if failed
    hf_problem_info info;
    hf_report report;
    double seconds;      // of the solve alone
    double read_seconds; // reading the file, and reducing a global one
} solve_result;

/// One JSON object on stdout.
void result_json(const solve_result *result);

/// Members that `solve` and `check` share: the problem's and the certificate's.
void json_problem(json_writer *json, const hf_problem_info *info);
void json_residual(json_writer *json, const hf_residual *residual);

/// The names of files in a table, without the folder that they have in common.
typedef struct file_column
{
    int width;
    size_t skip; // bytes of each name that are not shown
} file_column;

file_column file_column_of(const char *const *files, int count);
void file_cell(const file_column *column, const char *file);

/// A table of results on stdout: the head, then rows as they come.
void result_head(const file_column *column);
void result_row(const solve_result *result, const file_column *column);

/// Everything about one result, in lines.
void result_details(const solve_result *result);
void residual_details(const hf_problem_info *info, const hf_residual *residual);

#endif
