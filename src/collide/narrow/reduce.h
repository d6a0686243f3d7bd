// Contact reduction.

#ifndef HF_COLLIDE_NARROW_REDUCE_H
#define HF_COLLIDE_NARROW_REDUCE_H

#include "collide/narrow/narrow.h"

/// Removes points that say what others say; never a supporting point. See the file for the two rules. δ in metres.
void manifold_reduce(manifold *m, double delta);

#endif
