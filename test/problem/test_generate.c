// Generated problems: the known answer is one, the options do what they say, the same seed gives the same bits, and
// size is linear.

#include "support/harness.h"

#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_generated generate(const hf_random_options *options)
{
    hf_generated g;
    hf_error error;
    if (hf_generate_random(options, &g, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return g;
}

static double natural(const hf_generated *g, const double *r)
{
    hf_residual residual;
    CHECK(hf_residual_compute(g->problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    return residual.natural;
}

TEST(known_answers_are_answers)
{
    for (unsigned seed = 0; seed < 200; seed++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = seed;
        o.dimension = 2 + (int)(seed & 1);
        o.contact_count = (int)(seed % 17);
        o.unilateral_count = (int)(seed % 3);
        o.bilateral_count = (int)(seed % 5);
        o.box_count = (int)(seed % 4);
        o.mass_spread = seed % 7 == 0 ? 1e6 : 1.0;
        o.unsymmetric = seed % 6 == 0 ? 0.1 : 0.0;
        o.redundancy = seed % 2 == 0 ? 3.0 : 0.7;
        o.connectivity = seed % 8 == 0 ? HF_CONNECTIVITY_GRID : HF_CONNECTIVITY_RANDOM;
        o.factored = seed % 3 == 0;
        hf_generated g = generate(&o);
        hf_problem_info info = hf_problem_describe(g.problem);
        CHECK(info.contact_count == o.contact_count && info.kind_count[HF_LAW_BOX] == o.box_count);
        CHECK(natural(&g, g.r) < 1e-13);
        for (int k = 0; k < info.dimension; k++) // wrong as soon as any number is
        {
            double keep = g.r[k];
            g.r[k] += 0.01 * (fabs(keep) + 1e-3);
            CHECK(natural(&g, g.r) > 1e-12);
            g.r[k] = keep;
        }
        hf_generated_destroy(&g);
    }
}

TEST(fifty_thousand_contacts_are_linear)
{
    size_t blocks[2];
    for (int k = 0; k < 2; k++)
    {
        hf_pile_options o = hf_pile_options_default();
        o.contact_count = k ? 50000 : 5000;
        hf_generated g;
        hf_error error;
        if (hf_generate_pile(&o, &g, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
        hf_problem_info info = hf_problem_describe(g.problem);
        CHECK(info.contact_count == o.contact_count && info.asymmetry < 1e-15);
        blocks[k] = info.nonzero_block_count;
        printf("      %d contacts, %zu blocks\n", info.contact_count, info.nonzero_block_count);
        hf_generated_destroy(&g);
    }
    CHECK(blocks[1] < 12 * blocks[0]);
}

/// FNV-1a over everything that a problem holds.
static unsigned long long hash(const hf_problem *p)
{
    unsigned long long h = 14695981039346656037u;
    hf_problem_info info = hf_problem_describe(p);
    hf_laws laws = hf_problem_laws(p);
    double *r = calloc((size_t)info.dimension + 1, sizeof *r), *u = calloc((size_t)info.dimension + 1, sizeof *u);
    for (int k = 0; k < info.dimension; k++) r[k] = k + 1;
    CHECK(hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
    const void *parts[] = {laws.size, laws.kind, laws.mu, laws.lo, laws.hi, laws.b, u};
    size_t n = (size_t)info.block_count, m = (size_t)info.dimension;
    size_t bytes[] = {4 * n, 4 * n, 8 * n, 8 * n, 8 * n, 8 * m, 8 * m};
    for (size_t k = 0; k < sizeof bytes / sizeof *bytes; k++)
        for (size_t c = 0; c < bytes[k]; c++) h = (h ^ ((const unsigned char *)parts[k])[c]) * 1099511628211u;
    free(r);
    free(u);
    return h;
}

TEST(the_seed_decides_everything)
{
    hf_random_options o = hf_random_options_default();
    o.box_count = o.bilateral_count = 3;
    o.unsymmetric = 0.3;
    hf_generated a = generate(&o), b = generate(&o);
    CHECK(hash(a.problem) == hash(b.problem) && memcmp(a.r, b.r, 30 * sizeof(double)) == 0);
    hf_generated_destroy(&b);
    o.seed = 2;
    b = generate(&o);
    CHECK(hash(a.problem) != hash(b.problem));
    hf_generated_destroy(&a);
    hf_generated_destroy(&b);
    CHECK(!a.problem && !a.r && !a.u);
}

TEST(shares_are_kept)
{
    for (int dimension = 2; dimension <= 3; dimension++)
    {
        hf_random_options o = hf_random_options_default();
        o.contact_count = 4000;
        o.dimension = dimension;
        o.stick = 0.5;
        o.slip = 0.2;
        o.mu_lo = 0.25;
        o.mu_hi = 0.75;
        o.factored = true;
        hf_generated g = generate(&o);
        hf_laws laws = hf_problem_laws(g.problem);
        int open = 0, stick = 0, slip = 0;
        for (int i = 0; i < o.contact_count; i++)
        {
            const double *r = g.r + dimension * i, *u = g.u + dimension * i;
            CHECK(laws.mu[i] >= 0.25 && laws.mu[i] <= 0.75);
            if (r[0] == 0) open++;
            else if (u[0] == 0 && u[1] == 0) stick++;
            else slip++;
        }
        CHECK(abs(stick - 2000) < 150 && abs(slip - 800) < 120 && open + stick + slip == 4000);
        hf_generated_destroy(&g);
    }
}

TEST(redundancy_bodies_and_spread)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = 60;
    o.redundancy = 3.0;
    o.factored = true;
    hf_generated g = generate(&o);
    CHECK(hf_problem_describe(g.problem).dof_count == 60); // 180 rows / 3
    hf_generated_destroy(&g);
    o.body_count = 1; // one object on many contacts
    g = generate(&o);
    CHECK(hf_problem_describe(g.problem).dof_count == 6 && natural(&g, g.r) < 1e-13);
    hf_generated_destroy(&g);

    o.body_count = 0;
    o.factored = false;
    o.mass_spread = 1e6;
    g = generate(&o);
    hf_problem_info info = hf_problem_describe(g.problem);
    CHECK(info.largest > 1e4 && info.asymmetry < 1e-9 * info.largest);
    hf_generated_destroy(&g);
    o.unsymmetric = 0.5;
    o.mass_spread = 1;
    g = generate(&o);
    CHECK(hf_problem_describe(g.problem).asymmetry > 0.1);
    hf_generated_destroy(&g);
    o.dimension = 2;
    g = generate(&o);
    CHECK(hf_problem_describe(g.problem).asymmetry > 0.1 && natural(&g, g.r) < 1e-13);
    hf_generated_destroy(&g);
}

TEST(kinds_stand_among_each_other)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = 20;
    o.bilateral_count = 10;
    hf_generated g = generate(&o);
    hf_laws laws = hf_problem_laws(g.problem);
    int early = 0, sizes = 0;
    for (int i = 0; i < 30; i++)
        if (laws.kind[i] == HF_LAW_BILATERAL)
        {
            early += i < 15;
            sizes |= 1 << laws.size[i];
        }
    CHECK(early >= 4 && early <= 6 && sizes == (2 | 4 | 8)); // 1, 2 and 3 rows
    hf_generated_destroy(&g);
}

#define REFUSED(type, call, field, bad)                                                                                \
    do {                                                                                                               \
        type o = type##_default();                                                                                     \
        hf_generated g;                                                                                                \
        hf_error error;                                                                                                \
        o.field = bad;                                                                                                 \
        CHECK(call(&o, &g, &error) == HF_STATUS_INVALID && strstr(error.message, "options." #field));                  \
        CHECK(!g.problem && !g.r);                                                                                     \
    } while (0)

TEST(bad_options_are_named)
{
    REFUSED(hf_random_options, hf_generate_random, dimension, 4);
    REFUSED(hf_random_options, hf_generate_random, contact_count, -1);
    REFUSED(hf_random_options, hf_generate_random, unilateral_count, -1);
    REFUSED(hf_random_options, hf_generate_random, bilateral_count, -1);
    REFUSED(hf_random_options, hf_generate_random, box_count, -1);
    REFUSED(hf_random_options, hf_generate_random, stick, 1.5);
    REFUSED(hf_random_options, hf_generate_random, slip, 0.7);
    REFUSED(hf_random_options, hf_generate_random, mu_lo, -0.1);
    REFUSED(hf_random_options, hf_generate_random, mu_hi, 0.1);
    REFUSED(hf_random_options, hf_generate_random, mu_hi, INFINITY);
    REFUSED(hf_random_options, hf_generate_random, redundancy, 0);
    REFUSED(hf_random_options, hf_generate_random, body_count, -2);
    REFUSED(hf_random_options, hf_generate_random, mass_spread, 0.5);
    REFUSED(hf_random_options, hf_generate_random, unsymmetric, NAN);
    REFUSED(hf_random_options, hf_generate_random, connectivity, (hf_connectivity)7);
    REFUSED(hf_pile_options, hf_generate_pile, dimension, 1);
    REFUSED(hf_pile_options, hf_generate_pile, contact_count, -5);
    REFUSED(hf_pile_options, hf_generate_pile, shape, (hf_pile_shape)9);
    REFUSED(hf_pile_options, hf_generate_pile, mu, -1);
    REFUSED(hf_pile_options, hf_generate_pile, mass_spread, INFINITY);
    REFUSED(hf_pile_options, hf_generate_pile, step, 0);
    REFUSED(hf_pile_options, hf_generate_pile, noise, -1);
    hf_random_options o = hf_random_options_default();
    hf_generated g;
    hf_error error;
    o.contact_count = 2000000000;
    CHECK(hf_generate_random(&o, &g, &error) == HF_STATUS_INVALID && strstr(error.message, "too many"));
}

// ---- piles ----

static hf_generated pile(const hf_pile_options *o)
{
    hf_generated g;
    hf_error error;
    if (hf_generate_pile(o, &g, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return g;
}

TEST(piles_of_all_sizes)
{
    for (int shape = 0; shape < 2; shape++)
        for (int dimension = 2; dimension <= 3; dimension++)
            for (int count = 0; count < 60; count += count < 12 ? 1 : 7)
                for (int form = 0; form < 2; form++)
                {
                    hf_pile_options o = hf_pile_options_default();
                    o.shape = (hf_pile_shape)shape;
                    o.dimension = dimension;
                    o.contact_count = count;
                    o.factored = form;
                    hf_generated g = pile(&o);
                    hf_problem_info info = hf_problem_describe(g.problem);
                    CHECK(info.contact_count == count && info.block_count == count && info.factored == form);
                    CHECK(info.dimension == dimension * count && !g.r && !g.u);
                    hf_generated_destroy(&g);
                }
}

TEST(a_ball_on_the_ground_is_carried)
{
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 1;
    o.noise = 0;
    hf_generated g = pile(&o);
    hf_laws laws = hf_problem_laws(g.problem);
    CHECK_NEAR(laws.b[0], -0.0981, 1e-15); // h g, straight down
    CHECK_NEAR(laws.b[1], 0, 1e-15);
    // W = diag(1/m, 1/m + 1/I, 1/m + 1/I) with m = 1, I = 0.4
    double u[3];
    CHECK(hf_problem_velocity(g.problem, (double[]){0.0981, 1, 1}, u, NULL, NULL) == HF_STATUS_OK);
    CHECK_NEAR(u[0], 0, 1e-15);
    CHECK_NEAR(u[1], 3.5, 1e-14);
    CHECK_NEAR(u[2], 3.5, 1e-14);
    CHECK(natural(&g, (double[]){0.0981, 0, 0}) < 1e-15);
    hf_generated_destroy(&g);
}

TEST(balls_lie_in_the_hollows_of_others)
{
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 8; // 4 on the ground, 4 above
    o.noise = 0;
    o.mu = 2.0;
    hf_generated g = pile(&o);
    CHECK(hf_problem_describe(g.problem).dimension == 24);
    hf_laws laws = hf_problem_laws(g.problem);
    double c = sqrt(4 - 2 * 1.05 * 1.05) / 2; // vertical part of the normals: centres are 1.05 aside twice, and 2 apart
    for (int i = 0; i < 8; i++) CHECK_NEAR(laws.b[3 * i], i < 4 ? -0.0981 : 0.0, 1e-15); // all fall together
    hf_generated_destroy(&g);

    o.contact_count = 5;
    g = pile(&o);
    double r[15] = {0}, u[15], w[15];
    CHECK(hf_problem_velocity(g.problem, r, u, NULL, NULL) == HF_STATUS_OK);
    r[12] = 1.0; // press the upper ball up along its normal, and the lower one down
    CHECK(hf_problem_velocity(g.problem, r, w, NULL, NULL) == HF_STATUS_OK);
    CHECK_NEAR(w[12] - u[12], 2.0, 1e-14); // 1/m + 1/m: no rotation from a normal impulse on a ball
    CHECK_NEAR(w[0] - u[0], -c, 1e-14);    // the first lower ball goes down
    hf_generated_destroy(&g);
}

TEST(bricks_press_at_their_corners)
{
    hf_pile_options o = hf_pile_options_default();
    o.shape = HF_PILE_BRICKS;
    o.contact_count = 4;
    o.noise = 0;
    hf_generated g = pile(&o);
    // four equal normal impulses carry the brick, at rest
    double r[12] = {0};
    for (int k = 0; k < 4; k++) r[3 * k] = 0.0981 / 4;
    CHECK(natural(&g, r) < 1e-15);
    // W_NN = 1/m + (x² + y²)/I at (±2, ±1), with I = 0.4 · 1.8²
    double u[12], v[12], zero[12] = {0};
    CHECK(hf_problem_velocity(g.problem, zero, u, NULL, NULL) == HF_STATUS_OK);
    zero[0] = 1;
    CHECK(hf_problem_velocity(g.problem, zero, v, NULL, NULL) == HF_STATUS_OK);
    CHECK_NEAR(v[0] - u[0], 1 + 5 / 1.296, 1e-13);
    hf_generated_destroy(&g);
}
