// Worlds with torsional and rolling friction: states, threads, mechanisms, and what is refused. The closed forms are in
// test_truth_moments.

#include "support/harness.h"

#include "holdfast/mechanism.h"
#include "holdfast/world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(call)                                                                                                     \
    do {                                                                                                               \
        hf_error error_ = {0}, *error = &error_;                                                                       \
        if ((call) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s: %s", #call, error_.message);                 \
    } while (0)

/// Balls that roll and spin into each other on a plane, all with condim 6; the coordinates are those of the links.
static hf_model *balls(int count, hf_settings settings)
{
    hf_builder *builder;
    hf_model *model;
    MUST(hf_builder_create(&builder, error));
    MUST(hf_builder_set(builder, &settings, error));
    hf_shape_def plane = hf_shape_def_default();
    plane.kind = HF_SHAPE_PLANE;
    MUST(hf_builder_add_shape(builder, &plane, NULL, error));
    for (int k = 0; k < count; k++)
    {
        hf_body_def body = hf_body_def_default();
        hf_shape_def ball = hf_shape_def_default();
        body.position[0] = 0.25 * k, body.position[2] = 0.1;
        body.velocity[0] = k % 2 ? -1.0 : 1.0, body.velocity[1] = 0.1 * k;
        body.angular_velocity[1] = 5.0, body.angular_velocity[2] = 3.0 - k;
        MUST(hf_builder_add_body(builder, &body, &ball.body, error));
        ball.size[0] = 0.1;
        ball.condim = k % 2 ? 4 : 6;
        ball.friction = 0.5, ball.torsion = 0.01, ball.rolling = 0.002;
        MUST(hf_builder_add_shape(builder, &ball, NULL, error));
    }
    MUST(hf_model_build(builder, &model, error));
    hf_builder_destroy(builder);
    return model;
}

static void run(hf_world *world, int steps)
{
    for (int k = 0; k < steps; k++)
    {
        hf_step_report report;
        MUST(hf_world_step(world, 0, &report, error));
        CHECK(report.certified);
    }
}

TEST(a_state_holds_moments)
{
    hf_model *model = balls(5, hf_settings_default());
    hf_world *world, *other;
    MUST(hf_world_create(model, &world, error));
    MUST(hf_world_create(model, &other, error));
    run(world, 60);
    size_t size = hf_world_state_size(world);
    void *bytes = malloc(size);
    hf_world_state_save(world, bytes);
    run(world, 60);
    MUST(hf_world_state_load(other, bytes, size, error));
    run(other, 60);
    CHECK(hf_world_hash(world) == hf_world_hash(other));
    free(bytes);
    hf_world_destroy(world);
    hf_world_destroy(other);
    hf_model_destroy(model);
}

TEST(threads_do_not_change_the_bits)
{
    hf_model *model = balls(6, hf_settings_default());
    uint64_t hash[2];
    for (int k = 0; k < 2; k++)
    {
        hf_world *world;
        MUST(hf_world_create(model, &world, error));
        hf_world_set_threads(world, k + 1);
        run(world, 100);
        hash[k] = hf_world_hash(world);
        hf_world_destroy(world);
    }
    CHECK(hash[0] == hash[1]);
    hf_model_destroy(model);
}

TEST(contacts_say_what_they_resist)
{
    hf_model *model = balls(2, hf_settings_default());
    hf_world *world;
    MUST(hf_world_create(model, &world, error));
    run(world, 1);
    int seen = 0;
    for (int k = 0; k < hf_world_contact_count(world); k++)
    {
        hf_contact c = hf_world_contact(world, k);
        if (!(c.r[0] > 0.0)) continue;
        seen++;
        CHECK(fabs(c.moment[0]) <= c.coefficients.torsion * c.r[0] * (1 + 1e-9));
        CHECK(hypot(c.moment[1], c.moment[2]) <= c.coefficients.rolling[0] * c.r[0] * (1 + 1e-9));
        CHECK((c.condim == 4) == (c.moment[1] == 0.0 && c.moment[2] == 0.0));
        CHECK(c.moment[0] * c.spin[0] <= 0.0 && c.moment[1] * c.spin[1] + c.moment[2] * c.spin[2] <= 0.0);
    }
    CHECK(seen == 2);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A wheel on a hinge, pressed on a plane: the hinge's axis is the plane's normal, or along it.
static double wheel_speed(hf_coordinates coordinates, bool upright, double torque)
{
    hf_builder *builder;
    hf_model *model;
    hf_world *world;
    hf_settings settings = hf_settings_default();
    settings.step.coordinates = coordinates;
    MUST(hf_builder_create(&builder, error));
    MUST(hf_builder_set(builder, &settings, error));
    hf_shape_def plane = hf_shape_def_default(), ball = plane;
    plane.kind = HF_SHAPE_PLANE;
    MUST(hf_builder_add_shape(builder, &plane, NULL, error));
    hf_body_def slider = hf_body_def_default(), wheel = slider;
    slider.parent = 0;
    slider.position[2] = 0.1;
    slider.mass = 1.0;
    slider.inertia[0] = slider.inertia[1] = slider.inertia[2] = 1e-2;
    int link, turning;
    MUST(hf_builder_add_body(builder, &slider, &link, error));
    wheel.parent = link;
    wheel.mass = 1.0;
    wheel.inertia[0] = wheel.inertia[1] = wheel.inertia[2] = 4e-3;
    MUST(hf_builder_add_body(builder, &wheel, &turning, error));
    hf_joint_def slide = hf_joint_def_default(), hinge = slide;
    slide.body = link;
    slide.kind = HF_JOINT_SLIDE;
    MUST(hf_builder_add_joint(builder, &slide, NULL, error));
    hinge.body = turning;
    hinge.kind = HF_JOINT_HINGE;
    if (!upright) hinge.axis[0] = 1.0, hinge.axis[2] = 0.0;
    MUST(hf_builder_add_joint(builder, &hinge, NULL, error));
    ball.body = turning;
    ball.size[0] = 0.1;
    ball.condim = 6;
    ball.friction = 0.0, ball.torsion = 0.01, ball.rolling = 0.01;
    plane.friction = 0.0;
    MUST(hf_builder_add_shape(builder, &ball, NULL, error));
    MUST(hf_model_build(builder, &model, error));
    hf_builder_destroy(builder);
    MUST(hf_world_create(model, &world, error));
    double load[3] = {0.0};
    load[upright ? 2 : 0] = torque;
    MUST(hf_world_set_wrench(world, turning, NULL, load, error));
    run(world, 200);
    double speed = hf_world_body(world, turning).angular_velocity[upright ? 2 : 0];
    hf_world_destroy(world);
    hf_model_destroy(model);
    return speed;
}

TEST(links_of_trees_have_moments_in_both_coordinates)
{
    const double most = 0.01 * 2.0 * 9.81, inertia = 4e-3, time = 200 * 2e-3; // the weight of slider and wheel
    const hf_coordinates coordinates[] = {HF_COORDINATES_REDUCED, HF_COORDINATES_MAXIMAL};
    for (int k = 0; k < 2; k++)
    {
        CHECK(fabs(wheel_speed(coordinates[k], true, 0.98 * most)) <= 1e-9);
        CHECK_NEAR(wheel_speed(coordinates[k], true, 1.5 * most), 0.5 * most / inertia * time, 1e-6);
    }
}

TEST(what_does_not_know_moments_is_refused)
{
    hf_settings settings = hf_settings_default();
    hf_model *model = balls(1, settings);
    hf_world *world;
    hf_error reason = {0};
    MUST(hf_world_create(model, &world, error));
    settings.step.integrator = HF_INTEGRATOR_BARAFF;
    CHECK(hf_world_set_settings(world, &settings, &reason) == HF_STATUS_UNSUPPORTED &&
          strstr(reason.message, "condim 4"));
    settings = hf_settings_default();
    snprintf(settings.solver.name, sizeof settings.solver.name, "pivot");
    CHECK(hf_world_set_settings(world, &settings, &reason) == HF_STATUS_UNSUPPORTED && strstr(reason.message, "pivot"));
    settings = hf_settings_default();
    settings.law.friction = HF_FRICTION_PYRAMID;
    CHECK(hf_world_set_settings(world, &settings, &reason) == HF_STATUS_UNSUPPORTED && strstr(reason.message, "cone"));
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(bad_shapes_and_pairs_are_named)
{
    hf_builder *builder;
    hf_error reason = {0};
    int shape[2];
    MUST(hf_builder_create(&builder, error));
    hf_shape_def good = hf_shape_def_default(), bad = good;
    good.size[0] = bad.size[0] = 0.1;
    bad.condim = 5;
    CHECK(hf_builder_add_shape(builder, &bad, NULL, &reason) == HF_STATUS_INVALID &&
          strstr(reason.message, "condim = 5"));
    bad = good;
    bad.torsion = -1.0;
    CHECK(hf_builder_add_shape(builder, &bad, NULL, &reason) == HF_STATUS_INVALID && strstr(reason.message, "torsion"));
    bad = good;
    bad.rolling = NAN;
    CHECK(hf_builder_add_shape(builder, &bad, NULL, &reason) == HF_STATUS_INVALID && strstr(reason.message, "rolling"));
    for (int k = 0; k < 2; k++) MUST(hf_builder_add_shape(builder, &good, &shape[k], error));
    hf_friction_coefficients c = {.tangent = {1, 1}};
    CHECK(hf_builder_pair_coefficients(builder, shape[0], shape[1], 2, &c, &reason) == HF_STATUS_INVALID);
    c.rolling[1] = -0.5;
    CHECK(hf_builder_pair_coefficients(builder, shape[0], shape[1], 6, &c, &reason) == HF_STATUS_INVALID &&
          strstr(reason.message, "-0.5"));
    hf_builder_destroy(builder);
}
