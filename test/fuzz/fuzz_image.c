// PNG images: pixels, and a smaller image of them. The first byte says how small.

#include "fuzz/fuzz.h"

#include "holdfast/visual.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    hf_error error;
    hf_image image;
    if (size == 0) return 0;
    fuzz_file(path, ".png", data + 1, size - 1);
    if (hf_image_read(path, data[0], &image, &error) == HF_STATUS_OK) hf_image_free(&image);
    return 0;
}
