// Rolling keeps energy: spheres, cylinders, capsules, discs round circles, Euler's disc, ellipsoids; over a grid of
// steps.

#include "support/truth_scenes.h"

#include "holdfast/scene.h"

static scene scene_with_step(double h)
{
    scene s = scene_begin();
    hf_settings settings = hf_settings_default();
    settings.step.timestep = h;
    scene_settings(&s, settings);
    add_plane(&s, 0, 1);
    return s;
}

static int add_rolling(scene *s, hf_body_def def, hf_shape_kind kind, double a, double b, double c)
{
    hf_shape_def shape = hf_shape_def_default();
    shape.body = add_body(s, def);
    shape.kind = kind;
    shape.size[0] = a, shape.size[1] = b, shape.size[2] = c;
    shape.friction = 1;
    add_shape(s, shape);
    return shape.body;
}

/// Runs; returns the largest |E - E_0|/scale, and the last in *end.
static double run_energy(scene *s, double duration, double scale, double *end)
{
    double start = NAN, worst = 0;
    *end = 0;
    while (hf_world_time(s->world) < duration - 1e-9)
    {
        scene_step(s);
        double energy = s->last.kinetic + s->last.potential;
        if (isnan(start)) start = energy;
        *end = (energy - start) / scale;
        worst = fmax(worst, fabs(*end));
    }
    return worst;
}

static const double steps[] = {4e-3, 2e-3, 1e-3, 5e-4};

TEST(round_things_roll_straight)
{
    const hf_shape_kind kinds[] = {HF_SHAPE_SPHERE, HF_SHAPE_CYLINDER, HF_SHAPE_CAPSULE, HF_SHAPE_CYLINDER};
    const double lengths[] = {0, 0.1, 0.1, 0.005};
    for (int k = 0; k < 4; k++)
        for (int j = 0; j < 4; j++)
        {
            const double radius = 0.1, v = 1.5;
            scene s = scene_with_step(steps[j]);
            hf_body_def def = body_at(0, 0, radius);
            def.orientation[0] = def.orientation[1] = sqrt(0.5); // the axis lies along y
            def.velocity[0] = v;
            def.angular_velocity[1] = v / radius;
            add_rolling(&s, def, kinds[k], radius, lengths[k], 0);
            scene_start(&s);
            double end, worst = run_energy(&s, 1, 1, &end);
            hf_body_state at = hf_world_body(s.world, 1);
            CHECK(worst <= 1e-10);
            CHECK_NEAR(at.velocity[0], v, 1e-10);
            CHECK_NEAR(at.position[0], v, 1e-9);
            CHECK_NEAR(at.position[1], 0, 1e-9);
            CHECK_NEAR(at.position[2], radius, 1e-10);
            scene_end(&s);
        }
}

TEST(eulers_disc)
{
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < 4; j++)
        {
            double a = k ? 0.6 : 0.3, radius = 0.04, half = 1e-4, rate = sqrt(4 * G / (radius * sin(a)));
            scene s = scene_with_step(steps[j] / 4);
            hf_body_def def = body_at(0, 0, radius * sin(a) + half * cos(a));
            def.mass = 0.4;
            def.inertia[0] = def.inertia[1] = 0.25 * 0.4 * radius * radius;
            def.inertia[2] = 0.5 * 0.4 * radius * radius;
            def.orientation[0] = cos(a / 2), def.orientation[2] = sin(a / 2);
            def.angular_velocity[0] = -rate * sin(a) * cos(a);
            def.angular_velocity[2] = rate * sin(a) * sin(a);
            add_rolling(&s, def, HF_SHAPE_CYLINDER, radius, half, 0);
            scene_start(&s);
            double end, worst = run_energy(&s, 1, 0.4 * G * radius * sin(a), &end);
            hf_body_state at = hf_world_body(s.world, 1);
            const double *q = at.orientation;
            double tilt = acos(1 - 2 * (q[1] * q[1] + q[2] * q[2]));
            CHECK(worst <= 3e-3 * pow(250 * steps[j], 2)); // second order: it lost half of it at 0.5 ms by first order
            CHECK_NEAR(tilt, a, 6e-4);
            CHECK(hypot(at.position[0], at.position[1]) < 1e-4);
            scene_end(&s);
        }
}

TEST(ellipsoid_rolls)
{
    for (int j = 0; j < 4; j++)
    {
        const double a = 0.12, b = 0.1, c = 0.08, v = 0.8;
        scene s = scene_with_step(steps[j]);
        hf_body_def def = body_at(0, 0, c);
        def.velocity[0] = v;
        def.angular_velocity[1] = v / c;
        add_rolling(&s, def, HF_SHAPE_ELLIPSOID, a, b, c);
        scene_start(&s);
        double mass = hf_model_body(s.model, 1).mass;
        double end, worst = run_energy(&s, 1, mass * v * v, &end);
        hf_body_state at = hf_world_body(s.world, 1);
        CHECK(worst <= 3.2e-3 * pow(250 * steps[j], 2));
        CHECK_NEAR(at.position[1], 0, 1e-9);
        scene_end(&s);
    }
}

TEST(disc_keeps_to_its_circle)
{
    const char *scenes[] = {"rolling_disc:h=0.002", "rolling_disc:h=0.001", "rolling_disc:h=0.001,lean=40,circle=0.2"};
    const double circles[] = {0.5, 0.5, 0.2};
    for (int k = 0; k < 3; k++)
    {
        scene s = {0};
        MUST(hf_scene_open(scenes[k], 0, NULL, NULL, &s.builder, error));
        scene_start(&s);
        double end, worst = run_energy(&s, 1.5, 1, &end);
        hf_body_state at = hf_world_body(s.world, 1);
        CHECK(worst <= 2e-4); // J of 0.9
        CHECK_NEAR(hypot(at.position[0], at.position[1]) / circles[k], 1, 2e-3);
        scene_end(&s);
    }
}
