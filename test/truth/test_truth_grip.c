// Friction by speed and direction in closed form: rest and sliding, stick and slip of a block on a spring, a ratchet
// surface, a skate, the wheels of a mecanum cart.

#include "support/scene_text.h"

#include "holdfast/fibre.h"
#include "holdfast/mechanism.h"
#include "linalg/vec3.h"

static const double PI = 3.14159265358979323846;

/// A block of 1 kg on a plane; g = 10. `grip` is of the plane, `set` of the block.
static hf_model *block(const char *grip, const char *set)
{
    char text[2000];
    snprintf(
        text, sizeof text,
        "<mujoco><option timestep='.001' gravity='0 0 -10'/><worldbody><geom name='floor' type='plane' size='1 1 1' "
        "friction='.4'/><body name='block' pos='0 0 .05'><freejoint/><geom name='box' type='box' size='.2 .2 .05' "
        "mass='1' friction='0'/></body></worldbody><holdfast><geom name='floor' %s/><body name='block' %s/>"
        "</holdfast></mujoco>",
        grip, set);
    return text_model(text);
}

static hf_body_state block_after(const char *grip, const char *set, int steps)
{
    hf_model *model = block(grip, set);
    hf_world *world = world_of(model);
    text_run(world, steps);
    hf_body_state state = hf_world_body(world, 1);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return state;
}

/// Rest bears 0.6 of the weight, sliding 0.4: 5 N move nothing, but keep what slides accelerating at 1 m/s².
TEST(rest_bears_more_than_sliding)
{
    static const char rest[] = "rest_friction='1.5'";
    CHECK(fabs(block_after(rest, "force='5.99 0 0'", 300).position[0]) < 1e-9);
    CHECK(block_after(rest, "force='6.01 0 0'", 300).position[0] > 0.05);
    hf_body_state slides = block_after(rest, "force='5 0 0' velocity='.1 0 0'", 500);
    CHECK_NEAR(slides.velocity[0], 0.1 + 0.5 * 1.0, 1e-3);
    CHECK_NEAR(slides.position[0], 0.1 * 0.5 + 0.5 * 0.25, 1e-3);
}

/// Between: at the slip `speed` friction is μ (1 + (rest - 1)/e), and that speed is kept by just that force.
TEST(friction_falls_with_speed_by_stribecks_curve)
{
    double mu = 0.4 * (1.0 + 0.5 * exp(-1.0));
    char set[100];
    snprintf(set, sizeof set, "force='%.17g 0 0' velocity='.2 0 0'", 10.0 * mu);
    hf_body_state state = block_after("rest_friction='1.5' slip_speed='.2'", set, 20);
    CHECK_NEAR(state.velocity[0], 0.2, 1e-12);
}

/// A block on a spring, on a belt of speed V: it sticks for 2 Δ / V and slips for (π + 2 atan(V / (ω Δ))) / ω, with
/// Δ = (μ_s - μ_k) N / k.
TEST(a_block_on_a_spring_sticks_and_slips)
{
    const double h = 2e-4, V = 0.05, omega = 10.0, delta = 0.02;
    double period = 2 * delta / V + (PI + 2 * atan(V / (omega * delta))) / omega;
    hf_model *model = text_model(
        "<mujoco><option timestep='.0002' gravity='0 0 -10'/><worldbody><geom name='belt' type='plane' size='1 1 1' "
        "friction='.4' surfacevel='.05 0 0 0 0 0'/><body pos='0 0 .05'><joint name='x' type='slide' axis='1 0 0' "
        "stiffness='100'/><joint type='slide' axis='0 0 1'/><geom type='box' size='.2 .2 .05' mass='1' friction='0'/>"
        "</body></worldbody><holdfast><geom name='belt' rest_friction='1.5' slip_speed='1e-5'/></holdfast></mujoco>");
    hf_world *world = world_of(model);
    double last = 0.0, crossed[8];
    int count = 0;
    for (int step = 0; step < 60000 && count < 8; step++)
    {
        text_run(world, 1);
        double x = hf_world_q(world)[0] - 0.04; // about μ_k N / k, downwards once a period
        if (last > 0.0 && x <= 0.0) crossed[count++] = h * (step + last / (last - x));
        last = x;
    }
    CHECK(count == 8);
    CHECK_NEAR((crossed[7] - crossed[2]) / 5, period, 5e-3 * period);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// What moves along +x over the floor slides at 0.2, backward at 0.8.
TEST(a_ratchet_surface_yields_one_way)
{
    static const char grain[] = "grain='1 0 0' friction_back='.8'"; // forward 0.4
    CHECK(fabs(block_after(grain, "force='3.99 0 0'", 200).position[0]) < 1e-9);
    CHECK(block_after(grain, "force='4.01 0 0'", 200).position[0] > 1e-5);
    CHECK(fabs(block_after(grain, "force='-7.99 0 0'", 200).position[0]) < 1e-9);
    CHECK(block_after(grain, "force='-8.01 0 0'", 200).position[0] < -1e-5);
    CHECK_NEAR(block_after(grain, "velocity='1 0 0'", 1000).position[0], 0.5 / 4, 1e-3); // v²/(2 μ g)
    CHECK_NEAR(block_after(grain, "velocity='-1 0 0'", 1000).position[0], -0.5 / 8, 1e-3);
}

/// Shaken to and fro as a whole, a ratchet carries what lies on it one way; a plain floor does not.
TEST(a_ratchet_that_shakes_carries)
{
    double way[2];
    for (int k = 0; k < 2; k++)
    {
        char text[1600];
        snprintf(text, sizeof text,
                 "<mujoco><option timestep='.001' gravity='0 0 -10'/><worldbody><body name='plate'><geom name='top' "
                 "type='box' size='2 1 .05' pos='0 0 -.05' friction='.2'/></body><body pos='0 0 .05'><freejoint/>"
                 "<geom type='box' size='.2 .2 .05' mass='1' friction='0'/></body></worldbody><holdfast><prescribe "
                 "body='plate' amplitude='.05 0 0' frequency='3'/><geom name='top' grain='1 0 0' friction_back='%s'/>"
                 "</holdfast></mujoco>",
                 k ? ".8" : ".2");
        hf_model *model = text_model(text);
        hf_world *world = world_of(model);
        text_run(world, 2000);
        way[k] = hf_world_body(world, 2).position[0];
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
    CHECK(fabs(way[0]) < 0.05 && way[1] > 0.3);
}

/// Threshold at an angle: an ellipse with half axes 0.4 along and 1.2 across.
TEST(grain_bears_as_an_ellipse)
{
    static const char grain[] = "grain='1 0 0' friction_across='1.2'";
    double c = cos(0.7), s = sin(0.7), most = 10.0 / sqrt(c * c / 0.16 + s * s / 1.44);
    for (int k = 0; k < 2; k++)
    {
        char set[100];
        double force = most * (k ? 1.002 : 0.998);
        snprintf(set, sizeof set, "force='%.17g %.17g 0'", force * c, force * s);
        hf_body_state state = block_after(grain, set, 200);
        CHECK((hypot(state.position[0], state.position[1]) > 1e-6) == (k == 1));
    }
}

/// A skate glides without friction along itself and not at all across: while it turns at w it goes round in a circle of
/// radius v/w at constant speed, but for what the step takes. Its grain turns with it.
TEST(a_skate_goes_in_circles)
{
    hf_model *model = text_model(
        "<mujoco><option timestep='.001' gravity='0 0 -10'/><worldbody><geom type='plane' size='1 1 1' friction='1'/>"
        "<body pos='0 0 .1'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/><joint type='slide' "
        "axis='0 0 1'/><joint type='hinge' axis='0 0 1'/><geom name='blade' type='sphere' size='.1' mass='1' "
        "friction='0'/></body></worldbody><holdfast><geom name='blade' grain='1 0 0' friction_across='20'/></holdfast>"
        "</mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    const double v = 0.5, w = 1.0, R = v / w;
    double x = 0, y = 0, worst = 0;
    const double q[4] = {0, 0, 0, 0}, start[4] = {v, 0, 0, w};
    CHECK(hf_world_set_q(world, q, start, &error) == HF_STATUS_OK);
    for (int step = 1; step <= 6283; step++)
    {
        text_run(world, 1);
        x = hf_world_q(world)[0], y = hf_world_q(world)[1];
        worst = fmax(worst, fabs(hypot(x, y - R) - R));
    }
    // Friction opposes the slip at the end of a step, in which the blade turns by w h: the speed falls by cos(w h) a step.
    double lost = exp(-0.5 * w * w * 0.001 * 6.283);
    CHECK_NEAR(hypot(hf_world_v(world)[0], hf_world_v(world)[1]), v * lost, 1e-6);
    CHECK(worst < 1.5 * (1 - lost) * R && hypot(x, y) < 1.5 * (1 - lost) * R);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

#define WHEEL(name, x, y, angle)                                                                                       \
    "<body name='" name "' pos='" x " " y " 0'><joint name='" name "' axis='0 1 0' armature='.1'/><geom name='" name   \
    "' type='sphere' size='.1' mass='.5' friction='1'/></body>"
#define ROLLERS(name, angle) "<geom name='" name "' grain='0 1 0' grain_angle='" angle "' friction_across='0'/>"
#define DRIVE(name) "<velocity joint='" name "' kv='1000'/>"

/// Rollers at 45°: with all wheels alike the cart drives ahead, with the diagonals against each other it goes sideways,
/// at the speed of the rims.
TEST(mecanum_wheels_drive_sideways)
{
    hf_model *model = text_model(
        "<mujoco><option timestep='.002' gravity='0 0 -10'/><worldbody><geom type='plane' size='1 1 1' friction='1'/>"
        "<body name='cart' pos='0 0 .1'><freejoint/><geom type='box' size='.3 .2 .05' mass='10' contype='0' "
        "conaffinity='0'/>" WHEEL("fl", ".25", ".2", "") WHEEL("fr", ".25", "-.2", "") WHEEL("rl", "-.25", ".2", "")
            WHEEL("rr", "-.25", "-.2", "") "</body></worldbody><actuator>" DRIVE("fl") DRIVE("fr") DRIVE("rl")
                DRIVE("rr") "</actuator><holdfast>" ROLLERS("fl", "-45") ROLLERS("fr", "45") ROLLERS("rl", "45")
                    ROLLERS("rr", "-45") "</holdfast></mujoco>");
    static const double drive[2][4] = {{5, 5, 5, 5}, {5, -5, -5, 5}};
    for (int k = 0; k < 2; k++)
    {
        hf_error error;
        hf_world *world = world_of(model);
        for (int a = 0; a < 4; a++) CHECK(hf_world_set_control(world, a, drive[k][a], &error) == HF_STATUS_OK);
        text_run(world, 500);
        const double *u = hf_world_v(world);
        double rim = 0.0;
        for (int a = 0; a < 4; a++) rim += 0.1 * drive[k][a] / fabs(drive[k][a]) * u[6 + a] / 4;
        CHECK(rim > 0.4);
        const double *q = hf_world_q(world); // the first step, in which rims slip, may turn the cart
        double heading = 2 * atan2(q[6], q[3]), c = cos(heading), s = sin(heading);
        double ahead = c * u[0] + s * u[1], aside = c * u[1] - s * u[0];
        CHECK_NEAR(fabs(k ? aside : ahead), rim, 1e-6);
        CHECK(fabs(k ? ahead : aside) < 1e-6 && fabs(u[5]) < 1e-6);
        hf_world_destroy(world);
    }
    hf_model_destroy(model);
}

static void refused(const char *grip, const char *option, const char *part)
{
    char text[1200];
    hf_error error = {0};
    hf_world *world = NULL;
    snprintf(text, sizeof text,
             "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/><body pos='0 0 1'><freejoint/><geom "
             "size='.1'/></body></worldbody><holdfast %s><geom name='floor' %s/></holdfast></mujoco>",
             option, grip);
    hf_model *model = text_model_key(text, NULL, &error);
    if (model) CHECK(hf_world_create(model, &world, &error) != HF_STATUS_OK);
    if (!strstr(error.message, part)) harness_fail(__FILE__, __LINE__, "'%s' should name '%s'", error.message, part);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(what_is_refused_is_named)
{
    refused("rest_friction='.5'", "", "grip.rest");
    refused("slip_speed='0'", "", "grip.speed");
    refused("friction_across='.1'", "", "grip.grain");
    refused("grain='1 0 0' friction_back='2'", "friction='pyramid'", "differs along the tangents");
    refused("grain='1 0 0' friction_back='2'", "integrator='baraff'", "differs along the tangents");
}

/// A scene that is written and read again has the same friction.
TEST(grip_is_written)
{
    hf_error error;
    char path[600];
    snprintf(path, sizeof path, "%s/again.xml", text_folder());
    hf_model *model = block("rest_friction='1.5' slip_speed='.01' grain='1 2 0' grain_angle='30' friction_across='.7' "
                            "friction_back='.9'",
                            "");
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_model *again = scene_model(path);
    hf_grip was = hf_model_shape(model, 0).grip, is = hf_model_shape(again, 0).grip;
    CHECK(is.rest == 1.5 && is.speed == 0.01 && is.across == 0.7 && is.back == 0.9);
    CHECK(v3_distance(v3_load(is.grain), v3_load(was.grain)) == 0 && fabs(is.grain_angle - PI / 6) < 1e-15);
    hf_model_destroy(again);
    hf_model_destroy(model);
}
