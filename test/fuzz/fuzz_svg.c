// SVG: whatever the drawing holds, it is a planar scene that can be built and moves for two steps, or an error.

#include "fuzz/fuzz.h"

#include "holdfast/scene.h"
#include "holdfast/world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    hf_error error;
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_world *world = NULL;
    fuzz_file(path, ".svg", data, size);
    if (hf_scene_read_svg(path, NULL, NULL, &builder, &error) == HF_STATUS_OK &&
        hf_model_build(builder, &model, &error) == HF_STATUS_OK &&
        hf_world_create(model, &world, &error) == HF_STATUS_OK && hf_model_count(model, HF_ITEM_SHAPE) < 50)
    {
        hf_step_report report;
        for (int k = 0; k < 2; k++) (void)hf_world_step(world, hf_model_settings(model).step.timestep, &report, &error);
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    return 0;
}
