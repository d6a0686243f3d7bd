#include "base/atomic_file.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/platform.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
    TRIES = 100, // names tried
    SUFFIX = 24, // bytes of ".part" and any int, and a zero
};

/// Opens the file if nobody else writes to it: -1 and errno, EEXIST where somebody does. What a killed process left is
/// nobody's; where locks are not known, it is somebody's.
static int open_alone(const char *name)
{
    int file = platform_open_new(name);
    bool is_new = file >= 0;
    if (!is_new && errno != EEXIST) return -1;
    if (!is_new) file = platform_open_present(name);
    if (file < 0)
    {
        errno = EEXIST; // somebody else's, or no file
        return -1;
    }
    file_lock lock = platform_lock(file);
    if (platform_is_at(file, name) && (lock == FILE_LOCK_OURS || (is_new && lock == FILE_LOCK_UNKNOWN))) return file;
    close(file);
    errno = EEXIST;
    return -1;
}

static int open_part(atomic_file *part)
{
    int file = -1;
    size_t length = strlen(part->path);
    for (int k = 0; k < TRIES && file < 0; k++)
    {
        snprintf(part->name + length, SUFFIX, ".part%d", k);
        file = open_alone(part->name);
        if (file < 0 && errno != EEXIST) break;
    }
    if (file < 0 && errno == EEXIST) errno = EBUSY;
    return file;
}

hf_status atomic_file_allowed(const char *path, hf_error *error)
{
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode)) return HF_STATUS_OK;
    return file_error(error, HF_STATUS_FILE, path, "this is a %s",
                      S_ISDIR(about.st_mode) ? "directory" : "device or a pipe, not a file");
}

hf_status atomic_file_begin(const char *path, size_t bytes, atomic_file *part, hf_error *error)
{
    *part = (atomic_file){.path = path, .file = -1};
    hf_status allowed = atomic_file_allowed(path, error); // the rename would put a file in the place of a device
    if (allowed != HF_STATUS_OK) return allowed;
    part->name = memory_zeroed(strlen(path) + SUFFIX, 1);
    if (!part->name) return error_no_memory(error);
    memcpy(part->name, path, strlen(path));

    int file = part->file = open_part(part);
    if (file < 0)
    {
        hf_status status = file_error(error, HF_STATUS_FILE, path, "cannot be written: %s",
                                      errno == EBUSY ? "too many others write to it" : strerror(errno));
        free(part->name);
        part->name = NULL;
        return status;
    }
    platform_copy_permissions(file, path);
    if (!platform_has_room(file, bytes))
        return atomic_file_end(part, file_error(error, HF_STATUS_FILE, path, "there is no room on the disk"), error);
    return HF_STATUS_OK;
}

void atomic_file_unlock(atomic_file *part)
{
    if (part->name && part->file >= 0) close(part->file);
    part->file = -1;
}

hf_status atomic_file_end(atomic_file *part, hf_status status, hf_error *error)
{
    if (!part->name) return status;
    if (status == HF_STATUS_OK && !platform_replace(part->name, part->path))
        status = file_error(error, HF_STATUS_FILE, part->path, "cannot be written: %s", strerror(errno));
    if (status != HF_STATUS_OK) unlink(part->name);
    atomic_file_unlock(part); // not before: until then it is ours
    free(part->name);
    part->name = NULL;
    return status;
}
