// What can be read of a world beside its state: lengths of tendons and actuators, forces, sensors.
//
// Functions that take a `const hf_world *` take memory of their own and give it back, so that
// several threads may ask one world.

#ifndef HOLDFAST_SENSE_H
#define HOLDFAST_SENSE_H

#include "holdfast/sensor.h"
#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- transmissions ----

    /// Lengths of all tendons [m, or as their joints have it], their rates, and their moment arms
    /// (tendon_count × v_count, row by row): length' = moments · v. Any of the arrays may be NULL.
    HF_API hf_status hf_world_tendon_lengths(const hf_world *world, double *length, double *velocity, double *moments,
                                             hf_error *error);

    /// The same of actuators, gears included. The length of a wrench at a site without a reference
    /// is 0.
    HF_API hf_status hf_world_actuator_lengths(const hf_world *world, double *length, double *velocity, double *moments,
                                               hf_error *error);

    /// Forces of all actuators in the present state by their laws, at the present controls and
    /// activations [N or N m]; hf_world_actuator_force has those of the last step.
    HF_API hf_status hf_world_actuator_forces(const hf_world *world, double *force, hf_error *error);

    // ---- sensors ----

    /// Numbers of all sensors of the model (hf_model_sensor_total). Places and velocities are those
    /// of the present state. Accelerations are means over the last step, and forces those of it;
    /// both are 0 before the first step and after the state was set.
    HF_API hf_status hf_world_sensors(const hf_world *world, double *values, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
