// Hybrid Gauss–Seidel where something is wrong: no solution, zero weights, limits, options, memory.

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/papers.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_generated generate(int contacts, unsigned seed, bool factored)
{
    hf_random_options options = hf_random_options_default();
    options.contact_count = contacts;
    options.seed = seed;
    options.factored = factored;
    options.unilateral_count = 2;
    options.bilateral_count = 3;
    options.box_count = 2;
    hf_generated made;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    return made;
}

static hf_problem *dense(int count, const int *size, const hf_law_kind *kind, const double *W, const double *b)
{
    static const double mu[4] = {0.5, 0.5, 0.5, 0.5}, lo[4] = {-1, -1, -INFINITY, -1}, hi[4] = {1, 2, INFINITY, 1};
    hf_problem *problem;
    hf_laws laws = {.block_count = count, .size = size, .kind = kind, .mu = mu, .lo = lo, .hi = hi, .b = b};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    return problem;
}

static hf_report solve(const hf_problem *problem, const hf_hybrid_options *options, double *r)
{
    hf_report report;
    hf_error error;
    CHECK(hf_hybrid_solve(problem, options, r, NULL, &report, &error) == HF_STATUS_OK);
    return report;
}

// ---- blocks that nothing moves, blocks without solution ----

TEST(a_contact_without_weight_is_open_or_hopeless)
{
    double W[9] = {0}, r[3] = {1, 2, 3};
    hf_problem *open = dense(1, (int[]){3}, NULL, W, (double[]){0.5, 1, 0});
    CHECK(solve(open, NULL, r).outcome == HF_OUTCOME_CONVERGED && r[0] == 0.0);
    for (int direct = 0; direct < 2; direct++)
    {
        hf_hybrid_options o = hf_hybrid_options_default();
        o.direct = direct;
        hf_problem *closed = dense(1, (int[]){3}, NULL, W, (double[]){-0.5, 1, 0});
        hf_report report = solve(closed, &o, r);
        CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && report.local_failures == 1);
        CHECK(strstr(report.note, "block 0"));
        CHECK(r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0);
        hf_problem_destroy(closed);
    }
    hf_problem *planar = dense(1, (int[]){2}, NULL, W, (double[]){-1, 0});
    CHECK(solve(planar, NULL, r).outcome == HF_OUTCOME_NO_SOLUTION);
    hf_problem_destroy(open);
    hf_problem_destroy(planar);
}

TEST(a_single_contact_without_solution_is_reported)
{
    // The normal impulse moves nothing, so approach cannot be stopped.
    double W[9] = {0, 0, 0, 0, 1, 0, 0, 0, 1}, r[3];
    hf_problem *problem = dense(1, (int[]){3}, NULL, W, (double[]){-1, 0, 0});
    hf_report report = solve(problem, NULL, r);
    CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && report.local_failures >= 1);
    hf_problem_destroy(problem);
}

TEST(one_hopeless_block_does_not_spoil_the_others)
{
    double W[36] = {0}, r[6] = {0};
    for (int k = 0; k < 3; k++) W[7 * k] = 1.0; // the second contact has no weight at all
    hf_problem *problem = dense(2, (int[]){3, 3}, NULL, W, (double[]){-2, 0.3, 0, -1, 0, 0});
    hf_report report = solve(problem, NULL, r);
    CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && strstr(report.note, "block 1") && report.iterations < 100);
    CHECK_NEAR(r[0], 2.0, 1e-12);
    CHECK_NEAR(r[1], -0.3, 1e-12);
    CHECK(r[3] == 0.0);
    CHECK_NEAR(report.residual.approach, 1.0, 1e-12);
    hf_problem_destroy(problem);
}

TEST(scalar_blocks_obey_their_laws)
{
    // unilateral, box, bilateral; weights 2, 4, 5
    hf_law_kind kinds[3] = {HF_LAW_UNILATERAL, HF_LAW_BOX, HF_LAW_BILATERAL};
    double W[9] = {2, 0, 0, 0, 4, 0, 0, 0, 5}, r[3];
    hf_problem *problem = dense(3, (int[]){1, 1, 1}, kinds, W, (double[]){-6, -20, 10});
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK_NEAR(r[0], 3.0, 1e-14);
    CHECK_NEAR(r[1], 2.0, 1e-14); // 5 would stop it, 2 is the limit
    CHECK_NEAR(r[2], -2.0, 1e-14);
    hf_problem_destroy(problem);

    // Without weight: u > 0 wants lo, u < 0 wants hi, and an infinite bound means that there is no solution.
    double zero[9] = {0};
    hf_law_kind boxes[3] = {HF_LAW_BOX, HF_LAW_BOX, HF_LAW_UNILATERAL};
    problem = dense(3, (int[]){1, 1, 1}, boxes, zero, (double[]){1, -1, 2});
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK(r[0] == -1.0 && r[1] == 2.0 && r[2] == 0.0);
    hf_problem_destroy(problem);
    problem = dense(3, (int[]){1, 1, 1}, boxes, zero, (double[]){1, 0, -2});
    hf_report report = solve(problem, NULL, r);
    CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && strstr(report.note, "block 2"));
    hf_problem_destroy(problem);
}

TEST(singular_bilateral_blocks_take_the_least_impulse)
{
    hf_law_kind kind = HF_LAW_BILATERAL;
    double W[9] = {2, 2, 0, 2, 2, 0, 0, 0, 1}, r[3]; // rank 2
    hf_problem *problem = dense(1, (int[]){3}, &kind, W, (double[]){-4, -4, 3});
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK_NEAR(r[0], 1.0, 1e-12);
    CHECK_NEAR(r[1], 1.0, 1e-12);
    CHECK_NEAR(r[2], -3.0, 1e-12);
    hf_problem_destroy(problem);

    problem = dense(1, (int[]){3}, &kind, W, (double[]){-4, 4, 3}); // out of the range of W
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_NO_SOLUTION);
    hf_problem_destroy(problem);

    double zero[9] = {0};
    problem = dense(1, (int[]){3}, &kind, zero, (double[]){0, 0, 0});
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    hf_problem_destroy(problem);
    problem = dense(1, (int[]){2}, &kind, zero, (double[]){0, 1});
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_NO_SOLUTION);
    hf_problem_destroy(problem);
}

TEST(uniform_sizes_but_not_all_contacts)
{
    hf_law_kind kinds[2] = {HF_LAW_CONTACT, HF_LAW_BILATERAL};
    double W[36] = {0}, r[6];
    for (int k = 0; k < 6; k++) W[7 * k] = 2.0;
    W[3] = W[18] = 0.5; // normal of the contact with the first bilateral row
    hf_problem *problem = dense(2, (int[]){3, 3}, kinds, W, (double[]){-2, 0.1, 0, 1, 2, 3});
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK_NEAR(r[0], 4.5 / 3.75, 1e-8); // 2 r0 + r3/2 = 2, r0/2 + 2 r3 = -1
    CHECK_NEAR(r[3], -3.0 / 3.75, 1e-8);
    hf_problem_destroy(problem);
}

TEST(duplicate_contacts_share_the_load)
{
    double W[36], r[6], u[6];
    for (int k = 0; k < 36; k++) W[k] = k / 6 % 3 == k % 6 % 3 ? 1.0 : 0.0; // the same contact twice: rank 3 of 6
    hf_problem *problem = dense(2, (int[]){3, 3}, NULL, W, (double[]){-2, 3, -4, -2, 3, -4});
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK(hf_problem_velocity(problem, r, u, NULL, NULL) == HF_STATUS_OK);
    CHECK_NEAR(r[0] + r[3], 2.0, 1e-7);
    CHECK_NEAR(u[1], 3.0 - 0.6, 1e-7);
    CHECK_NEAR(u[2], -4.0 + 0.8, 1e-7);
    hf_problem_destroy(problem);
}

TEST(indefinite_matrices_end_without_nonsense)
{
    double W[36] = {0}, r[6];
    for (int k = 0; k < 6; k++) W[7 * k] = 1.0;
    W[3] = W[18] = -3.0; // each impulse drives the other contact together: it blows up
    hf_problem *problem = dense(2, (int[]){3, 3}, NULL, W, (double[]){-1, 0, 0, -1, 0, 0});
    hf_report report = solve(problem, NULL, r);
    CHECK(report.outcome == HF_OUTCOME_STALLED && report.note[0]);
    for (int k = 0; k < 6; k++) CHECK(isfinite(r[k]));
    hf_problem_destroy(problem);
}

TEST(contradictory_loops_stall)
{
    // Two bilateral rows on one degree of freedom that want different velocities.
    hf_law_kind kinds[2] = {HF_LAW_BILATERAL, HF_LAW_BILATERAL};
    double W[4] = {1, 1, 1, 1}, r[2];
    hf_problem *problem = dense(2, (int[]){1, 1}, kinds, W, (double[]){1, -1});
    hf_report report = solve(problem, NULL, r);
    CHECK(report.outcome == HF_OUTCOME_STALLED && strstr(report.note, "no progress"));
    CHECK(report.residual.natural > 0.1);
    hf_problem_destroy(problem);
}

// ---- limits ----

typedef struct counter
{
    long calls, stop_at;
    double least;
} counter;

static bool count_calls(void *context, const hf_progress *progress)
{
    counter *c = context;
    CHECK(progress->iteration == c->calls + 1 && progress->estimated && strcmp(progress->phase, "sweep") == 0);
    return ++c->calls < c->stop_at;
}

TEST(the_observer_stops_it_with_the_best_iterate)
{
    hf_generated made = generate(30, 3, false);
    size_t n = (size_t)hf_problem_describe(made.problem).dimension;
    double *r = calloc(n, sizeof *r);
    counter c = {.stop_at = 3};
    hf_hybrid_options o = hf_hybrid_options_default();
    o.common.tolerance = 1e-14;
    o.common.observer = count_calls;
    o.common.observer_context = &c;
    hf_report report = solve(made.problem, &o, r);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == 3 && c.calls == 3);
    CHECK(strstr(report.note, "observer"));
    hf_residual start, end;
    memset(r, 0, n * sizeof *r);
    CHECK(hf_residual_compute(made.problem, r, NULL, &start, NULL) == HF_STATUS_OK);
    end = report.residual;
    CHECK(end.natural < start.natural);

    o.common.observer = NULL;
    o.common.max_iterations = 2;
    report = solve(made.problem, &o, r);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == 2 && strstr(report.note, "limit"));

    // A good start is not given away for something worse.
    o.common.warm_start = true;
    o.common.tolerance = 1e-17;
    memcpy(r, made.r, n * sizeof *r);
    CHECK(hf_residual_compute(made.problem, r, NULL, &start, NULL) == HF_STATUS_OK);
    report = solve(made.problem, &o, r);
    CHECK(report.residual.natural <= start.natural);
    free(r);
    hf_generated_destroy(&made);
}

// ---- options ----

TEST(wrong_options_are_named)
{
    hf_generated made = generate(2, 1, false);
    double r[30] = {4.0};
    hf_error error;
    static const char *const fields[] = {
        "tolerance", "tolerance", "local_tolerance", "local_tolerance",    "max_iterations", "local",     "local",
        "failsafe",  "order",     "freeze_sweeps",   "extrapolate_sweeps", "small_change",   "weak_force"};
    for (int k = 0; k < (int)(sizeof fields / sizeof fields[0]); k++)
    {
        hf_hybrid_options o = hf_hybrid_options_default();
        CHECK(hf_hybrid_options_check(&o, &error) == HF_STATUS_OK);
        switch (k)
        {
        case 0: o.common.tolerance = 0.0; break;
        case 1: o.common.tolerance = NAN; break;
        case 2: o.local_tolerance = 0.0; break;
        case 3: o.local_tolerance = 2.0; break;
        case 4: o.common.max_iterations = -1; break;
        case 5: o.local = HF_LOCAL_NONE; break;
        case 6: o.local = (hf_local_method)77; break;
        case 7: o.failsafe = HF_LOCAL_COUNT; break;
        case 8: o.order = (hf_sweep_order)9; break;
        case 9: o.freeze_sweeps = -1; break;
        case 10: o.extrapolate_sweeps = -1; break;
        case 11: o.small_change = -1.0; break;
        default: o.weak_force = INFINITY; break;
        }
        CHECK(hf_hybrid_solve(made.problem, &o, r, NULL, NULL, &error) == HF_STATUS_INVALID);
        char expected[64] = "options.";
        strcat(expected, fields[k]);
        CHECK(strncmp(error.message, expected, strlen(expected)) == 0);
        CHECK(r[0] == 4.0);
    }
    hf_hybrid_options o = hf_hybrid_options_default();
    o.common.warm_start = true;
    r[1] = NAN;
    CHECK(hf_hybrid_solve(made.problem, &o, r, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "r[1]"));
    hf_generated_destroy(&made);
}

// ---- memory ----

TEST(every_allocation_may_fail)
{
    for (int factored = 0; factored < 2; factored++)
    {
        hf_generated made = generate(150, 2, factored);
        size_t n = (size_t)hf_problem_describe(made.problem).dimension;
        double *r = calloc(n, sizeof *r);
        hf_hybrid_options o = hf_hybrid_options_default();
        o.common.max_iterations = 3;
        long k = 0;
        for (;; k++)
        {
            hf_error error;
            r[0] = 5.0;
            fail_allocation(k);
            hf_status status = hf_hybrid_solve(made.problem, &o, r, NULL, NULL, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            if (!failed) break;
            CHECK(status == HF_STATUS_OK || (status == HF_STATUS_NO_MEMORY && r[0] == 5.0));
        }
        CHECK(k >= 3);
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(the_second_solve_allocates_nothing)
{
    for (int factored = 0; factored < 2; factored++)
    {
        hf_generated made = generate(100, 4, factored);
        size_t n = (size_t)hf_problem_describe(made.problem).dimension;
        double *r = calloc(n, sizeof *r);
        hf_workspace *workspace;
        CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
        CHECK(hf_solve("mfb+enum", made.problem, NULL, r, workspace, NULL, NULL) == HF_STATUS_OK);
        size_t bytes = hf_workspace_bytes(workspace);
        fail_allocation(-1);
        CHECK(hf_solve("mfb+enum", made.problem, NULL, r, workspace, NULL, NULL) == HF_STATUS_OK);
        CHECK(fail_allocation_count() == 0 && hf_workspace_bytes(workspace) == bytes);
        hf_workspace_destroy(workspace);
        free(r);
        hf_generated_destroy(&made);
    }
}
