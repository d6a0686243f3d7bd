// Nested dissection: an order of elimination with little fill where a graph fills a volume, such as that of a packing.
// Minimum degree (elimination.h) is better on chains, walls and all that is small.

#ifndef HF_LINALG_SPARSE_DISSECTION_H
#define HF_LINALG_SPARSE_DISSECTION_H

#include "holdfast/status.h"
#include "holdfast/workspace.h"

/// order[k] ◄ the node that is eliminated as k-th. The graph as in elimination_find; size: rows of each node. A graph
/// has one order, on any thread and any machine. Interrupted, the order is worse.
hf_status dissection_find(int n, const int *begin, const int *neighbour, const int *size, hf_workspace *workspace,
                          int *order, hf_error *error);

#endif
