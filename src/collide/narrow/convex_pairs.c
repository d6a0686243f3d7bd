// Pairs of convex shapes without a closed form.

#include "collide/narrow/convex.h"

/// Of the size: what a direction must part two shapes by beyond the margin to spare the search. More than rounding, so
/// that the search would have found the same.
static const double CLEARLY = 1e-9;

static bool still_apart(const convex *a, const convex *b, double margin, vec3 n)
{
    double least = margin + a->radius + b->radius + CLEARLY * (a->extent + b->extent);
    return v3_norm2(n) > 0.0 && convex_separation(a, b, n) > least;
}

void narrow_convex(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    convex ca, cb;
    vec3 origin = b->center; // digits are spent on the pair, not on where in the world it is
    convex_make(&ca, a, origin);
    convex_make(&cb, b, origin);
    convex_gap gap;
    if (still_apart(&ca, &cb, margin, out->parting)) return;
    ca.own_last = cb.own_last = 0; // what comes depends on the two views alone
    bool near = convex_direction(&ca, &cb, margin, out, &gap);
    out->parting = near ? v3_zero() : gap.normal;
    if (near) convex_patch(&ca, &cb, &gap, origin, margin, true, out);
}
