// CoRdE (Spillmann and Teschner 2007, "CoRdE: Cosserat Rod Elements for the Dynamic Simulation of One-Dimensional Elastic
// Objects"), with implicit integration.
//
// A rod of n elements of rest length ℓ has n + 1 points x_i and a quaternion q_i for each element, whose frame is
// (d1, d2, d3). Position and orientation are separate unknowns, held together by energies:
//     stretching  ½ EA/ℓ (|e| - ℓ)²,                        e = x_i+1 - x_i              (eq. 4)
//     alignment   ½ κ ℓ |e/|e| - d3|²                                                   (eq. 9)
//     bending     ½ Σ_k K_k (u_k - ū_k)² / ℓ                                             (eq. 5, 8)
// The strain of two quaternions is that of the paper, u_k = 2 B_k q·q'/|q|² with q the mean of both and
// q' their difference, taken over the length. With the turn p = q_i-1* q_i from one to the next it is
//     u = 4 vec(p) / (1 + p_w) = 4 tan(φ/4) n,
// four times the modified Rodrigues parameter σ of the turn by φ about n, whose derivatives are polynomials.
//
// κ is EA: alignment is then so stiff that the rod does not shear; what it shears by is (r/L)² of what it bends by.
//
// Velocities: [x_0'] | ω_0 x_1' | ω_1 x_2' | …, ω in world axes; x_0' of floating rods alone.
// q: x_0 | q_0, x_1 | q_1, x_2 | …; x_0 is there for prescribed roots, too. Quaternions keep their sign, so
// that a turn between neighbours is known up to 2π.
//
// Clamp. The prescribed root is a quaternion before the first, at half an element's length (der.h says why).
//
// A step is one of fibre.h with rounds of Newton's method as in der_system.c; the matrix
// M + h D + ε²h² K has 8 places beside the diagonal. K is the exact second derivative if that is positive definite in the
// sum, otherwise the part of it that is by itself. Explicit integration, as published, would need
// steps of ℓ √(ρ/E), 1e-5 s for a millimetre of rubber.
//
// Cost: O(n).

#ifndef HF_BODIES_FIBRE_CORDE_H
#define HF_BODIES_FIBRE_CORDE_H

#include "bodies/fibre/rounds.h"

enum
{
    CORDE_Q = 7, // numbers of an element in q: its quaternion, its second point
    CORDE_V = 6, // and in v: angular velocity, velocity of its second point
    CORDE_WIDTH = 8,
};

/// A configuration: n + 1 points, n quaternions, and the clamp's.
typedef struct corde_shape
{
    vec3 *x;
    quat *turn, clamp;
} corde_shape;

typedef struct corde_scratch
{
    /// Where `pose` was; where elastic forces were taken last.
    corde_shape pose, bent;

    banded A;

    /// v_count each: the iterate, the right side; scratch.
    double *w, *rhs, *d;

    /// h² (1 - ε) of the friction of stiff strains, or 0 (corde_system.c).
    double friction;

    /// 4 for each element: tension and P d3 as the last round predicted them.
    double *hold;
} corde_scratch;

corde_scratch corde_scratch_of(const fibre *f, double *scratch);

/// Places in v.
static inline int corde_point_place(const fibre *f, int i)
{
    return i > 0 ? (f->floating ? 3 : 0) + CORDE_V * (i - 1) + 3 : f->floating ? 0 : -1;
}
static inline int corde_turn_place(const fibre *f, int i)
{
    return (f->floating ? 3 : 0) + CORDE_V * i;
}

/// E A [N]: of an ellipse 4 E I1 / b².
static inline double corde_axial(const fibre *f)
{
    return 4 * f->stiffness[0] / (f->section[1] * f->section[1]);
}

// ---- corde_strain.c ----

/// Two quaternions that meet: 4 σ, what turns of both change it by, and second derivatives.
typedef struct corde_joint
{
    /// 4 σ.
    vec3 strain;

    /// ∂(4σ)/∂y, row-major, y the turn of f against e in axes of e.
    double F[9];

    /// Rotation of e, row-major.
    double R[9];
} corde_joint;

corde_joint corde_joint_of(quat e, quat f);

/// Torque, in world axes, that moments (conjugate to 4σ) have on f; the opposite on e.
vec3 corde_joint_torque(const corde_joint *j, const double moment[3]);

/// rate ◄ what the strain changes by where f turns against e at `apart`, in world axes.
void corde_joint_rate(const corde_joint *j, vec3 apart, double rate[3]);

/// H ◄ second derivative of Σ moment_k strain_k + ½ Σ stiff_k strain_k² with these moments, by turns of e (0 … 2) and f (3 … 5) in
/// world axes; `exact` false leaves the moments' part out.
void corde_joint_hessian(const corde_joint *j, const double stiff[3], const double moment[3], bool exact,
                         double H[6][6]);

/// One element: e, R e3.
typedef struct corde_bar
{
    vec3 t, d3;
    double length;
} corde_bar;

/// Energy of stretching and alignment; force on the second point (the opposite on the first), torque.
double corde_bar_force(const fibre *f, const corde_bar *b, vec3 *force, vec3 *torque);

/// H ◄ its second derivative by e (0 … 2) and the turn (3 … 5), with this tension [N] and a = P d3; without both it is never
/// negative.
void corde_bar_hessian(const fibre *f, const corde_bar *b, double tension, vec3 across, double H[6][6]);

// ---- corde_system.c ----

corde_bar corde_bar_of(const corde_shape *shape, int i);

/// force ◄ -∂E/∂(x, turns) in places of v (may be NULL); returns E [J].
double corde_elastic(const fibre *f, const corde_shape *shape, double *force);

/// bias += weight, drag, internal friction and gyroscopic torques, where the shapes are.
void corde_add_bias(const fibre *f, const corde_scratch *s, const fibre_root *root, const double *v, vec3 gravity,
                    double *bias);

/// I in world axes of an element times a.
vec3 corde_inertia(const fibre *f, quat turn, vec3 a);
void corde_inertia_matrix(const fibre *f, quat turn, double I[9]);

void corde_shape_fill(const fibre *f, const double *q, const fibre_root *root, corde_shape *shape);
bool corde_free(const fibre *f, double *scratch, fibre_motion *motion);
bool corde_stand(const fibre *f, double *scratch);

extern const fibre_kernel fibre_corde;

#endif
