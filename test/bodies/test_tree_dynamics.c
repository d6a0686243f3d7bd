// The same mechanism in maximal and in joint coordinates: equal accelerations, equal torques of prescribed joints.

#include "support/maximal_trees.h"

#include <stdio.h>

static const vec3 gravity = {0.3, -0.2, -9.81};

/// Accelerations and torques of a tree at a state at random, both ways; the largest relative difference.
static double compare(const tree_plan *plan, bool library_rows)
{
    articulated_tree *tree = random_tree(plan);
    double worst = 0;
    if (maximal_can(tree))
    {
        random_state random = random_seed(plan->seed + 77);
        articulated_scratch *scratch = scratch_of(tree);
        maximal_tree *maximal = maximal_create(tree, library_rows);
        size_t n = (size_t)tree->v_count;
        double *q = calloc((size_t)tree->q_count + 1, sizeof *q), *all = calloc(7 * n + 1, sizeof *all);
        double *v = all, *bias = all + n, *torque = all + 2 * n, *a = all + 3 * n, *torque2 = all + 4 * n,
               *a2 = all + 5 * n, *given = all + 6 * n;
        articulated_base base = articulated_base_fixed();
        random_state_of(tree, &random, q, v);
        for (size_t d = 0; d < n; d++) given[d] = random_normal(&random);
        for (size_t d = 0; d < n; d++) a[d] = a2[d] = tree->prescribed[d] ? random_normal(&random) : 0;
        articulated_kinematics(tree, scratch, &base, q);
        articulated_velocities(tree, scratch, &base, v);
        articulated_bias(tree, scratch, &base, v, gravity, NULL, bias);
        CHECK(articulated_factor(tree, scratch, NULL, NULL) == HF_STATUS_OK);
        for (size_t d = 0; d < n; d++) torque[d] = given[d] - bias[d];
        articulated_track(tree, scratch, torque, a);
        for (size_t d = 0; d < n; d++) torque[d] += bias[d]; // of prescribed dofs: what it takes; of others: as given
        memcpy(torque2, given, n * sizeof *given);
        maximal_forward(maximal, q, v, gravity, torque2, a2);
        worst = fmax(maximal_difference((int)n, a2, a), maximal_difference((int)n, torque2, torque));
        maximal_destroy(maximal);
        articulated_scratch_destroy(scratch);
        free(q), free(all);
    }
    articulated_tree_destroy(tree);
    return worst;
}

TEST(random_trees_accelerate_alike)
{
    double worst = 0;
    for (uint64_t seed = 0; seed < 400; seed++)
    {
        tree_plan plan = {.shape = (tree_shape)(seed % TREE_SHAPE_COUNT),
                          .link_count = 1 + (int)(seed * 7 % 30),
                          .floating = seed / 4 % 2,
                          .armature = seed % 3 ? 0 : 0.2,
                          .seed = seed};
        double difference = compare(&plan, seed % 2);
        if (!(difference <= 1e-8)) harness_fail(__FILE__, __LINE__, "seed %d: %.2e", (int)seed, difference);
        worst = fmax(worst, difference);
    }
    printf("        within %.1e\n", worst);
}

TEST(prescribed_joints_take_the_same_torques)
{
    double worst = 0;
    for (uint64_t seed = 0; seed < 200; seed++)
    {
        tree_plan plan = {.shape = (tree_shape)(seed % TREE_SHAPE_COUNT),
                          .link_count = 2 + (int)(seed % 15),
                          .floating = seed / 4 % 2,
                          .armature = 0.1,
                          .prescribe = 0.4,
                          .seed = 5000 + seed};
        double difference = compare(&plan, true);
        if (!(difference <= 1e-8)) harness_fail(__FILE__, __LINE__, "seed %d: %.2e", (int)seed, difference);
        worst = fmax(worst, difference);
    }
    printf("        within %.1e\n", worst);
}

TEST(long_chains_accelerate_alike)
{
    for (int links = 100; links <= 1000; links *= 10)
    {
        tree_plan plan = {.shape = TREE_CHAIN, .link_count = links, .hinges_only = true, .seed = 3};
        double difference = compare(&plan, true);
        printf("        %d links: within %.1e\n", links, difference);
        CHECK(difference <= 1e-8);
    }
}

// ---- what is kept ----

/// Rates of linear momentum, of angular momentum about the origin and of kinetic energy, from the accelerations of all
/// bodies.
typedef struct rates
{
    vec3 linear, angular;
    double kinetic, size; // size: of the terms that must cancel
} rates;

static rates rates_of(const maximal_tree *t)
{
    rates r = {0};
    for (int i = 0; i < t->tree->link_count; i++)
    {
        const maximal_link *m = &t->links[i];
        vec3 force = v3_scale(m->body.mass, v3_load(t->a + 6 * i));
        vec3 spin = m3_times(m->body.inertia, m->spin);
        vec3 torque = v3_add(m3_times(m->body.inertia, v3_load(t->a + 6 * i + 3)), v3_cross(m->spin, spin));
        r.linear = v3_add(r.linear, force);
        r.angular = v3_add(r.angular, v3_add(torque, v3_cross(m->center, force)));
        r.kinetic += v3_dot(force, m->center1) + v3_dot(torque, m->spin);
        r.size +=
            v3_norm(force) * (1 + v3_norm(m->center) + v3_norm(m->center1)) + v3_norm(torque) * (1 + v3_norm(m->spin));
    }
    return r;
}

TEST(multipliers_keep_momentum_and_do_no_work)
{
    for (uint64_t seed = 0; seed < 60; seed++)
    {
        tree_plan plan = {.shape = (tree_shape)(seed % TREE_SHAPE_COUNT),
                          .link_count = 2 + (int)(seed % 25),
                          .floating = seed % 3 != 0,
                          .seed = 900 + seed};
        articulated_tree *tree = random_tree(&plan);
        if (maximal_can(tree))
        {
            random_state random = random_seed(seed);
            maximal_tree *maximal = maximal_create(tree, seed % 2);
            size_t n = (size_t)tree->v_count;
            double *q = calloc((size_t)tree->q_count + 1, sizeof *q), *v = calloc(n + 1, sizeof *v),
                   *a = calloc(n + 1, sizeof *a), *torque = calloc(n + 1, sizeof *torque);
            random_state_of(tree, &random, q, v);
            maximal_forward(maximal, q, v, v3_zero(), torque, a);
            rates r = rates_of(maximal);
            CHECK(r.size > 0.1);
            CHECK_NEAR(r.kinetic, 0, 1e-11 * r.size); // joints do no work, whatever the base
            if (plan.floating)
            {
                CHECK_NEAR(v3_norm(r.linear), 0, 1e-11 * r.size);
                CHECK_NEAR(v3_norm(r.angular), 0, 1e-11 * r.size);
            }
            maximal_destroy(maximal);
            free(q), free(v), free(a), free(torque);
        }
        articulated_tree_destroy(tree);
    }
}

// ---- c = J̇ v ----

enum
{
    ROOM = 14 // velocities of two bodies that can grow
};

/// Two bodies, a joint of theirs, and velocities that it allows.
typedef struct pair
{
    tree_joint_frame frame;
    tree_body body[2];
    double v[ROOM]; // one body's, then the other's
    bool planar;
} pair;

static vec3 spin_of(const pair *p, int b)
{
    int d = tree_kind_dimension(p->body[b].kind);
    const double *v = p->v + b * d;
    return p->planar ? v3(0, 0, v[2]) : v3_load(v + 3);
}

/// The vector r, fixed in body b, after the time t: turned, and grown if it is the place of a point.
static vec3 carried(const pair *p, int b, vec3 r, double t, bool grows)
{
    vec3 w = spin_of(p, b);
    double angle = v3_norm(w) * t, R[9];
    vec3 out = r;
    if (angle != 0)
    {
        naive_rotation(w, angle, R);
        out = m3_times(R, r);
    }
    return grows && p->body[b].kind == TREE_SCALING ? v3_scale(exp(p->v[7 * b + 6] * t), out) : out;
}

/// J v of the joint after the time t of steady motion.
static void condition(const pair *p, double t, double *rate)
{
    int d = tree_kind_dimension(p->body[0].kind), rows = tree_joint_rows_count(p->frame.kind, p->planar);
    vec3 point[2];
    tree_body moved[2] = {p->body[0], p->body[1]};
    memset(rate, 0, 6 * sizeof *rate);
    for (int b = 0; b < 2; b++)
    {
        vec3 start = p->frame.kind == TREE_ROD && b == 1 ? p->frame.other : p->frame.point;
        vec3 velocity = p->planar ? v3(p->v[b * d], p->v[b * d + 1], 0) : v3_load(p->v + b * d);
        moved[b].center = v3_add_scaled(p->body[b].center, t, velocity);
        point[b] = v3_add(moved[b].center, carried(p, b, v3_sub(start, p->body[b].center), t, true));
        if (p->frame.kind == TREE_ROLL) point[b] = v3_add_scaled(start, t, p->frame.velocity);
    }
    for (int b = 0; b < 2; b++)
    {
        double J[42];
        tree_joint_frame now = p->frame;
        now.axis = carried(p, 1, p->frame.axis, t, false);
        now.point = p->frame.kind == TREE_SLIDE || p->frame.kind == TREE_ROD ? point[0] : point[b];
        now.other = point[1];
        tree_joint_rows(&now, &moved[b], b, p->planar, J);
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < d; k++) rate[i] += J[i * d + k] * p->v[b * d + k];
    }
}

/// v ◄ the nearest velocities that the joint allows: v - Jᵀ (J Jᵀ)⁻¹ J v.
static void allow(pair *p)
{
    int d = tree_kind_dimension(p->body[0].kind), rows = tree_joint_rows_count(p->frame.kind, p->planar);
    double J[6][ROOM] = {{0}}, A[36], rate[6];
    for (int b = 0; b < 2; b++)
    {
        double part[42];
        tree_joint_rows(&p->frame, &p->body[b], b, p->planar, part);
        for (int i = 0; i < rows; i++) memcpy(J[i] + b * d, part + i * d, (size_t)d * sizeof *part);
    }
    condition(p, 0, rate);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < rows; j++)
        {
            A[i + rows * j] = 0;
            for (int k = 0; k < 2 * d; k++) A[i + rows * j] += J[i][k] * J[j][k];
        }
    CHECK(dense_cholesky(rows, A, rows) == 0);
    dense_cholesky_solve(rows, A, rows, 1, rate, rows);
    for (int k = 0; k < 2 * d; k++)
        for (int i = 0; i < rows; i++) p->v[k] -= J[i][k] * rate[i];
}

static pair random_pair(random_state *r, tree_joint_kind kind, tree_kind of)
{
    pair p = {.planar = of == TREE_PLANAR};
    vec3 flat = p.planar ? v3(1, 1, 0) : v3(1, 1, 1), up = v3(0, 0, 1);
    vec3 *all[] = {&p.body[0].center, &p.body[1].center, &p.frame.point, &p.frame.other, &p.frame.velocity};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    {
        vec3 x = random_vector(r, 1);
        *all[k] = v3(x.x * flat.x, x.y * flat.y, x.z * flat.z);
    }
    p.body[0].kind = p.body[1].kind = of;
    p.frame.kind = kind;
    p.frame.ratio = 1.75;
    p.frame.axis = p.planar && kind != TREE_SLIDE ? up : v3_unit_or(v3_sub(p.frame.point, p.frame.other), up);
    for (int k = 0; k < ROOM; k++) p.v[k] = random_normal(r);
    if (kind == TREE_GEAR && !p.planar) // both keep the axis
    {
        int d = tree_kind_dimension(of);
        v3_store(p.v + d + 3, v3_add_scaled(v3_load(p.v + 3), random_normal(r), p.frame.axis));
    }
    allow(&p);
    return p;
}

TEST(bias_is_the_derivative_of_the_condition)
{
    random_state random = random_seed(8);
    for (int trial = 0; trial < 40; trial++)
        for (int kind = 0; kind < TREE_JOINT_KIND_COUNT; kind++)
            for (int of = 0; of < TREE_KIND_COUNT; of++)
            {
                if (of == TREE_SCALING && kind == TREE_ROLL) continue; // what grows does not roll: its surface moves
                pair p = random_pair(&random, (tree_joint_kind)kind, (tree_kind)of);
                int d = tree_kind_dimension(p.body[0].kind), rows = tree_joint_rows_count(p.frame.kind, p.planar);
                const double t = 1e-5;
                double c[6], before[6], after[6], now[6];
                tree_joint_bias(&p.frame, &p.body[0], p.v, &p.body[1], p.v + d, p.planar, c);
                condition(&p, -t, before);
                condition(&p, t, after);
                condition(&p, 0, now);
                for (int i = 0; i < rows; i++)
                {
                    CHECK_NEAR(now[i], 0, 1e-12);
                    double expected = (after[i] - before[i]) / (2 * t);
                    if (!(fabs(c[i] - expected) <= 1e-6 * (1 + fabs(expected))))
                        harness_fail(__FILE__, __LINE__, "joint kind %d, body kind %d, row %d: %.9g, not %.9g", kind,
                                     of, i, c[i], expected);
                }
            }
}
