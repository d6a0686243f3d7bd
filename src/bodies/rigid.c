// Rigid bodies: principal axes, and free turning.
//
//   L' = τ            angular momentum in world axes: constant without torque
//   q' = ½ ω q,       ω = R I⁻¹ Rᵀ L
//
// Free turning over a step h with L fixed is a Hamiltonian flow with H = ½ Σ l_k² / I_k, l = Rᵀ L, which is split into
// parts that turn in closed form (Touma and Wisdom 1994; Dullweber, Leimkuhler and McLachlan 1997):
//
//   H_1 = ½ l_1² (1/I_1 - 1/I_0)                         turns about principal axis 1 by  l_1 (1/I_1 - 1/I_0) h
//   H_s = ½ |l|² / I_0  + ½ l_2² (1/I_2 - 1/I_0) a symmetric top: turns about l by |l| h / I_0, then about axis 2
//
//   step:  H_1 for h/2,  H_s for h,  H_1 for h/2.
//
// Symmetric, symplectic, second order: the energy of an asymmetric top oscillates by O(h²) and does not drift, |L| is
// kept to the last bit because L is the state. Symmetric tops and spheres (I_0 = I_1) turn exactly. The axes are
// permuted so that I_0 and I_1 are nearest, which makes H_1 small. Cost: three sines and cosines a body.
//
// O(h²) is no bound where a body turns by radians in a step: a card that leaves a plate at 5,000 rad/s had two and a
// half times its energy 10 ms later. After such a step the body is turned to where it has the energy of the beginning:
// its phase has errors then, which shorter steps remove, not its energy.

#include "bodies/rigid.h"

#include "base/elementary.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

hf_body_def hf_body_def_default(void)
{
    return (hf_body_def){.parent = -1,
                         .orientation = {1, 0, 0, 0},
                         .density = 1000.0,
                         .gravity_scale = 1.0,
                         .young = 1e6,
                         .poisson = 0.3,
                         .strain_damping = 1e-3};
}

// ---- principal axes ----

/// One Jacobi rotation that makes A[p][q] zero; V collects the axes as columns.
static void jacobi_rotate(double A[3][3], double V[3][3], int p, int q)
{
    if (A[p][q] == 0.0) return;
    double beta = (A[q][q] - A[p][p]) / (2.0 * A[p][q]);
    double t = copysign(1.0, beta) / (fabs(beta) + real_hypot(1.0, beta));
    double c = 1.0 / real_hypot(1.0, t), s = t * c;
    for (int k = 0; k < 3; k++)
    {
        double a = A[k][p], b = A[k][q];
        A[k][p] = c * a - s * b;
        A[k][q] = s * a + c * b;
    }
    for (int k = 0; k < 3; k++)
    {
        double a = A[p][k], b = A[q][k];
        A[p][k] = c * a - s * b;
        A[q][k] = s * a + c * b;
        a = V[k][p], b = V[k][q];
        V[k][p] = c * a - s * b;
        V[k][q] = s * a + c * b;
    }
    A[p][q] = A[q][p] = 0.0;
}

/// Moments and axes (columns of V, right-handed) of a symmetric matrix.
static void principal_axes(const double *inertia, double moments[3], double V[3][3])
{
    enum
    {
        SWEEPS = 12 // it converges quadratically: six are plenty
    };
    double A[3][3] = {{inertia[0], inertia[3], inertia[4]},
                      {inertia[3], inertia[1], inertia[5]},
                      {inertia[4], inertia[5], inertia[2]}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) V[i][j] = i == j ? 1.0 : 0.0;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
    {
        jacobi_rotate(A, V, 0, 1);
        jacobi_rotate(A, V, 0, 2);
        jacobi_rotate(A, V, 1, 2);
    }
    for (int k = 0; k < 3; k++) moments[k] = A[k][k];
}

void rigid_principal_axes(const double inertia[6], double moments[3], quat *axes)
{
    double V[3][3];
    principal_axes(inertia, moments, V);
    *axes = quat_normalize(quat_from_matrix(&V[0][0]));
}

/// The axis whose inverse moment is farthest from the others': the two others are the nearest pair.
static int odd_axis(const double moments[3])
{
    int odd = 2;
    double nearest = INFINITY;
    for (int k = 2; k >= 0; k--)
    {
        double difference = fabs(1.0 / moments[(k + 1) % 3] - 1.0 / moments[(k + 2) % 3]);
        if (difference < nearest)
        {
            nearest = difference;
            odd = k;
        }
    }
    return odd;
}

static hf_status check_moments(const char *label, const double m[3], hf_error *error)
{
    // Relative slack of the triangle inequality: files give six digits, and a flat plate meets it
    // with equality.
    const double ROUNDING = 1e-6;
    for (int k = 0; k < 3; k++)
    {
        if (!(m[k] > 0.0) || isinf(m[k]))
            return error_set(error, HF_STATUS_INVALID,
                             "%s: inertia with principal moments %g, %g, %g kg m²: all must be finite and > 0", label,
                             m[0], m[1], m[2]);
        if (m[k] > (m[(k + 1) % 3] + m[(k + 2) % 3]) * (1.0 + ROUNDING))
            return error_set(error, HF_STATUS_INVALID,
                             "%s: inertia with principal moments %g, %g, %g kg m²: no body has one above the sum of "
                             "the others",
                             label, m[0], m[1], m[2]);
    }
    return HF_STATUS_OK;
}

hf_status rigid_constants_make(const char *label, const hf_body_def *def, rigid_constants *c, hf_error *error)
{
    *c = (rigid_constants){.motion = def->motion,
                           .mass = INFINITY,
                           .inertia = {INFINITY, INFINITY, INFINITY},
                           .principal = {1, 0, 0, 0},
                           .gravity_scale = def->gravity_scale};
    if (def->motion != HF_MOTION_FREE) return HF_STATUS_OK;

    if (!(def->mass > 0.0) || isinf(def->mass) || isinf(1.0 / def->mass))
        return error_set(error, HF_STATUS_INVALID, "%s: mass = %g kg: a free body needs one that is finite and > 0",
                         label, def->mass);
    double moments[3], V[3][3];
    principal_axes(def->inertia, moments, V);
    TRY(check_moments(label, moments, error));

    int odd = odd_axis(moments);
    double R[9];
    for (int k = 0; k < 3; k++)
    {
        int from = (odd + 1 + k) % 3; // a cyclic permutation keeps the frame right-handed
        c->inertia[k] = moments[from];
        c->inverse_inertia[k] = 1.0 / moments[from];
        for (int i = 0; i < 3; i++) R[3 * i + k] = V[i][from];
    }
    c->mass = def->mass;
    c->inverse_mass = 1.0 / def->mass;
    memcpy(c->center, def->center, sizeof c->center);
    quat_store(c->principal, quat_from_matrix(R));
    return HF_STATUS_OK;
}

// ---- inertia ----

void rigid_inverse_inertia(const rigid_constants *c, quat q, double *inverse)
{
    const double *d = c->inverse_inertia;
    if (d[0] == d[1] && d[1] == d[2]) // a sphere's does not turn, not even by rounding
    {
        memset(inverse, 0, 9 * sizeof *inverse);
        inverse[0] = inverse[4] = inverse[8] = d[0];
        return;
    }
    double R[9];
    quat_to_matrix(q, R);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) // R I⁻¹ Rᵀ
            inverse[3 * i + j] = inverse[3 * j + i] =
                R[3 * i] * d[0] * R[3 * j] + R[3 * i + 1] * d[1] * R[3 * j + 1] + R[3 * i + 2] * d[2] * R[3 * j + 2];
}

vec3 rigid_angular_velocity(const rigid_constants *c, quat q, vec3 L)
{
    double inverse[9];
    rigid_inverse_inertia(c, q, inverse);
    return m3_times(inverse, L);
}

vec3 rigid_momentum(const rigid_constants *c, quat q, vec3 w)
{
    vec3 local = quat_rotate_back(q, w);
    return quat_rotate(q, v3(c->inertia[0] * local.x, c->inertia[1] * local.y, c->inertia[2] * local.z));
}

double rigid_kinetic(const rigid_constants *c, quat q, vec3 v, vec3 L)
{
    vec3 l = quat_rotate_back(q, L);
    const double *d = c->inverse_inertia;
    return 0.5 * (c->mass * v3_dot(v, v) + d[0] * l.x * l.x + d[1] * l.y * l.y + d[2] * l.z * l.z);
}

// ---- turning ----

static const double FARTHEST = 1.5; // [rad] in a step: beyond it energy is looked at
static const double ROUND = 1e-12;  // of 1/I: where two moments differ by less, the splitting is exact

static quat axis_turn(int axis, double angle)
{
    double s, c;
    real_sin_cos(0.5 * angle, &s, &c);
    return (quat){c, axis == 0 ? s : 0.0, axis == 1 ? s : 0.0, axis == 2 ? s : 0.0};
}

/// Turns about principal axis `axis` for a time h as ½ l² rate bids; l is carried along in the turning frame.
static void turn_about(int axis, double rate, double h, quat *q, vec3 *l)
{
    if (rate == 0.0) return;
    quat turn = axis_turn(axis, v3_at(*l, axis) * rate * h);
    *q = quat_multiply(*q, turn);
    *l = quat_rotate_back(turn, *l);
}

/// The axis of the least or the largest of three numbers.
static int axis_of(const double *d, bool largest)
{
    int k = 0;
    for (int j = 1; j < 3; j++)
        if (largest ? d[j] > d[k] : d[j] < d[k]) k = j;
    return k;
}

/// Moves as much of l² from one axis to another as makes l·D l what is wanted, and no more than there is.
static void shift_square(const double *d, double wanted, int from, int to, double s[3])
{
    double lacks = wanted - (d[0] * s[0] + d[1] * s[1] + d[2] * s[2]);
    if (d[from] == d[to]) return;
    double part = fmin(s[from], fmax(-s[to], lacks / (d[to] - d[from])));
    s[from] -= part;
    s[to] += part;
}

/// Turns the body to where l·D l, twice its energy, is what it should be. With s_k = l_k² that is Σ d_k s_k, and Σ s_k
/// = |L|² stays: linear. Between the axes of the least and the largest d first; where one of these has no more to give,
/// the third one helps.
static void restore_energy(const double *d, double wanted, quat *q, vec3 *l)
{
    double s[3] = {l->x * l->x, l->y * l->y, l->z * l->z};
    int low = axis_of(d, false), high = axis_of(d, true), third = 3 - low - high;
    shift_square(d, wanted, low, high, s);
    shift_square(d, wanted, third, high, s);
    shift_square(d, wanted, low, third, s);
    vec3 to = v3(copysign(sqrt(fmax(0.0, s[0])), l->x), copysign(sqrt(fmax(0.0, s[1])), l->y),
                 copysign(sqrt(fmax(0.0, s[2])), l->z));
    vec3 axis = v3_cross(*l, to);
    double sine = v3_norm(axis);
    if (!(sine > 0.0)) return;
    quat turn =
        quat_exp(v3_scale(-real_atan2(sine, v3_dot(*l, to)) / sine, axis)); // l becomes `to`, seen from the body
    *q = quat_multiply(*q, turn);
    *l = quat_rotate_back(turn, *l);
}

quat rigid_turn(const rigid_constants *c, quat q, vec3 L, double h)
{
    if (L.x == 0.0 && L.y == 0.0 && L.z == 0.0) return q;
    const double *d = c->inverse_inertia;
    vec3 l = quat_rotate_back(q, L);
    vec3 w = v3(d[0] * l.x, d[1] * l.y, d[2] * l.z);
    double wanted = v3_dot(l, w), way = fabs(h) * v3_norm(w);
    turn_about(1, d[1] - d[0], 0.5 * h, &q, &l);
    q = quat_multiply(q, quat_exp(v3_scale(d[0] * h, l)));
    turn_about(2, d[2] - d[0], h, &q, &l);
    turn_about(1, d[1] - d[0], 0.5 * h, &q, &l);
    if (way > FARTHEST && fabs(d[1] - d[0]) > ROUND * d[0]) restore_energy(d, wanted, &q, &l);
    return quat_normalize(q);
}

void rigid_displace_by(const rigid_constants *c, vec3 turn, double q[4], double L[3])
{
    double before = rigid_kinetic(c, quat_load(q), v3_zero(), v3_load(L));
    quat_store(q, quat_integrate(quat_load(q), turn, 1.0));
    double after = rigid_kinetic(c, quat_load(q), v3_zero(), v3_load(L));
    if (fabs(after - before) > RIGID_LIVELY * before) v3_store(L, quat_rotate(quat_exp(turn), v3_load(L)));
}

// ---- frames ----

void rigid_frame(const rigid_constants *c, const double x[3], const double q[4], vec3 *position, quat *orientation)
{
    quat turn = quat_multiply(quat_load(q), quat_conjugate(quat_load(c->principal)));
    *orientation = turn;
    *position = v3_sub(v3_load(x), quat_rotate(turn, v3_load(c->center)));
}

void rigid_place(const rigid_constants *c, vec3 position, quat orientation, body_state *s)
{
    quat_store(s->q, quat_normalize(quat_multiply(orientation, quat_load(c->principal))));
    v3_store(s->x, v3_add(position, quat_rotate(orientation, v3_load(c->center))));
}

void rigid_prescribed(const hf_body_def *def, double t, body_state *s)
{
    const double TWO_PI = 6.283185307179586476925286766559;
    double rate = TWO_PI * def->frequency, angle = rate * t + def->phase;
    vec3 amplitude = v3_load(def->amplitude), w = v3_load(def->angular_velocity);
    vec3 x = v3_add_scaled(v3_load(def->position), t, v3_load(def->velocity));
    double sine, cosine;
    real_sin_cos(angle, &sine, &cosine);
    v3_store(s->x, v3_add_scaled(x, sine, amplitude));
    v3_store(s->v, v3_add_scaled(v3_load(def->velocity), rate * cosine, amplitude));
    quat turned = quat_exp(v3_scale(t, w)), start = quat_load(def->orientation);
    vec3 swing = v3_load(def->swing);
    if (v3_norm2(swing) > 0.0)
    {
        w = v3_add(w, quat_rotate(turned, v3_scale(rate * cosine, swing)));
        start = quat_multiply(quat_exp(v3_scale(sine, swing)), start);
    }
    v3_store(s->w, w);
    quat_store(s->q, quat_normalize(quat_multiply(turned, start)));
}
