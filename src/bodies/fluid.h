// What a still or moving medium does to a body, by the box that has its inertia.

#ifndef HF_BODIES_FLUID_H
#define HF_BODIES_FLUID_H

#include "bodies/rigid.h"

/// Force at the centre of mass and torque, world axes, on a body that moves at v and turns at w. `turn`: its principal frame in the world.
void fluid_drag(const rigid_constants *c, quat turn, vec3 v, vec3 w, const hf_settings *medium, vec3 *force,
                vec3 *torque);

#endif
