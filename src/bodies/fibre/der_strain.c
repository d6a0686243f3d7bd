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

#include "bodies/fibre/der.h"

#include "base/elementary.h"

#include <string.h>

static const double FOLDED = 1e-8;                    // least χ: tangents 1e-4 rad from opposite
static const double TURN = 6.28318530717958647692528; // 2π

vec3 der_transport(vec3 d, vec3 t, vec3 s)
{
    double chi = fmax(1 + v3_dot(t, s), FOLDED);
    return v3_add_scaled(d, -v3_dot(d, s) / chi, v3_add(t, s));
}

/// atan2 (y, x); a twist is small as a rule, and a few terms of the series are enough then.
static double angle_of(double y, double x)
{
    const double SMALL = 0.0625; // its sixteenth power is beyond rounding
    if (!(fabs(y) <= SMALL * x)) return real_atan2(y, x);
    double t = y / x, z = t * t, sum = 1.0 / 13 - z / 15;
    sum = 1.0 / 9 - z * (1.0 / 11 - z * sum);
    sum = 1.0 / 5 - z * (1.0 / 7 - z * sum);
    return t * (1 - z * (1.0 / 3 - z * sum));
}

void der_vertex_strain(const der_edge *e, const der_edge *f, double near_twist, der_vertex *v)
{
    v->chi = fmax(1 + v3_dot(e->t, f->t), FOLDED);
    v->kb = v3_scale(2 / v->chi, v3_cross(e->t, f->t));
    v->tilde = v3_scale(1 / v->chi, v3_add(e->t, f->t));
    v->strain[0] = 0.5 * v3_dot(v3_add(e->d1, f->d1), v->kb);
    v->strain[1] = 0.5 * v3_dot(v3_add(e->d2, f->d2), v->kb);
    vec3 carried = der_transport(e->d1, e->t, f->t);
    double angle = angle_of(v3_dot(f->t, v3_cross(carried, f->d1)), v3_dot(carried, f->d1));
    v->strain[2] = angle + TURN * rint((near_twist - angle) / TURN);
}

void der_vertex_gradient(const der_edge *e, const der_edge *f, der_vertex *v)
{
    vec3 n1 = v3_scale(1 / v->chi, v3_add(e->d1, f->d1)), n2 = v3_scale(1 / v->chi, v3_add(e->d2, f->d2));
    double ie = 1 / e->length, jf = 1 / f->length;
    double(*g)[8] = v->gradient;
    v3_store(g[0], v3_scale(ie, v3_add_scaled(v3_cross(f->t, n1), -v->strain[0], v->tilde)));
    v3_store(g[0] + 4, v3_scale(jf, v3_add_scaled(v3_cross(n1, e->t), -v->strain[0], v->tilde)));
    v3_store(g[1], v3_scale(ie, v3_add_scaled(v3_cross(f->t, n2), -v->strain[1], v->tilde)));
    v3_store(g[1] + 4, v3_scale(jf, v3_add_scaled(v3_cross(n2, e->t), -v->strain[1], v->tilde)));
    v3_store(g[2], v3_scale(0.5 * ie, v->kb));
    v3_store(g[2] + 4, v3_scale(0.5 * jf, v->kb));
    g[0][3] = 0.5 * v3_dot(e->d2, v->kb), g[0][7] = 0.5 * v3_dot(f->d2, v->kb);
    g[1][3] = -0.5 * v3_dot(e->d1, v->kb), g[1][7] = -0.5 * v3_dot(f->d1, v->kb);
    g[2][3] = -1, g[2][7] = 1;
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

// ---- second derivatives ----
//
// All formulas are linear in n, p and a, so that both curvatures, with their weights, are summed up first.

/// A += a bᵀ.
static void add_outer(double A[3][3], vec3 a, vec3 b)
{
    const double x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) A[k][l] += x[k] * y[l];
}

/// A += a bᵀ + b aᵀ.
static void add_both(double A[3][3], vec3 a, vec3 b)
{
    add_outer(A, a, b);
    add_outer(A, b, a);
}

static void add_unit(double A[3][3], double s)
{
    for (int k = 0; k < 3; k++) A[k][k] += s;
}

/// A += [a]×.
static void add_cross(double A[3][3], vec3 a)
{
    A[0][1] -= a.z, A[0][2] += a.y;
    A[1][0] += a.z, A[1][2] -= a.x;
    A[2][0] -= a.y, A[2][1] += a.x;
}

/// Row and column `theta` of H += -½ ∂(p·κb)/∂(e, f).
static void add_turn(double H[8][8], int theta, vec3 p, const der_edge *e, const der_edge *f, const der_vertex *v)
{
    double along = v3_dot(p, v->kb), two = 2 / v->chi, row[8] = {0};
    vec3 by_e = v3_add_scaled(v3_scale(two, v3_cross(f->t, p)), -along, v->tilde);
    vec3 by_f = v3_add_scaled(v3_scale(two, v3_cross(p, e->t)), -along, v->tilde);
    v3_store(row, v3_scale(-0.5 / e->length, by_e)), v3_store(row + 4, v3_scale(-0.5 / f->length, by_f));
    for (int k = 0; k < 8; k++) H[theta][k] += row[k], H[k][theta] += row[k];
}

static vec3 weighted(double a, vec3 x, double b, vec3 y)
{
    return v3_add_scaled(v3_scale(a, x), b, y);
}

void der_vertex_hessian(const der_edge *e, const der_edge *f, const der_vertex *v, const double w[3], double H[8][8])
{
    double ee[3][3] = {{0}}, ff[3][3] = {{0}}, ef[3][3] = {{0}}, inverse = 1 / v->chi;
    double k = w[0] * v->strain[0] + w[1] * v->strain[1], c = k * inverse;
    vec3 t = e->t, s = f->t, tilde = v->tilde;
    vec3 ne = weighted(w[0], e->d1, w[1], e->d2), nf = weighted(w[0], f->d1, w[1], f->d2);
    vec3 mean = v3_scale(inverse, v3_add(ne, nf));
    vec3 a = v3_add_scaled(v3_cross(s, mean), -k, tilde), b = v3_add_scaled(v3_cross(mean, t), -k, tilde);
    add_both(ee, v3_negate(a), tilde), add_unit(ee, -c), add_outer(ee, v3_scale(c, t), t);
    add_both(ee, v3_scale(0.25, v->kb), v3_add_scaled(ne, -w[2], v3_add(t, tilde)));
    add_both(ff, v3_negate(b), tilde), add_unit(ff, -c), add_outer(ff, v3_scale(c, s), s);
    add_both(ff, v3_scale(0.25, v->kb), v3_add_scaled(nf, -w[2], v3_add(s, tilde)));
    add_outer(ef, v3_negate(tilde), b), add_outer(ef, a, v3_sub(s, tilde));
    add_unit(ef, -c), add_outer(ef, v3_scale(c, s), s);
    add_cross(ef, v3_sub(v3_scale(w[2] * inverse, t), mean)), add_outer(ef, v3_cross(mean, s), s);
    add_outer(ef, v3_scale(-0.5 * w[2], v->kb), tilde);
    double ie = 1 / e->length, jf = 1 / f->length;
    memset(H, 0, sizeof(double) * 64);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
        {
            H[i][j] = ie * ie * ee[i][j], H[4 + i][4 + j] = jf * jf * ff[i][j];
            H[i][4 + j] = H[4 + j][i] = ie * jf * ef[i][j];
        }
    add_turn(H, 3, weighted(w[1], e->d1, -w[0], e->d2), e, f, v); // p = -d2 of the first curvature, d1 of the second
    add_turn(H, 7, weighted(w[1], f->d1, -w[0], f->d2), e, f, v);
    H[3][3] -= 0.5 * v3_dot(ne, v->kb), H[7][7] -= 0.5 * v3_dot(nf, v->kb);
}
