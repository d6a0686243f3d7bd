// SDF: frames that are relative to each other, joints and their axes, loops, nested and included models, what touches,
// and what is refused.

#include "support/scene_text.h"

#include "holdfast/fibre.h"
#include "holdfast/mechanism.h"
#include "linalg/quat.h"
#include "linalg/vec3.h"

#include <sys/stat.h>

#define SDF(version, rest) "<?xml version='1.0'?><sdf version='" version "'>" rest "</sdf>"
#define INERTIAL                                                                                                       \
    "<inertial><mass>2</mass><inertia><ixx>.1</ixx><iyy>.1</iyy><izz>.1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz>"     \
    "</inertia></inertial>"
#define LINK(name, pose) "<link name='" name "'>" pose INERTIAL "</link>"
#define ENDS(parent, child) "<parent>" parent "</parent><child>" child "</child>"

static hf_model *read_sdf(const char *text, hf_error *error)
{
    hf_builder *builder = NULL;
    *error = (hf_error){0};
    hf_status status = hf_scene_open(text_file("scene.sdf", text), 1, NULL, NULL, &builder, error);
    return text_build(status, builder, error);
}

static hf_model *scene(const char *text)
{
    hf_error error;
    hf_model *model = read_sdf(text, &error);
    if (!model) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return model;
}

static hf_world *set_in_motion(const hf_model *model)
{
    hf_error error;
    hf_world *world = NULL;
    if (hf_world_create(model, &world, &error) != HF_STATUS_OK) harness_fail(__FILE__, __LINE__, "%s", error.message);
    return world;
}

static int body_of(const hf_model *model, const char *name)
{
    int body = hf_model_find(model, HF_ITEM_BODY, name);
    if (body < 0) harness_fail(__FILE__, __LINE__, "there is no body %s", name);
    return body;
}

static void check_place(const hf_model *model, const char *name, double x, double y, double z)
{
    hf_world *world = set_in_motion(model);
    hf_body_state state = hf_world_body(world, body_of(model, name));
    CHECK_NEAR(state.position[0], x, 1e-12);
    CHECK_NEAR(state.position[1], y, 1e-12);
    CHECK_NEAR(state.position[2], z, 1e-12);
    hf_world_destroy(world);
}

/// Poses in any order: the tip relative to a joint, that to its child by default, a frame to another frame.
TEST(poses_are_relative_to_frames)
{
    hf_model *model = scene(SDF(
        "1.7",
        "<model name='m'><pose>0 0 1 0 0 1.5707963267948966</pose>" LINK("base", "<pose>1 0 0 0 0 0</pose>") LINK(
            "tip", "<pose relative_to='turn'>0 0 2 0 0 0</pose>") LINK("side",
                                                                       "<pose relative_to='mark'>0 3 0 0 0 0</pose>")
            LINK("degrees", "<pose degrees='true' relative_to='base'>0 0 5 0 90 0</pose>") LINK(
                "quaternion",
                "<pose rotation_format='quat_xyzw'>0 0 9 1 0 0 0</pose>") "<frame name='mark' "
                                                                          "attached_to='base'><pose>0 1 0 0 0 "
                                                                          "0</pose></frame>"
                                                                          "<joint name='turn' type='revolute'>" ENDS(
                                                                              "base",
                                                                              "tip") "<pose relative_to='base'>0 0 1 0 "
                                                                                     "0 0</pose><axis><xyz>1 0 "
                                                                                     "0</xyz></axis></joint></model>"));
    check_place(model, "base", 0, 1, 1); // the model stands at z = 1, turned: its x is the world's y
    check_place(model, "tip", 0, 1, 4);
    check_place(model, "side", -4, 1, 1);
    check_place(model, "degrees", 0, 1, 6);
    hf_body_def turned = hf_model_body(model, body_of(model, "quaternion"));
    vec3 down = quat_rotate(quat_load(turned.orientation), v3(0, 0, 1));
    CHECK_NEAR(down.z, -1, 1e-12);
    hf_joint_def turn = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "turn"));
    CHECK(turn.kind == HF_JOINT_HINGE && !turn.limited);
    CHECK_NEAR(turn.position[2], -2, 1e-12); // in the child's frame
    hf_model_destroy(model);
}

TEST(a_placement_frame_stands_where_its_model_is_put)
{
    hf_model *model = scene(SDF(
        "1.8", "<world name='w'><model name='a' placement_frame='grip'><pose>1 2 3 0 0 0</pose>" LINK(
                   "l", "") "<frame name='grip'><pose>0 0 -1 0 0 0</pose></frame></model>"
                            "<model name='b'><pose relative_to='a::grip'>0 0 7 0 0 0</pose>" LINK("l", "") "</model>"
                                                                                                           "</world>"));
    check_place(model, "a::l", 1, 2, 4);
    check_place(model, "b::l", 1, 2, 10);
    hf_model_destroy(model);
}

static const char arm[] = SDF(
    "1.9",
    "<model name='arm'>" LINK("base", "") LINK("a", "<pose>1 0 0 0 0 0</pose>")
        LINK("b", "<pose>2 0 0 0 0 1.5707963267948966</pose>") LINK("c", "<pose>3 0 0 0 0 0</pose>") LINK(
            "d", "<pose>4 0 0 0 0 0</pose>") LINK("e", "<pose>5 0 0 0 0 0</pose>") LINK("f", "<pose>6 0 0 0 0 0</pose>")
            LINK("g", "<pose>7 0 0 0 0 0</pose>") "<joint name='mount' type='fixed'>" ENDS(
                "world",
                "base") "</joint>"
                        "<joint name='turn' type='revolute'>" ENDS(
                            "base",
                            "a") "<axis><xyz>0 1 "
                                 "0</xyz><limit><lower>-1</lower><upper>2</upper><effort>5</effort></limit>"
                                 "<dynamics><damping>.1</damping><friction>.2</friction><spring_stiffness>3</"
                                 "spring_stiffness>"
                                 "<spring_reference>.4</spring_reference></dynamics></axis></joint>"
                                 "<joint name='slide' type='prismatic'>" ENDS(
                                     "a", "b") "<axis><xyz expressed_in='__model__'>1 0 "
                                               "0</xyz><limit><lower>0</lower><upper>1e16</upper></limit>"
                                               "</axis></joint>"
                                               "<joint name='spin' type='continuous'>" ENDS(
                                                   "b",
                                                   "c") "<axis><xyz>0 0 1</xyz><mimic "
                                                        "joint='turn'><multiplier>2</multiplier><offset>.5</offset>"
                                                        "<reference>.25</reference></mimic></axis></joint>"
                                                        "<joint name='ball' type='ball'>" ENDS(
                                                            "c",
                                                            "d") "</joint>"
                                                                 "<joint name='cross' type='universal'>" ENDS(
                                                                     "d",
                                                                     "e") "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 "
                                                                          "1 0</xyz></axis2></joint>"
                                                                          "<joint name='lead' type='screw'>" ENDS(
                                                                              "e",
                                                                              "f") "<screw_thread_pitch>.01</"
                                                                                   "screw_thread_pitch><axis><xyz>0 0 "
                                                                                   "1</xyz></axis></joint>"
                                                                                   "<joint name='lock' "
                                                                                   "type='revolute'>" ENDS(
                                                                                       "f",
                                                                                       "g") "<axis><xyz>0 0 "
                                                                                            "1</xyz><limit><lower>0</"
                                                                                            "lower><upper>0</upper></"
                                                                                            "limit></axis>"
                                                                                            "</joint></model>");

static hf_joint_def joint_of(const hf_model *model, const char *name)
{
    int joint = hf_model_find(model, HF_ITEM_JOINT, name);
    if (joint < 0) harness_fail(__FILE__, __LINE__, "there is no joint %s", name);
    return hf_model_joint(model, joint);
}

TEST(joints_of_all_types)
{
    hf_model *model = scene(arm);
    hf_joint_def turn = joint_of(model, "turn"), slide = joint_of(model, "slide");
    CHECK(turn.kind == HF_JOINT_HINGE && turn.limited && turn.force_limited);
    CHECK(turn.range[0] == -1 && turn.range[1] == 2 && turn.force_range[1] == 5);
    CHECK(turn.damping == 0.1 && turn.friction == 0.2 && turn.stiffness == 3 && turn.axis[1] == 1);
    CHECK(slide.kind == HF_JOINT_SLIDE && slide.limited && slide.range[0] == 0);
    CHECK_NEAR(slide.axis[1], -1, 1e-12); // b is turned: the model's x is its -y
    CHECK(joint_of(model, "ball").kind == HF_JOINT_BALL);
    CHECK(joint_of(model, "cross").axis[0] == 1 && joint_of(model, "cross_2").axis[1] == 1);
    CHECK(joint_of(model, "lead_slide").kind == HF_JOINT_SLIDE && joint_of(model, "lead").kind == HF_JOINT_HINGE);
    CHECK(hf_model_find(model, HF_ITEM_JOINT, "lock") == -1);
    CHECK(hf_model_v_count(model) == 3 + 3 + 2 + 2);
    hf_model_destroy(model);
}

/// What follows a joint: spin = 2 (turn - 1/4) + 1/2; a screw rises by its pitch a turn.
TEST(couplings_hold)
{
    hf_error error;
    hf_model *model = scene(arm);
    hf_world *world = set_in_motion(model);
    hf_step_report report;
    for (int step = 0; step < 200; step++) CHECK(hf_world_step(world, 0.002, &report, &error) == HF_STATUS_OK);
    const double *q = hf_world_q(world);
    int turn = hf_model_joint_q(model, hf_model_find(model, HF_ITEM_JOINT, "turn"));
    int spin = hf_model_joint_q(model, hf_model_find(model, HF_ITEM_JOINT, "spin"));
    int lead = hf_model_joint_q(model, hf_model_find(model, HF_ITEM_JOINT, "lead"));
    int slide = hf_model_joint_q(model, hf_model_find(model, HF_ITEM_JOINT, "lead_slide"));
    CHECK(fabs(q[turn]) > 0.01);
    CHECK_NEAR(q[spin], 2 * (q[turn] - 0.25) + 0.5, 1e-6);
    CHECK_NEAR(q[slide], 0.01 / (2 * 3.14159265358979324) * q[lead], 1e-7);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

/// A bar of four links: the joint that closes it is a loop, and stays closed.
TEST(what_closes_a_circle_is_a_loop)
{
    hf_error error;
    hf_model *model = scene(SDF(
        "1.7",
        "<model name='bars'>" LINK("ground", "") LINK("crank", "<pose>0 0 0 0 0 0</pose>") LINK(
            "coupler", "<pose>0 0 1 0 0 0</pose>")
            LINK("rocker", "<pose>2 0 0 0 0 0</pose>") "<joint name='fix' type='fixed'>" ENDS(
                "world",
                "ground") "</joint>"
                          "<joint name='j1' type='revolute'>" ENDS(
                              "ground",
                              "crank") "<axis><xyz>0 1 0</xyz></axis></joint>"
                                       "<joint name='j2' type='revolute'>" ENDS(
                                           "crank",
                                           "coupler") "<axis><xyz>0 1 0</xyz></axis></joint>"
                                                      "<joint name='j3' type='revolute'>" ENDS(
                                                          "ground",
                                                          "rocker") "<axis><xyz>0 1 0</xyz></axis></joint>"
                                                                    "<joint name='j4' type='revolute'>" ENDS(
                                                                        "rocker",
                                                                        "coupler") "<pose relative_to='__model__'>2 0 "
                                                                                   "1 0 0 0</pose><axis><xyz>0 1 "
                                                                                   "0</xyz></axis></joint></model>"));
    CHECK(hf_model_count(model, HF_ITEM_LOOP) == 1 && hf_model_count(model, HF_ITEM_JOINT) == 3);
    hf_world *world = set_in_motion(model);
    double force[3] = {3, 0, 0}, torque[3] = {0};
    hf_step_report report;
    CHECK(hf_world_set_wrench(world, body_of(model, "coupler"), force, torque, &error) == HF_STATUS_OK);
    for (int step = 0; step < 200; step++) CHECK(hf_world_step(world, 0.002, &report, &error) == HF_STATUS_OK);
    hf_body_state rocker = hf_world_body(world, body_of(model, "rocker"));
    hf_body_state coupler = hf_world_body(world, body_of(model, "coupler"));
    vec3 on_rocker = v3_add(v3_load(rocker.position), quat_rotate(quat_load(rocker.orientation), v3(0, 0, 1)));
    vec3 on_coupler = v3_add(v3_load(coupler.position), quat_rotate(quat_load(coupler.orientation), v3(2, 0, 0)));
    CHECK(coupler.position[0] > 0.1);
    CHECK(v3_distance(on_rocker, on_coupler) < 1e-6);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

#define BOX(name, size, surface)                                                                                       \
    "<collision name='" name "'><geometry><box><size>" size "</size></box></geometry>" surface "</collision>"

/// A block on a slope of 30 degrees: it rests on coefficient 0.6 and slides on 0.5 (tan 30° = 0.577), with the
/// acceleration g (sin - μ cos).
static double slid(const char *mu)
{
    char text[2000];
    snprintf(text, sizeof text,
             SDF("1.6",
                 "<world name='w'><gravity>0 0 -10</gravity><physics type='ode'><max_step_size>.002</max_step_size>"
                 "</physics><model name='slope'><static>true</static><pose>0 0 0 0 .5235987755982988 0</pose>"
                 "<link name='l'><collision name='c'><geometry><plane><normal>0 0 1</normal></plane></geometry>"
                 "<surface><friction><ode><mu>%s</mu><mu2>%s</mu2></ode></friction></surface></collision></link>"
                 "</model><model name='block'><pose>.05 0 .08660254037844387 0 .5235987755982988 0</pose>"
                 "<link name='l'>" INERTIAL BOX("c", ".4 .4 .2",
                                                "<surface><friction><ode><mu>.1</mu><mu2>.1</mu2></ode></friction>"
                                                "</surface>") "</link></model></world>"),
             mu, mu);
    hf_error error;
    hf_step_report report;
    hf_model *model = scene(text);
    hf_world *world = set_in_motion(model);
    hf_body_state from = hf_world_body(world, body_of(model, "block::l"));
    for (int step = 0; step < 250; step++) CHECK(hf_world_step(world, 0, &report, &error) == HF_STATUS_OK);
    hf_body_state to = hf_world_body(world, body_of(model, "block::l"));
    double way = v3_distance(v3_load(from.position), v3_load(to.position));
    hf_world_destroy(world);
    hf_model_destroy(model);
    return way;
}

TEST(friction_is_coulombs)
{
    CHECK(slid("0.6") < 1e-6);
    double a = 10 * (0.5 - 0.5 * sqrt(0.75));
    CHECK_NEAR(slid("0.5"), 0.5 * a * 0.25, 2e-3 * 0.5 * a * 0.25 + 0.5 * a * 0.5 * 0.002);
}

/// Links of one model do not touch unless it says so; those of static models do not move.
TEST(what_touches)
{
    static const char text[] =
        SDF("1.7", "<world name='w'><gravity>0 0 -10</gravity><model name='m'><self_collide>%s</self_collide>"
                   "<link name='low'><pose>0 0 .1 0 0 0</pose>" INERTIAL BOX(
                       "c", ".2 .2 .2", "") "</link>"
                                            "<link name='high'><pose>0 0 .5 0 0 0</pose>" INERTIAL BOX(
                                                "c", ".2 .2 .2",
                                                "") "</link></model>"
                                                    "<include><uri>model://sun</uri></include><include><uri>model://"
                                                    "ground_plane</uri></include></world>");
    static const char *const says[] = {"false", "true"};
    for (int k = 0; k < 2; k++)
    {
        char filled[2000];
        snprintf(filled, sizeof filled, text, says[k]);
        hf_error error;
        hf_step_report report;
        hf_model *model = scene(filled);
        hf_world *world = set_in_motion(model);
        for (int step = 0; step < 600; step++) CHECK(hf_world_step(world, 0.001, &report, &error) == HF_STATUS_OK);
        CHECK_NEAR(hf_world_body(world, body_of(model, "high")).position[2], k ? 0.3 : 0.1, 1e-6);
        hf_world_destroy(world);
        hf_model_destroy(model);
    }
}

/// A model from the folder of another: model.config names the file, its model has a name and a place here.
TEST(models_are_included)
{
    char path[600];
    snprintf(path, sizeof path, "%s/wheel", text_folder());
    CHECK(mkdir(path, 0700) == 0);
    text_file("wheel/model.config",
              "<model><sdf version='1.5'>old.sdf</sdf><sdf version='1.7'> new.sdf </sdf></model>");
    text_file("wheel/new.sdf", SDF("1.7", "<model name='wheel'>" LINK("rim", "<pose>0 0 1 0 0 0</pose>") "</model>"));
    hf_model *model = scene(
        SDF("1.9",
            "<model name='car'>" LINK(
                "body",
                "") "<include><uri>model://wheel</uri><name>left</name>"
                    "<pose>0 1 0 0 0 0</pose></include><include merge='true'><uri>model://wheel</uri><name>right</name>"
                    "<pose>0 -1 0 0 0 0</pose></include>"
                    "<joint name='hub' type='continuous'>" ENDS(
                        "body", "left::rim") "<axis><xyz>0 1 0</xyz></axis></joint>"
                                             "<joint name='hub2' type='continuous'>" ENDS(
                                                 "body", "rim") "<axis><xyz>0 1 0</xyz></axis></joint>"
                                                                "</model>"));
    check_place(model, "left::rim", 0, 1, 1);
    check_place(model, "rim", 0, -1, 1);
    CHECK(hf_model_v_count(model) == 6 + 2);
    hf_model_destroy(model);
}

TEST(inertia_turns_with_its_frame)
{
    hf_model *model =
        scene(SDF("1.7", "<model name='m'><link name='l'><inertial><pose>0 0 1 0 0 1.5707963267948966</pose>"
                         "<mass>3</mass><inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz></inertia></inertial>"
                         "</link></model>"));
    hf_body_def body = hf_model_body(model, body_of(model, "l"));
    CHECK_NEAR(body.mass, 3, 0);
    CHECK_NEAR(body.center[2], 1, 1e-15);
    CHECK_NEAR(body.inertia[0], 2, 1e-12); // x and y change places
    CHECK_NEAR(body.inertia[1], 1, 1e-12);
    CHECK_NEAR(body.inertia[2], 2.5, 1e-12);
    hf_model_destroy(model);
}

static void refused(const char *text, const char *part)
{
    hf_error error;
    hf_model *model = read_sdf(text, &error);
    if (model || !strstr(error.message, part))
        harness_fail(__FILE__, __LINE__, "'%s' should name '%s'", model ? "(read)" : error.message, part);
}

TEST(what_is_refused_is_named)
{
    refused("<sdf version='1.7'/>", "has no models");
    refused("<gazebo version='1.2'/>", "before version 1.3");
    refused(SDF("1.7", "<model name='m'>" LINK("a", "") LINK("a", "") "</model>"), "there are two 'a'");
    refused(SDF("1.7", "<model name='m'>" LINK("a", "<pose relative_to='b'/>")
                           LINK("b", "<pose relative_to='a'/>") "</model>"),
            "relative to itself");
    refused(SDF("1.7", "<model name='m'>" LINK("a", "<pose relative_to='nobody'/>") "</model>"), "'nobody'");
    refused(SDF("1.7", "<model name='m'>" LINK("a", "<pose>1 2</pose>") "</model>"), "there must be 6");
    refused(SDF("1.7", "<model name='m'>" LINK("a", "") "<joint name='j' type='gearbox'>" ENDS("world",
                                                                                               "a") "</joint></model>"),
            "'gearbox' is none of");
    refused(
        SDF("1.7", "<model name='m'>" LINK("a", "") "<joint name='j' type='ball'>" ENDS("a", "a") "</joint></model>"),
        "with itself");
    refused(SDF("1.7", "<world name='w'><include><uri>model://nowhere_to_be_found</uri></include></world>"),
            "GZ_SIM_RESOURCE_PATH");
    refused(SDF("1.7", "<model name='m'><link name='a'><collision name='c'><geometry><cone/></geometry></collision>"
                       "</link></model>"),
            "'cone' is none of");
    refused(SDF("1.7", "<model name='m'><static>perhaps</static>" LINK("a", "") "</model>"), "neither true nor false");
}

TEST(every_allocation_may_fail)
{
    scene_allocations_fail(text_file("arm.sdf", arm));
}
