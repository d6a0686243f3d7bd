// PNG (ISO 15948): chunks of a head (IHDR), colours (PLTE), transparent ones (tRNS) and compressed rows (IDAT). Each
// row begins with its filter, which says how bytes differ from those to the left and above. An interlaced image is
// seven smaller ones, one after the other.

#include "scene/image/png.h"

#include "base/arena.h"
#include "base/error.h"
#include "scene/image/inflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum
{
    SIDE_MOST = 32768,
    RATIO_MOST = 1200, // bytes that come out for one that goes in: deflate reaches 1032
};

typedef struct png_file
{
    const char *path;
    const unsigned char *bytes;
    size_t size;
    hf_workspace *arena;
    hf_error *error;
    int width, height, depth, kind, channels;
    bool interlaced;
    unsigned char palette[256][4];
    int colours;
    bool has_key; // one colour, of gray or of red, green and blue, is transparent
    unsigned key[3];
    unsigned char *packed;
    size_t packed_size;
} png_file;

static hf_status damaged(const png_file *p, const char *what)
{
    return error_set(p->error, HF_STATUS_FORMAT, "%s: the PNG file is damaged: %s", p->path, what);
}

static uint32_t big_u32(const unsigned char *b)
{
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | (uint32_t)b[3];
}

// ---- chunks ----

static hf_status read_head(png_file *p, const unsigned char *data, size_t length)
{
    static const unsigned char channels[7] = {1, 0, 3, 1, 2, 0, 4};
    static const char *const depths[7] = {"\1\2\4\10\20", "", "\10\20", "\1\2\4\10", "\10\20", "", "\10\20"};
    if (length != 13) return damaged(p, "its head is no head");
    uint32_t width = big_u32(data), height = big_u32(data + 4);
    p->depth = data[8], p->kind = data[9], p->interlaced = data[12] == 1;
    if (width == 0 || height == 0 || width > SIDE_MOST || height > SIDE_MOST)
        return error_set(p->error, HF_STATUS_FORMAT, "%s: %u × %u pixels; 1 … %d a side are read", p->path,
                         (unsigned)width, (unsigned)height, SIDE_MOST);
    if (p->kind > 6 || !channels[p->kind] || p->depth == 0 || !strchr(depths[p->kind], p->depth) || data[10] ||
        data[11] || data[12] > 1)
        return damaged(p, "its head makes no sense");
    p->width = (int)width, p->height = (int)height;
    p->channels = channels[p->kind];
    return HF_STATUS_OK;
}

static void read_colours(png_file *p, const unsigned char *data, size_t length)
{
    p->colours = (int)(length / 3 < 256 ? length / 3 : 256);
    for (int k = 0; k < p->colours; k++)
    {
        memcpy(p->palette[k], data + 3 * (size_t)k, 3);
        p->palette[k][3] = 255;
    }
}

static void read_transparent(png_file *p, const unsigned char *data, size_t length)
{
    for (size_t k = 0; p->kind == 3 && k < length && k < 256; k++) p->palette[k][3] = data[k];
    p->has_key = (p->kind == 0 && length >= 2) || (p->kind == 2 && length >= 6);
    for (int k = 0; p->has_key && k < p->channels; k++) p->key[k] = (unsigned)data[2 * k] << 8 | data[2 * k + 1];
}

static hf_status read_chunks(png_file *p)
{
    static const unsigned char sign[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    if (p->size < 8 || memcmp(p->bytes, sign, 8) != 0)
        return error_set(p->error, HF_STATUS_FORMAT, "%s: is no PNG file", p->path);
    p->packed = ARENA_ARRAY(p->arena, unsigned char, p->size);
    if (!p->packed) return error_no_memory(p->error);
    for (size_t at = 8; p->size - at >= 12;)
    {
        size_t length = big_u32(p->bytes + at);
        const unsigned char *name = p->bytes + at + 4, *data = name + 4;
        if (length > p->size - at - 12) return damaged(p, "it is cut short");
        hf_status status = HF_STATUS_OK;
        if (memcmp(name, "IHDR", 4) == 0) status = read_head(p, data, length);
        else if (p->width == 0) status = damaged(p, "it does not begin with its head");
        else if (memcmp(name, "PLTE", 4) == 0) read_colours(p, data, length);
        else if (memcmp(name, "tRNS", 4) == 0) read_transparent(p, data, length);
        else if (memcmp(name, "IDAT", 4) == 0)
        {
            memcpy(p->packed + p->packed_size, data, length);
            p->packed_size += length;
        }
        else if (memcmp(name, "IEND", 4) == 0) break;
        if (status != HF_STATUS_OK) return status;
        at += length + 12;
    }
    return p->width > 0 && p->packed_size > 0 ? HF_STATUS_OK : damaged(p, "it has no pixels");
}

// ---- rows ----

static unsigned char predict(int a, int b, int c) // left, above, above left: the one nearest to a + b - c
{
    int near_a = abs(b - c), near_b = abs(a - c), near_c = abs(a + b - 2 * c);
    return (unsigned char)(near_a <= near_b && near_a <= near_c ? a : near_b <= near_c ? b : c);
}

/// Undoes the filter of a row of `length` bytes; `step` bytes to the left is the pixel before. `above` may be NULL.
static bool unfilter(int filter, unsigned char *row, const unsigned char *above, size_t length, size_t step)
{
    if (filter > 4) return false;
    for (size_t k = 0; k < length; k++)
    {
        int a = k >= step ? row[k - step] : 0, b = above ? above[k] : 0, c = above && k >= step ? above[k - step] : 0;
        int add = filter == 0 ? 0 : filter == 1 ? a : filter == 2 ? b : filter == 3 ? (a + b) / 2 : predict(a, b, c);
        row[k] = (unsigned char)(row[k] + add);
    }
    return true;
}

/// Sample k of a row, as it is written.
static unsigned sample(const png_file *p, const unsigned char *row, size_t k)
{
    if (p->depth == 16) return (unsigned)row[2 * k] << 8 | row[2 * k + 1];
    if (p->depth == 8) return row[k];
    size_t per = 8u / (unsigned)p->depth;
    unsigned shift = (unsigned)((per - 1 - k % per) * (unsigned)p->depth);
    return ((unsigned)row[k / per] >> shift) & ((1u << p->depth) - 1u);
}

static unsigned char to_byte(const png_file *p, unsigned value)
{
    return (unsigned char)(p->depth == 16 ? value >> 8 : value * 255u / ((1u << p->depth) - 1u));
}

static bool put_pixel(const png_file *p, const unsigned char *row, int x, unsigned char out[4])
{
    unsigned values[4] = {0};
    for (int c = 0; c < p->channels; c++) values[c] = sample(p, row, (size_t)x * (size_t)p->channels + (size_t)c);
    if (p->kind == 3)
    {
        if (values[0] >= (unsigned)p->colours) return false;
        memcpy(out, p->palette[values[0]], 4);
        return true;
    }
    bool gray = p->channels < 3, clear = p->has_key;
    for (int c = 0; c < 3; c++) out[c] = to_byte(p, values[gray ? 0 : c]);
    for (int c = 0; c < p->channels && clear; c++) clear = values[c] == p->key[c];
    bool opacity = p->channels == 2 || p->channels == 4;
    out[3] = opacity ? to_byte(p, values[p->channels - 1]) : clear ? 0 : 255;
    return true;
}

/// Where the pixels of a pass are: the whole image, or one of the seven of an interlaced one.
typedef struct pass
{
    int x, y, dx, dy;
} pass;

static int pass_size(int extent, int begin, int step)
{
    return extent > begin ? (extent - begin + step - 1) / step : 0;
}

static size_t row_bytes(const png_file *p, int width)
{
    return ((size_t)width * (size_t)p->channels * (size_t)p->depth + 7) / 8;
}

static hf_status take_pass(const png_file *p, pass at, unsigned char **rows, png_image *image)
{
    int width = pass_size(p->width, at.x, at.dx), height = pass_size(p->height, at.y, at.dy);
    size_t length = row_bytes(p, width), step = ((size_t)p->channels * (size_t)p->depth + 7) / 8;
    const unsigned char *above = NULL;
    for (int y = 0; y < height && width > 0; y++)
    {
        unsigned char *row = *rows + 1;
        if (!unfilter(**rows, row, above, length, step)) return damaged(p, "a row has no filter");
        for (int x = 0; x < width; x++)
        {
            size_t place = (size_t)(at.y + y * at.dy) * (size_t)p->width + (size_t)(at.x + x * at.dx);
            if (!put_pixel(p, row, x, image->pixels + 4 * place)) return damaged(p, "a colour is not in its table");
        }
        above = row;
        *rows += length + 1;
    }
    return HF_STATUS_OK;
}

hf_status png_read(const char *path, const unsigned char *bytes, size_t size, hf_workspace *arena, png_image *image,
                   hf_error *error)
{
    static const pass passes[7] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                   {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
    static const pass whole = {0, 0, 1, 1};
    png_file p = {.path = path, .bytes = bytes, .size = size, .arena = arena, .error = error};
    *image = (png_image){0};
    hf_status status = read_chunks(&p);
    if (status != HF_STATUS_OK) return status;
    size_t total = 0;
    int count = p.interlaced ? 7 : 1;
    const pass *list = p.interlaced ? passes : &whole;
    for (int k = 0; k < count; k++)
    {
        int width = pass_size(p.width, list[k].x, list[k].dx), height = pass_size(p.height, list[k].y, list[k].dy);
        if (width > 0) total += (row_bytes(&p, width) + 1) * (size_t)height;
    }
    if (total / RATIO_MOST > p.packed_size) return damaged(&p, "it is cut short");
    unsigned char *rows = ARENA_ARRAY(arena, unsigned char, total);
    image->pixels = ARENA_ZEROED(arena, unsigned char, 4 * (size_t)p.width * (size_t)p.height);
    if (!rows || !image->pixels) return error_no_memory(error);
    if (!inflate_zlib(p.packed, p.packed_size, rows, total)) return damaged(&p, "its rows cannot be unpacked");
    for (int k = 0; k < count && status == HF_STATUS_OK; k++) status = take_pass(&p, list[k], &rows, image);
    image->width = p.width, image->height = p.height;
    return status;
}
