// A dynamic tree of boxes: the broad phase's memory of where things are.
//
// Leaves hold boxes a little larger than what they bound, and move only when that leaves its box. A fixed number of
// leaves, known at creation: nothing is allocated later.

#ifndef HF_COLLIDE_BROAD_TREE_H
#define HF_COLLIDE_BROAD_TREE_H

#include "linalg/vec3.h"

#include <stdbool.h>

typedef struct bounds
{
    vec3 low, high;
} bounds;

static inline bool bounds_overlap(const bounds *a, const bounds *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y && b->low.y <= a->high.y &&
           a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static inline bool bounds_contain(const bounds *outer, const bounds *inner)
{
    return outer->low.x <= inner->low.x && inner->high.x <= outer->high.x && outer->low.y <= inner->low.y &&
           inner->high.y <= outer->high.y && outer->low.z <= inner->low.z && inner->high.z <= outer->high.z;
}

static inline bounds bounds_union(const bounds *a, const bounds *b)
{
    return (bounds){v3_min(a->low, b->low), v3_max(a->high, b->high)};
}

static inline bounds bounds_inflate(bounds b, double by)
{
    vec3 d = v3(by, by, by);
    return (bounds){v3_sub(b.low, d), v3_add(b.high, d)};
}

/// Node k < leaf_count is the leaf of item k; inner nodes follow.
typedef struct tree_node
{
    bounds box;
    int parent;   // -1 at the root
    int child[2]; // of an inner node
} tree_node;

typedef struct box_tree
{
    int leaf_count;
    tree_node *nodes; // 2 leaf_count - 1
    int *order;       // leaf_count: scratch for building
    int root;         // -1 if empty
} box_tree;

bool tree_create(box_tree *tree, int leaf_count); // false if memory is short
void tree_destroy(box_tree *tree);

/// Builds the tree anew over the boxes of its leaves: halves by the middle of the longest side, O(n log n).
void tree_build(box_tree *tree);

/// Takes the leaf out and puts it back with another box, where the surface of the tree grows least.
void tree_move(box_tree *tree, int leaf, const bounds *box);

/// Calls visit(context, leaf) for every leaf that overlaps; the order is that of the tree. Stops if visit says false,
/// and says so.
bool tree_query(const box_tree *tree, const bounds *box, bool (*visit)(void *context, int leaf), void *context);

/// Calls visit(context, leaf, leaf) once for every pair of leaves that overlap. For a tree that was just built: the
/// recursion goes as deep as the tree.
bool tree_pairs(const box_tree *tree, bool (*visit)(void *context, int leaf_a, int leaf_b), void *context);

#endif
