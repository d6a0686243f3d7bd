// The model of a recording: bodies, meshes, height fields and shapes. Counts are checked against what the file stores,
// indices against counts, numbers for being finite.

#include "record/hdf5/hdf5_reader.h"

#include "base/error.h"
#include "base/memory.h"
#include "record/appearance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Strings of one length, each to a heap string of its own through `set`.
static hf_status read_names(const hdf5_reader *in, const char *name, int count,
                            const char **(*slot)(recorded_model *, int), recorded_model *model)
{
    hsize_t rows = 0;
    hid_t data = hdf5_open(in, name, -1, 0, &rows), type = data >= 0 ? H5Dget_type(data) : -1;
    bool well =
        type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && rows == (hsize_t)count;
    size_t size = well ? H5Tget_size(type) : 0;
    char *texts = well && size > 0 && size < 65536 ? memory_zeroed((size_t)count, size) : NULL;
    hf_status status = texts || !well ? HF_STATUS_OK : error_no_memory(in->error);
    if (status == HF_STATUS_OK && (!texts || H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) < 0))
        status = hdf5_damaged(in, "the names are missing, or not what they should be");
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

static hf_status read_bodies(const hdf5_reader *in, recorded_model *m)
{
    body_entry *entries = NULL;
    hsize_t count = 0;
    hf_status status = hdf5_entries(in, "model/bodies", body_entry_type(), sizeof *entries, &count, &entries);
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
        if (e->motion < 0 || e->motion > HF_MOTION_PRESCRIBED || !hdf5_finite(e->position, 3) ||
            !hdf5_finite(e->orientation, 4))
            status = hdf5_damaged(in, "a body makes no sense");
    }
    free(entries);
    if (status == HF_STATUS_OK && m->body_count < 1) status = hdf5_damaged(in, "it has no bodies");
    return status == HF_STATUS_OK ? read_names(in, "model/body_names", m->body_count, body_slot, m) : status;
}

static bool shape_makes_sense(const shape_entry *e, const recorded_model *m)
{
    if (e->body < 0 || e->body >= m->body_count || e->kind < 0 || e->kind >= HF_SHAPE_KIND_COUNT) return false;
    if (!hdf5_finite(e->size, 3) || !hdf5_finite(e->position, 3) || !hdf5_finite(e->orientation, 4)) return false;
    for (int k = 0; k < 4; k++)
        if (!isfinite(e->color[k])) return false;
    if (e->kind == HF_SHAPE_HULL || e->kind == HF_SHAPE_MESH) return e->mesh >= 0 && e->mesh < m->mesh_count;
    return e->kind != HF_SHAPE_FIELD || (e->mesh >= 0 && e->mesh < m->field_count);
}

static hf_status read_shapes(const hdf5_reader *in, recorded_model *m)
{
    shape_entry *entries = NULL;
    hsize_t count = 0;
    hf_status status = hdf5_entries(in, "model/shapes", shape_entry_type(), sizeof *entries, &count, &entries);
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
        if (!shape_makes_sense(e, m)) status = hdf5_damaged(in, "a shape makes no sense");
    }
    free(entries);
    return status == HF_STATUS_OK ? read_names(in, "model/shape_names", m->shape_count, shape_slot, m) : status;
}

static hf_status copy_mesh(const hdf5_reader *in, const mesh_entry *e, const double *points, const int *corners,
                           hf_mesh_def *mesh)
{
    double *vertices = memory_copy(points + 3 * e->vertex_begin, 3 * (size_t)e->vertex_count, sizeof(double));
    int *triangles = memory_copy(corners + 3 * e->triangle_begin, 3 * (size_t)e->triangle_count, sizeof(int));
    *mesh = (hf_mesh_def){.vertex_count = (int)e->vertex_count,
                          .vertices = vertices,
                          .triangle_count = (int)e->triangle_count,
                          .triangles = triangles};
    if (!vertices || !triangles) return error_no_memory(in->error);
    bool well = hdf5_finite(vertices, 3 * (size_t)e->vertex_count);
    for (int64_t k = 0; well && k < 3 * e->triangle_count; k++)
        well = triangles[k] >= 0 && triangles[k] < e->vertex_count;
    return well ? HF_STATUS_OK : hdf5_damaged(in, "a mesh makes no sense");
}

static hf_status read_meshes(const hdf5_reader *in, recorded_model *m)
{
    mesh_entry *entries = NULL;
    double *points = NULL;
    int *corners = NULL;
    hsize_t count = 0, vertices = 0, triangles = 0;
    hf_status status = hdf5_entries(in, "model/meshes", mesh_entry_type(), sizeof *entries, &count, &entries);
    if (status == HF_STATUS_OK)
        status = hdf5_data(in, "model/vertices", H5T_NATIVE_DOUBLE, 3, sizeof(double), &vertices, &points);
    if (status == HF_STATUS_OK)
        status = hdf5_data(in, "model/triangles", H5T_NATIVE_INT, 3, sizeof(int), &triangles, &corners);
    if (status == HF_STATUS_OK)
    {
        m->meshes = MEMORY_ARRAY(hf_mesh_def, (size_t)count);
        if (!m->meshes) status = error_no_memory(in->error);
    }
    for (hsize_t k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        const mesh_entry *e = &entries[k];
        if (!hdf5_in_range(e->vertex_begin, e->vertex_count, vertices) ||
            !hdf5_in_range(e->triangle_begin, e->triangle_count, triangles))
            status = hdf5_damaged(in, "a mesh makes no sense");
        else status = copy_mesh(in, e, points, corners, &m->meshes[m->mesh_count++]);
    }
    free(entries);
    free(points);
    free(corners);
    return status;
}

static hf_status read_fields(const hdf5_reader *in, recorded_model *m)
{
    field_entry *entries = NULL;
    double *heights = NULL;
    hsize_t count = 0, total = 0;
    hf_status status = hdf5_entries(in, "model/fields", field_entry_type(), sizeof *entries, &count, &entries);
    if (status == HF_STATUS_OK)
        status = hdf5_data(in, "model/heights", H5T_NATIVE_DOUBLE, 0, sizeof(double), &total, &heights);
    if (status == HF_STATUS_OK)
    {
        m->fields = MEMORY_ARRAY(hf_field_def, (size_t)count);
        if (!m->fields) status = error_no_memory(in->error);
    }
    for (hsize_t k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        const field_entry *e = &entries[k];
        int64_t area = (int64_t)e->rows * e->columns;
        bool well = e->rows >= 2 && e->columns >= 2 && hdf5_in_range(e->height_begin, area, total) &&
                    isfinite(e->half_x) && isfinite(e->half_y) && isfinite(e->base) &&
                    hdf5_finite(heights + e->height_begin, (size_t)area);
        if (!well) status = hdf5_damaged(in, "a height field makes no sense");
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

static const char **fibre_slot(recorded_model *model, int k)
{
    return &model->fibres[k].name;
}

/// Segments of fibres are bodies that follow one another; fibres stand in their order, and share none.
static bool fibre_makes_sense(const fibre_entry *e, const recorded_model *m, int64_t end)
{
    bool well = e->segments >= 1 && e->body >= 1 && e->body >= end && e->body < m->body_count &&
                e->segments <= m->body_count - e->body && e->root >= -1 && e->root < m->body_count &&
                isfinite(e->radius) && e->radius >= 0.0;
    for (int c = 0; c < 4; c++) well = well && isfinite(e->color[c]);
    return well;
}

/// Recordings without fibres, and those of earlier versions, have no such entries.
static hf_status read_fibres(const hdf5_reader *in, recorded_model *m)
{
    if (H5Lexists(in->file, "model/fibres", H5P_DEFAULT) <= 0) return HF_STATUS_OK;
    fibre_entry *entries = NULL;
    hsize_t count = 0;
    hf_status status = hdf5_entries(in, "model/fibres", fibre_entry_type(), sizeof *entries, &count, &entries);
    if (status != HF_STATUS_OK) return status;
    m->fibres = MEMORY_ARRAY(recorded_fibre, (size_t)count);
    if (!m->fibres) status = error_no_memory(in->error);
    else m->fibre_count = (int)count;
    int64_t end = 0;
    for (int k = 0; k < m->fibre_count && status == HF_STATUS_OK; k++)
    {
        const fibre_entry *e = &entries[k];
        if (!fibre_makes_sense(e, m, end)) status = hdf5_damaged(in, "a fibre makes no sense");
        recorded_fibre *f = &m->fibres[k];
        f->body = e->body, f->segment_count = e->segments, f->root = e->root, f->radius = e->radius;
        f->vertex_begin = m->vertex_count;
        memcpy(f->color, e->color, sizeof f->color);
        if (status == HF_STATUS_OK) m->vertex_count += e->segments + 1; // at most twice the bodies
        end = (int64_t)e->body + e->segments;
    }
    free(entries);
    return status == HF_STATUS_OK ? read_names(in, "model/fibre_names", m->fibre_count, fibre_slot, m) : status;
}

static const char **signal_slot(recorded_model *model, int k)
{
    return &model->signals[k].name;
}

/// Which sensor each is of; recordings of earlier versions do not say.
static hf_status read_sensors(const hdf5_reader *in, recorded_model *m)
{
    if (H5Lexists(in->file, "model/signal_sensors", H5P_DEFAULT) <= 0) return HF_STATUS_OK;
    int *sensors = NULL;
    hsize_t count = 0;
    hf_status status = hdf5_data(in, "model/signal_sensors", H5T_NATIVE_INT, 0, sizeof *sensors, &count, &sensors);
    if (status != HF_STATUS_OK) return status;
    if (count != (hsize_t)m->signal_count) status = hdf5_damaged(in, "sensors and signals differ in number");
    // A force or torque is three signals, whose names end in .x, .y, .z.
    for (int k = 0; k < m->signal_count && status == HF_STATUS_OK; k++)
        if (m->signals[k].kind == HF_SIGNAL_SENSOR) m->signals[k].sensor = sensors[k];
    free(sensors);
    return status;
}

/// Recordings without signals, and those of earlier versions, have no such entries.
static hf_status read_signals(const hdf5_reader *in, recorded_model *m)
{
    if (H5Lexists(in->file, "model/signal_kinds", H5P_DEFAULT) <= 0) return HF_STATUS_OK;
    int *kinds = NULL;
    hsize_t count = 0;
    hf_status status = hdf5_data(in, "model/signal_kinds", H5T_NATIVE_INT, 0, sizeof *kinds, &count, &kinds);
    if (status != HF_STATUS_OK) return status;
    m->signals = MEMORY_ARRAY(recorded_signal, (size_t)count);
    if (!m->signals) status = error_no_memory(in->error);
    else m->signal_count = (int)count;
    for (int k = 0; k < m->signal_count && status == HF_STATUS_OK; k++)
    {
        m->signals[k].kind = (hf_signal_kind)kinds[k];
        m->signals[k].sensor = -1;
        if (kinds[k] < 0 || kinds[k] >= HF_SIGNAL_KIND_COUNT) status = hdf5_damaged(in, "a signal makes no sense");
    }
    free(kinds);
    if (status == HF_STATUS_OK) status = read_sensors(in, m);
    return status == HF_STATUS_OK ? read_names(in, "model/signal_names", m->signal_count, signal_slot, m) : status;
}

/// Recordings of scenes that have no looks of their own, and those of earlier versions, have no such bytes.
static hf_status read_looks(const hdf5_reader *in, recorded_model *m)
{
    if (H5Lexists(in->file, "model/looks", H5P_DEFAULT) <= 0) return HF_STATUS_OK;
    char *bytes = NULL;
    hsize_t size = 0;
    hf_error error = {0};
    hf_status status = hdf5_data(in, "model/looks", H5T_NATIVE_CHAR, 0, 1, &size, &bytes);
    char *text = status == HF_STATUS_OK ? memory_zeroed((size_t)size + 1, 1) : NULL;
    if (status == HF_STATUS_OK && !text) status = error_no_memory(in->error);
    if (status == HF_STATUS_OK)
    {
        memcpy(text, bytes, (size_t)size);
        status = appearance_read(in->path, text, m->body_count, m->shape_count, &m->visuals, &error);
        if (status == HF_STATUS_NO_MEMORY) status = error_no_memory(in->error);
        else if (status != HF_STATUS_OK) status = hdf5_damaged(in, "what bodies look like makes no sense");
    }
    free(text);
    free(bytes);
    return status;
}

/// Bodies that change their shape, where there are any; how they do is no matter to who looks.
static hf_status read_forms(const hdf5_reader *in, recorded_model *m)
{
    if (H5Lexists(in->file, "model/forms", H5P_DEFAULT) <= 0) return HF_STATUS_OK;
    int *bodies = NULL;
    hsize_t count = 0;
    hf_status status = hdf5_data(in, "model/forms", H5T_NATIVE_INT, 0, sizeof *bodies, &count, &bodies);
    for (hsize_t k = 0; k < count && status == HF_STATUS_OK; k++)
    {
        bool known = bodies[k] > 0 && bodies[k] < m->body_count && (k == 0 || bodies[k] > bodies[k - 1]);
        if (known) m->bodies[bodies[k]].form = HF_FORM_AFFINE;
        else status = hdf5_damaged(in, "a body that changes its shape makes no sense");
    }
    free(bodies);
    return status;
}

/// Shapes name bodies, meshes and fields, and come last; but for looks, which name shapes.
hf_status hdf5_model(const hdf5_reader *in, recorded_model *model)
{
    TRY(read_bodies(in, model));
    TRY(read_forms(in, model));
    TRY(read_fibres(in, model));
    TRY(recorded_model_list_moving(model, in->error));
    TRY(read_meshes(in, model));
    TRY(read_fields(in, model));
    TRY(read_shapes(in, model));
    TRY(read_signals(in, model));
    return read_looks(in, model);
}
