// Constant controls of actuators.

#ifndef HF_TOOL_CONTROL_H
#define HF_TOOL_CONTROL_H

#include "holdfast/world.h"

/// The scene's name with those of "NAME=VALUE,..." that are attributes of elements of the file (hf_scene_is_setting);
/// heap.
char *control_scene(const char *scene, const char *list);

/// The others, which are controls of actuators. False after having said on stderr what is wrong.
bool control_set(const char *list, hf_world *world, const hf_model *model);

#endif
