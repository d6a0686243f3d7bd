// What checking an FCLIB file (fclib_check.c) asks of HDF5: groups, and datasets that hold what they should, or an error that names them.

#ifndef HF_PROBLEM_IO_FCLIB_CHECKER_H
#define HF_PROBLEM_IO_FCLIB_CHECKER_H

#include "problem/io/fclib.h"

#include "base/atomic_file.h"

enum
{
    FCLIB_NAME = 96,                            // "/fclib_global/H/nzmax" and the like
    FCLIB_HELD = 128 + 4 * HF_FCLIB_GUESSES_MAX // arrays held at once: at most 10 a matrix, 4 a solution
};

typedef struct fclib_checker
{
    const char *path;
    hid_t file;
    hf_error *error;
    void **held; // arrays read, freed together at the end
    size_t held_count;
} fclib_checker;

/// Whether a link of this name is there; every parent must be a group that is there. libfclib takes a failure to find out for a yes.
hf_status fclib_look_for(const fclib_checker *c, const char *name, bool *there);

/// The same for an optional dataset of a group, in the way that libfclib looks for it.
hf_status fclib_look_in(const fclib_checker *c, const char *folder, const char *field, bool *there);

/// An error if it is not there.
hf_status fclib_need_group(const fclib_checker *c, const char *name);

/// Reads a dataset of lo to hi numbers; *values is kept until the checker is closed. `integers` reads int, otherwise double.
hf_status fclib_numbers(fclib_checker *c, const char *name, bool integers, hsize_t lo, hsize_t hi, void **values);

hf_status fclib_one_int(fclib_checker *c, const char *name, int *value);

/// All finite, and none below `lowest`.
hf_status fclib_finite(const fclib_checker *c, const char *name, const double *x, size_t count, double lowest);

/// A vector of exactly `count` finite numbers, none below `lowest`.
hf_status fclib_vector(fclib_checker *c, const char *folder, const char *field, int count, double lowest);

/// An optional string of fixed length; `text` (HF_FCLIB_TEXT bytes) may be NULL.
hf_status fclib_text(const fclib_checker *c, const char *folder, const char *field, char *text);

#endif
