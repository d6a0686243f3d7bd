// What can be asked of the mechanisms of a model (include/holdfast/mechanism.h).

#include "model/model.h"
#include "model/rows/actuator.h"

#include "base/item.h"

#include <string.h>

int hf_model_q_count(const hf_model *model)
{
    return model->mechanism.q_count;
}

int hf_model_v_count(const hf_model *model)
{
    return model->mechanism.v_count;
}

int hf_model_joint_count(const hf_model *model)
{
    return model->mechanism.joint_count;
}

int hf_model_site_count(const hf_model *model)
{
    return model->mechanism.site_count;
}

int hf_model_loop_count(const hf_model *model)
{
    return model->mechanism.loop_count;
}

int hf_model_tendon_count(const hf_model *model)
{
    return model->mechanism.tendon_count;
}

int hf_model_actuator_count(const hf_model *model)
{
    return model->mechanism.actuator_count;
}

int hf_model_actuator_states(const hf_model *model, int actuator, int *first)
{
    bool there = is_item(actuator, model->mechanism.actuator_count);
    if (first) *first = there ? model->mechanism.activation[actuator] : -1;
    return there ? actuator_states(&model->mechanism.actuators[actuator]) : 0;
}

int hf_model_activation_count(const hf_model *model)
{
    return model->mechanism.activation_count;
}

int hf_model_key_count(const hf_model *model)
{
    return model->mechanism.key_count;
}

hf_joint_def hf_model_joint(const hf_model *model, int index)
{
    return ITEM_AT(hf_joint_def, model->mechanism.joints, model->mechanism.joint_count, index);
}

hf_site_def hf_model_site(const hf_model *model, int index)
{
    return ITEM_AT(hf_site_def, model->mechanism.sites, model->mechanism.site_count, index);
}

hf_loop_def hf_model_loop(const hf_model *model, int index)
{
    return ITEM_AT(hf_loop_def, model->mechanism.loops, model->mechanism.loop_count, index);
}

hf_tendon_def hf_model_tendon(const hf_model *model, int index)
{
    return ITEM_AT(hf_tendon_def, model->mechanism.tendons, model->mechanism.tendon_count, index);
}

hf_actuator_def hf_model_actuator(const hf_model *model, int index)
{
    return ITEM_AT(hf_actuator_def, model->mechanism.actuators, model->mechanism.actuator_count, index);
}

hf_key_def hf_model_key(const hf_model *model, int index)
{
    return ITEM_AT(hf_key_def, model->mechanism.keys, model->mechanism.key_count, index);
}

int hf_model_joint_q(const hf_model *model, int joint)
{
    return is_item(joint, model->mechanism.joint_count) ? model->mechanism.joint_q[joint] : -1;
}

int hf_model_joint_v(const hf_model *model, int joint)
{
    return is_item(joint, model->mechanism.joint_count) ? model->mechanism.joint_v[joint] : -1;
}

static int find_name(const void *items, size_t size, int count, const char *name)
{
    for (int k = 0; k < count; k++)
    {
        const char *own;
        memcpy(&own, (const char *)items + (size_t)k * size, sizeof own); // the name comes first
        if (own && strcmp(own, name) == 0) return k;
    }
    return -1;
}

int hf_model_find_joint(const hf_model *model, const char *name)
{
    const mechanism *m = &model->mechanism;
    return find_name(m->joints, sizeof *m->joints, m->joint_count, name);
}

int hf_model_find_actuator(const hf_model *model, const char *name)
{
    const mechanism *m = &model->mechanism;
    return find_name(m->actuators, sizeof *m->actuators, m->actuator_count, name);
}

int hf_model_find_site(const hf_model *model, const char *name)
{
    const mechanism *m = &model->mechanism;
    return find_name(m->sites, sizeof *m->sites, m->site_count, name);
}

int hf_model_find_tendon(const hf_model *model, const char *name)
{
    const mechanism *m = &model->mechanism;
    return find_name(m->tendons, sizeof *m->tendons, m->tendon_count, name);
}

int hf_model_find_loop(const hf_model *model, const char *name)
{
    const mechanism *m = &model->mechanism;
    return find_name(m->loops, sizeof *m->loops, m->loop_count, name);
}

int hf_model_find_shape(const hf_model *model, const char *name)
{
    for (int k = 0; k < hf_model_shape_count(model); k++)
    {
        const char *own = collide_shape(model->scene, k)->name;
        if (own && strcmp(own, name) == 0) return k;
    }
    return -1;
}

int hf_model_mesh_count(const hf_model *model)
{
    return collide_mesh_count(model->scene);
}

int hf_model_field_count(const hf_model *model)
{
    return collide_field_count(model->scene);
}

int hf_model_find_mesh(const hf_model *model, const char *name)
{
    for (int k = 0; k < collide_mesh_count(model->scene); k++)
    {
        const char *own = collide_mesh(model->scene, k).name;
        if (own && strcmp(own, name) == 0) return k;
    }
    return -1;
}

int hf_model_find_field(const hf_model *model, const char *name)
{
    for (int k = 0; k < collide_field_count(model->scene); k++)
    {
        const char *own = collide_field(model->scene, k).name;
        if (own && strcmp(own, name) == 0) return k;
    }
    return -1;
}

int hf_model_find_key(const hf_model *model, const char *name)
{
    const mechanism *m = &model->mechanism;
    return find_name(m->keys, sizeof *m->keys, m->key_count, name);
}
