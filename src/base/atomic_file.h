// A file that is written under another name and takes its own when it is complete, so that nobody ever sees half of it.
//
// The other name is the path with ".part0" after it (a sweep keeps rows in ".part"). A lock on that file keeps two that
// write to the same place at once, processes or threads, out of each other's way: who finds it taken writes to ".part1"
// and so on, and the last rename stays. A lock ends with its process, so that what a killed one left is written over.

#ifndef HF_BASE_ATOMIC_FILE_H
#define HF_BASE_ATOMIC_FILE_H

#include "holdfast/status.h"

#include <stddef.h>

typedef struct atomic_file
{
    const char *path; // where it goes in the end
    char *name;       // where it is written: in the same folder, empty at first
    int file;         // the same, open and locked; -1: closed
} atomic_file;

/// Whether a file may take the name `path`: not in the place of a folder, a device or a pipe.
hf_status atomic_file_allowed(const char *path, hf_error *error);

/// Makes the part file, empty, with the permissions of what is at `path` now, or the usual ones. Fails here rather than
/// halfway: `bytes`, an estimate of the size, are asked of the disk and given back.
hf_status atomic_file_begin(const char *path, size_t bytes, atomic_file *part, hf_error *error);

/// Ends the lock, for a library that opens `name` by itself and locks it.
void atomic_file_unlock(atomic_file *part);

/// Ends the writing: a `status` that is OK renames, any other removes what was written. Returns the status.
hf_status atomic_file_end(atomic_file *part, hf_status status, hf_error *error);

#endif
