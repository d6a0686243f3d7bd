// Solvers on contacts with torsional and rolling friction and on ellipses: random problems with mixed blocks, one
// contact alone, agreement, and who refuses.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/generate.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"
#include "support/mixed_blocks.h"

#include "solve/sweep/local/local_friction_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(auto_solves_mixed_blocks)
{
    mixed_count count = solve_mixed("auto", 1, 300);
    CHECK(count.solved == 300);
}

TEST(sweeps_and_proximal_steps_solve_mixed_blocks)
{
    CHECK(solve_mixed("proximal", 1, 100).solved >= 99);
    CHECK(solve_mixed("hybrid", 1, 60).solved >= 59);
    CHECK(solve_mixed("momentum", 1, 60).solved >= 57);
}

/// A positive semidefinite W of rank `rank` and trace 1.
static void draw_W(random_state *random, int size, int rank, double *W)
{
    double A[36], trace = 0.0;
    memset(W, 0, (size_t)(size * size) * sizeof *W);
    for (int k = 0; k < size * rank; k++) A[k] = random_normal(random);
    for (int i = 0; i < size; i++)
        for (int j = 0; j < size; j++)
            for (int k = 0; k < rank; k++) W[i * size + j] += A[i * rank + k] * A[j * rank + k];
    for (int k = 0; k < size; k++) trace += W[k * size + k];
    for (int k = 0; k < size * size; k++) W[k] /= trace;
}

TEST(one_contact_is_solved_whatever_its_matrix)
{
    random_state random = random_seed(11);
    int hard_ones = 0, rounds = 0;
    for (int trial = 0; trial < 3000; trial++)
    {
        int size = trial % 2 ? 4 : 6, rank = trial % 5 == 0 ? size - 1 : size;
        hf_friction_coefficients c = {.tangent = {random_between(&random, 0.0, 2.0)},
                                      .torsion = trial % 7 ? random_between(&random, 0.0, 0.5) : 0.0,
                                      .rolling = {random_between(&random, 0.0, 0.5)}};
        c.tangent[1] = c.tangent[0];
        c.rolling[1] = c.rolling[0];
        friction_parts parts = friction_parts_of(&c, size);
        double W[36], b[6], r[6] = {0.0}, u[6], x[6], length = 0.0;
        draw_W(&random, size, rank, W);
        // A velocity that impulses can stop: b = -W x. Otherwise a singular contact may have no answer.
        for (int k = 0; k < size; k++) x[k] = random_normal(&random);
        x[0] = 1.0 + fabs(x[0]);
        for (int k = 0; k < size; k++)
        {
            b[k] = 0.0;
            for (int l = 0; l < size; l++) b[k] -= W[k * size + l] * x[l];
            length += b[k] * b[k];
        }
        for (int k = 0; k < size; k++) b[k] /= sqrt(length);
        local_friction_parts_cost cost;
        local_verdict verdict = local_friction_parts(&parts, W, b, 1e-10, r, &cost);
        hard_ones += cost.hard;
        rounds += cost.rounds;
        for (int k = 0; k < size; k++)
        {
            u[k] = b[k];
            for (int l = 0; l < size; l++) u[k] += W[k * size + l] * r[l];
        }
        double natural = sqrt(friction_parts_natural_square(&parts, r, u));
        if (verdict != LOCAL_SOLVED || !(natural <= 1e-10))
            harness_fail(__FILE__, __LINE__, "trial %d: verdict %d, natural %g", trial, (int)verdict, natural);
    }
    CHECK(hard_ones < 300);          // Newton's method is enough for most of them,
    CHECK(rounds < 200 * hard_ones); // and a rough search by the normal for most of the others
}

TEST(ellipses_are_solved_by_methods_of_the_cone)
{
    static const char *const names[] = {"auto", "hybrid",   "proximal", "interior",
                                        "path", "implicit", "pivot",    "mfb/global"};
    for (unsigned long long seed = 1; seed <= 6; seed++)
    {
        hf_random_options options = hf_random_options_default();
        options.seed = seed;
        options.contact_count = 4;
        options.redundancy = 0.6; // u is unique
        options.elliptic = 1.0;
        options.mu_lo = 0.05;
        options.mu_hi = 0.3;
        hf_generated made;
        CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_describe(made.problem).ellipse_count == 4);
        for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        {
            double r[12] = {0.0};
            hf_report report;
            hf_error error;
            if (hf_solve(names[k], made.problem, NULL, r, NULL, &report, &error) != HF_STATUS_OK)
                harness_fail(__FILE__, __LINE__, "%s: %s", names[k], error.message);
            hf_residual residual;
            CHECK(hf_residual_compute(made.problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
            if (report.outcome != HF_OUTCOME_CONVERGED || residual.natural > 1e-8)
                harness_fail(__FILE__, __LINE__, "%s, seed %llu: %g", names[k], seed, residual.natural);
            for (int n = 0; n < 12; n++) CHECK_NEAR(r[n], made.r[n], 1e-6);
        }
        hf_generated_destroy(&made);
    }
}

TEST(a_guess_is_taken_in_the_problems_own_coordinates)
{
    hf_random_options options = hf_random_options_default();
    options.contact_count = 6;
    options.elliptic = options.rolling = 0.5;
    hf_generated made;
    hf_report report;
    hf_solve_options solve = hf_solve_options_default();
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    solve.warm_start = true;
    CHECK(hf_solve("proximal", made.problem, &solve, made.r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations == 0);
    hf_generated_destroy(&made);
}

TEST(methods_that_do_not_know_moments_say_so)
{
    hf_random_options options = hf_random_options_default();
    options.contact_count = 3;
    options.torsional = 1.0;
    hf_generated made;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    for (int k = 0; k < hf_solver_count(); k++)
    {
        const char *name = hf_solver_at(k)->name;
        double r[12] = {0.0};
        hf_error error = {0};
        hf_status status = hf_solve(name, made.problem, NULL, r, NULL, NULL, &error);
        if (hf_solver_moments(name)) CHECK(status == HF_STATUS_OK);
        else
            CHECK(status == HF_STATUS_UNSUPPORTED && strstr(error.message, name) && strstr(error.message, "torsional"));
    }
    CHECK(hf_solver_moments("auto") && hf_solver_moments("hybrid") && hf_solver_moments("mfb+enum/freeze=5"));
    CHECK(!hf_solver_moments("pivot") && !hf_solver_moments("mfb+enum/paper") && !hf_solver_moments("robust"));
    // Typed entries, too.
    double r[12] = {0.0};
    hf_error error;
    CHECK(hf_pivot_solve(made.problem, NULL, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(hf_implicit_solve(made.problem, NULL, r, NULL, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    hf_generated_destroy(&made);
}

TEST(every_allocation_may_fail)
{
    hf_random_options options = hf_random_options_default();
    options.contact_count = 4;
    options.torsional = options.rolling = options.elliptic = 0.4;
    for (long k = 0;; k++)
    {
        hf_generated made;
        fail_allocation(k);
        hf_status status = hf_generate_random(&options, &made, NULL);
        double r[24] = {0.0};
        if (status == HF_STATUS_OK) status = hf_solve("auto", made.problem, NULL, r, NULL, NULL, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY)); // a workspace may stay in pieces
        if (made.problem) hf_generated_destroy(&made);
        if (!failed) break;
    }
}
