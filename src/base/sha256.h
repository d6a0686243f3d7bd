// SHA-256 (FIPS 180-4).

#ifndef HF_BASE_SHA256_H
#define HF_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum
{
    SHA256_SIZE = 32 // bytes of a hash
};

typedef struct sha256
{
    uint32_t state[8];
    uint64_t size; // bytes so far
    unsigned char block[64];
} sha256;

void sha256_begin(sha256 *h);
void sha256_add(sha256 *h, const void *bytes, size_t count);
void sha256_end(sha256 *h, unsigned char hash[SHA256_SIZE]);

#endif
