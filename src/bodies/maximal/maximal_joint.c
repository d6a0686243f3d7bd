// The rows of a joint in maximal coordinates, and reading its coordinates from poses.
//
// S = Q (R; 0) by Householder's reflections, Q = (Q_1 N): S⁺ = R⁻¹ Q_1ᵀ. All motions are taken at a point of the
// joint's last axis, so that turning and moving do not mix more than the joint makes them.

#include "bodies/maximal/maximal.h"

#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-7; // of a column: what is left of it after the ones before
enum
{
    READINGS = 20 // of Newton's method; three as a rule
};

/// Where the joints at q put the link, and the motions that they give it at its point, (linear, angular) each.
typedef struct joint_motion
{
    maximal_pose pose;
    vec3 point;
    double S[6][6]; // [freedom]
} joint_motion;

static void place(const maximal_tree *tree, int unit, maximal_pose parent, const double *q, joint_motion *m)
{
    const articulated_tree *t = tree->links;
    const articulated_link *link = &t->links[tree->units[unit].head];
    vec3 x = v3_add(parent.position, quat_rotate(parent.orientation, link->position)), axis[6], anchor[6];
    quat R = quat_multiply(parent.orientation, link->orientation);
    bool slides[6] = {false};
    int k = 0;
    m->point = x;
    for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
    {
        const articulated_joint *joint = &t->joints[j];
        vec3 at = v3_add(x, quat_rotate(R, joint->position)), along = quat_rotate(R, joint->axis);
        if (joint->kind == HF_JOINT_SLIDE)
        {
            x = v3_add_scaled(x, q[joint->q] - joint->reference, along);
            slides[k] = true;
        }
        else if (joint->kind == HF_JOINT_HINGE)
            R = quat_multiply(R, quat_exp(v3_scale(q[joint->q] - joint->reference, joint->axis)));
        else R = quat_multiply(R, articulated_ball_turn(joint, q));
        if (joint->kind != HF_JOINT_SLIDE) x = v3_sub(at, quat_rotate(R, joint->position));
        for (int i = 0; i < (joint->kind == HF_JOINT_BALL ? 3 : 1); i++, k++)
        {
            anchor[k] = at;
            axis[k] = joint->kind == HF_JOINT_BALL ? quat_rotate(R, v3(i == 0, i == 1, i == 2)) : along;
        }
        m->point = v3_add(x, quat_rotate(R, joint->position));
    }
    m->pose = (maximal_pose){x, quat_normalize(R)};
    for (int i = 0; i < k; i++)
    {
        v3_store(m->S[i], slides[i] ? axis[i] : v3_cross(axis[i], v3_sub(m->point, anchor[i])));
        v3_store(m->S[i] + 3, slides[i] ? v3_zero() : axis[i]);
    }
}

/// x ◄ x - 2 w (w · x)
static void reflect(const double *w, double *x)
{
    double dot = 0.0;
    for (int i = 0; i < 6; i++) dot += w[i] * x[i];
    for (int i = 0; i < 6; i++) x[i] -= 2.0 * dot * w[i];
}

/// B ◄ (Nᵀ; S⁺) of the k columns S, which are destroyed. False if they depend on each other.
static bool split(int k, double (*S)[6], double *B)
{
    double w[6][6], Q[6][6] = {{0}};
    for (int j = 0; j < k; j++)
    {
        double *s = S[j], whole = 0.0, rest = 0.0;
        for (int i = 0; i < 6; i++) whole += s[i] * s[i]; // reflections keep it
        for (int i = j; i < 6; i++) rest += s[i] * s[i];
        if (!(rest > DEPENDENT * DEPENDENT * whole)) return false;
        double norm = 0.0,
               length = s[j] < -0.5 * sqrt(rest) ? -sqrt(rest) : sqrt(rest); // zeros shall not choose by rounding
        for (int i = 0; i < 6; i++) w[j][i] = i < j ? 0.0 : s[i];
        w[j][j] += length;
        for (int i = j; i < 6; i++) norm += w[j][i] * w[j][i];
        for (int i = j; i < 6; i++) w[j][i] /= sqrt(norm);
        for (int c = j; c < k; c++) reflect(w[j], S[c]);
    }
    for (int c = 0; c < 6; c++)
    {
        Q[c][c] = 1.0;
        for (int j = k - 1; j >= 0; j--) reflect(w[j], Q[c]); // column c of Q
    }
    for (int n = k; n < 6; n++) memcpy(B + 6 * (n - k), Q[n], sizeof Q[n]);
    double *P = B + 6 * (6 - k);
    for (int r = k - 1; r >= 0; r--) // R is upper: S[c][r]
        for (int i = 0; i < 6; i++)
        {
            double sum = Q[r][i];
            for (int c = r + 1; c < k; c++) sum -= S[c][r] * P[6 * c + i];
            P[6 * r + i] = sum / S[r][r];
        }
    return true;
}

static vec3 last_point(const maximal_tree *tree, int unit, maximal_pose head)
{
    const articulated_link *link = &tree->links->links[tree->units[unit].head];
    if (link->joint_count == 0) return head.position;
    const articulated_joint *last = &tree->links->joints[link->joint_begin + link->joint_count - 1];
    return v3_add(head.position, quat_rotate(head.orientation, last->position));
}

bool maximal_joint_rows(const maximal_tree *tree, int unit, maximal_pose parent, maximal_pose head, const double *q,
                        maximal_joint *joint)
{
    joint_motion m;
    place(tree, unit, parent, q, &m);
    joint->point = last_point(tree, unit, head);
    return split(tree->units[unit].freedom, m.S, joint->B);
}

/// q ⊕ δ of a unit's joints.
static void turn_joints(const maximal_tree *tree, int unit, double *q, const double *delta)
{
    const articulated_tree *t = tree->links;
    const articulated_link *link = &t->links[tree->units[unit].head];
    for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
    {
        double *own = q + t->joints[j].q;
        if (t->joints[j].kind == HF_JOINT_BALL)
        {
            quat_store(own, quat_normalize(quat_multiply(quat_load(own), quat_exp(v3_load(delta)))));
            delta += 3;
        }
        else own[0] += *delta++;
    }
}

bool maximal_joint_read(const maximal_tree *tree, int unit, maximal_pose parent, maximal_pose head, double *q,
                        double *gap)
{
    const double SETTLED = 1e-15; // of turns and moves: less is rounding
    int k = tree->units[unit].freedom;
    vec3 point = last_point(tree, unit, head);
    double last = INFINITY;
    for (int round = 0;; round++)
    {
        joint_motion m;
        double B[36], e[6], delta[6], size = 0.0;
        place(tree, unit, parent, q, &m);
        if (!split(k, m.S, B)) return false;
        v3_store(e, v3_sub(point, m.point));
        v3_store(e + 3, quat_log(quat_multiply(head.orientation, quat_conjugate(m.pose.orientation))));
        for (int r = 0; r < 6; r++)
        {
            double sum = 0.0;
            for (int i = 0; i < 6; i++) sum += B[6 * r + i] * e[i];
            if (r < 6 - k) gap[r] = sum;
            else delta[r - 6 + k] = sum, size = fmax(size, fabs(sum));
        }
        if (size <= SETTLED || size >= 0.5 * last || round == READINGS) return true;
        last = size;
        turn_joints(tree, unit, q, delta);
    }
}

void maximal_joint_row(const maximal_joint *joint, int row, int side, vec3 center, double H[6])
{
    double sign = side == 0 ? 1.0 : -1.0;
    vec3 d = v3_scale(sign, v3_load(joint->B + 6 * row)), a = v3_scale(sign, v3_load(joint->B + 6 * row + 3));
    v3_store(H, d);
    v3_store(H + 3, v3_add(a, v3_cross(v3_sub(joint->point, center), d))); // d · (ω × arm) = ω · (arm × d)
}
