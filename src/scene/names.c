// Open addressing with linear steps, at most half full. Items enter in their order, so that the first of two equal
// names stays.

#include "scene/names.h"

#include <stdint.h>
#include <string.h>

static const char *name_of(const name_list *list, int k)
{
    const char *name;
    memcpy(&name, (const char *)list->items + (size_t)k * list->stride + list->offset, sizeof name);
    return name;
}

uint64_t name_hash(const char *name)
{
    uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (; *name; name++) hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
    return hash ^ hash >> 32;
}

/// The slot of a name, or the free one where it would go.
static int *slot_of(const name_table *table, const name_list *list, const char *name)
{
    size_t mask = table->capacity - 1, at = (size_t)name_hash(name) & mask;
    while (table->slots[at] && strcmp(name_of(list, table->slots[at] - 1), name) != 0) at = (at + 1) & mask;
    return &table->slots[at];
}

bool names_reserve(name_table *table, hf_workspace *arena, size_t count)
{
    size_t capacity = 64;
    while (capacity / 2 < count) capacity *= 2;
    *table = (name_table){.slots = ARENA_ZEROED(arena, int, capacity), .capacity = capacity};
    return table->slots != NULL;
}

int names_find(name_table *table, name_list list, const char *name)
{
    if (!name) return -1;
    if ((size_t)list.count > table->capacity / 2)
    {
        for (int k = 0; k < list.count; k++)
            if (name_of(&list, k) && strcmp(name_of(&list, k), name) == 0) return k;
        return -1;
    }
    for (; table->indexed < list.count; table->indexed++)
    {
        const char *own = name_of(&list, table->indexed);
        int *slot = own ? slot_of(table, &list, own) : NULL;
        if (slot && !*slot) *slot = table->indexed + 1;
    }
    return list.count == 0 ? -1 : *slot_of(table, &list, name) - 1;
}

void names_forget(name_table *table)
{
    table->indexed = 0;
    if (table->capacity) memset(table->slots, 0, table->capacity * sizeof *table->slots);
}
