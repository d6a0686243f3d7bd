// Problems from files, for all commands that read them.

#ifndef HF_TOOL_LOAD_H
#define HF_TOOL_LOAD_H

#include "holdfast/problem.h"

#include <stdbool.h>

/// Reads `path`; with the friction law of the file, or with `friction` (hf_friction_read) if that is not NULL. False
/// with an error that names the file.
bool load_problem(const char *path, const char *form, const char *friction, hf_problem **problem, hf_error *error);

/// r of the solution in `path`, or of its first guess if it has no solution. False with an error if it has neither.
bool load_guess(const char *path, const hf_problem *problem, double *r, hf_error *error);

#endif
