// Pairs of convex shapes without a closed form.

#include "collide/narrow/convex.h"

void narrow_convex(const shape_view *a, const shape_view *b, double margin, manifold *out)
{
    convex ca, cb;
    vec3 origin = b->center; // digits are spent on the pair, not on where in the world it is
    convex_make(&ca, a, origin);
    convex_make(&cb, b, origin);
    convex_gap gap;
    if (convex_direction(&ca, &cb, margin, out, &gap)) convex_patch(&ca, &cb, &gap, origin, margin, true, out);
}
