// Multifrontal LU of matrices that are sums of small dense elements, A = δ 1 + Σ_e A_e: one element a contact, over the
// degrees of freedom of the bodies that it touches.
//
// A is never formed. Nodes (bodies) are ordered by minimum degree or nested dissection; those with the same structure
// are eliminated together, in dense fronts where dense products do the work. The pattern is symmetric, the values need
// not be. Pivots are exchanged within a front's own rows only: enough for A = 1 + M⁻¹ Hᵀ D H with D's symmetric part
// positive, which is an SPD matrix in another basis; otherwise a front may come out singular, and the caller is told.
// All memory comes from the arena.

#ifndef HF_LINALG_SPARSE_FRONT_LU_H
#define HF_LINALG_SPARSE_FRONT_LU_H

#include "holdfast/status.h"
#include "holdfast/workspace.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct front_lu front_lu;

/// Who is coupled: element e holds the nodes node[begin[e] … begin[e + 1] - 1], each once; node k has size[k] > 0 rows,
/// one node's after the other's.
typedef struct front_pattern
{
    int node_count;
    const int *size;
    int element_count;
    const size_t *begin;
    const int *node;
} front_pattern;

/// values ◄ element e, rows and columns in the order of its nodes, column-major without gaps. False: it is zero, values
/// are not read.
typedef bool (*front_element)(const void *context, int e, double *values);

/// Orders of elimination: the one that costs less is taken. Nested dissection is tried where it is worth its time.
typedef struct front_orders
{
    const int *own; // by minimum degree: own[k] goes as k-th; NULL: it is found
    enum
    {
        FRONT_ORDER_BEST = 0,
        FRONT_ORDER_OWN,
        FRONT_ORDER_DISSECTION // where there is one
    } only;
} front_orders;

/// Analyzes. HF_STATUS_UNSUPPORTED if the factors would have more than `most` entries.
hf_status front_lu_create(const front_pattern *pattern, front_orders orders, double most, hf_workspace *workspace,
                          front_lu **lu, hf_error *error);

/// Entries that the factors have, and multiplications and additions of a factorization.
double front_lu_fill(const front_lu *lu);
double front_lu_cost(const front_lu *lu);

/// Factors δ 1 + Σ_e A_e. *singular: a front has a zero pivot, or numbers that are not finite, or the interrupt of the
/// workspace ended it; solving is not allowed then.
void front_lu_factor(front_lu *lu, double delta, front_element element, const void *context, bool *singular);

/// L Lᵀ of a symmetric positive definite matrix, in half of the time. *singular: it is none.
void front_lu_factor_symmetric(front_lu *lu, double delta, front_element element, const void *context, bool *singular);

/// x ◄ A⁻¹ x.
void front_lu_solve(const front_lu *lu, double *x);

#endif
