// Animated glTF files, .gltf by their first byte and .glb otherwise: the only node that moves, and one by name.

#include "fuzz/fuzz.h"

#include "holdfast/scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH], named[FUZZ_PATH + 8];
    hf_error error;
    hf_motion_keys *keys = NULL;
    fuzz_file(path, size > 0 && data[0] == '{' ? ".gltf" : ".glb", data, size);
    (void)hf_motion_read(path, &keys, &error);
    hf_motion_keys_destroy(keys);
    snprintf(named, sizeof named, "%s#Head", path);
    (void)hf_motion_read(named, &keys, &error);
    hf_motion_keys_destroy(keys);
    return 0;
}
