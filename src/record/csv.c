// Tables as text, with 17 digits: reading gives the same bits. Segments of fibres have no columns: curves are written
// as such (export/).

#include "record/recording.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/memory.h"
#include "record/text.h"

#include <stdio.h>
#include <stdlib.h>

static void write_head(FILE *out, const recorded_model *model)
{
    static const char *const parts[7] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
    fputs("time", out);
    for (int k = 1; k < model->body_count; k++)
        for (int c = recorded_model_is_segment(model, k) ? 7 : 0; c < 7; c++)
        {
            fputc(',', out);
            text_csv_name(out, model->bodies[k].name, parts[c]);
        }
    fputc('\n', out);
}

static hf_status write_frames(FILE *out, const hf_recording *recording, double *poses, hf_error *error)
{
    hf_status status = HF_STATUS_OK;
    write_head(out, &recording->model);
    for (int f = 0; f < (int)recording->frame_count && status == HF_STATUS_OK && !ferror(out); f++)
    {
        status = hf_recording_poses(recording, f, poses, error);
        if (status != HF_STATUS_OK) break;
        fprintf(out, "%.17g", recording->frames[f].time);
        for (int b = 1; b < recording->model.body_count; b++)
            for (int c = recorded_model_is_segment(&recording->model, b) ? 7 : 0; c < 7; c++)
                fprintf(out, ",%.*g", c < 3 ? 17 : 9, poses[7 * b + c]); // orientations are kept as floats
        fputc('\n', out);
    }
    return status;
}

static hf_status write_signals(FILE *out, const hf_recording *recording, double *values, hf_error *error)
{
    const recorded_model *model = &recording->model;
    hf_status status = HF_STATUS_OK;
    fputs("time", out);
    for (int k = 0; k < model->signal_count; k++)
    {
        fputc(',', out);
        text_csv_name(out, model->signals[k].name, NULL);
    }
    fputc('\n', out);
    for (int f = 0; f < (int)recording->frame_count && status == HF_STATUS_OK && !ferror(out); f++)
    {
        status = hf_recording_signals(recording, f, values, error);
        if (status != HF_STATUS_OK) break;
        fprintf(out, "%.17g", recording->frames[f].time);
        for (int k = 0; k < model->signal_count; k++) fprintf(out, ",%.17g", values[k]);
        fputc('\n', out);
    }
    return status;
}

/// A file that `write` fills, whole or not at all. `scratch` is what it works in, which is freed here.
static hf_status write_file(const hf_recording *recording, const char *path, double *scratch,
                            hf_status (*write)(FILE *, const hf_recording *, double *, hf_error *), hf_error *error)
{
    if (!scratch) return error_no_memory(error);
    atomic_file part;
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status == HF_STATUS_OK)
    {
        FILE *out = fopen(part.name, "wb");
        if (out) status = write(out, recording, scratch, error);
        status = text_close(out, path, status, error);
        status = atomic_file_end(&part, status, error);
    }
    free(scratch);
    return status;
}

hf_status hf_recording_write_csv(const hf_recording *recording, const char *path, hf_error *error)
{
    double *poses = MEMORY_ARRAY(double, 7 * (size_t)recording->model.body_count);
    return write_file(recording, path, poses, write_frames, error);
}

hf_status hf_recording_write_signals(const hf_recording *recording, const char *path, hf_error *error)
{
    double *values = MEMORY_ARRAY(double, (size_t)recording->model.signal_count);
    return write_file(recording, path, values, write_signals, error);
}
