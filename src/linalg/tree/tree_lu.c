// Nonsymmetric block matrices whose graph is a tree: see tree_lu.h.

#include "linalg/tree/tree_lu.h"

#include <assert.h>
#include <math.h>

/// A ◄ L U; the diagonal of U is kept as 1/u. False if a pivot is no number, or is zero, or has the wrong sign.
static inline bool factor_block(int n, double sign, double *A)
{
    for (int k = 0; k < n; k++)
    {
        if (!(sign * A[k * n + k] > 0.0)) return false;
        double inverse = A[k * n + k] = 1.0 / A[k * n + k];
        for (int i = k + 1; i < n; i++)
        {
            double l = A[i * n + k] *= inverse;
            for (int j = k + 1; j < n; j++) A[i * n + j] -= l * A[k * n + j];
        }
    }
    return true;
}

/// B (n × m, row-major) ◄ A⁻¹ B.
static inline void solve_block(int n, int m, const double *A, double *B)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = 0; j < m; j++) B[i * m + j] -= A[i * n + k] * B[k * m + j];
    for (int k = n - 1; k >= 0; k--)
    {
        for (int j = 0; j < m; j++) B[k * m + j] *= A[k * n + k];
        for (int i = 0; i < k; i++)
            for (int j = 0; j < m; j++) B[i * m + j] -= A[i * n + k] * B[k * m + j];
    }
}

/// C (m × m) ◄ C - L U, L is m × n, U n × m.
static inline void subtract_product(int n, int m, const double *L, const double *U, double *C)
{
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
        {
            double l = L[i * n + k];
            for (int j = 0; j < m; j++) C[i * m + j] -= l * U[k * m + j];
        }
}

static inline bool eliminate(int n, int m, double sign, double *D, double *U, const double *L, double *parent)
{
    if (!factor_block(n, sign, D)) return false;
    if (m == 0) return true;
    solve_block(n, m, D, U);
    subtract_product(n, m, L, U, parent);
    return true;
}

int tree_lu_factor(const tree_pattern *p, tree_lu *lu)
{
    for (int i = 0; i < p->count; i++)
    {
        const tree_node *node = &p->nodes[i];
        assert(node->parent < 0 || node->parent > i);
        const tree_node *above = node->parent >= 0 ? &p->nodes[node->parent] : NULL;
        int n = node->size, m = above ? above->size : 0;
        double *D = lu->values + node->diagonal, *U = lu->values + node->edge;
        double *parent = above ? lu->values + above->diagonal : NULL, *L = lu->lower + node->edge;
        bool well = n == 6 && m == 3   ? eliminate(6, 3, node->sign, D, U, L, parent)
                    : n == 3 && m == 6 ? eliminate(3, 6, node->sign, D, U, L, parent)
                                       : eliminate(n, m, node->sign, D, U, L, parent);
        if (!well) return i;
    }
    return -1;
}

/// y (m) ◄ y - B x, B is m × n.
static inline void subtract_times(int m, int n, const double *B, const double *x, double *y)
{
    for (int k = 0; k < m; k++)
    {
        double sum = 0.0;
        for (int j = 0; j < n; j++) sum += B[k * n + j] * x[j];
        y[k] -= sum;
    }
}

void tree_lu_solve(const tree_pattern *p, const tree_lu *lu, double *x)
{
    for (int i = 0; i < p->count; i++)
    {
        const tree_node *node = &p->nodes[i];
        const double *D = lu->values + node->diagonal, *L = lu->lower + node->edge;
        double *own = x + node->at, *up = node->parent >= 0 ? x + p->nodes[node->parent].at : NULL;
        int n = node->size, m = up ? p->nodes[node->parent].size : 0;
        if (n == 6) solve_block(6, 1, D, own);
        else if (n == 3) solve_block(3, 1, D, own);
        else solve_block(n, 1, D, own);
        if (n == 6 && m == 3) subtract_times(3, 6, L, own, up);
        else if (n == 3 && m == 6) subtract_times(6, 3, L, own, up);
        else subtract_times(m, n, L, own, up);
    }
    for (int i = p->count - 1; i >= 0; i--)
    {
        const tree_node *node = &p->nodes[i];
        if (node->parent < 0) continue;
        const tree_node *above = &p->nodes[node->parent];
        const double *U = lu->values + node->edge;
        if (node->size == 6 && above->size == 3) subtract_times(6, 3, U, x + above->at, x + node->at);
        else if (node->size == 3 && above->size == 6) subtract_times(3, 6, U, x + above->at, x + node->at);
        else subtract_times(node->size, above->size, U, x + above->at, x + node->at);
    }
}
