// The model that a recording keeps: a copy of what it needs, so that the recording can outlive the model.

#include "record/recording.h"

#include "base/error.h"
#include "base/memory.h"
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_name(const char *name, const char *kind, int index)
{
    char made[48];
    snprintf(made, sizeof made, "%s%d", kind, index);
    const char *text = name && *name ? name : made;
    return memory_copy(text, strlen(text) + 1, 1);
}

static bool copy_bodies(const hf_model *model, recorded_model *copy)
{
    int count = hf_model_body_count(model);
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
    int count = hf_model_shape_count(model);
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

hf_status recorded_model_copy(const hf_model *model, const hf_settings *settings, recorded_model *copy, hf_error *error)
{
    *copy = (recorded_model){.settings = *settings};
    int(*sources)[2] = memory_zeroed((size_t)hf_model_shape_count(model), sizeof *sources);
    bool well = sources && copy_bodies(model, copy) && copy_shapes(model, copy, sources);
    free(sources);
    hf_status status = well ? recorded_model_list_moving(copy, error) : error_no_memory(error);
    if (status != HF_STATUS_OK) recorded_model_free(copy);
    return status;
}

hf_status recorded_model_list_moving(recorded_model *model, hf_error *error)
{
    model->moving = MEMORY_ARRAY(int, (size_t)model->body_count);
    if (!model->moving) return error_no_memory(error);
    for (int k = 1; k < model->body_count; k++)
        if (model->bodies[k].motion != HF_MOTION_STATIC) model->moving[model->moving_count++] = k;
    return HF_STATUS_OK;
}

void recorded_model_free(recorded_model *model)
{
    for (int k = 0; k < model->body_count; k++) free((void *)model->bodies[k].name);
    for (int k = 0; k < model->shape_count; k++) free((void *)model->shapes[k].name);
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
    free(model->moving);
    *model = (recorded_model){.body_count = 0};
}
