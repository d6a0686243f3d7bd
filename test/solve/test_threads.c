// Worlds on several threads: the same bits for any number of them; and steps that allocate nothing once they have run for a while.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct scene
{
    const char *name, *parameters;
    int steps;
} scene;

static hf_world *world_of(const scene *s, hf_model **model)
{
    hf_builder *builder;
    hf_world *world;
    CHECK(hf_builtin_make(s->name, s->parameters, 1, &builder, NULL) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, NULL) == HF_STATUS_OK);
    CHECK(hf_world_create(*model, &world, NULL) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return world;
}

static void run(hf_world *world, int steps)
{
    for (int k = 0; k < steps; k++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, NULL) == HF_STATUS_OK && report.certified);
    }
}

// ---- the same bits ----

static uint64_t hash_after(const scene *s, int threads)
{
    hf_model *model;
    hf_world *world = world_of(s, &model);
    CHECK(hf_world_set_threads(world, threads) == threads);
    run(world, s->steps);
    uint64_t hash = hf_world_hash(world);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return hash;
}

TEST(any_number_of_threads_gives_the_same_bits)
{
    static const scene scenes[] = {
        {"rocks", "n=40", 120}, {"balls", "", 150}, {"dominoes", "", 60},       {"sphere_pile", "n=60,spacing=2.1", 60},
        {"card_house", "", 10}, {"rest", "", 50},   {"box_wall", "rows=4", 10}, {"cradle", "", 200},
        {"grasp", "", 60},      {"towers", "", 20}, {"jansen", "", 60},         {"capstan", "", 40},
    };
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    {
        uint64_t one = hash_after(&scenes[k], 1);
        for (int threads = 2; threads <= 3; threads++)
        {
            uint64_t many = hash_after(&scenes[k], threads);
            if (many != one) harness_fail(__FILE__, __LINE__, "%s with %d threads differs", scenes[k].name, threads);
        }
    }
}

TEST(the_number_may_change_on_the_way)
{
    const scene s = {"rocks", "n=30", 100};
    hf_model *model;
    hf_world *world = world_of(&s, &model);
    static const int threads[] = {2, 1, 4, 3, 2};
    for (int k = 0; k < 5; k++)
    {
        CHECK(hf_world_set_threads(world, threads[k]) == threads[k]);
        run(world, s.steps / 5);
    }
    CHECK(hf_world_hash(world) == hash_after(&s, 1));
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// `auto` on a problem of many islands that needs its later stages, too.
TEST(islands_are_solved_alike_on_any_number_of_threads)
{
    for (int factored = 0; factored < 2; factored++)
    {
        hf_random_options o = hf_random_options_default();
        o.seed = 3;
        o.contact_count = 200;
        o.redundancy = 0.3;
        o.factored = factored;
        hf_generated made;
        CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
        int n = hf_problem_describe(made.problem).dimension;
        double *first = calloc((size_t)n, sizeof *first), *r = calloc((size_t)n, sizeof *r);
        hf_report expected, report;
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = 1e-13;
        for (int threads = 1; threads <= 4; threads++)
        {
            hf_workspace *workspace;
            CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
            CHECK(hf_workspace_set_threads(workspace, threads) == threads);
            CHECK(hf_solve("auto", made.problem, &options, threads == 1 ? first : r, workspace,
                           threads == 1 ? &expected : &report, NULL) == HF_STATUS_OK);
            hf_workspace_destroy(workspace);
            if (threads == 1) continue;
            CHECK(memcmp(r, first, (size_t)n * sizeof *r) == 0);
            CHECK(report.iterations == expected.iterations && report.phase_count == expected.phase_count);
            CHECK(report.residual.natural == expected.residual.natural && strcmp(report.note, expected.note) == 0);
        }
        CHECK(expected.residual.natural <= 1e-13);
        free(first);
        free(r);
        hf_generated_destroy(&made);
    }
}

// ---- no allocation ----

/// After a second, and half a second more.
TEST(steps_after_the_first_second_do_not_allocate)
{
    static const scene scenes[] = {
        {"incline", "", 0}, {"stop", "", 0},       {"mass_ratio", "", 0}, {"ladder", "", 0},   {"table", "", 0},
        {"pinch", "", 0},   {"cradle", "", 0},     {"arch", "", 0},       {"rest", "", 0},     {"rolling_disc", "", 0},
        {"towers", "", 0},  {"card_house", "", 0}, {"jansen", "", 0},     {"four_bar", "", 0}, {"rocks", "n=25", 0},
    };
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++)
    {
        hf_model *model;
        hf_world *world = world_of(&scenes[k], &model);
        int threads = 1 + (int)k % 2;
        CHECK(hf_world_set_threads(world, threads) == threads);
        double h = hf_model_settings(model).timestep;
        run(world, (int)lround(1.0 / h));
        fail_allocation(-1);
        run(world, (int)lround(0.5 / h));
        long count = fail_allocation_count();
        if (count > 0)
            harness_fail(__FILE__, __LINE__, "%s, %d threads: %ld allocations", scenes[k].name, threads, count);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// Each allocation of the first steps fails once; the world is as it was, and the next try succeeds.
TEST(a_step_on_threads_survives_any_failed_allocation)
{
    const scene s = {"rocks", "n=10", 0};
    for (long k = 0;; k++)
    {
        hf_model *model;
        hf_world *world = world_of(&s, &model);
        CHECK(hf_world_set_threads(world, 2) == 2);
        uint64_t before = hf_world_hash(world);
        fail_allocation(k);
        hf_error error = {0};
        hf_status status = hf_world_step(world, 0.0, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK || (failed && status == HF_STATUS_NO_MEMORY && hf_world_hash(world) == before));
        if (status != HF_STATUS_OK) run(world, 1);
        hf_world_destroy(world);
        hf_model_destroy(model);
        if (!failed) break;
    }
}
