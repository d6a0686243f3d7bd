// The humanoid of scenes/ follows its motions on its feet, every step certified.

#include <holdfast/holdfast.h>

#include "support/harness.h"

#include <math.h>
#include <string.h>

typedef struct outcome
{
    double lowest;   // height of the pelvis [m]
    double end[3];   // where it is at the end
    double farthest; // that a foot which carries got from its place [m]
} outcome;

static outcome follow(const char *table, double duration)
{
    hf_error error;
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    if (hf_scene_open(HOLDFAST_SOURCE_DIR "/scenes/humanoid.xml", 1, NULL, NULL, &builder, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_model_count(model, HF_ITEM_JOINT) == 20 && hf_model_count(model, HF_ITEM_ACTUATOR) == 20);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    hf_controls *controls = NULL;
    if (table) CHECK(hf_controls_read(table, model, &controls, &error) == HF_STATUS_OK);
    int pelvis = hf_model_find(model, HF_ITEM_BODY, "pelvis"), foot = hf_model_find(model, HF_ITEM_BODY, "left_foot");
    hf_body_state start = hf_world_body(world, foot);
    outcome out = {.lowest = INFINITY};
    for (long k = 0; k < lround(duration / hf_model_settings(model).step.timestep); k++)
    {
        if (controls) CHECK(hf_controls_apply(controls, world, &error) == HF_STATUS_OK);
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
        CHECK(report.certified);
        CHECK(report.penetration <= 5.1e-9);
        hf_body_state now = hf_world_body(world, pelvis), standing = hf_world_body(world, foot);
        out.lowest = fmin(out.lowest, now.position[2]);
        memcpy(out.end, now.position, sizeof out.end);
        out.farthest = fmax(out.farthest,
                            hypot(standing.position[0] - start.position[0], standing.position[1] - start.position[1]));
    }
    hf_controls_destroy(controls);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    return out;
}

TEST(it_stands_still)
{
    outcome out = follow(NULL, 10.0);
    CHECK_NEAR(out.end[2], 0.9, 1e-3); // it gives way a little at its joints
    CHECK(out.farthest < 1e-9);        // and not at its feet
}

TEST(it_squats_twice)
{
    outcome out = follow(HOLDFAST_SOURCE_DIR "/scenes/humanoid_squat.csv", 8.0);
    CHECK(out.lowest < 0.66);
    CHECK_NEAR(out.end[2], 0.9, 1e-3);
    CHECK(out.farthest < 1e-2);
}

TEST(it_taps_with_one_foot_on_the_other)
{
    outcome out = follow(HOLDFAST_SOURCE_DIR "/scenes/humanoid_tap.csv", 10.0);
    CHECK(out.lowest > 0.85);
    CHECK_NEAR(out.end[2], 0.9, 2e-3);
}
