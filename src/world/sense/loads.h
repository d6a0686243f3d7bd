// What joints and loops exert, over the last step.

#ifndef HF_WORLD_SENSE_LOADS_H
#define HF_WORLD_SENSE_LOADS_H

#include "world/world.h"

/// Length of the last step [s]; 0 if the state is not where a step has led.
double load_time(const hf_world *world);

/// What the bodies in `inside` (body_count) get from whatever is neither gravity, a push, a contact nor a loop that is
/// a row: force, and torque about `about`, mean over the last step.
void load_of_bodies(const hf_world *world, const bool *inside, vec3 about, vec3 *force, vec3 *torque);

/// I ω of a body in world axes.
vec3 load_turning(const hf_model *model, const body_state *s, int body);

/// Whether a body is `root` or hangs on it; all hang on the world.
bool load_hangs_on(const hf_model *model, int body, int root);

/// inside ◄ a body and all that hangs on it.
void load_subtree(const hf_model *model, int root, bool *inside);

#endif
