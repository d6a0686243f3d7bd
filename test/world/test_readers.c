// Two threads read one world at once: getters on a const world write nothing. The thread sanitizer (make tsan) sees
// what does; everywhere else the answers must be those of one thread.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum
{
    ROUNDS = 40,
    READERS = 2
};

/// All that can be read, as one number: an FNV-1a hash of the bits.
static void add(uint64_t *hash, const void *bytes, size_t size)
{
    const unsigned char *c = bytes;
    for (size_t k = 0; k < size; k++) *hash = (*hash ^ c[k]) * 0x100000001b3;
}

static void add_number(uint64_t *hash, double x)
{
    add(hash, &x, sizeof x);
}

static void add_contacts(uint64_t *hash, const hf_world *world)
{
    for (int k = 0; k < hf_world_contact_count(world); k++)
    {
        hf_contact c = hf_world_contact(world, k);
        add(hash, c.point, sizeof c.point);
        add(hash, c.r, sizeof c.r);
        add_number(hash, c.gap);
    }
    const double *r;
    const hf_problem *problem = hf_world_problem(world, &r);
    if (problem) add(hash, r, (size_t)hf_problem_describe(problem).dimension * sizeof *r);
}

/// Numbers that the caller makes room for. `room` has v_count² entries, and at least as many as the state has.
static bool add_computed(uint64_t *hash, const hf_world *world, size_t v_count, double *room)
{
    hf_error error;
    if (hf_world_mass_matrix(world, room, &error) != HF_STATUS_OK) return false;
    add(hash, room, v_count * v_count * sizeof *room);
    if (hf_world_bias(world, room, &error) != HF_STATUS_OK) return false;
    add(hash, room, v_count * sizeof *room);
    hf_world_state_save(world, room);
    add(hash, room, hf_world_state_size(world));
    return true;
}

typedef struct reader
{
    const hf_model *model;
    const hf_world *world;
    const char *checkpoint; // where this one writes it
    uint64_t hash;
    bool good;
} reader;

static uint64_t read_once(reader *r, double *room)
{
    const hf_world *w = r->world;
    uint64_t hash = hf_world_hash(w);
    size_t v_count = (size_t)hf_model_v_count(r->model);
    add_number(&hash, hf_world_time(w));
    add_number(&hash, hf_world_loop_gap(w));
    add(&hash, hf_world_q(w), (size_t)hf_model_q_count(r->model) * sizeof(double));
    add(&hash, hf_world_v(w), v_count * sizeof(double));
    for (int k = 0; k < hf_model_count(r->model, HF_ITEM_BODY); k++)
    {
        hf_body_state body = hf_world_body(w, k);
        add(&hash, &body, sizeof body);
    }
    for (int k = 0; k < hf_model_count(r->model, HF_ITEM_ACTUATOR); k++)
    {
        add_number(&hash, hf_world_control(w, k));
        add_number(&hash, hf_world_actuator_force(w, k));
    }
    add_contacts(&hash, w);
    r->good = r->good && add_computed(&hash, w, v_count, room);
    return hash;
}

static void *read_all(void *context)
{
    reader *r = context;
    size_t v_count = (size_t)hf_model_v_count(r->model);
    double *room = malloc(v_count * v_count * sizeof *room + hf_world_state_size(r->world));
    r->good = room != NULL;
    r->hash = r->good ? read_once(r, room) : 0;
    for (int k = 1; k < ROUNDS && r->good; k++) r->good = read_once(r, room) == r->hash && r->good;
    if (r->good) r->good = hf_checkpoint_write(r->checkpoint, r->world, NULL) == HF_STATUS_OK;
    free(room);
    return NULL;
}

static void read_side_by_side(const hf_model *model, const hf_world *world)
{
    char names[READERS + 1][64];
    reader readers[READERS + 1];
    pthread_t threads[READERS];
    for (int k = 0; k <= READERS; k++)
    {
        snprintf(names[k], sizeof names[k], "holdfast_readers_%ld_%d", (long)getpid(), k);
        readers[k] = (reader){.model = model, .world = world, .checkpoint = names[k]};
    }
    for (int k = 0; k < READERS; k++) CHECK(pthread_create(&threads[k], NULL, read_all, &readers[k]) == 0);
    for (int k = 0; k < READERS; k++) CHECK(pthread_join(threads[k], NULL) == 0);
    read_all(&readers[READERS]);
    for (int k = 0; k <= READERS; k++)
    {
        remove(names[k]);
        CHECK(readers[k].good && readers[k].hash == readers[READERS].hash);
    }
}

static void run_scene(const char *name, const char *parameters, hf_coordinates coordinates)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_error error = {0};
    if (hf_builtin_make(name, parameters, 1, &builder, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", name, error.message);
    hf_settings settings = hf_builder_settings(builder);
    settings.step.coordinates = coordinates;
    CHECK(hf_builder_set(builder, &settings, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    read_side_by_side(model, world);
    for (int k = 0; k < 5; k++) CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
    read_side_by_side(model, world);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

TEST(free_bodies)
{
    run_scene("towers", NULL, HF_COORDINATES_REDUCED);
}

TEST(links_loops_and_actuators)
{
    run_scene("jansen", NULL, HF_COORDINATES_REDUCED);
    run_scene("grasp", NULL, HF_COORDINATES_REDUCED);
    run_scene("hoist", NULL, HF_COORDINATES_REDUCED);
}

TEST(links_in_maximal_coordinates)
{
    run_scene("pendulum", NULL, HF_COORDINATES_MAXIMAL);
    run_scene("four_bar", NULL, HF_COORDINATES_MAXIMAL);
}

// ---- what is shown follows the state ----

/// q and v right after each kind of change, from bodies and from a second world that was put into the same state.
TEST(coordinates_follow_every_change)
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world, *other;
    hf_error error;
    CHECK(hf_builtin_make("pendulum", NULL, 1, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &other, &error) == HF_STATUS_OK);
    size_t n = (size_t)hf_model_q_count(model), m = (size_t)hf_model_v_count(model);
    double *q = malloc((n + m) * sizeof *q), *v = q + n;
    memcpy(q, hf_world_q(world), n * sizeof *q);
    memcpy(v, hf_world_v(world), m * sizeof *v);
    for (int k = 0; k < 3; k++) CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
    CHECK(memcmp(q, hf_world_q(world), n * sizeof *q) != 0); // a step shows

    size_t size = hf_world_state_size(world);
    void *bytes = malloc(size);
    hf_world_state_save(world, bytes);
    CHECK(hf_world_state_load(other, bytes, size, &error) == HF_STATUS_OK); // a state that is loaded shows
    CHECK(memcmp(hf_world_q(world), hf_world_q(other), n * sizeof *q) == 0);
    CHECK(memcmp(hf_world_v(world), hf_world_v(other), m * sizeof *v) == 0);

    CHECK(hf_world_set_q(world, q, NULL, &error) == HF_STATUS_OK); // half of a state that is set shows; the other stays
    CHECK(memcmp(hf_world_q(world), q, n * sizeof *q) == 0);
    CHECK(memcmp(hf_world_v(world), hf_world_v(other), m * sizeof *v) == 0);
    CHECK(hf_world_step(world, -1.0, NULL, &error) == HF_STATUS_INVALID); // a refused step changes nothing
    CHECK(memcmp(hf_world_q(world), q, n * sizeof *q) == 0);
    free(bytes);
    free(q);
    hf_world_destroy(world);
    hf_world_destroy(other);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}
