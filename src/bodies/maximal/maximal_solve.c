// Masses and rows of a configuration, factored and solved.

#include "bodies/maximal/maximal.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

// ---- poses ----

static maximal_pose head_pose(const maximal_tree *tree, const maximal_scratch *s, int unit)
{
    maximal_pose pose;
    const rigid_state *state = &s->units[unit];
    rigid_frame(&tree->units[unit].constants, state->x, state->q, &pose.position, &pose.orientation);
    return pose;
}

maximal_pose maximal_link_pose(const maximal_tree *tree, const maximal_scratch *s, int link)
{
    maximal_pose head = head_pose(tree, s, tree->link_unit[link]);
    if (tree->units[tree->link_unit[link]].head == link) return head;
    return (maximal_pose){v3_add(head.position, quat_rotate(head.orientation, tree->link_position[link])),
                          quat_normalize(quat_multiply(head.orientation, tree->link_orientation[link]))};
}

void maximal_set_pose(const maximal_tree *tree, maximal_scratch *s, int unit, maximal_pose head)
{
    body_state at;
    rigid_place(&tree->units[unit].constants, head.position, head.orientation, &at);
    memcpy(s->units[unit].x, at.x, sizeof at.x);
    memcpy(s->units[unit].q, at.q, sizeof at.q);
}

void maximal_place_unit(const maximal_tree *tree, maximal_scratch *s, int unit, maximal_pose head, vec3 velocity,
                        vec3 angular)
{
    const rigid_constants *c = &tree->units[unit].constants;
    rigid_state *state = &s->units[unit];
    maximal_set_pose(tree, s, unit, head);
    vec3 arm = v3_sub(v3_load(state->x), head.position);
    v3_store(state->v, v3_add(velocity, v3_cross(angular, arm)));
    v3_store(state->L, rigid_momentum(c, quat_load(state->q), angular));
}

/// The frame of the link that a unit's head hangs on.
static maximal_pose parent_pose(const maximal_tree *tree, const maximal_scratch *s, const articulated_base *base,
                                int unit)
{
    int link = tree->links->links[tree->units[unit].head].parent;
    return link < 0 ? (maximal_pose){base->position, quat_normalize(base->orientation)}
                    : maximal_link_pose(tree, s, link);
}

hf_status maximal_pose_joints(const maximal_tree *tree, maximal_scratch *s, const articulated_base *base,
                              const double *q, hf_error *error)
{
    for (int u = 0; u < tree->unit_count; u++)
    {
        if (tree->units[u].floating) continue;
        if (!maximal_joint_rows(tree, u, parent_pose(tree, s, base, u), head_pose(tree, s, u), q, &s->joints[u]))
            return error_set(error, HF_STATUS_INVALID,
                             "link %d: its joints depend on each other where they stand: maximal coordinates cannot "
                             "tell them apart; use reduced ones",
                             tree->units[u].head);
    }
    return HF_STATUS_OK;
}

// ---- the system ----

void maximal_momentum(const maximal_tree *tree, const maximal_scratch *s, int unit, const double *V, double *P)
{
    const rigid_constants *c = &tree->units[unit].constants;
    v3_store(P, v3_scale(c->mass, v3_load(V)));
    v3_store(P + 3, rigid_momentum(c, quat_load(s->units[unit].q), v3_load(V + 3)));
}

static void set_mass(const maximal_tree *tree, maximal_scratch *s, int unit)
{
    double M[36] = {0};
    for (int k = 0; k < 6; k++)
    {
        double e[6] = {0}, column[6];
        e[k] = 1.0;
        maximal_momentum(tree, s, unit, e, column);
        for (int i = 0; i < 6; i++) M[6 * i + k] = column[i];
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < i; j++) M[6 * i + j] = M[6 * j + i] = 0.5 * (M[6 * i + j] + M[6 * j + i]);
    tree_set_mass(s->system, unit, M);
}

/// 1 of hard rows, √e of soft ones.
static double row_weight(const maximal_unit *unit, const maximal_scratch *s, int k)
{
    return k < unit->hard_count ? 1.0 : s->weight[unit->dof + unit->rows[k] - (6 - unit->freedom)];
}

static void set_joint(const maximal_tree *tree, maximal_scratch *s, int u)
{
    const maximal_unit *unit = &tree->units[u];
    double C[36] = {0};
    for (int side = 0; side < 2; side++)
    {
        int body = side == 0 ? u : unit->parent;
        double J[36];
        if (body < 0) continue;
        for (int k = 0; k < unit->row_count; k++)
        {
            maximal_joint_row(&s->joints[u], unit->rows[k], side, v3_load(s->units[body].x), J + 6 * k);
            for (int i = 0; i < 6; i++) J[6 * k + i] *= row_weight(unit, s, k);
        }
        tree_set_rows(s->system, unit->joint, side, J);
    }
    for (int k = unit->hard_count; k < unit->row_count; k++) C[k * unit->row_count + k] = 1.0;
    tree_set_compliance(s->system, unit->joint, C);
}

hf_status maximal_factor(const maximal_tree *tree, maximal_scratch *s, const double *extra, hf_error *error)
{
    tree_begin(s->system);
    for (int d = 0; d < tree->links->v_count; d++)
        s->weight[d] = sqrt(tree->links->armature[d] + (extra ? extra[d] : 0.0));
    for (int u = 0; u < tree->unit_count; u++)
    {
        set_mass(tree, s, u);
        if (tree->units[u].joint >= 0) set_joint(tree, s, u);
    }
    return tree_factorize(s->system, error);
}

void maximal_values(const maximal_tree *tree, const maximal_scratch *s, const articulated_base *base, const double *V,
                    double *values)
{
    for (int u = 0; u < tree->unit_count; u++)
    {
        const maximal_unit *unit = &tree->units[u];
        const maximal_joint *joint = &s->joints[u];
        if (unit->floating) continue;
        vec3 w = v3_load(V + 6 * u + 3), arm = v3_sub(joint->point, v3_load(s->units[u].x));
        vec3 v = v3_add(v3_load(V + 6 * u), v3_cross(w, arm)), below = base->linear, turning = base->angular;
        vec3 at = base->position;
        if (unit->parent >= 0)
        {
            below = v3_load(V + 6 * unit->parent);
            turning = v3_load(V + 6 * unit->parent + 3);
            at = v3_load(s->units[unit->parent].x);
        }
        v = v3_sub(v, v3_add(below, v3_cross(turning, v3_sub(joint->point, at))));
        w = v3_sub(w, turning);
        for (int r = 0; r < 6; r++)
            values[6 * u + r] = v3_dot(v3_load(joint->B + 6 * r), v) + v3_dot(v3_load(joint->B + 6 * r + 3), w);
    }
}

void maximal_solve(const maximal_tree *tree, maximal_scratch *s, const double *P, const double *c, double *V)
{
    double *rows = s->wide;
    for (int u = 0; u < tree->unit_count; u++)
    {
        const maximal_unit *unit = &tree->units[u];
        for (int k = 0; k < unit->row_count; k++) *rows++ = row_weight(unit, s, k) * c[6 * u + unit->rows[k]];
    }
    tree_multipliers(s->system, P, s->wide, V, NULL);
}

void maximal_add_torques(const maximal_tree *tree, const maximal_scratch *s, const double *torque, double scale,
                         double *P)
{
    for (int u = 0; u < tree->unit_count; u++)
    {
        const maximal_unit *unit = &tree->units[u];
        for (int k = 0; !unit->floating && k < unit->freedom; k++)
        {
            double f = scale * torque[unit->dof + k], H[6];
            for (int side = 0; side < 2 && f != 0.0; side++)
            {
                int body = side == 0 ? u : unit->parent;
                if (body < 0) continue;
                maximal_joint_row(&s->joints[u], 6 - unit->freedom + k, side, v3_load(s->units[body].x), H);
                for (int i = 0; i < 6; i++) P[6 * body + i] += f * H[i];
            }
        }
    }
}
