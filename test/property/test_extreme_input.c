// Every solver on nonsense: weights and velocities at the ends of the range of numbers, friction from 5e-324 to 1e300,
// indefinite and zero W, copies of one contact, absurd guesses, impossible tolerances, observers that stop at once.
// Whatever comes of it, the report must be true: r is finite, its certificate is the one reported, and the outcome is
// "converged" exactly where that is within the tolerance.

#include "support/harness.h"

#include "base/random.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <string.h>

enum
{
    BLOCKS = 6,
    ROWS = 3 * BLOCKS,
    PROBLEMS = 400,
    PATIENCE = 100, // iterations that an observer allows
};

static const double extremes[] = {0,     -0.0,   1,     -1,  1e300, -1e300, 1e-300,  -1e-300, 5e-324,
                                  1e154, -1e155, 1e160, 1e6, 1e-8,  1e12,   1.7e308, 1e-160};
static const double frictions[] = {0, 0.3, 0.7, 1e6, 1e-300, 1e-8, 1e300, 1e-160, 1e160, 5, 5e-324};
static const double tolerances[] = {1e-8, 1e-12, 1e-300, 1, 1e-4};

#define ANY(random, table) (table)[random_below((random), (int)(sizeof(table) / sizeof *(table)))]

typedef struct nonsense
{
    int count, rows;
    int size[BLOCKS], first[BLOCKS + 1];
    hf_law_kind kind[BLOCKS];
    double mu[BLOCKS], lo[BLOCKS], hi[BLOCKS], b[ROWS], W[ROWS * ROWS], guess[ROWS];
} nonsense;

static void make_laws(random_state *random, nonsense *x)
{
    bool mixed = random_below(random, 2), planar = random_below(random, 3) == 0;
    x->count = random_below(random, BLOCKS + 1);
    for (int i = 0; i < x->count; i++)
    {
        x->kind[i] = mixed ? (hf_law_kind)random_below(random, HF_LAW_COUNT) : HF_LAW_CONTACT;
        x->size[i] = x->kind[i] == HF_LAW_CONTACT ? (planar ? 2 : 3) : 1;
        x->mu[i] = ANY(random, frictions);
        x->lo[i] = random_below(random, 2) ? -INFINITY : -1;
        x->hi[i] = random_below(random, 2) ? 1e300 : 0;
        x->first[i + 1] = x->first[i] + x->size[i];
    }
    x->rows = x->first[x->count];
}

/// W = s H Hᵀ of some rank, perhaps with one contact many times, perhaps with extremes strewn in; b of any size.
static void make_numbers(random_state *random, nonsense *x)
{
    static const double scales[] = {1, 1, 1e300, 1e-300, 1e20, 1e-20};
    double H[ROWS][ROWS] = {{0}}, s = ANY(random, scales), t = ANY(random, scales);
    int n = x->rows, rank = random_below(random, n + 2), copies = random_below(random, 3) == 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < rank && k < ROWS; k++) H[i][k] = random_between(random, -1, 1);
    for (int i = 1; copies && i < x->count; i++)
        if (x->size[i] == x->size[0]) memcpy(H[x->first[i]], H[0], (size_t)x->size[0] * sizeof H[0]);
    int strewn = random_below(random, 4) == 0;
    for (int i = 0; i < n; i++)
    {
        x->b[i] = strewn && random_below(random, 4) == 0 ? ANY(random, extremes) : t * random_between(random, -1, 1);
        x->guess[i] = ANY(random, extremes);
        for (int j = 0; j < n; j++)
        {
            double sum = 0;
            for (int k = 0; k < ROWS; k++) sum += H[i][k] * H[j][k];
            x->W[i * n + j] = strewn && random_below(random, 4) == 0 ? ANY(random, extremes) : s * sum;
        }
    }
}

static bool patient(void *context, const hf_progress *progress)
{
    (void)progress;
    return --*(int *)context > 0;
}

static void check_solver(const char *name, const hf_problem *problem, const nonsense *x, const hf_solve_options *wanted,
                         int patience, int seed)
{
    double r[ROWS];
    memcpy(r, x->guess, sizeof r);
    hf_solve_options options = *wanted;
    options.observer = patient;
    options.observer_context = &patience;
    hf_report report;
    hf_error error;
    if (hf_solve(name, problem, &options, r, NULL, &report, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s, seed %d: %s", name, seed, error.message);
    for (int k = 0; k < x->rows; k++)
        if (!isfinite(r[k])) harness_fail(__FILE__, __LINE__, "%s, seed %d: r[%d] = %g", name, seed, k, r[k]);
    hf_residual again;
    CHECK(hf_residual_compute(problem, r, NULL, &again, NULL) == HF_STATUS_OK);
    bool same = again.natural == report.residual.natural && !isnan(again.natural);
    if (!same || (again.natural <= options.tolerance) != (report.outcome == HF_OUTCOME_CONVERGED))
        harness_fail(__FILE__, __LINE__, "%s, seed %d: %s with %g, of which the certificate says %g", name, seed,
                     hf_outcome_name(report.outcome), report.residual.natural, again.natural);
}

TEST(reports_are_true_whatever_comes)
{
    int made = 0;
    for (int seed = 1; seed <= PROBLEMS; seed++)
    {
        random_state random = random_seed((unsigned long long)seed);
        static nonsense x;
        memset(&x, 0, sizeof x);
        make_laws(&random, &x);
        make_numbers(&random, &x);
        hf_laws laws = {x.count, x.size, x.kind, x.mu, x.lo, x.hi, x.b, {0}, NULL};
        hf_problem *problem;
        hf_error error;
        if (hf_problem_create_dense(&laws, x.W, &problem, &error) != HF_STATUS_OK)
        { // ‖b‖ can overflow, nothing else
            CHECK(strstr(error.message, "norm"));
            continue;
        }
        made++;
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = ANY(&random, tolerances);
        options.warm_start = random_below(&random, 2);
        options.max_iterations = random_below(&random, 3) == 0 ? 1 : 0;
        int patience = random_below(&random, 5) == 0 ? 1 : PATIENCE;
        for (int k = 0; k < hf_solver_count(); k++)
            check_solver(hf_solver_at(k)->name, problem, &x, &options, patience, seed);
        hf_problem_destroy(problem);
    }
    CHECK(made > PROBLEMS / 2);
}

TEST(an_approach_of_huge_velocities_is_no_answer)
{
    // ‖b‖² overflows; r = 0 leaves an approach of 1e160 m/s.
    int size = 3;
    double mu = 0.5, b[3] = {-1e160, 1e160, 0}, W[9] = {0}, r[3];
    hf_laws laws = {.block_count = 1, .size = &size, .mu = &mu, .b = b};
    hf_problem *problem;
    CHECK(hf_problem_create_dense(&laws, W, &problem, NULL) == HF_STATUS_OK);
    for (int k = 0; k < hf_solver_count(); k++)
    {
        hf_report report;
        CHECK(hf_solve(hf_solver_at(k)->name, problem, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome != HF_OUTCOME_CONVERGED && report.residual.natural > 0.1);
    }
    hf_problem_destroy(problem);
}
