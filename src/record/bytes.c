#include "record/bytes.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

bool bytes_put(byte_buffer *buffer, uint64_t bits, int size)
{
    if (buffer->count + 8 > buffer->capacity)
    {
        size_t capacity = 2 * buffer->capacity + 4096;
        unsigned char *moved = memory_resize(buffer->bytes, capacity, 1);
        if (!moved) return false;
        buffer->bytes = moved;
        buffer->capacity = capacity;
    }
    for (int k = 0; k < size; k++) buffer->bytes[buffer->count++] = (unsigned char)(bits >> (8 * k));
    return true;
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

bool bytes_align(byte_buffer *buffer, size_t size)
{
    bool well = true;
    while (well && buffer->count % size != 0) well = bytes_put(buffer, 0, 1);
    return well;
}

static void put_digits(base64 *b, int digits)
{
    static const char names[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int d = 0; d < digits; d++) putc(names[b->bits >> (18 - 6 * d) & 63], b->out);
    b->bits = 0;
    b->held = 0;
}

void base64_put(base64 *b, const unsigned char *bytes, size_t count)
{
    for (size_t k = 0; k < count; k++)
    {
        b->bits = b->bits << 8 | bytes[k];
        if (++b->held == 3) put_digits(b, 4);
    }
}

void base64_end(base64 *b)
{
    if (b->held == 0) return;
    int digits = b->held + 1;
    b->bits <<= 8 * (3 - b->held);
    put_digits(b, digits);
    for (; digits < 4; digits++) putc('=', b->out);
}
