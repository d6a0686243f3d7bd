// Mechanisms: what joins bodies and moves them. Joints make trees of bodies; loops close them; actuators, tendons and springs drive them.
//
// A body whose definition names a parent (model.h) is a link: its position and orientation are relative to the parent's frame, and it moves by
// its joints, in the order in which they were added; without any it is fixed to its parent. A free body that is a parent is a floating base.
// Names and numbers follow MJCF (docs/scenes.md), so that a model read from a file is simulated as its file says.
//
// The generalized position q holds, in the order of the bodies: of a free body 7 numbers (position of its frame, quaternion), of a hinge or
// slide 1, of a ball 4 (quaternion). The generalized velocity v: of a free body 6 (velocity of the frame's origin in world axes, angular
// velocity in the body's axes), of a hinge or slide 1, of a ball 3 (in the child's axes).

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
        const char *name; // may be NULL
        int body;         // the link that it moves against its parent
        hf_joint_kind kind;
        double position[3];    // in the link's frame [m]
        double axis[3];        // in the link's frame; any length > 0. Default 0, 0, 1
        double reference;      // q at which the link stands as it is defined. Default 0
        bool limited;          // Default false
        double range[2];       // of q; of a ball: the largest angle, in range[1]
        double armature;       // added to the diagonal of the mass matrix [kg or kg m²], >= 0
        double damping;        // [N s/m or N m s], >= 0; implicit
        double stiffness;      // [N/m or N m/rad], >= 0; implicit
        double spring;         // q at which the spring is at rest
        double friction;       // dry friction: largest force [N] or torque [N m], >= 0: an exact box law
        bool force_limited;    // of the sum of the actuators at this joint; hinge, slide. Default false
        double force_range[2]; // [N or N m]
        bool
            prescribed; // q goes where hf_world_track sends it, whatever force that takes (joint tracking). Default false
        bool has_initial; // Default false: starts at the reference
        double initial;   // q at the start, of a hinge or slide; a ball starts at the identity (keyframes can say more)
        double initial_velocity;
    } hf_joint_def;

    HF_API hf_joint_def hf_joint_def_default(void);
    HF_API hf_status hf_builder_add_joint(hf_builder *builder, const hf_joint_def *def, int *index, hf_error *error);

    // ---- sites: named points on bodies ----

    typedef struct hf_site_def
    {
        const char *name;
        int body;
        double position[3];    // in the body's frame [m]
        double orientation[4]; // (w, x, y, z)
    } hf_site_def;

    HF_API hf_site_def hf_site_def_default(void);
    HF_API hf_status hf_builder_add_site(hf_builder *builder, const hf_site_def *def, int *index, hf_error *error);

    // ---- loops: what must hold beside the joints of the tree ----

    typedef enum hf_loop_kind
    {
        HF_LOOP_CONNECT = 0, // a point of each body coincides
        HF_LOOP_WELD,        // and their orientations
        HF_LOOP_JOINT,       // q_a - q_a0 = Σ coefficient[k] (q_b - q_b0)^k; gears
        HF_LOOP_TENDON,      // the same of the lengths of two fixed tendons
        HF_LOOP_KIND_COUNT,
    } hf_loop_kind;

    typedef struct hf_loop_def
    {
        const char *name; // may be NULL
        hf_loop_kind kind;
        bool active;            // Default true
        int body_a, body_b;     // CONNECT, WELD
        double point_a[3];      // CONNECT, WELD: in the frame of body_a [m]
        double point_b[3];      // in the frame of body_b [m]
        bool point_b_given;     // false: where point_a is when all joints are at their references
        double orientation[4];  // WELD: of b in a
        bool orientation_given; // false: as at the references
        int joint_a, joint_b;   // JOINT: indices of joints, TENDON: of tendons; joint_b = -1: the constant alone
        double coefficient[5];  // JOINT, TENDON. Default 0 1 0 0 0
    } hf_loop_def;

    HF_API hf_loop_def hf_loop_def_default(void);
    HF_API hf_status hf_builder_add_loop(hf_builder *builder, const hf_loop_def *def, int *index, hf_error *error);

    // ---- tendons ----

    /// Fixed: length = Σ coefficient · q. Spatial: the length of the line through sites, straight from one to the next.
    typedef struct hf_tendon_def
    {
        const char *name;
        bool spatial;
        int count;                 // of joints, or of sites
        const int *items;          // joints, or sites in their order
        const double *coefficient; // of joints; NULL if spatial
        bool limited;
        double range[2];
        double stiffness, damping, friction, armature;
        double
            spring[2]; // length at rest: between the two there is no force. spring[0] < 0: the length at the references
    } hf_tendon_def;

    HF_API hf_tendon_def hf_tendon_def_default(void);
    HF_API hf_status hf_builder_add_tendon(hf_builder *builder, const hf_tendon_def *def, int *index, hf_error *error);

    // ---- actuators ----

    typedef enum hf_transmission
    {
        HF_TRANSMISSION_JOINT = 0,
        HF_TRANSMISSION_TENDON,
        HF_TRANSMISSION_SITE, // a wrench at a site: gear holds force and torque in the site's axes (or refsite's)
        HF_TRANSMISSION_CRANK, // a rod of fixed length from the site `target` to a slider on the z axis of the site `reference`
        HF_TRANSMISSION_COUNT,
    } hf_transmission;

    /// force = (gain[0] + gain[1] length + gain[2] velocity) u + bias[0] + bias[1] length + bias[2] velocity, clamped; u is the control, clamped.
    typedef struct hf_actuator_def
    {
        const char *name;
        hf_transmission transmission;
        int target;     // joint, tendon or site
        int reference;  // SITE: in whose axes; -1: the world's in the site itself. CRANK: the slider's site
        double gear[6]; // of a joint, tendon or crank only gear[0]. Default 1 0 0 0 0 0
        double
            crank_length; // CRANK: of the rod [m], > 0. Length of the actuator: of the slider along its axis. Default 0
        bool control_limited, force_limited;
        double control_range[2], force_range[2];
        double gain[3];       // Default 1 0 0
        double bias[3];       // Default 0 0 0
        double damping_ratio; // > 0: bias[2] = -2 ratio √(gain[0] · inertia at the references). Default 0
        double control;       // at the start
    } hf_actuator_def;

    HF_API hf_actuator_def hf_actuator_def_default(void);
    HF_API hf_status hf_builder_add_actuator(hf_builder *builder, const hf_actuator_def *def, int *index,
                                             hf_error *error);

    // ---- keyframes ----

    /// A named state. Arrays may be NULL: the model's own start.
    typedef struct hf_key_def
    {
        const char *name; // may be NULL
        double time;
        int nq, nv, nu; // lengths of what is given; checked when the model is built
        const double *q, *v, *control;
    } hf_key_def;

    HF_API hf_status hf_builder_add_key(hf_builder *builder, const hf_key_def *def, int *index, hf_error *error);

    /// Worlds of the model start at that keyframe; -1, the default: as bodies and joints are defined, which stay the references.
    HF_API hf_status hf_builder_start(hf_builder *builder, int key, hf_error *error);

    // ---- reading ----

    HF_API int hf_model_q_count(const hf_model *model);
    HF_API int hf_model_v_count(const hf_model *model);
    HF_API int hf_model_joint_count(const hf_model *model); // without the free ones
    HF_API int hf_model_site_count(const hf_model *model);
    HF_API int hf_model_loop_count(const hf_model *model);
    HF_API int hf_model_tendon_count(const hf_model *model);
    HF_API int hf_model_actuator_count(const hf_model *model);
    HF_API int hf_model_key_count(const hf_model *model);
    HF_API hf_joint_def hf_model_joint(const hf_model *model, int index);
    HF_API hf_site_def hf_model_site(const hf_model *model, int index);
    HF_API hf_loop_def hf_model_loop(const hf_model *model, int index);
    HF_API hf_tendon_def hf_model_tendon(const hf_model *model, int index);
    HF_API hf_actuator_def hf_model_actuator(const hf_model *model, int index);
    HF_API hf_key_def hf_model_key(const hf_model *model, int index);

    HF_API int hf_model_start(const hf_model *model); // a keyframe, or -1

    /// Where a joint's numbers stand in q and in v; of a free body likewise.
    HF_API int hf_model_joint_q(const hf_model *model, int joint);
    HF_API int hf_model_joint_v(const hf_model *model, int joint);

    HF_API int hf_model_find_joint(const hf_model *model, const char *name); // -1 if there is none
    HF_API int hf_model_find_actuator(const hf_model *model, const char *name);
    HF_API int hf_model_find_key(const hf_model *model, const char *name);

#ifdef __cplusplus
}
#endif

#endif
