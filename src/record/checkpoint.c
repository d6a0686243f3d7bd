// A checkpoint: a header, then the bytes of hf_world_state_save.
//
// It is written beside its place, under the name with ".part" after it, and renamed when it is down on the disk: the file has the old
// checkpoint or the new one, never half of one. A lock on the part file keeps two that write to the same place at once, processes or threads, out
// of each other's way: who finds it taken writes to ".part1" and so on, and the last rename stays. A lock ends with its process, so that what a
// killed one left is written over.

#include "holdfast/record.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "model/identity.h"
#include "world/world.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[8] = "HFCHECK2", EARLIER[8] = "HFCHECK1";

typedef struct checkpoint_header
{
    char magic[8];
    uint64_t size;        // bytes that follow
    uint64_t hash;        // of these
    model_identity model; // a state means nothing in another one
} checkpoint_header;

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *c = bytes; // FNV-1a
    for (size_t k = 0; k < size; k++) hash = (hash ^ c[k]) * 0x100000001b3;
    return hash;
}

// ---- writing ----

enum
{
    TRIES = 100, // names tried
    SUFFIX = 16, // bytes of ".part", a number up to TRIES, and a zero
};

/// Whether `name` still is the file that is open: another one may have renamed it while we waited.
static bool is_at(int file, const char *name)
{
    struct stat open_one, named;
    return fstat(file, &open_one) == 0 && stat(name, &named) == 0 && open_one.st_ino == named.st_ino &&
           open_one.st_dev == named.st_dev;
}

/// Opens a part file that nobody else writes to; `name`: where the path stands, with room for the suffix. -1 and errno if there is none.
static int open_part(char *name)
{
    size_t length = strlen(name);
    for (int k = 0; k < TRIES; k++)
    {
        if (k == 0) snprintf(name + length, SUFFIX, ".part");
        else snprintf(name + length, SUFFIX, ".part%d", k);
        int file = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (file < 0) return -1;
        bool taken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; // some file systems know no locks
        if (!taken && is_at(file, name)) return file;
        close(file);
    }
    errno = EBUSY;
    return -1;
}

/// All of it, and down to the disk: a rename that arrives before the data would leave nothing.
static bool write_all(int file, const checkpoint_header *header, const void *bytes)
{
    const struct
    {
        const char *at;
        size_t size;
    } pieces[2] = {{(const char *)header, sizeof *header}, {bytes, (size_t)header->size}};
    if (ftruncate(file, 0) != 0) return false;
    for (int k = 0; k < 2; k++)
        for (size_t done = 0; done < pieces[k].size;)
        {
            ssize_t written = write(file, pieces[k].at + done, pieces[k].size - done);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return false;
            done += (size_t)written;
        }
    return fsync(file) == 0;
}

/// Writes to the part file and renames it; the lock ends when it is closed.
static bool write_and_rename(const char *path, char *name, const checkpoint_header *header, const void *bytes)
{
    int file = open_part(name);
    if (file < 0) return false;
    bool well = write_all(file, header, bytes) && rename(name, path) == 0;
    int trouble = errno;
    if (!well) unlink(name);
    close(file);
    errno = trouble;
    return well;
}

hf_status hf_checkpoint_write(const char *path, const hf_world *world, hf_error *error)
{
    hf_status status = atomic_file_allowed(path, error);
    if (status != HF_STATUS_OK) return status;
    checkpoint_header header = {.size = hf_world_state_size(world), .model = model_identify(world->model)};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    char *name = memory_zeroed(strlen(path) + SUFFIX, 1);
    void *bytes = memory_zeroed((size_t)header.size, 1);
    if (name && bytes)
    {
        memcpy(name, path, strlen(path) + 1);
        hf_world_state_save(world, bytes);
        header.hash = hash_bytes(0xcbf29ce484222325, bytes, (size_t)header.size);
        if (!write_and_rename(path, name, &header, bytes))
            status = file_error(error, HF_STATUS_FILE, path, "the checkpoint cannot be written: %s",
                                errno == ENOSPC || errno == EFBIG || errno == EDQUOT ? "there is no room on the disk"
                                : errno == EBUSY                                     ? "too many others write to it"
                                                                                     : strerror(errno));
    }
    else status = error_no_memory(error);
    free(name);
    free(bytes);
    return status;
}

// ---- reading ----

static hf_status read_all(const char *path, FILE *stream, const hf_model *model, void **bytes, size_t *size,
                          hf_error *error)
{
    checkpoint_header header;
    struct stat about;
    size_t got = fread(&header, 1, sizeof header, stream);
    if (got >= sizeof header.magic && memcmp(header.magic, EARLIER, sizeof EARLIER) == 0)
        return file_error(
            error, HF_STATUS_FORMAT, path,
            "this checkpoint was written by an earlier version of holdfast, which did not keep what scene "
            "it belongs to; begin the run anew");
    if (got < sizeof header.magic || memcmp(header.magic, MAGIC, sizeof MAGIC) != 0)
        return file_error(error, HF_STATUS_FORMAT, path, "this is no checkpoint of holdfast");
    if (got < sizeof header || fstat(fileno(stream), &about) != 0 ||
        (uint64_t)about.st_size != sizeof header + header.size)
        return file_error(error, HF_STATUS_FORMAT, path, "the checkpoint is cut off, or damaged");
    *size = (size_t)header.size;
    *bytes = memory_zeroed(*size, 1);
    if (!*bytes) return error_no_memory(error);
    if (*size > 0 && fread(*bytes, *size, 1, stream) != 1)
        return file_error(error, HF_STATUS_FILE, path, "cannot be read: %s", strerror(errno));
    if (hash_bytes(0xcbf29ce484222325, *bytes, *size) != header.hash)
        return file_error(error, HF_STATUS_FORMAT, path, "the checkpoint is damaged: its hash does not fit");
    char parts[160];
    const model_identity mine = model_identify(model);
    if (identity_differ(&header.model, &mine, parts, sizeof parts))
        return file_error(error, HF_STATUS_FORMAT, path,
                          "the checkpoint is of another scene, or of this one with other parameters; what differs: %s",
                          parts);
    return HF_STATUS_OK;
}

hf_status hf_checkpoint_read(const char *path, hf_world *world, hf_error *error)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) return file_error(error, HF_STATUS_FILE, path, "cannot be opened: %s", strerror(errno));
    void *bytes = NULL;
    size_t size = 0;
    hf_error inner = {.status = HF_STATUS_OK};
    hf_status status = read_all(path, stream, world->model, &bytes, &size, error);
    if (status == HF_STATUS_OK)
    {
        status = hf_world_state_load(world, bytes, size, &inner);
        if (status == HF_STATUS_NO_MEMORY) error_no_memory(error);
        else if (status != HF_STATUS_OK) file_error(error, status, path, "%s", inner.message);
    }
    free(bytes);
    fclose(stream);
    return status;
}
