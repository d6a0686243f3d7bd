// One contact by Newton's method on the Alart–Curnier function: pure (PAC) and damped by a Goldstein–Price line search
// (DAC), the two rivals of Daviet et al. 2011, section 7.1, after Bertails-Descoubes et al. 2011.
//
// Pure Newton often ends after the few steps that find the right piece of F (stick and open are linear there), or
// cycles among pieces.
// The line search looks for a step t with  m₂ t s <= φ(t) - φ(0) <= m₁ t s,  φ = ½‖F‖², s = φ'(0) < 0, by
// bisection and doubling. F is not differentiable at the edges of its pieces, so it may not exist: then the shortest
// step tried is taken.
// A singular Jacobian gives way to Levenberg and Marquardt's step, next to the least of the solutions.
// Special cases: b_N >= 0 and mu = 0 at once. The verdict is that of the natural residual; the best iterate is kept.

#include "papers/daviet2011/local/alart_curnier.h"

#include "papers/daviet2011/local/rivals.h"
#include "solve/sweep/local/small.h"

enum
{
    pure_iterations = 30,
    damped_iterations = 60,
    search_steps = 12 // of the line search
};

static const double goldstein_low = 0.1, goldstein_high = 0.9; // m₁, m₂
static const double damping = 1e-5;                            // where J is singular

typedef struct newton
{
    int d;
    const double *W, *b;
    double mu;
    ac_scale rho;
} newton;

static inline void velocity(const newton *q, const double *r, double *u)
{
    if (q->d == 3) small_velocity3(q->W, q->b, r, u);
    else small_velocity2(q->W, q->b, r, u);
}

static inline double square(int d, const double *x)
{
    return d == 3 ? dot3(x, x) : dot2(x, x);
}

static inline double merit(const newton *q, const double *r)
{
    double u[3], F[3];
    velocity(q, r, u);
    ac_evaluate(q->d, q->W, q->mu, q->rho, r, u, F, NULL);
    return 0.5 * square(q->d, F);
}

/// dr with J dr = -F, or its damped replacement. Returns the slope of ½‖F‖² along dr; 0: no way.
static inline double direction(int d, const double *J, const double *F, double *dr)
{
    double minus[3], g[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < d; i++) minus[i] = -F[i];
    for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) g[j] += J[d * i + j] * F[i]; // g = Jᵀ F
    double det = d == 3 ? small_solve3(J, minus, dr) : small_solve2(J, minus, dr);
    if (fabs(det) > 1e-14 && isfinite(square(d, dr))) return -square(d, F);
    if (!(d == 3 ? small_damped3(J, F, damping, dr) : small_damped2(J, F, damping, dr))) return 0.0;
    return d == 3 ? dot3(g, dr) : dot2(g, dr);
}

static double step_length(const newton *q, const double *x, const double *dr, double merit_now, double slope)
{
    double lo = 0.0, hi = INFINITY, t = 1.0;
    for (int k = 0; k < search_steps; k++)
    {
        double y[3];
        for (int j = 0; j < q->d; j++) y[j] = x[j] + t * dr[j];
        double gain = merit(q, y) - merit_now;
        if (!(gain <= goldstein_low * t * slope)) hi = t;   // too long
        else if (gain < goldstein_high * t * slope) lo = t; // could be longer
        else return t;
        if (t == 1.0 && lo == 1.0) return t; // Newton's own step is never stretched: it ends on the right piece
        t = isinf(hi) ? 2.0 * t : 0.5 * (lo + hi);
    }
    return lo > 0.0 ? lo : t;
}

static inline local_verdict solve(int d, const double *W, const double *b, double mu, double tolerance, bool damped,
                                  double *r)
{
    if (b[0] >= 0.0)
    {
        memset(r, 0, (size_t)d * sizeof(double));
        return LOCAL_SOLVED;
    }
    if (mu == 0.0) return small_frictionless(d, W, b, tolerance, r) == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;
    newton q = {d, W, b, mu, ac_scale_of(d, W)};
    double x[3] = {r[0], r[1], d == 3 ? r[2] : 0.0}, best = INFINITY;
    int iterations = damped ? damped_iterations : pure_iterations;
    for (int k = 0; k <= iterations; k++)
    {
        double u[3], F[3], J[9], dr[3];
        double residual = local_residual(d, W, b, mu, x);
        if (residual < best)
        {
            best = residual;
            memcpy(r, x, (size_t)d * sizeof(double));
            if (small_solves(residual, sqrt(square(d, x)), tolerance)) return LOCAL_SOLVED;
        }
        velocity(&q, x, u);
        ac_evaluate(d, W, mu, q.rho, x, u, F, J);
        double slope = direction(d, J, F, dr);
        if (!(slope < 0.0)) break;
        double t = damped ? step_length(&q, x, dr, 0.5 * square(d, F), slope) : 1.0;
        for (int j = 0; j < d; j++) x[j] += t * dr[j];
    }
    return LOCAL_FAILED;
}

local_verdict local_pac3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve(3, W, b, mu, tolerance, false, r);
}

local_verdict local_pac2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve(2, W, b, mu, tolerance, false, r);
}

local_verdict local_dac3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve(3, W, b, mu, tolerance, true, r);
}

local_verdict local_dac2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve(2, W, b, mu, tolerance, true, r);
}
