// Random problems of all kinds of blocks together, contacts of 3, 4 and 6 rows and ellipses among them: how many a
// solver solves, by the certificate.

#ifndef HF_TEST_MIXED_BLOCKS_H
#define HF_TEST_MIXED_BLOCKS_H

#include "support/harness.h"

#include "holdfast/generate.h"
#include "holdfast/holdfast.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct mixed_count
{
    int solved;
    double worst; // natural residual
} mixed_count;

/// Problem k: 1 to 12 contacts, both forms of W, more and fewer rows than degrees of freedom, masses up to 100 apart.
static inline hf_random_options mixed_options(unsigned long long k)
{
    hf_random_options o = hf_random_options_default();
    o.seed = k;
    o.contact_count = 1 + (int)(k % 12);
    o.torsional = o.rolling = 0.35;
    o.elliptic = 0.3;
    o.unilateral_count = (int)(k % 3);
    o.bilateral_count = k % 4 == 0;
    o.box_count = k % 5 == 0;
    o.factored = k % 2 == 0;
    o.redundancy = k % 3 == 0 ? 0.7 : k % 3 == 1 ? 1.5 : 3.0;
    o.mass_spread = k % 7 == 0 ? 100.0 : 1.0;
    return o;
}

static inline mixed_count solve_mixed(const char *solver, unsigned long long first, int count)
{
    mixed_count out = {0};
    hf_workspace *workspace;
    hf_error error;
    CHECK(hf_workspace_create(&workspace, &error) == HF_STATUS_OK);
    for (int k = 0; k < count; k++)
    {
        hf_random_options options = mixed_options(first + (unsigned long long)k);
        hf_generated made;
        hf_report report;
        hf_residual residual;
        CHECK(hf_generate_random(&options, &made, &error) == HF_STATUS_OK);
        double *r = calloc((size_t)hf_problem_describe(made.problem).dimension + 1, sizeof *r);
        CHECK(hf_solve(solver, made.problem, NULL, r, workspace, &report, &error) == HF_STATUS_OK);
        CHECK(hf_residual_compute(made.problem, r, workspace, &residual, &error) == HF_STATUS_OK);
        if (residual.natural <= 1e-8) out.solved++;
        else
            printf("%s, problem %llu: %s at %g\n", solver, options.seed, hf_outcome_name(report.outcome),
                   residual.natural);
        if (residual.natural > out.worst) out.worst = residual.natural;
        free(r);
        hf_generated_destroy(&made);
    }
    hf_workspace_destroy(workspace);
    return out;
}

#endif
