// Reading a recording: finished, being written, or left behind by a process that was killed.
//
// Nothing in the file is trusted. Counts are checked against what the file stores, indices against counts, numbers for being finite. What a kill
// leaves is no damage: the tables may differ in length by what was under way, and the recording ends where all of them have data.

#include "record/file.h"
#include "record/hdf5_rows.h"

#include "base/error.h"
#include "base/memory.h"
#include "problem/part_file.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
    READ_ATTEMPTS =
        20, // of a structure that may be under way; HDF5 sleeps 1, 2, 4 … ns between them, and its own 100 would be for ever
};

typedef struct reader
{
    const char *path;
    hid_t file;
    hf_error *error;
} reader;

static hf_status damaged(const reader *in, const char *what)
{
    return file_error(in->error, HF_STATUS_FORMAT, in->path, "the recording is damaged: %s", what);
}

// ---- attributes ----

static bool get_attribute(const reader *in, const char *name, hid_t type, hssize_t count, void *value)
{
    if (H5Aexists(in->file, name) <= 0) return false;
    hid_t attribute = H5Aopen(in->file, name, H5P_DEFAULT), space = attribute >= 0 ? H5Aget_space(attribute) : -1;
    hid_t stored = attribute >= 0 ? H5Aget_type(attribute) : -1;
    H5T_class_t class = stored >= 0 ? H5Tget_class(stored) : H5T_NO_CLASS;
    bool well = space >= 0 && (class == H5T_INTEGER || class == H5T_FLOAT) &&
                H5Sget_simple_extent_npoints(space) == count && H5Aread(attribute, type, value) >= 0;
    if (stored >= 0) H5Tclose(stored);
    if (space >= 0) H5Sclose(space);
    if (attribute >= 0) H5Aclose(attribute);
    return well;
}

/// A text of fixed length, cut to what there is room for.
static bool get_text(const reader *in, const char *name, char *text, size_t size)
{
    if (H5Aexists(in->file, name) <= 0) return false;
    hid_t attribute = H5Aopen(in->file, name, H5P_DEFAULT), stored = attribute >= 0 ? H5Aget_type(attribute) : -1;
    hid_t space = attribute >= 0 ? H5Aget_space(attribute) : -1, type = H5Tcopy(H5T_C_S1);
    bool well = stored >= 0 && H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) == 0 && space >= 0 &&
                H5Sget_simple_extent_npoints(space) == 1 && type >= 0 && H5Tset_size(type, size) >= 0 &&
                H5Aread(attribute, type, text) >= 0;
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    if (stored >= 0) H5Tclose(stored);
    if (attribute >= 0) H5Aclose(attribute);
    text[size - 1] = '\0';
    return well;
}

static hf_status read_settings(const reader *in, hf_recording *recording)
{
    hf_settings *s = &recording->model.settings;
    char format[64];
    int version = 0;
    *s = hf_settings_default();
    if (!get_text(in, "format", format, sizeof format) || strcmp(format, RECORD_FORMAT) != 0)
        return file_error(in->error, HF_STATUS_FORMAT, in->path, "this is no recording of holdfast");
    if (!get_attribute(in, "version", H5T_NATIVE_INT, 1, &version)) return damaged(in, "it has no version");
    if (version != RECORD_VERSION)
        return file_error(in->error, HF_STATUS_UNSUPPORTED, in->path,
                          "a recording of version %d; this program reads version %d", version, RECORD_VERSION);
    bool well = get_attribute(in, "every", H5T_NATIVE_INT, 1, &recording->every) &&
                get_attribute(in, "gravity", H5T_NATIVE_DOUBLE, 3, s->gravity) &&
                get_attribute(in, "timestep", H5T_NATIVE_DOUBLE, 1, &s->timestep) &&
                get_attribute(in, "theta", H5T_NATIVE_DOUBLE, 1, &s->theta) &&
                get_attribute(in, "tolerance", H5T_NATIVE_DOUBLE, 1, &s->tolerance) &&
                get_text(in, "solver", s->solver, sizeof s->solver);
    well = well && recording->every >= 1 && s->timestep > 0.0 && isfinite(s->timestep) && s->tolerance > 0.0 &&
           isfinite(s->tolerance) && isfinite(s->theta);
    return well ? HF_STATUS_OK : damaged(in, "its settings are missing or make no sense");
}

// ---- datasets ----

/// Whether the dataset has everything that the wanted type asks for: HDF5 leaves members that are not there as they are.
static bool has_members(hid_t stored, hid_t wanted)
{
    if (H5Tget_class(stored) != H5Tget_class(wanted)) return false;
    if (H5Tget_class(wanted) != H5T_COMPOUND) return true;
    for (int k = 0; k < H5Tget_nmembers(wanted); k++)
    {
        char *name = H5Tget_member_name(wanted, (unsigned)k);
        int other = name ? H5Tget_member_index(stored, name) : -1;
        if (name) H5free_memory(name);
        if (other < 0) return false;
        hid_t a = H5Tget_member_type(wanted, (unsigned)k), b = H5Tget_member_type(stored, (unsigned)other);
        bool same = a >= 0 && b >= 0 && H5Tget_class(a) == H5Tget_class(b);
        if (same && H5Tget_class(a) == H5T_ARRAY)
        {
            hsize_t m = 0, n = 0;
            same = H5Tget_array_ndims(a) == 1 && H5Tget_array_ndims(b) == 1 && H5Tget_array_dims2(a, &m) == 1 &&
                   H5Tget_array_dims2(b, &n) == 1 && m == n;
        }
        if (a >= 0) H5Tclose(a);
        if (b >= 0) H5Tclose(b);
        if (!same) return false;
    }
    return true;
}

/// Opens a dataset, with its extents; `columns` = 0: a list. Negative if it is not what it should be.
static hid_t open_data(const reader *in, const char *name, hid_t type, hsize_t columns, hsize_t *rows)
{
    hid_t data = H5Dopen2(in->file, name, H5P_DEFAULT);
    hid_t space = data >= 0 ? H5Dget_space(data) : -1, stored = data >= 0 ? H5Dget_type(data) : -1;
    hsize_t extent[2] = {0, 0};
    int rank = columns > 0 ? 2 : 1;
    bool well = space >= 0 && stored >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
                H5Sget_simple_extent_dims(space, extent, NULL) == rank && (columns == 0 || extent[1] == columns) &&
                (type < 0 || has_members(stored, type));
    *rows = extent[0];
    // More rows than the file can hold are damage, and must not become memory.
    hsize_t stored_bytes = well ? H5Dget_storage_size(data) : 0;
    hsize_t size = stored >= 0 ? H5Tget_size(stored) * (columns > 0 ? columns : 1) : 0;
    if (well && size > 0 && *rows > stored_bytes / size) *rows = stored_bytes / size;
    if (stored >= 0) H5Tclose(stored);
    if (space >= 0) H5Sclose(space);
    if (well) return data;
    if (data >= 0) H5Dclose(data);
    return -1;
}

static bool read_rows(hid_t data, hid_t type, hsize_t begin, hsize_t count, hsize_t columns, void *values)
{
    if (count == 0) return true;
    int rank = columns > 0 ? 2 : 1;
    hsize_t at[2] = {begin, 0}, extent[2] = {count, columns};
    hid_t to = H5Screate_simple(rank, extent, NULL), from = H5Dget_space(data);
    bool well = to >= 0 && from >= 0 && H5Sselect_hyperslab(from, H5S_SELECT_SET, at, NULL, extent, NULL) >= 0 &&
                H5Dread(data, type, to, from, H5P_DEFAULT, values) >= 0;
    if (to >= 0) H5Sclose(to);
    if (from >= 0) H5Sclose(from);
    return well;
}

/// The whole of a dataset that does not grow, on the heap.
static hf_status read_data(const reader *in, const char *name, hid_t type, hsize_t columns, size_t size, hsize_t *rows,
                           void *values)
{
    hid_t data = open_data(in, name, type, columns, rows);
    char words[96];
    snprintf(words, sizeof words, "%s is missing, or not what it should be", name);
    if (data < 0) return damaged(in, words);
    void *read = *rows < INT_MAX ? memory_zeroed((size_t)*rows * (columns > 0 ? (size_t)columns : 1), size) : NULL;
    hf_status status = read ? HF_STATUS_OK : error_no_memory(in->error);
    if (read && !read_rows(data, type, 0, *rows, columns, read))
    {
        snprintf(words, sizeof words, "%s cannot be read", name);
        status = damaged(in, words);
    }
    H5Dclose(data);
    if (status != HF_STATUS_OK)
    {
        free(read);
        read = NULL;
    }
    memcpy(values, &read, sizeof read);
    return status;
}

/// read_data with a type that is made for it.
static hf_status read_entries(const reader *in, const char *name, hid_t type, size_t size, hsize_t *rows, void *values)
{
    if (type < 0) return error_no_memory(in->error);
    hf_status status = read_data(in, name, type, 0, size, rows, values);
    H5Tclose(type);
    return status;
}

static bool all_finite(const double *values, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(values[k])) return false;
    return true;
}

// ---- the model ----

/// Strings of one length, each to a heap string of its own through `set`.
static hf_status read_names(const reader *in, const char *name, int count, const char **(*slot)(recorded_model *, int),
                            recorded_model *model)
{
    hsize_t rows = 0;
    hid_t data = open_data(in, name, -1, 0, &rows), type = data >= 0 ? H5Dget_type(data) : -1;
    bool well =
        type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && rows == (hsize_t)count;
    size_t size = well ? H5Tget_size(type) : 0;
    char *texts = well && size > 0 && size < 65536 ? memory_zeroed((size_t)count, size) : NULL;
    hf_status status = texts || !well ? HF_STATUS_OK : error_no_memory(in->error);
    if (status == HF_STATUS_OK && (!texts || H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) < 0))
        status = damaged(in, "the names are missing, or not what they should be");
    for (int k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        char *one = memory_zeroed(size + 1, 1);
        if (!one) status = error_no_memory(in->error);
        else memcpy(one, texts + (size_t)k * size, size);
        *slot(model, k) = one;
    }
    free(texts);
    if (type >= 0) H5Tclose(type);
    if (data >= 0) H5Dclose(data);
    return status;
}

static const char **body_slot(recorded_model *model, int k)
{
    return &model->bodies[k].name;
}

static const char **shape_slot(recorded_model *model, int k)
{
    return &model->shapes[k].name;
}

static hf_status read_bodies(const reader *in, recorded_model *m)
{
    body_entry *entries = NULL;
    hsize_t count = 0;
    hf_status status = read_entries(in, "model/bodies", body_entry_type(), sizeof *entries, &count, &entries);
    if (status != HF_STATUS_OK) return status;
    m->bodies = MEMORY_ARRAY(hf_body_def, (size_t)count);
    if (!m->bodies) status = error_no_memory(in->error);
    else m->body_count = (int)count;
    for (int k = 0; k < m->body_count && status == HF_STATUS_OK; k++)
    {
        const body_entry *e = &entries[k];
        hf_body_def *b = &m->bodies[k];
        *b = hf_body_def_default();
        b->motion = (hf_motion)e->motion;
        b->mass = e->mass;
        memcpy(b->position, e->position, sizeof b->position);
        memcpy(b->orientation, e->orientation, sizeof b->orientation);
        if (e->motion < 0 || e->motion > HF_MOTION_PRESCRIBED || !all_finite(e->position, 3) ||
            !all_finite(e->orientation, 4))
            status = damaged(in, "a body makes no sense");
    }
    free(entries);
    if (status == HF_STATUS_OK && m->body_count < 1) status = damaged(in, "it has no bodies");
    if (status == HF_STATUS_OK) status = read_names(in, "model/body_names", m->body_count, body_slot, m);
    return status == HF_STATUS_OK ? recorded_model_list_moving(m, in->error) : status;
}

static bool shape_makes_sense(const shape_entry *e, const recorded_model *m)
{
    if (e->body < 0 || e->body >= m->body_count || e->kind < 0 || e->kind >= HF_SHAPE_KIND_COUNT) return false;
    if (!all_finite(e->size, 3) || !all_finite(e->position, 3) || !all_finite(e->orientation, 4)) return false;
    for (int k = 0; k < 4; k++)
        if (!isfinite(e->color[k])) return false;
    if (e->kind == HF_SHAPE_HULL || e->kind == HF_SHAPE_MESH) return e->mesh >= 0 && e->mesh < m->mesh_count;
    return e->kind != HF_SHAPE_FIELD || (e->mesh >= 0 && e->mesh < m->field_count);
}

static hf_status read_shapes(const reader *in, recorded_model *m)
{
    shape_entry *entries = NULL;
    hsize_t count = 0;
    hf_status status = read_entries(in, "model/shapes", shape_entry_type(), sizeof *entries, &count, &entries);
    if (status != HF_STATUS_OK) return status;
    m->shapes = MEMORY_ARRAY(hf_shape_def, (size_t)count);
    if (!m->shapes) status = error_no_memory(in->error);
    else m->shape_count = (int)count;
    for (int k = 0; k < m->shape_count && status == HF_STATUS_OK; k++)
    {
        const shape_entry *e = &entries[k];
        hf_shape_def *s = &m->shapes[k];
        *s = hf_shape_def_default();
        s->body = e->body, s->kind = (hf_shape_kind)e->kind, s->mesh = e->mesh;
        s->friction = e->friction, s->restitution = e->restitution;
        memcpy(s->size, e->size, sizeof s->size);
        memcpy(s->position, e->position, sizeof s->position);
        memcpy(s->orientation, e->orientation, sizeof s->orientation);
        memcpy(s->color, e->color, sizeof s->color);
        if (!shape_makes_sense(e, m)) status = damaged(in, "a shape makes no sense");
    }
    free(entries);
    return status == HF_STATUS_OK ? read_names(in, "model/shape_names", m->shape_count, shape_slot, m) : status;
}

static bool in_range(int64_t begin, int64_t count, hsize_t total)
{
    return begin >= 0 && count >= 0 && count < INT_MAX && (uint64_t)begin <= total &&
           (uint64_t)count <= total - (uint64_t)begin;
}

static hf_status copy_mesh(const reader *in, const mesh_entry *e, const double *points, const int *corners,
                           hf_mesh_def *mesh)
{
    double *vertices = memory_copy(points + 3 * e->vertex_begin, 3 * (size_t)e->vertex_count, sizeof(double));
    int *triangles = memory_copy(corners + 3 * e->triangle_begin, 3 * (size_t)e->triangle_count, sizeof(int));
    *mesh = (hf_mesh_def){.vertex_count = (int)e->vertex_count,
                          .vertices = vertices,
                          .triangle_count = (int)e->triangle_count,
                          .triangles = triangles};
    if (!vertices || !triangles) return error_no_memory(in->error);
    bool well = all_finite(vertices, 3 * (size_t)e->vertex_count);
    for (int64_t k = 0; well && k < 3 * e->triangle_count; k++)
        well = triangles[k] >= 0 && triangles[k] < e->vertex_count;
    return well ? HF_STATUS_OK : damaged(in, "a mesh makes no sense");
}

static hf_status read_meshes(const reader *in, recorded_model *m)
{
    mesh_entry *entries = NULL;
    double *points = NULL;
    int *corners = NULL;
    hsize_t count = 0, vertices = 0, triangles = 0;
    hf_status status = read_entries(in, "model/meshes", mesh_entry_type(), sizeof *entries, &count, &entries);
    if (status == HF_STATUS_OK)
        status = read_data(in, "model/vertices", H5T_NATIVE_DOUBLE, 3, sizeof(double), &vertices, &points);
    if (status == HF_STATUS_OK)
        status = read_data(in, "model/triangles", H5T_NATIVE_INT, 3, sizeof(int), &triangles, &corners);
    if (status == HF_STATUS_OK)
    {
        m->meshes = MEMORY_ARRAY(hf_mesh_def, (size_t)count);
        if (!m->meshes) status = error_no_memory(in->error);
    }
    for (hsize_t k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        const mesh_entry *e = &entries[k];
        if (!in_range(e->vertex_begin, e->vertex_count, vertices) ||
            !in_range(e->triangle_begin, e->triangle_count, triangles))
            status = damaged(in, "a mesh makes no sense");
        else status = copy_mesh(in, e, points, corners, &m->meshes[m->mesh_count++]);
    }
    free(entries);
    free(points);
    free(corners);
    return status;
}

static hf_status read_fields(const reader *in, recorded_model *m)
{
    field_entry *entries = NULL;
    double *heights = NULL;
    hsize_t count = 0, total = 0;
    hf_status status = read_entries(in, "model/fields", field_entry_type(), sizeof *entries, &count, &entries);
    if (status == HF_STATUS_OK)
        status = read_data(in, "model/heights", H5T_NATIVE_DOUBLE, 0, sizeof(double), &total, &heights);
    if (status == HF_STATUS_OK)
    {
        m->fields = MEMORY_ARRAY(hf_field_def, (size_t)count);
        if (!m->fields) status = error_no_memory(in->error);
    }
    for (hsize_t k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        const field_entry *e = &entries[k];
        int64_t area = (int64_t)e->rows * e->columns;
        bool well = e->rows >= 2 && e->columns >= 2 && in_range(e->height_begin, area, total) && isfinite(e->half_x) &&
                    isfinite(e->half_y) && isfinite(e->base) && all_finite(heights + e->height_begin, (size_t)area);
        if (!well) status = damaged(in, "a height field makes no sense");
        else
        {
            hf_field_def *field = &m->fields[m->field_count++];
            *field = (hf_field_def){.rows = e->rows,
                                    .columns = e->columns,
                                    .half_x = e->half_x,
                                    .half_y = e->half_y,
                                    .base = e->base,
                                    .heights = memory_copy(heights + e->height_begin, (size_t)area, sizeof(double))};
            if (!field->heights) status = error_no_memory(in->error);
        }
    }
    free(entries);
    free(heights);
    return status;
}

// ---- the tables ----

static hf_status read_table(const reader *in, record_file *f, record_table table, void *values)
{
    void *rows = f->count[table] < INT_MAX ? memory_zeroed((size_t)f->count[table], table_sizes[table]) : NULL;
    memcpy(values, &rows, sizeof rows);
    if (!rows) return error_no_memory(in->error);
    if (read_rows(f->data[table], f->type[table], 0, f->count[table], 0, rows)) return HF_STATUS_OK;
    char words[64];
    snprintf(words, sizeof words, "the %s cannot be read", table_names[table]);
    return damaged(in, words);
}

/// Frames up to the first one without data. The poses were written before them, and the contacts before these: fewer of them is damage only if
/// a frame that has data wants more.
static hf_status keep_whole_frames(const reader *in, hf_recording *recording)
{
    record_file *f = recording->file;
    size_t kept = 0;
    for (; kept < f->count[TABLE_FRAMES]; kept++)
    {
        const frame_row *row = &recording->frames[kept];
        if (isnan(row->time)) break;
        if (!isfinite(row->time) || !isfinite(row->h) || row->step < 0 ||
            !in_range(row->contact_begin, row->contact_count, f->count[TABLE_CONTACTS]) ||
            (kept > 0 && row->time < recording->frames[kept - 1].time))
            return damaged(in, "a frame makes no sense");
        if (f->width > 0 && kept >= f->count[TABLE_POSES]) break;
    }
    recording->frame_count = kept;
    return HF_STATUS_OK;
}

static hf_status read_tables(const reader *in, hf_recording *recording)
{
    record_file *f = recording->file;
    f->width = (hsize_t)recording->model.moving_count;
    for (int t = 0; t < TABLE_COUNT; t++)
    {
        f->type[t] = table_type((record_table)t);
        if (f->type[t] < 0) return error_no_memory(in->error);
        if (t == TABLE_POSES && f->width == 0) continue;
        f->data[t] = open_data(in, table_names[t], f->type[t], t == TABLE_POSES ? f->width : 0, &f->count[t]);
        char words[64];
        snprintf(words, sizeof words, "the %s are missing, or not what they should be", table_names[t]);
        if (f->data[t] < 0) return damaged(in, words);
    }
    hf_status status = read_table(in, f, TABLE_STEPS, &recording->steps);
    if (status == HF_STATUS_OK) status = read_table(in, f, TABLE_FRAMES, &recording->frames);
    if (status != HF_STATUS_OK) return status;
    while (recording->step_count < f->count[TABLE_STEPS] && isfinite(recording->steps[recording->step_count].time))
        recording->step_count++;
    recording->contact_count = (size_t)f->count[TABLE_CONTACTS];
    return keep_whole_frames(in, recording);
}

// ---- the file ----

/// First as a file that was closed, then as one whose writer is at work, or was killed.
static hf_status open_file(reader *in, bool *complete)
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
    reader in = {.path = f->path, .error = error, .file = -1};
    hf_status status = open_file(&in, &recording->complete);
    f->file = in.file;
    if (status == HF_STATUS_OK) status = read_settings(&in, recording);
    if (status == HF_STATUS_OK) status = read_bodies(&in, &recording->model);
    if (status == HF_STATUS_OK) status = read_meshes(&in, &recording->model);
    if (status == HF_STATUS_OK) status = read_fields(&in, &recording->model);
    if (status == HF_STATUS_OK) status = read_shapes(&in, &recording->model);
    if (status == HF_STATUS_OK) status = read_tables(&in, recording);
    rows_loud(before);
    return status;
}

static bool frame_makes_sense(const hf_recording *recording, const frame_row *row, const pose_row *poses,
                              const touch_row *contacts)
{
    for (int k = 0; poses && k < recording->model.moving_count; k++)
    {
        if (!all_finite(poses[k].position, 3)) return false;
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
            if (!isfinite(c->point[d]) || !isfinite(c->normal[d]) || !isfinite(c->tangent[d]) || !isfinite(c->r[d]))
                return false;
        if (!isfinite(c->mu)) return false;
    }
    return true;
}

hf_status record_file_frame(const hf_recording *recording, int frame, pose_row *poses, touch_row *contacts,
                            hf_error *error)
{
    record_file *f = recording->file;
    const frame_row *row = &recording->frames[frame];
    reader in = {.path = f->path, .file = f->file, .error = error};
    error_printer before = rows_quiet();
    bool well = !poses || f->width == 0 ||
                read_rows(f->data[TABLE_POSES], f->type[TABLE_POSES], (hsize_t)frame, 1, f->width, poses);
    well = well && (!contacts || read_rows(f->data[TABLE_CONTACTS], f->type[TABLE_CONTACTS],
                                           (hsize_t)row->contact_begin, (hsize_t)row->contact_count, 0, contacts));
    rows_loud(before);
    char words[64];
    snprintf(words, sizeof words, "frame %d %s", frame, well ? "makes no sense" : "cannot be read");
    well = well && frame_makes_sense(recording, row, poses, contacts);
    return well ? HF_STATUS_OK : damaged(&in, words);
}

void record_file_close(record_file *file)
{
    if (!file) return;
    error_printer before = rows_quiet();
    hdf5_file_close(file);
    rows_loud(before);
}
