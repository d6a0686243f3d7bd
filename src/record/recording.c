#include "record/recording.h"

#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"
#include "record/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

hf_status hf_recording_open(const char *path, hf_recording **recording, hf_error *error)
{
    *recording = NULL;
    hf_recording *made = MEMORY_ARRAY(hf_recording, 1);
    if (!made) return error_no_memory(error);
    hf_status status = record_file_open(path, made, error);
    if (status != HF_STATUS_OK) recording_free(made);
    else *recording = made;
    return status;
}

void recording_free(hf_recording *recording)
{
    if (!recording) return;
    record_file_close(recording->file);
    recorded_model_free(&recording->model);
    free(recording->steps);
    free(recording->frames);
    free(recording->poses);
    free(recording->vertices);
    free(recording->signals);
    free(recording->contacts);
    free(recording);
}

void hf_recording_close(hf_recording *recording)
{
    recording_free(recording);
}

int hf_recording_step_count(const hf_recording *recording)
{
    return (int)recording->step_count;
}

int hf_recording_frame_count(const hf_recording *recording)
{
    return (int)recording->frame_count;
}

int hf_recording_body_count(const hf_recording *recording)
{
    return recording->model.body_count;
}

bool hf_recording_complete(const hf_recording *recording)
{
    return recording->complete;
}

void step_row_count(const step_row *step, hf_run_quality *quality)
{
    hf_step_report report = {.time = step->time,
                             .quality = (hf_step_quality)step->quality,
                             .substeps = step->substeps,
                             .work = step->work,
                             .solve.residual.natural = step->residual};
    hf_run_quality_add(quality, &report);
}

hf_run_quality hf_recording_quality(const hf_recording *recording)
{
    hf_run_quality quality = {0};
    for (size_t k = 0; k < recording->step_count; k++) step_row_count(&recording->steps[k], &quality);
    return quality;
}

hf_settings hf_recording_settings(const hf_recording *recording)
{
    return recording->model.settings;
}

double hf_recording_time(const hf_recording *recording, int frame)
{
    return is_item(frame, hf_recording_frame_count(recording)) ? recording->frames[frame].time : NAN;
}

size_t recording_most_contacts(const hf_recording *recording)
{
    size_t most = 0;
    for (size_t k = 0; k < recording->frame_count; k++)
        if ((size_t)recording->frames[k].contact_count > most) most = (size_t)recording->frames[k].contact_count;
    return most;
}

hf_status recording_frame(const hf_recording *recording, int frame, frame_parts parts, hf_error *error)
{
    if (recording->file) return record_file_frame(recording, frame, parts, error);
    const frame_row *row = &recording->frames[frame];
    size_t moving = recorded_pose_count(&recording->model), vertices = (size_t)recording->model.vertex_count;
    size_t signals = (size_t)recording->model.signal_count;
    if (parts.poses && moving > 0)
        memcpy(parts.poses, recording->poses + (size_t)frame * moving, moving * sizeof *parts.poses);
    if (parts.vertices && vertices > 0)
        memcpy(parts.vertices, recording->vertices + (size_t)frame * vertices, vertices * sizeof *parts.vertices);
    if (parts.signals && signals > 0)
        memcpy(parts.signals, recording->signals + (size_t)frame * signals, signals * sizeof *parts.signals);
    if (parts.contacts && row->contact_count > 0)
        memcpy(parts.contacts, recording->contacts + row->contact_begin,
               (size_t)row->contact_count * sizeof *parts.contacts);
    return HF_STATUS_OK;
}

static hf_status check_frame(const hf_recording *recording, int frame, hf_error *error)
{
    if (frame >= 0 && (size_t)frame < recording->frame_count) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID, "frame: %d is not in 0 … %d", frame, (int)recording->frame_count - 1);
}

hf_status hf_recording_poses(const hf_recording *recording, int frame, double *poses, hf_error *error)
{
    const recorded_model *model = &recording->model;
    if (check_frame(recording, frame, error) != HF_STATUS_OK) return HF_STATUS_INVALID;
    pose_row *rows = MEMORY_ARRAY(pose_row, recorded_pose_count(model));
    vertex_row *vertices = MEMORY_ARRAY(vertex_row, (size_t)model->vertex_count);
    hf_status status = rows && vertices ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
        status = recording_frame(recording, frame, (frame_parts){.poses = rows, .vertices = vertices}, error);
    if (status == HF_STATUS_OK)
    {
        for (int k = 0; k < model->body_count; k++)
        {
            memcpy(poses + 7 * k, model->bodies[k].position, 3 * sizeof(double));
            memcpy(poses + 7 * k + 3, model->bodies[k].orientation, 4 * sizeof(double));
        }
        for (int m = 0; m < model->moving_count; m++)
        {
            double *pose = poses + 7 * model->moving[m];
            memcpy(pose, rows[m].position, 3 * sizeof(double));
            for (int c = 0; c < 4; c++) pose[3 + c] = (double)rows[m].orientation[c];
        }
        recorded_model_segment_poses(model, vertices, poses);
    }
    free(rows);
    free(vertices);
    return status;
}

// ---- fibres ----

int hf_recording_fibre_count(const hf_recording *recording)
{
    return recording->model.fibre_count;
}

int hf_recording_fibre_vertex_count(const hf_recording *recording, int fibre)
{
    bool there = is_item(fibre, hf_recording_fibre_count(recording));
    return there ? recording->model.fibres[fibre].segment_count + 1 : 0;
}

hf_status hf_recording_fibre_points(const hf_recording *recording, int frame, double *points, hf_error *error)
{
    if (check_frame(recording, frame, error) != HF_STATUS_OK) return HF_STATUS_INVALID;
    size_t count = (size_t)recording->model.vertex_count;
    vertex_row *vertices = MEMORY_ARRAY(vertex_row, count);
    if (!vertices) return error_no_memory(error);
    hf_status status = recording_frame(recording, frame, (frame_parts){.vertices = vertices}, error);
    for (size_t k = 0; k < count && status == HF_STATUS_OK; k++)
        for (size_t d = 0; d < 3; d++) points[3 * k + d] = (double)vertices[k].at[d];
    free(vertices);
    return status;
}

// ---- signals ----

int hf_recording_signal_count(const hf_recording *recording)
{
    return recording->model.signal_count;
}

const char *hf_recording_signal_name(const hf_recording *recording, int signal)
{
    return is_item(signal, hf_recording_signal_count(recording)) ? recording->model.signals[signal].name : NULL;
}

hf_signal_kind hf_recording_signal_kind(const hf_recording *recording, int signal)
{
    bool there = is_item(signal, hf_recording_signal_count(recording));
    return there ? recording->model.signals[signal].kind : (hf_signal_kind)-1;
}

int hf_recording_find_signal(const hf_recording *recording, const char *name)
{
    for (int k = 0; k < recording->model.signal_count; k++)
        if (strcmp(recording->model.signals[k].name, name) == 0) return k;
    return -1;
}

hf_status hf_recording_signals(const hf_recording *recording, int frame, double *values, hf_error *error)
{
    if (check_frame(recording, frame, error) != HF_STATUS_OK) return HF_STATUS_INVALID;
    return recording_frame(recording, frame, (frame_parts){.signals = values}, error);
}
