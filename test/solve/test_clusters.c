// Sweeps and exact solves of clusters: every form of W and every kind of block by the independent certificate, packings
// of a world, limits, blocks without a solution, failing memory.

#include "support/named_solver.h"

#include <holdfast/scene.h>
#include <holdfast/world.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

TEST(all_forms_and_kinds_converge)
{
    named_converges_on_all_forms("clusters");
}

/// Spheres that settle between four walls: friction feeds back in a few places, where sweeps with momentum alone wander
/// in one of these problems or another.
TEST(packings_of_a_world)
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    CHECK(hf_scene_open("sphere_pile:n=125,spacing=2.1", 1, NULL, NULL, &builder, NULL) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, NULL) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, NULL) == HF_STATUS_OK);
    hf_settings settings = hf_model_settings(model);
    settings.solver.effort = HF_EFFORT_EXACT; // the packing is what the test is about
    CHECK(hf_world_set_settings(world, &settings, NULL) == HF_STATUS_OK);
    for (int step = 1; step <= 66; step++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.004, &report, NULL) == HF_STATUS_OK && report.certified);
        if (step < 42 || step % 6 != 0) continue;
        const hf_problem *p = hf_world_problem(world, NULL);
        double *r = calloc((size_t)hf_problem_describe(p).dimension, sizeof *r);
        CHECK(r && hf_problem_describe(p).contact_count > 200);
        CHECK(named_solve("clusters", p, 1e-9, 0, r).outcome == HF_OUTCOME_CONVERGED);
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
    hf_report report = named_solve("clusters", p, 1e-12, 3, r);
    CHECK(report.iterations == 3 && report.outcome == HF_OUTCOME_LIMIT);
    double three = report.residual.natural;
    CHECK(named_solve("clusters", p, 1e-12, 600, r).residual.natural < three);
    long seen = 0;
    hf_solve_options options = {.tolerance = 1e-12, .observer = stop_after_a_round, .observer_context = &seen};
    CHECK(hf_solve("clusters", p, &options, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(seen > 0 && report.iterations == seen && report.outcome == HF_OUTCOME_LIMIT);
    free(r);
    hf_problem_destroy(p);
}

TEST(a_block_that_nothing_moves_has_no_solution)
{
    const double b[3] = {-1.0, 0.0, 0.0}, W[9] = {0.0}, mu = 0.5;
    const int size = 3;
    const hf_laws laws = {.block_count = 1, .size = &size, .b = b, .mu = &mu};
    hf_problem *p;
    double r[3] = {0.0, 0.0, 0.0};
    hf_report report;
    CHECK(hf_problem_create_dense(&laws, W, &p, NULL) == HF_STATUS_OK);
    CHECK(hf_solve("clusters", p, NULL, r, NULL, &report, NULL) == HF_STATUS_OK);
    CHECK(report.outcome == HF_OUTCOME_NO_SOLUTION && strstr(report.note, "block 0"));
    hf_problem_destroy(p);
}

TEST(survives_failing_memory)
{
    hf_problem *p = pile(40);
    named_survives_failing_memory("clusters", p);
    hf_problem_destroy(p);
}
