// A checkpoint: a header, then the bytes of hf_world_state_save.
//
// It is written beside its place and renamed when it is down on the disk: the file has the old checkpoint or the new
// one, never half of one, also where several write to it at once or are killed (base/atomic_file.h).

#include "holdfast/record.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/platform.h"
#include "model/identity.h"
#include "world/world.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/// All of it, and down to the disk: a rename that arrives before the data would leave nothing.
static bool write_all(int file, const checkpoint_header *header, const void *bytes)
{
    const struct
    {
        const char *at;
        size_t size;
    } pieces[2] = {{(const char *)header, sizeof *header}, {bytes, (size_t)header->size}};
    for (int k = 0; k < 2; k++)
        for (size_t done = 0; done < pieces[k].size;)
        {
            long long written = platform_write(file, pieces[k].at + done, pieces[k].size - done);
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return false;
            done += (size_t)written;
        }
    return platform_flush(file);
}

hf_status hf_checkpoint_write(const char *path, const hf_world *world, hf_error *error)
{
    checkpoint_header header = {.size = hf_world_state_size(world), .model = model_identify(world->model)};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    void *bytes = memory_zeroed((size_t)header.size, 1);
    if (!bytes) return error_no_memory(error);
    hf_world_state_save(world, bytes);
    header.hash = hash_bytes(0xcbf29ce484222325, bytes, (size_t)header.size);
    atomic_file part;
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status == HF_STATUS_OK && !write_all(part.file, &header, bytes))
        status = file_error(error, HF_STATUS_FILE, path, "the checkpoint cannot be written: %s",
                            platform_disk_full() ? "there is no room on the disk" : strerror(errno));
    status = atomic_file_end(&part, status, error);
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
