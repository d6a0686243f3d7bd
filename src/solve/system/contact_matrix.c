// See contact_matrix.h. Cost: O(blocks of W) to fill, the factorization to factor.

#include "solve/system/contact_matrix.h"

#include "base/error.h"

#include <limits.h>
#include <math.h>
#include <string.h>

enum
{
    DENSE_ROWS = 150 // below, a blocked dense LU beats the sparse one whatever the pattern (measured: docs/auto.md)
};
static const double DENSE_SHARE = 0.15; // above this share of nonzeros the sparse factors fill up anyway
static const double FILL_MAX = 6e7;     // entries of sparse factors: 0.7 GB with indices, as much again as they grow
static const double COST_MAX = 1e11;    // operations of the dense LU: ten seconds, better used for thousands of sweeps

hf_status factors_affordable(const sparse_lu *lu, hf_error *error)
{
    double fill = sparse_lu_fill(lu), cost = sparse_lu_cost(lu);
    if (fill <= FILL_MAX && cost <= COST_MAX) return HF_STATUS_OK;
    return error_set(error, HF_STATUS_UNSUPPORTED,
                     "the factors of a Newton system would have %.3g entries and cost %.3g operations", fill, cost);
}

double factors_graph_work(double entries)
{
    return work_price.graph_entry * entries;
}

double factors_pattern_work(const sparse_lu *lu)
{
    return sparse_lu_kind_of(lu) == SPARSE_LU_DENSE ? 0.0 : work_price.pattern_entry * sparse_lu_fill(lu);
}

double factors_work(const sparse_lu *lu)
{
    if (sparse_lu_kind_of(lu) == SPARSE_LU_DENSE) return work_of_dense_lu(sqrt(sparse_lu_fill(lu)));
    return work_price.sparse_flop * sparse_lu_cost(lu) + work_price.factor_entry * sparse_lu_fill(lu);
}

double factors_solve_work(const sparse_lu *lu)
{
    return work_price.solve_entry * sparse_lu_fill(lu);
}

bool contact_matrix_begin(contact_matrix *m, const hf_problem *p, hf_workspace *workspace)
{
    *m = (contact_matrix){
        .problem = p, .workspace = workspace, .first = ARENA_ARRAY(workspace, int, p->block_count + 1)};
    return m->first != NULL;
}

void contact_matrix_release(contact_matrix *m)
{
    if (!m->lu) return;
    sparse_lu_destroy(m->lu);
    m->lu = NULL;
    arena_end(m->workspace, m->mark);
}

static int free_of(const contact_matrix *m, int i)
{
    return m->first[i + 1] - m->first[i];
}

/// Entries of each column, at begin[column + 1]; returns their sum.
static double count_entries(contact_matrix *m, bool bordered)
{
    const hf_problem *p = m->problem;
    double sum = 0.0;
    for (int i = 0; i < p->block_count; i++)
    {
        if (free_of(m, i) == 0) continue;
        bool diagonal = false;
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            diagonal |= j == i;
            for (int c = m->first[j]; c < m->first[j + 1]; c++) m->begin[c + 1] += free_of(m, i);
        }
        for (int c = m->first[i]; !diagonal && c < m->first[i + 1]; c++) m->begin[c + 1] += free_of(m, i);
    }
    for (int c = 0; bordered && c < m->n; c++) m->begin[c + 1]++;
    if (bordered) m->begin[m->n + 1] = m->n + 1;
    for (int c = 0; c <= m->n; c++) sum += m->begin[c + 1];
    return sum;
}

static void put_block(contact_matrix *m, int i, int j, const double *block)
{
    int rows = free_of(m, i), columns = free_of(m, j);
    for (int l = 0; l < columns; l++)
    {
        int *next = &m->next[m->first[j] + l];
        for (int k = 0; k < rows; k++)
        {
            m->row[*next] = m->first[i] + k;
            m->values[(*next)++] = block[k * columns + l];
        }
    }
}

static void put_border(contact_matrix *m, const contact_border *border)
{
    for (int c = 0; c <= m->n; c++)
    {
        for (int k = 0; c == m->n && k < m->n; k++)
        {
            m->row[m->next[c]] = k;
            m->values[m->next[c]++] = border->column[k];
        }
        m->row[m->next[c]] = m->n;
        m->values[m->next[c]] = border->row[c];
    }
}

/// Block rows one after the other, so that columns are filled from the top.
static void fill(contact_matrix *m, const double *W, contact_block block_of, const void *context,
                 const contact_border *border)
{
    static const double zero[BLOCK_AREA_MAX] = {0.0};
    const hf_problem *p = m->problem;
    double block[BLOCK_AREA_MAX];
    memcpy(m->next, m->begin, ((size_t)m->n + 1) * sizeof *m->next);
    for (int i = 0; i < p->block_count; i++)
    {
        if (free_of(m, i) == 0) continue;
        bool diagonal = false;
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            diagonal |= j == i;
            if (free_of(m, j) == 0) continue;
            block_of(context, i, j, W + block_at(p, k), block);
            put_block(m, i, j, block);
        }
        if (diagonal) continue;
        block_of(context, i, i, zero, block);
        put_block(m, i, i, block);
    }
    if (border) put_border(m, border);
}

/// Room for the pattern, which has as many entries in its columns as begin says from here on.
static hf_status begin_pattern(contact_matrix *m, const int *first, bool bordered, double *entries, hf_error *error)
{
    int blocks = m->problem->block_count;
    memcpy(m->first, first, ((size_t)blocks + 1) * sizeof *first);
    m->n = first[blocks];
    m->begin = ARENA_ZEROED(m->workspace, int, m->n + 2);
    m->next = ARENA_ARRAY(m->workspace, int, m->n + 2);
    if (!m->begin || !m->next) return error_no_memory(error);
    *entries = count_entries(m, bordered);
    if (*entries > INT_MAX)
        return error_set(error, HF_STATUS_UNSUPPORTED, "a Newton system of %.3g entries is too large", *entries);
    for (int c = 0; c <= m->n; c++) m->begin[c + 1] += m->begin[c];
    m->row = ARENA_ARRAY(m->workspace, int, *entries);
    m->values = ARENA_ARRAY(m->workspace, double, *entries);
    return m->row && m->values ? HF_STATUS_OK : error_no_memory(error);
}

/// Rows must have been filled in. *fits: as far as the work that is left tells.
static hf_status analyze(contact_matrix *m, bool bordered, double entries, bool *fits, hf_error *error)
{
    double n = m->n + bordered;
    bool dense = n <= DENSE_ROWS || (n * n <= FILL_MAX && entries > DENSE_SHARE * n * n);
    *fits = dense || work_afford(m->work, factors_graph_work(entries));
    if (!*fits) return HF_STATUS_OK;
    hf_status status = sparse_lu_create_kind(m->workspace, dense ? SPARSE_LU_DENSE : SPARSE_LU_BEST, m->n + bordered,
                                             m->begin, m->row, &m->lu, error);
    if (status == HF_STATUS_OK) work_charge(m->work, factors_pattern_work(m->lu));
    return status != HF_STATUS_OK || dense || m->any_cost ? status : factors_affordable(m->lu, error);
}

hf_status contact_matrix_factor(contact_matrix *m, const int *first, const double *W, contact_block block,
                                const void *context, const contact_border *border, bool *regular, hf_error *error)
{
    size_t bytes = ((size_t)m->problem->block_count + 1) * sizeof *first;
    bool known = m->lu && memcmp(first, m->first, bytes) == 0, singular = true, fits = true;
    double entries = 0.0;
    hf_status status = HF_STATUS_OK;
    *regular = false;
    if (!known)
    {
        contact_matrix_release(m);
        m->mark = arena_begin(m->workspace);
        status = begin_pattern(m, first, border != NULL, &entries, error);
    }
    if (status == HF_STATUS_OK) fill(m, W, block, context, border);
    work_charge(m->work, work_price.put_block * (double)m->problem->W.begin[m->problem->block_count]);
    if (status == HF_STATUS_OK && !known) status = analyze(m, border != NULL, entries, &fits, error);
    if (status == HF_STATUS_OK && fits && work_afford(m->work, factors_work(m->lu)))
        status = sparse_lu_try(m->lu, m->values, &singular, error);
    if (!m->lu) arena_end(m->workspace, m->mark);
    else if (status != HF_STATUS_OK) contact_matrix_release(m);
    *regular = status == HF_STATUS_OK && !singular;
    return status;
}
