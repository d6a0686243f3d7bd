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

void der_vertex_strain(const der_edge *e, const der_edge *f, double near_twist, der_vertex *v)
{
    v->chi = fmax(1 + v3_dot(e->t, f->t), FOLDED);
    v->kb = v3_scale(2 / v->chi, v3_cross(e->t, f->t));
    v->tilde = v3_scale(1 / v->chi, v3_add(e->t, f->t));
    v->strain[0] = 0.5 * v3_dot(v3_add(e->d1, f->d1), v->kb);
    v->strain[1] = 0.5 * v3_dot(v3_add(e->d2, f->d2), v->kb);
    vec3 carried = der_transport(e->d1, e->t, f->t);
    double angle = real_atan2(v3_dot(f->t, v3_cross(carried, f->d1)), v3_dot(carried, f->d1));
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

/// The 3 × 3 block at (i, j) of H += s a bᵀ.
static void add_outer(double H[8][8], int i, int j, double s, vec3 a, vec3 b)
{
    const double x[3] = {s * a.x, s * a.y, s * a.z}, y[3] = {b.x, b.y, b.z};
    for (int k = 0; k < 3; k++)
        for (int l = 0; l < 3; l++) H[i + k][j + l] += x[k] * y[l];
}

static void add_unit(double H[8][8], int i, int j, double s)
{
    for (int k = 0; k < 3; k++) H[i + k][j + k] += s;
}

/// The 3 × 3 block += s [a]×.
static void add_cross(double H[8][8], int i, int j, double s, vec3 a)
{
    H[i][j + 1] -= s * a.z, H[i][j + 2] += s * a.y;
    H[i + 1][j] += s * a.z, H[i + 1][j + 2] -= s * a.x;
    H[i + 2][j] -= s * a.y, H[i + 2][j + 1] += s * a.x;
}

/// The block of e and f, and its mirror.
static void add_mixed(double H[8][8], double mixed[8][8])
{
    for (int k = 0; k < 3; k++)
        for (int l = 4; l < 7; l++) H[k][l] += mixed[k][l], H[l][k] += mixed[k][l];
}

/// Column `theta` of the block of an edge += s ∂(d·κb)/∂(e, f), and its mirror.
static void add_turn(double H[8][8], int theta, double s, vec3 d, const der_edge *e, const der_edge *f,
                     const der_vertex *v)
{
    double along = v3_dot(d, v->kb), two = 2 / v->chi;
    vec3 by_e = v3_add_scaled(v3_scale(two, v3_cross(f->t, d)), -along, v->tilde);
    vec3 by_f = v3_add_scaled(v3_scale(two, v3_cross(d, e->t)), -along, v->tilde);
    double row[8] = {0};
    v3_store(row, v3_scale(s / e->length, by_e)), v3_store(row + 4, v3_scale(s / f->length, by_f));
    for (int k = 0; k < 8; k++) H[theta][k] += row[k], H[k][theta] += row[k];
}

/// H += w ∇²k of one curvature; n and p of both edges.
static void add_curvature(double H[8][8], double w, double k, const vec3 n[2], const vec3 p[2], const der_edge *e,
                          const der_edge *f, const der_vertex *v)
{
    vec3 t = e->t, s = f->t, tilde = v->tilde, mean = v3_scale(1 / v->chi, v3_add(n[0], n[1]));
    vec3 a = v3_add_scaled(v3_cross(s, mean), -k, tilde), b = v3_add_scaled(v3_cross(mean, t), -k, tilde);
    double ee = w / (e->length * e->length), ef = w / (e->length * f->length), ff = w / (f->length * f->length);
    double c = k / v->chi;
    add_outer(H, 0, 0, -ee, a, tilde), add_outer(H, 0, 0, -ee, tilde, a);
    add_unit(H, 0, 0, -ee * c), add_outer(H, 0, 0, ee * c, t, t);
    add_outer(H, 0, 0, 0.25 * ee, v->kb, n[0]), add_outer(H, 0, 0, 0.25 * ee, n[0], v->kb);
    add_outer(H, 4, 4, -ff, b, tilde), add_outer(H, 4, 4, -ff, tilde, b);
    add_unit(H, 4, 4, -ff * c), add_outer(H, 4, 4, ff * c, s, s);
    add_outer(H, 4, 4, 0.25 * ff, v->kb, n[1]), add_outer(H, 4, 4, 0.25 * ff, n[1], v->kb);
    double mixed[8][8] = {{0}};
    add_outer(mixed, 0, 4, -ef, tilde, b), add_outer(mixed, 0, 4, -ef, a, v3_sub(tilde, s));
    add_unit(mixed, 0, 4, -ef * c), add_outer(mixed, 0, 4, ef * c, s, s);
    add_cross(mixed, 0, 4, -ef, mean), add_outer(mixed, 0, 4, ef, v3_cross(mean, s), s);
    add_mixed(H, mixed);
    add_turn(H, 3, -0.5 * w, p[0], e, f, v), add_turn(H, 7, -0.5 * w, p[1], e, f, v);
    H[3][3] -= 0.5 * w * v3_dot(n[0], v->kb), H[7][7] -= 0.5 * w * v3_dot(n[1], v->kb);
}

static void add_twist(double H[8][8], double w, const der_edge *e, const der_edge *f, const der_vertex *v)
{
    double ee = -0.25 * w / (e->length * e->length), ff = -0.25 * w / (f->length * f->length);
    double ef = w / (e->length * f->length);
    vec3 t = v3_add(e->t, v->tilde), s = v3_add(f->t, v->tilde);
    add_outer(H, 0, 0, ee, v->kb, t), add_outer(H, 0, 0, ee, t, v->kb);
    add_outer(H, 4, 4, ff, v->kb, s), add_outer(H, 4, 4, ff, s, v->kb);
    double mixed[8][8] = {{0}};
    add_cross(mixed, 0, 4, ef / v->chi, e->t), add_outer(mixed, 0, 4, -0.5 * ef, v->kb, v->tilde);
    add_mixed(H, mixed);
}

void der_vertex_hessian(const der_edge *e, const der_edge *f, const der_vertex *v, const double w[3], double H[8][8])
{
    memset(H, 0, sizeof(double) * 64);
    add_curvature(H, w[0], v->strain[0], (vec3[]){e->d1, f->d1}, (vec3[]){v3_negate(e->d2), v3_negate(f->d2)}, e, f, v);
    add_curvature(H, w[1], v->strain[1], (vec3[]){e->d2, f->d2}, (vec3[]){e->d1, f->d1}, e, f, v);
    add_twist(H, w[2], e, f, v);
}
