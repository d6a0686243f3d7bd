// Forces from outside at joints, and those of joints, limits and loops: against closed forms.

#include "support/harness.h"

#include "holdfast/holdfast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double G = 9.81;

typedef enum pendulum_kind
{
    REDUCED = 0,
    MAXIMAL,
    JOINED,   // a free body, the loop is one of its own equations
    SEPARATE, // the loop is a row
    PENDULUM_KINDS,
} pendulum_kind;

/// A bar of mass 2 kg, inertia 0.02 kg m², centre 0.7 m below its pin at the origin, turning about y.
static void pendulum(pendulum_kind kind, double angle, hf_model **model, hf_world **world)
{
    hf_error error;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_settings settings = hf_settings_default();
    settings.step.timestep = 1e-3;
    if (kind == MAXIMAL) settings.step.coordinates = HF_COORDINATES_MAXIMAL;
    settings.step.separate_loops = kind == SEPARATE;
    CHECK(hf_builder_set(builder, &settings, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.mass = 2.0;
    body.center[2] = -0.7;
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.02;
    bool link = kind == REDUCED || kind == MAXIMAL;
    body.parent = link ? 0 : -1;
    body.orientation[0] = cos(0.5 * angle);
    body.orientation[2] = sin(0.5 * angle);
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    hf_joint_def joint = hf_joint_def_default();
    joint.name = "pin";
    joint.body = 1;
    joint.axis[1] = 1.0, joint.axis[2] = 0.0;
    hf_loop_def loop = hf_loop_def_default();
    loop.kind = HF_LOOP_CONNECT;
    loop.body_a = 1;
    loop.body_b = 0;
    if (link) CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    else CHECK(hf_builder_add_loop(builder, &loop, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(*model, world, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
}

/// Angle of the bar from hanging, and its rate, in the middle of the last step.
static void swing(const hf_world *world, double last[2], double middle[2])
{
    hf_body_state s = hf_world_body(world, 1);
    double now[2] = {2.0 * atan2(s.orientation[2], s.orientation[0]), s.angular_velocity[1]};
    for (int k = 0; k < 2; k++)
    {
        middle[k] = 0.5 * (last[k] + now[k]);
        last[k] = now[k];
    }
}

TEST(a_pendulum_pulls_at_its_pin)
{
    const double l = 0.7, m = 2.0, I = 0.02 + 2.0 * 0.49;
    for (int kind = 0; kind < PENDULUM_KINDS; kind++)
    {
        hf_model *model;
        hf_world *world;
        hf_error error;
        double last[2] = {1.5, 0.0}, at[2], F[3], T[3], P[3], most = 0.0;
        pendulum((pendulum_kind)kind, 1.5, &model, &world);
        for (int k = 0; k < 700; k++)
        {
            CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
            swing(world, last, at);
            bool link = kind == REDUCED || kind == MAXIMAL;
            CHECK((link ? hf_world_link_wrench(world, 1, F, T, P, &error)
                        : hf_world_loop_wrench(world, 0, F, T, P, &error)) == HF_STATUS_OK);
            // a of the centre, which is at -l (sin, 0, cos): along the bar to the pin l w², across it l α; F = m (a -
            // g)
            double s = sin(at[0]), c = cos(at[0]), alpha = -m * G * l * s / I;
            double pull = m * (l * at[1] * at[1] + G * c), across = m * (-l * alpha - G * s);
            const double wanted[3] = {pull * s + across * c, 0.0, pull * c - across * s};
            for (int j = 0; j < 3; j++) CHECK_NEAR(F[j], wanted[j], 0.1);
            for (int j = 0; j < 3; j++) CHECK_NEAR(P[j], 0.0, 1e-6);
            CHECK_NEAR(T[1], 0.0, 0.1);
            most = fmax(most, pull);
        }
        // at the bottom m g (1 + 2 m l² (1 - cos θ0) / I)
        CHECK_NEAR(most, m * G * (1.0 + 2.0 * m * l * l * (1.0 - cos(1.5)) / I), 0.05);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(a_limit_holds_an_arm)
{
    hf_model *model;
    hf_world *world;
    hf_error error;
    hf_builder *builder;
    for (int side = 0; side < 2; side++)
    {
        CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
        hf_body_def body = hf_body_def_default();
        body.mass = 2.0;
        body.center[0] = side ? -0.5 : 0.5;
        body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.02;
        body.parent = 0;
        CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
        hf_joint_def joint = hf_joint_def_default();
        joint.body = 1;
        joint.axis[1] = -1.0, joint.axis[2] = 0.0; // up is positive of an arm along x
        joint.limited = true;
        joint.range[0] = -0.25, joint.range[1] = 0.25;
        CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
        CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
        CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
        double force, F[3], T[3], P[3];
        CHECK(hf_world_limit_force(world, 0, &force, &error) == HF_STATUS_OK && force == 0.0);
        for (int k = 0; k < 1000; k++) CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
        CHECK_NEAR(hf_world_q(world)[0], side ? 0.25 : -0.25, 1e-6);
        CHECK(hf_world_limit_force(world, 0, &force, &error) == HF_STATUS_OK);
        CHECK_NEAR(force, (side ? -1.0 : 1.0) * 2.0 * G * 0.5 * cos(0.25), 1e-6);
        CHECK(hf_world_link_wrench(world, 1, F, T, P, &error) == HF_STATUS_OK);
        CHECK_NEAR(F[2], 2.0 * G, 1e-6);
        CHECK_NEAR(T[1], -force, 1e-6); // about -y
        CHECK(hf_world_limit_force(world, 1, &force, &error) == HF_STATUS_INVALID);
        hf_world_destroy(world);
        hf_model_destroy(model);
        hf_builder_destroy(builder);
    }
}

/// A coupler of 3 kg and 1 m that hangs on two cranks of 1 kg and 0.5 m; the second closes a loop.
TEST(a_four_bar_shares_its_weight)
{
    hf_model *model;
    hf_world *world;
    hf_error error;
    hf_builder *builder;
    int crank[2], coupler;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.05;
    body.parent = 0;
    body.mass = 1.0;
    body.center[2] = -0.25;
    for (int k = 0; k < 2; k++)
    {
        body.position[0] = k;
        CHECK(hf_builder_add_body(builder, &body, &crank[k], &error) == HF_STATUS_OK);
    }
    body.parent = crank[0];
    body.position[0] = 0.0, body.position[2] = -0.5;
    body.center[0] = 0.5, body.center[2] = 0.0;
    body.mass = 3.0;
    CHECK(hf_builder_add_body(builder, &body, &coupler, &error) == HF_STATUS_OK);
    hf_joint_def joint = hf_joint_def_default();
    joint.axis[1] = 1.0, joint.axis[2] = 0.0;
    for (int k = 1; k <= 3; k++)
    {
        joint.body = k;
        CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    }
    hf_loop_def loop = hf_loop_def_default();
    loop.name = "pin";
    loop.kind = HF_LOOP_CONNECT;
    loop.body_a = coupler;
    loop.body_b = crank[1];
    loop.point_a[0] = 1.0;
    CHECK(hf_builder_add_loop(builder, &loop, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    for (int k = 0; k < 10; k++) CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
    double F[3], T[3], P[3];
    CHECK(hf_world_loop_wrench(world, hf_model_find(model, HF_ITEM_LOOP, "pin"), F, T, P, &error) == HF_STATUS_OK);
    CHECK_NEAR(F[2], 1.5 * G, 1e-6);
    CHECK_NEAR(F[0], 0.0, 1e-6);
    CHECK_NEAR(P[0], 1.0, 1e-7);
    CHECK_NEAR(P[2], -0.5, 1e-7);
    CHECK(hf_world_link_wrench(world, coupler, F, T, P, &error) == HF_STATUS_OK);
    CHECK_NEAR(F[2], 1.5 * G, 1e-6);
    CHECK(hf_world_link_wrench(world, crank[1], F, T, P, &error) == HF_STATUS_OK);
    CHECK_NEAR(F[2], 2.5 * G, 1e-6); // its own weight, and half of the coupler's
    CHECK_NEAR(P[0], 1.0, 1e-7);
    CHECK(hf_world_loop_wrench(world, 1, F, T, P, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_link_wrench(world, 0, F, T, P, &error) == HF_STATUS_INVALID);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

/// A beam welded to the world at its end: its weight, and the moment of it.
TEST(a_weld_bears_a_moment)
{
    for (int separate = 0; separate < 2; separate++)
    {
        hf_model *model;
        hf_world *world;
        hf_error error;
        hf_builder *builder;
        CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
        hf_settings settings = hf_settings_default();
        settings.step.separate_loops = separate;
        CHECK(hf_builder_set(builder, &settings, &error) == HF_STATUS_OK);
        hf_body_def body = hf_body_def_default();
        body.mass = 4.0;
        body.center[0] = 0.6;
        body.inertia[0] = body.inertia[1] = body.inertia[2] = 0.3;
        CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
        hf_loop_def loop = hf_loop_def_default();
        loop.kind = HF_LOOP_WELD;
        loop.body_a = 1;
        loop.body_b = 0;
        CHECK(hf_builder_add_loop(builder, &loop, NULL, &error) == HF_STATUS_OK);
        CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
        CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
        for (int k = 0; k < 5; k++) CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
        double F[3], T[3], P[3];
        CHECK(hf_world_loop_wrench(world, 0, F, T, P, &error) == HF_STATUS_OK);
        CHECK_NEAR(F[2], 4.0 * G, 1e-5);
        CHECK_NEAR(T[1], -4.0 * G * 0.6, 1e-5);
        CHECK_NEAR(T[0], 0.0, 1e-5);
        hf_world_destroy(world);
        hf_model_destroy(model);
        hf_builder_destroy(builder);
    }
}

/// Two wheels about z, geared a = 2 b, without gravity; a torque at b by hf_world_set_joint_force. α_b = τ / (I_b + 4
/// I_a), and the gear does 2 I_a α_b to a.
static void gears(hf_coordinates coordinates, hf_integrator integrator, hf_model **model, hf_world **world)
{
    hf_error error;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_settings settings = hf_settings_default();
    settings.physics.gravity[2] = 0.0;
    settings.step.coordinates = coordinates;
    settings.step.integrator = integrator;
    CHECK(hf_builder_set(builder, &settings, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.mass = 1.0;
    body.parent = 0;
    hf_joint_def joint = hf_joint_def_default();
    for (int k = 1; k <= 2; k++)
    {
        body.inertia[0] = body.inertia[1] = body.inertia[2] = k == 1 ? 0.1 : 0.3;
        body.position[0] = k;
        joint.body = k;
        CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
        CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    }
    hf_loop_def loop = hf_loop_def_default();
    loop.kind = HF_LOOP_JOINT;
    loop.joint_a = 0;
    loop.joint_b = 1;
    loop.coefficient[1] = 2.0;
    CHECK(hf_builder_add_loop(builder, &loop, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(*model, world, &error) == HF_STATUS_OK);
    hf_builder_destroy(builder);
}

TEST(a_gear_hands_on_what_is_applied)
{
    const struct
    {
        hf_coordinates coordinates;
        hf_integrator integrator;
    } ways[] = {{HF_COORDINATES_REDUCED, HF_INTEGRATOR_MOREAU},
                {HF_COORDINATES_MAXIMAL, HF_INTEGRATOR_MOREAU},
                {HF_COORDINATES_REDUCED, HF_INTEGRATOR_BARAFF}};
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++)
    {
        hf_model *model;
        hf_world *world;
        hf_error error;
        const double torque = 0.7, alpha = 0.7 / (0.3 + 4.0 * 0.1);
        double F[3], T[3], P[3];
        hf_step_report report;
        gears(ways[way].coordinates, ways[way].integrator, &model, &world);
        CHECK(hf_world_set_joint_force(world, 1, &torque, &error) == HF_STATUS_OK);
        CHECK(hf_world_forces(world)[1] == torque && hf_world_forces(world)[0] == 0.0);
        for (int k = 0; k < 50; k++)
        {
            CHECK(hf_world_step(world, 0.002, &report, &error) == HF_STATUS_OK);
            CHECK(report.energy_rise == 0.0); // its work is known
        }
        CHECK_NEAR(hf_world_v(world)[1], 0.1 * alpha, 1e-9);
        CHECK_NEAR(hf_world_v(world)[0], 0.2 * alpha, 1e-9);
        CHECK_NEAR(hf_world_q(world)[1], 0.005 * alpha, 1e-9);
        CHECK(hf_world_loop_wrench(world, 0, F, T, P, &error) == HF_STATUS_OK);
        CHECK_NEAR(F[0], 0.1 * 2.0 * alpha, 1e-8);
        const double nothing = 0.0;
        CHECK(hf_world_set_joint_force(world, 1, &nothing, &error) == HF_STATUS_OK);
        double before = hf_world_v(world)[1];
        CHECK(hf_world_step(world, 0.002, NULL, &error) == HF_STATUS_OK);
        CHECK_NEAR(hf_world_v(world)[1], before, 1e-12);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// Forces are a part of the state: saved, hashed, loaded, and gone where the state has none.
TEST(applied_forces_are_state)
{
    hf_model *model;
    hf_world *world, *other;
    hf_error error;
    gears(HF_COORDINATES_REDUCED, HF_INTEGRATOR_MOREAU, &model, &world);
    CHECK(hf_world_create(model, &other, &error) == HF_STATUS_OK);
    size_t bare = hf_world_state_size(world);
    char *empty = malloc(bare);
    hf_world_state_save(world, empty);
    uint64_t hash = hf_world_hash(world);
    const double force[2] = {0.1, -0.2};
    CHECK(hf_world_set_forces(world, force, &error) == HF_STATUS_OK);
    CHECK(hf_world_hash(world) != hash);
    for (int k = 0; k < 5; k++) CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
    size_t size = hf_world_state_size(world);
    char *bytes = malloc(size);
    hf_world_state_save(world, bytes);
    CHECK(hf_world_state_load(other, bytes, size, &error) == HF_STATUS_OK);
    CHECK(hf_world_forces(other)[1] == -0.2);
    CHECK(hf_world_hash(other) == hf_world_hash(world));
    for (int k = 0; k < 5; k++)
    {
        CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
        CHECK(hf_world_step(other, 0.0, NULL, &error) == HF_STATUS_OK);
    }
    CHECK(hf_world_hash(other) == hf_world_hash(world));
    CHECK(hf_world_state_load(other, empty, bare, &error) == HF_STATUS_OK);
    CHECK(hf_world_forces(other)[0] == 0.0 && hf_world_hash(other) == hash);
    CHECK(hf_world_state_load(other, bytes, size - 8, &error) == HF_STATUS_FORMAT);
    const double wrong[2] = {0.0, NAN};
    CHECK(hf_world_set_forces(world, wrong, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_set_joint_force(world, 2, force, &error) == HF_STATUS_INVALID);
    CHECK(hf_world_set_joint_force(world, 0, &wrong[1], &error) == HF_STATUS_INVALID);
    CHECK(hf_world_set_forces(world, NULL, &error) == HF_STATUS_OK && hf_world_forces(world)[0] == 0.0);
    free(bytes);
    free(empty);
    hf_world_destroy(world);
    hf_world_destroy(other);
    hf_model_destroy(model);
}

/// M a + bias = force: a step of a floating tree with the forces that inverse dynamics ask for.
static void check_acceleration(hf_integrator integrator)
{
    hf_model *model;
    hf_world *world;
    hf_error error;
    hf_builder *builder;
    CHECK(hf_builder_create(&builder, &error) == HF_STATUS_OK);
    hf_settings settings = hf_settings_default();
    settings.step.integrator = integrator;
    CHECK(hf_builder_set(builder, &settings, &error) == HF_STATUS_OK);
    hf_body_def body = hf_body_def_default();
    body.mass = 1.5;
    body.center[0] = 0.1, body.center[1] = -0.05, body.center[2] = 0.2;
    const double inertia[6] = {0.03, 0.04, 0.05, 0.002, -0.003, 0.004};
    memcpy(body.inertia, inertia, sizeof inertia);
    body.orientation[0] = 0.8, body.orientation[1] = 0.36, body.orientation[2] = -0.288, body.orientation[3] = 0.384;
    body.angular_velocity[0] = 0.4;
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    hf_body_def alone = body;
    alone.position[0] = 3.0;
    CHECK(hf_builder_add_body(builder, &alone, NULL, &error) == HF_STATUS_OK);
    body.parent = 1;
    body.position[2] = 0.4;
    CHECK(hf_builder_add_body(builder, &body, NULL, &error) == HF_STATUS_OK);
    hf_joint_def joint = hf_joint_def_default();
    joint.body = 3;
    joint.kind = HF_JOINT_BALL;
    CHECK(hf_builder_add_joint(builder, &joint, NULL, &error) == HF_STATUS_OK);
    CHECK(hf_model_build(builder, &model, &error) == HF_STATUS_OK);
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    int n = hf_model_v_count(model);
    CHECK(n == 15);
    double a[15], force[15], before[15], h = 1e-7;
    for (int k = 0; k < n; k++) a[k] = sin(k + 1.0);
    memcpy(before, hf_world_v(world), sizeof before);
    CHECK(hf_world_inverse_dynamics(world, a, force, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_forces(world, force, &error) == HF_STATUS_OK);
    CHECK(hf_world_step(world, h, NULL, &error) == HF_STATUS_OK);
    for (int k = 0; k < n; k++) CHECK_NEAR((hf_world_v(world)[k] - before[k]) / h, a[k], 1e-5);
    hf_world_destroy(world);
    hf_model_destroy(model);
    hf_builder_destroy(builder);
}

TEST(applied_forces_make_the_acceleration_that_was_asked_for)
{
    check_acceleration(HF_INTEGRATOR_MOREAU);
    check_acceleration(HF_INTEGRATOR_BARAFF);
}
