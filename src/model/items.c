// Items of a model by kind: how many there are, and which has a name (include/holdfast/model.h).

#include "model/model.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

/// Items of one kind: their number, and where the name of number k is.
typedef struct item_list
{
    int count;
    const void *items; // NULL: names are asked of the scene
    size_t size;
} item_list;

#define LIST(items, count) ((item_list){(count), (items), sizeof *(items)})

// Definitions begin with their name (sensors, cameras, …), a model_fibre with its definition.
static_assert(offsetof(model_fibre, def) == 0 && offsetof(hf_fibre_def, name) == 0, "a fibre begins with its name");

static item_list list_of(const hf_model *model, hf_item kind)
{
    const mechanism *m = &model->mechanism;
    const visual_lists *seen = &model->visuals;
    switch (kind)
    {
    case HF_ITEM_BODY: return LIST(model->bodies, model->body_count);
    case HF_ITEM_SHAPE: return (item_list){collide_shape_count(model->scene), NULL, 0};
    case HF_ITEM_MESH: return (item_list){collide_mesh_count(model->scene), NULL, 0};
    case HF_ITEM_FIELD: return (item_list){collide_field_count(model->scene), NULL, 0};
    case HF_ITEM_JOINT: return LIST(m->joints, m->joint_count);
    case HF_ITEM_SITE: return LIST(m->sites, m->site_count);
    case HF_ITEM_LOOP: return LIST(m->loops, m->loop_count);
    case HF_ITEM_TENDON: return LIST(m->tendons, m->tendon_count);
    case HF_ITEM_ACTUATOR: return LIST(m->actuators, m->actuator_count);
    case HF_ITEM_SENSOR: return LIST(m->sensors, m->sensor_count);
    case HF_ITEM_KEY: return LIST(m->keys, m->key_count);
    case HF_ITEM_FIBRE: return LIST(model->fibres, model->fibre_count);
    case HF_ITEM_TEXTURE: return LIST(seen->textures, seen->texture_count);
    case HF_ITEM_MATERIAL: return LIST(seen->materials, seen->material_count);
    case HF_ITEM_VISUAL_MESH: return LIST(seen->meshes, seen->mesh_count);
    case HF_ITEM_VISUAL: return LIST(seen->visuals, seen->visual_count);
    case HF_ITEM_CAMERA: return LIST(seen->cameras, seen->camera_count);
    case HF_ITEM_COUNT: break;
    }
    return (item_list){0};
}

static const char *name_of(const hf_model *model, hf_item kind, const item_list *list, int k)
{
    const char *name;
    if (kind == HF_ITEM_SHAPE) return collide_shape(model->scene, k)->name;
    if (kind == HF_ITEM_MESH) return collide_mesh(model->scene, k).name;
    if (kind == HF_ITEM_FIELD) return collide_field(model->scene, k).name;
    memcpy(&name, (const char *)list->items + (size_t)k * list->size, sizeof name);
    return name;
}

int hf_model_count(const hf_model *model, hf_item kind)
{
    return list_of(model, kind).count;
}

int hf_model_find(const hf_model *model, hf_item kind, const char *name)
{
    item_list list = list_of(model, kind);
    for (int k = 0; name && k < list.count; k++)
    {
        const char *own = name_of(model, kind, &list, k);
        if (own && strcmp(own, name) == 0) return k;
    }
    return -1;
}
