#include "papers/yamane2008/lemke_visited.h"

#include <string.h>

static uint64_t mix(uint64_t x) // splitmix64 (Steele, Lea and Flood 2014)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

pivot_set pivot_set_toggle(pivot_set set, int variable)
{
    uint64_t v = (uint64_t)variable + 1;
    set.word[0] ^= mix(v);
    set.word[1] ^= mix(v ^ 0xa5a5a5a500000000u);
    return set;
}

static bool empty(pivot_set set)
{
    return set.word[0] == 0 && set.word[1] == 0;
}

static bool make_room(visited *seen, size_t capacity)
{
    pivot_set *slot = ARENA_ZEROED(seen->workspace, pivot_set, capacity);
    if (!slot) return false;
    pivot_set *old = seen->slot;
    size_t old_capacity = seen->capacity;
    seen->slot = slot;
    seen->capacity = capacity;
    seen->count = 0;
    for (size_t k = 0; k < old_capacity; k++)
        if (!empty(old[k])) (void)visited_add(seen, old[k]); // there is room: it cannot fail
    return true;
}

bool visited_begin(visited *seen, hf_workspace *workspace, size_t expected)
{
    *seen = (visited){.workspace = workspace};
    size_t capacity = 64;
    while (capacity < 2 * expected) capacity *= 2;
    return make_room(seen, capacity);
}

void visited_clear(visited *seen)
{
    memset(seen->slot, 0, seen->capacity * sizeof *seen->slot);
    seen->count = 0;
}

visited_answer visited_add(visited *seen, pivot_set set)
{
    if (2 * (seen->count + 1) > seen->capacity && !make_room(seen, 2 * seen->capacity)) return VISITED_NO_MEMORY;
    if (empty(set)) set.word[0] = 1; // the empty slot's own pattern
    size_t at = (size_t)set.word[0] & (seen->capacity - 1);
    while (!empty(seen->slot[at]))
    {
        if (memcmp(&seen->slot[at], &set, sizeof set) == 0) return VISITED_BEFORE;
        at = (at + 1) & (seen->capacity - 1);
    }
    seen->slot[at] = set;
    seen->count++;
    return VISITED_NEW;
}
