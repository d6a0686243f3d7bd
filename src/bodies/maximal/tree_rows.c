// See tree_rows.h. Rows are those of the velocity condition J v = 0; the same J stands in the acceleration condition J
// a + J̇ v = 0.

#include "bodies/maximal/tree_rows.h"

#include <math.h>
#include <string.h>

int tree_kind_dimension(tree_kind kind)
{
    static const int dimensions[TREE_KIND_COUNT] = {6, 3, 7};
    return dimensions[kind];
}

void tree_body_mass(const tree_body *body, double *M)
{
    int d = tree_kind_dimension(body->kind), moving = body->kind == TREE_PLANAR ? 2 : 3;
    memset(M, 0, (size_t)(d * d) * sizeof *M);
    for (int k = 0; k < moving; k++) M[k * d + k] = body->mass;
    if (body->kind == TREE_PLANAR)
    {
        M[8] = body->inertia[8];
        return;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) M[(3 + i) * d + 3 + j] = body->inertia[3 * i + j];
    // ½ ∫ |v + ω × r + σ r|²: the terms of σ with v and ω vanish about the centre, and ∫ r² is half the trace of the
    // inertia.
    if (body->kind == TREE_SCALING) M[48] = 0.5 * (body->inertia[0] + body->inertia[4] + body->inertia[8]);
}

/// How the point p of the body moves in the direction d: one row over its degrees of freedom.
static void tree_point_row(const tree_body *body, vec3 p, vec3 d, double *row)
{
    vec3 arm = v3_sub(p, body->center), turn = v3_cross(arm, d);
    if (body->kind == TREE_PLANAR)
    {
        row[0] = d.x;
        row[1] = d.y;
        row[2] = turn.z;
        return;
    }
    v3_store(row, d);
    v3_store(row + 3, turn);
    if (body->kind == TREE_SCALING) row[6] = v3_dot(arm, d);
}

/// How it turns about the direction d.
static void tree_turn_row(const tree_body *body, vec3 d, double *row)
{
    memset(row, 0, (size_t)tree_kind_dimension(body->kind) * sizeof *row);
    if (body->kind == TREE_PLANAR) row[2] = d.z;
    else v3_store(row + 3, d);
}

int tree_joint_rows_count(tree_joint_kind kind, bool planar)
{
    static const int counts[2][TREE_JOINT_KIND_COUNT] = {{3, 5, 5, 6, 1, 1, 3}, {2, 2, 2, 3, 1, 1, 2}};
    return counts[planar][kind];
}

/// The smallest component of the axis gives the first direction across it.
static void across(vec3 axis, vec3 *first, vec3 *second)
{
    double x = fabs(axis.x), y = fabs(axis.y), z = fabs(axis.z);
    vec3 away = x <= y && x <= z ? v3(1, 0, 0) : y <= z ? v3(0, 1, 0) : v3(0, 0, 1);
    vec3 t = v3_cross(axis, away);
    *first = v3_scale(1.0 / v3_norm(t), t);
    *second = v3_cross(axis, *first);
}

tree_forbidden tree_joint_forbids(const tree_joint_frame *joint, bool planar)
{
    const vec3 unit[3] = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
    tree_forbidden f = {.move_count = planar ? 2 : 3};
    memcpy(f.move, unit, sizeof unit);
    vec3 first, second;
    switch (joint->kind)
    {
    case TREE_HINGE:
        if (planar) break; // its axis is z: a ball
        f.turn_count = 2;
        across(joint->axis, &f.turn[0], &f.turn[1]);
        break;
    case TREE_SLIDE:
        across(joint->axis, &first, &second);
        f.move_count = planar ? 1 : 2;
        f.move[0] = planar ? v3_cross(unit[2], joint->axis) : first;
        f.move[1] = second;
        f.turn_count = planar ? 1 : 3;
        memcpy(f.turn, unit, sizeof unit);
        if (planar) f.turn[0] = unit[2];
        break;
    case TREE_WELD:
        f.turn_count = planar ? 1 : 3;
        memcpy(f.turn, unit, sizeof unit);
        if (planar) f.turn[0] = unit[2];
        break;
    case TREE_ROD:
    {
        vec3 along = v3_sub(joint->point, joint->other);
        f.move_count = 1;
        f.move[0] = v3_scale(1.0 / v3_norm(along), along);
        break;
    }
    case TREE_GEAR:
        f.move_count = 0;
        f.turn_count = 1;
        f.turn[0] = joint->axis;
        break;
    case TREE_BALL:
    case TREE_ROLL:
    case TREE_JOINT_KIND_COUNT: break;
    }
    return f;
}

void tree_joint_rows(const tree_joint_frame *joint, const tree_body *body, int side, bool planar, double *J)
{
    int d = tree_kind_dimension(body->kind);
    tree_forbidden f = tree_joint_forbids(joint, planar);
    vec3 p = joint->kind == TREE_ROD && side == 1 ? joint->other : joint->point;
    double sign = side == 0 ? 1.0 : joint->kind == TREE_GEAR ? -joint->ratio : -1.0;
    double *row = J;
    for (int k = 0; k < f.move_count; k++, row += d) tree_point_row(body, p, v3_scale(sign, f.move[k]), row);
    for (int k = 0; k < f.turn_count; k++, row += d) tree_turn_row(body, v3_scale(sign, f.turn[k]), row);
}
