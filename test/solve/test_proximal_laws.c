// One block of the proximal Newton method: its step against finite differences of the Alart–Curnier function, written
// down anew here.

#include "support/harness.h"

#include "base/random.h"
#include "linalg/dense.h"
#include "solve/newton/proximal.h"

#include <holdfast/problem.h>

#include <math.h>
#include <string.h>

/// The Alart–Curnier function of one block from its definition.
static void reference(hf_law_kind kind, int d, double mu, double lo, double hi, double rho, const double *r,
                      const double *u, double *F)
{
    double x[3];
    for (int k = 0; k < d; k++) x[k] = r[k] - rho * u[k];
    if (kind == HF_LAW_BILATERAL)
        for (int k = 0; k < d; k++) F[k] = rho * u[k];
    if (kind == HF_LAW_UNILATERAL) F[0] = r[0] - fmax(0.0, x[0]);
    if (kind == HF_LAW_BOX) F[0] = r[0] - fmin(hi, fmax(lo, x[0]));
    if (kind != HF_LAW_CONTACT) return;
    double radius = mu * fmax(0.0, x[0]), t = d == 3 ? hypot(x[1], x[2]) : fabs(x[1]);
    F[0] = r[0] - fmax(0.0, x[0]);
    for (int k = 1; k < d; k++) F[k] = r[k] - (t > radius ? radius * x[k] / t : x[k]);
}

/// A problem of one block; its W does not matter here.
static hf_problem *one_block(hf_law_kind kind, int d, double mu, double lo, double hi)
{
    double W[9] = {0}, b[3] = {0};
    for (int k = 0; k < d; k++) W[k * d + k] = 1.0;
    hf_laws laws = {.block_count = 1, .size = &d, .kind = &kind, .mu = &mu, .lo = &lo, .hi = &hi, .b = b};
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    return problem;
}

/// F + F_r δr + F_u δu = 0 with derivatives by differences, and δu = A δr with a random A: the step must be the one
/// that `move` describes.
static void check_step(const hf_problem *p, random_state *random, double rho, const double *r, const double *u)
{
    hf_law_kind kind = p->kind[0];
    int d = p->size[0];
    double A[9], J[9], F[3], plus[3], minus[3], expected[3], h = 1e-6;
    for (int k = 0; k < d * d; k++) A[k] = random_normal(random) + (k % (d + 1) == 0 ? 4.0 : 0.0);
    reference(kind, d, p->mu[0], p->lo[0], p->hi[0], rho, r, u, F);
    for (int c = 0; c < d; c++) // column c of F_r + F_u A, stored by columns
    {
        double rp[3], rm[3], up[3], um[3];
        for (int k = 0; k < d; k++)
        {
            rp[k] = r[k] + (k == c ? h : 0.0);
            rm[k] = r[k] - (k == c ? h : 0.0);
            up[k] = u[k] + h * A[k * d + c];
            um[k] = u[k] - h * A[k * d + c];
        }
        reference(kind, d, p->mu[0], p->lo[0], p->hi[0], rho, rp, up, plus);
        reference(kind, d, p->mu[0], p->lo[0], p->hi[0], rho, rm, um, minus);
        for (int k = 0; k < d; k++) J[c * d + k] = (plus[k] - minus[k]) / (2.0 * h);
    }
    int pivot[3];
    for (int k = 0; k < d; k++) expected[k] = -F[k];
    if (dense_lu(d, J, d, pivot) != 0) return;
    dense_lu_solve(d, J, d, pivot, 1, expected, d);

    // the same from the move: (Yᵀ A Z + stiffness) y = target - Yᵀ A fixed, δr = fixed + Z y
    block_move move;
    double square = proximal_law(p, 0, rho, r, u, &move), sum = 0.0, K[9], y[3], dr[3];
    for (int k = 0; k < d; k++) sum += F[k] * F[k];
    CHECK_NEAR(square, sum, 1e-12 * (1.0 + sum));
    int m = move.free;
    for (int i = 0; i < m; i++)
    {
        y[i] = move.target[i];
        for (int a = 0; a < d; a++)
            for (int c = 0; c < d; c++) y[i] -= move.Y[a * m + i] * A[a * d + c] * move.fixed[c];
        for (int j = 0; j < m; j++)
        {
            K[j * m + i] = i == j ? move.stiffness[i] : 0.0;
            for (int a = 0; a < d; a++)
                for (int c = 0; c < d; c++) K[j * m + i] += move.Y[a * m + i] * A[a * d + c] * move.Z[c * m + j];
        }
    }
    if (m > 0)
    {
        CHECK(dense_lu(m, K, m, pivot) == 0);
        dense_lu_solve(m, K, m, pivot, 1, y, m);
    }
    for (int a = 0; a < d; a++)
    {
        dr[a] = move.fixed[a];
        for (int k = 0; k < m; k++) dr[a] += move.Z[a * m + k] * y[k];
    }
    double size = 1.0;
    for (int a = 0; a < d; a++) size = fmax(size, fabs(expected[a]));
    for (int a = 0; a < d; a++) CHECK_NEAR(dr[a], expected[a], 2e-6 * size);
}

/// Random points of all states; `free` counts how often each number of unknowns was met.
static void check_kind(hf_law_kind kind, int d, double mu, int met[4])
{
    random_state random = random_seed((unsigned)(17 * d + (int)kind + 100 * (mu > 0.0)));
    hf_problem *p = one_block(kind, d, mu, -0.7, 0.4);
    memset(met, 0, 4 * sizeof *met);
    for (int trial = 0; trial < 400; trial++)
    {
        double r[3], u[3], rho = random_between(&random, 0.3, 3.0);
        block_move move;
        for (int k = 0; k < d; k++)
        {
            r[k] = random_normal(&random) + (k == 0 && kind == HF_LAW_CONTACT ? 1.0 : 0.0);
            u[k] = 0.5 * random_normal(&random);
        }
        check_step(p, &random, rho, r, u);
        (void)proximal_law(p, 0, rho, r, u, &move);
        met[move.free]++;
    }
    hf_problem_destroy(p);
}

TEST(a_contact_in_space_opens_slides_and_sticks_as_differences_say)
{
    int met[4];
    check_kind(HF_LAW_CONTACT, 3, 0.7, met);
    CHECK(met[0] > 20 && met[1] == 0 && met[2] > 20 && met[3] > 20); // open, slide, stick
}

TEST(a_planar_contact_too)
{
    int met[4];
    check_kind(HF_LAW_CONTACT, 2, 0.7, met);
    CHECK(met[0] > 20 && met[1] > 20 && met[2] > 20);
}

TEST(without_friction_only_the_normal_is_free)
{
    int met[4];
    check_kind(HF_LAW_CONTACT, 3, 0.0, met);
    CHECK(met[0] > 20 && met[1] > 20 && met[2] == 0 && met[3] == 0);
    check_kind(HF_LAW_CONTACT, 2, 0.0, met);
    CHECK(met[0] > 20 && met[1] > 20 && met[2] == 0);
}

TEST(scalar_blocks_are_free_between_their_bounds)
{
    int met[4];
    check_kind(HF_LAW_UNILATERAL, 1, 0.0, met);
    CHECK(met[0] > 20 && met[1] > 20);
    check_kind(HF_LAW_BOX, 1, 0.0, met);
    CHECK(met[0] > 20 && met[1] > 20);
}

TEST(bilateral_blocks_are_always_free)
{
    int met[4];
    for (int d = 1; d <= 3; d++)
    {
        check_kind(HF_LAW_BILATERAL, d, 0.0, met);
        CHECK(met[d] == 400);
    }
}

// ---- how far a drift goes ----

/// Whether a block may have this impulse, by its law's definition.
static bool allowed_impulse(const hf_problem *p, const double *r)
{
    int d = p->size[0];
    switch (p->kind[0])
    {
    case HF_LAW_UNILATERAL: return r[0] >= 0.0;
    case HF_LAW_BOX: return r[0] >= p->lo[0] && r[0] <= p->hi[0];
    case HF_LAW_CONTACT: return r[0] >= 0.0 && (d == 3 ? hypot(r[1], r[2]) : fabs(r[1])) <= p->mu[0] * r[0];
    default: return true;
    }
}

static void check_reach(hf_law_kind kind, int d, double mu, int met[2])
{
    random_state random = random_seed(11);
    hf_problem *p = one_block(kind, d, mu, -1.0, 0.7);
    met[0] = met[1] = 0;
    for (int trial = 0; trial < 300; trial++)
    {
        const double zero[3] = {0.0};
        double r[3], drift[3], near[3], far[3];
        for (int k = 0; k < d; k++)
        {
            r[k] = k == 0 ? random_between(&random, 0.1, 0.6) : 0.2 * random_normal(&random);
            drift[k] = (k == 0 ? 1.0 : 0.5) * random_normal(&random);
        }
        if (!allowed_impulse(p, r)) continue;
        block_move move;
        proximal_law(p, 0, 1.0, r, zero, &move);
        double t = proximal_reach(p, &move, r, drift);
        CHECK(t > 0.0);
        for (int k = 0; k < d; k++)
        {
            near[k] = r[k] + (isinf(t) ? 1e6 : 0.9999 * t) * drift[k];
            far[k] = r[k] + 1.0001 * t * drift[k];
        }
        CHECK(allowed_impulse(p, near) && (isinf(t) || !allowed_impulse(p, far)));
        met[isinf(t)]++;
    }
    hf_problem_destroy(p);
}

TEST(a_drift_goes_to_the_edge_of_the_law)
{
    int met[2];
    for (int d = 2; d <= 3; d++)
    {
        check_reach(HF_LAW_CONTACT, d, 0.8, met);
        CHECK(met[0] > 20 && met[1] > 5);
    }
    check_reach(HF_LAW_UNILATERAL, 1, 0.0, met);
    CHECK(met[0] > 50 && met[1] > 50);
    check_reach(HF_LAW_BOX, 1, 0.0, met);
    CHECK(met[0] > 50 && met[1] == 0);
    check_reach(HF_LAW_BILATERAL, 3, 0.0, met);
    CHECK(met[0] == 0 && met[1] > 200);
}

TEST(open_blocks_end_no_drift)
{
    hf_problem *p = one_block(HF_LAW_CONTACT, 3, 0.5, 0.0, 0.0);
    const double r[3] = {0.0}, u[3] = {1.0, 0.0, 0.0}, drift[3] = {-1.0, 2.0, 0.0};
    block_move move;
    proximal_law(p, 0, 1.0, r, u, &move);
    CHECK(move.free == 0 && isinf(proximal_reach(p, &move, r, drift)));
    hf_problem_destroy(p);
}
