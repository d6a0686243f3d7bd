// Closed-form mechanics over long times: towers for 10 s, creep over 60 s, tops over a million steps.

#include "support/truth_scenes.h"

TEST(towers_stand_for_ten_seconds)
{
    const int counts[] = {20, 5, 20, 50};
    const double heavies[] = {1, 100, 100, 100};
    for (int n = 0; n < 4; n++)
    {
        scene s = scene_begin();
        add_plane(&s, 0, 0.5);
        double weight = 0;
        for (int k = 0; k < counts[n]; k++)
        {
            hf_body_def def = body_at(0, 0, 0.1 + 0.2 * k);
            def.mass = k % 2 ? heavies[n] : 1;
            weight += def.mass * G;
            add_box(&s, def, 0.1, 0.1, 0.1, 0.5);
        }
        scene_start(&s);
        scene_run(&s, 10);
        for (int k = 0; k < counts[n]; k++)
        {
            hf_body_state end = hf_world_body(s.world, k + 1);
            CHECK_NEAR(end.position[2], 0.1 + 0.2 * k, 1e-7);
            CHECK(hypot(end.position[0], end.position[1]) < 1e-7);
        }
        CHECK(s.last.kinetic < 1e-12 * weight);
        CHECK(s.worst_penetration <= 1e-8);
        scene_end(&s);
    }
}

TEST(incline_creeps_less_than_a_nanometre_a_second)
{
    const double excess[] = {1e-6, 1e-3, 0.2};
    for (int k = 0; k < 3; k++)
    {
        double angle = atan(0.5), mu = 0.5 * (1 + excess[k]);
        scene s = scene_begin();
        add_plane(&s, angle, mu);
        add_box(&s, body_on_plane(angle, 0.1), 0.1, 0.1, 0.1, mu);
        scene_start(&s);
        hf_body_state start = hf_world_body(s.world, 1);
        scene_run(&s, 60);
        hf_body_state end = hf_world_body(s.world, 1);
        CHECK(distance(start.position, end.position) <= 60e-9);
        scene_end(&s);
    }
}

TEST(what_rests_stays_for_a_minute)
{
    scene s = scene_begin();
    add_plane(&s, 0, 0.7);
    add_ball(&s, body_at(0, 0, 0.1), 0.1, 0.7, 0);
    add_box(&s, body_at(1, 0, 0.1), 0.1, 0.2, 0.1, 0.7);
    scene_start(&s);
    hf_body_state ball = hf_world_body(s.world, 1), box = hf_world_body(s.world, 2);
    scene_run(&s, 60);
    CHECK(distance(ball.position, hf_world_body(s.world, 1).position) <= 1e-8);
    CHECK(distance(box.position, hf_world_body(s.world, 2).position) <= 1e-8);
    scene_end(&s);
}

TEST(free_top_for_a_million_steps)
{
    scene s = scene_begin();
    hf_body_def def = body_at(0, 0, 0);
    def.mass = 1;
    def.inertia[0] = 1, def.inertia[1] = 2, def.inertia[2] = 2.5;
    def.gravity_scale = 0;
    def.angular_velocity[0] = 0.01, def.angular_velocity[1] = 5;
    add_body(&s, def);
    scene_start(&s);
    double energy = 0.5 * (1e-4 + 2 * 25), early = 0, late = 0;
    for (int k = 0; k < 1000000; k++)
    {
        scene_step(&s);
        double drift = fabs(s.last.kinetic / energy - 1);
        if (k < 100000) early = fmax(early, drift);
        if (k >= 900000) late = fmax(late, drift);
    }
    CHECK(early < 1e-4 && late < 1.1 * early + 1e-11);
    scene_end(&s);
}
