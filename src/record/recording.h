// What a recording holds, in memory; the file has the same rows.

#ifndef HF_RECORD_RECORDING_H
#define HF_RECORD_RECORDING_H

#include "holdfast/record.h"

#include <stdint.h>

// ---- rows ----

/// A step. Rows that a file has room for but no data (a kill between the two) have a time of NaN.
typedef struct step_row
{
    double time, kinetic, potential, penetration, residual;
    double seconds, stage[HF_STAGE_COUNT];
    int64_t iterations, work;
    int32_t contacts, islands, substeps, certified;
    int32_t quality; // hf_step_quality
} step_row;

/// A frame, with its share of the contacts.
typedef struct frame_row
{
    double time;
    double h;     // over which the contacts' impulses acted [s]; 0 before the first step
    int64_t step; // steps before it
    int64_t contact_begin;
    int32_t contact_count;
} frame_row;

/// Where a moving body is.
typedef struct pose_row
{
    double position[3];
    float orientation[4];
} pose_row;

typedef struct touch_row
{
    uint64_t id;
    int32_t shape_a, shape_b;
    float point[3], normal[3], tangent[3], gap, mu, r[3], u[3];
    int8_t status;
} touch_row;

// ---- the model, as far as pictures need it ----

typedef struct recorded_model
{
    hf_settings settings;
    int body_count;
    hf_body_def *bodies; // names owned, never NULL
    int shape_count;
    hf_shape_def *shapes; // names owned, never NULL; `mesh` is an index into the two lists below
    int mesh_count;
    hf_mesh_def *meshes; // one for each use: hulls are meshes of their own; names are NULL
    int field_count;
    hf_field_def *fields;
    int moving_count;
    int *moving; // bodies that are not static: those with poses
} recorded_model;

/// A deep copy. On failure nothing is kept.
hf_status recorded_model_copy(const hf_model *model, const hf_settings *settings, recorded_model *copy,
                              hf_error *error);

/// Fills in `moving`.
hf_status recorded_model_list_moving(recorded_model *model, hf_error *error);
void recorded_model_free(recorded_model *model);

// ---- the recording ----

typedef struct record_file record_file;

struct hf_recording
{
    recorded_model model;
    int every;
    bool complete;
    size_t step_count, frame_count, contact_count;
    step_row *steps;
    frame_row *frames;
    // In memory, or where `file` is open and they are NULL: read when asked for.
    pose_row *poses; // frame_count × moving_count
    touch_row *contacts;
    record_file *file;
    size_t step_capacity, frame_capacity, contact_capacity; // rows that there is room for
};

void recording_free(hf_recording *recording); // NULL is allowed; the file is closed

/// Poses (moving_count) and contacts (frames[frame].contact_count) of a frame.
hf_status recording_frame(const hf_recording *recording, int frame, pose_row *poses, touch_row *contacts,
                          hf_error *error);

/// Most contacts that a frame has.
size_t recording_most_contacts(const hf_recording *recording);

#endif
