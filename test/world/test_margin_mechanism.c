// The load of a pose is what a step is made of: its velocities of contacts without impulses (G load) are those that the
// step's own problem has from v_free, for joints with springs, armature, motors, tendons and loops.

#include "support/scene_text.h"

#include "problem/problem.h"
#include "world/margin/pose.h"
#include "world/world.h"

#include <holdfast/holdfast.h>
#include <holdfast/margin.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    TEXT = 8000
};
static const double STEP = 1e-5, G0 = 9.81;

/// b of contact rows from the pose beside those of a first step from rest.
static void compare(const char *body, double control)
{
    char text[TEXT];
    snprintf(text, sizeof text,
             "<mujoco><compiler angle='radian'/><option timestep='%g' gravity='0 0 -9.81'/><worldbody>"
             "<geom type='plane' size='5 5 1' friction='0.6'/>%s</mujoco>",
             STEP, body);
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_workspace *home;
    hf_error error = {0};
    pose_problem posed;
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
        CHECK(hf_world_set_control(world, k, control, &error) == HF_STATUS_OK);
    CHECK(hf_workspace_create(&home, &error) == HF_STATUS_OK);
    if (pose_problem_make(world, -1, NULL, home, &posed, &error) != HF_STATUS_OK)
        harness_fail(__FILE__, __LINE__, "%s", error.message);
    text_run(world, 1);
    const hf_problem *problem = hf_world_problem(world, NULL);
    CHECK(problem && posed.contact_count >= 1 && posed.contact_count == hf_world_contact_count(world));
    double largest = 0.0, worst = 0.0;
    size_t at = 0;
    for (int i = 0, row = 0; i < posed.contact_count; i++)
        for (int k = 0; k < posed.rows.size[i]; k++, row++)
        {
            double b = 0.0;
            for (size_t j = posed.rows.begin[i]; j < posed.rows.begin[i + 1]; j++, at++)
            {
                int dof = posed.rows.dof[j];
                b += posed.rows.G[at] * (-G0 * posed.weight[2][dof] + posed.others[dof]);
            }
            CHECK(problem->size[i] == posed.rows.size[i]);
            worst = fmax(worst, fabs(b - problem->b[problem->offset[i] + k]));
            largest = fmax(largest, fabs(problem->b[problem->offset[i] + k]));
        }
    CHECK(largest > 0.1 * STEP);
    if (!(worst <= 1e-3 * largest)) harness_fail(__FILE__, __LINE__, "b is off by %g of %g", worst, largest);
    hf_workspace_destroy(home);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

#define LINK "<geom type='capsule' size='0.02' fromto='0 0 0 0.4 0 -0.1' mass='1' contype='0' conaffinity='0'/>"
#define FOOT "<geom type='sphere' size='0.05' pos='0.4 0 -0.1' mass='0.3' friction='0.6'/>"

TEST(free_bodies)
{
    compare("<body pos='0 0 0.1'><freejoint/><geom type='box' size='0.1 0.1 0.1' mass='2' "
            "friction='0.6'/></body></worldbody>",
            0.0);
}

TEST(arms_with_springs_armature_and_dampers)
{
    compare("<body pos='0 0 0.25'><joint type='hinge' axis='0 1 0' stiffness='30' springref='0.4' armature='0.05' "
            "damping='0.2'/>" LINK
            "<body pos='0.4 0 -0.1'><joint type='hinge' axis='0 1 0' stiffness='5' springref='-1'/>"
            "<geom type='capsule' size='0.02' fromto='0 0 0 0.4 0 0' mass='0.5' contype='0' conaffinity='0'/>"
            "<geom type='sphere' size='0.05' pos='0.4 0 -0.1' mass='0.3' friction='0.6'/></body></body></worldbody>",
            0.0);
}

TEST(ball_joints_and_slides)
{
    compare("<body pos='0 0 0.15'><joint type='slide' axis='1 0 0' stiffness='80' springref='0.1'/>"
            "<geom type='box' size='0.03 0.03 0.03' mass='1' contype='0' conaffinity='0'/>"
            "<body><joint type='ball'/>" LINK FOOT "</body></body></worldbody>",
            0.0);
}

TEST(motors_push_with_their_controls)
{
    compare("<body pos='0 0 0.15'><joint name='j' type='hinge' axis='0 1 0'/>" LINK FOOT "</body></worldbody>"
            "<actuator><motor joint='j' gear='3'/></actuator>",
            0.7);
}

// A step has tendons as rows of their own; here their force is known, as that of a motor would be.

/// The velocity at which the first contact would close in a step of 1 s by the load of the pose.
static double closing(const char *body, double control)
{
    char text[TEXT];
    snprintf(text, sizeof text,
             "<mujoco><compiler angle='radian'/><option timestep='%g' gravity='0 0 -9.81'/><worldbody>"
             "<geom type='plane' size='5 5 1' friction='0.6'/>%s</mujoco>",
             STEP, body);
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_workspace *home;
    hf_error error = {0};
    pose_problem posed;
    double b = 0.0;
    for (int k = 0; k < hf_model_count(model, HF_ITEM_ACTUATOR); k++)
        CHECK(hf_world_set_control(world, k, control, &error) == HF_STATUS_OK);
    CHECK(hf_workspace_create(&home, &error) == HF_STATUS_OK);
    CHECK(pose_problem_make(world, -1, NULL, home, &posed, &error) == HF_STATUS_OK);
    CHECK(posed.contact_count == 1);
    for (size_t j = posed.rows.begin[0]; j < posed.rows.begin[1]; j++)
        b += posed.rows.G[j] * (-G0 * posed.weight[2][posed.rows.dof[j]] + posed.others[posed.rows.dof[j]]);
    hf_workspace_destroy(home);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return b / STEP;
}

TEST(tendons_pull_as_motors_do)
{
    const double fixed = closing("<body pos='0 0 0.15'><joint name='j' type='hinge' axis='0 1 0'/>" LINK FOOT
                                 "</body></worldbody><tendon><fixed stiffness='20' springlength='0.3'>"
                                 "<joint joint='j' coef='2'/></fixed></tendon>",
                                 0.0);
    const double motor = closing("<body pos='0 0 0.15'><joint name='j' type='hinge' axis='0 1 0'/>" LINK FOOT
                                 "</body></worldbody><actuator><motor joint='j'/></actuator>",
                                 20.0 * 0.3 * 2.0);
    CHECK_NEAR(fixed, motor, 1e-9 * fabs(motor));
    const double spatial =
        closing("<site name='a' pos='0 0 0.6'/><body pos='0 0 0.1'><joint name='j' type='slide' axis='0 0 1'/>"
                "<geom type='sphere' size='0.1' mass='2' friction='0.6'/><site name='b'/></body></worldbody><tendon>"
                "<spatial stiffness='40' springlength='0.2'><site site='a'/><site site='b'/></spatial></tendon>",
                0.0);
    CHECK_NEAR(spatial, -9.81 + 40.0 * (0.5 - 0.2) / 2.0, 1e-9 * 9.81);
}

// ---- bad input ----

static hf_status create(const char *text, hf_margin_options options, hf_error *error)
{
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_margin *margin;
    *error = (hf_error){0};
    hf_status status = hf_margin_create(world, &options, &margin, error);
    hf_margin_destroy(margin);
    hf_world_destroy(world);
    hf_model_destroy(model);
    return status;
}

TEST(what_has_no_margin_is_said)
{
    hf_error error;
    hf_margin_options options = hf_margin_options_default();
    CHECK(create("<mujoco><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 3'><freejoint/>"
                 "<geom type='box' size='0.1 0.1 0.1' mass='1'/></body></worldbody></mujoco>",
                 options, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "in flight"));
    CHECK(create("<mujoco><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 0.1'>"
                 "<geom type='box' size='0.1 0.1 0.1' mass='1'/></body></worldbody></mujoco>",
                 options, &error) == HF_STATUS_INVALID);
    CHECK(strstr(error.message, "nothing in the scene can move"));
    // a link whose load would need a mass that it has not: the reader refuses it, before any margin
    hf_model *model =
        text_model_key("<mujoco><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 0.1'>"
                       "<freejoint/><geom type='box' size='0.1 0.1 0.1' mass='0'/></body></worldbody></mujoco>",
                       NULL, &error);
    CHECK(!model && strstr(error.message, "mass"));
}

/// Two loops that a body cannot obey both: its hinge is held at two places.
TEST(sets_that_contradict_each_other_are_not_called_impossible_without_a_proof)
{
    hf_error error = {0};
    hf_margin_options options = hf_margin_options_default();
    static const char text[] =
        "<mujoco><worldbody><geom type='plane' size='5 5 1' friction='0.5'/><body name='a' pos='0 0 0.1'><freejoint/>"
        "<geom type='box' size='0.1 0.1 0.1' mass='1' friction='0.5'/></body>"
        "<body name='arm' pos='0 0 1'><joint name='j' type='hinge' axis='0 1 0' limited='true' range='0.5 1'/>"
        "<geom type='capsule' size='0.02' fromto='0 0 0 0.4 0 0' mass='1' contype='0' "
        "conaffinity='0'/></body></worldbody>"
        "<equality><joint joint1='j' polycoef='0 0 0 0 0'/></equality></mujoco>";
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_margin *margin;
    hf_status status = hf_margin_create(world, &options, &margin, &error);
    if (status == HF_STATUS_OK)
    {
        hf_proof_report report;
        const char *path = text_file("contradicts.proof", "");
        CHECK(hf_margin_get(margin).verdict == HF_VERDICT_UNKNOWN ||
              (hf_margin_write_proof(margin, path, &error) == HF_STATUS_OK &&
               hf_proof_check(path, 0.0, &report, &error) == HF_STATUS_OK && report.true_count == report.claim_count));
    }
    else CHECK(error.message[0]);
    hf_margin_destroy(margin);
    hf_world_destroy(world);
    hf_model_destroy(model);
}
