// A model in words, for holdfast info.

#ifndef HF_TOOL_INFO_MODEL_H
#define HF_TOOL_INFO_MODEL_H

#include "holdfast/scene.h"
#include "holdfast/world.h"

typedef struct model_dynamics
{
    hf_world *world;
    double *mass_matrix, *bias;
} model_dynamics;

/// `dynamics` may be NULL.
void info_json(const char *scene, const hf_model *model, const hf_scene_info *info, const model_dynamics *dynamics);
void info_table(const hf_model *model, const hf_scene_info *info, bool all, const model_dynamics *dynamics);

#endif
