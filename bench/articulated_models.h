// Trees for bench_articulated: drawn at random, or read from a file, with their twins in MuJoCo and Simbody where those
// are there.

#ifndef HF_BENCH_ARTICULATED_MODELS_H
#define HF_BENCH_ARTICULATED_MODELS_H

#include <holdfast/scene.h>

#include "base/random.h"
#include "bodies/articulated/articulated.h"
#include "model/model.h"
#include "papers/assembly/assembly.h"

#ifdef HF_PEER_MUJOCO
#include "peers/mujoco_dynamics.h"
#endif
#ifdef HF_PEER_SIMBODY
#include "peers/simbody_dynamics.h"
#endif

#include <stdio.h>
#include <stdlib.h>

static const vec3 gravity = {0.3, -0.2, -9.81};

typedef enum shape
{
    CHAIN,
    COMB,
    STAR,
    RANDOM
} shape;

typedef struct model
{
    articulated_tree *tree;
    articulated_scratch *scratch;
    articulated_assembly *assembly;
    double *q, *v, *bias, *a, *M, *G, *h, *z;
    int *dofs;
#ifdef HF_PEER_MUJOCO
    mujoco_dynamics *mujoco;
#endif
#ifdef HF_PEER_SIMBODY
    simbody_dynamics *simbody;
#endif
} model;

static void *allocate(size_t count, size_t size)
{
    void *p = calloc(count + 1, size);
    if (!p) abort();
    return p;
}

static vec3 draw_vector(random_state *r, double size)
{
    double x = random_between(r, -size, size), y = random_between(r, -size, size);
    return v3(x, y, random_between(r, -size, size));
}

static quat draw_turn(random_state *r)
{
    double w = random_normal(r), x = random_normal(r), y = random_normal(r);
    return quat_normalize((quat){w, x, y, random_normal(r)});
}

/// In the order in which MuJoCo numbers bodies: depth first.
static int draw_parent(shape s, int i, const articulated_link *links, random_state *r)
{
    if (i == 0) return -1;
    if (s == CHAIN) return i - 1;
    if (s == STAR) return 0;
    if (s == COMB) return i % 4 == 0 ? i - 4 : i - 1;
    int parent = i - 1;
    while (links[parent].parent >= 0 && random_below(r, 3) == 0) parent = links[parent].parent;
    return parent;
}

/// Principal moments that a body can have, in axes at random.
static void draw_inertia(articulated_link *link, random_state *r)
{
    double s[3], R[9];
    for (int k = 0; k < 3; k++) s[k] = random_between(r, 0.01, 0.1);
    quat_to_matrix(draw_turn(r), R);
    static const int row[6] = {0, 1, 2, 0, 0, 1}, col[6] = {0, 1, 2, 1, 2, 2};
    for (int k = 0; k < 6; k++)
        for (int j = 0; j < 3; j++)
            link->inertia[k] += R[3 * row[k] + j] * (s[(j + 1) % 3] + s[(j + 2) % 3]) * R[3 * col[k] + j];
}

/// Room, a state at random, and the same tree elsewhere.
static void finish(model *m, random_state *r)
{
    hf_error error = {0};
    char why[300] = "";
    if (articulated_scratch_create(m->tree, &m->scratch, &error) != HF_STATUS_OK ||
        articulated_assembly_create(m->tree, &m->assembly, &error) != HF_STATUS_OK)
        fprintf(stderr, "%s\n", error.message), abort();
    size_t dofs = (size_t)m->tree->v_count;
    m->q = allocate((size_t)m->tree->q_count, sizeof(double));
    double **all[] = {&m->v, &m->bias, &m->a, &m->G, &m->h, &m->z};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) *all[k] = allocate(3 * dofs, sizeof(double));
    m->M = allocate(dofs * dofs, sizeof(double));
    m->dofs = allocate(dofs, sizeof(int));
    articulated_reference(m->tree, m->q);
    for (size_t d = 0; d < dofs; d++) m->v[d] = random_normal(r);
    articulated_integrate(m->tree, m->q, m->v, 0.7);
    for (size_t d = 0; d < dofs; d++) m->v[d] = random_normal(r);
    (void)why;
#ifdef HF_PEER_MUJOCO
    m->mujoco = mujoco_dynamics_create(m->tree, gravity, why, sizeof why);
    if (!m->mujoco) fprintf(stderr, "MuJoCo: %s\n", why);
#endif
#ifdef HF_PEER_SIMBODY
    m->simbody = simbody_dynamics_create(m->tree, gravity, why, sizeof why);
    if (!m->simbody) fprintf(stderr, "Simbody: %s\n", why);
#endif
}

/// kind < 0: all kinds, some links with several joints or none.
static model model_make(shape s, int n, bool floating, int kind, uint64_t seed)
{
    random_state r = random_seed(seed);
    articulated_link *links = allocate((size_t)n, sizeof *links);
    articulated_joint *joints = allocate(2 * (size_t)n, sizeof *joints);
    model m = {0};
    int joint_count = 0;
    for (int i = 0; i < n; i++)
    {
        articulated_link *link = &links[i];
        *link =
            (articulated_link){.parent = draw_parent(s, i, links, &r), .joint_begin = joint_count, .gravity_scale = 1};
        link->position = draw_vector(&r, 0.3);
        link->orientation = draw_turn(&r);
        link->mass = random_between(&r, 0.5, 2);
        link->center = draw_vector(&r, 0.1);
        draw_inertia(link, &r);
        if (floating && i == 0) continue;
        int wanted = kind >= 0 ? 1 : random_below(&r, 3);
        for (int k = 0; k < wanted; k++, link->joint_count++)
        {
            articulated_joint *joint = &joints[joint_count++];
            joint->kind = (hf_joint_kind)(kind >= 0 ? kind : random_below(&r, wanted > 1 ? 2 : 3));
            joint->position = draw_vector(&r, 0.1);
            joint->axis = draw_vector(&r, 1);
            joint->reference = random_between(&r, -1, 1);
            joint->armature = kind >= 0 ? 0 : random_between(&r, 0, 0.1);
        }
    }
    hf_error error = {0};
    if (articulated_tree_create(links, n, joints, joint_count, floating, &m.tree, &error) != HF_STATUS_OK)
        fprintf(stderr, "%s\n", error.message), abort();
    finish(&m, &r);
    free(links);
    free(joints);
    return m;
}

/// All trees of a file that hang on what stands still, as one (a hand whose palm is fixed: its fingers).
static articulated_tree *fixed_forest(const hf_model *file)
{
    size_t link_room = 0, joint_room = 0;
    for (int t = 0; t < file->mechanism.tree_count; t++)
    {
        link_room += (size_t)file->mechanism.trees[t].link_count;
        joint_room += (size_t)file->mechanism.trees[t].joint_count;
    }
    articulated_link *links = allocate(link_room, sizeof *links);
    articulated_joint *joints = allocate(joint_room, sizeof *joints);
    int link_count = 0, joint_count = 0;
    for (int t = 0; t < file->mechanism.tree_count; t++)
    {
        const model_tree *place = &file->mechanism.trees[t];
        const articulated_tree *tree = place->articulated;
        if (place->floating || file->bodies[place->base].motion != HF_MOTION_STATIC) continue;
        quat turn = quat_load(file->bodies[place->base].orientation);
        for (int i = 0; i < tree->link_count; i++)
        {
            articulated_link *link = &links[link_count + i];
            *link = tree->links[i];
            link->joint_begin += joint_count;
            if (link->parent >= 0)
            {
                link->parent += link_count;
                continue;
            }
            link->position = v3_add(v3_load(file->bodies[place->base].position), quat_rotate(turn, link->position));
            link->orientation = quat_multiply(turn, link->orientation);
        }
        for (int j = 0; j < tree->joint_count; j++) joints[joint_count + j] = tree->joints[j];
        link_count += tree->link_count;
        joint_count += tree->joint_count;
    }
    articulated_tree *forest = NULL;
    hf_error error = {0};
    if (link_count && articulated_tree_create(links, link_count, joints, joint_count, false, &forest, &error))
        fprintf(stderr, "%s\n", error.message), abort();
    free(links);
    free(joints);
    return forest;
}

static articulated_tree *largest_tree(const hf_model *file)
{
    articulated_tree *forest = fixed_forest(file), *copy = NULL;
    const articulated_tree *largest = forest;
    for (int t = 0; t < file->mechanism.tree_count; t++)
    {
        const articulated_tree *tree = file->mechanism.trees[t].articulated;
        if (!largest || tree->v_count > largest->v_count) largest = tree;
    }
    if (largest == forest) return forest;
    hf_error error = {0};
    if (articulated_tree_create(largest->links, largest->link_count, largest->joints, largest->joint_count,
                                largest->floating, &copy, &error) != HF_STATUS_OK)
        abort();
    articulated_tree_destroy(forest);
    return copy;
}

/// The largest tree of a file, or all that are fixed to the ground if they have more joints; false if there is none, or
/// no such file.
static bool model_read(const char *path, model *m)
{
    hf_builder *builder = NULL;
    hf_model *file = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &file, &error);
    hf_builder_destroy(builder);
    *m = (model){.tree = status == HF_STATUS_OK ? largest_tree(file) : NULL};
    hf_model_destroy(file);
    if (!m->tree)
    {
        fprintf(stderr, "%s: %s\n", path, status == HF_STATUS_OK ? "no tree in it" : error.message);
        return false;
    }
    for (int i = 0; i < m->tree->link_count; i++) m->tree->links[i].gravity_scale = 1; // MuJoCo 2.2 knows no other
    random_state r = random_seed(9);
    finish(m, &r);
    return true;
}

static void model_free(model *m)
{
#ifdef HF_PEER_MUJOCO
    mujoco_dynamics_destroy(m->mujoco);
#endif
#ifdef HF_PEER_SIMBODY
    simbody_dynamics_destroy(m->simbody);
#endif
    articulated_assembly_destroy(m->assembly);
    articulated_scratch_destroy(m->scratch);
    articulated_tree_destroy(m->tree);
    void *all[] = {m->q, m->v, m->bias, m->a, m->M, m->G, m->h, m->z, m->dofs};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
}

#endif
