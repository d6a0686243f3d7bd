#include "record/hdf5/hdf5_rows.h"

#include "base/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

const char *const table_names[TABLE_COUNT] = {"contacts", "poses", "vertices", "signals", "frames", "steps"};
const size_t table_sizes[TABLE_COUNT] = {sizeof(touch_row), sizeof(pose_row),  sizeof(vertex_row),
                                         sizeof(double),    sizeof(frame_row), sizeof(step_row)};

typedef enum number_kind
{
    F64,
    F32,
    I64,
    U64,
    I32,
    I8,
} number_kind;

typedef struct row_field
{
    const char *name;
    size_t offset;
    number_kind kind;
    int count; // numbers; more than one is an array
} row_field;

static hid_t number_type(number_kind kind)
{
    switch (kind)
    {
    case F64: return H5T_NATIVE_DOUBLE;
    case F32: return H5T_NATIVE_FLOAT;
    case I64: return H5T_NATIVE_INT64;
    case U64: return H5T_NATIVE_UINT64;
    case I32: return H5T_NATIVE_INT32;
    case I8: break;
    }
    return H5T_NATIVE_INT8;
}

static hid_t make_type(size_t size, const row_field *fields, size_t count)
{
    hid_t type = H5Tcreate(H5T_COMPOUND, size);
    for (size_t k = 0; k < count && type >= 0; k++)
    {
        hsize_t extent = (hsize_t)fields[k].count;
        hid_t number = number_type(fields[k].kind);
        hid_t array = fields[k].count > 1 ? H5Tarray_create2(number, 1, &extent) : -1;
        hid_t member = fields[k].count > 1 ? array : number;
        herr_t added = member >= 0 ? H5Tinsert(type, fields[k].name, fields[k].offset, member) : -1;
        if (array >= 0) H5Tclose(array);
        if (added >= 0) continue;
        H5Tclose(type);
        type = -1;
    }
    return type;
}

#define FIELD(row, name, kind, count)                                                                                  \
    {                                                                                                                  \
#name, offsetof(row, name), kind, count                                                                        \
    }
#define MAKE_TYPE(row, fields) make_type(sizeof(row), fields, sizeof(fields) / sizeof((fields)[0]))

/// The last, times of stages, is for other programs: it is written and never read here, and files of earlier versions
/// have one stage less. Work and quality before it came later, too: table_type can leave them out.
enum
{
    STEP_NOT_READ = 1,
    STEP_NEWER = 2
};
static const row_field step_fields[] = {
    FIELD(step_row, time, F64, 1),       FIELD(step_row, kinetic, F64, 1),
    FIELD(step_row, potential, F64, 1),  FIELD(step_row, penetration, F64, 1),
    FIELD(step_row, residual, F64, 1),   FIELD(step_row, seconds, F64, 1),
    FIELD(step_row, iterations, I64, 1), FIELD(step_row, contacts, I32, 1),
    FIELD(step_row, islands, I32, 1),    FIELD(step_row, substeps, I32, 1),
    FIELD(step_row, certified, I32, 1),  FIELD(step_row, work, I64, 1),
    FIELD(step_row, quality, I32, 1),    FIELD(step_row, stage, F64, HF_STAGE_COUNT),
};
static const row_field frame_fields[] = {
    FIELD(frame_row, time, F64, 1),          FIELD(frame_row, h, F64, 1),
    FIELD(frame_row, step, I64, 1),          FIELD(frame_row, contact_begin, I64, 1),
    FIELD(frame_row, contact_count, I32, 1),
};
static const row_field pose_fields[] = {
    FIELD(pose_row, position, F64, 3),
    FIELD(pose_row, orientation, F32, 4),
};
static const row_field vertex_fields[] = {
    FIELD(vertex_row, at, F32, 3),
};
/// Moments came later.
enum
{
    CONTACT_NEWER = 1
};
static const row_field contact_fields[] = {
    FIELD(touch_row, id, U64, 1),    FIELD(touch_row, shape_a, I32, 1), FIELD(touch_row, shape_b, I32, 1),
    FIELD(touch_row, point, F32, 3), FIELD(touch_row, normal, F32, 3),  FIELD(touch_row, tangent, F32, 3),
    FIELD(touch_row, gap, F32, 1),   FIELD(touch_row, mu, F32, 1),      FIELD(touch_row, r, F32, 3),
    FIELD(touch_row, u, F32, 3),     FIELD(touch_row, status, I8, 1),   FIELD(touch_row, moment, F32, 3),
};
static const row_field body_fields[] = {
    FIELD(body_entry, motion, I32, 1),
    FIELD(body_entry, mass, F64, 1),
    FIELD(body_entry, position, F64, 3),
    FIELD(body_entry, orientation, F64, 4),
};
static const row_field shape_fields[] = {
    FIELD(shape_entry, body, I32, 1),     FIELD(shape_entry, kind, I32, 1),
    FIELD(shape_entry, mesh, I32, 1),     FIELD(shape_entry, size, F64, 3),
    FIELD(shape_entry, position, F64, 3), FIELD(shape_entry, orientation, F64, 4),
    FIELD(shape_entry, friction, F64, 1), FIELD(shape_entry, restitution, F64, 1),
    FIELD(shape_entry, color, F32, 4),
};
static const row_field mesh_fields[] = {
    FIELD(mesh_entry, vertex_begin, I64, 1),
    FIELD(mesh_entry, vertex_count, I64, 1),
    FIELD(mesh_entry, triangle_begin, I64, 1),
    FIELD(mesh_entry, triangle_count, I64, 1),
};
static const row_field field_fields[] = {
    FIELD(field_entry, height_begin, I64, 1), FIELD(field_entry, rows, I32, 1),   FIELD(field_entry, columns, I32, 1),
    FIELD(field_entry, half_x, F64, 1),       FIELD(field_entry, half_y, F64, 1), FIELD(field_entry, base, F64, 1),
};

static const row_field fibre_fields[] = {
    FIELD(fibre_entry, body, I32, 1),   FIELD(fibre_entry, segments, I32, 1), FIELD(fibre_entry, root, I32, 1),
    FIELD(fibre_entry, radius, F64, 1), FIELD(fibre_entry, color, F32, 4),
};

hid_t table_type(record_table table, row_use use)
{
    size_t step_count = sizeof step_fields / sizeof *step_fields;
    size_t contact_count = sizeof contact_fields / sizeof *contact_fields;
    if (use != ROWS_WRITTEN) step_count -= STEP_NOT_READ;
    if (use == ROWS_OLDER) step_count -= STEP_NEWER, contact_count -= CONTACT_NEWER;
    switch (table)
    {
    case TABLE_CONTACTS: return make_type(sizeof(touch_row), contact_fields, contact_count);
    case TABLE_POSES: return MAKE_TYPE(pose_row, pose_fields);
    case TABLE_VERTICES: return MAKE_TYPE(vertex_row, vertex_fields);
    case TABLE_SIGNALS: return H5Tcopy(H5T_NATIVE_DOUBLE);
    case TABLE_FRAMES: return MAKE_TYPE(frame_row, frame_fields);
    case TABLE_STEPS: return make_type(sizeof(step_row), step_fields, step_count);
    case TABLE_COUNT: break;
    }
    return -1;
}

hid_t body_entry_type(void)
{
    return MAKE_TYPE(body_entry, body_fields);
}

hid_t shape_entry_type(void)
{
    return MAKE_TYPE(shape_entry, shape_fields);
}

hid_t mesh_entry_type(void)
{
    return MAKE_TYPE(mesh_entry, mesh_fields);
}

hid_t field_entry_type(void)
{
    return MAKE_TYPE(field_entry, field_fields);
}

hid_t fibre_entry_type(void)
{
    return MAKE_TYPE(fibre_entry, fibre_fields);
}

void hdf5_file_fit(record_file *file, const recorded_model *model)
{
    for (int t = 0; t < TABLE_COUNT; t++) file->width[t] = 1;
    file->width[TABLE_POSES] = (hsize_t)recorded_pose_count(model);
    file->width[TABLE_VERTICES] = (hsize_t)model->vertex_count;
    file->width[TABLE_SIGNALS] = (hsize_t)model->signal_count;
}

error_printer rows_quiet(void)
{
    error_printer before = {0};
    H5Eget_auto2(H5E_DEFAULT, &before.print, &before.context);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return before;
}

void rows_loud(error_printer before)
{
    H5Eset_auto2(H5E_DEFAULT, before.print, before.context);
}

record_file *hdf5_file_new(const char *path)
{
    record_file *f = MEMORY_ARRAY(record_file, 1);
    char *copy = memory_copy(path, strlen(path) + 1, 1);
    if (!f || !copy)
    {
        free(f);
        free(copy);
        return NULL;
    }
    *f = (record_file){.path = copy, .file = -1};
    for (int t = 0; t < TABLE_COUNT; t++) f->data[t] = f->type[t] = -1;
    return f;
}

herr_t hdf5_file_close(record_file *f)
{
    herr_t well = 0;
    for (int t = 0; t < TABLE_COUNT; t++)
    {
        if (f->data[t] >= 0 && H5Dclose(f->data[t]) < 0) well = -1;
        if (f->type[t] >= 0) H5Tclose(f->type[t]);
    }
    if (f->file >= 0 && H5Fclose(f->file) < 0) well = -1;
    free(f->path);
    free(f);
    return well;
}
