// Checkpoints of a scene: the file with its hash, and the bytes behind it, which must not be trusted either. A world
// that took a state over goes on from it.

#include "fuzz/fuzz.h"

#include "fuzz/fuzz_scene.h"
#include "holdfast/record.h"

/// What was taken over is stepped from, saved, and taken over again.
static void go_on(hf_world *world)
{
    hf_error error;
    for (int k = 0; k < 3; k++)
        if (hf_world_step(world, 0, NULL, &error) != HF_STATUS_OK) return;
    size_t size = hf_world_state_size(world);
    void *bytes = malloc(size);
    if (!bytes) abort();
    hf_world_state_save(world, bytes);
    if (hf_world_state_load(world, bytes, size, &error) != HF_STATUS_OK) abort(); // what a step leaves is sound
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzz_scene scene;
    char path[FUZZ_PATH];
    hf_error error;
    fuzz_scene_begin(&scene);
    fuzz_file(path, ".check", data, size);
    if (hf_checkpoint_read(path, scene.world, &error) == HF_STATUS_OK) go_on(scene.world);
    if (hf_world_state_load(scene.world, data, size, &error) == HF_STATUS_OK) go_on(scene.world);
    return 0;
}
