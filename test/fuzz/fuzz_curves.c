// Curve files: the first byte chooses the kind and the options, the rest is the file. What is read is written again and
// must be readable.

#include "fuzz/fuzz.h"

#include "holdfast/curves.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const endings[] = {".hair", ".obj", ".csv"};
    char path[FUZZ_PATH];
    hf_error error;
    if (size == 0) return 0;
    hf_curves_options options = hf_curves_options_default();
    options.every = data[0] & 64 ? 2 : 1;
    options.points = data[0] & 32 ? 5 : 0;
    options.maximum = data[0] & 16 ? 3 : 0;
    options.up = data[0] & 8 ? 'y' : 'z';
    const char *ending = endings[data[0] % 8 % 3];
    fuzz_file(path, ending, data + 1, size - 1);
    hf_curves *curves, *again;
    if (hf_curves_read(path, &options, &curves, &error) != HF_STATUS_OK) return 0;
    for (size_t s = 0; s < hf_curves_count(curves); s++)
        if (hf_curves_point_count(curves, s) < 2 && options.points == 0) abort();
    if (hf_curves_write(path, curves, &error) != HF_STATUS_OK) abort();
    options = hf_curves_options_default();
    if (hf_curves_read(path, &options, &again, &error) == HF_STATUS_OK)
    {
        if (hf_curves_count(again) > hf_curves_count(curves)) abort();
        hf_curves_destroy(again);
    }
    hf_curves_destroy(curves);
    return 0;
}
