// A fibre half round a drum, pulled at both ends: for a quick test and a long one.

#ifndef HF_TEST_FIBRE_CAPSTAN_H
#define HF_TEST_FIBRE_CAPSTAN_H

#include "support/fibre_world.h"

/// Without weight, and with as much work a step as it takes: a chain of contacts under tension.
static inline scene begin_exact(void)
{
    scene s = begin_weightless();
    hf_settings settings = hf_builder_settings(s.builder);
    settings.solver.effort = HF_EFFORT_EXACT;
    settings.solver.tolerance = 1e-7;
    OK(hf_builder_set(s.builder, &settings, error));
    return s;
}

enum
{
    MOST_ROUND = 24, // elements on the drum, at most; a fourth of them on each side of it
    PER = 2          // segments an element
};
static const double LINE = 0.05, THICK = 5e-4; // radius of the centre line, and of the fibre [m]

/// How far the pulled end has come after 30 ms, where a fibre lies half round a drum and is pulled at both ends with
/// this ratio.
static inline double pulled_way(double mu, double ratio, int rounds)
{
    scene s = begin_exact();
    int sides = rounds / 4;
    double element = pi * LINE / rounds, turn = pi / (rounds * PER);
    hf_shape_def drum = hf_shape_def_default();
    drum.kind = HF_SHAPE_CYLINDER;
    drum.size[0] = LINE * cos(0.5 * turn) - THICK; // chords touch it in their middle
    drum.size[1] = 0.05;
    drum.orientation[0] = sqrt(0.5), drum.orientation[1] = sqrt(0.5); // along y
    drum.friction = mu;
    OK(hf_builder_add_shape(s.builder, &drum, NULL, error));
    double natural[3 * (MOST_ROUND + MOST_ROUND / 2)] = {0};
    for (int e = sides; e < sides + rounds; e++) natural[3 * e] = 1.0 / LINE;
    hf_fibre_def def = hf_fibre_def_default();
    def.element_count = rounds + 2 * sides;
    def.segment_count = PER * def.element_count;
    def.natural_elements = natural;
    def.length = element * def.element_count;
    def.section[0] = def.section[1] = THICK;
    def.young = 1e7;
    def.damping = 0.05; // tension on so light a fibre makes it flutter otherwise
    def.friction = mu;
    // up on the left, over the drum, down on the right: t turns from +z to -z about d1
    def.position[0] = -LINE, def.position[2] = -sides * element;
    def.tangent[0] = 0, def.tangent[2] = 1;
    def.normal[1] = 1;
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    int last = hf_model_fibre_body(s.model, 0, def.segment_count - 1);
    const double T = 0.06, slack[3] = {0, 0, -T}, tight[3] = {0, 0, -T * ratio}, none[3] = {0};
    OK(hf_world_set_wrench(s.world, hf_model_fibre_body(s.model, 0, 0), slack, none, error));
    OK(hf_world_set_wrench(s.world, last, tight, none, error));
    double from = hf_world_body(s.world, last).position[2];
    CHECK_NEAR(hf_world_body(s.world, last).position[0], LINE, 1e-9);
    for (int k = 0; k < 30; k++)
    {
        hf_step_report report;
        OK(hf_world_step(s.world, 1e-3, &report, error));
        CHECK(report.certified);
    }
    double way = from - hf_world_body(s.world, last).position[2];
    end(&s);
    return way;
}

/// The ratio at which a fibre of radius r slips on a drum of radius R, wrapped by half a turn. Friction acts on its
/// surface, μ N a length, and so makes a moment μ N r that the shear force Q = -μ N r has to balance where nothing
/// bends. Along and across the fibre, θ the angle round the drum,
///     dT/dθ = μ N (R + r) + Q,      N (R + r) = T - dQ/dθ,
/// so that T = exp(λ θ) with  λ = μ R / (R + r - μ r λ): μ times R / (R + r), nearly. Without thickness it is Euler's
///                            and Eytelwein's.
static inline double thick_capstan(double mu, double R, double r)
{
    double lambda = mu;
    for (int k = 0; k < 20; k++) lambda = mu * R / (R + r - mu * r * lambda);
    return exp(lambda * pi);
}

/// The radius of the drum: chords of the fibre's segments touch it in their middle.
static inline double drum_radius(int rounds)
{
    return LINE * cos(0.5 * pi / (rounds * PER)) - THICK;
}

#endif
