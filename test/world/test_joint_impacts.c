// Impacts that are sent on through joints: a ball strikes a link of a chain, as a tree of joint coordinates and as free
// bodies joined by loops. Newton's law with e, the closed form of a double pendulum, linear momentum to rounding.

#include "support/constraint_tree_kit.h"

typedef enum chain_kind
{
    REDUCED,
    JOINED
} chain_kind;

static const double LENGTH = 0.5, MASS = 2, BALL = 0.7, RADIUS = 0.05, SPEED = 3;

/// Two thin rods that hang on the ground along -z, and a ball that flies along x to the end of the lower one, a tenth
/// of a step away. No gravity.
static scene struck_pendulum(chain_kind kind, double e, int *ball, int links[2])
{
    const double THIN = 0.01, I = MASS * LENGTH * LENGTH / 12;
    scene s = constraint_tree_begin_scene(1e-4, 0, 0, 0, false);
    int above = add_ground(&s);
    for (int k = 0; k < 2; k++)
    {
        hf_body_def def = hf_body_def_default();
        bool tree = kind == REDUCED;
        def.mass = MASS;
        def.inertia[0] = def.inertia[1] = I;
        def.inertia[2] = 1e-3 * I;
        def.center[2] = tree ? -0.5 * LENGTH : 0;
        def.position[2] = tree ? -k * LENGTH : -(k + 0.5) * LENGTH; // of a link in the frame of the one above
        if (tree) def.parent = above;
        links[k] = add_body(&s, def);
        if (tree)
        {
            hf_joint_def joint = hf_joint_def_default();
            joint.body = links[k];
            joint.kind = HF_JOINT_HINGE;
            joint.axis[0] = 0, joint.axis[1] = 1, joint.axis[2] = 0;
            MUST(hf_builder_add_joint(s.builder, &joint, NULL, error));
        }
        else
        {
            hf_loop_def loop = loop_of(HF_LOOP_HINGE, links[k], above, 0, 0, 0.5 * LENGTH);
            loop.axis_a[0] = 0, loop.axis_a[1] = 1, loop.axis_a[2] = 0;
            add_loop(&s, loop);
        }
        above = links[k];
    }
    hf_shape_def rod = hf_shape_def_default();
    rod.kind = HF_SHAPE_CAPSULE;
    rod.body = links[1];
    rod.size[0] = THIN;
    rod.size[1] = 0.5 * LENGTH;
    rod.position[2] = kind == REDUCED ? -0.5 * LENGTH : 0;
    rod.friction = 0;
    rod.restitution = e;
    add_shape(&s, rod);
    hf_body_def def = body_at(-RADIUS - THIN - 3e-5, 0, -2 * LENGTH + 0.01);
    def.velocity[0] = SPEED;
    def.mass = BALL;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 0.4 * BALL * RADIUS * RADIUS;
    *ball = add_ball(&s, def, RADIUS, 0, e);
    scene_start(&s);
    return s;
}

/// Velocities after a blow at the depth d below the upper pin: M = m l² (4/3 1/2; 1/2 1/3) in the links' own rates at
/// rest, straight down.
static void check_struck(chain_kind kind, double e)
{
    int ball, links[2];
    scene s = struck_pendulum(kind, e, &ball, links);
    double d = LENGTH - 0.01, m = MASS * LENGTH * LENGTH, a = 4 * m / 3, b = m / 2, c = m / 3;
    double J[2] = {LENGTH, d}, determinant = a * c - b * b; // speed of the place that is struck
    double g[2] = {(c * J[0] - b * J[1]) / determinant, (a * J[1] - b * J[0]) / determinant};
    double r = (1 + e) * SPEED / (1 / BALL + J[0] * g[0] + J[1] * g[1]);
    for (int k = 0; k < 2; k++) scene_step(&s);
    CHECK_NEAR(hf_world_body(s.world, ball).velocity[0], SPEED - r / BALL, 1e-4 * SPEED);
    for (int k = 0; k < 2; k++)
        CHECK_NEAR(-hf_world_body(s.world, links[k]).angular_velocity[1], g[k] * r, 1e-4 * SPEED / LENGTH);
    double before = 0.5 * BALL * SPEED * SPEED, lost = 0.5 * (1 - e) * r * SPEED;
    CHECK_NEAR(s.last.kinetic, before - lost, 1e-4 * before);
    scene_end(&s);
}

TEST(a_double_pendulum_that_is_struck_follows_the_closed_form)
{
    const double e[] = {0, 0.5, 1};
    for (int k = 0; k < 3; k++)
        for (int kind = REDUCED; kind <= JOINED; kind++) check_struck((chain_kind)kind, e[k]);
}

/// Bars of 0.1 m along x in joint coordinates, balls between them; the first floats.
static int add_floating_tree(scene *s, int n)
{
    int first = -1;
    for (int k = 0, above = -1; k < n; k++)
    {
        hf_body_def def = bare_body(k == 0 ? 0.05 : 0.1, 0, 0, 1, 2e-4, 1e-3, 1.1e-3);
        def.parent = above;
        above = add_body(s, def);
        if (k == 0) first = above;
        hf_joint_def joint = hf_joint_def_default();
        joint.body = above;
        joint.kind = HF_JOINT_BALL;
        joint.position[0] = -0.05;
        if (k > 0) MUST(hf_builder_add_joint(s->builder, &joint, NULL, error));
    }
    return first;
}

/// A chain that floats, struck at its end by a ball with friction: what leaves the ball is in the chain. *linear,
/// *angular: by how much momenta differ after.
static void strike_floating(chain_kind kind, int n, double *linear, double *angular)
{
    scene s = constraint_tree_begin_scene(1e-3, 0, 0, 0, false);
    hf_shape_def bar = hf_shape_def_default();
    bar.kind = HF_SHAPE_BOX;
    bar.body = kind == REDUCED ? add_floating_tree(&s, n) : add_chain(&s, n, -1, 0);
    bar.size[0] = 0.04, bar.size[1] = bar.size[2] = 0.02;
    bar.restitution = 0.8;
    bar.friction = 0.3;
    add_shape(&s, bar);
    hf_body_def def = body_at(0.02, 0.005, 0.0805);
    def.velocity[2] = -2, def.velocity[0] = 0.5;
    def.mass = 0.3;
    def.inertia[0] = def.inertia[1] = def.inertia[2] = 1e-4;
    int ball = add_ball(&s, def, 0.06, 0.3, 0.8);
    scene_start(&s);
    double before[6], after[6];
    total_momentum(&s, before);
    for (int k = 0; k < 20; k++) scene_step(&s);
    total_momentum(&s, after);
    CHECK(hf_world_body(s.world, ball).velocity[2] > 0); // it bounced
    *linear = *angular = 0;
    for (int k = 0; k < 3; k++)
    {
        *linear = fmax(*linear, fabs(after[k] - before[k]));
        *angular = fmax(*angular, fabs(after[3 + k] - before[3 + k]));
    }
    scene_end(&s);
}

TEST(momenta_at_an_impact_on_a_floating_chain)
{
    for (int n = 2; n <= 8; n *= 2)
    {
        double linear, angular;
        strike_floating(JOINED, n, &linear, &angular);
        CHECK(linear < 1e-13 && angular < 1e-13);
        strike_floating(REDUCED, n, &linear, &angular);
        CHECK(linear < 1e-13 && angular < 1e-13);
    }
}
