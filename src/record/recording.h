// What a recording holds, in memory; the file has the same rows.

#ifndef HF_RECORD_RECORDING_H
#define HF_RECORD_RECORDING_H

#include "holdfast/record.h"
#include "model/visual/model_visual.h"

#include <stdbool.h>
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

/// Counts the step by its quality.
void step_row_count(const step_row *step, hf_run_quality *quality);

/// A frame, with its share of the contacts.
typedef struct frame_row
{
    double time;
    double h;     // over which the contacts' impulses acted [s]; 0 before the first step
    int64_t step; // steps before it
    int64_t contact_begin;
    int32_t contact_count;
} frame_row;

/// Where a moving body is. Rows after those of the moving bodies are stretches U of bodies that change their shape, in
/// their frames: what a body is, turned by its orientation, is first stretched by; position holds U_xx U_yy U_zz,
/// orientation U_xy U_xz U_yz and 0.
typedef struct pose_row
{
    double position[3];
    float orientation[4];
} pose_row;

/// A vertex of a fibre.
typedef struct vertex_row
{
    float at[3];
} vertex_row;

typedef struct touch_row
{
    uint64_t id;
    int32_t shape_a, shape_b;
    float point[3], normal[3], tangent[3], gap, mu, r[3], u[3];
    int8_t status;
    float moment[3];
} touch_row;

// ---- the model, as far as pictures need it ----

/// A fibre. Its segments are bodies without poses of their own: they follow from its vertices.
typedef struct recorded_fibre
{
    const char *name; // owned, never NULL
    int body;         // the first of its segments; the others follow
    int segment_count;
    int vertex_begin; // its segment_count + 1 vertices among those of a frame
    int root;         // body that holds its root; -1: none
    double radius;    // [m]
    float color[4];
} recorded_fibre;

/// A number of every frame that has a name.
typedef struct recorded_signal
{
    const char *name; // owned, never NULL
    hf_signal_kind kind;
    int sensor; // hf_sensor_kind of a sensor's; -1: not known, or none
} recorded_signal;

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
    int fibre_count;
    recorded_fibre *fibres;
    int vertex_count; // of all fibres
    int signal_count;
    recorded_signal *signals;
    visual_lists visuals; // files by their full paths
    int deformable_count;
    int *forms; // bodies that change their shape: each has a row after the poses of a frame
    int moving_count;
    int *moving; // bodies that are not static, and no segments of fibres: those with poses
} recorded_model;

/// A deep copy. On failure nothing is kept.
hf_status recorded_model_copy(const hf_model *model, const hf_settings *settings, recorded_model *copy,
                              hf_error *error);

/// Rows of poses in a frame.
static inline size_t recorded_pose_count(const recorded_model *model)
{
    return (size_t)model->moving_count + (size_t)model->deformable_count;
}

/// u ◄ the stretch of a body, as in such a row.
void recorded_stretch(const hf_world *world, int body, double u[6]);

/// Fills in `moving` and `forms`.
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
    pose_row *poses;      // frame_count × recorded_pose_count
    vertex_row *vertices; // frame_count × vertex_count
    double *signals;      // frame_count × signal_count
    touch_row *contacts;
    record_file *file;
    size_t step_capacity, frame_capacity, contact_capacity; // rows that there is room for
};

void recording_free(hf_recording *recording); // NULL is allowed; the file is closed

/// What a frame has; a part that is NULL is not asked for.
typedef struct frame_parts
{
    pose_row *poses;      // recorded_pose_count
    vertex_row *vertices; // vertex_count
    double *signals;      // signal_count
    touch_row *contacts;  // frames[frame].contact_count
} frame_parts;

hf_status recording_frame(const hf_recording *recording, int frame, frame_parts parts, hf_error *error);

/// Whether a body is a segment of a fibre.
bool recorded_model_is_segment(const recorded_model *model, int body);

/// Poses of the segments of all fibres, from their vertices: the middle, and the shortest turn of z to the segment.
/// `poses` has 7 numbers for each body.
void recorded_model_segment_poses(const recorded_model *model, const vertex_row *vertices, double *poses);

/// Most contacts that a frame has.
size_t recording_most_contacts(const hf_recording *recording);

#endif
