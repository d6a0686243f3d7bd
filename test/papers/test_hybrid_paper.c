// Algorithm 1 as published: the paper's own stop, freezing by name, and the published duriez06, whose limit is not
// Coulomb's law.

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/hybrid.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static hf_problem *one_contact(const double *W, const double *b, double mu)
{
    static const int size[] = {3}, col[] = {0};
    static const hf_law_kind kind[] = {HF_LAW_CONTACT};
    static const size_t begin[] = {0, 1};
    hf_problem *p;
    const hf_laws laws = {.block_count = 1, .size = size, .kind = kind, .mu = &mu, .b = b};
    const hf_block_rows rows = {.begin = begin, .col = col, .values = W};
    CHECK(hf_problem_create(&laws, &rows, &p, NULL) == HF_STATUS_OK);
    return p;
}

static hf_report solve(const char *name, const hf_problem *p, double tolerance, double *r)
{
    hf_report report;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = tolerance;
    memset(r, 0, (size_t)hf_problem_describe(p).dimension * sizeof *r);
    CHECK(hf_solve(name, p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    return report;
}

/// Normal impulse without friction's share, then friction clamped: numbers by hand. Ours has the exact law.
TEST(the_published_duriez06_answers_for_the_normal_alone)
{
    static const double W[9] = {2.0, 0.5, 0.0, 0.5, 1.0, 0.0, 0.0, 0.0, 3.0}, b[3] = {-1.0, 1.0, 0.5};
    hf_problem *p = one_contact(W, b, 0.4);
    double r[3], normal = 0.5, u1 = 1.0 + 0.5 * normal, u2 = 0.5, length = sqrt(u1 * u1 + u2 * u2);
    hf_report report = solve("duriez06/paper", p, 1e-10, r);
    CHECK(report.outcome == HF_OUTCOME_STALLED && strstr(report.note, "own answer"));
    CHECK_NEAR(r[0], normal, 1e-12);
    CHECK_NEAR(r[1], -0.4 * normal * u1 / length, 1e-12);
    CHECK_NEAR(r[2], -0.4 * normal * u2 / length, 1e-12);
    CHECK(report.residual.natural > 1e-2);
    CHECK(solve("duriez06", p, 1e-10, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK(fabs(r[0] - normal) > 1e-2);
    hf_problem_destroy(p);
}

static hf_problem *hair(void)
{
    hf_hair_options o = hf_hair_options_default();
    hf_generated made;
    o.fibre_count = 60;
    o.contact_count = 520;
    CHECK(hf_generate_hair(&o, &made, NULL) == HF_STATUS_OK);
    return made.problem;
}

/// ‖f‖∞ of eq. 12 with ρ = 1, from the textbook form of its eigenvalues.
static double fischer(const hf_problem *p, const double *r)
{
    int n = hf_problem_describe(p).dimension;
    double *u = calloc((size_t)n, sizeof *u), largest = 0.0;
    hf_laws laws = hf_problem_laws(p);
    CHECK(u && hf_problem_velocity(p, r, u, NULL, NULL) == HF_STATUS_OK);
    for (int i = 0; i < n / 3; i++)
    {
        const double *v = u + 3 * i, *s = r + 3 * i, mu = laws.mu[i];
        double x[3] = {mu * s[0], s[1], s[2]}, slip = sqrt(v[1] * v[1] + v[2] * v[2]);
        double y[3] = {v[0] + mu * slip, mu * v[1], mu * v[2]};
        double a[2] = {x[0] * x[1] + y[0] * y[1], x[0] * x[2] + y[0] * y[2]}, length = sqrt(a[0] * a[0] + a[1] * a[1]);
        double all = 0.0, root[2];
        for (int k = 0; k < 3; k++) all += x[k] * x[k] + y[k] * y[k];
        for (int k = 0; k < 2; k++) root[k] = sqrt(fmax(0.0, all + (k ? 2.0 : -2.0) * length));
        double f[3] = {x[0] + y[0] - 0.5 * (root[0] + root[1]), x[1] + y[1], x[2] + y[2]};
        for (int k = 0; k < 2 && length > 0.0; k++) f[1 + k] -= 0.5 * (root[1] - root[0]) * a[k] / length;
        largest = fmax(largest, sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]));
    }
    free(u);
    return largest;
}

TEST(the_paper_s_own_stop)
{
    hf_problem *p = hair();
    double *r = calloc((size_t)hf_problem_describe(p).dimension, sizeof *r);
    CHECK(r);
    long before = 0;
    for (double tolerance = 1e-2; tolerance > 1e-6; tolerance *= 0.1)
    {
        char name[64];
        snprintf(name, sizeof name, "mfb+enum/paper/fischer=%g", tolerance);
        hf_report report = solve(name, p, 1e-12, r);
        CHECK(report.outcome == HF_OUTCOME_STALLED && strstr(report.note, "the paper's error"));
        CHECK(fischer(p, r) <= tolerance * (1.0 + 1e-6));
        CHECK(report.iterations > before);
        before = report.iterations;
    }
    free(r);
    hf_problem_destroy(p);
}

TEST(options_by_name_are_those_of_the_struct)
{
    hf_problem *p = hair();
    size_t n = (size_t)hf_problem_describe(p).dimension;
    double *named = calloc(n, sizeof *named), *typed = calloc(n, sizeof *typed);
    CHECK(named && typed);
    hf_hybrid_options options = hf_hybrid_options_default();
    options.common.tolerance = 1e-5;
    options.freeze_sweeps = 3;
    options.small_change = 1e-5;
    options.weak_force = 1e-4;
    hf_report one = solve("mfb+enum/freeze=3/small=1e-5/weak=1e-4", p, 1e-5, named), two;
    CHECK(hf_hybrid_solve(p, &options, typed, NULL, &two, NULL) == HF_STATUS_OK);
    CHECK(one.outcome == HF_OUTCOME_CONVERGED && one.iterations == two.iterations);
    CHECK(one.local_solves == two.local_solves && memcmp(named, typed, n * sizeof *named) == 0);
    static const char *const wrong[] = {"mfb+enum/",          "mfb+enum/freeze", "mfb+enum/freeze=1.5",
                                        "mfb+enum/freeze=-1", "mfb+enum/small=", "mfb+enum/small=nan",
                                        "mfb+enum/weak=1x",   "mfb/letter"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        CHECK(hf_solve(wrong[k], p, NULL, named, NULL, NULL, NULL) != HF_STATUS_OK);
    hf_error error;
    CHECK(hf_solve("mfb+enum/weak=-1", p, NULL, named, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "weak=-1"));
    free(named), free(typed);
    hf_problem_destroy(p);
}
