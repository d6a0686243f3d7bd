#include "model/visual/model_visual.h"

#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"
#include "linalg/quat.h"
#include "model/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- defaults ----

const char *hf_texture_kind_name(hf_texture_kind kind)
{
    static const char *const names[] = {"image", "flat", "gradient", "checker"};
    return kind >= 0 && kind < HF_TEXTURE_KIND_COUNT ? names[kind] : "?";
}

hf_material_def hf_material_def_default(void)
{
    return (hf_material_def){.color = {1, 1, 1, 1},
                             .specular = 0.5F,
                             .shininess = 0.5F,
                             .metallic = -1,
                             .roughness = -1,
                             .texture = -1,
                             .texture_repeat = {1, 1}};
}

hf_visual_mesh_def hf_visual_mesh_def_default(void)
{
    return (hf_visual_mesh_def){.scale = {1, 1, 1}, .turn = {1, 0, 0, 0}};
}

hf_visual_def hf_visual_def_default(void)
{
    return (hf_visual_def){
        .mesh = -1, .shape = -1, .material = -1, .orientation = {1, 0, 0, 0}, .color = {0.5F, 0.5F, 0.5F, 1}};
}

const char *hf_camera_mode_name(hf_camera_mode mode)
{
    static const char *const names[] = {"fixed", "track", "target"};
    return mode >= 0 && mode < HF_CAMERA_MODE_COUNT ? names[mode] : "?";
}

hf_camera_def hf_camera_def_default(void)
{
    return (hf_camera_def){.target = -1, .orientation = {1, 0, 0, 0}, .angle = 0.78539816339744831};
}

// ---- adding ----

/// Room for one more item of a list. False if memory is short.
static bool make_room(void *list, int count, int *capacity, size_t size)
{
    void *items;
    memcpy(&items, list, sizeof items);
    if (count < *capacity) return true;
    int wanted = *capacity ? 2 * *capacity : 8;
    items = memory_resize(items, (size_t)wanted, size);
    if (!items) return false;
    memcpy(list, &items, sizeof items);
    *capacity = wanted;
    return true;
}

static bool among(int index, int count)
{
    return index >= -1 && index < count;
}

static bool floats_are_finite(const float *values, int count)
{
    for (int k = 0; k < count; k++)
        if (!isfinite(values[k])) return false;
    return true;
}

hf_status visuals_add_texture(visual_lists *lists, const hf_texture_def *def, int *index, hf_error *error)
{
    if (def->kind < 0 || def->kind >= HF_TEXTURE_KIND_COUNT || (def->kind == HF_TEXTURE_IMAGE && !def->file))
        return error_set(error, HF_STATUS_INVALID, "texture %d: an image needs a file, and the kind must be one",
                         lists->texture_count);
    if (!make_room(&lists->textures, lists->texture_count, &lists->texture_capacity, sizeof *lists->textures))
        return error_no_memory(error);
    hf_texture_def copy = *def;
    copy.name = copy.file = NULL;
    if (!name_copy(def->name, &copy.name) || !name_copy(def->file, &copy.file))
    {
        release(copy.name);
        return error_no_memory(error);
    }
    if (index) *index = lists->texture_count;
    lists->textures[lists->texture_count++] = copy;
    return HF_STATUS_OK;
}

hf_status visuals_add_material(visual_lists *lists, const hf_material_def *def, int *index, hf_error *error)
{
    if (!among(def->texture, lists->texture_count) || !floats_are_finite(def->color, 4))
        return error_set(error, HF_STATUS_INVALID, "material %d ('%s'): there is no such texture or colour",
                         lists->material_count, def->name ? def->name : "");
    if (!make_room(&lists->materials, lists->material_count, &lists->material_capacity, sizeof *lists->materials))
        return error_no_memory(error);
    hf_material_def copy = *def;
    if (!name_copy(def->name, &copy.name)) return error_no_memory(error);
    if (index) *index = lists->material_count;
    lists->materials[lists->material_count++] = copy;
    return HF_STATUS_OK;
}

static hf_status check_mesh(const hf_visual_mesh_def *def, int at, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "visual mesh", at, def->name);
    TRY(check_finite(label, "scale", def->scale, 3, error));
    TRY(check_finite(label, "offset", def->offset, 3, error));
    TRY(check_turn(label, def->turn, error));
    if (!def->file) TRY(check_finite(label, "vertices", def->vertices, 3 * def->vertex_count, error));
    for (int k = 0; k < 3 * def->triangle_count && !def->file; k++)
        if (def->triangles[k] < 0 || def->triangles[k] >= def->vertex_count)
            return error_set(error, HF_STATUS_INVALID, "%s: a triangle names vertex %d of %d", label, def->triangles[k],
                             def->vertex_count);
    return HF_STATUS_OK;
}

hf_status visuals_add_mesh(visual_lists *lists, const hf_visual_mesh_def *def, int *index, hf_error *error)
{
    TRY(check_mesh(def, lists->mesh_count, error));
    if (!make_room(&lists->meshes, lists->mesh_count, &lists->mesh_capacity, sizeof *lists->meshes))
        return error_no_memory(error);
    hf_visual_mesh_def copy = *def;
    copy.name = copy.file = NULL, copy.vertices = NULL, copy.triangles = NULL;
    bool well = name_copy(def->name, &copy.name) && name_copy(def->file, &copy.file);
    if (def->file) copy.vertex_count = copy.triangle_count = 0;
    else if (well)
    {
        copy.vertices = memory_copy(def->vertices, 3 * (size_t)def->vertex_count, sizeof(double));
        copy.triangles = memory_copy(def->triangles, 3 * (size_t)def->triangle_count, sizeof(int));
        well = copy.vertices && copy.triangles;
    }
    if (!well)
    {
        release(copy.name), release(copy.file), release(copy.vertices), release(copy.triangles);
        return error_no_memory(error);
    }
    if (index) *index = lists->mesh_count;
    lists->meshes[lists->mesh_count++] = copy;
    return HF_STATUS_OK;
}

hf_status visuals_add(visual_lists *lists, const hf_visual_def *def, int *index, hf_error *error)
{
    char label[LABEL_SIZE];
    label_make(label, "visual", lists->visual_count, def->name);
    if (!among(def->mesh, lists->mesh_count) || !among(def->material, lists->material_count) ||
        (def->mesh < 0 && def->shape < 0) || !floats_are_finite(def->color, 4))
        return error_set(error, HF_STATUS_INVALID, "%s: needs a mesh that is there, or a shape", label);
    TRY(check_finite(label, "position", def->position, 3, error));
    TRY(check_turn(label, def->orientation, error));
    if (!make_room(&lists->visuals, lists->visual_count, &lists->visual_capacity, sizeof *lists->visuals))
        return error_no_memory(error);
    hf_visual_def copy = *def;
    if (!name_copy(def->name, &copy.name)) return error_no_memory(error);
    if (index) *index = lists->visual_count;
    lists->visuals[lists->visual_count++] = copy;
    return HF_STATUS_OK;
}

hf_status visuals_add_camera(visual_lists *lists, const hf_camera_def *def, int *index, hf_error *error)
{
    const double straight = 3.1415926535897931;
    char label[LABEL_SIZE];
    label_make(label, "camera", lists->camera_count, def->name);
    if (def->mode < 0 || def->mode >= HF_CAMERA_MODE_COUNT || !(def->angle > 0.0 && def->angle < straight) ||
        (def->mode == HF_CAMERA_TARGET && def->target < 0))
        return error_set(error, HF_STATUS_INVALID,
                         "%s: it needs a mode, an angle within 0 … pi, and a target where it turns to one", label);
    TRY(check_finite(label, "position", def->position, 3, error));
    TRY(check_turn(label, def->orientation, error));
    if (!make_room(&lists->cameras, lists->camera_count, &lists->camera_capacity, sizeof *lists->cameras))
        return error_no_memory(error);
    hf_camera_def copy = *def;
    if (!name_copy(def->name, &copy.name)) return error_no_memory(error);
    if (index) *index = lists->camera_count;
    lists->cameras[lists->camera_count++] = copy;
    return HF_STATUS_OK;
}

// ---- copies ----

hf_status visuals_copy(const visual_lists *from, visual_lists *to, hf_error *error)
{
    *to = (visual_lists){0};
    hf_status status = HF_STATUS_OK;
    for (int k = 0; k < from->texture_count && status == HF_STATUS_OK; k++)
        status = visuals_add_texture(to, &from->textures[k], NULL, error);
    for (int k = 0; k < from->material_count && status == HF_STATUS_OK; k++)
        status = visuals_add_material(to, &from->materials[k], NULL, error);
    for (int k = 0; k < from->mesh_count && status == HF_STATUS_OK; k++)
        status = visuals_add_mesh(to, &from->meshes[k], NULL, error);
    for (int k = 0; k < from->visual_count && status == HF_STATUS_OK; k++)
        status = visuals_add(to, &from->visuals[k], NULL, error);
    for (int k = 0; k < from->camera_count && status == HF_STATUS_OK; k++)
        status = visuals_add_camera(to, &from->cameras[k], NULL, error);
    if (status != HF_STATUS_OK) visuals_free(to);
    return status;
}

void visuals_free(visual_lists *lists)
{
    for (int k = 0; k < lists->texture_count; k++) release(lists->textures[k].name), release(lists->textures[k].file);
    for (int k = 0; k < lists->material_count; k++) release(lists->materials[k].name);
    for (int k = 0; k < lists->mesh_count; k++)
    {
        release(lists->meshes[k].name), release(lists->meshes[k].file);
        release(lists->meshes[k].vertices), release(lists->meshes[k].triangles);
    }
    for (int k = 0; k < lists->visual_count; k++) release(lists->visuals[k].name);
    for (int k = 0; k < lists->camera_count; k++) release(lists->cameras[k].name);
    free(lists->textures);
    free(lists->materials);
    free(lists->meshes);
    free(lists->visuals);
    free(lists->cameras);
    *lists = (visual_lists){0};
}

// ---- builder and model ----

hf_status hf_builder_add_texture(hf_builder *builder, const hf_texture_def *def, int *index, hf_error *error)
{
    return visuals_add_texture(&builder->visuals, def, index, error);
}

hf_status hf_builder_add_material(hf_builder *builder, const hf_material_def *def, int *index, hf_error *error)
{
    return visuals_add_material(&builder->visuals, def, index, error);
}

hf_status hf_builder_add_visual_mesh(hf_builder *builder, const hf_visual_mesh_def *def, int *index, hf_error *error)
{
    return visuals_add_mesh(&builder->visuals, def, index, error);
}

hf_status hf_builder_add_visual(hf_builder *builder, const hf_visual_def *def, int *index, hf_error *error)
{
    int bodies = (int)builder->bodies.count, shapes = (int)builder->shapes.count;
    if (def->body < 0 || !among(def->body, bodies) || !among(def->shape, shapes))
        return error_set(error, HF_STATUS_INVALID, "visual %d ('%s'): there is no body %d or no shape %d",
                         builder->visuals.visual_count, def->name ? def->name : "", def->body, def->shape);
    if (def->shape >= 0 && GROWING_AT(builder->shapes, hf_shape_def, def->shape)->body != def->body)
        return error_set(error, HF_STATUS_INVALID, "visual %d ('%s'): the shape belongs to another body",
                         builder->visuals.visual_count, def->name ? def->name : "");
    return visuals_add(&builder->visuals, def, index, error);
}

hf_status hf_builder_add_camera(hf_builder *builder, const hf_camera_def *def, int *index, hf_error *error)
{
    int bodies = (int)builder->bodies.count;
    if (def->body < 0 || !among(def->body, bodies) || !among(def->target, bodies))
        return error_set(error, HF_STATUS_INVALID, "camera %d ('%s'): there is no body %d or %d",
                         builder->visuals.camera_count, def->name ? def->name : "", def->body, def->target);
    return visuals_add_camera(&builder->visuals, def, index, error);
}

hf_texture_def hf_model_texture(const hf_model *model, int index)
{
    return ITEM_AT(hf_texture_def, model->visuals.textures, hf_model_count(model, HF_ITEM_TEXTURE), index);
}

hf_material_def hf_model_material(const hf_model *model, int index)
{
    return ITEM_AT(hf_material_def, model->visuals.materials, hf_model_count(model, HF_ITEM_MATERIAL), index);
}

hf_visual_mesh_def hf_model_visual_mesh(const hf_model *model, int index)
{
    return ITEM_AT(hf_visual_mesh_def, model->visuals.meshes, hf_model_count(model, HF_ITEM_VISUAL_MESH), index);
}

hf_visual_def hf_model_visual(const hf_model *model, int index)
{
    return ITEM_AT(hf_visual_def, model->visuals.visuals, hf_model_count(model, HF_ITEM_VISUAL), index);
}

hf_camera_def hf_model_camera(const hf_model *model, int index)
{
    return ITEM_AT(hf_camera_def, model->visuals.cameras, hf_model_count(model, HF_ITEM_CAMERA), index);
}
