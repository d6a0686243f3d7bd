// Actuators with several controls: <dcmotor>, <pid> and <orientation>; armature and damping of actuators. By closed
// forms.

#include "holdfast/sense.h"
#include "linalg/quat.h"
#include "support/scene_text.h"

#include <math.h>

static void close_all(hf_world *world, hf_model *model)
{
    hf_world_destroy(world);
    hf_model_destroy(model);
}

#define SLIDER(actuator)                                                                                               \
    "<mujoco><option timestep='.002' gravity='0 0 0'/><worldbody><body><joint name='j' type='slide' axis='0 0 1'/>"    \
    "<geom size='.1' mass='1'/></body></worldbody><actuator>" actuator "</actuator></mujoco>"

/// The force of a motor with K = 2, R = 0.5 at 0.3, -0.7, with controls 0.2, 0.6, 1.0; of the state 0.11.
static double force_of(const char *text, int controls, bool state)
{
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_error error;
    const double q = 0.3, v = -0.7;
    double force[4];
    CHECK(hf_model_count(model, HF_ITEM_ACTUATOR) == controls && hf_model_activation_count(model) == state);
    CHECK(hf_world_set_q(world, &q, &v, &error) == HF_STATUS_OK);
    for (int k = 0; k < controls; k++) CHECK(hf_world_set_control(world, k, 0.2 + 0.4 * k, &error) == HF_STATUS_OK);
    if (state) CHECK(hf_world_set_activation(world, 0, 0.11, &error) == HF_STATUS_OK);
    CHECK(hf_world_actuator_forces(world, force, &error) == HF_STATUS_OK);
    for (int k = 1; k < controls; k++) CHECK(force[k] == 0);
    close_all(world, model);
    return force[0];
}

#define MOTOR "<dcmotor joint='j' motorconst='2' resistance='.5' "

TEST(voltages_and_drivers)
{
    CHECK_NEAR(force_of(SLIDER(MOTOR "/>"), 1, false), 4 * (0.2 + 1.4), 1e-14);
    CHECK_NEAR(force_of(SLIDER("<dcmotor joint='j' motorconst='1 4' resistance='.5'/>"), 1, false), 4 * 1.6, 1e-14);
    CHECK_NEAR(force_of(SLIDER("<dcmotor joint='j' nominal='12 0 6' resistance='.5'/>"), 1, false), 4 * 1.6, 1e-14);
    // the driver makes up for what the motor induces: gains are of torques
    const char *servo = SLIDER(MOTOR "input='pos vel' controller='10 0 5'/>");
    CHECK_NEAR(force_of(servo, 2, false), 10 * (0.2 - 0.3) + 5 * (0.6 + 0.7), 1e-14);
    CHECK_NEAR(force_of(SLIDER(MOTOR "input='vel' controller='10 0 5'/>"), 1, false), -3 + 5 * 0.9, 1e-14);
    const char *all =
        SLIDER(MOTOR "input='voltage ff pos' controller='10 0 5 0 0 3'/>"); // in this order: pos, ff, voltage
    CHECK_NEAR(force_of(all, 3, false), -1 + 3.5 + 0.6 + 4 * 1.0, 1e-13);
    const char *weak = SLIDER(MOTOR "input='pos vel' controller='10 0 5 0 0 .01'/>"); // at its largest voltage
    CHECK_NEAR(force_of(weak, 2, false), 4 * (-0.01 + 1.4), 1e-13);
    CHECK_NEAR(force_of(SLIDER(MOTOR "saturation='2'/>"), 1, false), 2, 1e-15);
    CHECK_NEAR(force_of(SLIDER(MOTOR "cogging='.3 2 .1'/>"), 1, false), 6.4 + 0.3 * sin(0.7), 1e-14);
}

TEST(a_pid_is_a_driver_without_a_motor)
{
    CHECK_NEAR(force_of(SLIDER("<pid joint='j' kp='10' kv='5'/>"), 2, false), 10 * (0.2 - 0.3) + 5 * (0.6 + 0.7),
               1e-14);
    CHECK_NEAR(force_of(SLIDER("<pid joint='j' kp='10' ki='3' kv='5' input='pos'/>"), 1, true), -1 + 3 * 0.11 + 3.5,
               1e-14);
    CHECK_NEAR(force_of(SLIDER("<pid joint='j' kp='10' kv='5' input='vel'/>"), 1, false), -3 + 5 * 0.9, 1e-14);
    CHECK_NEAR(force_of(SLIDER("<pid joint='j' kp='10' kv='5' input='pos ff'/>"), 2, false), -1 + 3.5 + 0.6, 1e-14);
    // the range is that of the first control alone
    CHECK_NEAR(force_of(SLIDER("<pid joint='j' kp='10' kv='5' ctrlrange='-.1 .1'/>"), 2, false), -2 + 5 * 1.3, 1e-14);
    CHECK_NEAR(force_of(SLIDER("<pid joint='j' kp='10' kv='5' forcerange='-1 2'/>"), 2, false), 2, 1e-15);
}

TEST(states_of_a_motor)
{
    CHECK_NEAR(force_of(SLIDER(MOTOR "input='pos' controller='10 3 5'/>"), 1, true), -1 + 3 * 0.11 + 3.5, 1e-14);
    double i = 0.11 + (3.2 - 0.11) * (1 - exp(-2)); // the current at the end of the step
    CHECK_NEAR(force_of(SLIDER(MOTOR "inductance='0 .001'/>"), 1, true), 2 * i, 1e-13);
    CHECK_NEAR(force_of(SLIDER(MOTOR "inductance='.0005 0'/>"), 1, true), 2 * i, 1e-13);
    double hot = 0.5 * (1 + 0.004 * (0.11 + 30 - 20));
    CHECK_NEAR(force_of(SLIDER(MOTOR "thermal='1 2 0 .004 20 30'/>"), 1, true), 2 / hot * 1.6, 1e-13);
    double g = 0.5 + 0.3 * exp(-49), z = 0.11, rate = -0.7 - 40 * 0.7 / g * z;
    CHECK_NEAR(force_of(SLIDER(MOTOR "lugre='40 3 .5 .8 .1'/>"), 1, true), 6.4 - 40 * z - 3 * rate, 1e-12);
    CHECK_NEAR(force_of(SLIDER(MOTOR "input='pos' controller='10 0 5 7'/>"), 1, true), 10 * (0.124 - 0.3) + 3.5, 1e-13);
}

TEST(a_motor_runs_up_to_its_speed)
{
    // m v' = K/R (u - K v): v = u/K (1 - exp(-8 t)), with an inductance that is gone soon as well
    for (int k = 0; k < 2; k++)
    {
        hf_model *model = text_model(k ? SLIDER(MOTOR "inductance='0 1e-6'/>") : SLIDER(MOTOR "/>"));
        hf_world *world = world_of(model);
        hf_error error;
        CHECK(hf_world_set_control(world, 0, 3, &error) == HF_STATUS_OK);
        text_run(world, 100);
        CHECK_NEAR(hf_world_v(world)[0], 1.5 * (1 - exp(-8 * 0.2)), 4e-3);
        text_run(world, 2000);
        CHECK_NEAR(hf_world_v(world)[0], 1.5, 1e-9);
        close_all(world, model);
    }
}

TEST(bristles_hold_and_slide)
{
    // 1 kg under 0.4 N, static friction 0.5 and sliding 0.3: it stays. Under 0.8 N it goes, at last with 0.5 m/s²
    hf_model *model = text_model(SLIDER("<dcmotor joint='j' motorconst='1' resistance='1e9' lugre='1e5 300 .3 .5 .01'/>"
                                        "<motor joint='j'/>"));
    hf_world *world = world_of(model);
    hf_error error;
    CHECK(hf_world_set_control(world, 1, 0.4, &error) == HF_STATUS_OK);
    text_run(world, 1000);
    CHECK_NEAR(hf_world_v(world)[0], 0, 1e-5);
    CHECK(fabs(hf_world_q(world)[0]) < 1e-4);
    CHECK(hf_world_set_control(world, 1, 0.8, &error) == HF_STATUS_OK);
    text_run(world, 500);
    double before = hf_world_v(world)[0];
    text_run(world, 500);
    CHECK_NEAR(hf_world_v(world)[0] - before, 0.5, 1e-3);
    close_all(world, model);
}

TEST(an_orientation_is_reached_the_short_way)
{
    static const char text[] =
        "<mujoco><option timestep='.002' gravity='0 0 0'/><worldbody><body><joint name='b' type='ball'/>"
        "<geom type='box' size='.07 .09 .05' mass='2'/></body></worldbody><actuator>"
        "<orientation name='o' joint='b' kp='1' dampratio='1' %s/></actuator></mujoco>";
    const double turn[3] = {2.1, -1.6, 0.7};
    quat wanted = quat_exp(v3_load(turn));
    for (int k = 0; k < 2; k++)
    {
        char whole[600];
        snprintf(whole, sizeof whole, text, k ? "input='quat'" : "");
        hf_model *model = text_model(whole);
        hf_world *world = world_of(model);
        hf_error error;
        double q[4];
        quat_store(q, wanted);
        CHECK(hf_model_count(model, HF_ITEM_ACTUATOR) == (k ? 4 : 3));
        for (int i = 0; i < 3 + k; i++)
            CHECK(hf_world_set_control(world, i, k ? 5 * q[i] : turn[i], &error) == HF_STATUS_OK);
        text_run(world, 3000);
        const double *now = hf_world_q(world);
        double same = fabs(now[0] * q[0] + now[1] * q[1] + now[2] * q[2] + now[3] * q[3]);
        CHECK_NEAR(same, 1, 1e-9);
        char path[600];
        snprintf(path, sizeof path, "%s/turn.xml", text_folder());
        CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
        hf_builder *builder = NULL;
        hf_status status = hf_scene_read_mjcf(path, NULL, NULL, &builder, &error);
        hf_model *again = text_build(status, builder, &error);
        CHECK(hf_model_count(again, HF_ITEM_ACTUATOR) == 3 + k);
        CHECK_NEAR(hf_model_actuator(again, 2).bias[2], hf_model_actuator(model, 2).bias[2], 1e-15);
        hf_model_destroy(again);
        close_all(world, model);
    }
}

TEST(servos_of_angles_take_the_short_way)
{
    hf_model *model = text_model(
        "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='b' type='ball'/>"
        "<geom size='.1' mass='2'/></body></worldbody><actuator><position joint='b' gear='1 0 0' kp='3'/></actuator>"
        "</mujoco>");
    hf_world *world = world_of(model);
    hf_error error;
    double force;
    CHECK(hf_world_set_control(world, 0, 6, &error) == HF_STATUS_OK);
    CHECK(hf_world_actuator_forces(world, &force, &error) == HF_STATUS_OK);
    CHECK_NEAR(force, 3 * (6 - 2 * 3.14159265358979323846), 1e-13);
    close_all(world, model);
}

TEST(rotors_are_seen_through_the_gear)
{
    hf_model *model = text_model(SLIDER("<motor joint='j' gear='3' armature='.2' damping='.1'/>"));
    hf_joint_def joint = hf_model_joint(model, 0);
    CHECK_NEAR(joint.armature, 1.8, 1e-15);
    CHECK_NEAR(joint.damping, 0.9, 1e-15);
    hf_model_destroy(model);
}

TEST(motors_are_written_and_read_again)
{
    hf_model *model = text_model(SLIDER(MOTOR "input='pos vel voltage' controller='10 3 5 7 8 9' inductance='0 .01' "
                                              "thermal='1 2 0 4 5 6' lugre='1 2 3 4 5' cogging='6 7 8' "
                                              "saturation='1 0 3'/>"));
    char path[600];
    hf_error error;
    hf_builder *builder = NULL;
    snprintf(path, sizeof path, "%s/motor.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_status status = hf_scene_read_mjcf(path, NULL, NULL, &builder, &error);
    hf_model *again = text_build(status, builder, &error);
    hf_dcmotor_def a = hf_model_actuator(model, 0).dcmotor, b = hf_model_actuator(again, 0).dcmotor;
    CHECK(hf_model_activation_count(again) == 5 && hf_model_count(again, HF_ITEM_ACTUATOR) == 3);
    CHECK(a.constant == b.constant && a.slew == b.slew && a.voltage_limit == b.voltage_limit && a.time == b.time);
    for (int k = 0; k < 5; k++) CHECK(a.thermal[k] == b.thermal[k] && a.friction[k] == b.friction[k]);
    for (int k = 0; k < 4; k++) CHECK(a.input[k] == b.input[k]);
    hf_model_destroy(again);
    hf_model_destroy(model);
}

TEST(a_pid_is_written_as_one)
{
    hf_model *model = text_model(SLIDER("<pid joint='j' kp='10' ki='3' dampratio='1' imax='4' slewmax='6' "
                                        "ctrlrange='-1 1' forcerange='-2 5'/>"));
    char path[600];
    hf_error error;
    hf_builder *builder = NULL;
    snprintf(path, sizeof path, "%s/pid.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_status status = hf_scene_read_mjcf(path, NULL, NULL, &builder, &error);
    hf_model *again = text_build(status, builder, &error);
    CHECK(hf_model_activation_count(again) == 2 && hf_model_count(again, HF_ITEM_ACTUATOR) == 2);
    hf_actuator_def a = hf_model_actuator(model, 0), b = hf_model_actuator(again, 0);
    CHECK_NEAR(a.dcmotor.controller[2], 2 * sqrt(10.0 * 1.0), 1e-14); // of the mass of 1 kg
    for (int k = 0; k < 3; k++) CHECK(a.dcmotor.controller[k] == b.dcmotor.controller[k]);
    CHECK(b.dcmotor.slew == 6 && b.dcmotor.integral_limit == 4 && b.force_limited && b.force_range[1] == 5);
    CHECK(b.control_limited && !hf_model_actuator(again, 1).control_limited);
    hf_model_destroy(again);
    hf_model_destroy(model);
}

TEST(inputs_of_a_pid_have_ranges)
{
    // ctrlrange is that of the position, which an input of velocity alone does not have
    static const struct
    {
        const char *pid;
        double range[3][2]; // 0 0: none
    } cases[] = {
        {"<pid joint='j' kp='3' input='pos vel ff' posrange='-1 1' velrange='-2 2' ffrange='-3 3'/>",
         {{-1, 1}, {-2, 2}, {-3, 3}}},
        {"<pid joint='j' kp='3' input='pos vel' posrange='-1 1' ctrlrange='-2 2'/>", {{-1, 1}, {0, 0}}},
        {"<pid joint='j' kp='3' input='vel ff' velrange='-2 2'/>", {{-2, 2}, {0, 0}}},
        {"<pid joint='j' kp='3' input='vel' ctrlrange='-1 1'/>", {{0, 0}}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[800];
        snprintf(text, sizeof text, SLIDER("%s"), cases[k].pid);
        hf_model *model = text_model(text);
        for (int i = 0; i < hf_model_count(model, HF_ITEM_ACTUATOR); i++)
        {
            hf_actuator_def actuator = hf_model_actuator(model, i);
            CHECK(actuator.control_limited == (cases[k].range[i][0] < cases[k].range[i][1]));
            CHECK(!actuator.control_limited || (actuator.control_range[0] == cases[k].range[i][0] &&
                                                actuator.control_range[1] == cases[k].range[i][1]));
        }
        hf_model_destroy(model);
    }
}

TEST(the_plugin_pid_is_a_pid)
{
    // imax is a force there, and an integral here
    hf_model *model = text_model(
        "<mujoco><extension><plugin plugin='mujoco.pid'><instance name='i'><config key='kp' value='40'/><config "
        "key='ki' "
        "value='20'/><config key='kd' value='4'/><config key='imax' value='1'/><config key='slewmax' value='3'/>"
        "</instance></plugin></extension><worldbody><body><joint name='j' type='slide' axis='0 0 1'/><geom size='.1' "
        "mass='1'/></body></worldbody><actuator><plugin name='a' joint='j' plugin='mujoco.pid' instance='i' actdim='2' "
        "ctrlrange='-1 1'/><plugin name='b' joint='j' plugin='mujoco.pid' gear='2'><config key='kd' "
        "value='5'/></plugin>"
        "<pid name='c' joint='j' kp='40' ki='20' kv='4' imax='.05' slewmax='3' input='pos' ctrlrange='-1 "
        "1'/></actuator>"
        "</mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_ACTUATOR) == 3 && hf_model_activation_count(model) == 4);
    hf_actuator_def a = hf_model_actuator(model, 0), b = hf_model_actuator(model, 1), c = hf_model_actuator(model, 2);
    for (int k = 0; k < 3; k++) CHECK(a.dcmotor.controller[k] == c.dcmotor.controller[k]);
    for (int k = 0; k < 4; k++) CHECK(a.dcmotor.input[k] == c.dcmotor.input[k]);
    CHECK(a.dcmotor.integral_limit == c.dcmotor.integral_limit && a.dcmotor.slew == c.dcmotor.slew);
    CHECK(a.control_limited && a.control_range[1] == 1);
    CHECK_NEAR(b.dcmotor.controller[0], 0, 0);
    CHECK_NEAR(b.dcmotor.controller[2], 5, 0);
    CHECK_NEAR(b.gear[0], 2, 0);
    hf_model_destroy(model);
}

TEST(keyframes_and_sensors_count_all_controls)
{
    hf_error error = {0};
    hf_model *model = text_model_key(
        "<mujoco><option timestep='.002' gravity='0 0 0'/><worldbody><body><joint name='j' type='slide' axis='0 0 1'/>"
        "<geom size='.1' mass='1'/></body></worldbody><actuator>" MOTOR "input='pos vel' controller='10 0 5'/>"
        "<motor name='m' joint='j'/></actuator><sensor><actuatorfrc actuator='m'/></sensor>"
        "<keyframe><key name='k' ctrl='1 2 3'/></keyframe></mujoco>",
        "k", &error);
    hf_world *world = world_of(model);
    double value;
    CHECK(hf_world_control(world, 2) == 3);
    CHECK(hf_world_sensors(world, &value, &error) == HF_STATUS_OK);
    CHECK_NEAR(value, 3, 1e-15);
    close_all(world, model);
}
