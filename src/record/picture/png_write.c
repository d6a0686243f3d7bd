// PNG files: rows that differ little from the pixel to the left, packed by runs and copies of the last row in the
// fixed code of deflate (RFC 1951, 3.2.6). Half of what a good packer does, for a hundredth of its lines.

#include "holdfast/picture.h"

#include "base/arena.h"
#include "base/error.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum
{
    LARGEST_SIDE = 65535,
    SHORTEST = 3, // of a copy
    LONGEST = 258,
    WINDOW = 32768,
    CHAINS = 1 << 15,
};

typedef struct bit_buffer
{
    unsigned char *bytes;
    size_t count;
    uint64_t bits;
    int held;
} bit_buffer;

static void put_bits(bit_buffer *b, unsigned value, int count)
{
    b->bits |= (uint64_t)value << b->held;
    b->held += count;
    while (b->held >= 8)
    {
        b->bytes[b->count++] = (unsigned char)b->bits;
        b->bits >>= 8;
        b->held -= 8;
    }
}

/// Codes of Huffman stand with their first bit first.
static void put_code(bit_buffer *b, unsigned code, int count)
{
    unsigned turned = 0;
    for (int k = 0; k < count; k++) turned |= (code >> k & 1) << (count - 1 - k);
    put_bits(b, turned, count);
}

static void put_symbol(bit_buffer *b, unsigned s)
{
    if (s < 144) put_code(b, 0x30 + s, 8);
    else if (s < 256) put_code(b, 0x190 + s - 144, 9);
    else if (s < 280) put_code(b, s - 256, 7);
    else put_code(b, 0xC0 + s - 280, 8);
}

/// Lengths 3 … 258 and distances 1 … 32768 have a symbol for each half of a power of two (distances) or each quarter
/// (lengths), and bits for the rest.
static void put_copy(bit_buffer *b, unsigned length, unsigned distance)
{
    unsigned l = length - 3, d = distance - 1;
    int extra = 0;
    if (length == LONGEST) put_symbol(b, 285);
    else if (l < 8) put_symbol(b, 257 + l);
    else
    {
        while (l >> extra >= 8) extra++;
        put_symbol(b, 257 + 4 * ((unsigned)extra + 1) + (l >> extra) - 4);
        put_bits(b, l & ((1U << extra) - 1), extra);
    }
    extra = 0;
    if (d < 4) put_code(b, d, 5);
    else
    {
        while (d >> extra >= 4) extra++;
        put_code(b, 2 * ((unsigned)extra + 1) + (d >> extra) - 2, 5);
        put_bits(b, d & ((1U << extra) - 1), extra);
    }
}

static uint32_t hash_of(const unsigned char *p)
{
    return (((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]) * 2654435761U) >> 17;
}

static unsigned matching(const unsigned char *a, const unsigned char *b, size_t most)
{
    unsigned length = 0;
    while (length < most && length < LONGEST && a[length] == b[length]) length++;
    return length;
}

/// One block of fixed codes; `last` has CHAINS places, where three bytes of a hash stood last.
static void deflate_bytes(bit_buffer *b, const unsigned char *bytes, size_t count, int64_t *last)
{
    for (int k = 0; k < CHAINS; k++) last[k] = -1;
    put_bits(b, 3, 3); // the last block, fixed codes
    for (size_t k = 0; k < count;)
    {
        unsigned length = 0;
        int64_t before = -1;
        if (k + SHORTEST <= count)
        {
            int64_t *place = &last[hash_of(bytes + k)];
            before = *place;
            *place = (int64_t)k;
            if (before >= 0 && k - (size_t)before <= WINDOW) length = matching(bytes + before, bytes + k, count - k);
        }
        if (length < SHORTEST)
        {
            put_symbol(b, bytes[k++]);
            continue;
        }
        put_copy(b, length, (unsigned)(k - (size_t)before));
        k += length;
    }
    put_symbol(b, 256);
    put_bits(b, 0, 7); // the rest of a byte
}

static uint32_t adler_of(const unsigned char *bytes, size_t count)
{
    uint32_t a = 1, b = 0;
    for (size_t k = 0; k < count; k++)
    {
        a = (a + bytes[k]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void put_big(unsigned char *out, uint32_t x)
{
    for (int k = 0; k < 4; k++) out[k] = (unsigned char)(x >> (24 - 8 * k));
}

static bool put_chunk(FILE *out, const char *kind, const unsigned char *bytes, size_t count)
{
    unsigned char word[4];
    uint32_t crc = 0xFFFFFFFFU;
    put_big(word, (uint32_t)count);
    bool well = fwrite(word, 1, 4, out) == 4 && fwrite(kind, 1, 4, out) == 4 && fwrite(bytes, 1, count, out) == count;
    for (size_t k = 0; k < 4 + count; k++)
    {
        crc ^= k < 4 ? (unsigned char)kind[k] : bytes[k - 4];
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320U : 0);
    }
    put_big(word, ~crc);
    return well && fwrite(word, 1, 4, out) == 4;
}

/// Rows with their filter byte: 1, differences from the pixel to the left.
static void filter_rows(int width, int height, const unsigned char *color, unsigned char *rows)
{
    for (int y = 0; y < height; y++)
    {
        const unsigned char *from = color + (size_t)y * 3 * (size_t)width;
        unsigned char *to = rows + (size_t)y * (3 * (size_t)width + 1);
        *to++ = 1;
        for (int k = 0; k < 3 * width; k++) to[k] = (unsigned char)(from[k] - (k >= 3 ? from[k - 3] : 0));
    }
}

static bool write_chunks(FILE *out, int width, int height, const unsigned char *packed, size_t count)
{
    static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    unsigned char header[13] = {[8] = 8, [9] = 2}; // eight bits each of red, green and blue
    put_big(header, (uint32_t)width);
    put_big(header + 4, (uint32_t)height);
    return fwrite(signature, 1, 8, out) == 8 && put_chunk(out, "IHDR", header, sizeof header) &&
           put_chunk(out, "IDAT", packed, count) && put_chunk(out, "IEND", header, 0);
}

hf_status hf_png_write(const char *path, int width, int height, const unsigned char *color, hf_error *error)
{
    if (width < 1 || height < 1 || width > LARGEST_SIDE || height > LARGEST_SIDE)
        return error_set(error, HF_STATUS_INVALID, "%s: %d x %d pixels: 1 to %d each", path, width, height,
                         LARGEST_SIDE);
    size_t size = (size_t)height * (3 * (size_t)width + 1);
    hf_workspace *arena;
    hf_status status = hf_workspace_create(&arena, error);
    if (status != HF_STATUS_OK) return status;
    unsigned char *rows = ARENA_ARRAY(arena, unsigned char, size);
    bit_buffer b = {.bytes = ARENA_ARRAY(arena, unsigned char, size + size / 8 + 64)}; // at most 9 bits a byte
    int64_t *last = ARENA_ARRAY(arena, int64_t, CHAINS);
    if (!rows || !b.bytes || !last) status = error_no_memory(error);
    FILE *out = NULL;
    if (status == HF_STATUS_OK)
    {
        filter_rows(width, height, color, rows);
        b.bytes[b.count++] = 0x78, b.bytes[b.count++] = 0x01;
        deflate_bytes(&b, rows, size, last);
        put_big(b.bytes + b.count, adler_of(rows, size));
        b.count += 4;
        out = fopen(path, "wb");
        bool well = out && write_chunks(out, width, height, b.bytes, b.count);
        if (out) well = fclose(out) == 0 && well;
        if (!well) status = error_set(error, HF_STATUS_FILE, "%s: cannot be written", path);
    }
    hf_workspace_destroy(arena);
    return status;
}
