// Connected components of the blocks, and the problem of each.

#include "problem/islands.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "base/union_find.h"
#include "problem/problem.h"

#include <assert.h>
#include <string.h>

static bool is_zero(const double *block, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (block[k] != 0.0) return false;
    return true;
}

static void join_assembled(const hf_problem *p, int *parent)
{
    for (int i = 0; i < p->block_count; i++)
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            if (i != j && !is_zero(p->W.values + block_at(p, k), (size_t)(p->size[i] * p->size[j])))
                union_find_join(parent, i, j);
        }
}

/// Whether block i acts on, or feels, the degree of freedom at `column` of its pattern.
static bool touches(const hf_problem *p, int i, size_t column)
{
    size_t n = p->rows.begin[i + 1] - p->rows.begin[i];
    const double *H = p->rows.H + p->rows.at[i] + column, *G = p->rows.G + p->rows.at[i] + column;
    for (int a = 0; a < p->size[i]; a++)
        if (H[(size_t)a * n] != 0.0 || G[(size_t)a * n] != 0.0) return true;
    return false;
}

/// `first` has one entry for each degree of freedom: the first block that touches it, plus one.
static void join_factored(const hf_problem *p, int *first, int *parent)
{
    for (int i = 0; i < p->block_count; i++)
    {
        int joined = 0; // the last block that i was joined to: that of most degrees of freedom of an object
        for (size_t k = p->rows.begin[i]; k < p->rows.begin[i + 1]; k++)
        {
            int *met = &first[p->rows.dof[k]];
            if ((*met && *met == joined) || !touches(p, i, k - p->rows.begin[i])) continue;
            if (*met) union_find_join(parent, i, *met - 1);
            else *met = i + 1;
            joined = *met;
        }
    }
}

/// Numbers the islands and lists their blocks. The root of a set is its lowest block, so it is met before all others.
static void list_islands(const hf_problem *p, int *parent, island_list *out)
{
    out->count = 0;
    for (int i = 0; i < p->block_count; i++)
    {
        int root = union_find_root(parent, i);
        out->island[i] = root == i ? out->count++ : out->island[root];
    }
    for (int i = 0; i < p->block_count; i++) out->local[i] = out->begin[out->island[i] + 1]++;
    for (int k = 0; k < out->count; k++) out->begin[k + 1] += out->begin[k];
    for (int i = 0; i < p->block_count; i++) out->block[out->begin[out->island[i]] + out->local[i]] = i;
    assert(out->begin[out->count] == p->block_count); // every block is in one island
}

hf_status islands_find(const hf_problem *p, hf_workspace *workspace, island_list *out, hf_error *error)
{
    size_t n = (size_t)p->block_count;
    out->begin = ARENA_ZEROED(workspace, int, n + 1);
    out->block = ARENA_ARRAY(workspace, int, n);
    out->island = ARENA_ARRAY(workspace, int, n);
    out->local = ARENA_ARRAY(workspace, int, n);
    if (!out->begin || !out->block || !out->island || !out->local) return error_no_memory(error);

    arena_mark mark = arena_begin(workspace);
    int *parent = ARENA_ARRAY(workspace, int, n);
    int *first = p->factored ? ARENA_ZEROED(workspace, int, p->rows.dof_count) : parent;
    hf_status status = parent && first ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        union_find_begin(parent, p->block_count);
        if (p->factored) join_factored(p, first, parent);
        else join_assembled(p, parent);
        list_islands(p, parent, out);
    }
    arena_end(workspace, mark);
    return status;
}

// ---- one island ----

int islands_dimension(const hf_problem *p, const island_list *islands, int k)
{
    int sum = 0;
    for (int t = islands->begin[k]; t < islands->begin[k + 1]; t++) sum += p->size[islands->block[t]];
    return sum;
}

void islands_gather(const hf_problem *p, const island_list *islands, int k, const double *whole, double *part)
{
    for (int t = islands->begin[k]; t < islands->begin[k + 1]; t++)
    {
        int i = islands->block[t];
        memcpy(part, whole + p->offset[i], (size_t)p->size[i] * sizeof *part);
        part += p->size[i];
    }
}

void islands_scatter(const hf_problem *p, const island_list *islands, int k, const double *part, double *whole)
{
    for (int t = islands->begin[k]; t < islands->begin[k + 1]; t++)
    {
        int i = islands->block[t];
        memcpy(whole + p->offset[i], part, (size_t)p->size[i] * sizeof *part);
        part += p->size[i];
    }
}

/// Arrays of a part. Those that the part keeps live in its home, if it has one; all others are scratch.
typedef struct part_arrays
{
    hf_workspace *scratch, *kept; // where they are taken from; the same if the part goes to the heap, and copies
    int count;                    // blocks
    const int *block;
    int *size;
    hf_law_kind *kind;
    double *mu, *lo, *hi;
    hf_friction_coefficients *coefficients; // NULL if the whole has none
    double *b;                              // from here on kept
    size_t *begin;
    int *index;
    double *values[2];
} part_arrays;

static bool take_laws(const hf_problem *p, const island_list *islands, int k, part_arrays *a)
{
    a->count = islands->begin[k + 1] - islands->begin[k];
    a->block = islands->block + islands->begin[k];
    a->size = ARENA_ARRAY(a->scratch, int, a->count);
    a->kind = ARENA_ARRAY(a->scratch, hf_law_kind, a->count);
    a->mu = ARENA_ARRAY(a->scratch, double, a->count);
    a->lo = ARENA_ARRAY(a->scratch, double, a->count);
    a->hi = ARENA_ARRAY(a->scratch, double, a->count);
    if (p->coefficients) a->coefficients = ARENA_ARRAY(a->scratch, hf_friction_coefficients, a->count);
    if (p->coefficients && !a->coefficients) return false;
    a->b = ARENA_ARRAY(a->kept, double, islands_dimension(p, islands, k));
    a->begin = ARENA_ARRAY(a->kept, size_t, a->count + 1);
    if (!a->size || !a->kind || !a->mu || !a->lo || !a->hi || !a->b || !a->begin) return false;
    for (int t = 0; t < a->count; t++)
    {
        int i = a->block[t];
        a->size[t] = p->size[i];
        a->kind[t] = p->kind[i];
        a->mu[t] = p->mu[i];
        a->lo[t] = p->lo[i];
        a->hi[t] = p->hi[i];
        if (a->coefficients) a->coefficients[t] = p->coefficients[i];
    }
    islands_gather(p, islands, k, p->b, a->b);
    return true;
}

static hf_status extract_assembled(const hf_problem *p, const island_list *islands, const hf_laws *laws,
                                   hf_workspace *home, part_arrays *a, hf_problem **part, hf_error *error)
{
    size_t blocks = 0, values = 0;
    int island = islands->island[a->block[0]];
    for (int t = 0; t < a->count; t++)
        for (size_t k = p->W.begin[a->block[t]]; k < p->W.begin[a->block[t] + 1]; k++)
            if (islands->island[p->W.col[k]] == island) // blocks that lead elsewhere are zero
            {
                blocks++;
                values += (size_t)(p->size[a->block[t]] * p->size[p->W.col[k]]);
            }
    a->index = ARENA_ARRAY(a->kept, int, blocks);
    a->values[0] = ARENA_ARRAY(a->kept, double, values);
    if (!a->index || !a->values[0]) return error_no_memory(error);
    blocks = values = 0;
    for (int t = 0; t < a->count; t++)
    {
        int i = a->block[t];
        a->begin[t] = blocks;
        for (size_t k = p->W.begin[i]; k < p->W.begin[i + 1]; k++)
        {
            int j = p->W.col[k];
            if (islands->island[j] != island) continue;
            size_t area = (size_t)(p->size[i] * p->size[j]);
            memcpy(a->values[0] + values, p->W.values + block_at(p, k), area * sizeof(double));
            a->index[blocks++] = islands->local[j];
            values += area;
        }
    }
    a->begin[a->count] = blocks;
    hf_block_rows W = {.begin = a->begin, .col = a->index, .values = a->values[0]};
    return problem_create(home, laws, &W, home != NULL, part, error); // what stands in a home is not copied
}

/// The place of `value` in ascending, distinct numbers, among which it is.
static int place_of(int value, const int *numbers, size_t count)
{
    size_t lo = 0, hi = count;
    while (hi - lo > 1)
    {
        size_t middle = lo + (hi - lo) / 2;
        if (numbers[middle] <= value) lo = middle;
        else hi = middle;
    }
    assert(lo < count && numbers[lo] == value);
    return (int)lo;
}

enum
{
    FEW = 8 // an island that has fewer than one entry for so many degrees of freedom of the whole sorts its own
};

/// Renumbers `entries` degrees of freedom from 0 on, in their order; returns how many there are, -1 if memory is short.
/// A large island marks them among all, a small one sorts its own.
static int renumber(const hf_problem *p, int *index, size_t entries, hf_workspace *scratch)
{
    size_t all = (size_t)p->rows.dof_count, distinct = 0;
    bool mark = FEW * entries >= all;
    int *dofs = mark ? ARENA_ZEROED(scratch, int, all) : ARENA_ARRAY(scratch, int, entries);
    if (!dofs) return -1;
    if (mark)
    {
        for (size_t k = 0; k < entries; k++) dofs[index[k]] = 1;
        for (size_t d = 0; d < all; d++)
            if (dofs[d]) dofs[d] = (int)distinct++;
        for (size_t k = 0; k < entries; k++) index[k] = dofs[index[k]];
        return (int)distinct;
    }
    if (entries > 0) memcpy(dofs, index, entries * sizeof *dofs);
    sort_ints(dofs, entries);
    for (size_t k = 0; k < entries; k++)
        if (k == 0 || dofs[k] != dofs[distinct - 1]) dofs[distinct++] = dofs[k];
    for (size_t k = 0; k < entries; k++) index[k] = place_of(index[k], dofs, distinct);
    return (int)distinct;
}

static hf_status extract_factored(const hf_problem *p, const hf_laws *laws, hf_workspace *home, part_arrays *a,
                                  hf_problem **part, hf_error *error)
{
    size_t entries = 0, values = 0;
    for (int t = 0; t < a->count; t++)
    {
        int i = a->block[t];
        entries += p->rows.begin[i + 1] - p->rows.begin[i];
        values += p->rows.at[i + 1] - p->rows.at[i];
    }
    a->index = ARENA_ARRAY(a->kept, int, entries);
    a->values[0] = ARENA_ARRAY(a->kept, double, values);
    a->values[1] = ARENA_ARRAY(a->kept, double, values);
    if (!a->index || !a->values[0] || !a->values[1]) return error_no_memory(error);

    entries = values = 0;
    for (int t = 0; t < a->count; t++)
    {
        int i = a->block[t];
        size_t n = p->rows.begin[i + 1] - p->rows.begin[i], area = p->rows.at[i + 1] - p->rows.at[i];
        a->begin[t] = entries;
        memcpy(a->index + entries, p->rows.dof + p->rows.begin[i], n * sizeof(int));
        memcpy(a->values[0] + values, p->rows.H + p->rows.at[i], area * sizeof(double));
        memcpy(a->values[1] + values, p->rows.G + p->rows.at[i], area * sizeof(double));
        entries += n;
        values += area;
    }
    a->begin[a->count] = entries;
    int dof_count = renumber(p, a->index, entries, a->scratch);
    if (dof_count < 0) return error_no_memory(error);
    hf_factored_rows rows = {
        .dof_count = dof_count, .begin = a->begin, .dof = a->index, .H = a->values[0], .G = a->values[1]};
    return problem_create_factored(home, home, laws, &rows, home != NULL, part, error);
}

hf_status islands_extract(const hf_problem *p, const island_list *islands, int k, hf_workspace *home,
                          hf_workspace *workspace, hf_problem **part, hf_error *error)
{
    *part = NULL;
    arena_mark mark = arena_begin(workspace);
    part_arrays a = {.scratch = workspace, .kept = home ? home : workspace};
    assert(k >= 0 && k < islands->count && islands->begin[k] < islands->begin[k + 1]);
    assert(ints_ascend(islands->block + islands->begin[k], (size_t)(islands->begin[k + 1] - islands->begin[k])));
    hf_status status = take_laws(p, islands, k, &a) ? HF_STATUS_OK : error_no_memory(error);
    if (status == HF_STATUS_OK)
    {
        const hf_laws laws = {.block_count = a.count,
                              .size = a.size,
                              .kind = a.kind,
                              .mu = a.mu,
                              .lo = a.lo,
                              .hi = a.hi,
                              .b = a.b,
                              .friction = hf_problem_laws(p).friction,
                              .coefficients = a.coefficients};
        status = p->factored ? extract_factored(p, &laws, home, &a, part, error)
                             : extract_assembled(p, islands, &laws, home, &a, part, error);
    }
    if (home != workspace) arena_end(workspace, mark); // otherwise the part stands on top of the scratch
    return status;
}
