// Choosing the paths of an assembly, and its memory.
//
// Each link goes on in its child with the most links behind it; the other children begin paths of their own (heavy
// paths: Sleator and Tarjan 1983).
// Stepping from a path to the one it hangs on at least doubles the number of links behind, so that there are at most
// log₂ n of these steps.

#include "papers/assembly/assembly_parts.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>

/// size: links behind each one, itself counted; heavy: the child to go on with, -1 at a leaf.
static void weigh(const articulated_tree *tree, int *size, int *heavy)
{
    for (int i = 0; i < tree->link_count; i++) size[i] = 1, heavy[i] = -1;
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        int p = tree->links[i].parent;
        if (p < 0) continue;
        size[p] += size[i];
        if (heavy[p] < 0 || size[i] >= size[heavy[p]]) heavy[p] = i; // ties: the first child
    }
}

/// level: how many paths hang on one another behind each link.
static void find_levels(const articulated_tree *tree, const int *heavy, int *level)
{
    for (int i = 0; i < tree->link_count; i++) level[i] = 0;
    for (int i = tree->link_count - 1; i >= 0; i--)
    {
        int p = tree->links[i].parent, here = p >= 0 && heavy[p] == i ? level[i] : level[i] + 1;
        if (p >= 0 && here > level[p]) level[p] = here;
    }
}

static void add_path(articulated_assembly *a, int head, const int *size, const int *heavy)
{
    int place = a->path_begin[a->path_count];
    for (int k = head; k >= 0; k = heavy[k])
    {
        a->path_of[k] = a->path_count;
        a->path_links[place++] = k;
        a->weight[k] = size[k] - (heavy[k] >= 0 ? size[heavy[k]] : 0);
    }
    a->path_begin[++a->path_count] = place;
}

/// Those with most behind them first: a level is what can be done at once.
static void choose_paths(const articulated_tree *tree, articulated_assembly *a, const int *size, const int *heavy,
                         const int *level)
{
    int most = 0;
    for (int i = 0; i < tree->link_count; i++) most = level[i] > most ? level[i] : most;
    for (int l = most; l >= 0; l--)
    {
        a->level_begin[a->level_count++] = a->path_count;
        for (int i = 0; i < tree->link_count; i++)
        {
            int p = tree->links[i].parent;
            bool goes_on = p >= 0 && heavy[p] == i; // from its parent
            if (!goes_on && level[i] == l) add_path(a, i, size, heavy);
        }
    }
    a->level_begin[a->level_count] = a->path_count;
}

/// Which paths hang on each link.
static void hang_paths(const articulated_tree *tree, articulated_assembly *a)
{
    int n = tree->link_count;
    for (int path = 0; path < a->path_count; path++)
    {
        int p = tree->links[a->path_links[a->path_begin[path]]].parent;
        if (p >= 0) a->child_begin[p + 1]++;
    }
    for (int i = 0; i < n; i++) a->child_begin[i + 1] += a->child_begin[i];
    for (int i = 0; i < n; i++) a->gathered[i] = a->child_begin[i]; // lent: where the next one goes
    for (int path = 0; path < a->path_count; path++)
    {
        int p = tree->links[a->path_links[a->path_begin[path]]].parent;
        if (p >= 0) a->child_paths[a->gathered[p]++] = path;
    }
}

static bool take_memory(articulated_assembly *a, size_t n, size_t dofs)
{
    int **ints[] = {&a->path_links, &a->path_of,   &a->weight,   &a->child_paths, &a->path_stretch,
                    &a->units,      &a->handle_of, &a->gathered, &a->unit_at,     &a->unit_count,
                    &a->joins,      &a->rounds,    &a->heights};
    int **longer[] = {&a->path_begin, &a->child_begin, &a->level_begin, &a->tasks, &a->offsets};
    double **blocks[] = {&a->X, &a->Y, &a->Z};
    for (size_t k = 0; k < sizeof ints / sizeof ints[0]; k++)
        if (!(*ints[k] = MEMORY_ARRAY(int, n))) return false;
    for (size_t k = 0; k < sizeof longer / sizeof longer[0]; k++)
        if (!(*longer[k] = MEMORY_ARRAY(int, n + 2))) return false;
    for (size_t k = 0; k < sizeof blocks / sizeof blocks[0]; k++)
        if (!(*blocks[k] = MEMORY_ARRAY(double, 36 * n))) return false;
    a->prefix = MEMORY_ARRAY(int, 2 * n + 1);
    a->enough = MEMORY_ARRAY(bool, n);
    a->alone = MEMORY_ARRAY(spatial_inertia, n);
    a->node = MEMORY_ARRAY(spatial_inertia, n);
    a->links = MEMORY_ARRAY(assembly_link, n);
    a->stretches = MEMORY_ARRAY(assembly_stretch, 2 * n);
    a->U = MEMORY_ARRAY(spatial, dofs);
    a->inverse = MEMORY_ARRAY(double, dofs);
    return a->prefix && a->enough && a->alone && a->node && a->links && a->stretches && a->U && a->inverse;
}

hf_status articulated_assembly_create(const articulated_tree *tree, articulated_assembly **result, hf_error *error)
{
    *result = NULL;
    articulated_assembly *a = MEMORY_ARRAY(articulated_assembly, 1);
    if (!a) return error_no_memory(error);
    a->link_count = tree->link_count;
    if (!take_memory(a, (size_t)tree->link_count, (size_t)tree->v_count))
    {
        articulated_assembly_destroy(a);
        return error_no_memory(error);
    }
    int *size = a->units, *heavy = a->path_stretch, *level = a->unit_at; // lent until the first call
    weigh(tree, size, heavy);
    find_levels(tree, heavy, level);
    choose_paths(tree, a, size, heavy, level);
    hang_paths(tree, a);
    *result = a;
    return HF_STATUS_OK;
}

void articulated_assembly_destroy(articulated_assembly *a)
{
    if (!a) return;
    void *all[] = {a->path_links,  a->path_of, a->weight, a->child_paths, a->path_stretch, a->units,      a->handle_of,
                   a->gathered,    a->unit_at, a->joins,  a->rounds,      a->heights,      a->unit_count, a->path_begin,
                   a->child_begin, a->prefix,  a->tasks,  a->offsets,     a->level_begin,  a->enough,     a->alone,
                   a->X,           a->Y,       a->Z,      a->node,        a->links,        a->stretches,  a->U,
                   a->inverse,     a};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
}
