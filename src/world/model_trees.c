// Trees of a model as the articulated room wants them, and the list of objects.

#include "world/model.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- trees ----

static articulated_link link_of(const hf_model *m, const model_tree *tree, int body)
{
    const mechanism *mech = &m->mechanism;
    const hf_body_def *def = &m->bodies[body];
    articulated_link link = {.parent =
                                 def->parent >= 0 && def->parent != tree->base ? mech->body_link[def->parent] : -1,
                             .position = v3_load(def->position),
                             .orientation = quat_load(def->orientation),
                             .mass = def->mass,
                             .center = v3_load(def->center),
                             .gravity_scale = def->gravity_scale};
    memcpy(link.inertia, def->inertia, sizeof link.inertia);
    return link;
}

static hf_status create_tree(const hf_model *m, model_tree *tree, hf_error *error)
{
    const mechanism *mech = &m->mechanism;
    articulated_link *links = MEMORY_ARRAY(articulated_link, (size_t)tree->link_count);
    articulated_joint *joints = MEMORY_ARRAY(articulated_joint, (size_t)tree->joint_count);
    hf_status status = links && joints ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        int j = 0;
        for (int k = 0; k < tree->link_count; k++)
        {
            int body = mech->links[tree->link_begin + k];
            links[k] = link_of(m, tree, body);
            links[k].joint_begin = j;
            for (; j < tree->joint_count && mech->joints[mech->tree_joints[tree->joint_begin + j]].body == body; j++)
            {
                const hf_joint_def *def = &mech->joints[mech->tree_joints[tree->joint_begin + j]];
                joints[j] = (articulated_joint){.kind = def->kind,
                                                .position = v3_load(def->position),
                                                .axis = v3_load(def->axis),
                                                .reference = def->reference,
                                                .armature = def->armature,
                                                .prescribed = def->prescribed};
            }
            links[k].joint_count = j - links[k].joint_begin;
        }
        status = articulated_tree_create(links, tree->link_count, joints, tree->joint_count, tree->floating,
                                         &tree->articulated, error);
    }
    free(links);
    free(joints);
    return status;
}

/// The rows of objects: free bodies and trees, in the order of their first bodies.
static hf_status list_objects(hf_model *m, hf_error *error)
{
    mechanism *mech = &m->mechanism;
    m->objects = MEMORY_ARRAY(model_object, (size_t)m->body_count);
    m->body_object = MEMORY_ARRAY(int, (size_t)m->body_count);
    m->object_v = MEMORY_ARRAY(int, (size_t)m->body_count);
    m->dof_object = MEMORY_ARRAY(int, (size_t)mech->tree_v_count);
    if (!m->objects || !m->body_object || !m->object_v || !m->dof_object) return error_no_memory(error);
    for (int k = 0; k < m->body_count; k++)
    {
        int tree = mech->body_tree[k];
        m->body_object[k] = -1;
        if (tree >= 0 && mech->body_link[k] > 0)
        {
            m->body_object[k] = m->body_object[mech->links[mech->trees[tree].link_begin]];
            continue;
        }
        if (tree < 0 && m->rigid[k].motion != HF_MOTION_FREE) continue;
        m->body_object[k] = m->object_count;
        for (int v = 0; tree >= 0 && v < mech->trees[tree].v_count; v++)
            m->dof_object[mech->trees[tree].v + v] = m->object_count;
        m->object_v[m->object_count] = tree >= 0 ? mech->trees[tree].v : 0;
        model_object *object = &m->objects[m->object_count++];
        *object = (model_object){.kind = tree >= 0 ? OBJECT_ARTICULATED : OBJECT_RIGID,
                                 .index = tree >= 0 ? tree : k,
                                 .dof = m->dof_count,
                                 .dof_count = tree >= 0 ? mech->trees[tree].v_count : 6};
        m->dof_count += object->dof_count;
    }
    return HF_STATUS_OK;
}

hf_status model_trees_create(hf_model *m, hf_error *error)
{
    mechanism *mech = &m->mechanism;
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < mech->tree_count && status == HF_STATUS_OK; t++)
        status = create_tree(m, &mech->trees[t], error);
    return status == HF_STATUS_OK ? list_objects(m, error) : status;
}
