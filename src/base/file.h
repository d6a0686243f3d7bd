// Whole files in memory, paths, and errors that name a file.

#ifndef HF_BASE_FILE_H
#define HF_BASE_FILE_H

#include "holdfast/workspace.h"

#include <stdbool.h>

/// "path: what", with the end of a long path.
hf_status file_error(hf_error *error, hf_status status, const char *path, const char *format, ...) HF_PRINTF(4, 5);

/// The bytes of a file, with a 0 after the last. HF_STATUS_FILE, with the name and the reason, if it cannot be read.
hf_status file_read(const char *path, hf_workspace *arena, char **bytes, size_t *size, hf_error *error);

/// The same of a file that has no more bytes than that.
hf_status file_read_within(const char *path, long long limit, hf_workspace *arena, char **bytes, size_t *size,
                           hf_error *error);

bool file_exists(const char *path);

/// "folder/name", or `name` alone if it is absolute or there is no folder. NULL if memory is short.
char *path_join(hf_workspace *arena, const char *folder, const char *name);

/// The part before the last slash; "" if there is none. NULL if memory is short.
char *path_folder(hf_workspace *arena, const char *path);

/// A copy of the first `length` bytes. NULL if memory is short.
char *text_copy(hf_workspace *arena, const char *text, size_t length);

#endif
