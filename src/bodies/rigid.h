// Rigid bodies: the first kind of object.
//
// State: centre of mass x, orientation q of the principal frame, velocity v of the centre, angular momentum L about it,
// all in world axes.
// L instead of the angular velocity, because L is what free motion keeps: to the last bit, not only to rounding.

#ifndef HF_BODIES_RIGID_H
#define HF_BODIES_RIGID_H

#include "holdfast/model.h"

#include "linalg/quat.h"

/// What is constant about a body. The principal frame has its origin at the centre of mass; its third axis is the one
/// whose moment differs most from the other two. Bodies that are not free have inverse mass and moments 0, and the
/// principal frame is the body's.
typedef struct rigid_constants
{
    hf_motion motion;
    double mass;               // [kg]; INFINITY if it is not free
    double inverse_mass;       // [1/kg]
    double inertia[3];         // principal moments [kg m²]
    double inverse_inertia[3]; // [1/(kg m²)]
    double center[3];          // centre of mass in the body's frame [m]
    double principal[4];       // orientation of the principal frame in the body's frame (w, x, y, z)
    double gravity_scale;
} rigid_constants;

/// Principal moments of a symmetric tensor (xx yy zz xy xz yz), in no order, and the frame of its axes.
void rigid_principal_axes(const double inertia[6], double moments[3], quat *axes);

/// HF_STATUS_INVALID, naming the body, if no body can have this mass and inertia. `label` is how messages call it.
hf_status rigid_constants_make(const char *label, const hf_body_def *def, rigid_constants *constants, hf_error *error);

typedef struct rigid_state
{
    double x[3]; // centre of mass [m]
    double q[4]; // principal frame in the world (w, x, y, z)
    double v[3]; // of the centre of mass [m/s]
    double L[3]; // angular momentum about the centre [kg m²/s]
} rigid_state;

/// Where a body is and how it moves, whatever moves it: what everybody reads.
typedef struct body_state
{
    double x[3]; // centre of mass [m]
    double q[4]; // principal frame in the world (w, x, y, z)
    double v[3]; // of the centre of mass [m/s]
    double w[3]; // angular velocity [rad/s]
} body_state;

/// M⁻¹ of the angular part, in world axes, row-major.
void rigid_inverse_inertia(const rigid_constants *c, quat q, double *inverse);

/// Angular velocity in world axes [rad/s] of a body with the angular momentum L.
vec3 rigid_angular_velocity(const rigid_constants *c, quat q, vec3 L);

/// Angular momentum of a body that turns at w.
vec3 rigid_momentum(const rigid_constants *c, quat q, vec3 w);

/// Kinetic energy [J].
double rigid_kinetic(const rigid_constants *c, quat q, vec3 v, vec3 L);

/// Of its kinetic energy of turning: a correction that would change it by more at the same angular momentum takes that
/// along. A splinter that is turned by a few degrees against its momentum would turn ten times as fast.
#define RIGID_LIVELY 0.01

/// q, L ◄ those of a body that a correction of positions turns.
void rigid_displace_by(const rigid_constants *c, vec3 turn, double q[4], double L[3]);

/// q ◄ q after turning freely for a time h with the angular momentum L.
quat rigid_turn(const rigid_constants *c, quat q, vec3 L, double h);

/// The pose of the body's frame from that of the principal frame (x, q), and back.
void rigid_frame(const rigid_constants *c, const double x[3], const double q[4], vec3 *position, quat *orientation);
void rigid_place(const rigid_constants *c, vec3 position, quat orientation, body_state *s);

/// Where a prescribed body is at time t: pose of its frame, and velocities.
void rigid_prescribed(const hf_body_def *def, double t, body_state *s);

#endif
