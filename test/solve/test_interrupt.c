// Interrupts: the caller says stop at the k-th look, for many k. The call then returns HF_STATUS_INTERRUPTED and has
// changed nothing, and the next one finds the workspace as if nothing had been.

#include "support/harness.h"

#include "holdfast/generate.h"
#include "holdfast/holdfast.h"

#include "base/arena.h"
#include "base/random.h"

#include <stdlib.h>
#include <string.h>

/// Says stop at one look, once.
typedef struct stopper
{
    long looks, at; // at < 0: never
} stopper;

static bool stop(void *context)
{
    stopper *s = context;
    return s->looks++ == s->at;
}

// ---- solves ----

static const char *const methods[] = {"auto",     "mfb+enum",   "momentum", "proximal", "interior", "path",  "clusters",
                                      "implicit", "mfb/global", "pivot",    "lemke",    "lexico",   "robust"};

static hf_status solve(const char *method, const hf_problem *problem, hf_workspace *workspace, double *r)
{
    hf_solve_options options = hf_solve_options_default();
    options.tolerance = 1e-13;
    options.max_iterations = 60;
    return hf_solve(method, problem, &options, r, workspace, NULL, NULL);
}

/// One method on one problem: never stopped, and stopped at some of its looks.
static void check_method(const char *method, const hf_problem *problem, int rows, int threads)
{
    enum
    {
        TRIES = 5
    };
    hf_workspace *workspace;
    stopper s = {.at = -1};
    size_t bytes = (size_t)rows * sizeof(double);
    double *plain = calloc((size_t)rows, sizeof *plain), *r = calloc((size_t)rows, sizeof *r);
    CHECK(plain && r && hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(hf_workspace_set_threads(workspace, threads) == threads);
    CHECK(solve(method, problem, workspace, plain) == HF_STATUS_OK);
    hf_workspace_set_interrupt(workspace, stop, &s);
    CHECK(solve(method, problem, workspace, r) == HF_STATUS_OK);
    CHECK(memcmp(r, plain, bytes) == 0); // looking changes nothing
    long looks = s.looks;
    CHECK(looks > 0);
    random_state random = random_seed((unsigned)looks);
    for (int k = 0; k < TRIES; k++)
    {
        s = (stopper){.at = k == 0 ? 0 : random_below(&random, (int)looks)};
        for (int i = 0; i < rows; i++) r[i] = 0.5 + i;
        double first = r[0], last = r[rows - 1];
        CHECK(solve(method, problem, workspace, r) == HF_STATUS_INTERRUPTED);
        CHECK(r[0] == first && r[rows - 1] == last);
        CHECK(arena_begin(workspace).used == 0 && arena_begin(workspace).chunk == 0); // all was given back
    }
    s = (stopper){.at = -1};
    CHECK(solve(method, problem, workspace, r) == HF_STATUS_OK);
    CHECK(memcmp(r, plain, bytes) == 0);
    hf_workspace_destroy(workspace);
    free(plain);
    free(r);
}

TEST(solves_end_at_any_look)
{
    for (int which = 0; which < 2; which++)
    {
        hf_generated made;
        hf_pile_options o = hf_pile_options_default();
        o.contact_count = 50;
        o.shape = which ? HF_PILE_BRICKS : HF_PILE_SPHERES;
        o.factored = which == 1;
        CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++)
            check_method(methods[m], made.problem, hf_problem_describe(made.problem).dimension, 1);
        hf_generated_destroy(&made);
    }
}

TEST(factors_of_large_systems_end_within)
{
    hf_generated made;
    hf_pile_options o = hf_pile_options_default();
    o.contact_count = 3000;
    o.shape = HF_PILE_SPHERES;
    o.factored = true;
    CHECK(hf_generate_pile(&o, &made, NULL) == HF_STATUS_OK);
    hf_workspace *workspace;
    int rows = hf_problem_describe(made.problem).dimension;
    double *r = calloc((size_t)rows, sizeof *r);
    CHECK(r && hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    hf_solve_options options = hf_solve_options_default();
    options.max_iterations = 1;
    stopper s = {.at = -1};
    hf_workspace_set_interrupt(workspace, stop, &s);
    CHECK(hf_solve("proximal", made.problem, &options, r, workspace, NULL, NULL) == HF_STATUS_OK);
    long looks = s.looks;
    if (looks <= 10)
        harness_fail(__FILE__, __LINE__, "%ld looks", looks); // one system: order, fronts, strips of large fronts
    for (long at = 0; at < looks; at += 1 + looks / 10)
    {
        s = (stopper){.at = at};
        CHECK(hf_solve("proximal", made.problem, &options, r, workspace, NULL, NULL) == HF_STATUS_INTERRUPTED);
    }
    hf_workspace_destroy(workspace);
    free(r);
    hf_generated_destroy(&made);
}

TEST(threads_see_one_word)
{
    hf_generated made;
    hf_random_options o = hf_random_options_default();
    o.contact_count = 300;
    o.body_count = 400; // many islands
    CHECK(hf_generate_random(&o, &made, NULL) == HF_STATUS_OK);
    hf_workspace *workspace;
    int rows = hf_problem_describe(made.problem).dimension;
    double *r = calloc((size_t)rows, sizeof *r);
    CHECK(r && hf_workspace_create(&workspace, NULL) == HF_STATUS_OK);
    CHECK(hf_workspace_set_threads(workspace, 3) == 3);
    for (long at = 0; at < 60; at += 7) // there is a look an island, at least
    {
        stopper s = {.at = at};
        hf_workspace_set_interrupt(workspace, stop, &s);
        CHECK(solve("auto", made.problem, workspace, r) == HF_STATUS_INTERRUPTED);
    }
    hf_workspace_destroy(workspace);
    free(r);
    hf_generated_destroy(&made);
}

// ---- worlds ----

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

/// Each step is interrupted a few times before it is let through: the state stays, and in the end it is that of a run
/// without interrupts.
static void check_world(const scene *s, int threads)
{
    hf_model *model, *other;
    hf_world *world = world_of(s, &model), *plain = world_of(s, &other);
    CHECK(hf_world_set_threads(world, threads) == threads);
    random_state random = random_seed(1);
    stopper stops = {.at = -1};
    hf_world_set_interrupt(world, stop, &stops);
    long looks = 4;
    for (int k = 0; k < s->steps; k++)
    {
        uint64_t before = hf_world_hash(world);
        for (int tries = 0; tries < 3; tries++)
        {
            stops = (stopper){.at = random_below(&random, (int)looks)};
            hf_status status = hf_world_step(world, 0.0, NULL, NULL);
            if (status == HF_STATUS_OK) break; // this one has fewer looks than the last
            CHECK(status == HF_STATUS_INTERRUPTED && hf_world_hash(world) == before);
        }
        stops = (stopper){.at = -1};
        if (hf_world_hash(world) == before) CHECK(hf_world_step(world, 0.0, NULL, NULL) == HF_STATUS_OK);
        if (stops.looks > 0) looks = stops.looks;
        CHECK(hf_world_step(plain, 0.0, NULL, NULL) == HF_STATUS_OK);
        CHECK(hf_world_hash(world) == hf_world_hash(plain));
    }
    hf_world_destroy(world);
    hf_world_destroy(plain);
    hf_model_destroy(model);
    hf_model_destroy(other);
}

TEST(steps_end_at_any_look_and_leave_the_state)
{
    static const scene scenes[] = {{"rocks", "n=30", 30}, {"balls", "", 30},  {"box_wall", "rows=4", 6},
                                   {"cradle", "", 60},    {"jansen", "", 30}, {"sphere_pile", "n=60,spacing=2.1", 40}};
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) check_world(&scenes[k], 1 + (int)(k % 2));
}
