// `auto` on ten thousand random problems, on the two slowest real ones, and on piles.

#include "support/auto_mix.h"
#include "support/harness.h"

#include <holdfast/files.h>
#include <holdfast/holdfast.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_report solve(const hf_problem *problem, double tolerance)
{
    double *r = calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof *r);
    CHECK(r);
    hf_auto_options options = hf_auto_options_default();
    options.common.tolerance = tolerance;
    hf_report report;
    hf_residual residual;
    CHECK(hf_auto_solve(problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural == report.residual.natural);
    free(r);
    return report;
}

TEST(ten_thousand_problems_of_every_sort_converge)
{
    enum
    {
        COUNT = 10000
    };
    int failed = 0, phases[HF_PHASE_CAPACITY + 1] = {0};
    for (unsigned long long seed = 1; seed <= COUNT; seed++)
    {
        hf_random_options o = auto_mix(seed);
        hf_generated made;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        hf_report report = solve(made.problem, 1e-8);
        phases[report.phase_count]++;
        if (report.outcome != HF_OUTCOME_CONVERGED)
        {
            failed++;
            printf("        seed %llu, %d contacts in %dD: %s at %.1e\n", seed, o.contact_count, o.dimension,
                   hf_outcome_name(report.outcome), report.residual.natural);
        }
        hf_generated_destroy(&made);
    }
    printf("        solved after 1, 2, … stages:");
    for (int k = 1; k <= 9; k++) printf(" %d", phases[k]);
    printf("; %d of %d not solved\n", failed, COUNT);
    CHECK(failed == 0);
}

static void solve_file(const char *name)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no problem files");
    char path[4096];
    hf_problem *problem;
    hf_error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(solve(problem, 1e-8).outcome == HF_OUTCOME_CONVERGED);
    CHECK(solve(problem, 1e-12).outcome == HF_OUTCOME_CONVERGED);
    hf_problem_destroy(problem);
}

TEST(the_rock_pile_that_no_public_solver_solves)
{
    solve_file("RockPile_tob1.hdf5");
}

TEST(granular_flow_in_the_plane)
{
    solve_file("fc2d_granularflowonwall_07002_00801.hdf5");
}

TEST(piles_of_a_few_hundred_contacts)
{
    for (int k = 0; k < 12; k++)
    {
        hf_pile_options o = hf_pile_options_default();
        o.seed = (unsigned)k;
        o.shape = k % 2 ? HF_PILE_BRICKS : HF_PILE_SPHERES;
        o.contact_count = o.shape == HF_PILE_BRICKS ? 600 : 250;
        o.factored = k % 4 >= 2;
        hf_generated made;
        CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
        hf_report report = solve(made.problem, 1e-8);
        printf("        pile %d: %s, %ld iterations\n", k, hf_outcome_name(report.outcome), report.iterations);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        hf_generated_destroy(&made);
    }
}

/// Where the caller has another way out, an island of thousands of rows is given up before the stages that take
/// minutes.
TEST(hurried_it_gives_up_early)
{
    static const char *const late[] = {"proximal slow from zero", "proximal slow at length", "proximal from random"};
    hf_pile_options o = hf_pile_options_default();
    o.shape = HF_PILE_SPHERES;
    o.contact_count = 1750;
    o.factored = true;
    hf_generated made;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    hf_auto_options options = hf_auto_options_default();
    options.give_up_early = true;
    double *r = calloc((size_t)hf_problem_describe(made.problem).dimension, sizeof *r);
    hf_report report;
    CHECK(r && hf_auto_solve(made.problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    printf("        %s at %.1e after %ld iterations\n", hf_outcome_name(report.outcome), report.residual.natural,
           report.iterations);
    CHECK(report.outcome == HF_OUTCOME_STALLED && report.iterations > 1000);
    for (int k = 0; k < report.phase_count; k++)
        for (size_t l = 0; l < sizeof late / sizeof *late; l++) CHECK(strcmp(report.phases[k].name, late[l]) != 0);
    free(r);
    hf_generated_destroy(&made);
}
