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
// much too large to be taken for the second part. The caller gives those that the last round predicted, to first order,
// and the method is then that of a system in which T and a are unknowns of their own.

#include "bodies/fibre/corde_lanes.h"

#include <string.h>

// ---- one joint, one element ----

static lane_quat all_of(quat q)
{
    return (lane_quat){lanes_of(q.w), lanes_of(q.x), lanes_of(q.y), lanes_of(q.z)};
}

static vec3 first_of(lane3 a)
{
    return v3(a.x[0], a.y[0], a.z[0]);
}

/// Block (i, j) of H, and that across the diagonal.
static void put_block(double H[6][6], int i, int j, const double *columns)
{
    for (int k = 0; k < 9; k++) H[i + k % 3][j + k / 3] = H[j + k / 3][i + k % 3] = columns[k];
}

static void put_square(double H[6][6], int i, const lanes A[CORDE_SIX])
{
    const double full[9] = {A[0][0], A[1][0], A[2][0], A[1][0], A[3][0], A[4][0], A[2][0], A[4][0], A[5][0]};
    put_block(H, i, i, full);
}

vec3 corde_joint_strain(quat e, quat f)
{
    return v3_scale(4, first_of(corde_joints_of(all_of(e), all_of(f)).s));
}

vec3 corde_joint_torque(quat e, quat f, vec3 moment)
{
    corde_joints j = corde_joints_of(all_of(e), all_of(f));
    return v3_negate(first_of(lq_rotate(j.e, corde_joints_pull(&j, l3_of(moment)))));
}

void corde_joint_hessian(quat e, quat f, const double stiff[3], vec3 moment, double H[6][6])
{
    const lanes c[3] = {lanes_of(stiff[0]), lanes_of(stiff[1]), lanes_of(stiff[2])};
    corde_joints j = corde_joints_of(all_of(e), all_of(f));
    lanes A[CORDE_SIX];
    lane3 gamma;
    corde_joints_hessian(&j, c, l3_of(moment), A, &gamma);
    vec3 g = v3_scale(0.5, first_of(gamma));
    put_square(H, 0, A), put_square(H, 3, A);
    const double mixed[9] = {-A[0][0],       -A[1][0] + g.z, -A[2][0] - g.y, -A[1][0] - g.z, -A[3][0],
                             -A[4][0] + g.x, -A[2][0] + g.y, -A[4][0] - g.x, -A[5][0]};
    put_block(H, 0, 3, mixed);
}

static corde_bars bars_of(const corde_bar *b)
{
    return (corde_bars){l3_of(b->t), l3_of(b->d3), lanes_of(b->length)};
}

double corde_bar_energy(const fibre *f, const corde_bar *b)
{
    corde_stiffness c = corde_stiffness_of(f);
    double stretch = b->length - c.length;
    return 0.5 * c.axial * stretch * stretch + 0.5 * c.shear * v3_norm2(v3_sub(b->t, b->d3));
}

void corde_bar_force(const fibre *f, const corde_bar *b, vec3 *force, vec3 *torque)
{
    corde_stiffness c = corde_stiffness_of(f);
    corde_bars all = bars_of(b);
    lane3 F, T;
    corde_bars_force(&c, &all, &F, &T);
    *force = first_of(F), *torque = first_of(T);
}

void corde_bar_hessian(const fibre *f, const corde_bar *b, double tension, vec3 across, double H[6][6])
{
    corde_stiffness c = corde_stiffness_of(f);
    corde_bars all = bars_of(b);
    lanes ee[CORDE_SIX], dd[CORDE_SIX];
    lane3 ed[3];
    double mixed[9];
    corde_bars_hessian(&c, &all, lanes_of(tension), l3_of(across), 1, 0, ee, ed, dd);
    for (int k = 0; k < 3; k++) v3_store(mixed + 3 * k, first_of(ed[k]));
    put_square(H, 0, ee), put_square(H, 3, dd), put_block(H, 0, 3, mixed);
}

// ---- all of a rod ----
//
// Element i has its turn at 6 i from the first in v, its points before and behind. What is before the first is the
// root's.

INLINED lane3 gather3(const double *a, size_t apart)
{
    return (lane3){lanes_gather(a, apart), lanes_gather(a + 1, apart), lanes_gather(a + 2, apart)};
}

/// Points before; at the beginning of a rod the root's, for there are none.
INLINED lane3 gather_before(const double *a, bool begins, vec3 first)
{
    if (!begins) return gather3(a - CORDE_V, CORDE_V);
    return (lane3){(lanes){first.x, a[0], a[CORDE_V], a[2 * CORDE_V]},
                   (lanes){first.y, a[1], a[1 + CORDE_V], a[1 + 2 * CORDE_V]},
                   (lanes){first.z, a[2], a[2 + CORDE_V], a[2 + 2 * CORDE_V]}};
}

INLINED lane3 points_at(const vec3 *x)
{
    return gather3(&x->x, 3);
}

INLINED void turn_all(int n, const quat *from, double a, const double *v, double b, const double *w, quat *to)
{
    for (int i = 0; i < n; i += LANES)
    {
        lane3 turn =
            l3_weighted(lanes_of(a), gather3(v + CORDE_V * i, CORDE_V), lanes_of(b), gather3(w + CORDE_V * i, CORDE_V));
        lane_quat q = lq_normalize(lq_multiply(lq_exp(turn), lq_load(from + i)));
        for (int l = 0; l < LANES; l++) to[i + l] = lq_take(&q, l);
    }
}

/// Stiffness of joints i …: that of the first stands for half of a length, and is none of a floating rod.
INLINED lanes joint_stiffness(const corde_law *law, int i, int k)
{
    lanes stiff = lanes_of(law->bending[k]);
    if (i == 0) stiff[0] = law->floats ? 0.0 : 2.0 * stiff[0];
    return stiff;
}

/// Moments of joints i … by their strains, with `rate` in place of strains where that is asked for.
INLINED lane3 joint_moments(const corde_law *law, int i, lane3 strain, lane3 rate)
{
    const double *natural = law->natural + 3 * (size_t)i;
    lane3 off = l3_sub(strain, gather3(natural, 3));
    off = l3_add_scaled(off, lanes_of(law->damping), rate);
    return (lane3){joint_stiffness(law, i, 0) * off.x, joint_stiffness(law, i, 1) * off.y,
                   joint_stiffness(law, i, 2) * off.z};
}

/// I a in world axes.
INLINED lane3 inertia_times(const corde_law *law, lane_quat turn, lane3 a)
{
    lane3 own = lq_rotate(lq_conjugate(turn), a);
    own = (lane3){law->inertia[0] * own.x, law->inertia[1] * own.y, law->inertia[2] * own.z};
    return lq_rotate(turn, own);
}

INLINED void forces(const corde_law *law, const corde_shape *mass, const corde_shape *shape, const fibre_root *root,
                    const double *v, const double *w, corde_push push)
{
    const lanes h = lanes_of(law->h);
    for (int i = 0; i < law->n; i += LANES)
    {
        const double *at = w + CORDE_V * i, *old = v + CORDE_V * i;
        bool begins = i == 0 && !law->floats; // a floating rod has a first point, but no turn before
        lane_quat turn = lq_load(shape->turn + i), body = lq_load(mass->turn + i);
        lane3 spin = gather3(at, CORDE_V), spin_v = gather3(old, CORDE_V), sum = l3_add(spin, spin_v);
        corde_joints j = corde_joints_of(lq_load(shape->turn + i - 1), turn);
        lane3 rate = l3_scale(lanes_of(0.0), spin), force, torque, more, turning;
        if (law->damping > 0.0)
            rate = corde_joints_rate(&j, l3_sub(spin, gather_before(at, i == 0, law->floats ? v3_zero() : root->w)));
        lane3 moment = joint_moments(law, i, l3_scale(lanes_of(4.0), j.s), rate);
        lane3 bent = l3_scale(h, lq_rotate(j.e, corde_joints_pull(&j, moment)));
        corde_bars bar = corde_bars_of(l3_sub(points_at(shape->x + i + 1), points_at(shape->x + i)), turn);
        corde_bars_force(&law->bar, &bar, &force, &torque);
        force = l3_scale(-h, force), torque = l3_scale(-h, torque);
        if (law->friction > 0.0)
        {
            lane3 after = l3_add(gather3(at + 3, CORDE_V), gather3(old + 3, CORDE_V));
            lane3 before = l3_add(gather_before(at + 3, begins, root->v), gather_before(old + 3, begins, root->v));
            corde_bars_resist(&law->bar, &bar, l3_sub(after, before), sum, &more, &turning);
            force = l3_add_scaled(force, lanes_of(law->friction), more);
            torque = l3_add_scaled(torque, lanes_of(law->friction), turning);
        }
        lane3 mean = l3_scale(lanes_of(0.5), sum);
        torque = l3_add(torque, inertia_times(law, body, l3_sub(spin, spin_v)));
        torque = l3_add_scaled(torque, h, l3_cross(mean, inertia_times(law, body, mean)));
        l3_store(push.force + i, push.stride, force);
        l3_store(push.torque + i, push.stride, l3_add(torque, bent));
        l3_store(push.bent + i, push.stride, bent);
    }
}

// ---- matrices ----

/// A += lower triangle of a block on the diagonal.
INLINED void add_square(const banded *A, int place, const lanes B[CORDE_SIX], int lane)
{
    double *first = banded_at(A, place, place), *second = first + CORDE_WIDTH + 1, *third = second + CORDE_WIDTH + 1;
    first[0] += B[0][lane], first[1] += B[1][lane], first[2] += B[2][lane];
    second[0] += B[3][lane], second[1] += B[4][lane];
    third[0] += B[5][lane];
}

/// A += s times a block below the diagonal, from its columns.
INLINED void add_columns(const banded *A, int row, int column, double s, const lane3 B[3], int lane)
{
    for (int c = 0; c < 3; c++)
    {
        double *to = banded_at(A, row, column + c);
        to[0] += s * B[c].x[lane], to[1] += s * B[c].y[lane], to[2] += s * B[c].z[lane];
    }
}

INLINED void inertia(const corde_law *law, const corde_shape *mass, const banded *A)
{
    const lanes I[3] = {lanes_of(law->inertia[0]), lanes_of(law->inertia[1]), lanes_of(law->inertia[2])};
    for (int i = 0; i < law->n; i += LANES)
    {
        lane3 R[3];
        lanes B[CORDE_SIX];
        lq_axes(lq_load(mass->turn + i), &R[0], &R[1], &R[2]);
        corde_squares(I, R, B);
        for (int l = 0; l < LANES && i + l < law->n; l++) add_square(A, law->first + CORDE_V * (i + l), B, l);
    }
}

/// Joints i …: A on the turns of both elements, ½ [γ]× - A between them.
INLINED void joint_matrix(const corde_law *law, const corde_shape *shape, int i, double share, const banded *A)
{
    corde_joints j = corde_joints_of(lq_load(shape->turn + i - 1), lq_load(shape->turn + i));
    const lanes zero = lanes_of(0.0);
    lanes stiff[3], B[CORDE_SIX];
    lane3 gamma, moment = joint_moments(law, i, l3_scale(lanes_of(4.0), j.s), (lane3){zero, zero, zero});
    for (int k = 0; k < 3; k++) stiff[k] = joint_stiffness(law, i, k) * (1.0 + law->damping);
    corde_joints_hessian(&j, stiff, l3_scale(lanes_of(share), moment), B, &gamma);
    lane3 g = l3_scale(lanes_of(0.5), gamma);
    const lane3 below[3] = {
        {-B[0], -B[1] - g.z, g.y - B[2]}, {g.z - B[1], -B[3], -B[4] - g.x}, {-B[2] - g.y, g.x - B[4], -B[5]}};
    for (int l = 0; l < LANES && i + l < law->n; l++)
    {
        int place = law->first + CORDE_V * (i + l);
        if (i + l == 0 && law->floats) continue;
        add_square(A, place, B, l);
        if (i + l == 0) continue;
        add_square(A, place - CORDE_V, B, l);
        add_columns(A, place, place - CORDE_V, 1, below, l);
    }
}

/// Elements i …, with tension and P d3 from `hold`.
INLINED void bar_matrix(const corde_law *law, const corde_shape *shape, int i, double share, const double *hold,
                        const banded *A)
{
    const lanes zero = lanes_of(0.0);
    lane3 ed[3], edged[3];
    lanes ee[CORDE_SIX], dd[CORDE_SIX], tension = lanes_gather(hold, 4);
    corde_bars bar =
        corde_bars_of(l3_sub(points_at(shape->x + i + 1), points_at(shape->x + i)), lq_load(shape->turn + i));
    tension = lanes_pick(lanes_above(tension, zero), tension, share * tension);
    corde_bars_hessian(&law->bar, &bar, tension, l3_scale(lanes_of(share), gather3(hold + 1, 4)), law->weight,
                       law->friction, ee, ed, dd);
    const lane3 full[3] = {{ee[0], ee[1], ee[2]}, {ee[1], ee[3], ee[4]}, {ee[2], ee[4], ee[5]}};
    edged[0] = (lane3){ed[0].x, ed[1].x, ed[2].x}, edged[1] = (lane3){ed[0].y, ed[1].y, ed[2].y};
    edged[2] = (lane3){ed[0].z, ed[1].z, ed[2].z};
    for (int l = 0; l < LANES && i + l < law->n; l++)
    {
        int turn = law->first + CORDE_V * (i + l);
        add_square(A, turn, dd, l), add_square(A, turn + 3, ee, l);
        add_columns(A, turn + 3, turn, 1, ed, l);
        if (turn < 3) continue;
        add_square(A, turn - 3, ee, l);
        add_columns(A, turn, turn - 3, -1, edged, l), add_columns(A, turn + 3, turn - 3, -1, full, l);
    }
}

INLINED void matrix(const corde_law *law, const corde_shape *shape, double share, const double *hold, const banded *A)
{
    for (int i = 0; i < law->n; i += LANES)
    {
        joint_matrix(law, shape, i, share, A);
        bar_matrix(law, shape, i, share, hold + 4 * (size_t)i, A);
    }
}

// ---- with vectors of any machine, and with wide ones ----

WIDE static void turn_all_wide(int n, const quat *from, double a, const double *v, double b, const double *w, quat *to)
{
    turn_all(n, from, a, v, b, w, to);
}

WIDE static void forces_wide(const corde_law *law, const corde_shape *mass, const corde_shape *shape,
                             const fibre_root *root, const double *v, const double *w, corde_push push)
{
    forces(law, mass, shape, root, v, w, push);
}

WIDE static void inertia_wide(const corde_law *law, const corde_shape *mass, const banded *A)
{
    inertia(law, mass, A);
}

WIDE static void matrix_wide(const corde_law *law, const corde_shape *shape, double share, const double *hold,
                             const banded *A)
{
    matrix(law, shape, share, hold, A);
}

void corde_turn(int n, const quat *from, double a, const double *v, double b, const double *w, quat *to)
{
    if (wide_runs()) turn_all_wide(n, from, a, v, b, w, to);
    else turn_all(n, from, a, v, b, w, to);
}

void corde_forces(const corde_law *law, const corde_shape *mass, const corde_shape *shape, const fibre_root *root,
                  const double *v, const double *w, corde_push push)
{
    if (wide_runs()) forces_wide(law, mass, shape, root, v, w, push);
    else forces(law, mass, shape, root, v, w, push);
}

void corde_inertia_all(const corde_law *law, const corde_shape *mass, const banded *A)
{
    if (wide_runs()) inertia_wide(law, mass, A);
    else inertia(law, mass, A);
}

void corde_matrix(const corde_law *law, const corde_shape *shape, double share, const double *hold, const banded *A)
{
    if (wide_runs()) matrix_wide(law, shape, share, hold, A);
    else matrix(law, shape, share, hold, A);
}
