// Fibres and Coulomb's law: a tip that is pushed slips at the angle of friction, and a fibre round a drum slips at the
// ratio of Euler and Eytelwein.

#include "support/fibre_capstan.h"

/// Whether the tip of a straight rod, leaning by `angle` from the normal of a plane and pushed along its axis at the
/// other end, slips.
static bool tip_slips(double mu, double angle, hf_fibre_kind kind)
{
    scene s = begin_exact();
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

TEST(a_fibre_round_a_drum_obeys_the_capstan_law)
{
    const double mus[2] = {0.1, 0.3}; // more, and finer, in long_fibre
    const int ROUNDS = 12;
    for (int m = 0; m < 2; m++)
    {
        double limit = thick_capstan(mus[m], drum_radius(ROUNDS), THICK);
        CHECK(pulled_way(mus[m], 0.99 * limit, ROUNDS) < 2e-5);
        CHECK(pulled_way(mus[m], 1.01 * limit, ROUNDS) > 1e-3);
    }
}
