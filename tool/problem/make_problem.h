// Problems made on the spot, for `generate` and `demo`.

#ifndef HF_TOOL_MAKE_PROBLEM_H
#define HF_TOOL_MAKE_PROBLEM_H

#include "holdfast/generate.h"

#include <stdbool.h>

/// What to make: one of the generators, with its options.
typedef struct problem_recipe
{
    bool pile, hair; // otherwise random
    hf_random_options random;
    hf_pile_options piled;
    hf_hair_options fibres;
} problem_recipe;

hf_status make_problem(const problem_recipe *recipe, hf_generated *generated, hf_error *error);

/// Writes problem, title and, where one is known, solution. False after an error message.
bool write_problem(const char *path, const problem_recipe *recipe, const hf_generated *generated);

#endif
