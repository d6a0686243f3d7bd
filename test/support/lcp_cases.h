// LCPs for tests: random ones of the classes that theory speaks of, and all solutions of small ones by enumeration.

#ifndef HF_TEST_LCP_CASES_H
#define HF_TEST_LCP_CASES_H

#include "holdfast/lemke.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
    BRUTE_MAX = 14
};

typedef enum lcp_class
{
    LCP_POSITIVE_DEFINITE = 0, // G Gᵀ + I/10: one solution for every q
    LCP_SEMIDEFINITE,          // G Gᵀ of rank n/2, q such that there is a solution
    LCP_P_MATRIX,              // unsymmetric, positive definite: skew part added
    LCP_COPOSITIVE_PLUS,       // the matrix of a quadratic program, [Q, -Aᵀ; A, 0]; may be infeasible
    LCP_DEGENERATE,            // small integers: ties everywhere
    LCP_ANY,                   // entries normal: indefinite, with several solutions or none
    LCP_CLASS_COUNT,
} lcp_class;

static inline void fill_gram(random_state *random, int n, int rank, double *M)
{
    double *G = calloc((size_t)n * (size_t)n + 1, sizeof *G);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < rank; k++) G[i * n + k] = random_normal(random);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < rank; k++) M[i * n + j] += G[i * n + k] * G[j * n + k];
    free(G);
}

/// q of a problem that has a solution: w - M z for complementary z, w >= 0, with `zeros` of both.
static inline void fill_solvable(random_state *random, int n, const double *M, double *q)
{
    double *z = calloc((size_t)n + 1, sizeof *z);
    for (int i = 0; i < n; i++)
    {
        int what = random_below(random, 3);
        z[i] = what == 0 ? random_unit(random) : 0.0;
        q[i] = what == 1 ? random_unit(random) : 0.0;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) q[i] -= M[i * n + j] * z[j];
    free(z);
}

/// M (n × n) and q are overwritten.
static inline void fill_lcp(lcp_class what, random_state *random, int n, double *M, double *q)
{
    memset(M, 0, (size_t)n * (size_t)n * sizeof *M);
    for (int i = 0; i < n; i++) q[i] = random_normal(random);
    switch (what)
    {
    case LCP_POSITIVE_DEFINITE:
    case LCP_P_MATRIX:
        fill_gram(random, n, n, M);
        for (int i = 0; i < n; i++) M[i * n + i] += 0.1;
        for (int i = 0; what == LCP_P_MATRIX && i < n; i++)
            for (int j = 0; j < i; j++)
            {
                double skew = 2.0 * random_normal(random);
                M[i * n + j] += skew;
                M[j * n + i] -= skew;
            }
        break;
    case LCP_SEMIDEFINITE:
        fill_gram(random, n, (n + 1) / 2, M);
        fill_solvable(random, n, M, q);
        break;
    case LCP_COPOSITIVE_PLUS:
    {
        int m = n / 2;
        fill_gram(random, n, n, M);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
            {
                if (i >= m && j >= m) M[i * n + j] = 0.0;
                else if (i >= m)
                {
                    M[i * n + j] = random_normal(random);
                    M[j * n + i] = -M[i * n + j];
                }
            }
        break;
    }
    case LCP_DEGENERATE:
        for (int i = 0; i < n * n; i++) M[i] = random_below(random, 3) - 1;
        for (int i = 0; i < n; i++) q[i] = random_below(random, 3) - 1;
        break;
    default:
        for (int i = 0; i < n * n; i++) M[i] = random_normal(random);
        break;
    }
}

/// z of the complementary set `set`, by Gaussian elimination. False if singular.
static inline bool brute_point(const hf_lcp *lcp, unsigned set, double *z)
{
    double A[BRUTE_MAX][BRUTE_MAX + 1];
    int n = lcp->dimension, index[BRUTE_MAX], k = 0;
    for (int i = 0; i < n; i++)
        if (set >> i & 1u) index[k++] = i;
    for (int a = 0; a < k; a++)
    {
        for (int b = 0; b < k; b++) A[a][b] = lcp->M[index[a] * n + index[b]];
        A[a][k] = -lcp->q[index[a]];
    }
    for (int c = 0; c < k; c++)
    {
        int p = c;
        for (int a = c + 1; a < k; a++)
            if (fabs(A[a][c]) > fabs(A[p][c])) p = a;
        if (fabs(A[p][c]) < 1e-11) return false;
        for (int b = 0; b <= k; b++)
        {
            double x = A[c][b];
            A[c][b] = A[p][b];
            A[p][b] = x;
        }
        for (int a = 0; a < k; a++)
        {
            if (a == c) continue;
            double f = A[a][c] / A[c][c];
            for (int b = c; b <= k; b++) A[a][b] -= f * A[c][b];
        }
    }
    memset(z, 0, (size_t)n * sizeof *z);
    for (int a = 0; a < k; a++) z[index[a]] = A[a][k] / A[a][a];
    return true;
}

/// How many of the 2^n complementary sets give a solution; n <= BRUTE_MAX. A solution, if any, has one at a nonsingular
/// set or a ray's end of it, so 0 means none.
static inline int brute_count(const hf_lcp *lcp)
{
    double z[BRUTE_MAX], w[BRUTE_MAX];
    int count = 0;
    for (unsigned set = 0; set < 1u << lcp->dimension; set++)
    {
        hf_lcp_residual residual;
        if (!brute_point(lcp, set, z)) continue;
        if (hf_lcp_residual_compute(lcp, z, w, NULL, &residual, NULL) == HF_STATUS_OK && residual.natural < 1e-9)
            count++;
    }
    return count;
}

#endif
