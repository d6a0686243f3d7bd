// A sparse matrix with a block for every block of W and for every diagonal one, its blocks by a function of the
// caller's, with or without a border; and its LU.
//
// Up to 150 rows, or where it is nearly full, it is factored by the dense LU; beyond, by what sparse_lu finds best. The
// pattern is analyzed when blocks have other numbers of unknowns than the last time, and otherwise kept.

#ifndef HF_SOLVE_SYSTEM_CONTACT_MATRIX_H
#define HF_SOLVE_SYSTEM_CONTACT_MATRIX_H

#include "base/arena.h"
#include "linalg/sparse/sparse_lu.h"
#include "problem/problem.h"
#include "solve/work.h"

typedef struct contact_matrix
{
    const hf_problem *problem; // assembled
    work_meter *work;          // of the factorization under way: set by the caller
    hf_workspace *workspace;
    arena_mark mark;   // before the pattern
    int n;             // rows, without the border
    int *first;        // block_count + 1: first row of each block
    int *begin, *next; // n + 2: columns, with that of the border; where the next entry goes
    int *row;          // begin[n + 1], ascending in a column
    double *values;    // begin[n + 1]
    bool any_cost;     // factor whatever it costs
    sparse_lu *lu;     // NULL: the pattern is to be analyzed
} contact_matrix;

/// block ◄ the block of i and j, as many rows and columns as they have unknowns, row-major; W: that of the problem,
/// zeros where it stores none.
typedef void (*contact_block)(const void *context, int i, int j, const double *W, double *block);

/// One more column and one more row.
typedef struct contact_border
{
    const double *column; // n
    const double *row;    // n + 1
} contact_border;

/// False if memory is short.
bool contact_matrix_begin(contact_matrix *matrix, const hf_problem *problem, hf_workspace *workspace);

/// Factors; first: first unknown of each block. `W` in place of problem->W.values. A matrix has a border always or
/// never (NULL). *regular: whether that worked; false, too, where it does not fit into the work that is left.
/// HF_STATUS_UNSUPPORTED where factors would take too much memory or a factorization too long to be worth it.
hf_status contact_matrix_factor(contact_matrix *matrix, const int *first, const double *W, contact_block block,
                                const void *context, const contact_border *border, bool *regular, hf_error *error);

/// Gives back pattern and factors.
void contact_matrix_release(contact_matrix *matrix);

/// HF_STATUS_UNSUPPORTED, with the numbers, where factors would take too much memory or a factorization too long to be
/// worth it.
hf_status factors_affordable(const sparse_lu *lu, hf_error *error);

/// Work of an analysis, as far as the pattern (`entries` of the matrix) and then the factors tell; of a factorization,
/// and of a solve with it.
double factors_graph_work(double entries);
double factors_pattern_work(const sparse_lu *lu);
double factors_work(const sparse_lu *lu);
double factors_solve_work(const sparse_lu *lu);

#endif
