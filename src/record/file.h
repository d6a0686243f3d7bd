// A recording's file. HDF5, or in a build without it nothing but the words that say so.

#ifndef HF_RECORD_FILE_H
#define HF_RECORD_FILE_H

#include "record/recording.h"

/// Makes the file with the model and empty tables, and starts writing such that every state of the file on disk can be
/// read.
hf_status record_file_create(const char *path, const hf_recording *recording, record_file **file, hf_error *error);

/// Appends all rows that the recording has in memory, and makes sure that they are in the file.
hf_status record_file_append(record_file *file, const hf_recording *recording, hf_error *error);

/// Ends the writing: a reader can tell a file that was closed from one that was not. Frees the file in any case.
hf_status record_file_finish(record_file *file, hf_error *error);

/// Reads the model, the steps and the frames, and leaves the file open for the rest.
hf_status record_file_open(const char *path, hf_recording *recording, hf_error *error);
hf_status record_file_frame(const hf_recording *recording, int frame, frame_parts parts, hf_error *error);
void record_file_close(record_file *file); // NULL is allowed

#endif
