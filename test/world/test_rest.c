// What rests repeats itself: a step that has changed nothing is not made again, and whatever changes ends that.

#include "support/scene_text.h"

#include <holdfast/holdfast.h>
#include <holdfast/scene.h>
#include <holdfast/world.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stack =
    "<mujoco><option timestep='0.002'/><worldbody><geom name='floor' type='plane' size='5 5 1' friction='0.6'/>"
    "<body name='low' pos='0 0 0.1'><freejoint/><geom name='low' type='box' size='0.1 0.1 0.1' friction='0.6'/></body>"
    "<body name='high' pos='0.03 0.02 0.3'><freejoint/><geom name='high' type='box' size='0.1 0.1 0.1' "
    "friction='0.6'/></body>"
    "</worldbody></mujoco>";

static hf_world *open_world(const char *text, hf_model **model)
{
    hf_error error = {0};
    hf_world *world;
    *model = text_model(text);
    if (hf_world_create(*model, &world, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return world;
}

static hf_step_report step(hf_world *world)
{
    hf_error error = {0};
    hf_step_report report;
    CHECK(hf_world_step(world, 0.0, &report, &error) == HF_STATUS_OK);
    CHECK(report.certified);
    return report;
}

/// Until a step takes no work; at most ten.
static void come_to_rest(hf_world *world)
{
    for (int k = 0; k < 10; k++)
        if (step(world).work == 0) return;
    harness_fail(__FILE__, __LINE__, "it does not come to rest");
}

TEST(steps_at_rest_are_those_that_would_be_made)
{
    hf_error error = {0};
    hf_model *models[2];
    hf_world *worlds[2] = {open_world(stack, &models[0]), open_world(stack, &models[1])};
    for (int k = 0; k < 50; k++)
    {
        hf_step_report reports[2] = {step(worlds[0])};
        size_t size = hf_world_state_size(worlds[1]);
        void *bytes = malloc(size); // a state that is loaded is stepped anew
        CHECK(bytes);
        hf_world_state_save(worlds[1], bytes);
        CHECK(hf_world_state_load(worlds[1], bytes, size, &error) == HF_STATUS_OK);
        free(bytes);
        reports[1] = step(worlds[1]);
        CHECK(reports[1].work > 0 && (k < 10 || reports[0].work == 0));
        CHECK(hf_world_hash(worlds[0]) == hf_world_hash(worlds[1]));
        CHECK(reports[0].kinetic == reports[1].kinetic && reports[0].contact_count == reports[1].contact_count);
        CHECK(reports[0].time == reports[1].time && hf_world_time(worlds[0]) == reports[0].time);
    }
    for (int k = 0; k < 2; k++)
    {
        hf_world_destroy(worlds[k]);
        hf_model_destroy(models[k]);
    }
}

/// How far `high` comes in half a second along x.
static double way(hf_world *world)
{
    int body = hf_model_find(hf_world_model(world), HF_ITEM_BODY, "high");
    double before = hf_world_body(world, body).position[0];
    for (int k = 0; k < 250; k++) step(world);
    return fabs(hf_world_body(world, body).position[0] - before);
}

typedef void change(hf_world *world);

static void push(hf_world *world)
{
    hf_error error = {0};
    const double force[3] = {80.0, 0.0, 0.0}; // 8 kg of density 1000, friction holds 47 N
    CHECK(hf_world_set_wrench(world, hf_model_find(hf_world_model(world), HF_ITEM_BODY, "high"), force, NULL, &error) ==
          HF_STATUS_OK);
}

static void tilt(hf_world *world)
{
    hf_error error = {0};
    hf_settings settings = hf_model_settings(hf_world_model(world));
    settings.physics.gravity[0] = 9.0;
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
}

static void tilt_a_little(hf_world *world)
{
    hf_error error = {0};
    hf_settings settings = hf_model_settings(hf_world_model(world));
    settings.physics.gravity[0] = 3.0; // friction of 0.6 holds it, of 0.1 does not
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
}

static void grease(hf_world *world)
{
    hf_error error = {0};
    const hf_model *model = hf_world_model(world);
    for (int k = 0; k < hf_model_count(model, HF_ITEM_SHAPE); k++)
    {
        hf_shape_def def = hf_model_shape(model, k);
        def.friction = 0.1;
        CHECK(hf_world_set_shape(world, k, &def, &error) == HF_STATUS_OK);
    }
}

TEST(whatever_changes_ends_rest)
{
    change *const first[] = {NULL, NULL, tilt_a_little}, *const then[] = {push, tilt, grease};
    for (int k = 0; k < 3; k++)
    {
        hf_model *model;
        hf_world *world = open_world(stack, &model);
        if (first[k]) first[k](world);
        come_to_rest(world);
        CHECK(way(world) == 0.0);
        then[k](world);
        CHECK(way(world) > 0.1);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(a_hand_that_holds_something_rests)
{
    hf_error error = {0};
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    CHECK(hf_scene_open(HOLDFAST_SOURCE_DIR "/scenes/gripper.xml", 1, NULL, NULL, &builder, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    for (int k = 0; k < 2; k++)
    {
        int motor = hf_model_find(model, HF_ITEM_ACTUATOR, k ? "right" : "left");
        CHECK(motor >= 0 && hf_world_set_control(world, motor, 20.0, &error) == HF_STATUS_OK);
    }
    int64_t work = 0, last = 0;
    for (int k = 0; k < 500; k++) last = step(world).work, work += last;
    CHECK(last == 0 && work < 400 * (int64_t)2e5); // it has closed long before, and costs nothing from then on
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(what_moves_slowly_is_not_at_rest)
{
    hf_model *model;
    hf_error error = {0};
    hf_world *world = open_world("<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='5 5 1'/>"
                                 "<body name='high' pos='0 0 0.1'><freejoint/><geom type='sphere' size='0.1'/></body>"
                                 "</worldbody></mujoco>",
                                 &model);
    const double q[7] = {0, 0, 0.1, 1, 0, 0, 0}, v[6] = {1e-7, 0, 0, 0, 1e-6, 0}; // it rolls
    CHECK(hf_world_set_q(world, q, v, &error) == HF_STATUS_OK);
    CHECK_NEAR(way(world), 0.5e-7, 1e-13);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A curtain of balls, n wide and deep, on joints at its upper edge and between neighbours.
static char *curtain(int n)
{
    size_t size = 512 * (size_t)(n * n) + 512, at = 0;
    char *text = malloc(size);
    CHECK(text);
    at += (size_t)snprintf(text + at, size - at, "<mujoco><option timestep='0.01' gravity='0 0 -10'/><worldbody>");
    for (int k = 0; k < n * n; k++)
        at += (size_t)snprintf(text + at, size - at,
                               "<body name='b%d' pos='%d 0 %d'>%s<geom type='sphere' size='0.4' contype='0' "
                               "conaffinity='0'/></body>",
                               k, k % n, -(k / n), k < n ? "" : "<freejoint/>");
    at += (size_t)snprintf(text + at, size - at, "</worldbody><equality>");
    for (int k = n; k < n * n; k++)
    {
        at += (size_t)snprintf(text + at, size - at, "<connect body1='b%d' body2='b%d' anchor='0 0 -0.5'/>", k - n, k);
        if (k % n > 0)
            at +=
                (size_t)snprintf(text + at, size - at, "<connect body1='b%d' body2='b%d' anchor='0.5 0 0'/>", k - 1, k);
    }
    at += (size_t)snprintf(text + at, size - at, "</equality></mujoco>");
    CHECK(at < size);
    return text;
}

TEST(joints_that_hang_still_are_not_stepped_again)
{
    enum
    {
        N = 6
    };
    hf_model *model;
    hf_error error = {0};
    char *text = curtain(N);
    hf_world *world = open_world(text, &model);
    come_to_rest(world);
    hf_body_state low = hf_world_body(world, hf_model_count(model, HF_ITEM_BODY) - 1);
    CHECK_NEAR(low.position[2], -(N - 1), 1e-12);
    for (int k = 0; k < 3; k++) CHECK(low.velocity[k] == 0.0 && low.angular_velocity[k] == 0.0);
    hf_settings settings = hf_model_settings(model);
    settings.physics.gravity[1] = 1e-6; // what is pulled so little moves all the same: a double pendulum's 1e-8 m/s
    CHECK(hf_world_set_settings(world, &settings, &error) == HF_STATUS_OK);
    CHECK(step(world).work > 0);
    CHECK_NEAR(hf_world_body(world, hf_model_find(model, HF_ITEM_BODY, "b6")).velocity[1], 1e-8, 1e-8);
    CHECK(hf_world_body(world, hf_model_find(model, HF_ITEM_BODY, "b6")).velocity[1] > 1e-10);
    hf_world_destroy(world);
    hf_model_destroy(model);
    free(text);
}
