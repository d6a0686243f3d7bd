// H = L D Lᵀ of a symmetric block matrix whose graph is a tree, without fill.
//
// Problem: H has a small dense block on the diagonal for each node and one for each edge of a forest. Eliminated from
// the leaves to the roots, row
//          i of L has a single block beside its diagonal, the one towards its parent (Baraff 1996, section 7).
// Cost:    O(nodes) to factor and to solve; a right side that is zero but at a few nodes needs tree_node_push on their
//          paths to the root only.
// Special: a node is positive or negative definite when its turn comes (bodies and constraints of a mechanism); the
// caller says which, and
//          it is factored without pivoting (as by Cholesky, but without roots). A node that is not is named. No
//          tolerance, no pivoting between nodes.
//
// Order: parents have larger indices than their children. Blocks are row-major.

#ifndef HF_LINALG_TREE_TREE_LDLT_H
#define HF_LINALG_TREE_TREE_LDLT_H

#include <stdbool.h>
#include <stddef.h>

enum
{
    TREE_NODE_MAX = 12 // largest block: an affine body has 12 degrees of freedom
};

typedef struct tree_node
{
    int size;        // 1 … TREE_NODE_MAX
    int parent;      // larger than the node's own index; -1: a root
    int sign;        // +1: positive definite, -1: negative definite
    int at;          // of its part of vectors
    size_t diagonal; // of D in values, size × size; its lower triangle counts
    size_t edge;     // of the block towards the parent in values, size × parent's size
} tree_node;

/// The pattern: const while numbers come and go.
typedef struct tree_pattern
{
    int count;
    int dimension;      // length of vectors
    size_t value_count; // length of values
    tree_node *nodes;
} tree_pattern;

/// Fills in `at`, `diagonal` and `edge` from sizes and parents. False if a parent does not come after its child, or a
/// size is out of range.
bool tree_pattern_complete(tree_pattern *pattern);

/// values ◄ factors: D_i ◄ L d Lᵀ (L below the diagonal, 1 / d on it), E_i ◄ D_i⁻¹ E_i. Returns -1, or the node that is
/// not definite.
int tree_factor(const tree_pattern *pattern, double *values);

/// x ◄ L⁻¹ x, the way up.
void tree_solve_up(const tree_pattern *pattern, const double *values, double *x);

/// x ◄ L⁻ᵀ D⁻¹ x, the way down.
void tree_solve_down(const tree_pattern *pattern, const double *values, double *x);

/// x ◄ H⁻¹ x.
void tree_solve(const tree_pattern *pattern, const double *values, double *x);

/// x_parent ◄ x_parent - Eᵀ x_i: one node's part of the way up.
void tree_node_push(const tree_pattern *pattern, const double *values, int node, double *x);

/// x_i ◄ C_i⁻¹ x_i with C = L √|d|: of two such vectors sign · xᵀy is the node's part of aᵀ H⁻¹ b (x = C⁻¹ L⁻¹ a, y
/// likewise).
void tree_node_halve(const tree_pattern *pattern, const double *values, int node, double *x);

// ---- pairs (tree_half.c) ----
//
// A negative node with one child, and that child positive: a constraint and the body below it. Taken together they are
// positive semidefinite, and the form that they add to aᵀ H⁻¹ a is a square: with y the right side that has come up to
// the body, C its Cholesky factor, J the constraint's rows and K = J (C Cᵀ)⁻¹ Jᵀ + S², S² the constraint's compliance,
//
//     yᵀ (C Cᵀ)⁻¹ y - tᵀ K t = |h|² + |S t|²,     t = K⁻¹ J (C Cᵀ)⁻¹ y,   h = C⁻¹ (y - Jᵀ t)
//
// Where a constraint holds a body fast h is small by itself, not as a difference of large numbers.

/// h of the body, which has the size of the node, and t, that of its parent; t is not written if it has none. x is
/// pushed up past both.
void tree_pair_half(const tree_pattern *pattern, const double *values, int node, double *x, double *h, double *t);

/// The same of four right sides, one in each lane, with the same bits.
void tree_pair_halves(const tree_pattern *pattern, const double *values, int node, double (*x)[4], double (*h)[4],
                      double (*t)[4]);

/// x_i ◄ C⁻ᵀ z_i - (what the nodes above make of it): the way down from z = Σ h r, one body. Descending, all bodies: x
/// ◄ the bodies' part of H⁻¹ Σ k r.
void tree_pair_apply(const tree_pattern *pattern, const double *values, int node, const double *z, double *x);

#endif
