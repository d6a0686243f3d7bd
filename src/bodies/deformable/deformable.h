// Bodies that change their shape as a whole: points X of the body, from its centre of mass in its principal axes, are
// at
//
//     x = c + A X,      A = s R  (rigid and a scale: 7 degrees of freedom)      or any A with det A > 0  (affine: 12)
//
// as of Witkin and Welch 1990 and of section 2 of Baraff 1996, which asks of a body nothing but a mass matrix and rows.
//
// Mass. With S = ∫ρ X Xᵀ = diag(S₁, S₂, S₃), S_k = ½ (I_i + I_j - I_k) of the principal moments, the kinetic energy is
// ½ m ċ² + ½ Σ S_k |ȧ_k|² over the columns of A:
// constant, whatever the shape. Of A = s R it is ½ m ċ² + ½ s² ωᵀ R I Rᵀ ω + ½ tr(S) ṡ².
//
// Elasticity. Green's strain E = ½ (AᵀA - 1) does not see turning; the energy is that of St. Venant and Kirchhoff,
//
//     V = volume · (G E:E + ½ λ (tr E)²),        of A = s R:  V = 9/8 · K · volume · (s² - 1)²,   K = λ + 2/3 G,
//
// with λ, G from Young's modulus and Poisson's ratio. Its viscosity is τ times the same law of the rate of E.
//
// That energy is finite where a body is flat: from there on nothing would keep it from being turned inside out. So
// where less than half of the volume is left, there is in addition (barrier.c)
//
//     V_b = volume · (λ + 2 G) · φ(d),     φ = (1 - d)³/d for d < 1, otherwise 0,     d = det(AᵀA) / FLATTENED²,
//
// which grows without bound as det A goes to 0, and whose second derivative has no jump: what is pressed less has the
// same bits with it and without.
//
// Motion of a step. Stress is taken of the mean strain, at the mean place (Simo and Tarnow 1992):
//
//     S (Ȧ⁺ - Ȧ) = h (F - A_ε Σ) ,   Σ = volume · C : ((1 - ε) E + ε E⁺ + τ (E⁺ - E)/h), A⁺ = A + h ((1 - ε) Ȧ + ε Ȧ⁺),
//                                    A_ε = (1 - ε) A + ε A⁺.
//
// and of V_b  Σ_b = 2 volume (λ + 2 G) (φ(d⁺) - φ(d))/(d⁺ - d) ∫cof(C + t (C⁺ - C)) dt / FLATTENED², C = AᵀA,
// whose work is that of φ exactly, for det is a polynomial (Gonzalez 1996).
//
// With ε = ½ the work of Σ is the change of V to rounding, and A_ε Σ has no torque about A_ε, which is what turns A × S
// Ȧ: energy and angular momentum are kept for any h and any stiffness, and a stiff body is a rigid one at both ends of
// the step. ε = 1, where velocities jump, is Euler's rule.

#ifndef HF_BODIES_DEFORMABLE_DEFORMABLE_H
#define HF_BODIES_DEFORMABLE_DEFORMABLE_H

#include "bodies/rigid.h"

enum
{
    AFFINE_SIZE = 9 // entries of A, row-major
};

/// What is constant about such a body.
typedef struct deformable_constants
{
    double mass;      // [kg]
    double second[3]; // S [kg m²]
    double volume;    // [m³]
    double lame;      // λ [Pa]
    double shear;     // G [Pa]
    double damping;   // τ [s]
} deformable_constants;

/// What a material says about them; false if a body has no extent along one of its axes, along which a stretch would
/// have no mass.
bool deformable_constants_make(const rigid_constants *body, double volume, double young, double poisson, double damping,
                               deformable_constants *f);

// ---- 3 × 3 matrices, row-major ----

double deformable_determinant(const double A[9]);

/// What keeps a body from being pressed flat, of x = d: φ and φ', (φ(b) - φ(a))/(b - a) and its derivative to b.
typedef struct barrier_secant
{
    double value, slope;
} barrier_secant;

double barrier_energy(double x);
double barrier_slope(double x);
double barrier_bend(double x); // φ''
barrier_secant barrier_between(double a, double b);

/// Of the volume: what is left where it begins.
#define FLATTENED 0.5

/// λ + 2 G, times volume [J].
double barrier_scale(const deformable_constants *f);

/// inverse ◄ A⁻¹; A is regular.
void deformable_invert(const double A[9], double inverse[9]);

/// The rotation R of A = R U, U symmetric and positive (Higham 1986), as a quaternion on the side of `near`; det A > 0.
quat deformable_rotation(const double A[9], quat near);

/// twist ◄ angular velocity of Ȧ A⁻¹ (its vorticity), and strain ◄ its symmetric part: a point at `arm` moves at ċ + ω
/// × arm + strain · arm.
void deformable_rates(const double inverse[9], const double rate[9], vec3 *spin, double strain[9]);

// ---- affine ----

/// V at A, and force ◄ its gradient.
double affine_energy(const deformable_constants *f, const double A[9]);
void affine_force(const deformable_constants *f, const double A[9], double force[9]);

/// One step of A.
typedef struct affine_motion
{
    double h, weight;       // ε
    const double *A, *rate; // at the beginning
    const double *impulse;  // of all other forces, generalized [kg m²/s]
} affine_motion;

/// rate_after: where Newton's method starts, and the answer; end ◄ A⁺; mass ◄ M̂, the derivative of what the impulse
/// has to be, symmetric and positive. False if it does not settle.
bool affine_step(const deformable_constants *f, const affine_motion *m, double rate_after[9], double end[9],
                 double mass[81]);

// ---- rigid and a scale ----

/// V at s, and its derivative.
double scaled_energy(const deformable_constants *f, double s);
double scaled_force(const deformable_constants *f, double s);

typedef struct scaled_motion
{
    double h, weight;
    double s, rate; // at the beginning
    double turning; // ½ Lᵀ (R I Rᵀ)⁻¹ L [J], of the unit scale: L keeps it while nothing acts
    double impulse; // of all other forces on s
} scaled_motion;

/// Rate and value of the scale at the end, as affine_step has them of A; mass ◄ M̂ of ṡ.
bool scaled_step(const deformable_constants *f, const scaled_motion *m, double *rate_after, double *end, double *mass);

#endif
