// The system of a tree with rows of two configurations: see tree.h.

#include "bodies/maximal/tree_system.h"

#include "base/error.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

hf_status tree_two_create(const tree_system *s, tree_two **two, hf_error *error)
{
    tree_two *t = *two = MEMORY_ARRAY(tree_two, 1);
    if (!t) return error_no_memory(error);
    t->system = s;
    hf_status status = tree_fronts_create(s, &t->fronts, error);
    if (status != HF_STATUS_OK || t->fronts->values) return status;
    t->lu.values = MEMORY_ARRAY(double, s->pattern.value_count);
    t->lu.lower = MEMORY_ARRAY(double, s->pattern.value_count);
    t->x = MEMORY_ARRAY(double, (size_t)s->pattern.dimension);
    return t->lu.values && t->lu.lower && t->x ? HF_STATUS_OK : error_no_memory(error);
}

void tree_two_destroy(tree_two *t)
{
    if (!t) return;
    tree_fronts_destroy(t->fronts);
    free(t->lu.values);
    free(t->lu.lower);
    free(t->x);
    free(t);
}

void tree_two_set_body(tree_two *t, int body, double mass, const double inertia[9], const double inverse_inertia[9])
{
    if (!t->x)
    {
        tree_fronts_set_body(t->fronts, body, 1.0 / mass, inverse_inertia);
        return;
    }
    double *M = t->lu.values + t->system->body_diagonal[body];
    memset(M, 0, 36 * sizeof *M);
    for (int k = 0; k < 3; k++) M[7 * k] = mass;
    for (int k = 0; k < 9; k++) M[6 * (3 + k / 3) + 3 + k % 3] = inertia[k];
}

void tree_two_set_rows(tree_two *t, int joint, int side, const double *J, const double *K)
{
    const tree_system *s = t->system;
    if (!t->x)
    {
        tree_fronts_set_rows(t->fronts, joint, side, J, K);
        return;
    }
    int rows = s->joints[joint].dimension, d = s->dimension[s->joints[joint].body[side]];
    size_t edge = s->joint_edge[2 * joint + side];
    double *upper = t->lu.values + edge, *lower = t->lu.lower + edge;
    if (side == 0 || s->joints[joint].body[0] < 0)
        memset(t->lu.values + s->joint_diagonal[joint], 0, (size_t)(rows * rows) * sizeof *upper);
    bool own = edge == s->joint_diagonal[joint] + (size_t)(rows * rows); // the body is the joint's parent
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < d; j++)
        {
            (own ? upper : lower)[i * d + j] = -J[i * d + j];
            (own ? lower : upper)[j * rows + i] = -K[i * d + j];
        }
}

bool tree_two_factor(tree_two *t)
{
    return !t->x ? tree_fronts_factor(t->fronts) : tree_lu_factor(&t->system->pattern, &t->lu) < 0;
}

void tree_two_multipliers(tree_two *t, const double *c, double *lambda)
{
    const tree_system *s = t->system;
    if (!t->x)
    {
        tree_fronts_multipliers(t->fronts, c, lambda);
        return;
    }
    memset(t->x, 0, (size_t)s->pattern.dimension * sizeof *t->x);
    for (int k = 0; k < s->joint_count; k++)
        memcpy(t->x + s->joint_x[k], c + s->joint_at[k], (size_t)s->joints[k].dimension * sizeof *c);
    tree_lu_solve(&s->pattern, &t->lu, t->x);
    for (int k = 0; k < s->joint_count; k++)
        memcpy(lambda + s->joint_at[k], t->x + s->joint_x[k], (size_t)s->joints[k].dimension * sizeof *lambda);
}
