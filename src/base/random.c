#include "base/random.h"

#include "base/elementary.h"

#include <assert.h>
#include <math.h>

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

random_state random_seed(uint64_t seed)
{
    random_state state;
    for (int i = 0; i < 4; i++) state.word[i] = splitmix(&seed);
    return state;
}

static uint64_t rotate_left(uint64_t x, int bits)
{
    return (x << bits) | (x >> (64 - bits));
}

static uint64_t random_bits(random_state *state)
{
    uint64_t *s = state->word;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

double random_unit(random_state *state)
{
    return (double)(random_bits(state) >> 11) * 0x1p-53;
}

double random_between(random_state *state, double lo, double hi)
{
    return lo + (hi - lo) * random_unit(state);
}

double random_normal(random_state *state)
{
    const double two_pi = 6.283185307179586;
    double radius = sqrt(-2.0 * real_log(1.0 - random_unit(state))); // Box and Muller 1958; 1 - x is never 0
    return radius * real_cos(two_pi * random_unit(state));
}

int random_below(random_state *state, int count)
{
    assert(count > 0);
    return (int)(random_unit(state) * count);
}
