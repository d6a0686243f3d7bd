// Edges and vertices of discrete elastic rods, four at a time: der_strain.c has the formulas, and says where they are
// from.

#ifndef HF_BODIES_FIBRE_DER_LANES_H
#define HF_BODIES_FIBRE_DER_LANES_H

#include "bodies/fibre/der.h"
#include "linalg/lane3.h"

#define DER_FOLDED 2e-3 // least χ: tangents 0.06 rad from opposite, where a rod of any width touches itself

typedef struct der_edges
{
    lane3 t, d1, d2;
    lanes length;
} der_edges;

INLINED der_edges der_edges_at(const der_shape *s, int at)
{
    return (der_edges){l3_load(s->t + at, s->stride), l3_load(s->d1 + at, s->stride), l3_load(s->d2 + at, s->stride),
                       lanes_load(s->length + at)};
}

INLINED void der_edges_put(const der_shape *s, int at, const der_edges *e)
{
    l3_store(s->t + at, s->stride, e->t), l3_store(s->d1 + at, s->stride, e->d1);
    l3_store(s->d2 + at, s->stride, e->d2), lanes_store(s->length + at, e->length);
}

/// One edge in all lanes.
INLINED der_edges der_edges_of(const der_edge *e)
{
    return (der_edges){l3_of(e->t), l3_of(e->d1), l3_of(e->d2), lanes_of(e->length)};
}

/// 1 + t·s, and what it divides.
INLINED lanes der_chi(lane3 t, lane3 s)
{
    return lanes_max(1.0 + l3_dot(t, s), lanes_of(DER_FOLDED));
}

INLINED lane3 der_transported(lane3 d, lane3 t, lane3 s)
{
    return l3_add_scaled(d, -l3_dot(d, s) / der_chi(t, s), l3_add(t, s));
}

/// Edges along ways; t is the direction of those that have none.
INLINED der_edges der_edges_along(lane3 way, lane3 t)
{
    der_edges e = {.length = l3_norm(way)};
    e.t = l3_pick(lanes_above(e.length, lanes_of(0.0)), l3_scale(1.0 / e.length, way), t);
    return e;
}

/// d1, d2 ◄ directors next to d, across the edges.
INLINED void der_edges_frame(der_edges *e, lane3 d)
{
    e->d1 = l3_add_scaled(d, -l3_dot(d, e->t), e->t);
    lanes size = l3_norm(e->d1);
    for (int l = 0; l < LANES && !lanes_all(lanes_above(size, lanes_of(0.0))); l++)
    {
        if (size[l] > 0.0) continue;
        vec3 any = v3_perpendicular(v3(e->t.x[l], e->t.y[l], e->t.z[l]));
        e->d1.x[l] = any.x, e->d1.y[l] = any.y, e->d1.z[l] = any.z, size[l] = 1.0;
    }
    e->d1 = l3_scale(1.0 / size, e->d1);
    e->d2 = l3_cross(e->t, e->d1);
}

/// Edges along a way whose frames were d1, across the unit vectors t, carried along and turned by an angle.
INLINED der_edges der_edges_carried(lane3 way, lane3 t, lane3 d1, lanes angle)
{
    lanes sine, cosine;
    der_edges e = der_edges_along(way, t);
    lane3 d = der_transported(d1, t, e.t);
    lanes_sin_cos(angle, &sine, &cosine);
    der_edges_frame(&e, l3_weighted(cosine, d, sine, l3_cross(e.t, d)));
    return e;
}

/// Vertices between edges e and f.
typedef struct der_bends
{
    lane3 kb, tilde;
    lanes inverse; // 1 / χ
} der_bends;

INLINED der_bends der_bends_of(const der_edges *e, const der_edges *f)
{
    der_bends b = {.inverse = 1.0 / der_chi(e->t, f->t)};
    b.kb = l3_scale(2.0 * b.inverse, l3_cross(e->t, f->t));
    b.tilde = l3_scale(b.inverse, l3_add(e->t, f->t));
    return b;
}

/// k1, k2, and m next to `near`.
INLINED void der_bends_strain(const der_edges *e, const der_edges *f, const der_bends *b, lanes near, lanes strain[3])
{
    const double TURN = 6.28318530717958647692528; // 2π
    strain[0] = 0.5 * l3_dot(l3_add(e->d1, f->d1), b->kb);
    strain[1] = 0.5 * l3_dot(l3_add(e->d2, f->d2), b->kb);
    lane3 carried = der_transported(e->d1, e->t, f->t);
    lanes angle = lanes_atan2(l3_dot(f->t, l3_cross(carried, f->d1)), l3_dot(carried, f->d1)), off = near - angle;
    for (int l = 0; l < LANES && !lanes_all(lanes_above(lanes_of(3.0), lanes_abs(off))); l++)
        angle[l] += TURN * rint(off[l] / TURN);
    strain[2] = angle;
}

/// ∂strain_k: along e (3), turn of e, f (3), turn of f.
INLINED void der_bends_gradient(const der_edges *e, const der_edges *f, const der_bends *b, const lanes strain[3],
                                lanes g[3][8])
{
    lanes ie = 1.0 / e->length, jf = 1.0 / f->length;
    for (int k = 0; k < 3; k++)
    {
        lane3 n = l3_scale(b->inverse, k ? l3_add(e->d2, f->d2) : l3_add(e->d1, f->d1)),
              twist = l3_scale(lanes_of(0.5), b->kb);
        lane3 by_e = k < 2 ? l3_add_scaled(l3_cross(f->t, n), -strain[k], b->tilde) : twist;
        lane3 by_f = k < 2 ? l3_add_scaled(l3_cross(n, e->t), -strain[k], b->tilde) : twist;
        g[k][0] = ie * by_e.x, g[k][1] = ie * by_e.y, g[k][2] = ie * by_e.z;
        g[k][4] = jf * by_f.x, g[k][5] = jf * by_f.y, g[k][6] = jf * by_f.z;
    }
    g[0][3] = 0.5 * l3_dot(e->d2, b->kb), g[0][7] = 0.5 * l3_dot(f->d2, b->kb);
    g[1][3] = -0.5 * l3_dot(e->d1, b->kb), g[1][7] = -0.5 * l3_dot(f->d1, b->kb);
    g[2][3] = lanes_of(-1.0), g[2][7] = lanes_of(1.0);
}

// ---- second derivatives ----
//
// All formulas are linear in n, p and a, so that both curvatures, with their weights, are summed up first.

/// A[i][j], i <= j, ◄ s (-(a t̃ᵀ + t̃ aᵀ) - c (I - ttᵀ) + ¼ (κb pᵀ + p κbᵀ)).
INLINED void der_bends_own(lanes s, lane3 a, lane3 tilde, lanes c, lane3 t, lane3 kb, lane3 p, lanes A[3][3])
{
    const lanes x[3] = {a.x, a.y, a.z}, y[3] = {tilde.x, tilde.y, tilde.z}, T[3] = {t.x, t.y, t.z};
    const lanes b[3] = {0.25 * kb.x, 0.25 * kb.y, 0.25 * kb.z}, P[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
        {
            lanes sum = c * T[i] * T[j] - (x[i] * y[j] + y[i] * x[j]) + (b[i] * P[j] + P[i] * b[j]);
            if (i == j) sum -= c;
            A[i][j] = s * sum;
        }
}

/// Columns `theta` of H: -½ ∂(p·κb)/∂(e, f).
INLINED void der_bends_turn(int theta, lane3 p, const der_edges *e, const der_edges *f, const der_bends *b,
                            lanes H[8][8])
{
    lanes along = l3_dot(p, b->kb), two = 2.0 * b->inverse, ie = -0.5 / e->length, jf = -0.5 / f->length;
    lane3 by_e = l3_add_scaled(l3_scale(two, l3_cross(f->t, p)), -along, b->tilde);
    lane3 by_f = l3_add_scaled(l3_scale(two, l3_cross(p, e->t)), -along, b->tilde);
    const lanes x[3] = {by_e.x, by_e.y, by_e.z}, y[3] = {by_f.x, by_f.y, by_f.z};
    for (int k = 0; k < 3; k++)
    {
        *(theta == 3 ? &H[3][4 + k] : &H[4 + k][7]) = jf * y[k];
        H[k][theta] = ie * x[k];
    }
}

/// H[k][l], k <= l, ◄ Σ w_k ∇²strain_k.
INLINED void der_bends_hessian(const der_edges *e, const der_edges *f, const der_bends *v, const lanes strain[3],
                               const lanes w[3], lanes H[8][8])
{
    lanes k = w[0] * strain[0] + w[1] * strain[1], c = k * v->inverse, ie = 1.0 / e->length, jf = 1.0 / f->length;
    lanes A[3][3], B[3][3];
    lane3 t = e->t, s = f->t, tilde = v->tilde;
    lane3 ne = l3_weighted(w[0], e->d1, w[1], e->d2), nf = l3_weighted(w[0], f->d1, w[1], f->d2);
    lane3 mean = l3_scale(v->inverse, l3_add(ne, nf));
    lane3 a = l3_add_scaled(l3_cross(s, mean), -k, tilde), b = l3_add_scaled(l3_cross(mean, t), -k, tilde);
    der_bends_own(ie * ie, a, tilde, c, t, v->kb, l3_add_scaled(ne, -w[2], l3_add(t, tilde)), A);
    der_bends_own(jf * jf, b, tilde, c, s, v->kb, l3_add_scaled(nf, -w[2], l3_add(s, tilde)), B);
    lane3 left = l3_sub(s, tilde), across = l3_cross(mean, s), half = l3_scale(-0.5 * w[2], v->kb);
    lane3 sum = l3_add_scaled(across, c, s), turn = l3_sub(l3_scale(w[2] * v->inverse, t), mean);
    const lanes ai[3] = {a.x, a.y, a.z}, bj[3] = {b.x, b.y, b.z}, lj[3] = {left.x, left.y, left.z};
    const lanes yi[3] = {tilde.x, tilde.y, tilde.z}, si[3] = {sum.x, sum.y, sum.z}, sj[3] = {s.x, s.y, s.z};
    const lanes hi[3] = {half.x, half.y, half.z}, ti[3] = {turn.x, turn.y, turn.z};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            lanes x = (ai[i] * lj[j] - yi[i] * bj[j]) + (si[i] * sj[j] + hi[i] * yi[j]);
            if (i == j) x -= c;
            else if (j == (i + 1) % 3) x -= ti[3 - i - j]; // [turn]×
            else x += ti[3 - i - j];
            H[i][4 + j] = ie * jf * x;
            if (i <= j) H[i][j] = A[i][j], H[4 + i][4 + j] = B[i][j];
        }
    H[3][7] = lanes_of(0.0);
    der_bends_turn(3, l3_weighted(w[1], e->d1, -w[0], e->d2), e, f, v,
                   H); // p = -d2 of the first curvature, d1 of the second
    der_bends_turn(7, l3_weighted(w[1], f->d1, -w[0], f->d2), e, f, v, H);
    H[3][3] = -0.5 * l3_dot(ne, v->kb), H[7][7] = -0.5 * l3_dot(nf, v->kb);
}

#endif
