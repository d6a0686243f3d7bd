// Friction as an LCP: exact in 2D, inscribed in 3D, every kind of block; judged by the certificate of the exact law.

#include "support/harness.h"

#include "holdfast/generate.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include "base/random.h"
#include "papers/yamane2008/polyhedral.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[] = {"lemke", "lexico", "robust"};

static hf_report solve(const char *name, const hf_problem *problem, double *r)
{
    hf_report report;
    hf_error error;
    if (hf_solve(name, problem, NULL, r, NULL, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    hf_residual residual;
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural == report.residual.natural);
    return report;
}

static hf_problem *create(const hf_laws *laws, const double *W)
{
    hf_problem *problem;
    hf_error error;
    if (hf_problem_create_dense(laws, W, &problem, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return problem;
}

TEST(a_block_on_the_floor_sticks_or_slides)
{
    int size = 3;
    double mu = 0.5, W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, r[3];
    double stick[3] = {-1, 0.3, 0.2}, slide[3] = {-1, 0.0, 2.0};
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = stick};
    hf_problem *problem = create(&laws, W);
    for (int k = 0; k < 3; k++)
    {
        CHECK(solve(NAMES[k], problem, r).outcome == HF_OUTCOME_CONVERGED);
        CHECK_NEAR(r[0], 1.0, 1e-14);
        CHECK_NEAR(r[1], -0.3, 1e-14);
        CHECK_NEAR(r[2], -0.2, 1e-14);
    }
    hf_problem_destroy(problem);
    laws.b = slide; // along a side: the polyhedral answer is exact
    problem = create(&laws, W);
    for (int k = 0; k < 3; k++)
    {
        hf_report report = solve(NAMES[k], problem, r);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && strstr(report.note, "exact"));
        CHECK_NEAR(r[2], -0.5, 1e-14);
    }
    hf_problem_destroy(problem);
}

TEST(between_two_sides_the_note_says_how_far_off)
{
    int size = 3;
    double angle = acos(-1.0) / 8.0, mu = 0.5, W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, r[3];
    double b[3] = {-1, 2.0 * cos(angle), 2.0 * sin(angle)}; // slides right between two of eight sides
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    hf_problem *problem = create(&laws, W);
    hf_report report = solve("robust", problem, r);
    CHECK(report.outcome == HF_OUTCOME_STALLED);
    CHECK(report.residual.natural > 1e-3 && report.residual.cone < 1e-14); // inscribed: never outside the cone
    CHECK(strstr(report.note, "8-sided cone is solved to") && strstr(report.note, "deg askew"));
    CHECK_NEAR(r[0], 1.0, 1e-13);
    double last = report.residual.natural;
    for (int sides = 24; sides <= 216; sides *= 3) // odd multiples: it stays between two sides
    {
        char name[32];
        snprintf(name, sizeof name, "robust:%d", sides);
        report = solve(name, problem, r);
        CHECK(report.residual.natural < 0.5 * last);
        last = report.residual.natural;
    }
    hf_problem_destroy(problem);
}

static hf_generated generate(hf_random_options options)
{
    hf_generated generated;
    hf_error error;
    if (hf_generate_random(&options, &generated, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return generated;
}

TEST(planar_friction_is_exact_with_every_kind_of_block)
{
    int failed[3] = {0, 0, 0};
    for (int trial = 0; trial < 150; trial++)
    {
        hf_random_options options = hf_random_options_default();
        options.seed = (unsigned long long)trial + 1;
        options.dimension = 2;
        options.contact_count = 3 + trial % 10;
        options.unilateral_count = trial % 3;
        options.bilateral_count = trial % 4;
        options.box_count = trial % 5;
        options.redundancy = 0.5 + 0.5 * (trial % 4);
        options.factored = trial % 2 == 1;
        hf_generated generated = generate(options);
        double r[200];
        for (int k = 0; k < 3; k++) failed[k] += solve(NAMES[k], generated.problem, r).outcome != HF_OUTCOME_CONVERGED;
        hf_generated_destroy(&generated);
    }
    printf("    not converged, of 150: lemke %d, lexico %d, robust %d\n", failed[0], failed[1], failed[2]);
    CHECK(failed[2] == 0);
}

TEST(more_sides_come_closer_to_the_exact_cone)
{
    double r[200], coarse = 0.0, fine = 0.0;
    for (int trial = 0; trial < 20; trial++)
    {
        hf_random_options options = hf_random_options_default();
        options.seed = (unsigned long long)trial + 1;
        options.contact_count = 6;
        options.bilateral_count = 2;
        options.box_count = 2;
        hf_generated generated = generate(options);
        coarse += solve("robust:8", generated.problem, r).residual.natural;
        hf_report report = solve("robust:64", generated.problem, r);
        CHECK(!strstr(report.note, "only"));
        fine += report.residual.natural;
        hf_generated_destroy(&generated);
    }
    CHECK(fine < 0.3 * coarse);
}

TEST(factored_and_assembled_give_the_same)
{
    for (int trial = 0; trial < 10; trial++)
    {
        hf_random_options options = hf_random_options_default();
        options.seed = (unsigned long long)trial + 1;
        options.factored = true;
        options.unsymmetric = trial % 2 ? 0.1 : 0.0;
        hf_generated generated = generate(options);
        hf_problem *assembled;
        CHECK(hf_problem_assemble(generated.problem, &assembled, NULL) == HF_STATUS_OK);
        double r[30], s[30];
        solve("lexico", generated.problem, r);
        solve("lexico", assembled, s);
        for (int k = 0; k < 30; k++) CHECK_NEAR(r[k], s[k], 1e-9 * (1.0 + fabs(s[k])));
        hf_problem_destroy(assembled);
        hf_generated_destroy(&generated);
    }
}

TEST(boxes_of_all_kinds)
{
    int size[6] = {1, 1, 1, 1, 1, 1};
    hf_law_kind kind[6] = {HF_LAW_BOX, HF_LAW_BOX, HF_LAW_BOX, HF_LAW_BOX, HF_LAW_BOX, HF_LAW_BOX};
    double lo[6] = {-1, -1, -INFINITY, 0.5, -INFINITY, 2};
    double hi[6] = {1, 3, 1, INFINITY, INFINITY, 2};
    double b[6] = {-5, -2, -5, -3, 7, -9}, mu[6] = {0}, W[36] = {0}, r[6];
    for (int k = 0; k < 6; k++) W[7 * k] = 1.0;
    const double expected[6] = {1, 2, 1, 3, -7, 2};
    hf_laws laws = {.block_count = 6, .size = size, .kind = kind, .mu = mu, .lo = lo, .hi = hi, .b = b};
    hf_problem *problem = create(&laws, W);
    for (int n = 0; n < 3; n++)
    {
        CHECK(solve(NAMES[n], problem, r).outcome == HF_OUTCOME_CONVERGED);
        for (int k = 0; k < 6; k++) CHECK_NEAR(r[k], expected[k], 1e-12);
    }
    hf_problem_destroy(problem);
}

TEST(bilateral_rows_that_depend_on_each_other)
{
    int size[3] = {2, 1, 1};
    hf_law_kind kind[3] = {HF_LAW_BILATERAL, HF_LAW_BILATERAL, HF_LAW_UNILATERAL};
    double J[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}}, W[16], b[4] = {-1, -2, -3, 1.5}, r[4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) W[4 * i + j] = J[i][0] * J[j][0] + J[i][1] * J[j][1];
    hf_laws laws = {.block_count = 3, .size = size, .kind = kind, .b = b};
    // The bilateral rows hold both directions: u_4 = 1.5 + 1 - 2 = 0.5 whatever r_4 is, which is therefore zero.
    hf_problem *problem = create(&laws, W);
    for (int n = 0; n < 3; n++)
    {
        CHECK(solve(NAMES[n], problem, r).outcome == HF_OUTCOME_CONVERGED);
        CHECK_NEAR(r[3], 0.0, 1e-14);
    }
    hf_problem_destroy(problem);
    for (int wrong = 0; wrong < 2; wrong++)
    {
        b[2] = wrong ? -4.0 : -3.0; // contradicts the first two
        b[3] = wrong ? 1.5 : 0.5;   // u_4 = -0.5 whatever r_4 is
        problem = create(&laws, W);
        hf_report report = solve("robust", problem, r);
        CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && strstr(report.note, "infeasible"));
        hf_problem_destroy(problem);
    }
}

TEST(islands_are_solved_apart)
{
    int size[5] = {1, 1, 1, 1, 1};
    hf_law_kind kind[5];
    double W[25] = {0}, b[5] = {-1, -1, -1, -1, -1};
    for (int k = 0; k < 5; k++)
    {
        kind[k] = HF_LAW_UNILATERAL;
        W[6 * k] = 2.0;
    }
    W[5 * 0 + 3] = W[5 * 3 + 0] = 1.0;
    W[5 * 3 + 4] = W[5 * 4 + 3] = 0.5;
    hf_laws laws = {.block_count = 5, .size = size, .kind = kind, .b = b};
    hf_problem *problem = create(&laws, W);
    double r[5];
    hf_report report = solve("lemke", problem, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.phases[1].iterations == report.iterations);
    CHECK_NEAR(r[1], 0.5, 1e-15);
    CHECK_NEAR(r[2], 0.5, 1e-15);
    CHECK_NEAR(2.0 * r[0] + r[3], 1.0, 1e-14);
    CHECK_NEAR(r[0] + 2.0 * r[3] + 0.5 * r[4], 1.0, 1e-14);
    hf_problem_destroy(problem);
}

TEST(zero_blocks_between_islands_are_no_harm)
{
    int size[3] = {3, 3, 3}, col[9];
    size_t begin[4] = {0, 3, 6, 9};
    double mu[3] = {0.5, 0.5, 0.5}, b[9], values[81] = {0},
           r[9]; // every block is stored, the ones off the diagonal as zeros
    for (int k = 0; k < 9; k++)
    {
        col[k] = k % 3;
        b[k] = k % 3 ? 0.1 : -1.0 - k;
        if (k / 3 == k % 3)
            for (int a = 0; a < 3; a++) values[9 * k + 4 * a] = 1.0;
    }
    hf_laws laws = {.block_count = 3, .size = size, .mu = mu, .b = b};
    hf_block_rows W = {.begin = begin, .col = col, .values = values};
    hf_problem *problem;
    CHECK(hf_problem_create(&laws, &W, &problem, NULL) == HF_STATUS_OK);
    CHECK(solve("robust", problem, r).outcome == HF_OUTCOME_CONVERGED);
    for (int i = 0; i < 3; i++) CHECK_NEAR(r[3 * i], 1.0 + 3.0 * i, 1e-14);
    hf_problem_destroy(problem);
}

TEST(warm_start_from_the_answer_spares_the_first_pass)
{
    hf_redundant_options options = hf_redundant_options_default();
    hf_problem *problem;
    CHECK(hf_generate_redundant(&options, &problem, NULL) == HF_STATUS_OK);
    double r[48];
    hf_report cold = solve("robust", problem, r), warm;
    hf_solve_options again = hf_solve_options_default();
    again.warm_start = true;
    CHECK(hf_solve("robust", problem, &again, r, NULL, &warm, NULL) == HF_STATUS_OK);
    CHECK(cold.phase_count == 2 && warm.phase_count == 1);
    CHECK(warm.iterations <= cold.iterations);
    CHECK_NEAR(warm.residual.natural, cold.residual.natural, 0.1 * cold.residual.natural + 1e-12);
    again.warm_start = false;
    again.max_iterations = 1;
    CHECK(hf_solve("robust", problem, &again, r, NULL, &warm, NULL) == HF_STATUS_OK);
    CHECK(warm.outcome == HF_OUTCOME_LIMIT && strstr(warm.note, "limit"));
    hf_problem_destroy(problem);
}

TEST(the_lcp_of_a_problem_has_the_papers_form)
{
    int size = 3;
    double mu = 0.5, W[9] = {4, 0, 0, 0, 2, 0, 0, 0, 2}, b[3] = {-1, 0, 0};
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    hf_problem *problem = create(&laws, W);
    hf_lcp *lcp;
    CHECK(hf_lcp_from_problem(problem, 4, &lcp, NULL) == HF_STATUS_OK);
    CHECK(lcp->dimension == 6); // a, four b, λ: eq. 25; W in units of its largest entry
    const double M[36] = {1, 0,    0, 0,   0, 0, 0, 0.5, 0,    -0.5, 0,   1, 0,   0,  0.5, 0,  -0.5, 1,
                          0, -0.5, 0, 0.5, 0, 1, 0, 0,   -0.5, 0,    0.5, 1, 0.5, -1, -1,  -1, -1,   0};
    for (int k = 0; k < 36; k++) CHECK_NEAR(lcp->M[k], M[k], 1e-15);
    CHECK(lcp->q[0] == -1.0 && lcp->q[5] == 0.0);
    hf_lcp_destroy(lcp);
    hf_error error;
    CHECK(hf_lcp_from_problem(problem, 2, &lcp, &error) == HF_STATUS_INVALID && strstr(error.message, "sides"));
    hf_problem_destroy(problem);
}

TEST(names_with_sides)
{
    CHECK(hf_solver_check("robust:16", NULL) == HF_STATUS_OK);
    CHECK(hf_solver_check("lemke:3", NULL) == HF_STATUS_OK);
    const char *const wrong[] = {"robust:2",     "robust:",  "robust:8x", "robust:-8",
                                 "robust:99999", "lexico16", "robust: 8"};
    for (int k = 0; k < 7; k++) CHECK(hf_solver_check(wrong[k], NULL) == HF_STATUS_INVALID);
}

TEST(what_is_too_large_is_refused)
{
    enum
    {
        COUNT = 700
    };
    int *size = malloc(COUNT * sizeof *size);
    double *mu = malloc(COUNT * sizeof *mu), *b = calloc(3 * COUNT, sizeof *b);
    size_t *begin = malloc((COUNT + 1) * sizeof *begin);
    int *col = malloc(2 * COUNT * sizeof *col);
    double *values = calloc(9 * 2 * COUNT, sizeof *values);
    for (int i = 0; i < COUNT; i++) // a chain: one island of 700 contacts, 7000 rows
    {
        size[i] = 3;
        mu[i] = 0.5;
        begin[i] = 2 * (size_t)i;
        col[2 * i] = i < COUNT - 1 ? i : i - 1;
        col[2 * i + 1] = i < COUNT - 1 ? i + 1 : i;
    }
    begin[COUNT] = 2 * COUNT;
    for (int k = 0; k < 9 * 2 * COUNT; k++) values[k] = 1.0;
    hf_laws laws = {.block_count = COUNT, .size = size, .mu = mu, .b = b};
    hf_block_rows W = {.begin = begin, .col = col, .values = values};
    hf_problem *problem;
    hf_error error;
    CHECK(hf_problem_create(&laws, &W, &problem, &error) == HF_STATUS_OK);
    CHECK(hf_solve("robust", problem, NULL, b, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(strstr(error.message, "7000"));
    hf_problem_destroy(problem);
    free(size);
    free(mu);
    free(b);
    free(begin);
    free(col);
    free(values);
}

TEST(every_allocation_may_fail)
{
    hf_redundant_options options = hf_redundant_options_default();
    options.face_contacts = 6;
    for (long at = 0;; at++)
    {
        hf_problem *problem = NULL;
        hf_lcp *lcp = NULL;
        hf_error error;
        double r[18] = {123.0};
        fail_allocation(at);
        hf_status status = hf_generate_redundant(&options, &problem, &error);
        if (status == HF_STATUS_OK) status = hf_lcp_from_problem(problem, 8, &lcp, &error);
        if (status == HF_STATUS_OK) status = hf_solve("robust", problem, NULL, r, NULL, NULL, &error);
        bool failed = at < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        CHECK((status == HF_STATUS_OK) == (r[0] != 123.0));
        hf_problem_destroy(problem);
        hf_lcp_destroy(lcp);
        if (!failed) break;
    }
}

TEST(bad_options_of_the_generator_are_named)
{
    hf_problem *problem;
    hf_error error;
    hf_redundant_options good = hf_redundant_options_default(), bad[6] = {good, good, good, good, good, good};
    bad[0].box_count = 0;
    bad[1].face_contacts = 0;
    bad[2].mu_lo = -1;
    bad[3].mu_hi = NAN;
    bad[4].push = -1;
    bad[5].step = 0;
    const char *const field[6] = {"box_count", "face_contacts", "mu_lo", "mu_hi", "push", "step"};
    for (int k = 0; k < 6; k++)
    {
        CHECK(hf_generate_redundant(&bad[k], &problem, &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, field[k]) && !problem);
    }
}

TEST(redundant_contacts_really_are)
{
    hf_redundant_options options = hf_redundant_options_default();
    hf_problem *problem;
    CHECK(hf_generate_redundant(&options, &problem, NULL) == HF_STATUS_OK);
    hf_problem_info info = hf_problem_describe(problem);
    CHECK(info.contact_count == 16 && info.dimension == 48 && info.asymmetry < 1e-13 * info.largest);
    // One body at rest under gravity: the sum of the normal impulses is m g h, by b_N = -g h at each contact.
    options.push = 0.0;
    hf_problem *resting;
    CHECK(hf_generate_redundant(&options, &resting, NULL) == HF_STATUS_OK);
    hf_laws laws = hf_problem_laws(resting);
    for (int i = 0; i < 16; i++) CHECK_NEAR(laws.b[3 * i], -9.81e-3, 1e-16);
    double r[48];
    CHECK(solve("robust", resting, r).outcome == HF_OUTCOME_CONVERGED); // sticks: exact in any cone
    hf_problem_destroy(problem);
    hf_problem_destroy(resting);
}
