// What can be read of a world beside its state: lengths of tendons and actuators, forces, sensors.
//
// Functions that take a `const hf_world *` take memory of their own and give it back, so that
// several threads may ask one world.

#ifndef HOLDFAST_SENSE_H
#define HOLDFAST_SENSE_H

#include "holdfast/mechanism.h"
#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- sensor ----
    //
    // Sensors of a model, in the words of MJCF: what each is named, what it reads, and where its
    // numbers stand. hf_world_sensors (sense.h) reads all of them.

    typedef enum hf_sensor_kind
    {
        // At a site, in its axes.
        HF_SENSOR_TOUCH = 0,     // sum of normal forces of contacts of its body within the site [N]
        HF_SENSOR_ACCELEROMETER, // 3: acceleration of the site minus gravity [m/s²]
        HF_SENSOR_VELOCIMETER,   // 3 [m/s]
        HF_SENSOR_GYRO,          // 3 [rad/s]
        HF_SENSOR_FORCE,         // 3: what the parent does to the body of the site [N]
        HF_SENSOR_TORQUE,        // 3: the same about the site [N m]
        HF_SENSOR_RANGE,         // to the first surface along z, not of its own body [m]; -1: none
        HF_SENSOR_MAGNETOMETER,  // 3: the magnetic field

        // Of a hinge or slide.
        HF_SENSOR_JOINT_POSITION,
        HF_SENSOR_JOINT_VELOCITY,
        HF_SENSOR_JOINT_FORCE, // sum of all actuators at its velocity [N or N m]
        HF_SENSOR_JOINT_LIMIT_POSITION,
        HF_SENSOR_JOINT_LIMIT_VELOCITY,
        HF_SENSOR_JOINT_LIMIT_FORCE,

        // Of a ball.
        HF_SENSOR_BALL_QUATERNION, // 4
        HF_SENSOR_BALL_VELOCITY,   // 3, in the child's axes [rad/s]

        // Of a tendon.
        HF_SENSOR_TENDON_POSITION,
        HF_SENSOR_TENDON_VELOCITY,
        HF_SENSOR_TENDON_FORCE, // sum of all actuators at it [N]
        HF_SENSOR_TENDON_LIMIT_POSITION,
        HF_SENSOR_TENDON_LIMIT_VELOCITY,
        HF_SENSOR_TENDON_LIMIT_FORCE,

        // Of an actuator.
        HF_SENSOR_ACTUATOR_POSITION,
        HF_SENSOR_ACTUATOR_VELOCITY,
        HF_SENSOR_ACTUATOR_FORCE,

        // Of a body, frame, shape or site, as seen from a reference, or in world axes.
        HF_SENSOR_POSITION,             // 3
        HF_SENSOR_QUATERNION,           // 4
        HF_SENSOR_X_AXIS,               // 3
        HF_SENSOR_Y_AXIS,               // 3
        HF_SENSOR_Z_AXIS,               // 3
        HF_SENSOR_LINEAR_VELOCITY,      // 3
        HF_SENSOR_ANGULAR_VELOCITY,     // 3
        HF_SENSOR_LINEAR_ACCELERATION,  // 3, minus gravity; world axes
        HF_SENSOR_ANGULAR_ACCELERATION, // 3, world axes

        // Of a body and all that hangs on it.
        HF_SENSOR_SUBTREE_CENTER,   // 3
        HF_SENSOR_SUBTREE_VELOCITY, // 3
        HF_SENSOR_SUBTREE_MOMENTUM, // 3: angular, about the centre [kg m²/s]

        // Of two shapes or bodies, the object and the reference, looked for as far as the cutoff.
        HF_SENSOR_DISTANCE,  // [m]; negative where they overlap; the cutoff where none is found
        HF_SENSOR_DIRECTION, // 3: unit vector from the first to the second; 0 where none is found
        HF_SENSOR_SEGMENT,   // 6: the nearest points of both; 0 where none is found

        // Of contacts: `size` of them, each with what `data` says (hf_contact_data).
        HF_SENSOR_CONTACT,

        // Of the whole.
        HF_SENSOR_INSIDE, // 1 if the object is within the site `reference`, otherwise 0
        HF_SENSOR_POTENTIAL,
        HF_SENSOR_KINETIC,
        HF_SENSOR_CLOCK, // [s]
        HF_SENSOR_USER,  // `size` zeros: numbers that somebody else fills in
        HF_SENSOR_KIND_COUNT,
    } hf_sensor_kind;

    /// MJCF's name: "accelerometer", "framepos", ….
    HF_API const char *hf_sensor_kind_name(hf_sensor_kind kind);

    typedef enum hf_sensor_object
    {
        HF_OBJECT_NONE = 0,

        /// A body's centre of mass and principal axes.
        HF_OBJECT_BODY,

        /// A body's own frame.
        HF_OBJECT_FRAME,
        HF_OBJECT_SHAPE,
        HF_OBJECT_SITE,
        HF_OBJECT_JOINT,
        HF_OBJECT_TENDON,
        HF_OBJECT_ACTUATOR,

        /// A body and all that hangs on it.
        HF_OBJECT_SUBTREE,
        HF_OBJECT_COUNT,
    } hf_sensor_object;

    /// What a contact sensor tells of a contact, bit by bit; numbers stand in this order. Forces
    /// are those on the second object, in the axes of the contact: the normal, which points from
    /// the first to the second, and two tangents.
    typedef enum hf_contact_data
    {
        HF_CONTACT_FOUND = 1,     // how many there are
        HF_CONTACT_FORCE = 2,     // 3 [N]
        HF_CONTACT_TORQUE = 4,    // 3 [N m]
        HF_CONTACT_DISTANCE = 8,  // [m]
        HF_CONTACT_POSITION = 16, // 3, as the others in world axes
        HF_CONTACT_NORMAL = 32,   // 3
        HF_CONTACT_TANGENT = 64,  // 3: the first one
    } hf_contact_data;

    /// Which contacts a sensor tells of, where there are more than it has room for.
    typedef enum hf_contact_reduction
    {
        HF_CONTACT_FIRST = 0, // as they come
        HF_CONTACT_NEAREST,   // the smallest distances first
        HF_CONTACT_STRONGEST, // the largest forces first
        HF_CONTACT_SUM,       // one: all forces together in world axes, where their mean acts
        HF_CONTACT_REDUCTION_COUNT,
    } hf_contact_reduction;

    typedef struct hf_sensor_def
    {
        /// May be NULL.
        const char *name;
        hf_sensor_kind kind;

        /// What it is of.
        hf_sensor_object object;
        int index;

        /// What it is seen from; NONE, the default: the world.
        hf_sensor_object reference;
        int reference_index;

        /// > 0: numbers are kept within -cutoff … cutoff. Default 0.
        double cutoff;

        /// MAGNETOMETER: in world axes.
        double field[3];

        /// USER: how many numbers. CONTACT: how many contacts, of object and reference (bodies,
        /// subtrees, shapes; NONE: any), or within the site that is the object.
        int size;

        /// CONTACT: bits of hf_contact_data, default FOUND; and which.
        unsigned data;
        hf_contact_reduction reduction;
    } hf_sensor_def;

    HF_API hf_sensor_def hf_sensor_def_default(void);
    HF_API hf_status hf_builder_add_sensor(hf_builder *builder, const hf_sensor_def *def, int *index, hf_error *error);

    HF_API hf_sensor_def hf_model_sensor(const hf_model *model, int index);

    /// How many numbers a sensor has, where they begin among those of all, and how many all have.
    HF_API int hf_model_sensor_size(const hf_model *model, int index);
    HF_API int hf_model_sensor_place(const hf_model *model, int index);
    HF_API int hf_model_sensor_total(const hf_model *model);

    // ---- transmissions ----

    /// Lengths of all tendons [m, or as their joints have it], their rates, and their moment arms
    /// (tendon_count × v_count, row by row): length' = moments · v. Any of the arrays may be NULL.
    HF_API hf_status hf_world_tendon_lengths(const hf_world *world, double *length, double *velocity, double *moments,
                                             hf_error *error);

    /// Lengths of all actuators, their rates and moment arms, gears included. The length of a
    /// wrench at a site without a reference is 0.
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
