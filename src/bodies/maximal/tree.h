// Trees of bodies in maximal coordinates: Lagrange multipliers in linear time (Baraff 1996).
//
// Problem: bodies of any dimension, each with its mass matrix, and joints of any dimension between two bodies or a body
// and the ground, without
//          cycles:
//              M a = F + Jᵀ λ,   J a + c = 0        ►        ( M  -Jᵀ ) ( a )   ( F )
//                                                            ( -J -C  ) ( λ ) = ( c )          (8)
//          (a: accelerations, or velocities with impulses for F). C is zero, or the compliance of a soft joint.
// Method:  the graph of that matrix is a tree of bodies and joints; linalg/tree/tree_ldlt.h factors it without fill. A
//          tree that is joined to
//          the ground has that joint for its root, so that every joint follows a body (a joint that came first would be
//          a zero block).
// Special: joints that would close a cycle, through the ground too, are auxiliary (tree_choose_primary finds them), as
// are contacts, limits and
//          rows over many bodies. Their equations see the inverse mass of the whole tree, M̂⁻¹ = its response with its
//          joints at work:
//          "anticipation", section 8.
// Cost:    O(bodies) to factor and for each column M̂⁻¹k; the matrix Kᵀ M̂⁻¹ K of workless rows needs the way up only
//          (Rosenthal's saving, in the
//          paper's acknowledgments), along the paths of the bodies that a row touches.

#ifndef HF_BODIES_MAXIMAL_TREE_H
#define HF_BODIES_MAXIMAL_TREE_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct tree_joint
{
    int dimension; // rows, 1 … TREE_NODE_MAX
    int body[2];   // -1: the ground, at most once
} tree_joint;

typedef struct tree_system tree_system;

/// primary[k]: joint k takes part in the tree; the others would close a cycle. Joints given first are preferred.
/// INVALID if an index is wrong.
hf_status tree_choose_primary(int body_count, int joint_count, const tree_joint *joints, bool *primary,
                              hf_error *error);

/// Orders the bodies (dimension[k] degrees of freedom each) and joints. INVALID, naming the joint, if they have a
/// cycle.
hf_status tree_system_create(int body_count, const int *dimension, int joint_count, const tree_joint *joints,
                             tree_system **system, hf_error *error);
void tree_system_destroy(tree_system *system);

/// Lengths of vectors over all bodies and over all joints, and where a body's or a joint's part begins.
int tree_body_dimension(const tree_system *system);
int tree_joint_dimension(const tree_system *system);
int tree_body_at(const tree_system *system, int body);
int tree_joint_at(const tree_system *system, int joint);

// ---- numbers, then factors ----

/// Everything is zero again.
void tree_begin(tree_system *system);

/// tree_begin where all masses and rows are set anew and no joint is soft: clears only what they do not write.
void tree_begin_hard(tree_system *system);

/// M of a body, d × d, symmetric positive definite.
void tree_set_mass(tree_system *system, int body, const double *M);

/// The rows of a joint over its first or second body: dimension × d, row-major.
void tree_set_rows(tree_system *system, int joint, int side, const double *J);

/// The compliance of a joint, positive semidefinite: J a + c + C λ = 0.
void tree_set_compliance(tree_system *system, int joint, const double *C);

/// INVALID, naming the body or the joint, if a mass is not positive definite or the rows of a joint depend on each
/// other.
hf_status tree_factorize(tree_system *system, hf_error *error);

/// The joint that the last factorization failed at; -1 if it was none.
int tree_fault_joint(const tree_system *system);

// ---- solving ----

/// Both equations for F and c; `c` may be NULL (zero), and so may the results.
void tree_multipliers(tree_system *system, const double *F, const double *c, double *a, double *lambda);

/// A row over a few bodies of one auxiliary constraint.
typedef struct tree_row
{
    int count; // bodies; no body twice
    const int *body;
    const double *values; // one body's part after the other
} tree_row;

/// a ◄ M̂⁻¹ k.
void tree_response(tree_system *system, const tree_row *k, double *a);

// ---- rows of two configurations (tree_two.c) ----
//
// Gaps that are measured in one configuration while impulses act along the rows of another: M a = Kᵀ λ, J a + c = 0, J
// ≠ K. Tree and pattern are those above, the blocks not symmetric.

typedef struct tree_two tree_two;

/// Uses the order of `system`, which must outlive it.
hf_status tree_two_create(const tree_system *system, tree_two **two, hf_error *error);
void tree_two_destroy(tree_two *two);

/// Rigid bodies. All rows are set, then all bodies, then factors; J measures, K acts.
void tree_two_set_rows(tree_two *two, int joint, int side, const double *J, const double *K);
void tree_two_set_body(tree_two *two, int body, double mass, const double inertia[9], const double inverse_inertia[9]);

/// False if it is singular.
bool tree_two_factor(tree_two *two);
void tree_two_multipliers(tree_two *two, const double *c, double *lambda);

// ---- half rows (tree_half.c) ----
//
// A joint and the body below it together are positive, so that Kᵀ M̂⁻¹ K = hᵀ h: rows h over the bodies and the soft
// rows of joints on the way to the root, no longer than that, and without a difference of large numbers where joints
// hold a body fast. What a problem of contacts needs.

/// Length of half vectors, and where the part of a body begins.
int tree_half_dimension(const tree_system *system);
int tree_half_at(const tree_system *system, int body);

/// h of the row with `count` entries k at these places of bodies; `at` ascending, room for tree_half_dimension. Returns
/// how many. Compliance of joints must be diagonal.
int tree_half_row(tree_system *system, int count, const int *places, const double *k, int *at, double *h);

/// Up to four rows with equal places, one after the other in k, with the same bits; row r of h begins at r * apart. x:
/// scratch of four numbers for each place of half vectors.
int tree_half_rows(tree_system *system, int rows, int count, const int *places, const double *k, double (*x)[4],
                   int *at, double *h, size_t apart);

/// From z = Σ h r to M̂⁻¹ Σ k r, in the places of bodies; other places are not written. May not be in place.
void tree_half_apply(const tree_system *system, const double *z, double *a);

/// A ◄ Kᵀ M̂⁻¹ K, count × count, of workless rows (K = (Jᵃ)ᵀ): the way up alone. NO_MEMORY if the workspace cannot
/// grow.
hf_status tree_anticipate(tree_system *system, int count, const tree_row *rows, hf_workspace *workspace, double *A,
                          hf_error *error);

#endif
