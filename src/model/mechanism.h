// Mechanisms as the model holds them: definitions, where their coordinates stand, and which bodies make up which tree.

#ifndef HF_MODEL_MECHANISM_H
#define HF_MODEL_MECHANISM_H

#include "holdfast/mechanism.h"
#include "holdfast/sense.h"

#include "bodies/articulated/articulated.h"
#include "bodies/maximal/maximal.h"
#include "model/builder.h"

/// Impulses of a mechanism's rows in the last step have fixed places, so that the next step can start from them.
enum
{
    // Lower limit, upper limit, dry friction of up to three velocities. Hinges and slides use the
    // last three for sums of motors.
    JOINT_ROWS = 6,
    TENDON_ROWS = 5, // lower limit, upper limit, dry friction, spring, armature
    LOOP_ROWS = 6,
    ACTUATOR_ROWS = 1,
};

/// A tree of links: one object. Its own coordinates stand together, in the order of its links; the whole's in the order
/// of bodies.
typedef struct model_tree
{
    bool floating;                // link 0 is a free body
    int base;                     // the body that it hangs on; -1 if floating
    int link_begin, link_count;   // into mechanism.links
    int joint_begin, joint_count; // into mechanism.tree_joints
    int q, v;                     // where its coordinates begin among those of all trees
    int q_count, v_count;
    articulated_tree *articulated;
    maximal_tree *maximal; // NULL: it moves in reduced coordinates
} model_tree;

typedef struct mechanism
{
    int joint_count, site_count, loop_count, tendon_count, actuator_count, key_count;
    hf_joint_def *joints; // names and arrays owned
    hf_site_def *sites;
    hf_loop_def *loops;
    bool *loop_primary; // loop_count: a constraint tree has it among its own equations
    hf_tendon_def *tendons;
    hf_actuator_def *actuators;
    hf_key_def *keys;
    int sensor_count;
    hf_sensor_def *sensors;

    // The layout of mechanism.h.
    int q_count, v_count;
    int *joint_q, *joint_v; // joint_count
    int *body_q, *body_v;   // body_count: of free bodies; -1 of all others

    // Trees.
    int tree_count;
    model_tree *trees;
    int *links;                         // bodies of all trees, tree by tree, parents first
    int *tree_joints;                   // joints of all trees, tree by tree, link by link
    int *body_tree, *body_link;         // body_count: -1 if it is in none
    int *joint_place_q, *joint_place_v; // joint_count: among the coordinates of all trees
    int tree_q_count, tree_v_count;     // of all trees

    int activation_count;
    int *activation; // actuator_count: place (of its first) among the activations, -1: it has none

    int history_count; // times and controls that delayed actuators keep (delay.c)

    int row_count; // places of impulses: joints, tendons, loops, actuators

    // With all joints at their references.
    double *tendon_reference; // tendon_count: lengths
} mechanism;

/// Whether a loop takes part as rows of the problem.
static inline bool loop_is_auxiliary(const mechanism *m, int loop)
{
    return m->loops[loop].active && !m->loop_primary[loop];
}

/// Places of impulses among row_count.
static inline int joint_row(int joint)
{
    return JOINT_ROWS * joint;
}

static inline int tendon_row(const mechanism *m, int tendon)
{
    return JOINT_ROWS * m->joint_count + TENDON_ROWS * tendon;
}

static inline int loop_row(const mechanism *m, int loop)
{
    return JOINT_ROWS * m->joint_count + TENDON_ROWS * m->tendon_count + LOOP_ROWS * loop;
}

static inline int actuator_row(const mechanism *m, int actuator)
{
    return JOINT_ROWS * m->joint_count + TENDON_ROWS * m->tendon_count + LOOP_ROWS * m->loop_count +
           ACTUATOR_ROWS * actuator;
}

/// Coordinates of a joint: 1 or 4 in q, 1 or 3 in v.
static inline int joint_q_size(hf_joint_kind kind)
{
    return kind == HF_JOINT_BALL ? 4 : 1;
}

static inline int joint_v_size(hf_joint_kind kind)
{
    return kind == HF_JOINT_BALL ? 3 : 1;
}

/// How far a ball is from where its spring is at rest, as a rotation vector in the axes behind it.
static inline vec3 ball_strain(const hf_joint_def *def, const double *q)
{
    quat rest = quat_load(def->turn), now = quat_load(q);
    return quat_log(quat_norm(rest) > 0.0 ? quat_multiply(quat_conjugate(rest), now) : now);
}

/// Copies the definitions, lays out coordinates and finds the trees. Bodies that are fixed to static ones become
/// static, with their pose in the world. `bodies`: body_count, the model's own.
hf_status mechanism_build(const hf_builder *builder, int body_count, hf_body_def *bodies, mechanism *m,
                          hf_error *error);
void mechanism_free(mechanism *m);

#endif
