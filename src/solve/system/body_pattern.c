// See body_pattern.h. Both are linear in the blocks but for the symbolic elimination, which takes as long as a few sweeps.

#include "solve/system/body_pattern.h"

#include "base/arena.h"
#include "base/error.h"
#include "linalg/sparse/front_tree.h"

#include <math.h>

static const double FILL_MAX = 6e7;      // entries of the factors: half a gigabyte
static const double SWEEP_COST = 3000.0; // operations of a factorization that take as long as the visit of a block

/// Degrees of freedom that every block takes together or not at all are a node: a body. Returns how many.
static int find_nodes(const hf_problem *p, int *node_of, int *size)
{
    int n = p->rows.dof_count, count = 0;
    for (int k = 0; k < n; k++) node_of[k] = k == 0; // 1: a node begins here
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
        {
            int d = p->rows.dof[k];
            if (k == p->rows.begin[i] || p->rows.dof[k - 1] != d - 1) node_of[d] = 1;
            if (d + 1 < n && (k + 1 == p->rows.begin[i + 1] || p->rows.dof[k + 1] != d + 1)) node_of[d + 1] = 1;
        }
    for (int k = 0; k < n; k++)
    {
        if (node_of[k]) size[count++] = 0;
        node_of[k] = count - 1;
        size[count - 1]++;
    }
    return count;
}

hf_status body_pattern(const hf_problem *p, hf_workspace *workspace, front_pattern *pattern, hf_error *error)
{
    int *node_of = ARENA_ARRAY(workspace, int, p->rows.dof_count);
    int *size = ARENA_ARRAY(workspace, int, p->rows.dof_count);
    int *node = ARENA_ARRAY(workspace, int, p->rows.begin[p->block_count]);
    size_t *begin = ARENA_ARRAY(workspace, size_t, p->block_count + 1), count = 0;
    if (!node_of || !size || !node || !begin) return error_no_memory(error);
    *pattern = (front_pattern){.size = size, .element_count = p->block_count, .begin = begin, .node = node};
    pattern->node_count = find_nodes(p, node_of, size);
    for (int i = 0; i < p->block_count; i++)
    {
        begin[i] = count;
        for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
            if (count == begin[i] || node[count - 1] != node_of[p->rows.dof[k]])
                node[count++] = node_of[p->rows.dof[k]];
    }
    begin[p->block_count] = count;
    return HF_STATUS_OK;
}

hf_status body_price(const hf_problem *p, hf_workspace *workspace, double *price, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    front_pattern pattern;
    front_tree tree = {0};
    hf_status status = body_pattern(p, workspace, &pattern, error);
    if (status == HF_STATUS_OK) status = front_tree_create(&pattern, FILL_MAX, workspace, &tree, error);
    *price = status == HF_STATUS_OK ? tree.cost / (SWEEP_COST * fmax(1.0, p->block_count)) : INFINITY;
    arena_end(workspace, mark);
    return status == HF_STATUS_UNSUPPORTED ? HF_STATUS_OK : status;
}

bool body_in_sixes(const hf_problem *p)
{
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->rows.begin[i], n = 0; k < p->rows.begin[i + 1]; k++, n = (n + 1) % 6)
            if ((size_t)p->rows.dof[k] % 6 != n) return false;
    return p->rows.dof_count % 6 == 0;
}
