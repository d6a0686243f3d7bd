// The certificate: by hand for each law, zero at known answers, and blind to what does not matter.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One block with W = 1 and b = 0, so that norm_b = 0 and the natural map is ‖ r - P(r - ũ) ‖ itself.
static hf_residual one_block(hf_law_kind kind, int size, double mu, double lo, double hi, const double *r,
                             const double *u)
{
    static const double one[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    double b[3] = {0}, W[9] = {0};
    for (int k = 0; k < size; k++) W[k * size + k] = one[0];
    hf_laws laws = {.block_count = 1, .size = &size, .kind = &kind, .mu = &mu, .lo = &lo, .hi = &hi, .b = b};
    hf_problem *p;
    hf_error error;
    if (hf_problem_create_dense(&laws, W, &p, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_residual residual = hf_residual_of(p, r, u);
    hf_problem_destroy(p);
    return residual;
}

static hf_residual contact3(double mu, const double *r, const double *u)
{
    return one_block(HF_LAW_CONTACT, 3, mu, 0, 0, r, u);
}

static hf_residual contact2(double mu, const double *r, const double *u)
{
    return one_block(HF_LAW_CONTACT, 2, mu, 0, 0, r, u);
}

TEST(the_three_regimes_of_coulomb_are_zero)
{
    CHECK(contact3(0.5, (double[]){0, 0, 0}, (double[]){1, 3, -4}).natural == 0); // take-off, however fast it slides
    CHECK(contact3(0.5, (double[]){0, 0, 0}, (double[]){0, 3, -4}).natural == 0); // just about to leave
    CHECK(contact3(0.5, (double[]){2, 0.6, -0.8}, (double[]){0, 0, 0}).natural == 0); // sticks on the edge of the cone
    CHECK(contact3(0.5, (double[]){2, 0.1, -0.2}, (double[]){0, 0, 0}).natural == 0); // sticks inside
    CHECK_NEAR(contact3(0.5, (double[]){2, 0.6, -0.8}, (double[]){0, -3, 4}).natural, 0, 1e-15); // slides
    CHECK(contact2(0.5, (double[]){0, 0}, (double[]){1, 3}).natural == 0);
    CHECK(contact2(0.5, (double[]){2, -0.4}, (double[]){0, 0}).natural == 0);
    CHECK_NEAR(contact2(0.5, (double[]){2, -1}, (double[]){0, 7}).natural, 0, 1e-15);
    CHECK(contact3(0, (double[]){2, 0, 0}, (double[]){0, 5, 5}).natural == 0); // without friction nothing resists
    CHECK_NEAR(contact3(1e6, (double[]){1, 5e5, 0}, (double[]){0, 0, 0}).natural, 0, 1e-9);
}

TEST(wrong_laws_are_not_zero)
{
    // friction along the slip instead of against it
    hf_residual residual = contact3(0.5, (double[]){2, 0.6, -0.8}, (double[]){0, 3, -4});
    // x = (-0.5, -2.4, 3.2), ‖x_T‖ = 4, s = (-0.5 + 2)/1.25 = 1.2, P = (1.2, -0.36, 0.48): r - P = (0.8, 0.96, -1.28)
    CHECK_NEAR(residual.natural, sqrt(0.64 + 0.9216 + 1.6384), 1e-14);
    CHECK_NEAR(residual.misalignment, 10.0, 1e-13); // ‖ 0.5·2·(3, -4) + 5·(0.6, -0.8) ‖ = ‖ (6, -8) ‖
    CHECK(residual.approach == 0 && residual.cone < 1e-15 && residual.complementarity == 0);

    // friction outside the cone: P(2, 2, 0) with mu = 0.5 is s = (2 + 1)/1.25 = 2.4 times (1, 0.5)
    residual = contact2(0.5, (double[]){2, 2}, (double[]){0, 0});
    CHECK_NEAR(residual.natural, sqrt(0.4 * 0.4 + 0.8 * 0.8), 1e-15);
    CHECK_NEAR(residual.cone, 1.0, 1e-15);

    // an approaching contact without impulse: x = (1, 0)
    residual = contact2(0.5, (double[]){0, 0}, (double[]){-1, 0});
    CHECK(residual.natural == 1 && residual.approach == 1 && residual.worst_block == 0);

    // a pulling impulse: x = (-3, 0) is in the polar cone, P = 0
    residual = contact3(0.5, (double[]){-3, 0, 0}, (double[]){0, 0, 0});
    CHECK(residual.natural == 3 && residual.cone == 3);
    // and without friction, too, where mu x_N is -0
    CHECK(contact3(0, (double[]){-3, 0, 0}, (double[]){0, 0, 0}).natural == 3);
    CHECK(contact2(0, (double[]){-3, 0}, (double[]){0, 0}).natural == 3);
    CHECK_NEAR(contact3(0, (double[]){-3e200, 0, 0}, (double[]){0, 0, 0}).natural / 3e200, 1, 1e-15);

    // pushing while it leaves
    residual = contact3(0.5, (double[]){1, 0, 0}, (double[]){2, 0, 0});
    CHECK(residual.natural == 1 && residual.complementarity == 2 && residual.approach == 0);

    // less than full friction while it slides: mu r_N u_T + ‖u_T‖ r_T = 1·3 - 3·0.5
    residual = contact2(0.5, (double[]){2, -0.5}, (double[]){0, 3});
    CHECK_NEAR(residual.misalignment, 1.5, 1e-15);
    CHECK(residual.natural > 0.1);
}

TEST(scalar_laws_by_hand)
{
    hf_law_kind u1 = HF_LAW_UNILATERAL, box = HF_LAW_BOX;
    CHECK(one_block(u1, 1, 0, 0, 0, (double[]){2}, (double[]){0}).natural == 0);
    CHECK(one_block(u1, 1, 0, 0, 0, (double[]){0}, (double[]){2}).natural == 0);
    hf_residual x = one_block(u1, 1, 0, 0, 0, (double[]){3}, (double[]){2});
    CHECK(x.natural == 2 && x.complementarity == 6);
    x = one_block(u1, 1, 0, 0, 0, (double[]){-1}, (double[]){-0.5});
    CHECK(x.natural == 1 && x.cone == 1 && x.approach == 0.5);

    CHECK(one_block(box, 1, 0, -1, 2, (double[]){0.5}, (double[]){0}).natural == 0);
    CHECK(one_block(box, 1, 0, -1, 2, (double[]){2}, (double[]){-7}).natural == 0);
    CHECK(one_block(box, 1, 0, -1, 2, (double[]){-1}, (double[]){7}).natural == 0);
    CHECK(one_block(box, 1, 0, -1, 2, (double[]){2}, (double[]){0.25}).natural == 0.25);
    CHECK(one_block(box, 1, 0, -1, 2, (double[]){2}, (double[]){7}).natural == 3);
    x = one_block(box, 1, 0, -1, 2, (double[]){4}, (double[]){0});
    CHECK(x.natural == 2 && x.cone == 2);
    x = one_block(box, 1, 0, -1, 2, (double[]){-4}, (double[]){0});
    CHECK(x.natural == 3 && x.cone == 3);
    CHECK(one_block(box, 1, 0, -INFINITY, INFINITY, (double[]){1e9}, (double[]){0}).natural == 0);
    CHECK(one_block(box, 1, 0, -INFINITY, 0, (double[]){-5}, (double[]){1}).natural == 1);

    x = one_block(HF_LAW_BILATERAL, 3, 0, 0, 0, (double[]){9, 9, 9}, (double[]){2, -3, 6});
    CHECK(x.natural == 7 && x.approach == 6 && x.cone == 0);
}

TEST(numbers_that_are_none)
{
    hf_residual x = contact3(0.5, (double[]){1, 0, NAN}, (double[]){0, 0, 0});
    CHECK(isinf(x.natural) && isinf(x.cone) && x.worst_block == 0);
    x = one_block(HF_LAW_UNILATERAL, 1, 0, 0, 0, (double[]){0}, (double[]){INFINITY});
    CHECK(isinf(x.natural));
}

static double first_natural(double scale, double mu, const double *r, const double *b)
{
    int size = 3;
    double W[9] = {0}, s[3] = {scale * b[0], scale * b[1], scale * b[2]};
    double x[3] = {scale * r[0], scale * r[1], scale * r[2]};
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = s};
    hf_problem *p;
    hf_residual residual;
    CHECK(hf_problem_create_dense(&laws, W, &p, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(p, x, NULL, &residual, NULL) == HF_STATUS_OK);
    hf_problem_destroy(p);
    return residual.natural;
}

TEST(squares_that_overflow_let_nothing_pass)
{
    // Far above 1 the scale drops out of natural; far below, natural is the scale times the map itself.
    const double zero[3] = {0, 0, 0}, r[3] = {2, 1, 0}, b[3] = {-1, 2, -2}; // ‖b‖ = 3
    double at = first_natural(1e6, 0.5, zero, b), with = first_natural(1e6, 0.5, r, b);
    CHECK(at > 0.1 && with > 0.1);
    const double scales[] = {1e99, 1e101, 1e154, 1e160, 1e300};
    for (int k = 0; k < 5; k++)
    {
        CHECK_NEAR(first_natural(scales[k], 0.5, zero, b), at, 1e-6);
        CHECK_NEAR(first_natural(scales[k], 0.5, r, b), with, 1e-6);
    }
    double map = first_natural(1e-20, 0.5, zero, b) / 1e-20;
    CHECK_NEAR(first_natural(1e-200, 0.5, zero, b) / 1e-200, map, 1e-9);

    // mu² overflows: friction takes part of r_T, and P(x)_T = x_T up to 1/mu.
    CHECK_NEAR(contact3(1e200, (double[]){1, 3, 0}, (double[]){0, 1, 0}).natural,
               contact3(1e90, (double[]){1, 3, 0}, (double[]){0, 1, 0}).natural, 1e-12);
    hf_residual x = contact3(1e300, (double[]){1e200, 0, 0}, (double[]){0, 1e200, 0});
    CHECK(isinf(x.misalignment)); // beyond the numbers, not dropped

    int size = 3;
    double W[9] = {0}, mu = 0.5, huge[3] = {1.7e308, 1.7e308, 0};
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = huge};
    hf_problem *p;
    hf_error error;
    CHECK(hf_problem_create_dense(&laws, W, &p, &error) == HF_STATUS_INVALID && strstr(error.message, "norm"));
}

TEST(scalar_laws_beyond_the_squares)
{
    const double big = 1e200;
    CHECK_NEAR(one_block(HF_LAW_UNILATERAL, 1, 0, 0, 0, &big, &big).natural / big, 1, 1e-12);
    CHECK_NEAR(one_block(HF_LAW_BILATERAL, 1, 0, 0, 0, &big, &big).natural / big, 1, 1e-12);
    CHECK_NEAR(one_block(HF_LAW_BOX, 1, 0, -1, 3e200, &big, (double[]){-1e201}).natural / big, 2, 1e-12);
    CHECK(one_block(HF_LAW_BOX, 1, 0, -INFINITY, big, &big, (double[]){-1}).natural == 0);
}

TEST(the_norm_of_b_divides)
{
    int size = 1;
    hf_law_kind kind = HF_LAW_BILATERAL;
    double b = 3, W = 1;
    hf_laws laws = {.block_count = 1, .size = &size, .kind = &kind, .b = &b};
    hf_problem *p;
    hf_residual x;
    CHECK(hf_problem_create_dense(&laws, &W, &p, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(p, (double[]){1}, NULL, &x, NULL) == HF_STATUS_OK);
    CHECK(x.natural == 1 && x.approach == 4); // |1 + 3| / (1 + 3)
    hf_problem_destroy(p);
}

// ---- what does not matter ----

static hf_generated generate(unsigned seed, int dimension, bool contacts_only)
{
    hf_random_options o = hf_random_options_default();
    o.seed = seed;
    o.dimension = dimension;
    o.contact_count = 6;
    o.unsymmetric = 0.1;
    if (!contacts_only)
    {
        o.unilateral_count = 2;
        o.bilateral_count = 2;
        o.box_count = 2;
    }
    hf_generated g;
    CHECK(hf_generate_random(&o, &g, NULL) == HF_STATUS_OK);
    return g;
}

static double *dense_of(const hf_problem *p)
{
    hf_laws laws = hf_problem_laws(p);
    int n = hf_problem_offsets(p)[laws.block_count];
    double *D = calloc((size_t)n * (size_t)n + 3 * (size_t)n, sizeof *D), *r = D + n * n, *u = r + n, *b = u + n;
    memcpy(b, laws.b, (size_t)n * sizeof *b);
    for (int j = 0; j < n; j++)
    {
        r[j] = 1;
        CHECK(hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
        for (int i = 0; i < n; i++) D[i * n + j] = u[i] - b[i];
        r[j] = 0;
    }
    return D;
}

static double natural(const hf_problem *p, const double *r)
{
    hf_residual x;
    CHECK(hf_residual_compute(p, r, NULL, &x, NULL) == HF_STATUS_OK);
    return x.natural;
}

/// W ◄ Q W Qᵀ, b ◄ Q b, r ◄ Q r with an orthogonal Q (rows); the natural map of any r is the same.
static void check_orthogonal(const hf_problem *p, const hf_laws *new_laws, const double *Q, int n, random_state *random)
{
    double *D = dense_of(p), *half = calloc((size_t)(n * n), sizeof *half), *W = calloc((size_t)(n * n), sizeof *W);
    double *b = calloc((size_t)n, sizeof *b), *r = calloc((size_t)n, sizeof *r), *s = calloc((size_t)n, sizeof *s);
    const double *old = hf_problem_laws(p).b;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) half[i * n + j] += Q[i * n + k] * D[k * n + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) W[i * n + j] += half[i * n + k] * Q[j * n + k];
    for (int i = 0; i < n; i++) r[i] = random_normal(random);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
        {
            b[i] += Q[i * n + k] * old[k];
            s[i] += Q[i * n + k] * r[k];
        }
    hf_laws laws = *new_laws;
    laws.b = b;
    hf_problem *turned;
    CHECK(hf_problem_create_dense(&laws, W, &turned, NULL) == HF_STATUS_OK);
    double before = natural(p, r);
    CHECK(before > 0.01);
    CHECK_NEAR(natural(turned, s), before, 1e-12 * (1 + before));
    hf_problem_destroy(turned);
    free(D);
    free(half);
    free(W);
    free(b);
    free(r);
    free(s);
}

TEST(tangent_frames_do_not_matter)
{
    random_state random = random_seed(5);
    for (unsigned seed = 0; seed < 20; seed++)
    {
        hf_generated g = generate(seed, 3, true);
        hf_laws laws = hf_problem_laws(g.problem);
        int n = 3 * laws.block_count;
        double *Q = calloc((size_t)(n * n), sizeof *Q);
        for (int i = 0; i < laws.block_count; i++)
        {
            double angle = random_between(&random, 0, 6.28), flip = seed % 2 ? 1 : -1; // also mirrored frames
            int k = 3 * i;
            Q[k * n + k] = 1;
            Q[(k + 1) * n + k + 1] = cos(angle);
            Q[(k + 1) * n + k + 2] = -sin(angle);
            Q[(k + 2) * n + k + 1] = flip * sin(angle);
            Q[(k + 2) * n + k + 2] = flip * cos(angle);
        }
        check_orthogonal(g.problem, &laws, Q, n, &random);
        free(Q);
        hf_generated_destroy(&g);
    }
}

TEST(the_order_of_blocks_does_not_matter)
{
    random_state random = random_seed(6);
    for (unsigned seed = 0; seed < 20; seed++)
    {
        hf_generated g = generate(seed, 2 + (int)(seed % 2), false);
        hf_laws laws = hf_problem_laws(g.problem);
        const int *offset = hf_problem_offsets(g.problem);
        int m = laws.block_count, n = offset[m], order[16], size[16], at = 0;
        hf_law_kind kind[16];
        double mu[16], lo[16], hi[16], *Q = calloc((size_t)(n * n), sizeof *Q);
        for (int i = 0; i < m; i++) order[i] = i;
        for (int i = m - 1; i > 0; i--)
        {
            int j = random_below(&random, i + 1), keep = order[i];
            order[i] = order[j];
            order[j] = keep;
        }
        for (int i = 0; i < m; i++)
        {
            int from = order[i];
            size[i] = laws.size[from], kind[i] = laws.kind[from];
            mu[i] = laws.mu[from], lo[i] = laws.lo[from], hi[i] = laws.hi[from];
            for (int k = 0; k < size[i]; k++) Q[(at + k) * n + offset[from] + k] = 1;
            at += size[i];
        }
        hf_laws moved = {.block_count = m, .size = size, .kind = kind, .mu = mu, .lo = lo, .hi = hi};
        check_orthogonal(g.problem, &moved, Q, n, &random);
        free(Q);
        hf_generated_destroy(&g);
    }
}

TEST(units_do_not_change_the_answer)
{
    for (unsigned seed = 0; seed < 20; seed++)
    {
        hf_generated g = generate(seed, 3, true);
        hf_laws laws = hf_problem_laws(g.problem);
        int n = 3 * laws.block_count;
        double *D = dense_of(g.problem), *b = calloc((size_t)n, sizeof *b), *r = calloc((size_t)n, sizeof *r);
        const double mass = 8.0, speed = 0.25; // r in other units of mass and speed
        for (int k = 0; k < n * n; k++) D[k] /= mass;
        for (int k = 0; k < n; k++)
        {
            b[k] = speed * laws.b[k];
            r[k] = mass * speed * g.r[k];
        }
        laws.b = b;
        hf_problem *scaled;
        CHECK(hf_problem_create_dense(&laws, D, &scaled, NULL) == HF_STATUS_OK);
        CHECK(natural(scaled, r) < 1e-13);
        r[0] += 0.1;
        CHECK(natural(scaled, r) > 1e-6);
        hf_problem_destroy(scaled);
        free(D);
        free(b);
        free(r);
        hf_generated_destroy(&g);
    }
}
