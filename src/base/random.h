// Random numbers that are the same on every machine: xoshiro256** seeded by splitmix64 (Blackman and Vigna 2018).

#ifndef HF_BASE_RANDOM_H
#define HF_BASE_RANDOM_H

#include <stdint.h>

typedef struct random_state
{
    uint64_t word[4];
} random_state;

random_state random_seed(uint64_t seed);
/// Uniform in [0, 1).
double random_unit(random_state *state);

/// Uniform in [lo, hi).
double random_between(random_state *state, double lo, double hi);

/// Standard normal.
double random_normal(random_state *state);

/// Uniform in 0 … count-1; count > 0.
int random_below(random_state *state, int count);

#endif
