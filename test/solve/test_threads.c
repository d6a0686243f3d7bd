// Worlds on several threads: the same bits for any number of them; and steps that allocate nothing once they have run
// for a while.

#include "support/harness.h"

#include "holdfast/holdfast.h"
#include "holdfast/papers.h"

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
        CHECK(hf_world_step(world, 0.0, &report, NULL) == HF_STATUS_OK && report.quality != HF_STEP_FAILED);
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

/// Many islands; some need later stages, too.
static hf_generated many_islands(bool factored)
{
    hf_random_options o = hf_random_options_default();
    o.seed = 3;
    o.contact_count = 200;
    o.redundancy = 0.3;
    o.factored = factored;
    hf_generated made;
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    return made;
}

/// Solves on `threads` threads; r has `dimension` entries.
static hf_report solve_on(int threads, const hf_problem *problem, const hf_solve_options *options, double *r)
{
    hf_workspace *workspace;
    hf_report report;
    CHECK(hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(hf_workspace_set_threads(workspace, threads) == threads);
    CHECK(hf_solve("auto", problem, options, r, workspace, &report, NULL) == HF_STATUS_OK);
    hf_workspace_destroy(workspace);
    return report;
}

/// The same bits and the same report with 1 to 4 threads; returns the report.
static hf_report solve_alike(const hf_problem *problem, const hf_solve_options *options)
{
    int n = hf_problem_describe(problem).dimension;
    double *first = calloc((size_t)n, sizeof *first), *r = calloc((size_t)n, sizeof *r);
    hf_report expected = solve_on(1, problem, options, first);
    for (int threads = 2; threads <= 4; threads++)
    {
        hf_report report = solve_on(threads, problem, options, r);
        CHECK(memcmp(r, first, (size_t)n * sizeof *r) == 0 && report.outcome == expected.outcome);
        CHECK(report.iterations == expected.iterations && report.phase_count == expected.phase_count);
        CHECK(report.residual.natural == expected.residual.natural && strcmp(report.note, expected.note) == 0);
    }
    free(first);
    free(r);
    return expected;
}

TEST(islands_are_solved_alike_on_any_number_of_threads)
{
    for (int factored = 0; factored < 2; factored++)
    {
        hf_generated made = many_islands(factored);
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = 1e-13;
        CHECK(solve_alike(made.problem, &options).residual.natural <= 1e-13);
        hf_generated_destroy(&made);
    }
}

/// A limit is divided among the islands before they are begun, so that no thread takes what another would have needed.
TEST(a_limit_on_iterations_gives_the_same_bits_and_is_kept)
{
    hf_generated made = many_islands(false);
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = 1e-13;
    hf_outcome outcome = HF_OUTCOME_LIMIT;
    for (long limit = 1; limit <= 1024; limit *= 4)
    {
        options.max_iterations = limit;
        hf_report report = solve_alike(made.problem, &options);
        CHECK(report.iterations <= limit);
        outcome = report.outcome;
        CHECK(outcome == HF_OUTCOME_CONVERGED || (outcome == HF_OUTCOME_LIMIT && strstr(report.note, "limit")));
    }
    CHECK(outcome == HF_OUTCOME_CONVERGED);
    hf_generated_destroy(&made);
}

typedef struct watcher
{
    long calls, last, stop_at;
    double natural;
    bool inside, orderly;
} watcher;

/// Not called twice at once, or `inside` would be seen; plain members, so that the thread sanitizer would tell, too.
static bool watch(void *context, const hf_progress *progress)
{
    watcher *w = context;
    w->orderly = w->orderly && !w->inside && progress->iteration >= w->last && progress->phase[0];
    w->inside = true;
    w->calls++;
    w->last = progress->iteration;
    w->natural = progress->natural;
    w->inside = false;
    return w->stop_at == 0 || progress->iteration < w->stop_at;
}

TEST(an_observer_that_looks_on_changes_no_bit)
{
    for (int factored = 0; factored < 2; factored++)
    {
        hf_generated made = many_islands(factored);
        int n = hf_problem_describe(made.problem).dimension;
        double *first = calloc((size_t)n, sizeof *first), *r = calloc((size_t)n, sizeof *r);
        hf_solve_options options = hf_solve_options_default();
        options.tolerance = 1e-13;
        hf_report expected = solve_on(1, made.problem, &options, first);
        long calls = 0;
        for (int threads = 1; threads <= 3; threads++)
        {
            watcher w = {.orderly = true};
            options.observer = watch;
            options.observer_context = &w;
            hf_report report = solve_on(threads, made.problem, &options, r);
            CHECK(memcmp(r, first, (size_t)n * sizeof *r) == 0 && report.iterations == expected.iterations);
            CHECK(w.orderly && w.last <= report.iterations && w.calls > 100);
            CHECK(threads == 1 || w.calls == calls); // each island shows what it shows, in whatever order
            calls = w.calls;
            // the whole, as the observer saw it last: islands that have ended may have shown less than their best
            CHECK(w.natural >= 0.0 && w.natural < 1e-6);
        }
        free(first);
        free(r);
        hf_generated_destroy(&made);
    }
}

TEST(an_observer_stops_all_islands)
{
    hf_generated made = many_islands(false);
    int n = hf_problem_describe(made.problem).dimension;
    double *r = calloc((size_t)n, sizeof *r);
    for (int threads = 1; threads <= 3; threads++)
        for (long stop_at = 1; stop_at <= 100; stop_at *= 10)
        {
            watcher w = {.orderly = true, .stop_at = stop_at};
            hf_solve_options options = hf_solve_options_default();
            options.tolerance = 1e-13;
            options.observer = watch;
            options.observer_context = &w;
            hf_report report = solve_on(threads, made.problem, &options, r);
            CHECK(w.orderly && w.last == stop_at); // not called again
            CHECK(report.outcome == HF_OUTCOME_LIMIT && strstr(report.note, "observer"));
        }
    free(r);
    hf_generated_destroy(&made);
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
        double h = hf_model_settings(model).step.timestep;
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
