// Random problems of every sort: sizes, dimensions, kinds, ranks, friction, masses, symmetry and form are drawn by lot
// from a seed.

#ifndef HF_TEST_AUTO_MIX_H
#define HF_TEST_AUTO_MIX_H

#include "base/random.h"

#include <holdfast/generate.h>

#include <math.h>

static inline double auto_mix_log(random_state *random, double lo, double hi)
{
    return lo * pow(hi / lo, random_unit(random));
}

static inline hf_random_options auto_mix(unsigned long long seed)
{
    random_state draw = random_seed(7919 * seed + 1);
    hf_random_options o = hf_random_options_default();
    o.seed = seed;
    o.dimension = 2 + random_below(&draw, 2);
    o.contact_count = (int)auto_mix_log(&draw, 1.0, 61.0);
    if (random_unit(&draw) < 0.4)
    {
        o.unilateral_count = random_below(&draw, 2 + o.contact_count / 3);
        o.bilateral_count = random_below(&draw, 2 + o.contact_count / 4);
        o.box_count = random_below(&draw, 2 + o.contact_count / 4);
    }
    o.stick = random_unit(&draw);
    o.slip = (1.0 - o.stick) * random_unit(&draw);
    o.mu_lo = random_unit(&draw) < 0.15 ? 0.0 : auto_mix_log(&draw, 1e-3, 1.0);
    o.mu_hi = o.mu_lo + auto_mix_log(&draw, 1e-3, 1.5);
    o.redundancy = auto_mix_log(&draw, 0.3, 6.0);
    o.mass_spread = random_unit(&draw) < 0.5 ? 1.0 : auto_mix_log(&draw, 1.0, 1e9);
    o.unsymmetric = random_unit(&draw) < 0.2 ? 0.3 * random_unit(&draw) : 0.0;
    o.connectivity = random_unit(&draw) < 0.5 ? HF_CONNECTIVITY_GRID : HF_CONNECTIVITY_RANDOM;
    o.factored = random_unit(&draw) < 0.3;
    return o;
}

#endif
