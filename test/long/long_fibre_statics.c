// Mechanics of all kinds of fibres against theory, with convergence. Prints the tables of
// docs/notes/fibre-validation.md.

#include "support/bend_twist.h"
#include "support/fibre_cases.h"

enum
{
    LEVELS = 3
};
static const int elements[3][LEVELS] = {{8, 16, 32}, {20, 40, 80}, {20, 40, 80}};

static const char *name_of(int kind)
{
    return hf_fibre_kind_name((hf_fibre_kind)kind);
}

/// One line of a table: what was found with more and more elements, and what that leads to; the last within `share` of
/// the exact value.
static void line(const char *what, int kind, double exact, const double found[LEVELS], double share)
{
    double limit = (4 * found[2] - found[1]) / 3;
    printf("| %s | %.6g | %s | %.6g | %.6g | %.6g | %.6g | %+.3f %% |\n", what, exact, name_of(kind), found[0],
           found[1], found[2], limit, 100 * (limit - exact) / exact);
    CHECK_NEAR(limit, exact, share * exact);
}

TEST(elastica)
{
    printf("| Γ | exact tip | kind | n | error of the tip / L | order |\n| --- | --- | --- | --- | --- | --- |\n");
    double gamma = 0.1;
    for (int g = 0; g < 5; g++, gamma *= 10)
    {
        double tip[2];
        elastica_tip(gamma, 4000, tip);
        for (int kind = 0; kind < 3; kind++)
        {
            double error[LEVELS];
            for (int l = 0; l < LEVELS; l++)
                error[l] = kit_elastica_error((hf_fibre_kind)kind, elements[kind][l], gamma);
            printf("| %g | %.8f, -%.8f | %s | %d, %d, %d | %.2e, %.2e, %.2e | %.2f |\n", gamma, tip[0], tip[1],
                   name_of(kind), elements[kind][0], elements[kind][1], elements[kind][2], error[0], error[1], error[2],
                   log2(error[1] / error[2]));
            CHECK(error[2] < 3e-3 && error[1] / error[2] > 3);
        }
    }
}

TEST(buckling)
{
    printf("| load | exact | kind | coarse | | fine | limit | error |\n| --- | --- | --- | --- | --- | --- | --- | --- "
           "|\n");
    for (int c = 0; c < BUCKLING_CASES; c++)
        for (int kind = 0; kind < 3; kind++)
        {
            const buckling_case *b = &buckling_cases[c];
            double found[LEVELS];
            for (int l = 0; l < LEVELS; l++) found[l] = critical_load(b, (hf_fibre_kind)kind, elements[kind][l]);
            line(b->name, kind, b->critical, found, b->tip_clamped && kind == 0 ? 0.01 : 3e-4);
        }
}

TEST(frequencies)
{
    for (int mode = 0; mode < 3; mode++)
        for (int kind = 0; kind < 3; kind++)
        {
            double found[LEVELS];
            for (int l = 0; l < LEVELS; l++) found[l] = cantilever_beta((hf_fibre_kind)kind, elements[kind][l], mode);
            char what[40];
            snprintf(what, sizeof what, "β L of mode %d", mode + 1);
            line(what, kind, beta[mode], found, 2e-4);
        }
}

TEST(helix)
{
    const vec3 natural = v3(12, 0, 5);
    kirchhoff exact = kirchhoff_hanging(20, natural);
    vec3 m, tip;
    exact.steps = 1600;
    CHECK(kirchhoff_hang(exact, &m, &tip));
    printf("a helix of natural strains 12, 0, 5 under Γ = 20; exact tip %.8f %.8f %.8f\n", tip.x, tip.y, tip.z);
    for (int kind = 0; kind < 3; kind++)
    {
        double error[LEVELS];
        for (int l = 0; l < LEVELS; l++)
        {
            kit_load load;
            fibre_kit k = hanging((hf_fibre_kind)kind, 2 * elements[kind][l], 20, natural, &load);
            error[l] = v3_distance(kit_tip(&k), tip);
            kit_destroy(&k);
        }
        printf("| %s | %.2e, %.2e, %.2e | order %.2f |\n", name_of(kind), error[0], error[1], error[2],
               log2(error[1] / error[2]));
        CHECK(error[2] < 2.5e-3);
        CHECK_NEAR(log2(error[1] / error[2]), 2, 0.15);
    }
}

/// Light and heavy rods along the boundary; what it is, is found by shooting and by the second variation of the energy,
/// which have nothing in common.
TEST(bend_twist)
{
    const struct
    {
        double gamma, low, high;
    } cases[] = {{20, 5, 6}, {30, 5, 6.5}, {45, 5.5, 7}, {100, 7, 8}};
    for (int c = 0; c < 4; c++)
    {
        double gamma = cases[c].gamma, boundary = bend_twist_second_variation(gamma, cases[c].low, cases[c].high);
        if (gamma < 50) CHECK_NEAR(bend_twist_boundary(-1, 0, gamma, boundary), boundary, 1e-5);
        // heavy rods rest by steps alone, which super-helices do not have here
        for (int kind = gamma < 50 ? 0 : HF_FIBRE_DER; kind < 3; kind++)
        {
            double found[LEVELS];
            char what[60];
            for (int l = 0; l < LEVELS; l++) found[l] = bend_twist_boundary(kind, elements[kind][l], gamma, boundary);
            snprintf(what, sizeof what, "κ L where a curl leaves its plane, Γ = %g", gamma);
            line(what, kind, boundary, found, 1e-3);
        }
    }
}

/// Long rods do not know their length: the boundary is ∛Γ/φ = 0.6207, from 5 turns of their natural circle to 25.
TEST(bend_twist_of_long_rods)
{
    const double gammas[3] = {1e3, 1e4, 1e5};
    for (int g = 0; g < 3; g++)
    {
        double gamma = gammas[g], scale = cbrt(gamma),
               phi = bend_twist_second_variation(gamma, scale / 0.7, scale / 0.58);
        printf("Γ = %g: φ = %.4f, ∛Γ/φ = %.5f\n", gamma, phi, scale / phi);
        CHECK_NEAR(scale / phi, bend_twist_long, 1e-4);
    }
}

TEST(ring)
{
    for (int kind = HF_FIBRE_DER; kind <= HF_FIBRE_CORDE; kind++)
    {
        double found[LEVELS];
        for (int l = 0; l < LEVELS; l++) found[l] = ring_twist((hf_fibre_kind)kind, elements[kind][l]);
        line("twist at which a ring leaves its plane, by 2π EI/GJ", kind, sqrt(3), found, 1e-2);
    }
}
