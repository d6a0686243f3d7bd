// See tree_ldlt.h. The loops over blocks have fixed trip counts for the sizes that matter, so that the compiler unrolls them.

#include "linalg/tree_ldlt.h"

#include <math.h>

bool tree_pattern_complete(tree_pattern *p)
{
    size_t values = 0;
    int at = 0;
    for (int i = 0; i < p->count; i++)
    {
        tree_node *node = &p->nodes[i];
        if (node->size < 1 || node->size > TREE_NODE_MAX) return false;
        if (node->parent != -1 && (node->parent <= i || node->parent >= p->count)) return false;
        int n = node->size, m = node->parent < 0 ? 0 : p->nodes[node->parent].size;
        if (m > TREE_NODE_MAX) return false;
        node->at = at;
        node->diagonal = values;
        node->edge = values + (size_t)(n * n);
        values += (size_t)(n * n + n * m);
        at += n;
    }
    p->dimension = at;
    p->value_count = values;
    return true;
}

// ---- small blocks ----

/// Lower triangle of A ◄ C with sign · A = C Cᵀ; the diagonal holds 1 / C_kk. False if that is not positive definite.
static inline bool factor_block(int n, double sign, double *A)
{
    for (int j = 0; j < n; j++)
    {
        double *row = A + j * n;
        double pivot = sign * row[j];
        for (int k = 0; k < j; k++) pivot -= row[k] * row[k];
        if (!(pivot > 0.0) || isinf(pivot)) return false;
        double inverse = 1.0 / sqrt(pivot);
        row[j] = inverse;
        for (int i = j + 1; i < n; i++)
        {
            double sum = sign * A[i * n + j];
            for (int k = 0; k < j; k++) sum -= A[i * n + k] * row[k];
            A[i * n + j] = sum * inverse;
        }
    }
    return true;
}

/// X ◄ C⁻¹ X, X is n × m.
static inline void solve_lower(int n, int m, const double *C, double *X)
{
    for (int i = 0; i < n; i++)
    {
        for (int k = 0; k < i; k++)
            for (int j = 0; j < m; j++) X[i * m + j] -= C[i * n + k] * X[k * m + j];
        for (int j = 0; j < m; j++) X[i * m + j] *= C[i * n + i];
    }
}

/// X ◄ C⁻ᵀ X.
static inline void solve_upper(int n, int m, const double *C, double *X)
{
    for (int i = n - 1; i >= 0; i--)
    {
        for (int k = i + 1; k < n; k++)
            for (int j = 0; j < m; j++) X[i * m + j] -= C[k * n + i] * X[k * m + j];
        for (int j = 0; j < m; j++) X[i * m + j] *= C[i * n + i];
    }
}

/// One node: its Cholesky factor; the parent's diagonal ◄ minus Eᵀ D⁻¹ E = sign · (C⁻¹E)ᵀ(C⁻¹E); E ◄ D⁻¹ E.
static inline bool eliminate(int n, int m, double sign, double *D, double *E, double *parent)
{
    if (!factor_block(n, sign, D)) return false;
    solve_lower(n, m, D, E);
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
        {
            double factor = sign * E[k * m + i];
            for (int j = 0; j < m; j++) parent[i * m + j] -= factor * E[k * m + j];
        }
    solve_upper(n, m, D, E);
    for (int k = 0; k < n * m; k++) E[k] *= sign;
    return true;
}

/// The pairs that rigid and planar bodies make with points, hinges and slides, with sizes that the compiler knows; then all others.
static bool eliminate_sized(int n, int m, double sign, double *D, double *E, double *parent)
{
    switch (16 * n + m)
    {
    case 16 * 6 + 3: return eliminate(6, 3, sign, D, E, parent);
    case 16 * 3 + 6: return eliminate(3, 6, sign, D, E, parent);
    case 16 * 6 + 5: return eliminate(6, 5, sign, D, E, parent);
    case 16 * 5 + 6: return eliminate(5, 6, sign, D, E, parent);
    case 16 * 3 + 2: return eliminate(3, 2, sign, D, E, parent);
    case 16 * 2 + 3: return eliminate(2, 3, sign, D, E, parent);
    default: return eliminate(n, m, sign, D, E, parent);
    }
}

int tree_factor(const tree_pattern *p, double *values)
{
    for (int i = 0; i < p->count; i++)
    {
        const tree_node *node = &p->nodes[i];
        double *D = values + node->diagonal, *E = values + node->edge, *parent = NULL;
        int m = 0;
        if (node->parent >= 0)
        {
            m = p->nodes[node->parent].size;
            parent = values + p->nodes[node->parent].diagonal;
        }
        if (!eliminate_sized(node->size, m, node->sign, D, E, parent)) return i;
    }
    return -1;
}

// ---- solving ----

/// x_parent ◄ x_parent - Eᵀ x_i.
static inline void push_up(int n, int m, const double *E, const double *x, double *parent)
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < m; j++) parent[j] -= E[k * m + j] * x[k];
}

static inline void pull_down(int n, int m, const double *E, const double *parent, double *x)
{
    for (int k = 0; k < n; k++)
    {
        double sum = 0.0;
        for (int j = 0; j < m; j++) sum += E[k * m + j] * parent[j];
        x[k] -= sum;
    }
}

void tree_node_push(const tree_pattern *p, const double *values, int i, double *x)
{
    const tree_node *node = &p->nodes[i];
    if (node->parent < 0) return;
    const tree_node *parent = &p->nodes[node->parent];
    const double *E = values + node->edge;
    int n = node->size, m = parent->size;
    if (n == 6 && m == 3) push_up(6, 3, E, x + node->at, x + parent->at);
    else if (n == 3 && m == 6) push_up(3, 6, E, x + node->at, x + parent->at);
    else push_up(n, m, E, x + node->at, x + parent->at);
}

void tree_solve_up(const tree_pattern *p, const double *values, double *x)
{
    for (int i = 0; i < p->count; i++) tree_node_push(p, values, i, x);
}

void tree_solve_path(const tree_pattern *p, const double *values, int node, double *x)
{
    for (; node >= 0; node = p->nodes[node].parent) tree_node_push(p, values, node, x);
}

void tree_node_halve(const tree_pattern *p, const double *values, int node, double *x)
{
    const tree_node *i = &p->nodes[node];
    solve_lower(i->size, 1, values + i->diagonal, x + i->at);
}

void tree_solve_down(const tree_pattern *p, const double *values, double *x)
{
    for (int i = p->count - 1; i >= 0; i--)
    {
        const tree_node *node = &p->nodes[i];
        int n = node->size;
        double *xi = x + node->at;
        if (n == 6)
        {
            solve_lower(6, 1, values + node->diagonal, xi);
            solve_upper(6, 1, values + node->diagonal, xi);
        }
        else
        {
            solve_lower(n, 1, values + node->diagonal, xi);
            solve_upper(n, 1, values + node->diagonal, xi);
        }
        if (node->sign < 0)
            for (int k = 0; k < n; k++) xi[k] = -xi[k];
        if (node->parent < 0) continue;
        const tree_node *parent = &p->nodes[node->parent];
        pull_down(n, parent->size, values + node->edge, x + parent->at, xi);
    }
}

void tree_solve(const tree_pattern *p, const double *values, double *x)
{
    tree_solve_up(p, values, x);
    tree_solve_down(p, values, x);
}
