// Where the links are and how they move.
//
// Of a link with parent p, position and orientation (in p's frame): x = x_p + R_p position, R = R_p orientation; then,
// joint by joint in order,
//
//   axis = R axis_j,  anchor = x + R position_j        (as the joints before have left the link)
//   slide   x ◄ x + axis (q - reference)
//   hinge   R ◄ R exp(axis_j (q - reference)),  x = anchor - R position_j
//   ball    R ◄ R turn_j⁻¹ q_j,                 x = anchor - R position_j
//
// A joint's motion S, about the final x, is the field of velocities that it gives the link: later joints of the link
// move neither its axis nor its anchor. Of a ball the axes are the columns of R right behind it, which are those that
// q_j ⊗ exp(v h) turns about.

#include "base/elementary.h"
#include "bodies/articulated/articulated_spatial.h"

#include <string.h>

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
        if (joint->kind == HF_JOINT_BALL) quat_store(q + joint->q, articulated_ball_reference(joint));
        else q[joint->q] = joint->reference;
    }
}

/// Column k of the rotation matrix of R.
static vec3 column(const double *R, int k)
{
    return v3(R[k], R[3 + k], R[6 + k]);
}

/// What a joint turns its link by.
static quat joint_turn(const articulated_joint *joint, const double *q)
{
    if (joint->kind == HF_JOINT_BALL) return articulated_ball_turn(joint, q);
    double s, c;
    real_sin_cos(0.5 * (q[joint->q] - joint->reference), &s, &c);
    return (quat){c, s * joint->axis.x, s * joint->axis.y, s * joint->axis.z};
}

/// Moves (x, R) by one joint; leaves in S the axes.
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
    *R = quat_multiply(*R, joint_turn(joint, q));
    if (joint->kind == HF_JOINT_HINGE) dofs[joint->v].S.a = *axis;
    else
    {
        double axes[9];
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

/// R / |R| of an R that is normalized but for rounding: one step of Newton's method, without root and division.
static quat renormalize(quat R)
{
    double f = 1.5 - 0.5 * (R.w * R.w + R.x * R.x + R.y * R.y + R.z * R.z);
    return (quat){f * R.w, f * R.x, f * R.y, f * R.z};
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

/// The pose of a link that hangs on its parent by one joint, as nearly all do: what depends on the parent comes last.
static vec3 place_by_one(const articulated_tree *tree, articulated_scratch *scratch, int i, vec3 x_parent,
                         const double *R_parent, quat Q_parent, const double *q)
{
    articulated_inner *inner = scratch->inner;
    const articulated_link *link = &tree->links[i];
    const articulated_joint *joint = &tree->joints[link->joint_begin];
    inner_frame *frame = &inner->frames[i];
    bool slides = joint->kind == HF_JOINT_SLIDE;
    quat local = slides ? link->orientation : quat_multiply(link->orientation, joint_turn(joint, q));
    quat Q = renormalize(quat_multiply(Q_parent, local));
    vec3 anchor = v3_add(x_parent, m3_times(R_parent, frame->anchor)), axis = m3_times(R_parent, frame->axis);
    quat_to_matrix(Q, frame->R);
    vec3 x = v3_sub(anchor, m3_times(frame->R, joint->position));
    inner_dof *dof = &inner->dofs[joint->v];
    if (slides)
    {
        x = v3_add_scaled(x, q[joint->q] - joint->reference, axis);
        dof->S = (spatial){v3_zero(), axis};
    }
    else if (joint->kind == HF_JOINT_HINGE) dof->S.a = axis;
    else
        for (int k = 0; k < 3; k++) dof[k].S.a = column(frame->R, k);
    scratch->anchor[link->joint_begin] = anchor;
    scratch->axis[link->joint_begin] = axis;
    scratch->bodies[i].orientation = Q;
    return x;
}

/// The pose of any link, from the definition above.
static vec3 place(const articulated_tree *tree, articulated_scratch *scratch, int i, vec3 x_parent, quat Q_parent,
                  const double *q)
{
    articulated_inner *inner = scratch->inner;
    const articulated_link *link = &tree->links[i];
    vec3 x = v3_add(x_parent, quat_rotate(Q_parent, link->position));
    quat Q = quat_multiply(Q_parent, link->orientation);
    if (tree->floating && i == 0) place_floating(q, &x, &Q, inner->dofs);
    for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
        apply_joint(&tree->joints[j], q, &scratch->anchor[j], &scratch->axis[j], &x, &Q, inner->dofs);
    Q = renormalize(Q); // or rounding would grow along a long chain
    quat_to_matrix(Q, inner->frames[i].R);
    scratch->bodies[i].orientation = Q;
    return x;
}

static bool same_bits(int count, const double *a, const double *b)
{
    return memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

bool articulated_is_at(const articulated_tree *tree, const articulated_scratch *scratch, const articulated_base *base,
                       const double *q)
{
    // Bit by bit: what is kept must be what would be found again, signs of zeros included.
    const articulated_inner *inner = scratch->inner;
    const vec3 *x = &inner->base_position, *x2 = &base->position;
    const quat *Q = &inner->base_orientation, *Q2 = &base->orientation;
    const double kept[] = {x->x, x->y, x->z, Q->w, Q->x, Q->y, Q->z};
    const double asked[] = {x2->x, x2->y, x2->z, Q2->w, Q2->x, Q2->y, Q2->z};
    return inner->revision == tree->revision + 1 && same_bits(7, kept, asked) && same_bits(tree->q_count, inner->q, q);
}

/// What the kinematics that follow are for.
static void keep_place(const articulated_tree *tree, articulated_inner *inner, const articulated_base *base,
                       const double *q)
{
    for (int i = 0; inner->revision != tree->revision + 1 && i < tree->link_count; i++)
        inner->links[i].mass = tree->links[i].mass;
    inner->revision = tree->revision + 1;
    inner->base_position = base->position;
    inner->base_orientation = base->orientation;
    if (tree->q_count > 0) memcpy(inner->q, q, (size_t)tree->q_count * sizeof *q);
}

void articulated_kinematics(const articulated_tree *tree, articulated_scratch *scratch, const articulated_base *base,
                            const double *q)
{
    articulated_inner *inner = scratch->inner;
    if (articulated_is_at(tree, scratch, base, q)) return;
    keep_place(tree, inner, base, q);
    quat Q_base = quat_normalize(base->orientation);
    double R_base[9];
    quat_to_matrix(Q_base, R_base);
    for (int i = 0; i < tree->link_count; i++)
    {
        inner_link *link = &inner->links[i];
        articulated_body *body = &scratch->bodies[i];
        int p = link->parent;
        vec3 x_parent = p < 0 ? base->position : scratch->bodies[p].position;
        quat Q_parent = p < 0 ? Q_base : scratch->bodies[p].orientation;
        const double *R_parent = p < 0 ? R_base : inner->frames[p].R;
        vec3 x = link->joint_end - link->joint_begin == 1
                     ? place_by_one(tree, scratch, i, x_parent, R_parent, Q_parent, q)
                     : place(tree, scratch, i, x_parent, Q_parent, q);
        for (int j = link->joint_begin; j < link->joint_end; j++)
            finish_joint(&tree->joints[j], scratch->anchor[j], x, inner->dofs);
        body->position = x;
        link->r = tree->floating && i == 0 ? x : v3_sub(x, x_parent);
        link->c = m3_times(inner->frames[i].R, tree->links[i].center);
        body->center = v3_add(x, link->c);
        rotate_inertia(inner->frames[i].R, tree->links[i].inertia, link->I);
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
