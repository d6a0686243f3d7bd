// Trees of constraints in linear time, without a world (Baraff 1996).
//
// Bodies of 1 to 12 degrees of freedom, each with its mass matrix, and joints of 1 to 12 rows
// between two of them or one and the ground, without cycles:
//
//     M a = F + J^T l,   J a + c = 0
//
// a accelerations, or velocities with momenta for F. Any constraint that is linear in a is a joint:
// a ball, a hinge, a gear, rolling. Factors and solutions take time in proportion to the number of
// bodies. Rows that close cycles are not part of it (hf_tree_primary tells which): their equations
// see the tree through its responses. Blocks are row-major.
//
// Order of calls: hf_tree_create; then, as often as numbers change, hf_tree_set_mass of all bodies
// and hf_tree_set_rows of all joints, hf_tree_factor, and as many solutions as wanted. A tree is
// for one thread at a time.

#ifndef HOLDFAST_TREE_H
#define HOLDFAST_TREE_H

#include "holdfast/status.h"
#include "holdfast/workspace.h"

#ifdef __cplusplus
extern "C"
{
#endif

    typedef struct hf_tree hf_tree;

    typedef struct hf_tree_joint
    {
        /// Rows, 1 … 12.
        int rows;

        /// Indices of bodies; -1 is the ground, at most once.
        int body[2];
    } hf_tree_joint;

    /// primary[k] ◄ 1 if joint k takes part in a tree, 0 if it would close a cycle, through the
    /// ground too. Joints given first are preferred.
    HF_API hf_status hf_tree_primary(int body_count, int joint_count, const hf_tree_joint *joints, int *primary,
                                     hf_error *error);

    /// size[k]: degrees of freedom of body k, 1 … 12. INVALID, naming the joint, if there is a
    /// cycle.
    HF_API hf_status hf_tree_create(int body_count, const int *size, int joint_count, const hf_tree_joint *joints,
                                    hf_tree **tree, hf_error *error);
    HF_API void hf_tree_destroy(hf_tree *tree);

    /// Lengths of vectors over all bodies and over all joints: one part after the other, in the
    /// order of creation.
    HF_API int hf_tree_body_length(const hf_tree *tree);
    HF_API int hf_tree_joint_length(const hf_tree *tree);

    /// M of a body, symmetric positive definite.
    HF_API void hf_tree_set_mass(hf_tree *tree, int body, const double *M);

    /// Rows of a joint over its first (side 0) or second body.
    HF_API void hf_tree_set_rows(hf_tree *tree, int joint, int side, const double *J);

    /// C of a soft joint, J a + c + C l = 0, symmetric positive semidefinite. Not set: 0.
    HF_API void hf_tree_set_compliance(hf_tree *tree, int joint, const double *C);

    /// INVALID, naming the body or joint, if a mass is not positive definite or rows of a joint
    /// depend on each other. All numbers are used up: the next factors need them anew.
    HF_API hf_status hf_tree_factor(hf_tree *tree, hf_error *error);

    /// a and l for F and c. c may be NULL (zero), and so may the results.
    HF_API void hf_tree_multipliers(hf_tree *tree, const double *F, const double *c, double *a, double *l);

    /// A row over a few bodies, each once: one body's part after the other.
    typedef struct hf_tree_row
    {
        int count;
        const int *body;
        const double *values;
    } hf_tree_row;

    /// a ◄ what an impulse along the row does to all bodies, with the joints at work.
    HF_API void hf_tree_response(hf_tree *tree, const hf_tree_row *row, double *a);

    /// A[count × count] ◄ what impulses along the rows do to the rows: the matrix of auxiliary
    /// constraints. Cheaper than responses.
    HF_API hf_status hf_tree_anticipate(hf_tree *tree, int count, const hf_tree_row *rows, hf_workspace *workspace,
                                        double *A, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
