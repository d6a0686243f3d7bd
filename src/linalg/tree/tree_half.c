// Half rows of a tree's factors: see tree_ldlt.h, "pairs".

#include "linalg/tree/tree_ldlt.h"
#include "linalg/vector.h"

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

// ---- four at a time: each lane has the operations of one, in their order ----

/// Factors that a pair needs: D of the body, E towards the joint, K of the joint, F towards the body above it; sizes n,
/// m, above.
typedef struct pair_blocks
{
    int n, m, above;
    const double *D, *E, *K, *F;
} pair_blocks;

INLINED void lower_lanes(int n, const double *D, lanes *x)
{
    for (int i = 1; i < n; i++)
        for (int k = 0; k < i; k++) x[i] -= D[i * n + k] * x[k];
}

INLINED void upper_lanes(int n, const double *D, lanes *x)
{
    for (int k = n - 1; k > 0; k--)
        for (int i = 0; i < k; i++) x[i] -= D[k * n + i] * x[k];
}

INLINED void push_lanes(int n, int m, const double *E, const lanes *x, lanes *parent)
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < m; j++) parent[j] -= E[k * m + j] * x[k];
}

/// h ◄ C⁻¹ y of a body.
INLINED void body_halves(int n, const double *D, const lanes *x, lanes *h)
{
    for (int k = 0; k < n; k++) h[k] = x[k];
    lower_lanes(n, D, h);
    for (int k = 0; k < n; k++) h[k] *= sqrt(fabs(D[k * n + k]));
}

/// t = K⁻¹ J (C Cᵀ)⁻¹ y, h -= C⁻¹ Jᵀ t; the joint's part of x has come up to it.
INLINED void joint_halves(int n, int m, const pair_blocks *p, const lanes *joint, lanes *h, lanes *t)
{
    for (int k = 0; k < m; k++) t[k] = joint[k];
    lower_lanes(m, p->K, t);
    for (int k = 0; k < m; k++) t[k] *= -p->K[k * m + k];
    upper_lanes(m, p->K, t);
    lanes moved[TREE_NODE_MAX];
    for (int i = 0; i < n; i++)
    {
        moved[i] = (lanes){0.0, 0.0, 0.0, 0.0};
        for (int k = 0; k < m; k++) moved[i] += p->E[i * m + k] * t[k];
    }
    for (int i = 0; i < n; i++)
    {
        lanes sum = moved[i];
        for (int k = i + 1; k < n; k++) sum += p->D[k * n + i] * moved[k];
        h[i] += sum / sqrt(fabs(p->D[i * n + i]));
    }
}

INLINED void pair_halves(int n, int m, int above, const pair_blocks *p, const lanes *body, lanes *joint, lanes *parent,
                         lanes *h, lanes *t)
{
    body_halves(n, p->D, body, h);
    if (!joint) return;
    push_lanes(n, m, p->E, body, joint);
    joint_halves(n, m, p, joint, h, t);
    if (parent) push_lanes(m, above, p->F, joint, parent);
}

INLINED void sized_halves(const pair_blocks *p, const lanes *body, lanes *joint, lanes *parent, lanes *h, lanes *t)
{
    bool points = p->n == 6 && p->m == 3 && p->above == 6; // rigid bodies on points
    if (points) pair_halves(6, 3, 6, p, body, joint, parent, h, t);
    else pair_halves(p->n, p->m, p->above, p, body, joint, parent, h, t);
}

static void halves(const pair_blocks *p, const lanes *body, lanes *joint, lanes *parent, lanes *h, lanes *t)
{
    sized_halves(p, body, joint, parent, h, t);
}

WIDE static void halves_wide(const pair_blocks *p, const lanes *body, lanes *joint, lanes *parent, lanes *h, lanes *t)
{
    sized_halves(p, body, joint, parent, h, t);
}

void tree_pair_halves(const tree_pattern *p, const double *values, int node, double (*x)[4], double (*h)[4],
                      double (*t)[4])
{
    const tree_node *body = &p->nodes[node];
    const tree_node *joint = body->parent >= 0 ? &p->nodes[body->parent] : NULL;
    const tree_node *above = joint && joint->parent >= 0 ? &p->nodes[joint->parent] : NULL;
    const pair_blocks blocks = {.n = body->size,
                                .m = joint ? joint->size : 0,
                                .above = above ? above->size : 0,
                                .D = values + body->diagonal,
                                .E = values + body->edge,
                                .K = joint ? values + joint->diagonal : NULL,
                                .F = joint ? values + joint->edge : NULL};
    lanes *xs = (lanes *)x;
    (wide_runs() ? halves_wide : halves)(&blocks, xs + body->at, joint ? xs + joint->at : NULL,
                                         above ? xs + above->at : NULL, (lanes *)h, (lanes *)t);
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
