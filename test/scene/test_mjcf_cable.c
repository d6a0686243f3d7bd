// <composite type="cable">: bodies, frames and names as MuJoCo 3.14 makes them.

#include "support/scene_text.h"

#include <math.h>

#define CABLE(attributes)                                                                                              \
    "<mujoco><worldbody><composite type='cable' " attributes "><joint kind='main' damping='.02'/>"                     \
    "<geom type='capsule' size='.01' density='500'/></composite></worldbody></mujoco>"

static void check_pose(const hf_model *model, const char *name, const double position[3], const double turn[4])
{
    int body = hf_model_find_body(model, name);
    CHECK(body > 0);
    hf_body_def def = hf_model_body(model, body);
    double sign = 0;
    for (int k = 0; k < 4; k++) sign += def.orientation[k] * turn[k];
    for (int k = 0; k < 3; k++) CHECK_NEAR(def.position[k], position[k], 1e-6);
    for (int k = 0; k < 4; k++) CHECK_NEAR(copysign(1, sign) * def.orientation[k], turn[k], 1e-6);
}

TEST(a_straight_cable_is_a_chain_of_balls)
{
    hf_model *model = text_model(CABLE("prefix='c' curve='s' count='6 1 1' size='.5' offset='0 0 1' initial='none'"));
    const double identity[4] = {1, 0, 0, 0}, first[3] = {0, 0, 1}, next[3] = {0.1, 0, 0};
    CHECK(hf_model_body_count(model) == 6 && hf_model_joint_count(model) == 4 && hf_model_site_count(model) == 2);
    check_pose(model, "cB_first", first, identity);
    check_pose(model, "cB_3", next, identity);
    check_pose(model, "cB_last", next, identity);
    hf_joint_def joint = hf_model_joint(model, hf_model_find_joint(model, "cJ_2"));
    CHECK(joint.kind == HF_JOINT_BALL && joint.damping == 0.02);
    hf_shape_def shape = hf_model_shape(model, hf_model_find_shape(model, "cG4"));
    CHECK_NEAR(shape.size[1], 0.05, 1e-15);
    CHECK_NEAR(hf_model_site(model, hf_model_find_site(model, "cS_last")).position[0], 0.1, 1e-15);
    hf_world *world = world_of(model); // what is fixed and what hangs on it overlap at the joint, and do not touch
    text_run(world, 100);
    CHECK(hf_world_contact_count(world) == 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(frames_follow_the_curve_without_twist)
{
    hf_model *model = text_model(CABLE("curve='cos(s) sin(s) 0' count='4' size='0 .3 1' offset='1 0 0'"));
    const double start[3] = {1.3, 0, 0}, step[3] = {0.3, 0, 0};
    const double there[4] = {0.5, 0, 0, 0.8660254}, sixty[4] = {0.8660254, 0, 0, 0.5};
    check_pose(model, "B_first", start, there);
    check_pose(model, "B_1", step, sixty);
    check_pose(model, "B_last", step, sixty);
    hf_model_destroy(model);
    model = text_model(CABLE("prefix='v' vertex='0 0 0 .1 0 0 .2 .1 0 .2 .2 .1'"));
    const double origin[3] = {0}, tenth[3] = {0.1, 0, 0}, diagonal[3] = {0.1414213562, 0, 0}, none[4] = {1, 0, 0, 0};
    const double half[4] = {0.9238795, 0, 0, 0.3826834}, out[4] = {0.8660254, 0, -0.4082483, 0.2886751};
    check_pose(model, "vB_first", origin, none);
    check_pose(model, "vB_1", tenth, half);
    check_pose(model, "vB_last", diagonal, out);
    CHECK(hf_model_joint_count(model) == 3); // the first is a ball, too
    hf_model_destroy(model);
}

TEST(a_free_cable_falls_as_a_whole)
{
    hf_model *model = text_model(CABLE("curve='s' count='11' size='1' offset='0 0 3' initial='free'"));
    hf_world *world = world_of(model);
    text_run(world, 100); // 0.2 s
    for (int k = 1; k < hf_model_body_count(model); k++)
        CHECK_NEAR(hf_world_body(world, k).velocity[2], -9.81 * 0.2, 1e-9);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(composites_that_cannot_be)
{
    static const char *const texts[][2] = {
        {"<mujoco><worldbody><composite type='grid'/></worldbody></mujoco>", "only cables"},
        {"<mujoco><worldbody><composite type='cable' count='5'/></worldbody></mujoco>", "capsule, cylinder or box"},
        {CABLE("curve='s' count='2'"), "3 to"},
        {CABLE("curve='tan(s)' count='5'"), "none of 0, s"},
        {CABLE("vertex='0 0 0 1 0 0 1 0 0'"), "are one"},
        {CABLE("vertex='0 0 0 1 0 0 1 0'"), "three for each"},
        {CABLE("curve='s' count='5' initial='weld'"), "initial"},
    };
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
    {
        hf_error error;
        CHECK(!text_model_key(texts[k][0], NULL, &error));
        if (!strstr(error.message, texts[k][1])) harness_fail(__FILE__, __LINE__, "case %zu: %s", k, error.message);
    }
}

TEST(every_allocation_may_fail)
{
    // all that is new to a step at once: a cable on a free joint with a damper, adhesion, a delayed control
    const char *path = text_file(
        "scene.xml", "<mujoco><worldbody><geom type='plane' size='1 1 1' adhesion='1'/><body name='b' pos='0 0 .1'>"
                     "<joint type='free' damping='1' armature='.1'/><geom type='box' size='.1 .1 .1' "
                     "shellinertia='true'/><composite type='cable' prefix='c' vertex='.1 0 .2 .2 0 .2 .3 .1 .2' "
                     "initial='none'><geom type='capsule' size='.01'/></composite></body></worldbody><actuator>"
                     "<adhesion body='b' gain='3' ctrlrange='0 1' delay='.01' nsample='4'/></actuator></mujoco>");
    for (long k = 0;; k++)
    {
        hf_builder *builder = NULL;
        hf_model *model = NULL;
        hf_world *world = NULL;
        hf_error error = {0};
        fail_allocation(k);
        hf_status status = hf_scene_open(path, 1, NULL, NULL, &builder, &error);
        if (status == HF_STATUS_OK) status = hf_model_build(builder, &model, &error);
        if (status == HF_STATUS_OK) status = hf_world_create(model, &world, &error);
        for (int step = 0; step < 3 && status == HF_STATUS_OK; step++) status = hf_world_step(world, 0, NULL, &error);
        bool failed = k < fail_allocation_count();
        fail_allocation(-1);
        CHECK(status == HF_STATUS_OK ||
              (failed && status == HF_STATUS_NO_MEMORY)); // a method of the solver may do without
        hf_world_destroy(world);
        hf_builder_destroy(builder);
        hf_model_destroy(model);
        if (failed) continue;
        CHECK(k > 100);
        break;
    }
}
