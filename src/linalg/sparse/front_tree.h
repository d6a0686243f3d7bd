// What front_lu knows of the pattern before it sees a number: the order of the nodes, the fronts, and their tree.

#ifndef HF_LINALG_SPARSE_FRONT_TREE_H
#define HF_LINALG_SPARSE_FRONT_TREE_H

#include "linalg/sparse/front_lu.h"

/// Fronts in the order of elimination: children before parents, and a front's descendants just before it. Places count
/// nodes in that order.
typedef struct front_tree
{
    int node_count;
    int *place; // node_count: where a node comes
    int *row;   // node_count + 1: first row of a place
    int *at;    // node_count: first row of a node, in the caller's order

    int front_count;
    int *first;        // front_count + 1: its own nodes are the places first[s] … first[s + 1] - 1
    int *parent;       // front_count; -1 at roots
    size_t *ahead;     // front_count + 1: the later places that it updates are later[ahead[s]] … , ascending
    int *later;        //
    int *pivots;       // front_count: rows of its own
    int *updates;      // front_count: rows that it updates
    int *element;      // elements sorted by the front that takes them up
    int *element_from; // front_count + 1
    int widest;        // rows of the largest front

    double fill, cost;
} front_tree;

/// As front_lu_create.
hf_status front_tree_create(const front_pattern *pattern, front_orders orders, double most, hf_workspace *workspace,
                            front_tree *tree, hf_error *error);

/// The nodes' neighbours, as elimination_find and dissection_find want them.
typedef struct front_graph
{
    int *begin; // node_count + 1
    int *node;  // ascending, each once
} front_graph;

hf_status front_graph_find(const front_pattern *pattern, hf_workspace *workspace, front_graph *graph, hf_error *error);

#endif
