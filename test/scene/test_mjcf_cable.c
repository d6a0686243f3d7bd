// <composite type="cable">: bodies, frames and names as MuJoCo 3.14 makes them.

#include "support/scene_text.h"

#include "linalg/quat.h"

#include <math.h>

#define CABLE(attributes)                                                                                              \
    "<mujoco><worldbody><composite type='cable' " attributes "><joint kind='main' damping='.02'/>"                     \
    "<geom type='capsule' size='.01' density='500'/></composite></worldbody></mujoco>"

static void check_pose(const hf_model *model, const char *name, const double position[3], const double turn[4])
{
    int body = hf_model_find(model, HF_ITEM_BODY, name);
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
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 6 && hf_model_count(model, HF_ITEM_JOINT) == 4 &&
          hf_model_count(model, HF_ITEM_SITE) == 2);
    check_pose(model, "cB_first", first, identity);
    check_pose(model, "cB_3", next, identity);
    check_pose(model, "cB_last", next, identity);
    hf_joint_def joint = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "cJ_2"));
    CHECK(joint.kind == HF_JOINT_BALL && joint.damping == 0.02);
    hf_shape_def shape = hf_model_shape(model, hf_model_find(model, HF_ITEM_SHAPE, "cG4"));
    CHECK_NEAR(shape.size[1], 0.05, 1e-15);
    CHECK_NEAR(hf_model_site(model, hf_model_find(model, HF_ITEM_SITE, "cS_last")).position[0], 0.1, 1e-15);
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
    CHECK(hf_model_count(model, HF_ITEM_JOINT) == 3); // the first is a ball, too
    hf_model_destroy(model);
}

TEST(a_free_cable_falls_as_a_whole)
{
    hf_model *model = text_model(CABLE("curve='s' count='11' size='1' offset='0 0 3' initial='free'"));
    hf_world *world = world_of(model);
    text_run(world, 100); // 0.2 s
    for (int k = 1; k < hf_model_count(model, HF_ITEM_BODY); k++)
        CHECK_NEAR(hf_world_body(world, k).velocity[2], -9.81 * 0.2, 1e-9);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- elasticity ----

#define PLUGIN(more)                                                                                                   \
    "<plugin plugin='mujoco.elasticity.cable'><config key='twist' value='1e7'/><config key='bend' value='4e9'/>" more  \
    "</plugin>"
#define ELASTIC(attributes, more, geom)                                                                                \
    "<mujoco><worldbody><composite type='cable' " attributes ">" PLUGIN(more) "<joint kind='main' damping='5'/>" geom  \
                                                                              "</composite></worldbody></mujoco>"

TEST(cables_bend_and_twist_by_their_section)
{
    const double pi = 3.14159265358979323846;
    hf_model *model = text_model(
        ELASTIC("curve='s' count='6' size='.5' initial='none'", "", "<geom type='capsule' size='.01' density='500'/>"));
    hf_joint_def joint = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "J_1"));
    CHECK_NEAR(joint.bending[0], 1e7 * pi * 1e-8 / 2 / 0.1, 1e-9);
    CHECK_NEAR(joint.bending[1], 4e9 * pi * 1e-8 / 4 / 0.1, 1e-9);
    CHECK(joint.bending[2] == joint.bending[1] && joint.stiffness == 0 && joint.bending_rest[0] == 0);
    hf_model_destroy(model);
    // a box of 4 x 2 cm, on a curve that wants to be straight; the first ball hangs on no other piece
    model = text_model(ELASTIC("prefix='c' curve='cos(s) sin(s) 0' count='4' size='0 .3 1'",
                               "<config key='flat' value='true'/>", "<geom type='box' size='.1 .02 .01'/>"));
    joint = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "cJ_first"));
    CHECK(joint.bending[0] == 0 && joint.bending[1] == 0);
    joint = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "cJ_1"));
    CHECK_NEAR(joint.bending[0], 1e7 * 0.02 * 1e-6 * (16.0 / 3 - 1.68 * (1 - 1.0 / 192)) / 0.3, 1e-9);
    CHECK_NEAR(joint.bending[1], 4e9 * 0.02 * 0.02 * 0.02 * 0.04 / 12 / 0.3, 1e-9);
    CHECK_NEAR(joint.bending[2], 4e9 * 0.04 * 0.04 * 0.04 * 0.02 / 12 / 0.3, 1e-9);
    CHECK_NEAR(joint.bending_rest[0], 0.8660254037844386, 1e-12);
    CHECK_NEAR(joint.bending_rest[3], -0.5, 1e-12); // against the turn of 60°
    hf_model_destroy(model);
    // bodies that are written out, as MuJoCo saves them
    model = text_model(
        "<mujoco><extension><plugin plugin='mujoco.elasticity.cable'><instance name='i'><config key='bend' value='8'/>"
        "<config key='twist' value='2'/></instance></plugin></extension><worldbody><body name='a'><geom type='capsule' "
        "size='1 1'/><plugin instance='i'/><joint type='ball'/><body pos='2 0 0'><joint name='j' type='ball'/>"
        "<geom type='cylinder' size='1 1'/><plugin instance='i'/></body><body pos='2 0 0'><joint name='k' type='ball'/>"
        "<geom size='1'/></body></body></worldbody></mujoco>");
    joint = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "j"));
    CHECK_NEAR(joint.bending[0], pi / 2, 1e-12);
    CHECK_NEAR(joint.bending[2], pi, 1e-12);
    CHECK(hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "k")).bending[1] == 0);
    hf_model_destroy(model);
}

TEST(a_cable_that_is_clamped_sags_as_a_beam_of_springs)
{
    // joints at i l, i = 1 … 9, each with EI/l: the tip sinks by Σ_i M_i (L - i l) l / EI, with M_i = Σ_{j >= i} w ((j
    // + ½) l - i l)
    hf_model *model = text_model(
        ELASTIC("curve='s' count='11' size='1' initial='none'", "", "<geom type='capsule' size='.01' mass='.01'/>"));
    const double l = 0.1, k = 4e9 * 3.14159265358979323846 * 1e-8 / 4 / l;
    double sag = 0;
    for (int i = 1; i < 10; i++)
    {
        double moment = 0;
        for (int j = i; j < 10; j++) moment += 0.01 * 9.81 * (j + 0.5 - i) * l;
        sag += moment * (1 - i * l) / k;
    }
    hf_world *world = world_of(model);
    text_run(world, 3000);
    hf_body_state last = hf_world_body(world, hf_model_find(model, HF_ITEM_BODY, "B_last"));
    CHECK(sag > 2e-3 && sag < 1e-2);
    double x[3] = {0}, turn[4];
    memcpy(turn, last.orientation, sizeof turn);
    x[2] = 2 * (turn[1] * turn[3] - turn[0] * turn[2]);
    CHECK_NEAR(-(last.position[2] + x[2] * l), sag, 1e-4 * sag);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(a_ball_is_pulled_down_its_energy)
{
    // at rest, turned far from where it is at rest: M a = -dU/d(turn), of which a short step shows a
    const char *text = "<mujoco><option gravity='0 0 0' timestep='1e-6'/><worldbody><body><joint name='j' type='ball'/>"
                       "<inertial pos='0 0 0' mass='1' diaginertia='1 2 2.5'/></body></worldbody><holdfast>"
                       "<joint name='j' bending='3 5 11' bending_rest='.8 0 .6 0'/></holdfast></mujoco>";
    const double inertia[3] = {1, 2, 2.5}, stiffness[3] = {3, 5, 11}, e = 1e-5;
    hf_model *model = text_model(text);
    hf_world *world = world_of(model);
    hf_error error = {0};
    const double q[4] = {0.7, 0.1, -0.5, 0.5}, none[3] = {0};
    CHECK(hf_world_set_q(world, q, none, &error) == HF_STATUS_OK);
    text_run(world, 1);
    for (int i = 0; i < 3; i++)
    {
        double energy[2];
        for (int side = 0; side < 2; side++)
        {
            vec3 step = v3_scale(side ? e : -e, v3(i == 0, i == 1, i == 2));
            quat rest = {0.8, 0, 0.6, 0}, at = quat_multiply(quat_load(q), quat_exp(step));
            vec3 s = quat_log(quat_multiply(quat_conjugate(rest), at));
            energy[side] = 0.5 * (stiffness[0] * s.x * s.x + stiffness[1] * s.y * s.y + stiffness[2] * s.z * s.z);
        }
        double torque = -(energy[1] - energy[0]) / (2 * e);
        CHECK_NEAR(hf_world_v(world)[i] / 1e-6, torque / inertia[i], 1e-4 * fabs(torque));
    }
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(bends_are_written_and_read_again)
{
    hf_model *model = text_model(ELASTIC("curve='cos(s) sin(s) 0' count='4' size='0 .3 1'",
                                         "<config key='flat' value='true'/>", "<geom type='box' size='.1 .02 .01'/>"));
    char path[600];
    hf_error error = {0};
    hf_builder *builder = NULL;
    snprintf(path, sizeof path, "%s/bend.xml", text_folder());
    CHECK(hf_scene_write_mjcf(model, path, &error) == HF_STATUS_OK);
    hf_status status = hf_scene_read_mjcf(path, NULL, NULL, &builder, &error);
    hf_model *again = text_build(status, builder, &error);
    for (int j = 0; j < hf_model_count(model, HF_ITEM_JOINT); j++)
    {
        hf_joint_def a = hf_model_joint(model, j), b = hf_model_joint(again, j);
        for (int i = 0; i < 3; i++) CHECK(a.bending[i] == b.bending[i]);
        for (int i = 0; i < 4; i++) CHECK(a.bending_rest[i] == b.bending_rest[i]);
    }
    hf_model_destroy(again);
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
        {"<mujoco><worldbody><composite type='cable' curve='s' count='5'><plugin plugin='mujoco.elasticity.cable'>"
         "<config key='bend' value='stiff'/></plugin><geom type='capsule' "
         "size='.01'/></composite></worldbody></mujoco>",
         "no modulus"},
        {"<mujoco><worldbody><body><joint name='j'/><geom size='.1'/></body></worldbody><holdfast><joint name='j' "
         "bending='1 1 1'/></holdfast></mujoco>",
         "no ball"},
        {"<mujoco><worldbody><body><joint name='j' type='ball'/><geom size='.1'/></body></worldbody><holdfast><joint "
         "name='j' bending='1 -1 1'/></holdfast></mujoco>",
         "negative"},
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
