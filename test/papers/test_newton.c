// Newton over all contacts: solves of problems built backwards from a known answer, and the rest of a solver's
// contract.

#include "support/harness.h"
#include "support/random_laws.h"

#include "holdfast/files.h"
#include "holdfast/newton.h"
#include "holdfast/solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const solvers[] = {"mfb/global", "dac/global", "pac/global"};

// ---- problems built backwards ----

typedef struct built
{
    hf_problem *factored, *assembled;
    double *r; // a solution
    int dimension;
} built;

static void destroy(built *t)
{
    hf_problem_destroy(t->factored);
    hf_problem_destroy(t->assembled);
    free(t->r);
}

/// `block_count` blocks between `body_count` bodies of six degrees of freedom, M = I; W is singular as soon as 3 n > 6
/// bodies.
static built build(uint64_t seed, int block_count, int body_count, bool contacts_only)
{
    random_state random = random_seed(seed);
    size_t n = (size_t)block_count;
    int *size = calloc(n, sizeof *size), *dof = calloc(12 * n, sizeof *dof);
    hf_law_kind *kind = calloc(n, sizeof *kind);
    double *mu = calloc(n, sizeof *mu), *lo = calloc(n, sizeof *lo), *hi = calloc(n, sizeof *hi);
    double *b = calloc(3 * n, sizeof *b), *u = calloc(3 * n, sizeof *u), *H = calloc(36 * n, sizeof *H);
    size_t *begin = calloc(n + 1, sizeof *begin), used = 0;
    built t = {.r = calloc(3 * n, sizeof(double))};
    for (int i = 0; i < block_count; i++)
    {
        newton_law law = random_law(&random);
        if (contacts_only && law.kind != HF_LAW_CONTACT) law = (newton_law){HF_LAW_CONTACT, 3, 0.5, 0.0, 0.0};
        double r[3], v[3];
        obey(&random, &law, r, v);
        memcpy(t.r + t.dimension, r, (size_t)law.size * sizeof *r);
        memcpy(u + t.dimension, v, (size_t)law.size * sizeof *v);
        t.dimension += law.size;
        size[i] = law.size;
        kind[i] = law.kind;
        mu[i] = law.mu;
        lo[i] = law.lo;
        hi[i] = law.hi;
        int one = random_below(&random, body_count), other = random_below(&random, body_count);
        int first = one < other ? one : other, last = one < other ? other : one, width = first == last ? 6 : 12;
        for (int d = 0; d < width; d++) dof[begin[i] + (size_t)d] = d < 6 ? 6 * first + d : 6 * last + d - 6;
        begin[i + 1] = begin[i] + (size_t)width;
        for (int k = 0; k < law.size * width; k++) H[used++] = random_normal(&random);
    }
    hf_laws laws = {block_count, size, kind, mu, lo, hi, b, {0}, NULL};
    hf_factored_rows rows = {6 * body_count, begin, dof, H, H};
    hf_problem *without_b;
    CHECK(hf_problem_create_factored(&laws, &rows, &without_b, NULL) == HF_STATUS_OK);
    CHECK(hf_problem_velocity(without_b, t.r, b, NULL, NULL) == HF_STATUS_OK);
    hf_problem_destroy(without_b);
    for (int k = 0; k < t.dimension; k++) b[k] = u[k] - b[k]; // b = u - W r
    CHECK(hf_problem_create_factored(&laws, &rows, &t.factored, NULL) == HF_STATUS_OK);
    CHECK(hf_problem_assemble(t.factored, &t.assembled, NULL) == HF_STATUS_OK);
    hf_residual residual;
    CHECK(hf_residual_compute(t.assembled, t.r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK(residual.natural < 1e-13);
    void *all[] = {size, dof, kind, mu, lo, hi, b, u, H, begin};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
    return t;
}

/// Solves, and returns whether the independent certificate agrees that it did. The report must say the same.
static bool solves(const char *name, const built *t, double *r, hf_report *report)
{
    hf_error error;
    hf_residual residual;
    hf_status status = hf_solve(name, t->assembled, NULL, r, NULL, report, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    CHECK(hf_residual_compute(t->assembled, r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK((residual.natural <= 1e-8) == (report->outcome == HF_OUTCOME_CONVERGED));
    CHECK(residual.natural == report->residual.natural);
    return residual.natural <= 1e-8;
}

/// A solution exists by construction; the damped methods must find one nearly always, whatever the rank of W.
static void count_solved(uint64_t seed, int rounds, int blocks_max, bool contacts_only, const int *least)
{
    int solved[3] = {0};
    random_state random = random_seed(seed);
    for (int round = 0; round < rounds; round++)
    {
        int blocks = 1 + random_below(&random, blocks_max);
        built t = build(seed + 1000u * (uint64_t)round, blocks, 1 + random_below(&random, blocks), contacts_only);
        double *r = calloc((size_t)t.dimension, sizeof *r);
        for (int s = 0; s < 3; s++)
        {
            hf_report report;
            solved[s] += solves(solvers[s], &t, r, &report);
        }
        free(r);
        destroy(&t);
    }
    for (int s = 0; s < 3; s++)
        if (solved[s] < least[s])
            harness_fail(__FILE__, __LINE__, "%s solved %d of %d, expected at least %d", solvers[s], solved[s], rounds,
                         least[s]);
}

TEST(random_contacts)
{
    count_solved(11, 200, 30, true, (const int[]){198, 196, 170});
}

TEST(random_blocks_of_all_kinds)
{
    count_solved(12, 200, 30, false, (const int[]){198, 196, 160});
}

TEST(larger_problems_use_the_sparse_factorization)
{
    count_solved(13, 3, 120, true, (const int[]){3, 3, 0});
}

/// What is called u of a solution is unique where W is symmetric and slip does not change the cone; here: no friction.
TEST(frictionless_velocities_agree)
{
    random_state random = random_seed(5);
    for (int round = 0; round < 30; round++)
    {
        enum
        {
            N = 12
        };
        double A[N][8], W[N * N], b[N], known_r[N], known_u[N], r[3][N], u[N];
        int size[N];
        hf_law_kind kind[N];
        for (int i = 0; i < N; i++)
        {
            size[i] = 1;
            kind[i] = HF_LAW_UNILATERAL;
            for (int k = 0; k < 8; k++) A[i][k] = random_normal(&random);
            known_r[i] = i % 2 ? random_unit(&random) : 0.0;
            known_u[i] = i % 2 ? 0.0 : random_unit(&random);
        }
        for (int i = 0; i < N; i++)
        {
            b[i] = known_u[i];
            for (int j = 0; j < N; j++)
            {
                W[i * N + j] = 0.0;
                for (int k = 0; k < 8; k++) W[i * N + j] += A[i][k] * A[j][k];
                b[i] -= W[i * N + j] * known_r[j];
            }
        }
        hf_laws laws = {.block_count = N, .size = size, .kind = kind, .b = b};
        hf_problem *problem;
        CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
        for (int s = 0; s < 2; s++)
        {
            hf_report report;
            hf_solve_options options = hf_solve_options_default();
            options.tolerance = 1e-12;
            CHECK(hf_solve(solvers[s], problem, &options, r[s], NULL, &report, NULL) == HF_STATUS_OK);
            CHECK(report.outcome == HF_OUTCOME_CONVERGED);
            CHECK(hf_problem_velocity(problem, r[s], u, NULL, NULL) == HF_STATUS_OK);
            for (int i = 0; i < N; i++) CHECK_NEAR(u[i], known_u[i], 1e-9);
        }
        hf_problem_destroy(problem);
    }
}

/// Masses that differ by many orders: scaling is the solver's business.
TEST(scales_do_not_matter)
{
    random_state random = random_seed(6);
    enum
    {
        N = 8
    };
    int size[N];
    double mu[N], b[3 * N], W[9 * N * N];
    for (int round = 0; round < 20; round++)
    {
        memset(W, 0, sizeof W);
        for (int i = 0; i < N; i++) // N spheres on a table, each thrown at it, masses 1e-6 to 1e6
        {
            double inverse_mass = pow(10.0, random_between(&random, -6.0, 6.0));
            size[i] = 3;
            mu[i] = random_between(&random, 0.1, 1.5);
            for (int k = 0; k < 3; k++)
            {
                W[(3 * i + k) * 3 * N + 3 * i + k] = inverse_mass * (k == 0 ? 1.0 : 3.5);
                b[3 * i + k] = k == 0 ? -random_unit(&random) : random_normal(&random);
            }
        }
        hf_laws laws = {.block_count = N, .size = size, .mu = mu, .b = b};
        hf_problem *problem;
        CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
        for (int s = 0; s < 2; s++)
        {
            double r[3 * N];
            hf_report report;
            hf_solve_options options = hf_solve_options_default();
            options.tolerance = 1e-7; // r reaches 1e6
            CHECK(hf_solve(solvers[s], problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
            CHECK(report.outcome == HF_OUTCOME_CONVERGED);
            for (int i = 0; i < N; i++) // the normal impulse of an uncoupled contact stops the approach
                CHECK_NEAR(r[3 * i] * W[3 * i * (3 * N + 1)], -b[3 * i], 1e-5);
        }
        hf_problem_destroy(problem);
    }
}

// ---- the rest of the contract ----

TEST(a_warm_start_at_the_answer_takes_no_step)
{
    built t = build(21, 20, 5, true);
    hf_newton_options options = hf_newton_options_default();
    hf_report report;
    double *r = malloc((size_t)t.dimension * sizeof *r);
    memcpy(r, t.r, (size_t)t.dimension * sizeof *r);
    options.common.warm_start = true;
    CHECK(hf_newton_solve(t.assembled, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations == 0);
    for (int k = 0; k < t.dimension; k++) CHECK_NEAR(r[k], t.r[k], 1e-14);
    for (int k = 0; k < t.dimension; k++) r[k] *= 1.0 + 1e-4;
    CHECK(hf_newton_solve(t.assembled, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    long warm = report.iterations;
    options.common.warm_start = false;
    CHECK(hf_newton_solve(t.assembled, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(warm < report.iterations);
    options.common.warm_start = true;
    r[2] = NAN;
    hf_error error;
    CHECK(hf_newton_solve(t.assembled, &options, r, NULL, &report, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "r[2]"));
    free(r);
    destroy(&t);
}

TEST(a_factored_problem_is_assembled_and_the_report_says_so)
{
    built t = build(22, 25, 6, false);
    double *r[2];
    for (int k = 0; k < 2; k++)
    {
        hf_report report;
        r[k] = calloc((size_t)t.dimension, sizeof(double));
        CHECK(hf_newton_solve(k ? t.factored : t.assembled, NULL, r[k], NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(k == 0 || strstr(report.note, "assembled"));
        CHECK(report.phase_count == 1 && strcmp(report.phases[0].name, "mfb/global") == 0);
    }
    CHECK(memcmp(r[0], r[1], (size_t)t.dimension * sizeof(double)) == 0);
    free(r[0]);
    free(r[1]);
    destroy(&t);
}

static bool stop_at_three(void *context, const hf_progress *progress)
{
    *(long *)context = progress->iteration;
    return progress->iteration < 3;
}

TEST(limits_and_observers_stop_it)
{
    built t = build(23, 30, 6, true);
    hf_newton_options options = hf_newton_options_default();
    double *r = calloc((size_t)t.dimension, sizeof *r);
    hf_report report;
    long seen = -1;
    options.common.tolerance = 1e-15;
    options.common.observer = stop_at_three;
    options.common.observer_context = &seen;
    CHECK(hf_newton_solve(t.assembled, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && seen == 3 && report.iterations == 3);
    CHECK(strstr(report.note, "observer"));
    options.common.observer = NULL;
    options.common.max_iterations = 2;
    for (int damped = 0; damped < 2; damped++)
    {
        options.damped = damped;
        CHECK(hf_newton_solve(t.assembled, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_LIMIT && report.iterations == 2);
    }
    free(r);
    destroy(&t);
}

/// W = 0 and b_N < 0: nothing can stop the approach. It must say so and end.
TEST(a_contact_without_solution_ends_as_stalled)
{
    hf_laws laws = {
        .block_count = 2, .size = (int[]){3, 3}, .mu = (double[]){0.5, 0.0}, .b = (double[]){-1, 0.2, 0, -1, 0, 0}};
    double W[36] = {0}, r[6];
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    for (int s = 0; s < 3; s++)
    {
        hf_report report;
        CHECK(hf_solve(solvers[s], problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_STALLED || report.outcome == HF_OUTCOME_LIMIT);
        CHECK(report.residual.natural > 0.1 && isfinite(report.residual.natural));
        for (int k = 0; k < 6; k++) CHECK(isfinite(r[k]));
    }
    hf_problem_destroy(problem);
}

TEST(without_regularization_a_regular_problem_is_solved_all_the_same)
{
    hf_newton_options options = hf_newton_options_default();
    options.regularization = options.regularization_min = 0.0;
    int solved = 0;
    for (uint64_t seed = 31; seed < 41; seed++)
    {
        built t = build(seed, 6, 12, true);
        double *r = calloc((size_t)t.dimension, sizeof *r);
        hf_report report;
        CHECK(hf_newton_solve(t.assembled, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
        solved += report.outcome == HF_OUTCOME_CONVERGED;
        free(r);
        destroy(&t);
    }
    CHECK(solved >= 9);
}

/// Uncoupled blocks are solved apart; the answer is that of the whole, and the tolerance holds for all together.
TEST(islands_are_solved_apart)
{
    enum
    {
        N = 40
    };
    random_state random = random_seed(8);
    int size[N];
    double mu[N], b[3 * N], *W = calloc(9 * N * N, sizeof *W), r[3 * N];
    for (int i = 0; i < N; i++)
    {
        size[i] = 3;
        mu[i] = 0.4;
        for (int k = 0; k < 3; k++)
        {
            W[(3 * i + k) * (3 * N + 1)] = 2.0 + k;
            b[3 * i + k] = random_normal(&random);
        }
    }
    for (int i = 0; i + 1 < N; i += 2) // pairs
        W[3 * i * 3 * N + 3 * i + 3] = W[(3 * i + 3) * 3 * N + 3 * i] = 0.5;
    hf_laws laws = {.block_count = N, .size = size, .mu = mu, .b = b};
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    for (int s = 0; s < 3; s++)
    {
        hf_report report;
        CHECK(hf_solve(solvers[s], problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.residual.natural <= 1e-8);
        CHECK(report.iterations >= N / 4); // counted over all islands
    }
    long seen = -1;
    hf_report report;
    hf_solve_options options = hf_solve_options_default();
    options.observer = stop_at_three;
    options.observer_context = &seen;
    CHECK(hf_solve("mfb/global", problem, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_LIMIT && seen >= 3 && strstr(report.note, "observer"));
    hf_problem_destroy(problem);
    free(W);
}

TEST(nothing_to_solve_is_solved)
{
    hf_laws laws = {0};
    size_t begin[1] = {0};
    hf_problem *problem;
    CHECK(hf_problem_create(&laws, &(hf_block_rows){.begin = begin}, &problem, NULL) == HF_STATUS_OK);
    for (int s = 0; s < 3; s++)
    {
        hf_report report;
        CHECK(hf_solve(solvers[s], problem, NULL, NULL, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED && report.iterations == 0);
    }
    CHECK(hf_newton_solve(problem, NULL, NULL, NULL, NULL, NULL) == HF_STATUS_OK);
    hf_problem_destroy(problem);
}

TEST(bad_options_are_named)
{
    hf_newton_options good = hf_newton_options_default(), bad;
    hf_error error;
    CHECK(hf_newton_options_check(&good, NULL) == HF_STATUS_OK);
#define BAD(field, value)                                                                                              \
    do {                                                                                                               \
        bad = good;                                                                                                    \
        bad.field = value;                                                                                             \
        CHECK(hf_newton_options_check(&bad, &error) == HF_STATUS_INVALID);                                             \
        CHECK(strstr(error.message, strrchr("." #field, '.') + 1));                                                    \
    } while (0)
    BAD(common.tolerance, 0.0);
    BAD(common.tolerance, NAN);
    BAD(common.max_iterations, -1);
    BAD(restarts, -1);
    BAD(function, HF_NEWTON_FUNCTION_COUNT);
    BAD(regularization, -1.0);
    BAD(regularization, NAN);
    BAD(regularization_min, 2.0);
#undef BAD
    CHECK(hf_newton_solve(NULL, &bad, NULL, NULL, NULL, NULL) == HF_STATUS_INVALID);
    CHECK(strcmp(hf_newton_function_name(HF_NEWTON_ALART_CURNIER), "alart_curnier") == 0);
    CHECK(strstr(hf_newton_function_name(HF_NEWTON_FUNCTION_COUNT), "unknown"));
}

TEST(every_allocation_may_fail)
{
    built t = build(51, 30, 8, false);
    double *r = calloc((size_t)t.dimension, sizeof *r);
    for (int factored = 0; factored < 2; factored++)
        for (long k = 0;; k++)
        {
            for (int e = 0; e < t.dimension; e++) r[e] = 7.0;
            hf_error error = {0};
            hf_report report;
            fail_allocation(k);
            hf_status status = hf_newton_solve(factored ? t.factored : t.assembled, NULL, r, NULL, &report, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            if (!failed) break;
            // merging the arena's chunks at the end is the one allocation that is allowed to fail quietly
            CHECK(status == HF_STATUS_NO_MEMORY || status == HF_STATUS_OK);
            CHECK(status == error.status);
            if (status != HF_STATUS_OK)
                for (int e = 0; e < t.dimension; e++) CHECK(r[e] == 7.0);
        }
    free(r);
    destroy(&t);
}

TEST(the_same_problem_gives_the_same_bits)
{
    built t = build(61, 60, 10, true);
    size_t bytes = (size_t)t.dimension * sizeof(double);
    double *first = malloc(bytes), *second = malloc(bytes);
    hf_workspace *workspace;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(hf_newton_solve(t.assembled, NULL, first, workspace, NULL, NULL) == HF_STATUS_OK);
    CHECK(hf_newton_solve(t.assembled, NULL, second, workspace, NULL, NULL) == HF_STATUS_OK);
    CHECK(memcmp(first, second, bytes) == 0);
    size_t held = hf_workspace_bytes(workspace);
    CHECK(hf_newton_solve(t.assembled, NULL, second, workspace, NULL, NULL) == HF_STATUS_OK);
    CHECK(hf_workspace_bytes(workspace) == held);
    hf_workspace_destroy(workspace);
    free(first);
    free(second);
    destroy(&t);
}

/// Real problems: every file that the damped methods are known to solve, but for the two that take long.
TEST(real_problems)
{
    const char *folder = harness_problems();
    if (!folder) SKIP("no folder of problems");
    static const char *const files[] = {"Box_Stacks-i0122-82-5",
                                        "BoxesStack1-i100000-32",
                                        "Capsules-i100-1090",
                                        "Capsules-i101-404",
                                        "Capsules-i103-990",
                                        "Confeti-ex03-Fc3D-SBM",
                                        "FrictionContactProblem00071",
                                        "FrictionContactProblem00374",
                                        "LMGC_100_PR_PerioBox-i00361-60-03000",
                                        "NESpheres_10_1",
                                        "OneObject-i100000-316",
                                        "OneObject-i1028-138",
                                        "Rover1040",
                                        "Rover9770",
                                        "spheres-in-a-box-98-i10000-256-10"};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
    {
        char path[512];
        snprintf(path, sizeof path, "%s/%s.hdf5", folder, files[k]);
        hf_problem *problem;
        hf_error error;
        hf_status status = hf_fclib_read(path, HF_FCLIB_ASSEMBLED, &problem, &error);
        if (status == HF_STATUS_UNSUPPORTED) SKIP("%s", error.message);
        if (status == HF_STATUS_FILE) continue; // a smaller collection
        CHECK(status == HF_STATUS_OK);
        double *r = calloc((size_t)hf_problem_describe(problem).dimension, sizeof *r);
        for (int s = 0; s < 2; s++)
        {
            hf_residual residual;
            hf_report report;
            CHECK(hf_solve(solvers[s], problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
            CHECK(hf_residual_compute(problem, r, NULL, &residual, NULL) == HF_STATUS_OK);
            if (!(residual.natural <= 1e-8) || report.outcome != HF_OUTCOME_CONVERGED)
                harness_fail(__FILE__, __LINE__, "%s on %s: %g", solvers[s], files[k], residual.natural);
        }
        free(r);
        hf_problem_destroy(problem);
    }
}
