#include "base/atomic_file.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
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

static int create_new(atomic_file *part)
{
    int file = -1;
    size_t length = strlen(part->path);
    for (int k = 0; k < TRIES && file < 0; k++)
    {
        snprintf(part->name + length, SUFFIX, ".part%d", k);
        file = open(part->name, O_RDWR | O_CREAT | O_EXCL, 0666);
        if (file < 0 && errno != EEXIST) break;
    }
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
    *part = (atomic_file){.path = path};
    hf_status allowed = atomic_file_allowed(path, error); // the rename would put a file in the place of a device
    if (allowed != HF_STATUS_OK) return allowed;
    struct stat about;
    bool exists = stat(path, &about) == 0;
    part->name = memory_zeroed(strlen(path) + SUFFIX, 1);
    if (!part->name) return error_no_memory(error);
    memcpy(part->name, path, strlen(path));

    int file = create_new(part);
    if (file < 0)
    {
        hf_status status = file_error(error, HF_STATUS_FILE, path, "cannot be written: %s", strerror(errno));
        free(part->name);
        part->name = NULL;
        return status;
    }
    if (exists) (void)fchmod(file, about.st_mode & 07777);
    int trouble = bytes > 0 ? posix_fallocate(file, 0, (off_t)bytes) : 0;
    bool full = trouble == ENOSPC || trouble == EFBIG; // other troubles are about the call, not about the disk
    full = ftruncate(file, 0) != 0 || full;
    close(file);
    if (full)
        return atomic_file_end(part, file_error(error, HF_STATUS_FILE, path, "there is no room on the disk"), error);
    return HF_STATUS_OK;
}

hf_status atomic_file_end(atomic_file *part, hf_status status, hf_error *error)
{
    if (!part->name) return status;
    if (status == HF_STATUS_OK && rename(part->name, part->path) != 0)
        status = file_error(error, HF_STATUS_FILE, part->path, "cannot be written: %s", strerror(errno));
    if (status != HF_STATUS_OK) unlink(part->name);
    free(part->name);
    part->name = NULL;
    return status;
}
