// The Lemke family against enumeration, theory and each other; every answer is judged by the certificate.

#include "support/harness.h"
#include "support/lcp_cases.h"

#include <stdio.h>

static const char *const NAMES[] = {"lemke", "lexico", "robust"};

static hf_lcp_report solve(const char *name, const hf_lcp *lcp, const hf_lcp_options *options, double *z)
{
    hf_lcp_report report;
    hf_error error;
    if (hf_lcp_solve(name, lcp, options, z, NULL, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    hf_lcp_residual residual;
    CHECK(hf_lcp_residual_compute(lcp, z, NULL, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural == report.residual.natural); // the report tells the truth about the z returned
    double tolerance = options ? options->common.tolerance : 1e-8;
    CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (residual.natural <= tolerance));
    CHECK((report.failure == HF_LCP_SOLVED) == (report.outcome == HF_OUTCOME_CONVERGED));
    return report;
}

TEST(textbook_problem)
{
    double M[4] = {2, 1, 1, 2}, q[2] = {-5, -6}, z[2];
    hf_lcp lcp = {.dimension = 2, .M = M, .q = q};
    for (int k = 0; k < 3; k++)
    {
        hf_lcp_report report = solve(NAMES[k], &lcp, NULL, z);
        CHECK(report.failure == HF_LCP_SOLVED);
        CHECK_NEAR(z[0], 4.0 / 3.0, 1e-14);
        CHECK_NEAR(z[1], 7.0 / 3.0, 1e-14);
        CHECK(report.pivots == 3);
    }
}

TEST(nonnegative_q_needs_no_pivot)
{
    double M[4] = {-1, 3, 2, -7}, q[2] = {0, 6}, z[2] = {9, 9};
    hf_lcp lcp = {.dimension = 2, .M = M, .q = q};
    for (int k = 0; k < 3; k++)
    {
        CHECK(solve(NAMES[k], &lcp, NULL, z).pivots == 0);
        CHECK(z[0] == 0.0 && z[1] == 0.0);
    }
}

TEST(empty_problem)
{
    hf_lcp lcp = {.dimension = 0};
    for (int k = 0; k < 3; k++) CHECK(solve(NAMES[k], &lcp, NULL, NULL).failure == HF_LCP_SOLVED);
}

TEST(murty_exponential_example_has_2_to_the_n_lexicographic_pivots)
{
    enum
    {
        N = 10
    };
    double M[N * N] = {0}, q[N], z[N]; // M_ij = 2 below the diagonal, 1 on it
    for (int i = 0; i < N; i++)
    {
        q[i] = -1.0;
        for (int j = 0; j <= i; j++) M[i * N + j] = i == j ? 1.0 : 2.0;
    }
    hf_lcp lcp = {.dimension = N, .M = M, .q = q};
    hf_lcp_report report = solve("lexico", &lcp, NULL, z);
    CHECK(report.failure == HF_LCP_SOLVED && report.pivots == 1 << N);
    CHECK_NEAR(z[0], 1.0, 1e-14);
    hf_lcp_options options = hf_lcp_options_default();
    options.common.max_iterations = 100;
    report = solve("lexico", &lcp, &options, z);
    CHECK(report.failure == HF_LCP_LIMIT && report.outcome == HF_OUTCOME_LIMIT && strstr(report.note, "100"));
    CHECK(solve("robust", &lcp, NULL, z).failure == HF_LCP_SOLVED);
}

TEST(zero_matrix)
{
    double M[9] = {0}, good[3] = {0, 1, 2}, bad[3] = {1, -1, 2}, z[3];
    hf_lcp lcp = {.dimension = 3, .M = M, .q = good};
    for (int k = 0; k < 3; k++) CHECK(solve(NAMES[k], &lcp, NULL, z).failure == HF_LCP_SOLVED);
    lcp.q = bad;
    for (int k = 0; k < 3; k++)
    {
        hf_lcp_report report = solve(NAMES[k], &lcp, NULL, z);
        CHECK(report.failure == HF_LCP_NO_SOLUTION && report.infeasible && report.outcome == HF_OUTCOME_NO_SOLUTION);
    }
}

TEST(feasible_but_without_solution_ends_on_a_ray)
{
    // w_1 = z_2 - 1 and w_2 = 1: feasible for z_2 >= 1, but then z_2 w_2 > 0.
    double M[4] = {0, 1, 0, 0}, q[2] = {-1, 1}, z[2];
    hf_lcp lcp = {.dimension = 2, .M = M, .q = q};
    CHECK(brute_count(&lcp) == 0);
    for (int k = 0; k < 3; k++)
    {
        hf_lcp_report report = solve(NAMES[k], &lcp, NULL, z);
        CHECK(report.failure == HF_LCP_NO_SOLUTION && !report.infeasible && report.outcome == HF_OUTCOME_STALLED);
        CHECK(strstr(report.note, "ray"));
    }
}

TEST(bimatrix_game_is_beyond_lemke_but_not_beyond_robust)
{
    double M[16] = {0, 0, 10, 30, 0, 0, 20, 15, 10, 30, 0, 0, 20, 15, 0, 0};
    double q[4] = {-1, -1, -1, -1}, z[4];
    hf_lcp lcp = {.dimension = 4, .M = M, .q = q};
    CHECK(brute_count(&lcp) == 3);
    CHECK(solve("lemke", &lcp, NULL, z).failure == HF_LCP_NO_SOLUTION);
    CHECK(solve("lexico", &lcp, NULL, z).failure == HF_LCP_NO_SOLUTION);
    CHECK(solve("robust", &lcp, NULL, z).failure == HF_LCP_SOLVED);
}

TEST(classes_where_theory_promises_an_answer)
{
    random_state random = random_seed(31);
    enum
    {
        N = 10
    };
    double M[N * N], q[N], z[N], other[N];
    for (int trial = 0; trial < 400; trial++)
    {
        int n = 1 + random_below(&random, N);
        lcp_class what = (lcp_class)(trial % 3);
        fill_lcp(what, &random, n, M, q);
        hf_lcp lcp = {.dimension = n, .M = M, .q = q};
        CHECK(solve("lexico", &lcp, NULL, z).failure == HF_LCP_SOLVED);
        CHECK(solve("robust", &lcp, NULL, other).failure == HF_LCP_SOLVED);
        if (what == LCP_SEMIDEFINITE) continue;
        CHECK(solve("lemke", &lcp, NULL, other).failure == HF_LCP_SOLVED);
        for (int i = 0; i < n; i++) CHECK_NEAR(other[i], z[i], 1e-6 * (1.0 + fabs(z[i]))); // P: one solution
    }
}

TEST(copositive_plus_ends_in_a_solution_or_a_proof)
{
    random_state random = random_seed(32);
    double M[144], q[12], z[12];
    int solved = 0, infeasible = 0;
    for (int trial = 0; trial < 300; trial++)
    {
        int n = 2 + random_below(&random, 10);
        fill_lcp(LCP_COPOSITIVE_PLUS, &random, n, M, q);
        hf_lcp lcp = {.dimension = n, .M = M, .q = q};
        for (int k = 0; k < 3; k++)
        {
            hf_lcp_report report = solve(NAMES[k], &lcp, NULL, z);
            CHECK(report.failure == HF_LCP_SOLVED || report.infeasible);
            solved += report.failure == HF_LCP_SOLVED;
            infeasible += report.infeasible;
        }
    }
    CHECK(solved > 200 && infeasible > 100);
}

TEST(arbitrary_and_degenerate_matrices_agree_with_enumeration)
{
    random_state random = random_seed(33);
    double M[64], q[8], z[8];
    int with = 0, found[3] = {0, 0, 0};
    for (int trial = 0; trial < 600; trial++)
    {
        int n = 1 + random_below(&random, 8);
        fill_lcp(trial % 2 ? LCP_ANY : LCP_DEGENERATE, &random, n, M, q);
        hf_lcp lcp = {.dimension = n, .M = M, .q = q};
        bool solvable = brute_count(&lcp) > 0;
        with += solvable;
        for (int k = 0; k < 3; k++)
        {
            hf_lcp_report report = solve(NAMES[k], &lcp, NULL, z);
            bool solved = report.failure == HF_LCP_SOLVED;
            CHECK(solvable || !solved);
            CHECK(!(solvable && report.infeasible));
            if (!solvable && k == 2) CHECK(report.failure == HF_LCP_NO_SOLUTION);
            found[k] += solved;
        }
    }
    CHECK(found[2] >= found[1] && found[2] >= found[0]);
    printf("    %d of 600 have solutions; lemke finds %d, lexico %d, robust %d\n", with, found[0], found[1], found[2]);
    CHECK(found[2] >= with - with / 100);
}

TEST(good_and_bad_guesses)
{
    random_state random = random_seed(34);
    double M[400], q[20], z[20], again[20];
    unsigned char guess[20];
    for (int trial = 0; trial < 60; trial++)
    {
        fill_lcp(trial % 2 ? LCP_P_MATRIX : LCP_SEMIDEFINITE, &random, 20, M, q);
        hf_lcp lcp = {.dimension = 20, .M = M, .q = q};
        hf_lcp_options options = hf_lcp_options_default();
        options.guess = guess;
        CHECK(solve("robust", &lcp, NULL, z).failure == HF_LCP_SOLVED);
        for (int i = 0; i < 20; i++) guess[i] = z[i] > 0.0;
        for (int k = 0; k < 3; k++)
        {
            hf_lcp_report report = solve(NAMES[k], &lcp, &options, again);
            CHECK(report.failure == HF_LCP_SOLVED);
            if (trial % 2)
            {
                int count = 0;
                for (int i = 0; i < 20; i++) count += guess[i];
                CHECK(report.pivots == count); // into the guess, and there it is
            }
        }
        for (int i = 0; i < 20; i++) guess[i] = random_below(&random, 2) != 0;
        for (int k = 1; k < 3; k++) CHECK(solve(NAMES[k], &lcp, &options, again).failure == HF_LCP_SOLVED);
    }
}

TEST(units_do_not_matter)
{
    random_state random = random_seed(35);
    double M[144], q[12], z[12], scaled_M[144], scaled_q[12], scaled_z[12];
    for (int trial = 0; trial < 50; trial++)
    {
        fill_lcp(LCP_SEMIDEFINITE, &random, 12, M, q);
        for (int i = 0; i < 144; i++) scaled_M[i] = ldexp(M[i], -20);
        for (int i = 0; i < 12; i++) scaled_q[i] = ldexp(q[i], 12);
        hf_lcp lcp = {.dimension = 12, .M = M, .q = q};
        hf_lcp scaled = {.dimension = 12, .M = scaled_M, .q = scaled_q};
        for (int k = 1; k < 3; k++)
        {
            hf_lcp_report a = solve(NAMES[k], &lcp, NULL, z), b = solve(NAMES[k], &scaled, NULL, scaled_z);
            CHECK(a.pivots == b.pivots);
            for (int i = 0; i < 12; i++) CHECK_NEAR(scaled_z[i], ldexp(z[i], 32), 1e-12 * ldexp(1.0, 32));
        }
    }
}

TEST(paper_order_of_the_queue_finds_answers_too)
{
    random_state random = random_seed(36);
    double M[64], q[8], z[8];
    hf_lcp_options options = hf_lcp_options_default();
    options.depth_reward = 0.0;
    options.epsilon = options.error_max = 1e-3;
    for (int trial = 0; trial < 100; trial++)
    {
        fill_lcp((lcp_class)(trial % 3), &random, 8, M, q);
        hf_lcp lcp = {.dimension = 8, .M = M, .q = q};
        CHECK(solve("robust", &lcp, &options, z).failure == HF_LCP_SOLVED);
    }
}

static bool stop_at_five(void *context, const hf_progress *progress)
{
    *(long *)context = progress->iteration;
    return progress->iteration < 5;
}

TEST(observer_stops_it)
{
    random_state random = random_seed(37);
    double M[900], q[30], z[30];
    fill_lcp(LCP_POSITIVE_DEFINITE, &random, 30, M, q);
    hf_lcp lcp = {.dimension = 30, .M = M, .q = q};
    for (int k = 0; k < 3; k++)
    {
        long seen = 0;
        hf_lcp_options options = hf_lcp_options_default();
        options.common.observer = stop_at_five;
        options.common.observer_context = &seen;
        CHECK(solve(NAMES[k], &lcp, &options, z).failure == HF_LCP_LIMIT);
        CHECK(seen == 5);
    }
}

TEST(equal_solves_are_equal_and_the_second_allocates_nothing)
{
    random_state random = random_seed(38);
    double M[900], q[30], z[30], again[30];
    fill_lcp(LCP_SEMIDEFINITE, &random, 30, M, q);
    hf_lcp lcp = {.dimension = 30, .M = M, .q = q};
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int k = 0; k < 3; k++)
    {
        CHECK(hf_lcp_solve(NAMES[k], &lcp, NULL, z, workspace, NULL, NULL) == HF_STATUS_OK);
        fail_allocation(-1);
        CHECK(hf_lcp_solve(NAMES[k], &lcp, NULL, again, workspace, NULL, NULL) == HF_STATUS_OK);
        CHECK(fail_allocation_count() == 0);
        CHECK(memcmp(z, again, sizeof z) == 0);
    }
    hf_workspace_destroy(workspace);
}

TEST(every_allocation_may_fail)
{
    random_state random = random_seed(39);
    double M[6400], q[80], z[80];
    fill_lcp(LCP_SEMIDEFINITE, &random, 80, M, q);
    hf_lcp lcp = {.dimension = 80, .M = M, .q = q};
    for (int k = 0; k < 3; k++)
        for (long at = 0;; at++)
        {
            hf_error error;
            z[0] = 123.0;
            fail_allocation(at);
            hf_status status = hf_lcp_solve(NAMES[k], &lcp, NULL, z, NULL, NULL, &error);
            bool failed = at < fail_allocation_count();
            fail_allocation(-1);
            CHECK(status == HF_STATUS_OK ||
                  (failed && status == HF_STATUS_NO_MEMORY)); // growing ahead may fail unharmed
            CHECK((status == HF_STATUS_OK) == (z[0] != 123.0));
            if (!failed) break;
        }
}

static void check_option_named(hf_lcp_options options, const char *field)
{
    double M = 1.0, q = -1.0, z = 7.0;
    hf_lcp lcp = {.dimension = 1, .M = &M, .q = &q};
    hf_error error;
    CHECK(hf_lcp_solve("robust", &lcp, &options, &z, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, field) && z == 7.0);
}

TEST(bad_options_and_names_are_named)
{
    hf_lcp_options good = hf_lcp_options_default(), bad = good;
    bad.common.tolerance = 0.0;
    check_option_named(bad, "options.tolerance");
    bad = good;
    bad.epsilon = NAN;
    check_option_named(bad, "options.epsilon");
    bad = good;
    bad.error_max = INFINITY;
    check_option_named(bad, "options.error_max");
    bad = good;
    bad.tie = -1.0;
    check_option_named(bad, "options.tie");
    bad = good;
    bad.depth_reward = 2.0;
    check_option_named(bad, "options.depth_reward");
    bad = good;
    bad.common.max_iterations = -1;
    check_option_named(bad, "options.max_iterations");

    hf_error error;
    CHECK(hf_lcp_solver_check("lexico:1e-6", NULL) == HF_STATUS_OK);
    CHECK(hf_lcp_solver_check("lexico:", &error) == HF_STATUS_INVALID && strstr(error.message, "robust"));
    CHECK(hf_lcp_solver_check("lexico:-1", NULL) == HF_STATUS_INVALID);
    CHECK(hf_lcp_solver_check("dantzig", NULL) == HF_STATUS_INVALID);
    CHECK(hf_lcp_solver_count() == 3 && !hf_lcp_solver_at(3) && !hf_lcp_solver_at(-1));
    for (int k = 0; k < 3; k++) CHECK(strcmp(hf_lcp_solver_at(k)->name, NAMES[k]) == 0);
}

TEST(nan_in_q_is_a_status)
{
    double M[4] = {1, 0, 0, 1}, q[2] = {-1, NAN}, z[2] = {5, 5};
    hf_lcp lcp = {.dimension = 2, .M = M, .q = q};
    hf_error error;
    for (int k = 0; k < 3; k++)
    {
        CHECK(hf_lcp_solve(NAMES[k], &lcp, NULL, z, NULL, NULL, &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, "q[1]") && z[0] == 5.0);
    }
}

TEST(words_for_failures)
{
    CHECK(strcmp(hf_lcp_failure_name(HF_LCP_SOLVED), "solved") == 0);
    CHECK(strcmp(hf_lcp_failure_name(HF_LCP_NO_SOLUTION), "no solution") == 0);
    CHECK(strcmp(hf_lcp_failure_name(HF_LCP_CYCLE), "cycle") == 0);
    CHECK(strcmp(hf_lcp_failure_name(HF_LCP_ERROR), "error") == 0);
    CHECK(strcmp(hf_lcp_failure_name(HF_LCP_LIMIT), "limit") == 0);
}
