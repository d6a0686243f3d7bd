// Trees of a model as the articulated room wants them, and the list of objects.

#include "model/model.h"
#include "model/passive/bend.h"
#include "model/passive/power.h"

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
                                                .turn = quat_load(def->turn),
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

// ---- maximal coordinates ----

/// Velocities that may get inertia beside armature: joints with springs or dampers, and those that actuators act on.
static void find_soft(const mechanism *mech, const model_tree *tree, bool *soft)
{
    for (int k = 0; k < tree->joint_count; k++)
    {
        int j = mech->tree_joints[tree->joint_begin + k], v = mech->joint_place_v[j] - tree->v;
        const hf_joint_def *def = &mech->joints[j];
        bool driven = def->stiffness > 0.0 || ball_bends(def) || def->damping > 0.0 ||
                      !power_is_linear(def->stiffness_power) || !power_is_linear(def->damping_power);
        for (int a = 0; a < mech->actuator_count; a++)
            driven |= mech->actuators[a].transmission == HF_TRANSMISSION_JOINT && mech->actuators[a].target == j;
        for (int i = 0; i < joint_v_size(def->kind); i++) soft[v + i] = driven;
    }
}

/// Twin of the tree in maximal coordinates. A tree that cannot move at all has none.
static hf_status create_maximal(const hf_model *m, model_tree *tree, hf_error *error)
{
    const mechanism *mech = &m->mechanism;
    if (tree->v_count == 0) return HF_STATUS_OK;
    bool *soft = MEMORY_ARRAY(bool, (size_t)tree->v_count);
    if (!soft) return error_no_memory(error);
    hf_error why = {0};
    int fault;
    find_soft(mech, tree, soft);
    hf_status status = maximal_tree_create(tree->articulated, soft, &tree->maximal, &fault, &why);
    free(soft);
    if (status == HF_STATUS_OK) return HF_STATUS_OK;
    char label[LABEL_SIZE];
    int body = mech->links[tree->link_begin + fault];
    return status == HF_STATUS_INVALID
               ? error_set(error, status, "%s: %s", label_make(label, "body", body, m->bodies[body].name), why.message)
               : error_no_memory(error);
}

// ---- objects ----

static model_object make_object(const hf_model *m, int body, int tree)
{
    model_object object = {.body = body, .dof = m->dof_count};
    if (m->body_fibre[body] >= 0)
    {
        const fibre *f = &m->fibres[m->body_fibre[body]].rod;
        object.kind = OBJECT_FIBRE;
        object.index = m->body_fibre[body];
        object.dof_count = object.v_count = f->v_count;
        object.q_count = f->q_count + FIBRE_EXTRA_Q;
        object.q = m->own_q_count;
        object.v = m->own_v_count;
        return object;
    }
    if (m->body_constraint_tree[body] >= 0)
    {
        object.kind = OBJECT_CONSTRAINT_TREE;
        object.index = m->body_constraint_tree[body];
        object.dof_count = m->constraint_trees[object.index].dimension;
        object.q = m->own_q_count;
        object.v = m->own_v_count;
        return object;
    }
    if (tree < 0)
    {
        object.kind = object_kind_of(&m->bodies[body]);
        object.index = m->body_deformable && m->body_deformable[body] >= 0 ? m->body_deformable[body] : body;
        object.dof_count = object_methods_of(object.kind)->v_size;
        object.q_count = object.v_count = object_methods_of(object.kind)->own_size;
        object.q = m->own_q_count;
        object.v = m->own_v_count;
        return object;
    }
    const model_tree *t = &m->mechanism.trees[tree];
    object.kind = t->maximal ? OBJECT_MAXIMAL : OBJECT_REDUCED;
    object.index = tree;
    object.dof_count = t->maximal ? t->maximal->dimension : t->v_count;
    object.q = t->q;
    object.v = t->v;
    object.q_count = t->q_count;
    object.v_count = t->v_count;
    return object;
}

/// Whether a body belongs to the same object as an earlier one: links of a tree, segments of a fibre.
static bool is_later_part(const hf_model *m, int body)
{
    int index = m->body_fibre[body];
    if (index >= 0) return body != m->fibres[index].body;
    return m->mechanism.body_tree[body] >= 0 && m->mechanism.body_link[body] > 0;
}

/// Free bodies, trees and fibres, in the order of their first bodies. Own coordinates of trees come first.
static void fill_objects(hf_model *m)
{
    const mechanism *mech = &m->mechanism;
    m->own_q_count = mech->tree_q_count;
    m->own_v_count = mech->tree_v_count;
    for (int k = 0; k < m->body_count; k++)
    {
        int tree = mech->body_tree[k];
        m->body_object[k] = -1;
        if (is_later_part(m, k))
        {
            int index = m->body_fibre[k];
            int first = index >= 0 ? m->fibres[index].body : mech->links[mech->trees[tree].link_begin];
            m->body_object[k] = m->body_object[first];
            continue;
        }
        if (tree < 0 && m->bodies[k].motion != HF_MOTION_FREE) continue;
        int joined = m->body_constraint_tree[k];
        if (joined >= 0 && m->constraint_trees[joined].bodies[0] != k)
        {
            m->body_object[k] = m->body_object[m->constraint_trees[joined].bodies[0]];
            continue;
        }
        m->body_object[k] = m->object_count;
        model_object *object = &m->objects[m->object_count++];
        *object = make_object(m, k, tree);
        m->dof_count += object->dof_count;
        if (tree >= 0) continue; // counted already
        m->own_q_count += object->q_count;
        m->own_v_count += object->v_count;
    }
}

static hf_status list_objects(hf_model *m, hf_error *error)
{
    m->objects = MEMORY_ARRAY(model_object, (size_t)m->body_count);
    m->body_object = MEMORY_ARRAY(int, (size_t)m->body_count);
    if (!m->objects || !m->body_object) return error_no_memory(error);
    fill_objects(m);
    m->dof_object = MEMORY_ARRAY(int, (size_t)m->own_v_count);
    if (!m->dof_object) return error_no_memory(error);
    for (int o = 0; o < m->object_count; o++)
        for (int v = 0; v < m->objects[o].v_count; v++) m->dof_object[m->objects[o].v + v] = o;
    return HF_STATUS_OK;
}

hf_status model_trees_create(hf_model *m, hf_error *error)
{
    mechanism *mech = &m->mechanism;
    hf_status status = HF_STATUS_OK;
    for (int t = 0; t < mech->tree_count && status == HF_STATUS_OK; t++)
    {
        status = create_tree(m, &mech->trees[t], error);
        if (status == HF_STATUS_OK && m->settings.step.coordinates == HF_COORDINATES_MAXIMAL)
            status = create_maximal(m, &mech->trees[t], error);
    }
    if (status == HF_STATUS_OK) status = constraint_tree_find(m, error);
    return status == HF_STATUS_OK ? list_objects(m, error) : status;
}
