// CoRdE (Spillmann and Teschner 2007, "CoRdE: Cosserat Rod Elements for the Dynamic Simulation of One-Dimensional
// Elastic Objects"), with implicit integration.
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
// M + h D + ε²h² K has 8 places beside the diagonal. K is the exact second derivative if that is positive definite in
// the sum, otherwise the part of it that is by itself. Explicit integration, as published, would need steps of ℓ
// √(ρ/E), 1e-5 s for a millimetre of rubber.
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

/// A configuration: n + 1 points, n quaternions; before the first that of the clamp, next to it in sign, or once more
/// the first if the root floats. What is behind the last is there for vectors of four.
typedef struct corde_shape
{
    vec3 *x;
    quat *turn;
} corde_shape;

/// Forces by components: on the second point of an element (the opposite on the first), on its turn, and on the turn
/// before (the opposite), each 3.
typedef struct corde_push
{
    size_t stride;
    double *force, *torque, *bent;
} corde_push;

typedef struct corde_scratch
{
    /// Where `pose` was; where elastic forces were taken last; the beginning of a motion.
    corde_shape pose, bent, start;

    banded A;

    /// v_count each, and what vectors of four read behind: velocities at the beginning, the iterate; the right side;
    /// scratch.
    double *v, *w, *rhs, *d;

    /// h² (1 - ε) of the friction of stiff strains, or 0 (corde_system.c).
    double friction;

    /// 4 for each element: tension and P d3 as the last round predicted them.
    double *hold;
    corde_push push;
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

/// EA/ℓ and κℓ of an element, and ℓ.
typedef struct corde_stiffness
{
    double axial, shear, length;
} corde_stiffness;

static inline corde_stiffness corde_stiffness_of(const fibre *f)
{
    double length = rounds_length(f), axial = corde_axial(f);
    return (corde_stiffness){axial / length, axial * length, length};
}

// ---- corde_strain.c ----

/// Two quaternions that meet: 4 σ; the torque, in world axes, that moments (conjugate to 4 σ) have on f, the opposite
/// on e.
vec3 corde_joint_strain(quat e, quat f);
vec3 corde_joint_torque(quat e, quat f, vec3 moment);

/// H ◄ second derivative of Σ moment_k strain_k + ½ Σ stiff_k strain_k² with these moments, by turns of e (0 … 2) and f
/// (3 … 5) in world axes; never negative without moments.
void corde_joint_hessian(quat e, quat f, const double stiff[3], vec3 moment, double H[6][6]);

/// One element: e, R e3.
typedef struct corde_bar
{
    vec3 t, d3;
    double length;
} corde_bar;

/// Energy of stretching and alignment; force on the second point (the opposite on the first), torque.
double corde_bar_energy(const fibre *f, const corde_bar *b);
void corde_bar_force(const fibre *f, const corde_bar *b, vec3 *force, vec3 *torque);

/// H ◄ its second derivative by e (0 … 2) and the turn (3 … 5), with this tension [N] and a = P d3; without both it is
/// never negative.
void corde_bar_hessian(const fibre *f, const corde_bar *b, double tension, vec3 across, double H[6][6]);

/// What a rod is made of, and how it counts in forces and matrices.
typedef struct corde_law
{
    int n, first; // elements, and where the first turn is in v
    bool floats;
    double h, weight;           // of forces; of the elastic matrix
    double bending[3], damping; // of a joint other than the first [N m]; of strain rates
    double friction;            // of stiff strains
    double inertia[3];          // of an element
    corde_stiffness bar;
    const double *natural;
} corde_law;

/// to ◄ quaternions turned by a v + b w. Velocities here and below begin with the first turn.
void corde_turn(int n, const quat *from, double a, const double *v, double b, const double *w, quat *to);

/// push ◄ -h f + h D w of bending and of stiff strains, and M (w - v) with the gyroscopic torque of turns, inertia
/// where `mass` is.
void corde_forces(const corde_law *law, const corde_shape *mass, const corde_shape *shape, const fibre_root *root,
                  const double *v, const double *w, corde_push push);

/// A += inertia of the turns; A += second derivatives, `share` of what forces turn.
void corde_inertia_all(const corde_law *law, const corde_shape *mass, const banded *A);
void corde_matrix(const corde_law *law, const corde_shape *shape, double share, const double *hold, const banded *A);

// ---- corde_system.c ----

corde_bar corde_bar_of(const corde_shape *shape, int i);

/// Elastic energy of a shape [J].
double corde_elastic(const fibre *f, const corde_shape *shape);

/// bias ◄ elasticity, weight, drag, internal friction and gyroscopic torques, where the shapes are.
void corde_bias(const fibre *f, const corde_scratch *s, const fibre_root *root, const double *v, vec3 gravity,
                double *bias);

/// I in world axes of an element times a.
vec3 corde_inertia(const fibre *f, quat turn, vec3 a);
void corde_inertia_matrix(const fibre *f, quat turn, double I[9]);

void corde_shape_fill(const fibre *f, const double *q, const fibre_root *root, const corde_shape *shape);
bool corde_free(const fibre *f, double *scratch, fibre_motion *motion);
bool corde_stand(const fibre *f, double *scratch);

extern const fibre_kernel fibre_corde;

#endif
