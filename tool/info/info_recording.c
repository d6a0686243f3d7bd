// What a recording holds, for holdfast info.

#include "info_model.h"

#include "console.h"
#include "json.h"
#include "quality.h"

#include "holdfast/record.h"

#include <string.h>

bool is_recording(const char *path)
{
    size_t length = strlen(path);
    return (length > 5 && strcmp(path + length - 5, ".hdf5") == 0) ||
           (length > 3 && strcmp(path + length - 3, ".h5") == 0);
}

static double last_time(const hf_recording *recording)
{
    int frames = hf_recording_frame_count(recording);
    return frames > 0 ? hf_recording_time(recording, frames - 1) : 0.0;
}

static int count_signals(const hf_recording *recording, hf_signal_kind kind)
{
    int count = 0;
    for (int k = 0; k < hf_recording_signal_count(recording); k++)
        count += hf_recording_signal_kind(recording, k) == kind;
    return count;
}

static void write_signals(const hf_recording *recording)
{
    int count = hf_recording_signal_count(recording);
    if (count == 0) return;
    console_cell(stdout, "signals", 14, COLOUR_DIM);
    printf("%d: %d coordinates, %d velocities, %d controls, %d forces, %d numbers of sensors\n", count,
           count_signals(recording, HF_SIGNAL_POSITION), count_signals(recording, HF_SIGNAL_VELOCITY),
           count_signals(recording, HF_SIGNAL_CONTROL), count_signals(recording, HF_SIGNAL_FORCE),
           count_signals(recording, HF_SIGNAL_SENSOR));
}

static void write_table(const char *path, const hf_recording *recording)
{
    hf_run_quality quality = hf_recording_quality(recording);
    hf_settings settings = hf_recording_settings(recording);
    printf("%s: %s\n", path,
           hf_recording_complete(recording) ? "a recording" : "a recording that was not ended, or goes on");
    console_cell(stdout, "steps", 14, COLOUR_DIM);
    printf("%d of %g ms: %g s of %d bodies\n", hf_recording_step_count(recording), 1e3 * settings.step.timestep,
           last_time(recording), hf_recording_body_count(recording) - 1);
    if (hf_recording_fibre_count(recording) > 0)
    {
        console_cell(stdout, "fibres", 14, COLOUR_DIM);
        printf("%d, whose segments count as bodies\n", hf_recording_fibre_count(recording));
    }
    console_cell(stdout, "frames", 14, COLOUR_DIM);
    printf("%d\n", hf_recording_frame_count(recording));
    write_signals(recording);
    quality_lines(&quality, hf_recording_step_count(recording), &settings);
}

static void write_json(const char *path, const hf_recording *recording)
{
    static const char *const kinds[HF_SIGNAL_KIND_COUNT] = {"position", "velocity", "control", "force", "sensor"};
    hf_run_quality quality = hf_recording_quality(recording);
    hf_settings settings = hf_recording_settings(recording);
    json_writer json = json_begin(stdout);
    json_text(&json, "recording", path);
    json_integer(&json, "complete", hf_recording_complete(recording));
    json_integer(&json, "steps", hf_recording_step_count(recording));
    json_integer(&json, "frames", hf_recording_frame_count(recording));
    json_number(&json, "time", last_time(recording));
    json_number(&json, "timestep", settings.step.timestep);
    json_text(&json, "solver", settings.solver.name);
    json_number(&json, "tolerance", settings.solver.tolerance);
    json_number(&json, "accept", settings.solver.accept);
    json_integer(&json, "bodies", hf_recording_body_count(recording) - 1);
    json_integer(&json, "fibres", hf_recording_fibre_count(recording));
    json_array_begin(&json, "signals");
    for (int k = 0; k < hf_recording_signal_count(recording); k++)
    {
        json_item_begin(&json);
        json_text(&json, "name", hf_recording_signal_name(recording, k));
        json_text(&json, "kind", kinds[hf_recording_signal_kind(recording, k)]);
        json_item_end(&json);
    }
    json_array_end(&json);
    quality_json(&json, &quality);
    json_end(&json);
}

bool info_recording(const char *path, bool as_json)
{
    hf_recording *recording = NULL;
    hf_error error = {0};
    if (hf_recording_open(path, &recording, &error) != HF_STATUS_OK)
    {
        tool_error("%s", error.message);
        return false;
    }
    if (as_json) write_json(path, recording);
    else write_table(path, recording);
    hf_recording_close(recording);
    return true;
}
