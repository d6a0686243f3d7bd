// Sensors of a model, in the words of MJCF: what each is named, what it reads, and where its
// numbers stand. hf_world_sensors (sense.h) reads all of them.

#ifndef HOLDFAST_SENSOR_H
#define HOLDFAST_SENSOR_H

#include "holdfast/mechanism.h"

#ifdef __cplusplus
extern "C"
{
#endif

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
        HF_OBJECT_COUNT,
    } hf_sensor_object;

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

        /// USER: how many numbers.
        int size;
    } hf_sensor_def;

    HF_API hf_sensor_def hf_sensor_def_default(void);
    HF_API hf_status hf_builder_add_sensor(hf_builder *builder, const hf_sensor_def *def, int *index, hf_error *error);

    HF_API int hf_model_sensor_count(const hf_model *model);
    HF_API hf_sensor_def hf_model_sensor(const hf_model *model, int index);

    /// How many numbers a sensor has, where they begin among those of all, and how many all have.
    HF_API int hf_model_sensor_size(const hf_model *model, int index);
    HF_API int hf_model_sensor_place(const hf_model *model, int index);
    HF_API int hf_model_sensor_total(const hf_model *model);

    /// Index by name; -1 if there is none.
    HF_API int hf_model_find_sensor(const hf_model *model, const char *name);

#ifdef __cplusplus
}
#endif

#endif
