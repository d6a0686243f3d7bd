// What tests of a solver by its name share: the certificate beside the report, all forms and kinds, failing memory.

#ifndef HF_TEST_NAMED_SOLVER_H
#define HF_TEST_NAMED_SOLVER_H

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>

#include <stdlib.h>
#include <string.h>

/// By name; what the report says is held against the certificate.
static hf_report named_solve(const char *name, const hf_problem *p, double tolerance, long sweeps, double *r)
{
    hf_report report;
    hf_residual residual;
    hf_solve_options options = {.tolerance = tolerance, .max_iterations = sweeps};
    memset(r, 0, (size_t)hf_problem_describe(p).dimension * sizeof *r);
    CHECK(hf_solve(name, p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(p, r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK_NEAR(report.residual.natural, residual.natural, 0.0);
    CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (residual.natural <= tolerance));
    return report;
}

/// W assembled and factored, in the plane and in space, with blocks of every kind.
static void named_converges_on_all_forms(const char *name)
{
    for (unsigned seed = 1; seed <= 24; seed++)
    {
        hf_random_options o = hf_random_options_default();
        hf_generated made;
        o.seed = seed;
        o.dimension = seed % 2 ? 3 : 2;
        o.contact_count = 20;
        if (seed % 3 == 0) o.unilateral_count = o.bilateral_count = o.box_count = 4;
        o.redundancy = 0.8;
        o.factored = seed % 4 < 2;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        double *r = calloc((size_t)hf_problem_describe(made.problem).dimension, sizeof *r);
        CHECK(r && named_solve(name, made.problem, 1e-9, 0, r).outcome == HF_OUTCOME_CONVERGED);
        free(r);
        hf_generated_destroy(&made);
    }
}

/// Every allocation of a solve fails once.
static void named_survives_failing_memory(const char *name, const hf_problem *p)
{
    double *r = calloc((size_t)hf_problem_describe(p).dimension, sizeof *r);
    hf_solve_options options = {.tolerance = 1e-8};
    CHECK(r);
    for (long k = 0;; k++)
    {
        hf_report report;
        fail_allocation(k);
        hf_status status = hf_solve(name, p, &options, r, NULL, &report, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        if (!failed) break;
    }
    free(r);
}

#endif
