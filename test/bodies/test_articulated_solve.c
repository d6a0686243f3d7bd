// M̂⁻¹, rows and tracking against dense matrices; bad trees and short memory.

#include "support/articulated_trees.h"

#include "linalg/dense.h"

typedef struct stage
{
    articulated_tree *tree;
    articulated_scratch *scratch;
    articulated_base base;
    random_state random;
    int n;
    double *q, *v, *diag, *M, *L, *a, *b, *c;
    int *dofs;
} stage;

static double *numbers(int count)
{
    double *p = calloc((size_t)count + 1, sizeof *p);
    CHECK(p);
    return p;
}

/// M̂ = M + diag, factored both ways.
static stage stage_make(tree_plan plan)
{
    stage s = {.tree = random_tree(&plan), .random = random_seed(plan.seed + 1000)};
    s.scratch = scratch_of(s.tree);
    s.n = s.tree->v_count;
    s.q = numbers(s.tree->q_count);
    double **all[] = {&s.v, &s.diag, &s.a, &s.b, &s.c};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) *all[k] = numbers(3 * s.n);
    s.M = numbers(s.n * s.n);
    s.L = numbers(s.n * s.n);
    s.dofs = calloc((size_t)s.n + 1, sizeof *s.dofs);
    CHECK(s.dofs);
    s.base = articulated_base_fixed();
    random_state_of(s.tree, &s.random, s.q, s.v);
    articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
    articulated_velocities(s.tree, s.scratch, &s.base, s.v);
    articulated_mass_matrix(s.tree, s.scratch, s.M);
    for (int d = 0; d < s.n; d++)
    {
        s.diag[d] = random_below(&s.random, 2) ? random_between(&s.random, 0, 0.1) : 0;
        s.M[d * s.n + d] += s.diag[d];
    }
    memcpy(s.L, s.M, (size_t)(s.n * s.n) * sizeof *s.L);
    CHECK(dense_cholesky(s.n, s.L, s.n) == 0);
    CHECK(articulated_factor(s.tree, s.scratch, s.diag, NULL) == HF_STATUS_OK);
    return s;
}

static void stage_free(stage *s)
{
    articulated_tree_destroy(s->tree);
    articulated_scratch_destroy(s->scratch);
    double *all[] = {s->q, s->v, s->diag, s->M, s->L, s->a, s->b, s->c};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
    free(s->dofs);
}

static double norm(int n, const double *x)
{
    double sum = 0;
    for (int k = 0; k < n; k++) sum += x[k] * x[k];
    return sqrt(sum);
}

static void check_equal(int n, const double *x, const double *y, double tolerance)
{
    double size = norm(n, y);
    for (int k = 0; k < n; k++) CHECK_NEAR(x[k], y[k], tolerance * size);
}

static const tree_plan plans[] = {
    {.shape = TREE_CHAIN, .link_count = 1, .floating = true, .seed = 1},
    {.shape = TREE_CHAIN, .link_count = 30, .seed = 2, .armature = 0.3},
    {.shape = TREE_CHAIN, .link_count = 30, .floating = true, .seed = 3},
    {.shape = TREE_COMB, .link_count = 40, .seed = 4},
    {.shape = TREE_COMB, .link_count = 40, .floating = true, .seed = 14},
    {.shape = TREE_STAR, .link_count = 20, .floating = true, .seed = 5, .armature = 1},
    {.shape = TREE_STAR, .link_count = 20, .seed = 6},
    {.shape = TREE_RANDOM, .link_count = 25, .seed = 7, .armature = 0.1},
    {.shape = TREE_RANDOM, .link_count = 25, .floating = true, .seed = 8},
    {.shape = TREE_RANDOM, .link_count = 60, .seed = 9},
    {.shape = TREE_RANDOM, .link_count = 60, .floating = true, .seed = 10, .armature = 0.2},
};
enum
{
    PLAN_COUNT = sizeof plans / sizeof plans[0]
};

TEST(solve_is_the_dense_inverse)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        for (int k = 0; k < 3 * s.n; k++) s.a[k] = s.b[k] = random_normal(&s.random);
        dense_cholesky_solve(s.n, s.L, s.n, 3, s.b, s.n);
        for (int k = 0; k < 3; k++) articulated_solve(s.tree, s.scratch, s.a + k * s.n, s.c + k * s.n);
        for (int k = 0; k < 3; k++) check_equal(s.n, s.c + k * s.n, s.b + k * s.n, 1e-11);
        articulated_solve(s.tree, s.scratch, s.a, s.a); // in place
        for (int k = 0; k < s.n; k++) CHECK(s.a[k] == s.c[k]);
        stage_free(&s);
    }
}

TEST(a_long_chain_loses_nothing)
{
    tree_plan plan = {.shape = TREE_CHAIN, .link_count = 2000, .hinges_only = true, .seed = 5};
    articulated_tree *tree = random_tree(&plan);
    articulated_scratch *scratch = scratch_of(tree);
    articulated_base base = articulated_base_fixed();
    random_state random = random_seed(6);
    int n = tree->v_count;
    double *q = numbers(n), *zero = numbers(n), *torque = numbers(n), *a = numbers(n), *back = numbers(n);
    random_state_of(tree, &random, q, torque);
    articulated_kinematics(tree, scratch, &base, q);
    articulated_velocities(tree, scratch, &base, zero);
    CHECK(articulated_factor(tree, scratch, NULL, NULL) == HF_STATUS_OK);
    articulated_solve(tree, scratch, torque, a);
    articulated_inverse_dynamics(tree, scratch, &base, zero, a, v3_zero(), NULL, back); // M a
    double size = norm(n, a);
    for (int d = 0; d < n; d++) CHECK_NEAR(back[d], torque[d], 1e-12 * size);
    articulated_tree_destroy(tree);
    articulated_scratch_destroy(scratch);
    double *all[] = {q, zero, torque, a, back};
    for (int k = 0; k < 5; k++) free(all[k]);
}

/// Where a point fixed in a link goes.
static vec3 carried(const stage *s, int link, vec3 local)
{
    const articulated_body *body = &s->scratch->bodies[link];
    return v3_add(body->position, quat_rotate(body->orientation, local));
}

TEST(rows_are_differences_of_points)
{
    const double e = 1e-6;
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        for (int trial = 0; trial < 5; trial++)
        {
            int link = random_below(&s.random, s.tree->link_count);
            vec3 local = random_vector(&s.random, 1), direction = random_vector(&s.random, 1), point[2];
            int count = articulated_row(s.tree, s.scratch, link, carried(&s, link, local), direction, s.dofs, s.a);
            int same = articulated_row_angular(s.tree, s.scratch, link, direction, s.dofs, s.b);
            double linear = 0, angular = 0;
            CHECK(count == same);
            for (int k = 0; k < count; k++)
            {
                CHECK(k == 0 || s.dofs[k] > s.dofs[k - 1]);
                linear += s.a[k] * s.v[s.dofs[k]];
                angular += s.b[k] * s.v[s.dofs[k]];
            }
            for (int side = 0; side < 2; side++)
            {
                double *q = numbers(s.tree->q_count);
                memcpy(q, s.q, (size_t)s.tree->q_count * sizeof *q);
                articulated_integrate(s.tree, q, s.v, side ? e : -e);
                articulated_kinematics(s.tree, s.scratch, &s.base, q);
                point[side] = carried(&s, link, local);
                free(q);
            }
            articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
            articulated_velocities(s.tree, s.scratch, &s.base, s.v);
            double size = 1 + fabs(linear);
            CHECK_NEAR(linear, v3_dot(direction, v3_sub(point[1], point[0])) / (2 * e), 1e-7 * size);
            CHECK_NEAR(angular, v3_dot(direction, s.scratch->bodies[link].angular), 1e-11 * (1 + fabs(angular)));
        }
        stage_free(&s);
    }
}

TEST(inverse_rows_and_half_rows_are_dense_ones)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        int *other_dofs = calloc((size_t)s.n + 1, sizeof *other_dofs);
        double *H[2], *h[2], *z[2];
        CHECK(other_dofs);
        for (int k = 0; k < 2; k++) H[k] = numbers(s.n), h[k] = numbers(s.n), z[k] = numbers(s.n);
        for (int trial = 0; trial < 6; trial++)
        {
            bool angular = trial % 3 == 2;
            for (int k = 0; k < 2; k++) // two rows: H scattered over v, and their half rows
            {
                int link = random_below(&s.random, s.tree->link_count);
                vec3 point = carried(&s, link, random_vector(&s.random, 1)), direction = random_vector(&s.random, 1);
                int count = angular ? articulated_row_angular(s.tree, s.scratch, link, direction, s.dofs, s.a)
                                    : articulated_row(s.tree, s.scratch, link, point, direction, s.dofs, s.a);
                memset(H[k], 0, (size_t)s.n * sizeof(double));
                memset(h[k], 0, (size_t)s.n * sizeof(double));
                memset(z[k], 0, (size_t)s.n * sizeof(double));
                for (int j = 0; j < count; j++) H[k][s.dofs[j]] = s.a[j];
                if (angular) articulated_inverse_row_angular(s.tree, s.scratch, link, direction, s.c);
                else articulated_inverse_row(s.tree, s.scratch, link, point, direction, s.c);
                memcpy(s.b, H[k], (size_t)s.n * sizeof(double));
                dense_cholesky_solve(s.n, s.L, s.n, 1, s.b, s.n);
                check_equal(s.n, s.c, s.b, 1e-11);
                CHECK(articulated_half_rows(s.tree, s.scratch, link, point, 1, &direction, angular, other_dofs, s.a,
                                            s.c) == count);
                for (int j = 0; j < count; j++)
                {
                    CHECK(other_dofs[j] == s.dofs[j]);
                    h[k][s.dofs[j]] = s.a[j];
                    z[k][s.dofs[j]] = s.c[j];
                }
                articulated_half_apply(s.tree, s.scratch, z[k], s.a);
                check_equal(s.n, s.a, s.b, 1e-11);
            }
            double direct = 0, halves = 0, size = norm(s.n, H[0]) * norm(s.n, s.b);
            for (int d = 0; d < s.n; d++) // s.b is G of the second row
            {
                direct += H[0][d] * s.b[d];
                halves += h[0][d] * z[1][d];
            }
            CHECK_NEAR(halves, direct, 1e-11 * size);
        }
        free(other_dofs);
        for (int k = 0; k < 2; k++) free(H[k]), free(h[k]), free(z[k]);
        stage_free(&s);
    }
}

TEST(rows_of_several_directions_come_together)
{
    stage s = stage_make(plans[9]);
    vec3 directions[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, point = v3(1, 2, 3);
    int link = s.tree->link_count - 1;
    int count = articulated_half_rows(s.tree, s.scratch, link, point, 3, directions, false, s.dofs, s.a, s.b);
    for (int k = 0; k < 3; k++)
    {
        double *h = numbers(s.n), *z = numbers(s.n);
        articulated_half_rows(s.tree, s.scratch, link, point, 1, &directions[k], false, s.dofs, h, z);
        for (int j = 0; j < count; j++) CHECK(h[j] == s.a[k * count + j] && z[j] == s.b[k * count + j]);
        free(h);
        free(z);
    }
    stage_free(&s);
}

TEST(rows_in_velocities_are_dense_ones)
{
    for (int p = 1; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        for (int trial = 0; trial < 6; trial++)
        {
            int dofs[6], *half = calloc((size_t)s.n, sizeof *half), count = 1 + trial;
            double H[6], W = 0, direct = 0;
            CHECK(half);
            memset(s.b, 0, (size_t)s.n * sizeof *s.b);
            for (int k = 0; k < count; k++)
            {
                dofs[k] = random_below(&s.random, s.n);
                H[k] = random_normal(&s.random);
                s.b[dofs[k]] += H[k];
            }
            dense_cholesky_solve(s.n, s.L, s.n, 1, s.b, s.n);
            for (int k = 0; k < count; k++) direct += H[k] * s.b[dofs[k]];
            int half_count = articulated_half_sparse(s.tree, s.scratch, count, dofs, H, half, s.a, s.c);
            for (int k = 0; k < half_count; k++)
            {
                CHECK(k == 0 || half[k] > half[k - 1]);
                W += s.a[k] * s.c[k];
            }
            CHECK_NEAR(W, direct, 1e-11 * (1 + fabs(direct)));
            free(half);
        }
        stage_free(&s);
    }
}

/// [M_ff 0; M_pf -1] [a_f; τ_p] = [τ_f - M_fp a_p; - M_pp a_p], by LU.
static void track_dense(const stage *s, double *torque, double *a)
{
    int n = s->n, *pivot = calloc((size_t)n, sizeof *pivot);
    double *A = numbers(n * n), *x = numbers(n);
    CHECK(pivot);
    for (int d = 0; d < n; d++)
    {
        x[d] = s->tree->prescribed[d] ? 0 : torque[d];
        for (int e = 0; e < n; e++)
        {
            double m = s->M[d * n + e];
            if (s->tree->prescribed[e]) x[d] -= m * a[e];
            A[d + n * e] = !s->tree->prescribed[e] ? m : d == e ? -1 : 0;
        }
    }
    CHECK(dense_lu(n, A, n, pivot) == 0);
    dense_lu_solve(n, A, n, pivot, 1, x, n);
    for (int d = 0; d < n; d++)
        if (s->tree->prescribed[d]) torque[d] = x[d];
        else a[d] = x[d];
    free(A);
    free(x);
    free(pivot);
}

TEST(tracked_joints_go_where_they_are_sent)
{
    for (int p = 0; p < PLAN_COUNT; p++)
        for (int share = 0; share < 3; share++)
        {
            tree_plan plan = plans[p];
            plan.prescribe = 0.5 * share;
            stage s = stage_make(plan);
            for (int d = 0; d < s.n; d++) s.b[d] = s.a[d] = random_normal(&s.random);
            double *torque = numbers(s.n);
            for (int d = 0; d < s.n; d++) s.c[d] = torque[d] = random_normal(&s.random);
            articulated_track(s.tree, s.scratch, s.c, s.a);
            track_dense(&s, torque, s.b);
            check_equal(s.n, s.a, s.b, 1e-11);
            check_equal(s.n, s.c, torque, 1e-11);
            // what does not know of tracking sees prescribed joints as locked
            memcpy(s.a, s.v, (size_t)s.n * sizeof *s.a);
            articulated_solve(s.tree, s.scratch, s.a, s.c);
            memset(s.b, 0, (size_t)s.n * sizeof *s.b);
            track_dense(&s, s.a, s.b);
            check_equal(s.n, s.c, s.b, 1e-11);
            free(torque);
            stage_free(&s);
        }
}

/// A chain of hinges whose links 0 and 2 weigh nothing, or next to nothing.
static articulated_tree *light_chain(double mass, double armature, bool end_light)
{
    articulated_link links[4] = {{0}};
    articulated_joint joints[4] = {{0}};
    for (int i = 0; i < 4; i++)
    {
        bool light = i % 2 == 0 || (end_light && i == 3);
        links[i] = (articulated_link){.parent = i - 1, .joint_begin = i, .joint_count = 1, .gravity_scale = 1};
        links[i].position = v3(0.1, 0.2, 0.3);
        links[i].orientation = quat_normalize((quat){1, 0.2, 0.1 * i, 0.3});
        links[i].mass = light ? mass : 1;
        links[i].center = v3(0.1, 0, -0.1);
        for (int k = 0; k < 3; k++) links[i].inertia[k] = light ? 0.01 * mass : 0.01;
        joints[i] = (articulated_joint){.kind = HF_JOINT_HINGE, .axis = v3(0.3 * i, 1, 0.5), .armature = armature};
    }
    articulated_tree *tree = NULL;
    CHECK(articulated_tree_create(links, 4, joints, 4, false, &tree, NULL) == HF_STATUS_OK);
    return tree;
}

TEST(links_without_mass_are_fine_where_something_moves)
{
    const double masses[] = {0, 1e-15, 1e-9}, armatures[] = {0, 1e-9, 0.1};
    for (int m = 0; m < 3; m++)
        for (int k = 0; k < 3; k++)
        {
            articulated_tree *tree = light_chain(masses[m], armatures[k], false);
            articulated_scratch *scratch = scratch_of(tree);
            articulated_base base = articulated_base_fixed();
            double q[4] = {0.1, 0.2, 0.3, 0.4}, M[16], a[4] = {1, 2, 3, 4}, tau[4];
            articulated_kinematics(tree, scratch, &base, q);
            articulated_mass_matrix(tree, scratch, M);
            hf_error error = {0};
            CHECK(articulated_factor(tree, scratch, NULL, &error) == HF_STATUS_OK);
            for (int i = 0; i < 4; i++)
            {
                tau[i] = 0;
                for (int j = 0; j < 4; j++) tau[i] += M[4 * i + j] * (j + 1);
            }
            articulated_solve(tree, scratch, tau, a);
            for (int i = 0; i < 4; i++) CHECK_NEAR(a[i], i + 1, 1e-9);
            articulated_tree_destroy(tree);
            articulated_scratch_destroy(scratch);
        }
}

TEST(a_joint_that_moves_nothing_is_named)
{
    articulated_tree *tree = light_chain(0, 0, true);
    articulated_scratch *scratch = scratch_of(tree);
    articulated_base base = articulated_base_fixed();
    double q[4] = {0}, diag[4] = {0, 0, 0, 1e-3};
    hf_error error = {0};
    articulated_kinematics(tree, scratch, &base, q);
    CHECK(articulated_factor(tree, scratch, NULL, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "link 3"));
    CHECK(articulated_factor(tree, scratch, diag, &error) == HF_STATUS_INVALID); // link 2 then
    CHECK(strstr(error.message, "link 2"));
    articulated_tree_destroy(tree);
    articulated_scratch_destroy(scratch);
}

TEST(bad_trees_are_refused_by_name)
{
    articulated_link good[2] = {
        {.parent = -1, .joint_count = 1, .orientation = {1, 0, 0, 0}, .mass = 1, .inertia = {1, 1, 1}},
        {.parent = 0, .joint_begin = 1, .orientation = {1, 0, 0, 0}, .mass = 1, .inertia = {1, 1, 1}}};
    articulated_joint joint = {.kind = HF_JOINT_HINGE, .axis = {0, 0, 2}};
    struct
    {
        articulated_link links[2];
        articulated_joint joint;
        bool floating;
        const char *word;
    } bad[12];
    for (int k = 0; k < 12; k++)
    {
        memcpy(bad[k].links, good, sizeof good);
        bad[k].joint = joint;
        bad[k].floating = false;
    }
    bad[0].links[1].parent = 1, bad[0].word = "parent 1";
    bad[1].links[0].joint_begin = 1, bad[1].word = "sorted";
    bad[2].links[1].mass = -1, bad[2].word = "mass";
    bad[3].links[1].mass = NAN, bad[3].word = "mass";
    bad[4].links[1].inertia[2] = -1, bad[4].word = "inertia";
    bad[5].links[0].orientation = (quat){0, 0, 0, 0}, bad[5].word = "pose";
    bad[6].joint.axis = v3_zero(), bad[6].word = "axis";
    bad[7].joint.armature = -1, bad[7].word = "armature";
    bad[8].joint.kind = HF_JOINT_KIND_COUNT, bad[8].word = "kind";
    bad[9].floating = true, bad[9].word = "no joints";
    bad[10].links[1].joint_count = 1, bad[10].word = "more joints";
    bad[11].joint.position.x = INFINITY, bad[11].word = "finite";
    for (int k = 0; k < 12; k++)
    {
        articulated_tree *tree = NULL;
        hf_error error = {0};
        CHECK(articulated_tree_create(bad[k].links, 2, &bad[k].joint, 1, bad[k].floating, &tree, &error) ==
              HF_STATUS_INVALID);
        CHECK(!tree && strstr(error.message, bad[k].word));
    }
    articulated_tree *tree = NULL;
    hf_error error = {0};
    CHECK(articulated_tree_create(good, 2, &joint, 0, false, &tree, &error) == HF_STATUS_INVALID);
    CHECK(articulated_tree_create(good + 1, 0, &joint, 0, false, &tree, &error) == HF_STATUS_INVALID);
    good[0].joint_count = good[1].joint_begin = 0;
    CHECK(articulated_tree_create(good, 2, &joint, 1, false, &tree, &error) == HF_STATUS_INVALID);
    good[1].parent = -1;
    CHECK(articulated_tree_create(good, 2, NULL, 0, true, &tree, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "one base"));
}

TEST(short_memory_is_told_and_work_allocates_nothing)
{
    articulated_link link = {
        .parent = -1, .joint_count = 1, .orientation = {1, 0, 0, 0}, .mass = 1, .inertia = {1, 1, 1}};
    articulated_joint joint = {.kind = HF_JOINT_BALL};
    for (long k = 0;; k++)
    {
        articulated_tree *tree = NULL;
        articulated_scratch *scratch = NULL;
        fail_allocation(k);
        hf_status status = articulated_tree_create(&link, 1, &joint, 1, false, &tree, NULL);
        if (status == HF_STATUS_OK) status = articulated_scratch_create(tree, &scratch, NULL);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == (failed ? HF_STATUS_NO_MEMORY : HF_STATUS_OK));
        CHECK(!failed || !scratch);
        articulated_scratch_destroy(scratch);
        articulated_tree_destroy(tree);
        if (!failed) break;
    }
    stage s = stage_make(plans[10]);
    fail_allocation(0);
    vec3 direction = v3(0, 0, 1);
    articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
    articulated_velocities(s.tree, s.scratch, &s.base, s.v);
    articulated_bias(s.tree, s.scratch, &s.base, s.v, direction, NULL, s.a);
    articulated_factor(s.tree, s.scratch, NULL, NULL);
    articulated_solve(s.tree, s.scratch, s.a, s.b);
    articulated_track(s.tree, s.scratch, s.a, s.b);
    articulated_inverse_row(s.tree, s.scratch, 7, v3_zero(), direction, s.c);
    articulated_half_rows(s.tree, s.scratch, 7, v3_zero(), 1, &direction, true, s.dofs, s.a, s.b);
    articulated_integrate(s.tree, s.q, s.v, 0.1);
    CHECK(fail_allocation_count() == 0);
    fail_allocation(-1);
    stage_free(&s);
}
