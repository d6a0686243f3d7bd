// Reading a recording: finished, being written, or left behind by a process that was killed.
//
// Nothing in the file is trusted. Counts are checked against what the file stores, indices against counts, numbers for
// being finite. What a kill leaves is no damage: the tables may differ in length by what was under way, and the
// recording ends where all of them have data.

#include "record/file.h"
#include "record/hdf5/hdf5_reader.h"

#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    // Attempts to read a structure that may be under way. HDF5 sleeps 1, 2, 4 … ns between them; its own
    // limit of 100 would be for ever.
    READ_ATTEMPTS = 20,
};

static hf_status read_settings(const hdf5_reader *in, hf_recording *recording)
{
    hf_settings *s = &recording->model.settings;
    char format[64];
    int version = 0;
    *s = hf_settings_default();
    if (!hdf5_text(in, "format", format, sizeof format) || strcmp(format, RECORD_FORMAT) != 0)
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "this is no recording of holdfast");
    if (!hdf5_attribute(in, "version", H5T_NATIVE_INT, 1, &version)) return hdf5_damaged(in, "it has no version");
    if (version != RECORD_VERSION)
        return file_error(in->error, HF_STATUS_UNSUPPORTED, in->path,
                          "a recording of version %d; this program reads version %d", version, RECORD_VERSION);
    bool well = hdf5_attribute(in, "every", H5T_NATIVE_INT, 1, &recording->every) &&
                hdf5_attribute(in, "gravity", H5T_NATIVE_DOUBLE, 3, s->physics.gravity) &&
                hdf5_attribute(in, "timestep", H5T_NATIVE_DOUBLE, 1, &s->step.timestep) &&
                hdf5_attribute(in, "theta", H5T_NATIVE_DOUBLE, 1, &s->step.theta) &&
                hdf5_attribute(in, "tolerance", H5T_NATIVE_DOUBLE, 1, &s->solver.tolerance) &&
                hdf5_text(in, "solver", s->solver.name, sizeof s->solver.name);
    if (!hdf5_attribute(in, "accept", H5T_NATIVE_DOUBLE, 1, &s->solver.accept))
        s->solver.accept = 0.0; // an earlier version
    well = well && recording->every >= 1 && s->step.timestep > 0.0 && isfinite(s->step.timestep) &&
           s->solver.tolerance > 0.0 && isfinite(s->solver.tolerance) && isfinite(s->step.theta) &&
           s->solver.accept >= 0.0 && isfinite(s->solver.accept);
    return well ? HF_STATUS_OK : hdf5_damaged(in, "its settings are missing or make no sense");
}

// ---- the tables ----

static hf_status read_table(const hdf5_reader *in, record_file *f, record_table table, void *values)
{
    void *rows = f->count[table] < INT_MAX ? memory_zeroed((size_t)f->count[table], table_sizes[table]) : NULL;
    memcpy(values, &rows, sizeof rows);
    if (!rows) return error_no_memory(in->error);
    if (hdf5_rows(f->data[table], f->type[table], 0, f->count[table], 0, rows)) return HF_STATUS_OK;
    char words[64];
    snprintf(words, sizeof words, "the %s cannot be read", table_names[table]);
    return hdf5_damaged(in, words);
}

/// Frames up to the first one without data. The poses were written before them, and the contacts before these: fewer of
/// them is damage only if a frame that has data wants more.
static hf_status keep_whole_frames(const hdf5_reader *in, hf_recording *recording)
{
    record_file *f = recording->file;
    size_t kept = 0;
    for (; kept < f->count[TABLE_FRAMES]; kept++)
    {
        const frame_row *row = &recording->frames[kept];
        if (isnan(row->time)) break;
        if (!isfinite(row->time) || !isfinite(row->h) || row->step < 0 ||
            !hdf5_in_range(row->contact_begin, row->contact_count, f->count[TABLE_CONTACTS]) ||
            (kept > 0 && row->time < recording->frames[kept - 1].time))
            return hdf5_damaged(in, "a frame makes no sense");
        if (f->width[TABLE_POSES] > 0 && kept >= f->count[TABLE_POSES]) break;
        if (f->width[TABLE_VERTICES] > 0 && kept >= f->count[TABLE_VERTICES]) break;
        if (f->width[TABLE_SIGNALS] > 0 && kept >= f->count[TABLE_SIGNALS]) break;
    }
    recording->frame_count = kept;
    return HF_STATUS_OK;
}

/// Opens a table; steps of an earlier version have neither work nor quality, and *older tells; contacts have no
/// moments.
static hf_status open_table(const hdf5_reader *in, record_file *f, record_table table, bool *older)
{
    hsize_t width = f->width[table];
    bool grown = table == TABLE_STEPS || table == TABLE_CONTACTS;
    for (int use = ROWS_READ; use <= (grown ? ROWS_OLDER : ROWS_READ); use++)
    {
        if (f->type[table] >= 0) H5Tclose(f->type[table]);
        f->type[table] = table_type(table, (row_use)use);
        if (f->type[table] < 0) return error_no_memory(in->error);
        if (width == 0) return HF_STATUS_OK; // nothing moves, there are no fibres, no signals
        f->data[table] =
            hdf5_open(in, table_names[table], f->type[table], table_is_wide(table) ? width : 0, &f->count[table]);
        *older = use == ROWS_OLDER;
        if (f->data[table] >= 0) return HF_STATUS_OK;
    }
    char words[64];
    snprintf(words, sizeof words, "the %s are missing, or not what they should be", table_names[table]);
    return hdf5_damaged(in, words);
}

/// Steps up to the first one without data.
static hf_status keep_whole_steps(const hdf5_reader *in, hf_recording *recording, bool older)
{
    size_t count = (size_t)recording->file->count[TABLE_STEPS], kept = 0;
    for (; kept < count && isfinite(recording->steps[kept].time); kept++)
    {
        step_row *row = &recording->steps[kept];
        if (older) row->quality = row->certified ? HF_STEP_EXACT : HF_STEP_FAILED;
        if (row->quality < 0 || row->quality >= HF_STEP_QUALITY_COUNT) return hdf5_damaged(in, "a step makes no sense");
    }
    recording->step_count = kept;
    return HF_STATUS_OK;
}

static hf_status read_tables(const hdf5_reader *in, hf_recording *recording)
{
    record_file *f = recording->file;
    hdf5_file_fit(f, &recording->model);
    bool older = false;
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < TABLE_COUNT && status == HF_STATUS_OK; t++)
        status = open_table(in, f, (record_table)t, &older); // steps are the last
    if (status == HF_STATUS_OK) status = read_table(in, f, TABLE_STEPS, &recording->steps);
    if (status == HF_STATUS_OK) status = read_table(in, f, TABLE_FRAMES, &recording->frames);
    if (status == HF_STATUS_OK) status = keep_whole_steps(in, recording, older);
    if (status != HF_STATUS_OK) return status;
    recording->contact_count = (size_t)f->count[TABLE_CONTACTS];
    return keep_whole_frames(in, recording);
}

// ---- the file ----

/// First as a file that was closed, then as one whose writer is at work, or was killed.
static hf_status open_file(hdf5_reader *in, bool *complete)
{
    FILE *stream = fopen(in->path, "rb");
    if (!stream) return file_error(in->error, HF_STATUS_FILE, in->path, "cannot be opened: %s", strerror(errno));
    fclose(stream);
    in->file = H5Fopen(in->path, H5F_ACC_RDONLY, H5P_DEFAULT);
    *complete = in->file >= 0;
    if (in->file >= 0) return HF_STATUS_OK;
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0 && H5Pset_metadata_read_attempts(access, READ_ATTEMPTS) >= 0)
        in->file = H5Fopen(in->path, H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
    if (access >= 0) H5Pclose(access);
    if (in->file >= 0) return HF_STATUS_OK;
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "this is no HDF5 file, or it is damaged");
}

hf_status record_file_open(const char *path, hf_recording *recording, hf_error *error)
{
    record_file *f = hdf5_file_new(path);
    if (!f) return error_no_memory(error);
    recording->file = f; // freed with the recording
    error_printer before = rows_quiet();
    hdf5_reader in = {.path = f->path, .error = error, .file = -1};
    hf_status status = open_file(&in, &recording->complete);
    f->file = in.file;
    if (status == HF_STATUS_OK) status = read_settings(&in, recording);
    if (status == HF_STATUS_OK) status = hdf5_model(&in, &recording->model);
    if (status == HF_STATUS_OK) status = read_tables(&in, recording);
    rows_loud(before);
    return status;
}

static bool frame_makes_sense(const hf_recording *recording, const frame_row *row, frame_parts parts)
{
    const pose_row *poses = parts.poses;
    const touch_row *contacts = parts.contacts;
    for (int k = 0; parts.vertices && k < recording->model.vertex_count; k++)
        for (int d = 0; d < 3; d++)
            if (!isfinite(parts.vertices[k].at[d])) return false;
    if (parts.signals && !hdf5_finite(parts.signals, (size_t)recording->model.signal_count)) return false;
    for (size_t k = 0; poses && k < recorded_pose_count(&recording->model); k++)
    {
        if (!hdf5_finite(poses[k].position, 3)) return false;
        for (int c = 0; c < 4; c++)
            if (!isfinite(poses[k].orientation[c])) return false;
    }
    for (int k = 0; contacts && k < row->contact_count; k++)
    {
        const touch_row *c = &contacts[k];
        if (c->status < 0 || c->status > HF_CONTACT_SLIP) return false;
        if (c->shape_a < 0 || c->shape_a >= recording->model.shape_count) return false;
        if (c->shape_b < 0 || c->shape_b >= recording->model.shape_count) return false;
        for (int d = 0; d < 3; d++)
            if (!isfinite(c->point[d]) || !isfinite(c->normal[d]) || !isfinite(c->tangent[d]) || !isfinite(c->r[d]) ||
                !isfinite(c->moment[d]))
                return false;
        if (!isfinite(c->mu)) return false;
    }
    return true;
}

/// One row of a table that has one for each frame.
static bool read_wide(const record_file *f, record_table table, int frame, void *values)
{
    return !values || f->width[table] == 0 ||
           hdf5_rows(f->data[table], f->type[table], (hsize_t)frame, 1, f->width[table], values);
}

hf_status record_file_frame(const hf_recording *recording, int frame, frame_parts parts, hf_error *error)
{
    record_file *f = recording->file;
    const frame_row *row = &recording->frames[frame];
    hdf5_reader in = {.path = f->path, .file = f->file, .error = error};
    error_printer before = rows_quiet();
    bool well = read_wide(f, TABLE_POSES, frame, parts.poses) && read_wide(f, TABLE_VERTICES, frame, parts.vertices) &&
                read_wide(f, TABLE_SIGNALS, frame, parts.signals);
    well = well &&
           (!parts.contacts || hdf5_rows(f->data[TABLE_CONTACTS], f->type[TABLE_CONTACTS], (hsize_t)row->contact_begin,
                                         (hsize_t)row->contact_count, 0, parts.contacts));
    rows_loud(before);
    char words[64];
    snprintf(words, sizeof words, "frame %d %s", frame, well ? "makes no sense" : "cannot be read");
    well = well && frame_makes_sense(recording, row, parts);
    return well ? HF_STATUS_OK : hdf5_damaged(&in, words);
}

void record_file_close(record_file *file)
{
    if (!file) return;
    error_printer before = rows_quiet();
    hdf5_file_close(file);
    rows_loud(before);
}
