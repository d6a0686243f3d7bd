// Checkpoints of a scene: the file with its hash, and the bytes behind it, which must not be trusted either. A world that took a state over takes a step.

#include "fuzz/fuzz.h"

#include "fuzz/fuzz_scene.h"
#include "holdfast/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_scene scene;
    char path[FUZZ_PATH];
    hf_error error;
    fuzz_scene_begin(&scene);
    fuzz_file(path, ".check", data, size);
    (void)hf_checkpoint_read(path, scene.world, &error);
    if (hf_world_state_load(scene.world, data, size, &error) == HF_STATUS_OK)
        (void)hf_world_step(scene.world, 0, NULL, &error);
    return 0;
}
