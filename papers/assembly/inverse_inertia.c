// Inverse articulated-body inertias of a tree of a world: by assembly (papers/assembly/assembly.c), or by the half rows
// that steps use,
//
//   Φ_ij = Σ_d h_i[d] h_j[d]ᵀ / D[d]     over the degrees of freedom that the two branches share.

#include "holdfast/inertia.h"

#include "world/world.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/memory.h"
#include "model/tree/object_tree.h"
#include "papers/assembly/assembly.h"

#include <stdlib.h>
#include <string.h>

struct hf_inertia
{
    const hf_model *model;
    int tree;
    const articulated_tree *links;
    articulated_scratch *scratch;
    articulated_assembly *assembly;
    hf_workspace *workspace;
    bool ready; // factored
};

hf_status hf_inertia_create(const hf_model *model, int body, hf_inertia **result, hf_error *error)
{
    const mechanism *m = &model->mechanism;
    *result = NULL;
    if (body < 0 || body >= model->body_count)
        return error_set(error, HF_STATUS_INVALID, "inertia: there is no body %d among %d", body, model->body_count);
    if (m->body_tree[body] < 0)
        return error_set(error, HF_STATUS_UNSUPPORTED, "inertia: body %d is in no tree of joints", body);
    hf_inertia *inertia = MEMORY_ARRAY(hf_inertia, 1);
    if (!inertia) return error_no_memory(error);
    inertia->model = model;
    inertia->tree = m->body_tree[body];
    inertia->links = m->trees[inertia->tree].articulated;
    hf_status status = articulated_scratch_create(inertia->links, &inertia->scratch, error);
    if (status == HF_STATUS_OK) status = articulated_assembly_create(inertia->links, &inertia->assembly, error);
    if (status == HF_STATUS_OK) status = hf_workspace_create(&inertia->workspace, error);
    if (status == HF_STATUS_OK) *result = inertia;
    else hf_inertia_destroy(inertia);
    return status;
}

void hf_inertia_destroy(hf_inertia *inertia)
{
    if (!inertia) return;
    articulated_scratch_destroy(inertia->scratch);
    articulated_assembly_destroy(inertia->assembly);
    hf_workspace_destroy(inertia->workspace);
    free(inertia);
}

int hf_inertia_set_threads(hf_inertia *inertia, int threads)
{
    return hf_workspace_set_threads(inertia->workspace, threads);
}

int hf_inertia_depth(const hf_inertia *inertia)
{
    return articulated_assembly_depth(inertia->assembly);
}

hf_status hf_inertia_update(hf_inertia *inertia, const hf_world *world, hf_error *error)
{
    if (world->model != inertia->model)
        return error_set(error, HF_STATUS_INVALID, "inertia: the world is of another model");
    const configuration at = world_configuration(world);
    articulated_base base = tree_base(&at, inertia->tree);
    articulated_kinematics(inertia->links, inertia->scratch, &base,
                           at.q + inertia->model->mechanism.trees[inertia->tree].q);
    hf_status status = articulated_factor(inertia->links, inertia->scratch, NULL, error);
    inertia->ready = status == HF_STATUS_OK;
    return status;
}

// ---- row by row ----

/// Six half rows of a link, over the degrees of freedom of its branch.
typedef struct link_rows
{
    int count, *dofs;
    double *h, *inverse; // 6 × count
} link_rows;

static bool make_rows(hf_inertia *inertia, int link, link_rows *rows)
{
    static const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const articulated_tree *tree = inertia->links;
    rows->dofs = ARENA_ARRAY(inertia->workspace, int, tree->v_count);
    rows->count = rows->dofs ? articulated_branch(tree, link, rows->dofs) : 0;
    rows->h = ARENA_ARRAY(inertia->workspace, double, 6 * rows->count);
    rows->inverse = ARENA_ARRAY(inertia->workspace, double, 6 * rows->count);
    if (!rows->dofs || !rows->h || !rows->inverse) return false;
    vec3 origin = inertia->scratch->bodies[link].position;
    for (int linear = 0; linear < 2; linear++)
        articulated_half_rows(tree, inertia->scratch, link, origin, 3, axes, !linear, rows->dofs,
                              rows->h + 3 * linear * rows->count, rows->inverse + 3 * linear * rows->count);
    return true;
}

/// The 6 × 6 block at `block`, `stride` from row to row.
static void multiply_rows(const link_rows *a, const link_rows *b, double *block, size_t stride)
{
    int shared = 0; // branches part once: what they share comes first
    while (shared < a->count && shared < b->count && a->dofs[shared] == b->dofs[shared]) shared++;
    for (int r = 0; r < 6; r++)
        for (int c = 0; c < 6; c++)
        {
            const double *h = a->h + r * a->count, *g = b->inverse + c * b->count;
            double sum = 0.0;
            for (int k = 0; k < shared; k++) sum += h[k] * g[k];
            block[(size_t)r * stride + (size_t)c] = sum;
        }
}

static hf_status by_rows(hf_inertia *inertia, int count, const int *links, double *Phi, hf_error *error)
{
    arena_mark mark = arena_begin(inertia->workspace);
    link_rows *rows = ARENA_ARRAY(inertia->workspace, link_rows, count);
    bool good = rows != NULL;
    size_t stride = 6 * (size_t)count;
    for (int k = 0; k < count && good; k++) good = make_rows(inertia, links[k], &rows[k]);
    for (int i = 0; i < count && good; i++)
        for (int j = 0; j < count; j++)
            multiply_rows(&rows[i], &rows[j], Phi + 6 * (size_t)i * stride + 6 * (size_t)j, stride);
    arena_end(inertia->workspace, mark);
    return good ? HF_STATUS_OK : error_no_memory(error);
}

// ---- both ----

static hf_status find_links(const hf_inertia *inertia, int count, const int *bodies, int *links, hf_error *error)
{
    const mechanism *m = &inertia->model->mechanism;
    for (int k = 0; k < count; k++)
    {
        if (bodies[k] < 0 || bodies[k] >= inertia->model->body_count || m->body_tree[bodies[k]] != inertia->tree)
            return error_set(error, HF_STATUS_INVALID, "inertia: bodies[%d] = %d is no link of this tree", k,
                             bodies[k]);
        links[k] = m->body_link[bodies[k]];
        for (int i = 0; i < k; i++)
            if (links[i] == links[k])
                return error_set(error, HF_STATUS_INVALID, "inertia: bodies[%d] = %d stands twice", k, bodies[k]);
    }
    return HF_STATUS_OK;
}

hf_status hf_inertia_between(hf_inertia *inertia, hf_inertia_method method, int count, const int *bodies, double *Phi,
                             hf_error *error)
{
    if (!inertia->ready) return error_set(error, HF_STATUS_INVALID, "inertia: hf_inertia_update comes first");
    if (count < 1 || count > inertia->links->link_count)
        return error_set(error, HF_STATUS_INVALID, "inertia: count = %d: the tree has %d links", count,
                         inertia->links->link_count);
    arena_mark mark = arena_begin(inertia->workspace);
    int *links = ARENA_ARRAY(inertia->workspace, int, count);
    hf_status status = links ? find_links(inertia, count, bodies, links, error) : error_no_memory(error);
    if (status == HF_STATUS_OK)
        status = method == HF_INERTIA_ROWS
                     ? by_rows(inertia, count, links, Phi, error)
                     : articulated_assembly_inverse(inertia->links, inertia->scratch, inertia->assembly, count, links,
                                                    Phi, inertia->workspace, error);
    arena_end(inertia->workspace, mark);
    return status;
}
