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

    // ---- signals ----
    //
    // All numbers of a world that have a name, in one list: tables and recordings have a column
    // for each.

    typedef enum hf_signal_kind
    {
        HF_SIGNAL_POSITION = 0, // of a joint
        HF_SIGNAL_VELOCITY,
        HF_SIGNAL_CONTROL, // of an actuator
        HF_SIGNAL_FORCE,   // of an actuator in the last step
        HF_SIGNAL_SENSOR,
        HF_SIGNAL_KIND_COUNT,
    } hf_signal_kind;

    typedef struct hf_signal
    {
        hf_signal_kind kind;

        /// Of the joint, actuator or sensor.
        int index;

        /// Which of its numbers.
        int part;
    } hf_signal;

    /// Joint by joint, actuator by actuator, sensor by sensor.
    HF_API int hf_model_signal_count(const hf_model *model);
    HF_API hf_signal hf_model_signal(const hf_model *model, int index);

    /// "hip.q", "hip.v", "motor.ctrl", "motor.force", "imu.x": as much as `size` has room for, with
    /// its end. Things without names have their kind and number. Returns the length of the whole.
    HF_API size_t hf_model_signal_name(const hf_model *model, int index, char *name, size_t size);

    /// Values of all signals.
    HF_API hf_status hf_world_signals(const hf_world *world, double *values, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
