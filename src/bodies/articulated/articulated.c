// Trees of links: checking, counting, memory.
//
// A link's degrees of freedom stand side by side, in the order of its joints; dof_parent makes the tree of single
// degrees of freedom that all passes run over, so that a link with several joints, or a ball, needs no case of its own.

#include "bodies/articulated/articulated_spatial.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

static const int joint_q_count[HF_JOINT_KIND_COUNT] = {1, 1, 4};
static const int joint_v_count[HF_JOINT_KIND_COUNT] = {1, 1, 3};

static bool v3_finite(vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static hf_status check_joint(const articulated_joint *joint, int j, hf_error *error)
{
    if ((int)joint->kind < 0 || joint->kind >= HF_JOINT_KIND_COUNT)
        return error_set(error, HF_STATUS_INVALID, "joint %d: unknown kind %d", j, (int)joint->kind);
    if (!v3_finite(joint->position) || !isfinite(joint->reference))
        return error_set(error, HF_STATUS_INVALID, "joint %d: position and reference must be finite", j);
    if (joint->kind != HF_JOINT_BALL && !(v3_finite(joint->axis) && v3_norm(joint->axis) > 0))
        return error_set(error, HF_STATUS_INVALID, "joint %d: the axis has no direction", j);
    if (!(joint->armature >= 0 && isfinite(joint->armature)))
        return error_set(error, HF_STATUS_INVALID, "joint %d: armature must be >= 0", j);
    return HF_STATUS_OK;
}

static hf_status check_link(const articulated_link *link, int i, int joint_begin, hf_error *error)
{
    if (link->parent < -1 || link->parent >= i)
        return error_set(error, HF_STATUS_INVALID, "link %d: parent %d does not come before it", i, link->parent);
    if (link->joint_count < 0 || (link->joint_count > 0 && link->joint_begin != joint_begin))
        return error_set(error, HF_STATUS_INVALID, "link %d: joints must be sorted by link", i);
    if (!(link->mass >= 0 && isfinite(link->mass)))
        return error_set(error, HF_STATUS_INVALID, "link %d: mass must be >= 0", i);
    if (!v3_finite(link->position) || !v3_finite(link->center) || !isfinite(quat_norm(link->orientation)) ||
        !(quat_norm(link->orientation) > 0) || !isfinite(link->gravity_scale))
        return error_set(error, HF_STATUS_INVALID, "link %d: pose, centre and gravity_scale must be finite", i);
    for (int k = 0; k < 6; k++)
        if (!isfinite(link->inertia[k]) || (k < 3 && link->inertia[k] < 0))
            return error_set(error, HF_STATUS_INVALID, "link %d: moments of inertia must be >= 0 and finite", i);
    return HF_STATUS_OK;
}

static hf_status check(const articulated_link *links, int link_count, const articulated_joint *joints, int joint_count,
                       bool floating, hf_error *error)
{
    if (link_count < 1) return error_set(error, HF_STATUS_INVALID, "an articulated tree needs a link");
    int seen = 0;
    for (int i = 0; i < link_count; i++)
    {
        TRY(check_link(&links[i], i, seen, error));
        if (floating && i > 0 && links[i].parent < 0)
            return error_set(error, HF_STATUS_INVALID, "link %d: a floating tree has one base, link 0", i);
        seen += links[i].joint_count;
        if (seen > joint_count) return error_set(error, HF_STATUS_INVALID, "link %d: more joints than there are", i);
    }
    if (floating && links[0].joint_count > 0)
        return error_set(error, HF_STATUS_INVALID, "link 0: a floating base has no joints");
    if (seen != joint_count) return error_set(error, HF_STATUS_INVALID, "joint %d belongs to no link", seen);
    for (int j = 0; j < joint_count; j++)
    {
        TRY(check_joint(&joints[j], j, error));
    }
    return HF_STATUS_OK;
}

/// Where coordinates stand, of links and joints.
static void count(articulated_tree *tree)
{
    int q = 0, v = 0;
    for (int i = 0; i < tree->link_count; i++)
    {
        articulated_link *link = &tree->links[i];
        link->q_begin = q;
        link->v_begin = v;
        link->orientation = quat_normalize(link->orientation);
        if (tree->floating && i == 0) q += 7, v += 6;
        for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
        {
            articulated_joint *joint = &tree->joints[j];
            joint->q = q;
            joint->v = v;
            if (joint->kind == HF_JOINT_BALL) joint->axis = v3(0, 0, 1);
            joint->axis = v3_unit_or(joint->axis, v3(0, 0, 1));
            q += joint_q_count[joint->kind];
            v += joint_v_count[joint->kind];
        }
        link->q_count = q - link->q_begin;
        link->v_count = v - link->v_begin;
    }
    tree->q_count = q;
    tree->v_count = v;
}

/// The last degree of freedom that moves link i, -1 if it cannot move.
static int last_dof(const articulated_tree *tree, int i)
{
    while (i >= 0 && tree->links[i].v_count == 0) i = tree->links[i].parent;
    return i < 0 ? -1 : tree->links[i].v_begin + tree->links[i].v_count - 1;
}

static void fill_dofs(articulated_tree *tree)
{
    for (int i = 0; i < tree->link_count; i++)
    {
        const articulated_link *link = &tree->links[i];
        for (int k = 0; k < link->v_count; k++)
        {
            tree->dof_link[link->v_begin + k] = i;
            tree->dof_parent[link->v_begin + k] = k > 0 ? link->v_begin + k - 1 : last_dof(tree, link->parent);
        }
        for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
            for (int k = 0; k < joint_v_count[tree->joints[j].kind]; k++)
            {
                tree->armature[tree->joints[j].v + k] = tree->joints[j].armature;
                tree->prescribed[tree->joints[j].v + k] = tree->joints[j].prescribed;
            }
    }
}

hf_status articulated_tree_create(const articulated_link *links, int link_count, const articulated_joint *joints,
                                  int joint_count, bool floating, articulated_tree **result, hf_error *error)
{
    *result = NULL;
    TRY(check(links, link_count, joints, joint_count, floating, error));
    articulated_tree *tree = MEMORY_ARRAY(articulated_tree, 1);
    if (!tree) return error_no_memory(error);
    tree->link_count = link_count;
    tree->joint_count = joint_count;
    tree->floating = floating;
    tree->links = memory_copy(links, (size_t)link_count, sizeof *links);
    tree->joints = memory_copy(joints, (size_t)joint_count, sizeof *joints);
    if (tree->links && tree->joints)
    {
        count(tree);
        size_t n = (size_t)tree->v_count;
        tree->dof_link = MEMORY_ARRAY(int, n);
        tree->dof_parent = MEMORY_ARRAY(int, n);
        tree->armature = MEMORY_ARRAY(double, n);
        tree->prescribed = MEMORY_ARRAY(bool, n);
    }
    if (!tree->dof_link || !tree->dof_parent || !tree->armature || !tree->prescribed)
    {
        articulated_tree_destroy(tree);
        return error_no_memory(error);
    }
    fill_dofs(tree);
    *result = tree;
    return HF_STATUS_OK;
}

void articulated_tree_destroy(articulated_tree *tree)
{
    if (!tree) return;
    free(tree->links);
    free(tree->joints);
    free(tree->dof_link);
    free(tree->dof_parent);
    free(tree->armature);
    free(tree->prescribed);
    free(tree);
}

static void fill_inner(const articulated_tree *tree, articulated_inner *inner)
{
    for (int i = 0; i < tree->link_count; i++)
    {
        const articulated_link *link = &tree->links[i];
        inner->links[i].mass = link->mass;
        inner->links[i].parent = link->parent;
        inner->links[i].v_begin = link->v_begin;
        inner->links[i].v_end = link->v_begin + link->v_count;
        inner->links[i].joint_begin = link->joint_begin;
        inner->links[i].joint_end = link->joint_begin + link->joint_count;
        if (link->joint_count == 0) continue;
        const articulated_joint *first = &tree->joints[link->joint_begin];
        inner->frames[i].anchor = v3_add(link->position, quat_rotate(link->orientation, first->position));
        inner->frames[i].axis = quat_rotate(link->orientation, first->axis);
    }
}

hf_status articulated_scratch_create(const articulated_tree *tree, articulated_scratch **result, hf_error *error)
{
    *result = NULL;
    articulated_scratch *scratch = MEMORY_ARRAY(articulated_scratch, 1);
    articulated_inner *inner = MEMORY_ARRAY(articulated_inner, 1);
    if (!scratch || !inner)
    {
        free(scratch);
        free(inner);
        return error_no_memory(error);
    }
    size_t n = (size_t)tree->link_count, joints = (size_t)tree->joint_count, dofs = (size_t)tree->v_count;
    scratch->inner = inner;
    scratch->bodies = MEMORY_ARRAY(articulated_body, n);
    scratch->anchor = MEMORY_ARRAY(vec3, joints);
    scratch->axis = MEMORY_ARRAY(vec3, joints);
    inner->links = MEMORY_ARRAY(inner_link, n);
    inner->frames = MEMORY_ARRAY(inner_frame, n);
    inner->dofs = MEMORY_ARRAY(inner_dof, dofs);
    inner->articulated = MEMORY_ARRAY(spatial_inertia, n);
    inner->motion = MEMORY_ARRAY(spatial, n);
    inner->force = MEMORY_ARRAY(spatial, n);
    inner->u = MEMORY_ARRAY(double, dofs);
    inner->touched = MEMORY_ARRAY(bool, n);
    inner->q = MEMORY_ARRAY(double, (size_t)tree->q_count);
    if (!scratch->bodies || !scratch->anchor || !scratch->axis || !inner->links || !inner->frames || !inner->dofs ||
        !inner->articulated || !inner->motion || !inner->force || !inner->u || !inner->touched || !inner->q)
    {
        articulated_scratch_destroy(scratch);
        return error_no_memory(error);
    }
    fill_inner(tree, inner);
    *result = scratch;
    return HF_STATUS_OK;
}

void articulated_scratch_destroy(articulated_scratch *scratch)
{
    if (!scratch) return;
    articulated_inner *inner = scratch->inner;
    void *all[] = {scratch->bodies, scratch->anchor,    scratch->axis, inner->links, inner->frames,
                   inner->dofs,     inner->articulated, inner->motion, inner->force, inner->u,
                   inner->touched,  inner->q,           inner,         scratch};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
}
