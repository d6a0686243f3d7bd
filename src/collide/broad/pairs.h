// Lists of pairs of shapes, as keys that sort by the smaller index, then the larger.

#ifndef HF_COLLIDE_BROAD_PAIRS_H
#define HF_COLLIDE_BROAD_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct pair_list
{
    uint64_t *keys; // smaller << 32 | larger
    int count;
    int capacity;
} pair_list;

static inline uint64_t pair_key(int i, int j)
{
    return i < j ? (uint64_t)i << 32 | (uint64_t)j : (uint64_t)j << 32 | (uint64_t)i;
}

/// False if memory is short.
bool pair_list_reserve(pair_list *list, int wanted);
bool pair_list_add(pair_list *list, uint64_t key);

/// Sorts; indices are below shape_count. `buffer` has room for as many keys, and what it held is lost; the two may swap
/// their memory.
void pair_list_sort(pair_list *list, pair_list *buffer, int shape_count);

#endif
