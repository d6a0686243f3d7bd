#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memory_zeroed(size_t count, size_t size)
{
    if (count == 0 || size == 0) return calloc(1, 1);
    return calloc(count, size); // calloc checks the product
}

void *memory_copy(const void *source, size_t count, size_t size)
{
    void *copy = memory_zeroed(count, size);
    if (copy && count > 0 && size > 0) memcpy(copy, source, count * size);
    return copy;
}

void *memory_resize(void *old, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) return NULL;
    size_t bytes = count * size;
    return realloc(old, bytes > 0 ? bytes : 1);
}
