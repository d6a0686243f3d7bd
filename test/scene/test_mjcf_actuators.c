// Actuators of MJCF with a state or a law of their own, by closed forms.

#include "holdfast/sense.h"
#include "support/scene_text.h"

/// A slider of one kilogram without gravity, and an actuator of it.
#define SLIDER(actuator)                                                                                               \
    "<mujoco><option timestep='.001' gravity='0 0 0'/><worldbody><body><joint name='x' type='slide' axis='1 0 0'/>"    \
    "<geom size='.1' mass='1'/></body></worldbody><actuator>" actuator "</actuator></mujoco>"

static double activation_after(const char *text, double control, int steps)
{
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_error error;
    CHECK(hf_model_activation_count(model) == 1);
    CHECK(hf_world_set_control(world, 0, control, &error) == HF_STATUS_OK);
    text_run(world, steps);
    double a = hf_world_activation(world, 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return a;
}

TEST(activations_follow_their_equations)
{
    CHECK_NEAR(activation_after(SLIDER("<general joint='x' dyntype='integrator'/>"), 2, 100), 0.2, 1e-14);
    CHECK_NEAR(activation_after(SLIDER("<general joint='x' dyntype='filter' dynprm='.05'/>"), 1, 50),
               1 - pow(1 - 0.02, 50), 1e-14);
    CHECK_NEAR(activation_after(SLIDER("<general joint='x' dyntype='filterexact' dynprm='.05'/>"), 1, 50), 1 - exp(-1),
               1e-14);
    CHECK_NEAR(activation_after(SLIDER("<position joint='x' kp='1' timeconst='.05'/>"), 1, 50), 1 - exp(-1), 1e-14);
    CHECK_NEAR(activation_after(SLIDER("<cylinder joint='x' timeconst='.05' area='3'/>"), 1, 50), 1 - pow(0.98, 50),
               1e-14);
    CHECK_NEAR(activation_after(SLIDER("<intvelocity joint='x' kp='1' actrange='-.3 .1'/>"), 2, 100), 0.1, 1e-15);
    double a = 0; // of a muscle: tau = 0.02 (1/2 + 3/2 a)
    for (int k = 0; k < 30; k++) a += 0.001 * (1 - a) / (0.02 * (0.5 + 1.5 * a));
    CHECK_NEAR(activation_after(SLIDER("<general joint='x' dyntype='muscle' dynprm='.02 .05'/>"), 5, 30), a, 1e-14);
}

TEST(forces_take_the_activation_of_the_beginning_or_the_end)
{
    static const char *const texts[2] = {SLIDER("<general joint='x' dyntype='integrator'/>"),
                                         SLIDER("<general joint='x' dyntype='integrator' actearly='true'/>")};
    for (int early = 0; early < 2; early++)
    {
        hf_model *model = text_model(texts[early]);
        hf_world *world = world_of(model);
        hf_error error;
        CHECK(hf_world_set_control(world, 0, 1000, &error) == HF_STATUS_OK);
        text_run(world, 3); // forces 0 1 2, or 1 2 3
        CHECK_NEAR(hf_world_v(world)[0], early ? 0.006 : 0.003, 1e-14);
        CHECK_NEAR(hf_world_actuator_force(world, 0), early ? 3 : 2, 1e-14);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(a_damper_is_as_strong_as_its_control)
{
    hf_model *model = text_model(SLIDER("<damper joint='x' kv='4' ctrlrange='0 2'/>"));
    hf_world *world = world_of(model);
    hf_error error;
    const double v = 1;
    CHECK(hf_world_set_q(world, NULL, &v, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_control(world, 0, 0.5, &error) == HF_STATUS_OK);
    text_run(world, 500);
    CHECK_NEAR(hf_world_v(world)[0], exp(-1), 1e-3); // v' = -2 v
    CHECK_NEAR(hf_world_v(world)[0], pow(1 + 0.002, -500), 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

#define MUSCLE                                                                                                         \
    SLIDER(                                                                                                            \
        "<muscle name='m' joint='x' range='.5 1.5' force='100' lmin='.5' lmax='1.5' vmax='2' fpmax='1.2' fvmax='1.4' " \
        "lengthrange='-1 1' timeconst='.01 .04'/>")

/// Force of the muscle at a place, a velocity and an activation.
static double pull(hf_world *world, double q, double v, double a)
{
    hf_error error;
    double force;
    CHECK(hf_world_set_q(world, &q, &v, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_activation(world, 0, a, &error) == HF_STATUS_OK);
    CHECK(hf_world_actuator_forces(world, &force, &error) == HF_STATUS_OK);
    return force;
}

TEST(curves_of_a_muscle)
{
    hf_model *model = text_model(MUSCLE); // optimal length 2 m at q = 0, fastest 4 m/s
    hf_world *world = world_of(model);
    CHECK_NEAR(pull(world, 0, 0, 1), -100, 1e-12);
    CHECK_NEAR(pull(world, 0, 0, 0.25), -25, 1e-12);
    CHECK_NEAR(pull(world, -0.5, 0, 1), -50, 1e-12); // L = 0.75: half way down the bump
    CHECK_NEAR(pull(world, -1, 0, 1), 0, 1e-12);     // L = lmin
    CHECK_NEAR(pull(world, 0, -2, 1), -25, 1e-12);   // V = -1/2: (1/2)²
    CHECK_NEAR(pull(world, 0, -9, 1), 0, 1e-12);     // faster than it can
    CHECK_NEAR(pull(world, 0, 9, 1), -140, 1e-12);   // fvmax
    CHECK_NEAR(pull(world, 0, 0.8, 1), -130, 1e-12); // V = y/2: 1.4 - 0.1
    CHECK_NEAR(pull(world, 0.5, 0, 0), -60, 1e-12);  // L = 1.25: fpmax / 2
    CHECK_NEAR(pull(world, 1, 0, 0), -180, 1e-12);   // L = 1.5: fpmax (1/2 + 1)
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_muscle_finds_how_long_it_can_be)
{
    hf_model *model = text_model(
        "<mujoco><compiler angle='radian'/><worldbody><site name='a' pos='.2 .1 0'/><body><joint range='-.5 2.9' "
        "axis='0 0 1'/><geom size='.1' pos='.3 0 0' mass='2'/><site name='b' pos='.3 0 0'/></body></worldbody>"
        "<tendon><spatial name='t'><site site='a'/><site site='b'/></spatial></tendon>"
        "<actuator><muscle tendon='t' scale='7'/></actuator></mujoco>");
    hf_actuator_def muscle = hf_model_actuator(model, 0);
    double far = sqrt(0.09 + 0.05 - 0.6 * (0.2 * cos(0.5) - 0.1 * sin(0.5)));
    CHECK_NEAR(muscle.length_range[0], 0.3 - sqrt(0.05), 1e-8); // in line, within the range
    CHECK_NEAR(muscle.length_range[1], far, 1e-12);             // at the limit that lies uphill of the reference
    double inertia = 2 * (0.4 * 0.01 + 0.09), arm = 0.3 * 0.1 / sqrt(0.02); // at the reference
    CHECK_NEAR(muscle.gain[2], 7 * inertia / arm, 1e-9);
    hf_model_destroy(model);
}

TEST(activations_are_saved_and_written)
{
    hf_model *model = text_model(MUSCLE);
    hf_world *world = world_of(model), *other = world_of(model);
    hf_error error = {0};
    CHECK(hf_world_set_control(world, 0, 0.8, &error) == HF_STATUS_OK);
    text_run(world, 20);
    size_t size = hf_world_state_size(world);
    void *bytes = malloc(size);
    hf_world_state_save(world, bytes);
    CHECK(hf_world_state_load(other, bytes, size, &error) == HF_STATUS_OK);
    CHECK(hf_world_activation(other, 0) == hf_world_activation(world, 0) && hf_world_activation(world, 0) > 0.5);
    text_run(world, 20), text_run(other, 20);
    CHECK(hf_world_hash(world) == hf_world_hash(other));
    free(bytes);

    char path[600];
    snprintf(path, sizeof path, "%s/again.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_model *again = scene_model(path);
    hf_actuator_def a = hf_model_actuator(model, 0), b = hf_model_actuator(again, 0);
    CHECK(b.gain_kind == HF_GAIN_MUSCLE && b.bias_kind == HF_GAIN_MUSCLE && b.dynamics == HF_ACTIVATION_MUSCLE);
    for (int k = 0; k < HF_GAIN_PARAMETERS; k++) CHECK(a.gain[k] == b.gain[k] && a.bias[k] == b.bias[k]);
    CHECK(b.length_range[0] == -1 && b.length_range[1] == 1 && b.time[1] == 0.04);
    hf_world_destroy(world);
    hf_world_destroy(other);
    hf_model_destroy(model);
    hf_model_destroy(again);
}

TEST(keyframes_have_activations)
{
    hf_error error;
    hf_model *model = text_model_key(
        "<mujoco><worldbody><body><joint name='x' type='slide'/><geom size='.1'/></body></worldbody><actuator>"
        "<motor joint='x'/><general joint='x' dyntype='integrator'/></actuator>"
        "<keyframe><key name='k' ctrl='1 2' act='.7'/></keyframe></mujoco>",
        "k", &error);
    CHECK(model);
    hf_world *world = world_of(model);
    CHECK(hf_world_activation(world, 1) == 0.7 && hf_world_activation(world, 0) == 0);
    CHECK(hf_world_set_activation(world, 0, 1, &error) == HF_STATUS_INVALID);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(wrenches_on_free_bodies_and_balls)
{
    hf_model *model = text_model(
        "<mujoco><option timestep='.001' gravity='0 0 0'/><worldbody><body name='b' quat='.7071067811865476 0 0 "
        ".7071067811865476'><freejoint name='f'/><geom size='.1' mass='2'/></body>"
        "<body name='c' pos='3 0 0'><joint name='s' type='ball'/><geom type='box' size='.1 .1 .1' "
        "mass='1'/></body></worldbody>"
        "<actuator><motor joint='f' gear='1 0 0 0 0 0'/><motor joint='f' gear='0 0 0 1 0 0'/>"
        "<motor jointinparent='s' gear='0 1 0'/></actuator></mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    for (int k = 0; k < 3; k++) CHECK(hf_world_set_control(world, k, k == 2 ? 0.001 : 2, &error) == HF_STATUS_OK);
    text_run(world, 10);
    hf_body_state b = hf_world_body(world, 1), c = hf_world_body(world, 2);
    CHECK_NEAR(b.velocity[0], 0.01, 1e-12);                           // world axes
    CHECK_NEAR(b.angular_velocity[1], 2 * 0.01 / (0.4 * 0.02), 1e-9); // body's x is the world's y
    CHECK_NEAR(c.angular_velocity[1], 0.001 * 0.01 / (2 * 0.01 / 3), 1e-9);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_servo_between_two_sites)
{
    // along the reference's x: k = 100, at rest where the site is 0.5 m before the reference
    hf_model *model = text_model(
        "<mujoco><option timestep='.001' gravity='0 0 0'/><worldbody><site name='r' pos='0 0 1'/><body pos='.2 0 1'>"
        "<joint type='slide' axis='1 0 0'/><geom size='.1' mass='1'/><site name='s'/></body></worldbody>"
        "<actuator><position site='s' refsite='r' kp='100' kv='20' gear='1 0 0 0 0 0'/></actuator></mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    double length;
    CHECK(hf_world_actuator_lengths(world, &length, NULL, NULL, &error) == HF_STATUS_OK);
    CHECK_NEAR(length, 0.2, 1e-15);
    CHECK(hf_world_set_control(world, 0, 0.5, &error) == HF_STATUS_OK);
    text_run(world, 3000);
    CHECK_NEAR(hf_world_q(world)[0], 0.3, 1e-6);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(damping_ratios_see_the_inertia_of_every_joint)
{
    // two sliders in a row, 1 and 3 kg: M = (4, 3), moments 1 and 1 over both of the outer site, 1 over the inner one
    static const char text[] =
        "<mujoco><option gravity='0 0 0'/><worldbody><site name='origin'/>"
        "<body><joint name='x' type='slide' axis='1 0 0'/><geom size='.1' mass='1'/>"
        "<body><joint type='slide' axis='1 0 0'/><geom size='.1' mass='3'/><site name='tip'/></body></body>"
        "</worldbody><actuator>"
        "<position site='tip' refsite='origin' gear='1 0 0 0 0 0' kp='2' dampratio='.5'/>"
        "<position joint='x' gear='2' kp='2' dampratio='.5'/></actuator></mujoco>";
    hf_model *model = text_model(text);
    CHECK_NEAR(hf_model_actuator(model, 0).bias[2], -sqrt(2 * (4.0 + 3.0)), 1e-14);
    CHECK_NEAR(hf_model_actuator(model, 1).bias[2], -sqrt(2 * 4.0 / 4.0), 1e-14);
    hf_model_destroy(model);
}
