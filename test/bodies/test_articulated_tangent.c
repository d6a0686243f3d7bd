// Derivatives of inverse dynamics, matrices of momentum and rates of Jacobians against differences of fourth order of
// what test_articulated proves, and against each other.

#include "support/articulated_trees.h"

#include "bodies/articulated/articulated_tangent.h"

static const vec3 down = {0.3, -0.2, -9.81};
static const double STEP = 2e-3; // of differences: their error is about 1e-11 of the largest entry

typedef struct stage
{
    articulated_tree *tree;
    articulated_scratch *scratch;
    articulated_tangent *tangent;
    articulated_base base;
    random_state random;
    int n;
    double *q, *v, *a, *wrench;
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
    CHECK(articulated_tangent_create(s.tree, &s.tangent, NULL) == HF_STATUS_OK);
    s.n = s.tree->v_count;
    s.q = numbers(s.tree->q_count);
    s.v = numbers(s.n);
    s.a = numbers(s.n);
    s.wrench = numbers(6 * s.tree->link_count);
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
    for (int d = 0; d < s.n; d++) s.a[d] = 3.0 * random_normal(&s.random);
    for (int k = 0; k < 6 * s.tree->link_count; k++) s.wrench[k] = random_normal(&s.random);
    articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
    articulated_tangent_at(s.tree, s.scratch, s.tangent, &s.base, s.v, s.a, down, s.wrench);
    return s;
}

static void stage_free(stage *s)
{
    articulated_tangent_destroy(s->tangent);
    articulated_tree_destroy(s->tree);
    articulated_scratch_destroy(s->scratch);
    double *all[] = {s->q, s->v, s->a, s->wrench};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
}

/// What is differenced: out ◄ f(q ⊕ dq, v + dv).
typedef void probe(stage *s, const double *q, const double *v, double *out);

/// out ◄ d f / de along dq and dv, of `count` numbers.
static void difference(stage *s, probe *f, int count, const double *dq, const double *dv, double *out)
{
    static const double place[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    double *q = numbers(s->tree->q_count), *v = numbers(s->n), *value = numbers(count);
    memset(out, 0, (size_t)count * sizeof *out);
    for (int k = 0; k < 4; k++)
    {
        double e = place[k] * STEP;
        memcpy(q, s->q, (size_t)s->tree->q_count * sizeof *q);
        if (dq) articulated_integrate(s->tree, q, dq, e);
        for (int d = 0; d < s->n; d++) v[d] = s->v[d] + (dv ? e * dv[d] : 0.0);
        f(s, q, v, value);
        for (int i = 0; i < count; i++) out[i] += weight[k] * value[i] / (12.0 * STEP);
    }
    free(q);
    free(v);
    free(value);
}

static void torque_of(stage *s, const double *q, const double *v, double *out)
{
    articulated_kinematics(s->tree, s->scratch, &s->base, q);
    articulated_velocities(s->tree, s->scratch, &s->base, v);
    articulated_inverse_dynamics(s->tree, s->scratch, &s->base, v, s->a, down, s->wrench, out);
}

static double largest(const double *x, int count)
{
    double most = 1.0;
    for (int k = 0; k < count; k++) most = fmax(most, fabs(x[k]));
    return most;
}

static void check_inverse(tree_plan plan)
{
    stage s = stage_make(plan);
    int n = s.n, stride = n + 3;
    double *dq = numbers(n * stride), *dv = numbers(n * stride), *da = numbers(n * stride);
    double *torque = numbers(n), *expected = numbers(n), *unit = numbers(n), *M = numbers(n * n);
    articulated_tangent_inverse(s.tree, s.tangent, (size_t)stride, dq, dv, da);
    articulated_tangent_torque(s.tree, s.tangent, s.a, torque);
    torque_of(&s, s.q, s.v, expected);
    double scale = largest(expected, n), worst[2] = {0.0, 0.0};
    for (int d = 0; d < n; d++) CHECK_NEAR(torque[d], expected[d], 1e-12 * scale);
    articulated_mass_matrix(s.tree, s.scratch, M);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) CHECK_NEAR(da[i * stride + j], M[i * n + j], 1e-12 * largest(M, n * n));
    for (int e = 0; e < n; e++)
        for (int kind = 0; kind < 2; kind++)
        {
            unit[e] = 1.0;
            difference(&s, torque_of, n, kind ? NULL : unit, kind ? unit : NULL, expected);
            unit[e] = 0.0;
            const double *D = kind ? dv : dq;
            for (int d = 0; d < n; d++)
                worst[kind] = fmax(worst[kind], fabs(D[d * stride + e] - expected[d]) / largest(D, n * stride));
        }
    CHECK_NEAR(worst[0], 0.0, 1e-9);
    CHECK_NEAR(worst[1], 0.0, 1e-9);
    double *all[] = {dq, dv, da, torque, expected, unit, M};
    for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) free(all[k]);
    stage_free(&s);
}

TEST(derivatives_of_inverse_dynamics_are_those_of_differences)
{
    for (int shape = 0; shape < TREE_SHAPE_COUNT; shape++)
        for (int floating = 0; floating < 2; floating++)
            for (int links = 1; links < 14; links += 4)
                check_inverse((tree_plan){.shape = (tree_shape)shape,
                                          .link_count = links,
                                          .floating = floating == 1,
                                          .armature = 0.2,
                                          .seed = (uint64_t)(100 * shape + 10 * floating + links)});
}

static void mass_times_velocity(stage *s, const double *q, const double *v, double *out)
{
    double *M = numbers(s->n * s->n);
    articulated_kinematics(s->tree, s->scratch, &s->base, q);
    articulated_mass_matrix(s->tree, s->scratch, M);
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++) out[i] += (j == 0 ? -out[i] : 0.0) + M[i * s->n + j] * v[j];
    free(M);
}

/// C v is quadratic in v, so that ∂(C v)/∂v v = 2 C v; and vᵀ (Ṁ v - 2 C v) = 0: the power of C is what kinetic energy
/// gains by Ṁ.
TEST(coriolis_forces_are_quadratic_and_without_power)
{
    const tree_plan plans[] = {{.shape = TREE_RANDOM, .link_count = 9, .floating = true, .seed = 5},
                               {.shape = TREE_COMB, .link_count = 11, .seed = 6}};
    for (int p = 0; p < 2; p++)
    {
        stage s = stage_make(plans[p]);
        s.base = articulated_base_fixed();
        articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
        articulated_tangent_at(s.tree, s.scratch, s.tangent, &s.base, s.v, NULL, v3_zero(), NULL);
        double *dv = numbers(s.n * s.n), *C = numbers(s.n), *rate = numbers(s.n);
        articulated_tangent_inverse(s.tree, s.tangent, (size_t)s.n, NULL, dv, NULL);
        articulated_tangent_torque(s.tree, s.tangent, NULL, C);
        double power = 0.0, terms = 0.0, scale = largest(C, s.n);
        for (int i = 0; i < s.n; i++)
        {
            double twice = 0.0;
            for (int j = 0; j < s.n; j++) twice += dv[i * s.n + j] * s.v[j];
            CHECK_NEAR(twice, 2.0 * C[i], 1e-12 * scale);
        }
        difference(&s, mass_times_velocity, s.n, s.v, NULL, rate);
        for (int i = 0; i < s.n; i++)
        {
            power += s.v[i] * (rate[i] - 2.0 * C[i]);
            terms += fabs(s.v[i] * rate[i]);
        }
        CHECK_NEAR(power, 0.0, 1e-9 * terms);
        free(dv);
        free(C);
        free(rate);
        stage_free(&s);
    }
}

static void momentum_of(stage *s, const double *q, const double *v, double *out)
{
    vec3 p, L;
    articulated_kinematics(s->tree, s->scratch, &s->base, q);
    articulated_velocities(s->tree, s->scratch, &s->base, v);
    articulated_momentum(s->tree, s->scratch, v3(1, 2, 3), &p, &L);
    v3_store(out, p);
    v3_store(out + 3, L);
}

TEST(momentum_and_its_rate_are_those_of_the_links)
{
    const tree_plan plans[] = {{.shape = TREE_RANDOM, .link_count = 9, .floating = true, .seed = 15},
                               {.shape = TREE_COMB, .link_count = 11, .seed = 16}};
    for (int p = 0; p < 2; p++)
    {
        stage s = stage_make(plans[p]);
        s.base = articulated_base_fixed();
        articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
        articulated_tangent_at(s.tree, s.scratch, s.tangent, &s.base, s.v, s.a, down, NULL);
        double *A = numbers(6 * s.n), rate[6], expected[6], part[6] = {0};
        articulated_tangent_momentum(s.tree, s.tangent, -1, v3(1, 2, 3), (size_t)s.n, A, rate);
        momentum_of(&s, s.q, s.v, expected);
        double scale = largest(A, 6 * s.n);
        for (int k = 0; k < 6; k++)
        {
            double sum = 0.0;
            for (int d = 0; d < s.n; d++) sum += A[k * s.n + d] * s.v[d];
            CHECK_NEAR(sum, expected[k], 1e-12 * scale);
        }
        difference(&s, momentum_of, 6, s.v, s.a, expected);
        for (int k = 0; k < 6; k++) CHECK_NEAR(rate[k], expected[k], 1e-8 * largest(rate, 6));

        // Of all that hangs on one link, whatever is before it: the parts sum to the whole.
        for (int i = 0; i < s.tree->link_count; i++)
        {
            if (s.tree->links[i].parent >= 0) continue;
            articulated_tangent_momentum(s.tree, s.tangent, i, v3(1, 2, 3), (size_t)s.n, A, rate);
            for (int k = 0; k < 6; k++)
                for (int d = 0; d < s.n; d++) part[k] += A[k * s.n + d] * s.v[d];
        }
        momentum_of(&s, s.q, s.v, expected);
        for (int k = 0; k < 6; k++) CHECK_NEAR(part[k], expected[k], 1e-12 * scale);
        free(A);
        stage_free(&s);
    }
}

/// Velocity of a point of the last link that is at (0.1, 0.2, 0.3) in its frame, and angular velocity.
static void point_of(stage *s, const double *q, const double *v, double *out)
{
    articulated_kinematics(s->tree, s->scratch, &s->base, q);
    articulated_velocities(s->tree, s->scratch, &s->base, v);
    const articulated_body *link = &s->scratch->bodies[s->tree->link_count - 1];
    vec3 arm = quat_rotate(link->orientation, v3(0.1, 0.2, 0.3));
    v3_store(out, v3_add(link->linear, v3_cross(link->angular, arm)));
    v3_store(out + 3, link->angular);
}

TEST(rates_of_jacobians_and_accelerations_are_those_of_differences)
{
    const tree_plan plans[] = {{.shape = TREE_CHAIN, .link_count = 6, .floating = true, .seed = 25},
                               {.shape = TREE_CHAIN, .link_count = 7, .seed = 26}};
    for (int p = 0; p < 2; p++)
    {
        stage s = stage_make(plans[p]);
        int last = s.tree->link_count - 1, *dofs = calloc((size_t)s.n, sizeof *dofs);
        vec3 *linear = calloc((size_t)s.n, sizeof *linear), *angular = calloc((size_t)s.n, sizeof *angular), x, w;
        double expected[6];
        s.base = articulated_base_fixed();
        articulated_kinematics(s.tree, s.scratch, &s.base, s.q);
        articulated_tangent_at(s.tree, s.scratch, s.tangent, &s.base, s.v, s.a, down, NULL);
        const articulated_body *link = &s.scratch->bodies[last];
        vec3 point = v3_add(link->position, quat_rotate(link->orientation, v3(0.1, 0.2, 0.3)));
        articulated_tangent_acceleration(s.tree, s.tangent, last, point, &x, &w);
        int count = articulated_tangent_rates(s.tree, s.tangent, last, point, dofs, linear, angular);
        CHECK(count > 0);
        difference(&s, point_of, 6, s.v, s.a, expected);
        CHECK_NEAR(v3_distance(x, v3_load(expected)), 0.0, 1e-8 * largest(expected, 6));
        CHECK_NEAR(v3_distance(w, v3_load(expected + 3)), 0.0, 1e-8 * largest(expected, 6));

        // J̇ e by the difference of J e along v: J e is the velocity of the point where v = e.
        for (int k = 0; k < count; k++)
        {
            double *kept = s.v, *unit = numbers(s.n);
            unit[dofs[k]] = 1.0;
            s.v = unit; // v is not differenced, q moves along the true one
            difference(&s, point_of, 6, kept, NULL, expected);
            s.v = kept;
            CHECK_NEAR(v3_distance(linear[k], v3_load(expected)), 0.0, 1e-8 * (1 + v3_norm(linear[k])));
            CHECK_NEAR(v3_distance(angular[k], v3_load(expected + 3)), 0.0, 1e-8 * (1 + v3_norm(angular[k])));
            free(unit);
        }
        free(dofs);
        free(linear);
        free(angular);
        stage_free(&s);
    }
}

TEST(centers_of_subtrees_are_those_of_their_links)
{
    stage s = stage_make((tree_plan){.shape = TREE_RANDOM, .link_count = 8, .seed = 33});
    for (int i = -1; i < s.tree->link_count; i++)
    {
        vec3 sum = v3_zero(), center;
        double mass = 0.0, found = articulated_tangent_center(s.tree, s.tangent, i, &center);
        for (int k = 0; k < s.tree->link_count; k++)
        {
            int up = k;
            while (up > i && i >= 0) up = s.tree->links[up].parent;
            if (i >= 0 && up != i) continue;
            mass += s.tree->links[k].mass;
            sum = v3_add_scaled(sum, s.tree->links[k].mass, s.scratch->bodies[k].center);
        }
        CHECK_NEAR(found, mass, 1e-12);
        CHECK_NEAR(v3_distance(center, v3_scale(1.0 / mass, sum)), 0.0, 1e-12);
    }
    stage_free(&s);
}

TEST(memory_that_fails_is_said)
{
    articulated_tree *tree = random_tree(&(tree_plan){.shape = TREE_CHAIN, .link_count = 3, .seed = 1});
    for (int k = 0; k < 3; k++)
    {
        articulated_tangent *tangent = NULL;
        hf_error error = {0};
        fail_allocation(k);
        hf_status status = articulated_tangent_create(tree, &tangent, &error);
        fail_allocation(-1);
        CHECK(status == HF_STATUS_NO_MEMORY && !tangent);
    }
    articulated_tree_destroy(tree);
}
