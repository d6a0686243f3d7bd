// Sweeps with momentum: every form of W and every kind of block by the independent certificate, how many sweeps
// momentum saves, limits, blocks without a solution, failing memory.

#include "support/named_solver.h"

#include <holdfast/hybrid.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(all_forms_and_kinds_converge)
{
    named_converges_on_all_forms("momentum");
}

/// A heap of spheres in the plane, and a wall in space.
static hf_problem *pile(hf_pile_shape shape, int contacts, bool factored)
{
    hf_pile_options o = hf_pile_options_default();
    hf_generated made;
    o.dimension = shape == HF_PILE_BRICKS ? 3 : 2;
    o.contact_count = contacts;
    o.shape = shape;
    o.factored = factored;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    return made.problem;
}

/// Plain sweeps, nothing extrapolated.
static long plain_sweeps(const hf_problem *p, double tolerance, double *r)
{
    hf_report report;
    hf_hybrid_options options = hf_hybrid_options_default();
    options.common.tolerance = tolerance;
    options.extrapolate_sweeps = 0;
    CHECK(hf_hybrid_solve(p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_CONVERGED);
    return report.iterations;
}

TEST(momentum_saves_more_than_half_of_the_sweeps)
{
    for (int k = 0; k < 4; k++)
    {
        hf_problem *p = pile(k < 2 ? HF_PILE_SPHERES : HF_PILE_BRICKS, 300, k % 2 == 0);
        double *r = calloc((size_t)hf_problem_describe(p).dimension, sizeof *r);
        CHECK(r);
        hf_report report = named_solve("momentum", p, 1e-8, 0, r);
        CHECK(report.outcome == HF_OUTCOME_CONVERGED);
        CHECK(2 * report.iterations < plain_sweeps(p, 1e-8, r));
        free(r);
        hf_problem_destroy(p);
    }
}

static bool stop_at_five(void *context, const hf_progress *progress)
{
    (void)context;
    return progress->iteration < 5;
}

TEST(limits_and_observers_stop_it)
{
    hf_problem *p = pile(HF_PILE_BRICKS, 300, true);
    size_t n = (size_t)hf_problem_describe(p).dimension;
    double *r = calloc(n, sizeof *r);
    CHECK(r);
    hf_report report = named_solve("momentum", p, 1e-9, 3, r);
    CHECK(report.iterations == 3 && report.outcome != HF_OUTCOME_CONVERGED);
    double three = report.residual.natural;
    CHECK(named_solve("momentum", p, 1e-9, 300, r).residual.natural < three);
    hf_solve_options options = {.tolerance = 1e-9, .observer = stop_at_five};
    CHECK(hf_solve("momentum", p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.iterations == 5 && report.outcome == HF_OUTCOME_LIMIT);
    free(r);
    hf_problem_destroy(p);
}

TEST(a_block_that_nothing_moves_has_no_solution)
{
    const hf_law_kind kind[2] = {HF_LAW_UNILATERAL, HF_LAW_UNILATERAL};
    const int size[2] = {1, 1};
    const double b[2] = {-1.0, -1.0}, W[4] = {1.0, 0.0, 0.0, 0.0}, zero[2] = {0.0, 0.0};
    const hf_laws laws = {.block_count = 2, .kind = kind, .size = size, .b = b, .mu = zero};
    hf_problem *p;
    double r[2] = {0.0, 0.0};
    hf_report report;
    hf_solve_options options = {.tolerance = 1e-9};
    CHECK(hf_problem_create_dense(&laws, W, &p, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("momentum", p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && strstr(report.note, "block 1"));
    hf_problem_destroy(p);
}

TEST(survives_failing_memory)
{
    hf_problem *p = pile(HF_PILE_SPHERES, 40, false);
    named_survives_failing_memory("momentum", p);
    hf_problem_destroy(p);
}
