// Mechanisms in MJCF: joints, copies, loops, tendons, actuators, keyframes, and primitives fitted to meshes.

#include "support/scene_text.h"

#include "holdfast/sense.h"
#include "holdfast/world.h"
#include "linalg/quat.h"

static const double degree = 3.14159265358979323846 / 180;

static void check_vector(const double *v, double x, double y, double z)
{
    CHECK_NEAR(v[0], x, 1e-12);
    CHECK_NEAR(v[1], y, 1e-12);
    CHECK_NEAR(v[2], z, 1e-12);
}

static hf_joint_def joint_named(const hf_model *model, const char *name)
{
    int index = hf_model_find(model, HF_ITEM_JOINT, name);
    if (index < 0) harness_fail(__FILE__, __LINE__, "there is no joint %s", name);
    return hf_model_joint(model, index);
}

// ---- joints ----

TEST(attributes_of_joints)
{
    hf_model *model = text_model(
        "<mujoco><worldbody><body><geom size='.1'/>"
        "<joint name='h' pos='1 2 3' axis='0 2 0' range='-90 45' ref='30' springref='10' stiffness='2' damping='3' "
        "frictionloss='4' armature='5' actuatorfrcrange='-6 7'/>"
        "<joint name='s' type='slide' range='-2 1' ref='.5' springref='.25'/>"
        "<body><geom size='.1'/><joint name='b' type='ball' range='0 60' damping='1'/></body>"
        "</body></worldbody></mujoco>");
    hf_joint_def h = joint_named(model, "h"), s = joint_named(model, "s"), b = joint_named(model, "b");
    CHECK(h.kind == HF_JOINT_HINGE && h.limited && h.force_limited && h.body == 1);
    check_vector(h.position, 1, 2, 3);
    CHECK_NEAR(h.range[0], -90 * degree, 1e-15);
    CHECK_NEAR(h.range[1], 45 * degree, 1e-15);
    CHECK_NEAR(h.reference, 30 * degree, 1e-15);
    CHECK_NEAR(h.spring, 10 * degree, 1e-15);
    CHECK(h.stiffness == 2 && h.damping == 3 && h.friction == 4 && h.armature == 5);
    CHECK(h.force_range[0] == -6 && h.force_range[1] == 7);
    CHECK(s.kind == HF_JOINT_SLIDE && s.range[0] == -2 && s.reference == 0.5 && s.spring == 0.25); // no degrees
    CHECK(b.kind == HF_JOINT_BALL && b.limited && !b.force_limited);
    CHECK_NEAR(b.range[1], 60 * degree, 1e-15);
    CHECK(hf_model_q_count(model) == 6 && hf_model_v_count(model) == 5);
    hf_model_destroy(model);
}

TEST(limits_by_range_and_by_word)
{
    hf_model *model =
        text_model("<mujoco><compiler angle='radian'/><default><joint range='-1 1'/></default><worldbody>"
                   "<body><geom size='.1'/><joint name='a'/><joint name='b' axis='1 0 0' limited='false'/></body>"
                   "<body><geom size='.1'/><joint name='c' range='0 0'/></body></worldbody></mujoco>");
    CHECK(joint_named(model, "a").limited);
    CHECK(!joint_named(model, "b").limited);
    CHECK(!joint_named(model, "c").limited);
    hf_model_destroy(model);
}

TEST(frames_move_joints_and_sites)
{
    hf_model *model = text_model("<mujoco><worldbody><body><geom size='.1'/><frame pos='1 0 0' euler='0 0 90'>"
                                 "<joint name='j' pos='1 0 0' axis='1 0 0'/><site name='s' pos='0 1 0'/></frame></body>"
                                 "</worldbody></mujoco>");
    hf_joint_def j = joint_named(model, "j");
    check_vector(j.position, 1, 1, 0);
    check_vector(j.axis, 0, 1, 0);
    check_vector(hf_model_site(model, 0).position, 0, 0, 0);
    hf_model_destroy(model);
}

TEST(joints_come_in_the_order_of_bodies)
{
    hf_model *model = text_model("<mujoco><worldbody><body name='a'><geom size='.1'/><body name='b'><geom size='.1'/>"
                                 "<joint name='second'/></body><joint name='first'/></body></worldbody></mujoco>");
    CHECK(hf_model_joint_q(model, hf_model_find(model, HF_ITEM_JOINT, "first")) == 0);
    CHECK(hf_model_joint_q(model, hf_model_find(model, HF_ITEM_JOINT, "second")) == 1);
    CHECK(strcmp(hf_model_joint(model, 0).name, "first") == 0);
    hf_model_destroy(model);
}

TEST(a_free_joint_takes_no_defaults)
{
    hf_model *model = text_model("<mujoco><default><joint armature='1' damping='2'/></default><worldbody>"
                                 "<body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
    CHECK(hf_model_v_count(model) == 6);
    hf_model_destroy(model);
}

// ---- copies and attached models ----

TEST(what_names_copies_is_copied_with_them)
{
    // as MuJoCo 3.14 writes it out: first what is not copied, then all of the first copy, all of the second
    hf_model *model = text_model(
        "<mujoco><worldbody><replicate count='2' sep='-'><body name='a'><joint name='j' type='slide'/>"
        "<geom name='g' size='.1'/><site name='s'/></body><replicate count='10'><body name='b'><joint name='k' "
        "type='slide'/><geom size='.1'/></body></replicate></replicate><body name='c'><joint name='o'/>"
        "<geom name='h' size='.1'/></body></worldbody><tendon><fixed name='t'><joint joint='j' coef='1'/></fixed>"
        "</tendon><equality><connect body1='a' anchor='0 0 0'/><joint joint1='o'/></equality><actuator>"
        "<motor name='m' joint='k'/><motor name='n' joint='o'/><position name='p' tendon='t'/></actuator>"
        "<contact><exclude body1='world' body2='a'/></contact><sensor><tendonpos name='u' "
        "tendon='t'/></sensor></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_TENDON) == 2 && strcmp(hf_model_tendon(model, 1).name, "t-1") == 0);
    CHECK(hf_model_count(model, HF_ITEM_ACTUATOR) == 23 && hf_model_count(model, HF_ITEM_LOOP) == 3);
    static const struct
    {
        int actuator;
        const char *name;
    } places[] = {{0, "n"}, {1, "p-0"}, {2, "m00-0"}, {11, "m09-0"}, {12, "p-1"}, {13, "m00-1"}, {22, "m09-1"}};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++)
        CHECK(strcmp(hf_model_actuator(model, places[k].actuator).name, places[k].name) == 0);
    CHECK(hf_model_actuator(model, 13).target == hf_model_find(model, HF_ITEM_JOINT, "k00-1"));
    CHECK(hf_model_count(model, HF_ITEM_SENSOR) == 2);
    hf_model_destroy(model);
    hf_error error = {0}; // one end inside, one outside: neither is copied
    CHECK(!text_model_key("<mujoco><worldbody><replicate count='2'><body name='a'><joint name='j'/><geom size='.1'/>"
                          "</body></replicate><body><joint name='o'/><geom size='.1'/></body></worldbody><equality>"
                          "<joint joint1='j' joint2='o'/></equality></mujoco>",
                          NULL, &error) &&
          strstr(error.message, "there is no joint 'j'"));
}

TEST(replicate_copies_with_frames_and_names)
{
    hf_model *model = text_model("<mujoco><worldbody><replicate count='12' offset='1 0 0' euler='0 0 90' sep='-'>"
                                 "<body name='b' pos='0 0 1'><geom size='.1'/><joint name='j'/></body>"
                                 "</replicate></worldbody></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 13 && hf_model_count(model, HF_ITEM_JOINT) == 12);
    CHECK(hf_model_find(model, HF_ITEM_BODY, "b-00") == 1 && hf_model_find(model, HF_ITEM_JOINT, "j-11") == 11);
    check_vector(hf_model_body(model, 1).position, 0, 0, 1);
    check_vector(hf_model_body(model, 2).position, 1, 0, 1);
    check_vector(hf_model_body(model, 3).position, 1, 1, 1); // the offset turns with the copies
    check_vector(hf_model_body(model, 4).position, 0, 1, 1);
    CHECK_NEAR(fabs(hf_model_body(model, 3).orientation[3]), 1, 1e-15);
    hf_model_destroy(model);
    model = text_model("<mujoco><worldbody><replicate count='2'><replicate count='3'><body name='b'><geom size='.1'/>"
                       "<freejoint/></body></replicate></replicate></worldbody></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 7 &&
          hf_model_find(model, HF_ITEM_BODY, "b21") == 6); // the inner number comes first
    hf_model_destroy(model);
}

TEST(attached_models_bring_their_classes)
{
    text_file("leg.xml",
              "<mujoco model='leg'><default><geom size='.25' density='10'/><joint damping='3'/><motor gear='7'/>"
              "<default class='thin'><geom size='.125'/></default></default>"
              "<worldbody><geom name='floor' type='plane'/><body name='hip'><geom name='g'/><joint name='j'/>"
              "<body name='knee'><geom class='thin'/><joint name='k'/></body></body></worldbody>"
              "<contact><exclude body1='hip' body2='knee'/></contact>"
              "<equality><connect body1='hip' anchor='0 0 0'/></equality>"
              "<tendon><fixed name='t'><joint joint='j' coef='1'/></fixed></tendon>"
              "<actuator><motor name='m' joint='k'/></actuator></mujoco>");
    hf_model *model =
        text_model("<mujoco><default><geom size='9' density='1'/><joint damping='1'/><motor gear='2'/></default>"
                   "<asset><model file='leg.xml'/></asset><worldbody>"
                   "<frame pos='1 0 0'><attach model='leg' body='hip' prefix='l_'/></frame>"
                   "<frame pos='-1 0 0'><attach model='leg' body='hip' prefix='r_'/></frame></worldbody></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_BODY) == 5 &&
          hf_model_count(model, HF_ITEM_SHAPE) == 4); // the floor stays behind
    check_vector(hf_model_body(model, hf_model_find(model, HF_ITEM_BODY, "r_hip")).position, -1, 0, 0);
    CHECK_NEAR(hf_model_shape(model, 0).size[0], 0.25, 0);
    CHECK_NEAR(hf_model_shape(model, 1).size[0], 0.125, 0);
    CHECK_NEAR(joint_named(model, "l_k").damping, 3, 0);
    CHECK(hf_model_count(model, HF_ITEM_ACTUATOR) == 2 && hf_model_count(model, HF_ITEM_TENDON) == 2 &&
          hf_model_count(model, HF_ITEM_LOOP) == 2);
    CHECK_NEAR(hf_model_actuator(model, hf_model_find(model, HF_ITEM_ACTUATOR, "r_m")).gear[0], 7, 0);
    hf_model_destroy(model);
    hf_error error;
    CHECK(!text_model_key("<mujoco><asset><model file='leg.xml'/></asset><worldbody>\n"
                          "<attach model='arm' body='hip' prefix='l_'/></worldbody></mujoco>",
                          NULL, &error));
    CHECK(strstr(error.message, "no <model> 'arm'"));
    CHECK(!text_model_key("<mujoco><asset><model file='leg.xml'/></asset><worldbody>\n"
                          "<attach model='leg' body='toe' prefix='l_'/></worldbody></mujoco>",
                          NULL, &error));
    CHECK(strstr(error.message, "no body 'l_toe'"));
}

// ---- loops and tendons ----

#define TWO_BODIES                                                                                                     \
    "<worldbody><body name='a'><geom size='.1'/><joint name='j'/><site name='s' pos='1 0 0' euler='0 0 90'/></body>"   \
    "<body name='b' pos='0 5 0'><geom size='.1'/><joint name='k'/><site name='t' pos='0 1 0'/></body></worldbody>"

TEST(loops_of_all_kinds)
{
    hf_model *model = text_model(
        "<mujoco><default><equality active='false'/></default>" TWO_BODIES
        "<tendon><fixed name='f'><joint joint='j' coef='2'/></fixed><fixed name='g'><joint joint='k' coef='3'/></fixed>"
        "</tendon><equality>"
        "<connect name='c' body1='a' body2='b' anchor='1 2 3' active='true'/>"
        "<connect site1='s' site2='t'/>"
        "<weld body1='a' body2='b' anchor='0 0 1'/>"
        "<weld body1='a' body2='b' relpose='1 0 0 1 0 0 1' anchor='0 0 1'/>"
        "<weld site1='s' site2='t'/>"
        "<joint joint1='j' joint2='k' polycoef='1 2'/><joint joint1='j'/>"
        "<tendon tendon1='f' tendon2='g'/></equality></mujoco>");
    CHECK(hf_model_count(model, HF_ITEM_LOOP) == 8);
    hf_loop_def connect = hf_model_loop(model, 0), sites = hf_model_loop(model, 1), weld = hf_model_loop(model, 2);
    hf_loop_def placed = hf_model_loop(model, 3), glued = hf_model_loop(model, 4), gear = hf_model_loop(model, 5);
    CHECK(connect.kind == HF_LOOP_CONNECT && connect.active && !connect.point_b_given);
    check_vector(connect.point_a, 1, 2, 3);
    CHECK(!sites.active && sites.point_b_given);
    check_vector(sites.point_b, 0, 1, 0);
    CHECK(weld.kind == HF_LOOP_WELD && weld.body_a == 2 && weld.body_b == 1 && !weld.orientation_given);
    check_vector(weld.point_a, 0, 0, 1); // the anchor is the second body's
    CHECK(placed.orientation_given && placed.point_b_given);
    check_vector(placed.point_b, 1, 0, 1); // in the first: 1 0 0, then the anchor
    CHECK_NEAR(fabs(placed.orientation[3]), sqrt(0.5), 1e-15);
    CHECK_NEAR(placed.orientation[0] * placed.orientation[3], -0.5, 1e-15); // turned back by 90°
    CHECK_NEAR(glued.orientation[0] * glued.orientation[3], 0.5, 1e-15);    // of the second in the first
    CHECK(gear.kind == HF_LOOP_JOINT && gear.coefficient[0] == 1 && gear.coefficient[1] == 2);
    CHECK(hf_model_loop(model, 6).joint_b == -1 && hf_model_loop(model, 6).coefficient[1] == 1);
    CHECK(hf_model_loop(model, 7).kind == HF_LOOP_TENDON && hf_model_loop(model, 7).joint_b == 1);
    hf_model_destroy(model);
}

TEST(tendons_with_defaults)
{
    hf_model *model =
        text_model("<mujoco><default><tendon stiffness='4' frictionloss='.5' springlength='.1'/></default>" TWO_BODIES
                   "<tendon><fixed name='f' range='-1 2' damping='3' armature='.25'><joint joint='j' coef='2'/>"
                   "<joint joint='k' coef='-1'/></fixed><spatial springlength='.2 .3' limited='false' range='0 1'>"
                   "<site site='s'/><site site='t'/></spatial></tendon></mujoco>");
    hf_tendon_def f = hf_model_tendon(model, 0), rope = hf_model_tendon(model, 1);
    CHECK(!f.spatial && f.limited && f.range[1] == 2 && f.count == 2 && f.coefficient[1] == -1);
    CHECK(f.stiffness == 4 && f.damping == 3 && f.friction == 0.5 && f.armature == 0.25);
    CHECK(f.spring[0] == 0.1 && f.spring[1] == 0.1);
    CHECK(rope.spatial && !rope.limited && rope.spring[1] == 0.3 && rope.items[1] == 1);
    hf_model_destroy(model);
}

// ---- actuators ----

/// A crank of 3 m that points along x, and a rod of 5 m from its end to a slider on the z axis below: 4 m down. The rod
/// is the actuator of a position servo, and the world sees what it does.
TEST(a_crank_pushes_its_slider)
{
    hf_model *model = text_model(
        "<mujoco><compiler angle='radian'/><option gravity='0 0 0' timestep='1e-4'/><default><general cranklength='5'/>"
        "</default><worldbody><site name='slide'/><body><geom pos='1.5 0 0' size='.1' mass='2'/>"
        "<joint name='j' axis='0 -1 0'/><site name='end' pos='3 0 0'/></body></worldbody>"
        "<actuator><general cranksite='end' slidersite='slide' gear='2'/></actuator></mujoco>");
    hf_actuator_def a = hf_model_actuator(model, 0);
    CHECK(a.transmission == HF_TRANSMISSION_CRANK && a.target == 1 && a.reference == 0 && a.crank_length == 5);
    hf_world *world = NULL;
    hf_error error = {0};
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    // d length/dq at q = 0: the end moves along z by 3, and the slider with it: 2 · 3 · 1
    double inertia = 0;
    CHECK(hf_world_mass_matrix(world, &inertia, &error) == HF_STATUS_OK);
    CHECK(hf_world_set_control(world, 0, 0.25, &error) == HF_STATUS_OK);
    CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
    CHECK_NEAR(hf_world_v(world)[0], 1e-4 * 0.25 * 6 / inertia, 1e-12);
    // at q = 0.5: z of the end 3 sin q, and the rod √(25 - 9 cos² q) below it
    double q = 0.5, none = 0, s = sqrt(25 - 9 * cos(q) * cos(q)), slope = 3 * cos(q) - 9 * cos(q) * sin(q) / s;
    CHECK(hf_world_set_q(world, &q, &none, &error) == HF_STATUS_OK);
    CHECK(hf_world_step(world, 0.0, NULL, &error) == HF_STATUS_OK);
    CHECK_NEAR(hf_world_v(world)[0], 1e-4 * 0.25 * 2 * slope / inertia, 1e-12);
    hf_world_destroy(world);
    hf_model_destroy(model);
}

TEST(actuators_of_a_class_share_one_set_of_parameters)
{
    hf_model *model = text_model(
        "<mujoco><compiler angle='radian'/><default><default class='p'><position kp='20' kv='3' ctrlrange='-1 1'/>"
        "</default><default class='r'><position kp='50' dampratio='.7'/></default>"
        "<default class='g'><general biastype='affine' gainprm='2' biasprm='1 -2 -3' gear='4'/></default></default>"
        "<worldbody><body><geom size='.1'/><joint name='j' range='-1 3'/><site name='s'/></body></worldbody><actuator>"
        "<position class='p' joint='j'/><general class='p' joint='j' forcerange='-5 6'/><motor class='p' joint='j'/>"
        "<velocity class='p' joint='j' kv='8'/><position class='r' joint='j'/><position joint='j' inheritrange='.5'/>"
        "<general class='g' joint='j'/><general class='g' joint='j' biastype='none' gaintype='affine' gainprm='1 2 3'/>"
        "<motor site='s' gear='1 2 3 4 5 6' refsite='s'/><motor joint='j' ctrllimited='false' ctrlrange='-1 1'/>"
        "</actuator></mujoco>");
    hf_actuator_def a[10];
    for (int k = 0; k < 10; k++) a[k] = hf_model_actuator(model, k);
    CHECK_NEAR(a[0].gain[0], 20, 0);
    check_vector(a[0].bias, 0, -20, -3);
    CHECK(a[0].control_limited && a[0].control_range[1] == 1);
    CHECK_NEAR(a[1].gain[0], 20, 0); // general inherits what position set
    check_vector(a[1].bias, 0, -20, -3);
    CHECK(a[1].force_limited && a[1].force_range[1] == 6);
    CHECK_NEAR(a[2].gain[0], 1, 0); // motor begins anew, but keeps the range
    check_vector(a[2].bias, 0, 0, 0);
    CHECK(a[2].control_limited);
    CHECK_NEAR(a[3].gain[0], 8, 0);
    check_vector(a[3].bias, 0, 0, -8);
    CHECK_NEAR(a[4].damping_ratio, 0.7, 0);
    double inertia = 0.4 * 0.01 * 1000 * 4 / 3 * 3.14159265358979323846 * 0.001; // of the ball about its axis
    check_vector(a[4].bias, 0, -50, -2 * 0.7 * sqrt(50 * inertia));
    CHECK(a[5].control_limited); // half of -1 … 3
    CHECK_NEAR(a[5].control_range[0], 0, 1e-15);
    CHECK_NEAR(a[5].control_range[1], 2, 1e-15);
    CHECK_NEAR(a[5].gain[0], 1, 0);
    check_vector(a[6].bias, 1, -2, -3);
    CHECK(a[6].gear[0] == 4 && a[6].gain[1] == 0);
    check_vector(a[7].gain, 1, 2, 3);
    check_vector(a[7].bias, 0, 0, 0);
    CHECK(a[8].transmission == HF_TRANSMISSION_SITE && a[8].gear[5] == 6 && a[8].reference == 0);
    CHECK(!a[9].control_limited);
    hf_model_destroy(model);
}

// ---- keyframes ----

TEST(keyframes_hold_all_coordinates)
{
    hf_model *model = text_model(
        "<mujoco><worldbody><body name='a' pos='0 0 3'><freejoint/><geom size='.1'/><body><geom size='.1'/>"
        "<joint name='j' ref='90'/><body><geom size='.1'/><joint type='ball'/></body></body></body></worldbody>"
        "<actuator><motor name='m' joint='j'/></actuator>"
        "<keyframe><key name='k' time='2' qpos='1 2 3 1 0 0 0 .5 0 1 0 0' qvel='1 2 3 4 5 6 7 8 9 10' ctrl='.25'/>"
        "<key name='empty'/></keyframe></mujoco>");
    hf_world *world;
    hf_error error;
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK(hf_model_q_count(model) == 12 && hf_model_v_count(model) == 10);
    CHECK_NEAR(hf_world_time(world), 2, 0);
    CHECK_NEAR(hf_world_q(world)[7], 0.5, 0);
    CHECK_NEAR(hf_world_q(world)[9], 1, 0);
    for (int i = 0; i < 10; i++) CHECK_NEAR(hf_world_v(world)[i], i + 1, 1e-12);
    CHECK_NEAR(hf_world_control(world, 0), 0.25, 0);
    hf_world_destroy(world);
    hf_model_destroy(model);
    model =
        text_model("<mujoco><worldbody><body><geom size='.1'/><joint name='j' ref='90'/></body></worldbody></mujoco>");
    CHECK(hf_world_create(model, &world, &error) == HF_STATUS_OK);
    CHECK_NEAR(hf_world_q(world)[0], 90 * degree, 1e-15); // starts at the reference
    hf_world_destroy(world);
    hf_model_destroy(model);
}

// ---- primitives fitted to meshes ----

static const char *const brick = "<asset><mesh name='m' refpos='-1 0 0' vertex='-.1 -.2 -.3  .1 -.2 -.3  .1 .2 -.3  "
                                 "-.1 .2 -.3  -.1 -.2 .3  .1 -.2 .3  .1 .2 .3  -.1 .2 .3'/></asset>";

static hf_shape_def fitted(const char *attributes, const char *compiler)
{
    char text[2048];
    snprintf(text, sizeof text,
             "<mujoco>%s%s<worldbody><body><freejoint/><geom mesh='m' %s/></body></worldbody></mujoco>", compiler,
             brick, attributes);
    hf_model *model = text_model(text);
    hf_shape_def shape = hf_model_shape(model, 0);
    hf_model_destroy(model);
    return shape;
}

TEST(primitives_are_fitted_to_meshes)
{
    hf_shape_def box = fitted("type='box'", "");
    CHECK(box.kind == HF_SHAPE_BOX);
    check_vector(box.size, 0.1, 0.2, 0.3); // moments descend, so half sizes ascend
    check_vector(box.position, 1, 0, 0);
    hf_shape_def scaled = fitted("type='ellipsoid' fitscale='2' pos='0 0 5'", "");
    check_vector(scaled.size, 0.2, 0.4, 0.6);
    check_vector(scaled.position, 1, 0, 5);
    hf_shape_def ball = fitted("type='sphere'", "");
    CHECK_NEAR(ball.size[0], 0.2, 1e-12);
    hf_shape_def capsule = fitted("type='capsule'", "");
    CHECK_NEAR(capsule.size[0], 0.15, 1e-12);
    CHECK_NEAR(capsule.size[1], 0.3 - 0.075, 1e-12);
    vec3 axis = quat_rotate(quat_load(capsule.orientation), v3(0, 0, 1));
    CHECK_NEAR(fabs(axis.z), 1, 1e-12); // along the longest side
    hf_shape_def cylinder = fitted("type='cylinder'", "<compiler fitaabb='true'/>");
    CHECK_NEAR(cylinder.size[0], 0.2, 1e-12);
    CHECK_NEAR(cylinder.size[1], 0.3, 1e-12);
}
