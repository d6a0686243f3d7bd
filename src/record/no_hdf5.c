// What a recording's file is in a build without HDF5: a message.

#include "record/file.h"

#include "holdfast/record.h"

#ifndef HF_HAS_HDF5

#include "base/error.h"

static hf_status no_hdf5(hf_error *error)
{
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "this build has no HDF5, and so no recordings in files: install libhdf5-dev and build again "
                     "(pages, CSV files and "
                     "checkpoints work without)");
}

hf_status record_file_create(const char *path, const hf_recording *recording, record_file **file, hf_error *error)
{
    (void)path, (void)recording;
    *file = NULL;
    return no_hdf5(error);
}

hf_status record_file_append(record_file *file, const hf_recording *recording, hf_error *error)
{
    (void)file, (void)recording;
    return no_hdf5(error);
}

hf_status record_file_finish(record_file *file, hf_error *error)
{
    (void)file;
    return no_hdf5(error);
}

hf_status record_file_open(const char *path, hf_recording *recording, hf_error *error)
{
    (void)path, (void)recording;
    return no_hdf5(error);
}

hf_status record_file_frame(const hf_recording *recording, int frame, frame_parts parts, hf_error *error)
{
    (void)recording, (void)frame, (void)parts;
    return no_hdf5(error);
}

void record_file_close(record_file *file)
{
    (void)file;
}

static hf_status no_tables(hf_error *error)
{
    return error_set(
        error, HF_STATUS_UNSUPPORTED,
        "this build has no HDF5, and so no columns in it: install libhdf5-dev and build again, or take CSV");
}

hf_status hf_table_pack(const char *lines, const char *path, hf_error *error)
{
    (void)lines, (void)path;
    return no_tables(error);
}

hf_status hf_table_unpack(const char *path, const char *lines, hf_error *error)
{
    (void)path, (void)lines;
    return no_tables(error);
}

#endif
