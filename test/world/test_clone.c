// Clones of worlds go on with the bits of the original: with contacts, warm starts, forces, settings and changes.

#include "support/scene_text.h"

#include "holdfast/world.h"

#include <stdlib.h>
#include <string.h>

static hf_world *open_world(const char *scene, hf_model **model)
{
    hf_builder *builder = NULL;
    hf_world *world = NULL;
    hf_error error;
    CHECK(hf_scene_open(scene, 1, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(*model, &world, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    return world;
}

static void steps(hf_world *world, int count)
{
    hf_error error;
    for (int k = 0; k < count; k++) CHECK(hf_world_step(world, 0, NULL, &error) == HF_STATUS_OK);
}

TEST(both_go_on_with_the_same_bits)
{
    static const char *const scenes[] = {"arch", "dominoes", HOLDFAST_SOURCE_DIR "/scenes/humanoid.xml", "pendulum",
                                         HOLDFAST_SOURCE_DIR "/scenes/rope.xml"};
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++)
    {
        hf_model *model;
        hf_world *world = open_world(scenes[k], &model), *clone = NULL;
        hf_error error;
        steps(world, 7);
        CHECK(hf_world_clone(world, &clone, &error) == HF_STATUS_OK);
        CHECK(hf_world_hash(world) == hf_world_hash(clone));
        CHECK(hf_world_contact_count(world) == hf_world_contact_count(clone));
        for (int c = 0; c < hf_world_contact_count(world); c++)
            CHECK(hf_world_contact(world, c).r[0] == hf_world_contact(clone, c).r[0]);
        steps(world, 9);
        steps(clone, 9);
        CHECK(hf_world_hash(world) == hf_world_hash(clone));
        hf_world_destroy(world);
        steps(clone, 1); // and alone
        hf_world_destroy(clone);
        hf_model_destroy(model);
    }
}

TEST(changes_come_along_and_stay_apart)
{
    hf_model *model;
    hf_world *world = open_world("incline:mu=0.6", &model), *clone = NULL;
    hf_error error;
    for (int k = 0; k < hf_model_count(model, HF_ITEM_SHAPE); k++)
    {
        hf_shape_def def = hf_model_shape(model, k);
        def.friction = 0.1;
        CHECK(hf_world_set_shape(world, k, &def, &error) == HF_STATUS_OK);
    }
    CHECK(hf_world_set_mass(world, 1, 7, &error) == HF_STATUS_OK);
    hf_settings settings = hf_model_settings(model);
    settings.physics.gravity[2] = -3;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    CHECK(hf_world_clone(world, &clone, &error) == HF_STATUS_OK);
    CHECK(hf_model_body(hf_world_model(clone), 1).mass == 7);
    steps(world, 20);
    steps(clone, 20);
    CHECK(hf_world_hash(world) == hf_world_hash(clone));
    CHECK(fabs(hf_world_v(clone)[0]) > 0.01);                      // tan 26.6° = 0.5 > 0.1: it slides
    CHECK(hf_world_set_mass(world, 1, 9, &error) == HF_STATUS_OK); // of the one alone
    CHECK(hf_model_body(hf_world_model(clone), 1).mass == 7);
    hf_world_destroy(world);
    hf_world_destroy(clone);
    hf_model_destroy(model);
}

TEST(memory_that_fails)
{
    hf_model *model;
    hf_world *world = open_world("incline:mu=0.6", &model);
    hf_error error;
    CHECK(hf_world_set_mass(world, 1, 9, &error) == HF_STATUS_OK);
    steps(world, 3);
    for (long k = 0;; k++)
    {
        hf_world *clone = NULL;
        fail_allocation(k);
        hf_status status = hf_world_clone(world, &clone, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(failed ? status == HF_STATUS_NO_MEMORY && !clone : status == HF_STATUS_OK);
        hf_world_destroy(clone);
        if (!failed) break;
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}
