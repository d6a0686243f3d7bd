// See tree_ldlt.h. The loops over blocks have fixed trip counts for the sizes that matter, so that the compiler unrolls
// them.

#include "linalg/tree/tree_ldlt.h"

#include <assert.h>
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
        values = node->edge + (size_t)(n * m);
        at += n;
    }
    p->dimension = at;
    p->value_count = values;
    return true;
}

enum
{
    FACTOR_AHEAD = 4,
    SOLVE_AHEAD = 8
};

// ---- small blocks ----

/// A = L d Lᵀ, A n × n with its lower triangle in use: below the diagonal L, whose diagonal is ones; on it 1 / d.
/// Without square roots, which would take a quarter of the time. False if A is not definite with the given sign.
static inline bool factor_block(int n, double sign, double *A)
{
    for (int j = 0; j < n; j++)
    {
        double inverse = 1.0 / A[j * n + j];
        if (!(sign * inverse > 0.0) || isinf(inverse)) return false;
        A[j * n + j] = inverse;
        for (int i = n - 1; i > j; i--) // downwards: A_kj of the rows above is still unscaled
        {
            double factor = A[i * n + j] * inverse;
            for (int k = j + 1; k <= i; k++) A[i * n + k] -= factor * A[k * n + j];
            A[i * n + j] = factor;
        }
    }
    return true;
}

/// One node: its factors; the parent's diagonal ◄ minus Eᵀ D⁻¹ E = Yᵀ d⁻¹ Y, Y = L⁻¹ E; E ◄ D⁻¹ E = L⁻ᵀ d⁻¹ Y.
static inline bool eliminate(int n, int m, double sign, double *D, double *E, double *parent)
{
    if (!factor_block(n, sign, D)) return false;
    for (int k = 0; k < n; k++) // Y
        for (int i = k + 1; i < n; i++)
            for (int j = 0; j < m; j++) E[i * m + j] -= D[i * n + k] * E[k * m + j];
    for (int k = 0; k < n; k++)
    {
        double *Y = E + k * m, Z[TREE_NODE_MAX];
        for (int j = 0; j < m; j++) Z[j] = Y[j] * D[k * n + k];
        for (int i = 0; i < m; i++)
            for (int j = 0; j <= i; j++) parent[i * m + j] -= Z[i] * Y[j];
        for (int j = 0; j < m; j++) Y[j] = Z[j];
    }
    for (int k = n - 1; k > 0; k--)
        for (int i = 0; i < k; i++)
            for (int j = 0; j < m; j++) E[i * m + j] -= D[k * n + i] * E[k * m + j];
    return true;
}

/// CALL(n, m), with sizes that the compiler knows for the pairs that rigid and planar bodies make with points, hinges
/// and slides.
#define WITH_SIZES(n, m, CALL)                                                                                         \
    switch (16 * (n) + (m))                                                                                            \
    {                                                                                                                  \
    case 16 * 6 + 3: CALL(6, 3); break;                                                                                \
    case 16 * 3 + 6: CALL(3, 6); break;                                                                                \
    case 16 * 6 + 5: CALL(6, 5); break;                                                                                \
    case 16 * 5 + 6: CALL(5, 6); break;                                                                                \
    case 16 * 3 + 2: CALL(3, 2); break;                                                                                \
    case 16 * 2 + 3: CALL(2, 3); break;                                                                                \
    default: CALL(n, m);                                                                                               \
    }

static bool eliminate_sized(int n, int m, double sign, double *D, double *E, double *parent)
{
    bool definite = false;
#define ELIMINATE(n, m) definite = eliminate(n, m, sign, D, E, parent)
    WITH_SIZES(n, m, ELIMINATE)
#undef ELIMINATE
    return definite;
}

/// In large trees a node's parent may stand far away: it is fetched some nodes ahead.
static inline void fetch_parent(const tree_pattern *p, int i, const double *values, const double *x)
{
    if (i < 0 || i >= p->count || p->nodes[i].parent < 0) return;
    const tree_node *parent = &p->nodes[p->nodes[i].parent];
    if (values)
        for (int k = 0; k < parent->size * parent->size; k += 8) __builtin_prefetch(values + parent->diagonal + k, 1);
    if (x) __builtin_prefetch(x + parent->at, 1);
}

int tree_factor(const tree_pattern *p, double *values)
{
    for (int i = 0; i < p->count; i++)
    {
        fetch_parent(p, i + FACTOR_AHEAD, values, NULL);
        const tree_node *node = &p->nodes[i];
        assert(node->parent < 0 || node->parent > i); // children come before their parents
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

static inline void push_up_sized(int n, int m, const double *E, const double *x, double *parent)
{
#define PUSH_UP(n, m) push_up(n, m, E, x, parent)
    WITH_SIZES(n, m, PUSH_UP)
#undef PUSH_UP
}

static inline void pull_down_sized(int n, int m, const double *E, const double *parent, double *x)
{
#define PULL_DOWN(n, m) pull_down(n, m, E, parent, x)
    WITH_SIZES(n, m, PULL_DOWN)
#undef PULL_DOWN
}

void tree_node_push(const tree_pattern *p, const double *values, int i, double *x)
{
    const tree_node *node = &p->nodes[i];
    if (node->parent < 0) return;
    const tree_node *parent = &p->nodes[node->parent];
    push_up_sized(node->size, parent->size, values + node->edge, x + node->at, x + parent->at);
}

void tree_solve_up(const tree_pattern *p, const double *values, double *x)
{
    for (int i = 0; i < p->count; i++)
    {
        fetch_parent(p, i + SOLVE_AHEAD, NULL, x);
        tree_node_push(p, values, i, x);
    }
}

/// x ◄ L⁻¹ x.
static inline void solve_lower(int n, const double *D, double *x)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) x[i] -= D[i * n + k] * x[k];
}

void tree_node_halve(const tree_pattern *p, const double *values, int node, double *x)
{
    const tree_node *i = &p->nodes[node];
    int n = i->size;
    const double *D = values + i->diagonal;
    double *xi = x + i->at;
    solve_lower(n, D, xi);
    for (int k = 0; k < n; k++) xi[k] *= sqrt(fabs(D[k * n + k]));
}

/// x ◄ D⁻¹ x.
static inline void solve_block(int n, const double *D, double *x)
{
    solve_lower(n, D, x);
    for (int k = 0; k < n; k++) x[k] *= D[k * n + k];
    for (int k = n - 1; k > 0; k--)
        for (int i = 0; i < k; i++) x[i] -= D[k * n + i] * x[k];
}

void tree_solve_down(const tree_pattern *p, const double *values, double *x)
{
    for (int i = p->count - 1; i >= 0; i--)
    {
        fetch_parent(p, i - SOLVE_AHEAD, NULL, x);
        const tree_node *node = &p->nodes[i];
        int n = node->size;
        double *xi = x + node->at;
        switch (n)
        {
        case 6: solve_block(6, values + node->diagonal, xi); break;
        case 5: solve_block(5, values + node->diagonal, xi); break;
        case 3: solve_block(3, values + node->diagonal, xi); break;
        case 2: solve_block(2, values + node->diagonal, xi); break;
        default: solve_block(n, values + node->diagonal, xi);
        }
        if (node->parent < 0) continue;
        const tree_node *parent = &p->nodes[node->parent];
        pull_down_sized(n, parent->size, values + node->edge, x + parent->at, xi);
    }
}

void tree_solve(const tree_pattern *p, const double *values, double *x)
{
    tree_solve_up(p, values, x);
    tree_solve_down(p, values, x);
}
