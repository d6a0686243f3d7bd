// Trees that move so fast that their free motion is not found within a step, and motors whose force is no number: the
// step is cut, or ends and names the joint or the actuator; it never runs on with what is no motion.

#include "support/scene_text.h"

#include "holdfast/world.h"

/// A hinge with a slide on it, at `speed` rad/s.
#define ARM                                                                                                            \
    "<mujoco><worldbody><body pos='0 0 1'><joint name='j' axis='0 1 0'/>"                                              \
    "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/><body pos='.3 0 0'>"                                       \
    "<joint name='k' type='slide' axis='1 0 0' limited='true' range='-.1 .1'/><geom size='.03'/></body></body>"        \
    "</worldbody><actuator><motor name='turn' joint='j'/><position name='hold' joint='k' kp='10'/></actuator>"         \
    "<keyframe><key name='a' qpos='0.002 0' qvel='%g 0'/></keyframe></mujoco>"

/// Two links, without gravity, the first at `speed` rad/s.
#define DOUBLE                                                                                                         \
    "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' axis='0 1 0'/>"                                 \
    "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/><body pos='.3 0 0'><joint name='k' axis='0 1 0'/>"         \
    "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/></body></body></worldbody>"                                \
    "<keyframe><key name='a' qpos='0 0.5' qvel='%g 0'/></keyframe></mujoco>"

static hf_world *make_world(const char *text, double speed, hf_model **model)
{
    char file[2000];
    hf_error error;
    hf_world *world = NULL;
    snprintf(file, sizeof file, text, speed);
    *model = text_model_key(file, "a", &error);
    if (!*model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    CHECK(hf_world_create(*model, &world, &error) == HF_STATUS_OK);
    return world;
}

TEST(what_turns_too_fast_ends_the_step_and_names_the_joint)
{
    const double speeds[] = {1e7, 1e9, 1e52, 1e150};
    for (int k = 0; k < 4; k++)
    {
        hf_model *model;
        hf_world *world = make_world(ARM, speeds[k], &model);
        hf_error error = {0};
        hf_step_report report;
        uint64_t before = hf_world_hash(world);
        CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK);
        CHECK(!report.certified && hf_world_hash(world) == before);
        CHECK(strstr(report.solve.note, "joint 0 ('j') is too fast") != NULL);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

TEST(what_turns_fast_is_cut_until_its_motion_is_found)
{
    hf_model *model;
    hf_world *world = make_world(DOUBLE, 500, &model);
    hf_error error = {0};
    hf_step_report report;
    int cut = 0;
    for (int k = 0; k < 20; k++)
    {
        CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK);
        CHECK(report.certified);
        cut += report.substeps > 1;
    }
    CHECK(cut > 0);
    hf_world_destroy(world);
    hf_model_destroy(model);

    // One hinge alone turns exactly at any speed.
    world = make_world("<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' axis='0 1 0'/>"
                       "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02'/></body></worldbody>"
                       "<keyframe><key name='a' qpos='0' qvel='%g'/></keyframe></mujoco>",
                       1e5, &model);
    for (int k = 0; k < 20; k++) CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK);
    CHECK(report.certified && report.substeps == 1);
    CHECK_NEAR(hf_world_v(world)[0], 1e5, 1e-6);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_force_that_is_no_number_is_an_error_that_names_the_actuator)
{
    const struct
    {
        int actuator;
        double control;
        const char *says; // NULL: a finite force, under which nothing is found; the joint is named
    } cases[] = {
        {1, 1e308, "actuator 1 ('hold')"}, {1, -1.7e308, "actuator 1 ('hold')"}, {0, 3.4e38, NULL}, {1, 1e200, NULL}};
    for (int k = 0; k < 4; k++)
    {
        hf_model *model;
        hf_world *world = make_world(ARM, 0, &model);
        hf_error error = {0};
        hf_step_report report = {0};
        uint64_t before;
        CHECK(hf_world_set_control(world, cases[k].actuator, cases[k].control, &error) == HF_STATUS_OK);
        before = hf_world_hash(world);
        hf_status status = hf_world_step(world, 0, &report, &error);
        for (int n = 0; n < 100 && !cases[k].says && status == HF_STATUS_OK && report.certified; n++)
            status = hf_world_step(world, 0, &report, &error);
        if (cases[k].says)
        {
            CHECK(status == HF_STATUS_INVALID && strstr(error.message, cases[k].says) != NULL);
            CHECK(hf_world_hash(world) == before);
        }
        else
            CHECK(status == HF_STATUS_OK ? !report.certified && strstr(report.solve.note, "joint")
                                         : error.message[0] != 0);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}
