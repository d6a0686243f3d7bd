// Random single contacts for the tests of the one-contact solvers, scaled as their callers scale them: trace W = 1, ‖b‖
// = 1.

#ifndef HF_TEST_LOCAL_CASES_H
#define HF_TEST_LOCAL_CASES_H

#include "base/random.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct local_case
{
    int d;
    double W[9], b[3], mu;
    double guess[3];
    bool unique; // shown to have exactly one solution, by a contraction
} local_case;

static inline double case_scale(local_case *c)
{
    double trace = 0.0, norm = 0.0;
    for (int i = 0; i < c->d; i++) trace += c->W[(c->d + 1) * i];
    for (int i = 0; i < c->d; i++) norm += c->b[i] * c->b[i];
    norm = sqrt(norm);
    if (trace > 0.0)
        for (int i = 0; i < c->d * c->d; i++) c->W[i] /= trace;
    if (norm > 0.0)
        for (int i = 0; i < c->d; i++) c->b[i] /= norm;
    return norm;
}

/// W = G Gᵀ of the given rank, columns of G spread over `spread` decades.
static inline void case_matrix(random_state *random, local_case *c, int rank, double spread)
{
    int d = c->d;
    memset(c->W, 0, sizeof(c->W));
    for (int k = 0; k < rank; k++)
    {
        double g[3], scale = pow(10.0, -spread * random_unit(random));
        for (int i = 0; i < d; i++) g[i] = scale * random_normal(random);
        for (int i = 0; i < d; i++)
            for (int j = 0; j < d; j++) c->W[d * i + j] += g[i] * g[j];
    }
}

static inline double case_friction(random_state *random)
{
    static const double special[] = {0.0, 1e-6, 1e-4, 1e-2, 10.0, 100.0, 1e6};
    return random_below(random, 3) == 0 ? special[random_below(random, 7)] : random_between(random, 0.1, 2.0);
}

/// A pair (r, u) that satisfies Coulomb's law: 0 open, 1 stick, 2 slide.
static inline void case_pair(random_state *random, int d, double mu, int state, double *r, double *u)
{
    double angle = 6.283185307179586 * random_unit(random), alpha = random_between(random, 0.1, 2.0);
    double t[3] = {0.0, d == 3 ? cos(angle) : cos(angle) > 0.0 ? 1.0 : -1.0, sin(angle)};
    memset(r, 0, 3 * sizeof(double));
    memset(u, 0, 3 * sizeof(double));
    if (state == 0)
    {
        u[0] = random_between(random, 0.1, 1.0);
        for (int i = 1; i < d; i++) u[i] = random_normal(random);
        return;
    }
    r[0] = random_between(random, 0.1, 2.0);
    double inside = state == 1 ? random_unit(random) : 1.0;
    for (int i = 1; i < d; i++) r[i] = mu * r[0] * inside * t[i];
    if (state == 2)
        for (int i = 1; i < d; i++) u[i] = -alpha * t[i];
}

/// mu √((W⁻¹)_NN λ_max(W_T)), W symmetric positive definite. Freeze ‖u_T‖ at s: what remains is a convex problem with
/// one solution, and ‖u_T‖ depends on s with at most this Lipschitz constant; below one there is exactly one s that
/// reproduces itself.
static inline double case_contraction(const local_case *c)
{
    const double *W = c->W;
    if (c->d == 2) return c->mu * sqrt(W[3] / (W[0] * W[3] - W[1] * W[2]) * W[3]);
    double tangent = W[4] * W[8] - W[5] * W[7];
    double det = W[0] * tangent - W[1] * (W[3] * W[8] - W[5] * W[6]) + W[2] * (W[3] * W[7] - W[4] * W[6]);
    double half = 0.5 * (W[4] - W[8]), greatest = 0.5 * (W[4] + W[8]) + sqrt(half * half + W[5] * W[7]);
    return c->mu * sqrt(tangent / det * greatest);
}

/// kind 0: regular, b at random; 1: b from a known solution; 2: singular W, b at random; 3: singular W, b in its range;
/// 4: singular W, b from a known solution; 5: as 0, 1 or 4 with W unsymmetric; 6: W regular, far from unique.
enum
{
    case_kinds = 7
};

static inline void case_make(random_state *random, int d, int kind, local_case *c)
{
    memset(c, 0, sizeof(*c));
    c->d = d;
    c->mu = case_friction(random);
    bool unsymmetric = kind == 5;
    if (kind == 5) kind = (int[]){0, 1, 4}[random_below(random, 3)];
    bool singular = kind >= 2 && kind <= 4;
    int rank = singular ? random_below(random, d) : d;
    double spread = random_below(random, 2) == 0 ? 0.5 : 2.0;
    case_matrix(random, c, rank, spread);
    if (unsymmetric)
        for (int i = 0; i < d * d; i++) c->W[i] += 0.01 * random_normal(random) * (i % (d + 1) != 0) * c->W[0];
    if (kind == 6) c->mu = random_between(random, 1.0, 10.0);
    for (int i = 0; i < d; i++) c->b[i] = random_normal(random);
    double r[3] = {0.0, 0.0, 0.0}, u[3] = {0.0, 0.0, 0.0};
    if (kind == 1 || kind == 4) case_pair(random, d, c->mu, random_below(random, 3), r, u);
    if (kind == 3)
        for (int i = 0; i < d; i++) r[i] = random_normal(random);
    if (kind == 1 || kind == 3 || kind == 4)
        for (int i = 0; i < d; i++)
        {
            c->b[i] = u[i]; // b = u - W r
            for (int j = 0; j < d; j++) c->b[i] -= c->W[d * i + j] * r[j];
        }
    case_scale(c);
    int start = random_below(random, 3);
    for (int i = 0; i < d; i++) c->guess[i] = start == 0 ? 0.0 : random_normal(random);
    if (start == 1 && c->W[0] > 0.0) c->guess[0] = fmax(0.0, -c->b[0] / c->W[0]);
    c->unique = !unsymmetric && rank == d && case_contraction(c) < 0.9;
}

#endif
