// Contact reduction.

#ifndef HF_COLLIDE_NARROW_REDUCE_H
#define HF_COLLIDE_NARROW_REDUCE_H

#include "collide/narrow/narrow.h"

/// Removes points that say what others say; never a supporting point. See the file for the rules. δ in metres;
/// `reduction`: the distance within which points are one by the caller's wish [m], 0: none.
void manifold_reduce(manifold *m, double delta, double reduction);

#endif
