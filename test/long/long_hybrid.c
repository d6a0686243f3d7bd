// Hybrid Gauss–Seidel on real problem files and on large generated ones.

#include "support/harness.h"

#include <holdfast/files.h>
#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/papers.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool in_time(void *context, const hf_progress *progress)
{
    (void)progress;
    return now() < *(double *)context;
}

static hf_report solve_in_time(const char *solver, const hf_problem *problem, double seconds)
{
    double end = now() + seconds;
    double *r = calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof *r);
    hf_solve_options options = hf_solve_options_default();
    options.observer = in_time;
    options.observer_context = &end;
    hf_report report;
    hf_residual residual;
    CHECK(hf_solve(solver, problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural == report.residual.natural);
    free(r);
    return report;
}

/// Runs `each` on every problem file; returns how many there were.
static int for_each_file(void (*each)(const char *name, const hf_problem *problem))
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no problem files");
    DIR *files = opendir(folder);
    CHECK(files);
    int count = 0;
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files))
    {
        if (!strstr(entry->d_name, ".hdf5")) continue;
        char path[4096];
        hf_problem *problem;
        hf_error error;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        hf_status status = hf_fclib_read(path, HF_FCLIB_AUTO, &problem, &error);
        if (status == HF_STATUS_UNSUPPORTED) SKIP("built without FCLIB");
        if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
        each(entry->d_name, problem);
        hf_problem_destroy(problem);
        count++;
    }
    closedir(files);
    return count;
}

static void solve_file(const char *name, const hf_problem *problem)
{
    hf_report report = solve_in_time("mfb+enum", problem, 10.0);
    printf("        %-48s %-10s natural %.1e, %ld sweeps\n", name, hf_outcome_name(report.outcome),
           report.residual.natural, report.iterations);
    if (strstr(name, "RockPile")) return; // no public Gauss–Seidel solves it either
    if (report.outcome != HF_OUTCOME_CONVERGED)
        harness_fail(__FILE__, __LINE__, "%s: natural %g; %s", name, report.residual.natural, report.note);
}

TEST(every_real_problem_but_rockpile_is_solved)
{
    CHECK(for_each_file(solve_file) > 0);
}

static void survive_file(const char *name, const hf_problem *problem)
{
    static const char *const solvers[] = {"mfb",      "enum",     "pac",    "dac",           "duriez06",
                                          "duriez08", "dac+enum", "4sides", "duriez08+enum", "mfb+enum/paper"};
    for (size_t k = 0; k < sizeof solvers / sizeof solvers[0]; k++)
    {
        hf_report report = solve_in_time(solvers[k], problem, 0.1);
        if (!isfinite(report.residual.natural))
            harness_fail(__FILE__, __LINE__, "%s on %s: natural %g", solvers[k], name, report.residual.natural);
    }
}

TEST(every_local_solver_survives_every_real_problem)
{
    CHECK(for_each_file(survive_file) > 0);
}

/// Seconds a sweep and block of W, and the memory of workspace and problem together [bytes].
static double seconds_per_block(int contacts, bool factored, size_t *bytes)
{
    enum
    {
        SWEEPS = 20
    };
    hf_pile_options options = hf_pile_options_default();
    options.contact_count = contacts;
    options.shape = HF_PILE_BRICKS;
    options.factored = factored;
    hf_generated made;
    CHECK(hf_generate_pile(&options, &made, NULL) == HF_STATUS_OK);
    hf_problem_info info = hf_problem_describe(made.problem);
    hf_hybrid_options o = hf_hybrid_options_default();
    o.common.max_iterations = SWEEPS;
    o.common.tolerance = 1e-15;
    double *r = calloc((size_t)info.dimension, sizeof *r), least = INFINITY;
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    for (int round = 0; round < 3; round++)
    {
        double begin = now();
        hf_report report;
        CHECK(hf_hybrid_solve(made.problem, &o, r, workspace, &report, NULL) == HF_STATUS_OK);
        CHECK(report.iterations == SWEEPS);
        least = fmin(least, now() - begin);
    }
    size_t entry = factored ? 2 * 3 * sizeof(double) + sizeof(int) : 9 * sizeof(double) + sizeof(int);
    *bytes = hf_workspace_bytes(workspace) + info.nonzero_block_count * entry;
    hf_workspace_destroy(workspace);
    hf_generated_destroy(&made);
    free(r);
    return least / SWEEPS / (double)info.nonzero_block_count;
}

TEST(a_sweep_is_linear_in_the_blocks_and_fifty_thousand_contacts_fit)
{
    for (int factored = 0; factored < 2; factored++)
    {
        size_t bytes;
        double small = seconds_per_block(12500, factored, &bytes), large = seconds_per_block(50000, factored, &bytes);
        printf("        %s: %.1f ns a block at 12,500 contacts, %.1f at 50,000; %.0f MB\n",
               factored ? "factored" : "assembled", 1e9 * small, 1e9 * large, 1e-6 * (double)bytes);
        CHECK(large < 2.0 * small); // caches make some difference, the method none
        CHECK(bytes < (size_t)2000000000);
    }
}
