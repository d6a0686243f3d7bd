// Lists of pairs of shapes.

#include "collide/broad/pairs.h"

#include "base/memory.h"
#include "base/sort.h"

bool pair_list_reserve(pair_list *list, int wanted)
{
    if (wanted <= list->capacity) return true;
    int capacity = list->capacity > 0 ? list->capacity : 64;
    while (capacity < wanted) capacity *= 2;
    uint64_t *keys = memory_resize(list->keys, (size_t)capacity, sizeof *keys);
    if (!keys) return false;
    list->keys = keys;
    list->capacity = capacity;
    return true;
}

bool pair_list_add(pair_list *list, uint64_t key)
{
    if (!pair_list_reserve(list, list->count + 1)) return false;
    list->keys[list->count++] = key;
    return true;
}

static int compare_keys(const void *p, const void *q)
{
    uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
    return (a > b) - (a < b);
}

/// By the second shape, then by the first, eleven bits at a time; stable passes, so many as the indices need.
static void radix_sort(pair_list *list, pair_list *buffer, int shape_count)
{
    enum
    {
        BITS = 11,
        SIZE = 1 << BITS
    };
    int passes = 0;
    while (passes < 3 && shape_count > 1 << BITS * passes) passes++;
    for (int pass = 0; pass < 2 * passes; pass++)
    {
        int shift = pass < passes ? BITS * pass : 32 + BITS * (pass - passes);
        int start[SIZE + 1] = {0};
        for (int k = 0; k < list->count; k++) start[(list->keys[k] >> shift & (SIZE - 1)) + 1]++;
        for (int d = 0; d < SIZE; d++) start[d + 1] += start[d];
        for (int k = 0; k < list->count; k++)
            buffer->keys[start[list->keys[k] >> shift & (SIZE - 1)]++] = list->keys[k];
        uint64_t *swap = list->keys;
        list->keys = buffer->keys, buffer->keys = swap;
        int capacity = list->capacity;
        list->capacity = buffer->capacity, buffer->capacity = capacity;
    }
}

void pair_list_sort(pair_list *list, pair_list *buffer, int shape_count)
{
    if (list->count >= 64) radix_sort(list, buffer, shape_count);
    else if (list->count > 1) sort_items(list->keys, (size_t)list->count, sizeof *list->keys, compare_keys);
}
