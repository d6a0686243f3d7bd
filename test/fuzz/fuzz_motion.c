// Tables of motion, read and made a part of a model.

#include "fuzz/fuzz.h"

#include "holdfast/scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    hf_error error;
    hf_motion_keys *keys = NULL;
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    fuzz_file(path, ".csv", data, size);
    if (hf_motion_read(path, &keys, &error) != HF_STATUS_OK) return 0;
    hf_body_def body = hf_body_def_default();
    body.motion = HF_MOTION_PRESCRIBED;
    hf_motion_def def = hf_motion_keys_def(keys, 1);
    if (hf_builder_create(&builder, &error) == HF_STATUS_OK &&
        hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK &&
        hf_builder_add_motion(builder, &def, &error) == HF_STATUS_OK)
        (void)hf_model_build(builder, &model, &error);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
    hf_motion_keys_destroy(keys);
    return 0;
}
