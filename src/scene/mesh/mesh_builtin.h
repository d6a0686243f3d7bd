// Meshes that MJCF has words for: <mesh builtin="…" params="…"/>.

#ifndef HF_SCENE_MESH_MESH_BUILTIN_H
#define HF_SCENE_MESH_MESH_BUILTIN_H

#include "scene/mesh/mesh_read.h"

/// "sphere", "hemisphere", "cone", "supersphere", "supertorus" or "plate" with its parameters. INVALID, with what they
/// must be, if they are others.
hf_status mesh_make_builtin(const char *kind, const double *parameters, int count, hf_workspace *arena, mesh_data *mesh,
                            hf_error *error);

#endif
