// Laws drawn at random, and answers that obey them, for the tests of Newton's methods.

#ifndef HF_TEST_RANDOM_LAWS_H
#define HF_TEST_RANDOM_LAWS_H

#include "base/random.h"
#include "papers/daviet2011/newton_laws.h"

#include <math.h>
#include <string.h>

static inline newton_law random_law(random_state *random)
{
    newton_law law = {.kind = (hf_law_kind)random_below(random, HF_LAW_COUNT), .lo = -0.5, .hi = 0.7};
    if (law.kind == HF_LAW_CONTACT)
    {
        law.size = 2 + random_below(random, 2);
        law.mu = random_below(random, 5) == 0 ? 0.0 : exp(random_between(random, -2.0, 1.0));
    }
    else law.size = law.kind == HF_LAW_BILATERAL ? 1 + random_below(random, 3) : 1;
    int bounds = random_below(random, 4);
    if (bounds & 1) law.lo = -INFINITY;
    if (bounds & 2) law.hi = INFINITY;
    return law;
}

/// r and u that satisfy the law, and strictly so: no corner of f.
static inline void obey(random_state *random, const newton_law *law, double *r, double *u)
{
    double size = random_between(random, 0.5, 2.0), angle = random_between(random, 0.0, 6.28);
    double t[3] = {0.0, law->size == 2 ? copysign(1.0, cos(angle)) : cos(angle), sin(angle)};
    int turn = random_below(random, 3);
    memset(r, 0, 3 * sizeof *r);
    memset(u, 0, 3 * sizeof *u);
    switch (law->kind)
    {
    case HF_LAW_BILATERAL:
        for (int k = 0; k < law->size; k++) r[k] = random_normal(random);
        return;
    case HF_LAW_UNILATERAL: (turn == 0 ? u : r)[0] = size; return;
    case HF_LAW_BOX:
        r[0] = turn == 0 ? 0.1 : turn == 1 ? law->lo : law->hi;
        if (!isfinite(r[0])) r[0] = 0.2;
        else if (turn > 0) u[0] = turn == 1 ? size : -size;
        return;
    default: break;
    }
    if (turn == 0 || law->mu == 0.0) // take-off, or no friction
    {
        (turn == 0 ? u : r)[0] = size;
        for (int k = 1; k < law->size; k++) u[k] = 0.5 * t[k];
        return;
    }
    r[0] = size;
    for (int k = 1; k < law->size; k++)
    {
        r[k] = law->mu * size * (turn == 1 ? 0.6 : 1.0) * t[k];
        u[k] = turn == 1 ? 0.0 : -1.3 * t[k];
    }
}

#endif
