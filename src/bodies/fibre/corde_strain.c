// Energies of CoRdE elements and joints, with first and second derivatives.
//
// Joint. p = q_e* q_f, σ = vec(p)/(1 + p_w). Turns by δ_e, δ_f in world axes make p exp(y/2) p with
//     y = R_eᵀ (δ_f - δ_e - ½ δ_e × δ_f) to second order (Baker, Campbell, Hausdorff), and
//     σ̇ = F(σ) y,   F = ¼ ((1 - σ²) I - 2 [σ]× + 2 σσᵀ),
//     μ·σ̈ = ½ (-(σ·Fy)(μ·y) - μ·(Fy × y) + (μ·Fy)(σ·y) + (μ·σ)(y·Fy)),
// a quadratic form in y, of which the symmetric part S counts. With the torque γ = R_e Fᵀμ the second derivative is
//     [ A         -A + ½ [γ]× ]        A = R_e (Fᵀ C F + S) R_eᵀ.
//     [ (…)ᵀ       A          ]
//
// Bar. E = ½ k_s (|e| - ℓ)² + κℓ (1 - t·d3), k_s = EA/ℓ, t = e/|e|, P = I - ttᵀ, a = P d3:
//     ∂E/∂e = k_s (|e| - ℓ) t - κℓ a/|e|,     ∂E/∂δ = -κℓ d3 × t.
// Second derivatives in two parts. What is never negative, by Gauss and Newton:
//     ∂²/∂e² = k_s ttᵀ + κℓ P/|e|²,   ∂²/∂e∂δ = κℓ P [d3]×/|e|,   ∂²/∂δ² = κℓ (I - d3 d3ᵀ).
// What forces turn, T = k_s (|e| - ℓ) and κ a, to first order in a:
//     ∂²/∂e² += T P/|e| + κℓ (t aᵀ + a tᵀ)/|e|²,     ∂²/∂δ² += κℓ sym(a d3ᵀ).
// An iterate turns elements along their tangents and so stretches them, by second order, but at EA: its forces are
// much too large to be taken for the second part. The caller gives those that the last round predicted, to first order, and
// the method is then that of a system in which T and a are unknowns of their own.

#include "bodies/fibre/corde.h"

#include <string.h>

static void matrix_outer(double *A, double s, vec3 a, vec3 b)
{
    const double x[3] = {s * a.x, s * a.y, s * a.z}, y[3] = {b.x, b.y, b.z};
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) A[3 * k + l] += x[k] * y[l];
}

static void matrix_unit(double *A, double s)
{
    A[0] += s, A[4] += s, A[8] += s;
}

static void matrix_cross(double *A, double s, vec3 a)
{
    A[1] -= s * a.z, A[2] += s * a.y;
    A[3] += s * a.z, A[5] -= s * a.x;
    A[6] -= s * a.y, A[7] += s * a.x;
}

static vec3 times(const double *A, vec3 a)
{
    return v3(A[0] * a.x + A[1] * a.y + A[2] * a.z, A[3] * a.x + A[4] * a.y + A[5] * a.z,
              A[6] * a.x + A[7] * a.y + A[8] * a.z);
}

static vec3 transposed_times(const double *A, vec3 a)
{
    return v3(A[0] * a.x + A[3] * a.y + A[6] * a.z, A[1] * a.x + A[4] * a.y + A[7] * a.z,
              A[2] * a.x + A[5] * a.y + A[8] * a.z);
}

/// C ◄ A B.
static void product(const double *A, const double *B, double *C)
{
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) C[3 * k + l] = A[3 * k] * B[l] + A[3 * k + 1] * B[3 + l] + A[3 * k + 2] * B[6 + l];
}

static void transpose(const double *A, double *B)
{
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) B[3 * k + l] = A[3 * l + k];
}

static void put(double H[6][6], int i, int j, double s, const double *A)
{
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) H[i + k][j + l] = s * A[3 * k + l];
}

// ---- joints ----

corde_joint corde_joint_of(quat e, quat f)
{
    // A turn of 2π between neighbours has no parameter; next to it this keeps numbers finite.
    const double LEAST = 1e-6;
    corde_joint j;
    quat p = quat_multiply(quat_conjugate(e), f);
    vec3 s = v3_scale(1 / fmax(1 + p.w, LEAST), v3(p.x, p.y, p.z));
    j.strain = v3_scale(4, s);
    memset(j.F, 0, sizeof j.F);
    matrix_unit(j.F, 1 - v3_norm2(s)); // 4 F
    matrix_cross(j.F, -2, s);
    matrix_outer(j.F, 2, s, s);
    quat_to_matrix(e, j.R);
    return j;
}

vec3 corde_joint_torque(const corde_joint *j, const double moment[3])
{
    return v3_negate(times(j->R, transposed_times(j->F, v3_load(moment))));
}

void corde_joint_rate(const corde_joint *j, vec3 apart, double rate[3])
{
    v3_store(rate, times(j->F, transposed_times(j->R, apart)));
}

void corde_joint_hessian(const corde_joint *j, const double stiff[3], const double moment[3], bool exact,
                         double H[6][6])
{
    double A[9] = {0}, B[9], turned[9];
    for (int k = 0; k < 3; k++)
    {
        vec3 row = v3_load(j->F + 3 * (size_t)k);
        matrix_outer(A, stiff[k], row, row);
    }
    vec3 mu = v3_load(moment), gamma = v3_zero();
    if (exact)
    {
        vec3 s = v3_scale(0.25, j->strain);
        double S[9] = {0}, cross[9] = {0}, crossed[9];
        matrix_outer(S, -0.5, mu, transposed_times(j->F, s)); // F and the strain carry the factor of 4 of 4 σ
        matrix_cross(cross, -0.5, mu);
        product(cross, j->F, crossed);
        matrix_outer(S, 0.5, s, transposed_times(j->F, mu));
        double along = 0.5 * v3_dot(mu, s);
        for (int k = 0; k < 9; k++) S[k] += crossed[k] + along * j->F[k];
        for (int k = 0; k < 3; k++)
            for (int l = 0; l < 3; l++) A[3 * k + l] += 0.5 * (S[3 * k + l] + S[3 * l + k]);
        gamma = times(j->R, transposed_times(j->F, mu));
    }
    product(j->R, A, B);
    transpose(j->R, turned);
    product(B, turned, A);
    double mixed[9], back[9];
    for (int k = 0; k < 9; k++) mixed[k] = -A[k];
    matrix_cross(mixed, 0.5, gamma);
    transpose(mixed, back);
    put(H, 0, 0, 1, A), put(H, 3, 3, 1, A), put(H, 0, 3, 1, mixed), put(H, 3, 0, 1, back);
}

// ---- bars ----

double corde_bar_force(const fibre *f, const corde_bar *b, vec3 *force, vec3 *torque)
{
    double length = rounds_length(f), axial = corde_axial(f), k = axial / length, stretch = b->length - length;
    vec3 across = v3_add_scaled(b->d3, -v3_dot(b->d3, b->t), b->t);
    double shear = axial * length;
    *force = v3_add_scaled(v3_scale(-k * stretch, b->t), shear / b->length, across);
    *torque = v3_scale(shear, v3_cross(b->d3, b->t));
    return 0.5 * k * stretch * stretch + 0.5 * shear * v3_norm2(v3_sub(b->t, b->d3));
}

void corde_bar_hessian(const fibre *f, const corde_bar *b, double tension, vec3 across, double H[6][6])
{
    double length = rounds_length(f), axial = corde_axial(f), shear = axial * length, inverse = 1 / b->length;
    double ee[9] = {0}, ed[9], dd[9] = {0}, de[9], cross[9] = {0}, P[9] = {0};
    vec3 t = b->t, d = b->d3;
    matrix_unit(P, 1), matrix_outer(P, -1, t, t);
    for (int i = 0; i < 9; i++) ee[i] = (shear * inverse * inverse + tension * inverse) * P[i];
    matrix_outer(ee, axial / length, t, t);
    matrix_outer(ee, shear * inverse * inverse, t, across), matrix_outer(ee, shear * inverse * inverse, across, t);
    matrix_cross(cross, shear * inverse, d);
    product(P, cross, ed);
    matrix_unit(dd, shear), matrix_outer(dd, -shear, d, d);
    matrix_outer(dd, 0.5 * shear, across, d), matrix_outer(dd, 0.5 * shear, d, across);
    transpose(ed, de);
    put(H, 0, 0, 1, ee), put(H, 0, 3, 1, ed), put(H, 3, 0, 1, de), put(H, 3, 3, 1, dd);
}
