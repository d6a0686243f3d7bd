// Sums of elements as front_lu has them, A = δ 1 + Σ_e A_e, by compressed columns: for sparse_lu, whose pivots are
// free.

#ifndef HF_LINALG_SPARSE_ELEMENT_COLUMNS_H
#define HF_LINALG_SPARSE_ELEMENT_COLUMNS_H

#include "linalg/sparse/front_lu.h"

/// The arrays live in the workspace.
typedef struct element_columns
{
    int n;      // rows
    int *begin; // n + 1
    int *row;   // ascending in a column
    double *values;
} element_columns;

/// HF_STATUS_UNSUPPORTED if there are more entries than an int counts.
hf_status element_columns_find(const front_pattern *pattern, double delta, front_element element, const void *context,
                               hf_workspace *workspace, element_columns *columns, hf_error *error);

#endif
