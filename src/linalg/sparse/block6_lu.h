// LU of matrices of 6 × 6 blocks with a symmetric pattern, such as the bodies of a pile make. Works in the arena alone.
//
// Pivots are chosen inside diagonal blocks, never across them: as good as any where the matrix is near a positive
// definite one, and not to be trusted blindly elsewhere. The caller checks what a solve leaves, and has another way
// out.

#ifndef HF_LINALG_SPARSE_BLOCK6_LU_H
#define HF_LINALG_SPARSE_BLOCK6_LU_H

#include "linalg/sparse/elimination.h"

enum
{
    BLOCK6 = 6,
    BLOCK6_AREA = 36
};

/// The arrays live in the workspace.
typedef struct block6_lu
{
    const elimination *pattern;
    hf_workspace *workspace;
    bool symmetric;   // only the diagonal and `lower` are to be filled
    double *diagonal; // n blocks, by place, row-major; after the factorization their inverses
    double *lower;    // column by column, as pattern->row
    double *upper;    // the transposed place: row k of U has its blocks in the order of column k of L
    double *x;        // 6 n
} block6_lu;

/// Room for a matrix and its factors. False if memory is short.
bool block6_lu_begin(const elimination *pattern, hf_workspace *workspace, block6_lu *lu);

/// A zero matrix, to be filled; half of the work where it is symmetric.
void block6_lu_clear(block6_lu *lu, bool symmetric);

/// The block of nodes i and j (not places); it must be in the pattern.
double *block6_lu_at(block6_lu *lu, int i, int j);

/// False if a diagonal block is singular, or numbers are not finite, or the interrupt of the workspace ended it.
bool block6_lu_factor(block6_lu *lu);

/// x ◄ A⁻¹ x, 6 numbers a node.
void block6_lu_solve(block6_lu *lu, double *x);

#endif
