// Tables of controls for a scene with two actuators, read and applied.

#include "fuzz/fuzz.h"

#include "fuzz/fuzz_scene.h"
#include "holdfast/scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_scene scene;
    char path[FUZZ_PATH];
    hf_error error;
    hf_controls *controls = NULL;
    fuzz_scene_begin(&scene);
    fuzz_file(path, ".csv", data, size);
    if (hf_controls_read(path, scene.model, &controls, &error) == HF_STATUS_OK)
        (void)hf_controls_apply(controls, scene.world, &error);
    hf_controls_destroy(controls);
    return 0;
}
