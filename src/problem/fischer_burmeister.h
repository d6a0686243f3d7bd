// The modified Fischer–Burmeister function of one contact and its Jacobian (Daviet et al. 2011, section 5.2 and
// appendix A.1), written in the frame of its eigenvectors, where nothing cancels.
//
// Hats (eq. 7):  x = (mu r_N, r_T), y = rho (u_N + mu ‖u_T‖, mu u_T); contact law ⟺ f(x, y) = x + y - (x∘x + y∘y)^½ =
//                0.
//
// Let ω be the unit vector along  x_N x_T + y_N y_T  and ω⊥ the one across it. A vector v has the coordinates
//   v₋ = v_N - v_T·ω,   v₊ = v_N + v_T·ω,   v⊥ = v_T·ω⊥.
// Then the eigenvalues of z = x∘x + y∘y are sums of squares,
//   λ₁ = x₋² + y₋² + x⊥² + y⊥²,   λ₂ = x₊² + y₊² + x⊥² + y⊥²,
// (the textbook form of λ₁ is a difference of nearly equal numbers), z^½ has the coordinates (√λ₁, √λ₂, 0), and with s
// = z^½
//   L_s⁻¹ L_x :   v₋ ↦ (x₋ v₋ + x⊥ v⊥) ∕ √λ₁,  v₊ ↦ (x₊ v₊ + x⊥ v⊥) ∕ √λ₂,  v⊥ ↦ (x⊥ (v₊ + v₋) ∕ 2 + x_N v⊥) ∕ s_N
// whose entries are bounded. ∂f/∂x = I - L_s⁻¹ L_x, ∂f/∂y = I - L_s⁻¹ L_y. (The appendix prints L_{z⁻¹} and, for λ₁ =
// 0, x_N ∕ (x_N² + y_N²); from s∘s = z follow L_s⁻¹ and x_N ∕ √(x_N² + y_N²), used here and checked against differences
// in the tests.)
//
// Special cases: λ₁ = 0 takes the appendix's element of the generalized Jacobian, (1 - x_N ∕ √(x_N²+y_N²)) I; λ₂ = 0
// means x = y = 0, a solution, with Jacobian I - I = 0; x_N x_T + y_N y_T = 0: ω is any; u_T = 0: dũ/du = I.
// In 2D ω = 1 always will do, ⊥ is gone, and f is two scalar Fischer–Burmeister functions, of (x₋, y₋) and (x₊, y₊).

#ifndef HF_PROBLEM_FISCHER_BURMEISTER_H
#define HF_PROBLEM_FISCHER_BURMEISTER_H

#include <math.h>

/// ρ of eq. 7, which gives x and y one size: dy/dx = ρ (w_N/mu, w_T; w_T, mu W_T), of which the stiffer side of slide
/// counts. Of seven choices tried on random contacts this failed least, by far so at large mu.
static inline double mfb_rho(int d, const double *W, double mu)
{
    double trace = d == 3 ? W[0] + W[4] + W[8] : W[0] + W[3];
    return trace > 0.0 ? 1.0 / (trace * fmax(1.0, mu)) : 1.0;
}

typedef struct mfb_point
{
    double f[3];     // f₋, f₊, f⊥
    double x[3];     // x₋, x₊, x⊥
    double y[3];     // y₋, y₊, y⊥
    double root[2];  // √λ₁, √λ₂
    double omega[2]; // ω
    double slip;     // ‖u_T‖
} mfb_point;

/// p + q - √(p² + q² + c), c >= 0, root = that root.
static inline double mfb_scalar(double p, double q, double c, double root)
{
    double sum = p + q;
    return sum > 0.0 ? (2.0 * p * q - c) / (sum + root) : sum - root;
}

/// ‖f‖²
static inline double mfb_square(const mfb_point *s)
{
    return 0.5 * (s->f[0] * s->f[0] + s->f[1] * s->f[1]) + s->f[2] * s->f[2];
}

static inline void mfb_evaluate3(double mu, double rho, const double *r, const double *u, mfb_point *s)
{
    double slip = sqrt(u[1] * u[1] + u[2] * u[2]);
    double xn = mu * r[0], yn = rho * (u[0] + mu * slip);
    double yt1 = rho * mu * u[1], yt2 = rho * mu * u[2];
    double a1 = xn * r[1] + yn * yt1, a2 = xn * r[2] + yn * yt2, a = sqrt(a1 * a1 + a2 * a2);
    double o1 = 1.0, o2 = 0.0;
    if (a > 0.0)
    {
        double inverse = 1.0 / a;
        o1 = a1 * inverse;
        o2 = a2 * inverse;
    }
    double xt = o1 * r[1] + o2 * r[2], yt = o1 * yt1 + o2 * yt2;
    s->x[0] = xn - xt;
    s->x[1] = xn + xt;
    s->x[2] = o1 * r[2] - o2 * r[1];
    s->y[0] = yn - yt;
    s->y[1] = yn + yt;
    s->y[2] = o1 * yt2 - o2 * yt1;
    double across = s->x[2] * s->x[2] + s->y[2] * s->y[2];
    s->root[0] = sqrt(s->x[0] * s->x[0] + s->y[0] * s->y[0] + across);
    s->root[1] = sqrt(s->x[1] * s->x[1] + s->y[1] * s->y[1] + across);
    s->f[0] = mfb_scalar(s->x[0], s->y[0], across, s->root[0]);
    s->f[1] = mfb_scalar(s->x[1], s->y[1], across, s->root[1]);
    s->f[2] = s->x[2] + s->y[2];
    s->omega[0] = o1;
    s->omega[1] = o2;
    s->slip = slip;
}

/// J = df/dr, row-major; rows are the coordinates ₋, ₊, ⊥, columns those of r.
static inline void mfb_jacobian3(const double *W, double mu, double rho, const double *u, const mfb_point *s, double *J)
{
    double o1 = s->omega[0], o2 = s->omega[1];
    double t1 = 0.0, t2 = 0.0; // mu u_T ∕ ‖u_T‖
    if (s->slip > 0.0)
    {
        double scale = mu / s->slip;
        t1 = scale * u[1];
        t2 = scale * u[2];
    }
    double sn = 0.5 * (s->root[0] + s->root[1]), i2 = 1.0 / s->root[1], in = 1.0 / sn;
    double xn = 0.5 * (s->x[0] + s->x[1]), yn = 0.5 * (s->y[0] + s->y[1]);
    double xm = s->x[0], ym = s->y[0], xa = s->x[2], ya = s->y[2], i1 = 1.0;
    if (s->root[0] > 0.0) i1 = 1.0 / s->root[0];
    else
    {
        double size = sqrt(xn * xn + yn * yn);
        xm = xn / size;
        ym = yn / size;
    }
    const double x_column[3][3] = {{mu, mu, 0.0}, {-o1, o1, -o2}, {-o2, o2, o1}}; // dx/dr_j in ₋, ₊, ⊥
    for (int j = 0; j < 3; j++)
    {
        double c1 = W[3 + j], c2 = W[6 + j]; // du_T/dr_j
        double dn = rho * (W[j] + t1 * c1 + t2 * c2), dt = rho * mu * (o1 * c1 + o2 * c2);
        double dm = dn - dt, dp = dn + dt, da = rho * mu * (o1 * c2 - o2 * c1);
        double em = x_column[j][0], ep = x_column[j][1], ea = x_column[j][2];
        J[j] = em + dm - i1 * (xm * em + ym * dm + xa * ea + ya * da);
        J[3 + j] = ep + dp - i2 * (s->x[1] * ep + s->y[1] * dp + xa * ea + ya * da);
        J[6 + j] = ea + da - in * (0.5 * (xa * (ep + em) + ya * (dp + dm)) + xn * ea + yn * da);
    }
}

static inline void mfb_evaluate2(double mu, double rho, const double *r, const double *u, mfb_point *s)
{
    double xn = mu * r[0], yn = rho * (u[0] + mu * fabs(u[1])), yt = rho * mu * u[1];
    s->x[0] = xn - r[1];
    s->x[1] = xn + r[1];
    s->y[0] = yn - yt;
    s->y[1] = yn + yt;
    for (int k = 0; k < 2; k++)
    {
        s->root[k] = sqrt(s->x[k] * s->x[k] + s->y[k] * s->y[k]);
        s->f[k] = mfb_scalar(s->x[k], s->y[k], 0.0, s->root[k]);
    }
    s->f[2] = 0.0;
}

/// J = df/dr; rows ₋, ₊. A zero root (a corner of that scalar function) takes the element with 1 ∕ √2 for both
/// partners.
static inline void mfb_jacobian2(const double *W, double mu, double rho, const double *u, const mfb_point *s, double *J)
{
    double t = u[1] > 0.0 ? mu : u[1] < 0.0 ? -mu : 0.0;
    for (int k = 0; k < 2; k++)
    {
        double sign = k == 0 ? -1.0 : 1.0;
        double cx = 1.0 - 0.70710678118654752, cy = cx; // 1 - 1 ∕ √2
        if (s->root[k] > 0.0)
        {
            cx = 1.0 - s->x[k] / s->root[k];
            cy = 1.0 - s->y[k] / s->root[k];
        }
        for (int j = 0; j < 2; j++)
        {
            double dx = j == 0 ? mu : sign;
            double dy = rho * (W[j] + t * W[2 + j] + sign * mu * W[2 + j]);
            J[2 * k + j] = cx * dx + cy * dy;
        }
    }
}

#endif
