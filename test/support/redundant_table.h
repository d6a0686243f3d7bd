// Ill-conditioned LCPs as in table I of Yamane and Nakamura 2008: how many each method solves. Success is what the
// certificate says.

#ifndef HF_TEST_REDUNDANT_TABLE_H
#define HF_TEST_REDUNDANT_TABLE_H

#include "support/harness.h"

#include "holdfast/holdfast.h"
#include "holdfast/papers.h"
#include "papers/yamane2008/polyhedral.h"

/// Solves problem `seed` in two passes; true if the certificate accepts the answer of the second.
static inline bool solve_redundant(const char *name, const hf_redundant_options *options)
{
    hf_problem *problem;
    hf_workspace *workspace;
    CHECK(hf_generate_redundant(options, &problem, NULL) == HF_STATUS_OK);
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    int blocks[64], count = hf_problem_describe(problem).block_count;
    for (int i = 0; i < count; i++) blocks[i] = i;
    polyhedral p;
    CHECK(polyhedral_build(&p, problem, blocks, count, &POLYHEDRAL_LAW, workspace, NULL) == HF_STATUS_OK);
    double z[640], smooth[640];
    hf_lcp_options defaults = hf_lcp_options_default();
    polyhedral_passes passes;
    lemke_method method;
    const char *rest = lemke_read_name(name, &method, &defaults);
    CHECK(rest && *name_options_read(rest, lemke_name_options, LEMKE_NAME_OPTIONS, &defaults) == '\0');
    CHECK(polyhedral_solve(&p, method, &defaults, NULL, smooth, z, workspace, &passes, NULL) == HF_STATUS_OK);
    hf_lcp_residual residual;
    CHECK(hf_lcp_residual_compute(&p.lcp, z, NULL, workspace, &residual, NULL) == HF_STATUS_OK);
    bool solved = residual.natural <= 1e-8;
    CHECK(solved == (passes.second.failure == HF_LCP_SOLVED));
    hf_workspace_destroy(workspace);
    hf_problem_destroy(problem);
    return solved;
}

/// Two boxes upon each other, nine contacts on each face: 18 contacts for 12 degrees of freedom.
static inline int count_failures(const char *name, int problem_count)
{
    int failures = 0;
    hf_redundant_options options = hf_redundant_options_default();
    options.box_count = 2;
    options.face_contacts = 9;
    for (int seed = 1; seed <= problem_count; seed++)
    {
        options.seed = (unsigned long long)seed;
        failures += !solve_redundant(name, &options);
    }
    return failures;
}

#endif
