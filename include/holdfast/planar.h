// Planar scenes: bodies that stay in a plane, polygons, discs and capsules on levels, pins,
// sliders, gears, motors and springs.
//
// Everything is said in coordinates of the plane, x along e1 and y along e2, angles
// counter-clockwise seen against the normal. e1 is the world's x axis laid into the plane (the y
// axis where x is nearly along the normal), e2 = normal × e1: with the default normal, (0, -1,
// 0), x is the world's x and y its z, as seen from the front.
//
// Definitions are collected first; hf_planar_build adds them to a builder: a forest of pins and
// sliders becomes trees of links, whose joints are closed by construction, what is left closes
// loops, and bodies without joints are free in the plane. docs/planar.md says more.

#ifndef HOLDFAST_PLANAR_H
#define HOLDFAST_PLANAR_H

#include "holdfast/mechanism.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_planar hf_planar;

    enum
    {
        HF_PLANAR_GROUND = 0,      // the body that stands still; it may have shapes
        HF_PLANAR_LEVELS = 31,     // levels are 0 … 30
        HF_PLANAR_ALL_LEVELS = -1, // touches whatever is on any level
        HF_PLANAR_SAME_LEVEL = -2  // of a shape: that of its body
    };

    // ---- the plane ----

    typedef struct hf_planar_def
    {
        /// Where x = y = 0 is [m]. Default 0.
        double origin[3];

        /// Towards the viewer, of any length > 0. Default 0, -1, 0.
        double normal[3];

        /// Thickness of a level [m], > 0: how deep shapes are, for the eye and for bodies that move
        /// in space. Level k lies k depths in front of level 0. Default 0.02.
        double depth;
    } hf_planar_def;

    HF_API hf_planar_def hf_planar_def_default(void);
    HF_API hf_status hf_planar_create(const hf_planar_def *def, hf_planar **planar, hf_error *error);
    HF_API void hf_planar_destroy(hf_planar *planar);

    // ---- bodies ----

    typedef struct hf_planar_body_def
    {
        /// May be NULL.
        const char *name;

        /// Default HF_MOTION_FREE. A prescribed body turns at turn_rate about its frame's origin,
        /// which moves by position + velocity t + amplitude sin(2π frequency t + phase): a crank.
        hf_motion motion;

        /// Of the body's frame at time 0 [m], [rad].
        double position[2], angle;

        /// Of the centre of mass at time 0 [m/s], and [rad/s]. A body that hangs on joints takes
        /// the part that these allow.
        double velocity[2], turn_rate;

        /// Mass [kg], >= 0. Default 0: density times the area of the shapes.
        double mass;

        /// Centre of mass in the body's frame [m] and inertia about it [kg m²]. Default 0: from the
        /// shapes, scaled to the mass.
        double center[2], inertia;

        /// Mass of an area [kg/m²], > 0. Default 20.
        double density;

        /// Factor of gravity. Default 1.
        double gravity_scale;

        /// Constant force at the centre of mass [N] and torque [N m].
        double force[2], torque;

        /// Of a prescribed body [m], [Hz], [rad].
        double amplitude[2], frequency, phase;

        /// 0 … 30 or HF_PLANAR_ALL_LEVELS. Bodies on different levels do not collide. Default 0.
        int level;
    } hf_planar_body_def;

    HF_API hf_planar_body_def hf_planar_body_def_default(void);

    /// The first index is 1; 0 is the ground.
    HF_API hf_status hf_planar_add_body(hf_planar *planar, const hf_planar_body_def *def, int *index, hf_error *error);

    // ---- shapes ----

    typedef enum hf_planar_shape_kind
    {
        HF_PLANAR_POLYGON = 0, // points, and holes; convex or not
        HF_PLANAR_DISC,        // radius, about points[0]
        HF_PLANAR_CAPSULE,     // radius, from points[0] to points[1]
        HF_PLANAR_SHAPE_KIND_COUNT,
    } hf_planar_shape_kind;

    typedef struct hf_planar_shape_def
    {
        /// May be NULL.
        const char *name;
        int body;
        hf_planar_shape_kind kind;

        /// In the body's frame [m]: corners of a polygon in either sense of rotation, or as said
        /// above.
        int point_count;
        const double (*points)[2];

        /// Holes: hole_begin[k] is the first point of hole k among hole_points,
        /// hole_begin[hole_count] their number. Default none.
        int hole_count;
        const int *hole_begin;
        const double (*hole_points)[2];

        /// Of discs and capsules [m], > 0.
        double radius;

        /// As those of hf_shape_def. Defaults 1 and 0.
        double friction, restitution;

        /// Distance from which contacts are detected [m], >= 0. Default 0. A step adds how far
        /// bodies may travel in it; more is of use where bodies at rest are hit and hit others.
        double margin;

        /// Level of this shape alone, or HF_PLANAR_SAME_LEVEL, the default.
        int level;

        /// False: it weighs and is drawn, and touches nothing. Default true.
        bool collides;

        /// Red, green, blue and opacity, 0 … 1. Default light grey.
        float color[4];
    } hf_planar_shape_def;

    HF_API hf_planar_shape_def hf_planar_shape_def_default(void);

    /// HF_STATUS_INVALID if a polygon crosses itself, has no area, or its holes are not inside it.
    HF_API hf_status hf_planar_add_shape(hf_planar *planar, const hf_planar_shape_def *def, int *index,
                                         hf_error *error);

    // ---- joints ----

    typedef enum hf_planar_joint_kind
    {
        HF_PLANAR_PIN = 0, // the bodies turn about a common point; q is the angle of b against a
        HF_PLANAR_SLIDER,  // b moves along an axis of a without turning against it; q is how far
    } hf_planar_joint_kind;

    typedef struct hf_planar_joint_def
    {
        /// May be NULL.
        const char *name;
        hf_planar_joint_kind kind;

        /// Bodies, either of which may be HF_PLANAR_GROUND, the default of body_a.
        int body_a, body_b;

        /// Point of a pin in the plane at time 0 [m].
        double at[2];

        /// Direction of a slider in the plane at time 0, of any length > 0. Default 1, 0.
        double axis[2];

        /// Limits of q [rad or m], which is 0 at time 0. Default false.
        bool limited;
        double range[2];

        /// Spring towards q = spring, damper and dry friction; as in hf_joint_def. Default 0.
        double stiffness, spring, damping, friction;

        /// The two bodies may touch each other. Default false.
        bool collides;

        /// The point may be far from the shapes of the bodies. Default false.
        bool far;
    } hf_planar_joint_def;

    HF_API hf_planar_joint_def hf_planar_joint_def_default(void);
    HF_API hf_status hf_planar_add_joint(hf_planar *planar, const hf_planar_joint_def *def, int *index,
                                         hf_error *error);

    // ---- gears, motors, springs ----

    /// q of joint_b = ratio · q of joint_a: wheels, racks (pin and slider), differentials.
    typedef struct hf_planar_gear_def
    {
        /// May be NULL.
        const char *name;
        int joint_a, joint_b;

        /// Finite and not 0 [m or rad for one of the other]. Default -1.
        double ratio;
    } hf_planar_gear_def;

    HF_API hf_planar_gear_def hf_planar_gear_def_default(void);
    HF_API hf_status hf_planar_add_gear(hf_planar *planar, const hf_planar_gear_def *def, int *index, hf_error *error);

    /// force = gain (speed - q̇), at most `limit`: gain = ∞ is not needed, 1e3 times what the motor
    /// drives by its step is stiff.
    typedef struct hf_planar_motor_def
    {
        /// May be NULL.
        const char *name;
        int joint;

        /// Speed that it wants [rad/s or m/s]. Default 0.
        double speed;

        /// [N m s/rad or N s/m], > 0. Default 100.
        double gain;

        /// Largest torque or force [N m or N], > 0. Default INFINITY.
        double limit;
    } hf_planar_motor_def;

    HF_API hf_planar_motor_def hf_planar_motor_def_default(void);
    HF_API hf_status hf_planar_add_motor(hf_planar *planar, const hf_planar_motor_def *def, int *index,
                                         hf_error *error);

    /// A spring and damper between a point of each of two bodies.
    typedef struct hf_planar_spring_def
    {
        /// May be NULL.
        const char *name;
        int body_a, body_b;

        /// Its ends in the plane at time 0 [m].
        double at_a[2], at_b[2];

        /// [N/m], [N s/m], >= 0. Default 0.
        double stiffness, damping;

        /// Length at rest [m], >= 0; < 0, the default: its length at time 0.
        double length;
    } hf_planar_spring_def;

    HF_API hf_planar_spring_def hf_planar_spring_def_default(void);
    HF_API hf_status hf_planar_add_spring(hf_planar *planar, const hf_planar_spring_def *def, int *index,
                                          hf_error *error);

    // ---- building ----

    /// Adds all of it to a builder. After a failure the builder holds a part of it and is of no
    /// use.
    HF_API hf_status hf_planar_build(hf_planar *planar, hf_builder *builder, hf_error *error);

    /// Indices in the builder, after hf_planar_build; -1: a joint that closes a loop.
    HF_API int hf_planar_body(const hf_planar *planar, int body);
    HF_API int hf_planar_joint(const hf_planar *planar, int joint);

#ifdef __cplusplus
}
#endif

#endif
