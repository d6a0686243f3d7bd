// Mechanisms: joints connect bodies to trees, loops close the trees, actuators and tendons drive
// them.
//
// A body whose definition names a parent (model.h) is a link. Its position and orientation are
// relative to the parent's frame. It moves by its joints, in the order in which they were added; a
// link without joints is fixed to its parent. A free body that is a parent is a floating base.
// Names and numbers follow MJCF (docs/mjcf.md), so that a model from a file moves as the file
// says.
//
// q and v hold the coordinates of the bodies in the order of their indices:
//
//                q                                    v
//   free body    7: position of the frame, quaternion 6: velocity of its origin in world axes,
//                                                        angular velocity in the body's axes
//   hinge        1: angle [rad]                       1 [rad/s]
//   slide        1: distance [m]                      1 [m/s]
//   ball         4: quaternion                        3: angular velocity in the child's axes

#ifndef HOLDFAST_MECHANISM_H
#define HOLDFAST_MECHANISM_H

#include "holdfast/model.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- joints ----

    typedef enum hf_joint_kind
    {
        HF_JOINT_HINGE = 0, // turns about the axis [rad]
        HF_JOINT_SLIDE,     // moves along the axis [m]
        HF_JOINT_BALL,      // turns freely about its position
        HF_JOINT_KIND_COUNT,
    } hf_joint_kind;

    HF_API const char *hf_joint_kind_name(hf_joint_kind kind);

    typedef struct hf_joint_def
    {
        /// May be NULL.
        const char *name;

        /// Link that the joint moves relative to its parent.
        int body;
        hf_joint_kind kind;

        /// Anchor in the link's frame [m].
        double position[3];

        /// Axis in the link's frame, of any length > 0. Default 0, 0, 1.
        double axis[3];

        /// Value of q at which the link has the pose of its definition [rad or m]. Default 0.
        double reference;

        /// Turn of a ball at which the link has the pose of its definition and the spring is at
        /// rest: a quaternion (w, x, y, z). All zeros, the default: the identity.
        double turn[4];

        /// Default false.
        bool limited;

        /// Limits of q [rad or m]. A ball has one: the largest angle, in range[1].
        double range[2];

        /// Rotor inertia, added to the diagonal of the mass matrix [kg or kg m²], >= 0. Default 0.
        double armature;

        /// Viscous damping, integrated implicitly [N s/m or N m s/rad], >= 0. Default 0.
        double damping;

        /// Spring stiffness, integrated implicitly [N/m or N m/rad], >= 0. Default 0.
        double stiffness;

        /// Terms of the second and third power: the spring pulls with stiffness · x +
        /// stiffness_power[0] x² + stiffness_power[1] x³, the damper with damping · v +
        /// damping_power[0] v|v| + damping_power[1] v³. Default 0 0.
        double stiffness_power[2], damping_power[2];

        /// Of a ball: stiffness about the link's axes x, y and z, beside `stiffness` [N m/rad],
        /// >= 0: twist and bends of a rod along x. Default 0 0 0.
        double bending[3];

        /// Where `bending` is at rest: a quaternion of the ball (w, x, y, z). All zeros, the
        /// default: at `turn`.
        double bending_rest[4];

        /// Value of q at which the spring is at rest [rad or m]. Default 0.
        double spring;

        /// Time constant [s] and damping ratio; both > 0 set stiffness and damping when the model
        /// is built, from the inertia at the references. Default 0 0.
        double spring_damper[2];

        /// Dry friction: the largest force [N] or torque [N m], >= 0, by the exact box law. Default
        /// 0.
        double friction;

        /// Limits the sum of all actuators at this joint (hinge or slide) to force_range. Default
        /// false.
        bool force_limited;

        /// [N or N m]
        double force_range[2];

        /// The joint follows hf_world_track, with whatever force that takes. Default false.
        bool prescribed;

        /// `initial` is given. Default false: the joint starts at its reference.
        bool has_initial;

        /// q at the start, of a hinge or slide [rad or m]. A ball starts at the identity; a
        /// keyframe can set it otherwise.
        double initial;

        /// v at the start [rad/s or m/s]. Default 0.
        double initial_velocity;
    } hf_joint_def;

    HF_API hf_joint_def hf_joint_def_default(void);
    HF_API hf_status hf_builder_add_joint(hf_builder *builder, const hf_joint_def *def, int *index, hf_error *error);

    // ---- sites: named frames on bodies ----

    typedef struct hf_site_def
    {
        const char *name;
        int body;

        /// In the body's frame [m].
        double position[3];

        /// Unit quaternion (w, x, y, z) in the body's frame.
        double orientation[4];

        /// The volume that sensors of the site look at: a sphere, capsule, ellipsoid, cylinder or
        /// box, with half sizes as of a shape [m]. Default a sphere of 5 mm.
        hf_shape_kind form;
        double size[3];
    } hf_site_def;

    HF_API hf_site_def hf_site_def_default(void);
    HF_API hf_status hf_builder_add_site(hf_builder *builder, const hf_site_def *def, int *index, hf_error *error);

    // ---- loops: constraints beside the joints of the tree ----

    typedef enum hf_loop_kind
    {
        HF_LOOP_CONNECT = 0, // a point of each body coincides
        HF_LOOP_WELD,        // points coincide, and orientations agree
        HF_LOOP_JOINT,       // q_a - q_a0 = Σ coefficient[k] (q_b - q_b0)^k; gears
        HF_LOOP_TENDON,      // lengths of two fixed tendons, coupled as joints are
        HF_LOOP_HINGE,       // points coincide, and axes stay parallel
        HF_LOOP_SLIDE,       // orientations agree, and point_b stays on the line through point_a
        HF_LOOP_UNIVERSAL,   // points coincide, and axes stay perpendicular
        HF_LOOP_ROD,         // the distance of two points stays
        HF_LOOP_LINE,        // point_b stays on the line through point_a along axis_a
        HF_LOOP_PLANE,       // point_b stays in the plane through point_a with the normal axis_a
        HF_LOOP_GEAR,        // ω_a · axis_a = ratio ω_b · axis_b, a ratio of speeds
        HF_LOOP_ROLL,        // a wheel or ball of body_a rolls in a plane of body_b
        HF_LOOP_KNIFE,       // point_a does not move along axis_a relative to body_b
        HF_LOOP_KIND_COUNT,
    } hf_loop_kind;

    HF_API const char *hf_loop_kind_name(hf_loop_kind kind);

    /// GEAR, KNIFE and two rows of ROLL are nonholonomic: they hold velocities, and leave the place
    /// where bodies come to open. All the others hold places.

    typedef struct hf_loop_def
    {
        /// May be NULL.
        const char *name;
        hf_loop_kind kind;

        /// Default true.
        bool active;

        /// All but JOINT and TENDON.
        int body_a, body_b;

        /// Point in the frame of body_a [m]; of ROLL the centre of the wheel.
        double point_a[3];

        /// Point in the frame of body_b [m]; of ROLL a point of the plane.
        double point_b[3];

        /// False: point_b is where point_a is with all joints at their references. Default false.
        bool point_b_given;

        /// WELD, SLIDE: orientation of b in the frame of a, a unit quaternion (w, x, y, z).
        double orientation[4];

        /// False: the orientation is that with all joints at their references. Default false.
        bool orientation_given;

        /// HINGE, SLIDE, UNIVERSAL, LINE, PLANE, GEAR, KNIFE: axis in the frame of body_a, of any
        /// length > 0. ROLL: the wheel's axis; 0 0 0 is a ball. Default 0 0 1.
        double axis_a[3];

        /// HINGE, UNIVERSAL, GEAR: axis in the frame of body_b. ROLL: the plane's normal there.
        double axis_b[3];

        /// False: axis_b is axis_a with all joints at their references; of ROLL 0 0 1. UNIVERSAL
        /// needs one. Default false.
        bool axis_b_given;

        /// ROD: the distance [m], > 0; 0, the default, takes that with all joints at their
        /// references.
        double length;

        /// GEAR: not 0. Default 1.
        double ratio;

        /// ROLL: of the wheel or ball [m], > 0; 0, the default, takes what reaches the plane with
        /// all joints at their references.
        double radius;

        /// JOINT: indices of joints. TENDON: indices of tendons. joint_b = -1 leaves the constant
        /// alone. Default -1.
        int joint_a, joint_b;

        /// JOINT, TENDON: polynomial coefficients, constant first. Default 0 1 0 0 0.
        double coefficient[5];
    } hf_loop_def;

    HF_API hf_loop_def hf_loop_def_default(void);
    HF_API hf_status hf_builder_add_loop(hf_builder *builder, const hf_loop_def *def, int *index, hf_error *error);

    // ---- tendons ----

    /// What a spatial tendon passes.
    typedef enum hf_path_kind
    {
        HF_PATH_SITE = 0,

        /// A sphere, or a cylinder without ends, that the tendon is pulled taut round on its way
        /// from the site before to the site after it.
        HF_PATH_WRAP,

        /// Begins another branch, whose length counts divided by `divisor`.
        HF_PATH_PULLEY,
        HF_PATH_KIND_COUNT,
    } hf_path_kind;

    typedef struct hf_path_part
    {
        hf_path_kind kind;

        /// WRAP: a site that tells on which side the tendon passes; within the radius, that it
        /// passes through the shape, which is a ring then. -1: it takes the shorter way.
        int side;

        /// PULLEY: > 0.
        double divisor;
    } hf_path_part;

    /// A fixed tendon has length Σ coefficient · q. A spatial tendon runs from site to site,
    /// straight or round shapes.
    typedef struct hf_tendon_def
    {
        const char *name;

        /// Default false.
        bool spatial;

        /// Number of items: joints of a fixed tendon, what a spatial one passes.
        int count;

        /// Indices of joints; of sites, or shapes to wrap round, in their order along the tendon.
        const int *items;

        /// Spatial: what each item is. Every branch begins and ends at a site. NULL, the default:
        /// all are sites.
        const hf_path_part *path;

        /// One for each joint; NULL if spatial.
        const double *coefficient;

        /// Default false.
        bool limited;

        /// Limits of the length [m, or rad for hinges].
        double range[2];

        /// As those of a joint, along the length; >= 0. Default 0.
        double stiffness, damping, friction, armature;
        double stiffness_power[2], damping_power[2];

        /// Limits the sum of all actuators at this tendon to force_range [N]. Default false.
        bool force_limited;
        double force_range[2];

        /// The spring exerts no force between these two lengths. spring[0] < 0 takes the length at
        /// the references. Default -1, -1.
        double spring[2];
    } hf_tendon_def;

    HF_API hf_tendon_def hf_tendon_def_default(void);
    HF_API hf_status hf_builder_add_tendon(hf_builder *builder, const hf_tendon_def *def, int *index, hf_error *error);

    // ---- actuators ----

    typedef enum hf_transmission
    {
        HF_TRANSMISSION_JOINT = 0,
        HF_TRANSMISSION_TENDON,

        /// Wrench at a site: gear holds force and torque in the site's axes, and there is no
        /// length. With a `reference` they are in that site's axes and act between the two; the
        /// length is then gear · (position and turn of the site as seen from the reference).
        HF_TRANSMISSION_SITE,

        /// Rod of fixed length from the site `target` to a slider on the z axis of the site
        /// `reference`.
        HF_TRANSMISSION_CRANK,

        /// A free body: gear holds force in world axes at the origin of its frame, and torque in
        /// its own axes.
        HF_TRANSMISSION_FREE,

        /// Adhesion of a body: the force, times gear[0], pulls it and what it touches together,
        /// spread evenly over all points of contact (docs/friction.md).
        HF_TRANSMISSION_BODY,

        /// Nothing: a control that an actuator before it reads, or after it. It has no force.
        HF_TRANSMISSION_NONE,
        HF_TRANSMISSION_COUNT,
    } hf_transmission;

    /// How the control u, clamped to control_range, becomes what the gain is multiplied with.
    typedef enum hf_activation_kind
    {
        /// It is u itself.
        HF_ACTIVATION_NONE = 0,

        /// Otherwise it is the activation a, which is a part of the state: a' = u,
        HF_ACTIVATION_INTEGRATOR,

        /// a' = (u - a) / time[0],
        HF_ACTIVATION_FILTER,

        /// the same, integrated exactly,
        HF_ACTIVATION_FILTER_EXACT,

        /// that of a muscle (Millard et al. 2013): a' = (u - a) / τ, u in 0 … 1,
        /// τ = time[0] (½ + 3/2 a) while u > a, time[1] / (½ + 3/2 a) otherwise; with time[2] > 0
        /// changing smoothly within as much of u - a.
        HF_ACTIVATION_MUSCLE,

        /// up to five of a motor with brushes: its first input as the slew allows, the integral of
        /// the driver, the heat above the ambient, the bristle, the current; those that it has.
        HF_ACTIVATION_DCMOTOR,
        HF_ACTIVATION_KIND_COUNT,
    } hf_activation_kind;

    typedef enum hf_gain_kind
    {
        /// p[0] + p[1] length + p[2] velocity.
        HF_GAIN_AFFINE = 0,

        /// A muscle (docs/actuators.md). p: range of lengths in units of the optimal one (2),
        /// largest force [N] (negative: p[3] by the acceleration of a unit force at the
        /// references), scale, shortest and longest length of active force, fastest shortening
        /// [1/s], passive force at the longest length, active force at the fastest lengthening.
        HF_GAIN_MUSCLE,

        /// A motor with brushes: hf_actuator_def.dcmotor has its numbers.
        HF_GAIN_DCMOTOR,

        /// One of three about the axes of a ball joint that turn it to where their controls say, by
        /// the shortest way: p[0] e + bias[2] velocity, e the turn that is left. The controls are a
        /// rotation vector, or a quaternion (w, x, y, z), normalized, whose w is the control of an
        /// actuator of NONE before them.
        HF_GAIN_TURN,
        HF_GAIN_QUATERNION,
        HF_GAIN_KIND_COUNT,
    } hf_gain_kind;

    enum
    {
        HF_GAIN_PARAMETERS = 9
    };

    /// How a delayed control lies between those that were kept.
    typedef enum hf_delay_kind
    {
        /// That of the last step that began before.
        HF_DELAY_HOLD = 0,
        HF_DELAY_LINEAR,

        /// Hermite's, with the slopes of the neighbours; 0 at the oldest and the newest.
        HF_DELAY_CUBIC,
        HF_DELAY_KIND_COUNT,
    } hf_delay_kind;

    /// A motor with brushes (docs/actuators.md). Parts whose first number is 0 are not there.
    typedef struct hf_dcmotor_def
    {
        /// Which control is position [rad], velocity [rad/s], torque [N m], voltage [V]: 0 its own,
        /// k that of the k-th actuator of NONE after it, -1 none. Default -1 -1 -1 0.
        int input[4];

        /// Motor constant [N m/A] and resistance [Ω], > 0.
        double constant, resistance;

        /// Gains of the driver for position, its integral and velocity [N m/rad, N m/(rad s),
        /// N m s/rad].
        double controller[3];

        /// Limits of the first input's rate, of the integral, of the voltage [V], of the torque of
        /// the current [N m], of the current's rate [A/s].
        double slew, integral_limit, voltage_limit, torque_limit, current_rate;

        /// Electrical time constant [s].
        double time;

        /// Thermal resistance [K/W] and capacity [J/K], temperature coefficient of the resistance
        /// [1/K] and where it holds [K], ambient temperature [K].
        double thermal[5];

        /// Amplitude [N m], periods a radian, phase [rad].
        double cogging[3];

        /// Stiffness and damping of bristles, sliding and static friction [N m], Stribeck's
        /// velocity [rad/s].
        double friction[5];
    } hf_dcmotor_def;

    /// The force of an actuator, clamped to force_range, with a the control or the activation:
    ///     force = gain(length, velocity) a + bias(length, velocity)
    typedef struct hf_actuator_def
    {
        const char *name;
        hf_transmission transmission;

        /// Index of a joint, tendon, site or body.
        int target;

        /// SITE: site whose axes `gear` is in; -1, the default, takes the target's own. CRANK: the
        /// slider's site.
        int reference;

        /// Hinges, slides, tendons and cranks use gear[0] alone. Default 1 0 0 0 0 0.
        double gear[6];

        /// Of a ball or free body: the torque of `gear` is in the parent's axes. Default false.
        bool in_parent;

        /// CRANK: length of the rod [m], > 0. The length of the actuator is the position of the
        /// slider. Default 0.
        double crank_length;

        /// Default false.
        bool control_limited, force_limited;

        /// control_range in the units of the control; force_range [N or N m].
        double control_range[2], force_range[2];

        /// Default AFFINE.
        hf_gain_kind gain_kind, bias_kind;

        /// Default 1 0 0, …; 0 0 0, ….
        double gain[HF_GAIN_PARAMETERS], bias[HF_GAIN_PARAMETERS];

        /// MUSCLE: the shortest and longest that the actuator can be; equal, the default: found
        /// from the ranges of joints and tendons when the model is built.
        double length_range[2];

        /// Default NONE.
        hf_activation_kind dynamics;

        /// Time constants [s]; MUSCLE also the width [1]. Default 1 0 0.
        double time[3];

        /// Keeps the activation within activation_range. Default false.
        bool activation_limited;
        double activation_range[2];

        /// The force takes the activation at the end of the step, not at its beginning. Default
        /// false.
        bool early;

        /// Exerts no force, whatever its control; its activation goes on. Default false.
        bool disabled;

        /// A value > 0 sets bias[2] = -2 damping_ratio √(gain[0] · inertia at the references).
        /// Default 0.
        double damping_ratio;

        /// Of the motor, in units of its length: added to those of its joint (hinge or slide) or
        /// tendon, times gear². Default 0.
        double armature, damping;

        /// The damper's terms of the second and third power: those of its joint or tendon, times
        /// gear², too. Default 0 0.
        double damping_power[2];

        /// With gain_kind, bias_kind and dynamics DCMOTOR.
        hf_dcmotor_def dcmotor;

        /// The actuator acts on the control of so long ago [s], >= 0, of the last `samples` steps
        /// (at most 100000): where these do not reach back so far, on the oldest. Default 0 and 0.
        double delay;
        int samples;

        /// Default HOLD.
        hf_delay_kind interpolation;

        /// Control and activation at the start. Default 0.
        double control, activation;
    } hf_actuator_def;

    HF_API hf_actuator_def hf_actuator_def_default(void);
    HF_API hf_status hf_builder_add_actuator(hf_builder *builder, const hf_actuator_def *def, int *index,
                                             hf_error *error);

    // ---- keyframes ----

    /// A named state. A NULL array takes the model's own start.
    typedef struct hf_key_def
    {
        /// May be NULL.
        const char *name;

        /// [s]
        double time;

        /// Lengths of the arrays; hf_model_build checks them.
        int nq, nv, nu, na;
        const double *q, *v, *control;

        /// Of the actuators that have one, in their order.
        const double *activation;
    } hf_key_def;

    HF_API hf_status hf_builder_add_key(hf_builder *builder, const hf_key_def *def, int *index, hf_error *error);

    /// Sets the keyframe at which worlds of the model start. -1, the default, starts with bodies
    /// and joints as they are defined. The references of joints and loops do not change.
    HF_API hf_status hf_builder_start(hf_builder *builder, int key, hf_error *error);

    // ---- reading ----

    /// Numbers of coordinates and of velocities.
    HF_API int hf_model_q_count(const hf_model *model);
    HF_API int hf_model_v_count(const hf_model *model);

    /// Numbers of the states of all actuators; of one, and the first of them among all (-1: it has
    /// none).
    HF_API int hf_model_actuator_states(const hf_model *model, int actuator, int *first);
    HF_API int hf_model_activation_count(const hf_model *model);
    HF_API hf_joint_def hf_model_joint(const hf_model *model, int index);
    HF_API hf_site_def hf_model_site(const hf_model *model, int index);
    HF_API hf_loop_def hf_model_loop(const hf_model *model, int index);
    HF_API hf_tendon_def hf_model_tendon(const hf_model *model, int index);
    HF_API hf_actuator_def hf_model_actuator(const hf_model *model, int index);
    HF_API hf_key_def hf_model_key(const hf_model *model, int index);

    /// The keyframe at which worlds start, or -1.
    HF_API int hf_model_start(const hf_model *model);

    /// First entry of a joint in q and in v.
    HF_API int hf_model_joint_q(const hf_model *model, int joint);
    HF_API int hf_model_joint_v(const hf_model *model, int joint);

#ifdef __cplusplus
}
#endif

#endif
