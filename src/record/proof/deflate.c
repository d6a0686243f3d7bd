// Repeats are found at the last place where the same four bytes began: numbers that stay are eight bytes that are there
// again, so far back as the record of a step is long. Most bytes are digits that are nowhere else: one look at a place,
// and few places within a repeat, are what a run can afford. Four looks at each byte found 8 % more in twice the time.

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
    PATIENCE = 6, // looks in vain, after which only every STRIDE-th byte is looked at
    STRIDE = 3,
    APART = 4, // within a repeat: places that are remembered
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

/// Room for them is there.
static inline void put_bits(bit_writer *w, uint64_t bits, int count)
{
    w->bits |= bits << w->held;
    w->held += count;
    if (w->held < 32) return;
    for (int k = 0; k < 4; k++) w->out->bytes[w->out->count++] = (unsigned char)(w->bits >> (8 * k));
    w->bits >>= 32;
    w->held -= 32;
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
    int32_t *head; // 2^HASH_BITS: places by hash, -1: none
    const unsigned char *in;
    size_t size;
} matcher;

static size_t match_length(const matcher *m, size_t a, size_t b)
{
    size_t most = m->size - b < MOST ? m->size - b : MOST, n = 0;
    while (n + 8 <= most && memcmp(m->in + a + n, m->in + b + n, 8) == 0) n += 8;
    while (n < most && m->in[a + n] == m->in[b + n]) n++;
    return n;
}

/// How long what begins here is there again, *back bytes before; 0: it is not. The place is remembered.
static inline size_t find_repeat(const matcher *m, size_t at, size_t *back)
{
    unsigned h = hash_of(m->in + at);
    int32_t from = m->head[h];
    m->head[h] = (int32_t)at;
    if (from < 0 || at - (size_t)from > WINDOW - LEAST || memcmp(m->in + from, m->in + at, LEAST) != 0) return 0;
    *back = at - (size_t)from;
    return match_length(m, (size_t)from, at);
}

bool deflate_zlib(const unsigned char *in, size_t size, byte_buffer *out)
{
    matcher m = {.in = in, .size = size, .head = MEMORY_ARRAY(int32_t, (size_t)1 << HASH_BITS)};
    const literal_codes codes = turn_literals();
    bool well = m.head && size < INT32_MAX && bytes_reserve(out, size + size / 7 + 64);
    if (well)
    {
        memset(m.head, 0xff, sizeof *m.head << HASH_BITS);
        bit_writer w = {.out = out};
        put_bits(&w, 0x78, 8);
        put_bits(&w, 0x01, 8);
        put_bits(&w, 1 | 1 << 1, 3); // the last block, fixed codes
        for (size_t at = 0, n, missed = 0; at < size; at += n)
        {
            size_t back = 0, found = at + LEAST <= size ? find_repeat(&m, at, &back) : 0;
            missed = found > 0 ? 0 : missed + 1;
            n = found > 0 ? found : missed < PATIENCE || size - at < STRIDE ? 1 : STRIDE;
            if (found > 0) put_repeat(&w, (unsigned)found, (unsigned)back);
            for (size_t k = at; k < at + n && found == 0; k++) put_bits(&w, codes.code[in[k]], in[k] < 144 ? 8 : 9);
            for (size_t k = APART; k < n && found > 0 && at + k + LEAST <= size; k += APART)
                m.head[hash_of(in + at + k)] = (int32_t)(at + k);
        }
        put_symbol(&w, 256);
        for (; w.held > 0; w.held -= 8, w.bits >>= 8) out->bytes[out->count++] = (unsigned char)w.bits;
        uint32_t sum = checksum(in, size);
        for (int k = 3; k >= 0; k--) out->bytes[out->count++] = (unsigned char)(sum >> (8 * k));
    }
    free(m.head);
    return well;
}
