// The search of `robust` when it is not plain sailing: many nodes, worn-out tableaus, bases that are nearly singular.

#include "support/harness.h"
#include "support/lcp_cases.h"

#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

#include <stdio.h>

static hf_lcp *redundant_lcp(unsigned long long seed)
{
    hf_redundant_options options = hf_redundant_options_default();
    options.seed = seed;
    hf_problem *problem;
    hf_lcp *lcp;
    CHECK(hf_generate_redundant(&options, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_lcp_from_problem(problem, 8, &lcp, NULL) == HF_STATUS_OK);
    hf_problem_destroy(problem);
    return lcp;
}

static hf_lcp_options paper_options(void)
{
    hf_lcp_options options = hf_lcp_options_default();
    options.depth_reward = 0.0;
    options.epsilon = options.error_max = 1e-3;
    return options;
}

TEST(the_papers_order_goes_back_and_forth)
{
    long returns = 0, solved = 0;
    for (unsigned long long seed = 1; seed <= 5; seed++)
    {
        hf_lcp *lcp = redundant_lcp(seed);
        double z[160];
        hf_lcp_options options = paper_options();
        hf_lcp_report report;
        hf_lcp_residual residual;
        CHECK(hf_lcp_solve("robust", lcp, &options, z, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(hf_lcp_residual_compute(lcp, z, NULL, NULL, &residual, NULL) == HF_STATUS_OK);
        CHECK((residual.natural <= 1e-8) == (report.failure == HF_LCP_SOLVED));
        CHECK(report.nodes > 160 && report.pivots >= report.returns);
        returns += report.returns;
        solved += report.failure == HF_LCP_SOLVED;
        hf_lcp_destroy(lcp);
    }
    CHECK(returns > 50 && solved >= 4);
}

TEST(memory_may_run_out_while_the_queue_grows)
{
    hf_lcp *lcp = redundant_lcp(1);
    hf_lcp_options options = paper_options();
    options.common.max_iterations = 200;
    double z[160];
    int out = 0;
    for (long at = 0;; at++)
    {
        hf_error error;
        fail_allocation(at);
        hf_status status = hf_lcp_solve("robust", lcp, &options, z, NULL, NULL, &error);
        bool failed = at < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        out += status == HF_STATUS_NO_MEMORY;
        if (!failed) break;
    }
    CHECK(out >= 3);
    hf_lcp_destroy(lcp);
}

/// M_ij = 1 / (i + j + 1): positive definite, condition 1e13 at n = 10.
static void fill_hilbert(random_state *random, int n, double *M, double *q)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) M[i * n + j] = 1.0 / (i + j + 1);
    fill_solvable(random, n, M, q);
}

TEST(nearly_singular_bases_are_computed_afresh_or_dropped)
{
    random_state random = random_seed(41);
    double M[256], q[16], z[16];
    long solved = 0;
    for (int trial = 0; trial < 200; trial++)
    {
        int n = 8 + trial % 9;
        fill_hilbert(&random, n, M, q);
        hf_lcp lcp = {.dimension = n, .M = M, .q = q};
        hf_lcp_options options = hf_lcp_options_default();
        if (trial % 2) options.error_max = 1e-15; // hardly anything passes: the search must still end
        hf_lcp_report report;
        hf_lcp_residual residual;
        CHECK(hf_lcp_solve("robust", &lcp, &options, z, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(hf_lcp_residual_compute(&lcp, z, NULL, NULL, &residual, NULL) == HF_STATUS_OK);
        CHECK((residual.natural <= 1e-8) == (report.failure == HF_LCP_SOLVED));
        CHECK(!report.infeasible); // there is a solution: z and w were chosen
        if (trial % 2 == 0) CHECK(report.failure == HF_LCP_SOLVED);
        solved += report.failure == HF_LCP_SOLVED;
    }
    printf("    %ld of 200 solved\n", solved);
}

TEST(worn_out_tableaus_are_renewed)
{
    random_state random = random_seed(43);
    enum
    {
        N = 60
    };
    static double M[N * N], q[N], z[N];
    long renewed = 0, solved = 0;
    for (int trial = 0; trial < 40; trial++)
    {
        fill_lcp(LCP_SEMIDEFINITE, &random, N, M, q); // rank N / 2, and a trifle of the rest: pivots of 1e-9, z of 1e8
        for (int i = 0; i < N; i++)
        {
            M[i * N + i] += 1e-8;
            q[i] = random_normal(&random);
        }
        hf_lcp lcp = {.dimension = N, .M = M, .q = q};
        hf_lcp_options options = hf_lcp_options_default();
        options.common.tolerance = 1e-6;
        options.error_max = trial % 2 ? 1e-3 : 1e-12;
        hf_lcp_report report;
        hf_lcp_residual residual;
        CHECK(hf_lcp_solve("robust", &lcp, &options, z, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(hf_lcp_residual_compute(&lcp, z, NULL, NULL, &residual, NULL) == HF_STATUS_OK);
        CHECK((residual.natural <= 1e-6) == (report.failure == HF_LCP_SOLVED));
        if (trial % 2) CHECK(report.failure == HF_LCP_SOLVED);
        renewed += report.refactorizations;
        solved += report.failure == HF_LCP_SOLVED;
    }
    printf("    %ld of 40 solved, %ld renewals\n", solved, renewed);
    CHECK(renewed > 0);
}

TEST(rows_of_very_different_size)
{
    random_state random = random_seed(42);
    double M[400], q[20], z[20];
    for (int trial = 0; trial < 100; trial++)
    {
        fill_lcp(LCP_P_MATRIX, &random, 20, M, q);
        double d[20];
        for (int i = 0; i < 20; i++) d[i] = exp2(random_below(&random, 21) - 10);
        for (int i = 0; i < 20; i++)
        {
            q[i] *= d[i];
            for (int j = 0; j < 20; j++) M[i * 20 + j] *= d[i] * d[j];
        }
        hf_lcp lcp = {.dimension = 20, .M = M, .q = q};
        hf_lcp_report report;
        CHECK(hf_lcp_solve("robust", &lcp, NULL, z, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.failure == HF_LCP_SOLVED);
    }
}
