// A = L U of a block matrix whose graph is a tree and whose blocks are not symmetric, without fill: the pattern of
// tree_ldlt.h with two blocks for each edge.
//
// Problem: constraints whose gap is measured in one configuration while their impulses act in another, (M -Kᵀ; -J 0)
// with J ≠ K (RATTLE, model/constraint_tree/constraint_tree.h).
// Method:  from the leaves to the roots, D_parent ◄ D_parent - L_i D_i⁻¹ U_i; blocks on the diagonal by Gauss.
// Cost:    about twice that of tree_ldlt. No pivoting: for J = K it is as stable as that, and J and K differ by the
//          turning of one step. A pivot with another
//          sign than the node's says that this was too much.

#ifndef HF_LINALG_TREE_TREE_LU_H
#define HF_LINALG_TREE_TREE_LU_H

#include "linalg/tree/tree_ldlt.h"

/// values: D_i and U_i (size × parent's size) at `diagonal` and `edge` of the pattern; lower: L_i (parent's size ×
/// size) at `edge`.
typedef struct tree_lu
{
    double *values, *lower;
} tree_lu;

/// Factors in place: D_i ◄ its LU, U_i ◄ D_i⁻¹ U_i; L_i stays. Returns -1, or the node whose pivots fail.
int tree_lu_factor(const tree_pattern *pattern, tree_lu *lu);

/// x ◄ A⁻¹ x.
void tree_lu_solve(const tree_pattern *pattern, const tree_lu *lu, double *x);

#endif
