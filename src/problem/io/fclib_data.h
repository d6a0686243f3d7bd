// What reading an FCLIB file asks of HDF5: groups, and datasets that hold what they should, or an error that names
// them.
//
// A dataset is looked at before anything is read or allocated: its type is one of the standard integers or IEEE
// numbers, or a string of fixed length; it lies in one piece in the file, and is as long as it says. One that was never
// written, as libfclib leaves them for a NULL, is zeros; it may have as many entries as the file has bytes, so that a
// short file never asks for much memory.

#ifndef HF_PROBLEM_IO_FCLIB_DATA_H
#define HF_PROBLEM_IO_FCLIB_DATA_H

#include "problem/io/fclib.h"

enum
{
    FCLIB_NAME = 96 // "/fclib_global/H/nzmax" and the like
};

/// Whether a link of this name is there; every parent must be a group that is there.
hf_status fclib_look_for(const fclib_file *in, const char *name, bool *there);

/// An error if it is not there.
hf_status fclib_need_group(const fclib_file *in, const char *name);

/// The number of entries of a dataset.
hf_status fclib_count(const fclib_file *in, const char *name, hsize_t *count);

/// A dataset of lo to hi entries, in the file's arena.
hf_status fclib_integers(const fclib_file *in, const char *name, hsize_t lo, hsize_t hi, int **values);
hf_status fclib_numbers(const fclib_file *in, const char *name, hsize_t lo, hsize_t hi, double **values);

hf_status fclib_one_integer(const fclib_file *in, const char *name, int *value);

/// All finite, and none below `lowest`.
hf_status fclib_finite(const fclib_file *in, const char *name, const double *x, size_t count, double lowest);

/// A vector of exactly `count` finite numbers, none below `lowest`.
hf_status fclib_vector(const fclib_file *in, const char *folder, const char *field, int count, double lowest,
                       double **values);

/// The texts of a group, if it is there; `info` may be NULL.
hf_status fclib_texts(const fclib_file *in, const char *folder, hf_fclib_info *info);

/// An optional string of fixed length; `text` (HF_FCLIB_TEXT bytes) may be NULL.
hf_status fclib_text(const fclib_file *in, const char *folder, const char *field, char *text);

#endif
