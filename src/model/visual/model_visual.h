// What things look like: lists that a builder fills, and that models and recordings keep copies of.

#ifndef HF_MODEL_VISUAL_MODEL_VISUAL_H
#define HF_MODEL_VISUAL_MODEL_VISUAL_H

#include "holdfast/visual.h"

typedef struct visual_lists
{
    int texture_count, material_count, mesh_count, visual_count, camera_count;
    int texture_capacity, material_capacity, mesh_capacity, visual_capacity, camera_capacity;
    hf_texture_def *textures; // what they point to is owned
    hf_material_def *materials;
    hf_visual_mesh_def *meshes;
    hf_visual_def *visuals;
    hf_camera_def *cameras;
} visual_lists;

/// Each adds a copy; `index` may be NULL. Indices of bodies and shapes are the caller's to check.
hf_status visuals_add_texture(visual_lists *lists, const hf_texture_def *def, int *index, hf_error *error);
hf_status visuals_add_material(visual_lists *lists, const hf_material_def *def, int *index, hf_error *error);
hf_status visuals_add_mesh(visual_lists *lists, const hf_visual_mesh_def *def, int *index, hf_error *error);
hf_status visuals_add(visual_lists *lists, const hf_visual_def *def, int *index, hf_error *error);
hf_status visuals_add_camera(visual_lists *lists, const hf_camera_def *def, int *index, hf_error *error);

/// A deep copy. On failure `to` is empty.
hf_status visuals_copy(const visual_lists *from, visual_lists *to, hf_error *error);
void visuals_free(visual_lists *lists);

#endif
