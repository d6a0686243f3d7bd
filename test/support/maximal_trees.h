// The tree of an articulated object once more in maximal coordinates: every link a rigid body of six velocities, every
// link's joints one block of constraint rows (bodies/maximal/tree.h). Kinematics straight from the definition; nothing but the
// mechanism is shared with bodies/articulated*.c.
//
// Joints of a link move it against its parent by S q̇ (6 × dofs, about the link's centre). With S completed to a basis
// B of six columns, rows of B⁻¹ are
//     W  dual to S: q̇ = W · (relative twist) rows only where a dof has armature (compliance 1 ∕ armature: then λ = -
//        armature q̈) or is
//                                                    prescribed (then λ is its torque)
//     N  zero on S: what the joints forbid
// and the acceleration condition is  W or N · (A - A_parent) + c = 0, c = - rows · (relative acceleration of the link
//                                    at q̈ = 0) (Baraff 1996, eq. 2).

#ifndef HF_TEST_MAXIMAL_TREES_H
#define HF_TEST_MAXIMAL_TREES_H

#include "support/articulated_trees.h"

#include "bodies/maximal/tree.h"
#include "bodies/maximal/tree_rows.h"
#include "linalg/dense.h"

typedef struct maximal_link
{
    vec3 x, x1,
        x2; // the frame's origin, its velocity, its acceleration at q̈ = 0 of its own joints and a parent that does not accelerate
    vec3 spin, spin1; // angular velocity, likewise its derivative
    quat turn;        // orientation
    vec3 center, center1, center2;
    tree_body body;
    int dof_count, row_count;
    double B[36];       // column-major: S, then what completes it
    double inverse[36]; // row-major: W, then N
    int row[6];         // which rows of the inverse are the joint's, row_count of them
    int joint;          // in the system; -1: free
} maximal_link;

typedef struct maximal_tree
{
    const articulated_tree *tree;
    // Use tree_joint_rows and tree_joint_bias for single joints that are neither prescribed nor have
    // armature.
    bool library_rows;
    maximal_link *links;
    tree_joint *joints;
    int joint_count;
    tree_system *system;
    double *F, *c, *a, *lambda;
} maximal_tree;

// ---- kinematics ----

static inline void maximal_column(maximal_link *m, int d, vec3 linear, vec3 angular)
{
    CHECK(d < 6);
    v3_store(m->B + 6 * d, linear);
    v3_store(m->B + 6 * d + 3, angular);
}

/// The frame turns about `anchor`, with what the turn adds to the angular velocity.
static inline void maximal_turn(maximal_link *m, const articulated_joint *joint, quat by, vec3 own)
{
    vec3 anchor = v3_add(m->x, quat_rotate(m->turn, joint->position)), arm = v3_sub(anchor, m->x);
    vec3 p1 = v3_add(m->x1, v3_cross(m->spin, arm));
    vec3 p2 = v3_add(m->x2, v3_add(v3_cross(m->spin1, arm), v3_cross(m->spin, v3_cross(m->spin, arm))));
    m->turn = quat_multiply(m->turn, by);
    m->spin1 = v3_add(m->spin1, v3_cross(m->spin, own));
    m->spin = v3_add(m->spin, own);
    arm = v3_negate(quat_rotate(m->turn, joint->position));
    m->x = v3_add(anchor, arm);
    m->x1 = v3_add(p1, v3_cross(m->spin, arm));
    m->x2 = v3_add(p2, v3_add(v3_cross(m->spin1, arm), v3_cross(m->spin, v3_cross(m->spin, arm))));
}

static inline void maximal_slide(maximal_link *m, vec3 axis, double distance, double rate)
{
    vec3 arm = v3_scale(distance, axis), own = v3_scale(rate, axis);
    m->x = v3_add(m->x, arm);
    m->x1 = v3_add(m->x1, v3_add(v3_cross(m->spin, arm), own));
    m->x2 = v3_add(m->x2, v3_add(v3_cross(m->spin1, arm), v3_cross(m->spin, v3_cross(m->spin, arm))));
    m->x2 = v3_add_scaled(m->x2, 2.0, v3_cross(m->spin, own));
}

/// One joint: the frame moves on, and its axes (angular or linear) and anchors are kept to make columns of S when the
/// centre is known.
typedef struct maximal_axis
{
    bool slides;
    vec3 axis, anchor;
} maximal_axis;

static inline int maximal_joint(maximal_link *m, const articulated_joint *joint, const double *q, const double *v,
                                maximal_axis *axes)
{
    vec3 anchor = v3_add(m->x, quat_rotate(m->turn, joint->position));
    vec3 axis = quat_rotate(m->turn, v3_scale(1 / v3_norm(joint->axis), joint->axis));
    if (joint->kind == HF_JOINT_SLIDE)
    {
        maximal_slide(m, axis, q[joint->q] - joint->reference, v[joint->v]);
        axes[0] = (maximal_axis){true, axis, anchor};
        return 1;
    }
    if (joint->kind == HF_JOINT_HINGE)
    {
        vec3 own = v3_scale(1 / v3_norm(joint->axis), joint->axis);
        double half = 0.5 * (q[joint->q] - joint->reference), s = sin(half);
        maximal_turn(m, joint, (quat){cos(half), s * own.x, s * own.y, s * own.z}, v3_scale(v[joint->v], axis));
        axes[0] = (maximal_axis){false, axis, anchor};
        return 1;
    }
    quat by = quat_load(q + joint->q), behind = quat_multiply(m->turn, by);
    maximal_turn(m, joint, by, quat_rotate(behind, v3_load(v + joint->v)));
    for (int k = 0; k < 3; k++)
        axes[k] = (maximal_axis){false, quat_rotate(behind, v3(k == 0, k == 1, k == 2)), anchor};
    return 3;
}

static inline void maximal_place(maximal_tree *t, int i, const double *q, const double *v)
{
    const articulated_link *link = &t->tree->links[i];
    maximal_link *m = &t->links[i], ground = {.turn = {1, 0, 0, 0}};
    const maximal_link *parent = link->parent < 0 ? &ground : &t->links[link->parent];
    maximal_axis axes[8];
    int count = 0;
    m->x = v3_add(parent->x, quat_rotate(parent->turn, link->position));
    m->turn = quat_multiply(parent->turn, link->orientation);
    m->spin = parent->spin;
    m->spin1 = v3_zero();
    vec3 arm = v3_sub(m->x, parent->x), from_center = v3_sub(m->x, parent->center);
    m->x1 = v3_add(parent->x1, v3_cross(m->spin, arm));
    m->x2 = link->parent < 0 ? v3_zero() : v3_cross(m->spin, v3_cross(m->spin, from_center));
    if (t->tree->floating && i == 0)
    {
        m->x = v3_load(q), m->turn = quat_load(q + 3);
        m->x1 = v3_load(v), m->spin = quat_rotate(m->turn, v3_load(v + 3)), m->x2 = v3_zero();
    }
    for (int j = link->joint_begin; j < link->joint_begin + link->joint_count; j++)
        count += maximal_joint(m, &t->tree->joints[j], q, v, axes + count);
    arm = quat_rotate(m->turn, link->center);
    m->center = v3_add(m->x, arm);
    m->center1 = v3_add(m->x1, v3_cross(m->spin, arm));
    m->center2 = v3_add(m->x2, v3_add(v3_cross(m->spin1, arm), v3_cross(m->spin, v3_cross(m->spin, arm))));
    m->dof_count = count;
    for (int d = 0; d < count; d++)
        if (axes[d].slides) maximal_column(m, d, axes[d].axis, v3_zero());
        else maximal_column(m, d, v3_cross(axes[d].axis, v3_sub(m->center, axes[d].anchor)), axes[d].axis);
    m->body = (tree_body){.kind = TREE_RIGID, .mass = link->mass, .center = m->center};
    const double *I = link->inertia;
    double R[9], own[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
    quat_to_matrix(m->turn, R);
    for (int r = 0; r < 3; r++)
        for (int s = 0; s < 3; s++)
            for (int k = 0; k < 9; k++) m->body.inertia[3 * r + s] += R[3 * r + k / 3] * own[k] * R[3 * s + k % 3];
}

// ---- rows ----

/// Completes S to a basis, each time by the unit vector that is farthest from what is there, and inverts it.
static inline void maximal_basis(maximal_link *m)
{
    double Q[36]; // orthonormal, column by column
    for (int d = 0; d < 6; d++)
    {
        double best[6] = {0}, most = -1;
        for (int e = 0; e < (d < m->dof_count ? 1 : 6); e++)
        {
            double x[6] = {0}, norm = 0;
            if (d < m->dof_count) memcpy(x, m->B + 6 * d, sizeof x);
            else x[e] = 1;
            for (int pass = 0; pass < 2; pass++)
                for (int k = 0; k < d; k++)
                {
                    double dot = 0;
                    for (int i = 0; i < 6; i++) dot += Q[6 * k + i] * x[i];
                    for (int i = 0; i < 6; i++) x[i] -= dot * Q[6 * k + i];
                }
            for (int i = 0; i < 6; i++) norm += x[i] * x[i];
            if (norm <= most) continue;
            most = norm;
            for (int i = 0; i < 6; i++) best[i] = x[i] / sqrt(norm);
        }
        CHECK(most > 1e-12); // a link's joints are independent
        memcpy(Q + 6 * d, best, sizeof best);
        if (d >= m->dof_count) memcpy(m->B + 6 * d, best, sizeof best);
    }
    double LU[36], unit[36] = {0};
    int pivot[6];
    memcpy(LU, m->B, sizeof LU);
    for (int k = 0; k < 6; k++) unit[7 * k] = 1;
    CHECK(dense_lu(6, LU, 6, pivot) == 0);
    dense_lu_solve(6, LU, 6, pivot, 6, unit, 6);
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) m->inverse[6 * i + j] = unit[i + 6 * j];
}

/// Which of a link's single joints the library has rows for; -1: none.
static inline int maximal_library_kind(const maximal_tree *t, int i)
{
    const articulated_link *link = &t->tree->links[i];
    for (int d = link->v_begin; d < link->v_begin + link->v_count; d++)
        if (t->tree->armature[d] > 0 || t->tree->prescribed[d]) return -1;
    if (!t->library_rows || link->joint_count > 1) return -1;
    if (link->joint_count == 0) return TREE_WELD;
    static const int kinds[] = {
        [HF_JOINT_HINGE] = TREE_HINGE, [HF_JOINT_SLIDE] = TREE_SLIDE, [HF_JOINT_BALL] = TREE_BALL};
    return kinds[t->tree->joints[link->joint_begin].kind];
}

static inline void maximal_choose_rows(maximal_tree *t, int i)
{
    const articulated_link *link = &t->tree->links[i];
    maximal_link *m = &t->links[i];
    m->joint = -1;
    m->row_count = 0;
    if (t->tree->floating && i == 0) return;
    for (int k = 0; k < 6; k++)
    {
        int d = link->v_begin + k;
        if (k >= link->v_count || t->tree->armature[d] > 0 || t->tree->prescribed[d]) m->row[m->row_count++] = k;
    }
    if (m->row_count == 0) return;
    m->joint = t->joint_count;
    t->joints[t->joint_count++] = (tree_joint){.dimension = m->row_count, .body = {i, link->parent}};
}

static inline maximal_tree *maximal_create(const articulated_tree *tree, bool library_rows)
{
    maximal_tree *t = calloc(1, sizeof *t);
    size_t n = (size_t)tree->link_count;
    CHECK(t);
    *t = (maximal_tree){.tree = tree,
                        .library_rows = library_rows,
                        .links = calloc(n, sizeof *t->links),
                        .joints = calloc(n, sizeof *t->joints),
                        .F = calloc(6 * n, sizeof(double)),
                        .c = calloc(6 * n, sizeof(double)),
                        .a = calloc(6 * n, sizeof(double)),
                        .lambda = calloc(6 * n, sizeof(double))};
    int *dimension = calloc(n, sizeof *dimension);
    CHECK(t->links && t->joints && t->F && t->c && t->a && t->lambda && dimension);
    for (int i = 0; i < tree->link_count; i++)
    {
        dimension[i] = 6;
        maximal_choose_rows(t, i);
    }
    hf_error error = {0};
    CHECK(tree_system_create(tree->link_count, dimension, t->joint_count, t->joints, &t->system, &error) ==
          HF_STATUS_OK);
    free(dimension);
    return t;
}

static inline void maximal_destroy(maximal_tree *t)
{
    tree_system_destroy(t->system);
    free(t->links), free(t->joints), free(t->F), free(t->c), free(t->a), free(t->lambda), free(t);
}

/// Row k of the inverse over the parent: minus the twist of its point at the link's centre.
static inline void maximal_parent_row(const double *row, vec3 arm, double *out)
{
    vec3 linear = v3_load(row), angular = v3_load(row + 3);
    v3_store(out, v3_negate(linear));
    v3_store(out + 3, v3_negate(v3_add(angular, v3_cross(arm, linear))));
}

static inline void maximal_library_rows(maximal_tree *t, int i, int kind)
{
    const articulated_link *link = &t->tree->links[i];
    maximal_link *m = &t->links[i];
    maximal_link *parent = link->parent < 0 ? NULL : &t->links[link->parent];
    tree_joint_frame frame = {.kind = (tree_joint_kind)kind, .point = m->center};
    double J[36], v[2][6] = {{0}};
    if (link->joint_count)
    {
        const articulated_joint *joint = &t->tree->joints[link->joint_begin];
        frame.axis = quat_rotate(m->turn, v3_scale(1 / v3_norm(joint->axis), joint->axis));
        frame.point = v3_add(m->x, quat_rotate(m->turn, joint->position));
    }
    CHECK(tree_joint_rows_count(frame.kind, false) == m->row_count);
    tree_joint_rows(&frame, &m->body, 0, false, J);
    tree_set_rows(t->system, m->joint, 0, J);
    v3_store(v[0], m->center1), v3_store(v[0] + 3, m->spin);
    if (parent)
    {
        tree_joint_rows(&frame, &parent->body, 1, false, J);
        tree_set_rows(t->system, m->joint, 1, J);
        v3_store(v[1], parent->center1), v3_store(v[1] + 3, parent->spin);
    }
    tree_joint_bias(&frame, &m->body, v[0], parent ? &parent->body : NULL, v[1], false,
                    t->c + tree_joint_at(t->system, m->joint));
}

/// a: of prescribed dofs.
static inline void maximal_rows(maximal_tree *t, int i, const double *a)
{
    const articulated_link *link = &t->tree->links[i];
    maximal_link *m = &t->links[i];
    if (m->joint < 0) return;
    int kind = maximal_library_kind(t, i), n = m->row_count;
    if (kind >= 0)
    {
        maximal_library_rows(t, i, kind);
        return;
    }
    double J[2][36] = {{0}}, C[36] = {0}, *c = t->c + tree_joint_at(t->system, m->joint);
    vec3 arm = link->parent < 0 ? v3_zero() : v3_sub(m->center, t->links[link->parent].center);
    for (int r = 0; r < n; r++)
    {
        const double *row = m->inverse + 6 * m->row[r];
        memcpy(J[0] + 6 * r, row, 6 * sizeof *row);
        maximal_parent_row(row, arm, J[1] + 6 * r);
        c[r] = -v3_dot(v3_load(row), m->center2) - v3_dot(v3_load(row + 3), m->spin1);
        if (m->row[r] >= link->v_count) continue;
        int d = link->v_begin + m->row[r];
        if (t->tree->prescribed[d]) c[r] -= a[d];
        else C[r * n + r] = 1 / t->tree->armature[d];
    }
    tree_set_rows(t->system, m->joint, 0, J[0]);
    if (link->parent >= 0) tree_set_rows(t->system, m->joint, 1, J[1]);
    tree_set_compliance(t->system, m->joint, C);
}

/// Gravity, gyroscopic torque, and the torques of joints, on the link and back on its parent.
static inline void maximal_forces(maximal_tree *t, int i, vec3 gravity, const double *torque)
{
    const articulated_link *link = &t->tree->links[i];
    const maximal_link *m = &t->links[i];
    double *F = t->F + 6 * i, *back = link->parent < 0 ? NULL : t->F + 6 * link->parent;
    vec3 arm = link->parent < 0 ? v3_zero() : v3_sub(m->center, t->links[link->parent].center);
    vec3 gyroscopic = v3_cross(m3_times(m->body.inertia, m->spin), m->spin);
    v3_store(F, v3_add(v3_load(F), v3_scale(link->gravity_scale * link->mass, gravity)));
    v3_store(F + 3, v3_add(v3_load(F + 3), gyroscopic));
    if (t->tree->floating && i == 0)
    {
        vec3 f = v3_load(torque), n = quat_rotate(m->turn, v3_load(torque + 3)); // at the origin, in its own axes
        v3_store(F, v3_add(v3_load(F), f));
        v3_store(F + 3, v3_add(v3_load(F + 3), v3_add(n, v3_cross(v3_sub(m->x, m->center), f))));
    }
    for (int k = 0; k < m->dof_count; k++)
    {
        double parent_row[6], force = t->tree->prescribed[link->v_begin + k] ? 0 : torque[link->v_begin + k];
        maximal_parent_row(m->inverse + 6 * k, arm, parent_row);
        for (int j = 0; j < 6; j++) F[j] += force * m->inverse[6 * k + j];
        for (int j = 0; back && j < 6; j++) back[j] += force * parent_row[j];
    }
}

/// q̈ from the accelerations of the bodies, and the torques of prescribed dofs from the multipliers.
static inline void maximal_read(const maximal_tree *t, int i, double *torque, double *a)
{
    const articulated_link *link = &t->tree->links[i];
    const maximal_link *m = &t->links[i];
    vec3 linear = v3_load(t->a + 6 * i), angular = v3_load(t->a + 6 * i + 3);
    if (t->tree->floating && i == 0)
    {
        vec3 arm = v3_sub(m->x, m->center);
        v3_store(a, v3_add(linear, v3_add(v3_cross(angular, arm), v3_cross(m->spin, v3_cross(m->spin, arm)))));
        v3_store(a + 3, quat_rotate_back(m->turn, angular));
        return;
    }
    if (link->parent >= 0)
    {
        vec3 arm = v3_sub(m->center, t->links[link->parent].center), turning = v3_load(t->a + 6 * link->parent + 3);
        linear = v3_sub(linear, v3_add(v3_load(t->a + 6 * link->parent), v3_cross(turning, arm)));
        angular = v3_sub(angular, turning);
    }
    linear = v3_sub(linear, m->center2), angular = v3_sub(angular, m->spin1);
    for (int k = 0; k < m->dof_count; k++)
    {
        const double *row = m->inverse + 6 * k;
        a[link->v_begin + k] = v3_dot(v3_load(row), linear) + v3_dot(v3_load(row + 3), angular);
    }
    for (int r = 0; m->joint >= 0 && r < m->row_count; r++)
    {
        int d = link->v_begin + m->row[r];
        if (m->row[r] < link->v_count && t->tree->prescribed[d])
            torque[d] = t->lambda[tree_joint_at(t->system, m->joint) + r] + t->tree->armature[d] * a[d];
    }
}

/// Forward dynamics at (q, v): q̈ of free dofs from torque, torque of prescribed ones from their q̈. The bias is
/// inside.
static inline void maximal_forward(maximal_tree *t, const double *q, const double *v, vec3 gravity, double *torque,
                                   double *a)
{
    int n = t->tree->link_count;
    memset(t->F, 0, 6 * (size_t)n * sizeof *t->F);
    tree_begin(t->system);
    for (int i = 0; i < n; i++)
    {
        double M[36];
        maximal_place(t, i, q, v);
        maximal_basis(&t->links[i]);
        tree_body_mass(&t->links[i].body, M);
        tree_set_mass(t->system, i, M);
        maximal_rows(t, i, a);
    }
    for (int i = 0; i < n; i++) maximal_forces(t, i, gravity, torque);
    hf_error error = {0};
    if (tree_factorize(t->system, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    tree_multipliers(t->system, t->F, t->c, t->a, t->lambda);
    for (int i = 0; i < n; i++) maximal_read(t, i, torque, a);
}

/// A link with more degrees of freedom than six cannot be had here.
static inline bool maximal_can(const articulated_tree *tree)
{
    for (int i = 0; i < tree->link_count; i++)
        if (tree->links[i].v_count > 6) return false;
    return true;
}

static inline double maximal_difference(int n, const double *x, const double *y)
{
    double worst = 0, size = 0;
    for (int k = 0; k < n; k++)
    {
        worst = fmax(worst, fabs(x[k] - y[k]));
        size = fmax(size, fabs(y[k]));
    }
    return size > 0 ? worst / size : worst;
}

#endif
