// `auto`: random problems, equivalences, faults. Answers are judged by hf_residual_compute alone.

#include "support/auto_mix.h"
#include "support/harness.h"

#include <holdfast/files.h>
#include <holdfast/holdfast.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double certificate(const hf_problem *problem, const double *r)
{
    hf_residual residual;
    CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
    return residual.natural;
}

static hf_generated generate(const hf_random_options *options)
{
    hf_generated made;
    CHECK(hf_generate_random(options, &made, NULL) == HF_STATUS_OK);
    return made;
}

static double *zeros(const hf_problem *problem)
{
    double *r = calloc((size_t)hf_problem_describe(problem).dimension + 1, sizeof *r);
    CHECK(r);
    return r;
}

static hf_report solve(const hf_problem *problem, const hf_auto_options *options, double *r)
{
    hf_report report;
    hf_error error = {0};
    if (hf_auto_solve(problem, options, r, NULL, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(certificate(problem, r) == report.residual.natural || isnan(report.residual.natural));
    return report;
}

static hf_problem *dense(int count, const int *size, const hf_law_kind *kind, const double *mu, const double *W,
                         const double *b)
{
    hf_problem *problem;
    hf_laws laws = {.block_count = count, .size = size, .kind = kind, .mu = mu, .b = b};
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    return problem;
}

// ---- it solves what has a solution ----

TEST(two_hundred_problems_of_every_sort_converge)
{
    for (unsigned long long seed = 1; seed <= 200; seed++)
    {
        hf_random_options o = auto_mix(seed);
        hf_generated made = generate(&o);
        double *r = zeros(made.problem);
        hf_report report = solve(made.problem, NULL, r);
        if (report.outcome != HF_OUTCOME_CONVERGED)
            harness_fail(__FILE__, __LINE__, "seed %llu: %s at %g", seed, hf_outcome_name(report.outcome),
                         report.residual.natural);
        CHECK(certificate(made.problem, r) <= 1e-8 && report.note[0] == '\0');
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(tight_tolerances_too)
{
    for (unsigned long long seed = 1; seed <= 60; seed++)
    {
        hf_random_options o = auto_mix(seed);
        o.mass_spread = fmin(o.mass_spread, 1e3);
        hf_generated made = generate(&o);
        double *r = zeros(made.problem);
        hf_auto_options options = hf_auto_options_default();
        options.common.tolerance = 1e-12;
        CHECK(solve(made.problem, &options, r).outcome == HF_OUTCOME_CONVERGED);
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(piles_converge_in_both_forms)
{
    for (int k = 0; k < 8; k++)
    {
        hf_pile_options o = hf_pile_options_default();
        o.dimension = 2 + k % 2;
        o.shape = k / 2 % 2 ? HF_PILE_BRICKS : HF_PILE_SPHERES;
        o.factored = k / 4;
        o.contact_count = 80;
        hf_generated made;
        CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
        double *r = zeros(made.problem);
        CHECK(solve(made.problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(masses_that_differ_by_1e9_and_friction_by_1e6)
{
    for (unsigned long long seed = 1; seed <= 20; seed++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = seed;
        o.contact_count = 20;
        o.mass_spread = 1e9;
        o.connectivity = HF_CONNECTIVITY_GRID;
        hf_generated made = generate(&o);
        double *r = zeros(made.problem);
        CHECK(solve(made.problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
        free(r);
        hf_generated_destroy(&made);
    }
    // one slab on four corners, mu from 1e-6 to 1: weight 1, thrown sideways
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 4;
    o.shape = HF_PILE_BRICKS;
    o.noise = 0.3;
    hf_generated made;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    hf_laws laws = hf_problem_laws(made.problem);
    hf_block_rows W = hf_problem_block_rows(made.problem);
    laws.mu = (double[4]){1e-6, 1e-4, 1e-2, 1.0};
    hf_problem *problem;
    CHECK(hf_problem_create(&laws, &W, &problem, NULL) == HF_STATUS_OK);
    double r[12];
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    hf_problem_destroy(problem);
    hf_generated_destroy(&made);
}

TEST(duplicate_contacts_share_the_load)
{
    // the same contact five times: rank 3 of 15
    enum
    {
        COPIES = 5
    };
    double W[9 * COPIES * COPIES], b[3 * COPIES], mu[COPIES], r[3 * COPIES], sum[3] = {0};
    int size[COPIES];
    for (int i = 0; i < COPIES; i++)
    {
        size[i] = 3;
        mu[i] = 0.5;
        for (int a = 0; a < 3; a++)
        {
            b[3 * i + a] = (double[]){-1.0, 2.0, 0.0}[a];
            for (int k = 0; k < 3 * COPIES; k++) W[(3 * i + a) * 3 * COPIES + k] = k % 3 == a;
        }
    }
    hf_problem *problem = dense(COPIES, size, NULL, mu, W, b);
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    for (int k = 0; k < 3 * COPIES; k++) sum[k % 3] += r[k];
    CHECK_NEAR(sum[0], 1.0, 1e-7); // together they do what one would: u_N = 0 and full friction against the slip
    CHECK_NEAR(sum[1], -0.5, 1e-7);
    CHECK_NEAR(sum[2], 0.0, 1e-7);
    hf_problem_destroy(problem);
}

TEST(one_contact_and_none)
{
    double W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {-1, 0.2, 0}, mu = 0.5, r[3];
    int size = 3;
    hf_problem *problem = dense(1, &size, NULL, &mu, W, b);
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK_NEAR(r[0], 1.0, 1e-12);
    CHECK_NEAR(r[1], -0.2, 1e-12);
    hf_problem_destroy(problem);
    hf_problem *empty;
    hf_report report;
    CHECK(hf_problem_create_dense(&(hf_laws){0}, NULL, &empty, NULL) == HF_STATUS_OK);
    CHECK(hf_auto_solve(empty, NULL, NULL, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.residual.natural == 0.0);
    hf_problem_destroy(empty);
}

// ---- equivalences ----

/// Two problems side by side as one, block-diagonal.
TEST(islands_give_what_each_gives_alone)
{
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 60;
    hf_generated one, two;
    CHECK(hf_generate_pile(&o, &one, NULL) == HF_STATUS_OK);
    o.seed = 2;
    CHECK(hf_generate_pile(&o, &two, NULL) == HF_STATUS_OK);
    hf_laws a = hf_problem_laws(one.problem), c = hf_problem_laws(two.problem);
    hf_block_rows Wa = hf_problem_block_rows(one.problem), Wc = hf_problem_block_rows(two.problem);
    size_t na = Wa.begin[60], nc = Wc.begin[60], begin[121];
    int *col = malloc((na + nc) * sizeof *col), size[120];
    double *values = malloc(9 * (na + nc) * sizeof *values), b[360], mu[120];
    memcpy(values, Wa.values, 9 * na * sizeof *values);
    memcpy(values + 9 * na, Wc.values, 9 * nc * sizeof *values);
    for (size_t k = 0; k < na + nc; k++) col[k] = k < na ? Wa.col[k] : Wc.col[k - na] + 60;
    for (int i = 0; i <= 120; i++) begin[i] = i < 60 ? Wa.begin[i] : na + Wc.begin[i - 60];
    for (int i = 0; i < 120; i++)
    {
        size[i] = 3;
        mu[i] = 0.5;
    }
    memcpy(b, a.b, 180 * sizeof *b);
    memcpy(b + 180, c.b, 180 * sizeof *b);
    hf_problem *both;
    hf_laws laws = {.block_count = 120, .size = size, .mu = mu, .b = b};
    CHECK(hf_problem_create(&laws, &(hf_block_rows){begin, col, values}, &both, NULL) == HF_STATUS_OK);
    double r[360];
    hf_report report = solve(both, NULL, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.phase_count >= 2);
    // each half is an answer of its own; the tolerance is relative to 1 + ‖b‖ of the whole
    CHECK(certificate(one.problem, r) <= 2e-8 && certificate(two.problem, r + 180) <= 2e-8);
    hf_problem_destroy(both);
    free(col);
    free(values);
    hf_generated_destroy(&one);
    hf_generated_destroy(&two);
}

TEST(the_order_of_contacts_does_not_matter)
{
    // W is regular and friction small, so that r is unique
    hf_random_options o = hf_random_options_default();
    o.contact_count = 12;
    o.redundancy = 0.6;
    o.mu_lo = 0.05;
    o.mu_hi = 0.1;
    hf_generated made = generate(&o);
    hf_laws laws = hf_problem_laws(made.problem);
    hf_block_rows W = hf_problem_block_rows(made.problem);
    double full[36 * 36] = {0}, b[36], mu[12], r[36], back[36];
    int size[12];
    for (int i = 0; i < 12; i++) // block i of the new problem is block 11 - i of the old one
    {
        size[i] = 3;
        mu[11 - i] = laws.mu[i];
        memcpy(b + 3 * (11 - i), laws.b + 3 * i, 3 * sizeof *b);
        for (size_t k = W.begin[i]; k < W.begin[i + 1]; k++)
            for (int n = 0; n < 9; n++)
                full[(3 * (11 - i) + n / 3) * 36 + 3 * (11 - W.col[k]) + n % 3] = W.values[9 * k + (size_t)n];
    }
    hf_problem *turned = dense(12, size, NULL, mu, full, b);
    hf_auto_options options = hf_auto_options_default();
    options.common.tolerance = 1e-12;
    CHECK(solve(made.problem, &options, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK(solve(turned, &options, back).outcome == HF_OUTCOME_CONVERGED);
    for (int k = 0; k < 36; k++) CHECK_NEAR(back[3 * (11 - k / 3) + k % 3], r[k], 1e-9);
    hf_problem_destroy(turned);
    hf_generated_destroy(&made);
}

TEST(the_same_bits_twice)
{
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 100; // goes through cold Newton steps
    hf_generated made;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    double a[300], b[300];
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    hf_report report = solve(made.problem, NULL, a);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    for (int k = 0; k < 2; k++)
    {
        CHECK(hf_auto_solve(made.problem, NULL, b, workspace, NULL, NULL) == HF_STATUS_OK);
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    hf_workspace_destroy(workspace);
    hf_generated_destroy(&made);
}

TEST(by_name_it_is_the_same)
{
    hf_random_options o = hf_random_options_default();
    hf_generated made = generate(&o);
    double a[30], b[30];
    hf_report report;
    solve(made.problem, NULL, a);
    CHECK(hf_solve("auto", made.problem, NULL, b, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && memcmp(a, b, sizeof a) == 0);
    hf_generated_destroy(&made);
}

/// A hurry changes nothing for islands of up to 5,000 rows.
TEST(a_hurry_is_for_large_islands)
{
    hf_pile_options o = hf_pile_options_default();
    hf_generated made;
    o.contact_count = 60;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    hf_report report[2];
    double *r = calloc((size_t)hf_problem_describe(made.problem).dimension, sizeof *r);
    for (int k = 0; k < 2; k++)
    {
        hf_auto_options options = hf_auto_options_default();
        options.give_up_early = k == 1;
        CHECK(r && hf_auto_solve(made.problem, &options, r, NULL, &report[k], NULL) == HF_STATUS_OK);
    }
    CHECK(report[0].outcome == HF_OUTCOME_CONVERGED && report[0].iterations == report[1].iterations);
    CHECK_NEAR(report[0].residual.natural, report[1].residual.natural, 0.0);
    free(r);
    hf_generated_destroy(&made);
}

TEST(a_warm_start_at_the_answer_ends_at_once)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = 40;
    hf_generated made = generate(&o);
    double *r = zeros(made.problem);
    memcpy(r, made.r, 120 * sizeof *r);
    hf_auto_options options = hf_auto_options_default();
    options.common.warm_start = true;
    options.guess_selected = true;
    hf_report report = solve(made.problem, &options, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations <= 1);
    r[3] = NAN;
    hf_error error;
    CHECK(hf_auto_solve(made.problem, &options, r, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "r[3]"));
    free(r);
    hf_generated_destroy(&made);
}

TEST(a_second_small_solve_allocates_nothing)
{
    hf_random_options o = hf_random_options_default();
    o.contact_count = 5;
    o.redundancy = 0.8;
    hf_generated made = generate(&o);
    double r[15];
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    hf_report report;
    CHECK(hf_auto_solve(made.problem, NULL, r, workspace, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.phase_count <= 3);
    fail_allocation(-1);
    CHECK(hf_auto_solve(made.problem, NULL, r, workspace, NULL, NULL) == HF_STATUS_OK);
    CHECK(fail_allocation_count() == 0);
    hf_workspace_destroy(workspace);
    hf_generated_destroy(&made);
}

// ---- what the report says ----

static hf_generated hard_pile(void)
{
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 100;
    hf_generated made;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    return made;
}

TEST(phases_tell_the_history)
{
    hf_generated made = hard_pile();
    double r[300];
    hf_auto_options options = hf_auto_options_default();
    options.selection = HF_SELECTION_ANY; // the plan alone: a pile stands, and statics comes first
    hf_report report = solve(made.problem, &options, r);
    CHECK(report.phase_count >= 3);
    CHECK(strcmp(report.phases[0].name, "hybrid") == 0 && strcmp(report.phases[1].name, "momentum") == 0);
    CHECK(strcmp(report.phases[2].name, "proximal slow") == 0);
    long sum = 0;
    for (int k = 0; k < report.phase_count; k++)
    {
        sum += report.phases[k].iterations;
        if (k > 0) CHECK(report.phases[k].natural <= report.phases[k - 1].natural); // the best iterate is kept
    }
    CHECK(sum == report.iterations);
    CHECK(report.phases[report.phase_count - 1].natural == report.residual.natural);
    hf_generated_destroy(&made);
}

typedef struct watcher
{
    long calls, stop_at, last;
    bool named;
} watcher;

static bool watch(void *context, const hf_progress *progress)
{
    watcher *w = context;
    w->calls++;
    if (progress->iteration < w->last) w->named = false;
    w->last = progress->iteration;
    w->named = w->named && progress->phase && progress->phase[0];
    return progress->iteration < w->stop_at;
}

TEST(observers_see_one_count_and_may_stop_it)
{
    hf_generated made = hard_pile();
    double r[300];
    const long stops[] = {10, 60, 145, 190, 230};
    double before = INFINITY;
    for (int k = 0; k < 5; k++)
    {
        watcher w = {.stop_at = stops[k], .named = true};
        hf_auto_options options = hf_auto_options_default();
        options.common.observer = watch;
        options.common.observer_context = &w;
        options.selection = HF_SELECTION_ANY;
        hf_report report = solve(made.problem, &options, r);
        CHECK(report.outcome == HF_OUTCOME_LIMIT && w.named && w.calls >= stops[k] / 2);
        CHECK(report.iterations >= stops[k] && report.iterations <= stops[k] + 1);
        CHECK(strstr(report.note, "observer") && report.residual.natural <= before);
        before = report.residual.natural;
    }
    hf_generated_destroy(&made);
}

TEST(max_iterations_is_honoured)
{
    hf_generated made = hard_pile();
    double r[300];
    for (long limit = 1; limit <= 128; limit *= 2)
    {
        hf_solve_options options = hf_solve_options_default();
        options.max_iterations = limit;
        hf_report report;
        CHECK(hf_solve("auto/any", made.problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == limit);
        CHECK(certificate(made.problem, r) == report.residual.natural && strstr(report.note, "limit"));
    }
    hf_generated_destroy(&made);
}

// ---- what is wrong with the problem ----

TEST(a_hopeless_block_is_reported_with_the_best_iterate)
{
    double W[36] = {0}, b[6] = {-2, 0.3, 0, -1, 0, 0}, mu[2] = {0.5, 0.5}, r[6];
    for (int k = 0; k < 3; k++) W[7 * k] = 1.0; // nothing moves the second contact
    int size[2] = {3, 3};
    hf_problem *problem = dense(2, size, NULL, mu, W, b);
    hf_report report = solve(problem, NULL, r);
    CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && strstr(report.note, "block 1"));
    CHECK_NEAR(r[0], 2.0, 1e-9);
    CHECK_NEAR(report.residual.approach, 1.0, 1e-9);
    hf_problem_destroy(problem);
    b[3] = 0.5; // leaves by itself: a zero row of W is no trouble
    problem = dense(2, size, NULL, mu, W, b);
    CHECK(solve(problem, NULL, r).outcome == HF_OUTCOME_CONVERGED && r[3] == 0.0);
    hf_problem_destroy(problem);
}

TEST(contradicting_constraints_end_with_a_certificate)
{
    // two bilateral rows that push the same body to different velocities: no r satisfies both
    double W[4] = {1, 1, 1, 1}, b[2] = {1, -1}, r[2];
    int size[2] = {1, 1};
    hf_law_kind kind[2] = {HF_LAW_BILATERAL, HF_LAW_BILATERAL};
    hf_problem *problem = dense(2, size, kind, NULL, W, b);
    hf_auto_options options = hf_auto_options_default();
    hf_report report = solve(problem, &options, r);
    CHECK(report.outcome == HF_OUTCOME_STALLED);
    CHECK_NEAR(report.residual.natural * (1.0 + sqrt(2.0)), sqrt(2.0), 1e-6); // u = (1, -1) is as good as it gets
    hf_problem_destroy(problem);
}

TEST(a_negative_eigenvalue_by_mistake_ends_in_bounded_work)
{
    for (unsigned long long seed = 1; seed <= 10; seed++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = seed;
        o.contact_count = 8;
        hf_generated made = generate(&o);
        hf_laws laws = hf_problem_laws(made.problem);
        hf_block_rows W = hf_problem_block_rows(made.problem);
        size_t count = 9 * W.begin[8];
        double *values = malloc(count * sizeof *values), r[24];
        memcpy(values, W.values, count * sizeof *values);
        for (size_t k = 0; k < count; k++) values[k] = k % 5 == 0 ? -values[k] : values[k]; // signs lost on the way
        hf_problem *wrong;
        CHECK(hf_problem_create(&laws, &(hf_block_rows){W.begin, W.col, values}, &wrong, NULL) == HF_STATUS_OK);
        hf_auto_options options = hf_auto_options_default();
        hf_report report = solve(wrong, &options, r);
        CHECK(isfinite(report.residual.natural) && report.iterations < 100000);
        CHECK(report.outcome != HF_OUTCOME_CONVERGED || report.residual.natural <= 1e-8);
        hf_problem_destroy(wrong);
        free(values);
        hf_generated_destroy(&made);
    }
}

TEST(many_contacts_on_one_body_are_solved_over_the_body)
{
    // 3,000 contacts with six degrees of freedom: W would have nine million blocks, the Newton system over the body has
    // six rows
    hf_random_options o = hf_random_options_default();
    o.contact_count = 3000;
    o.body_count = 1;
    o.factored = true;
    hf_generated made = generate(&o);
    double *r = zeros(made.problem);
    hf_auto_options options = hf_auto_options_default();
    options.common.tolerance = 1e-12;
    options.common.max_iterations = 2000;
    CHECK(solve(made.problem, &options, r).outcome == HF_OUTCOME_CONVERGED);
    free(r);
    hf_generated_destroy(&made);
}

TEST(options_are_checked_by_name)
{
    hf_error error;
    hf_auto_options o = hf_auto_options_default();
    double r[3] = {4.0, 4.0, 4.0}, W[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, b[3] = {0}, mu = 1.0;
    int size = 3;
    hf_problem *problem = dense(1, &size, NULL, &mu, W, b);
    o.common.tolerance = -1.0;
    CHECK(hf_auto_solve(problem, &o, r, NULL, NULL, &error) == HF_STATUS_INVALID && strstr(error.message, "tolerance"));
    o = hf_auto_options_default();
    o.common.max_iterations = -1;
    CHECK(hf_auto_options_check(&o, &error) == HF_STATUS_INVALID && strstr(error.message, "max_iterations"));
    CHECK(r[0] == 4.0);
    hf_problem_destroy(problem);
}

/// Statics obeys the same limits: a wall that stands takes a few of its steps.
TEST(statics_honours_limits_and_observers)
{
    hf_pile_options pile = hf_pile_options_default();
    pile.contact_count = 40;
    pile.shape = HF_PILE_BRICKS;
    hf_generated made;
    CHECK(hf_generate_pile(&pile, &made, NULL) == HF_STATUS_OK);
    double *r = zeros(made.problem);
    hf_report whole = solve(made.problem, NULL, r);
    CHECK(whole.outcome == HF_OUTCOME_CONVERGED && strcmp(whole.phases[0].name, "statics") == 0);
    CHECK(whole.iterations >= 4);
    for (long limit = 1; limit < 4; limit++)
    {
        hf_auto_options options = hf_auto_options_default();
        options.common.max_iterations = limit;
        memset(r, 0, (size_t)hf_problem_describe(made.problem).dimension * sizeof *r);
        hf_report report = solve(made.problem, &options, r);
        CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == limit);
        watcher w = {.stop_at = limit, .named = true};
        options = hf_auto_options_default();
        options.common.observer = watch;
        options.common.observer_context = &w;
        report = solve(made.problem, &options, r);
        CHECK(report.outcome == HF_OUTCOME_LIMIT && w.named && strstr(report.note, "observer"));
        CHECK(report.iterations <= limit + 1);
    }
    free(r);
    hf_generated_destroy(&made);
}

/// A wall, twice beside itself: its answer is good to the target, a guess that good costs nothing, and a guess that is
/// off is mended by a few steps.
TEST(an_aim_beyond_the_tolerance_is_met_and_guesses_are_used)
{
    hf_pile_options pile = hf_pile_options_default();
    pile.contact_count = 80;
    pile.shape = HF_PILE_BRICKS;
    pile.factored = true;
    hf_generated made;
    CHECK(hf_generate_pile(&pile, &made, NULL) == HF_STATUS_OK);
    double *r = zeros(made.problem);
    hf_auto_options options = hf_auto_options_default();
    options.target_tolerance = 1e-12;
    hf_report report = solve(made.problem, &options, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && certificate(made.problem, r) <= 1e-11);
    options.common.warm_start = true;
    options.guess_selected = true;
    report = solve(made.problem, &options, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations == 0);
    CHECK(strcmp(report.phases[0].name, "guess") == 0 && report.phase_count == 1);
    hf_problem_info info = hf_problem_describe(made.problem);
    for (int k = 0; k < info.dimension; k++) r[k] *= 1.0 + 1e-6 * (k % 7);
    CHECK(certificate(made.problem, r) > 1e-8);
    report = solve(made.problem, &options, r);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && certificate(made.problem, r) <= 1e-11);
    CHECK(strcmp(report.phases[1].name, "statics") == 0 && report.iterations <= 20);
    options.target_tolerance = -1.0;
    hf_error error;
    CHECK(hf_auto_options_check(&options, &error) == HF_STATUS_INVALID && strstr(error.message, "target_tolerance"));
    free(r);
    hf_generated_destroy(&made);
}

TEST(every_allocation_may_fail)
{
    for (int factored = 0; factored < 2; factored++)
    {
        hf_random_options o = auto_mix(17);
        o.contact_count = 25;
        o.redundancy = 0.35; // several islands
        o.factored = factored;
        hf_generated made = generate(&o);
        double *r = zeros(made.problem);
        hf_auto_options options = hf_auto_options_default();
        options.common.tolerance = 1e-15; // through all stages
        options.common.max_iterations = 330;
        long k = 0;
        for (;; k++)
        {
            hf_error error = {0};
            r[0] = 5.0;
            fail_allocation(k);
            hf_status status = hf_auto_solve(made.problem, &options, r, NULL, NULL, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            if (!failed) break;
            CHECK(status == HF_STATUS_OK || (status == HF_STATUS_NO_MEMORY && error.message[0] && r[0] == 5.0));
        }
        CHECK(k >= 6);
        free(r);
        hf_generated_destroy(&made);
    }
}

// ---- real problems ----

TEST(real_problems_converge_in_both_forms)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no problem files");
    DIR *files = opendir(folder);
    CHECK(files);
    for (struct dirent *entry = readdir(files); entry; entry = readdir(files))
    {
        if (!strstr(entry->d_name, ".hdf5") || strstr(entry->d_name, "RockPile") || strstr(entry->d_name, "_07002_"))
            continue; // these two: long_auto
        for (int form = 0; form < 2; form++)
        {
            char path[4096];
            hf_problem *problem;
            hf_error error;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            hf_status status = hf_fclib_read(path, form ? HF_FCLIB_FACTORED : HF_FCLIB_ASSEMBLED, &problem, &error);
            if (status == HF_STATUS_UNSUPPORTED && form == 1) continue; // the file is in local form: there is only one
            if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
            double *r = zeros(problem);
            hf_report report = solve(problem, NULL, r);
            if (report.outcome != HF_OUTCOME_CONVERGED)
                harness_fail(__FILE__, __LINE__, "%s: %s at %g", entry->d_name, hf_outcome_name(report.outcome),
                             report.residual.natural);
            free(r);
            hf_problem_destroy(problem);
        }
    }
    closedir(files);
}
