// The laws as equations f(r, u) = 0, and ∂f/∂r, ∂f/∂u.
//
// Fischer–Burmeister (Daviet et al. 2011, section 5.2, appendix A.1)
//   contact     x = (mu r_N, r_T), y = (u_N + mu ‖u_T‖, mu u_T), f = x + y - (x∘x + y∘y)^½ (eqs. 5, 7, 12)
//   mu = 0      f_N = φ(r_N, u_N), f_T = r_T,  φ(a, b) = a + b - √(a² + b²)                              (eqs. 8a, 9)
//   unilateral  φ(r, u);   bilateral  u;   box  φ(r - lo, -φ(hi - r, -u)), each φ gone where its bound is infinite
// Alart–Curnier: r minus a projection of x = r - u
//   contact     f_N = r_N - max(0, x_N),  f_T = r_T - P(x_T) on the disc of radius mu max(0, x_N)
//   unilateral  r - max(0, x);   bilateral  u;   box  r - min(hi, max(lo, x))
//
// The square root s of z = x∘x + y∘y is taken in the frame of its eigenvectors (problem/fischer_burmeister.h, with ρ =
// 1), where L_s is diagonal, and ds = L_s⁻¹ (L_x dx + L_y dy) follows from s∘s = z.
// Corners: λ₁ = 0 takes ∂s/∂x = x_N ∕ √(x_N² + y_N²) I; x = y = 0 takes the element with 1 ∕ √2 for both partners,
// since the zero of the appendix would make a singular row; u_T = 0 takes dũ/du = I.

#include "papers/daviet2011/newton_laws.h"

#include "base/elementary.h"
#include "problem/fischer_burmeister.h"

#include <math.h>
#include <string.h>

static const double HALF_ROOT = 0.70710678118654752; // 1/√2

// ---- scalar Fischer–Burmeister ----

/// φ(a, b) and its derivatives.
static double fischer_scalar(double a, double b, double *da, double *db)
{
    double root = sqrt(a * a + b * b);
    *da = 1.0 - (root > 0.0 ? a / root : HALF_ROOT);
    *db = 1.0 - (root > 0.0 ? b / root : HALF_ROOT);
    return mfb_scalar(a, b, 0.0, root);
}

static void fischer_box(const newton_law *law, double r, double u, double *f, double *A, double *B)
{
    double inner = u, inner_r = 0.0, inner_u = 1.0; // -φ(hi - r, -u)
    if (law->hi < INFINITY)
    {
        double da, db;
        inner = -fischer_scalar(law->hi - r, -u, &da, &db);
        inner_r = da;
        inner_u = db;
    }
    *f = inner;
    *A = inner_r;
    *B = inner_u;
    if (law->lo == -INFINITY) return;
    double da, db;
    *f = fischer_scalar(r - law->lo, inner, &da, &db);
    *A = da + db * inner_r;
    *B = db * inner_u;
}

// ---- Fischer–Burmeister of the cone ----

static void to_frame(int d, const double *omega, const double *v, double *out)
{
    double along = omega[0] * v[1] + (d == 3 ? omega[1] * v[2] : 0.0);
    out[0] = v[0] - along;
    out[1] = v[0] + along;
    out[2] = d == 3 ? omega[0] * v[2] - omega[1] * v[1] : 0.0;
}

static void from_frame(int d, const double *omega, const double *v, double *out)
{
    double along = 0.5 * (v[1] - v[0]);
    out[0] = 0.5 * (v[0] + v[1]);
    out[1] = omega[0] * along - omega[1] * v[2];
    if (d == 3) out[2] = omega[1] * along + omega[0] * v[2];
}

/// D = I - L_s⁻¹ L_v for v = x or y (in the frame), d × d row-major in the contact frame.
static void cone_partial(int d, const mfb_point *s, const double *v, double *D)
{
    double v_N = 0.5 * (v[0] + v[1]), s_N = 0.5 * (s->root[0] + s->root[1]);
    double x_N = 0.5 * (s->x[0] + s->x[1]), y_N = 0.5 * (s->y[0] + s->y[1]), size = real_hypot(x_N, y_N);
    bool corner = s->root[0] == 0.0;
    if (corner && d == 3)
    {
        double share = size > 0.0 ? v_N / size : HALF_ROOT;
        memset(D, 0, 9 * sizeof *D);
        for (int k = 0; k < 3; k++) D[4 * k] = 1.0 - share;
        return;
    }
    for (int j = 0; j < d; j++)
    {
        double e[3] = {0}, t[3], image[3], column[3];
        e[j] = 1.0;
        to_frame(d, s->omega, e, t);
        for (int k = 0; k < 2; k++) // a zero root in 2D is a corner of one of two scalar functions
            image[k] = s->root[k] > 0.0 ? (v[k] * t[k] + v[2] * t[2]) / s->root[k] : HALF_ROOT * t[k];
        image[2] = s_N > 0.0 ? (0.5 * v[2] * (t[0] + t[1]) + v_N * t[2]) / s_N : 0.0;
        from_frame(d, s->omega, image, column);
        for (int i = 0; i < d; i++) D[i * d + j] = e[i] - column[i];
    }
}

static void fischer_cone(const newton_law *law, const double *r, const double *u, double *f, double *A, double *B)
{
    int d = law->size;
    double mu = law->mu;
    mfb_point s = {.omega = {1.0, 0.0}};
    if (d == 3) mfb_evaluate3(mu, 1.0, r, u, &s);
    else mfb_evaluate2(mu, 1.0, r, u, &s);
    double slip = d == 3 ? s.slip : fabs(u[1]);
    from_frame(d, s.omega, s.f, f);
    if (!A) return;
    double Dx[9], Dy[9];
    cone_partial(d, &s, s.x, Dx);
    cone_partial(d, &s, s.y, Dy);
    for (int i = 0; i < d; i++)
    {
        A[i * d] = mu * Dx[i * d]; // dx/dr = diag(mu, 1, 1)
        B[i * d] = Dy[i * d];      // dy/du = [1 mu u_Tᵀ/‖u_T‖; 0 mu I]
        for (int j = 1; j < d; j++)
        {
            A[i * d + j] = Dx[i * d + j];
            B[i * d + j] = mu * (Dy[i * d + j] + (slip > 0.0 ? Dy[i * d] * u[j] / slip : 0.0));
        }
    }
}

// ---- Alart–Curnier ----

static void alart_contact(const newton_law *law, const double *r, const double *u, double *f, double *A, double *B)
{
    int d = law->size;
    double x[3] = {0}, P[3] = {0}, D[9] = {0}; // the projection and its derivative by x
    for (int k = 0; k < d; k++) x[k] = r[k] - u[k];
    if (x[0] > 0.0)
    {
        double radius = law->mu * x[0], t = d == 3 ? real_hypot(x[1], x[2]) : fabs(x[1]);
        P[0] = x[0];
        D[0] = 1.0;
        for (int i = 1; i < d; i++)
        {
            bool inside = t <= radius;
            double n_i = inside ? 0.0 : x[i] / t;
            P[i] = inside ? x[i] : radius * n_i;
            D[i * d] = inside ? 0.0 : law->mu * n_i;
            for (int j = 1; j < d; j++)
            {
                double unit = i == j ? 1.0 : 0.0;
                D[i * d + j] = inside ? unit : radius / t * (unit - n_i * x[j] / t);
            }
        }
        if (d == 2 && t > radius) D[3] = 0.0; // exactly: a line has no direction to turn
    }
    for (int i = 0; i < d; i++) f[i] = r[i] - P[i];
    for (int k = 0; A && k < d * d; k++)
    {
        A[k] = (k % (d + 1) == 0 ? 1.0 : 0.0) - D[k];
        B[k] = D[k];
    }
}

/// r - clamp(r - u).
static void alart_interval(double lo, double hi, double r, double u, double *f, double *A, double *B)
{
    double x = r - u;
    bool inside = x > lo && x < hi;
    *f = inside ? u : r - (x >= hi ? hi : lo);
    *A = inside ? 0.0 : 1.0;
    *B = inside ? 1.0 : 0.0;
}

// ---- all kinds ----

/// mu = 0: the normal alone, and no friction.
static void frictionless(hf_newton_function function, int d, const double *r, const double *u, double *f, double *A,
                         double *B)
{
    double a, b;
    if (function == HF_NEWTON_ALART_CURNIER) alart_interval(0.0, INFINITY, r[0], u[0], f, &a, &b);
    else f[0] = fischer_scalar(r[0], u[0], &a, &b);
    for (int k = 1; k < d; k++) f[k] = r[k];
    if (!A) return;
    memset(A, 0, (size_t)(d * d) * sizeof *A);
    memset(B, 0, (size_t)(d * d) * sizeof *B);
    A[0] = a;
    B[0] = b;
    for (int k = 1; k < d; k++) A[k * (d + 1)] = 1.0;
}

static void evaluate_contact(hf_newton_function function, const newton_law *law, const double *r, const double *u,
                             double *f, double *A, double *B)
{
    if (law->mu == 0.0) frictionless(function, law->size, r, u, f, A, B);
    else if (function == HF_NEWTON_ALART_CURNIER) alart_contact(law, r, u, f, A, B);
    else fischer_cone(law, r, u, f, A, B);
}

void newton_law_evaluate(hf_newton_function function, const newton_law *law, const double *r, const double *u,
                         double *f, double *A, double *B)
{
    double a = 0.0, b = 0.0;
    bool alart = function == HF_NEWTON_ALART_CURNIER;
    switch (law->kind)
    {
    case HF_LAW_UNILATERAL:
        if (alart) alart_interval(0.0, INFINITY, r[0], u[0], f, &a, &b);
        else f[0] = fischer_scalar(r[0], u[0], &a, &b);
        break;
    case HF_LAW_BOX:
        if (alart) alart_interval(law->lo, law->hi, r[0], u[0], f, &a, &b);
        else fischer_box(law, r[0], u[0], f, &a, &b);
        break;
    case HF_LAW_BILATERAL:
        memcpy(f, u, (size_t)law->size * sizeof *f);
        for (int k = 0; A && k < law->size * law->size; k++)
        {
            A[k] = 0.0;
            B[k] = k % (law->size + 1) == 0 ? 1.0 : 0.0;
        }
        return;
    default: evaluate_contact(function, law, r, u, f, A, B); return;
    }
    if (!A) return;
    A[0] = a;
    B[0] = b;
}
