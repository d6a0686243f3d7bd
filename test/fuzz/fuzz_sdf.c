// SDF: whatever the file holds, it is a scene that can be built and set in motion, or an error.

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
    fuzz_file(path, ".sdf", data, size);
    if (hf_scene_open(path, 1, NULL, NULL, &builder, &error) == HF_STATUS_OK &&
        hf_model_build(builder, &model, &error) == HF_STATUS_OK)
        (void)hf_world_create(model, &world, &error);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    return 0;
}
