// `implicit` where something is wrong: local minima, no solution, limits, options, memory.

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/papers.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_generated pile(int contacts, double mu, unsigned seed)
{
    hf_pile_options options = hf_pile_options_default();
    options.contact_count = contacts;
    options.mu = mu;
    options.seed = seed;
    options.noise = 0.3;
    hf_generated made;
    CHECK(hf_generate_pile(&options, &made, NULL) == HF_STATUS_OK);
    return made;
}

static hf_generated mixed(unsigned seed, bool factored)
{
    hf_random_options options = hf_random_options_default();
    options.contact_count = 6;
    options.seed = seed;
    options.factored = factored;
    options.unilateral_count = 1;
    options.bilateral_count = 1;
    options.box_count = 1;
    hf_generated made;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    return made;
}

static hf_report solve(const hf_problem *problem, const hf_implicit_options *options, double *r,
                       hf_implicit_counts *counts)
{
    hf_report report;
    hf_error error;
    CHECK(hf_implicit_solve(problem, options, r, NULL, &report, counts, &error) == HF_STATUS_OK);
    hf_residual residual;
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural == report.residual.natural);
    return report;
}

static hf_problem *one_contact(const double *W, const double *b)
{
    static const double mu[1] = {0.5};
    static const int size[1] = {3};
    hf_problem *problem;
    hf_laws laws = {.block_count = 1, .size = size, .mu = mu, .b = b};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    return problem;
}

// ---- local minima ----

/// Piles with μ = 2 where the paper's method alone ends at a local minimum on an edge.
TEST(local_minima_are_left)
{
    int stalled = 0, rescaled = 0;
    for (unsigned seed = 1; seed <= 8; seed++)
    {
        hf_generated made = pile(27, 2.0, seed);
        double *r = calloc(81, sizeof *r);
        hf_implicit_options options = hf_implicit_options_default();
        hf_implicit_counts counts;
        options.max_rescalings = 0;
        options.shift = 0.0;
        hf_report alone = solve(made.problem, &options, r, &counts);
        CHECK(counts.rescalings == 0 && counts.shifts == 0);
        CHECK(alone.outcome != HF_OUTCOME_LIMIT && isfinite(alone.residual.natural));
        if (alone.outcome == HF_OUTCOME_STALLED)
        {
            stalled++;
            CHECK(strstr(alone.note, "local minimum"));
            options.max_rescalings = 4;
            hf_report report = solve(made.problem, &options, r, &counts);
            CHECK(counts.rescalings >= 1 && counts.rescalings <= 4 && counts.shifts == 0);
            CHECK(report.residual.natural <= alone.residual.natural); // the best iterate is kept
            rescaled += report.outcome == HF_OUTCOME_CONVERGED;
        }
        options = hf_implicit_options_default();
        CHECK(solve(made.problem, &options, r, &counts).outcome == HF_OUTCOME_CONVERGED);
        if (alone.outcome == HF_OUTCOME_STALLED) CHECK(counts.rescalings + counts.shifts > 0);
        free(r);
        hf_generated_destroy(&made);
    }
    CHECK(stalled >= 2); // otherwise this tests nothing
}

// ---- singular and hopeless ----

TEST(what_has_no_weight_is_open_or_stalls)
{
    double W[9] = {0}, r[3] = {1, 2, 3};
    hf_problem *open = one_contact(W, (double[]){0.5, 1, 0});
    CHECK(solve(open, NULL, r, NULL).outcome == HF_OUTCOME_CONVERGED && r[0] == 0.0);
    hf_problem *closed = one_contact(W, (double[]){-0.5, 1, 0});
    hf_report report = solve(closed, NULL, r, NULL);
    CHECK(report.outcome == HF_OUTCOME_STALLED || report.outcome == HF_OUTCOME_LIMIT);
    CHECK(isfinite(report.residual.natural));
    W[4] = W[8] = 1.0; // the normal moves nothing
    hf_problem *normal = one_contact(W, (double[]){-0.5, 1, 0});
    report = solve(normal, NULL, r, NULL);
    CHECK(report.outcome != HF_OUTCOME_CONVERGED && isfinite(report.residual.natural));
    hf_problem_destroy(open);
    hf_problem_destroy(closed);
    hf_problem_destroy(normal);
}

TEST(rank_one_and_indefinite_weights_do_no_harm)
{
    double r[3];
    const double ones[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, negative[9] = {-1, 0, 0, 0, 1, 0, 0, 0, 1};
    hf_problem *singular = one_contact(ones, (double[]){-1, -1, -1});
    CHECK(solve(singular, NULL, r, NULL).outcome == HF_OUTCOME_CONVERGED);
    hf_problem *indefinite = one_contact(negative, (double[]){-1, 0.1, 0});
    CHECK(isfinite(solve(indefinite, NULL, r, NULL).residual.natural));
    hf_problem_destroy(singular);
    hf_problem_destroy(indefinite);
}

TEST(an_empty_problem_is_solved)
{
    hf_problem *empty;
    hf_laws laws = {0};
    CHECK(hf_problem_create_dense(&laws, NULL, &empty, NULL) == HF_STATUS_OK);
    for (int islands = 0; islands < 2; islands++)
    {
        hf_implicit_options options = hf_implicit_options_default();
        options.islands = islands;
        hf_report report = solve(empty, &options, NULL, NULL);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations == 0);
    }
    hf_problem_destroy(empty);
}

TEST(a_guess_must_be_finite)
{
    hf_generated made = mixed(1, false);
    double r[64];
    for (int k = 0; k < 64; k++) r[k] = k;
    r[5] = NAN;
    hf_implicit_options options = hf_implicit_options_default();
    options.common.warm_start = true;
    hf_error error;
    CHECK(hf_implicit_solve(made.problem, &options, r, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "r[5]") && r[4] == 4.0 && r[6] == 6.0);
    r[5] = 1e200; // finite, and of no use: still an answer that is certified for what it is
    hf_report report = solve(made.problem, &options, r, NULL);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED || report.residual.natural > 1e-8);
    hf_generated_destroy(&made);
}

// ---- limits ----

static bool stop_at(void *context, const hf_progress *progress)
{
    long *left = context;
    CHECK(strcmp(progress->phase, "implicit") == 0 && progress->natural >= 0.0);
    return --*left > 0;
}

TEST(limits_and_observers_stop_it)
{
    hf_generated made = pile(27, 1.0, 1);
    double r[81] = {0};
    hf_implicit_options options = hf_implicit_options_default();
    options.common.max_iterations = 2;
    hf_report report = solve(made.problem, &options, r, NULL);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && strstr(report.note, "limit"));
    options.common.max_iterations = 1000;
    long left = 3;
    options.common.observer = stop_at;
    options.common.observer_context = &left;
    report = solve(made.problem, &options, r, NULL);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == 3);

    hf_solve_options common = hf_solve_options_default();
    common.max_iterations = 4;
    CHECK(hf_solve("implicit", made.problem, &common, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == 4);
    double half = report.residual.natural;
    common.warm_start = true; // goes on from there
    common.max_iterations = 0;
    CHECK(hf_solve("implicit", made.problem, &common, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.residual.natural < half);
    hf_generated_destroy(&made);
}

TEST(bad_options_are_named)
{
    hf_generated made = mixed(1, false);
    double r[64] = {0};
    for (int k = 0; k < 11; k++)
    {
        hf_implicit_options o = hf_implicit_options_default();
        const char *name = NULL;
        switch (k)
        {
        case 0: o.common.tolerance = 0.0, name = "tolerance"; break;
        case 1: o.common.tolerance = INFINITY, name = "tolerance"; break;
        case 2: o.common.tolerance = NAN, name = "tolerance"; break;
        case 3: o.common.max_iterations = -1, name = "max_iterations"; break;
        case 4: o.lambda = 0.0, name = "lambda"; break;
        case 5: o.lambda = 2.0, name = "lambda"; break;
        case 6: o.acceptance = -0.1, name = "acceptance"; break;
        case 7: o.acceptance = NAN, name = "acceptance"; break;
        case 8: o.max_rescalings = -1, name = "max_rescalings"; break;
        case 9: o.shift = -1.0, name = "shift"; break;
        case 10: o.shift = 1e4, name = "shift"; break;
        }
        hf_error error;
        CHECK(hf_implicit_options_check(&o, &error) == HF_STATUS_INVALID && strstr(error.message, name));
        CHECK(hf_implicit_solve(made.problem, &o, r, NULL, NULL, NULL, NULL) == HF_STATUS_INVALID);
    }
    hf_implicit_options good = hf_implicit_options_default();
    CHECK(hf_implicit_options_check(&good, NULL) == HF_STATUS_OK);
    hf_generated_destroy(&made);
}

// ---- memory ----

static void fail_everywhere(const hf_problem *problem, const hf_implicit_options *options)
{
    hf_report report;
    for (long k = 0;; k++)
    {
        double r[512];
        for (int e = 0; e < 512; e++) r[e] = 0.25;
        hf_error error;
        fail_allocation(k);
        hf_status status = hf_implicit_solve(problem, options, r, NULL, &report, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        if (!failed)
        {
            CHECK(status == HF_STATUS_OK);
            return;
        }
        if (status == HF_STATUS_OK) continue; // an allocation that can be done without
        CHECK(status == HF_STATUS_NO_MEMORY && r[0] == 0.25 && r[511] == 0.25);
    }
}

TEST(every_allocation_may_fail)
{
    for (int factored = 0; factored < 2; factored++)
    {
        hf_generated made = mixed(2, factored);
        hf_implicit_options options = hf_implicit_options_default();
        double bias[16] = {0};
        options.bias = bias;
        fail_everywhere(made.problem, &options);
        options.islands = false;
        fail_everywhere(made.problem, &options);
        hf_generated_destroy(&made);
    }
    hf_generated large = pile(150, 0.3, 1); // the other ways to A† and to the Newton step
    hf_implicit_options options = hf_implicit_options_default();
    options.common.max_iterations = 1;
    fail_everywhere(large.problem, &options);
    hf_generated_destroy(&large);
}

TEST(a_second_equal_solve_needs_no_more_memory)
{
    hf_generated made = pile(27, 0.5, 1);
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    double r[81] = {0};
    hf_implicit_options options = hf_implicit_options_default();
    options.islands = false;
    CHECK(hf_implicit_solve(made.problem, &options, r, workspace, NULL, NULL, NULL) == HF_STATUS_OK);
    size_t bytes = hf_workspace_bytes(workspace);
    fail_allocation(-1);
    long before = fail_allocation_count();
    CHECK(hf_implicit_solve(made.problem, &options, r, workspace, NULL, NULL, NULL) == HF_STATUS_OK);
    CHECK(hf_workspace_bytes(workspace) == bytes && fail_allocation_count() == before);
    hf_workspace_destroy(workspace);
    hf_generated_destroy(&made);
}
