// Sweeps and exact solves of clusters: every form of W and every kind of block by the independent certificate, packings that sweeps alone do not solve,
// limits, failing memory.

#include "harness.h"

#include <holdfast/generate.h>
#include <holdfast/holdfast.h>
#include <holdfast/scene.h>
#include <holdfast/world.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// By name; what the report says is held against the certificate.
static hf_report solve(const char *name, const hf_problem *p, double tolerance, long sweeps, double *r)
{
    hf_report report;
    hf_residual residual;
    hf_solve_options options = {.tolerance = tolerance, .max_iterations = sweeps};
    memset(r, 0, (size_t)hf_problem_describe(p).dimension * sizeof *r);
    CHECK(hf_solve(name, p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(hf_residual_compute(p, r, NULL, &residual, NULL) == HF_STATUS_OK);
    CHECK_NEAR(report.residual.natural, residual.natural, 0.0);
    CHECK((report.outcome == HF_OUTCOME_CONVERGED) == (residual.natural <= tolerance));
    return report;
}

TEST(all_forms_and_kinds_converge)
{
    for (unsigned seed = 1; seed <= 24; seed++)
    {
        hf_random_options o = hf_random_options_default();
        hf_generated made;
        o.seed = seed;
        o.dimension = seed % 2 ? 3 : 2;
        o.contact_count = 20;
        if (seed % 3 == 0) o.unilateral_count = o.bilateral_count = o.box_count = 4;
        o.redundancy = 0.8;
        o.factored = seed % 4 < 2;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        double *r = calloc((size_t)hf_problem_describe(made.problem).dimension, sizeof *r);
        CHECK(r && solve("clusters", made.problem, 1e-9, 0, r).outcome == HF_OUTCOME_CONVERGED);
        free(r);
        hf_generated_destroy(&made);
    }
}

/// Spheres that settle between four walls: friction feeds back in a few places, where sweeps with momentum alone wander in one of these problems or another.
TEST(packings_of_a_world)
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    CHECK(hf_scene_open("sphere_pile:n=125", 1, NULL, NULL, &builder, NULL) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, NULL) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, NULL) == HF_STATUS_OK);
    for (int step = 1; step <= 66; step++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.004, &report, NULL) == HF_STATUS_OK && report.certified);
        if (step < 42 || step % 6 != 0) continue;
        const hf_problem *p = hf_world_problem(world, NULL);
        double *r = calloc((size_t)hf_problem_describe(p).dimension, sizeof *r);
        CHECK(r && hf_problem_describe(p).contact_count > 200);
        CHECK(solve("clusters", p, 1e-9, 0, r).outcome == HF_OUTCOME_CONVERGED);
        free(r);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

/// Steep spheres in space, which take long.
static hf_problem *pile(int contacts)
{
    hf_pile_options o = hf_pile_options_default();
    hf_generated made;
    o.contact_count = contacts;
    o.shape = HF_PILE_SPHERES;
    o.seed = 2;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    return made.problem;
}

static bool stop_after_a_round(void *context, const hf_progress *progress)
{
    *(long *)context = progress->iteration;
    return false;
}

TEST(limits_and_observers_stop_it)
{
    hf_problem *p = pile(300);
    double *r = calloc((size_t)hf_problem_describe(p).dimension, sizeof *r);
    CHECK(r);
    hf_report report = solve("clusters", p, 1e-12, 3, r);
    CHECK(report.iterations == 3 && report.outcome == HF_OUTCOME_LIMIT);
    double three = report.residual.natural;
    CHECK(solve("clusters", p, 1e-12, 600, r).residual.natural < three);
    long seen = 0;
    hf_solve_options options = {.tolerance = 1e-12, .observer = stop_after_a_round, .observer_context = &seen};
    CHECK(hf_solve("clusters", p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(seen > 0 && report.iterations == seen && report.outcome == HF_OUTCOME_LIMIT);
    free(r);
    hf_problem_destroy(p);
}

/// It ends, and says how.
TEST(what_gains_nothing_is_given_up)
{
    const double b[3] = {-1.0, 0.0, 0.0}, W[9] = {0.0}, mu = 0.5;
    const int size = 3;
    const hf_laws laws = {.block_count = 1, .size = &size, .b = b, .mu = &mu};
    hf_problem *p;
    double r[3] = {0.0, 0.0, 0.0};
    hf_report report;
    CHECK(hf_problem_create_dense(&laws, W, &p, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("clusters", p, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_STALLED || report.outcome == HF_OUTCOME_NO_SOLUTION);
    hf_problem_destroy(p);
}

TEST(survives_failing_memory)
{
    hf_problem *p = pile(40);
    double *r = calloc((size_t)hf_problem_describe(p).dimension, sizeof *r);
    hf_solve_options options = {.tolerance = 1e-8};
    CHECK(r);
    for (long k = 0;; k++)
    {
        hf_report report;
        fail_allocation(k);
        hf_status status = hf_solve("clusters", p, &options, r, NULL, &report, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY));
        if (!failed) break;
    }
    free(r);
    hf_problem_destroy(p);
}
