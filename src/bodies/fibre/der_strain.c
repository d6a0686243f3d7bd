// Strains of discrete elastic rods, with first and second derivatives.
//
// Edges e, f of lengths |e|, |f| meet at a vertex; χ = 1 + t·s, t̃ = (t + s)/χ. A curvature is
// k = ½ (n_e + n_f)·κb with n = d1 or d2; ñ = (n_e + n_f)/χ. A frame that follows its edge without spin
// changes by δn = -(n·δt) t, so that frames drop out of first derivatives but for ñ:
//     |e| ∂k/∂e = a = -k t̃ + s × ñ       |f| ∂k/∂f = b = -k t̃ - t × ñ       ∂k/∂θ = -½ p·κb
//     |e| ∂m/∂e = ½ κb                    |f| ∂m/∂f = ½ κb                    ∂m/∂θ = -1 (e), +1 (f)
// p = -∂n/∂θ: -d2 for n = d1, d1 for n = d2. Differentiated once more, with the same rule for frames,
//     |e|² ∂²k/∂e²     = -(a t̃ᵀ + t̃ aᵀ) - k/χ (I - ttᵀ) + ¼ (κb n_eᵀ + n_e κbᵀ)
//     |e||f| ∂²k/∂e∂f  = -t̃ bᵀ - a (t̃ - s)ᵀ - k/χ (I - ssᵀ) - [ñ]× (I - ssᵀ)
//     ∂²k/∂θ²          = -½ n·κb,   ∂²k/∂θ∂e = -½ ∂(p·κb)/∂e,   |e| ∂(p·κb)/∂e = -(p·κb) t̃ + 2 s × p/χ
//     |e|² ∂²m/∂e²     = -¼ (κb (t + t̃)ᵀ + (t + t̃) κbᵀ)
//     |e||f| ∂²m/∂e∂f  = [t]×/χ - ½ κb t̃ᵀ
// and likewise in f with -t for s. A frame comes back turned from a closed path of its tangent, so that
// the raw derivative is not symmetric in e; along the straight path of a step its symmetric part counts.
// Bergou et al. 2010, appendix, has the first derivatives and those in e; test_fibre_der compares all with differences.
//
// Special: χ = 0, an edge folded back on the one before, has infinite curvature. χ is kept above FOLDED, so
//          that energy and derivatives stay finite, and large enough to open the fold.

#include "bodies/fibre/der_lanes.h"

#include <string.h>

// ---- one vertex ----

static vec3 first_of(lane3 a)
{
    return v3(a.x[0], a.y[0], a.z[0]);
}

vec3 der_transport(vec3 d, vec3 t, vec3 s)
{
    return first_of(der_transported(l3_of(d), l3_of(t), l3_of(s)));
}

void der_vertex_strain(const der_edge *e, const der_edge *f, double near_twist, double strain[3])
{
    lanes out[3];
    der_edges a = der_edges_of(e), b = der_edges_of(f);
    der_bends v = der_bends_of(&a, &b);
    der_bends_strain(&a, &b, &v, lanes_of(near_twist), out);
    for (int k = 0; k < 3; k++) strain[k] = out[k][0];
}

void der_vertex_gradient(const der_edge *e, const der_edge *f, double gradient[3][8])
{
    lanes strain[3], g[3][8];
    der_edges a = der_edges_of(e), b = der_edges_of(f);
    der_bends v = der_bends_of(&a, &b);
    der_bends_strain(&a, &b, &v, lanes_of(0.0), strain);
    der_bends_gradient(&a, &b, &v, strain, g);
    for (int k = 0; k < 24; k++) gradient[k / 8][k % 8] = g[k / 8][k % 8][0];
}

void der_vertex_hessian(const der_edge *e, const der_edge *f, const double w[3], double H[8][8])
{
    lanes strain[3], out[8][8];
    const lanes weight[3] = {lanes_of(w[0]), lanes_of(w[1]), lanes_of(w[2])};
    der_edges a = der_edges_of(e), b = der_edges_of(f);
    der_bends v = der_bends_of(&a, &b);
    der_bends_strain(&a, &b, &v, lanes_of(0.0), strain);
    der_bends_hessian(&a, &b, &v, strain, weight, out);
    for (int k = 0; k < 64; k++) H[k / 8][k % 8] = k / 8 <= k % 8 ? out[k / 8][k % 8][0] : out[k % 8][k / 8][0];
}

/// With κb at an angle β to d1_e the frame of f has it at β - m, so that k1 = κ cos(m/2) cos(β - m/2), and k2 has the
/// sine: κ and β follow.
void der_vertex_edge(const der_edge *e, const double strain[3], bool before, der_edge *f)
{
    double sign = before ? -1 : 1, m = sign * strain[2], sine, cosine, half_sine, half_cosine;
    real_sin_cos(0.5 * m, &half_sine, &half_cosine);
    double kappa = real_hypot(strain[0], strain[1]) / half_cosine;
    double beta = (kappa != 0 ? real_atan2(strain[1], strain[0]) : 0) + 0.5 * m;
    real_sin_cos(beta, &sine, &cosine);
    vec3 axis = v3_add(v3_scale(cosine, e->d1), v3_scale(sine, e->d2));
    quat bend = quat_exp(v3_scale(sign * 2 * real_atan2(0.5 * kappa, 1), axis));
    vec3 d1 = quat_rotate(bend, e->d1), d2 = quat_rotate(bend, e->d2);
    real_sin_cos(m, &sine, &cosine);
    f->t = quat_rotate(bend, e->t);
    f->d1 = v3_add(v3_scale(cosine, d1), v3_scale(sine, d2));
    f->d2 = v3_cross(f->t, f->d1);
    f->length = e->length;
}

void der_strain_from(const double rate[3], double reach, double strain[3])
{
    double bend = real_hypot(rate[0], rate[1]) * reach, sine, cosine, scale = reach;
    if (bend > 0)
    {
        real_sin_cos(0.5 * bend, &sine, &cosine);
        scale = reach * 2 * sine / (fmax(cosine, 1e-3) * bend);
    }
    strain[0] = scale * rate[0];
    strain[1] = scale * rate[1];
    strain[2] = reach * rate[2];
}

void der_strain_to(const double strain[3], double reach, double rate[3])
{
    double kappa = real_hypot(strain[0], strain[1]);
    double scale = kappa > 0 ? 2 * real_atan2(0.5 * kappa, 1) / (kappa * reach) : 1 / reach;
    rate[0] = scale * strain[0];
    rate[1] = scale * strain[1];
    rate[2] = strain[2] / reach;
}

// ---- all of a rod ----

INLINED void carry(int n, const der_shape *from, const double *turn, const der_shape *to)
{
    const size_t stride = to->stride;
    for (int i = 0; i < n; i += LANES)
    {
        lane3 way = l3_sub(l3_load(to->x + i + 1, stride), l3_load(to->x + i, stride));
        der_edges e = der_edges_carried(way, l3_load(from->t + i + 1, stride), l3_load(from->d1 + i + 1, stride),
                                        lanes_load(turn + i + 1));
        der_edges_put(to, i + 1, &e);
    }
}

INLINED void strains(int n, const der_shape *shape)
{
    const size_t stride = shape->stride;
    for (int i = 0; i < n; i += LANES)
    {
        lanes out[3];
        der_edges e = der_edges_at(shape, i), f = der_edges_at(shape, i + 1);
        der_bends v = der_bends_of(&e, &f);
        der_bends_strain(&e, &f, &v, lanes_load(shape->strain + 2 * stride + i), out);
        for (size_t k = 0; k < 3; k++) lanes_store(shape->strain + k * stride + i, out[k]);
    }
}

/// Stiffness of vertices i …: that of the first stands for half of a length.
INLINED lanes stiffness_of(const der_law *law, int i, int k)
{
    lanes stiff = lanes_of(law->stiffness[k]);
    if (i == 0) stiff[0] = law->floats ? 0.0 : 2.0 * stiff[0];
    return stiff;
}

/// Rates of strains, by those of e, θ_e, f, θ_f.
INLINED void rates(const der_edges *e, const der_edges *f, const der_bends *v, const lanes strain[3], size_t stride,
                   const double *speed, lanes rate[3])
{
    lane3 at = l3_load(speed + 1, stride);
    lane3 by_e = l3_scale(1.0 / e->length, l3_sub(at, l3_load(speed, stride)));
    lane3 by_f = l3_scale(1.0 / f->length, l3_sub(l3_load(speed + 2, stride), at)), sum = l3_add(by_e, by_f);
    lanes spin_e = lanes_load(speed + 3 * stride), spin_f = lanes_load(speed + 3 * stride + 1);
    lane3 turn = l3_scale(v->inverse, l3_add(l3_cross(by_e, f->t), l3_cross(e->t, by_f)));
    lanes along = l3_dot(v->tilde, sum);
    rate[0] = l3_dot(l3_add(e->d1, f->d1), turn) - strain[0] * along +
              0.5 * (l3_dot(e->d2, v->kb) * spin_e + l3_dot(f->d2, v->kb) * spin_f);
    rate[1] = l3_dot(l3_add(e->d2, f->d2), turn) - strain[1] * along -
              0.5 * (l3_dot(e->d1, v->kb) * spin_e + l3_dot(f->d1, v->kb) * spin_f);
    rate[2] = 0.5 * l3_dot(v->kb, sum) + (spin_f - spin_e);
}

INLINED void forces(int n, const der_law *law, const der_shape *shape, const double *speed, double *push)
{
    const size_t stride = shape->stride;
    for (int i = 0; i < n; i += LANES)
    {
        lanes strain[3], rate[3], c[3];
        der_edges e = der_edges_at(shape, i), f = der_edges_at(shape, i + 1);
        der_bends v = der_bends_of(&e, &f);
        for (size_t k = 0; k < 3; k++) strain[k] = lanes_load(shape->strain + k * stride + i), rate[k] = lanes_of(0.0);
        if (speed) rates(&e, &f, &v, strain, stride, speed + i, rate);
        for (int k = 0; k < 3; k++)
        {
            lanes off = strain[k] - lanes_gather(law->natural + 3 * (size_t)i + k, 3);
            c[k] = stiffness_of(law, i, k) * (off + law->damping * rate[k]);
        }
        lane3 n1 = l3_add(e.d1, f.d1), n2 = l3_add(e.d2, f.d2), twist = l3_scale(0.5 * c[2], v.kb);
        lane3 mean = l3_scale(v.inverse, l3_weighted(c[0], n1, c[1], n2));
        lane3 both = l3_add_scaled(twist, -(c[0] * strain[0] + c[1] * strain[1]), v.tilde);
        l3_store(push + i, stride, l3_scale(1.0 / e.length, l3_add(l3_cross(f.t, mean), both)));
        lanes_store(push + 3 * stride + i, 0.5 * l3_dot(l3_weighted(c[0], e.d2, -c[1], e.d1), v.kb) - c[2]);
        l3_store(push + 4 * stride + i, stride, l3_scale(1.0 / f.length, l3_add(l3_cross(mean, e.t), both)));
        lanes_store(push + 7 * stride + i, 0.5 * l3_dot(l3_weighted(c[0], f.d2, -c[1], f.d1), v.kb) + c[2]);
    }
    for (size_t k = 0; k < 8; k++)
        push[k * stride + (size_t)n] = push[k * stride + (size_t)n + 1] = 0; // the tip has no vertex
}

// ---- the matrix of a vertex ----
//
// Coordinates of a vertex are x_i-1, ω_i-1, x_i, ω_i, x_i+1, at 13 places in a row with two tensions among them; e =
// x_i - x_i-1, f = x_i+1 - x_i.

enum
{
    SPIN_E = 4,
    HERE = 5,
    SPIN_F = 9,
    NEXT = 10,
    PLACES = 13
};

INLINED lanes entry(lanes K[8][8], int k, int l)
{
    return k <= l ? K[k][l] : K[l][k];
}

/// The lower triangle of the 13 by columns, from that of e, θ_e, f, θ_f; rows of tensions are zero.
INLINED void spread(lanes K[8][8], lanes to[PLACES][PLACES])
{
    for (int c = 0; c < PLACES; c++)
        for (int r = c; r < PLACES; r++) to[c][r] = lanes_of(0.0);
    for (int c = 0; c < 3; c++)
    {
        to[c][SPIN_E] = -K[c][3], to[c][SPIN_F] = -K[c][7];
        to[SPIN_E][HERE + c] = K[c][3] - K[3][4 + c], to[SPIN_E][NEXT + c] = K[3][4 + c];
        to[HERE + c][SPIN_F] = K[c][7] - K[4 + c][7], to[SPIN_F][NEXT + c] = K[4 + c][7];
        for (int r = 0; r < 3; r++)
        {
            lanes ee = entry(K, r, c), fe = K[c][4 + r], ff = entry(K, 4 + r, 4 + c);
            to[c][HERE + r] = fe - ee, to[c][NEXT + r] = -fe;
            to[HERE + c][NEXT + r] = fe - ff;
            if (r < c) continue;
            to[c][r] = ee, to[HERE + c][HERE + r] = (ee - fe) + (ff - K[r][4 + c]), to[NEXT + c][NEXT + r] = ff;
        }
    }
    to[SPIN_E][SPIN_E] = K[3][3], to[SPIN_E][SPIN_F] = K[3][7], to[SPIN_F][SPIN_F] = K[7][7];
}

/// A += one of the four, whose 13 places begin at `first`; those that are prescribed have none. `shift`: 1 where no
/// tension stands between x_i-1 and ω_i-1.
INLINED void scatter(const banded *A, int first, int shift, lanes from[PLACES][PLACES], int lane)
{
    for (int c = 0; c < PLACES; c++)
    {
        int place = first + c + (c < 3 ? shift : 0);
        if (place < 0) continue;
        double *to = A->values + (size_t)place * DER_WIDTH; // entry (r, place) at r
        for (int r = c; r < PLACES; r++) to[first + r + (r < 3 ? shift : 0)] += ((const double *)&from[c][r])[lane];
    }
}

INLINED void matrix(int n, const der_law *law, const der_shape *shape, double share, const banded *A)
{
    const size_t stride = shape->stride;
    for (int i = 0; i < n; i += LANES)
    {
        lanes strain[3], weight[3], g[3][8], K[8][8], all[PLACES][PLACES];
        der_edges e = der_edges_at(shape, i), f = der_edges_at(shape, i + 1);
        der_bends v = der_bends_of(&e, &f);
        for (size_t k = 0; k < 3; k++) strain[k] = lanes_load(shape->strain + k * stride + i);
        for (int k = 0; k < 3; k++)
            weight[k] =
                share * stiffness_of(law, i, k) * (strain[k] - lanes_gather(law->natural + 3 * (size_t)i + k, 3));
        der_bends_hessian(&e, &f, &v, strain, weight, K);
        der_bends_gradient(&e, &f, &v, strain, g);
        for (int k = 0; k < 3; k++)
        {
            lanes stiff = stiffness_of(law, i, k) * (1.0 + law->damping);
            for (int a = 0; a < 8; a++)
            {
                lanes scaled = stiff * g[k][a];
                for (int b = a; b < 8; b++) K[a][b] += scaled * g[k][b];
            }
        }
        spread(K, all);
        for (int l = 0; l < LANES && i + l < n; l++)
            if (!law->floats) scatter(A, DER_EDGE_V * (i + l) - 9, 0, all, l);
            else if (i + l > 0) scatter(A, DER_EDGE_V * (i + l) - 6, i + l == 1, all, l);
    }
}

// ---- with vectors of any machine, and with wide ones ----

WIDE static void carry_wide(int n, const der_shape *from, const double *turn, const der_shape *to)
{
    carry(n, from, turn, to);
}

WIDE static void strains_wide(int n, const der_shape *shape)
{
    strains(n, shape);
}

WIDE static void forces_wide(int n, const der_law *law, const der_shape *shape, const double *speed, double *push)
{
    forces(n, law, shape, speed, push);
}

WIDE static void matrix_wide(int n, const der_law *law, const der_shape *shape, double share, const banded *A)
{
    matrix(n, law, shape, share, A);
}

void der_carry(int n, const der_shape *from, const double *turn, const der_shape *to)
{
    if (wide_runs()) carry_wide(n, from, turn, to);
    else carry(n, from, turn, to);
}

void der_strains(int n, const der_shape *shape)
{
    if (wide_runs()) strains_wide(n, shape);
    else strains(n, shape);
}

void der_forces(int n, const der_law *law, const der_shape *shape, const double *speed, double *push)
{
    if (wide_runs()) forces_wide(n, law, shape, speed, push);
    else forces(n, law, shape, speed, push);
}

void der_matrix(int n, const der_law *law, const der_shape *shape, double share, const banded *A)
{
    if (wide_runs()) matrix_wide(n, law, shape, share, A);
    else matrix(n, law, shape, share, A);
}
