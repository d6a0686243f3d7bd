// Numbers as bytes, little-endian whatever the machine, and bytes as base64 text.

#ifndef HF_RECORD_BYTES_H
#define HF_RECORD_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct byte_buffer
{
    unsigned char *bytes;
    size_t count, capacity;
} byte_buffer;

/// Room for `more` bytes beyond those that are there: putting these cannot fail. False if memory is short, as of all
/// that follow.
bool bytes_reserve(byte_buffer *buffer, size_t more);

/// The `size` lowest bytes of `bits`.
bool bytes_put(byte_buffer *buffer, uint64_t bits, int size);
bool bytes_put_float(byte_buffer *buffer, double value);
bool bytes_put_double(byte_buffer *buffer, double value);

/// value in -1 … 1 as a signed 16-bit part of 32767.
bool bytes_put_signed(byte_buffer *buffer, double value);

/// value in 0 … 1 as a part of 65535.
bool bytes_put_unsigned(byte_buffer *buffer, double value);

/// The upper half of a float: eight bits of the number, and its whole range.
bool bytes_put_short(byte_buffer *buffer, double value);

/// Two indices of 16 bits; 65535 is whatever is beyond.
bool bytes_put_pair(byte_buffer *buffer, int a, int b);

/// The number of `size` bytes at a place, and another one in its stead.
uint64_t bytes_get(const byte_buffer *buffer, size_t at, int size);
void bytes_set(byte_buffer *buffer, size_t at, uint64_t bits, int size);

/// Of rows of `size` bytes every other one goes; the first stays.
void bytes_thin(byte_buffer *buffer, size_t size);

/// `count` bytes as they are.
bool bytes_put_all(byte_buffer *buffer, const void *bytes, size_t count);

/// A unit vector as a place on an octahedron, unfolded to a square: two signed 16-bit parts.
bool bytes_put_octahedral(byte_buffer *buffer, const double unit[3]);

/// Zeros up to a multiple of `size`.
bool bytes_align(byte_buffer *buffer, size_t size);

/// Base64 of a stream of bytes that comes in pieces.
typedef struct base64
{
    FILE *out;
    uint32_t bits;
    int held; // bytes in bits
} base64;

void base64_put(base64 *b, const unsigned char *bytes, size_t count);

/// The bytes that are held, with padding signs.
void base64_end(base64 *b);

#endif
