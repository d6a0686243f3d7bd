// Rows of joints between bodies in maximal coordinates, and what a body of each kind brings: its degrees of freedom,
// its mass matrix, and how its points and its frame move (Baraff 1996, section 4: any body, any constraint that is
// linear in accelerations).

#ifndef HF_BODIES_MAXIMAL_TREE_ROWS_H
#define HF_BODIES_MAXIMAL_TREE_ROWS_H

#include "linalg/vec3.h"

#include <stdbool.h>

typedef enum tree_kind
{
    TREE_RIGID = 0, // 6: velocity of the centre, angular velocity, in world axes
    TREE_PLANAR,    // 3: velocity of the centre in x and y, angular velocity about z
    TREE_SCALING, // 7: rigid, and the rate at which it grows: a point at r from the centre moves at v + ω × r + σ r
    TREE_KIND_COUNT,
} tree_kind;

/// Degrees of freedom.
int tree_kind_dimension(tree_kind kind);

/// One body in one configuration.
typedef struct tree_body
{
    tree_kind kind;
    double mass;
    double inertia[9]; // about the centre, world axes; planar: the last entry
    vec3 center;       // in the world
} tree_body;

/// M, d × d.
void tree_body_mass(const tree_body *body, double *M);

typedef enum tree_joint_kind
{
    TREE_BALL = 0, // 3 rows (planar: 2): the points coincide
    TREE_HINGE,    // 5: and the axes
    TREE_SLIDE,    // 5 (planar: 2): no turning, no motion across the axis
    TREE_WELD,     // 6 (planar: 3)
    TREE_ROD,      // 1: the distance of two points stays
    TREE_GEAR,     // 1, nonholonomic: ω_a · axis = ratio ω_b · axis
    TREE_ROLL,     // 3 (planar: 2), nonholonomic: at the point, where the bodies touch, they have the same velocity
    TREE_JOINT_KIND_COUNT,
} tree_joint_kind;

/// One joint in one configuration.
typedef struct tree_joint_frame
{
    tree_joint_kind kind;
    vec3 point; // in the world; of a rod: its end at body a
    vec3 other; // of a rod: its end at body b
    vec3 axis;  // hinge, slide, gear; length 1
    double ratio;
    vec3 velocity; // roll: of the place where they touch, which is no point of either; of tree_joint_bias alone
} tree_joint_frame;

/// How many rows; planar: both bodies are (the ground counts as what the other is).
int tree_joint_rows_count(tree_joint_kind kind, bool planar);

/// The rows over one of the two bodies (side 0: a, 1: b, with the sign of the difference a - b): count × d, row-major.
void tree_joint_rows(const tree_joint_frame *joint, const tree_body *body, int side, bool planar, double *J);

/// c of J a + c = 0, one number a row: J̇ v at velocities that the joint allows (tree_bias.c). A body that is NULL is
/// the ground.
void tree_joint_bias(const tree_joint_frame *joint, const tree_body *body_a, const double *v_a, const tree_body *body_b,
                     const double *v_b, bool planar, double *c);

/// What a joint forbids: points moving apart along these directions, frames turning about those.
typedef struct tree_forbidden
{
    int move_count, turn_count;
    vec3 move[3], turn[3];
} tree_forbidden;

tree_forbidden tree_joint_forbids(const tree_joint_frame *joint, bool planar);

#endif
