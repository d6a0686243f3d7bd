// holdfast/tree.h: the trees of this folder for programs that have no world.

#include "holdfast/tree.h"

#include "bodies/maximal/tree_system.h"

#include "base/error.h"
#include "base/item.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct hf_tree
{
    tree_system *system;
    bool begun; // numbers have come since the last factors
};

static tree_joint *copy_joints(int count, const hf_tree_joint *joints)
{
    tree_joint *copy = MEMORY_ARRAY(tree_joint, (size_t)(count > 0 ? count : 0));
    for (int k = 0; copy && k < count; k++)
        copy[k] = (tree_joint){.dimension = joints[k].rows, .body = {joints[k].body[0], joints[k].body[1]}};
    return copy;
}

static hf_status check_counts(int body_count, int joint_count, hf_error *error)
{
    if (body_count > 0 && joint_count >= 0) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_INVALID,
                     "tree: %d bodies and %d joints: at least one body, and no negative count", body_count,
                     joint_count);
}

hf_status hf_tree_primary(int body_count, int joint_count, const hf_tree_joint *joints, int *primary, hf_error *error)
{
    hf_status status = check_counts(body_count, joint_count, error);
    if (status != HF_STATUS_OK) return status;
    tree_joint *copy = copy_joints(joint_count, joints);
    bool *chosen = MEMORY_ARRAY(bool, (size_t)joint_count);
    status =
        copy && chosen ? tree_choose_primary(body_count, joint_count, copy, chosen, error) : error_no_memory(error);
    for (int k = 0; status == HF_STATUS_OK && k < joint_count; k++) primary[k] = chosen[k];
    free(copy);
    free(chosen);
    return status;
}

static hf_status check_sizes(int body_count, const int *size, hf_error *error)
{
    for (int k = 0; k < body_count; k++)
        if (size[k] < 1 || size[k] > TREE_NODE_MAX)
            return error_set(error, HF_STATUS_INVALID, "tree: body %d has %d degrees of freedom: 1 … %d", k, size[k],
                             TREE_NODE_MAX);
    return HF_STATUS_OK;
}

hf_status hf_tree_create(int body_count, const int *size, int joint_count, const hf_tree_joint *joints, hf_tree **tree,
                         hf_error *error)
{
    *tree = NULL;
    hf_status status = check_counts(body_count, joint_count, error);
    if (status == HF_STATUS_OK) status = check_sizes(body_count, size, error);
    if (status != HF_STATUS_OK) return status;
    hf_tree *t = MEMORY_ARRAY(hf_tree, 1);
    tree_joint *copy = copy_joints(joint_count, joints);
    status =
        t && copy ? tree_system_create(body_count, size, joint_count, copy, &t->system, error) : error_no_memory(error);
    free(copy);
    if (status == HF_STATUS_OK) *tree = t;
    else free(t);
    return status;
}

void hf_tree_destroy(hf_tree *tree)
{
    if (!tree) return;
    tree_system_destroy(tree->system);
    free(tree);
}

int hf_tree_body_length(const hf_tree *tree)
{
    return tree_body_dimension(tree->system);
}

int hf_tree_joint_length(const hf_tree *tree)
{
    return tree_joint_dimension(tree->system);
}

static void begin(hf_tree *tree)
{
    if (!tree->begun) tree_begin(tree->system);
    tree->begun = true;
}

void hf_tree_set_mass(hf_tree *tree, int body, const double *M)
{
    begin(tree);
    if (is_item(body, tree->system->body_count)) tree_set_mass(tree->system, body, M);
}

void hf_tree_set_rows(hf_tree *tree, int joint, int side, const double *J)
{
    begin(tree);
    if (is_item(joint, tree->system->joint_count) && is_item(side, 2)) tree_set_rows(tree->system, joint, side, J);
}

void hf_tree_set_compliance(hf_tree *tree, int joint, const double *C)
{
    begin(tree);
    if (is_item(joint, tree->system->joint_count)) tree_set_compliance(tree->system, joint, C);
}

hf_status hf_tree_factor(hf_tree *tree, hf_error *error)
{
    begin(tree);
    tree->begun = false;
    return tree_factorize(tree->system, error);
}

void hf_tree_multipliers(hf_tree *tree, const double *F, const double *c, double *a, double *l)
{
    tree_multipliers(tree->system, F, c, a, l);
}

/// Whether all bodies of the row are the tree's.
static bool is_over_bodies(const hf_tree *tree, const hf_tree_row *row)
{
    for (int k = 0; k < row->count; k++)
        if (!is_item(row->body[k], tree->system->body_count)) return false;
    return true;
}

void hf_tree_response(hf_tree *tree, const hf_tree_row *row, double *a)
{
    if (!is_over_bodies(tree, row)) return;
    const tree_row inner = {.count = row->count, .body = row->body, .values = row->values};
    tree_response(tree->system, &inner, a);
}

hf_status hf_tree_anticipate(hf_tree *tree, int count, const hf_tree_row *rows, hf_workspace *workspace, double *A,
                             hf_error *error)
{
    for (int k = 0; k < count; k++)
        if (!is_over_bodies(tree, &rows[k]))
            return error_set(error, HF_STATUS_INVALID, "tree: row %d is over a body that is none of %d", k,
                             tree->system->body_count);
    arena_mark mark = arena_begin(workspace);
    tree_row *inner = ARENA_ARRAY(workspace, tree_row, count);
    for (int k = 0; inner && k < count; k++)
        inner[k] = (tree_row){.count = rows[k].count, .body = rows[k].body, .values = rows[k].values};
    hf_status status =
        inner ? tree_anticipate(tree->system, count, inner, workspace, A, error) : error_no_memory(error);
    arena_end(workspace, mark);
    return status;
}
