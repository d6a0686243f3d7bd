#include "base/sha256.h"

#include <string.h>

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int by)
{
    return x >> by | x << (32 - by);
}

/// One round; the eight words change their places from round to round, so that none is moved.
static inline void mix(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g, uint32_t *h,
                       uint32_t add)
{
    uint32_t one = *h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + add;
    *d += one;
    *h = one + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
}

static void take_block(sha256 *state)
{
    uint32_t w[64], *s = state->state;
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    for (int k = 0; k < 16; k++)
    {
        const unsigned char *p = state->block + 4 * k;
        w[k] = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    }
    for (int k = 16; k < 64; k++)
    {
        uint32_t x = w[k - 15], y = w[k - 2];
        w[k] = w[k - 16] + (turn(x, 7) ^ turn(x, 18) ^ x >> 3) + w[k - 7] + (turn(y, 17) ^ turn(y, 19) ^ y >> 10);
    }
    for (int k = 0; k < 64; k += 8)
    {
        mix(a, b, c, &d, e, f, g, &h, K[k] + w[k]);
        mix(h, a, b, &c, d, e, f, &g, K[k + 1] + w[k + 1]);
        mix(g, h, a, &b, c, d, e, &f, K[k + 2] + w[k + 2]);
        mix(f, g, h, &a, b, c, d, &e, K[k + 3] + w[k + 3]);
        mix(e, f, g, &h, a, b, c, &d, K[k + 4] + w[k + 4]);
        mix(d, e, f, &g, h, a, b, &c, K[k + 5] + w[k + 5]);
        mix(c, d, e, &f, g, h, a, &b, K[k + 6] + w[k + 6]);
        mix(b, c, d, &e, f, g, h, &a, K[k + 7] + w[k + 7]);
    }
    const uint32_t end[8] = {a, b, c, d, e, f, g, h};
    for (int k = 0; k < 8; k++) s[k] += end[k];
}

void sha256_begin(sha256 *h)
{
    *h = (sha256){
        .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(sha256 *h, const void *bytes, size_t count)
{
    const unsigned char *b = bytes;
    while (count > 0)
    {
        size_t at = (size_t)(h->size % 64), part = 64 - at < count ? 64 - at : count;
        memcpy(h->block + at, b, part);
        h->size += part;
        b += part;
        count -= part;
        if (h->size % 64 == 0) take_block(h);
    }
}

void sha256_end(sha256 *h, unsigned char hash[SHA256_SIZE])
{
    static const unsigned char pad[64] = {0x80};
    uint64_t bits = 8 * h->size;
    unsigned char size[8];
    for (int k = 0; k < 8; k++) size[k] = (unsigned char)(bits >> (56 - 8 * k));
    sha256_add(h, pad, (119 - h->size % 64) % 64 + 1);
    sha256_add(h, size, sizeof size);
    for (int k = 0; k < SHA256_SIZE; k++) hash[k] = (unsigned char)(h->state[k / 4] >> (24 - 8 * (k % 4)));
}
