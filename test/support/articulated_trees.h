// Random trees of links for the tests of articulated objects, and their kinematics once more: with rotation matrices,
// straight from the definition, sharing nothing with the library's.

#ifndef HF_TEST_ARTICULATED_TREES_H
#define HF_TEST_ARTICULATED_TREES_H

#include "support/harness.h"

#include "base/random.h"
#include "bodies/articulated/articulated.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum tree_shape
{
    TREE_CHAIN,
    TREE_COMB, // a chain, each second link with a tooth of three
    TREE_STAR, // all on link 0
    TREE_RANDOM,
    TREE_DEPTH_FIRST, // random, numbered as MuJoCo numbers bodies
    TREE_SHAPE_COUNT,
} tree_shape;

typedef struct tree_plan
{
    tree_shape shape;
    int link_count;
    bool floating;
    bool hinges_only;
    bool no_fixed;     // no links without joints
    bool lonely_balls; // a ball is a link's only joint, as MuJoCo wants it; gravity the same for all
    double armature;   // largest
    double prescribe;  // probability
    uint64_t seed;
} tree_plan;

static inline vec3 random_vector(random_state *r, double size)
{
    double x = random_between(r, -size, size), y = random_between(r, -size, size);
    return v3(x, y, random_between(r, -size, size));
}

static inline quat random_turn(random_state *r)
{
    double w = random_normal(r), x = random_normal(r), y = random_normal(r);
    return quat_normalize((quat){w, x, y, random_normal(r)});
}

static inline int planned_parent(const tree_plan *plan, const articulated_link *links, int i, random_state *r)
{
    if (i == 0) return -1;
    if (plan->shape == TREE_CHAIN) return i - 1;
    if (plan->shape == TREE_STAR) return 0;
    if (plan->shape == TREE_COMB) return i % 5 == 2 && i >= 5 ? i - 5 + (i - 5) % 5 - 2 : i - 1;
    if (plan->shape == TREE_DEPTH_FIRST)
    {
        int parent = i - 1; // or any above it
        while (parent > 0 && links[parent].parent >= 0 && random_below(r, 3) == 0) parent = links[parent].parent;
        return parent;
    }
    return random_below(r, plan->floating ? i : i + 1) - (plan->floating ? 0 : 1);
}

/// A solid of random mass; its tensor is that of four point masses and a ball, so that it is one that a body can have.
static inline void random_solid(articulated_link *link, random_state *r)
{
    link->mass = random_between(r, 0.2, 2);
    link->center = random_vector(r, 0.3);
    for (int k = 0; k < 3; k++) link->inertia[k] = 0.01;
    for (int n = 0; n < 4; n++)
    {
        vec3 p = random_vector(r, 0.2);
        link->inertia[0] += p.y * p.y + p.z * p.z;
        link->inertia[1] += p.x * p.x + p.z * p.z;
        link->inertia[2] += p.x * p.x + p.y * p.y;
        link->inertia[3] -= p.x * p.y;
        link->inertia[4] -= p.x * p.z;
        link->inertia[5] -= p.y * p.z;
    }
}

static inline articulated_tree *random_tree(const tree_plan *plan)
{
    random_state r = random_seed(plan->seed);
    int n = plan->link_count, joint_count = 0;
    articulated_link *links = calloc((size_t)n, sizeof *links);
    articulated_joint *joints = calloc(3 * (size_t)n, sizeof *joints);
    CHECK(links && joints);
    for (int i = 0; i < n; i++)
    {
        articulated_link *link = &links[i];
        link->parent = planned_parent(plan, links, i, &r);
        if (link->parent >= i || link->parent < -1) link->parent = i - 1;
        link->position = random_vector(&r, 0.5);
        link->orientation = random_turn(&r);
        link->gravity_scale = random_below(&r, 4) == 0 && !plan->lonely_balls ? 0.5 : 1;
        random_solid(link, &r);
        link->joint_begin = joint_count;
        if (plan->floating && i == 0) continue;
        link->joint_count = plan->hinges_only ? 1 : random_below(&r, 4) == 0 ? random_below(&r, 4) : 1;
        if (plan->no_fixed && link->joint_count == 0) link->joint_count = 1;
        for (int k = 0; k < link->joint_count; k++)
        {
            articulated_joint *joint = &joints[joint_count++];
            joint->kind = plan->hinges_only ? HF_JOINT_HINGE : (hf_joint_kind)random_below(&r, 3);
            if (k > 0 && joint->kind == HF_JOINT_BALL && joint[-1].kind != HF_JOINT_SLIDE) joint->kind = HF_JOINT_HINGE;
            if (link->joint_count == 3 && k == 1) joint->kind = HF_JOINT_SLIDE;
            if (plan->lonely_balls && joint->kind == HF_JOINT_BALL && link->joint_count > 1)
                joint->kind = HF_JOINT_HINGE;
            joint->position = random_vector(&r, 0.3);
            joint->axis = random_vector(&r, 1);
            joint->reference = random_between(&r, -1, 1);
            joint->armature = random_below(&r, 2) ? random_between(&r, 0, plan->armature) : 0;
            joint->prescribed = random_unit(&r) < plan->prescribe;
        }
    }
    articulated_tree *tree = NULL;
    hf_error error = {0};
    CHECK(articulated_tree_create(links, n, joints, joint_count, plan->floating, &tree, &error) == HF_STATUS_OK);
    free(links);
    free(joints);
    return tree;
}

static inline articulated_scratch *scratch_of(const articulated_tree *tree)
{
    articulated_scratch *scratch = NULL;
    CHECK(articulated_scratch_create(tree, &scratch, NULL) == HF_STATUS_OK);
    return scratch;
}

/// A configuration and velocities at random.
static inline void random_state_of(const articulated_tree *tree, random_state *r, double *q, double *v)
{
    articulated_reference(tree, q);
    if (tree->floating)
    {
        v3_store(q, random_vector(r, 1));
        quat_store(q + 3, random_turn(r));
    }
    for (int j = 0; j < tree->joint_count; j++)
        if (tree->joints[j].kind == HF_JOINT_BALL) quat_store(q + tree->joints[j].q, random_turn(r));
        else q[tree->joints[j].q] = random_between(r, -2, 2);
    for (int d = 0; d < tree->v_count; d++) v[d] = random_normal(r);
}

// ---- kinematics from the definition ----

typedef struct naive_pose
{
    vec3 x;
    double R[9];
} naive_pose;

/// Rodrigues' formula.
static inline void naive_rotation(vec3 axis, double angle, double *R)
{
    double c = cos(angle), s = sin(angle), t = 1 - c;
    vec3 u = v3_scale(1 / v3_norm(axis), axis);
    double rows[9] = {c + t * u.x * u.x,       t * u.x * u.y - s * u.z, t * u.x * u.z + s * u.y,
                      t * u.x * u.y + s * u.z, c + t * u.y * u.y,       t * u.y * u.z - s * u.x,
                      t * u.x * u.z - s * u.y, t * u.y * u.z + s * u.x, c + t * u.z * u.z};
    memcpy(R, rows, sizeof rows);
}

static inline void naive_turn(naive_pose *pose, const double *by)
{
    double R[9];
    m3_multiply(pose->R, by, R);
    memcpy(pose->R, R, sizeof R);
}

static inline void naive_kinematics(const articulated_tree *tree, const naive_pose *base, const double *q,
                                    naive_pose *poses)
{
    for (int i = 0; i < tree->link_count; i++)
    {
        const articulated_link *link = &tree->links[i];
        naive_pose pose = link->parent < 0 ? *base : poses[link->parent];
        double R[9];
        pose.x = v3_add(pose.x, m3_times(pose.R, link->position));
        quat_to_matrix(link->orientation, R);
        naive_turn(&pose, R);
        if (tree->floating && i == 0)
        {
            pose.x = v3_load(q);
            quat_to_matrix(quat_load(q + 3), pose.R);
        }
        for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
        {
            const articulated_joint *joint = &tree->joints[j];
            vec3 anchor = v3_add(pose.x, m3_times(pose.R, joint->position));
            if (joint->kind == HF_JOINT_SLIDE)
            {
                vec3 axis = m3_times(pose.R, joint->axis);
                pose.x = v3_add_scaled(pose.x, q[joint->q] - joint->reference, axis);
                continue;
            }
            if (joint->kind == HF_JOINT_HINGE) naive_rotation(joint->axis, q[joint->q] - joint->reference, R);
            else quat_to_matrix(quat_load(q + joint->q), R);
            naive_turn(&pose, R);
            pose.x = v3_sub(anchor, m3_times(pose.R, joint->position));
        }
        poses[i] = pose;
    }
}

#endif
