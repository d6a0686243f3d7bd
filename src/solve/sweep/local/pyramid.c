// One contact whose friction cone is a pyramid: find r with u = W r + b and the law of problem/pyramid.c, exactly, by
// cases.
//
// r lies at the apex, inside, on one of the N faces or on one of the N edges of the pyramid, and each case is a linear
// system:
//   take-off   b_N >= 0                                        r = 0
//   stick      W r = -b                                        r inside
//   face k     u_N = 0, t_k · u_T = 0 r = y (1, mu ρ n_k) + z (0, t_k), |z| <= mu s y, slip against n_k
//   edge k     u_N = 0 r = y (1, mu R d_k), slip between the normals of its two faces
// Unknowns: 3, 2 and 1. Cases whose conditions fail by more than rounding are dropped at once, so that a pyramid of N
// sides costs O(N); the others are judged by the natural map, and the first one that solves is the answer. W singular
// (or mu so large that no case fits): from the best of them the projected iteration r ◄ P_K(r - ũ / 2) has the last
// word.

#include "solve/sweep/local/pyramid.h"

#include "solve/sweep/local/small.h"

#include <math.h>

enum
{
    MAX_PASSES = 100
};
static const double DAMPING = 1e-7; // of singular systems: the square root of the accuracy of their solution
static const double SLACK = 1e-6;   // of a case's conditions: what is dropped without a look at its natural map

/// One contact while it is solved.
typedef struct search
{
    const friction_polygon *polygon;
    const double *W, *b;
    double mu, tolerance;
    double best[3], least; // so far, and its natural residual
} search;

/// True if r solves.
static bool offer(search *s, const double *r)
{
    double u[3];
    small_velocity3(s->W, s->b, r, u);
    double natural = sqrt(pyramid_natural_square(s->polygon, s->mu, r, u));
    if (natural < s->least)
    {
        s->least = natural;
        memcpy(s->best, r, sizeof s->best);
    }
    return small_solves(s->least, norm3(s->best), s->tolerance);
}

static bool offer_stick(search *s, const double *guess)
{
    double minus[3] = {-s->b[0], -s->b[1], -s->b[2]}, r[3], u[3], step[3];
    if (fabs(small_refined(3, s->W, minus, r)) > 1e-14 && offer(s, r)) return true;
    small_velocity3(s->W, s->b, guess, u); // singular: the sticking impulse nearest to the guess
    if (!small_damped3(s->W, u, DAMPING, step)) return false;
    for (int k = 0; k < 3; k++) r[k] = guess[k] + step[k];
    return offer(s, r);
}

static bool offer_edge(search *s, int k)
{
    const double *d = s->polygon->vertex + 2 * k, *W = s->W;
    const double *after = s->polygon->normal + 2 * k,
                 *before = s->polygon->normal + 2 * ((k + s->polygon->sides - 1) % s->polygon->sides);
    double reach = s->mu * s->polygon->reach, ray[3] = {1.0, reach * d[0], reach * d[1]};
    double w = W[0] * ray[0] + W[1] * ray[1] + W[2] * ray[2], y = -s->b[0] / w;
    if (!(w > 1e-14)) return false; // the normal impulse would not be determined
    double r[3] = {y, y * ray[1], y * ray[2]}, u[3];
    small_velocity3(W, s->b, r, u);
    // -u_T is a combination of both normals with weights >= 0: not beyond either of them
    double slack = SLACK * (fabs(u[1]) + fabs(u[2]));
    if (after[0] * -u[2] + after[1] * u[1] > slack || before[0] * -u[2] + before[1] * u[1] < -slack) return false;
    return offer(s, r);
}

static bool offer_face(search *s, int k)
{
    const double *n = s->polygon->normal + 2 * k, *W = s->W, t[2] = {-n[1], n[0]};
    double in = s->mu * s->polygon->inradius, ray[3] = {1.0, in * n[0], in * n[1]};
    double A[4], rays[3], across[3]; // W (1, mu ρ n) and W (0, t)
    for (int i = 0; i < 3; i++)
    {
        rays[i] = W[3 * i] * ray[0] + W[3 * i + 1] * ray[1] + W[3 * i + 2] * ray[2];
        across[i] = W[3 * i + 1] * t[0] + W[3 * i + 2] * t[1];
    }
    A[0] = rays[0], A[1] = across[0];
    A[2] = t[0] * rays[1] + t[1] * rays[2], A[3] = t[0] * across[1] + t[1] * across[2];
    double g = t[0] * s->b[1] + t[1] * s->b[2], determinant = A[0] * A[3] - A[1] * A[2];
    if (!(fabs(determinant) > 1e-14 * (fabs(A[0] * A[3]) + fabs(A[1] * A[2])))) return false;
    double y = (A[1] * g - A[3] * s->b[0]) / determinant, z = (A[2] * s->b[0] - A[0] * g) / determinant;
    if (!(y >= 0.0 && fabs(z) <= (1.0 + SLACK) * s->mu * s->polygon->half_side * y)) return false;
    double r[3] = {y, in * y * n[0] + z * t[0], in * y * n[1] + z * t[1]};
    return offer(s, r);
}

/// From the best case; true if it comes to an answer.
static bool project_on(search *s)
{
    double r[3], u[3];
    memcpy(r, s->best, sizeof r);
    for (int pass = 0; pass < MAX_PASSES; pass++)
    {
        small_velocity3(s->W, s->b, r, u);
        const double slip[2] = {-u[1], -u[2]};
        u[0] += s->mu * polygon_support(s->polygon, slip);
        for (int k = 0; k < 3; k++) r[k] -= 0.5 * u[k]; // W has trace 1
        pyramid_project(s->polygon, s->mu, r);
        if (offer(s, r)) return true;
    }
    return false;
}

local_verdict local_pyramid(const friction_polygon *polygon, const double *W, const double *b, double mu,
                            double tolerance, double *r)
{
    if (b[0] >= 0.0)
    {
        memset(r, 0, 3 * sizeof *r);
        return LOCAL_SOLVED;
    }
    if (mu == 0.0) return small_frictionless(3, W, b, tolerance, r) == LOCAL_SOLVED ? LOCAL_SOLVED : LOCAL_FAILED;
    search s = {.polygon = polygon, .W = W, .b = b, .mu = mu, .tolerance = tolerance, .least = INFINITY};
    bool solved = offer(&s, r) || offer_stick(&s, r);
    for (int k = 0; k < polygon->sides && !solved; k++) solved = offer_edge(&s, k) || offer_face(&s, k);
    if (!solved) solved = project_on(&s);
    memcpy(r, s.best, sizeof s.best);
    return solved ? LOCAL_SOLVED : LOCAL_FAILED;
}
