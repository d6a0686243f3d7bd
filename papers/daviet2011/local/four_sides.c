// One contact with a four-sided friction pyramid (Otaduy et al. 2009, "4sides" in Daviet et al. 2011): each tangent
// direction on its own,
//
//   0 <= u_N ⟂ r_N >= 0;   |r_i| <= mu r_N,  u_i > 0 ⇒ r_i = -mu r_N,  u_i < 0 ⇒ r_i = mu r_N,   i = 1 … d-1
//
// an approximation of Coulomb's law in 3D, in which friction depends on the choice of the tangents and reaches √2 mu
// r_N at the corners; the law itself in 2D. Solved exactly, by enumerating for each direction stick (u_i = 0), r_i = mu
// r_N and r_i = -mu r_N: nine linear systems of one to three unknowns, the one with most sticking first. If none fits
// (W singular), projected Gauss–Seidel inside the contact has the last word. LOCAL_SOLVED: the law above holds to the
// tolerance, measured by its own natural map.
// Special cases: b_N >= 0 and mu = 0 at once.

#include "papers/daviet2011/local/rivals.h"
#include "solve/sweep/local/small.h"

enum
{
    max_passes = 200
};

static const double damping = 1e-7; // of singular systems: the square root of the accuracy of their solution

static inline double clamp(double x, double bound)
{
    return fmax(-bound, fmin(bound, x));
}

/// Natural map of the pyramid's law.
static inline double residual(int d, const double *W, const double *b, double mu, const double *r)
{
    double sum = 0.0, bound = mu * fmax(0.0, r[0]);
    for (int i = 0; i < d; i++)
    {
        double u = b[i];
        for (int j = 0; j < d; j++) u += W[d * i + j] * r[j];
        if (!isfinite(u)) return INFINITY; // fmax and fmin would swallow it
        double f = r[i] - (i == 0 ? fmax(0.0, r[0] - u) : clamp(r[i] - u, bound));
        sum += f * f;
    }
    return sqrt(sum);
}

/// r with u_N = 0 and, per direction, u_i = 0 (side 0) or r_i = ± mu r_N; the least of them if that is singular.
static inline bool solve_sides(int d, const double *W, const double *b, double mu, const int *side, double *r)
{
    double A[9] = {0.0}, y[3] = {b[0], 0.0, 0.0}, minus[3];
    for (int j = 0; j < d; j++) A[j] = W[j];
    for (int i = 1; i < d; i++)
    {
        y[i] = side[i] == 0 ? b[i] : 0.0;
        for (int j = 0; j < d; j++)
            A[d * i + j] = side[i] == 0 ? W[d * i + j] : (double)(i == j) - (j == 0 ? side[i] * mu : 0.0);
    }
    for (int i = 0; i < d; i++) minus[i] = -y[i];
    if (fabs(small_refined(d, A, minus, r)) > 1e-14) return true;
    return d == 3 ? small_damped3(A, y, damping, r) : small_damped2(A, y, damping, r);
}

static inline local_verdict solve(int d, const double *W, const double *b, double mu, double tolerance, double *r)
{
    static const int sides[9][3] = {{0, 0, 0}, {0, 1, 0},  {0, -1, 0}, {0, 0, 1},  {0, 0, -1},
                                    {0, 1, 1}, {0, 1, -1}, {0, -1, 1}, {0, -1, -1}};
    if (b[0] >= 0.0)
    {
        memset(r, 0, (size_t)d * sizeof(double));
        return LOCAL_SOLVED;
    }
    if (mu == 0.0) return small_frictionless(d, W, b, tolerance, r) == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;
    double x[3] = {r[0], r[1], d == 3 ? r[2] : 0.0}, best = residual(d, W, b, mu, r);
    if (small_solves(best, d == 3 ? norm3(x) : norm2(x), tolerance)) return LOCAL_SOLVED;
    int count = d == 3 ? 9 : 3;
    for (int k = 0; k < count + max_passes; k++)
    {
        double y[3];
        if (k < count)
        {
            if (!solve_sides(d, W, b, mu, sides[k], y)) continue;
        }
        else
        {
            for (int i = 0; i < d; i++)
            { // r_i ◄ P(r_i - u_i ∕ w_ii)
                double u = b[i], w = W[(d + 1) * i];
                for (int j = 0; j < d; j++) u += W[d * i + j] * x[j];
                double moved = x[i] - (w > 0.0 ? u / w : u);
                x[i] = i == 0 ? fmax(0.0, moved) : clamp(moved, mu * x[0]);
            }
            memcpy(y, x, sizeof(y));
        }
        double now = residual(d, W, b, mu, y);
        if (!(now < best)) continue;
        best = now;
        memcpy(r, y, (size_t)d * sizeof(double));
        if (small_solves(now, d == 3 ? norm3(y) : norm2(y), tolerance)) return LOCAL_SOLVED;
    }
    return LOCAL_FAILED;
}

local_verdict local_four_sides3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve(3, W, b, mu, tolerance, r);
}

local_verdict local_four_sides2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return solve(2, W, b, mu, tolerance, r);
}
