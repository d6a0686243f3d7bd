// A tree's system as tree.c and tree_order.c see it.

#ifndef HF_BODIES_MAXIMAL_TREE_SYSTEM_H
#define HF_BODIES_MAXIMAL_TREE_SYSTEM_H

#include "bodies/maximal/tree.h"
#include "linalg/tree/tree_front.h"
#include "linalg/tree/tree_ldlt.h"
#include "linalg/tree/tree_lu.h"

struct tree_system
{
    int body_count, joint_count;
    int *dimension; // of bodies
    tree_joint *joints;
    int *body_node, *joint_node; // in the pattern
    int *body_at, *joint_at;     // one more than there are: begin in vectors over bodies and over joints
    // Where the parts of bodies and joints stand in x and in values, so that nobody needs to look at a node for it:
    // bodies come in the caller's order, nodes in that of elimination, and every look at the other kind may leave the
    // caches.
    int *body_x, *joint_x;
    size_t *body_diagonal, *joint_diagonal;
    size_t *joint_edge; // [2 joint_count]: of each side
    tree_pattern pattern;
    double *values; // H, then its factors
    double *x;      // one vector over all nodes
    double *soft;   // over all nodes: roots of the joints' compliance
    int *node_of;   // [dimension of all nodes]
    int *path;      // [nodes]: scratch
    bool *seen;     // [nodes]: false between calls
    int fault;      // the node that the last factorization failed at, or -1
};

/// Rows of one joint over one of its bodies.
typedef struct front_part
{
    int rows, place; // in the body's front
    int at;          // in J and K: rows × 6
} front_part;

typedef struct tree_fronts
{
    const tree_system *system;
    int count;
    tree_front *fronts;             // of each body; last that of the joint to the ground, if there is one
    bool grounded;                  // there is
    int *front;                     // of bodies
    int *begin;                     // of bodies, one more than there are: in parts
    int *part;                      // [2 joint_count]: of each side
    front_part *parts;              // body after body
    int *joint_front, *joint_place; // the front that eliminates it, and where it is there
    double *J, *K, *values, *x;
    size_t value_count;
    int *scratch;
} tree_fronts;

/// NULL values: some body has too many joints for fronts.
hf_status tree_fronts_create(const tree_system *system, tree_fronts **fronts, hf_error *error);
void tree_fronts_destroy(tree_fronts *fronts);

/// All rows are set before any body.
void tree_fronts_set_rows(tree_fronts *fronts, int joint, int side, const double *J, const double *K);
void tree_fronts_set_body(tree_fronts *fronts, int body, double inverse_mass, const double inverse_inertia[9]);
bool tree_fronts_factor(tree_fronts *fronts);
void tree_fronts_multipliers(tree_fronts *fronts, const double *c, double *lambda);

struct tree_two
{
    const tree_system *system;
    tree_fronts *fronts; // or, where a body has many joints, the system over bodies and joints
    tree_lu lu;
    double *x; // one vector over all nodes
};

#endif
