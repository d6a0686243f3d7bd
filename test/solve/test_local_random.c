// The one-contact solvers on ten thousand random contacts and more: regular, singular, unsymmetric, with and without a
// solution, mu from 0 to 1e6.

#include "support/harness.h"

#include "linalg/block.h"
#include "papers/daviet2011/local/rivals.h"
#include "support/local_cases.h"

enum
{
    contacts = 10500 // per dimension, over all kinds
};

static local_verdict run(hf_local_method method, const local_case *c, double tolerance, double *r)
{
    const local_method *found = local_find(method);
    return (c->d == 3 ? found->solve3 : found->solve2)(c->W, c->b, c->mu, tolerance, r);
}

/// The pair of the hybrid sweep: Newton, then the enumeration.
static local_verdict hybrid(const local_case *c, double tolerance, double *r)
{
    local_verdict verdict = run(HF_LOCAL_MFB, c, tolerance, r);
    return verdict == LOCAL_SOLVED ? verdict : run(HF_LOCAL_ENUM, c, tolerance, r);
}

static double residual(const local_case *c, const double *r)
{
    return local_residual(c->d, c->W, c->b, c->mu, r);
}

TEST(hybrid_solves_whatever_has_a_solution)
{
    const double tolerance = 1e-9; // mu = 1e6 times the rounding of u_T does not allow for less
    for (int d = 2; d <= 3; d++)
    {
        random_state random = random_seed(101);
        int proven = 0, without = 0;
        for (int k = 0; k < contacts; k++)
        {
            local_case c;
            int kind = k % case_kinds;
            case_make(&random, d, kind, &c);
            double r[3], s[3];
            memcpy(r, c.guess, sizeof(r));
            memcpy(s, c.guess, sizeof(s));
            local_verdict by_enum = run(HF_LOCAL_ENUM, &c, tolerance, s), by_both = hybrid(&c, tolerance, r);
            if (by_enum == LOCAL_SOLVED) CHECK(residual(&c, s) <= tolerance);
            if (by_both == LOCAL_SOLVED) CHECK(residual(&c, r) <= tolerance);
            if (by_enum == LOCAL_SOLVED) CHECK(by_both == LOCAL_SOLVED);
            if (by_enum == LOCAL_NO_SOLUTION)
            {
                CHECK(by_both == LOCAL_NO_SOLUTION);
                CHECK(memcmp(s, c.guess, (size_t)d * sizeof(double)) == 0); // untouched
                without++;
            }
            bool built = kind == 1 || kind == 3 ||
                         kind == 4; // 3: with b in the range of W it sticks, slides or opens, see below
            if (kind == 1 || kind == 4) CHECK(by_both == LOCAL_SOLVED);
            if (kind == 0 || kind == 6) CHECK(by_both != LOCAL_NO_SOLUTION); // W definite: there is one
            proven += by_both == LOCAL_SOLVED && built;
        }
        CHECK(proven > contacts / 3);
        CHECK(without > 100); // the set has such contacts, or it would prove nothing
    }
}

TEST(solved_means_solved_for_every_exact_method)
{
    for (int d = 2; d <= 3; d++)
    {
        random_state random = random_seed(103);
        for (int k = 0; k < contacts; k++)
        {
            local_case c;
            case_make(&random, d, k % case_kinds, &c);
            for (int m = HF_LOCAL_MFB; m < HF_LOCAL_COUNT; m++)
            {
                double r[3], before;
                memcpy(r, c.guess, sizeof(r));
                before = residual(&c, r);
                local_verdict verdict = run((hf_local_method)m, &c, 1e-12, r);
                if (!local_find((hf_local_method)m)->exact) continue;
                if (verdict == LOCAL_SOLVED) CHECK(residual(&c, r) <= 1e-12);
                CHECK(m == HF_LOCAL_ENUM || verdict != LOCAL_NO_SOLUTION);
                if (m == HF_LOCAL_PAC || m == HF_LOCAL_DAC || m == HF_LOCAL_DURIEZ08) // keep the best
                    CHECK(residual(&c, r) <= before * (1.0 + 1e-12) || c.mu == 0.0);
            }
        }
    }
}

TEST(exact_methods_agree_where_the_solution_is_unique)
{
    static const hf_local_method methods[] = {HF_LOCAL_ENUM, HF_LOCAL_MFB, HF_LOCAL_PAC, HF_LOCAL_DAC,
                                              HF_LOCAL_DURIEZ08};
    static const double failures_allowed[] = {0.0, 0.01, 0.15, 0.02, 0.7};
    for (int d = 2; d <= 3; d++)
    {
        random_state random = random_seed(107);
        int count = 0, failed[5] = {0};
        for (int k = 0; k < contacts; k++)
        {
            local_case c;
            case_make(&random, d, k % 2, &c);
            if (!c.unique) continue;
            count++;
            double first[3] = {0.0, 0.0, 0.0};
            for (int m = 0; m < 5; m++)
            {
                double r[3], u[3], solution[3] = {0.0, 0.0, 0.0};
                memcpy(r, c.guess, sizeof(r));
                if (run(methods[m], &c, 1e-12, r) != LOCAL_SOLVED)
                {
                    CHECK(methods[m] != HF_LOCAL_MFB ||
                          c.mu < 1e-3); // a tiny mu sets the two hats of the function far apart
                    failed[m]++;
                    continue;
                }
                for (int i = 0; i < d; i++) u[i] = c.b[i];
                block_gemv(d, d, c.W, r, u);
                memcpy(solution, u, (size_t)d * sizeof(double));
                if (m == 0) memcpy(first, solution, sizeof(first));
                for (int i = 0; i < d; i++) CHECK_NEAR(solution[i], first[i], 1e-9);
            }
        }
        CHECK(count > 2000);
        for (int m = 0; m < 5; m++)
            if (failed[m] > failures_allowed[m] * count)
                harness_fail(__FILE__, __LINE__, "%s failed on %d of %d in %dD", hf_local_method_name(methods[m]),
                             failed[m], count, d);
    }
}

/// Least natural residual found by a grid over the cone (directions, and lengths over eight decades) and a shrinking
/// random walk from its best points: no case distinction, no polynomial.
static double least_residual(const local_case *c, random_state *random)
{
    enum
    {
        starts = 6
    };
    double best[starts], at[starts][3];
    for (int s = 0; s < starts; s++) best[s] = INFINITY;
    for (int length = -4; length <= 12; length++)
        for (int turn = 0; turn < (c->d == 3 ? 48 : 2); turn++)
            for (int inside = 0; inside <= 4; inside++)
            {
                double n = pow(10.0, 0.33 * length), t = c->mu * n * inside / 4.0,
                       angle = 6.283185307179586 * turn / 48;
                double r[3] = {n, c->d == 3 ? t * cos(angle) : turn == 0 ? t : -t, t * sin(angle)};
                double value = residual(c, r);
                int worst = 0;
                for (int s = 1; s < starts; s++)
                    if (best[s] > best[worst]) worst = s;
                if (value >= best[worst]) continue;
                best[worst] = value;
                memcpy(at[worst], r, sizeof(r));
            }
    double least = INFINITY;
    for (int s = 0; s < starts; s++)
    {
        double step = 0.3, last[3] = {0.0, 0.0, 0.0}; // the last move that paid: valleys are narrow
        for (int k = 0; k < 6000; k++)
        {
            double r[3], size = 1.0 + norm3(at[s]), again = k % 2 == 0 ? random_between(random, -1.0, 2.0) : 0.0;
            for (int i = 0; i < 3; i++)
                r[i] = at[s][i] + again * last[i] + (i < c->d ? step * size * random_normal(random) : 0.0);
            double value = residual(c, r);
            if (value < best[s])
            {
                for (int i = 0; i < 3; i++) last[i] = r[i] - at[s][i];
                best[s] = value;
                memcpy(at[s], r, sizeof(r));
                step = fmin(0.3, 1.5 * step);
            }
            else step = fmax(1e-12, 0.95 * step);
        }
        least = fmin(least, best[s]);
    }
    return least;
}

TEST(no_solution_stands_up_to_a_dense_search)
{
    random_state random = random_seed(109), walk = random_seed(1);
    int checked = 0;
    for (int k = 0; k < 20000 && checked < 150; k++)
    {
        local_case c;
        case_make(&random, 2 + k % 2, k % 3 == 0 ? 5 : 2, &c);
        if (c.mu > 10.0 || c.mu < 0.05)
            continue; // the residual itself becomes blunt: at r = 0 it is |b_N| ∕ √(1 + mu²)
        double r[3];
        memcpy(r, c.guess, sizeof(r));
        if (run(HF_LOCAL_ENUM, &c, 1e-10, r) != LOCAL_NO_SOLUTION) continue;
        checked++;
        double least = least_residual(&c, &walk);
        if (least < 1e-4)
            harness_fail(__FILE__, __LINE__, "contact %d: residual %g where none should be below 1e-4", k, least);
    }
    CHECK(checked == 150);
}

TEST(the_search_finds_solutions_that_exist)
{
    // the other side of the case above: on contacts with a solution the same search comes down
    random_state random = random_seed(113), walk = random_seed(2);
    int checked = 0, found = 0;
    for (int k = 0; checked < 40; k++)
    {
        local_case c;
        case_make(&random, 2 + k % 2, 4, &c);
        if (c.mu > 10.0 || c.mu < 0.05 || c.b[0] >= 0.0) continue;
        checked++;
        found += least_residual(&c, &walk) < 1e-5;
    }
    CHECK(found >= 30); // a blind search loses itself in some of the narrow valleys of singular contacts
}

TEST(two_solutions_although_mu_times_coupling_is_below_the_normal_entry)
{
    // W definite and mu ‖w_T‖ = 0.394 < w_N = 0.417, which makes a planar contact unique; in space this one can stick
    // and can slide
    const double W[9] = {0.41691077663499326,  -0.31430067106173804, -0.11656661915723662,
                         -0.31430067106173804, 0.51837012215730627,  0.040863044449243477,
                         -0.11656661915723662, 0.040863044449243477, 0.064719101207700552};
    const double b[3] = {-0.10962528273849394, -0.97484899261513214, 0.1940405601459842}, mu = 1.17476;
    double stick[3] = {0.0, 0.0, 0.0}, slide[3] = {1.6, 1.87, -0.24}, u[3] = {b[0], b[1], b[2]},
           v[3] = {b[0], b[1], b[2]};
    CHECK(local_enum3(W, b, mu, 1e-12, stick) == LOCAL_SOLVED);
    CHECK(local_mfb3(W, b, mu, 1e-12, slide) == LOCAL_SOLVED);
    block3_gemv(W, stick, u);
    block3_gemv(W, slide, v);
    CHECK(norm3(u) < 1e-14);
    CHECK(norm2(&v[1]) > 0.5);
    CHECK_NEAR(norm2(&slide[1]), mu * slide[0], 1e-11);
}

// ---- singular and degenerate contacts, by hand ----

TEST(painleve_has_no_solution)
{
    // a rod on its tip, W = w wᵀ with w = (1, -2): pushing down along the cone's edge only drives it down harder; b_T
    // slides it there
    const double W[4] = {0.2, -0.4, -0.4, 0.8};
    double b[2] = {-0.6, -0.8}, r[2] = {1.0, 1.0};
    CHECK(local_enum2(W, b, 1.0, 1e-12, r) == LOCAL_NO_SOLUTION);
    CHECK(r[0] == 1.0 && r[1] == 1.0);
    CHECK(local_mfb2(W, b, 1.0, 1e-12, r) == LOCAL_FAILED);
    const double W3[9] = {0.2, -0.4, 0, -0.4, 0.8, 0, 0, 0, 0};
    double b3[3] = {-0.6, -0.8, 0.0}, r3[3] = {1.0, 1.0, 0.0};
    CHECK(local_enum3(W3, b3, 1.0, 1e-12, r3) == LOCAL_NO_SOLUTION);
    double other[2] = {-0.3, 0.9}; // faster and the other way it slides: r_N = 0.3 ∕ (0.2 + 0.4), u_T = 0.9 - 2 · 0.3
    CHECK(local_enum2(W, other, 1.0, 1e-12, r) == LOCAL_SOLVED);
    CHECK_NEAR(r[0], 0.5, 1e-14);
    CHECK_NEAR(r[1], -0.5, 1e-14);
}

TEST(stick_on_a_line_and_on_a_plane)
{
    // rank one, b in its range: a plane of candidates. w = (1, 2, 0) ∕ √5, b = -w: r·w = 1 inside K needs mu >= 0 only
    double w[3] = {0.4472135954999579, 0.8944271909999159, 0.0}, W[9], b[3], r[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++)
    {
        b[i] = -w[i];
        for (int j = 0; j < 3; j++) W[3 * i + j] = w[i] * w[j];
    }
    CHECK(local_enum3(W, b, 0.01, 1e-12, r) == LOCAL_SOLVED);
    CHECK_NEAR(dot3(w, r), 1.0, 1e-12);
    CHECK(norm2(&r[1]) <= 0.01 * r[0] + 1e-12);
    double inside[3] = {1.0 / w[0], 0.0, 0.005}; // a guess on the plane and in the cone is kept
    memcpy(r, inside, sizeof(r));
    CHECK(local_enum3(W, b, 0.01, 1e-12, r) == LOCAL_SOLVED);
    for (int i = 0; i < 3; i++) CHECK_NEAR(r[i], inside[i], 1e-12);
    // w = (0, 1, 0), no normal part: nothing stops the approach
    const double T[9] = {0, 0, 0, 0, 1, 0, 0, 0, 0}, down[3] = {-0.6, 0.8, 0.0};
    CHECK(local_enum3(T, down, 1.0, 1e-12, r) == LOCAL_NO_SOLUTION);
    // rank two: a line through the cone; the part of r in the null space stays with the guess
    const double L[9] = {0.5, 0, 0, 0, 0.5, 0, 0, 0, 0}, c[3] = {-0.8, 0.6, 0.0};
    double s[3] = {0.0, 0.0, 0.3};
    CHECK(local_enum3(L, c, 1.0, 1e-12, s) == LOCAL_SOLVED);
    CHECK_NEAR(s[0], 1.6, 1e-12);
    CHECK_NEAR(s[1], -1.2, 1e-12);
    CHECK_NEAR(s[2], 0.3, 1e-12);
    double far[3] = {0.0, 0.0, 7.0}; // too far: the nearest point in the cone
    CHECK(local_enum3(L, c, 1.0, 1e-12, far) == LOCAL_SOLVED);
    CHECK_NEAR(far[2], sqrt(1.6 * 1.6 - 1.2 * 1.2), 1e-9);
    // W = 0
    const double zero[9] = {0.0};
    CHECK(local_enum3(zero, down, 1.0, 1e-12, far) == LOCAL_NO_SOLUTION);
    CHECK(local_enum2(zero, down, 1.0, 1e-12, far) == LOCAL_NO_SOLUTION);
    const double hardly[3] = {-1e-13, 1.0, 0.0}; // an approach below the tolerance
    CHECK(local_enum3(zero, hardly, 1.0, 1e-12, far) == LOCAL_SOLVED);
    CHECK(far[0] == 0.0 && far[1] == 0.0 && far[2] == 0.0);
}

TEST(two_slides_share_a_double_root)
{
    // M + α I singular: T = diag(1, 1) ∕ 4 and a = c = (k, 0) with b_T = 0. By symmetry the slides are r_T = mu r_N
    // (-c, ± s).
    // Built backwards: s = (-0.6, ±0.8) mu, alpha from (T + alpha) s + c = 0 in the first component and T_22 + alpha =
    // 0 in the second:
    // needs T_22 = -alpha < 0, so W is not PSD. Unsymmetric and indefinite blocks must not break it.
    const double mu = 0.5, alpha = 0.5;
    double W[9] = {1, 0, 0, 0, 0.25, 0, 0, 0, -alpha}, b[3] = {-1.0, 0.0, 0.0};
    W[3] = (0.25 + alpha) * 0.6 * mu; // c_1
    W[1] = 0.1;                       // a_1 ≠ c_1
    for (int sign = -1; sign <= 1; sign += 2)
    {
        double r[3] = {1.0, -0.3, 0.4 * sign}, u[3] = {b[0], b[1], b[2]};
        CHECK(local_enum3(W, b, mu, 1e-10, r) == LOCAL_SOLVED);
        block3_gemv(W, r, u);
        CHECK_NEAR(u[0], 0.0, 1e-12);
        CHECK_NEAR(r[2] / (mu * r[0]), 0.8 * sign, 1e-9); // the one next to the guess
        CHECK_NEAR(u[1], -alpha * r[1], 1e-9);
        CHECK_NEAR(u[2], -alpha * r[2], 1e-9);
    }
}

TEST(stick_at_the_edge_of_slide)
{
    // r = -W⁻¹ b exactly on the edge of the cone: rounding puts it in neither case, the verdict must not
    random_state random = random_seed(127);
    for (int k = 0; k < 2000; k++)
    {
        local_case c = {.d = 2 + k % 2, .mu = random_between(&random, 0.1, 2.0)};
        int d = c.d;
        double r[3], u[3], x[3] = {0.0, 0.0, 0.0};
        case_matrix(&random, &c, d, 0.3);
        for (int i = 0; i < d; i++) c.W[(d + 1) * i] += 0.2;
        case_pair(&random, d, c.mu, 2, r, u);
        for (int i = 0; i < d; i++)
        {
            c.b[i] = 0.0;
            for (int j = 0; j < d; j++) c.b[i] -= c.W[d * i + j] * r[j];
        }
        case_scale(&c);
        if (c.b[0] >= 0.0) continue;
        CHECK(run(HF_LOCAL_ENUM, &c, 1e-12, x) == LOCAL_SOLVED);
        memset(x, 0, sizeof(x));
        CHECK(hybrid(&c, 1e-12, x) == LOCAL_SOLVED);
    }
}
