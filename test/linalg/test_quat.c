// Vectors and quaternions of space.

#include "support/harness.h"

#include "base/random.h"
#include "linalg/quat.h"

static const double PI = 3.14159265358979323846;

static vec3 random_vector(random_state *random, double size)
{
    return v3(size * random_normal(random), size * random_normal(random), size * random_normal(random));
}

TEST(rotation_is_the_matrix)
{
    random_state random = random_seed(1);
    for (int k = 0; k < 1000; k++)
    {
        quat q = quat_exp(random_vector(&random, k % 4 == 0 ? 1e-6 : 2));
        CHECK_NEAR(quat_norm(q), 1, 1e-14);
        vec3 x = random_vector(&random, 1);
        double R[9];
        quat_to_matrix(q, R);
        CHECK(v3_distance(quat_rotate(q, x), m3_times(R, x)) < 1e-13);
        CHECK(v3_distance(quat_rotate_back(q, x), m3_transpose_times(R, x)) < 1e-13);
        quat p = quat_from_matrix(R);
        CHECK_NEAR(fabs(p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z), 1, 1e-14);
    }
}

TEST(product_turns_by_the_right_one_first)
{
    random_state random = random_seed(2);
    for (int k = 0; k < 100; k++)
    {
        quat a = quat_exp(random_vector(&random, 1)), b = quat_exp(random_vector(&random, 1));
        vec3 x = random_vector(&random, 1);
        CHECK(v3_distance(quat_rotate(quat_multiply(a, b), x), quat_rotate(a, quat_rotate(b, x))) < 1e-13);
        double A[9], B[9], AB[9], C[9];
        quat_to_matrix(a, A), quat_to_matrix(b, B);
        m3_multiply(A, B, AB);
        quat_to_matrix(quat_multiply(a, b), C);
        for (int i = 0; i < 9; i++) CHECK_NEAR(AB[i], C[i], 1e-13);
    }
}

TEST(exponential_and_logarithm)
{
    random_state random = random_seed(3);
    const double sizes[] = {0, 1e-300, 1e-12, 1e-5, 9.9e-5, 1.01e-4, 1e-3, 1, 3.1};
    for (int k = 0; k < 9; k++)
    {
        vec3 turn = v3_scale(sizes[k], v3_unit_or(random_vector(&random, 1), v3(1, 0, 0)));
        CHECK(v3_distance(quat_log(quat_exp(turn)), turn) <= 1e-14 * (1 + sizes[k]));
    }
    // A quarter turn about z takes x to y.
    CHECK(v3_distance(quat_rotate(quat_exp(v3(0, 0, PI / 2)), v3(1, 0, 0)), v3(0, 1, 0)) < 1e-15);
    quat half = quat_exp(v3(PI, 0, 0));
    CHECK_NEAR(v3_norm(quat_log(half)), PI, 1e-14);
}

TEST(integration_is_exact_for_a_steady_turn)
{
    vec3 w = v3(0.3, -2, 1.1);
    quat start = quat_exp(v3(1, 2, 3)), q = start;
    for (int k = 0; k < 1000; k++) q = quat_integrate(q, w, 0.002);
    quat exact = quat_multiply(quat_exp(v3_scale(2, w)), start);
    CHECK_NEAR(fabs(q.w * exact.w + q.x * exact.x + q.y * exact.y + q.z * exact.z), 1, 1e-13);
}

TEST(degenerate)
{
    quat none = {0, 0, 0, 0};
    CHECK(quat_normalize(none).w == 1);
    CHECK(v3_unit_or(v3_zero(), v3(0, 1, 0)).y == 1);
    random_state random = random_seed(4);
    for (int k = 0; k < 100; k++)
    {
        vec3 n = v3_unit_or(random_vector(&random, 1), v3(1, 0, 0));
        if (k < 3) n = v3(k == 0, k == 1, k == 2);
        vec3 t = v3_perpendicular(n);
        CHECK_NEAR(v3_norm(t), 1, 1e-15);
        CHECK_NEAR(v3_dot(t, n), 0, 1e-15);
    }
    double a[4];
    quat_store(a, quat_conjugate(quat_load((const double[]){1, 2, 3, 4})));
    CHECK(a[0] == 1 && a[1] == -2 && a[2] == -3 && a[3] == -4);
}
