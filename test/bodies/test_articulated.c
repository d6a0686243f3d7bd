// Articulated trees against the definition: poses, mass matrix and bias from a second kinematics and differences, and
// what must hold of motion.

#include "support/articulated_trees.h"

#include "linalg/dense.h"

static const vec3 down = {0.3, -0.2, -9.81};

/// A tree at a state, with room for what the tests compute.
typedef struct stage
{
    articulated_tree *tree;
    articulated_scratch *scratch;
    articulated_base base;
    random_state random;
    int n;
    double *q, *v, *M, *bias, *a, *b, *c;
} stage;

static double *numbers(int count)
{
    double *p = calloc((size_t)count + 1, sizeof *p);
    CHECK(p);
    return p;
}

static stage stage_make(tree_plan plan)
{
    stage s = {.tree = random_tree(&plan), .random = random_seed(plan.seed + 1000)};
    s.scratch = scratch_of(s.tree);
    s.n = s.tree->v_count;
    s.q = numbers(s.tree->q_count);
    double **all[] = {&s.v, &s.bias, &s.a, &s.b, &s.c};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) *all[k] = numbers(s.n);
    s.M = numbers(s.n * s.n);
    s.base = articulated_base_fixed();
    if (!plan.floating)
    {
        s.base.position = random_vector(&s.random, 1);
        s.base.orientation = random_turn(&s.random);
        s.base.linear = random_vector(&s.random, 1);
        s.base.angular = random_vector(&s.random, 1);
        s.base.linear_acceleration = random_vector(&s.random, 1);
        s.base.angular_acceleration = random_vector(&s.random, 1);
    }
    random_state_of(s.tree, &s.random, s.q, s.v);
    articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
    articulated_velocities(s.tree, s.scratch, &s.base, s.v);
    articulated_mass_matrix(s.tree, s.scratch, s.M);
    return s;
}

static void stage_free(stage *s)
{
    articulated_tree_destroy(s->tree);
    articulated_scratch_destroy(s->scratch);
    double *all[] = {s->q, s->v, s->M, s->bias, s->a, s->b, s->c};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
}

/// Poses at time t of the motion with constant v and the base's given accelerations.
static void poses_at(const stage *s, const double *v, double t, bool base_moves, naive_pose *poses)
{
    double *q = numbers(s->tree->q_count);
    memcpy(q, s->q, (size_t)s->tree->q_count * sizeof *q);
    articulated_integrate(s->tree, q, v, t);
    articulated_base b = s->base;
    naive_pose base = {.x = b.position};
    quat orientation = b.orientation;
    if (base_moves)
    {
        base.x = v3_add(base.x, v3_add_scaled(v3_scale(t, b.linear), 0.5 * t * t, b.linear_acceleration));
        vec3 turn = v3_add_scaled(v3_scale(t, b.angular), 0.5 * t * t, b.angular_acceleration);
        orientation = quat_multiply(quat_exp(turn), orientation);
    }
    quat_to_matrix(orientation, base.R);
    naive_kinematics(s->tree, &base, q, poses);
    free(q);
}

/// Velocity and acceleration of centre and orientation of each link, by five-point differences.
typedef struct naive_motion
{
    vec3 center, linear, angular, linear_acceleration, angular_acceleration;
    double R[9];
} naive_motion;

static vec3 skew_part(const double *W)
{
    return v3(0.5 * (W[7] - W[5]), 0.5 * (W[2] - W[6]), 0.5 * (W[3] - W[1]));
}

static void motions(const stage *s, const double *v, bool base_moves, naive_motion *out)
{
    const double e = 2e-3; // truncation e⁴, rounding eps/e²: both about 1e-11
    static const double first[5] = {1.0 / 12, -8.0 / 12, 0, 8.0 / 12, -1.0 / 12};
    static const double second[5] = {-1.0 / 12, 16.0 / 12, -30.0 / 12, 16.0 / 12, -1.0 / 12};
    int n = s->tree->link_count;
    naive_pose *poses = calloc(5 * (size_t)n, sizeof *poses);
    CHECK(poses);
    for (int k = 0; k < 5; k++) poses_at(s, v, (k - 2) * e, base_moves, poses + k * n);
    for (int i = 0; i < n; i++)
    {
        naive_motion m = {0};
        double R1[9] = {0}, R2[9] = {0};
        memcpy(m.R, poses[2 * n + i].R, sizeof m.R);
        for (int k = 0; k < 5; k++)
        {
            const naive_pose *p = &poses[k * n + i];
            vec3 c = v3_add(p->x, m3_times(p->R, s->tree->links[i].center));
            if (k == 2) m.center = c;
            m.linear = v3_add_scaled(m.linear, first[k] / e, c);
            m.linear_acceleration = v3_add_scaled(m.linear_acceleration, second[k] / (e * e), c);
            for (int j = 0; j < 9; j++) R1[j] += first[k] / e * p->R[j];
            for (int j = 0; j < 9; j++) R2[j] += second[k] / (e * e) * p->R[j];
        }
        double W1[9] = {0}, W2[9] = {0}; // Ṙ Rᵀ = [ω]×, skew part of R̈ Rᵀ = [ω']×
        for (int j = 0; j < 9; j++)
            for (int l = 0; l < 3; l++)
            {
                W1[j] += R1[j / 3 * 3 + l] * m.R[j % 3 * 3 + l];
                W2[j] += R2[j / 3 * 3 + l] * m.R[j % 3 * 3 + l];
            }
        m.angular = skew_part(W1);
        m.angular_acceleration = skew_part(W2);
        out[i] = m;
    }
    free(poses);
}

/// I w, of the link's tensor turned into the world.
static vec3 tensor_times(const articulated_link *link, const double *R, vec3 w)
{
    const double *I = link->inertia;
    double full[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
    return m3_times(R, m3_times(full, m3_transpose_times(R, w)));
}

static const tree_plan plans[] = {
    {.shape = TREE_CHAIN, .link_count = 1, .floating = true, .seed = 1},
    {.shape = TREE_CHAIN, .link_count = 5, .seed = 2, .armature = 0.3},
    {.shape = TREE_CHAIN, .link_count = 6, .floating = true, .seed = 3},
    {.shape = TREE_COMB, .link_count = 12, .seed = 4},
    {.shape = TREE_STAR, .link_count = 8, .floating = true, .seed = 5, .armature = 1},
    {.shape = TREE_STAR, .link_count = 8, .seed = 6},
    {.shape = TREE_RANDOM, .link_count = 12, .seed = 7, .armature = 0.1},
    {.shape = TREE_RANDOM, .link_count = 12, .floating = true, .seed = 8},
    {.shape = TREE_RANDOM, .link_count = 15, .seed = 9},
    {.shape = TREE_RANDOM, .link_count = 15, .floating = true, .seed = 10, .armature = 0.2},
};
enum
{
    PLAN_COUNT = sizeof plans / sizeof plans[0]
};

TEST(poses_are_as_defined)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        naive_pose *poses = calloc((size_t)s.tree->link_count, sizeof *poses);
        CHECK(poses);
        poses_at(&s, s.v, 0, false, poses);
        for (int i = 0; i < s.tree->link_count; i++)
        {
            double R[9];
            quat_to_matrix(s.scratch->bodies[i].orientation, R);
            CHECK_NEAR(v3_distance(s.scratch->bodies[i].position, poses[i].x), 0, 1e-13);
            for (int k = 0; k < 9; k++) CHECK_NEAR(R[k], poses[i].R[k], 1e-13);
        }
        free(poses);
        stage_free(&s);
    }
}

TEST(twists_are_differences_of_poses)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        naive_motion *m = calloc((size_t)s.tree->link_count, sizeof *m);
        CHECK(m);
        motions(&s, s.v, true, m);
        for (int i = 0; i < s.tree->link_count; i++)
        {
            CHECK_NEAR(v3_distance(s.scratch->bodies[i].center, m[i].center), 0, 1e-13);
            const articulated_body *body = &s.scratch->bodies[i];
            vec3 v = v3_add(body->linear, v3_cross(body->angular, v3_sub(m[i].center, body->position)));
            CHECK_NEAR(v3_distance(v, m[i].linear), 0, 1e-7);
            CHECK_NEAR(v3_distance(s.scratch->bodies[i].angular, m[i].angular), 0, 1e-7);
        }
        free(m);
        stage_free(&s);
    }
}

/// Centre and angular Jacobians by differences: motions with one velocity 1 and the others 0.
static naive_motion *jacobians(const stage *s)
{
    naive_motion *J = calloc((size_t)(s->n * s->tree->link_count), sizeof *J);
    CHECK(J);
    for (int d = 0; d < s->n; d++)
    {
        double *v = numbers(s->n);
        v[d] = 1;
        motions(s, v, false, J + d * s->tree->link_count);
        free(v);
    }
    return J;
}

TEST(mass_matrix_is_the_sum_over_links)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        naive_motion *J = jacobians(&s);
        int links = s.tree->link_count;
        for (int d = 0; d < s.n; d++)
            for (int e = 0; e < s.n; e++)
            {
                double sum = d == e ? s.tree->armature[d] : 0; // Σ m Jᵀ J + Jωᵀ I Jω
                for (int i = 0; i < links; i++)
                {
                    const naive_motion *A = &J[d * links + i], *B = &J[e * links + i];
                    sum += s.tree->links[i].mass * v3_dot(A->linear, B->linear) +
                           v3_dot(A->angular, tensor_times(&s.tree->links[i], A->R, B->angular));
                }
                CHECK_NEAR(s.M[d * s.n + e], sum, 1e-8);
            }
        free(J);
        stage_free(&s);
    }
}

TEST(bias_is_newtons_law)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        int links = s.tree->link_count;
        naive_motion *J = jacobians(&s), *m = calloc((size_t)links, sizeof *m);
        double *wrench = numbers(6 * links);
        CHECK(m);
        for (int k = 0; k < 6 * links; k++) wrench[k] = random_normal(&s.random);
        motions(&s, s.v, true, m);
        articulated_bias(s.tree, s.scratch, &s.base, s.v, down, wrench, s.bias);
        for (int d = 0; d < s.n; d++)
        {
            double sum = 0; // Σ J · (m c'' - f) + Jω · (I ω' + ω × I ω - t): d'Alembert
            for (int i = 0; i < links; i++)
            {
                const articulated_link *link = &s.tree->links[i];
                vec3 f = v3_add_scaled(v3_load(wrench + 6 * i), link->mass * link->gravity_scale, down);
                vec3 t = v3_sub(tensor_times(link, m[i].R, m[i].angular_acceleration), v3_load(wrench + 6 * i + 3));
                t = v3_add(t, v3_cross(m[i].angular, tensor_times(link, m[i].R, m[i].angular)));
                f = v3_sub(v3_scale(link->mass, m[i].linear_acceleration), f);
                sum += v3_dot(J[d * links + i].linear, f) + v3_dot(J[d * links + i].angular, t);
            }
            CHECK_NEAR(s.bias[d], sum, 1e-7 * (1 + fabs(sum)));
        }
        free(J);
        free(m);
        free(wrench);
        stage_free(&s);
    }
}

TEST(inverse_dynamics_is_mass_times_acceleration_and_bias)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        for (int d = 0; d < s.n; d++) s.a[d] = random_normal(&s.random);
        articulated_bias(s.tree, s.scratch, &s.base, s.v, down, NULL, s.bias);
        articulated_inverse_dynamics(s.tree, s.scratch, &s.base, s.v, s.a, down, NULL, s.b);
        for (int d = 0; d < s.n; d++)
        {
            double sum = s.bias[d];
            for (int e = 0; e < s.n; e++) sum += s.M[d * s.n + e] * s.a[e];
            CHECK_NEAR(s.b[d], sum, 1e-11 * (1 + fabs(sum)));
        }
        stage_free(&s);
    }
}

TEST(kinetic_energy_is_half_v_m_v)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        articulated_base still = s.base;
        still.linear = still.angular = v3_zero();
        articulated_velocities(s.tree, s.scratch, &still, s.v);
        double sum = 0;
        for (int d = 0; d < s.n; d++)
            for (int e = 0; e < s.n; e++) sum += 0.5 * s.v[d] * s.M[d * s.n + e] * s.v[e];
        CHECK_NEAR(articulated_kinetic(s.tree, s.scratch, s.v), sum, 1e-12 * sum);
        stage_free(&s);
    }
}

TEST(difference_undoes_integrate)
{
    for (int p = 0; p < PLAN_COUNT; p++)
    {
        stage s = stage_make(plans[p]);
        double *to = numbers(s.tree->q_count);
        memcpy(to, s.q, (size_t)s.tree->q_count * sizeof *to);
        for (int d = 0; d < s.n; d++) s.v[d] = random_between(&s.random, -1.5, 1.5);
        articulated_integrate(s.tree, to, s.v, 0.5);
        articulated_integrate(s.tree, to, s.v, 0.5);
        articulated_difference(s.tree, s.q, to, s.a);
        for (int d = 0; d < s.n; d++) CHECK_NEAR(s.a[d], s.v[d], 1e-13);
        free(to);
        stage_free(&s);
    }
}

/// a = M̂⁻¹ (- bias) at the state (q, v) of s; into s->a.
static void accelerate(stage *s, const double *q, const double *v, vec3 gravity)
{
    articulated_kinematics(s->tree, s->scratch, &s->base, q);
    articulated_velocities(s->tree, s->scratch, &s->base, v);
    articulated_bias(s->tree, s->scratch, &s->base, v, gravity, NULL, s->bias);
    CHECK(articulated_factor(s->tree, s->scratch, NULL, NULL) == HF_STATUS_OK);
    for (int d = 0; d < s->n; d++) s->bias[d] = -s->bias[d];
    articulated_solve(s->tree, s->scratch, s->bias, s->a);
}

/// One step of the explicit midpoint rule: second order on the group as in the plane.
static void midpoint(stage *s, double h, vec3 gravity)
{
    size_t bytes = (size_t)s->tree->q_count * sizeof(double);
    double *half = numbers(s->tree->q_count);
    memcpy(half, s->q, bytes);
    accelerate(s, s->q, s->v, gravity);
    articulated_integrate(s->tree, half, s->v, 0.5 * h);
    for (int d = 0; d < s->n; d++) s->b[d] = s->v[d] + 0.5 * h * s->a[d];
    accelerate(s, half, s->b, gravity);
    articulated_integrate(s->tree, s->q, s->b, h);
    for (int d = 0; d < s->n; d++) s->v[d] += h * s->a[d];
    free(half);
}

static double energy(stage *s, vec3 gravity)
{
    articulated_kinematics(s->tree, s->scratch, &s->base, s->q);
    articulated_velocities(s->tree, s->scratch, &s->base, s->v);
    return articulated_kinetic(s->tree, s->scratch, s->v) + articulated_potential(s->tree, s->scratch, gravity);
}

/// Change of the energy over one second with steps of h.
static double energy_drift(tree_plan plan, double h)
{
    stage s = stage_make(plan);
    s.base = articulated_base_fixed();
    for (int i = 0; i < s.tree->link_count; i++) s.tree->links[i].gravity_scale = 1;
    double before = energy(&s, down);
    int steps = (int)lround(0.25 / h);
    for (int k = 0; k < steps; k++) midpoint(&s, h, down);
    double drift = energy(&s, down) - before;
    stage_free(&s);
    return drift;
}

TEST(energy_is_kept_to_the_order_of_the_rule)
{
    const tree_plan chains[] = {{.shape = TREE_CHAIN, .link_count = 2, .hinges_only = true, .seed = 21},
                                {.shape = TREE_CHAIN, .link_count = 4, .seed = 22, .armature = 0.1},
                                {.shape = TREE_RANDOM, .link_count = 6, .floating = true, .seed = 23}};
    for (int p = 0; p < 3; p++)
    {
        double coarse = fabs(energy_drift(chains[p], 1.0 / 2048)), fine = fabs(energy_drift(chains[p], 1.0 / 4096));
        CHECK(fine < 1e-3);
        CHECK(coarse / fine > 3.2); // second order: 4 (third, where the leading term cancels: 8)
    }
}

/// Momenta a time e along the tangent of the motion.
static void momenta_at(stage *s, double e, vec3 *p, vec3 *L)
{
    stage moved = *s;
    moved.q = numbers(s->tree->q_count);
    moved.v = numbers(s->n);
    memcpy(moved.q, s->q, (size_t)s->tree->q_count * sizeof(double));
    for (int d = 0; d < s->n; d++) moved.v[d] = s->v[d] + e * s->a[d];
    articulated_integrate(s->tree, moved.q, s->v, e);
    energy(&moved, down);
    articulated_momentum(s->tree, s->scratch, v3(1, 2, 3), p, L);
    free(moved.q);
    free(moved.v);
}

TEST(floating_trees_keep_their_momentum)
{
    tree_plan plan = {.shape = TREE_RANDOM, .link_count = 9, .floating = true, .seed = 31};
    stage s = stage_make(plan);
    vec3 p[2], L[2];
    const double e = 1e-5;
    accelerate(&s, s.q, s.v, v3_zero());
    momenta_at(&s, -e, &p[0], &L[0]);
    momenta_at(&s, e, &p[1], &L[1]);
    CHECK(v3_norm(p[0]) > 1 && v3_norm(L[0]) > 1);
    CHECK_NEAR(v3_distance(p[0], p[1]) / (2 * e), 0, 1e-6);
    CHECK_NEAR(v3_distance(L[0], L[1]) / (2 * e), 0, 1e-6);
    stage_free(&s);
}
