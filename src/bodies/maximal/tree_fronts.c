// The multipliers of a tree with rows of two configurations, over its joints alone: S λ = -c, S = J M⁻¹ Kᵀ
// (tree_front.h). Bodies are gone before anything is factored, since their masses are inverted one by one; that leaves
// a front of 6 × 6 numbers for a link of a chain, where the system over bodies and joints (tree_lu.h) has 117.

#include "bodies/maximal/tree_system.h"

#include "base/error.h"
#include "base/memory.h"
#include "linalg/vector.h"

#include <stdlib.h>
#include <string.h>

enum
{
    MOST = 36 // rows of a front: a body of more joints is cheaper with its velocities as unknowns
};

/// The body that a joint's node has for its parent, or -1; *side: which of its sides.
static int body_above(const tree_system *s, int joint, int *side)
{
    int parent = s->pattern.nodes[s->joint_node[joint]].parent;
    for (*side = 0; *side < 2; ++*side)
    {
        int body = s->joints[joint].body[*side];
        if (body >= 0 && s->body_node[body] == parent) return body;
    }
    return -1;
}

/// Fronts in the order of their bodies' nodes, and one of the joint to the ground, if that is the root.
static void number_fronts(const tree_system *s, tree_fronts *t)
{
    int *front = t->scratch; // of each node that has one
    memset(front, 0, (size_t)s->pattern.count * sizeof *front);
    for (int b = 0; b < s->body_count; b++) front[s->body_node[b]] = 1;
    for (int k = 0; k < s->joint_count; k++)
        if (s->pattern.nodes[s->joint_node[k]].parent < 0) front[s->joint_node[k]] = 1, t->grounded = true;
    for (int k = 0; k < s->pattern.count; k++)
        if (front[k]) front[k] = t->count++;
    for (int b = 0; b < s->body_count; b++) t->front[b] = front[s->body_node[b]];
    for (int f = 0; f < t->count; f++) t->fronts[f].above = -1;
    for (int k = 0; k < s->joint_count; k++)
    {
        int side, above = body_above(s, k, &side), rows = s->joints[k].dimension;
        int own = above >= 0 ? t->front[above] : front[s->joint_node[k]];
        for (int other = 0; other < 2; other++)
        {
            int below = s->joints[k].body[other];
            if (below < 0 || below == above) continue;
            t->fronts[t->front[below]].above = own;
            t->fronts[t->front[below]].rest = rows;
            t->fronts[t->front[below]].place = t->fronts[own].own;
        }
        t->joint_front[k] = own;
        t->joint_place[k] = t->fronts[own].own;
        t->fronts[own].own += rows;
    }
}

/// Places of fronts in x and in values; false if one of them is too large.
static bool place_fronts(tree_fronts *t)
{
    int x = 0;
    for (int f = 0; f < t->count; f++)
    {
        tree_front *front = &t->fronts[f];
        size_t n = (size_t)(front->own + front->rest);
        if (n > MOST) return false;
        front->x = x;
        front->at = t->value_count;
        x += front->own;
        t->value_count += n * n;
    }
    return true;
}

/// The rows of each body, joint after joint.
static void list_rows(const tree_system *s, tree_fronts *t)
{
    int *next = t->scratch, at = 0;
    for (int k = 0; k < 2 * s->joint_count; k++)
        if (s->joints[k / 2].body[k % 2] >= 0) t->begin[s->joints[k / 2].body[k % 2] + 1]++;
    for (int b = 0; b < s->body_count; b++) t->begin[b + 1] += t->begin[b];
    memcpy(next, t->begin, (size_t)s->body_count * sizeof *next);
    for (int k = 0; k < 2 * s->joint_count; k++)
    {
        int joint = k / 2, body = s->joints[joint].body[k % 2];
        if (body < 0) continue;
        bool own = t->joint_front[joint] == t->front[body];
        t->part[k] = next[body]++;
        t->parts[t->part[k]] = (front_part){
            .rows = s->joints[joint].dimension,
            .place = own ? t->joint_place[joint] : t->fronts[t->front[body]].own,
        };
    }
    for (int k = 0; k < t->begin[s->body_count]; at += 6 * t->parts[k++].rows) t->parts[k].at = at;
}

hf_status tree_fronts_create(const tree_system *s, tree_fronts **fronts, hf_error *error)
{
    size_t bodies = (size_t)s->body_count, joints = (size_t)s->joint_count, rows = (size_t)s->joint_at[s->joint_count];
    tree_fronts *t = *fronts = MEMORY_ARRAY(tree_fronts, 1);
    if (!t) return error_no_memory(error);
    t->system = s;
    t->fronts = MEMORY_ARRAY(tree_front, bodies + joints);
    t->scratch = MEMORY_ARRAY(int, (size_t)s->pattern.count);
    t->front = MEMORY_ARRAY(int, bodies);
    t->begin = MEMORY_ARRAY(int, bodies + 1);
    t->part = MEMORY_ARRAY(int, 2 * joints);
    t->parts = MEMORY_ARRAY(front_part, 2 * joints);
    t->joint_front = MEMORY_ARRAY(int, joints);
    t->joint_place = MEMORY_ARRAY(int, joints);
    t->J = MEMORY_ARRAY(double, 12 * rows);
    t->K = MEMORY_ARRAY(double, 12 * rows);
    t->x = MEMORY_ARRAY(double, rows);
    void *taken[] = {t->fronts,      t->scratch,     t->front, t->begin, t->part, t->parts,
                     t->joint_front, t->joint_place, t->J,     t->K,     t->x};
    for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++)
        if (!taken[k]) return error_no_memory(error);
    number_fronts(s, t);
    if (!place_fronts(t)) return HF_STATUS_OK;
    list_rows(s, t);
    t->values = MEMORY_ARRAY(double, t->value_count);
    return t->values ? HF_STATUS_OK : error_no_memory(error);
}

void tree_fronts_destroy(tree_fronts *t)
{
    if (!t) return;
    void *taken[] = {t->fronts,      t->scratch,     t->front, t->begin, t->part, t->parts,
                     t->joint_front, t->joint_place, t->J,     t->K,     t->x,    t->values};
    for (size_t k = 0; k < sizeof taken / sizeof taken[0]; k++) free(taken[k]);
    free(t);
}

void tree_fronts_set_rows(tree_fronts *t, int joint, int side, const double *J, const double *K)
{
    const front_part *part = &t->parts[t->part[2 * joint + side]];
    memcpy(t->J + part->at, J, 6 * (size_t)part->rows * sizeof *J);
    memcpy(t->K + part->at, K, 6 * (size_t)part->rows * sizeof *K);
}

/// G (rows × 6) ◄ J M⁻¹.
INLINED void times_inverse(int rows, const double *J, double inverse_mass, const double I[9], double *G)
{
    for (int a = 0; a < rows; a++, J += 6, G += 6)
        for (int c = 0; c < 3; c++)
        {
            G[c] = inverse_mass * J[c];
            G[3 + c] = J[3] * I[c] + J[4] * I[3 + c] + J[5] * I[6 + c];
        }
}

/// F (of n columns) ◄ G Kᵀ.
INLINED void put_block(int rows, int columns, const double *G, const double *K, int n, double *F)
{
    for (int a = 0; a < rows; a++)
        for (int b = 0; b < columns; b++)
        {
            double sum = 0.0;
            for (int c = 0; c < 6; c++) sum += G[6 * a + c] * K[6 * b + c];
            F[a * n + b] = sum;
        }
}

void tree_fronts_set_body(tree_fronts *t, int body, double inverse_mass, const double inverse_inertia[9])
{
    const tree_front *front = &t->fronts[t->front[body]];
    int n = front->own + front->rest;
    for (int i = t->begin[body]; i < t->begin[body + 1]; i++)
    {
        const front_part *a = &t->parts[i];
        double G[6 * TREE_NODE_MAX], *F = t->values + front->at + (size_t)(a->place * n);
        if (a->rows == 3) times_inverse(3, t->J + a->at, inverse_mass, inverse_inertia, G);
        else times_inverse(a->rows, t->J + a->at, inverse_mass, inverse_inertia, G);
        for (int l = t->begin[body]; l < t->begin[body + 1]; l++)
        {
            const front_part *b = &t->parts[l];
            if (a->rows == 3 && b->rows == 3) put_block(3, 3, G, t->K + b->at, n, F + b->place);
            else put_block(a->rows, b->rows, G, t->K + b->at, n, F + b->place);
        }
    }
}

bool tree_fronts_factor(tree_fronts *t)
{
    const tree_front *root = &t->fronts[t->count - 1];
    if (t->grounded) memset(t->values + root->at, 0, (size_t)(root->own * root->own) * sizeof *t->values);
    return tree_front_factor(t->count, t->fronts, t->values) < 0;
}

void tree_fronts_multipliers(tree_fronts *t, const double *c, double *lambda)
{
    const tree_system *s = t->system;
    for (int k = 0; k < s->joint_count; k++)
    {
        double *x = t->x + t->fronts[t->joint_front[k]].x + t->joint_place[k];
        for (int i = 0; i < s->joints[k].dimension; i++) x[i] = -c[s->joint_at[k] + i];
    }
    tree_front_solve(t->count, t->fronts, t->values, t->x);
    for (int k = 0; k < s->joint_count; k++)
    {
        const double *x = t->x + t->fronts[t->joint_front[k]].x + t->joint_place[k];
        for (int i = 0; i < s->joints[k].dimension; i++) lambda[s->joint_at[k] + i] = x[i];
    }
}
