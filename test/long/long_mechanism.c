// A hundred thousand steps of linkages: loops stay closed to 1e-10.

#include "support/harness.h"

#include "holdfast/scene.h"
#include "holdfast/world.h"

static void stays_closed(const char *scene, int steps)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    hf_error error = {0};
    if (hf_scene_open(scene, 1, NULL, NULL, &builder, &error) != HF_STATUS_OK ||
        hf_model_build(builder, &model, &error) != HF_STATUS_OK ||
        hf_world_create(model, &world, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s: %s", scene, error.message);
    for (int i = 0; i < steps; i++)
    {
        hf_step_report report;
        if (hf_world_step(world, 0, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s, step %d: %s", scene, i, error.message);
        CHECK(report.certified);
        CHECK(hf_world_loop_gap(world) <= 1e-10);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

TEST(four_bar)
{
    stays_closed("four_bar", 100000);
}

TEST(bricard)
{
    stays_closed("bricard", 100000);
}

TEST(jansen)
{
    stays_closed("jansen", 100000);
}
