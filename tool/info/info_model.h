// A model, or a recording, in words: for holdfast info.

#ifndef HF_TOOL_INFO_MODEL_H
#define HF_TOOL_INFO_MODEL_H

#include "holdfast/fibre.h"
#include "holdfast/scene.h"
#include "holdfast/world.h"

/// The model where it starts, or at a keyframe.
typedef struct model_start
{
    hf_world *world;
    double *mass_matrix, *bias; // NULL if dynamics are not asked for
} model_start;

void info_json(const char *scene, const hf_model *model, const hf_scene_info *info, const model_start *start);
void info_table(const hf_model *model, const hf_scene_info *info, bool all, const model_start *start);

/// By its name: *.hdf5 or *.h5.
bool is_recording(const char *path);

/// Steps and their quality. False after an error message.
bool info_recording(const char *path, bool as_json);

#endif
