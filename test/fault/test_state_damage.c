// Saved states with words that are not what they were: refused, or a state that a world goes on from, into a step or
// into an error, and never out of bounds.

#include "support/scene_text.h"

#include "holdfast/world.h"

#include "base/random.h"

#include <stdlib.h>
#include <string.h>

enum
{
    DAMAGES = 50, // a scene
    WARM = 96,    // bytes of an impulse, at the end of states without lists
};

typedef struct saved
{
    hf_model *model;
    hf_world *world;
    char *bytes;
    size_t size;
} saved;

static saved saved_after(const char *scene, double time)
{
    hf_builder *builder = NULL;
    hf_error error = {0};
    saved s = {0};
    char path[600];
    bool file = strstr(scene, ".xml") != NULL;
    snprintf(path, sizeof path, "%s%s", file ? HOLDFAST_SOURCE_DIR "/scenes/" : "", scene);
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &s.model, &error);
    hf_builder_destroy(builder);
    if (status == HF_STATUS_OK) status = hf_world_create(s.model, &s.world, &error);
    while (status == HF_STATUS_OK && hf_world_time(s.world) < time) status = hf_world_step(s.world, 0, NULL, &error);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", scene, error.message);
    s.size = hf_world_state_size(s.world);
    s.bytes = malloc(s.size);
    CHECK(s.bytes != NULL);
    hf_world_state_save(s.world, s.bytes);
    return s;
}

static void saved_end(saved *s)
{
    free(s->bytes);
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
}

/// Of words damaged one by one, those that were taken over all the same.
static int damage(saved *s, uint64_t seed)
{
    static const uint32_t words[] = {0x7fffffff, 0x99999999, 0x00100000, 0, 0xffffffff, 0x7fe00000, 1};
    random_state random = random_seed(seed);
    char *bytes = malloc(s->size);
    int taken = 0;
    CHECK(bytes != NULL);
    for (int k = 0; k < DAMAGES; k++)
    {
        hf_error error = {0};
        size_t at = 4 * (size_t)random_below(&random, (int)(s->size / 4));
        memcpy(bytes, s->bytes, s->size);
        memcpy(bytes + at, &words[random_below(&random, sizeof words / sizeof words[0])], 4);
        if (hf_world_state_load(s->world, bytes, s->size, &error) != HF_STATUS_OK)
        {
            CHECK(strstr(error.message, "state") != NULL);
            continue;
        }
        taken++;
        (void)hf_world_step(s->world, 0, NULL, &error);
        (void)hf_world_step(s->world, 0, NULL, &error);
    }
    free(bytes);
    return taken;
}

TEST(steps_from_damaged_states_stay_in_bounds)
{
    static const struct
    {
        const char *scene;
        double time;
    } cases[] = {{"card_house", 0.02}, {"humanoid.xml", 0.8}, {"jelly.xml", 0.4},         {"rope.xml", 0.5},
                 {"terrain.xml", 0.5}, {"gripper.xml", 0.1},  {"hinged_cradle.xml", 0.3}, {"braid", 0.02}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        saved s = saved_after(cases[k].scene, cases[k].time);
        CHECK(damage(&s, k + 1) > 0);
        saved_end(&s);
    }
}

/// The first shape of impulse `k`, the second, and its id.
static void name_impulse(char *bytes, size_t size, int count, int k, int a, int b, uint64_t id)
{
    char *at = bytes + size - (size_t)(count - k) * WARM;
    memcpy(at, &a, sizeof a);
    memcpy(at + 4, &b, sizeof b);
    memcpy(at + 8, &id, sizeof id);
}

TEST(impulses_of_shapes_that_are_not_there_are_refused)
{
    saved s = saved_after("card_house", 0.02);
    char *bytes = malloc(s.size);
    hf_error error = {0};
    int count = hf_world_contact_count(s.world), shapes = hf_model_count(s.model, HF_ITEM_SHAPE);
    CHECK(bytes != NULL && count > 3);
    const struct
    {
        int k, a, b;
        uint64_t id;
    } bad[] = {
        {count - 1, 0, shapes, 0}, {0, -1, 1, 0}, {count - 1, shapes + 7, shapes + 9, 0}, {1, 0, 0, 0}, {2, 1, 0, 0},
        {count - 1, 0, 1, 0} /* not in order */};
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
    {
        memcpy(bytes, s.bytes, s.size);
        name_impulse(bytes, s.size, count, bad[k].k, bad[k].a, bad[k].b, bad[k].id);
        CHECK(hf_world_state_load(s.world, bytes, s.size, &error) == HF_STATUS_FORMAT);
        CHECK(strstr(error.message, "impulses") != NULL);
    }
    uint64_t hash = hf_world_hash(s.world);
    CHECK(hf_world_state_load(s.world, s.bytes, s.size, &error) == HF_STATUS_OK);
    CHECK(hf_world_hash(s.world) == hash);
    free(bytes);
    saved_end(&s);
}
