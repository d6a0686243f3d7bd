// Moving a configuration by a velocity, and what motion conserves.
//
// A ball's or a floating base's quaternion turns by its own angular velocity, in its own axes: Q ◄ Q exp(v h).

#include "bodies/articulated/articulated_spatial.h"

static void turn(double *q, const double *v, double h)
{
    quat Q = quat_multiply(quat_load(q), quat_exp(v3_scale(h, v3_load(v))));
    quat_store(q, quat_normalize(Q));
}

static void turn_between(const double *from, const double *to, double *v)
{
    quat a = quat_normalize(quat_load(from)), b = quat_normalize(quat_load(to));
    v3_store(v, quat_log(quat_multiply(quat_conjugate(a), b)));
}

void articulated_integrate(const articulated_tree *tree, double *q, const double *v, double h)
{
    if (tree->floating)
    {
        for (int k = 0; k < 3; k++) q[k] += h * v[k];
        turn(q + 3, v + 3, h);
    }
    for (int j = 0; j < tree->joint_count; j++)
    {
        const articulated_joint *joint = &tree->joints[j];
        if (joint->kind == HF_JOINT_BALL) turn(q + joint->q, v + joint->v, h);
        else q[joint->q] += h * v[joint->v];
    }
}

/// ½ Q ω.
static void turning(const double *q, const double *v, double *rate)
{
    quat d = quat_multiply(quat_load(q), (quat){0, v[0], v[1], v[2]});
    quat_store(rate, (quat){0.5 * d.w, 0.5 * d.x, 0.5 * d.y, 0.5 * d.z});
}

void articulated_rate(const articulated_tree *tree, const double *q, const double *v, double *rate)
{
    if (tree->floating)
    {
        v3_store(rate, v3_load(v));
        turning(q + 3, v + 3, rate + 3);
    }
    for (int j = 0; j < tree->joint_count; j++)
    {
        const articulated_joint *joint = &tree->joints[j];
        if (joint->kind == HF_JOINT_BALL) turning(q + joint->q, v + joint->v, rate + joint->q);
        else rate[joint->q] = v[joint->v];
    }
}

void articulated_normalize(const articulated_tree *tree, double *q)
{
    if (tree->floating) quat_store(q + 3, quat_normalize(quat_load(q + 3)));
    for (int j = 0; j < tree->joint_count; j++)
        if (tree->joints[j].kind == HF_JOINT_BALL)
            quat_store(q + tree->joints[j].q, quat_normalize(quat_load(q + tree->joints[j].q)));
}

void articulated_difference(const articulated_tree *tree, const double *from, const double *to, double *v)
{
    if (tree->floating)
    {
        for (int k = 0; k < 3; k++) v[k] = to[k] - from[k];
        turn_between(from + 3, to + 3, v + 3);
    }
    for (int j = 0; j < tree->joint_count; j++)
    {
        const articulated_joint *joint = &tree->joints[j];
        if (joint->kind == HF_JOINT_BALL) turn_between(from + joint->q, to + joint->q, v + joint->v);
        else v[joint->v] = to[joint->q] - from[joint->q];
    }
}

/// Velocity of the centre of mass of link i.
static vec3 center_velocity(const articulated_scratch *scratch, int i)
{
    return v3_add(scratch->bodies[i].linear, v3_cross(scratch->bodies[i].angular, scratch->inner->links[i].c));
}

double articulated_kinetic(const articulated_tree *tree, const articulated_scratch *scratch, const double *v)
{
    double twice = 0;
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &scratch->inner->links[i];
        vec3 w = scratch->bodies[i].angular;
        twice += link->mass * v3_norm2(center_velocity(scratch, i)) + v3_dot(w, sym_times(link->I, w));
    }
    for (int d = 0; d < tree->v_count; d++) twice += tree->armature[d] * v[d] * v[d];
    return 0.5 * twice;
}

double articulated_potential(const articulated_tree *tree, const articulated_scratch *scratch, vec3 gravity)
{
    double sum = 0;
    for (int i = 0; i < tree->link_count; i++)
        sum -= tree->links[i].gravity_scale * tree->links[i].mass * v3_dot(gravity, scratch->bodies[i].center);
    return sum;
}

void articulated_momentum(const articulated_tree *tree, const articulated_scratch *scratch, vec3 point, vec3 *linear,
                          vec3 *angular)
{
    *linear = *angular = v3_zero();
    for (int i = 0; i < tree->link_count; i++)
    {
        const inner_link *link = &scratch->inner->links[i];
        vec3 p = v3_scale(link->mass, center_velocity(scratch, i));
        vec3 spin = sym_times(link->I, scratch->bodies[i].angular);
        *linear = v3_add(*linear, p);
        *angular = v3_add(*angular, v3_add(spin, v3_cross(v3_sub(scratch->bodies[i].center, point), p)));
    }
}
