// What depends on the configuration of a tree to first order: derivatives of inverse dynamics, the matrix of momentum,
// rates of Jacobians. Coordinates move in the tangent space that velocities live in: q ⊕ ε e_k (articulated_integrate).
//
// Order of work: articulated_kinematics (q) ► articulated_tangent_at (v, a, …) ► whatever is asked. Nothing allocates
// but articulated_tangent_create.

#ifndef HF_BODIES_ARTICULATED_ARTICULATED_TANGENT_H
#define HF_BODIES_ARTICULATED_ARTICULATED_TANGENT_H

#include "bodies/articulated/articulated.h"

typedef struct articulated_tangent articulated_tangent;

hf_status articulated_tangent_create(const articulated_tree *tree, articulated_tangent **tangent, hf_error *error);
void articulated_tangent_destroy(articulated_tangent *tangent);

/// Motion of all links, and momenta, forces and inertias of what hangs on each: for velocities v, accelerations a
/// (NULL: 0), gravity and wrenches (as articulated_bias takes them; NULL: none). Kinematics are those of the scratch,
/// which is not changed.
void articulated_tangent_at(const articulated_tree *tree, const articulated_scratch *scratch,
                            articulated_tangent *tangent, const articulated_base *base, const double *v,
                            const double *a, vec3 gravity, const double *wrench);

/// torque ◄ what articulated_inverse_dynamics gives.
void articulated_tangent_torque(const articulated_tree *tree, const articulated_tangent *tangent, const double *a,
                                double *torque);

/// What a link is made of changes by: in its own axes, inertia about the centre of mass (articulated_link).
typedef struct articulated_matter
{
    double mass;
    vec3 center;
    double inertia[6];
} articulated_matter;

/// torque += ∂τ along such a change of one link: of the motion, and of its weight.
void articulated_tangent_by_matter(const articulated_tree *tree, const articulated_scratch *scratch,
                                   const articulated_tangent *tangent, int link, const articulated_matter *change,
                                   vec3 gravity, double *torque);

/// torque += ∂τ by gravity along a direction.
void articulated_tangent_by_gravity(const articulated_tree *tree, const articulated_scratch *scratch,
                                    const articulated_tangent *tangent, vec3 along, double *torque);

/// dq, dv, da ◄ ∂τ/∂q, ∂τ/∂v and ∂τ/∂a = M, armature included, row by row, `stride` entries apart; any may be NULL.
/// Forces of `wrench` keep their directions and act at the centres of mass. O(v_count · depth), and the zeros.
void articulated_tangent_inverse(const articulated_tree *tree, const articulated_tangent *tangent, size_t stride,
                                 double *dq, double *dv, double *da);

/// A ◄ 6 × v_count, rows `stride` apart: linear momentum, and angular momentum about `point`, of `link` and all that
/// hangs on it (-1: of the tree), are A v. rate[6] ◄ what they change by as things are, A a + Ȧ v, the second about a
/// point that stands still or is their centre of mass. Both may be NULL; armature and gravity have no part in them.
void articulated_tangent_momentum(const articulated_tree *tree, const articulated_tangent *tangent, int link,
                                  vec3 point, size_t stride, double *A, double rate[6]);

/// Mass and centre of mass of `link` and all that hangs on it, -1: of the tree; (0, 0, 0) where there is no mass.
double articulated_tangent_center(const articulated_tree *tree, const articulated_tangent *tangent, int link,
                                  vec3 *center);

/// linear, angular ◄ rates of what articulated_row and articulated_row_angular give along the axes x, y, z: of each
/// degree of freedom of the branch (dofs, their count is returned) how its column of the Jacobian changes, the point
/// moving with the link.
int articulated_tangent_rates(const articulated_tree *tree, const articulated_tangent *tangent, int link, vec3 point,
                              int *dofs, vec3 *linear, vec3 *angular);

/// Acceleration of a point of a link, and angular acceleration.
void articulated_tangent_acceleration(const articulated_tree *tree, const articulated_tangent *tangent, int link,
                                      vec3 point, vec3 *linear, vec3 *angular);

#endif
