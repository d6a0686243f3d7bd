// Steps that are cut where the motion is fast: so many pieces as the way asks for, tolerances between rest and fast
// motion, the same bits after resuming, settings that are refused.

#include "support/truth_scenes.h"

#include "holdfast/scene.h"

#include <stdlib.h>

static const double H = 0.01; // length of a step [s]
enum
{
    BALL = 1 // after the world itself
};

/// A ball of radius 0.1 m that flies with speed v, without gravity.
static scene flying(double v, double spin, double travel, double tolerance, double fast)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = H;
    settings.physics.gravity[2] = 0.0;
    settings.step.travel = travel;
    settings.solver.tolerance = tolerance;
    settings.step.fast_tolerance = fast;
    scene_settings(&s, settings);
    hf_body_def def = body_at(0, 0, 1);
    def.velocity[0] = v;
    def.angular_velocity[2] = spin;
    CHECK(add_ball(&s, def, 0.1, 0.5, 0.0) == BALL);
    scene_start(&s);
    return s;
}

TEST(pieces_are_as_short_as_the_way_asks_for)
{
    static const struct
    {
        double v, spin, travel;
        int pieces;
    } cases[] = {
        {2.0, 0.0, 0.0, 1},    {2.0, 0.0, 0.0201, 1},  {2.0, 0.0, 0.0199, 2},
        {2.0, 0.0, 0.0101, 2}, {2.0, 0.0, 0.005, 4},   {2.0, 0.0, 1e-9, 64},
        {0.0, 0.0, 1e-9, 1},   {0.0, 20.0, 0.0199, 2}, {1.0, 10.0, 0.011, 2},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    {
        scene s = flying(cases[k].v, cases[k].spin, cases[k].travel, 1e-9, 0.0);
        for (int step = 0; step < 3; step++)
        {
            scene_step(&s);
            CHECK(s.last.substeps == cases[k].pieces && s.last.tolerance == 1e-9);
        }
        CHECK_NEAR(hf_world_body(s.world, BALL).position[0], 3 * H * cases[k].v, 1e-15);
        CHECK_NEAR(hf_world_time(s.world), 3 * H, 1e-17);
        scene_end(&s);
    }
}

/// What stands still when the step begins, and is pushed in it: the way is known after the move alone.
TEST(a_way_that_the_speed_does_not_tell_is_found_after_the_move)
{
    scene s = flying(0.0, 0.0, 0.001, 1e-9, 0.0);
    const double push[3] = {1000.0 * hf_model_body(s.model, BALL).mass, 0, 0};
    hf_error error;
    CHECK(hf_world_set_wrench(s.world, BALL, push, NULL, &error) == HF_STATUS_OK);
    scene_step(&s);
    CHECK(s.last.substeps >= 16); // 0.05 m in 10 ms, the second half of it at more than 5 m/s
    CHECK_NEAR(hf_world_body(s.world, BALL).position[0], 0.5 * 1000.0 * H * H, 1e-12);
    scene_end(&s);
}

/// A ball that bounces: long steps at the top, short ones at the bottom, and long again.
TEST(pieces_become_longer_when_the_motion_becomes_gentle)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = H;
    settings.step.travel = 0.02;
    scene_settings(&s, settings);
    add_plane(&s, 0.0, 0.5);
    hf_body_def def = body_at(0, 0, 1.1);
    int ball = add_ball(&s, def, 0.1, 0.5, 0.5);
    scene_start(&s);
    for (int k = 0; k < 200; k++)
    {
        double speed = fabs(hf_world_body(s.world, ball).velocity[2]);
        scene_step(&s);
        double fastest = fmax(speed, fabs(hf_world_body(s.world, ball).velocity[2]));
        CHECK(s.last.substeps >= (speed * H > 0.02 ? 2 : 1));
        CHECK(s.last.substeps <= (fastest * H > 0.02 ? 4 : 1)); // 4.4 m/s at most
    }
    CHECK(hf_world_body(s.world, ball).position[2] < 0.11 && s.last.substeps == 1);
    scene_end(&s);
}

TEST(tolerances_lie_between_rest_and_fast_motion)
{
    static const double ways[][2] = {{0.0, 1e-8}, {0.25, 1e-7}, {0.5, 1e-6}, {1.0, 1e-4}, {7.0, 1e-4}};
    for (int k = 0; k < 5; k++)
    {
        scene s = flying(ways[k][0] * 0.01 / H, 0.0, 0.01, 1e-8, 1e-4);
        scene_step(&s);
        CHECK_NEAR(s.last.tolerance / ways[k][1], 1.0, 1e-12);
        CHECK(s.last.quality == HF_STEP_EXACT);
        scene_end(&s);
    }
    scene strict = flying(2.0, 0.0, 0.01, 1e-8, 1e-12); // less than the tolerance means nothing
    scene_step(&strict);
    CHECK(strict.last.tolerance == 1e-8);
    scene_end(&strict);
}

static hf_world *rocks(hf_model **model)
{
    hf_builder *builder;
    hf_world *world;
    CHECK(hf_builtin_make("rocks", "n=8", 1, &builder, NULL) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, NULL) == HF_STATUS_OK);
    CHECK(hf_world_create(*model, &world, NULL) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    hf_settings settings = hf_model_settings(*model);
    settings.step.travel = 0.002;
    settings.step.fast_tolerance = 1e-6;
    CHECK(hf_world_set_settings(world, &settings, NULL) == HF_STATUS_OK);
    return world;
}

static long run(hf_world *world, int steps)
{
    long pieces = 0;
    for (int k = 0; k < steps; k++)
    {
        hf_step_report report;
        CHECK(hf_world_step(world, 0.0, &report, NULL) == HF_STATUS_OK && report.quality != HF_STEP_FAILED);
        pieces += report.substeps;
    }
    return pieces;
}

TEST(a_resumed_run_has_the_same_bits)
{
    hf_model *models[2];
    hf_world *whole = rocks(&models[0]), *resumed = rocks(&models[1]);
    CHECK(run(whole, 90) > 90);
    size_t size = hf_world_state_size(whole);
    void *state = malloc(size);
    CHECK(state);
    hf_world_state_save(whole, state);
    run(whole, 60);
    CHECK(hf_world_set_threads(resumed, 2) == 2);
    CHECK(hf_world_state_load(resumed, state, size, NULL) == HF_STATUS_OK);
    run(resumed, 60);
    CHECK(hf_world_hash(whole) == hf_world_hash(resumed));
    free(state);
    hf_world_destroy(whole);
    hf_world_destroy(resumed);
    hf_model_destroy(models[0]);
    hf_model_destroy(models[1]);
}

TEST(settings_are_checked)
{
    hf_model *model;
    hf_world *world = rocks(&model);
    hf_error error;
    hf_settings settings = hf_model_settings(model);
    settings.step.fast_tolerance = 1e-6;
    settings.step.travel = -1.0;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_INVALID && strstr(error.message, "travel = -1"));
    settings.step.travel = 0.0;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "needs travel"));
    settings.step.fast_tolerance = NAN;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_INVALID &&
          strstr(error.message, "fast_tolerance"));
    hf_world_destroy(world);
    hf_model_destroy(model);
}
