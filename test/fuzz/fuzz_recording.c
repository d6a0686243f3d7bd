// Recordings: frames and poses of whatever opens.

#include "fuzz/fuzz.h"

#include "holdfast/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH];
    hf_error error;
    hf_recording *recording = NULL;
    fuzz_file(path, ".hdf5", data, size);
    if (hf_recording_open(path, &recording, &error) != HF_STATUS_OK) return 0;
    double *poses = calloc((size_t)hf_recording_body_count(recording), 7 * sizeof *poses);
    for (int k = 0; poses && k < hf_recording_frame_count(recording) && k < 100; k++)
    {
        (void)hf_recording_time(recording, k);
        (void)hf_recording_poses(recording, k, poses, &error);
    }
    (void)hf_recording_write_csv(recording, "output.csv", &error);
    (void)hf_recording_write_html(recording, "output.html", "fuzz", &error);
    (void)hf_recording_write_gltf(recording, "output.glb", NULL, &error);
    (void)hf_recording_write_usd(recording, "output.usda", NULL, &error);
    free(poses);
    hf_recording_close(recording);
    return 0;
}
