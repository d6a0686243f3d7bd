// A problem as a list of named arrays: what a file in our own form has in its group /holdfast (docs/problems.md).

#ifndef HF_PROBLEM_IO_FORM_ITEMS_H
#define HF_PROBLEM_IO_FORM_ITEMS_H

#include "holdfast/problem.h"
#include "holdfast/workspace.h"

/// One of both lists is there.
typedef struct form_item
{
    const char *name;
    int count;
    const int *integers;
    const double *numbers;
} form_item;

enum
{
    FORM_ITEMS_MAX = 16,
};

/// Fills in the items of a problem, in the order of the file, and returns how many there are; 0 if memory is short.
/// They point into the problem and the arena.
int form_items(const hf_problem *problem, hf_workspace *arena, form_item items[FORM_ITEMS_MAX]);

/// Whether the problem has more entries than a file can count.
bool form_is_too_large(const hf_problem *problem);

#endif
