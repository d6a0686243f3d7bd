// One contact by explicit updates: normal first, then tangent, clamped to the cone (Duriez et al. 2006), once or to a
// fixed point (Duriez 2008); two rivals in Daviet et al. 2011, section 7.1.
//
//   r_N ◄ max(0, r_N - u_N ∕ w_N)
//   r_T ◄ r_T - u_T ∕ w,  scaled back to length mu r_N if longer;  w = tr W_T ∕ (d - 1), u_T with the new r_N
//
// A fixed point satisfies Coulomb's law exactly: 2008 is exact where it converges. 2006 makes one pass and is
// approximate; it counts as solved when the pass could be made.
//
// Where the one pass begins decides what many sweeps lead to. From the impulse that the contact has, as above, sweeps
// are one projected Gauss–Seidel iteration over all rows, and its limit is exact: that is ours, "duriez06". From none,
// r_N = max(0, -b_N ∕ w_N), then r_T = -(b_T + w_TN r_N) ∕ w scaled back, as a local solver that answers for its
// contact alone: the effect of friction on the normal and the off-diagonal part of W_T are lost, in the limit, too.
// That is what Daviet et al. compare with (figure 7: another orbit; table 2: prompt divergence): "duriez06/paper".
// Their text says no more of the method than that 2008 iterates 2006 to a fixed point and is then exact, which is what
// decided this reading.
// Convergence is linear: W_T far from a multiple of I, strong coupling of normal and tangent, and
// slide with large mu are slow or diverge.
// Special cases: b_N >= 0 (2008), mu = 0 at once; w_N = 0 > u_N fails; W_T = 0: r_T has no effect on u_T, which drives
// it to the cone.

#include "papers/daviet2011/local/rivals.h"
#include "solve/sweep/local/small.h"

enum
{
    max_passes = 200 // of 2008
};

/// One pass. False: no normal impulse can stop the approach.
static inline bool pass(int d, const double *W, const double *b, double mu, double *r)
{
    double u = b[0], x[3], length = 0.0, w = 0.0;
    for (int j = 0; j < d; j++) u += W[j] * r[j];
    if (!isfinite(u)) return false; // fmax would swallow it
    if (W[0] > 0.0) x[0] = fmax(0.0, r[0] - u / W[0]);
    else if (u >= 0.0) x[0] = 0.0;
    else return false;
    for (int i = 1; i < d; i++) w += W[(d + 1) * i];
    w = w > 0.0 ? w / (d - 1) : 1.0;
    for (int i = 1; i < d; i++)
    {
        double v = b[i] + W[d * i] * x[0];
        for (int j = 1; j < d; j++) v += W[d * i + j] * r[j];
        x[i] = r[i] - v / w;
        length += x[i] * x[i];
    }
    length = sqrt(length);
    double scale = length > mu * x[0] ? mu * x[0] / length : 1.0;
    r[0] = x[0];
    for (int i = 1; i < d; i++) r[i] = scale * x[i];
    return true;
}

static inline local_verdict once(int d, const double *W, const double *b, double mu, double tolerance, double *r)
{
    if (mu == 0.0) return small_frictionless(d, W, b, tolerance, r) == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;
    return pass(d, W, b, mu, r) && isfinite(r[0] + r[1] + r[d - 1]) ? LOCAL_SOLVED : LOCAL_FAILED;
}

/// One pass from no impulse at all.
static inline local_verdict once_from_none(int d, const double *W, const double *b, double mu, double tolerance,
                                           double *r)
{
    memset(r, 0, (size_t)d * sizeof *r);
    return once(d, W, b, mu, tolerance, r);
}

static inline local_verdict iterate(int d, const double *W, const double *b, double mu, double tolerance, double *r)
{
    if (b[0] >= 0.0)
    {
        memset(r, 0, (size_t)d * sizeof(double));
        return LOCAL_SOLVED;
    }
    if (mu == 0.0) return small_frictionless(d, W, b, tolerance, r) == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;
    double x[3] = {r[0], r[1], d == 3 ? r[2] : 0.0}, best = INFINITY;
    for (int k = 0; k <= max_passes; k++)
    {
        double residual = local_residual(d, W, b, mu, x);
        if (residual < best)
        {
            best = residual;
            memcpy(r, x, (size_t)d * sizeof(double));
            if (small_solves(residual, d == 3 ? norm3(x) : norm2(x), tolerance)) return LOCAL_SOLVED;
        }
        if (!pass(d, W, b, mu, x)) break;
    }
    return LOCAL_FAILED;
}

local_verdict local_duriez06_3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return once(3, W, b, mu, tolerance, r);
}

local_verdict local_duriez06_2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return once(2, W, b, mu, tolerance, r);
}

local_verdict local_duriez06_paper3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return once_from_none(3, W, b, mu, tolerance, r);
}

local_verdict local_duriez06_paper2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return once_from_none(2, W, b, mu, tolerance, r);
}

local_verdict local_duriez08_3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return iterate(3, W, b, mu, tolerance, r);
}

local_verdict local_duriez08_2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    return iterate(2, W, b, mu, tolerance, r);
}
