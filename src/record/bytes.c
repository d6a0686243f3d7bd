#include "record/bytes.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

bool bytes_reserve(byte_buffer *buffer, size_t more)
{
    if (more <= buffer->capacity - buffer->count) return true;
    size_t capacity = 2 * buffer->capacity + 4096;
    if (capacity < buffer->count + more) capacity = buffer->count + more;
    unsigned char *moved = memory_resize(buffer->bytes, capacity, 1);
    if (!moved) return false;
    buffer->bytes = moved;
    buffer->capacity = capacity;
    return true;
}

void bytes_set(byte_buffer *buffer, size_t at, uint64_t bits, int size)
{
    for (int k = 0; k < size; k++) buffer->bytes[at + (size_t)k] = (unsigned char)(bits >> (8 * k));
}

uint64_t bytes_get(const byte_buffer *buffer, size_t at, int size)
{
    uint64_t bits = 0;
    for (int k = 0; k < size; k++) bits |= (uint64_t)buffer->bytes[at + (size_t)k] << (8 * k);
    return bits;
}

bool bytes_put(byte_buffer *buffer, uint64_t bits, int size)
{
    if (!bytes_reserve(buffer, (size_t)size)) return false;
    bytes_set(buffer, buffer->count, bits, size);
    buffer->count += (size_t)size;
    return true;
}

void bytes_thin(byte_buffer *buffer, size_t size)
{
    size_t rows = size > 0 ? buffer->count / size : 0, kept = (rows + 1) / 2;
    for (size_t k = 1; k < kept; k++) memcpy(buffer->bytes + k * size, buffer->bytes + 2 * k * size, size);
    buffer->count = kept * size;
}

bool bytes_put_float(byte_buffer *buffer, double value)
{
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bytes_put(buffer, bits, 4);
}

bool bytes_put_double(byte_buffer *buffer, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bytes_put(buffer, bits, 8);
}

bool bytes_put_signed(byte_buffer *buffer, double value)
{
    return bytes_put(buffer, (uint16_t)(int16_t)lround(32767.0 * fmax(-1.0, fmin(1.0, value))), 2);
}

bool bytes_put_unsigned(byte_buffer *buffer, double value)
{
    return bytes_put(buffer, (uint16_t)lround(65535.0 * fmax(0.0, fmin(1.0, value))), 2);
}

bool bytes_put_short(byte_buffer *buffer, double value)
{
    float number = (float)value;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bytes_put(buffer, (bits + 0x8000u) >> 16, 2);
}

bool bytes_put_pair(byte_buffer *buffer, int a, int b)
{
    uint64_t first = a >= 0 && a < 65535 ? (uint64_t)a : 65535, second = b >= 0 && b < 65535 ? (uint64_t)b : 65535;
    return bytes_put(buffer, first | second << 16, 4);
}

bool bytes_put_all(byte_buffer *buffer, const void *bytes, size_t count)
{
    if (!bytes_reserve(buffer, count)) return false;
    if (count > 0) memcpy(buffer->bytes + buffer->count, bytes, count);
    buffer->count += count;
    return true;
}

bool bytes_put_octahedral(byte_buffer *buffer, const double unit[3])
{
    double sum = fabs(unit[0]) + fabs(unit[1]) + fabs(unit[2]);
    double x = sum > 0.0 ? unit[0] / sum : 0.0, y = sum > 0.0 ? unit[1] / sum : 0.0;
    if (unit[2] < 0.0) // the lower half is folded outwards
    {
        double fold = (1.0 - fabs(y)) * (x >= 0.0 ? 1.0 : -1.0);
        y = (1.0 - fabs(x)) * (y >= 0.0 ? 1.0 : -1.0);
        x = fold;
    }
    return bytes_put_signed(buffer, x) && bytes_put_signed(buffer, y);
}

bool bytes_align(byte_buffer *buffer, size_t size)
{
    bool well = true;
    while (well && buffer->count % size != 0) well = bytes_put(buffer, 0, 1);
    return well;
}

static const char digit_names[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void put_digits(base64 *b, int digits)
{
    for (int d = 0; d < digits; d++) putc(digit_names[b->bits >> (18 - 6 * d) & 63], b->out);
    b->bits = 0;
    b->held = 0;
}

static void put_byte(base64 *b, unsigned char byte)
{
    b->bits = b->bits << 8 | byte;
    if (++b->held == 3) put_digits(b, 4);
}

void base64_put(base64 *b, const unsigned char *bytes, size_t count)
{
    enum
    {
        GROUPS = 4096, // of three bytes, in a write
    };
    char text[4 * GROUPS];
    size_t k = 0;
    while (k < count && b->held != 0) put_byte(b, bytes[k++]);
    while (count - k >= 3)
    {
        size_t groups = (count - k) / 3 < GROUPS ? (count - k) / 3 : GROUPS;
        for (size_t g = 0; g < groups; g++, k += 3)
        {
            uint32_t bits = (uint32_t)bytes[k] << 16 | (uint32_t)bytes[k + 1] << 8 | bytes[k + 2];
            for (size_t d = 0; d < 4; d++) text[4 * g + d] = digit_names[bits >> (18 - 6 * d) & 63];
        }
        fwrite(text, 4, groups, b->out);
    }
    while (k < count) put_byte(b, bytes[k++]);
}

void base64_end(base64 *b)
{
    if (b->held == 0) return;
    int digits = b->held + 1;
    b->bits <<= 8 * (3 - b->held);
    put_digits(b, digits);
    for (; digits < 4; digits++) putc('=', b->out);
}
