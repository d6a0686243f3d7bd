// Tables as text, with 17 digits: reading gives the same bits. Segments of fibres have no columns: curves are written as such (export/).

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

hf_status hf_recording_write_csv(const hf_recording *recording, const char *path, hf_error *error)
{
    double *poses = MEMORY_ARRAY(double, 7 * (size_t)recording->model.body_count);
    if (!poses) return error_no_memory(error);
    atomic_file part;
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status == HF_STATUS_OK)
    {
        FILE *out = fopen(part.name, "w");
        if (out)
        {
            write_head(out, &recording->model);
            status = write_frames(out, recording, poses, error);
        }
        status = text_close(out, path, status, error);
        status = atomic_file_end(&part, status, error);
    }
    free(poses);
    return status;
}
