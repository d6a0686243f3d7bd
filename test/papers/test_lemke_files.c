// The LCPs of the literature that lie beside the project: each ends with a certified solution or the right failure
// word, and `robust` solves at least what `lexico` solves with its best Δ.

#include "support/harness.h"
#include "support/lcp_cases.h"

#include "holdfast/files.h"

#include <dirent.h>
#include <stdio.h>

static const char *const LEXICO[] = {"lexico:0",    "lexico:1e-12", "lexico:1e-10",
                                     "lexico:1e-8", "lexico:1e-6",  "lexico:1e-4"};

static hf_lcp_report solve(const char *name, const hf_lcp *lcp, double *z)
{
    hf_lcp_report report;
    hf_error error;
    if (hf_lcp_solve(name, lcp, NULL, z, NULL, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    hf_lcp_residual residual;
    CHECK(hf_lcp_residual_compute(lcp, z, NULL, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK((report.failure == HF_LCP_SOLVED) == (residual.natural <= 1e-8));
    return report;
}

static void check_problem(const char *name, const hf_lcp *lcp)
{
    double z[64];
    CHECK(lcp->dimension <= 64);
    hf_lcp_report robust = solve("robust", lcp, z);
    bool lexico = false;
    for (int k = 0; k < 6; k++) lexico = solve(LEXICO[k], lcp, z).failure == HF_LCP_SOLVED || lexico;
    hf_lcp_report lemke = solve("lemke", lcp, z);
    printf("    %-36s n = %2d  robust: %s  lexico: %s  lemke: %s\n", name, lcp->dimension,
           hf_lcp_failure_name(robust.failure), lexico ? "solved" : "not solved", hf_lcp_failure_name(lemke.failure));
    bool solved = robust.failure == HF_LCP_SOLVED;
    CHECK(solved || !lexico);
    if (!solved) CHECK(robust.failure == HF_LCP_NO_SOLUTION);
    if (lcp->dimension <= BRUTE_MAX) CHECK(solved == (brute_count(lcp) > 0)); // enumeration agrees
    else CHECK(solved || robust.infeasible);                                  // or there is a proof
}

static void check_file(const char *folder, const char *name)
{
    char path[600];
    hf_matrix M, q;
    snprintf(path, sizeof path, "%s/%s.M.mtx", folder, name);
    CHECK(hf_matrix_market_read(path, &M, NULL) == HF_STATUS_OK);
    snprintf(path, sizeof path, "%s/%s.q.mtx", folder, name);
    CHECK(hf_matrix_market_read(path, &q, NULL) == HF_STATUS_OK);
    CHECK(M.rows == M.cols && q.rows == M.rows && q.cols == 1);
    hf_lcp lcp = {.dimension = M.rows, .M = M.values, .q = q.values};
    check_problem(name, &lcp);
    hf_matrix_free(&M);
    hf_matrix_free(&q);
}

TEST(every_lcp_of_the_collection)
{
    const char *problems = harness_problems();
    if (!problems) SKIP("no problem files");
    char folder[400];
    snprintf(folder, sizeof folder, "%s/lcp", problems);
    DIR *directory = opendir(folder);
    if (!directory) SKIP("no LCPs among the problem files");
    int count = 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
    {
        char name[128];
        size_t length = strlen(entry->d_name);
        if (length < 7 || length >= sizeof name || strcmp(entry->d_name + length - 6, ".M.mtx") != 0) continue;
        memcpy(name, entry->d_name, length - 6);
        name[length - 6] = '\0';
        check_file(folder, name);
        count++;
    }
    closedir(directory);
    CHECK(count > 0);
}

/// FCLIB files: the LCP of the polyhedral cone is solved, whatever the cone itself costs.
static void check_contacts(const char *folder, const char *file, bool exact)
{
    char path[600];
    hf_problem *problem;
    hf_error error;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    hf_status status = hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error);
    if (status == HF_STATUS_UNSUPPORTED) SKIP("%s", error.message);
    CHECK(status == HF_STATUS_OK);
    double *r = calloc((size_t)hf_problem_describe(problem).dimension, sizeof *r);
    hf_report report;
    CHECK(hf_solve("robust", problem, NULL, r, NULL, &report, &error) == HF_STATUS_OK);
    CHECK(strstr(report.note, "solved to") && !strstr(report.note, "only"));
    if (exact) CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    free(r);
    hf_problem_destroy(problem);
}

TEST(contact_problems_of_the_collection)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no problem files");
    check_contacts(folder, "OneObject-i100000-316.hdf5", false);
    check_contacts(folder, "OneObject-i1028-138.hdf5", false);
    check_contacts(folder, "Confeti-ex03-Fc3D-SBM.hdf5", false);
    check_contacts(folder, "NESpheres_10_1.hdf5", false);
    check_contacts(folder, "Rover1040.hdf5", false);
    check_contacts(folder, "FC2D_SliderCrankLagrangian00001.hdf5", true);
    check_contacts(folder, "FrictionContactProblem00071.hdf5", true);
    check_contacts(folder, "fc2d_granularflowonwall_00667_00000.hdf5", true);
}
