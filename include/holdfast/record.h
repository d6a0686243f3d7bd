// Recordings: what a run leaves behind. Written so that a killed run leaves a readable file.
//
// A recording (HDF5) has the model's shapes, a row for every step (times, energies, residual, what the step took), and at every n-th step a
// frame: where each moving body is, and the contacts. Everything in it can be read by any program that reads HDF5: docs/recording.md.
// In a build without HDF5 a recorder can keep what it records in memory only, which is all that a page or a CSV file needs.

#ifndef HOLDFAST_RECORD_H
#define HOLDFAST_RECORD_H

#include "holdfast/world.h"

#ifdef __cplusplus
extern "C"
{
#endif

    // ---- recording ----

    /// Per-step figures that the library cannot know (it reads no clock).
    typedef struct hf_step_timing
    {
        double seconds; // of the whole step
        double stage[HF_STAGE_COUNT];
    } hf_step_timing;

    typedef struct hf_recorder_options
    {
        int every;            // a frame at each n-th step, >= 1. Default: about 100 frames a second
        bool contacts;        // frames have contacts. Default true
        hf_settings settings; // of the world that is recorded. Default: the model's
        size_t memory; // without a file: bytes that frames may take; beyond, every other one goes. Default 192 MB
    } hf_recorder_options;

    /// For a world with the model's settings.
    HF_API hf_recorder_options hf_recorder_options_default(const hf_model *model);

    typedef struct hf_recorder hf_recorder;

    /// Starts a recording at `path`, or in memory if path is NULL. `options` may be NULL.
    HF_API hf_status hf_recorder_create(const char *path, const hf_model *model, const hf_recorder_options *options,
                                        hf_recorder **recorder, hf_error *error);

    /// Appends a step, and a frame if it is its turn; data is flushed at least once a second of simulated time or each 64 frames. Without a
    /// report it is a frame alone: the state before the first step. `timing` may be NULL.
    HF_API hf_status hf_recorder_add(hf_recorder *recorder, const hf_world *world, const hf_step_report *report,
                                     const hf_step_timing *timing, hf_error *error);

    /// Everything added so far is safe from the end of this process.
    HF_API hf_status hf_recorder_flush(hf_recorder *recorder, hf_error *error);

    /// Ends the recording and frees the recorder, whatever comes back. NULL is allowed.
    HF_API hf_status hf_recorder_close(hf_recorder *recorder, hf_error *error);

    // ---- reading ----

    typedef struct hf_recording hf_recording;

    /// Opens a recording, finished or not. A frame or step that was not written whole is not there.
    HF_API hf_status hf_recording_open(const char *path, hf_recording **recording, hf_error *error);
    HF_API void hf_recording_close(hf_recording *recording);

    /// What a recorder without a file has so far; it belongs to the recorder. NULL for one with a file.
    HF_API const hf_recording *hf_recorder_recording(const hf_recorder *recorder);

    HF_API int hf_recording_step_count(const hf_recording *recording);
    HF_API int hf_recording_frame_count(const hf_recording *recording);
    HF_API int hf_recording_body_count(const hf_recording *recording); // the world counts
    HF_API bool hf_recording_complete(const hf_recording *recording);  // it was ended by hf_recorder_close

    /// Time of a frame [s].
    HF_API double hf_recording_time(const hf_recording *recording, int frame);

    /// Where each body is at a frame: body_count × (x, y, z, qw, qx, qy, qz). Positions in full, orientations to 7 digits.
    HF_API hf_status hf_recording_poses(const hf_recording *recording, int frame, double *poses, hf_error *error);

    // ---- what is made of them ----

    /// One self-contained page that replays the recording in a browser. Long recordings are thinned, and the page says so.
    HF_API hf_status hf_recording_write_html(const hf_recording *recording, const char *path, const char *title,
                                             hf_error *error);

    /// `time`, then NAME.x NAME.y NAME.z NAME.qw NAME.qx NAME.qy NAME.qz for every body but the world.
    HF_API hf_status hf_recording_write_csv(const hf_recording *recording, const char *path, hf_error *error);

    // ---- checkpoints ----

    /// The whole state, bit by bit, with a hash; written under another name and renamed, so that the file is always a whole one.
    HF_API hf_status hf_checkpoint_write(const char *path, const hf_world *world, hf_error *error);

    /// HF_STATUS_FORMAT if the file is damaged or of another model; the world is then as it was.
    HF_API hf_status hf_checkpoint_read(const char *path, hf_world *world, hf_error *error);

#ifdef __cplusplus
}
#endif

#endif
