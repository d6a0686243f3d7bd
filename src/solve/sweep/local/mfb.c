// One contact by Newton's method on the modified Fischer–Burmeister function (Daviet et al. 2011, appendix A.2).
//
//   u = W r + b,   K_1/mu ∋ u + mu ‖u_T‖ e ⟂ r ∈ K_mu (eq. 6) ⟺ f(r) = 0 (eq. 8b, 13; fischer_burmeister.h)
//
// Pure Newton: no line search, which the paper found not to pay. Where its step is not a descent direction of ½‖f‖² or
// the Jacobian is singular, the paper goes down the gradient; here Levenberg and Marquardt's step takes its place,
// which is the gradient in the directions that J does not see and Newton's step in the others. At a singular W in stick
// J becomes singular on the whole set of solutions, and the plain gradient is too slow (tried: it fails five times as
// often there). The best iterate is kept. The last word has the natural residual of the contact, not ‖f‖.
//
// local_mfb_paper* do as the appendix says (ρ = 1 in units in which W has trace 1, σ = 1e-3, down the gradient, begun
// at the guess), for comparison.
//
// Special cases: b_N >= 0 is take-off, r = 0, at once; mu = 0 is the scalar case; a guess that solves comes back as it
// is; the corners of f are in problem/fischer_burmeister.h. W may be singular or unsymmetric: only the products W r and
// the Jacobian see it.
// Not always successful: where mu ‖w_T‖ > w_N, f has local minima; where mu is tiny and the contact sticks, the hats
// are of very different size.
// enum.c is the fail-safe.
// Cost: two to four iterations from a fair guess, eight from a random one, each some 150 operations and five square
// roots.

#include "problem/fischer_burmeister.h"

#include "problem/law.h"
#include "solve/sweep/local/local.h"
#include "solve/sweep/local/small.h"

enum
{
    max_iterations = 30, // of Newton; the fail-safe is cheaper than more of them
};

// A Newton step is refused if its cosine with the steepest descent is below this (σ in the paper, there 1e-3).
// Ill-conditioned but right steps have small cosines, so it only guards against rounding turning the step around.
static const double descent_cosine = 1e-8;

static const double paper_cosine = 1e-3; // σ of the paper

// Of the step that takes its place, relative to ‖J‖.
static const double damping = 1e-3;

/// ‖f‖ above this many times the tolerance means that the natural residual is above the tolerance, so it need not be
/// computed:
/// f is Lipschitz with 1 + √2 < 3 in (x, y), and (x, y) moves by at most max(1, mu) (1 + rho) times (r, ũ).
static double screen(double mu, double rho, double tolerance)
{
    double factor = 6.0 * fmax(1.0, mu) * (1.0 + rho);
    return factor * factor * tolerance * tolerance;
}

/// The step from J dr = -f, or what takes its place. False: no way down.
static bool step3(const double *J, const mfb_point *s, bool paper_exact, double *dr)
{
    const double *f = s->f;
    double g[3], minus[3] = {-f[0], -f[1], -f[2]};
    for (int j = 0; j < 3; j++) g[j] = 0.5 * (J[j] * f[0] + J[3 + j] * f[1]) + J[6 + j] * f[2]; // g = ∇ ½‖f‖²
    double det = small_solve3(J, minus, dr);
    if (det != 0.0)
    {
        double slope = dot3(dr, g);
        double least = paper_exact ? paper_cosine : descent_cosine, bound = least * least * dot3(dr, dr) * dot3(g, g);
        if (slope < 0.0 && slope * slope >= bound) return true;
    }
    if (paper_exact)
    {
        for (int j = 0; j < 3; j++) dr[j] = -g[j];
        return dot3(g, g) > 0.0;
    }
    const double h = 0.70710678118654752; // weights of the coordinates in ‖f‖
    double A[9], y[3] = {h * f[0], h * f[1], f[2]};
    for (int k = 0; k < 9; k++) A[k] = k < 6 ? h * J[k] : J[k];
    return small_damped3(A, y, damping, dr);
}

/// Where the guess is open, which b_N < 0 rules out, the frictionless answer is two or three iterations nearer.
static inline void start(int d, const double *W, const double *b, double *x)
{
    if (x[0] > 0.0 || !(W[0] > 0.0)) return;
    x[0] = -b[0] / W[0];
    for (int k = 1; k < d; k++) x[k] = 0.0;
}

static inline local_verdict solve3(const double *W, const double *b, double mu, double tolerance, bool paper_exact,
                                   double *r)
{
    if (b[0] >= 0.0)
    {
        r[0] = r[1] = r[2] = 0.0;
        return LOCAL_SOLVED;
    }
    if (mu == 0.0) return small_frictionless(3, W, b, tolerance, r) == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;

    double rho = paper_exact ? 1.0 : mfb_rho(3, W, mu), enough = screen(mu, rho, tolerance), best = INFINITY;
    double x[3] = {r[0], r[1], r[2]};
    if (!paper_exact) start(3, W, b, x);
    for (int k = 0; k <= max_iterations; k++)
    {
        double u[3], J[9], dr[3];
        mfb_point s;
        small_velocity3(W, b, x, u);
        mfb_evaluate3(mu, rho, x, u, &s);
        double square = mfb_square(&s);
        if (square < best)
        {
            best = square;
            r[0] = x[0];
            r[1] = x[1];
            r[2] = x[2];
            if (square <= enough && small_solves(sqrt(law_natural_square3(mu, x, u)), norm3(x), tolerance))
                return LOCAL_SOLVED;
        }
        mfb_jacobian3(W, mu, rho, u, &s, J);
        if (k == max_iterations || !step3(J, &s, paper_exact, dr)) break;
        for (int j = 0; j < 3; j++) x[j] += dr[j];
    }
    return LOCAL_FAILED;
}

static bool step2(const double *J, const mfb_point *s, bool paper_exact, double *dr)
{
    const double *f = s->f;
    double g[2] = {J[0] * f[0] + J[2] * f[1], J[1] * f[0] + J[3] * f[1]}, minus[2] = {-f[0], -f[1]}; // g = ∇ ‖f‖²
    double det = small_solve2(J, minus, dr);
    if (det != 0.0)
    {
        double slope = dot2(dr, g);
        double least = paper_exact ? paper_cosine : descent_cosine, bound = least * least * dot2(dr, dr) * dot2(g, g);
        if (slope < 0.0 && slope * slope >= bound) return true;
    }
    if (paper_exact)
    {
        dr[0] = -0.5 * g[0]; // ½‖f‖² of the paper: mfb_square counts f₋ and f₊ half
        dr[1] = -0.5 * g[1];
        return dot2(g, g) > 0.0;
    }
    return small_damped2(J, f, damping, dr);
}

static inline local_verdict solve2(const double *W, const double *b, double mu, double tolerance, bool paper_exact,
                                   double *r)
{
    if (b[0] >= 0.0)
    {
        r[0] = r[1] = 0.0;
        return LOCAL_SOLVED;
    }
    if (mu == 0.0) return small_frictionless(2, W, b, tolerance, r) == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;

    double rho = paper_exact ? 1.0 : mfb_rho(2, W, mu), enough = screen(mu, rho, tolerance), best = INFINITY;
    double x[2] = {r[0], r[1]};
    if (!paper_exact) start(2, W, b, x);
    for (int k = 0; k <= max_iterations; k++)
    {
        double u[2], J[4], dr[2];
        mfb_point s;
        small_velocity2(W, b, x, u);
        mfb_evaluate2(mu, rho, x, u, &s);
        double square = mfb_square(&s);
        if (square < best)
        {
            best = square;
            r[0] = x[0];
            r[1] = x[1];
            if (square <= enough && small_solves(sqrt(law_natural_square2(mu, x, u)), norm2(x), tolerance))
                return LOCAL_SOLVED;
        }
        mfb_jacobian2(W, mu, rho, u, &s, J);
        if (k == max_iterations || !step2(J, &s, paper_exact, dr)) break;
        x[0] += dr[0];
        x[1] += dr[1];
    }
    return LOCAL_FAILED;
}

local_verdict local_mfb3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve3(W, b, mu, tolerance, false, r);
}

local_verdict local_mfb2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve2(W, b, mu, tolerance, false, r);
}

local_verdict local_mfb_paper3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve3(W, b, mu, tolerance, true, r);
}

local_verdict local_mfb_paper2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve2(W, b, mu, tolerance, true, r);
}
