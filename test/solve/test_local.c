// One-contact solvers: cases with known answers, the functions they are built on, and invariances.

#include "support/harness.h"

#include "linalg/block.h"
#include "linalg/quartic.h"
#include "papers/daviet2011/local/alart_curnier.h"
#include "papers/daviet2011/local/rivals.h"
#include "problem/fischer_burmeister.h"
#include "support/local_cases.h"

static local_solve solver(hf_local_method method, int d)
{
    const local_method *found = local_find(method);
    CHECK(found != NULL);
    return d == 3 ? found->solve3 : found->solve2;
}

static const hf_local_method exact_methods[] = {HF_LOCAL_MFB, HF_LOCAL_ENUM, HF_LOCAL_PAC, HF_LOCAL_DAC,
                                                HF_LOCAL_DURIEZ08};

static void velocity(const local_case *c, const double *r, double *u)
{
    for (int i = 0; i < c->d; i++) u[i] = c->b[i];
    block_gemv(c->d, c->d, c->W, r, u);
}

// ---- the table ----

TEST(names_and_table)
{
    static const char *const names[] = {"none", "mfb", "enum", "pac", "dac", "duriez06", "duriez08", "4sides"};
    for (int m = 0; m < HF_LOCAL_COUNT; m++) CHECK(strcmp(hf_local_method_name((hf_local_method)m), names[m]) == 0);
    CHECK(strcmp(hf_local_method_name(HF_LOCAL_COUNT), "unknown") == 0);
    CHECK(local_find(HF_LOCAL_NONE) == NULL);
    CHECK(local_find(HF_LOCAL_COUNT) == NULL);
    for (int m = HF_LOCAL_MFB; m < HF_LOCAL_COUNT; m++)
    {
        const local_method *found = local_find((hf_local_method)m);
        CHECK(found && found->solve3 && found->solve2);
        CHECK(found->exact == (m != HF_LOCAL_DURIEZ06 && m != HF_LOCAL_4SIDES));
    }
}

// ---- answers known by hand: W = I ∕ 3, a block pushed with b ----

TEST(take_off_stick_and_slide_by_hand)
{
    const double W[9] = {1.0 / 3, 0, 0, 0, 1.0 / 3, 0, 0, 0, 1.0 / 3}, W2[4] = {0.5, 0, 0, 0.5};
    for (int m = HF_LOCAL_MFB; m < HF_LOCAL_COUNT; m++)
    {
        local_solve solve3 = solver((hf_local_method)m, 3), solve2 = solver((hf_local_method)m, 2);
        double open[3] = {0.1, 0.7, -0.7}, r[3] = {1.0, 2.0, 3.0};
        for (int k = 0; k < (m == HF_LOCAL_DURIEZ06 ? 2 : 1);
             k++) // a single pass leaves the contact only the second time
            CHECK(solve3(W, open, 0.5, 1e-12, r) == LOCAL_SOLVED);
        CHECK(r[0] == 0.0 && r[1] == 0.0 && r[2] == 0.0);

        double stick[3] = {-0.8, 0.3, -0.2}; // r = -3 b, ‖r_T‖ = 1.08 < 0.5 · 2.4
        memset(r, 0, sizeof(r));
        CHECK(solve3(W, stick, 0.5, 1e-12, r) == LOCAL_SOLVED);
        for (int k = 0; k < 3; k++) CHECK_NEAR(r[k], -3.0 * stick[k], 4e-12);

        double slide[3] = {-0.6, 0.8, 0.0}; // r_N = 1.8, r_T = -0.9 along b_T, in all laws: b_T is along a tangent
        memset(r, 0, sizeof(r));
        CHECK(solve3(W, slide, 0.5, 1e-12, r) == LOCAL_SOLVED);
        CHECK_NEAR(r[0], 1.8, 4e-12);
        CHECK_NEAR(r[1], -0.9, 4e-12);
        CHECK_NEAR(r[2], 0.0, 4e-12);

        double slide2[2] = {-0.6, -0.8};
        memset(r, 0, sizeof(r));
        CHECK(solve2(W2, slide2, 0.5, 1e-12, r) == LOCAL_SOLVED);
        CHECK_NEAR(r[0], 1.2, 4e-12);
        CHECK_NEAR(r[1], 0.6, 4e-12);

        double open2[2] = {0.0, 1.0};
        for (int k = 0; k < (m == HF_LOCAL_DURIEZ06 ? 2 : 1); k++)
            CHECK(solve2(W2, open2, 0.5, 1e-12, r) == LOCAL_SOLVED);
        CHECK(r[0] == 0.0 && r[1] == 0.0);
    }
}

TEST(frictionless_is_the_scalar_case)
{
    const double W[9] = {0.5, 0.1, -0.2, 0.1, 0.25, 0, -0.2, 0, 0.25}, b[3] = {-0.6, 0.8, 0.0}, zero[9] = {0.0};
    for (int m = HF_LOCAL_MFB; m < HF_LOCAL_COUNT; m++)
    {
        double r[3] = {5.0, 1.0, 1.0};
        CHECK(solver((hf_local_method)m, 3)(W, b, 0.0, 1e-12, r) == LOCAL_SOLVED);
        CHECK_NEAR(r[0], 1.2, 1e-15);
        CHECK(r[1] == 0.0 && r[2] == 0.0);
        double s[2] = {5.0, 1.0};
        CHECK(solver((hf_local_method)m, 2)(W, b, 0.0, 1e-12, s) == LOCAL_SOLVED);
        CHECK_NEAR(s[0], 1.2, 1e-15);
        local_verdict expected = m == HF_LOCAL_ENUM ? LOCAL_NO_SOLUTION : LOCAL_FAILED;
        CHECK(solver((hf_local_method)m, 3)(zero, b, 0.0, 1e-12, r) == expected); // nothing stops the approach
        CHECK(solver((hf_local_method)m, 2)(zero, b, 0.0, 1e-12, s) == expected);
        CHECK(r[0] == r[0] && s[0] == s[0]);
    }
}

TEST(four_sides_is_the_pyramid)
{
    // W = I ∕ 3, b_T diagonal: each tangent brakes on its own, so the friction is √2 mu r_N, not mu r_N
    const double W[9] = {1.0 / 3, 0, 0, 0, 1.0 / 3, 0, 0, 0, 1.0 / 3}, b[3] = {-0.2, 0.7, 0.6855654600401044};
    double r[3] = {0.0, 0.0, 0.0};
    CHECK(local_four_sides3(W, b, 0.5, 1e-12, r) == LOCAL_SOLVED);
    CHECK_NEAR(r[0], 0.6, 1e-14);
    CHECK_NEAR(r[1], -0.3, 1e-14);
    CHECK_NEAR(r[2], -0.3, 1e-14);
    CHECK(local_residual(3, W, b, 0.5, r) > 0.05); // which Coulomb forbids
    // a contact that no side solves because W = 0 takes the long way round, and fails
    const double zero[9] = {0.0};
    CHECK(local_four_sides3(zero, b, 0.5, 1e-12, r) == LOCAL_FAILED);
}

TEST(duriez_2006_is_one_pass_and_2008_its_fixed_point)
{
    random_state random = random_seed(5);
    for (int k = 0; k < 200; k++)
    {
        local_case c;
        case_make(&random, 3, 1, &c);
        if (!c.unique || c.mu < 0.1 || c.mu > 2.0) continue;
        double r[3] = {0.0, 0.0, 0.0}, s[3];
        if (local_duriez08_3(c.W, c.b, c.mu, 1e-10, r) != LOCAL_SOLVED) continue;
        memcpy(s, r, sizeof(s));
        CHECK(local_duriez06_3(c.W, c.b, c.mu, 1e-10, s) == LOCAL_SOLVED);
        for (int i = 0; i < 3; i++) CHECK_NEAR(s[i], r[i], 1e-8);
    }
    const double zero[9] = {0.0}, b[3] = {-1.0, 0.0, 0.0};
    double r[3] = {1.0, 0.0, 0.0};
    CHECK(local_duriez06_3(zero, b, 0.5, 1e-10, r) == LOCAL_FAILED);
    CHECK(local_duriez08_3(zero, b, 0.5, 1e-10, r) == LOCAL_FAILED);
}

// ---- the functions ----

/// (f_N, f_T) from the coordinates ₋, ₊, ⊥.
static void to_frame(const mfb_point *s, const double *f, int stride, double *out)
{
    double n = 0.5 * (f[stride] + f[0]), t = 0.5 * (f[stride] - f[0]), a = f[2 * stride];
    out[0] = n;
    out[1] = t * s->omega[0] - a * s->omega[1];
    out[2] = t * s->omega[1] + a * s->omega[0];
}

/// f = x + y - (x∘x + y∘y)^½ as the paper writes it (eq. 15), with its cancellations.
static void textbook(double mu, double rho, const double *r, const double *u, double *f)
{
    double x[3] = {mu * r[0], r[1], r[2]};
    double y[3] = {rho * (u[0] + mu * hypot(u[1], u[2])), rho * mu * u[1], rho * mu * u[2]};
    double a[2] = {x[0] * x[1] + y[0] * y[1], x[0] * x[2] + y[0] * y[2]}, length = hypot(a[0], a[1]);
    double square = dot3(x, x) + dot3(y, y), l1 = sqrt(fmax(0.0, square - 2.0 * length)),
           l2 = sqrt(square + 2.0 * length);
    f[0] = x[0] + y[0] - 0.5 * (l1 + l2);
    for (int i = 0; i < 2; i++) f[1 + i] = x[1 + i] + y[1 + i] - 0.5 * (l2 - l1) * a[i] / length;
}

static void mfb_at(const local_case *c, double rho, const double *r, double *f, double *J)
{
    double u[3], rows[9];
    mfb_point s;
    velocity(c, r, u);
    mfb_evaluate3(c->mu, rho, r, u, &s);
    to_frame(&s, s.f, 1, f);
    if (!J) return;
    mfb_jacobian3(c->W, c->mu, rho, u, &s, rows);
    for (int j = 0; j < 3; j++)
    {
        double column[3];
        to_frame(&s, &rows[j], 3, column);
        for (int i = 0; i < 3; i++) J[3 * i + j] = column[i];
    }
}

TEST(mfb_value_and_jacobian)
{
    random_state random = random_seed(11);
    for (int k = 0; k < 2000; k++)
    {
        local_case c = {.d = 3, .mu = random_between(&random, 0.1, 2.0)};
        case_matrix(&random, &c, 3, 0.5);
        for (int i = 0; i < 9; i++) c.W[i] += 0.1 * random_normal(&random); // unsymmetric
        double r[3], u[3], f[3], J[9], expected[3], rho = random_between(&random, 0.3, 3.0);
        for (int i = 0; i < 3; i++)
        {
            c.b[i] = random_normal(&random);
            r[i] = random_normal(&random);
        }
        mfb_at(&c, rho, r, f, J);
        velocity(&c, r, u);
        textbook(c.mu, rho, r, u, expected);
        for (int i = 0; i < 3; i++) CHECK_NEAR(f[i], expected[i], 1e-9 * (1.0 + norm3(expected)));
        if (hypot(u[1], u[2]) < 0.1) continue; // near the corner at u_T = 0 differences mean little
        for (int j = 0; j < 3; j++)
        {
            const double h = 1e-6;
            double plus[3] = {r[0], r[1], r[2]}, minus[3] = {r[0], r[1], r[2]}, f_plus[3], f_minus[3];
            plus[j] += h;
            minus[j] -= h;
            mfb_at(&c, rho, plus, f_plus, NULL);
            mfb_at(&c, rho, minus, f_minus, NULL);
            for (int i = 0; i < 3; i++)
                CHECK_NEAR(J[3 * i + j], (f_plus[i] - f_minus[i]) / (2.0 * h), 1e-4 * (1.0 + fabs(J[3 * i + j])));
        }
    }
}

TEST(mfb_jacobian_2d)
{
    random_state random = random_seed(12);
    for (int k = 0; k < 1000; k++)
    {
        local_case c = {.d = 2, .mu = random_between(&random, 0.1, 2.0)};
        for (int i = 0; i < 4; i++) c.W[i] = random_normal(&random);
        double r[2] = {random_normal(&random), random_normal(&random)}, u[2], J[4];
        c.b[0] = random_normal(&random);
        c.b[1] = random_normal(&random);
        mfb_point s, side[2];
        velocity(&c, r, u);
        mfb_evaluate2(c.mu, 0.7, r, u, &s);
        mfb_jacobian2(c.W, c.mu, 0.7, u, &s, J);
        if (fabs(u[1]) < 1e-3 || s.root[0] < 1e-2 || s.root[1] < 1e-2) continue;
        for (int j = 0; j < 2; j++)
        {
            for (int e = 0; e < 2; e++)
            {
                double x[2] = {r[0], r[1]};
                x[j] += e == 0 ? 1e-6 : -1e-6;
                velocity(&c, x, u);
                mfb_evaluate2(c.mu, 0.7, x, u, &side[e]);
            }
            for (int i = 0; i < 2; i++)
                CHECK_NEAR(J[2 * i + j], (side[0].f[i] - side[1].f[i]) / 2e-6, 1e-4 * (1.0 + fabs(J[2 * i + j])));
        }
    }
}

TEST(mfb_corners)
{
    // λ₁ = 0: x and y along the same edge of the cone. The appendix's element: (1 - x_N ∕ √(x_N²+y_N²)) on x, likewise
    // on y.
    double r[3] = {1.0, 1.0, 0.0}, u[3] = {0.0, 2.0, 0.0}, W[9] = {0.0}, J[9];
    mfb_point s;
    mfb_evaluate3(1.0, 1.0, r, u, &s); // x = (1, 1, 0), y = (2, 2, 0)
    CHECK(s.root[0] == 0.0);
    mfb_jacobian3(W, 1.0, 1.0, u, &s, J);
    double c = 1.0 - 1.0 / sqrt(5.0);
    const double expected[9] = {c, -c, 0, c, c, 0, 0, 0, c}; // dx in the coordinates ₋, ₊, ⊥
    for (int k = 0; k < 9; k++) CHECK_NEAR(J[k], expected[k], 1e-15);
    // u_T = 0 and x_N x_T + y_N y_T = 0: finite
    double r0[3] = {1.0, 0.0, 0.0}, u0[3] = {0.5, 0.0, 0.0};
    mfb_evaluate3(1.0, 1.0, r0, u0, &s);
    mfb_jacobian3(W, 1.0, 1.0, u0, &s, J);
    for (int k = 0; k < 9; k++) CHECK(isfinite(J[k]));
    CHECK_NEAR(s.f[0], 1.5 - sqrt(1.25), 1e-15);
    // 2D: one scalar function at its corner
    double W2[4] = {1.0, 0.0, 0.0, 1.0}, r2[2] = {1.0, 1.0}, u2[2] = {0.0, 2.0};
    mfb_evaluate2(1.0, 1.0, r2, u2, &s);
    CHECK(s.root[0] == 0.0);
    mfb_jacobian2(W2, 1.0, 1.0, u2, &s, J);
    for (int k = 0; k < 4; k++) CHECK(isfinite(J[k]));
}

TEST(mfb_does_not_cancel)
{
    // Near the edge of the cone λ₁ is 1e-20 of λ₂; f must keep its digits: for y = 0 and x = (1 + e, 1), f = 0 to e² ∕
    // …, not to √ε
    for (double e = 1e-4; e > 1e-14; e *= 0.1)
    {
        double r[3] = {1.0 + e, 1.0, 0.0}, u[3] = {0.0, 0.0, 0.0};
        mfb_point s;
        mfb_evaluate3(1.0, 1.0, r, u, &s);
        CHECK_NEAR(s.root[0], (1.0 + e) - 1.0, 1e-18);
        CHECK(sqrt(mfb_square(&s)) <= 1e-18);
    }
}

TEST(alart_curnier_jacobian)
{
    random_state random = random_seed(13);
    for (int k = 0; k < 3000; k++)
    {
        local_case c = {.d = k % 2 == 0 ? 3 : 2, .mu = random_between(&random, 0.1, 2.0)};
        int d = c.d;
        for (int i = 0; i < d * d; i++) c.W[i] = random_normal(&random) + (i % (d + 1) == 0 ? 3.0 : 0.0);
        double r[3], u[3], F[3], J[9];
        for (int i = 0; i < d; i++)
        {
            c.b[i] = random_normal(&random);
            r[i] = random_normal(&random);
        }
        ac_scale rho = ac_scale_of(d, c.W);
        velocity(&c, r, u);
        ac_evaluate(d, c.W, c.mu, rho, r, u, F, J);
        double t = 0.0, edge;
        for (int i = 1; i < d; i++) t += (r[i] - rho.tangent * u[i]) * (r[i] - rho.tangent * u[i]);
        edge = fmin(fabs(sqrt(t) - c.mu * fmax(0.0, r[0])), fmin(fabs(r[0]), fabs(r[0] - rho.normal * u[0])));
        if (edge < 1e-3 || t < 1e-2) continue;
        for (int j = 0; j < d; j++)
        {
            double side[2][3], none[3];
            for (int e = 0; e < 2; e++)
            {
                double x[3];
                memcpy(x, r, sizeof(x));
                x[j] += e == 0 ? 1e-6 : -1e-6;
                velocity(&c, x, none);
                ac_evaluate(d, c.W, c.mu, rho, x, none, side[e], NULL);
            }
            for (int i = 0; i < d; i++)
                CHECK_NEAR(J[d * i + j], (side[0][i] - side[1][i]) / 2e-6, 1e-4 * (1.0 + fabs(J[d * i + j])));
        }
    }
}

TEST(quartic_roots_from_known_ones)
{
    random_state random = random_seed(17);
    for (int k = 0; k < 5000; k++)
    {
        double root[4], c[5] = {1.0, 0.0, 0.0, 0.0, 0.0};
        int inside = 0;
        for (int i = 0; i < 4; i++)
        {
            root[i] = random_between(&random, -0.5, 1.5);
            for (int j = i + 1; j > 0; j--) c[j] = c[j - 1] - root[i] * c[j];
            c[0] *= -root[i];
            if (root[i] >= 0.0 && root[i] <= 1.0) inside++;
        }
        double gap = 1.0;
        for (int i = 0; i < 4; i++)
        {
            gap = fmin(gap, fmin(fabs(root[i]), fabs(1.0 - root[i])));
            for (int j = 0; j < i; j++) gap = fmin(gap, fabs(root[i] - root[j]));
        }
        if (gap < 1e-3) continue;
        quartic_roots found;
        quartic_solve(c, &found);
        CHECK(found.count == inside);
        for (int i = 0; i < found.count; i++)
        {
            double nearest = 1.0;
            for (int j = 0; j < 4; j++) nearest = fmin(nearest, fabs(found.root[i] - root[j]));
            CHECK(nearest < 1e-7);
        }
    }
    quartic_roots found; // t⁴ - t² ∕ 4: the roots 0 (twice) and ½; and a double root at ½: only stationary
    quartic_solve((double[]){0.0, 0.0, -0.25, 0.0, 1.0}, &found);
    CHECK(found.count >= 2);
    CHECK_NEAR(found.root[0], 0.0, 0.0);
    CHECK_NEAR(found.root[found.count - 1], 0.5, 1e-15);
    quartic_solve((double[]){0.25, -1.0, 1.25, -1.0, 1.0}, &found); // (t - ½)² (t² + 1)
    bool near = found.count > 0;
    for (int i = 0; i < found.stationary_count; i++) near = near || fabs(found.stationary[i] - 0.5) < 1e-7;
    CHECK(near);
}

// ---- properties ----

TEST(backwards_from_known_pairs)
{
    random_state random = random_seed(23);
    for (int d = 2; d <= 3; d++)
        for (int k = 0; k < 3000; k++)
        {
            local_case c = {.d = d, .mu = random_between(&random, 0.1, 1.0)};
            double r[3], u[3], scale;
            case_matrix(&random, &c, d, 0.3);
            for (int i = 0; i < d; i++) c.W[(d + 1) * i] += 0.5;
            case_pair(&random, d, c.mu, k % 3, r, u);
            if (case_contraction(&c) > 0.9) continue;
            double trace = 0.0;
            for (int i = 0; i < d; i++) trace += c.W[(d + 1) * i];
            for (int i = 0; i < d; i++)
            {
                c.b[i] = u[i];
                for (int j = 0; j < d; j++) c.b[i] -= c.W[d * i + j] * r[j];
            }
            scale = case_scale(&c); // r_scaled = r trace ∕ ‖b‖
            for (size_t m = 0; m < 4; m++)
            {
                double x[3] = {0.0, 0.0, 0.0};
                local_verdict verdict = solver(exact_methods[m], d)(c.W, c.b, c.mu, 1e-12, x);
                if (exact_methods[m] == HF_LOCAL_PAC && verdict != LOCAL_SOLVED) continue; // pure Newton may cycle
                CHECK(verdict == LOCAL_SOLVED);
                for (int i = 0; i < d; i++) CHECK_NEAR(x[i], r[i] * trace / scale, 1e-9);
            }
        }
}

TEST(a_guess_that_solves_comes_back)
{
    random_state random = random_seed(29);
    for (int k = 0; k < 1000; k++)
    {
        local_case c;
        case_make(&random, 2 + k % 2, 1, &c);
        if (!c.unique || c.b[0] >= 0.0) continue;
        double r[3] = {0.0, 0.0, 0.0}, s[3];
        if (solver(HF_LOCAL_MFB, c.d)(c.W, c.b, c.mu, 1e-12, r) != LOCAL_SOLVED) continue;
        memcpy(s, r, sizeof(s));
        CHECK(solver(HF_LOCAL_MFB, c.d)(c.W, c.b, c.mu, 1e-12, s) == LOCAL_SOLVED);
        CHECK(memcmp(r, s, (size_t)c.d * sizeof(double)) == 0);
    }
}

TEST(frames_do_not_matter)
{
    random_state random = random_seed(31);
    for (int k = 0; k < 2000; k++)
    {
        local_case c, t;
        case_make(&random, 3, k % 2, &c);
        if (!c.unique || c.mu > 2.0) continue;
        double angle = random_between(&random, 0.0, 6.28), cs = cos(angle), sn = sin(angle);
        const double Q[9] = {1, 0, 0, 0, cs, -sn, 0, sn, cs}; // t = Q c
        t = c;
        for (int i = 0; i < 3; i++)
        {
            t.b[i] = dot3(&Q[3 * i], c.b);
            for (int j = 0; j < 3; j++)
            {
                t.W[3 * i + j] = 0.0;
                for (int p = 0; p < 3; p++)
                    for (int q = 0; q < 3; q++) t.W[3 * i + j] += Q[3 * i + p] * c.W[3 * p + q] * Q[3 * j + q];
            }
        }
        for (size_t m = 0; m < sizeof(exact_methods) / sizeof(*exact_methods); m++)
        {
            double r[3] = {0.0, 0.0, 0.0}, s[3] = {0.0, 0.0, 0.0};
            local_solve solve = solver(exact_methods[m], 3);
            if (solve(c.W, c.b, c.mu, 1e-12, r) != LOCAL_SOLVED || solve(t.W, t.b, t.mu, 1e-12, s) != LOCAL_SOLVED)
                continue;
            for (int i = 0; i < 3; i++) CHECK_NEAR(s[i], dot3(&Q[3 * i], r), 1e-8);
        }
    }
}

TEST(units_do_not_matter)
{
    // b ◄ 1000 b: r and u scale; the verdicts of the Newton methods do not change
    random_state random = random_seed(37);
    for (int k = 0; k < 2000; k++)
    {
        local_case c;
        case_make(&random, 2 + k % 2, k % 2, &c);
        if (!c.unique || c.mu > 2.0) continue;
        double big[3] = {1000.0 * c.b[0], 1000.0 * c.b[1], 1000.0 * c.b[2]};
        for (size_t m = 0; m < 2; m++)
        {
            double r[3] = {0.0, 0.0, 0.0}, s[3] = {0.0, 0.0, 0.0};
            CHECK(solver(exact_methods[m], c.d)(c.W, c.b, c.mu, 1e-11, r) == LOCAL_SOLVED);
            CHECK(solver(exact_methods[m], c.d)(c.W, big, c.mu, 1e-8, s) == LOCAL_SOLVED);
            for (int i = 0; i < c.d; i++) CHECK_NEAR(s[i], 1000.0 * r[i], 1e-5);
        }
    }
}

TEST(not_a_number_is_never_solved)
{
    const double W[9] = {1.0 / 3, 0, 0, 0, 1.0 / 3, 0, 0, 0, 1.0 / 3}, bad[9] = {NAN, 0, 0, 0, 1.0, 0, 0, 0, 1.0};
    const double b[3] = {-0.6, 0.8, 0.0}, bad_b[3] = {-0.6, NAN, 0.0}, bad_n[3] = {NAN, 1.0, 0.0};
    for (int m = HF_LOCAL_MFB; m < HF_LOCAL_COUNT; m++)
        for (int d = 2; d <= 3; d++)
        {
            double r[3] = {0.0, 0.0, 0.0};
            CHECK(solver((hf_local_method)m, d)(bad, b, 0.5, 1e-12, r) == LOCAL_FAILED);
            memset(r, 0, sizeof(r));
            CHECK(solver((hf_local_method)m, d)(W, bad_b, 0.5, 1e-12, r) == LOCAL_FAILED);
            memset(r, 0, sizeof(r));
            CHECK(solver((hf_local_method)m, d)(W, bad_n, 0.5, 1e-12, r) == LOCAL_FAILED);
        }
}
