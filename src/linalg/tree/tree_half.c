// Half rows of a tree's factors: see tree_ldlt.h, "pairs".

#include "linalg/tree/tree_ldlt.h"

#include <math.h>

/// x ◄ L⁻¹ x, L with ones on its diagonal; below it in D.
static void solve_lower(int n, const double *D, double *x)
{
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++) x[i] -= D[i * n + k] * x[k];
}

/// x ◄ L⁻ᵀ x.
static void solve_upper(int n, const double *D, double *x)
{
    for (int k = n - 1; k > 0; k--)
        for (int i = 0; i < k; i++) x[i] -= D[k * n + i] * x[k];
}

/// x ◄ √|d|⁻¹ x: the diagonal of D holds 1 / d.
static void halve(int n, const double *D, double *x)
{
    for (int k = 0; k < n; k++) x[k] *= sqrt(fabs(D[k * n + k]));
}

/// y += Cᵀ x, C = L √|d|.
static void add_upper(int n, const double *D, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
    {
        double sum = x[i];
        for (int k = i + 1; k < n; k++) sum += D[k * n + i] * x[k];
        y[i] += sum / sqrt(fabs(D[i * n + i]));
    }
}

/// y += E x, E is n × m.
static void add_product(int n, int m, const double *E, const double *x, double *y)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++) y[i] += E[i * m + k] * x[k];
}

void tree_pair_half(const tree_pattern *p, const double *values, int node, double *x, double *h, double *t)
{
    const tree_node *body = &p->nodes[node];
    int n = body->size;
    const double *D = values + body->diagonal, *K;
    for (int k = 0; k < n; k++) h[k] = x[body->at + k];
    solve_lower(n, D, h);
    halve(n, D, h);
    if (body->parent < 0) return;
    const tree_node *joint = &p->nodes[body->parent];
    int m = joint->size;
    K = values + joint->diagonal;       // of -K
    tree_node_push(p, values, node, x); // E = -(C Cᵀ)⁻¹ Jᵀ: the joint now has J (C Cᵀ)⁻¹ y
    for (int k = 0; k < m; k++) t[k] = x[joint->at + k];
    solve_lower(m, K, t);
    for (int k = 0; k < m; k++) t[k] *= -K[k * m + k];
    solve_upper(m, K, t);
    double moved[TREE_NODE_MAX] = {0};
    add_product(n, m, values + body->edge, t, moved);
    add_upper(n, D, moved, h); // - C⁻¹ Jᵀ t = Cᵀ E t
    tree_node_push(p, values, body->parent, x);
}

void tree_pair_apply(const tree_pattern *p, const double *values, int node, const double *z, double *x)
{
    const tree_node *body = &p->nodes[node];
    int n = body->size;
    double *a = x + body->at;
    for (int k = 0; k < n; k++) a[k] = z[body->at + k];
    halve(n, values + body->diagonal, a);
    solve_upper(n, values + body->diagonal, a);
    if (body->parent < 0) return;
    const tree_node *joint = &p->nodes[body->parent];
    if (joint->parent < 0) return; // what it is joined to does not move
    const tree_node *above = &p->nodes[joint->parent];
    double held[TREE_NODE_MAX] = {0};
    add_product(joint->size, above->size, values + joint->edge, x + above->at, held);
    add_product(n, joint->size, values + body->edge, held, a);
}
