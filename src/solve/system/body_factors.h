// Factors of the matrix of body_system.c,
//
//     A = 1 + Σ_i G_iᵀ (Z_i T_i⁻¹ Y_iᵀ) H_i,     T: diagonal, unknown by unknown,
//
// over groups of up to six degrees of freedom that the same blocks touch, which is one a free body: by blocks of 6 × 6
// or in fronts, whichever should take less time (body_lu.c); or as a scalar matrix with free pivots (body_system.c).
// All of it works in the arena.

#ifndef HF_SOLVE_SYSTEM_BODY_FACTORS_H
#define HF_SOLVE_SYSTEM_BODY_FACTORS_H

#include "solve/system/system_kinds.h"

#include "linalg/sparse/block6_lu.h"
#include "linalg/sparse/sparse_lu.h"

typedef struct body_groups
{
    const hf_problem *problem;
    int count;
    int *group; // of each degree of freedom
    int *slot;  // 0 … 5, of each degree of freedom
    int *size;  // of each group
} body_groups;

/// Where the run of degrees of freedom of block i that belong to the group of rows.dof[k] ends.
static inline size_t body_run_end(const body_groups *b, int i, size_t k)
{
    const factored_rows *rows = &b->problem->rows;
    int g = b->group[rows->dof[k]];
    while (k < rows->begin[i + 1] && b->group[rows->dof[k]] == g) k++;
    return k;
}

// ---- body_lu.c ----

typedef struct body_lu body_lu;

/// *lu stays NULL where degrees of freedom do not come in sixes, or nearly. False if memory is short.
bool body_lu_create(const hf_problem *problem, hf_workspace *workspace, body_lu **lu);

/// Which of the two, and in which order; BEST but in tests and benchmarks.
typedef enum body_lu_kind
{
    BODY_LU_BEST = 0,
    BODY_LU_BLOCKS,
    BODY_LU_FRONTS,    // in our own order
    BODY_LU_DISSECTED, // in that of nested dissection
} body_lu_kind;

void body_lu_prefer(body_lu *lu, body_lu_kind kind);

/// Builds and factors A. *regular is false where a pivot vanishes, or the work that is left does not suffice.
/// HF_STATUS_UNSUPPORTED where the factors would be too large.
hf_status body_lu_factor(body_lu *lu, const system_unknowns *unknowns, const double *T, bool *regular, hf_error *error);

/// z ◄ A⁻¹ z, dof_count numbers.
void body_lu_solve(body_lu *lu, double *z);

/// Work of that.
double body_lu_solve_work(const body_lu *lu);
void body_lu_release(body_lu *lu);

/// Of the last factorization: which of the two it was, entries of both factors, operations.
typedef struct body_lu_facts
{
    bool fronts;
    double fill, cost;
} body_lu_facts;

body_lu_facts body_lu_describe(const body_lu *lu);

// ---- body_blocks.c ----

/// lu ◄ A by blocks of 6 × 6. scratch: 2 BLOCK_SIZE_MAX times the degrees of freedom of the widest block.
void body_blocks_fill(const body_groups *groups, const system_unknowns *unknowns, const double *T, double *scratch,
                      block6_lu *lu);

// ---- body_system.c ----

/// What front_element functions want to know of A.
typedef struct body_sum
{
    const hf_problem *problem;
    const int *block; // of each element
    const system_unknowns *unknowns;
    const double *T;
} body_sum;

/// values ◄ G_iᵀ (Z_i T_i⁻¹ Y_iᵀ) H_i of the block of element e; a front_element with a body_sum.
bool body_sum_element(const void *sum, int e, double *values);

#endif
