// What can be asked of the mechanisms of a model (include/holdfast/mechanism.h).

#include "model/model.h"
#include "model/rows/actuator.h"

#include "base/item.h"

int hf_model_q_count(const hf_model *model)
{
    return model->mechanism.q_count;
}

int hf_model_v_count(const hf_model *model)
{
    return model->mechanism.v_count;
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
