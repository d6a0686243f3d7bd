// Proximal points with Newton inside: random problems, limits, faults. Answers are judged by hf_residual_compute alone.

#include "support/harness.h"

#include "base/arena.h"
#include "problem/problem.h"
#include "solve/newton/proximal.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_generated mixed(int contacts, unsigned seed, int dimension, double redundancy, bool factored)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = contacts;
    o.seed = seed;
    o.dimension = dimension;
    o.redundancy = redundancy;
    o.factored = factored;
    o.unilateral_count = contacts / 5;
    o.bilateral_count = contacts / 5;
    o.box_count = contacts / 5;
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    return made;
}

static double certificate(const hf_problem *problem, const double *r)
{
    hf_residual residual;
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    return residual.natural;
}

// ---- random problems ----

TEST(random_problems_of_all_kinds_are_solved_from_a_fair_guess)
{
    for (unsigned seed = 1; seed <= 60; seed++)
    {
        hf_generated made =
            mixed(5 + (int)seed % 20, seed, 2 + (int)seed % 2, 0.5 + 0.1 * (double)(seed % 20), seed % 3 == 0);
        int n = hf_problem_describe(made.problem).dimension;
        double *r = calloc((size_t)n, sizeof *r);
        for (int k = 0; k < n; k++) r[k] = (k % 3 ? 0.95 : 1.05) * made.r[k];
        hf_proximal_options o = hf_proximal_options_default();
        o.common.warm_start = true;
        o.common.tolerance = 1e-10;
        o.pace = seed % 2 ? HF_PROXIMAL_FAST : HF_PROXIMAL_SLOW;
        hf_report report;
        CHECK(hf_proximal_solve(made.problem, &o, r, NULL, &report, NULL) == HF_STATUS_OK);
        if (report.outcome != HF_OUTCOME_CONVERGED)
            harness_fail(__FILE__, __LINE__, "seed %u: %s at %g", seed, hf_outcome_name(report.outcome),
                         report.residual.natural);
        CHECK(certificate(made.problem, r) <= 1e-10);
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(factored_and_assembled_give_the_same_answer)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = 15;
    o.factored = true;
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    hf_problem *twin;
    CHECK(hf_problem_assemble(made.problem, &twin, NULL) == HF_STATUS_OK);
    double a[45], b[45];
    hf_report ra, rb;
    CHECK(hf_proximal_solve(made.problem, NULL, a, NULL, &ra, NULL) == HF_STATUS_OK);
    CHECK(hf_proximal_solve(twin, NULL, b, NULL, &rb, NULL) == HF_STATUS_OK);
    CHECK(ra.outcome == HF_OUTCOME_CONVERGED && rb.outcome == HF_OUTCOME_CONVERGED);
    for (int k = 0; k < 45; k++) CHECK_NEAR(a[k], b[k], 1e-6); // over the bodies and over the contacts: other roundings
    hf_problem_destroy(twin);
    hf_generated_destroy(&made);
}

// ---- limits and faults ----

static bool stop_after(void *context, const hf_progress *progress)
{
    CHECK(strcmp(progress->phase, "proximal") == 0);
    return progress->iteration < *(long *)context;
}

TEST(limits_and_observers_stop_with_the_best_iterate)
{
    hf_pile_options pile = hf_pile_options_default();
    pile.contact_count = 60;
    hf_generated made;
    CHECK(hf_generate_pile(&pile, &made, NULL) == HF_STATUS_OK);
    double r[180], start = certificate(made.problem, (double[180]){0});
    long limit = 3;
    hf_report report;
    hf_proximal_options o = hf_proximal_options_default();
    o.common.tolerance = 1e-13;
    o.common.max_iterations = 3;
    CHECK(hf_proximal_solve(made.problem, &o, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == 3);
    CHECK(certificate(made.problem, r) == report.residual.natural && report.residual.natural < start);
    double by_limit = report.residual.natural;
    o.common.max_iterations = 100;
    o.common.observer = stop_after;
    o.common.observer_context = &limit;
    CHECK(hf_proximal_solve(made.problem, &o, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == 3 && report.residual.natural == by_limit);
    hf_generated_destroy(&made);
}

TEST(a_stall_is_given_up)
{
    hf_pile_options pile = hf_pile_options_default();
    pile.contact_count = 60;
    hf_generated made;
    CHECK(hf_generate_pile(&pile, &made, NULL) == HF_STATUS_OK);
    double r[180];
    hf_report report;
    hf_proximal_options o = hf_proximal_options_default();
    o.common.tolerance = 1e-25; // below rounding
    o.common.max_iterations = 300;
    o.stall_steps = 12;
    CHECK(hf_proximal_solve(made.problem, &o, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_STALLED && report.iterations >= 12 && report.iterations < 300);
    CHECK(strstr(report.note, "tenfold in 12 steps"));
    hf_generated_destroy(&made);
}

TEST(what_is_enough_ends_where_nothing_is_gained)
{
    hf_generated made = mixed(8, 2, 3, 1.2, true);
    int n = hf_problem_describe(made.problem).dimension;
    double *r = calloc((size_t)n, sizeof *r);
    long steps[2];
    for (int k = 0; k < 2; k++)
    {
        hf_proximal_options o = hf_proximal_options_default();
        o.common.tolerance = 1e-25; // below rounding
        o.common.max_iterations = 100;
        o.enough = k ? 1e-8 : 0.0;
        o.common.warm_start = true;
        for (int i = 0; i < n; i++) r[i] = 0.99 * made.r[i];
        hf_report report;
        CHECK(hf_proximal_solve(made.problem, &o, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(certificate(made.problem, r) <= 1e-8);
        steps[k] = report.iterations;
    }
    CHECK(steps[0] == 100 && steps[1] < 20);
    free(r);
    hf_generated_destroy(&made);
}

TEST(options_are_checked_by_name)
{
    hf_error error;
    hf_proximal_options good = hf_proximal_options_default(), o;
    CHECK(hf_proximal_options_check(&good, &error) == HF_STATUS_OK);
#define BAD(field, value)                                                                                              \
    o = good;                                                                                                          \
    o.field = value;                                                                                                   \
    CHECK(hf_proximal_options_check(&o, &error) == HF_STATUS_INVALID &&                                                \
          strstr(error.message, strrchr("." #field, '.') + 1));
    BAD(common.tolerance, 0.0)
    BAD(common.tolerance, NAN)
    BAD(common.tolerance, INFINITY)
    BAD(common.max_iterations, -1)
    BAD(stall_steps, -1)
    BAD(enough, -1.0)
    BAD(pace, (hf_proximal_pace)7)
    BAD(epsilon, 0.0)
    BAD(epsilon, 1.5)
    BAD(epsilon, NAN)
#undef BAD
    o.epsilon = 2.0;
    double r = 0.0;
    hf_problem *empty;
    CHECK(hf_problem_create_dense(&(hf_laws){0}, NULL, &empty, NULL) == HF_STATUS_OK);
    CHECK(hf_proximal_solve(empty, &o, &r, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(hf_proximal_solve(empty, NULL, NULL, NULL, NULL, &error) == HF_STATUS_OK);
    hf_problem_destroy(empty);
}

TEST(without_a_solution_it_gives_up)
{
    double W[9] = {0, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 0, 0}, mu = 0.5, r[3];
    int size = 3;
    hf_problem *problem;
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    hf_report report;
    CHECK(hf_proximal_solve(problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_LIMIT || report.outcome == HF_OUTCOME_STALLED);
    CHECK(report.residual.natural > 0.1 && certificate(problem, r) == report.residual.natural);
    hf_problem_destroy(problem);
}

TEST(every_allocation_may_fail)
{
    hf_generated made = mixed(90, 3, 3, 0.8, false); // sparse systems, too
    int n = hf_problem_describe(made.problem).dimension;
    double *r = calloc((size_t)n, sizeof *r);
    hf_proximal_options o = hf_proximal_options_default();
    o.common.max_iterations = 3;
    for (long k = 0;; k++)
    {
        r[0] = 7.0;
        fail_allocation(k);
        hf_error error = {0};
        hf_status status = hf_proximal_solve(made.problem, &o, r, NULL, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        if (!failed) break;
        CHECK(status == HF_STATUS_OK || (status == HF_STATUS_NO_MEMORY && error.message[0] && r[0] == 7.0));
    }
    free(r);
    hf_generated_destroy(&made);
}
