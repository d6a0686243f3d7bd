// Constant controls of actuators.

#ifndef HF_TOOL_CONTROL_H
#define HF_TOOL_CONTROL_H

#include "holdfast/world.h"

/// "NAME=VALUE,...". False after having said on stderr what is wrong.
bool control_set(const char *list, hf_world *world, const hf_model *model);

#endif
