#include "record/proof/proof.h"
#include "record/proof/verify.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "scene/image/inflate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum
{
    TOP = 12,        // bytes before the stream of a chunk
    MOST = 1 << 28,  // bytes of a chunk
    GROWTH = 1 << 20 // of room for a stream: a file that lies about its size takes no memory
};

static uint32_t number(const unsigned char *b)
{
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

hf_status verify_chunks_open(const char *path, verify_chunks *c, hf_error *error)
{
    unsigned char head[PROOF_HEAD];
    *c = (verify_chunks){.file = fopen(path, "rb")};
    if (!c->file) return file_error(error, HF_STATUS_FILE, path, "cannot be opened: %s", strerror(errno));
    if (fread(head, sizeof head, 1, c->file) != 1 || memcmp(head, "HFPROOF\n", 8) != 0)
        return file_error(error, HF_STATUS_FORMAT, path, "this is no proof of a run");
    if (number(head + 8) != PROOF_VERSION)
        return file_error(error, HF_STATUS_FORMAT, path,
                          "the proof is of version %lu of the format; this program knows version %d",
                          (unsigned long)number(head + 8), PROOF_VERSION);
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, head, sizeof head);
    sha256_end(&hash, c->chain);
    return HF_STATUS_OK;
}

void verify_chunks_close(verify_chunks *c)
{
    if (c->file) fclose(c->file);
    free(c->packed);
    free(c->raw);
}

static bool make_room(unsigned char **bytes, size_t *room, size_t size)
{
    if (size <= *room) return true;
    unsigned char *moved = memory_resize(*bytes, size, 1);
    if (!moved) return false;
    *bytes = moved;
    *room = size;
    return true;
}

/// Reads `size` bytes bit by bit, as long as there are any.
static verify_next read_packed(verify_chunks *c, size_t size)
{
    for (size_t at = 0; at < size;)
    {
        size_t part = size - at < GROWTH ? size - at : GROWTH;
        if (!make_room(&c->packed, &c->packed_size, at + part)) return NEXT_NO_MEMORY;
        if (fread(c->packed + at, part, 1, c->file) != 1) return NEXT_CUT;
        at += part;
    }
    return NEXT_CHUNK;
}

verify_next verify_chunks_next(verify_chunks *c, const char **what)
{
    unsigned char top[TOP], told[SHA256_SIZE];
    size_t got = fread(top, 1, sizeof top, c->file);
    if (got == 0) return NEXT_END;
    if (got < sizeof top) return NEXT_CUT;
    size_t size = number(top + 4), packed = number(top + 8);
    *what = "a chunk is larger than chunks may be";
    if (size > MOST || packed > MOST) return NEXT_FALSE;
    verify_next next = read_packed(c, packed);
    if (next != NEXT_CHUNK) return next;
    if (fread(told, sizeof told, 1, c->file) != 1) return NEXT_CUT;
    sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, c->chain, sizeof c->chain);
    sha256_add(&hash, top, sizeof top);
    sha256_add(&hash, c->packed, packed);
    sha256_end(&hash, c->chain);
    *what = "the chain of hashes breaks";
    if (memcmp(told, c->chain, sizeof told) != 0) return NEXT_FALSE;
    if (!make_room(&c->raw, &c->raw_size, size + 1)) return NEXT_NO_MEMORY;
    *what = "a chunk is packed badly";
    if (!inflate_zlib(c->packed, packed, c->raw, size)) return NEXT_FALSE;
    memcpy(c->tag, top, 4);
    c->size = size;
    c->raw[size] = 0;
    return NEXT_CHUNK;
}
