// A naturally curved rod in a world hangs from a clamp and is nudged out of its plane, as Romero et al. 2021 do with
// simulators ("bend-twist"): on one side of the boundary of bend_twist.h it comes back, on the other it ends as a
// helix. Light rods, near the nose of the boundary, and long ones, where it is a number.

#include "support/bend_twist.h"
#include "support/fibre_world.h"

/// How far the rod leaves its plane in the end, by its length.
static double leaves(hf_fibre_kind kind, int elements, double gamma, double phi)
{
    enum
    {
        NODES = 400
    };
    scene s = begin();
    hf_fibre_def def = rod(kind);
    const double L = def.length, r = def.section[0], I = 0.25 * pi * r * r * r * r;
    def.density = 1200;
    def.young = def.density * 9.81 * pi * r * r * L * L * L / (gamma * I);
    def.poisson = 0.5;
    def.damping = 0.05;
    def.natural[0] = phi / L;
    def.element_count = elements;
    def.twist_count = kind == HF_FIBRE_SUPERHELIX ? elements : 0;
    def.ends[0].hold = HF_HOLD_CLAMPED;
    def.tangent[0] = 0, def.tangent[2] = -1;
    def.normal[1] = 1;
    hf_settings settings = hf_builder_settings(s.builder);
    settings.step.theta = 1;
    OK(hf_builder_set(s.builder, &settings, error));
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    int segments = hf_model_fibre_vertex_count(s.model, 0) - 1, tip = hf_model_fibre_body(s.model, 0, segments - 1);
    const double weight = def.density * 9.81 * pi * r * r * L, push[3] = {0, 0.02 * weight, 0}, none[3] = {0};
    double x[3 * NODES], far = 0;
    CHECK(segments < NODES);
    for (int k = 0; k < 2000; k++)
    {
        OK(hf_world_set_wrench(s.world, tip, k > 200 && k < 250 ? push : none, none, error));
        step(&s, 0.01);
    }
    hf_world_fibre_points(s.world, 0, x);
    for (int i = 0; i <= segments; i++) far = fmax(far, fabs(x[3 * i + 1] - def.position[1]));
    end(&s);
    return far / L;
}

TEST(a_curl_that_is_nudged_comes_back_or_ends_as_a_helix)
{
    const struct
    {
        double gamma, low, high;
        int elements[3];
    } cases[] = {{30, 5, 6.5, {12, 40, 40}}, {300, 9.5, 11.5, {20, 60, 60}}};
    for (int c = 0; c < 2; c++)
    {
        double first = 0, phi = bend_twist_second_variation(cases[c].gamma, cases[c].low, cases[c].high);
        for (int kind = 0; kind < 3; kind++)
        {
            double below = leaves((hf_fibre_kind)kind, cases[c].elements[kind], cases[c].gamma, 0.96 * phi);
            double above = leaves((hf_fibre_kind)kind, cases[c].elements[kind], cases[c].gamma, 1.04 * phi);
            if (kind == 0) first = above;
            printf("Γ = %g, φ = %.4f, %s: out of the plane by %.1e at 0.96 φ, %.4f at 1.04 φ\n", cases[c].gamma, phi,
                   hf_fibre_kind_name((hf_fibre_kind)kind), below, above);
            fflush(stdout);
            CHECK(below < 1e-4 && above > 0.02);
            CHECK_NEAR(above, first, 0.05 * first); // kinds agree on the helix
        }
    }
}
