// Planar bodies: three velocities, in a plane that stays put.
//
// State: how far the centre of mass has come along e1 and e2, and the angle about n, since the
// start; and their rates. What is not in the state cannot drift: a planar body leaves its plane by
// no bit. Angles add up, so that turning is exact whatever the step.

#ifndef HF_BODIES_PLANAR_H
#define HF_BODIES_PLANAR_H

#include "bodies/rigid.h"

enum
{
    PLANAR_SIZE = 3 // coordinates, and velocities
};

typedef struct planar_body
{
    /// Unit vectors of the plane and its normal, right-handed. e1 is the world's x axis laid into
    /// the plane, or the y axis where x is far out of it.
    vec3 e1, e2, n;

    /// Centre of mass and principal frame where all coordinates are 0.
    vec3 x;
    quat q;

    /// Mass [kg], and inertia about n [kg m²].
    double mass, inertia;
    double inverse_mass, inverse_inertia;
} planar_body;

/// The body with these constants that starts there; `normal` is not zero.
planar_body planar_make(vec3 normal, const rigid_constants *c, const body_state *start);

/// Its place at coordinates q; velocities stay.
void planar_pose(const planar_body *p, const double q[PLANAR_SIZE], body_state *s);

/// Velocity of the centre of mass and angular velocity at velocities v.
void planar_twist(const planar_body *p, const double v[PLANAR_SIZE], double twist[6]);

/// The part of a velocity that is in the plane, or of anything like it: force and torque,
/// acceleration.
void planar_project(const planar_body *p, vec3 linear, vec3 angular, double out[PLANAR_SIZE]);

/// q ◄ the coordinates of a place of the centre of mass and of the principal frame. Returns how far
/// that is out of the plane: the larger of a distance [m] and an angle [rad].
double planar_coordinates(const planar_body *p, vec3 x, quat turn, double q[PLANAR_SIZE]);

/// q += h v.
void planar_integrate(double q[PLANAR_SIZE], const double v[PLANAR_SIZE], double h);

/// M⁻¹ times a row.
void planar_solve(const planar_body *p, const double H[PLANAR_SIZE], double G[PLANAR_SIZE]);

#endif
