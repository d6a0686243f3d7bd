// What can be changed in a world while it runs, without building another model: friction and bits
// of shapes, masses, joints, gains of actuators, loops on and off, who collides with whom; and a
// controller that is called before each step.
//
// The model that a world was created with stays as it is: the first change gives the world its
// own variant of it, which shares meshes, trees and whatever else does not change
// (hf_world_model). As settings are, changes are no part of the state: hf_world_state_load and
// keyframes leave them alone. A checkpoint knows them: it is refused, naming what differs, by a
// world that has not made the same changes.

#ifndef HOLDFAST_ADJUST_H
#define HOLDFAST_ADJUST_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// The model as this world has changed it: what to read definitions of, change a field, and
    /// hand back below. Valid until the next change, and as long as the world.
    HF_API const hf_model *hf_world_model(const hf_world *world);

    // ---- shapes, bodies ----

    /// Takes over friction, torsion, rolling, restitution, compliance, condim, priority, margin,
    /// surface_velocity, category and mask; all else must be as it is. INVALID names a wrong
    /// field; UNSUPPORTED: condim 4 or 6 in a model that has none.
    HF_API hf_status hf_world_set_shape(hf_world *world, int shape, const hf_shape_def *def, hf_error *error);

    /// Sets the mass of a body that moves [kg], > 0. Its inertia changes in proportion; its
    /// centre and its velocities stay. UNSUPPORTED for fibres, for bodies that change their shape,
    /// and for trees in maximal coordinates.
    HF_API hf_status hf_world_set_mass(hf_world *world, int body, double mass, hf_error *error);

    /// Keeps two bodies from colliding, as hf_builder_exclude does, or with `exclude` false lets
    /// them again. What overlaps then is treated as if it had been put there (hf_overlap). Pairs
    /// of hf_builder_pair collide in any case.
    HF_API hf_status hf_world_exclude(hf_world *world, int body_a, int body_b, bool exclude, hf_error *error);

    // ---- mechanisms ----

    /// Takes over limited, range, armature, damping, stiffness, spring, friction, force_limited
    /// and force_range; all else must be as it is. UNSUPPORTED: another armature in maximal
    /// coordinates.
    HF_API hf_status hf_world_set_joint(hf_world *world, int joint, const hf_joint_def *def, hf_error *error);

    /// Takes over gear, gain, bias, both ranges and whether they are limits, length_range, time,
    /// activation_range, activation_limited, early and disabled; all else must be as it is.
    HF_API hf_status hf_world_set_actuator(hf_world *world, int actuator, const hf_actuator_def *def, hf_error *error);

    /// Switches a loop on or off. What is open when it is switched on is closed by the steps that
    /// follow, without speed. UNSUPPORTED: a loop of free bodies that was on when the model was
    /// built; settings.separate_loops, or one that begins switched off, remedies that.
    HF_API hf_status hf_world_set_loop(hf_world *world, int loop, bool active, hf_error *error);

    /// Switches a CONNECT or WELD on, with its bodies as they stand to each other now: point_b
    /// and orientation become those of the present.
    HF_API hf_status hf_world_attach(hf_world *world, int loop, hf_error *error);

    // ---- a controller ----

    /// Called at the beginning of every step, of length h [s], to set controls, forces or
    /// whatever else, also another controller or none; it must not step the world. An error ends
    /// the step before anything has changed but by itself.
    typedef hf_status (*hf_controller)(void *context, hf_world *world, double h, hf_error *error);
    HF_API void hf_world_set_controller(hf_world *world, hf_controller controller, void *context);

#ifdef __cplusplus
}
#endif

#endif
