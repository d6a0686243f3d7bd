// The collection of hard small problems (support/hard_problems.h), and random ones that contradict themselves: each
// ends within its budget of work, with a certificate that holds.

#include "support/hard_problems.h"
#include "support/harness.h"

#include <holdfast/holdfast.h>

#include <stdio.h>

/// Solves as a step does, and checks all that the report says of it.
static hf_report solve_and_check(const hf_problem *p, const char *name)
{
    int n = hf_problem_describe(p).dimension;
    double *r = calloc((size_t)n + 1, sizeof *r);
    hf_auto_options options = hard_options();
    hf_report report;
    hf_residual residual;
    CHECK(r);
    CHECK(hf_auto_solve(p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(p, r, NULL, &residual, NULL) == HF_STATUS_OK);
    if (report.work > HARD_MOST_WORK)
        harness_fail(__FILE__, __LINE__, "%s: %lld units of work", name, (long long)report.work);
    CHECK(report.residual.natural == residual.natural && isfinite(residual.natural));
    CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (residual.natural <= options.common.tolerance));
    free(r);
    return report;
}

TEST(the_collection_ends_within_its_budget)
{
    for (size_t k = 0; k < sizeof hard_problems / sizeof *hard_problems; k++)
    {
        hf_generated made;
        CHECK(hard_make(&hard_problems[k], &made, NULL) == HF_STATUS_OK);
        CHECK(hf_problem_describe(made.problem).dimension <= 300);
        hf_report report = solve_and_check(made.problem, hard_problems[k].name);
        printf("      %-26s %-11s %.1e %8lld\n", hard_problems[k].name, hf_outcome_name(report.outcome),
               report.residual.natural, (long long)report.work);
        hf_generated_destroy(&made);
    }
}

/// A body between walls that come together has no solution: the best that there is shares what is missing, and a solve
/// does not get lost far from that.
TEST(what_contradicts_itself_is_as_good_as_it_can_be)
{
    const hard_problem walls = {"walls", "", HARD_SQUEEZE, .contacts = 2, .mu = 0.5, .seed = 1};
    hf_generated made;
    CHECK(hard_make(&walls, &made, NULL) == HF_STATUS_OK);
    const hf_laws laws = hf_problem_laws(made.problem);
    double missing = -(laws.b[0] + laws.b[3]), norm = hf_problem_describe(made.problem).norm_b;
    hf_report report = solve_and_check(made.problem, walls.name);
    CHECK(report.outcome != HF_OUTCOME_CONVERGED);
    CHECK(report.residual.natural >= 0.5 * missing / (1.0 + norm)); // nobody can do better than half of it at each side
    CHECK(report.residual.natural <= missing / (1.0 + norm));
    hf_generated_destroy(&made);
}

/// Impulses of 1e17 hide velocities in their rounding: the certificate would be small by chance. A contact that no
/// joint moves keeps what it lacks.
TEST(no_answer_hides_in_its_rounding)
{
    const hard_problem axis = {"along the axis", "", HARD_LINKS, 4, 1, 1.0, 1.0, 1.0, .seed = 3};
    hf_generated made;
    CHECK(hard_make(&axis, &made, NULL) == HF_STATUS_OK);
    hf_report report = solve_and_check(made.problem, axis.name);
    CHECK(report.outcome != HF_OUTCOME_CONVERGED && report.residual.natural > 1e-3);
    hf_generated_destroy(&made);
}

/// Impulses of 1e7 in units of the lightest body: rounding leaves some 1e-9, and a solve gets there.
TEST(heavy_on_light_is_solved_as_far_as_rounding_allows)
{
    for (int k = 0; k < 3; k++)
    {
        hf_generated made;
        CHECK(hard_make(&hard_problems[k], &made, NULL) == HF_STATUS_OK);
        CHECK(solve_and_check(made.problem, hard_problems[k].name).residual.natural <= 2e-8);
        hf_generated_destroy(&made);
    }
}

TEST(random_contradictions_end_within_their_budget)
{
    enum
    {
        COUNT = 150
    };
    int converged = 0, accepted = 0;
    for (unsigned long long seed = 1; seed <= COUNT; seed++)
    {
        hf_generated made;
        char name[40];
        snprintf(name, sizeof name, "seed %llu", seed);
        CHECK(hard_mix(seed, &made, NULL) == HF_STATUS_OK);
        hf_report report = solve_and_check(made.problem, name);
        converged += report.outcome == HF_OUTCOME_CONVERGED;
        accepted += report.residual.natural <= 1e-4;
        hf_generated_destroy(&made);
    }
    printf("      %d of %d converged, %d within 1e-4\n", converged, COUNT, accepted);
    CHECK(converged >= 90);
}
