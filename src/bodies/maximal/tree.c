// The system of a tree: which node is which, and solving. tree_order.c finds the order.

#include "bodies/maximal/tree_system.h"

#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int tree_body_dimension(const tree_system *s)
{
    return s->body_at[s->body_count];
}

int tree_joint_dimension(const tree_system *s)
{
    return s->joint_at[s->joint_count];
}

int tree_body_at(const tree_system *s, int body)
{
    return s->body_at[body];
}

int tree_joint_at(const tree_system *s, int joint)
{
    return s->joint_at[joint];
}

void tree_system_destroy(tree_system *s)
{
    if (!s) return;
    free(s->pattern.nodes);
    free(s->dimension);
    free(s->joints);
    free(s->body_node);
    free(s->joint_node);
    free(s->body_at);
    free(s->joint_at);
    free(s->body_x);
    free(s->joint_x);
    free(s->body_diagonal);
    free(s->joint_diagonal);
    free(s->joint_edge);
    free(s->values);
    free(s->x);
    free(s->soft);
    free(s->node_of);
    free(s->path);
    free(s->seen);
    free(s);
}

// ---- numbers ----

void tree_begin(tree_system *s)
{
    memset(s->values, 0, s->pattern.value_count * sizeof *s->values);
    memset(s->soft, 0, (size_t)s->pattern.dimension * sizeof *s->soft);
}

void tree_begin_hard(tree_system *s)
{
    for (int k = 0; k < s->joint_count; k++)
        memset(s->values + s->joint_diagonal[k], 0,
               (size_t)(s->joints[k].dimension * s->joints[k].dimension) * sizeof *s->values);
}

/// Callers go from body to body, and blocks are scattered: what comes soon is fetched now.
enum
{
    AHEAD = 6,
    FEW_BODIES = 4 // of a row: their paths are followed side by side; with more all of the tree is looked at
};

static void fetch_block(const double *block)
{
    for (int k = 0; k < 5; k++) __builtin_prefetch(block + 8 * k, 1); // 6 × 6 doubles
}

void tree_set_mass(tree_system *s, int body, const double *M)
{
    size_t d = (size_t)s->dimension[body];
    if (body + AHEAD < s->body_count) fetch_block(s->values + s->body_diagonal[body + AHEAD]);
    memcpy(s->values + s->body_diagonal[body], M, d * d * sizeof *M);
}

void tree_set_compliance(tree_system *s, int joint, const double *C)
{
    int n = s->joints[joint].dimension;
    double *D = s->values + s->joint_diagonal[joint];
    for (int k = 0; k < n * n; k++) D[k] = -C[k];
    for (int k = 0; k < n; k++) s->soft[s->joint_x[joint] + k] = sqrt(C[k * n + k]);
}

void tree_set_rows(tree_system *s, int joint, int side, const double *J)
{
    int body = s->joints[joint].body[side], rows = s->joints[joint].dimension, d = s->dimension[body];
    size_t edge = s->joint_edge[2 * joint + side];
    double *E = s->values + edge;
    if (joint + AHEAD < s->joint_count) fetch_block(s->values + s->joint_edge[2 * (joint + AHEAD) + side]);
    if (edge == s->joint_diagonal[joint] + (size_t)(rows * rows)) // the joint's own: the body is its parent
    {
        for (int k = 0; k < rows * d; k++) E[k] = -J[k];
        return;
    }
    for (int i = 0; i < rows; i++) // the joint is the body's parent: the block is transposed
        for (int j = 0; j < d; j++) E[j * rows + i] = -J[i * d + j];
}

hf_status tree_factorize(tree_system *s, hf_error *error)
{
    int node = s->fault = tree_factor(&s->pattern, s->values);
    if (node < 0) return HF_STATUS_OK;
    for (int k = 0; k < s->body_count; k++)
        if (s->body_node[k] == node)
            return error_set(error, HF_STATUS_INVALID, "tree: the mass matrix of body %d is not positive definite", k);
    int joint = 0;
    while (s->joint_node[joint] != node) joint++;
    return error_set(error, HF_STATUS_INVALID,
                     "tree: the rows of joint %d depend on each other; leave out those that say the same", joint);
}

int tree_fault_joint(const tree_system *s)
{
    for (int k = 0; s->fault >= 0 && k < s->joint_count; k++)
        if (s->joint_node[k] == s->fault) return k;
    return -1;
}

// ---- solving ----

static void gather_bodies(const tree_system *s, double *a)
{
    for (int k = 0; k < s->body_count; k++)
    {
        if (k + 2 * AHEAD < s->body_count) __builtin_prefetch(s->x + s->body_x[k + 2 * AHEAD], 0);
        memcpy(a + s->body_at[k], s->x + s->body_x[k], (size_t)s->dimension[k] * sizeof *a);
    }
}

void tree_multipliers(tree_system *s, const double *F, const double *c, double *a, double *lambda)
{
    for (int k = 0; k < s->body_count; k++)
    {
        if (k + 2 * AHEAD < s->body_count) __builtin_prefetch(s->x + s->body_x[k + 2 * AHEAD], 1);
        memcpy(s->x + s->body_x[k], F + s->body_at[k], (size_t)s->dimension[k] * sizeof *F);
    }
    for (int k = 0; k < s->joint_count; k++)
    {
        double *x = s->x + s->joint_x[k];
        size_t size = (size_t)s->joints[k].dimension * sizeof *x;
        if (k + 2 * AHEAD < s->joint_count) __builtin_prefetch(s->x + s->joint_x[k + 2 * AHEAD], 1);
        if (c) memcpy(x, c + s->joint_at[k], size);
        else memset(x, 0, size);
    }
    tree_solve(&s->pattern, s->values, s->x);
    if (a) gather_bodies(s, a);
    for (int k = 0; lambda && k < s->joint_count; k++)
    {
        if (k + 2 * AHEAD < s->joint_count) __builtin_prefetch(s->x + s->joint_x[k + 2 * AHEAD], 0);
        memcpy(lambda + s->joint_at[k], s->x + s->joint_x[k], (size_t)s->joints[k].dimension * sizeof *lambda);
    }
}

/// x ◄ the row, in the order of nodes; x is zero before.
static void scatter(const tree_system *s, const tree_row *row, double *x)
{
    const double *values = row->values;
    for (int k = 0; k < row->count; k++)
    {
        int body = row->body[k], d = s->dimension[body];
        memcpy(x + s->body_x[body], values, (size_t)d * sizeof *x);
        values += d;
    }
}

/// The nodes on the paths of a few bodies to the root: ascending, each once. The lowest of the places where the paths
/// are is always the next.
typedef struct climb_order
{
    int count;
    int at[FEW_BODIES];
} climb_order;

static climb_order climb_begin(const tree_system *s, const tree_row *row)
{
    climb_order c = {.count = row->count};
    for (int k = 0; k < row->count; k++) c.at[k] = s->body_node[row->body[k]];
    return c;
}

/// -1: no more.
static int climb_next(const tree_system *s, climb_order *c)
{
    if (c->count == 0) return -1;
    int node = c->at[0];
    for (int k = 1; k < c->count; k++)
        if (c->at[k] < node) node = c->at[k];
    for (int k = c->count - 1; k >= 0; k--)
        if (c->at[k] == node) c->at[k] = c->at[--c->count]; // paths that meet go on as one
    int parent = s->pattern.nodes[node].parent;
    if (parent >= 0) c->at[c->count++] = parent;
    return node;
}

void tree_response(tree_system *s, const tree_row *k, double *a)
{
    memset(s->x, 0, (size_t)s->pattern.dimension * sizeof *s->x);
    scatter(s, k, s->x);
    if (k->count <= FEW_BODIES)
    {
        climb_order c = climb_begin(s, k);
        for (int i = climb_next(s, &c); i >= 0; i = climb_next(s, &c)) tree_node_push(&s->pattern, s->values, i, s->x);
    }
    else tree_solve_up(&s->pattern, s->values, s->x);
    tree_solve_down(&s->pattern, s->values, s->x);
    gather_bodies(s, a);
}

// ---- workless auxiliary rows ----

/// C⁻¹ L⁻¹ k of one row: only the nodes on the paths of its bodies to the root, in ascending order.
typedef struct climbed
{
    int count;
    int *node;
    double *values; // of node[0], node[1], …
} climbed;

static int compare_nodes(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/// The nodes on the paths of a row's bodies, each once, ascending. Room: how many there are at most.
static int paths(const tree_system *s, const tree_row *row, int *node, unsigned char *seen)
{
    int count = 0;
    if (row->count <= FEW_BODIES)
    {
        climb_order c = climb_begin(s, row);
        for (int i = climb_next(s, &c); i >= 0; i = climb_next(s, &c)) node[count++] = i;
        return count;
    }
    for (int k = 0; k < row->count; k++)
        for (int i = s->body_node[row->body[k]]; i >= 0 && !seen[i]; i = s->pattern.nodes[i].parent)
        {
            seen[i] = 1;
            node[count++] = i;
        }
    qsort(node, (size_t)count, sizeof *node, compare_nodes);
    for (int k = 0; k < count; k++) seen[node[k]] = 0;
    return count;
}

static bool climb(tree_system *s, const tree_row *row, int *node, unsigned char *seen, hf_workspace *workspace,
                  climbed *out)
{
    const tree_node *nodes = s->pattern.nodes;
    int count = paths(s, row, node, seen), length = 0;
    for (int k = 0; k < count; k++)
    {
        const tree_node *i = &nodes[node[k]];
        memset(s->x + i->at, 0, (size_t)i->size * sizeof *s->x);
        length += i->size;
    }
    *out = (climbed){
        .count = count, .node = ARENA_ARRAY(workspace, int, count), .values = ARENA_ARRAY(workspace, double, length)};
    if (!out->node || !out->values) return false;
    memcpy(out->node, node, (size_t)count * sizeof *node);
    scatter(s, row, s->x);
    double *values = out->values;
    for (int k = 0; k < count; k++) // node by node upwards: a node is complete when all below it have been pushed
    {
        const tree_node *i = &nodes[node[k]];
        tree_node_push(&s->pattern, s->values, node[k], s->x);
        tree_node_halve(&s->pattern, s->values, node[k], s->x);
        memcpy(values, s->x + i->at, (size_t)i->size * sizeof *values);
        values += i->size;
    }
    return true;
}

static double product(const tree_system *s, const climbed *a, const climbed *b)
{
    const tree_node *nodes = s->pattern.nodes;
    const double *x = a->values, *y = b->values;
    double sum = 0.0;
    for (int i = 0, j = 0; i < a->count && j < b->count;)
    {
        const tree_node *p = &nodes[a->node[i]], *q = &nodes[b->node[j]];
        if (a->node[i] == b->node[j])
        {
            double dot = 0.0;
            for (int k = 0; k < p->size; k++) dot += x[k] * y[k];
            sum += p->sign * dot;
        }
        bool next_a = a->node[i] <= b->node[j], next_b = b->node[j] <= a->node[i];
        if (next_a) x += p->size, i++;
        if (next_b) y += q->size, j++;
    }
    return sum;
}

hf_status tree_anticipate(tree_system *s, int count, const tree_row *rows, hf_workspace *workspace, double *A,
                          hf_error *error)
{
    arena_mark mark = arena_begin(workspace);
    climbed *way = ARENA_ARRAY(workspace, climbed, count);
    int *node = ARENA_ARRAY(workspace, int, s->pattern.count);
    unsigned char *seen = ARENA_ZEROED(workspace, unsigned char, s->pattern.count);
    bool enough = way && node && seen;
    for (int k = 0; enough && k < count; k++) enough = climb(s, &rows[k], node, seen, workspace, &way[k]);
    for (int i = 0; enough && i < count; i++)
        for (int j = 0; j <= i; j++) A[i * count + j] = A[j * count + i] = product(s, &way[i], &way[j]);
    arena_end(workspace, mark);
    return enough ? HF_STATUS_OK : error_no_memory(error);
}
