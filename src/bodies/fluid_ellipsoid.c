// Forces of a medium of density ρ and viscosity β on an ellipsoid with half axes a, volume V, that moves through it at
// v and turns at ω, in its own axes.
// After Andersen, Pesavento and Wang (2005) on falling cards, in the form that MuJoCo documents for its ellipsoids,
// with five coefficients c:
//
//   added mass        f = p × ω, τ = p × v + l × ω p = ρ m∘v, l = ρ I∘ω, without the terms in accelerations
//   Magnus            f = c_m ρ V ω × v
//   Kutta–Joukowski   f = c_k ρ cos α A (n × v) × v A the area that v sees, n the normal of that section, α its angle
//                     to v
//   drag              f = -(3π β D + ρ |v| (c_b A + c_s (A_max - A))) v,  D = 2/3 Σ a
//                     τ = -(π β D³ + ρ |(c_a J_i + c_s (J_max - J_i)) ω_i|) ω,  J_i = 8/15 π a_i max(a_j, a_k)⁴
//
// The mass and inertia of the medium that moves along are those of potential flow (Lamb 1932, §114): with κ_i = 2/3 a b
// c R_D(a_j², a_k², a_i²), R_D Carlson's integral (1979),
//
//   m_i = V κ_i / (2 - κ_i),   I_i = V/5 (a_j² - a_k²)² (κ_k - κ_j) / (2 (a_j² - a_k²) + (a_j² + a_k²) (κ_j - κ_k)).

#include "bodies/fluid.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/// Carlson's R_D(x, y, z) = 3/2 ∫ dt / ((t + z) √((t + x)(t + y)(t + z))) from 0 on, by duplication: each turn makes
/// the differences four times smaller.
static double carlson_rd(double x, double y, double z)
{
    const double NEAR = 1e-3; // of a difference; what the series leaves out is of its sixth power
    double sum = 0.0, share = 1.0, mean, X, Y, Z;
    for (;;)
    {
        mean = (x + y + 3.0 * z) / 5.0;
        X = (mean - x) / mean, Y = (mean - y) / mean, Z = (mean - z) / mean;
        if (fmax(fabs(X), fmax(fabs(Y), fabs(Z))) < NEAR) break;
        double lambda = sqrt(x * y) + sqrt(x * z) + sqrt(y * z);
        sum += share / (sqrt(z) * (z + lambda));
        share /= 4.0;
        x = (x + lambda) / 4.0, y = (y + lambda) / 4.0, z = (z + lambda) / 4.0;
    }
    double A = X * Y, B = Z * Z, C = A - B, D = A - 6.0 * B, E = D + 2.0 * C;
    double series = 1.0 + D * (-3.0 / 14.0 + 9.0 / 88.0 * D - 4.5 / 26.0 * Z * E) +
                    Z * (E / 6.0 + Z * (-9.0 / 22.0 * C + 3.0 / 26.0 * Z * A));
    return 3.0 * sum + share * series / (mean * sqrt(mean));
}

void fluid_ellipsoid_complete(fluid_ellipsoid *e)
{
    const double *a = e->size;
    double volume = 4.0 / 3.0 * pi * a[0] * a[1] * a[2], kappa[3];
    for (int i = 0; i < 3; i++)
    {
        double p = a[(i + 1) % 3], q = a[(i + 2) % 3];
        kappa[i] = 2.0 / 3.0 * a[0] * a[1] * a[2] * carlson_rd(p * p, q * q, a[i] * a[i]);
        e->mass[i] = volume * kappa[i] / (2.0 - kappa[i]);
    }
    for (int i = 0; i < 3; i++)
    {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double minus = a[j] * a[j] - a[k] * a[k], plus = a[j] * a[j] + a[k] * a[k];
        double below = 2.0 * minus + plus * (kappa[j] - kappa[k]);
        e->inertia[i] = below == 0.0 ? 0.0 : volume / 5.0 * minus * minus * (kappa[k] - kappa[j]) / below;
    }
}

/// The section of the ellipsoid that v sees: its area, and (n × v) × v · cos α.
static double section(const double a[3], vec3 v, vec3 *lift)
{
    double products[3], above = 0.0, below = 0.0;
    for (int i = 0; i < 3; i++)
    {
        products[i] = a[(i + 1) % 3] * a[(i + 2) % 3] / (a[0] * a[1] * a[2]); // 1/a_i, so that no power is lost
        double x = products[i] * products[i] * v3_at(v, i);
        below += x * x;
        above += x * v3_at(v, i);
    }
    *lift = v3_zero();
    if (!(above > 0.0) || !(below > 0.0)) return 0.0;
    double scale = a[0] * a[1] * a[2];
    vec3 n = v3(products[0] * products[0] * v.x, products[1] * products[1] * v.y, products[2] * products[2] * v.z);
    *lift = v3_scale(above / (v3_norm(v) * below), v3_cross(v3_cross(n, v), v));
    return pi * scale * sqrt(below / above);
}

static double sorted_area(const double a[3], double *largest_moment)
{
    double most = fmax(a[0], fmax(a[1], a[2])), least = fmin(a[0], fmin(a[1], a[2]));
    double middle = a[0] + a[1] + a[2] - most - least;
    *largest_moment = 8.0 / 15.0 * pi * middle * most * most * most * most;
    return pi * most * middle;
}

void fluid_ellipsoid_force(const fluid_ellipsoid *e, vec3 v, vec3 w, const hf_settings *medium, vec3 *force,
                           vec3 *torque)
{
    const double *a = e->size, *c = e->coefficient, rho = medium->physics.density;
    double largest, most = sorted_area(a, &largest), volume = 4.0 / 3.0 * pi * a[0] * a[1] * a[2], moment[3];
    vec3 lift, p = v3_scale(rho, v3(e->mass[0] * v.x, e->mass[1] * v.y, e->mass[2] * v.z));
    vec3 l = v3_scale(rho, v3(e->inertia[0] * w.x, e->inertia[1] * w.y, e->inertia[2] * w.z));
    double area = section(a, v, &lift), D = 2.0 / 3.0 * (a[0] + a[1] + a[2]);
    for (int i = 0; i < 3; i++)
    {
        double wide = fmax(a[(i + 1) % 3], a[(i + 2) % 3]), J = 8.0 / 15.0 * pi * a[i] * wide * wide * wide * wide;
        moment[i] = v3_at(w, i) * (c[FLUID_ANGULAR] * J + c[FLUID_SLENDER] * (largest - J));
    }
    double drag = 3.0 * pi * medium->physics.viscosity * D +
                  rho * v3_norm(v) * (c[FLUID_BLUNT] * area + c[FLUID_SLENDER] * (most - area));
    double brake = pi * medium->physics.viscosity * D * D * D + rho * v3_norm(v3_load(moment));
    *force = v3_add(v3_cross(p, w), v3_scale(c[FLUID_MAGNUS] * rho * volume, v3_cross(w, v)));
    *force = v3_add_scaled(v3_add_scaled(*force, c[FLUID_KUTTA] * rho * area, lift), -drag, v);
    *torque = v3_add_scaled(v3_add(v3_cross(p, v), v3_cross(l, w)), -brake, w);
}
