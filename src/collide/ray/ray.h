// A ray against one shape: where it first crosses the surface.

#ifndef HF_COLLIDE_RAY_RAY_H
#define HF_COLLIDE_RAY_RAY_H

#include "collide/narrow/narrow.h"

/// The least distance >= 0 and <= reach from `from` along the unit vector `along` (world axes) at which the surface is
/// met, and its outward normal there. False: it is not.
bool ray_shape(const shape_view *shape, vec3 from, vec3 along, double reach, double *distance, vec3 *normal);

#endif
