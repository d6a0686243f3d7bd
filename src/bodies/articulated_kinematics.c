// Where the links are and how they move.
//
// Of a link with parent p, position and orientation (in p's frame): x = x_p + R_p position, R = R_p orientation; then, joint by joint in order,
//
//   axis = R axis_j,  anchor = x + R position_j        (as the joints before have left the link)
//   slide   x ◄ x + axis (q - reference)
//   hinge   R ◄ R exp(axis_j (q - reference)),  x = anchor - R position_j
//   ball    R ◄ R q_j,                          x = anchor - R position_j
//
// A joint's motion S, about the final x, is the field of velocities that it gives the link: later joints of the link move neither its axis
// nor its anchor. Of a ball the axes are the columns of R right behind it, which are those that q_j ⊗ exp(v h) turns about.

#include "bodies/articulated_spatial.h"

articulated_base articulated_base_fixed(void)
{
    return (articulated_base){.orientation = {1, 0, 0, 0}};
}

void articulated_reference(const articulated_tree *tree, double *q)
{
    if (tree->floating)
    {
        v3_store(q, tree->links[0].position);
        quat_store(q + 3, tree->links[0].orientation);
    }
    for (int j = 0; j < tree->joint_count; j++)
    {
        const articulated_joint *joint = &tree->joints[j];
        if (joint->kind == HF_JOINT_BALL) quat_store(q + joint->q, quat_identity());
        else q[joint->q] = joint->reference;
    }
}

/// Column k of the rotation matrix of R.
static vec3 column(const double *R, int k)
{
    return v3(R[k], R[3 + k], R[6 + k]);
}

/// Moves (x, R) by one joint; leaves in S what does not depend on the final x: axes, and for ball and hinge the anchor in l.
static void apply_joint(const articulated_joint *joint, const double *q, vec3 *anchor, vec3 *axis, vec3 *x, quat *R,
                        inner_dof *dofs)
{
    *anchor = v3_add(*x, quat_rotate(*R, joint->position));
    *axis = quat_rotate(*R, joint->axis);
    if (joint->kind == HF_JOINT_SLIDE)
    {
        *x = v3_add_scaled(*x, q[joint->q] - joint->reference, *axis);
        dofs[joint->v].S = (spatial){v3_zero(), *axis};
        return;
    }
    if (joint->kind == HF_JOINT_HINGE)
    {
        double half = 0.5 * (q[joint->q] - joint->reference), s = sin(half);
        *R = quat_multiply(*R, (quat){cos(half), s * joint->axis.x, s * joint->axis.y, s * joint->axis.z});
        dofs[joint->v].S.a = *axis;
    }
    else
    {
        double axes[9];
        *R = quat_multiply(*R, quat_normalize(quat_load(q + joint->q)));
        quat_to_matrix(*R, axes);
        for (int k = 0; k < 3; k++) dofs[joint->v + k].S.a = column(axes, k);
    }
    *x = v3_sub(*anchor, quat_rotate(*R, joint->position));
}

/// Turning about an anchor moves the origin x: S.l = axis × (x - anchor).
static void finish_joint(const articulated_joint *joint, vec3 anchor, vec3 x, inner_dof *dofs)
{
    if (joint->kind == HF_JOINT_SLIDE) return;
    vec3 arm = v3_sub(x, anchor);
    int end = joint->v + (joint->kind == HF_JOINT_BALL ? 3 : 1);
    for (int d = joint->v; d < end; d++) dofs[d].S.l = v3_cross(dofs[d].S.a, arm);
}

static void place_floating(const double *q, vec3 *x, quat *R, inner_dof *dofs)
{
    *x = v3_load(q);
    *R = quat_normalize(quat_load(q + 3));
    double axes[9];
    quat_to_matrix(*R, axes);
    for (int k = 0; k < 3; k++)
    {
        dofs[k].S = (spatial){v3_zero(), v3(k == 0, k == 1, k == 2)};
        dofs[3 + k].S = (spatial){column(axes, k), v3_zero()};
    }
}

/// out = R J Rᵀ of symmetric J.
static void rotate_inertia(const double *R, const double *J, double *out)
{
    vec3 row[3]; // R J
    for (int k = 0; k < 3; k++) row[k] = sym_times(J, v3_load(R + 3 * k));
    for (int k = 0; k < 3; k++) out[k] = v3_dot(row[k], v3_load(R + 3 * k));
    out[3] = v3_dot(row[0], v3_load(R + 3));
    out[4] = v3_dot(row[0], v3_load(R + 6));
    out[5] = v3_dot(row[1], v3_load(R + 6));
}

void articulated_kinematics(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                            const double *q)
{
    articulated_inner *inner = scratch->inner;
    for (int i = 0; i < tree->link_count; i++)
    {
        const articulated_link *link = &tree->links[i];
        inner_link *in = &inner->links[i];
        articulated_body *body = &scratch->bodies[i];
        vec3 x_parent = link->parent < 0 ? base->position : scratch->bodies[link->parent].position;
        quat R_parent = link->parent < 0 ? base->orientation : scratch->bodies[link->parent].orientation;
        vec3 x = v3_add(x_parent, quat_rotate(R_parent, link->position));
        quat R = quat_multiply(R_parent, link->orientation);
        if (tree->floating && i == 0)
        {
            x_parent = v3_zero();
            place_floating(q, &x, &R, inner->dofs);
        }
        for (int j = in->joint_begin; j < in->joint_end; j++)
            apply_joint(&tree->joints[j], q, &scratch->anchor[j], &scratch->axis[j], &x, &R, inner->dofs);
        for (int j = in->joint_begin; j < in->joint_end; j++)
            finish_joint(&tree->joints[j], scratch->anchor[j], x, inner->dofs);

        R = quat_normalize(R); // or rounding would grow along a long chain
        double matrix[9];
        quat_to_matrix(R, matrix);
        body->position = x;
        body->orientation = R;
        in->r = v3_sub(x, x_parent);
        in->c = m3_times(matrix, link->center);
        body->center = v3_add(x, in->c);
        rotate_inertia(matrix, link->inertia, in->I);
    }
}

void articulated_velocities(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                            const double *v)
{
    const articulated_inner *inner = scratch->inner;
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &inner->links[i];
        articulated_body *body = &scratch->bodies[i];
        spatial twist = spatial_zero();
        if (link->parent >= 0)
            twist = (spatial){scratch->bodies[link->parent].angular, scratch->bodies[link->parent].linear};
        else if (!tree->floating) twist = (spatial){base->angular, base->linear};
        twist = motion_shift(twist, link->r);
        for (int d = link->v_begin; d < link->v_end; d++) twist = spatial_add_scaled(twist, v[d], inner->dofs[d].S);
        body->angular = twist.a;
        body->linear = twist.l;
    }
}

vec3 articulated_point_velocity(const articulated_scratch *scratch, int link, vec3 point)
{
    const articulated_body *body = &scratch->bodies[link];
    return v3_add(body->linear, v3_cross(body->angular, v3_sub(point, body->position)));
}
