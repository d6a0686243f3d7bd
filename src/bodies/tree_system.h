// A tree's system as tree.c and tree_order.c see it.

#ifndef HF_BODIES_TREE_SYSTEM_H
#define HF_BODIES_TREE_SYSTEM_H

#include "bodies/tree.h"
#include "linalg/tree_ldlt.h"

struct tree_system
{
    int body_count, joint_count;
    int *dimension; // of bodies
    tree_joint *joints;
    int *body_node, *joint_node; // in the pattern
    int *body_at, *joint_at;     // one more than there are: begin in vectors over bodies and over joints
    tree_pattern pattern;
    double *values; // H, then its factors
    double *x;      // one vector over all nodes
};

#endif
