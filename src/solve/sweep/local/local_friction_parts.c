// One contact with torsional or rolling friction, solved exactly. u = W r + b, W of 4 or 6 rows, each part of r in its
// disc (problem/friction_parts.c).
//
// take-off  b_N >= 0     r = 0
// Newton                 steps of the Alart–Curnier function (newton/friction_parts_law.c) from the guess: from sweep
//                        to sweep
//                        one to three of them
// by the normal          the fail-safe. For a given r_N = s friction is the minimum of a convex function over a product
//                        of discs,
//                            x(s) = argmin ½ xᵀ W_ff x + (b_f + W_fN s) · x,     ‖x_i‖ <= mu_i s,
//                        found part by part, each exactly (an interval, or a disc by its secular equation). W_Nf x(s)
//                        is unique and continuous in s even where x(s) is not: W_ff d = 0 gives W_Nf d = 0 for W
//                        positive semidefinite. So u_N(s) = W_NN s + W_Nf x(s) + b_N is a continuous function with
//                        u_N(0) = b_N < 0, and where it is >= 0 anywhere it has a zero in between: a solution,
//                        found by regula falsi. It is >= 0 for large s wherever the contact that sticks can be pushed
//                        open, so that a solution exists for every W > 0, whatever the coefficients.
//                        First roughly, as the start of Newton's method once more; finely where that is not enough:
//                        where W_ff is nearly singular, rounds over the parts converge slowly.
//
// Costs some hundred ns by Newton, 20 µs by the normal as a rule, two milliseconds at most. An unsymmetric W is treated
// the same way, and the residual decides.

#include "solve/sweep/local/local_friction_parts.h"

#include "solve/newton/friction_parts_law.h"
#include "solve/sweep/local/small.h"

#include "linalg/small_lu.h"

#include <math.h>
#include <string.h>

enum
{
    NEWTON_STEPS = 12,
    DOUBLINGS = 60,      // of s until u_N >= 0
    SECULAR_STEPS = 100, // of one disc
};
static const double SHIFT = 1e-10;   // of the diagonal of a Newton step, trace W = 1: a singular W has a step
static const double SETTLED = 1e-16; // of a disc's multiplier

/// How finely the zero of u_N(s) is looked for.
typedef struct normal_search
{
    int part_rounds;  // over the parts, for one s
    int normal_steps; // of regula falsi
    int rounds;       // over the parts in all
    double settled;   // of s: friction moves by no more from one round to the next, and s is known to as much
} normal_search;
static const normal_search roughly = {20, 20, 200, 1e-5}, finely = {400, 80, 4000, 1e-16};

typedef struct one_contact
{
    const friction_parts *parts;
    const double *W, *b;
    int size;
    double tolerance;
    double best[BLOCK_SIZE_MAX], least; // the best r so far, and its residual
    int steps;                          // of Newton's method
    int rounds;                         // over the parts
} one_contact;

static void velocity_of(const one_contact *c, const double *r, double *u)
{
    for (int k = 0; k < c->size; k++)
    {
        u[k] = c->b[k];
        for (int l = 0; l < c->size; l++) u[k] += c->W[k * c->size + l] * r[l];
    }
}

/// Keeps r if it is the best so far. True if it solves the contact.
static bool offer(one_contact *c, const double *r, const double *u)
{
    double residual = sqrt(friction_parts_natural_square(c->parts, r, u)), square = 0.0;
    for (int k = 0; k < c->size; k++) square += r[k] * r[k];
    if (residual < c->least)
    {
        c->least = residual;
        memcpy(c->best, r, (size_t)c->size * sizeof *r);
    }
    return small_solves(residual, sqrt(square), c->tolerance);
}

// ---- Newton ----

/// K ◄ Yᵀ W Z + diag(stiffness), by columns; y -= Yᵀ W fixed.
static void reduce(const one_contact *c, const block_move *move, double *K, double *y)
{
    int n = move->free, d = c->size;
    double WZ[BLOCK_AREA_MAX], pushed[BLOCK_SIZE_MAX];
    for (int a = 0; a < d; a++)
    {
        pushed[a] = 0.0;
        for (int k = 0; k < n; k++) WZ[a * n + k] = 0.0;
        for (int e = 0; e < d; e++)
        {
            double w = c->W[a * d + e];
            pushed[a] += w * move->fixed[e];
            for (int k = 0; k < n; k++) WZ[a * n + k] += w * move->Z[e * n + k];
        }
    }
    for (int k = 0; k < n; k++)
    {
        for (int l = 0; l < n; l++) K[l * n + k] = k == l ? move->stiffness[k] + SHIFT : 0.0;
        for (int a = 0; a < d; a++)
        {
            double Y = move->Y[a * n + k];
            if (Y == 0.0) continue;
            y[k] -= Y * pushed[a];
            for (int l = 0; l < n; l++) K[l * n + k] += Y * WZ[a * n + l];
        }
    }
}

/// r += δr. False if the step is not finite.
static bool newton_step(const one_contact *c, const block_move *move, double *r)
{
    double K[BLOCK_AREA_MAX], y[BLOCK_SIZE_MAX], sum = 0.0;
    int pivot[BLOCK_SIZE_MAX], n = move->free, d = c->size;
    for (int k = 0; k < n; k++) y[k] = move->target[k];
    if (move->unit) // every part sticks: K = W
        for (int k = 0; k < n; k++)
            for (int l = 0; l < n; l++) K[l * n + k] = c->W[k * n + l] + (k == l ? SHIFT : 0.0);
    else reduce(c, move, K, y);
    if (n > 0 && !small_lu_factor(n, K, pivot)) return false;
    if (n > 0) small_lu_solve(n, K, pivot, y);
    for (int a = 0; a < d; a++)
    {
        r[a] += move->fixed[a];
        for (int k = 0; k < n; k++) r[a] += move->Z[a * n + k] * y[k];
        sum += fabs(r[a]);
    }
    return isfinite(sum);
}

static bool by_newton(one_contact *c, const double *guess)
{
    double r[BLOCK_SIZE_MAX], u[BLOCK_SIZE_MAX];
    memcpy(r, guess, (size_t)c->size * sizeof *r);
    for (int step = 0;; step++)
    {
        block_move move;
        velocity_of(c, r, u);
        double square = friction_parts_law(c->parts, 1.0, r, u, &move);
        bool last = square <= c->tolerance * c->tolerance || step == NEWTON_STEPS;
        if (last && offer(c, r, u)) return true; // the certificate's map is dearer than this one
        if (step == NEWTON_STEPS || !newton_step(c, &move, r)) return false;
        c->steps++;
    }
}

// ---- by the normal ----

/// x ◄ argmin ½ xᵀAx + g·x over ‖x‖ <= radius, A = (a b; b c) positive semidefinite: (A + λ) x = -g, λ = 0 or ‖x‖ =
/// radius.
static void solve_disc(const double A[4], const double g[2], double radius, double *x)
{
    double b = 0.5 * (A[1] + A[2]), length = sqrt(g[0] * g[0] + g[1] * g[1]);
    double lo = 0.0, hi = radius > 0.0 ? length / radius : INFINITY, lambda = 0.0; // ‖x‖ <= ‖g‖/λ
    x[0] = x[1] = 0.0;
    if (!(radius > 0.0) || length == 0.0) return;
    for (int step = 0; step < SECULAR_STEPS; step++)
    {
        double p = A[0] + lambda, q = A[3] + lambda, det = p * q - b * b;
        double y[2] = {-(q * g[0] - b * g[1]) / det, -(p * g[1] - b * g[0]) / det};
        double norm = sqrt(y[0] * y[0] + y[1] * y[1]);
        if (det > 0.0 && isfinite(norm))
        {
            x[0] = y[0], x[1] = y[1];
            if (norm <= radius) hi = lambda;
            else lo = lambda;
            if ((step == 0 && norm <= radius) || fabs(norm - radius) <= SETTLED * radius) return;
            // Newton on 1/‖x‖ - 1/radius, which is nearly linear in λ: ‖x‖ d‖x‖/dλ = -x·(A + λ)⁻¹x
            double z[2] = {(q * x[0] - b * x[1]) / det, (p * x[1] - b * x[0]) / det};
            double slope = (x[0] * z[0] + x[1] * z[1]) / norm;
            lambda += norm / radius * (norm - radius) / slope;
        }
        else lo = lambda; // A is singular: λ must grow
        if (!(lambda > lo && lambda < hi)) lambda = 0.5 * (lo + hi);
        if (!(hi - lo > SETTLED * hi)) break;
    }
    double norm = sqrt(x[0] * x[0] + x[1] * x[1]);
    for (int k = 0; k < 2 && norm > radius; k++) x[k] *= radius / norm;
}

/// One part with the others fixed; returns how far it moved.
static double solve_part(const one_contact *c, int part, double *r)
{
    int first = part_begin[part], count = part_begin[part + 1] - first, d = c->size;
    double g[2] = {0.0}, x[2], moved = 0.0, radius = c->parts->mu[part] * r[0];
    for (int k = 0; k < count; k++)
    {
        g[k] = c->b[first + k];
        for (int l = 0; l < d; l++)
            if (l < first || l >= first + count) g[k] += c->W[(first + k) * d + l] * r[l];
    }
    const double *W = c->W + first * d + first;
    if (count == 2)
    {
        const double A[4] = {W[0], W[1], W[d], W[d + 1]};
        solve_disc(A, g, radius, x);
    }
    else x[0] = W[0] > 0.0 ? fmin(radius, fmax(-radius, -g[0] / W[0])) : g[0] == 0.0 ? 0.0 : copysign(radius, -g[0]);
    for (int k = 0; k < count; k++)
    {
        moved = fmax(moved, fabs(x[k] - r[first + k]));
        r[first + k] = x[k];
    }
    return moved;
}

/// Friction for r_N = s; returns u_N(s).
static double normal_velocity(one_contact *c, const normal_search *search, double s, double *r)
{
    r[0] = s;
    for (int round = 0; round < search->part_rounds; round++)
    {
        double moved = 0.0;
        for (int i = 0; i < c->parts->count; i++) moved = fmax(moved, solve_part(c, i, r));
        c->rounds++;
        if (moved <= search->settled * s) break;
    }
    double u = c->b[0];
    for (int l = 0; l < c->size; l++) u += c->W[l] * r[l];
    return u;
}

static bool by_normal(one_contact *c, const normal_search *search)
{
    double r[BLOCK_SIZE_MAX] = {0.0}, u[BLOCK_SIZE_MAX];
    int last = c->rounds + search->rounds;
    double lo = 0.0, at_lo = c->b[0], hi = c->W[0] > 0.0 ? -c->b[0] / c->W[0] : 1.0, at_hi = -1.0;
    for (int k = 0; k < DOUBLINGS && at_hi < 0.0 && c->rounds <= last; k++)
    {
        at_hi = normal_velocity(c, search, hi, r);
        if (at_hi >= 0.0) break;
        lo = hi, at_lo = at_hi;
        hi *= 2.0;
    }
    if (!(at_hi >= 0.0)) return false;
    for (int step = 0, side = 0; step < search->normal_steps && hi - lo > search->settled * hi && at_hi > 0.0; step++)
    {
        if (c->rounds > last) break;
        double s = hi - at_hi * (hi - lo) / (at_hi - at_lo);
        if (!(s > lo && s < hi)) s = 0.5 * (lo + hi);
        double at = normal_velocity(c, search, s, r);
        if (at >= 0.0)
        {
            hi = s, at_hi = at;
            if (side > 0) at_lo *= 0.5; // Illinois: the end that stays counts for half
            side = 1;
        }
        else
        {
            lo = s, at_lo = at;
            if (side < 0) at_hi *= 0.5;
            side = -1;
        }
    }
    normal_velocity(c, search, hi, r);
    velocity_of(c, r, u);
    return offer(c, r, u) || by_newton(c, r); // what rounds over the parts have left
}

local_verdict local_friction_parts(const friction_parts *parts, const double *W, const double *b, double tolerance,
                                   double *r, local_friction_parts_cost *cost)
{
    one_contact c = {
        .parts = parts, .W = W, .b = b, .size = friction_parts_size(parts), .tolerance = tolerance, .least = INFINITY};
    size_t bytes = (size_t)c.size * sizeof *r;
    *cost = (local_friction_parts_cost){0};
    if (b[0] >= 0.0)
    {
        memset(r, 0, bytes);
        return LOCAL_SOLVED;
    }
    bool solved = by_newton(&c, r);
    cost->hard = !solved;
    if (!solved) solved = by_normal(&c, &roughly) || by_normal(&c, &finely);
    cost->steps = c.steps;
    cost->rounds = c.rounds;
    if (!(c.least < INFINITY)) return LOCAL_FAILED; // nothing that was found is a number
    memcpy(r, c.best, bytes);
    return solved ? LOCAL_SOLVED : LOCAL_FAILED;
}
