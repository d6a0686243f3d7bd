#include "model/variant/variant.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/// A tree with links and armature of its own. NULL if memory is short.
static articulated_tree *vary_tree(const articulated_tree *tree)
{
    articulated_tree *own = memory_copy(tree, 1, sizeof *tree);
    if (!own) return NULL;
    own->links = memory_copy(tree->links, (size_t)tree->link_count, sizeof *tree->links);
    own->armature = memory_copy(tree->armature, (size_t)tree->v_count, sizeof *tree->armature);
    if (own->links && own->armature) return own;
    free(own->links);
    free(own->armature);
    free(own);
    return NULL;
}

static bool vary_trees(const mechanism *from, mechanism *to)
{
    to->trees = memory_copy(from->trees, (size_t)from->tree_count, sizeof *from->trees);
    if (!to->trees) return false;
    for (int k = 0; k < from->tree_count; k++) to->trees[k].articulated = NULL;
    for (int k = 0; k < from->tree_count; k++)
    {
        to->trees[k].articulated = vary_tree(from->trees[k].articulated);
        if (!to->trees[k].articulated) return false;
    }
    return true;
}

hf_status model_variant_create(const hf_model *model, hf_model **variant, hf_error *error)
{
    const mechanism *from = &model->mechanism;
    hf_model *v = *variant = memory_copy(model, 1, sizeof *model);
    if (!v) return error_no_memory(error);
    mechanism *to = &v->mechanism;
    size_t bodies = (size_t)model->body_count;
    v->bodies = memory_copy(model->bodies, bodies, sizeof *model->bodies);
    v->rigid = memory_copy(model->rigid, bodies, sizeof *model->rigid);
    to->joints = memory_copy(from->joints, (size_t)from->joint_count, sizeof *from->joints);
    to->loops = memory_copy(from->loops, (size_t)from->loop_count, sizeof *from->loops);
    to->actuators = memory_copy(from->actuators, (size_t)from->actuator_count, sizeof *from->actuators);
    v->pairs = memory_copy(model->pairs, (size_t)model->pair_count, sizeof *model->pairs);
    v->scene = collide_vary(model->scene);
    bool trees = vary_trees(from, to);
    if (v->bodies && v->rigid && to->joints && to->loops && to->actuators && v->pairs && v->scene && trees)
        return HF_STATUS_OK;
    model_variant_destroy(v);
    *variant = NULL;
    return error_no_memory(error);
}

/// Entries of a tree that are its own.
static void refresh_tree(const articulated_tree *from, articulated_tree *to)
{
    memcpy(to->links, from->links, (size_t)from->link_count * sizeof *from->links);
    if (from->v_count) memcpy(to->armature, from->armature, (size_t)from->v_count * sizeof *from->armature);
    to->revision++; // what was computed with other masses is known by this number
}

void model_variant_refresh(hf_model *variant, const hf_model *model)
{
    const mechanism *from = &model->mechanism;
    mechanism *to = &variant->mechanism;
    size_t bodies = (size_t)model->body_count;
    memcpy(variant->bodies, model->bodies, bodies * sizeof *model->bodies);
    memcpy(variant->rigid, model->rigid, bodies * sizeof *model->rigid);
    if (from->joint_count) memcpy(to->joints, from->joints, (size_t)from->joint_count * sizeof *from->joints);
    if (from->loop_count) memcpy(to->loops, from->loops, (size_t)from->loop_count * sizeof *from->loops);
    if (from->actuator_count)
        memcpy(to->actuators, from->actuators, (size_t)from->actuator_count * sizeof *from->actuators);
    if (model->pair_count) memcpy(variant->pairs, model->pairs, (size_t)model->pair_count * sizeof *model->pairs);
    collide_vary_refresh(variant->scene, model->scene);
    for (int k = 0; k < from->tree_count; k++) refresh_tree(from->trees[k].articulated, to->trees[k].articulated);
}

void model_variant_destroy(hf_model *variant)
{
    if (!variant) return;
    mechanism *m = &variant->mechanism;
    for (int k = 0; m->trees && k < m->tree_count; k++)
    {
        articulated_tree *tree = m->trees[k].articulated;
        if (!tree) continue;
        free(tree->links);
        free(tree->armature);
        free(tree);
    }
    free(m->trees);
    free(variant->bodies);
    free(variant->rigid);
    free(m->joints);
    free(m->loops);
    free(m->actuators);
    free(variant->pairs);
    collide_vary_end(variant->scene);
    free(variant);
}

void model_variant_mass(hf_model *variant, int body, double mass)
{
    const mechanism *m = &variant->mechanism;
    hf_body_def *def = &variant->bodies[body];
    rigid_constants *c = &variant->rigid[body];
    double scale = mass / def->mass;
    def->mass = c->mass = mass;
    c->inverse_mass = 1.0 / mass;
    for (int k = 0; k < 6; k++) def->inertia[k] *= scale;
    for (int k = 0; k < 3; k++)
    {
        c->inertia[k] *= scale;
        c->inverse_inertia[k] = c->inertia[k] > 0.0 ? 1.0 / c->inertia[k] : 0.0;
    }
    int tree = m->body_tree[body];
    if (tree < 0) return;
    articulated_link *link = &m->trees[tree].articulated->links[m->body_link[body]];
    link->mass = mass;
    m->trees[tree].articulated->revision++;
    for (int k = 0; k < 6; k++) link->inertia[k] *= scale;
}

hf_status model_variant_inertia(hf_model *variant, int body, hf_error *error)
{
    const mechanism *m = &variant->mechanism;
    const hf_body_def *def = &variant->bodies[body];
    char label[LABEL_SIZE];
    hf_body_def free = *def; // a link's constants are those of a free body, too
    free.motion = HF_MOTION_FREE;
    rigid_constants made, *c = &variant->rigid[body];
    TRY(rigid_constants_make(label_make(label, "body", body, def->name), &free, &made, error));
    made.motion = c->motion;
    *c = made;
    int tree = m->body_tree[body];
    if (tree < 0) return HF_STATUS_OK;
    articulated_link *link = &m->trees[tree].articulated->links[m->body_link[body]];
    link->center = v3_load(def->center);
    memcpy(link->inertia, def->inertia, sizeof link->inertia);
    m->trees[tree].articulated->revision++;
    return HF_STATUS_OK;
}

void model_variant_armature(hf_model *variant, int joint, double armature)
{
    const mechanism *m = &variant->mechanism;
    int tree = m->body_tree[m->joints[joint].body], first = m->joint_place_v[joint] - m->trees[tree].v;
    for (int k = 0; k < joint_v_size(m->joints[joint].kind); k++)
        m->trees[tree].articulated->armature[first + k] = armature;
}
