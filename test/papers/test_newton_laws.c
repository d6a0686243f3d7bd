// The laws as equations f(r, u) = 0, and their derivatives.

#include "support/harness.h"
#include "support/random_laws.h"

static double norm(int n, const double *v)
{
    double sum = 0.0;
    for (int k = 0; k < n; k++) sum += v[k] * v[k];
    return sqrt(sum);
}

TEST(f_vanishes_where_the_law_holds_and_only_there)
{
    random_state random = random_seed(1);
    for (int round = 0; round < 4000; round++)
    {
        newton_law law = random_law(&random);
        double r[3], u[3], f[3];
        obey(&random, &law, r, u);
        for (int function = 0; function < HF_NEWTON_FUNCTION_COUNT; function++)
        {
            newton_law_evaluate((hf_newton_function)function, &law, r, u, f, NULL, NULL);
            CHECK_NEAR(norm(law.size, f), 0.0, 1e-14);
            double off[3];
            memcpy(off, u, sizeof off);
            off[0] -= 0.3; // too fast an approach, or motion of what is fixed, or out of the interval of a box
            newton_law_evaluate((hf_newton_function)function, &law, r, off, f, NULL, NULL);
            bool allowed = (law.kind == HF_LAW_BOX && u[0] - 0.3 <= 0.0 && r[0] == law.hi) || u[0] > 0.3;
            CHECK(allowed || norm(law.size, f) > 1e-2);
        }
    }
}

/// The sign of a box: u < 0 ⇒ r = hi, u > 0 ⇒ r = lo.
TEST(a_box_pushes_against_the_motion)
{
    const newton_law law = {.kind = HF_LAW_BOX, .size = 1, .lo = -1.0, .hi = 2.0};
    const double right[][2] = {{2.0, -3.0}, {-1.0, 3.0}, {0.5, 0.0}},
                 wrong[][2] = {{2.0, 3.0}, {-1.0, -3.0}, {0.5, 1.0}};
    for (int function = 0; function < HF_NEWTON_FUNCTION_COUNT; function++)
        for (int k = 0; k < 3; k++)
        {
            double f;
            newton_law_evaluate((hf_newton_function)function, &law, &right[k][0], &right[k][1], &f, NULL, NULL);
            CHECK_NEAR(f, 0.0, 1e-15);
            newton_law_evaluate((hf_newton_function)function, &law, &wrong[k][0], &wrong[k][1], &f, NULL, NULL);
            CHECK(fabs(f) > 0.1);
        }
}

TEST(partials_agree_with_differences)
{
    random_state random = random_seed(2);
    const double h = 1e-6;
    int compared = 0;
    for (int round = 0; round < 3000; round++)
    {
        newton_law law = random_law(&random);
        double z[6], f[3], A[9], B[9], plus[3], minus[3];
        for (int k = 0; k < 6; k++) z[k] = random_normal(&random);
        for (int function = 0; function < HF_NEWTON_FUNCTION_COUNT; function++)
        {
            newton_law_evaluate((hf_newton_function)function, &law, z, z + 3, f, A, B);
            for (int j = 0; j < 6; j++)
            {
                if (j % 3 >= law.size) continue;
                double before = z[j], one_sided = 0.0;
                z[j] = before + h;
                newton_law_evaluate((hf_newton_function)function, &law, z, z + 3, plus, NULL, NULL);
                z[j] = before - h;
                newton_law_evaluate((hf_newton_function)function, &law, z, z + 3, minus, NULL, NULL);
                z[j] = before;
                for (int i = 0; i < law.size; i++) one_sided = fmax(one_sided, fabs(plus[i] + minus[i] - 2.0 * f[i]));
                if (one_sided > 1e-8) continue; // a corner of f, or close to one
                for (int i = 0; i < law.size; i++, compared++)
                    CHECK_NEAR((j < 3 ? A : B)[i * law.size + j % 3], (plus[i] - minus[i]) / (2.0 * h), 1e-5);
            }
        }
    }
    CHECK(compared > 20000);
}

/// At corners the element that is taken must be a limit of derivatives close by, so its entries stay bounded, and J
/// regular for W = I.
TEST(corners_have_usable_derivatives)
{
    const double points[][6] = {
        {0, 0, 0, 0, 0, 0},     // x = y = 0
        {1, 0.5, 0, 0, 0, 0},   // λ₁ = 0: r on the cone, u = 0
        {2, 0.6, 0.8, 0, 0, 0}, // the same, with rounding
        {0, 0, 0, 0.5, 0, 0},   // take-off without slip
        {0, 0, 0, 0, 1, 0},     // r = 0, slipping along the boundary
        {1, -0.5, 0, 0, 2, 0},  // slide
        {-1, 0, 0, -1, 0, 0},   // far out
    };
    for (size_t k = 0; k < sizeof points / sizeof points[0]; k++)
        for (int d = 2; d <= 3; d++)
            for (int function = 0; function < HF_NEWTON_FUNCTION_COUNT; function++)
            {
                const newton_law law = {.kind = HF_LAW_CONTACT, .size = d, .mu = 0.5};
                double f[3], A[9], B[9], sum = 0.0;
                newton_law_evaluate((hf_newton_function)function, &law, points[k], points[k] + 3, f, A, B);
                for (int e = 0; e < d * d; e++)
                {
                    CHECK(isfinite(A[e]) && isfinite(B[e]) && fabs(A[e]) < 4.0 && fabs(B[e]) < 4.0);
                    sum += fabs(A[e]) + fabs(B[e]);
                }
                CHECK(sum > 0.1);
            }
}
