// A stream of bits, lowest first, holds blocks: stored bytes, or codes of literals and of repeats (a length and how far
// back). Codes are canonical Huffman codes: with the number of codes of each length, the symbols in the order of their
// codes say all. A code is read bit by bit: codes of n bits are the numbers first[n] … first[n] + count[n] - 1.

#include "scene/image/inflate.h"

#include <stdint.h>
#include <string.h>

enum
{
    LENGTHS_MOST = 15, // bits of a code
    SYMBOLS_MOST = 288,
    DISTANCES_MOST = 30,
    END_OF_BLOCK = 256,
};

typedef struct bit_stream
{
    const unsigned char *in;
    size_t size, at; // bytes
    uint32_t bits;
    int held;
    unsigned char *out;
    size_t out_size, out_at;
    bool failed;
} bit_stream;

typedef struct huffman
{
    uint16_t count[LENGTHS_MOST + 1];
    uint16_t symbol[SYMBOLS_MOST];
} huffman;

static unsigned take_bits(bit_stream *s, int count)
{
    while (s->held < count)
    {
        if (s->at == s->size)
        {
            s->failed = true;
            return 0;
        }
        s->bits |= (uint32_t)s->in[s->at++] << s->held;
        s->held += 8;
    }
    unsigned value = s->bits & ((1u << count) - 1u);
    s->bits >>= count;
    s->held -= count;
    return value;
}

/// False if there are more codes than bits can tell apart.
static bool make_codes(huffman *h, const unsigned char *lengths, int count)
{
    uint16_t next[LENGTHS_MOST + 2] = {0};
    memset(h->count, 0, sizeof h->count);
    for (int k = 0; k < count; k++) h->count[lengths[k]]++;
    h->count[0] = 0;
    int left = 1;
    for (int n = 1; n <= LENGTHS_MOST; n++)
    {
        left = 2 * left - h->count[n];
        if (left < 0) return false;
        next[n + 1] = (uint16_t)(next[n] + h->count[n]);
    }
    for (int k = 0; k < count; k++)
        if (lengths[k]) h->symbol[next[lengths[k]]++] = (uint16_t)k;
    return true;
}

/// The next symbol; -1 if the bits are no code.
static int take_symbol(bit_stream *s, const huffman *h)
{
    int code = 0, first = 0, before = 0; // of the codes of this length; symbols of shorter ones
    for (int n = 1; n <= LENGTHS_MOST && !s->failed; n++)
    {
        code |= (int)take_bits(s, 1);
        int count = h->count[n];
        if (code - count < first) return h->symbol[before + (code - first)];
        before += count;
        first = (first + count) << 1;
        code <<= 1;
    }
    s->failed = true;
    return -1;
}

static void put_byte(bit_stream *s, unsigned char byte)
{
    if (s->out_at < s->out_size) s->out[s->out_at++] = byte;
    else s->failed = true;
}

static void take_stored(bit_stream *s)
{
    s->bits = 0, s->held = 0; // the rest of the byte is not used
    if (s->size - s->at < 4)
    {
        s->failed = true;
        return;
    }
    size_t length = s->in[s->at] | (size_t)s->in[s->at + 1] << 8;
    size_t check = s->in[s->at + 2] | (size_t)s->in[s->at + 3] << 8;
    s->at += 4;
    if ((length ^ check) != 0xFFFF || length > s->size - s->at || length > s->out_size - s->out_at)
    {
        s->failed = true;
        return;
    }
    memcpy(s->out + s->out_at, s->in + s->at, length);
    s->at += length, s->out_at += length;
}

/// Length code 257 + k stands for base … base + 2^extra - 1; so with distances.
static void take_repeat(bit_stream *s, int code, const huffman *distances)
{
    static const uint16_t base[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t extra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t back_base[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                         33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                         1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    if (code - 257 >= (int)(sizeof base / sizeof base[0]))
    {
        s->failed = true;
        return;
    }
    size_t length = base[code - 257] + take_bits(s, extra[code - 257]);
    int symbol = take_symbol(s, distances);
    if (symbol < 0 || symbol >= DISTANCES_MOST)
    {
        s->failed = true;
        return;
    }
    size_t back = back_base[symbol] + take_bits(s, symbol < 2 ? 0 : symbol / 2 - 1);
    if (s->failed || back > s->out_at)
    {
        s->failed = true;
        return;
    }
    for (size_t k = 0; k < length && !s->failed; k++) put_byte(s, s->out[s->out_at - back]);
}

static void take_codes(bit_stream *s, const huffman *literals, const huffman *distances)
{
    while (!s->failed)
    {
        int symbol = take_symbol(s, literals);
        if (symbol == END_OF_BLOCK || symbol < 0) return;
        if (symbol < END_OF_BLOCK) put_byte(s, (unsigned char)symbol);
        else take_repeat(s, symbol, distances);
    }
}

static void take_fixed(bit_stream *s)
{
    unsigned char lengths[SYMBOLS_MOST];
    huffman literals, distances;
    for (int k = 0; k < SYMBOLS_MOST; k++) lengths[k] = k < 144 ? 8 : k < 256 ? 9 : k < 280 ? 7 : 8;
    make_codes(&literals, lengths, SYMBOLS_MOST);
    memset(lengths, 5, DISTANCES_MOST);
    make_codes(&distances, lengths, DISTANCES_MOST);
    take_codes(s, &literals, &distances);
}

/// The lengths of both codes come as codes of their own: 0 … 15 a length, 16 the last one again, 17 and 18 zeros.
static void take_dynamic(bit_stream *s)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[SYMBOLS_MOST + 32] = {0};
    huffman h, distances;
    int literals = (int)take_bits(s, 5) + 257, backs = (int)take_bits(s, 5) + 1, codes = (int)take_bits(s, 4) + 4;
    for (int k = 0; k < codes; k++) lengths[order[k]] = (unsigned char)take_bits(s, 3);
    if (s->failed || literals > 286 || backs > DISTANCES_MOST || !make_codes(&h, lengths, 19))
    {
        s->failed = true;
        return;
    }
    memset(lengths, 0, sizeof lengths);
    for (int k = 0; k < literals + backs && !s->failed;)
    {
        int symbol = take_symbol(s, &h);
        if (symbol < 16)
        {
            lengths[k++] = (unsigned char)(symbol < 0 ? 0 : symbol);
            continue;
        }
        if (symbol == 16 && k == 0) s->failed = true;
        unsigned char value = symbol == 16 && k > 0 ? lengths[k - 1] : 0;
        int times = symbol == 16   ? 3 + (int)take_bits(s, 2)
                    : symbol == 17 ? 3 + (int)take_bits(s, 3)
                                   : 11 + (int)take_bits(s, 7);
        if (k + times > literals + backs) s->failed = true;
        for (int i = 0; i < times && !s->failed; i++) lengths[k++] = value;
    }
    if (s->failed || !make_codes(&h, lengths, literals) || !make_codes(&distances, lengths + literals, backs))
    {
        s->failed = true;
        return;
    }
    take_codes(s, &h, &distances);
}

bool inflate_zlib(const unsigned char *in, size_t in_size, unsigned char *out, size_t size)
{
    bool head = in_size >= 2 && (in[0] & 15) == 8 && (in[0] * 256 + in[1]) % 31 == 0 && !(in[1] & 32);
    bit_stream s = {.in = in, .size = in_size, .at = 2, .out = out, .out_size = size, .failed = !head};
    bool last = false;
    while (!last && !s.failed)
    {
        last = take_bits(&s, 1);
        switch (take_bits(&s, 2))
        {
        case 0: take_stored(&s); break;
        case 1: take_fixed(&s); break;
        case 2: take_dynamic(&s); break;
        default: s.failed = true;
        }
    }
    return !s.failed && s.out_at == size;
}
