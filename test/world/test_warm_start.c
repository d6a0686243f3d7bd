// What the next step starts with (src/world/stages/warm_start.c): the part of an impulse that lasts, so that what rests
// is certified by its guess.

#include "support/truth_scenes.h"

#include "holdfast/scene.h"

static scene scene_named(const char *name)
{
    scene s = {0};
    MUST(hf_scene_open(name, 1, NULL, NULL, &s.builder, error));
    scene_start(&s);
    return s;
}

/// A ball falls flat: of m v + m g h only m g h is asked for again.
TEST(an_impulse_that_stops_is_not_expected_again)
{
    for (int slow = 0; slow < 2; slow++)
    {
        scene s = scene_begin();
        add_plane(&s, 0, 0.3);
        hf_body_def def = body_at(0, 0, slow ? 0.05 : 0.06);
        def.mass = 0.2;
        def.velocity[2] = slow ? 0.0 : -1.5;
        add_ball(&s, def, 0.05, 0.3, 0);
        scene_start(&s);
        double h = hf_model_settings(s.model).step.timestep, stopped = 0;
        long solves = 0;
        while (hf_world_time(s.world) < 0.1)
        {
            scene_step(&s);
            bool touched = hf_world_contact_count(s.world) > 0 && hf_world_contact(s.world, 0).r[0] > 0;
            if (stopped > 0) CHECK_NEAR(hf_world_contact(s.world, 0).r[0], 0.2 * G * h, 1e-12);
            if (stopped == 0 && touched && hf_world_body(s.world, 1).velocity[2] > -1e-12)
                stopped = hf_world_time(s.world);
            else if (stopped > 0) solves += s.last.solve.iterations > 0;
        }
        CHECK(stopped > 0 &&
              solves <= 1); // one where the step that stops it has a guess that fits, and nothing to learn from
        scene_end(&s);
    }
}

/// Walls, arches, houses of cards: nothing moves, and hardly a step needs a linear system.
TEST(what_stands_is_certified_by_its_guess)
{
    static const struct
    {
        const char *name;
        double share; // of the steps that may need one
    } cases[] = {{"box_wall:rows=8", 0.1}, {"arch", 0.15}, {"card_house", 0.15}, {"kapla", 0.15}, {"rest", 0.02}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
        scene s = scene_named(cases[k].name);
        const int STEPS = 300;
        int solves = 0;
        for (int n = 0; n < STEPS; n++)
        {
            scene_step(&s);
            solves += s.last.solve.iterations > 0;
        }
        if (solves > cases[k].share * STEPS)
            harness_fail(__FILE__, __LINE__, "%s: %d solves in %d steps", cases[k].name, solves, STEPS);
        CHECK(s.worst_penetration <= 5.1e-9);
        scene_end(&s);
    }
}

/// What corrections leave of gaps, over h, is no velocity: up to 5e-8 m they are none, and beyond 5e-7 m all of
/// them may close by velocity.
TEST(gaps_close_and_touching_ones_stay)
{
    const double gaps[] = {0, 1e-8, 5e-8, 2e-7, 1e-6, 1e-5};
    for (size_t k = 0; k < sizeof gaps / sizeof *gaps; k++)
    {
        scene s = scene_begin();
        add_plane(&s, 0, 0.5);
        add_box(&s, body_at(0, 0, 0.1 + gaps[k]), 0.1, 0.1, 0.1, 0.5);
        scene_start(&s);
        scene_run(&s, 0.1);
        double z = hf_world_body(s.world, 1).position[2] - 0.1;
        if (gaps[k] <= 1e-8) CHECK_NEAR(z, gaps[k], 1e-14);
        else if (gaps[k] < 5e-7) CHECK(z >= -5.1e-9 && z <= 5e-8); // what bears is levelled (sticking.c)
        else CHECK_NEAR(z, 0, 5.1e-9);
        CHECK_NEAR(hf_world_body(s.world, 1).velocity[2], 0, 1e-11);
        scene_end(&s);
    }
}
