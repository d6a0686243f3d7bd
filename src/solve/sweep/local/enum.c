// One contact with Coulomb friction, solved exactly by cases (Daviet et al. 2011, appendix B; Bonnefon and Daviet
// 2011).
//
//   u = W r + b,   K_1/mu ∋ u + mu ‖u_T‖ e  ⟂  r ∈ K_mu                                                  (eq. 6)
//
// take-off  b_N >= 0                    ► r = 0
// stick     W r = -b inside K_mu        ► stick.c: W regular, or singular with a line or a plane of candidates
// slide     r = r_N (1, s), ‖s‖ = mu, u_N = 0, u_T = -alpha r_T, alpha > 0
//           Let W = (w_N aᵀ; c T): a ≠ c is allowed, W is not symmetrized. u_N = 0 gives r_N = -b_N ∕ (w_N + a·s), and
//           with it
//             (M + α I) s = -v,   M = -b_N T + b_T aᵀ,   v = -b_N c + w_N b_T,   α = -b_N alpha             (1)
//           so that ‖s‖ = mu is the quartic of eq. 16, here without its divisions by w_N and b_N:
//             P(α) = (α² + tr M α + det M)² - ‖adj M v + α v‖² ∕ mu²                                        (2)
//           From (1), α <= ‖M‖ + ‖v‖ ∕ mu =: R, so all its roots of interest lie in (0, R].
//           A root gives the direction θ of s. θ is then polished by Newton on what remains of (1) across s,
//             g(θ) = ŝ⊥ · (mu M ŝ + v) = 0,    ŝ = (cos θ, sin θ),                                          (3)
//           which is exact where (M + α I) is singular (the two solutions that share a double root of P) and
//           ill-conditioned.
//           Of several solutions the one nearest to the guess is taken.
// none      No solution is claimed only after (3) has been excluded on the whole circle, by bisection with bounds on
//           its derivatives,
//           (but for r_N > `enormous`) and every candidate is far from solving: `margin`. In between, the verdict is
//           LOCAL_FAILED and r is the best found.
//
// mu = 0 is the scalar case. The solution need not be unique: the order of the cases is part of the contract. It is
// unique if W is symmetric and mu² (W⁻¹)_NN λ_max(W_T) < 1 (the map s ↦ ‖u_T‖ of De Saxcé's problem with ‖u_T‖ frozen
// at s is then a contraction). mu ‖w_T‖ <= w_N is enough in 2D but not in 3D: test_local_random.c has a counterexample.
// w_N = 0 (only with a = c = 0 if W is symmetric PSD) needs nothing special: no r_N > 0 then satisfies u_N = 0.
// b_N < 0 tiny: (1) stays bounded; if nothing else solves, r = 0 does so to within |b_N|.
// Cost: about 0.1 µs in stick, 0.7 µs in slide, some µs where W is singular or no solution is shown.

#include "solve/sweep/local/enum.h"

#include "base/elementary.h"
#include "linalg/quartic.h"
#include "solve/sweep/local/small.h"

#include <float.h>

// A candidate whose natural residual (scaled problem) is below this beside rounding may be a solution: the contact is
// then not declared unsolvable. Rounding is worth ε (1 + mu) (1 + ‖r‖) there; where ε ‖r‖ reaches `blur`, the residual
// says nothing.
static const double blur = 1e-2;
static const double margin = 1e-8;

// The exclusion does not look for r_N greater than this: for W of rank one (3), α = 0 and w_N + a·s = 0 fall together.
static const double enormous = 1e8;
static const double least_arc = 1e-13; // [rad] at which the exclusion stops to bisect

enum
{
    polish_steps = 8,    // of Newton on (3); it converges quadratically from half the digits
    circle_parts = 16,   // first intervals of the exclusion
    circle_budget = 4096 // intervals looked at before giving up on the proof
};

bool enum_offer(enum_search *search, const double *r)
{
    double residual = local_residual(search->d, search->W, search->b, search->mu, r), distance = 0.0, norm = 0.0;
    for (int k = 0; k < search->d; k++)
    {
        distance += (r[k] - search->guess[k]) * (r[k] - search->guess[k]);
        norm += r[k] * r[k];
    }
    norm = sqrt(norm);
    double rounding = 64.0 * DBL_EPSILON * (1.0 + norm);
    if (residual <= margin + (1.0 + search->mu) * rounding && rounding < blur) search->near = true;
    bool solves = small_solves(residual, norm, search->tolerance), solved = search->residual <= search->tolerance;
    if (solves && solved ? distance < search->distance : residual < search->residual)
    {
        memcpy(search->best, r, (size_t)search->d * sizeof(double));
        search->residual = residual;
        search->distance = distance;
    }
    return solves;
}

// ---- slide in 3D ----

typedef struct slide
{
    enum_search *search;
    double M[4], v[2]; // of (1), divided by R
    double size;       // mu ‖M‖ + ‖v‖, bounds g and α mu
} slide;

/// g and g' of (3); along = -mu α.
static double circle_value(const slide *q, double c, double s, double *slope, double *along)
{
    double mu = q->search->mu;
    double m1 = mu * (q->M[0] * c + q->M[1] * s), m2 = mu * (q->M[2] * c + q->M[3] * s);   // mu M ŝ
    double n1 = mu * (-q->M[0] * s + q->M[1] * c), n2 = mu * (-q->M[2] * s + q->M[3] * c); // mu M ŝ⊥
    *along = c * (m1 + q->v[0]) + s * (m2 + q->v[1]);
    *slope = -*along + (c * n2 - s * n1);
    return c * (m2 + q->v[1]) - s * (m1 + q->v[0]);
}

/// Newton on (3) from the direction (c, s), and the contact force there to the search.
static bool offer_direction(const slide *q, double c, double s)
{
    const enum_search *search = q->search;
    double length = sqrt(c * c + s * s);
    if (!(length > 0.0)) return false;
    c /= length;
    s /= length;
    double slope, along, g = circle_value(q, c, s, &slope, &along);
    for (int k = 0; k < polish_steps && slope != 0.0 && g != 0.0; k++)
    {
        double turn = fmax(-0.5, fmin(0.5, -g / slope));
        double scale = 1.0 / sqrt(1.0 + turn * turn); // rotation by atan(turn)
        double c_new = scale * (c - turn * s), s_new = scale * (s + turn * c), slope_new, along_new;
        double g_new = circle_value(q, c_new, s_new, &slope_new, &along_new);
        if (!(fabs(g_new) < fabs(g))) break;
        c = c_new;
        s = s_new;
        g = g_new;
        slope = slope_new;
        along = along_new;
    }
    double mu = search->mu, gap = search->W[0] + mu * (search->W[1] * c + search->W[2] * s); // w_N + a·s
    if (!(gap > 0.0) || along > 1e-6 * q->size) return false; // r_N > 0, α > 0 or nearly so
    double normal = -search->b[0] / gap;
    double r[3] = {normal, mu * normal * c, mu * normal * s};
    return enum_offer(q->search, r);
}

/// The directions s with (M + α I) s = -v.
static bool offer_alpha(const slide *q, double alpha)
{
    const double *v = q->v;
    double k00 = q->M[0] + alpha, k11 = q->M[3] + alpha, k01 = q->M[1], k10 = q->M[2];
    double det = k00 * k11 - k01 * k10;
    double n1 = k11 * v[0] - k01 * v[1], n2 = k00 * v[1] - k10 * v[0]; // adj(M + α I) v
    double norm = sqrt(k00 * k00 + k01 * k01 + k10 * k10 + k11 * k11);
    double sign = det < 0.0 ? 1.0 : -1.0;
    bool found = offer_direction(q, sign * n1, sign * n2);
    if (fabs(det) > 1e-6 * norm * norm) return found;

    // M + α I is nearly singular, K ≈ σ p qᵀ: the least s = -(p·v ∕ σ) q, and ± along the null direction q⊥.
    double q1, q2, rows = k00 * k00 + k01 * k01, rows2 = k10 * k10 + k11 * k11;
    if (!(norm > 0.0)) return found; // then v = 0, and r = (-b_N ∕ w_N, 0) has been found to stick
    q1 = rows >= rows2 ? k00 : k10;
    q2 = rows >= rows2 ? k01 : k11;
    double length = sqrt(q1 * q1 + q2 * q2);
    q1 /= length;
    q2 /= length;
    double p1 = k00 * q1 + k01 * q2, p2 = k10 * q1 + k11 * q2; // σ p = K q
    double least = -(p1 * v[0] + p2 * v[1]) / (p1 * p1 + p2 * p2), mu = q->search->mu;
    double across = sqrt(fmax(0.0, mu * mu - least * least));
    if (offer_direction(q, least * q1 - across * q2, least * q2 + across * q1)) found = true;
    if (offer_direction(q, least * q1 + across * q2, least * q2 - across * q1)) found = true;
    return found;
}

/// Shows that (3) with α > 0 and r_N > 0 has no solution; a part of the circle that resists is offered. False: not
/// shown.
static bool circle_excluded(const slide *q)
{
    const enum_search *search = q->search;
    double mu = search->mu,
           norm_M = mu * sqrt(q->M[0] * q->M[0] + q->M[1] * q->M[1] + q->M[2] * q->M[2] + q->M[3] * q->M[3]);
    double norm_v = sqrt(q->v[0] * q->v[0] + q->v[1] * q->v[1]);
    double norm_a = mu * sqrt(search->W[1] * search->W[1] + search->W[2] * search->W[2]);
    double bend = 4.0 * norm_M + norm_v, tilt = 2.0 * norm_M + norm_v; // |g''|, |α'| mu
    double noise = 16.0 * DBL_EPSILON, least_gap = -search->b[0] / enormous;
    struct
    {
        double middle, half;
    } stack[64];
    int depth = 0, looked = 0;
    bool excluded = true;
    for (int part = 0; part < circle_parts; part++)
    {
        const double half = 3.14159265358979324 / circle_parts;
        stack[depth].middle = (2 * part + 1) * half;
        stack[depth++].half = half;
        while (depth > 0)
        {
            depth--;
            double middle = stack[depth].middle, h = stack[depth].half, c, s, slope, along;
            real_sin_cos(middle, &s, &c);
            double g = circle_value(q, c, s, &slope, &along),
                   gap = search->W[0] + mu * (search->W[1] * c + search->W[2] * s);
            if (fabs(g) > fabs(slope) * h + 0.5 * bend * h * h + noise * q->size) continue;
            if (along > tilt * h + noise * q->size) continue; // α < 0
            if (gap + norm_a * h < least_gap) continue;       // r_N < 0 or enormous
            if (++looked > circle_budget) return false;
            if (h < least_arc)
            {
                offer_direction(q, c, s);
                excluded = false;
                continue;
            }
            stack[depth].middle = middle - 0.5 * h;
            stack[depth++].half = 0.5 * h;
            stack[depth].middle = middle + 0.5 * h;
            stack[depth++].half = 0.5 * h;
        }
    }
    return excluded;
}

/// Offers all sliding solutions. Returns whether it is shown that there are no others than those found.
static bool slide3(enum_search *search)
{
    const double *W = search->W, *b = search->b;
    double mu = search->mu, i_mu2 = 1.0 / (mu * mu);
    slide q = {.search = search};
    for (int i = 0; i < 2; i++)
    {
        for (int j = 0; j < 2; j++) q.M[2 * i + j] = -b[0] * W[3 * (i + 1) + j + 1] + b[i + 1] * W[j + 1];
        q.v[i] = -b[0] * W[3 * (i + 1)] + b[i + 1] * W[0];
    }
    double norm = sqrt(q.M[0] * q.M[0] + q.M[1] * q.M[1] + q.M[2] * q.M[2] + q.M[3] * q.M[3]);
    double R = norm + sqrt(q.v[0] * q.v[0] + q.v[1] * q.v[1]) / mu;
    if (!(R > 0.0)) return true; // α = 0 only
    for (int i = 0; i < 4; i++) q.M[i] /= R;
    for (int i = 0; i < 2; i++) q.v[i] /= R;
    q.size = mu; // mu ‖M‖ + ‖v‖ after the division

    double trace = q.M[0] + q.M[3], det = q.M[0] * q.M[3] - q.M[1] * q.M[2];
    double n[2] = {q.M[3] * q.v[0] - q.M[1] * q.v[1], q.M[0] * q.v[1] - q.M[2] * q.v[0]}; // adj M v
    double P[5] = {det * det - i_mu2 * dot2(n, n), 2.0 * (trace * det - i_mu2 * dot2(n, q.v)),
                   2.0 * det + trace * trace - i_mu2 * dot2(q.v, q.v), 2.0 * trace, 1.0}; // eq. 16
    quartic_roots roots;
    quartic_solve(P, &roots);
    bool found = false;
    for (int k = 0; k < roots.count; k++)
        if (offer_alpha(&q, roots.root[k])) found = true;
    for (int k = 0; k < roots.stationary_count; k++)
    {
        double slope, alpha = roots.stationary[k]; // |P| <= 16 on [0, 1]
        if (fabs(quartic_value(P, 4, alpha, &slope)) < 1e-10 && offer_alpha(&q, alpha)) found = true;
    }
    return !found && circle_excluded(&q);
}

// ---- slide in 2D: s = ± mu, and u_T against it ----

static void slide2(enum_search *search)
{
    const double *W = search->W, *b = search->b;
    for (int k = 0; k < 2; k++)
    {
        double s = k == 0 ? search->mu : -search->mu, gap = W[0] + W[1] * s;
        if (!(gap > 0.0)) continue;
        double normal = -b[0] / gap, r[2] = {normal, s * normal};
        enum_offer(search, r);
    }
}

static enum_search begin(int d, const double *W, const double *b, double mu, double tolerance, const double *r)
{
    enum_search search = {.d = d, .W = W, .b = b, .mu = mu, .tolerance = tolerance, .residual = INFINITY};
    for (int k = 0; k < d; k++) search.best[k] = search.guess[k] = isfinite(r[k]) ? r[k] : 0.0;
    return search;
}

/// excluded: shown that there is no slide beside those offered.
static local_verdict finish(enum_search *search, bool excluded, double *r)
{
    static const double zero[3] = {0.0, 0.0, 0.0};
    if (!(search->residual <= search->tolerance) && search->b[0] > -margin)
        enum_offer(search, zero); // b_N < 0, but only just
    bool solved = search->residual <= search->tolerance;
    if (!solved && search->near)
    { // rounding stands between this candidate and the tolerance; Newton starts next to the solution and may do better
        local_verdict polished = (search->d == 3 ? local_mfb3 : local_mfb2)(search->W, search->b, search->mu,
                                                                            search->tolerance, search->best);
        solved = polished == LOCAL_SOLVED;
    }
    if (!solved && excluded && !search->near) return LOCAL_NO_SOLUTION;
    memcpy(r, search->best, (size_t)search->d * sizeof(double));
    return solved ? LOCAL_SOLVED : LOCAL_FAILED;
}

static bool usable(int d, const double *W, const double *b, double mu)
{
    double sum = mu;
    for (int k = 0; k < d * d; k++) sum += fabs(W[k]);
    for (int k = 0; k < d; k++) sum += fabs(b[k]);
    return isfinite(sum);
}

local_verdict local_enum3(const double *W, const double *b, double mu, double tolerance, double *r)
{
    if (b[0] >= 0.0)
    {
        r[0] = r[1] = r[2] = 0.0;
        return LOCAL_SOLVED;
    }
    if (!usable(3, W, b, mu)) return LOCAL_FAILED;
    if (mu == 0.0) return small_frictionless(3, W, b, tolerance, r);
    enum_search search = begin(3, W, b, mu, tolerance, r);
    bool excluded = !enum_stick(&search) && slide3(&search);
    return finish(&search, excluded, r);
}

local_verdict local_enum2(const double *W, const double *b, double mu, double tolerance, double *r)
{
    if (b[0] >= 0.0)
    {
        r[0] = r[1] = 0.0;
        return LOCAL_SOLVED;
    }
    if (!usable(2, W, b, mu)) return LOCAL_FAILED;
    if (mu == 0.0) return small_frictionless(2, W, b, tolerance, r);
    enum_search search = begin(2, W, b, mu, tolerance, r);
    if (!enum_stick(&search)) slide2(&search);
    return finish(&search, true, r);
}
