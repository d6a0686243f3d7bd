// Options in a solver's name: "implicit/lambda=1e-3/islands=0". A family has a table of them, which is how they are
// read, and what `holdfast solvers NAME` lists.

#ifndef HF_SOLVE_NAME_OPTIONS_H
#define HF_SOLVE_NAME_OPTIONS_H

#include "holdfast/solve.h"

#include <stddef.h>

typedef enum name_option_kind
{
    NAME_REAL,  // double
    NAME_COUNT, // int, or an enumeration
    NAME_LONG,
    NAME_FLAG, // bool, 0 or 1
} name_option_kind;

typedef struct name_option
{
    hf_solver_option listed;
    name_option_kind kind;
    size_t offset; // of the field in the family's options
    double least, most;
} name_option;

/// What follows `head` in a name that begins with it: "" or "/…". NULL if the name is another.
const char *name_after(const char *name, const char *head);

/// Reads "/name=value" as often as it is there, into the struct of the family's options. Returns what is left of the
/// text: "" if all of it was understood.
const char *name_options_read(const char *text, const name_option *table, int count, void *options);

#endif
