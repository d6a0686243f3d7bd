// See element_columns.h. Elements are added one after the other, so that the order of every sum is theirs. Cost: linear
// in the entries of all elements.

#include "linalg/sparse/element_columns.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"

#include <limits.h>

/// For each node the elements that hold it, and its first row.
typedef struct node_table
{
    const front_pattern *pattern;
    size_t *begin; // node_count + 1
    int *element;
    int *at;     // node_count + 1
    int *marker; // node_count
} node_table;

static bool table_begin(node_table *t, const front_pattern *p, hf_workspace *workspace)
{
    size_t n = (size_t)p->node_count;
    *t = (node_table){.pattern = p,
                      .begin = ARENA_ZEROED(workspace, size_t, n + 2),
                      .element = ARENA_ARRAY(workspace, int, p->begin[p->element_count]),
                      .at = ARENA_ZEROED(workspace, int, n + 1),
                      .marker = ARENA_ZEROED(workspace, int, n)};
    if (!t->begin || !t->element || !t->at || !t->marker) return false;
    for (size_t k = 0; k < p->begin[p->element_count]; k++) t->begin[p->node[k] + 2]++;
    for (size_t k = 0; k < n; k++) t->begin[k + 2] += t->begin[k + 1];
    for (int e = 0; e < p->element_count; e++)
        for (size_t k = p->begin[e]; k < p->begin[e + 1]; k++) t->element[t->begin[p->node[k] + 1]++] = e;
    for (size_t k = 0; k < n; k++) t->at[k + 1] = t->at[k] + p->size[k];
    return true;
}

/// Rows of the columns of a node, ascending, at `out` if it is not NULL; returns how many.
static int find_rows(const node_table *t, int node, int stamp, int *out)
{
    const front_pattern *p = t->pattern;
    int count = 0;
    t->marker[node] = stamp;
    for (int r = 0; r < p->size[node]; r++, count++)
        if (out) out[count] = t->at[node] + r;
    for (size_t k = t->begin[node]; k < t->begin[node + 1]; k++)
        for (size_t s = p->begin[t->element[k]]; s < p->begin[t->element[k] + 1]; s++)
        {
            int other = p->node[s];
            if (t->marker[other] == stamp) continue;
            t->marker[other] = stamp;
            for (int r = 0; r < p->size[other]; r++, count++)
                if (out) out[count] = t->at[other] + r;
        }
    if (out) sort_ints(out, (size_t)count);
    return count;
}

static hf_status find_pattern(const node_table *t, hf_workspace *workspace, element_columns *m, hf_error *error)
{
    const front_pattern *p = t->pattern;
    double entries = 0.0;
    m->n = t->at[p->node_count];
    m->begin = ARENA_ZEROED(workspace, int, m->n + 1);
    if (!m->begin) return error_no_memory(error);
    for (int k = 0; k < p->node_count; k++)
    {
        int count = find_rows(t, k, k + 1, NULL);
        entries += (double)count * p->size[k];
        if (entries > INT_MAX)
            return error_set(error, HF_STATUS_UNSUPPORTED, "a matrix of %.3g entries is too large", entries);
        for (int c = t->at[k]; c < t->at[k + 1]; c++) m->begin[c + 1] = m->begin[c] + count;
    }
    m->row = ARENA_ARRAY(workspace, int, m->begin[m->n]);
    m->values = ARENA_ARRAY(workspace, double, m->begin[m->n]);
    if (!m->row || !m->values) return error_no_memory(error);
    for (int k = 0; k < p->node_count; k++)
        for (int c = t->at[k]; c < t->at[k + 1]; c++) find_rows(t, k, -c - 1, m->row + m->begin[c]);
    return HF_STATUS_OK;
}

/// Adds element e, whose values are column-major in the order of its nodes.
static void add_element(const node_table *t, int e, const double *from, element_columns *m)
{
    const front_pattern *p = t->pattern;
    for (size_t c = p->begin[e]; c < p->begin[e + 1]; c++)
        for (int column = t->at[p->node[c]]; column < t->at[p->node[c] + 1]; column++)
            for (size_t a = p->begin[e]; a < p->begin[e + 1]; a++)
            {
                int first = t->at[p->node[a]], low = m->begin[column], high = m->begin[column + 1];
                while (high - low > 1) // the rows of a node stand together
                {
                    int middle = low + (high - low) / 2;
                    if (m->row[middle] <= first) low = middle;
                    else high = middle;
                }
                for (int r = 0; r < p->size[p->node[a]]; r++) m->values[low + r] += *from++;
            }
}

static size_t largest_element(const node_table *t)
{
    const front_pattern *p = t->pattern;
    size_t largest = 0;
    for (int e = 0; e < p->element_count; e++)
    {
        size_t rows = 0;
        for (size_t k = p->begin[e]; k < p->begin[e + 1]; k++) rows += (size_t)p->size[p->node[k]];
        if (rows > largest) largest = rows;
    }
    return largest * largest;
}

hf_status element_columns_find(const front_pattern *p, double delta, front_element element, const void *context,
                               hf_workspace *workspace, element_columns *m, hf_error *error)
{
    node_table t;
    if (!table_begin(&t, p, workspace)) return error_no_memory(error);
    double *values = ARENA_ARRAY(workspace, double, largest_element(&t));
    if (!values) return error_no_memory(error);
    hf_status status = find_pattern(&t, workspace, m, error);
    if (status != HF_STATUS_OK) return status;
    for (int c = 0; c < m->n; c++)
        for (int k = m->begin[c]; k < m->begin[c + 1]; k++) m->values[k] = m->row[k] == c ? delta : 0.0;
    for (int e = 0; e < p->element_count; e++)
        if (element(context, e, values)) add_element(&t, e, values, m);
    return HF_STATUS_OK;
}
