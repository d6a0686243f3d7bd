// Joined bodies for 100,000 steps: loops closed to 1e-10 with cycles and contacts on top. Energy of chains:
// long_chains.c.

#include "support/constraint_tree_kit.h"

/// A ring of capsules on a floor: seven loops are the tree, the eighth closes a cycle, and a ninth connects it to a
/// prescribed disc that drags it round.
TEST(a_ring_with_contacts_stays_closed)
{
    enum
    {
        N = 8
    };
    scene s = constraint_tree_begin_scene(1e-3, 0, 0, -9.81, false);
    add_plane(&s, 0, 0.4);
    hf_body_def disc = body_at(0, 0, 0.25);
    disc.motion = HF_MOTION_PRESCRIBED;
    disc.angular_velocity[2] = 2;
    int driver = add_body(&s, disc), bodies[N];
    double turn = 2 * acos(-1) / N, radius = 0.05 / tan(0.5 * turn);
    for (int k = 0; k < N; k++)
    {
        double angle = turn * k;
        hf_body_def def = body_at(radius * cos(angle), radius * sin(angle), 0.25);
        def.orientation[0] = cos(0.5 * angle + 0.25 * acos(-1));
        def.orientation[3] = sin(0.5 * angle + 0.25 * acos(-1));
        hf_shape_def shape = hf_shape_def_default();
        shape.body = bodies[k] = add_body(&s, def);
        shape.kind = HF_SHAPE_CAPSULE;
        shape.size[0] = 0.015;
        shape.size[1] = 0.02;
        shape.orientation[0] = shape.orientation[2] = sqrt(0.5);
        shape.friction = 0.4;
        add_shape(&s, shape);
    }
    for (int k = 0; k < N; k++) add_loop(&s, loop_of(HF_LOOP_CONNECT, bodies[k], bodies[(k + 1) % N], 0.05, 0, 0));
    add_loop(&s, loop_of(HF_LOOP_CONNECT, bodies[0], driver, 0, 0, 0));
    scene_start(&s);
    double gap = 0;
    long contacts = 0, exact = 0;
    for (int k = 0; k < 100000; k++)
    {
        MUST(hf_world_step(s.world, 0, &s.last, error));
        gap = fmax(gap, hf_world_loop_gap(s.world));
        contacts += hf_world_contact_count(s.world) > 0;
        exact += s.last.certified;
    }
    printf("ring: gap %g, %ld steps with contacts, %ld certified\n", gap, contacts, exact);
    CHECK(gap <= 1e-10);
    CHECK(contacts > 90000);
    CHECK(exact == 100000);
    scene_end(&s);
}
