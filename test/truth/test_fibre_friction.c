// Fibres and Coulomb's law: a tip that is pushed slips at the angle of friction, and a fibre round a drum slips at the ratio of Euler and Eytelwein.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <string.h>

#define OK(call)                                                                                                       \
    do {                                                                                                               \
        hf_error error_ = {0};                                                                                         \
        hf_error *error = &error_;                                                                                     \
        if ((call) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error_.message);                            \
    } while (0)

static const double PI = 3.14159265358979323846;

typedef struct scene
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
} scene;

static scene begin(void)
{
    scene s = {0};
    OK(hf_builder_create(&s.builder, error));
    hf_settings settings = hf_builder_settings(s.builder);
    memset(settings.gravity, 0, sizeof settings.gravity);
    settings.effort = HF_EFFORT_EXACT; // a chain of contacts under tension
    settings.tolerance = 1e-7;
    OK(hf_builder_set(s.builder, &settings, error));
    return s;
}

static void start(scene *s)
{
    OK(hf_model_build(s->builder, &s->model, error));
    OK(hf_world_create(s->model, &s->world, error));
}

static void end(scene *s)
{
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
    hf_builder_destroy(s->builder);
}

/// Whether the tip of a straight rod, leaning by `angle` from the normal of a plane and pushed along its axis at the other end, slips.
static bool tip_slips(double mu, double angle, hf_fibre_kind kind)
{
    scene s = begin();
    hf_shape_def plane = hf_shape_def_default();
    plane.kind = HF_SHAPE_PLANE;
    plane.friction = mu;
    OK(hf_builder_add_shape(s.builder, &plane, NULL, error));
    hf_fibre_def def = hf_fibre_def_default();
    const double RADIUS = 1e-6, LENGTH = 0.2; // thin where it touches: the push goes through the point of contact
    def.kind = kind;
    def.length = LENGTH;
    def.section[0] = def.section[1] = 2e-3;
    def.radius = RADIUS;
    def.young = 1e9;
    def.friction = mu;
    // end of the capsule just on the plane: its last centre is one radius up
    def.position[0] = -LENGTH * sin(angle);
    def.position[2] = LENGTH * cos(angle) + RADIUS;
    def.tangent[0] = sin(angle), def.tangent[1] = 0, def.tangent[2] = -cos(angle);
    OK(hf_builder_add_fibre(s.builder, &def, NULL, error));
    start(&s);
    const double F = 5, push[3] = {F * sin(angle), 0, -F * cos(angle)}, none[3] = {0};
    OK(hf_world_set_wrench(s.world, 1, push, none, error));
    hf_step_report report;
    OK(hf_world_step(s.world, 1e-3, &report, error));
    CHECK(report.certified && report.contact_count >= 1);
    bool slips = false;
    for (int k = 0; k < hf_world_contact_count(s.world); k++)
        slips |= hf_world_contact(s.world, k).status == HF_CONTACT_SLIP;
    end(&s);
    return slips;
}

TEST(a_pushed_tip_slips_at_the_angle_of_friction)
{
    const double mus[3] = {0.1, 0.35, 0.8};
    for (int m = 0; m < 3; m++)
    {
        double angle = atan(mus[m]), off = 2e-3; // [rad]
        CHECK(!tip_slips(mus[m], angle - off, HF_FIBRE_SUPERHELIX));
        CHECK(tip_slips(mus[m], angle + off, HF_FIBRE_SUPERHELIX));
    }
}

enum
{
    ROUND = 24, // elements on the drum
    SIDE = 6,   // and on each side of it
    PER = 2     // segments an element
};
static const double LINE = 0.05, THICK = 5e-4; // radius of the centre line, and of the fibre [m]

/// How far the pulled end has come after 30 ms, where a fibre lies half round a drum and is pulled at both ends with this ratio.
static double pulled_way(double mu, double ratio)
{
    scene s = begin();
    double element = PI * LINE / ROUND, turn = PI / (ROUND * PER);
    hf_shape_def drum = hf_shape_def_default();
    drum.kind = HF_SHAPE_CYLINDER;
    drum.size[0] = LINE * cos(0.5 * turn) - THICK; // chords touch it in their middle
    drum.size[1] = 0.05;
    drum.orientation[0] = sqrt(0.5), drum.orientation[1] = sqrt(0.5); // along y
    drum.friction = mu;
    OK(hf_builder_add_shape(s.builder, &drum, NULL, error));
    double natural[3 * (ROUND + 2 * SIDE)] = {0};
    for (int e = SIDE; e < SIDE + ROUND; e++) natural[3 * e] = 1.0 / LINE;
    hf_fibre_def def = hf_fibre_def_default();
    def.element_count = ROUND + 2 * SIDE;
    def.segment_count = PER * def.element_count;
    def.natural_elements = natural;
    def.length = element * def.element_count;
    def.section[0] = def.section[1] = THICK;
    def.young = 1e7;
    def.damping = 0.05; // tension on so light a fibre makes it flutter otherwise
    def.friction = mu;
    // up on the left, over the drum, down on the right: t turns from +z to -z about d1
    def.position[0] = -LINE, def.position[2] = -SIDE * element;
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

/// The ratio at which a fibre of radius r slips on a drum of radius R, wrapped by half a turn. Friction acts on its surface, μ N a length, and so makes a
/// moment μ N r that the shear force Q = -μ N r has to balance where nothing bends. Along and across the fibre, θ the angle round the drum,
///     dT/dθ = μ N (R + r) + Q,      N (R + r) = T - dQ/dθ,
/// so that T = exp(λ θ) with  λ = μ R / (R + r - μ r λ):  μ times R / (R + r), nearly. Without thickness it is Euler's and Eytelwein's.
static double thick_capstan(double mu, double R, double r)
{
    double lambda = mu;
    for (int k = 0; k < 20; k++) lambda = mu * R / (R + r - mu * r * lambda);
    return exp(lambda * PI);
}

TEST(a_fibre_round_a_drum_obeys_the_capstan_law)
{
    const double mus[3] = {0.1, 0.3, 0.5};
    for (int m = 0; m < 3; m++)
    {
        double limit = thick_capstan(mus[m], LINE * cos(0.5 * PI / (ROUND * PER)) - THICK, THICK);
        double holds = pulled_way(mus[m], 0.99 * limit), slips = pulled_way(mus[m], 1.01 * limit);
        CHECK(holds < 1.5e-4); // [m]: it creeps into its place
        CHECK(slips > 1e-3);
    }
}
