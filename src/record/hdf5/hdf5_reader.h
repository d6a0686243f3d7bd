// Reading HDF5 without trust: attributes and datasets that are what they should be, or an error.

#ifndef HF_RECORD_HDF5_HDF5_READER_H
#define HF_RECORD_HDF5_HDF5_READER_H

#include "record/hdf5/hdf5_rows.h"

typedef struct hdf5_reader
{
    const char *path;
    hid_t file;
    hf_error *error;
} hdf5_reader;

/// An error that names the file: "the recording is damaged: what".
hf_status hdf5_damaged(const hdf5_reader *in, const char *what);

/// `count` numbers. False if there is no such attribute of the file.
bool hdf5_attribute(const hdf5_reader *in, const char *name, hid_t type, hssize_t count, void *value);

/// A text of fixed length, cut to what there is room for.
bool hdf5_text(const hdf5_reader *in, const char *name, char *text, size_t size);

/// Opens a dataset, with its extents; `columns` = 0: a list. Negative if it is not what it should be.
hid_t hdf5_open(const hdf5_reader *in, const char *name, hid_t type, hsize_t columns, hsize_t *rows);

/// Some rows of an open dataset.
bool hdf5_rows(hid_t data, hid_t type, hsize_t begin, hsize_t count, hsize_t columns, void *values);

/// The whole of a dataset that does not grow, on the heap; `values` points to the pointer that takes it.
hf_status hdf5_data(const hdf5_reader *in, const char *name, hid_t type, hsize_t columns, size_t size, hsize_t *rows,
                    void *values);

/// hdf5_data with a type that is made for it, and closed here.
hf_status hdf5_entries(const hdf5_reader *in, const char *name, hid_t type, size_t size, hsize_t *rows, void *values);

bool hdf5_finite(const double *values, size_t count);

/// Whether `count` things from `begin` on are among `total`.
bool hdf5_in_range(int64_t begin, int64_t count, hsize_t total);

/// What stands in /model (hdf5_model.c).
hf_status hdf5_model(const hdf5_reader *in, recorded_model *model);

#endif
