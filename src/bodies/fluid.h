// What a still or moving medium does to a body: by the box that has its inertia, or by ellipsoids.

#ifndef HF_BODIES_FLUID_H
#define HF_BODIES_FLUID_H

#include "bodies/rigid.h"

/// Force at the centre of mass and torque, world axes, on a body that moves at v and turns at w. `turn`: its principal
/// frame in the world.
void fluid_drag(const rigid_constants *c, quat turn, vec3 v, vec3 w, const hf_settings *medium, vec3 *force,
                vec3 *torque);

/// Of hf_shape_def.fluid.
enum
{
    FLUID_BLUNT,
    FLUID_SLENDER,
    FLUID_ANGULAR,
    FLUID_KUTTA,
    FLUID_MAGNUS,
    FLUID_COEFFICIENTS,
};

typedef struct fluid_ellipsoid
{
    int body;
    vec3 position; // of its centre in the body's frame [m]
    quat turn;
    double size[3]; // half axes [m]
    double coefficient[FLUID_COEFFICIENTS];
    double mass[3], inertia[3]; // of the medium that moves along, for density 1 [m³, m⁵]
} fluid_ellipsoid;

/// Finds mass and inertia of what moves along.
void fluid_ellipsoid_complete(fluid_ellipsoid *e);

/// Force and torque at its centre; everything in its own axes. v: through the medium.
void fluid_ellipsoid_force(const fluid_ellipsoid *e, vec3 v, vec3 w, const hf_settings *medium, vec3 *force,
                           vec3 *torque);

#endif
