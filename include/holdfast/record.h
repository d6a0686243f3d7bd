// Recordings: what a run leaves behind. Written so that a killed run leaves a readable file.

#ifndef HOLDFAST_RECORD_H
#define HOLDFAST_RECORD_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    /// Per-step figures that the library cannot know (it reads no clock).
    typedef struct hf_step_timing
    {
        double seconds; // of the whole step
        double stage[HF_STAGE_COUNT];
    } hf_step_timing;

    typedef struct hf_recorder hf_recorder;

    /// Starts a recording (HDF5): the model's shapes and settings, then frames. `every`: record each n-th step, >= 1.
    HF_API hf_status hf_recorder_create(const char *path, const hf_model *model, int every, bool contacts,
                                        hf_recorder **recorder, hf_error *error);
    /// Appends a frame; data is flushed at least once a second of simulated time or each 100 frames.
    HF_API hf_status hf_recorder_add(hf_recorder *recorder, const hf_world *world, const hf_step_report *report,
                                     const hf_step_timing *timing, hf_error *error);
    HF_API hf_status hf_recorder_close(hf_recorder *recorder, hf_error *error);

    typedef struct hf_recording hf_recording;

    /// Opens a recording, finished or not.
    HF_API hf_status hf_recording_open(const char *path, hf_recording **recording, hf_error *error);
    HF_API void hf_recording_close(hf_recording *recording);
    HF_API int hf_recording_frame_count(const hf_recording *recording);

    /// One self-contained page that replays the recording in a browser.
    HF_API hf_status hf_recording_write_html(const hf_recording *recording, const char *path, const char *title,
                                             hf_error *error);

    /// `time`, then NAME.x NAME.y NAME.z NAME.qw NAME.qx NAME.qy NAME.qz for every body but the world.
    HF_API hf_status hf_recording_write_csv(const hf_recording *recording, const char *path, hf_error *error);

    /// Checkpoints: the whole state, bit by bit, with a hash; written to a temporary name and renamed.
    HF_API hf_status hf_checkpoint_write(const char *path, const hf_world *world, hf_error *error);
    HF_API hf_status hf_checkpoint_read(const char *path, hf_world *world, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
