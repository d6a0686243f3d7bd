// The Alart–Curnier function of one contact and its generalized Jacobian (Alart and Curnier 1991, as in
// Bertails-Descoubes et al. 2011):
//
//   F_N = r_N - P_{R+}(r_N - rho_N u_N)
//   F_T = r_T - P_{B(mu r_N⁺)}(r_T - rho_T u_T)          B(R): the disc of radius R; r_N⁺ = max(0, r_N)
//
// F = 0 ⟺ Coulomb's law, for any rho_N, rho_T > 0. F is piecewise smooth; the pieces are open or closed × stick, slip
// or no disc (r_N <= 0).

#ifndef HF_PAPERS_DAVIET2011_LOCAL_ALART_CURNIER_H
#define HF_PAPERS_DAVIET2011_LOCAL_ALART_CURNIER_H

#include <math.h>
#include <stdbool.h>

typedef struct ac_scale
{
    double normal, tangent; // rho_N, rho_T
} ac_scale;

/// rho_N = 1 ∕ w_N; rho_T = 1 ∕ λ_max(W_T), from the symmetric part.
static inline ac_scale ac_scale_of(int d, const double *W)
{
    double t = W[3];
    if (d == 3)
    {
        double half = 0.5 * (W[4] - W[8]), off = 0.5 * (W[5] + W[7]);
        t = 0.5 * (W[4] + W[8]) + sqrt(half * half + off * off);
    }
    return (ac_scale){W[0] > 0.0 ? 1.0 / W[0] : 1.0, t > 0.0 ? 1.0 / t : 1.0};
}

/// F, and J = dF/dr (row-major d × d) unless J is NULL.
static inline void ac_evaluate(int d, const double *W, double mu, ac_scale rho, const double *r, const double *u,
                               double *F, double *J)
{
    bool closed = r[0] - rho.normal * u[0] > 0.0;
    F[0] = closed ? rho.normal * u[0] : r[0];
    double t[3], square = 0.0, radius = mu * fmax(0.0, r[0]);
    for (int i = 1; i < d; i++)
    {
        t[i] = r[i] - rho.tangent * u[i];
        square += t[i] * t[i];
    }
    double length = sqrt(square);
    bool stick = length <= radius;
    for (int i = 1; i < d; i++)
        F[i] = stick ? rho.tangent * u[i] : r[i] - (radius > 0.0 ? radius / length * t[i] : 0.0);
    if (!J) return;

    for (int j = 0; j < d; j++) J[j] = closed ? rho.normal * W[j] : j == 0;
    for (int i = 1; i < d; i++)
        for (int j = 0; j < d; j++)
        {
            if (stick)
            {
                J[d * i + j] = rho.tangent * W[d * i + j];
                continue;
            }
            J[d * i + j] = i == j;
            if (radius <= 0.0) continue;
            // radius ∕ length (I - t̂ t̂ᵀ) (dr_T - rho_T W_T dr) + mu t̂ dr_N
            double dt = (i == j) - rho.tangent * W[d * i + j], along = 0.0;
            for (int k = 1; k < d; k++) along += t[k] * ((k == j) - rho.tangent * W[d * k + j]);
            J[d * i + j] -= radius / length * (dt - t[i] * along / square);
            if (j == 0) J[d * i] -= mu * t[i] / length;
        }
}

#endif
