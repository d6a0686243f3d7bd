// Thin segments in a world: they keep their sides at any speed, and contacts are handed from segment to segment. The
// segments here are free bodies that collide as segments of fibres do.

#include "support/harness.h"

#include "model/builder.h"
#include "world/world.h"

#include <holdfast/holdfast.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static hf_error error;

#define OK(call) CHECK((call) == HF_STATUS_OK)

typedef struct stage
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
} stage;

static stage stage_begin(void)
{
    stage s = {0};
    OK(hf_builder_create(&s.builder, &error));
    hf_settings settings = hf_builder_settings(s.builder);
    memset(settings.physics.gravity, 0, sizeof settings.physics.gravity);
    settings.step.timestep = 0.005;
    OK(hf_builder_set(s.builder, &settings, &error));
    return s;
}

static void stage_build(stage *s)
{
    OK(hf_model_build(s->builder, &s->model, &error));
    OK(hf_world_create(s->model, &s->world, &error));
}

static void stage_end(stage *s)
{
    hf_world_destroy(s->world);
    hf_model_destroy(s->model);
    hf_builder_destroy(s->builder);
}

enum
{
    ALONG_X,
    ALONG_Y
};

/// A needle of 2 cm and 0.1 mm, a segment of a fibre of its own, at height z, going at v along z.
static int add_needle(stage *s, int along, double z, double v, hf_motion motion)
{
    const double h = sqrt(0.5);
    hf_body_def body = hf_body_def_default();
    body.motion = motion;
    body.position[2] = z;
    body.velocity[2] = v;
    body.density = 1300.0;
    body.orientation[0] = h, body.orientation[1 + !along] = h; // z to y or x
    int index;
    OK(hf_builder_add_body(s->builder, &body, &index, &error));
    hf_shape_def shape = hf_shape_def_default();
    shape.kind = HF_SHAPE_CAPSULE;
    shape.body = index;
    shape.size[0] = 5e-5, shape.size[1] = 0.01;
    shape.friction = 0.3;
    OK(hf_builder_add_shape(s->builder, &shape, NULL, &error));
    OK(builder_add_chain(s->builder, index, 1, &error));
    return index;
}

static double height(const stage *s, int body)
{
    return hf_world_body(s->world, body).position[2];
}

TEST(two_that_cross_at_any_speed_do_not_pass)
{
    for (int k = 0; k < 12; k++)
    {
        double speed = 0.02 * pow(2.0, k); // up to 41 m/s: 20 cm in a step
        stage s = stage_begin();
        int low = add_needle(&s, ALONG_X, 0.0, 0.0, HF_MOTION_FREE);
        int high = add_needle(&s, ALONG_Y, 0.01 + 1e-4 * k, -speed, HF_MOTION_FREE);
        stage_build(&s);
        for (int n = 0; n < 20 + (int)(0.02 / (speed * 0.005)); n++)
        {
            OK(hf_world_step(s.world, 0.0, NULL, &error));
            CHECK(height(&s, high) - height(&s, low) > 0.99e-4);
        }
        // inelastic, centre on centre: they go on together
        CHECK_NEAR(hf_world_body(s.world, low).velocity[2], -0.5 * speed, 1e-6 * speed);
        stage_end(&s);
    }
}

TEST(a_push_goes_through_layers_that_move_together)
{
    // eight layers 2 mm apart, all at 5 m/s, on to one that stands: nobody approaches anybody but the first
    enum
    {
        LAYERS = 8
    };
    stage s = stage_begin();
    int body[LAYERS + 1];
    body[0] = add_needle(&s, ALONG_X, 0.0, 0.0, HF_MOTION_STATIC);
    for (int k = 1; k <= LAYERS; k++)
        body[k] = add_needle(&s, k % 2 ? ALONG_Y : ALONG_X, 0.002 * k, -5.0, HF_MOTION_FREE);
    stage_build(&s);
    for (int n = 0; n < 5; n++)
    {
        OK(hf_world_step(s.world, 0.0, NULL, &error));
        for (int k = 1; k <= LAYERS; k++) CHECK(height(&s, body[k]) - height(&s, body[k - 1]) > 0.99e-4);
    }
    CHECK_NEAR(height(&s, body[LAYERS]), 1e-4 * LAYERS, 1e-6);
    stage_end(&s);
}

TEST(a_fast_ball_takes_fibres_along)
{
    stage s = stage_begin();
    hf_body_def ball = hf_body_def_default();
    ball.motion = HF_MOTION_PRESCRIBED;
    ball.position[2] = 0.05;
    ball.velocity[2] = -20.0; // 10 cm in a step
    int index;
    OK(hf_builder_add_body(s.builder, &ball, &index, &error));
    hf_shape_def shape = hf_shape_def_default();
    shape.body = index;
    shape.size[0] = 0.008;
    OK(hf_builder_add_shape(s.builder, &shape, NULL, &error));
    int needle[3];
    for (int k = 0; k < 3; k++) needle[k] = add_needle(&s, k % 2, -0.03 * k, 0.0, HF_MOTION_FREE);
    stage_build(&s);
    for (int n = 0; n < 10; n++)
    {
        OK(hf_world_step(s.world, 0.0, NULL, &error));
        double at = hf_world_body(s.world, index).position[2];
        for (int k = 0; k < 3; k++) CHECK(height(&s, needle[k]) < at - 0.008 || at > 0.03);
    }
    for (int k = 0; k < 3; k++) CHECK(hf_world_body(s.world, needle[k]).velocity[2] < -19.999);
    stage_end(&s);
}

TEST(a_run_that_is_resumed_and_threads_give_the_same_bits)
{
    uint64_t hash[3];
    for (int round = 0; round < 3; round++)
    {
        stage s = stage_begin();
        for (int k = 0; k < 12; k++)
            add_needle(&s, k % 2, 0.0015 * k, k % 3 ? -3.0 : 2.0, k == 0 ? HF_MOTION_STATIC : HF_MOTION_FREE);
        stage_build(&s);
        if (round == 1) (void)hf_world_set_threads(s.world, 3);
        for (int n = 0; n < 12; n++)
        {
            OK(hf_world_step(s.world, 0.0, NULL, &error));
            if (round != 2 || n != 5) continue;
            size_t size = hf_world_state_size(s.world);
            void *bytes = malloc(size);
            CHECK(bytes != NULL);
            hf_world_state_save(s.world, bytes);
            hf_world_destroy(s.world);
            OK(hf_world_create(s.model, &s.world, &error));
            OK(hf_world_state_load(s.world, bytes, size, &error));
            free(bytes);
        }
        hash[round] = hf_world_hash(s.world);
        stage_end(&s);
    }
    CHECK(hash[0] == hash[1] && hash[0] == hash[2]);
}

TEST(a_contact_keeps_its_impulse_from_segment_to_segment)
{
    // a bar that slides along a fibre of five fixed segments, pressed on it: after two steps the solve begins near its
    // end in every step
    stage s = stage_begin();
    int first = -1;
    for (int k = 0; k < 5; k++)
    {
        hf_body_def body = hf_body_def_default();
        body.motion = HF_MOTION_STATIC;
        body.position[0] = 0.01 * k + 0.005;
        body.orientation[0] = body.orientation[2] = sqrt(0.5);
        int index;
        OK(hf_builder_add_body(s.builder, &body, &index, &error));
        hf_shape_def shape = hf_shape_def_default();
        shape.kind = HF_SHAPE_CAPSULE;
        shape.body = index;
        shape.size[0] = 5e-5, shape.size[1] = 0.005;
        shape.friction = 0.0;
        OK(hf_builder_add_shape(s.builder, &shape, NULL, &error));
        if (first < 0) first = index;
    }
    OK(builder_add_chain(s.builder, first, 5, &error));
    int bar = add_needle(&s, ALONG_Y, 1e-4, 0.0, HF_MOTION_FREE);
    stage_build(&s);
    hf_body_state state = hf_world_body(s.world, bar);
    state.position[0] = 0.0025;
    state.velocity[0] = 0.37;
    OK(hf_world_set_body(s.world, bar, &state, &error));
    const double force[3] = {0, 0, -1e-3}, none[3] = {0};
    OK(hf_world_set_wrench(s.world, bar, force, none, &error));
    uint64_t id = 0;
    int changes = 0;
    for (int n = 0; n < 24; n++)
    {
        hf_step_report report;
        OK(hf_world_step(s.world, 0.0, &report, &error));
        CHECK(hf_world_contact_count(s.world) == 1);
        hf_contact c = hf_world_contact(s.world, 0);
        changes += n > 0 && c.id != id;
        id = c.id;
        CHECK_NEAR(c.r[0], 0.005 * 1e-3, 1e-12);
        CHECK(n < 2 || report.solve.iterations == 0);
    }
    CHECK(changes == 3); // friction brakes it on the last one
    stage_end(&s);
}
