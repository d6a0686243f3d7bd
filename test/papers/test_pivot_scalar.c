// Pivoting without friction: unilateral, bilateral and box rows, full rank or not.

#include "support/harness.h"

#include "base/random.h"
#include "holdfast/holdfast.h"
#include "holdfast/papers.h"
#include "linalg/incremental.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A = G Gᵀ of the given rank, b = A x: b lies in the range of A.
typedef struct dense_problem
{
    int n;
    double *A, *b, *lo, *hi, *f;
} dense_problem;

static dense_problem make(int n, int rank, random_state *random)
{
    size_t m = (size_t)n;
    dense_problem p = {.n = n};
    p.A = calloc(m * m + 4 * m, sizeof(double));
    p.b = p.A + m * m;
    p.lo = p.b + m;
    p.hi = p.lo + m;
    p.f = p.hi + m;
    double *G = calloc(m * (size_t)rank, sizeof *G);
    for (size_t k = 0; k < m * (size_t)rank; k++) G[k] = random_normal(random);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            for (size_t k = 0; k < (size_t)rank; k++)
                p.A[i * m + j] += G[i * (size_t)rank + k] * G[j * (size_t)rank + k];
    for (size_t j = 0; j < m; j++)
    {
        double x = random_normal(random);
        for (size_t i = 0; i < m; i++) p.b[i] += p.A[i * m + j] * x;
        p.hi[j] = INFINITY;
    }
    free(G);
    return p;
}

/// Largest violation of the law of any row, relative to the forces and accelerations at hand.
static double violation(const dense_problem *p)
{
    double worst = 0.0, force = 0.0, motion = 0.0;
    size_t n = (size_t)p->n;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n; i++)
        {
            double a = p->b[i], size = fabs(p->b[i]);
            for (size_t j = 0; j < n; j++)
            {
                a += p->A[i * n + j] * p->f[j];
                size += fabs(p->A[i * n + j] * p->f[j]);
            }
            if (p->f[i] < p->lo[i] || p->f[i] > p->hi[i] || !isfinite(a)) return INFINITY;
            if (pass == 0)
            {
                force = fmax(force, fabs(p->f[i]));
                motion = fmax(motion, size);
                continue;
            }
            double F = force > 0.0 ? force : 1.0, M = motion > 0.0 ? motion : 1.0;
            worst = fmax(worst, fmin(-a / M, (p->hi[i] - p->f[i]) / F));
            worst = fmax(worst, fmin(a / M, (p->f[i] - p->lo[i]) / F));
        }
    return worst;
}

static hf_pivot_result solve(dense_problem *p, const hf_pivot_options *options, hf_pivot_set *sets, double *ray)
{
    hf_pivot_result result;
    hf_error error;
    if (hf_pivot_solve_dense(p->n, p->A, p->b, p->lo, p->hi, options, p->f, sets, ray, NULL, &result, &error) !=
        HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    return result;
}

TEST(unilateral_rows_of_any_rank)
{
    random_state random = random_seed(1);
    for (int trial = 0; trial < 600; trial++)
    {
        int n = 1 + random_below(&random, 40), rank = 1 + random_below(&random, n);
        dense_problem p = make(n, rank, &random);
        hf_pivot_result result = solve(&p, NULL, NULL, NULL);
        CHECK(result.end == HF_PIVOT_SOLVED);
        CHECK(violation(&p) < 1e-11);
        free(p.A);
    }
}

TEST(bilateral_and_box_rows_of_any_rank)
{
    random_state random = random_seed(2);
    for (int trial = 0; trial < 600; trial++)
    {
        int n = 1 + random_below(&random, 30), rank = 1 + random_below(&random, n);
        dense_problem p = make(n, rank, &random);
        for (int i = 0; i < n; i++)
        {
            int kind = random_below(&random, 3);
            if (kind > 0) p.lo[i] = kind == 1 ? -INFINITY : -random_unit(&random);
            if (kind == 2) p.hi[i] = p.lo[i] + 2.0 * random_unit(&random);
        }
        hf_pivot_result result = solve(&p, NULL, NULL, NULL);
        if (result.end == HF_PIVOT_SOLVED) CHECK(violation(&p) < 1e-10);
        else
            CHECK(result.end == HF_PIVOT_RAY &&
                  result.ray_is_proof); // bounded boxes may leave nothing to hold a bilateral row
        free(p.A);
    }
}

TEST(single_pivots_alone_solve_what_block_moves_solve)
{
    random_state random = random_seed(3);
    for (int trial = 0; trial < 600; trial++)
    {
        int n = 2 + random_below(&random, 20), rank = 1 + random_below(&random, n);
        dense_problem p = make(n, rank, &random);
        for (int i = 0; i < n && trial % 2; i++)
        {
            int kind = random_below(&random, 4);
            if (kind == 1) p.lo[i] = -INFINITY;
            if (kind == 2) p.lo[i] = -random_unit(&random);
            if (kind == 2) p.hi[i] = p.lo[i] + 2.0 * random_unit(&random);
        }
        hf_pivot_options options = hf_pivot_options_default();
        options.one_by_one = true;
        hf_pivot_result result = solve(&p, &options, NULL, NULL);
        CHECK(result.block_moves == 0);
        if (result.end == HF_PIVOT_SOLVED) CHECK(violation(&p) < 1e-10);
        else CHECK(trial % 2 && result.end == HF_PIVOT_RAY && result.ray_is_proof);
        hf_pivot_result blocks = solve(&p, NULL, NULL, NULL);
        CHECK(blocks.end == result.end);
        free(p.A);
    }
}

TEST(a_warm_start_from_nonsense_still_solves)
{
    random_state random = random_seed(12);
    for (int trial = 0; trial < 200; trial++)
    {
        int n = 2 + random_below(&random, 20), rank = 1 + random_below(&random, n);
        dense_problem p = make(n, rank, &random);
        hf_pivot_set sets[32] = {0};
        for (int i = 0; i < n; i++) sets[i] = (hf_pivot_set)random_below(&random, 5);
        hf_pivot_options options = hf_pivot_options_default();
        options.common.warm_start = true;
        hf_pivot_result result = solve(&p, &options, sets, NULL);
        CHECK(result.end == HF_PIVOT_SOLVED);
        CHECK(violation(&p) < 1e-11);
        free(p.A);
    }
}

TEST(a_warm_start_from_the_answer_takes_one_factorization)
{
    random_state random = random_seed(4);
    dense_problem p = make(60, 40, &random);
    hf_pivot_set sets[60];
    solve(&p, NULL, sets, NULL);
    hf_pivot_options options = hf_pivot_options_default();
    options.common.warm_start = true;
    hf_pivot_result result = solve(&p, &options, sets, NULL);
    CHECK(result.end == HF_PIVOT_SOLVED && result.refactorizations == 1 && result.pivots == 0);
    CHECK(violation(&p) < 1e-12);
    free(p.A);
}

TEST(a_ray_proves_that_there_is_no_solution)
{
    // Two contacts pull the same rod apart: rows e and -e, and b outside the range.
    double A[4] = {1, -1, -1, 1}, b[2] = {-1, -1}, f[2], ray[2];
    hf_pivot_result result;
    CHECK(hf_pivot_solve_dense(2, A, b, NULL, NULL, NULL, f, NULL, ray, NULL, &result, NULL) == HF_STATUS_OK);
    CHECK(result.end == HF_PIVOT_RAY && result.ray_is_proof && result.ray_row >= 0);
    CHECK(ray[0] > 0 && ray[1] > 0);
    CHECK_NEAR(ray[0], ray[1], 1e-15); // A ray = 0, and ray · b < 0

    double zero[1] = {0}, down[1] = {-1}, up[1] = {1};
    CHECK(hf_pivot_solve_dense(1, zero, down, NULL, NULL, NULL, f, NULL, ray, NULL, &result, NULL) == HF_STATUS_OK);
    CHECK(result.end == HF_PIVOT_RAY && result.ray_is_proof && ray[0] == 1.0);
    CHECK(hf_pivot_solve_dense(1, zero, up, NULL, NULL, NULL, f, NULL, ray, NULL, &result, NULL) == HF_STATUS_OK);
    CHECK(result.end == HF_PIVOT_SOLVED && f[0] == 0.0 && ray[0] == 0.0);
}

TEST(degenerate_problems_do_not_cycle)
{
    // Equal rows and b of zeros and equal entries: every step ties with others.
    random_state random = random_seed(5);
    for (int trial = 0; trial < 300; trial++)
    {
        int n = 3 + random_below(&random, 20);
        dense_problem p = make(n, 1 + random_below(&random, 3), &random);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) p.A[i * n + j] = 0.0;
        int rank = 1 + random_below(&random, 4);
        double G[32][4], x[4];
        for (int k = 0; k < rank; k++) x[k] = random_below(&random, 3) - 1;
        for (int i = 0; i < n; i++)
        {
            p.b[i] = 0.0;
            for (int k = 0; k < rank; k++)
            {
                G[i][k] = random_below(&random, 3) - 1;
                p.b[i] += G[i][k] * x[k];
            }
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < rank; k++) p.A[i * n + j] += G[i][k] * G[j][k];
        hf_pivot_options options = hf_pivot_options_default();
        for (int alone = 0; alone < 2; alone++)
        {
            options.one_by_one = alone;
            hf_pivot_result result = solve(&p, &options, NULL, NULL);
            CHECK(result.end == HF_PIVOT_SOLVED);
            CHECK(violation(&p) < 1e-12);
        }
        free(p.A);
    }
}

TEST(large_deficient_problems)
{
    random_state random = random_seed(13);
    for (int trial = 0; trial < 30; trial++)
    {
        int n = 60 + random_below(&random, 90);
        dense_problem p = make(n, n / (2 + trial % 3), &random);
        hf_pivot_result result = solve(&p, NULL, NULL, NULL);
        CHECK(result.end == HF_PIVOT_SOLVED);
        CHECK(violation(&p) < 1e-11);
        free(p.A);
    }
}

/// b = A x with x <= 0: f = -x is an answer with a = 0 everywhere, one of many, and q is flat around it.
static dense_problem make_flat(int n, int rank, bool boxes, random_state *random)
{
    dense_problem p = make(n, rank, random);
    size_t m = (size_t)n;
    memset(p.b, 0, m * sizeof *p.b);
    for (size_t j = 0; j < m; j++)
    {
        double x = random_unit(random) < 0.5 ? random_unit(random) : 0.0;
        for (size_t i = 0; i < m; i++) p.b[i] -= p.A[i * m + j] * x;
        if (boxes && j % 3 == 0) p.hi[j] = x + random_unit(random);
        if (boxes && j % 3 == 1)
        {
            p.lo[j] = -INFINITY;
            p.hi[j] = j % 2 ? x + 0.1 : INFINITY;
        }
    }
    return p;
}

/// Where |C| comes to the rank, forces are many; the one found is told by its sets, so that a warm start from them
/// needs one factorization, or two where a force of C is zero but for rounding.
TEST(where_forces_are_not_unique_the_sets_still_tell_them)
{
    random_state random = random_seed(17);
    hf_pivot_options warm = hf_pivot_options_default();
    warm.common.warm_start = true;
    for (int trial = 0; trial < 40; trial++)
    {
        int n = 20 + 3 * trial, rank = 6 * n / 10;
        hf_pivot_set sets[140];
        dense_problem p = make_flat(n, rank, trial % 2, &random);
        CHECK(solve(&p, NULL, sets, NULL).end == HF_PIVOT_SOLVED);
        CHECK(violation(&p) < 1e-11);
        int clamped = 0;
        for (int i = 0; i < n; i++)
        {
            clamped += sets[i] == HF_PIVOT_CLAMPED;
            CHECK(sets[i] != HF_PIVOT_HELD || (isinf(p.lo[i]) && isinf(p.hi[i])));
        }
        CHECK(clamped <= rank);
        if (trial % 2 == 0)
        {
            hf_pivot_result result = solve(&p, &warm, sets, NULL);
            CHECK(result.end == HF_PIVOT_SOLVED && result.refactorizations <= 2);
            CHECK(violation(&p) < 1e-11);
        }
        free(p.A);
    }
}

static bool stop_at_once(void *context, const hf_progress *progress)
{
    (void)context;
    return progress->iteration < 0;
}

TEST(single_pivots_obey_bound_and_observer)
{
    random_state random = random_seed(14);
    dense_problem p = make(20, 20, &random);
    hf_pivot_options options = hf_pivot_options_default();
    options.one_by_one = true;
    options.common.max_iterations = 2;
    hf_pivot_result result = solve(&p, &options, NULL, NULL);
    CHECK(result.end == HF_PIVOT_LIMIT && result.pivots == 2);
    options.common.max_iterations = 0;
    options.common.observer = stop_at_once;
    result = solve(&p, &options, NULL, NULL);
    CHECK(result.end == HF_PIVOT_LIMIT && result.stopped && result.pivots == 0);
    free(p.A);
}

TEST(bad_input_is_named)
{
    double A[4] = {1, 0.5, 0.5, 1}, b[2] = {-1, 1}, f[2] = {7, 7};
    hf_error error;
    double bad[2] = {NAN, 1};
    CHECK(hf_pivot_solve_dense(2, A, bad, NULL, NULL, NULL, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "b[0]") && f[0] == 7.0);
    double wrong[4] = {1, 0.5, INFINITY, 1};
    CHECK(hf_pivot_solve_dense(2, wrong, b, NULL, NULL, NULL, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "A[2]"));
    double skew[4] = {1, 0.5, -0.5, 1};
    CHECK(hf_pivot_solve_dense(2, skew, b, NULL, NULL, NULL, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "not symmetric"));
    double negative[4] = {1, 0, 0, -1};
    CHECK(hf_pivot_solve_dense(2, negative, b, NULL, NULL, NULL, f, NULL, NULL, NULL, NULL, &error) ==
          HF_STATUS_INVALID);
    double lo[2] = {0, 2}, hi[2] = {1, 1};
    CHECK(hf_pivot_solve_dense(2, A, b, lo, hi, NULL, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "lo[1]"));
    hf_pivot_options options = hf_pivot_options_default();
    options.common.warm_start = true;
    CHECK(hf_pivot_solve_dense(2, A, b, NULL, NULL, &options, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    hf_pivot_set sets[2] = {HF_PIVOT_LOWER, (hf_pivot_set)9};
    CHECK(hf_pivot_solve_dense(2, A, b, NULL, NULL, &options, f, sets, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    options = hf_pivot_options_default();
    options.common.tolerance = 0.0;
    CHECK(hf_pivot_solve_dense(2, A, b, NULL, NULL, &options, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    options = hf_pivot_options_default();
    options.common.max_iterations = -1;
    CHECK(hf_pivot_solve_dense(2, A, b, NULL, NULL, &options, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(hf_pivot_solve_dense(-1, A, b, NULL, NULL, NULL, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_INVALID);
    CHECK(hf_pivot_solve_dense(0, A, b, NULL, NULL, NULL, f, NULL, NULL, NULL, NULL, &error) == HF_STATUS_OK);
}

TEST(an_indefinite_matrix_neither_hangs_nor_proves)
{
    double A[4] = {1, 3, 3, 1}, b[2] = {-1, -1}, f[2];
    hf_pivot_result result;
    CHECK(hf_pivot_solve_dense(2, A, b, NULL, NULL, NULL, f, NULL, NULL, NULL, &result, NULL) == HF_STATUS_OK);
    CHECK(!result.ray_is_proof);
    if (result.end == HF_PIVOT_SOLVED)
        for (int i = 0; i < 2; i++) CHECK(f[i] >= 0 && A[2 * i] * f[0] + A[2 * i + 1] * f[1] + b[i] > -1e-12);
}

TEST(every_failing_allocation_is_reported)
{
    random_state random = random_seed(6);
    for (int n = 12; n <= 112; n += 100) // all in the arena's first piece of memory, or in several
    {
        dense_problem p = make(n, n / 2, &random);
        hf_error error;
        for (long k = 0;; k++)
        {
            fail_allocation(k);
            hf_status status =
                hf_pivot_solve_dense(p.n, p.A, p.b, NULL, NULL, NULL, p.f, NULL, NULL, NULL, NULL, &error);
            bool failed = k < fail_allocation_count();
            fail_allocation(-1);
            if (!failed) break;
            // Putting the arena's pieces together at the end may fail without harm.
            CHECK(status == HF_STATUS_NO_MEMORY || (status == HF_STATUS_OK && violation(&p) < 1e-11));
        }
        free(p.A);
    }
}

static double gap_from_identity(int n, int ld, const double *A, const double *X)
{
    double worst = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
        {
            double sum = i == j ? -1.0 : 0.0;
            for (int k = 0; k < n; k++) sum += A[i + ld * k] * X[k + ld * j];
            worst = fmax(worst, fabs(sum));
        }
    return worst;
}

TEST(the_inverse_follows_rows_in_and_out)
{
    enum
    {
        N = 12
    };
    random_state random = random_seed(7);
    double B[N * N], X[N * N], sub[N * N], copy[N * N], row[N], column[N], y[N], z[N];
    int index[N], count = 0, pivot[N];
    for (int k = 0; k < N * N; k++) B[k] = random_normal(&random);
    inverse f = {.capacity = N, .X = X};
    for (int trial = 0; trial < 2000; trial++)
    {
        int pick = random_below(&random, N), at = -1;
        for (int k = 0; k < count; k++)
            if (index[k] == pick) at = k;
        if (at >= 0 && trial % 3 == 0)
        {
            for (int i = 0; i < N; i++) B[i + N * pick] = random_normal(&random);
            for (int k = 0; k < count; k++) column[k] = B[index[k] + N * pick];
            if (!inverse_replace(&f, at, column, 1e-3, y)) at = -1, count = 0, f.count = 0;
        }
        else if (at >= 0)
        {
            if (inverse_remove(&f, at, 1e-3)) index[at] = index[--count];
        }
        else
        {
            for (int k = 0; k < count; k++)
            {
                row[k] = B[pick + N * index[k]];
                column[k] = B[index[k] + N * pick];
            }
            if (inverse_pivot(&f, row, column, B[pick + N * pick], y) > 1e-3)
            {
                inverse_append(&f, row, B[pick + N * pick], y, z);
                index[count++] = pick;
            }
        }
        for (int i = 0; i < count; i++)
            for (int j = 0; j < count; j++) sub[i + N * j] = B[index[i] + N * index[j]];
        double gap = gap_from_identity(count, N, sub, X);
        CHECK(gap < 1e-4);
        if (gap < 1e-10) continue;
        memcpy(copy, sub, sizeof sub);
        CHECK(inverse_factor(&f, count, copy, pivot));
        CHECK(gap_from_identity(count, N, sub, X) < 1e-9);
    }
}

TEST(the_cholesky_factor_follows_rows_in_and_out)
{
    enum
    {
        N = 70
    };
    random_state random = random_seed(8);
    dense_problem p = make(N, N + 5, &random);
    static double L[N * N];
    double x[N], work[N];
    int index[N], count = 0;
    llt f = {.capacity = N, .L = L};
    for (int trial = 0; trial < 600; trial++)
    {
        int pick = random_below(&random, N), at = -1;
        for (int k = 0; k < count; k++)
            if (index[k] == pick) at = k;
        if (at >= 0)
        {
            llt_remove(&f, at, work);
            memmove(index + at, index + at + 1, (size_t)(--count - at) * sizeof *index);
        }
        else
        {
            for (int k = 0; k < count; k++) x[k] = p.A[pick * N + index[k]];
            CHECK(llt_append(&f, x, p.A[pick * N + pick], 1e-14));
            index[count++] = pick;
        }
        CHECK(f.count == count);
        for (int k = 0; k < count; k++) x[k] = p.b[index[k]];
        llt_solve(&f, x);
        double worst = 0.0;
        for (int i = 0; i < count; i++)
        {
            double sum = -p.b[index[i]];
            for (int j = 0; j < count; j++) sum += p.A[index[i] * N + index[j]] * x[j];
            worst = fmax(worst, fabs(sum));
        }
        CHECK(worst < 1e-8);
    }
    free(p.A);
}

TEST(factoring_leaves_dependent_rows_out)
{
    enum
    {
        N = 90,
        RANK = 50
    };
    random_state random = random_seed(9);
    dense_problem p = make(N, RANK, &random);
    static double L[N * N];
    static bool kept[N];
    for (int j = 0; j < N; j++)
        for (int i = j; i < N; i++) L[i + N * j] = p.A[i * N + j];
    llt f = {.capacity = N, .L = L};
    CHECK(llt_factor(&f, N, 1e-12, kept) == RANK);
    for (int i = 0; i < N; i++) CHECK(kept[i] == (i < RANK)); // Gaussian rows: the first 50 are independent
    for (int i = 0; i < RANK; i++)
        for (int j = 0; j <= i; j++)
        {
            double sum = -p.A[i * N + j];
            for (int k = 0; k <= j; k++) sum += L[i + N * k] * L[j + N * k];
            CHECK_NEAR(sum, 0.0, 1e-11);
        }
    free(p.A);
}
