// Real robots: what they consist of, counted as MuJoCo counts. Skipped where the models are absent.

#include "holdfast/mechanism.h"
#include "holdfast/scene.h"
#include "support/harness.h"

#include <stdio.h>
#include <string.h>

static const char *model_path(const char *name)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/../shared/models/%s", HOLDFAST_SOURCE_DIR, name);
    FILE *there = fopen(path, "r");
    if (!there) SKIP("%s is absent", path);
    fclose(there);
    return path;
}

static hf_model *read_model(const char *name)
{
    hf_builder *builder = NULL;
    hf_model *model = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_open(model_path(name), 1, NULL, NULL, &builder, &error);
    if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
    hf_builder_destroy(builder);
    if (status != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return model;
}

TEST(robots_are_counted_as_mujoco_counts_them)
{
    static const struct
    {
        const char *name;
        int bodies, joints, dofs, actuators, geoms, loops, tendons;
        long long pairs;
        double mass; // of what moves
    } robots[] = {
        {"unitree_h1/scene.xml", 21, 20, 25, 19, 33, 0, 0, 460, 51.437},
        {"anybotics_anymal_c/scene.xml", 14, 13, 18, 12, 45, 0, 0, 636, 44.96518},
        {"anybotics_anymal_c/scene_mjx.xml", 14, 13, 18, 12, 5, 0, 0, 4, 44.96518},
        {"agility_cassie/scene.xml", 26, 23, 32, 10, 20, 4, 0, 68, 33.312},
        {"leap_hand/scene_right.xml", 18, 16, 16, 16, 72, 0, 0, 1682, 0.509},
        {"robotiq_2f85/scene.xml", 16, 9, 14, 1, 16, 3, 2, 97, 0.1521644836789593},
        {"robot_soccer_kit/scene.xml", 66, 65, 70, 4, 61, 0, 0, 1830, 0.66568941},
        {"mujoco/humanoid.xml", 17, 22, 27, 21, 20, 0, 2, 159, 40.84402122162134},
        {"mujoco/humanoid100.xml", 117, 122, 627, 21, 128, 0, 2, 8061, 542.02392985718313},
        {"mujoco/slider_crank.xml", 4, 3, 3, 3, 7, 0, 0, 14, 0.18661060362323373},
        {"mujoco/car.xml", 4, 3, 8, 2, 5, 0, 2, 5, 0.54303450247038654},
    };
    for (size_t k = 0; k < sizeof robots / sizeof robots[0]; k++)
    {
        hf_model *model = read_model(robots[k].name);
        hf_scene_info info;
        hf_error error;
        CHECK(hf_scene_describe(model, &info, &error) == HF_STATUS_OK);
        printf("        %s\n", robots[k].name);
        CHECK(info.body_count == robots[k].bodies);
        CHECK(info.joint_count == robots[k].joints);
        CHECK(info.dof_count == robots[k].dofs);
        CHECK(info.actuator_count == robots[k].actuators);
        CHECK(info.colliding_count == robots[k].geoms);
        CHECK(info.loop_count == robots[k].loops);
        CHECK(info.tendon_count == robots[k].tendons);
        CHECK(info.pair_count == robots[k].pairs);
        CHECK_NEAR(info.mass, robots[k].mass, 1e-9);
        hf_model_destroy(model);
    }
}

TEST(cassie_has_references_springs_and_balls)
{
    hf_model *model = read_model("agility_cassie/scene.xml");
    const double degree = 3.14159265358979323846 / 180;
    hf_joint_def knee = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "left-knee"));
    CHECK_NEAR(knee.reference, -45 * degree, 1e-15);
    CHECK(knee.limited);
    CHECK_NEAR(knee.range[0], -164 * degree, 1e-15);
    CHECK_NEAR(knee.range[1], -37 * degree, 1e-15);
    CHECK_NEAR(knee.armature, 0.09344, 0);
    hf_joint_def shin = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "left-shin"));
    CHECK_NEAR(shin.stiffness, 1500, 0);
    CHECK_NEAR(shin.damping, 0.1, 0);
    CHECK(hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "right-achilles-rod")).kind == HF_JOINT_BALL);
    hf_actuator_def hip = hf_model_actuator(model, 0);
    CHECK_NEAR(hip.gear[0], 25, 0);
    CHECK(hip.control_limited && !hip.force_limited);
    CHECK_NEAR(hip.control_range[1], 4.5, 0);
    CHECK(hf_model_q_count(model) == 35);
    CHECK(hf_model_count(model, HF_ITEM_KEY) == 1 && hf_model_start(model) == 0);
    hf_loop_def loop = hf_model_loop(model, 0);
    CHECK(loop.kind == HF_LOOP_CONNECT && loop.active && !loop.point_b_given);
    CHECK_NEAR(loop.point_a[0], 0.35012, 0);
    hf_model_destroy(model);
}

TEST(the_gripper_is_driven_by_a_tendon)
{
    hf_model *model = read_model("robotiq_2f85/scene.xml");
    hf_actuator_def fingers = hf_model_actuator(model, 0);
    CHECK(fingers.transmission == HF_TRANSMISSION_TENDON);
    CHECK_NEAR(fingers.gain[0], 0.3137255, 0);
    CHECK_NEAR(fingers.bias[1], -100, 0);
    CHECK_NEAR(fingers.bias[2], -10, 0);
    CHECK(fingers.force_limited && fingers.force_range[1] == 5);
    hf_tendon_def split = hf_model_tendon(model, fingers.target);
    CHECK(!split.spatial && split.count == 2);
    CHECK_NEAR(split.coefficient[1], 0.5, 0);
    hf_tendon_def rope = hf_model_tendon(model, 1 - fingers.target);
    CHECK(rope.spatial && rope.limited && rope.range[1] == 0.02);
    hf_joint_def link = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "right_spring_link_joint"));
    CHECK_NEAR(link.spring, 2.62, 0);
    CHECK_NEAR(hf_model_settings(model).physics.viscosity, 0.1, 0);
    hf_model_destroy(model);
}

TEST(a_broken_crank_is_a_crank_too)
{
    hf_model *model = read_model("mujoco/slider_crank.xml");
    static const double lengths[] = {0.08, 0.06, 0.05};
    for (int k = 0; k < 3; k++)
    {
        hf_actuator_def crank = hf_model_actuator(model, k);
        CHECK(crank.transmission == HF_TRANSMISSION_CRANK && crank.target != crank.reference);
        CHECK_NEAR(crank.crank_length, lengths[k], 0);
        CHECK(crank.control_limited && crank.gain[0] == 30 && crank.bias[1] == -30);
    }
    hf_model_destroy(model);
}
