// A checkpoint: a header, then the bytes of hf_world_state_save.

#include "holdfast/record.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "world/world.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char MAGIC[8] = "HFCHECK1";

typedef struct checkpoint_header
{
    char magic[8];
    uint64_t size;   // bytes that follow
    uint64_t hash;   // of these
    uint64_t shapes; // hash of what the model is made of: a state means nothing in another one
} checkpoint_header;

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *c = bytes; // FNV-1a
    for (size_t k = 0; k < size; k++) hash = (hash ^ c[k]) * 0x100000001b3;
    return hash;
}

static uint64_t hash_model(const hf_world *world)
{
    const hf_model *model = world->model;
    uint64_t hash = 0xcbf29ce484222325;
    for (int k = 0; k < hf_model_body_count(model); k++)
    {
        hf_body_def body = hf_model_body(model, k);
        int motion = (int)body.motion;
        hash = hash_bytes(hash, &motion, sizeof motion);
        hash = hash_bytes(hash, &body.mass, sizeof body.mass);
        hash = hash_bytes(hash, body.inertia, sizeof body.inertia);
        hash = hash_bytes(hash, body.center, sizeof body.center);
    }
    for (int k = 0; k < hf_model_shape_count(model); k++)
    {
        hf_shape_def shape = hf_model_shape(model, k);
        int words[3] = {shape.body, (int)shape.kind, shape.mesh};
        hash = hash_bytes(hash, words, sizeof words);
        hash = hash_bytes(hash, shape.size, sizeof shape.size);
        hash = hash_bytes(hash, shape.position, sizeof shape.position);
        hash = hash_bytes(hash, shape.orientation, sizeof shape.orientation);
        hash = hash_bytes(hash, &shape.friction, sizeof shape.friction);
    }
    return hash;
}

/// All of it, and down to the disk: a rename that arrives before the data would leave nothing.
static bool write_all(const char *path, const checkpoint_header *header, const void *bytes)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) return false;
    bool well = fwrite(header, sizeof *header, 1, stream) == 1;
    well = well && (header->size == 0 || fwrite(bytes, (size_t)header->size, 1, stream) == 1);
    well = well && fflush(stream) == 0 && fsync(fileno(stream)) == 0;
    int trouble = errno;
    bool closed = fclose(stream) == 0;
    if (!well) errno = trouble;
    return well && closed;
}

/// Always the same other name: a process that was killed leaves its half there, and the next one writes over it.
hf_status hf_checkpoint_write(const char *path, const hf_world *world, hf_error *error)
{
    hf_status status = atomic_file_allowed(path, error);
    if (status != HF_STATUS_OK) return status;
    checkpoint_header header = {.size = hf_world_state_size(world), .shapes = hash_model(world)};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    static const char suffix[] = ".part";
    char *name = memory_zeroed(strlen(path) + sizeof suffix, 1);
    void *bytes = memory_zeroed((size_t)header.size, 1);
    if (!bytes || !name)
    {
        free(name);
        free(bytes);
        return error_no_memory(error);
    }
    memcpy(name, path, strlen(path));
    memcpy(name + strlen(path), suffix, sizeof suffix);
    hf_world_state_save(world, bytes);
    header.hash = hash_bytes(0xcbf29ce484222325, bytes, (size_t)header.size);
    if (!write_all(name, &header, bytes) || rename(name, path) != 0)
    {
        bool full = errno == ENOSPC || errno == EFBIG;
        status = file_error(error, HF_STATUS_FILE, path, "the checkpoint cannot be written: %s",
                            full ? "there is no room on the disk" : strerror(errno));
        unlink(name);
    }
    free(name);
    free(bytes);
    return status;
}

static hf_status read_all(const char *path, FILE *stream, uint64_t shapes, void **bytes, size_t *size, hf_error *error)
{
    checkpoint_header header;
    struct stat about;
    if (fread(&header, sizeof header, 1, stream) != 1 || memcmp(header.magic, MAGIC, sizeof MAGIC) != 0)
        return file_error(error, HF_STATUS_FORMAT, path, "this is no checkpoint of holdfast");
    if (fstat(fileno(stream), &about) != 0 || (uint64_t)about.st_size != sizeof header + header.size)
        return file_error(error, HF_STATUS_FORMAT, path, "the checkpoint is cut off, or damaged");
    *size = (size_t)header.size;
    *bytes = memory_zeroed(*size, 1);
    if (!*bytes) return error_no_memory(error);
    if (*size > 0 && fread(*bytes, *size, 1, stream) != 1)
        return file_error(error, HF_STATUS_FILE, path, "cannot be read: %s", strerror(errno));
    if (hash_bytes(0xcbf29ce484222325, *bytes, *size) != header.hash)
        return file_error(error, HF_STATUS_FORMAT, path, "the checkpoint is damaged: its hash does not fit");
    if (header.shapes != shapes)
        return file_error(error, HF_STATUS_FORMAT, path,
                          "the checkpoint is of another scene, or of this one with other parameters");
    return HF_STATUS_OK;
}

hf_status hf_checkpoint_read(const char *path, hf_world *world, hf_error *error)
{
    FILE *stream = fopen(path, "rb");
    if (!stream) return file_error(error, HF_STATUS_FILE, path, "cannot be opened: %s", strerror(errno));
    void *bytes = NULL;
    size_t size = 0;
    hf_error inner = {.status = HF_STATUS_OK};
    hf_status status = read_all(path, stream, hash_model(world), &bytes, &size, error);
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
