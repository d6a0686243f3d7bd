// Hybrid Gauss–Seidel: every answer is judged by hf_residual_compute, not by the solver.

#include "support/harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/papers.h>

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_generated generate(const hf_random_options *options)
{
    hf_generated made;
    hf_error error;
    CHECK(hf_generate_random(options, &made, &error) == HF_STATUS_OK);
    return made;
}

static hf_random_options random_options(int contacts, unsigned long long seed)
{
    hf_random_options options = hf_random_options_default();
    options.contact_count = contacts;
    options.seed = seed;
    return options;
}

/// Solves, and checks that the report tells the truth.
static hf_report solve(const hf_problem *problem, const hf_hybrid_options *options, double *r)
{
    hf_report report;
    hf_error error;
    hf_residual residual;
    CHECK(hf_hybrid_solve(problem, options, r, NULL, &report, &error) == HF_STATUS_OK);
    CHECK(hf_residual_compute(problem, r, NULL, &residual, &error) == HF_STATUS_OK);
    CHECK(residual.natural == report.residual.natural);
    CHECK((report.outcome == HF_OUTCOME_CONVERGED) ==
          (residual.natural <= (options ? options->common.tolerance : 1e-8)));
    return report;
}

/// u = W r + b of a fresh solve to 1e-11. The caller frees u.
static double *velocities(const hf_problem *problem, hf_hybrid_options options, hf_report *report)
{
    size_t n = (size_t)hf_problem_describe(problem).dimension;
    double *r = calloc(n + 1, sizeof *r), *u = calloc(n + 1, sizeof *u);
    options.common.tolerance = 1e-11;
    *report = solve(problem, &options, r);
    if (report->outcome != HF_OUTCOME_CONVERGED)
        harness_fail(__FILE__, __LINE__, "%s, natural %g", report->note, report->residual.natural);
    CHECK(hf_problem_velocity(problem, r, u, NULL, NULL) == HF_STATUS_OK);
    free(r);
    return u;
}

static void check_same(const double *a, const double *b, int n, double tolerance)
{
    for (int k = 0; k < n; k++) CHECK_NEAR(a[k], b[k], tolerance);
}

// ---- known answers ----

static hf_problem *one_contact(const double *W, const double *b, double mu)
{
    int size = 3;
    hf_problem *problem;
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    return problem;
}

static const double IDENTITY[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

TEST(one_contact_opens_sticks_and_slides)
{
    double r[3];
    hf_problem *open = one_contact(IDENTITY, (double[]){0.5, 3, 1}, 0.5);
    CHECK(solve(open, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK(r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0);

    hf_problem *stick = one_contact(IDENTITY, (double[]){-2, 0.3, -0.4}, 0.5);
    CHECK(solve(stick, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    check_same(r, (double[]){2, -0.3, 0.4}, 3, 1e-14);

    hf_problem *slide = one_contact(IDENTITY, (double[]){-2, 3, -4}, 0.5); // r_T = -mu r_N b_T / |b_T|
    CHECK(solve(slide, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    check_same(r, (double[]){2, -0.6, 0.8}, 3, 1e-14);
    hf_problem_destroy(open);
    hf_problem_destroy(stick);
    hf_problem_destroy(slide);
}

TEST(extreme_friction_coefficients)
{
    double r[3];
    hf_problem *smooth = one_contact(IDENTITY, (double[]){-2, 3, -4}, 0.0);
    CHECK(solve(smooth, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    check_same(r, (double[]){2, 0, 0}, 3, 1e-14);
    hf_problem *rough = one_contact(IDENTITY, (double[]){-2, 3, -4}, 1e6);
    CHECK(solve(rough, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    check_same(r, (double[]){2, -3, 4}, 3, 1e-12);
    hf_problem_destroy(smooth);
    hf_problem_destroy(rough);

    for (int k = 0; k < 2; k++) // and in company
    {
        hf_random_options options = random_options(30, 5);
        options.mu_lo = options.mu_hi = k ? 1e6 : 0.0;
        options.stick = k ? 0.6 : 0.0;
        options.slip = k ? 0.0 : 0.6;
        options.redundancy = 0.5;
        hf_generated made = generate(&options);
        double *x = calloc(90, sizeof *x);
        CHECK(solve(made.problem, NULL, x).outcome == HF_OUTCOME_CONVERGED);
        free(x);
        hf_generated_destroy(&made);
    }
}

TEST(empty_problem_is_solved)
{
    hf_problem *problem;
    hf_laws laws = {.block_count = 0};
    size_t begin = 0;
    CHECK(hf_problem_create(&laws, &(hf_block_rows){.begin = &begin}, &problem, NULL) == HF_STATUS_OK);
    double none = 7.0;
    hf_report report = solve(problem, NULL, &none);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations == 0 && none == 7.0);
    hf_problem_destroy(problem);
}

TEST(generated_problems_of_all_kinds_are_solved)
{
    for (int k = 0; k < 60; k++)
    {
        hf_random_options options = random_options(1 + k, 100 + (unsigned)k);
        options.dimension = k % 2 ? 2 : 3;
        options.unilateral_count = k % 3 == 0 ? 5 : 0;
        options.bilateral_count = k % 5 == 0 ? 4 : 0;
        options.box_count = k % 4 == 0 ? 6 : 0;
        options.redundancy = k % 7 == 0 ? 0.8 : 0.5;
        options.mu_hi = 0.6;
        options.mass_spread = k % 6 == 0 ? 100.0 : 1.0;
        options.unsymmetric = k % 8 == 0 ? 0.05 : 0.0;
        options.factored = k % 3 == 1;
        hf_generated made = generate(&options);
        size_t n = (size_t)hf_problem_describe(made.problem).dimension;
        double *r = calloc(n, sizeof *r);
        hf_report report = solve(made.problem, NULL, r);
        if (report.outcome != HF_OUTCOME_CONVERGED)
            harness_fail(__FILE__, __LINE__, "problem %d: %s, natural %g", k, report.note, report.residual.natural);
        free(r);
        hf_generated_destroy(&made);
    }
}

// ---- equivalences ----

TEST(dense_sparse_and_factored_agree)
{
    for (unsigned seed = 1; seed <= 6; seed++)
    {
        hf_random_options options = random_options(25, seed);
        options.dimension = seed % 2 ? 3 : 2;
        options.redundancy = 0.5;
        options.factored = true;
        options.box_count = seed > 3 ? 5 : 0; // mixed kinds, too
        options.bilateral_count = seed > 3 ? 3 : 0;
        options.unilateral_count = seed > 3 ? 2 : 0;
        hf_generated made = generate(&options);
        hf_problem *sparse, *dense;
        CHECK(hf_problem_assemble(made.problem, &sparse, NULL) == HF_STATUS_OK);
        int n = hf_problem_describe(sparse).dimension;

        double *W = calloc((size_t)n * (size_t)n, sizeof *W), *r = calloc((size_t)n, sizeof *r);
        hf_laws laws = hf_problem_laws(sparse);
        for (int c = 0; c < n; c++) // column c of W = u(e_c) - b
        {
            double *u = calloc((size_t)n, sizeof *u);
            r[c] = 1.0;
            CHECK(hf_problem_velocity(sparse, r, u, NULL, NULL) == HF_STATUS_OK);
            r[c] = 0.0;
            for (int row = 0; row < n; row++) W[row * n + c] = u[row] - laws.b[row];
            free(u);
        }
        CHECK(hf_problem_create_dense(&laws, W, &dense, NULL) == HF_STATUS_OK);

        hf_report report;
        hf_hybrid_options defaults = hf_hybrid_options_default();
        double *a = velocities(made.problem, defaults, &report);
        double *b = velocities(sparse, defaults, &report);
        double *c = velocities(dense, defaults, &report);
        check_same(a, b, n, 1e-8);
        check_same(a, c, n, 1e-8);
        check_same(a, made.u, n, 1e-7);
        free(a);
        free(b);
        free(c);
        free(W);
        free(r);
        hf_problem_destroy(sparse);
        hf_problem_destroy(dense);
        hf_generated_destroy(&made);
    }
}

TEST(options_do_not_change_the_answer)
{
    hf_random_options options = random_options(40, 11);
    options.redundancy = 0.6;
    hf_generated made = generate(&options);
    int n = hf_problem_describe(made.problem).dimension;
    hf_report report;
    double *expected = velocities(made.problem, hf_hybrid_options_default(), &report);
    check_same(expected, made.u, n, 1e-8);
    for (int k = 0; k < 32; k++)
    {
        hf_hybrid_options o = hf_hybrid_options_default();
        o.direct = k & 1;
        o.freeze_sweeps = k & 2 ? 20 : 0;
        o.small_change = k & 2 ? 1e-4 : 0.0;
        o.extrapolate_sweeps = k & 4 ? 3 : 0;
        o.order = (hf_sweep_order)(k / 8 % 3);
        double *u = velocities(made.problem, o, &report);
        check_same(u, expected, n, 1e-8);
        free(u);
    }
    free(expected);
    hf_generated_destroy(&made);
}

TEST(permuting_the_contacts_permutes_the_velocities)
{
    enum
    {
        CONTACTS = 20
    };
    hf_random_options options = random_options(CONTACTS, 21);
    options.redundancy = 0.5;
    hf_generated made = generate(&options);
    hf_laws laws = hf_problem_laws(made.problem);
    hf_block_rows W = hf_problem_block_rows(made.problem);
    int size[CONTACTS], place[CONTACTS];
    double mu[CONTACTS], b[3 * CONTACTS], *dense = calloc(9 * CONTACTS * CONTACTS, sizeof *dense);
    for (int i = 0; i < CONTACTS; i++) place[i] = (7 * i + 3) % CONTACTS; // where contact i goes
    for (int i = 0; i < CONTACTS; i++)
    {
        size[i] = 3;
        mu[place[i]] = laws.mu[i];
        memcpy(&b[3 * place[i]], &laws.b[3 * i], 3 * sizeof *b);
        for (size_t k = W.begin[i]; k < W.begin[i + 1]; k++)
            for (int s = 0; s < 9; s++)
                dense[(3 * place[i] + s / 3) * 3 * CONTACTS + 3 * place[W.col[k]] + s % 3] =
                    W.values[9 * k + (size_t)s];
    }
    hf_problem *permuted;
    hf_laws new_laws = {.block_count = CONTACTS, .size = size, .mu = mu, .b = b};
    CHECK(hf_problem_create_dense(&new_laws, dense, &permuted, NULL) == HF_STATUS_OK);
    hf_report report;
    double *before = velocities(made.problem, hf_hybrid_options_default(), &report);
    double *after = velocities(permuted, hf_hybrid_options_default(), &report);
    for (int i = 0; i < CONTACTS; i++) check_same(&before[3 * i], &after[3 * place[i]], 3, 1e-8);
    free(before);
    free(after);
    free(dense);
    hf_problem_destroy(permuted);
    hf_generated_destroy(&made);
}

TEST(units_do_not_matter)
{
    // W ◄ a W, b ◄ c b has the solution r ◄ (c/a) r, u ◄ c u.
    enum
    {
        CONTACTS = 15
    };
    hf_random_options options = random_options(CONTACTS, 31);
    options.redundancy = 0.5;
    hf_generated made = generate(&options);
    hf_laws laws = hf_problem_laws(made.problem);
    hf_block_rows W = hf_problem_block_rows(made.problem);
    size_t count = 9 * W.begin[CONTACTS];
    double *values = calloc(count, sizeof *values), b[3 * CONTACTS], r[3 * CONTACTS], scaled[3 * CONTACTS];
    hf_hybrid_options o = hf_hybrid_options_default();
    o.common.tolerance = 1e-12;
    CHECK(solve(made.problem, &o, r).outcome == HF_OUTCOME_CONVERGED);
    static const double factors[][2] = {{1e-4, 1.0}, {1e3, 1.0}, {1.0, 1e-3}, {1e-4, 1e4}};
    for (int f = 0; f < 4; f++)
    {
        double a = factors[f][0], c = factors[f][1];
        for (size_t k = 0; k < count; k++) values[k] = a * W.values[k];
        for (int k = 0; k < 3 * CONTACTS; k++) b[k] = c * laws.b[k];
        hf_laws new_laws = laws;
        new_laws.b = b;
        hf_problem *other;
        CHECK(hf_problem_create(&new_laws, &(hf_block_rows){W.begin, W.col, values}, &other, NULL) == HF_STATUS_OK);
        // The natural residual of a sticking contact is ‖u‖, of an open one ‖r‖: ask for as much of both as can be had.
        o.common.tolerance = 1e-10 * fmin(1.0, fmin(c, c / a));
        CHECK(solve(other, &o, scaled).outcome == HF_OUTCOME_CONVERGED);
        double *u = calloc(3 * CONTACTS, sizeof *u);
        CHECK(hf_problem_velocity(other, scaled, u, NULL, NULL) == HF_STATUS_OK);
        for (int k = 0; k < 3 * CONTACTS; k++) CHECK_NEAR(u[k] / c, made.u[k], 1e-7);
        free(u);
        hf_problem_destroy(other);
    }
    free(values);
    hf_generated_destroy(&made);
}

TEST(warm_start_from_the_solution_takes_no_sweep)
{
    hf_random_options options = random_options(30, 41);
    for (int factored = 0; factored < 2; factored++)
    {
        options.factored = factored;
        hf_generated made = generate(&options);
        hf_hybrid_options o = hf_hybrid_options_default();
        o.common.warm_start = true;
        hf_report report = solve(made.problem, &o, made.r);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations <= 1);
        for (int k = 0; k < 90; k++) made.r[k] *= 1.0 + 1e-9; // nearly
        report = solve(made.problem, &o, made.r);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations <= 2);
        hf_generated_destroy(&made);
    }
}

TEST(two_runs_give_the_same_bits)
{
    hf_random_options options = random_options(30, 51);
    hf_generated made = generate(&options);
    double a[90], b[90];
    hf_report first = solve(made.problem, NULL, a), second = solve(made.problem, NULL, b);
    CHECK(first.iterations == second.iterations && memcmp(a, b, sizeof a) == 0);
    hf_generated_destroy(&made);
}

// ---- by name ----

TEST(every_name_solves_or_says_why_not)
{
    static const char *const exact[] = {"hybrid",   "mfb",         "enum",           "pac",
                                        "dac",      "duriez08",    "mfb+enum",       "dac+enum",
                                        "pac+enum", "4sides+enum", "duriez08+enum",  "duriez06+enum",
                                        "enum+mfb", "mfb+dac",     "mfb+enum/paper", "4sides+enum/paper"};
    hf_random_options options = random_options(12, 61);
    options.redundancy = 0.4;
    for (int d = 2; d <= 3; d++)
    {
        options.dimension = d;
        hf_generated made = generate(&options);
        for (size_t k = 0; k < sizeof exact / sizeof exact[0]; k++)
        {
            double r[36], u[36];
            hf_report report;
            CHECK(hf_solve(exact[k], made.problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
            if (report.outcome != HF_OUTCOME_CONVERGED)
                harness_fail(__FILE__, __LINE__, "%s: %s", exact[k], report.note);
            CHECK(hf_problem_velocity(made.problem, r, u, NULL, NULL) == HF_STATUS_OK);
            check_same(u, made.u, 12 * d, 1e-5);
            CHECK(report.iterations > 0 && report.local_solves >= report.failsafe_solves);
            CHECK(report.phase_count == 1 && report.phases[0].iterations == report.iterations);
        }
        for (int k = 0; k < 2; k++) // approximate laws must not call themselves converged
        {
            double r[36];
            hf_report report;
            hf_solve_options o = hf_solve_options_default();
            o.max_iterations = 300;
            CHECK(hf_solve(k ? "4sides" : "duriez06", made.problem, &o, r, NULL, &report, NULL) == HF_STATUS_OK);
            CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (report.residual.natural <= 1e-8));
            CHECK(report.residual.natural < 10.0);
        }
        hf_generated_destroy(&made);
    }
}

TEST(the_letter_is_slower_and_as_right)
{
    hf_random_options options = random_options(20, 71);
    options.redundancy = 1.2;
    for (int d = 2; d <= 3; d++)
    {
        options.dimension = d;
        hf_generated made = generate(&options);
        hf_hybrid_options o = hf_hybrid_options_default();
        o.direct = o.reorder = false;
        o.extrapolate_sweeps = 0;
        double r[60];
        long ours = solve(made.problem, &o, r).local_solves;
        o.paper_exact = true;
        hf_report report = solve(made.problem, &o, r);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.residual.natural <= o.common.tolerance);
        CHECK(report.local_solves >= ours); // contacts whose law holds are solved, too
        hf_generated_destroy(&made);
    }
}

TEST(names_that_mean_nothing_are_refused)
{
    static const char *const wrong[] = {"",   "mfb+",         "+enum",       "mfb+none",
                                        "mf", "mfb+enum+dac", "hybrid+enum", "mfb/papers"};
    hf_error error;
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        CHECK(hf_solver_check(wrong[k], &error) == HF_STATUS_INVALID);
        CHECK(strstr(error.message, "mfb+enum"));
    }
    CHECK(hf_solver_check("duriez06+4sides", NULL) == HF_STATUS_OK);
}

TEST(the_failsafe_is_used_and_counted)
{
    hf_random_options options = random_options(20, 71);
    options.redundancy = 0.4;
    hf_generated made = generate(&options);
    hf_hybrid_options o = hf_hybrid_options_default();
    o.direct = false;
    o.local = HF_LOCAL_DURIEZ06; // rarely exact
    double r[60];
    hf_report report = solve(made.problem, &o, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    CHECK(report.failsafe_solves > 0 && report.failsafe_solves <= report.local_solves && report.local_failures == 0);
    hf_generated_destroy(&made);
}
