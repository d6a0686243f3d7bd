// What C17 has no word for, and what systems do differently: files, locks, text in memory, threads that signals leave
// alone. platform_posix.c is for Linux, macOS, the BSDs and WASI, platform_windows.c for Windows (MinGW-w64). Locales
// of a thread are in locale.h.
//
// Files are the integers of open(); -1 is none, and errno says why.

#ifndef HF_BASE_PLATFORM_H
#define HF_BASE_PLATFORM_H

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "states, checkpoints and pages are kept in little-endian order, and this machine has the other one"

#endif

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// ---- memory ----

/// Size is a multiple of the alignment. Given back by platform_free_aligned alone.
void *platform_allocate_aligned(size_t alignment, size_t size);
void platform_free_aligned(void *memory);

// ---- files ----

/// A file that was not there, for reading and writing, not inherited by children. EEXIST where it was.
int platform_open_new(const char *name);

/// A file that is there, for reading and writing. A link, a device or a pipe is not followed or waited for.
int platform_open_present(const char *name);

typedef enum file_lock
{
    FILE_LOCK_OURS,
    FILE_LOCK_TAKEN,   // by another process, or by another opening of this one
    FILE_LOCK_UNKNOWN, // the file system keeps no locks
} file_lock;

/// Does not wait. The lock ends with the file, or with the process.
file_lock platform_lock(int file);

/// Whether `name` is the file that is open, and a file: another process may have renamed it meanwhile.
bool platform_is_at(int file, const char *name);

/// What a file is, whatever its names. False and errno if there is none.
typedef struct file_identity
{
    unsigned long long device, number;
} file_identity;

bool platform_identify(const char *name, file_identity *identity);

/// Asks the disk for room for `bytes`, and gives it back. False where there is none.
bool platform_has_room(int file, size_t bytes);

/// The permissions of the file at `path` go to the open one, where systems have such.
void platform_copy_permissions(int file, const char *path);

/// Renames, also over a file that is there, also one that is open here.
bool platform_replace(const char *from, const char *to);

/// As write(), of any size: how much was written; -1 and errno.
long long platform_write(int file, const void *bytes, size_t size);

/// Down to the disk.
bool platform_flush(int file);

/// Whether the last failure was want of room on the disk.
bool platform_disk_full(void);

/// The path from the root, with '/' between folders; NULL if there is none. The caller frees it.
char *platform_full_path(const char *path);

/// Whether a path begins at a root.
bool platform_is_absolute(const char *path);

/// What parts the folder of a path from its name; NULL if it has none.
const char *platform_last_slash(const char *path);

// ---- text ----

/// A stream whose text is wanted in memory.
typedef struct text_stream
{
    FILE *out; // NULL: no memory
    char *bytes;
    size_t size;
} text_stream;

/// False if memory is short.
bool text_stream_begin(text_stream *stream);

/// Closes the stream. True if all of the text is there: `bytes`, ended by a zero, are the caller's to free in any case.
bool text_stream_end(text_stream *stream);

// ---- threads ----

/// A thread that signals do not reach: they are the program's business.
bool platform_thread_begin(pthread_t *thread, void *(*run)(void *), void *context);

#endif
