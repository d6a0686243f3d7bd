// f(x) and its geometry for one block: see implicit_law.h, and Todorov 2010, eq. (10) to (14), (25) to (29).
//
// Special cases:
//   mu = 0       stick and slip are one region (slip: f_T = 0), and there is no cone.
//   x_T = 0      on the axis of the cone the slip formula is not needed: with mu > 0 it is stick or break.
//   apex         x = β e_N: break above, stick below, slip around. It counts as a point of the plane between break and
//                stick.
//   lo = hi      f is constant, and there is no edge.
// In (29) the first entry of B_cone reads μ (x_1 - b), which is tangent to the cone for μ = 1 alone; the generator
// through x is (x_1 - b, x_2, x_3) for every μ, and that is what stands here. Columns have unit length: BBᵀ in (28)
// must be a projection.

#include "papers/todorov2010/implicit_law.h"

#include <math.h>
#include <string.h>

static const double ON_CONE = 1e-14; // |x_T| and μ f_N that agree to this share are equal: a few roundings

/// |x_T|.
static double tangential(const implicit_law *law, const double *x)
{
    return law->size == 3 ? sqrt(x[1] * x[1] + x[2] * x[2]) : fabs(x[1]);
}

void implicit_force(const implicit_law *law, const double *x, double *f)
{
    switch (law->kind)
    {
    case HF_LAW_BILATERAL:
        for (int k = 0; k < law->size; k++) f[k] = -x[k];
        return;
    case HF_LAW_BOX: f[0] = fmin(law->hi, fmax(law->lo, -x[0])); return;
    case HF_LAW_UNILATERAL: f[0] = fmax(0.0, law->bias - x[0]); return;
    default: break;
    }
    f[0] = fmax(0.0, law->bias - x[0]); // (10)
    double limit = law->mu * f[0], length = tangential(law, x);
    double s = length <= limit ? 1.0 : limit / length;         // (12)
    for (int k = 1; k < law->size; k++) f[k] = 0.0 - s * x[k]; // (13); 0 - … so that no force is +0
}

implicit_region implicit_region_of(const implicit_law *law, const double *x)
{
    switch (law->kind)
    {
    case HF_LAW_BILATERAL: return REGION_STICK;
    case HF_LAW_BOX:
        if (x[0] >= -law->lo || law->lo == law->hi) return REGION_LOW;
        return x[0] <= -law->hi ? REGION_HIGH : REGION_STICK;
    case HF_LAW_UNILATERAL: return x[0] >= law->bias ? REGION_BREAK : REGION_STICK;
    default: break;
    }
    if (x[0] >= law->bias) return REGION_BREAK;
    return law->mu > 0.0 && tangential(law, x) <= law->mu * (law->bias - x[0]) ? REGION_STICK : REGION_SLIP;
}

/// F of a sliding contact: f_N = β - x_N, f_T = -μ f_N t, t = x_T / |x_T|.
static void derivative_slip(const implicit_law *law, const double *x, double *F)
{
    int n = law->size;
    F[0] = -1.0;
    double length = tangential(law, x);
    if (law->mu == 0.0 || length == 0.0) return;
    double share = law->mu * (law->bias - x[0]) / length; // s of (12)
    for (int a = 1; a < n; a++)
    {
        double t_a = x[a] / length;
        F[a * n] = law->mu * t_a;
        for (int c = 1; c < n; c++) F[a * n + c] = share * (t_a * x[c] / length - (a == c ? 1.0 : 0.0));
    }
    if (n == 2) F[3] = 0.0; // the direction cannot turn in 2D
}

void implicit_derivative(const implicit_law *law, implicit_region region, const double *x, double *F)
{
    int n = law->size;
    memset(F, 0, (size_t)(n * n) * sizeof *F);
    if (region == REGION_STICK)
        for (int k = 0; k < n; k++) F[k * n + k] = -1.0;
    if (region == REGION_SLIP) derivative_slip(law, x, F);
}

// ---- edges ----

static implicit_edge edge_of_box(const implicit_law *law, double x, implicit_region sides[2], double *normal)
{
    normal[0] = 1.0;
    if (law->lo == law->hi) return EDGE_NONE;
    if (x == -law->lo)
    {
        sides[0] = REGION_LOW;
        sides[1] = REGION_STICK;
        return EDGE_LOW;
    }
    if (x == -law->hi)
    {
        sides[0] = REGION_STICK;
        sides[1] = REGION_HIGH;
        return EDGE_HIGH;
    }
    return EDGE_NONE;
}

implicit_edge implicit_edge_of(const implicit_law *law, const double *x, implicit_region sides[2], double *normal)
{
    if (law->kind == HF_LAW_BILATERAL) return EDGE_NONE;
    if (law->kind == HF_LAW_BOX) return edge_of_box(law, x[0], sides, normal);
    if (x[0] == law->bias)
    {
        sides[0] = REGION_BREAK;
        sides[1] = REGION_STICK;
        if (law->kind == HF_LAW_CONTACT && (law->mu == 0.0 || tangential(law, x) > 0.0)) sides[1] = REGION_SLIP;
        for (int k = 0; k < law->size; k++) normal[k] = k == 0;
        return EDGE_PLANE;
    }
    if (law->kind != HF_LAW_CONTACT || law->mu == 0.0 || x[0] > law->bias) return EDGE_NONE;
    double length = tangential(law, x), limit = law->mu * (law->bias - x[0]);
    if (fabs(length - limit) > ON_CONE * limit) return EDGE_NONE;
    sides[0] = REGION_SLIP; // outside of the cone
    sides[1] = REGION_STICK;
    double unit = 1.0 / sqrt(1.0 + law->mu * law->mu);
    normal[0] = law->mu * unit;
    for (int k = 1; k < law->size; k++) normal[k] = unit * x[k] / length;
    return EDGE_CONE;
}

int implicit_tangent(const implicit_law *law, implicit_edge edge, const double *x, double *B)
{
    int n = law->size, columns = edge == EDGE_NONE ? n : n - 1;
    memset(B, 0, (size_t)(n * columns) * sizeof *B);
    if (edge == EDGE_NONE)
        for (int k = 0; k < n; k++) B[k * n + k] = 1.0;
    if (edge == EDGE_PLANE)
        for (int k = 1; k < n; k++) B[k * columns + k - 1] = 1.0;
    if (edge != EDGE_CONE) return columns; // the edges of a box leave nothing free
    double unit = 1.0 / sqrt(1.0 + law->mu * law->mu), length = tangential(law, x);
    B[0] = -unit; // along the generator, away from the apex
    for (int k = 1; k < n; k++) B[k * columns] = law->mu * unit * x[k] / length;
    if (n == 2) return columns;
    B[columns + 1] = -x[2] / length; // around the axis
    B[2 * columns + 1] = x[1] / length;
    return columns;
}

void implicit_project(const implicit_law *law, implicit_edge edge, double *x)
{
    if (edge == EDGE_PLANE) x[0] = law->bias;
    if (edge == EDGE_LOW) x[0] = -law->lo;
    if (edge == EDGE_HIGH) x[0] = -law->hi;
    if (edge != EDGE_CONE) return;
    double length = tangential(law, x), mu = law->mu;
    double tau = fmax(0.0, (law->bias - x[0] + mu * length) / (1.0 + mu * mu)); // nearest τ (1, μ) to (β - x_N, |x_T|)
    x[0] = law->bias - tau;
    double limit = mu * (law->bias - x[0]); // with the rounding that implicit_edge_of will see
    for (int k = 1; k < law->size; k++) x[k] = length > 0.0 ? limit * (x[k] / length) : (k == 1 ? limit : 0.0);
}

void implicit_project_derivative(const implicit_law *law, const double *x, const double *d, double *dp)
{
    double length = tangential(law, x), mu = law->mu, t[2] = {0.0}, along = 0.0;
    for (int k = 1; k < law->size; k++)
    {
        t[k - 1] = length > 0.0 ? x[k] / length : 0.0;
        along += t[k - 1] * d[k];
    }
    double tau = (law->bias - x[0] + mu * length) / (1.0 + mu * mu), dtau = (mu * along - d[0]) / (1.0 + mu * mu);
    if (tau <= 0.0) tau = dtau = 0.0;
    dp[0] = -dtau;
    for (int k = 1; k < law->size; k++) // p_T = μ τ t
        dp[k] = mu * (dtau * t[k - 1] + (length > 0.0 ? tau * (d[k] - along * t[k - 1]) / length : 0.0));
}

// ---- crossings ----

static void add_crossing(implicit_crossing *crossings, int *count, double alpha, implicit_edge edge)
{
    if (alpha > 0.0 && alpha < 1.0) crossings[(*count)++] = (implicit_crossing){.alpha = alpha, .edge = edge};
}

/// Roots of |x_T + α d_T|² = μ² (β - x_N - α d_N)² where the normal is below the apex.
static void cross_cone(const implicit_law *law, const double *x, const double *d, implicit_crossing *crossings,
                       int *count)
{
    double z = law->bias - x[0], m = law->mu * law->mu;
    double a = -m * d[0] * d[0], h = m * z * d[0], c = -m * z * z; // a α² + 2 h α + c
    for (int k = 1; k < law->size; k++)
    {
        a += d[k] * d[k];
        h += x[k] * d[k];
        c += x[k] * x[k];
    }
    double discriminant = h * h - a * c;
    if (!(discriminant >= 0.0)) return;
    double q = -(h + copysign(sqrt(discriminant), h)); // the root that does not cancel, times a
    double roots[2] = {a != 0.0 ? q / a : INFINITY, q != 0.0 ? c / q : INFINITY};
    for (int k = 0; k < 2; k++)
        if (z - roots[k] * d[0] > 0.0) add_crossing(crossings, count, roots[k], EDGE_CONE);
}

int implicit_crossings(const implicit_law *law, const double *x, const double *d, implicit_crossing *crossings)
{
    int count = 0;
    if (law->kind == HF_LAW_BILATERAL) return 0;
    if (law->kind == HF_LAW_BOX)
    {
        if (law->lo == law->hi || d[0] == 0.0) return 0;
        if (isfinite(law->lo)) add_crossing(crossings, &count, (-law->lo - x[0]) / d[0], EDGE_LOW);
        if (isfinite(law->hi)) add_crossing(crossings, &count, (-law->hi - x[0]) / d[0], EDGE_HIGH);
        return count;
    }
    if (d[0] != 0.0) add_crossing(crossings, &count, (law->bias - x[0]) / d[0], EDGE_PLANE);
    if (law->kind == HF_LAW_CONTACT && law->mu > 0.0) cross_cone(law, x, d, crossings, &count);
    return count;
}
