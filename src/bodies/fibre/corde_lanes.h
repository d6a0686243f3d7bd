// Joints and elements of CoRdE rods, four at a time: corde_strain.c says what they are.

#ifndef HF_BODIES_FIBRE_CORDE_LANES_H
#define HF_BODIES_FIBRE_CORDE_LANES_H

#include "bodies/fibre/corde.h"
#include "linalg/lane_quat.h"

/// Between quaternions e and f.
typedef struct corde_joints
{
    lane_quat e;
    lane3 s;    // σ
    lanes rest; // 1 - σ²
} corde_joints;

INLINED corde_joints corde_joints_of(lane_quat e, lane_quat f)
{
    const double LEAST = 1e-6; // a turn of 2π between neighbours has no parameter; next to it this keeps numbers finite
    lane_quat p = lq_multiply(lq_conjugate(e), f);
    corde_joints j = {.e = e, .s = l3_scale(1.0 / lanes_max(1.0 + p.w, lanes_of(LEAST)), (lane3){p.x, p.y, p.z})};
    j.rest = 1.0 - l3_dot(j.s, j.s);
    return j;
}

/// 4 Fᵀ m, in axes of e.
INLINED lane3 corde_joints_pull(const corde_joints *j, lane3 m)
{
    lane3 around = l3_add_scaled(l3_cross(j->s, m), l3_dot(j->s, m), j->s);
    return l3_add_scaled(l3_scale(j->rest, m), lanes_of(2.0), around);
}

/// 4 F y, of a turn in world axes: the rate of 4 σ.
INLINED lane3 corde_joints_rate(const corde_joints *j, lane3 apart)
{
    lane3 y = lq_rotate(lq_conjugate(j->e), apart);
    lane3 around = l3_add_scaled(l3_cross(y, j->s), l3_dot(j->s, y), j->s);
    return l3_add_scaled(l3_scale(j->rest, y), lanes_of(2.0), around);
}

/// Lower triangles of symmetric matrices, by columns.
enum
{
    CORDE_SIX = 6
};

/// A ◄ Σ c_k a_k a_kᵀ of three vectors.
INLINED void corde_squares(const lanes c[3], const lane3 a[3], lanes A[CORDE_SIX])
{
    for (int k = 0; k < 3; k++)
    {
        lane3 s = l3_scale(c[k], a[k]);
        const lanes one[CORDE_SIX] = {s.x * a[k].x, s.x * a[k].y, s.x * a[k].z,
                                      s.y * a[k].y, s.y * a[k].z, s.z * a[k].z};
        for (int i = 0; i < CORDE_SIX; i++) A[i] = (k ? A[i] : lanes_of(0.0)) + one[i];
    }
}

/// A ◄ R M Rᵀ, R by columns.
INLINED void corde_turned(const lane3 R[3], const lanes M[CORDE_SIX], lanes A[CORDE_SIX])
{
    const lane3 rows[3] = {{M[0], M[1], M[2]}, {M[1], M[3], M[4]}, {M[2], M[4], M[5]}};
    lane3 B[3]; // columns of R M
    for (int k = 0; k < 3; k++) B[k] = l3_add_scaled(l3_weighted(rows[k].x, R[0], rows[k].y, R[1]), rows[k].z, R[2]);
    A[0] = B[0].x * R[0].x + B[1].x * R[1].x + B[2].x * R[2].x;
    A[1] = B[0].y * R[0].x + B[1].y * R[1].x + B[2].y * R[2].x;
    A[2] = B[0].z * R[0].x + B[1].z * R[1].x + B[2].z * R[2].x;
    A[3] = B[0].y * R[0].y + B[1].y * R[1].y + B[2].y * R[2].y;
    A[4] = B[0].z * R[0].y + B[1].z * R[1].y + B[2].z * R[2].y;
    A[5] = B[0].z * R[0].z + B[1].z * R[1].z + B[2].z * R[2].z;
}

/// A, γ of the second derivative (corde_strain.c).
INLINED void corde_joints_hessian(const corde_joints *j, const lanes stiff[3], lane3 mu, lanes A[CORDE_SIX],
                                  lane3 *gamma)
{
    const lane3 s = j->s, two = l3_scale(lanes_of(2.0), s);
    // rows of 4 F = (1 - σ²) I - 2 [σ]× + 2 σσᵀ, and its columns
    const lane3 row[3] = {{j->rest + two.x * s.x, two.x * s.y + two.z, two.x * s.z - two.y},
                          {two.y * s.x - two.z, j->rest + two.y * s.y, two.y * s.z + two.x},
                          {two.z * s.x + two.y, two.z * s.y - two.x, j->rest + two.z * s.z}};
    const lane3 column[3] = {
        {row[0].x, row[1].x, row[2].x}, {row[0].y, row[1].y, row[2].y}, {row[0].z, row[1].z, row[2].z}};
    const lane3 own = corde_joints_pull(j, s), pull = corde_joints_pull(j, mu);
    const lane3 m = l3_scale(lanes_of(-0.5), mu), half = l3_scale(lanes_of(0.5), s);
    const lanes along = 0.5 * l3_dot(mu, s), o[3] = {own.x, own.y, own.z}, p[3] = {pull.x, pull.y, pull.z};
    lane3 S[3], R[3];
    lanes M[CORDE_SIX];
    for (int k = 0; k < 3; k++) // columns
    {
        S[k] = l3_add_scaled(l3_cross(m, column[k]), along, column[k]);
        S[k] = l3_add(S[k], l3_weighted(o[k], m, p[k], half));
    }
    corde_squares(stiff, row, M);
    M[0] += S[0].x, M[1] += 0.5 * (S[0].y + S[1].x), M[2] += 0.5 * (S[0].z + S[2].x);
    M[3] += S[1].y, M[4] += 0.5 * (S[1].z + S[2].y), M[5] += S[2].z;
    lq_axes(j->e, &R[0], &R[1], &R[2]);
    corde_turned(R, M, A);
    *gamma = lq_rotate(j->e, pull);
}

// ---- elements ----

typedef struct corde_bars
{
    lane3 t, d3;
    lanes length;
} corde_bars;

INLINED corde_bars corde_bars_of(lane3 way, lane_quat turn)
{
    const lanes zero = lanes_of(0.0);
    corde_bars b = {.d3 = lq_rotate(turn, (lane3){zero, zero, lanes_of(1.0)}), .length = l3_norm(way)};
    lanes there = lanes_above(b.length, zero);
    b.t = l3_pick(there, l3_scale(1.0 / b.length, way), b.d3);
    b.length = lanes_pick(there, b.length, lanes_of(1e-300));
    return b;
}

INLINED lane3 corde_bars_across(const corde_bars *b, lane3 a)
{
    return l3_add_scaled(a, -l3_dot(a, b->t), b->t);
}

/// Force on the second point, and torque.
INLINED void corde_bars_force(const corde_stiffness *c, const corde_bars *b, lane3 *force, lane3 *torque)
{
    lanes stretch = b->length - c->length;
    *force = l3_weighted(-c->axial * stretch, b->t, c->shear / b->length, corde_bars_across(b, b->d3));
    *torque = l3_scale(lanes_of(c->shear), l3_cross(b->d3, b->t));
}

/// What is never negative of the second derivative, times the rates of e and the turn.
INLINED void corde_bars_resist(const corde_stiffness *c, const corde_bars *b, lane3 rate, lane3 spin, lane3 *force,
                               lane3 *torque)
{
    lane3 apart = l3_add(l3_scale(1.0 / b->length, corde_bars_across(b, rate)), l3_cross(b->d3, spin));
    *force = l3_weighted(c->axial * l3_dot(rate, b->t), b->t, c->shear / b->length, corde_bars_across(b, apart));
    *torque = l3_scale(lanes_of(c->shear), l3_cross(apart, b->d3));
}

/// Second derivatives: by e and by the turn; ed by columns. `weight` of all, `more` of what is never negative, too.
INLINED void corde_bars_hessian(const corde_stiffness *c, const corde_bars *b, lanes tension, lane3 across,
                                double weight, double more, lanes ee[CORDE_SIX], lane3 ed[3], lanes dd[CORDE_SIX])
{
    const lane3 t = b->t, d = b->d3;
    lanes inverse = 1.0 / b->length, both = lanes_of(weight + more), shear = c->shear * inverse * inverse;
    lanes alpha = both * shear + weight * tension * inverse, beta = both * c->axial - alpha;
    lane3 a = l3_scale(weight * shear, across), one = l3_scale(beta, t);
    one = l3_add(one, a); // α I + (β t + a) tᵀ + t aᵀ
    ee[0] = alpha + one.x * t.x + t.x * a.x, ee[1] = one.y * t.x + t.y * a.x, ee[2] = one.z * t.x + t.z * a.x;
    ee[3] = alpha + one.y * t.y + t.y * a.y, ee[4] = one.z * t.y + t.z * a.y, ee[5] = alpha + one.z * t.z + t.z * a.z;
    lanes mixed = both * c->shear * inverse, zero = lanes_of(0.0);
    const lane3 cross[3] = {{zero, d.z, -d.y}, {-d.z, zero, d.x}, {d.y, -d.x, zero}}; // [d3]×, by columns
    for (int k = 0; k < 3; k++) ed[k] = l3_scale(mixed, corde_bars_across(b, cross[k]));
    lanes turn = both * c->shear;
    lane3 h = l3_scale(lanes_of(0.5 * weight * c->shear), across), two = l3_add_scaled(h, -turn, d);
    dd[0] = turn + two.x * d.x + d.x * h.x, dd[1] = two.y * d.x + d.y * h.x, dd[2] = two.z * d.x + d.z * h.x;
    dd[3] = turn + two.y * d.y + d.y * h.y, dd[4] = two.z * d.y + d.z * h.y, dd[5] = turn + two.z * d.z + d.z * h.z;
}

#endif
