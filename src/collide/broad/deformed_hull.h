// Shapes of bodies that change their shape: what the narrow phase sees of them.

#ifndef HF_COLLIDE_BROAD_DEFORMED_HULL_H
#define HF_COLLIDE_BROAD_DEFORMED_HULL_H

#include "collide/broad/scene.h"
#include "collide/broad/tree.h"
#include "collide/shapes/hull.h"

/// The kind that a shape is kept as: boxes of affine bodies are hulls (hull ◄ theirs, owned by the scene), spheres
/// ellipsoids.
hf_status deformed_hull_make(scene_shape *shape, hf_error *error);

/// A copy of the hull of such a shape with corners and normals of its own; NULL if memory is short.
convex_hull *deformed_hull_copy(const convex_hull *hull);
void deformed_hull_free(convex_hull *copy);

/// view ◄ the shape with its body at `body`, whose `rotation` is any matrix; hulls with axes that are none of a
/// rotation, unless `own` is one to hold them as they are.
void deformed_hull_place(const scene_shape *shape, const pose *body, convex_hull *own, shape_view *view);

/// Its box.
bounds deformed_hull_bounds(const shape_view *view);

#endif
