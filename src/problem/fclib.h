// What the FCLIB files share. The check comes before anything else: libfclib ends the process when a file is not as it expects.

#ifndef HF_PROBLEM_FCLIB_H
#define HF_PROBLEM_FCLIB_H

#include "holdfast/files.h"

#include <fclib.h>
#include <hdf5.h>

/// Sizes that the check found, and that everything else may rely on.
typedef struct fclib_sizes
{
    bool global;
    int dimension;     // of space: 2 or 3
    int contact_rows;  // rows of W, columns of H
    int equality_rows; // rows of R, columns of G; 0 if there are none
    bool equalities;   // V and R, or G, are there
    int dof_count;     // global: rows of M
} fclib_sizes;

/// Which parts of a file to check.
enum
{
    CHECK_PROBLEM = 1,
    CHECK_SOLUTION = 2,
    CHECK_GUESSES = 4,
};

/// Opens the file, checks every group, dataset, extent, index and number of the chosen parts, and closes it. Only after HF_STATUS_OK may libfclib
/// read these parts. All numbers are held at once and then freed, so that libfclib's allocations of the same sizes will not fail
/// for lack of memory a moment later. HDF5 must be quiet (H5E_BEGIN_TRY). `info` and `guess_count` may be NULL.
hf_status fclib_check(const char *path, int parts, fclib_sizes *sizes, hf_fclib_info *info, hf_error *error);

/// error_set with the file's name in front (its end, if it is long).
hf_status fclib_error(hf_error *error, hf_status status, const char *path, const char *format, ...) HF_PRINTF(4, 5);

#endif
