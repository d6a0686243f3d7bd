// Repeats are found at the last place where the same four bytes began, and the one before: numbers that stay are eight
// bytes that are there again, so far back as the record of a step is long.

#include "record/proof/deflate.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum
{
    WINDOW = 32768,
    LEAST = 4, // bytes of a repeat
    MOST = 258,
    HASH_BITS = 15,
    TRIES = 4, // places that are looked at
};

static const uint16_t length_base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
static const unsigned char length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                              2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};

typedef struct bit_writer
{
    byte_buffer *out;
    uint64_t bits;
    int held;
} bit_writer;

static void put_bits(bit_writer *w, unsigned bits, int count)
{
    w->bits |= (uint64_t)bits << w->held;
    for (w->held += count; w->held >= 8; w->held -= 8, w->bits >>= 8)
        w->out->bytes[w->out->count++] = (unsigned char)w->bits;
}

/// Codes are written from their highest bit on.
static void put_code(bit_writer *w, unsigned code, int count)
{
    unsigned turned = 0;
    for (int k = 0; k < count; k++) turned |= (code >> k & 1u) << (count - 1 - k);
    put_bits(w, turned, count);
}

/// Codes of literals, turned.
typedef struct literal_codes
{
    uint16_t code[256];
} literal_codes;

static literal_codes turn_literals(void)
{
    literal_codes out;
    for (unsigned symbol = 0; symbol < 256; symbol++)
    {
        unsigned code = symbol < 144 ? 0x30 + symbol : 0x190 + symbol - 144, turned = 0;
        for (int k = 0, count = symbol < 144 ? 8 : 9; k < count; k++) turned |= (code >> k & 1u) << (count - 1 - k);
        out.code[symbol] = (uint16_t)turned;
    }
    return out;
}

static void put_symbol(bit_writer *w, unsigned symbol)
{
    if (symbol < 280) put_code(w, symbol - 256, 7);
    else put_code(w, 0xc0 + symbol - 280, 8);
}

static void put_repeat(bit_writer *w, unsigned length, unsigned back)
{
    int k = 28;
    while (length_base[k] > length) k--;
    put_symbol(w, 257 + (unsigned)k);
    put_bits(w, length - length_base[k], length_bits[k]);
    unsigned far = back - 1, code = far, extra = 0;
    if (far >= 4)
    {
        while (far >> (extra + 1) >= 2) extra++; // far is 1x… with `extra` + 1 bits after the first
        code = 2 * (extra + 1) + (far >> extra & 1u);
        put_code(w, code, 5);
        put_bits(w, far & ((1u << extra) - 1u), (int)extra);
        return;
    }
    put_code(w, code, 5);
}

static uint32_t checksum(const unsigned char *in, size_t size)
{
    uint32_t a = 1, b = 0;
    enum
    {
        RUN = 5552 // bytes whose sums stay below 2^32
    };
    for (size_t k = 0; k < size; a %= 65521u, b %= 65521u)
        for (size_t end = size - k < RUN ? size : k + RUN; k < end; k++)
        {
            a += in[k];
            b += a;
        }
    return b << 16 | a;
}

static unsigned hash_of(const unsigned char *p)
{
    uint32_t four;
    memcpy(&four, p, sizeof four);
    return four * 2654435761u >> (32 - HASH_BITS);
}

typedef struct matcher
{
    int32_t *head, *before; // 2^HASH_BITS, WINDOW: places by hash, -1: none
    const unsigned char *in;
    size_t size;
} matcher;

static size_t match_length(const matcher *m, size_t a, size_t b)
{
    size_t most = m->size - b < MOST ? m->size - b : MOST, n = 0;
    while (n < most && m->in[a + n] == m->in[b + n]) n++;
    return n;
}

/// The longest repeat at a place among those that are looked at; 0: none.
static size_t find_repeat(const matcher *m, size_t at, size_t *back)
{
    size_t best = LEAST - 1;
    int32_t from = m->head[hash_of(m->in + at)];
    for (int k = 0; k < TRIES && from >= 0 && at - (size_t)from <= WINDOW - LEAST; k++)
    {
        size_t n = match_length(m, (size_t)from, at);
        if (n > best)
        {
            best = n;
            *back = at - (size_t)from;
        }
        int32_t next = m->before[from % WINDOW];
        if (next >= from) break;
        from = next;
    }
    return best >= LEAST ? best : 0;
}

static void remember(const matcher *m, size_t at)
{
    if (at + LEAST > m->size) return;
    unsigned h = hash_of(m->in + at);
    m->before[at % WINDOW] = m->head[h];
    m->head[h] = (int32_t)at;
}

bool deflate_zlib(const unsigned char *in, size_t size, byte_buffer *out)
{
    matcher m = {.in = in,
                 .size = size,
                 .head = MEMORY_ARRAY(int32_t, (size_t)1 << HASH_BITS),
                 .before = MEMORY_ARRAY(int32_t, WINDOW)};
    const literal_codes codes = turn_literals();
    bool well = m.head && m.before && size < INT32_MAX && bytes_reserve(out, size + size / 7 + 64);
    if (well)
    {
        memset(m.head, 0xff, sizeof *m.head << HASH_BITS);
        bit_writer w = {.out = out};
        put_bits(&w, 0x78, 8);
        put_bits(&w, 0x01, 8);
        put_bits(&w, 1 | 1 << 1, 3); // the last block, fixed codes
        for (size_t at = 0, n; at < size; at += n)
        {
            size_t back = 0, found = at + LEAST <= size ? find_repeat(&m, at, &back) : 0;
            n = found > 0 ? found : 1;
            if (found > 0) put_repeat(&w, (unsigned)found, (unsigned)back);
            else put_bits(&w, codes.code[in[at]], in[at] < 144 ? 8 : 9);
            for (size_t k = 0; k < n; k++) remember(&m, at + k);
        }
        put_symbol(&w, 256);
        if (w.held > 0) put_bits(&w, 0, 8 - w.held);
        uint32_t sum = checksum(in, size);
        for (int k = 3; k >= 0; k--) put_bits(&w, sum >> (8 * k) & 255u, 8);
    }
    free(m.head);
    free(m.before);
    return well;
}
