// Objects at the level of accelerations: what integrators of smooth motion ask of them
// (papers/baraff1994/acceleration/).
//
// The state of an object is one vector y, whose rate is smooth between events:
//
//     rigid body       y = x, q, v, L          dy/dt = v, ½ ω q, v̇, I ω̇ + ω × L
//     planar body      y = q, v                dy/dt = v, v̇
//     tree of links    y = q, v dy/dt = q̇(q, v), v̇; a ball or floating base: ½ q ω, ω in its own axes
//
// with a = (v̇, ω̇), or v̇, over the velocities of the object. Quaternions are made unit when a state is taken from y.

#ifndef HF_MODEL_ACCELERATION_ACCELERATION_H
#define HF_MODEL_ACCELERATION_ACCELERATION_H

#include "model/object.h"

typedef struct acceleration_methods
{
    /// Numbers of y.
    int (*count)(const hf_model *model, int object);

    /// y ◄ the state; and back: coordinates, velocities and bodies. Bodies that it hangs on are there already.
    void (*flatten)(const configuration *at, const double *v, int object, double *y);
    void (*unflatten)(const configuration *at, double *v, int object, const double *y);

    /// rate ◄ dy/dt at its velocities and accelerations a; not `moving`: what a alone does, for velocities that jump by
    /// a.
    void (*rate)(const configuration *at, const double *v, int object, bool moving, const double *a, double *rate);

    /// M at step->middle, factored.
    hf_status (*factor)(object_step *step, int object);

    /// a ◄ accelerations at step->middle and the velocities step->v under forces from outside, `force` and `extra`. A
    /// base that is driven moves from `before` to `free` in the time step->h.
    hf_status (*accelerate)(object_step *step, int object, double *a);

    /// twists ◄ of its bodies, if its velocities were a and whatever it hangs on stood still.
    void (*twists)(const object_step *step, int object, const double *a, double (*twists)[6]);
} acceleration_methods;

extern const acceleration_methods rigid_acceleration, tree_acceleration;

#endif
