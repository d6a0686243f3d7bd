// The analysis of front_lu, all of it over nodes.
//
//   order      minimum degree on the graph of the nodes (elimination.h), or nested dissection where that costs less
//              (dissection.h)
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
#include "linalg/sparse/dissection.h"
#include "linalg/sparse/elimination.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static const double ZEROS_SHARE = 1.25;    // a front may have so many times the entries that its nodes need
static const double DISSECTION_COST = 5e5; // operations a node, where it saves more than it takes (15 µs a node)
enum
{
    SMALL_FRONT = 24 // rows; up to here calls cost more than zeros, and fronts may have twice the entries
};

hf_status front_graph_find(const front_pattern *p, hf_workspace *workspace, front_graph *g, hf_error *error)
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
static void find_parents(const front_graph *g, int n, const int *node_at, const int *place, int *ancestor, int *parent)
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

/// post[k] ◄ what comes k-th when children go before their parents, and a subtree is not interrupted. Scratch: head,
/// next, stack of n.
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

/// order[k] ◄ the node that comes k-th by minimum degree. *found: whether it has no more than `most` blocks.
static hf_status find_degrees(const front_graph *g, int n, double most, hf_workspace *workspace, int *order,
                              bool *found, hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    elimination e;
    hf_status status = HF_STATUS_OK;
    *found = false;
    if (!elimination_find(n, g->begin, g->node, (size_t)most, workspace, &e)) status = error_no_memory(error);
    else if (!e.too_full)
    {
        memcpy(order, e.order, (size_t)n * sizeof *order);
        *found = true;
    }
    arena_end(workspace, mark);
    return status;
}

/// An order, changed so that subtrees are not interrupted: tree->place, node_at, and parent by places. Scratch: work of
/// 5 n.
static void find_order(const front_graph *g, int n, const int *order, front_tree *tree, int *node_at, int *parent,
                       int *work)
{
    int *first = work, *old_parent = work + n, *post = work + 2 * n;
    for (int k = 0; k < n; k++) tree->place[order[k]] = k;
    find_parents(g, n, order, tree->place, first, old_parent);
    find_postorder(n, old_parent, first, node_at, work + 3 * n, post);
    for (int k = 0; k < n; k++) first[post[k]] = k;
    for (int k = 0; k < n; k++)
    {
        node_at[k] = order[post[k]];
        tree->place[node_at[k]] = k;
        parent[k] = old_parent[post[k]] < 0 ? -1 : first[old_parent[post[k]]];
    }
}

/// rows[j] ◄ rows of the later nodes that node j is coupled to when its turn comes. Row i of the factor is the subtree
/// of i whose leaves are i's earlier neighbours.
static void count_rows(const front_graph *g, const front_tree *tree, const front_pattern *p, const int *node_at,
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
static void find_structure(const front_graph *g, front_tree *tree, const int *node_at, int *mark, int *child, int *next,
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

/// What one order leads to, and the arrays that take it up: scratch of node_count each, but for work.
typedef struct analysis
{
    const front_pattern *pattern;
    front_graph graph;
    int *node_at, *parent, *rows, *mark;
    int *work;  // 4 node_count
    int *order; // by least degree, and dissected
} analysis;

/// The fronts of an order.
static void analyze(const analysis *a, const int *order, front_tree *tree)
{
    find_order(&a->graph, tree->node_count, order, tree, a->node_at, a->parent, a->work);
    number_rows(tree, a->pattern, a->node_at);
    count_rows(&a->graph, tree, a->pattern, a->node_at, a->parent, a->mark, a->rows);
    find_fronts(tree, a->pattern, a->node_at, a->parent, a->rows);
}

static hf_status begin_analysis(const front_pattern *p, hf_workspace *workspace, analysis *a, hf_error *error)
{
    size_t n = (size_t)p->node_count;
    *a = (analysis){.pattern = p, .node_at = ARENA_ARRAY(workspace, int, 10 * n)};
    if (!a->node_at) return error_no_memory(error);
    a->parent = a->node_at + n;
    a->rows = a->parent + n;
    a->mark = a->rows + n;
    a->work = a->mark + n;
    a->order = a->work + 4 * n;
    return front_graph_find(p, workspace, &a->graph, error);
}

/// The fronts of the order that costs less; `most`: blocks of the factors.
static hf_status choose_order(analysis *a, front_orders orders, double most, hf_workspace *workspace, front_tree *tree,
                              hf_error *error)
{
    int n = tree->node_count, *second = a->order + n;
    bool own = orders.own != NULL;
    hf_status status = HF_STATUS_OK;
    if (!own) status = find_degrees(&a->graph, n, most, workspace, a->order, &own, error);
    const int *first = orders.own ? orders.own : a->order;
    tree->cost = INFINITY;
    if (own) analyze(a, first, tree);
    double cost = tree->cost;
    bool worth = orders.only == FRONT_ORDER_BEST ? cost > DISSECTION_COST * n : orders.only == FRONT_ORDER_DISSECTION;
    if (status == HF_STATUS_OK && worth)
        status = dissection_find(n, a->graph.begin, a->graph.node, a->pattern->size, workspace, second, error);
    if (status != HF_STATUS_OK) return status;
    if (!own && !worth)
        return error_set(error, HF_STATUS_UNSUPPORTED, "the factors would have more than %.3g blocks", most);
    if (worth) analyze(a, second, tree);
    if (tree->cost > cost && orders.only != FRONT_ORDER_DISSECTION) analyze(a, first, tree);
    return HF_STATUS_OK;
}

hf_status front_tree_create(const front_pattern *p, front_orders orders, double most, hf_workspace *workspace,
                            front_tree *tree, hf_error *error)
{
    *tree = (front_tree){.node_count = p->node_count};
    int *where = ARENA_ARRAY(workspace, int, p->element_count), *work;
    if (!where || !take_memory(p, workspace, tree)) return error_no_memory(error);
    analysis a;
    double blocks = most / (double)(least_size(p) * least_size(p));
    hf_status status = begin_analysis(p, workspace, &a, error);
    if (status == HF_STATUS_OK) status = choose_order(&a, orders, blocks, workspace, tree, error);
    if (status != HF_STATUS_OK) return status;
    if (tree->fill > most)
        return error_set(error, HF_STATUS_UNSUPPORTED, "the factors would have %.3g entries", tree->fill);
    tree->later = ARENA_ARRAY(workspace, int, structure_size(tree, p));
    if (!tree->later) return error_no_memory(error);
    work = a.work;
    find_structure(&a.graph, tree, a.node_at, a.mark, work, work + p->node_count, work + 2 * (size_t)p->node_count);
    sort_elements(tree, p, work + 2 * (size_t)p->node_count, where);
    return HF_STATUS_OK;
}
