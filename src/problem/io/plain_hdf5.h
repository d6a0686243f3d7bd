// HDF5 files written without HDF5: groups of lists, no more. For builds that lack the library, as a page's.

#ifndef HF_PROBLEM_IO_PLAIN_HDF5_H
#define HF_PROBLEM_IO_PLAIN_HDF5_H

#include "problem/io/form_items.h"

typedef struct plain_group
{
    const char *name;
    int count; // up to FORM_ITEMS_MAX + 1
    form_item *items;
} plain_group;

enum
{
    PLAIN_GROUPS_MAX = 8,
};

/// Groups at the root of a file, which takes its name when it is complete. Lists are sorted by their names, as HDF5
/// wants them.
hf_status plain_hdf5_write(const char *path, plain_group *groups, int count, hf_error *error);

/// A problem in our own form, and r if it is not NULL, in a new file at `path`.
hf_status plain_problem_write(const char *path, const hf_problem *problem, const double *r, hf_error *error);

#endif
