// Half rows of trees: up the paths of the bodies that a row touches, each body together with the joint above it.

#include "bodies/maximal/tree_system.h"

#include <stdlib.h>
#include <string.h>

int tree_half_dimension(const tree_system *s)
{
    return s->pattern.dimension;
}

int tree_half_at(const tree_system *s, int body)
{
    return s->pattern.nodes[s->body_node[body]].at;
}

static int compare_nodes(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/// The nodes on the paths of the row to the root, each once, ascending, in s->path.
static int find_path(tree_system *s, int count, const int *places)
{
    const tree_node *nodes = s->pattern.nodes;
    int n = 0;
    bool ascends = true;
    for (int k = 0; k < count; k++)
        for (int i = s->node_of[places[k]]; i >= 0 && !s->seen[i]; i = nodes[i].parent)
        {
            s->seen[i] = true;
            ascends = ascends && (n == 0 || s->path[n - 1] < i);
            s->path[n++] = i;
        }
    if (!ascends) qsort(s->path, (size_t)n, sizeof *s->path, compare_nodes);
    for (int k = 0; k < n; k++) s->seen[s->path[k]] = false;
    return n;
}

int tree_half_row(tree_system *s, int count, const int *places, const double *k, int *at, double *h)
{
    const tree_node *nodes = s->pattern.nodes;
    int length = 0, n = find_path(s, count, places);
    for (int i = 0; i < n; i++) memset(s->x + nodes[s->path[i]].at, 0, (size_t)nodes[s->path[i]].size * sizeof *s->x);
    for (int i = 0; i < count; i++) s->x[places[i]] += k[i];
    for (int i = 0; i < n; i++)
    {
        const tree_node *body = &nodes[s->path[i]];
        double t[TREE_NODE_MAX];
        if (body->sign < 0) continue; // went with the body below it
        tree_pair_half(&s->pattern, s->values, s->path[i], s->x, h + length, t);
        for (int j = 0; j < body->size; j++) at[length + j] = body->at + j;
        length += body->size;
        if (body->parent < 0) continue;
        const tree_node *joint = &nodes[body->parent];
        for (int j = 0; j < joint->size; j++)
        {
            if (!(s->soft[joint->at + j] > 0.0)) continue;
            at[length] = joint->at + j;
            h[length++] = s->soft[joint->at + j] * t[j];
        }
    }
    return length;
}

/// Entry `at` of up to four rows ◄ factor · lanes.
static void spread(int rows, double factor, const double lane[4], double *h, size_t apart, int at)
{
    for (int r = 0; r < rows; r++) h[(size_t)r * apart + (size_t)at] = factor * lane[r];
}

int tree_half_rows(tree_system *s, int rows, int count, const int *places, const double *k, double (*x)[4], int *at,
                   double *h, size_t apart)
{
    const tree_node *nodes = s->pattern.nodes;
    int length = 0, n = find_path(s, count, places);
    for (int i = 0; i < n; i++) memset(x + nodes[s->path[i]].at, 0, (size_t)nodes[s->path[i]].size * sizeof *x);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < count; i++) x[places[i]][r] += k[r * count + i];
    for (int i = 0; i < n; i++)
    {
        const tree_node *body = &nodes[s->path[i]];
        double half[TREE_NODE_MAX][4], t[TREE_NODE_MAX][4];
        if (body->sign < 0) continue; // went with the body below it
        tree_pair_halves(&s->pattern, s->values, s->path[i], x, half, t);
        for (int j = 0; j < body->size; j++)
        {
            at[length] = body->at + j;
            spread(rows, 1.0, half[j], h, apart, length++);
        }
        if (body->parent < 0) continue;
        const tree_node *joint = &nodes[body->parent];
        for (int j = 0; j < joint->size; j++)
        {
            if (!(s->soft[joint->at + j] > 0.0)) continue;
            at[length] = joint->at + j;
            spread(rows, s->soft[joint->at + j], t[j], h, apart, length++);
        }
    }
    return length;
}

void tree_half_apply(const tree_system *s, const double *z, double *a)
{
    for (int i = s->pattern.count - 1; i >= 0; i--)
        if (s->pattern.nodes[i].sign > 0) tree_pair_apply(&s->pattern, s->values, i, z, a);
}
