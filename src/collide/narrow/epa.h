// The least overlap of two convex cores.

#ifndef HF_COLLIDE_NARROW_EPA_H
#define HF_COLLIDE_NARROW_EPA_H

#include "collide/narrow/convex.h"

/// The direction along which the cores are farthest apart or overlap least, to about 1e-4; it needs polish. Cores that
/// touch or are slightly apart are welcome. The separation and the points belong to that direction. Without volume in A
/// - B (two flat cores in one plane) false. *most: no direction separates them by more.
bool epa_direction(const convex *a, const convex *b, convex_gap *gap, double *most);

#endif
