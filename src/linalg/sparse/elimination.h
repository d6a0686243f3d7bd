// Symbolic elimination of a symmetric pattern: an order with little fill, and the pattern of the factors in that order.
// Works in the arena alone.

#ifndef HF_LINALG_SPARSE_ELIMINATION_H
#define HF_LINALG_SPARSE_ELIMINATION_H

#include "holdfast/workspace.h"

#include <stdbool.h>
#include <stddef.h>

/// The arrays live in the workspace.
typedef struct elimination
{
    int n;
    int *order;    // n: the node that is eliminated as k-th
    int *place;    // n: its inverse
    size_t *begin; // n + 1: where the rows below the diagonal of column k stand
    int *row;      // places, ascending in a column
    double work;   // Σ (rows below the diagonal)²
    bool too_full; // gave up: more than the entries allowed, or the interrupt of the workspace
} elimination;

/// Nodes 0 … n - 1; neighbour[begin[i] … begin[i + 1]) are those of i, each once, without i, and symmetric. Gives up
/// beyond `entries_max` entries below the diagonal. False if memory is short.
bool elimination_find(int n, const int *begin, const int *neighbour, size_t entries_max, hf_workspace *workspace,
                      elimination *out);

#endif
