// The model that a recording keeps: a copy of what it needs, so that the recording can outlive the model.

#include "record/recording.h"

#include "base/error.h"
#include "base/memory.h"
#include "holdfast/fibre.h"
#include "linalg/quat.h"
#include "model/model.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *copy_name(const char *name, const char *kind, int index)
{
    char made[48];
    snprintf(made, sizeof made, "%s%d", kind, index);
    const char *text = name && *name ? name : made;
    return memory_copy(text, strlen(text) + 1, 1);
}

static bool copy_bodies(const hf_model *model, recorded_model *copy)
{
    int count = hf_model_count(model, HF_ITEM_BODY);
    copy->bodies = MEMORY_ARRAY(hf_body_def, (size_t)count);
    if (!copy->bodies) return false;
    for (int k = 0; k < count; k++)
    {
        hf_body_def body = hf_model_body(model, k);
        body.name = k == 0 && !body.name ? copy_name("world", "", 0) : copy_name(body.name, "body", k);
        copy->bodies[copy->body_count++] = body;
        if (!body.name) return false;
    }
    return true;
}

/// The triangles of a shape: those of its mesh, or those of the mesh's hull. Shapes that share them share the copy.
static bool copy_mesh(const hf_model *model, recorded_model *copy, int shape, int (*sources)[2])
{
    hf_shape_def *s = &copy->shapes[shape];
    bool hull = s->kind == HF_SHAPE_HULL;
    for (int k = 0; k < copy->mesh_count; k++)
        if (sources[k][0] == s->mesh && sources[k][1] == hull)
        {
            s->mesh = k;
            return true;
        }
    hf_mesh_def from = hull ? collide_hull(model->scene, s->mesh) : collide_mesh(model->scene, s->mesh);
    hf_mesh_def *to = &copy->meshes[copy->mesh_count];
    sources[copy->mesh_count][0] = s->mesh;
    sources[copy->mesh_count][1] = hull;
    *to = (hf_mesh_def){.vertex_count = from.vertex_count, .triangle_count = from.triangle_count};
    s->mesh = copy->mesh_count++;
    to->vertices = memory_copy(from.vertices, 3 * (size_t)from.vertex_count, sizeof(double));
    to->triangles = memory_copy(from.triangles, 3 * (size_t)from.triangle_count, sizeof(int));
    return to->vertices && to->triangles;
}

static bool copy_field(const hf_model *model, recorded_model *copy, int shape)
{
    hf_field_def from = hf_model_field(model, copy->shapes[shape].mesh);
    hf_field_def *to = &copy->fields[copy->field_count];
    *to = from;
    to->name = NULL;
    copy->shapes[shape].mesh = copy->field_count++;
    to->heights = memory_copy(from.heights, (size_t)from.rows * (size_t)from.columns, sizeof(double));
    return to->heights != NULL;
}

static bool copy_shapes(const hf_model *model, recorded_model *copy, int (*sources)[2])
{
    int count = hf_model_count(model, HF_ITEM_SHAPE);
    copy->shapes = MEMORY_ARRAY(hf_shape_def, (size_t)count);
    copy->meshes = MEMORY_ARRAY(hf_mesh_def, (size_t)count);
    copy->fields = MEMORY_ARRAY(hf_field_def, (size_t)count);
    if (!copy->shapes || !copy->meshes || !copy->fields) return false;
    for (int k = 0; k < count; k++)
    {
        hf_shape_def shape = hf_model_shape(model, k);
        shape.name = copy_name(shape.name, "shape", k);
        copy->shapes[copy->shape_count++] = shape;
        bool well = shape.name != NULL;
        if (shape.kind == HF_SHAPE_HULL || shape.kind == HF_SHAPE_MESH)
            well = well && copy_mesh(model, copy, k, sources);
        if (shape.kind == HF_SHAPE_FIELD) well = well && copy_field(model, copy, k);
        if (!well) return false;
    }
    return true;
}

/// Fibres in the order of their bodies, as the model has them.
static bool copy_fibres(const hf_model *model, recorded_model *copy)
{
    int count = hf_model_count(model, HF_ITEM_FIBRE);
    copy->fibres = MEMORY_ARRAY(recorded_fibre, (size_t)count);
    if (!copy->fibres) return false;
    for (int k = 0; k < count; k++)
    {
        hf_fibre_def def = hf_model_fibre(model, k);
        recorded_fibre *own = &copy->fibres[copy->fibre_count++];
        *own = (recorded_fibre){.name = copy_name(def.name, "fibre", k),
                                .body = hf_model_fibre_body(model, k, 0),
                                .segment_count = hf_model_fibre_vertex_count(model, k) - 1,
                                .vertex_begin = copy->vertex_count,
                                .root = def.ends[0].hold == HF_HOLD_FREE ? -1 : def.ends[0].body,
                                .radius = def.radius};
        assert(k == 0 || own->body >= own[-1].body + own[-1].segment_count);
        memcpy(own->color, def.color, sizeof own->color);
        copy->vertex_count += own->segment_count + 1;
        if (!own->name) return false;
    }
    return true;
}

static bool copy_signals(const hf_model *model, recorded_model *copy)
{
    int count = hf_model_signal_count(model);
    copy->signals = MEMORY_ARRAY(recorded_signal, (size_t)count);
    if (!copy->signals) return false;
    for (int k = 0; k < count; k++)
    {
        size_t size = hf_model_signal_name(model, k, NULL, 0) + 1;
        char *name = memory_zeroed(size, 1);
        hf_signal signal = hf_model_signal(model, k);
        int sensor = signal.kind == HF_SIGNAL_SENSOR ? (int)hf_model_sensor(model, signal.index).kind : -1;
        copy->signals[copy->signal_count++] = (recorded_signal){name, signal.kind, sensor};
        if (!name) return false;
        hf_model_signal_name(model, k, name, size);
    }
    return true;
}

/// Files are named such that they are found from any folder. False if memory is short.
static bool make_absolute(const char **path)
{
    char folder[4096];
    if (!*path || **path == '/' || !getcwd(folder, sizeof folder)) return true;
    size_t size = strlen(folder) + strlen(*path) + 2;
    char *full = memory_zeroed(size, 1);
    if (!full) return false;
    snprintf(full, size, "%s/%s", folder, *path);
    free((void *)*path);
    *path = full;
    return true;
}

static hf_status copy_visuals(const hf_model *model, recorded_model *copy, hf_error *error)
{
    visual_lists *v = &copy->visuals;
    hf_status status = visuals_copy(&model->visuals, v, error);
    bool well = true;
    for (int k = 0; k < v->mesh_count; k++) well = well && make_absolute(&v->meshes[k].file);
    for (int k = 0; k < v->texture_count; k++) well = well && make_absolute(&v->textures[k].file);
    return well ? status : error_no_memory(error);
}

hf_status recorded_model_copy(const hf_model *model, const hf_settings *settings, recorded_model *copy, hf_error *error)
{
    *copy = (recorded_model){.settings = *settings};
    int(*sources)[2] = memory_zeroed((size_t)hf_model_count(model, HF_ITEM_SHAPE), sizeof *sources);
    bool well = sources && copy_bodies(model, copy) && copy_shapes(model, copy, sources) && copy_fibres(model, copy) &&
                copy_signals(model, copy);
    free(sources);
    hf_status status = well ? recorded_model_list_moving(copy, error) : error_no_memory(error);
    if (status == HF_STATUS_OK) status = copy_visuals(model, copy, error);
    if (status != HF_STATUS_OK) recorded_model_free(copy);
    return status;
}

hf_status recorded_model_list_moving(recorded_model *model, hf_error *error)
{
    model->moving = MEMORY_ARRAY(int, (size_t)model->body_count);
    model->forms = MEMORY_ARRAY(int, (size_t)model->body_count);
    if (!model->moving || !model->forms) return error_no_memory(error);
    for (int k = 1; k < model->body_count; k++)
        if (model->bodies[k].motion != HF_MOTION_STATIC && !recorded_model_is_segment(model, k))
            model->moving[model->moving_count++] = k;
    for (int k = 1; k < model->body_count; k++)
        if (model->bodies[k].form != HF_FORM_RIGID) model->forms[model->deformable_count++] = k;
    return HF_STATUS_OK;
}

void recorded_stretch(const hf_world *world, int body, double u[6])
{
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    hf_body_state s = hf_world_body(world, body);
    double F[9], R[9];
    hf_world_body_map(world, body, F);
    quat_to_matrix(quat_load(s.orientation), R);
    for (int k = 0; k < 6; k++) // U = Rᵀ F
    {
        u[k] = 0.0;
        for (int i = 0; i < 3; i++) u[k] += R[3 * i + row[k]] * F[3 * i + column[k]];
    }
}

/// Fibres stand in the order of their bodies.
bool recorded_model_is_segment(const recorded_model *model, int body)
{
    int low = 0, high = model->fibre_count; // fibres before `low` begin at the body or before it
    while (low < high)
    {
        int middle = low + (high - low) / 2;
        if (model->fibres[middle].body <= body) low = middle + 1;
        else high = middle;
    }
    return low > 0 && body < model->fibres[low - 1].body + model->fibres[low - 1].segment_count;
}

void recorded_model_segment_poses(const recorded_model *model, const vertex_row *vertices, double *poses)
{
    for (int f = 0; f < model->fibre_count; f++)
    {
        const recorded_fibre *own = &model->fibres[f];
        for (int s = 0; s < own->segment_count; s++)
        {
            const float *a = vertices[own->vertex_begin + s].at, *b = vertices[own->vertex_begin + s + 1].at;
            double *place = poses + 7 * (size_t)(own->body + s);
            vec3 along = v3_unit_or(
                v3((double)b[0] - (double)a[0], (double)b[1] - (double)a[1], (double)b[2] - (double)a[2]), v3(0, 0, 1));
            for (int d = 0; d < 3; d++) place[d] = 0.5 * ((double)a[d] + (double)b[d]);
            quat turn = along.z > -0.999999 ? quat_normalize((quat){1.0 + along.z, -along.y, along.x, 0.0})
                                            : (quat){0, 1, 0, 0};
            quat_store(place + 3, turn);
        }
    }
}

void recorded_model_free(recorded_model *model)
{
    for (int k = 0; k < model->body_count; k++) free((void *)model->bodies[k].name);
    for (int k = 0; k < model->shape_count; k++) free((void *)model->shapes[k].name);
    for (int k = 0; k < model->fibre_count; k++) free((void *)model->fibres[k].name);
    for (int k = 0; k < model->signal_count; k++) free((void *)model->signals[k].name);
    for (int k = 0; k < model->mesh_count; k++)
    {
        free((void *)model->meshes[k].vertices);
        free((void *)model->meshes[k].triangles);
    }
    for (int k = 0; k < model->field_count; k++) free((void *)model->fields[k].heights);
    free(model->bodies);
    free(model->shapes);
    free(model->meshes);
    free(model->fields);
    free(model->fibres);
    free(model->signals);
    free(model->moving);
    free(model->forms);
    visuals_free(&model->visuals);
    *model = (recorded_model){.body_count = 0};
}
