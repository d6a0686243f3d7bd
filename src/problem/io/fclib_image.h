// HDF5 files that are made in memory and written as they are.

#ifndef HF_PROBLEM_IO_FCLIB_IMAGE_H
#define HF_PROBLEM_IO_FCLIB_IMAGE_H

#include "holdfast/status.h"

#include <hdf5.h>

/// A new file in memory; negative if there is none. `name` is only what HDF5 calls it.
hid_t hdf5_image_create(const char *name);

/// Writes the file to the empty file `name`, and closes it in any case; `status` is what came before, and nothing is
/// written unless it is OK. Errors name `path`.
hf_status hdf5_image_finish(hid_t file, const char *name, const char *path, hf_status status, hf_error *error);

#endif
