// Seven scenes whose bits are written down: the same on every machine, with every compiler and at every level of
// optimization (docs/architecture.md, Determinism; scripts/check_bits builds this test in several ways).
//
// A change that moves a single bit of a single step shows here. If it was meant, the line that the test prints is the
// new one, and the reason belongs into the message of the commit.

#include "support/harness.h"

#include "holdfast/scene.h"

#include <inttypes.h>

typedef struct golden
{
    const char *scene;
    int steps;
    uint64_t hash;
} golden;

/// The state after that many steps, each of them certified.
static void check(golden expected)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(expected.scene, 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
    if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
    bool certified = true;
    for (int k = 0; k < expected.steps && status == HF_STATUS_OK && certified; k++)
    {
        hf_step_report report;
        status = hf_world_step(world, 0.0, &report, &error);
        certified = report.certified;
    }
    uint64_t hash = status == HF_STATUS_OK ? hf_world_hash(world) : 0;
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", expected.scene, error.message);
    if (!certified) harness_fail(__FILE__, __LINE__, "%s: a step is not certified", expected.scene);
    if (hash != expected.hash)
        harness_fail(__FILE__, __LINE__, "%s, %d steps: 0x%016" PRIx64 ", expected 0x%016" PRIx64, expected.scene,
                     expected.steps, hash, expected.hash);
}

TEST(card_house)
{
    check((golden){"card_house", 200, 0x09a1dc1df2148ac7});
}

TEST(arch)
{
    check((golden){"arch", 100, 0x7d4958678e784ec8});
}

TEST(rocks) // convex meshes, drawn at random, that fall, hit and pile up
{
    check((golden){"rocks:n=20", 200, 0xdf544db0fd8e0a4d});
}

TEST(wall)
{
    check((golden){"box_wall:rows=8,columns=6", 60, 0x99ecb4b50c9a11c8});
}

TEST(jansen) // loops and a motor, in joint coordinates
{
    check((golden){"jansen", 400, 0x10670c36fd6ca226});
}

TEST(net) // strings of links in contact
{
    check((golden){"net", 300, 0x756f880b2de7ef8f});
}

TEST(rope) // discrete elastic rods and CoRdE, between two arms
{
    check((golden){HOLDFAST_SOURCE_DIR "/scenes/rope.xml?rope.kind=der", 60, 0x4f167e3a446b1169});
    check((golden){HOLDFAST_SOURCE_DIR "/scenes/rope.xml?rope.kind=corde", 60, 0xbd137058bca73507});
}
