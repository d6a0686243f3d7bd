// Work and budgets: the limit is kept, the best iterate is returned, and neither threads nor an interrupt that does not
// stop change a bit.

#include "support/harness.h"

#include "holdfast/generate.h"
#include "holdfast/holdfast.h"

#include "solve/work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const methods[] = {"auto",     "mfb+enum", "enum",     "momentum",   "proximal",
                                      "interior", "path",     "clusters", "mfb/global", "dac/global",
                                      "implicit", "pivot",    "lemke",    "lexico",     "robust"};
enum
{
    METHOD_COUNT = sizeof methods / sizeof *methods,
    PROBLEM_COUNT = 5,
};

static hf_generated make(int which)
{
    hf_generated made;
    if (which < 3)
    {
        hf_random_options o = hf_random_options_default();
        o.contact_count = which == 0 ? 4 : 15;
        o.factored = which == 2;
        o.box_count = o.unilateral_count = which;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        return made;
    }
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = which == 3 ? 60 : 100;
    o.shape = which == 3 ? HF_PILE_SPHERES : HF_PILE_BRICKS;
    o.factored = which == 4;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    return made;
}

static hf_report solve(const char *method, const hf_problem *problem, int64_t budget, double *r,
                       hf_workspace *workspace)
{
    hf_report report;
    hf_solve_options options = hf_solve_options_default();
    options.budget = budget;
    hf_error error = {0};
    if (hf_solve(method, problem, &options, r, workspace, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", method, error.message);
    return report;
}

static double *take(const hf_problem *p)
{
    double *r = calloc((size_t)p->dimension + 1, sizeof *r);
    CHECK(r != NULL);
    return r;
}

// ---- one solve ----

/// What no method can do without, or does at once: looks at the whole (islands, certificates, extrapolation), and what
/// a method makes of the problem before it begins: W as one dense matrix, an LCP and its tableau.
static double indivisible(const char *method, const hf_problem *p)
{
    double rows = p->dimension, looks = 12.0 * work_of_look(p);
    if (strcmp(method, "pivot") == 0) return looks + rows * work_of_product(p) + 6.0 * work_of_dense_lu(rows);
    if (strcmp(method, "implicit") == 0) return 3.0 * looks + 6.0 * work_of_dense_lu(rows);
    bool lcp = strcmp(method, "lemke") == 0 || strcmp(method, "lexico") == 0 || strcmp(method, "robust") == 0;
    double columns = 10.0 / 3.0 * rows; // of the LCP: a contact of three rows has ten
    double rank = columns * columns + work_price.column_flop * columns * columns * columns; // by one elimination
    if (lcp) return looks + rank + 20.0 * (work_price.column_flop * columns * (columns + 10.0) + columns);
    return looks + 12.0 * work_price.column_flop * rows * rows + 60.0 * work_price.graph_entry * rows;
}

TEST(budgets_are_kept)
{
    for (int k = 0; k < PROBLEM_COUNT; k++)
    {
        hf_generated made = make(k);
        double *r = take(made.problem);
        for (int m = 0; m < METHOD_COUNT; m++)
            for (int64_t budget = 1; budget <= 10000000; budget *= 10)
            {
                hf_report report = solve(methods[m], made.problem, budget, r, NULL);
                double most = (double)budget + indivisible(methods[m], made.problem);
                if ((double)report.work > most)
                    harness_fail(__FILE__, __LINE__, "%s, problem %d: %lld units of %lld, at most %.0f", methods[m], k,
                                 (long long)report.work, (long long)budget, most);
                CHECK(report.work > 0);
                hf_residual residual;
                CHECK(hf_residual_compute(made.problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
                CHECK(residual.natural == report.residual.natural);
                if (report.outcome == HF_OUTCOME_LIMIT && !strstr(report.note, "budget") &&
                    !strstr(report.note, "limit in island"))
                    harness_fail(__FILE__, __LINE__, "%s, budget %lld: \"%s\"", methods[m], (long long)budget,
                                 report.note);
            }
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(more_work_never_ends_farther_off)
{
    for (int k = 0; k < PROBLEM_COUNT; k++)
    {
        hf_generated made = make(k);
        double *r = take(made.problem), zero;
        hf_residual residual;
        CHECK(hf_residual_compute(made.problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
        zero = residual.natural;
        for (int m = 0; m < METHOD_COUNT; m++)
        {
            double least = zero;
            for (int64_t budget = 1; budget <= 10000000; budget *= 4)
            {
                hf_report report = solve(methods[m], made.problem, budget, r, NULL);
                bool polyhedral =
                    strstr("lemke lexico robust", methods[m]) != NULL; // a solved LCP is not the cone's answer
                bool parts = strcmp(methods[m], "auto") == 0;          // another share may lead another way
                if (!polyhedral && !(report.residual.natural <= (parts ? zero : least)))
                    harness_fail(__FILE__, __LINE__, "%s, problem %d, budget %lld: %g after %g", methods[m], k,
                                 (long long)budget, report.residual.natural, least);
                least = fmin(least, report.residual.natural);
            }
        }
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(a_budget_that_is_not_reached_changes_nothing)
{
    for (int k = 0; k < 3; k++)
    {
        hf_generated made = make(k);
        size_t bytes = (size_t)made.problem->dimension * sizeof(double);
        double *r = take(made.problem), *s = take(made.problem);
        for (int m = 0; m < METHOD_COUNT; m++)
        {
            hf_report free_run = solve(methods[m], made.problem, 0, r, NULL);
            hf_report within = solve(methods[m], made.problem, INT64_C(1) << 50, s, NULL);
            CHECK(memcmp(r, s, bytes) == 0);
            CHECK(free_run.work == within.work && free_run.iterations == within.iterations);
        }
        free(r);
        free(s);
        hf_generated_destroy(&made);
    }
}

TEST(a_negative_budget_is_refused)
{
    hf_generated made = make(0);
    double *r = take(made.problem);
    hf_solve_options options = hf_solve_options_default();
    options.budget = -1;
    hf_error error;
    CHECK(hf_solve("auto", made.problem, &options, r, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "budget") != NULL);
    free(r);
    hf_generated_destroy(&made);
}

// ---- islands, threads ----

/// Steps of a world whose problems have many islands; every piece is solved under the budget.
TEST(threads_change_no_bit_under_a_budget)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = 200;
    o.connectivity = HF_CONNECTIVITY_RANDOM;
    o.body_count = 260; // sparse: many islands
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    size_t bytes = (size_t)made.problem->dimension * sizeof(double);
    double *one = take(made.problem), *more = take(made.problem);
    for (int64_t budget = 1000; budget <= 1000000; budget *= 10)
    {
        hf_report first = solve("auto", made.problem, budget, one, NULL);
        for (int threads = 2; threads <= 5; threads += 3)
        {
            hf_workspace *workspace;
            CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
            CHECK(hf_workspace_set_threads(workspace, threads) == threads);
            hf_report report = solve("auto", made.problem, budget, more, workspace);
            CHECK(memcmp(one, more, bytes) == 0 && report.work == first.work);
            hf_workspace_destroy(workspace);
        }
    }
    free(one);
    free(more);
    hf_generated_destroy(&made);
}
