// Writing a recording with HDF5 such that the file can be opened whatever moment the process ends at.
//
// HDF5's single-writer-multiple-readers mode orders what reaches the file: data, then what refers to it, all structures
// with checksums. A reader that may look at any moment and a reader after a kill need the same. It asks for the newest
// format, and that all groups, datasets and attributes are made before it starts; rows are then appended only. No
// compression: a chunk that is half full is written again when it has more rows, and if that write is cut off the old
// rows are in it with the same bytes, which no compressed or checksummed chunk could say.
//
// A kernel cuts the write of a killed process off between two pages of memory, never inside one. Structures are
// therefore kept from crossing pages (one in some hundred kills left half of a dataset's header otherwise). Beyond some
// 10^4 chunks, a gigabyte of poses, parts of the index are longer than a page, and the promise is a little weaker
// there.

#include "record/file.h"
#include "record/hdf5/hdf5_rows.h"

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/platform.h"
#include "record/appearance.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

hf_status rows_write_error(const char *path, hf_error *error)
{
    int trouble = errno;
    bool full = trouble == ENOSPC || trouble == EFBIG || trouble == EDQUOT;
    return file_error(error, HF_STATUS_FILE, path, "the recording cannot be written: %s",
                      full      ? "there is no room on the disk"
                      : trouble ? strerror(trouble)
                                : "HDF5 refuses");
}

// ---- what does not grow ----

static bool put_attribute(hid_t place, const char *name, hid_t type, hsize_t count, const void *value)
{
    hid_t space = count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, NULL);
    hid_t attribute = H5Acreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool well = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    if (space >= 0) H5Sclose(space);
    return well;
}

static bool put_text(hid_t place, const char *name, const char *text)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    bool well = type >= 0 && H5Tset_size(type, strlen(text) + 1) >= 0 && put_attribute(place, name, type, 1, text);
    if (type >= 0) H5Tclose(type);
    return well;
}

/// A dataset of `rows` × `columns` (columns = 0: a list).
static bool put_data(hid_t place, const char *name, hid_t type, size_t rows, size_t columns, const void *values)
{
    hsize_t extent[2] = {rows, columns};
    hid_t space = H5Screate_simple(columns > 0 ? 2 : 1, extent, NULL);
    hid_t data = space >= 0 ? H5Dcreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT) : -1;
    bool well = data >= 0 && (rows == 0 || H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    if (data >= 0) H5Dclose(data);
    if (space >= 0) H5Sclose(space);
    return well;
}

/// put_data with a type that is made for it.
static bool put_entries(hid_t place, const char *name, hid_t type, size_t rows, const void *values)
{
    bool well = type >= 0 && put_data(place, name, type, rows, 0, values);
    if (type >= 0) H5Tclose(type);
    return well;
}

/// Names as strings of one length: SWMR and many readers know no others.
static bool put_names(hid_t place, const char *name, int count, const char *(*get)(const recorded_model *, int),
                      const recorded_model *model)
{
    size_t longest = 1;
    for (int k = 0; k < count; k++)
        if (strlen(get(model, k)) > longest) longest = strlen(get(model, k));
    char *texts = memory_zeroed((size_t)count, longest);
    hid_t type = texts ? H5Tcopy(H5T_C_S1) : -1;
    bool well = type >= 0 && H5Tset_size(type, longest) >= 0 && H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0;
    if (well) H5Tset_cset(type, H5T_CSET_UTF8);
    for (int k = 0; well && k < count; k++) memcpy(texts + (size_t)k * longest, get(model, k), strlen(get(model, k)));
    well = well && put_data(place, name, type, (size_t)count, 0, texts);
    if (type >= 0) H5Tclose(type);
    free(texts);
    return well;
}

static const char *body_name(const recorded_model *model, int k)
{
    return model->bodies[k].name;
}

static const char *shape_name(const recorded_model *model, int k)
{
    return model->shapes[k].name;
}

static bool put_bodies(hid_t place, const recorded_model *m)
{
    body_entry *entries = MEMORY_ARRAY(body_entry, (size_t)m->body_count);
    if (!entries) return false;
    for (int k = 0; k < m->body_count; k++)
    {
        const hf_body_def *b = &m->bodies[k];
        entries[k].motion = (int32_t)b->motion;
        entries[k].mass = b->mass;
        memcpy(entries[k].position, b->position, sizeof b->position);
        memcpy(entries[k].orientation, b->orientation, sizeof b->orientation);
    }
    bool well = put_entries(place, "bodies", body_entry_type(), (size_t)m->body_count, entries) &&
                put_names(place, "body_names", m->body_count, body_name, m) &&
                put_data(place, "moving", H5T_NATIVE_INT, (size_t)m->moving_count, 0, m->moving) &&
                (m->deformable_count == 0 ||
                 put_data(place, "forms", H5T_NATIVE_INT, (size_t)m->deformable_count, 0, m->forms));
    free(entries);
    return well;
}

static bool put_shapes(hid_t place, const recorded_model *m)
{
    shape_entry *entries = MEMORY_ARRAY(shape_entry, (size_t)m->shape_count);
    if (!entries) return false;
    for (int k = 0; k < m->shape_count; k++)
    {
        const hf_shape_def *s = &m->shapes[k];
        shape_entry *e = &entries[k];
        e->body = s->body, e->kind = (int32_t)s->kind, e->mesh = s->mesh;
        e->friction = s->friction, e->restitution = s->restitution;
        memcpy(e->size, s->size, sizeof s->size);
        memcpy(e->position, s->position, sizeof s->position);
        memcpy(e->orientation, s->orientation, sizeof s->orientation);
        memcpy(e->color, s->color, sizeof s->color);
    }
    bool well = put_entries(place, "shapes", shape_entry_type(), (size_t)m->shape_count, entries) &&
                put_names(place, "shape_names", m->shape_count, shape_name, m);
    free(entries);
    return well;
}

static bool put_meshes(hid_t place, const recorded_model *m)
{
    size_t vertices = 0, triangles = 0;
    mesh_entry *entries = MEMORY_ARRAY(mesh_entry, (size_t)m->mesh_count);
    for (int k = 0; entries && k < m->mesh_count; k++)
    {
        entries[k] =
            (mesh_entry){(int64_t)vertices, m->meshes[k].vertex_count, (int64_t)triangles, m->meshes[k].triangle_count};
        vertices += (size_t)m->meshes[k].vertex_count;
        triangles += (size_t)m->meshes[k].triangle_count;
    }
    double *points = MEMORY_ARRAY(double, 3 * vertices);
    int *corners = MEMORY_ARRAY(int, 3 * triangles);
    bool well = entries && points && corners;
    for (int k = 0; well && k < m->mesh_count; k++)
    {
        memcpy(points + 3 * entries[k].vertex_begin, m->meshes[k].vertices,
               3 * (size_t)entries[k].vertex_count * sizeof(double));
        memcpy(corners + 3 * entries[k].triangle_begin, m->meshes[k].triangles,
               3 * (size_t)entries[k].triangle_count * sizeof(int));
    }
    well = well && put_entries(place, "meshes", mesh_entry_type(), (size_t)m->mesh_count, entries) &&
           put_data(place, "vertices", H5T_NATIVE_DOUBLE, vertices, 3, points) &&
           put_data(place, "triangles", H5T_NATIVE_INT, triangles, 3, corners);
    free(entries);
    free(points);
    free(corners);
    return well;
}

static bool put_fields(hid_t place, const recorded_model *m)
{
    size_t total = 0;
    field_entry *entries = MEMORY_ARRAY(field_entry, (size_t)m->field_count);
    for (int k = 0; entries && k < m->field_count; k++)
    {
        const hf_field_def *f = &m->fields[k];
        entries[k] = (field_entry){(int64_t)total, f->rows, f->columns, f->half_x, f->half_y, f->base};
        total += (size_t)f->rows * (size_t)f->columns;
    }
    double *heights = MEMORY_ARRAY(double, total);
    bool well = entries && heights;
    for (int k = 0; well && k < m->field_count; k++)
        memcpy(heights + entries[k].height_begin, m->fields[k].heights,
               (size_t)entries[k].rows * (size_t)entries[k].columns * sizeof(double));
    well = well && put_entries(place, "fields", field_entry_type(), (size_t)m->field_count, entries) &&
           put_data(place, "heights", H5T_NATIVE_DOUBLE, total, 0, heights);
    free(entries);
    free(heights);
    return well;
}

static const char *fibre_name(const recorded_model *model, int k)
{
    return model->fibres[k].name;
}

/// Nothing where there are none.
static bool put_fibres(hid_t place, const recorded_model *m)
{
    if (m->fibre_count == 0) return true;
    fibre_entry *entries = MEMORY_ARRAY(fibre_entry, (size_t)m->fibre_count);
    if (!entries) return false;
    for (int k = 0; k < m->fibre_count; k++)
    {
        const recorded_fibre *f = &m->fibres[k];
        fibre_entry *e = &entries[k];
        e->body = f->body, e->segments = f->segment_count, e->root = f->root, e->radius = f->radius;
        memcpy(e->color, f->color, sizeof f->color);
    }
    bool well = put_entries(place, "fibres", fibre_entry_type(), (size_t)m->fibre_count, entries) &&
                put_names(place, "fibre_names", m->fibre_count, fibre_name, m);
    free(entries);
    return well;
}

static const char *signal_name(const recorded_model *model, int k)
{
    return model->signals[k].name;
}

/// Nothing where there are none.
static bool put_signals(hid_t place, const recorded_model *m)
{
    if (m->signal_count == 0) return true;
    size_t count = (size_t)m->signal_count;
    int *kinds = MEMORY_ARRAY(int, 2 * count), *sensors = kinds + count;
    for (int k = 0; kinds && k < m->signal_count; k++)
        kinds[k] = (int)m->signals[k].kind, sensors[k] = m->signals[k].sensor;
    bool well = kinds && put_data(place, "signal_kinds", H5T_NATIVE_INT, count, 0, kinds) &&
                put_data(place, "signal_sensors", H5T_NATIVE_INT, count, 0, sensors) &&
                put_names(place, "signal_names", m->signal_count, signal_name, m);
    free(kinds);
    return well;
}

/// What bodies look like, as bytes of JSON; nothing where there is nothing to say.
static bool put_looks(hid_t place, const recorded_model *m)
{
    if (m->visuals.visual_count == 0) return true;
    text_stream text;
    if (!text_stream_begin(&text)) return false;
    appearance_write(text.out, &m->visuals);
    bool well = text_stream_end(&text) && put_data(place, "looks", H5T_NATIVE_CHAR, text.size, 0, text.bytes);
    free(text.bytes);
    return well;
}

static bool put_model(hid_t file, const hf_recording *recording)
{
    const recorded_model *m = &recording->model;
    const hf_settings *s = &m->settings;
    int version = RECORD_VERSION;
    bool well = put_text(file, "format", RECORD_FORMAT) &&
                put_attribute(file, "version", H5T_NATIVE_INT, 1, &version) &&
                put_text(file, "program", "holdfast " HF_VERSION) &&
                put_attribute(file, "every", H5T_NATIVE_INT, 1, &recording->every) &&
                put_attribute(file, "gravity", H5T_NATIVE_DOUBLE, 3, s->physics.gravity) &&
                put_attribute(file, "timestep", H5T_NATIVE_DOUBLE, 1, &s->step.timestep) &&
                put_attribute(file, "theta", H5T_NATIVE_DOUBLE, 1, &s->step.theta) &&
                put_attribute(file, "tolerance", H5T_NATIVE_DOUBLE, 1, &s->solver.tolerance) &&
                put_attribute(file, "accept", H5T_NATIVE_DOUBLE, 1, &s->solver.accept) &&
                put_text(file, "solver", s->solver.name);
    hid_t place = well ? H5Gcreate2(file, "model", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT) : -1;
    if (place < 0) return false;
    well = put_bodies(place, m) && put_shapes(place, m) && put_meshes(place, m) && put_fields(place, m) &&
           put_fibres(place, m) && put_signals(place, m) && put_looks(place, m);
    H5Gclose(place);
    return well;
}

// ---- the tables ----

/// Rows that have room but no data read as these.
static void fill_row(record_table table, void *row)
{
    memset(row, 0, table_sizes[table]);
    if (table == TABLE_STEPS) ((step_row *)row)->time = NAN;
    if (table == TABLE_FRAMES) ((frame_row *)row)->time = NAN;
    if (table == TABLE_POSES) ((pose_row *)row)->position[0] = NAN;
    if (table == TABLE_VERTICES) ((vertex_row *)row)->at[0] = NAN;
    if (table == TABLE_SIGNALS) *(double *)row = NAN;
    if (table == TABLE_CONTACTS) ((touch_row *)row)->status = -1;
}

static bool make_table(record_file *f, record_table table)
{
    union
    {
        step_row step;
        frame_row frame;
        pose_row pose;
        vertex_row vertex;
        double signal;
        touch_row contact;
    } fill;
    fill_row(table, &fill);
    bool wide = table_is_wide(table);
    hsize_t width = f->width[table];
    hsize_t extent[2] = {0, width}, most[2] = {H5S_UNLIMITED, width};
    hsize_t chunk[2] = {f->chunk[table], width > 0 ? width : 1};
    if ((table == TABLE_VERTICES || table == TABLE_SIGNALS) && width == 0) return true; // there are none
    f->type[table] = table_type(table, ROWS_WRITTEN);
    hid_t packed = f->type[table] >= 0 ? H5Tcopy(f->type[table]) : -1;
    hid_t space = H5Screate_simple(wide ? 2 : 1, extent, most);
    hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    bool well = packed >= 0 && space >= 0 && plan >= 0 && (table == TABLE_SIGNALS || H5Tpack(packed) >= 0) &&
                H5Pset_chunk(plan, wide ? 2 : 1, chunk) >= 0 && H5Pset_fill_value(plan, f->type[table], &fill) >= 0;
    if (well) f->data[table] = H5Dcreate2(f->file, table_names[table], packed, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    if (packed >= 0) H5Tclose(packed);
    if (space >= 0) H5Sclose(space);
    if (plan >= 0) H5Pclose(plan);
    return well && f->data[table] >= 0;
}

/// All that does not grow, in a new file of this name. `in_memory`: nothing is written.
static bool make_file(record_file *f, const char *name, const hf_recording *recording, bool in_memory)
{
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t plan = H5Pcreate(H5P_FILE_CREATE);
    bool well = access >= 0 && plan >= 0 && H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST) >= 0 &&
                (!in_memory || H5Pset_fapl_core(access, ROOM_PAGE, false) >= 0) &&
                H5Pset_file_space_strategy(plan, H5F_FSPACE_STRATEGY_PAGE, 0, 1) >= 0 &&
                H5Pset_file_space_page_size(plan, ROOM_PAGE) >= 0;
    if (well) f->file = H5Fcreate(name, H5F_ACC_TRUNC, plan, access);
    if (plan >= 0) H5Pclose(plan);
    if (access >= 0) H5Pclose(access);
    well = f->file >= 0 && put_model(f->file, recording);
    for (int t = 0; t < TABLE_COUNT && well; t++) well = make_table(f, (record_table)t);
    return well;
}

/// Bytes of the file before it has rows; 0 if that cannot be found out.
static double empty_size(const record_file *like, const char *name, const hf_recording *recording)
{
    hsize_t size = 0;
    record_file *f = hdf5_file_new(like->path);
    if (!f) return 0.0;
    memcpy(f->width, like->width, sizeof f->width);
    memcpy(f->chunk, like->chunk, sizeof f->chunk);
    if (!make_file(f, name, recording, true) || H5Fflush(f->file, H5F_SCOPE_LOCAL) < 0 ||
        H5Fget_filesize(f->file, &size) < 0)
        size = 0;
    hdf5_file_close(f);
    return (double)size;
}

/// Whether there is room for the model and a first frame. HDF5 cannot give up a file that it could not write to, and a
/// process that has one may crash when it ends: so that is asked before, of a file in memory, where room is not plenty.
static hf_status check_room(record_file *f, const char *name, const hf_recording *recording, hf_error *error)
{
    const double PLENTY = 1e9;
    const size_t first[TABLE_COUNT] = {1, 1, 1, 1, 1, 1};
    double room = room_on_disk(name, -1);
    room_plan_chunks(f, room);
    if (room >= PLENTY) return HF_STATUS_OK;
    double empty = empty_size(f, name, recording);
    room_plan_chunks(f, room - empty);
    double wanted = empty + room_of_rows(f, first);
    return room >= wanted ? HF_STATUS_OK : room_error(f->path, "the model with a first frame", wanted, room, error);
}

hf_status record_file_create(const char *path, const hf_recording *recording, record_file **file, hf_error *error)
{
    *file = NULL;
    record_file *f = hdf5_file_new(path);
    if (!f) return error_no_memory(error);
    error_printer before = rows_quiet();
    hdf5_file_fit(f, &recording->model);
    // Made under another name first: what is at `path` now stays until a new recording really begins.
    atomic_file part = {0};
    hf_status status = atomic_file_begin(path, 0, &part, error);
    if (status == HF_STATUS_OK)
    {
        errno = 0;
        status = check_room(f, part.name, recording, error);
        atomic_file_unlock(&part); // HDF5 opens and locks it
        if (status == HF_STATUS_OK && (!make_file(f, part.name, recording, false) || H5Fstart_swmr_write(f->file) < 0))
            status = rows_write_error(path, error);
        status = atomic_file_end(&part, status, error);
    }
    if (status == HF_STATUS_OK) *file = f;
    else hdf5_file_close(f);
    rows_loud(before);
    return status;
}

hf_status record_file_finish(record_file *f, hf_error *error)
{
    error_printer before = rows_quiet();
    errno = 0;
    char *path = f->path;
    f->path = NULL;
    hf_status status = hdf5_file_close(f) >= 0 ? HF_STATUS_OK : rows_write_error(path, error);
    free(path);
    rows_loud(before);
    return status;
}
