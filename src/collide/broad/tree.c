// The dynamic tree of boxes.
//
// A leaf is put back beside the node where the sum of the surfaces on the way grows least (the greedy descent of
// Box2D's tree: at each inner node the cost of stopping here against that of going down either way). The tree is not
// kept balanced by rotations: the caller builds it anew when many leaves have moved, which costs about as much as one
// query of them all. Queries walk along child and parent links and need no stack, so depth is no limit. Equal costs go
// to the first child: the same history gives the same tree.

#include "collide/broad/tree.h"

#include "base/memory.h"

#include <stdlib.h>

bool tree_create(box_tree *tree, int leaf_count)
{
    size_t count = leaf_count > 0 ? (size_t)leaf_count : 1;
    *tree = (box_tree){.leaf_count = leaf_count, .root = -1};
    tree->nodes = MEMORY_ARRAY(tree_node, 2 * count);
    tree->order = MEMORY_ARRAY(int, count);
    return tree->nodes && tree->order;
}

void tree_destroy(box_tree *tree)
{
    free(tree->nodes);
    free(tree->order);
}

static bool is_leaf(const box_tree *tree, int node)
{
    return node < tree->leaf_count;
}

static double surface(const bounds *b) // half of it
{
    vec3 d = v3_sub(b->high, b->low);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

static double doubled_center(const tree_node *node, int axis)
{
    return v3_at(node->box.low, axis) + v3_at(node->box.high, axis);
}

/// Whether leaf i comes before leaf j along an axis; a total order.
static bool before(const box_tree *tree, int i, int j, int axis)
{
    double a = doubled_center(&tree->nodes[i], axis), b = doubled_center(&tree->nodes[j], axis);
    return a < b || (a == b && i < j);
}

/// Reorders so that the `half` first leaves come before the others along the axis (Hoare's selection, median of three).
static void select_half(const box_tree *tree, int *order, int count, int half, int axis)
{
    int low = 0, high = count - 1;
    while (low < high)
    {
        int a = order[low], b = order[(low + high) / 2], c = order[high];
        int pivot = before(tree, a, b, axis) ? (before(tree, b, c, axis)   ? b
                                                : before(tree, a, c, axis) ? c
                                                                           : a)
                                             : (before(tree, a, c, axis)   ? a
                                                : before(tree, b, c, axis) ? c
                                                                           : b);
        int i = low, j = high;
        while (i <= j)
        {
            while (before(tree, order[i], pivot, axis)) i++;
            while (before(tree, pivot, order[j], axis)) j--;
            if (i > j) break;
            int swap = order[i];
            order[i++] = order[j], order[j--] = swap;
        }
        if (half <= j) high = j;
        else if (half >= i) low = i;
        else return;
    }
}

/// Builds over order[0 … count); *next is the first free inner node. Depth is log2 of the count.
static int build(box_tree *tree, int *order, int count, int parent, int *next)
{
    if (count == 1)
    {
        tree->nodes[order[0]].parent = parent;
        return order[0];
    }
    vec3 low = v3(INFINITY, INFINITY, INFINITY), high = v3_negate(low);
    for (int k = 0; k < count; k++)
    {
        const bounds *b = &tree->nodes[order[k]].box;
        vec3 center = v3_add(b->low, b->high);
        low = v3_min(low, center), high = v3_max(high, center);
    }
    vec3 spread = v3_sub(high, low);
    int axis = spread.x >= spread.y && spread.x >= spread.z ? 0 : spread.y >= spread.z ? 1 : 2;
    int half = count / 2;
    select_half(tree, order, count, half, axis);
    int node = (*next)++;
    int first = build(tree, order, half, node, next);
    int second = build(tree, order + half, count - half, node, next);
    tree->nodes[node] =
        (tree_node){bounds_union(&tree->nodes[first].box, &tree->nodes[second].box), parent, {first, second}};
    return node;
}

void tree_build(box_tree *tree)
{
    if (tree->leaf_count == 0) return;
    for (int k = 0; k < tree->leaf_count; k++) tree->order[k] = k;
    int next = tree->leaf_count;
    tree->root = build(tree, tree->order, tree->leaf_count, -1, &next);
}

static void refit(box_tree *tree, int node)
{
    for (; node >= 0; node = tree->nodes[node].parent)
    {
        tree_node *n = &tree->nodes[node];
        n->box = bounds_union(&tree->nodes[n->child[0]].box, &tree->nodes[n->child[1]].box);
    }
}

static void replace_child(box_tree *tree, int parent, int old, int new)
{
    if (parent < 0) tree->root = new;
    else tree->nodes[parent].child[tree->nodes[parent].child[0] == old ? 0 : 1] = new;
    tree->nodes[new].parent = parent;
}

/// Takes a leaf out; returns the inner node that becomes free.
static int take_out(box_tree *tree, int leaf)
{
    int parent = tree->nodes[leaf].parent;
    tree_node *p = &tree->nodes[parent];
    int sibling = p->child[p->child[0] == leaf ? 1 : 0];
    int above = p->parent;
    replace_child(tree, above, parent, sibling);
    refit(tree, above);
    return parent;
}

/// What it costs to go on below `node`: the growth of it, and of a leaf the surface of the new parent.
static double cost_below(const box_tree *tree, int node, const bounds *box)
{
    const bounds *own = &tree->nodes[node].box;
    bounds together = bounds_union(own, box);
    return is_leaf(tree, node) ? surface(&together) : surface(&together) - surface(own);
}

static int best_sibling(const box_tree *tree, const bounds *box)
{
    int node = tree->root;
    while (!is_leaf(tree, node))
    {
        const tree_node *n = &tree->nodes[node];
        bounds together = bounds_union(&n->box, box);
        double here = 2 * surface(&together);
        double inherited = 2 * (surface(&together) - surface(&n->box));
        double first = inherited + 2 * cost_below(tree, n->child[0], box);
        double second = inherited + 2 * cost_below(tree, n->child[1], box);
        if (here < first && here < second) break;
        node = first <= second ? n->child[0] : n->child[1];
    }
    return node;
}

void tree_move(box_tree *tree, int leaf, const bounds *box)
{
    tree->nodes[leaf].box = *box;
    if (tree->leaf_count == 1) return;
    int inner = take_out(tree, leaf);
    int sibling = best_sibling(tree, box);
    replace_child(tree, tree->nodes[sibling].parent, sibling, inner);
    tree->nodes[inner].child[0] = sibling, tree->nodes[inner].child[1] = leaf;
    tree->nodes[sibling].parent = inner, tree->nodes[leaf].parent = inner;
    refit(tree, inner);
}

/// The node to look at once `node` and all below it are done; -1 at the end.
static int next_beside(const box_tree *tree, int node)
{
    for (int parent = tree->nodes[node].parent; parent >= 0; node = parent, parent = tree->nodes[node].parent)
        if (tree->nodes[parent].child[0] == node) return tree->nodes[parent].child[1];
    return -1;
}

bool tree_query(const box_tree *tree, const bounds *box, bool (*visit)(void *context, int leaf), void *context)
{
    int node = tree->root;
    while (node >= 0)
    {
        if (!bounds_overlap(&tree->nodes[node].box, box)) node = next_beside(tree, node);
        else if (!is_leaf(tree, node)) node = tree->nodes[node].child[0];
        else
        {
            if (!visit(context, node)) return false;
            node = next_beside(tree, node);
        }
    }
    return true;
}

typedef struct pair_walk
{
    const box_tree *tree;
    bool (*visit)(void *context, int leaf_a, int leaf_b);
    void *context;
} pair_walk;

/// Leaves below a against leaves below b.
static bool walk_across(const pair_walk *walk, int a, int b)
{
    const box_tree *tree = walk->tree;
    const tree_node *p = &tree->nodes[a], *q = &tree->nodes[b];
    if (!bounds_overlap(&p->box, &q->box)) return true;
    bool split_a = !is_leaf(tree, a), split_b = !is_leaf(tree, b);
    if (!split_a && !split_b) return walk->visit(walk->context, a, b);
    if (split_a && split_b && surface(&p->box) < surface(&q->box)) split_a = false;
    if (split_a) return walk_across(walk, p->child[0], b) && walk_across(walk, p->child[1], b);
    return walk_across(walk, a, q->child[0]) && walk_across(walk, a, q->child[1]);
}

static bool walk_within(const pair_walk *walk, int node)
{
    if (is_leaf(walk->tree, node)) return true;
    const int *child = walk->tree->nodes[node].child;
    return walk_within(walk, child[0]) && walk_within(walk, child[1]) && walk_across(walk, child[0], child[1]);
}

bool tree_pairs(const box_tree *tree, bool (*visit)(void *context, int leaf_a, int leaf_b), void *context)
{
    pair_walk walk = {tree, visit, context};
    return tree->root < 0 || walk_within(&walk, tree->root);
}
