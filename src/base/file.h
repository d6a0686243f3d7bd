// Whole files in memory, paths, and errors that name a file.

#ifndef HF_BASE_FILE_H
#define HF_BASE_FILE_H

#include "base/platform.h"
#include "holdfast/workspace.h"

#include <stdbool.h>

/// "path: what", with the end of a long path.
hf_status file_error(hf_error *error, hf_status status, const char *path, const char *format, ...) HF_PRINTF(4, 5);

/// The bytes of a file, with a 0 after the last. HF_STATUS_FILE, with the name and the reason, if it cannot be read.
hf_status file_read(const char *path, hf_workspace *arena, char **bytes, size_t *size, hf_error *error);

/// file_read for a file of at most `limit` bytes; an error if it has more.
hf_status file_read_within(const char *path, long long limit, hf_workspace *arena, char **bytes, size_t *size,
                           hf_error *error);

bool file_exists(const char *path);

/// Files that are in memory: bytes by the path that would be opened; false where there is none.
typedef struct file_source
{
    bool (*find)(void *context, const char *path, const void **bytes, size_t *size);
    void *context;
} file_source;

/// From now on everything above finds the files of `source` first, in the calling thread; NULL: those on disk alone.
/// What was there before is handed back, to be put back. Readers of meshes, heights and images lie deep below those
/// who know of a source, and have nothing else of theirs.
const file_source *file_source_use(const file_source *source);

/// Whether a path leads to a file of the source.
bool file_is_given(const char *path);

/// What two names of one file have in common; false if there is no such file.
bool file_identify(const char *path, file_identity *identity);

/// "folder/name", or `name` alone if it is absolute or there is no folder. NULL if memory is short.
char *path_join(hf_workspace *arena, const char *folder, const char *name);

/// The part before the last slash; "" if there is none. NULL if memory is short.
char *path_folder(hf_workspace *arena, const char *path);

/// A copy of the first `length` bytes. NULL if memory is short.
char *text_copy(hf_workspace *arena, const char *text, size_t length);

#endif
