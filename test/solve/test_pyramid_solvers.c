// Solvers on problems whose friction cones are pyramids: they agree, their certificate is of that law, and those that
// do not know it say so.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/generate.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"
#include "solve/sweep/local/pyramid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const hf_friction_law LAWS[] = {{HF_FRICTION_PYRAMID, 3, 0.2},
                                       {HF_FRICTION_PYRAMID, 4, 0.0},
                                       {HF_FRICTION_PYRAMID, 8, 0.0},
                                       {HF_FRICTION_PYRAMID, 9, 1.0},
                                       {HF_FRICTION_OUTER_PYRAMID, 4, 0.78539816339744830962},
                                       {HF_FRICTION_OUTER_PYRAMID, 6, -0.4}};

enum
{
    LAW_COUNT = sizeof LAWS / sizeof LAWS[0],
    MOST = 120 // rows
};

/// A random problem with the law in the cone's place.
static hf_problem *draw(unsigned long long seed, int contacts, bool factored, const hf_friction_law *law)
{
    hf_random_options options = hf_random_options_default();
    options.seed = seed;
    options.mu_lo = 0.05; // with much friction there may be several answers
    options.mu_hi = 0.3;
    options.contact_count = contacts;
    options.unilateral_count = options.box_count = options.bilateral_count = (int)(seed % 3);
    options.factored = factored;
    hf_generated made;
    hf_problem *problem;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    CHECK(hf_problem_with_friction(made.problem, law, &problem, NULL) == HF_STATUS_OK);
    hf_generated_destroy(&made);
    return problem;
}

static hf_report solve(const char *name, const hf_problem *problem, double *r)
{
    hf_report report;
    hf_error error;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = 1e-10;
    memset(r, 0, MOST * sizeof *r);
    if (hf_solve(name, problem, &options, r, NULL, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    return report;
}

TEST(one_contact_by_cases)
{
    random_state random = random_seed(4);
    for (int trial = 0; trial < 3000; trial++)
    {
        const hf_friction_law *law = &LAWS[trial % LAW_COUNT];
        friction_polygon *polygon;
        CHECK(polygon_create(NULL, law, &polygon));
        double A[9], W[9] = {0}, b[3], r[3] = {0}, u[3], mu = random_between(&random, 0.0, 1.0), trace = 0.0,
                     norm = 0.0;
        for (int k = 0; k < 9; k++) A[k] = random_normal(&random);
        if (trial % 5 == 0) A[6] = A[7] = A[8] = 0.0; // singular
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++) W[3 * i + j] += A[3 * k + i] * A[3 * k + j];
        for (int k = 0; k < 3; k++) trace += W[4 * k];
        for (int k = 0; k < 9; k++) W[k] /= trace;
        for (int k = 0; k < 3; k++) b[k] = random_normal(&random);
        if (trial % 5 == 0) // in the range of W, so that there is an answer
            for (int i = 0; i < 3; i++)
                b[i] = A[i] * random_between(&random, -1, 1) + A[3 + i] * random_between(&random, -1, 1);
        for (int k = 0; k < 3; k++) norm += b[k] * b[k];
        for (int k = 0; k < 3; k++) b[k] /= sqrt(norm);
        local_verdict verdict = local_pyramid(polygon, W, b, mu, 1e-10, r);
        for (int i = 0; i < 3; i++) u[i] = b[i] + W[3 * i] * r[0] + W[3 * i + 1] * r[1] + W[3 * i + 2] * r[2];
        double natural = sqrt(pyramid_natural_square(polygon, mu, r, u));
        CHECK((verdict == LOCAL_SOLVED) == (natural <= 1e-10));
        if (trial % 5) CHECK(verdict == LOCAL_SOLVED); // W positive definite
        polygon_destroy(polygon);
    }
}

TEST(all_of_them_agree)
{
    static const char *const names[] = {"robust", "lexico", "auto", "proximal", "hybrid", "momentum"};
    for (int k = 0; k < 24; k++)
    {
        hf_problem *p = draw((unsigned long long)k + 1, 8, k % 2, &LAWS[k % LAW_COUNT]);
        double r[MOST], u[MOST], first[MOST] = {0};
        int n = hf_problem_describe(p).dimension, solved = 0;
        for (size_t s = 0; s < sizeof names / sizeof names[0]; s++)
        {
            hf_report report = solve(names[s], p, r);
            bool must = s == 0 || s == 2;
            if (must && report.outcome != HF_OUTCOME_CONVERGED)
                harness_fail(__FILE__, __LINE__, "%s: seed %d: %.1e, %s", names[s], k + 1, report.residual.natural,
                             report.note);
            if (report.outcome != HF_OUTCOME_CONVERGED) continue;
            solved++;
            hf_residual again;
            CHECK(hf_residual_compute(p, r, NULL, &again, NULL) == HF_STATUS_OK);
            CHECK(again.natural == report.residual.natural && again.cone_natural == report.residual.cone_natural);
            CHECK(hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
            for (int i = 0; s > 0 && i < n; i++) CHECK_NEAR(u[i], first[i], 2e-6);
            if (s == 0) memcpy(first, u, sizeof first);
        }
        if (solved < 4) harness_fail(__FILE__, __LINE__, "seed %d: %d of 6 have solved it", k + 1, solved);
        hf_problem_destroy(p);
    }
}

TEST(certificates_are_small_where_the_cone_is_far)
{
    int far = 0;
    for (int k = 0; k < 12; k++)
    {
        double r[MOST];
        hf_problem *p = draw((unsigned long long)k + 100, 10, false, &LAWS[1]);
        hf_report report = solve("robust", p, r);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.residual.natural < 1e-10);
        far += report.residual.cone_natural > 1e-3;
        hf_problem_destroy(p);
    }
    CHECK(far >= 8); // four edges are a rough circle
}

TEST(four_sides_solves_its_own_law)
{
    hf_friction_law own = hf_solver_friction("4sides");
    CHECK(own.kind == HF_FRICTION_OUTER_PYRAMID && own.sides == 4);
    for (int k = 0; k < 10; k++)
    {
        double r[MOST], u[MOST], v[MOST];
        hf_problem *p = draw((unsigned long long)k + 40, 6, k % 2, &own);
        hf_report report = solve("4sides", p, r);
        CHECK(hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(solve("robust", p, r).outcome == HF_OUTCOME_CONVERGED);
        CHECK(hf_problem_velocity(p, r, v, NULL, NULL) == HF_STATUS_OK);
        for (int i = 0; i < hf_problem_describe(p).dimension; i++) CHECK_NEAR(u[i], v[i], 2e-6);
        hf_problem_destroy(p);
    }
}

TEST(the_others_refuse_by_name)
{
    static const char *const names[] = {"enum",           "mfb",      "dac+enum", "duriez06", "4sides", "4sides+enum",
                                        "mfb+enum/paper", "interior", "path",     "implicit", "pivot",  "mfb/global",
                                        "clusters",       "robust:16"};
    hf_problem *p = draw(1, 4, false, &LAWS[2]);
    double r[MOST] = {0};
    hf_error error;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    {
        CHECK(hf_solve(names[k], p, NULL, r, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
        CHECK(strstr(error.message, names[k]) && strstr(error.message, "pyramid:8") && strstr(error.message, "auto"));
    }
    CHECK(hf_pivot_solve(p, NULL, r, NULL, NULL, NULL, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(hf_implicit_solve(p, NULL, r, NULL, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    hf_hybrid_options options = hf_hybrid_options_default();
    options.local = HF_LOCAL_ENUM;
    CHECK(hf_hybrid_solve(p, &options, r, NULL, NULL, &error) == HF_STATUS_UNSUPPORTED);
    CHECK(hf_solve("robust:8", p, NULL, r, NULL, NULL, &error) == HF_STATUS_OK);
    hf_problem_destroy(p);
}

TEST(laws_that_solvers_are_made_for)
{
    CHECK(hf_solver_friction("auto").kind == HF_FRICTION_CONE &&
          hf_solver_friction("4sides+enum").kind == HF_FRICTION_CONE);
    CHECK(hf_solver_friction("robust").sides == 8 && hf_solver_friction("lexico:16").sides == 16);
    CHECK(hf_solver_friction("lemke").kind == HF_FRICTION_PYRAMID &&
          hf_solver_friction("nobody").kind == HF_FRICTION_CONE);
}

TEST(many_sides_come_to_the_cone)
{
    hf_random_options options = hf_random_options_default();
    options.contact_count = 10;
    hf_generated made;
    CHECK(hf_generate_random(&options, &made, NULL) == HF_STATUS_OK);
    double last = INFINITY, r[MOST];
    for (int sides = 8; sides <= 512; sides *= 8)
    {
        const hf_friction_law law = {HF_FRICTION_PYRAMID, sides, 0.1};
        hf_problem *p;
        CHECK(hf_problem_with_friction(made.problem, &law, &p, NULL) == HF_STATUS_OK);
        hf_report report = solve("auto", p, r);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(report.residual.cone_natural < 0.3 * last); // the direction of friction by 1/sides
        last = report.residual.cone_natural;
        hf_problem_destroy(p);
    }
    CHECK(last < 1e-2);
    hf_generated_destroy(&made);
}

TEST(piles_and_walls)
{
    for (int shape = 0; shape < 2; shape++)
    {
        hf_pile_options options = hf_pile_options_default();
        options.contact_count = 100;
        options.shape = shape ? HF_PILE_BRICKS : HF_PILE_SPHERES;
        hf_generated made;
        CHECK(hf_generate_pile(&options, &made, NULL) == HF_STATUS_OK);
        hf_problem *p;
        CHECK(hf_problem_with_friction(made.problem, &LAWS[2], &p, NULL) == HF_STATUS_OK);
        int n = hf_problem_describe(p).dimension;
        double *r = calloc((size_t)n, sizeof *r);
        hf_report report;
        CHECK(r && hf_solve("auto", p, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        free(r);
        hf_problem_destroy(p);
        hf_generated_destroy(&made);
    }
}
