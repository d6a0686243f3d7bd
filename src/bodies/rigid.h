// Rigid bodies: the first kind of object.

#ifndef HF_BODIES_RIGID_H
#define HF_BODIES_RIGID_H

#include "holdfast/model.h"

/// What is constant about a body. The principal frame has its origin at the centre of mass.
typedef struct rigid_constants
{
    hf_motion motion;
    double mass;         // [kg]; INFINITY if it is not free
    double inertia[3];   // principal moments [kg m²]
    double center[3];    // centre of mass in the body's frame [m]
    double principal[4]; // orientation of the principal frame in the body's frame (w, x, y, z)
    double gravity_scale;
} rigid_constants;

/// HF_STATUS_INVALID, naming the body, if no body can have this mass and inertia.
hf_status rigid_constants_make(const hf_body_def *def, rigid_constants *constants, hf_error *error);

#endif
