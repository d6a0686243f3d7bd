// See bodies.h. All of it is linear in the blocks.

#include "problem/bodies.h"

#include "base/arena.h"
#include "base/error.h"
#include "problem/block_rows.h"

int body_nodes(const hf_problem *p, int most, int *node_of, int *size)
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
        if (node_of[k] || size[count - 1] == most) size[count++] = 0;
        node_of[k] = count - 1;
        size[count - 1]++;
    }
    return count;
}

hf_status body_elements_find(const hf_problem *p, int most, const bool *used, hf_workspace *workspace,
                             body_elements *out, hf_error *error)
{
    int *size = ARENA_ARRAY(workspace, int, p->rows.dof_count), elements = 0;
    int *node = ARENA_ARRAY(workspace, int, p->rows.begin[p->block_count]);
    size_t *begin = ARENA_ARRAY(workspace, size_t, p->block_count + 1), count = 0;
    out->node_of = ARENA_ARRAY(workspace, int, p->rows.dof_count);
    out->block = ARENA_ARRAY(workspace, int, p->block_count);
    if (!size || !node || !begin || !out->node_of || !out->block) return error_no_memory(error);
    int nodes = body_nodes(p, most, out->node_of, size);
    for (int i = 0; i < p->block_count; i++)
    {
        if (used && !used[i]) continue;
        out->block[elements] = i;
        begin[elements] = count;
        for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
            if (count == begin[elements] || node[count - 1] != out->node_of[p->rows.dof[k]])
                node[count++] = out->node_of[p->rows.dof[k]];
        elements++;
    }
    begin[elements] = count;
    out->pattern =
        (front_pattern){.node_count = nodes, .size = size, .element_count = elements, .begin = begin, .node = node};
    return HF_STATUS_OK;
}

/// The element of three rows with n degrees of freedom, column by column; sums have the order of body_element.
INLINED void element3(size_t n, const double *D, const double *restrict H, const double *restrict G,
                      double *restrict values)
{
    const double *g0 = G, *g1 = G + n, *g2 = G + 2 * n;
    for (size_t column = 0; column < n; column++, values += n)
    {
        double h0 = H[column], h1 = H[n + column], h2 = H[2 * n + column];
        double x0 = D[0] * h0 + D[1] * h1 + D[2] * h2, x1 = D[3] * h0 + D[4] * h1 + D[5] * h2;
        double x2 = D[6] * h0 + D[7] * h1 + D[8] * h2;
        for (size_t row = 0; row < n; row++) values[row] = g0[row] * x0 + g1[row] * x1 + g2[row] * x2;
    }
}

WIDE static void element3_wide(size_t n, const double *D, const double *H, const double *G, double *values)
{
    element3(n, D, H, G, values);
}

void body_element(const hf_problem *p, int i, const double *D, double *values)
{
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const double *H = p->rows.H + p->rows.at[i], *G = p->rows.G + p->rows.at[i];
    int d = p->size[i];
    if (d == 3)
    {
        if (wide_runs()) element3_wide(n, D, H, G, values);
        else element3(n, D, H, G, values);
        return;
    }
    for (size_t column = 0; column < n; column++, values += n)
    {
        double x[BLOCK_SIZE_MAX] = {0.0};
        for (int a = 0; a < d; a++)
            for (int b = 0; b < d; b++) x[a] += D[a * d + b] * H[(size_t)b * n + column];
        for (size_t row = 0; row < n; row++) values[row] = G[row] * x[0];
        for (int a = 1; a < d; a++)
            for (size_t row = 0; row < n; row++) values[row] += G[(size_t)a * n + row] * x[a];
    }
}

bool body_in_sixes(const hf_problem *p)
{
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->rows.begin[i], n = 0; k < p->rows.begin[i + 1]; k++, n = (n + 1) % 6)
            if ((size_t)p->rows.dof[k] % 6 != n) return false;
    return p->rows.dof_count % 6 == 0;
}

void body_scatter(const hf_problem *p, int i, const double *x, double *v)
{
    size_t first = p->rows.begin[i];
    block_rows_push(p->size[i], p->rows.begin[i + 1] - first, p->rows.dof + first, p->rows.G + p->rows.at[i], x, v);
}

void body_gather(const hf_problem *p, int i, const double *v, double *x)
{
    size_t first = p->rows.begin[i];
    for (int a = 0; a < p->size[i]; a++) x[a] = 0.0;
    block_rows_read(p->size[i], p->rows.begin[i + 1] - first, p->rows.dof + first, p->rows.H + p->rows.at[i], v, x);
}
