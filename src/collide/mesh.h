// Triangle meshes and their trees of boxes.

#ifndef HF_COLLIDE_MESH_H
#define HF_COLLIDE_MESH_H

#include "holdfast/model.h"

#include "collide/narrow.h"

/// Refers to the arrays of `def`, which must outlive it. HF_STATUS_INVALID, naming the mesh, if it is empty, an index is out of range or a
/// coordinate is not finite.
hf_status mesh_create(const hf_mesh_def *def, triangle_mesh **mesh, hf_error *error);
void mesh_destroy(triangle_mesh *mesh);

/// The box of all its vertices in its own frame.
void mesh_bounds(const triangle_mesh *mesh, vec3 *low, vec3 *high);

#endif
