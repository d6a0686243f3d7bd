// Surfaces that move within their shapes, and springs that are given by their times.

#include "support/scene_text.h"

#define G 9.81

static void run(hf_world *world, int steps)
{
    hf_error error = {0};
    hf_step_report report;
    for (int k = 0; k < steps; k++)
    {
        if (hf_world_step(world, 0, &report, &error) != HF_STATUS_OK)
            harness_fail(__FILE__, __LINE__, "%s", error.message);
        CHECK(report.certified && report.energy_rise == 0);
    }
}

TEST(a_belt_carries_a_box)
{
    hf_model *model = text_model("<mujoco><option timestep='.005'/><worldbody>"
                                 "<geom type='box' size='9 1 .1' friction='.4' surfacevel='.8 0 0 0 0 0'/>"
                                 "<body pos='0 0 .2'><freejoint/><geom type='box' size='.1 .1 .1' mass='2' "
                                 "friction='.4'/></body></worldbody></mujoco>");
    hf_world *world = world_of(model);
    run(world, 20); // slips: mu g t
    hf_body_state box = hf_world_body(world, 1);
    CHECK_NEAR(box.velocity[0], 0.4 * G * 0.1, 1e-6);
    CHECK(hf_world_contact(world, 0).status == HF_CONTACT_SLIP);
    run(world, 60); // carried at the belt's speed, and sticks to it
    box = hf_world_body(world, 1);
    CHECK_NEAR(box.velocity[0], 0.8, 1e-8);
    CHECK_NEAR(box.velocity[1], 0, 1e-8);
    CHECK(hf_world_contact(world, 0).status == HF_CONTACT_STICK);
    double x = box.position[0];
    run(world, 100);
    CHECK_NEAR(hf_world_body(world, 1).position[0] - x, 0.4, 1e-7);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_turned_belt_moves_along_its_own_axes)
{
    // turned by 90 degrees about z: along the world's y; what points out of the surface does not count
    hf_model *model = text_model(
        "<mujoco><option timestep='.005'/><worldbody>"
        "<geom type='box' size='9 9 .1' euler='0 0 90' surfacevel='.5 0 7 0 0 0'/>"
        "<body pos='0 0 .2'><freejoint/><geom type='box' size='.1 .1 .1' mass='2'/></body></worldbody></mujoco>");
    hf_world *world = world_of(model);
    run(world, 60);
    hf_body_state box = hf_world_body(world, 1);
    CHECK_NEAR(box.velocity[0], 0, 1e-8);
    CHECK_NEAR(box.velocity[1], 0.5, 1e-8);
    CHECK_NEAR(box.velocity[2], 0, 1e-8);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_turntable_carries_what_stands_on_it_round)
{
    hf_model *model = text_model(
        "<mujoco><option timestep='.002'/><worldbody>"
        "<geom type='cylinder' size='1 .05' surfacevel='0 0 0 0 0 1'/>"
        "<body pos='.5 0 .1'><freejoint/><geom type='box' size='.05 .05 .05' mass='1'/></body></worldbody></mujoco>");
    hf_world *world = world_of(model);
    run(world, 500);
    hf_body_state box = hf_world_body(world, 1);
    double radius = hypot(box.position[0], box.position[1]);
    CHECK_NEAR(hypot(box.velocity[0], box.velocity[1]), radius, 2e-3); // 1 rad/s
    CHECK_NEAR(box.angular_velocity[2], 1, 5e-3);
    CHECK(radius > 0.49 && radius < 0.52);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(springs_by_time_and_ratio)
{
    hf_model *model = text_model("<mujoco><worldbody><body><joint type='slide' springdamper='.1 .5' "
                                 "armature='1'/><geom size='.1' mass='3'/></body>"
                                 "</worldbody></mujoco>");
    hf_joint_def joint = hf_model_joint(model, 0);
    CHECK_NEAR(joint.stiffness, 4 / (0.01 * 0.25), 1e-9);
    CHECK_NEAR(joint.damping, 2 * 4 / 0.1, 1e-10);
    hf_model_destroy(model);
}

TEST(springs_by_time_feel_the_joint_with_all_others_free)
{
    // two slides along one axis: the first carries both masses, and while the second is free its own alone
    hf_model *model =
        text_model("<mujoco><worldbody><body><joint type='slide' springdamper='.1 .5'/>"
                   "<geom size='.1' mass='3'/><body><joint type='slide'/><geom size='.1' mass='5'/></body>"
                   "</body></worldbody></mujoco>");
    CHECK_NEAR(hf_model_joint(model, 0).stiffness, 3 / (0.01 * 0.25), 1e-9);
    CHECK_NEAR(hf_model_joint(model, 0).damping, 2 * 3 / 0.1, 1e-10);
    hf_model_destroy(model);
}
