// The sets of pivots met so far, each as 128 bits.
//
// A set is the exclusive or of one random-looking word pair for each basic variable, so that a pivot changes it in O(1)
// (Zobrist 1970). Two sets share their bits with probability 2^-128: over a billion sets the chance of one mistake is
// below 1e-20.

#ifndef HF_PAPERS_YAMANE2008_LEMKE_VISITED_H
#define HF_PAPERS_YAMANE2008_LEMKE_VISITED_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pivot_set
{
    uint64_t word[2];
} pivot_set;

/// The set with `variable` put in, or taken out if it was there.
pivot_set pivot_set_toggle(pivot_set set, int variable);

typedef struct visited
{
    hf_workspace *workspace;
    pivot_set *slot; // capacity entries, a power of two; {0, 0} is an empty slot
    size_t capacity;
    size_t count;
} visited;

/// False if memory is short.
bool visited_begin(visited *seen, hf_workspace *workspace, size_t expected);

/// Forgets all.
void visited_clear(visited *seen);

typedef enum visited_answer
{
    VISITED_NEW = 0,
    VISITED_BEFORE,
    VISITED_NO_MEMORY,
} visited_answer;

/// Remembers the set, and tells whether it was there already.
visited_answer visited_add(visited *seen, pivot_set set);

#endif
