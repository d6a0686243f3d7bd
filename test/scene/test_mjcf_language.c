// MJCF as robots in the wild write it: files put together, values left empty, physics switched off, frames aligned.
// Numbers are MuJoCo 3's.

#include "support/scene_text.h"

TEST(attributes_without_a_value_are_absent)
{
    hf_model *model =
        text_model("<mujoco><worldbody><body name='' childclass=''><freejoint/>"
                   "<geom class='' name='g' size='.5' rgba='' material='' friction=''/></body></worldbody>"
                   "<keyframe><key name='k' qpos=''/></keyframe></mujoco>");
    CHECK_NEAR(hf_model_shape(model, 0).friction, 1, 0);
    CHECK(hf_model_count(model, HF_ITEM_KEY) == 1);
    hf_model_destroy(model);
}

TEST(an_open_mesh_weighs_what_mujoco_says)
{
    hf_model *model = text_model(
        "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 2 1 0 1 3 0 3 2'/></asset>"
        "<worldbody><body><freejoint/><geom type='mesh' mesh='m' density='100'/></body></worldbody></mujoco>");
    hf_body_def body = hf_model_body(model, 1);
    CHECK_NEAR(body.mass, 100.0 / 9, 1e-12);
    for (int i = 0; i < 3; i++) CHECK_NEAR(body.center[i], 2.0 / 9, 1e-14);
    CHECK_NEAR(body.inertia[0] + body.inertia[1] + body.inertia[2], 1.11111111111 + 2 * 0.679012345679, 1e-10);
    hf_model_destroy(model);
}

TEST(builtin_meshes_weigh_what_mujoco_says)
{
    static const struct
    {
        const char *mesh;
        double mass;
    } cases[] = {{"builtin='sphere' params='1'", 3658.71212625},
                 {"builtin='hemisphere' params='2'", 1785.64057842},
                 {"builtin='cone' params='5 .5'", 2773.91489878},
                 {"builtin='cone' params='6 0'", 1732.05077648},
                 {"builtin='supersphere' params='8 .5 1.5'", 3137.32700266},
                 {"builtin='supertorus' params='9 .3 .7 1.2'", 2498.52873572}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++)
    {
        char text[400];
        snprintf(text, sizeof text,
                 "<mujoco><asset><mesh name='m' %s/></asset><worldbody><body><freejoint/><geom type='mesh' mesh='m'/>"
                 "</body></worldbody></mujoco>",
                 cases[k].mesh);
        hf_model *model = text_model(text);
        CHECK_NEAR(hf_model_body(model, 1).mass, cases[k].mass, 1e-7 * cases[k].mass); // MuJoCo's points are floats
        hf_model_destroy(model);
    }
    hf_error error;
    CHECK(!text_model_key("<mujoco><asset>\n<mesh name='m' builtin='cone' params='2 .5'/></asset><worldbody>"
                          "<geom type='mesh' mesh='m'/></worldbody></mujoco>",
                          NULL, &error));
    CHECK(strstr(error.message, "scene.xml:2: <mesh>: params"));
}

// ---- files put together ----

static void write_arm(void)
{
    text_file("tip.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    text_file("arm.xml",
              "<mujoco model='arm'><compiler angle='radian' autolimits='false'/>"
              "<asset><mesh file='tip.obj' scale='.1 .1 .1'/></asset>"
              "<worldbody><body name='upper' euler='0 0 .5'><joint name='shoulder' range='-1 1' limited='true'/>"
              "<geom size='.1'/><body name='lower' pos='1 0 0'><joint name='elbow' type='ball'/>"
              "<geom type='mesh' mesh='tip'/></body></body></worldbody>"
              "<actuator><motor name='m' joint='shoulder'/></actuator>"
              "<keyframe><key name='up' qpos='.25 0 1 0 0' ctrl='7'/></keyframe></mujoco>");
}

TEST(attached_models_keep_their_units_meshes_and_keyframes)
{
    write_arm();
    hf_model *model = text_model("<mujoco><asset><model name='arm' file='arm.xml'/></asset><worldbody>"
                                 "<body name='ball' pos='0 0 4'><freejoint/><geom size='.2'/></body>"
                                 "<body name='post' euler='0 0 90'><geom size='.1'/><joint name='turn' range='-90 90'/>"
                                 "<attach model='arm' body='upper' prefix='left/'/></body></worldbody>"
                                 "<actuator><motor joint='turn'/></actuator></mujoco>");
    const double pi = 3.14159265358979323846;
    hf_joint_def own = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "turn"));
    hf_joint_def other = hf_model_joint(model, hf_model_find(model, HF_ITEM_JOINT, "left/shoulder"));
    CHECK(own.limited && other.limited);
    CHECK_NEAR(own.range[1], pi / 2, 1e-15);
    CHECK_NEAR(other.range[1], 1, 0);
    hf_body_def upper = hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "left/upper"));
    CHECK_NEAR(upper.orientation[3], sin(0.25), 1e-15);
    CHECK_NEAR(hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "left/lower")).mass, 1.0 / 6, 1e-12);
    CHECK(hf_model_count(model, HF_ITEM_KEY) == 1);
    hf_key_def key = hf_model_key(model, hf_model_find(model, HF_ITEM_KEY, "left/up"));
    const double q[] = {0, 0, 4, 1, 0, 0, 0, 0, 0.25, 0, 1, 0, 0}; // what is not the arm's stays as it is drawn
    CHECK(key.nq == 13 && key.nu == 2);
    for (int k = 0; k < 13; k++) CHECK_NEAR(key.q[k], q[k], 0);
    CHECK(key.control[0] == 0 && key.control[1] == 7);
    hf_model_destroy(model);
}

TEST(keyframes_of_an_included_robot_leave_the_rest_alone)
{
    write_arm();
    const char *scene =
        "<mujoco><worldbody><body name='cup' pos='1 2 3'><freejoint/><geom size='.2'/></body></worldbody>"
        "<include file='arm.xml'/></mujoco>";
    hf_model *model = text_model(scene);
    hf_key_def key = hf_model_key(model, 0);
    const double q[] = {1, 2, 3, 1, 0, 0, 0, 0.25, 0, 1, 0, 0};
    CHECK(key.nq == 12);
    for (int k = 0; k < 12; k++) CHECK_NEAR(key.q[k], q[k], 0);
    hf_model_destroy(model);
    model = text_model("<mujoco><worldbody><body><freejoint/><geom size='.2'/></body></worldbody>"
                       "<keyframe><key qpos='1 2' qvel='3'/></keyframe></mujoco>"); // short ones go on as MuJoCo's
    key = hf_model_key(model, 0);
    CHECK(key.q[1] == 2 && key.q[2] == 0 && key.q[3] == 1 && key.v[0] == 3 && key.v[5] == 0);
    hf_model_destroy(model);
}

// ---- our own settings ----

TEST(settings_live_in_custom)
{
    hf_model *model =
        text_model("<mujoco><worldbody><body name='a:b'><freejoint/><geom name='g' size='.1'/></body>"
                   "<body name='m'><geom size='.1'/></body></worldbody><custom><numeric name='n' data='1'/>"
                   "<text name='holdfast' data=' duration = 3;tolerance=1e-7 ; '/>"
                   "<text name='holdfast:body:a:b' data='force=1 2 3; velocity=0 0 4'/>"
                   "<text name='holdfast:prescribe:m' data='velocity=0 5 0'/>"
                   "<text name='holdfastener' data='of no concern'/>"
                   "<text name='holdfast:geom:g' data='restitution=.5'/></custom></mujoco>");
    hf_settings settings = hf_model_settings(model);
    CHECK(settings.step.duration == 3 && settings.solver.tolerance == 1e-7);
    CHECK(hf_model_body(model, 1).force[2] == 3 && hf_model_body(model, 1).velocity[2] == 4);
    CHECK(hf_model_body(model, 2).motion == HF_MOTION_PRESCRIBED && hf_model_body(model, 2).velocity[1] == 5);
    CHECK(hf_model_shape(model, 0).restitution == 0.5);
    hf_model_destroy(model);
    model =
        text_model("<mujoco><worldbody><body name='b'><freejoint/><geom name='g' size='.1'/></body></worldbody><custom>"
                   "<text name='holdfast' data='&lt;holdfast duration=\"7\">&lt;geom name=\"g\" restitution=\"1\"/>"
                   "&lt;/holdfast>'/></custom></mujoco>");
    CHECK(hf_model_settings(model).step.duration == 7 && hf_model_shape(model, 0).restitution == 1);
    hf_model_destroy(model);
    hf_error error;
    CHECK(!text_model_key("<mujoco>\n<custom>\n<text name='holdfast' data='durration=7'/></custom></mujoco>", NULL,
                          &error));
    CHECK(strstr(error.message, "scene.xml:3: <holdfast>") && strstr(error.message, "durration"));
    CHECK(!text_model_key("<mujoco>\n<custom>\n<text name='holdfast' data='fast'/></custom></mujoco>", NULL, &error));
    CHECK(strstr(error.message, "scene.xml:3: <text>: data") && strstr(error.message, "name=value"));
    CHECK(!text_model_key("<mujoco>\n<custom>\n<text name='holdfast' data='&lt;holdfast'/></custom></mujoco>", NULL,
                          &error));
    CHECK(strstr(error.message, "scene.xml:3: <text>: data"));
}

TEST(attributes_are_set_from_outside)
{
    const char *path = text_file("set.xml", "<mujoco><default><position kp='5'/></default><worldbody><body name='box'>"
                                            "<joint name='j'/><geom size='.1' friction='.7'/><geom name='g' size='.2'/>"
                                            "</body></worldbody><actuator><position name='arm/p' joint='j'/></actuator>"
                                            "<keyframe><key name='k' qpos='.5'/></keyframe></mujoco>");
    char scene[600];
    snprintf(scene, sizeof scene, "%s?box.friction=0.4,arm/p/kp=200,option.timestep=0.001,g/size=.3#k", path);
    hf_model *model = scene_model(scene);
    CHECK(hf_model_shape(model, 0).friction == 0.4 && hf_model_shape(model, 1).friction == 0.4);
    CHECK(hf_model_shape(model, 0).size[0] == 0.1 && hf_model_shape(model, 1).size[0] == 0.3);
    CHECK(hf_model_actuator(model, 0).gain[0] == 200 && hf_model_settings(model).step.timestep == 0.001);
    CHECK(hf_model_start(model) == 0);
    hf_model_destroy(model);
    static const char *const wrong[][2] = {{"cup.friction=1", "nothing is called 'cup'"},
                                           {"j.friction=1", "<joint>: 'j' has no attribute friction"},
                                           {"box=1", "NAME.ATTRIBUTE=VALUE"},
                                           {"g.friction=-1", "negative"}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++)
    {
        hf_builder *builder = NULL;
        hf_error error = {0};
        snprintf(scene, sizeof scene, "%s?%s", path, wrong[k][0]);
        CHECK(hf_scene_open(scene, 1, NULL, NULL, &builder, &error) != HF_STATUS_OK && !builder);
        CHECK(strstr(error.message, wrong[k][1]));
    }
    CHECK(hf_scene_is_setting("box.friction") && hf_scene_is_setting("a/b/kp") && !hf_scene_is_setting("friction"));
    CHECK(!hf_scene_is_setting("left.motor"));
}

TEST(plugins_are_left_out)
{
    hf_model *model =
        text_model("<mujoco><extension><plugin plugin='their.pid'><instance name='i'/></plugin></extension>"
                   "<worldbody><body><joint name='j'/><geom size='.1'/><plugin plugin='x'/></body></worldbody>"
                   "<actuator><motor joint='j'/><plugin name='p' joint='j' plugin='their.pid' actdim='2'>"
                   "<config key='kp' value='4'/></plugin></actuator><deformable><skin file='s.skn'/>"
                   "</deformable><keyframe><key ctrl='1 2'/></keyframe></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_ACTUATOR) == 2 && hf_model_actuator(model, 1).gear[0] == 0);
    CHECK(hf_model_key(model, 0).control[1] == 2);
    hf_model_destroy(model);
    hf_error error;
    CHECK(!text_model_key("<mujoco><deformable>\n<flex/></deformable></mujoco>", NULL, &error));
    CHECK(strstr(error.message, "scene.xml:2: <flex>") && strstr(error.message, "deformable"));
    CHECK(!text_model_key("<mujoco><worldbody>\n<geom size='1' restitution='.5'/></worldbody></mujoco>", NULL, &error));
    CHECK(strstr(error.message, "scene.xml:2: <geom>: restitution") && strstr(error.message, "holdfast:geom:"));
}

// ---- switches ----

#define SWITCHED(flags)                                                                                                \
    "<mujoco><option>" flags "</option><worldbody><geom name='floor' type='plane' size='1 1 1'/><body name='a'>"       \
    "<geom name='g' size='.1'/><joint name='j' range='-1 1' damping='2' stiffness='3' frictionloss='4'/>"              \
    "<body name='b' pos='.05 0 0'><geom name='h' size='.1'/><joint name='k'/></body></body></worldbody>"               \
    "<equality><joint joint1='j' joint2='k'/></equality>"                                                              \
    "<actuator><motor name='m' joint='j' gear='1' ctrlrange='-1 1' group='3'/></actuator></mujoco>"

TEST(flags_switch_parts_of_the_physics_off)
{
    hf_model *model = text_model(SWITCHED(""));
    hf_joint_def joint = hf_model_joint(model, 0);
    CHECK(joint.limited && joint.damping == 2 && joint.stiffness == 3 && joint.friction == 4);
    CHECK(hf_model_loop(model, 0).active && hf_model_actuator(model, 0).control_limited);
    hf_model_destroy(model);
    model = text_model(SWITCHED("<flag limit='disable' spring='disable' damper='disable' frictionloss='disable' "
                                "equality='disable' clampctrl='disable' contact='disable'/>"));
    joint = hf_model_joint(model, 0);
    CHECK(!joint.limited && joint.damping == 0 && joint.stiffness == 0 && joint.friction == 0);
    CHECK(!hf_model_loop(model, 0).active && !hf_model_actuator(model, 0).control_limited);
    for (int k = 0; k < 3; k++) CHECK(hf_model_shape(model, k).category == 0 && hf_model_shape(model, k).mask == 0);
    hf_model_destroy(model);
    model = text_model(SWITCHED("<flag constraint='disable' passive='disable' actuation='disable'/>"));
    joint = hf_model_joint(model, 0);
    CHECK(!joint.limited && joint.damping == 0 && joint.stiffness == 0 && joint.friction == 0);
    CHECK(hf_model_actuator(model, 0).disabled);
    hf_model_destroy(model);
}

TEST(groups_of_actuators_and_overridden_friction)
{
    hf_model *model = text_model("<mujoco><option actuatorgroupdisable='1 3' o_friction='.25'><flag override='enable'/>"
                                 "</option><worldbody><body><joint name='j'/><geom size='1' friction='2'/></body>"
                                 "</worldbody><actuator><motor joint='j' group='3'/><motor joint='j' group='2'/>"
                                 "</actuator></mujoco>");
    CHECK(hf_model_actuator(model, 0).disabled && !hf_model_actuator(model, 1).disabled);
    CHECK_NEAR(hf_model_shape(model, 0).friction, 0.25, 0);
    hf_model_destroy(model);
}

TEST(lines_of_hyphens_in_comments)
{
    hf_model *model =
        text_model("<!-- run --key x --><mujoco><!---- a ------ line ----><!----><worldbody>"
                   "<!-- <body> ---><body name='b'><joint/><geom size='.1'/></body></worldbody></mujoco>");
    CHECK(hf_model_find(model, HF_ITEM_BODY, "b") == 1);
    hf_model_destroy(model);
}

// ---- aligned frames ----

TEST(free_bodies_are_aligned_with_their_inertia)
{
    hf_model *model =
        text_model("<mujoco><worldbody><body pos='1 2 3' euler='10 20 30'><freejoint align='true'/>"
                   "<geom type='box' size='.1 .2 .3' pos='.1 .05 0' euler='0 0 20'/></body>"
                   "<body pos='0 2 3' euler='10 20 30'><freejoint align='true'/>"
                   "<geom type='box' size='.1 .2 .3' pos='.1 .05 0' euler='0 0 20'/><geom size='.1' pos='.3 .2 .1'/>"
                   "<geom size='.15' pos='-.3 .2 .21'/></body></worldbody></mujoco>");
    const double poses[2][7] = {
        {1.05788745262, 2.09554246148, 2.99545237601, 0.882746466182, 0.15089752556, 0.120505798951, 0.42833043978},
        {-0.0032206474807, 2.08182684958, 3.07081134318, 0.128031181235, 0.63853268803, 0.698384474419,
         0.296889118761}};
    for (int k = 0; k < 2; k++)
    {
        hf_body_def body = hf_model_body(model, k + 1);
        for (int i = 0; i < 3; i++) CHECK_NEAR(body.position[i], poses[k][i], 1e-10);
        for (int i = 0; i < 4; i++) CHECK_NEAR(body.orientation[i], poses[k][3 + i], 1e-10);
        for (int i = 0; i < 3; i++) CHECK_NEAR(body.center[i], 0, 0);
        for (int i = 3; i < 6; i++) CHECK_NEAR(body.inertia[i], 0, 1e-12 * body.inertia[0]);
    }
    hf_model_destroy(model);
}

static int wrapped;

static void count_wrapped(void *context, const char *text)
{
    (void)context;
    wrapped += strstr(text, "stands in no <worldbody>") != NULL;
}

TEST(bodies_of_a_fragment_are_those_of_the_world)
{
    const char *path = text_file("fragment.xml", "<mujoco><body name='a'><joint/><geom size='.1'/></body>"
                                                 "<worldbody><geom name='floor' type='plane' size='1 1 1'/></worldbody>"
                                                 "<body name='b' pos='1 0 0'><freejoint/><geom size='.1'/></body>"
                                                 "<option timestep='.001'/></mujoco>");
    hf_builder *builder = NULL;
    hf_error error = {0};
    hf_status status = hf_scene_read_mjcf(path, count_wrapped, NULL, &builder, &error);
    hf_model *model = text_build(status, builder, &error);
    CHECK(model && wrapped == 1);
    if (!model) return;
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 3 && hf_model_count(model, HF_ITEM_SHAPE) == 3);
    CHECK(hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "b")).position[0] == 1.0);
    CHECK(hf_model_settings(model).step.timestep == 0.001);
    hf_model_destroy(model);
}
