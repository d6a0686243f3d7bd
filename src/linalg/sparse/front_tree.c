// The analysis of front_lu, all of it over nodes.
//
//   order      minimum degree on the graph of the nodes (elimination.h)
//   tree       parent[j] = the first later node that eliminating j couples it to (Liu 1990), and a postorder
//   counts     how many later nodes each is coupled to, by the row subtrees of the tree; no structure is stored for it
//   fronts     a node joins the front of its last child where that adds few zeros
//   structure  of a front = of its last node = what its elements and its children reach beyond it
//
// Cost: about as many steps as the factor has blocks.

#include "linalg/sparse/front_tree.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/sort.h"
#include "linalg/sparse/elimination.h"

#include <limits.h>
#include <string.h>

static const double ZEROS_SHARE = 1.25; // a front may have so many times the entries that its nodes need
enum
{
    SMALL_FRONT = 24 // rows; up to here calls cost more than zeros, and fronts may have twice the entries
};

typedef struct graph
{
    int *begin; // node_count + 1
    int *node;
} graph;

/// Neighbours of every node, ascending and each once.
static hf_status find_graph(const front_pattern *p, hf_workspace *workspace, graph *g, hf_error *error)
{
    size_t n = (size_t)p->node_count;
    size_t *from = ARENA_ZEROED(workspace, size_t, n + 2);
    g->begin = ARENA_ARRAY(workspace, int, n + 1);
    if (!from || !g->begin) return error_no_memory(error);
    for (int e = 0; e < p->element_count; e++)
        for (size_t k = p->begin[e]; k < p->begin[e + 1]; k++)
            from[p->node[k] + 2] += p->begin[e + 1] - p->begin[e] - 1;
    for (size_t i = 0; i < n; i++) from[i + 2] += from[i + 1];
    if (from[n + 1] > INT_MAX / 2)
        return error_set(error, HF_STATUS_UNSUPPORTED, "a matrix of %zu blocks is too large", from[n + 1]);
    g->node = ARENA_ARRAY(workspace, int, from[n + 1]);
    if (!g->node) return error_no_memory(error);
    for (int e = 0; e < p->element_count; e++)
        for (size_t k = p->begin[e]; k < p->begin[e + 1]; k++)
            for (size_t l = p->begin[e]; l < p->begin[e + 1]; l++)
                if (l != k) g->node[from[p->node[k] + 1]++] = p->node[l];
    int count = 0;
    for (size_t i = 0; i < n; i++) // from[i] … from[i + 1] holds node i's, with repetitions
    {
        size_t begin = from[i], end = from[i + 1];
        sort_ints(g->node + begin, end - begin);
        g->begin[i] = count;
        for (size_t k = begin; k < end; k++)
            if (k == begin || g->node[k] != g->node[k - 1]) g->node[count++] = g->node[k];
    }
    g->begin[n] = count;
    return HF_STATUS_OK;
}

/// parent[j] in the order `node_at`, whose inverse is `place`.
static void find_parents(const graph *g, int n, const int *node_at, const int *place, int *ancestor, int *parent)
{
    for (int i = 0; i < n; i++)
    {
        parent[i] = ancestor[i] = -1;
        for (int k = g->begin[node_at[i]]; k < g->begin[node_at[i] + 1]; k++)
            for (int j = place[g->node[k]], next; j != -1 && j < i; j = next)
            {
                next = ancestor[j];
                ancestor[j] = i;
                if (next == -1) parent[j] = i;
                if (next == i) break;
            }
    }
}

/// post[k] ◄ what comes k-th when children go before their parents, and a subtree is not interrupted. Scratch: head, next, stack of n.
static void find_postorder(int n, const int *parent, int *head, int *next, int *stack, int *post)
{
    int count = 0;
    for (int i = 0; i < n; i++) head[i] = -1;
    for (int i = n - 1; i >= 0; i--)
        if (parent[i] >= 0)
        {
            next[i] = head[parent[i]];
            head[parent[i]] = i;
        }
    for (int root = 0; root < n; root++)
    {
        if (parent[root] >= 0) continue;
        int top = 0;
        stack[0] = root;
        while (top >= 0)
        {
            int i = stack[top], child = head[i];
            if (child >= 0)
            {
                head[i] = next[child];
                stack[++top] = child;
            }
            else
            {
                post[count++] = i;
                top--;
            }
        }
    }
}

/// order[k] ◄ the node that comes k-th. Gives up beyond `most` blocks.
static hf_status find_elimination(const graph *g, int n, double most, hf_workspace *workspace, int *order,
                                  hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    elimination e;
    hf_status status = HF_STATUS_OK;
    if (!elimination_find(n, g->begin, g->node, (size_t)most, workspace, &e)) status = error_no_memory(error);
    else if (e.too_full)
        status = error_set(error, HF_STATUS_UNSUPPORTED, "the factors would have more than %.3g blocks", most);
    else memcpy(order, e.order, (size_t)n * sizeof *order);
    arena_end(workspace, mark);
    return status;
}

/// The order at the beginning of `work` (6 n), changed so that subtrees are not interrupted: tree->place, node_at, and parent by places.
static void find_order(const graph *g, int n, front_tree *tree, int *node_at, int *parent, int *work)
{
    int *order = work, *first = work + n, *old_parent = work + 2 * n, *post = work + 3 * n;
    for (int k = 0; k < n; k++) tree->place[order[k]] = k;
    find_parents(g, n, order, tree->place, first, old_parent);
    find_postorder(n, old_parent, first, node_at, work + 4 * n, post);
    for (int k = 0; k < n; k++) first[post[k]] = k;
    for (int k = 0; k < n; k++)
    {
        node_at[k] = order[post[k]];
        tree->place[node_at[k]] = k;
        parent[k] = old_parent[post[k]] < 0 ? -1 : first[old_parent[post[k]]];
    }
}

/// rows[j] ◄ rows of the later nodes that node j is coupled to when its turn comes. Row i of the factor is the subtree of i whose leaves are i's
/// earlier neighbours.
static void count_rows(const graph *g, const front_tree *tree, const front_pattern *p, const int *node_at,
                       const int *parent, int *mark, int *rows)
{
    int n = tree->node_count;
    for (int i = 0; i < n; i++)
    {
        rows[i] = 0;
        mark[i] = -1;
    }
    for (int i = 0; i < n; i++)
    {
        mark[i] = i;
        for (int k = g->begin[node_at[i]]; k < g->begin[node_at[i] + 1]; k++)
            for (int j = tree->place[g->node[k]]; j < i && mark[j] != i; j = parent[j])
            {
                mark[j] = i;
                rows[j] += p->size[node_at[i]];
            }
    }
}

/// Joins nodes to fronts: tree->first, pivots, updates, fill and cost.
static void find_fronts(front_tree *tree, const front_pattern *p, const int *node_at, const int *parent,
                        const int *rows)
{
    int n = tree->node_count, s = -1;
    double needed = 0.0, width = 0.0;
    for (int j = 0; j < n; j++)
    {
        double size = p->size[node_at[j]], own = size * (size + 2.0 * rows[j]);
        double joined = (width + size) * (width + size + 2.0 * rows[j]);
        bool chained = s >= 0 && parent[j - 1] == j;
        bool join = chained && (joined <= ZEROS_SHARE * (needed + own) ||
                                (width + size <= SMALL_FRONT && joined <= 2.0 * (needed + own)));
        if (!join)
        {
            tree->first[++s] = j;
            needed = width = 0.0;
        }
        needed += own;
        width += size;
        tree->pivots[s] = (int)width;
        tree->updates[s] = rows[j];
    }
    tree->front_count = s + 1;
    tree->first[s + 1] = n;
    tree->fill = tree->cost = 0.0;
    tree->widest = 0;
    for (s = 0; s < tree->front_count; s++)
    {
        double a = tree->pivots[s], m = tree->updates[s];
        tree->fill += a * (a + 2.0 * m);
        tree->cost += a * a * a * 2.0 / 3.0 + 2.0 * a * a * m + 2.0 * a * m * m;
        if (tree->pivots[s] + tree->updates[s] > tree->widest) tree->widest = tree->pivots[s] + tree->updates[s];
    }
}

/// Takes place i up into the structure of front s, unless it is its own or there already.
static void reach(front_tree *tree, int s, int i, int *mark, size_t *count)
{
    if (i < tree->first[s + 1] || mark[i] == s) return;
    mark[i] = s;
    tree->later[(*count)++] = i;
}

/// The places that each front updates, and the tree of fronts. Scratch: mark, child, next of n.
static void find_structure(const graph *g, front_tree *tree, const int *node_at, int *mark, int *child, int *next,
                           int *front_of)
{
    for (int i = 0; i < tree->node_count; i++) mark[i] = child[i] = -1;
    for (int s = 0; s < tree->front_count; s++)
        for (int j = tree->first[s]; j < tree->first[s + 1]; j++) front_of[j] = s;
    size_t count = 0;
    for (int s = 0; s < tree->front_count; s++)
    {
        tree->ahead[s] = count;
        for (int j = tree->first[s]; j < tree->first[s + 1]; j++)
            for (int k = g->begin[node_at[j]]; k < g->begin[node_at[j] + 1]; k++)
                reach(tree, s, tree->place[g->node[k]], mark, &count);
        for (int c = child[s]; c >= 0; c = next[c])
            for (size_t k = tree->ahead[c]; k < tree->ahead[c + 1]; k++) reach(tree, s, tree->later[k], mark, &count);
        tree->ahead[s + 1] = count;
        sort_ints(tree->later + tree->ahead[s], count - tree->ahead[s]);
        tree->parent[s] = count > tree->ahead[s] ? front_of[tree->later[tree->ahead[s]]] : -1;
        if (tree->parent[s] < 0) continue;
        next[s] = child[tree->parent[s]];
        child[tree->parent[s]] = s;
    }
}

/// An element goes to the front of its first node.
static void sort_elements(front_tree *tree, const front_pattern *p, const int *front_of, int *where)
{
    for (int s = 0; s <= tree->front_count; s++) tree->element_from[s] = 0;
    for (int e = 0; e < p->element_count; e++)
    {
        int least = tree->node_count;
        for (size_t k = p->begin[e]; k < p->begin[e + 1]; k++)
            if (tree->place[p->node[k]] < least) least = tree->place[p->node[k]];
        where[e] = least < tree->node_count ? front_of[least] : -1;
        if (where[e] >= 0) tree->element_from[where[e] + 1]++;
    }
    for (int s = 0; s < tree->front_count; s++) tree->element_from[s + 1] += tree->element_from[s];
    for (int e = 0; e < p->element_count; e++)
        if (where[e] >= 0) tree->element[tree->element_from[where[e]]++] = e;
    for (int s = tree->front_count; s > 0; s--) tree->element_from[s] = tree->element_from[s - 1];
    if (tree->front_count > 0) tree->element_from[0] = 0;
}

static bool take_memory(const front_pattern *p, hf_workspace *workspace, front_tree *tree)
{
    size_t n = (size_t)p->node_count;
    tree->place = ARENA_ARRAY(workspace, int, n);
    tree->row = ARENA_ARRAY(workspace, int, n + 1);
    tree->at = ARENA_ARRAY(workspace, int, n);
    tree->first = ARENA_ARRAY(workspace, int, n + 1);
    tree->parent = ARENA_ARRAY(workspace, int, n);
    tree->ahead = ARENA_ARRAY(workspace, size_t, n + 1);
    tree->pivots = ARENA_ARRAY(workspace, int, n);
    tree->updates = ARENA_ARRAY(workspace, int, n);
    tree->element = ARENA_ARRAY(workspace, int, p->element_count);
    tree->element_from = ARENA_ZEROED(workspace, int, n + 1);
    return tree->place && tree->row && tree->at && tree->first && tree->parent && tree->ahead && tree->pivots &&
           tree->updates && tree->element && tree->element_from;
}

/// Rows by places and by nodes.
static void number_rows(front_tree *tree, const front_pattern *p, const int *node_at)
{
    tree->row[0] = 0;
    for (int k = 0; k < tree->node_count; k++) tree->row[k + 1] = tree->row[k] + p->size[node_at[k]];
    for (int k = 0, row = 0; k < tree->node_count; k++)
    {
        tree->at[k] = row;
        row += p->size[k];
    }
}

static int least_size(const front_pattern *p)
{
    int least = p->node_count > 0 ? p->size[0] : 1;
    for (int k = 1; k < p->node_count; k++)
        if (p->size[k] < least) least = p->size[k];
    return least;
}

/// An upper bound on the places in all structures.
static size_t structure_size(const front_tree *tree, const front_pattern *p)
{
    size_t rows = 0;
    for (int s = 0; s < tree->front_count; s++) rows += (size_t)tree->updates[s];
    return rows / (size_t)least_size(p) + 1;
}

hf_status front_tree_create(const front_pattern *p, double most, hf_workspace *workspace, front_tree *tree,
                            hf_error *error)
{
    size_t n = (size_t)p->node_count;
    *tree = (front_tree){.node_count = p->node_count};
    if (!take_memory(p, workspace, tree)) return error_no_memory(error);
    graph g;
    hf_status status = find_graph(p, workspace, &g, error);
    int *work = ARENA_ARRAY(workspace, int, 10 * n), *where = ARENA_ARRAY(workspace, int, p->element_count);
    if (status != HF_STATUS_OK) return status;
    if (!work || !where) return error_no_memory(error);
    int *node_at = work + 6 * n, *parent = work + 7 * n, *rows = work + 8 * n, *mark = work + 9 * n;
    status =
        find_elimination(&g, p->node_count, most / (double)(least_size(p) * least_size(p)), workspace, work, error);
    if (status != HF_STATUS_OK) return status;
    find_order(&g, p->node_count, tree, node_at, parent, work);
    number_rows(tree, p, node_at);
    count_rows(&g, tree, p, node_at, parent, mark, rows);
    find_fronts(tree, p, node_at, parent, rows);
    if (tree->fill > most)
        return error_set(error, HF_STATUS_UNSUPPORTED, "the factors would have %.3g entries", tree->fill);
    tree->later = ARENA_ARRAY(workspace, int, structure_size(tree, p));
    if (!tree->later) return error_no_memory(error);
    find_structure(&g, tree, node_at, mark, work, work + n, work + 2 * n);
    sort_elements(tree, p, work + 2 * n, where);
    return HF_STATUS_OK;
}
