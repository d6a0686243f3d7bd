// A tree's system as tree.c and tree_order.c see it.

#ifndef HF_BODIES_MAXIMAL_TREE_SYSTEM_H
#define HF_BODIES_MAXIMAL_TREE_SYSTEM_H

#include "bodies/maximal/tree.h"
#include "linalg/tree_ldlt.h"
#include "linalg/tree_lu.h"

struct tree_system
{
    int body_count, joint_count;
    int *dimension; // of bodies
    tree_joint *joints;
    int *body_node, *joint_node; // in the pattern
    int *body_at, *joint_at;     // one more than there are: begin in vectors over bodies and over joints
    // Where the parts of bodies and joints stand in x and in values, so that nobody needs to look at a node for it: bodies come in the caller's
    // order, nodes in that of elimination, and every look at the other kind may leave the caches.
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

struct tree_two
{
    const tree_system *system;
    tree_lu lu;
    double *x; // one vector over all nodes
};

#endif
