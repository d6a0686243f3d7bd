// `implicit` as a solver: certified on random problems and piles of every kind, in few iterations; what it does when it
// cannot.

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/papers.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_report solve(const hf_problem *problem, const hf_implicit_options *options, double *r,
                       hf_implicit_counts *counts)
{
    hf_report report;
    hf_error error = {0};
    if (hf_implicit_solve(problem, options, r, NULL, &report, counts, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    hf_residual residual; // never the solver's own word
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    if (!options || !options->bias)
    {
        CHECK(residual.natural == report.residual.natural);
        double tolerance = options ? options->common.tolerance : 1e-8;
        CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (residual.natural <= tolerance));
    }
    return report;
}

static hf_generated random_problem(const hf_random_options *options)
{
    hf_generated made;
    CHECK(hf_generate_random(options, &made, NULL) == HF_STATUS_OK);
    return made;
}

static hf_generated pile(int contacts, double mu, unsigned seed, int dimension)
{
    hf_pile_options options = hf_pile_options_default();
    options.contact_count = contacts;
    options.mu = mu;
    options.seed = seed;
    options.dimension = dimension;
    options.noise = 0.3;
    hf_generated made;
    CHECK(hf_generate_pile(&options, &made, NULL) == HF_STATUS_OK);
    return made;
}

static double *zeros(const hf_problem *problem)
{
    return calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof(double));
}

// ---- a ball in a right angle ----

/// A ball on the floor, against a wall that it overlaps by some micrometres: rows of the floor's normal and tangents,
/// then of the wall's. A step of the scene `balls`.
static hf_problem *ball_in_a_corner(void)
{
    const double w = 0.18773307504628758; // 1/m [1/kg]
    const double turn[2] = {0.65706575953540325,
                            0.65695291798048761}; // of the tangents: the arm to the wall is shorter by the overlap
    const double couple = 0.4692762603199413;
    const double b[6] = {-0.04905, 0, 0, -0.0026050532126798889, -0.051654426833975482, 0.0006310918014851407};
    const double mu[2] = {1, 1};
    const int size[2] = {3, 3};
    double W[36] = {0};
    for (int k = 0; k < 6; k++) W[7 * k] = k % 3 == 0 ? w : turn[k / 3];
    W[6 * 0 + 4] = W[6 * 4 + 0] = w;
    W[6 * 1 + 3] = W[6 * 3 + 1] = -w;
    W[6 * 1 + 4] = W[6 * 4 + 1] = couple;
    hf_laws laws = {.block_count = 2, .size = size, .mu = mu, .b = b};
    hf_problem *problem = NULL;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    return problem;
}

/// With µ = 1 the line from one contact to the other lies in both cones, and next to nothing of an impulse along it is
/// seen in W: the answer lies a hundred times as far as the impulses of the weight, where one contact begins to slide.
/// Damped steps of proximal problems end a long way before it.
TEST(a_ball_that_locks_itself_is_solved_far_away)
{
    hf_problem *problem = ball_in_a_corner();
    double r[6] = {0};
    hf_implicit_counts counts;
    hf_report report = solve(problem, NULL, r, &counts);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    CHECK(r[0] > 100.0 && r[3] > 100.0);
    CHECK(counts.iterations < 60);
    hf_problem_destroy(problem);
}

// ---- known answers ----

/// Five balls of different size and mass on a vertical line fall at one speed; the lowest has just reached the floor
/// (Todorov 2010, fig. 6).
TEST(five_stacked_balls_hit_the_floor_in_one_iteration)
{
    enum
    {
        BALLS = 5,
        DOFS = 6 * BALLS,
        ROWS = 3 * BALLS
    };
    const double radius[BALLS] = {1.0, 0.7, 0.9, 0.5, 0.8}, speed = 1.5;
    double H[ROWS][DOFS] = {{0}}, inverse[DOFS], W[ROWS * ROWS], b[ROWS] = {0}, weight = 0.0;
    for (int i = 0; i < BALLS; i++)
    {
        double m = radius[i] * radius[i] * radius[i], inertia = 0.4 * m * radius[i] * radius[i];
        weight += m;
        for (int k = 0; k < 6; k++) inverse[6 * i + k] = 1.0 / (k < 3 ? m : inertia);
        for (int body = i; body >= 0 && body >= i - 1; body--) // contact i: ball i on ball i-1 or the floor
        {
            double sign = body == i ? 1.0 : -1.0, arm = -sign * radius[body];
            double *n = &H[3 * i][6 * body], *x = &H[3 * i + 1][6 * body], *y = &H[3 * i + 2][6 * body];
            n[2] = sign;
            x[0] = y[1] = sign;
            x[4] = sign * arm;  // (ω × a)_x = ω_y a_z
            y[3] = -sign * arm; // (ω × a)_y = -ω_x a_z
        }
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS; j++)
        {
            W[i * ROWS + j] = 0.0;
            for (int k = 0; k < DOFS; k++) W[i * ROWS + j] += H[i][k] * inverse[k] * H[j][k];
        }
    b[0] = -speed;
    const int size[BALLS] = {3, 3, 3, 3, 3};
    const double mu[BALLS] = {0.5, 0.5, 0.5, 0.5, 0.5};
    hf_laws laws = {.block_count = BALLS, .size = size, .mu = mu, .b = b};
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    double r[ROWS] = {0};
    hf_implicit_options options = hf_implicit_options_default();
    options.common.tolerance = 1e-12;
    hf_report report = solve(problem, &options, r, NULL);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations <= 1);
    for (int i = 0; i < BALLS; i++) // every ball stops: a contact carries the momentum of all that is above
    {
        CHECK_NEAR(r[3 * i], speed * weight, 1e-12);
        CHECK_NEAR(fabs(r[3 * i + 1]) + fabs(r[3 * i + 2]), 0.0, 1e-12);
        weight -= radius[i] * radius[i] * radius[i];
    }
    hf_problem_destroy(problem);
}

TEST(the_published_method_ends_at_local_minima_that_ours_leaves)
{
    int stalled = 0;
    for (unsigned seed = 1; seed <= 8; seed++)
    {
        hf_pile_options pile = hf_pile_options_default();
        hf_generated made;
        double r[81] = {0}, s[81] = {0};
        hf_report report;
        pile.seed = seed;
        pile.contact_count = 27;
        pile.mu = 2.0;
        pile.noise = 0.3;
        CHECK(hf_generate_pile(&pile, &made, NULL) == HF_STATUS_OK);
        CHECK(solve(made.problem, NULL, r, NULL).outcome == HF_OUTCOME_CONVERGED);
        CHECK(hf_solve("implicit/paper", made.problem, NULL, s, NULL, &report, NULL) == HF_STATUS_OK);
        if (report.outcome == HF_OUTCOME_STALLED) stalled++;
        else CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        hf_generated_destroy(&made);
    }
    CHECK(stalled >= 2 && stalled < 8);
}

TEST(one_contact_sticks_slides_or_opens)
{
    const double W[9] = {2, 0, 0, 0, 1, 0, 0, 0, 1}, mu = 0.5;
    const struct
    {
        double b[3], r[3];
    } cases[] = {
        {{-2, 0.3, 0}, {1, -0.3, 0}},      // needs 0.3, may take 0.5
        {{-2, 3, -4}, {1, -0.3, 0.4}},     // slides: 0.5 against the slip
        {{1, 5, 5}, {0, 0, 0}},            // opens
        {{-2, 0, 0}, {1, 0, 0}},           // on the axis
        {{0, 0, 0}, {0, 0, 0}},            // at the apex
        {{-2, 0.3, -0.4}, {1, -0.3, 0.4}}, // on the cone
        {{0, 1, 0}, {0, 0, 0}},            // on the plane
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
        hf_laws laws = {.block_count = 1, .size = (int[]){3}, .mu = &mu, .b = cases[k].b};
        hf_problem *problem;
        CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
        double r[3] = {0};
        hf_report report = solve(problem, NULL, r, NULL);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations <= 6);
        for (int a = 0; a < 3; a++) CHECK_NEAR(r[a], cases[k].r[a], 1e-7);
        hf_problem_destroy(problem);
    }
}

TEST(every_kind_of_block_has_its_known_answer)
{
    // Uncoupled rows of unit weight: contact (2 rows), unilateral, bilateral (2 rows), box at hi, at lo and inside.
    const int size[6] = {2, 1, 2, 1, 1, 1};
    const hf_law_kind kind[6] = {HF_LAW_CONTACT, HF_LAW_UNILATERAL, HF_LAW_BILATERAL,
                                 HF_LAW_BOX,     HF_LAW_BOX,        HF_LAW_BOX};
    const double mu[6] = {0.25, 0, 0, 0, 0, 0}, lo[6] = {0, 0, 0, -1, -1, -1}, hi[6] = {0, 0, 0, 2, 2, 2};
    const double b[8] = {-4, 7, -3, 5, -6, -9, 8, 0.5}, expected[8] = {4, -1, 3, -5, 6, 2, -1, -0.5};
    double W[64] = {0};
    for (int k = 0; k < 8; k++) W[9 * k] = 1.0;
    hf_laws laws = {.block_count = 6, .size = size, .kind = kind, .mu = mu, .lo = lo, .hi = hi, .b = b};
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    for (int islands = 0; islands < 2; islands++)
    {
        hf_implicit_options options = hf_implicit_options_default();
        hf_implicit_counts counts;
        options.islands = islands;
        double r[8] = {0};
        hf_report report = solve(problem, &options, r, &counts);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && counts.islands == (islands ? 6 : 1));
        for (int k = 0; k < 8; k++) CHECK_NEAR(r[k], expected[k], 1e-7);
    }
    hf_problem_destroy(problem);
}

// ---- random problems ----

TEST(random_problems_are_certified)
{
    for (unsigned seed = 1; seed <= 40; seed++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = seed;
        o.dimension = seed % 4 == 0 ? 2 : 3;
        o.contact_count = 3 + (int)seed % 20;
        o.mu_lo = 0.1;
        o.mu_hi = seed % 3 ? 0.6 : 1.0;
        o.unilateral_count = seed % 2 ? 2 : 0;
        o.bilateral_count = seed % 3 ? 2 : 0;
        o.box_count = seed % 5 ? 2 : 0;
        o.mass_spread = seed % 7 ? 1.0 : 1e4;
        o.unsymmetric = seed % 6 ? 0.0 : 0.05;
        o.factored = seed % 2;
        hf_generated made = random_problem(&o);
        double *r = zeros(made.problem);
        hf_report report = solve(made.problem, NULL, r, NULL);
        if (report.outcome != HF_OUTCOME_CONVERGED)
            harness_fail(__FILE__, __LINE__, "seed %u: %g after %ld; %s", seed, report.residual.natural,
                         report.iterations, report.note);
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(the_known_solution_is_a_start_that_needs_no_step)
{
    hf_random_options o = hf_random_options_default();
    o.box_count = o.unilateral_count = o.bilateral_count = 2;
    hf_generated made = random_problem(&o);
    hf_implicit_options options = hf_implicit_options_default();
    options.common.warm_start = true;
    double *r = zeros(made.problem);
    int n = hf_problem_describe(made.problem).dimension;
    memcpy(r, made.r, (size_t)n * sizeof *r);
    hf_report report = solve(made.problem, &options, r, NULL);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations == 0);
    for (int k = 0; k < n; k++) CHECK_NEAR(r[k], made.r[k], 1e-9 * (1.0 + fabs(made.r[k])));
    for (int k = 0; k < n; k++) r[k] = made.r[k] * (1.0 + 1e-3 * (k % 3)); // and nearby a few
    report = solve(made.problem, &options, r, NULL);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations <= 12);
    free(r);
    hf_generated_destroy(&made);
}

TEST(forms_and_runs_agree)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = 15;
    hf_generated assembled = random_problem(&o);
    o.factored = true;
    hf_generated factored = random_problem(&o);
    double *r = zeros(assembled.problem), *again = zeros(assembled.problem), *s = zeros(assembled.problem);
    size_t bytes = (size_t)hf_problem_describe(assembled.problem).dimension * sizeof *r;
    CHECK(solve(assembled.problem, NULL, r, NULL).outcome == HF_OUTCOME_CONVERGED);
    CHECK(solve(assembled.problem, NULL, again, NULL).outcome == HF_OUTCOME_CONVERGED);
    CHECK(memcmp(r, again, bytes) == 0); // the same bits
    CHECK(solve(factored.problem, NULL, s, NULL).outcome == HF_OUTCOME_CONVERGED);
    CHECK(hf_solve("implicit", assembled.problem, NULL, again, NULL, NULL, NULL) == HF_STATUS_OK);
    CHECK(memcmp(r, again, bytes) == 0);
    free(r);
    free(again);
    free(s);
    hf_generated_destroy(&assembled);
    hf_generated_destroy(&factored);
}

TEST(a_bias_is_a_shifted_problem)
{
    hf_random_options o = hf_random_options_default();
    o.unilateral_count = 3;
    o.box_count = 2;
    hf_generated made = random_problem(&o);
    hf_laws laws = hf_problem_laws(made.problem);
    hf_block_rows W = hf_problem_block_rows(made.problem);
    const int *offset = hf_problem_offsets(made.problem);
    int n = offset[laws.block_count];
    double *bias = calloc((size_t)laws.block_count, sizeof *bias), *b = calloc((size_t)n, sizeof *b);
    memcpy(b, laws.b, (size_t)n * sizeof *b);
    for (int i = 0; i < laws.block_count; i++)
    {
        bias[i] = 0.1 * (i % 5 - 2);
        if (laws.kind[i] == HF_LAW_CONTACT || laws.kind[i] == HF_LAW_UNILATERAL) b[offset[i]] -= bias[i];
    }
    laws.b = b;
    hf_problem *shifted;
    CHECK(hf_problem_create(&laws, &W, &shifted, NULL) == HF_STATUS_OK);
    double *r = zeros(shifted), *s = zeros(shifted);
    hf_implicit_options options = hf_implicit_options_default();
    for (int islands = 0; islands < 2; islands++)
    {
        hf_residual residual;
        options.bias = bias;
        options.islands = islands;
        hf_report report = solve(made.problem, &options, r, NULL);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(hf_residual_compute(shifted, r, NULL, &residual, NULL) == HF_STATUS_OK);
        CHECK(residual.natural <= 1e-8);
        CHECK_NEAR(residual.natural, report.residual.natural, 1e-12);
    }
    bias[1] = NAN;
    hf_error error;
    CHECK(hf_implicit_solve(made.problem, &options, s, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "bias[1]"));
    free(bias);
    free(b);
    free(r);
    free(s);
    hf_problem_destroy(shifted);
    hf_generated_destroy(&made);
}

// ---- piles, and the iterations that they take ----

/// Todorov 2010, table 1, last column: 6.5, 7.5, 10.2 and 16.2 iterations for μ = 0.1, 0.5, 1 and 2 (medians), 90 to 55
/// % Newton points.
/// long_implicit.c prints the table in full.
TEST(piles_of_27_contacts_take_iterations_of_the_order_of_table_1)
{
    const double mus[4] = {0.1, 0.5, 1.0, 2.0}, most[4] = {8, 10, 25, 45}, share[4] = {0.9, 0.7, 0.4, 0.35};
    for (int m = 0; m < 4; m++)
    {
        hf_implicit_counts total = {0};
        for (unsigned seed = 1; seed <= 12; seed++)
        {
            hf_generated made = pile(27, mus[m], seed, 3);
            hf_implicit_counts counts;
            hf_implicit_options options = hf_implicit_options_default();
            options.islands = false; // as the paper does
            double *r = zeros(made.problem);
            hf_report report = solve(made.problem, &options, r, &counts);
            CHECK(report.outcome == HF_OUTCOME_CONVERGED);
            CHECK(counts.newton + counts.between + counts.descent + counts.failed == counts.iterations);
            total.iterations += counts.iterations;
            total.newton += counts.newton;
            free(r);
            hf_generated_destroy(&made);
        }
        CHECK((double)total.iterations / 12 <= most[m]);
        CHECK((double)total.newton >= share[m] * (double)total.iterations);
    }
}

TEST(planar_and_large_piles_are_certified)
{
    const struct
    {
        int contacts, dimension;
    } cases[] = {{40, 2}, {300, 2}, {250, 3}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
        hf_generated made = pile(cases[k].contacts, 0.4, 3, cases[k].dimension);
        double *r = zeros(made.problem);
        CHECK(solve(made.problem, NULL, r, NULL).outcome == HF_OUTCOME_CONVERGED);
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(islands_are_certified_together)
{
    // Two piles in one problem, given a tolerance that each must share.
    hf_generated one = pile(20, 0.5, 1, 3), two = pile(27, 0.5, 2, 3);
    hf_laws a = hf_problem_laws(one.problem), c = hf_problem_laws(two.problem);
    hf_block_rows V = hf_problem_block_rows(one.problem), W = hf_problem_block_rows(two.problem);
    size_t first = V.begin[20], blocks = first + W.begin[27];
    size_t begin[48];
    int size[47], *col = calloc(blocks, sizeof *col);
    double mu[47], b[141], *values = calloc(9 * blocks, sizeof *values), r[141] = {0};
    for (int i = 0; i < 47; i++)
    {
        size[i] = 3;
        mu[i] = 0.5;
        begin[i] = i < 20 ? V.begin[i] : first + W.begin[i - 20];
        memcpy(b + 3 * i, i < 20 ? a.b + 3 * i : c.b + 3 * (i - 20), 3 * sizeof *b);
    }
    begin[47] = blocks;
    for (size_t k = 0; k < blocks; k++) col[k] = k < first ? V.col[k] : W.col[k - first] + 20;
    memcpy(values, V.values, 9 * first * sizeof *values);
    memcpy(values + 9 * first, W.values, 9 * W.begin[27] * sizeof *values);
    hf_laws laws = {.block_count = 47, .size = size, .mu = mu, .b = b};
    hf_block_rows both = {.begin = begin, .col = col, .values = values};
    hf_problem *problem;
    CHECK(hf_problem_create(&laws, &both, &problem, NULL) == HF_STATUS_OK);
    hf_implicit_counts counts;
    CHECK(solve(problem, NULL, r, &counts).outcome == HF_OUTCOME_CONVERGED);
    CHECK(counts.islands >= 2);
    free(col);
    free(values);
    hf_problem_destroy(problem);
    hf_generated_destroy(&one);
    hf_generated_destroy(&two);
}
