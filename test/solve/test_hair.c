// Sweeps over hair: tasks that share no degree of freedom within a round, the same bits for any number of threads, the
// certificate with freezing and without, every kind of block, failing memory.

#include "support/harness.h"

#include "base/arena.h"
#include "problem/problem.h"
#include "solve/sweep/sweep_order.h"

#include <holdfast/generate.h>
#include <holdfast/hybrid.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_problem *hair(int fibres, int contacts, double noise, bool factored)
{
    hf_hair_options o = hf_hair_options_default();
    hf_generated made;
    o.fibre_count = fibres;
    o.contact_count = contacts;
    o.noise = noise;
    o.factored = factored;
    CHECK(hf_generate_hair(&o, &made, NULL) == HF_STATUS_OK);
    return made.problem;
}

static double *zeros(const hf_problem *p)
{
    double *r = calloc((size_t)hf_problem_describe(p).dimension + 1, sizeof *r);
    CHECK(r);
    return r;
}

// ---- the order ----

/// Every block is in one task, and two tasks of one round touch no common degree of freedom.
static void check_order(const hf_problem *p, const sweep_order *order)
{
    int *seen = calloc((size_t)p->block_count, sizeof *seen);
    int *round_of = calloc((size_t)p->rows.dof_count, sizeof *round_of),
        *task_of = calloc((size_t)p->rows.dof_count, sizeof *task_of);
    CHECK(seen && round_of && task_of);
    for (int d = 0; d < p->rows.dof_count; d++) round_of[d] = -1;
    for (int round = 0; round < order->rounds.round_count; round++)
        for (int task = order->rounds.begin[round]; task < order->rounds.begin[round + 1]; task++)
            for (int k = order->begin[task]; k < order->begin[task + 1]; k++)
            {
                int i = order->block[k];
                seen[i]++;
                for (size_t e = p->rows.begin[i]; e < p->rows.begin[i + 1]; e++)
                {
                    int d = p->rows.dof[e];
                    CHECK(round_of[d] != round || task_of[d] == task);
                    round_of[d] = round, task_of[d] = task;
                }
            }
    for (int i = 0; i < p->block_count; i++) CHECK(seen[i] == 1);
    free(seen), free(round_of), free(task_of);
}

TEST(tasks_of_a_round_share_nothing)
{
    static const int sizes[][2] = {{40, 600}, {400, 3000}, {30, 4000}, {1, 600}};
    for (int k = 0; k < 4; k++)
    {
        hf_problem *p = hair(sizes[k][0], sizes[k][1], 0.05, true);
        hf_workspace *w;
        sweep_order order;
        CHECK(hf_workspace_create(&w, NULL) == HF_STATUS_OK && sweep_order_fits(p));
        CHECK(sweep_order_find(&order, p, w));
        check_order(p, &order);
        int largest = 0; // two threads can share the work: no task has more than a quarter of it
        for (int t = 0; t < order.task_count; t++)
            if (order.begin[t + 1] - order.begin[t] > largest) largest = order.begin[t + 1] - order.begin[t];
        CHECK(sizes[k][0] < 30 || 4 * largest < p->block_count);
        hf_workspace_destroy(w);
        hf_problem_destroy(p);
    }
}

TEST(piles_of_bodies_and_small_hair_keep_their_order)
{
    hf_pile_options o = hf_pile_options_default();
    hf_generated made;
    o.contact_count = 2000;
    o.factored = true;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    CHECK(!sweep_order_fits(made.problem));
    hf_generated_destroy(&made);
    hf_problem *small = hair(20, 400, 0.05, true), *assembled = hair(60, 600, 0.05, false);
    CHECK(!sweep_order_fits(small) && !sweep_order_fits(assembled));
    hf_problem_destroy(small);
    hf_problem_destroy(assembled);
}

// ---- threads ----

static hf_report solve(const char *name, const hf_problem *p, double tolerance, int threads, double *r)
{
    hf_report report;
    hf_workspace *w;
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = tolerance;
    CHECK(hf_workspace_create(&w, NULL) == HF_STATUS_OK && hf_workspace_set_threads(w, threads) == threads);
    memset(r, 0, (size_t)hf_problem_describe(p).dimension * sizeof *r);
    CHECK(hf_solve(name, p, &options, r, w, &report, NULL) == HF_STATUS_OK);
    hf_workspace_destroy(w);
    return report;
}

TEST(any_number_of_threads_gives_the_same_bits)
{
    static const char *const names[] = {"auto", "momentum", "mfb+enum", "mfb+enum/paper"};
    hf_problem *p = hair(100, 1000, 0.05, true);
    double *one = zeros(p), *more = zeros(p);
    size_t bytes = (size_t)hf_problem_describe(p).dimension * sizeof *one;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    {
        hf_report alone = solve(names[k], p, 1e-6, 1, one);
        CHECK(alone.outcome == HF_OUTCOME_CONVERGED);
        for (int threads = 2; threads <= 5; threads += 3)
        {
            hf_report report = solve(names[k], p, 1e-6, threads, more);
            CHECK(memcmp(one, more, bytes) == 0);
            CHECK(report.iterations == alone.iterations && report.work == alone.work);
            CHECK(report.local_solves == alone.local_solves && report.residual.natural == alone.residual.natural);
        }
    }
    free(one), free(more);
    hf_problem_destroy(p);
}

// ---- answers ----

/// Velocities of all exact solvers agree, whatever the form of W and the order of the sweeps.
TEST(all_forms_have_the_same_velocities)
{
    hf_problem *forms[2] = {hair(80, 600, 0.05, true), hair(80, 600, 0.05, false)};
    int n = hf_problem_describe(forms[0]).dimension;
    double *r = zeros(forms[0]), *u = zeros(forms[0]), *expected = zeros(forms[0]);
    CHECK(solve("proximal", forms[1], 1e-10, 1, r).outcome == HF_OUTCOME_CONVERGED);
    CHECK(hf_problem_velocity(forms[1], r, expected, NULL, NULL) == HF_STATUS_OK);
    static const char *const names[] = {"auto", "momentum", "mfb+enum", "enum"};
    for (int k = 0; k < 8; k++)
    {
        CHECK(solve(names[k / 2], forms[k % 2], 1e-10, 1, r).outcome == HF_OUTCOME_CONVERGED);
        CHECK(hf_problem_velocity(forms[k % 2], r, u, NULL, NULL) == HF_STATUS_OK);
        for (int i = 0; i < n; i++) CHECK_NEAR(u[i], expected[i], 1e-6);
    }
    free(r), free(u), free(expected);
    hf_problem_destroy(forms[0]);
    hf_problem_destroy(forms[1]);
}

/// Freezing saves visits, and the certificate is the same whatever it is set to.
TEST(freezing_saves_visits_and_changes_no_certificate)
{
    hf_problem *p = hair(100, 1000, 0.05, true);
    double *r = zeros(p);
    long visits[3];
    static const double changes[3] = {0.0, 1e-12, 1e-3};
    for (int k = 0; k < 3; k++)
    {
        hf_report report;
        hf_residual residual;
        hf_hybrid_options options = hf_hybrid_options_default();
        options.common.tolerance = 1e-6;
        options.extrapolate_sweeps = 0;
        options.freeze_sweeps = k == 0 ? 0 : 10;
        options.small_change = changes[k];
        memset(r, 0, (size_t)hf_problem_describe(p).dimension * sizeof *r);
        CHECK(hf_hybrid_solve(p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(hf_residual_compute(p, r, NULL, &residual, NULL) == HF_STATUS_OK && residual.natural <= 1e-6);
        visits[k] = report.local_solves;
    }
    CHECK(visits[2] < visits[0]);
    free(r);
    hf_problem_destroy(p);
}

TEST(options_are_checked)
{
    hf_hair_options o = hf_hair_options_default();
    hf_generated made;
    hf_error error;
    o.dof_count = 15;
    CHECK(hf_generate_hair(&o, &made, &error) == HF_STATUS_INVALID && strstr(error.message, "dof_count = 15"));
    o = hf_hair_options_default();
    o.fibre_count = 0;
    CHECK(hf_generate_hair(&o, &made, &error) == HF_STATUS_INVALID && strstr(error.message, "fibre_count = 0"));
    CHECK(!made.problem && !made.r && !made.u);
    o = hf_hair_options_default();
    o.contact_count = 0;
    CHECK(hf_generate_hair(&o, &made, &error) == HF_STATUS_OK && hf_problem_describe(made.problem).dimension == 0);
    hf_generated_destroy(&made);
}

TEST(every_allocation_may_fail)
{
    hf_problem *p = hair(60, 510, 0.05, true);
    double *r = zeros(p);
    for (long k = 0;; k++)
    {
        fail_allocation(k);
        hf_status status = hf_solve("momentum", p, NULL, r, NULL, NULL, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        if (!failed) break;
    }
    free(r);
    hf_problem_destroy(p);
}
