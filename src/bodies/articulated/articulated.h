// Articulated objects: trees of links in joint coordinates.
//
// The tree holds what never changes; the scratch what depends on the configuration: poses, axes, twists, inertias and
// their factorization. All memory is taken when the two are created. Order of work at a configuration:
//
//     articulated_kinematics (q) ► articulated_velocities (v) ► articulated_bias
//                                ► articulated_factor (M̂ = M + armature + diag) ► solve, inverse rows, Φ: as many as
//                                wanted
//
// Everything is O(links) but for the assembled mass matrix. Links come parents first; a parent of -1 is the base, which
// stands still, moves as prescribed (articulated_base), or, with a floating tree, is the world in which link 0 has 6
// degrees of freedom.
//
// Generalized coordinates as in holdfast/mechanism.h: of a floating base 7 numbers in q (position, quaternion) and 6 in
// v (velocity of the frame's origin in world axes, angular velocity in its own axes); of a hinge or slide 1; of a ball
// 4 and 3 (in the axes right behind the ball). The equation of motion is
//
//     M(q) a + bias(q, v) = τ,    M includes the armature; the bias does not.
//
// Vectors are in world axes unless said otherwise.

#ifndef HF_BODIES_ARTICULATED_ARTICULATED_H
#define HF_BODIES_ARTICULATED_ARTICULATED_H

#include "holdfast/mechanism.h"
#include "linalg/quat.h"

// ---- what never changes ----

typedef struct articulated_joint
{
    hf_joint_kind kind;
    vec3 position, axis; // in the link's frame; any length > 0 (made 1 by articulated_tree_create)
    double reference;    // q at which the link stands as it is defined
    quat turn;           // of a ball as it is defined; all zeros: the identity
    double armature;     // >= 0, on each of its degrees of freedom
    bool prescribed;     // its acceleration is given, its torque comes out (joint tracking)
    int q, v;            // where its coordinates stand; set by articulated_tree_create
} articulated_joint;

static inline bool articulated_is_turned(const articulated_joint *joint)
{
    return joint->turn.w != 0.0 || joint->turn.x != 0.0 || joint->turn.y != 0.0 || joint->turn.z != 0.0;
}

/// q of a ball as its link is defined.
static inline quat articulated_ball_reference(const articulated_joint *joint)
{
    return articulated_is_turned(joint) ? joint->turn : quat_identity();
}

/// What a ball turns its link by.
static inline quat articulated_ball_turn(const articulated_joint *joint, const double *q)
{
    quat now = quat_normalize(quat_load(q + joint->q));
    return articulated_is_turned(joint) ? quat_multiply(quat_conjugate(joint->turn), now) : now;
}

typedef struct articulated_link
{
    int parent;                   // -1: the base
    int joint_begin, joint_count; // its joints, in the order in which they move it; none: fixed to its parent
    vec3 position;                // in the parent's frame, joints at their references. Of a floating base: not used
    quat orientation;
    double mass;                            // >= 0
    vec3 center;                            // of mass, in the link's frame
    double inertia[6];                      // about it, link's axes: xx yy zz xy xz yz
    double gravity_scale;                   // Usually 1
    int q_begin, q_count, v_begin, v_count; // its coordinates, all joints together; set by articulated_tree_create
} articulated_link;

typedef struct articulated_tree
{
    int link_count, joint_count;
    int q_count, v_count;
    bool floating; // link 0 has 7 and 6 coordinates before all others, and no joints
    articulated_link *links;
    articulated_joint *joints;
    int *dof_link;    // [v_count]
    int *dof_parent;  // [v_count]: the next degree of freedom towards the base, -1 if there is none
    double *armature; // [v_count]; may be changed later: of a floating base it starts as 0
    bool *prescribed; // [v_count]; may be changed later
    long revision;    // >= 0; to be counted up where mass or inertia of a link is changed later
} articulated_tree;

/// Copies links and joints (sorted by link) and fills in where their coordinates stand. HF_STATUS_INVALID names the
/// link or joint at fault.
hf_status articulated_tree_create(const articulated_link *links, int link_count, const articulated_joint *joints,
                                  int joint_count, bool floating, articulated_tree **tree, hf_error *error);
void articulated_tree_destroy(articulated_tree *tree);

/// q with all joints at their references, balls at the identity, a floating base at link 0's position and orientation.
void articulated_reference(const articulated_tree *tree, double *q);

// ---- what depends on the configuration ----

/// Pose and motion of the base's frame. Ignored, but for being there, by a floating tree.
typedef struct articulated_base
{
    vec3 position;
    quat orientation;
    vec3 linear, angular;                           // velocity of the frame's origin, angular velocity
    vec3 linear_acceleration, angular_acceleration; // of the origin as a point of the moving frame: d(linear)/dt
} articulated_base;

articulated_base articulated_base_fixed(void);

typedef struct articulated_body
{
    vec3 position; // of the frame's origin
    quat orientation;
    vec3 center;  // of mass
    vec3 linear;  // velocity of the frame's origin; of articulated_velocities
    vec3 angular; // angular velocity
} articulated_body;

/// Private parts: articulated_spatial.h.
typedef struct articulated_inner articulated_inner;

typedef struct articulated_scratch
{
    articulated_body *bodies; // [link_count]
    vec3 *anchor;             // [joint_count]: the joints' positions
    vec3 *axis;               // [joint_count]: unit; of a ball: not used
    articulated_inner *inner;
} articulated_scratch;

hf_status articulated_scratch_create(const articulated_tree *tree, articulated_scratch **scratch, hf_error *error);
void articulated_scratch_destroy(articulated_scratch *scratch);

/// Poses, centres of mass, anchors and axes. Quaternions in q need not be quite normalized. Nothing is done where the
/// scratch is there already, bit by bit.
void articulated_kinematics(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                            const double *q);

/// Whether the kinematics of a scratch are those of the base's pose and q.
bool articulated_is_at(const articulated_tree *tree, const articulated_scratch *scratch, const articulated_base *base,
                       const double *q);

/// Twists of all links; after kinematics.
void articulated_velocities(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                            const double *v);

// ---- dynamics ----

/// bias = C(q, v) v + g(q) - Jᵀ wrench, by recursive Newton–Euler; after velocities, which got the same v. wrench:
/// NULL, or of each link force and torque (6 numbers) at its centre of mass. The base's acceleration counts.
void articulated_bias(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                      const double *v, vec3 gravity, const double *wrench, double *bias);

/// The torques that the acceleration a needs: M a + bias(q, v), armature included. a NULL: the bias.
void articulated_inverse_dynamics(const articulated_tree *tree, articulated_scratch *scratch,
                                  const articulated_base *base, const double *v, const double *a, vec3 gravity,
                                  const double *wrench, double *torque);

/// M with the armature, dense, symmetric, both triangles; leading dimension v_count. Composite rigid bodies: O(v_count
/// · depth).
void articulated_mass_matrix(const articulated_tree *tree, articulated_scratch *scratch, double *M);

/// Factors M̂ = M + diag (armature is in M; diag may be NULL) of the degrees of freedom that are not prescribed, in
/// O(links) by articulated-body inertias. HF_STATUS_INVALID, naming it, if a degree of freedom has no inertia. After
/// kinematics.
hf_status articulated_factor(const articulated_tree *tree, articulated_scratch *scratch, const double *diag,
                             hf_error *error);

/// The inertia that a degree of freedom feels while those behind it are free and those before it are fixed, with its
/// part of diag; INFINITY of a prescribed one. After factor.
double articulated_felt(const articulated_scratch *scratch, int dof);

/// a = M̂⁻¹ torque, in O(links); may be in place. Prescribed degrees of freedom: their torque is not read and their a
/// is 0.
void articulated_solve(const articulated_tree *tree, articulated_scratch *scratch, const double *torque, double *a);

/// Joint tracking: of prescribed degrees of freedom a is given and torque comes out; of the others torque is given and
/// a comes out, such that M̂ a = torque (the bias is the caller's: give torque - bias, and add it to what comes out).
void articulated_track(const articulated_tree *tree, articulated_scratch *scratch, double *torque, double *a);

// ---- momenta of links (articulated_discrete.c) ----

/// P[6 link_count] ◄ momentum and angular momentum about the centre of mass of each link; after velocities.
void articulated_link_momenta(const articulated_tree *tree, const articulated_scratch *scratch, double *P);

/// Momenta, as above, of links that coast freely from one configuration to another in a time h.
void articulated_coasting_momenta(const articulated_tree *tree, const articulated_scratch *from,
                                  const articulated_scratch *to, double h, double *P);

/// p[v_count] ◄ Jᵀ P, without armature; after kinematics.
void articulated_project(const articulated_tree *tree, articulated_scratch *scratch, const double *P, double *p);

/// twist[6] ◄ velocities of a floating base at which the tree, its joints standing still, has this momentum, and
/// angular momentum about the world's origin; after kinematics.
/// False if it has no inertia about some axis.
bool articulated_locked(const articulated_tree *tree, const articulated_scratch *scratch, vec3 linear, vec3 angular,
                        double twist[6]);

// ---- rows ----

/// Which degrees of freedom move `link`, ascending, in dofs (room for v_count); returns how many.
int articulated_branch(const articulated_tree *tree, int link, int *dofs);

/// How many these are.
int articulated_depth(const articulated_tree *tree, int link);

/// H: velocity along `direction` of the point of `link` that is at `point` = Σ_k H[k] v[dofs[k]] (+ the base's). dofs
/// as articulated_branch has them; the count is returned.
int articulated_row(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 point,
                    vec3 direction, int *dofs, double *H);

/// H of the angular velocity along `direction`; otherwise as articulated_row.
int articulated_row_angular(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 direction,
                            int *dofs, double *H);

/// G = M̂⁻¹Hᵀ over all of v, of a force along direction at point, by propagation: up the branch, then down the tree.
/// After factor.
void articulated_inverse_row(const articulated_tree *tree, articulated_scratch *scratch, int link, vec3 point,
                             vec3 direction, double *G);
void articulated_inverse_row_angular(const articulated_tree *tree, articulated_scratch *scratch, int link,
                                     vec3 direction, double *G);

// ---- half rows ----
//
// M̂ = Lᵀ D L with L as sparse as the tree, so that W = H M̂⁻¹ Hᵀ = Σ_d h_d h_d' / D_d with the half row h = L⁻ᵀ Hᵀ,
// which has entries on its branch alone: O(depth) a row and a product instead of O(links), and no loss.
// hf_factored_rows with H := h, G := h/D are the same W; the velocity that impulses r make is articulated_half_apply of
// z = Σ rows (h/D) r.

/// h and h/D of forces (angular: torques) along row_count directions at a point of `link`: rows of as many entries as
/// the branch has dofs, one after the other; dofs as articulated_branch has them, their count is returned.
int articulated_half_rows(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 point,
                          int row_count, const vec3 *directions, bool angular, int *dofs, double *h, double *inverse_h);

/// articulated_half_rows with rows that begin `stride` entries after each other.
int articulated_half_rows_apart(const articulated_tree *tree, const articulated_scratch *scratch, int link, vec3 point,
                                int row_count, const vec3 *directions, bool angular, int stride, int *dofs, double *h,
                                double *inverse_h);

/// h and h/D of a row given directly in velocities; its dofs are those given and all towards the base.
int articulated_half_sparse(const articulated_tree *tree, articulated_scratch *scratch, int count, const int *dofs,
                            const double *H, int *half_dofs, double *h, double *inverse_h);

/// a = L⁻¹ z, O(links); may be in place.
void articulated_half_apply(const articulated_tree *tree, articulated_scratch *scratch, const double *z, double *a);

// ---- moving ----

/// q ◄ q ⊕ h v; quaternions by the exponential, normalized.
void articulated_integrate(const articulated_tree *tree, double *q, const double *v, double h);

/// rate ◄ dq/dt at velocities v, quaternions as they are; quaternions in q ◄ unit ones.
void articulated_rate(const articulated_tree *tree, const double *q, const double *v, double *rate);
void articulated_normalize(const articulated_tree *tree, double *q);

/// v with to = from ⊕ v: the inverse of articulated_integrate with h = 1, turns of at most π.
void articulated_difference(const articulated_tree *tree, const double *from, const double *to, double *v);

// ---- what is conserved ----

/// ½ Σ m ċ² + ω I ω of the links, and ½ armature v²; after velocities.
double articulated_kinetic(const articulated_tree *tree, const articulated_scratch *scratch, const double *v);

/// - Σ gravity_scale m g·c
double articulated_potential(const articulated_tree *tree, const articulated_scratch *scratch, vec3 gravity);

/// Linear momentum, and angular momentum about `point`; armature has none.
void articulated_momentum(const articulated_tree *tree, const articulated_scratch *scratch, vec3 point, vec3 *linear,
                          vec3 *angular);

#endif
