// The order of elimination: from the leaves to the root, children before parents (Baraff 1996, section 7.1 and appendix
// A). Without recursion:
// chains may have 100,000 links.

#include "bodies/maximal/tree_system.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/union_find.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static hf_status check_joints(int body_count, int joint_count, const tree_joint *joints, hf_error *error)
{
    for (int k = 0; k < joint_count; k++)
    {
        const tree_joint *j = &joints[k];
        if (j->dimension < 1 || j->dimension > TREE_NODE_MAX)
            return error_set(error, HF_STATUS_INVALID, "tree: joint %d has %d rows: 1 … %d", k, j->dimension,
                             TREE_NODE_MAX);
        for (int s = 0; s < 2; s++)
            if (j->body[s] < -1 || j->body[s] >= body_count)
                return error_set(error, HF_STATUS_INVALID, "tree: joint %d names body %d: there are %d", k, j->body[s],
                                 body_count);
        if (j->body[0] == j->body[1])
            return error_set(error, HF_STATUS_INVALID, "tree: joint %d joins a body to itself", k);
    }
    return HF_STATUS_OK;
}

hf_status tree_choose_primary(int body_count, int joint_count, const tree_joint *joints, bool *primary, hf_error *error)
{
    hf_status status = check_joints(body_count, joint_count, joints, error);
    if (status != HF_STATUS_OK) return status;
    int *parent = MEMORY_ARRAY(int, (size_t)body_count);
    bool *grounded = MEMORY_ARRAY(bool, (size_t)body_count); // of roots of sets
    if (!parent || !grounded) status = error_no_memory(error);
    else union_find_begin(parent, body_count);
    for (int k = 0; status == HF_STATUS_OK && k < joint_count; k++)
    {
        int a = joints[k].body[0], b = joints[k].body[1];
        if (a < 0 || b < 0)
        {
            int root = union_find_root(parent, a < 0 ? b : a);
            primary[k] = !grounded[root];
            grounded[root] = true;
            continue;
        }
        int root_a = union_find_root(parent, a), root_b = union_find_root(parent, b);
        primary[k] = root_a != root_b && !(grounded[root_a] && grounded[root_b]); // the ground closes cycles, too
        if (!primary[k]) continue;
        int root = union_find_join(parent, a, b);
        grounded[root] = grounded[root_a] || grounded[root_b];
    }
    free(parent);
    free(grounded);
    return status;
}

// ---- the graph of H: bodies 0 … n - 1, then joints ----

typedef struct graph
{
    int count;
    int *begin, *neighbour; // by rows
    int *parent, *order;    // what the search finds
    bool *seen;
} graph;

static void graph_free(graph *g)
{
    free(g->begin);
    free(g->neighbour);
    free(g->parent);
    free(g->order);
    free(g->seen);
}

static bool graph_make(const tree_system *s, graph *g)
{
    size_t n = (size_t)(s->body_count + s->joint_count);
    *g = (graph){.count = (int)n,
                 .begin = MEMORY_ARRAY(int, n + 1),
                 .neighbour = MEMORY_ARRAY(int, 4 * (size_t)s->joint_count + 1),
                 .parent = MEMORY_ARRAY(int, n + 1),
                 .order = MEMORY_ARRAY(int, n + 1),
                 .seen = MEMORY_ARRAY(bool, n + 1)};
    if (!g->begin || !g->neighbour || !g->parent || !g->order || !g->seen) return false;
    for (int pass = 0; pass < 2; pass++) // count, then fill from the ends
    {
        for (int k = 0; k < s->joint_count; k++)
            for (int side = 0; side < 2; side++)
            {
                int body = s->joints[k].body[side], joint = s->body_count + k;
                if (body < 0) continue;
                if (pass == 0) g->begin[body]++, g->begin[joint]++;
                else g->neighbour[--g->begin[body]] = joint, g->neighbour[--g->begin[joint]] = body;
            }
        for (size_t k = 1; pass == 0 && k <= n; k++) g->begin[k] += g->begin[k - 1];
    }
    return true;
}

/// Parents before children from `root` on, appended to order. Depth first, so that a node's children stand close to it
/// in memory.
static int search(graph *g, int root, int found, int *stack)
{
    int top = 0;
    stack[top++] = root;
    g->parent[root] = -1;
    g->seen[root] = true;
    while (top > 0)
    {
        int node = stack[--top];
        g->order[found++] = node;
        for (int k = g->begin[node]; k < g->begin[node + 1]; k++)
        {
            int next = g->neighbour[k];
            if (g->seen[next]) continue;
            g->seen[next] = true;
            g->parent[next] = node;
            stack[top++] = next;
        }
    }
    return found;
}

/// A root for every tree: its joint to the ground, if there is one, otherwise its first body.
static hf_status search_all(const tree_system *s, graph *g, hf_error *error)
{
    int *stack = MEMORY_ARRAY(int, (size_t)g->count + 1);
    if (!stack) return error_no_memory(error);
    int found = 0;
    for (int k = 0; k < s->joint_count; k++)
        if (s->joints[k].body[0] < 0 || s->joints[k].body[1] < 0) found = search(g, s->body_count + k, found, stack);
    for (int k = 0; k < s->body_count; k++)
        if (!g->seen[k]) found = search(g, k, found, stack);
    free(stack);
    return HF_STATUS_OK;
}

static hf_status make_pattern(tree_system *s, const graph *g, hf_error *error)
{
    int n = g->count;
    int *position = MEMORY_ARRAY(int, (size_t)n + 1); // of the graph's node in the order of elimination
    s->pattern = (tree_pattern){.count = n, .nodes = MEMORY_ARRAY(tree_node, (size_t)n + 1)};
    if (!position || !s->pattern.nodes)
    {
        free(position);
        return error_no_memory(error);
    }
    for (int k = 0; k < n; k++) position[g->order[k]] = n - 1 - k; // children first
    for (int k = 0; k < n; k++)
    {
        bool body = k < s->body_count;
        tree_node *node = &s->pattern.nodes[position[k]];
        node->size = body ? s->dimension[k] : s->joints[k - s->body_count].dimension;
        node->parent = g->parent[k] < 0 ? -1 : position[g->parent[k]];
        node->sign = body ? 1 : -1;
        if (body) s->body_node[k] = position[k];
        else s->joint_node[k - s->body_count] = position[k];
    }
    free(position);
    if (!tree_pattern_complete(&s->pattern)) return error_set(error, HF_STATUS_INVALID, "tree: sizes out of range");
    s->values = MEMORY_ARRAY(double, s->pattern.value_count + 1);
    s->x = MEMORY_ARRAY(double, (size_t)s->pattern.dimension + 1);
    s->soft = MEMORY_ARRAY(double, (size_t)s->pattern.dimension + 1);
    s->node_of = MEMORY_ARRAY(int, (size_t)s->pattern.dimension + 1);
    s->path = MEMORY_ARRAY(int, (size_t)n + 1);
    s->seen = MEMORY_ARRAY(bool, (size_t)n + 1);
    if (!s->values || !s->x || !s->soft || !s->node_of || !s->path || !s->seen) return error_no_memory(error);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < s->pattern.nodes[i].size; k++) s->node_of[s->pattern.nodes[i].at + k] = i;
    return HF_STATUS_OK;
}

static hf_status find_places(tree_system *s, hf_error *error)
{
    size_t bodies = (size_t)s->body_count, count = (size_t)s->joint_count;
    const tree_node *nodes = s->pattern.nodes;
    s->body_x = MEMORY_ARRAY(int, bodies + 1);
    s->joint_x = MEMORY_ARRAY(int, count + 1);
    s->body_diagonal = MEMORY_ARRAY(size_t, bodies + 1);
    s->joint_diagonal = MEMORY_ARRAY(size_t, count + 1);
    s->joint_edge = MEMORY_ARRAY(size_t, 2 * count + 1);
    if (!s->body_x || !s->joint_x || !s->body_diagonal || !s->joint_diagonal || !s->joint_edge)
        return error_no_memory(error);
    for (size_t k = 0; k < bodies; k++)
    {
        s->body_x[k] = nodes[s->body_node[k]].at;
        s->body_diagonal[k] = nodes[s->body_node[k]].diagonal;
    }
    for (size_t k = 0; k < count; k++)
    {
        const tree_node *joint = &nodes[s->joint_node[k]];
        s->joint_x[k] = joint->at;
        s->joint_diagonal[k] = joint->diagonal;
        for (size_t side = 0; side < 2; side++)
        {
            int body = s->joints[k].body[side];
            bool above = body >= 0 && joint->parent == s->body_node[body];
            if (body >= 0) s->joint_edge[2 * k + side] = above ? joint->edge : nodes[s->body_node[body]].edge;
        }
    }
    return HF_STATUS_OK;
}

static hf_status copy_definitions(tree_system *s, const int *dimension, const tree_joint *joints, hf_error *error)
{
    size_t bodies = (size_t)s->body_count, count = (size_t)s->joint_count;
    s->dimension = MEMORY_ARRAY(int, bodies + 1);
    s->joints = MEMORY_ARRAY(tree_joint, count + 1);
    s->body_node = MEMORY_ARRAY(int, bodies + 1);
    s->joint_node = MEMORY_ARRAY(int, count + 1);
    s->body_at = MEMORY_ARRAY(int, bodies + 1);
    s->joint_at = MEMORY_ARRAY(int, count + 1);
    if (!s->dimension || !s->joints || !s->body_node || !s->joint_node || !s->body_at || !s->joint_at)
        return error_no_memory(error);
    if (bodies) memcpy(s->dimension, dimension, bodies * sizeof *dimension);
    if (count) memcpy(s->joints, joints, count * sizeof *joints);
    for (size_t k = 0; k < bodies; k++) s->body_at[k + 1] = s->body_at[k] + dimension[k];
    for (size_t k = 0; k < count; k++) s->joint_at[k + 1] = s->joint_at[k] + joints[k].dimension;
    return HF_STATUS_OK;
}

static hf_status check_tree(int body_count, const int *dimension, int joint_count, const tree_joint *joints,
                            hf_error *error)
{
    if (body_count < 0 || joint_count < 0 || body_count > (INT_MAX / 2) / TREE_NODE_MAX ||
        joint_count > (INT_MAX / 2) / TREE_NODE_MAX)
        return error_set(error, HF_STATUS_INVALID, "tree: %d bodies and %d joints", body_count, joint_count);
    for (int k = 0; k < body_count; k++)
        if (dimension[k] < 1 || dimension[k] > TREE_NODE_MAX)
            return error_set(error, HF_STATUS_INVALID, "tree: body %d has %d degrees of freedom: 1 … %d", k,
                             dimension[k], TREE_NODE_MAX);
    bool *primary = MEMORY_ARRAY(bool, (size_t)joint_count + 1);
    if (!primary) return error_no_memory(error);
    hf_status status = tree_choose_primary(body_count, joint_count, joints, primary, error);
    for (int k = 0; k < joint_count && status == HF_STATUS_OK; k++)
        if (!primary[k])
            status = error_set(error, HF_STATUS_INVALID, "tree: joint %d closes a cycle; make it auxiliary", k);
    free(primary);
    return status;
}

hf_status tree_system_create(int body_count, const int *dimension, int joint_count, const tree_joint *joints,
                             tree_system **system, hf_error *error)
{
    *system = NULL;
    TRY(check_tree(body_count, dimension, joint_count, joints, error));
    tree_system *s = MEMORY_ARRAY(tree_system, 1);
    if (!s) return error_no_memory(error);
    s->body_count = body_count;
    s->joint_count = joint_count;
    graph g = {0};
    hf_status status = copy_definitions(s, dimension, joints, error);
    if (status == HF_STATUS_OK && !graph_make(s, &g)) status = error_no_memory(error);
    if (status == HF_STATUS_OK) status = search_all(s, &g, error);
    if (status == HF_STATUS_OK) status = make_pattern(s, &g, error);
    if (status == HF_STATUS_OK) status = find_places(s, error);
    graph_free(&g);
    if (status != HF_STATUS_OK)
    {
        tree_system_destroy(s);
        return status;
    }
    *system = s;
    return HF_STATUS_OK;
}
