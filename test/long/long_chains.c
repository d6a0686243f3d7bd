// Chains of 2 to 100 links over 100,000 steps, as trees of joint coordinates and as free bodies joined by loops: the
// energy error is of second order in the step, and does not grow.
//
// Both steps are variational (RATTLE of the bodies; the discrete Euler–Lagrange equations of the tree), so that the
// energy oscillates about that of a nearby Hamiltonian: what it is off by in the last half of a run is what it is off
// by in the first. Chains start straight, 10 degrees from hanging: they do not crack like whips, whose links turn by
// radians in a step.

#include "support/constraint_tree_kit.h"

typedef enum chain_kind
{
    REDUCED,
    JOINED
} chain_kind;

static const double LENGTH = 0.1, ANGLE = 3.14159265358979323846 / 18;

static void add_links(scene *s, int n)
{
    for (int k = 0, parent = add_ground(s); k < n; k++)
    {
        hf_body_def def = hf_body_def_default();
        hf_joint_def joint = hf_joint_def_default();
        def.parent = parent;
        def.position[0] = k > 0 ? LENGTH : 0;
        def.mass = 1;
        def.center[0] = 0.5 * LENGTH;
        def.inertia[0] = 2e-4, def.inertia[1] = 1e-3, def.inertia[2] = 1.1e-3;
        joint.body = parent = add_body(s, def);
        joint.kind = HF_JOINT_HINGE;
        joint.axis[0] = 0, joint.axis[1] = 1, joint.axis[2] = 0;
        MUST(hf_builder_add_joint(s->builder, &joint, NULL, error));
    }
}

static scene chain_of(chain_kind kind, int n, double h)
{
    scene s = constraint_tree_begin_scene(h, G * cos(ANGLE), 0, -G * sin(ANGLE), false);
    if (kind == REDUCED) add_links(&s, n);
    else add_chain(&s, n, add_ground(&s), 0);
    scene_start(&s);
    return s;
}

/// The largest error of the energy in each half of a run of so many steps; returns the largest kinetic energy.
static double stray(chain_kind kind, int n, double h, int steps, double worst[2])
{
    scene s = chain_of(kind, n, h);
    double start = NAN, kinetic = 0;
    worst[0] = worst[1] = 0;
    for (int k = 0; k < steps; k++)
    {
        scene_step(&s);
        double e = s.last.kinetic + s.last.potential;
        if (k == 0) start = e;
        worst[2 * k >= steps] = fmax(worst[2 * k >= steps], fabs(e - start));
        kinetic = fmax(kinetic, s.last.kinetic);
    }
    CHECK(hf_world_loop_gap(s.world) <= 1e-11);
    scene_end(&s);
    return kinetic;
}

static const int LINKS[] = {2, 5, 10, 30, 100};

/// Half the step, a quarter of the error.
TEST(energy_is_kept_to_second_order)
{
    for (size_t c = 0; c < sizeof LINKS / sizeof *LINKS; c++)
        for (int kind = REDUCED; kind <= JOINED; kind++)
        {
            double off[3], worst[2];
            for (int k = 0; k < 3; k++)
            {
                double h = 2e-3 / (1 << k), kinetic = stray((chain_kind)kind, LINKS[c], h, (int)(2 / h + 0.5), worst);
                off[k] = fmax(worst[0], worst[1]) / kinetic;
            }
            printf("      %s, %3d links: %.2e, %.2e and %.2e of the kinetic energy at 2, 1 and 0.5 ms\n",
                   kind == REDUCED ? "tree" : "free", LINKS[c], off[0], off[1], off[2]);
            CHECK(off[0] < 2e-4);
            for (int k = 1; k < 3; k++) CHECK(off[k - 1] > 3.8 * off[k] && off[k - 1] < 4.2 * off[k]);
        }
}

static void check_long(chain_kind kind)
{
    for (size_t c = 0; c < sizeof LINKS / sizeof *LINKS; c++)
    {
        double worst[2], kinetic = stray(kind, LINKS[c], 1e-3, 100000, worst);
        printf("      %3d links, 100,000 steps: %.2e of the kinetic energy in the first half, %.2e in the second\n",
               LINKS[c], worst[0] / kinetic, worst[1] / kinetic);
        fflush(stdout);
        CHECK(worst[0] < 1e-4 * kinetic && worst[1] < 1e-4 * kinetic);
    }
}

TEST(energy_of_trees_is_bounded)
{
    check_long(REDUCED);
}

TEST(energy_of_joined_bodies_is_bounded)
{
    check_long(JOINED);
}
