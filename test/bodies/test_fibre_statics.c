// Mechanics of all kinds of fibres against theory, small: the elastica, buckling, frequencies, a helix that hangs, the
// bend-twist boundary. The long test has more elements, and prints the table of docs/notes/fibre-validation.md.

#include "support/bend_twist.h"
#include "support/fibre_cases.h"

static const int coarse[3] = {12, 20, 20}; // elements

/// Errors of second order in the length of elements: of the tip, by the length, at Γ = 0.1, 1, 10, 100, 1,000 as they
/// were found, and half as much again.
TEST(cantilevers_are_elastica)
{
    static const double most[3][5] = {{4.5e-5, 4.3e-4, 2e-3, 6.3e-3, 2.1e-2},
                                      {4.7e-5, 4.5e-4, 1e-3, 4.1e-3, 8.3e-3},
                                      {4.7e-5, 4.6e-4, 1.6e-3, 4.8e-3, 1.4e-2}};
    for (int kind = 0; kind < 3; kind++)
    {
        double gamma = 0.1;
        for (int g = 0; g < 5; g++, gamma *= 10)
            CHECK(kit_elastica_error((hf_fibre_kind)kind, coarse[kind], gamma) < most[kind][g]);
    }
}

/// The boundary-value problem itself: known to 1e-8, and its limit of small weights, a deflection of Γ/8.
TEST(the_elastica_is_solved)
{
    double a[2], b[2];
    double gamma = 0.1;
    for (int g = 0; g < 5; g++, gamma *= 10)
    {
        elastica_tip(gamma, 2000, a);
        elastica_tip(gamma, 4000, b);
        CHECK(hypot(a[0] - b[0], a[1] - b[1]) < 1e-8);
    }
    elastica_tip(1e-3, 2000, a);
    CHECK_NEAR(a[1], 1e-3 / 8, 1e-10);
}

TEST(errors_are_of_second_order)
{
    for (int kind = 0; kind < 3; kind++)
    {
        double error = kit_elastica_error((hf_fibre_kind)kind, coarse[kind], 1);
        double finer = kit_elastica_error((hf_fibre_kind)kind, 2 * coarse[kind], 1);
        CHECK_NEAR(log2(error / finer), 2, 0.1);
    }
}

/// Euler's four loads and the column under its own weight, by rods of n and 2n elements and what they lead to.
TEST(columns_buckle_at_their_loads)
{
    for (int c = 0; c < BUCKLING_CASES; c++)
        for (int kind = 0; kind < 3; kind++)
        {
            const buckling_case *b = &buckling_cases[c];
            double rough = critical_load(b, (hf_fibre_kind)kind, coarse[kind]);
            double fine = critical_load(b, (hf_fibre_kind)kind, 2 * coarse[kind]), limit = (4 * fine - rough) / 3;
            CHECK_NEAR(fine, b->critical, (b->tip_clamped && kind == 0 ? 0.02 : 0.004) * b->critical);
            if (b->tip_clamped && kind == 0) continue; // its last segment bends: no clean order
            CHECK_NEAR(limit, b->critical, 1e-3 * b->critical);
        }
}

TEST(cantilevers_swing_at_their_frequencies)
{
    for (int kind = 0; kind < 3; kind++)
        for (int mode = 0; mode < 3; mode++)
        {
            double rough = cantilever_beta((hf_fibre_kind)kind, coarse[kind], mode);
            double fine = cantilever_beta((hf_fibre_kind)kind, 2 * coarse[kind], mode), limit = (4 * fine - rough) / 3;
            CHECK_NEAR(fine, beta[mode], 4e-3 * beta[mode]);
            CHECK_NEAR(limit, beta[mode], 5e-4 * beta[mode]);
        }
}

TEST(a_helix_hangs_as_kirchhoff_s)
{
    const vec3 natural = v3(12, 0, 5);
    kirchhoff exact = kirchhoff_hanging(20, natural);
    vec3 m, tip;
    CHECK(kirchhoff_hang(exact, &m, &tip));
    for (int kind = 0; kind < 3; kind++)
    {
        kit_load load;
        fibre_kit k = hanging((hf_fibre_kind)kind, kind ? 60 : 16, 20, natural, &load);
        CHECK(v3_distance(kit_tip(&k), tip) < (kind ? 4e-3 : 1e-2));
        kit_destroy(&k);
    }
}

/// Γ = 30: a planar curl is stable below κ L = 5.79300 (by shooting, and by the second variation of energy), and leaves
/// its plane above.
TEST(a_curl_leaves_its_plane_at_the_boundary)
{
    double boundary = bend_twist_boundary(-1, 0, 30, 5.8);
    CHECK_NEAR(boundary, bend_twist_second_variation(30, 5.7, 5.9), 1e-5);
    for (int kind = 0; kind < 3; kind++)
    {
        CHECK(bend_twist_of((hf_fibre_kind)kind, coarse[kind], 30, 0.99 * boundary) > 0);
        CHECK(bend_twist_of((hf_fibre_kind)kind, coarse[kind], 30, 1.01 * boundary) < 0);
    }
}

/// Michell's ring leaves its plane at a twist of √3 times 2π E I/G J; of 40 elements at 1.71 times it (der) and 1.73
/// (corde).
TEST(a_twisted_ring_leaves_its_plane)
{
    const double unit = 2 * kit_pi * 1.5;
    for (int kind = HF_FIBRE_DER; kind <= HF_FIBRE_CORDE; kind++)
    {
        CHECK(twisted_ring((hf_fibre_kind)kind, 40, 0.98 * sqrt(3) * unit) > 0);
        CHECK(twisted_ring((hf_fibre_kind)kind, 40, 1.01 * sqrt(3) * unit) < 0);
    }
}
