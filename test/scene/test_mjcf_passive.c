// Passive forces of MJCF that are not linear: powers of springs and dampers, ellipsoids in a medium. By closed forms.

#include "bodies/fluid.h"
#include "support/scene_text.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/// A slider of one kilogram without gravity, at x0 with velocity v0.
static hf_world *slider(const char *joint, double x0, double v0, hf_model **model)
{
    char text[512];
    snprintf(text, sizeof text,
             "<mujoco><option timestep='.001' gravity='0 0 0'/><worldbody><body>"
             "<joint name='x' type='slide' axis='1 0 0' %s/><geom size='.1' mass='1'/></body></worldbody>"
             "</mujoco>",
             joint);
    hf_error error = {0};
    *model = text_model(text);
    hf_world *world = world_of(*model);
    CHECK(hf_world_set_q(world, &x0, &v0, &error) == HF_STATUS_OK);
    return world;
}

static void close_slider(hf_world *world, hf_model *model)
{
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- powers ----

TEST(a_cubic_spring_swings_by_its_amplitude)
{
    // x'' = -k x³ from A at rest: a quarter of the period is Γ(1/4)² / (4 √π A √(k / 2) √2) = 1.8540746773 / (A √k)
    for (int k = 0; k < 2; k++)
    {
        hf_model *model;
        double A = k ? -0.5 : 0.25;
        hf_world *world = slider("stiffness='0 0 40'", A, 0, &model);
        int steps = (int)lround(1.8540746773013719 / (fabs(A) * sqrt(40)) / 0.001);
        text_run(world, steps);
        CHECK_NEAR(hf_world_q(world)[0], 0, 2e-3 * fabs(A));
        CHECK_NEAR(fabs(hf_world_v(world)[0]), sqrt(20 * A * A * A * A), 1e-5);
        close_slider(world, model);
    }
}

TEST(a_square_pushes_one_way_whatever_the_side)
{
    // x'' = -k x² on both sides: from rest at ±A the energy is k A³/3
    for (int k = 0; k < 2; k++)
    {
        hf_model *model;
        double A = k ? -0.1 : 0.1;
        hf_world *world = slider("stiffness='0 60'", A, 0, &model);
        text_run(world, 100);
        double x = hf_world_q(world)[0], v = hf_world_v(world)[0];
        CHECK(v < 0);
        CHECK_NEAR(v * v / 2 + 20 * x * x * x, 20 * A * A * A, 1e-7);
        close_slider(world, model);
    }
}

TEST(dampers_of_the_second_and_third_power)
{
    hf_model *model;
    hf_world *world = slider("damping='0 3'", 0, 2, &model);
    text_run(world, 1000);
    CHECK_NEAR(hf_world_v(world)[0], 2 / (1 + 3.0 * 2), 2e-3); // first order, as damping is
    close_slider(world, model);
    world = slider("damping='0 0 3'", 0, -2, &model);
    text_run(world, 1000);
    CHECK_NEAR(hf_world_v(world)[0], -2 / sqrt(1 + 2 * 3.0 * 4), 2e-3);
    close_slider(world, model);
}

TEST(balls_pull_along_their_turn)
{
    // about a fixed axis the angle is a pendulum of I a'' = -(k a + p a² + q a³)
    hf_model *model =
        text_model("<mujoco><option timestep='.001' gravity='0 0 0'/><worldbody><body>"
                   "<joint type='ball' stiffness='1 2 3'/><geom type='sphere' size='.5' mass='10'/></body>"
                   "</worldbody></mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    const double a = 0.6, q[4] = {cos(a / 2), sin(a / 2) * 0.6, 0, sin(a / 2) * 0.8}, v[3] = {0};
    CHECK(hf_world_set_q(world, q, v, &error) == HF_STATUS_OK);
    text_run(world, 400);
    const double *now = hf_world_q(world), *w = hf_world_v(world);
    double x = 2 * atan2(hypot(now[1], now[3]), now[0]), rate = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
    CHECK_NEAR(now[2], 0, 1e-12);
    CHECK_NEAR(0.5 * rate + x * x / 2 + 2 * x * x * x / 3 + 3 * x * x * x * x / 4,
               a * a / 2 + 2 * a * a * a / 3 + 3 * a * a * a * a / 4, 1e-5);
    close_slider(world, model);
}

TEST(a_tendon_with_a_square_carries_a_weight)
{
    hf_model *model = text_model(
        "<mujoco><option timestep='.001'/><worldbody><site name='a'/><body pos='0 0 -1'>"
        "<joint type='slide' axis='0 0 1' damping='20'/><geom size='.1' mass='5'/><site name='b'/></body>"
        "</worldbody><tendon><spatial springlength='0 1' stiffness='0 200 300' damping='0 5'><site site='a'/>"
        "<site site='b'/></spatial></tendon></mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    text_run(world, 8000);
    double x = -hf_world_q(world)[0];
    CHECK_NEAR(200 * x * x + 300 * x * x * x, 5 * 9.81, 1e-6);
    char path[600];
    snprintf(path, sizeof path, "%s/powers.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_builder *builder = NULL;
    hf_status status = hf_scene_read_mjcf(path, NULL, NULL, &builder, &error);
    hf_model *again = text_build(status, builder, &error);
    hf_tendon_def tendon = hf_model_tendon(again, 0);
    CHECK(tendon.stiffness_power[0] == 200 && tendon.stiffness_power[1] == 300 && tendon.damping_power[0] == 5);
    hf_model_destroy(again);
    close_slider(world, model);
}

// ---- ellipsoids in a medium ----

TEST(the_medium_that_moves_along)
{
    fluid_ellipsoid ball = {.size = {2, 2, 2}}, cigar = {.size = {1, 1, 3}};
    fluid_ellipsoid_complete(&ball);
    for (int i = 0; i < 3; i++) CHECK_NEAR(ball.mass[i], 4.0 / 3 * pi * 8 / 2, 1e-13); // half of what it displaces
    for (int i = 0; i < 3; i++) CHECK_NEAR(ball.inertia[i], 0, 1e-15);
    // Lamb 1932, §114: along and across a spheroid of eccentricity e
    double e = sqrt(8.0 / 9), l = log((1 + e) / (1 - e)), volume = 4.0 / 3 * pi * 3;
    double along = 2 * (1 - e * e) / (e * e * e) * (l / 2 - e),
           across = 1 / (e * e) - (1 - e * e) / (2 * e * e * e) * l;
    fluid_ellipsoid_complete(&cigar);
    CHECK_NEAR(cigar.mass[2], volume * along / (2 - along), 1e-12);
    CHECK_NEAR(cigar.mass[0], volume * across / (2 - across), 1e-12);
    double t = e * e / (2 - e * e), turn = volume / 5 * 10 * t * t * (across - along) / (2 * t - (across - along));
    CHECK_NEAR(cigar.inertia[0], turn, 1e-12);
    CHECK_NEAR(cigar.inertia[2], 0, 1e-13);
}

static double falling_speed(const char *option, const char *geom, int steps)
{
    char text[512];
    snprintf(text, sizeof text,
             "<mujoco><option timestep='.001' %s/><worldbody><body><freejoint/>"
             "<geom %s mass='.1' fluidshape='ellipsoid'/></body></worldbody></mujoco>",
             option, geom);
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    text_run(world, steps);
    double v = -hf_world_body(world, 1).velocity[2];
    close_slider(world, model);
    return v;
}

TEST(spheres_and_plates_fall_at_their_final_speeds)
{
    CHECK_NEAR(falling_speed("viscosity='2'", "size='.1'", 3000), 0.1 * 9.81 / (6 * pi * 2 * 0.1), 1e-9); // Stokes
    CHECK_NEAR(falling_speed("density='3'", "size='.1'", 6000), sqrt(0.1 * 9.81 / (3 * 0.5 * pi * 0.01)), 1e-6);
    // across a disc: its face is all that counts; along it: slender drag of the whole face, but for the edge
    double face = pi * 0.2 * 0.2, edge = pi * 0.2 * 0.01;
    CHECK_NEAR(falling_speed("density='3'", "type='ellipsoid' size='.2 .2 .01'", 6000),
               sqrt(0.1 * 9.81 / (3 * 0.5 * face)), 1e-6);
    CHECK_NEAR(falling_speed("density='3'", "type='ellipsoid' size='.01 .2 .2'", 9000),
               sqrt(0.1 * 9.81 / (3 * (0.5 * edge + 0.25 * (face - edge)))), 1e-6);
}

TEST(a_spinning_ball_is_lifted)
{
    hf_settings medium = hf_settings_default();
    medium.physics.density = 1.2;
    fluid_ellipsoid ball = {.size = {0.1, 0.1, 0.1}, .coefficient = {0, 0, 0, 1, 1}};
    vec3 force, torque;
    fluid_ellipsoid_complete(&ball);
    fluid_ellipsoid_force(&ball, v3(3, 0, 0), v3(0, 0, 20), &medium, &force, &torque);
    // Magnus, and half of the displaced medium that turns with it: p × ω
    double volume = 4.0 / 3 * pi * 1e-3;
    CHECK_NEAR(force.y, 1.2 * volume * 60 - 0.5 * 1.2 * volume * 60, 1e-13);
    CHECK_NEAR(force.x, 0, 1e-13);
    CHECK_NEAR(v3_norm(torque), 0, 1e-15);
}
