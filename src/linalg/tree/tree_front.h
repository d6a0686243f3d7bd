// A = L U of a block matrix that is assembled from a tree of small dense matrices, fronts: the multifrontal method
// where the tree is known.
//
// Problem: S = J M⁻¹ Kᵀ of joints between bodies that form a tree. Each body couples all of its joints: its front, a
// full matrix over them. The joint towards the root is in two
//          fronts, that of the body below it, as its rest, and that of the body above, as one of its own.
// Method:  from the leaves to the root, each front eliminates its own variables, which nobody else has any more, and
//          adds what that leaves of its rest to the front above.
// Cost:    of a chain of points one 6 × 6 matrix a body, of which three columns are eliminated. A body of d joints
//          takes d³: for few joints a body (tree_lu.h does without that).
//          No pivoting: S is nearly symmetric and positive.

#ifndef HF_LINALG_TREE_TREE_FRONT_H
#define HF_LINALG_TREE_TREE_FRONT_H

#include <stddef.h>

/// One front. Own variables of all fronts follow one another in x.
typedef struct tree_front
{
    int own, rest; // variables that are eliminated here, and those that belong to the front above
    int x;         // where the own ones begin in x
    int above;     // the front of the rest, after this one; -1: there is no rest
    int place;     // where the rest begins among the own variables of that front
    size_t at;     // in values: (own + rest)², row-major, own first
} tree_front;

/// Factors in place, fronts in order. Returns -1, or the front that has a pivot which is not positive.
int tree_front_factor(int count, const tree_front *fronts, double *values);

/// x ◄ A⁻¹ x.
void tree_front_solve(int count, const tree_front *fronts, const double *values, double *x);

#endif
