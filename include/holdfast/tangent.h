// Tools of the tangent space: what q ⊖ q and q ⊕ v are, and how places, momenta and forces change
// with q and v.
//
// Coordinates are those of mechanism.h. A tangent has the layout of v: of a free body the shift of
// its frame in world axes and the turn about its own axes, of a ball the turn about the child's
// axes, of a fibre whose coordinates are as many as its velocities, and of all else, plain
// differences. Derivatives by q are along these.
//
// Functions of a world take its present state and change nothing; several threads may ask one at
// once. UNSUPPORTED, naming it, of fibres and of bodies that change their shape, whose dynamics are
// their own. Springs, dampers, motors, contacts, loops and armature of tendons are left out, as in
// hf_world_inverse_dynamics. Matrices are row by row.

#ifndef HOLDFAST_TANGENT_H
#define HOLDFAST_TANGENT_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- coordinates ----

    /// q ◄ q ⊕ h v: where constant velocities v lead in a time h. Quaternions come out with length
    /// 1.
    HF_API hf_status hf_model_integrate(const hf_model *model, double *q, const double *v, double h, hf_error *error);

    /// v ◄ `to` ⊖ `from`, the inverse of hf_model_integrate with h = 1; turns of at most π.
    HF_API hf_status hf_model_difference(const hf_model *model, const double *from, const double *to, double *v,
                                         hf_error *error);

    /// Those of one quaternion (w, x, y, z), by a turn about its own axes [rad].
    HF_API void hf_quaternion_integrate(double q[4], const double turn[3]);
    HF_API void hf_quaternion_difference(const double from[4], const double to[4], double turn[3]);

    /// q ◄ random coordinates, the same for the same seed: joints evenly within their limits,
    /// hinges without limits within ±π, turns of balls and free bodies evenly over all (that a
    /// ball's limit admits), and slides without limits, places of free bodies and of particles
    /// within `reach` [m], finite and >= 0, of where q had them. Fibres and bodies that change
    /// their shape stay, and so do prescribed joints. Loops are not closed by it.
    HF_API hf_status hf_model_random_q(const hf_model *model, uint64_t seed, double reach, double *q, hf_error *error);

    // ---- centre of mass and momentum ----

    /// Mass [kg], centre [m] and its velocity of a body and all that hangs on it by joints; body
    /// -1: of all that moves by v. Each may be NULL. INVALID where there is no mass.
    HF_API hf_status hf_world_center(const hf_world *world, int body, double *mass, double center[3],
                                     double velocity[3], hf_error *error);

    /// J (3 × v_count): velocity of that centre = J v.
    HF_API hf_status hf_world_center_jacobian(const hf_world *world, int body, double *J, hf_error *error);

    /// A (6 × v_count): momentum [kg m/s], and angular momentum about that centre [kg m²/s], are A
    /// v (Orin, Goswami and Lee 2013); bias[6] ◄ Ȧ v, so that force and torque about the centre are
    /// A a + bias. Either may be NULL.
    HF_API hf_status hf_world_momentum_matrix(const hf_world *world, int body, double *A, double *bias,
                                              hf_error *error);

    // ---- points and frames ----

    /// J̇: rates of the two matrices of hf_world_jacobian (3 × v_count each), the point moving with
    /// its body.
    HF_API hf_status hf_world_jacobian_rate(const hf_world *world, int body, const double point[3], double *linear,
                                            double *angular, hf_error *error);

    /// Acceleration [m/s²] of a body's point, and angular acceleration, in world axes, at
    /// accelerations a (v_count); NULL: J̇ v alone. Prescribed bodies go on at their velocities.
    HF_API hf_status hf_world_acceleration(const hf_world *world, int body, const double point[3], const double *a,
                                           double linear[3], double angular[3], hf_error *error);

    // ---- forces ----

    /// g ◄ the generalized forces (v_count) that hold the weight of everything where it stands.
    HF_API hf_status hf_world_gravity_force(const hf_world *world, double *g, hf_error *error);

    /// dq, dv, da (v_count × v_count each) ◄ derivatives of hf_world_inverse_dynamics at
    /// accelerations a (NULL: 0) by q, by v and by a: the last is the mass matrix. In closed form,
    /// O(v_count · depth) (Carpentier and Mansard 2018). Each may be NULL.
    HF_API hf_status hf_world_inverse_dynamics_derivatives(const hf_world *world, const double *a, double *dq,
                                                           double *dv, double *da, hf_error *error);

    /// dq, dv, df ◄ derivatives of hf_world_forward_dynamics at forces (NULL: 0) by q, by v and by
    /// the forces: the last is the inverse of the mass matrix, with zeros for prescribed joints.
    HF_API hf_status hf_world_forward_dynamics_derivatives(const hf_world *world, const double *force, double *dq,
                                                           double *dv, double *df, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
