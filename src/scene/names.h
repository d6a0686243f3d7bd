// Things by name: a table over a list whose items carry their names, so that a file of a hundred thousand bodies is
// read in linear time.

#ifndef HF_SCENE_NAMES_H
#define HF_SCENE_NAMES_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/// Of one list. It follows the list as that grows; whoever reorders or renames what is in it calls names_forget.
typedef struct name_table
{
    int *slots;      // index + 1 of an item; 0: free
    size_t capacity; // a power of two, or 0
    int indexed;     // items so far
} name_table;

/// A list: `count` items of `stride` bytes, each with a `const char *` (NULL: none) at `offset`.
typedef struct name_list
{
    const void *items;
    int count;
    size_t stride, offset;
} name_list;

/// Room for a list that grows up to `count` items. False if memory is short.
bool names_reserve(name_table *table, hf_workspace *arena, size_t count);

/// The first item of that name; -1 if there is none, or `name` is NULL. A list without room is looked through.
int names_find(name_table *table, name_list list, const char *name);
void names_forget(name_table *table);

uint64_t name_hash(const char *name);

#endif
