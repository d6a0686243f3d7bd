// A tree of links in maximal coordinates: every link is a rigid body with six velocities, joints are rows between them
// (Baraff 1996).
//
// Links and joints are those of articulated.h, which gives the definitions and the meaning of q and v. Links that are
// fixed to each other are one unit. Between a unit and the one it hangs on stands one joint, whatever joints the file
// has there: with S the motions that they allow (6 × k), the relative motion at a point of the joint, w = (velocity,
// angular velocity), obeys
//
//     Nᵀ w = 0           6 - k hard rows, N an orthonormal complement of S
//     v = S⁺ w           the joint's own velocities: rows of limits, motors, friction; hard where they are prescribed
//
// Armature, and what springs and dampers add by being implicit, is inertia of a joint's velocity: e v⁺ with e > 0. It
// is a soft row of the same joint, √e S⁺ w + λ = c with compliance 1: λ is what that inertia takes. So the graph stays
// a tree.
//
// Coordinates q are read from poses, by Newton's method on each joint alone; what is left over is the gap of the joint.
//
// What cannot be done, and is refused: a unit without mass or without inertia about some axis; a link with joints that
// depend on each other, or with more than six velocities against its parent.

#ifndef HF_BODIES_MAXIMAL_MAXIMAL_H
#define HF_BODIES_MAXIMAL_MAXIMAL_H

#include "bodies/articulated/articulated.h"
#include "bodies/maximal/tree.h"
#include "bodies/rigid.h"

typedef struct maximal_unit
{
    int head;         // the link that has the joints
    int parent;       // unit, -1: the base
    int dof, freedom; // its joints' velocities among those of the tree: begin and count
    bool floating;    // it has no joint: its six velocities are those of a floating base
    int joint;        // in the system; -1 if it has no rows
    int row_count;    // of them, hard ones first
    int rows[6];      // which of the joint's six: N first, then one for each velocity
    int hard_count;
    rigid_constants constants; // of all its links together, in the head's frame
} maximal_unit;

typedef struct maximal_tree
{
    const articulated_tree *links; // not owned
    int unit_count, dimension;     // dimension: of half vectors (tree.h)
    maximal_unit *units;           // parents first
    int *link_unit;                // [link_count]
    vec3 *link_position;           // [link_count]: of a link's frame in its head's
    quat *link_orientation;        // [link_count]
    int *place;                    // [unit_count]: where its six velocities stand in half vectors
    int joint_count;
    tree_joint *joints;
} maximal_tree;

/// soft[v_count]: which velocities may get inertia of their own beside armature. INVALID: *fault is the link, the
/// message says what is wrong with it.
hf_status maximal_tree_create(const articulated_tree *links, const bool *soft, maximal_tree **tree, int *fault,
                              hf_error *error);
void maximal_tree_destroy(maximal_tree *tree);

/// A joint in one configuration.
typedef struct maximal_joint
{
    vec3 point;
    // Rows over (velocity at the point, angular velocity), of the unit relative to the one it hangs on: N, then S⁺.
    double B[36];
} maximal_joint;

typedef struct maximal_pose
{
    vec3 position;
    quat orientation;
} maximal_pose;

/// The rows of a unit's joint, from the frames of its head and of the link that this hangs on. False if its joints
/// depend on each other here.
bool maximal_joint_rows(const maximal_tree *tree, int unit, maximal_pose parent, maximal_pose head, const double *q,
                        maximal_joint *joint);

/// q of the joint ◄ what fits these frames best, from a guess; gap[6 - freedom]: what it leaves. False if its joints
/// depend on each other.
bool maximal_joint_read(const maximal_tree *tree, int unit, maximal_pose parent, maximal_pose head, double *q,
                        double *gap);

/// One row over a unit's velocities at its centre of mass, (v, ω): side 0: the unit's own, 1: those of the unit that it
/// hangs on.
void maximal_joint_row(const maximal_joint *joint, int row, int side, vec3 center, double H[6]);

// ---- a configuration ----

typedef struct maximal_scratch
{
    tree_system *system;
    rigid_state *units;    // [unit_count]: centre of mass, principal axes, velocity, angular momentum
    maximal_joint *joints; // [unit_count]
    double *V;             // [6 unit_count]: velocities (v, ω)
    double *half;          // [6 unit_count]: velocities before the step, carried to this configuration
    double *turn; // [6 unit_count]: by rows, what the values of a step's end have beyond those with its velocities here
    double *P, *c;  // [6 unit_count]: right sides
    double *weight; // [v_count]: √e of soft rows
    double *wide;   // [dimension]
} maximal_scratch;

hf_status maximal_scratch_create(const maximal_tree *tree, maximal_scratch **scratch, hf_error *error);
void maximal_scratch_destroy(maximal_scratch *scratch);

/// The frame of a link, from its unit's state.
maximal_pose maximal_link_pose(const maximal_tree *tree, const maximal_scratch *scratch, int link);

/// A unit's place from the frame of its head; velocities stay.
void maximal_set_pose(const maximal_tree *tree, maximal_scratch *scratch, int unit, maximal_pose head);

/// The unit's state from the frame of its head and its twist, `velocity` that of the frame's origin.
void maximal_place_unit(const maximal_tree *tree, maximal_scratch *scratch, int unit, maximal_pose head, vec3 velocity,
                        vec3 angular);

/// The joints' rows at scratch->units. INVALID, naming the link, if some depend on each other.
hf_status maximal_pose_joints(const maximal_tree *tree, maximal_scratch *scratch, const articulated_base *base,
                              const double *q, hf_error *error);

/// Factors masses, hard rows and soft rows with the inertia extra[v_count] beside the armature (NULL: none).
hf_status maximal_factor(const maximal_tree *tree, maximal_scratch *scratch, const double *extra, hf_error *error);

/// values[6 unit_count] ◄ all rows of all joints for velocities V, the base moving as it does.
void maximal_values(const maximal_tree *tree, const maximal_scratch *scratch, const articulated_base *base,
                    const double *V, double *values);

/// V ◄ with M V = P + Jᵀλ, and of rows: hard: value = -c, soft: e (value + c) is the inertia's share; c by rows as in
/// maximal_values, of rows that take no part it is not read. All velocities of the base are in c.
void maximal_solve(const maximal_tree *tree, maximal_scratch *scratch, const double *P, const double *c, double *V);

/// P += what torques of the joints (v_count numbers; not those of a floating base) do to the units.
void maximal_add_torques(const maximal_tree *tree, const maximal_scratch *scratch, const double *torque, double scale,
                         double *P);

/// M of a unit times (v, ω).
void maximal_momentum(const maximal_tree *tree, const maximal_scratch *scratch, int unit, const double *V, double *P);

#endif
